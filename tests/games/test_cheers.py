"""The rules of CHEERS against slow and simple ways to say the same."""

from __future__ import annotations

import random
from collections import Counter
from fractions import Fraction
from itertools import combinations_with_replacement, permutations
from typing import Any

import pytest

from cardgen.engine import OVER, IllegalMove, RandomBot, pick, play_game, rollout
from cardgen.games.cheers.bot import Hopes, danger
from cardgen.games.cheers.house import receivers
from cardgen.games.cheers.rules import Cheers
from cardgen.games.cheers.state import CheersTable
from tests.games.kits import kit_of
from tests.many import mostly_slow

KIT = kit_of("cheers")
GOALS = Cheers(KIT, 4).goals
WAYS_TO_SIT = [(3, 2), (4, 2), (5, 2), (5, 3), (6, 2), (6, 3)]


def table(players: int, teams: int = 2, **options: Any) -> Cheers:
    return Cheers(KIT, players, {"teams": teams, **options})


# -- combinations


def test_there_are_fifty_combinations_with_the_odds_of_the_seven_steps() -> None:
    chance = {
        goal: Fraction(weight, sum(GOALS.weights))
        for goal, weight in zip(GOALS.tokens, GOALS.weights, strict=True)
    }
    kinds = Counter((len(set(goal)), chance[goal]) for goal in GOALS.tokens)
    assert kinds == {(3, Fraction(1, 70)): 30, (4, Fraction(1, 35)): 20}


def test_combinations_are_drawn_with_these_odds() -> None:
    rng = random.Random(5)
    drawn = Counter(GOALS.draw(rng) for _ in range(35_000))
    for goal, weight in enumerate(GOALS.weights):
        expected = 35_000 * weight / sum(GOALS.weights)
        assert abs(drawn[goal] - expected) < 5 * expected**0.5


def test_no_combination_is_drawn_twice_where_they_must_differ() -> None:
    rng = random.Random(1)
    for _ in range(300):
        assert len(set(GOALS.draw_for_teams(rng, 3, distinct=True))) == 3
    assert any(len(set(GOALS.draw_for_teams(rng, 3, distinct=False))) < 3 for _ in range(300))


@pytest.mark.parametrize("size", [4, 5, 6, 7])
def test_a_bar_fulfils_a_combination_if_it_covers_it_and_holds_nothing_else(size: int) -> None:
    for cards in combinations_with_replacement(range(5), size):
        met = GOALS.met.get(GOALS.mix(cards), 0)
        for goal, tokens in enumerate(GOALS.tokens):
            covered = all(cards.count(kind) >= tokens.count(kind) for kind in tokens)
            expected = covered and set(cards) <= set(tokens) and size <= GOALS.places
            assert bool(met >> goal & 1) == expected, (cards, tokens)


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


def test_a_mix_knows_how_many_cards_of_each_kind_it_holds() -> None:
    assert GOALS.counts(GOALS.mix((0, 0, 3, 4, 4, 4, 4))) == [2, 0, 0, 1, 4]


# -- seats and turns


@pytest.mark.parametrize(("players", "teams"), WAYS_TO_SIT)
def test_turns_are_shared_out_fairly(players: int, teams: int) -> None:
    seats = table(players, teams).seating
    by_team = Counter(seats.team[seat] for seat in seats.turns)
    assert len(set(by_team.values())) == 1, "every team as often as every other"
    for team in by_team:
        members = [seat for seat in range(players) if seats.team[seat] == team]
        assert len({seats.turns.count(seat) for seat in members}) == 1
    neighbours = zip(seats.turns, (*seats.turns[1:], seats.turns[0]), strict=True)
    assert all(seats.team[one] != seats.team[two] for one, two in neighbours)


@pytest.mark.parametrize(("players", "teams"), WAYS_TO_SIT)
def test_team_members_never_sit_side_by_side(players: int, teams: int) -> None:
    team = table(players, teams).seating.team
    assert all(one != two for one, two in zip(team, (*team[1:], team[0]), strict=True))


def test_the_list_of_eight_favours_its_first_player() -> None:
    turns = table(5, odd_cycle="literal_8").seating.turns
    assert [turns.count(seat) for seat in (0, 2, 4)] == [2, 1, 1]


