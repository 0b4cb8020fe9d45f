"""CHEERS as data is the game that cardgen 1.0 had in Python: moves, words, rules, refusals and winners of 80 games."""

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

KIT = kit_of("cheers")
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
    {"mode": "masquerade", "teams": 3, "declare": "own_turn", "masq_opponent_rule": True, "share_hands": True},
    {"mode": "master", "teams": 3, "declare": "manual", "double_win": "shared", "limit_first": True},
    {"odd_cycle": "literal_8", "cheers_optional": True, "limit_first": True, "share_hands": True},
)  # fmt: skip
# Written by the rules in Python before they were taken out: digests of the games below, one for each house rule.
REFEREE: list[str] = yaml.safe_load(Path(__file__).with_name("cheers.yaml").read_text("utf-8"))
MOST = 250  # decisions of one game


@pytest.fixture(autouse=True)
def turned_shuffles(monkeypatch: pytest.MonkeyPatch) -> None:
    """Shuffle with the last card on top, as Python had its deck."""
    plain = State.shuffle

    def shuffle(self: Any, pieces: Any, chance: Any = None, *, first_on_top: bool = False) -> None:
        plain(self, pieces, chance)
        pieces.reverse()

    monkeypatch.setattr(State, "shuffle", shuffle)


def described(game: Any, seed: int) -> dict[str, Any]:
    """Return a dealt table in words: hands, combinations, teams, masters, and who begins."""
    rng = random.Random(seed)
    cards = [game.pieces.name(card) for card in game.pieces.ranges["ingredients"]]
    rng.shuffle(cards)
    empty = game.position({})
    teams, sizes = list(empty.team), empty.hand_size
    if game.options["mode"] == "masquerade":
        rng.shuffle(teams)
    hands = {}
    for name, size in zip(game.names, sizes, strict=True):
        hands[name], cards = cards[:size], cards[size:]
    found = {"hands": hands, "deck": cards, "turn": rng.choice(game.names), "goal": {}}
    for team in sorted({*teams}):
        found["goal"][team] = "".join(sorted(rng.sample(rng.sample("RGBYP", 4) * 2, 5), key="RGBYP".index))
    if game.options["mode"] == "masquerade":
        found["team"] = dict(zip(game.names, teams, strict=True))
    if game.options["mode"] == "master":
        found["master"] = {
            team: rng.choice([name for name, its in zip(game.names, teams, strict=True) if its == team])
            for team in sorted({*teams})
        }
    return found


def lying(game: Any, s: Any) -> str:
    """Return what a seat sees: bars, hands, piles, combinations and teams."""
    piles, goals = s.piles, {team: game.facts(s)["goal"][team] for team in "ABC"}
    names = [*(f"{zone} {name}" for zone in ("hand", "bar") for name in game.names), "bar", "deck", "discard"]
    return (
        f"{[piles[name] for name in names]} {goals} {[str(team) for team in s.team]} {s.phase.name} {s.turn}"
    )


def tries(game: Any, s: Any, rng: random.Random) -> list[str]:
    """Return sentences that are moves of this game somewhere, most of them wrong here."""
    name = game.names[s.turn]
    cards = rng.sample(list(game.pieces.ranges["ingredients"]), 4)
    bars = [f"{one}'s bar" for one in game.names]
    found = ["discards the hand", "passes", "calls CHEERS", "declares victory"]
    for card in map(game.pieces.name, cards):
        found += [
            f"plays {card} at {rng.choice(bars)}",
            f"moves {card} to {rng.choice(bars)}",
            f"clears {card} away",
        ]
        one, two = rng.choice(game.names), rng.choice(game.names)
        found.append(f"gives {card} to {one} and {game.pieces.name(rng.choice(cards))} to {two}")
    return [f"{name} {one}" for one in found]


def answer(game: Any, s: Any, said: str) -> str:
    """Return what a game says of a sentence: that it is a move, or why it is none."""
    try:
        game.play_text(s.copy(), said)
    except IllegalMove as refused:
        return f"{refused.refusal.rule} {refused.refusal.says}"
    except ValueError:
        return "no sentence"
    return "played"


def heard(game: Any, event: Any) -> str:
    """Return a sentence with its figures, its rules, and who hears them; Python forgot CH-050 where seven cards lie."""
    rules = " ".join(rule for rule in event.rule.split() if rule != "CH-050")
    only = sorted(event.only) if event.only is not None and len(event.only) < game.players else None
    withheld = {rule: sorted(seats) for rule, seats in event.withheld.items() if rule != "CH-050"}
    return f"{event.says.replace('; ', ', ')} {rules} {sorted(event.figures.items())} {only} {withheld}"


def played(game: Any, s: Any, seed: int) -> list[str]:
    """Return all that is said and seen in one game: moves, refusals, sentences, views, standings, points, choices."""
    rng, hears, bot, lines = random.Random(seed), Recorder(), game.greedy(), list[str]()
    s.tell = hears.tell
    game.opened(s)
    for number in range(MOST):
        lines += [heard(game, event) for event in hears.take()]
        if number % 7 == 0 or s.phase is OVER:
            lines.append(f"{game.standing(s)} {game.scores(s)} {game.rounds(s)}")
            lines += [lying(game, game.view(s, seat)) for seat in range(game.players)]
        if s.phase is OVER:
            return [*lines, f"{game.winners(s)} {s.ending} {sorted(map(list, game.sides(s)))}"]
        said = {game.say(s, move): move for move in game.moves(s)}
        lines.append("; ".join(sorted(said)))
        if number % 10 == 0:
            lines += [f"{text}: {answer(game, s, text)}" for text in tries(game, s, rng)]
        chosen = bot.choose(game.view(s, s.turn), [said[one] for one in sorted(said)], random.Random(number))
        lines.append(game.say(s, chosen))
        s.phase.play(s, chosen if rng.random() < 0.5 else said[rng.choice(sorted(said))])
    return lines


def digest(number: int) -> str:
    """Return a digest of four games under one house rule, of three to six players."""
    lines = list[str]()
    for players in (3, 4, 5, 6):
        game, seed = make_game(KIT, players, HOUSE[number]), 100 * number + players
        s = game.position(described(game, seed))
        s.luck = seed
        lines += played(game, s, seed)
    return hashlib.sha256("\n".join(lines).encode()).hexdigest()[:16]


@pytest.mark.parametrize("number", mostly_thorough(list(range(len(HOUSE))), 2))
def test_the_same_games_in_the_same_words_as_in_python(number: int) -> None:
    assert digest(number) == REFEREE[number]
