"""Cells that are edited on the page: one cell changes, all else stays to the letter, and nothing is written over another's save."""

from __future__ import annotations

import asyncio
import csv
import io
import json
import re
import threading
import zipfile
from pathlib import Path
from typing import Any

import openpyxl
import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from cardgen.source import load_kit
from cardgen.source.cells import NoCell, with_card, with_cell, with_changes
from cardgen.studio.edits import MOST_STEPS, Changed, Conflict, Edits
from cardgen.studio.payload import would_say
from tests.studio.small import edit
from tests.table.served import SECRET, ask, studio


def cards_in(folder: Path, file: str, sheet: str = "") -> Path:
    """Let the cards of the kit come from another file, which is still to be written."""
    (folder / "cards.yaml").unlink()
    entry = f"{{file: {file}, sheet: {sheet}}}" if sheet else file
    edit(folder / "game.yaml", "cards: cards.yaml", f"cards: {entry}")
    return folder / file


def asked(edits: Edits, card: str, **what: Any) -> dict[str, Any]:
    told = edits.payload()
    table, row = next(
        (table, n)
        for table in told["tables"]
        for n, row in enumerate(table["rows"])
        if row["said"].get("id") == card
    )
    file = table["rows"][row]["file"]
    return {
        "in": table["id"],
        "card": card,
        "row": row,
        "version": told["versions"][file],
        "do": "set",
        **what,
    }


def write(edits: Edits, card: str, key: str, value: Any) -> Any:
    return edits.change(asked(edits, card, key=key, value=value))


# -- YAML

STYLES = """\
# the deck
- id: A1   # the first
  name: 'Ace'
  count: 2
  text: "Draw one."

- {id: A2, name: Deuce,   text: Play again.}  # in one line
- id: A3
  text: |-
    Two
    lines.
  extra:
    deep: [1, 2]
# the end
"""


@pytest.mark.parametrize(
    ("path", "key", "value", "minus", "plus"),
    [
        ((0,), "count", 3, ["  count: 2"], ["  count: 3"]),
        ((0,), "name", "It's", ["  name: 'Ace'"], ["  name: 'It''s'"]),
        ((0,), "text", "Draw two", ['  text: "Draw one."'], ['  text: "Draw two"']),
        ((0,), "colour", "red", [], ["  colour: red"]),
        ((0,), "count", None, ["  count: 2"], []),
        ((0,), "id", "B1", ["- id: A1   # the first"], ["- id: B1   # the first"]),
        ((1,), "text", "no", ["- {id: A2, name: Deuce,   text: Play again.}  # in one line"], ['- {id: A2, name: Deuce,   text: "no"}  # in one line']),
        ((1,), "count", 4, ["- {id: A2, name: Deuce,   text: Play again.}  # in one line"], ["- {id: A2, name: Deuce,   text: Play again., count: 4}  # in one line"]),
        ((1,), "name", None, ["- {id: A2, name: Deuce,   text: Play again.}  # in one line"], ["- {id: A2,   text: Play again.}  # in one line"]),
        ((2,), "text", "One\nmore\nline", ["    Two", "    lines."], ["    One", "    more", "    line"]),
        ((2,), "extra", {"deep": []}, ["  extra:", "    deep: [1, 2]"], ["  extra: {deep: []}"]),
    ],
)  # fmt: skip
def test_one_cell_is_one_change(
    path: tuple[int], key: str, value: Any, minus: list[str], plus: list[str]
) -> None:
    new = with_cell(STYLES, path, key, value).splitlines()
    old = STYLES.splitlines()

    assert [line for line in old if line not in new] == minus
    assert [line for line in new if line not in old] == plus


def test_what_would_change_more_than_a_cell_is_refused() -> None:
    with pytest.raises(NoCell, match="the first key of a card stays"):
        with_cell(STYLES, (0,), "id", None)
    with pytest.raises(NoCell, match="the file has mistakes"):
        with_cell("- &a {id: A1, n: 1}\n- *a\n", (0,), "n", 2)
    with pytest.raises(NoCell, match="each on a line of its own"):
        with_changes("[{id: A1}, {id: A2}]", [((0,), "remove", {})])


