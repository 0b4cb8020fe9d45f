"""Breaks text into lines: where a line may end, and the greedy choice of where it does."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from typing import TypeAlias

from cardgen.faces.text.markup import Icon, IconMark, Piece, Run, TextStyle
from cardgen.faces.text.shaping import Shaped, by_level, from_the_right, levels_of, typeface

ICON_HEIGHT = 0.95
"""An inline icon is this many em high,"""
ICON_DROP = 0.18
"""and stands this many em below the baseline."""

_EPSILON = 1e-6

# Spaces that a line may end at. The no-break, narrow no-break and figure spaces belong to their word.
_TOKEN = re.compile(
    r"\n|[ \t\u1680\u2000-\u2006\u2008-\u200a\u205f\u3000]|[^\n \t\u1680\u2000-\u2006\u2008-\u200a\u205f\u3000]+"
)
_NO_BREAK_SPACES = "\u00a0\u202f\u2007"
_UNSEEN = "\u00ad\u200b"  # the soft hyphen, and the space without a width
_DASHES = frozenset("-\u2010\u2012\u2013\u2014/\u00ad\u200b")
# Scripts whose words are not parted by spaces; comparing letters costs less than compiling such a regex (5 ms).
_CJK = (
    ("\u2e80", "\u31ff"),
    ("\u3400", "\u4dbf"),
    ("\u4e00", "\u9fff"),
    ("\uac00", "\ud7af"),
    ("\uf900", "\ufaff"),
    ("\uff00", "\uffef"),
    ("\U00020000", "\U0003ffff"),
)
_NEVER_FIRST = frozenset(
    "、。，．・：；？！゛゜ヽヾゝゞ々ー’”）〕］｝〉》」』】〙〗ぁぃぅぇぉっゃゅょゎァィゥェォッャュョヮヵヶ,.:;?!)]}%…"
)
_NEVER_LAST = frozenset("‘“（〔［｛〈《「『【〘〖([{")


class Glyphs:
    """Shaped words of one style and direction, or a space after them."""

    __slots__ = ("extra", "level", "shaped", "style", "width")

    def __init__(self, style: TextStyle, shaped: Iterable[Shaped], level: int = 0) -> None:
        self.style = style
        self.shaped = tuple(shaped)
        self.level = level
        self.extra = style.letter_spacing / style.size if style.letter_spacing else 0.0
        em = sum(s.width + self.extra * s.clusters for s in self.shaped)
        self.width = em * style.size


class InlineIcon:
    """A picture in the text."""

    __slots__ = ("icon", "level", "style", "width")

    def __init__(self, icon: Icon, style: TextStyle, level: int) -> None:
        self.icon = icon
        self.style = style
        self.level = level
        aspect = icon.width / icon.height if icon.height else 1.0
        self.width = ICON_HEIGHT * aspect * style.size


Part: TypeAlias = Glyphs | InlineIcon


class Word:
    """What no line break may part, and what follows it: spaces, nothing, or the end of the paragraph.

    `rtl` is the direction of its paragraph.
    """

    __slots__ = ("end", "hyphen", "parts", "rtl", "space", "spaces", "width")

    def __init__(self, rtl: bool) -> None:
        self.parts: list[Part] = []
        self.width = 0.0
        self.spaces: list[Glyphs] = []
        self.space = 0.0
        self.hyphen: Glyphs | None = None
        self.end = False
        self.rtl = rtl

    def add(self, part: Part) -> None:
        """Append glyphs or an icon without a break before it."""
        self.parts.append(part)
        self.width += part.width

    def add_space(self, space: Glyphs) -> None:
        """Let the word be followed by one more space."""
        self.spaces.append(space)
        self.space += space.width


def words_of(pieces: Sequence[Piece]) -> list[Word]:
    """Return the words of a text; the last word of each paragraph has `end`."""
    levels, directions = _directions(pieces)
    at = 0
    word = Word(next(directions, False))
    words = [word]

    def new_word(rtl: bool = False) -> Word:
        words.append(Word(rtl))
        return words[-1]

    for piece in pieces:
        style = piece.style
        if isinstance(piece, IconMark):
            if word.spaces:
                word = new_word(word.rtl)
            word.add(InlineIcon(piece.icon, style, levels[at] if levels else 0))
            at += 1
            continue
        face = typeface(style)
        for token in _TOKEN.findall(piece.text):
            if token == "\n":
                word.end = True
                word = new_word(next(directions, False))
            elif token == " " or (len(token) == 1 and token.isspace() and token not in _NO_BREAK_SPACES):
                shaped = face.space if token in " \t" else face.shape(token)[0]
                word.add_space(Glyphs(style, (shaped,), levels[at] if levels else 0))
            else:
                if word.spaces:
                    word = new_word(word.rtl)
                for number, (start, text, hyphenated) in enumerate(_chunks(token)):
                    if number:
                        word = new_word(word.rtl)
                    if levels:
                        here = at + start
                        for stretch, level in by_level(text, levels[here : here + len(text)]):
                            word.add(Glyphs(style, face.shape(stretch, level), level))
                    elif text:
                        word.add(Glyphs(style, face.shape(text)))
                    if hyphenated:
                        word.hyphen = Glyphs(style, (face.hyphen,), word.parts[-1].level)
            at += len(token)
    word.end = True
    return words


def _directions(pieces: Sequence[Piece]) -> tuple[tuple[int, ...], Iterator[bool]]:
    """Return the level of each character and whether each paragraph is written from the right.

    Nothing is returned for a text without right-to-left letters, which is nearly every text.
    """
    if not any(isinstance(piece, Run) and from_the_right(piece.text) for piece in pieces):
        return (), iter(())
    text = "".join(piece.text if isinstance(piece, Run) else "\ufffc" for piece in pieces) + "\n"
    found = levels_of(text)
    return found, iter([bool(level % 2) for c, level in zip(text, found, strict=True) if c == "\n"])


def break_words(words: Sequence[Word], width: float) -> list[tuple[int, int, float]]:
    """Return the lines as (first, past the last) word and their width, each line as full as it can be.

    The spaces at the end of a line do not count; a break at a soft hyphen counts its hyphen.
    """
    lines: list[tuple[int, int, float]] = []
    start, count = 0, len(words)
    limit = width + _EPSILON
    while start < count:
        x = filled = 0.0
        stop = index = start
        while index < count:
            word = words[index]
            x += word.width
            if x > limit and stop > start:
                break
            hyphen = word.hyphen
            needs = x if hyphen is None or word.end else x + hyphen.width
            if word.end or needs <= limit or stop == start:
                stop, filled = index + 1, needs
            if word.end:
                break
            x += word.space
            index += 1
        lines.append((start, stop, filled))
        start = stop
    return lines


@lru_cache(maxsize=20_000)
def _chunks(token: str) -> tuple[tuple[int, str, bool], ...]:
    """Split a token where a line may end inside it: where, what, and whether the break shows a hyphen."""
    if not any(c in _DASHES or c >= "\u2e80" for c in token):
        return ((0, token, False),)
    chunks: list[tuple[int, str, bool]] = []
    start = 0
    for index, character in enumerate(token):
        after = token[index + 1 : index + 2]
        if character in _UNSEEN:
            if index > start:
                chunks.append((start, token[start:index], character == "\u00ad"))
            start = index + 1
        elif after and _may_break(token[index - 1 : index], character, after):
            chunks.append((start, token[start : index + 1], False))
            start = index + 1
    return (*chunks, (start, token[start:], False))


def _may_break(before: str, character: str, after: str) -> bool:
    if character == "\u2014":  # an em dash joins two clauses
        return bool(before) and after not in _NEVER_FIRST
    if character in "-\u2010\u2012\u2013/":
        return before.isalnum() and after.isalpha()
    if after in _NEVER_FIRST or character in _NEVER_LAST or after in _UNSEEN:
        return False
    return (_is_cjk(character) or _is_cjk(after)) and not after.isspace()


def _is_cjk(character: str) -> bool:
    return character >= "\u2e80" and any(first <= character <= last for first, last in _CJK)
