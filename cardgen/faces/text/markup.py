"""What kit text looks like, and the marks inside it: **bold**, *italic*, {icon}, line breaks, backslash escapes.

Kit text is data: a mark that does not close, or that makes no sense, is printed as it stands, and reported
(`lonely_stars`, `unknown_icons`).
"""

from __future__ import annotations

import re
from collections.abc import Container, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from hashlib import sha256
from pathlib import Path
from typing import TypeAlias

from cardgen.base.drawing import Art
from cardgen.faces.text.fonts import GENERIC, qualify

BLACK = "#000000"
_TINTED = re.compile(rf'\A(<svg(?: xmlns\S*)* color=)"{BLACK}"'.encode())


@dataclass(frozen=True, slots=True)
class TextStyle:
    """The look of a run of text; lengths in mm.

    `family` is a CSS list: the first family is the font, the others are used for characters it lacks.
    `folder` is a kit's own fonts folder. `features` are OpenType switches such as ("lnum", 1) or ("liga", 0).
    With `rtl` all is written from the right, whatever letter comes first. `word_break` is what CSS calls so, "" if
    nothing is said. The `language` ("ja", "zh-Hant") chooses among a font's shapes of one letter.
    """

    family: str = "Roboto"
    size: float = 3.0
    weight: int = 400
    italic: bool = False
    fill: str = "#000000"
    line_height: float = 1.2
    letter_spacing: float = 0.0
    opacity: float = 1.0
    features: tuple[tuple[str, int], ...] = ()
    rise: float = 0.0
    folder: Path | None = None
    rtl: bool = False
    word_break: str = ""
    language: str = ""

    @property
    def families(self) -> tuple[str, ...]:
        """The families of the list as `FontKey` names them, without CSS's generic ones."""
        return _families(self.family, self.folder)

    @property
    def lead(self) -> float:
        return self.size * self.line_height

    def emphasised(self, bold: bool, italic: bool) -> TextStyle:
        """Return the style of **bold** or *italic* words inside this one."""
        return _emphasised(self, bold, italic) if bold or italic else self


@lru_cache(maxsize=512)
def _families(css: str, folder: Path | None) -> tuple[str, ...]:
    names = [name.strip().strip("'\"").strip() for name in css.split(",")]
    real = [name for name in names if name and name.casefold() not in GENERIC]
    return tuple(qualify(name, folder) for name in real) or (css.strip(),)


@lru_cache(maxsize=4096)
def _emphasised(style: TextStyle, bold: bool, italic: bool) -> TextStyle:
    return replace(
        style, weight=max(style.weight, 700) if bold else style.weight, italic=style.italic or italic
    )


@lru_cache(maxsize=256)
def in_colour(icon: Art, fill: str) -> Art:
    """Return a picture as it looks in a text of this colour: where its SVG says `color="#000000"` at its root."""
    svg, times = _TINTED.subn(rf'\1"{fill}"'.encode(), icon.svg)
    return replace(icon, svg=svg, key=sha256(svg).hexdigest()) if times else icon


@dataclass(frozen=True, slots=True)
class MarkupRun:
    """Words in one style; "\\n" breaks the line."""

    text: str
    style: TextStyle


@dataclass(frozen=True, slots=True)
class IconMark:
    """A {name} in the text: a small picture as high as the letters."""

    icon: Art
    style: TextStyle


Piece: TypeAlias = MarkupRun | IconMark
Content: TypeAlias = str | Sequence[tuple[str, TextStyle]]
"""A text, or the stretches of a text that differ in style."""
Icons: TypeAlias = Mapping[str, Art]
NO_ICONS: Icons = {}

_MARK = re.compile(
    r"\\(?P<escaped>[\\*{}])|(?P<newline>\\n|\r\n|\r|\u2028|\u2029)"
    r"|(?<!\{)\{(?P<icon>[A-Za-z_][\w.:-]*)\}(?!\})|(?P<stars>\*+)"
)
_STARS = re.compile(r"\*+")
_ANY_MARK = re.compile(r"[\\*{\r\u2028\u2029]")


