"""The rules of CHEERS and its player against slow and simple ways to say the same."""

from __future__ import annotations

import random
from collections import Counter
from itertools import combinations_with_replacement, permutations
from typing import Any

import pytest

from cardgen.engine import OVER, IllegalMove, RandomBot, pick, play_game, rollout
from cardgen.games import make_game
from cardgen.games.cheers import Goals, Hopes, danger
from tests.games.kits import kit_of
from tests.many import mostly_slow

KIT = kit_of("cheers")
GOALS = Goals(list(KIT.tables["ingredients"]), KIT.tables["bar"])
WAYS_TO_SIT = [(3, 2), (4, 2), (5, 2), (5, 3), (6, 2), (6, 3)]


def table(players: int, teams: int = 2, **options: Any) -> Any:
    return make_game(KIT, players, {"teams": teams, **options})


# -- combinations


def test_combinations_are_drawn_with_the_odds_of_the_seven_steps() -> None:
    """CH-016 to CH-020: 1 of 70 for each of thirty combinations of three drinks, 1 of 35 for twenty of four."""
    game, drawn = table(6, 3), Counter[str]()
    for seed in range(1500):
        drawn.update(game.facts(game.deal(seed))["goal"].values())
    assert len(drawn) == len(GOALS.tokens) == 50
    assert Counter(len(set(goal)) for goal in drawn) == {3: 30, 4: 20}
    for goal, number in drawn.items():
        expected = 4500 / (70 if len(set(goal)) == 3 else 35)
        assert abs(number - expected) < 5 * expected**0.5, goal


def test_no_combination_is_drawn_twice_where_they_must_differ() -> None:
    for distinct in (True, False):
        game = table(6, 3, distinct_goals=distinct)
        different = [len({*game.facts(game.deal(seed))["goal"].values()}) == 3 for seed in range(200)]
        assert all(different) == distinct


def cards_of(kinds: Any) -> list[str]:
    """Cards with these big glasses, each once."""
    cards = [f"{big}{small}.{n}" for n in (1, 2) for big in "RGBYP" for small in "rgbyp"]
    return [cards.pop(next(n for n, card in enumerate(cards) if card[0] == kind)) for kind in kinds]


@pytest.mark.parametrize("goal", ["RRGGB", "RGBYY"])
def test_a_bar_fulfils_what_it_covers_if_nothing_else_lies_there(goal: str) -> None:
    game, rng = table(4), random.Random(1)
    mixes = [mix for size in (4, 5, 6) for mix in combinations_with_replacement("RGBYP", size)]
    near = [mix for mix in mixes if set(mix) <= set(goal) or set(goal) <= set(mix)]
    for mix in rng.sample(near, 60):
        s = game.position(
            {
                "goal": {"A": goal, "B": "YYPPB"},
                "bars": {"P0": cards_of(mix)},
                "hands": {"P3": []},
                "turn": "P3",
            }
        )
        s.phase.play(s, s.phase.moves(s)[-1])
        covered = all(mix.count(kind) >= goal.count(kind) for kind in goal)
        assert (s.phase is OVER) == (covered and set(mix) <= set(goal)), mix


@pytest.mark.parametrize("size", [0, 3, 5, 7])
def test_the_danger_of_a_bar_is_the_mean_of_all_combinations_counted_card_by_card(size: int) -> None:
    for cards in combinations_with_replacement(range(5), size):
        far = 0.0
        for weight, tokens in zip(GOALS.weights, GOALS.tokens, strict=True):
            fits = sum(min(cards.count(kind), tokens.count(kind)) for kind in set(tokens))
            wrong = sum(kind not in tokens for kind in cards)
            way = fits - wrong - 0.5 * max(0, size - fits - wrong - (GOALS.places - GOALS.size))
            far += weight * min(1.0, (max(way, 0.0) / GOALS.size) ** 2 + 0.01 * way)
        assert danger(GOALS, GOALS.mix(cards)) == pytest.approx(far / sum(GOALS.weights)), cards


# -- seats and turns


@pytest.mark.parametrize(("players", "teams"), WAYS_TO_SIT)
def test_turns_are_shared_out_fairly_and_teammates_never_follow_one_another(players: int, teams: int) -> None:
    game = table(players, teams)
    s = game.position({})
    turns, team = game.facts(s)["turn_order"], dict(zip(game.names, s.team, strict=True))
    assert len({*Counter(team[name] for name in turns).values()}) == 1, "every team as often as every other"
    for letter in {*s.team}:
        assert len({turns.count(name) for name in game.names if team[name] == letter}) == 1
    assert all(team[one] != team[two] for one, two in zip(turns, (*turns[1:], turns[0]), strict=True))


