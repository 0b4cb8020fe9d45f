"""The gutterfold: fronts and backs side by side, folded between them and glued, for one-sided printers."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple

from cardgen.base.units import Size
from cardgen.sheets.backs import flip
from cardgen.sheets.grid import OFF_BLEED, crop_marks
from cardgen.sheets.guides import CutNumber, Fold, Guide, Hint
from cardgen.sheets.paper import Box, Edges, Sheet
from cardgen.sheets.plan import Piece, Slot

GUTTER = 6.0  # from the fold to the trim: the bleed and 3 mm of white that is glued and cut off
ABOVE, BELOW = 9.0, 14.0  # room for triangles, marks and numbers above, for the four steps below
OUTER = 6.0  # bleed, mark and cut number beside the outermost trim
REACH = 3.5  # the fold line runs this far beyond the bleed

_EPS = 1e-6


class FoldGrid(NamedTuple):
    """Where the fronts of a full page are; the backs are their mirror image about the fold."""

    sheet: Sheet
    columns: int
    rows: int
    x: float
    y: float
    cell: Size
    bleed: float
    turned: bool

    @property
    def capacity(self) -> int:
        """How many pairs fit on a page."""
        return self.columns * self.rows


def fold_grid(size: Size, bleed: float, paper: Size, total: int) -> FoldGrid | None:
    """Return the grid of pairs that needs the fewest pages; None when no pair fits beside a fold.

    Cards lie on their side, tops outwards, unless upright ones save a page: folded, both faces stand
    upright.
    """
    found: list[tuple[tuple[int, int], FoldGrid]] = []
    upright = Sheet.portrait(paper)
    for order, (sheet, turned) in enumerate(
        ((upright, True), (upright, False), (upright.turned(), False), (upright.turned(), True))
    ):
        cell = size.turned() if turned else size
        field = sheet.field
        gutter = max(GUTTER, bleed + 3)
        columns = math.floor((field.width / 2 - gutter - OUTER) / cell.width + _EPS)
        rows = math.floor((field.height - ABOVE - BELOW) / cell.height + _EPS)
        if columns < 1 or rows < 1:
            continue
        x = sheet.axis - gutter - columns * cell.width
        y = field.y + ABOVE
        grid = FoldGrid(sheet, columns, rows, x, y, cell, bleed, turned)
        found.append(((-(-total // grid.capacity), order), grid))
    return min(found, key=lambda entry: entry[0])[1] if found else None


def fold_page(grid: FoldGrid, pieces: Sequence[Piece]) -> tuple[tuple[Slot, ...], tuple[Guide, ...], int]:
    """Return the slots of one page (fronts left of the fold, backs right), its guides and its cuts."""
    count, b = len(pieces), grid.bleed
    columns = min(grid.columns, count)
    fronts = []
    for i, piece in enumerate(pieces):
        row, across = divmod(i, columns)
        column = grid.columns - columns + across  # a single column stands beside the fold
        size = piece.component.size
        bleed = Edges(
            left=0 if across else b,
            top=0 if row else b,
            right=0 if across + 1 < columns and i + 1 < count else b,
            bottom=0 if i + columns < count else b,
        )
        fronts.append(
            Slot(
                piece,
                "front",
                grid.x + column * grid.cell.width,
                grid.y + row * grid.cell.height,
                grid.cell.width,
                grid.cell.height,
                270 if grid.turned else 0,
                bleed,
                Box(0, 0, size.width, size.height),
            )
        )
    backs = [flip(s, grid.sheet, "vertical") for s in fronts if s.piece.has_back]
    slots = (*fronts, *backs)
    guides, cuts = _guides(grid, fronts, slots)
    return slots, guides, cuts


def _guides(grid: FoldGrid, fronts: Sequence[Slot], slots: Sequence[Slot]) -> tuple[tuple[Guide, ...], int]:
    sheet, b = grid.sheet, grid.bleed
    inner = max(s.trim.right for s in fronts)
    outer = min(s.trim.x for s in fronts)
    top, bottom = grid.y, max(s.trim.bottom for s in fronts)
    strip = Box(inner + b, top - b, 2 * (sheet.axis - inner - b), bottom - top + 2 * b)
    guides: list[Guide] = [Fold(strip, REACH)]
    guides += crop_marks(slots, _field(sheet), b + OFF_BLEED)
    xs = sorted({round(v, 4) for s in fronts for v in (s.trim.x, s.trim.right)}, reverse=True)
    for number, x in enumerate(xs, 1):
        nudge = 2.8 if x == round(outer, 4) else -2.8
        guides.append(CutNumber(x + nudge, top - b - 2, number))
    ys = sorted({round(v, 4) for s in fronts for v in (s.trim.y, s.trim.bottom)})
    for number, y in enumerate(ys, len(xs) + 1):
        guides.append(CutNumber(outer - b - 1.7, y - 1.6, number, 1.2, disc=False))
    last = len(xs) + len(ys)
    return (*guides, *_steps(sheet, len(xs), last)), last


def _field(sheet: Sheet) -> Box:
    """Return the field, kept free of the four steps above the footer."""
    field = sheet.field
    return field._replace(height=field.height - 7.4)


def _steps(sheet: Sheet, down: int, last: int) -> tuple[Hint, ...]:
    steps = [
        ("fold", "**Fold** on the line, pictures outside"),
        ("glue", "**Glue** the whole inside, press"),
        ("cut", f"**Cut 1 {'and' if down == 2 else 'to'} {down}**, top to bottom"),
        ("cut", f"**Then {down + 1} to {last}**, across"),
    ]
    span = sheet.right - sheet.left
    starts = (0.0, 50 / 189, 100 / 189, 149 / 189)
    ends = (
        49 / 189,
        92 / 189,
        148 / 189,
        1.0,
    )  # the tip of the fold line stands between the second and third
    return tuple(
        Hint(
            sheet.left + starts[i] * span - 0.2,
            sheet.field.bottom - 6.4,
            (ends[i] - starts[i]) * span,
            icon,
            words,
        )
        for i, (icon, words) in enumerate(steps)
    )
