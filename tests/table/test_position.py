"""A position at the table becomes a scenario, and the scenario holds."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest

from cardgen.app.play import run_scenarios_of
from cardgen.games import make_game
from cardgen.table.position import described, scenario_of
from tests.games.kits import kit_of
from tests.table.test_sitting import GAMES

DATA = Path(__file__).parents[2] / "data"
NAMES = ("Ana", "Ben", "Cleo", "Dario", "Eva", "Finn")


def played(slug: str, seed: int, moves: int, players: int = 0) -> tuple[Any, Any, list[str]]:
    kit = kit_of(slug)
    players = players or kit.players.min
    game: Any = make_game(kit, players, {}, NAMES[:players])
    state, rng, said = game.deal(seed), random.Random(seed), []
    while len(said) < moves and not game.over(state):
        move = rng.choice(list(game.moves(state)))
        said.append(game.say(state, move))
        game.play(state, move)
    return game, state, said


@pytest.mark.parametrize("slug", GAMES)
def test_a_position_is_written_so_that_its_scenario_holds(slug: str, tmp_path: Path) -> None:
    for seed, moves in ((1, 0), (2, 9), (3, 24), (4, 60)):
        game, _, said = played(slug, seed, moves)
        file = tmp_path / f"{slug}-{seed}.yaml"
        file.write_text(scenario_of(game, seed, said))
        results, problems = run_scenarios_of([file], DATA)
        assert problems == [], (seed, file.read_text())
        assert len(results) == 1


def test_where_words_say_all_the_position_is_described(tmp_path: Path) -> None:
    game, state, said = played("bartender-aarwares", 1, 30)
    given = described(game, state)
    assert given is None or "hands" in given
    text = scenario_of(game, 1, said, "Coins stay in the hand")
    assert "scenario: Coins stay in the hand" in text
    assert "Ana" not in text


def test_what_was_asked_must_be_refused_by_its_rule(tmp_path: Path) -> None:
    game, _, said = played("cheers", 5, 0, players=3)
    file = tmp_path / "asked.yaml"
    file.write_text(
        scenario_of(game, 5, said, asked=["plays Rb.1 at Ana's bar", "sings", "plays Rb.2 at Ana's bar"])
    )
    text = file.read_text()
    assert "illegal:" in text
    assert "sings" not in text
    assert run_scenarios_of([file], DATA)[1] == []
    assert run_scenarios_of([file], DATA)[0][0].problems == ()
    file.write_text(text.replace("CH-", "CH-Q"))
    assert run_scenarios_of([file], DATA)[1], "another rule is found to be wrong"
