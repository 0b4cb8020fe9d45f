"""Where the spots of a printed board are: elements with `id="spot-…"`, or all that a group `id="spots"` holds."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from cardgen.base.drawing import IDENTITY, Matrix, apply, multiply
from cardgen.base.svg import SVG, Box, Element, length, parse, transform, view_box
from cardgen.base.svg_outline import extent
from cardgen.base.units import Size

_NAME = re.compile(r"spot-(\d+)?")
_LABEL = "{http://www.inkscape.org/namespaces/inkscape}label"


class PrintedSpot(NamedTuple):
    """A place on a board, in mm from the top left corner of its trim: its name, its middle, its size."""

    name: str
    x: float
    y: float
    wide: float
    high: float


def spots_in(text: str, size: Size, bleed: float) -> list[PrintedSpot]:
    """Return the spots of the rendered SVG of a component with this trimmed size and bleed, in mm.

    Those with numbers come in the order of their numbers, others in that of the drawing.
    """
    root = parse(text.encode())
    if (view := view_box(root)) is None:
        return []
    wide, high = view[2:]
    scale = ((size.width + 2 * bleed) / wide, (size.height + 2 * bleed) / high)
    found = []
    for element, matrix in _placed(root, IDENTITY):
        if (box := _around(element, matrix, (wide, high))) is None:
            continue
        x, y = ((box[n] + box[n + 2] / 2 - view[n]) * scale[n] - bleed for n in (0, 1))
        name = element.get("id") or element.get(_LABEL) or ""
        found.append(
            PrintedSpot(
                name, round(x, 2), round(y, 2), round(box[2] * scale[0], 2), round(box[3] * scale[1], 2)
            )
        )
    numbers = [_NAME.match(spot.name) for spot in found]
    if all(number and number[1] for number in numbers):
        found.sort(key=lambda spot: int(spot.name.removeprefix("spot-").partition("-")[0]))
    return found


def _placed(element: Element, outer: Matrix) -> Iterator[tuple[Element, Matrix]]:
    """Yield every spot below an element, with the matrix of what it lies in."""
    for child in element:
        if not isinstance(child.tag, str) or child.tag in (f"{SVG}defs", f"{SVG}symbol"):
            continue
        if _NAME.match(child.get("id") or child.get(_LABEL) or ""):
            yield child, outer
        elif "spots" in (child.get("id"), child.get(_LABEL)):
            inner = multiply(outer, transform(child.get("transform")))
            yield from ((one, inner) for one in child if isinstance(one.tag, str))
        else:
            yield from _placed(child, multiply(outer, transform(child.get("transform"))))


def _around(element: Element, outer: Matrix, whole: tuple[float, float]) -> Box | None:
    """Return the box around an element and all that it holds; None where nothing in it says its size."""
    matrix = multiply(outer, transform(element.get("transform")))
    own = extent(element, whole)
    if own is None and element.tag == f"{SVG}use" and element.get("width"):
        own = tuple(length(element.get(name), 0.0) for name in ("x", "y", "width", "height"))  # type: ignore[assignment]
    boxes = [_turned(own, matrix)] if own else []
    boxes += [
        box for child in element if isinstance(child.tag, str) and (box := _around(child, matrix, whole))
    ]
    if not boxes:
        return None
    left, top = min(box[0] for box in boxes), min(box[1] for box in boxes)
    right, low = max(box[0] + box[2] for box in boxes), max(box[1] + box[3] for box in boxes)
    return left, top, right - left, low - top


def _turned(box: Box, matrix: Matrix) -> Box:
    x, y, wide, high = box
    corners = [apply(matrix, x + a * wide, y + b * high) for a in (0, 1) for b in (0, 1)]
    left, top = min(x for x, _ in corners), min(y for _, y in corners)
    return left, top, max(x for x, _ in corners) - left, max(y for _, y in corners) - top
