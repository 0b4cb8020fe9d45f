"""What is measured of each game of the library, and a table beside them.

`library.yaml` is made by `python benchmarks/library.py`. It is read when somebody asks for it, and at no other time.
"""

from __future__ import annotations

from collections.abc import Iterator
from statistics import quantiles
from typing import Any

from cardgen.base.own import table as table_beside
from cardgen.results.library import Beside, Library
from cardgen.results.numbers import Share, Summary
from cardgen.results.table import TableReport

MEASURES = {
    "first": ("share", "wins of who begins, beyond a fair share"),
    "decisions": ("number", "decisions of a player in a game"),
    "waits": ("number", "decisions of others between two of a player"),
    "branching": ("number", "moves to choose from, in the middle decision"),
    "forced": ("share", "decisions with one move only"),
    "changes": ("number", "changes of the lead in a game"),
    "half": ("share", "wins of the leader at half time, from a fair share (0) to all (1)"),
    "late": ("share", "wins of the leader after four fifths of the game, likewise"),
    "behind": ("share", "winners who were behind at half time"),
    "last": ("share", "games decided in the last fifth"),
}
_FEW = 30  # games: fewer say nothing of a measure that has no interval
_LEAST = 4  # games of the library make a band

Measure = tuple[float, float | None, float | None]


def measured(table: TableReport) -> dict[str, Measure]:
    """Return the measures of a table by name, each with its 95 % interval; what a game does not have is left out."""
    return {name: found for name, found in _measured(table) if found is not None}


def _measured(table: TableReport) -> Iterator[tuple[str, Measure | None]]:
    if not table.games:
        return
    fair, choices, tension = table.fair, table.choices, table.tension
    first = fair.order or (fair.seat if fair.moves_first == "seat 1" else None)
    if first and fair.share is not None and first.lines[0].of:
        yield "first", _share(first.lines[0], fair.share, 1)
    yield "decisions", _mean(table.length.decisions, table.players)
    yield "waits", _mean(choices.waits)
    if choices.looked_at and choices.forced is not None:
        yield "branching", (choices.branching.median, None, None)
        yield "forced", (choices.forced, None, None)
    # where in three games of four nobody leads at half time, there is no lead to speak of
    if tension.games and tension.margin[5].p75 > 0 and fair.share is not None and fair.share < 1:
        yield "changes", _mean(tension.lead_changes)
        for name, tenth in (("half", 5), ("late", 8)):
            yield name, _share(tension.leader_wins[tenth], fair.share, 1 - fair.share)
        yield "behind", _share(tension.behind_at_half)
        yield "last", _share(tension.decided_last)


def _share(found: Share, less: float = 0.0, of: float = 1.0) -> Measure:
    return (found.share - less) / of, (found.low - less) / of, (found.high - less) / of


def _mean(found: Summary, by: int = 1) -> Measure | None:
    low, high = (None if end is None else end / by for end in (found.low, found.high))
    return (found.mean / by, low, high) if found.of else None


def beside(table: TableReport, game: str) -> Library:
    """Return a table of a game beside the games of the library, without that game."""
    data: dict[str, Any] = table_beside(__file__, "library.yaml")
    others = [one for one in data["games"] if one["game"] != game]
    found = []
    for name, (own, low, high) in measured(table).items():
        known = sorted((one[name], one["title"]) for one in others if name in one)
        if len(known) < _LEAST:
            continue
        values = tuple(value for value, _ in known)
        low_band, _, high_band = quantiles(values, method="inclusive")
        known_well = low is None or high is None or high - low <= values[-1] - values[0]
        titles = tuple(title for _, title in known)
        unit, text = MEASURES[name]
        sure = table.games >= _FEW and known_well
        found.append(Beside(name, text, unit, own, low, high, sure, titles, values, low_band, high_band))  # type: ignore[arg-type]
    many = [one["played"] for one in others]
    made = (str(data["date"]), data["cardgen"], data["bots"], min(many), max(many))
    return Library(table.players, *made, tuple(found))
