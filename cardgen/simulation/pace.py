"""The minutes of a game: the decisions that were counted, times the seconds that people take for one."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from math import hypot

from cardgen.model.minutes import read_minutes
from cardgen.results.numbers import Minutes, Pace, Spread, WholeGames
from cardgen.simulation.statistics import Deals, spread

FEWEST = 30
"""Of fewer decisions of people than these nothing is said: a look at the table is no game."""


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
    found = spread((one for seconds in counted for one in seconds), games).alone
    if found.low is not None:  # nobody takes less than no time
        found = replace(found, low=max(0.0, found.low))
    whole = WholeGames(spread(minutes).alone, spread(decisions).alone) if minutes else None
    return Pace(len(counted), found, whole)


def minutes_of(decisions: Spread, pace: Pace | None, kit_minutes: str) -> Minutes | None:
    """Return the minutes of a game, by people's pace or by what the box tells; None where neither is known.

    `mean` has its interval where several games of people were timed; the quantiles are those of the decisions.
    """
    box = read_minutes(kit_minutes)
    if not decisions.mean or not (pace or box):
        return None
    low, high = None, None
    if pace:
        seconds = pace.seconds.mean
        if pace.seconds.low is not None and pace.seconds.high is not None and seconds:
            few, many = decisions.low, decisions.high
            counting = 0.0 if few is None or many is None else (many - few) / 2 / decisions.mean
            mean = decisions.mean * seconds / 60
            low = mean * max(0.0, 1 - hypot(1 - pace.seconds.low / seconds, counting))
            high = mean * (1 + hypot(pace.seconds.high / seconds - 1, counting))
    elif box:
        seconds = (box[0] + box[1]) / 2 * 60 / decisions.mean
    took = {name: getattr(decisions, name) * seconds / 60 for name in ("mean", "p5", "median", "p95")}
    return Minutes("playtests" if pace else "box", **took, low=low, high=high, seconds=seconds)
