"""What a seat knows at CHEERS differs by the way to play; sampled worlds agree with it and know no more."""

from __future__ import annotations

import json
import random
from collections import Counter
from typing import Any

import pytest

from cardgen.engine import HIDDEN, OVER, pick, rollout
from cardgen.games.cheers.goals import Goals
from cardgen.games.cheers.house import share_out
from cardgen.games.cheers.rules import Cheers
from cardgen.games.cheers.state import EVERYBODY, CheersTable
from tests.engine import contract
from tests.games.kits import kit_of
from tests.many import mostly_slow, slow

KIT = kit_of("cheers")
EVENINGS = [
    pytest.param(players, {"mode": mode, "teams": teams, **others}, id=f"{mode}-{players}-{teams}{name}")
    for mode in ("base", "master", "masquerade")
    for players, teams in ((3, 2), (4, 2), (5, 2), (5, 3), (6, 2), (6, 3))
    for name, others in (("", {}), ("-manual", {"declare": "manual"}), ("-shared", {"share_hands": True}))
]


def table(players: int, **options: Any) -> Cheers:
    return Cheers(KIT, players, options)


def long_game(game: Cheers, seed: int, decisions: int) -> CheersTable:
    """A position after so many decisions in which nobody declared: the deck has been shuffled up."""
    assert game.manual
    state, rng = game.deal(seed), random.Random(seed)
    for _ in range(decisions):
        keeps_quiet = state.phase.name == "declare or not"
        moves = game.moves(state)
        state.phase.play(state, list(moves)[1] if keeps_quiet else pick(moves, rng.random))
    return state


# -- who knows what


def test_in_the_base_game_a_team_knows_its_combination() -> None:
    game = table(6, teams=3)
    state = game.deal(2)
    for seat in range(6):
        mine = state.team[seat]
        seen = game.view(state, seat).goals
        assert seen == tuple(goal if team == mine else HIDDEN for team, goal in enumerate(state.goals))


def test_apprentices_know_no_combination_at_all() -> None:
    game = table(6, teams=3, mode="master")
    state = game.deal(2)
    for seat in range(6):
        known = [goal for goal in game.view(state, seat).goals if goal != HIDDEN]
        assert len(known) == (seat in state.masters)


def test_at_a_masquerade_nobody_knows_who_else_belongs_to_the_team() -> None:
    game = table(6, mode="masquerade")
    state = game.deal(2)
    for seat in range(6):
        view = game.view(state, seat)
        assert [other for other in range(6) if view.team[other] != HIDDEN] == [seat]
        assert view.goals[state.team[seat]] == state.goals[state.team[seat]]
        assert view.goals.count(HIDDEN) == 1


def test_hands_the_deck_and_what_others_discarded_from_their_hands_are_hidden() -> None:
    game = table(4, declare="manual")
    for seed in range(5):
        state = long_game(game, seed, 60)
        for seat in range(4):
            view = game.view(state, seat)
            assert set(view.deck) <= {HIDDEN}
            assert view.hands[seat] == state.hands[seat]
            assert all(set(view.hands[other]) <= {HIDDEN} for other in range(4) if other != seat)
            for real, seen, (who, _) in zip(state.discard, view.discard, state.thrown, strict=True):
                assert seen == (real if who in (seat, EVERYBODY) else HIDDEN)


def test_teammates_who_share_their_hands_see_each_others() -> None:
    game = table(6, share_hands=True)
    state = game.deal(1)
    view = game.view(state, 2)
    assert [view.hands[seat] == state.hands[seat] for seat in range(6)] == [True, False] * 3


def test_nobody_else_learns_that_a_team_might_declare() -> None:
    game = table(4, declare="manual")
    given = {"goals": {"A": "RRGGB"}, "bars": {"P0": ["Rr.1", "Rr.2", "Gp.1", "Gp.2"], "P1": ["Bp.1"]}}
    ready = game.position({**given, "turn": "P1"})
    other = game.position({**given, "goals": {"A": "RRGGY"}, "turn": "P1"})
    for state in (ready, other):
        game.play_text(state, "P1 moves Bp.1 to P0's bar")
    assert ready.phase.name == "declare or not"
    assert other.phase.name == "take a turn"
    for seat in (1, 3):
        assert game.view(ready, seat).to_dict() == game.view(other, seat).to_dict()


def test_all_tokens_are_turned_up_at_the_end() -> None:
    game = table(6, mode="masquerade")
    state = game.deal(4)
    rollout(state, random.Random(4))
    view = game.view(state, 3)
    assert (view.team, view.goals) == (state.team, state.goals)
    assert game.sample_world(view, random.Random(1)).team == state.team


@pytest.mark.parametrize(("players", "options"), mostly_slow(EVENINGS, fast=5, test=6))
def test_views_and_sampled_worlds_agree(players: int, options: dict[str, Any]) -> None:
    game = table(players, **options)
    contract.views_keep_secrets(game, 7, every=23)
    contract.sampled_worlds_can_be_played_on(game, 8)


