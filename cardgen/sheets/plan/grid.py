"""Pieces of one size in rows and columns: where they lie, how far they bleed, where one cuts, and the marks for it.

Every layout of rectangles goes through here, on a plain sheet, beside a fold and under a heading of tokens;
they differ only in the region of the page that they give away, and in what they say about the cuts.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import zip_longest
from typing import NamedTuple, TypeAlias

from cardgen.base.language import noted, tr
from cardgen.base.units import Size
from cardgen.sheets.marks.kinds import Crop, CutNumber, Hint, Mark
from cardgen.sheets.paper import STRIP_PAPER, Edges, PageRoom, Rect, Sheet, SheetSettings, around
from cardgen.sheets.plan.pageplan import PagePlan, Piece, Slot, title_of

OFF_BLEED = 0.5  # crop marks start this far outside the bleed
SHORTEST, LONGEST = 2.0, 3.0  # length of a crop mark
ON_ART = 0.6  # where there is no room beyond the bleed they stand on it, this far outside the trim
LEAST = ON_ART + SHORTEST  # what a mark needs beside a trim
OFF_TRIM = 1.0  # crop marks start this far outside a trim that has no bleed
NUMBERED = 4.0  # length of a crop mark that carries a cut number
_BESIDE = OFF_TRIM + NUMBERED + 0.5
_CALLED = {"tiles": noted("tiles"), "decks": noted("cards")}
_PIECES = noted("pieces")

_EPS = 1e-6


class PageGrid(NamedTuple):
    """Rows and columns of cells from (x, y): trims of `cell` mm, `gutter` apart, with art `bleed` beyond them."""

    x: float
    y: float
    columns: int
    rows: int
    cell: Size
    bleed: float
    gutter: float
    turned: bool

    @classmethod
    def filling(
        cls, region: Rect, size: Size, bleed: float, gutter: float = 0.0, turned: bool = False
    ) -> PageGrid | None:
        """Return the most trims that fit a region of the page, from its upper left; None when not even one fits.

        Bleed and marks stand around the region, see `margin`.
        """
        cell = size.turned() if turned else size
        columns = math.floor((region.width + gutter) / (cell.width + gutter) + _EPS)
        rows = math.floor((region.height + gutter) / (cell.height + gutter) + _EPS)
        if columns < 1 or rows < 1:
            return None
        return cls(region.x, region.y, columns, rows, cell, bleed, gutter, turned)

    @property
    def capacity(self) -> int:
        return self.columns * self.rows

    @property
    def width(self) -> float:
        """From the first trim to the last in a row."""
        return self.columns * (self.cell.width + self.gutter) - self.gutter

    @property
    def height(self) -> float:
        """From the first trim to the last in a column."""
        return self.rows * (self.cell.height + self.gutter) - self.gutter

    def narrowed(self, count: int) -> PageGrid:
        """Return the grid without the columns that so few pieces leave empty."""
        return self._replace(columns=min(self.columns, count))

    def fill(self, pieces: Sequence[Piece], field: Rect | None = None) -> tuple[Slot, ...]:
        """Return the fronts of one page, row by row; art runs into the whole bleed only where no neighbour is.

        No bleed goes beyond the `field`. Pieces of the same size lying the other way are turned.
        """
        count = len(pieces)
        shared = min(self.bleed, self.gutter / 2)
        slots = []
        for i, piece in enumerate(pieces):
            row, column = divmod(i, self.columns)
            bleed = Edges(
                left=shared if column else self.bleed,
                top=shared if row else self.bleed,
                right=shared if column + 1 < self.columns and i + 1 < count else self.bleed,
                bottom=shared if i + self.columns < count else self.bleed,
            )
            x = self.x + column * (self.cell.width + self.gutter)
            y = self.y + row * (self.cell.height + self.gutter)
            if field:
                beyond = Rect(x, y, self.cell.width, self.cell.height)
                ends = (
                    beyond.x - field.x,
                    beyond.y - field.y,
                    field.right - beyond.right,
                    field.bottom - beyond.bottom,
                )
                bleed = Edges(*map(min, bleed, ends))
            turned = self.turned
            if piece.component.size != self.size:
                turned = not turned
            slots.append(Slot.front(piece, x, y, bleed, turned))
        return tuple(slots)

    @property
    def size(self) -> Size:
        """The size of the pieces for which the grid was made, as they are designed."""
        return self.cell.turned() if self.turned else self.cell

    def paged(self, pieces: Sequence[Piece]) -> Iterator[tuple[Sequence[Piece], str]]:
        """Yield what comes on each page, and its title."""
        for start in range(0, len(pieces), self.capacity):
            some = pieces[start : start + self.capacity]
            yield some, title_of(pieces, start, len(some))


def margin(bleed: float) -> float:
    """Return what must stay free around the trims for their bleed and a crop mark."""
    return bleed + OFF_BLEED + SHORTEST


def cut_lines(slots: Iterable[Slot]) -> tuple[list[float], list[float]]:
    """Return the x of every vertical and the y of every horizontal cut, each once."""
    trims = [slot.trim for slot in slots]
    xs = {round(x, 4) for trim in trims for x in (trim.x, trim.right)}
    ys = {round(y, 4) for trim in trims for y in (trim.y, trim.bottom)}
    return sorted(xs), sorted(ys)


def crop_marks(slots: Sequence[Slot], region: Rect, off: float, longest: float = LONGEST) -> tuple[Crop, ...]:
    """Return crop marks around a block of slots: at its outer edges only, never through a trim.

    They start `off` outside the outermost trims and are as long as the region allows, at most `longest`; where it has
    no room for a short one, they stand on the bleed.
    """
    xs, ys = cut_lines(slots)
    block = around([s.trim for s in slots])

    def reach(room: float) -> tuple[float, float, bool]:
        """Return where marks begin and end, in mm from the trim, and whether they stand on art."""
        on_art = room - off < SHORTEST - _EPS
        start = min(off, ON_ART) if on_art else off
        return start, min(start + longest, max(room, start)), on_art and off > ON_ART

    marks: list[Crop] = []
    start, end, on_art = reach(block.y - region.y)
    marks += [Crop(x, block.y - end, x, block.y - start, on_art) for x in xs]
    start, end, on_art = reach(region.bottom - block.bottom)
    marks += [Crop(x, block.bottom + start, x, block.bottom + end, on_art) for x in xs]
    start, end, on_art = reach(block.x - region.x)
    marks += [Crop(block.x - end, y, block.x - start, y, on_art) for y in ys]
    start, end, on_art = reach(region.right - block.right)
    marks += [Crop(block.right + start, y, block.right + end, y, on_art) for y in ys]
    return tuple(marks)


# ---- cards and tiles on plain sheets

Rooms: TypeAlias = Callable[[Sheet], Sequence[PageRoom]]
"""What pieces may take of a sheet: the rooms to try, the first of equals is taken."""


def usual_rooms(sheet: Sheet) -> tuple[PageRoom, ...]:
    """Return the room between header and footer, and the one between furniture at both sides if its lines fit."""
    return (sheet.room("bands"), *([sheet.room("sides")] if sheet.height >= STRIP_PAPER else ()))


def plain_pages(
    pieces: Sequence[Piece], settings: SheetSettings, rooms: Rooms = usual_rooms
) -> list[PagePlan] | None:
    """Return the fronts of pieces of one size on the fewest pages; None when not even one fits.

    All have the size of the first, or lie the other way. The page stays upright, its furniture above and below and
    the pieces unturned unless changing one of them saves a page. Whoever needs other margins gives `rooms` of its own,
    for instance `lambda sheet: [Room(Box(20, 20, sheet.width - 40, sheet.height - 40))]` for a plotter, and with
    `marks=False` in the settings nothing but pieces stands in them.
    """
    first = pieces[0].component
    size, bleed, gutter = first.size, first.bleed, settings.gutter
    tries = [
        (sheet, room, turned, _centred(sheet, room, size, bleed, gutter, turned))
        for sheet, room in _both_ways(settings.paper, rooms)
        for turned in (False, True)
    ]
    fitting = [(sheet, room, grid) for sheet, room, _, grid in tries if grid]
    if not fitting:
        return None
    sheet, room, grid = min(fitting, key=lambda found: -(-len(pieces) // found[2].capacity))
    return [_page(sheet, room, grid, some, title, settings) for some, title in grid.paged(pieces)]


def _both_ways(paper: Size, rooms: Rooms) -> list[tuple[Sheet, PageRoom]]:
    """Return all rooms of the paper, those of one kind upright and then on their side."""
    both = [[(sheet, room) for room in rooms(sheet)] for sheet in Sheet.both_ways(paper)]
    return [found for pair in zip_longest(*both) for found in pair if found]


def _page(
    sheet: Sheet, room: PageRoom, grid: PageGrid, pieces: Sequence[Piece], title: str, settings: SheetSettings
) -> PagePlan:
    slots = grid.fill(pieces, room.field)
    marks: tuple[Mark, ...] = ()
    if settings.marks and _numbered(room, grid):
        marks = _numbered_marks(sheet, slots, _called(pieces))
    elif settings.marks:
        marks = crop_marks(slots, room.field, grid.bleed + OFF_BLEED)
    cuts = sum(map(len, cut_lines(slots)))
    return PagePlan("cards", "single", sheet, title, slots, marks, cuts, furniture=room.furniture)


def _numbered(room: PageRoom, grid: PageGrid) -> bool:
    """Say whether the cuts are numbered: where pieces share every line and there is room for it."""
    return not (grid.bleed or grid.gutter or room.low)


def _called(pieces: Sequence[Piece]) -> str:
    kinds = {piece.component.kind for piece in pieces}
    return _CALLED.get(kinds.pop(), _PIECES) if len(kinds) == 1 else _PIECES


def _centred(
    sheet: Sheet, room: PageRoom, size: Size, bleed: float, gutter: float, turned: bool
) -> PageGrid | None:
    """Return the grid centred on the page, so that a mirrored back needs no numbers of its own."""
    if not (bleed or gutter or room.low):  # the marks are numbered, and a hint stands below
        free = Edges(_BESIDE, _BESIDE + 4, _BESIDE, 13.5)
    else:
        across, down = (LEAST if tight else max(LEAST, margin(bleed)) for tight in (room.narrow, room.low))
        free = Edges(across, down, across, down)
    region = room.field.shrunk(free)
    grid = PageGrid.filling(region, size, bleed, gutter, turned)
    if grid is None:
        return None
    y = min((sheet.height - grid.height) / 2, region.bottom - grid.height)  # pushed up only for a hint
    x = min(max((sheet.width - grid.width) / 2, region.x), region.right - grid.width)
    return grid._replace(x=x, y=max(y, region.y))


def _numbered_marks(sheet: Sheet, slots: Sequence[Slot], what: str) -> tuple[Mark, ...]:
    """Return marks with cut numbers, long cuts first, and the sentence that explains them."""
    xs, ys = cut_lines(slots)
    block = around([s.trim for s in slots])
    first, last = len(xs), len(xs) + len(ys)
    words = tr(
        "Every line is shared: one cut serves two {what}. **Cut 1 to {first}** from top to bottom, "
        "**then {next} to {last}** across each strip.",
        what=tr(what),
        first=first,
        next=first + 1,
        last=last,
    )
    wide = min(160.0, sheet.right - sheet.left)
    return (
        *crop_marks(slots, sheet.field, OFF_TRIM, NUMBERED),
        *(CutNumber(x, block.y - 7, n) for n, x in enumerate(xs, 1)),
        *(CutNumber(block.x - 3.6, y - 2.4, n, 1.5) for n, y in enumerate(ys, first + 1)),
        Hint(sheet.left - 0.2, block.bottom + 5.6, wide, "cut", words),
    )
