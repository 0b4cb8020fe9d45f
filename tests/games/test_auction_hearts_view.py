"""Deals that agree with what was shown are equally likely, and no other is dealt."""

from __future__ import annotations

import random
from collections import Counter
from itertools import permutations

from cardgen.games.auction_hearts import AuctionHearts, Table
from tests.games.kits import kit_of

GAME = AuctionHearts(kit_of("auction-hearts"), 4)


def hands(s: Table) -> tuple[frozenset[str], ...]:
    return tuple(frozenset(GAME.pieces.name(card) for suit in hand for card in suit) for hand in s.hands)


def test_every_possible_deal_is_equally_likely() -> None:
    state = GAME.position(
        {
            "hands": {"P0": ["2C", "3C"], "P1": ["2H", "2D"], "P2": ["2S", "3S"], "P3": ["4S", "3H"]},
            "won": {"P0": ["KC"]},
            "turn": "P0",
        }
    )
    state.voids[1] = 1 << GAME.suits.index("spades")
    unseen = ["2H", "2D", "2S", "3S", "4S", "3H"]
    possible = {
        (frozenset(p[:2]), frozenset(p[2:4]), frozenset(p[4:]))
        for p in permutations(unseen)
        if not any(card.endswith("S") for card in p[:2])
    }
    rng = random.Random(4)
    dealt = Counter(
        hands(GAME.sample_world(GAME.view(state, 0), rng))[1:] for _ in range(100 * len(possible))
    )
    assert set(dealt) == possible
    assert all(50 < number < 170 for number in dealt.values()), sorted(dealt.values())


def test_a_view_shows_how_many_cards_the_others_hold_and_nothing_more() -> None:
    view = GAME.view(GAME.deal(3), 1)
    assert [sum(map(len, hand)) for hand in view.hands] == [13, 13, 13, 13]
    for seat in (0, 2, 3):
        assert {card for suit in view.hands[seat] for card in suit} == {-1}
        assert [len(suit) for suit in view.hands[seat]] == [13, 0, 0, 0], "not even how many of a suit"


def test_who_leads_the_unbroken_pain_suit_shows_to_hold_nothing_else() -> None:
    state = GAME.position({"hands": {"P0": ["2H", "3H"], "P1": ["4H", "5C"]}, "won": {"P0": ["KC"]}})
    GAME.play_text(state, "P0 plays 2H")
    assert state.voids[0] == 15 & ~(1 << GAME.suits.index("hearts"))
    GAME.play_text(state, "P1 plays 4H")
    assert state.voids[1] == 0


def test_who_does_not_follow_shows_a_void() -> None:
    state = GAME.position({"hands": {"P0": ["2S", "3H"], "P1": ["4D", "5C"]}, "won": {"P0": ["KC"]}})
    GAME.play_text(state, "P0 plays 2S")
    GAME.play_text(state, "P1 plays 4D")
    assert state.voids[1] == 1 << GAME.suits.index("spades")
