"""Cards from a spreadsheet are the cards that YAML says, and each problem names its cell."""

from __future__ import annotations

import datetime
import json
from pathlib import Path

import pytest
from openpyxl import Workbook  # type: ignore[import-untyped]
from openpyxl.cell.rich_text import CellRichText, TextBlock  # type: ignore[import-untyped]
from openpyxl.cell.text import InlineFont  # type: ignore[import-untyped]

from cardgen.model import Kit
from cardgen.source import read_kit
from cardgen.source.tables.rows import Takes
from cardgen.source.tables.sheet import CardSheet, SheetColumn
from cardgen.source.tables.write import ods_bytes
from tests.conftest import Cardgen
from tests.spreadsheets import FIELDS, game, kit_of, lay_out, ods, saved, with_part, xlsx

ROWS = [
    [
        "id",
        "name",
        "count",
        "text",
        "value",
        "price",
        "wild",
        "suit",
        "walls",
        "umbrellas.G",
        "umbrellas.R",
        "extra",
    ],
    ["A1", "Tunny", 2, "Two\nlines", 5, 2.5, True, "spades", "N; W", 1, 2, "{a: [1, two]}"],
    ["A2", None, None, None, None, None, None, None, None, None, None, None],
    [None] * 12,
    ["A3", "Cod", None, "=1+1 is text; really", None, None, "x", "2", "[]", None, None, 4],
]
YAML = """
      - {id: A1, name: Tunny, count: 2, text: "Two\\nlines", value: 5, price: 2.5, wild: true, suit: spades,
         walls: [N, W], umbrellas: {G: 1, R: 2}, extra: {a: [1, two]}}
      - {id: A2}
      - {id: A3, name: Cod, text: "=1+1 is text; really", wild: true, suit: "2", extra: 4}
"""


def as_csv(rows: list[list[object]], separator: str = ",") -> str:
    import csv
    import io

    out = io.StringIO()
    csv.writer(out, delimiter=separator).writerows(rows)
    return out.getvalue()


def as_text(sheet: object) -> None:
    sheet["D5"].data_type = "s"  # type: ignore[index]


def plain(kit: Kit | None) -> list[tuple[object, ...]]:
    assert kit is not None
    return [(c.id, c.name, c.count, repr(dict(c.fields))) for c in kit.component("main").cards]


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("cards.csv", as_csv(ROWS)),
        ("cards.csv", "\ufeff" + as_csv(ROWS)),
        ("cards.csv", as_csv(ROWS, ";")),
        ("cards.csv", "sep=|\n" + as_csv(ROWS, "|")),
        ("cards.tsv", as_csv(ROWS, "\t")),
        ("CARDS.CSV", as_csv(ROWS).replace("\n", "\r\n").encode("utf-16")),
        ("cards.xlsx", xlsx(ROWS, as_text)),
        (
            "cards.ods",
            with_part(
                ods(ROWS), "content.xml", lambda x: x.replace("Two\nlines", "Two</text:p><text:p>lines")
            ),
        ),
    ],
    ids=["csv", "with a mark", "semicolons", "sep line", "tsv", "utf-16", "xlsx", "ods"],
)
def test_a_table_says_what_yaml_says(name: str, content: str | bytes, tmp_path: Path) -> None:
    lay_out(tmp_path / "yaml" / "kit", {"game.yaml": game(YAML)})
    expected = plain(read_kit(tmp_path / "yaml" / "kit")[0])

    kit, problems = kit_of(tmp_path / "kit", name, content)

    assert problems == []
    assert plain(kit) == expected


def test_json_says_what_yaml_says_with_letters_in_two_halves(tmp_path: Path) -> None:
    content = (
        '[\n\t{"id": "A1", "text": "\\ud83d\\ude00 \\\\ud83d \\/ \\u00fc", "price": 1e1},\n  {"id":"A2"}]'
    )

    kit, problems = kit_of(tmp_path / "kit", "cards.json", content)

    assert problems == []
    assert kit is not None
    assert kit.card("A1").text == "😀 \\ud83d / ü"
    assert kit.card("A1").price == 10


def test_json_that_is_none_is_told_with_its_line(tmp_path: Path) -> None:
    assert kit_of(tmp_path / "kit", "cards.json", '[\n  {"id": "A1"},\n]')[1][0].startswith(
        "cards.json:3:1: error: this is no JSON from here on"
    )
    assert "expected a list of cards" in kit_of(tmp_path / "kit", "cards.json", '{"id": "A1"}')[1][0]
    deep = kit_of(tmp_path / "kit", "cards.json", "[" * 100_000 + "]" * 100_000)[1][0]
    assert "nested" in deep


