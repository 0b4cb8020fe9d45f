"""The tags of a template as they are written, with the Jinja around them, and one attribute written anew.

Nothing is parsed into a tree and printed again: a change replaces the bytes of one value, and all else stays.
"""

from __future__ import annotations

import html
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

_JINJA = re.compile(r"\{\{.*?\}\}|\{%.*?%\}|\{#.*?#\}", re.S)
_NEXT = re.compile(r"\{[{%#]|<!--|<!\[CDATA\[|<(?=[A-Za-z_])")
_NAME = re.compile(r"[\w:.-]+")
_SPACE = re.compile(r"[\s=]*")
_STATEMENT = re.compile(r"\{%[-+]?\s*(\w+)")
_ENDS = {"<!--": "-->", "<![CDATA[": "]]>"}
_REPEATS = {
    "for": "a loop",
    "macro": "a macro",
    "call": "a call of a macro",
    "filter": "a filter",
    "set": "a {% set %}",
    "raw": "a {% raw %}",
}


class NotWritable(ValueError):
    """An attribute that is not written here; says why."""


@dataclass(frozen=True, slots=True)
class SourceTag:
    """A start tag: its name, where that ends, its line, and where each value lies between its quotation marks.

    `inside` is what repeats or computes it, such as "a loop in line 12", "" when it stands by itself.
    """

    name: str
    after_name: int
    line: int
    inside: str
    values: Mapping[str, tuple[int, int]] = field(default_factory=dict)
    whole: bool = True
    """Whether its attributes are all there is in it: no statements of Jinja between them."""
    end: int = 0
    """Where it ends, behind its last sign."""
    closed: bool = False
    """Whether nothing is in the element: `<rect …/>`."""

    def said(self, source: str, name: str) -> str | None:
        """Return what an attribute says, None when it is not there."""
        place = self.values.get(name)
        return source[slice(*place)] if place else None


def tags_in(source: str) -> list[SourceTag]:
    """Return every start tag of a template, in the order of the file."""
    found: list[SourceTag] = []
    around: list[tuple[str, int]] = []
    at = 0
    while mark := _NEXT.search(source, at):
        at = mark.start()
        if mark[0] in _ENDS:
            end = source.find(_ENDS[mark[0]], at)
            at = len(source) if end < 0 else end + len(_ENDS[mark[0]])
        elif mark[0] == "<":
            tag, at = _tag(source, at + 1, _said(around))
            found.append(tag)
        else:
            piece = _JINJA.match(source, at)
            if piece:
                _enter(piece[0], source.count("\n", 0, at) + 1, around)
            at = piece.end() if piece else at + 2
    return found


def _enter(piece: str, line: int, around: list[tuple[str, int]]) -> None:
    statement = _STATEMENT.match(piece)
    if statement is None:
        return
    word = statement[1]
    if word.startswith("end"):
        if around and around[-1][0] == word.removeprefix("end"):
            around.pop()
    elif word in _REPEATS and not (word == "set" and "=" in piece):
        around.append((word, line))


def _said(around: list[tuple[str, int]]) -> str:
    return f"{_REPEATS[around[-1][0]]} in line {around[-1][1]}" if around else ""


def _tag(source: str, at: int, inside: str) -> tuple[SourceTag, int]:
    """Return the tag whose name begins here, and where it ends."""
    name = _NAME.match(source, at)
    assert name
    line, after, at = source.count("\n", 0, at) + 1, name.end(), name.end()
    values: dict[str, tuple[int, int]] = {}
    whole = True
    while at < len(source):
        at = _space(source, at)
        if source.startswith((">", "/>"), at):
            break
        if piece := _JINJA.match(source, at):
            whole, at = whole and piece[0].startswith("{#"), piece.end()
        elif key := _NAME.match(source, at):
            at = _space(source, key.end())
            quote = source[at : at + 1]
            if quote not in ('"', "'") or not quote:
                continue
            end = _closing(source, at + 1, quote)
            values.setdefault(key[0], (at + 1, end))
            at = end + 1
        else:
            at += 1
    closed = source.startswith("/>", at)
    return SourceTag(name[0], after, line, inside, values, whole, at + 1 + closed, closed), at


def _space(source: str, at: int) -> int:
    found = _SPACE.match(source, at)
    return found.end() if found else at


def _closing(source: str, at: int, quote: str) -> int:
    """Return where the quotation mark is that ends a value; those inside of Jinja do not."""
    while at < len(source) and source[at] != quote:
        piece = _JINJA.match(source, at) if source[at] == "{" else None
        at = piece.end() if piece else at + 1
    return min(at, len(source))


def with_marks(source: str, name: str, wanted: frozenset[str]) -> str:
    """Return a template in which tags of these names say their number, so that it is found in what is drawn from it."""
    parts, at = [], 0
    for number, tag in enumerate(tags_in(source)):
        if tag.name in wanted and not tag.inside.endswith("raw"):
            parts += [source[at : tag.after_name], f' {name}="{number}"']
            at = tag.after_name
    return "".join([*parts, source[at:]])


