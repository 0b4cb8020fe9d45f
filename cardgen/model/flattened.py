"""Pieces that stand, roll or fold, as they lie on a sheet before anybody folds them: one outline, its creases, and which faces lie where.

Sheets and cut files ask `flattened_out` once and then plan plain pieces. Lengths in mm, y down, the box begins at 0,0.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from cardgen.base.contour import Contour, Point, backwards
from cardgen.base.drawing import multiply, polygon, rotate, translate
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
    if component.kind == "dice" and component.made.paper != "label" and component.total:
        return (_net(component),)
    return (component,)


# ---- standees


def foot(height: float) -> float:
    """Return how far each foot of a standee of this height reaches."""
    return max(_FOOT, _FOOT_PART * height)


def slot_width(made: MadeOf) -> float:
    """Return how wide a slot is for two papers that are glued together."""
    return 2 * made.caliper + _PLAY


def level(contour: Contour, y: float) -> tuple[float, float] | None:
    """Return the ends of the longest straight line of a contour at this height, the left one first."""
    path = Contour(contour.opened(y)).ends
    return (min(path[0][0], path[-1][0]), max(path[0][0], path[-1][0])) if path else None


def _standee(component: Component) -> Sequence[Component]:
    """Return front and back as one piece that is folded at the head, and the base that a slot asks for."""
    size, deep = component.size, foot(component.size.height)
    slot, half = slot_width(component.made), _BASE_HIGH / 2
    ends = level(component.contour, size.height) or (0.0, size.width)
    middle = sum(ends) / 2
    on_foot: list[Point] = []
    if component.feet == "fold":
        on_foot = [(ends[0], size.height + deep), (ends[1], size.height + deep)]
    elif component.feet == "slot":
        on_foot = _slot(middle, size.height, slot, half)
    over = _OVER if component.feet == "fold" else component.bleed
    seen = (-component.bleed, 0.0, size.width + 2 * component.bleed, size.height + over)
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
    if component.feet != "slot":
        return (figure,)
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
    whole, tall = _doubled(base, _BASE_HIGH, _slot(wide / 2, _BASE_HIGH, slot, half))
    card = replace(component.cards[0], id=f"{component.id}_base", name=component.title, count=component.total)
    names = [(wide / 4, _BASE_HIGH / 2 + tall, wide / 2 - 4, 180.0)]
    flat = Flat((), ((0.0, tall, wide, tall),), names=tuple(names))
    return figure, replace(
        _lying(component, whole, Size(wide, 2 * tall), flat), cards=(card,), title=component.title
    )


# ---- dice

NET: tuple[tuple[int, int], ...] = ((1, 1), (1, 0), (2, 1), (0, 1), (1, 2), (1, 3))
"""Column and row of the sides 1 to 6 of a net: opposite ones make seven."""
_TAB = 6.0
_TAB_PART = 0.35  # of an edge, at most
_CORNERS = (
    *((1, 0, 0), (2, 0, 0), (2, 1, 1), (3, 1, 0), (3, 2, 1), (2, 2, 0), (2, 3, 1), (2, 4, 1), (1, 4, 1), (1, 3, 0)),
    *((1, 2, 1), (0, 2, 0), (0, 1, 1), (1, 1, 0)),
)  # fmt: skip
"""Round the net, clockwise: column, row, and whether a tab is on the edge that begins there."""


def _net(component: Component) -> Component:
    """Return six sides as one piece with seven tabs, so that each of the die's edges is a crease or glued once."""
    edge = component.size.width
    tab = min(_TAB, _TAB_PART * edge)
    line: list[Point] = []
    folds: list[Line] = []
    glue = []
    corners = [(x * edge + 0.0, y * edge + 0.0, tabbed) for x, y, tabbed in _CORNERS]
    for (x1, y1, tabbed), (x2, y2, _) in zip(corners, (*corners[1:], corners[0]), strict=True):
        line.append((x1, y1))
        if not tabbed:
            continue
        dx, dy = (x2 - x1) / edge, (y2 - y1) / edge
        outer = [
            (x1 + dx * in_ + dy * tab, y1 + dy * in_ - dx * tab) for in_ in (0.7 * tab, edge - 0.7 * tab)
        ]
        line += outer
        folds.append((x1, y1, x2, y2))
        glue.append(((x1, y1), *outer, (x2, y2)))
    x, y = edge, edge
    folds += [(x, y, x + edge, y), (x, y, x, y + edge), (x + edge, y, x + edge, y + edge)]
    folds += [(x, at * edge, x + edge, at * edge) for at in (2, 3)]
    parts = []
    for card, (column, row) in zip(component.cards, NET, strict=True):
        off = [0.0 if (column + i, row + j) in NET else component.bleed for i, j in _AROUND]
        seen = (-off[0], -off[1], edge + off[0] + off[2], edge + off[1] + off[3])
        parts.append(FlatFace("front", translate(column * edge, row * edge), seen, card))
    first = component.cards[0]
    one = replace(first, id=f"{component.id}_net", name=component.title)
    contour = Contour(polygon(line).commands)
    flat = Flat(tuple(parts), tuple(folds), tuple(glue))
    return replace(_lying(component, contour, Size(3 * edge, 4 * edge + tab), flat), cards=(one,))


_AROUND = ((-1, 0), (0, -1), (1, 0), (0, 1))


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
    if on_foot:
        path = contour.opened(height)
        first, *_, last = Contour(path).ends
        points = on_foot if last < first else on_foot[::-1]
        contour = Contour((*path, *(("L", x, y) for x, y in points), ("Z",)))
    tall = max(deep, height)
    front = Contour((*contour.opened(0.0), ("Z",))).moved(translate(0, tall)).commands[:-1]
    back = Contour(front).moved((1.0, 0.0, 0.0, -1.0, 0.0, 2 * tall)).commands
    return Contour((*front, *backwards(back)[1:], ("Z",))), tall
