"""A stranger's game brings words of its own by entry point: printed, checked, played, and known to editors."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from cardgen.app.fingerprint import content_hash
from cardgen.checks import run_checks
from cardgen.engine import Game
from cardgen.games import make_game
from cardgen.model import Kit
from cardgen.source import load_kit, read_kit
from cardgen.source.effects import words_of
from cardgen.source.effects.manual import effects_schemas, manual
from tests.engine import contract
from tests.many import slow

ROOT = Path(__file__).parents[2]
PROJECT = ROOT / "tests" / "samples" / "regatta-project"
KIT = PROJECT / "data" / "regatta"
MODULES = ("regatta_words", "regatta_rules")


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder into which the sample is installed as pip does it."""
    folder = tmp_path_factory.mktemp("site")
    project = shutil.copytree(PROJECT, folder / "src")
    quick = ["--quiet", "--disable-pip-version-check", "--no-deps", "--no-build-isolation"]
    words = [sys.executable, "-m", "pip", "install", *quick, "--target", folder / "site", project]
    subprocess.run(words, check=True)
    return folder / "site"


@pytest.fixture(autouse=True)
def _it_is_installed(site: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.syspath_prepend(site)
    words_of.cache_clear()
    yield
    words_of.cache_clear()
    for name in MODULES:
        sys.modules.pop(name, None)


def with_card(tmp_path: Path, does: str) -> Path:
    """Return the folder of the kit with one more card."""
    folder = shutil.copytree(KIT, tmp_path / "regatta")
    with (folder / "orders.yaml").open("a", encoding="utf-8") as file:
        file.write(f"- id: X1\n  does: {does}\n")
    return folder


def test_the_text_of_every_card_is_made_from_its_effects() -> None:
    assert {card.id: card.text for card in load_kit(KIT).cards.orders} == {
        "R1": "**Played:** sail 3 miles.",
        "R2": "**Played:** sail 1 mile, then draw 1 card.",
        "R3": "**Played:** push the first of the other ships back by 2 miles, then draw 2 cards.",
        "R4": "**Played:** sail 2 miles, then push every other ship back by 1 mile.",
    }


@pytest.mark.parametrize(
    ("does", "word", "message"),
    [
        ("{when_played: [{sale: 3}]}", "sale", "unknown deed 'sale'"),
        ("{when_played: [{sail: 9}]}", "sail", "sail is 9, expected a whole number from 1 to 5"),
        ("{when_played: [{sail: 2}, {push_back: {who: leader}}]}", "push_back", "'miles' is missing"),
        ("{when_drawn: [{sail: 1}]}", "when_drawn", "effects have no 'when_drawn'"),
        ("{}", "does", "this ORDER does nothing"),
    ],
)
def test_a_mistake_is_told_at_its_line_and_column(tmp_path: Path, does: str, word: str, message: str) -> None:
    folder = with_card(tmp_path, does)
    kit, problems = read_kit(folder)
    assert kit is None
    (problem,) = problems.errors
    assert problem.message.startswith(message)
    assert problem.where is not None
    line = (folder / "orders.yaml").read_text("utf-8").splitlines()[problem.where.line - 1]
    place = line[problem.where.column - 1 :]
    assert place.startswith(does if word == "does" else word)


def test_a_card_can_be_only_what_the_words_are_for(tmp_path: Path) -> None:
    folder = with_card(tmp_path, "{when_played: [{sail: 1}]}")
    game = folder / "game.yaml"
    game.write_text(game.read_text("utf-8").replace("effects_of: ORDER", "effects_of: PATRON"), "utf-8")
    _, problems = read_kit(folder)
    assert [p.message for p in problems.errors] == ["effects_of is 'PATRON', expected ORDER"]


def test_without_the_package_its_words_are_not_known(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("cardgen.source.effects.vocabulary.brought", lambda group: {})
    _, problems = read_kit(KIT)
    (problem,) = [p for p in problems.errors if "words" in p.message]
    assert str(problem.where).endswith("data/regatta/game.yaml:13:26")
    assert "cardgen.effects" in problem.hint


@pytest.mark.parametrize(
    ("text", "code", "unused"),
    [("made_from: does.text", "", []), ('type: text, default: ""', "kit_effects(kit)", []), ('type: text, default: ""', "", ["does"])],
)  # fmt: skip
def test_effects_are_used_by_what_is_made_from_them_and_by_the_game(
    tmp_path: Path, text: str, code: str, unused: list[str]
) -> None:
    game = shutil.copytree(KIT, tmp_path / "regatta") / "game.yaml"
    by_hand = game.read_text("utf-8").replace("made_from: does.text", text)
    game.write_text(f"language: de\n{by_hand}", "utf-8")  # another language than that of the words
    found = run_checks(load_kit(game.parent), code=code)
    assert [p.trail[-1] for p in found if p.code == "unused-field"] == unused


def game_of(kit: Kit, players: int = 2) -> Game[Any]:
    return make_game(kit, players)


@pytest.mark.parametrize(
    ("card", "miles", "cards"),
    [("R1.1", [8, 5], 1), ("R2.1", [6, 5], 2), ("R3.1", [5, 3], 3), ("R4.1", [7, 4], 1)],
)
def test_a_card_does_what_it_says(card: str, miles: list[int], cards: int) -> None:
    game = game_of(load_kit(KIT))
    s = game.position({"hands": {"P0": [card, "R1.2"], "P1": ["R1.3"]}})
    s.miles = [5, 5]
    game.play_text(s, f"P0 plays {card}")
    assert (s.miles, len(s.hands[0])) == (miles, cards)


@pytest.mark.parametrize("players", [2, 3])
def test_a_game_with_its_words_keeps_the_contract(players: int) -> None:
    game = game_of(load_kit(KIT), players)
    for seed in range(5):
        contract.it_ends_with_winners(game, seed)
        contract.pieces_are_conserved(game, seed)
        contract.copies_and_dicts_are_the_same_state(game, seed)
        contract.moves_print_and_parse_back(game, seed)
        contract.views_keep_secrets(game, seed, every=3)
    assert any(game.winners(contract.final(game, seed)) != (0,) for seed in range(20))


def test_editors_know_the_words() -> None:
    schemas = effects_schemas()
    assert "regatta-order-cards.schema.json" in schemas
    order = {**schemas["regatta-effects.schema.json"], "$ref": "#/$defs/ORDER"}
    right = {"when_played": [{"sail": 3}, {"push_back": {"who": "leader", "miles": 1}}]}
    assert list(Draft202012Validator(order).iter_errors(right)) == []
    for wrong in ({"sale": 3}, {"sail": 9}, {"push_back": {"who": "all", "miles": 1}}, "draw"):
        assert list(Draft202012Validator(order).iter_errors({"when_played": [wrong]}))


def test_the_words_have_a_page() -> None:
    words = words_of("regatta")
    assert words
    page = manual(words)
    assert page.startswith("# The words of Regatta\n")
    assert "### push_back" in page
    assert "> **Played:** draw 1 card." in page


def test_a_kit_is_built_anew_when_its_words_change(site: Path) -> None:
    was = content_hash(KIT)
    words = site / "regatta_words.py"
    text = words.read_text("utf-8")
    words.write_text(text.replace("sail {many", "go {many"), "utf-8")
    assert content_hash(KIT) != was
    words.write_text(text, "utf-8")
    assert content_hash(KIT) == was


@pytest.mark.parametrize(
    "command", ["check regatta", slow("schema"), slow("simulate regatta --games 2 --bots random")]
)
def test_the_command_line_knows_the_words(site: Path, command: str) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "cardgen.app.cli", *command.split()],
        cwd=PROJECT,
        env={**os.environ, "PYTHONPATH": os.pathsep.join([str(site), str(ROOT)])},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    if command == "schema":
        assert '"push_back"' in done.stdout