@pytest.mark.parametrize("first", ["A1", "chosen"])
@pytest.mark.parametrize(("players", "teams"), WAYS_TO_SIT)
def test_who_begins_is_in_the_list_and_follows_it(players: int, teams: int, first: str) -> None:
    game = table(players, teams, first=first)
    begins = {game.deal(seed).turn for seed in range(40)}
    assert begins == ({0} if players % 2 and first == "A1" else set(range(players)))
    for seed in range(10):
        s = game.deal(seed)
        assert game.facts(s)["turn_order"][0] == game.names[s.turn]


# -- play


def walk(game: Any, seed: int) -> Any:
    state, rng = game.deal(seed), random.Random(seed)
    while state.phase is not OVER:
        move = pick(game.moves(state), rng.random)
        yield state, move
        state.phase.play(state, move)


def bars(game: Any, s: Any) -> list[list[int]]:
    return [*(s.piles[f"bar {name}"] for name in game.names), s.piles["bar"]]


@pytest.mark.parametrize(("players", "teams"), WAYS_TO_SIT)
def test_between_turns_bars_and_hands_are_within_their_limits(players: int, teams: int) -> None:
    game = table(players, teams)
    for s, _ in walk(game, 11):
        if s.phase.name == "take a turn":
            assert not s.stack
            assert all(len(bar) <= 6 for bar in bars(game, s))
            hands = [len(s.piles[f"hand {name}"]) for name in game.names]
            assert all(held <= most for held, most in zip(hands, s.hand_size, strict=True))
            full = hands[s.actor] == s.hand_size[s.actor]
            assert full or not (s.piles["deck"] or s.piles["discard"]), "the hand is filled after the action"


@pytest.mark.parametrize("limit_first", [False, True])
def test_cheers_happens_exactly_when_a_played_small_icon_meets_a_big_one(limit_first: bool) -> None:
    game = table(6, limit_first=limit_first)
    cards = game.pieces.cards
    for seed in range(4):
        for s, move in walk(game, seed):
            if isinstance(move, int) or move[0] != "play":
                continue
            _, card, bar = move
            there = bars(game, s)[bar]
            expected = any(cards[other].big == cards[card].small for other in there)
            after = s.copy()
            after.phase.play(after, move)
            if len(there) < 6 or not limit_first:
                assert (after.phase.name == "give two cards away") == expected


@pytest.mark.parametrize(("players", "teams"), WAYS_TO_SIT)
def test_cheers_takes_two_cards_to_two_other_bars_and_one_of_them_is_an_opponents(
    players: int, teams: int
) -> None:
    game = table(players, teams)
    for seed in range(3):
        for s, move in walk(game, seed):
            if not isinstance(move, tuple) or move[0] != "give":
                continue
            giver, before = s.about[-1], bars(game, s)
            after = s.copy()
            after.phase.play(after, move)
            assert len(bars(game, after)[giver]) == len(before[giver]) - 2
            assert move[1] in bars(game, after)[move[2]]
            assert move[3] in bars(game, after)[move[4]]
            small = "C" if (players, teams) == (5, 3) else "B"
            team = [*s.team, small]
            others = [bar for bar in (*range(players), *[-1] * (players % 2)) if bar != giver]
            allowed = {
                pair for pair in permutations(others, 2) if any(team[one] != team[giver] for one in pair)
            }
            assert {(one[2], one[4]) for one in game.moves(s)} == allowed


def test_a_game_without_cards_to_play_ends_without_a_winner() -> None:
    game = table(4, reshuffle=False)
    hands: dict[str, list[str]] = {name: [] for name in game.names}
    s = game.position({"hands": hands, "bars": {"P0": ["Rr.1"]}, "deck": []})
    assert rollout(s, random.Random(2)) == 50
    assert (s.ending, game.winners(s)) == ("no cards were left to play", ())


@pytest.mark.parametrize(
    ("given", "says"),
    [
        ({"goal": {"A": "RRGGX"}}, "'X' in 'RRGGX' is none of R, G, B, Y, P"),
        ({"goal": {"D": "RRGGB"}}, "there is no goal 'D'"),
        ({"goal": ["RRGGB"]}, "expected entries"),
        ({"hands": {"P7": []}}, "nobody called 'P7'"),
        ({"spot": 40}, "spot is '40'"),
        ({"team": {"P0": "B"}}, "expected A, B, A, B, A, for it is no secret here"),
        ({"goal": {"A": "RRRGG"}}, "'RRRGG' cannot be: at most two alike"),
        ({"goal": {"A": "RGBYP"}}, "'RGBYP' cannot be: four ingredients at most, for one is left out"),
        ({"goal": {"C": "RRGGB"}}, "'RRGGB' cannot be: no such team is at this table"),
    ],
)
def test_a_position_that_cannot_be_is_refused_in_words(given: dict[str, Any], says: str) -> None:
    with pytest.raises(ValueError, match=says):
        table(5).position(given)


