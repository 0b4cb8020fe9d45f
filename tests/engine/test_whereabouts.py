"""What can be known of hidden hands: certain, uncertain, and certain again."""

from __future__ import annotations

import random
from collections import Counter

from cardgen.engine import Whereabouts

UNSEEN = list(range(10))


def dealt(seen: Whereabouts, times: int = 400) -> list[list[list[int]]]:
    rng = random.Random(5)
    return [seen.deal(UNSEEN, rng)[0] for _ in range(times)]


def test_a_card_taken_openly_stays_known() -> None:
    seen = Whereabouts(2)
    seen.take(1, 4)
    seen.draw(1)
    assert all(4 in hands[1] and len(hands[1]) == 2 for hands in dealt(seen))


def test_unknown_cards_are_dealt_evenly() -> None:
    seen = Whereabouts(2)
    seen.draw(1)
    counted = Counter(hands[1][0] for hands in dealt(seen, 3000))
    assert set(counted) == set(UNSEEN)
    assert max(counted.values()) < 1.5 * min(counted.values())


def test_after_a_blind_steal_a_known_card_may_be_in_either_hand() -> None:
    seen = Whereabouts(3)
    seen.take(1, 4)
    seen.draw(1)
    seen.draw(2)
    seen.steal(2, 1)
    places = Counter(next(n for n, hand in enumerate(hands) if 4 in hand) for hands in dealt(seen))
    assert set(places) == {1, 2}
    assert 140 < places[1] < 260


def test_seeing_the_other_card_settles_where_a_known_one_is() -> None:
    seen = Whereabouts(3)
    seen.take(1, 4)
    seen.take(1, 5)
    seen.steal(2, 1)
    seen.lose(2, 5)
    assert all(hands[1] == [4] and hands[2] == [] for hands in dealt(seen))


def test_a_card_shuffled_in_later_is_not_in_an_older_hand() -> None:
    seen = Whereabouts(2)
    seen.draw(1)
    seen.shuffled_in([0, 1, 2])
    assert not any({0, 1, 2} & set(hands[1]) for hands in dealt(seen))
    seen.draw(1)
    assert any({0, 1, 2} & set(hands[1]) for hands in dealt(seen))
    # seeing one of them leave tells that it was the younger card
    seen.lose(1, 1)
    assert not any({0, 1, 2} & set(hands[1]) for hands in dealt(seen))


def test_hands_that_cannot_be_filled_are_never_dealt() -> None:
    # One card of the first shuffle is left unseen; whoever drew twice before the second cannot hold two.
    seen = Whereabouts(3)
    for seat in (1, 2):
        seen.draw(seat)
    seen.shuffled_in(range(9))
    seen.draw(1)
    seen.steal(2, 1)
    seen.lose(2, 9)
    for hands in dealt(seen):
        assert len(hands[1]) == 1
        assert len(hands[2]) == 1


def test_every_deal_that_fits_is_equally_likely_after_cards_came_back() -> None:
    unseen = [0, 1, 2]
    seen = Whereabouts(3)
    seen.draw(1)  # cannot be card 2, which comes back only now
    seen.shuffled_in([2])
    seen.draw(2)
    rng = random.Random(5)
    counted = Counter(tuple(tuple(hand) for hand in seen.deal(unseen, rng)[0][1:]) for _ in range(4000))
    # player 1 holds 0 or 1; player 2 either of the other two
    assert set(counted) == {((0,), (1,)), ((0,), (2,)), ((1,), (0,)), ((1,), (2,))}
    assert max(counted.values()) < 1.15 * min(counted.values())
