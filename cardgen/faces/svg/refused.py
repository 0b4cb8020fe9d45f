"""What SVG can say and a card cannot show: one table, for shapes and for texts, with a way out for each entry.

Shapes are drawn by the art engine, texts by our own; either draws some things wrongly, or leaves them out without a
word. Whatever stands here is a problem with a place instead. `python -m cardgen.faces.svg.refused` writes docs/svg.md.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from html import escape
from pathlib import Path
from typing import NamedTuple

from cardgen.base.errors import Level
from cardgen.faces.art.form import ENGINES, Engine
from cardgen.faces.svg.shapes import COLOUR_HINT, DASHES_HINT, NUMBER_HINT, PATH_HINT, TAG_HINT, misread
from cardgen.faces.svg.values import Element

_NONE = r"(?!none\b)\S"
_USUAL = r"(?!normal\b|auto\b)\S"
_AMOUNT = r"(?!normal\b|auto\b|[+-]?0*\.?0*(?:[a-z%]*)\s*(?:[;\"]|$))\S"


@dataclass(frozen=True, eq=False, slots=True)
class Feature:
    """A feature of SVG: what messages call it, what Inkscape calls it, and what to do instead.

    `says` are properties with the pattern of a value that is refused, `tags` elements, `pattern` anything else.
    In `shapes` and `texts` it is an error, a warning, or ("") nothing that matters there. `drawn_by` are the art engines
    that draw it in shapes, and `though` what is then to be known.
    """

    name: str
    inkscape: str
    hint: str
    says: Mapping[str, str]
    shapes: Level | str = "error"
    texts: Level | str = "error"
    tags: str = ""
    pattern: str = ""
    drawn_by: tuple[Engine, ...] = ()
    though: str = ""

    @property
    def wrong(self) -> str:
        """What is said about a piece of art that has it."""
        return f"{self.name} would be drawn wrongly or not at all"


_RUST: tuple[Engine, ...] = ("svg2pdf", "typst")
_UNCLIP = "leave it out, or turn the text into a path: Path > Object to Path"
_AS_PATH = "make it a path: Path > Object to Path"

FEATURES: tuple[Feature, ...] = (
    Feature(
        "a filter (blur, shadow)",
        "Fill and Stroke > Blur; Filters",
        "draw the shadow or the glow as shapes with opacity or a gradient",
        {"filter": r"(?!none\b)\w[\w-]*\("},
        drawn_by=_RUST,
        though="it becomes pixels, 600 to the inch",
    ),
    Feature(
        "a mask",
        "Object > Mask > Set",
        "use a clip-path, or a gradient that ends in stop-opacity 0",
        {"mask": "url"},
        drawn_by=_RUST,
    ),
    Feature(
        "mix-blend-mode",
        "Fill and Stroke > Blend mode",
        "draw the mixed colour itself",
        {"mix-blend-mode": r"(?!normal\b)\w"},
        drawn_by=_RUST,
    ),
    Feature(
        "paint-order",
        "Fill and Stroke > Stroke style > Order",
        "draw the shape twice: the outline first, the filled shape above it",
        {"paint-order": r"(?!normal\b|fill\b)\w"},
        texts="",  # an outline is told itself
        drawn_by=_RUST,
    ),
    Feature(
        "a clip-path around a text",
        "Object > Clip > Set",
        _UNCLIP,
        {"clip-path": r"url|[a-z-]+\("},
        shapes="",
    ),
    Feature(
        "a marker (an arrowhead)",
        "Fill and Stroke > Stroke style > Markers",
        "turn the line and its markers into shapes: Path > Stroke to Path",
        {"marker": "url", "marker-start": "url", "marker-mid": "url", "marker-end": "url"},
        texts="",
        drawn_by=_RUST,
    ),
    Feature(
        "a clip path that is a shape of CSS",
        "",
        "draw the shape as a <clipPath> and point to it: clip-path:url(#name)",
        {"clip-path": r"(?:circle|ellipse|inset|polygon|path|rect|xywh)\("},
        texts="",
    ),
    Feature(
        "a colour of lab, lch or a mixture",
        "Fill and Stroke > CMS; Selected style",
        "write it as #rrggbb",
        {},
        texts="",  # any value that is no colour is told
        pattern=r"(?<![\w-])(?:lab|lch|oklab|oklch|color|color-mix|light-dark)\(",
    ),
    Feature(
        "a transform in a style",
        "",
        'write it as an attribute: transform="…"',
        {"transform": r"(?!none\b)[\w-]+\s*\(", "transform-origin": r"(?!0)\S"},
        shapes="",
    ),
    Feature(
        "a gradient that repeats itself (spreadMethod)",
        "Fill and Stroke > Gradient > Repeat",
        "write its stops as often as they are to be seen",
        {"spreadMethod": r"re(?:peat|flect)"},
        texts="",
        drawn_by=("cairosvg",),
    ),
    Feature(
        "a line that keeps its width (vector-effect)",
        "Object > Object attributes",
        "leave it out: lines are scaled with their drawing",
        {"vector-effect": r"(?!none\b)\S"},
        shapes="warning",
        texts="",
    ),
    Feature(
        "underlined or struck-through text",
        "Text and Font > Features; the XML editor",
        "draw a line, or emphasise with **bold** or *italic*",
        dict.fromkeys(
            ("text-decoration", "text-decoration-line"), r"[^\";]*(?:underline|overline|line-through|blink)"
        ),
        shapes="",
    ),
    Feature(
        "letters moved one by one (lists of x, y, dx, dy)",
        "Text > Remove Manual Kerns takes it away",
        "Text > Remove Manual Kerns, or letter-spacing",
        {},
        shapes="",
    ),
    Feature(
        "a tspan moved by dx or dy",
        "Text tool > Horizontal and vertical kerning",
        "Text > Remove Manual Kerns; for small raised words baseline-shift:super",
        {},
        shapes="",
    ),
    Feature(
        "turned letters (rotate)",
        "Text tool > Character rotation",
        "Text > Remove Manual Kerns, or turn the whole text",
        {},
        shapes="",
    ),
    Feature(
        "textLength",
        "",
        "leave it out; text that must fit goes into a box with data-fit",
        {},
        shapes="",
    ),
    Feature(
        "word-spacing",
        "Text tool > Spacing between words",
        "set it to 0; letter-spacing works",
        {"word-spacing": _AMOUNT},
        shapes="",
    ),
    Feature(
        "small capitals and other variants of letters",
        "Text and Font > Features",
        "set smaller capitals in a <tspan>; font-feature-settings:'smcp' where the font has them",
        {
            "font-variant": r"(?!normal\b|none\b)[a-z]",
            "font-variant-caps": _USUAL,
            "font-variant-position": _USUAL,
            "font-variant-east-asian": _USUAL,
            "font-variant-alternates": _USUAL,
            "font-variant-ligatures": _USUAL,
        },
        shapes="",
    ),
    Feature(
        "narrow or wide letters, or axes of a font",
        "Text and Font > Font; Variable axes",
        "name a family that is narrow or wide itself; weights work",
        {
            "font-stretch": r"(?!normal\b|100%)\S",
            "font-variation-settings": _USUAL,
            "font-size-adjust": r"(?!none\b)\S",
            "font-kerning": r"none\b",
        },
        shapes="",
    ),
    Feature(
        "vertical text",
        "Text tool > Vertical text",
        'turn the text: transform="rotate(90)"',
        {"writing-mode": r"(?:tb|vertical|sideways)", "glyph-orientation-vertical": r"(?!auto\b|0)\S"},
        shapes="",
    ),
    Feature(
        "a direction against the letters (bidi-override)",
        "",
        "leave it out: the letters decide, and direction:rtl has all begin at the right",
        {"unicode-bidi": r"(?!normal\b|embed\b|isolate\b|plaintext\b)\S"},
        shapes="",
    ),
    Feature(
        "lines that break inside words (word-break:break-all, line-break, overflow-wrap)",
        "",
        "write a zero-width space, &#8203;, where a line may end; word-break:keep-all and normal work",
        {
            "word-break": r"(?!normal\b|keep-all\b|inherit\b|auto-phrase\b)\S",
            "line-break": r"(?!auto\b|normal\b|strict\b|inherit\b)\S",
            "overflow-wrap": r"(?!normal\b|inherit\b)\S",
        },
        shapes="",
        texts="warning",
    ),
    Feature(
        "another base line (dominant-baseline)",
        "",
        'leave it out and move the text; in a box data-valign="middle" works',
        {
            "dominant-baseline": r"(?!auto\b|alphabetic\b|inherit\b|use-script\b|no-change\b|baseline\b)\S",
            "alignment-baseline": r"(?!auto\b|alphabetic\b|inherit\b|baseline\b)\S",
        },
        shapes="",
    ),
    Feature(
        "a first line that is moved, or a shadow of letters",
        "",
        "leave it out; a shadow is a second text below",
        {"text-indent": _AMOUNT, "text-shadow": _NONE, "text-emphasis": _NONE},
        shapes="",
    ),
    Feature(
        "a frame that text flows around, or a second frame",
        "Text > Flow into Frame; Set Subtraction Frames",
        "let the text flow into one rectangle",
        {"shape-subtract": _NONE, "shape-inside": r"url\([^)]*\)\s*url"},
        shapes="",
    ),
    Feature(
        "an outline of letters (stroke)",
        "Fill and Stroke > Stroke paint",
        _AS_PATH,
        {},
        shapes="",
        texts="warning",
    ),
    Feature(
        "letters that are an outline alone (fill:none)",
        "Fill and Stroke > Stroke paint without Fill",
        _AS_PATH,
        {},
        shapes="",
    ),
    Feature(
        "text filled with a gradient or pattern",
        "Fill and Stroke > Fill > Gradient",
        "give it a plain colour, or make it a path: Path > Object to Path",
        {},
        shapes="",
    ),
    Feature(
        "a clone of text, or text in a clone, symbol or pattern",
        "Edit > Clone; Object > Symbols",
        "texts stand in a layer themselves: Edit > Clone > Unlink Clone",
        {},
        shapes="",
    ),
    Feature(
        "text on a path",
        "Text > Put on Path",
        "turn the text into a path: Path > Object to Path",
        {},
        texts="",  # found when it is read
        tags="textPath",
    ),
    Feature(
        "foreignObject",
        "",
        "use a text box: shape-inside or inline-size",
        {},
        texts="",
        tags="foreignObject",
    ),
    Feature(
        "flowed text of an old Inkscape",
        "flowed text of Inkscape 0.92",
        "select it, then Text > Convert to Text, and save again",
        {},
        texts="",
        tags="flowRoot",
    ),
    Feature(
        "a mesh gradient",
        "Mesh tool",
        "use a linear or a radial gradient",
        {},
        texts="",
        tags="meshgradient",
    ),
    Feature(
        "the inner circle of a radial gradient (fr)",
        "",
        "leave fr out and move the first stop outwards",
        {"fr": r"(?!0*\.?0*(?:[a-z%]*)[\";\s])[\d.]"},
        texts="",
    ),
    Feature(
        "a clip path that is clipped itself",
        "Object > Clip > Set, on a clip",
        "join the two: Object > Clip > Release, then Path > Intersection",
        {},
        texts="",
        pattern=r"<clipPath\b(?:(?!</clipPath>).)*clip-path\s*(?:=\s*[\"']|:)\s*url",
        drawn_by=_RUST,
    ),
    Feature(
        "clip-rule, in a clip path",
        "",
        "draw the clip path so that it has no hole",
        {},
        texts="",
        pattern=r"(?:<clipPath\b(?:(?!</clipPath>).)*|<style[^<]*)clip-rule\s*(?:=\s*[\"']|:)\s*evenodd",
        drawn_by=_RUST,
    ),
    Feature(
        "script or animation",
        "Object properties > Interactivity",
        "a card is a still picture",
        {},
        texts="",
        pattern=r"<(?:script|animate\w*|set|iframe|audio|video)\b",
    ),
    Feature(
        "a style sheet or a font from outside",
        "",
        "put the font into the kit's fonts folder",
        {},
        texts="",
        pattern=r"@(?:import|font-face)\b",
    ),
    Feature(
        "a url() to another file",
        "",
        "point to an id: url(#name)",
        {},
        texts="",
        pattern=r"(?<![\w-])url\(\s*(?:&quot;|[\"'])?\s*(?!#|[\"'&])[^)\s]",
    ),
    Feature(
        "broken path data",
        "Extensions > Visualize Path shows it",
        PATH_HINT,
        {},
        texts="",  # read where it is set
    ),
    Feature(
        "a place or a size that is no number, or over 1,000,000",
        "Object properties; the XML editor",
        NUMBER_HINT,
        {},
        texts="",  # read where it is set
    ),
    Feature(
        "dashes that are no lengths",
        "Fill and Stroke > Stroke style > Dashes",
        DASHES_HINT,
        {},
        texts="",  # read where it is set
    ),
    Feature(
        "a colour that is none",
        "Fill and Stroke > Fill",
        COLOUR_HINT,
        {},
        texts="",  # read where it is set
    ),
    Feature(
        "a tag that SVG does not have",
        "the XML editor",
        TAG_HINT,
        {},
        texts="",  # read where it is set
    ),
)
BY_NAME = {feature.name: feature for feature in FEATURES}
CLIPPED_TEXT = BY_NAME["a clip-path around a text"]


class Refusal(NamedTuple):
    """Something that is refused in a piece of art: what is said, what to do, and a pattern of the tag that has it."""

    message: str
    hint: str
    pattern: str = ""
    level: Level = "error"

    def culprit(self, layer: Element) -> Element:
        """Return the shape of a layer that has it, else a definition of the same file, else the layer."""
        pattern = re.compile(self.pattern or r"\A\Z", re.I | re.S)
        for element in (*layer.iter(), *layer.getroottree().iter()):
            if isinstance(element.tag, str) and pattern.search(_tag(element)):
                return element
        return layer


def _tag(element: Element) -> str:
    """Return the opening tag of an element as it stands in a piece of art."""
    said = "".join(f' {name}="{escape(value)}"' for name, value in element.attrib.items())
    return f"<{element.tag.rpartition('}')[2]}{said}>"


# ---- shapes -----------------------------------------------------------------------------------------


def _says(name: str, value: str) -> str:
    """Return the pattern of a property, as an attribute or in a style, that has such a value."""
    return rf"(?<![\w-]){name}\s*(?:=\s*[\"']|:)\s*{value}"


def _pattern(feature: Feature) -> str:
    tags = [rf"<{feature.tags}\b"] if feature.tags else []
    if feature.pattern:  # says more than the properties do
        return "|".join([*tags, feature.pattern])
    return "|".join([*tags, *(_says(name, value) for name, value in feature.says.items())])


_OF_SHAPES = [feature for feature in FEATURES if feature.shapes and _pattern(feature)]
_ALL = re.compile(
    "|".join(f"(?P<f{n}>{_pattern(feature)})" for n, feature in enumerate(_OF_SHAPES)), re.I | re.S
)
# a plain search for these is far quicker than the patterns, and most art has none of them
_WORDS = (
    b"filter mask blend-mode paint-order lab( lch( color( color-mix light-dark clip-path clip-rule foreignobject textpath "
    b"marker meshgradient <script <anim <set <iframe <audio <video <flowroot @import @font-face fr= spreadmethod vector-effect"
).split()


def refusals(svg: bytes, engine: Engine) -> list[Refusal]:
    """Return everything in a piece of SVG that an art engine draws wrongly, each once."""
    small = svg.lower()
    text = svg.decode()
    found = [Refusal(*wrong) for wrong in misread(text)]
    strange_urls = small.count(b"url(") != small.count(b"url(#")
    if strange_urls or any(word in small for word in _WORDS):
        numbers = (int((match.lastgroup or "f0")[1:]) for match in _ALL.finditer(text))
        for feature in (_OF_SHAPES[number] for number in dict.fromkeys(numbers)):
            if engine not in feature.drawn_by:
                level: Level = "warning" if feature.shapes == "warning" else "error"
                found.append(Refusal(feature.wrong, feature.hint, _pattern(feature), level))
            elif feature.though:
                message = f"{feature.name}: {feature.though}"
                found.append(Refusal(message, feature.hint, _pattern(feature), "warning"))
    return list(dict.fromkeys(found))


# ---- texts ------------------------------------------------------------------------------------------

TEXT_PROPERTIES: Mapping[str, tuple[Feature, Callable[[str], object]]] = {
    name: (feature, re.compile(value, re.I).match)
    for feature in FEATURES
    if feature.texts
    for name, value in feature.says.items()
}
"""The properties that a text may have and that are not drawn, with what tells whether a value matters."""

AROUND = frozenset(
    ["filter", "mask", "clip-path", "mix-blend-mode", "text-decoration", "text-decoration-line"]
)
"""Those of them that hold for all that lies inside, whatever is said there."""


def in_text(element: Element, look: Mapping[str, str], top: bool, flowed: bool) -> Iterator[Feature]:
    """Yield what a `<text>` (`top`) or a `<tspan>` asks for in vain; `look` are its computed properties.

    In a `flowed` text the places of tspans are those of Inkscape's own lines, and do not count.
    """
    for name in look.keys() & TEXT_PROPERTIES.keys():
        feature, matters = TEXT_PROPERTIES[name]
        if matters(look[name]):
            yield feature
    if look.get("stroke", "none") != "none" and all(
        _paints(look.get(name)) for name in ("stroke-width", "stroke-opacity")
    ):
        alone = look.get("fill") == "none" or not _paints(look.get("fill-opacity"))
        yield BY_NAME[
            "letters that are an outline alone (fill:none)" if alone else "an outline of letters (stroke)"
        ]
    said = element.attrib
    lists = {name: said[name].replace(",", " ").split() for name in ("x", "y", "dx", "dy") if name in said}
    if not flowed and any(
        len(values) > 1 for name, values in lists.items() if name in "xy" or _moves(values)
    ):
        yield BY_NAME["letters moved one by one (lists of x, y, dx, dy)"]
    in_line = not top and (flowed or not lists.keys() & {"x", "y"})
    if in_line and any(_moves(lists.get(name, ())) for name in ("dx", "dy")):
        yield BY_NAME["a tspan moved by dx or dy"]
    if _moves((said.get("rotate") or "").split()):
        yield BY_NAME["turned letters (rotate)"]
    if "textLength" in said:
        yield BY_NAME["textLength"]


def _paints(amount: str | None) -> bool:
    """Tell whether a width or an opacity leaves anything to be seen."""
    return amount is None or _moves([amount])


def _moves(values: Iterable[str]) -> bool:
    """Tell whether one of some amounts is not 0."""
    return any(re.search("[1-9]", value.lower().partition("e")[0]) for value in values)


# ---- docs/svg.md ------------------------------------------------------------------------------------

_HEAD = """# What a drawing may say

