"""OpenSpiel as referee of rules that are no kits of their own: poker in two rounds, dice under cups, a die and a pot."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest

from cardgen.engine import OVER
from cardgen.games import make_game
from cardgen.source import load_kit
from tests.many import thorough
from tests.ruledata.kits import changed, copied
from tests.ruledata.test_additions import GAME, game, kept
from tests.ruledata.test_referees import chance, in_turn, loaded, pytestmark, same_moves

__all__ = ["pytestmark"]

PAIRS = GAME.replace("s: [red, blue], r: [1, 2, 3, 4, 5, 6]", "r: [1, 2, 3], s: [red, blue]")
LEDUC = """
zones:
  deck: {begins: cards, seen_by: nobody}
  hand: {each: player, seen_by: owner}
  open: {}
  bank: {chips: coins}
  coins: {each: player, chips: yes}
  pot: {each: player, chips: yes}
notes: {raises: 0, calls: 0, round: 1}
values:
  worth(p player): first(hand of p).rank + 10 * count(open where rank == first(hand of p).rank)
  owed: max(pot of p for p in players) - my pot
set up:
  - for each p in players: [pay 14 from bank to coins of p, pay 1 from coins of p to pot of p]
  - deal 1 from deck to each hand
turn:
  bet:
    rule: LE-001
    moves:
      fold: {says: folds, needs: [owed > 0: there is nothing to call], do: [do win(first(others))]}
      call:
        says: calls
        do:
          - pay owed from my coins to my pot
          - add 1 to calls
          - if calls == 2 and round == 2:
            - if worth(first(players)) != worth(last(players)): [do win(with_most(worth(p) for p in players))]
            - for each p in players: [pay pot of p from pot of p to coins of p]
            - end
          - if calls == 2: [set round to 2, set raises to 0, set calls to 0, draw 1 from deck to open, turn of first(players)]
      raise:
        says: raises
        needs: [raises < 2: two raises a round are the most]
        do: [pay owed + 2 * round from my coins to my pot, add 1 to raises, set calls to 1]
deeds:
  win(winner): [for each p in players: [pay pot of p from pot of p to coins of winner], end]
score: my coins - 14
"""
LIARS = """
zones:
  cup: {each: player, dice: 2, sides: 6, seen_by: owner}
notes: {bid: -1, bidder: nobody, winner: nobody}
set up: [for each p in players: [roll cup of p]]
turn:
  bid:
    rule: LD-001
    moves:
      bid: {says: "bids {n}", n: 0..23, needs: [n > bid: more than the bid before], do: [set bid to n, set bidder to me]}
      liar: {says: doubts, needs: [bid >= 0: there is no bid], do: [do show]}
deeds:
  show:
    - let face be bid % 6 + 1
    - let found be sum(count(cup of p where it == face or it == 6) for p in players)
    - if found * 6 >= bid + 7 - face: [set winner to bidder]
    - else: [set winner to me]
    - end
score: 1 if winner == me else -1
"""
MANY = pytest.mark.parametrize("games", [50, thorough(1000)])


@MANY
def test_poker_in_two_rounds(games: int, tmp_path: Path) -> None:
    made = game(tmp_path, LEDUC, 2, kit=PAIRS)

    def card(pile: str) -> int:
        return "123".index((name := made.pieces.names[made_at.piles[pile][0]])[1]) * 2 + (name[0] == "b")

    for seed in range(games):
        theirs, s, rng = loaded("leduc_poker"), made.deal(seed), random.Random(seed)
        made_at = s
        chance(theirs, [card("hand P0"), card("hand P1")])
        while s.phase is not OVER:
            assert theirs.current_player() == s.turn
            ours = same_moves(s, theirs, lambda move: ("fold", "call", "raise").index(move[0]))
            action = rng.choice(sorted(ours))
            s.phase.play(s, ours[action])
            theirs.apply_action(action)
            if theirs.is_chance_node():
                chance(theirs, [card("open")])
        assert theirs.is_terminal()
        assert made.scores(s) == theirs.returns()


@MANY
def test_dice_under_cups(games: int, tmp_path: Path) -> None:
    made = game(tmp_path, LIARS, 2)
    kept(made)
    for seed in range(games):
        theirs, s = loaded("liars_dice(numdice=2)"), made.deal(seed)
        chance(theirs, [face - 1 for p in (0, 1) for face in s.dice[f"cup P{p}"]])
        assert in_turn(s, theirs, random.Random(seed), lambda move: 24 if move[0] == "liar" else move[1]) > 1


@MANY
def test_a_die_and_a_pot(games: int, tmp_path: Path) -> None:
    """OpenSpiel lets a player stop who has not rolled, and nobody roll who has enough; it pays 1 and -1."""
    folder = copied("pig", tmp_path)
    changed(folder, "        needs: [pot > 0: nothing has been rolled yet]\n", "")
    changed(folder, "says: rolls", "says: rolls\n        needs: [my points + pot < numbers.goal: enough]")
    changed(folder, "score: my points", "score: 1 if my points >= numbers.goal else -1")
    made = make_game(load_kit(folder), 2)
    for seed in range(games):
        theirs, s, rng = loaded("pig(winscore=50)"), made.deal(seed), random.Random(seed)
        while s.phase is not OVER:
            assert theirs.current_player() == s.turn
            who, before = s.turn, s.pot
            ours: dict[int, Any] = same_moves(s, theirs, lambda move: ("roll", "stop").index(move[0]))
            action = rng.choice(sorted(ours))
            s.phase.play(s, ours[action])
            theirs.apply_action(action)
            if theirs.is_chance_node():
                chance(theirs, [0 if s.turn != who else s.pot - before - 1])
        assert theirs.is_terminal()
        assert made.scores(s) == theirs.returns()
