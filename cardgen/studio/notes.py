"""What lies behind one face: its layers, each as a drawing of its own, and its texts with the boxes they stand in."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import TYPE_CHECKING, Any, NamedTuple

from cardgen.base.drawing import Drawing, Item, Mark, PlacedDrawing, apply
from cardgen.faces.compose import Faces
from cardgen.faces.svg.layers import Painter
from cardgen.faces.text.fitting import TextBox, lay_out
from cardgen.faces.text.fonts import plain_name

if TYPE_CHECKING:
    from cardgen.model import Card, Kit

_POINTS = 72 / 25.4
_LABEL = "{http://www.inkscape.org/namespaces/inkscape}label"
_MOST_LETTERS = 120


class Layer(NamedTuple):
    """A layer of a face by the name it has in the template, "" for none; or what is on one `plate` of a press."""

    name: str
    drawing: Drawing
    plate: bool = False


class Notes(NamedTuple):
    """Layers in painting order, and texts as plain data."""

    layers: list[Layer]
    texts: list[dict[str, Any]]


def notes_of(kit: Kit, look: str, card: Card, side: str) -> Notes:
    """Return what was noted while one side of a card was drawn for the purpose, with what is on plates of a press apart."""
    faces = Faces(kit, look)
    layers: list[tuple[str, list[Item]]] = []
    texts: list[dict[str, Any]] = []

    class Noting(Painter):
        def _layer(self, layer: Any, wrappers: list[Any]) -> list[Item]:
            found = super()._layer(layer, wrappers)
            if not wrappers and found:
                name = layer.get(_LABEL) or layer.get("id") or layer.get("data-plate") or ""
                layers.append((name, found))
            return found

        def _set_text(self, text: Any) -> list[Item]:
            found = super()._set_text(text)
            worded = self.wording.read(text) if found else None
            for part in worded.parts if worded else ():
                layout = lay_out(part)
                texts.append(_text_payload(part, layout.scale, layout.lines, worded.words if worded else ""))
            return found

    faces.painter = Noting
    faces = faces.with_plates()
    drawing = faces.front(card) if side == "front" else faces.back(card)
    if drawing is None:
        return Notes([], [])
    # faces that are placed on this one were drawn on the way: theirs are not its layers
    own = {id(item) for item in drawing.items if not isinstance(item, Mark)}
    found = []
    for name, items in layers:
        shown = tuple(_at_home(kit, items))
        if shown and any(id(item) in own for item in items):
            found.append(Layer(name, replace(drawing, name=name, items=shown)))
    spots = [item for item in drawing.items if isinstance(item, PlacedDrawing) and item.drawing.spot]
    for name, plate in kit.plates.items():
        if on := tuple(item for item in spots if item.drawing.spot == name):
            found.append(Layer(f"plate {plate.ink}", replace(drawing, name=name, items=on), plate=True))
    return Notes(found, texts)


def _at_home(kit: Kit, items: Iterable[Item]) -> Iterator[Item]:
    """Yield what printers without plates print of a layer."""
    for item in items:
        if not isinstance(item, PlacedDrawing) or not item.drawing.spot:
            yield item
        elif kit.plates[item.drawing.spot].at_home:
            yield from item.drawing.items


def _text_payload(part: Any, scale: float, lines: int, words: str) -> dict[str, Any]:
    style, matrix = part.style, part.matrix
    payload: dict[str, Any] = {
        "font": plain_name(style.families[0]) if style.families else style.family,
        "weight": style.weight,
        "pt": round(style.size * abs(matrix[0] or matrix[1]) * _POINTS, 2),
        "scale": round(scale, 3),
        "lines": lines,
        "words": words[:_MOST_LETTERS],
    }
    if isinstance(part, TextBox):
        corners = [
            apply(matrix, x, y)
            for x in (part.x, part.x + part.width)
            for y in (part.y, part.y + (part.height or part.style.lead * max(1, lines) * scale))
        ]
        left, top = (min(c[axis] for c in corners) for axis in (0, 1))
        right, bottom = (max(c[axis] for c in corners) for axis in (0, 1))
        payload["box"] = [round(v, 2) for v in (left, top, right - left, bottom - top)]
    else:
        payload["at"] = [round(v, 2) for v in apply(matrix, part.x, part.y)]
    return payload
