"""The gutterfold: fronts and backs side by side, folded between them and glued, for one-sided printers."""

from __future__ import annotations

from collections.abc import Sequence

from cardgen.base.language import tr
from cardgen.base.units import Size
from cardgen.sheets.marks.kinds import FOLD_REACH, FOLD_TIP, CutNumber, Fold, Hint, Mark
from cardgen.sheets.paper import STRIP_PAPER, Edges, Furniture, PageRoom, Rect, Sheet, around
from cardgen.sheets.plan.backs import beside_a_fold
from cardgen.sheets.plan.grid import LEAST, OFF_BLEED, PageGrid, crop_marks, cut_lines, margin
from cardgen.sheets.plan.packing import PageColumn, pack_in
from cardgen.sheets.plan.pageplan import PagePlan, Piece, Slot, Todo

GLUED = 3.0  # white between the bleed and the fold that is glued and cut off
NEAREST = 6.0  # from the fold to the trim, at least
ABOVE, BELOW = 9.0, 14.0  # room for triangles, marks and numbers above, for the four steps below
OUTER = 6.0  # bleed, mark and cut number beside the outermost trim
_KINDS: tuple[Furniture, ...] = ("bands", "sides", "lines")
_STEPS = 7.4  # room for the four steps above the footer
_TOKENS_OFF = 4.0  # tokens keep this far from the fold


