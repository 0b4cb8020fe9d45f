from __future__ import annotations

import pickle
import re
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cardgen.base.errors import CardgenError, Location
from cardgen.model import Card
from cardgen.source import load_kit, read_kit
from tests.many import examples

if TYPE_CHECKING:
    from tests.conftest import MakeKit

GAME = """\
game: kit
title: A Game
version: "1.0"
players: {min: 2, max: 4}
minutes: 20
credits: {design: Somebody}
looks:
  full: {palette: {ink: "#2b1d1a"}}
tables: {prices: prices.yaml}
guide: {sleeves: [poker, {brand: any}]}
decks:
  main:
    title: The deck
    size: 2.5x3.5in
    corner: 3mm
    face: face.svg
    fields:
      value: {type: int, min: 0, default: 0}
      colours: {list: [G, Y], default: []}
      umbrellas: {counts: [G, Y], default: {}}
    cards: cards.yaml
tokens:
  coins: {size: 20x20mm, face: face.svg, cards: [{id: coin, count: 12}]}
options:
  rounds: {default: 3, values: {3: Three rounds., 5: Five rounds.}, ruling: XX-Q1}
  ties: {default: "no", values: {"no": Nobody wins., split: They share.}}
checks:
  - {that: decks.main.total == 11, why: XX-001}
"""
CARDS = """\
- {id: A1, value: 3, colours: [G, Y], umbrellas: {Y: 2}}
- id: A2
  name: Ace
  count: 2
- {each: {c: [G, Y], v: [1, 2]}, id: "{{ c }}{{ v }}", name: "{{ c }} {{ v * 10 }}", value: "{{ v }}", colours: ["{{ c }}"], count: 2}
"""
FILES = {"game.yaml": GAME, "cards.yaml": CARDS, "prices.yaml": "beer: [1, 2.5]\n", "face.svg": "<svg/>"}


def codes(folder: Path) -> list[str]:
    return [problem.code for problem in read_kit(folder)[1]]


def test_a_kit_is_what_its_files_say(make_kit: MakeKit) -> None:
    kit = load_kit(make_kit(FILES))
    assert (kit.slug, kit.title, kit.version, kit.minutes) == ("kit", "A Game", "1.0", "20")
    assert list(kit.players.counts) == [2, 3, 4]
    main = kit.decks.main
    assert (main.size.width, main.bleed, main.corner, main.shape) == (63.5, 3.0, 3.0, "rect")
    assert main.total == 11
    assert main["A1"].colours == ("G", "Y")
    assert dict(main["A1"].umbrellas) == {"G": 0, "Y": 2}
    assert (main["A2"].name, main["A2"].count, main["A2"].value) == ("Ace", 2, 0)
    assert kit.tables.prices["beer"] == (1, 2.5)
    assert kit.guide["sleeves"][1]["brand"] == "any"
    assert kit.options.rounds.choices == (3, 5)
    assert kit.options.ties.default == "no"
    assert kit.checks[0].why == "XX-001"
    assert [path.name for path in kit.sources] == ["game.yaml", "cards.yaml", "prices.yaml"]


def test_tokens_are_round_and_bleed_less_unless_they_say_otherwise(make_kit: MakeKit) -> None:
    coins = load_kit(make_kit(FILES)).tokens.coins
    assert (coins.shape, coins.bleed, coins.title) == ("round", 1.5, "Coins")


def test_each_makes_a_card_of_every_combination(make_kit: MakeKit) -> None:
    made = load_kit(make_kit(FILES)).decks.main.cards[2:]
    assert [card.id for card in made] == ["G1", "G2", "Y1", "Y2"]
    assert [card.value for card in made] == [1, 2, 1, 2]
    assert made[3].name == "Y 20"
    assert made[3].colours == ("Y",)
    assert {card.count for card in made} == {2}
    assert made[3].where == Location("kit/cards.yaml", 5, 3)


def test_every_part_knows_its_place(make_kit: MakeKit) -> None:
    kit = load_kit(make_kit(FILES))
    assert str(kit.card("A2").where) == "kit/cards.yaml:2:3"
    assert str(kit.place("cards", "A2", "count")) == "kit/cards.yaml:4:10"
    assert str(kit.place("cards", "Y2", "value")) == "kit/cards.yaml:5:93"
    assert str(kit.place("cards", "A2", "colours")) == "kit/cards.yaml:2:3"
    assert str(kit.place("looks", "full", "palette", "ink")) == "kit/game.yaml:8:25"
    assert str(kit.place("decks", "main", "fields", "value")) == "kit/game.yaml:18:14"
    assert str(kit.options.ties.where) == "kit/game.yaml:26:3"
    assert str(kit.checks[0].where) == "kit/game.yaml:28:12"


def test_a_kit_survives_pickling(make_kit: MakeKit) -> None:
    kit = load_kit(make_kit(FILES))
    assert kit.decks.main.total == 11  # a cached property must not stand in the way
    copy = pickle.loads(pickle.dumps(kit))
    assert copy == kit
    assert copy.card("A1").umbrellas == {"G": 0, "Y": 2}
    assert copy.place("cards", "A2", "count") == kit.place("cards", "A2", "count")
    with pytest.raises(TypeError):
        copy.card("A1").fields["value"] = 4


