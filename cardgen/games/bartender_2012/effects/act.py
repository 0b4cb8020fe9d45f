"""What an act is: its arguments, its words and its deed side by side; and acts around acts: may, if.

An act is done by `do`, which returns whether somebody has been asked and the rest must wait, so most return
nothing; the answer comes back to `act_on`. An act inside an act has the next number: `n + 1`.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, ClassVar

from cardgen.games.bartender_2012.effects.guards import BarWord, mistake
from cardgen.games.bartender_2012.effects.sentences import english
from cardgen.source.effects import Reader, Words, arg, one_of

if TYPE_CHECKING:
    from cardgen.games.bartender_2012.state import NightTable

TOKENS = one_of("GOOD NIGHT", "BAD NIGHT")
ONCE = ("on_enter", "on_play")
AT_END = "at_shift_end"
ALWAYS = (*ONCE, AT_END)


class Act(BarWord):
    """Something that happens once."""

    parts: ClassVar[tuple[str, ...]] = ONCE
    rules: ClassVar[str] = ""  # that it tells of
    own: ClassVar[bool] = True  # its player does it, so that the next act may follow without a subject
    ends: ClassVar[bool] = False  # what follows begins a sentence, or it would seem a part of this
    lasts: ClassVar[int] = 0  # something that holds from now on comes last, in this order

    @abstractmethod
    def do(self, s: NightTable, n: int, card: int, seat: int) -> bool | None:
        """Do it for a player; returns whether somebody has been asked first."""

    def tell_of(self, s: NightTable, n: int, text: str = "") -> None:
        """Tell by its own rules what it has done, which may be just what it says."""
        if s.tell:
            s.tell(self.rules, text or english(self), did=s.game.deed[n])

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
        return True

    @abstractmethod
    def targets(self, s: NightTable, card: int, seat: int) -> list[int]:
        """Return what may be chosen."""

    @abstractmethod
    def act_on(self, s: NightTable, n: int, card: int, seat: int, target: int) -> bool | None:
        """Do it to the target; returns whether somebody has been asked first."""

    def do(self, s: NightTable, n: int, card: int, seat: int) -> bool | None:
        """Ask for the target, or do it where there is no choice.  BT-Q14: nobody chooses for an absent owner."""
        if not s.present(seat):
            return None
        targets = self.targets(s, card, seat)
        if not targets:
            if s.tell:
                s.tell("BT-042", f"{s.game.pieces.name(card)} finds nothing to act upon")
            return None
        may = n in s.game.optional
        if len(targets) == 1 and not may:
            return self.act_on(s, n, card, seat, targets[0])
        s.ask(s.game.phase_named(self.chooses), seat, (n, card, seat, may))
        return True


EVERYBODY = "everybody_from_self_going_right"


class AtPlayer(Aimed):
    """An act upon another player of their choice."""

    parts = ALWAYS
    chooses = "choose a player"

    def targets(self, s: NightTable, card: int, seat: int) -> list[int]:
        return s.others(seat)


class OfPlayer(AtPlayer):
    """An act of the player whom `who` names: one who is chosen, a certain one, or everybody one after another."""

    if TYPE_CHECKING:
        who: str

    def asks(self) -> bool:
        return self.who == "choose_other"

    def inner(self) -> tuple[Act, ...]:
        """Return the act of each player where all must do it."""
        return (replace(self, who="self"),) if self.who == EVERYBODY else ()

    def do(self, s: NightTable, n: int, card: int, seat: int) -> bool | None:
        """Ask for the player where one is chosen."""
        if self.who == "choose_other":
            return super().do(s, n, card, seat)
        if self.who == EVERYBODY:
            s.todo += [(n + 1, card, other) for other in reversed(s.round_from(seat)) if s.present(seat)]
            return None
        target = s.bic if self.who == "BIC" else seat
        return s.present(target) and self.act_on(s, n, card, seat, target)


class _Acts(Words[Act]):
    """Acts that follow each other; what holds from now on is said once."""

    def together(self, r: Reader, verbs: Sequence[tuple[Act, tuple[str, ...]]]) -> None:
        """Note what is done twice and can be done once."""
        seen: set[tuple[str, str]] = set()
        for act, path in verbs:
            key = (act.word, str(getattr(act, "what", getattr(act, "plays", ""))))
            if act.word in ("choose_kind", "no_token") or act.lasts:
                if key in seen:
                    mistake(r, "twice", path, act, hint="one for both is enough")
                seen.add(key)


ACTS: Words[Act] = _Acts("act")
"""Every act by its word; `language` fills it, so that acts may hold each other."""


# -- acts around acts


_LEFT_TO_PLAYERS = (
    "draw", "discard", "steal", "swap_hands", "remove", "remove_scheme", "return", "look", "goal", "hours",
)  # fmt: skip


class May(Act):
    """The player may do it or leave it; what follows is done anyway."""

    own = False
    sole = "act"
    example = "on_play: [{may: {draw: {who: self, cards: 1}}}]"
    act: Act = arg(ACTS)

    guards: ClassVar = {
        "not left to the player": lambda it, r, part: (
            it.act.word not in _LEFT_TO_PLAYERS
            or getattr(it.act, "who", "self") not in ("self", "choose_other")
        )
    }

    def inner(self) -> tuple[Act, ...]:
        return (self.act,)

    def do(self, s: NightTable, n: int, card: int, seat: int) -> bool | None:
        """Ask the player: for the target, or just whether."""
        if (n + 1) in s.game.optional:
            s.todo.append((n + 1, card, seat))
        elif s.present(seat):
            s.ask(s.game.phase_named("do it or not"), seat, (n + 1, card, seat))
            return True
        return False


class EndCondition(BarWord):
    """Something that is so or not so at the end of the SHIFT."""

    @abstractmethod
    def holds(self, s: NightTable, seat: int) -> bool:
        """Return whether it is so for the owner of the card."""

    @abstractmethod
    def cause(self, s: NightTable) -> str:
        """Return what is so, as a story tells it."""


class BicTakes(EndCondition):
    """The BIC is another player (or the owner) and takes a token."""

    word = "bic"
    sole = "who"
    example = "at_shift_end: [{if: {bic: other, takes: BAD NIGHT}, then: {draw: {who: self, cards: 2}}}]"
    who: str = arg(one_of("other", "self"))
    takes: str = arg(TOKENS, beside=True)

    def holds(self, s: NightTable, seat: int) -> bool:
        return (s.bic == seat) == (self.who == "self") and s.night[self.takes == "BAD NIGHT"] > 0

    def cause(self, s: NightTable) -> str:
        return f"{s.game.names[s.bic]} is the BIC and {english(self, 'so')}"


class TotalIsGoal(EndCondition):
    """The PATRONs in the BAR total exactly the goal."""

    example = (
        "at_shift_end: [{if: total_is_goal, then: {take_token: {who: self, token: GOOD NIGHT, tokens: 1}}}]"
    )

    def holds(self, s: NightTable, seat: int) -> bool:
        return s.total == s.goal

    def cause(self, s: NightTable) -> str:
        return "the PATRONs total exactly the goal"


_END_CONDITIONS = Words("end condition", BicTakes, TotalIsGoal, title="Conditions at the end of the SHIFT")


class IfAtEnd(Act):
    """An act that happens at the end of the SHIFT only if something is so."""

    rules = "BT-007"
    word = "if"
    sole = "condition"
    example = (
        "at_shift_end: [{if: total_is_goal,"
        " then: {take_token: {who: BIC, token: GOOD NIGHT, tokens: 2, instead_of: 1}}}]"
    )
    parts = (AT_END,)
    condition: EndCondition = arg(_END_CONDITIONS)
    act: Act = arg(ACTS, key="then", beside=True)

    guards: ClassVar = {
        "not at the end": lambda it, r, part: AT_END not in it.act.parts or isinstance(it.act, IfAtEnd)
    }

    def inner(self) -> tuple[Act, ...]:
        return (self.act,)

    def changes_token(self) -> bool:
        return self.act.changes_token()

    def do(self, s: NightTable, n: int, card: int, seat: int) -> None:
        if self.condition.holds(s, seat):
            s.todo.append((n + 1, card, seat))
            if s.tell:
                s.tell("BT-007", f"{s.game.pieces.name(card)}: {self.condition.cause(s)}")