def rich(text: Content, style: TextStyle, icons: Icons = NO_ICONS) -> list[Piece]:
    """Return the pieces of a text, or of the stretches of a text that differ in style.

    A {name} that is not in `icons` stays text; `unknown_icons` finds those.
    """
    stretches = [(text, style)] if isinstance(text, str) else [s for s in text if s[0]]
    if len(stretches) == 1 and not _ANY_MARK.search(stretches[0][0]):
        return [MarkupRun(*stretches[0])]
    whole = "".join(part for part, _ in stretches)
    toggles = _emphasis(whole)
    pieces: list[Piece] = []
    bold = italic = start = end = 0
    marks = _MARK.finditer(whole)
    mark = next(marks, None)
    for part, base in stretches:
        end += len(part)
        look = base.emphasised(bold > 0, italic > 0)
        while mark and mark.start() < end:
            _add(pieces, whole[start : mark.start()], look)
            shown = mark["escaped"] or ("\n" if mark["newline"] else "")
            if mark["icon"]:
                icon = icons.get(mark["icon"])
                if icon is None:
                    shown = mark[0]
                else:
                    pieces.append(IconMark(icon, look))
            elif mark["stars"]:
                changes, literal = toggles[mark.start()]
                bold += sum(step for kind, step in changes if kind == 2)
                italic += sum(step for kind, step in changes if kind == 1)
                look = base.emphasised(bold > 0, italic > 0)
                shown = "*" * literal
            _add(pieces, shown, look)
            start = mark.end()
            mark = next(marks, None)
        _add(pieces, whole[start:end], look)
        start = max(start, end)
    return pieces


def unknown_icons(text: str, icons: Container[str]) -> list[str]:
    """Return the names in braces that are no icon."""
    if "{" not in text:
        return []
    return [m["icon"] for m in _MARK.finditer(text) if m["icon"] and m["icon"] not in icons]


def lonely_stars(text: str) -> list[str]:
    """Return the stars that were to begin or end bold or italic words, and do not pair, with what stands around them.

    A star between blanks or digits, and a row of more than three, is meant as it stands.
    """
    if "*" not in text:
        return []
    found = []
    for at, (_, left) in _emphasis(text).items():
        row = len(_STARS.match(text, at)[0])  # type: ignore[index]
        before, after = text[:at][-1:], text[at + row :][:1]
        alone = (not before or before.isspace()) and (not after or after.isspace())
        product = row == 1 and before.isdigit() and after.isdigit()
        if left and row <= 3 and not product and not (alone and row == 1):
            found.append(text[max(0, at - 12) : at + row + 12].replace("\n", " ").strip())
    return found


def _add(pieces: list[Piece], text: str, style: TextStyle) -> None:
    last = pieces[-1] if pieces else None
    if isinstance(last, MarkupRun) and last.style is style:
        pieces[-1] = MarkupRun(last.text + text, style)
    elif text:
        pieces.append(MarkupRun(text, style))


def _emphasis(text: str) -> dict[int, tuple[tuple[tuple[int, int], ...], int]]:
    """Return, for each run of stars, the emphasis it opens (+1) or closes (-1) and its literal stars.

    A kind is 1 for italic and 2 for bold, as many as the stars it takes.
    """
    runs = [m for m in _MARK.finditer(text) if m["stars"]]
    changes: dict[int, list[tuple[int, int]]] = {m.start(): [] for m in runs}
    left: dict[int, int] = {}
    waiting: list[tuple[int, int]] = []  # (kind, start of its run), innermost last
    for run in runs:
        at, stars = run.start(), len(run[0])
        before = text[at - 1 : at]
        after = text[run.end() : run.end() + 1]
        product = stars == 1 and before.isdigit() and after.isdigit()  # 2*3
        if stars > 3 or product:
            left[at] = stars
            continue
        if before and not before.isspace():
            while stars:
                match = next((w for w in reversed(waiting) if w[0] <= stars), None)
                if match is None:
                    break
                kind, opened = match
                while waiting and waiting[-1] != match:
                    waiting.pop()  # *a **b* leaves the ** literal
                waiting.pop()
                changes[opened].append((kind, 1))
                changes[at].append((kind, -1))
                left[opened] -= kind
                stars -= kind
        left[at] = stars
        if stars and after and not after.isspace():
            waiting.extend(
                (kind, at) for kind in (2, 1) if (stars >= 2 and kind == 2) or (stars % 2 and kind == 1)
            )
    return {at: (tuple(changes[at]), left[at]) for at in changes}