VALUES = st.one_of(
    st.integers(-99, 99), st.booleans(), st.text(st.characters(codec="utf-8", categories=["L", "N", "P", "S", "Zs"]), max_size=30),
    st.lists(st.sampled_from(["N", "E", "red", "no"]), max_size=3),
)  # fmt: skip


@given(
    st.lists(
        st.tuples(
            st.integers(0, 3), st.sampled_from(["name", "text", "count", "more", "extra"]), VALUES | st.none()
        ),
        max_size=8,
    )
)
def test_whatever_is_written_is_read_again_and_comments_stay(changes: list[tuple[int, str, Any]]) -> None:
    text, wanted = STYLES, plain(STYLES)
    for number, key, value in changes:
        if number == 3:
            try:
                text = with_card(text, (len(wanted) - 1,), "up")
            except NoCell:
                continue
            wanted[-2:] = wanted[-2:][::-1]
            continue
        try:
            text = with_cell(text, (number,), key, value)
        except NoCell:
            continue
        wanted[number].pop(key, None) if value is None else wanted[number].update({key: value})
        assert plain(text) == wanted
    assert {"# the deck", "# in one line", "# the end"} <= {
        "#" + part.split("\n")[0] for part in text.split("#")[1:]
    }


@given(
    st.lists(
        st.tuples(st.integers(0, 2), st.sampled_from(["set", "duplicate", "remove"]), VALUES), max_size=5
    )
)
def test_many_changes_at_once_are_read_again_and_comments_stay(changes: list[tuple[int, str, Any]]) -> None:
    text = STYLES
    removed = {n for n, what, _ in changes if what == "remove"}
    wanted: list[list[Any]] = [[one] for one in plain(STYLES)]
    asked_for = []
    for number, what, value in {(n, what): (n, what, value) for n, what, value in changes}.values():
        if what != "remove" and number in removed:
            continue
        key = "id" if what == "duplicate" else "name"
        asked_for.append(((number,), what, {} if what == "remove" else {key: str(value)}))
    for (number,), what, values in sorted(asked_for, key=lambda one: one[1] != "duplicate"):
        if what == "duplicate":
            wanted[number].append({**wanted[number][0], **values})
        elif what == "set":
            wanted[number][0] = {**wanted[number][0], **values}
        else:
            wanted[number].clear()
    try:
        text = with_changes(text, sorted(asked_for, key=lambda one: one[1] != "duplicate"))
    except NoCell:
        return
    assert plain(text) == [one for ones in wanted for one in ones]
    assert "# the deck" in text
    assert text.endswith("# the end\n")


def plain(text: str) -> Any:
    """What another reader makes of it: PyYAML without YAML 1.1's words for yes and no."""

    class Loader(yaml.SafeLoader):
        pass

    kept = ("tag:yaml.org,2002:int", "tag:yaml.org,2002:null")
    Loader.yaml_implicit_resolvers = {
        sign: [(tag, rule) for tag, rule in rules if tag in kept or (tag.endswith("bool") and sign in "tfTF")]
        for sign, rules in yaml.SafeLoader.yaml_implicit_resolvers.items()
    }
    return yaml.load(text, Loader)


# -- a kit


def test_a_cell_of_a_kit_is_written_undone_and_done_again(folder: Path) -> None:
    before = (folder / "cards.yaml").read_bytes()
    edits = Edits(folder)
    told = write(edits, "A2", "text", "Play twice.")
    after = (folder / "cards.yaml").read_bytes()

    assert told["diff"] == ["-  text: Play again.", "+  text: Play twice."]
    assert load_kit(folder).card("A2").text == "Play twice."
    again = Edits(folder)  # after a restart
    assert again.payload()["undo"] == "A2: text"
    again.step(back=True)
    assert (folder / "cards.yaml").read_bytes() == before
    Edits(folder).step(back=False)
    assert (folder / "cards.yaml").read_bytes() == after
    with pytest.raises(NoCell, match="nothing to do again"):
        Edits(folder).step(back=False)


