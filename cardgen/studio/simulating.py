"""Games that pages ask for: what can be tried in a kit, and a report that fills while they are played."""

from __future__ import annotations

import contextlib
import json
import re
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from html import unescape
from itertools import islice
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import TYPE_CHECKING, Any, NamedTuple

from cardgen.base.errors import CardgenError, Problem
from cardgen.studio.payload import Payload, problem_payload

if TYPE_CHECKING:
    from concurrent.futures import Executor

    from cardgen.app.games_asked import GamesAsked
    from cardgen.app.play import SimulatedTable
    from cardgen.model import Kit
    from cardgen.simulation import Survey
    from cardgen.studio.render_worker import RenderWorker

MOST_GAMES = 100_000
_FIRST = 40  # games of the first report, in whole tasks; each further one has twice as many
_NUMBERS = re.compile(r'<script type="application/json" id="numbers">(.*?)</script>', re.S)
_TITLE = re.compile(r"<title>(.*?)</title>", re.S)
_FILM, _TASTE = 60.0, 2.0  # seconds: a film whose game would take longer is refused, after so many
_MOST_NUMBERS = 2_000  # of a kit that are offered


def report_of(folder: Path) -> str:
    """Return the name of the report that pages make of the kit in a folder."""
    from cardgen.base.files import real

    return f"{real(folder).name}-report.html"


def league_of(folder: Path) -> str:
    """Return the name of the league that pages make of the kit in a folder."""
    return f"{report_of(folder).removesuffix('report.html')}league.html"


def answer_simulating(worker: RenderWorker, kit: Kit, results: Path) -> Payload:
    """Return what pages may ask: how many can play, which numbers can be others, who can; `why` there are no rules."""
    from cardgen.app.league import MOST_KINDS
    from cardgen.games import NoRules, game_class, make_game, player_counts
    from cardgen.players import strategies
    from cardgen.simulation.stopping import LINES

    try:
        game_class(kit)
    except NoRules as error:
        return {"counts": [], "numbers": [], "why": str(error)}
    pages = dict(_with_numbers(results))
    report = report_of(worker.folder)
    pages.pop(report, "")
    counts = list(player_counts(kit))
    return {
        "counts": counts,
        "kinds": [(name, kit.strategies.get(name, "")) for name in strategies(make_game(kit, counts[-1]))],
        "most_kinds": MOST_KINDS,
        "lines": LINES,
        "numbers": list(islice(numbers_of(kit), _MOST_NUMBERS)),
        "why": "",
        "report": report if (results / report).is_file() else "",
        "pages": sorted(pages.items()),
    }


def _with_numbers(results: Path) -> Iterator[tuple[str, str]]:
    """Yield the pages about many games that were made of a kit, reports and leagues, and their titles."""
    for file in results.glob("*.html"):
        if title := _title_of(*_as_it_is(file)):
            yield file.name, title


def _as_it_is(page: Path) -> tuple[Path, int, int]:
    """Return a page and what changes with it: it is read once."""
    about = page.stat()
    return page, about.st_mtime_ns, about.st_size


@lru_cache(maxsize=1024)
def _title_of(page: Path, changed: int, size: int) -> str:
    """Return the title of a page about many games, of another one nothing."""
    says = page.read_text("utf-8", "replace")
    title = _TITLE.search(says) if _NUMBERS.search(says) else None
    return unescape(title[1]) if title else ""


def numbers_of(kit: Kit) -> Iterator[tuple[str, float]]:
    """Yield each number of the kit's tables and cards as `--sweep` names it, and what it is."""
    from cardgen.source.what_if import steps_of

    def inside(data: Any, path: str) -> Iterator[tuple[str, float]]:
        if isinstance(data, Mapping | tuple):
            values = data.values() if isinstance(data, Mapping) else data
            for step, value in zip(steps_of(data), values, strict=True):
                if "." not in step:
                    yield from inside(value, f"{path}.{step}")
        elif type(data) in (int, float):
            yield path, data

    yield from inside(kit.tables, "tables")
    for component in kit.components:
        for card in component.cards:
            yield f"cards.{card.id}.count", card.count
            yield from inside(card.fields, f"cards.{card.id}")


