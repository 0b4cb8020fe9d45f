"""The table of all hostile cases, in the order of what they attack."""

from __future__ import annotations

from tests.hostile import (
    of_art,
    of_files,
    of_kits,
    of_odds,
    of_places,
    of_play,
    of_results,
    of_tables,
    of_words,
)
from tests.hostile.trial import Case

CASES: dict[str, Case] = {}
for part in (of_words, of_kits, of_art, of_files, of_odds, of_places, of_tables, of_results, of_play):
    for case in part.CASES:
        assert case.id not in CASES, f"two cases are called {case.id}"
        CASES[case.id] = case
