"""Pieces of many sizes and shapes on few sheets: each lies in a box of its own, and boxes fill what is free.

The free room is kept as the largest rectangles that fit into it (Jylänki 2010, "A Thousand Ways to Pack the Bin", MaxRects);
a box goes where it ends highest on the page, or where its shorter side leaves the least: both are tried, with larger or
longer pieces first. Same pieces, same places.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import product
from typing import Literal, NamedTuple, TypeAlias, get_args

from cardgen.base.rect import Edges, Rect

Turns: TypeAlias = Literal["0", "90°", "any"]
"""By what nesting may turn a piece; beyond a quarter it turns none so far."""
TURNS: tuple[Turns, ...] = get_args(Turns)
_EPS = 1e-6


class Nested(NamedTuple):
    """What is nested: its width and height, what it has around itself, and whether it may lie on its side."""

    width: float
    height: float
    off: float
    turns: bool = True


class NestedBox(NamedTuple):
    """Which of them lies in a box, its own without what is around, and whether on its side."""

    number: int
    box: Rect
    turned: bool


class _FreeRoom:
    """What is still free of a sheet."""

    def __init__(self, room: Rect, kept: Sequence[Rect], rising: bool) -> None:
        self.rects, self.rising = [room], rising
        self.lying: list[NestedBox] = []
        for box in kept:
            self._take(box)

    def put(self, number: int, piece: Nested) -> bool:
        """Put a piece where it fits best, turned if that is better; False where it fits nowhere."""
        wide, tall = piece.width + 2 * piece.off, piece.height + 2 * piece.off
        ways = [(wide, tall, False)]
        if piece.turns and abs(wide - tall) > _EPS:
            ways.append((tall, wide, True))
        tries = [
            (
                free.y + h if self.rising else min(free.width - w, free.height - h),
                max(free.width - w, free.height - h),
                turned,
                free.y,
                free.x,
            )
            for free in self.rects
            for w, h, turned in ways
            if w <= free.width + _EPS and h <= free.height + _EPS
        ]
        if not tries:
            return False
        _, _, turned, y, x = min(tries, key=lambda one: tuple(round(value, 6) for value in one))
        box = Rect(x, y, tall if turned else wide, wide if turned else tall)
        self._take(box)
        self.lying.append(NestedBox(number, box.shrunk(Edges.all(piece.off)), turned))
        return True

    def _take(self, box: Rect) -> None:
        """Cut a box out of all free rectangles; what lies in another of the rest is none."""
        cut = [part for free in self.rects for part in _without(free, box)]
        self.rects = []
        for n, one in enumerate(cut):
            others = (other for m, other in enumerate(cut) if m != n and (other != one or m < n))
            if not any(one.inside(other) for other in others):
                self.rects.append(one)


def _without(free: Rect, box: Rect) -> Iterator[Rect]:
    if (
        box.x >= free.right - _EPS
        or box.right <= free.x + _EPS
        or box.y >= free.bottom - _EPS
        or box.bottom <= free.y + _EPS
    ):
        yield free
        return
    if box.x > free.x + _EPS:
        yield free._replace(width=box.x - free.x)
    if box.right < free.right - _EPS:
        yield Rect(box.right, free.y, free.right - box.right, free.height)
    if box.y > free.y + _EPS:
        yield free._replace(height=box.y - free.y)
    if box.bottom < free.bottom - _EPS:
        yield Rect(free.x, box.bottom, free.width, free.bottom - box.bottom)


def nest(
    pieces: Sequence[Nested], room: Rect, kept: Sequence[Rect] = ()
) -> tuple[list[list[NestedBox]], list[int]]:
    """Return what lies on each sheet with all that is around it inside the room and off what is kept, and what fits nowhere."""
    best: tuple[list[list[NestedBox]], list[int]] | None = None
    for order, rising in product((_large, _long), (True, False)):
        numbers = sorted(range(len(pieces)), key=lambda n: order(pieces[n]))
        sheets, rest = _filled(numbers, pieces, partial(_FreeRoom, room, kept, rising))
        if best is None or _used(sheets, pieces) < _used(best[0], pieces):
            best = sheets, rest
    return best or ([], [])


def _long(piece: Nested) -> tuple[float, ...]:
    return -max(piece.width, piece.height), -min(piece.width, piece.height)


def _large(piece: Nested) -> tuple[float, ...]:
    return -piece.width * piece.height, -max(piece.width, piece.height)


def _used(sheets: Sequence[Sequence[NestedBox]], pieces: Sequence[Nested]) -> tuple[float, ...]:
    ends = (one.box.bottom + pieces[one.number].off for one in sheets[-1]) if sheets else ()
    return (len(sheets), max(ends, default=0.0))


def _filled(
    numbers: Sequence[int], pieces: Sequence[Nested], empty: Callable[[], _FreeRoom]
) -> tuple[list[list[NestedBox]], list[int]]:
    sheets: list[_FreeRoom] = []
    rest: list[int] = []
    for number in numbers:
        piece = pieces[number]
        if any(sheet.put(number, piece) for sheet in sheets):
            continue
        new = empty()
        if new.put(number, piece):
            sheets.append(new)
        else:
            rest.append(number)
    return [sheet.lying for sheet in sheets], rest
