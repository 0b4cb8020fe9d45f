"""OpenSpiel as referee of kits with chance in the middle: poker in two rounds, dice under cups, a die and a pot."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest

from cardgen.engine import OVER
from cardgen.games import make_game
from cardgen.source import load_kit
from tests.many import thorough
from tests.ruledata.kits import changed, copied, table
from tests.ruledata.test_referees import chance, in_turn, loaded, pytestmark, same_moves

__all__ = ["pytestmark"]

MANY = pytest.mark.parametrize("games", [50, thorough(1000)])


@MANY
def test_poker_in_two_rounds(games: int) -> None:
    made = table("leduc-poker")

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
def test_dice_under_cups(games: int) -> None:
    made = table("liars-dice")
    for seed in range(games):
        theirs, s = loaded("liars_dice(numdice=2)"), made.deal(seed)
        chance(theirs, [face - 1 for p in (0, 1) for face in s.dice[f"cup P{p}"]])
        assert (
            in_turn(
                s,
                theirs,
                random.Random(seed),
                lambda move: 24 if move[0] == "liar" else 6 * move[1] + move[2] - 7,
            )
            > 1
        )


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
