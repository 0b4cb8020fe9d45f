"""What lies on the pages of a finished PDF, read from its operators alone.

Nothing here knows how sheets are planned or drawn: it follows the PDF reference as a printer's RIP does, and
returns every painted path in mm of the page, y downwards. Faces are known by the colours of `MarkedFaces`.
"""

from __future__ import annotations

import io
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import pairwise
from typing import NamedTuple

import pikepdf

from cardgen.base.drawing import Drawing, polygon, rect
from cardgen.model import Card, Kit
from tests.sheets.sample_kits import BlankFaces

Point = tuple[float, float]
Affine = tuple[float, float, float, float, float, float]
MM = 25.4 / 72


class Rim(NamedTuple):
    """A rectangle by its four edges, in mm."""

    left: float
    top: float
    right: float
    bottom: float

    @classmethod
    def of(cls, points: Sequence[Point]) -> Rim:
        xs, ys = [x for x, _ in points], [y for _, y in points]
        return cls(min(xs), min(ys), max(xs), max(ys))

    def within(self, other: Rim) -> Rim:
        """Return what both share; turned inside out when that is nothing."""
        return Rim(
            max(self.left, other.left),
            max(self.top, other.top),
            min(self.right, other.right),
            min(self.bottom, other.bottom),
        )

    def meets(self, other: Rim, slack: float = 0.01) -> bool:
        shared = self.within(other)
        return shared.right - shared.left > slack and shared.bottom - shared.top > slack

    @property
    def middle(self) -> Point:
        return (self.left + self.right) / 2, (self.top + self.bottom) / 2


@dataclass(frozen=True)
class Ink:
    """One painted path: its corners on the page in mm, what of it is seen, and how it is painted."""

    points: tuple[Point, ...]
    seen: Rim
    clips: tuple[int, ...]
    fill: str | None
    stroke: str | None
    width: float
    dash: tuple[float, ...]


@dataclass(frozen=True)
class Sheet:
    """One page: its size in mm, all ink on it in painting order, and what its boxes say of cut and bleed."""

    width: float
    height: float
    inks: tuple[Ink, ...]
    trim_box: Rim
    bleed_box: Rim

    @cached_property
    def faces(self) -> tuple[Face, ...]:
        """The faces that `MarkedFaces` drew."""
        return tuple(_faces(self.inks))

    def lines(self, colour: str = "#000000") -> Iterator[tuple[Point, Point]]:
        """Yield the straight, undashed strokes of two points."""
        for ink in self.inks:
            if ink.stroke == colour and len(ink.points) == 2 and not ink.dash:
                yield ink.points[0], ink.points[1]


def read(pdf: bytes) -> tuple[list[Sheet], str]:
    """Return the pages of a PDF and over which edge its printing dialogue turns the paper ("" when it does not)."""
    with pikepdf.open(io.BytesIO(pdf)) as document:
        wish = str(document.Root.get("/ViewerPreferences", {}).get("/Duplex", ""))
        edge = {"/DuplexFlipLongEdge": "long", "/DuplexFlipShortEdge": "short"}.get(wish, "")
        return [_sheet(page) for page in document.pages], edge


def _sheet(page: pikepdf.Page) -> Sheet:
    assert not page.obj.get("/Rotate", 0)
    x0, y0, x1, y1 = (float(v) for v in page.mediabox)  # type: ignore[arg-type]
    to_mm = (MM, 0, 0, -MM, -x0 * MM, y1 * MM)
    start = _State(to_mm, Rim(0, 0, (x1 - x0) * MM, (y1 - y0) * MM))
    inks: list[Ink] = []
    _follow(page.obj, page.obj.Resources, start, inks)
    boxes = []
    for name in ("/TrimBox", "/BleedBox"):
        left, low, right, high = (float(v) for v in page.obj.get(name, page.mediabox))  # type: ignore[union-attr]
        corners = [_at(to_mm, left, low), _at(to_mm, right, high)]
        boxes.append(Rim.of(corners))
    return Sheet((x1 - x0) * MM, (y1 - y0) * MM, tuple(inks), *boxes)