def pages_with(results: Path, report: str, card: str) -> Payload:
    """Return the web pages that were made of a kit, and what the report of its games says of a card at each table."""
    pages = sorted(file.name for file in results.glob("*.html")) if results.is_dir() else []
    tables: list[Any] = []
    if report in pages:
        # it may be of another version, or of anybody
        with contextlib.suppress(ValueError, KeyError, TypeError):
            for table in _numbers_in(results / report)["tables"]:
                by = " ".join(
                    filter(None, (table.get("change"), *map(str, table["changed_options"].items())))
                )
                found = [one for one in table["cards"] if one["id"] == card]
                tables += [
                    {"players": table["players"], "games": table["games"], "by": by, **one} for one in found
                ]
    return {"pages": pages, "tables": tables}


def _numbers_in(page: Path) -> Any:
    """Return the numbers that travel with the page of a report; KeyError for another page, ValueError for a damaged one."""
    numbers = _NUMBERS.search(page.read_text("utf-8", "replace"))
    if numbers is None:
        raise KeyError(page.name)
    return json.loads(numbers[1])


def answer_film(worker: RenderWorker, kit: Kit, page: Path, table: int, game: int) -> str:
    """Return the film of a game that a report shows at one of its tables, played again from its seed.

    KeyError for a game that it does not show, CardgenError when the game would be another one by now, or takes too long.
    """
    from cardgen.app.film import film_page
    from cardgen.app.whatif import duration
    from cardgen.engine import fingerprint
    from cardgen.simulation import record, set_up

    began = perf_counter()

    def chosen(moves: int) -> None:
        spent = perf_counter() - began
        takes = spent / moves * replay["moves"]
        if spent > _TASTE and takes > _FILM:
            message = (
                f"game {game} would be played again for about {duration(takes)}, because its players think;"
                " the command below the games of the report saves it for a film"
            )
            raise CardgenError([Problem(message, code="saved-game")])

    try:
        told = _numbers_in(page)
        seats = told["tables"][table]
        replay = next(one for one in seats["tension"]["replays"] if one["game"] == game)
        if seats.get("change"):
            raise KeyError(table)
        setup, _ = set_up(kit, seats["players"], seats["bots"], seats["changed_options"], told["run"]["seed"])
        saved = None if setup.seating(game - 1)[0] != replay["seed"] else record(setup, game - 1, chosen)
        of_tables = ((one["players"], one["bots"], one["changed_options"], 0) for one in told["tables"])
        same = any(fingerprint(set_up(kit, *one)[1]) == told["kit"]["fingerprint"] for one in of_tables)
    except (ValueError, LookupError, TypeError, StopIteration):
        raise KeyError(page.name) from None  # it may be of another version, or of anybody
    if saved is None or len(saved.moves) != replay["moves"] or not same:
        message = f"game {game} is another one now: the kit has changed since {page.name} was made"
        raise CardgenError([Problem(message, hint="simulate again", code="saved-game")])
    with TemporaryDirectory() as folder:
        file = Path(folder) / f"{kit.slug}-{game}.json"
        saved.write(file)
        return film_page(file, worker.folder.parent)


