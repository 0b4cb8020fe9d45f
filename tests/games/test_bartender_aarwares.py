"""The rules of Bartender (Aarwares) against slow and simple ways to say the same."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, cast

import pytest

from cardgen.engine import OVER, Misplaced, RandomBot, play_game
from cardgen.games import make_game
from tests.engine import contract
from tests.games.kits import kit_of
from tests.many import mostly_slow

ACTING, DRAWING, TURNING, BIDDING = "act", "draw", "turn a card", "bid or pass"
BURYING, COUNTERING, RESCUE = "bury a bartender", "answer with a shovel or not", "rescue or not"

KIT = kit_of("bartender-aarwares")
TWO: Any = make_game(KIT, 2)
CLOSING = KIT.tables.cast["closing_time"]

TABLES: list[tuple[int, dict[str, Any]]] = [
    (2, {}),
    (3, {}),
    (4, {}),
    (3, {"decks": "one_deck_20_coins", "ace_value": 1}),
    (2, {"repair": "free", "bury_from": "any_bar", "counter_chain": True, "rescue_shovel_to": "hole"}),
    (3, {"bury_from": "any_bar_or_market", "raid_tie": "attacker", "ace_value": 11, "bid_format": "once"}),
    (4, {"bid_format": "sealed", "actions_per_turn": 2, "discard_before_draw": True, "rescue_turned": False}),
    (2, {"win_all_paired": True, "reshuffle": False}),
    (3, {"win_check": "own_turn_end"}),
    (3, {"stands_up": "at_once", "rescue_shovel_to": "hole"}),
    (2, {"stands_up": "at_once", "repair": "free"}),
]
names = {"ids": lambda v: "-".join(map(str, v)) or "book" if isinstance(v, dict) else v}
tables = pytest.mark.parametrize(("players", "options"), mostly_slow(TABLES, fast=2), **names)
some_tables = pytest.mark.parametrize(("players", "options"), mostly_slow(TABLES, fast=4), **names)


def table(players: int, options: dict[str, Any]) -> Any:
    return make_game(KIT, players, options)


def plays(game: Any, seeds: int = 3, most: int = 700) -> Iterator[tuple[Any, Any]]:
    """The decisions of some random games; of a long one, the first."""
    for seed in range(seeds):
        for n, (state, move) in enumerate(contract.positions(game, seed)):
            if n == most:
                break
            yield state, move


def kinds(s: Any, cards: list[int]) -> set[str]:
    return {s.game.pieces.cards[card].kind for card in cards}


def of(s: Any, zone: str, seat: int) -> list[int]:
    return cast("list[int]", s.piles[f"{zone} {s.game.names[seat]}"])


def turned(s: Any, seat: int) -> list[int]:
    return [card for card in s.sideways if card in of(s, "staff", seat) + of(s, "guests", seat)]


def owner(s: Any, card: int) -> int:
    return next(seat for seat in range(s.game.players) if card in of(s, "staff", seat))


def worth(s: Any, card: int) -> int:
    found = s.game.pieces.cards[card]
    return s.game.options["ace_value"] if found.ace else found.value


# -- the table


@tables
def test_every_card_lies_where_its_kind_belongs(players: int, options: dict[str, Any]) -> None:
    for s, _ in plays(table(players, options)):
        assert kinds(s, s.piles["coin_deck"] + s.piles["coin_discard"]) <= {"coin"}
        assert "coin" not in kinds(s, s.piles["deck"] + s.piles["discard"])
        assert kinds(s, s.piles["market"]) <= {"bartender"}
        assert kinds(s, s.piles["hole"]) <= {"shovel"}
        for seat in range(players):
            assert kinds(s, of(s, "hand", seat)) <= {"raider", "shovel"}
            assert kinds(s, of(s, "purse", seat)) <= {"coin"}
            assert len(of(s, "hand", seat) + of(s, "purse", seat)) <= 7
            assert kinds(s, of(s, "staff", seat)) <= {"bartender"}
            assert kinds(s, of(s, "guests", seat)) <= {"customer"}
            assert set(turned(s, seat)) <= {*of(s, "staff", seat), *of(s, "guests", seat)}
            assert len(kinds(s, turned(s, seat))) <= 1


@tables
def test_upright_pairs_are_no_more_than_there_are_upright_cards(
    players: int, options: dict[str, Any]
) -> None:
    for s, _ in plays(table(players, options)):
        for seat in range(players):
            if not (aside := turned(s, seat)) or s.phase.name == TURNING:
                continue
            bartenders = set(of(s, "staff", seat)) - set(aside)
            customers = set(of(s, "guests", seat)) - set(aside)
            assert 0 <= s.locked[seat] <= min(len(bartenders), len(customers))


@tables
def test_the_hole_is_below_the_limit_except_during_a_burial(players: int, options: dict[str, Any]) -> None:
    for s, _ in plays(table(players, options)):
        if s.phase.name not in (BURYING, COUNTERING, RESCUE):
            assert sum(worth(s, shovel) for shovel in s.piles["hole"]) < 25


# -- the turn


@tables
def test_a_full_hand_is_drawn_with_a_coin_for_each_pair(players: int, options: dict[str, Any]) -> None:
    drawings = 0
    before: Any = None
    for s, move in plays(table(players, options)):
        if before and s.phase is not OVER:
            seat = before.turn
            pairs = min(len(of(before, "staff", seat)), len(of(before, "guests", seat)))
            held = len(of(before, "hand", seat)), len(of(before, "purse", seat))
            wanted = min(pairs, 7 - sum(held))
            stock = len(before.piles["coin_deck"]) + (
                len(before.piles["coin_discard"]) if options.get("reshuffle", True) else 0
            )
            if s.phase.name == ACTING:
                assert len(of(s, "purse", seat)) - held[1] == min(wanted, stock)
                assert len(of(s, "hand", seat) + of(s, "purse", seat)) == 7 or not s.piles["deck"]
                assert not turned(s, seat)
                drawings += 1
        before = s.copy() if s.phase.name == DRAWING and move == ("draw",) else None
    assert drawings


def allowed(s: Any) -> set[Any]:
    """The rules AB-027 to AB-030, AB-051, AB-053 and AB-058, as sentences about all cards on the table."""
    card = s.game.pieces.cards
    mine = of(s, "hand", s.turn) + of(s, "purse", s.turn)
    others = [seat for seat in range(s.game.players) if seat != s.turn]
    moves: set[Any] = {("end",)} | {("discard", c) for c in mine}
    moves |= {("dig", c) for c in mine if card[c].suit == "spades"}
    agreed = s.game.options["actions_per_turn"]
    if agreed == "unlimited" or s.acts < agreed:
        for seat in others:
            moves |= {
                ("raid", seat, b, c) for b in of(s, "staff", seat) for c in mine if card[c].suit == "clubs"
            }
            moves |= {
                ("advertise", seat, h, c)
                for h in of(s, "guests", seat)
                for c in mine
                if card[c].suit == "diamonds"
            }
        moves |= {("open", b, c) for b in s.piles["market"] for c in mine if card[c].suit == "diamonds"}
    return moves


@tables
def test_the_moves_of_a_turn_are_those_of_the_rules_as_sentences(
    players: int, options: dict[str, Any]
) -> None:
    for s, _ in plays(table(players, options)):
        if s.phase.name == ACTING:
            moves = s.phase.moves(s)
            assert set(moves) == allowed(s)
            assert len(moves) == len(set(moves))


@tables
def test_an_answer_is_as_high_as_it_must_be(players: int, options: dict[str, Any]) -> None:
    answers = 0
    for s, move in plays(table(players, options)):
        if move == ("no",):
            continue
        if s.phase.name == "defend or not":
            _, what, _, card, _ = s.about
            least = worth(s, card) + (what == "raid" and s.game.options["raid_tie"] == "attacker")
            assert worth(s, move[1]) >= least
            assert kinds(s, [move[1]]) <= {"coin", "raider"}
            answers += 1
        elif s.phase.name == COUNTERING:
            assert worth(s, move[1]) > worth(s, s.piles["hole"][-1])
    assert answers


@tables
def test_the_highest_coin_wins_the_bartender(players: int, options: dict[str, Any]) -> None:
    game = table(players, options)
    bids = 0
    for seed in range(4):
        coins: list[tuple[int, int]] = []  # seat and coin
        wanted = -1
        for s, move in contract.positions(game, seed):
            if wanted >= 0 and s.phase.name != BIDDING:
                best = max(worth(s, coin) for _, coin in coins)
                assert owner(s, wanted) in [seat for seat, coin in coins if worth(s, coin) == best]
                assert all(coin in s.piles["coin_discard"] for _, coin in coins)
                wanted = -1
                bids += 1
            if s.phase.name == ACTING and move[0] == "open":
                wanted, coins = move[1], [(s.turn, move[2])]
            elif s.phase.name == BIDDING and move[0] == "bid":
                if s.game.options["bid_format"] != "sealed":
                    assert worth(s, move[1]) > worth(s, coins[-1][1])
                coins.append((s.turn, move[1]))
    assert bids


# -- the win


def wins(s: Any, seat: int) -> bool:
    """AB-036 to AB-038 and AB-Q3 as a sentence about names."""
    names = s.game.pieces.list(of(s, "staff", seat))
    guests = s.game.pieces.list(of(s, "guests", seat))
    four = any(sum(name[0] == rank for name in names) >= 4 for rank in "KQJ")
    alone = s.game.options["win_all_paired"] and len(names) > len(guests)
    return four and len(guests) >= 4 and any(name[:2] == "HA" for name in guests) and not alone


@some_tables
def test_the_game_ends_when_a_bar_is_complete_and_not_before(players: int, options: dict[str, Any]) -> None:
    game = table(players, options)
    won = 0
    for seed in range(12):
        s: Any = None
        for s, _ in contract.positions(game, seed):
            if options.get("win_check") != "own_turn_end":
                assert not any(wins(s, seat) for seat in range(players))
        assert s.phase is OVER
        complete = [seat for seat in range(players) if wins(s, seat)]
        if s.winner >= 0:
            assert s.winner in complete
            won += 1
        else:
            assert s.round == CLOSING
    assert won


def test_a_game_in_which_nothing_moves_ends_without_a_winner() -> None:
    s = TWO.position({"deck": [], "coin_deck": [], "round": CLOSING - 1})
    for _ in range(2):
        for name in ("P0", "P1"):
            if s.phase.name == DRAWING:
                TWO.play_text(s, f"{name} draws")
            TWO.play_text(s, f"{name} ends the turn")
    assert s.phase is OVER
    assert TWO.winners(s) == ()
    assert TWO.ending(s) == "nobody has won, and it is late"


@pytest.mark.parametrize("players", mostly_slow([2, 3, 4], fast=3))
def test_a_bot_that_thinks_beats_those_that_do_not(players: int) -> None:
    game = table(players, {})
    won = 0
    for n in range(30):
        seat = n % players
        bots = [game.greedy() if other == seat else RandomBot() for other in range(players)]
        won += play_game(game, n, bots).winner == seat
    assert won / 30 > 1 / players + 0.15


# -- positions


@pytest.mark.parametrize(
    ("given", "says"),
    [
        (
            {"hands": {"P0": ["K1"]}},
            r"K1 cannot lie here \(hand: only: kind == raider or kind == shovel; purse: only: kind == coin\)",
        ),
        ({"bars": {"P0": ["R7"]}}, "R7 cannot lie here"),
        ({"market": ["H2"]}, r"H2 cannot lie here \(only: kind == bartender\)"),
        ({"hands": {"P0": ["R7b"]}}, "hands › P0 › 0: R7b takes no part in this game"),
        ({"hands": {"P0": ["R7"], "P1": ["R7"]}}, "R7 lies somewhere else already"),
        ({"bars": {"P0": ["K1"]}, "sideways": ["Q1"]}, "Q1 lies in deck, unseen"),
        ({"phase": "bid or pass"}, "'bid or pass' answers a question, and nobody has asked it"),
        ({"deck": "R7"}, "expected a list"),
        ({"hands": {"Ana": []}}, "nobody called 'Ana'"),
    ],
)
def test_a_mistake_in_a_position_is_named(given: dict[str, Any], says: str) -> None:
    with pytest.raises(Misplaced, match=says):
        TWO.position(given)
