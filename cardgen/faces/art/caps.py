"""What art may not do: read files or the network, hold bombs, or be larger than anything printable.

Everything is checked on the SVG as text, before an engine sees it, so both engines refuse the same things.
"""

from __future__ import annotations

import base64
import binascii
import io
import re
import struct
import urllib.parse
import warnings
import zlib
from collections import Counter
from dataclasses import dataclass, field
from xml.parsers import expat

from cardgen.base.pictures import MAX_PIXELS

MAX_BYTES = 16_000_000  # one layer's SVG, pictures inside included
MAX_NODES = 100_000  # elements after every <use> is expanded
MAX_DEPTH = 200  # both engines walk the tree recursively
_MAX_MM = 5000.0


class ArtFault(ValueError):
    """One SVG cannot or must not be drawn; the message says why."""


@dataclass(slots=True)
class _Region:
    """What lies inside an element with an id: how many elements, and how often they refer to whom."""

    nodes: int = 0
    refers: Counter[str] = field(default_factory=Counter)


_URL = re.compile(r"url\(\s*['\"]?#([^)'\"\s]+)")


def checked(svg: bytes) -> bytes:
    """Return the SVG itself when it is small enough to draw; `ArtFault` says what is too much."""
    if len(svg) > MAX_BYTES:
        raise ArtFault(f"it is {len(svg):,} bytes long, at most {MAX_BYTES:,} are drawn")
    regions: dict[str, _Region] = {"": _Region()}
    used: set[str] = set()
    stack: list[list[_Region]] = [[regions[""]]]

    def start(tag: str, attributes: dict[str, str]) -> None:
        inside = stack[-1]
        if len(stack) > MAX_DEPTH:
            raise ArtFault(f"it is nested deeper than {MAX_DEPTH} elements")
        name = attributes.get("id")
        if name and name not in regions:
            regions[name] = _Region()
            inside = [*inside, regions[name]]
        stack.append(inside)
        refers = [found for value in attributes.values() if "url(" in value for found in _URL.findall(value)]
        for href in (value for key, value in attributes.items() if key.rpartition(":")[2] == "href"):
            kind = tag.rpartition(":")[2]
            if kind == "use" and href.startswith("#"):
                refers.append(href[1:])
                used.add(href[1:])
            elif kind != "a" and not href.startswith("#"):
                data_only(href, "")
        for region in inside:
            region.nodes += 1
            if refers:
                region.refers.update(refers)

    def end(tag: str) -> None:
        stack.pop()

    def doctype(name: str, system: str | None, public: str | None, subset: int) -> None:
        if subset:
            raise ArtFault("it declares a document type of its own, which may hold entities")

    parser = expat.ParserCreate()
    parser.StartElementHandler = start
    parser.EndElementHandler = end
    parser.StartDoctypeDeclHandler = doctype
    try:
        parser.Parse(svg, True)
    except expat.ExpatError as error:
        raise ArtFault(f"it is not well-formed XML: {error}") from None
    for target in sorted(used - regions.keys()):
        raise ArtFault(f"it uses '#{target}', which is not in it")
    nodes = _expanded("", regions, {}, ())
    if nodes > MAX_NODES:
        raise ArtFault(f"it grows to {nodes:,} elements when every <use> is drawn, at most {MAX_NODES:,} are")
    return svg


def _expanded(name: str, regions: dict[str, _Region], known: dict[str, int], path: tuple[str, ...]) -> int:
    if name in path:
        raise ArtFault(f"'#{name}' refers to itself")
    if len(path) > MAX_DEPTH:
        raise ArtFault(f"its references are nested deeper than {MAX_DEPTH}")
    if name not in known:
        region = regions.get(name, _Region())
        known[name] = region.nodes + sum(
            times * _expanded(target, regions, known, (*path, name))
            for target, times in region.refers.items()
        )
    return known[name]


_ROOT = re.compile(rb"<(?:\w+:)?svg\b[^>]*>", re.S)
_UNIT_MM = {
    "": 25.4 / 96,
    "px": 25.4 / 96,
    "mm": 1.0,
    "cm": 10.0,
    "in": 25.4,
    "pt": 25.4 / 72,
    "pc": 25.4 / 6,
}


def svg_size(svg: bytes) -> tuple[float, float]:
    """Return the width and height that the SVG's root states, in mm (its viewBox, as px, when it states none)."""
    root = _ROOT.search(svg)
    found = dict(re.findall(rb"\s(width|height|viewBox)\s*=\s*[\"']([^\"']*)", root[0])) if root else {}
    box = found.get(b"viewBox", b"").replace(b",", b" ").split()
    size = []
    for name, index in ((b"width", 2), (b"height", 3)):
        text = found.get(name) or (box[index] if len(box) == 4 else b"")
        number = re.fullmatch(r"\s*([\d.]+(?:e-?\d+)?)\s*(\w*)\s*", text.decode("latin-1"))
        if not number or number[2] not in _UNIT_MM:
            raise ArtFault(f"its {name.decode()} is not a length")
        size.append(float(number[1]) * _UNIT_MM[number[2]])
    if not all(0 < side <= _MAX_MM for side in size):
        raise ArtFault(f"its size of {size[0]:g} × {size[1]:g} mm is impossible")
    return size[0], size[1]


def data_only(url: str, resource_type: str) -> bytes:
    """Return the bytes of a data: URL; everything else is refused, so that art cannot read files or the network."""
    if not url.startswith("data:"):
        raise ArtFault(f"it refers to '{url[:80]}'; art may only hold data: pictures")
    data = _unpack_data(url)
    if b"<svg" in data[:2000] or data[:2] == b"\x1f\x8b":
        return checked(data)
    _check_pixels(data)
    return data


def _unpack_data(url: str) -> bytes:
    head, comma, body = url.partition(",")
    if not comma:
        raise ArtFault("it holds a data: URL without data")
    raw = urllib.parse.unquote_to_bytes(body)
    if not head.endswith(";base64"):
        return raw
    try:
        return base64.b64decode(b"".join(raw.split()))
    except binascii.Error:
        raise ArtFault("it holds a data: picture that is not base64") from None


def _check_pixels(data: bytes) -> None:
    from PIL import Image, UnidentifiedImageError

    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # the many pixels are reported below
            with Image.open(io.BytesIO(data), formats=("PNG", "JPEG")) as picture:
                width, height = picture.size
                if width * height <= MAX_PIXELS:
                    picture.load()  # a half of it would be drawn as far as it goes, or not at all
    except (UnidentifiedImageError, Image.DecompressionBombError):
        raise ArtFault("it holds a picture that is neither PNG, JPEG nor SVG, or is far too large") from None
    except (OSError, SyntaxError, ValueError, EOFError, struct.error, zlib.error, IndexError) as error:
        raise ArtFault(f"it holds a picture that is damaged ({error})") from None
    if width * height > MAX_PIXELS:
        raise ArtFault(f"it holds a picture of {width} × {height} pixels, at most {MAX_PIXELS:,} fit")
