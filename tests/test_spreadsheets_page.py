"""What docs/spreadsheets.md says is true, tried on its sample."""

from __future__ import annotations

import csv
import re
import shlex
import shutil
from pathlib import Path

import pytest

from cardgen.app.build import check_kit
from cardgen.app.fingerprint import content_hash
from cardgen.source import load_kit
from tests.conftest import Cardgen

ROOT = Path(__file__).parent.parent
SAMPLE = ROOT / "tests" / "samples" / "orchard-project" / "data" / "orchard"
PAGE = (ROOT / "docs" / "spreadsheets.md").read_text("utf-8")


@pytest.fixture
def orchard(tmp_path: Path) -> Path:
    shutil.copytree(SAMPLE, tmp_path / "data" / "orchard")
    return tmp_path / "data" / "orchard"


def test_the_sample_has_nothing_to_complain_about() -> None:
    assert [str(problem) for problem in check_kit(SAMPLE)] == []


def test_the_rows_of_the_page_are_rows_of_the_sample() -> None:
    with (SAMPLE / "cards.csv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.reader(file))
    shown = [
        [cell.strip().strip("`") for cell in line[1:-1].split("|")]
        for line in PAGE.splitlines()
        if line.startswith("|")
    ]
    table = [row for row in shown[: shown.index(["the field takes", "in the cell"])] if "---" not in row[0]]
    assert len(table) == 4
    assert [row for row in table if row not in rows] == []


def test_each_field_of_the_page_is_a_field_of_the_sample() -> None:
    fields = re.search(r"```yaml\n(    fields:.*?)```", PAGE, re.S)
    assert fields
    assert fields[1] in (SAMPLE / "game.yaml").read_text("utf-8")


def test_the_commands_of_the_page_work(cardgen: Cardgen, orchard: Path) -> None:
    (block,) = re.findall(r"```sh\n(.*?)```", PAGE, re.S)
    before = [(card.id, card.count, card.fields) for card in load_kit(orchard).component("fruit").cards]

    for line in block.splitlines():
        cardgen.works(*shlex.split(line)[1:])

    assert [
        (card.id, card.count, card.fields) for card in load_kit(orchard).component("fruit").cards
    ] == before
    assert "cards: fruit.xlsx" in (orchard / "game.yaml").read_text("utf-8")


def test_the_mistake_of_the_page_is_told_as_it_says(cardgen: Cardgen, orchard: Path) -> None:
    text = (orchard / "cards.csv").read_text("utf-8")
    (orchard / "cards.csv").write_text(text.replace("apple,2,spring", "apple,two,spring"), "utf-8")
    shown = re.search(r"```text\n(data/orchard/cards.csv: F3.*?)```", PAGE, re.S)
    assert shown
    assert shown[1] in cardgen("check", "orchard").err


def test_a_changed_table_asks_for_a_new_build(orchard: Path) -> None:
    before = content_hash(orchard)
    (orchard / "cards.csv").write_text("id,fruit,points\nA1,apple,3\n", "utf-8")
    assert content_hash(orchard) != before
    assert orchard / "cards.csv" in load_kit(orchard).sources  # faces are drawn anew only where cards changed


def test_the_lists_of_the_page_are_printed_from_sheets(orchard: Path, cardgen: Cardgen) -> None:
    cardgen("table", "orchard", "--to", "fruit.xlsx", "--switch")
    game = (orchard / "game.yaml").read_text("utf-8")
    mixed = (
        "\n      - {file: fruit.xlsx, sheet: fruit}\n      - {id: W1, name: Worm, fruit: apple, points: 1}"
    )
    (orchard / "game.yaml").write_text(game.replace("cards: fruit.xlsx", f"cards:{mixed}"), "utf-8")
    ids = [card.id for card in load_kit(orchard).component("fruit").cards]
    assert ids == ["A1", "A2", "P1", "apple-crate", "pear-crate", "W1"]
