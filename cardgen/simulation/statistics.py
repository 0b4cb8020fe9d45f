"""The few statistics a report needs."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, fields
from math import sqrt

Z95 = 1.959964  # 95 % of a normal distribution lie within so many standard deviations


@dataclass(frozen=True, slots=True)
class Share:
    """A share of a whole, such as a win rate, with its 95 % interval."""

    share: float
    low: float
    high: float
    of: int

    def __str__(self) -> str:
        return f"{self.share:6.1%}  ({self.low:.1%} to {self.high:.1%})"

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


@dataclass(slots=True)
class Deals:
    """Wins counted deal by deal: what happens in the games of one deal is no independent evidence.

    A deal that is played once from each of four seats gives four games, but hardly the evidence of four
    deals: the best hand wins whoever holds it. So the interval is that of the sums per deal
    (the ratio estimate of cluster sampling, W. G. Cochran, Sampling Techniques, chapter 6). Only sums
    are kept, so that the counts of many workers add up.

    What is counted one by one belongs to the deal that is played; `close` ends it.
    """

    deals: int = 0
    of: int = 0
    wins: float = 0.0
    of_squared: int = 0
    wins_squared: float = 0.0
    wins_times_of: float = 0.0
    open_of: int = 0
    open_wins: float = 0.0

    def count(self, wins: float) -> None:
        """Count one time in the deal that is played."""
        self.open_of += 1
        self.open_wins += wins

    def close(self) -> None:
        """End the deal that is played, if it came to anything."""
        if self.open_of:
            self.add_deal(self.open_wins, self.open_of)
            self.open_of, self.open_wins = 0, 0.0

    def add_deal(self, wins: float, of: int) -> None:
        """Count one deal: so many wins of so many times."""
        self.deals += 1
        self.of += of
        self.wins += wins
        self.of_squared += of * of
        self.wins_squared += wins * wins
        self.wins_times_of += wins * of

    def add(self, other: Deals) -> None:
        """Add other deals."""
        for each in fields(self):
            setattr(self, each.name, getattr(self, each.name) + getattr(other, each.name))

    def above(self, fair: float) -> Deals:
        """Return the same deals with the wins above a fair share, to be added to those of other tables."""
        return Deals(
            self.deals,
            self.of,
            self.wins - fair * self.of,
            self.of_squared,
            self.wins_squared - 2 * fair * self.wins_times_of + fair * fair * self.of_squared,
            self.wins_times_of - fair * self.of_squared,
        )

    @property
    def mean(self) -> float:
        """Wins by times, 0 for none."""
        return self.wins / self.of if self.of else 0.0

    @property
    def margin(self) -> float:
        """The 95 % margin of the mean, from how the deals differ; 1 for none.

        It is never smaller than if all deals had come out alike, which a few may do by chance.
        """
        if not self.deals:
            return 1.0
        mean = self.mean
        apart = self.wins_squared - 2 * mean * self.wins_times_of + mean * mean * self.of_squared
        freedom = self.deals / (self.deals - 1) if self.deals > 1 else 1.0
        margin = Z95 * sqrt(max(0.0, apart * freedom)) / self.of
        return max(margin, wilson(0, self.deals).half_width)

    @property
    def share(self) -> Share:
        """The share of wins: the Wilson interval where every deal is one game, else that of the deals."""
        if self.of == self.deals:
            return wilson(self.wins, self.of)
        mean, margin = self.mean, self.margin
        return Share(mean, max(0.0, mean - margin), min(1.0, mean + margin), self.of)


@dataclass(frozen=True, slots=True)
class Spread:
    """How numbers are spread: mean, median, and the range of all but the lowest and highest 5 % (and 10 %)."""

    mean: float
    median: float
    low: float
    high: float
    most: float
    low10: float
    high10: float
    of: int


def spread(numbers: Iterable[float]) -> Spread:
    """Return how some numbers are spread; zeros for none."""
    ordered = sorted(numbers)
    if not ordered:
        return Spread(0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0)
    mean = sum(ordered) / len(ordered)
    low, low10, median, high10, high = (quantile(ordered, q) for q in (0.05, 0.1, 0.5, 0.9, 0.95))
    return Spread(mean, median, low, high, ordered[-1], low10, high10, len(ordered))


def quantile(ordered: Sequence[float], q: float) -> float:
    """Return the quantile of sorted numbers, between two of them by proportion."""
    place = q * (len(ordered) - 1)
    below = int(place)
    above = min(below + 1, len(ordered) - 1)
    return ordered[below] + (ordered[above] - ordered[below]) * (place - below)