# -- worlds


@pytest.mark.parametrize("mode", ["base", "master", "masquerade"])
def test_no_world_has_a_team_that_would_have_won(mode: str) -> None:
    game = table(6, mode=mode)
    rng = random.Random(3)
    for seed in range(3):
        shown: list[int] = []  # every mix that has lain at a bar at the end of an action
        state = game.deal(seed)
        while state.phase is not OVER:
            if state.phase.name == "take a turn":
                shown += [(bar, mix) for bar, mix in enumerate(state.mix)]
                seat = rng.randrange(6)
                world = game.sample_world(game.view(state, seat), rng)
                for bar, mix in shown:
                    assert not game.goals.met.get(mix, 0) >> world.goals[world.team[bar]] & 1
            state.phase.play(state, pick(game.moves(state), rng.random))


def test_no_world_gives_a_hand_a_card_that_went_into_the_deck_later() -> None:
    game = table(4, declare="manual")
    rng = random.Random(5)
    checked = 0
    for seed in range(6):
        state = long_game(game, seed, 150)
        assert state.shuffles
        for seat in range(4):
            view = game.view(state, seat)
            for _ in range(5):
                world = game.sample_world(view, rng)
                for other in range(4):
                    for card, age in zip(world.hands[other], world.ages[other], strict=True):
                        back = max(
                            dict(state.returned).get(card, 0), dict(state.returned_own[seat]).get(card, 0)
                        )
                        assert back <= age
                        checked += back > 0
    assert checked, "no card came back"


def test_the_truth_is_always_among_the_worlds() -> None:
    """What the viewer knows of cards that came back never excludes the real hands."""
    game = table(5, share_hands=True, declare="manual")
    for seed in range(6):
        state = long_game(game, seed, 150)
        for seat in range(5):
            for card, age in zip(state.hands[seat], state.ages[seat], strict=True):
                known = [dict(seen) for seen in (state.returned, *state.returned_own)]
                assert max(own.get(card, 0) for own in known) <= age


def test_every_possible_hand_is_equally_likely() -> None:
    game = table(4)
    given = {"hands": {"P0": ["Rr.1"], "P1": ["Gg.1"], "P2": ["Bb.1"], "P3": ["Yy.1"]}, "deck": ["Pp.1"]}
    view = game.view(game.position(given), 0)
    rng = random.Random(4)
    dealt = Counter(tuple(map(tuple, game.sample_world(view, rng).hands)) for _ in range(2400))
    assert len(dealt) == 24
    assert all(60 < number < 145 for number in dealt.values()), sorted(dealt.values())


def test_cards_that_came_back_are_dealt_evenly_to_those_who_drew_since() -> None:
    game = table(3)
    given = {"hands": {"P0": ["Rr.1"], "P1": ["Gg.1"], "P2": ["Bb.1"]}, "deck": ["Pp.1", "Yy.1"]}
    state = game.position(given)
    state.shuffles, state.returned = 1, tuple((game.pieces.find(card), 1) for card in ("Pp.1", "Yy.1"))
    state.ages = [[0], [0], [1]]
    rng = random.Random(4)
    worlds = [game.sample_world(game.view(state, 0), rng) for _ in range(3000)]
    dealt = Counter((game.pieces.name(w.hands[1][0]), game.pieces.name(w.hands[2][0])) for w in worlds)
    # P1 has had the card from the start: one of two. P2 may have any of the other three.
    expected = {
        (one, two) for one in ("Gg.1", "Bb.1") for two in ("Gg.1", "Bb.1", "Pp.1", "Yy.1") if one != two
    }
    assert set(dealt) == expected
    assert all(410 < number < 590 for number in dealt.values()), dealt


@pytest.mark.parametrize("distinct", [slow(False), True])
def test_combinations_of_others_are_as_likely_as_they_are_drawn(distinct: bool) -> None:
    game = table(6, teams=3, distinct_goals=distinct)
    view = game.view(game.deal(1), 0)
    mine, total = view.goals[0], sum(game.goals.weights)
    rng = random.Random(6)
    drawn = Counter(game.sample_world(view, rng).goals for _ in range(8000))
    second = Counter[int]()
    for (first, one, two), number in drawn.items():
        assert first == mine
        assert not distinct or len({first, one, two}) == 3
        second[one] += number
    for goal, weight in enumerate(game.goals.weights):
        expected = 8000 * weight / total
        if distinct:
            expected = 0 if goal == mine else 8000 * weight / (total - game.goals.weights[mine])
        assert abs(second[goal] - expected) <= 5 * expected**0.5


