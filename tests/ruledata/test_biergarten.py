"""Biergarten as data beside the rules in Python that ship: the same moves, refusals, stories, views and winners from the same deals."""

from __future__ import annotations

import random
import shutil
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from cardgen.engine import HIDDEN, OVER, Tell
from cardgen.engine.state import State
from cardgen.games.biergarten.rules import Biergarten
from cardgen.ruledata import game_of
from tests.games.kits import kit_of
from tests.many import thorough
from tests.ruledata.kits import SAMPLES

KIT = kit_of("biergarten")
SINGLE = [{name: value} for name, option in KIT.options.items() for value in option.choices]
HOUSE: list[dict[str, Any]] = [
    {},
    *(one for one in SINGLE if KIT.options[next(iter(one))].default not in one.values()),
    {"shift": "whole_line", "connected": False, "home_fixed": True, "side": "ales"},
    {"shift": "run", "connected": False, "home_fixed": True, "hole_is_exterior": False, "equal_turns": True},
    {"shift": "whole_line", "home_fixed": True, "umbrella_shape": "line", "shield_contact": True},
    {"deck_out": "final_round", "equal_turns": True, "first": "random", "hole_is_exterior": False},
]
TABLES = [(players, options) for options in HOUSE for players in (3, 2, 4, 5)]


@cache
def kind_of(folder: Path) -> Any:
    """Return the game of the data, beside the kit that ships."""
    path = folder / "rules.yaml"
    shutil.copy(SAMPLES / "classics" / "rules" / "biergarten.yaml", path)
    return game_of(KIT, path)


@pytest.fixture(autouse=True)
def turned_shuffles(monkeypatch: pytest.MonkeyPatch) -> None:
    """Shuffle the same tiles into the same order: Python draws from the end of its deck."""
    plain = State.shuffle

    def shuffle(self: Any, pieces: Any, chance: Any = None, *, first_on_top: bool = False) -> None:
        pieces.sort()
        plain(self, pieces, chance)
        if first_on_top:
            pieces.reverse()

    monkeypatch.setattr(State, "shuffle", shuffle)


def begun(data: Any, q: Any) -> Any:
    """Return the table of the data as the one in Python was dealt."""
    s = data.deal(0)
    s.piles["deck"], s.piles["home_pile"] = q.deck[::-1], q.home_pile[::-1]
    s.piles["homes"] = q.homes[:]
    for seat, name in enumerate(data.names):
        s.piles[f"hand {name}"] = q.hands[seat][:]
    s.luck, s.first = q.luck, q.first
    s.turn, s.about = q.turn, (s.game._env["ROUND"][q.first][1:], q.first)
    return s


def lying(data: Any, s: Any) -> dict[str, Any]:
    """Return the tiles of the data, as the table in Python has them."""
    return {
        "deck": s.piles["deck"][::-1],
        "supply": s.piles["supply"],
        "homes": s.piles["homes"],
        "box": s.piles["box"],
        "hands": [s.piles[f"hand {name}"] for name in data.names],
        "gardens": [s.layouts[f"garden {name}"] for name in data.names],
        "stale": s.stale,
        "idle": s.idle,
        "closer": s.closer,
    }


def same(data: Any, s: Any, q: Any) -> bool:
    return all(value == getattr(q, name) for name, value in lying(data, s).items())


def seen(data: Any, python: Any, s: Any, q: Any) -> None:
    """Compare what each seat sees."""
    for seat in range(data.players):
        v, w = data.view(s, seat), python.view(q, seat)
        there = lying(data, v)
        assert (there["deck"], there["gardens"]) == (w.deck, w.gardens)
        # the data lets a player know the tiles that were seen going to a hand; Python says so in a history
        for mine, its in zip(there["hands"], w.hands, strict=True):
            assert all(
                one in (other, HIDDEN) or other == HIDDEN for one, other in zip(mine, its, strict=True)
            )
        assert data.cells(v) | python.cells(w) == python.cells(w)


