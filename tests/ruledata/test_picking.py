"""A move that is taken at random is the one that stands at its place in the list of moves."""

from __future__ import annotations

import random
from typing import Any

import pytest

from cardgen.engine import OVER
from cardgen.games import make_game
from tests.games.kits import kit_of
from tests.ruledata.kits import NAMES, table

SHIPPED = ("auction-hearts", "bartender-aarwares", "cheers")


def games() -> list[Any]:
    """Return every sample at a table, and the shipped games."""
    return [*map(table, NAMES), *(make_game(kit_of(slug), 4) for slug in SHIPPED)]


@pytest.mark.parametrize("number", range(len(NAMES) + len(SHIPPED)))
def test_a_move_taken_at_random_is_that_of_the_list(number: int) -> None:
    game = games()[number]
    for seed in range(3):
        s, rng = game.deal(seed), random.Random(seed)
        for _ in range(200):
            if s.phase is OVER:
                break
            moves = list(s.phase.moves(s))
            for share in {0.0, rng.random(), 1 - 1e-9} if s.phase.pick else ():
                assert s.phase.pick(s, lambda share=share: share) == moves[int(share * len(moves))]
            s.phase.play(s, rng.choice(moves))
