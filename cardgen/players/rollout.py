"""A player that plays every move out: in the same worlds, by greedy players."""

from __future__ import annotations

import random
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
