"""Pieces of many sizes and shapes on few sheets: each lies in a box of its own, and boxes fill what is free.

The free room is kept as the largest rectangles that fit into it (Jylänki 2010, "A Thousand Ways to Pack the Bin", MaxRects);
a box goes where it ends highest on the page, or where its shorter side leaves the least: both are tried, with larger or
longer pieces first. Same pieces, same places.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import product
from typing import NamedTuple

from cardgen.sheets.paper import Edges, Rect, around
from cardgen.sheets.plan.pageplan import Piece, Slot

_EPS = 1e-6
LEAST = 0.5
"""Around a piece without bleed: between two of them a knife needs a millimetre."""


class _Lying(NamedTuple):
    """A piece in its place: the box that it takes with its bleed."""

    piece: Piece
    box: Rect
    turned: bool


class _FreeRoom:
    """What is still free of a sheet."""

    def __init__(self, room: Rect, kept: Sequence[Rect], rising: bool) -> None:
        self.rects, self.rising = [room], rising
        self.lying: list[_Lying] = []
        for box in kept:
            self._take(box)

    def put(self, piece: Piece, wide: float, tall: float) -> bool:
        """Put a piece where it fits best, turned if that is better; False where it fits nowhere."""
        ways = [(wide, tall, False)] + ([(tall, wide, True)] if abs(wide - tall) > _EPS else [])
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
        self.lying.append(_Lying(piece, box, turned))
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
    pieces: Sequence[Piece],
    room: Rect,
    bleed: Callable[[Piece], float] = lambda piece: piece.component.bleed,
    kept: Sequence[Rect] = (),
    least: float = LEAST,
) -> tuple[list[tuple[Slot, ...]], list[Piece]]:
    """Return the fronts on each sheet with all of their bleed inside the room and off what is kept, and what fits nowhere.

    `least` is what each piece has around itself, however small its bleed.
    """
    best: tuple[list[tuple[Slot, ...]], list[Piece]] | None = None
    for order, rising in product(_ORDERS, (True, False)):
        sheets, rest = _filled(
            sorted(pieces, key=order), partial(_FreeRoom, room, kept, rising), bleed, least
        )
        if best is None or _used(sheets) < _used(best[0]):
            best = sheets, rest
    return best or ([], [])


def _long(piece: Piece) -> tuple[float, ...]:
    size = piece.component.size
    return -max(size.width, size.height), -min(size.width, size.height)


def _large(piece: Piece) -> tuple[float, ...]:
    size = piece.component.size
    return -size.width * size.height, -max(size.width, size.height)


_ORDERS = (_large, _long)


def _used(sheets: Sequence[tuple[Slot, ...]]) -> tuple[float, ...]:
    return (len(sheets), around([slot.art for slot in sheets[-1]]).bottom if sheets else 0.0)


def _filled(
    pieces: Sequence[Piece], empty: Callable[[], _FreeRoom], bleed: Callable[[Piece], float], least: float
) -> tuple[list[tuple[Slot, ...]], list[Piece]]:
    sheets: list[_FreeRoom] = []
    rest: list[Piece] = []
    for piece in pieces:
        off = max(bleed(piece), least)
        wide, tall = piece.component.size.width + 2 * off, piece.component.size.height + 2 * off
        if any(sheet.put(piece, wide, tall) for sheet in sheets):
            continue
        new = empty()
        if new.put(piece, wide, tall):
            sheets.append(new)
        else:
            rest.append(piece)
    return [tuple(_slot(one, bleed(one.piece), least) for one in sheet.lying) for sheet in sheets], rest


def _slot(one: _Lying, bleed: float, least: float) -> Slot:
    off = max(bleed, least)
    return Slot.front(one.piece, one.box.x + off, one.box.y + off, Edges.all(bleed), one.turned)
