"""Sets text: one line, broken lines, or a box that shrinks its words until they fit.

Everything comes back as drawing items in mm: `Text` whose glyphs copy out as the words that were put
in, and `Art` for inline icons. Nothing vanishes: what does not fit or has no glyph is said in `Layout`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Literal, NamedTuple, TypeAlias

from cardgen.base.drawing import IDENTITY, Item, Matrix
from cardgen.faces.text.lines import BrokenLine, Word, break_into_lines, break_words, lead, words_of
from cardgen.faces.text.markup import NO_ICONS, Content, Icons, TextStyle, rich
from cardgen.faces.text.shaping import Typeface, by_level, from_the_right, levels_of, typeface

Align: TypeAlias = Literal["start", "center", "end", "justify", "left", "right"]
Valign: TypeAlias = Literal["top", "middle", "bottom"]
Anchor: TypeAlias = Literal["start", "middle", "end"]

DEFAULT_FLOOR = 0.6
_FIT_STEPS = 8  # the scale is found to about a third of a percent
_EPSILON = 1e-3
_BOLD = 600
_WIDEST_GAP = 1.2  # em; a justified line that would need more stays ragged
BEFORE = {"start": 0.0, "middle": 0.5, "center": 0.5, "end": 1.0, "top": 0.0, "bottom": 1.0, "justify": 0.0}
"""The share of the free room that lies before the text,"""
_AT_SIDES = {"left": 0.0, "right": 1.0}
"""and to the left of it, whichever way it is written."""


@dataclass(frozen=True, slots=True)
class TextLine:
    """Text on the baseline y (mm) that starts, is centred or ends at x; line breaks make more lines."""

    content: Content
    style: TextStyle
    x: float
    y: float
    anchor: Anchor = "start"
    matrix: Matrix = IDENTITY
    icons: Icons = field(default_factory=dict, repr=False)


@dataclass(frozen=True, slots=True)
class TextBox:
    """Text and the rectangle it must stay in (mm); `height` None grows downwards without an end.

    With `baseline` the first line stands on it and `y` does not matter; `balance` makes the lines about equally
    long, without more of them. `as_inkscape` puts the lines where Inkscape does: it takes the letters of every font for
    one em high, a browser for as high as the font says.
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
    as_inkscape: bool = False


class TextLayout(NamedTuple):
    """A text that is set: `scale` is what shrinking took, the rest is what went wrong.

    `too_high` and `too_wide` are in mm at that scale; `missing` are characters that no font has;
    `upright` are families whose italic does not exist, `thin` those whose bold does not.
    """

    items: tuple[Item, ...]
    scale: float
    lines: int
    height: float
    too_high: float
    too_wide: float
    missing: str
    upright: tuple[str, ...]
    thin: tuple[str, ...] = ()

    @property
    def overflow(self) -> bool:
        return self.too_high > 0 or self.too_wide > 0


def text_width(text: str, style: TextStyle) -> float:
    """Return how wide a plain text is on one line, in mm; of several lines, the widest."""
    return max(_text_width(line, typeface(style)) for line in text.split("\n")) * style.size


@lru_cache(maxsize=20_000)
def _text_width(text: str, face: Typeface) -> float:
    if from_the_right(text):  # their order changes nothing
        parts = [s for stretch in by_level(text, levels_of(text)) for s in face.shape(*stretch)]
        return sum(s.width for s in parts)
    spaces = face.space.width * text.count(" ")
    return sum(sum(s.width for s in face.shape(word)) for word in text.split(" ")) + spaces


def break_lines(text: Content, style: TextStyle, width: float) -> list[BrokenLine]:
    """Return the lines of a text broken to a width in mm."""
    return break_into_lines(_words(text, style, NO_ICONS), width)


def _words(content: Content, style: TextStyle, icons: Icons) -> Sequence[Word]:
    """Return the words of a text; those of a sheet's furniture, which come again on every page, are remembered."""
    if isinstance(content, str) and type(icons) is dict and not icons:
        return _plain_words(content, style)
    return words_of(rich(content, style, icons))


@lru_cache(maxsize=2048)
def _plain_words(text: str, style: TextStyle) -> tuple[Word, ...]:
    return tuple(words_of(rich(text, style)))


def lay_out(text: TextLine | TextBox) -> TextLayout:
    """Set a text; see `Layout` for what can go wrong.

    In a box with `shrink` it gets as small as it must, down to `floor` times its size. `UnknownFamilyError`
    is raised when a family of the style does not exist.
    """
    words = _words(text.content, text.style, text.icons)
    return _in_box(text, words) if isinstance(text, TextBox) else _on_baseline(text, words)


