"""Where the knife goes on a sheet, in which order: layers of lines, arcs, outlines and circles in mm, y down.

What is cut by itself comes first, while the sheet is whole; then corners before edges, lines across before lines down;
in a layer what lies inside before what lies outside.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from typing import NamedTuple, TypeAlias

from cardgen.base.contour import Point, flattened
from cardgen.base.drawing import PathCommand, apply
from cardgen.sheets.paper import Rect
from cardgen.sheets.plan.honeycomb import straight_lines
from cardgen.targets.cutting.field import Bed
from cardgen.targets.cutting.layout import CutSheet, bounds, corner_of


class StraightCut(NamedTuple):
    """A straight cut."""

    x1: float
    y1: float
    x2: float
    y2: float


class Arc(NamedTuple):
    """A quarter of a circle about (cx, cy), clockwise as seen on paper: from `start` degrees on, 0 right, 90 down."""

    cx: float
    cy: float
    radius: float
    start: int


class RoundedCut(NamedTuple):
    """A rectangle cut all round, its corners quarters of a circle."""

    box: Rect
    corner: float


class Circle(NamedTuple):
    """A round piece cut all round."""

    cx: float
    cy: float
    radius: float


class PathCut(NamedTuple):
    """A line of its own, closed when it ends with Z."""

    commands: tuple[PathCommand, ...]


_SAME = 1e-3  # two lines as near as this are one

Curve: TypeAlias = StraightCut | Arc | RoundedCut | Circle | PathCut


class CutPass(NamedTuple):
    """What is cut in one go, in this order."""

    name: str
    curves: tuple[Curve, ...]


def contours_of(sheet: CutSheet, field: Bed, over: float) -> tuple[CutPass, ...]:
    """Return the cuts of a sheet, each once; lines that two pieces share run `over` mm past their ends if they may."""
    whole = bounds(sheet.slots)
    middle = whole.x + whole.width / 2, whole.y + whole.height / 2
    own: list[Curve] = []
    scored: list[Curve] = []
    holes: list[Curve] = []
    nicked: list[Curve] = []
    frames: list[Curve] = []
    honeycombs: dict[str, list[tuple[Point, ...]]] = {}
    square: list[Rect] = []
    rounded: list[tuple[Rect, float]] = []
    for number, slot in enumerate(sheet.slots):
        trim, corner = slot.trim, corner_of(slot.piece.component)
        holes += [PathCut(hole.moved(slot.matrix).commands) for hole in slot.piece.component.holes]
        if lines := slot.piece.component.nicked:
            nicked += [PathCut(one.moved(slot.matrix).commands) for one in lines]
            frames.append(RoundedCut(trim, corner))
            continue
        flat = slot.piece.component.flat
        for x1, y1, x2, y2 in flat.folds if flat else ():
            scored.append(StraightCut(*apply(slot.matrix, x1, y1), *apply(slot.matrix, x2, y2)))
        if not slot.plain:
            if slot.piece.component.layout in ("shared", "straight"):
                honeycombs.setdefault(slot.piece.component.layout, []).append(slot.contour.points)
            else:
                own.append(PathCut(slot.contour.commands))
            continue
        if slot.round:
            own.append(Circle(trim.x + corner, trim.y + corner, corner))
        elif number not in sheet.shared:
            own.append(RoundedCut(trim, corner))
        elif corner:
            rounded.append((trim, corner))
        else:
            square.append(trim)
    across, down = _straight(square, field, over, [slot.trim for slot in sheet.slots])
    between, zigzags = _shared_edges(honeycombs.get("shared", ()))
    through = [StraightCut(*line) for way in straight_lines(honeycombs.get("straight", ())) for line in way]
    layers: dict[str, list[Curve]] = {
        "score": scored,
        "cut-holes": holes,
        "cut-pieces-with-nicks": nicked,
        "cut": own,
        "cut-frame": frames,
        "cut-between": between,
        "cut-zigzags": zigzags,
        "cut-lines": [*through],
        "cut-corners": _corners(rounded),
        "cut-edges": _edges(rounded),
        "cut-across": across,
        "cut-down": down,
    }
    return tuple(
        CutPass(name, tuple(sorted(curves, key=lambda curve: _outside(curve, middle))))
        for name, curves in layers.items()
        if curves
    )


def extent(curve: Curve) -> Rect:
    match curve:
        case StraightCut(x1, y1, x2, y2):
            return Rect(min(x1, x2), min(y1, y2), abs(x2 - x1), abs(y2 - y1))
        case Arc():
            (x1, y1), (x2, y2) = ends(curve)
            return Rect(min(x1, x2), min(y1, y2), curve.radius, curve.radius)
        case RoundedCut():
            return curve.box
        case Circle(cx, cy, r):
            return Rect(cx - r, cy - r, 2 * r, 2 * r)
        case PathCut(commands):
            xs, ys = zip(*flattened(commands), strict=True)
            return Rect(min(xs), min(ys), max(xs) - min(xs), max(ys) - min(ys))


def ends(arc: Arc) -> tuple[tuple[float, float], tuple[float, float]]:
    way = {0: (1, 0), 90: (0, 1), 180: (-1, 0), 270: (0, -1)}
    (ax, ay), (bx, by) = way[arc.start], way[(arc.start + 90) % 360]
    r = arc.radius
    return (arc.cx + ax * r, arc.cy + ay * r), (arc.cx + bx * r, arc.cy + by * r)


def _outside(curve: Curve, middle: tuple[float, float]) -> tuple[float, float, float]:
    """Return how far outside a curve lies, then from top to bottom and left to right."""
    box = extent(curve)
    x, y = box.x + box.width / 2, box.y + box.height / 2
    far = max(abs(x - middle[0]), abs(y - middle[1]))
    return round(far, 3), round(y, 3), round(x, 3)


# ---- hexagons that share their edges


def _shared_edges(outlines: Iterable[Sequence[Point]]) -> tuple[list[Curve], list[Curve]]:
    """Return the level or upright edges between two zigzags, and the zigzags from rim to rim: each edge once."""
    edges: dict[tuple[float, float], tuple[Point, Point]] = {}
    for points in outlines:
        for n, end in enumerate(points):
            start = points[n - 1]
            key = round((start[0] + end[0]) / 2, 2), round((start[1] + end[1]) / 2, 2)
            around_key = [(key[0] + i / 100, key[1] + j / 100) for i in (-1, 0, 1) for j in (-1, 0, 1)]
            if not any((round(x, 2), round(y, 2)) in edges for x, y in around_key):
                edges[key] = (start, end)
    slanted = [e for e in edges.values() if min(abs(e[0][0] - e[1][0]), abs(e[0][1] - e[1][1])) > 0.01]
    straight = [e for e in edges.values() if e not in slanted]
    if not straight:
        return [], []
    across = abs(straight[0][0][1] - straight[0][1][1]) < 0.01  # then zigzags run down
    rows: dict[float, list[tuple[Point, Point]]] = {}
    for a, b in slanted:
        at = round((a[0] + b[0] if across else a[1] + b[1]) / 2, 0)
        rows.setdefault(at, []).append((a, b))
    zigzags = [chain for row in rows.values() for chain in _chained(row, 1 if across else 0)]
    return [StraightCut(*a, *b) for a, b in straight], zigzags


def _chained(edges: Sequence[tuple[Point, Point]], axis: int) -> list[Curve]:
    """Return edges of one zigzag as lines that are as long as they go on."""
    chains: list[list[Point]] = []
    for start, end in sorted(
        (sorted(edge, key=lambda p: p[axis]) for edge in edges), key=lambda e: e[0][axis]
    ):
        if not chains or math.dist(chains[-1][-1], start) > 0.05:
            chains.append([start])
        chains[-1].append(end)
    return [PathCut((("M", *chain[0]), *(("L", x, y) for x, y in chain[1:]))) for chain in chains]


# ---- pieces that touch


def _straight(
    boxes: Sequence[Rect], field: Bed, over: float, trims: Sequence[Rect]
) -> tuple[list[Curve], list[Curve]]:
    """Return the lines across and the lines down that part square pieces, each as long as it can be."""
    taboo = (*field.kept, *trims)

    def longer(line: StraightCut, dx: float, dy: float) -> StraightCut:
        before = StraightCut(line.x1 - dx, line.y1 - dy, line.x1, line.y1)
        after = StraightCut(line.x2, line.y2, line.x2 + dx, line.y2 + dy)
        first, last = (
            extent(way).inside(field.room) and not any(_enters(way, box) for box in taboo)
            for way in (before, after)
        )
        start = (before.x1, before.y1) if first else (line.x1, line.y1)
        end = (after.x2, after.y2) if last else (line.x2, line.y2)
        return StraightCut(*start, *end)

    levels = _lined_up([(y, box.x, box.right) for box in boxes for y in (box.y, box.bottom)])
    uprights = _lined_up([(x, box.y, box.bottom) for box in boxes for x in (box.x, box.right)])
    return (
        [longer(StraightCut(start, y, end, y), over, 0.0) for y, start, end in levels],
        [longer(StraightCut(x, start, x, end), 0.0, over) for x, start, end in uprights],
    )


def _enters(way: StraightCut, box: Rect) -> bool:
    """Say whether a level or upright line runs into a box; along its edge and up to it does not count."""
    return (
        min(way.x1, way.x2) < box.right - _SAME
        and box.x + _SAME < max(way.x1, way.x2)
        and min(way.y1, way.y2) < box.bottom - _SAME
        and box.y + _SAME < max(way.y1, way.y2)
    )


def _lined_up(spans: Iterable[tuple[float, float, float]]) -> list[tuple[float, float, float]]:
    """Return spans (place of the line, start, end) with those that touch or overlap on one line as one."""
    lines: list[tuple[float, list[tuple[float, float]]]] = []
    for at, start, end in sorted(spans):
        if not lines or at - lines[-1][0] > _SAME:
            lines.append((at, []))
        lines[-1][1].append((start, end))
    return [(at, start, end) for at, own in lines for start, end in _joined(own)]


def _joined(spans: Iterable[tuple[float, float]]) -> list[tuple[float, float]]:
    """Return spans of one line with those that touch or overlap as one."""
    joined: list[tuple[float, float]] = []
    for start, end in sorted(spans):
        if joined and start <= joined[-1][1] + _SAME:
            joined[-1] = (joined[-1][0], max(end, joined[-1][1]))
        else:
            joined.append((start, end))
    return joined


def _corners(pieces: Sequence[tuple[Rect, float]]) -> list[Curve]:
    """Return the corners of rounded pieces that touch: small stars fall out between them."""
    found: list[Curve] = []
    for box, r in pieces:
        left, right, top, bottom = box.x + r, box.right - r, box.y + r, box.bottom - r
        found += [
            Arc(left, top, r, 180),
            Arc(right, top, r, 270),
            Arc(right, bottom, r, 0),
            Arc(left, bottom, r, 90),
        ]
    return found


def _edges(pieces: Sequence[tuple[Rect, float]]) -> list[Curve]:
    """Return the straight edges of rounded pieces that touch, each once."""
    level = [(y, box.x + r, box.right - r) for box, r in pieces for y in (box.y, box.bottom)]
    upright = [(x, box.y + r, box.bottom - r) for box, r in pieces for x in (box.x, box.right)]
    return [
        *(StraightCut(start, y, end, y) for y, start, end in _lined_up(level) if end - start > _SAME),
        *(StraightCut(x, start, x, end) for x, start, end in _lined_up(upright) if end - start > _SAME),
    ]
