"""Breaks text into lines, where a line may end and the greedy choice of where it does, and draws their words.

Runs of glyphs and the pictures between them become items of a drawing.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import groupby, zip_longest
from typing import TypeAlias

from cardgen.base.drawing import IDENTITY, Art, FontKey, Glyph, Item, Matrix, Text, multiply
from cardgen.faces.text.markup import IconMark, MarkupRun, Piece, TextStyle, in_colour
from cardgen.faces.text.shaping import Shaped, by_level, from_the_right, levels_of, neighbours, typeface

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
    ("\u2e80", "\u312f"),
    ("\u3190", "\u4dbf"),
    ("\u4e00", "\ua4cf"),
    ("\uf900", "\ufaff"),
    ("\uff00", "\uff9f"),
    ("\uffe0", "\uffef"),
    ("\U00020000", "\U0003ffff"),
)
_HANGUL = (  # Korean parts its words by spaces, and keeps them together
    ("\u1100", "\u11ff"),
    ("\u3130", "\u318f"),
    ("\ua960", "\ua97f"),
    ("\uac00", "\ud7ff"),
    ("\uffa0", "\uffdc"),
)
# What no line begins with: closing signs, small kana, marks of length and repetition, hyphens; and what none ends with.
_NEVER_FIRST = frozenset(
    "、。，．・：；？！゛゜ヽヾゝゞ々〻ー〜～゠’”〟）〕］｝〉》」』】〙〗｠ぁぃぅぇぉっゃゅょゎゕゖァィゥェォッャュョヮヵヶ"
    "ㇰㇱㇲㇳㇴㇵㇶㇷㇸㇹㇺㇻㇼㇽㇾㇿ｡､･｣ｰﾞﾟｧｨｩｪｫｬｭｮｯ‼⁇⁈⁉‥…,.:;?!)]}%/|~-\u2010\u2013"
)
_NEVER_LAST = frozenset("‘“〝（〔［｛〈《「『【〘〖｟｢([{")
_BEFORE_AMOUNTS = frozenset("$£€¥₩№＄￡￥￦+±")
_AFTER_AMOUNTS = frozenset("°‰′″℃％￠¢")
_GLUE = frozenset("\u00a0\u202f\u2007\u2060\u200d\ufeff\"'")
_CLINGING = frozenset(["Mn", "Mc", "Me", "Cf"])
_ICON = "\ufffc"  # what a picture is for those who break and order lines


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
    __slots__ = ("icon", "level", "style", "width")

    def __init__(self, icon: Art, style: TextStyle, level: int) -> None:
        self.icon = icon
        self.style = style
        self.level = level
        aspect = icon.width / icon.height if icon.height else 1.0
        self.width = ICON_HEIGHT * aspect * style.size


Part: TypeAlias = Glyphs | InlineIcon


class Word:
    """What no line break may part, and what follows it: spaces, nothing, or the end of the paragraph.

    `rtl` is the direction of its paragraph, `joint` what brings its last letter and the next word together.
    """

    __slots__ = ("end", "hyphen", "joint", "parts", "rtl", "space", "spaces", "width")

    def __init__(self, rtl: bool) -> None:
        self.parts: list[Part] = []
        self.width = 0.0
        self.spaces: list[Glyphs] = []
        self.space = 0.0
        self.hyphen: Glyphs | None = None
        self.joint: Glyphs | None = None
        self.end = False
        self.rtl = rtl

    def add(self, part: Part) -> None:
        """Append glyphs or an icon without a break before it."""
        self.parts.append(part)
        self.width += part.width

    def add_space(self, space: Glyphs) -> None:
        self.spaces.append(space)
        self.space += space.width

    def join(self, style: TextStyle, kern: float, level: int) -> None:
        """Have the next word stand nearer by so many em, if it stands on the same line."""
        self.joint = Glyphs(style, (), level)
        self.joint.width = kern * style.size
        self.space += self.joint.width


def words_of(pieces: Sequence[Piece]) -> list[Word]:
    """Return the words of a text; the last word of each paragraph has `end`."""
    whole, levels, directions = _directions(pieces)
    at = 0
    before = ""  # what the word ends with so far
    word = Word(next(directions, False))
    words = [word]

    def new_word(rtl: bool = False) -> Word:
        words.append(Word(rtl))
        return words[-1]

    for piece in pieces:
        style = piece.style
        if isinstance(piece, IconMark):
            if word.spaces or (word.parts and _parts_at(before, _ICON, style.word_break)):
                word = new_word(word.rtl)
            word.add(InlineIcon(piece.icon, style, levels[at] if levels else 0))
            before = _ICON
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
                if word.spaces or (word.parts and _parts_at(before, token, style.word_break)):
                    word = new_word(word.rtl)
                before = token
                for number, (start, text, hyphenated) in enumerate(_chunks(token, style.word_break)):
                    if number:
                        pair = token[start - 1 : start + 1]
                        if text and max(pair) >= "\u2e80" and (kern := face.kern(*pair)):
                            word.join(style, kern, levels[at + start] if levels else 0)
                        word = new_word(word.rtl)
                    if levels:
                        here = at + start
                        for stretch, level in by_level(text, levels[here : here + len(text)]):
                            beside = neighbours(whole, here, here + len(stretch))
                            word.add(Glyphs(style, face.shape(stretch, level, *beside), level))
                            here += len(stretch)
                    elif text:
                        word.add(Glyphs(style, face.shape(text)))
                    if hyphenated and word.parts:
                        word.hyphen = Glyphs(style, (face.hyphen,), word.parts[-1].level)
            at += len(token)
    word.end = True
    return words


def _directions(pieces: Sequence[Piece]) -> tuple[str, tuple[int, ...], Iterator[bool]]:
    """Return the text, the level of each character, and whether each paragraph is written from the right.

    Nothing is returned for a text without right-to-left letters, which is nearly every text.
    """
    rtl = bool(pieces) and pieces[0].style.rtl
    if not rtl and not any(isinstance(piece, MarkupRun) and from_the_right(piece.text) for piece in pieces):
        return "", (), iter(())
    text = "".join(piece.text if isinstance(piece, MarkupRun) else _ICON for piece in pieces) + "\n"
    found = levels_of(text, rtl)
    return text, found, iter([bool(level % 2) for c, level in zip(text, found, strict=True) if c == "\n"])


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
def _chunks(token: str, word_break: str) -> tuple[tuple[int, str, bool], ...]:
    """Split a token where a line may end inside it: where, what, and whether the break shows a hyphen."""
    if not any(c in _DASHES or c >= "\u2e80" for c in token):
        return ((0, token, False),)
    chunks: list[tuple[int, str, bool]] = []
    start = 0
    for index, character in enumerate(token):
        if character in _UNSEEN:
            if index > start or not index:
                chunks.append((start, token[start:index], character == "\u00ad"))
            start = index + 1
        elif index + 1 < len(token) and _may_break(token, index, token[index + 1], word_break):
            chunks.append((start, token[start : index + 1], False))
            start = index + 1
    return (*chunks, (start, token[start:], False))


def _parts_at(before: str, after: str, word_break: str) -> bool:
    """Tell whether a line may end where the style changes, or at an icon, without a blank."""
    return (before[-1:] >= "\u2e80" or after[0] >= "\u2e80") and _may_break(
        before, len(before) - 1, after[0], word_break
    )


def _may_break(text: str, index: int, after: str, word_break: str) -> bool:
    """Tell whether a line may end after this letter of a text: what of UAX #14 the letters of a card need."""
    character = text[index]
    if character == "\u2014":  # an em dash joins two clauses; two of them are one sign
        return index > 0 and after != character and after not in _NEVER_FIRST
    if character in "-\u2010\u2012\u2013/":
        return text[index - 1 : index].isalnum() and after.isalpha()
    if after in _NEVER_FIRST or character in _NEVER_LAST or after in _UNSEEN or after.isspace():
        return False
    if unicodedata.category(after) in _CLINGING or character in _GLUE or after in _GLUE:
        return False
    korean = _among(character, _HANGUL) or _among(after, _HANGUL)
    if not korean and not _among(character, _CJK) and not _among(after, _CJK):
        return False
    if character in _BEFORE_AMOUNTS or after in _AFTER_AMOUNTS or (korean and _ICON in (character, after)):
        return False
    together = word_break == "keep-all" or (korean and word_break != "normal")
    return not (together and character.isalnum() and after.isalnum())


