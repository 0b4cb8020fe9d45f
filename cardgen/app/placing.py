"""Where each text of a kit is printed, how many letters fit there, and a picture of it for whoever translates it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import product
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from cardgen.app.build import art_queue
from cardgen.app.settings import BuildSettings
from cardgen.base.drawing import (
    IDENTITY,
    Drawing,
    Item,
    Matrix,
    PlacedDrawing,
    Rectangle,
    Text,
    multiply,
)
from cardgen.base.errors import CardgenError, Problems
from cardgen.base.language import speaking
from cardgen.base.svg import Element
from cardgen.base.units import MM_PER_INCH
from cardgen.faces.complaints import SMALL
from cardgen.faces.compose import Faces
from cardgen.faces.svg.layers import Painter, corners_of
from cardgen.faces.text.fitting import TextBox, lay_out
from cardgen.languages.entries import Entry
from cardgen.languages.reading import with_words
from cardgen.source import read_kit
from cardgen.source.spoken import section_of

if TYPE_CHECKING:
    from PIL.Image import Image

DPI = 150
_FRAME, _AIR = (214, 0, 110), 5
_MARKED = re.compile("\ue000([\ue010-\ue019]+)\ue001(.*?)\ue002", re.DOTALL)
_ANY = re.compile("[\ue000-\ue019]+")
_COMPUTED = re.compile(r"\{\{.*?\}\}|\{%.*?%\}|\{[^{}\s]+\}", re.DOTALL)
_OWN = re.compile(r"^(?:boxes|table\.yaml|lessons/.*)")  # texts that are on pages of their own
_FEW = 8  # letters of a text beside a {{ number }} that are enough to know it by
_PAGE, _STRIP = 130.0, 25.0  # mm: of what is higher only a strip is shown, so much above and below the text
_TIMES = 4  # what is longer than so many times its original is not looked for


class PlacedText(NamedTuple):
    """A text on a face or a page: the drawing, the box around its words in mm (None where nobody knows), and about how many letters fit there, or 0."""

    drawing: Drawing
    box: Rectangle | None
    most: int


def places_of(folder: Path, entries: Sequence[Entry], pages: bool = False) -> dict[Entry, PlacedText]:
    """Return the first place on a face of each text that is on one; cards whose text is on none stand for it whole.

    With `pages`, texts of the rule sheet, its booklet, the boxes and the lessons have their place there.
    """
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
    printed = [(of, _Letters(page)) for of, page in _pages(folder)] if pages else []
    for exactly, (of, letters) in product((True, False), printed):  # a title is no word in a sentence
        for entry in entries:
            if entry in places or (_OWN.findall(entry.section) or [""])[0] != of:
                continue
            if around := letters.around(entry.text, exactly):
                places[entry] = PlacedText(letters.page, around, 0)
    return places


def _pages(folder: Path) -> Iterator[tuple[str, Drawing]]:
    """Yield the pages of the rule sheet and its booklet, then `boxes` and its pages, then those of lessons by their file."""
    from cardgen.app.first_game import first_game
    from cardgen.app.play import lessons_of
    from cardgen.production.boxes import box_pages
    from cardgen.rulesheet import booklet_pages, load_rules, rule_pages
    from cardgen.rulesheet.first_game import first_game_pages
    from cardgen.sheets.folding import booklet_size

    kit, paper = read_kit(folder)[0], BuildSettings().paper
    if kit is None:
        return
    faces, size = Faces(kit, kit.first_look, problems=Problems()), booklet_size(paper)
    with speaking(kit.language):
        if kit.rules:
            sheet = load_rules(kit)
            for drawing in rule_pages(sheet.on("sheet"), faces, paper):
                yield "", drawing
            for page in booklet_pages(sheet.on("booklet"), faces, size):
                yield "", page.drawing
        for box in box_pages(kit, faces, paper):
            yield from (("boxes", page.drawing) for page in box.pages)
        for lesson in lessons_of(kit, kit.root.parent)[0]:
            with suppress(CardgenError):  # `check` says what is wrong with it
                of = section_of(lesson.document)
                leaf = first_game_pages(kit, faces, size, first_game(kit, lesson), Problems())
                yield from ((of, page) for page in leaf)


class _Letters:
    """The letters of a page, one after the other as they are read, each with the corners around it."""

    def __init__(self, page: Drawing) -> None:
        self.page = page
        self._said, self._corners, self._begins = "", list[Sequence[tuple[float, float]]](), set[int]()
        self._read(page, IDENTITY)
        self._begins.add(len(self._said))

    def _read(self, drawing: Drawing, matrix: Matrix) -> None:
        for item in drawing.items:
            if isinstance(item, PlacedDrawing):
                self._read(item.drawing, multiply(matrix, item.matrix))
            elif isinstance(item, Text):
                self._begins.add(len(self._said))
                x = item.x
                for glyph in item.glyphs:
                    one = replace(item, x=x, glyphs=(glyph,), matrix=multiply(matrix, item.matrix))
                    x += glyph.advance * item.size
                    plain = _plain(glyph.text)
                    if not plain:
                        self._begins.add(len(self._said))
                    self._said += plain
                    self._corners += [corners_of(one)] * len(plain)

    def around(self, text: str, exactly: bool) -> Rectangle | None:
        """Return the box around the first place where the page says a text, or the longest part of it that is not computed.

        Capitals matter where they have to be `exactly` the same.
        """
        parts = [_plain(part) for part in _COMPUTED.split(text)]
        wanted = max(parts, key=len)
        if len(wanted) < (_FEW if len(parts) > 1 else 3):
            return None
        said, wanted = (self._said, wanted) if exactly else (self._said.lower(), wanted.lower())
        at = said.find(wanted)
        while at >= 0 and not (len(parts) > 1 or {at, at + len(wanted)} <= self._begins):
            at = said.find(wanted, at + 1)
        points = [point for corners in self._corners[at : at + len(wanted)] for point in corners]
        return box_around(points) if at >= 0 else None


def _plain(text: str) -> str:
    """Return the letters and digits of a text."""
    return "".join(filter(str.isalnum, text))


def write_pictures(places: Mapping[Entry, PlacedText], folder: Path) -> dict[Entry, str]:
    """Write a picture of each text into a folder, its place outlined; return the names of the files."""
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
                x, y, width, height = place.box or (view.box[0], view.box[1], 0, 0)
                box = ((x - view.box[0]) * k, (y - view.box[1]) * k, width * k, height * k)
                shown = outlined(picture, box) if place.box else picture
                if place.box and view.box[3] > _PAGE:
                    top, foot = box[1] - _STRIP * k, box[1] + box[3] + _AIR + _STRIP * k
                    shown = shown.crop((0, max(0, top), shown.width, min(shown.height, foot)))
                names[entry] = keep_picture(shown, folder, entry, len(names) + 1)
    return names


def outlined(picture: Image, box: Rectangle) -> Image:
    """Return a picture with a frame around a box of its pixels."""
    from PIL import ImageDraw

    x, y, width, height = box
    shown = picture.copy()
    frame = (x - _AIR, y - _AIR, x + width + _AIR, y + height + _AIR)
    ImageDraw.Draw(shown).rectangle(frame, outline=_FRAME, width=4)
    return shown


def keep_picture(shown: Image, folder: Path, entry: Entry, number: int) -> str:
    """Write the picture of a text into a folder; return the file's name."""
    words = entry.text[:24] if entry.by_sentence else entry.key
    plain = re.sub(r"[^\w.-]+", "-", f"{entry.section}-{words}").strip("-.")
    name = f"{number:03}-{plain}.png"
    shown.save(folder / name, "PNG")
    return name


def _marked(number: int, text: str) -> str:
    return f"\ue000{''.join(chr(0xE010 + int(digit)) for digit in str(number))}\ue001{text}\ue002"


def box_around(points: Sequence[tuple[float, float]]) -> Rectangle:
    """Return the rectangle around points."""
    (left, *_, right), (top, *_, low) = (sorted((*values, *values)) for values in zip(*points, strict=True))
    return left, top, right - left, low - top


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
            box = box_around(points)
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
