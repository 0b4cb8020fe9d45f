"""A player that plays every move out: in the same worlds, by greedy players."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

from cardgen.engine import Move, Moves
from cardgen.players.search import Search

MOST = 40
"""Of more moves than these the most promising ones are played out."""


class Rollout:
    """Plays each move out in so many worlds that the view allows, and makes the one that did best."""

    looks = True

    def __init__(self, worlds: int) -> None:
        self.worlds = worlds
        self.name = f"rollout:{worlds}"
        self.thinks = 5.0 * worlds

    def choose(self, view: Any, moves: Moves, rng: random.Random) -> Move:
        """Return the move that did best."""
        search = Search(view, moves, random.Random(rng.getrandbits(64)))
        options = search.options(MOST)
        for move in options:
            for number in range(self.worlds) if len(options) > 1 else ():
                search.try_out(move, number)
        return search.surest(options)

    def estimate(self, view: Any, moves: Sequence[Move], rng: random.Random) -> list[float]:
        """Return what each of these moves is worth, from 0 to 1, played out in the same worlds that the view allows."""
        search = Search(view, moves, random.Random(rng.getrandbits(64)))
        for move in moves:
            for number in range(self.worlds):
                search.try_out(move, number)
        return [sum(map(search.scale.value, search.ends[move])) / self.worlds for move in moves]
