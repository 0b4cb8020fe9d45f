"""`cardgen play`: a table for a kit on disk, in the terminal."""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence
from datetime import datetime
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from rich.console import Console

from cardgen.app.build import chosen_options
from cardgen.app.play import seeds_of
from cardgen.base.errors import CardgenError, Problem
from cardgen.base.files import find_kit, games_dir, real
from cardgen.engine import Game, in_a_row
from cardgen.engine.lesson import Lesson
from cardgen.games import NoRules, has_rules, make_game, player_counts
from cardgen.model import Kit
from cardgen.players import make_bot
from cardgen.source import load_kit
from cardgen.source.screen import hints_of
from cardgen.table.journal import Journal
from cardgen.table.layout import layout_of, zone_names
from cardgen.table.lesson import LessonSitting
from cardgen.table.opening import reopened
from cardgen.table.sitting import NAMES, Seat, Sitting
from cardgen.table.terminal import Terminal, play, teach


def play_in_terminal(
    folder: Path | None,
    data: Path,
    players: int | None,
    who: str,
    options: Mapping[str, str],
    seed: int | None,
    resume: Path | None,
) -> None:
    """Play the game of a kit, or go on with one from its file; ValueError for a table that cannot be set up."""
    sitting = _resumed(resume, data) if resume else _new(folder, players, who, options, seed)
    people = [n for n, seat in enumerate(sitting.seats) if not seat.bot]
    if not people:
        raise ValueError("--resume: only bots play this game; watch it with cardgen replay")
    seeds = seeds_of(sitting.game.kit)
    rules = {number: rule.sentence for number, rule in seeds.by_id.items()} if seeds else {}
    game = sitting.game
    layout = layout_of(game, hints_of(game.kit, zone_names(game)))
    play(sitting, people, Terminal(Console(), input, rules, layout))


def teach_in_terminal(kit: Kit, lesson: Lesson) -> None:
    """Lead through a lesson in the terminal; nothing of it is kept."""
    seeds = seeds_of(kit)
    rules = {number: rule.sentence for number, rule in seeds.by_id.items()} if seeds else {}
    with TemporaryDirectory(prefix="cardgen-lesson-") as folder:
        sitting = LessonSitting.of(kit, lesson, Path(folder) / "lesson.jsonl")
        layout = layout_of(sitting.game, hints_of(kit))
        teach(sitting, Terminal(Console(), input, rules, layout))


def seated(
    folder: Path, players: int | None, who: str, options: Mapping[str, str]
) -> tuple[Game[Any], list[Seat]]:
    """Return the game of a kit with these house rules, and who sits where; ValueError for what cannot be.

    `who` is such as "you,greedy": the last fills up.
    """
    kit = load_kit(folder)
    try:
        many = players or player_counts(kit)[0]
        game = make_game(kit, many, chosen_options(kit, options), NAMES[:many])
    except NoRules as error:
        hint = "cardgen play --browser lays its pieces on a table without rules"
        raise CardgenError([Problem(str(error), kit.where, hint=hint, code="no-rules")]) from None
    words = [word.strip() for word in who.split(",")]
    kinds = [words[min(n, len(words) - 1)] for n in range(game.players)]
    seats = [Seat(name, "" if kind == "you" else kind) for name, kind in zip(game.names, kinds, strict=True)]
    for seat in seats:
        if seat.bot:
            make_bot(game, seat.bot)  # a wrong name is reported now
    if all(seat.bot for seat in seats):
        raise ValueError("--seats has no 'you': watch bots with cardgen simulate and cardgen replay")
    return game, seats


def free_asked(folder: Path, players: int | None, free: bool, unfit: Sequence[str]) -> dict[str, Any] | None:
    """Return what `Tables.begin` is asked for a free table; None where the kit has rules and nobody said `free`.

    ValueError for more players than the kit is for, and for what only a table with rules has (`unfit`).
    """
    kit = load_kit(folder)
    if not free and has_rules(kit):
        return None
    if unfit:
        raise ValueError(f"{unfit[0]} is for a table with rules; at a free table people do what they like")
    counts = player_counts(kit)
    if players is not None and players not in counts:
        raise ValueError(f"--players is {players}, expected {in_a_row([str(n) for n in counts])}")
    seats = [{"name": name} for name in NAMES[: players or counts[0]]]
    return {"kit": kit.slug, "seats": seats, "free": True}


def table_asked(
    folder: Path, players: int | None, who: str, options: Mapping[str, str], seed: int | None
) -> dict[str, Any]:
    """Return what `Tables.begin` is asked for the same table; ValueError for what cannot be."""
    game, seats = seated(folder, players, who, options)
    if seed is not None and sum(not seat.bot for seat in seats) > 1:
        raise ValueError("--seed deals for one person: with several nobody may know what is dealt")
    return {
        "kit": real(folder).name,
        "seats": [{"name": seat.name, "bot": seat.bot} for seat in seats],
        "options": {name: value for name, value in game.options.items() if name != "players"},
        "seed": seed,
    }


def _new(
    folder: Path | None, players: int | None, who: str, options: Mapping[str, str], seed: int | None
) -> Sitting:
    assert folder is not None
    game, seats = seated(folder, players, who, options)
    kit = game.kit
    path = games_dir() / f"{kit.slug}-{datetime.now():%Y-%m-%d-%H%M%S}-{secrets.token_hex(2)}.jsonl"
    number = secrets.randbelow(1_000_000) if seed is None else seed
    return Sitting.begin(
        game, seats, number, lambda line: Journal.begin(path, line), lambda name: make_bot(game, name)
    )


def game_of(file: Path) -> str:
    """Return which game a file is of; CardgenError when it is none."""
    return str(Journal.look(file)[0].get("game", ""))


def _resumed(file: Path, data: Path) -> Sitting:
    def kit_named(slug: str) -> Kit:
        found = find_kit(slug, data)
        if found is None:
            raise KeyError(f"there is no kit '{slug}' here")
        return load_kit(found)

    return reopened(file, kit_named, make_bot)
