"""What an act is: its arguments, its words and its deed side by side.

An act is done by `do`, which returns whether somebody has been asked and the rest must wait; the answer
comes back to `act_on`. An act inside an act has the next number: `n + 1`.
"""

from __future__ import annotations

from abc import abstractmethod
from typing import TYPE_CHECKING, Any, ClassVar

from cardgen.effects.language import (
    Reader,
    Verb,
    read_verb,
)
from cardgen.effects.table import NOBODY

if TYPE_CHECKING:
    from cardgen.effects.table import Table


ONCE = ("on_enter", "on_play")
AT_END = "at_shift_end"


class Act(Verb):
    """Something that happens once."""

    __slots__ = ()
    moments: ClassVar[tuple[str, ...]] = ONCE

    @abstractmethod
    def says(self) -> str:
        """Return it as the first words of a sentence, without a capital."""

    def then(self) -> str:
        """Return it as it follows another act: `…, then discard 1 card`."""
        return self.says()

    def with_subject(self) -> str:
        """Return it with its subject, where `says` is an order: `you draw 1 card`."""
        return self.says()

    def is_yours(self) -> bool:
        """Return whether it is the player who does it, so that the next act may follow without a subject."""
        return getattr(self, "who", "self") == "self"

    @abstractmethod
    def do(self, s: Table, n: int, card: int, seat: int) -> bool:
        """Do it for a player; returns whether somebody has been asked first."""

    def inner(self) -> tuple[Act, ...]:
        """Return the act inside this one, if there is one."""
        return ()

    def changes_token(self) -> bool:
        """Return whether it changes which token the BIC takes, and so happens before."""
        return False

    def asks(self) -> bool:
        """Return whether its player chooses a target, and so may choose none where `may` is written."""
        return False


class Aimed(Act):
    """An act with a target that a player chooses; with one possible target nobody is asked."""

    __slots__ = ()
    chooses: ClassVar[str]  # what is asked: card, player, kind, taken, put_back

    def asks(self) -> bool:
        """Return whether there is a target to choose."""
        return getattr(self, "who", "choose_other") == "choose_other"

    @abstractmethod
    def targets(self, s: Table, card: int, seat: int) -> list[int]:
        """Return what may be chosen."""

    @abstractmethod
    def act_on(self, s: Table, n: int, card: int, seat: int, target: int) -> bool:
        """Do it to the target; returns whether somebody has been asked first."""

    def do(self, s: Table, n: int, card: int, seat: int) -> bool:
        """Ask for the target, or do it where there is no choice.  BT-Q14: nobody chooses for an absent owner."""
        if not present(s, seat):
            return False
        targets = self.targets(s, card, seat)
        if not targets:
            if s.tell:
                s.tell("BT-042", f"{s.game.pieces.name(card)} finds nothing to act upon")
            return False
        may = n in s.game.optional
        if len(targets) == 1 and not may:
            return self.act_on(s, n, card, seat, targets[0])
        s.ask(s.game.ask_for[self.chooses], seat, (n, card, seat, may))
        return True


def present(s: Table, seat: int) -> bool:
    """Return whether there is such a player and they are still in the game."""
    return seat != NOBODY and s.alive[seat]


def others(s: Table, seat: int) -> list[int]:
    """Return the other players, going right."""
    return [other for other in s.game.round_from(s, seat) if other != seat]


def with_cards(s: Table, seat: int) -> list[int]:
    """Return the other players who hold cards.  An empty hand is no target."""
    return [other for other in others(s, seat) if s.hands[other]]


ACTS: dict[str, type[Act]] = {}
"""Every act by its word; filled by `effects_acts`, so that acts may hold each other."""


ANY_ACT = {"$ref": "#/$defs/act"}
"""Where the JSON Schema of the language has all acts."""


class ActInside:
    """An argument that is an act itself."""

    __slots__ = ("only",)

    def __init__(self, *only: str) -> None:
        self.only = only

    def read(self, r: Reader, value: Any, path: tuple[str, ...]) -> Act | None:
        """Return the act."""
        known = {word: act for word, act in ACTS.items() if word in self.only or not self.only}
        return read_verb(r, value, path, known, "act")

    def says(self) -> str:
        """Return which."""
        return "an act" if not self.only else f"{{{self.only[0]}: …}}"

    def schema(self) -> dict[str, Any]:
        """Return a reference to the acts."""
        return {"anyOf": [{"$ref": f"#/$defs/{word}"} for word in self.only]} if self.only else ANY_ACT
