"""Reads the `<text>` elements of a rendered template: what they say, how they look, where they stand."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

from cardgen.base.drawing import IDENTITY, Matrix, apply, multiply, scale
from cardgen.base.errors import did_you_mean
from cardgen.base.svg import SVG, XML_SPACE, Box, Element, SvgError, length, transform
from cardgen.faces.svg.cascade import Cascade, text_style
from cardgen.faces.svg.document import SvgDocument
from cardgen.faces.svg.refused import BY_NAME, Feature, in_text
from cardgen.faces.text.fitting import BEFORE, DEFAULT_FLOOR, Align, TextBox, TextLine
from cardgen.faces.text.markup import Icons, TextStyle
from cardgen.jinja.sandbox import LINE_BREAK

_SHAPE = re.compile(r"url\(\s*[\"']?#([^\"')]+)")
_BRACED = re.compile(r"(\{[^{}\s]*\})")
_BLANKS = re.compile(r"[ \t\r\n]+")
_ALIGN: dict[str, Align] = {
    "center": "center",
    "middle": "center",
    "end": "end",
    "left": "left",
    "right": "right",
    "justify": "justify",
}

MAX_CHARACTERS = 20_000
"""Of one `<text>`; a page of small print has 6,000."""

Segments = list[tuple[str, TextStyle]]


class Worded(NamedTuple):
    """A `<text>` as read: either a box, or lines at points; `label` is how messages call it."""

    label: str
    words: str
    family: str
    parts: tuple[TextBox | TextLine, ...]
    refused: tuple[Feature, ...]


class Wording:
    """Reads the texts of one document; `view` maps its units to mm, `language` is what they are in if none says."""

    def __init__(
        self, document: SvgDocument, view: Matrix, folder: Path | None, icons: Icons, language: str = ""
    ) -> None:
        self.document = document
        self.view = view
        self.folder = folder
        self.icons = icons
        self.language = language
        self.cascade = Cascade(document.root, document.css)
        self._matrices: dict[Element, Matrix] = {}

    def matrix(self, element: Element) -> Matrix:
        """Return the matrix from an element's own units to mm."""
        parent = element.getparent()
        if parent is None:
            return self.view
        found = self._matrices.get(parent)
        if found is None:
            found = self._matrices[parent] = self.matrix(parent)
        own = element.get("transform")
        return multiply(found, transform(own)) if own else found

    def read(self, text: Element) -> Worded | None:
        """Return what a `<text>` says, or None when it is empty or hidden."""
        look = self.cascade.computed(text)
        if look.get("display") == "none" or look.get("visibility") == "hidden":
            return None
        shape, inline = look.get("shape-inside", "none"), look.get("inline-size", "auto")
        flowed = shape not in ("none", "") or inline not in ("auto", "0", "")
        k, place = _without_scale(self.matrix(text))
        refused: dict[Feature, None] = {}
        chunks = [
            chunk
            for chunk in self._chunks(text, k, flowed, refused)
            if any(part.strip(" \n" + LINE_BREAK) for part, _ in chunk[2])
        ]
        if not chunks:
            return None
        words = "".join(part for _, _, segments in chunks for part, _ in segments).strip()
        if len(words) > MAX_CHARACTERS:
            raise SvgError(
                f"the text is {len(words):,} characters long, at most {MAX_CHARACTERS:,} are set",
                "text-overflow",
            )
        style = text_style(look, k, self.folder, self.language)
        anchor: Any = look.get("text-anchor")
        anchor = anchor if anchor in ("start", "middle", "end") else "start"
        # a place that only moves is in the numbers, another one is in the matrix
        left, top = self.matrix(text)[4:] if place == IDENTITY else (0.0, 0.0)
        parts: tuple[TextBox | TextLine, ...]
        if not flowed:
            parts = tuple(
                TextLine(said, said[0][1], x * k + left, y * k + top, anchor, place, self.icons)
                for x, y, said in chunks
            )
        else:
            x, y, said = chunks[0]
            options = _options(text, look) | {"matrix": place, "icons": self.icons}
            if shape not in ("none", ""):
                x, y, width, height = (v * k for v in self._rectangle(shape, look))
                # Inkscape notes where its lines stand; a box that is written by hand is that of a browser
                flown = options["valign"] == "top" and any("y" in tspan.attrib for tspan in text)
                box = TextBox(said, style, x + left, y + top, width, height, as_inkscape=flown, **options)
            else:
                width = length(inline, em=style.size / k)
                share = 1.0 - BEFORE[anchor] if style.rtl else BEFORE[anchor]
                x = (x - width * share) * k + left
                box = TextBox(said, style, x, top, width * k, None, baseline=y * k + top, **options)
            parts = (box,)
        return Worded(text.get("id") or words[:24], words, style.families[0], parts, tuple(refused))

    def _rectangle(self, shape: str, look: Mapping[str, str]) -> Box:
        found = _SHAPE.match(shape)
        rect = self.document.ids.get(found[1]) if found else None
        if rect is None:
            raise SvgError(
                f"shape-inside names {shape}, which does not exist",
                "unknown-id",
                "put <rect id=… /> into <defs>",
            )
        if rect.tag != SVG + "rect":
            raise SvgError(
                f"shape-inside names a <{rect.tag.rpartition('}')[2]}>, text boxes are rectangles",
                "text-shape",
                "draw a rectangle and flow the text into that",
            )
        vw, vh = self.document.view[2:]
        x, y = length(rect.get("x"), whole=vw), length(rect.get("y"), whole=vh)
        width, height = length(rect.get("width"), whole=vw), length(rect.get("height"), whole=vh)
        moved = transform(rect.get("transform"))
        if moved != IDENTITY and moved[1] == moved[2] == 0:
            (x, y), (x2, y2) = apply(moved, x, y), apply(moved, x + width, y + height)
            x, x2, y, y2 = min(x, x2), max(x, x2), min(y, y2), max(y, y2)
            width, height = x2 - x, y2 - y
        pad = length(look.get("shape-padding"))
        width, height = width - 2 * pad, height - 2 * pad
        if width <= 0 or height <= 0:
            raise SvgError(
                f"the rectangle '{rect.get('id')}' has no room for text",
                "text-shape",
                "give it a width and a height",
            )
        return x + pad, y + pad, width, height

    def _chunks(
        self, text: Element, k: float, flowed: bool, refused: dict[Feature, None]
    ) -> list[tuple[float, float, Segments]]:
        """Return the text's segments; a tspan with a place of its own starts another chunk."""
        em = length(self.cascade.computed(text).get("font-size"), 16.0)
        chunks: list[tuple[float, float, Segments]] = []

        def start(element: Element, x: float, y: float) -> None:
            """Begin a chunk where an element says, or else at (x, y)."""
            x, y = _coordinate(element, "x", em, x), _coordinate(element, "y", em, y)
            chunks.append((x + _coordinate(element, "dx", em), y + _coordinate(element, "dy", em), []))

        def walk(element: Element, keep: bool) -> None:
            look = self.cascade.computed(element)
            if look.get("display") == "none":
                return
            refused.update(dict.fromkeys(in_text(element, look, element is text, flowed)))
            style = text_style(look, k, self.folder, self.language)
            case = look.get("text-transform", "")
            add(_in_case(element.text, case), style, keep)
            for child in element:
                if child.tag == SVG + "textPath":
                    raise SvgError(
                        "text on a path is not set", "refused-feature", BY_NAME["text on a path"].hint
                    )
                if child.tag == SVG + "tspan" and not flowed and ("x" in child.attrib or "y" in child.attrib):
                    start(child, *chunks[-1][:2])
                if isinstance(child.tag, str) and child.tag != SVG + "title":
                    walk(child, _preserves(child) if child.get(XML_SPACE) else keep)
                add(_in_case(child.tail, case), style, keep)

        def add(words: str, style: TextStyle, keep: bool) -> None:
            if not keep:
                words = _BLANKS.sub(" ", words)
            elif not flowed:
                words = words.replace("\n", " ")
            segments = chunks[-1][2]
            if segments and segments[-1][1] == style:
                segments[-1] = (segments[-1][0] + words, style)
            elif words:
                segments.append((words, style))

        start(text, 0.0, 0.0)
        preserve = _preserves(text)
        walk(text, preserve)
        return [(x, y, segments if preserve else _collapsed(segments)) for x, y, segments in chunks]