# -- what cells mean


def told(tmp_path: Path, header: str, cell: str, fields: str = FIELDS) -> str:
    """All that is said about one cell of a csv file below this header."""
    kit, problems = kit_of(tmp_path / "kit", "cards.csv", as_csv([["id", header], ["A1", cell]]), fields)
    assert (kit is None) == bool(problems)
    return problems[0] if problems else repr(dict(kit.card("A1").fields)) if kit else ""


@pytest.mark.parametrize(
    ("cell", "value"),
    [
        ("007", "007"), ("1.0", "1.0"), ("true", "true"), ("- x", "- x"), ("'quoted", "'quoted"), (" spaced ", " spaced "),
        ('""', ""), ('"  "', "  "), ('\\""', '""'), ('say ""', 'say ""'), ("=1+1", "=1+1"), ("50 %", "50 %"),
    ],
)  # fmt: skip
def test_a_text_is_what_the_cell_shows(cell: str, value: str, tmp_path: Path) -> None:
    assert f"'text': {value!r}" in told(tmp_path, "text", cell)


@pytest.mark.parametrize(
    ("cell", "value"),
    [("yes", True), ("X", True), ("TRUE", True), ("WAHR", True), ("no", False), ("Falsch", False)],
)
def test_yes_and_no_are_what_spreadsheets_have(cell: str, value: bool, tmp_path: Path) -> None:
    assert f"'wild': {value}" in told(tmp_path, "wild", cell)


@pytest.mark.parametrize(
    ("cell", "value"),
    [("N;W", ("N", "W")), (" N ; W ;", ("N", "W")), ("[]", ()), ("a\\;b; N", ("a;b", "N")), (";", ())],
)
def test_a_list_is_split_at_semicolons(cell: str, value: tuple[str, ...], tmp_path: Path) -> None:
    assert f"'walls': {value!r}" in told(tmp_path, "walls", cell)


def test_a_choice_that_is_a_number_is_found_among_numbers_and_words(tmp_path: Path) -> None:
    rows = [["id", "suit"], ["A1", 2], ["A2", "2"], ["A3", 3], ["A4", "3"]]

    kit, _ = kit_of(tmp_path / "kit", "cards.xlsx", xlsx(rows))

    assert kit
    assert [card.suit for card in kit.component("main").cards] == ["2", "2", 3, 3]


def test_counts_stand_in_columns_or_in_one_cell(tmp_path: Path) -> None:
    assert "'G': 2, 'Y': 0, 'R': 1" in told(tmp_path, "umbrellas", "G: 2; R: 1")
    assert "'G': 4" in told(tmp_path, "umbrellas.G", "4")
    assert "expected how many of each" in told(tmp_path, "umbrellas", "G, R")


def test_anything_is_a_word_a_number_yaml_or_a_path_of_columns(tmp_path: Path) -> None:
    assert "'extra': 'word: x'" in told(tmp_path, "extra", "word: x")
    assert "'extra': 5" in told(tmp_path, "extra", "5")
    assert "'extra': '5'" in told(tmp_path, "extra", '"5"')
    assert "'a': mappingproxy({'b': 5})" in told(tmp_path, "extra.a.b", "5")
    assert "extra cannot be read: the '[' is not closed" in told(tmp_path, "extra", "[1, 2")


def test_decimals_have_a_comma_where_semicolons_stand_between_cells(tmp_path: Path) -> None:
    kit, _ = kit_of(tmp_path / "kit", "cards.csv", "id;price\nA1;1,5\n")
    assert kit
    assert kit.card("A1").price == 1.5

    _, problems = kit_of(tmp_path / "kit", "cards.csv", 'id,price\nA1,"1,5"\n')
    assert problems == [
        "cards.csv: B2: error: price is '1,5', expected a number\n  in cards › A1 › price\n  hint: write 1.5"
    ]


