"""Pieces that stand, roll or fold, as they lie on a sheet before anybody folds them: one outline, its creases, and which faces lie where.

Sheets and cut files ask `flattened_out` once and then plan plain pieces. Lengths in mm, y down, the box begins at 0,0.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from cardgen.base.contour import Contour, Point, backwards
from cardgen.base.drawing import Matrix, Path, apply, multiply, polygon, rect, rotate, translate
from cardgen.base.units import Size
from cardgen.model.flat import Flat, FlatFace, Line
from cardgen.model.kit import Component
from cardgen.model.made_of import MadeOf

HINGE = 0.3
"""A straight line that is folded or stood on has this part of a piece's width at least."""
_FOOT, _FOOT_PART = 8.0, 0.3  # at least, and of the height: it tips over at atan(0.3 h ÷ ½ h) = 31°
_PLAY = 0.25  # of a slot beyond the paper in it
_BASE, _BASE_PART, _BASE_HIGH = (
    25.0,
    0.7,
    14.0,
)  # a base is so wide at least, this part of the height; so high
_OVER = 0.3  # colour beyond a crease


def flattened_out(components: Iterable[Component]) -> tuple[Component, ...]:
    """Return components as their pieces lie on a sheet; most lie as they are, and some in a punchboard."""
    return tuple(piece for component in punched_out(components) for piece in _pieces(component))


def punched_out(components: Iterable[Component]) -> list[Component]:
    """Return components without the pieces that are in punchboards among them."""
    components = tuple(components)
    held = Counter((one.component, one.card) for c in components for one in c.held * c.total)
    return [_without(component, held) for component in components]


def _without(component: Component, held: Mapping[tuple[str, str], int]) -> Component:
    """Return a component without the pieces that lie in a punchboard."""
    out = {card.id: count for card in component.cards if (count := held.get((component.id, card.id), 0))}
    if not out:
        return component
    cards = (replace(card, count=max(0, card.count - out.get(card.id, 0))) for card in component.cards)
    return replace(component, cards=tuple(card for card in cards if card.count))


def _pieces(component: Component) -> Sequence[Component]:
    if component.feet and component.total:
        return _standee(component)
    if component.folded_die:
        return (_net(component),)
    return (component,)


# ---- standees


def foot(height: float) -> float:
    """Return how far each foot of a standee of this height reaches."""
    return max(_FOOT, _FOOT_PART * height)


def slot_width(made: MadeOf) -> float:
    """Return how wide a slot is for two papers that are glued together, with or without a board between them."""
    return made.board + 2 * made.caliper + _PLAY


def level(contour: Contour, y: float) -> tuple[float, float] | None:
    """Return the ends of the longest straight line of a contour at this height, the left one first."""
    path = Contour(contour.opened(y)).ends
    return (min(path[0][0], path[-1][0]), max(path[0][0], path[-1][0])) if path else None


def _standee(component: Component) -> Sequence[Component]:
    """Return front and back as one piece that is folded at the head, or as the sides of one, and the base that a slot asks for."""
    size, deep = component.size, foot(component.size.height)
    slot, half = slot_width(component.made), _BASE_HIGH / 2
    ends = level(component.contour, size.height) or (0.0, size.width)
    middle = sum(ends) / 2
    on_foot: list[Point] = []
    if component.feet == "fold":
        on_foot = [(ends[0], size.height + deep), (ends[1], size.height + deep)]
    elif component.feet == "slot":
        on_foot = _slot(middle, size.height, slot, half)
    if component.in_two:
        cut = _footed(component.contour, size.height, on_foot)
        figure = replace(
            component,
            shape="free",
            cut=cut,
            corner=0.0,
            made_of=replace(component.made, sides=component.sides),
        )
        return (figure, _base(component, slot)) if component.feet == "slot" else (figure,)
    over = _OVER if component.feet == "fold" else component.bleed
    seen = rect(-component.bleed, 0.0, size.width + 2 * component.bleed, size.height + over)
    whole, tall = _doubled(component.contour, size.height, on_foot)
    folds = []
    names = []
    if component.feet == "fold":
        folds = [(ends[0], at, ends[1], at) for at in (tall - size.height, tall + size.height)]
        wide = ends[1] - ends[0] - 3
        names = [(middle, tall + size.height + deep / 2, wide, 0.0), (middle, deep / 2, wide, 180.0)]
    head = level(component.contour, 0.0) or (0.0, size.width)
    behind = multiply(translate(size.width, tall), rotate(180))
    back = FlatFace("back", behind, seen)
    if not component.has_back:  # the front seen through the paper, so that the outline fits
        back = FlatFace("front", (1.0, 0.0, 0.0, -1.0, 0.0, tall), seen)
    flat = Flat(
        (FlatFace("front", translate(0, tall), seen), back),
        ((head[0], tall, head[1], tall), *folds),
        names=tuple(names),
    )
    figure = _lying(component, whole, Size(size.width, 2 * tall), flat)
    return (figure, _base(component, slot)) if component.feet == "slot" else (figure,)