def simulate_kit(
    worker: RenderWorker, say: Callable[[Payload], None], asked: dict[str, Any], out: Path
) -> Payload:
    """Play what a page asks for, a report or with `strategies` a league, and write its page again and again until all is played."""
    from cardgen.app.play import kit_named
    from cardgen.base.children import end_pool, pool
    from cardgen.base.files import real
    from cardgen.simulation import WrongAnswer

    kit = kit_named(str(worker.folder), worker.folder.parent)
    workers = None
    try:
        games, kinds = _games_asked(kit, asked)
        # a fork of this process would wait for ever: its thread that listens holds the lock of stdin
        # what is cleaned up when somebody stops it is nothing to warn of
        sys.warnoptions.append("ignore:resource_tracker:UserWarning")
        workers = pool(games.workers, "spawn")
        folder = out / real(worker.folder).name
        folder.mkdir(parents=True, exist_ok=True)
        if kinds is not None:
            return _play_league(_Run(kit, games, workers, folder / league_of(worker.folder), say), kinds)
        run = _Run(kit, games, workers, folder / report_of(worker.folder), say)
        return _play_report(run, worker, asked.get("sweep", ""))
    except ValueError as error:
        says = error.at_option if isinstance(error, WrongAnswer) else str(error)
        return {"state": "failed", "says": says, "problems": []}
    finally:
        if workers:
            end_pool(workers)


class _Run(NamedTuple):
    """Games as a page asks for them, who plays them, the page that is written, and who hears how far it is."""

    kit: Kit
    asked: GamesAsked
    workers: Executor | None
    place: Path
    say: Callable[[Payload], None]


def _play_report(run: _Run, worker: RenderWorker, sweep: str) -> Payload:
    """Write the report of 40, 80, 160 … games until all are played, none of them twice.

    The last is that of `cardgen simulate --report`. Each of them is whole, and comes with what it found.
    """
    from cardgen.app.games_asked import command_of
    from cardgen.app.play import Executing, Stop, simulate_tables, write_report
    from cardgen.app.playtests import with_minutes
    from cardgen.simulation import GamesSoFar

    kit, asked, workers, place, say = run
    table, games, part = _table(kit, asked, sweep), asked.games, GamesSoFar(_FIRST)
    stop = Stop(until_sure=tuple(asked.until_sure))
    played = _counted(f"playing {games:,} games", say)
    while True:
        found, uncounted = with_minutes(
            simulate_tables(kit, table, games, 1, played, stop, spread=Executing(workers), part=part),
            str(worker.folder),
            worker.folder.parent,
            None,
        )
        at = min(part.upto, games)
        if part.over and stop.until_sure:
            at = max(one.games for one in found.tables)
        command = command_of(table, games, kit, stop) if part.over else command_of(table, at, kit, Stop())
        write_report(place, found.result(command), kit)
        news = {**_written(place, at), **_found(found, table)}
        if part.over:
            broken = [one.problem for one in found.endless if one.problem]
            problems = [problem_payload(problem, worker.label) for problem in broken]
            notes = [uncounted] if uncounted else []
            return {"state": "done", "problems": problems, "notes": notes, "found": news}
        say({"state": "running", "step": "writing", "done": 0, "of": 0, "found": news})
        part.upto *= 2