def test_each_makes_cards_of_a_row(tmp_path: Path) -> None:
    rows = [
        ["id", "each.big", "each.n", "value", "text", "walls"],
        ["{{ big }}{{ n }}", "N; W", "1; 2", "{{ n }}", "Worth {{ n }}", "{{ [big] }}"],
        ["plain", None, None, 3, "{{ stays }}", "E"],
    ]

    kit, problems = kit_of(tmp_path / "kit", "cards.xlsx", xlsx(rows))

    assert problems == []
    assert kit
    cards = kit.component("main").cards
    assert [(c.id, c.value, c.text, c.walls) for c in cards] == [
        ("N1", 1, "Worth 1", ("N",)), ("N2", 2, "Worth 2", ("N",)),
        ("W1", 1, "Worth 1", ("W",)), ("W2", 2, "Worth 2", ("W",)),
        ("plain", 3, "{{ stays }}", ("E",)),
    ]  # fmt: skip


def test_files_stand_among_cards_in_the_order_of_the_list(tmp_path: Path) -> None:
    files = {
        "game.yaml": game("\n      - {id: A}\n      - {file: more.csv}\n      - {each: {n: [1, 2]}, id: 'E{{ n }}'}\n      - {file: last.yaml}"),
        "more.csv": "id\nB\nC\n",
        "last.yaml": "- {file: more.json}\n- {id: Z}\n",
        "more.json": '[{"id": "Y"}]',
    }  # fmt: skip
    kit, _ = read_kit(lay_out(tmp_path / "kit", files))

    assert kit
    assert [card.id for card in kit.component("main").cards] == ["A", "B", "C", "E1", "E2", "Y", "Z"]
    assert {path.name for path in kit.sources} == {"game.yaml", "more.csv", "last.yaml", "more.json"}


def test_files_that_lead_in_a_circle_are_told(tmp_path: Path) -> None:
    files = {"game.yaml": game("a.yaml"), "a.yaml": "- {file: b.yaml}\n", "b.yaml": "- {file: a.yaml}\n"}
    _, problems = read_kit(lay_out(tmp_path / "kit", files))
    assert "the files lead back to 'a.yaml'" in str(next(iter(problems)))


def test_a_table_of_anything_is_a_list_of_blocks(tmp_path: Path) -> None:
    said = "tables: {prices: {file: tables.xlsx, sheet: Prices}, steps: steps.csv}\n"
    rows = [
        ["good", "price", "more.deep", "#note"],
        ["fish", 2.5, "x", "bla"],
        ["#only a note"],
        ["grain", "007", None],
    ]
    files = {
        "game.yaml": game("[{id: A}]", more=said),
        "tables.xlsx": xlsx(rows, title="Prices"),
        "steps.csv": "n,word\n1,one\n2,007\n",
    }
    kit, problems = read_kit(lay_out(tmp_path / "kit", files))

    assert list(problems) == []
    assert kit
    first, second = kit.tables.prices
    assert (first["good"], first["price"], first["more"]["deep"]) == ("fish", 2.5, "x")
    assert (second["price"], second["more"]["deep"]) == ("007", None)
    assert [(row["n"], row["word"]) for row in kit.tables.steps] == [(1, "one"), (2, "007")]


# -- Excel's own


def test_numbers_and_dates_are_what_the_cell_shows(tmp_path: Path) -> None:
    formats = ["0 %", "000", "0.0", "d. m. yyyy", "General"]
    rows = [["id", "text"], ["A", 0.5], ["B", 7], ["C", 1], ["D", datetime.date(2024, 3, 1)], ["E", 1.5]]

    def change(sheet: object) -> None:
        for number, code in enumerate(formats, 2):
            sheet.cell(number, 2).number_format = code  # type: ignore[attr-defined]

    kit, problems = kit_of(tmp_path / "kit", "cards.xlsx", xlsx(rows, change))

    assert problems == []
    assert kit
    assert [card.text for card in kit.component("main").cards] == ["50 %", "007", "1.0", "1. 3. 2024", "1.5"]


def test_a_decimal_stands_behind_the_sign_of_the_kits_language(tmp_path: Path) -> None:
    said = {
        "game.yaml": game("cards.xlsx", more="language: de\n"),
        "cards.xlsx": xlsx([["id", "text"], ["A", 1.5]]),
    }
    kit, _ = read_kit(lay_out(tmp_path / "kit", said))
    assert kit
    assert kit.card("A").text == "1,5"


