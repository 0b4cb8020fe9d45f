"""Plans → pages: places faces on the slots, draws marks and furniture."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from itertools import combinations

from cardgen.base.drawing import Drawing, Page, Path, PlacedDrawing, circle, rect, translate
from cardgen.base.errors import Problems
from cardgen.base.language import tr
from cardgen.model import Kind, Kit
from cardgen.sheets.furniture import along_the_edges, footer, header, line_on_stock
from cardgen.sheets.guide.words import tell_words
from cardgen.sheets.marks.inked import draw_marks
from cardgen.sheets.marks.pen import Lettering, Pen
from cardgen.sheets.paper import Rect
from cardgen.sheets.plan.pageplan import FaceSource, KitPlan, PagePlan, Slot, face_of
from cardgen.sheets.plan.shaped import on_pieces


def draw_sheets(
    plan: KitPlan, faces: FaceSource, fallback: str = "", problems: Problems | None = None
) -> list[Page]:
    """Return every page of a kit drawn, in printing order; its label is its number in the whole kit, from 1.

    `fallback` is a family for letters that the fonts of heads and guide lack; those that it lacks as well, stars
    that do not pair in what the kit says there, and words that had to be cut short are reported in `problems`.
    """
    from cardgen.sheets.guide.duplex_test import draw_test
    from cardgen.sheets.guide.print_guide import draw_guide
    from cardgen.sheets.guide.stock_test import draw_stock_test

    pages = []
    inset = plan.settings.inset
    seen: set[str] = set()
    cut: dict[str, None] = {}
    lettering = Lettering(fallback, plan.kit.fonts, plan.kit.language)
    if problems is not None:
        tell_words(plan.kit, fallback, problems)
    for page in plan.pages:
        pen = Pen(plan.kit.accent, lettering)
        match page.role:
            case "guide":
                draw_guide(pen, plan, page, faces)
            case "test":
                draw_test(pen, plan, page, faces)
            case "stock-test" if page.stock:
                draw_stock_test(pen, page.stock, plan.kit.title)
            case _:
                _draw_components(pen, plan, page, faces)
        cut |= pen.cut
        new = [c for c in page.component_ids if c not in seen]
        seen.update(new)
        bookmark = ", ".join(plan.kit.component(c).title for c in new)
        if page.role == "guide":
            bookmark = tr("Print guide")
        elif page.role == "test" and page.side == "front":
            bookmark = tr("Duplex test")
        elif page.role == "stock-test":
            bookmark = page.title
        name = f"{plan.kit.slug} page {page.number}"
        if page.shift != (0.0, 0.0):
            whole = pen.drawing(f"{name} before its offset", page.paper)
            pen.items = [PlacedDrawing(whole, translate(*page.shift))]
        drawing = pen.drawing(name, page.paper)
        pages.append(
            _on_paper(
                Page(drawing, page.trim_box, page.bleed_box, bookmark, str(page.number)),
                0.0 if page.stock else inset,
            )
        )
    if problems is not None:
        _tell_cut(plan.kit, cut, problems)
    return pages


def _on_paper(page: Page, inset: float) -> Page:
    """Return a page in the middle of its paper, which is so much larger on each edge."""
    if not inset:
        return page
    inner = page.drawing
    wide, high = inner.width + 2 * inset, inner.height + 2 * inset
    return page._replace(drawing=Drawing(inner.name, -inset, -inset, wide, high, inner.items))


def _tell_cut(kit: Kit, cut: Iterable[str], problems: Problems) -> None:
    """Note which words of the kit's author do not fit their place on the sheets."""
    known: dict[tuple[str, ...], str] = {(key,): str(getattr(kit, key)) for key in ("title", "subtitle")}
    known |= {("credits", key): words for key, words in kit.credits.items()}
    for key, words in kit.guide.items():
        parts = words.values() if isinstance(words, Mapping) else (words,)
        known |= {("guide", key, str(number)): str(part) for number, part in enumerate(parts)}
    for component in kit.components:
        for key in ("title", "note", "stock"):
            known[component.kind, component.id, key] = getattr(component, key)
    for text in cut:
        printed = text.replace("*", "").casefold()
        for trail, words in known.items():
            # what is cut may say a little more than the author's words, and in capitals
            if words.strip() and words.casefold() in printed and len(words) > 0.5 * len(printed):
                short = f"{words[:40].strip()}…" if len(words) > 40 else words
                problems.add(
                    f"“{short}” is too long for its place on the sheets, where it is cut short",
                    kit.place(*trail),
                    trail=tuple(step for step in trail if not step.isdigit()),
                    hint="say it in fewer words",
                    level="warning",
                    code="cut-short",
                )


