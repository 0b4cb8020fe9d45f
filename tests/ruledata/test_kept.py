"""What compiled rules keep is what they would work out anew, whatever has changed a zone, and nobody's knowledge is lost with a move."""

from __future__ import annotations

import pickle
import random
from pathlib import Path
from typing import Any

import pytest

from cardgen.engine import OVER
from cardgen.games import make_game
from tests.games.kits import kit_of
from tests.many import slow
from tests.ruledata import test_biergarten
from tests.ruledata.test_picking import games

TABLES: tuple[tuple[int, dict[str, Any]], ...] = (
    (3, {}),
    (4, {"mode": "masquerade", "masq_opponent_rule": True}),
    (5, {"share_hands": True, "teams": 3}),
)


def kept_is_what_is(game: Any, s: Any) -> int:
    """Compare each value that was kept, of whatever table, with what is worked out at this one; return how many there are."""
    number = 0
    for name, kept in game._env.items():
        for key in [*kept] if name.startswith("KEPT_") else ():
            of, given = game._env[f"v_{name[5:]}"], key if isinstance(key, tuple) else (key,)
            found = of(s, s.turn, *given)
            del kept[key]
            assert of(s, s.turn, *given) == found, (name, key)
            number += 1
    return number


@pytest.mark.parametrize(("players", "options"), [TABLES[0], *(slow(*one) for one in TABLES[1:])])
def test_a_kept_value_is_that_of_the_cards_that_lie_there(players: int, options: dict[str, Any]) -> None:
    game, number = make_game(kit_of("cheers"), players, options), 0
    s, rng = game.deal(2), random.Random(2)
    for turn in range(90):
        if s.phase is OVER:
            break
        s.phase.play(s, rng.choice(list(s.phase.moves(s))))
        game.standing(s)
        number += kept_is_what_is(game, s)
        other = s.copy()
        bars = [pile for name, pile in other.piles.items() if name.startswith(("bar", "goal"))]
        held = [piece for pile in bars for piece in pile]
        rng.shuffle(held)
        for pile in bars:  # as many cards, and others
            pile[:] = [held.pop() for _ in pile]
        number += kept_is_what_is(game, other)
        if turn % 30 == 0:
            view = game.view(s, rng.randrange(players))
            for other in (view, game.sample_world(view, rng), pickle.loads(pickle.dumps(s))):
                number += kept_is_what_is(game, other)
    assert number > 200


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
    assert known > 300 < shown
