"""Moves of a game that was played, looked at again by a player that searches: which one it would not have made."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from statistics import fmean, stdev
from time import perf_counter
from typing import Any

from cardgen.engine import Game, Move, State, stream
from cardgen.players import make_bot
from cardgen.results.numbers import Mean
from cardgen.simulation.statistics import simultaneous, within

_SMALL = 0.05
"""A loss that a table would hardly notice."""
_BIASED = 1 / 3
"""Less may be an error of the player's: in its games in mind greedy players finish (benchmarks/mistakes.py)."""
_GLANCES, _LOOKS = 2, 16
"""Estimates before a move is suspected, and those of a suspected one that count."""
_TIMES = 3  # as long as a choice, with what is compared


@dataclass(frozen=True, slots=True)
class Mistake:
    """Move `number` was worth less than another one, as the player sees it: by how much (1: a win)."""

    number: int
    seat: int
    better: Move
    loss: Mean

    @property
    def sure(self) -> bool:
        """Whether it is so much that the player is seldom wrong."""
        return self.loss.span[0] > _BIASED


class Judge:
    """Compares a move that was made with the one that a searching player prefers, from the view of who decided.

    The player chooses first. Then it estimates both moves anew, each time in other worlds that the view allows, so that no
    estimate counts for which the move was chosen. It never sees the table itself.
    ValueError for a player that makes no estimates.
    """

    def __init__(self, game: Game[Any], name: str) -> None:
        self.game, self.bot = game, make_bot(game, name)
        self._estimate: Any = getattr(self.bot, "estimate", None)
        if self._estimate is None:
            raise ValueError(
                f"the bot '{name}' estimates no moves, expected such as ismcts:100 or rollout:20"
            )

    def mistake(self, state: State, made: Move, number: int, decisions: int) -> Mistake | None:
        """Return by how much another move was better, if chance alone hardly says so; intervals of so many `decisions` hold together."""
        view = self.game.view(state, state.turn)
        dice = stream(number, "judge")
        better = self.bot.choose(view, view.phase.moves(view), dice)
        if better == made or fmean(self._losses(view, made, better, _GLANCES, dice)) < _SMALL:
            return None
        losses = self._losses(view, made, better, _LOOKS, dice)
        mean = fmean(losses)
        reach = stdev(losses) / _LOOKS**0.5 * within(_LOOKS - 1, simultaneous(decisions))
        if mean - reach < _SMALL:
            return None
        return Mistake(number, view.turn, better, Mean(mean, mean - reach, mean + reach, _LOOKS))

    def seconds(self, state: State) -> float:
        """Return about how long a decision takes: to choose a move, and to compare some of them."""
        view, began = self.game.view(state, state.turn), perf_counter()
        self.bot.choose(view, view.phase.moves(view), stream(0, "judge"))
        return _TIMES * (perf_counter() - began)

    def _losses(self, view: State, made: Move, better: Move, times: int, dice: Random) -> list[float]:
        both = (self._estimate(view, [better, made], dice) for _ in range(times))
        return [best - own for best, own in both]
