"""Games played on in mind: from a world that a seat thinks possible, by greedy players, to where the standing is compared."""

from __future__ import annotations

import random
from typing import Any, NamedTuple

from cardgen.engine import OVER, Bot, Game, Move, Moves, State

FAR = 300
"""As many decisions are played on at most, whatever the game says."""
_MARGIN = 0.1  # how much the lead counts beside the victory


class Playouts:
    """Greedy players at every seat, who see no more than their seats do in the world they are in."""

    def __init__(self, game: Game[Any], view: State) -> None:
        self.game = game
        self.bot: Bot = game.quick()
        self.begun = view

    def greedy(self, world: State, dice: random.Random) -> tuple[Move, Moves]:
        """Return what a greedy player does who is to decide, and what was allowed."""
        view = self.game.view(world, world.turn)
        moves = view.phase.moves(view)
        return self.bot.choose(view, moves, dice), moves

    def play(self, world: State, move: Move, moves: Moves) -> None:
        """Carry out a move in place; a greedy player that errs is told of as it would be at the table."""
        if move in moves:
            world.phase.play(world, move)
        else:
            self.game.play(world, move)

    def finish(self, world: State, dice: random.Random) -> None:
        """Play on in place, as far as players look ahead."""
        for _ in range(FAR):
            if world.phase is OVER or self.game.far_enough(world, self.begun):
                return
            self.play(world, *self.greedy(world, dice))


class End(NamedTuple):
    """What an end in mind is worth to a seat: its part of the victory (-1: nobody has won yet), and its lead."""

    won: float
    lead: float


class EndScale:
    """Weighs ends and standings against each other, from 0 to 1.

    An end counts 1 for its winner (shared ones share it) and 0 for the others. Where nobody has won yet the lead does,
    between the least and the most that was seen; beside a victory it counts a little, for a close defeat promises more.
    """

    __slots__ = ("high", "low")

    def __init__(self) -> None:
        self.low, self.high = 0.0, 0.0

    def ends(self, game: Game[Any], s: State) -> list[End]:
        """Return what a position is worth to each seat."""
        standing = game.standing(s)
        others, total = max(1, len(standing) - 1), sum(standing)
        leads = [mine - (total - mine) / others for mine in standing]
        self.low, self.high = min(self.low, *leads), max(self.high, *leads)
        if s.phase is not OVER:
            return [End(-1.0, lead) for lead in leads]
        winners = game.winners(s)
        return [End((seat in winners) / max(1, len(winners)), lead) for seat, lead in enumerate(leads)]

    def value(self, end: End) -> float:
        """Return what an end is worth."""
        lead = self.of_lead(end.lead)
        return lead if end.won < 0 else (1 - _MARGIN) * end.won + _MARGIN * lead

    def of_lead(self, lead: float) -> float:
        """Return what a lead is worth."""
        span = self.high - self.low
        return (lead - self.low) / span if span else 0.5


class SeatMean:
    """The mean of many ends for one seat; what they are worth changes with the scale."""

    __slots__ = ("leads", "number", "open", "open_leads", "won")

    def __init__(self) -> None:
        self.number, self.open = 0, 0  # ends; of them, those where nobody had won
        self.won, self.leads, self.open_leads = 0.0, 0.0, 0.0

    def add(self, end: End) -> None:
        """Take up one end."""
        self.number += 1
        if end.won < 0:
            self.open += 1
            self.open_leads += end.lead
        else:
            self.won += end.won
            self.leads += end.lead

    def value(self, scale: EndScale) -> float:
        """Return the mean of what they are worth."""
        total, over = 0.0, self.number - self.open
        if over:
            total += (1 - _MARGIN) * self.won + _MARGIN * over * scale.of_lead(self.leads / over)
        if self.open:
            total += self.open * scale.of_lead(self.open_leads / self.open)
        return total / self.number
