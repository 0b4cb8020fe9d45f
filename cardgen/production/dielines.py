"""Dielines: the flat outlines of boxes, trays and dividers, in mm, y down. Geometry only, nothing is drawn here.

A `Dieline` says where it is cut, folded and glued, and which rectangles of it are the sides of what is folded from it.
Letters are those that the printed sheet explains: W, D and H from crease to crease, G the glue tab, T the tongue,
F a dust flap, N the thumb notch, b the thickness of the card that the box is made of.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Literal, NamedTuple, TypeAlias

from cardgen.base.drawing import PathCommand, Rectangle
from cardgen.base.units import Size

Point: TypeAlias = tuple[float, float]
Segment: TypeAlias = tuple[float, float, float, float]
Turn: TypeAlias = Literal[0, 90, 180, 270]
Half: TypeAlias = Literal["", "a", "b"]

CARD = 0.35
"""Thickness of a box's card, 250 to 300 g/m²."""
BLEED = 2.0
"""Art beyond a cut."""
_OVER = 1.0  # art beyond a crease: nobody folds within a tenth of a millimetre
_CLOSES = 0.3  # the last side of a tube is narrower by this, so that the tube closes
_SLACK = 0.5  # what is pushed in between two walls is narrower by this on each side
_KEPT = 1.5  # glue keeps this far from a cut


def up(value: float, step: float = 0.5) -> float:
    """Return the value rounded up to the step, so that the knife finds it on a ruler."""
    return math.ceil(value / step - 1e-6) * step


class Corner(NamedTuple):
    """A corner of an outline, rounded with `radius`."""

    x: float
    y: float
    radius: float = 0.0


Outline: TypeAlias = tuple[Corner, ...]
"""A closed line that is cut, clockwise."""


class Panel(NamedTuple):
    """A side of the finished thing as it lies on the flat sheet; `shows` is what is seen of its art, bleed included.

    Its art is upright before it is turned clockwise by `turn`.
    """

    name: str
    x: float
    y: float
    width: float
    height: float
    shows: Rectangle
    turn: Turn = 0

    @property
    def size(self) -> Size:
        """How wide and high its art is, upright."""
        size = Size(self.width, self.height)
        return size if self.turn in (0, 180) else size.turned()


class Ground(NamedTuple):
    """A flap that has one colour: `flap` or `tongue`."""

    name: Literal["flap", "tongue"]
    shows: Rectangle


@dataclass(frozen=True, slots=True)
class Dieline:
    """What is cut, folded and glued of one flat piece; `name` tells the pieces of a thing apart."""

    name: str
    cuts: tuple[Outline, ...]
    folds: tuple[Segment, ...]
    glue: tuple[tuple[Point, ...], ...] = ()
    panels: tuple[Panel, ...] = ()
    grounds: tuple[Ground, ...] = ()

    @property
    def bounds(self) -> Rectangle:
        """The smallest rectangle around all cuts."""
        xs = [corner.x for outline in self.cuts for corner in outline]
        ys = [corner.y for outline in self.cuts for corner in outline]
        return min(xs), min(ys), max(xs) - min(xs), max(ys) - min(ys)

    @property
    def size(self) -> Size:
        return Size(*self.bounds[2:])


def commands(outline: Outline) -> tuple[PathCommand, ...]:
    """Return an outline as a path: straight lines, and arcs at rounded corners."""
    found: list[Any] = []
    n = len(outline)
    for i, corner in enumerate(outline):
        before, after = outline[i - 1], outline[(i + 1) % n]
        if corner.radius <= 0:
            found.append(("L", corner.x, corner.y))
            continue
        (ax, ay), (bx, by) = _towards(corner, before), _towards(corner, after)
        angle = math.acos(max(-1.0, min(1.0, ax * bx + ay * by)))
        far = corner.radius / math.tan(angle / 2)
        # the handles of the cubic curve that is nearest to the arc
        near = far - 4 / 3 * math.tan((math.pi - angle) / 4) * corner.radius
        x, y = corner.x, corner.y
        found.append(("L", x + ax * far, y + ay * far))
        found.append(
            ("C", x + ax * near, y + ay * near, x + bx * near, y + by * near, x + bx * far, y + by * far)
        )
    _, x, y = found[0]
    return (("M", x, y), *found[1:], ("Z",))


