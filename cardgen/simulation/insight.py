"""How much skill a game has, how much luck, and what a card or a kind of move is worth; docs/what-if.md has the sources."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise, repeat
from operator import add
from random import Random
from time import perf_counter
from typing import Any, Unpack

from cardgen.engine import Bot, derive, play_game
from cardgen.players import make_bot
from cardgen.results.numbers import Mean
from cardgen.results.report import CardWorth, Gain, Insight
from cardgen.simulation.run import How, Setup, play_setups
from cardgen.simulation.statistics import LEVEL, Deals, difference, mean_of, simultaneous
from cardgen.simulation.watching import Row
from cardgen.simulation.worth import Trial

LADDER = ("random", "greedy", "ismcts:20", "ismcts:80", "ismcts:320")
"""Players from weak to strong; those that search get so many games in mind for each decision."""
DEALS = 100
"""Deals on which a step of the ladder rests, each from every seat."""
MINUTES = 6.0
"""About so long takes a ladder if nobody says how many games it gets: players who search get fewer deals then."""
_LOOKS = 3  # decisions at which players are timed


@dataclass(slots=True)
class _Deal:
    """The games of one deal: who won what on which seat."""

    number: int
    wins: list[tuple[float, ...]] = field(default_factory=list)
    seats: list[int] = field(default_factory=list)


def gain(
    setup: Setup,
    bot: str,
    base: str,
    games: int,
    fair: dict[int, float] | None = None,
    level: float | None = None,
    **how: Unpack[How],
) -> tuple[Gain, bool]:
    """Return what a bot gains among others, and whether it was interrupted; `fair` remembers what a seat wins without it.

    With a `level` the intervals of gain and wins are those.
    """
    many = setup.players
    deals = max(1, games // many)
    known = {} if fair is None else fair
    stopped = False
    if len(known) < deals:
        alike = Setup(setup.kit, many, (base,) * many, setup.options, setup.seed)

        def remember(_: int, rows: Sequence[Row]) -> None:
            known.update((row.deal, sum(row.wins) / many) for row in rows)

        stopped = play_setups([alike], deals, each=remember, **how).interrupted
    odd = Setup(setup.kit, many, (bot, *(base,) * (many - 1)), setup.options, setup.seed, many)
    wins, apart, crossed, squares = Deals(), Deals(), Deals(), Deals()
    all_wins = 0.0
    denied = [0, 0, 0]
    open_deal: list[_Deal] = []

    def close() -> None:
        nonlocal all_wins
        for deal in open_deal:
            own = [won[seat] for won, seat in zip(deal.wins, deal.seats, strict=True)]
            if len(own) == many and deal.number in known:
                wins.add_deal(sum(own), many)
                apart.add_deal(sum(own) - many * known[deal.number], many)
                crossed.add_deal(_crossed(deal.wins), 1)
                squares.add_deal(sum(win * win for game in deal.wins for win in game), 1)
                all_wins += sum(map(sum, deal.wins))
        open_deal.clear()

    def watch(_: int, rows: Sequence[Row]) -> None:
        for row in rows:
            if not open_deal or open_deal[0].number != row.deal:
                close()
                open_deal.append(_Deal(row.deal))
            open_deal[0].wins.append(row.wins)
            open_deal[0].seats.append(row.rotation)
            denied[:] = map(add, denied, row.denied)
        close()  # a task holds whole deals

    if not stopped:
        stopped = play_setups([odd], deals * many, each=watch, **how).interrupted
    mean = wins.mean
    middle = all_wins / max(1, wins.deals) / many / many  # of a seat, whoever sits there
    other = (many * middle - mean) / max(1, many - 1)
    spread = squares.mean - many * many * middle * middle
    expected = many * ((mean + (many - 1) * other) ** 2 - mean * mean - (many - 1) * other * other)
    found = Gain(
        bot=bot,
        base=base,
        games=wins.of,
        deals=wins.deals,
        share=mean,
        fair=mean - apart.mean,
        gain=difference(apart, shares=True, level=level or LEVEL),
        wide=wins.share_at(level) if level else None,
        luck=_scaled(mean_of(crossed), expected, (many - 1) * spread),
        skill=_skill(wins, middle, many, spread),
        asked=denied[0],
        denied=denied[1],
        forced=denied[2],
    )
    return found, stopped


def _skill(wins: Deals, middle: float, many: int, spread: float) -> Mean:
    """Return the part of the variance of wins that goes with the player, from how far it wins off the middle of all seats.

    The square of what is not known exactly is too large by its variance, which is taken off.
    """
    if spread <= 0 or many < 2:
        return Mean(0.0, None, None, wins.of)
    by = many * many / (many - 1) / spread  # the others win as much less as it wins more
    share, error = wins.share, wins.error or 0.0
    ends = sorted(abs(end - middle) for end in (share.low, share.high))
    low = 0.0 if share.low <= middle <= share.high else ends[0]
    mean = max(0.0, (share.share - middle) ** 2 - error * error)
    if wins.deals < 2:
        return Mean(min(1.0, mean * by), None, None, wins.of)
    return Mean(min(1.0, mean * by), min(1.0, low * low * by), min(1.0, ends[1] ** 2 * by), wins.of)


def _crossed(games: Sequence[Sequence[float]]) -> float:
    """Return the sum, over seats and all pairs of two games of a deal, of what a seat wins in one times in the other."""
    seats = range(len(games[0]))
    return sum(
        sum(game[seat] for game in games) ** 2 - sum(game[seat] ** 2 for game in games) for seat in seats
    )


def _scaled(mean: Mean, less: float, by: float) -> Mean:
    if by <= 0:
        return Mean(0.0, None, None, mean.of)
    if mean.low is None or mean.high is None:
        return Mean((mean.mean - less) / by, None, None, mean.of)  # all deals agree
    return Mean((mean.mean - less) / by, (mean.low - less) / by, (mean.high - less) / by, mean.of)


def insight(
    setup: Setup,
    *,
    games: int,
    ladder: Sequence[str] = (),
    ladder_games: Sequence[int] = (),
    without: Sequence[str] = (),
    worth: Trial | None = None,
    base: str = "greedy",
    **how: Unpack[How],
) -> Insight:
    """Return the ladder of players, each against the one before it, what `base` loses without each of `without`, and what cards are worth by lot.

    The steps of the ladder get `ladder_games` where they are said, as players that search are slow; one with 0 is left out.
    An interrupt (Ctrl-C) ends it early: steps that are not finished are left out.
    """
    steps: list[Gain] = []
    lost: list[Gain] = []
    stopped = False
    level = simultaneous(len(ladder) - 1)
    for (lower, upper), many in zip(pairwise(ladder), ladder_games or repeat(games), strict=False):
        if not many:
            continue
        fresh = replace(setup, seed=derive(setup.seed, "ladder", upper))  # what one deal says is said once
        found, stopped = gain(fresh, upper, lower, many, level=level, **how)
        if stopped:
            break
        steps.append(found)
    fair: dict[int, float] = {}
    for what in without:
        if stopped:
            break
        found, stopped = gain(setup, f"{base} without {what}", base, games, fair, **how)
        if not stopped:
            lost.append(found)
    cards: tuple[CardWorth, ...] = ()
    if worth and not stopped:
        cards, stopped = worth.run(**how)
    return Insight(setup.players, stopped, tuple(steps), tuple(lost), cards)


class _Clock:
    """A greedy player who times others at some of its decisions."""

    looks, name = True, "greedy"

    def __init__(self, bot: Bot, others: dict[str, Bot]) -> None:
        self.bot, self.others = bot, others
        self.decisions, self.looked = 0, 0
        self.spent = dict.fromkeys(others, 0.0)

    def choose(self, view: Any, moves: Any, rng: Random) -> Any:
        """Return the greedy move."""
        if self.looked < _LOOKS and self.decisions % 7 == 0 and len(moves) > 1:
            self.looked += 1
            for name, bot in self.others.items():
                began = perf_counter()
                bot.choose(view, moves, Random(1))
                self.spent[name] += perf_counter() - began
        self.decisions += 1
        return self.bot.choose(view, moves, rng)


def step_seconds(setup: Setup, ladder: Sequence[str]) -> list[float]:
    """Return about how long a deal of each step takes in one process, from a game in which its players are asked at a few decisions."""
    game, many = setup.game(), setup.players
    clock = _Clock(game.greedy(), {name: make_bot(game, name) for name in ladder})
    play_game(game, derive(setup.seed, "clock"), [clock] * many)
    of = {name: clock.decisions * spent / max(1, clock.looked) for name, spent in clock.spent.items()}
    # a game for each seat of the stronger one, and one of the weaker ones alone
    return [of[up] + many * of[low] for low, up in pairwise(ladder)]


def deals_within(step_seconds: Sequence[float], whole: float) -> list[int]:
    """Return how many deals each step gets in so many seconds: an equal part for each, and what quick steps leave over goes to the slower ones.

    A step of which one deal takes longer than its part gets none, and no part.
    """
    deals = [0] * len(step_seconds)
    left = sorted(range(len(deals)), key=step_seconds.__getitem__)
    while left and step_seconds[left[-1]] > whole / len(left):
        left.pop()
    for place, step in enumerate(left):
        part = whole / (len(left) - place)
        deals[step] = min(DEALS, int(part / max(step_seconds[step], 1e-9)))
        whole -= deals[step] * step_seconds[step]
    return deals
