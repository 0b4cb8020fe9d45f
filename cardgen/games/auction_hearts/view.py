"""Who sees what at a table of Auction Hearts, and deals that agree with it."""

from __future__ import annotations

import random
from functools import lru_cache
from math import factorial, prod

from cardgen.engine import EVERYTHING, HIDDEN, Game
from cardgen.games.auction_hearts.state import HeartsTable, Pack

Room = tuple[int, ...]


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

        All deals that fit are equally likely. Seats that have shown the same are one heap until the end,
        and each suit is shared out among the heaps as often as there are deals of the rest to follow.
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
        # suits that somebody lacks come first: the others can then be dealt in any way
        suits = sorted(range(len(unseen)), key=lambda suit: -sum(void >> suit & 1 for void in seats))
        sizes = tuple(len(unseen[suit]) for suit in suits)
        barred = tuple(tuple(bool(void >> suit & 1) for void in seats) for suit in suits)
        heaps: list[list[int]] = [[] for _ in seats]
        for n, suit in enumerate(suits):
            if not any(map(any, barred[n:])):
                rest = [card for other in suits[n:] for card in unseen[other]]
                rng.shuffle(rest)
                for heap, free in zip(heaps, room, strict=True):
                    heap += [rest.pop() for _ in range(free)]
                break
            splits = _splits(sizes[n], room, barred[n])
            weights = [_ways(split) * _deals(sizes, barred, n + 1, _left(room, split)) for split in splits]
            split = rng.choices(splits, weights)[0]
            rng.shuffle(unseen[suit])
            for heap, number in zip(heaps, split, strict=True):
                heap += [unseen[suit].pop() for _ in range(number)]
            room = _left(room, split)
        world = view.copy()
        for heap, members in zip(heaps, seats.values(), strict=True):
            rng.shuffle(heap)
            for seat in members:
                world.hands[seat] = [[] for _ in self.suits]
                for card in [heap.pop() for _ in range(size[seat])]:
                    world.hands[seat][self.suit_of[card]].append(card)
        world.viewer, world.luck = EVERYTHING, rng.getrandbits(64)
        return world


def _left(room: Room, split: Room) -> Room:
    return tuple(free - taken for free, taken in zip(room, split, strict=True))


@lru_cache(maxsize=100_000)
def _splits(size: int, room: Room, barred: tuple[bool, ...]) -> list[Room]:
    """Return every way to share out a number of cards by count."""
    most = 0 if barred[0] else min(size, room[0])
    if len(room) == 1:
        return [(size,)] if size <= most else []
    return [
        (number, *rest) for number in range(most + 1) for rest in _splits(size - number, room[1:], barred[1:])
    ]


def _ways(split: Room) -> int:
    """Return in how many ways as many cards as these can be shared out like this."""
    return factorial(sum(split)) // prod(map(factorial, split))


@lru_cache(maxsize=100_000)
def _deals(sizes: Room, barred: tuple[tuple[bool, ...], ...], suit: int, room: Room) -> int:
    """Return the number of deals of the remaining suits into this room."""
    if not any(map(any, barred[suit:])):
        return _ways(room)
    return sum(
        _ways(split) * _deals(sizes, barred, suit + 1, _left(room, split))
        for split in _splits(sizes[suit], room, barred[suit])
    )