def _towards(here: Corner, there: Corner) -> Point:
    length = math.hypot(there.x - here.x, there.y - here.y)
    return (there.x - here.x) / length, (there.y - here.y) / length


def fits(size: Size, paper: Size) -> bool:
    """Say whether a flat piece lies on this sheet between header and footer."""
    return size.width <= paper.width - 12 and size.height <= paper.height - 25


# ---- tuck boxes


@dataclass(frozen=True)
class Tuck:
    """A tuck box for a deck of cards w × h (in their sleeves, if any) whose stack is so high when it is pressed."""

    width: float
    height: float
    stack: float
    card: float = CARD

    @cached_property
    def inside(self) -> tuple[float, float, float]:
        """Width, depth and height inside: the deck with air on all sides, since cut cards never lie quite flat."""
        depth = max(self.stack + 1.0, 1.04 * self.stack + 0.6)
        return self.width + 1.0, max(9.0, up(depth)), self.height + 1.5

    @property
    def W(self) -> float:
        """Width of front and back."""
        return self.inside[0] + self.card

    @property
    def D(self) -> float:
        """Depth: width of the sides."""
        return self.inside[1] + self.card

    @property
    def H(self) -> float:
        """Height."""
        return self.inside[2] + 2 * self.card

    @property
    def G(self) -> float:
        """Width of the glue tab."""
        return min(12.0, self.D - 2)

    @property
    def T(self) -> float:
        """Length of the tongue."""
        return max(11.0, min(18.0, 0.55 * self.D + 3))

    @property
    def F(self) -> float:
        """Length of the dust flaps: two of them never meet."""
        return min(0.45 * self.W, max(12.0, 0.9 * self.D), 24.0)

    @property
    def N(self) -> float:
        """Width of the thumb notch."""
        return min(22.0, 0.34 * self.W)

    @property
    def measures(self) -> Mapping[str, float]:
        return {
            **{letter: getattr(self, letter) for letter in ("W", "D", "H", "T", "F", "G", "N")},
            "b": self.card,
        }

    def dieline(self) -> Dieline:
        """Return the box in one piece: tab, back, left, front, right; lid and outer bottom hang on the back."""
        W, D = self.W, self.D
        left, front, right = W, W + D, 2 * W + D
        end = right + D - _CLOSES
        return Dieline(
            "box",
            (
                (
                    Corner(0, 0),
                    *self._lid(),
                    *self._dust(left, D, bevel_right=False, top=True),
                    *self._notch(front),
                    *self._dust(right, D - _CLOSES, bevel_right=True, top=True),
                    Corner(end, self.H),
                    *self._dust(right, D - _CLOSES, bevel_right=True, top=False),
                    *self._inner(front),
                    *self._dust(left, D, bevel_right=False, top=False),
                    *self._outer(),
                    *self._tab(),
                ),
            ),
            (
                *self._upright(0, left, front, right),
                *self._level(left, D),
                *self._level(right, D - _CLOSES),
                *self._of_the_back(),
                (front, self.H, front + W, self.H),
            ),
            (self._glue_on_tab(), self._glue_on_inner(front)),
            (*self._back_panels(), *self._sides(left, front, right)),
            (self._tongue_ground(), *self._dust_grounds(left, D), *self._dust_grounds(right, D - _CLOSES)),
        )

    def halves(self) -> tuple[Dieline, Dieline]:
        """Return the same box in two pieces with a glue tab each: back and left; front and right."""
        W, D = self.W, self.D
        narrow = D - _CLOSES
        a = Dieline(
            "a",
            (
                (
                    Corner(0, 0),
                    *self._lid(),
                    *self._dust(W, D, bevel_right=False, top=True),
                    Corner(W + D, self.H),
                    *self._dust(W, D, bevel_right=False, top=False),
                    *self._outer(),
                    *self._tab(),
                ),
            ),
            (*self._upright(0, W), *self._level(W, D), *self._of_the_back()),
            (self._glue_on_tab(),),
            (*self._back_panels(), self._side("left", W, D, last=True)),
            (self._tongue_ground(), *self._dust_grounds(W, D)),
        )
        b = Dieline(
            "b",
            (
                (
                    Corner(0, 0),
                    *self._notch(0),
                    *self._dust(W, narrow, bevel_right=True, top=True),
                    Corner(W + narrow, self.H),
                    *self._dust(W, narrow, bevel_right=True, top=False),
                    *self._inner(0),
                    *self._tab(),
                ),
            ),
            (*self._upright(0, W), *self._level(W, narrow), (0, self.H, W, self.H)),
            (self._glue_on_tab(), self._glue_on_inner(0)),
            (self._front(0, BLEED), self._side("right", W, narrow, last=True)),
            self._dust_grounds(W, narrow),
        )
        return a, b

    # -- pieces of the outline, clockwise; each ends where the next begins

    def _lid(self) -> Iterable[Corner]:
        W, D, T = self.W, self.D, self.T
        radius = min(8.0, T - 2)
        # narrower than the back, so that it slides in between the sides; the tongue is narrower still
        yield Corner(_SLACK, -3)
        yield Corner(_SLACK, -D)
        yield Corner(1, -D - 1.2)
        yield Corner(1, -D - T, radius)
        yield Corner(W - 1, -D - T, radius)
        yield Corner(W - 1, -D - 1.2)
        yield Corner(W - _SLACK, -D)
        yield Corner(W - _SLACK, -3)
        yield Corner(W, 0)

    def _dust(self, x: float, width: float, *, bevel_right: bool, top: bool) -> Iterable[Corner]:
        """Yield a dust flap on a side that begins at x: one edge is bevelled, so that the lid finds its way."""
        F = self.F
        radius = min(3.0, (width - 4.4) / 2.4)
        bevelled = [Corner(2.5, 4), Corner(4, F, radius)]
        straight = [Corner(0.4, 3), Corner(0.4, F, radius)]
        left, right = (straight, bevelled) if bevel_right else (bevelled, straight)
        out = -1 if top else 1
        edge = 0.0 if top else self.H
        rising = [Corner(x + c.x, edge + out * c.y, c.radius) for c in left]
        falling = [Corner(x + width - c.x, edge + out * c.y, c.radius) for c in reversed(right)]
        if top:
            yield from (*rising, *falling, Corner(x + width, edge))
        else:
            yield from (*reversed(falling), *reversed(rising), Corner(x, edge))

    def _notch(self, x: float) -> Iterable[Corner]:
        middle, half, deep = x + self.W / 2, self.N / 2, 0.42 * self.N
        yield Corner(middle - half, 0)
        yield Corner(middle - half, deep, deep * 0.9)
        yield Corner(middle + half, deep, deep * 0.9)
        yield Corner(middle + half, 0)
        yield Corner(x + self.W, 0)

    @property
    def _inner_corner(self) -> float:
        return min(6.0, 0.45 * self.D)

    def _inner(self, x: float) -> Iterable[Corner]:
        """Yield the bottom flap of the front: the outer bottom is glued on it."""
        low, cut = self.H + self.D - 1.5, self._inner_corner
        yield Corner(x + self.W - 1.5, self.H + 3)
        yield Corner(x + self.W - 1.5, low - cut)
        yield Corner(x + self.W - 1.5 - cut, low)
        yield Corner(x + 1.5 + cut, low)
        yield Corner(x + 1.5, low - cut)
        yield Corner(x + 1.5, self.H + 3)
        yield Corner(x, self.H)

    def _outer(self) -> Iterable[Corner]:
        low = self.H + self.D - 0.3
        yield Corner(self.W - _SLACK, self.H + 3)
        yield Corner(self.W - _SLACK, low)
        yield Corner(_SLACK, low)
        yield Corner(_SLACK, self.H + 3)
        yield Corner(0, self.H)

    def _tab(self) -> Iterable[Corner]:
        taper = 0.3 * self.G + 0.6
        yield Corner(-self.G, self.H - taper)
        yield Corner(-self.G, taper)

    # -- creases

    def _upright(self, *xs: float) -> tuple[Segment, ...]:
        return tuple((x, 0, x, self.H) for x in xs)

    def _level(self, x: float, width: float) -> tuple[Segment, ...]:
        return (x, 0, x + width, 0), (x, self.H, x + width, self.H)

    def _of_the_back(self) -> tuple[Segment, ...]:
        W, D, H = self.W, self.D, self.H
        return (0, 0, W, 0), (_SLACK, -D, W - _SLACK, -D), (0, H, W, H)

    # -- glue

    def _glue_on_tab(self) -> tuple[Point, ...]:
        taper, far, near = 0.3 * self.G + 0.6, _KEPT - self.G, -BLEED
        return (
            (near, taper * 0.2 + 2),
            (far, taper + 2),
            (far, self.H - taper - 2),
            (near, self.H - taper * 0.2 - 2),
        )

    def _glue_on_inner(self, x: float) -> tuple[Point, ...]:
        top, low = self.H + 3.5, self.H + self.D - 3.0
        left, right = x + 3.5, x + self.W - 3.5
        cut = min(self._inner_corner, 0.8 * (low - top))
        return (
            (left, top),
            (right, top),
            (right, low - cut),
            (right - cut, low),
            (left + cut, low),
            (left, low - cut),
        )

    # -- sides

    def _back_panels(self) -> tuple[Panel, ...]:
        W, D, H = self.W, self.D, self.H
        return (
            Panel("back", 0, 0, W, H, _grown(0, 0, W, H, BLEED, _OVER, _OVER, _OVER)),
            Panel("lid", 0, -D, W, D, _grown(0, -D, W, D, BLEED, _SLACK, BLEED, 0), 180),
            Panel("bottom", 0, H, W, D, _grown(0, H, W, D, BLEED, 0, BLEED, BLEED)),
        )

    def _sides(self, left: float, front: float, right: float) -> tuple[Panel, ...]:
        return (
            self._side("left", left, self.D, last=False),
            self._side("right", right, self.D - _CLOSES, last=True),
            self._front(front, _OVER),
        )

    def _side(self, name: str, x: float, width: float, *, last: bool) -> Panel:
        beyond = BLEED if last else _OVER
        return Panel(name, x, 0, width, self.H, _grown(x, 0, width, self.H, _OVER, 0.3, beyond, 0.3))

    def _front(self, x: float, before: float) -> Panel:
        shows = _grown(x, 0, self.W, self.H, before, BLEED, _OVER, BLEED)
        return Panel("front", x, 0, self.W, self.H, shows)

    def _tongue_ground(self) -> Ground:
        top = -self.D - self.T - BLEED
        return Ground("tongue", (-BLEED, top, self.W + 2 * BLEED, self.T + BLEED))

    def _dust_grounds(self, x: float, width: float) -> tuple[Ground, ...]:
        high = self.F + BLEED
        wide = width + 2 * _SLACK - 0.1
        return (
            Ground("flap", (x - _SLACK + 0.05, -high, wide, high)),
            Ground("flap", (x - _SLACK + 0.05, self.H, wide, high)),
        )


