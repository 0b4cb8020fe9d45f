"""CHEERS as data beside the rules in Python that ship: the same moves, refusals, stories, views and winners from the same deals."""

from __future__ import annotations

import random
import shutil
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from cardgen.engine import HIDDEN, OVER, Tell
from cardgen.games.cheers.rules import Cheers
from cardgen.ruledata import game_of
from tests.games.kits import kit_of
from tests.many import thorough
from tests.ruledata.kits import SAMPLES

HOUSE: tuple[dict[str, Any], ...] = (
    {},
    {"mode": "master"},
    {"mode": "masquerade"},
    {"teams": 3},
    {"declare": "own_turn"},
    {"declare": "manual"},
    {"double_win": "shared"},
    {"limit_first": True},
    {"cheers_optional": True},
    {"reshuffle": False},
    {"distinct_goals": True},
    {"odd_cycle": "literal_8", "teams": 3},
    {"mode": "masquerade", "masq_opponent_rule": True},
    {"first": "chosen"},
    {"virtual_can_win": False},
    {"share_hands": True},
    {"mode": "masquerade", "teams": 3, "declare": "manual"},
    {
        "mode": "masquerade",
        "teams": 3,
        "declare": "own_turn",
        "masq_opponent_rule": True,
        "share_hands": True,
    },
    {"mode": "master", "teams": 3, "declare": "manual", "double_win": "shared", "limit_first": True},
    {"odd_cycle": "literal_8", "cheers_optional": True, "limit_first": True, "share_hands": True},
)
TEAMS = "ABC"


TABLES = [(players, options) for options in HOUSE for players in (4, 3, 5, 6)]


@cache
def kind_of(folder: Path) -> Any:
    """Return the game of the data, beside the kit that ships."""
    path = folder / "rules.yaml"
    shutil.copy(SAMPLES / "classics" / "rules" / "cheers.yaml", path)
    kind: Any = game_of(kit_of("cheers"), path)
    kind.state.shuffle = _turned(kind.state.shuffle)
    return kind


@cache
def table(folder: Path, number: int) -> tuple[Any, Any]:
    """Return both at one table: so many players, and house rules."""
    kit, (players, options) = kit_of("cheers"), TABLES[number]
    return kind_of(folder)(kit, players, options), Cheers(kit, players, options)


def _turned(shuffle: Any) -> Any:
    """Return a shuffle with the last card on top, as the deck in Python has it."""

    def turned(s: Any, pieces: list[int], *chance: random.Random, **_: bool) -> None:
        shuffle(s, pieces, *chance)
        pieces.reverse()

    return turned


def begun(data: Any, python: Any, q: Any) -> Any:
    """Return the table of the data as the one in Python was dealt: its pieces, teams, combinations and chance."""
    s = data.deal(0)
    for pile in s.piles.values():
        pile.clear()
    s.luck = q.luck
    s.piles["deck"] = q.deck[::-1]
    for seat, name in enumerate(data.names):
        s.piles[f"hand {name}"] = q.hands[seat][:]
        s.team[seat] = TEAMS[q.team[seat]]
    tokens = list(data.pieces.ranges["goals"])
    for team, goal in enumerate(q.goals):
        for kind in python.goals.tokens[goal]:
            drink = list(data.kit.tables["ingredients"])[kind]
            token = next(piece for piece in tokens if data.pieces.cards[piece].drink == drink)
            tokens.remove(token)
            s.piles[f"goal {TEAMS[team]}"].append(token)
    s.piles["tokens"] = tokens
    for team, master in enumerate(q.masters):
        s.master[TEAMS[team]] = master
    s.spot, s.turn, s.actor = q.place + 1, q.turn, q.turn
    return s


def lying(data: Any, s: Any) -> dict[str, list[int]]:
    """Return the cards of the data, as the table in Python has them."""
    bars = [s.piles[f"bar {name}"] for name in data.names]
    return {
        "deck": s.piles["deck"][::-1],
        "discard": s.piles["discard"],
        "hands": [s.piles[f"hand {name}"] for name in data.names],
        "bars": [*bars, s.piles["bar"]],
    }


def seen(data: Any, python: Any, s: Any, q: Any) -> None:
    """Compare what each seat sees."""
    for seat in range(data.players):
        v, w = data.view(s, seat), python.view(q, seat)
        assert (v.phase.name, v.turn) == (w.phase.name, w.turn)
        there = lying(data, v)
        assert (there["deck"], there["discard"], there["hands"]) == (w.deck, w.discard, w.hands)
        for team, goal in enumerate(w.goals):
            assert (HIDDEN in v.piles[f"goal {TEAMS[team]}"]) == (goal == HIDDEN)
        assert [team if team == "?" else TEAMS.index(team) for team in v.team] == [
            "?" if team == HIDDEN else team for team in w.team[: data.players]
        ], (v.team, w.team, seat, s.phase)


