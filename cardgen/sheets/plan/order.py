"""A whole kit as pages in printing order: guide, duplex test, what has a back, then what has none."""

from __future__ import annotations

from cardgen.base.errors import Problems
from cardgen.base.units import Size
from cardgen.model import Kit
from cardgen.sheets.paper import SMALLEST, Sheet, SheetSettings
from cardgen.sheets.plan.backs import Leaf, leaf
from cardgen.sheets.plan.impose import batches, impose
from cardgen.sheets.plan.pageplan import KitPlan, PagePlan, Todo
from cardgen.sheets.plan.slots import FaceSource

GUIDE_PAPER = Size(200, 265)  # the guide and the duplex test need this much


def plan_kit(kit: Kit, settings: SheetSettings | None = None, faces: FaceSource | None = None) -> KitPlan:
    """Return the pages of a kit with everything decided but nothing drawn.

    With `faces` a board that needs several pages is split where the fewest words are cut; without, it
    is split evenly. What cannot be placed is in `problems`, and everything else is still planned.
    """
    settings = settings or SheetSettings()
    problems = Problems()
    paper = Sheet.portrait(settings.paper)
    pages: list[PagePlan] = []
    if paper.width >= SMALLEST.width and paper.height >= SMALLEST.height:
        leaves: list[Leaf] = []
        for batch in batches(kit.components, settings):
            leaves += impose(batch, settings, problems, faces)
        pages = _ordered(kit, leaves, settings, paper, problems)
    else:
        problems.add(
            f"paper {settings.paper_name} is {settings.paper}, sheets need at least {SMALLEST}",
            kit.where,
            hint="choose a4, letter, a3 or tabloid",
            code="paper-too-small",
        )
    numbered = tuple(page._replace(number=number) for number, page in enumerate(pages, 1))
    return KitPlan(kit, settings, numbered, tuple(problems))


def _ordered(
    kit: Kit, leaves: list[Leaf], settings: SheetSettings, paper: Sheet, problems: Problems
) -> list[PagePlan]:
    """Return the pages with the sheet of paper each is on; with duplex every front has an odd number."""
    backed = [pages for pages in leaves if len(pages) > 1]
    both_sides = settings.duplex and bool(backed)
    roomy = paper.width >= GUIDE_PAPER.width and paper.height >= GUIDE_PAPER.height
    if settings.guide and leaves and not roomy:
        problems.add(
            f"{settings.paper_name} is too small for the print guide and the duplex test, they are left out",
            kit.where,
            hint=f"they need at least {GUIDE_PAPER}",
            level="warning",
            code="no-room-for-guide",
        )
    sheets: list[Leaf] = []
    if settings.guide and leaves and roomy:
        guide = PagePlan("guide", "single", paper, "read this page first")
        sheets.append((guide, _blank(paper)) if both_sides else (guide,))
    if settings.test and both_sides and roomy:
        sheets.append(leaf(PagePlan("test", "single", paper, "Duplex test"), settings, two_sided=True))
    first = len(sheets) + 1
    sheets += backed if settings.duplex else [pages[:1] for pages in backed]
    ordered = [page._replace(sheet_no=number) for number, pages in enumerate(sheets, 1) for page in pages]
    if not settings.duplex:
        ordered += [back._replace(sheet_no=number) for number, (_, back) in enumerate(backed, first)]
    single = (page for page, *behind in leaves if not behind)
    return ordered + [page._replace(sheet_no=number) for number, page in enumerate(single, len(sheets) + 1)]


def _blank(paper: Sheet) -> PagePlan:
    words = "**This page stays empty**, so that every front has an odd number"
    return PagePlan("blank", "blank", paper, "back of the print guide", todo=Todo("page-order", words))
