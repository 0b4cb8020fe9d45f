"""Things that hold the kit, to print, cut, fold and glue: a PDF of each, and its dieline for a cutter."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from cardgen.base.errors import Problems
from cardgen.export.output import Output, Pdf, TextOutput
from cardgen.model.box import BOX_KINDS, BoxKind
from cardgen.production import box_pages
from cardgen.production.layers import dieline_svg
from cardgen.rulesheet import fallback_of
from cardgen.sheets.marks.pen import Lettering
from cardgen.source.leaves import one_of
from cardgen.source.shape import Keyed, Shape, key, list_of
from cardgen.targets.order import Order

_KIND: Shape[BoxKind] = one_of(*BOX_KINDS, guess=True)
_FORMAT: Shape[Literal["svg"]] = one_of("svg")


class BoxesOptions(Keyed, example="{kinds: [tuck], dielines: [svg]}"):
    """`boxes:` what holds the kit, as its game.yaml says below boxes:."""

    kinds: tuple[BoxKind, ...] = key(list_of(_KIND, least=1), "Which of them, else all.", default=BOX_KINDS)
    dielines: tuple[Literal["svg"], ...] = key(
        list_of(_FORMAT), "Files with nothing but lines, in layers: cut, fold and glue.", default=("svg",)
    )


OPTIONS = BoxesOptions


def make(order: Order) -> Iterator[Output]:
    kit, asks = order.kit, order.target.asks
    lettering = Lettering(fallback_of(kit, Problems()), kit.fonts, kit.language)
    for one in box_pages(
        kit, order.faces, order.paper, kinds=asks.kinds, sleeved=order.sleeved or None, lettering=lettering
    ):
        lines = [
            f"{one.stem}-{order.paper_name}{f'-{number}' if len(one.dielines) > 1 else ''}-lines.svg"
            for number in range(1, len(one.dielines) + 1 if "svg" in asks.dielines else 1)
        ]
        title = f"{one.title}: print {one.stem}-{order.paper_name}.pdf on card at 100 %, score, cut, fold and glue"
        order.products.append(title + (f"; a cutter follows {', '.join(lines)}" if lines else ""))
        yield Pdf(f"{one.stem}-{order.paper_name}.pdf", f"{kit.title}: {one.title}", one.pages, kit.language)
        for name, dielines in zip(lines, one.dielines, strict=False):
            yield TextOutput(name, dieline_svg(dielines))
