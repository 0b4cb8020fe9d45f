"""What a new author does wrong first, in a kit as `cardgen new` makes it: one message for one mistake, all in one run."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from cardgen.app.build import check_kit
from cardgen.app.start import begin
from tests.conftest import Cardgen
from tests.spreadsheets import xlsx
from tests.studio.small import edit


@pytest.fixture
def kit(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A fresh kit, from whose project somebody works."""
    monkeypatch.chdir(tmp_path)
    begin("tide-pool", "2-4", "deck,rules", "Ana", None)
    monkeypatch.chdir(tmp_path / "tide-pool")
    return tmp_path / "tide-pool" / "data" / "tide-pool"


Said = Callable[[], list[str]]


@pytest.fixture
def said(kit: Path) -> Said:
    """Return what is wrong with the kit: file and line, and the message."""

    def wrong() -> list[str]:
        found = [problem for problem in check_kit(kit) if problem.level == "error"]
        return [
            f"{Path(p.where.file).name}:{p.where.line} {p.message}" if p.where else p.message for p in found
        ]

    return wrong


def test_mistakes_in_four_files_are_told_in_one_run(kit: Path, said: Said) -> None:
    edit(kit / "game.yaml", "decks.main.total == 40", "decks.main.total == 45")
    edit(kit / "rules.md.j2", 'face("S3")', 'face("S33")')
    edit(kit / "faces" / "card.svg", "font-family:Oswald", "font-family:Osvald")
    (kit / "cards.yaml").open("a").write("- {id: X, sign: sun, value: 1, text: '{nope}'}\n")

    assert said() == [
        "cards.yaml:9 card X: there is no icon {nope}, in '{nope}'",
        "card.svg:12 no font family 'Osvald'",
        "game.yaml:49 this check fails: left side is 41, right side is 45",
        "rules.md.j2:12 no card 'S33' (did you mean 'S3'?)",
    ]


def test_a_number_that_is_a_word_is_told_where_it_is_written_and_once(kit: Path, said: Said) -> None:
    edit(kit / "numbers.yaml", "row: 4", "row: vier")
    edit(kit / "game.yaml", "checks:", 'checks:\n  - {that: "tables.numbers.row * 2 < 30"}')
    edit(kit / "game.yaml", "checks:", 'checks:\n  - {that: "decks.main.total > tables.numbers.row"}')

    assert said() == ["numbers.yaml:2 row is 'vier', expected a number"]

    edit(kit / "game.yaml", "    stock: 300 g/m²", '    stock: "{{ tables.numbers.row + 1 }}"')
    assert said() == ["numbers.yaml:2 row is 'vier', expected a number"]


@pytest.mark.parametrize("cells", ["B2:B5", "B2:C5", "A2:C5"])
def test_merged_cells_bring_one_message_and_not_one_for_each_row(kit: Path, said: Said, cells: str) -> None:
    rows = [["id", "sign", "value"], *([f"S{n}", "sun" * (n == 1), "1"] for n in range(1, 5))]
    content = xlsx(rows, lambda sheet: sheet.merge_cells(cells))
    (kit / "cards.xlsx").write_bytes(content)
    edit(kit / "game.yaml", "cards: cards.yaml", "cards: cards.xlsx")

    (one,) = said()
    assert f"the cells {cells} are merged" in one


@pytest.mark.parametrize(
    ("row", "hint"),
    [
        ("{id: Deep crab, sign: sun, value: 1}", "write id: Deep-crab"),
        (
            '{each: {sign: [sun, moon]}, id: "X{{ sign[-1] }}", sign: "{{ sign }}", value: 7}',
            "sign is sun in one and moon in the other: write more of it into the id, such as {{ sign }}",
        ),
    ],
)
def test_an_id_that_cannot_be_brings_the_hint_that_mends_it(kit: Path, row: str, hint: str) -> None:
    (kit / "cards.yaml").write_text(f"- {row}\n", "utf-8")

    assert hint in {problem.hint for problem in check_kit(kit)}


def test_a_missing_picture_is_not_looked_for_among_what_no_kit_names(kit: Path) -> None:
    edit(kit / "faces" / "card.svg", "art/signs.svg", "art/zzz.svg")

    (problem,) = [one for one in check_kit(kit) if "zzz" in one.message][:1]
    assert "boxes/" not in problem.hint


def test_a_quiet_build_prints_nothing(kit: Path, cardgen: Cardgen, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(kit)

    done = cardgen("build", "--only", "rules", "--quiet")
    assert (done.code, done.out, done.err) == (0, "", "")
    assert list((kit.parents[1] / "output").rglob("*.pdf"))


def test_a_kit_without_rules_says_what_can_be_done(kit: Path, cardgen: Cardgen) -> None:
    done = cardgen("play", str(kit))

    assert (done.code, "docs/adding-a-game.md shows how" in done.err) == (1, True)
