"""What a program calls: `import cardgen` gives these functions.  They do what the command line does."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, Unpack

if TYPE_CHECKING:
    from concurrent.futures import Executor

    from cardgen.app.asked import BuildKeywords
    from cardgen.app.build import BuildResult
    from cardgen.app.progress import Say
    from cardgen.base.errors import Problem
    from cardgen.engine import Bot, Game, SavedGame
    from cardgen.model import Kit
    from cardgen.simulation import Report

Choice = str | int | bool
"""The value of a house rule."""


def load_kit(folder: Path | str) -> Kit:
    """Return the kit in a folder with a game.yaml; CardgenError holds every mistake in its files, with its place."""
    from cardgen.source import load_kit as load

    return load(Path(folder))


def build(
    kit: Kit | Path | str,
    out: Path | str = "output",
    *,
    say: Say | None = None,
    **asked: Unpack[BuildKeywords],
) -> BuildResult:
    """Build a kit, or the folder of one, into `out/<its name>`; return what was written and all warnings.

    `asked` are the options of `cardgen build` by their names (`--changed-since` is `changed_since`, `--for` is `target`, one
    only), lengths in mm: `paper` and `backs` are words of the command line, `offset`, `gutter` and `margin` are numbers, `only`
    is a list, `options` a dict, `guide=False` leaves the print guide out. Known printers are for the command line alone.
    `jobs` is the number of drawing processes (0: one; with cairosvg one for each core). `say` gets the progress: text, number done, number of all.

    Raises CardgenError with every problem of the kit, all at once; the files of an earlier build then stay
    as they were. ValueError for a value that does not go, TypeError for a keyword that is none.
    """
    from cardgen.app.asked import as_keywords, in_words
    from cardgen.app.build import kit_as_asked
    from cardgen.app.for_target import does_not_go_with
    from cardgen.app.progress import silence
    from cardgen.app.settings import BuildSettings
    from cardgen.base.errors import CardgenError

    try:
        words = in_words(asked) | {"language": _other_language(kit, asked.get("language", ""))}
        settings = BuildSettings.parse(**words, out=Path(out))
        if wrong := does_not_go_with([settings.target], settings, BuildSettings()):
            raise ValueError(wrong)
    except ValueError as error:
        raise ValueError(as_keywords(str(error))) from None
    with silence() as silent:
        source = _source(kit)
        try:
            return kit_as_asked(source, settings, say or silent)
        except CardgenError as error:
            raise CardgenError(
                replace(p, message=as_keywords(p.message), hint=as_keywords(p.hint)) for p in error.problems
            ) from None


def check(kit: Kit | Path | str, language: str = "") -> list[Problem]:
    """Return everything that is wrong with a kit, or the folder of one: files, counts, rules, every face.

    In another `language` also what is wrong with the translation.

    Nothing is wrong when no problem has the level `error`.
    """
    from cardgen.app.build import check_kit

    return check_kit(_source(kit), _other_language(kit, language))


def _other_language(kit: Kit | Path | str, language: str) -> str:
    """Return a language unless it is the kit's own."""
    from cardgen.languages.reading import own_language

    source = _source(kit)
    own = own_language(source) if isinstance(source, Path) else source.language
    return "" if language == own else language


def _source(kit: Kit | Path | str) -> Path | Kit:
    """Return where a kit comes from: its folder, or itself when it was made in Python."""
    if isinstance(kit, (str, Path)):
        return Path(kit)
    return kit if kit.made_here else kit.root


def play(game: Game[Any], bots: Sequence[Bot | str] = ("greedy",), seed: int = 1) -> SavedGame:
    """Play a game to its end and return it, move by move: to write to a file, or to replay.

    `bots` sit in seat order, by name (`greedy`, `ismcts:200ms`) or as objects; the last one fills up the seats.
    CardgenError if the rules or a bot raise, if a bot chooses what is not allowed, and if the game does not end: its
    problem names the author's line, the seed and the move, and the file that holds the game as far as it came.
    ValueError for a bot that nobody knows.
    """
    from cardgen.engine import diagnosing, play_and_save
    from cardgen.players import make_bot

    seats = [bots[min(seat, len(bots) - 1)] for seat in range(game.players)]
    with diagnosing(game, f"seed {seed}", but=ValueError):
        seated = [make_bot(game, bot) if isinstance(bot, str) else bot for bot in seats]
    return play_and_save(game, seed, seated)


def simulate(
    kit: Kit,
    players: int,
    games: int = 1000,
    *,
    bots: Sequence[str] = ("greedy",),
    options: Mapping[str, Choice] | None = None,
    seed: int = 1,
    jobs: int | None = None,
    executor: Executor | None = None,
) -> Report:
    """Return what so many games show; `str()` of it is text, `to_json()` is for programs.

    The same arguments give the same report on any machine and any number of processes (`jobs`, all cores); any `executor`
    of `concurrent.futures` takes their place, that of a cluster too.
    ValueError for a table that the rulebook refuses, CardgenError as with `play`.
    """
    from cardgen.simulation import simulate as run

    return run(kit, players, games=games, bots=bots, options=options, seed=seed, jobs=jobs, executor=executor)
