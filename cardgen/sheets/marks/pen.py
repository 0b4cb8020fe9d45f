"""Draws the furniture of a sheet: text, lines, panels, discs and pictograms in the colours of the kit."""

from __future__ import annotations

import hashlib
import math
import re
from bisect import bisect_left
from collections.abc import Iterable, Sequence
from functools import lru_cache
from pathlib import Path as FilePath
from typing import Literal, NamedTuple, TypedDict, Unpack

from cardgen.base import drawing as shapes
from cardgen.base.drawing import (
    IDENTITY,
    Art,
    Drawing,
    Ink,
    Item,
    Path,
    PathCommand,
    PlacedDrawing,
    multiply,
    rotate,
    scale,
    translate,
)
from cardgen.base.files import Files, templates_dir
from cardgen.base.units import PT_PER_MM
from cardgen.faces.text.fitting import TextBox, TextLine, break_lines, lay_out
from cardgen.faces.text.markup import TextStyle
from cardgen.sheets.paper import Rect, Sheet

INK, GREY, HAIRLINE, WHITE, BLACK = "#2d2d2d", "#6a6a6a", "#bdbdbd", "#ffffff", "#000000"
HAIR = 0.25 / PT_PER_MM  # crop marks, rulers, registration: a quarter point
SMALLEST_TEXT = 2.0
_LONGEST_LINE = 1000  # letters; no place on a sheet holds more

_SIZE = 24.0  # of a pictogram
# The colours that pictograms are drawn in, and how strong the accent is on white in each.
_DRAWN_IN = {"#2a6db3": 1.0, "#d0dfee": 0.22, "#aac5e1": 0.4}

Anchor = Literal["start", "middle", "end"]
Point = tuple[float, float]


class Hand(TypedDict, total=False):
    """How words are written: in which colour, bold, or in `display`, the bold headline face."""

    fill: str
    bold: bool
    display: bool


class Lettering(NamedTuple):
    """What the letters of furniture are taken from where Roboto and Oswald lack them: a family the kit's theme names.

    `folder` is the kit's own folder of fonts, `language` that of its words.
    """

    fallback: str = ""
    folder: FilePath | None = None
    language: str = ""


PLAIN = Lettering()


