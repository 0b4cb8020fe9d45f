"""How many sheets a kit takes: what fits on Letter, what shares a sheet, and what folding may cost."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardgen.base.units import PAPERS, Size
from cardgen.model import Component
from cardgen.sheets import BACKS, KitPlan, SheetSettings, plan_kit
from cardgen.sheets.marks.kinds import CutCircle, Registration
from cardgen.sheets.paper import PageRoom, Rect
from cardgen.sheets.plan.grid import PageGrid, plain_pages
from cardgen.sheets.plan.impose import Batch
from tests.games.kits import kit_of
from tests.many import examples
from tests.sheets.plan_text import slot_text
from tests.sheets.sample_kits import component, kit
from tests.sheets.test_imposition import PROMISES, components

PAPER = ("a4", "letter")
SLUGS = ("auction-hearts", "bartender-2012", "bartender-aarwares", "biergarten", "cheers")


def planned(made: list[Component], paper: str = "a4", backs: str = "long-edge") -> KitPlan:
    chosen = SheetSettings(PAPERS[paper], paper.title(), backs, guide=False, test=False)  # type: ignore[arg-type]
    return plan_kit(kit(made), chosen)


@pytest.mark.parametrize("paper", PAPER)
@pytest.mark.parametrize(
    ("size", "count"), [((63, 88), 9), ((88, 63), 9), ((63, 63), 12), ((44, 63), 18), ((260, 180), 1)]
)
def test_a_sheet_holds_as_many_on_letter_as_on_a4(size: tuple[float, float], count: int, paper: str) -> None:
    plan = planned([component(size=size, cards=count)], paper)
    assert [len(page.slots) for page in plan.pages] == [count, count]
    for page in plan.pages:
        rings = [mark for mark in page.marks if isinstance(mark, Registration)]
        assert len(rings) == 4
        for slot in page.slots:
            assert min(slot.bleed) == 0 or min(edge for edge in slot.bleed if edge) > 2.5, slot_text(slot)


def test_components_of_one_size_share_sheets_also_across_kinds_and_lying_the_other_way() -> None:
    made = [
        component("cards", cards=5),
        component("aids", "aids", cards=2),
        component("lying", "tiles", (88, 63), cards=2),
    ]
    front, back = planned(made).pages
    assert front.component_ids == back.component_ids == ("cards", "aids", "lying")
    assert {s.card.component: s.rotation for s in front.slots} == {"cards": 0, "aids": 0, "lying": 270}
    for promise in PROMISES:
        promise(planned(made))


@pytest.mark.parametrize("change", [{"bleed": 2.0}, {"stock": "200 g/m²"}])
def test_other_bleed_or_paper_shares_no_row(change: dict[str, object]) -> None:
    plan = planned([component("a", cards=9), component("b", cards=9, **change)], backs="none")  # type: ignore[arg-type]
    assert [page.component_ids for page in plan.pages] == [("a",), ("b",)]


def test_rounds_fill_what_a_board_leaves_free_and_the_sheet_is_turned_for_both() -> None:
    board = component("board", "boards", (200, 130), 1, stock="300 g/m²")
    rounds = component("rounds", "tokens", (16, 16), 7, shape="round", bleed=1.5, back=None, stock="300 g/m²")
    other = component("others", "tokens", (16, 16), 7, shape="round", bleed=1.5, back=None, stock="on card")
    plan = planned([board, rounds, other])
    front, back, single = plan.pages
    assert front.component_ids == ("board", "rounds")
    assert back.component_ids == ("board",)  # rounds have no back
    assert sum(isinstance(mark, CutCircle) for mark in front.marks) == 7
    assert single.component_ids == ("others",)  # never on another paper


def test_what_moves_to_another_page_is_turned_where_that_fits_more() -> None:
    wishes = SheetSettings(Size(190, 245), "paper", "none", gutter=6.0, guide=False, test=False)
    plan = plan_kit(kit([component(size=(20, 85), cards=25, bleed=1.5, back=None)]), wishes)
    assert [len(page.slots) for page in plan.pages] == [13, 12]  # twelve to a page, and one beside them
    assert len({slot.rotation for slot in plan.pages[0].slots}) == 2


def test_the_parts_of_a_low_board_share_a_page() -> None:
    shelf = component("shelf", "mats", (276, 110), 3, back=None)
    letter, a4 = planned([shelf], "letter"), planned([shelf], "a4")
    assert [(page.pill, len(page.slots)) for page in letter.pages] == [("parts 1 to 2 of 2", 2)] * 3
    assert [len(page.slots) for page in a4.pages] == [1, 1, 1]


@pytest.mark.parametrize("paper", PAPER)
@pytest.mark.parametrize("slug", SLUGS)
def test_a_kit_takes_few_sheets_on_both_papers(slug: str, paper: str) -> None:
    made = kit_of(slug)
    plans = {b: plan_kit(made, SheetSettings(PAPERS[paper], paper.title(), b)) for b in BACKS}
    most = {  # with guide and duplex test; what is mounted has its backs on sheets of their own
        "auction-hearts": (18, 16),
        "bartender-2012": (23, 23),
        "bartender-aarwares": (21, 21),
        "biergarten": (18, 22),
        "cheers": (21, 22),
    }[slug][paper == "letter"]
    fronts = {"auction-hearts": 12, "biergarten": 10, "cheers": 18 + (paper == "letter")}.get(slug, most - 1)
    assert plans["long-edge"].sheets == plans["short-edge"].sheets == most
    assert plans["separate"].sheets == most - 1  # without the test
    assert plans["none"].sheets == fronts
    # glued backs of different components share no sheet, so a kit may take two pages more
    assert len(plans["fold"].pages) <= 2 * plans["none"].sheets + 2
    for plan in plans.values():
        assert plan.by_area <= plan.sheets


@pytest.mark.parametrize("size", [(70.0, 120.0), (44.0, 63.0), (100.0, 190.0), (63.0, 88.0)])
@pytest.mark.parametrize("paper", PAPER)
def test_a_fold_takes_no_more_pages_than_two_prints_on_one_side(
    size: tuple[float, float], paper: str
) -> None:
    made = [component(size=size, cards=99)]
    fold = planned(made, paper, "fold")
    assert len(fold.pages) <= 2 * len(planned(made, paper, "none").pages)
    told = [problem.code for problem in fold.problems]
    assert bool(told) == (not any(page.side == "fold" for page in fold.pages))


@examples(20, 80)
@given(components(), st.sampled_from(PAPER), st.sampled_from(BACKS))
def test_no_kit_takes_fewer_sheets_than_its_area(made: list[Component], paper: str, backs: str) -> None:
    plan = planned(made, paper, backs)
    assert plan.by_area <= plan.sheets
    for before, after in pairwise(plan.pages):
        assert after.number == before.number + 1


@pytest.mark.parametrize("top", [20, 90])
def test_a_grid_fills_the_field_that_somebody_gives(top: float) -> None:
    """As a plotter does that reads registration marks of its own: 20 mm or more free all around, no marks of ours."""

    def rooms(sheet: object) -> list[PageRoom]:
        width, height = sheet  # type: ignore[misc]
        return [PageRoom(Rect(20, top, width - 40, height - top - 20))]

    pieces = Batch((component(cards=20),), two_sided=False).pieces
    pages = plain_pages(pieces, SheetSettings(Size(210, 297), marks=False), rooms)
    assert pages
    assert sum(len(page.slots) for page in pages) == 20
    for page in pages:
        assert page.marks == ()
        field = Rect(20, top, page.paper.width - 40, page.paper.height - top - 20)
        assert [slot for slot in page.slots if not (slot.trim.inside(field) and slot.art.inside(field))] == []


def test_the_last_column_and_the_last_row_need_no_gutter_behind_them() -> None:
    grid = PageGrid.filling(Rect(10, 10, 3 * 63 + 2 * 6, 2 * 88 + 6), Size(63, 88), bleed=0.0, gutter=6.0)
    assert grid
    assert (grid.columns, grid.rows) == (3, 2)
