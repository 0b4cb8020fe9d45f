"""Boards and mats larger than the page: split into parts that are glued edge over edge.

A part carries a glue tab on its right and lower inner edges and is cut exactly on its left and upper
ones; there it is laid on the tab of its neighbour. Half diamonds at the ends of each split must close.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import NamedTuple

from cardgen.base.units import Size
from cardgen.sheets.grid import OFF_BLEED
from cardgen.sheets.guides import Assembly, Crop, Diamond, GlueTab, Guide, Scissors, Toward
from cardgen.sheets.paper import Box, Edges, Sheet
from cardgen.sheets.plan import Piece, Side, Slot

OVER = 4.0  # the art runs this far over a split under the next part …
TAB = 13.0  # … and the glue tab ends here
TAB_CORNER = 9.0
ABOVE, BELOW = 9.0, 8.0  # centres of the diamonds before and behind the part
MARGIN_SIDE = 18.0  # paper edge to trim, left and right: the tab, or the diamonds of a level split
MARGIN_OUTER = 12.0  # paper edge to trim where only bleed and crop mark stand
MARGIN_TOP = 28.0
MARGIN_BOTTOM = 54.0  # with a panel of 20 mm that explains the assembly
PANEL = 19.0  # trim to panel
FIRST = "Cut here first, edge to edge"
MOST = 36  # more parts than this are a mistake in the kit

_EPS = 1e-6

Measure = Callable[[Piece, Side, float, bool], float]
"""How much a split hurts: the mm of words it would cross at this place (x, or y when the flag is set)."""


class Split(NamedTuple):
    """Where a board is cut apart: trim edges in board mm, the board turned or not, on which page."""

    sheet: Sheet
    turned: bool
    columns: tuple[float, ...]
    rows: tuple[float, ...]

    @property
    def parts(self) -> int:
        """How many pages one side takes."""
        return (len(self.columns) - 1) * (len(self.rows) - 1)


def split(size: Size, bleed: float, paper: Size) -> Split | None:
    """Return the split with the fewest parts, even and unturned if it can be; None when it is hopeless."""
    found: list[tuple[tuple[int, int], Split]] = []
    upright = Sheet.portrait(paper)
    for order, (sheet, turned) in enumerate(
        ((upright, False), (upright, True), (upright.turned(), False), (upright.turned(), True))
    ):
        board = size.turned() if turned else size
        height = sheet.height - MARGIN_TOP - MARGIN_BOTTOM
        wide, level = sheet.width - 2 * MARGIN_OUTER, sheet.width - 2 * MARGIN_SIDE
        if min(height, level) < 40:
            continue
        rows = math.ceil(board.height / height - _EPS)
        columns = math.ceil(board.width / (level if rows > 1 or board.width > wide else wide) - _EPS)
        if columns * rows > MOST:
            continue
        grid = Split(sheet, turned, _even(board.width, columns), _even(board.height, rows))
        found.append(((columns * rows, order), grid))
    return min(found, key=lambda entry: entry[0])[1] if found else None


def _even(length: float, parts: int) -> tuple[float, ...]:
    return tuple(length * i / parts for i in range(parts + 1))


def kindest(cuts: Split, piece: Piece, side: Side, measure: Measure) -> Split:
    """Return the split moved by up to a tenth of a part where it then crosses fewer words."""
    level = cuts.sheet.width - 2 * MARGIN_SIDE
    tall = cuts.sheet.height - MARGIN_TOP - MARGIN_BOTTOM

    def move(edges: tuple[float, ...], most: float, across: bool) -> tuple[float, ...]:
        moved = list(edges)
        for i in range(1, len(edges) - 1):
            reach = (edges[i + 1] - edges[i]) / 10
            tries = sorted((k * reach / 8 for k in range(-8, 9)), key=abs)
            fitting = [
                edges[i] + d
                for d in tries
                if edges[i] + d - moved[i - 1] <= most + _EPS and edges[i + 1] - edges[i] - d <= most + _EPS
            ]
            if fitting:
                moved[i] = min(fitting, key=lambda at: measure(piece, side, at, across))
        return tuple(moved)

    if cuts.turned:  # the measure knows the board as designed, not as it lies on the page
        return cuts
    return Split(cuts.sheet, False, move(cuts.columns, level, False), move(cuts.rows, tall, True))


def part_page(
    cuts: Split, piece: Piece, side: Side, column: int, row: int
) -> tuple[Slot, tuple[Guide, ...], int]:
    """Return the slot of one part, the guides around it, and the number of straight cuts it takes."""
    sheet, size, bleed = cuts.sheet, piece.component.size, piece.component.bleed
    columns, rows = len(cuts.columns) - 1, len(cuts.rows) - 1
    left, right = cuts.columns[column], cuts.columns[column + 1]
    upper, lower = cuts.rows[row], cuts.rows[row + 1]
    width, height = right - left, lower - upper
    inner = Edges(float(column > 0), float(row > 0), float(column + 1 < columns), float(row + 1 < rows))
    # Outer parts stand at their outer edge, so that the tab has the rest of the page.
    if inner.left and not inner.right:
        x = sheet.width - (MARGIN_OUTER if rows == 1 else MARGIN_SIDE) - width
    elif not inner.left and inner.right:
        x = MARGIN_OUTER if rows == 1 else MARGIN_SIDE
    else:
        x = (sheet.width - width) / 2
    y = MARGIN_TOP
    trim = Box(x, y, width, height)
    art = Edges(bleed, bleed, OVER if inner.right else bleed, OVER if inner.bottom else bleed)
    slot = Slot(
        piece,
        side,
        x,
        y,
        width,
        height,
        270 if cuts.turned else 0,
        art,
        _window(cuts, size, left, upper, trim),
    )
    number = row * columns + column + 1
    guides: list[Guide] = [*_crops(trim, art, inner, sheet.field), *_tabs(trim, inner, number, columns)]
    guides += _diamonds(trim, inner)
    tall = min(30.0, sheet.field.bottom - trim.bottom - PANEL - 4)
    panel = Box(sheet.left, trim.bottom + PANEL, sheet.right - sheet.left, tall)
    guides.append(Assembly(panel, cuts.columns, cuts.rows, number, 270 if cuts.turned else 0))
    return slot, tuple(guides), 4


def _window(cuts: Split, size: Size, left: float, upper: float, trim: Box) -> Box:
    if not cuts.turned:
        return Box(left, upper, trim.width, trim.height)
    # Turned by 270 degrees the board's top looks left: page x is board y, page y runs against board x.
    return Box(size.width - upper - trim.height, left, trim.height, trim.width)


def _crops(trim: Box, art: Edges, inner: Edges, field: Box) -> list[Guide]:
    """Corner marks at outer corners; a long line above and below each split that is cut before gluing."""
    off, long = OFF_BLEED, 3.0
    guides: list[Guide] = []
    top, bottom = trim.y - art.top - off, trim.bottom + art.bottom + off
    left, right = trim.x - art.left - off, trim.right + art.right + off
    for x, cut_here, tab_here in ((trim.x, inner.left, 0.0), (trim.right, 0.0, inner.right)):
        if tab_here:
            continue
        guides.append(Crop(x, top - (15 - art.top - off if cut_here else long), x, top))
        if inner.bottom:
            guides.append(Crop(x, trim.bottom + TAB + off, x, trim.bottom + TAB + off + long))
        else:
            guides.append(Crop(x, bottom, x, bottom + (13 - art.bottom - off if cut_here else long)))
    for y, cut_here, tab_here in ((trim.y, inner.top, 0.0), (trim.bottom, 0.0, inner.bottom)):
        if tab_here:
            continue
        reach = 13 - off if cut_here else long
        if not inner.left or cut_here:
            guides.append(Crop(max(left - reach, field.x), y, left, y))
        if not inner.right:
            guides.append(Crop(right, y, min(right + reach, field.right), y))
    if inner.left:
        room = trim.x - 7 - 34 >= field.x
        guides.append(Scissors(trim.x - 7, trim.y - 11.5, words=FIRST if room else ""))
    if inner.top:
        guides.append(Scissors(trim.x - 11, trim.y - 6.5))
    return guides


def _tabs(trim: Box, inner: Edges, number: int, columns: int) -> list[Guide]:
    guides: list[Guide] = []
    wide = TAB - OVER
    if inner.right:
        box = Box(trim.right + OVER, trim.y, wide, trim.height)
        guides.append(GlueTab(box, "right", TAB_CORNER, f"Glue here, lay part {number + 1} on top"))
    if inner.bottom:
        box = Box(trim.x, trim.bottom + OVER, trim.width, wide)
        guides.append(GlueTab(box, "down", TAB_CORNER, f"Glue here, lay part {number + columns} on top"))
    return guides


def _diamonds(trim: Box, inner: Edges) -> list[Guide]:
    """Return the halves that belong to this part: solid on its own side of each split, dashed beyond a tab."""
    found: list[Guide] = []
    across: list[tuple[float, Toward]] = []
    if inner.left:
        across.append((trim.x, "right"))
    if inner.right:
        across.append((trim.right, "left"))
    for x, solid in across:
        found.append(Diamond(x, trim.y - ABOVE, solid, ghost=solid == "left"))
        if not inner.bottom:
            found.append(Diamond(x, trim.bottom + BELOW, solid, ghost=solid == "left"))
    level: list[tuple[float, Toward]] = []
    if inner.top:
        level.append((trim.y, "down"))
    if inner.bottom:
        level.append((trim.bottom, "up"))
    for y, solid in level:
        if not inner.left:  # there it would be cut away
            found.append(Diamond(trim.x - ABOVE, y, solid, ghost=solid == "up"))
        if not inner.right:
            found.append(Diamond(trim.right + BELOW, y, solid, ghost=solid == "up"))
    return found
