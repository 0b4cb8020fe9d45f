"""Who sees what at a table of Auction Hearts, and deals that agree with it."""

from __future__ import annotations

import random
from functools import lru_cache
from math import comb, factorial
from typing import TYPE_CHECKING

from cardgen.engine import EVERYTHING, HIDDEN

if TYPE_CHECKING:
    from cardgen.games.auction_hearts import Table

Room = tuple[int, ...]


def view(s: Table, seat: int) -> Table:
    """Return the table as a seat sees it: only the own hand; of the others, how many cards they hold."""
    v = s.copy()
    v.viewer, v.luck = seat, 0
    for other, hand in enumerate(v.hands):
        if other != seat:
            v.hands[other] = [[HIDDEN] * sum(map(len, hand)), [], [], []]
    return v


def sample_world(view: Table, rng: random.Random) -> Table:
    """Return a full table in which nobody holds a suit they have shown not to have.

    All deals that fit are equally likely.
    """
    game, me = view.game, view.viewer
    seen = {*view.trick, *view.aside, *(c for pile in view.won for c in pile)}
    seen.update(card for suit in view.hands[me] for card in suit)
    unseen: list[list[int]] = [[] for _ in game.suits]
    for card in range(len(game.pieces)):
        if card not in seen:
            unseen[game.suit[card]].append(card)
    others = [seat for seat in range(game.players) if seat != me]
    room = tuple(sum(map(len, view.hands[seat])) for seat in others)
    # the suits that somebody lacks first: the others can then be dealt in any way
    suits = sorted(range(len(unseen)), key=lambda suit: -sum(view.voids[seat] >> suit & 1 for seat in others))
    sizes = tuple(len(unseen[suit]) for suit in suits)
    barred = tuple(tuple(bool(view.voids[seat] >> suit & 1) for seat in others) for suit in suits)
    world = view.copy()
    world.hands[me] = [suit[:] for suit in view.hands[me]]
    for seat in others:
        world.hands[seat] = [[] for _ in game.suits]
    for n, suit in enumerate(suits):
        if not any(shut for row in barred[n:] for shut in row):
            _deal_freely(world, [card for other in suits[n:] for card in unseen[other]], others, room, rng)
            break
        splits = _splits(sizes[n], room, barred[n])
        weights = [
            _ways(sizes[n], split) * _deals(sizes, barred, n + 1, _left(room, split)) for split in splits
        ]
        split = rng.choices(splits, weights)[0]
        cards = unseen[suit]
        rng.shuffle(cards)
        for seat, number in zip(others, split, strict=True):
            world.hands[seat][suit] = [cards.pop() for _ in range(number)]
        room = _left(room, split)
    world.viewer, world.luck = EVERYTHING, rng.getrandbits(64)
    return world


def _deal_freely(world: Table, cards: list[int], others: list[int], room: Room, rng: random.Random) -> None:
    rng.shuffle(cards)
    for seat, free in zip(others, room, strict=True):
        for _ in range(free):
            card = cards.pop()
            world.hands[seat][world.game.suit[card]].append(card)


def _left(room: Room, split: Room) -> Room:
    return tuple(free - taken for free, taken in zip(room, split, strict=True))


@lru_cache(maxsize=100_000)
def _splits(size: int, room: Room, barred: tuple[bool, ...]) -> list[Room]:
    """Return every way to share out a number of cards by count."""
    if len(room) == 1:
        return [(size,)] if size <= (0 if barred[0] else room[0]) else []
    return [
        (number, *rest)
        for number in range(1 + (0 if barred[0] else min(size, room[0])))
        for rest in _splits(size - number, room[1:], barred[1:])
    ]


def _ways(size: int, split: Room) -> int:
    """Return in how many ways cards of these counts can be chosen."""
    ways = 1
    for number in split:
        ways *= comb(size, number)
        size -= number
    return ways


@lru_cache(maxsize=100_000)
def _deals(sizes: Room, barred: tuple[tuple[bool, ...], ...], suit: int, room: Room) -> int:
    """Return the number of deals of the remaining suits into this room."""
    if not any(shut for row in barred[suit:] for shut in row):
        deals = factorial(sum(sizes[suit:]))
        for free in room:
            deals //= factorial(free)
        return deals
    return sum(
        _ways(sizes[suit], split) * _deals(sizes, barred, suit + 1, _left(room, split))
        for split in _splits(sizes[suit], room, barred[suit])
    )
