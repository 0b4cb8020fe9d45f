"""Takes a rendered SVG apart into layers: shared art, placed symbols, placed faces, and set text."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from html import escape
from pathlib import Path as FilePath
from typing import NamedTuple

from cardgen.base.drawing import Art, Drawing, Item, Matrix, Path, Place, Text, multiply, scale, translate
from cardgen.faces.complaints import Teller, called
from cardgen.faces.svg.refused import Refusal
from cardgen.faces.svg.text_elements import PointText, Worded, Wording
from cardgen.faces.svg.tree import Document, DocumentError, art
from cardgen.faces.svg.uses import Parts
from cardgen.faces.svg.values import SVG, XLINK_HREF, Element, finder, href, length, properties, view_box
from cardgen.faces.text.fitting import TextBox, lay_out, line_of_text
from cardgen.faces.text.fonts import UnknownFamilyError
from cardgen.faces.text.icons import IconShelf, insides

_NOT_A_LAYER = frozenset(
    SVG + name for name in ("defs", "style", "title", "desc", "metadata", "symbol", "script")
)
_USE_MAY_HAVE = frozenset(["id", "x", "y", "width", "height", "transform", "href", XLINK_HREF])
_GROUP_MAY_HAVE = frozenset(["id", "transform"])
_TEXTS = finder(".//s:text")
_STROKED = "a text has an outline (stroke), which is not drawn"


class Placeable(NamedTuple):
    """A face that a picture may place: the drawing, its trimmed size and the shape it is trimmed to."""

    drawing: Drawing
    width: float
    height: float
    trim: Path


class Setting(NamedTuple):
    """What a template is drawn with: the face's place on paper, the kit's parts, and who tells what is wrong."""

    x: float
    y: float
    folder: FilePath | None
    parts: Parts
    place: Callable[[str], Placeable | None]
    teller: Teller
    check_art: Callable[[Art], list[Refusal]]
    intern: Callable[[Art], Art]


class Painter:
    """Draws one rendered document: every layer in order, its texts above its art."""

    def __init__(self, document: Document, setting: Setting, placed: list[Element]) -> None:
        self.document = document
        self.setting = setting
        vx, vy, vw, vh = document.view
        kx, ky = document.width / vw, document.height / vh
        self.view: Matrix = (kx, 0.0, 0.0, ky, setting.x - vx * kx, setting.y - vy * ky)
        self.wording = Wording(document, self.view, setting.folder)
        self.icons = IconShelf(document, setting.parts)
        self._placed = set(placed)
        self._layers = set(document.nested_layers)
        self._splits: set[Element] = set()
        for element in (*placed, *document.nested_layers):
            self._splits.add(element)
            self._splits.update(element.iterancestors())

    def items(self) -> list[Item]:
        """Return the whole document's items in painting order."""
        found: list[Item] = []
        self._check_sheet()
        for element in self.document.root:
            if isinstance(element.tag, str) and element.tag not in _NOT_A_LAYER:
                found += self._layer(element, [])
        return found

    def _check_sheet(self) -> None:
        sheet = self.document.sheet
        if (
            sheet is not None
            and sheet.not_understood
            and next(self.document.root.iter(SVG + "text"), None) is not None
        ):
            for selector in dict.fromkeys(sheet.not_understood):
                self.setting.teller.note(
                    f"texts do not understand the selector '{selector}' of the style sheet",
                    next(self.document.root.iter(SVG + "style"), None),
                    "style-selector",
                    "for texts write tag, .class or #id",
                    "warning",
                )

    # -- a layer --------------------------------------------------------------------------------------

    def _layer(self, layer: Element, wrappers: list[Element]) -> list[Item]:
        if _hidden(layer):
            return []
        texts = self._texts(layer)
        found: list[Item] = []
        if layer.tag != SVG + "text":
            if layer in self._splits:
                found += self._split(layer, wrappers)
            elif len(layer) or layer.tag != SVG + "g":
                found += self._art([layer], wrappers)
        for text, worded in texts:
            found += self._set(text, worded)
        return found

    def _texts(self, layer: Element) -> list[tuple[Element, Worded]]:
        """Read the texts of a layer and take them out of it; a layer inside has its own."""
        elements = [layer] if layer.tag == SVG + "text" else _TEXTS(layer)
        found: list[tuple[Element, Worded]] = []
        for text in elements:
            if self._layers and any(a in self._layers and a is not layer for a in _up_to(text, layer)):
                continue
            try:
                worded = self.wording.read(text)
            except DocumentError as error:
                self.setting.teller.note(f"{called(text)}{error}", text, error.code, error.hint)
            except ValueError as error:
                self.setting.teller.note(f"{called(text)}{error}", text, "text-option")
            else:
                if worded is not None:
                    if self.wording.computed(text).get("stroke", "none") != "none":
                        self.setting.teller.note(
                            _STROKED, text, "refused-feature", "make it a path", "warning"
                        )
                    found.append((text, worded))
        for text in elements:
            if text is not layer and text.getparent() is not None:
                parent = text.getparent()
                if not (
                    self._layers and any(a in self._layers and a is not layer for a in _up_to(text, layer))
                ):
                    parent.remove(text)
        return found

    def _split(self, group: Element, wrappers: list[Element]) -> list[Item]:
        """Draw a group piece by piece, because a face or a layer lies between its art."""
        if group in self._placed:
            return self._face(group, wrappers)
        found: list[Item] = []
        inside = [*wrappers, group]
        waiting: list[Element] = []
        for child in list(group):
            if not isinstance(child.tag, str):
                continue
            if child not in self._splits:
                waiting.append(child)
                continue
            found += self._art(waiting, inside)
            waiting = []
            if child in self._layers:
                found += self._layer(child, inside)
            elif not _hidden(child):
                found += self._split(child, inside)
        return found + self._art(waiting, inside)

    # -- art ------------------------------------------------------------------------------------------

    def _art(self, elements: list[Element], wrappers: list[Element]) -> list[Item]:
        """Return symbols that are placed, or else one piece of art for these elements."""
        if not elements:
            return []
        try:
            symbols = self._symbols(elements, wrappers)
            if symbols is not None:
                return [*symbols]
            content = b"".join(self.document.fragment(e) for e in elements)
            if b"<" not in content or not _draws(content):
                return []
            for group in reversed(wrappers):
                content = _opening(group) + content + b"</g>"
            svg = self.document.standalone(content)
            piece = art(svg, self.setting.x, self.setting.y, self.document.width, self.document.height)
            return [self._checked(piece, elements[0])]
        except DocumentError as error:
            self.setting.teller.note(str(error), elements[0], error.code, error.hint)
        except ValueError as error:
            self.setting.teller.note(str(error), elements[0], "svg-syntax")
        return []

    def _checked(self, piece: Art, element: Element) -> Art:
        for refusal in self.setting.check_art(piece):
            self.setting.teller.note(
                f"{refusal.feature} would be drawn wrongly or not at all",
                element,
                "refused-feature",
                refusal.hint,
            )
        return self.setting.intern(piece)

    def _symbols(self, elements: list[Element], wrappers: list[Element]) -> list[Art] | None:
        """Return the placed symbols of a layer that holds nothing else, or None for any other layer."""
        if any(not _plain_group(group) for group in wrappers):
            return None
        found: list[tuple[Element, Element, Document]] = []
        waiting = list(reversed(elements))
        while waiting:
            element = waiting.pop()
            if not isinstance(element.tag, str):
                continue
            if element.tag == SVG + "g" and _plain_group(element):
                waiting.extend(reversed(element))
                continue
            target = (href(element) or "").removeprefix("#")
            if (
                element.tag != SVG + "use"
                or not target
                or not set(element.attrib) <= _USE_MAY_HAVE
                or len(element)
            ):
                return None
            home: tuple[Document, Element] | None
            own = self.document.element(target)
            home = (self.document, own) if own is not None else self.setting.parts.element(target)
            if home is None or not _placeable(home[1]):
                return None
            found.append((element, home[1], home[0]))
        if not found:
            return None
        return [self._symbol(use, symbol, document) for use, symbol, document in found]

    def _symbol(self, use: Element, symbol: Element, document: Document) -> Art:
        shared = self._alone(use, symbol, document)
        bx, by, bw, bh = shared.x, shared.y, shared.width, shared.height
        vw, vh = self.document.view[2:]
        x, y = length(use.get("x"), whole=vw), length(use.get("y"), whole=vh)
        width = length(use.get("width") or symbol.get("width"), vw, whole=vw)
        height = length(use.get("height") or symbol.get("height"), vh, whole=vh)
        sx, sy = width / bw, height / bh
        if symbol.get("preserveAspectRatio", "").strip() != "none":
            sx = sy = min(sx, sy)
        left, top = x + (width - bw * sx) / 2, y + (height - bh * sy) / 2
        inner = multiply(translate(left, top), multiply(scale(sx, sy), translate(-bx, -by)))
        return Art(shared.svg, shared.key, bx, by, bw, bh, multiply(self.wording.matrix(use), inner))

    def _alone(self, use: Element, symbol: Element, document: Document) -> Art:
        """Return a symbol as art of its own; a document remembers its symbols."""
        name = symbol.get("id")
        found = document.symbols.get(name)
        if found is None:
            head = document.symbol_head(symbol)
            assert head is not None
            svg = document.standalone(insides(document, symbol), head[0])
            found = document.symbols[name] = self._checked(art(svg, *head[1]), use)
        return found

    # -- faces ----------------------------------------------------------------------------------------

    def _face(self, use: Element, wrappers: list[Element]) -> list[Item]:
        target = href(use) or ""
        placeable = self.setting.place(target)
        if placeable is None:
            return []
        if use.tag != SVG + "use":
            self.setting.teller.note(
                f"only <use> places a face, not <{use.tag.rpartition('}')[2]}>", use, "unknown-id"
            )
            return []
        vw, vh = self.document.view[2:]
        x, y = length(use.get("x"), whole=vw), length(use.get("y"), whole=vh)
        width = length(use.get("width"), whole=vw) if use.get("width") else None
        height = length(use.get("height"), whole=vh) if use.get("height") else None
        w, h = placeable.width, placeable.height
        if width is None and height is None:
            k = 1 / (self.view[0] or 1.0)  # its real size
        elif width is None or height is None:
            k = width / w if width is not None else (height or 0.0) / h
        else:
            k = min(width / w, height / h)
            x, y = x + (width - w * k) / 2, y + (height - h * k) / 2
        opacity = 1.0
        for element in (*wrappers, use):
            look = {**element.attrib, **properties(element.get("style") or "")}
            opacity *= float(look.get("opacity") or 1)
            if look.get("clip-path", "none") != "none":
                self.setting.teller.note(
                    "a placed face cannot be clipped", use, "refused-feature", "leave out the clip", "warning"
                )
        matrix = multiply(self.wording.matrix(use), (k, 0.0, 0.0, k, x, y))
        return [Place(placeable.drawing, matrix, placeable.trim, opacity)]

    # -- text -----------------------------------------------------------------------------------------

    def _set(self, text: Element, worded: Worded) -> list[Item]:
        try:
            self.setting.teller.slants(worded, text)
            found: list[Item] = []
            if worded.box is not None:
                found += self._set_box(text, worded, worded.box)
            for point in worded.points:
                found += self._set_point(text, worded, point)
            return [item for item in found if not isinstance(item, Text) or item.opacity > 0]
        except UnknownFamilyError as error:
            self.setting.teller.unknown_family(error, text)
        except DocumentError as error:
            self.setting.teller.note(f"{called(text)}{error}", text, error.code, error.hint)
        return []

    def _set_point(self, text: Element, worded: Worded, point: PointText) -> list[Item]:
        items = line_of_text(
            point.segments, point.style, point.x, point.y, point.anchor, matrix=point.matrix, icons=self.icons
        )
        if _suspicious(worded.words, items):
            endless = TextBox(point.segments, point.style, 0, 0, 1e9, None, icons=self.icons)
            self.setting.teller.layout(text, worded, lay_out(endless), self.icons)
        return items

    def _set_box(self, text: Element, worded: Worded, box: TextBox) -> list[Item]:
        layout = lay_out(replace(box, icons=self.icons))
        self.setting.teller.layout(text, worded, layout, self.icons)
        return [*layout.items]


