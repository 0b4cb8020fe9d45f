"""`python -m cardgen.effects [FILE]` writes docs/effects.md (or FILE)."""

from __future__ import annotations

import sys
from pathlib import Path

from cardgen.effects.page import effects_page

if __name__ == "__main__":
    Path(sys.argv[1] if len(sys.argv) > 1 else "docs/effects.md").write_text(effects_page(), encoding="utf-8")
