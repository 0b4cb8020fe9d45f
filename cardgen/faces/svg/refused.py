"""Refuses by name what the art engine would draw wrongly without a word, and what a card may not hold."""

from __future__ import annotations

import re
from typing import NamedTuple


class Refusal(NamedTuple):
    """One feature that is refused: what it is, and what to do instead."""

    feature: str
    hint: str


def _says(name: str, value: str) -> str:
    """Return the pattern of a property, as an attribute or in a style, that has such a value."""
    return rf"\b{name}\s*(?:=\s*[\"']|:)\s*{value}"


# (what to look for, what it is called, what to do about it)
_FEATURES: tuple[tuple[str, str, str], ...] = (
    (
        _says("filter", r"(?!none\b)\w[\w-]*\("),
        "a filter (blur, shadow)",
        "draw the shadow or the glow as shapes with opacity or a gradient",
    ),
    (_says("mask", "url"), "a mask", "use a clip-path, or a gradient that ends in stop-opacity 0"),
    (
        _says("(?:mix|background)-blend-mode", r"(?!normal\b)\w"),
        "mix-blend-mode",
        "draw the mixed colour itself",
    ),
    (
        _says("paint-order", r"(?!normal\b|fill\b)\w"),
        "paint-order",
        "draw the shape twice: the outline first, the filled shape above it",
    ),
    (_says("clip-rule", "evenodd"), "clip-rule", "draw the clip path so that it has no hole"),
    (
        r"(?<![\w-])(?:hsla?|hwb|lab|lch|oklab|oklch|color-mix)\(",
        "a colour that is not rgb",
        "write it as #rrggbb",
    ),
    (r"(?<![\w-])var\(", "a CSS variable", "write the value, or {{ palette.name }}"),
    (r"<foreignObject\b", "foreignObject", "use a text box: shape-inside or inline-size"),
    (r"<textPath\b", "text on a path", "turn the text into a path: Path > Object to Path"),
    (r"<meshgradient\b", "a mesh gradient", "use a linear or a radial gradient"),
    (r"<(?:script|animate\w*|set|iframe|audio|video)\b", "script or animation", "a card is a still picture"),
    (
        r"<flowRoot\b",
        "flowed text of an old Inkscape",
        "select it, then Text > Convert to Text, and save again",
    ),
    (
        r"@(?:import|font-face)\b",
        "a style sheet or a font from outside",
        "put the font into the kit's fonts folder",
    ),
    (
        r"(?<![\w-])url\(\s*(?:&quot;|[\"'])?\s*(?!#|[\"'&])[^)\s]",
        "a url() to another file",
        "point to an id: url(#name)",
    ),
)
_ALL = re.compile(
    "|".join(f"(?P<f{number}>{pattern})" for number, (pattern, _, _) in enumerate(_FEATURES)), re.I
)
# a plain search for these is far quicker than the patterns, and most art has none of them
_WORDS = (
    b"filter mask blend-mode paint-order clip-rule hsl hwb lab( lch( color-mix var( foreignobject textpath "
    b"meshgradient <script <anim <set <iframe <audio <video <flowroot @import @font-face"
).split()


def refusals(svg: bytes) -> list[Refusal]:
    """Return every refused feature in a piece of SVG, each once."""
    small = svg.lower()
    strange_urls = small.count(b"url(") != small.count(b"url(#")
    if not strange_urls and not any(word in small for word in _WORDS):
        return []
    numbers = (int((match.lastgroup or "f0")[1:]) for match in _ALL.finditer(svg.decode()))
    return [Refusal(*_FEATURES[number][1:]) for number in dict.fromkeys(numbers)]
