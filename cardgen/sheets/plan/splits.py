"""Boards and mats larger than the page: split into parts that are glued edge over edge, where it hurts least.

A part carries a glue tab on its right and lower inner edges and is cut exactly on its left and upper
ones; there it is laid on the tab of its neighbour. Half diamonds at the ends of each split must close.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from typing import NamedTuple, TypeAlias

from cardgen.base.drawing import IDENTITY, Drawing, Matrix, Place, Text, apply, multiply
from cardgen.base.tongue import noted, tr
from cardgen.base.units import Size
from cardgen.sheets.marks.kinds import Assembly, Crop, Diamond, GlueTab, Mark, Scissors, Toward
from cardgen.sheets.paper import Box, Edges, Sheet, around
from cardgen.sheets.plan.grid import OFF_BLEED
from cardgen.sheets.plan.pageplan import FaceSource, Piece, Side, Slot

OVER = 4.0  # the art runs this far over a split under the next part …
TAB = 13.0  # … and the glue tab ends here
ABOVE, BELOW = 9.0, 8.0  # centres of the diamonds before and behind the part
MARGIN_SIDE = 18.0  # paper edge to trim, left and right: the tab, or the diamonds of a level split
MARGIN_OUTER = 12.0  # paper edge to trim where only bleed and crop mark stand
MARGIN_TOP = 28.0
MARGIN_BOTTOM = 54.0  # with a panel of 20 mm that explains the assembly
PANEL = 19.0  # trim to panel
FIRST = noted("Cut here first, edge to edge")
MOST = 36  # more parts than this are a mistake in the kit

_EPS = 1e-6

Measure: TypeAlias = Callable[[float, bool], float]
"""How much a split of one face hurts: the mm of words it crosses at this x, or y when the flag is set."""


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


def _room(sheet: Sheet) -> Size:
    """Return the largest trim of a part with neighbours."""
    return Size(sheet.width - 2 * MARGIN_SIDE, sheet.height - MARGIN_TOP - MARGIN_BOTTOM)


def split(size: Size, paper: Size) -> Split | None:
    """Return the split with the fewest parts, even and unturned if it can be; None when it is hopeless."""
    found: list[Split] = []
    for sheet in Sheet.both_ways(paper):
        room = _room(sheet)
        if min(room.height, room.width) < 40:
            continue
        for turned in (False, True):
            board = size.turned() if turned else size
            alone = sheet.width - 2 * MARGIN_OUTER
            rows = math.ceil(board.height / room.height - _EPS)
            wide = room.width if rows > 1 or board.width > alone else alone
            columns = math.ceil(board.width / wide - _EPS)
            found.append(Split(sheet, turned, _even(board.width, columns), _even(board.height, rows)))
    return min((s for s in found if s.parts <= MOST), key=lambda s: s.parts, default=None)


def _even(length: float, parts: int) -> tuple[float, ...]:
    return tuple(length * i / parts for i in range(parts + 1))


def kindest(cuts: Split, measure: Measure) -> Split:
    """Return the split moved by up to a tenth of a part where it then crosses fewer words."""
    if cuts.turned:  # the measure knows the board as designed, not as it lies on the page
        return cuts

    def move(edges: tuple[float, ...], most: float, across: bool) -> tuple[float, ...]:
        moved = list(edges)
        for i in range(1, len(edges) - 1):
            reach = (edges[i + 1] - edges[i]) / 10
            tries = (edges[i] + d for d in sorted((k * reach / 8 for k in range(-8, 9)), key=abs))
            fitting = [
                at for at in tries if at - moved[i - 1] <= most + _EPS and edges[i + 1] - at <= most + _EPS
            ]
            moved[i] = min(fitting, key=lambda at: measure(at, across), default=edges[i])
        return tuple(moved)

    room = _room(cuts.sheet)
    return cuts._replace(
        columns=move(cuts.columns, room.width, False), rows=move(cuts.rows, room.height, True)
    )


# ---- the words that a split would cut through


def words_crossed(piece: Piece, side: Side, faces: FaceSource) -> Measure:
    """Return a measure of splits of one face: the total size of the words that each runs through, in mm."""
    drawing = faces.front(piece.card) if side == "front" else faces.back(piece.card)
    boxes = tuple(text_boxes(drawing)) if drawing else ()

    def measure(at: float, across: bool) -> float:
        total = 0.0
        for box in boxes:
            start, end = (box.y, box.bottom) if across else (box.x, box.right)
            if start - 1 < at < end + 1:
                total += box.height + box.width
        return total

    return measure


def text_boxes(drawing: Drawing, matrix: Matrix = IDENTITY) -> Iterator[Box]:
    """Yield the rectangle of every run of words in a drawing, also in drawings placed in it."""
    for item in drawing.items:
        if isinstance(item, Place):
            yield from text_boxes(item.drawing, multiply(matrix, item.matrix))
        elif isinstance(item, Text) and item.words.strip():
            whole = multiply(matrix, item.matrix)
            xs = (item.x, item.x + sum(g.advance for g in item.glyphs) * item.size)
            ys = (item.y - 0.75 * item.size, item.y + 0.22 * item.size)
            yield around([Box(*apply(whole, x, y), 0, 0) for x in xs for y in ys])


# ---- one part on its page


def part_page(cuts: Split, piece: Piece, side: Side, number: int) -> tuple[Slot, tuple[Mark, ...]]:
    """Return the slot of one part (counted from 1, row by row) and the marks around it."""
    sheet, bleed = cuts.sheet, piece.component.bleed
    columns, rows = len(cuts.columns) - 1, len(cuts.rows) - 1
    row, column = divmod(number - 1, columns)
    left, upper = cuts.columns[column], cuts.rows[row]
    width, height = cuts.columns[column + 1] - left, cuts.rows[row + 1] - upper
    inner = Edges(float(column > 0), float(row > 0), float(column + 1 < columns), float(row + 1 < rows))
    # Outer parts stand at their outer edge, so that the tab has the rest of the page.
    outer = MARGIN_OUTER if rows == 1 else MARGIN_SIDE
    if inner.left and not inner.right:
        x = sheet.width - outer - width
    elif not inner.left and inner.right:
        x = outer
    else:
        x = (sheet.width - width) / 2
    trim = Box(x, MARGIN_TOP, width, height)
    art = Edges(bleed, bleed, OVER if inner.right else bleed, OVER if inner.bottom else bleed)
    window = Box(left, upper, width, height)
    if cuts.turned:
        # Turned by 270 degrees the board's top looks left: page x is board y, page y runs against board x.
        window = Box(piece.component.size.width - upper - height, left, height, width)
    rotation = 270 if cuts.turned else 0
    slot = Slot(piece, side, *trim, rotation, art, window)
    marks = [*_crops(trim, art, inner, sheet.field), *_tabs(trim, inner, number, columns)]
    marks += _diamonds(trim, inner)
    tall = min(30.0, sheet.field.bottom - trim.bottom - PANEL - 4)
    panel = Box(sheet.left, trim.bottom + PANEL, sheet.right - sheet.left, tall)
    return slot, (*marks, Assembly(panel, cuts.columns, cuts.rows, number, rotation))


def _crops(trim: Box, art: Edges, inner: Edges, field: Box) -> list[Mark]:
    """Corner marks at outer corners; a long line above and below each split that is cut before gluing."""
    off, long = OFF_BLEED, 3.0
    marks: list[Mark] = []
    outside = trim.grown(art).grown(Edges.all(off))
    for x, cut_here, tab_here in ((trim.x, inner.left, 0.0), (trim.right, 0.0, inner.right)):
        if tab_here:
            continue
        marks.append(Crop(x, outside.y - (15 - art.top - off if cut_here else long), x, outside.y))
        start, reach = outside.bottom, 13 - art.bottom - off if cut_here else long
        if inner.bottom:
            start, reach = trim.bottom + TAB + off, long
        marks.append(Crop(x, start, x, start + reach))
    for y, cut_here, tab_here in ((trim.y, inner.top, 0.0), (trim.bottom, 0.0, inner.bottom)):
        if tab_here:
            continue
        reach = 13 - off if cut_here else long
        if not inner.left or cut_here:
            marks.append(Crop(max(outside.x - reach, field.x), y, outside.x, y))
        if not inner.right:
            marks.append(Crop(outside.right, y, min(outside.right + reach, field.right), y))
    if inner.left:
        room = trim.x - 7 - 34 >= field.x
        marks.append(Scissors(trim.x - 7, trim.y - 11.5, tr(FIRST) if room else ""))
    if inner.top:
        marks.append(Scissors(trim.x - 11, trim.y - 6.5))
    return marks


def _tabs(trim: Box, inner: Edges, number: int, columns: int) -> list[Mark]:
    marks: list[Mark] = []
    wide = TAB - OVER
    if inner.right:
        box = Box(trim.right + OVER, trim.y, wide, trim.height)
        marks.append(GlueTab(box, "right", tr("Glue here, lay part {part} on top", part=number + 1)))
    if inner.bottom:
        box = Box(trim.x, trim.bottom + OVER, trim.width, wide)
        marks.append(GlueTab(box, "down", tr("Glue here, lay part {part} on top", part=number + columns)))
    return marks


def _diamonds(trim: Box, inner: Edges) -> list[Mark]:
    """Return the halves that belong to this part: solid on its own side of each split, dashed beyond a tab."""
    found: list[Mark] = []
    upright: tuple[tuple[float, float, Toward], ...] = (
        (inner.left, trim.x, "right"),
        (inner.right, trim.right, "left"),
    )
    for split_here, x, solid in upright:
        if split_here:
            ys = (trim.y - ABOVE, trim.bottom + BELOW)[: 1 if inner.bottom else 2]
            found += [Diamond(x, y, solid, ghost=solid == "left") for y in ys]
    level: tuple[tuple[float, float, Toward], ...] = (
        (inner.top, trim.y, "down"),
        (inner.bottom, trim.bottom, "up"),
    )
    for split_here, y, solid in level:
        if split_here and not inner.left:  # there it would be cut away
            found.append(Diamond(trim.x - ABOVE, y, solid, ghost=solid == "up"))
        if split_here and not inner.right:
            found.append(Diamond(trim.right + BELOW, y, solid, ghost=solid == "up"))
    return found
