"""Skill, luck and worth, on games of which the answer is known."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from itertools import count
from typing import Any

import pytest

import cardgen.games
from cardgen.engine import derive, play_game
from cardgen.simulation import insight as module
from cardgen.simulation.insight import gain, insight
from cardgen.simulation.run import Run, Setup, set_up
from cardgen.simulation.terminal import text_of
from cardgen.simulation.watching import Row
from tests.simulation import strict

KIT = strict.kit()
MANY = 3


@pytest.fixture(autouse=True)
def _the_game_is_installed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cardgen.games, "brought", lambda group: {"strict": "tests.simulation.strict:Strict"})


def made_up(winner: Any, monkeypatch: pytest.MonkeyPatch, deals: int = 200) -> module.Gain:
    """Return what comes of games whose winner is a function of deal and rotation (None: all are alike)."""

    def play(setups: Sequence[Setup], games: int, *, each: Any, **how: Any) -> Run:
        (setup,) = setups
        turns = setup.turns
        for number in range(0, games, turns):
            rows = []
            for rotation in range(turns):
                wins = [0.0] * MANY
                wins[winner(number // turns, rotation if setup.rotations else None)] = 1.0
                rows.append(Row(number // turns + 1, 0, {}, tuple(wins), rotation))
            each(0, rows)
        return Run([])

    monkeypatch.setattr(module, "play_setups", play)
    setup = Setup(KIT, MANY, ("greedy",) * MANY, {}, 1)
    found, stopped = gain(setup, "greedy", "random", deals * MANY)
    assert not stopped
    assert (found.deals, found.games) == (deals, deals * MANY)
    return found


def test_where_the_deal_decides_everything_luck_is_all(monkeypatch: pytest.MonkeyPatch) -> None:
    found = made_up(lambda deal, rotation: deal % MANY, monkeypatch, 201)

    assert found.luck.mean == pytest.approx(1.0, abs=0.01)
    assert found.skill.mean == pytest.approx(0.0, abs=0.001)
    assert not found.gain.sure


def test_where_the_player_decides_everything_skill_is_all(monkeypatch: pytest.MonkeyPatch) -> None:
    found = made_up(lambda deal, rotation: deal % MANY if rotation is None else rotation, monkeypatch, 201)

    assert found.share == 1.0
    assert found.fair == pytest.approx(1 / 3)
    assert found.skill.mean == pytest.approx(1.0)
    assert found.skill.low is not None
    assert found.skill.low > 0.9
    assert found.luck.mean == pytest.approx(0.0, abs=0.01)
    assert found.gain.sure


def test_where_neither_decides_both_are_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    turn = [0]

    def any_seat(deal: int, rotation: int | None) -> int:
        turn[0] = (turn[0] * 1103515245 + 12345) % 2**31
        return turn[0] // 65536 % MANY

    found = made_up(any_seat, monkeypatch, 600)

    assert abs(found.luck.mean) < 0.1
    assert found.skill.mean < 0.01
    assert not found.gain.sure
    assert found.luck.low is not None
    assert found.luck.low < 0.03


def _by_chance(rng: random.Random, deal: int, rotation: int | None) -> int:
    return rng.randrange(MANY)


def _often_by_skill(rng: random.Random, deal: int, rotation: int | None) -> int:
    return rotation if rotation is not None and rng.random() < 0.4 else rng.randrange(MANY)


def test_in_a_few_deals_chance_is_not_taken_for_skill(monkeypatch: pytest.MonkeyPatch) -> None:
    means = []
    for seed in range(60):
        found = made_up(partial(_by_chance, random.Random(seed)), monkeypatch, 8)
        assert found.skill.low is not None
        assert found.skill.high is not None
        assert found.skill.low <= found.skill.mean <= found.skill.high
        means.append(found.skill.mean)

    assert sum(means) / len(means) < 0.05, (
        "alike players have no skill, but for what cannot be less than nothing"
    )
    assert sorted(means)[30] < 0.01


def test_the_interval_of_skill_holds_what_it_is(monkeypatch: pytest.MonkeyPatch) -> None:
    held = 0
    for seed in range(40):
        found = made_up(partial(_often_by_skill, random.Random(seed)), monkeypatch, 60)
        assert found.skill.low is not None
        assert found.skill.high is not None
        held += found.skill.low <= 0.16 <= found.skill.high  # it wins 0.6: 9/2 * (0.6 - 1/3)^2 * 1/2

    assert held >= 34


def test_alike_players_gain_nothing_and_the_deals_are_the_same() -> None:
    setup, _ = set_up(KIT, 3, ("random",), None, 1)

    found, _ = gain(setup, "random", "random", 90, jobs=1)

    assert (found.games, found.deals) == (90, 30)
    assert found.share == pytest.approx(1 / 3, abs=0.2)


def test_what_a_player_may_not_do_is_in_the_report_and_its_json() -> None:
    setup, _ = set_up(KIT, 2, ("greedy",), None, 1)

    found = insight(setup, games=40, ladder=("random", "greedy"), without=("snatch", "N9"), jobs=1)

    assert [one.bot for one in found.ladder] == ["greedy"]
    assert [one.bot for one in found.without] == ["greedy without snatch", "greedy without N9"]
    assert (
        insight(setup, games=8, ladder=("random", "greedy"), ladder_games=(4,), jobs=1).ladder[0].games == 4
    )
    text = text_of("insight", found)
    assert "greedy without snatch  wins" in text
    assert "luck and skill, greedy among random" in text


def test_what_costs_nothing_is_said_to_cost_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    found = made_up(lambda deal, rotation: deal % MANY, monkeypatch)

    (line,) = text_of("gains", [found]).splitlines()
    assert "no difference to be seen: at most" in line


def test_an_interrupt_keeps_the_steps_that_are_finished() -> None:
    setup, _ = set_up(KIT, 2, ("greedy",), None, 1)
    calls = [0]

    def progress(done: int, of: int) -> None:
        calls[0] += 1
        if calls[0] > 4:
            raise KeyboardInterrupt

    found = insight(setup, games=40, without=("snatch", "N9"), jobs=1, progress=progress)
    assert found.interrupted
    assert len(found.without) == 1


def test_of_a_few_deals_nothing_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    found = made_up(lambda deal, rotation: 0 if rotation is None else rotation, monkeypatch, 3)

    (line,) = text_of("gains", [found]).splitlines()
    assert line.endswith("too few deals to tell")


def test_steps_rest_on_deals_of_their_own_and_hold_together(monkeypatch: pytest.MonkeyPatch) -> None:
    setup, _ = set_up(KIT, MANY, ("greedy",), None, 1)
    seeds = []
    play = module.play_setups

    def playing(setups: Sequence[Setup], games: int, **how: Any) -> Run:
        seeds.append(setups[0].seed)
        return play(setups, games, **how)

    monkeypatch.setattr(module, "play_setups", playing)
    found = insight(setup, games=60, ladder=("random", "greedy", "random"), jobs=1)

    assert seeds[0] == seeds[1] != seeds[2] == seeds[3]
    assert setup.seed not in seeds
    alone, _ = gain(replace(setup, seed=seeds[0]), "greedy", "random", 60, jobs=1)
    step = found.ladder[0]
    assert alone.wide is None
    assert step.wide
    assert step.wide.low < alone.share < step.wide.high
    ends = [(one.gain.low, one.gain.high) for one in (step, alone)]
    assert ends[0][0] < ends[1][0], "wider, so that both steps hold together"
    text = text_of("insight", found)
    assert "the intervals of all 2 rows hold together at 95 %, Bonferroni" in text
    assert f"({step.wide.low:.1%} to {step.wide.high:.1%}) of 20 deals (a row needs 100)" in text


def test_the_time_of_a_ladder_is_that_of_its_decisions(monkeypatch: pytest.MonkeyPatch) -> None:
    setup, game = set_up(KIT, MANY, ("greedy",), None, 1)
    monkeypatch.setattr(module, "perf_counter", partial(next, count()))  # whoever chooses takes a second
    decisions = []
    seed = derive(setup.seed, "clock")
    play_game(game, seed, [game.greedy() for _ in range(MANY)], watch=lambda *move: decisions.append(move))

    (seconds,) = module.step_seconds(setup, ("random", "greedy"))
    assert seconds == pytest.approx(len(decisions) * (1 + MANY)), "each seat once, and the weaker ones alone"


def test_a_ladder_takes_no_longer_than_it_may() -> None:
    assert module.deals_within((0.001, 0.5, 2.0), 600) == [100, 100, 100]
    assert module.deals_within((0.1, 2.0, 20.0, 400.0), 500) == [100, 100, 14, 0], "what a step leaves goes on"


def test_a_step_without_games_is_left_out() -> None:
    setup, _ = set_up(KIT, 2, ("greedy",), None, 1)
    found = insight(setup, games=8, ladder=("random", "greedy", "random"), ladder_games=(0, 4), jobs=1)
    assert [(one.bot, one.games) for one in found.ladder] == [("random", 4)]
