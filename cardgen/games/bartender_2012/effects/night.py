"""Acts upon the night: HOURs, locks, reveals, the goal, the auction, and its tokens."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from cardgen.games.bartender_2012.effects.act import ALWAYS, AT_END, TOKENS, Act, OfPlayer
from cardgen.source.effects import YES_NO, arg, many, one_of, whole

if TYPE_CHECKING:
    from cardgen.games.bartender_2012.state import NightTable


class OfTheNight(Act):
    """An act that is nobody's own."""

    rules = "BT-007"
    own = False


class Lock(OfTheNight):
    """Something may not happen during the next HOUR or HOURs, also if the card leaves the BAR."""

    example = "on_enter: [{lock: {what: SCHEME, next_hours: 1}}]"
    lasts = 1
    what: str = arg(one_of("PATRON", "SCHEME", "REVEAL"))
    next_hours: int = arg(whole(1, 3))

    def do(self, s: NightTable, n: int, card: int, seat: int) -> None:
        s.locks += [(self.what, s.clock + hour) for hour in range(1, self.next_hours + 1)]
        self.tell_of(s, n)


class Hours(OfTheNight):
    """The SHIFT becomes longer, or shorter but never than until the end of the present HOUR."""

    example = "on_play: [{hours: {add: 1, at_most: 10}}]"
    add: int = arg(whole(-5, 5))
    at_most: int | None = arg(whole(1, 20), default=None)

    guards: ClassVar = {
        "hours without limit": lambda it, r, part: not it.add or (it.add > 0) != (it.at_most is not None)
    }

    def do(self, s: NightTable, n: int, card: int, seat: int) -> None:
        if self.at_most is not None:
            s.hours = max(s.hours, min(s.hours + self.add, self.at_most))
        else:
            s.hours = max(s.hours + self.add, s.hour)
        if s.tell:
            self.tell_of(s, n, f"this SHIFT now has {many(s.hours, 'HOUR')}")


class OfferReveal(OfTheNight):
    """The BIC may reveal."""

    rules = "BT-040"
    ends = True
    example = "on_play: [offer_reveal]"

    def do(self, s: NightTable, n: int, card: int, seat: int) -> bool:
        return s.offer_reveal(self.rules, s.game.deed[n])


class Grant(Act):
    """The player may play more cards in this HOUR; for a PATRON that is not played the BIC may be given a reveal."""

    rules = "BT-Q11"
    lasts = 3
    example = "on_enter: [{grant: {plays: PATRON, more: 1, or_reveal: true}}]"
    plays: str = arg(one_of("PATRON", "SCHEME"))
    more: int = arg(whole(1, 3))
    or_reveal: bool = arg(YES_NO, default=False)

    guards: ClassVar = {"reveal for a scheme": lambda it, r, part: it.plays == "SCHEME" and it.or_reveal}

    def do(self, s: NightTable, n: int, card: int, seat: int) -> None:
        """Allow it.  BT-Q11: a PATRON played so is a second one."""
        if self.plays == "SCHEME":
            s.schemes_left += self.more
        else:
            s.patrons_left += self.more
            s.granted += self.more if self.or_reveal else 0
        if s.tell:
            text = f"{s.game.names[seat]} may play {self.more} more {self.plays}{'s' * (self.more > 1)} this HOUR"
            self.tell_of(s, n, f"{text}, or the BIC may reveal" if self.or_reveal else text)


# -- goal and auction


class Goal(OfTheNight):
    """The goal of the BIC goes up or down."""

    example = "on_play: [{goal: {add: 2, at_most: 20}}]"
    add: int = arg(whole(-19, 19))
    at_most: int | None = arg(whole(1, 20), default=None)
    at_least: int | None = arg(whole(1, 20), default=None)

    guards: ClassVar = {
        "goal without limit": lambda it, r, part: (
            not it.add
            or (it.add > 0) != (it.at_most is not None)
            or (it.add < 0) != (it.at_least is not None)
        )
    }

    def do(self, s: NightTable, n: int, card: int, seat: int) -> None:
        """Move the goal, never the other way."""
        if self.at_most is not None:
            s.goal = max(s.goal, min(s.goal + self.add, self.at_most))
        elif self.at_least is not None:
            s.goal = min(s.goal, max(s.goal + self.add, self.at_least))
        if s.tell:
            self.tell_of(s, n, f"the goal is now {s.goal}")


class ReopenAuction(OfTheNight):
    """Going right from the BIC, each other player may bid once more, above the goal; the highest bidder becomes the BIC."""

    example = "on_play: [{reopen_auction: {at_most: 20}}]"
    ends = True
    at_most: int = arg(whole(1, 20))

    def do(self, s: NightTable, n: int, card: int, seat: int) -> bool:
        if s.tell:
            self.tell_of(s, n, "the bidding is open again")
        return s.ask_for_bid(s.bic, s.bic, s.goal, most=self.at_most)


class NextAuctionMin(OfTheNight):
    """The next auction has a lowest bid."""

    sole = "bid"
    lasts = 2
    example = "on_play: [{next_auction_min: 8}]"
    parts = ALWAYS
    bid: int = arg(whole(2, 20))

    def do(self, s: NightTable, n: int, card: int, seat: int) -> None:
        s.minimum = max(s.minimum, self.bid)
        self.tell_of(s, n)


# -- tokens


class TakeToken(OfPlayer):
    """A player takes tokens, at the end of the SHIFT perhaps instead of another number of them."""

    rules = "BT-007"
    example = "on_play: [{take_token: {who: BIC, token: BAD NIGHT, tokens: 1}}]"
    who: str = arg(one_of("self", "BIC", "choose_other"))
    token: str = arg(TOKENS)
    tokens: int = arg(whole(1, 3))
    instead_of: int | None = arg(whole(1, 3), default=None)

    guards: ClassVar = {
        "not instead": lambda it, r, part: it.instead_of and (it.who != "BIC" or part != AT_END),
        "as many instead": lambda it, r, part: it.instead_of == it.tokens,
    }

    def changes_token(self) -> bool:
        return self.instead_of is not None

    def act_on(self, s: NightTable, n: int, card: int, seat: int, target: int) -> None:
        """Take them; a second BAD NIGHT knocks out at once, at the end of a SHIFT when that is looked at."""
        s.take_token(target, self.token, self.tokens, self.rules, s.game.deed[n])
        if not s.step:
            s.knock_out(target)

    def do(self, s: NightTable, n: int, card: int, seat: int) -> bool | None:
        """Take them, or change what the BIC is about to take."""
        if self.instead_of is None:
            return super().do(s, n, card, seat)
        which = self.token == "BAD NIGHT"
        if s.night[which] == self.instead_of:
            s.night[which] = self.tokens
            self.tell_of(s, n)
        return None


class NoToken(Act):
    """The BIC does not take the token of the SHIFT."""

    rules = "BT-007"
    sole = "token"
    example = "at_shift_end: [{no_token: BAD NIGHT}]"
    parts = (AT_END,)
    token: str = arg(TOKENS)

    def changes_token(self) -> bool:
        return True

    def do(self, s: NightTable, n: int, card: int, seat: int) -> None:
        which = self.token == "BAD NIGHT"
        if s.night[which]:
            self.tell_of(s, n)
        s.night[which] = 0