class Pen:
    """Collects items in painting order; everything in mm, y downwards."""

    def __init__(self, accent: str, lettering: Lettering = PLAIN) -> None:
        self.accent = accent
        self.lettering = lettering
        self.items: list[Item] = []
        self.cut: dict[str, None] = {}
        """What did not fit its place as a whole, in the order it was written."""

    def tint(self, strength: float) -> str:
        """Return the accent mixed with white."""
        return _mix(self.accent, strength)

    def drawing(self, name: str, sheet: Sheet) -> Drawing:
        return Drawing(name, 0, 0, sheet.width, sheet.height, tuple(self.items))

    # ---- words

    def width(self, words: str, size: float, *, bold: bool = False, display: bool = False) -> float:
        """Return how wide a line is, in mm, as it will be set."""
        return width(words, size, bold=bold, display=display, lettering=self.lettering)

    def _style(self, size: float, lead: float = 1.2, **hand: Unpack[Hand]) -> TextStyle:
        return _style(size, lead, lettering=self.lettering, **hand)

    def text(
        self,
        x: float,
        y: float,
        words: str,
        size: float = 2.5,
        *,
        anchor: Anchor = "start",
        turn: float = 0.0,
        **hand: Unpack[Hand],
    ) -> float:
        """Write one line on the baseline y and return its width."""
        matrix = rotate(turn, x, y) if turn else IDENTITY
        self.items += lay_out(TextLine(words, self._style(size, **hand), x, y, anchor, matrix)).items
        return self.width(words, size, bold=hand.get("bold", False), display=hand.get("display", False))

    def fitted(
        self,
        x: float,
        y: float,
        words: str,
        room: float,
        size: float = 2.5,
        *,
        warn: bool = True,
        **hand: Unpack[Hand],
    ) -> float:
        """Write one line that is no wider than `room`: smaller if it must be, then cut short with an ellipsis."""
        whole, words = words, words[:_LONGEST_LINE]
        bold, display = hand.get("bold", False), hand.get("display", False)
        for smaller in (size, size * 0.92, size * 0.85):
            if smaller >= SMALLEST_TEXT and self.width(words, smaller, bold=bold, display=display) <= room:
                return self.text(x, y, words, smaller, **hand)
        if warn:
            self.cut[whole] = None
        least = max(SMALLEST_TEXT, size * 0.85)

        def too_long(letters: int) -> bool:
            return self.width(words[:letters].rstrip(" ,") + "…", least, bold=bold, display=display) > room

        fits = bisect_left(range(1, len(words) + 1), True, key=too_long)
        words = words[:fits].rstrip(" ,")
        return self.text(x, y, words + "…", least, **hand) if words else 0.0

    def box(
        self,
        box: Rect,
        words: str,
        size: float = 2.5,
        *,
        valign: Literal["top", "middle"] = "top",
        lead: float = 1.28,
        **hand: Unpack[Hand],
    ) -> None:
        """Write words into a rectangle, smaller if they must be, never below 2 mm."""
        style, floor = self._style(size, lead, **hand), min(1.0, SMALLEST_TEXT / size)
        layout = lay_out(TextBox(words[:_LONGEST_LINE], style, *box, valign=valign, shrink=True, floor=floor))
        if layout.overflow or len(words) > _LONGEST_LINE:
            self.cut[words] = None
        self.items += layout.items

    def paragraph(
        self,
        x: float,
        y: float,
        width: float,
        words: str,
        size: float = 2.5,
        *,
        lead: float = 1.22,
        **hand: Unpack[Hand],
    ) -> float:
        """Write words in lines of this width, the upper edge of the first at y, and return the lower edge of the last."""
        layout = lay_out(TextBox(words, self._style(size, lead, **hand), x, y, width, None))
        self.items += layout.items
        return y + layout.height

    # ---- shapes

    def line(
        self,
        x1: float,
        y1: float,
        x2: float,
        y2: float,
        weight: float = HAIR,
        colour: str = BLACK,
        dash: Iterable[float] = (),
    ) -> None:
        self.items.append(shapes.line(x1, y1, x2, y2, colour, weight, dash))

    def lines(
        self, segments: Sequence[tuple[float, float, float, float]], weight: float, colour: str = BLACK
    ) -> None:
        """Draw many lines as one path."""
        commands: list[PathCommand] = []
        for x1, y1, x2, y2 in segments:
            commands += [("M", x1, y1), ("L", x2, y2)]
        if commands:
            self.items.append(Path(tuple(commands), stroke=colour, width=weight))

    def rect(
        self, x: float, y: float, width: float, height: float, radius: float = 0.0, **ink: Unpack[Ink]
    ) -> None:
        self.items.append(shapes.rect(x, y, width, height, radius=radius, **_hairline(ink)))

    def circle(self, cx: float, cy: float, r: float, **ink: Unpack[Ink]) -> None:
        self.items.append(shapes.circle(cx, cy, r, **_hairline(ink)))

    def polygon(self, points: Sequence[Point], **ink: Unpack[Ink]) -> None:
        """Draw a closed shape."""
        self.items.append(shapes.polygon(points, **_hairline(ink)))

    def dashed(self, points: Sequence[Point], weight: float, colour: str, dash: Sequence[float]) -> None:
        """Draw an open dashed line through the points."""
        (x0, y0), *rest = points
        commands: list[PathCommand] = [("M", x0, y0), *(("L", x, y) for x, y in rest)]
        self.items.append(Path(tuple(commands), stroke=colour, width=weight, dash=tuple(dash)))

    def veil(self, x: float, y: float, width: float, height: float) -> None:
        """Fade what lies below to about a fifth."""
        path = shapes.rect(x, y, width, height, fill=WHITE)
        self.items.append(Path(path.commands, fill=WHITE, opacity=0.78))

    def hatch(self, corners: Sequence[Point], pitch: float, weight: float, colour: str) -> None:
        """Fill a convex shape with lines rising at 45 degrees: glue goes here."""
        self.lines(list(_hatching(corners, pitch)), weight, colour)

    # ---- pieces

    def picture(self, name: str, x: float, y: float, size: float) -> None:
        """Place a pictogram with its upper left corner at (x, y)."""
        self.place(pictogram(name, self.accent), x, y, size / _SIZE)

    def place(
        self, drawing: Drawing, x: float, y: float, k: float = 1.0, *, turn: int = 0, clip: Path | None = None
    ) -> None:
        """Place a drawing scaled by k so that its own 0,0 comes to (x, y), turned about that point."""
        matrix = multiply(translate(x, y), multiply(rotate(turn), scale(k)))
        self.items.append(PlacedDrawing(drawing, matrix, clip))

    def number(self, x: float, y: float, number: int, radius: float = 1.7, *, solid: bool = True) -> None:
        """Draw a disc with a number in it."""
        if solid:
            self.circle(x, y, radius, fill=self.accent)
        else:
            self.circle(x, y, radius, fill=WHITE, stroke=self.accent, line_width=0.25)
        fill = WHITE if solid else self.accent
        self.text(x, y + radius * 0.5, str(number), radius * 1.4, fill=fill, anchor="middle", display=True)


