"""Acts upon what lies in the BAR: send away, return, name a kind, reveal."""

# ruff: noqa: RUF009 (arg is a dataclass field)

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from cardgen.effects.act import Act, Aimed, present
from cardgen.effects.language import (
    CHOSEN,
    Exactly,
    KindName,
    Limit,
    Limits,
    OneOf,
    Reader,
    arg,
)
from cardgen.effects.table import NOBODY
from cardgen.effects.worth import worths

if TYPE_CHECKING:
    from cardgen.effects.table import Table


@dataclass(frozen=True, slots=True)
class _PatronInBar(Aimed):
    """An act upon a PATRON in the BAR; the Health Inspector's like are never chosen."""

    chooses = "card"
    choose: str = arg(OneOf("patron", "other_patron"))
    kind: str | None = arg(KindName(), default=None)
    printed: Limit | None = arg(Limits(), default=None)
    worth: Limit | None = arg(Limits(), default=None)

    def check(self, r: Reader, path: tuple[str, ...]) -> None:
        """There must be a PATRON in the kit that it can mean."""
        if not r.scope.guests:
            return  # no kit at hand
        for guest in r.scope.guests:
            if guest.stays or (self.kind and guest.kind != self.kind):
                continue
            if self.printed and not self.printed.allows(guest.printed):
                continue
            if self.worth and self.worth.low > guest.most + r.scope.most_added:
                continue
            if guest.id != r.card or guest.count > 1 or self.choose == "patron":
                return
        r.note(f"no PATRON of this kit can be chosen: {self.described()}", path, code="effects-target")

    def described(self) -> str:
        """Return whom it can mean."""
        which = "another" if self.choose == "other_patron" else "one"
        text = f"{which} {self.kind or 'PATRON'}"
        if self.printed:
            text += f" with printed value {self.printed.says()}"
        if self.worth:
            text += f" currently worth {self.worth.says()}"
        return text

    def targets(self, s: Table, card: int, seat: int) -> list[int]:
        """Return the PATRONs it can mean."""
        game = s.game
        found = [c for c in s.patrons if not game.stays[c]]
        if self.choose == "other_patron":
            found = [c for c in found if c != card]
        if self.kind:
            kind = game.kinds.index(self.kind)
            found = [c for c in found if game.kind[c] == kind]
        if self.printed:
            found = [c for c in found if self.printed.allows(game.printed[c])]
        if self.worth and found:
            worth = dict(zip(s.patrons, worths(s), strict=True))
            found = [c for c in found if self.worth.allows(worth[c])]
        return found


def _to_breakage(s: Table, n: int, target: int) -> None:
    """Send a card out of the BAR before the end of the SHIFT."""
    s.game.out_of_bar(s, target)
    s.breakage.append(target)
    if s.tell:
        says = f"{s.game.pieces.name(target)} leaves the BAR before the end"
        s.tell("BT-008", says, did=s.game.deed[n])


def told_to_stay(s: Table) -> None:
    """Tell who could not be sent away when somebody was."""
    game = s.game
    for card in s.patrons:
        if game.stays[card] and s.tell:
            name = game.pieces.name(card)
            s.tell("BT-008", f"{name} stays", did=game.in_bar_deed(card, "stays"))


@dataclass(frozen=True, slots=True)
class Remove(_PatronInBar):
    """A PATRON in the BAR goes to BREAKAGE."""

    word = "remove"
    example = "on_play: [{remove: {choose: patron, worth: {at_least: 3}}}]"

    def says(self) -> str:
        """Return it in words."""
        return f"send {self.described()} to BREAKAGE"

    def act_on(self, s: Table, n: int, card: int, seat: int, target: int) -> bool:
        """Send it there."""
        _to_breakage(s, n, target)
        if s.tell:
            told_to_stay(s)
        return False