def _base(component: Component, slot: float) -> Component:
    """Return what a figure with a slot stands in: folded double, or of the figure's own board."""
    size = component.size
    wide = max(_BASE, _BASE_PART * size.height)
    r, k = 9.0, 4.0
    base = Contour(
        (
            *(("M", 0.0, 0.0), ("L", wide, 0.0), ("L", wide, _BASE_HIGH - r + 3)),
            ("C", wide, _BASE_HIGH - 2, wide - k, _BASE_HIGH, wide - r, _BASE_HIGH),
            ("L", r, _BASE_HIGH),
            *(("C", k, _BASE_HIGH, 0.0, _BASE_HIGH - 2, 0.0, _BASE_HIGH - r + 3), ("Z",)),
        )
    )
    on_foot = _slot(wide / 2, _BASE_HIGH, slot, _BASE_HIGH / 2)
    whole, tall = _doubled(base, _BASE_HIGH, on_foot)
    folds: tuple[Line, ...] = ((0.0, tall, wide, tall),)
    if component.made.mounted:
        whole, tall, folds = _footed(base, _BASE_HIGH, on_foot), _BASE_HIGH / 2, ()
    card = replace(component.cards[0], id=f"{component.id}_base", name=component.title, count=component.total)
    at = _BASE_HIGH / 2 + (tall if folds else 0.0)
    flat = Flat((), folds, names=((wide / 4, at, wide / 2 - 4, 180.0),))
    back = component.back if component.made.mounted else None
    return replace(_lying(component, whole, Size(wide, 2 * tall), flat), cards=(card,), back=back)


# ---- dice

_TAB = 6.0
_TAB_PART = 0.35  # of the shortest edge of a side, at most
_CROSS: tuple[tuple[int, int], ...] = ((1, 1), (1, 0), (2, 1), (0, 1), (1, 2), (1, 3))
"""Column and row of six sides: opposite ones make seven."""
_BAND: tuple[tuple[float, float, bool], ...] = (
    *((0.0, 0, True), (0.5, 0, False), (1.0, 0, True), (1.5, 0, False)),
    *((2.5, 1, True), (2.5, 0, False), (2.0, 0, True), (0.0, -1, False)),
)
"""Column and row of eight sides and whether their tip is below: a band of six with one more above and one below."""
_TABS: Mapping[int, Mapping[int, tuple[int, ...]]] = {
    6: {3: (0, 2), 4: (0, 2), 6: (1, 2, 3)},
    8: {1: (0,), 5: (0, 2), 8: (0, 2)},
    10: {1: (0, 1, 2), 2: (1, 2), 3: (2,), 4: (1, 2), 5: (1, 2), 6: (0,)},
}
"""Which edges of which sides have a tab, clockwise from the tip or the upper left corner: one of each two that meet."""
_RISE = 0.105  # of a ring of ten corners, each above or below the middle: with it a die of ten sides has sides that lie flat
DICE = tuple(_TABS)


def die_side(sides: int, edge: float) -> Contour:
    """Return a side of a die whose longest edges are so long: a square, a triangle, a kite; its tip is above."""
    if sides == 6:
        return Contour.rect(Size(edge, edge))
    if sides == 8:
        return Contour(
            polygon([(edge / 2, 0), (edge, edge * math.sqrt(0.75)), (0, edge * math.sqrt(0.75))]).commands
        )
    turn = math.cos(math.pi / 5)
    high = _RISE * (1 + turn) / (1 - turn)  # of the tip, so that the four corners of a kite lie in one plane
    k = edge / math.hypot(1, high - _RISE)
    half = k * math.sin(math.pi / 5)
    shoulder, short = math.sqrt(edge**2 - half**2), k * math.hypot(2 * math.sin(math.pi / 10), 2 * _RISE)
    bottom = shoulder + math.sqrt(short**2 - half**2)
    return Contour(polygon([(half, 0), (2 * half, shoulder), (half, bottom), (0, shoulder)]).commands)


