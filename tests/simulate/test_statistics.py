"""The numbers of a report against published ones."""

from __future__ import annotations

import pytest

from cardgen.simulate.statistics import quantile, spread, wilson


def test_wilson_intervals_as_in_newcombe_1998() -> None:
    # R. G. Newcombe, Statistics in Medicine 17, table I: 81 of 263, 15 of 148, 0 of 20
    assert (wilson(81, 263).low, wilson(81, 263).high) == pytest.approx((0.2553, 0.3662), abs=1e-4)
    assert (wilson(15, 148).low, wilson(15, 148).high) == pytest.approx((0.0624, 0.1605), abs=1e-4)
    assert (wilson(0, 20).low, wilson(0, 20).high) == pytest.approx((0.0, 0.1611), abs=1e-4)


def test_nothing_played_says_nothing() -> None:
    assert (wilson(0, 0).low, wilson(0, 0).high) == (0.0, 1.0)
    assert spread([]).mean == 0


def test_quantiles_lie_between_the_numbers() -> None:
    assert quantile([1, 2, 3, 4], 0.5) == 2.5
    found = spread(range(101))
    assert (found.mean, found.median, found.low, found.high, found.most) == (50, 50, 5, 95, 100)
