"""One game of chance players, looked at before every move, and the promises that are looked after on the way."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from functools import update_wrapper
from math import inf
from time import monotonic
from typing import Any

from cardgen.base.errors import CardgenError, Problem
from cardgen.engine import OVER, RAISED, Game, Move, Scene, State, author_of, hurrying, pick

ENDLESS = 100_000
"""Decisions; chance players of Auction Hearts with a pot that is played on have needed 9,000."""
_PONDERS = 3.0  # seconds of computing for one position
_LEAST = 3  # positions that are looked at however little time there is


class Walk:
    """A game of chance players. Iterating yields each position with the move that follows; the state is live.

    It stops where the game ends, after `limit` moves, and when the clock (`time.monotonic`) passes `until`.
    """

    def __init__(self, game: Game[Any], seed: int, limit: int = ENDLESS, until: float = inf) -> None:
        self.game, self.seed, self.limit, self.until = game, seed, limit, until
        self.state: State | None = None
        self.made: list[Move] = []
        self.mover: Any = game  # whose doing the position is: the phase of the move before

    def __iter__(self) -> Iterator[tuple[State, Move]]:
        self.made.clear()
        state = self.state = self.game.deal(self.seed)
        rng = random.Random(self.seed)
        while state.phase is not OVER and len(self.made) < self.limit and not self.late:
            move = pick(self.game.moves(state), rng.random)
            yield state, move
            self.mover = phase = state.phase
            phase.play(state, move)
            self.made.append(move)

    @property
    def late(self) -> bool:
        return len(self.made) >= _LEAST and monotonic() > self.until

    @property
    def ended(self) -> bool:
        return self.state is not None and self.state.phase is OVER

    def scene(self) -> Scene:
        """Return what is known of the game as far as it came."""
        return Scene(self.game, self.seed, self.made, self.state)

    def problem(
        self, message: str, whose: Any, *methods: str, hint: str = "", code: str = "contract"
    ) -> Problem:
        """Return what is wrong, said of the first of these methods that the author wrote, or else of the class."""
        name, where = author_of(whose, *methods)
        return self.scene().problem(f"{name} {message}", where, hint, code)

    def of_last_move(self, message: str) -> Problem:
        """Return what the move before has done."""
        methods = ("deal", "set_up") if self.mover is self.game else ("play",)
        return self.problem(message, self.mover, *methods)


Look = Callable[..., Iterator[Problem]]


class Promise:
    """Something that a game owes. Called with a game and a seed it raises CardgenError if it is broken.

    `broken` returns the problems instead: those of the first position that has any.
    """

    __name__: str

    def __init__(self, look: Look) -> None:
        self.look = look
        update_wrapper(self, look)

    def __repr__(self) -> str:
        return f"<promise: {self.__name__.replace('_', ' ')}>"

    def __call__(self, game: Game[Any], seed: int, *what: Any, **how: Any) -> None:
        """Raise CardgenError if a game of this seed breaks the promise."""
        problems = self.broken(game, seed, *what, **how)
        if problems:
            raise CardgenError(problems)

    def broken(
        self, game: Game[Any], seed: int, *what: Any, limit: int = ENDLESS, until: float = inf, **how: Any
    ) -> list[Problem]:
        """Return how a game of this seed breaks the promise, or nothing."""
        walk = Walk(game, seed, limit, until)
        found: list[Problem] = []
        at = -1
        try:
            with hurrying(_PONDERS, lambda: len(walk.made)):
                for problem in self.look(walk, *what, **how):
                    if found and len(walk.made) != at:
                        break
                    found.append(problem)
                    at = len(walk.made)
        except RAISED as error:
            diagnosis = walk.scene().diagnose(error) or error
            if not isinstance(diagnosis, CardgenError):
                raise
            found += diagnosis.problems
        return found
