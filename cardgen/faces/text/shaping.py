"""Turns words into glyphs with HarfBuzz: kerning, ligatures, any script, the fallback fonts of a list.

Widths are in em, so a word shaped once serves every size; each typeface remembers its words.

Text that holds words written from the right follows the Unicode algorithm (UAX #9): every character has a
level, odd ones are written from the right, even ones from the left; in a Hebrew line the letters have level 1,
numbers and Latin words level 2. A line is put in order after it has been broken: stretches of one level change
places, and HarfBuzz orders the glyphs inside a stretch. Arabic letters join across a change of style, so a stretch
is shaped with its neighbours in sight.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache
from itertools import accumulate, groupby
from operator import itemgetter
from typing import NamedTuple

import uharfbuzz as hb

from cardgen.base.drawing import FontKey, Glyph
from cardgen.faces.text.fonts import Font, font
from cardgen.faces.text.markup import TextStyle

_MAX_WORDS = 30_000
_FIRST = "\u0590"
_FROM_THE_RIGHT = frozenset(["R", "AL", "RLE", "RLO", "RLI"])
_LEVEL = re.compile(r"Level\(\s*(\d+)")
_JOINED = re.compile("[\u0600-\u08ff\u1800-\u18af\ua840-\ua87f\U00010ac0-\U00010fff\U0001e900-\U0001e95f]")
"""Letters that look otherwise between others: Arabic, Syriac, N'Ko, Mongolian and their relations."""
_IN_SIGHT = 5  # HarfBuzz looks no further
_INTRICATE = (("\u0590", "\u109f"), ("\u1700", "\u1cff"), ("\ua800", "\uabff"), ("\U00010800", "\U00011fff"))
_BLANK = re.compile(r"[\s\ufffc]")  # an icon is one, too
_CLINGING = frozenset(["Mn", "Mc", "Me", "Cf"])


class Shaped(NamedTuple):
    """A stretch of one font: glyphs from left to right, the width in em, and characters without a glyph."""

    font: FontKey
    glyphs: tuple[Glyph, ...]
    width: float
    missing: str
    clusters: int


class Typeface:
    """A list of fonts at one weight and slant, and every word it has shaped so far."""

    def __init__(
        self,
        families: tuple[str, ...],
        weight: int,
        italic: bool,
        features: tuple[tuple[str, int], ...],
        language: str = "",
    ) -> None:
        self.fonts: tuple[Font, ...] = tuple(font(FontKey(f, weight, italic)) for f in families)
        self.features = dict(features)
        self.language = language or "en"  # never that of the computer
        self._words: dict[tuple[str | int, ...], tuple[Shaped, ...]] = {}
        first = self.fonts[0]
        self.ascent, self.descent = first.ascent, first.descent
        self.space = self.shape(" ")[0]
        hyphen = self.shape("\u2010" if first.has("\u2010") else "-")[0]
        # a hyphen at the end of a line is no part of the text: nothing is copied for it
        self.hyphen = hyphen._replace(glyphs=tuple(replace(g, text="") for g in hyphen.glyphs))

    def shape(self, word: str, level: int = 0, before: str = "", after: str = "") -> tuple[Shaped, ...]:
        """Return the glyphs of a word in the order in which they stand on the line; odd levels from the right.

        `before` and `after` are letters beside the word that it may join.
        """
        key = (before, word, after, level) if before or after else (word, level)
        found = self._words.get(key)
        if found is None:
            if len(self._words) > _MAX_WORDS:
                self._words.clear()
            rtl = bool(level % 2)
            parts = []
            whole = before + word + after
            start = len(before)
            for text, chosen in self._by_font(word):
                stop = start + len(text)
                seen = (whole[max(0, start - _IN_SIGHT) : start], whole[stop : stop + _IN_SIGHT])
                parts.append(_shape(text, chosen, rtl, self.features, self.language, *seen))
                start = stop
            found = self._words[key] = tuple(reversed(parts) if rtl else parts)
        return found

    def kern(self, last: str, first: str) -> float:
        """Return by how many em two letters stand apart from where their widths would put them."""
        pair, one, other = (self.shape(letters) for letters in (last + first, last, first))
        return pair[0].width - one[0].width - other[0].width if len(pair) == 1 else 0.0

    def _by_font(self, word: str) -> list[tuple[str, Font]]:
        """Split a word where the font or the way of writing changes; marks stay with their letter."""
        first = self.fonts[0]
        if word.isascii() and (len(self.fonts) == 1 or all(first.has(c) for c in word)):
            return [(word, first)] if word else []
        found: list[tuple[str, Font]] = []
        writing = ""
        for character, marks in _clusters(word):
            fitting = next((f for f in self.fonts if f.has(_plainer(character, f)) and _has(f, marks)), None)
            if fitting is None:
                fitting = next((f for f in self.fonts if f.has(_plainer(character, f))), first)
            here = _writing(character) or writing
            text = _plainer(character, fitting) + marks
            if found and found[-1][1] is fitting and (here == writing or not writing):
                found[-1] = (found[-1][0] + text, fitting)
            else:
                found.append((text, fitting))
            writing = here
        return found


