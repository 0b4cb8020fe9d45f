"""Hexagons on a sheet: where they lie in three layouts, and the lines along which a ruler cuts them.

`shared` is a honeycomb whose tiles share every edge, `gap` one whose tiles lie apart, and `straight` has them corner to
corner, so that each edge lies on a line that runs through: a honeycomb has no such line. Lengths in mm; `flat` is the
measure from edge to edge. A sheet may turn every tile by a quarter, so the fuller of both ways counts.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from typing import NamedTuple

from cardgen.base.contour import Point
from cardgen.base.units import Size
from cardgen.model.kit import Layout
from cardgen.sheets.paper import Rect, around

_EPS = 1e-6
_SAME = 0.01  # edges as near as this lie on one line
MOST_BLEED = 1 / 6  # of the measure from edge to edge: no wider is the strip that straight lines leave


class HexSeats(NamedTuple):
    """Where hexagons lie, as boxes row by row, and whether they are turned by a quarter."""

    boxes: tuple[Rect, ...]
    turned: bool


def hexagons(
    size: Size,
    layout: Layout,
    gap: float,
    region: Rect,
    count: int,
    clear: Callable[[Rect], bool] = lambda _: True,
) -> HexSeats | None:
    """Return the places of as many hexagons as a region holds, at most `count`; None when it holds none.

    They keep `gap` mm apart and lie in the middle of the region. Places that are not `clear` stay empty.
    """
    best: HexSeats | None = None
    for turned in (False, True):
        cell = size.turned() if turned else size
        places = _places(cell, layout, gap, region.width, region.height)
        if not places:
            continue
        block = around([Rect(x, y, cell.width, cell.height) for x, y in places])
        dx = region.x + (region.width - block.width) / 2 - block.x
        dy = region.y + (region.height - block.height) / 2 - block.y
        boxes = (Rect(x + dx, y + dy, cell.width, cell.height) for x, y in places)
        seats = HexSeats(tuple(box for box in boxes if clear(box)), turned)
        if best is None or min(len(seats.boxes), count) > min(len(best.boxes), count):
            best = seats
    return best._replace(boxes=best.boxes[:count]) if best and best.boxes else None


def _places(cell: Size, layout: Layout, gap: float, width: float, height: float) -> list[Point]:
    """Return the upper left corners of the boxes, row by row."""
    if cell.height > cell.width:  # pointy: what holds for a flat top, with x and y changed
        found = _flat(cell.width, layout, gap, height, width)
        return sorted(((y, x) for x, y in found), key=lambda place: (round(place[1], 3), place[0]))
    found = _flat(cell.height, layout, gap, width, height)
    return sorted(found, key=lambda place: (round(place[1], 3), place[0]))


def _flat(flat: float, layout: Layout, gap: float, width: float, height: float) -> list[Point]:
    """Return places of hexagons with an edge on top."""
    across = 2 * flat / math.sqrt(3)
    if across > width + _EPS or flat > height + _EPS:
        return []
    if layout == "straight":
        rows, wide = _fit(height - flat, flat), _fit(width - across, across)
        odd = wide if width >= across * wide + across / 2 - _EPS else wide - 1
        return [
            (across * n + (across / 2 if row % 2 else 0.0), flat * row)
            for row in range(rows)
            for n in range(odd if row % 2 else wide)
        ]
    pitch = flat + gap
    step = pitch * math.sqrt(3) / 2
    found = []
    for column in range(_fit(width - across, step)):
        down = pitch / 2 if column % 2 else 0.0
        if flat + down <= height + _EPS:
            found += [(column * step, down + row * pitch) for row in range(_fit(height - flat - down, pitch))]
    return found


def _fit(room: float, pitch: float) -> int:
    return 1 + math.floor(room / pitch + _EPS)


class Ray(NamedTuple):
    """A straight line on paper, from one end to the other."""

    x1: float
    y1: float
    x2: float
    y2: float


def straight_lines(outlines: Iterable[tuple[Point, ...]]) -> tuple[tuple[Ray, ...], ...]:
    """Return for each of the three directions the lines that all edges of hexagons lie on, from end to end.

    The first direction is that of the level or upright edges; the lines of each go from one side of the sheet to the other.
    """
    runs: dict[tuple[int, float], list[Point]] = {}
    for points in outlines:
        for n, a in enumerate(points):
            b = points[n - 1]
            angle = math.atan2(b[1] - a[1], b[0] - a[0]) % math.pi
            way = round(math.degrees(angle)) % 180
            turn = math.radians(way)
            off = round((a[1] * math.cos(turn) - a[0] * math.sin(turn)) / _SAME / 5) * _SAME * 5
            near = next((at for at in runs if at[0] == way and abs(at[1] - off) <= 10 * _SAME), (way, off))
            runs.setdefault(near, []).extend((a, b))
    ways = sorted({way for way, _ in runs}, key=lambda way: (way % 90 != 0, way))
    return tuple(
        tuple(_spanned(runs[key], way) for key in sorted(key for key in runs if key[0] == way))
        for way in ways
    )


def _spanned(points: list[Point], way: int) -> Ray:
    turn = math.radians(way)
    ordered = sorted(points, key=lambda p: p[0] * math.cos(turn) + p[1] * math.sin(turn))
    return Ray(*ordered[0], *ordered[-1])


def beyond(line: Ray, start: float, end: float) -> tuple[Ray, Ray]:
    """Return the ticks at both ends of a line, from `start` to `end` mm beyond it."""
    far = math.dist(line[:2], line[2:])
    ux, uy = (line.x2 - line.x1) / far, (line.y2 - line.y1) / far
    return (
        Ray(line.x1 - ux * end, line.y1 - uy * end, line.x1 - ux * start, line.y1 - uy * start),
        Ray(line.x2 + ux * start, line.y2 + uy * start, line.x2 + ux * end, line.y2 + uy * end),
    )
