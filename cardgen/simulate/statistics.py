"""The few statistics a report needs."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import sqrt

Z95 = 1.959964  # 95 % of a normal distribution lie within so many standard deviations


@dataclass(frozen=True, slots=True)
class Share:
    """A share of a whole, such as a win rate, with its 95 % interval."""

    share: float
    low: float
    high: float
    of: int

    @property
    def half_width(self) -> float:
        """Half the width of the interval."""
        return (self.high - self.low) / 2


def wilson(wins: float, of: int) -> Share:
    """Return the share of wins with its Wilson score interval (E. B. Wilson, JASA 1927).

    Ties may count as parts of a win, so `wins` need not be whole.
    """
    if not of:
        return Share(0.0, 0.0, 1.0, 0)
    share = wins / of
    middle = share + Z95 * Z95 / (2 * of)
    spread = Z95 * sqrt(share * (1 - share) / of + Z95 * Z95 / (4 * of * of))
    whole = 1 + Z95 * Z95 / of
    return Share(share, max(0.0, (middle - spread) / whole), min(1.0, (middle + spread) / whole), of)


@dataclass(frozen=True, slots=True)
class Spread:
    """How numbers are spread: mean, median, and the range of all but the lowest and highest 5 %."""

    mean: float
    median: float
    low: float
    high: float
    most: float


def spread(numbers: Iterable[float]) -> Spread:
    """Return how some numbers are spread; zeros for none."""
    ordered = sorted(numbers)
    if not ordered:
        return Spread(0.0, 0.0, 0.0, 0.0, 0.0)
    mean = sum(ordered) / len(ordered)
    low, median, high = (quantile(ordered, q) for q in (0.05, 0.5, 0.95))
    return Spread(mean, median, low, high, ordered[-1])


def quantile(ordered: Sequence[float], q: float) -> float:
    """Return the quantile of sorted numbers, between two of them by proportion."""
    place = q * (len(ordered) - 1)
    below = int(place)
    above = min(below + 1, len(ordered) - 1)
    return ordered[below] + (ordered[above] - ordered[below]) * (place - below)
