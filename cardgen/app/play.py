"""The play side of the command line: scenarios, simulations and replays of kits on disk."""

from __future__ import annotations

import os
import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import lru_cache
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

from cardgen.base.cache import default_folder, forget_old, keep, name_for, read_kept
from cardgen.base.errors import CardgenError, Location, Problem, Problems, did_you_mean
from cardgen.base.files import data_around, find_kit, shown
from cardgen.source.leaves import written

if TYPE_CHECKING:
    from concurrent.futures import Executor

    from cardgen.engine import Game, SavedGame
    from cardgen.engine.lesson import Lesson
    from cardgen.engine.scenario import ScenarioResult
    from cardgen.model import Kit
    from cardgen.results.report import Insight, SimulationReport
    from cardgen.simulation import GamesSoFar, Progress, Proofs, Setup, Survey
    from cardgen.simulation.survey import Plan, Variant
    from cardgen.source.seeds import Seeds

_CHECK_GAMES = 30  # a check is run often: enough games to meet every card, few enough to wait for
_HELD = 10  # how often a card has to come into a hand before it means something that nobody plays it

_CONTRACT_SECONDS = 3.0  # for the promises of a game, at all tables


@dataclass(frozen=True, slots=True)
class SimulatedTable:
    """Who sits down to which game, by which house rules; with several numbers of players, one table for each.

    `each_option` adds a table for each other value of each option; `sets` and `sweeps` add tables with other numbers in
    the kit, such as `tables.bar.hand=5` and `tables.bar.hand=3..6`. `ladder` is how many games the steps of the ladder of
    players get, () for as many as fit into some minutes, None for no ladder; `without` what a player has to do without, to tell what it is worth. `worth` are cards that a seat
    gets by lot, in at most `worth_games` games for all of them. `main` is the number of
    players that is the question, where the others only get a look, with fewer games;
    `library` puts the games of the library beside each table.
    """

    players: tuple[int, ...]
    bots: tuple[str, ...] = ("greedy",)
    options: Mapping[str, str | int | bool] | None = None
    seed: int = 1
    each_option: bool = False
    sets: tuple[str, ...] = ()
    sweeps: tuple[str, ...] = ()
    ladder: tuple[int, ...] | None = None
    without: tuple[str, ...] = ()
    worth: tuple[str, ...] = ()
    worth_games: int | None = None
    main: int | None = None
    library: bool = False


def read_players(kit: Kit, text: str) -> tuple[int, ...]:
    """Return the numbers of players of `3`, `3,5` or `3-6`; ValueError says how many can play."""
    from cardgen.games import player_counts

    allowed = player_counts(kit)
    found: list[int] = []
    for part in text.split(","):
        ends = [end.strip() for end in part.split("-")]
        if len(ends) > 2 or not all(end.isascii() and end.isdigit() for end in ends):
            raise ValueError(f"'{text}', expected a number, a range or a list, such as 3, 3-5 or 3,5")
        first, last = int(ends[0]), int(ends[-1])
        if first > last:
            raise ValueError(f"'{text}', expected the smaller number first: {last}-{first}")
        if first not in allowed or last not in allowed:
            many = f"{allowed[0]} to {allowed[-1]}" if len(allowed) > 1 else str(allowed[0])
            raise ValueError(f"'{text}', but {kit.title} is for {many} players")
        found += [number for number in allowed if first <= number <= last]
    return tuple(dict.fromkeys(found))


@dataclass(frozen=True, slots=True)
class Stop:
    """When a table has had enough games: its intervals of what is watched are so far either way, or all that is named is sure."""

    until_ci: float | None = None
    watch: str | None = None
    until_sure: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Executing:
    """Who plays the games in place of processes of this machine: an executor, and how many tasks it is given at once."""

    executor: Executor | None = None
    in_flight: int | Callable[[], int] | None = None


