"""Hard sheets as pictures: pieces in plain colours with all marks and furniture, as they come out of a printer."""

from __future__ import annotations

import io
from dataclasses import replace
from pathlib import Path

import pytest

from cardgen.base.drawing import Page
from cardgen.base.units import PAPERS
from cardgen.export.pdf import write_pdf
from cardgen.export.plates import Press
from cardgen.model import Component
from cardgen.sheets import SheetSettings, draw_sheets, plan_kit
from tests.export.printing import forms
from tests.golden_pages import assert_look_as_approved, golden_names, pages_of
from tests.sheets.printed_sheets import MarkedFaces
from tests.sheets.sample_kits import component, kit
from tests.sheets.test_on_paper import BOTH, LYING, MIXED, TALL, TURNED

GOLDEN = Path(__file__).parent / "golden" / "pages"

LETTER = PAPERS["letter"]
BARE = component("tiles", "tiles", (60, 60), 7, bleed=0, note="seven of them", stock="300 g/m²")
HALL = component("hall", "boards", (420, 300), 1, back=None, title="Great hall")
BAR = component("bar", "boards", (260, 180), 1, back=None)
SHELF = component("shelf", "mats", (276, 110), 1, back=None)
PLANK = component("plank", "boards", (120, 420), 1, back=None, title="Plank")
CASES: dict[str, tuple[list[Component], SheetSettings, tuple[int, ...]]] = {
    "guide": (MIXED, SheetSettings(), (6,)),
    "guide-fold": ([*MIXED, HALL], SheetSettings(LETTER, "Letter", "fold"), (0,)),
    "duplex-test": ([BARE], SheetSettings(), (0, 1)),
    "duplex-test-short-edge": ([TALL], SheetSettings(LETTER, "Letter", "short-edge", (0.5, -2.0)), (0, 1)),
    "turned": ([TURNED], SheetSettings(offset=(2.0, 4.0)), (2, 3)),
    "turned-short-edge": ([TURNED], SheetSettings(backs="short-edge", offset=(2.0, 4.0)), (3,)),
    "landscape": ([LYING], SheetSettings(offset=(2.0, 4.0)), (4, 5)),
    "landscape-short-edge": ([LYING], SheetSettings(backs="short-edge", offset=(2.0, 4.0)), (5,)),
    "turned-on-landscape": ([BOTH], SheetSettings(), (2, 3)),
    "gutter": ([component(cards=5)], SheetSettings(gutter=4.0), (2, 3)),
    "no-bleed": ([BARE], SheetSettings(backs="separate"), (1, 2)),
    "on-pins": ([replace(BARE, stock="on 2 mm board")], SheetSettings(), (1, 2)),
    "wrapped": ([replace(BARE, stock="on 2 mm board", cards=BARE.cards[:4])], SheetSettings(), (1,)),
    "mixed-tokens": (MIXED, SheetSettings(), (2, 3, 4, 5)),
    "fold": ([component(cards=5)], SheetSettings(LETTER, "Letter", "fold"), (2,)),
    "fold-wide-bleed": ([component(size=(63, 63), cards=3, bleed=5)], SheetSettings(backs="fold"), (1,)),
    "fold-tokens": (MIXED[2:], SheetSettings(backs="fold"), (1,)),
    "board-in-parts": ([HALL], SheetSettings(), (1, 2, 3, 4)),
    "letter": ([component(cards=9)], SheetSettings(LETTER, "Letter"), (2, 3)),
    "letter-board": ([BAR], SheetSettings(LETTER, "Letter"), (1,)),
    "fold-at-the-sides": ([component(cards=4)], SheetSettings(LETTER, "Letter", "fold"), (1,)),
    "fold-in-lines": ([component(size=(63, 63), cards=6)], SheetSettings(LETTER, "Letter", "fold"), (1,)),
    "low-board-in-parts": ([SHELF], SheetSettings(LETTER, "Letter"), (1,)),
    "board-turned-in-parts": ([PLANK], SheetSettings(), (1, 2)),
}


@pytest.mark.parametrize("case", CASES)
def test_a_hard_sheet_looks_as_approved(case: str, tmp_path: Path, golden: bool) -> None:
    components, wishes, numbers = CASES[case]
    made = kit(components)
    faces = MarkedFaces(made)
    sheets = draw_sheets(plan_kit(made, wishes, faces), faces)
    chosen = [Page(sheets[n].drawing) for n in numbers]
    target = io.BytesIO()
    drawn = {key: form for page in chosen for key, form in forms(page.drawing).items()}
    write_pdf(chosen, target, title="Test", press=Press(drawn))
    pictures = {
        f"{case}-{n + 1}": picture for n, picture in zip(numbers, pages_of(target.getvalue()), strict=True)
    }
    assert_look_as_approved(pictures, GOLDEN, tmp_path / "pages", golden)


def test_every_approved_sheet_is_still_looked_at() -> None:
    assert golden_names(GOLDEN) == {
        f"{case}-{n + 1}" for case, (_, _, numbers) in CASES.items() for n in numbers
    }
