"""The path of a free shape: one closed line in an SVG of the kit, which fills the box of its piece."""

from __future__ import annotations

import re
from typing import Any

from lxml import etree

from cardgen.base.contour import Contour, crossing
from cardgen.base.drawing import IDENTITY, Matrix, multiply, scale
from cardgen.base.errors import HintedError, Level, Location, did_you_mean
from cardgen.base.files import FileError, read_bytes
from cardgen.base.nicks import BENDS
from cardgen.base.outline import fringe, inner_radius, neck
from cardgen.base.svg import SVG, as_svg, parse, transform, view_box
from cardgen.base.svg_outline import commands_of, far_off, unreadable, unreadable_points
from cardgen.base.units import Size
from cardgen.source.nodes import Document, Step
from cardgen.source.parse import Folder

_LARGEST = 5_000_000  # bytes of a file with a path
_CORNERS = 4_000  # of a path; a knife stops at each
_OFF = 0.01  # by how much its proportions may differ from those of the size
_SAFE = 1.5  # mm: how far inside the cut words stay where nothing else is said
_FRINGE = 12.0  # mm for each cm²
ABOUT = 0.03
"""mm by which a radius may be missed."""
_LEAST = 0.01  # units: nearer ends are one
_AGAIN = "draw it again, or Path > Simplify"


class _CutFault(HintedError):
    """What is wrong with a path, and what to do."""


def read_cut(
    folder: Folder,
    document: Document,
    path: tuple[Step, ...],
    file: str,
    name: str,
    size: Size,
    safe: float | None = None,
) -> Contour | None:
    """Return the contour that a component's `shape` names, scaled to its size; None after noting what is wrong with it.

    `safe` is how far inside the cut its words stay: what is narrower than twice that has no room for any, and bends.
    """
    found = folder.find(file, document, *path, what="drawing of a shape")
    if found is None:
        return None
    label = folder.name_of(file)
    if found not in folder.sources:
        folder.sources.append(found)
    try:
        data = read_bytes(found, label, _LARGEST)
        root = as_svg(parse(data))
    except FileError as error:
        folder.problems.extend([error.problem(Location(label))])
        return None
    except etree.XMLSyntaxError as error:
        where = Location(label, *error.position)
        folder.problems.add(f"this is no SVG: {error.msg}", where, hint="save it again as SVG", code="shape")
        return None
    ids = {str(e.get("id")): e for e in root.iter() if isinstance(e.tag, str) and e.get("id")}
    if name not in ids:
        message, hint = f"{file} has no path '{name}'", did_you_mean(name, ids)
        document.note(message, *path, hint=hint, code="shape")
        return None
    element = ids[name]
    level: Level = "error"
    try:
        drawn = _contour(root, element)
        contour = _fitted(drawn, size)
        _check(contour, drawn, _SAFE if safe is None else safe)
        if fringe(contour) <= _FRINGE:
            return contour
        longer = f"its outline is {fringe(contour):.0f} mm for each cm² longer than a circle's"
        fault, level = (
            _CutFault(f"{longer}, expected at most {_FRINGE:g} mm", "fewer or blunter teeth"),
            "warning",
        )
    except _CutFault as error:
        fault, contour = error, None
    trail, where = document.trail(*path), _written(data, element, name, label)
    folder.problems.add(f"#{name}: {fault}", where, trail=trail, hint=fault.hint, level=level, code="shape")
    return contour


def _written(data: bytes, element: Any, name: str, label: str) -> Location:
    lines = data.decode("utf-8", "replace").split("\n")
    last = min(element.sourceline or 1, len(lines))
    for line in range(last, 0, -1):  # of a tag with many lines the last is known
        if found := re.search(rf"""\bid\s*=\s*["']{re.escape(name)}["']""", lines[line - 1]):
            return Location(label, line, found.start() + 1)
    return Location(label, last)


def _check(contour: Contour, drawn: Contour, safe: float) -> None:
    """Refuse what a knife or a hand tears."""
    left, top, right, bottom = drawn.box
    across, down = (right - left) / contour.box[2], (bottom - top) / contour.box[3]
    radius = inner_radius(contour)
    if radius < BENDS["machine"] - ABOUT:
        message = f"an inner corner has a radius of {radius:.1f} mm, expected {BENDS['machine']:g} mm or more"
        raise _CutFault(message, "round it: in Inkscape Path Effects > Corners")
    if safe and (where := neck(contour, safe)):
        at = f"{where[0] * across + left:.4g}, {where[1] * down + top:.4g}"
        message = f"the piece is narrower than {2 * safe:g} mm at {at}, where it would tear"
        raise _CutFault(message, f"make its neck wider, or write safe: below {safe:g}mm")


