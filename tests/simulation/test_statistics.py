"""The numbers of a report against published ones."""

from __future__ import annotations

import sys
from collections.abc import Callable
from math import exp, inf, sqrt
from statistics import mean, stdev
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy import ones, where
from numpy.random import default_rng

from cardgen.simulation.statistics import (
    QUANTILES,
    Deals,
    chance,
    difference,
    holm,
    mean_of,
    simultaneous,
    spread,
    wilson,
    within,
)
from cardgen.simulation.tally import Tally

RUNS = 700  # of a simulation: enough to tell 90 % from 95 %


def deals_of(*deals: tuple[float, int]) -> Deals:
    counted = Deals()
    for wins, of in deals:
        counted.add_deal(wins, of)
    return counted


def test_wilson_intervals_as_in_newcombe_1998() -> None:
    # R. G. Newcombe, Statistics in Medicine 17, table I: 81 of 263, 15 of 148, 0 of 20
    assert (wilson(81, 263).low, wilson(81, 263).high) == pytest.approx((0.2553, 0.3662), abs=1e-4)
    assert (wilson(15, 148).low, wilson(15, 148).high) == pytest.approx((0.0624, 0.1605), abs=1e-4)
    assert (wilson(0, 20).low, wilson(0, 20).high) == pytest.approx((0.0, 0.1611), abs=1e-4)


def test_nothing_played_says_nothing() -> None:
    assert (wilson(0, 0).low, wilson(0, 0).high) == (0.0, 1.0)
    assert (Deals().share.low, Deals().share.high, Deals().margin()) == (0.0, 1.0, None)
    assert spread([]).mean == 0


def test_quantiles_lie_between_the_numbers() -> None:
    assert spread([1, 2, 3, 4]).median == 2.5
    found = spread(range(101))
    assert (found.mean, found.median, found.p5, found.p95, found.least, found.most) == (50, 50, 5, 95, 0, 100)
    assert (found.p10, found.p90, found.of) == (10, 90, 101)
    assert spread({3: 2, 1: 1}) == spread([3, 1, 3])


@given(st.lists(st.integers(-9, 9), min_size=1, max_size=40), st.floats(0, 1))
def test_quantiles_of_a_histogram_are_those_of_the_numbers(numbers: list[int], q: float) -> None:
    ordered = sorted(numbers)
    for name, part in QUANTILES.items():
        place = part * (len(ordered) - 1)
        low, high = ordered[int(place)], ordered[min(int(place) + 1, len(ordered) - 1)]
        assert getattr(spread(numbers), name) == pytest.approx(low + (high - low) * (place % 1))


@given(st.lists(st.integers(0, 4), min_size=2, max_size=30))
def test_the_margin_is_that_of_the_means_of_the_deals(wins: list[int]) -> None:
    counted = deals_of(*((won, 4) for won in wins))
    means = [won / 4 for won in wins]
    assert counted.mean == pytest.approx(mean(means))
    if len(set(means)) == 1:
        assert counted.margin() is None, "they came out alike: nothing says how far apart deals can be"
    else:
        assert counted.margin() == pytest.approx(within(len(means) - 1) * stdev(means) / sqrt(len(means)))


def test_four_games_that_end_alike_are_the_evidence_of_one() -> None:
    alike = deals_of(*[(4, 4), (0, 4)] * 10)
    independent = wilson(40, 80)

    assert alike.share.half_width > 1.9 * independent.half_width
    assert alike.share.half_width == pytest.approx(wilson(10, 20).half_width, rel=0.15)


def test_deals_of_one_game_have_the_wilson_interval() -> None:
    # but for the few deals, by which it is wider, and that of n - 1
    assert deals_of(*[(1, 1), (0, 1)] * 500).share.low == pytest.approx(wilson(500, 1000).low, abs=2e-4)


def test_a_few_deals_that_end_alike_by_chance_are_not_certain() -> None:
    assert deals_of((0, 2), (0, 2), (0, 2)).share.high > 0.4
    assert deals_of((2, 2)).share.low < 0.8
    # of 25 deals that all gave one win of two, 3 in 25 may give none or two
    assert deals_of(*[(1, 2)] * 25).share.half_width == pytest.approx(0.5 * (1 - 0.05 ** (1 / 25)))