def _options(text: Element, look: Mapping[str, str]) -> dict[str, Any]:
    """Return what a template may say about a text box."""
    try:
        floor = float(text.get("data-floor") or DEFAULT_FLOOR)
    except ValueError:
        floor = -1.0
    if not 0.1 <= floor <= 1:
        raise SvgError(
            f"data-floor is '{text.get('data-floor')}', expected a number from 0.1 to 1",
            "text-option",
            "0.6 is usual",
        )
    return {
        "align": _ALIGN.get(look.get("text-align") or look.get("text-anchor") or "", "start"),
        "valign": _one_of(text, "valign", ("top", "middle", "bottom"), "top"),
        "shrink": _one_of(text, "fit", ("shrink", "none"), "none") == "shrink",
        "floor": floor,
        "balance": look.get("text-wrap") == "balance",
    }


def _preserves(element: Element) -> bool:
    style = (element.get("style") or "").replace(" ", "")
    return element.get(XML_SPACE) == "preserve" or "white-space:pre" in style


def _in_case(words: str | None, case: str) -> str:
    """Return words in capitals or small letters; the names of {icons} stay."""
    change = {"uppercase": str.upper, "lowercase": str.lower, "capitalize": str.title}.get(case)
    if not words or change is None:
        return words or ""
    return "".join(part if part.startswith("{") else change(part) for part in _BRACED.split(words))


def _coordinate(element: Element, name: str, em: float, default: float = 0.0) -> float:
    parts = (element.get(name) or "").replace(",", " ").split()
    return length(parts[0], em=em) if parts else default


def _one_of(text: Element, name: str, allowed: tuple[str, ...], default: str) -> str:
    value = (text.get(f"data-{name}") or default).strip()
    if value not in allowed:
        raise SvgError(
            f"data-{name} is '{value}', expected {' or '.join(allowed)}",
            "text-option",
            did_you_mean(value, allowed),
        )
    return value


def _collapsed(segments: Segments) -> Segments:
    """Return the segments as a browser shows them: one space between words, none at the ends."""
    found: Segments = []
    space = True
    for words, style in segments:
        if space:
            words = words.lstrip(" ")
        if words:
            found.append((words, style))
            space = words.endswith(" ")
    if found:
        words, style = found[-1]
        found[-1] = (words.rstrip(" "), style)
        if not found[-1][0]:
            found.pop()
    return found


def _without_scale(matrix: Matrix) -> tuple[float, Matrix]:
    """Return the scale of a matrix, and the rest of it: IDENTITY when only a translation is left.

    So plain text comes out in plain mm, and turned text keeps a matrix that only turns and moves.
    """
    a, b, c, d = matrix[:4]
    if abs(b) < 1e-9 and abs(c) < 1e-9 and abs(a - d) < 1e-9 and a > 0:
        return a, IDENTITY
    k = abs(a * d - b * c) ** 0.5
    if k < 1e-9:
        raise SvgError("a transform leaves no room for the text", "text-shape")
    return k, multiply(matrix, scale(1 / k))
