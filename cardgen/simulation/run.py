"""Playing many games on all cores: seeds in, tallies out."""

from __future__ import annotations

import os
import pickle
import signal
import threading
from collections import deque
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from concurrent.futures import Executor, Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass, field
from functools import lru_cache
from multiprocessing import parent_process
from typing import Any, TypeAlias, TypedDict

from cardgen.base.errors import CardgenError, Problem
from cardgen.engine import (
    Bot,
    EndlessGame,
    Game,
    SavedGame,
    blaming,
    derive,
    hurrying,
    play_and_save,
    play_game,
)
from cardgen.games import make_game
from cardgen.model import Kit
from cardgen.players import make_bot, patience
from cardgen.simulation.tally import Tally, Watcher

_Task: TypeAlias = tuple[int, bytes, range]
"""The number of a set-up, the set-up packed, and which of its games."""

Progress = Callable[[int, int], None]
"""Called with the number of games played and wanted, whenever some more are done."""

_CHUNK = 20  # games of one task: enough to outweigh sending it, few enough to show progress
_PATIENCE = 5  # how often in a row players may be killed before it is told
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


def set_up(
    kit: Kit, players: int, bots: Sequence[str], options: Mapping[str, Any] | None, seed: int
) -> tuple[Setup, Game[Any]]:
    """Return a table and its game, the last bot filling up the seats; ValueError if the rulebook refuses it."""
    game = make_game(kit, players, options)
    players = game.players  # a house rule may have changed it
    names = tuple(bots[min(n, len(bots) - 1)] for n in range(players))
    return Setup(kit, players, names, dict(options or {}), seed), game


def seated(game: Game[Any], names: Sequence[str], rotation: int) -> list[Bot]:
    """Return the bots in seat order, the first of them on the seat `rotation`."""
    return [make_bot(game, names[(seat - rotation) % game.players]) for seat in range(game.players)]


class How(TypedDict, total=False):
    """How games are played; what is left out is up to the machine.

    `jobs` is the number of processes (all cores); an `executor` of `concurrent.futures` takes their place.
    With `until_ci` a table stops as soon as the 95 % intervals of all its win rates are at most so far from
    their middle (0.02: ± 2 %).
    """

    jobs: int | None
    executor: Executor | None
    progress: Progress | None
    until_ci: float | None


@dataclass(slots=True)
class Run:
    """What was played: a tally for each set-up, and what is known of a set-up whose game does not end."""

    tallies: list[Tally]
    endless: dict[int, EndlessGame] = field(default_factory=dict)
    interrupted: bool = False


def play_setups(
    setups: Sequence[Setup],
    games: int,
    *,
    jobs: int | None = None,
    executor: Executor | None = None,
    progress: Progress | None = None,
    until_ci: float | None = None,
) -> Run:
    """Return the tallies of so many games of each set-up; all of them share the same processes.

    What a process was playing that somebody killed is played again by another one.
    """
    run = Run([Tally() for _ in setups])
    workers = min(jobs or os.cpu_count() or 1, sum(len(_chunks(games, s)) for s in setups))
    own = None
    if executor is None and workers > 1:
        executor = own = _players(workers)
    ahead = 2 * workers if executor else 1
    executor = executor or _OneByOne()
    done: set[int] = set()
    tasks = _tasks(setups, games, done)
    waiting: deque[tuple[_Task, Future[Tally]]] = deque()
    killed = 0
    try:
        while True:
            while len(waiting) < ahead and (new := next(tasks, None)):
                waiting.append((new, executor.submit(_play, *new[1:])))
            if not waiting:
                break
            # in the order of the games, so that the number of workers changes nothing
            task, future = waiting.popleft()
            number = task[0]
            if number in done:
                future.cancel()
                continue
            tally = run.tallies[number]
            try:
                tally.add(future.result())
            except EndlessGame as endless:
                run.endless[number] = endless
                done.add(number)
            except BrokenProcessPool:
                killed += 1
                if own is None or killed > _PATIENCE:
                    raise _always_killed() from None
                _send_home(own)
                executor = own = _players(workers)
                again = [task, *(waits for waits, _ in waiting)]
                waiting = deque((each, executor.submit(_play, *each[1:])) for each in again)
                continue
            killed = 0
            if progress:
                progress(
                    sum(games if n in done else t.games for n, t in enumerate(run.tallies)),
                    games * len(setups),
                )
            if until_ci and tally.games >= _ENOUGH and _widest(tally) <= until_ci:
                done.add(number)
    except KeyboardInterrupt:
        run.interrupted = True
    finally:
        for _, future in waiting:
            future.cancel()
        if own:
            _send_home(own)
    return run