def test_cards_are_copied_moved_and_removed(folder: Path) -> None:
    edits = Edits(folder)
    edits.change(asked(edits, "A1", do="duplicate"))
    edits.change(asked(edits, "A3", do="up"))
    edits.change(asked(edits, "A1", do="remove"))

    deck = load_kit(folder).component("main")
    assert [(card.id, card.count) for card in deck.cards] == [("A1-2", 2), ("A3", 1), ("A2", 1)]


@pytest.mark.parametrize(
    ("what", "says"),
    [
        ({"key": "worth", "value": 1}, "main has no field 'worth'"),
        ({"key": "id", "value": "A2"}, "there is a card 'A2' already"),
        ({"key": "id", "value": "A 2"}, "id is 'A 2', expected"),
        ({"key": "id", "value": None}, "every card has an id"),
        ({"key": "text", "value": "A\u2028B"}, "an invisible character in it .U.2028."),
        ({"do": "paint"}, "nothing is done like that here"),
        ({"all": [{"key": "count", "value": 1}] * 2001}, "2,001 cells are too many for one edit"),
        ({"all": [{"key": "count", "value": 9}, {"key": "worth", "value": 1}]}, "has no field 'worth'"),
    ],
)
def test_what_would_break_the_file_is_refused(folder: Path, what: dict[str, Any], says: str) -> None:
    before = (folder / "cards.yaml").read_bytes()
    edits = Edits(folder)
    with pytest.raises(NoCell, match=says):
        edits.change(asked(edits, "A1", **what))
    assert (folder / "cards.yaml").read_bytes() == before


def test_a_wrong_value_is_written_as_in_an_editor_and_marked(folder: Path) -> None:
    edits = Edits(folder)
    write(edits, "A1", "colour", "green")
    write(edits, "A1", "count", 0)
    (table,) = edits.payload()["tables"]
    assert table["rows"][0]["wrong"] == {
        "colour": "colour is 'green', expected one of red, blue",
        "count": "count is 0, expected a whole number of 1 or more",
    }
    assert not table["rows"][1]["wrong"]


def test_many_cells_and_cards_are_one_step(folder: Path) -> None:
    file = folder / "cards.yaml"
    file.write_text(file.read_text().replace("- id: A2", "# the second\n- id: A2   # here"))
    before, edits = file.read_text(), Edits(folder)
    one = asked(edits, "A1")
    many = [
        {"key": "count", "value": 4},
        {"key": "text", "value": ""},  # the default: the line goes
        {"card": "A2", "row": 1, "key": "colour", "value": "red"},
        {"card": "A2", "row": 1, "do": "remove"},
    ]
    with pytest.raises(NoCell, match="without changing something else"):  # set and taken away at once
        edits.change({**one, "all": many})
    many[-1] = {"card": "A3", "row": 2, "do": "duplicate", "id": "A4", "values": {"name": "Four"}}
    many.append({"card": "A3", "row": 2, "do": "duplicate", "id": "A5", "values": {"name": "Five"}})
    edits.change({**one, "all": many, "label": "5 cells pasted"})
    cards = load_kit(folder).component("main").cards
    assert [(card.id, card.name, card.count, card.colour) for card in cards] == [
        ("A1", "Ace", 4, "red"), ("A2", "Deuce", 1, "red"), ("A3", "Trey", 1, "red"), ("A4", "Four", 1, "red"), ("A5", "Five", 1, "red"),
    ]  # fmt: skip
    assert "# the second\n- id: A2   # here\n" in file.read_text()
    assert "Draw one card" not in file.read_text()
    assert edits.step(back=True)["says"] == "5 cells pasted"
    assert file.read_text() == before


def test_steps_of_one_cell_are_one_and_a_value_put_back_is_none(folder: Path) -> None:
    before, edits = (folder / "cards.yaml").read_bytes(), Edits(folder)
    for text in ("P", "Pl", "Play."):
        edits.change(asked(edits, "A3", key="text", value=text, merge="1"))
    assert len(edits._index["steps"]) == 1
    edits.change(asked(edits, "A3", key="text", value=None, merge="1"))  # Esc
    assert (edits.steps()["undo"], (folder / "cards.yaml").read_bytes()) == ("", before)