def _among(character: str, letters: Sequence[tuple[str, str]]) -> bool:
    return character >= "\u1100" and any(first <= character <= last for first, last in letters)


def break_into_lines(words: Sequence[Word], width: float) -> list[BrokenLine]:
    return [BrokenLine(tuple(words[start:stop]), wide) for start, stop, wide in break_words(words, width)]


@dataclass(frozen=True, slots=True)
class BrokenLine:
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
        ended: bool = False,
    ) -> list[Item]:
        """Return the line as items that start at x on the baseline; `stretch` widens each gap by as many mm.

        One that is `ended` keeps the space at its end, so that who hears it hears two words, not one.
        """
        last = self.words[-1]
        if ended and last.rtl and last.spaces:
            x -= last.spaces[0].width * scale  # it stands to the left of the line
        stick = _Stick(x, baseline, scale, matrix)
        gaps = {id(word.spaces[0]) for word in self.words if word.spaces} if stretch else ()
        for part in self._parts(ended):
            if isinstance(part, InlineIcon):
                stick.add_icon(part)
            else:
                stick.add(part, stretch if id(part) in gaps else 0.0)
        stick.flush()
        return stick.items

    def _parts(self, ended: bool) -> list[Part]:
        """Return what stands on the line from left to right."""
        parts: list[Part] = []
        for word in self.words[:-1]:
            parts += word.parts
            parts += word.spaces
            if word.joint is not None:
                parts.append(word.joint)
        last = self.words[-1]
        parts += last.parts
        if last.hyphen and not last.end:
            parts.append(last.hyphen)
        if ended:
            parts += [Glyphs(space.style, space.shaped, int(last.rtl)) for space in last.spaces[:1]]
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
        self.x, self.baseline, self.scale, self.matrix = x, baseline, scale, matrix
        self.items: list[Item] = []
        self._glyphs: list[Glyph] = []
        self._look: tuple[FontKey, TextStyle] | None = None
        self._start = x

    def add(self, part: Glyphs, stretch: float) -> None:
        """Set glyphs, each cluster followed by the letter spacing of its style, the last by `stretch` mm too."""
        style = part.style
        if not part.shaped and self._glyphs:
            self._glyphs[-1] = replace(
                self._glyphs[-1], advance=self._glyphs[-1].advance + part.width / style.size
            )
            self.x += part.width * self.scale
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
        self.flush()
        icon = in_colour(part.icon, part.style.fill)
        size = part.style.size * self.scale
        k = ICON_HEIGHT * size / icon.height
        bottom = self.baseline + (ICON_DROP - part.style.rise / part.style.size) * size
        place = (k, 0.0, 0.0, k, self.x - icon.x * k, bottom - (icon.y + icon.height) * k)
        self.items.append(replace(icon, matrix=multiply(self.matrix, place)))
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
