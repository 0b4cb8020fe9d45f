"""A whole kit as pages in printing order: guide, duplex test, what has a back, then what has none."""

from __future__ import annotations

from typing import Protocol

from cardgen.base.drawing import Drawing
from cardgen.base.errors import Problems
from cardgen.base.units import Size
from cardgen.model import Card, Kit
from cardgen.sheets.backs import shift
from cardgen.sheets.batches import batches
from cardgen.sheets.impose import impose
from cardgen.sheets.leaves import ONE_SIDE, Leaf, mounted, registration
from cardgen.sheets.paper import SMALLEST, Sheet
from cardgen.sheets.plan import KitPlan, PagePlan, Todo, numbered
from cardgen.sheets.seams import words_crossed
from cardgen.sheets.wishes import SheetSettings

GUIDE_PAPER = Size(200, 265)  # the guide and the duplex test need this much


class FaceSource(Protocol):
    """What sheets ask of the faces of a kit."""

    def front(self, card: Card) -> Drawing:
        """Return the front of a card; its trim starts at 0,0."""
        ...

    def back(self, card: Card) -> Drawing | None:
        """Return its back, or None when it has none."""
        ...


def plan_kit(kit: Kit, settings: SheetSettings | None = None, faces: FaceSource | None = None) -> KitPlan:
    """Return the pages of a kit with everything decided but nothing drawn.

    With `faces` a board that needs several pages is split where the fewest words are cut; without, it
    is split evenly. What cannot be placed is in `problems`, and everything else is still planned.
    """
    settings = settings or SheetSettings()
    problems = Problems()
    if _too_small(kit, settings, problems):
        return KitPlan(kit, settings, (), tuple(problems))
    measure = words_crossed(faces) if faces else None
    leaves: list[Leaf] = []
    for batch in batches(kit.components, settings):
        leaves += impose(batch, settings, problems, measure)
    pages, sheets = _ordered(kit, leaves, settings, problems)
    return KitPlan(kit, settings, numbered(pages, sheets), tuple(problems))


def _too_small(kit: Kit, settings: SheetSettings, problems: Problems) -> bool:
    sheet = Sheet.portrait(settings.paper)
    if sheet.width >= SMALLEST.width and sheet.height >= SMALLEST.height:
        return False
    problems.add(
        f"paper {settings.paper_name} is {settings.paper}, sheets need at least {SMALLEST}",
        kit.where,
        hint="choose a4, letter, a3 or tabloid",
        code="paper-too-small",
    )
    return True


def _ordered(
    kit: Kit, leaves: list[Leaf], settings: SheetSettings, problems: Problems
) -> tuple[list[PagePlan], list[int]]:
    """Return pages and the sheet of paper each is on; with duplex every front has an odd number."""
    backed = [(front, back) for front, back in leaves if back is not None]
    single = [front for front, back in leaves if back is None]
    pages: list[PagePlan] = []
    sheets: list[int] = []
    sheet = 0

    def add(sheet_no: int, *new: PagePlan) -> None:
        pages.extend(new)
        sheets.extend([sheet_no] * len(new))

    both_sides = settings.duplex and bool(backed)
    paper = Sheet.portrait(settings.paper)
    roomy = paper.width >= GUIDE_PAPER.width and paper.height >= GUIDE_PAPER.height
    if settings.guide and leaves and not roomy:
        problems.add(
            f"{settings.paper_name} is too small for the print guide and the duplex test, they are left out",
            kit.where,
            hint=f"they need at least {GUIDE_PAPER}",
            level="warning",
            code="no-room-for-guide",
        )
    if settings.guide and leaves and roomy:
        sheet += 1
        add(sheet, PagePlan("guide", "single", paper, "read this page first", ONE_SIDE))
        if both_sides:
            add(sheet, _blank(paper))
    if settings.test and both_sides and roomy:
        sheet += 1
        add(sheet, *_duplex_test(paper, settings))
    if settings.duplex:
        for front, back in backed:
            sheet += 1
            add(sheet, front, back)
    else:
        for number, (front, _) in enumerate(backed, sheet + 1):
            add(number, front)
        for number, (_, back) in enumerate(backed, sheet + 1):
            add(number, back)
        sheet += len(backed)
    for page in single:
        sheet += 1
        add(sheet, page)
    return pages, sheets


def _blank(paper: Sheet) -> PagePlan:
    return PagePlan(
        "blank",
        "blank",
        paper,
        "back of the print guide",
        Todo("page-order", "**This page stays empty**, so that every front has an odd number"),
    )


def _duplex_test(paper: Sheet, settings: SheetSettings) -> tuple[PagePlan, PagePlan]:
    edge = "short" if settings.backs == "short-edge" else "long"
    return (
        PagePlan(
            "test",
            "front",
            paper,
            "Duplex test",
            Todo(f"duplex-{edge}", f"Print on both sides, **flip on the {edge} edge**"),
            guides=registration(paper, "ring", settings),
        ),
        PagePlan(
            "test",
            "back",
            paper,
            "Duplex test",
            Todo(f"duplex-{edge}", f"Back of the same sheet, **flip on the {edge} edge**"),
            guides=registration(paper, "cross", settings),
            shift=shift(settings, paper),
        ),
    )


def cut_minutes(plan: KitPlan) -> int:
    """Return the minutes of cutting and gluing: 12 s a cut, 40 s a circle, 3 s a corner, 3 min a glued sheet.

    Rounded up to five minutes.
    """
    pages = [p for p in plan.pages if p.side in ("front", "fold", "part", "single")]
    cuts = sum(p.cuts for p in pages)
    circles = sum(1 for p in pages for s in p.slots if s.round and s.side == "front")
    corners = 4 * sum(
        1 for p in pages for s in p.slots if s.side == "front" and s.piece.component.corner and not s.round
    )
    glued = sum(1 for p in pages if p.side in ("fold", "part") or mounted(s.piece.component for s in p.slots))
    seconds = cuts * 12 + circles * 40 + corners * 3 + glued * 180
    return -(-seconds // 300) * 5
