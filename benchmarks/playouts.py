"""How fast random legal games are played through the public engine: decisions per CPU second.

    python benchmarks/playouts.py [seconds for each line]

Everything is plain Python on one core; what counts is CPU time, so a busy machine changes little.
"""

from __future__ import annotations

import random
import sys
import time

from cardgen.content import find_kit, shipped
from cardgen.engine import rollout
from cardgen.games import GAMES, make_game, player_counts
from cardgen.source import load_kit


def decisions_per_second(slug: str, players: int, seconds: float) -> float:
    """Return the best of three runs."""
    folder = find_kit(slug, shipped() / "data")
    if folder is None:
        raise SystemExit(f"no kit '{slug}'")
    game = make_game(load_kit(folder), players)
    best = 0.0
    seed = 0
    for _ in range(3):
        decisions, start = 0, time.process_time()
        while (spent := time.process_time() - start) < seconds / 3:
            decisions += rollout(game.deal(seed), random.Random(seed))
            seed += 1
        best = max(best, decisions / spent)
    return best


def main(seconds: float) -> None:
    """Print a line for each game and number of players."""
    for slug in GAMES:
        folder = find_kit(slug, shipped() / "data")
        if folder is None:
            continue
        for players in player_counts(load_kit(folder)):
            rate = decisions_per_second(slug, players, seconds)
            print(f"{slug:20} {players} players {rate:12,.0f} decisions per second")


if __name__ == "__main__":
    main(float(sys.argv[1]) if len(sys.argv) > 1 else 3.0)
