"""Players made of code: they see a view, never the state."""

from __future__ import annotations

import random
from typing import Any, Protocol

from cardgen.engine.choices import Move, Moves, pick


class Bot(Protocol):
    """Somebody who decides. `looks` False: it needs no view and chooses among the moves alone."""

    name: str
    looks: bool

    def choose(self, view: Any, moves: Moves, rng: random.Random) -> Move:
        """Return one of the moves; `view` is the state as this seat sees it, None if it does not look."""


class RandomBot:
    """Plays any legal move, each with the same chance."""

    name = "random"
    looks = False

    def choose(self, view: Any, moves: Moves, rng: random.Random) -> Move:
        """Return one of the moves."""
        return pick(moves, rng.random)