def simulate_tables(
    kit: Kit,
    table: SimulatedTable,
    games: int,
    jobs: int | None = None,
    progress: Progress | None = None,
    stop: Stop | None = None,
    save: Path | None = None,
    spread: Executing | None = None,
    tell: Callable[[str], None] = lambda line: None,
    part: GamesSoFar | None = None,
) -> Survey:
    """Return what so many games at each table show, or a part of them; CardgenError for tables that cannot be set up.

    `tell` is told how long the ladder takes, before any game. With `save` every game is written into that folder, move by move, as it is played. WrongAnswer for a bot that
    nobody knows and for intervals that cannot be reached.
    """
    from cardgen.simulation import WrongAnswer, plan, survey

    stop = stop or Stop()
    spread = spread or Executing()
    others: Sequence[Variant] = ()
    if table.sets or table.sweeps:
        from cardgen.app.whatif import variants

        try:
            others = variants(kit.root, kit, table.sets, table.sweeps)
        except ValueError as wrong:
            raise WrongAnswer("sweep" if table.sweeps else "set", str(wrong)) from None
    check_words(kit, table)
    with as_problems(kit):
        tables = plan(
            kit,
            table.players,
            bots=table.bots,
            options=table.options,
            seed=table.seed,
            each_option=table.each_option,
            variants=others,
            main=table.main,
        )
    if save is not None:
        save.mkdir(parents=True, exist_ok=True)
    ladders = {}
    if table.ladder is not None:
        ladders = _ladders(tables, table.ladder, jobs or os.cpu_count() or 1, tell)

    def keep(setup: Setup, number: int, played: SavedGame) -> None:
        assert save is not None
        # tables that differ in a house rule, or in a number of the kit, have the same seeds
        rules = "".join(f"-{name}={written(value)}" for name, value in played.options.items())
        other = "" if setup.kit is kit else f"-kit={played.kit}"
        name = f"{kit.slug}-{setup.players}{rules}{other}-seed{setup.seed}-{number + 1:04}.json"
        played.write(save / name)

    found = survey(
        tables,
        games=games,
        jobs=jobs,
        executor=spread.executor,
        in_flight=spread.in_flight,
        until_ci=stop.until_ci,
        watch=stop.watch,
        until_sure=stop.until_sure,
        part=part,
        keep=keep if save is not None else None,
        progress=progress,
        proofs=proofs(kit.slug, seeds_of(kit), scenario_files(kit)),
    )
    if table.library:
        from cardgen.simulation.library import beside

        asked = [one for one in found.tables if not one.change and one.changed_options == dict(found.options)]
        found = replace(found, library=tuple(beside(one, kit.slug) for one in asked))
    if not (ladders or table.without or table.worth) or found.interrupted:
        return found
    return replace(
        found, insight=tuple(_insights(tables, table, ladders, games, jobs, progress, spread, tell))
    )


