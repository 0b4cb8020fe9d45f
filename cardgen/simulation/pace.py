"""The minutes of a game: the decisions that were counted, times the seconds that people take for one."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from math import hypot
from typing import Any

from cardgen.model.minutes import told_minutes
from cardgen.simulation.statistics import QUANTILES, Deals, Spread, spread

FEWEST = 10
"""Of fewer decisions of people than these nothing is said: a look at the table is no game."""


@dataclass(frozen=True, slots=True)
class Pace:
    """How many seconds people took for a decision, in so many games; the interval of the mean is over games.

    `minutes` and `decisions` are those of whole games of theirs: what a game took, and not what it should take.
    """

    games: int
    seconds: Spread
    minutes: Spread
    decisions: Spread

    def to_dict(self) -> dict[str, Any]:
        """Return it as plain data."""
        return {
            "games": self.games,
            "seconds": _plain(self.seconds),
            "whole": {"minutes": _plain(self.minutes), "decisions": _plain(self.decisions)}
            if self.minutes.of
            else None,
        }

    def __str__(self) -> str:
        s = self.seconds
        reach = "" if s.low is None or s.high is None else f" ({s.low:.1f} to {s.high:.1f})"
        games = f"{self.games} game{'s' if self.games != 1 else ''}"
        return f"{s.mean:.1f} s{reach} a decision: {s.of} decisions of people in {games}"


def _plain(found: Spread) -> dict[str, Any]:
    told = ("mean", "low", "high", "sd", "of", *QUANTILES, "least", "most")
    return {name: getattr(found, name) for name in told}


def pace_of(
    thought: Iterable[Sequence[float]], minutes: Sequence[float] = (), decisions: Sequence[float] = ()
) -> Pace | None:
    """Return the pace of people from the seconds of their decisions, game by game; None where there are too few.

    `minutes` and `decisions` are those of whole games.
    """
    counted = [seconds for seconds in thought if seconds]
    if sum(map(len, counted)) < FEWEST:
        return None
    games = Deals()
    for seconds in counted:
        games.add_deal(sum(seconds), len(seconds))
    found = spread((one for seconds in counted for one in seconds), games)
    if found.low is not None and found.low < 0:
        found = _from_nothing(found)
    return Pace(len(counted), found, spread(minutes), spread(decisions))


def _from_nothing(found: Spread) -> Spread:
    """Return a spread whose interval begins at 0: nobody takes less than no time."""
    return replace(found, low=0.0)


def minutes_data(decisions: Mapping[str, Any], pace: Pace | None, told: str) -> dict[str, Any] | None:
    """Return the minutes of a game as plain data, by people's pace or by what the box tells; None where neither is known.

    `mean` has its interval where several games of people were timed; the quantiles are those of the decisions.
    """
    if not decisions["mean"]:
        return None
    if pace is None:
        box = told_minutes(told)
        if box is None:
            return None
        seconds = (box[0] + box[1]) / 2 * 60 / decisions["mean"]
        return {"by": "box", **_times(decisions, seconds), "low": None, "high": None, "seconds": seconds}
    seconds, low, high = pace.seconds.mean, None, None
    made = _times(decisions, seconds)
    if pace.seconds.low is not None and pace.seconds.high is not None and seconds:
        few, many = decisions["low"], decisions["high"]
        counting = 0.0 if few is None or many is None else (many - few) / 2 / decisions["mean"]
        low = made["mean"] * max(0.0, 1 - hypot(1 - pace.seconds.low / seconds, counting))
        high = made["mean"] * (1 + hypot(pace.seconds.high / seconds - 1, counting))
    return {"by": "playtests", **made, "low": low, "high": high, "seconds": seconds}


def _times(decisions: Mapping[str, Any], seconds: float) -> dict[str, float]:
    return {name: decisions[name] * seconds / 60 for name in ("mean", "p5", "median", "p95")}
