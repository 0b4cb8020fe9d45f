"""The words of templates: each text node of an SVG as it is written, and each text in `_('…')`.

They are found before Jinja runs and before SVG is read, in files of one's own hand and in Inkscape's, and a translation is
put in their place on the same lines, so that messages still name the line of the drawn file.
"""

from __future__ import annotations

import html
import re
from collections.abc import Callable, Iterator, Mapping
from typing import NamedTuple

_JINJA = r"\{\{.*?\}\}|\{%.*?%\}|\{\#.*?\#\}"
_TOKEN = re.compile(
    rf"(?P<comment><!--.*?-->)|(?P<tag></?[A-Za-z](?:[^<>{{]|{_JINJA}|\{{)*>)|(?P<jinja>{_JINJA})",
    re.DOTALL,
)
_STATEMENT = re.compile(r"(\{%.*?%\}|\{#.*?#\})", re.DOTALL)
_HOLE = re.compile(r"(\{\{.*?\}\})", re.DOTALL)
_ICON = re.compile(r"\{[\w.-]+\}")
_LETTER = re.compile(r"[^\W\d_]")
_MARKED = re.compile(r"""(?<![\w.])_\(\s*(?:'((?:[^'\\]|\\.)*)'|"((?:[^"\\]|\\.)*)")""")


class MarkedSentence(NamedTuple):
    """Words of a template: as people read them, {{ }} left in, and the line on which they begin."""

    words: str
    line: int


def worded(words: str) -> bool:
    """Return whether a text has a letter that somebody reads: 12, {beer} and {{ n }} have none."""
    return bool(_LETTER.search(_ICON.sub("", _HOLE.sub("", _STATEMENT.sub("", words)))))


def sentences(text: str) -> Iterator[MarkedSentence]:
    """Yield the text nodes of an SVG template that have words."""
    found: list[MarkedSentence] = []

    def note(words: str, at: int) -> str:
        found.append(MarkedSentence(words, text.count("\n", 0, at) + 1))
        return words

    _over_text_nodes(text, note)
    yield from found


def marked(text: str) -> Iterator[MarkedSentence]:
    for match in _MARKED.finditer(text):
        quoted = match[1] if match[1] is not None else match[2]
        words = re.sub(r"\\(.)", r"\1", quoted)
        if worded(words):
            yield MarkedSentence(words, text.count("\n", 0, match.start()) + 1)


def in_other_words(text: str, said: Mapping[str, str]) -> str:
    """Return an SVG template with its text nodes translated as far as `said` knows them; its lines stay."""
    return _over_text_nodes(text, lambda words, at: _as_written(said.get(words, words))) if said else text


def _as_written(words: str) -> str:
    r"""Return a translation as a template has it: there a line ends at `\n`, and a line of the file is a space."""
    return words.replace("\n", r"\n")


def _over_text_nodes(text: str, say: Callable[[str, int], str]) -> str:
    out: list[str] = []
    inside = 0
    at = 0  # the end of what is copied
    start = -1  # of the text node that is gone through

    def close(end: int) -> None:
        nonlocal at
        out.append(text[at:start])
        out.append(_spoken(text[start:end], start, say))
        at = end

    for token in _TOKEN.finditer(text):
        if token.lastgroup == "jinja":
            continue
        if inside and start >= 0:
            close(token.start())
            start = -1
        tag = token[0]
        if token.lastgroup == "tag" and re.match(r"</?text\b", tag):
            if tag.startswith("</"):
                inside = max(0, inside - 1)
            elif not tag.endswith("/>"):
                inside += 1
        if inside:
            start = token.end()
    out.append(text[at:])
    return "".join(out)


def _spoken(node: str, at: int, say: Callable[[str, int], str]) -> str:
    """Return a text node in other words: what stands between {% %} is a sentence of its own."""
    pieces = _STATEMENT.split(node)
    for number in range(0, len(pieces), 2):
        piece = pieces[number]
        words = " ".join(_read(piece).split())
        if worded(words):
            before = piece[: len(piece) - len(piece.lstrip())]
            after = piece[len(piece.rstrip()) :]
            offset = at + sum(map(len, pieces[:number])) + len(before)
            other = say(words, offset)
            if other != words:
                lines = piece.strip().count("\n") - other.count("\n")
                pieces[number] = before + _escaped(other) + "\n" * max(0, lines) + after
    return "".join(pieces)


def _read(piece: str) -> str:
    """Return words as they are read, not as XML writes them; what stands in {{ }} is Jinja's."""
    parts = _HOLE.split(piece)
    parts[::2] = [html.unescape(part) for part in parts[::2]]
    return "".join(parts)


def _escaped(words: str) -> str:
    parts = _HOLE.split(words)
    parts[::2] = [html.escape(part, quote=False) for part in parts[::2]]
    return "".join(parts)