def _grown(
    x: float, y: float, width: float, height: float, left: float, top: float, right: float, bottom: float
) -> Rectangle:
    return x - left, y - top, width + left + right, height + top + bottom


@dataclass(frozen=True)
class Sleeve(Tuck):
    """A tube around a tray that is width × height outside and `stack` high; a thumb pushes the tray out at a notch."""

    @cached_property
    def inside(self) -> tuple[float, float, float]:
        """Width, depth and length inside: the tray slides."""
        return self.width + _SLIDES, self.stack + _SLIDES, self.height

    @property
    def H(self) -> float:
        """Length: that of the tray."""
        return self.height

    def dieline(self) -> Dieline:
        """Return it in one piece: tab, back, left, front, right; both ends are open."""
        W, D, H = self.W, self.D, self.H
        left, front, right = W, W + D, 2 * W + D
        end = right + D - _CLOSES
        above = list(self._notch(front))
        below = [corner._replace(y=H - corner.y) for corner in reversed(above)]
        sides = [
            Panel(name, x, 0, wide, H, _grown(x, 0, wide, H, before, BLEED, after, BLEED))
            for name, x, wide, before, after in (
                ("back", 0.0, W, BLEED, _OVER),
                ("left", left, D, _OVER, _OVER),
                ("right", right, D - _CLOSES, _OVER, BLEED),
                ("front", front, W, _OVER, _OVER),
            )
        ]
        return Dieline(
            "sleeve",
            ((Corner(0, 0), *above, Corner(end, 0), Corner(end, H), *below, Corner(0, H), *self._tab()),),
            self._upright(0, left, front, right),
            (self._glue_on_tab(),),
            tuple(sides),
        )


