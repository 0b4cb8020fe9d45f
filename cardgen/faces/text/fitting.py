"""Sets text: one line, broken lines, or a box that shrinks its words until they fit.

Everything comes back as drawing items in mm: `Text` whose glyphs copy out as the words that were put
in, and `Art` for inline icons. Nothing vanishes: what does not fit or has no glyph is said in `Layout`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Literal, NamedTuple, TypeAlias

from cardgen.base.drawing import IDENTITY, Item, Matrix
from cardgen.faces.text.breaking import (
    Glyphs,
    Word,
    break_words,
    words_of,
)
from cardgen.faces.text.inking import Icons, Pen
from cardgen.faces.text.markup import Piece, rich, unknown_icons
from cardgen.faces.text.shaping import typeface
from cardgen.faces.text.style import TextStyle

Align: TypeAlias = Literal["start", "center", "end", "justify"]
Valign: TypeAlias = Literal["top", "middle", "bottom"]
Anchor: TypeAlias = Literal["start", "middle", "end"]
Content: TypeAlias = str | Sequence[tuple[str, TextStyle]]
"""A text, or the stretches of a text that differ in style."""

DEFAULT_FLOOR = 0.6
_FIT_STEPS = 8  # the scale is found to about a third of a percent
_EPSILON = 1e-3
_WIDEST_GAP = 1.2  # em; a justified line that would need more stays ragged


NO_ICONS: Icons = {}


@dataclass(frozen=True, slots=True)
class Line:
    """One broken line, at its full size."""

    words: tuple[Word, ...]
    width: float
    last: bool
    icons: Icons = field(repr=False, default_factory=dict)

    @property
    def height(self) -> float:
        """The distance this line takes on the page: the largest size times line-height on it."""
        return _line_height(self.words)

    @property
    def missing(self) -> str:
        """Characters for which no font of the list has a glyph."""
        return "".join(
            s.missing for w in self.words for p in w.parts if isinstance(p, Glyphs) for s in p.shaped
        )

    @property
    def gaps(self) -> int:
        """How many times a space stands between words."""
        return sum(1 for w in self.words[:-1] if w.spaces)

    def items(
        self,
        x: float,
        baseline: float,
        *,
        scale: float = 1.0,
        stretch: float = 0.0,
        matrix: Matrix = IDENTITY,
    ) -> list[Item]:
        """Return the line as items that start at x on the baseline; `stretch` widens each gap by as many mm."""
        return Pen(x, baseline, scale, stretch, matrix, self.icons).draw(self.words)


@dataclass(frozen=True, slots=True)
class TextBox:
    """Text and the rectangle it must stay in (mm); `height` None grows downwards without an end.

    With `baseline` the first line stands on it and `y` does not matter; `balance` makes the lines about equally
    long, without more of them.
    """

    content: Content
    style: TextStyle
    x: float
    y: float
    width: float
    height: float | None
    align: Align = "start"
    valign: Valign = "top"
    shrink: bool = False
    floor: float = DEFAULT_FLOOR
    matrix: Matrix = IDENTITY
    icons: Icons = field(default_factory=dict, repr=False)
    baseline: float | None = None
    balance: bool = False


class Layout(NamedTuple):
    """A box with its text set: `scale` is what shrinking took, the rest is what went wrong.

    `too_high` and `too_wide` are in mm at that scale; `missing` are characters that no font has;
    `unknown_icons` are names in braces that are no icon.
    """

    items: tuple[Item, ...]
    scale: float
    lines: int
    height: float
    too_high: float = 0.0
    too_wide: float = 0.0
    missing: str = ""
    unknown_icons: tuple[str, ...] = ()

    @property
    def overflow(self) -> bool:
        """Tell whether the text leaves its box."""
        return self.too_high > 0 or self.too_wide > 0


def text_width(text: str, family: str, size: float, weight: int = 400, italic: bool = False) -> float:
    """Return how wide a plain text is on one line, in mm; of several lines, the widest."""
    return max((_text_width(line, family, weight, italic) for line in text.split("\n")), default=0.0) * size


@lru_cache(maxsize=20_000)
def _text_width(text: str, family: str, weight: int, italic: bool) -> float:
    face = typeface(TextStyle(family, 1.0, weight, italic))
    return sum(face.width(word) for word in text.split(" ")) + face.space.width * text.count(" ")


def break_lines(
    text: Content | list[Piece], style: TextStyle, width: float, icons: Icons = NO_ICONS
) -> list[Line]:
    """Return the lines of a text (or of ready `rich` pieces) broken to a width in mm."""
    if isinstance(text, str):
        return _lines(_words(text, style, icons), width, icons)
    pieces = text if _are_pieces(text) else rich(text, style, icons)  # type: ignore[arg-type]
    words = words_of(pieces, lambda name: icons[name].aspect)  # type: ignore[arg-type]
    return _lines(words, width, icons)


def _words(content: Content, style: TextStyle, icons: Icons) -> Sequence[Word]:
    """Return the words of a text; those of a sheet's furniture, which come again on every page, are remembered."""
    if isinstance(content, str) and type(icons) is dict and not icons:
        return _plain_words(content, style)
    return words_of(rich(content, style, icons), lambda name: icons[name].aspect)


