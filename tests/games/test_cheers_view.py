"""What a seat knows at CHEERS differs by the way to play; sampled worlds agree with it and know no more."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import pytest

from cardgen.engine import HIDDEN, OVER, pick, rollout
from cardgen.games import make_game
from cardgen.games.cheers import Barroom
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


def table(players: int, **options: Any) -> Any:
    return make_game(KIT, players, options)


def long_game(game: Any, seed: int, decisions: int) -> Any:
    """A position after so many decisions in which nobody declared: the deck has been shuffled up."""
    assert game.options["declare"] == "manual"
    state, rng = game.deal(seed), random.Random(seed)
    for _ in range(decisions):
        keeps_quiet = state.phase.name == "declare or not"
        moves = game.moves(state)
        state.phase.play(state, list(moves)[1] if keeps_quiet else pick(moves, rng.random))
    return state


def goals(game: Any, s: Any) -> dict[str, str]:
    """The combination of each team in letters."""
    return {team: game.facts(s)["goal"][team] for team in sorted({*s.team} - {"?"})}


def hands(game: Any, s: Any) -> list[list[int]]:
    return [s.piles[f"hand {name}"] for name in game.names]


# -- who knows what


def test_in_the_base_game_a_team_knows_its_combination() -> None:
    game = table(6, teams=3)
    state = game.deal(2)
    for seat in range(6):
        seen = goals(game, game.view(state, seat))
        assert seen == {t: goal if t == state.team[seat] else "?" for t, goal in goals(game, state).items()}


def test_apprentices_know_no_combination_at_all() -> None:
    game = table(6, teams=3, mode="master")
    state = game.deal(2)
    for seat in range(6):
        known = [goal for goal in goals(game, game.view(state, seat)).values() if goal != "?"]
        assert len(known) == (seat in state.master.values())


def test_at_a_masquerade_nobody_knows_who_else_belongs_to_the_team() -> None:
    game = table(6, mode="masquerade")
    state = game.deal(2)
    for seat in range(6):
        view, mine = game.view(state, seat), state.team[seat]
        assert view.team == [mine if other == seat else "?" for other in range(6)]
        assert game.facts(view)["goal"][mine] == game.facts(state)["goal"][mine] != "?"
        assert [HIDDEN in view.piles[f"goal {team}"] for team in "AB"].count(True) == 1


def test_hands_the_deck_and_what_others_discarded_from_their_hands_are_hidden() -> None:
    game = table(4, declare="manual")
    for seed in range(5):
        state = long_game(game, seed, 60)
        for seat in range(4):
            view = game.view(state, seat)
            assert set(view.piles["deck"]) <= {HIDDEN}
            for other, (own, real) in enumerate(zip(hands(game, view), hands(game, state), strict=True)):
                assert own == real if other == seat else set(own) <= {HIDDEN}
            for real, seen in zip(state.piles["discard"], view.piles["discard"], strict=True):
                assert seen == (real if real in (*state.known, *state.seen[seat]) else HIDDEN)


def test_teammates_who_share_their_hands_see_each_others() -> None:
    game = table(6, share_hands=True)
    state = game.deal(1)
    seen, real = hands(game, game.view(state, 2)), hands(game, state)
    assert [seen[seat] == real[seat] for seat in range(6)] == [True, False] * 3


def test_nobody_else_learns_that_a_team_might_declare() -> None:
    game = table(4, declare="manual")
    given = {
        "goal": {"A": "RRGGB", "B": "RRGPP"},
        "bars": {"P0": ["Rr.1", "Rr.2", "Gp.1", "Gp.2"], "P1": ["Bp.1"]},
    }
    ready = game.position({**given, "turn": "P1"})
    other = game.position({**given, "goal": {"A": "RRGGY", "B": "RRGPP"}, "turn": "P1"})
    for state in (ready, other):
        game.play_text(state, "P1 moves Bp.1 to P0's bar")
    assert (ready.phase.name, other.phase.name) == ("declare or not", "take a turn")
    for seat in (1, 3):
        assert game.view(ready, seat).to_dict() == game.view(other, seat).to_dict()


def test_all_tokens_are_turned_up_at_the_end() -> None:
    game = table(6, mode="masquerade")
    state = game.deal(4)
    rollout(state, random.Random(4))
    view = game.view(state, 3)
    assert (view.team, goals(game, view)) == (state.team, goals(game, state))
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
    house, rng = Barroom(game), random.Random(3)
    for seed in range(2):
        shown: list[tuple[int, int]] = []  # every mix that has lain at a bar at the end of an action
        state = game.deal(seed)
        while state.phase is not OVER:
            if state.phase.name == "take a turn":
                lying = [state.piles[f"bar {name}"] for name in game.names]
                shown += [(bar, sum(house.unit[card] for card in cards)) for bar, cards in enumerate(lying)]
                world = game.sample_world(game.view(state, rng.randrange(6)), rng)
                for bar, mix in shown:
                    assert not house.goals.met.get(mix, 0) >> house.goal(world, world.team[bar]) & 1
            state.phase.play(state, pick(game.moves(state), rng.random))


def test_every_possible_hand_is_equally_likely() -> None:
    game = table(4)
    given = {"hands": {"P0": ["Rr.1"], "P1": ["Gg.1"], "P2": ["Bb.1"], "P3": ["Yy.1"]}, "deck": ["Pp.1"]}
    view = game.view(game.position(given), 0)
    rng = random.Random(4)
    dealt = Counter(str(hands(game, game.sample_world(view, rng))) for _ in range(2400))
    assert len(dealt) == 24
    assert all(60 < number < 145 for number in dealt.values()), sorted(dealt.values())


@pytest.mark.parametrize("distinct", [slow(False), True])
def test_combinations_of_others_are_as_likely_as_they_are_drawn(distinct: bool) -> None:
    game = table(6, teams=3, distinct_goals=distinct)
    house, view = Barroom(game), game.view(game.deal(1), 0)
    mine, total = house.goal(view, "A"), sum(house.goals.weights)
    rng = random.Random(6)
    worlds = [game.sample_world(view, rng) for _ in range(4000)]
    drawn = Counter(tuple(house.goal(world, team) for team in "ABC") for world in worlds)
    second = Counter[int]()
    for (first, one, two), number in drawn.items():
        assert first == mine
        assert not distinct or len({first, one, two}) == 3
        second[one] += number
    for goal, weight in enumerate(house.goals.weights):
        expected = 4000 * weight / total
        if distinct:
            expected = 0 if goal == mine else 4000 * weight / (total - house.goals.weights[mine])
        assert abs(second[goal] - expected) <= 5 * expected**0.5


def test_what_nobody_declared_is_ruled_out() -> None:
    game = table(4)
    bars = {"P0": ["Rr.1", "Rr.2", "Gp.1", "Gp.2", "Bp.1"]}
    state = game.position({"goal": {"A": "RRYYP", "B": "RRGGB"}, "bars": bars})
    game.play_text(state, "P0 discards the hand")
    rng = random.Random(2)
    seen = {goals(game, game.sample_world(game.view(state, 1), rng))["A"] for _ in range(1500)}
    assert "RRGGB" not in seen
    assert len(seen) == 49


def test_who_may_not_declare_yet_rules_nothing_out() -> None:
    game = table(4, declare="own_turn")
    bars = {"P0": ["Rr.1", "Rr.2", "Gp.1", "Gp.2", "Bp.1"]}
    state = game.position({"goal": {"A": "RRYYP", "B": "RRGGY"}, "bars": bars, "turn": "P1"})
    game.play_text(state, "P1 discards the hand")
    assert not state.shown, "team A may be waiting for its own turn"
    game.play_text(state, "P2 discards the hand")
    assert len(state.shown) == 1


def test_only_who_discarded_a_hand_knows_what_of_it_went_into_the_deck() -> None:
    game = table(4)
    cards = {"deck": ["Pp.1"], "discard": ["Yy.1"], "known": ["Yy.1"]}
    state = game.position({"hands": {"P0": ["Rr.1", "Gg.1", "Bb.2"], "P2": ["Bb.1"]}, **cards})
    game.play_text(state, "P0 discards the hand")
    rr, gg, bb, yy = (game.pieces.find(name) for name in ("Rr.1", "Gg.1", "Bb.2", "Yy.1"))
    assert (state.since, state.since_own[0]) == ({yy: 1}, {rr: 1, gg: 1, bb: 1})
    assert game.view(state, 0).since_own[0] == {rr: 1, gg: 1, bb: 1}
    assert game.view(state, 1).since_own == [{}] * 4
    rng = random.Random(1)
    for seat, others in ((0, {rr, gg, bb, yy}), (1, {yy})):
        worlds = [game.sample_world(game.view(state, seat), rng) for _ in range(60)]
        assert not any(others & {*hands(game, world)[2]} for world in worlds), "P2 has drawn nothing since"


def test_whoever_showed_my_combination_and_did_not_win_is_no_teammate() -> None:
    game = table(4, mode="masquerade")
    given: dict[str, Any] = {
        "team": {"P0": "A", "P1": "B", "P2": "A", "P3": "B"},
        "goal": {"A": "RRGGB", "B": "RRYYP"},
        "bars": {"P1": ["Rr.1", "Rr.2", "Gp.1", "Gp.2", "Bp.1"]},
    }
    state = game.position(given)
    game.play_text(state, "P0 discards the hand")
    rng = random.Random(2)
    mates = Counter("".join(game.sample_world(game.view(state, 0), rng).team) for _ in range(1000))
    assert set(mates) == {"ABAB", "ABBA"}
    assert all(400 < number < 600 for number in mates.values()), mates


@pytest.mark.parametrize("mode", ["base", "master", "masquerade"])
def test_the_truth_turns_up_no_more_often_than_chance(mode: str) -> None:
    """Of the hidden goals and teams, too: the truth as often as two samples agree."""
    game = table(4, mode=mode)
    rng = random.Random(11)
    truth = twins = worlds = 0
    for seed in range(60):
        for number, (state, _) in enumerate(contract.positions(game, seed)):
            if number % 17:
                continue
            view = game.view(state, rng.randrange(4))
            one, two = ((w.team, goals(game, w)) for w in (game.sample_world(view, rng) for _ in range(2)))
            worlds += 1
            truth += one == (state.team, goals(game, state))
            twins += one == two
    assert worlds > 300
    # positions of one game are alike, so the count of rare events varies more than it would by itself
    assert abs(truth - twins) <= 6 * (truth + twins + 1) ** 0.5, (truth, twins, worlds)
