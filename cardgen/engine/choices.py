"""What a player may decide, and players made of code who do; moves too many to list are found when somebody asks."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from typing import Any, Protocol, TypeAlias

Move: TypeAlias = Any
"""What a player decides: a number (a card, a bid) or a tuple such as ("play", card, cell). Hashable."""

_PATIENCE = 20  # tries for each candidate; even a single legal one is missed only once in e^20 games


class Moves(Protocol):
    """The legal moves of a position: a list, or `Choices` where a list would be long."""

    def __iter__(self) -> Iterator[Move]: ...
    def __len__(self) -> int: ...
    def __contains__(self, move: object, /) -> bool: ...


class Choices:
    """The legal moves among `count` candidates.

    `candidate(n)` returns the n-th move, or None when it is not legal; no move has two numbers. Picking
    one at random tries candidates until a legal one turns up, so it is fair and looks at very few.
    """

    __slots__ = ("candidate", "count", "legal")

    def __init__(
        self, count: int, candidate: Callable[[int], Move | None], legal: Callable[[Move], bool]
    ) -> None:
        self.count = count
        self.candidate = candidate
        self.legal = legal

    def __iter__(self) -> Iterator[Move]:
        candidate = self.candidate
        for n in range(self.count):
            move = candidate(n)
            if move is not None:
                yield move

    def __len__(self) -> int:
        return sum(1 for _ in self)

    def __contains__(self, move: object, /) -> bool:
        try:
            return self.legal(move)
        except (IndexError, KeyError, TypeError, ValueError):
            return False  # no move of this game at all

    def about(self, random: Callable[[], float], tries: int) -> int:
        """Return how many there are; of very many candidates roughly, from looking at some."""
        if self.count <= tries:
            return len(self)
        legal = sum(self.candidate(int(random() * self.count)) is not None for _ in range(tries))
        return round(self.count * legal / tries)

    def pick(self, random: Callable[[], float]) -> Move:
        """Return a legal move, each with the same chance; `random` returns numbers from 0 to below 1.

        LookupError when no candidate is legal: a player must decide and cannot.
        """
        candidate, count = self.candidate, self.count
        for _ in range(_PATIENCE * count):
            move = candidate(int(random() * count))
            if move is not None:
                return move
        listed = list(self)
        if not listed:
            raise LookupError(f"none of {count} candidates is a legal move")
        return listed[int(random() * len(listed))]


def pick(moves: Moves, random: Callable[[], float]) -> Move:
    """Return one of the legal moves, each with the same chance."""
    if isinstance(moves, list):
        return moves[int(random() * len(moves))]
    if isinstance(moves, Choices):
        return moves.pick(random)
    listed = list(moves)
    return listed[int(random() * len(listed))]


class Bot(Protocol):
    """A player who decides. `looks` False: it needs no view and chooses among the moves alone."""

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
