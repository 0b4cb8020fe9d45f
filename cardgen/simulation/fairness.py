"""Who wins more than a fair share: by team, by who begins, by seat, each against its own."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from cardgen.engine import Game
from cardgen.simulation.statistics import LEVEL, Deals, Share, simultaneous
from cardgen.simulation.tally import Tally

_PLACES = ("who begins", "who is second", "who is third", "who is fourth", "who is fifth", "who is sixth")


@dataclass(frozen=True, slots=True)
class Fair:
    """How often somebody wins: the share with its interval, and one so wide that those of all lines hold together."""

    name: str
    share: Share
    wide: Share

    def unfair(self, fair: float) -> bool:
        """Return whether it is surely more or less than a fair share."""
        return not self.wide.holds(fair)


@dataclass(frozen=True, slots=True)
class Fairness:
    """One question of fairness: by what (`team`, `order` of play or `seat`), the fair share of each, and its lines.

    Shares are of the games that somebody won. `chance` is how likely a fair game has a line as odd as the oddest.
    A question that is not `shown` has its answer in another one.
    """

    by: str
    fair: float
    lines: tuple[Fair, ...]
    chance: float
    shown: bool

    @property
    def comparisons(self) -> int:
        """How many lines can be unfair by themselves: of two that add up to one, one."""
        return 0 if not self.shown else 1 if len(self.lines) == 2 and self.by != "seat" else len(self.lines)


def questions(tally: Tally, game: Game[Any], level: float = LEVEL) -> tuple[Fairness, ...]:
    """Return who wins how often; `level` is that of the wide intervals."""
    if not tally.games or not tally.sides:
        return ()
    teams = any(len(side) > 1 for sides in tally.sides for side in sides)
    by_lot = len(tally.sides) > 1  # who is in a team
    moves = len(tally.first) > 1
    (sides,) = tally.sides if not by_lot else (next(iter(tally.sides)),)
    fair = 1 / max(1, len(sides))
    names = [f"{'team' if teams else 'side'} {chr(65 + n)}" for n in range(len(sides))]
    if not by_lot:
        names = [
            f"{name}: {' '.join(game.names[seat] for seat in side)}"
            for name, side in zip(names, sides, strict=True)
        ]
    first = next(iter(tally.first))
    seats = [f"seat {n + 1}{' (begins)' if n == first and not moves else ''}" for n in range(game.players)]
    order = [
        "the team that begins",
        *(f"the team after it{f', place {n + 1}' if n > 1 else ''}" for n in range(1, 9)),
    ]
    # where each seat always begins or always plays with the same ones, one table says it all
    return (
        _question("team", fair, names, tally.side_wins, level, teams),
        _question("order", fair, order if teams else _PLACES, tally.order_wins, level, moves),
        _question("seat", fair, seats, tally.seat_wins, level, by_lot or not teams),
    )


def _question(
    by: str, fair: float, names: Sequence[str], wins: Sequence[Deals], level: float, shown: bool
) -> Fairness:
    lines = tuple(
        Fair(name, deals.share, deals.share_at(level)) for name, deals in zip(names, wins, strict=False)
    )
    oddest = min((deals.oddity(fair) for deals in wins), default=1.0)
    found = Fairness(by, fair, lines, 1.0, shown)
    return replace(found, chance=min(1.0, oddest * max(1, replace(found, shown=True).comparisons)))


@dataclass(frozen=True, slots=True)
class Together:
    """How many lines of all tables are looked at together, and the level of the interval of each."""

    lines: int
    level: float

    def to_dict(self) -> dict[str, Any]:
        """Return it as plain data."""
        return {"lines": self.lines, "level": self.level, "says": self.says}

    @property
    def says(self) -> str:
        """The correction in words."""
        if not self.lines:
            return "nobody won a game"
        digits = 0 if self.lines == 1 else 1 if self.level < 0.9995 else 3
        judged = (
            "the line is judged alone" if self.lines == 1 else f"all {self.lines} lines are judged together"
        )
        return (
            f"'not fair' is what a {self.level:.{digits}%} interval leaves out: {judged},"
            f" so that 1 report of {1 / (1 - LEVEL):.0f} on a fair game says it"
        )


def together(tables: Iterable[Sequence[Fairness]]) -> Together:
    """Return the level at which all lines of all tables hold together."""
    lines = sum(question.comparisons for table in tables for question in table)
    return Together(lines, simultaneous(lines))


_HEADINGS = {"team": "Wins by team", "order": "Wins by order of play", "seat": "Wins by seat"}


def fair_lines(found: Sequence[Fairness]) -> Iterator[str]:
    """Yield the questions that are shown as lines of text."""
    for question in found:
        if not question.shown:
            continue
        yield f"{_HEADINGS[question.by]} (fair: {question.fair:.1%})"
        width = max((len(line.name) for line in question.lines), default=0)
        for line in question.lines:
            yield f"  {line.name:{width}}  {line.share}{'  not fair' if line.unfair(question.fair) else ''}"
