"""The table of all hostile cases, in the order of what they attack."""

from __future__ import annotations

from tests.hostile import of_art, of_files, of_kits, of_play, of_results, of_words
from tests.hostile.trial import Case

_SHAPES = "a number or a colour of a shape that the table of SVG does not look at yet"
KNOWN: dict[str, str] = dict.fromkeys(
    [
        "art-stroke-width-far",
        "art-x-far",
        "art-r-far",
        "art-r-infinite",
        "art-dashes-nan",
        "art-dashes-word",
        "art-path-data-7",
        "art-colour-0",
        "art-colour-1",
        "art-colour-3",
        "art-colour-10",
    ],
    _SHAPES,
)
"""Cases that are not taken well yet, and why."""

CASES: dict[str, Case] = {}
for part in (of_words, of_kits, of_art, of_files, of_results, of_play):
    for case in part.CASES:
        assert case.id not in CASES, f"two cases are called {case.id}"
        CASES[case.id] = case
