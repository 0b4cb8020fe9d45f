"""Boards and mats larger than the page: split into parts that are glued edge over edge, where it hurts least.

A part carries a glue tab on its right and lower inner edges and is cut exactly on its left and upper
ones; there it is laid on the tab of its neighbour. Half diamonds at the ends of each split must close.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple, TypeAlias

from cardgen.base.drawing import IDENTITY, Drawing, Matrix, PlacedDrawing, Text, apply, multiply
from cardgen.base.language import noted, tr
from cardgen.base.units import Size
from cardgen.sheets.marks.kinds import DIAMOND, Assembly, Crop, Diamond, GlueTab, Mark, Scissors, Toward
from cardgen.sheets.paper import STRIP_PAPER, Edges, Rect, Sheet, around
from cardgen.sheets.plan.grid import OFF_BLEED, margin
from cardgen.sheets.plan.pageplan import FaceSource, Piece, Side, Slot

OVER = 4.0  # the art runs this far over a split under the next part …
TAB = 13.0  # … and the glue tab ends here
ABOVE, BELOW = 9.0, 8.0  # centres of the diamonds before and behind the part
MARGIN_SIDE = 18.0  # paper edge to trim, left and right: the tab, or the diamonds of a level split
MARGIN_OUTER = 12.0  # paper edge to trim where only bleed and crop mark stand
MARGIN_TOP = 28.0
MARGIN_BOTTOM = 54.0  # with a panel of 20 mm that explains the assembly
PANEL = 19.0  # trim to panel
NEAR = 12.0  # above and below a part that is stacked on others, for its diamonds and marks
LEAST_PANEL = 36.0  # width of the panel beside stacked parts
AIR = 3.0
FIRST = noted("Cut here first, edge to edge")
MOST = 36  # more parts than this are a mistake in the kit

_EPS = 1e-6

Measure: TypeAlias = Callable[[float, bool], float]
"""How much a split of one face hurts: the mm of words it crosses at this x, or y when the flag is set."""


class Split(NamedTuple):
    """Where a board is cut apart: trim edges in board mm, the board turned or not, on which page.

    Parts of a low board are stacked, so many to a page; then `bleed` is that of the board.
    """

    sheet: Sheet
    turned: bool
    columns: tuple[float, ...]
    rows: tuple[float, ...]
    stack: int = 1
    bleed: float = 0.0

    @property
    def pages(self) -> int:
        """How many pages one side takes."""
        return -(-self.parts // self.stack)

    @property
    def widest(self) -> float:
        """How wide a part may be, in mm."""
        if self.stack == 1:
            return _room(self.sheet).width
        wide = self.sheet.room("sides").field.width
        panel = 0.0 if self.panel_below else LEAST_PANEL + AIR
        # the first with its tab and the panel, or one between others in the middle of the page
        return min(wide - margin(self.bleed) - TAB - panel, wide - 2 * TAB - 1)

    @property
    def panel_below(self) -> bool:
        """Whether the words stand below the stacked parts, not beside the first."""
        return _left_below(self.sheet, self.rows[-1], self.stack) >= 30.0

    @property
    def parts(self) -> int:
        """How many parts the board has."""
        return (len(self.columns) - 1) * (len(self.rows) - 1)


def _room(sheet: Sheet) -> Size:
    """Return the largest trim of a part with neighbours."""
    return Size(sheet.width - 2 * MARGIN_SIDE, sheet.height - MARGIN_TOP - MARGIN_BOTTOM)


def _left_below(sheet: Sheet, height: float, stack: int) -> float:
    """Return what is left of a page below so many stacked parts of this height."""
    return sheet.printable.height - stack * (height + 2 * NEAR)


def split(size: Size, paper: Size, bleed: float = 0.0) -> Split | None:
    """Return the split with the fewest pages, even and unturned if it can be; None when it is hopeless."""
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
            found += _stacked(sheet, board, turned, bleed)
    return min((s for s in found if s.parts <= MOST), key=lambda s: (s.pages, s.parts), default=None)


def _stacked(sheet: Sheet, board: Size, turned: bool, bleed: float) -> list[Split]:
    """Return the split of a low board whose parts stand below each other on a page, if there is one."""
    stack = math.floor(sheet.printable.height / (board.height + 2 * NEAR) + _EPS)
    if stack < 2 or sheet.height < STRIP_PAPER:
        return []
    cuts = Split(sheet, turned, (0.0, board.width), (0.0, board.height), stack, bleed)
    if cuts.widest < 40:
        return []
    columns = math.ceil(board.width / cuts.widest - _EPS)
    return (
        [cuts._replace(columns=_even(board.width, columns), stack=min(stack, columns))] if columns > 1 else []
    )


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

    return cuts._replace(
        columns=move(cuts.columns, cuts.widest, False),
        rows=move(cuts.rows, _room(cuts.sheet).height, True),
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


def text_boxes(drawing: Drawing, matrix: Matrix = IDENTITY) -> Iterator[Rect]:
    """Yield the rectangle of every run of words in a drawing, also in drawings placed in it."""
    for item in drawing.items:
        if isinstance(item, PlacedDrawing):
            yield from text_boxes(item.drawing, multiply(matrix, item.matrix))
        elif isinstance(item, Text) and item.words.strip():
            whole = multiply(matrix, item.matrix)
            xs = (item.x, item.x + sum(g.advance for g in item.glyphs) * item.size)
            ys = (item.y - 0.75 * item.size, item.y + 0.22 * item.size)
            yield around([Rect(*apply(whole, x, y), 0, 0) for x in xs for y in ys])


# ---- one part on its page


def part_pages(
    cuts: Split, piece: Piece, side: Side
) -> Iterator[tuple[int, tuple[Slot, ...], tuple[Mark, ...]]]:
    """Yield what lies on each page: the number of its first part, from 1, the slots, and the marks around them."""
    for first in range(1, cuts.parts + 1, cuts.stack):
        numbers = range(first, min(first + cuts.stack, cuts.parts + 1))
        parts = [_part(cuts, piece, side, number) for number in numbers]
        slots = tuple(slot for slot, _ in parts)
        panel = _panel(cuts, slots)
        words = Assembly(panel, cuts.columns, cuts.rows, first, 270 if cuts.turned else 0, len(slots))
        yield first, slots, (*(mark for _, marks in parts for mark in marks), words)


def _panel(cuts: Split, slots: Sequence[Slot]) -> Rect:
    """Return where the words stand that explain how parts are put together: below them, or beside the first."""
    sheet, left = cuts.sheet, cuts.sheet.left
    if cuts.stack == 1:
        y = slots[0].trim.bottom + PANEL
        return Rect(left, y, sheet.right - left, min(30.0, sheet.field.bottom - y - 4))
    field = sheet.room("sides").field
    if cuts.panel_below:
        y = slots[-1].trim.bottom + NEAR + AIR
        return Rect(left, y, field.right - left - AIR, min(30.0, field.bottom - y - AIR))
    x = slots[0].trim.right + TAB + AIR
    return Rect(x, slots[0].y, field.right - x - 1, slots[0].height)


def _part(cuts: Split, piece: Piece, side: Side, number: int) -> tuple[Slot, list[Mark]]:
    """Return the slot of one part (counted from 1, row by row) and the marks around it."""
    sheet, bleed = cuts.sheet, piece.component.bleed
    columns, rows = len(cuts.columns) - 1, len(cuts.rows) - 1
    row, column = divmod(number - 1, columns)
    left, upper = cuts.columns[column], cuts.rows[row]
    width, height = cuts.columns[column + 1] - left, cuts.rows[row + 1] - upper
    inner = Edges(float(column > 0), float(row > 0), float(column + 1 < columns), float(row + 1 < rows))
    stacked = cuts.stack > 1
    field = sheet.room("sides").field if stacked else sheet.field
    # Outer parts stand at their outer edge, so that the tab has the rest of the page.
    outer = MARGIN_OUTER if rows == 1 else MARGIN_SIDE
    y = MARGIN_TOP
    if stacked:
        outer = field.x + margin(bleed)
        y = field.y + NEAR + (number - 1) % cuts.stack * (height + 2 * NEAR)
    if inner.left and not inner.right:
        x = sheet.width - outer - width
    elif not inner.left and inner.right:
        x = outer
    else:
        x = (sheet.width - width) / 2
    trim = Rect(x, y, width, height)
    art = Edges(bleed, bleed, OVER if inner.right else bleed, OVER if inner.bottom else bleed)
    window = Rect(left, upper, width, height)
    if cuts.turned:
        # Turned by 270 degrees the board's top looks left: page x is board y, page y runs against board x.
        window = Rect(piece.component.size.width - upper - height, left, height, width)
    slot = Slot(piece, side, *trim, 270 if cuts.turned else 0, art, window)
    reach = (NEAR, NEAR) if stacked else (15.0, 13.0)
    marks = [*_crops(trim, art, inner, field, reach), *_tabs(trim, inner, number, columns)]
    return slot, marks + _diamonds(trim, inner, NEAR - DIAMOND if stacked else ABOVE)


def _crops(
    trim: Rect, art: Edges, inner: Edges, field: Rect, reach_of_cuts: tuple[float, float]
) -> list[Mark]:
    """Corner marks at outer corners; a long line above and below each split that is cut before gluing."""
    above, below = reach_of_cuts
    off, long = OFF_BLEED, 3.0
    marks: list[Mark] = []
    outside = trim.grown(art).grown(Edges.all(off))
    for x, cut_here, tab_here in ((trim.x, inner.left, 0.0), (trim.right, 0.0, inner.right)):
        if tab_here:
            continue
        marks.append(Crop(x, outside.y - (above - art.top - off if cut_here else long), x, outside.y))
        start, reach = outside.bottom, below - art.bottom - off if cut_here else long
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


def _tabs(trim: Rect, inner: Edges, number: int, columns: int) -> list[Mark]:
    marks: list[Mark] = []
    wide = TAB - OVER
    if inner.right:
        box = Rect(trim.right + OVER, trim.y, wide, trim.height)
        marks.append(GlueTab(box, "right", tr("Glue here, lay part {part} on top", part=number + 1)))
    if inner.bottom:
        box = Rect(trim.x, trim.bottom + OVER, trim.width, wide)
        marks.append(GlueTab(box, "down", tr("Glue here, lay part {part} on top", part=number + columns)))
    return marks


def _diamonds(trim: Rect, inner: Edges, above: float) -> list[Mark]:
    """Return the halves that belong to this part: solid on its own side of each split, dashed beyond a tab."""
    found: list[Mark] = []
    upright: tuple[tuple[float, float, Toward], ...] = (
        (inner.left, trim.x, "right"),
        (inner.right, trim.right, "left"),
    )
    for split_here, x, solid in upright:
        if split_here:
            ys = (trim.y - above, trim.bottom + BELOW)[: 1 if inner.bottom else 2]
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
