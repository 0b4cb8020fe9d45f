"""`python -m cardgen.checks [FILE]` writes docs/checks.md (or FILE)."""

from __future__ import annotations

import sys
from pathlib import Path

from cardgen.checks import checks_page

if __name__ == "__main__":
    Path(sys.argv[1] if len(sys.argv) > 1 else "docs/checks.md").write_text(checks_page(), encoding="utf-8")