def test_what_nobody_declared_is_ruled_out() -> None:
    game = table(4)
    bars = {"P0": ["Rr.1", "Rr.2", "Gp.1", "Gp.2", "Bp.1"]}
    state = game.position({"goals": {"A": "RRYYP", "B": "RRGGB"}, "bars": bars})
    shown = game.goals.number[0, 0, 1, 1, 2]
    game.play_text(state, "P0 discards the hand")
    rng = random.Random(2)
    seen = [game.sample_world(game.view(state, 1), rng).goals for _ in range(1500)]
    assert shown not in {goals[0] for goals in seen}
    assert len({goals[0] for goals in seen}) == 49


def test_who_may_not_declare_yet_rules_nothing_out() -> None:
    game = table(4, declare="own_turn")
    bars = {"P0": ["Rr.1", "Rr.2", "Gp.1", "Gp.2", "Bp.1"]}
    state = game.position({"goals": {"A": "RRYYP", "B": "RRGGY"}, "bars": bars, "turn": "P1"})
    game.play_text(state, "P1 discards the hand")
    assert not any(state.ruled_out), "team A may be waiting for its own turn"
    game.play_text(state, "P2 discards the hand")
    assert state.ruled_out[0] >> game.goals.number[0, 0, 1, 1, 2] & 1


def test_combinations_that_must_differ_are_sampled_as_they_are_drawn() -> None:
    # three kinds, two tokens: with so few combinations it shows who had less to choose from
    goals = Goals("abc", {"goal": 2, "places": 3, "tokens_each": 2, "stacks_out": 1})
    rng = random.Random(8)
    unknown = (HIDDEN,) * 3
    drawn = [goals.draw_for_teams(rng, 3, distinct=True) for _ in range(20_000)]
    sampled = [found for _ in range(60_000) if (found := goals.sample(unknown, (0, 0, 0), True, rng))]
    for place in range(3):
        real, sample = (Counter(found[place] for found in many) for many in (drawn, sampled[:20_000]))
        for goal in goals.all:
            assert abs(real[goal] - sample[goal]) < 5 * (real[goal] + sample[goal]) ** 0.5


def test_only_who_discarded_a_hand_knows_what_of_it_went_into_the_deck() -> None:
    game = table(4)
    state = game.position({"hands": {"P0": ["Rr.1", "Gg.1"]}, "deck": ["Pp.1"], "discard": ["Yy.1"]})
    game.play_text(state, "P0 discards the hand")
    rr, gg, yy = (game.pieces.find(name) for name in ("Rr.1", "Gg.1", "Yy.1"))
    assert (dict(state.returned), dict(state.returned_own[0])) == ({yy: 1}, {rr: 1, gg: 1})
    assert dict(game.view(state, 0).returned_own[0]) == {rr: 1, gg: 1}
    assert game.view(state, 1).returned_own == ((),) * 4


def test_whoever_showed_my_combination_and_did_not_win_is_no_teammate() -> None:
    game = table(4, mode="masquerade")
    given: dict[str, Any] = {
        "teams": {"P0": "A", "P1": "B", "P2": "A", "P3": "B"},
        "goals": {"A": "RRGGB", "B": "RRYYP"},
        "bars": {"P1": ["Rr.1", "Rr.2", "Gp.1", "Gp.2", "Bp.1"]},
    }
    state = game.position(given)
    game.play_text(state, "P0 discards the hand")
    rng = random.Random(2)
    mates = Counter(game.sample_world(game.view(state, 0), rng).team for _ in range(2000))
    assert set(mates) == {(0, 1, 0, 1), (0, 1, 1, 0)}
    assert all(850 < number < 1150 for number in mates.values()), mates


def test_every_way_to_share_out_team_tokens_is_thought_of() -> None:
    ways = share_out((1, 2, 2), (1, 2, 3, 4, 5))
    assert len(ways) == len({json.dumps(way, sort_keys=True) for way in ways}) == 30
    assert all(Counter(way.values()) == {0: 1, 1: 2, 2: 2} for way in ways)


@pytest.mark.parametrize("mode", ["base", "master", "masquerade"])
def test_the_truth_turns_up_no_more_often_than_chance(mode: str) -> None:
    """Of the hidden goals and teams, too: the truth as often as two samples agree."""
    game = table(4, mode=mode)
    rng = random.Random(11)
    truth = twins = worlds = 0
    for seed in range(60):
        state: Any
        for number, (state, _) in enumerate(contract.positions(game, seed)):
            if number % 17:
                continue
            view = game.view(state, rng.randrange(4))
            one, two = ((w.team, w.goals) for w in (game.sample_world(view, rng) for _ in range(2)))
            worlds += 1
            truth += one == (state.team, state.goals)
            twins += one == two
    assert worlds > 300
    # positions of one game are alike, so the count of rare events varies more than it would by itself
    assert abs(truth - twins) <= 6 * (truth + twins + 1) ** 0.5, (truth, twins, worlds)