def _players(workers: int) -> ProcessPoolExecutor:
    """Return processes that play."""
    return ProcessPoolExecutor(workers, initializer=_begin_to_play)


def _send_home(players: ProcessPoolExecutor) -> None:
    """End the processes, whatever they are playing, also one that has not yet learned how to be stopped."""
    for process in list((getattr(players, "_processes", None) or {}).values()):
        process.kill()
    players.shutdown(wait=False, cancel_futures=True)


def _always_killed() -> CardgenError:
    message = "the processes that play are killed, again and again"
    hint = "perhaps there is too little memory: try --jobs 1"
    return CardgenError([Problem(message, hint=hint, code="players-killed")])


def _tasks(setups: Sequence[Setup], games: int, done: Collection[int]) -> Iterator[_Task]:
    """Yield what is to be played, leaving out what is done by then."""
    for number, setup in enumerate(setups):
        packed = pickle.dumps(setup)
        for numbers in _chunks(games, setup):
            if number in done:
                break
            yield number, packed, numbers


def _chunks(games: int, setup: Setup) -> list[range]:
    quick = {"greedy", "random"}.issuperset(
        setup.bots
    )  # who thinks is asked for few games, and each takes long
    # whole rounds of seats: no deal is in two of them
    chunk = -(-(_CHUNK if quick else 1) // setup.players) * setup.players
    return [range(start, min(start + chunk, games)) for start in range(0, games, chunk)]


def _widest(tally: Tally) -> float:
    return max(deals.share.half_width for deals in tally.seat_wins)


class _OneByOne(Executor):
    """Does at once what it is given, in this process."""

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        future: Future[Any] = Future()
        try:
            future.set_result(fn(*args, **kwargs))
        except Exception as error:
            future.set_exception(error)
        return future


def _begin_to_play() -> None:
    """Leave Ctrl-C to the process that asked, and end when that one does, however it ends."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    for name in ("SIGTERM", "SIGHUP"):
        if hasattr(signal, name):
            signal.signal(getattr(signal, name), signal.SIG_DFL)
    threading.Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    parent = parent_process()
    if parent:
        parent.join()
        os._exit(1)


def _play(packed: bytes, numbers: range) -> Tally:
    """Return the tally of some games of a set-up."""
    setup = _unpacked(packed)
    game = setup.game()
    watcher = Watcher(game, setup.bots)
    tell = watcher.tell
    with hurrying(patience(game, setup.bots), lambda: (watcher.games, watcher.decisions)):
        for number in numbers:
            deal, rotation = setup.seating(number)
            watcher.begin(deal)
            with blaming(game, f"seed {deal}"):
                bots = seated(game, setup.bots, rotation)
            end = play_game(game, deal, bots, watch=watcher.watch, tell=tell)
            with blaming(game, f"seed {deal}", "the end of the game"):
                watcher.end(end, rotation)
    return watcher.finish()


@lru_cache(maxsize=4)
def _unpacked(packed: bytes) -> Setup:
    setup: Setup = pickle.loads(packed)
    return setup


def record(setup: Setup, number: int) -> SavedGame:
    """Return one game of a simulation, move by move, to save and replay."""
    game = setup.game()
    deal, rotation = setup.seating(number)
    return play_and_save(game, deal, seated(game, setup.bots, rotation))
