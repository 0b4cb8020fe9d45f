"""Whole plans as text, one file each; change them with --golden and look at them."""

from __future__ import annotations

from pathlib import Path

import pytest

from cardgen.base.units import PAPERS
from cardgen.model import Component
from cardgen.sheets import SheetSettings, plan_kit
from tests.sheets.sample_kits import component, kit

GOLDEN = Path(__file__).parent / "golden"

POKER = component(cards=11)
TILES = component("tiles", "tiles", (63, 63), 12, bleed=0)
GOALS = component("goals", "tokens", (22, 22), 15, shape="round", bleed=1.5)
TEAMS = component("teams", "tokens", (30, 30), 6, shape="round", bleed=1.5)
BOARD = component("board", "boards", (300, 195), 1, back=None)

CASES: dict[str, tuple[list[Component], SheetSettings]] = {
    "poker-9-up-a4": ([POKER], SheetSettings()),
    "poker-letter-landscape": ([POKER], SheetSettings(PAPERS["letter"], "Letter", "short-edge", (0.5, -1.0))),
    "poker-gutter-a4": ([component(cards=4)], SheetSettings(gutter=6.0)),
    "tiles-12-up-a4": ([TILES], SheetSettings()),
    "tokens-honeycomb-a4": ([GOALS, TEAMS], SheetSettings()),
    "poker-fold-a4": ([component(cards=4)], SheetSettings(backs="fold")),
    "poker-separate-a4": ([component(cards=10)], SheetSettings(backs="separate")),
    "board-in-parts-a4": ([BOARD], SheetSettings()),
    "board-in-parts-letter": ([BOARD], SheetSettings(PAPERS["letter"], "Letter")),
}


@pytest.mark.parametrize("name", CASES)
def test_the_plan_reads_as_it_was_agreed(name: str, golden: bool) -> None:
    components, settings = CASES[name]
    plan = plan_kit(kit(components), settings)
    text = "\n".join(page.as_text() for page in plan.pages if page.slots) + "\n"
    path = GOLDEN / f"{name}.txt"
    if golden:
        path.parent.mkdir(exist_ok=True)
        path.write_text(text, "utf-8")
    assert text == path.read_text("utf-8")
