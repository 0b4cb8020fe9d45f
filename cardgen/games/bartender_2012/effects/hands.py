"""Acts upon cards and hands: draw, discard, steal, swap hands, look."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from cardgen.games.bartender_2012.effects.act import EVERYBODY, Act, Aimed, AtPlayer, OfPlayer
from cardgen.source.effects import arg, many, one_of, whole

if TYPE_CHECKING:
    from cardgen.games.bartender_2012.state import NightTable


class Draw(OfPlayer):
    """A player draws cards from the BAR deck, one at a time."""

    rules = "BT-035"
    example = "on_play: [{draw: {who: self, cards: 2}}]"
    who: str = arg(one_of("self", "choose_other", "BIC", EVERYBODY))
    cards: int = arg(whole(1, 9))

    def act_on(self, s: NightTable, n: int, card: int, seat: int, target: int) -> None:
        drawn = s.draw(target, self.cards)
        if s.tell:
            self.tell_of(s, n, f"{s.game.names[target]} draws {many(drawn, 'card')}")


class Discard(OfPlayer):
    """A player discards cards, or all of them if there are fewer."""

    rules = "BT-041"
    example = "on_play: [{discard: {who: choose_other, cards: 1, choice: theirs}}]"
    who: str = arg(one_of("self", "choose_other", "BIC", EVERYBODY))
    cards: int = arg(whole(1, 9))
    choice: str = arg(one_of("theirs", "random"))

    # unlike a theft it may also be wasted on an empty hand
    def act_on(self, s: NightTable, n: int, card: int, seat: int, target: int) -> bool | None:
        if s.tell:
            self.tell_of(s, n, f"{s.game.names[target]} must discard {many(self.cards, 'card')}")
        if self.choice == "theirs":
            return s.must_discard(target, self.cards)
        for _ in range(min(self.cards, len(s.hands[target]))):
            s.throw_away(target, s.hands[target][s.roll(len(s.hands[target]))])
        return False


class Steal(AtPlayer):
    """Take random cards from another player's hand, unseen by the others."""

    rules = "BT-041"
    example = "on_play: [{steal: {from: choose_other, cards: 1}}]"
    whose: str = arg(one_of("choose_other", "BIC"), key="from")
    cards: int = arg(whole(1, 9))

    def targets(self, s: NightTable, card: int, seat: int) -> list[int]:
        """Return who holds a card; a player without cards cannot be robbed."""
        return [o for o in s.others(seat) if s.hands[o] and (self.whose != "BIC" or o == s.bic)]

    def act_on(self, s: NightTable, n: int, card: int, seat: int, target: int) -> None:
        hand = s.hands[target]
        for _ in range(min(self.cards, len(hand))):
            stolen = hand.pop(s.roll(len(hand)))
            s.hands[seat].append(stolen)
            s.history.append(("steal", seat, target, stolen))
            if s.tell:
                self.tell_of(
                    s,
                    n,
                    f"{s.game.names[seat]} takes {s.game.pieces.name(stolen)} from {s.game.names[target]}'s hand",
                )


class SwapHands(AtPlayer):
    """The player swaps hands with another player of their choice."""

    rules = "BT-041"
    example = "on_play: [swap_hands]"

    def act_on(self, s: NightTable, n: int, card: int, seat: int, target: int) -> None:
        """Swap; each has seen what the other gets."""
        hands = s.hands
        s.history.append(("swap", seat, target, tuple(sorted(hands[seat])), tuple(sorted(hands[target]))))
        hands[seat], hands[target] = hands[target], hands[seat]
        if s.tell:
            self.tell_of(s, n, f"{s.game.names[seat]} and {s.game.names[target]} swap hands")


class _OfLooked(Aimed):
    """An act upon the cards that were looked at, with one after another as long as there are any."""

    def asks(self) -> bool:
        """Return that none may be declined: one card at least must be taken."""
        return False

    def targets(self, s: NightTable, card: int, seat: int) -> list[int]:
        return s.looked[:]

    def do(self, s: NightTable, n: int, card: int, seat: int) -> bool | None:
        return bool(s.looked) and super().do(s, n, card, seat)


class PutBack(_OfLooked):
    """The second half of a look: put the rest under the deck, one after another."""

    chooses = "put cards under the deck"
    under: ClassVar[bool] = True

    def act_on(self, s: NightTable, n: int, card: int, seat: int, target: int) -> bool | None:
        s.looked.remove(target)
        s.deck.insert(0 if self.under else len(s.deck), target)
        s.known[target] = 1 << seat
        return self.do(s, n, card, seat)


class PutOnTop(PutBack):
    """The second half of a look: put the rest back on top, the next card to be drawn last."""

    chooses = "put cards on the deck"
    under = False


class TakeMore(_OfLooked):
    """Take one more of the cards that were looked at, if there is one."""

    rules = "BT-035"
    chooses = "take a card"

    def act_on(self, s: NightTable, n: int, card: int, seat: int, target: int) -> None:
        s.looked.remove(target)
        s.hands[seat].append(target)
        s.history.append(("draw", seat, target, 0))
        if s.tell:
            self.tell_of(s, n, f"{s.game.pieces.name(target)} goes to {s.game.names[seat]}'s hand")


class LookAt(TakeMore):
    """Look at the top of the BAR deck, take some of it into the hand and put the rest back in any order."""

    word = "look"
    example = "on_play: [{look: {top: 5, take: 1, rest: bottom}}]"
    top: int = arg(whole(1, 9))
    take: int = arg(whole(1, 9))
    rest: str = arg(one_of("bottom", "top"))

    guards: ClassVar = {"take too many": lambda it, r, part: it.take >= it.top}

    def inner(self) -> tuple[Act, ...]:
        """Return the acts that take more cards than one, and the act that puts the rest back."""
        return (
            PutBack() if self.rest == "bottom" else PutOnTop(),
            *[TakeMore() for _ in range(self.take - 1)],
        )

    def do(self, s: NightTable, n: int, card: int, seat: int) -> bool | None:
        """Look; the others may have known some of it and lose sight of it now."""
        if not s.present(seat):
            return False
        for place in s.deck[-self.top :]:
            if place in s.known:
                s.history.append(("forget", place, s.known[place] & ~(1 << seat)))
        s.looked = s.turn_up(self.top)
        s.todo += [(n + step, card, seat) for step in range(1, self.take + 1)]  # the last one is done first
        return Aimed.do(self, s, n, card, seat)
