"""The line along which a piece is cut, whatever its shape: read once, asked by all that prints, cuts or shows pieces.

A contour is closed and lies in the box of its piece, whose corner is 0,0; lengths in mm, y down.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from typing import TypeAlias

from cardgen.base.drawing import Matrix, Path, PathCommand, apply, circle, polygon, rect
from cardgen.base.units import Size

Point: TypeAlias = tuple[float, float]

FINE = 0.25
"""Curves become lines of at most this length where they are measured."""
_ARC_STEP = 0.2  # of the arc around an outer corner of a parallel
_SAME = 1e-6
_LEVEL = 0.02  # a line that rises by less is level


@dataclass(frozen=True, slots=True)
class Contour:
    """One closed path of lines and cubic curves, in mm; it begins with M and ends with Z."""

    commands: tuple[PathCommand, ...]

    @classmethod
    def rect(cls, size: Size, corner: float = 0.0) -> Contour:
        """Return a rectangle with quarters of circles for corners; a circle where they meet."""
        return cls(rect(0, 0, size.width, size.height, radius=corner).commands)

    @classmethod
    def hexagon(cls, flat: float, pointy: bool) -> Contour:
        """Return a regular hexagon, `flat` mm from edge to edge, with an edge on top unless it is `pointy`."""
        size = hexagon_size(flat, pointy)
        a, x, y = flat / math.sqrt(3), size.width / 2, size.height / 2
        turns = [60 * n - (90 if pointy else 120) for n in range(6)]
        return cls(
            polygon(
                [(x + a * math.cos(math.radians(t)), y + a * math.sin(math.radians(t))) for t in turns]
            ).commands
        )

    @property
    def points(self) -> tuple[Point, ...]:
        """The contour as corners of a polygon that is nowhere farther off than some thousandths of a mm."""
        return flattened(self.commands)

    @property
    def ends(self) -> list[Point]:
        """Where its lines and curves begin and end."""
        return [(float(c[-2]), float(c[-1])) for c in self.commands if len(c) > 1]

    @property
    def shown(self) -> list[list[float]]:
        """Return it as a screen needs it: corners in mm, curves as lines of a millimetre."""
        return [[round(x, 2), round(y, 2)] for x, y in flattened(self.commands, 1.0)]

    @property
    def box(self) -> tuple[float, float, float, float]:
        xs, ys = zip(*self.points, strict=True)
        return min(xs), min(ys), max(xs), max(ys)

    @property
    def area(self) -> float:
        """What it holds, in mm²."""
        return abs(_signed(self.points))

    def moved(self, matrix: Matrix) -> Contour:
        return Contour(tuple(_after(matrix, self.commands)))

    def mirrored(self, width: float) -> Contour:
        """Return it as it is seen from behind, on a piece of this width."""
        return self.moved((-1.0, 0.0, 0.0, 1.0, width, 0.0))

    def opened(self, y: float) -> tuple[PathCommand, ...]:
        """Return it from one end of its longest straight line at the height y round to the other end, that line left out.

        () where no line of it is level there.
        """
        ends = self.ends
        whole = [*self.commands[1:-1], ("L", *ends[0])]
        lines = [
            (math.dist(start, end), n)
            for n, (start, end) in enumerate(zip(ends, (*ends[1:], ends[0]), strict=True))
            if whole[n][0] == "L" and max(abs(start[1] - y), abs(end[1] - y)) < _LEVEL
        ]
        if not lines:
            return ()
        far, n = max(lines)
        if far < _LEVEL:
            return ()
        return (("M", *(*ends[1:], ends[0])[n]), *whole[n + 1 :], *whole[:n])

    def inside(self, x: float, y: float) -> float:
        """Return how far inside a point lies, in mm; negative outside."""
        points = self.points
        odd = sum(
            (a[1] > y) != (b[1] > y) and x < (b[0] - a[0]) * (y - a[1]) / (b[1] - a[1]) + a[0]
            for a, b in _edges(points)
        )
        return distance((x, y), points) * (1 if odd % 2 else -1)

    def grown(self, by: float) -> Path:
        """Return all that is nearer than `by` mm, as a path to fill: its parts overlap, and none is a hole."""
        if by <= 0:
            return Path(self.commands)
        points = self.points if _signed(self.points) > 0 else self.points[::-1]
        bands = [polygon(band).commands for band in _bands(points, by)]
        return Path((*polygon(points).commands, *(command for band in bands for command in band)))


def backwards(commands: Sequence[PathCommand]) -> tuple[PathCommand, ...]:
    found: list[PathCommand] = []
    ends = Contour(tuple(commands)).ends
    for before, command in reversed([*zip(ends, commands[1:], strict=False)]):
        found.append(("C", *command[3:5], *command[1:3], *before) if command[0] == "C" else ("L", *before))
    return (("M", *ends[-1]), *found)


def arc(cx: float, cy: float, radius: float, start: float, end: float) -> list[PathCommand]:
    """Return curves from one angle to another about a middle, in degrees clockwise from the top; M comes before them."""
    count = max(1, math.ceil(abs(end - start) / 45))
    step = math.radians((end - start) / count)
    k = radius * 4 / 3 * math.tan(step / 4)
    found: list[PathCommand] = []
    for n in range(count):
        a = math.radians(start) + n * step
        (u, v), (w, z) = ((math.sin(t), -math.cos(t)) for t in (a, a + step))
        x1, y1, x2, y2 = cx + radius * u, cy + radius * v, cx + radius * w, cy + radius * z
        found.append(("C", x1 - k * v, y1 + k * u, x2 + k * z, y2 - k * w, x2, y2))
    return found


def ring_sector(middle: float, inner: float, outer: float, half: float) -> Contour:
    """Return a part of a ring about (middle, middle), so many degrees to both sides of the top."""
    t = math.radians(half)
    start = (middle - outer * math.sin(t), middle - outer * math.cos(t))
    turn = (middle + inner * math.sin(t), middle - inner * math.cos(t))
    return Contour(
        (
            *(("M", *start), *arc(middle, middle, outer, -half, half)),
            *(("L", *turn), *arc(middle, middle, inner, half, -half), ("Z",)),
        )
    )


def hexagon_size(flat: float, pointy: bool) -> Size:
    """Return the box of a regular hexagon, from its measure from edge to edge."""
    across = round(2 * flat / math.sqrt(3), 3)
    return Size(flat, across) if pointy else Size(across, flat)


def round_contour(size: Size) -> Contour:
    """Return a circle that fills the box of a piece."""
    return Contour(circle(size.width / 2, size.height / 2, min(size.width, size.height) / 2).commands)


@lru_cache(maxsize=512)
def flattened(commands: tuple[PathCommand, ...], step: float = FINE) -> tuple[Point, ...]:
    """Return the corners of a closed path of which curves are cut into lines of at most `step` mm."""
    found: list[Point] = []
    here = (0.0, 0.0)
    for letter, *values in commands:
        if letter == "Z":
            continue
        ends = list(zip(values[::2], values[1::2], strict=True))
        if letter == "C":
            far = sum(math.dist(a, b) for a, b in pairwise([here, *ends]))
            count = max(2, math.ceil(far / step))
            found += [_on_curve(here, ends, n / count) for n in range(1, count + 1)]
        else:
            found.append(ends[-1])
        here = ends[-1]
    return tuple(p for n, p in enumerate(found) if math.dist(p, found[n - 1]) > _SAME)


def _on_curve(start: Point, ends: Sequence[Point], t: float) -> Point:
    (x1, y1), (x2, y2), (x3, y3) = ends
    u = 1 - t
    a, b, c, d = u**3, 3 * u * u * t, 3 * u * t * t, t**3
    return a * start[0] + b * x1 + c * x2 + d * x3, a * start[1] + b * y1 + c * y2 + d * y3


def _edges(points: Sequence[Point]) -> Iterable[tuple[Point, Point]]:
    return zip(points, (*points[1:], points[0]), strict=True)


def _signed(points: Sequence[Point]) -> float:
    return sum(a[0] * b[1] - b[0] * a[1] for a, b in _edges(points)) / 2


def clockwise(points: Sequence[Point]) -> bool:
    return _signed(points) > 0


def _after(matrix: Matrix, commands: Iterable[PathCommand]) -> Iterable[PathCommand]:
    for letter, *values in commands:
        ends = [v for n in range(0, len(values), 2) for v in apply(matrix, values[n], values[n + 1])]
        yield (letter, *ends)  # type: ignore[misc]


def distance(point: Point, points: Sequence[Point]) -> float:
    """Return how far a point is from a closed polygon's line, in mm."""
    px, py = point
    best = math.inf
    for (x0, y0), (x1, y1) in _edges(points):
        dx, dy = x1 - x0, y1 - y0
        along = ((px - x0) * dx + (py - y0) * dy) / (dx * dx + dy * dy)
        along = (
            0.0 if along < 0 else 1.0 if along > 1 else along
        )  # asked millions of times: min and max are calls
        apart = (px - x0 - along * dx) ** 2 + (py - y0 - along * dy) ** 2
        if apart < best:
            best = apart
    return math.sqrt(best)


