"""What one seat can know of the hands it cannot see: every way the cards may lie, with its weight."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from cardgen.engine.zones import HIDDEN

# A hand is a sorted tuple: a card's number where the viewer knows it, or -1 - e for a card that was
# drawn unseen when the deck had been shuffled up e times.
Hand = tuple[int, ...]
Hands = tuple[Hand, ...]

MOST_CASES = 500
"""As many cases as are kept. By the book one game of Biergarten in 800 needs more, played by chance."""


class Whereabouts:
    """The hands of the other seats as public events narrow them down.

    Blind steals between others make a known card uncertain, and seeing a card later makes it certain
    again; so this keeps all cases that fit what was seen, each with its probability. Hands a viewer
    sees anyway may be tracked too and cost nothing.

    Steals, and cards of hands that were drawn before and after many shuffles, multiply the cases. Where
    there are more than `MOST_CASES`, `rng` draws lots which to keep, so that none is favoured; if none of
    the kept ones fits what is seen later, they are changed as little as possible.
    """

    __slots__ = ("_cases", "_epoch", "_rng", "_since")

    def __init__(self, seats: int, rng: random.Random | None = None) -> None:
        self._rng = rng or random.Random(0)
        self._cases: dict[Hands, float] = {((),) * seats: 1.0}
        self._epoch = 0
        self._since: dict[int, int] = {}

    def __len__(self) -> int:
        """Return how many cases are kept."""
        return len(self._cases)

    def hear(self, event: tuple[Any, ...], me: int) -> None:
        """Take up what a history tells the viewer: draw, take, lose, steal or shuffle, and who, and which card."""
        match event:
            case ("draw", seat, card, *_) if seat != me and card == HIDDEN:
                self.draw(seat)
            case ("draw" | "take", seat, card, *_) if seat != me:
                self.take(seat, card)
            case ("lose", seat, card) if seat != me:
                self.lose(seat, card)
            case ("steal", thief, victim, card):
                if thief == me:
                    self.lose(victim, card)
                elif victim == me:
                    self.take(thief, card)
                else:
                    self.steal(thief, victim)
            case ("shuffle", cards):
                self.shuffled_in(cards)

    def take(self, seat: int, card: int) -> None:
        """A card that everybody (or the viewer) saw goes into a hand."""
        self._cases = {_put(hands, seat, card): weight for hands, weight in self._cases.items()}

    def draw(self, seat: int) -> None:
        """An unseen card of the deck goes into a hand."""
        self.take(seat, -1 - self._epoch)

    def shuffled_in(self, cards: Iterable[int]) -> None:
        """Known cards go back into the deck; a card drawn unseen before this is none of them."""
        self._epoch += 1
        for card in cards:
            self._since[card] = self._epoch

    def lose(self, seat: int, card: int) -> None:
        """The viewer sees a card leave a hand: played, shown or taken."""
        cases: dict[Hands, float] = {}
        since = self._since.get(card, 0)
        for hands, weight in self._cases.items():
            if card in hands[seat]:
                _add(cases, _drop(hands, seat, card), weight)
            elif not any(card in hand for hand in hands):
                for slot in set(hands[seat]):
                    if slot < 0 and -1 - slot >= since:
                        _add(cases, _drop(hands, seat, slot), weight * hands[seat].count(slot))
        if not cases:  # the right one was not kept
            for hands, weight in self._cases.items():
                _add(cases, _changed(hands, seat, card), weight)
        self._cases = cases
        self._keep_some()

    def steal(self, thief: int, victim: int) -> None:
        """A card goes unseen from one hand to another, each with the same chance."""
        cases: dict[Hands, float] = {}
        for hands, weight in self._cases.items():
            share = weight / len(hands[victim])
            for slot in set(hands[victim]):
                after = _put(_drop(hands, victim, slot), thief, slot)
                _add(cases, after, share * hands[victim].count(slot))
        self._cases = cases
        self._keep_some()

    def deal(self, unseen: Sequence[int], rng: random.Random) -> tuple[list[list[int]], list[int]]:
        """Return hands dealt from the unseen cards so that they fit all that was seen, and the rest.

        `unseen` holds every card whose place the viewer cannot see, known ones in hands included.
        """
        free = set(unseen).difference(card for hand in next(iter(self._cases)) for card in hand)
        cases = list(self._cases)
        fitting = {
            epoch: sum(1 for card in free if self._since.get(card, 0) <= epoch)
            for epoch in range(self._epoch + 1)
        }
        weights = [weight * self._ways(case, fitting) for case, weight in self._cases.items()]
        if not any(weights):  # the right one was not kept: any unknown card may be any free one
            cases, weights = [_all_young(case, self._epoch) for case in cases], list(self._cases.values())
        hands = rng.choices(cases, weights)[0]
        pool = sorted(free)
        rng.shuffle(pool)
        dealt: list[list[int]] = [[card for card in hand if card >= 0] for hand in hands]
        # The oldest slots have the fewest possible cards, and theirs are possible for all younger ones:
        # dealt in this order no choice spoils a later one, and all deals are equally likely.
        slots = sorted((-1 - slot, seat) for seat, hand in enumerate(hands) for slot in hand if slot < 0)
        for epoch, seat in slots:
            # a choice for each slot: the first fitting card of the pool would push the others to its front
            n = rng.choice([n for n, card in enumerate(pool) if self._since.get(card, 0) <= epoch])
            dealt[seat].append(pool.pop(n))
        for hand in dealt:
            rng.shuffle(hand)
        return dealt, pool

    def _keep_some(self) -> None:
        if len(self._cases) > MOST_CASES:
            drawn = self._rng.choices(list(self._cases), list(self._cases.values()), k=MOST_CASES)
            self._cases = {hands: float(times) for hands, times in Counter(drawn).items()}

    @staticmethod
    def _ways(hands: Hands, fitting: Mapping[int, int]) -> int:
        """Return in how many ways the free cards can fill the unknown slots of these hands."""
        ways = 1
        epochs = sorted(-1 - slot for hand in hands for slot in hand if slot < 0)
        for used, epoch in enumerate(epochs):
            ways *= fitting[epoch] - used
        return ways


def _put(hands: Hands, seat: int, slot: int) -> Hands:
    return (*hands[:seat], tuple(sorted((*hands[seat], slot))), *hands[seat + 1 :])


def _drop(hands: Hands, seat: int, slot: int) -> Hands:
    hand = list(hands[seat])
    hand.remove(slot)
    return (*hands[:seat], tuple(hand), *hands[seat + 1 :])


def _changed(hands: Hands, seat: int, card: int) -> Hands:
    """Return the hands after `seat` lost the card, which it cannot have had: something changed places before.

    The same cards stay known, or hands would be dealt some card twice.
    """
    holder = next((other for other, hand in enumerate(hands) if card in hand), None)
    if holder is not None:  # it was here, and something of this hand there
        other = hands[seat][0]
        return _put(_drop(_drop(hands, holder, card), seat, other), holder, other)
    if hands[seat][0] < 0:  # it was an unknown card, drawn later than we thought
        return _drop(hands, seat, hands[seat][0])
    # all that lies here is known: one of them lies where an unknown card was thought to be
    other = hands[seat][0]
    holder = next(place for place, hand in enumerate(hands) if hand and hand[0] < 0)
    return _put(_drop(_drop(hands, seat, other), holder, hands[holder][0]), holder, other)


def _all_young(hands: Hands, epoch: int) -> Hands:
    """Return the hands as if every unknown card had been drawn just now."""
    return tuple(tuple(sorted(card if card >= 0 else -1 - epoch for card in hand)) for hand in hands)


def _add(cases: dict[Hands, float], hands: Hands, weight: float) -> None:
    cases[hands] = cases.get(hands, 0.0) + weight
