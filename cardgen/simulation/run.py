"""Playing many games on all cores: seeds in, tallies out."""

from __future__ import annotations

import os
import pickle
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass, field
from functools import lru_cache
from hashlib import sha256
from math import lcm
from threading import Lock
from typing import Any, NamedTuple, Protocol, TypeAlias, TypedDict

from cardgen.engine import (
    Bot,
    EndlessGame,
    Game,
    GameBroken,
    Move,
    Moves,
    SavedGame,
    State,
    derive,
    diagnosing,
    hurrying,
    play_and_save,
    play_game,
    save,
)
from cardgen.games import make_game
from cardgen.model import Kit
from cardgen.players import Without, make_bot, patience
from cardgen.simulation.line import Lacking, Task, TaskLine
from cardgen.simulation.pairs import Pairs
from cardgen.simulation.tally import Tally
from cardgen.simulation.watching import Row, Watcher

_Seats: TypeAlias = tuple[int, tuple[str, ...], tuple[tuple[str, Any], ...], int, int]
"""What a set-up is without its kit: players, bots, options, seed and rotations."""

Progress = Callable[[int, int], None]
"""Called with the number of games played and wanted, whenever some more are done."""

_CHUNK, _QUICK_CHUNK = 20, 100
"""Games of one task, and those of chance players: enough to outweigh sending it, few enough to show progress."""
_MOST_CHUNK = 2_000  # of very many games, so that no scheduler and no reader drowns in tasks
_TASKS = 10_000  # about as many tasks a table is cut into before they grow
_MOST_KITS = 64  # that a worker remembers
_CLOSELY = ({"random"}, 50, 64), ({"random", "greedy"}, 400, 4)
"""Of such players so many deals are watched move by move, and one in so many thereafter; of others all."""
_PAYS = 1_000  # games of a set-up before rules are made ready once more, for tables at which nobody looks
_MOST_ENDLESS = 3  # games without end at a table, before no more are played there


