"""The icons that texts may name in braces: symbols of the template, and of the kit's icon files."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from html import escape

from cardgen.faces.svg.tree import Document, art
from cardgen.faces.svg.uses import Parts, drawable_ids
from cardgen.faces.svg.values import SVG, Element, length
from cardgen.faces.text.inking import Icon


class IconShelf(Mapping[str, Icon]):
    """The icons a text may name: the template's own symbols first, the kit's icon files second."""

    def __init__(self, document: Document, parts: Parts) -> None:
        self._document = document
        self._parts = parts
        self._found: dict[str, Icon | None] = {}

    def __contains__(self, name: object) -> bool:
        return isinstance(name, str) and self._find(name) is not None

    def __getitem__(self, name: str) -> Icon:
        icon = self._find(name)
        if icon is None:
            raise KeyError(name)
        return icon

    def __iter__(self) -> Iterator[str]:
        yield from drawable_ids(self._document)
        for prefix, document in self._parts.icon_documents():
            yield from (i.removeprefix(prefix) for i in drawable_ids(document))

    def __len__(self) -> int:
        return sum(1 for _ in self)

    def _find(self, name: str) -> Icon | None:
        if name not in self._found:
            self._found[name] = self._look_up(name)
        return self._found[name]

    def _look_up(self, name: str) -> Icon | None:
        icon = _icon(self._document, self._document.element(name))
        if icon is None:
            for prefix, document in self._parts.icon_documents():
                icon = _icon(document, document.element(prefix + name))
                if icon is not None:
                    break
        return icon


def _icon(document: Document, element: Element | None) -> Icon | None:
    if element is None or element.tag not in (SVG + "symbol", SVG + "g"):
        return None
    if element.tag == SVG + "g" and element.get("data-w") is None:
        return None  # a layer that happens to have the name of a word in braces
    if element.tag == SVG + "g":
        box = (0.0, 0.0, length(element.get("data-w"), 10.0), length(element.get("data-h"), 10.0))
        content = document.fragment(element)
        head: tuple[str, tuple[float, float, float, float]] | None = (_head(box), box)
    else:
        head = document.symbol_head(element)
        content = insides(document, element)
    if head is None:
        return None
    tinted = b"currentColor" in content
    svg = document.standalone(content, (' color="#000000"' if tinted else "") + head[0])
    made = art(svg, *head[1])
    return Icon(svg, made.key, *head[1], tinted=tinted)


def _head(box: tuple[float, float, float, float]) -> str:
    k = 50 / max(box[2], box[3])
    text = " ".join(f"{v:g}" for v in box)
    return f' width="{box[2] * k:.6g}mm" height="{box[3] * k:.6g}mm" viewBox="{text}"'


def insides(document: Document, symbol: Element) -> bytes:
    """Return a symbol's content as a group that keeps the symbol's own look."""
    look = {k: v for k, v in symbol.attrib.items() if k in ("style", "class") or _is_presentation(k)}
    attributes = "".join(f' {k}="{escape(v)}"' for k, v in look.items())
    inner = b"".join(document.fragment(child) for child in symbol if isinstance(child.tag, str))
    return f"<g{attributes}>".encode() + inner + b"</g>"


def _is_presentation(name: str) -> bool:
    return name.startswith(("fill", "stroke", "font", "opacity", "color", "clip-path", "stop"))
