"""A board is split where it hurts least."""

from __future__ import annotations

from dataclasses import replace

import pytest

from cardgen.base.drawing import Drawing, FontKey, Glyph, PlacedDrawing, Text, translate
from cardgen.model import Card
from cardgen.sheets import SheetSettings, plan_kit
from cardgen.sheets.plan.splits import text_boxes
from tests.sheets.sample_kits import BlankFaces, component, kit

# One glyph of 1 em at 20 mm: a word from x 140 to 160, over the middle of a board of 300 mm.
WORD = Text(FontKey("Roboto"), 20.0, 140.0, 60.0, (Glyph(1, 1.0, 0.0, 0.0, "A"),))


class Worded(BlankFaces):
    def front(self, card: Card) -> Drawing:
        plain = super().front(card)
        return Drawing("worded", plain.x, plain.y, plain.width, plain.height, (*plain.items, WORD))


def test_a_split_moves_aside_for_a_word() -> None:
    made = kit([component("board", "boards", (300, 195), 1, back=None)])
    blind = plan_kit(made, SheetSettings())
    seeing = plan_kit(made, SheetSettings(), Worded(made))
    assert [s.window.x for p in blind.pages for s in p.slots] == [0, 150]
    split = [s.window.x for p in seeing.pages for s in p.slots][1]
    assert not 139 < split < 161
    assert 135 <= split <= 165


@pytest.mark.parametrize(("x", "moves"), [(150.6, True), (151.6, False), (129.4, True), (128.4, False)])
def test_a_split_keeps_a_millimetre_from_words(x: float, moves: bool) -> None:
    class Beside(BlankFaces):
        def front(self, card: Card) -> Drawing:
            plain = super().front(card)
            return replace(plain, items=(*plain.items, replace(WORD, x=x)))

    made = kit([component("board", "boards", (300, 195), 1, back=None)])
    plan = plan_kit(made, SheetSettings(), Beside(made))
    split = [s.window.x for p in plan.pages for s in p.slots][1]
    assert (split != 150) == moves
    assert not x - 1 < split < x + 21


def test_a_board_that_lies_turned_is_split_evenly() -> None:
    """The words of its upright face say nothing of where lines of the turned page run."""

    made = kit([component("board", "boards", (200, 300), 1, back=None)])
    found = {}
    for source in (None, Worded(made)):
        slots = [s for p in plan_kit(made, SheetSettings(), source).pages for s in p.slots]
        found[source is None] = [(s.rotation, *s.window) for s in slots]
    assert any(rotation for rotation, *_ in found[True])
    assert found[True] == found[False]


def test_a_board_that_fits_a_page_lying_down_is_not_split() -> None:
    plan = plan_kit(kit([component("board", "boards", (200, 130), 1)]), SheetSettings())
    front, back = (p for p in plan.pages if p.slots)
    assert front.side == "front"
    assert front.slots[0].rotation == 270
    assert back.slots[0].rotation == 90


def test_both_sides_of_a_split_board_are_printed_and_told_apart() -> None:
    plan = plan_kit(kit([component("board", "boards", (300, 195), 1)]), SheetSettings())
    titles = [p.title for p in plan.pages if p.slots]
    assert titles == ["Board, 300 × 195, front"] * 2 + ["Board, 300 × 195, back"] * 2


def test_words_are_found_where_they_are_placed() -> None:
    inner = Drawing("inner", 0, 0, 10, 10, (WORD,))
    outer = Drawing("outer", 0, 0, 10, 10, (PlacedDrawing(inner, translate(5, 7)),))
    (box,) = text_boxes(outer)
    assert (box.x, box.right) == pytest.approx((145, 165))
    assert box.bottom == pytest.approx(60 + 7 + 0.22 * 20)
