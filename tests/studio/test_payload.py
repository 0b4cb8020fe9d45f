"""What a page is told: lines of an entry, what changed, which cards a problem strikes."""

from __future__ import annotations

from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st

from cardgen.base.errors import Location, Problem
from cardgen.model import Card
from cardgen.source import load_kit
from cardgen.studio.payload import card_of, changes_of, entry_lines, inside, kit_payload
from tests.studio.small import edit, small_kit

TEXT = "cards:\n  - id: A\n    text: |\n      one\n\n      two\n\n  - {id: B}\n# end\n"


def test_the_lines_of_an_entry() -> None:
    assert entry_lines(TEXT, 4) == [(2, "- id: A"), (3, "  text: |"), (4, "    one"), (5, ""), (6, "    two")]
    assert entry_lines(TEXT, 8) == [(8, "- {id: B}")]
    assert entry_lines("id,name\nA1,Ace\nA2,Deuce\n", 2) == [(2, "A1,Ace")]
    assert entry_lines(TEXT, 0) == entry_lines(TEXT, 99) == entry_lines("", 1) == []


def test_the_lines_of_entries_that_are_written_inline(tmp_path: Path) -> None:
    kit = small_kit(tmp_path)
    flow = '[{id: A1, colour: red, name: "}, {"}, {id: A2,\n          colour: red},\n      {id: A3, colour: blue}, # last\n    ]'
    edit(kit / "game.yaml", "cards: cards.yaml", f"cards: {flow}")
    edit(kit / "game.yaml", "{one_of: [red, blue]}", "\n        one_of:\n          - red\n          - blue")
    text = (kit / "game.yaml").read_text()
    found = {card.id: card.where for card in load_kit(kit).component("main").cards}
    first = found["A1"].line
    said = {id: entry_lines(text, at.line, at.column) for id, at in found.items()}
    assert said == {
        "A1": [(first, '{id: A1, colour: red, name: "}, {"}')],
        "A2": [(first, "{id: A2,"), (first + 1, "colour: red}")],
        "A3": [(first + 2, "{id: A3, colour: blue}")],
    }
    assert entry_lines("x: [{a: {b: 1}, c: 2}, {d: 3}]\n", 1, 5) == [(1, "{a: {b: 1}, c: 2}")]


@given(st.text("- ab\n:{}[],", max_size=60), st.integers(-2, 30), st.integers(0, 20))
def test_any_text_has_lines(text: str, line: int, column: int) -> None:
    found = entry_lines(text, line, column)
    lines = text.splitlines()
    assert all(words in lines[number - 1] for number, words in found)


def test_what_changed_is_said_in_few_words() -> None:
    fields = {"n": 1, "wild": False, "text": "x" * 60, "list": (1, 2)}
    old = Card("A", "Ace", 1, "main", fields=fields)
    new = Card("A", "Axe", 2, "other", fields={**fields, "text": "y" * 60, "list": (1, 3)})
    assert changes_of(old, new) == "component main → other, name Ace → Axe, count 1 → 2, text changed"
    assert changes_of(old, Card("A", "Ace", 1, "main", fields={**fields, "wild": True})) == "wild no → yes"


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
    assert kit_payload(load_kit(kit))["cards"][0]["name"] == "ace of hearts"
