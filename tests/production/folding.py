"""Folds a flat net by hand: every face is turned about its creases in space. Shares no code with the dielines.

A net is read as a stranger reads the sheet: corners of the outline and dashed lines. Lengths in mm, z towards the
reader, who looks at the printed side.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence

Vector = tuple[float, float, float]
Flat = tuple[float, float]


def turned(point: Vector, at: Vector, along: Vector, degrees: float) -> Vector:
    """Return a point turned about the line through `at` along a unit vector, by Rodrigues' formula."""
    c, s = math.cos(math.radians(degrees)), math.sin(math.radians(degrees))
    p = (point[0] - at[0], point[1] - at[1], point[2] - at[2])
    u = along
    dot = p[0] * u[0] + p[1] * u[1] + p[2] * u[2]
    cross = (u[1] * p[2] - u[2] * p[1], u[2] * p[0] - u[0] * p[2], u[0] * p[1] - u[1] * p[0])
    x, y, z = (p[i] * c + cross[i] * s + u[i] * dot * (1 - c) for i in range(3))
    return x + at[0], y + at[1], z + at[2]


def folded(points: Iterable[Flat], creases: Sequence[tuple[Flat, Flat, float]]) -> list[Vector]:
    """Return flat points after folding along creases, the nearest to them first.

    A crease is two points and an angle: about the line from the first to the second, by the right hand.
    """
    found: list[Vector] = []
    for x, y in points:
        point: Vector = (x, y, 0.0)
        for (x1, y1), (x2, y2), degrees in creases:
            length = math.hypot(x2 - x1, y2 - y1)
            along = ((x2 - x1) / length, (y2 - y1) / length, 0.0)
            point = turned(point, (x1, y1, 0.0), along, degrees)
        found.append(point)
    return found


def spread(points: Iterable[Vector], axis: int) -> tuple[float, float]:
    """Return the least and the greatest coordinate along an axis."""
    values = [point[axis] for point in points]
    return min(values), max(values)


def inside(point: Flat, outline: Sequence[Flat]) -> bool:
    """Say whether a point lies in a polygon: a ray to the right crosses its edges an odd number of times."""
    x, y = point
    odd = False
    for (x1, y1), (x2, y2) in zip(outline, [*outline[1:], outline[0]], strict=True):
        if (y1 > y) != (y2 > y) and x < x1 + (y - y1) / (y2 - y1) * (x2 - x1):
            odd = not odd
    return odd


def far(point: Flat, outline: Sequence[Flat]) -> float:
    """Return how far a point is from the edge of a polygon."""
    return min(
        _to_segment(point, one, other) for one, other in zip(outline, [*outline[1:], outline[0]], strict=True)
    )


def _to_segment(point: Flat, one: Flat, other: Flat) -> float:
    dx, dy = other[0] - one[0], other[1] - one[1]
    length = dx * dx + dy * dy
    t = 0.0 if not length else ((point[0] - one[0]) * dx + (point[1] - one[1]) * dy) / length
    t = max(0.0, min(1.0, t))
    return math.hypot(point[0] - one[0] - t * dx, point[1] - one[1] - t * dy)


def crossings(outline: Sequence[Flat]) -> list[tuple[int, int]]:
    """Return the pairs of edges of a polygon that cross each other."""
    n = len(outline)
    found: list[tuple[int, int]] = []
    for i in range(n):
        for j in range(i + 2, n):
            if i == 0 and j == n - 1:
                continue
            if _cross(outline[i], outline[(i + 1) % n], outline[j], outline[(j + 1) % n]):
                found.append((i, j))
    return found


def sound(cut: Sequence[Flat], glue: Iterable[Sequence[Flat]]) -> bool:
    """Say whether an outline and each area of glue cross nothing of themselves, and the glue lies half a mm within."""
    return crossings(cut) == [] and all(
        crossings(area) == [] and all(inside(point, cut) and far(point, cut) > 0.5 for point in area)
        for area in glue
    )


def _cross(a: Flat, b: Flat, c: Flat, d: Flat) -> bool:
    def side(p: Flat, q: Flat, r: Flat) -> float:
        return (q[0] - p[0]) * (r[1] - p[1]) - (q[1] - p[1]) * (r[0] - p[0])

    return side(a, b, c) * side(a, b, d) < -1e-9 and side(c, d, a) * side(c, d, b) < -1e-9
