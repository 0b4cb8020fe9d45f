"""The rule sheet of Biergarten: complete, true to the data, and in the words of the chosen options."""

from __future__ import annotations

import re

import pytest

from cardgen.base.drawing import Text
from cardgen.base.files import shipped
from cardgen.base.units import parse_paper
from cardgen.faces.compose import Faces
from cardgen.model import Card, Kit
from cardgen.rulesheet import load_rules, rule_markdown, rule_pages, zine_pages
from cardgen.rulesheet.blocks import Table, TextRun, all_inlines, walk, words
from tests.games.kits import kit_of
from tests.many import mostly_thorough


@pytest.fixture(scope="module")
def kit() -> Kit:
    return kit_of("biergarten")


def test_the_ales_side_has_no_parasol_bonus(kit: Kit) -> None:
    ales = rule_markdown(load_rules(kit, {"side": "ales"}))
    assert "Ales side up" in ales
    assert "Have **10** barrels" in ales
    assert "**Parasol bonus.**" not in ales
    assert "**Parasol bonus.**" in rule_markdown(load_rules(kit))
    assert "Parasols (Lagers side only)" in ales


# ---- the garden worth eighteen, counted by hand ------------------------------------------------------

GARDEN = [["C17", "C33", "C21"], ["H6", "C32", "C25"], ["C23", "C38", "C16"]]
NEXT = {"N": (0, -1), "E": (1, 0), "S": (0, 1), "W": (-1, 0)}
OPPOSITE = {"N": "S", "E": "W", "S": "N", "W": "E"}


def seams(kit: Kit) -> list[set[str]]:
    """The colours that match on each seam of the garden (BG-006, BG-007, BG-009)."""
    found = []
    for y, row in enumerate(GARDEN):
        for x, name in enumerate(row):
            for side in "ES":
                dx, dy = NEXT[side]
                if x + dx < len(row) and y + dy < len(GARDEN):
                    one, two = kit.card(name), kit.card(GARDEN[y + dy][x + dx])
                    open_ = side not in one.walls and OPPOSITE[side] not in two.walls
                    found.append(set(one.colours) & set(two.colours) if open_ else set())
    return found


def looks_out(kit: Kit) -> list[tuple[str, str]]:
    """Shields on the outer rim (BG-046)."""

    def tile(x: int, y: int) -> Card | None:
        inside = 0 <= y < len(GARDEN) and 0 <= x < len(GARDEN[y])
        return kit.card(GARDEN[y][x]) if inside else None

    return [
        (name, side)
        for y, row in enumerate(GARDEN)
        for x, name in enumerate(row)
        for side, (dx, dy) in NEXT.items()
        if tile(x + dx, y + dy) is None and side not in kit.card(name).walls
    ]


def test_the_example_garden_is_worth_nine_and_three_and_six(kit: Kit) -> None:
    matched = seams(kit)
    assert sum(len(colours) for colours in matched) == 9
    assert set().union(*matched) == set("GYRB")
    assert looks_out(kit) == []
    barrels = kit.tables.barrels
    assert 9 + barrels["all_colours"] + barrels["walled_garden"] == 18  # BG-062


def test_the_sheet_counts_the_example_garden_the_same_way(kit: Kit) -> None:
    text = rule_markdown(load_rules(kit))
    assert "## A garden worth eighteen" in text
    assert "**Nine** barrels from matches; **three** because" in text


def test_the_picture_shows_the_same_garden(kit: Kit) -> None:
    (shown,) = (s for s in kit.tables.examples["scenarios"] if s["scenario"] == "A garden worth eighteen")
    assert [row.split() for row in shown["given"]["gardens"]["P0"].splitlines()] == GARDEN


def test_the_story_of_a_turn_tells_what_the_engine_counts(kit: Kit) -> None:
    text = rule_markdown(load_rules(kit)).replace("\N{NO-BREAK SPACE}", " ")
    assert "worth eight barrels: six from matches, two for parasols" in text
    assert "8 (matches) + 3 (colours) + 2 (parasols) = **13**" in text
    assert "6 (matches) + 3 (colours) + 6 (walled) + 2 (parasols) = **17**" in text
    assert "Ana’s blue chain: C18, C34, H5 and C16 have seven parasols." in text


