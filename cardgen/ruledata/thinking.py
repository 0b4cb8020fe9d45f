"""Players that know no game: they try moves in worlds that their view allows, and compare what the rules count."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from typing import Any

from cardgen.engine import OVER, Move, Moves
from cardgen.engine.choices import pick
from cardgen.engine.playing import rollout

Aims = Callable[[Any], Sequence[float]]
"""What each seat tries to get more of."""
_SHORT = 60  # decisions of a game that is played to its end in mind
_PLAYOUTS = 60  # tries of all moves for one decision


def lead(game: Any, s: Any, me: int, of: Aims | None = None) -> float:
    """Return how far a seat is ahead of the best of the others in its aims, or those of the rules; a victory counts most."""
    sides = game.sides(s)
    mine = next(side for side in sides if me in side)
    if s.phase is OVER:
        winners = game.winners(s)
        won = 1000.0 / len(winners) if me in winners else -1000.0
        return won + float(game.scores(s)[me])
    aims = (of or game.aims)(s)
    others = [sum(aims[seat] for seat in side) for side in sides if side != mine]
    return float(sum(aims[seat] for seat in mine) - 0.3 * max(others, default=0.0))


class Looker:
    """Tries each move in a few possible worlds, and counts its lead after it."""

    looks = True

    def __init__(
        self, name: str = "greedy", aims: Aims | None = None, worlds: int = 6, most: int = 30
    ) -> None:
        self.name, self.aims = name, aims
        self.worlds, self.most = worlds, most

    def choose(self, view: Any, moves: Moves, rng: random.Random) -> Move:
        listed = list(moves)
        if len(listed) == 1:
            return listed[0]
        listed = rng.sample(listed, self.most) if len(listed) > self.most else listed
        worth = self.weigh(view, listed, rng)
        best = max(worth)
        return listed[rng.choice([n for n, one in enumerate(worth) if one == best])]

    def weigh(self, view: Any, moves: list[Move], rng: random.Random) -> list[float]:
        game, me = view.game, view.turn
        worth = [0.0] * len(moves)
        for _ in range(self.worlds):
            world = game.sample_world(view, rng)
            for number, move in enumerate(moves):
                w = world.copy()
                w.phase.play(w, move)
                worth[number] += lead(game, w, me, self.aims)
        return worth


class Thinker(Looker):
    """Plays on at random after each move, in the same worlds: until it is to decide again, or in a short game to the end.

    With aims of its own it does not play to the end, where only the rules count.
    """

    far = 60

    def weigh(self, view: Any, moves: list[Move], rng: random.Random) -> list[float]:
        game, me = view.game, view.turn
        to_end, number = self.aims is None and _is_short(game), rng.random
        worth = [0.0] * len(moves)
        for _ in range(max(2, min(self.worlds, _PLAYOUTS // len(moves)))):
            world, luck = game.sample_world(view, rng), rng.getrandbits(60)
            for n, move in enumerate(moves):
                w = world.copy()
                w.luck = luck
                w.phase.play(w, move)
                away = False
                for _ in range(3 * self.far if to_end else self.far):
                    if w.phase is OVER or (away and w.turn == me and not to_end):
                        break
                    away = away or w.turn != me
                    w.phase.play(w, pick(w.phase.moves(w), number))
                worth[n] += lead(game, w, me, self.aims)
        return worth


def _is_short(game: Any) -> bool:
    """Return whether it can always play on to the end: random games of at most 60 decisions."""
    found = getattr(game, "_short", None)
    if found is None:
        try:
            found = (
                sum(rollout(game.deal(seed), random.Random(seed), 3 * _SHORT) for seed in range(3))
                <= 3 * _SHORT
            )
        except Exception:  # no end in sight
            found = False
        game._short = found
    return bool(found)