def test_a_masquerade_deals_every_way_to_share_out_the_teams() -> None:
    game = table(4, mode="masquerade")
    assert {tuple(game.deal(seed).team) for seed in range(60)} == set(permutations("AABB"))


def test_a_master_is_a_person_of_the_team() -> None:
    for players, teams in WAYS_TO_SIT:
        game = table(players, teams, mode="master")
        dealt = [game.deal(seed) for seed in range(40)]
        for team in "ABC"[:teams]:
            members = {seat for seat in range(players) if dealt[0].team[seat] == team}
            assert {s.master[team] for s in dealt} == members


def test_nobody_sits_on_the_stool_of_an_even_game() -> None:
    game = table(4)
    with pytest.raises(IllegalMove, match="CH-031"):
        game.play(game.position({}), ("play", 0, 7))
    assert not [move for move in game.moves(game.position({})) if -1 in move]


# -- house rules that matter only together with another, or seldom


def differ(players: int, name: str, value: object, seeds: range, **others: Any) -> bool:
    book, other = table(players, **others), table(players, **{**others, name: value})

    def told(game: Any, seed: int) -> dict[str, Any]:
        s = game.deal(seed)
        rollout(s, random.Random(seed))
        return dict(game.facts(s))

    return any(told(book, seed) != told(other, seed) for seed in seeds)


def test_house_rules_that_seldom_matter_do_matter() -> None:
    assert differ(6, "double_win", "shared", range(2851, 2852))
    assert differ(5, "masq_opponent_rule", True, range(60), mode="masquerade")
    assert not differ(4, "masq_opponent_rule", True, range(20), mode="masquerade"), "one mate: always true"


def test_seen_hands_change_what_a_sensible_player_does() -> None:
    def told(**options: Any) -> dict[str, Any]:
        game = table(4, **options)
        return dict(game.facts(play_game(game, 0, [game.greedy()] * 4)))

    assert told() != told(share_hands=True)


# -- the sensible player


@pytest.mark.parametrize(
    ("mode", "players", "teams"),
    mostly_slow(
        ((mode, *sit) for mode in ("base", "master", "masquerade") for sit in WAYS_TO_SIT), 5, test=3
    ),
)
def test_a_sensible_team_beats_one_that_plays_anything(mode: str, players: int, teams: int) -> None:
    game = table(players, teams, mode=mode)
    won = games = 0
    for seed in range(12):
        state = game.deal(seed)
        team = "ABC"[seed % teams]
        bots = [game.greedy() if state.team[seat] == team else RandomBot() for seat in range(players)]
        won += play_game(game, seed, bots).won[team]
        games += 1
    assert won >= 0.75 * games


def test_a_sensible_player_leaves_nothing_to_chance_before_a_game_is_long() -> None:
    game = table(4)
    s = game.deal(4)
    worth = {}
    for turns in (20, 1000):
        s.turns = turns
        view = game.view(s, s.turn)
        chosen = [game.greedy().choose(view, game.moves(s), random.Random(seed)) for seed in range(200)]
        worth[turns] = set(Hopes(view).actions(chosen))
    assert len(worth[20]) == 1
    assert len(worth[1000]) > 1, "who pushes a card to and fro will do something else some day"


@pytest.mark.parametrize("name", mostly_slow(KIT.options, fast=4))
def test_sensible_players_come_to_an_end_with_every_house_rule(name: str) -> None:
    for value in KIT.options[name].choices:
        for players in (3, 5, 6):
            game = make_game(KIT, players, {name: value})
            end = play_game(game, 3, [game.greedy()] * players, limit=2000)
            assert game.winners(end)


def test_masks_hide_from_who_looks_and_each_token_lies_in_one_place() -> None:
    game = table(6, 3, mode="masquerade")
    bot, chosen = game.greedy(), []
    for seed in range(20):
        s = game.deal(seed)
        assert sorted(piece for there in game.zones(s).values() for piece in there) == [
            *range(len(game.pieces))
        ]
        for _ in range(30):
            if s.phase is not OVER:
                s.phase.play(s, pick(game.moves(s), random.Random(seed).random))
        if s.phase is OVER:
            continue
        view, moves = game.view(s, s.turn), list(game.moves(s))
        chosen.append(bot.choose(s, moves, random.Random(1)) == bot.choose(view, moves, random.Random(1)))
    assert all(chosen)
