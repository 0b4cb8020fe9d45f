"""`cardgen table`: a kit goes into every kind of table and back, and is the same kit to the letter."""

from __future__ import annotations

import io
import shutil
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from openpyxl import load_workbook  # type: ignore[import-untyped]

from cardgen.app.table import write_tables
from cardgen.base.errors import CardgenError
from cardgen.export.svg import drawing_svg
from cardgen.faces.compose import Faces
from cardgen.model import Kit
from cardgen.source import load_kit
from cardgen.source.nodes import plain
from cardgen.source.tables.flow import flow, yaml_cards
from tests.conftest import Cardgen
from tests.many import examples, mostly_thorough, slow
from tests.spreadsheets import FIELDS, game, kit_of, lay_out

ROOT = Path(__file__).parents[2]
KINDS = ("xlsx", "ods", "csv", "tsv", "json", "yaml")
SAMPLES = ROOT / "tests" / "samples"
HARBOUR = SAMPLES / "harbour-project" / "data" / "harbour"
KITS = sorted([*(ROOT / "data").glob("*/game.yaml"), *SAMPLES.glob("[hn]*-project/data/*/game.yaml")])


def model(kit: Kit) -> list[str]:
    """Everything a kit says about its cards, to the letter: 1 is not 1.0."""
    return [
        repr((c.id, [(k.id, k.name, k.count, k.face, k.back, plain(k.fields)) for k in c.cards]))
        for c in kit.components
    ]


CARDS = """
      - {id: A1, name: "Ändern 😀", count: 2, text: "=1+1", value: 5, price: 2.0, wild: true, suit: "2",
         walls: [N, "a;b"], umbrellas: {G: 1}, extra: {x: [1, "1", 1.0, null, true], "7": "a: b"}}
      - {id: 007, text: "Two\\nlines, \\"quoted\\"; and 'more'", suit: 3, walls: [], umbrellas: {}, extra: "5"}
      - {id: A3, text: "", price: 0.1, wild: false, extra: "- x", name: _x0041_}
      - {each: {big: [N, "E"], n: [1, "2"]}, id: "{{ big }}{{ n }}", text: "{{ n }} of **{{ big }}**", walls: ["{{ big }}"], value: "{{ n | int }}"}
"""  # fmt: skip


@pytest.fixture
def kit(tmp_path: Path) -> Path:
    return lay_out(tmp_path / "kit", {"game.yaml": game(CARDS)})


@pytest.mark.parametrize("kind", KINDS)
def test_a_kit_goes_into_a_table_and_is_the_same(kind: str, kit: Path) -> None:
    before = load_kit(kit)

    done = write_tables(kit, f"cards.{kind}", switch=True)

    assert done.switched
    assert [path.name for path in done.files] == [f"cards.{kind}"]
    assert f"cards: cards.{kind}\n" in (kit / "game.yaml").read_text()
    assert model(load_kit(kit)) == model(before)


def test_what_comes_back_as_yaml_is_what_a_person_would_write(kit: Path) -> None:
    write_tables(kit, "cards.xlsx", switch=True)
    write_tables(kit, "back.yaml", switch=True)

    lines = (kit / "back.yaml").read_text().splitlines()
    assert '  walls: [N, "a;b"]' in lines
    assert "  price: 2.0" in lines
    assert '  id: "{{ big }}{{ n }}"' in lines
    assert (
        yaml_cards([{"id": "F1", "name": "Herring", "count": 2, "value": 2}])
        == "- {id: F1, name: Herring, count: 2, value: 2}\n"
    )


def test_each_stays_and_expanded_writes_every_card(kit: Path) -> None:
    write_tables(kit, "short.csv")
    write_tables(kit, "long.csv", expand=True)

    short, long = ((kit / name).read_text("utf-8-sig") for name in ("short.csv", "long.csv"))
    assert "each.big" in short
    assert "{{ big }}{{ n }}" in short
    assert "each" not in long
    assert [line.partition(",")[0] for line in long.splitlines()][-4:] == ["N1", "N2", "E1", "E2"]


# -- any text there is, in every kind of field and file