@pytest.mark.parametrize("first", ["A1", "chosen"])
@pytest.mark.parametrize(("players", "teams"), WAYS_TO_SIT)
def test_who_begins_is_in_the_list_and_follows_it(players: int, teams: int, first: str) -> None:
    game = table(players, teams, first=first)
    begins = {game.deal(seed).turn for seed in range(40)}
    fixed = game.seating.stool >= 0 and first == "A1"
    assert begins == ({0} if fixed else set(range(players)))
    for seed in range(10):
        state = game.deal(seed)
        assert game.order[state.place] == state.turn == state.first


@pytest.mark.parametrize(("players", "teams"), WAYS_TO_SIT)
def test_one_of_two_receivers_is_an_opponent_of_the_giver(players: int, teams: int) -> None:
    team = table(players, teams).seating.team
    for giver in range(len(team)):
        expected = {
            (one, two)
            for one, two in permutations(range(len(team)), 2)
            if giver not in (one, two) and (team[one] != team[giver] or team[two] != team[giver])
        }
        assert set(receivers(team, giver, opponent_first=True)) == expected
        assert expected, "there is always somebody to give to"


# -- play


def walk(game: Cheers, seed: int) -> Any:
    state, rng = game.deal(seed), random.Random(seed)
    while state.phase is not OVER:
        move = pick(game.moves(state), rng.random)
        yield state, move
        state.phase.play(state, move)


@pytest.mark.parametrize(("players", "teams"), WAYS_TO_SIT)
def test_between_turns_bars_and_hands_are_within_their_limits_and_nobody_has_won(
    players: int, teams: int
) -> None:
    game = table(players, teams)
    for state, _ in walk(game, 11):
        assert state.mix == [sum(game.unit[card] for card in bar) for bar in state.bars]
        assert list(map(len, state.ages)) == list(map(len, state.hands))
        assert len(state.thrown) == len(state.discard)
        if state.phase.name == "take a turn":
            assert not state.stack
            assert all(len(bar) <= 6 for bar in state.bars)
            assert all(len(hand) <= n for hand, n in zip(state.hands, game.hand_size, strict=True))
            full = len(state.hands[state.actor]) == game.hand_size[state.actor]
            assert full or not (state.deck or state.discard), "the hand is filled after the action"
            for bar, mix in enumerate(state.mix):
                assert not GOALS.met.get(mix, 0) >> state.goals[state.team[bar]] & 1
        else:
            assert len(state.stack) == 1


@pytest.mark.parametrize("limit_first", [False, True])
def test_cheers_happens_exactly_when_a_played_small_icon_meets_a_big_one(limit_first: bool) -> None:
    game = table(6, limit_first=limit_first)
    for seed in range(4):
        for state, move in walk(game, seed):
            if move[0] != "play":
                continue
            _, card, bar = move
            small = game.pieces.cards[card].small
            expected = any(game.pieces.cards[other].big == small for other in state.bars[bar])
            after = state.copy()
            after.phase.play(after, move)
            if len(state.bars[bar]) < 6 or not limit_first:
                assert (after.phase.name == "give two cards away") == expected


def test_cheers_takes_exactly_two_cards_to_two_other_bars() -> None:
    game = table(5)
    for seed in range(4):
        for state, move in walk(game, seed):
            if move[0] != "give":
                continue
            _, giver = state.about
            before = [len(bar) for bar in state.bars]
            after = state.copy()
            lifted = {move[1], move[3]}
            assert lifted <= set(after.bars[giver])
            after.phase.play(after, move)
            assert len(after.bars[giver]) == before[giver] - 2
            assert move[1] in after.bars[move[2]]
            assert move[3] in after.bars[move[4]]


def test_the_stool_is_served_by_the_teammate_whose_turn_comes_next() -> None:
    game = table(5)
    state = game.deal(1)
    served = []
    for place in range(len(game.order)):
        state.place = place
        served.append(state.host(game.seating.stool))
    # A1 B1 A2 B2 A3 B1 A1 B2 A2 B1 A3 B2: after its own turn it is the other one's
    assert served == [1, 3, 3, 1, 1, 3, 3, 1, 1, 3, 3, 1]


def test_a_game_without_cards_to_play_ends_without_a_winner() -> None:
    game = table(4, reshuffle=False)
    hands: dict[str, list[str]] = {name: [] for name in game.names}
    state = game.position({"hands": hands, "bars": {"P0": ["Rr.1"]}, "deck": []})
    assert rollout(state, random.Random(2)) == 50
    assert (state.ending, game.winners(state)) == ("no cards were left to play", ())


