"""The contours of a sheet as SVG: the same page, nothing else on it, red hairlines in layers."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from xml.sax.saxutils import escape

from cardgen.base.drawing import PathCommand
from cardgen.model.kit import NO_FIELDS
from cardgen.sheets.paper import Sheet
from cardgen.targets.cutting.contours import (
    Arc,
    Circle,
    Curve,
    CutPass,
    PathCut,
    RoundedCut,
    StraightCut,
    ends,
)


def contours_svg(
    layers: Iterable[CutPass], sheet: Sheet, title: str, colours: Mapping[str, str] = NO_FIELDS
) -> str:
    """Return an SVG of the size of the paper, in mm; each layer is one of Inkscape's, in the order of cutting.

    A layer is red where `colours` says nothing of it.
    """
    w, h = _n(sheet.width), _n(sheet.height)
    lines = [
        '<?xml version="1.0" encoding="UTF-8"?>',
        '<svg xmlns="http://www.w3.org/2000/svg" xmlns:inkscape="http://www.inkscape.org/namespaces/inkscape" '
        f'width="{w}mm" height="{h}mm" viewBox="0 0 {w} {h}">',
        f"<title>{escape(title)}</title>",
    ]
    for name, curves in layers:
        lines.append(
            f'<g id="{name}" inkscape:groupmode="layer" inkscape:label="{name}" '
            f'fill="none" stroke="{colours.get(name, "#ff0000")}" stroke-width="0.1">'
        )
        lines += [f'<path id="{name}-{n}" d="{_path(curve)}"/>' for n, curve in enumerate(curves, 1)]
        lines.append("</g>")
    return "\n".join([*lines, "</svg>", ""])


def _path(curve: Curve) -> str:
    match curve:
        case StraightCut(x1, y1, x2, y2):
            return f"M{_n(x1)} {_n(y1)}L{_n(x2)} {_n(y2)}"
        case Arc():
            (x1, y1), (x2, y2) = ends(curve)
            return f"M{_n(x1)} {_n(y1)}{_to(curve.radius, x2, y2)}"
        case Circle(cx, cy, r):
            # four arcs from the top: plotters like closed paths better than circles
            steps = ((cx + r, cy), (cx, cy + r), (cx - r, cy), (cx, cy - r))
            return f"M{_n(cx)} {_n(cy - r)}" + "".join(_to(r, x, y) for x, y in steps) + "Z"
        case RoundedCut(box, r) if r:
            left, right, top, bottom = box.x + r, box.right - r, box.y + r, box.bottom - r
            return (
                f"M{_n(left)} {_n(box.y)}H{_n(right)}{_to(r, box.right, top)}V{_n(bottom)}{_to(r, right, box.bottom)}"
                f"H{_n(left)}{_to(r, box.x, bottom)}V{_n(top)}{_to(r, left, box.y)}Z"
            )
        case PathCut(commands):
            return "".join(map(_drawn, commands))
        case RoundedCut(box):
            return f"M{_n(box.x)} {_n(box.y)}H{_n(box.right)}V{_n(box.bottom)}H{_n(box.x)}Z"


def _drawn(command: PathCommand) -> str:
    letter, *values = command
    return letter + " ".join(_n(value) for value in values)


def _to(radius: float, x: float, y: float) -> str:
    return f"A{_n(radius)} {_n(radius)} 0 0 1 {_n(x)} {_n(y)}"


def _n(number: float) -> str:
    return f"{round(number, 4) + 0.0:.4f}".rstrip("0").rstrip(".")
