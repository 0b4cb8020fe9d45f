"""What goes on paper: a tree of drawings in millimetres, decided by faces and sheets, drawn by exporters.

Coordinates are in mm, x to the right and y **down**, as in SVG. Nothing below this module decides a
position again: an exporter only walks the items in order.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Literal, NamedTuple, TypeAlias, TypedDict, Unpack

Matrix: TypeAlias = tuple[float, float, float, float, float, float]
"""SVG's matrix(a b c d e f): x' = a·x + c·y + e, y' = b·x + d·y + f."""

IDENTITY: Matrix = (1.0, 0.0, 0.0, 1.0, 0.0, 0.0)


def multiply(outer: Matrix, inner: Matrix) -> Matrix:
    """Return the matrix that applies `inner` first, then `outer`."""
    a, b, c, d, e, f = outer
    p, q, r, s, t, u = inner
    return (a * p + c * q, b * p + d * q, a * r + c * s, b * r + d * s, a * t + c * u + e, b * t + d * u + f)


def translate(x: float, y: float) -> Matrix:
    """Return the matrix that moves by (x, y) mm."""
    return (1.0, 0.0, 0.0, 1.0, x, y)


def scale(x: float, y: float | None = None) -> Matrix:
    """Return the matrix that scales about the origin."""
    return (x, 0.0, 0.0, x if y is None else y, 0.0, 0.0)


def rotate(degrees: float, cx: float = 0.0, cy: float = 0.0) -> Matrix:
    """Return the matrix that turns clockwise (as seen on paper) about (cx, cy); quarter turns are exact."""
    turn = degrees % 360
    exact = {0.0: (1.0, 0.0), 90.0: (0.0, 1.0), 180.0: (-1.0, 0.0), 270.0: (0.0, -1.0)}.get(turn)
    c, s = exact or (math.cos(math.radians(turn)), math.sin(math.radians(turn)))
    return (c, s, -s, c, cx - c * cx + s * cy, cy - s * cx - c * cy)


def apply(matrix: Matrix, x: float, y: float) -> tuple[float, float]:
    """Return the point (x, y) after the matrix."""
    a, b, c, d, e, f = matrix
    return a * x + c * y + e, b * x + d * y + f


@dataclass(frozen=True, slots=True)
class Art:
    """A piece of vector art: a standalone SVG that fills the rectangle x, y, width, height.

    `key` is the sha256 of the SVG: two pieces with one key are drawn once and placed twice.
    """

    svg: bytes = field(repr=False)
    key: str
    x: float
    y: float
    width: float
    height: float
    matrix: Matrix = IDENTITY


@dataclass(frozen=True, slots=True)
class FontKey:
    """A font as a template names it: CSS family, weight (400, 700) and italic."""

    family: str
    weight: int = 400
    italic: bool = False


@dataclass(frozen=True, slots=True)
class Glyph:
    """One shaped glyph; lengths are in em. `text` is what it stands for when copied ("" inside a cluster)."""

    id: int
    advance: float
    dx: float
    dy: float
    text: str


@dataclass(frozen=True, slots=True)
class Text:
    """Shaped glyphs of one font on one baseline that starts at (x, y); `size` is the em in mm."""

    font: FontKey
    size: float
    x: float
    y: float
    glyphs: tuple[Glyph, ...]
    fill: str = "#000000"
    matrix: Matrix = IDENTITY
    opacity: float = 1.0

    @property
    def words(self) -> str:
        """What a reader copies out of the PDF."""
        return "".join(g.text for g in self.glyphs)


PathCommand: TypeAlias = (
    tuple[Literal["M"], float, float]
    | tuple[Literal["L"], float, float]
    | tuple[Literal["C"], float, float, float, float, float, float]
    | tuple[Literal["Z"]]
)


@dataclass(frozen=True, slots=True)
class Path:
    """A path drawn with plain operators: cut lines, marks, rules, panels. Colours are `#rrggbb`."""

    commands: tuple[PathCommand, ...]
    fill: str | None = None
    stroke: str | None = None
    width: float = 0.1
    dash: tuple[float, ...] = ()
    opacity: float = 1.0
    cap: Literal["butt", "round", "square"] = "butt"
    join: Literal["miter", "round", "bevel"] = "miter"


@dataclass(frozen=True, slots=True)
class PlacedDrawing:
    """Another drawing, stored once in the file and placed here; `clip` is in the placed drawing's own mm."""

    drawing: Drawing
    matrix: Matrix = IDENTITY
    clip: Path | None = None
    opacity: float = 1.0


@dataclass(frozen=True, slots=True, eq=False)
class Tag:
    """What a part of a page is to somebody who hears it: a structure type of PDF such as `P`, `H2`, `LI` or `Figure`.

    Identity decides what belongs together: a paragraph that runs on to the next page keeps its tag. `parent` holds
    parts that are drawn one by one, as a list holds its items. `said` is read aloud instead of what is drawn.
    """

    role: str
    parent: Tag | None = None
    said: str = ""


@dataclass(frozen=True, slots=True)
class Mark:
    """Begins a tagged part of a drawing or, without a tag, ends the one that began last; nothing is drawn."""

    tag: Tag | None = None


Item: TypeAlias = Art | Text | Path | PlacedDrawing | Mark