def test_words_that_are_bold_in_a_cell_get_stars_and_a_bold_cell_does_not(tmp_path: Path) -> None:
    bold, italic = InlineFont(b=True), InlineFont(i=True)
    rows = [
        ["id", "text"],
        ["A", CellRichText("Play ", TextBlock(bold, "two "), "cards, ", TextBlock(italic, "then"), " stop")],
        ["B", CellRichText(TextBlock(bold, "all "), TextBlock(bold, "of it"))],
    ]

    kit, _ = kit_of(tmp_path / "kit", "cards.xlsx", xlsx(rows))

    assert kit
    assert kit.card("A").text == "Play **two** cards, *then* stop"
    assert kit.card("B").text == "all of it"


def test_bold_words_of_an_ods_get_stars_and_its_spaces_are_kept(tmp_path: Path) -> None:
    columns = tuple(SheetColumn(name, Takes("text"), "") for name in ("id", "text"))
    bare = ods_bytes([CardSheet("main", columns, ({"id": "A", "text": "WORD"},))])
    style = '<style:style style:name="Tb" style:family="text"><style:text-properties fo:font-weight="bold"/></style:style>'

    def change(xml: str) -> str:
        words = "Play <text:span text:style-name='Tb'>two</text:span>  cards<text:s text:c='2'/>now<text:line-break/>!"
        note = "<office:annotation><text:p>no word of it</text:p></office:annotation><text:p>WORD"
        return (
            xml.replace("<text:p>WORD", note)
            .replace("WORD", words)
            .replace("<style:style", style + "<style:style", 1)
        )

    kit, problems = kit_of(tmp_path / "kit", "cards.ods", with_part(bare, "content.xml", change))

    assert problems == []
    assert kit
    assert kit.card("A").text == "Play **two** cards  now\n!"


def test_what_excel_escapes_is_read(tmp_path: Path) -> None:
    kit, _ = kit_of(
        tmp_path / "kit", "cards.xlsx", xlsx([["id", "text"], ["A", "a_x000D_\nb _x005F_x0041_"]])
    )
    assert kit
    assert kit.card("A").text == "a\nb _x0041_"


@pytest.mark.parametrize(
    ("change", "problem"),
    [
        (lambda s: s.cell(2, 4, "=1+1"), "Cards!D2: error: text is a formula that was never calculated"),
        (lambda s: setattr(s.cell(2, 4, "#REF!"), "data_type", "e"), "Cards!D2: error: text is the error #REF!"),
        (lambda s: s.cell(2, 1, datetime.date(2024, 3, 1)), "Cards!A2: error: id is a date here (2024-03-01)"),
        (lambda s: s.cell(2, 5, datetime.date(2024, 3, 1)), "Cards!E2: error: value is a date here (2024-03-01), expected a number"),
        (lambda s: s.merge_cells("A2:A3"), "Cards!A2: error: the cells A2:A3 are merged"),
        (lambda s: s.cell(1, 5, "valeu"), "Cards!E1: error: unknown column 'valeu'\n  in cards\n  hint: did you mean 'value'?"),
        (lambda s: s.cell(1, 5, "text"), "Cards!E1: error: there are two columns called 'text', the other one at Cards!D1"),
        (lambda s: s.cell(2, 20, "lost"), "Cards!T2: error: this column has no header"),
        (lambda s: s.cell(1, 4, "text.more"), "Cards!D1: error: the column 'text.more' names a part of text, which has none"),
        (lambda s: s.cell(1, 4, "umbrellas.P"), "Cards!D1: error: unknown column 'umbrellas.P', expected umbrellas. and one of G, Y, R, B"),
        (lambda s: s.cell(2, 5, 2.5), "Cards!E2: error: value is 2.5, expected a whole number from 0 to 9"),
        (lambda s: s.cell(2, 5, "two"), "Cards!E2: error: value is 'two', expected a whole number from 0 to 9\n  in cards › A1 › value\n  hint: write 2"),
        (lambda s: s.cell(2, 4, "a\u2028b"), "Cards!D2: error: text holds an invisible character (U+2028)"),
    ],
)  # fmt: skip
def test_a_mistake_is_told_with_its_cell(change: object, problem: str, tmp_path: Path) -> None:
    rows = [["id", "name", "count", "text", "value"], ["A1", "a", 1, "x", 5], ["A2", "b", 1, "y", 6]]

    kit, problems = kit_of(tmp_path / "kit", "cards.xlsx", xlsx(rows, change))  # type: ignore[arg-type]

    assert kit is None
    assert len(problems) == 1 or "merged" in problem
    assert problem in problems[0]


