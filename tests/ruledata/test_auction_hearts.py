"""Auction Hearts as data beside the rules in Python that ship: the same games, told, refused and seen in the same words."""

from __future__ import annotations

import random
import re
import shutil
from collections import Counter
from collections.abc import Mapping
from functools import cache
from itertools import permutations
from pathlib import Path
from typing import Any

import pytest

from cardgen.engine import OVER, Misplaced, Recorder, run_scenarios
from cardgen.games.auction_hearts.rules import AuctionHearts
from cardgen.ruledata import game_of
from tests.games.kits import kit_of
from tests.many import thorough
from tests.ruledata.kits import SAMPLES

ROOT = SAMPLES.parents[1]
HOUSE: tuple[dict[str, Any], ...] = (
    {},
    {"preset": "bicycle"},
    {"all_pass": "redeal"},
    {"all_pass": "dealer_names"},
    {"carry_leader": "eldest"},
    {"must_raise": False},
    {"short": "debt"},
    {"end_pot": "void"},
    {"end_pot": "play_on"},
    {"rounds": 8},
    {"win_by": "tricks"},
    {"moon_wins_game": True},
    {"jack_single": True},
    {"bid_cap": 5},
    {"must_break": False},
    {"first_lead_no_pain": False},
    {"first_trick_no_pain": False},
    {"win_by": "tricks", "moon_wins_game": True, "rounds": 8, "short": "debt"},
    {"end_pot": "play_on", "rounds": 3, "jack_single": True, "must_raise": False, "all_pass": "redeal"},
)
SAID = (
    *("turn", "phase", "round", "dealer", "chips", "carried", "bids", "namer", "pain", "broken", "first_trick", "tricks"),
    *("winners", "ending", "hurt", "gains", "pot", "gone", "aside", "won"),
)  # fmt: skip