def test_what_is_said_about_time_is_what_is_played() -> None:
    """Greedy players have seven or eight turns each, as `benchmarks/playtests.md` says of each number of players."""
    said = (shipped() / "benchmarks" / "playtests.md").read_text("utf-8")
    (part,) = [part for part in said.split("\n## ") if part.startswith("Biergarten")]
    rounds = re.findall(r"^\| ([2-5]) \| ([\d.]+) \(", part, re.MULTILINE)
    assert [players for players, _ in rounds] == ["2", "3", "4", "5"]
    assert all(7 < float(mean) < 8.3 for _, mean in rounds)


@pytest.mark.parametrize(
    ("left", "right", "shared"), [("C32", "C25", 1), ("C32", "C31", 2), ("C31", "C43", 0)]
)
def test_the_examples_of_barrels_are_what_their_captions_say(
    kit: Kit, left: str, right: str, shared: int
) -> None:
    one, two = kit.card(left), kit.card(right)
    walled = "E" in one.walls or "W" in two.walls
    assert (0 if walled else len(set(one.colours) & set(two.colours))) == shared


def test_the_wild_example_is_open_on_both_sides(kit: Kit) -> None:
    assert kit.card("C50").wild
    assert "E" not in kit.card("C26").walls
    assert "W" not in kit.card("C50").walls


@pytest.mark.thorough
@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_the_sheet_is_four_pages_of_real_faces(kit: Kit, paper: str) -> None:
    faces = Faces(kit)
    pages = rule_pages(load_rules(kit), faces, parse_paper(paper))
    assert list(faces.problems) == []
    assert len(pages) == 4
    assert min(text.size for page in pages for text in page.texts() if len(text.words) > 20) > 2.4
    printed = " ".join(text.words for page in pages for text in page.texts())
    headings = ("BIERGARTEN", "Your garden", "Set-up", "YOUR TURN", "Barrels", "Bonuses", "An example turn")
    for heading in (
        *headings,
        "Parasols",
        "Rulings of this edition",
        "House rules",
        "Questions at the table",
    ):
        assert heading in printed


@pytest.mark.parametrize(
    ("options", "paper"),
    mostly_thorough([({}, "a4"), ({}, "letter"), ({"side": "ales", "shift": "none"}, "a4")], 3),
)
def test_the_zine_has_room_for_all_of_its_words(kit: Kit, options: dict[str, object], paper: str) -> None:
    sheet = load_rules(kit, options).on("zine")
    pages = zine_pages(sheet, Faces(kit), parse_paper(paper))
    assert [str(problem) for problem in sheet.problems] == []
    printed = " ".join(text.words for page in pages for text in page.items if isinstance(text, Text))
    for said in ("Set-up", "unseen from a rival", "Walled garden.", "Last round", "Stale beer"):
        assert said in " ".join(printed.split())


def test_the_booklet_counts_the_garden_seam_by_seam(kit: Kit) -> None:
    sheet = load_rules(kit).on("booklet")
    assert list(sheet.problems) == []
    tables = [block for block in walk(sheet.blocks) if isinstance(block, Table) and block.head]
    (rows,) = (table.rows for table in tables if words(table.head[0]) == "Seam")
    told = [[words(cell) for cell in row] for row in rows]
    assert [row[2] for row in told[-4:]] == ["9", "3", "6", "18"]
    assert len(told) == 12 + 4  # three rows of three tiles have twelve seams
    assert sum(int(row[2]) for row in told[:12] if row[2] != "–") == 9
    assert ["C33 and C32", "red and blue", "2"] in told
    assert ["C17 and H6", "a hedge", "–"] in told
    text = " ".join(i.text for i in all_inlines(sheet.blocks) if isinstance(i, TextRun))
    assert "two barrels more. It also brings the seventh blue parasol: two more." in text
