"""OpenSpiel as referee of the sample kits: the same legal moves at every decision and the same returns at the end."""

from __future__ import annotations

import importlib.util
import random
from collections.abc import Callable, Iterable
from typing import Any

import pytest

from cardgen.engine import OVER
from tests.many import thorough
from tests.ruledata.kits import kit_of, table

pytestmark = pytest.mark.skipif(
    importlib.util.find_spec("pyspiel") is None, reason="OpenSpiel is not installed (cardgen[openspiel])"
)
SUITS, RANKS = "CDHS", "23456789TJQKA"
Game = Any
Play = Callable[[Game, int, random.Random], int]


def chance(theirs: Any, happened: Iterable[int]) -> None:
    """Let the referee's chance do what happened at our table."""
    given = iter(happened)
    while theirs.is_chance_node():
        action = next(given)
        assert action in theirs.legal_actions(), (action, theirs.legal_actions(), str(theirs))
        theirs.apply_action(action)


def same_moves(
    s: Any, theirs: Any, action_of: Callable[[Any], int], player: int | None = None
) -> dict[int, Any]:
    """Return our moves by the referee's number, after seeing that they are all of the referee's."""
    whole = {move: s.phase.parts(move) for move in s.game.moves(s)}  # a move may be its one choice alone
    ours = {action_of((verb, *values)): move for move, (verb, values) in whole.items()}
    legal = theirs.legal_actions() if player is None else theirs.legal_actions(player)
    assert sorted(ours) == sorted(legal), f"{s.game.describe(s)}\n{theirs}"
    return ours


def in_turn(
    s: Any,
    theirs: Any,
    rng: random.Random,
    action_of: Callable[[Any], int],
    drawn: Callable[[int], list[int]] = lambda who: [],
) -> int:
    """Play a game of one move after the other to its end; `drawn` is what chance gave to whose move it was. Count the moves."""
    moves = 0
    while s.phase is not OVER:
        assert theirs.current_player() == s.turn
        ours = same_moves(s, theirs, action_of)
        action, who = rng.choice(sorted(ours)), s.turn
        s.phase.play(s, ours[action])
        theirs.apply_action(action)
        if theirs.is_chance_node():
            chance(theirs, drawn(who))
        moves += 1
    assert theirs.is_terminal()
    assert s.game.scores(s) == theirs.returns()
    return moves


def loaded(name: str) -> Any:
    import pyspiel

    return pyspiel.load_game(name).new_initial_state()


def kuhn(game: Game, seed: int, rng: random.Random) -> int:
    theirs, s, moves = loaded("kuhn_poker"), game.deal(seed), 0
    chance(theirs, [s.piles["hand P0"][0], s.piles["hand P1"][0]])
    while s.phase is not OVER:
        assert theirs.current_player() == s.turn
        ours = same_moves(s, theirs, lambda move: int(move[0] == "bet"))
        action = rng.choice(sorted(ours))
        s.phase.play(s, ours[action])
        theirs.apply_action(action)
        moves += 1
    assert theirs.is_terminal()
    assert [score - 2 for score in game.scores(s)] == theirs.returns()
    return moves


def goofspiel(game: Game, seed: int, rng: random.Random) -> int:
    theirs, s, moves = loaded("goofspiel(returns_type=total_points)"), game.deal(seed), 0
    cards = game.pieces.cards
    while not theirs.is_terminal():
        if theirs.is_chance_node():
            last = s.phase is OVER  # the last prize is turned without a choice
            chance(theirs, [theirs.legal_actions()[0] if last else cards[s.piles["prize"][0]].value - 1])
        if s.phase is OVER:
            continue
        actions = []
        for player in (0, 1):
            assert s.turn == player
            ours = same_moves(s, theirs, lambda move: cards[move[1]].value - 1, player)
            actions.append(rng.choice(sorted(ours)))
            s.phase.play(s, ours[actions[-1]])
            moves += 1
        theirs.apply_actions(actions)
    assert s.phase is OVER
    assert game.scores(s) == theirs.returns()
    return moves


def eights(game: Game, seed: int, rng: random.Random) -> int:
    theirs, s = loaded(f"crazy_eights(players={game.players})"), game.deal(seed)
    suits = ("clubs", "diamonds", "hearts", "spades")
    theirs.apply_action(theirs.legal_actions()[-1])
    hand = 7 if game.players == 2 else 5
    dealt = [s.piles[f"hand P{p}"][k] for k in range(hand) for p in range(game.players)]
    chance(theirs, [*dealt, s.piles["pile"][0]])

    def action_of(move: Any) -> int:
        number = {"draw": 52, "pass": 53}.get(move[0])
        if number is not None:
            return number
        return int(move[1]) if move[0] == "play" else 54 + suits.index(move[1])

    return in_turn(s, theirs, rng, action_of, lambda who: [s.piles[f"hand P{who}"][-1]])


def hell(game: Game, seed: int, rng: random.Random) -> int:
    theirs, s = loaded(f"oh_hell(players={game.players},num_tricks_fixed=5)"), game.deal(seed)
    index = {SUITS[k % 4] + RANKS[k // 4]: k for k in range(52)}
    names = game.pieces.names
    dealt = [s.piles[f"hand P{p}"][k] for k in range(5) for p in range(game.players)]
    theirs.apply_action(5)
    theirs.apply_action(game.players - 1)
    chance(theirs, [index[names[piece]] for piece in [*dealt, s.piles["turned"][0]]])
    return in_turn(s, theirs, rng, lambda m: m[1] + 52 if m[0] == "bid" else index[names[m[1]]])


def tic_tac_toe(game: Game, seed: int, rng: random.Random) -> int:
    def action_of(move: Any) -> int:
        return "321".index(move[1][1]) * 3 + "abc".index(move[1][0])

    return in_turn(game.deal(seed), loaded("tic_tac_toe"), rng, action_of)


def connect_four(game: Game, seed: int, rng: random.Random) -> int:
    return in_turn(game.deal(seed), loaded("connect_four"), rng, lambda move: "abcdefg".index(move[1][0]))


def hex_board(game: Game, seed: int, rng: random.Random) -> int:
    def action_of(move: Any) -> int:
        return "54321".index(move[1][1]) * 5 + "abcde".index(move[1][0])

    return in_turn(game.deal(seed), loaded("hex(board_size=5)"), rng, action_of)


REFEREED: dict[str, Play] = {
    "kuhn-poker": kuhn,
    "goofspiel": goofspiel,
    "crazy-eights": eights,
    "oh-hell": hell,
    "tic-tac-toe": tic_tac_toe,
    "connect-four": connect_four,
    "hex": hex_board,
}


@pytest.mark.parametrize("games", [50, thorough(1000)])
@pytest.mark.parametrize("name", REFEREED)
def test_openspiel_sees_the_same_moves_and_returns(name: str, games: int) -> None:
    counts = kit_of(name).players.counts
    tables = [table(name, players) for players in counts]
    for seed in range(games):
        assert REFEREED[name](tables[seed % len(tables)], seed, random.Random(seed)) > 0
