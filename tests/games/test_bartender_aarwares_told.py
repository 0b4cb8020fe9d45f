"""What a listener hears of Bartender (Aarwares): every rule, and only where it was applied."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.watching import rules_of, told

RAID = {"hands": {"P0": ["R7"], "P1": ["R7b", "C9", "RA"]}, "bars": {"P1": ["Q1"]}}


@pytest.mark.parametrize(
    ("card", "rules"), [("R7b", {"AB-056", "AB-Q1"}), ("C9", set()), ("RA", {"AB-062", "AB-Q2"})]
)
def test_a_raid_that_is_stopped_tells_why(card: str, rules: set[str]) -> None:
    (event,) = told("bartender-aarwares", 3, RAID, "P0 raids P1.Q1 with R7", f"P1 defends with {card}")
    assert set(event.rules) == {"AB-039", "AB-051", "AB-057"} | rules
    assert event.figures == {"raids_stopped": 1}
    assert event.did == f"raid stopped by a {'coin' if card == 'C9' else 'raider'}"


def test_a_raid_that_comes_off_is_told_as_not_stopped() -> None:
    moves = ("P0 raids P1.Q1 with R7", "P1 does not defend", "P1 plays no shovel")
    (event,) = told("bartender-aarwares", 3, RAID, *moves)
    assert set(event.rules) == {"AB-027", "AB-051", "AB-052"}
    assert (event.figures, event.did) == ({"raids_stopped": 0}, "raid")
    given = {"hands": {"P0": ["R7"], "P1": ["C9", "S2"]}, "bars": {"P1": ["Q1"]}}
    event, *_ = told("bartender-aarwares", 3, given, *moves[:2], "P1 rescues Q1 with S2")
    assert event.did == "rescued from a raid"


@pytest.mark.parametrize(
    ("hands", "moves", "told_too"),
    [
        # nobody else has a coin, so nobody is asked
        ({"P0": ["C4"], "P1": []}, [], set()),
        ({"P0": ["C4"], "P1": ["C8"]}, ["P1 passes"], {"AB-054", "AB-Q6"}),
        ({"P0": ["C4"], "P1": ["C8", "R9"]}, ["P1 passes"], {"AB-054", "AB-Q6", "AB-Q7"}),
    ],
)
def test_a_bid_tells_who_could_join_in(hands: dict[str, Any], moves: list[str], told_too: set[str]) -> None:
    given = {"hands": hands, "market": ["Q1"], "bars": {"P0": ["H2"]}}
    (event,) = told("bartender-aarwares", 2, given, "P0 bids for Q1 with C4", *moves)
    assert set(event.rules) == {"AB-053", "AB-055", "AB-057"} | told_too
    assert event.figures == {"market_price": 4}


def test_the_second_attack_of_a_turn_is_told_as_such() -> None:
    given = {"hands": {"P0": ["R7", "R8"], "P1": []}, "bars": {"P1": ["Q1", "K1"]}}
    first, second = told("bartender-aarwares", 2, given, "P0 raids P1.Q1 with R7", "P0 raids P1.K1 with R8")
    assert "AB-Q13" not in first.rules
    assert "AB-Q13" in second.rules
    assert {"AB-Q12"} <= rules_of([first]), "who holds no card is not asked"
