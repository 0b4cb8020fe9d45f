"""The rules in a target's folder: pages of a booklet as a service prints them, or a PDF beside the pieces."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, TypeAlias

from cardgen.base.drawing import Drawing, Page, PlacedDrawing, multiply, scale, translate
from cardgen.base.language import tr
from cardgen.base.units import MM_PER_INCH, Size
from cardgen.export.output import Output, Pdf
from cardgen.targets.names import filled
from cardgen.targets.order import Order
from cardgen.targets.sizes import RulesPart

if TYPE_CHECKING:
    from cardgen.model import Kit
    from cardgen.rulesheet.sheet import RuleSheet

Binder: TypeAlias = Callable[[str, str, Sequence[Page], str], Output]
_A5 = Size(148, 210)
_DPI = 300


def rulebooks(order: Order, kit: Kit, bind: Binder = Pdf) -> list[Output]:
    """Return the rules of a whole kit as the target takes them; `bind` makes a PDF of a name, a title, pages and a language.

    What there is, and where a service takes none, is noted among the order's products.
    """
    from cardgen.rulesheet import load_rules

    sheet = load_rules(kit, order.faces.options)
    return [file for one in order.target.rules for file in _files(order, kit, one, sheet, bind)]


def _files(order: Order, kit: Kit, asks: RulesPart, sheet: RuleSheet, bind: Binder) -> Iterator[Output]:
    from cardgen.targets.pictures import FacePicture

    if asks.form == "none":
        order.products.append(f"{asks.product}: {asks.says}")
        return
    pages = [_page(drawing, asks) for drawing in _drawings(order, asks, sheet)]
    if asks.most is not None and len(pages) > asks.most:
        much = f"the rules have {len(pages)} pages as a {asks.form}, and it takes {asks.most} at most"
        order.products.append(f"{asks.product}: not made, because {much}")
        return
    name = asks.file or _named(order, asks)
    if asks.file is None:
        title = f"{kit.title} {kit.version}, {tr('rules')}"
        yield bind(name, title, pages, kit.language)
    else:
        for number, page in enumerate(pages, 1):
            wide, high = (side / MM_PER_INCH * _DPI for side in (page.drawing.width, page.drawing.height))
            pixels = asks.pixels or (round(wide), round(high))
            file = filled(asks.file, game=kit.slug, number=f"{number:02}")
            yield FacePicture(file, page.drawing, pixels, _DPI, extra={"page": number})
        name = filled(asks.file, game=kit.slug, number="01" if len(pages) == 1 else f"01 to {len(pages):02}")
    count = "1 page" if len(pages) == 1 else f"{len(pages)} pages"
    order.products.append(f"{asks.product}: {count} in {name}; {asks.says}")


def _named(order: Order, asks: RulesPart) -> str:
    paper = "" if asks.size or asks.form == "booklet" or order.paper_name == "a4" else f"-{order.paper_name}"
    return f"{order.kit.slug}-{'booklet' if asks.form == 'booklet' else 'rules'}{paper}.pdf"


def _drawings(order: Order, asks: RulesPart, sheet: RuleSheet) -> Iterator[Drawing]:
    """Yield pages as they are cut; a booklet on small pages is scaled until all that is printed is inside `safe`."""
    from cardgen.rulesheet import booklet_pages, rule_pages
    from cardgen.rulesheet.booklet import LIVE

    if asks.form == "sheet":
        yield from rule_pages(sheet, order.faces, asks.size or order.paper)
        return
    cut = asks.size or _A5
    k = min(1.0, (cut.width - 2 * asks.safe) / LIVE.width, (cut.height - 2 * asks.safe) / LIVE.height)
    for page in booklet_pages(sheet.on("booklet"), order.faces, Size(cut.width / k, cut.height / k)):
        one = page.drawing
        if k == 1.0:
            yield one
            continue
        placed = PlacedDrawing(one, multiply(scale(k), translate(-one.x, -one.y)))
        yield Drawing(one.name, 0.0, 0.0, cut.width, cut.height, (placed,), one.alt)
    if k < 1.0:
        order.adapted.append(f"{asks.product}: the booklet is scaled by {k:.3g} to {cut}")


def _page(cut: Drawing, asks: RulesPart) -> Page:
    """Return a page with white around it for the knife, and where it is cut."""
    bleed = asks.bleed
    x, y = cut.x - bleed, cut.y - bleed
    wide, high = cut.width + 2 * bleed, cut.height + 2 * bleed
    drawing = Drawing(cut.name, x, y, wide, high, (PlacedDrawing(cut),), cut.alt) if bleed else cut
    return Page(drawing, (cut.x, cut.y, cut.width, cut.height), (x, y, wide, high))
