"""`cardgen league`: kinds of players as they are typed, and how they do among each other."""

from __future__ import annotations

import os
import re
import shlex
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING

from cardgen.app.build import chosen_options
from cardgen.app.cluster import workers_of
from cardgen.app.play import as_problems, read_players
from cardgen.app.whatif import duration
from cardgen.engine import EndlessGame, play_game
from cardgen.players import make_bot
from cardgen.simulation import WrongAnswer, set_up
from cardgen.simulation.league import League, league
from cardgen.source import load_kit

if TYPE_CHECKING:
    from cardgen.app.progress import Say

_SAID = re.compile(r"(never|always|hoards):? +(.+)")
_MOST = 12  # kinds of players: each is a row and a column


def read_strategy(said: str, base: str) -> str:
    """Return the player that is meant: "never sells" is "greedy without sells"; what else is said is a player's name."""
    found = _SAID.fullmatch(said.strip())
    if not found:
        return said.strip()
    return f"{base} {'always' if found[1] == 'always' else 'without'} {found[2]}"


def play_league(
    folder: Path,
    said: Sequence[str],
    base: str,
    players: int | None,
    options: Mapping[str, str],
    games: int,
    seed: int,
    jobs: int,
    cluster: str | None,
    say: Say,
    tell: Callable[[str], None],
) -> tuple[League, str]:
    """Tell how long it will take; return the league and the command that plays it again, WrongAnswer for words that name nothing."""
    kit = load_kit(folder)
    try:
        many = read_players(kit, str(players or kit.players.max))[0]
    except ValueError as error:
        raise WrongAnswer("players", f"it is {error}") from None
    with workers_of(cluster) as spread, as_problems(kit):
        setup, game = set_up(kit, many, (base,), chosen_options(kit, options), seed)
        if game.players < 2:
            raise WrongAnswer("players", "a league is for games of two or more players")
        names = list(dict.fromkeys([base, *(read_strategy(one, base) for one in said or game.strategies())]))
        if not 1 < len(names) <= _MOST:
            such = "such as --strategy 'never sells'"
            raise WrongAnswer("strategy", f"{len(names)} kind of player, expected 2 to {_MOST}, {such}")
        began = perf_counter()
        for number, name in enumerate(names):
            try:
                bot = make_bot(game, name)
            except ValueError as wrong:
                raise WrongAnswer("strategy" if number else "bots", str(wrong)) from None
            try:
                play_game(game, seed, [bot] * game.players)
            except EndlessGame:
                tell(f"warning: a game of players like '{name}' does not end; such games are not counted")
        each = (perf_counter() - began) / len(names)
        deals = max(1, games // game.players)
        played = len(names) * ((len(names) - 1) * deals * game.players + deals)
        workers = jobs or os.cpu_count() or 1
        takes = duration(played * each / workers)
        tell(f"{kit.slug}: {len(names)} kinds of players; {played:,} games, about {takes}")
        found = league(
            setup,
            names,
            games,
            jobs=jobs or None,
            executor=spread.executor,
            in_flight=spread.in_flight,
            progress=lambda done, of: say(f"{kit.slug}: playing", done, of),
        )
    words = [word for one in said for word in ("--strategy", one)] + [f"--bots={base}"] * (base != "greedy")
    words += [word for one in options.items() for word in ("--option", "=".join(one))]
    words += ["--players", str(many), "--games", str(games), "--seed", str(seed)]
    return found, shlex.join(["cardgen", "league", folder.resolve().name, *words])