LETTERS = st.text(
    st.characters(exclude_categories=["Cs", "Cc", "Cn"], exclude_characters="\u2028\u2029\r\ufeff\ufffe\uffff") | st.sampled_from("\n\t \"';=\\,{}[]#:-&*!|>%@`~x01"),
    max_size=12,
)  # fmt: skip
TEXTS = LETTERS | st.sampled_from(["=1+1", "'x", "007", "1.0", "- x", "true", '""', '\\""', " ", "\n", "_x0041_", "a;b", "{{ x", "#x", "null", "1E5", "12:30", "@x", "+1"])  # fmt: skip
SCALARS = st.none() | st.booleans() | st.integers(-(2**50), 2**50) | st.floats(-1e9, 1e9).map(lambda x: round(x, 6) + 0.0) | TEXTS  # fmt: skip
ANY = st.recursive(
    SCALARS, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(TEXTS.filter(bool), inner, max_size=3), max_leaves=6
)  # fmt: skip
CARD = st.fixed_dictionaries(
    {},
    optional={
        "name": TEXTS.filter(lambda t: t.strip()),
        "count": st.integers(1, 99),
        "text": TEXTS,
        "value": st.integers(0, 9),
        "price": st.integers(-1000, 1000) | st.floats(-1e6, 1e6).map(lambda x: round(x, 4) + 0.0),
        "wild": st.booleans(),
        "suit": st.sampled_from(["hearts", "spades", "2", 3]),
        "walls": st.lists(st.sampled_from(["N", "E", "S", "W", "a;b"]), max_size=4),
        "umbrellas": st.dictionaries(st.sampled_from(["G", "Y", "R", "B"]), st.integers(0, 9)),
        "extra": ANY.filter(lambda value: value is not None),
    },
)


@pytest.mark.thorough
@pytest.mark.parametrize("kind", [*map(slow, KINDS[:2]), "csv", *map(slow, KINDS[3:])])
def test_any_card_goes_into_a_table_and_back(kind: str, tmp_path_factory: pytest.TempPathFactory) -> None:
    @examples(12, 300)
    @given(cards=st.lists(CARD, min_size=1, max_size=3))
    def goes_there_and_back(cards: list[dict[str, Any]]) -> None:
        folder = tmp_path_factory.mktemp("table") / "kit"
        listed = yaml_cards([{"id": f"A{n}", **card} for n, card in enumerate(cards)])
        lay_out(folder, {"game.yaml": game("cards.yaml"), "cards.yaml": listed})
        before = model(load_kit(folder))
        write_tables(folder, f"there.{kind}", switch=True)
        assert model(load_kit(folder)) == before
        write_tables(folder, "back.yaml", switch=True)
        assert model(load_kit(folder)) == before
        shutil.rmtree(folder)

    goes_there_and_back()


@examples(60, 2000)
@given(value=ANY)
def test_a_value_in_one_line_of_yaml_is_the_same_value(value: Any) -> None:
    from cardgen.base.errors import Problems
    from cardgen.source.parse import parse_yaml

    problems = Problems()
    document = parse_yaml(f"- {{x: {flow(value)}}}", "x", problems)
    assert document, list(problems)
    assert repr(plain(document.data)[0]["x"]) == repr(value)


# -- the shipped kits


@pytest.mark.parametrize(
    ("game", "kind"),
    mostly_thorough(
        [(path.parent.relative_to(ROOT).as_posix(), kind) for path in KITS for kind in KINDS], 15
    ),
)
def test_every_kit_goes_into_every_table_and_is_the_same(game: str, kind: str, tmp_path: Path) -> None:
    folder = tmp_path / Path(game).name
    shutil.copytree(ROOT / game, folder)
    before = load_kit(folder)

    write_tables(folder, f"all.{kind}", switch=True)

    after = load_kit(folder)
    assert model(after) == model(before)
    faces = [Faces(one, one.first_look) for one in (before, after)]
    for component in before.components:
        card = component.cards[-1]
        old, new = (each.front(kit.card(card.id)) for each, kit in zip(faces, (before, after), strict=True))
        assert old is not None
        assert new is not None
        assert drawing_svg(old) == drawing_svg(new)


# -- what is in an Excel file besides


def test_an_excel_file_has_a_frozen_header_notes_lists_and_texts_that_stay_texts(kit: Path) -> None:
    write_tables(kit, "cards.xlsx")

    sheet = load_workbook(kit / "cards.xlsx")["main"]
    heads = {cell.value: cell for cell in sheet[1]}
    assert sheet.freeze_panes == "B2"
    assert heads["suit"].comment.text == "One of hearts, spades, 2, 3. Left empty: hearts."
    assert "with ; between them" in heads["walls"].comment.text
    lists = {str(rule.sqref): rule.formula1 for rule in sheet.data_validations.dataValidation}
    column = heads["suit"].column_letter
    assert any(
        where.startswith(f"{column}2:") and '"hearts,spades,2,3"' in said for where, said in lists.items()
    )
    assert any('"TRUE,FALSE"' in said for said in lists.values())
    assert sheet[f"{heads['text'].column_letter}2"].data_type == "s"
    assert sheet["A3"].value == "007"
    assert sheet["A3"].number_format == "@"
    assert sheet.column_dimensions["A"].number_format == "@"


