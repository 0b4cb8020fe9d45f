"""Takes a rendered SVG apart into layers: shared art, placed symbols, placed faces, and set text."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from itertools import takewhile
from math import hypot, sqrt
from pathlib import Path as FilePath
from typing import NamedTuple, TypeAlias

from cardgen.base.drawing import (
    Art,
    Drawing,
    Item,
    Matrix,
    Path,
    PlacedDrawing,
    Text,
    apply,
    multiply,
    rect,
    scale,
    translate,
)
from cardgen.base.errors import did_you_mean
from cardgen.base.files import FileError
from cardgen.base.svg import (
    SVG,
    XLINK_HREF,
    Box,
    Element,
    finder,
    href,
    length,
    properties,
    transform,
    view_box,
)
from cardgen.base.svg_outline import extent
from cardgen.faces.complaints import Teller, called
from cardgen.faces.svg.document import SvgDocument, art, attributes
from cardgen.faces.svg.parts import IconShelf, Parts
from cardgen.faces.svg.pictures import (
    Fitted,
    Meant,
    Surroundings,
    dots,
    dots_fault,
    fitted,
    is_crisp,
    surroundings,
    wanted_dpi,
)
from cardgen.faces.svg.refused import CLIPPED_TEXT
from cardgen.faces.svg.text_elements import Worded, Wording
from cardgen.faces.text.fitting import TextLine, lay_out
from cardgen.faces.text.fonts import UnknownFamilyError, font
from cardgen.model.kit import SpotPlate

_NOT_A_LAYER = frozenset(
    SVG + name for name in ("defs", "style", "title", "desc", "metadata", "symbol", "script")
)
_USE_MAY_HAVE = frozenset(["id", "x", "y", "width", "height", "transform", "href", XLINK_HREF])
_GROUP_MAY_HAVE = frozenset(["id", "transform"])
_DEPTH = 12  # of groups in groups that are looked into
_PLATE = "data-plate"
_TINT = "data-ink"
_SPOTS = finder("//*[@data-plate or @data-ink]")
_SEE_THROUGH = ("opacity", "fill-opacity", "stroke-opacity", "mask", "filter", "mix-blend-mode")
_LEAST = 7.0
"""pt: smaller letters fill where ink of its own is pressed on."""
_OPAQUE = ("1", "100%", "none", "normal")
_CLIP = re.compile(r"url\(\s*[\"']?#([^\"')]+)")
_NOT_DRAWN = frozenset(SVG + name for name in ("defs", "symbol", "clipPath", "mask", "pattern", "marker"))
_SHAPES = [
    SVG + name
    for name in ("rect", "circle", "ellipse", "line", "path", "polygon", "polyline", "use", "image")
]
_TEXTS = finder(".//s:text")
_EMPTY_TAGS = (b"g>", b"g ", b"/g", b"g/", b"title", b"/title", b"desc", b"/desc")
_TOUCH = 0.05  # mm of ink over ink that nobody sees
_FAINT = 0.5  # of a text that lies behind others, as a watermark
_X_HEIGHT = 0.5  # of the size of a text: what every word has above its baseline

Quad: TypeAlias = tuple[tuple[float, float], ...]
"""Four corners, one after the other round a letter."""


class Placeable(NamedTuple):
    """A face that a picture may place: the drawing, its trimmed size and the shape it is trimmed to."""

    drawing: Drawing
    width: float
    height: float
    trim: Path


@dataclass(eq=False)
class Painter:
    """Draws one rendered document: every layer in order, its texts above its art.

    `placed` are the elements that place a face, which `place` finds, `pictures` what each `<image>` shows; `corner` is
    where the document lies on paper and `trim` what is left of it when it is cut, `folder` the kit's own fonts, `language`
    its own. `share` makes equal pieces of art one, `teller` tells what is wrong. Groups of the `plates` of a press are
    drawings of their own if the face is `plated`, else drawn as they are or left out.
    """

    document: SvgDocument
    placed: list[Element]
    pictures: Mapping[Element, Meant]
    corner: tuple[float, float]
    trim: Box | None
    folder: FilePath | None
    language: str
    parts: Parts
    place: Callable[[str], Placeable | None]
    teller: Teller
    share: Callable[..., Art]
    plates: Mapping[str, SpotPlate] = field(default_factory=dict)
    plated: bool = False

    def __post_init__(self) -> None:
        vx, vy, vw, vh = self.document.view
        kx, ky = self.document.width / vw, self.document.height / vh
        x, y = self.corner
        self.view: Matrix = (kx, 0.0, 0.0, ky, x - vx * kx, y - vy * ky)
        self.icons = IconShelf(self.document, self.parts)
        self.wording = Wording(self.document, self.view, self.folder, self.icons, self.language)
        nested = [*self.document.nested_layers, *self._spot_groups()]
        self._layers = set(nested)
        self._splits: set[Element] = set()
        self._set: dict[Element, list[Item]] = {}
        self._said: dict[Element, tuple[Worded, list[Item]]] = {}
        self._native: dict[Element, tuple[Fitted, Surroundings]] = {}
        for element, meant in self.pictures.items():
            with self._telling(element, called(element), "picture"):
                self._fit(element, meant)
            if (
                element not in self._native and element.tag == SVG + "image"
            ):  # what is wrong with it is reported
                element.getparent().remove(element)
        for element in (*self.placed, *self._native, *nested):
            self._splits.add(element)
            self._splits.update(element.iterancestors())

    def items(self) -> list[Item]:
        """Return the whole document's items in painting order."""
        found: list[Item] = []
        self._check_sheet()
        for element in self.document.root:
            if isinstance(element.tag, str) and element.tag not in _NOT_A_LAYER:
                found += self._layer(element, [])
        self._check_apart()
        if self.plated:  # what is printed over all must not be taken away by what is painted after it
            found.sort(key=self._lies_over)
        return found

    def _lies_over(self, item: Item) -> bool:
        spot = item.drawing.spot if isinstance(item, PlacedDrawing) else ""
        return spot in self.plates and self.plates[spot].overprint

    def _check_sheet(self) -> None:
        sheet = self.wording.cascade.sheet
        for selector in dict.fromkeys(sheet.not_understood if sheet else ()):
            self.teller.note(
                f"texts do not understand the selector '{selector}' of the style sheet",
                next(self.document.root.iter(SVG + "style"), None),
                "style-selector",
                "for texts write tag, .class or #id",
                "warning",
            )

    def _check_apart(self) -> None:
        """Tell which lines without a box run into another text; the same words twice are a shadow or an outline."""
        there: list[tuple[Element, Worded, Quad, list[Quad]]] = []
        for text, (worded, items) in self._said.items():
            ink = [
                q for item in items if isinstance(item, Text) and item.opacity > _FAINT for q in inked(item)
            ]
            if not ink or text.get("data-fit") == "none":
                continue
            around = _around_all(ink)
            for other, said, its_around, its in there:
                lines = [one for one in (worded, said) if isinstance(one.parts[0], TextLine)]
                if not lines or worded.words == said.words or _depth(around, its_around) <= _TOUCH:
                    continue
                if any(_depth(one, another) > _TOUCH for one in ink for another in its):
                    first = max(lines, key=lambda one: len(one.words))
                    at, into, own = (text, said, ink) if first is worded else (other, worded, its)
                    self.teller.run_together(at, first, into, _along(own[0], around, its_around))
            there.append((text, worded, around, ink))

    # -- a layer --------------------------------------------------------------------------------------

    def _layer(self, layer: Element, wrappers: list[Element]) -> list[Item]:
        if _hidden(layer):
            return []
        plate = self.plates.get(layer.get(_PLATE, ""))
        if plate is None:
            return self._plain_layer(layer, wrappers)
        if not (plate.at_home or self.plated):
            return []
        found = self._plain_layer(layer, wrappers)
        if not self.plated:
            return found
        others: list[Item] = [
            item for item in found if isinstance(item, PlacedDrawing) and item.drawing.spot
        ]  # the nearest counts
        own = tuple(item for item in found if item not in others)
        box = (*self.corner, self.document.width, self.document.height)
        small = [item.words for item in own if isinstance(item, Text) and _points(item) < _LEAST]
        if small and not plate.overprint:
            message = f"{called(layer)}“{small[0]}” is smaller than {_LEAST:g} pt, too small for the plate '{plate.name}'"
            self.teller.note(message, layer, "plate", "foil fills such letters", "warning")
        spot = PlacedDrawing(Drawing(plate.name, *box, own, spot=plate.name, tint=_tint(layer) or 1.0))
        return [spot, *others] if own else others

    def _spot_groups(self) -> list[Element]:
        """Return the elements that name a plate; one that nobody knows, and what is no plain ink, is told."""
        found = []
        for element in _SPOTS(self.document.root):
            name, where = element.get(_PLATE), called(element)
            if _tint(element) is None:
                message, hint = (
                    f"{where}data-ink is '{element.get(_TINT)}'",
                    "write 1 % to 100 %, such as 50 %",
                )
                self.teller.note(message, element, "plate", hint)
            if name is None:
                message = f"{where}data-ink says how much of an ink, and no plate is named beside it"
                self.teller.note(message, element, "plate", "add data-plate to the same element")
            elif name not in self.plates:
                hint = did_you_mean(name, self.plates) if self.plates else f"plates: {{{name}: {{}}}}"
                self.teller.note(f"{where}game.yaml names no plate '{name}'", element, "plate", hint)
            elif element.tag in _NOT_DRAWN or _is_kept_away(element):
                hint = "name the plate in a layer or at what uses this"
                self.teller.note(f"{where}a definition cannot lie on a plate", element, "plate", hint)
            else:
                found.append(element)
                self._check_solid(element, name)
        return found

    def _check_solid(self, group: Element, plate: str) -> None:
        """Tell what on a plate is neither ink nor paper: pictures, gradients, and what is see-through."""
        for element in group.iter():
            if not isinstance(element.tag, str) or element.get(_PLATE, plate) != plate:
                continue
            said = {**element.attrib, **properties(element.get("style") or "")}
            what = "a picture" if element.tag == SVG + "image" else ""
            if any(str(said.get(name, "")).startswith("url(") for name in ("fill", "stroke")):
                what = "a gradient or a pattern"
            if any(str(said.get(name, "1")) not in _OPAQUE for name in _SEE_THROUGH):
                what = "something see-through"
            if what:
                message = f"{called(element)}{what} on the plate '{plate}', where there is only ink or none"
                hint = 'draw it in one full colour; data-ink="50 %" beside data-plate prints a tint'
                self.teller.note(message, element, "plate", hint)
            wide, least = self._stroke(element), self.plates[plate].least
            if wide is not None and wide < least - 0.005:
                message = (
                    f"{called(element)}a line of {wide:.2g} mm on the plate '{plate}', thinner than it prints"
                )
                self.teller.note(message, element, "plate", f"draw it {least:g} mm wide or more", "warning")

    def _stroke(self, element: Element) -> float | None:
        """Return how wide the line of a shape is on paper, in mm; None where it has none."""
        if element.tag not in _SHAPES or _look(element, "stroke") in ("", "none"):
            return None
        a, b, c, d, _, _ = self.wording.matrix(element)
        return length(_look(element, "stroke-width"), 1.0, whole=1.0) * sqrt(abs(a * d - b * c))

    def _plain_layer(self, layer: Element, wrappers: list[Element]) -> list[Item]:
        if layer.tag == SVG + "text":
            return self._text(layer)
        texts = _TEXTS(layer)
        if self._layers:  # a layer inside has texts of its own
            texts = [
                t
                for t in texts
                if t not in self._layers
                and self._layers.isdisjoint(takewhile(lambda above: above is not layer, t.iterancestors()))
            ]
        if texts:
            texts = self._above_all(layer, texts)
        words = [item for text in texts for item in self._text(text)]
        for text in texts:
            if text.getparent() is not None:
                text.getparent().remove(text)
        if layer in self._splits and (len(layer) or layer.get(_PLATE) is None or layer in self._native):
            return self._split(layer, wrappers) + words
        if len(layer) or layer.tag != SVG + "g":
            return self._art([layer], wrappers) + words
        return words

    def _above_all(self, layer: Element, texts: list[Element]) -> list[Element]:
        """Return the texts of a layer that no shape of it is painted over; around others the layer is split."""
        texts = [text for text in texts if not _is_kept_away(text)]
        waiting: list[Element] = []
        wanted = set(texts)
        under: list[Element] = []
        for element in layer.iter(SVG + "text", *_SHAPES):
            if element in wanted:
                waiting.append(element)
            elif waiting and element.tag != SVG + "text" and not _is_kept_away(element):
                covered = [text for text in waiting if self._covers(element, text)]
                under += covered
                waiting = [text for text in waiting if text not in covered]
        for text in under:
            self._splits.update((text, layer))
            self._splits.update(takewhile(lambda above: above is not layer, text.iterancestors()))
        return [text for text in texts if text not in under]

    def _covers(self, shape: Element, text: Element) -> bool:
        """Tell whether a shape may lie over a text, going by the boxes around them."""
        corners = [corner for item in self._text(text) for corner in corners_of(item)]
        if not corners:
            return False
        try:
            around = self._around(shape, self.wording.matrix(shape))
        except (ValueError, FileError):
            return False  # reported when it is drawn
        return around is None or all(
            max(a[axis] for a in around) > min(c[axis] for c in corners)
            and min(a[axis] for a in around) < max(c[axis] for c in corners)
            for axis in (0, 1)
            if around
        )

    def _around(self, element: Element, matrix: Matrix, depth: int = 0) -> list[tuple[float, float]] | None:
        """Return corners on paper around a shape or all that is used or grouped there; None when nobody knows."""
        whole = self.document.view[2:]
        box = extent(element, whole)
        if box is not None:
            x, y, wide, high = box
            outlined = _look(element, "stroke") not in ("", "none")
            grown = length(_look(element, "stroke-width"), 1.0, whole=hypot(*whole)) / 2 if outlined else 0.0
            xs, ys = (x - grown, x + wide + grown), (y - grown, y + high + grown)
            return [apply(matrix, x, y) for x in xs for y in ys]
        parts: list[Element] = []
        if element.tag == SVG + "use":
            name = (href(element) or "").removeprefix("#")
            home = self.parts.element(name)
            target = self.document.ids.get(name) if home is None else home[1]
            if target is not None:
                matrix = multiply(matrix, _used_at(element, target, whole))
                parts = [target] if target.tag != SVG + "symbol" else list(target)
        elif element.tag == SVG + "g":
            parts = list(element)
        if not parts or depth > _DEPTH:
            return None
        found: list[tuple[float, float]] = []
        for part in parts:
            if not isinstance(part.tag, str) or part.tag in _NOT_A_LAYER or part.tag in _NOT_DRAWN:
                continue
            own = self._around(part, multiply(matrix, transform(part.get("transform"))), depth + 1)
            if own is None:
                return None
            found += own
        return found

    def _text(self, text: Element) -> list[Item]:
        """Return a text that is set; what goes wrong is reported once."""
        if text not in self._set:
            self._set[text] = self._set_text(text)
        return self._set[text]

    def _set_text(self, text: Element) -> list[Item]:
        found: list[Item] = []
        worded, spilt = None, False
        with self._telling(text, called(text), "text-option"):
            worded = self.wording.read(text)
        if worded is None:
            return []
        with self._telling(text, called(text)):
            for part in worded.parts:
                self.teller.marks(text, worded, part, self.icons)
            for part in worded.parts:
                layout = lay_out(part)
                spilt = spilt or layout.overflow  # reported once
                self.teller.layout(text, worded, layout)
                if isinstance(part, TextLine) and self.trim and text.get("data-fit") != "none":
                    self.teller.off_card(text, worded, _beyond(layout.items, self.trim))
                items = [item for item in layout.items if not isinstance(item, Text) or item.opacity > 0]
                found += [self.share(item, text) if isinstance(item, Art) else item for item in items]
        self._said[text] = worded, [] if spilt else found
        for feature in worded.refused:
            if feature is not CLIPPED_TEXT or not self._clip_holds(text, found):
                self.teller.in_text(feature, text)
        return found

    def _clip_holds(self, text: Element, items: Iterable[Item]) -> bool:
        """Tell whether every clip around a text is a rectangle that cuts nothing from it."""
        for element in (text, *text.iterancestors()):
            clip = _CLIP.match(self.wording.cascade.own(element).get("clip-path", ""))
            if clip is None:
                continue
            path = self.document.ids.get(clip[1])
            if path is None or len(path) != 1 or path[0].tag != SVG + "rect" or path.get("clipPathUnits"):
                return False
            rect, (vw, vh) = path[0], self.document.view[2:]
            matrix = multiply(self.wording.matrix(element), transform(path.get("transform")))
            matrix = multiply(matrix, transform(rect.get("transform")))
            if abs(matrix[1]) + abs(matrix[2]) > 1e-9:
                return False
            x, y = length(rect.get("x"), whole=vw), length(rect.get("y"), whole=vh)
            wide, high = length(rect.get("width"), whole=vw), length(rect.get("height"), whole=vh)
            (x1, y1), (x2, y2) = apply(matrix, x, y), apply(matrix, x + wide, y + high)
            corners = [corner for item in items for corner in corners_of(item)]
            if any(
                not (min(x1, x2) <= x <= max(x1, x2) and min(y1, y2) <= y <= max(y1, y2)) for x, y in corners
            ):
                return False
        return True

    @contextmanager
    def _telling(self, element: Element, begins: str = "", code: str = "") -> Iterator[None]:
        """Tell what goes wrong with an element; with a `code`, a value that cannot be read is the author's mistake."""
        try:
            yield
        except FileError as error:
            self.teller.error(error, element, begins)
        except UnknownFamilyError as error:
            self.teller.unknown_family(error, element)
        except ValueError as error:
            if not code:
                raise
            self.teller.note(f"{begins}{error}", element, code)

    def _split(self, group: Element, wrappers: list[Element]) -> list[Item]:
        """Draw a group piece by piece, because a face or a layer lies between its art."""
        found: list[Item] = []
        if group in self.placed:
            with self._telling(group, code="svg-syntax"):
                found += self._face(group, wrappers)
            return found
        if group in self._native:
            return self._picture(group)
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
            elif child.tag == SVG + "text":
                found += self._text(child)
            elif not _hidden(child):
                found += self._split(child, inside)
        return found + self._art(waiting, inside)

    # -- art ------------------------------------------------------------------------------------------

    def _art(self, elements: list[Element], wrappers: list[Element]) -> list[Item]:
        """Return symbols that are placed, or else one piece of art for these elements."""
        found: list[Item] = []
        if elements:
            with self._telling(elements[0], code="svg-syntax"):
                found += self._symbols(elements, wrappers) or self._piece(elements, wrappers)
        return found

    def _piece(self, elements: list[Element], wrappers: list[Element]) -> list[Art]:
        content = b"".join(self.document.fragment(e) for e in elements)
        if b"<" not in content or not _draws(content):
            return []
        for group in reversed(wrappers):
            content = _opening(group) + content + b"</g>"
        svg = self.document.standalone(content)
        piece = art(svg, *self.corner, self.document.width, self.document.height)
        return [self.share(piece, elements[0])]

    def _symbols(self, elements: list[Element], wrappers: list[Element]) -> list[Art] | None:
        """Return the placed symbols of a layer that holds nothing else, or None for any other layer."""
        if any(not _plain_group(group) for group in wrappers):
            return None
        found: list[tuple[Element, SvgDocument, Element]] = []
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
            own = self.document.ids.get(target)
            home = self.parts.element(target) if own is None else (self.document, own)
            if home is None or not _placeable(home[1]):
                return None
            found.append((element, *home))
        return [self._symbol(use, symbol, document) for use, document, symbol in found] or None

    def _symbol(self, use: Element, symbol: Element, document: SvgDocument) -> Art:
        """Return a symbol where `<use>` puts it; a document remembers its symbols."""
        name = symbol.get("id")
        shared = document.symbols.get(name)
        if shared is None:
            box = view_box(symbol)
            assert box is not None
            shared = document.symbols[name] = self.share(document.symbol(symbol, box), use)
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
        return replace(shared, matrix=multiply(self.wording.matrix(use), inner))

    # -- pictures -------------------------------------------------------------------------------------

    def _fit(self, element: Element, meant: Meant) -> None:
        """Decide how a picture is shown: placed as it is, or drawn by an engine together with what is around it."""
        whole = self.document.view[2:]
        place = fitted(element, meant.own, whole)
        # of other drawings nobody knows how large they come to paper
        if self.trim and place is not None and not _is_kept_away(element) and not _hidden(element):
            found = dots(place, self.wording.matrix(element))
            wanted = wanted_dpi(element, self.teller.dpi_of(meant.name))
            if not is_crisp(element) and (
                wrong := dots_fault(meant, found, wanted, meant.name in self.teller.pictures)
            ):
                self.teller.picture(element, meant.name, *wrong)
        around = surroundings(element, self.document.ids, self.document.css, whole, self.view)
        if place is None or around is None:
            self.parts.inline(element, meant, self.document)
        else:
            self._native[element] = place, around

    def _picture(self, element: Element) -> list[Item]:
        meant = self.pictures[element]
        place, around = self._native[element]
        matrix = multiply(self.wording.matrix(element), place.matrix)
        shown, own = self.parts.shown(meant, is_crisp(element))
        piece = self.share(own, element, self.parts.inside(meant))
        if place.crop is None and not around.clips and around.opacity >= 1:
            return [replace(piece, matrix=matrix)]
        if piece.key != own.key:
            return []  # what it holds is refused
        crop = rect(*place.crop, fill="#000000") if place.crop else None
        placed = PlacedDrawing(shown, matrix, crop, 1.0 if around.clips else around.opacity)
        left, top = self.corner
        for number, clip in enumerate(around.clips, 1):
            whole = Drawing(shown.name, left, top, self.document.width, self.document.height, (placed,))
            placed = PlacedDrawing(
                whole, clip=clip, opacity=around.opacity if number == len(around.clips) else 1.0
            )
        return [placed]

    # -- faces ----------------------------------------------------------------------------------------

    def _face(self, use: Element, wrappers: list[Element]) -> list[Item]:
        target = href(use) or ""
        placeable = self.place(target)
        if placeable is None:
            return []
        if use.tag != SVG + "use":
            self.teller.note(
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
                self.teller.note(
                    "a placed face cannot be clipped", use, "refused-feature", "leave out the clip", "warning"
                )
        matrix = multiply(self.wording.matrix(use), (k, 0.0, 0.0, k, x, y))
        return [PlacedDrawing(placeable.drawing, matrix, placeable.trim, opacity)]


def _beyond(items: Iterable[Item], trim: Box) -> float:
    """Return how far the words among the items reach over the cut, in mm."""
    left, top, width, height = trim
    most = 0.0
    for item in items:
        if isinstance(item, Text) and item.opacity and item.glyphs:
            right = item.x + sum(glyph.advance for glyph in item.glyphs) * item.size
            a, b, c, d, e, f = item.matrix
            for x in (item.x, right):
                for y in (item.y, item.y - _X_HEIGHT * item.size):
                    px, py = a * x + c * y + e, b * x + d * y + f
                    most = max(most, left - px, top - py, px - left - width, py - top - height)
    return most


def corners_of(item: Item) -> list[tuple[float, float]]:
    """Return the corners of what a text is made of: words with their ascenders and descenders, or an icon."""
    if isinstance(item, Text):
        right = item.x + sum(glyph.advance for glyph in item.glyphs) * item.size
        top, bottom = item.y - 0.8 * item.size, item.y + 0.25 * item.size
        return [apply(item.matrix, x, y) for x in (item.x, right) for y in (top, bottom)]
    if isinstance(item, Art):
        xs, ys = (item.x, item.x + item.width), (item.y, item.y + item.height)
        return [apply(item.matrix, x, y) for x in xs for y in ys]
    return []


def inked(text: Text) -> Iterator[Quad]:
    """Yield the corners around the ink of each letter on paper."""
    shaper, upem = font(text.font).shaper, font(text.font).upem
    pen = text.x
    for glyph in text.glyphs:
        extents = shaper.get_glyph_extents(glyph.id)
        if extents and extents.width:
            k = text.size / upem
            left, top = pen + glyph.dx * text.size + extents.x_bearing * k, text.y - glyph.dy * text.size
            right, low = left + extents.width * k, top - (extents.y_bearing + extents.height) * k
            top -= extents.y_bearing * k
            corners = ((left, top), (right, top), (right, low), (left, low))
            yield tuple(apply(text.matrix, *corner) for corner in corners)
        pen += glyph.advance * text.size


def _around_all(quads: Sequence[Quad]) -> Quad:
    xs, ys = zip(*(corner for quad in quads for corner in quad), strict=True)
    return (min(xs), min(ys)), (max(xs), min(ys)), (max(xs), max(ys)), (min(xs), max(ys))


def _depth(one: Quad, other: Quad) -> float:
    """Return how deep two rectangles lie in each other, whichever way they are turned; less than 0 is a gap."""
    turned = (quad[n:] + quad[:n] for quad in (one, other) for n in (0, 1))
    return min(_along(quad, one, other) for quad in turned)


def _along(quad: Quad, one: Quad, other: Quad) -> float:
    """Return how long the stretch is that two rectangles share in the direction of the first side of a third."""
    (x1, y1), (x2, y2) = quad[:2]
    far = hypot(x2 - x1, y2 - y1) or 1.0
    spans = [[(x * (x2 - x1) + y * (y2 - y1)) / far for x, y in corners] for corners in (one, other)]
    return min(map(max, spans)) - max(map(min, spans))


def _used_at(use: Element, target: Element, whole: tuple[float, float]) -> Matrix:
    """Return where `<use>` puts what it uses, a symbol's viewBox being stretched to it."""
    x, y = length(use.get("x"), whole=whole[0]), length(use.get("y"), whole=whole[1])
    box = view_box(target) if target.tag == SVG + "symbol" else None
    if box is None:
        return translate(x, y)
    width = length(use.get("width") or target.get("width"), whole[0], whole=whole[0])
    height = length(use.get("height") or target.get("height"), whole[1], whole=whole[1])
    k = min(width / box[2], height / box[3])
    left, top = x + (width - box[2] * k) / 2, y + (height - box[3] * k) / 2
    return multiply(translate(left, top), multiply(scale(k), translate(-box[0], -box[1])))


def _tint(element: Element) -> float | None:
    """Return how much of an ink an element asks for, 1.0 where it does not say; None for what is no share."""
    found = re.fullmatch(r"\s*(\d{1,3})\s*%\s*", element.get(_TINT, "100 %"))
    return int(found[1]) / 100 if found and 1 <= int(found[1]) <= 100 else None


def _points(text: Text) -> float:
    """Return the size of a text on paper in points."""
    return text.size * hypot(text.matrix[1], text.matrix[3]) * 72 / 25.4


def _look(element: Element, name: str) -> str:
    """Return what an element or one above it says; style sheets are not asked."""
    for above in (element, *element.iterancestors()):
        said = properties(above.get("style") or "").get(name) or above.get(name)
        if said:
            return str(said)
    return ""


def _is_kept_away(element: Element) -> bool:
    """Tell whether an element is part of a definition, which draws nothing where it stands."""
    return any(above.tag in _NOT_DRAWN for above in element.iterancestors())


def _hidden(element: Element) -> bool:
    return element.get("display") == "none" or properties(element.get("style") or "").get("display") == "none"


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


def _draws(content: bytes) -> bool:
    """Tell whether a piece holds anything but empty groups."""
    return any(not part.startswith(_EMPTY_TAGS) for part in content.split(b"<")[1:])


def _opening(group: Element) -> bytes:
    return f"<g{attributes(group, lambda name: not name.startswith('{') and name != 'id')}>".encode()
