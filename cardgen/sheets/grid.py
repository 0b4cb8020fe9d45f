"""Cards and tiles in rows and columns: the grid that fits most, shared cuts, crop marks, cut numbers."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple

from cardgen.base.units import Size
from cardgen.sheets.guides import Crop, CutNumber, Guide, Hint
from cardgen.sheets.paper import Box, Edges, Sheet, around
from cardgen.sheets.plan import Piece, Slot

OFF_BLEED = 0.5  # crop marks start this far outside the bleed
OFF_TRIM = 1.0  # and this far outside a trim that has no bleed
SHORTEST, LONGEST = 2.0, 3.0  # length of a crop mark
NUMBERED = 4.0  # length of a crop mark that carries a cut number

_EPS = 1e-6


class Grid(NamedTuple):
    """Where the cells of a full page are: trims of `cell` mm from (x, y), `gutter` apart."""

    sheet: Sheet
    columns: int
    rows: int
    x: float
    y: float
    cell: Size
    gutter: float
    bleed: float
    turned: bool

    @property
    def capacity(self) -> int:
        """How many pieces fit on a page."""
        return self.columns * self.rows

    def trim(self, column: int, row: int) -> Box:
        """Return the trim of one cell."""
        return Box(
            self.x + column * (self.cell.width + self.gutter),
            self.y + row * (self.cell.height + self.gutter),
            self.cell.width,
            self.cell.height,
        )


def _room(bleed: float) -> Edges:
    """What must stay free around the trims for bleed, marks and, without bleed, numbers and a hint."""
    if bleed:
        return Edges.all(bleed + OFF_BLEED + SHORTEST)
    return Edges(OFF_TRIM + NUMBERED + 0.5, OFF_TRIM + NUMBERED + 4.5, OFF_TRIM + NUMBERED + 0.5, 13.5)


def _fit(sheet: Sheet, cell: Size, bleed: float, gutter: float, turned: bool) -> Grid | None:
    field, room = sheet.field, _room(bleed)
    columns = math.floor((field.width - room.left - room.right + gutter) / (cell.width + gutter) + _EPS)
    rows = math.floor((field.height - room.top - room.bottom + gutter) / (cell.height + gutter) + _EPS)
    if columns < 1 or rows < 1:
        return None
    width = columns * (cell.width + gutter) - gutter
    height = rows * (cell.height + gutter) - gutter
    # Centred on the page, so that a mirrored back needs no numbers of its own; pushed up only for a hint.
    y = max(min((sheet.height - height) / 2, field.bottom - room.bottom - height), field.y + room.top)
    return Grid(sheet, columns, rows, (sheet.width - width) / 2, y, cell, gutter, bleed, turned)


def best_grid(size: Size, bleed: float, gutter: float, paper: Size, total: int) -> Grid | None:
    """Return the grid that needs the fewest pages for `total` pieces; None when not even one fits.

    The page stays upright and the pieces unturned unless turning one or the other saves a page.
    """
    upright = Sheet.portrait(paper)
    found: list[tuple[tuple[int, int], Grid]] = []
    for order, (sheet, turned) in enumerate(
        ((upright, False), (upright, True), (upright.turned(), False), (upright.turned(), True))
    ):
        grid = _fit(sheet, size.turned() if turned else size, bleed, gutter, turned)
        if grid:
            found.append(((-(-total // grid.capacity), order), grid))
    return min(found, key=lambda entry: entry[0])[1] if found else None


def fill(grid: Grid, pieces: Sequence[Piece]) -> tuple[Slot, ...]:
    """Return the fronts of one page, row by row; art runs into the bleed only where no neighbour is."""
    count = len(pieces)
    slots = []
    for i, piece in enumerate(pieces):
        row, column = divmod(i, grid.columns)
        trim = grid.trim(column, row)
        shared = min(grid.bleed, grid.gutter / 2)
        bleed = Edges(
            left=shared if column else grid.bleed,
            top=shared if row else grid.bleed,
            right=shared if column + 1 < grid.columns and i + 1 < count else grid.bleed,
            bottom=shared if i + grid.columns < count else grid.bleed,
        )
        size = piece.component.size
        slots.append(
            Slot(
                piece,
                "front",
                trim.x,
                trim.y,
                trim.width,
                trim.height,
                270 if grid.turned else 0,
                bleed,
                Box(0, 0, size.width, size.height),
            )
        )
    return tuple(slots)


def cut_lines(slots: Sequence[Slot]) -> tuple[list[float], list[float]]:
    """Return the x of every vertical and the y of every horizontal cut, each once."""
    xs = {round(v, 4) for s in slots for v in (s.trim.x, s.trim.right)}
    ys = {round(v, 4) for s in slots for v in (s.trim.y, s.trim.bottom)}
    return sorted(xs), sorted(ys)


def crop_marks(slots: Sequence[Slot], field: Box, off: float, longest: float = LONGEST) -> list[Crop]:
    """Return crop marks around a block of slots: at its outer edges only, never through art.

    They start `off` outside the outermost trims and are as long as the field allows, at most `longest`.
    """
    xs, ys = cut_lines(slots)
    block = around([s.trim for s in slots])
    up = min(longest, block.y - off - field.y)
    down = min(longest, field.bottom - block.bottom - off)
    left = min(longest, block.x - off - field.x)
    right = min(longest, field.right - block.right - off)
    marks = [Crop(x, block.y - off - up, x, block.y - off) for x in xs]
    marks += [Crop(x, block.bottom + off, x, block.bottom + off + down) for x in xs]
    marks += [Crop(block.x - off - left, y, block.x - off, y) for y in ys]
    marks += [Crop(block.right + off, y, block.right + off + right, y) for y in ys]
    return marks


def marks_with_bleed(grid: Grid, slots: Sequence[Slot]) -> tuple[Guide, ...]:
    """Return the crop marks of a sheet with bleed."""
    return tuple(crop_marks(slots, grid.sheet.field, grid.bleed + OFF_BLEED))


def marks_without_bleed(grid: Grid, slots: Sequence[Slot], what: str) -> tuple[Guide, ...]:
    """Return marks with cut numbers, long cuts first, and the sentence that explains them."""
    xs, ys = cut_lines(slots)
    block = around([s.trim for s in slots])
    guides: list[Guide] = list(crop_marks(slots, grid.sheet.field, OFF_TRIM, NUMBERED))
    guides += [CutNumber(x, block.y - 7, n) for n, x in enumerate(xs, 1)]
    guides += [CutNumber(block.x - 3.6, y - 2.4, n, 1.5) for n, y in enumerate(ys, len(xs) + 1)]
    first, last = len(xs), len(xs) + len(ys)
    guides.append(
        Hint(
            grid.sheet.left - 0.2,
            block.bottom + 5.6,
            min(160.0, grid.sheet.right - grid.sheet.left),
            "cut",
            f"Every line is shared: one cut serves two {what}. **Cut 1 to {first}** from top to bottom, "
            f"**then {first + 1} to {last}** across each strip.",
        )
    )
    return tuple(guides)
