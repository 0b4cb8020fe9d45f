"""Playing games only to hear of which rules they tell, and which of them are never needed."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import yaml

from cardgen.engine import Event, Recorder, play_game, rollout, told_rules
from cardgen.games import game_class, make_game, player_counts
from tests.games.kits import kit_of

ROOT = Path(__file__).parent.parent.parent


def untold(slug: str) -> set[str]:
    """The rules and rulings that a game never tells of, so that nobody can watch them, or that do not exist."""
    seeds = yaml.safe_load((ROOT / "seeds" / f"{slug}.yaml").read_text("utf-8"))
    rules = {rule["id"] for rule in seeds["rules"] if rule["kind"] == "rule"}
    return (rules | {ruling["id"] for ruling in seeds["rulings"]}) ^ set(told_rules(game_class(kit_of(slug))))


def house_rules(slug: str) -> Iterator[dict[str, Any]]:
    """The game by the book, then with each value of each option."""
    yield {}
    for option in kit_of(slug).options.values():
        if option.name != "players":
            yield from ({option.name: value} for value in option.choices if value != option.default)


def unused(slug: str, *, random: int, greedy: int = 0) -> tuple[set[str], set[str]]:
    """The rules that so many games with each house rule told of not once, and the deeds never done.

    The games go through all numbers of players; the greedy ones are for two, or the fewest that can play.
    """
    recorder = Recorder()
    deeds: set[str] = set()
    counts = player_counts(kit_of(slug))
    number = 0
    for options in house_rules(slug):
        for _ in range(random):
            game = make_game(kit_of(slug), counts[number % len(counts)], options)
            state = game.deal(number)
            state.tell = recorder.tell
            game.opened(state)
            rollout(state, Random(number))
            deeds.update(game.deeds())
            number += 1
        if greedy:
            game = make_game(kit_of(slug), counts[0], options)
            for seed in range(greedy):
                play_game(game, seed, [game.greedy()] * game.players, tell=recorder.tell)
    events = recorder.events
    return set(told_rules(game_class(kit_of(slug)))) - rules_of(events), deeds - {
        event.did for event in events
    }


def told(slug: str, players: int, given: dict[str, Any], *moves: str, **options: Any) -> list[Event]:
    """What a game tells of some moves from a described position."""
    game = make_game(kit_of(slug), players, options)
    state = game.position(given)
    recorder = Recorder()
    state.tell = recorder.tell
    for move in moves:
        game.play_text(state, move)
    return recorder.events


def rules_of(events: list[Event]) -> set[str]:
    """The numbers of all rules in some events."""
    return {rule for event in events for rule in event.rules}