def component_pages(plan: KitPlan, pages: Sequence[Page]) -> dict[tuple[Kind, ...], list[Page]]:
    """Return the component pages by what lies on their sheet, for one PDF each; labels stay those of the kit.

    A sheet is in one PDF: of its kind of component, or of the kinds that share it. The guide and the test are in none.
    """
    order = list(dict.fromkeys(component.kind for component in plan.kit.components))
    found: dict[tuple[Kind, ...], list[Page]] = {}
    kinds: tuple[Kind, ...] = ()
    for page, sheet in zip(plan.pages, pages, strict=True):
        if page.role in ("guide", "test", "stock-test"):
            continue
        if page.side != "back" or not plan.settings.duplex:  # else some pieces of the sheet may have no back
            held = {plan.kit.component(c).kind for c in page.component_ids}
            kinds = tuple(sorted(held, key=order.index))
        found.setdefault(kinds, []).append(sheet)
    return dict(sorted(found.items(), key=lambda part: [order.index(kind) for kind in part[0]]))


def _draw_components(pen: Pen, plan: KitPlan, page: PagePlan, faces: FaceSource) -> None:
    drawn = placed(page.slots, faces)
    pen.items += drawn
    bought = page.stock and page.stock.kind != "roll"  # cut already
    marks = (*page.marks, *(() if bought else on_pieces(page.slots)))
    draw_marks(pen, page.paper, marks, drawn[0].drawing if drawn else None)
    if page.stock:
        line_on_stock(pen, page, page.stock)
        return
    if page.furniture != "bands":
        along_the_edges(pen, plan, page)
        return
    header(pen, plan, page)
    footer(pen, page.paper, page.todo)


def placed(slots: Sequence[Slot], faces: FaceSource) -> list[PlacedDrawing]:
    """Return the faces of a page on their slots; where the bleed of one runs into another, faces lie over all bleeds."""
    drawn = [(slot, face) for slot in slots if (face := face_of(slot, faces))]
    found = [PlacedDrawing(face, slot.matrix, clip_of(slot, face)) for slot, face in drawn]
    if any(_run_into(a, b) for a, b in combinations([slot for slot, _ in drawn if not slot.plain], 2)):
        found += [
            PlacedDrawing(face, slot.matrix, Path(slot.outline.commands))
            for slot, face in drawn
            if not slot.plain
        ]
    return found


def _run_into(a: Slot, b: Slot) -> bool:
    """Say whether the bleed of one hexagon runs into another; what nests lies apart."""
    if "hex" not in (a.piece.component.shape, b.piece.component.shape):
        return False
    apart = math.dist((a.x + a.width / 2, a.y + a.height / 2), (b.x + b.width / 2, b.y + b.height / 2))
    return (
        apart < (min(a.width, a.height) + min(b.width, b.height)) / 2 + max(a.bleed.left, b.bleed.left) - 1e-3
    )


def clip_of(slot: Slot, face: Drawing) -> Path | None:
    """Return what of a face is seen in a slot; None when that is all of it."""
    if not slot.plain:
        return slot.outline.grown(slot.bleed.left / slot.k)
    if slot.round:
        w = slot.window
        radius = min(w.width, w.height) / 2 + min(slot.bleed) / slot.k
        return circle(w.x + w.width / 2, w.y + w.height / 2, radius)
    seen = slot.clip
    if Rect(face.x, face.y, face.width, face.height).inside(seen, 1e-3):
        return None
    return rect(*seen)
