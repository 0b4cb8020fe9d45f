"""The contours of a sheet as DXF: millimetres, 0,0 at the lower left of the paper, a layer for each step of cutting."""

from __future__ import annotations

import io
import math
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, Final

from cardgen.sheets.paper import Sheet
from cardgen.targets.cutting.contours import Arc, Circle, Curve, Layer, Line, Outline

if TYPE_CHECKING:
    from ezdxf.layouts.layout import Modelspace

_COLOURS: Final = {"cut": 1, "cut-corners": 5, "cut-edges": 1, "cut-across": 3, "cut-down": 1}
"""Colours of AutoCAD's index, because some programs tell steps of cutting by colour: red, blue, green."""
_QUARTER = math.tan(math.pi / 8)  # the bulge of a quarter of a circle; positive runs anticlockwise


def contours_dxf(layers: Iterable[Layer], sheet: Sheet) -> bytes:
    """Return a DXF of the year 2000, which every cutting program reads: lines, arcs, circles, closed polylines."""
    import ezdxf
    from ezdxf import units

    options = ezdxf.options  # type: ignore[attr-defined]
    dated = options.write_fixed_meta_data_for_testing
    options.write_fixed_meta_data_for_testing = (
        True  # the same bytes twice: neither date nor number of its own
    )
    try:
        drawing = ezdxf.new("R2000", units=units.MM)  # type: ignore[attr-defined]
        space = drawing.modelspace()
        space.reset_extents((0, 0, 0), (sheet.width, sheet.height, 0))
        space.reset_limits((0, 0), (sheet.width, sheet.height))
        for name, curves in layers:
            drawing.layers.add(name, color=_COLOURS[name])
            for curve in curves:
                _add(space, curve, sheet.height, {"layer": name})
        text = io.StringIO()
        drawing.write(text)
    finally:
        options.write_fixed_meta_data_for_testing = dated
    return text.getvalue().encode(drawing.encoding)


def _add(space: Modelspace, curve: Curve, height: float, about: dict[str, Any]) -> None:
    match curve:
        case Line(x1, y1, x2, y2):
            space.add_line((x1, height - y1), (x2, height - y2), about)
        case Arc(cx, cy, r, start):
            # y runs up here: what runs clockwise from `start` down the paper ends where it began there
            space.add_arc(
                (cx, height - cy), r, (270 - start) % 360, (360 - start) % 360 or 360, dxfattribs=about
            )
        case Circle(cx, cy, r):
            space.add_circle((cx, height - cy), r, about)
        case Outline(box, r):
            top, bottom = height - box.y, height - box.bottom
            points: list[tuple[float, float, float]] = []
            for x, y, dx, dy in (  # anticlockwise, from the lower left corner
                (box.x, bottom, 1, 1),
                (box.right, bottom, -1, 1),
                (box.right, top, -1, -1),
                (box.x, top, 1, -1),
            ):
                if not r:
                    points.append((x, y, 0.0))
                    continue
                beside, above = (x + dx * r, y, _QUARTER), (x, y + dy * r, _QUARTER)
                first, second = (above, beside) if dx == dy else (beside, above)
                points += [first, (second[0], second[1], 0.0)]
            space.add_lwpolyline(points, format="xyb", close=True, dxfattribs=about)
