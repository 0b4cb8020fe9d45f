"""Makes the SVG of a piece of art safe and self-contained enough to stand inside an HTML page.

Art may come from a stranger's kit, and an SVG in a page may do whatever a page may. So only drawing elements and
harmless attributes pass; names get a prefix so that two pieces never mean each other's gradients.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import escape
from typing import Any

from cardgen.export.operators import number
from cardgen.faces.art.caps import svg_size

_ELEMENTS = frozenset(
    {"svg", "g", "defs", "symbol", "use", "path", "rect", "circle", "ellipse", "line", "polyline", "polygon"}
    | {"text", "tspan", "image", "style", "linearGradient", "radialGradient", "stop", "pattern", "clipPath"}
    | {"mask", "marker", "title", "desc"}
)
_SVG = "{http://www.w3.org/2000/svg}"
_XLINK_HREF = "{http://www.w3.org/1999/xlink}href"
_LOCAL_URL = re.compile(r"url\(\s*['\"]?#([^)'\"\s]+)['\"]?\s*\)")
_ANY_URL = re.compile(r"url\(\s*['\"]?(?!#)[^)]*\)|@import|expression\s*\(", re.I)
_PICTURE = re.compile(r"data:image/(?:png|jpeg|webp|gif);base64,[A-Za-z0-9+/=\s]*")
_OWN_BOX = frozenset(
    {"width", "height", "viewBox", "preserveAspectRatio", "x", "y", "id", "version", "class"}
)


def symbol(svg: bytes, name: str) -> str:
    """Return the art as a `<symbol>` with this id that fills whatever box a `<use>` gives it."""
    from lxml import etree

    parser = etree.XMLParser(
        resolve_entities=False, no_network=True, load_dtd=False, remove_comments=True, remove_pis=True
    )
    root = etree.fromstring(svg, parser)
    box = root.get("viewBox")
    if not box:
        width, height = (side * 96 / 25.4 for side in svg_size(svg))
        box = f"0 0 {number(width)} {number(height)}"
    inside = "".join(_children(root, name))
    # What the root says about its children (a fill, a font) must not be lost with it.
    own = "".join(_attributes(root, name, without=_OWN_BOX))
    body = f"<g{own}>{inside}</g>" if own else inside
    return f'<symbol id="{name}" viewBox="{escape(box)}" preserveAspectRatio="none">{body}</symbol>'


def _children(element: Any, name: str) -> Iterator[str]:
    if element.text and element.text.strip():
        style = element.tag == f"{_SVG}style"
        yield _style_sheet(element.text, name) if style else escape(element.text, quote=False)
    for child in element:
        yield _element(child, name)
        if child.tail and child.tail.strip():
            yield escape(child.tail, quote=False)


def _element(element: Any, name: str) -> str:
    if not isinstance(element.tag, str):
        return ""
    tag = element.tag.removeprefix(_SVG)
    if tag not in _ELEMENTS:
        return ""
    inside = "".join(_children(element, name))
    attributes = "".join(_attributes(element, name))
    return f"<{tag}{attributes}>{inside}</{tag}>" if inside else f"<{tag}{attributes}/>"


def _attributes(element: Any, name: str, without: frozenset[str] = frozenset()) -> Iterator[str]:
    for key, value in element.attrib.items():
        key = "href" if key == _XLINK_HREF else key
        if key in without or key.startswith(("{", "on")) or not re.fullmatch(r"[\w-]+", key):
            continue
        if key == "id":
            value = f"{name}-{value}"
        elif key == "class":
            value = " ".join(f"{name}-{one}" for one in value.split())
        elif key == "href":
            if value.startswith("#"):
                value = f"#{name}-{value[1:]}"
            elif not _PICTURE.fullmatch(value):
                continue
        else:
            if _ANY_URL.search(value):
                continue
            value = _own_urls(value, name)
        yield f' {key}="{escape(value)}"'


def _own_urls(text: str, name: str) -> str:
    return _LOCAL_URL.sub(rf"url(#{name}-\1)", text)


def _style_sheet(text: str, name: str) -> str:
    """Return the rules of a style sheet, reaching no farther than this piece of art."""
    text = re.sub(r"/\*.*?\*/|<!--|-->|@[^{;]*;", "", text, flags=re.S)
    rules = []
    for selectors, body in re.findall(r"([^{}]+)\{([^{}]*)\}", text):
        if "@" in selectors or "<" in selectors + body or _ANY_URL.search(body):
            continue
        scoped = ",".join(f"#{name} {_selector(one, name)}" for one in selectors.split(","))
        rules.append(f"{scoped}{{{_own_urls(body, name).strip()}}}")
    return "".join(rules)


def _selector(selector: str, name: str) -> str:
    return re.sub(r"([.#])([\w-]+)", rf"\1{name}-\2", selector.strip())
