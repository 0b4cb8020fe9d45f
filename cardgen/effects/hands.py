"""Acts upon cards and hands: draw, discard, steal, swap hands, look."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from cardgen.effects.act import AT_END, ONCE, Act, Aimed, others, present, with_cards
from cardgen.effects.language import (
    OneOf,
    Reader,
    Whole,
    arg,
    many,
)

if TYPE_CHECKING:
    from cardgen.effects.table import Table


_EVERYBODY = "everybody_from_self_going_right"


@dataclass(frozen=True, slots=True)
class Draw(Aimed):
    """Somebody draws cards from the BAR deck, one at a time."""

    word = "draw"
    example = "on_play: [{draw: {who: self, cards: 2}}]"
    moments = (*ONCE, AT_END)
    chooses = "player"
    who: str = arg(OneOf("self", "choose_other", "BIC", _EVERYBODY))
    cards: int = arg(Whole(1, 9))

    def says(self) -> str:
        """Return it in words."""
        cards = many(self.cards, "card")
        match self.who:
            case "choose_other":
                return f"choose another player: they draw {cards}"
            case "BIC":
                return f"the BIC draws {cards}"
            case "self":
                return f"draw {cards}"
        return f"going right from you, each player draws {cards}"

    def with_subject(self) -> str:
        """Return it with its subject."""
        return f"you {self.says()}" if self.who == "self" else self.says()

    def targets(self, s: Table, card: int, seat: int) -> list[int]:
        """Return who may draw."""
        return others(s, seat)

    def act_on(self, s: Table, n: int, card: int, seat: int, target: int) -> bool:
        """Let somebody draw."""
        drawn = s.game.draw(s, target, self.cards)
        if s.tell:
            s.tell("BT-035", f"{s.game.names[target]} draws {many(drawn, 'card')}", did=s.game.deed[n])
        return False

    def do(self, s: Table, n: int, card: int, seat: int) -> bool:
        """Let those draw who shall."""
        if self.who == "choose_other":
            return Aimed.do(self, s, n, card, seat)
        if self.who == "BIC":
            return present(s, s.bic) and self.act_on(s, n, card, seat, s.bic)
        if present(s, seat):
            for other in [seat] if self.who == "self" else s.game.round_from(s, seat):
                self.act_on(s, n, card, seat, other)
        return False


@dataclass(frozen=True, slots=True)
class Discard(Aimed):
    """Somebody discards cards; who has fewer discards all."""

    word = "discard"
    example = "on_play: [{discard: {who: choose_other, cards: 1, choice: theirs}}]"
    moments = (*ONCE, AT_END)
    chooses = "player"
    who: str = arg(OneOf("self", "choose_other", "BIC", _EVERYBODY))
    cards: int = arg(Whole(1, 9))
    choice: str = arg(OneOf("theirs", "random"))

    def _cards(self, whose: str) -> str:
        if self.choice == "random":
            return many(self.cards, "random card")
        return f"{many(self.cards, 'card')} of {whose} choice"

    def says(self) -> str:
        """Return it in words."""
        match self.who:
            case "choose_other":
                return f"choose another player: they discard {self._cards('their')}"
            case "BIC":
                return f"the BIC discards {self._cards('their')}"
            case "self":
                return f"you discard {self._cards('your')}"
        return f"going right from you, each player discards {self._cards('their')}"

    def then(self) -> str:
        """Return it in words after another act."""
        return self.says().removeprefix("you ")

    def inner(self) -> tuple[Act, ...]:
        """Return the act of each player where all must discard."""
        return (Discard("self", self.cards, self.choice),) if self.who == _EVERYBODY else ()

    def targets(self, s: Table, card: int, seat: int) -> list[int]:
        """Return who may be made to discard: unlike a theft it may also be wasted on an empty hand."""
        return others(s, seat)

    def act_on(self, s: Table, n: int, card: int, seat: int, target: int) -> bool:
        """Make somebody discard."""
        if s.tell:
            s.tell(
                "BT-041",
                f"{s.game.names[target]} must discard {many(self.cards, 'card')}",
                did=s.game.deed[n],
            )
        if self.choice == "theirs":
            return s.game.must_discard(s, target, self.cards)
        for _ in range(min(self.cards, len(s.hands[target]))):
            s.game.throw_away(s, target, s.hands[target][s.roll(len(s.hands[target]))])
        return False

    def do(self, s: Table, n: int, card: int, seat: int) -> bool:
        """Make those discard who shall."""
        if self.who == "choose_other":
            return Aimed.do(self, s, n, card, seat)
        who = s.bic if self.who == "BIC" else seat
        if not present(s, who):
            return False
        if self.who == _EVERYBODY:
            s.todo += [(n + 1, card, other) for other in reversed(s.game.round_from(s, seat))]
            return False
        return self.act_on(s, n, card, seat, who)


@dataclass(frozen=True, slots=True)
class Steal(Aimed):
    """Take random cards from another player's hand, unseen by the others."""

    word = "steal"
    example = "on_play: [{steal: {from: choose_other, cards: 1, choice: random}}]"
    moments = (*ONCE, AT_END)
    chooses = "player"
    whose: str = arg(OneOf("choose_other", "BIC"), key="from")
    cards: int = arg(Whole(1, 9))
    choice: str = arg(OneOf("random"))

    def says(self) -> str:
        """Return it in words."""
        whose = "the BIC’s" if self.whose == "BIC" else "another player’s"
        return f"take {many(self.cards, 'random card')} from {whose} hand"

    def with_subject(self) -> str:
        """Return it with its subject."""
        return f"you {self.says()}"

    def targets(self, s: Table, card: int, seat: int) -> list[int]:
        """Return who holds a card; a player without cards cannot be robbed."""
        return [other for other in with_cards(s, seat) if self.whose != "BIC" or other == s.bic]

    def act_on(self, s: Table, n: int, card: int, seat: int, target: int) -> bool:
        """Take the cards."""
        hand = s.hands[target]
        for _ in range(min(self.cards, len(hand))):
            stolen = hand.pop(s.roll(len(hand)))
            s.hands[seat].append(stolen)
            s.history.append(("steal", seat, target, stolen))
            if s.tell:
                says = f"{s.game.pieces.name(stolen)} leaves {s.game.names[target]}'s hand"
                s.tell("BT-041", says, did=s.game.deed[n])
        return False


