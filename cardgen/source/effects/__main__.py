"""`python -m cardgen.source.effects GAME FILE` writes the page about the words of a game."""

from __future__ import annotations

import sys
from pathlib import Path

from cardgen.source.effects.manual import manual
from cardgen.source.effects.vocabulary import words_of

if __name__ == "__main__":
    words = words_of(sys.argv[1])
    if words is None:
        sys.exit(f"the words of '{sys.argv[1]}' are not known")
    Path(sys.argv[2]).write_text(manual(words), encoding="utf-8")
