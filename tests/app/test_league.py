"""cardgen league: kinds of players that are read, a planted move that dominates, and mixes that nobody beats."""

from __future__ import annotations

import json
import shlex
import shutil
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from typer.testing import CliRunner

from cardgen.app.cli import app
from cardgen.app.play import rules_wrong
from cardgen.app.schemas import league_schema
from cardgen.engine import RandomBot, play_and_save
from cardgen.engine.playing import fingerprint
from cardgen.games import make_game
from cardgen.players import make_bot, read_strategy, strategies
from cardgen.simulation.league import unbeaten
from cardgen.source import load_kit

ROOT = Path(__file__).parents[2]
PIG = ROOT / "tests" / "samples" / "classics" / "data" / "pig"
INVEST = """\
      invest:
        says: invests
        needs: [pot == 0: it is too late]
        do:
          - add 30 to my points
          - if my points >= numbers.goal: [end]
      stop:
"""


@pytest.fixture
def planted(tmp_path: Path) -> Path:
    """Pig Farm with a move that is worth more than all others."""
    shutil.copytree(PIG, tmp_path / "pig")
    rules = tmp_path / "pig" / "rules.yaml"
    text = rules.read_text(encoding="utf-8")
    assert "      stop:\n" in text
    rules.write_text(text.replace("      stop:\n", INVEST), encoding="utf-8", newline="\n")
    return tmp_path


def run(data: Path, *words: str, code: int = 0) -> str:
    found = CliRunner().invoke(app, ["league", "pig", *words, "--data", str(data), "-j", "1"])
    assert found.exit_code == code, found.output + str(found.exception)
    return found.output


def test_a_planted_move_dominates_and_is_the_whole_mix(planted: Path) -> None:
    kinds = ("--strategy", "always invests", "--strategy", "never: invests", "--bots", "random")
    files = ("--json", str(planted / "a.json"), "--report", str(planted / "a.html"))
    text = run(planted, *kinds, "--players", "2", "--games", "120", *files)
    found: dict[str, Any] = json.loads((planted / "a.json").read_text())
    jsonschema.validate(found, league_schema())

    assert found["dominant"] == "random always invests"
    best, *others = found["strategies"]
    assert (best["name"], best["share"], best["beaten_by"]) == ("random always invests", 1.0, [])
    assert all("random always invests" in one["beaten_by"] for one in others)
    assert found["value"] < 0.02
    gains = {(one["bot"], one["base"]): one["gain"] for one in found["pairs"]}
    assert len(gains) == 6
    assert gains["random without invests", "random"]["high"] < 0
    assert "Dominant: random always invests" in text
    assert "100 % (100 to 100)  random always invests" in text
    page = (planted / "a.html").read_text("utf-8")
    assert "“Always invests” beats each other kind of player." in page
    assert found["command"].replace("'", "&#39;") in page
    # the command makes the same file
    again = shlex.split(found["command"])
    assert again[:2] == ["cardgen", "league"]
    run(planted, *again[3:], "--json", str(planted / "b.json"))
    assert (planted / "b.json").read_text() == (planted / "a.json").read_text()


def test_strategies_of_the_rules_are_players_with_aims_of_their_own(tmp_path: Path) -> None:
    shutil.copytree(PIG, tmp_path / "pig")
    rules = tmp_path / "pig" / "rules.yaml"
    before = make_game(load_kit(rules.parent), 2)
    text = rules.read_text(encoding="utf-8") + "\nstrategies: {loser: -my points}\n"
    rules.write_text(text, encoding="utf-8", newline="\n")
    run(tmp_path, "--players", "2", "--games", "200", "--json", str(tmp_path / "a.json"))
    found = json.loads((tmp_path / "a.json").read_text())

    assert {one["name"] for one in found["strategies"]} == {"greedy", "loser"}
    assert next(one for one in found["pairs"] if one["bot"] == "loser")["gain"]["high"] < 0
    assert "did you mean 'loser'?" in run(tmp_path, "--strategy", "losser", code=2)
    # they are players, not rules: a saved game stays good
    assert fingerprint(make_game(load_kit(rules.parent), 2)) == fingerprint(before)


def test_strategies_of_game_yaml_are_habits_in_words(planted: Path) -> None:
    file = planted / "pig" / "game.yaml"
    said = "\nstrategies:\n  banker: random, never rolls, always invests\n  saver: random, never invests\n"
    file.write_text(file.read_text("utf-8") + said, "utf-8", newline="\n")
    run(planted, "--players", "2", "--games", "40", "--bots", "random", "--json", str(planted / "a.json"))
    found = json.loads((planted / "a.json").read_text())

    assert {one["name"] for one in found["strategies"]} == {"random", "banker", "saver"}
    assert found["dominant"] == "banker"
    game = make_game(load_kit(file.parent), 2)
    assert make_bot(game, "banker").name == "banker"
    assert not rules_wrong(game.kit)