def folded_cards(pieces: Sequence[Piece], paper: Size) -> list[PagePlan] | None:
    """Return pairs of pieces of one size on the fewest pages; None when no pair fits beside a fold.

    Cards lie on their side, tops outwards, unless upright ones save a page: folded, both faces stand
    upright. They always share their cuts, because the cuts are numbered: no gutter between them.
    """
    first = pieces[0].component
    tries = [
        (sheet, room, _beside_the_fold(sheet, room, first.size, first.bleed, turned))
        for furniture in _KINDS
        for sheet in Sheet.both_ways(paper)
        if furniture == "bands" or (sheet.height if furniture == "sides" else sheet.width) >= STRIP_PAPER
        for room in [sheet.room(furniture)]
        for turned in (not sheet.landscape, sheet.landscape)
    ]
    fitting = [(sheet, room, grid) for sheet, room, grid in tries if grid]
    if not fitting:
        return None
    sheet, room, grid = min(fitting, key=lambda found: -(-len(pieces) // found[2].capacity))
    page = _tight_page if room.low else _page
    return [page(sheet, room, grid, some, title) for some, title in grid.paged(pieces)]


def _off_the_fold(bleed: float) -> float:
    return max(NEAREST, bleed + GLUED)


def _beside_the_fold(sheet: Sheet, room: PageRoom, size: Size, bleed: float, turned: bool) -> PageGrid | None:
    inner = room.field.width / 2 + _off_the_fold(bleed)
    if not room.low:
        return PageGrid.filling(
            room.field.shrunk(Edges(OUTER, ABOVE, inner, BELOW)), size, bleed, turned=turned
        )
    outer = LEAST if room.narrow else max(LEAST, margin(bleed))
    free = room.field.shrunk(Edges(outer, LEAST, inner, LEAST))
    grid = PageGrid.filling(free, size, bleed, turned=turned)
    return grid and grid._replace(y=(sheet.height - grid.height) / 2)


def _page(sheet: Sheet, room: PageRoom, grid: PageGrid, pieces: Sequence[Piece], title: str) -> PagePlan:
    grid = grid.narrowed(len(pieces))
    inner, b = sheet.axis - _off_the_fold(grid.bleed), grid.bleed
    fronts = grid._replace(x=inner - grid.width).fill(pieces)  # a single column stands beside the fold
    slots = beside_a_fold(fronts, sheet)
    xs, ys = cut_lines(fronts)
    block = around([s.trim for s in fronts])
    down, last = len(xs), len(xs) + len(ys)
    field = room.field.shrunk(Edges(bottom=_STEPS))
    marks: list[Mark] = [_fold(sheet, inner + b, block.y - b, block.bottom + b)]
    marks += crop_marks(slots, field, b + OFF_BLEED)
    for number, x in enumerate(reversed(xs), 1):
        marks.append(CutNumber(x + (2.8 if x == xs[0] else -2.8), block.y - b - 2, number))
    for number, y in enumerate(ys, down + 1):
        marks.append(CutNumber(block.x - b - 1.7, y - 1.6, number, 1.2, disc=False))
    return PagePlan("cards", "fold", sheet, title, slots, (*marks, *_steps(sheet, down, last)), last)


def _tight_page(
    sheet: Sheet, room: PageRoom, grid: PageGrid, pieces: Sequence[Piece], title: str
) -> PagePlan:
    """Return a page without room for numbers and steps: what is to be done stands in its line of furniture."""
    grid = grid.narrowed(len(pieces))
    inner, b, field = sheet.axis - _off_the_fold(grid.bleed), grid.bleed, room.field
    fronts = grid._replace(x=inner - grid.width).fill(pieces, field)
    slots = beside_a_fold(fronts, sheet)
    top, bottom = min(s.art.y for s in fronts), max(s.art.bottom for s in fronts)
    # the triangles at the ends of the line stand in the gutter where they have no room beyond it
    reach = min(FOLD_REACH, top - field.y - FOLD_TIP, field.bottom - bottom - FOLD_TIP)
    fold = _fold(sheet, inner + b, top, bottom)._replace(reach=reach)
    words = tr(
        "**Print on one side only**, fold, glue the whole inside. **Cut** from top to bottom, **then** across"
    )
    return PagePlan(
        "cards",
        "fold",
        sheet,
        title,
        slots,
        (fold, *crop_marks(slots, field, b + OFF_BLEED)),
        sum(map(len, cut_lines(fronts))),
        Todo("fold", words),
        furniture=room.furniture,
    )


def _fold(sheet: Sheet, x: float, top: float, bottom: float) -> Fold:
    """Return the fold in the middle of the page, with a gutter that begins at x."""
    return Fold(Rect(x, top, 2 * (sheet.axis - x), bottom - top))


def _steps(sheet: Sheet, down: int, last: int) -> list[Hint]:
    # From and to, in parts of a line of 189 mm; the tip of the fold line stands between the second and third.
    first = (
        tr("**Cut 1 and {last}**, top to bottom", last=down)
        if down == 2
        else tr("**Cut 1 to {last}**, top to bottom", last=down)
    )
    steps = (
        (0, 49, "fold", tr("**Fold** on the line, pictures outside")),
        (50, 92, "glue", tr("**Glue** the whole inside, press")),
        (100, 148, "cut", first),
        (149, 189, "cut", tr("**Then {first} to {last}**, across", first=down + 1, last=last)),
    )
    k = (sheet.right - sheet.left) / 189
    y = sheet.field.bottom - 6.4
    return [Hint(sheet.left + a * k - 0.2, y, (b - a) * k, icon, words) for a, b, icon, words in steps]


def folded_tokens(pieces: Sequence[Piece], sheet: Sheet) -> list[PagePlan] | None:
    """Return tokens on the left half of the page and their backs beside the fold; None when one is too large."""
    half = half_of(sheet)
    pages = pack_in(pieces, sheet, PageColumn(half, sheet.left, half.right))
    return None if pages is None else [folded(page, sheet) for page in pages]


def half_of(sheet: Sheet) -> Rect:
    """Return what pieces may take left of a fold."""
    field, edge = sheet.field, sheet.axis - _TOKENS_OFF
    return Rect(field.x, field.y, edge - field.x, field.height - 8)


def folded(page: PagePlan, sheet: Sheet) -> PagePlan:
    """Return a page of fronts left of a fold with their backs beside it."""
    top, bottom = min(s.art.y for s in page.slots), max(s.art.bottom for s in page.slots)
    fold = _fold(sheet, sheet.axis - 3, top, bottom)
    slots: tuple[Slot, ...] = beside_a_fold(page.slots, sheet)
    return page._replace(side="fold", slots=slots, marks=(*page.marks, fold))