def refused(python: Any, s: Any, q: Any, rng: random.Random) -> None:
    """Compare what both say of moves that are not allowed, made of the words of the game."""
    cards = rng.sample(list(python.pieces.ranges["ingredients"]), 3)
    here = q.about[1] if q.phase.name == "give two cards away" else q.turn
    cards += (
        q.hands[q.turn][:1]
        + q.bars[q.turn][:1]
        + q.bars[here][:2]
        + list(q.about[:1] if q.phase.name == "give two cards away" else ())
    )
    words = [python.pieces.name(card) for card in cards]
    bars = [python.bar_name(bar) for bar in range(len(q.bars))]
    guests = [python.word(q, "guest", bar) for bar in range(len(q.bars))]
    said = ["discards the hand", "passes", "calls CHEERS", "declares victory"]
    for card in words:
        said += [
            f"plays {card} at {rng.choice(bars)}",
            f"moves {card} to {rng.choice(bars)}",
            f"clears {card} away",
        ]
        said += [
            f"gives {card} to {rng.choice(guests)} and {rng.choice(words)} to {rng.choice(guests)}"
            for _ in range(3)
        ]
    for words_ in said:
        ours, theirs = s.phase.read(s, words_), q.phase.read(q, words_)
        assert (ours is None) == (theirs is None), words_
        named_first = (
            isinstance(ours, tuple) and ours[0] == "give" and ours[3] == q.about[0]
        )  # read as the other way round
        if theirs is None or theirs in list(q.phase.moves(q)) or named_first:
            continue
        if ours in list(s.phase.moves(s)):
            raise AssertionError(words_)
        assert s.phase.why_not(s, ours) == q.phase.why_not(q, theirs), words_


@pytest.mark.parametrize("games", [16, thorough(120)])
def test_the_same_games_as_in_python(games: int, tmp_path: Path) -> None:
    for seed in range(games):
        compare(*table(tmp_path, seed * 7 % len(TABLES)), seed)


def compare(data: Any, python: Any, seed: int) -> None:
    """Play one game in both, move for move."""
    q = python.deal(seed)
    s, rng = begun(data, python, q), random.Random(seed)
    ours: list[tuple[str, str]] = []
    theirs: list[tuple[str, str]] = []
    s.tell = Tell(lambda rule, says, **_: ours.append((rule, says)))
    q.tell = Tell(lambda rule, says, **_: theirs.append((rule, says)))
    for _ in range(400):
        where = (seed, python.options, data.players, python.picture(q))
        assert (s.phase is OVER) == (q.phase is OVER), where
        assert data.standing(s) == python.standing(q), where
        if s.phase is OVER:
            break
        assert (s.phase.name, s.turn) == (q.phase.name, q.turn), where
        there = lying(data, s)
        assert (there["deck"], there["discard"], there["hands"]) == (q.deck, q.discard, q.hands), where
        assert there["bars"][: len(q.bars)] == q.bars, where
        mine = {data.say(s, move): move for move in data.moves(s)}
        its = {python.say(q, move): move for move in python.moves(q)}
        assert sorted(mine) == sorted(its), where
        if rng.random() < 0.1:
            seen(data, python, s, q)
            refused(python, s, q, rng)
        said = chosen(python, q, its, rng)
        s.phase.play(s, mine[said])
        q.phase.play(q, its[said])
        told_here, told_there = told(ours), told(theirs)
        assert [says for _, says in told_here] == [says for _, says in told_there], (said, where)
        # a bar of seven that holds a combination has to wait, too: there the rules in Python forgot CH-050
        more = [one ^ other for (one, _), (other, _) in zip(told_here, told_there, strict=True)]
        assert all(one <= {"CH-050"} for one in more), (said, where)
        ours.clear()
        theirs.clear()
    if s.phase is OVER:
        assert data.ending(s) == python.ending(q)
        assert data.scores(s) == python.scores(q)
        assert data.winners(s) == python.winners(q)
        assert sorted(data.sides(s)) == sorted(side for side in python.sides(q) if side)
        seen(data, python, s, q)


def told(story: list[tuple[str, str]]) -> list[tuple[set[str], str]]:
    """Return a story, the numbers of each sentence as a set, without the drinks of the combination that won."""
    return [(set(rule.split()), says.split(" holds ")[0]) for rule, says in story]


def chosen(python: Any, q: Any, its: dict[str, Any], rng: random.Random) -> str:
    """Return a move: at random, or that of the player of good sense, so that games end in a victory, too."""
    if rng.random() < 0.5:
        return rng.choice(sorted(its))
    move = python.greedy().choose(python.view(q, q.turn), list(its.values()), rng)
    return next(said for said, one in its.items() if one == move)