@dataclass(frozen=True, slots=True)
class SwapHands(Aimed):
    """Two players swap their hands."""

    word = "swap_hands"
    example = "on_play: [{swap_hands: {with: choose_other}}]"
    moments = (*ONCE, AT_END)
    chooses = "player"
    partner: str = arg(OneOf("choose_other"), key="with")

    def says(self) -> str:
        """Return it in words."""
        return "swap hands with another player"

    def with_subject(self) -> str:
        """Return it with its subject."""
        return f"you {self.says()}"

    def targets(self, s: Table, card: int, seat: int) -> list[int]:
        """Return with whom."""
        return others(s, seat)

    def act_on(self, s: Table, n: int, card: int, seat: int, target: int) -> bool:
        """Swap; each has seen what the other gets."""
        hands = s.hands
        s.history.append(("swap", seat, target, tuple(sorted(hands[seat])), tuple(sorted(hands[target]))))
        hands[seat], hands[target] = hands[target], hands[seat]
        if s.tell:
            s.tell(
                "BT-041", f"{s.game.names[seat]} and {s.game.names[target]} swap hands", did=s.game.deed[n]
            )
        return False


class _OfLooked(Aimed):
    """A later part of a look: it must be done, with one card after another as long as there are any."""

    __slots__ = ()

    def asks(self) -> bool:
        """Return that none may be declined."""
        return False

    def says(self) -> str:
        """Return nothing: the look has said it."""
        return ""

    def targets(self, s: Table, card: int, seat: int) -> list[int]:
        """Return what is left of the cards that were looked at."""
        return s.looked[:]

    def do(self, s: Table, n: int, card: int, seat: int) -> bool:
        """Ask which; the last one goes without asking."""
        return bool(s.looked) and Aimed.do(self, s, n, card, seat)


@dataclass(frozen=True, slots=True)
class PutBack(_OfLooked):
    """The second half of a look: put the rest back, one after another."""

    word = "put_back"
    chooses = "put_back"
    rest: str = arg(OneOf("bottom", "top"))

    def act_on(self, s: Table, n: int, card: int, seat: int, target: int) -> bool:
        """Put one back: under the deck, or on top of it."""
        s.looked.remove(target)
        s.deck.insert(0 if self.rest == "bottom" else len(s.deck), target)
        s.known[target] = 1 << seat
        return self.do(s, n, card, seat)


@dataclass(frozen=True, slots=True)
class TakeMore(_OfLooked):
    """Take one more of the cards that were looked at, if there is one."""

    word = "take_more"
    chooses = "taken"

    def act_on(self, s: Table, n: int, card: int, seat: int, target: int) -> bool:
        """Take it."""
        s.looked.remove(target)
        s.hands[seat].append(target)
        s.history.append(("draw", seat, target, 0))
        if s.tell:
            s.tell("BT-035", f"{s.game.names[seat]} takes {s.game.pieces.name(target)}", did=s.game.deed[n])
        return False


@dataclass(frozen=True, slots=True)
class Look(Aimed):
    """Look at the top of the BAR deck, take some of it into the hand and put the rest back."""

    word = "look"
    example = "on_play: [{look: {top: 5, take: 1, rest: bottom, order: own}}]"
    chooses = "taken"
    top: int = arg(Whole(1, 9))
    take: int = arg(Whole(1, 9))
    rest: str = arg(OneOf("bottom", "top"))
    order: str = arg(OneOf("own"))

    def check(self, r: Reader, path: tuple[str, ...]) -> None:
        """Something must be left to put back."""
        if self.take >= self.top:
            r.note(f"take is {self.take}, expected fewer than the {self.top} that are looked at", path)

    def says(self) -> str:
        """Return it in words."""
        rest = "on the bottom" if self.rest == "bottom" else "back on top"
        return (
            f"look at the top {self.top} cards of the BAR deck. Take {self.take} into your hand"
            f" and put the rest {rest} in any order"
        )

    def asks(self) -> bool:
        """Return that one card at least must be taken once they have been looked at."""
        return False

    def inner(self) -> tuple[Act, ...]:
        """Return the acts that take more cards than one, and the act that puts the rest back."""
        return (PutBack(self.rest), *[TakeMore() for _ in range(self.take - 1)])

    def targets(self, s: Table, card: int, seat: int) -> list[int]:
        """Return what has been looked at."""
        return s.looked[:]

    def do(self, s: Table, n: int, card: int, seat: int) -> bool:
        """Look; the others may have known some of it and lose sight of it now."""
        if not present(s, seat):
            return False
        for place in s.deck[-self.top :]:
            if place in s.known:
                s.history.append(("forget", place, s.known[place] & ~(1 << seat)))
        s.looked = s.game.turn_up(s, self.top)
        s.todo += [(n + step, card, seat) for step in range(1, self.take + 1)]  # the last one is done first
        return Aimed.do(self, s, n, card, seat)

    def act_on(self, s: Table, n: int, card: int, seat: int, target: int) -> bool:
        """Take the first one."""
        return TakeMore().act_on(s, n, card, seat, target)