def _pushed(points: tuple[Point, ...], by: float) -> tuple[tuple[Point, ...], ...]:
    """Return for each corner of a polygon, clockwise, its place once both of its edges are pushed out, and the arc between.

    An inner corner has two places, and its edges meet before they come there.
    """
    found: list[tuple[Point, ...]] = []
    for n, here in enumerate(points):
        before, after = points[n - 1], points[(n + 1) % len(points)]
        first, last = (math.atan2(a[0] - b[0], b[1] - a[1]) for a, b in ((before, here), (here, after)))
        turn = (last - first + math.pi) % (2 * math.pi) - math.pi
        count = max(1, math.ceil(turn * by / _ARC_STEP))  # one for an inner corner, which turns the other way
        ring = (first + turn * step / count for step in range(count + 1))
        found.append(tuple((here[0] + by * math.cos(t), here[1] + by * math.sin(t)) for t in ring))
    return tuple(found)


@lru_cache(maxsize=512)
def _bands(points: tuple[Point, ...], by: float) -> tuple[tuple[Point, ...], ...]:
    """Return what lies along a polygon, from one inner corner to the next: out along the edges that were pushed, and back.

    Such a band never crosses itself, and all run the same way round as the polygon, so that nothing is a hole.
    """
    rings = _pushed(points, by)
    inner = [n for n, ring in enumerate(rings) if _turns_in(points, n)]
    if not inner:
        return (tuple(point for ring in rings for point in ring),)
    bands = []
    for start, end in zip(inner, (*inner[1:], inner[0] + len(points)), strict=True):
        way = [n % len(points) for n in range(start, end + 1)]
        out = [rings[way[0]][-1], *(p for n in way[1:-1] for p in rings[n]), rings[way[-1]][0]]
        bands.append((*out, *(points[n] for n in reversed(way))))
    return tuple(bands)