def test_a_number_that_was_an_id_is_told(tmp_path: Path) -> None:
    def scientific(sheet: object) -> None:
        sheet["A2"].number_format = "0.00E+00"  # type: ignore[index]

    _, problems = kit_of(tmp_path / "kit", "cards.xlsx", xlsx([["id"], [100000]], scientific))
    assert "Cards!A2: error: id is the number 1.00E+05, expected a word such as 1E5" in problems[0]
    _, problems = kit_of(tmp_path / "kit", "cards.csv", "id\n1E+05\n")
    assert "A2: error: id is the number 1E+05" in problems[0]


def test_a_date_that_every_country_shows_in_another_way_is_told(tmp_path: Path) -> None:
    def usual(sheet: object) -> None:
        sheet["B2"].number_format = "mm-dd-yy"  # type: ignore[index]

    rows = [["id", "text"], ["A", datetime.date(2024, 3, 1)]]
    _, problems = kit_of(tmp_path / "kit", "cards.xlsx", xlsx(rows, usual))
    assert "Cards!B2: error: text is a date that each computer shows in its own way" in problems[0]


def test_two_columns_that_say_one_thing_are_told(tmp_path: Path) -> None:
    _, problems = kit_of(tmp_path / "kit", "cards.csv", "id,umbrellas,umbrellas.G\nA,G: 1,2\n")
    assert "C2: error: umbrellas.G and another column both say umbrellas of this card" in problems[0]


def test_a_column_that_is_not_there_is_told_once_at_the_header(tmp_path: Path) -> None:
    needed = "      power: {type: int}\n"
    text = "id,pwoer\nA,1\nB,2\nC,3\n"
    assert kit_of(tmp_path / "typo" / "kit", "cards.csv", text, needed)[1] == [
        "cards.csv: B1: error: unknown column 'pwoer'\n  in cards\n  hint: did you mean 'power'?"
    ]
    assert kit_of(tmp_path / "none" / "kit", "cards.csv", "id,name\nA,x\nB,y\n", needed)[1] == [
        "cards.csv: B1: error: there is no column 'power'\n  in cards\n"
        "  hint: add it, or give power a default: in game.yaml if cards may leave it out"
    ]
    (one,) = kit_of(tmp_path / "empty" / "kit", "cards.csv", "id,power\nA,1\nB,\n", needed)[1]
    assert one.startswith("cards.csv: A3: error: 'power' is missing\n  in cards › B")


def test_a_file_that_was_never_fetched_says_how_it_comes(tmp_path: Path) -> None:
    said = "{file: cards.csv, from: 'https://example.org/cards.csv'}"
    (told,) = kit_of(tmp_path / "kit", "other.csv", "id\nA\n", said=said)[1]
    assert "there is no cards file 'cards.csv' in the kit's folder" in told
    assert told.endswith("hint: cardgen pull kit fetches it")


def test_notes_are_left_out_and_nothing_else(tmp_path: Path) -> None:
    text = "# the cards of spring\n\nid,text,#to do\n# fish\nA1,#3a3a42,paint it\n#A2,later\n,#3a3a42\nA3,x\n"

    kit, problems = kit_of(tmp_path / "kit", "cards.csv", text)

    assert problems == []
    assert kit
    assert [card.id for card in kit.component("main").cards] == ["A1", "A3"]


def test_a_card_without_an_id_is_no_note_though_it_begins_with_a_colour(tmp_path: Path) -> None:
    _, problems = kit_of(tmp_path / "kit", "cards.csv", "text,id,name\n#3a3a42,,Mug\n")
    assert problems[0].startswith("cards.csv: A2: error: 'id' is missing")


def test_a_header_that_is_not_the_first_row_is_found_for_the_hint(tmp_path: Path) -> None:
    _, problems = kit_of(tmp_path / "kit", "cards.csv", "Cards of my game\n\nid,text\nA1,x\n")
    assert "A1: error: the table has no column 'id'" in problems[-1]
    assert "if row 3 is the header, begin every row above it with #" in problems[-1]


def test_a_header_with_a_capital_is_told(tmp_path: Path) -> None:
    _, problems = kit_of(tmp_path / "kit", "cards.csv", "Id,Text\nA1,x\n")
    assert problems[0].endswith("hint: write id and the names of fields as game.yaml does, in small letters")