@cache
def both(path: Path, number: int) -> tuple[Any, Any]:
    """Return the data and the rules in Python at one of the tables: three to six players, each house rule."""
    kit = kit_of("auction-hearts")
    options, players = HOUSE[number // 4], (4, 3, 5, 6)[number % 4]
    return game_of(kit, path)(kit, players, options), AuctionHearts(kit, players, options)


def of_both(data: Any, python: Any, s: Any, q: Any) -> None:
    """Compare two tables, or two views of them, word by word."""
    ours, theirs = data.facts(s), python.facts(q)
    if q.phase is OVER:  # whose turn it is then means nothing
        ours["turn"] = theirs["turn"]
    assert {name: ours[name] for name in SAID} == {name: theirs[name] for name in SAID}
    assert (ours["hand"], ours["trick"]) == (theirs["hands"], list(theirs["trick"].values()))


def heard(recorder: Recorder) -> list[Any]:
    """Return what was told: sentences, rules, figures, and who may hear which rule."""
    return [
        (event.says, event.rule, dict(event.figures), {rule: set(seats) for rule, seats in event.withheld.items()})
        for event in recorder.take()
    ]  # fmt: skip


def tries(python: Any, q: Any, rng: random.Random) -> list[str]:
    """Return sentences of which the rules refuse some."""
    name = python.names[q.turn]
    if q.phase.name == "bid":
        chips = q.chips[q.turn]
        return [f"{name} bids {n}" for n in (0, -1, 1, q.high, q.high + 1, chips, chips + 1, 500)]
    if q.phase.name == "play a card":
        return [f"{name} plays {card}" for card in rng.sample(python.pieces.names, 6)]
    return []


def play(data: Any, python: Any, seed: int) -> tuple[int, int, int]:
    """Play one game of both and compare; returns how many moves, events and refusals were equal."""
    s, q, rng = data.deal(seed), python.deal(seed), random.Random(seed)
    told, refused, hears, heard_there = 0, 0, Recorder(), Recorder()
    s.tell, q.tell = hears.tell, heard_there.tell
    data.opened(s)
    python.opened(q)
    for number in range(600):
        ours, theirs = heard(hears), heard(heard_there)
        assert ours == theirs
        told += len(ours)
        if number % 7 == 0 or q.phase is OVER:
            of_both(data, python, s, q)
            seat = rng.randrange(data.players)
            of_both(data, python, data.view(s, seat), python.view(q, seat))
            assert (data.standing(s), data.scores(s)) == (python.standing(q), python.scores(q))
        assert s.phase.name == q.phase.name
        if q.phase is OVER:
            break
        moves = python.moves(q)
        said = [python.say(q, move) for move in moves]
        assert [data.say(s, move) for move in data.moves(s)] == said
        for text in tries(python, q, rng):
            if text not in said:
                assert data._why_not(s, data.read(s, text)) == python._why_not(q, python.read(q, text)), text
                refused += 1
        n = rng.randrange(len(said))
        if q.phase.name == "bid" and rng.random() < 0.7:  # wild bids end a game before much has been played
            n = min(rng.random() < 0.4, len(said) - 1)
        move = data.moves(s)[n]
        s.phase.play(s, move)
        q.phase.play(q, moves[n])
    return number, told, refused


def rules(place: Path) -> Path:
    """Return a copy of the rules in a place without rules in Python."""
    path = SAMPLES / "classics" / "rules" / "auction-hearts.yaml"
    return Path(shutil.copy(path, place / "rules.yaml"))


@pytest.mark.parametrize("games", [len(HOUSE), thorough(100)])
def test_the_same_games_in_the_same_words_as_in_python(games: int, tmp_path: Path) -> None:
    path, every = rules(tmp_path), games > len(HOUSE)
    numbers = [
        seed if every else 4 * seed + seed % 4 for seed in range(games)
    ]  # a house rule each, or all at all tables
    found = [play(*both(path, number % (4 * len(HOUSE))), seed) for seed, number in enumerate(numbers)]
    assert all(sum(one) > games for one in zip(*found, strict=True))


def test_every_scenario_of_the_rulebook_holds(tmp_path: Path) -> None:
    path, kit, made = rules(tmp_path), kit_of("auction-hearts"), dict[str, Any]()

    def at(slug: str, players: int, options: Mapping[str, Any]) -> Any:
        table = f"{players} {sorted(options.items())}"
        made[table] = made.get(table) or game_of(kit, path)(kit, players, options)
        return made[table]

    for file in (
        ROOT / "tests/scenarios/auction-hearts.yaml",
        ROOT / "data/auction-hearts/scenarios/examples.yaml",
    ):
        said = re.sub(r"\bhands\b", "hand", file.read_text("utf-8"))  # a zone has one name as data
        copy = tmp_path / file.name
        copy.write_text(re.sub(r"# yaml-language-server.*", "", said), "utf-8")
        results = run_scenarios(copy, at)
        assert results
        assert [str(problem) for result in results for problem in result.problems] == []


def test_a_described_hand_has_as_many_cards_as_the_others(tmp_path: Path) -> None:
    made = game_of(kit_of("auction-hearts"), rules(tmp_path))(kit_of("auction-hearts"), 4)
    s = made.position({"pain": "hearts", "trick": ["9S", "KS"], "hand": {"P0": ["2H"]}})
    assert [len(s.piles[f"hand {name}"]) for name in made.names] == [1, 1, 2, 2]
    assert (s.turn, s.taker) == (2, 1)  # type: ignore[attr-defined]
    with pytest.raises(Misplaced, match="P1 has 2 cards, expected 1"):
        made.position({"pain": "hearts", "hand": {"P0": ["2S"], "P1": ["3S", "4S"]}})


def test_every_deal_that_fits_what_was_shown_is_equally_likely(tmp_path: Path) -> None:
    lacks = {1: ["spades"], 2: ["hearts"]}
    made = game_of(kit_of("auction-hearts"), rules(tmp_path))(kit_of("auction-hearts"), 4)
    held = {
        "P0": ["2C", "3C", "4C"],
        "P1": ["2H", "2D", "5H"],
        "P2": ["2S", "3S", "3D"],
        "P3": ["4S", "3H", "4H"],
    }
    s: Any = made.position({"pain": "hearts", "hand": held})
    for seat, suits in lacks.items():
        s.lacks[seat] = suits
    unseen = [card for name, hand in held.items() if name != "P0" for card in hand]
    signs = {seat: {suit[0].upper() for suit in suits} for seat, suits in lacks.items()}
    possible = {
        (frozenset(p[:3]), frozenset(p[3:6]), frozenset(p[6:]))
        for p in permutations(unseen)
        if not any(card[-1] in signs.get(1 + n // 3, ()) for n, card in enumerate(p))
    }
    rng, view = random.Random(4), made.view(s, 0)
    worlds = (made.sample_world(view, rng) for _ in range(100 * len(possible)))
    dealt = Counter(
        tuple(frozenset(made.pieces.list(w.piles[f"hand P{n}"])) for n in (1, 2, 3)) for w in worlds
    )
    assert set(dealt) == possible
    assert all(50 < number < 170 for number in dealt.values()), sorted(dealt.values())