def test_edits_in_other_places_are_joined_and_the_same_place_is_asked(folder: Path) -> None:
    edits, file = Edits(folder), folder / "cards.yaml"
    mine = asked(edits, "A2", key="text", value="Play twice.", was="Play again.")
    other = file.read_text().replace(
        "- id: A1\n  name: Ace", "- id: A0\n  colour: red\n- id: A1\n  name: King"
    )
    file.write_text(other)
    told = edits.change(mine)
    assert told["joined"]
    assert file.read_text() == other.replace("Play again.", "Play twice.")
    with pytest.raises(Conflict) as asks:
        edits.change({**mine, "value": "Play thrice."})
    (cell,) = asks.value.cells
    assert (cell["card"], cell["was"], cell["theirs"], cell["mine"]) == ("A2", "Play again.", "Play twice.", "Play thrice.")  # fmt: skip
    file.write_text(file.read_text().replace("King", "Queen"))
    edits.step(back=True)
    assert file.read_text() == other.replace("King", "Queen")
    edits.step(back=False)
    file.write_text(file.read_text().replace("twice", "often"))
    with pytest.raises(Conflict) as asks:
        edits.step(back=True)
    (cell,) = asks.value.cells
    assert cell["theirs"] == "  text: Play often.\n"
    edits.step(back=True, force=True)
    assert file.read_text() == other.replace("King", "Queen")


def test_nothing_is_written_over_what_an_editor_saved_meanwhile(folder: Path) -> None:
    edits = Edits(folder)
    one = asked(edits, "A1", key="count", value=5)
    file = folder / "cards.yaml"
    file.write_text(file.read_text() + "# saved meanwhile\n")
    with pytest.raises(Changed, match="nothing was written"):
        edits.change(one)
    write(edits, "A1", "count", 5)
    file.write_text(file.read_text() + "# and again\n")
    edits.step(back=True)
    assert "count: 2\n" in file.read_text()
    assert file.read_text().endswith("# saved meanwhile\n# and again\n")


def test_two_writers_lose_nothing(folder: Path) -> None:
    done: list[int] = []

    def writer(card: str) -> None:
        edits = mine
        while done.count(len(card)) < 100:
            try:
                write(edits, card, "text", f"{card} {done.count(len(card))}")
                done.append(len(card))
            except Changed:
                continue

    (folder / "cards.yaml").write_text("- {id: A1, colour: red}\n- {id: A22, colour: red}\n")
    mine = Edits(folder)
    threads = [threading.Thread(target=writer, args=(card,)) for card in ("A1", "A22")]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    deck = load_kit(folder).component("main")
    assert [card.text for card in deck.cards] == ["A1 99", "A22 99"]
    assert len(mine._index["steps"]) == MOST_STEPS


@pytest.mark.thorough
def test_a_page_and_an_editor_that_save_in_turn_200_times_lose_nothing(folder: Path) -> None:
    edits, file = Edits(folder), folder / "cards.yaml"
    for n in range(200):
        seen = edits.payload()["tables"][0]["rows"]
        wants = asked(edits, "A1", key="text", value=f"page {n}", was=seen[0]["said"]["text"])
        clash = n % 10 == 9
        old, new = ("page" if clash else "Deuce"), ("editor" if clash else f"Deuce {n}")
        text = re.sub(rf"{old}( \d+)?", new, file.read_text()) + f"# {n}\n"
        file.write_text(text)
        if clash:
            with pytest.raises(Conflict) as found:
                edits.change(wants)
            (cell,) = found.value.cells
            assert (cell["mine"], cell["theirs"]) == (f"page {n}", "editor")
            assert file.read_text() == text
            wants["was"] = cell["theirs"]
        assert edits.change(wants)["joined"]
        cards = yaml.safe_load(file.read_text())
        assert cards[0]["text"] == f"page {n}"
        assert cards[1]["name"] == f"Deuce {n - clash}"
    assert [line for line in file.read_text().splitlines() if line[0] == "#"] == [
        f"# {n}" for n in range(200)
    ]


