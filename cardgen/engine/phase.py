"""A phase: one section of the rulebook, without memory of its own."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar, Generic, NamedTuple, TypeVar

from cardgen.engine.choices import Move, Moves
from cardgen.engine.phrases import Phrase

S = TypeVar("S", bound="Any")


class Refusal(NamedTuple):
    """Why a move is not allowed: the number of the rule, and what it says about this position."""

    rule: str
    says: str


class IllegalMove(ValueError):
    """A move that the rules do not allow, with the rule, the reason and the position."""

    def __init__(self, move: str, refusal: Refusal, position: str = "") -> None:
        self.move, self.refusal, self.position = move, refusal, position
        super().__init__(move, refusal, position)

    @property
    def rule(self) -> str:
        """The number of the rule that forbids the move."""
        return self.refusal.rule

    def __str__(self) -> str:
        lines = [f"{self.move}: not allowed, {self.refusal.says} ({self.refusal.rule})"]
        return "\n".join(lines + ([self.position] if self.position else []))


class Phase(Generic[S]):
    """One section of the rulebook: what may be done now, and what it does.

    `moves` is the only truth about legality; `why_not` merely explains it. A phase has no memory: all
    of it is in the state, so that one phase object serves every game at once.

    A move is a tuple of the name of its sentence in `phrases` and its values. With `bare`, the name of a
    sentence with one value, that value alone is the move.
    """

    name: ClassVar[str] = ""
    rule: ClassVar[str] = ""
    phrases: ClassVar[Mapping[str, Phrase]] = {}
    bare: ClassVar[str] = ""
    _only: ClassVar[Phase[Any]]

    def moves(self, s: S) -> Moves:
        """Return the legal moves of the player whose turn it is."""
        return []

    def play(self, s: S, move: Move) -> None:
        """Carry out a move that `moves` has offered; changes the state."""
        raise NotImplementedError

    def why_not(self, s: S, move: Move) -> Refusal:
        """Return the rule that forbids a move which `moves` does not offer."""
        return Refusal(self.rule, f"that is no choice while players {self.name}")

    def say(self, s: S, move: Move) -> str:
        """Return the move as the player would say it, without the player's name."""
        if self.bare:
            return self.phrases[self.bare].say(s.game, s, (move,))
        return self.phrases[move[0]].say(s.game, s, move[1:])

    def read(self, s: S, text: str) -> Move | None:
        """Return the move that these words mean, or None if they are none of this phase's sentences."""
        for kind, phrase in self.phrases.items():
            values = phrase.read(s.game, s, text)
            if values is not None:
                return values[0] if kind == self.bare else (kind, *values)
        return None

    def __repr__(self) -> str:
        return f"<{self.name}>"

    def __new__(cls) -> Phase[Any]:
        """Return the one object of this phase, so that a copied or unpickled state has the same."""
        if "_only" not in cls.__dict__:
            cls._only = super().__new__(cls)
        return cls._only

    def __reduce__(self) -> tuple[Any, ...]:
        return (type(self), ())


class GameOver(Phase[Any]):
    """Nothing is left to decide."""

    name = "game over"


OVER = GameOver()


@dataclass(frozen=True, slots=True)
class Asked:
    """What waits while somebody answers: the phase, whose turn it was, and what it was about."""

    phase: Phase[Any]
    turn: int
    about: tuple[Any, ...]