A template is SVG, drawn by hand or with a program such as Inkscape. Shapes, groups, layers, clones and symbols of shapes, gradients,
patterns, clip paths, pictures, opacity, dashes and style sheets are drawn as any SVG program shows them; texts and
[pictures](making-a-kit.md#pictures) as [Making a kit](making-a-kit.md) says. What stands in this table is not: `cardgen check` and `cardgen build` name it with its file and line
instead of leaving it out, and say what to do. *Error* stops a build, *warning* does not, and – does not matter there or has a message
of its own.

Text > …, Path > … and the like are Inkscape's menus.

This page is written by `python -m cardgen.faces.svg.refused` from the table that cardgen itself reads.

| what | in Inkscape | on shapes | on texts | what to do |
|---|---|---|---|---|
"""


def _in_shapes(feature: Feature) -> str:
    if not feature.drawn_by:
        return feature.shapes or "–"
    said = f"drawn: {feature.though}" if feature.though else "drawn"
    others = [engine for engine in ENGINES if engine not in feature.drawn_by]
    return f"{said}; {feature.shapes} with {', '.join(others)}"


def svg_page() -> str:
    """Return the text of docs/svg.md."""
    rows = [
        (f.name, f.inkscape or "–", _in_shapes(f), f.texts or "–", f.hint.replace("|", "\\|"))
        for f in FEATURES
    ]
    return _HEAD + "".join(f"| {' | '.join(row)} |\n" for row in rows)


if __name__ == "__main__":
    Path(sys.argv[1] if len(sys.argv) > 1 else "docs/svg.md").write_text(svg_page(), encoding="utf-8")
