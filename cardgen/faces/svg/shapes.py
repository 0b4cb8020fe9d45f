"""What the tags of shapes say in numbers, colours, dashes and paths: read here, or reported where nobody could read it.

The art engine takes what it cannot read for 0, for black, or for nothing at all, and does not say so.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import lru_cache
from html import unescape
from typing import NamedTuple

from cardgen.base.errors import did_you_mean
from cardgen.base.svg import FAR, colour, length, properties, transform
from cardgen.base.svg_outline import far_off, unreadable, unreadable_points

_ANY_TAG = re.compile(r"<([^\s/>?!]+)")
_TAG = re.compile(r'<([A-Za-z]\w*)\s([^<>]*="[^<>]*)>')
_SAID = re.compile(r'([\w:-]+)="([^"]*)"')
_SHEET = re.compile(r"<style\b[^>]*>([^<]+)</style>")
_DECLARED = re.compile(r"(?<![\w-])([a-z-]+)\s*:\s*([^;{}]+)")
_COMMENT = re.compile(r"/\*.*?\*/", re.S)
_UNIT = re.compile(r"\s*[-+.\d]+(?:[eE][-+]?\d+)?(?:px|pt|pc|mm|cm|in|em|ex|%)?\s*")
_PAINT = re.compile(r"url\([^)]*\)\s*(.*)", re.S)
_PROFILED = re.compile(r"(\S+(?:\([^)]*\))?)\s+(?:icc-color|device-cmyk)\(")
_ELSEWHERE = re.compile(r"(?:lab|lch|oklab|oklch|color|color-mix|light-dark)\(")  # refused by name
_NO_COLOUR = frozenset(["none", "inherit", "currentcolor", "context-fill", "context-stroke"])


class Misread(NamedTuple):
    """A value that says nothing: what is told, a hint, and a pattern of the tag that has it."""

    message: str
    hint: str
    pattern: str


@lru_cache(maxsize=64)
def misread(svg: str) -> tuple[Misread, ...]:
    """Return what a piece of art says and nobody can read, each once."""
    found: dict[Misread, None] = {}
    for tag in dict.fromkeys(_ANY_TAG.findall(svg)):
        if tag not in _KNOWN and not tag.startswith("fe"):
            near = did_you_mean(tag, _KNOWN - {"a", "g"})
            hint = near if "did" in near else TAG_HINT
            found[Misread(f"there is no <{_short(tag)}> in SVG", hint, rf"<{re.escape(tag)}\b")] = None
    for tag, said in dict.fromkeys(_TAG.findall(svg)):
        found.update(dict.fromkeys(_in_tag(tag, said)))
    for sheet in _SHEET.findall(svg) if "<style" in svg else ():
        for name, value in _DECLARED.findall(unescape(_COMMENT.sub("", sheet))):
            if name in _ATTRIBUTES_ONLY:
                continue
            said = value.replace("!important", "").strip()
            found.update(dict.fromkeys(_wrong("", name, said, rf"{name}\s*:\s*{re.escape(value)}")))
    return tuple(found)


@lru_cache(maxsize=8192)  # most of what a card is made of was in the card before
def _in_tag(tag: str, said: str) -> tuple[Misread, ...]:
    found: list[Misread] = []
    for name, written in _SAID.findall(said):
        value = unescape(written) if "&" in written else written
        if name == "style":
            for part, meant in properties(value).items():
                if part in _ATTRIBUTES_ONLY:
                    continue
                found += _wrong(tag, part, meant, rf"{re.escape(part)}\s*:\s*{re.escape(meant)}")
        else:
            found += _wrong(tag, name, value, rf' {name}="{re.escape(written)}"')
    return tuple(found)


def _wrong(tag: str, name: str, value: str, pattern: str) -> Iterator[Misread]:
    read = _READERS.get(name)
    if read is not None and (name != "d" or tag == "path") and (wrong := read(name, value)):
        yield Misread(*wrong, pattern)


# ---- one reader for each kind of value: what is wrong with it and what to do, or None --------------------

Wrong = tuple[str, str] | None
PATH_HINT = "select the path, Path > Simplify, or draw it again"
NUMBER_HINT = "write a number, such as 12.5"
DASHES_HINT = "write numbers from 0, such as 2 1, or none"
COLOUR_HINT = "write #rrggbb, rgb(255, 0, 0), a name such as red, or none"
TAG_HINT = "another program's own tags belong into its own namespace"


def _measure(name: str, value: str) -> Wrong:
    """A length or a share: 12.5, 3mm, 50%."""
    if not value.strip() or value.strip() in ("auto", "inherit"):
        return None
    try:
        amount = length(value, em=1.0, whole=1.0)
    except ValueError as error:
        if "too large" in str(error):
            return f"{name} is '{_short(value)}', which is too large", f"write a number up to {FAR:,.0f}"
        return f"{name} is '{_short(value)}', expected a number", NUMBER_HINT
    if not _UNIT.fullmatch(value):
        hint = f"{NUMBER_HINT}, or with a unit behind it: 3mm; also px, pt, pc, cm, in, em, ex, %"
        return f"{name} is '{_short(value)}', expected a number", hint
    if amount < 0 and name in _NOT_NEGATIVE:
        return f"{name} is '{_short(value)}', expected a number from 0", NUMBER_HINT
    return None


def _number(name: str, value: str) -> Wrong:
    """A plain number: an opacity, whose percents are numbers by now, or a miter limit."""
    wrong = _measure(name, value)
    if wrong or not value.strip()[-1:].isalpha() or value.strip() == "inherit":
        return wrong
    return f"{name} is '{_short(value)}', expected a number", f"{NUMBER_HINT}, without a unit"


def _dashes(name: str, value: str) -> Wrong:
    """Lengths of dashes and gaps, between them commas or blanks."""
    if value.strip() in ("", "none", "inherit"):
        return None
    for part in re.split(r"\s*,\s*|\s+", value.strip()):
        if not part or part in ("auto", "inherit") or _measure("stroke-width", part):
            message = f"{name} is '{_short(value)}', expected lengths of dashes and gaps"
            return message, DASHES_HINT
    return None


def _colour(name: str, value: str) -> Wrong:
    """A colour, or for fill and stroke what a shape is painted with."""
    said = value.strip()
    if name in ("fill", "stroke") and (paint := _PAINT.fullmatch(said)):
        said = paint[1].strip() or "none"
    if profiled := _PROFILED.match(said):  # Inkscape: #ff0000 icc-color(…)
        said = profiled[1]
    said = said.lower()
    if (said in _NO_COLOUR and (said != "none" or name in ("fill", "stroke"))) or _ELSEWHERE.match(said):
        return None
    try:
        colour(said)
    except ValueError:
        near = did_you_mean(said, _names()) if said.isalpha() else ""
        return f"{name} is '{_short(value)}', expected a colour", near if "did" in near else COLOUR_HINT
    return None


@lru_cache(maxsize=1)
def _names() -> tuple[str, ...]:
    from PIL.ImageColor import colormap

    return tuple(colormap)


def _path(name: str, value: str) -> Wrong:
    rest = unreadable(value)
    if rest:
        return f"the path's data is broken at “{_short(rest, 24)}”", PATH_HINT
    if far := far_off(value):
        return f"the path goes to {_short(far, 24)}, which is too far", PATH_HINT
    return None


def _points(name: str, value: str) -> Wrong:
    if rest := unreadable_points(value):
        return f"the points are broken at “{_short(rest, 24)}”", NUMBER_HINT
    if far := far_off(value):
        return f"one of the points is at {_short(far, 24)}, which is too far", NUMBER_HINT
    return None


def _transform(name: str, value: str) -> Wrong:
    try:
        transform(value if value.strip() != "none" else None)
    except ValueError:
        return f"'{_short(value)}' is not a transform", NUMBER_HINT
    return None


def _view_box(name: str, value: str) -> Wrong:
    parts = [part for part in re.split(r"\s*,\s*|\s+", value.strip()) if part]
    if value.strip() and (len(parts) != 4 or any(_measure(name, p) or not p[-1].isdigit() for p in parts)):
        return (
            f"a viewBox is '{_short(value)}', expected four numbers",
            "left, top, width and height: 0 0 20 20",
        )
    return None


def _short(text: str, most: int = 60) -> str:
    return text if len(text) <= most else f"{text[:most]}…"


_ATTRIBUTES_ONLY = frozenset(["d", "points", "viewBox", "transform"])
_TAGS = (
    "svg g defs symbol use a switch view style title desc metadata path rect circle ellipse line polyline polygon image "
    "text tspan textPath tref linearGradient radialGradient stop pattern hatch hatchpath clipPath mask marker filter "
    "script foreignObject mesh meshgradient meshpatch meshrow flowRoot flowRegion flowPara flowSpan solidColor "
    "solidcolor cursor color-profile font font-face glyph missing-glyph hkern vkern animate animateMotion "
    "animateTransform animateColor mpath set discard iframe audio video canvas source unknown"
)
_KNOWN = frozenset(_TAGS.split())
"""The tags of SVG, those included that are refused by name."""
_NOT_NEGATIVE = frozenset(["width", "height", "r", "stroke-width"])
_READERS: dict[str, Callable[[str, str], Wrong]] = {
    **dict.fromkeys(
        ("x", "x1", "x2", "y", "y1", "y2", "cx", "cy", "fx", "fy", "fr", "r", "rx", "ry"), _measure
    ),
    **dict.fromkeys(("width", "height", "offset", "stroke-width", "stroke-dashoffset"), _measure),
    **dict.fromkeys(
        ("opacity", "fill-opacity", "stroke-opacity", "stop-opacity", "stroke-miterlimit"), _number
    ),
    **dict.fromkeys(("fill", "stroke", "color", "stop-color"), _colour),
    **dict.fromkeys(("transform", "gradientTransform", "patternTransform"), _transform),
    "stroke-dasharray": _dashes,
    "d": _path,
    "points": _points,
    "viewBox": _view_box,
}
