"""The play side of the command line: scenarios, simulations and replays of kits on disk."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from cardgen.content import find_kit
from cardgen.errors import CardgenError, Location, Problem, Problems, did_you_mean

if TYPE_CHECKING:
    from cardgen.engine import Game
    from cardgen.engine.scenario import ScenarioResult
    from cardgen.model import Kit
    from cardgen.model.seeds import Seeds
    from cardgen.simulate import Progress, Report

_CHECK_GAMES = 30  # a check is run often: enough games to meet every card, few enough to wait for


@dataclass(frozen=True, slots=True)
class Table:
    """Who sits down to which game, by which house rules."""

    folder: Path
    players: int
    bots: tuple[str, ...] = ("greedy",)
    options: Mapping[str, str | int | bool] | None = None
    seed: int = 1


def simulate_table(
    kit: Kit,
    table: Table,
    games: int,
    jobs: int | None,
    until_ci: float | None,
    progress: Progress | None = None,
) -> Report:
    """Return the report on so many games at one table; CardgenError for a table that cannot be set up."""
    from cardgen.games import make_game
    from cardgen.simulate import make_bot, simulate

    with _as_problems(kit):
        game = make_game(kit, table.players, table.options)
        for bot in table.bots:
            make_bot(game, bot)
    return simulate(
        kit,
        table.players,
        games=games,
        bots=table.bots,
        options=table.options,
        seed=table.seed,
        jobs=jobs,
        until_ci=until_ci,
        progress=progress,
    )


def save_games(kit: Kit, table: Table, games: int, folder: Path) -> Iterator[Path]:
    """Write each game of a simulation into `folder`, move by move, and yield its file."""
    from cardgen.simulate import Setup, record

    folder.mkdir(parents=True, exist_ok=True)
    bots = tuple(table.bots[min(seat, len(table.bots) - 1)] for seat in range(table.players))
    setup = Setup(kit, table.players, bots, dict(table.options or {}), table.seed)
    for number in range(games):
        path = folder / f"{kit.slug}-{table.players}-seed{table.seed}-{number + 1:04}.json"
        record(setup, number).write(path)
        yield path


def run_scenarios_of(files: Sequence[Path], data: Path) -> tuple[list[ScenarioResult], list[Problem]]:
    """Return every scenario that was run and every problem found, those of the files themselves included."""
    from cardgen.engine.scenario import run_scenarios

    results: list[ScenarioResult] = []
    problems = Problems()
    for file in files:
        try:
            results += run_scenarios(file, lambda slug, players, options: _game(slug, players, options, data))
        except CardgenError as error:
            problems.extend(error.problems)
    for result in results:
        problems.extend(result.problems)
        problems.extend(_unknown_rules(result, data))
    return results, list(problems)


def _unknown_rules(result: ScenarioResult, data: Path) -> Iterator[Problem]:
    """Yield a problem for each rule that a scenario claims to prove and the seeds do not have."""
    seeds = _seeds(result.game, data)
    for rule in result.rules if seeds else ():
        if seeds and rule not in seeds.by_id:
            message = f"there is no rule {rule} in {seeds.where.file}"
            hint = did_you_mean(rule, seeds.by_id)
            yield Problem(message, result.where, (result.name,), hint, code="scenario")


@lru_cache(maxsize=8)
def _seeds(game: str, data: Path) -> Seeds | None:
    from cardgen.checks import seeds_file
    from cardgen.source import load_seeds

    if find_kit(game, data) is None:  # the scenario has said so already
        return None
    path = seeds_file(kit_named(game, data))
    return load_seeds(path) if path else None


def scenario_files(kit: Kit) -> list[Path]:
    """Return the scenario files of a kit: those in its own folder, and those in `tests/` beside `data/`."""
    project = kit.root.resolve().parent.parent
    return sorted(
        {
            *(kit.root / "scenarios").glob("*.yaml"),
            *(project / "tests" / "scenarios").glob(f"{kit.slug}*.yaml"),
        }
    )


def check_play(kit: Kit, data: Path, say: Callable[[str], None]) -> list[Problem]:
    """Return what playing the kit shows: scenarios that fail, games without end, pieces that run out or lie idle."""
    from cardgen.engine import EndlessGame
    from cardgen.games import playable, player_counts

    if kit.slug not in playable():
        return []
    problems = Problems()
    files = scenario_files(kit)
    if files:
        say(f"{kit.slug}: scenarios")
        problems.extend(run_scenarios_of(files, data)[1])
    never: set[str] | None = None
    for players in player_counts(kit):
        say(f"{kit.slug}: {_CHECK_GAMES} games of {players} players")
        try:
            report = simulate_table(kit, Table(kit.root, players), _CHECK_GAMES, None, None)
        except EndlessGame as endless:
            problems.add(
                f"with {players} players a game does not end: {endless}", kit.where, code="endless-game"
            )
            continue
        idle = {name for name, card in report.cards.items() if not card.played}
        never = idle if never is None else never & idle
        for name, (most, held) in report.most_used.items():
            if most > held:
                message = f"with {players} players {most} {name} were in use at once, the box holds {held}"
                problems.add(message, kit.where, hint="raise a count:", code="runs-out")
    for name in sorted(never or ()):
        card = kit.card(name)
        message = f"card {name} was never played in {_CHECK_GAMES} games of any number of players"
        problems.add(message, card.where, level="warning", code="never-played")
    return list(problems)


def replay_lines(file: Path, data: Path, to: int | None) -> Iterator[str]:
    """Yield a saved game as a story, one move a line; with `to`, the position after that many moves at the end."""
    from cardgen.engine import IllegalMove, Recorder, SavedGame
    from cardgen.engine.saved import fingerprint
    from cardgen.games import make_game

    try:
        saved = SavedGame.read(file)
    except OSError as error:
        raise _one(f"cannot be read: {error.strerror}", file) from None
    except ValueError as error:
        raise _one(str(error), file) from None
    kit = kit_named(saved.game, data)
    with _as_problems(kit):
        game = make_game(kit, len(saved.players), saved.options, saved.players)
    if saved.kit != fingerprint(game):
        message = f"was played with another version of {kit.title} (kit {saved.kit}, now {fingerprint(game)})"
        raise _one(message, file, hint="the cards have changed since; play the seed again")
    if to is not None and not 0 <= to <= len(saved.moves):
        raise _one(f"has {len(saved.moves)} moves, there is no move {to}", file)
    state = game.deal(saved.seed)
    recorder = Recorder()
    state.tell = recorder.tell
    game.opened(state)
    rules = ", ".join(f"{name} = {value}" for name, value in saved.options.items())
    yield f"{kit.title} for {game.players} players: {', '.join(game.names)}"
    yield f"House rules: {rules or 'none'}; seed {saved.seed}"
    for number, text in enumerate(saved.moves[:to], 1):
        try:
            game.play_text(state, text)
        except (IllegalMove, ValueError) as error:
            raise _one(f"move {number} cannot be played: {error}", file) from None
        yield f"{number:4}  {text}"
        yield from (f"          {event.rule}  {event.says}" for event in recorder.take())
    yield ""
    yield from (game.picture(state) or game.describe(state)).splitlines()
    if game.over(state):
        yield f"The end: {game.ending(state)}"
        yield f"Winner: {', '.join(game.names[seat] for seat in game.winners(state)) or 'nobody'}"


@lru_cache(maxsize=8)
def kit_named(name: str, data: Path) -> Kit:
    """Return a kit by its name or folder; CardgenError when there is none or it is broken."""
    from cardgen.source import load_kit

    folder = find_kit(name, data)
    if folder is None:
        from cardgen.games import playable

        raise CardgenError(
            [Problem(f"no game '{name}'", hint=did_you_mean(name, playable()), code="unknown-game")]
        )
    return load_kit(folder)


def _game(slug: str, players: int, options: Mapping[str, Any], data: Path) -> Game[Any]:
    from cardgen.games import make_game

    return make_game(kit_named(slug, data), players, options)


@contextmanager
def _as_problems(kit: Kit) -> Iterator[None]:
    """Turn what a rulebook refuses at set-up into a problem of the user's."""
    try:
        yield
    except (ValueError, KeyError) as error:
        raise CardgenError([Problem(str(error).strip("\"'"), kit.where, code="cannot-set-up")]) from None


def _one(message: str, file: Path, hint: str = "") -> CardgenError:
    return CardgenError([Problem(message, Location(str(file)), hint=hint, code="saved-game")])
