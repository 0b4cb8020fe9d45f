"""Acts upon what lies in the BAR: send away, return, name a kind, reveal."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from cardgen.games.bartender_2012.effects.act import Act, Aimed
from cardgen.games.bartender_2012.effects.scope import Bounds, KindName, limit
from cardgen.games.bartender_2012.effects.worth import worths
from cardgen.source.effects import Reader, arg, one_of

if TYPE_CHECKING:
    from cardgen.games.bartender_2012.state import NightTable


class _InBar(Aimed):
    """An act upon a card in the BAR."""

    rules = "BT-008"
    chooses = "choose a card in the BAR"

    def act_on(self, s: NightTable, n: int, card: int, seat: int, target: int) -> None:
        """Send it to BREAKAGE before the end of the SHIFT."""
        s.out_of_bar(target)
        s.breakage.append(target)
        if s.tell:
            self.tell_of(s, n, f"{s.game.pieces.name(target)} leaves the BAR before the end")


class GuestInBar(_InBar):
    """An act upon a PATRON in the BAR; the Health Inspector's like are never chosen."""

    choose: str = arg(one_of("patron", "other_patron"))
    kind: str | None = arg(KindName(), default=None)
    printed: Bounds | None = arg(limit(9), default=None)
    worth: Bounds | None = arg(limit(40), default=None)

    guards: ClassVar = {
        "no other patron": lambda it, r, part: it.choose == "other_patron" and it.none_of_its_kind(r, part),
        "nobody": lambda it, r, part: r.scope and r.scope.guests and not it.can_mean_somebody(r),
    }

    def none_of_its_kind(self, r: Reader, part: str) -> bool:
        """Return whether the card is none of the kind itself, so that there is no other."""
        own = r.scope.kind_of.get(r.card, self.kind) if r.scope else self.kind
        return part == "on_play" or bool(self.kind and own != self.kind)

    def can_mean_somebody(self, r: Reader) -> bool:
        """Return whether there is a PATRON in the kit that it can mean."""
        for guest in r.scope.guests:
            if guest.stays or (self.kind and guest.kind != self.kind):
                continue
            if self.printed and not self.printed.allows(guest.printed):
                continue
            if self.worth and self.worth.low is not None and self.worth.low > guest.most + r.scope.most_added:
                continue
            if guest.id != r.card or guest.count > 1 or self.choose == "patron":
                return True
        return False

    def targets(self, s: NightTable, card: int, seat: int) -> list[int]:
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

    def tell_who_stays(self, s: NightTable) -> None:
        """Tell who could not be sent away when somebody was."""
        game = s.game
        for card in s.patrons if s.tell else ():
            if game.stays[card] and s.tell:
                s.tell("BT-008", f"{game.pieces.name(card)} must stay", did=game.in_bar_deed(card, "stays"))


class Remove(GuestInBar):
    """A PATRON in the BAR goes to BREAKAGE."""

    example = "on_play: [{remove: {choose: patron, worth: {at_least: 3}}}]"

    def act_on(self, s: NightTable, n: int, card: int, seat: int, target: int) -> None:
        super().act_on(s, n, card, seat, target)
        self.tell_who_stays(s)


class Return(GuestInBar):
    """A PATRON in the BAR goes back to the hand of who played it; who was revealed has no such hand."""

    example = "on_play: [{return: {choose: patron}}]"

    def targets(self, s: NightTable, card: int, seat: int) -> list[int]:
        """Return those with an owner who is still in the game."""
        owner = dict(zip(s.patrons, s.owners, strict=True))
        return [c for c in super().targets(s, card, seat) if s.present(owner[c])]

    def act_on(self, s: NightTable, n: int, card: int, seat: int, target: int) -> None:
        owner = s.out_of_bar(target)
        s.hands[owner].append(target)
        s.history.append(("take", owner, target))
        if s.tell:
            self.tell_of(s, n, f"{s.game.pieces.name(target)} goes back to {s.game.names[owner]}'s hand")
        self.tell_who_stays(s)


class RemoveScheme(_InBar):
    """A SCHEME in the BAR goes to BREAKAGE, and what holds while it lies there ends."""

    example = "on_enter: [{may: {remove_scheme: {choose: any_scheme}}}]"
    choose: str = arg(one_of("any_scheme", "other_scheme"))

    guards: ClassVar = {
        "not itself": lambda it, r, part: part == "on_play" and it.choose == "any_scheme",
        "no other scheme": lambda it, r, part: part == "on_enter" and it.choose == "other_scheme",
    }

    def targets(self, s: NightTable, card: int, seat: int) -> list[int]:
        return [c for c in s.schemes if c != card and not s.game.stays[c]]


class ChooseKind(Aimed):
    """Name a kind of PATRON; the card remembers it as k while it is in the BAR."""

    rules = "BT-041"
    example = "on_play: [choose_kind], in_bar: [{worth: {of: k, add: 1}}]"
    parts = ("on_play",)
    chooses = "name a kind"

    def targets(self, s: NightTable, card: int, seat: int) -> list[int]:
        return list(range(len(s.game.kinds)))

    def act_on(self, s: NightTable, n: int, card: int, seat: int, target: int) -> None:
        s.named[s.schemes.index(card)] = target
        if s.tell:
            self.tell_of(s, n, f"that holds while {s.game.pieces.name(card)} is in the BAR")


class RevealTop(Act):
    """Turn up the top card of the BAR deck: a PATRON enters without its effect and is nobody's, a SCHEME goes to BREAKAGE."""

    rules = "BT-038"
    ends = True
    example = "on_enter: [reveal_top]"

    def do(self, s: NightTable, n: int, card: int, seat: int) -> None:
        """Turn it up.  BT-Q16: with no card left nothing happens."""
        for found in s.turn_up(1):
            if s.tell:
                self.tell_of(s, n, f"{s.game.pieces.name(found)} is turned up")
            if s.game.is_patron[found]:
                s.enter(found)
            else:
                s.breakage.append(found)
