"""Sheets that are folded: whoever folds them reads the pages in order, and nothing is lost at an edge."""

from __future__ import annotations

import io
import math
from itertools import pairwise

import pypdfium2 as pdfium
import pypdfium2.raw as pdfium_c
import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardgen.base.drawing import Drawing, Page, Path, rect
from cardgen.base.units import PAPERS, PT_PER_MM, Size
from cardgen.export.pdf import write_pdf
from cardgen.export.plates import Press
from cardgen.sheets.folding import booklet_size, draw_saddle, draw_zine, saddle, zine_size
from cardgen.sheets.marks.pen import Pen
from cardgen.sheets.paper import SAFE, Sheet

A5, HALF_LETTER = Size(148, 210), Size(139.7, 215.9)


def numbered(count: int, size: Size) -> list[Drawing]:
    """Pages that say their number in their upper left corner, with a frame of their live area."""
    pages = []
    for number in range(1, count + 1):
        pen = Pen("#123456")
        pen.text(12, 16, f"N{number}", 6)
        pen.items.append(rect(8, 8, size.width - 16, size.height - 16, stroke="#000000"))
        pages.append(pen.drawing(f"page {number}", Sheet(size.width, size.height)))
    return pages


def read_back(pages: list[Page]) -> list[list[tuple[int, float, float, float]]]:
    """Each page of the PDF of these pages: the numbers on it with x, y (mm, from the upper left) and their turn."""
    target = io.BytesIO()
    write_pdf(pages, target, title="Folded", press=Press({}))
    found = []
    for page in pdfium.PdfDocument(target.getvalue()):
        words = page.get_textpage()
        text = words.get_text_range()
        seen = []
        for at in (i for i, letter in enumerate(text) if letter == "N"):
            digits = ""
            while at + 1 + len(digits) < len(text) and text[at + 1 + len(digits)].isdigit():
                digits += text[at + 1 + len(digits)]
            if digits:
                left, bottom, right, top = words.get_charbox(at)
                turn = math.degrees(pdfium_c.FPDFText_GetCharAngle(words.raw, at))
                x, y = (left + right) / 2 / PT_PER_MM, (page.get_height() - (bottom + top) / 2) / PT_PER_MM
                seen.append((int(digits), x, y, round(turn) % 360))
        found.append(seen)
    return found


def folded(sides: list[tuple[int, int]]) -> list[int]:
    """What one reads in a booklet whose sheets were printed with these two pages on each side, left and right.

    Paper that was turned over its short edge has the back's left half behind the front's right half. The sheets are
    laid into each other and folded: one turns over their right halves from the outermost to the innermost, then
    their left halves on the way out.
    """
    sheets = [(sides[i], sides[i + 1]) for i in range(0, len(sides), 2)]
    order = []
    for front, back in sheets:
        order += [front[1], back[0]]
    for front, back in reversed(sheets):
        order += [back[1], front[0]]
    return order


@pytest.mark.parametrize(("paper", "size"), [("a4", A5), ("letter", HALF_LETTER)])
@pytest.mark.parametrize("count", [4, 16])
def test_a_folded_booklet_is_read_in_order(paper: str, size: Size, count: int) -> None:
    assert booklet_size(PAPERS[paper]) == size
    sheets = draw_saddle(numbered(count, size), PAPERS[paper], "Game", "#123456")
    wide = max(PAPERS[paper].width, PAPERS[paper].height)
    printed = []
    for side in read_back(sheets):
        (left, x1, _, turn1), (right, x2, _, turn2) = sorted(side, key=lambda seen: seen[1])
        assert x1 < wide / 2 < x2
        assert turn1 == turn2 == 0
        printed.append((left, right))
    assert folded(printed) == list(range(1, count + 1))


@given(st.integers(1, 40))
def test_every_page_of_a_booklet_lies_once_at_the_fold(quires: int) -> None:
    paper = PAPERS["a4"]
    sides = saddle(4 * quires, A5, paper)
    pairs = [(side.spots[0].page, side.spots[1].page) for side in sides]
    assert folded(pairs) == list(range(1, 4 * quires + 1))
    fold = paper.height / 2
    for side in sides:
        left, right = side.spots
        # the two pages are as far from the fold, the inner ones nearer by the thickness of those around them
        assert left.x + A5.width - fold == pytest.approx(side.creep)
        assert fold - right.x == pytest.approx(side.creep)
        assert left.y == right.y == 0
    creeps = [side.creep for side in sides[::2]]
    assert creeps[0] == 0
    assert all(b - a == pytest.approx(math.pi / 2 * 0.12) for a, b in pairwise(creeps))


@pytest.mark.parametrize("pages", [0, 2, 6, 13])
def test_a_booklet_has_a_multiple_of_four_pages(pages: int) -> None:
    with pytest.raises(ValueError, match="multiple of four"):
        saddle(pages, A5, PAPERS["a4"])


def test_the_sample_of_the_drawn_sheets() -> None:
    """Sixteen pages: 16, 1 and 2, 15 on the outermost sheet; the pages of the fourth are 0.57 mm nearer to the fold."""
    sides = saddle(16, A5, PAPERS["a4"])
    assert [tuple(spot.page for spot in side.spots) for side in sides[:2]] == [(16, 1), (2, 15)]
    assert [round(side.creep, 2) for side in sides[::2]] == [0, 0.19, 0.38, 0.57]


def marks(page: Page) -> list[Path]:
    return [item for item in page.drawing.items if isinstance(item, Path)]


def test_marks_lie_at_the_fold_and_staples_only_outside() -> None:
    sheets = draw_saddle(numbered(12, A5), PAPERS["a4"], "Game", "#123456")
    for page in sheets:
        for path in marks(page):
            xs = [float(command[1]) for command in path.commands if len(command) > 2]
            ys = [float(command[2]) for command in path.commands if len(command) > 2]
            assert set(xs) == {148.5}
            assert SAFE <= min(ys) <= max(ys) <= 210 - SAFE
    assert [len(marks(page)) for page in sheets] == [4, 0, 2, 0, 2, 0]
    # one folded sheet of four pages needs no staple
    assert [len(marks(page)) for page in draw_saddle(numbered(4, A5), PAPERS["a4"], "G", "#123456")] == [2, 0]


@pytest.mark.parametrize("paper", ["a4", "letter", "a3"])
def test_a_folded_zine_is_read_in_order(paper: str) -> None:
    """Around the cut the pages are a ring: from the cover at the lower right over the fold, then to the left."""
    size = zine_size(PAPERS[paper])
    (side,) = read_back([draw_zine(numbered(8, size), PAPERS[paper], "Game", "#123456")])
    cells = {(int(y // size.height), int(x // size.width)): (n, turn) for n, x, y, turn in side}
    ring = [(1, 3), (0, 3), (0, 2), (0, 1), (0, 0), (1, 0), (1, 1), (1, 2)]
    assert [cells[place][0] for place in ring] == list(range(1, 9))
    # heads meet at the long fold
    assert {cells[place][1] for place in ring if place[0] == 0} == {180}
    assert {cells[place][1] for place in ring if place[0] == 1} == {0}
