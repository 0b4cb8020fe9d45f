"""Plates: drawings as packed PDF operators, made once in a build and printed into as many files as want them.

A plate is written in the drawing's own space, mm with y down, so every position of a drawing stands in the file as
it is. Only text and art are turned over, because their own spaces have y up.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path as FilePath
from typing import TYPE_CHECKING

from cardgen.base.drawing import (
    IDENTITY,
    Art,
    Drawing,
    Item,
    Mark,
    Matrix,
    Path,
    PlacedDrawing,
    Tag,
    Text,
    multiply,
)
from cardgen.export.embedded import EmbeddedFont, EmbeddedFonts
from cardgen.export.objects import packed
from cardgen.export.operators import colour, line_style, matrix, number, outline
from cardgen.faces.art.form import ArtForm

if TYPE_CHECKING:
    from concurrent.futures import Future, ThreadPoolExecutor

    from PIL.Image import Image

_HANDS = 2


@dataclass(slots=True, eq=False)
class Plate:
    """A drawing as operators, and what they refer to; `tags` lead to each of its marked parts, numbered from 0."""

    name: str
    drawing: Drawing
    stream: bytes = b""
    glyphs: dict[EmbeddedFont, set[int]] = field(default_factory=dict)
    arts: dict[str, None] = field(default_factory=dict)
    plates: dict[Plate, None] = field(default_factory=dict)
    opacities: set[int] = field(default_factory=set)
    faded: set[Plate] = field(default_factory=set)
    tags: list[tuple[Tag, ...]] = field(default_factory=list)


class Press:
    """Makes plates; one press serves all files of a build, so that no drawing is encoded twice.

    In a `with` block pictures are packed by other hands while the next are drawn; they are on disk at its end, or
    after `settle`.
    """

    def __init__(self, forms: Mapping[str, ArtForm]) -> None:
        self.forms = forms
        self.fonts = EmbeddedFonts()
        self._plates: dict[Drawing, Plate] = {}
        self._arts: dict[str, str] = {}
        self._hands: ThreadPoolExecutor | None = None
        self._at_work: deque[Future[None]] = deque()

    def __enter__(self) -> Press:
        from concurrent.futures import ThreadPoolExecutor

        self._hands = ThreadPoolExecutor(_HANDS, "packing")
        return self

    def __exit__(self, *_: object) -> None:
        assert self._hands is not None
        try:
            self.settle()
        finally:
            self._hands.shutdown(cancel_futures=True)
            self._hands = None

    def save(self, picture: Image, path: FilePath, dpi: float) -> None:
        """Write a picture as PNG, now or while the next are drawn; it may be changed no more."""

        def pack() -> None:
            picture.save(path, "PNG", dpi=(dpi, dpi))

        if self._hands is None:
            pack()
            return
        self._at_work.append(self._hands.submit(pack))
        while len(self._at_work) > 2 * _HANDS:  # each waits with all its pixels
            self._at_work.popleft().result()

    def settle(self) -> None:
        while self._at_work:
            self._at_work.popleft().result()

    def plate(self, drawing: Drawing) -> Plate:
        """Return the plate of a drawing, and with it those of all it places."""
        found = self._plates.get(drawing)
        if found is None:
            found = self._plates[drawing] = Plate(f"D{len(self._plates) + 1}", drawing)
            found.stream = packed(_Inker(self, found).ink(drawing).encode("ascii"))
        return found

    def art_name(self, key: str) -> str:
        """Return the name of a piece of art in content streams."""
        return self._arts.setdefault(key, f"A{len(self._arts) + 1}")


_HOLDERS = frozenset({"L", "LI", "Table", "TR"})
"""Parts that only hold others: what is drawn between those, a frame or a bullet, is nothing to hear."""


class _Inker:
    """Turns the items of one drawing into operators, leaving out what is set already."""

    def __init__(self, press: Press, plate: Plate) -> None:
        self._press = press
        self._plate = plate
        self._set: dict[str, str] = {}  # a form inherits any state, so nothing counts as set at the start
        self._out: list[str] = []
        self._open: tuple[Tag, ...] | None = None  # the marked part that the operators are in
        self._write = self._out.append

    def ink(self, drawing: Drawing) -> str:
        """Return the drawing's content stream."""
        open_tags: list[Tag] = []
        marked = any(isinstance(item, Mark) for item in drawing.items)
        for item in drawing.items:
            if isinstance(item, Mark):
                if item.tag:
                    open_tags.append(item.tag)
                else:
                    open_tags.pop()
                continue
            if marked:
                self._part(open_tags, item)
            match item:
                case Text():
                    self._text(item)
                case Path():
                    self._path(item)
                case PlacedDrawing():
                    self._place(item)
                case Art():
                    self._art(item)
        if self._open is not None:
            self._write("EMC")
        return "\n".join(self._out)

    def _part(self, open_tags: list[Tag], item: Item) -> None:
        """Begin the marked part of the page that an item belongs to, unless it has begun."""
        path = tuple(open_tags)
        if isinstance(item, PlacedDrawing) and item.drawing.alt:
            path = (*path, Tag("Figure", said=item.drawing.alt))
        elif path and path[-1].role in _HOLDERS:
            path = ()
        if path == self._open:
            return
        if self._open is not None:
            self._write("EMC")
        self._open = path
        if not path:
            self._write("/Artifact BMC")
            return
        self._write(f"/{path[-1].role} <</MCID {len(self._plate.tags)}>> BDC")
        self._plate.tags.append(path)

    def _state(self, what: str, operator: str) -> None:
        if self._set.get(what) != operator:
            self._set[what] = operator
            self._write(operator)

    def _opacity(self, value: float) -> None:
        thousandths = round(min(max(value, 0.0), 1.0) * 1000)
        self._plate.opacities.add(thousandths)
        self._state("opacity", f"/G{thousandths} gs")

    def _text(self, text: Text) -> None:
        if not text.glyphs:
            return
        embedded = self._press.fonts.of(text.font)
        self._plate.glyphs.setdefault(embedded, set()).update([g.id for g in text.glyphs])
        self._opacity(text.opacity)
        self._state("fill", colour(text.fill, False))
        upright: Matrix = (1.0, 0.0, 0.0, -1.0, text.x, text.y)
        placed = upright if text.matrix is IDENTITY else multiply(text.matrix, upright)
        self._state("font", f"/{embedded.name} {number(text.size)} Tf")
        self._write(f"BT {matrix(placed)} Tm {embedded.show(text.glyphs, text.size)} ET")

    def _path(self, path: Path) -> None:
        if path.fill is None and path.stroke is None:
            return
        self._opacity(path.opacity)
        if path.fill is not None:
            self._state("fill", colour(path.fill, False))
        if path.stroke is not None:
            self._state("stroke", colour(path.stroke, True))
            style = line_style(path.width, path.dash, path.cap, path.join)
            for what, operator in zip(("width", "dash", "cap", "join"), style, strict=True):
                self._state(what, operator)
        self._write(outline(path.commands))
        self._write("B" if path.fill and path.stroke else "f" if path.fill else "S")

    def _place(self, place: PlacedDrawing) -> None:
        plate = self._press.plate(place.drawing)
        if not place.drawing.items:
            return
        self._plate.plates[plate] = None
        if place.opacity < 1:
            self._plate.faded.add(plate)
        self._opacity(place.opacity)
        self._write(f"q {matrix(place.matrix)} cm")
        if place.clip is not None:
            self._write(f"{outline(place.clip.commands)} W n")
        self._write(f"/{plate.name} Do Q")

    def _art(self, art: Art) -> None:
        form = self._press.forms[art.key]
        self._plate.arts[art.key] = None
        self._opacity(1.0)
        across, down = art.width / form.width, art.height / form.height
        placed: Matrix = (across, 0.0, 0.0, -down, art.x, art.y + art.height)
        self._write(f"q {matrix(multiply(art.matrix, placed))} cm /{self._press.art_name(art.key)} Do Q")
