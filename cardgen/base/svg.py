"""Small readers of SVG's own languages: lengths, transforms, style attributes, style sheets, colours."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Mapping
from functools import lru_cache
from types import MappingProxyType
from typing import Any, TypeAlias, cast

from lxml import etree

from cardgen.base.drawing import IDENTITY, Matrix, multiply, rotate, scale, translate
from cardgen.base.files import FileError

SVG_URI = "http://www.w3.org/2000/svg"
XLINK_URI = "http://www.w3.org/1999/xlink"
INKSCAPE_URI = "http://www.inkscape.org/namespaces/inkscape"
DECK_URI = "https://cardgen.invalid/deck"
SVG = f"{{{SVG_URI}}}"
XLINK_HREF = f"{{{XLINK_URI}}}href"
XML_SPACE = "{http://www.w3.org/XML/1998/namespace}space"

Element = Any
"""An lxml element."""
Box: TypeAlias = tuple[float, float, float, float]
"""x, y, width and height."""

_PX = {
    "": 1.0,
    "px": 1.0,
    "pt": 4 / 3,
    "pc": 16.0,
    "mm": 96 / 25.4,
    "cm": 96 / 2.54,
    "in": 96.0,
    "q": 96 / 101.6,
}
FAR = 1_000_000.0
"""No place of a drawing lies farther off, in any unit; engines take far longer, or all memory, to find nothing there."""
_LEAST = 1e-6
"""No viewBox is narrower, in any unit: nothing can be divided by less."""
_LENGTH = re.compile(r"\s*([-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?)\s*([a-zA-Z%]*)\s*")
_TRANSFORM = re.compile(r"([a-zA-Z]+)\s*\(([^)]*)\)[\s,]*")
_MEANT = re.compile(r"w3\.org/(2000|1999)/svg|w3\.org/(TR|Graphics)/SVG", re.I)
"""Namespaces that somebody took for SVG's."""
_COMMENT = re.compile(r"/\*.*?\*/", re.S)
_HEAD, _DEEP, _GROWN = (
    100_000,
    5,
    2_000_000,
)  # bytes in which entities are declared, how deep, how much they may add
_DECLARED = re.compile(rb"<!DOCTYPE\s[^\[>]*\[([^\]]*)\]\s*>")
_ENTITY = re.compile(rb"<!ENTITY\s+([A-Za-z_][\w.:-]*)\s+(?:\"([^\"]*)\"|'([^']*)')\s*>")
_USED = re.compile(rb"&([A-Za-z_][\w.:-]*);")


class SvgError(FileError):
    """A piece of SVG cannot be drawn; `code` and `hint` go into the problem, and so does the `element`, if it is known."""

    element: Element = None

    def __init__(self, message: str, code: str, hint: str = "") -> None:
        super().__init__(message, hint, code)


_FEW, _MOST = (
    5_000,
    2_000,
)  # attributes that nobody has to count; of one element, for which libxml takes the square
_TAG = re.compile(rb"<[^<>]*")


STRANGERS_XML: Mapping[str, Any] = dict.fromkeys(
    ("remove_comments", "remove_pis", "no_network"), True
) | dict.fromkeys(("resolve_entities", "load_dtd", "huge_tree"), False)
"""How XML of strangers is read: no entity is looked up, nothing is fetched, and the parser's own limits hold."""


def parse(data: bytes) -> Element:
    """Return the root of an SVG; only entities of its own are written out, and nothing is fetched. `SvgError` for a trap."""
    parser = etree.XMLParser(**STRANGERS_XML)
    data = _without_entities(data)
    if data.count(b"=") > _FEW and any(
        tag.count(b"=") > _MOST for tag in _TAG.findall(data) if len(tag) > _MOST
    ):
        raise SvgError(f"an element has more than {_MOST:,} attributes", "too-complex", "split it")
    return etree.fromstring(data, parser)


def _without_entities(data: bytes) -> bytes:
    """Return an SVG with its own entities written out, as Illustrator notes styles and namespaces; lines stay lines.

    What is declared elsewhere, refers to itself or grows beyond a limit stays as it is, and is refused where it is used.
    """
    found = _DECLARED.search(data, 0, _HEAD)
    if found is None or b"<!ENTITY" not in found[1]:
        return data
    declared = {name: one or two for name, one, two in _ENTITY.findall(found[1])}
    if found[1].count(b"<!ENTITY") != len(declared) or b"%" in found[1]:
        return data
    body = data[: found.start()] + b"\n" * found[0].count(b"\n") + data[found.end() :]
    for _ in range(_DEEP):
        used = [name for name in _USED.findall(body) if name in declared]
        if not used:
            return body
        if len(body) + sum(len(declared[name]) for name in used) > len(data) + _GROWN:
            return data
        body = _USED.sub(lambda one: declared.get(one[1], one[0]), body)
    return data


def as_svg(root: Element) -> Element:
    """Return the root of an SVG as all else reads it, whatever the file calls SVG's namespace; `SvgError` if it is none."""
    begins = f'it begins with <svg xmlns="{SVG_URI}" …>'
    if etree.QName(root).localname != "svg":
        raise SvgError("the file is not an SVG", "svg-syntax", begins)
    for element in root.iter():
        if not isinstance(element.tag, str):
            if element.tag is etree.Entity:
                hint = (
                    "write what it stands for; one that lies elsewhere, or is made of itself, is never read"
                )
                raise SvgError(f"there is an entity {element.text}, which is not read", "svg-syntax", hint)
            continue
        space = etree.QName(element).namespace
        if space != SVG_URI and (element is root or not space or _MEANT.search(space)):
            where = f"the namespace of <{etree.QName(element).localname}>"
            said = f"{where} is '{space}', which is not SVG's" if space else f"{where} is missing"
            raise SvgError(said, "svg-namespace", begins)
    return _plainly_named(root) if root.prefix else root