def with_attributes(source: str, number: int, values: Mapping[str, str]) -> str:
    """Return a template in which the tag with this number has other values; NotWritable where one is computed.

    An attribute that is not there is written behind the name of the tag.
    """
    tag, edits = _numbered(source, number), list[tuple[int, int, str]]()
    if why := why_not(source, tag, values):
        raise NotWritable(why)
    for name, value in values.items():
        if any(sign in value for sign in '<>"&'):
            raise NotWritable(f"{name} is {value!r}, which is not written into a tag")
        place = tag.values.get(name)
        edits.append((*place, value) if place else (tag.after_name, tag.after_name, f' {name}="{value}"'))
    for start, end, text in sorted(edits, reverse=True):
        source = source[:start] + text + source[end:]
    return source


def _numbered(source: str, number: int) -> SourceTag:
    tags = tags_in(source)
    if not 0 <= number < len(tags):
        raise NotWritable("there is no such element in the file any more")
    return tags[number]


def why_not(source: str, tag: SourceTag, names: Mapping[str, str] | tuple[str, ...]) -> str:
    """Return why these attributes of a tag cannot be written, "" when they can."""
    if tag.inside:
        return f"it is drawn by {tag.inside}"
    if not tag.whole:
        return f"line {tag.line} has a condition between its attributes"
    for name in names:
        said = tag.said(source, name) or ""
        if _JINJA.search(said) and not _only_palette(said):
            return f"its {name} is computed: {said}"
    return ""


_PALETTE = re.compile(r"\{\{\s*palette\.\w+\s*\}\}")


def _only_palette(said: str) -> bool:
    return not _JINJA.search(_PALETTE.sub("", said))


def with_declaration(source: str, number: int, name: str, value: str) -> str:
    """Return a template in which a property of an element has another value: in its `style`, or in the attribute it has.

    NotWritable where it is computed.
    """
    tag = _numbered(source, number)
    style = tag.said(source, "style")
    declared = declaration(style or "", name)
    if declared is None and (name in tag.values or style is None):
        return with_attributes(source, number, {name: value})
    if tag.inside or not tag.whole:
        raise NotWritable(why_not(source, tag, ()))
    if any(sign in value for sign in '<>"&;') or ("'" in value and source[tag.values["style"][0] - 1] == "'"):
        raise NotWritable(f"{name} is {value!r}, which is not written into a style")
    start, end = tag.values["style"]
    if declared is None:
        stripped = (style or "").rstrip().removesuffix(";")
        gap = ";" if stripped else ""
        return (
            source[: start + len(stripped)]
            + f"{gap}{name}:{value}"
            + source[start + len(stripped) : end]
            + source[end:]
        )
    said = (style or "")[slice(*declared)]
    if _JINJA.search(said) and not _only_palette(said):
        raise NotWritable(f"its {name} is computed: {said}")
    return source[: start + declared[0]] + value + source[start + declared[1] :]


def declaration(style: str, name: str) -> tuple[int, int] | None:
    """Return where the value of a property stands in a `style`, the last one as it counts; None when it is not there."""
    found, at = None, 0
    while at < len(style):
        end = _closing(style, at, ";")
        key, colon, value = style[at:end].partition(":")
        if colon and key.strip() == name:
            first = at + len(key) + 1 + len(value) - len(value.lstrip())
            found = (first, first + len(value.strip()))
        at = end + 1
    return found


# -- what an element says

_FIELD = re.compile(r"\{\{\s*card\.(\w+)\s*\}\}")
_HREFS = ("href", "xlink:href")


def content(source: str, tag: SourceTag) -> tuple[int, int] | None:
    """Return where it is written what an element says: the words of a text, the file of a picture.

    None when it is more than plain words or one field of the card.
    """
    if tag.name == "image":
        start, end = next((tag.values[name] for name in _HREFS if name in tag.values), (0, 0))
    else:
        start, end = tag.end, -1 if tag.closed else source.find(f"</{tag.name}", tag.end)
    said = source[start:end]
    if end <= 0 or "<" in said or (_JINJA.search(said) and not _FIELD.fullmatch(said.strip())):
        return None
    return start + len(said) - len(said.lstrip()), end - len(said) + len(
        said.rstrip()
    ) if said.strip() else end


def content_in(source: str, tag: SourceTag) -> dict[str, str]:
    """Return what an element says: {"field": name}, {"words": …}, or nothing where it is more than that."""
    place = None if tag.inside or not tag.whole else content(source, tag)
    if place is None:
        return {}
    said = source[slice(*place)]
    field_of_card = _FIELD.fullmatch(said)
    return {"field": field_of_card[1]} if field_of_card else {"words": html.unescape(said)}


