"""Draws the words of a line as items: runs of glyphs, and the pictures between them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from hashlib import sha256
from typing import TypeAlias

from cardgen.base.drawing import Art, FontKey, Glyph, Item, Matrix, Text, multiply
from cardgen.faces.text.breaking import ICON_DROP, ICON_HEIGHT, Glyphs, InlineIcon, Word
from cardgen.faces.text.style import TextStyle


@dataclass(frozen=True, slots=True)
class Icon:
    """A picture that text may hold, and its viewBox.

    A `tinted` one is drawn in the colour of its text: its SVG says `color="#000000"` once, at its root.
    """

    svg: bytes = field(repr=False)
    key: str
    x: float
    y: float
    width: float
    height: float
    tinted: bool = False

    @property
    def aspect(self) -> float:
        """Width for a height of one."""
        return self.width / self.height if self.height else 1.0

    def coloured(self, fill: str) -> Icon:
        """Return the icon as it looks in a text of this colour."""
        return _coloured(self, fill) if self.tinted and fill != "#000000" else self


@lru_cache(maxsize=256)
def _coloured(icon: Icon, fill: str) -> Icon:
    svg = icon.svg.replace(b'color="#000000"', f'color="{fill}"'.encode(), 1)
    return replace(icon, svg=svg, key=sha256(svg).hexdigest())


Icons: TypeAlias = Mapping[str, Icon]


class Pen:
    """Walks a line and collects items; neighbours of one look become one `Text`."""

    def __init__(
        self, x: float, baseline: float, scale: float, stretch: float, matrix: Matrix, icons: Icons
    ) -> None:
        self.x = x
        self.baseline = baseline
        self.scale = scale
        self.stretch = stretch
        self.matrix = matrix
        self.icons = icons
        self.items: list[Item] = []
        self._glyphs: list[Glyph] = []
        self._look: tuple[FontKey, TextStyle] | None = None
        self._start = x

    def draw(self, words: Sequence[Word]) -> list[Item]:
        """Return the items of a line."""
        for word, is_space in _visual_order(words):
            if is_space:
                self._spaces(word)
            else:
                self._word(word)
        last = words[-1] if words else None
        if last and last.hyphen and not last.end:
            for shaped in last.hyphen.shaped:
                # the hyphen is no part of the text: nothing is copied for it
                bare = tuple(Glyph(g.id, g.advance, g.dx, g.dy, "") for g in shaped.glyphs)
                self._add(shaped.font, last.hyphen.style, bare, last.hyphen.extra)
        self._flush()
        return self.items

    def _word(self, word: Word) -> None:
        for part in word.parts:
            if isinstance(part, Glyphs):
                for shaped in part.shaped:
                    self._add(shaped.font, part.style, shaped.glyphs, part.extra)
            else:
                self._icon(part)

    def _spaces(self, word: Word) -> None:
        for index, (style, space, character) in enumerate(word.spaces):
            extra = style.letter_spacing / style.size if style.letter_spacing else 0.0
            if self.stretch and index == 0:
                extra += self.stretch / (style.size * self.scale)
            glyphs = space.glyphs
            if character != glyphs[0].text:
                glyphs = (Glyph(glyphs[0].id, glyphs[0].advance, 0.0, 0.0, " "),)
            self._add(space.font, style, glyphs, extra)

    def _add(self, font: FontKey, style: TextStyle, glyphs: tuple[Glyph, ...], extra: float) -> None:
        look = self._look
        if look is None or look[0] is not font or look[1] is not style:
            if look is not None and (look[0] != font or look[1] != style):
                self._flush()
            self._look = (font, style)
        if not self._glyphs:
            self._start = self.x
        width = 0.0
        if extra:
            for index, g in enumerate(glyphs):
                following = glyphs[index + 1] if index + 1 < len(glyphs) else None
                ends_cluster = following is None or following.text != ""
                advance = g.advance + extra if ends_cluster else g.advance
                self._glyphs.append(Glyph(g.id, advance, g.dx, g.dy, g.text))
                width += advance
        else:
            self._glyphs += glyphs
            for g in glyphs:
                width += g.advance
        self.x += width * style.size * self.scale

    def _icon(self, part: InlineIcon) -> None:
        self._flush()
        icon = self.icons[part.name].coloured(part.style.fill)
        size = part.style.size * self.scale
        k = ICON_HEIGHT * size / icon.height
        bottom = self.baseline + (ICON_DROP - part.style.rise / part.style.size) * size
        place = (k, 0.0, 0.0, k, self.x - icon.x * k, bottom - (icon.y + icon.height) * k)
        self.items.append(
            Art(icon.svg, icon.key, icon.x, icon.y, icon.width, icon.height, multiply(self.matrix, place))
        )
        self.x += part.width * self.scale

    def _flush(self) -> None:
        if self._glyphs and self._look is not None:
            font, style = self._look
            self.items.append(
                Text(
                    font,
                    style.size * self.scale,
                    self._start,
                    self.baseline - style.rise * self.scale,
                    tuple(self._glyphs),
                    style.fill,
                    self.matrix,
                    style.opacity,
                )
            )
        self._glyphs = []
        self._look = None


def _visual_order(words: Sequence[Word]) -> list[tuple[Word, bool]]:
    """Return the words, and the spaces after them (True), from left to right; the spaces at the end are left out.

    Neighbouring right-to-left words change places; in a right-to-left line so do all such groups.
    """
    if not any(word.rtl for word in words):
        return [step for word in words for step in ((word, False), (word, True))][:-1]
    base_rtl = next((word.rtl for word in words if word.parts), False)
    groups: list[list[Word]] = []
    for word in words:
        if groups and groups[-1][0].rtl == word.rtl:
            groups[-1].append(word)
        else:
            groups.append([word])
    order: list[tuple[Word, bool]] = []
    for group in groups:
        steps = [step for word in group for step in ((word, False), (word, True))][:-1]
        if group[0].rtl:
            steps.reverse()
        after = [] if group is groups[-1] else [(group[-1], True)]
        order = [*after, *steps, *order] if base_rtl else [*order, *steps, *after]
    return order
