"""Cards and tiles on plain sheets: as many as fit, in the middle of the page, with marks to cut by."""

from __future__ import annotations

from collections.abc import Sequence

from cardgen.base.units import Size
from cardgen.sheets.marks.kinds import CutNumber, Hint, Mark
from cardgen.sheets.paper import Edges, Sheet, SheetSettings, around
from cardgen.sheets.plan.grid import OFF_BLEED, Grid, crop_marks, cut_lines, fewest_pages, margin
from cardgen.sheets.plan.pageplan import PagePlan
from cardgen.sheets.plan.slots import Piece, Slot

OFF_TRIM = 1.0  # crop marks start this far outside a trim that has no bleed
NUMBERED = 4.0  # length of a crop mark that carries a cut number
_BESIDE = OFF_TRIM + NUMBERED + 0.5

_CALLED = {"tiles": "tiles", "decks": "cards"}


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
            marks = _numbered_marks(sheet, slots, _CALLED.get(first.kind, "pieces"))
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
    words = (
        f"Every line is shared: one cut serves two {what}. **Cut 1 to {first}** from top to bottom, "
        f"**then {first + 1} to {last}** across each strip."
    )
    wide = min(160.0, sheet.right - sheet.left)
    return (
        *crop_marks(slots, sheet.field, OFF_TRIM, NUMBERED),
        *(CutNumber(x, block.y - 7, n) for n, x in enumerate(xs, 1)),
        *(CutNumber(block.x - 3.6, y - 2.4, n, 1.5) for n, y in enumerate(ys, first + 1)),
        Hint(sheet.left - 0.2, block.bottom + 5.6, wide, "cut", words),
    )
