"""Tokens: rounds packed like a honeycomb, square ones in rows and columns, a heading for each size."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

from cardgen.base.language import figure
from cardgen.sheets.marks.kinds import TICKS, CutCircle, HeadingMark, Mark
from cardgen.sheets.paper import Edges, Furniture, PageRoom, Rect, Sheet
from cardgen.sheets.plan.grid import OFF_BLEED, SHORTEST, PageGrid, crop_marks, cut_lines, margin
from cardgen.sheets.plan.pageplan import PagePlan, Piece, Slot

GAP = 1.0  # between the bleeds of two rounds
HEADING = 6.0  # from the top of a heading to the first bleed below it
APART = 4.2  # from the last bleed of a block to the next heading
FIRST = 4.2  # from the top of the field to the first heading

_EPS = 1e-6


class PageColumn(NamedTuple):
    """The part of a page that tokens may fill: the field, symmetrical about `axis`."""

    field: Rect
    text_left: float
    text_right: float

    @property
    def axis(self) -> float:
        """The vertical middle line."""
        return self.field.x + self.field.width / 2

    def below(self, y: float) -> Rect:
        """Return what is left of the field below this line."""
        return Rect(self.field.x, y, self.field.width, self.field.bottom - y)


class _Block(NamedTuple):
    """Tokens of one size under their heading."""

    slots: Sequence[Slot]
    marks: Sequence[Mark]
    cuts: int
    bottom: float


class Added(NamedTuple):
    """What found a place, and the pieces that did not."""

    slots: tuple[Slot, ...]
    marks: tuple[Mark, ...]
    cuts: int
    rest: list[Piece]


def pack(pieces: Sequence[Piece], sheet: Sheet, room: PageRoom) -> list[PagePlan] | None:
    """Return pages of tokens; None when one is too large for the page.

    Larger ones come first; several sizes share a page, each under its own heading.
    """
    left, right = max(sheet.left, room.field.x), min(sheet.right, room.field.right)
    return pack_in(pieces, sheet, PageColumn(room.field, left, right), room.furniture)


def pack_in(
    pieces: Sequence[Piece], sheet: Sheet, column: PageColumn, furniture: Furniture = "bands"
) -> list[PagePlan] | None:
    """Return pages of tokens in a column of each page; None when one is too large for it."""
    pages: list[PagePlan] = []
    rest = list(pieces)
    while rest:
        added = fill_below(rest, column, column.field.y + (FIRST if furniture == "bands" else 0.7))
        if not added.slots:
            return None
        page = PagePlan("tokens", "single", sheet, _titles(added.slots), added.slots, added.marks, added.cuts)
        pages.append(page._replace(furniture=furniture))
        rest = added.rest
    return pages


def fill_below(pieces: Sequence[Piece], column: PageColumn, y: float, gutter: float = 0.0) -> Added:
    """Return pieces laid below a line, larger ones first, each size under a heading, as far as there is room."""
    groups: dict[tuple[str, float, float, float], list[Piece]] = {}
    for piece in pieces:
        c = piece.component
        groups.setdefault((c.shape, c.size.width, c.size.height, c.bleed), []).append(piece)
    slots: list[Slot] = []
    marks: list[Mark] = []
    rest: list[Piece] = []
    cuts = 0
    for (shape, width, height, _), same in sorted(groups.items(), key=lambda g: (-g[0][1], -g[0][2], g[0])):
        below = column.below(y + HEADING)
        block = _honeycomb(same, below) if shape == "round" else _rows(same, below, gutter)
        if block is None:
            rest += same
            continue
        title = f"Ø {figure(width)} mm" if shape == "round" else f"{figure(width)} × {figure(height)} mm"
        counts = Counter(s.piece.component.title for s in block.slots)
        note = ", ".join(f"{n} × {name}" for name, n in counts.items())
        marks += [HeadingMark(column.text_left, y, column.text_right, title, note), *block.marks]
        slots += block.slots
        cuts += block.cuts
        rest += same[len(block.slots) :]
        y = block.bottom + APART
    return Added(tuple(slots), tuple(marks), cuts, rest)


def _titles(slots: Sequence[Slot]) -> str:
    """Return the components of a page by title, each once."""
    return ", ".join(dict.fromkeys(s.piece.component.title for s in slots))


def _honeycomb(pieces: Sequence[Piece], region: Rect) -> _Block | None:
    """Return rows of n, n - 1, n … circles; every second row lies in the gaps of the first."""
    first = pieces[0].component
    radius, bleed = first.size.width / 2, first.bleed
    outer = radius + bleed
    pitch = 2 * outer + GAP
    if 2 * max(outer, 0.8661 * (outer + TICKS)) > region.width + _EPS:  # ticks stand at 30 degrees
        return None
    full = min(math.floor((region.width - 2 * outer) / pitch + _EPS) + 1, len(pieces))
    step = pitch * math.sqrt(3) / 2 if full > 1 else pitch  # a column of single rounds cannot interlock
    axis, cy, row = region.x + region.width / 2, region.y + outer, 0
    slots: list[Slot] = []
    marks: list[Mark] = []
    while len(slots) < len(pieces) and cy + outer + TICKS <= region.bottom + _EPS:
        seats = full - 1 if row % 2 and full > 1 else full
        taken = min(seats, len(pieces) - len(slots))
        start = (seats - taken) // 2
        for seat in range(start, start + taken):
            cx = axis + (seat - (seats - 1) / 2) * pitch
            slots.append(Slot.front(pieces[len(slots)], cx - radius, cy - radius, Edges.all(bleed)))
            marks.append(CutCircle(cx, cy, radius, bleed))
        cy, row = cy + step, row + 1
    return _Block(slots, marks, 0, cy - step + outer) if slots else None


def _rows(pieces: Sequence[Piece], region: Rect, gutter: float = 0.0) -> _Block | None:
    """Return rows of square or oblong pieces that share their cuts, turned where that fits more."""
    first = pieces[0].component
    room = margin(first.bleed)
    tries = (
        PageGrid.filling(region.shrunk(Edges.all(room)), first.size, first.bleed, gutter, turned)
        for turned in (False, True)
    )
    fitting = [grid for grid in tries if grid]
    if not fitting:
        return None
    grid = max(fitting, key=lambda grid: min(grid.capacity, len(pieces))).narrowed(len(pieces))
    slots = grid._replace(x=region.x + region.width / 2 - grid.width / 2).fill(pieces[: grid.capacity])
    bottom = max(s.trim.bottom for s in slots) + room
    own = region._replace(height=bottom - region.y)
    marks = crop_marks(slots, own, first.bleed + OFF_BLEED, SHORTEST)
    return _Block(slots, marks, sum(map(len, cut_lines(slots))), bottom)
