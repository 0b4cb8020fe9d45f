"""Who wins more than a fair share: by team, by who begins, by seat, each against its own."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from cardgen.engine import Game
from cardgen.results.numbers import Share
from cardgen.results.report import Correction
from cardgen.results.table import EndingUse, FairLine, Fairness, Question
from cardgen.simulation.statistics import LEVEL, Deals, simultaneous
from cardgen.simulation.tally import EndingCount, Tally

_PLACES = ("who begins", "who is second", "who is third", "who is fourth", "who is fifth", "who is sixth")
HEADINGS = {"team": "Wins by team", "order": "Wins by order of play", "seat": "Wins by seat"}


def fairness(tally: Tally, game: Game[Any], level: float = LEVEL) -> Fairness:
    """Return who wins how often, and the scores; `level` is that of the wide intervals."""
    moves = len(tally.first) > 1
    scored = tally.winning.spread.most > 1  # of 1 for the winner nobody speaks
    scores: dict[str, Any] = {}
    if scored:
        scores = {
            "scores": tuple(numbers.spread for numbers in tally.scores),
            "top": tally.winning.spread,
            "lead": tally.lead.spread,
            "level": tally.level.share,
            "ties": tally.ties.share if tally.ties.of else None,
        }
    begins = f"seat {next(iter(tally.first)) + 1}" if len(tally.first) == 1 else "varies"
    if not tally.games or not tally.sides:
        return Fairness(None, begins, **scores)
    teams = any(len(side) > 1 for sides in tally.sides for side in sides)
    by_lot = len(tally.sides) > 1  # who is in a team
    sides = next(iter(tally.sides))
    fair = 1 / max(1, len(sides))
    names = [f"{'team' if teams else 'side'} {chr(65 + n)}" for n in range(len(sides))]
    if not by_lot:
        names = [
            f"{name}: {' '.join(game.names[seat] for seat in side)}"
            for name, side in zip(names, sides, strict=True)
        ]
    seats = [f"seat {n + 1}" for n in range(game.players)]
    if not moves:
        seats[next(iter(tally.first))] += " (begins)"
    order = [
        "the team that begins",
        *(f"the team after it{f', place {n + 1}' if n > 1 else ''}" for n in range(1, 9)),
    ]
    # where each seat always begins or always plays with the same ones, one table says it all
    return Fairness(
        fair,
        begins,
        team=_question("team", fair, names, tally.side_wins, level, teams),
        order=_question("order", fair, order if teams else _PLACES, tally.order_wins, level, moves),
        seat=_question("seat", fair, seats, tally.seat_wins, level, by_lot or not teams),
        **scores,
    )


def by_ending(tally: Tally, found: Fairness) -> dict[str, EndingUse]:
    """Return how long the games are that end in each way, and who wins them; nothing where all end alike."""
    if len(tally.by_ending) < 2:
        return {}
    names = {by: [line.name for line in question.lines] for by, question in found.asked}
    level = simultaneous(len(tally.by_ending) * sum(map(len, names.values())))
    fair = found.share or 0.0
    ordered = sorted(tally.by_ending.items(), key=lambda one: (-one[1].rounds.deals.of, one[0]))
    return {
        ending: EndingUse(
            rounds=count.rounds.spread.alone,
            decisions=count.decisions.spread.alone,
            last=_last_say(tally, count),
            wins={by: _lines(of, count.wins.get(by, ()), level, fair) for by, of in names.items()},
        )
        for ending, count in ordered
    }


def _last_say(tally: Tally, count: EndingCount) -> str:
    """Return the kind of decision that all games end by that end so, if it comes nowhere else."""
    phase = next(iter(count.last), "")
    everywhere = sum(one.last[phase] for one in tally.by_ending.values())
    return phase if len(count.last) == 1 and tally.phases[phase] == everywhere else ""


def _question(
    by: str, fair: float, names: Sequence[str], wins: Sequence[Deals], level: float, shown: bool
) -> Question:
    lines = _lines(names, wins, level, fair)
    oddest = min((deals.oddity(fair) for deals in wins), default=1.0)
    return Question(shown, min(1.0, oddest * max(1, _alone(by, lines))), lines)


def _lines(names: Sequence[str], wins: Sequence[Deals], level: float, fair: float) -> tuple[FairLine, ...]:
    lines = []
    for name, deals in zip(names, wins, strict=False):
        wide: Share = deals.share_at(level)
        lines.append(FairLine(name, **vars(deals.share), wide=wide, unfair=not wide.holds(fair)))
    return tuple(lines)


def _alone(by: str, lines: Sequence[FairLine]) -> int:
    """Return how many lines can be unfair by themselves: of two that add up to one, one."""
    return 1 if len(lines) == 2 and by != "seat" else len(lines)


def together(tables: Iterable[Fairness]) -> Correction:
    """Return the level at which all lines of all tables hold together."""
    lines = sum(_alone(by, question.lines) for table in tables for by, question in table.asked)
    level = simultaneous(lines)
    message = "nobody won a game"
    if lines:
        digits = 0 if lines == 1 else 1 if level < 0.9995 else 3
        judged = "the line is judged alone" if lines == 1 else f"all {lines} lines are judged together"
        message = (
            f"'not fair' is what a {level:.{digits}%} interval leaves out: {judged},"
            f" so that 1 report of {1 / (1 - LEVEL):.0f} on a fair game says it"
        )
    return Correction(lines, level, message)
