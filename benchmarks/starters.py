"""How fair the starters are and how good players without knowledge of them are, as rows for docs/starters.md.

    python benchmarks/starters.py [--random 1000] [--greedy 200] [--against 0] [--seed 7] [NAME[:PLAYERS] …]

Each starter is begun in an empty folder. `random` and `greedy` are the wins of each seat among equals; a shared victory counts
for each its part, and of a game that all win together the row says how often. `against` is how often a greedy player wins
among random ones, at each seat in turn, with the rules as they are and without their line `aims:`. One process.
"""

from __future__ import annotations

import argparse
import re
import tempfile
import time
from typing import Any

from cardgen.app.start import begin, starters
from cardgen.engine import Bot, Game, derive, play_game
from cardgen.games import make_game
from cardgen.players import make_bot
from cardgen.source import load_kit

AIMS = re.compile(r"(?m)^aims:.*\n(?: .*\n)*")


def row(game: Game[Any], bots: list[list[Bot]], games: int, seed: int, name: str, who: str) -> None:
    """Play, with the tables of bots in turn, and print what share of the games each seat wins, or each first bot."""
    together = name == "cooperative"
    began, won = time.process_time(), [0.0] * game.players
    for number in range(games):
        turn = number % len(bots)
        ended = play_game(game, derive(seed, name + who, game.players, number), bots[turn])
        for seat in (there := game.winners(ended)):
            won[(seat - turn) % game.players] += 1 if together else 1 / len(there)
    shares = won[: 1 if together or len(bots) > 1 else game.players]
    figures = ", ".join(f"{100 * one / games:.1f}" for one in shares)
    seconds = time.process_time() - began
    print(f"| `{name}` | {game.players} | {who} | {games} | {figures} | {seconds:.0f} s |", flush=True)


def main() -> None:
    """Print rows for each table of each starter."""
    ask = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    ask.add_argument("names", nargs="*")
    for name, games in (("random", 1000), ("greedy", 200), ("against", 0)):
        ask.add_argument(f"--{name}", type=int, default=games)
    ask.add_argument("--seed", type=int, default=7)
    asked = ask.parse_args()
    for given in asked.names or starters():
        name, _, only = given.partition(":")
        least, _, most = starters()[name]["players"].partition("-")
        with tempfile.TemporaryDirectory() as place:
            folder = begin(f"{place}/{name}", None, None, None, None, name).place / "data" / name
            rules = (folder / "rules.yaml").read_text("utf-8")
            for players in [int(only)] if only else range(int(least), int(most) + 1):
                game = make_game(load_kit(folder), players)
                for who in ("random", "greedy"):
                    if games := getattr(asked, who):
                        row(game, [[make_bot(game, who)] * players], games, asked.seed, name, who)
            for how in ("as it is", "no aims") if asked.against else ():
                if how == "no aims":
                    if not AIMS.search(rules):
                        continue
                    (folder / "rules.yaml").write_text(AIMS.sub("", rules), "utf-8")
                game = make_game(load_kit(folder), int(only or least))
                greedy, chance = make_bot(game, "greedy"), make_bot(game, "random")
                seats = range(game.players)
                bots = [[greedy if seat == one else chance for seat in seats] for one in seats]
                row(game, bots, asked.against, asked.seed, name, f"against, {how}")


if __name__ == "__main__":
    main()
