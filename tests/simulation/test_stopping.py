"""`--until-sure`: looks by which chance says something is sure no more often than it may, and games that end as soon as it is."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import Any

import pytest

import cardgen.games
from cardgen.results.numbers import Mean, Reading
from cardgen.results.table import Answer
from cardgen.simulation import GamesSoFar, Survey, plan, survey
from cardgen.simulation.goals import read_aim
from cardgen.simulation.run import WrongAnswer
from cardgen.simulation.statistics import widened, wilson
from cardgen.simulation.stopping import _answer, boundaries, read_asked
from tests.simulation import shelf

HALVES = (1 / 16, 1 / 8, 1 / 4, 1 / 2, 1.0)


@pytest.fixture(autouse=True)
def _the_games_are_installed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cardgen.games, "brought", lambda group: {"shelf": "tests.simulation.shelf:Shelf"})


def asked(
    name: str, what: str, games: int, seed: int = 1, bots: tuple[str, ...] = ("greedy",), **how: Any
) -> Survey:
    rules = replace((shelf.FLAWED | shelf.HEALTHY)[name], bots=bots)
    return shelf.played(rules, games, seed, until_sure=(what,), **how)


def answer(found: Survey, of: str) -> Answer:
    return next(one for one in found.tables[0].until_sure if of in one.goal)


def test_boundaries_are_those_of_the_books() -> None:
    fifths = boundaries((0.2, 0.4, 0.6, 0.8, 1.0), 0.05)
    assert fifths == pytest.approx((2.438, 2.427, 2.410, 2.397, 2.386), abs=0.001)  # Lan and DeMets, Pocock's
    assert boundaries((1.0,), 0.05) == pytest.approx((1.96,), abs=0.001)


@pytest.mark.parametrize("alpha", [0.05, 0.3])
def test_a_walk_without_drift_crosses_them_as_often_as_it_may(alpha: float) -> None:
    rng, crossed, edges = Random(1), 0, boundaries(HALVES, alpha)
    for _ in range(6000):
        at, before = 0.0, 0.0
        for part, edge in zip(HALVES, edges, strict=True):
            at, before = at + rng.gauss(0, (part - before) ** 0.5), part
            if abs(at) > edge * part**0.5:
                crossed += 1
                break
    assert crossed / 6000 == pytest.approx(alpha, abs=0.013)


@pytest.mark.parametrize(("wins", "of"), [(60, 200), (50, 100), (0, 100), (300, 300), (970, 1000)])
def test_an_interval_of_a_share_is_widened_as_wilson_has_it(wins: int, of: int) -> None:
    usual, wide = wilson(wins, of), wilson(wins, of, 3.2)
    found = widened(Mean(wins / of, usual.low, usual.high, of), 3.2, share=True)
    assert (found.low, found.high) == pytest.approx((wide.low, wide.high))
    moved = widened(Mean(4.0, 3.0, 6.0, of), 3.92, share=False)
    assert (moved.low, moved.high) == pytest.approx((2.0, 8.0), abs=0.001)


def test_games_end_as_soon_as_it_is_sure_with_any_workers() -> None:
    what = "seat within 48 points"
    found = asked("first player", what, 1600)
    one = answer(found, "seat")
    assert found.games == one.games == 400
    assert (one.about, one.sure, one.met) == ("seat 1", True, False)
    assert found.tables[0].wanted == 1600
    assert asked("first player", what, 1600, jobs=2) == found
    assert "surely beyond its line after 400 games; seat 1: +" in str(found)


def test_what_was_sure_in_an_early_part_stays_so() -> None:
    whole = asked("lottery", "page", 800).tables[0].until_sure
    assert {one.games for one in whole} >= {100, 800}
    part = GamesSoFar(100)
    while not part.over:
        laid = plan(shelf.kit(4), (4,), seed=1)
        partly = survey(laid, games=800, jobs=1, until_sure=("page",), part=part)
        part.upto *= 2
    assert partly.tables[0].until_sure == whole


def test_one_thing_over_its_line_is_enough_and_under_it_all_have_to_be() -> None:
    def seat(number: int, value: float, half: float) -> Reading:
        met, sure = abs(value) <= 0.03, half < abs(abs(value) - 0.03)
        ends = (value - half, value + half)
        return Reading("each seat", f"seat {number}", True, value, *ends, -0.03, 0.03, met, sure, None)

    sure, vague, over = seat(1, 0.0, 0.01), seat(2, 0.01, 0.05), seat(3, 0.1, 0.05)
    for many, about, answered in (
        ((sure, vague), "seat 2", False),
        ((sure, sure), "seat 1", True),
        ((sure, vague, over), "seat 3", True),
    ):
        found = _answer(many, many, 200, 0.05)
        assert (found.about, found.sure, found.games) == (about, answered, 200)


def test_what_stays_open_says_about_how_many_games_would_tell() -> None:
    found = asked("race of four", "seat within 0.5 points", 100)
    one = answer(found, "seat")
    assert not one.sure
    assert one.games_needed
    assert one.games_needed > 100
    assert f"still open after 100 games; about {one.games_needed:,} would tell" in str(found)


def test_games_that_would_tell_are_more_than_were_played() -> None:
    aim = read_aim("nobody wins <= 5 %")
    never = next(aim.readings(shelf.played(shelf.Rules(), 60).tables[0]))
    assert (never.value, never.sure) == (0.0, False)
    assert never.games_needed is not None
    assert never.games_needed > 60


def test_the_page_is_asked_by_its_yardsticks() -> None:
    found = asked("lottery", "page", 800)
    sure = {one.goal: (one.sure, one.met) for one in found.tables[0].until_sure}
    assert sure["leader at half time wins 32.50..70.00 %"] == (True, False)
    assert sure["late leader wins >= 47.50 %"] == (True, False)
    assert sure["nobody wins <= 5 %"] == (True, True)
    assert sure["each seat within 3 points"] == (False, False)


@pytest.mark.parametrize(
    ("what", "says"),
    [
        ("the weather", "'the weather' has no line on the page"),
        ("rounds", "'rounds' has no line on the page"),
        ("rounds 4..6 %", "'rounds 4..6 %': expected no %"),
        ("card Z9", "there is no card 'Z9'"),
        ("team", "these games have no team"),
        ("seat 7", "these games have no seat 7"),
        ("card C1 of", "there is no card 'C1 of'"),
    ],
)
def test_what_cannot_be_asked_is_refused(what: str, says: str) -> None:
    with pytest.raises(WrongAnswer, match=says) as wrong:
        asked("race of four", what, 200)
    assert wrong.value.about == "until-sure"


def test_a_seat_of_a_team_is_asked_about_though_the_page_shows_teams() -> None:
    assert answer(asked("two teams", "seat 4", 100), "seat 4").about == "seat 4"


def test_things_are_asked_by_name_or_as_a_goal() -> None:
    assert [one.measure for one in read_asked(("first player", "each card", "Rounds 4..6"))] == [
        "first player",
        "card",
        "rounds",
    ]
    assert [(one.measure, one.about) for one in read_asked(("ending a packed bar", "card C3"))] == [
        ("ending", "a packed bar"),
        ("card", "C3"),
    ]


@pytest.mark.thorough
@pytest.mark.parametrize(
    ("name", "what", "games", "runs", "bots"),
    [
        (
            "lottery",
            "seat within 0 points",
            800,
            300,
            ("random",),
        ),  # quick ones, of whom few games are watched
        ("lottery", "card within 0 points", 200, 150, ("greedy",)),
        ("race of four", "page", 400, 60, ("greedy",)),
        ("two teams", "page", 400, 60, ("greedy",)),
    ],
)
def test_false_alarms_of_all_looks_together_are_rarer_than_one_run_in_twenty(
    name: str, what: str, games: int, runs: int, bots: tuple[str, ...]
) -> None:
    """A lottery wins with every seat and every card alike: a line of no points is as near as can be."""
    wrong = [
        (seed, one.about)
        for seed in range(runs)
        for one in asked(name, what, games, seed, bots).tables[0].until_sure
        if one.sure and not one.met
    ]
    print(f"{name}, {what}: {len(wrong)} of {runs} runs claim what is not so: {wrong}")
    assert len(wrong) <= 0.05 * runs + 1.96 * (0.05 * 0.95 * runs) ** 0.5, wrong


@pytest.mark.thorough
@pytest.mark.parametrize(
    ("name", "what", "most"),
    [("first player", "seat", 400), ("one card", "card", 200), ("runaway", "leader at half time wins", 400)],
)
def test_planted_flaws_need_a_part_of_the_games(name: str, what: str, most: int) -> None:
    for seed in range(5):
        found = asked(name, what, 1600, seed)
        one = answer(found, what)
        assert (one.sure, one.met) == (True, False), one
        assert found.games <= most
