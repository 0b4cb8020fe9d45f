"""Bartender (Aarwares) as data is the game that cardgen 1.0 had in Python: moves, words, rules, refusals and winners of 87 games."""

from __future__ import annotations

import hashlib
import random
from pathlib import Path
from typing import Any

import pytest
import yaml

from cardgen.engine import OVER, IllegalMove, Recorder
from cardgen.engine.state import State
from cardgen.games import make_game
from tests.games.kits import kit_of
from tests.many import mostly_thorough

KIT = kit_of("bartender-aarwares")
SINGLE = [{name: value} for name, option in KIT.options.items() for value in option.choices]
HOUSE: list[dict[str, Any]] = [
    {},
    *(one for one in SINGLE if KIT.options[next(iter(one))].default not in one.values()),
    {"repair": "free", "bury_from": "any_bar", "counter_chain": True, "rescue_shovel_to": "hole"},
    {"bury_from": "any_bar_or_market", "raid_tie": "attacker", "ace_value": 11, "bid_format": "once"},
    {"bid_format": "sealed", "actions_per_turn": 2, "discard_before_draw": True, "rescue_turned": False},
    {"win_all_paired": True, "reshuffle": False},
    {"win_check": "own_turn_end", "decks": "one_deck_20_coins", "ace_value": 1},
    {"stands_up": "at_once", "rescue_shovel_to": "hole", "win_all_paired": True},
    {"stands_up": "at_once", "repair": "free"},
]
# Written by the rules in Python before they were taken out: digests of the games below, one for each house rule.
REFEREE: list[str] = yaml.safe_load(Path(__file__).with_name("bartender-aarwares.yaml").read_text("utf-8"))
MOST = 400  # decisions of one game


@pytest.fixture(autouse=True)
def sorted_shuffles(monkeypatch: pytest.MonkeyPatch) -> None:
    """Shuffle the same cards into the same order, however they lay; Python drew from the end of a pile."""
    plain = State.shuffle

    def shuffle(self: Any, pieces: Any, chance: Any = None, *, first_on_top: bool = False) -> None:
        pieces.sort()
        plain(self, pieces, chance, first_on_top=first_on_top)

    monkeypatch.setattr(State, "shuffle", shuffle)


def tries(game: Any, s: Any, rng: random.Random) -> list[str]:
    """Return sentences that are moves of this game somewhere, most of them wrong here."""
    name, piles = game.names[s.turn], s.piles
    held = [card for one in game.names for zone in ("hand", "purse") for card in piles[f"{zone} {one}"]]
    lying = [
        (f"{one}'s ", card)
        for one in game.names
        for zone in ("staff", "guests")
        for card in piles[f"{zone} {one}"]
    ]
    found = []
    for verb in ("raids", "advertises to", "bids for", "buries", "discards", "digs with", "defends with"):
        card = game.pieces.name(rng.choice(rng.choice([held, range(len(game.pieces))]) or [0]))
        whose, target = rng.choice([*lying, *(("", one) for one in piles["market"])] or [("", 0)])
        on = f"{whose}{game.pieces.name(target)}"
        match verb:
            case "bids for":
                found.append(f"{name} {verb} {game.pieces.name(target)} with {card}")
            case "raids" | "advertises to":
                found.append(f"{name} {verb} {on} with {card}")
            case "buries":
                found.append(f"{name} {verb} {on}")
            case _:
                found.append(f"{name} {verb} {card}")
    return found


def answer(game: Any, s: Any, said: str) -> str:
    """Return what a game says of a sentence: that it is a move, or why it is none."""
    try:
        game.play_text(s.copy(), said)
    except IllegalMove as refused:
        return f"{refused.refusal.rule} {refused.refusal.says}"
    except ValueError:
        return "no sentence"
    return "played"


def as_then(figures: Any) -> list[tuple[str, float]]:
    """Return figures by the names that they had in Python; the piles have words of their own since."""
    names = {"missing_coin_deck": "missing_coins", "missing_deck": "missing_main_cards"}
    return sorted((names.get(name, name), number) for name, number in figures.items())


def played(game: Any, s: Any, seed: int) -> list[str]:
    """Return all that is said in one game: moves offered, refusals, sentences with their rules and figures, standings, points."""
    rng, hears, lines = random.Random(seed), Recorder(), list[str]()
    s.tell = hears.tell
    game.opened(s)
    for number in range(MOST):
        lines += [
            f"{e.says} {e.rule} {as_then(e.figures)} {e.did} {sorted((rule, sorted(seats)) for rule, seats in e.withheld.items())}"
            for e in hears.take()
        ]
        if number % 7 == 0 or s.phase is OVER:
            lines.append(f"{game.standing(s)} {game.scores(s)} {s.round} {s.acts} {s.locked} {s.first}")
        if s.phase is OVER:
            return [*lines, f"{game.winners(s)} {s.ending}"]
        moves = list(game.moves(s))
        said = [game.say(s, move) for move in moves]
        lines.append("; ".join(said))
        if number % 20 == 0:
            lines += [f"{text}: {answer(game, s, text)}" for text in tries(game, s, rng)]
        n = rng.randrange(len(said))
        if number % 5 and said[n].endswith(("passes", "ends the turn")):
            n = rng.randrange(len(said))
        s.phase.play(s, moves[n])
    return lines


def digest(number: int) -> str:
    """Return a digest of three games under one house rule, of two to four players."""
    lines = list[str]()
    for players in (2, 3, 4):
        game, seed = make_game(KIT, players, HOUSE[number]), 100 * number + players
        lines += played(game, game.deal(seed), seed)
    return hashlib.sha256("\n".join(lines).encode()).hexdigest()[:16]


@pytest.mark.parametrize("number", mostly_thorough(list(range(len(HOUSE))), 2))
def test_the_same_games_in_the_same_words_as_in_python(number: int) -> None:
    assert digest(number) == REFEREE[number]