def test_tables_with_other_fair_shares_add_up_above_it() -> None:
    three, four = deals_of((1, 2), (2, 2), (0, 1)), deals_of((0, 1), (1, 3))
    both = three.above(1 / 3)
    both.add(four.above(1 / 4))

    # the same, with the fair share taken off deal by deal
    plain = deals_of((1 - 2 / 3, 2), (2 - 2 / 3, 2), (-1 / 3, 1), (-1 / 4, 1), (1 - 3 / 4, 3))
    assert (both.mean, both.margin()) == pytest.approx((plain.mean, plain.margin()))


@pytest.mark.parametrize(
    ("freedom", "level", "errors"),
    [  # made with scipy 1.17: stdtrit and ndtri
        (inf, 0.95, 1.959963984540054), (inf, 1 - 0.05 / 7, 2.690109527158867), (1, 0.95, 12.706204736174694),
        (1, 0.999, 636.6192487687897), (2, 0.95, 4.302652729749462), (4, 0.95, 2.7764451051977934),
        (24, 0.95, 2.0638985616280245), (24, 1 - 0.05 / 60, 3.818081066951716), (199, 0.9995, 3.538970573391547),
        (999, 1 - 0.05 / 60, 3.351679938208473), (99_999, 0.95, 1.9599877077718442), (1_999_999, 0.95, 1.9599651706769676),
    ],
)  # fmt: skip
def test_the_margins_of_few_deals_are_those_of_student(
    freedom: float, level: float, errors: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "scipy.special", None)  # 90 MB for four functions
    assert within.__wrapped__(freedom, level) == pytest.approx(errors, rel=1e-8)
    assert chance(-errors, freedom) == pytest.approx(1 - level, rel=1e-7)
    assert (chance(0, freedom), chance(1e9, freedom)) == pytest.approx((1, 0), abs=1e-9)


def test_chances_of_many_are_adjusted_step_by_step_as_holm_did() -> None:
    assert holm([0.01, 0.04, 0.03, 0.005]) == pytest.approx([0.03, 0.06, 0.06, 0.02])
    assert simultaneous(20) == pytest.approx(0.9975)


# ---- do intervals hold what they promise? --------------------------------------------------------------

# how a deal comes out: wins and games, and the truth that they tell of
Draw = Callable[[Any, int], tuple[Any, Any]]
SHARES: dict[str, tuple[Draw, float]] = {
    "one game a deal, rare wins": (lambda rng, k: ((rng.random(k) < 0.1) * 1.0, ones(k)), 0.1),
    "one game a deal, even": (lambda rng, k: ((rng.random(k) < 0.5) * 1.0, ones(k)), 0.5),
    "four games a deal, the best hand wins from every seat": (
        lambda rng, k: ((rng.integers(0, 4, k) == 0) * 4.0, 4 * ones(k)),
        0.25,
    ),
    "four games a deal that have nothing to do with each other": (
        lambda rng, k: (rng.binomial(4, 0.3, k) * 1.0, 4 * ones(k)),
        0.3,
    ),
    "two games a deal, the better player nearly always wins": (
        lambda rng, k: (2.0 - (rng.random(k) < 0.2), 2 * ones(k)),
        0.9,
    ),
    "two games a deal, luck decides one deal in five": (
        lambda rng, k: (where(rng.random(k) < 0.2, rng.integers(0, 2, k) * 2.0, 1.0), 2 * ones(k)),
        0.5,
    ),
}


@pytest.mark.parametrize("deals", [25, 100, 1000])
@pytest.mark.parametrize("how", SHARES)
def test_intervals_of_shares_hold_the_truth_as_often_as_they_say(how: str, deals: int) -> None:
    draw, truth = SHARES[how]
    rng = default_rng(1)
    held = 0
    for _ in range(RUNS):
        wins, of = draw(rng, deals)
        counted = Deals(
            deals, int(of.sum()), wins.sum(), (of * of).sum(), (wins * wins).sum(), (wins * of).sum()
        )
        held += counted.share.holds(truth)
    assert 0.90 <= held / RUNS <= 0.98


MEANS: dict[str, tuple[Callable[[Any, int], Any], float]] = {
    "even lengths": (lambda rng, k: rng.normal(40, 5, k).round(), 40.0),
    "a few games are far longer": (lambda rng, k: rng.lognormal(0, 1, k), exp(0.5)),
    "one game in ten goes on and on": (lambda rng, k: rng.geometric(0.1, k) * 1.0, 10.0),
}


