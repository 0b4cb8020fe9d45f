"""Things that hold the kit, to print, cut, fold and glue: a PDF of each, and its dieline for a cutter."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Literal

from cardgen.base.contour import Contour
from cardgen.base.drawing import Path, polygon, translate
from cardgen.base.errors import Problems
from cardgen.export.output import Output, Pdf, TextOutput
from cardgen.model.box import BOX_KINDS, BoxKind
from cardgen.production import box_pages
from cardgen.production.dielines import Dieline, commands
from cardgen.rulesheet import fallback_of
from cardgen.sheets.marks.pen import Lettering
from cardgen.sheets.paper import Sheet
from cardgen.source.leaves import one_of
from cardgen.source.shape import Keyed, Shape, key, list_of
from cardgen.targets.cutting.contours import CutPass, PathCut
from cardgen.targets.cutting.svg import contours_svg
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

_COLOURS = {"glue": "#2a6db3", "fold": "#00a000", "cut": "#ff0000"}
_GAP, _MARGIN = 6.0, 2.0


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
            yield TextOutput(name, dieline_svg(dielines, one.title))


def dieline_svg(dielines: Sequence[Dieline], title: str) -> str:
    """Return an SVG with these pieces beside each other, in mm; programs for cutters read layers and colours alike."""
    layers: dict[str, list[PathCut]] = {name: [] for name in _COLOURS}
    x = _MARGIN
    for one in dielines:
        left, top, wide, _ = one.bounds
        lines = {
            "glue": [polygon(area) for area in one.glue],
            "fold": [Path((("M", a, b), ("L", c, d))) for a, b, c, d in one.folds],
            # what is inside is cut first, while the piece still holds
            "cut": [Path(commands(outline)) for outline in (*one.cuts[1:], *one.cuts[:1])],
        }
        for name, paths in lines.items():
            moved = (Contour(path.commands).moved(translate(x - left, _MARGIN - top)) for path in paths)
            layers[name] += [PathCut(path.commands) for path in moved]
        x += wide + _GAP
    sheet = Sheet(x - _GAP + _MARGIN, max(one.bounds[3] for one in dielines) + 2 * _MARGIN)
    passes = [CutPass(name, tuple(paths)) for name, paths in layers.items() if paths]
    return contours_svg(passes, sheet, title, _COLOURS)
