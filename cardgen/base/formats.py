"""The whole number in each file that says which cardgen reads it (docs/promises.md).

A key that goes or means something else makes it higher, a new one does not.
"""

from __future__ import annotations

from typing import Final

from cardgen.base.errors import Location, Problem

KIT: Final = 1
"""`format:` of game.yaml, for all files of a kit."""
DOCUMENT: Final = 1
"""`format` of the JSON that is written: kit.json, reports, what --json prints."""
GAME: Final = 1
"""`cardgen-game` of saved games."""
TABLE: Final = 1
"""`cardgen-table` of games that are being played."""


def too_new(said: object, known: int, where: Location) -> Problem | None:
    """Return the problem of a file in a format that a later cardgen writes; None for every other file."""
    if type(said) is not int or said <= known:
        return None
    from cardgen.base.packages import VERSION

    message = f"format is {said}, expected at most {known}: cardgen {VERSION} reads no later one"
    hint = "a newer cardgen reads it: pip install --upgrade cardgen"
    return Problem(message, where, hint=hint, code="newer-format")


def moved(old: str, new: str, since: str) -> str:
    """Return what is said of an old name: what is deprecated in 1.x is read by every 1.x, and goes with 2.0.0."""
    return f"{old} is {new} since cardgen {since}, and read until {int(since.partition('.')[0]) + 1}.0.0"