def _contour(root: Any, element: Any) -> Contour:
    """Return the one closed line that an element draws, in the units of its SVG."""
    commands = commands_of(_data(element))
    parts = sum(command[0] == "M" for command in commands)
    if parts > 1:
        hint = "leave the outer line alone: Path > Break Apart, then delete the rest"
        raise _CutFault(f"the path has {parts} parts, expected one closed line", hint)
    if len(commands) > _CORNERS:
        raise _CutFault(f"the path has {len(commands):,} corners, at most {_CORNERS:,} are cut", _AGAIN)
    if len(commands) < 3:
        raise _CutFault("the path is empty, expected one closed line", "draw the line along which one cuts")
    start, end = commands[0][1:], commands[-1][-2:]
    if commands[-1] != ("Z",):
        if max(abs(a - b) for a, b in zip(start, end, strict=True)) > _LEAST:  # type: ignore[operator]
            ends = " and ".join(f"{x:g}, {y:g}" for x, y in (start, end))  # type: ignore[misc]
            raise _CutFault(f"the path is open: its ends are at {ends}", "close it: write Z at its end")
        commands = (*commands, ("Z",))
    contour = Contour(commands).moved(_matrix(element))
    if view := view_box(root):
        left, top, right, bottom = contour.box
        x, y, w, h = view
        slack = 1e-3 * max(w, h)
        if left < x - slack or top < y - slack or right > x + w + slack or bottom > y + h + slack:
            reach = f"{left:g} to {right:g} across and {top:g} to {bottom:g} down"
            hint = "move it in, or make the page as large as the drawing: File > Document Properties > Resize"
            raise _CutFault(
                f"the path runs from {reach}, outside of the drawing's viewBox {x:g} {y:g} {w:g} {h:g}", hint
            )
    return contour


def _data(element: Any) -> str:
    """Return path data; a polygon's too."""
    if element.tag == SVG + "path":
        data = element.get("d") or ""
        rest = unreadable(data)
    elif element.tag == SVG + "polygon":
        points = element.get("points") or ""
        data, rest = f"M{points}Z" if points.strip() else "", unreadable_points(points)
    else:
        tag = str(element.tag).rpartition("}")[2]
        raise _CutFault(f"this is a <{tag}>, expected a <path>", "in Inkscape: Path > Object to Path")
    if rest:
        raise _CutFault(f"the path's data is broken at “{rest[:24]}”", _AGAIN)
    if far := far_off(data):
        raise _CutFault(f"the path goes to {far[:24]}, which is too far", _AGAIN)
    return data


def _matrix(element: Any) -> Matrix:
    matrix = IDENTITY
    for one in (element, *element.iterancestors()):
        try:
            matrix = multiply(transform(one.get("transform")), matrix)
        except ValueError as error:
            raise _CutFault(str(error), "in Inkscape: select the path, Object > Transform > Apply") from None
    return matrix


def _fitted(contour: Contour, size: Size) -> Contour:
    ends = [v for command in contour.commands for v in command[1:]]
    k = max(size.width, size.height) / max(
        max(ends) - min(ends), 1e-9
    )  # measured in mm, whatever its units are
    left, top, right, bottom = (v / k for v in contour.moved(scale(k)).box)
    wide, tall = right - left, bottom - top
    if min(wide, tall) * k < _LEAST:
        raise _CutFault("the path holds nothing", "draw the line along which one cuts")
    across, down = size.width / wide, size.height / tall
    if abs(across / down - 1) > _OFF:
        fits = f"{size.width:g}x{size.width / wide * tall:.4g}mm"
        raise _CutFault(
            f"the path is {wide:.4g} wide and {tall:.4g} high, which does not fit {size}",
            f"write size: {fits}",
        )
    fitted = contour.moved((across, 0.0, 0.0, down, -left * across, -top * down))
    if where := crossing(fitted.points):
        across_at = f"{where[0] / across + left:.4g}, {where[1] / down + top:.4g}"
        hint = "in Inkscape: Path > Union makes one line of it"
        raise _CutFault(f"the path crosses or touches itself at {across_at}", hint)
    return fitted