@pytest.mark.parametrize(
    ("given", "says"),
    [
        ({"goals": {"A": "RRRGG"}}, "'RRRGG' cannot be drawn"),
        ({"goals": {"A": "RRGGX"}}, "'RRGGX' cannot be drawn"),
        ({"bars": {"stol": []}}, "no 'stol' at this table .did you mean 'stool'"),
        ({"goals": {"C": "RRGGB"}}, "no 'C' at this table"),
        ({"goals": ["RRGGB"]}, "expected entries"),
        ({"hands": {"P7": []}}, "nobody called 'P7'"),
        ({"place": 40}, "the order of turns has 12"),
        ({"teams": {"P0": "A"}}, "teams are as the seats are"),
        ({"hand": {}}, "did you mean 'hands'"),
    ],
)
def test_a_position_that_cannot_be_is_refused_in_words(given: dict[str, Any], says: str) -> None:
    with pytest.raises(ValueError, match=says):
        table(5).position(given)


def test_a_masquerade_has_teams_of_the_right_sizes() -> None:
    game = table(4, mode="masquerade")
    with pytest.raises(ValueError, match="expected 2 of team A, 2 of team B"):
        game.position({"teams": {"P0": "A", "P1": "A", "P2": "A", "P3": "B"}})
    dealt = {game.deal(seed).team for seed in range(60)}
    assert dealt == set(permutations((0, 0, 1, 1)))


def test_a_master_is_a_person_of_the_team() -> None:
    for players, teams in WAYS_TO_SIT:
        game = table(players, teams, mode="master")
        dealt = [game.deal(seed).masters for seed in range(40)]
        for team in range(teams):
            members = {seat for seat in range(players) if game.seating.team[seat] == team}
            assert {masters[team] for masters in dealt} == members


def test_nobody_sits_on_the_stool_of_an_even_game() -> None:
    game = table(4)
    with pytest.raises(ValueError, match="nobody sits on the stool"):
        game.play_text(game.position({}), "P0 plays Rr.1 at the stool")
    with pytest.raises(IllegalMove, match="CH-031"):
        game.play(game.position({}), ("play", 0, 7))


# -- house rules that matter only together with another, or seldom


def differ(players: int, name: str, value: object, seeds: range, **others: Any) -> bool:
    book, other = table(players, **others), table(players, **{**others, name: value})

    def told(game: Cheers, seed: int) -> dict[str, Any]:
        state = game.deal(seed)
        rollout(state, random.Random(seed))
        return game.facts(state)

    return any(told(book, seed) != told(other, seed) for seed in seeds)


def test_house_rules_that_seldom_matter_do_matter() -> None:
    assert differ(6, "double_win", "shared", range(25, 35))
    assert differ(5, "masq_opponent_rule", True, range(60), mode="masquerade")
    assert not differ(4, "masq_opponent_rule", True, range(20), mode="masquerade"), "one mate: always true"


def test_seen_hands_change_what_a_sensible_player_does() -> None:
    def told(**options: Any) -> dict[str, Any]:
        game = table(4, **options)
        end: Any = play_game(game, 0, [game.greedy()] * 4)
        return game.facts(end)

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
        state: CheersTable = game.deal(seed)
        team = seed % teams
        bots = [game.greedy() if state.team[seat] == team else RandomBot() for seat in range(players)]
        end: Any = play_game(game, seed, bots)
        won += team in end.won
        games += 1
    assert won >= 0.75 * games


def test_a_sensible_player_leaves_nothing_to_chance_before_a_game_is_long() -> None:
    game = table(4)
    s = game.deal(4)
    worth = {}
    for turns in (20, 1000):
        s.turns = turns
        view = game.view(s, s.turn)
        hopes = Hopes(view)
        chosen = [game.greedy().choose(view, game.moves(s), random.Random(seed)) for seed in range(200)]
        worth[turns] = {hopes.action(move) for move in chosen}
    assert len(worth[20]) == 1
    assert len(worth[1000]) > 1, "who pushes a card to and fro will do something else some day"


@pytest.mark.parametrize("name", mostly_slow(KIT.options, fast=4))
def test_sensible_players_come_to_an_end_with_every_house_rule(name: str) -> None:
    for value in KIT.options[name].choices:
        for players in (3, 5, 6):
            game = Cheers(KIT, players, {name: value})
            end: Any = play_game(game, 3, [game.greedy()] * players, limit=2000)
            assert game.winners(end)
