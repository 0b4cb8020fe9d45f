"""What players imagine is possible: conclusions from what nobody did, secrets that were dealt, zones that deeds fill, own discards."""

from __future__ import annotations

import random
from collections import Counter
from functools import cache
from typing import Any

import pytest

from cardgen.engine import IllegalMove
from cardgen.games import make_game
from tests.games.kits import kit_of

BARS = {"P0": ["Rr.1", "Rr.2", "Gp.1", "Gp.2", "Bp.1"]}


@pytest.fixture(scope="module")
def kind() -> Any:
    return cache(lambda mode, declare: make_game(kit_of("cheers"), 4, {"mode": mode, "declare": declare}))


def goals(game: Any, s: Any) -> dict[str, str]:
    """The combination of each team in letters."""
    return {team: game.facts(s)["goal"][team] for team in "AB"}


def test_what_nobody_declared_is_ruled_out_and_the_rest_is_drawn(kind: Any) -> None:
    game = kind("base", "any_time")
    state = game.position({"goal": {"A": "RRYYP", "B": "RRGGB"}, "bars": BARS})
    game.play_text(state, "P0 discards the hand")
    rng = random.Random(2)
    seen = {goals(game, game.sample_world(game.view(state, 1), rng))["A"] for _ in range(1500)}
    assert "RRGGB" not in seen
    assert len(seen) == 49, "all others that the seven steps can draw"


def test_who_may_not_declare_yet_rules_nothing_out(kind: Any) -> None:
    game = kind("base", "own_turn")
    state = game.position({"goal": {"A": "RRYYP", "B": "RRGGY"}, "bars": BARS, "turn": "P1"})
    game.play_text(state, "P1 discards the hand")
    assert not state.shown, "team A may be waiting for its own turn"
    game.play_text(state, "P2 discards the hand")
    assert len(state.shown) == 1


def test_whoever_showed_my_combination_and_did_not_win_is_no_teammate(kind: Any) -> None:
    game = kind("masquerade", "any_time")
    given: dict[str, Any] = {
        "team": {"P0": "A", "P1": "B", "P2": "A", "P3": "B"},
        "goal": {"A": "RRGGB", "B": "RRYYP"},
        "bars": {"P1": BARS["P0"]},
    }
    state = game.position(given)
    game.play_text(state, "P0 discards the hand")
    rng = random.Random(2)
    mates = Counter("".join(game.sample_world(game.view(state, 0), rng).team) for _ in range(1000))
    assert set(mates) == {"ABAB", "ABBA"}
    assert all(400 < number < 600 for number in mates.values()), mates


def test_only_who_discarded_a_hand_knows_what_of_it_went_into_the_deck(kind: Any) -> None:
    game = kind("base", "any_time")
    state = game.position(
        {
            "hands": {"P0": ["Rr.1", "Gg.1", "Bb.2"], "P2": ["Bb.1"]},
            "deck": ["Pp.1"],
            "discard": ["Yy.1"],
            "known": ["Yy.1"],
        }
    )
    game.play_text(state, "P0 discards the hand")
    rr, gg, bb, yy = (game.pieces.find(name) for name in ("Rr.1", "Gg.1", "Bb.2", "Yy.1"))
    assert (state.since, state.since_own[0]) == ({yy: 1}, {rr: 1, gg: 1, bb: 1})
    assert game.view(state, 0).since_own[0] == {rr: 1, gg: 1, bb: 1}
    assert game.view(state, 1).since_own == [{}] * 4
    rng = random.Random(1)
    for seat, others in ((0, {rr, gg, bb, yy}), (1, {yy})):
        worlds = [game.sample_world(game.view(state, seat), rng) for _ in range(60)]
        assert not any(others & {*world.piles["hand P2"]} for world in worlds), "P2 has drawn nothing since"


def test_a_sentence_with_two_readings_is_refused_by_the_nearer_one(kind: Any) -> None:
    game = kind("base", "any_time")
    given = {"bars": {"P0": ["Rg.1"], "P1": ["Yy.1"]}, "hands": {"P0": ["Gr.1"]}}
    state = game.position(given)
    game.play_text(state, "P0 plays Gr.1 at P0's bar")
    with pytest.raises(IllegalMove, match="CH-037"):
        game.play_text(state, "P0 gives Rg.1 to P0 and Gr.1 to P1")
