"""What a listener hears of Auction Hearts: every rule, and only where it was applied."""

from __future__ import annotations

import pytest

from tests.games.watching import rules_of, told


@pytest.mark.parametrize(
    ("rule", "applied", "not_applied"),
    [
        # who follows must if there is something else in hand
        ("AH-022", "9S 2C, 8S 3C, 7S 4C, 6S 5C", "9S 2S, 8S 3S, 7S 4S, 6S 5S"),
        # not following pays for whoever takes pain cards with a card of the led suit
        ("AH-Q18", "9S 2C, TS 3C, 7S 4C, 6H 5C", "9S 2C, TS 3C, 7S 4C, 6D 5C"),
        ("AH-023", "9S 2S, 8S 3S, 7S 4S, 6D 5D", "9S 2S, 8S 3S, 7S 4S, 6S 5D"),
        ("AH-030", "9S 2S, 8S 3S, 7S 4S, 6H 5D", "9S 2S, 8S 3S, 7S 4S, 6D 5H"),
        ("AH-025", "9S 2C, 8S 3C, 7S 4C, QS 5C", "9S 2C, 8S 3C, 7S 4C, 6S 5C"),
        ("AH-026", "9S, 8S, 7S, 6S", "9S 2C, 8S 3C, 7S 4C, 6S 5C"),
        # hearts hurt and are broken: they may be led
        ("AH-032", "9H 2S, 8H 3S, 7H 4S, 6H 5S", "9S 2H, 8S 3H, 7S 4H, 6S 5H"),
    ],
)
def test_a_trick_tells_the_rules_that_mattered(rule: str, applied: str, not_applied: str) -> None:
    assert rule in _of_trick(applied)
    assert rule not in _of_trick(not_applied)


def _of_trick(hands: str) -> set[str]:
    """The rules of a trick to which everybody plays the first card of these hands; hearts hurt."""
    cards = [hand.replace("T", "10").split() for hand in hands.split(", ")]
    given = {
        "pain": "hearts",
        "broken": True,
        "namer": "P0",
        "first_trick": False,
        "won": {"P1": ["AH", "AD", "KD", "QD"]},
        "hand": {f"P{seat}": hand for seat, hand in enumerate(cards)},
    }
    plays = [f"P{seat} plays {hand[0]}" for seat, hand in enumerate(cards)]
    return rules_of(told("auction-hearts", 4, given, *plays)[:1])


@pytest.mark.parametrize(
    ("bids", "rules"),
    [
        (["bids 3", "passes", "bids 4", "passes"], {"AH-018", "AH-Q6"}),
        (["passes", "passes", "bids 4", "passes"], {"AH-018"}),
        (["bids 1", "bids 2", "bids 3", "bids 4"], {"AH-Q6"}),
        (["passes", "passes", "passes", "bids 50"], {"AH-018", "AH-Q7", "AH-Q13"}),
    ],
)
def test_an_auction_tells_whether_it_was_raised_and_how_far(bids: list[str], rules: set[str]) -> None:
    (won,) = told("auction-hearts", 4, {}, *(f"P{seat} {bid}" for seat, bid in enumerate(bids)))
    always = {"AH-002", "AH-014", "AH-015", "AH-017", "AH-019"}
    assert set(won.rules) == always | rules
    assert won.figures == {"winning_bid": max(int(bid.split()[1]) for bid in bids if bid != "passes")}


def test_a_shared_pot_is_told_once_as_a_figure() -> None:
    given = {
        "pain": "hearts",
        "pot": 9,
        "won": {"P0": ["2H", "3C", "4C", "5C"], "P1": ["3H", "6C", "7C", "8C"]},
        "hand": {"P0": ["9S"], "P1": ["8S"], "P2": ["7S"], "P3": ["6S"]},
    }
    plays = (f"P{seat} plays {card}S" for seat, card in enumerate((9, 8, 7, 6)))
    events = told("auction-hearts", 4, given, *plays)
    pots = [event.figures for event in events if event.figures]
    assert pots == [{"clear_players": 2, "pot_won": 11}]
    assert {"AH-038", "AH-039"} <= rules_of(events)
    assert {"AH-037", "AH-040", "AH-044"}.isdisjoint(rules_of(events))
