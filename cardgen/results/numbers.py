"""Shares, means and how numbers are spread, each with its interval."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields
from math import inf
from typing import Literal

from cardgen.results.declared import Fraction, Times, doc, written


@written
class Share:
    """A share of a whole with its 95 % interval, from how the deals differ."""

    share: Fraction = doc("The share, 0 to 1.")
    low: Fraction = doc("The lower end of the interval.")
    high: Fraction = doc("The upper end of the interval.")
    of: Times = doc("How many times it could have been.")

    def __str__(self) -> str:
        return f"{self.share:6.1%}  ({self.low:.1%} to {self.high:.1%})"

    @property
    def half_width(self) -> float:
        """Half the width of the interval."""
        return (self.high - self.low) / 2

    def holds(self, share: float) -> bool:
        """Return whether a share lies in the interval."""
        return self.low <= share <= self.high


class Estimate:
    """A number that is not known exactly."""

    mean: float
    low: float | None
    high: float | None

    @property
    def span(self) -> tuple[float, float]:
        """The interval, without end where there is too little to tell."""
        if self.low is None or self.high is None:
            return -inf, inf
        return self.low, self.high

    def surely(self, by: float) -> bool:
        """Return whether it surely is further from nought than `by`."""
        low, high = self.span
        return low > by or high < -by


@written
class Mean(Estimate):
    """A mean, or a difference of means, with its 95 % interval; the ends are null where there is too little to tell."""

    mean: float = doc("The mean.")
    low: float | None = doc("The lower end of the interval.")
    high: float | None = doc("The upper end of the interval.")
    of: Times = doc("How many numbers, or pairs of games.")

    @property
    def sure(self) -> bool:
        """Whether the interval of it leaves out 0."""
        return self.surely(0)

    @property
    def turned(self) -> Mean:
        """The same the other way round: how much less."""
        low, high = (None if end is None else -end for end in (self.high, self.low))
        return Mean(-self.mean, low, high, self.of)


@written
class Summary(Estimate):
    """How numbers are spread: mean with its 95 % interval, and quantiles."""

    mean: float = doc("The mean.")
    low: float | None = doc(
        "The lower end of the interval of the mean; null where there is too little to tell."
    )
    high: float | None = doc("Its upper end.")
    sd: float = doc("The standard deviation of the numbers.")
    of: Times = doc("How many numbers.")
    p5: float = doc("5 % are at most this.")
    p10: float = doc("10 % are at most this.")
    p25: float = doc("25 % are at most this.")
    median: float = doc("Half of them are at most this.")
    p75: float = doc("75 % are at most this.")
    p90: float = doc("90 % are at most this.")
    p95: float = doc("95 % are at most this.")
    least: float = doc("The smallest.")
    most: float = doc("The largest.")

    @property
    def alone(self) -> Summary:
        """The same without a histogram."""
        return Summary(*(getattr(self, one.name) for one in fields(Summary)))


@written
class Spread(Summary):
    """How numbers are spread: mean with its 95 % interval, quantiles, and how often each came."""

    counts: Mapping[float, Times] = doc("The histogram: how often each number came, by the number as text.")


@written
class At:
    """A moment of the game."""

    at: Fraction = doc("How much of the game has been played, 0 to 1.")


@written
class SummaryAt(Summary, At):
    """The same without a histogram, at a moment of the game."""


@written
class ShareAt(Share, At):
    """A share at a moment of the game."""


@written
class MeanAt(Mean, At):
    """A mean at a moment of the game."""


@written
class Minutes(Estimate):
    """The minutes of a game, estimated: its decisions times the seconds of one. Set-up and counting are left out."""

    by: Literal["playtests", "box"] = doc(
        "Whether people were timed, or the average game is taken to last what `minutes:` of game.yaml says."
    )
    mean: float = doc("The minutes of the average game.")
    p5: float = doc("5 % of games take at most this, at that pace.")
    median: float = doc("Half of them take at most this.")
    p95: float = doc("95 % take at most this.")
    low: float | None = doc(
        "The lower end of the 95 % interval of the mean; null unless several games were timed."
    )
    high: float | None = doc("Its upper end.")
    seconds: float = doc("The seconds of a decision.")


@written
class WholeGames:
    """Whole games of people, at whatever number of players they played."""

    minutes: Summary = doc("How many minutes they took, with moves that were taken back.")
    decisions: Summary = doc("How many decisions they had.")


@written
class Pace:
    """How long people took for a decision, in games that were played at a table."""

    games: Times = doc("How many games.")
    seconds: Summary = doc("The seconds of their decisions; the interval of the mean is over games.")
    whole: WholeGames | None = doc("Whole games of theirs; null where none was played to its end.")

    def __str__(self) -> str:
        s = self.seconds
        reach = "" if s.low is None or s.high is None else f" ({s.low:.1f} to {s.high:.1f})"
        games = f"{self.games} game{'s' if self.games != 1 else ''}"
        return f"{s.mean:.1f} s{reach} a decision: {s.of} decisions of people in {games}"


@written
class Reading:
    """One value of a goal: one for each ending or seat where the goal is about each."""

    goal: str = doc("The goal, as it is typed.")
    about: str = doc("What was measured, such as `ending a packed bar`.")
    share: bool = doc("Whether it is a share, 0 to 1, and not a number of something.")
    value: float = doc("How much of it there is; with `within`, how far from a fair share.")
    low: float | None = doc("The lower end of its 95 % interval; null where there is too little to tell.")
    high: float | None = doc("Its upper end.")
    least: float | None = doc("The goal: from so much; null for no lower end.")
    most: float | None = doc("To so much; null for no upper end.")
    met: bool = doc("Whether the value is within the goal.")
    sure: bool = doc("Whether the whole interval is within the goal, or outside it.")
    games_needed: Times | None = doc(
        "About how many games would make it sure, if the value is as it looks; null where it is, or where that cannot be known."
    )

    def text(self, number: float | None) -> str:
        """Return a number as it is shown: a share in percent, with `within` in points off a fair share."""
        if number is None:
            return ""
        if self.share and (self.least or 0.0) < 0:
            return f"{number * 100:+.1f}"
        return f"{number * 100:.1f} %" if self.share else f"{number:.2f}"

    @property
    def said(self) -> str:
        """The value as it is shown."""
        return self.text(self.value)

    @property
    def reach(self) -> str:
        """The interval as it is shown; empty where there is none."""
        return "" if self.low is None else f"{self.text(self.low)} to {self.text(self.high)}"

    @property
    def verdict(self) -> str:
        """Whether it is met, and how sure that is."""
        needed = f", about {self.games_needed:,} games would tell" if self.games_needed else ""
        return f"{'surely' if self.sure else 'looks'} {'met' if self.met else 'missed'}{needed}"