def _hairline(ink: Ink) -> Ink:
    return {"line_width": HAIR, **ink}


@lru_cache(maxsize=4096)
def width(
    words: str, size: float, *, bold: bool = False, display: bool = False, lettering: Lettering = PLAIN
) -> float:
    """Return how wide a line of furniture text is, in mm, as it will be set."""
    lines = break_lines(words, _style(size, bold=bold, display=display, lettering=lettering), math.inf)
    return max((line.width for line in lines), default=0.0)


@lru_cache(maxsize=512)
def _style(
    size: float,
    lead: float = 1.2,
    *,
    fill: str = INK,
    bold: bool = False,
    display: bool = False,
    lettering: Lettering = PLAIN,
) -> TextStyle:
    families = ["Oswald", "Roboto"] if display else ["Roboto"]
    if lettering.fallback:
        families.append(lettering.fallback)
    weight = 700 if bold or display else 400
    return TextStyle(
        ", ".join(families),
        size,
        weight,
        fill=fill,
        line_height=lead,
        folder=lettering.folder,
        language=lettering.language,
    )


def _hatching(corners: Sequence[Point], pitch: float) -> Iterable[tuple[float, float, float, float]]:
    """Yield the pieces of the lines x + y = c that lie inside a convex shape."""
    sums = [x + y for x, y in corners]
    c = math.ceil(min(sums) / pitch) * pitch
    while c < max(sums):
        hits: list[Point] = []
        for (x1, y1), (x2, y2) in zip(corners, [*corners[1:], corners[0]], strict=True):
            s1, s2 = x1 + y1 - c, x2 + y2 - c
            if (s1 < 0) != (s2 < 0):
                t = s1 / (s1 - s2)
                hits.append((x1 + t * (x2 - x1), y1 + t * (y2 - y1)))
        if len(hits) == 2:
            (xa, ya), (xb, yb) = hits
            yield xa, ya, xb, yb
        c += pitch


# ---- pictograms, in the accent of the kit


def _mix(colour: str, strength: float) -> str:
    """Return a colour at this strength on white paper, opaque."""
    parts = (int(colour[i : i + 2], 16) for i in (1, 3, 5))
    return "#" + "".join(f"{round(255 - (255 - part) * strength):02x}" for part in parts)


@lru_cache(maxsize=1)
def _symbols() -> dict[str, str]:
    text = Files(templates_dir()).text("sheets/pictograms.svg")
    found = re.findall(r'<symbol id="([\w-]+)"[^>]*>(.*?)</symbol>', text, re.S)
    return {name: re.sub(r"<title>.*?</title>", "", body).strip() for name, body in found}


def pictogram_names() -> tuple[str, ...]:
    return tuple(_symbols())


@lru_cache(maxsize=256)
def pictogram(name: str, accent: str) -> Drawing:
    """Return a pictogram of 24 × 24 mm in an accent; KeyError when there is none of that name."""
    body = _symbols()[name]
    body = re.sub("|".join(_DRAWN_IN), lambda drawn: _mix(accent, _DRAWN_IN[drawn[0]]), body)
    svg = (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{_SIZE:g}mm" height="{_SIZE:g}mm" '
        f'viewBox="0 0 {_SIZE:g} {_SIZE:g}">{body}</svg>'
    ).encode()
    art = Art(svg, hashlib.sha256(svg).hexdigest(), 0, 0, _SIZE, _SIZE)
    return Drawing(f"pictogram {name}", 0, 0, _SIZE, _SIZE, (art,))