@dataclass(frozen=True, slots=True)
class Return(_PatronInBar):
    """A PATRON in the BAR goes back to the hand of who played it; who was revealed has no such hand."""

    word = "return"
    example = "on_play: [{return: {choose: patron, owner: somebody, to: owners_hand}}]"
    owner: str = arg(OneOf("somebody"), default="somebody")
    to: str = arg(OneOf("owners_hand"), default="owners_hand")

    def says(self) -> str:
        """Return it in words."""
        return f"return {self.described()} that was played from a hand to that player’s hand"

    def targets(self, s: Table, card: int, seat: int) -> list[int]:
        """Return those with an owner who is still in the game."""
        owner = dict(zip(s.patrons, s.owners, strict=True))
        return [c for c in _PatronInBar.targets(self, s, card, seat) if present(s, owner[c])]

    def act_on(self, s: Table, n: int, card: int, seat: int, target: int) -> bool:
        """Give it back."""
        owner = s.game.out_of_bar(s, target)
        s.hands[owner].append(target)
        s.history.append(("take", owner, target))
        if s.tell:
            says = f"{s.game.pieces.name(target)} goes back to {s.game.names[owner]}'s hand"
            s.tell("BT-008", says, did=s.game.deed[n])
            told_to_stay(s)
        return False


@dataclass(frozen=True, slots=True)
class RemoveScheme(Aimed):
    """A SCHEME in the BAR goes to BREAKAGE, and what holds while it lies there ends."""

    word = "remove_scheme"
    example = "on_enter: [{may: {remove_scheme: {choose: any_scheme}}}]"
    chooses = "card"
    choose: str = arg(OneOf("any_scheme", "other_scheme"))

    def says(self) -> str:
        """Return it in words."""
        return f"send {'one' if self.choose == 'any_scheme' else 'another'} SCHEME in the BAR to BREAKAGE"

    def targets(self, s: Table, card: int, seat: int) -> list[int]:
        """Return the SCHEMEs it can mean."""
        return [c for c in s.schemes if c != card and not s.game.stays[c]]

    def act_on(self, s: Table, n: int, card: int, seat: int, target: int) -> bool:
        """Send it there."""
        _to_breakage(s, n, target)
        return False


@dataclass(frozen=True, slots=True)
class ChooseKind(Aimed):
    """Name a kind of PATRON; the card remembers it as k while it lies in the BAR."""

    word = "choose_kind"
    sole = "called"
    example = "on_play: [{choose_kind: k}]  # and in_bar: [{worth: {of: k, add: 1}}]"
    moments = ("on_play",)
    chooses = "kind"
    called: str = arg(OneOf(CHOSEN))

    def says(self) -> str:
        """Return it in words."""
        return "name a kind of PATRON"

    def targets(self, s: Table, card: int, seat: int) -> list[int]:
        """Return all kinds."""
        return list(range(len(s.game.kinds)))

    def act_on(self, s: Table, n: int, card: int, seat: int, target: int) -> bool:
        """Remember it."""
        s.named[s.schemes.index(card)] = target
        if s.tell:
            s.tell(
                "BT-041", f"{s.game.pieces.name(card)} means each {s.game.kinds[target]}", did=s.game.deed[n]
            )
        return False


@dataclass(frozen=True, slots=True)
class RevealTop(Act):
    """Turn up the top card of the BAR deck; what it is decides where it goes."""

    word = "reveal_top"
    example = "on_enter: [{reveal_top: {PATRON: {enter: {effect: none, owner: none}}, SCHEME: BREAKAGE}}]"
    patron: Any = arg(
        Exactly({"enter": {"effect": "none", "owner": "none"}}, "{enter: {effect: none, owner: none}}"),
        key="PATRON",
    )
    scheme: str = arg(OneOf("BREAKAGE"), key="SCHEME")

    def says(self) -> str:
        """Return it in words."""
        return (
            "reveal the top card of the BAR deck. A PATRON enters the BAR without its effect;"
            " a SCHEME goes to BREAKAGE"
        )

    def do(self, s: Table, n: int, card: int, seat: int) -> bool:
        """Turn it up.  BT-Q16: with no card left nothing happens."""
        for found in s.game.turn_up(s, 1):
            if s.tell:
                s.tell("BT-038", f"{s.game.pieces.name(found)} is turned up", did=s.game.deed[n])
            if s.game.is_patron[found]:
                s.game.enter(s, found, NOBODY)
            else:
                s.breakage.append(found)
        return False
