"""Nobody's knowledge is lost with a move, and none is kept of a card that lies elsewhere."""

from __future__ import annotations

import random

from cardgen.engine import OVER
from tests.ruledata.test_picking import games


def test_known_cards_lie_where_rules_look_for_them() -> None:
    """A move asks only where cards may lie that all, or some, saw going there."""
    known, shown = 0, 0
    for game in games():
        there, opens = game._env["openly"], game._env["opens"]
        for seed in range(2):
            s, rng = game.deal(seed), random.Random(seed)
            for _ in range(120):
                if s.phase is OVER:
                    break
                s.phase.play(s, rng.choice(list(s.phase.moves(s))))
                assert {*s.known} <= {piece for name in there for piece in s.piles[name]}, game.slug
                faces = {piece for name in opens for piece in s.piles[name]}
                assert not faces.intersection(s.known), game.slug
                known += len(s.known)
                for seen in () if game.module.mixes else s.seen:
                    assert not faces.intersection(seen), game.slug
                    shown += len(seen)
    assert known > 500 < shown