def tries(python: Any, q: Any, rng: random.Random) -> list[str]:
    """Return sentences of the game, most of them wrong here."""
    tiles = [*q.hands[q.turn], *q.gardens[q.turn].values(), *q.supply, *q.homes, rng.choice(python.commons)]
    ways, spots = ["north", "east", "south", "west"], [*q.gardens[q.turn].values()]
    found = ["draws from the deck", "renews the supply", "leaves the garden as it is"]
    for _ in range(12):
        (a, b), way = (python.pieces.name(rng.choice(tiles)) for _ in range(2)), rng.choice(ways)
        at = python.pieces.name(rng.choice(spots)) if spots else "C01"
        corner = f"{rng.choice(['north', 'south'])}-{rng.choice(['east', 'west'])}"
        found += [f"takes {a} from the supply", f"takes {a} as home", f"swaps {min(a, b)} and {max(a, b)}"]
        found += [f"draws blindly from {rng.choice(python.names)}'s hand", f"takes the {python.pieces.name(rng.choice(list(python.mugs)))}"]  # fmt: skip
        found += [f"{verb} {a} {rng.choice([way, corner])} of {at}" for verb in ("lays", "moves")]
        found += [f"moves {a} to {at}'s place, pushing {way}", f"swaps {min(a, at)} and {max(a, at)}"]
    return found


def refused(data: Any, python: Any, s: Any, q: Any, rng: random.Random) -> int:
    """Compare what both say of moves that are not allowed."""
    looked = 0
    for words in tries(python, q, rng):
        try:
            theirs = q.phase.read(q, words)
        except ValueError:
            continue
        ours = s.phase.read(s, words)
        if theirs is None:
            continue
        assert (theirs in q.phase.moves(q)) == (ours in s.phase.moves(s)), words
        if theirs not in q.phase.moves(q):
            looked += 1
            assert s.phase.why_not(s, ours) == q.phase.why_not(q, theirs), (words, python.options)
    return looked


@pytest.mark.parametrize("games", [4, thorough(200)])
def test_the_same_games_as_in_python(games: int, tmp_path: Path) -> None:
    looked = 0
    for seed in range(games):
        players, options = TABLES[seed * 7 % len(TABLES)]
        looked += compare(kind_of(tmp_path)(KIT, players, options), Biergarten(KIT, players, options), seed)
    assert looked > games


def compare(data: Any, python: Any, seed: int) -> int:
    """Play one game in both, move for move; returns how many refusals were compared."""
    q = python.deal(seed)
    s, rng, looked = begun(data, q), random.Random(seed), 0
    ours: list[tuple[set[str], str, Any]] = []
    theirs: list[tuple[set[str], str, Any]] = []
    s.tell = Tell(lambda rule, says, **more: ours.append(({*rule.split()}, says, more)))
    q.tell = Tell(lambda rule, says, **more: theirs.append(({*rule.split()}, says, more)))
    data.opened(s)
    python.opened(q)
    assert ours == theirs
    for _ in range(600):
        where = (seed, python.options, data.players, python.picture(q))
        assert (s.phase is OVER) == (q.phase is OVER), where
        assert same(data, s, q), (where, lying(data, s))
        if s.phase is OVER:
            break
        assert (s.phase.name, s.turn) == (q.phase.name, q.turn), where
        if rng.random() < 0.1:
            mine = {data.say(s, move) for move in data.moves(s)}
            assert mine == {python.say(q, move) for move in python.moves(q)}, where
            seen(data, python, s, q)
            looked += refused(data, python, s, q, rng)
            assert data.scores(s) == python.scores(q), where
            assert data.score_parts(s) == python.score_parts(q), where
        said = chosen(python, q, rng)
        assert s.phase.read(s, said) in s.phase.moves(s), (said, where)
        s.phase.play(s, s.phase.read(s, said))
        q.phase.play(q, q.phase.read(q, said))
        assert ours == theirs, (said, where)
        ours.clear()
        theirs.clear()
    assert s.phase is OVER
    assert data.ending(s) == s.ending == q.ending
    assert data.scores(s) == python.scores(q)
    assert data.winners(s) == python.winners(q)
    return looked


def chosen(python: Any, q: Any, rng: random.Random) -> str:
    """Return a move: at random, or that of the gardener, so that games end with a line that was reached, too."""
    moves = python.moves(q)
    if rng.random() < 0.4:
        return str(q.phase.say(q, rng.choice(list(moves))))
    return str(q.phase.say(q, python.greedy().choose(python.view(q, q.turn), moves, rng)))
