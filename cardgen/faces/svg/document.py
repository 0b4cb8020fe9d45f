"""A rendered SVG as layers need it: find an id, collect what a piece refers to, make it stand alone."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from functools import cached_property, lru_cache
from hashlib import sha256
from html import escape

from lxml import etree

from cardgen.base.drawing import Art
from cardgen.base.errors import did_you_mean
from cardgen.base.svg import (
    SVG,
    SVG_URI,
    XLINK_URI,
    Box,
    Element,
    SvgError,
    colour,
    finder,
    length,
    view_box,
)
from cardgen.faces.svg.cascade import printed
from cardgen.faces.svg.plain import plainly

MAX_DRAWN = 100_000
"""Elements of one piece of art after every `<use>` has been followed."""

_REFERENCE = re.compile(rb'\bhref="#([^"]+)"|url\(\s*(?:&quot;|[\'"])?#([^)\'"&\s]+)')
_PERCENT = re.compile(rb'(opacity(?:="|\s*:)\s*)([-+]?(?:\d+\.?\d*|\.\d+))%')
_NEWER_COLOUR = re.compile(
    rb'((?:fill|stroke|color)(?:="|\s*:)\s*)(#[0-9a-fA-F]{4}(?:[0-9a-fA-F]{4})?(?![0-9a-fA-F])|(?:rgba?|hsla?|hwb)\([^)"]*\))'
)
_BETWEEN_TAGS = re.compile(rb">\s+<")
_NOT_INHERITED = (
    *("id", "width", "height", "viewBox", "version", "x", "y", "preserveAspectRatio"),
    *("baseProfile", "contentStyleType", "zoomAndPan"),
)
_LOOKS = ("style", "class", "fill", "stroke", "font", "opacity", "color", "clip-path", "stop")
_HEAD = f'<svg xmlns="{SVG_URI}" xmlns:xlink="{XLINK_URI}"'
_IDS = finder("//*[@id]")
_NESTED_LAYERS = finder("/*/*[@i:groupmode='layer']//s:g[@i:groupmode='layer']")
_OWN_NAMESPACES = (SVG_URI, XLINK_URI, "http://www.w3.org/XML/1998/namespace")

Fragment = bytes
"""A piece of SVG without namespace declarations of its own."""


class SvgDocument:
    """One rendered SVG and how it is `written`; `elsewhere` finds what its references name in other files."""

    def __init__(self, root: Element, elsewhere: Callable[[str], Fragment | None], written: str) -> None:
        self.root = root
        self._elsewhere = elsewhere
        self.nested_layers: list[Element] = _NESTED_LAYERS(root)
        _drop_foreign(root)
        self.view, self.width, self.height = _measure(root)
        self._declarations = _declarations(root)
        inherited = attributes(
            root, lambda name: name not in _NOT_INHERITED and not name.startswith(("{", "data-"))
        )
        self._inherited = _as_drawn(inherited.encode()).decode()
        sheets = [printed("".join(e.itertext())) for e in root.iter(SVG + "style")]
        self.css = plainly(root, written, "\n".join(sheets))
        self.style_text = f"<style>{escape(self.css, quote=False)}</style>" if self.css else ""
        self.style_text = _as_drawn(self.style_text.encode()).decode()
        self._worded = {
            str(e.get("id"))
            for text in root.iter(SVG + "text")
            for e in (text, *text.iterancestors())
            if e.get("id") is not None
        }
        self._sheet_refers = [n for n in _references(self.style_text.encode()) if n in self.ids]
        self._fragments: dict[str, Fragment | None] = {}
        self.symbols: dict[str, Art] = {}  # those that were placed, by id

    @cached_property
    def ids(self) -> dict[str, Element]:
        """The elements of the document itself by their ids; of two that are equal, the first."""
        found: dict[str, Element] = {}
        for element in _IDS(self.root):
            found.setdefault(element.get("id"), element)
        return found

    def fragment(self, element: Element) -> Fragment:
        """Return an element as text, without the white space between its tags."""
        return _tight(_written(element), self._declarations)

    def named(self, name: str) -> Fragment | None:
        """Return what an id stands for, here or in another file."""
        if name not in self._fragments:
            element = self.ids.get(name)
            self._fragments[name] = self._elsewhere(name) if element is None else self.fragment(element)
        return self._fragments[name]

    def standalone(self, content: Fragment, head: str | None = None) -> bytes:
        """Return an SVG of its own with this content and everything it refers to.

        `head` are the attributes that say its size; without them it is as large as the document.
        """
        needed = self._needed(content)
        worded = [f"'#{name}'" for name, fragment in needed.items() if b"<text" in fragment]
        if (
            self._worded
        ):  # texts of layers are set and taken out of the tree before anybody else uses what holds them
            worded += [f"'#{name}'" for name in sorted(self._worded & self._used(content, needed))]
        if worded or b"<text" in content:
            raise SvgError(
                f"there is text inside {worded[0] if worded else 'a part'} that is used",
                "text-in-part",
                "texts must stand in a layer themselves, not in <defs>, <symbol>, or what <use> points to",
            )
        self._count(content, needed)
        content = _as_drawn(content)
        needed = {name: _as_drawn(fragment) for name, fragment in needed.items()}
        head = head or _size(f"{self.width:g}", f"{self.height:g}", self.view)
        return b"".join(
            (
                f"{_HEAD}{head}{self._inherited}>{self.style_text}".encode(),
                b"<defs>" if needed else b"",
                *needed.values(),
                b"</defs>" if needed else b"",
                content,
                b"</svg>",
            )
        )

    def _used(self, content: Fragment, needed: Mapping[str, Fragment]) -> set[str]:
        """Return the ids that a piece of art refers to."""
        return {name for fragment in (content, *needed.values()) for name in _references(fragment)}

    def _needed(self, content: Fragment) -> dict[str, Fragment]:
        needed: dict[str, Fragment] = {}
        queue = [*_references(content), *self._sheet_refers]
        for name in queue:
            if name in needed or f' id="{name}"'.encode() in content:
                continue
            fragment = self.named(name)
            if fragment is None:
                known = [i for i in self.ids if not re.fullmatch(r"[a-zA-Z]+\d+", i)]
                raise SvgError(
                    f"'#{name}' is used but nothing has this id", "unknown-id", did_you_mean(name, known)
                )
            needed[name] = fragment
            queue += _references(fragment)
        return needed

    def _count(self, content: Fragment, needed: dict[str, Fragment]) -> None:
        sizes: dict[str, int | None] = {}  # None while it is being counted

        def size(fragment: Fragment) -> int:
            total = fragment.count(b"<")
            for name in _references(fragment):
                if name not in needed:
                    continue
                if name not in sizes:
                    sizes[name] = None
                    sizes[name] = size(needed[name])
                counted = sizes[name]
                if counted is None:
                    raise SvgError(f"'#{name}' uses itself", "use-loop")
                total += counted
            if total > MAX_DRAWN:
                raise SvgError(
                    f"it would draw more than {MAX_DRAWN:,} shapes",
                    "too-complex",
                    "use fewer copies of copies",
                )
            return total

        try:
            size(content)
        except RecursionError:
            raise SvgError("its parts are nested too deeply", "too-complex") from None

    def symbol(self, element: Element, box: Box, colour: str = "") -> Art:
        """Return a symbol or a group as art of its own, `box` being its viewBox, 50 mm at its longer side.

        `colour` is what the SVG says at its root where the symbol leaves the colour to the text around it.
        """
        content = self.fragment(element)
        if element.tag == SVG + "symbol":
            look = attributes(element, lambda name: name.startswith(_LOOKS))
            inner = b"".join(self.fragment(child) for child in element if isinstance(child.tag, str))
            content = f"<g{look}>".encode() + inner + b"</g>"
        k = 50 / max(box[2], box[3])
        head = _size(f"{box[2] * k:.6g}", f"{box[3] * k:.6g}", box)
        return art(self.standalone(content, colour + head), *box)


def attributes(element: Element, wanted: Callable[[str], bool]) -> str:
    """Return the attributes of an element whose names are wanted, as they are written in a tag."""
    return "".join(f' {k}="{escape(v)}"' for k, v in element.attrib.items() if wanted(k))


@lru_cache(maxsize=4096)
def _as_drawn(fragment: Fragment) -> Fragment:
    """Return a piece of SVG as every art engine reads it: opacities that are numbers, colours in rgb."""
    if b"%" in fragment and b"opacity" in fragment:
        fragment = _PERCENT.sub(lambda m: m[1] + b"%g" % (float(m[2]) / 100), fragment)
    return _NEWER_COLOUR.sub(_plain_colour, fragment)


def _plain_colour(found: re.Match[bytes]) -> bytes:
    """Return #rgba, rgb(1 2 3 / 50%), hsl() and the like as every engine knows them; what is no colour is reported later."""
    try:
        paint, opacity = colour(found[2].decode())
    except ValueError:
        return found[0]
    red, green, blue = bytes.fromhex(paint[1:])
    return found[1] + (paint if opacity == 1 else f"rgba({red},{green},{blue},{opacity:g})").encode()


