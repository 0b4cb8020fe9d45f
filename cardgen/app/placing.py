"""Where each text of a kit is on its faces, how many letters fit there, and a picture of it for whoever translates it."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from typing import NamedTuple

from cardgen.app.build import art_queue
from cardgen.app.settings import BuildSettings
from cardgen.base.drawing import Drawing, Item, Rectangle
from cardgen.base.errors import Problems
from cardgen.base.svg import Element
from cardgen.base.units import MM_PER_INCH
from cardgen.faces.complaints import SMALL
from cardgen.faces.compose import Faces
from cardgen.faces.svg.layers import Painter, corners_of
from cardgen.faces.text.fitting import TextBox, lay_out
from cardgen.languages.entries import Entry
from cardgen.languages.reading import with_words
from cardgen.source import read_kit

DPI = 150
_FRAME, _AIR = (214, 0, 110), 5
_MARKED = re.compile("\ue000([\ue010-\ue019]+)\ue001(.*?)\ue002", re.DOTALL)
_ANY = re.compile("[\ue000-\ue019]+")
_TIMES = 4  # what is longer than so many times its original is not looked for


class PlacedText(NamedTuple):
    """A text on a face: the drawing, the box around its words in mm (None where nobody knows), and about how many letters fit there, or 0."""

    drawing: Drawing
    box: Rectangle | None
    most: int


def places_of(folder: Path, entries: Sequence[Entry]) -> dict[Entry, PlacedText]:
    """Return the first place on a face of each text that is on one; cards whose text is on none stand for it whole."""
    marked = {(entry.section, entry.key): _marked(n, entry.text) for n, entry in enumerate(entries)}
    kit = read_kit(folder, lambda kit, _: with_words(kit, kit.language, marked))[0]
    if kit is None:
        return {}
    faces, found, fronts = (
        Faces(kit, kit.first_look, problems=Problems()),
        list[_MarkedText](),
        dict[str, Drawing](),
    )
    faces.painter = partial(_MarkFinder, found=found)  # type: ignore[assignment]
    places: dict[Entry, PlacedText] = {}
    for card in (card for component in kit.components for card in component.cards):
        fronts[card.id] = faces.front(card)
        for drawing in (fronts[card.id], faces.back(card)):
            for subject, number, box, most in found if drawing else ():
                if subject == f"card {card.id}" and number < len(entries):
                    first = places.setdefault(entries[number], PlacedText(drawing, box, most))  # type: ignore[arg-type]
                    if 0 < most < first.most:
                        places[entries[number]] = first._replace(most=most)
            found.clear()
    for entry in entries:
        if entry.section == "cards" and (front := fronts.get(entry.key.partition(".")[0])):
            places.setdefault(entry, PlacedText(front, None, 0))
    return places


def write_pictures(places: Mapping[Entry, PlacedText], folder: Path) -> dict[Entry, str]:
    """Write a picture of each text into a folder, its place outlined; return the names of the files."""
    from PIL import ImageDraw

    from cardgen.export.plates import Press
    from cardgen.export.png import View, pictures

    problems, k = Problems(), DPI / MM_PER_INCH
    with art_queue(BuildSettings(), lambda step, done=0, total=0: None) as arts:
        drawings = list(dict.fromkeys(place.drawing for place in places.values()))
        arts.want(art for drawing in drawings for art in drawing.arts())
        forms = arts.forms(problems)
    folder.mkdir(parents=True, exist_ok=True)
    views = [
        View(d, (d.x, d.y, d.width, d.height), (round(d.width * k), round(d.height * k))) for d in drawings
    ]
    names: dict[Entry, str] = {}
    with Press(forms) as press:
        for view, picture in zip(views, pictures(views, press), strict=True) if views else ():
            for entry, place in places.items():
                if place.drawing is not view.drawing:
                    continue
                shown = picture.copy()
                if place.box:
                    x, y = (place.box[0] - view.box[0]) * k, (place.box[1] - view.box[1]) * k
                    frame = (x - _AIR, y - _AIR, x + place.box[2] * k + _AIR, y + place.box[3] * k + _AIR)
                    ImageDraw.Draw(shown).rectangle(frame, outline=_FRAME, width=4)
                words = entry.text[:24] if entry.by_sentence else entry.key
                plain = re.sub(r"[^\w.-]+", "-", f"{entry.section}-{words}").strip("-.")
                names[entry] = f"{len(names) + 1:03}-{plain}.png"
                shown.save(folder / names[entry], "PNG")
    return names


def _marked(number: int, text: str) -> str:
    return f"\ue000{''.join(chr(0xE010 + int(digit)) for digit in str(number))}\ue001{text}\ue002"


class _MarkedText(NamedTuple):
    """A marked text on a face: what is drawn, the number of the text, the box around it, how many letters fit."""

    subject: str
    number: int
    box: Rectangle
    most: int


@dataclass(eq=False)
class _MarkFinder(Painter):
    """Draws a face of a kit whose texts are marked: the marks are taken off, and what they marked is noted."""

    found: list[_MarkedText] = field(default_factory=list)

    def _set_text(self, text: Element) -> list[Item]:
        said = "".join(text.itertext())
        numbers = [int("".join(str(ord(c) - 0xE010) for c in one[1])) for one in _MARKED.finditer(said)]
        for part in text.iter():
            part.text = _ANY.sub("", part.text or "")
            if part is not text:
                part.tail = _ANY.sub("", part.tail or "")
        items = super()._set_text(text)
        points = [point for item in items for point in corners_of(item)]
        if points and numbers:
            left, top = min(x for x, _ in points), min(y for _, y in points)
            box = (left, top, max(x for x, _ in points) - left, max(y for _, y in points) - top)
            alone = len(numbers) == 1 and bool(_MARKED.fullmatch(said.strip()))
            most = self._most(text) if alone else 0
            self.found.extend(_MarkedText(self.teller.subject, number, box, most) for number in numbers)
        return items

    def _most(self, text: Element) -> int:
        """Return about how many letters a box holds before they shrink too far, 0 where that is not known."""
        worded = self.wording.read(text)
        box = worded.parts[0] if worded and len(worded.parts) == 1 else None
        if (
            worded is None
            or not isinstance(box, TextBox)
            or box.height is None
            or isinstance(box.content, str)
        ):
            return 0
        style, letters = box.content[0][1], len(worded.words) * _TIMES
        filled = f"{worded.words} " * _TIMES
        few, many = 0, letters
        while few < many:
            tried = (few + many + 1) // 2
            layout = lay_out(replace(box, content=[(filled[:tried].strip(), style)]))
            few, many = (tried, many) if layout.scale >= SMALL and not layout.overflow else (few, tried - 1)
        return few if few < letters else 0
