"""What a page is told: lines of an entry, what changed, which cards a problem strikes."""

from __future__ import annotations

from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st

from cardgen.base.errors import Location, Problem
from cardgen.model import Card
from cardgen.source import load_kit
from cardgen.studio.told import card_of, changes_told, entry_lines, inside, kit_told
from tests.studio.small import edit, small_kit

TEXT = "cards:\n  - id: A\n    text: |\n      one\n\n      two\n\n  - {id: B}\n# end\n"


def test_the_lines_of_an_entry() -> None:
    assert entry_lines(TEXT, 4) == [(2, "- id: A"), (3, "  text: |"), (4, "    one"), (5, ""), (6, "    two")]
    assert entry_lines(TEXT, 8) == [(8, "- {id: B}")]
    assert entry_lines("id,name\nA1,Ace\nA2,Deuce\n", 2) == [(2, "A1,Ace")]
    assert entry_lines(TEXT, 0) == entry_lines(TEXT, 99) == entry_lines("", 1) == []


@given(st.text("- ab\n:", max_size=60), st.integers(-2, 30))
def test_any_text_has_lines(text: str, line: int) -> None:
    found = entry_lines(text, line)
    lines = text.splitlines()
    assert all(lines[number - 1].endswith(words) for number, words in found)


def test_what_changed_is_said_in_few_words() -> None:
    fields = {"n": 1, "wild": False, "text": "x" * 60, "list": (1, 2)}
    old = Card("A", "Ace", 1, "main", fields=fields)
    new = Card("A", "Axe", 2, "other", fields={**fields, "text": "y" * 60, "list": (1, 3)})
    assert changes_told(old, new) == "component main → other, name Ace → Axe, count 1 → 2, text changed"
    assert changes_told(old, Card("A", "Ace", 1, "main", fields={**fields, "wild": True})) == "wild no → yes"


def test_the_card_of_a_problem() -> None:
    known = {"A1", "A2"}
    assert card_of(Problem("x", trail=("cards", "A1", "count")), known) == "A1"
    assert card_of(Problem("card A2: too long"), known) == "A2"
    assert card_of(Problem("x", trail=("card A2",)), known) == "A2"
    assert card_of(Problem("x", Location("game.yaml")), known) is None


def test_a_file_is_named_as_the_kit_knows_it() -> None:
    assert inside("data/kit/faces/a.svg", "data/kit") == "faces/a.svg"
    assert inside("game.yaml", ".") == "game.yaml"
    assert inside("templates/faces/plain.svg", "data/kit") == "templates/faces/plain.svg"


def test_a_name_is_said_without_the_marks_of_its_icons(tmp_path: Path) -> None:
    kit = small_kit(tmp_path)
    edit(kit / "cards.yaml", "name: Ace", 'name: "{ace} of **hearts**"')
    assert kit_told(load_kit(kit))["cards"][0]["name"] == "ace of hearts"