def _clusters(word: str) -> list[tuple[str, str]]:
    """Return each letter of a word with its marks and the unseen characters after it."""
    found: list[tuple[str, str]] = []
    for character in word:
        if found and unicodedata.category(character) in _CLINGING:
            found[-1] = (found[-1][0], found[-1][1] + character)
        else:
            found.append((character, ""))
    return found


def _has(chosen: Font, marks: str) -> bool:
    return all(chosen.has(mark) or unicodedata.category(mark) == "Cf" for mark in marks)


@lru_cache(maxsize=4096)
def _writing(character: str) -> str:
    """Return by which rules a letter is shaped: Arabic, Thai … for these, "plain" for most, "" for what is no letter."""
    if not character.isalpha():
        return ""
    if any(first <= character <= last for first, last in _INTRICATE):
        return unicodedata.name(character, "").partition(" ")[0]
    return "plain"


def _shape(
    text: str,
    chosen: Font,
    rtl: bool,
    features: dict[str, int],
    language: str,
    before: str = "",
    after: str = "",
) -> Shaped:
    """Return the glyphs of a text of one font and one direction, between its neighbours."""
    buffer = hb.Buffer()
    shift = 0
    if (before or after) and _JOINED.search(text):
        buffer.add_codepoints([ord(c) for c in before + text + after], len(before), len(text))
        shift = len(before)
    else:
        buffer.add_str(text)
    buffer.language = language
    if text == " ":
        buffer.script = "Latn"  # a Korean space is another one, where a font has it
    buffer.guess_segment_properties()
    buffer.direction = "rtl" if rtl else "ltr"
    hb.shape(chosen.shaper, buffer, features)
    infos = buffer.glyph_infos
    upem = chosen.upem
    starts = sorted({info.cluster - shift for info in infos})
    ends = dict(zip(starts, [*starts[1:], len(text)], strict=True))
    glyphs: list[Glyph] = []
    missing = ""
    for info, position in zip(infos, buffer.glyph_positions, strict=True):
        start = info.cluster - shift
        end = ends.pop(start, None)  # the first glyph of a cluster stands for its characters
        stands_for = text[start:end] if end else ""
        if info.codepoint == 0:
            missing += stands_for
        glyphs.append(
            Glyph(
                info.codepoint,
                position.x_advance / upem,
                position.x_offset / upem,
                position.y_offset / upem,
                stands_for,
            )
        )
    return Shaped(chosen.key, tuple(glyphs), sum(g.advance for g in glyphs), missing, len(starts))


_typeface = lru_cache(maxsize=512)(Typeface)


def typeface(style: TextStyle) -> Typeface:
    """Return the typeface of a style; letter-spaced text has no ligatures."""
    features = (*style.features, ("liga", 0), ("clig", 0)) if style.letter_spacing else style.features
    return _typeface(
        style.families, style.weight, style.italic, features, "" if style.language == "en" else style.language
    )


def _plainer(character: str, chosen: Font) -> str:
    """Return what is drawn for a non-breaking hyphen where the font has only the common ones."""
    if character != "\u2011" or chosen.has(character):
        return character
    return "\u2010" if chosen.has("\u2010") else "-"


def from_the_right(text: str) -> bool:
    """Tell whether a text holds anything that is written from the right."""
    return not text.isascii() and any(
        c >= _FIRST and unicodedata.bidirectional(c) in _FROM_THE_RIGHT for c in text
    )


def neighbours(text: str, start: int, stop: int) -> tuple[str, str]:
    """Return the letters before and after a stretch of text that it may join, up to the next blank."""
    if not _JOINED.search(text, start, stop):
        return "", ""
    before, after = text[max(0, start - _IN_SIGHT) : start], text[stop : stop + _IN_SIGHT]
    return _BLANK.split(before)[-1], _BLANK.split(after)[0]


@lru_cache(maxsize=1024)
def levels_of(text: str, rtl: bool = False) -> tuple[int, ...]:
    """Return the level of each character; a line break has that of the paragraph which it ends.

    With `rtl` all paragraphs are written from the right, else each as its first letter is.
    """
    from bidi import get_display  # type: ignore[import-untyped]  # 17 ms, for few texts

    # python-bidi gives its levels only as this list, with one for each byte of UTF-8
    levels = _LEVEL.findall(
        get_display(text, base_dir="R" if rtl else None, debug=True).partition("\n    levels: [")[2]
    )
    starts = accumulate((len(c.encode()) for c in text), initial=0)
    return tuple(int(levels[start]) for start, _ in zip(starts, text, strict=False))


def by_level(text: str, levels: Sequence[int]) -> list[tuple[str, int]]:
    """Return the stretches of a text that have one level, in the order in which they are read."""
    return [
        ("".join(character for character, _ in group), level)
        for level, group in groupby(zip(text, levels, strict=True), key=itemgetter(1))
    ]
