"""The outlines of shapes as SVG writes them: how far path data can be read, and where its corners lie."""

from __future__ import annotations

import cmath
import math
import re
from collections.abc import Iterator
from functools import lru_cache

from cardgen.base.drawing import PathCommand
from cardgen.base.svg import FAR, Box, Element, length

_NUMBER = r"(?>[-+]?(?>\d+\.?\d*|\.\d+)(?>[eE][-+]?\d+)?)"
_GAP = r"(?>\s*,?\s*)"  # one comma at the most


def _numbers(count: int) -> str:
    return _GAP.join([_NUMBER] * count) + _GAP


# possessive throughout, so that broken data costs no more than sound data
_PATH = re.compile(
    rf"\s*+(?:(?=[Mm])(?>[Mm]{_GAP}(?:{_numbers(2)})++|[Zz]\s*+|[LlTt]{_GAP}(?:{_numbers(2)})++"
    rf"|[HhVv]{_GAP}(?:{_numbers(1)})++|[Cc]{_GAP}(?:{_numbers(6)})++|[SsQq]{_GAP}(?:{_numbers(4)})++"
    rf"|[Aa]{_GAP}(?:{_numbers(3)}[01]{_GAP}[01]{_GAP}{_numbers(2)})++)++)?+"
)
_PAIRS = re.compile(rf"\s*+(?:{_numbers(2)})*+")
_COMMAND = re.compile(r"([A-Za-z])([^A-DF-Za-df-z]*)")
_RADII = rf"({_NUMBER}){_GAP}({_NUMBER}){_GAP}({_NUMBER}){_GAP}"
_ARC = re.compile(rf"{_RADII}([01]){_GAP}([01]){_GAP}({_NUMBER}){_GAP}({_NUMBER})")
_ANY_NUMBER = re.compile(_NUMBER)
_MAY_BE_FAR = re.compile(r"\d{7}|[eE]\+?\d")
_TAKES = {"M": 2, "L": 2, "T": 2, "H": 1, "V": 1, "C": 6, "S": 4, "Q": 4}


@lru_cache(maxsize=4096)
def unreadable(data: str) -> str:
    """Return the rest of path data from where it cannot be read; "" when all of it can."""
    match = _PATH.match(data)
    return "" if data.strip() == "none" else data[match.end() if match else 0 :].strip()


def unreadable_points(points: str) -> str:
    """Return the rest of a polygon's points from where they are no pairs of numbers."""
    match = _PAIRS.match(points)
    return points[match.end() if match else 0 :].strip()


def far_off(data: str) -> str:
    """Return the first number of path data or points that no page has; "" when there is none."""
    if _MAY_BE_FAR.search(data):
        for found in _ANY_NUMBER.findall(data):
            if not abs(float(found)) <= FAR:
                return str(found)
    return ""


def extent(shape: Element, whole: tuple[float, float]) -> Box | None:
    """Return the box around a shape in its own units, without its outline's width; None for what is not known.

    `whole` is what 100% means across and down.
    """

    def said(name: str, default: float = 0.0) -> float:
        across = whole[name not in ("x", "width", "cx", "x1", "x2", "rx")]
        return length(shape.get(name), default, whole=across)

    points: list[complex]
    match shape.tag.rpartition("}")[2]:
        case "rect" | "image":
            return said("x"), said("y"), said("width"), said("height")
        case "circle" | "ellipse":
            rx, ry = said("rx", said("r")), said("ry", said("r"))
            return said("cx") - rx, said("cy") - ry, 2 * rx, 2 * ry
        case "line":
            points = [complex(said("x1"), said("y1")), complex(said("x2"), said("y2"))]
        case "path" if not unreadable(data := shape.get("d") or ""):
            return _box(data)
        case "polygon" | "polyline" if not unreadable_points(data := shape.get("points") or ""):
            return _box(f"M{data}")
        case _:
            return None
    return _around(points)


@lru_cache(maxsize=4096)
def _box(data: str) -> Box:
    """Return the box around readable path data; many faces have the same paths."""
    return _around([*_places(data)])


def _around(points: list[complex]) -> Box:
    if not points:
        return 0.0, 0.0, 0.0, 0.0
    xs, ys = [p.real for p in points], [p.imag for p in points]
    return min(xs), min(ys), max(xs) - min(xs), max(ys) - min(ys)


def _bulge(start: complex, end: complex, radius: float) -> tuple[complex, complex]:
    """Return corners of a box that an arc between two places does not leave."""
    half = abs(end - start) / 2
    radius = max(radius, half)
    reach = radius + (radius**2 - half**2) ** 0.5
    middle, out = (start + end) / 2, complex(reach, reach)
    return middle - out, middle + out