_SLIDES = 0.8  # what slides in a tube is narrower by this


# ---- trays and lids


@dataclass(frozen=True)
class Tray:
    """An open tray, inside so long, wide and high; a lid is a larger, lower tray turned over.

    `liner` is the greyboard on the floor, `wall` that on the walls. `lid` says that it is turned over, so that the art
    of its walls stands on its head. `inward`: the printed side is inside.
    """

    length: float
    width: float
    height: float
    card: float = CARD
    liner: float = 0.0
    wall: float = 0.0
    lid: bool = False
    inward: bool = False

    @property
    def l(self) -> float:  # noqa: E743
        """Length of the floor, crease to crease."""
        return self.length + 2 * self.wall + self.card

    @property
    def w(self) -> float:
        """Width of the floor, crease to crease."""
        return self.width + 2 * self.wall + self.card

    @property
    def h(self) -> float:
        """Height of the walls."""
        return self.height + self.liner + self.card / 2

    @property
    def G(self) -> float:
        """Length of the glue tabs on the long walls; two never meet behind a short wall."""
        return min(16.0, 0.6 * self.h, 0.45 * self.w)

    @property
    def outside(self) -> tuple[float, float, float]:
        """How long, wide and high it is outside."""
        return self.l + self.card, self.w + self.card, self.h + self.card / 2

    def over(self, height: float) -> Tray:
        """Return the lid of this tray: 1 mm longer and wider inside than this is outside."""
        length, width, _ = self.outside
        return Tray(up(length, 0.1) + 1.0, up(width, 0.1) + 1.0, height, self.card, self.liner, lid=True)

    STRIP = 14.0
    """Width of the strip on which the second part of a tray in two parts is glued."""

    def dieline(self, name: str = "tray") -> Dieline:
        """Return it in one piece; 0,0 is the upper left corner of the floor."""
        return self._piece(name, 0, self.l, west=True, east=True)

    def parts(self, split: float = 0.0) -> tuple[Dieline, Dieline]:
        """Return it in two pieces, cut `split` mm from the left crease; the first carries the strip for the glue."""
        split = split or up(self.l / 2)
        return (
            self._piece("1", 0, split, west=True, east=False),
            self._piece("2", split, self.l, west=False, east=True),
        )

    def _piece(self, name: str, x0: float, x1: float, *, west: bool, east: bool) -> Dieline:
        l, w, h = self.l, self.w, self.h  # noqa: E741
        outline: list[Corner] = []
        folds: list[Segment] = []
        glue: list[tuple[Point, ...]] = []
        if west:
            outline += [Corner(-h, w - 0.3), Corner(-h, 0.3), Corner(0, 0), *self._tab(0, 0, -1, -1)]
            folds += [(0, 0, 0, w), (0, 0, 0, -h + 0.5), (0, w, 0, w + h - 0.5)]
            glue += [self._on_tab(0, 0, -1, -1), self._on_tab(0, w, -1, 1)]
        else:
            outline.append(Corner(x0, -h))
        far = x1
        if east:
            outline += [*reversed(self._tab(l, 0, 1, -1)), Corner(l, 0), Corner(l + h, 0.3)]
            outline += [Corner(l + h, w - 0.3), Corner(l, w), *self._tab(l, w, 1, 1)]
            folds += [(l, 0, l, w), (l, 0, l, -h + 0.5), (l, w, l, w + h - 0.5)]
            glue += [self._on_tab(l, 0, 1, -1), self._on_tab(l, w, 1, 1)]
        else:
            far = x1 + self.STRIP
            outline += [Corner(x1, -h), Corner(far, 1.5 - h), Corner(far, w + h - 1.5), Corner(x1, w + h)]
            for top, low in ((-h + 3, -1.5), (1.5, w - 1.5), (w + 1.5, w + h - 3)):
                left, right = x1 + 4, far - _KEPT
                glue.append(((left, top), (right, top), (right, low), (left, low)))
        if west:
            outline += [*reversed(self._tab(0, w, -1, 1)), Corner(0, w)]
        else:
            outline.append(Corner(x0, w + h))
        folds += [(x0, 0, far, 0), (x0, w, far, w)]
        return Dieline(
            name,
            (tuple(dict.fromkeys(outline)),),
            tuple(folds),
            tuple(glue),
            tuple(self._panels(x0, x1, west=west, east=east)),
        )

    def _tab(self, x: float, y: float, across: int, down: int) -> list[Corner]:
        """Return a tab on the end of a long wall, from the corner of the floor outwards."""
        G, h = self.G, self.h
        return [
            Corner(x + across * G, y + down * 0.2 * G),
            Corner(x + across * G, y + down * (h - 0.2 * G - 0.5)),
            Corner(x, y + down * (h - 0.5)),
            Corner(x, y + down * h),
        ]

    def _on_tab(self, x: float, y: float, across: int, down: int) -> tuple[Point, ...]:
        G, h = self.G, self.h
        return (
            (x + across * 2, y + down * 2.6),
            (x + across * (G - _KEPT), y + down * (0.2 * G + 2.2)),
            (x + across * (G - _KEPT), y + down * (h - 0.2 * G - 2.6)),
            (x + across * 2, y + down * (h - 3)),
        )

    def _panels(self, x0: float, x1: float, *, west: bool, east: bool) -> Iterable[Panel]:
        l, w, h = self.l, self.w, self.h  # noqa: E741
        # where it is split, art runs on below the part that is laid on top
        left = -_OVER if west else x0 - 3
        right = l + _OVER if east else x1 + 4
        start, end = (-BLEED if west else x0 - 3), (l + BLEED if east else x1 + 4)
        upward = self.lid or self.inward
        for name, y, top, low, turn in (
            ("north", -h, BLEED, 0.0, 180 if upward else 0),
            ("south", w, 0.0, BLEED, 0 if upward else 180),
        ):
            shows = (start, y - top, end - start, h + top + low)
            yield Panel(name, 0, y, l, h, shows, turn)  # type: ignore[arg-type]
        if west:
            shows = (-h - BLEED, -BLEED, h + BLEED, w + 2 * BLEED)
            yield Panel("west", -h, 0, h, w, shows, 90 if upward else 270)
        if east:
            shows = (l, -BLEED, h + BLEED, w + 2 * BLEED)
            yield Panel("east", l, 0, h, w, shows, 270 if upward else 90)
        yield Panel("floor", 0, 0, l, w, (left, -_OVER, right - left, w + 2 * _OVER))


