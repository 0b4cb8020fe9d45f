"""Which pieces lie where on the sheets of a machine that cuts: the fewest sheets, and art around the pieces if there is room.

Pieces of one size lie in one pattern; what it leaves of a sheet other sizes of the same stock may have.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from cardgen.base.units import Size
from cardgen.model import Component
from cardgen.model.flattened import flattened_out
from cardgen.sheets.paper import Edges, Rect, around
from cardgen.sheets.plan.honeycomb import hexagons
from cardgen.sheets.plan.pageplan import Piece, Slot, pieces_of, title_of
from cardgen.sheets.plan.shaped import is_nested, is_packed, nest
from cardgen.targets.cutting.field import Bed
from cardgen.targets.cutting.options import CuttingOptions

_EPS = 1e-6
_MANY = 10**6  # more than any kit has


class Group(NamedTuple):
    """Components that lie in one pattern, being of one stock, size and shape; `shared` when they touch."""

    components: tuple[Component, ...]
    two_sided: bool
    shared: bool
    gap: float
    bleed: float
    glued: bool = False
    """Whether a board comes between front and back: the backs are printed on sheets of their own."""
    nested: bool = False
    """Whether pieces of many sizes and shapes lie where they find room."""

    @property
    def first(self) -> Component:
        """The component that stands for all when it comes to size."""
        return self.components[0]

    @property
    def pieces(self) -> tuple[Piece, ...]:
        return pieces_of(self.components)


class CutSheet(NamedTuple):
    """One sheet: the fronts on it, the pieces that touch, and what it is called."""

    stock: str
    two_sided: bool
    slots: tuple[Slot, ...]
    glued: bool
    shared: frozenset[int]
    """Which of the slots, by their place in the row, share their cuts with those that touch them."""
    title: str


class _Seats(NamedTuple):
    """A pattern: where trims lie, row by row, and whether pieces are turned by a quarter."""

    boxes: tuple[Rect, ...]
    turned: bool
    gap: float


def groups_of(
    components: Iterable[Component], asks: CuttingOptions, backs: bool, together: bool = False
) -> list[Group]:
    """Return the components that lie together, one stock after the other, larger pieces first.

    `backs` says whether anything is printed behind a front, `together` that all tokens of a stock are nested.
    """
    components = [c for c in flattened_out(components) if c.total]
    nesting = {
        (c.paper, backs and c.sides) for c in components if is_nested([c]) or (together and is_packed(c))
    }
    places: dict[str, int] = {}
    found: dict[tuple[object, ...], list[Component]] = {}
    for c in components:
        places.setdefault(c.paper, len(places))
        alike: tuple[object, ...] = (c.paper, backs and c.sides, c.shape, c.size, corner_of(c), c.layout)
        if alike[:2] in nesting and is_packed(c):
            alike = (*alike[:2], "nest")
        found.setdefault(alike, []).append(c)
    groups = []
    for own in found.values():
        first = own[0]
        shared = (
            first.shape == "rect"
            and not first.nicked
            and (asks.shared == "always" or (asks.shared == "square" and not corner_of(first)))
        )
        bleed = min(asks.bleed, *(c.bleed for c in own))
        gap = 0.0 if shared or first.layout in ("shared", "straight") else asks.gap
        two_sided, glued = backs and first.sides != "front", first.sides not in ("front", "duplex")
        nested = (first.paper, backs and first.sides) in nesting and is_packed(first)
        groups.append(
            Group(tuple(own), two_sided, shared and not nested, gap, bleed, two_sided and glued, nested)
        )
    return sorted(
        groups,
        key=lambda g: (
            places[g.first.paper],
            not g.two_sided,
            g.glued,
            -g.first.size.width * g.first.size.height,
        ),
    )


def corner_of(component: Component) -> float:
    """Return the radius of its corners; that of a round piece is half its width."""
    size = component.size
    if component.shape == "round":
        return size.width / 2
    return min(component.corner, size.width / 2, size.height / 2)


def sheets_of(groups: Sequence[Group], field: Bed) -> tuple[list[CutSheet], list[Component]]:
    """Return the sheets in the order in which they are cut, and the components that are too large for any."""
    open_sheets: list[_FilledSheet] = []
    open_nests: list[CutSheet] = []
    too_large: list[Component] = []
    whole_field = field
    for group in groups:
        pieces = group.pieces
        field = whole_field.with_targets() if group.glued else whole_field
        if group.nested:
            nested, rest = _nested(group, field)
            open_nests += nested
            too_large += [c for c in group.components if any(piece.component is c for piece in rest)]
            continue
        tight = best_seats(group, field, _MANY, field.room)
        if tight is None:
            too_large += group.components
            continue
        start = 0
        for sheet in open_sheets:
            start += sheet.take(group, pieces, start, field, len(tight.boxes))
        whole = best_seats(group, field, max(1, len(pieces) - start), field.room) or tight
        while start < len(pieces):
            here = pieces[start : start + len(whole.boxes)]
            sheet = _FilledSheet(group.first.paper, group.two_sided, group.glued)
            sheet.seat(group, here, whole, title_of(pieces, start, len(here)))
            open_sheets.append(sheet)
            start += len(here)
    done = [*(sheet.done(whole_field) for sheet in open_sheets), *open_nests]
    order = {(g.first.paper, g.two_sided, g.glued): n for n, g in reversed([*enumerate(groups)])}
    return sorted(done, key=lambda one: order[one.stock, one.two_sided, one.glued]), too_large


def _nested(group: Group, field: Bed) -> tuple[list[CutSheet], list[Piece]]:
    """Return sheets of pieces that lie where they find room, and the pieces that are too large."""
    sheets, rest = nest(
        group.pieces,
        field.room,
        lambda piece: min(group.bleed, piece.component.bleed),
        field.kept,
        group.gap / 2,
    )
    stock = group.first.paper
    return [
        CutSheet(stock, group.two_sided, slots, group.glued, frozenset(), ", ".join(titles))
        for slots in sheets
        for titles in [dict.fromkeys(slot.piece.component.title for slot in slots)]
    ], rest


class _FilledSheet:
    """A sheet that is being filled from the top."""

    def __init__(self, stock: str, two_sided: bool, glued: bool) -> None:
        self.stock, self.two_sided, self.glued = stock, two_sided, glued
        self.slots: list[Slot] = []
        self.shared: set[int] = set()
        self.bleeds: list[float] = []
        self.titles: list[str] = []

    def seat(self, group: Group, pieces: Sequence[Piece], seats: _Seats, title: str) -> None:
        """Put pieces on the first seats of a pattern."""
        for piece, box in zip(pieces, seats.boxes, strict=False):
            if group.shared:
                self.shared.add(len(self.slots))
            self.slots.append(Slot.front(piece, box.x, box.y, Edges(), seats.turned))
            self.bleeds.append(group.bleed)
        self.titles.append(title)

    def take(self, group: Group, pieces: Sequence[Piece], start: int, field: Bed, capacity: int) -> int:
        """Put pieces from `start` on below the others where that saves a sheet, and return how many.

        `capacity` is how many a sheet of their own has at most.
        """
        rest = pieces[start:]
        other = (group.first.paper, group.two_sided, group.glued)
        if (self.stock, self.two_sided, self.glued) != other or not rest:
            return 0
        apart = max(group.gap, 2 * max(group.bleed, *self.bleeds), 1.0)
        top = max(slot.trim.bottom for slot in self.slots) + apart
        below = Rect(field.room.x, top, field.room.width, field.room.bottom - top)
        seats = best_seats(group, field, len(rest), below)
        if seats is None:
            return 0
        taken = min(len(seats.boxes), len(rest))
        if math.ceil((len(rest) - taken) / capacity) == math.ceil(len(rest) / capacity):
            return 0
        self.seat(group, rest[:taken], seats, title_of(pieces, start, taken))
        return taken

    def done(self, field: Bed) -> CutSheet:
        """Return the sheet with as much art around each piece as there is room for."""
        bled = _bled(self.slots, self.bleeds, field)
        title = ", ".join(self.titles)
        return CutSheet(self.stock, self.two_sided, bled, self.glued, frozenset(self.shared), title)


# ---- patterns


def best_seats(group: Group, field: Bed, count: int, region: Rect) -> _Seats | None:
    """Return the seats with which so many pieces need the fewest sheets, as far apart as that allows; None for none.

    Pieces stay upright unless turning them saves a sheet.
    """
    size = group.first.size
    if group.first.shape == "hex":
        return _hexagons(group, field, count, region)
    best: tuple[int, _Seats] | None = None
    widest = group.gap if group.shared else max(group.gap, 2 * group.bleed)
    for gap in sorted({widest, group.gap + (widest - group.gap) / 2, group.gap}, reverse=True):
        for turned in (False, True) if size.width != size.height else (False,):
            cell = size.turned() if turned else size
            boxes = _pattern(cell, gap, field, region, group.first.shape == "round", count)
            if boxes:
                sheets = math.ceil(count / len(boxes))
                if best is None or sheets < best[0]:
                    best = (sheets, _Seats(boxes, turned, gap))
    return best[1] if best else None


def _hexagons(group: Group, field: Bed, count: int, region: Rect) -> _Seats | None:
    """Return the places of hexagons, as far apart as their number allows; apart from each other if nothing else is asked."""
    layout = group.first.layout or "gap"
    widest = max(group.gap, 2 * group.bleed) if layout == "gap" else 0.0
    if layout != "gap":  # what shares its cuts bleeds beyond the rim alone
        region = region.shrunk(Edges.all(group.bleed))
    tries = [
        (gap, seats)
        for gap in sorted({widest, group.gap}, reverse=True)
        if (seats := hexagons(group.first.size, layout, gap, region, count, field.clear))
    ]
    if not tries:
        return None
    gap, seats = min(tries, key=lambda one: math.ceil(count / len(one[1].boxes)))
    return _Seats(seats.boxes, seats.turned, gap)


def _pattern(cell: Size, gap: float, field: Bed, region: Rect, round_: bool, count: int) -> tuple[Rect, ...]:
    patterns = [_grid(cell, gap, field, region)]
    if round_:
        patterns.append(_honeycomb(cell, gap, field, region))
    # rows and columns where they hold all, because a hand finds its way in them
    return max(patterns, key=lambda boxes: min(len(boxes), count), default=())


def _grid(cell: Size, gap: float, field: Bed, region: Rect) -> tuple[Rect, ...]:
    """Return the most trims in rows and columns that are clear of the marks.

    They lie in the middle of the region, unless more fit beside the corners of marks. Whole grids are preferred.
    """
    columns = math.floor((region.width + gap) / (cell.width + gap) + _EPS)
    rows = math.floor((region.height + gap) / (cell.height + gap) + _EPS)
    best: tuple[tuple[int, int], tuple[Rect, ...]] = ((0, 0), ())
    for across in range(columns, 0, -1):
        for down in range(rows, 0, -1):
            if (across * down, -across * down) <= best[0]:
                break
            block = Size(across * (cell.width + gap) - gap, down * (cell.height + gap) - gap)
            for x, y in _places(block, field, region):
                some = tuple(
                    box
                    for row in range(down)
                    for column in range(across)
                    if field.clear(
                        box := Rect(
                            x + column * (cell.width + gap),
                            y + row * (cell.height + gap),
                            cell.width,
                            cell.height,
                        )
                    )
                )
                best = max(best, ((len(some), -across * down), some), key=lambda one: one[0])
                if len(some) == across * down:
                    break
    return best[1]


def _places(block: Size, field: Bed, region: Rect) -> list[tuple[float, float]]:
    """Return where a block may begin: in the middle of a region, at its edges, beside the corners of marks."""
    xs = [region.x + (region.width - block.width) / 2, region.x, region.right - block.width]
    ys = [region.y + (region.height - block.height) / 2, region.y, region.bottom - block.height]
    for corner in field.kept:
        xs += [corner.right, corner.x - block.width]
        ys += [corner.bottom, corner.y - block.height]
    xs = [x for x in dict.fromkeys(xs) if x >= region.x - _EPS and x + block.width <= region.right + _EPS]
    ys = [y for y in dict.fromkeys(ys) if y >= region.y - _EPS and y + block.height <= region.bottom + _EPS]
    return [(x, y) for x in xs for y in ys]


def _honeycomb(cell: Size, gap: float, field: Bed, region: Rect) -> tuple[Rect, ...]:
    """Return rounds in rows of n, n - 1, n …, each in the gaps of the row above."""
    across = cell.width
    pitch = across + gap
    full = math.floor((region.width + gap) / pitch + _EPS)
    if full < 2 or region.height < across:
        return ()
    step = pitch * math.sqrt(3) / 2
    rows = math.floor((region.height - across) / step + _EPS) + 1
    top = region.y + (region.height - (rows - 1) * step - across) / 2
    found = []
    for row in range(rows):
        seats = full - row % 2
        left = region.x + (region.width - seats * pitch + gap) / 2
        for seat in range(seats):
            box = Rect(left + seat * pitch, top + row * step, across, across)
            if field.clear(box):
                found.append(box)
    return tuple(found)


# ---- bleed


def _bled(slots: Sequence[Slot], bleeds: Sequence[float], field: Bed) -> tuple[Slot, ...]:
    """Return the slots with as much bleed as their neighbours, the marks and the printer leave on each side."""
    printable = field.printed
    done = []
    for number, (slot, bleed) in enumerate(zip(slots, bleeds, strict=True)):
        others = [other for n, other in enumerate(slots) if n != number]
        free = _free(slot, bleed, others, field.kept)
        trim = slot.trim
        edges = Edges(
            min(free.left, trim.x - printable.x),
            min(free.top, trim.y - printable.y),
            min(free.right, printable.right - trim.right),
            min(free.bottom, printable.bottom - trim.bottom),
        )
        if not slot.plain:  # its neighbours lie over its bleed
            ends = (trim.x - printable.x, trim.y - printable.y, printable.right - trim.right)
            edges = Edges.all(min(bleed, *ends, printable.bottom - trim.bottom))
        if slot.round:
            edges = Edges.all(min(edges))
        done.append(slot._replace(bleed=Edges(*(max(0.0, edge) for edge in edges))))
    return tuple(done)


def _free(slot: Slot, bleed: float, others: Iterable[Slot], kept: Iterable[Rect]) -> Edges:
    """Return how far art may run on each side: half the way to another piece, all the way to a mark's corner."""
    trim = slot.trim
    obstacles = [(corner, 1.0) for corner in kept]
    left = top = right = bottom = bleed
    for other in others:
        if slot.round and other.round and other.trim.width == trim.width:  # they meet between their middles
            far = math.dist((trim.x, trim.y), (other.x, other.y)) - trim.width
            left, top, right, bottom = (min(side, far / 2) for side in (left, top, right, bottom))
        else:
            obstacles.append((other.trim, 0.5))
    for box, share in obstacles:
        beside = box.y < trim.bottom + bleed - _EPS and box.bottom > trim.y - bleed + _EPS
        level = box.x < trim.right + bleed - _EPS and box.right > trim.x - bleed + _EPS
        if beside and box.right <= trim.x + _EPS:
            left = min(left, (trim.x - box.right) * share)
        elif beside and box.x >= trim.right - _EPS:
            right = min(right, (box.x - trim.right) * share)
        elif level and box.bottom <= trim.y + _EPS:
            top = min(top, (trim.y - box.bottom) * share)
        elif level and box.y >= trim.bottom - _EPS:
            bottom = min(bottom, (box.y - trim.bottom) * share)
    return Edges(left, top, right, bottom)


def bounds(slots: Iterable[Slot]) -> Rect:
    """Return the smallest box around the trims."""
    return around([slot.trim for slot in slots])