def _play_league(run: _Run, kinds: Sequence[str]) -> Payload:
    """Write the page of a small league, of a larger one, and of all games: each is whole, so what is there when it is stopped is.

    The last is that of `cardgen league --report`.
    """
    from cardgen.app.league import page_of, read_league
    from cardgen.app.play import as_problems
    from cardgen.base.destination import Destination
    from cardgen.simulation.league import league

    kit, asked, workers, place, say = run
    notes: list[str] = []
    with as_problems(kit):
        say({"state": "running", "step": "trying each kind of player", "done": 0, "of": 0})
        setup, names, _, takes = read_league(asked, kit, kinds or [asked.bots], notes.append)
        for at in (*(few for few in (asked.games // 16, asked.games // 4) if few >= _FIRST), asked.games):
            now = replace(asked, games=at)
            step = f"playing {at:,} games of each pair, {takes} in all"
            found = league(setup, names, at, jobs=1, executor=workers, progress=_counted(step, say))
            command = now.again({"strategy": tuple(kinds)}, (setup.players,))
            Destination(place).write(page_of(now, found, command))
            news = {**_written(place, at), "kinds": len(names)}
            say({"state": "running", "step": step, "done": 0, "of": 0, "found": news})
    return {"state": "done", "problems": [], "notes": notes, "found": news}


def _counted(step: str, say: Callable[[Payload], None]) -> Callable[[int, int], None]:
    return lambda done, of: say({"state": "running", "step": step, "done": done, "of": of})


def _written(place: Path, at: int) -> Payload:
    return {"files": [[place.name, place.stat().st_size]], "at": at, "folder": str(place.parent)}


def _games_asked(kit: Kit, asked: Mapping[str, Any]) -> tuple[GamesAsked, list[str] | None]:
    """Return which games are played, and the kinds of players of a league, None for a report; ValueError as the command says it."""
    from cardgen.app.games_asked import GamesAsked
    from cardgen.simulation import WrongAnswer

    own = {"strategies"} if "strategies" in asked else {"sweep", "until_sure"}
    if unknown := sorted(asked.keys() - {"players", "games", "seed", *own}):
        raise ValueError(f"a page does not set '{unknown[0]}'")
    numbers = {"games": 1000, "seed": 1} | {key: asked[key] for key in ("games", "seed") if key in asked}
    for name, least, most in (("games", 1, MOST_GAMES), ("seed", 0, 2**53)):
        if type(numbers[name]) is not int or not least <= numbers[name] <= most:
            raise ValueError(f"--{name} is {numbers[name]!r}, expected {least} to {most:,}")
    players, kinds = asked.get("players", ""), asked.get("strategies")
    sure = asked.get("until_sure", "")
    if not all(isinstance(one, str) for one in (players, asked.get("sweep", ""), sure)):
        raise ValueError(
            "--players, --sweep and --until-sure are words, such as 3-4, tables.bar.hand=3..6 and page"
        )
    if "strategies" in asked and not (
        isinstance(kinds, list) and all(isinstance(one, str) and one.strip() for one in kinds)
    ):
        raise WrongAnswer("strategy", "expected a list of words, such as never sells")
    command, more = "simulate" if kinds is None else "league", {**numbers, "players": players or None}
    more["until_sure"] = (sure,) if sure else ()
    return GamesAsked(command=command, folder=kit.root, data=kit.root.parent, **more), kinds


def _table(kit: Kit, asked: GamesAsked, sweep: str) -> SimulatedTable:
    from cardgen.app.play import SimulatedTable
    from cardgen.games import player_counts

    counts = asked.counts(kit)
    main = None if asked.players else counts[0]
    if main:  # as the command does for a report
        counts = tuple(player_counts(kit))
    return SimulatedTable(counts, seed=asked.seed, sweeps=(sweep,) * bool(sweep), main=main)


def _found(found: Survey, table: SimulatedTable) -> Payload:
    """Return what a page shows beside the report: who wins, how long, each value of a sweep, each card."""
    most = table.main or max(table.players)
    own = [one for one in found.tables if not one.change]
    main = next((one for one in own if one.players == most), own[-1] if own else None)
    if main is None:
        return {"players": 0, "wins": [], "length": [], "sweep": [], "cards": []}
    asked = next(iter(main.fair.asked), None)
    lines = asked[1].lines if asked else ()
    wins = [[one.name, one.share, one.low, one.high] for one in lines]
    lengths = (("Rounds", main.length.rounds), ("Decisions", main.length.decisions))
    cards = [[c.id, c.strength, c.margin, c.sure, c.played] for c in main.cards if c.strength is not None]
    sweep = [
        {
            "path": one.change.rpartition("=")[0],
            "value": one.value,
            "base": one.base,
            "players": one.players,
            "games": one.games,
            "met": one.met,
            "breaks": one.breaks,
            "against": {name: [mean.mean, mean.low, mean.high] for name, mean in one.against.items()},
            "before": dict(one.before),
        }
        for one in found.houses
        if one.change
    ]
    return {
        "players": main.players,
        "fair": main.fair.share,
        "wins": wins,
        "length": [[name, one.mean, one.low, one.high] for name, one in lengths],
        "sweep": sweep,
        "cards": sorted(cards, key=lambda card: -abs(card[1] or 0)),
    }
