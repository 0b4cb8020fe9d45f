"""Plans → pages: places faces on the slots, draws guides and furniture."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from cardgen.base.drawing import Drawing, Path, Place, circle, rect, translate
from cardgen.model import Kind
from cardgen.sheets.furniture import footer, frame, header
from cardgen.sheets.marks import draw_guides
from cardgen.sheets.order import FaceSource
from cardgen.sheets.paper import Box
from cardgen.sheets.pen import GREY, Pen
from cardgen.sheets.plan import KitPlan, PagePlan, Slot


class SheetPage(NamedTuple):
    """A finished page: its drawing, and what an exporter writes beside it.

    `bookmark` is the outline entry that points at this page ("" for none), `level` its depth from 0.
    Boxes are x, y, width and height in mm of the page. `number` is the page's number in the whole kit, from 1.
    """

    drawing: Drawing
    component_ids: tuple[str, ...]
    bookmark: str
    level: int
    trim_box: tuple[float, float, float, float]
    bleed_box: tuple[float, float, float, float]
    number: int


def draw_sheets(plan: KitPlan, faces: FaceSource) -> list[SheetPage]:
    """Return every page of a kit drawn, in printing order."""
    from cardgen.sheets.calibration import draw_test
    from cardgen.sheets.print_guide import draw_guide

    pages = []
    seen: set[str] = set()
    for page in plan.pages:
        pen = Pen(plan.kit.accent)
        match page.role:
            case "guide":
                draw_guide(pen, plan, page, faces)
            case "test":
                draw_test(pen, plan, page)
            case "blank":
                _draw_blank(pen, plan, page)
            case _:
                _draw_components(pen, plan, page, faces)
        pages.append(_finished(plan, page, pen, seen))
    return pages


def component_pages(plan: KitPlan, pages: Sequence[SheetPage]) -> dict[Kind, list[SheetPage]]:
    """Return the component pages sorted by kind of component, for one PDF each; numbers stay those of the kit.

    The guide, the test and empty pages belong to none. Backs stay behind their fronts.
    """
    kinds = {c.id: c.kind for c in plan.kit.components}
    found: dict[Kind, list[SheetPage]] = {}
    behind: Kind | None = None
    for page, sheet in zip(plan.pages, pages, strict=True):
        if page.role in ("guide", "test", "blank"):
            continue
        kind = kinds[page.component_ids[0]] if page.component_ids else behind
        if kind:
            found.setdefault(kind, []).append(sheet)
        behind = kind
    return found


def _finished(plan: KitPlan, page: PagePlan, pen: Pen, seen: set[str]) -> SheetPage:
    items = tuple(pen.items)
    name = f"{plan.kit.slug} page {page.number}"
    if page.shift != (0.0, 0.0):
        whole = Drawing(f"{name} before its offset", 0, 0, page.paper.width, page.paper.height, items)
        items = (Place(whole, translate(*page.shift)),)
    drawing = Drawing(name, 0, 0, page.paper.width, page.paper.height, items)
    new = [c for c in page.component_ids if c not in seen]
    seen.update(new)
    titles = [plan.kit.component(c).title for c in new]
    bookmark = ", ".join(titles)
    if page.role == "guide":
        bookmark = "Print guide"
    elif page.role == "test" and page.side == "front":
        bookmark = "Duplex test"
    return SheetPage(
        drawing,
        page.component_ids,
        bookmark,
        0,
        _corners(page.trim_box),
        _corners(page.bleed_box),
        page.number,
    )


def _corners(box: Box) -> tuple[float, float, float, float]:
    return (box.x, box.y, box.width, box.height)


def _draw_components(pen: Pen, plan: KitPlan, page: PagePlan, faces: FaceSource) -> None:
    drawn = {id(slot): face_of(slot, faces) for slot in page.slots}
    for slot in page.slots:
        face = drawn[id(slot)]
        if face:
            pen.items.append(Place(face, slot.matrix, clip_of(slot, face)))
    draw_guides(pen, page, lambda slot: drawn[id(slot)])
    frame(pen, plan.kit, page, plan.sheets)


def face_of(slot: Slot, faces: FaceSource) -> Drawing | None:
    """Return the drawing that a slot shows."""
    return faces.front(slot.card) if slot.side == "front" else faces.back(slot.card)


def clip_of(slot: Slot, face: Drawing) -> Path | None:
    """Return what of a face is seen in a slot; None when that is all of it."""
    if slot.round:
        w = slot.window
        radius = min(w.width, w.height) / 2 + slot.bleed.left
        return circle(w.x + w.width / 2, w.y + w.height / 2, radius)
    seen = slot.clip
    if Box(face.x, face.y, face.width, face.height).inside(seen, 1e-3):
        return None
    return rect(seen.x, seen.y, seen.width, seen.height)


def _draw_blank(pen: Pen, plan: KitPlan, page: PagePlan) -> None:
    sheet = page.paper
    header(pen, sheet, plan.kit.title, plan.kit.version, page, plan.sheets, pill=False)
    pen.text(sheet.axis, sheet.height / 2, "This page stays empty.", 3.1, fill=GREY, anchor="middle")
    footer(pen, sheet, page.todo)
