"""Pages of a booklet on the sheets of paper that are folded: saddle stitch, and the mini-zine of one sheet.

First the plan, which page lies where, as numbers; then the plan drawn, with marks for the fold, the staples and the cut.
All lengths in mm, y down.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import NamedTuple

from cardgen.base.drawing import (
    Drawing,
    Item,
    Mark,
    Matrix,
    Page,
    PlacedDrawing,
    line,
    multiply,
    rotate,
    translate,
)
from cardgen.base.language import figure, tr
from cardgen.base.units import Size
from cardgen.sheets.marks.pen import GREY, HAIR, HAIRLINE, PLAIN, Lettering, Pen
from cardgen.sheets.paper import SAFE, Sheet

PAPER_THICKNESS = 0.12  # of 100 g/m²
STAPLE = 12.0
MOST_SHEETS = 12
"""What a stapler for the desk goes through, folded."""

_TICK = 4.4  # the mark of a fold, from SAFE on
_ZINE = ((5, 4, 3, 2), (6, 7, 8, 1))
"""The pages of a zine as they lie on its sheet: the upper row stands on its head."""


class Spot(NamedTuple):
    """Where a page lies on a sheet: its number from 1, its corner, and whether it stands on its head."""

    page: int
    x: float
    y: float
    turned: bool = False


class FoldedSide(NamedTuple):
    """One side of a sheet that is folded; `creep` is how far its pages were moved towards the fold."""

    sheet: int
    name: str
    spots: tuple[Spot, ...]
    creep: float = 0.0


def booklet_size(paper: Size) -> Size:
    """Return the page of a booklet on this paper: half of it, in whole millimetres where paper is (A5 is 148 wide)."""
    upright = Sheet.portrait(paper)
    half = upright.height / 2
    return Size(math.floor(half) if half % 1 == 0.5 else half, upright.width)


def saddle(pages: int, page: Size, paper: Size, thickness: float = PAPER_THICKNESS) -> list[FoldedSide]:
    """Return the sides of a booklet that is stapled through the fold, outermost sheet first, its front before its back.

    The paper lies on its side, and the printer turns it over its short edge. The sheets inside stick out by the
    thickness of those around them, so their pages move towards the fold as much. ValueError unless the pages are a
    multiple of four.
    """
    if pages <= 0 or pages % 4:
        raise ValueError(f"a booklet has a multiple of four pages, not {pages}")
    wide, tall = max(paper.width, paper.height), min(paper.width, paper.height)
    fold, top = wide / 2, (tall - page.height) / 2
    sides: list[FoldedSide] = []
    for sheet in range(pages // 4):
        creep = sheet * math.pi / 2 * thickness
        left, right = fold - page.width + creep, fold - creep
        outside = (pages - 2 * sheet, 1 + 2 * sheet)
        inside = (2 + 2 * sheet, pages - 1 - 2 * sheet)
        for name, numbers in (("front", outside), ("back", inside)):
            spots = tuple(Spot(n, x, top) for n, x in zip(numbers, (left, right), strict=True))
            sides.append(FoldedSide(sheet + 1, name, spots, creep))
    return sides


def zine_size(paper: Size) -> Size:
    """Return the page of a zine on this paper: an eighth of it."""
    return Size(max(paper.width, paper.height) / 4, min(paper.width, paper.height) / 2)


def zine(paper: Size) -> FoldedSide:
    """Return the one printed side of a zine: eight pages, folded to an eighth after one cut along the middle."""
    page = zine_size(paper)
    spots = (
        Spot(number, column * page.width, row * page.height, turned=row == 0)
        for row, numbers in enumerate(_ZINE)
        for column, number in enumerate(numbers)
    )
    return FoldedSide(1, "front", tuple(spots))


# ---- drawn -----------------------------------------------------------------------------------------


def draw_saddle(
    pages: Sequence[Drawing], paper: Size, title: str, accent: str, lettering: Lettering = PLAIN
) -> list[Page]:
    """Return the sheets of a booklet with ticks where they are folded and marks where they are stapled."""
    sheet = Sheet.portrait(paper)
    lying = Sheet(sheet.height, sheet.width)
    size = Size(pages[0].width, pages[0].height)
    sides = saddle(len(pages), size, paper)
    found: list[Page] = []
    for side in sides:
        pen = Pen(accent, lettering)
        pen.items += _placed(side, pages, size)
        if side.name == "front":
            _fold_marks(pen, lying, staples=side.sheet == 1 and len(sides) > 2)
            words = tr(
                "{title} · sheet {sheet} of {sheets}", title=title, sheet=side.sheet, sheets=len(sides) // 2
            )
            if side.creep:
                words += tr(" · moved {far} mm towards the fold", far=figure(side.creep, ".2f"))
            pen.text(lying.axis + 0.55, lying.height * 0.64, words, 1.6, fill=GREY, turn=-90)
        name = f"{title} sheet {side.sheet} {side.name}"
        found.append(Page(pen.drawing(name, lying), label=f"{side.sheet} {tr(side.name)}"))
    return found


def draw_zine(
    pages: Sequence[Drawing], paper: Size, title: str, accent: str, lettering: Lettering = PLAIN
) -> Page:
    """Return the sheet of a zine with ticks where it is folded and a line where it is cut."""
    sheet = Sheet.portrait(paper)
    lying = Sheet(sheet.height, sheet.width)
    size = zine_size(paper)
    pen = Pen(accent, lettering)
    pen.items += _placed(zine(paper), pages, size)
    middle = lying.height / 2
    for n in (1, 2, 3):
        x = n * size.width
        for y in (SAFE, middle - _TICK / 2, lying.height - SAFE - _TICK):
            if n == 2 or y != middle - _TICK / 2:
                pen.items.append(line(x, y, x, y + _TICK, HAIRLINE, HAIR, (0.8, 0.6)))
    for x in (SAFE, lying.width - SAFE - _TICK):
        pen.items.append(line(x, middle, x + _TICK, middle, HAIRLINE, HAIR, (0.8, 0.6)))
    pen.items.append(line(size.width, middle, 3 * size.width, middle, GREY, 2 * HAIR, (2.4, 1.4)))
    words = tr("fold all lines, then cut along the dashes between the outer folds")
    pen.text(lying.axis + 3, middle - 0.7, words, 1.6, fill=GREY)
    return Page(pen.drawing(f"{title} zine", lying))


def _placed(side: FoldedSide, pages: Sequence[Drawing], size: Size) -> Iterator[Item]:
    for spot in side.spots:
        drawing = pages[spot.page - 1]
        seen = tuple(item for item in drawing.items if not isinstance(item, Mark))
        drawing = replace(drawing, items=seen)  # who hears the pages takes the single ones
        matrix: Matrix = translate(spot.x - drawing.x, spot.y - drawing.y)
        if spot.turned:
            matrix = multiply(rotate(180, spot.x + size.width / 2, spot.y + size.height / 2), matrix)
        yield PlacedDrawing(drawing, matrix)


def _fold_marks(pen: Pen, lying: Sheet, staples: bool) -> None:
    x = lying.axis
    for y in (SAFE, lying.height - SAFE - _TICK):
        pen.items.append(line(x, y, x, y + _TICK, GREY, HAIR, (0.8, 0.6)))
    for share in (0.25, 0.75) if staples else ():
        y = lying.height * share
        pen.items.append(line(x, y - STAPLE / 2, x, y + STAPLE / 2, HAIRLINE, HAIR))
