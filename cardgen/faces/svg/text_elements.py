"""Reads the `<text>` elements of a rendered template: what they say, how they look, where they stand."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple, cast

from cardgen.base.drawing import IDENTITY, Matrix, apply, multiply, scale
from cardgen.base.errors import did_you_mean
from cardgen.faces.svg.tree import Document, DocumentError
from cardgen.faces.svg.values import (
    NO_PROPERTIES,
    SVG,
    XML_SPACE,
    Element,
    length,
    properties,
    transform,
)
from cardgen.faces.text.fitting import DEFAULT_FLOOR, Align, Anchor, TextBox, Valign
from cardgen.faces.text.style import TextStyle
from cardgen.faces.text.typography import font_size, number, text_style
from cardgen.jinja.sandbox import LINE_BREAK

_INHERITED = [
    "font-family",
    "font-size",
    "font-weight",
    "font-style",
    "fill",
    "fill-opacity",
    "color",
    "text-anchor",
    "text-align",
    "line-height",
    "letter-spacing",
    "visibility",
    "white-space",
    "font-feature-settings",
    "font-variant-numeric",
    "text-transform",
    "text-wrap",
]
_ATTRIBUTES = frozenset([*_INHERITED, "opacity", "display", "stroke", "inline-size", "baseline-shift"])
_OWN = (
    "opacity",
    "display",
    "shape-inside",
    "shape-padding",
    "inline-size",
    "stroke",
    "font",
    "baseline-shift",
)
_DEFAULTS: Mapping[str, str] = {"font-size": "16px", "fill": "#000000"}
_SHAPE = re.compile(r"url\(\s*[\"']?#([^\"')]+)")
_BRACED = re.compile(r"(\{[^{}\s]*\})")
_BLANKS = re.compile(r"[ \t\r\n]+")
_ALIGN: dict[str, Align] = {
    "start": "start",
    "left": "start",
    "center": "center",
    "middle": "center",
    "end": "end",
    "right": "end",
    "justify": "justify",
}

MAX_CHARACTERS = 20_000
"""Of one `<text>`; a page of small print has 6,000."""

Segments = list[tuple[str, TextStyle]]


class PointText(NamedTuple):
    """One line of text at a point, in mm."""

    segments: Segments
    style: TextStyle
    x: float
    y: float
    anchor: Anchor
    matrix: Matrix


class Worded(NamedTuple):
    """A `<text>` as read: either a box, or lines at points; `label` is how messages call it."""

    label: str
    words: str
    family: str
    box: TextBox | None
    points: tuple[PointText, ...]


class Wording:
    """Reads the texts of one document; `view` maps its units to mm."""

    def __init__(self, document: Document, view: Matrix, folder: Path | None) -> None:
        self.document = document
        self.view = view
        self.folder = folder
        self._matrices: dict[Element, Matrix] = {}
        self._computed: dict[Element, dict[str, str]] = {}

    # -- where an element is, and what it inherits ----------------------------------------------------

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

    def computed(self, element: Element) -> dict[str, str]:
        """Return the properties of an element, those of its parents included where they inherit."""
        found = self._computed.get(element)
        if found is not None:
            return found
        parent = element.getparent()
        inherited = self.computed(parent) if parent is not None else dict(_DEFAULTS)
        own = self._own(element)
        if own:
            found = {k: v for k, v in inherited.items() if k not in _OWN}
            size = own.get("font-size")
            if size is not None:
                em = length(inherited.get("font-size"), 16.0)
                own = {**own, "font-size": f"{font_size(size, em):.6g}"}
            found.update({k: v for k, v in own.items() if v != "inherit"})
            found["opacity"] = str(number(inherited.get("opacity")) * number(own.get("opacity")))
            if inherited.get("display") == "none":
                found["display"] = "none"
        else:
            found = {k: v for k, v in inherited.items() if k not in _OWN or k in ("opacity", "display")}
        self._computed[element] = found
        return found

    def _own(self, element: Element) -> Mapping[str, str]:
        attributes = {k: v for k, v in element.attrib.items() if k in _ATTRIBUTES}
        style = element.get("style")
        sheet = self.document.sheet
        ruled: Mapping[str, str] = NO_PROPERTIES
        if sheet:
            tag = element.tag.rpartition("}")[2]
            ruled = sheet.properties(tag, element.get("id"), element.get("class"))
        if not style and not ruled:
            return attributes
        return {**attributes, **ruled, **properties(style or "")}

    # -- one text -------------------------------------------------------------------------------------

    def read(self, text: Element) -> Worded | None:
        """Return what a `<text>` says, or None when it is empty or hidden."""
        look = self.computed(text)
        if look.get("display") == "none" or look.get("visibility") == "hidden":
            return None
        shape = look.get("shape-inside")
        inline = look.get("inline-size", "auto")
        if (shape and shape != "none") or inline not in ("auto", "0", ""):
            chunks = self._chunks(text, flowed=True)
        else:
            chunks = self._chunks(text, flowed=False)
        chunks = [c for c in chunks if any(part.strip(" \n" + LINE_BREAK) for part, _ in c[2])]
        if not chunks:
            return None
        words = "".join(part for _, _, segments in chunks for part, _ in segments).strip()
        if len(words) > MAX_CHARACTERS:
            raise DocumentError(
                f"the text is {len(words):,} characters long, at most {MAX_CHARACTERS:,} are set",
                "text-overflow",
            )
        label = text.get("id") or words[:24]
        at = self.matrix(text)
        k, place = _without_scale(at)
        style = self._style(look, k)
        family = style.families[0]
        if shape and shape != "none":
            x, y, width, height = self._rectangle(shape, look)
            box = self._box(text, look, chunks[0][2], style, place, (x * k, y * k, width * k, height * k))
            return Worded(label, words, family, box, ())
        if inline not in ("auto", "0", ""):
            wide = length(inline, em=style.size / k)
            x, y, _ = chunks[0]
            anchor = _anchor(look)
            left = x - wide * {"start": 0.0, "middle": 0.5, "end": 1.0}[anchor]
            box = self._box(
                text, look, chunks[0][2], style, place, (left * k, 0.0, wide * k, None), baseline=y * k
            )
            return Worded(label, words, family, box, ())
        anchor = _anchor(look)
        points = tuple(
            PointText(segments, segments[0][1], x * k, y * k, anchor, place)
            if place != IDENTITY
            else self._point(segments, x, y, anchor, at, k)
            for x, y, segments in chunks
        )
        return Worded(label, words, family, None, points)

    @staticmethod
    def _point(segments: Segments, x: float, y: float, anchor: Anchor, at: Matrix, k: float) -> PointText:
        return PointText(segments, segments[0][1], x * k + at[4], y * k + at[5], anchor, IDENTITY)

    def _box(
        self,
        text: Element,
        look: Mapping[str, str],
        segments: Segments,
        style: TextStyle,
        place: Matrix,
        rectangle: tuple[float, float, float, float | None],
        baseline: float | None = None,
    ) -> TextBox:
        at = self.matrix(text)
        x, y, width, height = rectangle
        if place == IDENTITY:
            x, y = x + at[4], y + at[5]
            baseline = None if baseline is None else baseline + at[5]
        fit = _one_of(text, "fit", ("shrink", "none"), "none")
        valign = _one_of(text, "valign", ("top", "middle", "bottom"), "top")
        try:
            floor = float(text.get("data-floor") or DEFAULT_FLOOR)
        except ValueError:
            floor = -1.0
        if not 0.1 <= floor <= 1:
            raise DocumentError(
                f"data-floor is '{text.get('data-floor')}', expected a number from 0.1 to 1",
                "text-option",
                "0.6 is usual",
            )
        align = _ALIGN.get(look.get("text-align") or look.get("text-anchor") or "start", "start")
        return TextBox(
            content=segments,
            style=style,
            x=x,
            y=y,
            width=width,
            height=height,
            align=align,
            valign=cast(Valign, valign),
            shrink=fit == "shrink",
            floor=floor,
            matrix=place,
            baseline=baseline,
            balance=look.get("text-wrap") == "balance",
        )

    def _rectangle(self, shape: str, look: Mapping[str, str]) -> tuple[float, float, float, float]:
        found = _SHAPE.match(shape)
        rect = self.document.element(found[1]) if found else None
        if rect is None:
            raise DocumentError(
                f"shape-inside names {shape}, which does not exist",
                "unknown-id",
                "put <rect id=… /> into <defs>",
            )
        if rect.tag != SVG + "rect":
            raise DocumentError(
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
            raise DocumentError(
                f"the rectangle '{rect.get('id')}' has no room for text",
                "text-shape",
                "give it a width and a height",
            )
        return x + pad, y + pad, width, height

    # -- what it says ---------------------------------------------------------------------------------

    def _chunks(self, text: Element, flowed: bool) -> list[tuple[float, float, Segments]]:
        """Return the text's segments; a tspan with a place of its own starts another chunk."""
        em = length(self.computed(text).get("font-size"), 16.0)
        k = _without_scale(self.matrix(text))[0]
        x, y = _coordinate(text, "x", em), _coordinate(text, "y", em)
        chunks: list[tuple[float, float, Segments]] = [
            (x + _coordinate(text, "dx", em), y + _coordinate(text, "dy", em), [])
        ]
        preserve = self._preserves(text)

        def walk(element: Element, keep: bool) -> None:
            look = self.computed(element)
            if look.get("display") == "none":
                return
            style = self._style(look, k)
            case = look.get("text-transform", "")
            _add(element.text, style, keep, case)
            for child in element:
                if child.tag == SVG + "tspan":
                    if not flowed and ("x" in child.attrib or "y" in child.attrib):
                        last_x, last_y, _ = chunks[-1]
                        nx = _coordinate(child, "x", em) if "x" in child.attrib else last_x
                        ny = _coordinate(child, "y", em) if "y" in child.attrib else last_y
                        chunks.append(
                            (nx + _coordinate(child, "dx", em), ny + _coordinate(child, "dy", em), [])
                        )
                    walk(child, self._preserves(child) if child.get(XML_SPACE) else keep)
                elif child.tag == SVG + "textPath":
                    raise DocumentError(
                        "text on a path is not set",
                        "refused-feature",
                        "turn it into a path: Path > Object to Path",
                    )
                elif isinstance(child.tag, str) and child.tag != SVG + "title":
                    walk(child, keep)
                _add(child.tail, style, keep, case)

        def _add(words: str | None, style: TextStyle, keep: bool, transformed: str = "") -> None:
            if not words:
                return
            if transformed:
                words = _in_case(words, transformed)
            if not keep:
                words = _BLANKS.sub(" ", words)
            elif not flowed:
                words = words.replace("\n", " ")
            segments = chunks[-1][2]
            if segments and segments[-1][1] == style:
                segments[-1] = (segments[-1][0] + words, style)
            else:
                segments.append((words, style))

        walk(text, preserve)
        return [(cx, cy, segments if preserve else _collapsed(segments)) for cx, cy, segments in chunks]

    @staticmethod
    def _preserves(element: Element) -> bool:
        return bool(element.get(XML_SPACE) == "preserve") or "white-space:pre" in (
            element.get("style") or ""
        ).replace(" ", "")

    def _style(self, look: Mapping[str, str], k: float) -> TextStyle:
        return text_style(
            look.get("font-family", ""),
            look.get("font-size", "16"),
            look.get("font-weight", "400"),
            look.get("font-style", "normal"),
            look.get("fill", "#000000"),
            look.get("color", "#000000"),
            look.get("line-height", "normal"),
            look.get("letter-spacing", "normal"),
            number(look.get("opacity")) * number(look.get("fill-opacity")),
            look.get("font-feature-settings", "normal"),
            look.get("font-variant-numeric", "normal"),
            look.get("baseline-shift", "baseline"),
            k,
            self.folder,
        )


def _in_case(words: str, case: str) -> str:
    """Return words in capitals or small letters; the names of {icons} stay."""
    parts = _BRACED.split(words)
    change = {"uppercase": str.upper, "lowercase": str.lower, "capitalize": str.title}.get(case)
    return "".join(part if change is None or part.startswith("{") else change(part) for part in parts)


def _coordinate(element: Element, name: str, em: float) -> float:
    parts = (element.get(name) or "").replace(",", " ").split()
    return length(parts[0], em=em) if parts else 0.0


def _anchor(look: Mapping[str, str]) -> Anchor:
    anchor: Any = look.get("text-anchor", "start")
    return anchor if anchor in ("start", "middle", "end") else "start"


def _one_of(text: Element, name: str, allowed: tuple[str, ...], default: str) -> str:
    value = (text.get(f"data-{name}") or default).strip()
    if value not in allowed:
        raise DocumentError(
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
        raise DocumentError("a transform leaves no room for the text", "text-shape")
    return k, multiply(matrix, scale(1 / k))
