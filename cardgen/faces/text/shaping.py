"""Turns words into glyphs with HarfBuzz: kerning, ligatures, any script, the fallback fonts of a list.

Widths are in em, so a word shaped once serves every size; each typeface remembers its words.
"""

from __future__ import annotations

import unicodedata
from functools import lru_cache
from typing import NamedTuple

import uharfbuzz as hb

from cardgen.base.drawing import FontKey, Glyph
from cardgen.faces.text.fonts import Font, font
from cardgen.faces.text.style import TextStyle

_MAX_WORDS = 30_000
_FIRST_RTL = "\u0590"
_JOINERS = frozenset("\u200c\u200d\ufe0e\ufe0f")


class Shaped(NamedTuple):
    """A stretch of one font: glyphs from left to right, the width in em, and characters without a glyph."""

    font: FontKey
    glyphs: tuple[Glyph, ...]
    width: float
    missing: str
    clusters: int
    rtl: bool


class Typeface:
    """A list of fonts at one weight and slant, and every word it has shaped so far."""

    def __init__(
        self, families: tuple[str, ...], weight: int, italic: bool, features: tuple[str, ...]
    ) -> None:
        self.fonts: tuple[Font, ...] = tuple(font(FontKey(f, weight, italic)) for f in families)
        self.features = dict(_feature(f) for f in features)
        self._words: dict[str, tuple[Shaped, ...]] = {}
        first = self.fonts[0]
        self.ascent, self.descent = first.ascent, first.descent
        self.space = self.shape(" ")[0]
        self.hyphen = self.shape("\u2010" if first.has("\u2010") else "-")[0]

    def shape(self, word: str) -> tuple[Shaped, ...]:
        """Return the glyphs of a word in the order in which they stand on the line."""
        found = self._words.get(word)
        if found is None:
            if len(self._words) > _MAX_WORDS:
                self._words.clear()
            found = self._words[word] = self._shape(word)
        return found

    def width(self, word: str) -> float:
        """Return the width of a word in em."""
        return sum(s.width for s in self.shape(word))

    def _shape(self, word: str) -> tuple[Shaped, ...]:
        if not word:
            return ()
        first = self.fonts[0]
        if word.isascii() and (len(self.fonts) == 1 or all(first.has(c) for c in word)):
            return (self._stretch(word, first, False),)
        stretches = [self._stretch(text, f, rtl) for text, f, rtl in self._stretches(word)]
        if stretches and stretches[0].rtl:
            stretches.reverse()
        return tuple(stretches)

    def _stretches(self, word: str) -> list[tuple[str, Font, bool]]:
        """Split a word where the font or the direction changes; marks stay with their letter."""
        found: list[tuple[str, Font, bool]] = []
        rtl = False
        strong = next((d for c in word if (d := _direction(c)) is not None), False)
        rtl = bool(strong)
        for character in word:
            direction = _direction(character)
            if direction is not None:
                rtl = direction
            if found and (unicodedata.combining(character) or character in _JOINERS):
                text, f, was = found[-1]
                found[-1] = (text + character, f, was)
                continue
            chosen = next((f for f in self.fonts if f.has(_plainer(character, f))), self.fonts[0])
            character = _plainer(character, chosen)
            if found and found[-1][1] is chosen and found[-1][2] == rtl:
                found[-1] = (found[-1][0] + character, chosen, rtl)
            else:
                found.append((character, chosen, rtl))
        return found

    def _stretch(self, text: str, chosen: Font, rtl: bool) -> Shaped:
        buffer = hb.Buffer()
        buffer.add_str(text)
        buffer.guess_segment_properties()
        buffer.direction = "rtl" if rtl else "ltr"
        hb.shape(chosen.shaper, buffer, self.features)
        infos, positions = buffer.glyph_infos, buffer.glyph_positions
        upem = chosen.upem
        starts = sorted({info.cluster for info in infos})
        after = dict(zip(starts, [*starts[1:], len(text)], strict=True))
        glyphs: list[Glyph] = []
        missing: list[str] = []
        seen: set[int] = set()
        for info, position in zip(infos, positions, strict=True):
            cluster = info.cluster
            stands_for = "" if cluster in seen else text[cluster : after[cluster]]
            seen.add(cluster)
            if info.codepoint == 0 and stands_for:
                missing.append(stands_for)
            glyphs.append(
                Glyph(
                    info.codepoint,
                    position.x_advance / upem,
                    position.x_offset / upem,
                    position.y_offset / upem,
                    stands_for,
                )
            )
        width = sum(g.advance for g in glyphs)
        return Shaped(chosen.key, tuple(glyphs), width, "".join(missing), len(starts), rtl)


def typeface(style: TextStyle) -> Typeface:
    """Return the typeface of a style; letter-spaced text has no ligatures."""
    return _typeface(style.families, style.weight, style.italic, style.features, bool(style.letter_spacing))


@lru_cache(maxsize=512)
def _typeface(
    families: tuple[str, ...], weight: int, italic: bool, features: tuple[str, ...], spaced: bool
) -> Typeface:
    return Typeface(families, weight, italic, (*features, "liga=0", "clig=0") if spaced else features)


def _feature(text: str) -> tuple[str, int]:
    tag, _, value = text.partition("=")
    return tag.strip(), int(value) if value.strip().isdigit() else 1


def _direction(character: str) -> bool | None:
    """Return True for a letter written from the right, False from the left, None for neither."""
    if character < _FIRST_RTL:
        return False if character.isalnum() else None
    kind = unicodedata.bidirectional(character)
    return True if kind in ("R", "AL") else False if kind in ("L", "EN", "AN") else None


def _plainer(character: str, chosen: Font) -> str:
    """Return what is drawn for a non-breaking hyphen where the font has only the common ones."""
    if character != "\u2011" or chosen.has(character):
        return character
    return "\u2010" if chosen.has("\u2010") else "-"
