"""What the barkeeper of good sense does in a few positions, and what comes of it in whole games."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import pytest

from cardgen.engine import Bot, RandomBot, play_game
from cardgen.games.bartender_2012.bot import change, expect, total
from cardgen.games.bartender_2012.rules import Bartender, NightTable
from cardgen.games.bartender_2012.week import end_week
from cardgen.simulation import Report, simulate
from tests.games.kits import kit_of
from tests.many import mostly_slow, mostly_thorough, slow

KIT = kit_of("bartender-2012")
FULL = {
    "P0": ["P01.3", "P02.3", "P09.3", "S03.3", "S01.3"],
    "P1": ["P01.1", "P02.1", "P09.1", "S03.1", "S01.1"],
    "P2": ["P01.2", "P02.2", "P09.2", "S03.2", "S01.2"],
}


def table(given: dict[str, Any], players: int = 3, **options: object) -> tuple[Bartender, NightTable]:
    game = Bartender(KIT, players, options)
    return game, game.position(given)


def chosen(game: Bartender, s: NightTable, seed: int = 0) -> str:
    """What the barkeeper whose turn it is says, seeing only what that seat may see."""
    move = game.greedy().choose(game.view(s, s.turn), game.moves(s), random.Random(seed))
    return s.phase.say(s, move)


def test_what_a_patron_would_change_is_the_difference_of_two_totals() -> None:
    game, compared = Bartender(KIT, 4), 0

    def watch(s: NightTable, move: object, moves: object) -> None:
        nonlocal compared
        now, me = total(s), s.turn
        for card in filter(lambda card: game.is_patron[card] and s.hour, s.hands[me]):
            after = s.copy()
            after.enter(card, me)
            assert change(s, card, me, now) == total(after) - now
            compared += 1

    for seed in range(3):
        play_game(game, seed, [game.greedy()] * 4, watch=watch)
    assert compared > 100


# -- against random players


@pytest.mark.parametrize("players", mostly_thorough([3, 4, 5, 6], 3))
def test_one_greedy_among_random_players_wins_at_least_twice_its_share(players: int) -> None:
    game, games, wins = Bartender(KIT, players), 240, 0
    for number in range(games):
        bots: list[Bot] = [RandomBot()] * players
        bots[number % players] = game.greedy()
        wins += number % players in game.winners(play_game(game, number, bots))
    assert wins > 2 * games / players


@pytest.mark.thorough
@pytest.mark.parametrize("players", [3, slow(6)])
@pytest.mark.parametrize(
    "options",
    mostly_slow(
        [{"goal_fixed": 10}, {"draft": "exchange"}, {"auction": "secret"}, {"draw_every_hour": 1}], fast=2
    ),
    ids=str,
)
def test_one_greedy_among_random_players_wins_more_than_its_share_in_each_variant(
    players: int, options: dict[str, object]
) -> None:
    game, games, wins = Bartender(KIT, players, options), 60, 0
    for number in range(games):
        bots: list[Bot] = [RandomBot()] * players
        bots[number % players] = game.greedy()
        wins += number % players in game.winners(play_game(game, number, bots))
    assert wins > 1.2 * games / players


# -- among themselves


@pytest.fixture(scope="module")
def nights() -> dict[int, Report]:
    """For each number of players what greedy games come to."""
    return {
        players: simulate(KIT, players, games=40, bots=["greedy"], seed=1, jobs=1) for players in (3, 4, 5, 6)
    }


@pytest.mark.thorough
@pytest.mark.parametrize("players", [3, 4, 5, 6])
def test_nights_among_greedy_players_come_near_the_suggested_goal(
    nights: dict[int, Report], players: int
) -> None:
    report = nights[players]
    assert 8 <= report.figures["total"].mean <= 15
    good, bad = report.rules_used["BT-030"], report.rules_used["BT-031"]
    assert 0.3 < good / (good + bad) < 0.7, (
        "who bids less leaves the night to others, who bids more gets BAD ones"
    )


@pytest.mark.thorough
def test_greedy_games_end_in_many_ways(nights: dict[int, Report]) -> None:
    endings = sum((Counter(report.endings) for report in nights.values()), Counter[str]())
    assert {"a packed bar", "most GOOD NIGHTs", "fewer BAD NIGHTs", "the best explanation"} <= set(endings)
    assert max(endings.values()) < 0.6 * endings.total()


# -- the auction


def test_full_hands_around_the_table_lower_the_expected_total() -> None:
    game, empty = table({"phase": "bid"})
    _, full = table({"phase": "bid", "hands": FULL})
    assert expect(full, 0) < expect(empty, 0) - 5
    assert expect(table({"phase": "bid"}, draw_every_hour=1)[1], 0) < expect(full, 0)
    assert expect(table({"phase": "bid"}, reveal_rest="top")[1], 0) < expect(empty, 0)
    assert game.packed_at - 6 < expect(empty, 0) < game.packed_at


def test_the_first_bid_is_the_lowest_one_and_no_bid_goes_beyond_what_the_night_can_hold() -> None:
    game, s = table({"phase": "bid", "opener": "P0", "hands": FULL})
    assert chosen(game, s) == "bids 1"
    assert expect(s, 1) < 9
    game.play_text(s, "P0 bids 12")
    assert chosen(game, s) == "passes"


def test_the_fewer_rivals_the_bolder_a_bid_for_a_night_that_one_of_them_would_have() -> None:
    boldness = []
    for players in (3, 4, 6):
        for high in range(1, 20):
            game, s = table({"phase": "bid", "opener": "P0"}, players, draw_every_hour=1)
            game.play_text(s, f"P0 bids {high}")
            if chosen(game, s) == "passes":
                boldness.append(high - expect(s, 1))
                break
    assert boldness == sorted(boldness, reverse=True)
    assert boldness[0] > boldness[-1] + 2


def test_a_bad_night_makes_bids_more_careful() -> None:
    bids: dict[int, list[int]] = {}
    for bad in (0, 1):
        bids[bad] = []
        for high in range(1, 20):
            game, s = table({"phase": "bid", "opener": "P0", "bad": {"P1": bad}, "hands": FULL})
            game.play_text(s, f"P0 bids {high}")
            if chosen(game, s) != "passes":
                bids[bad].append(high)
    assert max(bids[1]) < max(bids[0])


def test_a_union_rep_in_hand_makes_bids_bolder() -> None:
    said = []
    for card in ("S20", "S21"):
        game, s = table({"phase": "bid", "opener": "P0", "hands": {**FULL, "P1": [card]}})
        game.play_text(s, "P0 bids 11")
        said.append(chosen(game, s))
    assert said == ["bids 12", "passes"]


LATE = {"phase": "bid", "shift": 5, "good": {"P0": 1}, "bad": {"P2": 1, "P3": 1, "P4": 1}}


def test_in_the_last_auction_only_who_cannot_win_by_waiting_bids_all_there_is() -> None:
    for good, said in ((0, "bids 20"), (2, "passes")):
        game, s = table({**LATE, "opener": "P1", "good": {"P1": 0, "P2": good, "P3": 1}}, players=5)
        game.play_text(s, "P1 bids 18")
        assert s.turn == 2
        assert chosen(game, s) == said


def test_nobody_bids_all_there_is_at_a_table_that_counts_and_holds_cards() -> None:
    game, s = table({"phase": "bid", "opener": "P0", "shift": 5, "good": {"P0": 2, "P2": 1}, "hands": FULL})
    game.play_text(s, "P0 bids 12")
    assert chosen(game, s) == "passes"


def test_a_second_bad_night_is_not_risked_while_another_auction_is_to_come() -> None:
    given = {"phase": "bid", "opener": "P0", "good": {"P0": 2, "P2": 1}, "bad": {"P1": 1, "P2": 1, "P3": 1}}
    for shift, said in ((4, "passes"), (5, "bids 20")):
        game, s = table({**given, "shift": shift}, players=4)
        game.play_text(s, "P0 bids 18")
        assert chosen(game, s) == said


def test_in_secret_the_bid_is_near_the_limit_and_not_the_lowest() -> None:
    game, s = table({"phase": "bid"}, auction="secret")
    assert int(chosen(game, s).split()[-1]) > 8


# -- the night


def test_the_bic_gives_a_place_to_the_millionaire_when_fifteen_points_are_in_sight() -> None:
    hand = ["P27", "P02.1", "P03.1"]
    game, s = table({"hands": {"P0": hand}, "patrons": ["P01.1", "P01.2"], "hour": 2})
    assert chosen(game, s) == "plays P27"
    game, s = table({"hands": {"P0": hand}, "patrons": ["P01.1", "P01.2"], "hour": 6})
    assert chosen(game, s) == "plays P03.1"


def test_nobody_else_lets_the_millionaire_in() -> None:
    game, s = table({"turn": "P1", "hands": {"P1": ["P27"]}, "patrons": ["P04"]})
    assert chosen(game, s) == "ends the HOUR"


def test_a_guest_who_costs_points_is_kept_where_the_night_is_lost_anyway() -> None:
    for goal, said in ((9, "plays P09.1"), (19, "ends the HOUR"), (1, "ends the HOUR")):
        given = {
            "turn": "P1",
            "hour": 8,
            "goal": goal,
            "hands": {"P1": ["P09.1"]},
            "patrons": ["P03.1", "P04"],
        }
        game, s = table(given)
        assert chosen(game, s) == said
        game, s = table({**given, "shift": 5})
        assert chosen(game, s) == "plays P09.1", "on the last night there is nothing to save cards for"


def test_plus_one_is_for_the_bic() -> None:
    for turn, said in (("P0", "plays P26.1"), ("P1", "ends the HOUR")):
        game, s = table({"turn": turn, "hands": {turn: ["P26.1"]}})
        assert chosen(game, s) == said


def test_the_bic_keeps_the_union_rep_for_the_last_own_hour_of_a_night_in_danger() -> None:
    for hour, goal, said in ((1, 12, "ends the HOUR"), (7, 12, "plays S20"), (7, 3, "ends the HOUR")):
        game, s = table({"hour": hour, "goal": goal, "hands": {"P0": ["S20"]}, "patrons": ["P03.1"]})
        assert chosen(game, s) == said, (hour, goal)


def test_a_side_bet_is_laid_where_the_bic_is_going_to_fail() -> None:
    for goal, said in ((18, "plays S18"), (2, "ends the HOUR")):
        game, s = table({"turn": "P1", "hour": 7, "goal": goal, "hands": {"P1": ["S18"]}})
        assert chosen(game, s) == said


# -- the end of the week


def explain(good: dict[str, int], bad: dict[str, int], total: int) -> tuple[Bartender, NightTable]:
    game, s = table({"shift": 5, "good": good, "bad": bad})
    s.total = total
    end_week(s)
    assert s.phase.name == "judge the explanations"
    assert s.turn == 0
    return game, s


@pytest.mark.parametrize(("good", "bad", "total"), [({}, {}, 4), ({"P1": 1, "P2": 1}, {"P0": 1}, 8)])
def test_who_ties_or_has_just_missed_the_goal_can_explain_it(
    good: dict[str, int], bad: dict[str, int], total: int
) -> None:
    game, s = explain(good, bad, total)
    assert {chosen(game, s, seed) for seed in range(20)} == {"says P0 explained it"}


def test_who_has_failed_by_far_judges_by_chance() -> None:
    game, s = explain({"P1": 1, "P2": 1}, {"P0": 1}, 2)
    said = {chosen(game, s, seed) for seed in range(60)}
    assert said == {s.phase.say(s, move) for move in game.moves(s)}
