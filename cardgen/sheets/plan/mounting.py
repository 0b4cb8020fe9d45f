"""Pieces with a board between front and back: folded round it, or front and back on sheets of their own.

Both sides of one sheet would be glued inside. Two sheets are registered by pins through four targets, or laid to one
corner of the board by two stop edges; both are printed on one side, all fronts before all backs. Lengths in mm.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import chain
from typing import Final

from cardgen.base.language import figure, noted, tr
from cardgen.base.units import Size
from cardgen.model.made_of import MadeOf, Sides
from cardgen.sheets.marks.kinds import Crease, Crop, Hint, Mark, Pin, StopEdges
from cardgen.sheets.paper import Edges, PageRoom, Rect, Sheet, SheetSettings, around
from cardgen.sheets.plan.backs import flip_all, flip_marks, of_backs, title_behind
from cardgen.sheets.plan.given import labels_behind
from cardgen.sheets.plan.grid import LEAST, OFF_BLEED, SHORTEST, PageGrid, crop_marks, cut_lines
from cardgen.sheets.plan.pageplan import PagePlan, Piece, Slot, Todo

APART: Final = ("pins", "labels")
"""Ways in which fronts and backs are on sheets of their own."""
PIN_IN, PIN_DOWN = 17.0, 15.6  # a target's middle from the left or right, and from the upper or lower edge
PIN_OFF = 16.0  # the fourth is further in: turned by half a turn the sheets do not fit
PIN_REACH = 4.2  # of a target and a little air
FRAME = 7.0  # from the edges of the paper to the stop edges, 6 more above and below
_WORDS = 5.5  # beside a stop edge, for what it is called
ON_PINS = noted("**Print on a sheet of its own.** Hang it on the pins A to D")
WRAPPED = 2.0  # bleed around a strip
_BETWEEN = 2.8  # the bleeds of two strips, for the marks of both
_NOTE = 8.0  # what a line below the last strip needs


def pins(sheet: Sheet, inset: float = PIN_IN) -> tuple[tuple[float, float], ...]:
    """Return the middles of the targets A to D on a page of fronts; a page of backs mirrors them."""
    left, right, low = inset, sheet.width - inset, sheet.height - PIN_DOWN
    return (left, PIN_DOWN), (right, PIN_DOWN), (left, low), (right - PIN_OFF, low)


def pin_marks(sheet: Sheet, back: bool = False, inset: float = PIN_IN) -> tuple[Pin, ...]:
    """Return the targets of one page."""
    places = ((sheet.width - x if back else x, y) for x, y in pins(sheet, inset))
    return tuple(Pin(x, y, name, x > sheet.axis) for (x, y), name in zip(places, "ABCD", strict=True))


def stop_frame(sheet: Sheet) -> Rect:
    """Return the rectangle that is cut out of both label sheets; its stop edges are the left and the lower one."""
    return Rect(FRAME, FRAME + 6, sheet.width - 2 * FRAME, sheet.height - 2 * FRAME - 12)


def rooms(sheet: Sheet, way: Sides) -> tuple[PageRoom, ...]:
    """Return the room that targets or stop edges leave."""
    if way == "labels":
        return (PageRoom(stop_frame(sheet).shrunk(Edges(_WORDS, 2, _WORDS, _WORDS))),)
    top = PIN_DOWN + PIN_REACH
    return (PageRoom(sheet.printable._replace(y=top, height=sheet.height - 2 * top), low=True),)


def apart(page: PagePlan, settings: SheetSettings) -> tuple[PagePlan, PagePlan]:
    """Return a page of fronts and the page of its backs, mirrored as they lie under it once both are glued."""
    if page.stock:
        return page, page._replace(slots=labels_behind(page), title=title_behind(page), cuts=0)
    sheet, pages = page.paper, []
    made = page.slots[0].piece.component.made
    for back in (False, True):
        slots, marks = page.slots, page.marks
        if back:  # one cuts from the front
            slots = flip_all(slots, sheet, "vertical")
            marks = tuple(m for m in flip_marks(of_backs(page), sheet, "vertical") if not isinstance(m, Crop))
        if settings.marks and page.way == "pins":
            marks = (*marks, *pin_marks(sheet, back))
        elif page.way == "labels":
            marks = (*marks, StopEdges(stop_frame(sheet), mirrored=back))
        pages.append(
            page._replace(
                slots=slots,
                marks=marks,
                cuts=0 if back else page.cuts,
                title=for_board(title_behind(page) if back else page.title, made),
                todo=_todo(page.way, back, made),
            )
        )
    return pages[0], pages[1]


def _todo(way: str, back: bool, made: MadeOf) -> Todo:
    if way == "labels":
        words = tr("**Print on a label sheet of its own.** Cut the two thick lines first")
        return Todo("stop-corner", words)
    if back:
        return Todo("pins", tr(ON_PINS))
    if not made.mounted:
        return Todo("pierce", tr("**Print on a sheet of its own.** Pierce A to D"))
    return Todo("glue-front", tr("**Print on a sheet of its own.** Glue it onto the board, pierce A to D"))


def for_board(title: str, made: MadeOf) -> str:
    """Return the title of a page with the board that its pieces are glued onto."""
    if not made.board:
        return title
    return tr("{title}, for {board} mm board", title=title, board=figure(made.board))


# ---- one sheet round the board


def wrapped(pieces: Sequence[Piece], settings: SheetSettings) -> list[PagePlan] | None:
    """Return strips of fronts over their backs, to be folded round a strip of board; None when no piece fits.

    From crease to crease is the spine of `MadeOf`. Each back is the mirror of its front in the line between the creases.
    """
    component = pieces[0].component
    found = [
        (sheet, turned, grid, strips)
        for sheet in Sheet.both_ways(settings.paper)
        for turned in (False, True)
        for grid, strips in [_strips(sheet, component.size, component.bleed, component.made.spine, turned)]
        if grid and strips
    ]
    if not found:
        return None
    sheet, _, grid, strips = min(found, key=lambda f: -(-len(pieces) // (f[2].columns * f[3])))
    own = grid._replace(rows=strips)
    return [
        _wrapped_page(sheet, grid, some, for_board(title, component.made), settings)
        for some, title in own.paged(pieces)
    ]


def _strips(
    sheet: Sheet, size: Size, bleed: float, spine: float, turned: bool
) -> tuple[PageGrid | None, int]:
    """Return one row of fronts, and how many of them fit below each other with their backs."""
    grid = PageGrid.filling(
        sheet.field.shrunk(Edges.all(_beside(bleed))), size, min(bleed, WRAPPED), turned=turned
    )
    if grid is None:
        return None, 0
    tall = 2 * grid.cell.height + spine
    apart = 2 * grid.bleed + _BETWEEN
    return grid, math.floor((sheet.field.height - 2 * _beside(bleed) + apart) / (tall + apart) + 1e-6)


def _beside(bleed: float) -> float:
    """Return what a strip needs around its trims for bleed and marks."""
    return max(LEAST, min(bleed, WRAPPED) + OFF_BLEED + SHORTEST)


def _wrapped_page(
    sheet: Sheet, grid: PageGrid, pieces: Sequence[Piece], title: str, settings: SheetSettings
) -> PagePlan:
    made = pieces[0].component.made
    grid = grid.narrowed(len(pieces))
    x, y, b = (sheet.width - grid.width) / 2, grid.y, grid.bleed
    slots: list[Slot] = []
    marks: list[Mark] = []
    cuts = 0
    for start in range(0, len(pieces), grid.columns):
        some = pieces[start : start + grid.columns]
        fronts = [
            slot._replace(bleed=slot.bleed._replace(bottom=min(b, made.spine / 2)))
            for slot in grid._replace(x=x, y=y).fill(some)
        ]
        upper = y + grid.cell.height
        lower = upper + made.spine
        backs = flip_all(fronts, Sheet(sheet.width, upper + lower), "horizontal")
        block = around([slot.trim for slot in chain(fronts, backs)])
        strip = block.grown(Edges.all(b))
        slots += (*fronts, *backs)
        marks += [Crease(strip.x, strip.right, at) for at in (upper, lower)]
        if settings.marks:
            region = strip.grown(Edges.all(OFF_BLEED + SHORTEST))
            lines = crop_marks([*fronts, *backs], region, b + OFF_BLEED)
            marks += [m for m in lines if min(abs(m.y1 - upper), abs(m.y1 - lower)) > 0.01 or m.y1 != m.y2]
        cuts += sum(map(len, cut_lines(fronts)))
        y = block.bottom + 2 * b + _BETWEEN
    below = block.bottom + _beside(b)
    if sheet.field.bottom - below >= _NOTE:
        words = tr(
            "Board of **{board} mm**, crease to crease **{spine} mm**. Other board? Change made_of: and print again.",
            board=figure(made.board),
            spine=figure(made.spine, ".2f"),
        )
        wide = min(160.0, sheet.right - sheet.left)
        marks.append(Hint(sheet.left - 0.2, below + 1, wide, "score-spine", words))
    todo = Todo("wrap-spine", tr("**Print one side.** Score, fold round the board, glue"))
    return PagePlan("cards", "fold", sheet, title, tuple(slots), tuple(marks), cuts, todo, way="wrap")
