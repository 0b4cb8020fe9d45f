"""Pieces of one size in rows and columns: where they lie, how far they bleed, where one cuts, and the marks for it.

Every layout of rectangles goes through here, on a plain sheet, beside a fold and under a heading of tokens;
they differ only in the region of the page that they give away, and in what they say about the cuts.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from cardgen.base.tongue import noted, tr
from cardgen.base.units import Size
from cardgen.sheets.marks.kinds import Crop, CutNumber, Hint, Mark
from cardgen.sheets.paper import Box, Edges, Sheet, SheetSettings, around
from cardgen.sheets.plan.pageplan import PagePlan, Piece, Slot, title_of

OFF_BLEED = 0.5  # crop marks start this far outside the bleed
SHORTEST, LONGEST = 2.0, 3.0  # length of a crop mark
OFF_TRIM = 1.0  # crop marks start this far outside a trim that has no bleed
NUMBERED = 4.0  # length of a crop mark that carries a cut number
_BESIDE = OFF_TRIM + NUMBERED + 0.5
_CALLED = {"tiles": noted("tiles"), "decks": noted("cards")}

_EPS = 1e-6


class Grid(NamedTuple):
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
        cls, region: Box, size: Size, bleed: float, gutter: float = 0.0, turned: bool = False
    ) -> Grid | None:
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
        """How many pieces fit on a page."""
        return self.columns * self.rows

    @property
    def width(self) -> float:
        """From the first trim to the last in a row."""
        return self.columns * (self.cell.width + self.gutter) - self.gutter

    @property
    def height(self) -> float:
        """From the first trim to the last in a column."""
        return self.rows * (self.cell.height + self.gutter) - self.gutter

    def narrowed(self, count: int) -> Grid:
        """Return the grid without the columns that so few pieces leave empty."""
        return self._replace(columns=min(self.columns, count))

    def fill(self, pieces: Sequence[Piece]) -> tuple[Slot, ...]:
        """Return the fronts of one page, row by row; art runs into the whole bleed only where no neighbour is."""
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
            slots.append(Slot.front(piece, x, y, bleed, self.turned))
        return tuple(slots)

    def paged(self, pieces: Sequence[Piece]) -> Iterator[tuple[Sequence[Piece], str]]:
        """Yield what comes on each page, and its title."""
        for start in range(0, len(pieces), self.capacity):
            some = pieces[start : start + self.capacity]
            yield some, title_of(pieces, start, len(some))


def fewest_pages(tries: Iterable[tuple[Sheet, Grid | None]], total: int) -> tuple[Sheet, Grid] | None:
    """Return the sheet and grid that need the fewest pages, the first of equals; None when nothing fits."""
    fitting = ((sheet, grid) for sheet, grid in tries if grid)
    return min(fitting, key=lambda found: -(-total // found[1].capacity), default=None)


def margin(bleed: float) -> float:
    """Return what must stay free around the trims for their bleed and a crop mark."""
    return bleed + OFF_BLEED + SHORTEST


def cut_lines(slots: Iterable[Slot]) -> tuple[list[float], list[float]]:
    """Return the x of every vertical and the y of every horizontal cut, each once."""
    trims = [slot.trim for slot in slots]
    xs = {round(x, 4) for trim in trims for x in (trim.x, trim.right)}
    ys = {round(y, 4) for trim in trims for y in (trim.y, trim.bottom)}
    return sorted(xs), sorted(ys)


def crop_marks(slots: Sequence[Slot], region: Box, off: float, longest: float = LONGEST) -> tuple[Crop, ...]:
    """Return crop marks around a block of slots: at its outer edges only, never through art.

    They start `off` outside the outermost trims and are as long as the region allows, at most `longest`.
    """
    xs, ys = cut_lines(slots)
    inner = around([s.trim for s in slots]).grown(Edges.all(off))
    up, left = min(longest, inner.y - region.y), min(longest, inner.x - region.x)
    down, right = min(longest, region.bottom - inner.bottom), min(longest, region.right - inner.right)
    return (
        *(Crop(x, inner.y - up, x, inner.y) for x in xs),
        *(Crop(x, inner.bottom, x, inner.bottom + down) for x in xs),
        *(Crop(inner.x - left, y, inner.x, y) for y in ys),
        *(Crop(inner.right, y, inner.right + right, y) for y in ys),
    )


# ---- cards and tiles on plain sheets


def plain_pages(pieces: Sequence[Piece], settings: SheetSettings) -> list[PagePlan] | None:
    """Return the fronts of pieces of one size on the fewest pages; None when not even one fits.

    The page stays upright and the pieces unturned unless turning one or the other saves a page.
    """
    first = pieces[0].component
    size, bleed, gutter = first.size, first.bleed, settings.gutter
    tries = (
        (sheet, _centred(sheet, size, bleed, gutter, turned))
        for sheet in Sheet.both_ways(settings.paper)
        for turned in (False, True)
    )
    found = fewest_pages(tries, len(pieces))
    if found is None:
        return None
    sheet, grid = found
    pages = []
    for some, title in grid.paged(pieces):
        slots = grid.fill(some)
        marks: tuple[Mark, ...] = ()
        if settings.marks and not bleed and not gutter:
            marks = _numbered_marks(sheet, slots, _CALLED.get(first.kind, noted("pieces")))
        elif settings.marks:
            marks = crop_marks(slots, sheet.field, bleed + OFF_BLEED)
        cuts = sum(map(len, cut_lines(slots)))
        pages.append(PagePlan("cards", "single", sheet, title, slots, marks, cuts))
    return pages


def _centred(sheet: Sheet, size: Size, bleed: float, gutter: float, turned: bool) -> Grid | None:
    """Return the grid centred on the page, so that a mirrored back needs no numbers of its own."""
    # Without bleed the marks are numbered, and a hint stands below.
    room = Edges.all(margin(bleed)) if bleed else Edges(_BESIDE, _BESIDE + 4, _BESIDE, 13.5)
    region = sheet.field.shrunk(room)
    grid = Grid.filling(region, size, bleed, gutter, turned)
    if grid is None:
        return None
    y = min((sheet.height - grid.height) / 2, region.bottom - grid.height)  # pushed up only for a hint
    return grid._replace(x=(sheet.width - grid.width) / 2, y=max(y, region.y))


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