def _walked(data: str) -> Iterator[tuple[str, bool, complex, list[complex], list[float]]]:
    """Yield each step of readable path data: its command as a capital, whether that is its first step, where it begins.

    Then the places that it names, none for Z, and its numbers.
    """
    here = start = 0j
    for letter, said in _COMMAND.findall(data):
        kind, own = letter.upper(), letter.islower()
        if kind == "Z":
            yield kind, True, here, [], []
            here = start
            continue
        for number, row in enumerate(_rows(kind, said)):
            base = here if own else 0j
            if kind == "H":
                places = [complex(row[0] + base.real, here.imag)]
            elif kind == "V":
                places = [complex(here.real, row[0] + base.imag)]
            elif kind == "A":
                places = [base + complex(*row[5:])]
            else:
                places = [base + complex(x, y) for x, y in zip(row[::2], row[1::2], strict=True)]
            yield kind, not number, here, places, row
            here = places[-1]
            if kind == "M" and not number:
                start = here


def _rows(kind: str, said: str) -> list[list[float]]:
    """Return the numbers of a command, as many to a row as it takes."""
    if kind == "A":
        return [[float(v) for v in row] for row in _ARC.findall(said)]
    values = [float(v) for v in _ANY_NUMBER.findall(said)]
    return [values[n : n + _TAKES[kind]] for n in range(0, len(values), _TAKES[kind])]


def _places(data: str) -> Iterator[complex]:
    """Yield the place of each end and handle of readable path data, and corners around arcs."""
    for kind, _, here, places, row in _walked(data):
        if kind == "A":
            yield from _bulge(here, places[0], max(abs(row[0]), abs(row[1])))
        yield from places


def commands_of(data: str) -> tuple[PathCommand, ...]:
    """Return readable path data as absolute lines and cubic curves; arcs and smooth curves become such curves."""
    found: list[PathCommand] = []
    bend, before = 0j, ""  # the last handle, for what goes on smoothly, and the command that had it
    for kind, first, here, places, row in _walked(data):
        if kind == "Z":
            found.append(("Z",))
            before = ""
            continue
        points = _arc(here, places[0], *row[:5]) if kind == "A" else places
        like = {"S": "C", "T": "Q"}.get(kind, kind)
        if like != kind:
            points = [2 * here - bend if before == like else here, *points]
        bend, before = (points[-2] if like in "CQ" else here), like
        if like == "Q":
            points = [
                here + (points[0] - here) * 2 / 3,
                points[1] + (points[0] - points[1]) * 2 / 3,
                points[1],
            ]
        curved = like in "CQA" and len(points) > 1
        found += _steps("M" if kind == "M" and first else "C" if curved else "L", points)
    return tuple(found)


def _steps(letter: str, points: list[complex]) -> Iterator[PathCommand]:
    each = 3 if letter == "C" else 1
    for n in range(0, len(points), each):
        yield (letter, *(v for p in points[n : n + each] for v in (p.real, p.imag)))  # type: ignore[misc]


def _arc(
    here: complex, end: complex, rx: float, ry: float, degrees: float, large: float, sweep: float
) -> list[complex]:
    """Return handles and ends of the curves that follow an arc of an ellipse (SVG 2, appendix B.2)."""
    rx, ry = abs(rx), abs(ry)
    if not rx or not ry or here == end:
        return [end]
    turn = cmath.rect(1, math.radians(degrees))
    half = (here - end) / 2 / turn
    far = (half.real / rx) ** 2 + (half.imag / ry) ** 2
    if far > 1:
        rx, ry, far = rx * math.sqrt(far), ry * math.sqrt(far), 1.0
    out = math.sqrt(max(0.0, 1 / far - 1)) * (-1 if large == sweep else 1)
    middle = complex(out * rx * half.imag / ry, -out * ry * half.real / rx)
    first, last = (
        math.atan2((p.imag - middle.imag) / ry, (p.real - middle.real) / rx) for p in (half, -half)
    )
    span = (last - first) % (2 * math.pi) - (0 if sweep else 2 * math.pi)
    count = max(1, math.ceil(abs(span) / (math.pi / 2) - 1e-9))
    reach = 4 / 3 * math.tan(span / count / 4)

    def at(x: float, y: float) -> complex:
        return (complex(rx * x, ry * y) + middle) * turn + (here + end) / 2

    found: list[complex] = []
    for n in range(count):
        a, b = first + span * n / count, first + span * (n + 1) / count
        found.append(at(math.cos(a) - reach * math.sin(a), math.sin(a) + reach * math.cos(a)))
        found.append(at(math.cos(b) + reach * math.sin(b), math.sin(b) - reach * math.cos(b)))
        found.append(at(math.cos(b), math.sin(b)))
    found[-1] = end
    return found