def test_line_ends_marks_and_modes_stay(folder: Path) -> None:
    file = folder / "cards.yaml"
    file.write_bytes(b"\xef\xbb\xbf" + file.read_text().replace("\n", "\r\n").encode())
    file.chmod(0o640)
    edits = Edits(folder)
    write(edits, "A3", "text", "New.")
    data = file.read_bytes()
    assert data.startswith(b"\xef\xbb\xbf- id: A1\r\n")
    assert data.endswith(b"  text: New.\r\n")
    assert data.count(b"\n") == data.count(b"\r\n")
    assert file.stat().st_mode & 0o777 == 0o640


def test_a_link_and_a_kit_that_is_read_only_are_not_written(folder: Path, tmp_path: Path) -> None:
    edits = Edits(folder, "this studio was started with --read-only")
    with pytest.raises(NoCell, match="--read-only"):
        write(edits, "A1", "count", 3)
    elsewhere = tmp_path / "elsewhere.yaml"
    (folder / "cards.yaml").rename(elsewhere)
    (folder / "cards.yaml").symlink_to(elsewhere)
    before = elsewhere.read_bytes()
    with pytest.raises(Exception, match=r"link|leads out"):
        write(Edits(folder), "A1", "count", 3)
    assert elsewhere.read_bytes() == before


CSV = 'id;name;colour;text\r\nA1;"Ace; the first";red;"two\nlines"\r\nA2;Deuce;blue\r\n'


def test_a_cell_of_a_csv_file_is_written_and_the_others_stay(folder: Path) -> None:
    file = cards_in(folder, "cards.csv")
    file.write_bytes(CSV.encode())
    edits = Edits(folder)
    write(edits, "A2", "text", 'Say "no"; go on.')
    write(edits, "A1", "colour", "blue")

    rows = list(csv.reader(io.StringIO(file.read_bytes().decode(), newline=""), delimiter=";"))
    assert rows == [
        ["id", "name", "colour", "text"],
        ["A1", "Ace; the first", "blue", "two\nlines"],
        ["A2", "Deuce", "blue", 'Say "no"; go on.'],
    ]
    assert file.read_bytes().startswith(CSV[: CSV.index("red")].encode())
    with pytest.raises(NoCell, match="the file has no column 'count'"):
        write(edits, "A1", "count", 2)


@pytest.fixture
def book(folder: Path) -> Path:
    cards_in(folder, "cards.xlsx", "Ann's cards")
    made = openpyxl.Workbook()
    made.active.title = "Notes"
    made.active.append(["Notes", "=1+1"])
    sheet = made.create_sheet("Ann's cards")
    sheet.append(["# what is in the box"])
    for line in (
        ["id", "name", "count", "colour", "text", "# note"],
        ["A1", "Ace", 2, "red", "Draw one card.", None],
        ["A2", "Deuce", None, "blue", "Draw one card.", "=C3*2"],
        ["A3", "Trey", 1, "red", None, None],
    ):
        sheet.append(line)
    sheet["B3"].font = openpyxl.styles.Font(bold=True)
    sheet.column_dimensions["E"].width = 44
    made.save(folder / "cards.xlsx")
    return folder / "cards.xlsx"


def parts(data: bytes) -> dict[str, bytes]:
    with zipfile.ZipFile(io.BytesIO(data)) as zipped:
        return {one.filename: zipped.read(one) for one in zipped.infolist()}


