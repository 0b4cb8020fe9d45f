"""`cardgen playtests`: what the games in a folder say about a kit, for the terminal and as JSON."""

from __future__ import annotations

import shlex
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from statistics import mean, median
from typing import Any

from rich.console import Console, Group
from rich.table import Table
from rich.text import Text

from cardgen.app.film import game_in
from cardgen.app.play import kit_named
from cardgen.base.errors import CardgenError, Problem
from cardgen.base.files import FileError, games_dir, opened
from cardgen.results.declared import plain
from cardgen.results.numbers import Pace
from cardgen.simulation.pace import pace_of
from cardgen.simulation.survey import Survey
from cardgen.table.journal import Journal
from cardgen.table.playtests import Playtests, free_evening, gather

_MOST = 12


def playtests_of(
    slug: str, folder: Path, data: Path, of_bots: bool = True
) -> tuple[Playtests, list[Problem]]:
    """Return what the saved games of a kit say, and a warning for each file that cannot be counted.

    Without `of_bots` only games played at a table are looked at, not those that a simulation has saved. Files of other games are left alone; CardgenError when there is no folder or no such kit.
    """
    kit = kit_named(slug, data)
    if not folder.is_dir():
        hint = f"cardgen play {kit.slug} keeps each game there, cardgen simulate --save-games those of bots"
        raise CardgenError([Problem(f"there are no games in {folder}", hint=hint, code="no-game")])
    about = Playtests(kit.slug, kit.title, kit.minutes)
    warnings = []
    for file in sorted([*folder.rglob("*.jsonl"), *(folder.rglob("*.json") if of_bots else ())]):
        if not _is_of(file, kit.slug):
            continue
        try:
            if file.suffix == ".jsonl" and (lines := Journal.look(file))[0].get("free"):
                about.free.append({"file": str(file), **free_evening(lines)})
                continue
            game, kept = game_in(file, data)
            gather(about, game, kept)
        except CardgenError as error:
            found = error.problems[0]
            warnings.append(
                Problem(f"not counted: {found.message}", found.where, (), found.hint, "warning", found.code)
            )
    return about, warnings


def _pace(about: Playtests) -> Pace | None:
    return pace_of(about.thought, about.minutes, about.lengths)


def pace_in(slug: str, folder: Path, data: Path) -> tuple[Pace | None, str]:
    """Return how long people took for a decision in the games of a folder, and what has to be said of files that do not count."""
    if not folder.is_dir():
        return None, ""
    about, warnings = playtests_of(slug, folder, data, of_bots=False)
    if not warnings:
        return _pace(about), ""
    files = "1 game is" if len(warnings) == 1 else f"{len(warnings)} games are"
    message = f"{files} not counted for the minutes; cardgen playtests {about.game} {shlex.quote(str(folder))} says why"
    return _pace(about), str(Problem(message, level="warning", code="no-game"))


def with_minutes(found: Survey, name: str, data: Path, folder: Path | None) -> tuple[Survey, str]:
    """Return a survey with the pace of people in the games of a folder, and what has to be said of games that do not count.

    The folder is that of `cardgen play` unless one is named.
    """
    pace, uncounted = pace_in(name, folder or games_dir(), data)
    return replace(found, pace=pace), uncounted


def playtests_json(about: Playtests) -> dict[str, Any]:
    """Return everything as plain data, with the pace from which a report estimates minutes."""
    pace = _pace(about)
    return about.to_json() | {"pace": plain(pace)}


def _is_of(file: Path, slug: str) -> bool:
    """Return whether a file looks like a game of this kit, from its beginning."""
    try:
        with opened(file, str(file)) as game:
            begins = game.read(2000)
    except FileError:
        return False
    return b'"cardgen-' in begins and any(f'"game":{gap}"{slug}"'.encode() in begins for gap in ("", " "))


def print_playtests(about: Playtests, sentence: Mapping[str, str], console: Console) -> None:
    """Print the tables; `sentence` says each rule by its number."""
    console.print(f"[b]{about.title}[/b]: {_games(about)}", highlight=False)
    for one in about.free:
        done = ", ".join(f"{name} {count}" for name, count in one["deeds"].items())
        console.print(f"  free table, {one['minutes']:g} minutes; deeds: {done or 'none'}", highlight=False)
        for name, words in one["said"]:
            console.print(f"    {name}: {words}", highlight=False, markup=False)
    if not about.games:
        return
    parts = [
        _lengths(about),
        _waits(about),
        _counted("Moves taken back", "card or move", about.regretted.most_common(_MOST)),
        _counted(
            "Rules asked for",
            "rule",
            [(f"{rule}  {sentence.get(rule, '')}".rstrip(), n) for rule, n in about.asked.most_common(_MOST)],
        ),
        _remarks("Remarks by rule", about.by_rule()),
        _remarks("Remarks by card", about.by_card()),
        _forms(about),
    ]
    console.print(Group(*(part for part in parts if part is not None)))


