"""The contours of a sheet as DXF: millimetres, 0,0 at the lower left of the paper, a layer for each step of cutting."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from typing import Final, TypeAlias

from cardgen.base.contour import flattened
from cardgen.sheets.paper import Sheet
from cardgen.targets.cutting.contours import Arc, Circle, Curve, CutPass, PathCut, RoundedCut, StraightCut

_COLOURS: Final = {
    "score": 5,
    "cut-holes": 3,
    "cut-pieces-with-nicks": 3,
    "cut-frame": 1,
    "cut": 1,
    "cut-corners": 5,
    "cut-edges": 1,
    "cut-across": 3,
    "cut-down": 1,
    "cut-between": 5,
    "cut-zigzags": 3,
    "cut-lines": 1,
}
"""Colours of AutoCAD's index, because some programs tell steps of cutting by colour: red, blue, green."""
_QUARTER = math.tan(math.pi / 8)  # the bulge of a quarter of a circle; positive runs anticlockwise
_MM = 4
_FINE = 0.2  # mm: curves become lines of this length, which release 12 lacks

Pair: TypeAlias = tuple[int, str | float]
"""A group code and its value: two lines of the file."""


def contours_dxf(layers: Iterable[CutPass], sheet: Sheet) -> bytes:
    """Return a DXF of release 12, which every cutting program reads: lines, arcs, circles, closed polylines."""
    drawn = [(name, list(curves)) for name, curves in layers]
    pairs = [*_header(sheet), *_tables([name for name, _ in drawn]), (0, "SECTION"), (2, "ENTITIES")]
    for name, curves in drawn:
        for curve in curves:
            pairs += _entity(curve, sheet.height, name)
    pairs += [(0, "ENDSEC"), (0, "EOF")]
    return "".join(f"{code:>3}\n{_written(value)}\n" for code, value in pairs).encode("ascii")


def _written(value: str | float) -> str:
    """Return a value: numbers of more than a whole with at most six places, never as 1e-06."""
    return f"{value:.6f}".rstrip("0").rstrip(".") if isinstance(value, float) else str(value)


def _header(sheet: Sheet) -> list[Pair]:
    far = [(10, float(sheet.width)), (20, float(sheet.height))]
    none: list[Pair] = [(10, 0.0), (20, 0.0)]
    return [
        *((0, "SECTION"), (2, "HEADER"), (9, "$ACADVER"), (1, "AC1009")),
        *((9, "$INSUNITS"), (70, _MM), (9, "$MEASUREMENT"), (70, 1)),
        *((9, "$EXTMIN"), *none, (30, 0.0), (9, "$EXTMAX"), *far, (30, 0.0)),
        *((9, "$LIMMIN"), *none, (9, "$LIMMAX"), *far, (0, "ENDSEC")),
    ]


def _tables(names: list[str]) -> Iterator[Pair]:
    yield from ((0, "SECTION"), (2, "TABLES"), (0, "TABLE"), (2, "LAYER"), (70, len(names)))
    for name in names:
        yield from ((0, "LAYER"), (2, name), (70, 0), (62, _COLOURS[name]), (6, "CONTINUOUS"))
    yield from ((0, "ENDTAB"), (0, "ENDSEC"))


def _entity(curve: Curve, height: float, layer: str) -> list[Pair]:
    match curve:
        case StraightCut(x1, y1, x2, y2):
            return [(0, "LINE"), (8, layer), *_at(x1, height - y1), (11, float(x2)), (21, float(height - y2))]
        case Arc(cx, cy, r, start):
            # y runs up here: what runs clockwise from `start` down the paper ends where it began there
            angles: list[Pair] = [(50, float((270 - start) % 360)), (51, float((360 - start) % 360 or 360))]
            return [(0, "ARC"), (8, layer), *_at(cx, height - cy), (40, float(r)), *angles]
        case Circle(cx, cy, r):
            return [(0, "CIRCLE"), (8, layer), *_at(cx, height - cy), (40, float(r))]
        case PathCut(commands):
            closed = commands[-1] == ("Z",)
            line: list[Pair] = [(0, "POLYLINE"), (8, layer), (66, 1), *_at(0, 0), (70, int(closed))]
            points = flattened(commands, _FINE) if closed else [c[1:] for c in commands]
            for x, y in points:  # type: ignore[misc]
                line += [(0, "VERTEX"), (8, layer), *_at(x, height - y)]
            return [*line, (0, "SEQEND"), (8, layer)]
        case RoundedCut():
            pairs: list[Pair] = [(0, "POLYLINE"), (8, layer), (66, 1), *_at(0, 0), (70, 1)]
            for x, y, bulge in _corners(curve, height):
                pairs += [(0, "VERTEX"), (8, layer), *_at(x, y), (42, float(bulge))]
            return [*pairs, (0, "SEQEND"), (8, layer)]


def _at(x: float, y: float) -> list[Pair]:
    return [(10, float(x)), (20, float(y))]


def _corners(outline: RoundedCut, height: float) -> Iterator[tuple[float, float, float]]:
    """Yield the corners of an outline anticlockwise from the lower left one, rounded ones as two points and a bulge."""
    box, r = outline.box, outline.corner
    top, bottom = height - box.y, height - box.bottom
    for x, y, dx, dy in (
        (box.x, bottom, 1, 1),
        (box.right, bottom, -1, 1),
        (box.right, top, -1, -1),
        (box.x, top, 1, -1),
    ):
        if not r:
            yield x, y, 0.0
            continue
        beside, above = (x + dx * r, y, _QUARTER), (x, y + dy * r, _QUARTER)
        first, second = (above, beside) if dx == dy else (beside, above)
        yield first
        yield second[0], second[1], 0.0
