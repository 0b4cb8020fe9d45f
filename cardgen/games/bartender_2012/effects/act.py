"""What an act is: its arguments, its words and its deed side by side.

An act is done by `do`, which returns whether somebody has been asked and the rest must wait; the answer
comes back to `act_on`. An act inside an act has the next number: `n + 1`.
"""

from __future__ import annotations

from abc import abstractmethod
from typing import TYPE_CHECKING, ClassVar

from cardgen.source.effects import Verb, Words

if TYPE_CHECKING:
    from cardgen.games.bartender_2012.state import NightTable

ONCE = ("on_enter", "on_play")
AT_END = "at_shift_end"
ALWAYS = (*ONCE, AT_END)


class Act(Verb):
    """Something that happens once."""

    parts: ClassVar[tuple[str, ...]] = ONCE
    rules: ClassVar[str] = ""  # that it tells of

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
    def do(self, s: NightTable, n: int, card: int, seat: int) -> bool:
        """Do it for a player; returns whether somebody has been asked first."""

    def told(self, s: NightTable, n: int, says: str) -> None:
        """Tell what it has done, by its own rules; only where somebody listens."""
        assert s.tell
        s.tell(self.rules, says, did=s.game.deed[n])

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

    rules = "BT-042"
    chooses: ClassVar[str]  # the name of the decision

    def asks(self) -> bool:
        return getattr(self, "who", "choose_other") == "choose_other"

    @abstractmethod
    def targets(self, s: NightTable, card: int, seat: int) -> list[int]:
        """Return what may be chosen."""

    @abstractmethod
    def act_on(self, s: NightTable, n: int, card: int, seat: int, target: int) -> bool:
        """Do it to the target; returns whether somebody has been asked first."""

    def do(self, s: NightTable, n: int, card: int, seat: int) -> bool:
        """Ask for the target, or do it where there is no choice.  BT-Q14: nobody chooses for an absent owner."""
        if not s.present(seat):
            return False
        targets = self.targets(s, card, seat)
        if not targets:
            if s.tell:
                s.tell("BT-042", f"{s.game.pieces.name(card)} finds nothing to act upon")
            return False
        may = n in s.game.optional
        if len(targets) == 1 and not may:
            return self.act_on(s, n, card, seat, targets[0])
        s.ask(s.game.phase_named(self.chooses), seat, (n, card, seat, may))
        return True


class AtPlayer(Aimed):
    """An act upon a player: one who is chosen, or whom `who` names."""

    chooses = "choose a player"

    def targets(self, s: NightTable, card: int, seat: int) -> list[int]:
        return s.others(seat)

    def do(self, s: NightTable, n: int, card: int, seat: int) -> bool:
        """Ask for the player where one is chosen."""
        who = getattr(self, "who", "choose_other")
        if who == "choose_other":
            return super().do(s, n, card, seat)
        target = s.bic if who == "BIC" else seat
        return s.present(target) and self.act_on(s, n, card, seat, target)


ACTS: Words[Act] = Words("act")
"""Every act by its word; `language` fills it, so that acts may hold each other."""
