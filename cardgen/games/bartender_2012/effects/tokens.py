"""Acts upon tokens and the end of a SHIFT, and acts around acts: may, if."""

from __future__ import annotations

from abc import abstractmethod
from typing import TYPE_CHECKING

from cardgen.games.bartender_2012.effects.act import ACTS, ALWAYS, AT_END, Act, AtPlayer
from cardgen.source.effects import Reader, Verb, Words, arg, many, one, one_of, whole

if TYPE_CHECKING:
    from cardgen.games.bartender_2012.state import NightTable

_TOKENS = one_of("GOOD NIGHT", "BAD NIGHT")


class TakeToken(AtPlayer):
    """Somebody takes tokens, at the end of the SHIFT perhaps instead of another number of them."""

    rules = "BT-007"
    word = "take_token"
    example = "on_play: [{take_token: {who: BIC, token: BAD NIGHT, tokens: 1}}]"
    parts = ALWAYS
    who: str = arg(one_of("self", "BIC", "choose_other"))
    token: str = arg(_TOKENS)
    tokens: int = arg(whole(1, 3))
    instead_of: int | None = arg(whole(1, 3), default=None)

    def check(self, r: Reader, path: tuple[str, ...]) -> None:
        """Only the BIC's token of the SHIFT can be replaced."""
        if self.instead_of is not None and (self.who != "BIC" or AT_END not in path):
            r.note("instead_of is for the token that the BIC takes at the end of the SHIFT", path)

    def says(self) -> str:
        single = self.tokens == 1 and self.instead_of is None
        tokens = one(self.token) if single else many(self.tokens, self.token)
        match self.who:
            case "self":
                text = f"you take {tokens}"
            case "BIC":
                text = f"the BIC takes {tokens}"
            case _:
                text = f"choose another player: they take {tokens}"
        return text if self.instead_of is None else f"{text} instead of {self.instead_of}"

    def changes_token(self) -> bool:
        return self.instead_of is not None

    def act_on(self, s: NightTable, n: int, card: int, seat: int, target: int) -> bool:
        """Take them; a second BAD NIGHT knocks out at once, at the end of a SHIFT when that is looked at."""
        bad = self.token == "BAD NIGHT"
        good, bads = (0, self.tokens) if bad else (self.tokens, 0)
        s.take_token(target, good=good, bad=bads, rule=self.rules, did=s.game.deed[n])
        if not s.step:
            s.knock_out(target)
        return False

    def do(self, s: NightTable, n: int, card: int, seat: int) -> bool:
        """Take them, or change what the BIC is about to take."""
        if self.instead_of is None:
            return super().do(s, n, card, seat)
        which = self.token == "BAD NIGHT"
        if s.night[which] == self.instead_of:
            s.night[which] = self.tokens
            if s.tell:
                self.told(s, n, self.says())
        return False


class NoToken(Act):
    """The BIC does not take the token of the SHIFT."""

    rules = "BT-007"
    word = "no_token"
    sole = "token"
    example = "at_shift_end: [{no_token: BAD NIGHT}]"
    parts = (AT_END,)
    token: str = arg(_TOKENS)

    def says(self) -> str:
        return f"the BIC takes no {self.token}"

    def changes_token(self) -> bool:
        return True

    def do(self, s: NightTable, n: int, card: int, seat: int) -> bool:
        which = self.token == "BAD NIGHT"
        if s.night[which] and s.tell:
            self.told(s, n, self.says())
        s.night[which] = 0
        return False


# -- acts around acts


class May(Act):
    """The player may do it or leave it."""

    word = "may"
    sole = "act"
    example = "on_play: [{may: {draw: {who: self, cards: 1}}}]"
    act: Act = arg(ACTS)

    def check(self, r: Reader, path: tuple[str, ...]) -> None:
        """There must be something to decide, and somebody to decide it."""
        allowed = [
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
        ]
        if self.act.word not in allowed or getattr(self.act, "who", "self") not in ("self", "choose_other"):
            hint = f"may goes with {', '.join(allowed)}"
            r.note(f"'{self.act.word}' cannot be left to the player here", path, hint)

    def says(self) -> str:
        return f"you may {self.act.then()}"

    def inner(self) -> tuple[Act, ...]:
        return (self.act,)

    def do(self, s: NightTable, n: int, card: int, seat: int) -> bool:
        """Ask the player: for the target, or just whether."""
        if (n + 1) in s.game.optional:
            s.todo.append((n + 1, card, seat))
            return False
        if s.present(seat):
            s.ask(s.game.phase_named("do it or not"), seat, (n + 1, card, seat))
            return True
        return False


class EndCondition(Verb):
    """Something that is so or not so at the end of the SHIFT."""

    @abstractmethod
    def holds(self, s: NightTable, seat: int) -> bool:
        """Return whether it is so for the owner of the card."""


class BicTakes(EndCondition):
    """The BIC is somebody else (or the owner) and takes a token."""

    word = "bic"
    sole = "who"
    example = "at_shift_end: [{if: {bic: other, takes: BAD NIGHT}, then: {draw: {who: self, cards: 2}}}]"
    who: str = arg(one_of("other", "self"))
    takes: str = arg(_TOKENS, beside=True)

    def holds(self, s: NightTable, seat: int) -> bool:
        return (s.bic == seat) == (self.who == "self") and s.night[self.takes == "BAD NIGHT"] > 0

    def says(self) -> str:
        token = one(self.takes)
        if self.who == "self":
            return f"you are the BIC at the end of this SHIFT and get {token}"
        return f"another player is the BIC at the end of this SHIFT and gets {token}"


class TotalIsGoal(EndCondition):
    """The PATRONs in the BAR total exactly the goal."""

    word = "total_is_goal"
    example = (
        "at_shift_end: [{if: total_is_goal, then: {take_token: {who: self, token: GOOD NIGHT, tokens: 1}}}]"
    )

    def holds(self, s: NightTable, seat: int) -> bool:
        return s.total == s.goal

    def says(self) -> str:
        return "the PATRONs total exactly the goal at the end of this SHIFT"


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

    def check(self, r: Reader, path: tuple[str, ...]) -> None:
        """What happens must be able to happen then."""
        if AT_END not in self.act.parts or isinstance(self.act, IfAtEnd):
            r.note(f"'{self.act.word}' does not happen at the end of a SHIFT", path)

    def says(self) -> str:
        return f"if {self.condition.says()}, {self.act.with_subject()}"

    def inner(self) -> tuple[Act, ...]:
        return (self.act,)

    def changes_token(self) -> bool:
        return self.act.changes_token()

    def do(self, s: NightTable, n: int, card: int, seat: int) -> bool:
        if self.condition.holds(s, seat):
            s.todo.append((n + 1, card, seat))
            if s.tell:
                s.tell("BT-007", f"{s.game.pieces.name(card)}: {self.act.says()}")
        return False
