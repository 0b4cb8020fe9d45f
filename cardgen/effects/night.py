"""Acts upon the night: HOURs, locks, reveals, the goal and the auction."""

# ruff: noqa: RUF009 (arg is a dataclass field)

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from cardgen.effects.act import AT_END, ONCE, Act, ActInside
from cardgen.effects.language import (
    Exactly,
    OneOf,
    Reader,
    Whole,
    arg,
    many,
    number,
)
from cardgen.effects.table import NOBODY, PATRON, REVEAL, SCHEME

if TYPE_CHECKING:
    from cardgen.effects.table import Table


@dataclass(frozen=True, slots=True)
class Lock(Act):
    """Something may not happen during the next HOUR or HOURs, also if the card leaves the BAR."""

    word = "lock"
    example = "on_enter: [{lock: {what: SCHEME, next_hours: 1}}]"
    what: str = arg(OneOf("PATRON", "SCHEME", "REVEAL"))
    next_hours: int = arg(Whole(1, 3))

    def forbids(self) -> str:
        """Return what may not happen."""
        return "the BIC may not reveal" if self.what == "REVEAL" else f"no {self.what} may be played"

    def during(self) -> str:
        """Return when."""
        return "during the next HOUR" if self.next_hours == 1 else f"during the next {self.next_hours} HOURs"

    def is_yours(self) -> bool:
        """Return that it is nobody's own act."""
        return False

    def says(self) -> str:
        """Return it in words."""
        return f"{self.forbids()} {self.during()}"

    def do(self, s: Table, n: int, card: int, seat: int) -> bool:
        """Lock it."""
        what = {"PATRON": PATRON, "SCHEME": SCHEME, "REVEAL": REVEAL}[self.what]
        s.locks += [(what, s.clock + hour) for hour in range(1, self.next_hours + 1)]
        if s.tell:
            s.tell("BT-007", self.says(), did=s.game.deed[n])
        return False


@dataclass(frozen=True, slots=True)
class Hours(Act):
    """The SHIFT becomes longer or shorter."""

    word = "hours"
    example = "on_play: [{hours: {add: 1, at_most: 10}}]"
    add: int = arg(Whole(-5, 5))
    at_most: int | None = arg(Whole(1, 20), default=None)
    at_least: str | None = arg(OneOf("current_hour"), default=None)

    def check(self, r: Reader, path: tuple[str, ...]) -> None:
        """More HOURs need at_most, fewer need at_least."""
        if self.add == 0 or (self.at_most is None) == (self.at_least is None):
            r.note("more HOURs need at_most, fewer HOURs at_least: current_hour", path)
        elif (self.add > 0) == (self.at_most is None):
            r.note(f"add is {number(self.add)} and does not go with this limit", path)

    def is_yours(self) -> bool:
        """Return that it is nobody's own act."""
        return False

    def says(self) -> str:
        """Return it in words."""
        if self.add > 0:
            return f"this SHIFT has {many(self.add, 'more HOUR')}, at most {self.at_most} in all"
        return (
            f"this SHIFT has {many(-self.add, 'HOUR')} fewer (it never ends before the current HOUR is over)"
        )

    def do(self, s: Table, n: int, card: int, seat: int) -> bool:
        """Change the length of the SHIFT."""
        if self.at_most is not None:
            s.hours = max(s.hours, min(s.hours + self.add, self.at_most))
        else:
            s.hours = max(s.hours + self.add, s.hour)
        if s.tell:
            s.tell("BT-007", f"this SHIFT has {s.hours} HOURs", did=s.game.deed[n])
        return False


@dataclass(frozen=True, slots=True)
class OfferReveal(Act):
    """The BIC may reveal."""

    word = "offer_reveal"
    sole = "who"
    example = "on_play: [{offer_reveal: BIC}]"
    who: str = arg(OneOf("BIC"))

    def says(self) -> str:
        """Return it in words."""
        return "the BIC may reveal"

    def do(self, s: Table, n: int, card: int, seat: int) -> bool:
        """Ask the BIC."""
        return s.game.offer_reveal(s, "BT-040", s.game.deed[n])