# ---- operators


@dataclass
class _State:
    matrix: Affine
    seen: Rim
    clips: tuple[int, ...] = ()
    fill: str = "#000000"
    stroke: str = "#000000"
    width: float = 1.0
    dash: tuple[float, ...] = ()

    def copy(self) -> _State:
        return _State(**vars(self))


@dataclass
class _Pen:
    points: list[Point] = field(default_factory=list)
    corners: int = 0
    clip: bool = False


def _follow(stream: object, resources: pikepdf.Object, state: _State, inks: list[Ink]) -> None:
    kept: list[_State] = []
    path = _Pen()
    for operands, operator in pikepdf.parse_content_stream(stream):  # type: ignore[arg-type]
        word = str(operator)
        if word in ("Do", "d", "gs", "Tf", "Tj", "TJ"):
            if word == "Do":
                _form(resources.XObject[str(operands[0])], resources, state, inks)
            elif word == "d":
                state.dash = tuple(float(v) for v in operands[0])  # type: ignore[union-attr]
            continue
        v = [float(o) for o in operands] if word in _NUMBERS else []  # type: ignore[arg-type]
        match word:
            case "q":
                kept.append(state.copy())
            case "Q":
                state = kept.pop()
            case "cm":
                state.matrix = _times(state.matrix, tuple(v))  # type: ignore[arg-type]
            case "m" | "l":
                path.points.append(_at(state.matrix, v[0], v[1]))
                path.corners += 1
            case "c":
                p = path.points[-1]
                ends = [_at(state.matrix, v[i], v[i + 1]) for i in (0, 2, 4)]
                path.points += [_curve(p, *ends, t / 8) for t in range(1, 9)]
                path.corners += 100  # no straight line
            case "re":
                x, y, w, h = v
                path.points += [
                    _at(state.matrix, *p) for p in ((x, y), (x + w, y), (x + w, y + h), (x, y + h))
                ]
                path.corners += 4
            case "rg" | "RG":
                colour = "#" + "".join(f"{round(c * 255):02x}" for c in v)
                if word == "rg":
                    state.fill = colour
                else:
                    state.stroke = colour
            case "g" | "G":
                colour = "#" + 3 * f"{round(v[0] * 255):02x}"
                if word == "g":
                    state.fill = colour
                else:
                    state.stroke = colour
            case "w":
                state.width = v[0]
            case "W" | "W*":
                path.clip = True
            case "f" | "f*" | "S" | "s" | "B" | "B*" | "b" | "n":
                if word != "n" and path.points:
                    inks.append(_ink(path, state, word))
                if path.clip:
                    state.seen = state.seen.within(Rim.of(path.points))
                    state.clips = (*state.clips, path.corners)
                path = _Pen()


_NUMBERS = frozenset(["cm", "m", "l", "c", "re", "rg", "RG", "g", "G", "w"])


def _ink(path: _Pen, state: _State, word: str) -> Ink:
    return Ink(
        tuple(path.points),
        state.seen.within(Rim.of(path.points)),
        state.clips,
        None if word in ("S", "s") else state.fill,
        None if word in ("f", "f*") else state.stroke,
        state.width,
        state.dash,
    )


def _form(form: pikepdf.Object, resources: pikepdf.Object, state: _State, inks: list[Ink]) -> None:
    if form.Subtype != "/Form":
        return
    inner = state.copy()
    if "/Matrix" in form:
        inner.matrix = _times(inner.matrix, tuple(float(v) for v in form.Matrix))  # type: ignore[arg-type, union-attr]
    x0, y0, x1, y1 = (float(v) for v in form.BBox)  # type: ignore[union-attr, arg-type]
    corners = [_at(inner.matrix, x, y) for x in (x0, x1) for y in (y0, y1)]
    inner.seen = inner.seen.within(Rim.of(corners))
    _follow(form, form.get("/Resources", resources), inner, inks)


