"""What watching costs: seconds of computing for games that are reported, over seconds for the same games merely played.

python benchmarks/watching.py cheers:4 biergarten:2
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from time import process_time

from cardgen.engine import play_game
from cardgen.simulation.run import play_setups, seated, set_up
from cardgen.source import load_kit

GAMES = 60
DATA = Path(__file__).parent.parent / "data"


def seconds(run: Callable[[], object]) -> float:
    """Return the seconds of computing of the quickest of four runs."""

    def once() -> float:
        begun = process_time()
        run()
        return process_time() - begun

    return min(once() for _ in range(4))


def measured(slug: str, players: int) -> tuple[float, float]:
    """Return the seconds that games take merely played, and watched."""
    setup, game = set_up(load_kit(DATA / slug), players, ("greedy",), None, 1)

    def plain() -> None:
        for number in range(GAMES):
            deal, rotation = setup.seating(number)
            play_game(game, deal, seated(game, setup.bots, rotation))

    return seconds(plain), seconds(lambda: play_setups([setup], GAMES, jobs=1))


def main() -> None:
    """Print a line for each table that is named."""
    for word in sys.argv[1:] or ["cheers:4"]:
        slug, _, players = word.partition(":")
        played, watched = measured(slug, int(players or 4))
        print(f"{word:24} {watched / played:.2f} ({watched:.2f} s over {played:.2f} s)")


if __name__ == "__main__":
    main()