def test_looks_are_optional(make_kit: MakeKit) -> None:
    game = GAME.replace('looks:\n  full: {palette: {ink: "#2b1d1a"}}\n', "")
    assert list(load_kit(make_kit({**FILES, "game.yaml": game})).looks) == ["full"]


def test_messages_name_files_from_the_working_folder(
    make_kit: MakeKit, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    folder = make_kit({**FILES, "cards.yaml": "- {id: A1, count: two}"}).resolve()
    for here, shown in (
        (tmp_path, "kit/cards.yaml"),
        (folder, "cards.yaml"),
        (Path("/"), f"{folder}/cards.yaml"),
    ):
        monkeypatch.chdir(here)
        place = read_kit(folder)[1].errors[0].where
        assert place is not None
        assert place.file in (shown, shown.removeprefix("/"))


def test_a_file_that_is_too_large_is_not_read(make_kit: MakeKit) -> None:
    folder = make_kit({**FILES, "cards.yaml": "# " + "x" * 2_000_000})
    assert codes(folder) == ["too-large"]


def test_a_folder_that_does_not_exist_is_a_problem() -> None:
    with pytest.raises(CardgenError, match="no such folder"):
        load_kit(Path("nowhere/at/all"))


def test_a_kit_that_quotes_what_it_does_not_have_is_not_given(make_kit: MakeKit) -> None:
    folder = make_kit(
        {**FILES, "game.yaml": GAME.replace("title: The deck", 'note: "{{ decks.min.total }} cards"')}
    )
    with pytest.raises(CardgenError, match="no deck 'min'"):
        load_kit(folder)


@pytest.mark.parametrize(
    "path", ["../secret.yaml", "/etc/passwd", "~/x.yaml", "C:/x.yaml", "a/../../secret.yaml"]
)
def test_a_path_out_of_the_kit_is_refused(make_kit: MakeKit, path: str, tmp_path: Path) -> None:
    (tmp_path / "secret.yaml").write_text("a: 1")
    folder = make_kit({**FILES, "game.yaml": GAME.replace("prices.yaml", path)})
    assert codes(folder) == ["outside-file"]


@pytest.mark.parametrize("name", ["secret.yaml", "link/secret.yaml"])
def test_a_link_out_of_the_kit_is_refused(make_kit: MakeKit, tmp_path: Path, name: str) -> None:
    (tmp_path / "away").mkdir()
    (tmp_path / "away" / "secret.yaml").write_text("a: 1")
    folder = make_kit({**FILES, "game.yaml": GAME.replace("prices.yaml", name)})
    link = folder / name.split("/")[0]
    link.symlink_to(tmp_path / "away" / (name if "/" not in name else ""))
    assert codes(folder) == ["outside-file"]


def test_a_link_inside_the_kit_is_followed(make_kit: MakeKit) -> None:
    folder = make_kit({**FILES, "game.yaml": GAME.replace("prices.yaml", "link.yaml")})
    (folder / "link.yaml").symlink_to("prices.yaml")
    assert codes(folder) == []


def test_importing_the_package_does_not_import_jinja() -> None:
    program = "import sys, cardgen.source, cardgen.model; print(sorted({'jinja2'} & set(sys.modules)))"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


PIECES = st.sampled_from(
    [
        *re.findall(r"\w+|\W", GAME),
        "{{",
        "}}",
        "null",
        "[]",
        "{}",
        "\t",
        "&a",
        "*a",
        "-1",
        "1e9",
        "..",
        "\x00",
        "é",
        "true",
    ]
)


@examples(60, 150)
@given(
    st.tuples(st.sampled_from(["game.yaml", "cards.yaml"]), st.integers(0, len(GAME)), st.integers(0, 30)),
    st.lists(PIECES, max_size=5),
)
def test_a_damaged_kit_loads_or_tells_its_problems_inside_the_files(
    cut: tuple[str, int, int], pieces: list[str]
) -> None:
    name, start, length = cut
    text = FILES[name]
    start %= len(text)
    broken = text[:start] + "".join(pieces) + text[start + length :]
    with TemporaryDirectory() as temporary:
        folder = Path(temporary) / "kit"
        folder.mkdir()
        for file, content in {**FILES, name: broken}.items():
            (folder / file).write_text(content, encoding="utf-8")
        kit, problems = read_kit(folder)
        assert (kit is None) == bool(problems.errors)
        for problem in problems:
            assert problem.where is not None
            path = Path(problem.where.file)
            lines = re.split(r"\r\n|\r|\n", path.read_text(encoding="utf-8"))
            assert problem.where.line <= len(lines)
            if problem.where.line:
                assert 1 <= problem.where.column <= len(lines[problem.where.line - 1]) + 1
        if kit is not None:
            assert all(isinstance(card, Card) for component in kit.components for card in component.cards)


@settings(max_examples=60, deadline=None)
@given(st.text(max_size=80))
def test_any_text_as_a_kit_raises_nothing_but_a_cardgen_error(text: str) -> None:
    with TemporaryDirectory() as temporary:
        (Path(temporary) / "game.yaml").write_bytes(text.encode("utf-8", errors="surrogatepass"))
        with pytest.raises(CardgenError):
            load_kit(Path(temporary))
