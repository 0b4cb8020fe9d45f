"""Two states of a game, two house rules or two kinds of players: the same deals, and what differs from game to game."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Unpack

from cardgen.base.formats import DOCUMENT
from cardgen.model import Kit
from cardgen.results.comparison import Compared, ComparisonReport, Differences, Measure
from cardgen.results.numbers import Mean
from cardgen.results.report import House, NotPlayed
from cardgen.simulation.findings import Told
from cardgen.simulation.houses import measure_called
from cardgen.simulation.pairs import is_share
from cardgen.simulation.run import How
from cardgen.simulation.statistics import more_games
from cardgen.simulation.survey import Plan, Survey, SurveyTable, Variant, plan, survey

CLEAR = 0.02
"""A difference of shares so small that hardly anybody would notice it at a table: two points."""
_FEW, _VAGUE = 30, 0.25
"""From fewer games, and from an interval of a share that reaches further either way, nothing is promised."""

_NO_MEAN = Mean(0.0, None, None, 0)


@dataclass(frozen=True, slots=True)
class Side:
    """One of the two that are compared: how it is called, its kit, who plays and by which house rules."""

    called: str
    kit: Kit
    bots: tuple[str, ...] = ("greedy",)
    options: Mapping[str, Any] | None = None

    def written(self) -> Compared:
        """Return it as it is written."""
        return Compared(self.called, self.bots, dict(self.options or {}))


@dataclass(frozen=True, slots=True)
class Line:
    """One measure of both sides, their difference deal by deal, and how many games would make it clear.

    `needed` is None where the difference is clear already, or none was seen and so none can be shown.
    """

    measure: str
    a: float
    b: float
    difference: Mean
    needed: int | None

    @property
    def called(self) -> str:
        """What it is called, such as `who begins wins`."""
        return measure_called(self.measure)

    @property
    def share(self) -> bool:
        """Whether it is a share of the games, and not a number of something in them."""
        return is_share(self.measure)

    @property
    def half_width(self) -> float | None:
        """How far the interval reaches either way; None where the games do not say."""
        low, high = self.difference.low, self.difference.high
        return None if low is None or high is None else (high - low) / 2

    def __str__(self) -> str:
        times, ending = (100, " %") if self.share else (1, "")
        digits = 1 if self.share else 2
        numbers = "  ".join(f"{number * times:6.{digits}f}{ending:2}" for number in (self.a, self.b))
        mean, low, high = self.difference.mean, self.difference.low, self.difference.high
        if low is None or high is None:
            return f"{numbers}  {mean * times:+8.{digits}f}  all games agree"
        said = (
            f"{numbers}  {mean * times:+8.{digits}f}  {low * times:+.{digits}f} to {high * times:+.{digits}f}"
        )
        if self.difference.sure:
            return f"{said}  sure"
        return f"{said}  about {self.needed:,} games would tell" if self.needed else said

    def written(self) -> Measure:
        """Return it as it is written."""
        d = self.difference
        return Measure(self.measure, self.share, self.a, self.b, d.mean, d.low, d.high, d.sure, self.needed)


@dataclass(frozen=True)
class Comparison(Told):
    """What two sides come to with the same deals, at each number of players; `survey` has the reports of both."""

    says = "comparison"
    clear = CLEAR

    a: Side
    b: Side
    survey: Survey

    @property
    def tables(self) -> Sequence[tuple[House, tuple[Line, ...]]]:
        """What differs at each number of players, those measures first that surely do."""
        return [(one, tuple(sorted(_lines(one), key=_rank))) for one in self.survey.houses]

    def games_for(self, one: House, half_width: float = CLEAR) -> int | None:
        """Return how many games would make the intervals of all shares so narrow; None where they are."""
        widest = max((line.half_width or 0.0 for line in _lines(one) if line.share), default=0.0)
        return more_games(one.games, widest / half_width) if widest > half_width else None

    def result(self, command: str = "") -> ComparisonReport:
        """Return all of it; `command` is what made it."""
        return ComparisonReport(
            format=DOCUMENT,
            a=self.a.written(),
            b=self.b.written(),
            comparisons=tuple(
                Differences(
                    one.players,
                    one.games,
                    one.met,
                    self.games_for(one),
                    tuple(line.written() for line in lines),
                )
                for one, lines in self.tables
            ),
            report=self.survey.result(command),
        )


def _rank(line: Line) -> tuple[bool, bool]:
    return not line.difference.sure, line.measure.startswith("figure: ")


def _lines(one: House) -> Iterable[Line]:
    scored = one.before.get("top", 0.0) > 1 or one.against.get("top", _NO_MEAN).mean
    for name, mean in one.against.items():
        if name in ("top", "lead", "level") and not scored:
            continue  # of 1 for the winner nobody speaks
        before = one.before.get(name, 0.0)
        needed = None
        if not mean.sure and mean.low is not None and mean.high is not None and mean.mean:
            reach = (mean.high - mean.low) / 2
            if one.games >= _FEW and not (is_share(name) and reach > _VAGUE):
                needed = more_games(one.games, reach / abs(mean.mean))
        yield Line(name, before, before + mean.mean, mean, needed)


def compare(
    a: Side, b: Side, players: Sequence[int], *, games: int = 1000, seed: int = 1, **how: Unpack[How]
) -> Comparison:
    """Return what two sides come to, so many games of each with the same seeds at each number of players.

    An interrupt (Ctrl-C) ends it early, and the pairs that are finished are reported. ValueError where no number of players
    can be set up for both.
    """
    tables: list[SurveyTable] = []
    refused: list[NotPlayed] = []
    for number in dict.fromkeys(players):
        pair: list[SurveyTable] = []
        for side in (a, b):
            try:
                one = plan(side.kit, (number,), bots=side.bots, options=side.options, seed=seed)
            except ValueError as wrong:
                if hasattr(wrong, "about"):
                    raise
                refused.append(NotPlayed(number, side.options or {}, f"{side.called}: {wrong}"))
                continue
            pair.append(one.tables[0])
        if len(pair) == 2:
            # every deal is played as often by both, so that deals can be paired
            turns = max(laid.setup.turns for laid in pair)
            mine, its = (replace(laid, setup=replace(laid.setup, rotations=turns)) for laid in pair)
            tables += [mine, replace(its, base=False, change=Variant(b.called, b.kit))]
    if not tables:
        raise ValueError(refused[0].reason)
    both = Plan(a.kit, dict(a.options or {}), a.bots, seed, tuple(tables), tuple(refused))
    found = survey(both, games=games, **how)
    return Comparison(a, b, found)
