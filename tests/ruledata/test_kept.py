"""Nobody's knowledge is lost with a move, and none is kept of a card that lies elsewhere."""

from __future__ import annotations

import random
from pathlib import Path

from cardgen.engine import OVER
from tests.ruledata import test_biergarten
from tests.ruledata.test_picking import games


def test_what_two_cards_decide_is_looked_up_as_it_would_be_worked_out(tmp_path: Path) -> None:
    game = test_biergarten.kind_of(tmp_path)(test_biergarten.KIT, 2, {"shield_contact": True})
    env, cards = game._env, [*range(0, len(game.pieces), 9), -1]
    assert len(game.module.paired) > 4
    for code, name in game.module.paired.items():
        found = [[env[name][a][b] for b in cards] for a in cards]
        assert found == [[eval(code, env, {"a": a, "b": b}) for b in cards] for a in cards], code


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
