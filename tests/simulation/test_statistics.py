"""The numbers of a report against published ones."""

from __future__ import annotations

from math import sqrt
from statistics import mean, stdev

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardgen.simulation.statistics import Z95, Deals, quantile, spread, wilson


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
    assert (Deals().share.low, Deals().share.high, Deals().margin) == (0.0, 1.0, 1.0)
    assert spread([]).mean == 0


def test_quantiles_lie_between_the_numbers() -> None:
    assert quantile([1, 2, 3, 4], 0.5) == 2.5
    found = spread(range(101))
    assert (found.mean, found.median, found.low, found.high, found.most) == (50, 50, 5, 95, 100)
    assert (found.low10, found.high10, found.of) == (10, 90, 101)


@given(st.lists(st.integers(0, 4), min_size=2, max_size=30))
def test_the_margin_is_that_of_the_means_of_the_deals(wins: list[int]) -> None:
    counted = deals_of(*((won, 4) for won in wins))
    means = [won / 4 for won in wins]

    expected = max(Z95 * stdev(means) / sqrt(len(means)), wilson(0, len(means)).half_width)

    assert (counted.mean, counted.margin) == pytest.approx((mean(means), expected))


def test_four_games_that_end_alike_are_the_evidence_of_one() -> None:
    alike = deals_of(*[(4, 4), (0, 4)] * 10)
    independent = wilson(40, 80)

    assert alike.share.half_width > 1.9 * independent.half_width
    assert alike.share.half_width == pytest.approx(wilson(10, 20).half_width, rel=0.15)


def test_deals_of_one_game_have_the_wilson_interval() -> None:
    assert deals_of(*[(1, 1), (0, 1), (0.5, 1)] * 5).share == wilson(7.5, 15)


def test_a_few_deals_that_end_alike_by_chance_are_not_certain() -> None:
    assert deals_of((0, 2), (0, 2), (0, 2)).margin == wilson(0, 3).half_width > 0.2
    assert deals_of((2, 2)).share.low < 0.8


def test_tables_with_other_fair_shares_add_up_above_it() -> None:
    three, four = deals_of((1, 2), (2, 2), (0, 1)), deals_of((0, 1), (1, 3))
    both = three.above(1 / 3)
    both.add(four.above(1 / 4))

    # the same, with the fair share taken off deal by deal
    plain = deals_of((1 - 2 / 3, 2), (2 - 2 / 3, 2), (-1 / 3, 1), (-1 / 4, 1), (1 - 3 / 4, 3))
    assert (both.mean, both.margin) == pytest.approx((plain.mean, plain.margin))