def test_a_strategy_of_words_that_are_none_is_told_with_its_line(tmp_path: Path) -> None:
    shutil.copytree(PIG, tmp_path / "pig")
    file = tmp_path / "pig" / "game.yaml"
    more = "\nstrategies:\n  a: never rols\n  b: a, never rolls\n  c: never rolls, random\n  d: nobody\n  e: random\n"
    file.write_text(file.read_text("utf-8") + more, "utf-8", newline="\n")
    rules = file.with_name("rules.yaml")
    rules.write_text(rules.read_text("utf-8") + "\nstrategies: {e: my points}\n", "utf-8", newline="\n")
    found = rules_wrong(load_kit(file.parent))
    begin = file.read_text("utf-8").splitlines().index("strategies:") + 1

    assert [(one.where.line - begin, one.where.column, one.message) for one in found if one.where] == [
        (1, 6, "no card and no kind of move 'rols'"),
        (2, 6, "'a, never rolls' begins with another strategy, expected a player such as greedy"),
        (3, 6, "'random' comes after 'greedy without rolls', expected a player and what limits it, such as random, never sells"),
        (4, 6, "no bot 'nobody'"),
        (5, 6, "rules.yaml has a strategy of this name"),
    ]  # fmt: skip
    assert found[0].hint == "did you mean 'roll'?"


@pytest.mark.parametrize("slug", ["biergarten", "cheers"])
def test_habits_of_shipped_games_play_whole_games_and_keep_their_word(slug: str) -> None:
    game = make_game(load_kit(ROOT / "data" / slug), 3)
    assert strategies(game)
    for name in strategies(game):
        never = [word.removeprefix("never ") for word in game.kit.strategies[name].split(", ")]
        bots = [make_bot(game, name), *(RandomBot() for _ in range(2))]
        kept = play_and_save(game, 1, bots)
        assert kept.bots[0] == name
        moves = [str(move) for move in kept.moves if str(move).startswith(f"{game.names[0]} ")]
        assert moves
        assert not [move for move in moves for word in never if f" {word}s " in move]


def test_without_the_planted_move_nobody_dominates() -> None:
    text = run(PIG.parent, "--strategy", "never stops", "--players", "2", "--games", "60")

    assert "No kind dominates" in text


def test_a_kind_whose_games_never_end_is_told_and_not_counted() -> None:
    text = run(PIG.parent, "--strategy", "always rolls", "--players", "2", "--games", "4")

    assert "players like 'greedy always rolls' does not end" in text


@pytest.mark.parametrize(
    ("said", "base", "name"),
    [
        ("never sells", "greedy", "greedy without sells"),
        ("never: sells", "random", "random without sells"),
        ("always bids", "greedy", "greedy always bids"),
        ("hoards C33", "greedy", "greedy without C33"),
        ("never sells, always bids", "greedy", "greedy without sells always bids"),
        ("random, never sells", "greedy", "random without sells"),
        (" ismcts:20 ", "greedy", "ismcts:20"),
    ],
)
def test_kinds_are_read_as_they_are_said(said: str, base: str, name: str) -> None:
    assert read_strategy(said, base) == name


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("--strategy", "never sells"), "--strategy: no card and no kind of move 'sells'"),
        (("--strategy", "greedier"), "--strategy: no bot 'greedier' (did you mean 'greedy'?)"),
        ((), "--strategy: 1 kind of player, expected 2 to 12, such as --strategy 'never sells'"),
        (("--strategy", "greedy"), "--strategy: 1 kind of player"),
        (("--strategy", "random", "--players", "9"), "--players is"),
    ],
)
def test_words_that_name_nothing_are_told_as_the_option_they_were_typed_for(
    words: tuple[str, ...], says: str
) -> None:
    assert says in run(PIG.parent, *words, code=2).replace("\n", " ")


def test_of_three_that_beat_each_other_in_turn_the_mix_has_a_third_each() -> None:
    mix = unbeaten([[0, -1, 1, 1], [1, 0, -1, 1], [-1, 1, 0, 1], [-1, -1, -1, 0]])

    assert mix == pytest.approx([1 / 3, 1 / 3, 1 / 3, 0], abs=0.02)


def test_a_mix_weighs_how_much_each_wins() -> None:
    """Rock is worth twice: the equilibrium of this game is 1/4, 1/2, 1/4."""
    mix = unbeaten([[0, -1, 2], [1, 0, -1], [-2, 1, 0]])

    assert mix == pytest.approx([0.25, 0.5, 0.25], abs=0.02)
