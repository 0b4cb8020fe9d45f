"""How strong a player is against greedy ones, as a table for benchmarks/playtests.md.

    python benchmarks/strength.py [--bot ismcts:200ms] [--deals 100] [--seed 7] [GAME[:PLAYERS] …]

Every deal is played once with the player on each seat (in a game of teams: once in each team, and then it plays for the
whole team), all other seats being greedy. Low and high are Wilson's over deals, so wide that all rows hold together at 95 %
(Bonferroni). Each row begins with one deal that is not counted, and says how long the others will take; Ctrl-C ends it with
the deals until then. What a player may think is time of the processor, so a busy machine changes nothing but how long you
wait. Tables are played one after the other, in one process.
"""

from __future__ import annotations

import argparse
import random
import sys
import time
from typing import Any

from cardgen.app.whatif import duration
from cardgen.base.files import find_kit, shipped
from cardgen.engine import Bot, Game, derive, play_game
from cardgen.games import GAMES, make_game
from cardgen.players import make_bot
from cardgen.simulation.statistics import Deals, simultaneous
from cardgen.source import load_kit


class Timed:
    """A player whose thinking is timed."""

    def __init__(self, bot: Bot) -> None:
        self.name, self.looks, self.bot = bot.name, bot.looks, bot
        self.decisions, self.seconds = 0, 0.0

    def choose(self, view: Any, moves: Any, rng: random.Random) -> Any:
        """Return the move of the player."""
        began = time.thread_time()
        move = self.bot.choose(view, moves, rng)
        self.seconds += time.thread_time() - began
        self.decisions += 1
        return move


def sides(game: Game[Any]) -> list[list[int]]:
    """Return who plays together: every seat alone, or the teams."""
    team = game.deal(1).to_dict().get("team")
    if team is None:
        return [[seat] for seat in range(game.players)]
    teams = team["tuple"][: game.players]
    return [[seat for seat, its in enumerate(teams) if its == one] for one in sorted(set(teams))]


def row(slug: str, players: int, name: str, deals: int, seed: int, level: float) -> str:
    """Return a line of the table."""
    folder = find_kit(slug, shipped() / "data")
    if folder is None:
        raise SystemExit(f"no kit '{slug}'")
    game = make_game(load_kit(folder), players)
    bot, wins, together = Timed(make_bot(game, name)), Deals(), sides(game)
    try:
        for deal in range(deals + 1):
            began = time.perf_counter()
            for side in together:
                bots: list[Bot] = [bot if seat in side else game.greedy() for seat in range(game.players)]
                winners = game.winners(play_game(game, derive(seed, "strength", slug, players, deal), bots))
                won = sum(seat in side for seat in winners) / max(1, len(winners))
                wins.count(won)
            wins.close()
            if not deal:
                wins = Deals()
                takes = duration((time.perf_counter() - began) * deals)
                print(f"{slug}:{players}: {deals} deals, about {takes}", file=sys.stderr, flush=True)
    except KeyboardInterrupt:
        wins.open_wins = wins.open_of = 0
    share, fair = wins.share_at(level), 1 / len(together)
    sure = "yes" if share.low > fair else "no" if share.high < fair else "open"
    ms = 1000 * bot.seconds / max(1, bot.decisions)
    won_of = f"{share.share:.1%} | {share.low:.1%} | {share.high:.1%}"
    return f"| {slug} | {players} | {won_of} | {fair:.1%} | {sure} | {wins.deals} | {ms:.0f} ms |"


def main() -> None:
    """Print the table."""
    asked = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    asked.add_argument("tables", nargs="*", metavar="GAME[:PLAYERS]")
    asked.add_argument("--bot", default="ismcts:200ms")
    asked.add_argument("--deals", type=int, default=100)
    asked.add_argument("--seed", type=int, default=7)
    asked.add_argument(
        "--rows", type=int, help="how many rows the whole table has (default: those that are played here)"
    )
    said = asked.parse_args()
    rows: list[tuple[str, int]] = []
    for table in said.tables or GAMES:
        slug, _, number = table.partition(":")
        folder = find_kit(slug, shipped() / "data")
        if folder is None:
            raise SystemExit(f"no kit '{slug}'")
        counts = [int(number)] if number else load_kit(folder).players.counts
        rows += [(slug, players) for players in counts]
    together = said.rows or len(rows)
    level = simultaneous(together)
    print(f"Low and high at {level:.2%}, so that all {together} rows hold together at 95 % (Bonferroni)\n")
    print(
        f"| game | players | {said.bot} wins | low | high | fair | better than greedy | deals | a decision |"
    )
    print("|---|---|---|---|---|---|---|---|---|", flush=True)
    for slug, players in rows:
        print(row(slug, players, said.bot, said.deals, said.seed, level), flush=True)


if __name__ == "__main__":
    main()