@dataclass(frozen=True)
class Hinged(Tray):
    """A tray whose lid hangs on its back wall; the walls of the lid go over those of the tray."""

    @property
    def cover(self) -> Tray:
        """The lid: half a millimetre of air before each wall of the tray; no wall at the hinge."""
        long, deep, _ = self.outside
        return Tray(
            long + 1.0, deep - self.card + 0.5, min(_RIM, max(12.0, 0.6 * self.h)), self.card, lid=True
        )

    def dieline(self, name: str = "hinged") -> Dieline:
        """Return it in one piece; 0,0 is the upper left corner of the tray's floor, the lid lies above its back wall."""
        tray, lid = super().dieline(name), self.cover.dieline()
        L, W = self.cover.l, self.cover.w
        dx, dy = (self.l - L) / 2, -self.h - W
        kept = [corner for corner in lid.cuts[0] if corner.y < W - 0.1]
        at = next(i for i, corner in enumerate(kept) if corner.x < 0 and corner.y > W / 2)
        around = [Corner(0, W), *kept[at:], *kept[:at], Corner(L, W)]
        hinge = tray.cuts[0].index(Corner(0, -self.h)) + 1
        outline = (
            *tray.cuts[0][:hinge],
            *(Corner(corner.x + dx, corner.y + dy) for corner in around),
            *tray.cuts[0][hinge:],
        )
        folds = [
            (x1 + dx, y1 + dy, x2 + dx, y2 + dy)
            for x1, y1, x2, y2 in lid.folds
            if max(y1, y2) <= W and y1 != W
        ]
        glue = [tuple((x + dx, y + dy) for x, y in area) for area in lid.glue if area[0][1] < 0]
        panels = [
            panel._replace(
                name="lid" if panel.name == "floor" else "lid_side",
                x=panel.x + dx,
                y=panel.y + dy,
                shows=(panel.shows[0] + dx, panel.shows[1] + dy, *panel.shows[2:]),
                turn=180 if panel.name == "floor" else panel.turn,
            )
            for panel in lid.panels
            if panel.name != "south"
        ]
        return Dieline(
            name,
            (outline,),
            (*tray.folds, (0, -self.h, self.l, -self.h), *folds),
            (*tray.glue, *glue),
            (*tray.panels, *panels),
        )


