"""Who sees what at a table of Auction Hearts, and deals that agree with it."""

from __future__ import annotations

import random

from cardgen.engine import EVERYTHING, HIDDEN, Game
from cardgen.engine.sharing import shared_out
from cardgen.games.auction_hearts.state import HeartsTable, Pack


class Sight(Pack, Game[HeartsTable]):
    """What each seat knows."""

    def view(self, s: HeartsTable, seat: int) -> HeartsTable:
        """Return the table as a seat sees it: only the own hand; of the others, how many cards they hold."""
        v = s.copy()
        v.viewer, v.luck = seat, 0
        for other, hand in enumerate(v.hands):
            if other != seat:
                v.hands[other] = [[HIDDEN] * sum(map(len, hand)), [], [], []]
        return v

    def sample_world(self, view: HeartsTable, rng: random.Random) -> HeartsTable:
        """Return a full table in which nobody holds a suit they have shown not to have.

        All deals that fit are equally likely. Seats that have shown the same are one heap until the end.
        """
        me = view.viewer
        seen = {*view.trick, *view.aside, *(card for pile in view.won for card in pile)}
        seen.update(card for suit in view.hands[me] for card in suit)
        unseen: list[list[int]] = [[] for _ in self.suits]
        for card in range(len(self.pieces)):
            if card not in seen:
                unseen[self.suit_of[card]].append(card)
        seats: dict[int, list[int]] = {}
        for seat in range(self.players):
            if seat != me:
                seats.setdefault(view.voids[seat], []).append(seat)
        size = [sum(map(len, hand)) for hand in view.hands]
        room = tuple(sum(size[seat] for seat in heap) for heap in seats.values())
        barred = [[bool(void >> suit & 1) for void in seats] for suit in range(len(unseen))]
        heaps = shared_out(unseen, barred, room, rng)
        world = view.copy()
        for heap, members in zip(heaps, seats.values(), strict=True):
            rng.shuffle(heap)
            for seat in members:
                world.hands[seat] = [[] for _ in self.suits]
                for card in [heap.pop() for _ in range(size[seat])]:
                    world.hands[seat][self.suit_of[card]].append(card)
        world.viewer, world.luck = EVERYTHING, rng.getrandbits(64)
        return world
