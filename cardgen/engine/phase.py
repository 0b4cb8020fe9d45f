"""A phase: one section of the rulebook, without memory of its own, and what players say in it."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, ClassVar, Generic, NamedTuple, TypeVar

from cardgen.engine.choices import Move, Moves

S = TypeVar("S", bound="Any")
_FIELD = re.compile(r"\{(\w+)\}")
NBSP = "\xa0"
"""Stands between the words of a player's name, so that a name is one word of a sentence."""
_GAP = rf"[^\S{NBSP}]+"


# -- sentences: one template both prints a move and reads it back


class Phrase:
    """A sentence with fields, such as `plays {card} {spot}`; digits at a field's end only tell two apart.

    `word` and `value` of the game turn the value of a field into words and back. `shorter` is a sentence that is read
    as this one, too.
    """

    __slots__ = ("_pattern", "cards", "fields", "shorter", "template")

    def __init__(self, template: str) -> None:
        self.template = template
        self.shorter: Phrase | None = None
        self.fields: tuple[str, ...] = tuple(_FIELD.findall(template))
        named = [field.rstrip("0123456789") for field in self.fields]
        self.cards = [place for place, field in enumerate(named) if field == "card"]
        pieces = _FIELD.split(template)
        pattern = "".join(f"(?P<{part}>.+?)" if odd % 2 else _words(part) for odd, part in enumerate(pieces))
        self._pattern = re.compile(pattern, re.IGNORECASE)

    def say(self, game: Any, state: Any, values: tuple[Any, ...]) -> str:
        """Return the sentence with these values."""
        text = self.template
        for field, value in zip(self.fields, values, strict=True):
            text = text.replace("{" + field + "}", game.word(state, field.rstrip("0123456789"), value), 1)
        return text

    def found(self, text: str) -> dict[str, str] | None:
        """Return the words that a text has for each field, or None if it is another sentence."""
        found = self._pattern.fullmatch(text.strip())
        return found and found.groupdict()

    def matches(self, text: str) -> bool:
        """Return whether a text is this sentence, whatever its values."""
        return self.found(text) is not None or (self.shorter is not None and self.shorter.matches(text))

    def read(self, game: Any, state: Any, text: str) -> tuple[Any, ...] | None:
        """Return the values in a sentence, or None if it is another sentence; ValueError for wrong words."""
        found = self.found(text)
        if found is None:
            return None
        return tuple(game.value(state, f.rstrip("0123456789"), found[f].strip()) for f in self.fields)


def _words(text: str) -> str:
    """Return a pattern of words: a comma, which would end the sentence in a list, may be left out, and P1's Q1 is P1.Q1."""
    whose = text.startswith("'s ")
    pattern = _GAP.join(map(re.escape, text.removeprefix("'s ").split(" "))).replace(",", ",?")
    return rf"(?:['’]s{_GAP}|\.){pattern}" if whose else pattern


def phrases(**templates: str) -> Mapping[str, Phrase]:
    """Return the sentences of a phase by the first word of the moves they print."""
    return {name: Phrase(template) for name, template in templates.items()}


# -- phases


class Refusal(NamedTuple):
    """Why a move is not allowed: the number of the rule, and what it says about this position."""

    rule: str
    says: str


class IllegalMove(ValueError):
    """A move that the rules do not allow, with the rule, the reason and the position."""

    def __init__(self, move: str, refusal: Refusal, position: str | Callable[[], str] = "") -> None:
        self.move, self.refusal, self.described = move, refusal, position
        super().__init__(move, refusal)

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.move, self.refusal, self.position)

    @property
    def position(self) -> str:
        """The position as a few lines of text, written when somebody reads them: claims try thousands of such moves."""
        return self.described if isinstance(self.described, str) else self.described()

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
    # the rule and what it allows, where a move that is not offered always breaks the same: "NM-006: a card from your hand"
    only: ClassVar[str] = ""
    # what is chosen here is nobody else's business before the last one has chosen
    secret: ClassVar[bool] = False
    # a quick way to one of `moves` at random: the same as from the list, for the same number from 0 to below 1
    pick: ClassVar[Callable[..., Move] | None] = None
    _only: ClassVar[Phase[Any]]

    def moves(self, s: S) -> Moves:
        """Return the legal moves of the player whose turn it is."""
        return []

    def play(self, s: S, move: Move) -> None:
        """Carry out a move that `moves` has offered; changes the state."""
        raise NotImplementedError

    def why_not(self, s: S, move: Move) -> Refusal:
        """Return the rule that forbids a move which `moves` does not offer."""
        if self.only:
            return Refusal(*self.only.split(": ", 1))
        return Refusal(self.rule, f"that is no choice while players {self.name}")

    def say(self, s: S, move: Move) -> str:
        """Return the move as the player would say it, without the player's name."""
        verb, values = self.parts(move)
        return self.phrases[verb].say(s.game, s, values)

    def parts(self, move: Move) -> tuple[str, tuple[Any, ...]]:
        """Return the name of the sentence that says a move, and the values of its fields."""
        return (self.bare, (move,)) if self.bare else (move[0], tuple(move[1:]))

    def pieces(self, move: Move) -> list[int]:
        """Return the numbers of the pieces that a move names in its fields `{card}`; one that is hidden has none."""
        verb, values = self.parts(move)
        cards = self.phrases[verb].cards if verb in self.phrases else ()
        named = [values[place] for place in cards if place < len(values)]
        return [value for value in named if type(value) is int and value >= 0]

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
"""The phase of a game that has ended: no moves, nothing to say."""


@dataclass(slots=True)
class Asked:
    """What waits while somebody answers: the phase, whose turn it was, and what it was about."""

    phase: Phase[Any]
    turn: int
    about: tuple[Any, ...]
