"""How fast random legal games are played through the public engine: decisions per CPU second.

    python -m benchmarks.playouts [seconds for each line]

Everything is plain Python on one core; what counts is CPU time, so a busy machine changes little. Rules that are data are
compiled for tables at which nobody looks, as simulations of random players use them (decision 123). The last lines are
games whose rules exist as data (rules.yaml) and in Python, from the same kit in the same run, then
OpenSpiel's hearts (C++, driven from Python in its quickest loop; `pip install open_spiel`) in the same run, and the
speed of two processes beside that of one.
"""

from __future__ import annotations

import importlib
import random
import sys
import time
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from cardgen.base.files import find_kit, shipped
from cardgen.engine import rollout
from cardgen.games import GAMES, make_game, player_counts
from cardgen.ruledata import game_of
from cardgen.source import load_kit
from tests.ruledata.kits import regatta

SAMPLES = Path(__file__).parents[1] / "tests" / "samples"
TWICE = {"night-market": "NightMarket", "harbour": "Harbour", "regatta": "Regatta"}
"""Samples whose rules are written twice, with the class in Python."""


def decisions_per_second(slug: str, players: int, seconds: float) -> float:
    """Return the best of three runs."""
    folder = find_kit(slug, shipped() / "data")
    if folder is None:
        raise SystemExit(f"no kit '{slug}'")
    return best_rates([make_game(load_kit(folder), players)], seconds)[0]


def best_rates(games: Sequence[Any], seconds: float) -> list[float]:
    """Return the best of three runs of each game; they take turns, so that a busy spell slows all of them."""
    best = [0.0] * len(games)
    seed = 0
    for _ in range(3):
        for number, game in enumerate(games):
            decisions, start = 0, time.process_time()
            while (spent := time.process_time() - start) < seconds / 3:
                decisions += rollout(game.blind.deal(seed), random.Random(seed))
                seed += 1
            best[number] = max(best[number], decisions / spent)
    return best


def data_and_python(slug: str, players: int, seconds: float) -> list[float]:
    """Return the rates of a sample's rules as data and in Python."""
    project = SAMPLES / f"{slug}-project"
    sys.path.insert(0, str(project))
    python = getattr(importlib.import_module(f"{slug.replace('-', '_')}_rules"), TWICE[slug])
    if slug == "regatta":  # its cards have words in Python, or list deeds
        with TemporaryDirectory() as place:
            sys.path.insert(0, place)
            kit, deeds = regatta(Path(place))
            return best_rates([make_game(deeds, players), python(kit, players)], seconds)
    kit = load_kit(project / "data" / slug)
    data = game_of(kit, SAMPLES / "classics" / "rules" / f"{slug}.yaml")
    return best_rates([data(kit, players, {}), python(kit, players, {})], seconds)


def openspiel_hearts(seconds: float) -> float | None:
    """Return OpenSpiel's rate, the players' decisions only, or None where it is not installed."""
    try:
        import pyspiel
    except ImportError:
        return None
    game = pyspiel.load_game("hearts")
    best = 0.0
    number = random.Random(1).random
    for _ in range(3):
        decisions, start = 0, time.process_time()
        while (spent := time.process_time() - start) < seconds / 3:
            state = game.new_initial_state()
            apply, legal, terminal = state.apply_action, state.legal_actions, state.is_terminal
            while not terminal():
                actions = legal()
                decisions += not state.is_chance_node()
                apply(actions[int(number() * len(actions))])
        best = max(best, decisions / spent)
    return best


def both_cores(slug: str, players: int, seconds: float) -> float:
    """Return how many times as much two processes play as one does in the same time on the clock."""
    with ProcessPoolExecutor(2) as pool:
        list(pool.map(played_in, [slug] * 2, [players] * 2, [0.1] * 2))  # both are up
        alone = pool.submit(played_in, slug, players, seconds).result()
        together = sum(pool.map(played_in, [slug] * 2, [players] * 2, [seconds] * 2))
    return together / alone


def played_in(slug: str, players: int, seconds: float) -> int:
    """Return the decisions played in so many seconds on the clock."""
    folder = find_kit(slug, shipped() / "data")
    assert folder is not None
    game = make_game(load_kit(folder), players)
    decisions, start, seed = 0, time.perf_counter(), 0
    while time.perf_counter() - start < seconds:
        decisions += rollout(game.blind.deal(seed), random.Random(seed))
        seed += 1
    return decisions


def print_twice(seconds: float) -> None:
    """Print how fast rules as data are beside the same rules in Python, for each number of players."""
    for slug in TWICE:
        for players in (
            (2, 3)
            if slug == "regatta"
            else load_kit(SAMPLES / f"{slug}-project" / "data" / slug).players.counts
        ):
            data, python = data_and_python(slug, players, seconds)
            print(
                f"{slug:20} {players} players {data:12,.0f} as data, {python:,.0f} in Python: {data / python:.2f} times"
            )


def main(seconds: float) -> None:
    """Print a line for each game and number of players."""
    for slug in GAMES:
        folder = find_kit(slug, shipped() / "data")
        if folder is None:
            continue
        for players in player_counts(load_kit(folder)):
            rate = decisions_per_second(slug, players, seconds)
            print(f"{slug:20} {players} players {rate:12,.0f} decisions per second")
    print_twice(seconds)
    rate = openspiel_hearts(seconds)
    shown = f"{rate:12,.0f} decisions per second" if rate else "    is not installed (pip install open_spiel)"
    print(f"{'OpenSpiel hearts':20} 4 players {shown}")
    print(
        f"two processes play {both_cores('auction-hearts', 4, seconds):.2f} times what one plays (auction-hearts)"
    )


if __name__ == "__main__":
    main(float(sys.argv[1]) if len(sys.argv) > 1 else 3.0)