def _games(about: Playtests) -> str:
    if not about.games:
        return "free tables alone" if about.free else "no games here yet"
    bots = about.games - about.of_people
    words = [f"{about.of_people} of people" if about.of_people else "", f"{bots} of bots" if bots else ""]
    left = f", {about.unfinished} not played to the end" if about.unfinished else ""
    return f"{about.games} game{'s' if about.games != 1 else ''} ({', '.join(filter(None, words))}){left}"


def _table(title: str, *columns: str) -> Table:
    table = Table(title=title, title_justify="left", title_style="bold", box=None, padding=(0, 2, 0, 0))
    for n, column in enumerate(columns):
        table.add_column(column, justify="left" if n == 0 else "right", style="" if n == 0 else "bold")
    return table


def _lengths(about: Playtests) -> Table:
    table = _table("\nHow long", "", "")
    table.show_header = False
    if about.minutes:
        low, high = min(about.minutes), max(about.minutes)
        text = (
            f"{median(about.minutes):.0f}"
            if len(about.minutes) == 1
            else (f"{median(about.minutes):.0f} ({low:.0f} to {high:.0f})")
        )
        table.add_row("minutes played", text)
        agrees = {"within": "as told", "shorter": "shorter than told", "longer": "longer than told", "": ""}
        table.add_row(f"game.yaml tells {about.kit_minutes or 'nothing'}", agrees[about.agrees])
    if about.decisions:
        table.add_row("seconds for a decision, median", f"{median(about.decisions):.0f}")
    if pace := _pace(about):
        s = pace.seconds
        reach = "" if s.low is None or s.high is None else f" ({s.low:.1f} to {s.high:.1f})"
        table.add_row(
            f"  mean, of {s.of} in {pace.games} game{'s' * (pace.games != 1)}", f"{s.mean:.1f}{reach}"
        )
    for seconds, text, _ in about.slowest[:3]:
        table.add_row(Text(f"  the longest: {text}"), f"{seconds:.0f} s")
    table.add_row("moves in a game", f"{median(about.moves):.0f}")
    return table


def _waits(about: Playtests) -> Table | None:
    if not about.waits:
        return None
    table = _table("\nWaiting for others", "seat", "of the time", "longest wait")
    for seat, parts in sorted(about.waits.items()):
        table.add_row(f"{seat + 1}", f"{mean(parts):.0%}", f"{about.longest_wait.get(seat, 0):.0f} s")
    return table


def _counted(title: str, what: str, rows: Sequence[tuple[str, int]]) -> Table | None:
    if not rows:
        return None
    table = _table(f"\n{title}", what, "times")
    for name, times in rows:
        table.add_row(Text(name), str(times))
    return table


def _remarks(title: str, found: dict[str, list[Any]]) -> Table | None:
    if not found:
        return None
    table = Table(
        title=f"\n{title}", title_justify="left", title_style="bold", box=None, padding=(0, 2, 0, 0)
    )
    table.add_column("")
    table.add_column("said")
    for name, said in list(found.items())[:_MOST]:
        lines = [f"{one.text}  ({one.file}, move {one.after})" for one in said[:5]]
        table.add_row(Text(name, style="bold"), Text("\n".join(lines)))
    return table


def _forms(about: Playtests) -> Table | None:
    if not (about.fun or about.length or about.again or about.words):
        return None
    table = _table("\nAt the end", "", "")
    table.show_header = False
    if about.fun:
        answers = list(about.fun.elements())
        table.add_row("fun, 1 to 5", f"{mean(answers):.1f} ({len(answers)} answers)")
    if about.length:
        table.add_row("length", ", ".join(f"{word} {n}" for word, n in about.length.most_common()))
    if about.again:
        table.add_row("would play again", f"{about.again[True]} of {sum(about.again.values())}")
    for file, words in about.words:
        table.add_row(Text(f"“{words}”  {file}"), "")
    return table