def _size(width: str, height: str, box: Box) -> str:
    return f' width="{width}mm" height="{height}mm" viewBox="{" ".join(f"{v:g}" for v in box)}"'


def art(svg: bytes, x: float, y: float, width: float, height: float) -> Art:
    return Art(svg, sha256(svg).hexdigest(), x, y, width, height)


@lru_cache(maxsize=4096)  # most of what a card is made of was in the card before
def _tight(text: bytes, declarations: bytes) -> Fragment:
    return _BETWEEN_TAGS.sub(b"><", text.replace(declarations, b""))


@lru_cache(maxsize=4096)
def _references(fragment: Fragment) -> tuple[str, ...]:
    return tuple((a or b).decode() for a, b in _REFERENCE.findall(fragment))


def _written(element: Element) -> bytes:
    """Return an element as text; in UTF-8, because a name of a tag or an attribute cannot be written as &#233;."""
    text: bytes = etree.tostring(element, with_tail=False, encoding="utf-8")
    return text


def _drop_foreign(root: Element) -> None:
    """Take away what other programs noted in the file: it would make equal layers differ."""
    for element in list(root.iter(SVG + "foreignObject")):
        parent = element.getparent()
        if element.get("requiredExtensions") and parent is not None and parent.tag == SVG + "switch":
            parent.remove(element)  # Illustrator's own: a switch goes on to what everybody reads
    tags = {
        element.tag.partition("}")[0][1:] for element in root.iter("{*}*")
    }  # a tag may declare a namespace itself
    foreign = {uri for uri in tags.union(root.nsmap.values()) if uri and uri not in _OWN_NAMESPACES}
    if foreign:
        names = [f"{{{uri}}}*" for uri in foreign]
        etree.strip_elements(root, *names, with_tail=False)
        etree.strip_attributes(root, *names)


