"""The templates of a kit's faces: SVG that Inkscape may have torn, in which words can be measured.

Inkscape keeps `{{ }}` in texts but tears it apart where its own line breaks fall, and it destroys it in
numbers and styles. So the torn texts are joined again, and `deck:` attributes, which Inkscape carries
along untouched, become Jinja: `deck:if`, `deck:for`, and `deck:fill="{{ … }}"` for any attribute.
Every line stays on its line, so that messages name the line of the drawn file.
"""

from __future__ import annotations

import html
import re
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from jinja2 import TemplateRuntimeError
from lxml import etree

from cardgen.base.errors import Location, Problems, did_you_mean
from cardgen.base.files import Files
from cardgen.base.language import tr
from cardgen.base.svg import DECK_URI, SVG, SVG_URI, Element, SvgError, parse, properties
from cardgen.faces.text.fitting import text_width as width_of
from cardgen.faces.text.fonts import UnknownFamilyError
from cardgen.faces.text.markup import TextStyle
from cardgen.jinja.sandbox import LINE_BREAK
from cardgen.jinja.speech import speech
from cardgen.jinja.templates import Templates

_SAVED = re.compile(r"<sodipodi:namedview|\binkscape:version\s*=|\bsodipodi:docname\s*=")
_DECK = re.compile(r"[\s\"']deck:[A-Za-z-]+\s*=|https://cardgen\.invalid/deck")
_JINJA = re.compile(r"(\{\{.*?\}\}|\{%.*?%\}|\{#.*?#\})", re.S)
_ROOT = re.compile(r"<svg\b")

_FOREIGN = ("inkscape.org", "sodipodi")  # what Inkscape notes for itself
_KEPT_NOTES = frozenset({"groupmode", "role"})
_XML = {"http://www.w3.org/XML/1998/namespace": "xml"}
_LINE = SVG + "line-of-text"
_DROPPED_TAGS = frozenset({"metadata", "title", "desc"})
_TEXT_OPTIONS = frozenset({"fit", "valign", "floor"})


def face_templates(
    files: Files,
    problems: Problems,
    fonts: Path | None = None,
    compiled: Path | None = None,
    language: str = "en",
    said: Mapping[str, Mapping[str, str]] | None = None,
) -> Templates:
    """Return the templates that faces are drawn from, with the words that are `said` in another language.

    `fonts` is the kit's own folder of fonts.
    """

    def whole(text: str, label: str) -> str:
        return prepare(_without_declaration(text), label, problems)

    def text_width(text: object, family: str, size: float, weight: int = 400, italic: bool = False) -> float:
        style = TextStyle(family, float(size), int(weight), bool(italic), folder=fonts)
        try:
            return width_of(str(text).replace(LINE_BREAK, "\n"), style)
        except UnknownFamilyError as error:
            raise TemplateRuntimeError(
                f"no font family '{error.family}' ({did_you_mean(error.family, error.known)})"
            ) from None

    def printed(words: object) -> str:
        return tr(str(words))  # nothing is filled in: a stranger's words may not reach into objects

    functions: dict[str, Callable[..., Any]] = {
        "text_width": text_width,
        "tr": printed,
        **speech(language, (said or {}).get("words", {})),
    }
    return Templates(
        files, problems, whole, functions, markup=True, compiled=compiled, said=said, language=language
    )


def _without_declaration(text: str) -> str:
    """Return the text without `<?xml …?>`, which would claim an encoding; its lines are kept."""
    head, mark, rest = text.partition("?>")
    if mark and head.lstrip().startswith("<?xml"):
        return "\n" * head.count("\n") + rest
    return text


def prepare(text: str, name: str, problems: Problems) -> str:
    """Return the template for a file; files that Inkscape did not save and without `deck:` stay as they are."""
    has_deck = bool(_DECK.search(text))
    if not has_deck and not _SAVED.search(text):
        return text
    source = text
    if "xmlns:deck" not in source and DECK_URI not in source:
        source = _ROOT.sub(f'<svg xmlns:deck="{DECK_URI}"', source, count=1)
    try:
        root = parse(source.encode())
    except SvgError:
        return text  # reported where it is drawn
    except etree.XMLSyntaxError as error:
        if not has_deck:  # saved by Inkscape, then edited by hand: Jinja between the tags may do that
            return text
        message = f"the file is not well-formed XML: {error.msg}"
        where = Location(name, error.lineno or 0, error.offset or 0)
        hint = "a template with deck: attributes must be plain SVG; inside {% %} and {{ }} write &lt; for <"
        problems.add(message, where, hint=hint, code="template-syntax")
        return text
    for element in root.iter(SVG + "text"):
        _join(element)
    writer = _TemplateWriter(name, problems)
    writer.element(root, {})
    return "".join(writer.out)


def _join(text: Element) -> None:
    """Put the lines of flowed text, which Inkscape keeps one by one, together again."""
    style = properties(text.get("style") or "")
    if "shape-inside" in style or "inline-size" in style:
        for span in text.findall(SVG + "tspan"):
            if "x" in span.attrib and "y" in span.attrib and not span.get("style"):
                span.tag = _LINE
        etree.strip_tags(text, _LINE)  # what is in it stays
    _merge_neighbours(text)


