"""Deals that agree with what was shown are equally likely, and no other is dealt."""

from __future__ import annotations

import random
from collections import Counter
from itertools import permutations

import pytest

from cardgen.engine import HIDDEN
from cardgen.games.auction_hearts.rules import AuctionHearts, HeartsTable
from tests.games.kits import kit_of

GAME = AuctionHearts(kit_of("auction-hearts"), 4)
HANDS = {"P0": ["2C", "3C"], "P1": ["2H", "2D"], "P2": ["2S", "3S"], "P3": ["4S", "3H"]}


def hands(s: HeartsTable) -> tuple[frozenset[str], ...]:
    return tuple(frozenset(GAME.pieces.list([c for suit in hand for c in suit])) for hand in s.hands)


@pytest.mark.parametrize(
    "voids",
    [{}, {1: "S"}, {1: "S", 3: "C"}, {1: "S", 2: "HD"}, {1: "S", 2: "HD", 3: "D"}],
    ids=lambda v: "-".join(f"P{s}{x}" for s, x in v.items()) or "none",
)
def test_every_possible_deal_is_equally_likely(voids: dict[int, str]) -> None:
    state = GAME.position({"pain": "hearts", "hands": HANDS})
    for seat, suits in voids.items():
        state.voids[seat] = sum(1 << "SHDC".index(suit) for suit in suits)
    unseen = [card for name, hand in HANDS.items() if name != "P0" for card in hand]
    possible = {
        (frozenset(p[:2]), frozenset(p[2:4]), frozenset(p[4:]))
        for p in permutations(unseen)
        if not any(card[-1] in voids.get(1 + n // 2, "") for n, card in enumerate(p))
    }
    rng = random.Random(4)
    view = GAME.view(state, 0)
    dealt = Counter(hands(GAME.sample_world(view, rng))[1:] for _ in range(100 * len(possible)))
    assert set(dealt) == possible
    assert all(50 < number < 170 for number in dealt.values()), sorted(dealt.values())


def test_a_view_shows_how_many_cards_the_others_hold_and_nothing_more() -> None:
    view = GAME.view(GAME.deal(3), 1)
    assert [sum(map(len, hand)) for hand in view.hands] == [13, 13, 13, 13]
    for seat in (0, 2, 3):
        assert {card for suit in view.hands[seat] for card in suit} == {HIDDEN}
        assert [len(suit) for suit in view.hands[seat]] == [13, 0, 0, 0], "not even how many of a suit"


def test_a_view_keeps_the_own_hand_and_the_truth_is_left_alone() -> None:
    state = GAME.deal(3)
    before = hands(state)
    assert hands(GAME.view(state, 2))[2] == before[2]
    assert hands(state) == before
