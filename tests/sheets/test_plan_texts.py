"""Whole plans as text, one file each; change them with --golden and look at them."""

from __future__ import annotations

from pathlib import Path

import pytest

from cardgen.base.units import PAPERS
from cardgen.model import Component
from cardgen.sheets import SheetSettings, plan_kit
from tests.sheets.plan_text import page_text
from tests.sheets.sample_kits import component, kit

GOLDEN = Path(__file__).parent / "golden"

POKER = component(cards=11)
TILES = component("tiles", "tiles", (63, 63), 12, bleed=0)
GOALS = component("goals", "tokens", (22, 22), 15, shape="round", bleed=1.5)
TEAMS = component("teams", "tokens", (30, 30), 6, shape="round", bleed=1.5)
BOARD = component("board", "boards", (300, 195), 1, back=None)
HALL = component("hall", "boards", (420, 420), 1)
PLANK = component("plank", "boards", (120, 420), 1, back=None)
TURNED = component("turned", size=(130, 90), cards=4)
LYING = component("lying", size=(55, 133), cards=9)
BOTH = component("both", size=(43, 133), cards=8)
SQUARES = component("squares", "tokens", (20, 32), 8, bleed=1.5)
LETTER = PAPERS["letter"]

CASES: dict[str, tuple[list[Component], SheetSettings]] = {
    "poker-9-up-a4": ([POKER], SheetSettings()),
    "poker-letter-landscape": ([POKER], SheetSettings(PAPERS["letter"], "Letter", "short-edge", (0.5, -1.0))),
    "poker-gutter-a4": ([component(cards=4)], SheetSettings(gutter=6.0)),
    "tiles-12-up-a4": ([TILES], SheetSettings()),
    "tokens-honeycomb-a4": ([GOALS, TEAMS], SheetSettings()),
    "poker-fold-a4": ([component(cards=4)], SheetSettings(backs="fold")),
    "poker-separate-a4": ([component(cards=10)], SheetSettings(backs="separate")),
    "board-in-parts-a4": ([BOARD], SheetSettings()),
    "board-in-parts-letter": ([BOARD], SheetSettings(LETTER, "Letter")),
    "board-in-six-parts-a4": ([HALL], SheetSettings()),
    "board-turned-in-parts-a4": ([PLANK], SheetSettings()),
    "turned-long-edge": ([TURNED], SheetSettings(offset=(0.4, -1.1))),
    "turned-short-edge": ([TURNED], SheetSettings(backs="short-edge", offset=(0.4, -1.1))),
    "landscape-long-edge": ([LYING], SheetSettings(offset=(0.4, -1.1))),
    "landscape-short-edge": ([LYING], SheetSettings(backs="short-edge", offset=(0.4, -1.1))),
    "turned-on-landscape-long-edge": ([BOTH], SheetSettings(offset=(0.4, -1.1))),
    "turned-on-landscape-short-edge": ([BOTH], SheetSettings(backs="short-edge", offset=(0.4, -1.1))),
    "turned-on-landscape-fold": ([BOTH], SheetSettings(backs="fold")),
    "one-in-a-wide-fold": ([component(size=(40, 30), cards=1)], SheetSettings(backs="fold")),
    "fold-wide-bleed": (
        [component(size=(63, 63), cards=3, bleed=5)],
        SheetSettings(LETTER, "Letter", "fold"),
    ),
    "wide-gutter-letter": ([component(cards=5)], SheetSettings(LETTER, "Letter", gutter=10.0)),
    "narrow-gutter-no-bleed": ([component(cards=9, bleed=0)], SheetSettings(gutter=2.0)),
    "mixed-sizes": ([TILES, SQUARES, POKER, GOALS, TEAMS], SheetSettings(backs="short-edge")),
    "mixed-sizes-fold": ([SQUARES, GOALS, TEAMS, component(cards=2)], SheetSettings(backs="fold")),
}


@pytest.mark.parametrize("name", CASES)
def test_the_plan_reads_as_it_was_agreed(name: str, golden: bool) -> None:
    components, settings = CASES[name]
    plan = plan_kit(kit(components), settings)
    text = "\n".join(page_text(page) for page in plan.pages if page.slots) + "\n"
    path = GOLDEN / f"{name}.txt"
    if golden:
        path.parent.mkdir(exist_ok=True)
        path.write_text(text, "utf-8")
    assert text == path.read_text("utf-8")