def _plainly_named(root: Element) -> Element:
    """Return a copy of a tree in which SVG is the namespace that needs no prefix."""
    spaces = {prefix: uri for prefix, uri in root.nsmap.items() if prefix and uri != SVG_URI}
    copy: Element = etree.Element(root.tag, nsmap=cast("dict[str, str]", {None: SVG_URI, **spaces}))
    pairs = [(root, copy)]
    while pairs:
        old, new = pairs.pop()
        new.text, new.sourceline = old.text, old.sourceline
        new.attrib.update(old.attrib)
        for child in old:
            if isinstance(child.tag, str):
                twin = etree.SubElement(new, child.tag)
                twin.tail = child.tail
                pairs.append((child, twin))
    return copy


def finder(path: str) -> Callable[[Element], list[Element]]:
    """Return a function that finds elements by XPath; s: is SVG, x: XLink and i: Inkscape."""
    spaces = {"s": SVG_URI, "x": XLINK_URI, "i": INKSCAPE_URI}
    return cast("Callable[[Element], list[Element]]", etree.XPath(path, namespaces=spaces))


def href(element: Element) -> str | None:
    """Return an element's reference, from `href` or the older `xlink:href`."""
    value: str | None = element.get("href")
    return value if value is not None else element.get(XLINK_HREF)


def length(text: str | None, default: float = 0.0, *, em: float = 0.0, whole: float = 0.0) -> float:
    """Return a length in user units; ValueError says what is wrong. `whole` is what 100% means."""
    if text is None or not text.strip():
        return default
    found = _LENGTH.fullmatch(text)
    unit = found[2].lower() if found else ""
    if not found or (unit not in _PX and unit not in ("em", "ex", "%")):
        raise ValueError(f"'{text.strip()}' is not a length")
    value = float(found[1])
    if not abs(value) <= FAR:
        raise ValueError(f"'{text.strip()}' is too large")
    if unit == "em":
        return value * em
    if unit == "ex":
        return value * em / 2
    if unit == "%":
        return value / 100 * whole
    return value * _PX[unit]


@lru_cache(maxsize=4096)
def transform(text: str | None) -> Matrix:
    """Return the matrix of a transform attribute; ValueError says what is wrong."""
    matrix = IDENTITY
    wrong = f"'{text}' is not a transform"
    if _TRANSFORM.sub("", text or "").strip():
        raise ValueError(wrong)
    for name, inside in _TRANSFORM.findall(text or ""):
        values = [float(v) for v in re.split(r"[\s,]+", inside.strip()) if v]
        if not all(abs(v) <= FAR for v in values):
            raise ValueError(wrong)
        matrix = multiply(matrix, _one_transform(name, values))
    return matrix


def _one_transform(name: str, values: list[float]) -> Matrix:
    match name, values:
        case "matrix", [a, b, c, d, e, f]:
            return (a, b, c, d, e, f)
        case "translate", [x]:
            return translate(x, 0.0)
        case "translate", [x, y]:
            return translate(x, y)
        case "scale", [_] | [_, _]:
            return scale(*values)
        case "rotate", [_] | [_, _, _]:
            return rotate(*values)
        case "skewX", [degrees]:
            return (1.0, 0.0, math.tan(math.radians(degrees)), 1.0, 0.0, 0.0)
        case "skewY", [degrees]:
            return (1.0, math.tan(math.radians(degrees)), 0.0, 1.0, 0.0, 0.0)
    raise ValueError(f"'{name}' with {len(values)} numbers is not a transform")


@lru_cache(maxsize=8192)
def properties(style: str) -> Mapping[str, str]:
    found = {}
    for part in _COMMENT.sub("", style).split(";"):
        name, colon, value = part.partition(":")
        if colon:
            found[name.strip()] = value.replace("!important", "").strip()
    return MappingProxyType(found)


def view_box(root: Element) -> Box | None:
    """Return an element's viewBox, or None when there is none or it makes no sense."""
    try:
        numbers = [float(v) for v in re.split(r"[\s,]+", (root.get("viewBox") or "").strip())]
    except ValueError:
        return None
    if len(numbers) != 4 or not all(math.isfinite(n) for n in numbers) or min(numbers[2:]) < _LEAST:
        return None
    return numbers[0], numbers[1], numbers[2], numbers[3]


_BASIC = {"black": "#000000", "white": "#ffffff", "red": "#ff0000", "blue": "#0000ff"}


@lru_cache(maxsize=1024)
def colour(text: str) -> tuple[str, float]:
    """Return a CSS colour as `#rrggbb` and its opacity; ValueError says what is wrong."""
    value = text.strip().lower()
    value = _BASIC.get(value, value)
    if re.fullmatch(r"#[0-9a-f]{6}", value):
        return value, 1.0
    from tinycss2.color4 import parse_color  # type: ignore[import-untyped]  # 19 ms, for few colours

    found = parse_color(value)
    if found is None or found == "currentcolor" or found.space not in ("srgb", "hsl", "hwb"):
        raise ValueError(f"'{text.strip()}' is not a colour")
    *levels, alpha = found.to("srgb")
    return "#{:02x}{:02x}{:02x}".format(*(int(level * 255 + 0.5) for level in levels)), alpha