def test_a_cell_of_a_spreadsheet_is_written_and_all_else_keeps_its_bytes(folder: Path, book: Path) -> None:
    before, edits = book.read_bytes(), Edits(folder)
    said = write(edits, "A1", "name", "Ümlaut <& **one**")
    assert said["diff"] == ["-B3: Ace", "+B3: Ümlaut <& **one**"]
    assert "Formulas keep their values" in said["says"]
    write(edits, "A2", "count", 3)  # it was empty
    write(edits, "A1", "text", None)
    write(edits, "A3", "name", "_x0041_")  # no letter A
    assert load_kit(folder).card("A3").name == "_x0041_"
    old, new = parts(before), parts(book.read_bytes())
    assert list(old) == list(new)
    assert [name for name in old if old[name] != new[name]] == ["xl/worksheets/sheet2.xml"]
    sheet = openpyxl.load_workbook(book)["Ann's cards"]
    assert [[cell.value for cell in row] for row in sheet["A3:F5"]] == [
        ["A1", "Ümlaut <& **one**", 2, "red", None, None],
        ["A2", "Deuce", 3, "blue", "Draw one card.", "=C3*2"],  # the shared words of another cell stay
        ["A3", "_x005F_x0041_", 1, "red", None, None],
    ]
    assert sheet["B3"].font.bold
    assert sheet.column_dimensions["E"].width == 44
    for _ in range(4):
        edits.step(back=True)
    assert book.read_bytes() == before


@pytest.mark.parametrize(
    ("card", "key", "value", "says"),
    [
        ("A2", "count", 0, "expected a whole number of 1 or more"),
        ("A2", "colour", "green", "colour is 'green'"),
        ("A1", "id", "A2", "there is a card 'A2' already"),
        ("A1", "text", "a\x07b", "a sign that no spreadsheet can hold"),
    ],
)
def test_a_cell_of_a_spreadsheet_that_cannot_be_written_says_why(
    folder: Path, book: Path, card: str, key: str, value: Any, says: str
) -> None:
    before = book.read_bytes()
    with pytest.raises(NoCell, match=re.escape(says)):
        write(Edits(folder), card, key, value)
    assert book.read_bytes() == before


def test_formulas_and_files_that_are_open_elsewhere_are_left_alone(folder: Path, book: Path) -> None:
    made = openpyxl.load_workbook(book)
    made["Ann's cards"]["B4"] = '="De"&"uce"'
    made.save(book)
    cells = parts(book.read_bytes())
    with zipfile.ZipFile(book, "w") as zipped:  # as if it had been calculated
        for name, data in cells.items():
            zipped.writestr(
                name, data.replace(b"</f><v></v>", b"</f><v>7</v>").replace(b"</f><v />", b"</f><v>7</v>")
            )
    with pytest.raises(NoCell, match="B4 is a formula"):
        write(Edits(folder), "A2", "name", "x")
    (folder / "~$cards.xlsx").write_bytes(b"")
    with pytest.raises(NoCell, match="is open in a spreadsheet program"):
        write(Edits(folder), "A1", "name", "x")


def test_an_entry_that_makes_several_cards_is_changed_for_all_or_one_is_written_out(folder: Path) -> None:
    file = folder / "cards.yaml"
    entry = (
        "# all\n- each: {n: [1, 2], c: [red, blue]}  # four\n  id: 'A{{ n }}{{ c }}'\n  colour: '{{ c }}'\n"
    )
    file.write_text(entry)
    edits = Edits(folder)
    row = edits.payload()["tables"][0]["rows"][0]
    assert row["why"] == "this entry makes several cards (each:)"
    assert row["makes"] == ["A1red", "A1blue", "A2red", "A2blue"]
    with pytest.raises(NoCell, match="colour is 'green'"):
        write(edits, "A{{ n }}{{ c }}", "colour", "green")
    write(edits, "A{{ n }}{{ c }}", "text", "For {{ n }}.")
    assert load_kit(folder).card("A2red").text == "For 2."
    edits.change(asked(edits, "A{{ n }}{{ c }}", do="out", made="A1blue"))
    cards = load_kit(folder).component("main").cards
    assert sorted((card.id, card.colour, card.text) for card in cards) == [
        ("A1blue", "blue", "For 1."), ("A1red", "red", "For 1."), ("A2blue", "blue", "For 2."), ("A2red", "red", "For 2."),
    ]  # fmt: skip
    assert "- id: A1blue\n  colour: blue\n" in file.read_text()
    edits.step(back=True)
    edits.step(back=True)
    assert file.read_text() == entry
    edits.change(asked(edits, "A{{ n }}{{ c }}", do="duplicate", values={"name": "New card"}))
    assert file.read_text() == entry + "- id: A1red-2\n  colour: red\n  name: New card\n"


