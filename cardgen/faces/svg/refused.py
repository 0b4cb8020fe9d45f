"""What SVG can say and a card cannot show: one table (refused.yaml), for shapes and for texts.

Shapes are drawn by the art engine, texts by our own; either draws some things wrongly, or leaves them out without a
word. Whatever stands here is a problem with a place instead. `python -m cardgen.faces.svg.refused` writes docs/svg.md.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from html import escape
from pathlib import Path
from typing import NamedTuple

from cardgen.base.errors import Level
from cardgen.base.own import manual, table
from cardgen.base.svg import Element
from cardgen.faces.art.form import ENGINES, Engine
from cardgen.faces.svg import shapes


@dataclass(frozen=True, eq=False, slots=True)
class Feature:
    """A feature of SVG: what messages call it, what Inkscape calls it, and what to do instead.

    `properties` come with the pattern of a value that is refused, `tags` elements, `pattern` anything else.
    In `shapes` and `texts` it is an error, a warning, or ("") nothing that matters there. `drawn_by` are the art engines
    that draw it in shapes, and `though` what is then to be known.
    """

    name: str
    hint: str
    inkscape: str = ""
    properties: Mapping[str, str] = field(default_factory=dict)
    shapes: Level | str = "error"
    texts: Level | str = "error"
    tags: str = ""
    pattern: str = ""
    drawn_by: Collection[Engine] = ()
    though: str = ""

    @property
    def wrong(self) -> str:
        """What is said about a piece of art that has it."""
        return f"{self.name} would be drawn wrongly or not at all"


FEATURES: tuple[Feature, ...] = tuple(
    Feature(**{**said, "hint": vars(shapes).get(said["hint"], said["hint"])})
    for said in table(__file__, "refused.yaml")
)
BY_NAME = {feature.name: feature for feature in FEATURES}
CLIPPED_TEXT = BY_NAME["a clip-path around a text"]


class SvgRefusal(NamedTuple):
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


def _property(name: str, value: str) -> str:
    """Return the pattern of a property, as an attribute or in a style, that has such a value."""
    return rf"(?<![\w-]){name}\s*(?:=\s*[\"']|:)\s*{value}"


def _pattern(feature: Feature) -> str:
    tags = [rf"<{feature.tags}\b"] if feature.tags else []
    if feature.pattern:  # says more than the properties do
        return "|".join([*tags, feature.pattern])
    return "|".join([*tags, *(_property(name, value) for name, value in feature.properties.items())])


_OF_SHAPES = [feature for feature in FEATURES if feature.shapes and _pattern(feature)]


@cache
def _all() -> re.Pattern[str]:
    """Return a pattern with a group for each feature; most art needs none, and compiling it takes a while."""
    groups = (f"(?P<f{n}>{_pattern(feature)})" for n, feature in enumerate(_OF_SHAPES))
    return re.compile("|".join(groups), re.I | re.S)


# a plain search for these is far quicker than the patterns, and most art has none of them
_WORDS = (
    b"filter mask blend-mode paint-order lab( lch( color( color-mix light-dark clip-path clip-rule foreignobject textpath "
    b"marker meshgradient <script <anim <set <iframe <audio <video <flowroot @import @font-face fr= spreadmethod vector-effect"
).split()


def refusals(svg: bytes, engine: Engine) -> list[SvgRefusal]:
    """Return everything in a piece of SVG that an art engine draws wrongly, each once."""
    small = svg.lower()
    text = svg.decode()
    found = [SvgRefusal(*wrong) for wrong in shapes.misread(text)]
    strange_urls = small.count(b"url(") != small.count(b"url(#")
    if strange_urls or any(word in small for word in _WORDS):
        numbers = (int((match.lastgroup or "f0")[1:]) for match in _all().finditer(text))
        for feature in (_OF_SHAPES[number] for number in dict.fromkeys(numbers)):
            if engine not in feature.drawn_by:
                level: Level = "warning" if feature.shapes == "warning" else "error"
                found.append(SvgRefusal(feature.wrong, feature.hint, _pattern(feature), level))
            elif feature.though:
                message = f"{feature.name}: {feature.though}"
                found.append(SvgRefusal(message, feature.hint, _pattern(feature), "warning"))
    return list(dict.fromkeys(found))


# ---- texts ------------------------------------------------------------------------------------------

TEXT_PROPERTIES: Mapping[str, tuple[Feature, Callable[[str], object]]] = {
    name: (feature, re.compile(value, re.I).match)
    for feature in FEATURES
    if feature.texts
    for name, value in feature.properties.items()
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


def _in_shapes(feature: Feature) -> str:
    if not feature.drawn_by:
        return feature.shapes or "–"
    said = f"drawn: {feature.though}" if feature.though else "drawn"
    others = [engine for engine in ENGINES if engine not in feature.drawn_by]
    return f"{said}; {feature.shapes} with {', '.join(others)}"


def svg_page() -> str:
    """Return the text of docs/svg.md."""
    return manual("svg", features=FEATURES, in_shapes=_in_shapes)


if __name__ == "__main__":
    Path(sys.argv[1] if len(sys.argv) > 1 else "docs/svg.md").write_bytes(svg_page().encode())
