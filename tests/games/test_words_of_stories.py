"""The stories of the five games use the words of the rule sheet, and tell nothing twice."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from cardgen.app.play import seeds_of
from cardgen.engine import RandomBot, Recorder, play_game
from cardgen.engine.scenario import run_scenarios
from cardgen.games import make_game
from tests.games.kits import kit_of
from tests.table.test_sitting import GAMES

DATA = Path(__file__).parents[2] / "data"
SCENARIOS = Path(__file__).parents[1] / "scenarios"


@cache
def stories(slug: str) -> list[tuple[list[str], list[str]]]:
    """The moves of some games, and what was told after each of them."""
    kit = kit_of(slug)
    found = []
    for players in (kit.players.min, kit.players.max):
        for seed, by_chance in ((1, False), (2, True)):
            game: Any = make_game(kit, players, {})
            recorder, moves, told = Recorder(), [], [[]]  # type: ignore[var-annotated]

            def watch(s: Any, move: Any, _: Any) -> None:
                told[-1] += recorder.take()  # noqa: B023
                told.append([])  # noqa: B023
                moves.append(game.say(s, move))  # noqa: B023

            bots = [RandomBot() if by_chance else game.greedy() for _ in range(players)]
            play_game(game, seed, bots, watch=watch, tell=recorder.tell)
            told[-1] += recorder.take()
            found.append((moves, told))
    return found  # type: ignore[return-value]


@pytest.mark.parametrize("slug", GAMES)
def test_told_sentences_have_the_words_of_the_rule_sheet(slug: str) -> None:
    seeds = seeds_of(kit_of(slug))
    assert seeds
    for moves, told in stories(slug):
        assert told[0], "the set-up is told before the first move"
        sentences = [*moves, *(event.says for after in told for event in after)]  # type: ignore[attr-defined]
        slips = {(slip.word, said) for said in sentences for slip in seeds.slips(said)}
        assert slips == set()
        wrong = [
            said
            for said in sentences
            if re.search(r"\b1 (chips|cards|coins|barrels|tiles|PATRONs|SCHEMEs|tokens|pairs|tricks)\b", said)
        ]
        assert wrong == [], "one is not many"
        assert [said for said in sentences if "_" in said] == [], "no name of the code's"


@pytest.mark.parametrize("slug", GAMES)
def test_nothing_is_told_twice_after_one_move(slug: str) -> None:
    for _, told in stories(slug):
        for after in told[1:]:
            said = [str(event) for event in after]
            again = {one for one in said if said.count(one) > 1}
            assert not again, again


@pytest.mark.thorough
@pytest.mark.parametrize("slug", GAMES)
def test_scenarios_are_told_in_these_words_too(slug: str, monkeypatch: pytest.MonkeyPatch) -> None:
    seeds = seeds_of(kit_of(slug))
    assert seeds
    heard: list[str] = []
    real = Recorder._keep

    def keep(self: Recorder, rule: str, says: str, **more: Any) -> None:
        heard.append(says)
        real(self, rule, says, **more)

    monkeypatch.setattr(Recorder, "_keep", keep)
    file = SCENARIOS / f"{slug}.yaml"
    kit = kit_of(slug)
    run_scenarios(file, lambda _, players, options: make_game(kit, players, options))
    assert heard
    assert {(slip.word, said) for said in heard for slip in seeds.slips(said)} == set()