@lru_cache(maxsize=2048)
def _plain_words(text: str, style: TextStyle) -> tuple[Word, ...]:
    return tuple(words_of(rich(text, style)))


def _are_pieces(text: object) -> bool:
    return isinstance(text, list) and not any(isinstance(piece, tuple) for piece in text)


def line_of_text(
    text: Content,
    style: TextStyle,
    x: float,
    y: float,
    anchor: Anchor = "start",
    *,
    matrix: Matrix = IDENTITY,
    icons: Icons = NO_ICONS,
) -> list[Item]:
    """Return a text on the baseline y, starting, centred or ending at x; line breaks make more lines."""
    items: list[Item] = []
    for number, line in enumerate(break_lines(text, style, float("inf"), icons)):
        left = x - line.width * {"start": 0.0, "middle": 0.5, "end": 1.0}[anchor]
        items += line.items(left, y + number * style.size * style.line_height, matrix=matrix)
    return items


def lay_out(box: TextBox) -> Layout:
    """Set the text of a box; see `Layout` for what can go wrong.

    With `shrink` the text gets as small as it must, down to `floor` times its size. `UnknownFamilyError`
    is raised when a family of the style does not exist.
    """
    words = _words(box.content, box.style, box.icons)
    base = box.style.size * box.style.line_height
    scale, lines = _fit(words, box, base)
    heights = [max(line.height, base) for line in lines]
    height = sum(heights) * scale
    widest = max((line.width for line in lines), default=0.0) * scale
    too_high = height - box.height if box.height is not None else 0.0
    too_wide = widest - box.width
    items: list[Item] = []
    top = box.y
    if box.height is not None and too_high < 0:
        top -= too_high * {"top": 0.0, "middle": 0.5, "bottom": 1.0}[box.valign]
    face = typeface(box.style)
    size = box.style.size * scale
    if box.baseline is not None:
        top = (
            box.baseline - (heights[0] * scale - (face.ascent + face.descent) * size) / 2 - face.ascent * size
        )
    rtl = next((word.rtl for word in words if word.parts), False)
    for line, line_height in zip(lines, heights, strict=True):
        lead = line_height * scale
        baseline = top + (lead - (face.ascent + face.descent) * size) / 2 + face.ascent * size
        free = box.width - line.width * scale
        stretch = 0.0
        if (
            box.align == "justify"
            and line.gaps
            and not line.last
            and 0 < free / line.gaps < _WIDEST_GAP * size
        ):
            stretch = free / line.gaps
            free = 0.0
        share = {"center": 0.5, "end": 1.0}.get(box.align, 0.0)
        if rtl and box.align != "center":
            share = 1.0 - share  # right-to-left text starts at the right
        items += line.items(box.x + free * share, baseline, scale=scale, stretch=stretch, matrix=box.matrix)
        top += lead
    whole = box.content if isinstance(box.content, str) else "".join(part for part, _ in box.content)
    return Layout(
        items=tuple(items),
        scale=scale,
        lines=len(lines),
        height=height,
        too_high=too_high if too_high > _EPSILON else 0.0,
        too_wide=too_wide if too_wide > _EPSILON else 0.0,
        missing="".join(dict.fromkeys("".join(line.missing for line in lines))),
        unknown_icons=tuple(dict.fromkeys(unknown_icons(whole, box.icons))),
    )


def _fit(words: Sequence[Word], box: TextBox, base: float) -> tuple[float, list[Line]]:
    """Return the largest scale at which the words fit, and their lines; the floor when none does."""
    tallest = max((p.style.size * p.style.line_height for w in words for p in w.parts), default=base)

    def fits(scale: float) -> bool:
        # everything scales together, so a smaller text in the box is this text in a larger box
        width = box.width / scale
        spans = break_words(words, width)
        if any(wide > width + _EPSILON for _, _, wide in spans):
            return False
        if box.height is None:
            return True
        if tallest <= base:
            height = len(spans) * base
        else:
            height = sum(max(base, _line_height(words[start:stop])) for start, stop, _ in spans)
        return height * scale <= box.height + _EPSILON

    scale = 1.0
    if not fits(scale) and box.shrink and box.floor < 1:
        scale = box.floor
        if fits(scale):
            high = 1.0
            for _ in range(_FIT_STEPS):
                middle = (scale + high) / 2
                if fits(middle):
                    scale = middle
                else:
                    high = middle
    width = box.width / scale
    return scale, _lines(words, _balanced(words, width) if box.balance else width, box.icons)


def _balanced(words: Sequence[Word], width: float) -> float:
    """Return the narrowest width that breaks the words into no more lines than they need anyway."""
    count = len(break_words(words, width))
    narrow, wide = 0.0, width
    for _ in range(_FIT_STEPS):
        middle = (narrow + wide) / 2
        spans = break_words(words, middle)
        if len(spans) > count or any(line > middle + _EPSILON for _, _, line in spans):
            narrow = middle
        else:
            wide = middle
    return wide


def _line_height(words: Sequence[Word]) -> float:
    return max((p.style.size * p.style.line_height for w in words for p in w.parts), default=0.0)


def _lines(words: Sequence[Word], width: float, icons: Icons) -> list[Line]:
    return [
        Line(tuple(words[start:stop]), wide, words[stop - 1].end, icons)
        for start, stop, wide in break_words(words, width)
    ]