@dataclass(frozen=True, slots=True)
class Setup:
    """Which games are played: the kit, the table, the house rules, who plays, and the seed of all."""

    kit: Kit
    players: int
    bots: tuple[str, ...]
    options: Mapping[str, Any]
    seed: int
    rotations: int = 0
    """How often each deal is played; 0: as often as the bots can sit differently."""
    fewer: int = 1
    """How many times fewer games than are asked for: a look at a table that is not the question."""

    def games(self, wanted: int) -> int:
        """Return how many games are played of so many that are asked for."""
        return -(-wanted // self.fewer)

    @property
    def seats(self) -> _Seats:
        """What it is without its kit."""
        return self.players, self.bots, tuple(self.options.items()), self.seed, self.rotations

    def game(self) -> Game[Any]:
        """Return the rulebook at this table."""
        return make_game(self.kit, self.players, self.options)

    def seating(self, number: int) -> tuple[int, int]:
        """Return seed and rotation of a game.

        Each deal is played as often as the bots can sit differently, moving on by one, so that nobody profits
        from it. Where all bots are alike every game has a deal of its own: the others would be the same.
        """
        return derive(self.seed, "game", number // self.turns), number % self.turns

    @property
    def turns(self) -> int:
        """How often the bots move on until they sit as before: no game is played twice."""
        return self.rotations or _turns(self.bots)

    def closely(self, number: int, compares: bool) -> bool:
        """Return whether every move of a game is watched: of games of players who decide quickly only some, once there are many.

        Watching takes ten times as long as chance players, and longer than greedy ones. Those are all watched where games are
        compared, or nobody could say how many more would make a figure clear.
        """
        deal = number // self.turns
        for quick, all_, one_in in _CLOSELY:
            if quick.issuperset(self.bots):
                return deal < all_ or deal % one_in == 0 or (compares and "greedy" in self.bots)
        return True

    @property
    def teams(self) -> bool:
        """Whether some win together."""
        game = self.game()
        return any(len(side) > 1 for side in game.sides(game.deal(self.seed)))


@lru_cache
def _turns(bots: tuple[str, ...]) -> int:
    return next(n for n in range(1, len(bots) + 1) if bots[n:] + bots[:n] == bots)


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


class WrongAnswer(ValueError):
    """What somebody asked for cannot be: `about` is the option of the command line, such as "bots"."""

    def __init__(self, about: str, says: str) -> None:
        super().__init__(says)
        self.about = about

    @property
    def at_option(self) -> str:
        """What is wrong, as the command line says it: --players is 9, but …"""
        return f"--{self.about}{'' if str(self).startswith('is ') else ':'} {self}"


@dataclass(slots=True)
class GamesSoFar:
    """A part of many games, so that they can be reported while more are played: how far it goes, and what came before.

    The next part goes on from `run`, which is there when one was played, and from what was sure by then.
    """

    upto: int
    run: Run | None = None
    stopping: Stopping | None = None
    over: bool = False
    """Whether nothing is left to play."""


class How(TypedDict, total=False):
    """How games are played; what is left out is up to the machine.

    `jobs` is the number of processes (all cores); an `executor` of `concurrent.futures` takes their place.
    `in_flight` is how many tasks of 20 games an executor is given at once, or what returns it as workers
    come and go; by default two for each of its workers. `keep` gets each game, move by move, as it is played.
    Of a `part` only some of the games are played, up to the end of a task.
    """

    jobs: int | None
    executor: Executor | None
    in_flight: int | Callable[[], int] | None
    progress: Progress | None
    keep: Callable[[Setup, int, SavedGame], None] | None
    part: GamesSoFar | None


class HowLong(How, total=False):
    """The same, and when a table has had enough games before all are played.

    With `until_ci` as soon as the 95 % intervals of what is watched are at most so far from their middle (0.02: ± 2 %): `watch`
    says whose wins, by default those of options, bots, teams or seats, whichever of them differ. With `until_sure` as soon as all
    that it names is surely over or under its line.
    """

    until_ci: float | None
    watch: str | None
    until_sure: Sequence[str]


@dataclass(slots=True)
class Run:
    """What was played: a tally for each set-up, what they are compared with, and games that do not end."""

    tallies: list[Tally]
    endless: dict[int, list[EndlessGame]] = field(default_factory=dict)
    interrupted: bool = False
    pairs: dict[int, Pairs] = field(default_factory=dict)
    begun: list[int] = field(default_factory=list)
    """How many games of each set-up were played, of a run that is made in parts."""


class Stopping(Protocol):
    """Says after each task whether a set-up needs no more games."""

    @property
    def of_pairs(self) -> bool:
        """Whether only differences matter: what others are compared with then ends with them."""

    @property
    def watches(self) -> bool:
        """Whether all games are watched move by move where their players are not too quick for it."""

    def enough(self, number: int, run: Run) -> bool:
        """Return whether a set-up has had enough games; once it has, that stays so."""


class Chunk(NamedTuple):
    """What some games came to: their tally, what each is compared by, and the games themselves where they are kept.

    Of a deal with a game that does not end nothing is counted.
    """

    tally: Tally
    rows: tuple[Row, ...]
    saved: Mapping[int, SavedGame]
    endless: tuple[EndlessGame, ...] = ()


def play_setups(
    setups: Sequence[Setup],
    games: int,
    *,
    against: Mapping[int, int] | None = None,
    keep: Callable[[Setup, int, SavedGame], None] | None = None,
    jobs: int | None = None,
    executor: Executor | None = None,
    in_flight: int | Callable[[], int] | None = None,
    progress: Progress | None = None,
    stopping: Stopping | None = None,
    each: Callable[[int, Sequence[Row]], None] | None = None,
    part: GamesSoFar | None = None,
) -> Run:
    """Return the tallies of so many games of each set-up; all of them share the same processes.

    `against` says which set-ups are compared with which others, deal by deal; they are played in turn, so that no game
    has to be remembered for long. `keep` gets every game, in order; `each` gets what every game came to, in order,
    with the number of its set-up. What a worker was playing that somebody killed is played again by another one.

    A kit goes to each worker once: a task names it, and a worker that does not have it says so.
    """
    against = against or {}
    _laid.cache_clear()  # rules may have been written anew since the last time
    run = (part and part.run) or Run([Tally() for _ in setups], pairs={number: Pairs() for number in against})
    begun = [*run.begun] or [0] * len(setups)
    workers = min(jobs or os.cpu_count() or 1, sum(len(_chunks(s.games(games), [s])) for s in setups))
    done = {number for number, lost in run.endless.items() if len(lost) >= _MOST_ENDLESS}
    if stopping:
        done |= {number for number in range(len(setups)) if stopping.enough(number, run)}
    kits = _Kits()
    ends = [setup.games(min(games, part.upto) if part else games) for setup in setups]
    watches = bool(each) or (stopping is not None and stopping.watches)
    tasks = (
        task
        for task in _tasks(setups, games, against, done, kits, bool(keep), watches)
        if begun[task.setup] <= task.games.start < ends[task.setup]
    )
    line: TaskLine[Chunk] | None = None
    rows: dict[tuple[int, int], Sequence[Row]] = {}
    compared = {*against, *against.values()}
    try:
        line = TaskLine(tasks, executor, workers, in_flight)
        for task in line:  # in the order of the games, so that the number of workers changes nothing
            number, numbers = task.setup, task.games
            begun[number] = numbers.stop
            if number in done:
                continue
            tally = run.tallies[number]
            chunk = task.result()
            if chunk.endless:
                lost = run.endless.setdefault(number, [])
                lost.extend(chunk.endless)
                if len(lost) >= _MOST_ENDLESS:
                    done.add(number)
            tally.add(chunk.tally)
            if keep:
                for one, saved in chunk.saved.items():
                    keep(setups[number], one, saved)
            if each:
                each(number, chunk.rows)
            if number in compared and chunk.rows:
                _compare(run, rows, against, number, numbers.start, chunk.rows)
            if progress:
                progress(
                    sum(setups[n].games(games) if n in done else t.games for n, t in enumerate(run.tallies)),
                    sum(setup.games(games) for setup in setups),
                )
            if stopping:
                _stop_at_enough(run, against, number, stopping, done)
    except KeyboardInterrupt:
        run.interrupted = True
    finally:
        if line:
            line.end()
    if part:
        run.begun, part.run, part.stopping = begun, run, stopping
        part.over = part.upto >= games or len(done) == len(setups)
    return run


def _compare(
    run: Run,
    rows: dict[tuple[int, int], Sequence[Row]],
    against: Mapping[int, int],
    number: int,
    start: int,
    new: Sequence[Row],
) -> None:
    """Pair games with those of the same deals; what has been paired with all is forgotten."""
    if number in against:
        if (base := rows.get((against[number], start))) is not None:
            run.pairs[number].add(base, new)
    else:
        for key in [key for key in rows if key[0] == number]:
            del rows[key]  # the set-ups that are compared with it have had theirs
        rows[number, start] = new


def _stop_at_enough(
    run: Run, against: Mapping[int, int], number: int, stopping: Stopping, done: set[int]
) -> None:
    """Note which set-ups need no more games; one that others are compared with goes on as long as they."""
    if stopping.enough(number, run):
        done.add(number)
    for base in set(against.values()):
        others = [n for n, its in against.items() if its == base]
        if all(n in done for n in others):
            if stopping.of_pairs:
                done.add(base)
        else:
            done.discard(base)


def _tasks(
    setups: Sequence[Setup],
    games: int,
    against: Mapping[int, int],
    done: Collection[int],
    kits: _Kits,
    keeps: bool,
    rows: bool,
) -> Iterator[Task[Chunk]]:
    """Yield what is to be played, leaving out what is done by then; what is compared takes turns."""
    compared = {*against, *against.values()}
    for number in range(len(setups)):
        if number in against:
            continue
        group = (number, *(other for other, base in against.items() if base == number))
        for numbers in _chunks(setups[number].games(games), [setups[each] for each in group]):
            for each in group:
                if each not in done:
                    seats = setups[each].seats
                    kit = kits.name_of(setups[each].kit)
                    ask = (kit, seats, numbers, each in compared or rows, keeps)
                    yield Task(each, numbers, _play, ask, kits.packed[kit])


class _Kits:
    """Kits packed, by a name that is made of all that is in them."""

    def __init__(self) -> None:
        self.packed: dict[str, bytes] = {}
        self._names: dict[int, tuple[Kit, str]] = {}

    def name_of(self, kit: Kit) -> str:
        """Return the name of a kit; it is packed when that is first asked for."""
        known = self._names.get(id(kit))
        if known is None:
            packed = pickle.dumps(kit)
            name = sha256(packed).hexdigest()
            self.packed[name] = packed
            self._names[id(kit)] = known = (kit, name)
        return known[1]


def _chunks(games: int, group: Sequence[Setup]) -> list[range]:
    """Return which games are played together: the same ones for set-ups that are compared."""
    # who thinks is asked for few games, and each takes long
    kinds = {bot.partition(" without ")[0] for one in group for bot in one.bots}
    few = _QUICK_CHUNK if kinds == {"random"} else _CHUNK
    least = max(few, min(_MOST_CHUNK, games // _TASKS)) if {"greedy", "random"}.issuperset(kinds) else 1
    turns = lcm(*(one.turns for one in group))
    chunk = -(-least // turns) * turns  # whole rounds of seats: no deal is in two of them
    return [range(start, min(start + chunk, games)) for start in range(0, games, chunk)]


def _play(
    kit: str, seats: _Seats, numbers: range, compares: bool, keeps: bool, packed: bytes | None = None
) -> Chunk | Lacking:
    """Return what some games of a set-up came to, or that this worker was never given its kit."""
    if packed is not None:
        unpacked = pickle.loads(packed)
        with _KEEPING:
            _KITS[kit] = unpacked
            while len(_KITS) > _MOST_KITS:
                del _KITS[next(iter(_KITS))]
    elif kit not in _KITS:
        return Lacking()
    setup, game = _laid(kit, seats)
    endless: dict[int, EndlessGame] = {}
    while True:
        left = [one for one in numbers if setup.seating(one)[0] not in endless] if endless else numbers
        try:
            played = _play_on(setup, game, left, compares, keeps)
        except _Lost as lost:
            endless[lost.deal] = lost.game
            if len(endless) < _MOST_ENDLESS:
                continue
            played = Chunk(Watcher(game, setup.bots).finish(), (), {})
        return played._replace(endless=tuple(endless.values()))


class _Lost(Exception):
    """A game of a deal does not end."""

    def __init__(self, deal: int, game: EndlessGame) -> None:
        super().__init__(deal, game)
        self.deal, self.game = deal, game


def _play_on(setup: Setup, game: Game[Any], numbers: Sequence[int], compares: bool, keeps: bool) -> Chunk:
    """Return what games of a set-up came to; `_Lost` for one without end."""
    watcher = Watcher(game, setup.bots, compares=compares)
    tell = watcher.tell
    saved: dict[int, SavedGame] = {}
    with hurrying(patience(game, setup.bots), lambda: (watcher.games, watcher.decisions)):
        for number in numbers:
            deal, rotation = setup.seating(number)
            closely = setup.closely(number, compares)
            watcher.begin(number, deal, rotation, closely)
            watch = watcher.watch if closely else watcher.glance
            with diagnosing(game, f"seed {deal}"):
                bots = seated(game, setup.bots, rotation)
            said: list[str] = []
            seen = _writing(game, said, watch) if keeps else watch
            try:
                told, looked = tell if closely else None, closely or keeps
                blind = number >= _PAYS and not looked and set(setup.bots) == {"random"}
                table = game.blind if blind else game
                try:
                    end = play_game(table, deal, bots, watch=seen, tell=told, listed=looked)
                except GameBroken:
                    if table is not game:  # once more, where somebody looks: that says what went wrong
                        play_game(game, deal, bots)
                    raise
            except EndlessGame as endless:
                raise _Lost(deal, endless) from endless
            with diagnosing(game, f"seed {deal}", "the end of the game"):
                watcher.end(end)
                if compares and (held := [bot for bot in bots if isinstance(bot, Without)]):
                    counts = (sum(getattr(bot, of) for bot in held) for of in ("asked", "denied", "forced"))
                    watcher.rows[-1] = watcher.rows[-1]._replace(denied=tuple(counts))
                if keeps:
                    names = [bot.name for bot in bots]
                    saved[number] = save(game, deal, said, bots=names, scores=game.scores(end))
    return Chunk(watcher.finish(), tuple(watcher.rows), saved)


def _writing(
    game: Game[Any], said: list[str], watch: Callable[[State, Move, Moves], None]
) -> Callable[[State, Move, Moves], None]:
    """Return what writes every move down before it is watched."""

    def write(state: State, move: Move, moves: Moves) -> None:
        said.append(game.say(state, move) if move in moves else repr(move))
        watch(state, move, moves)

    return write


_KITS: dict[str, Kit] = {}
"""The kits that this process was given, by name."""
_KEEPING = Lock()  # workers may be threads


@lru_cache(maxsize=_MOST_KITS)
def _laid(kit: str, seats: _Seats) -> tuple[Setup, Game[Any]]:
    """Return a set-up and its rulebook; looking up what the rules need takes as long as some games."""
    players, bots, options, seed, rotations = seats
    setup = Setup(_KITS[kit], players, bots, dict(options), seed, rotations)
    return setup, setup.game()


def record(setup: Setup, number: int, chosen: Callable[[int], None] = lambda moves: None) -> SavedGame:
    """Return one game of a simulation, move by move, to save and replay; `chosen` hears how many moves there are."""
    game = setup.game()
    deal, rotation = setup.seating(number)
    return play_and_save(game, deal, seated(game, setup.bots, rotation), chosen)
