"""What differs between two states of a kit, two house rules or two kinds of players."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal

from cardgen.results.declared import Many, Times, doc, written
from cardgen.results.report import SimulationReport


@written
class Compared:
    """One of the two that are compared."""

    says: str = doc("How it is called.")
    bots: tuple[str, ...] = doc("Who plays.")
    options: Mapping[str, Any] = doc("The house rules that were named; those of the book are left out.")


@written
class Measure:
    """One measure of both sides, and their difference deal by deal."""

    measure: str = doc(
        "Which: rounds, decisions, top, lead, level, first (wins of who begins), nobody, `side 1` … (wins of each team), `ending: …`, `figure: …` (its mean in a game)."
    )
    share: bool = doc("Whether it is a share of the games, 0 to 1, and not a number of something in them.")
    a: float = doc("How much of it there is at a.")
    b: float = doc("How much at b.")
    difference: float = doc("How much more at b, from pairs of games of the same deal.")
    low: float | None = doc("The lower end of its 95 % interval; null where there is too little to tell.")
    high: float | None = doc("Its upper end.")
    sure: bool = doc("Whether the interval leaves out 0.")
    games_needed: Times | None = doc(
        "About how many pairs of games would make it sure, if it is as large as it looks; null where it is sure, or where nothing was seen."
    )


@written
class Differences:
    """The differences at one number of players."""

    players: Many = doc("How many play.")
    games: Times = doc("How many pairs of games.")
    met: Times = doc("How many of them differ in a move or in the result; 0: no game met the difference.")
    games_for_two_points: Times | None = doc(
        "About how many pairs would put every share within 2 points; null where it is."
    )
    measures: tuple[Measure, ...] = doc("The measures, those first that surely differ.")


@written
class ComparisonReport:
    """The result of `cardgen compare --json`: what differs between two states of a kit, house rules or players."""

    format: Literal[1] = doc("The version of this shape. It grows when a field goes or means something else.")
    a: Compared = doc("The one.")
    b: Compared = doc("The other.")
    comparisons: tuple[Differences, ...] = doc("What differs, at each number of players.")
    report: SimulationReport = doc(
        "The reports of both, as `cardgen simulate --json` writes them: tables with a `change` are b."
    )
