"""Three texts joined by place: what was there, what one makes of it, and what is there now."""

from __future__ import annotations

from collections.abc import Sequence
from difflib import SequenceMatcher
from typing import NamedTuple


class Clash(NamedTuple):
    """Lines that both have changed: where they are now, and what they were, are, and would become."""

    line: int
    was: str
    theirs: str
    mine: str


def joined(
    base: Sequence[str], mine: Sequence[str], theirs: Sequence[str]
) -> tuple[list[str], tuple[Clash, ...]]:
    """Return their lines with my changes in them, and where both changed the same: there mine stand in the result."""
    ours, others = _hunks(base, mine), _hunks(base, theirs)
    new, clashes, shift = list(theirs), list[Clash](), 0
    pieces = []
    for begin, end, lines in ours:
        met = [one for one in others if _meet((begin, end), one[:2])]
        low, high = min([begin, *(one[0] for one in met)]), max([end, *(one[1] for one in met)])
        shift = sum(
            len(text) - (b - a) for a, b, text in others if b <= low and not _meet((begin, end), (a, b))
        )
        there = low + shift, high + shift + sum(len(text) - (b - a) for a, b, text in met)
        want = [*base[low:begin], *lines, *base[end:high]]
        if met and list(theirs[slice(*there)]) != want:
            texts = (base[low:high], theirs[slice(*there)], want)
            clashes.append(Clash(there[0] + 1, *("".join(text) for text in texts)))
        pieces.append((*there, want))
    for begin, end, want in reversed(pieces):
        new[begin:end] = want
    return new, tuple(clashes)


def _hunks(base: Sequence[str], other: Sequence[str]) -> list[tuple[int, int, Sequence[str]]]:
    codes = SequenceMatcher(None, base, other, autojunk=False).get_opcodes()
    return [(a, b, other[c:d]) for tag, a, b, c, d in codes if tag != "equal"]


def _meet(one: tuple[int, int], other: tuple[int, int]) -> bool:
    """Whether two places of a text have a line in common; two insertions meet at one place."""
    return one == other or (one[0] < other[1] and other[0] < one[1])