@pytest.mark.parametrize("deals", [25, 100, 1000])
@pytest.mark.parametrize("how", MEANS)
def test_intervals_of_means_hold_the_truth_as_often_as_they_say(how: str, deals: int) -> None:
    draw, truth = MEANS[how]
    rng = default_rng(6)
    held = 0
    for _ in range(RUNS):
        found = spread(map(float, draw(rng, deals)))
        assert found.low is not None
        assert found.high is not None
        held += found.low <= truth <= found.high
    assert 0.91 <= held / RUNS <= 0.98


DIFFERENCES: dict[str, tuple[Callable[[Any, int], Any], float, bool]] = {
    "numbers": (lambda rng, k: rng.normal(0.3, 1, k).round(), 0.3, False),
    "skewed numbers": (lambda rng, k: rng.poisson(0.7, k) - rng.poisson(0.2, k) * 1.0, 0.5, False),
    "wins that seldom change hands": (
        lambda rng, k: rng.choice([-1.0, 0, 1], k, p=[0.15, 0.7, 0.15]),
        0.0,
        True,
    ),
    "wins that change hands one way": (
        lambda rng, k: rng.choice([-1.0, 0, 1], k, p=[0.05, 0.75, 0.2]),
        0.15,
        True,
    ),
}


@pytest.mark.parametrize("deals", [25, 100, 1000])
@pytest.mark.parametrize("how", DIFFERENCES)
def test_intervals_of_paired_differences_hold_the_truth_as_often_as_they_say(how: str, deals: int) -> None:
    draw, truth, shares = DIFFERENCES[how]
    rng = default_rng(2)
    held = 0
    for _ in range(RUNS):
        apart = draw(rng, deals)
        total, squares = float(apart.sum()), float((apart * apart).sum())
        found = difference(Deals(deals, deals, total, deals, squares, total), shares=shares)
        assert found.low is not None
        assert found.high is not None
        held += found.low <= truth <= found.high
    assert 0.90 <= held / RUNS <= 0.98


def test_paired_intervals_have_no_floor() -> None:
    # a hundred deals that hardly differ: one in ten wins a game of four more or less
    counted = deals_of(*[(1, 4)] * 90, *[(2, 4)] * 5, *[(0, 4)] * 5)
    assert counted.share.half_width < 0.016 < wilson(0, 100).half_width


def test_a_difference_that_was_never_seen_may_still_be_small() -> None:
    found = difference(deals_of(*[(0, 1)] * 100), shares=True)
    assert found.low is not None
    assert found.high is not None
    assert -0.05 < found.low < 0 < found.high < 0.05
    assert mean_of(deals_of((0, 1), (0, 1))).low is None


@pytest.mark.parametrize("deals", [25, 100, 1000])
def test_margins_of_cards_hold_the_truth_as_often_as_they_say(deals: int) -> None:
    # a card is drawn once or twice in a deal, and its players win a quarter more often than usual
    rng = default_rng(4)
    held = 0
    for _ in range(RUNS):
        of = rng.integers(1, 3, deals)
        wins = rng.binomial(of, 0.5) - 0.25 * of
        counted = Deals(
            deals, int(of.sum()), wins.sum(), (of * of).sum(), (wins * wins).sum(), (wins * of).sum()
        )
        held += abs(counted.mean - 0.25) <= (counted.hedged.margin() or 0)
    assert 0.90 <= held / RUNS <= 0.98


def test_a_card_whose_few_players_all_lost_is_not_known_to_be_weak() -> None:
    # lost at a table of two and at one of three: below its fair share each time, by about as much
    few = deals_of((-1 / 2, 1), (-1 / 2, 1), (-1 / 3, 1), (-1 / 3, 1))
    assert (few.hedged.margin() or 0) > abs(few.mean)


def test_a_fair_game_is_called_unfair_in_one_report_of_twenty() -> None:
    # four seats and four places in the order of play, as at a table where the first player is drawn by lot
    rng = default_rng(3)
    alarms = 0
    for _ in range(RUNS):
        seats = rng.multinomial(400, [0.25] * 4)
        places = rng.multinomial(400, [0.25] * 4)
        level = simultaneous(8)
        lines = [Deals(400, 400, float(n), 400, float(n), float(n)) for n in (*seats, *places)]
        alarms += any(not deals.share_at(level).holds(0.25) for deals in lines)
    assert 0.02 <= alarms / RUNS <= 0.07


def test_games_that_nobody_won_are_added_to_games_that_somebody_won() -> None:
    won, lost = Tally(side_wins=[Deals()]), Tally()
    won.add(lost)
    lost.add(won)
    assert len(won.side_wins) == len(lost.side_wins) == 1
