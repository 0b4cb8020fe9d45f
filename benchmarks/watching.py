"""What watching costs: seconds of computing for games that are reported, over seconds for games merely played.

python benchmarks/watching.py cheers:4 biergarten:2:greedy:60 cheers:4:random:2000

Each run plays games that this process has not played before, or what players keep in mind of the last run would make
them quicker than they are; both kinds of runs take turns, and their medians are compared.
"""

from __future__ import annotations

import sys
from itertools import count
from pathlib import Path
from statistics import median
from time import process_time

from cardgen.engine import play_game
from cardgen.simulation.run import Setup, play_setups, seated, set_up
from cardgen.source import load_kit

RUNS = 7
GAMES = 100
DATA = Path(__file__).parent.parent / "data"
ALL = (
    "cheers:4:greedy:200",
    "auction-hearts:4:greedy:20",
    "biergarten:2:greedy:20",
    "bartender-2012:4",
    "bartender-aarwares:4",
    "auction-hearts:4:random:1000",
    "biergarten:2:random:400",
    "cheers:4:random:1000",
    "bartender-2012:4:random:1000",
    "bartender-aarwares:4:random:1000",
)


def play(setup: Setup, games: int) -> None:
    """Play so many games, and look at none."""
    game = setup.game()
    for number in range(games):
        deal, rotation = setup.seating(number)
        play_game(game, deal, seated(game, setup.bots, rotation))


def report(setup: Setup, games: int) -> None:
    """Play so many games and count what a report needs."""
    play_setups([setup], games, jobs=1)


def measured(slug: str, players: int, bot: str, games: int) -> tuple[float, float]:
    """Return the seconds that games take merely played, and watched."""
    kit, seeds = load_kit(DATA / slug), count(1)
    seconds: dict[bool, list[float]] = {False: [], True: []}
    for run in range(2 * RUNS + 2):
        setup, _ = set_up(kit, players, (bot,), None, next(seeds))
        watched = run % 4 in (1, 2)  # neither is always the second one
        begun = process_time()
        (report if watched else play)(setup, games)
        if run > 1:  # the first of each warms up
            seconds[watched].append(process_time() - begun)
    return median(seconds[False]), median(seconds[True])


def main() -> None:
    """Print a line for each table that is named: all five games, or kit:players:bot:games."""
    for word in sys.argv[1:] or ALL:
        slug, *more = word.split(":")
        players, bot, games = (*more, *("4", "greedy", str(GAMES))[len(more) :])
        played, watched = measured(slug, int(players), bot, int(games))
        each = 1000 * (watched - played) / int(games)
        print(
            f"{word:32} {watched / played:.2f} ({watched:.2f} s over {played:.2f} s, {each:.2f} ms a game)",
            flush=True,
        )


if __name__ == "__main__":
    main()
