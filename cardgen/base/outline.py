"""What a knife and a hand make of an outline: how sharp its inner corners are, where it has a neck, how long it is. In mm."""

from __future__ import annotations

import math
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from itertools import accumulate
from typing import Final

from cardgen.base.contour import FINE, Contour, Point, clockwise

_CELL: Final = 0.25
_CRUMB: Final = 0.5  # mm²: what is smaller is no part of a piece
_SOME: Final = 200


class OutlineWalk:
    """A closed polygon by how far one has walked along it."""

    def __init__(self, points: Sequence[Point]) -> None:
        self.points = points
        sides = (math.dist(p, q) for p, q in zip(points, (*points[1:], points[0]), strict=True))
        self.after = [0.0, *accumulate(sides)]
        self.length = self.after[-1]

    def at(self, way: float) -> Point:
        way %= self.length
        n = min(bisect_right(self.after, way) - 1, len(self.points) - 1)
        (x1, y1), (x2, y2) = self.points[n], self.points[(n + 1) % len(self.points)]
        t = (way - self.after[n]) / (self.after[n + 1] - self.after[n])
        return x1 + (x2 - x1) * t, y1 + (y2 - y1) * t

    def turn(self, way: float, off: float) -> float:
        """Return by how much it turns between so far before a place and so far behind it, in radians, clockwise."""
        a, b, c = (self.at(way + ahead) for ahead in (-off, 0.0, off))
        first, last = (math.atan2(q[1] - p[1], q[0] - p[0]) for p, q in ((a, b), (b, c)))
        return (last - first + math.pi) % math.tau - math.pi

    def part(self, start: float, end: float) -> Contour:
        count = len(self.points)
        first, last = (bisect_right(self.after, way % self.length) - 1 for way in (start, end))
        turns = int(end // self.length) - int(start // self.length)
        between = [self.points[n % count] for n in range(first + 1, last + 1 + turns * count)]
        way = [self.at(start), *between, self.at(end)]
        return Contour((("M", *way[0]), *(("L", x, y) for x, y in way[1:])))


def inner_radius(contour: Contour) -> float:
    """Return the radius of the sharpest inner corner; infinity without one."""
    walk, way = OutlineWalk(contour.points), 1 if clockwise(contour.points) else -1
    turns = (-way * walk.turn(at, FINE) for at in walk.after[:-1])
    return min((FINE / turn for turn in turns if turn > 0), default=math.inf)


def fringe(contour: Contour) -> float:
    """Return by how much the outline is longer than a circle of the same area, in mm for each cm²."""
    return (OutlineWalk(contour.points).length - 2 * math.sqrt(math.pi * contour.area)) / contour.area * 100


def neck(contour: Contour, deep: float) -> Point | None:
    """Return where a piece is narrower than twice `deep` between parts that are not; None where it nowhere is."""
    parts = [*_cores(contour.points, deep)]
    if len(parts) < 2:
        return None
    first, second = ([*part][:: max(1, len(part) // _SOME)] for part in sorted(parts, key=len)[-2:])
    a, b = min(((p, q) for p in first for q in second), key=lambda pair: math.dist(*pair))
    return (a[0] + b[0] + 1) / 2 * _CELL, (a[1] + b[1] + 1) / 2 * _CELL


def _cores(points: Sequence[Point], deep: float) -> Iterator[set[tuple[int, int]]]:
    """Yield the connected parts of what is farther inside than `deep`, as cells."""
    left: set[tuple[int, int]] = set()
    rows = range(math.floor(min(y for _, y in points) / _CELL), math.ceil(max(y for _, y in points) / _CELL))
    for row in rows:
        y = (row + 0.5) * _CELL
        sides = zip(points, (*points[1:], points[0]), strict=True)
        at = sorted(
            x1 + (y - y1) / (y2 - y1) * (x2 - x1) for (x1, y1), (x2, y2) in sides if (y1 > y) != (y2 > y)
        )
        for start, end in zip(at[::2], at[1::2], strict=True):
            left.update((n, row) for n in range(math.ceil(start / _CELL), math.floor(end / _CELL)))
    reach = math.ceil(deep / _CELL)
    disc = [
        (i, j)
        for i in range(-reach, reach + 1)
        for j in range(-reach, reach + 1)
        if math.hypot(i, j) * _CELL < deep
    ]
    walk = OutlineWalk(points)
    for n in range(math.ceil(walk.length / _CELL)):
        x, y = (math.floor(v / _CELL) for v in walk.at(n * _CELL))
        left.difference_update((x + i, y + j) for i, j in disc)
    while left:
        part, todo = set[tuple[int, int]](), [left.pop()]
        while todo:
            x, y = todo.pop()
            part.add((x, y))
            near = {(x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)} & left
            left -= near
            todo += near
        if len(part) * _CELL**2 > _CRUMB:
            yield part