def _times(outer: Affine, inner: Affine) -> Affine:
    a, b, c, d, e, f = outer
    p, q, r, s, t, u = inner
    return (a * p + c * q, b * p + d * q, a * r + c * s, b * r + d * s, a * t + c * u + e, b * t + d * u + f)


def _at(m: Affine, x: float, y: float) -> Point:
    return m[0] * x + m[2] * y + m[4], m[1] * x + m[3] * y + m[5]


def _curve(p: Point, q: Point, r: Point, s: Point, t: float) -> Point:
    a, b, c, d = (1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t * t * (1 - t), t**3
    return a * p[0] + b * q[0] + c * r[0] + d * s[0], a * p[1] + b * q[1] + c * r[1] + d * s[1]


# ---- faces that say who they are and how they lie


class MarkedFaces(BlankFaces):
    """Faces in colours of their own, each with a triangle that tells left from right and top from bottom."""

    def __init__(self, kit: Kit) -> None:
        super().__init__(kit)
        self.known: dict[str, tuple[Card, str]] = {}
        for number, card in enumerate(card for c in kit.components for card in c.cards):
            own = f"{number * 53 % 256:02x}{number // 256:02x}"
            self.known[f"#30{own}"] = card, "front"
            self.known[f"#c0{own}"] = card, "back"
        self._colours = {(card.id, side): colour for colour, (card, side) in self.known.items()}

    def _face(self, card: Card, side: str) -> Drawing:
        if (card.id, side) not in self._drawn:
            made = self.kit.component(card.component)
            b, w, h = made.bleed, made.size.width, made.size.height
            box = (-b, -b, w + 2 * b, h + 2 * b)
            ground = rect(*box, fill=self._colours[card.id, side])
            mark = polygon(mark_of(w, h), fill=MARK)
            self._drawn[card.id, side] = Drawing(f"{card.id} {side}", *box, (ground, mark))
        return self._drawn[card.id, side]


MARK = "#f0e0d0"


def mark_of(width: float, height: float) -> tuple[Point, Point, Point]:
    """Return the corners of the triangle on a face: near its upper left, its upper right, its lower left."""
    return (width * 0.3, height * 0.3), (width * 0.7, height * 0.3), (width * 0.3, height * 0.6)


@dataclass(frozen=True)
class Face:
    """A marked face as it lies on a page: its colour, its triangle, and what of it is seen, bleed included."""

    colour: str
    mark: tuple[Point, Point, Point]
    seen: Rim
    round: bool

    def onto(self, width: float, height: float) -> Affine:
        """Return the matrix from mm of a face of that size to mm of the page, measured at its triangle."""
        (x0, y0), (x1, y1), (x2, y2) = self.mark
        a, b = (x1 - x0) / (0.4 * width), (y1 - y0) / (0.4 * width)
        c, d = (x2 - x0) / (0.3 * height), (y2 - y0) / (0.3 * height)
        u, v = 0.3 * width, 0.3 * height
        return a, b, c, d, x0 - a * u - c * v, y0 - b * u - d * v


def _faces(inks: Sequence[Ink]) -> Iterator[Face]:
    for ground, mark in pairwise(inks):
        if mark.fill == MARK:
            assert ground.fill
            assert len(mark.points) == 3
            curved = any(corners > 100 for corners in ground.clips)
            yield Face(ground.fill, mark.points, ground.seen, curved)  # type: ignore[arg-type]


def inverse(m: Affine) -> Affine:
    """Return the matrix that leads back."""
    a, b, c, d, e, f = m
    det = a * d - b * c
    return d / det, -b / det, -c / det, a / det, (c * f - d * e) / det, (b * e - a * f) / det


def at(m: Affine, point: Point) -> Point:
    """Return a point after a matrix."""
    return _at(m, *point)