def _ladders(
    tables: Plan, asked: tuple[int, ...], workers: int, tell: Callable[[str], None]
) -> dict[int, tuple[int, ...]]:
    """Return how many games each step of the ladder gets at each number of players, and tell how long it takes."""
    from cardgen.app.whatif import duration
    from cardgen.simulation.insight import DEALS, LADDER, MINUTES, deals_within, step_seconds

    found = {}
    for many, setup in {
        laid.setup.players: laid.setup for laid in tables.tables if laid.base and laid.setup.fewer == 1
    }.items():
        seconds = step_seconds(setup, LADDER)
        deals = [min(games, max(1, games // many)) for games in asked]
        if not asked:
            deals = deals_within(seconds, 60 * MINUTES * workers)
        found[many] = tuple(many * n for n in deals)
        takes = duration(sum(n * one for n, one in zip(deals, seconds, strict=True)) / workers)
        tell(
            f"{many} players: the ladder is {len(deals)} steps of {', '.join(map(str, deals))} deals, about {takes} with"
            f" {workers} process{'es' * (workers > 1)}; Ctrl-C keeps finished steps"
        )
        if not asked and min(deals) < DEALS:
            whole = duration(sum(DEALS * one for one in seconds) / workers)
            tell(f"{many} players: --ladder-games {DEALS * many} plays {DEALS} deals of each, about {whole}")
    return found


def _insights(
    tables: Plan,
    table: SimulatedTable,
    ladders: Mapping[int, tuple[int, ...]],
    games: int,
    jobs: int | None,
    progress: Progress | None,
    spread: Executing,
    tell: Callable[[str], None],
) -> Iterator[Insight]:
    """Yield skill, luck and worth at each number of players."""
    from cardgen.app.whatif import duration
    from cardgen.simulation.insight import LADDER, insight
    from cardgen.simulation.worth import Trial

    for laid in tables.tables:
        if laid.base and laid.setup.fewer == 1:
            trial = None
            if table.worth:
                trial = Trial(laid.setup, table.worth, table.bots[0], games, table.worth_games)
                takes = duration(trial.seconds() / (jobs or os.cpu_count() or 1))
                tell(
                    f"{laid.setup.players} players: worth of {len(trial.cards)} card{'s' * (len(trial.cards) != 1)}, {trial.deals:,} deals,"
                    f" {trial.games:,} games, about {takes}; Ctrl-C keeps the deals until then"
                )
            yield insight(
                laid.setup,
                games=games,
                ladder=LADDER if ladders else (),
                ladder_games=ladders.get(laid.setup.players, ()),
                without=table.without,
                worth=trial,
                base=table.bots[0],
                jobs=jobs,
                executor=spread.executor,
                in_flight=spread.in_flight,
                progress=progress,
            )


def check_words(kit: Kit, table: SimulatedTable) -> None:
    """Refuse what nobody could do without, or be given, before any game is played; WrongAnswer says what there is."""
    if not (table.without or table.worth):
        return
    from cardgen.games import make_game
    from cardgen.players import make_bot
    from cardgen.simulation import WrongAnswer
    from cardgen.simulation.worth import cards_asked

    with as_problems(kit):
        game = make_game(kit, table.players[-1], table.options)
    cards_asked(game, table.worth)
    for what in table.without:
        try:
            make_bot(game, f"{table.bots[0]} without {what}")
        except ValueError as wrong:
            raise WrongAnswer("without", str(wrong)) from None


def write_report(page: Path, numbers: SimulationReport, kit: Kit) -> None:
    """Write what a simulation found out as a page with the faces of the kit, whole or not at all."""
    from cardgen.app.build import faces_of
    from cardgen.base.destination import Destination
    from cardgen.report import report_page

    faces = faces_of(kit, None, {}, Problems())
    Destination(page).write(report_page(numbers, faces))
    faces.save()


def run_scenarios_of(
    files: Sequence[Path],
    data: Path,
    *,
    only: Sequence[str] = (),
    run: bool = True,
    games: int | None = None,
    keeping: bool = False,
) -> tuple[list[ScenarioResult], list[Problem]]:
    """Return every scenario that was run and every problem found, those of the files themselves included.

    Folders stand for the YAML files in them; `only` are names or rules; without `run` they are only read. `games` are
    those in which counter-examples of claims are looked for, HUNT where it is left out. Claims that held are not looked at
    again before the game changes, if that is worth `keeping`.
    """
    from cardgen.engine.hunting import HUNT
    from cardgen.engine.scenario import listed, run_scenarios

    results: list[ScenarioResult] = []
    problems = Problems()
    for file in files:
        inside = sorted(file.rglob("*.yaml")) if file.is_dir() else [file]
        if not inside:
            message = "there are no scenarios in this folder"
            problems.add(message, Location(str(file)), hint="their files end in .yaml", code="scenario")
        for one in inside:
            try:
                made = _maker(one, data)
                kept = _kept_claims(one, data) if keeping else None
                held = kept is not None and read_kept(kept) is not None
                often = 0 if held else games or HUNT
                found = run_scenarios(one, made, only, often) if run else listed(one, only)
                results += found
                if kept and not held and not any(result.problems for result in found):
                    keep(kept, b"")
                    forget_old(kept.parent)
            except CardgenError as error:
                problems.extend(error.problems)
    for result in results:
        problems.extend(result.problems)
        problems.extend(_unknown_rules(result, data_of(Path(result.where.file), data)))
    return results, list(problems)


def _kept_claims(file: Path, data: Path) -> Path | None:
    """Return where it is kept that the claims of a file held; None without claims, and where rules of others are played."""
    from cardgen.app.fingerprint import played_hash
    from cardgen.games import GAMES, RULES

    said = file.read_bytes()
    names = re.findall(r"(?m)^[-\s]*game:\s*([\w-]+)", said.decode("utf-8", "replace"))
    folders = [(name, find_kit(name, data_of(file, data))) for name in dict.fromkeys(names)]
    if b"for_all" not in said or not folders:
        return None
    hashes = []
    for name, folder in folders:
        if folder is None or not (name in GAMES or (folder / RULES).is_file()):
            return None
        hashes.append(played_hash(folder))
    return default_folder() / "claims" / name_for(sha256(said).hexdigest(), *hashes)


def data_of(file: Path, data: Path) -> Path:
    """Return the folder in which the kits of a file are looked for: the one that lies nearest, or else `data`."""
    return data_around(file) or data


def _maker(file: Path, data: Path) -> Callable[[str, int, Mapping[str, Any]], Game[Any]]:
    """Return what sets up the games of a scenario file."""
    from cardgen.games import make_game

    nearest = data_of(file, data)

    def make(slug: str, players: int, options: Mapping[str, Any]) -> Game[Any]:
        return make_game(
            kit_named(slug, nearest if find_kit(slug, nearest, ours=False) else data), players, options
        )

    return make


def _unknown_rules(result: ScenarioResult, data: Path) -> Iterator[Problem]:
    """Yield a problem for each rule that a scenario claims to prove and the seeds do not have."""
    seeds = None if find_kit(result.game, data) is None else seeds_of(kit_named(result.game, data))
    for rule in result.rules if seeds else ():
        if seeds and rule not in seeds.by_id:
            message = f"there is no rule {rule} in {seeds.where.file}"
            hint = did_you_mean(rule, seeds.by_id)
            yield Problem(message, result.where, (result.name,), hint, code="scenario")


def seeds_of(kit: Kit) -> Seeds | None:
    """Return the numbered rules of a kit, None where it has none."""
    from cardgen.source.seeds import seeds_file
    from cardgen.source.spoken import seeds_in

    path = seeds_file(kit)
    return seeds_in(kit, _loaded(path)) if path else None


@lru_cache(maxsize=8)
def _loaded(path: Path) -> Seeds:
    from cardgen.source import load_seeds

    return load_seeds(path)


def scenario_files(kit: Kit) -> list[Path]:
    """Return the scenario files of a kit: those in its own folder, and those in `tests/` beside `data/`."""
    project = kit.root.resolve().parent.parent
    return sorted(
        {
            *(kit.root / "scenarios").glob("*.yaml"),
            *(project / "tests" / "scenarios").glob(f"{kit.slug}*.yaml"),
        }
    )


def lessons_of(kit: Kit, data: Path) -> tuple[list[Lesson], list[Problem]]:
    """Return the lessons of a kit that hold, and what is wrong with the others: each is played by the engine."""
    from cardgen.engine.lesson import check_lesson, read_lesson

    lessons, problems = [], Problems()
    seeds = seeds_of(kit)
    for file in sorted((kit.root / "lessons").glob("*.yaml")):
        try:
            lesson = read_lesson(file, kit.said)
            wrong = check_lesson(lesson, _maker(file, data), seeds.by_id if seeds else None)
        except CardgenError as error:
            wrong = list(error.problems)
        problems.extend(wrong)
        if not any(problem.level == "error" for problem in wrong):
            lessons.append(lesson)
    return lessons, list(problems)


def lesson_of(kit: Kit, data: Path, name: str | None = None) -> Lesson:
    """Return a lesson of a kit by the name of its file, else its first; CardgenError when it has none that holds."""
    lessons, problems = lessons_of(kit, data)
    found = {Path(lesson.document.file).stem: lesson for lesson in lessons}
    if name in found or (found and name is None):
        return found[name] if name else lessons[0]
    if errors := [problem for problem in problems if problem.level == "error"]:
        raise CardgenError(errors)
    message = f"{kit.slug} has no lesson" + (f" '{name}'" if name else "")
    hint = did_you_mean(name, found) if name else "write lessons/first-game.yaml: docs/lessons.md"
    raise CardgenError([Problem(message, kit.where, hint=hint, code="no-lesson")])


def proofs(game: str, seeds: Seeds | None, files: Sequence[Path]) -> Proofs:
    """Return the rules of a game that an engine can keep or break, and the scenarios that prove each."""
    from cardgen.engine.scenario import scenarios_in
    from cardgen.simulation import Proofs

    rules: tuple[str, ...] = ()
    texts: dict[str, str] = {}
    if seeds:
        rules = (*(r.id for r in seeds.rules if r.kind == "rule"), *(r.id for r in seeds.rulings))
        texts = {r.id: r.says for r in seeds.rules} | {r.id: f"{r.asks} {r.ruling}" for r in seeds.rulings}
    if not files:  # an installed cardgen has the kits without their tests: that says nothing about the rules
        return Proofs(rules, says=texts)
    found: dict[str, dict[str, None]] = {}
    for file in files:
        try:
            scenarios = scenarios_in(file)
        except CardgenError:
            continue  # `check` tells what is wrong with it
        for proof in (one for one in scenarios if one.game == game):
            for rule in proof.rules:
                found.setdefault(rule, {})[proof.scenario] = None
    return Proofs(rules, {rule: tuple(names) for rule, names in found.items()}, texts)


def check_play(kit: Kit, data: Path, say: Callable[[str], None]) -> list[Problem]:
    """Return what playing the kit shows: scenarios that fail, games without end, pieces that run out or lie idle."""
    from cardgen.contract import check_kit
    from cardgen.games import game_class, has_rules, player_counts, rules_of

    if not has_rules(kit):
        unproven = [_not_run(file, kit) for file in scenario_files(kit)] or rules_not_run(kit)
        return [*unproven, *lessons_of(kit, data)[1]]
    try:
        game_class(kit)
    except CardgenError as error:
        return list(error.problems)
    problems = Problems()
    problems.extend(_strategies_wrong(kit))
    files = scenario_files(kit)
    if files:
        say(f"{kit.slug}: scenarios")
        problems.extend(_each_line_once(run_scenarios_of(files, data, keeping=True)[1]))
    problems.extend(_each_line_once(lessons_of(kit, data)[1]))
    if any(problem.code == "stuck" for problem in problems):
        return list(problems)
    problems.extend(unclaimed(kit, files))
    reached: list[int] = []
    try:
        say(f"{kit.slug}: what every game owes")
        broken = check_kit(kit, _CONTRACT_SECONDS, lambda asked, laid: reached.extend([asked, laid]))
    except CardgenError as error:
        broken = list(error.problems)
    if broken:  # many games would tell the same again
        problems.extend(broken)
        return list(problems)
    asked, laid = reached
    more = "" if asked == laid else ", for the others there was no time"
    say(f"{kit.slug}: contract kept at {asked} of {laid} tables{more}")
    counts = player_counts(kit)

    def playing(done: int, _: int) -> None:
        for players in counts[done // _CHECK_GAMES :][:1]:
            say(f"{kit.slug}: {_CHECK_GAMES} games of {players} players")

    playing(0, 0)
    try:
        found = simulate_tables(kit, SimulatedTable(counts), _CHECK_GAMES, progress=playing)
    except CardgenError as error:
        problems.extend(error.problems)
        return list(problems)
    if found.interrupted:
        raise KeyboardInterrupt
    problems.extend(endless.problem for endless in found.endless if endless.problem)
    for refused in found.refused:
        message = f"{refused.players} players cannot be set up: {refused.reason}"
        problems.add(message, kit.where, code="cannot-set-up")
    for report in found.tables:
        for name, (most, held) in report.most_used.items():
            if most > held:
                message = (
                    f"with {report.players} players {most} {name} were in play at once, the box holds {held}"
                )
                problems.add(message, kit.where, hint="raise a count:", code="runs-out")
    for name in _never_played(found):
        card = kit.card(name)
        message = f"card {name} was never played in {_CHECK_GAMES} games of any number of players"
        problems.add(message, card.where, level="warning", code="never-played")
    problems.extend(_words_of_stories(kit, [report.players for report in found.tables]))
    if rules_of(kit):
        from cardgen.ruledata.idle import idle

        problems.extend(idle(kit, cast(Any, game_class(kit))))
    return list(problems)


def _never_played(found: Survey) -> Iterator[str]:
    """Yield the cards that were held often, and never played: a rare one may just not have been worth it."""
    held = Counter[str]()
    for report in found.tables:
        for card in report.cards:
            held[card.id] += round((card.drawn or 0) * card.copies * report.games)
    yield from (name for name in found.union.never.unplayed if held[name] >= _HELD)


def _strategies_wrong(kit: Kit) -> Iterator[Problem]:
    """Yield what is wrong with `strategies:` of game.yaml: words that are no move, no card and no player of this game."""
    from cardgen.games import has_rules, make_game
    from cardgen.players import make_bot

    if not kit.strategies or not has_rules(kit):
        return
    with as_problems(kit):
        game = make_game(kit, kit.players.min)
    for name in kit.strategies:
        where, trail = kit.places.get(("strategies", name), kit.where), ("strategies", name)
        if name in game.strategies():
            yield Problem(
                "rules.yaml has a strategy of this name", where, trail, "rename one", code="strategy"
            )
        try:
            make_bot(game, name)
        except ValueError as wrong:
            message, _, hint = str(wrong).partition(" (")
            yield Problem(message, where, trail, hint.removesuffix(")"), code="strategy")


def rules_wrong(kit: Kit) -> list[Problem]:
    """Return what is wrong with a kit's rules.yaml and its strategies: all is read and compiled, and nothing is played."""
    from cardgen.games import game_class, rules_of

    try:
        if rules_of(kit):
            game_class(kit)
    except CardgenError as error:
        return list(error.problems)
    return list(_strategies_wrong(kit))


def rules_drafted(kit: Kit | None, path: Path, text: str) -> tuple[list[Problem], list[str]]:
    """Return what is wrong with a text as a kit's rules.yaml, which is in no file yet, and the names in it."""
    from cardgen.ruledata.making import drafted

    return drafted(kit, path, text)


def words_of_rules() -> list[tuple[str, str]]:
    """Return what can be written in a rules.yaml, each with what it means: keys with a colon, and sentences."""
    from cardgen.ruledata.schema import rules_schema
    from cardgen.ruledata.sentences import written
    from cardgen.ruledata.words import HEADS, SENTENCES

    schema = rules_schema()
    blocks = [schema, *schema["$defs"].values()]
    blocks += [one for block in blocks for one in block.get("anyOf", ())]
    keys = {
        f"{key}:": str(said.get("description", ""))
        for block in reversed(blocks)
        for key, said in block.get("properties", {}).items()
    }
    sentences = (*SENTENCES.values(), *HEADS.values())
    return sorted((keys | {written(pattern): does for pattern, does in sentences}).items())


def met(kit: Kit) -> dict[str, Any]:
    """Return how often ten games meet each step, move and condition of a kit's rules.yaml; only `problems` where it is wrong."""
    from cardgen.games import game_class, rules_of
    from cardgen.ruledata.meeting import met_in_games

    wrong = rules_wrong(kit)
    if wrong or not rules_of(kit):
        return {"games": 0, "steps": [], "problems": wrong}
    return met_in_games(kit, cast(Any, game_class(kit)))


def rules_in_words(kit: Kit, how: str, options: Mapping[str, str]) -> str:
    """Return the rules.yaml of a kit as prose (`explain`), or as the Python that it becomes (`python`)."""
    from cardgen.app.build import chosen_options
    from cardgen.games import rules_of

    if (path := rules_of(kit)) is None:
        message = f"{kit.slug} has no rules.yaml, so there is nothing to {how}"
        raise CardgenError([Problem(message, kit.where, hint="write one: docs/rules.md", code="no-rules")])
    from cardgen.ruledata import game_of
    from cardgen.ruledata.explain import explained

    with as_problems(kit):
        table = game_of(kit, path)(kit, kit.players.min, chosen_options(kit, options))
    return explained(table) if how == "explain" else table.module.source


def _words_of_stories(kit: Kit, counts: Sequence[int]) -> Iterator[Problem]:
    """Yield each word in the stories of some games that the glossary has another one for, once."""
    seeds = seeds_of(kit)
    if seeds is None or not seeds.glossary:
        return
    seen: set[str] = set()
    for players in counts:
        for said in _story(kit, players):
            for slip in seeds.slips(said):
                if slip.word not in seen:
                    seen.add(slip.word)
                    hint = f"the story of a game of {players} players has: {said}"
                    yield Problem(slip.message, slip.term.where, hint=hint, level="warning", code="one-word")


_CLAIMING = re.compile(r"\b(?:any|always|never|only|all|at most)\b", re.IGNORECASE)

_MARKS = re.compile(r"\\+n?|[*\"†#]")


def unclaimed(kit: Kit, files: Sequence[Path]) -> Iterator[Problem]:
    """Yield the printed sentences that say always, never, any … and neither have a claim nor a reason to need none.

    Asked of kits of which a scenario file has `no_claim:`, a list of those that need none.
    """
    from cardgen.checks.glossary import texts_read
    from cardgen.checks.subject import Subject
    from cardgen.checks.voice import sentences
    from cardgen.engine.scenario_file import excused, read_cases

    read = [read_cases(file) for file in files]
    lists = [found for cases in read if (found := excused(cases)) is not None]
    if not lists:
        return
    every = [case for cases in read for case in cases]
    proofs = {name: None for case in every for name in (case.said.scenario, *case.said.rules)}
    proofs |= dict.fromkeys(seeds.by_id if (seeds := seeds_of(kit)) else ())
    known: dict[str, Location] = {}
    for text, proof, at in (one for found in lists for one in found):
        known[_bare(text)] = at
        if proof and proof not in proofs:
            message = f"no scenario and no rule is called '{proof}'"
            yield Problem(message, at, hint=did_you_mean(proof, proofs), code="unproven")
    for case in every:
        known |= {
            _bare(text): case.document.where(*case.path("says", n)) for n, text in enumerate(case.said.says)
        }
    printed: set[str] = set()
    for where, text in texts_read(Subject(kit)):
        for start, sentence, _ in sentences(text):
            plain = " ".join(sentence.split())
            if (bare := _bare(plain)) in printed:
                continue
            printed.add(bare)
            word = _CLAIMING.search(plain)
            if word and not any(_said(one, bare) for one in known):
                line = where.line + text.count("\n", 0, start + len(sentence) - len(sentence.lstrip()))
                at = where if where.cell or line == where.line else Location(where.file, line)
                hint = "write a claim that says: it (docs/scenarios.md), or list it under no_claim: with a reason"
                message = f"it says '{word[0]}', and no claim looks for a counter-example: {plain}"
                yield Problem(message, at, hint=hint, level="warning", code="unclaimed")
    for said, at in known.items():
        if not any(_said(said, sentence) for sentence in printed):
            yield Problem(f"no printed sentence says '{said}'", at, level="warning", code="unclaimed")


def _bare(text: str) -> str:
    """Return a sentence without the marks of its template, for comparing."""
    return " ".join(_MARKS.sub(" ", text).split()).lower()


def _said(part: str, sentence: str) -> bool:
    """Return whether a sentence is this one or has this part; one word or two are no part, but a sentence."""
    return part == sentence or (part.count(" ") > 1 and part in sentence)


def read_words(kit: Kit, *, play: bool) -> list[Problem]:
    """Return what reads badly in all that players read of a kit, and in the stories of some games."""
    from cardgen.checks.subject import Subject
    from cardgen.checks.voice import check_voice
    from cardgen.games import has_rules, player_counts
    from cardgen.languages.terms import read_terms

    counts = player_counts(kit) if play and has_rules(kit) else ()
    stories = [said for players in counts for said in _story(kit, players)]
    return [*check_voice(Subject(kit, seeds_of(kit)), stories), *read_terms(kit)]


def _story(kit: Kit, players: int) -> list[str]:
    """Return what is said of a game: its moves, and all that happens."""
    from cardgen.engine import Recorder, play_game
    from cardgen.games import make_game

    game, recorder = make_game(kit, players), Recorder()
    moves: list[str] = []
    bots = [game.greedy() for _ in range(game.players)]
    play_game(game, 1, bots, watch=lambda s, move, _: moves.append(game.say(s, move)), tell=recorder.tell)
    return [*moves, *(event.says for event in recorder.events)]


def rules_not_run(kit: Kit) -> list[Problem]:
    """Return that rules are there which may not run; nothing where there are none."""
    from cardgen.games import untrusted, why_not

    if not (module := untrusted(kit.slug)):
        return []
    message = f"nothing was played: the rules in {module}.py may not run yet"
    hint = f"{why_not(module)}, then: cardgen trust"
    return [Problem(message, kit.where, (), hint, "warning", "not-run")]


def _not_run(file: Path, kit: Kit) -> Problem:
    from cardgen.games import untrusted, why_not

    if module := untrusted(kit.slug):
        message = f"these scenarios were not run: the rules in {module}.py may not run yet"
        hint = f"{why_not(module)}, then: cardgen trust"
        return Problem(message, Location(shown(file)), hint=hint, code="scenario")
    message = f"these scenarios prove nothing: there are no rules for '{kit.slug}'"
    hint = "install the package that has them (docs/adding-a-game.md, step 6); --no-play leaves scenarios out"
    return Problem(message, Location(shown(file)), hint=hint, code="scenario")


def _each_line_once(problems: Iterable[Problem]) -> Iterator[Problem]:
    """Yield the problems, those that the rules themselves have at a line once for all scenarios."""
    seen: set[tuple[Location | None, str]] = set()
    for problem in problems:
        if problem.code != "rules" or (problem.where, problem.message) not in seen:
            seen.add((problem.where, problem.message))
            yield problem


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


@contextmanager
def as_problems(kit: Kit) -> Iterator[None]:
    """Turn what a rulebook refuses at set-up into a problem of the user's."""
    from cardgen.games import NoRules
    from cardgen.simulation import WrongAnswer

    try:
        yield
    except WrongAnswer:
        raise
    except (ValueError, NoRules) as error:
        raise CardgenError([Problem(str(error).strip("\"'"), kit.where, code="cannot-set-up")]) from None