def _turns_in(points: Sequence[Point], n: int) -> bool:
    (ax, ay), (bx, by), (cx, cy) = points[n - 1], points[n], points[(n + 1) % len(points)]
    return (bx - ax) * (cy - by) - (by - ay) * (cx - bx) < 0


def crossing(points: Sequence[Point]) -> Point | None:
    """Return where a closed polygon crosses or touches itself, None where it nowhere does."""
    edges = list(_edges(points))
    order = sorted(range(len(edges)), key=lambda n: min(edges[n][0][0], edges[n][1][0]))
    active: list[int] = []
    for n in order:
        a, b = edges[n]
        left = min(a[0], b[0])
        active = [m for m in active if max(edges[m][0][0], edges[m][1][0]) >= left - _SAME]
        for m in active:
            if abs(m - n) not in (0, 1, len(edges) - 1) and (where := _meet(a, b, *edges[m])):
                return where
        active.append(n)
    return None


def _meet(a: Point, b: Point, c: Point, d: Point) -> Point | None:
    ux, uy, vx, vy = b[0] - a[0], b[1] - a[1], d[0] - c[0], d[1] - c[1]
    across = ux * vy - uy * vx
    if abs(across) < 1e-12:
        return None
    t = ((c[0] - a[0]) * vy - (c[1] - a[1]) * vx) / across
    s = ((c[0] - a[0]) * uy - (c[1] - a[1]) * ux) / across
    return (a[0] + t * ux, a[1] + t * uy) if 0 <= t <= 1 and 0 <= s <= 1 else None