def test_an_ods_file_is_one_for_others_too(kit: Path) -> None:
    from odfdo import Document

    write_tables(kit, "cards.ods")

    table = Document(kit / "cards.ods").body.get_table(name="main")
    assert table.get_value("A3") == "007"
    text = table.get_row_values(0).index("text")
    assert table.get_row_values(1)[text] == "=1+1"
    content = Document(kit / "cards.ods").get_part("content.xml").serialize()
    assert b"cell-content-is-in-list" in content
    assert b"One of hearts, spades" in content


# -- game.yaml, and files that are there


def test_switching_changes_one_value_and_keeps_every_comment(tmp_path: Path) -> None:
    text = (
        game("  # the pack\n      - {id: A}   # first\n      - id: B\n        text: |\n          long\n")
        + "# the end\n"
    )
    folder = lay_out(tmp_path / "kit", {"game.yaml": text})

    write_tables(folder, "cards.ods", switch=True)

    expected = game("cards.ods  # the pack") + "# the end\n"
    assert (folder / "game.yaml").read_text() == expected


def test_without_switch_it_says_what_to_write(cardgen: Cardgen, kit: Path) -> None:
    before = (kit / "game.yaml").read_bytes()

    said = cardgen.works("table", "kit", "--to", "cards.csv")
    assert "decks: main: cards: cards.csv" in said.out
    assert "takes texts that begin with" not in said.out
    assert (
        "warning: a spreadsheet program takes texts that begin with = + - or @ for formulas: A1" in said.err
    )
    assert "cards:" not in cardgen("table", "kit", "--to", "../cards.csv").out  # what it could not name
    assert (kit / "game.yaml").read_bytes() == before


def test_a_file_that_is_there_stays_unless_forced(cardgen: Cardgen, kit: Path) -> None:
    (kit / "cards.xlsx").write_text("mine")

    said = cardgen.fails("table", "kit", "--to", "cards.xlsx")
    assert "kit/cards.xlsx: error: this file is there already" in said.err
    assert (kit / "cards.xlsx").read_text() == "mine"

    cardgen.works("table", "kit", "--to", "cards.xlsx", "--force")
    assert (kit / "cards.xlsx").read_bytes().startswith(b"PK")


@pytest.mark.parametrize(
    ("words", "problem"),
    [
        (["--to", "cards.doc"], "expected a file that ends in .xlsx, .ods, .csv, .tsv, .json, .yaml"),
        (["--to", "cards.csv", "--component", "mian"], "kit has no component 'mian' (did you mean 'main'?)"),
        (["--to", "../cards.csv", "--switch"], "does not lie in the kit's folder"),
    ],
)
def test_words_that_make_no_sense_are_told(
    words: list[str], problem: str, cardgen: Cardgen, kit: Path
) -> None:
    said = cardgen.fails("table", "kit", *words, code=2)
    assert problem in said.err


def test_what_a_table_cannot_say_is_refused_and_nothing_is_written(tmp_path: Path) -> None:
    fields = '      pick: {one_of: ["2", 2]}\n'
    folder = lay_out(tmp_path / "kit", {"game.yaml": game("[{id: A, pick: 2}]", fields)})

    with pytest.raises(CardgenError) as refused:
        write_tables(folder, "cards.csv")

    assert ".csv cannot say the cards of main as they are: the pick of card A" in str(refused.value)
    assert not (folder / "cards.csv").exists()
    assert write_tables(folder, "cards.xlsx", switch=True).switched


def test_several_components_have_a_sheet_each_or_a_file_each(tmp_path: Path) -> None:
    more = "tokens:\n  coins: {size: 20x20mm, face: face.svg, cards: [{id: C1}]}\n"
    folder = lay_out(tmp_path / "kit", {"game.yaml": game("[{id: A}]", more=more)})

    assert [path.name for path in write_tables(folder, "a.csv").files] == ["a-main.csv", "a-coins.csv"]
    assert [path.name for path in write_tables(folder, "b.csv", ["coins"]).files] == ["b.csv"]
    done = write_tables(folder, "c.xlsx", switch=True)
    assert list(done.files.values()) == [["main", "coins"]]
    assert load_workbook(io.BytesIO((folder / "c.xlsx").read_bytes())).sheetnames == ["main", "coins"]
    assert [len(c.cards) for c in load_kit(folder).components] == [1, 1]


def test_the_sample_in_a_spreadsheet_is_the_sample(cardgen: Cardgen, tmp_path: Path) -> None:
    shutil.copytree(HARBOUR, tmp_path / "data" / "harbour")
    cardgen.works("table", "harbour", "--to", "cargo.xlsx", "--switch")
    assert model(load_kit(tmp_path / "data" / "harbour")) == model(load_kit(HARBOUR))


def test_a_kit_that_is_wrong_is_not_written(tmp_path: Path) -> None:
    kit_of(tmp_path / "kit", "cards.csv", "id,value\nA,two\n", FIELDS)
    with pytest.raises(CardgenError, match="B2: error: value is 'two'"):
        write_tables(tmp_path / "kit", "x.yaml")
