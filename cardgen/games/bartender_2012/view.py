"""Who sees what at a table of Bartender (2012), and what a seat can conclude from it."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import permutations
from typing import Any

from cardgen.engine import EVERYTHING, HIDDEN, Game, Whereabouts
from cardgen.games.bartender_2012.choices import NONE
from cardgen.games.bartender_2012.state import NightHouse, NightTable


def _hidden(cards: Sequence[int]) -> list[int]:
    return [HIDDEN] * len(cards)


@cache
def _unseen(sizes: tuple[int, ...]) -> tuple[tuple[int, ...], ...]:
    """Return packets of these sizes as somebody else sees them: asked at every view, and always alike."""
    return tuple((HIDDEN,) * size for size in sizes)


def _ring(s: NightTable) -> list[int]:
    """Return who took part in the last draft."""
    return [seat for seat, arrived in enumerate(s.seen) if arrived]


OPEN = frozenset({"take", "lose", "shuffle"})
"""What everybody sees whole."""


def _seen_by(event: tuple[Any, ...], seat: int, bit: int) -> tuple[Any, ...]:
    match event:
        case ("draw", who, _, bits) if who != seat and not bits & bit:
            return ("draw", who, HIDDEN, bits)
        case ("steal", thief, victim, _) if seat not in (thief, victim):
            return ("steal", thief, victim, HIDDEN)
        case ("swap", one, two, hand, other) if seat not in (one, two):
            return ("swap", one, two, tuple(_hidden(hand)), tuple(_hidden(other)))
        case ("forget", _, bits) if not bits & bit:
            return ("forget", HIDDEN, bits)
    return event


# -- worlds


class Hands(Whereabouts):
    """The hands of the others, with what a draft shows of them and hands that are swapped."""

    __slots__ = ()

    def share(self, cards: Sequence[int], seats: Sequence[int]) -> None:
        """Each of some seats has one of these cards, each way equally likely."""
        cases = {}
        for hands, weight in self._cases.items():
            for order in permutations(cards):
                dealt = list(hands)
                for seat, card in zip(seats, order, strict=True):
                    dealt[seat] = tuple(sorted((*dealt[seat], card)))
                cases[tuple(dealt)] = weight
        self._cases = cases
        self._keep_some()

    def swap(self, one: int, two: int) -> None:
        """Two others swap hands."""
        cases = {}
        for hands, weight in self._cases.items():
            dealt = list(hands)
            dealt[one], dealt[two] = dealt[two], dealt[one]
            cases[tuple(dealt)] = weight
        self._cases = cases


def _conclude(view: NightTable, rng: random.Random) -> Hands:
    """Return what the viewer knows of the other hands."""
    me, seen = view.viewer, Hands(view.game.players, rng)
    _remember_draft(view, seen)
    for event in view.history:
        match event:
            case ("swap", one, two, hand, other):
                if me not in (one, two):
                    seen.swap(one, two)
                    continue
                who, mine, theirs = (two, hand, other) if one == me else (one, other, hand)
                for card in theirs:
                    seen.lose(who, card)
                for card in mine:
                    seen.take(who, card)
            case ("forget", card, _) if card != HIDDEN:
                seen.shuffled_in([card])
            case _:
                seen.hear(event, me)
    return seen


def _remember_draft(view: NightTable, seen: Hands) -> None:
    """Add what the packets of the draft have shown: BT-013, which says that this is what a draft is for."""
    ring, me = _ring(view), view.viewer
    if me not in ring:  # knocked out before this draft
        for seat in ring:
            for _ in view.seen[seat]:
                seen.draw(seat)
        return
    size, own = len(ring), ring.index(me)
    arrived, kept = view.seen[me], set(view.took[me])
    received = set(view.took[ring[(own + 1) % size]])
    counts = [0] * view.game.players
    if size > 1:
        left = ring[own - 1]  # BT-017
        for card in kept if left != me else ():
            seen.take(left, card)
    for n, packet in enumerate(arrived):
        again = set(arrived[n + size]) if n + size < len(arrived) else set()
        # each of the next players on the right has kept one of these, and it lies with the player on the left of them
        gone = [card for card in packet if card not in again and card not in kept and card not in received]
        seats = [ring[(own + 1 + k) % size] for k in range(len(gone))]
        seen.share(gone, seats)
        for seat in seats:
            counts[seat] += 1
    for n, seat in enumerate(ring):
        if n not in (own, (own - 1) % size):
            for _ in range(len(arrived) - counts[seat]):
                seen.draw(seat)


def _draft_again(view: NightTable, world: NightTable, unseen: list[int], rng: random.Random) -> list[int]:
    """Let the others draft by chance in a way that shows the viewer the same packets; returns the unused cards."""
    ring, me = _ring(view), view.viewer
    size, own = len(ring), ring.index(me) if me in ring else -1  # who is knocked out sees no packet
    arrived, mine = view.seen[me], view.took[me]
    now = len(view.seen[ring[0]]) - 1
    seen = {card for packet in arrived for card in packet}
    pool = [card for card in unseen if card not in seen and card not in mine]
    rng.shuffle(pool)
    contents: list[list[int] | None] = [None] * size
    took: list[list[int]] = [[] for _ in range(size)]
    for turn in range(now + 1):
        for packet in range(size):
            holder = (packet + turn) % size
            if holder == own:
                contents[packet] = [card for card in arrived[turn] if card not in mine[turn : turn + 1]]
                continue
            if len(view.took[ring[holder]]) <= turn:
                continue  # has not chosen yet
            lying = contents[packet]
            if lying is None:
                took[holder].append(pool.pop())
                continue
            # a card that the viewer sees again later was not taken now
            sightings = range((own - packet) % size, now + 1, size)
            again: tuple[int, ...] = next((arrived[k] for k in sightings if k > turn), ())
            card = rng.choice([c for c in lying if c not in again])
            lying.remove(card)
            took[holder].append(card)
    for packet in range(size):
        seat = ring[(packet + now) % size]
        lying = contents[packet]
        if seat != me:
            world.packets[seat] = lying if lying is not None else [pool.pop() for _ in view.packets[seat]]
    for n, seat in enumerate(ring):
        if seat != me:
            world.took[seat] = took[n]
    return pool


# -- what a seat is shown, and what it may think


class NightSight(NightHouse, Game[NightTable]):
    """What each seat knows."""

    def known(self, s: NightTable, seat: int) -> set[int]:
        """Return the cards of the deck that a seat has seen go there, and those it is looking at."""
        of_deck = {card for card, bits in s.known.items() if bits >> seat & 1}
        return of_deck.union(s.looked) if s.turn == seat else of_deck

    def view(self, s: NightTable, seat: int) -> NightTable:
        """Return the table as a seat sees it: the own cards, and of the deck what it has seen go there."""
        v = super().view(s, seat)
        bit = 1 << seat
        if s.known:
            v.known = {card: bits for card, bits in s.known.items() if bits & bit}
        if s.phase.name in ("bid in secret", "speak up"):
            ring = s.round_from(s.opener)
            v.offers = [offer if ring[n] == seat else HIDDEN for n, offer in enumerate(s.offers)]
        if any(s.seen):
            drafting = s.phase.name == "draft a card"
            ring = _ring(s)
            received = () if drafting else (ring[(ring.index(seat) + 1) % len(ring)],) if seat in ring else ()
            # BT-018: the cards that the player on the right has kept are the own first hand
            v.took = [t[:] if n == seat or n in received else _hidden(t) for n, t in enumerate(s.took)]
            v.seen = [
                arrived if n == seat else list(_unseen(tuple(map(len, arrived))))
                for n, arrived in enumerate(v.seen)
            ]
        v.history = [event if event[0] in OPEN else _seen_by(event, seat, bit) for event in s.history]
        return v

    def sample_world(self, view: NightTable, rng: random.Random) -> NightTable:
        """Return a full table that agrees with what the viewer has seen.

        It comes as often as deals, shuffles and steals would have led to it if the others had drafted by chance; a
        secret bid is any that is allowed, each as likely.
        One thing is simplified: who has seen cards go onto the deck and then somebody else look at them there
        remembers that they went back, not where.
        """
        return next(self.worlds(view, rng))

    def worlds(self, view: NightTable, rng: random.Random) -> Iterator[NightTable]:
        """Yield such tables; the history is gone through once."""
        me = view.viewer
        lying_open = {*view.breakage, *view.patrons, *view.schemes, *view.shown, *view.aside, *view.box}
        lying_open.update(view.hands[me], view.deck, view.looked)
        unseen = [card for card in range(len(self.pieces)) if card not in lying_open]
        bids = [NONE, *range(view.minimum, self.highest_bid + 1)]
        concluded = None if view.phase.name == "draft a card" else _conclude(view, rng)
        while True:
            world = view.copy()
            if concluded is not None:
                hands, rest = concluded.deal(unseen, rng)
                hands[me] = view.hands[me][:]
                world.hands = hands
            else:
                rest = _draft_again(view, world, unseen, rng)
            for zone in (world.looked, world.deck):
                for n, card in enumerate(zone):
                    if card == HIDDEN:
                        zone[n] = rest.pop()
            world.offers = [rng.choice(bids) if offer == HIDDEN else offer for offer in view.offers]
            world.viewer, world.luck = EVERYTHING, rng.getrandbits(64)
            yield world