def _suspicious(words: str, items: list[Item]) -> bool:
    """Tell whether a line may hold an unknown icon or a character without a glyph."""
    return "{" in words or any(g.id == 0 for item in items if isinstance(item, Text) for g in item.glyphs)


def _hidden(element: Element) -> bool:
    return element.get("display") == "none" or properties(element.get("style") or "").get("display") == "none"


def _up_to(element: Element, top: Element) -> Iterator[Element]:
    for ancestor in element.iterancestors():
        if ancestor is top:
            return
        yield ancestor


def _plain_group(group: Element) -> bool:
    """Tell whether a group only moves what is in it."""
    return all(
        k in _GROUP_MAY_HAVE or k.startswith("data-") or (k == "style" and not v)
        for k, v in group.attrib.items()
    )


def _placeable(element: Element) -> bool:
    if element.tag != SVG + "symbol" or view_box(element) is None:
        return False
    ratio = element.get("preserveAspectRatio", "").strip()
    look = {**element.attrib, **properties(element.get("style") or "")}
    return ratio in ("", "none", "xMidYMid", "xMidYMid meet") and look.get("overflow", "hidden") == "hidden"


_EMPTY_TAGS = (b"g>", b"g ", b"/g", b"g/", b"title", b"/title", b"desc", b"/desc")


def _draws(content: bytes) -> bool:
    """Tell whether a piece holds anything but empty groups."""
    return any(
        not part.startswith((b"g>", b"g ", b"/g", b"g/", b"title", b"/title", b"desc", b"/desc"))
        for part in content.split(b"<")[1:]
    )


def _opening(group: Element) -> bytes:
    attributes = "".join(
        f' {k}="{escape(v)}"' for k, v in group.attrib.items() if not k.startswith("{") and k != "id"
    )
    return f"<g{attributes}>".encode()
