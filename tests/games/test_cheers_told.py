"""What a listener hears of CHEERS: every rule, and only where it was applied."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.watching import rules_of, told

GOALS = {"A": "RRGGB", "B": "RYYPP"}


def test_a_moved_card_and_a_gift_tell_that_they_cause_no_cheers() -> None:
    moved = told("cheers", 4, {"bars": {"P0": ["Rg.1"], "P1": ["Gr.1"]}}, "P0 moves Rg.1 to P1's bar")
    assert rules_of(moved) == {"CH-040", "CH-043", "CH-044"}
    given = {"hands": {"P0": ["Rg.1", "Yb.1", "Yp.1"]}, "bars": {"P1": ["Gp.1"], "P3": ["Gr.1"]}}
    moves = ("P0 plays Rg.1 at P1's bar", "P1 gives Rg.1 to P3 and Gp.1 to P2")
    cheers, gifts, quiet, _ = told("cheers", 4, given, *moves)
    assert set(cheers.rules) == {"CH-031", "CH-032", "CH-033"}
    assert cheers.figures == {"matching_cards": 1}
    assert set(gifts.rules) == {"CH-035", "CH-037", "CH-038"}
    assert gifts.figures == {"gifts_to_opponents": 1}
    assert set(quiet.rules) == {"CH-040", "CH-042"}


@pytest.mark.parametrize(
    ("card", "bar", "rules"),
    [
        ("Rg.1", ["Yr.1"], {"CH-041"}),  # its big icon meets a small one
        ("Rr.1", ["Yb.1"], {"CH-Q7"}),  # it does not meet itself
        ("Rg.1", ["Yb.1"], set()),
    ],
)
def test_a_card_that_causes_nothing_tells_why_it_might_have(
    card: str, bar: list[str], rules: set[str]
) -> None:
    given = {"hands": {"P0": [card, "Pb.1", "Pp.1"]}, "bars": {"P1": bar}}
    events = told("cheers", 4, given, f"P0 plays {card} at P1's bar")
    assert rules_of(events) == rules | {"CH-026", "CH-027", "CH-028"}


@pytest.mark.parametrize(
    ("bars", "rules"),
    [
        ({"P0": ["Rr.1", "Rr.2", "Gp.1", "Gp.2"]}, {"CH-Q20"}),  # five cards
        ({"P0": ["Rr.1", "Rr.2", "Rb.2", "Gp.1", "Gp.2"]}, {"CH-047", "CH-049"}),  # six
        ({"P0": ["Rr.1", "Rr.2", "Gp.1", "Gp.2"], "P2": ["Yb.1"]}, {"CH-Q3", "CH-Q20"}),
    ],
)
def test_a_victory_tells_what_made_it_one(bars: dict[str, Any], rules: set[str]) -> None:
    given = {"goal": GOALS, "bars": bars, "hands": {"P0": ["By.1", "Yp.1", "Yp.2"]}}
    *_, won = told("cheers", 4, given, "P0 plays By.1 at P0's bar")
    assert set(won.rules) == {"CH-046"} | rules
    assert won.figures["cards_of_the_winner"] == len(bars["P0"]) + 1


@pytest.mark.parametrize(("fifth", "spoiled"), [("Yp.1", True), ("Rp.1", False)])
def test_a_card_of_another_kind_is_told_to_keep_a_bar_from_victory(fifth: str, spoiled: bool) -> None:
    given = {
        "goal": GOALS,
        "bars": {"P0": ["Rr.1", "Rr.2", "Gp.1", "Gp.2", fifth]},
        "hands": {"P0": ["Bb.1", "Yy.1", "Pr.1"]},
    }
    events = rules_of(told("cheers", 4, given, "P0 plays Bb.1 at P0's bar"))
    assert ("CH-048" in events) is spoiled
    assert ("CH-046" in events) is not spoiled


@pytest.mark.parametrize(
    ("mode", "more", "seats"),
    [("base", {}, [0, 2]), ("master", {"master": {"A": "P2"}}, [2]), ("masquerade", {}, [0])],
)
def test_only_who_knows_what_a_bar_is_after_hears_that_it_has_a_stranger(
    mode: str, more: dict[str, Any], seats: list[int]
) -> None:
    given = {
        "goal": GOALS,
        "team": {"P0": "A", "P1": "B", "P2": "A", "P3": "B"},
        "bars": {"P0": ["Rr.1", "Rr.2", "Gp.1", "Gp.2", "Yp.1"]},
        "hands": {"P0": ["Bb.1", "Yy.1", "Pr.1"]},
        **more,
    }
    if mode != "masquerade":
        del given["team"]
    (event,) = (
        one
        for one in told("cheers", 4, given, "P0 plays Bb.1 at P0's bar", mode=mode)
        if one.rule == "CH-048"
    )
    assert sorted(event.only or ()) == seats


@pytest.mark.parametrize(("mode", "everybody"), [("base", True), ("masquerade", False)])
def test_at_masquerade_nobody_hears_for_which_team_glasses_are(mode: str, everybody: bool) -> None:
    given = {"hands": {"P0": ["Rg.1", "Yb.1", "Yp.1"]}, "bars": {"P1": ["Gp.1"], "P3": ["Gr.1"]}}
    moves = ("P0 plays Rg.1 at P1's bar", "P1 gives Rg.1 to P3 and Gp.1 to P2")
    (gift,) = (one for one in told("cheers", 4, given, *moves, mode=mode) if "for team" in one.says)
    assert gift.only is None if everybody else gift.only == ()
