"""How much ink pages take: which share of the paper each colour covers, summed up from the faces that lie on them.

Printers mix colours each in its own way. Here what is grey in a colour is printed in black and the rest in cyan,
magenta and yellow, which is what makes cartridges comparable: their yields are counted in pages that each colour
covers to 5 % (ISO/IEC 24711 and 24712).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

from cardgen.base.drawing import Drawing, Item, Page, PlacedDrawing
from cardgen.base.language import figure, tr
from cardgen.base.units import PAPERS
from cardgen.sheets.marks.pen import GREY, Lettering, Pen
from cardgen.sheets.plan.pageplan import FaceSource, PagePlan, faces_in

RATED = 0.05
"""The share of a page that each colour covers on the pages in which cartridges are counted."""
_SMALL, _ABOVE = 2.1, 1.5  # letters of two lines, and how far above the usual one the first stands
PLACE = "ink"
"""The name of the empty drawing in the guide where the ink is told once it is known."""


class InkCoverage(NamedTuple):
    """The share of an area that each colour covers, 0 to 1."""

    cyan: float = 0.0
    magenta: float = 0.0
    yellow: float = 0.0
    black: float = 0.0

    @classmethod
    def mean(cls, weighed: Iterable[tuple[InkCoverage, float]]) -> InkCoverage:
        """Return the mean of inks that each count so much."""
        some = list(weighed)
        whole = sum(weight for _, weight in some) or 1.0
        return cls(*(sum(ink[n] * weight for ink, weight in some) / whole for n in range(4)))

    @property
    def percent(self) -> list[float]:
        """The same in percent, to a tenth."""
        return [round(100 * share, 1) for share in self]


FURNITURE = InkCoverage(0.0005, 0.0005, 0.0005, 0.003)
"""What head, foot and marks of a sheet take."""


_WRITTEN, _MANY_WORDS = InkCoverage(0.008, 0.008, 0.008, 0.025), 120
"""What a page of words takes that is as full as a guide, and how many runs of text that is."""


def page_ink(page: PagePlan, faces: FaceSource, of: Callable[[Drawing], InkCoverage]) -> InkCoverage:
    """Return the ink of a page with pieces; `of` tells that of a face within its trim."""
    area = page.paper.width * page.paper.height
    covered = [(FURNITURE, 1.0)]
    for slot in page.slots:
        covers = slot.piece.component.covers
        covered += [(of(face), covers * seen / area) for face, seen in faces_in(slot, faces)]
    return InkCoverage(*(min(1.0, sum(ink[n] * weight for ink, weight in covered)) for n in range(4)))


def words_ink(page: Drawing, of: Mapping[int, InkCoverage]) -> InkCoverage:
    """Return the ink of a page of words and pictures, on which faces that are known by identity are placed small."""
    area = page.width * page.height
    written = min(1.0, sum(1 for _ in page.texts()) / _MANY_WORDS)

    def covered(drawing: Drawing, k: float) -> Iterator[tuple[InkCoverage, float]]:
        for item in drawing.items:
            if isinstance(item, PlacedDrawing):
                a, b, c, d, _, _ = item.matrix
                inside = k * abs(a * d - b * c)
                if id(item.drawing) in of:
                    yield of[id(item.drawing)], inside * item.drawing.width * item.drawing.height / area
                else:
                    yield from covered(item.drawing, inside)

    faces = list(covered(page, 1.0))
    return InkCoverage(
        *(min(1.0, _WRITTEN[n] * written + sum(ink[n] * weight for ink, weight in faces)) for n in range(4))
    )


def rated_pages(pages: Iterable[tuple[InkCoverage, float]]) -> InkCoverage:
    """Return how many pages, as cartridges count them, each colour of these pages is worth; with each its area in mm²."""
    a4 = PAPERS["a4"].width * PAPERS["a4"].height
    some = list(pages)
    return InkCoverage(*(sum(ink[n] * area for ink, area in some) / (RATED * a4) for n in range(4)))


def ink_words(rated: InkCoverage, sheets: int) -> str:
    """Return what a kit takes as somebody with a printer at home counts it."""
    cyan, magenta, yellow, black = (figure(_round(pages)) for pages in rated)
    return tr(
        "Ink, in rated pages of a cartridge: about {cyan} cyan, {magenta} magenta, {yellow} yellow, {black} black; "
        "on average up to {each} a sheet.",
        cyan=cyan,
        magenta=magenta,
        yellow=yellow,
        black=black,
        each=figure(_round(max(rated) / max(1, sheets))),
    )


def saving_words(look: str, other: str, share: float) -> str:
    """Return how much of the ink of another look this one needs."""
    percent = max(1, 5 * round(20 * share)) if share > 0.1 else max(1, round(100 * share))
    return tr(
        "{look} needs about {percent} % of the ink of {other}.", look=look, percent=percent, other=other
    )


def _round(pages: float) -> int:
    """Return a number of pages no finer than it can be known."""
    return round(pages) if pages < 20 else 5 * round(pages / 5)


def ink_place(pen: Pen, x: float, y: float, room: float) -> None:
    """Keep a place for words about ink, with their baseline from (x, y) on."""
    pen.items.append(PlacedDrawing(Drawing(PLACE, x, y, room, 0.0)))


def with_ink(page: Page, sentences: Sequence[str], lettering: Lettering) -> Page:
    """Return a page with the sentences where the guide kept their place: in a line, or each in one of its own."""
    words = " ".join(sentences)

    def filled(items: Sequence[Item]) -> Iterator[Item]:
        for item in items:
            if isinstance(item, PlacedDrawing) and item.drawing.name == PLACE and not item.drawing.items:
                x, y, room = item.drawing.x, item.drawing.y, item.drawing.width
                pen = Pen("#000000", lettering)
                if len(sentences) > 1 and pen.width(words, 1.06 * _SMALL) > room:
                    for number, sentence in enumerate(sentences):
                        line = y - _ABOVE + number * 1.25 * _SMALL
                        pen.fitted(x, line, sentence, room, _SMALL, warn=False, fill=GREY)
                else:
                    pen.fitted(x, y, words, room, 2.35, warn=False, fill=GREY)
                yield from pen.items
            elif isinstance(item, PlacedDrawing) and any(
                isinstance(inner, PlacedDrawing) for inner in item.drawing.items
            ):
                inside = tuple(filled(item.drawing.items))
                same = all(a is b for a, b in zip(inside, item.drawing.items, strict=False))
                yield item if same else replace(item, drawing=replace(item.drawing, items=inside))
            else:
                yield item

    return page._replace(drawing=replace(page.drawing, items=tuple(filled(page.drawing.items))))