@dataclass(frozen=True, slots=True, eq=False)
class Drawing:
    """A face, a sheet or a picture: items in painting order on the rectangle x, y, width, height (mm).

    `name` says what it is to a person ("C17 front"), `alt` what it shows to one who does not see it, `spot` the plate of a
    press that prints all of it in one ink, such as `foil`, and `tint` how much of that; identity, not equality, decides what
    is stored once.
    """

    name: str
    x: float
    y: float
    width: float
    height: float
    items: tuple[Item, ...] = ()
    alt: str = ""
    spot: str = ""
    tint: float = 1.0

    def arts(self) -> Iterator[Art]:
        return (item for item in self._all() if isinstance(item, Art))

    def texts(self) -> Iterator[Text]:
        return (item for item in self._all() if isinstance(item, Text))

    def placed(self) -> Iterator[Drawing]:
        """Yield itself and every drawing that is placed on it."""
        yield self
        for item in self.items:
            if isinstance(item, PlacedDrawing):
                yield from item.drawing.placed()

    def _all(self) -> Iterator[Item]:
        for item in self.items:
            if isinstance(item, PlacedDrawing):
                yield from item.drawing._all()
            else:
                yield item


Rectangle: TypeAlias = tuple[float, float, float, float]
"""x, y, width, height in mm, in the space of the drawing it belongs to."""


def tagged(items: Iterable[Item], tag: Tag | None) -> Iterator[Item]:
    """Yield items as a part with this tag, if there is one."""
    if tag is None:
        yield from items
    else:
        yield Mark(tag)
        yield from items
        yield Mark()


class Link(NamedTuple):
    """A part of a page that leads to another page of the file, counted from 1; `tag` is the part that is heard."""

    box: Rectangle
    page: int
    tag: Tag


class Page(NamedTuple):
    """A page of a file, as large as its drawing; both boxes become the PDF's TrimBox and BleedBox.

    `bookmark` leads to the top of the page, "" for none; what the drawing tags as a heading has a bookmark anyway.
    `label` is what a viewer shows as its number, "" for the number in this file.
    """

    drawing: Drawing
    trim_box: Rectangle | None = None
    bleed_box: Rectangle | None = None
    bookmark: str = ""
    label: str = ""
    links: tuple[Link, ...] = ()


class Ink(TypedDict, total=False):
    """How a shape is painted: colours as `#rrggbb`, the line's width in mm."""

    fill: str | None
    stroke: str | None
    line_width: float


def _painted(
    commands: Iterable[PathCommand],
    fill: str | None = None,
    stroke: str | None = None,
    line_width: float = 0.1,
) -> Path:
    return Path(tuple(commands), fill, stroke, line_width)


def line(
    x1: float, y1: float, x2: float, y2: float, stroke: str, width: float, dash: Iterable[float] = ()
) -> Path:
    return Path((("M", x1, y1), ("L", x2, y2)), stroke=stroke, width=width, dash=tuple(dash))


def rounded(x: float, y: float, width: float, height: float, rx: float, ry: float) -> tuple[PathCommand, ...]:
    """Return the outline of a rectangle whose corners are quarters of an ellipse; an ellipse when they meet."""
    x2, y2, i, j = x + width, y + height, rx * (1 - _KAPPA), ry * (1 - _KAPPA)
    return (
        ("M", x + rx, y),
        ("L", x2 - rx, y),
        ("C", x2 - i, y, x2, y + j, x2, y + ry),
        ("L", x2, y2 - ry),
        ("C", x2, y2 - j, x2 - i, y2, x2 - rx, y2),
        ("L", x + rx, y2),
        ("C", x + i, y2, x, y2 - j, x, y2 - ry),
        ("L", x, y + ry),
        ("C", x, y + j, x + i, y, x + rx, y),
        ("Z",),
    )


def rect(x: float, y: float, width: float, height: float, *, radius: float = 0.0, **ink: Unpack[Ink]) -> Path:
    """Return a rectangle, with rounded corners when `radius` is given."""
    x2, y2 = x + width, y + height
    r = min(radius, width / 2, height / 2)
    if r <= 0:
        return polygon(((x, y), (x2, y), (x2, y2), (x, y2)), **ink)
    return _painted(rounded(x, y, width, height, r, r), **ink)


_KAPPA = 0.5522847498  # a quarter circle as one cubic curve


def circle(cx: float, cy: float, radius: float, **ink: Unpack[Ink]) -> Path:
    return rect(cx - radius, cy - radius, 2 * radius, 2 * radius, radius=radius, **ink)


def polygon(points: Iterable[tuple[float, float]], **ink: Unpack[Ink]) -> Path:
    (x0, y0), *rest = points
    return _painted((("M", x0, y0), *(("L", x, y) for x, y in rest), ("Z",)), **ink)


# -- colours as `#rrggbb`


def channels(colour: str) -> tuple[float, float, float]:
    """Return red, green and blue of a colour such as `#bcc06a`, 0 to 1 each."""
    red, green, blue = (int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5))
    return red, green, blue


def luminance(colour: str) -> float:
    """Return the relative luminance of an sRGB colour, 0 to 1 (WCAG 2.2)."""
    red, green, blue = (c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels(colour))
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def lightness(colour: str) -> float:
    """Return how light a colour looks, 0 to 100 (CIE L*)."""
    light = luminance(colour)
    return 116 * light ** (1 / 3) - 16 if light > 0.008856 else 903.3 * light


def contrast(one: str, other: str) -> float:
    """Return the contrast of two colours, 1 to 21 (WCAG 2.2)."""
    darker, lighter = sorted((luminance(one), luminance(other)))
    return (lighter + 0.05) / (darker + 0.05)
