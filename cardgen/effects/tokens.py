"""Acts upon tokens and the end of a SHIFT, and acts around acts: may, if."""

# ruff: noqa: RUF009 (arg is a dataclass field)

from __future__ import annotations

from abc import abstractmethod
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from cardgen.effects.act import AT_END, ONCE, Act, ActInside, Aimed, others, present
from cardgen.effects.language import (
    OneOf,
    Reader,
    Verb,
    Whole,
    arg,
    many,
    one,
    read_verb,
    table_of,
)

if TYPE_CHECKING:
    from cardgen.effects.table import Table


_TOKENS = OneOf("GOOD NIGHT", "BAD NIGHT")


@dataclass(frozen=True, slots=True)
class TakeToken(Aimed):
    """Somebody takes tokens, at the end of the SHIFT perhaps instead of another number of them."""

    word = "take_token"
    example = "on_play: [{take_token: {who: BIC, token: BAD NIGHT, tokens: 1}}]"
    moments = (*ONCE, AT_END)
    chooses = "player"
    who: str = arg(OneOf("self", "BIC", "choose_other"))
    token: str = arg(_TOKENS)
    tokens: int = arg(Whole(1, 3))
    instead_of: int | None = arg(Whole(1, 3), default=None)

    def check(self, r: Reader, path: tuple[str, ...]) -> None:
        """Only the BIC's token of the SHIFT can be replaced."""
        if self.instead_of is not None and (self.who != "BIC" or AT_END not in path):
            r.note("instead_of is for the token that the BIC takes at the end of the SHIFT", path)

    def says(self) -> str:
        """Return it in words."""
        tokens = (
            one(self.token) if self.tokens == 1 and self.instead_of is None else many(self.tokens, self.token)
        )
        match self.who:
            case "self":
                text = f"you take {tokens}"
            case "BIC":
                text = f"the BIC takes {tokens}"
            case _:
                text = f"choose another player: they take {tokens}"
        return text if self.instead_of is None else f"{text} instead of {self.instead_of}"

    def changes_token(self) -> bool:
        """Return whether it replaces the BIC's token."""
        return self.instead_of is not None

    def targets(self, s: Table, card: int, seat: int) -> list[int]:
        """Return who may be chosen."""
        return others(s, seat)

    def act_on(self, s: Table, n: int, card: int, seat: int, target: int) -> bool:
        """Take them; a second BAD NIGHT knocks out at once, at the end of a SHIFT when that is looked at."""
        bad = self.token == "BAD NIGHT"
        good, bads = (0, self.tokens) if bad else (self.tokens, 0)
        s.game.take_token(s, target, good=good, bad=bads, rule="BT-007", did=s.game.deed[n])
        if not s.step:
            s.game.knock_out(s, target)
        return False

    def do(self, s: Table, n: int, card: int, seat: int) -> bool:
        """Take them, or change what the BIC is about to take."""
        if self.instead_of is not None:
            which = self.token == "BAD NIGHT"
            if s.night[which] == self.instead_of:
                s.night[which] = self.tokens
                if s.tell:
                    s.tell("BT-007", self.says(), did=s.game.deed[n])
            return False
        if self.who == "choose_other":
            return Aimed.do(self, s, n, card, seat)
        who = s.bic if self.who == "BIC" else seat
        return present(s, who) and self.act_on(s, n, card, seat, who)


@dataclass(frozen=True, slots=True)
class NoToken(Act):
    """The BIC does not take the token of the SHIFT."""

    word = "no_token"
    example = "at_shift_end: [{no_token: {who: BIC, token: BAD NIGHT}}]"
    moments = (AT_END,)
    who: str = arg(OneOf("BIC"))
    token: str = arg(_TOKENS)

    def says(self) -> str:
        """Return it in words."""
        return f"the BIC takes no {self.token}"

    def changes_token(self) -> bool:
        """Return that it does."""
        return True

    def do(self, s: Table, n: int, card: int, seat: int) -> bool:
        """Take it away."""
        which = self.token == "BAD NIGHT"
        if s.night[which] and s.tell:
            s.tell("BT-007", self.says(), did=s.game.deed[n])
        s.night[which] = 0
        return False


# -- acts around acts