def _on_baseline(text: TextLine, words: Sequence[Word]) -> TextLayout:
    items: list[Item] = []
    lines = break_into_lines(words, float("inf"))
    share = 1.0 - BEFORE[text.anchor] if text.style.rtl else BEFORE[text.anchor]
    for number, line in enumerate(lines):
        left = text.x - line.width * share
        items += line.items(left, text.y + number * text.style.lead, matrix=text.matrix)
    return _layout(text, items, lines)


def _in_box(box: TextBox, words: Sequence[Word]) -> TextLayout:
    scale = _scale(words, box)
    room = box.width / scale
    lines = break_into_lines(words, _balanced(words, room) if box.balance else room)
    heights = [max(line.height, box.style.lead) for line in lines]
    height = sum(heights) * scale
    too_high = height - box.height if box.height is not None else 0.0
    too_wide = max(line.width for line in lines) * scale - box.width
    face = typeface(box.style)
    size = box.style.size * scale
    above, high = face.ascent * size, (face.ascent + face.descent) * size
    if box.as_inkscape:
        above, high = face.fonts[0].em_ascent * size, size
    top = box.y
    if box.height is not None and too_high < 0:
        top -= too_high * BEFORE[box.valign]
    if box.baseline is not None:
        top = box.baseline - (heights[0] * scale - high) / 2 - above
    items: list[Item] = []
    for line, line_height in zip(lines, heights, strict=True):
        baseline = top + (line_height * scale - high) / 2 + above
        free = box.width - line.width * scale
        stretch = 0.0
        if box.align == "justify" and line.gaps and not line.words[-1].end:
            gap = free / line.gaps
            if 0 < gap < _WIDEST_GAP * size:
                stretch, free = gap, 0.0
        share = _AT_SIDES.get(box.align)
        if share is None:
            share = BEFORE[box.align]
            if line.words[0].rtl:
                share = 1.0 - share  # a paragraph that is written from the right starts at the right
        items += line.items(box.x + free * share, baseline, scale=scale, stretch=stretch, matrix=box.matrix)
        top += line_height * scale
    return _layout(box, items, lines, scale, height, too_high, too_wide)


def _layout(
    text: TextLine | TextBox,
    items: list[Item],
    lines: Sequence[BrokenLine],
    scale: float = 1.0,
    height: float = 0.0,
    too_high: float = 0.0,
    too_wide: float = 0.0,
) -> TextLayout:
    parts = [part for line in lines for word in line.words for part in word.parts]
    styles = dict.fromkeys(part.style for part in parts)
    italics = [style for style in styles if style.italic]
    bolds = [style for style in styles if style.weight >= _BOLD and style.weight > text.style.weight]
    return TextLayout(
        items=tuple(items),
        scale=scale,
        lines=len(lines),
        height=height,
        too_high=too_high if too_high > _EPSILON else 0.0,
        too_wide=too_wide if too_wide > _EPSILON else 0.0,
        missing="".join(dict.fromkeys("".join(line.missing for line in lines))),
        upright=tuple(s.families[0] for s in italics if not typeface(s).fonts[0].key.italic),
        thin=tuple(
            s.families[0]
            for s in bolds
            if typeface(s).fonts[0].key.weight <= typeface(text.style).fonts[0].key.weight
        ),
    )


def _scale(words: Sequence[Word], box: TextBox) -> float:
    """Return the largest scale at which the words fit; the floor when none does."""
    base = box.style.lead
    alike = lead(words) <= base

    def fits(scale: float) -> bool:
        # everything scales together, so a smaller text in the box is this text in a larger box
        width = box.width / scale
        spans = break_words(words, width)
        if any(wide > width + _EPSILON for _, _, wide in spans):
            return False
        if box.height is None:
            return True
        if alike:
            height = len(spans) * base
        else:
            height = sum(max(base, lead(words[start:stop])) for start, stop, _ in spans)
        return height * scale <= box.height + _EPSILON

    if not box.shrink or box.floor >= 1 or fits(1.0):
        return 1.0
    return _narrowed(box.floor, 1.0, fits)[0] if fits(box.floor) else box.floor


def _balanced(words: Sequence[Word], width: float) -> float:
    """Return the narrowest width that breaks the words into no more lines than they need anyway."""
    count = len(break_words(words, width))

    def is_narrow(middle: float) -> bool:
        spans = break_words(words, middle)
        return len(spans) > count or any(line > middle + _EPSILON for _, _, line in spans)

    return _narrowed(0.0, width, is_narrow)[1]


def _narrowed(low: float, high: float, is_low: Callable[[float], bool]) -> tuple[float, float]:
    """Return two values near each other, the lower and the upper one of those between `low` and `high`."""
    for _ in range(_FIT_STEPS):
        middle = (low + high) / 2
        low, high = (middle, high) if is_low(middle) else (low, middle)
    return low, high
