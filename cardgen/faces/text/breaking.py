"""Breaks text into lines: where a line may end, and the greedy choice of where it does."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache

from cardgen.faces.text.markup import IconMark, Piece
from cardgen.faces.text.shaping import Shaped, Typeface, typeface
from cardgen.faces.text.style import TextStyle

ICON_HEIGHT = 0.95
"""An inline icon is this many em high,"""
ICON_DROP = 0.18
"""and stands this many em below the baseline."""

_EPSILON = 1e-6

# Spaces that a line may end at. The no-break, narrow no-break and figure spaces belong to their word.
_TOKEN = re.compile(
    r"\n|[ \t\u1680\u2000-\u2006\u2008-\u200a\u205f\u3000]|[^\n \t\u1680\u2000-\u2006\u2008-\u200a\u205f\u3000]+"
)
_DASHES = frozenset("-\u2010\u2012\u2013\u2014/\u00ad\u200b")
# Scripts whose words are not parted by spaces; comparing letters costs less than compiling such a regex (5 ms).
_CJK = (
    ("\u2e80", "\u303f"),
    ("\u3040", "\u30ff"),
    ("\u3100", "\u31ff"),
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
    """Shaped words of one style."""

    __slots__ = ("extra", "rtl", "shaped", "style", "width")

    def __init__(self, style: TextStyle, shaped: Iterable[Shaped]) -> None:
        self.style = style
        self.shaped = tuple(shaped)
        self.extra = style.letter_spacing / style.size if style.letter_spacing else 0.0
        em = sum(s.width + self.extra * s.clusters for s in self.shaped)
        self.width = em * style.size
        self.rtl = any(s.rtl for s in self.shaped)


class InlineIcon:
    """A picture in the text."""

    __slots__ = ("name", "rtl", "style", "width")

    def __init__(self, name: str, style: TextStyle, aspect: float) -> None:
        self.name = name
        self.style = style
        self.width = ICON_HEIGHT * aspect * style.size
        self.rtl = False


class Word:
    """What no line break may part, and what follows it: spaces, nothing, or the end of the paragraph."""

    __slots__ = ("end", "hyphen", "parts", "space", "spaces", "width")

    def __init__(self) -> None:
        self.parts: list[Glyphs | InlineIcon] = []
        self.width = 0.0
        self.spaces: list[tuple[TextStyle, Shaped, str]] = []
        self.space = 0.0
        self.hyphen: Glyphs | None = None
        self.end = False

    @property
    def rtl(self) -> bool:
        """Tell whether the word is written from the right."""
        return any(p.rtl for p in self.parts)

    def add(self, part: Glyphs | InlineIcon) -> None:
        """Append glyphs or an icon without a break before it."""
        self.parts.append(part)
        self.width += part.width

    def add_space(self, style: TextStyle, face: Typeface, character: str) -> None:
        """Let the word be followed by one more space."""
        shaped = face.space if character in " \t" else face.shape(character)[0]
        self.spaces.append((style, shaped, character))
        self.space += (shaped.width + (style.letter_spacing / style.size)) * style.size


def words_of(pieces: Sequence[Piece], aspect: Callable[[str], float] = lambda name: 1.0) -> list[Word]:
    """Return the words of a text; `aspect` tells the width of an icon for a height of one."""
    words: list[Word] = []
    word = Word()
    for piece in pieces:
        style = piece.style
        if isinstance(piece, IconMark):
            if word.spaces:
                words.append(word)
                word = Word()
            word.add(InlineIcon(piece.name, style, aspect(piece.name)))
            continue
        face = typeface(style)
        for token in _TOKEN.findall(piece.text):
            if token == "\n":
                word.end = True
                words.append(word)
                word = Word()
            elif _is_space(token):
                word.add_space(style, face, token)
            else:
                if word.spaces:
                    words.append(word)
                    word = Word()
                chunks = _chunks(token)
                for text, hyphenated in chunks[:-1]:
                    word.add(Glyphs(style, face.shape(text)))
                    if hyphenated:
                        word.hyphen = Glyphs(style, (face.hyphen,))
                    words.append(word)
                    word = Word()
                if chunks[-1][0]:
                    word.add(Glyphs(style, face.shape(chunks[-1][0])))
    word.end = True
    words.append(word)
    return words


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


def _is_space(token: str) -> bool:
    return token == " " or (
        len(token) == 1
        and _TOKEN.match(token) is not None
        and token.isspace()
        and token not in "\u00a0\u202f\u2007"
    )


@lru_cache(maxsize=20_000)
def _chunks(token: str) -> tuple[tuple[str, bool], ...]:
    """Split a token where a line may end inside it; True where the break shows a hyphen."""
    if not any(c in _DASHES or c >= "\u2e80" for c in token):
        return ((token, False),)
    chunks: list[tuple[str, bool]] = []
    current = ""
    for index, character in enumerate(token):
        if character == "\u00ad":
            if current:
                chunks.append((current, True))
                current = ""
            continue
        if character == "\u200b":
            if current:
                chunks.append((current, False))
                current = ""
            continue
        current += character
        after = token[index + 1 : index + 2]
        if after and _may_break(token[index - 1 : index], character, after):
            chunks.append((current, False))
            current = ""
    if current or not chunks:
        chunks.append((current, False))
    else:
        chunks.append(("", False))
    return tuple(chunks)


def _may_break(before: str, character: str, after: str) -> bool:
    if character == "\u2014":  # an em dash joins two clauses
        return bool(before) and after not in _NEVER_FIRST
    if character in "-\u2010\u2012\u2013/":
        return before.isalnum() and after.isalpha()
    if after in _NEVER_FIRST or character in _NEVER_LAST or after in "\u00ad\u200b":
        return False
    return (_is_cjk(character) or _is_cjk(after)) and not after.isspace()


def _is_cjk(character: str) -> bool:
    return character >= "\u2e80" and any(first <= character <= last for first, last in _CJK)
