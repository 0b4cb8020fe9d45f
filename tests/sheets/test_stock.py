"""Sheets of given cells: what fits a cell, what is printed, and that fronts and backs meet on rendered pages."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from itertools import combinations
from pathlib import Path

import pypdfium2
import pytest

from cardgen.base.drawing import Text
from cardgen.base.errors import Problems
from cardgen.base.language import speaking
from cardgen.base.units import PAPERS, Size
from cardgen.model.kit import Component
from cardgen.model.made import Deck
from cardgen.model.made_of import MadeOf
from cardgen.model.stock import CellFit, Stock
from cardgen.sheets import SheetSettings, draw_sheets, plan_kit
from cardgen.sheets.guide.stock_test import draw_stock_test
from cardgen.sheets.guide.work import work_steps
from cardgen.sheets.marks.kinds import Crop
from cardgen.sheets.marks.pen import Pen
from cardgen.source.stock import find_stock, read_stock_file
from tests.conftest import Cardgen
from tests.sheets.printed_sheets import MarkedFaces
from tests.sheets.sample_kits import component, kit
from tests.sheets.test_mounting import NEAR, boxes, rendered
from tests.sheets.test_sheet_words import words_of

# nominal numbers: paper, grid, cell, first, gap, rest
NUMBERS = {
    "labels-a4-24": ("a4", 3, 8, 64, 33.9, 6.97, 12.9, 2.03, 0, 6.97, 12.9),
    "rounds-letter-2.5in": ("letter", 3, 3, 63.5, 63.5, 6.35, 19.05, 6.35, 25.4, 6.35, 19.05),
    "cards-a4-85x55": ("a4", 2, 5, 85, 55, 20, 11, 0, 0, 20, 11),
    "cards-letter-3.5x2in": ("letter", 2, 5, 88.9, 50.8, 19.05, 12.7, 0, 0, 19.05, 12.7),
    "poker-letter-8": ("letter", 2, 4, 88.9, 63.5, 19.05, 12.7, 0, 0, 19.05, 12.7),
    "poker-letter-9": ("letter", 3, 3, 63.5, 88.9, 12.7, 6.35, 0, 0, 12.7, 6.35),
}


def stock_of(name: str, **changes: object) -> Stock:
    problems = Problems()
    found = read_stock_file(find_stock()[name], problems)
    assert found
    assert not [*problems]
    return replace(found, **changes)  # type: ignore[arg-type]


def on(stock: Stock, size: tuple[float, float], cards: int = 7, **more: object) -> Component:
    asked = {key: more.pop(key) for key in ("made_of",) if key in more}
    made = component("a", "tiles", size, cards, **more)  # type: ignore[arg-type]
    return replace(made, given=stock, **asked)  # type: ignore[arg-type]


@pytest.mark.parametrize("name", NUMBERS)
def test_a_shipped_sheet_has_the_numbers_that_were_read_and_its_margins_come_out(name: str) -> None:
    assert set(find_stock()) == {*NUMBERS, "roll-110"}
    stock = stock_of(name)
    paper, *numbers, right, below = NUMBERS[name]
    sizes = (stock.cell, stock.first, stock.gap)
    assert stock.paper == PAPERS[str(paper)]
    found = [stock.columns, stock.rows, *(side for size in sizes for side in (size.width, size.height))]
    assert found == pytest.approx(numbers)
    assert (stock.rest.width, stock.rest.height) == pytest.approx((right, below), abs=0.01)
    for cell in stock.cells:
        assert cell.x >= 0 <= cell.y
        assert cell.right <= stock.paper.width
        assert cell.bottom <= stock.paper.height
    for a, b in combinations(stock.cells, 2):
        assert (
            a.right <= b.x + 1e-9 or b.right <= a.x + 1e-9 or a.bottom <= b.y + 1e-9 or b.bottom <= a.y + 1e-9
        )


@pytest.mark.parametrize("shape", ["rect", "round"])
def test_pieces_lie_in_rows_on_strips_of_a_roll_as_long_as_they_need_with_marks_to_cut_by(shape: str) -> None:
    size = (44.0, 63.0) if shape == "rect" else (44.0, 44.0)
    roll = stock_of("roll-110").rows_for(Size(*size))
    assert (roll.columns, roll.first.width) == (2, 9)
    made = kit([on(roll, size, 31, back=None, bleed=2, shape=shape)])
    plan = plan_kit(made)
    strips = [page for page in plan.pages if page.slots]
    assert sum(len(page.slots) for page in strips) == 31
    assert all(page.paper.width == 110 and page.paper.height <= 1000 for page in strips)
    last = strips[-1]
    assert last.paper.height == pytest.approx(17 + 16 + -(-len(last.slots) // 2) * (size[1] + 4) - 4)
    (page, *_), faces = rendered(made, "a4")
    for card, _, _, box in [*boxes([page], faces)][:4]:
        n = int(card[1:]) - 1
        x, y = 9 + n % 2 * 48, 17 + n // 2 * (size[1] + 4)
        assert box == pytest.approx((x - 1.5, y - 1.5, x + size[0] + 1.5, y + size[1] + 1.5), abs=NEAR)
    ticks = {mark.x1 for mark in last.marks if isinstance(mark, Crop) and mark.x1 == mark.x2}
    assert ticks == {9, 53, 57, 101}
    (test,) = (page for page in plan.pages if page.role == "stock-test")
    assert test.paper == (110, 17 + 150 + 16)
    titles = {step.title: step.words for step in work_steps(plan, 100)}
    assert titles["Cut the strips"].startswith("Page")
    assert "Test the given sheets" not in titles


def test_a_piece_wider_than_a_roll_is_turned_and_one_that_is_too_large_has_no_cell() -> None:
    roll = stock_of("roll-110")
    assert roll.rows_for(Size(120, 70)).cell == Size(70, 120)
    assert roll.rows_for(Size(120, 120)).seat(Size(120, 120), "rect") is None


@pytest.mark.parametrize(
    ("name", "size", "shape", "seat"),
    [
        ("labels-a4-24", (64, 33.9), "rect", CellFit(1, False, True)),
        ("labels-a4-24", (63.5, 34.4), "rect", CellFit(1, False, True)),
        ("labels-a4-24", (33.9, 64), "rect", CellFit(1, True, True)),
        ("labels-a4-24", (64, 100), "rect", None),  # covers it, and loses two thirds
        ("labels-a4-24", (66, 33.9), "rect", None),
        ("labels-a4-24", (40, 30), "rect", CellFit(1, False, False)),
        ("labels-a4-24", (30, 40), "rect", CellFit(1, True, False)),
        ("labels-a4-24", (30, 30), "round", CellFit(1, False, False)),
        ("labels-a4-24", (34, 34), "round", None),
        ("poker-letter-9", (63, 88), "rect", CellFit(88.9 / 88, False, True)),
        ("poker-letter-8", (63, 88), "rect", CellFit(88.9 / 88, True, True)),
        ("poker-letter-9", (62.4, 88.9), "rect", CellFit(1, False, False)),  # 1.8 % would be needed
        ("rounds-letter-2.5in", (63, 63), "round", CellFit(1, False, True)),
        ("rounds-letter-2.5in", (63, 63), "rect", None),
        ("rounds-letter-2.5in", (44, 44), "rect", CellFit(1, False, False)),
    ],
)
def test_a_piece_fits_covers_or_is_centred_and_a_larger_one_is_refused(
    name: str, size: tuple[float, float], shape: str, seat: CellFit | None
) -> None:
    found = stock_of(name).seat(Size(*size), shape)
    assert (found is None) == (seat is None)
    if found and seat:
        assert found.k == pytest.approx(seat.k)
        assert (found.turned, found.whole) == (seat.turned, seat.whole)


@pytest.mark.parametrize(
    ("name", "size"),
    [("cards-a4-85x55", (85, 55)), ("poker-letter-9", (63, 88)), ("poker-letter-8", (63, 88))],
)
def test_backs_of_cards_lie_behind_their_fronts_in_their_cells(name: str, size: tuple[float, float]) -> None:
    stock = stock_of(name)
    pages, faces = rendered(kit([on(stock, size)]), "a3")  # the sheet has a paper of its own
    assert len(pages) == 2
    found = {(card, side): (number, box) for card, side, number, box in boxes(pages, faces)}
    wide = stock.paper.width
    for i, cell in enumerate(stock.cells[:7]):
        column = stock.columns - 1 - i % stock.columns
        behind = stock.cells[i - i % stock.columns + column]
        for side, number, place in (("front", 0, cell), ("back", 1, behind)):
            on_page, box = found[f"A{i + 1}", side]
            assert on_page == number
            assert box == pytest.approx((place.x, place.y, place.right, place.bottom), abs=NEAR)
        front, back = found[f"A{i + 1}", "front"][1], found[f"A{i + 1}", "back"][1]
        assert (wide - back[2], back[1], wide - back[0], back[3]) == pytest.approx(front, abs=NEAR)


@pytest.mark.parametrize("board", [0.0, 2.0])
def test_backs_of_labels_are_on_a_sheet_of_their_own_each_in_the_cell_of_its_front(board: float) -> None:
    stock = stock_of("labels-a4-24")
    made = on(stock, (64, 33.9), 5, made_of=MadeOf(board), bleed=1.5)
    assert made.sides == "labels"
    plan = plan_kit(kit([made]), SheetSettings(guide=False, test=False))
    assert [(page.side, page.sheet_no, page.behind) for page in plan.pages] == [
        ("single", 1, False),
        ("single", 2, True),
    ]
    pages, faces = rendered(kit([made]), "a4")
    bleed = 2.03 / 2
    for card, _, _, box in boxes(pages, faces):
        cell = stock.cells[int(card[1:]) - 1]
        wanted = (cell.x - bleed, cell.y, cell.right + bleed, cell.bottom)
        assert box == pytest.approx(wanted, abs=NEAR)  # into half of the gap, and none where cells touch


def test_a_smaller_piece_is_in_the_middle_of_its_cell_and_cut_out_by_hand() -> None:
    stock = stock_of("labels-a4-24")
    made = kit([on(stock, (30, 30), 2, shape="round", back=None)])
    (page,), faces = rendered(made, "a4")
    for card, _, _, box in boxes([page], faces):
        cell = stock.cells[int(card[1:]) - 1]
        x, y = cell.x + cell.width / 2, cell.y + cell.height / 2
        assert box == pytest.approx((x - 15, y - 15, x + 15, y + 15), abs=NEAR)
    plan = plan_kit(made)
    titles = {step.title: step.words for step in work_steps(plan, 100)}
    assert "Cut smaller pieces out along the print." in titles["Peel the labels"]


@pytest.mark.parametrize("name", NUMBERS)
def test_nothing_but_faces_is_on_a_sheet_without_wide_margins(name: str) -> None:
    stock = stock_of(name)
    plan = plan_kit(
        kit([on(stock, (stock.cell.width, stock.cell.height), shape="round" if stock.round else "rect")])
    )
    drawn = draw_sheets(plan, MarkedFaces(plan.kit))
    roomy = min(stock.first.height, stock.rest.height) >= 10
    assert roomy == (name != "poker-letter-9")
    for page, sheet in zip(plan.pages, drawn, strict=True):
        if page.slots and page.stock:
            said = " ".join(text.words for text in words_of(sheet.drawing))
            assert (stock.name in said) == roomy
            assert roomy or len(sheet.drawing.items) == len(page.slots)
            for text in words_of(sheet.drawing):
                assert (text.y or 0) < stock.first.height


def test_what_a_printer_is_off_moves_both_sides() -> None:
    stock = stock_of("cards-a4-85x55", shift=(1.0, -2.0))
    pages, faces = rendered(kit([on(stock, (85, 55), 1)]), "a4")
    found = {side: box for _, side, _, box in boxes(pages, faces)}
    assert found["front"][:2] == pytest.approx((21, 9), abs=NEAR)
    assert found["back"][:2] == pytest.approx((106, 9), abs=NEAR)


def test_each_sheet_has_a_test_page_in_true_size_with_a_ruler_and_the_guide_says_so() -> None:
    labels, cards = stock_of("labels-a4-24"), stock_of("cards-letter-3.5x2in")
    made = kit([on(labels, (64, 33.9), back=None), replace(on(cards, (88.9, 50.8)), id="b", kind="decks")])
    plan = plan_kit(made, SheetSettings(PAPERS["a4"], "A4"))
    tests = [page for page in plan.pages if page.role == "stock-test"]
    assert {page.stock.name for page in tests if page.stock} == {"labels-a4-24", "cards-letter-3.5x2in"}
    assert {(page.paper.width, page.paper.height) for page in tests} == {(210, 297), (215.9, 279.4)}
    steps = {step.title: step.words for step in work_steps(plan, 100)}
    assert [
        title for title in steps if title in ("Test the given sheets", "Tear the cards", "Peel the labels")
    ]
    assert steps["Tear the cards"].startswith("Pages 3, 4 on cards-letter-3.5x2in")
    assert not {"Cut long lines first", "Labels to the corner", "Mount on board"} & set(steps)
    parts = plan_kit(made, SheetSettings(guide=False, test=False))
    assert not [page for page in parts.pages if page.role == "stock-test"]


@pytest.mark.parametrize("name", NUMBERS)
@pytest.mark.parametrize("cell", [None, Size(20, 10)])
def test_words_of_a_test_page_stay_apart_from_each_other(name: str, cell: Size | None) -> None:
    stock = stock_of(name) if cell is None else replace(stock_of(name), cell=cell, round=False)
    pen = Pen("#2a6db3")
    draw_stock_test(pen, stock, "A Game")
    assert not pen.cut
    said = [item.words for item in pen.items if isinstance(item, Text)]
    assert f"Test page for {stock.name}" in said
    assert {"50 mm", "Check with a ruler: print at 100 %"} <= set(said)


OWN = """title: Mine
paper: a4
kind: perforated
cells: {size: 63x88mm, grid: 3x3, first: 10.5x16.5mm}
backs: duplex
"""


def test_kit_json_names_the_sheets_and_a_machine_does_not_cut_them(
    tmp_path: Path, cardgen: Cardgen, monkeypatch: pytest.MonkeyPatch
) -> None:
    sample = Path(__file__).parents[1] / "samples" / "workbench-project"
    monkeypatch.chdir(sample)
    out = tmp_path / "out"
    run = cardgen("build", "workbench", "-o", str(out), "--for", "cricut")
    told = " ".join((run.out + run.err).split())
    assert "Orders: its sheets, cards-a4-85x55, are cut already" in told
    assert "Casks: its sheets, labels-a4-24, are cut already" in told
    said = json.loads((out / "workbench" / "kit.json").read_text("utf-8"))
    assert {c["id"]: c["stock"] for c in said["components"] if "stock" in c} == {
        "orders": "cards-a4-85x55",
        "casks": "labels-a4-24",
        "bids": "roll-110",
    }
    assert "Bids: its sheets, roll-110, are cut by hand" in told


def near_kits(tmp_path: Path) -> tuple[Path, list[Path]]:
    kit_ = tmp_path / "data" / "ink"
    kit_.mkdir(parents=True)
    for name in ("face.svg", "back.svg"):
        (kit_ / name).write_text('<svg xmlns="http://www.w3.org/2000/svg" viewBox="-3 -3 69 94"/>', "utf-8")
    (kit_ / "game.yaml").write_text(
        "game: ink\ntitle: Ink\nversion: '1'\nplayers: {min: 2, max: 4}\ncredits: {design: Ann}\n"
        "decks:\n  main: {size: poker, face: face.svg, back: back.svg, stock: mine, cards: [{id: A}, {id: B}]}\n"
    )
    return kit_, [tmp_path / "settings" / "stock", tmp_path / "stock", kit_ / "stock"]


def test_a_stock_is_found_where_targets_are_and_a_change_of_it_asks_for_a_new_build(
    tmp_path: Path, cardgen: Cardgen, monkeypatch: pytest.MonkeyPatch
) -> None:
    _, folders = near_kits(tmp_path)
    monkeypatch.setenv("CARDGEN_CONFIG", str(tmp_path / "settings"))
    run = cardgen("build", "ink", "-o", "out")
    assert "mine" not in run.out + run.err  # words for people
    for number, folder in enumerate(folders):
        folder.mkdir(parents=True)
        (folder / "mine.yaml").write_text(OWN.replace("Mine", f"Mine {number}"), "utf-8")
        run = cardgen("build", "ink", "-o", "out")
        assert "up to date" not in run.out
        assert "up to date" in cardgen("build", "ink", "-o", "out").out
        listed = cardgen("stock").out
        assert f"Mine {number}" in listed
    assert "Mine 2 (ink's own)" in listed
    text = pypdfium2.PdfDocument("out/ink/ink-kit-a4.pdf")
    assert any("mine" in page.get_textpage().get_text_range() for page in text)


def test_the_name_of_a_sheet_is_not_translated_but_what_it_is_is(tmp_path: Path, cardgen: Cardgen) -> None:
    kit_, _ = near_kits(tmp_path)
    path = kit_ / "game.yaml"
    path.write_text(path.read_text("utf-8").replace("stock: mine", "stock: poker-letter-9"))
    cardgen.works("translate", "ink", "de")
    assert "stock" not in (kit_ / "i18n" / "de.yaml").read_text("utf-8")
    with speaking("de"):
        assert stock_of("labels-a4-24").words == "Etiketten 64 × 33,9 mm, 24 auf A4 (labels-a4-24)"
    cardgen("build", "ink", "-o", "out", "--language", "de", "--draft")
    text = " ".join(
        page.get_textpage().get_text_range() for page in pypdfium2.PdfDocument("out/ink/ink-kit-a4-de.pdf")
    )
    assert "Beide gegen das Licht halten" in text
    assert "Karten abtrennen" in text


def test_a_test_page_is_written_by_name(tmp_path: Path, cardgen: Cardgen) -> None:
    cardgen.works("stock", "labels-a4-24", "--out", "tests")
    page = pypdfium2.PdfDocument("tests/labels-a4-24-test.pdf")[0]
    assert [side * 25.4 / 72 for side in page.get_size()] == pytest.approx([210, 297], abs=0.01)
    assert "Hold both to the light" in page.get_textpage().get_text_range()
    said = json.loads(cardgen("stock", "labels-a4-24", "--json").out)["stock"]
    assert [(one["stock"], one["cells"], one["rest_mm"]) for one in said] == [
        ("labels-a4-24", 24, [6.97, 12.9])
    ]
    cardgen.fails("stock", "--out", "tests", code=2)
    assert "nominal" in cardgen("stock").out


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ("3x3", "3x4", r"mine.yaml:4:\d+: error: 4 rows from 16.5 mm end 71.50 mm beyond the lower edge"),
        ("10.5x", "12x", r"mine.yaml:4:\d+: warning: across the margins are 12 mm and 9.00 mm"),
        (
            "63x88mm",
            "63x88mm, shape: round",
            r"mine.yaml:4:\d+: error: size is 63 × 88 mm, expected both sides",
        ),
        (
            "63x88mm",
            "63x88mm, corner: 40mm",
            r"mine.yaml:4:\d+: error: corner is 40 mm, expected at most 31.5",
        ),
        ("perforated", "perforate", r"mine.yaml:3:\d+: error: .*\n.*\n?.*did you mean 'perforated'"),
        (
            "63x88mm",
            "60x80mm",
            r"game.yaml:7:\d+: error: Main is 63 × 88 mm, but a cell of mine is 60 × 80 mm",
        ),
        ("kind: perforated", "kind: roll", r"mine.yaml:3:\d+: error: kind is roll, but paper is no roll"),
        (
            "paper: a4",
            "paper: 110mm x roll",
            r"mine.yaml:3:\d+: error: kind is perforated, but paper is a roll",
        ),
        (
            "paper: a4\nkind: perforated",
            "paper: 110mm x roll\nkind: roll",
            r"mine.yaml:4:\d+: error: a roll has no cells",
        ),
        (OWN[OWN.index("cells") : OWN.index("backs")], "", r"mine.yaml.*: error: cells is missing"),
        ("duplex", "none", r"game.yaml:7:\d+: warning: mine is printed on one side, so no back is printed"),
    ],
)
def test_a_wrong_sheet_is_told_at_its_place(
    old: str,
    new: str,
    told: str,
    tmp_path: Path,
    cardgen: Cardgen,
) -> None:
    kit_, _ = near_kits(tmp_path)
    (kit_ / "stock").mkdir()
    (kit_ / "stock" / "mine.yaml").write_text(OWN.replace(old, new), "utf-8")
    run = cardgen("check", "ink")
    assert re.search(told, run.out + run.err), run.out + run.err


@pytest.mark.parametrize(
    ("stock", "made", "told"),
    [
        ("cards-a4-85x55", "made_of: {board: 2mm}", "torn into cards, nothing is glued onto a board"),
        ("labels-a4-24", "made_of: {board: 2mm, sides: pins}", "sides is pins, but labels-a4-24 has cells"),
        ("labels-a4-42", "note: a", "no sheet with cells is called 'labels-a4-42'"),
    ],
)
def test_what_no_cell_takes_is_refused(
    stock: str,
    made: str,
    told: str,
    tmp_path: Path,
    cardgen: Cardgen,
) -> None:
    kit_, _ = near_kits(tmp_path)
    path = kit_ / "game.yaml"
    path.write_text(
        path.read_text().replace("poker", "60x30mm").replace("stock: mine", f"stock: {stock}, {made}")
    )
    run = cardgen("check", "ink")
    assert told in run.out + run.err


def test_a_deck_made_in_python_takes_a_sheet() -> None:
    deck = Deck("main", [], "poker", given=stock_of("poker-letter-9"))
    assert deck.paper == "Perforated cards 63.5 × 88.9 mm, 9 on Letter (poker-letter-9)"