def _merge_neighbours(text: Element) -> None:
    """Join spans of one style that stand side by side: a word in bold that ran over the end of a line."""
    for first in list(text):
        second = first.getnext()
        while second is not None and _runs_on(first, second):
            first.text = (first.text or "") + (second.text or "")
            first.tail = second.tail
            first.extend(list(second))
            second.tail = None
            text.remove(second)
            second = first.getnext()


def _runs_on(first: Element, second: Element) -> bool:
    """Tell whether a span goes on with the next one: nothing between them, one style, no place of its own."""
    style = first.get("style")
    return (
        first.tag == second.tag == SVG + "tspan"
        and not (first.tail or len(first))
        and bool(style)
        and style == second.get("style")
        and not {"x", "y"} & set(second.attrib)
    )


class _TemplateWriter:
    """Writes the tree as text, each start tag ending on the line on which it ended in the file."""

    def __init__(self, name: str, problems: Problems) -> None:
        self.name = name
        self.problems = problems
        self.out: list[str] = []
        self.line = 1

    def _write(self, text: str) -> None:
        self.out.append(text)
        self.line += text.count("\n")

    def element(self, element: Element, known: dict[str | None, str]) -> None:
        if not isinstance(element.tag, str):
            self._write(_escape(element.tail or "", quote=False))
            return
        name = etree.QName(element)
        if _is_foreign(name.namespace) or (name.namespace == SVG_URI and name.localname in _DROPPED_TAGS):
            self._write("\n" * (element.tail or "").count("\n"))
            return
        attributes, opening, closing = self._attributes(element)
        self._write(opening)
        tag = f"{element.prefix}:{name.localname}" if element.prefix else name.localname
        self._write(f"<{tag}")
        spaces = {
            prefix: uri
            for prefix, uri in element.nsmap.items()
            if known.get(prefix) != uri and uri != DECK_URI
        }
        for prefix, uri in spaces.items():
            self._write(f' xmlns{":" + prefix if prefix else ""}="{_escape(uri)}"')
        for key, value in attributes.items():
            self._write(f' {key}="{_escape(value)}"')
        if element.sourceline and element.sourceline > self.line:
            self._write("\n" * (element.sourceline - self.line))
        inside = {**known, **spaces}
        if len(element) or element.text:
            self._write(">")
            self._write(_escape(element.text or "", quote=False))
            for child in element:
                self.element(child, inside)
            self._write(f"</{tag}>")
        else:
            self._write("/>")
        self._write(closing)
        self._write(_escape(element.tail or "", quote=False))

    def _attributes(self, element: Element) -> tuple[dict[str, str], str, str]:
        """Return the attributes to write, and the Jinja before and after the element."""
        plain: dict[str, str] = {}
        filled: dict[str, str] = {}
        loop = condition = None
        for key, value in element.attrib.items():
            name = etree.QName(key)
            if name.namespace == DECK_URI:
                match name.localname:
                    case "for":
                        loop = value
                    case "if":
                        condition = value
                    case option if option in _TEXT_OPTIONS:
                        filled[f"data-{option}"] = value
                    case other:
                        filled[other] = value
                        self._check(element, other, value)
            elif not _is_foreign(name.namespace) or name.localname in _KEPT_NOTES:
                prefixes = {uri: prefix for prefix, uri in element.nsmap.items() if prefix} | _XML
                prefix = prefixes.get(name.namespace)
                plain[f"{prefix}:{name.localname}" if prefix else name.localname] = value
        if "href" in filled:
            plain = {key: value for key, value in plain.items() if not key.endswith("href")}
        style = properties(plain.get("style", ""))
        if style and any(key in style for key in filled):
            plain["style"] = ";".join(f"{k}:{v}" for k, v in style.items() if k not in filled)
        opening = closing = ""
        if condition is not None:
            opening, closing = f"{{% if {condition} %}}", "{% endif %}"
        if loop is not None:
            opening, closing = f"{{% for {loop} %}}{opening}", f"{closing}{{% endfor %}}"
        return {**plain, **filled}, opening, closing

    def _check(self, element: Element, name: str, value: str) -> None:
        if "{{" not in value and "{%" not in value:
            message = f'deck:{name}="{value}" has no {{{{ }}}}, so it is the same on every card'
            where = Location(self.name, element.sourceline or 0)
            hint = f'write deck:{name}="{{{{ {value} }}}}" for a value of the card'
            self.problems.add(message, where, hint=hint, level="warning", code="deck-attribute")


def _is_foreign(namespace: str | None) -> bool:
    return bool(namespace) and any(word in str(namespace) for word in _FOREIGN)


def _escape(text: str, quote: bool = True) -> str:
    """Escape for XML, but not inside {{ }} and {% %}, which Jinja reads first."""
    parts = _JINJA.split(text)
    parts[::2] = [html.escape(part, quote=quote) for part in parts[::2]]
    return "".join(parts)