def with_content(source: str, number: int, new: Mapping[str, str]) -> str:
    """Return a template in which an element says plain words or a field of the card; NotWritable where it says more now."""
    tag = _numbered(source, number)
    if why := why_not(source, tag, ()):
        raise NotWritable(why)
    place = content(source, tag)
    if ("words" if tag.name == "image" else "picture") in new:
        raise NotWritable("a picture takes a field or a file, a text a field or words")
    if place is None:
        raise NotWritable(f"what it says is put together in line {tag.line}")
    return source[: place[0]] + content_of(new) + source[place[1] :]


def content_of(new: Mapping[str, str]) -> str:
    """Return words or a field as a template says them; NotWritable for words that are no plain words."""
    if "field" in new:
        if not re.fullmatch(r"[^\W\d]\w{0,60}", new["field"]):
            raise NotWritable(f"{new['field']!r} is no name of a field")
        return f"{{{{ card.{new['field']} }}}}"
    if "picture" in new:
        if not re.fullmatch(r"(?!.*\.\.)[^\W_][\w ./-]{0,200}\.(png|jpe?g|webp|svg)", new["picture"]):
            raise NotWritable(f"{new['picture']!r} is no picture of the kit, such as art/boat.png")
        return new["picture"]
    words = new.get("words", "")
    if re.search(r"\{[{%#]|[\x00-\x1f]", words):
        raise NotWritable("its words are one line, without {{, {% and {#")
    return html.escape(words, quote=False)


def with_lines(source: str, lines: Sequence[str]) -> str:
    """Return a template with lines of new elements above the end of its drawing; NotWritable where that is made elsewhere."""
    at = source.rfind("</svg")
    root = next((tag for tag in tags_in(source) if tag.name == "svg"), None)
    if at < 0 or root is None or root.inside:
        raise NotWritable("the drawing is begun in another file, or by a macro")
    start = source.rfind("\n", 0, at) + 1
    indent = source[start:at]
    if indent.strip():
        start, indent = at, ""
    new = "".join(f"{indent}  {line}\n" for line in lines)
    new = (
        source[:start]
        + ("\n" if start == at and at and source[at - 1] != "\n" else "")
        + new
        + source[start:]
    )
    if len(tags_in(new)) != len(tags_in(source)) + sum(len(tags_in(line)) for line in lines):
        raise NotWritable("the end of the drawing is in a comment")
    return new


_BOX = re.compile(r"shape-inside:\s*url\(\s*[\"']?#([^\"')]+)")


def without_elements(source: str, numbers: Sequence[int]) -> str:
    """Return a template without some elements, their boxes, and the lines that stood for nothing else; NotWritable where a loop draws one."""
    spans = []
    for number in numbers:
        tag = _numbered(source, number)
        if tag.inside:
            raise NotWritable(f"it is drawn by {tag.inside}")
        spans.append(_span(source, tag))
        box = _BOX.search(tag.said(source, "style") or "")
        spans += [_span(source, one) for one in tags_in(source) if box and _only_box(source, one, box[1])]
    for start, end in sorted(set(spans), reverse=True):
        source = source[:start] + source[end:]
    return source


def _only_box(source: str, tag: SourceTag, name: str) -> bool:
    """Tell whether a tag is the box of this name, drawn by nobody and used once."""
    hidden = tag.said(source, "fill") == "none" or source.rfind("<defs", 0, tag.after_name) > source.rfind(
        "</defs", 0, tag.after_name
    )
    used = re.findall(rf"#{re.escape(name)}\b(?!-)", source)
    return tag.said(source, "id") == name and hidden and not tag.inside and len(used) == 1


def _span(source: str, tag: SourceTag) -> tuple[int, int]:
    """Return where an element begins and ends, with its line and the condition around it if there is nothing else."""
    start, end = tag.after_name - len(tag.name) - 1, tag.end
    if not tag.closed:
        closing = re.compile(rf"</{re.escape(tag.name)}\s*>").search(source, end)
        if closing is None:
            raise NotWritable("its end is written elsewhere")
        end = closing.end()
    words = _STATEMENT.findall(source[start:end])
    if any(words.count(word) != words.count(f"end{word}") for word in ("if", *_REPEATS) if word != "set"):
        raise NotWritable(f"line {tag.line} begins or ends something else, too")
    first, last = source.rfind("\n", 0, start) + 1, source.find("\n", end)
    last = len(source) if last < 0 else last + 1
    before, behind = source[first:start].strip(), source[end:last].strip()
    around = re.fullmatch(r"\{%-?\s*if\b[^%]*%\}", before) and re.fullmatch(r"\{%-?\s*endif\s*-?%\}", behind)
    return (first, last) if around or not (before or behind) else (start, end)


def free_id(source: str, word: str) -> str:
    """Return an id that a template does not have: the word with a number."""
    known, number = set(re.findall(r"\bid=[\"']([^\"']*)", source)), 1
    while {f"{word}-{number}", f"box-{word}-{number}"} & known:
        number += 1
    return f"{word}-{number}"