_RIM = 22.0  # so far the walls of a hinged lid reach down


# ---- dividers

BEYOND = 6.0
"""A short divider ends so far behind the long one that it crosses."""
_TAB_HIGH = 9.0  # of a tabbed divider, above the cards


class DividerSlot(NamedTuple):
    """A slot in a divider, from its left end; `from_top` is the edge that is folded."""

    at: float
    from_top: bool


def _corners(left: float, top: float, right: float, bottom: float) -> Outline:
    return Corner(left, top), Corner(right, top), Corner(right, bottom), Corner(left, bottom)


@dataclass(frozen=True)
class Divider:
    """A strip that is folded double, its fold above, with slots of half its height where it meets others."""

    name: str
    length: float
    height: float
    slots: tuple[DividerSlot, ...] = ()
    card: float = CARD

    @property
    def slot(self) -> float:
        """How wide a slot is: two layers of card, and air."""
        return 2 * self.card + 0.3

    @property
    def deep(self) -> float:
        """How deep a slot is: half a millimetre more than half."""
        return self.height / 2 + 0.5

    def dieline(self) -> Dieline:
        """Return it flat: 0,0 is the upper left corner, the fold in the middle."""
        length, high, deep, half = self.length, self.height, self.deep, self.slot / 2
        below = sorted(slot.at for slot in self.slots if not slot.from_top)
        top = [
            Corner(*corner)
            for at in below
            for corner in ((at - half, 0), (at - half, deep), (at + half, deep), (at + half, 0))
        ]
        low = [Corner(corner.x, 2 * high - corner.y) for corner in reversed(top)]
        outline = (Corner(0, 0), *top, *_corners(0, 0, length, 2 * high)[1:3], *low, Corner(0, 2 * high))
        windows = tuple(
            _corners(slot.at - half, high - deep, slot.at + half, high + deep)
            for slot in self.slots
            if slot.from_top
        )
        panels = (
            Panel("divider", 0, 0, length, high, (-BLEED, -BLEED, length + 2 * BLEED, high + BLEED), 180),
            Panel("divider", 0, high, length, high, (-BLEED, high, length + 2 * BLEED, high + BLEED)),
        )
        return Dieline(self.name, (outline, *windows), ((0, high, length, high),), (), panels)


def tabbed(name: str, card: Size, place: int, places: int) -> Dieline:
    """Return a divider as large as a card with a tab above it, the `place`th of so many side by side."""
    wide = min(22.0, (card.width - 6) / max(1, min(places, 3)))
    row = min(places, 3)
    free = card.width - 6 - wide
    x = 3 + (free * (place % row) / (row - 1) if row > 1 else free / 2)
    tab = (Corner(x, 0), Corner(x, -_TAB_HIGH, 2), Corner(x + wide, -_TAB_HIGH, 2), Corner(x + wide, 0))
    first, *others = _corners(0, 0, card.width, card.height)
    outline = (first, *tab, *others)
    panels = (
        Panel(
            "tab", x, -_TAB_HIGH, wide, _TAB_HIGH, _grown(x, -_TAB_HIGH, wide, _TAB_HIGH, 1, BLEED, 1, 0.2)
        ),
        Panel("card", 0, 0, card.width, card.height, _grown(0, 0, card.width, card.height, 0, 0, 0, 0)),
    )
    return Dieline(name, (outline,), (), (), panels)