def _lie(side: Contour, sides: int) -> list[Matrix]:
    """Return where the sides of a net go, in the order of their numbers."""
    corners = side.ends
    _, _, wide, tall = side.box
    if sides == 6:
        return [translate(wide * x, tall * y) for x, y in _CROSS]
    if sides == 8:
        half = rotate(180, wide / 2, tall / 2)
        return [
            multiply(translate(wide * x, tall * y), half if below else translate(0, 0))
            for x, y, below in _BAND
        ]
    angle = 2 * math.degrees(math.atan2(wide / 2, corners[1][1]))
    fan = [rotate(angle * (n - 2), *corners[0]) for n in range(5)]  # about the tip
    (x1, y1), (x2, y2) = corners[1:3]
    over = rotate(180, (x1 + x2) / 2, (y1 + y2) / 2)  # and once more beyond a short edge of the middle one
    return [*fan, *(multiply(over, one) for one in fan)]


def _net(component: Component) -> Component:
    """Return all sides as one piece with tabs, so that each of the die's edges is a crease or glued once."""
    side, many = component.contour, len(component.cards)
    places = _lie(side, many)
    edges: dict[tuple[Point, Point], tuple[Point, Point, bool]] = {}  # by where they are, roundly
    for n, matrix in enumerate(places, 1):
        corners = side.moved(matrix).ends
        for k, (start, end) in enumerate(zip(corners, (*corners[1:], corners[0]), strict=True)):
            edges[_near(start), _near(end)] = (start, end, k in _TABS[many].get(n, ()))
    shared = [one for one in edges if one[::-1] in edges]
    folds: list[Line] = [(*edges[a, b][0], *edges[a, b][1]) for a, b in shared if a < b]
    follows = {start: (start, end) for start, end in edges if (end, start) not in edges}
    reach = min(_TAB, _TAB_PART * min(math.dist(a, b) for a, b, _ in edges.values()))
    back = (0.7 if many == 6 else 1.0) * reach  # a tab is narrower outside, to lie under a pointed side
    line: list[Point] = []
    glue: list[tuple[Point, ...]] = []
    here = min(follows)
    for _ in range(len(follows)):
        start, end, tabbed = edges[follows[here]]
        here = follows[here][1]
        line.append(start)
        if tabbed:
            far = math.dist(start, end)
            dx, dy = (end[0] - start[0]) / far, (end[1] - start[1]) / far
            outer = [
                (start[0] + dx * at + dy * reach, start[1] + dy * at - dx * reach)
                for at in (back, far - back)
            ]
            line += outer
            folds.append((*start, *end))
            glue.append((start, *outer, end))
    left, top, right, low = Contour(polygon(line).commands).box
    off = translate(-left, -top)
    seen = side.grown(component.bleed), Path(side.commands)  # the bleed of all first, then their sides
    flat = Flat(
        tuple(
            FlatFace("front", multiply(off, matrix), clip, card)
            for clip in seen
            for card, matrix in zip(component.cards, places, strict=True)
        ),
        tuple((*apply(off, *one[:2]), *apply(off, *one[2:])) for one in folds),
        tuple(tuple(apply(off, *p) for p in one) for one in glue),
    )
    contour = Contour(polygon(apply(off, *p) for p in line).commands)
    one = replace(component.cards[0], id=f"{component.id}_net", name=component.title)
    return replace(_lying(component, contour, Size(right - left, low - top), flat), cards=(one,))


def _near(point: Point) -> Point:
    return round(point[0], 4) + 0.0, round(point[1], 4) + 0.0


def _slot(x: float, y: float, width: float, deep: float) -> list[Point]:
    left, right = x - width / 2, x + width / 2
    return [(left, y), (left, y - deep), (right, y - deep), (right, y)]


def _lying(component: Component, contour: Contour, size: Size, flat: Flat) -> Component:
    return replace(component, shape="free", cut=contour, size=size, back=None, corner=0.0, feet="", flat=flat)


def _doubled(contour: Contour, height: float, on_foot: Sequence[Point]) -> tuple[Contour, float]:
    """Return a contour and its mirror image above its upper edge as one line, and where that edge then lies.

    The lower edge runs through the points `on_foot`, from left to right, on both.
    """
    deep = max((y for _, y in on_foot), default=height)
    contour = _footed(contour, height, on_foot)
    tall = max(deep, height)
    front = Contour((*contour.opened(0.0), ("Z",))).moved(translate(0, tall)).commands[:-1]
    back = Contour(front).moved((1.0, 0.0, 0.0, -1.0, 0.0, 2 * tall)).commands
    return Contour((*front, *backwards(back)[1:], ("Z",))), tall


def _footed(contour: Contour, height: float, on_foot: Sequence[Point]) -> Contour:
    """Return a contour whose lower edge runs through these points, from left to right."""
    if not on_foot:
        return contour
    path = contour.opened(height)
    first, *_, last = Contour(path).ends
    points = on_foot if last < first else on_foot[::-1]
    return Contour((*path, *(("L", x, y) for x, y in points), ("Z",)))
