"""Auction Hearts as data is the game that cardgen 1.0 had in Python: moves, words, rules, refusals and points of 76 games."""

from __future__ import annotations

import hashlib
import random
from collections import Counter
from itertools import permutations
from pathlib import Path
from typing import Any

import pytest
import yaml

from cardgen.engine import OVER, Misplaced, Recorder
from cardgen.games import make_game
from tests.games.kits import kit_of

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
# Written by the rules in Python before they were taken out: digests of the games below, one for each house rule.
REFEREE: list[str] = yaml.safe_load(Path(__file__).with_name("auction-hearts.yaml").read_text("utf-8"))


def tries(game: Any, s: Any, rng: random.Random) -> list[str]:
    """Return sentences of which the rules refuse some."""
    name = game.names[s.turn]
    if s.phase.name == "bid":
        chips = game.facts(s)["chips"][name]
        return [f"{name} bids {n}" for n in (0, -1, 1, s.high, s.high + 1, chips, chips + 1, 500)]
    if s.phase.name == "play a card":
        return [f"{name} plays {card}" for card in rng.sample(game.pieces.names, 6)]
    return []


def as_then(says: str, game: Any, s: Any) -> str:
    """Return a sentence as the rules in Python said it; these two are worded otherwise since."""
    if says.endswith(" leads"):
        return f"{game.facts(s)['pain']} are the pain suit"
    return says.replace(" for each player;", " for everybody;")


def played(game: Any, seed: int) -> list[str]:
    """Return all that is said in one game: moves offered, refusals, sentences with their rules and figures, standings, points."""
    s, rng, hears, lines = game.deal(seed), random.Random(seed), Recorder(), list[str]()
    s.tell = hears.tell
    game.opened(s)
    for number in range(600):
        lines += [
            f"{as_then(event.says, game, s)} {event.rule} {sorted(event.figures.items())} {sorted((rule, sorted(seats)) for rule, seats in event.withheld.items())}"
            for event in hears.take()
        ]
        if number % 7 == 0 or s.phase is OVER:
            lines.append(f"{[round(one, 6) for one in game.standing(s)]} {game.scores(s)}")
        if s.phase is OVER:
            return [*lines, f"{game.winners(s)}"]
        moves = list(game.moves(s))
        said = [game.say(s, move) for move in moves]
        lines.append("; ".join(said))
        for text in tries(game, s, rng):
            if text not in said:
                refusal = game._why_not(s, game.read(s, text))
                lines.append(f"{text}: {refusal.rule} {refusal.says}")
        n = rng.randrange(len(said))
        if s.phase.name == "bid" and rng.random() < 0.7:  # wild bids end a game before much has been played
            n = min(rng.random() < 0.4, len(said) - 1)
        s.phase.play(s, moves[n])
    return lines


def digest(number: int) -> str:
    """Return a digest of four games under one house rule, of three to six players."""
    kit, lines = kit_of("auction-hearts"), list[str]()
    for players in (4, 3, 5, 6):
        lines += played(make_game(kit, players, HOUSE[number]), 100 * number + players)
    return hashlib.sha256("\n".join(lines).encode()).hexdigest()[:16]


@pytest.mark.parametrize("number", range(len(HOUSE)))
def test_the_same_games_in_the_same_words_as_in_python(number: int) -> None:
    assert digest(number) == REFEREE[number]


def test_a_described_hand_has_as_many_cards_as_the_others() -> None:
    made = make_game(kit_of("auction-hearts"), 4)
    s = made.position({"pain": "hearts", "trick": ["9S", "KS"], "hand": {"P0": ["2H"]}})
    assert [len(s.piles[f"hand {name}"]) for name in made.names] == [1, 1, 2, 2]
    assert (s.turn, s.taker) == (2, 1)  # type: ignore[attr-defined]
    with pytest.raises(Misplaced, match="P1 has 2 cards, expected 1"):
        made.position({"pain": "hearts", "hand": {"P0": ["2S"], "P1": ["3S", "4S"]}})


def test_every_deal_that_fits_what_was_shown_is_equally_likely() -> None:
    lacks = {1: ["spades"], 2: ["hearts"]}
    made = make_game(kit_of("auction-hearts"), 4)
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