def _declarations(root: Element) -> bytes:
    """Return the namespace declarations that lxml writes into every piece of this document."""
    probe = etree.SubElement(root, SVG + "g")
    text = _written(probe)
    root.remove(probe)
    return text[text.find(b" ") : -2] if b" " in text else b"\0"


def _measure(root: Element) -> tuple[Box, float, float]:
    """Return the viewBox and the size in mm of a document."""
    box = view_box(root)
    said = (root.get("viewBox") or "").strip()
    if said and box is None:
        message = f"the viewBox of the <svg> is '{said[:40]}', expected four numbers such as -3 -3 69 94"
        raise SvgError(message, "template-size", "the last two are width and height, more than 0")
    try:
        said = [(root.get(name) or "").strip() for name in ("width", "height")]
        # in mm: 69mm is 69, not 69.00000000000001
        w, h = (None if not s or s.endswith("%") else round(length(s) * 25.4 / 96, 6) for s in said)
    except ValueError as error:
        raise SvgError(
            f"the size of the <svg> is not known: {error}", "template-size", 'write width="63mm"'
        ) from None
    if box is None:
        if w is None or h is None:
            raise SvgError(
                "the <svg> has no viewBox and no size",
                "template-size",
                'write for instance width="69mm" height="94mm" viewBox="-3 -3 69 94"',
            )
        return (0.0, 0.0, w * 96 / 25.4, h * 96 / 25.4), w, h
    if w is None and h is None:
        w, h = box[2], box[3]  # a drawing in mm without a size of its own
    elif w is None:
        w = (h or 0.0) * box[2] / box[3]
    elif h is None:
        h = w * box[3] / box[2]
    if not w or not h or w <= 0 or h <= 0:
        raise SvgError("the <svg> has no size", "template-size", 'write width="63mm" height="88mm"')
    return box, w, h
