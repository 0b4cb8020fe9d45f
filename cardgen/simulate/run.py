"""Playing many games on all cores: seeds in, a report out."""

from __future__ import annotations

import os
import pickle
import signal
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Executor, Future, ProcessPoolExecutor
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from cardgen.engine import Bot, Game, RandomBot, SavedGame, State, derive, play_game, save
from cardgen.errors import did_you_mean
from cardgen.games import make_game
from cardgen.model import Kit
from cardgen.simulate.report import Report, make_report
from cardgen.simulate.statistics import wilson
from cardgen.simulate.tally import Tally, Watcher

BOTS = ("random", "greedy")
Progress = Callable[[int, int], None]
"""Called with the number of games played and wanted, whenever some more are done."""

_CHUNK = 20  # games of one task: enough to outweigh sending it, few enough to show progress
_ENOUGH = 100  # no interval is trusted before so many games


@dataclass(frozen=True, slots=True)
class Setup:
    """Which games are played: the kit, the table, the house rules, who plays, and the seed of all."""

    kit: Kit
    players: int
    bots: tuple[str, ...]
    options: Mapping[str, Any]
    seed: int

    def game(self) -> Game[Any]:
        """Return the rulebook at this table."""
        return make_game(self.kit, self.players, self.options)

    def seating(self, number: int) -> tuple[int, int]:
        """Return seed and rotation of a game.

        Each deal is played as often as there are seats, the bots moving on by one, so that nobody profits
        from it. Where all bots are alike every game has a deal of its own: the others would be the same.
        """
        if len(set(self.bots)) == 1:
            return derive(self.seed, "game", number), 0
        return derive(self.seed, "game", number // self.players), number % self.players


def make_bot(game: Game[Any], name: str) -> Bot:
    """Return a bot by its name."""
    match name:
        case "random":
            return RandomBot()
        case "greedy":
            return game.greedy()
    raise ValueError(f"no bot '{name}' ({did_you_mean(name, BOTS)})")


def seated(game: Game[Any], names: Sequence[str], rotation: int) -> list[Bot]:
    """Return the bots in seat order, the first of them on the seat `rotation`."""
    return [make_bot(game, names[(seat - rotation) % game.players]) for seat in range(game.players)]


def simulate(
    kit: Kit,
    players: int,
    *,
    games: int = 1000,
    bots: Sequence[str] = ("greedy",),
    options: Mapping[str, Any] | None = None,
    seed: int = 1,
    jobs: int | None = None,
    executor: Executor | None = None,
    progress: Progress | None = None,
    until_ci: float | None = None,
) -> Report:
    """Return the report on so many games; the same arguments give the same report on any machine.

    `bots` are seated in turn, the last one filling up. `jobs` is the number of processes (all cores);
    an `executor` of `concurrent.futures` takes their place. With `until_ci` it stops as soon as the
    95 % intervals of all win rates are at most so far from their middle (0.02: ± 2 %). An interrupt
    (Ctrl-C) ends it early, and what is finished is reported.
    """
    game = make_game(kit, players, options)
    players = game.players  # a house rule may have changed it
    names = tuple(bots[min(n, len(bots) - 1)] for n in range(players))
    setup = Setup(kit, players, names, dict(options or {}), seed)
    for name in names:
        make_bot(game, name)
    tally = Tally(seat_wins=[0.0] * players, bot_wins=[0.0] * players)
    chunk = -(-_CHUNK // players) * players  # whole rounds of seats
    chunks = [range(start, min(start + chunk, games)) for start in range(0, games, chunk)]
    workers = jobs or os.cpu_count() or 1
    interrupted = False
    own = None
    if executor is None and workers > 1 and len(chunks) > 1:
        executor = own = ProcessPoolExecutor(min(workers, len(chunks)), initializer=_leave_interrupts)
    waiting: list[Future[Tally]] = []
    try:
        packed = pickle.dumps(setup)
        ahead = iter(chunks)
        for numbers in chunks:
            if executor:
                while len(waiting) < 2 * workers and (following := next(ahead, None)) is not None:
                    waiting.append(executor.submit(_play_packed, packed, following))
                # in the order of the games, so that the number of workers changes nothing
                tally.add(waiting.pop(0).result())
            else:
                tally.add(play_games(setup, numbers))
            if progress:
                progress(tally.games, games)
            if until_ci and tally.games >= _ENOUGH and _widest(tally) <= until_ci:
                break
    except KeyboardInterrupt:
        interrupted = True
    finally:
        for future in waiting:
            future.cancel()
        if own:
            own.shutdown(wait=False, cancel_futures=True)
    return make_report(game, tally, names, seed, wanted=games, interrupted=interrupted)


def _widest(tally: Tally) -> float:
    return max(wilson(wins, tally.games).half_width for wins in tally.seat_wins)


def play_games(setup: Setup, numbers: range) -> Tally:
    """Return the tally of some games of a set-up."""
    game = setup.game()
    watcher = Watcher(game)
    for number in numbers:
        deal, rotation = setup.seating(number)
        watcher.begin()
        bots = seated(game, setup.bots, rotation)
        end = play_game(game, deal, bots, watch=watcher.watch, tell=watcher.tell)
        watcher.end(end, rotation)
    return watcher.tally


def _leave_interrupts() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the process that asked


def _play_packed(packed: bytes, numbers: range) -> Tally:
    return play_games(_unpacked(packed), numbers)


@lru_cache(maxsize=4)
def _unpacked(packed: bytes) -> Setup:
    setup: Setup = pickle.loads(packed)
    return setup


def record(setup: Setup, number: int) -> SavedGame:
    """Return one game of a simulation, move by move, to save and replay."""
    game = setup.game()
    deal, rotation = setup.seating(number)
    moves: list[str] = []

    def watch(state: State, move: Any, _: Any) -> None:
        moves.append(game.say(state, move))

    end = play_game(game, deal, seated(game, setup.bots, rotation), watch=watch)
    sitting = [setup.bots[(seat - rotation) % setup.players] for seat in range(setup.players)]
    return save(game, deal, moves, bots=sitting, scores=game.scores(end))