@dataclass(frozen=True, slots=True)
class May(Act):
    """The player may do it or leave it."""

    word = "may"
    sole = "act"
    example = "on_play: [{may: {draw: {who: self, cards: 1}}}]"
    act: Act = arg(ActInside())

    def check(self, r: Reader, path: tuple[str, ...]) -> None:
        """There must be something to decide, and somebody to decide it."""
        allowed = (
            "draw",
            "discard",
            "steal",
            "swap_hands",
            "remove",
            "remove_scheme",
            "return",
            "look",
            "goal",
            "hours",
        )
        if self.act.word not in allowed or getattr(self.act, "who", "self") not in ("self", "choose_other"):
            r.note(
                f"'{self.act.word}' cannot be left to the player here",
                path,
                f"may goes with {', '.join(allowed)}",
            )

    def says(self) -> str:
        """Return it in words."""
        return f"you may {self.act.then()}"

    def inner(self) -> tuple[Act, ...]:
        """Return what may be done."""
        return (self.act,)

    def do(self, s: Table, n: int, card: int, seat: int) -> bool:
        """Ask the player: for the target, or just whether."""
        if (n + 1) in s.game.optional:
            s.todo.append((n + 1, card, seat))
            return False
        if present(s, seat):
            s.ask(s.game.ask_for["consent"], seat, (n + 1, card, seat))
            return True
        return False


class EndCondition(Verb):
    """Something that is so or not so at the end of the SHIFT."""

    __slots__ = ()

    @abstractmethod
    def holds(self, s: Table, seat: int) -> bool:
        """Return whether it is so for the owner of the card."""

    @abstractmethod
    def says(self) -> str:
        """Return it in words, after `If`."""


@dataclass(frozen=True, slots=True)
class BicTakes(EndCondition):
    """The BIC is somebody else (or the owner) and takes a token."""

    word = "bic"
    sole = "who"
    example = "at_shift_end: [{if: {bic: other, takes: BAD NIGHT}, then: {draw: {who: self, cards: 2}}}]"
    who: str = arg(OneOf("other", "self"))
    takes: str = arg(_TOKENS, beside=True)

    def holds(self, s: Table, seat: int) -> bool:
        """Return whether the BIC takes such a token."""
        return (s.bic == seat) == (self.who == "self") and s.night[self.takes == "BAD NIGHT"] > 0

    def says(self) -> str:
        """Return it in words."""
        token = one(self.takes)
        if self.who == "self":
            return f"you are the BIC at the end of this SHIFT and get {token}"
        return f"another player is the BIC at the end of this SHIFT and gets {token}"


@dataclass(frozen=True, slots=True)
class TotalIs(EndCondition):
    """The PATRONs in the BAR total exactly the goal."""

    word = "total"
    sole = "is_"
    example = (
        "at_shift_end: [{if: {total: goal}, then: {take_token: {who: self, token: GOOD NIGHT, tokens: 1}}}]"
    )
    is_: str = arg(OneOf("goal"))

    def holds(self, s: Table, seat: int) -> bool:
        """Return whether they do."""
        return s.total == s.goal

    def says(self) -> str:
        """Return it in words."""
        return "the PATRONs total exactly the goal at the end of this SHIFT"


END_CONDITIONS: dict[str, type[EndCondition]] = table_of((BicTakes, TotalIs))


class _ConditionInside:
    """An argument that is a condition at the end of the SHIFT."""

    __slots__ = ()

    def read(self, r: Reader, value: Any, path: tuple[str, ...]) -> EndCondition | None:
        """Return the condition."""
        return read_verb(r, value, path, END_CONDITIONS, "condition")

    def says(self) -> str:
        """Return both forms."""
        return "{bic: other, takes: BAD NIGHT} or {total: goal}"

    def schema(self) -> dict[str, Any]:
        """Return both forms."""
        return {"anyOf": [condition.schema() for condition in END_CONDITIONS.values()]}


@dataclass(frozen=True, slots=True)
class IfAtEnd(Act):
    """An act that happens at the end of the SHIFT only if something is so."""

    word = "if"
    sole = "condition"
    example = (
        "at_shift_end: [{if: {total: goal},"
        " then: {take_token: {who: BIC, token: GOOD NIGHT, tokens: 2, instead_of: 1}}}]"
    )
    moments = (AT_END,)
    condition: EndCondition = arg(_ConditionInside())
    act: Act = arg(ActInside(), key="then", beside=True)

    def check(self, r: Reader, path: tuple[str, ...]) -> None:
        """What happens must be able to happen then."""
        if AT_END not in self.act.moments or isinstance(self.act, IfAtEnd):
            r.note(f"'{self.act.word}' does not happen at the end of a SHIFT", path)

    def says(self) -> str:
        """Return it in words."""
        return f"if {self.condition.says()}, {self.act.with_subject()}"

    def inner(self) -> tuple[Act, ...]:
        """Return what happens."""
        return (self.act,)

    def changes_token(self) -> bool:
        """Return whether that changes the BIC's token."""
        return self.act.changes_token()

    def do(self, s: Table, n: int, card: int, seat: int) -> bool:
        """Do it if it is so."""
        if self.condition.holds(s, seat):
            s.todo.append((n + 1, card, seat))
            if s.tell:
                s.tell("BT-007", f"{s.game.pieces.name(card)}: {self.act.says()}")
        return False