@dataclass(frozen=True, slots=True)
class Grant(Act):
    """The player may play more cards in this HOUR; if a PATRON is not played, something else may happen."""

    word = "grant"
    example = "on_enter: [{grant: {who: self, plays: PATRON, more: 1, during: this_hour}, if_unused: {offer_reveal: BIC}}]"
    who: str = arg(OneOf("self"))
    plays: str = arg(OneOf("PATRON", "SCHEME"))
    more: int = arg(Whole(1, 3))
    during: str = arg(OneOf("this_hour"))
    if_unused: Act | None = arg(ActInside("offer_reveal"), beside=True, default=None)

    def check(self, r: Reader, path: tuple[str, ...]) -> None:
        """Only an unplayed PATRON gives the BIC a reveal."""
        if self.plays == "SCHEME" and self.if_unused:
            r.note("the BIC reveals when a PATRON is not played, not when a SCHEME is not", path)

    def says(self) -> str:
        """Return it in words."""
        more = "one more" if self.more == 1 else f"{self.more} more"
        text = f"you may play {more} {self.plays}{'s' * (self.more > 1)} this HOUR"
        return f"{text}. If you do not, {self.if_unused.says()}" if self.if_unused else text

    def do(self, s: Table, n: int, card: int, seat: int) -> bool:
        """Allow it.  BT-Q11: a PATRON played so is a second one."""
        if self.plays == "SCHEME":
            s.schemes_left += self.more
        else:
            s.patrons_left += self.more
            s.granted += self.more if self.if_unused else 0
        if s.tell:
            s.tell("BT-Q11", self.says(), did=s.game.deed[n])
        return False


# -- goal and auction


@dataclass(frozen=True, slots=True)
class Goal(Act):
    """The goal of the BIC goes up or down."""

    word = "goal"
    example = "on_play: [{goal: {add: 2, at_most: 20}}]"
    add: int = arg(Whole(-19, 19))
    at_most: int | None = arg(Whole(1, 20), default=None)
    at_least: int | None = arg(Whole(1, 20), default=None)

    def check(self, r: Reader, path: tuple[str, ...]) -> None:
        """Up needs at_most, down needs at_least."""
        if (
            self.add == 0
            or (self.add > 0) != (self.at_most is not None)
            or (self.add < 0) != (self.at_least is not None)
        ):
            r.note("a goal that goes up needs at_most, one that goes down at_least", path)

    def is_yours(self) -> bool:
        """Return that it is nobody's own act."""
        return False

    def says(self) -> str:
        """Return it in words."""
        if self.add > 0:
            return f"the BIC’s goal goes up by {self.add} (at most {self.at_most})"
        return f"the BIC’s goal goes down by {-self.add} (at least {self.at_least})"

    def do(self, s: Table, n: int, card: int, seat: int) -> bool:
        """Move the goal, never the other way."""
        if self.at_most is not None:
            s.goal = max(s.goal, min(s.goal + self.add, self.at_most))
        elif self.at_least is not None:
            s.goal = min(s.goal, max(s.goal + self.add, self.at_least))
        if s.tell:
            s.tell("BT-007", f"the goal is {s.goal}", did=s.game.deed[n])
        return False


@dataclass(frozen=True, slots=True)
class ReopenAuction(Act):
    """Each other player may bid once more; the highest bidder becomes the BIC."""

    word = "reopen_auction"
    example = "on_play: [{reopen_auction: {from: right_of_bic, bids_each: 1, above: [goal, last_bid], at_most: 20}}]"
    start: str = arg(OneOf("right_of_bic"), key="from")
    bids_each: int = arg(OneOf(1))
    above: Any = arg(Exactly(["goal", "last_bid"], "[goal, last_bid]"))
    at_most: int = arg(Whole(1, 20))

    def is_yours(self) -> bool:
        """Return that it is nobody's own act."""
        return False

    def says(self) -> str:
        """Return it in words."""
        return (
            "going right from the BIC, each other player may bid once, above the goal and the last bid"
            f" ({self.at_most} at most). The highest bidder becomes the BIC with that bid as the goal;"
            " otherwise nothing changes"
        )

    def do(self, s: Table, n: int, card: int, seat: int) -> bool:
        """Ask the first one."""
        if s.tell:
            s.tell("BT-007", "the bidding is open again", did=s.game.deed[n])
        return s.game.ask_for_bid(s, s.bic, s.bic, s.goal, NOBODY, self.at_most)


@dataclass(frozen=True, slots=True)
class NextAuctionMin(Act):
    """The next auction has a lowest bid."""

    word = "next_auction_min"
    sole = "bid"
    example = "on_play: [{next_auction_min: 8}]"
    moments = (*ONCE, AT_END)
    bid: int = arg(Whole(2, 20))

    def is_yours(self) -> bool:
        """Return that it is nobody's own act."""
        return False

    def says(self) -> str:
        """Return it in words."""
        return f"in the next auction no bid may be lower than {self.bid}"

    def do(self, s: Table, n: int, card: int, seat: int) -> bool:
        """Remember it until the auction."""
        s.minimum = max(s.minimum, self.bid)
        if s.tell:
            s.tell("BT-007", self.says(), did=s.game.deed[n])
        return False
