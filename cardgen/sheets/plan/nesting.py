"""Pieces of many sizes and shapes on few sheets: `base.nesting` with their bleed."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from cardgen.base.nesting import Nested
from cardgen.base.nesting import nest as nest_boxes
from cardgen.sheets.paper import Edges, Rect
from cardgen.sheets.plan.pageplan import Piece, Slot

LEAST = 0.5
"""Around a piece without bleed: between two of them a knife needs a millimetre."""


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
    boxes = [
        Nested(size.width, size.height, max(bleed(one), least), one.component.turns != "0")
        for one in pieces
        for size in [one.component.size]
    ]
    sheets, rest = nest_boxes(boxes, room, kept)
    slots = [
        tuple(
            Slot.front(pieces[n], box.x, box.y, Edges.all(bleed(pieces[n])), turned)
            for n, box, turned in lying
        )
        for lying in sheets
    ]
    return slots, [pieces[n] for n in rest]