def test_a_sheet_is_chosen_by_name_by_the_component_or_because_there_is_no_other(tmp_path: Path) -> None:
    book = Workbook()
    for name, state in (("Notes", "visible"), ("main", "visible"), ("Old", "hidden")):
        sheet = book.create_sheet(name)
        sheet.append(["id"])
        sheet.append([name])
        sheet.sheet_state = state
    book.remove(book.worksheets[0])
    content = saved(book)

    def ids(said: str) -> list[str]:
        kit, problems = kit_of(tmp_path / "kit", "c.xlsx", content, said=said)
        return [card.id for card in kit.component("main").cards] if kit else problems

    assert ids("c.xlsx") == ["main"]
    assert ids("{file: c.xlsx, sheet: Notes}") == ["Notes"]
    assert ids("{file: c.xlsx, sheet: Old}") == ["Old"]
    assert (
        "the file has no sheet 'Ntes', which game.yaml names\n  hint: did you mean 'Notes'?"
        in ids("{file: c.xlsx, sheet: Ntes}")[0]
    )
    book.remove(book["main"])
    book.create_sheet("Other")
    content = saved(book)
    assert "the file has 2 sheets (Notes, Other), and game.yaml does not say which" in ids("c.xlsx")[0]


def test_hidden_rows_count_as_well(tmp_path: Path) -> None:
    def hide(sheet: object) -> None:
        sheet.row_dimensions[2].hidden = True  # type: ignore[attr-defined]

    kit, _ = kit_of(tmp_path / "kit", "cards.xlsx", xlsx([["id"], ["A"], ["B"]], hide))
    assert kit
    assert len(kit.component("main").cards) == 2


def test_the_separator_may_be_told(tmp_path: Path) -> None:
    said = '{file: cards.csv, separator: "|"}'
    kit, problems = kit_of(tmp_path / "kit", "cards.csv", "id|text\nA|x, y; z\n", said=said)
    assert problems == []
    assert kit
    assert kit.card("A").text == "x, y; z"


@pytest.mark.parametrize(
    ("said", "problem"),
    [
        ("{sheet: Cards}", "'file' is missing"),
        (
            "{file: cards.csv, shet: x}",
            "unknown key 'shet'\n  in decks › main › cards\n  hint: did you mean 'sheet'?",
        ),
        ("{file: cards.csv, from: ftp://x}", "from is 'ftp://x', expected an address such as https://"),
        ("{file: cards.csv, from: 'http://example.org/x'}", "expected an address that begins with https://"),
        ("{file: cards.csv, separator: x}", "separator is 'x', expected one of"),
        ("[{file: cards.csv, shet: x}]", "unknown key 'shet'"),
        (
            "{file: cards.csv, sheet: x}",
            "'cards.csv' has no sheet, only files that end in .xlsx, .xlsm, .ods have",
        ),
        (
            "{file: c.xlsx, separator: ','}",
            "'c.xlsx' has no separator, only files that end in .csv, .tsv have",
        ),
        ("cards.xls", "'cards.xls' is a file that cardgen cannot read"),
        ("cards.numbers", "in Numbers choose File, Export To"),
        ("nowhere.csv", "there is no cards file 'nowhere.csv'"),
    ],
)
def test_what_is_said_about_a_file_is_checked_like_all_of_game_yaml(
    said: str, problem: str, tmp_path: Path
) -> None:
    kit, problems = kit_of(tmp_path / "kit", "cards.csv", "id\nA\n", said=said)
    assert kit is None
    assert any(problem in one for one in problems), problems
    assert all(one.startswith("game.yaml:") for one in problems)


def test_a_card_of_a_table_has_places_for_the_gallery(tmp_path: Path) -> None:
    kit, _ = kit_of(tmp_path / "kit", "cards.csv", 'id,text\nA1,"two\nlines"\nA2,x\n')
    assert kit
    assert str(kit.place("cards", "A2", "text")).endswith("cards.csv: B3 (line 4)")
    assert kit.card("A2").where.line == 4


def test_a_program_is_told_the_cell_as_well(tmp_path: Path, cardgen: Cardgen) -> None:
    kit_of(tmp_path / "kit", "cards.csv", "id,value\nA1,two\n")
    (problem,) = json.loads(cardgen("check", "kit", "--json").out)["problems"]
    assert (problem["file"], problem["line"], problem["column"], problem["cell"]) == (
        "kit/cards.csv",
        2,
        2,
        "B2",
    )