def test_the_number_of_a_check_is_written_when_it_is_asked_for(folder: Path) -> None:
    game = folder / "game.yaml"
    game.write_text(game.read_text() + "checks:\n  - {that: decks.main.total == 3, why: S-1}  # the box\n")
    (one,) = would_say(load_kit(folder))
    assert one == {"check": 0, "that": "decks.main.total == 3", "now": 4, "why": "S-1"}
    edits = Edits(folder)
    with pytest.raises(Changed):
        edits.say({**one, "that": "decks.main.total == 5"})
    edits.say(one)
    assert game.read_text().endswith('  - {that: "decks.main.total == 4", why: S-1}  # the box\n')
    assert would_say(load_kit(folder)) == []


# -- on the server


def test_the_server_writes_for_pages_of_this_machine_only(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def evening() -> None:
        made = studio(tmp_path)
        made.kits["small"] = folder
        address = f"/{SECRET}/kits/small/cells"
        told = json.loads((await ask(made, address))[1])
        row = {
            "in": "main",
            "card": "A1",
            "row": 0,
            "version": told["versions"]["cards.yaml"],
            "do": "set",
            "key": "count",
        }
        assert (await ask(made, address, row | {"value": 9}, headers={"origin": "http://elsewhere"}))[
            0
        ] == 403
        with monkeypatch.context() as far:
            far.setattr("cardgen.studio.server._is_local", lambda request: False)
            status, answer = await ask(made, address, row | {"value": 9})
            assert (status, b"on the machine of the studio only" in answer) == (403, True)
            assert json.loads((await ask(made, address))[1])["read_only"]
        assert (await ask(made, address, row | {"key": "id", "value": "A 2"}))[0] == 422
        assert (await ask(made, address, row | {"value": 9}))[0] == 200
        status, answer = await ask(made, address, row | {"value": 8})
        assert (status, json.loads(answer)["changed"]) == (409, True)
        assert (await ask(made, f"/{SECRET}/kits/small/undo", {}))[0] == 200
        assert load_kit(folder).card("A1").count == 2
        for odd in ({}, {"do": "set"}, {"in": 3, "row": "x"}, {"in": "main", "row": 10**9, "card": None}):
            assert (await ask(made, address, odd))[0] in (409, 422)

    asyncio.run(evening())


def test_rows_of_a_csv_file_are_copied_moved_and_removed(folder: Path) -> None:
    file = cards_in(folder, "cards.csv")
    file.write_bytes(b'\xef\xbb\xbf"id";name;colour\r\nA1;"Ace; 1";red\r\n# a note\r\nA2;Deuce;blue')
    before, edits = file.read_bytes(), Edits(folder)
    edits.change(asked(edits, "A1", do="down"))
    edits.change(asked(edits, "A1", do="duplicate", values={"name": "New"}))
    edits.change(asked(edits, "A2", do="remove"))
    assert (
        file.read_bytes()
        == b'\xef\xbb\xbf"id";name;colour\r\n# a note\r\nA1;"Ace; 1";red\r\nA1-2;New;red\r\n'
    )
    for _ in range(3):
        edits.step(back=True)
    assert file.read_bytes() == before


def test_rows_of_a_spreadsheet_stay_where_they_are(folder: Path, book: Path) -> None:
    before, edits = book.read_bytes(), Edits(folder)
    edits.change(asked(edits, "A1", do="duplicate", values={"name": "New", "count": None}))
    said = edits.change(asked(edits, "A3", do="down"))
    edits.change(asked(edits, "A1", do="remove"))
    assert "+A5: A1-2" in said["diff"]
    cards = load_kit(folder).component("main").cards
    assert [(card.id, card.name, card.count) for card in cards] == [
        ("A2", "Deuce", 1), ("A1-2", "New", 1), ("A3", "Trey", 1),
    ]  # fmt: skip
    sheet = openpyxl.load_workbook(book)["Ann's cards"]
    assert [cell.value for cell in sheet["A"]][2:] == [None, "A2", "A1-2", "A3"]
    assert sheet["F4"].value == "=C3*2"  # a formula means the cells that it meant
    assert sheet["B3"].font.bold
    with pytest.raises(NoCell, match="F4 is a formula"):
        edits.change(asked(edits, "A2", do="remove"))
    for _ in range(3):
        edits.step(back=True)
    assert book.read_bytes() == before


ODS = """<?xml version="1.0" encoding="UTF-8"?>
<office:document-content xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" xmlns:table="urn:oasis:names:tc:opendocument:xmlns:table:1.0" xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0"><office:body><office:spreadsheet>
<table:table table:name="Other"><table:table-row><table:table-cell office:value-type="string"><text:p>id</text:p></table:table-cell></table:table-row></table:table>
<table:table table:name="Cards">
<table:table-row><table:table-cell office:value-type="string"><text:p>id</text:p></table:table-cell><table:table-cell office:value-type="string"><text:p>name</text:p></table:table-cell><table:table-cell office:value-type="string"><text:p>colour</text:p></table:table-cell><table:table-cell office:value-type="string"><text:p>count</text:p></table:table-cell><table:table-cell office:value-type="string"><text:p>text</text:p></table:table-cell></table:table-row>
<table:table-row><table:table-cell table:style-name="bold" office:value-type="string"><text:p>A1</text:p></table:table-cell><table:table-cell table:number-columns-repeated="2" office:value-type="string"><text:p>red</text:p></table:table-cell><table:table-cell table:formula="of:=1+1" office:value-type="float" office:value="2"><text:p>2</text:p></table:table-cell></table:table-row>
<table:table-row table:number-rows-repeated="3"><table:table-cell table:number-columns-repeated="9"/></table:table-row>
<table:table-row><table:table-cell office:value-type="string"><text:p>A2</text:p></table:table-cell><table:table-cell/><table:table-cell office:value-type="string"><text:p>blue</text:p></table:table-cell></table:table-row>
</table:table></office:spreadsheet></office:body></office:document-content>"""


def test_a_cell_of_an_ods_file_is_written_and_all_else_keeps_its_bytes(folder: Path) -> None:
    file = cards_in(folder, "cards.ods", "Cards")
    with zipfile.ZipFile(file, "w") as zipped:
        zipped.writestr("mimetype", "application/vnd.oasis.opendocument.spreadsheet")
        zipped.writestr("content.xml", ODS)
        zipped.writestr("styles.xml", "<x/>")
    before, edits = file.read_bytes(), Edits(folder)
    write(edits, "A1", "id", "B1")
    write(edits, "B1", "name", "A & B  C\nD")
    write(edits, "A2", "count", 3)
    write(edits, "A2", "text", "Last.")
    told = [
        (card.id, card.name, card.count, card.colour, card.text)
        for card in load_kit(folder).component("main").cards
    ]
    assert told == [("B1", "A & B  C\nD", 2, "red", ""), ("A2", "A2", 3, "blue", "Last.")]
    content = parts(file.read_bytes())["content.xml"].decode()
    assert content.startswith(ODS[: ODS.index("<table:table-row><table:table-cell table:style-name")])
    assert '<table:table-cell table:style-name="bold" office:value-type="string"><text:p>B1' in content
    assert (
        '<table:table-row table:number-rows-repeated="3"><table:table-cell table:number-columns-repeated="9"/>'
        in content
    )
    assert 'table:formula="of:=1+1"' in content
    with pytest.raises(NoCell, match="D2 is a formula"):
        write(edits, "B1", "count", 4)
    with pytest.raises(NoCell, match=r"rows of an \.ods file"):
        edits.change(asked(edits, "A2", do="duplicate"))
    for _ in range(4):
        edits.step(back=True)
    assert file.read_bytes() == before
