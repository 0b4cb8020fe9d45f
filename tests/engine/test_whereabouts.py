"""What can be known of hidden hands: certain, uncertain, and certain again."""

from __future__ import annotations

import random
from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cardgen.engine import Whereabouts, whereabouts

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


# -- more cases than anybody can keep in mind


def long_night(
    seen: Whereabouts, rng: random.Random, rounds: int, cards: int = 40, openly: float = 0.1
) -> tuple[list[list[int]], list[int]]:
    """Let three seats draw, steal, show and shuffle in what lies open; returns the true hands and all unseen cards."""
    deck, shown = list(range(cards)), []
    hands: list[list[int]] = [[], [], []]
    for _ in range(rounds):
        for seat in rng.choices(range(3), k=4):
            if deck:
                card = deck.pop(rng.randrange(len(deck)))
                seen.take(seat, card) if rng.random() < openly else seen.draw(seat)
                hands[seat].append(card)
        thief, victim = rng.sample(range(3), 2)
        if hands[victim]:
            seen.steal(thief, victim)
            hands[thief].append(hands[victim].pop(rng.randrange(len(hands[victim]))))
        for seat in rng.choices(range(3), k=4):
            if hands[seat]:
                shown.append(hands[seat].pop(rng.randrange(len(hands[seat]))))
                seen.lose(seat, shown[-1])
        if rng.random() < 0.7:
            seen.shuffled_in(shown)
            deck += shown
            shown.clear()
    return hands, [card for card in range(cards) if card not in shown]


def test_the_cases_of_a_long_night_stay_few() -> None:
    most = 0
    for rounds in range(1, 13):
        rng = random.Random(rounds)
        seen = Whereabouts(3, rng)
        long_night(seen, rng, rounds)
        assert len(seen) <= whereabouts.MOST_CASES
        most = max(most, len(seen))
    assert most > 100, "these nights are no test"


@settings(deadline=None)
@given(
    seed=st.integers(0, 10**6),
    rounds=st.integers(1, 10),
    cards=st.integers(6, 40),
    openly=st.sampled_from([0, 0.2, 0.8]),
    most=st.sampled_from([1, 2, 5, 50]),
)
def test_whatever_cases_were_not_kept_hands_are_full_and_no_card_is_dealt_twice(
    seed: int, rounds: int, cards: int, openly: float, most: int
) -> None:
    rng = random.Random(seed)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(whereabouts, "MOST_CASES", most)
        seen = Whereabouts(3, rng)
        hands, unseen = long_night(seen, rng, rounds, cards, openly)
        for _ in range(3):
            found, rest = seen.deal(unseen, rng)
            assert [len(hand) for hand in found] == [len(hand) for hand in hands]
            assert sorted([*rest, *(card for hand in found for card in hand)]) == unseen


@pytest.mark.parametrize("seed", range(6))
def test_a_known_card_stays_known_when_its_case_was_not_kept(
    monkeypatch: pytest.MonkeyPatch, seed: int
) -> None:
    monkeypatch.setattr(whereabouts, "MOST_CASES", 1)
    seen = Whereabouts(3, random.Random(seed))
    seen.take(1, 4)
    seen.draw(1)
    seen.steal(2, 1)
    seen.lose(1, 9)
    assert all(hands[1:] == [[], [4]] for hands in dealt(seen))


def test_lots_favour_no_case(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(whereabouts, "MOST_CASES", 1)
    rng = random.Random(3)
    stolen = 0
    for _ in range(1000):
        seen = Whereabouts(3, rng)
        seen.take(1, 4)
        for _ in range(4):
            seen.draw(1)
        seen.steal(2, 1)
        stolen += 4 in seen.deal(UNSEEN, rng)[0][2]
    # one card in five: 200 within four standard deviations
    assert 150 < stolen < 250
