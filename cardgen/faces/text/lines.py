"""Draws the words of a line as items: runs of glyphs, and the pictures between them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby, zip_longest

from cardgen.base.drawing import IDENTITY, Art, FontKey, Glyph, Item, Matrix, Text, multiply
from cardgen.faces.text.breaking import ICON_DROP, ICON_HEIGHT, Glyphs, InlineIcon, Part, Word, break_words
from cardgen.faces.text.markup import TextStyle


@dataclass(frozen=True, slots=True)
class Line:
    """One broken line, at its full size."""

    words: tuple[Word, ...]
    width: float

    @property
    def height(self) -> float:
        """The distance this line takes on the page: the largest size times line-height on it."""
        return lead(self.words)

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
        stick = _Stick(x, baseline, scale, matrix)
        gaps = {id(word.spaces[0]) for word in self.words if word.spaces} if stretch else ()
        for part in self._parts():
            if isinstance(part, InlineIcon):
                stick.add_icon(part)
            else:
                stick.add(part, stretch if id(part) in gaps else 0.0)
        stick.flush()
        return stick.items

    def _parts(self) -> list[Part]:
        """Return what stands on the line from left to right; the spaces at its end are left out."""
        parts = [part for word in self.words[:-1] for part in (*word.parts, *word.spaces)]
        last = self.words[-1]
        parts += last.parts
        if last.hyphen and not last.end:
            parts.append(last.hyphen)
        return from_left_to_right(parts) if any(part.level for part in parts) else parts


def from_left_to_right(line: Sequence[Part]) -> list[Part]:
    """Return the stretches of one line as they stand on paper (rule L2)."""
    order = list(line)
    for level in range(max((part.level for part in order), default=0), 0, -1):
        start = 0
        for high, group in groupby(list(order), key=lambda part: part.level >= level):
            stop = start + sum(1 for _ in group)
            if high:
                order[start:stop] = order[start:stop][::-1]
            start = stop
    return order


class _Stick:
    """A composing stick: takes the glyphs of a line one after the other; neighbours of one look become one `Text`."""

    def __init__(self, x: float, baseline: float, scale: float, matrix: Matrix) -> None:
        self.x = x
        self.baseline = baseline
        self.scale = scale
        self.matrix = matrix
        self.items: list[Item] = []
        self._glyphs: list[Glyph] = []
        self._look: tuple[FontKey, TextStyle] | None = None
        self._start = x

    def add(self, part: Glyphs, stretch: float) -> None:
        """Set glyphs, each cluster followed by the letter spacing of its style, the last by `stretch` mm too."""
        style = part.style
        extra = part.extra + stretch / (style.size * self.scale)
        for shaped in part.shaped:
            look = (shaped.font, style)
            if self._look is None or look[0] is not self._look[0] or style is not self._look[1]:
                if look != self._look:
                    self.flush()
                self._look = look
            if not self._glyphs:
                self._start = self.x
            glyphs = tuple(_spaced(shaped.glyphs, extra)) if extra else shaped.glyphs
            self._glyphs += glyphs
            width = 0.0
            for g in glyphs:
                width += g.advance
            self.x += width * style.size * self.scale

    def add_icon(self, part: InlineIcon) -> None:
        """Place a picture."""
        self.flush()
        icon = part.icon.coloured(part.style.fill)
        size = part.style.size * self.scale
        k = ICON_HEIGHT * size / icon.height
        bottom = self.baseline + (ICON_DROP - part.style.rise / part.style.size) * size
        place = (k, 0.0, 0.0, k, self.x - icon.x * k, bottom - (icon.y + icon.height) * k)
        matrix = multiply(self.matrix, place)
        self.items.append(Art(icon.svg, icon.key, icon.x, icon.y, icon.width, icon.height, matrix))
        self.x += part.width * self.scale

    def flush(self) -> None:
        """Make a `Text` of the glyphs so far."""
        if self._glyphs and self._look is not None:
            font, style = self._look
            baseline = self.baseline - style.rise * self.scale
            size = style.size * self.scale
            glyphs = tuple(self._glyphs)
            self.items.append(
                Text(font, size, self._start, baseline, glyphs, style.fill, self.matrix, style.opacity)
            )
        self._glyphs = []
        self._look = None


def _spaced(glyphs: Sequence[Glyph], extra: float) -> Iterator[Glyph]:
    """Yield glyphs, the last of each cluster with so much more room after it (in em)."""
    for g, following in zip_longest(glyphs, glyphs[1:]):
        ends_cluster = following is None or following.text != ""
        yield Glyph(g.id, g.advance + extra, g.dx, g.dy, g.text) if ends_cluster else g


def lead(words: Sequence[Word]) -> float:
    """Return the largest distance to the next line that one of these words asks for."""
    return max((part.style.lead for word in words for part in word.parts), default=0.0)


def break_into_lines(words: Sequence[Word], width: float) -> list[Line]:
    """Return words broken to a width in mm."""
    return [Line(tuple(words[start:stop]), wide) for start, stop, wide in break_words(words, width)]
