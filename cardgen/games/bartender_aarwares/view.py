"""Who sees what at a table of Bartender, and worlds that agree with it."""

from __future__ import annotations

import random
from collections.abc import Sequence

from cardgen.engine import EVERYTHING, HIDDEN, Game
from cardgen.games.bartender_aarwares.pub import Pub
from cardgen.games.bartender_aarwares.state import NO_CARD, BarTable


class Sight(Pub, Game[BarTable]):
    """What each seat knows."""

    def known(self, s: BarTable, seat: int) -> tuple[int, ...]:
        """Return whom the hole took to the bottom of the pile (AB-050); everybody has seen it."""
        return (s.bottom,)

    def view(self, s: BarTable, seat: int) -> BarTable:
        """Return the table as a seat sees it: only the own hand, no face-down pile, no face-down bid.

        Bars, market, hole and discards lie open (AB-009, AB-015, AB-043), the backs of a hand tell its coins, and
        everybody has seen whom the hole took to the bottom of the pile (AB-050).
        """
        v = s.copy()
        v.viewer, v.luck = seat, 0
        v.deck = [HIDDEN] * len(s.deck)
        if s.bottom != NO_CARD:
            v.deck[0] = s.bottom
        v.coin_deck = [HIDDEN] * len(s.coin_deck)
        for other in range(self.players):
            if other != seat:
                v.hands[other] = [HIDDEN] * len(s.hands[other])
                v.purses[other] = [HIDDEN] * len(s.purses[other])
                if s.sealed[other] != NO_CARD:
                    v.sealed[other] = HIDDEN
        return v

    def sample_world(self, view: BarTable, rng: random.Random) -> BarTable:
        """Return a full table that agrees with all the viewer has seen; all such tables are equally likely.

        A card that was seen going back into a pile cannot be one that somebody drew before.
        """
        me = view.viewer
        seen = {*view.discard, *view.coin_discard, *view.hole, *view.market, *view.box, view.bottom}
        seen.update(*view.bartenders, *view.customers, view.hands[me], view.purses[me])
        unseen = [card for card in range(len(self.pieces)) if card not in seen]
        world = view.copy()
        tools = [card for card in unseen if self.is_tool[card]]
        world.hands = _dealt(view, view.hands, view.drawn, tools, rng)
        coins = [card for card in unseen if self.is_coin[card]]
        world.purses = _dealt(view, view.purses, view.earned, coins, rng)
        world.deck = [*tools, *(card for card in unseen if self.is_bartender[card] or self.is_customer[card])]
        rng.shuffle(world.deck)
        if view.bottom != NO_CARD:
            world.deck.insert(0, view.bottom)
        world.coin_deck = coins
        rng.shuffle(world.coin_deck)
        for seat, coin in enumerate(view.sealed):
            if coin == HIDDEN:
                world.sealed[seat] = rng.choice(world.purses[seat])
        world.viewer, world.luck = EVERYTHING, rng.getrandbits(64)
        return world


def _dealt(
    view: BarTable, held: list[list[int]], came: list[list[int]], pool: list[int], rng: random.Random
) -> list[list[int]]:
    """Return hands dealt from the pool to all seats but the viewer's; what is left stays in the pool.

    The oldest places have the fewest possible cards, and those are possible for all younger places too:
    dealt in this order, every deal that fits is equally likely.
    """
    hands = [cards[:] for cards in held]
    places = sorted(
        (shuffle, seat, n)
        for seat, shuffles in enumerate(came)
        if seat != view.viewer
        for n, shuffle in enumerate(shuffles)
    )
    rng.shuffle(pool)
    for shuffle, seat, n in places:
        hands[seat][n] = pool.pop(_first_before(view.since, pool, shuffle))
    return hands


def _first_before(since: Sequence[int], pool: Sequence[int], shuffle: int) -> int:
    return next(n for n, card in enumerate(pool) if since[card] <= shuffle)
