"""The command line: arguments in, one call into the package, messages out."""

from __future__ import annotations

import gc
import inspect
import json
import re
import shlex
import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import replace
from itertools import product
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, NoReturn, TypeVar

import typer

from cardgen.app.asked import SETTINGS, type_of, written
from cardgen.app.games_asked import PLAYED, GamesAsked, command_of, played
from cardgen.base import own as brought
from cardgen.base.errors import CardgenError, Problem, Problems, did_you_mean, once, summed_up

if TYPE_CHECKING:
    from cardgen.app.progress import Say
    from cardgen.app.settings import BuildSettings
    from cardgen.simulation.findings import Told
    from cardgen.studio.tables import Tables
    from cardgen.table.film import Judgement

app = typer.Typer(
    help="Print-and-play kits and rule sheets from YAML and SVG, and a rules engine that plays them.",
    no_args_is_help=True,
    add_completion=False,
    rich_markup_mode=None,  # boxes round the help would cost as much as the rest of the program
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)

DATA = Path("data")


def _data(given: Path) -> Path:
    """Return the folder of kits that is named, or the one in which somebody works."""
    if given != DATA and not given.is_dir():
        _usage_error(f"--data: there is no folder '{given}'")
    return _own_data() if given == DATA else given


def _own_data() -> Path:
    """Return `data/` if there are kits, or what holds the kit in whose folder one works."""
    from cardgen.base.files import data_around, kit_dirs

    return DATA if kit_dirs(DATA) else data_around(Path()) or DATA


Data = Annotated[Path, typer.Option("--data", callback=_data, help="Folder that holds the games.")]
_WORDS: dict[str, dict[str, Any]] = brought.table(__file__, "commands.yaml")
_T = TypeVar("_T")
_Told = TypeVar("_Told", bound="Told")
_COMMAND = TypeVar("_COMMAND", bound=Callable[..., None])


def _command(called: str = "", plays: str = "", **after: str) -> Callable[[_COMMAND], _COMMAND]:
    """Make a command of a function with the words that commands.yaml has for its parameters.

    In place of `**words` it gets an option for each setting of a build; `after` says which of them its own ones come.
    A command that `plays` many games gets those of their options that are named there, in that order.
    """

    def given(command: _COMMAND) -> _COMMAND:
        name = called or command.__name__
        words = {key: _of_a_setting(key) for key in SETTINGS} | _WORDS["every"] | _WORDS.get(name, {})
        whole = inspect.signature(command, eval_str=True)
        own = {
            key: _worded(one, words[key]) if key in words else one
            for key, one in whole.parameters.items()
            if one.kind is not one.VAR_KEYWORD
        }
        if plays:
            own = _among_games(own, plays, words)
        elif len(own) < len(whole.parameters):
            own = _among_settings(own, after)
        command.__signature__ = whole.replace(parameters=[*own.values()])  # type: ignore[attr-defined]
        return app.command(name)(command)

    return given


def _among_settings(own: dict[str, inspect.Parameter], after: dict[str, str]) -> dict[str, inspect.Parameter]:
    """Return a command's own parameters with the settings of a build behind `out`, or where `after` says."""
    made: dict[str, inspect.Parameter] = {}
    for name, said in SETTINGS.items():
        kind, hint = inspect.Parameter.POSITIONAL_OR_KEYWORD, type_of(name)
        bare = inspect.Parameter(name, kind, default=said.default, annotation=hint)
        made[name] = _worded(bare, _of_a_setting(name))
        made |= {other: own.pop(other) for other, before in after.items() if before == name}
    names = list(own)
    at = names.index("out") + 1
    return {name: own[name] for name in names[:at]} | made | {name: own[name] for name in names[at:]}


def _among_games(
    own: dict[str, inspect.Parameter], plays: str, words: dict[str, Any]
) -> dict[str, inspect.Parameter]:
    """Return a command's own parameters, and those of many games in the order of `plays`; `games=400` is another default."""
    made: dict[str, inspect.Parameter] = {}
    for word in plays.split():
        name, _, other = word.partition("=")
        if name in own:
            made[name] = own.pop(name)
            continue
        kind, default = PLAYED[name]
        default = int(other) if other else default
        bare = inspect.Parameter(
            name, inspect.Parameter.POSITIONAL_OR_KEYWORD, default=default, annotation=kind
        )
        made[name] = _worded(bare, words[name])
    return own | made


def _of_a_setting(name: str) -> dict[str, Any]:
    said = SETTINGS[name]
    return {"written": said.written, "help": said.help, "show_default": said.shown or True}


def _worded(bare: inspect.Parameter, said: str | dict[str, Any]) -> inspect.Parameter:
    """Return a parameter with its words; `said` is what commands.yaml says of it."""
    more = {"help": said} if isinstance(said, str) else dict(said)
    made: Any
    if "argument" in more:
        made = typer.Argument(metavar=more.pop("argument") or None, **more)
    else:
        names, metavar = written(more.pop("written", ""))
        if not names and bare.default is not True:  # typer makes --x/--no-x of what is on by itself
            names = [f"--{bare.name.replace('_', '-')}"]
        made = typer.Option(*names, metavar=metavar, **more)
    return bare.replace(annotation=Annotated[bare.annotation, made])


def _version(wanted: bool) -> None:
    if wanted:
        from cardgen.base.packages import VERSION

        typer.echo(f"cardgen {VERSION}")
        raise typer.Exit


@app.callback()
def _common(
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Print the version and stop.")
    ] = False,
) -> None:
    pass


@_command("list")
def list_games(data: Data = DATA, shipped: bool = False, as_json: bool = False) -> None:
    """List the games: players, minutes, pieces."""
    from cardgen.source import load_kit

    kits, problems = [], list[Problem]()
    for folder in _folders(None, data, shipped, or_shipped=True):
        try:
            kits.append(load_kit(folder))
        except CardgenError as error:
            problems += error.problems
    if as_json:
        games = [
            {
                "game": k.slug,
                "title": k.title,
                "version": k.version,
                "players": [k.players.min, k.players.max],
                "minutes": k.minutes,
                "components": {c.id: c.total for c in k.components},
                "folder": str(k.root),
            }
            for k in kits
        ]
        _print_json({"games": games})
    for k in kits if not as_json else ():
        pieces = sum(c.pieces for c in k.components if c.stays)
        typer.echo(
            f"{k.slug:22} {k.title}: {k.players.min}-{k.players.max} players, {k.minutes} min, {pieces} pieces"
        )
    _finish(problems, False, {})


@_command(printer="margin", all_editions="force")
def build(
    names: list[str] | None = None,
    data: Data = DATA,
    shipped: bool = False,
    out: Path | None = None,
    printer: str | None = None,
    all_editions: bool = False,
    quiet: bool = False,
    watch: bool = False,
    since: str | None = None,
    as_json: bool = False,
    **words: Any,
) -> None:
    """Build print-and-play kits: PDF sheets, rule sheets, kit.json."""
    from dataclasses import replace

    from cardgen.app.build import other_editions
    from cardgen.app.many import build_many
    from cardgen.app.printers import printed_on
    from cardgen.app.progress import progress
    from cardgen.app.settings import BuildSettings
    from cardgen.base.files import output_dir

    try:
        targets, language = words.pop("target"), words.pop("language")
        own = {name: words.pop(name) for name in ("paper", "backs", "offset", "margin", "test")}
        known, said = printed_on(printer, **own)
        words |= {"options": _pairs(words["options"]), "only": tuple(words["only"] or ())}
        words |= {"guide": not words["guide"], "out": out or output_dir()}
        settings = BuildSettings.parse(**words, **known)
    except ValueError as error:
        _usage_error(str(error))
    folders = _folders(names, data, shipped)
    _check_one_name(folders)
    quiet = quiet or as_json
    if since is not None:
        from cardgen.app.diff import is_changed_since

        all_of_them, folders = len(folders), [kit for kit in folders if is_changed_since(since, kit)]
        if not quiet:
            typer.echo(f"changed since {since}: {len(folders)} of {all_of_them} kits")
    if said and not quiet:
        typer.echo(said)
    places = _places(targets, settings)

    def build_all(folders: Sequence[Path]) -> tuple[list[Problem], list[dict[str, Any]]]:
        results: list[dict[str, Any]] = []
        problems: list[Problem] = []
        asked = {
            folder: [
                replace(settings, language=spoken, target=place, targets=tuple(places))
                for (_, spoken), place in product(_in_languages([folder], language), places)
            ]
            + (other_editions(folder, settings) if all_editions else [])
            for folder in folders
        }
        with ExitStack() as shown:

            def show() -> Say:
                return shown.enter_context(progress(quiet=quiet))

            for result in build_many(asked, settings.jobs, show):
                shown.close()  # the bar goes before a line comes
                if isinstance(result, CardgenError):
                    problems.extend(result.problems)
                    continue
                problems.extend(result.warnings)
                results.append(result.as_dict())
                if not quiet:
                    typer.echo(result.summary())
        return problems, results

    if watch:
        if as_json:
            _usage_error("--watch never ends, so it cannot be combined with --json")
        from cardgen.studio.again import build_again

        build_again(folders, lambda some: _show(build_all(some)[0]), typer.echo)
        return
    problems, results = build_all(folders)
    _finish(problems, as_json, {"built": results})


def _places(targets: str | None, settings: BuildSettings) -> list[str]:
    """Return the targets of `--for`, each once; one empty name for a printer at home."""
    if targets is None and not (settings.base_url or settings.sleeved or settings.profile):
        return [""]
    from cardgen.app.for_target import does_not_go_with
    from cardgen.app.settings import BuildSettings

    places = [place.strip() for place in targets.split(",")] if targets is not None else [""]
    if targets is not None and not all(places):
        _usage_error(f"--for is '{targets}', expected names such as tgc,mpc; cardgen targets lists them")
    if wrong := does_not_go_with(places, settings, BuildSettings()):
        _usage_error(wrong)
    return list(dict.fromkeys(places))


@_command("targets")
def list_targets(
    names: list[str] | None = None, data: Data = DATA, manual: bool = False, as_json: bool = False
) -> None:
    """List where a kit can go: print services, online tables, cutting machines, boxes; or show some of them."""
    from cardgen.targets.shown import as_data, line_of, page, targets_page
    from cardgen.targets.target import find_targets, read_target

    if manual:
        typer.echo(targets_page(), nl=False)
        return
    asked, there, problems = _near_kits(find_targets, read_target, names, data)
    if not as_json:
        for target, owner in there:
            typer.echo(page(target) if asked else line_of(target, owner))
    _finish(list(problems), as_json, {"targets": [as_data(target, owner) for target, owner in there]})


def _near_kits(
    find: Callable[[Path | None], Mapping[str, Path]],
    read: Callable[[Path, Problems], _T | None],
    names: list[str] | None,
    data: Path,
) -> tuple[list[str], list[tuple[_T, str]], Problems]:
    """Return which `names` are those of files that are found near kits, what these files say, and whose each is.

    Other names are those of kits.
    """
    from cardgen.base.files import kit_around, kit_dirs

    around = kit_around(Path())
    kits: list[Path | None] = [None, *kit_dirs(data), *([around] if around else [])]
    known = {name for kit in kits for name in find(kit)}
    asked = [name for name in names or () if name in known]
    if others := [name for name in names or () if name not in known]:
        kits = [None, *_folders(others, data)]
    problems = Problems()
    found = {}
    for kit in kits:
        for name, file in find(kit).items():
            if file not in found and (not asked or name in asked):
                found[file] = (read(file, problems), kit.resolve().name if kit else "")
    return asked, [(one, owner) for one, owner in found.values() if one], problems


@_command("stock")
def list_stock(
    names: list[str] | None = None, data: Data = DATA, out: Path | None = None, as_json: bool = False
) -> None:
    """List sheets that are bought cut or perforated, or write the test pages of some."""
    from cardgen.app.stock import as_data, line_of, write_test
    from cardgen.source.stock import find_stock, read_stock_file

    asked, there, problems = _near_kits(find_stock, read_stock_file, names, data)
    if out and not asked:
        _usage_error("--out needs the name of a stock, such as cardgen stock labels-a4-24 --out .")
    for stock, owner in there if not as_json else ():
        typer.echo(line_of(stock, owner) + (f"\n  {stock.file}" if asked else ""))
    for stock, _ in there if out else ():
        path = write_test(stock, out or Path())
        if not as_json:
            typer.echo(f"{path}: print it at 100 %, its steps say how to hold it against the stock")
    _finish(list(problems), as_json, {"stock": [as_data(stock, owner) for stock, owner in there]})


@_command("printer")
def printer_(
    name: str | None = None,
    offset: str | None = None,
    margin: str | None = None,
    backs: str | None = None,
    paper: str | None = None,
    default: bool | None = None,
    remove: bool = False,
) -> None:
    """Remember a printer, so that its duplex test is printed once; without a name: list those that are known."""
    from cardgen.app.printers import answer

    words = {"offset": offset, "margin": margin, "backs": backs, "paper": paper}
    try:
        for line in answer(name, words, default=default, remove=remove):
            typer.echo(line)
    except ValueError as error:
        _usage_error(str(error))


@_command()
def studio(
    what: str | None = None,
    data: Data = DATA,
    shipped: bool = False,
    port: int | None = None,
    lan: bool = False,
    read_only: bool = False,
    no_browser: bool = False,
) -> None:
    """Show kits in the browser: faces, sheets, rule sheet and problems, anew with every file you save; edit cards there."""
    if shipped:
        from cardgen.base.files import shipped as ours

        data = ours() / "data"
        what = what or str(data)
    _serve(what, data, port, lan, not no_browser, "gallery", read_only=read_only)


def _serve(
    what: str | None,
    data: Path,
    port: int | None,
    lan: bool,
    browser: bool,
    page: str,
    set_up: Callable[[Tables], str] | None = None,
    free: bool = False,
    read_only: bool = False,
) -> None:
    """Open the studio at this page of a kit, or at a table that is set up, until somebody stops it."""
    from cardgen.studio.serve import choose, serve

    chosen = choose(what, data)
    if chosen is None:
        _usage_error(f"no folder and no game '{what}'")
    serve(
        chosen.folder,
        chosen.kits,
        port=port,
        lan=lan,
        browser=browser,
        say=typer.echo,
        first=chosen.first,
        page=page,
        set_up=set_up,
        more="&free=1" if free else "",
        read_only=read_only,
    )


@_command("serve")
def serve_rooms(
    what: str,
    data: Data = DATA,
    port: int | None = None,
    host: str = "127.0.0.1",
    journals: Path | None = None,
    public: str = "",
    proxy: str = "",
    days: float = 14,
    tls_cert: Path | None = None,
    tls_key: Path | None = None,
) -> None:
    """Serve games to friends elsewhere: rooms with one invitation, for days, on your machine or a rented one."""
    from urllib.parse import urlsplit

    from cardgen.base.files import output_dir
    from cardgen.studio.serve import choose
    from cardgen.studio.serve import host as serving

    chosen = choose(what, data)
    if chosen is None or not chosen.kits:
        _usage_error(f"no kit in '{what}'")
    said = urlsplit(public)
    if public and (said.scheme not in ("http", "https") or not said.netloc or said.path.strip("/")):
        _usage_error(
            f"--public is {public}, expected an address without a path, such as https://games.example.org"
        )
    if (tls_cert is None) != (tls_key is None):
        _usage_error("--tls-cert and --tls-key belong together: name both")
    origin = f"{said.scheme}://{said.netloc}".lower() if public else ""
    serving(
        chosen.kits,
        journals or output_dir() / "rooms",
        port=port,
        address=host,
        public=origin,
        proxy=proxy,
        days=days,
        say=typer.echo,
        tls=(tls_cert, tls_key) if tls_cert and tls_key else None,
    )


@_command()
def check(
    names: list[str] | None = None,
    data: Data = DATA,
    shipped: bool = False,
    play: bool = True,
    words: bool = False,
    language: str | None = None,
    as_json: bool = False,
) -> None:
    """Check files, counts, faces and scenarios, and play some games."""
    from cardgen.app.build import check_kit
    from cardgen.app.play import check_play, kit_named, read_words
    from cardgen.app.progress import progress

    problems: list[Problem] = []
    checked = []
    for folder, spoken in _in_languages(_folders(names, data, shipped), language):
        name = folder.resolve().name + (f" in {spoken}" if spoken else "")
        with progress(quiet=as_json) as say:
            say(f"{name}: files and faces")
            found = check_kit(folder, spoken)
            if play and not spoken and not any(p.level == "error" for p in found):
                found += check_play(kit_named(str(folder), data), data, say)
            if words and not spoken and not any(p.level == "error" for p in found):
                found += read_words(kit_named(str(folder), data), play=play)
        problems.extend(found)
        wrong = sum(p.level == "error" for p in found)
        checked.append({"game": name, "errors": wrong, "warnings": len(found) - wrong})
        if not as_json and not wrong:
            typer.echo(f"{name}: all checks pass")
    _finish(problems, as_json, {"checked": checked})


@_command()
def rules(
    name: str | None = None,
    data: Data = DATA,
    fmt: str = "md",
    options: list[str] | None = None,
    numbers: bool = False,
    coverage: bool = False,
    paper: str = "a4",
    look: str | None = None,
    language: str | None = None,
    out: Path | None = None,
) -> None:
    """Print a rule sheet as Markdown or HTML, or make a booklet of it (build makes the sheet's PDF)."""
    chosen = _in_languages([_folder(name, data)], language)
    if coverage:
        from cardgen.app.build import coverage_of

        for folder, spoken in chosen:
            typer.echo(str(coverage_of(folder, spoken)))
        return
    if fmt in {"explain", "python"}:
        from cardgen.app.play import kit_named, rules_in_words

        typer.echo(rules_in_words(kit_named(str(_folder(name, data)), data), fmt, _pairs(options)), nl=False)
        return
    if fmt in {"md", "html"}:
        from cardgen.app.build import rule_sheet_text
        from cardgen.base.destination import write_whole

        for folder, spoken in chosen:
            text = rule_sheet_text(folder, fmt, _pairs(options), numbers, spoken)
            if out is None:
                typer.echo(text)
                continue
            slug = folder.resolve().name
            sheet = out / slug / f"{slug}-rules{f'-{spoken}' if spoken else ''}.{fmt}"
            write_whole(sheet, text)
            typer.echo(str(sheet))
        return
    from cardgen.app.booklet import PAPERS, print_rules
    from cardgen.app.progress import progress
    from cardgen.app.settings import BuildSettings
    from cardgen.base.files import output_dir

    if fmt not in PAPERS:
        made = f"; cardgen build {name} --only rules makes the sheet's PDF" if fmt == "pdf" else ""
        _usage_error(f"--format is '{fmt}', expected md, html, explain, python, {', '.join(PAPERS)}{made}")
    if paper.strip().lower() not in PAPERS[fmt]:
        _usage_error(f"--paper is '{paper}', expected {' or '.join(PAPERS[fmt])} for a {fmt}")
    warnings: list[Problem] = []
    for folder, spoken in chosen:
        words: dict[str, Any] = {"paper": paper, "look": look, "options": _pairs(options), "numbers": numbers}
        settings = BuildSettings.parse(**words, out=out or output_dir(), language=spoken, force=True)
        with progress(quiet=False) as say:
            result = print_rules(folder, fmt, settings, say)
        for file in result.files:
            typer.echo(str(result.folder / file))
        warnings += result.warnings
    _finish(warnings, False, {})


@_command()
def new(
    title: str,
    players: str | None = None,
    parts: str | None = None,
    author: str | None = None,
    source: str | None = None,
    starter: str | None = None,
    layout: str | None = None,
    look: str | None = None,
    add: str | None = None,
    github: bool = False,
    data: Data = DATA,
) -> None:
    """Begin a new game: a small kit that builds, checks and plays at once. With --add, put layouts or rules into one that is there."""
    from cardgen.app.start import begin, listed

    try:
        if add is not None:
            if any((players, parts, author, source, starter, layout, github)):
                _usage_error("--add is for a game that is there; only --look goes with it")
            from cardgen.app.adding import add as add_to
            from cardgen.app.adding_rules import add_rules

            if add == "rules" and look:
                _usage_error("--look is for layouts, and rules have none")
            kit = _folder(title, data)
            for name in listed(add_rules(kit) if add == "rules" else add_to(kit, add, look or "")):
                typer.echo(name)
            return
        begun = begin(
            title,
            players,
            parts,
            author,
            _folder(source, data) if source else None,
            starter or "",
            github,
            layout or "",
            look or "",
            _project_of(data, title),
        )
    except ValueError as error:
        _usage_error(str(error))
    for name in listed(begun.files):
        typer.echo(name)
    for line in begun.next_steps():
        typer.echo(line)


def _project_of(data: Path, title: str) -> Path | None:
    """Return the project that --data names for a new game; None where nothing was said."""
    if data == _own_data():
        return None
    if data.name != "data" or Path(title).name != title:
        raise ValueError(
            f"--data {data}: a new game goes to data/ of its project; write its folder before its name, such as my-games/{Path(title).name}"
        )
    return data.parent


@_command()
def trust(project: Path = Path(), always: bool = False, no_longer: bool = False, show: bool = False) -> None:
    """Allow a project's Python rules to run, as they are now."""
    from cardgen.app.trusting import allow, listed, take_back
    from cardgen.base.projects import project_around

    if show:
        for line in listed():
            typer.echo(line)
        return
    found = project_around(project)
    if found is None and no_longer:
        found = project.absolute()  # one that has been removed since
    if found is None:
        _usage_error(f"no pyproject.toml in '{project}' or above it brings rules to cardgen")
    for line in take_back(found) if no_longer else allow(found, always):
        typer.echo(line)


def _steps_of(games: str | None) -> tuple[int, ...]:
    """Return how many games each step of the ladder gets; nothing if nobody said so."""
    from cardgen.simulation.insight import LADDER

    if games is None:
        return ()
    steps = len(LADDER) - 1
    numbers = games.split(",")
    if (
        len(numbers) not in (1, steps)
        or not all(one.isascii() and one.isdigit() for one in numbers)
        or games == "0"
    ):
        _usage_error(
            f"--ladder-games is '{games}', expected a number of games, or {steps}, one for each step"
        )
    return tuple(map(int, numbers * (steps // len(numbers))))


@_command(
    plays="players games bots options each_option sets sweep ladder ladder_games without worth worth_games library seed jobs cluster"
    " until_ci watch until_sure json_file page save playtests"
)
def simulate(
    name: str,
    data: Data = DATA,
    each_option: bool = False,
    sets: list[str] | None = None,
    sweep: list[str] | None = None,
    ladder: bool = False,
    ladder_games: str | None = None,
    without: list[str] | None = None,
    worth: list[str] | None = None,
    worth_games: int | None = None,
    library: bool = False,
    until_ci: float | None = None,
    watch: str | None = None,
    save: Path | None = None,
    **words: Any,
) -> None:
    """Play many games: how they end, how long, how fair, which cards."""
    from cardgen.app.build import chosen_options
    from cardgen.app.play import SimulatedTable, Stop, kit_named, simulate_tables, write_report
    from cardgen.app.progress import progress
    from cardgen.base.destination import Destination
    from cardgen.base.files import games_dir
    from cardgen.games import player_counts
    from cardgen.simulation import WrongAnswer
    from cardgen.simulation.insight import LADDER

    asked = _asked("simulate", name, data, words)
    kit, page, names = kit_named(str(asked.folder), data), asked.page, asked.names
    chosen = chosen_options(kit, asked.options)
    try:
        counts = asked.counts(kit)
    except WrongAnswer as wrong:
        _usage_error(wrong.at_option)
    main = counts[0] if asked.players is None and page is not None and save is None else None
    if main is not None:
        counts = tuple(player_counts(kit))
    table = SimulatedTable(
        counts,
        names,
        chosen,
        asked.seed,
        each_option,
        tuple(sets or ()),
        tuple(sweep or ()),
        _steps_of(ladder_games) if ladder else None,
        tuple(without or ()),
        tuple(worth or ()),
        worth_games,
        main,
        library,
    )
    if save is not None and (len(counts) > 1 or each_option or sets or sweep):
        _usage_error(
            "--save-games is for one table, without --each-option, --set and --sweep, and with one number of players"
        )
    if ladder_games and not ladder:
        _usage_error("--ladder-games is for --ladder")
    if worth_games and not worth:
        _usage_error("--worth-games is for --worth")
    if len(names) > max(counts):
        _usage_error(f"--bots names {len(names)}, but at most {max(counts)} play")
    if asked.playtests is not None and not asked.playtests.is_dir():
        _usage_error(f"--playtests names a folder of games: there is no folder '{asked.playtests}'")
    if save is not None:
        Destination(save / "game.json").check()
    from cardgen.app.cluster import workers_of

    if until_ci is not None and asked.until_sure:
        _usage_error("--until-ci and --until-sure each say when to stop, expected one of them")
    stop = Stop(until_ci, watch, tuple(asked.until_sure))
    with progress(quiet=False) as say, workers_of(asked.cluster) as spread:
        try:
            found = simulate_tables(
                kit, table, asked.games, asked.jobs or None, played(kit, say), stop, save, spread, _beside
            )
        except WrongAnswer as wrong:
            _usage_error(wrong.at_option)
    uncounted, games = "", asked.playtests or games_dir()
    if games.is_dir():
        from cardgen.app.playtests import with_minutes

        found, uncounted = with_minutes(found, str(asked.folder), data, games)
    if table.ladder == () and len(found.insight) == 1:
        played_games = {one.bot: one.games for one in found.insight[0].ladder}
        table = replace(table, ladder=tuple(played_games.get(bot, 0) for bot in LADDER[1:]))
    command = command_of(table, asked.games, kit, stop, asked.playtests)
    if asked.json_file is not None:
        Destination(asked.json_file).write(found.to_json(command) + "\n")
    if page is not None:
        write_report(page, found.result(command, shlex.quote(save.as_posix()) if save else ""), kit)
    _say(found, asked.json_file, page)
    if uncounted:
        typer.echo(uncounted, err=True)
    if found.interrupted or any(one.interrupted for one in found.insight):
        raise typer.Exit(130)
    _finish([table.problem for table in found.endless if table.problem], False, {})


@_command(plays="players games seed jobs cluster json_file")
def compare(
    name: str, a: list[str] | None = None, b: list[str] | None = None, data: Data = DATA, **words: Any
) -> None:
    """Compare two states of a kit, house rules or players: the same deals, and what differs."""
    from cardgen.app.comparing import compare_sides

    asked = _asked("compare", name, data, words)
    if not a and not b:
        _usage_error("compare what? name an earlier state, a house rule or players, such as --a HEAD~3")
    found = _searched(asked, lambda say: compare_sides(asked, a or [], b or [], say))
    if found.survey.interrupted:
        raise typer.Exit(130)
    _finish([table.problem for table in found.survey.endless if table.problem], False, {})


@_command(plays="players games bots options seed jobs cluster json_file playtests")
def tune(
    name: str,
    goal: list[str] | None = None,
    vary: list[str] | None = None,
    data: Data = DATA,
    **words: Any,
) -> None:
    """Find the smallest change of some numbers that meets goals, and what it costs elsewhere."""
    from cardgen.app.tuning import TuneOrder

    asked = _asked("tune", name, data, words)
    found = _searched(asked, lambda say: TuneOrder(asked, goal or (), vary or ()).tune(say, _beside))
    if found.found.outcome == "interrupted":
        raise typer.Exit(130)


@_command(plays="players games=400 bots options seed jobs cluster json_file page")
def league(name: str, strategy: list[str] | None = None, data: Data = DATA, **words: Any) -> None:
    """Let kinds of players play each other: which one dominates, and which mix nobody beats."""
    from cardgen.app.league import page_of, play_league

    asked = _asked("league", name, data, words)
    found = _searched(asked, lambda say: play_league(asked, strategy or (), say, _beside), page_of)
    if found.found.interrupted:
        raise typer.Exit(130)


def _asked(command: str, name: str, data: Path, words: dict[str, Any]) -> GamesAsked:
    """Return what a command that plays many games is asked for; files that cannot be written are told before games are played."""
    from cardgen.base.destination import Destination

    options = _pairs(words.pop("options", None))
    words["until_sure"] = tuple(words.get("until_sure") or ())
    asked = GamesAsked(command=command, folder=_folder(name, data), data=data, options=options, **words)
    if asked.page is not None and asked.page.suffix.lower() not in {".html", ".htm"}:
        _usage_error(f"--report writes a web page: '{asked.page}' should end in .html")
    for file in filter(None, (asked.json_file, asked.page)):
        Destination(file).check()
    return asked


@_command()
def play(
    name: str | None = None,
    data: Data = DATA,
    players: int | None = None,
    seats: str | None = None,
    options: list[str] | None = None,
    seed: int | None = None,
    resume: Path | None = None,
    browser: bool = False,
    free: bool = False,
    lan: bool = False,
    port: int | None = None,
    no_browser: bool = False,
) -> None:
    """Play a game by its rules, against bots and friends: in the terminal, or with --browser, where a kit needs no rules."""
    browsing = (("--free", free), ("--lan", lan), ("--port", port is not None), ("--no-browser", no_browser))
    for word, given in browsing:
        if given and not browser:
            _usage_error(f"{word} is for --browser")
    asked = {"--players": players, "--seats": seats, "--option": options or None, "--seed": seed}
    asked = {word: value for word, value in asked.items() if value is not None}
    if resume and asked:
        _usage_error(f"{next(iter(asked))} is for a new game; --resume goes on with one as it is")
    if browser and not (asked or resume):
        _serve(name, data, port, lan, not no_browser, "play", free=free)
        return
    from cardgen.app.playing import free_asked, game_of, play_in_terminal, table_asked

    folder = None if resume else _folder(name, data)
    who = seats or "you,greedy"
    try:
        if browser and resume:
            game = game_of(resume)
            _serve(
                game, data, port, lan, not no_browser, "play", lambda tables: tables.resume(resume)["table"]
            )
        elif browser and folder:
            unfit = [word for word in ("--seats", "--option", "--seed") if word in asked]
            laid = free_asked(folder, players, free, unfit)
            table = laid or table_asked(folder, players, who, _pairs(options), seed)
            place = str(folder)
            _serve(
                place, data, port, lan, not no_browser, "play", lambda tables: tables.begin(table)["table"]
            )
        else:
            play_in_terminal(folder, data, players, who, _pairs(options), seed, resume)
    except ValueError as error:
        _usage_error(str(error))


@_command()
def teach(
    name: str,
    data: Data = DATA,
    lesson: str | None = None,
    language: str | None = None,
    browser: bool = False,
    lan: bool = False,
    port: int | None = None,
    no_browser: bool = False,
) -> None:
    """Learn a game at its table: the first rounds, one rule a step, in the terminal or with --browser."""
    from cardgen.app.build import load_checked
    from cardgen.app.play import lesson_of
    from cardgen.app.playing import teach_in_terminal

    for word, given in (("--lan", lan), ("--port", port is not None), ("--no-browser", no_browser)):
        if given and not browser:
            _usage_error(f"{word} is for --browser")
    asked = _in_languages([_folder(name, data)], language)
    kit, found = load_checked(asked[0][0], language=asked[0][1])
    for problem in found.warnings if asked[0][1] else ():
        typer.echo(str(problem), err=True)
    chosen = lesson_of(kit, data, lesson)
    if not browser:
        teach_in_terminal(kit, chosen)
        return
    _serve(
        name,
        data,
        port,
        lan,
        not no_browser,
        "play",
        lambda tables: tables.teach(kit, chosen)["table"],
    )


@_command()
def scenario(
    files: list[Path],
    data: Data = DATA,
    only: list[str] | None = None,
    names: bool = False,
    hunt: int | None = None,
    as_json: bool = False,
) -> None:
    """Run scenarios: a position, some moves, and what must then hold."""
    from cardgen.app.play import kit_named, run_scenarios_of, scenario_files
    from cardgen.base.files import find_kit

    files = [
        one
        for file in files
        for one in (
            [file]
            if file.exists() or not find_kit(str(file), data)
            else scenario_files(kit_named(str(file), data))
        )
    ]
    asked = tuple(only or ())
    results, problems = run_scenarios_of(files, data, only=asked, run=not names, games=hunt)
    if only and not results and not problems:
        wanted = "' or '".join(only)
        _usage_error(f"--only: no scenario has '{wanted}' in its name or among its rules")
    held = sum(not r.problems for r in results)
    found = [
        {
            "scenario": r.name,
            "variation": r.variation,
            "game": r.game,
            "rules": list(r.rules),
            "options": dict(r.options),
            **({} if names else {"holds": not r.problems}),
            **({"counter_example": r.counter_example} if r.counter_example else {}),
            "file": r.where.file,
            "line": r.where.line,
            "column": r.where.column,
        }
        for r in results
    ]
    if names and not as_json:
        for r in results:
            variation = f", variation {r.variation}" if r.variation else ""
            typer.echo(f"{r.where.file}:{r.where.line}: {r.name}{variation}")
    elif not as_json:
        for r in results:
            if r.counter_example:
                typer.echo(r.counter_example)
        typer.echo(f"{held} of {len(results)} scenarios hold")
    _finish(problems, as_json, {"scenarios": found})


@_command()
def replay(
    file: Path,
    data: Data = DATA,
    to: int | None = None,
    html: Path | None = None,
    gif: Path | None = None,
    webp: Path | None = None,
    since: int = 0,
    rules: bool = False,
    judge: str | None = None,
) -> None:
    """Show a saved game: move by move with the rules as they apply, or as a film in one file."""
    from cardgen.app.film import film_page, replay_lines, rules_lines
    from cardgen.base.destination import Destination

    if html is not None:
        Destination(html).check()
    judged = None
    if judge is not None:
        if gif or webp or rules:
            _usage_error("--judge marks moves of a story or of --html, not of --gif, --webp or --rules")
        judged = _judged(file, data, to, judge)
    if html is not None:
        Destination(html).write(film_page(file, data, judged=judged))
        typer.echo(str(html), err=Destination(html).is_stdout)
    for picture in filter(None, (gif, webp)):
        from cardgen.app.moving import moving_picture

        Destination(picture).check()
        many = moving_picture(file, data, picture, since, to, say=lambda words: typer.echo(words, err=True))
        typer.echo(f"{picture}: {many} pictures", err=Destination(picture).is_stdout)
    if gif or webp:
        return
    if html is None:
        for line in rules_lines(file, data) if rules else replay_lines(file, data, to, judged):
            typer.echo(line)
    for line in judged.lines() if judged and html else ():
        _beside(line)
    if judged and judged.interrupted:
        raise typer.Exit(130)


def _judged(file: Path, data: Path, to: int | None, judge: str) -> Judgement:
    from cardgen.app.judging import judgement
    from cardgen.app.progress import progress
    from cardgen.simulation import WrongAnswer

    try:
        with progress(quiet=False) as say:
            return judgement(file, data, to, judge, say, _beside)
    except WrongAnswer as wrong:
        _usage_error(wrong.at_option)


@_command()
def playtests(name: str, folder: Path | None = None, data: Data = DATA, as_json: bool = False) -> None:
    """Gather saved games of people and bots: length, waiting, moves regretted, rules asked for, remarks."""
    from rich.console import Console

    from cardgen.app.play import kit_named, seeds_of
    from cardgen.app.playtests import playtests_json, playtests_of, print_playtests
    from cardgen.base.files import games_dir

    where = str(_folder(name, data))
    about, warnings = playtests_of(where, folder or games_dir(), data)
    if as_json:
        _print_json(playtests_json(about))
    else:
        seeds = seeds_of(kit_named(where, data))
        sentences = {rule: one.sentence for rule, one in seeds.by_id.items()} if seeds else {}
        print_playtests(about, sentences, Console())
    for warning in warnings:
        typer.echo(str(warning), err=True)


@_command()
def diff(
    old: str,
    new: str | None = None,
    data: Data = DATA,
    look: str | None = None,
    html: Path | None = None,
    as_json: bool = False,
) -> None:
    """Tell which cards, numbers and rules are different between two states of a kit."""
    from cardgen.app.diff import compare, diff_page, state_of
    from cardgen.base.destination import Destination
    from cardgen.base.files import shown

    if html is not None:
        Destination(html).check()
    now = _folder(new, data)
    with state_of(old, now) as (folder, called):
        found = compare(folder, now, called, shown(now), look)
        if html is not None:
            Destination(html).write(diff_page(found))
    if as_json:
        _print_json(found.as_dict())
        return
    _say("\n".join(found.lines()), html)


@_command()
def balance(
    name: str,
    component: str = "",
    data: Data = DATA,
    different: bool = False,
    as_json: bool = False,
) -> None:
    """Count what the cards say before anybody plays: spread, cost and worth, texts that are nearly the same."""
    from cardgen.checks.balance import balance_text, balances
    from cardgen.source import load_kit

    kit = load_kit(_folder(name, data))
    found = balances(kit, copies=not different)
    if component and component not in (known := [one.component.id for one in found]):
        _usage_error(
            f"no component '{component}' with cards to compare ({did_you_mean(component, known) or 'there is none'})"
        )
    found = [one for one in found if component in ("", one.component.id)]
    if as_json:
        _print_json({"game": kit.slug, "title": kit.title, "components": [one.as_dict() for one in found]})
        return
    typer.echo(
        "\n\n".join(map(balance_text, found))
        or f"{kit.title}: no component has several cards with fields to compare"
    )


@_command()
def share(
    name: str,
    data: Data = DATA,
    out: Path | None = None,
    since: str = "",
    film: Path | None = None,
    no_film: bool = False,
    language: str | None = None,
) -> None:
    """Make one page of a game to send around: pieces, rules, a film, what changed, and room for remarks."""
    from cardgen.app.share import SharePage
    from cardgen.base.files import output_dir

    if film and no_film:
        _usage_error("--film and --no-film: one of them")
    out, warnings = out or output_dir(), list[Problem]()
    is_page = out.suffix.lower() in {".html", ".htm"} or str(out) == "-"
    asked = _in_languages([_folder(name, data)], language)
    if is_page and len(asked) > 1:
        _usage_error(f"--out is one page, but --language names {len(asked)} languages; name a folder")
    for folder, spoken in asked:
        page = SharePage(folder, spoken, since, film, no_film)
        place = out if is_page else page.place(out)
        warnings += page.write(place)
        _say(place, place)
    _finish(warnings, False, {})


@_command()
def schema(out: Path | None = None, as_manual: bool = False) -> None:
    """Write the JSON Schemas that let an editor check the YAML files."""
    from cardgen.app.schemas import every_schema, manual
    from cardgen.base.destination import write_whole

    if as_manual:
        typer.echo(manual(), nl=False)
        return
    for filename, content in every_schema().items():
        text = json.dumps(content, indent=2, ensure_ascii=False) + "\n"
        if out is None:
            typer.echo(text)
        else:
            write_whole(out / filename, text)
            typer.echo(str(out / filename))


@_command()
def table(
    name: str,
    to: str,
    data: Data = DATA,
    component: list[str] | None = None,
    expanded: bool = False,
    switch: bool = False,
    force: bool = False,
) -> None:
    """Write a kit's cards into a spreadsheet, or from one back into YAML."""
    from cardgen.app.table import write_tables

    folder = _folder(name, data)
    try:
        done = write_tables(folder, to, component or (), expand=expanded, force=force, switch=switch)
    except ValueError as error:
        _usage_error(str(error))
    for file, names in done.files.items():
        typer.echo(f"{file}: {', '.join(names)}")
    if done.switched:
        typer.echo(f"{folder / 'game.yaml'} names {'it' if len(done.files) == 1 else 'them'} now")
    elif not done.cards:
        typer.echo("game.yaml stays as it is: it can name a file in the kit's folder only")
    else:
        typer.echo("game.yaml stays as it is; --switch writes this into it, or you do:")
        for (kind, one), said in done.cards.items():
            typer.echo(f"  {kind}: {one}: cards: {said}")
    _finish(done.warnings, False, {})


@_command()
def pull(names: list[str] | None = None, data: Data = DATA, check: bool = False) -> None:
    """Download again the files that game.yaml lists under from:, and show what changed."""
    from cardgen.app.pull import pull_kit

    problems: list[Problem] = []
    changed = False
    for folder in _folders(names, data):
        for pulled in pull_kit(folder, check, _beside):
            problems.extend(pulled.problems)
            changed = changed or pulled.changed
            for line in pulled.lines:
                typer.echo(line)
    _finish(problems, False, {})
    if check and changed:
        raise typer.Exit(1)


@_command()
def migrate(names: list[str] | None = None, data: Data = DATA, check: bool = False) -> None:
    """Write kits in today's format: keys that have other names now, comments and layout kept. Shows the difference."""
    from cardgen.app.migrating import Migrated

    problems, waiting = list[Problem](), False
    for folder in _folders(names, data):
        try:
            kit = Migrated(folder)
            if not check:
                for line in kit.diff():
                    typer.echo(line)
                kit.write()
            done = "to be migrated" if check else "migrated; git diff shows it again, git restore undoes it"
            typer.echo(f"{folder.resolve().name}: {done if kit.files else 'nothing to do'}")
            waiting = waiting or bool(kit.files)
        except CardgenError as error:
            problems += error.problems
    _finish(problems, False, {})
    if check and waiting:
        raise typer.Exit(1)


@_command()
def doctor(as_json: bool = False) -> None:
    """Tell what is installed on this machine and what is missing."""
    from dataclasses import asdict

    from cardgen.app.doctor import examine

    findings = examine()
    if as_json:
        _print_json({"findings": [asdict(f) for f in findings]})
    else:
        for f in findings:
            hint = f"   → {f.hint}" if f.hint else ""
            typer.echo(f"{f.state:9} {f.what:12} {f.found}{hint}")
    if any(f.state == "missing" for f in findings):
        raise typer.Exit(1)


@_command()
def proof(out: Path | None = None, dpi: int = 80) -> None:
    """Turn every built PDF into PNG pages below OUT/proof to look at."""
    from cardgen.base.files import output_dir
    from cardgen.export.png import pdf_pages_to_png

    problems: list[Problem] = []
    out = out or output_dir()
    for pdf in sorted(out.glob("*/*.pdf")):
        try:
            for page in pdf_pages_to_png(pdf, out / "proof" / pdf.stem, dpi):
                typer.echo(str(page))
        except CardgenError as error:
            problems += error.problems
    _finish(problems, False, {})


def _in_languages(folders: Sequence[Path], words: str | None) -> list[tuple[Path, str]]:
    """Return each kit with each language that is asked for, "" for the kit's own."""
    if words is None:
        return [(folder, "") for folder in folders]
    from cardgen.languages.reading import own_language

    wanted = list(dict.fromkeys(word.strip() for word in words.split(",")))
    for word in wanted:
        if not re.fullmatch(r"[A-Za-z]{2,8}(-[A-Za-z0-9]{1,8})*", word):
            _usage_error(
                f"--language is '{words}', expected a language such as de or pt-BR, several as de,en"
            )
    return [(folder, "" if word == own_language(folder) else word) for folder in folders for word in wanted]


@_command("translate")
def translate_kit(
    name: str,
    language: str,
    data: Data = DATA,
    only_check: bool = False,
    po: bool = False,
    xliff: bool = False,
    back: Path | None = None,
    pictures: Path | None = None,
    out: Path | None = None,
    as_json: bool = False,
) -> None:
    """Write or renew the catalogue of a language, and tell what is missing and stale."""
    from cardgen.app.translating import LANGUAGE, hand_out, renew
    from cardgen.base.files import output_dir

    folder = _folder(name, data)
    if not LANGUAGE.fullmatch(language):
        _usage_error(f"'{language}' is no language for a catalogue, expected one such as de or pt-BR")
    formats = ["po"] * po + ["xliff"] * xliff
    if only_check and (formats or back):
        _usage_error("--check writes nothing, so it goes with none of --po, --xliff and --from")
    if pictures and not formats:
        _usage_error("--pictures needs --po or --xliff, which name the pictures")
    result = renew(folder, language, write=not only_check, back=back)
    more = list[str]()
    files = hand_out(folder, language, out or output_dir(), formats, pictures, more.append) if formats else []
    if not as_json:
        for line in (*result.lines(), *more, *files):
            typer.echo(line)
    _finish(list(result.problems), as_json, {"translation": result.as_dict(), "files": [*map(str, files)]})
    if only_check and not result.complete:
        raise typer.Exit(1)


def _folder(name: str | None, data: Path) -> Path:
    """Return the folder of the one kit that is meant."""
    found = _folders([name] if name else None, data)
    if len(found) > 1:
        _usage_error(f"which game? {name or 'here'} holds {len(found)}: {', '.join(map(str, found))}")
    return found[0]


def _folders(
    names: Iterable[str] | None, data: Path, ours: bool = False, or_shipped: bool = False
) -> list[Path]:
    """Return the folders of kits by name, or all that are meant where none is named."""
    from cardgen.base.files import find_kits, kit_around, kit_dirs, kits_at, shipped

    given = data != _own_data()
    if ours:
        data = shipped() / "data"
    if names:
        found: dict[Path, None] = {}
        for name in names:
            kits = find_kits(name, data, ours=not given)
            if not kits:
                known = {
                    p.name for d in (data, *([] if given else [shipped() / "data"])) for p in kit_dirs(d)
                }
                known |= {p.name for p in Path().iterdir() if not given and p.is_dir() and kits_at(p)} - {
                    DATA.name
                }
                _usage_error(f"no game '{name}' ({did_you_mean(name, known) or 'no games found'})")
            found |= dict.fromkeys(kits)
        return list(found)
    here = Path()
    if given or ours or (data == DATA and kit_dirs(data) and not (here / "game.yaml").is_file()):
        folders = kit_dirs(data)
    else:
        around = kit_around(here)
        folders = kit_dirs(here) if around is None else [here if around == here.resolve() else around]
    if not folders and (given or ours):
        _usage_error(f"no games in {data}/, expected folders with a game.yaml")
    if not folders and or_shipped:
        typer.echo("There is no kit here. These games come with cardgen:", err=True)
        return kit_dirs(shipped() / "data")
    if not folders:
        places = "no game.yaml in this folder or above it, and no data/ with kits"
        _usage_error(f"there is no kit here: {places}; name a folder, or --shipped for the games of cardgen")
    return folders


def _check_one_name(folders: Sequence[Path]) -> None:
    """Refuse two kits whose results would lie in one folder."""
    seen: dict[str, Path] = {}
    for folder in folders:
        name = folder.resolve().name.casefold()
        if seen.setdefault(name, folder) is not folder:
            _usage_error(
                f"{seen[name]} and {folder} have the same name; build them one after the other, with another --out"
            )


def _pairs(texts: Iterable[str] | None) -> dict[str, str]:
    pairs = {}
    for text in texts or ():
        name, equals, value = text.partition("=")
        if not equals:
            _usage_error(f"--option is '{text}', expected NAME=VALUE")
        pairs[name.strip()] = value.strip()
    return pairs


def _usage_error(message: str) -> NoReturn:
    typer.echo(f"error: {message}", err=True)
    raise typer.Exit(2)


def _searched(
    asked: GamesAsked,
    search: Callable[[Say], tuple[_Told, str]],
    page: Callable[[GamesAsked, _Told, str], str] | None = None,
) -> _Told:
    """Return what games showed, after it is printed and written with the command that makes it again; a wrong answer ends the program."""
    from cardgen.app.progress import progress
    from cardgen.base.destination import Destination
    from cardgen.simulation import WrongAnswer

    with progress(quiet=False) as say:
        try:
            found, command = search(say)
        except WrongAnswer as wrong:
            _usage_error(wrong.at_option)
    if asked.json_file is not None:
        Destination(asked.json_file).write(found.to_json(command) + "\n")
    if asked.page is not None and page is not None:
        Destination(asked.page).write(page(asked, found, command))
    _say(found, asked.json_file, asked.page)
    return found


def _beside(line: str) -> None:
    typer.echo(line, err=True)


def _say(found: object, *written: Path | None) -> None:
    """Print it; where a document has just gone to stdout, beside that."""
    from cardgen.base.destination import Destination

    typer.echo(str(found), err=any(Destination(path).is_stdout for path in written if path))


def _print_json(data: dict[str, Any]) -> None:
    from cardgen.base.formats import DOCUMENT

    typer.echo(json.dumps({"format": DOCUMENT, **data}, indent=2, ensure_ascii=False))


def _problem_dict(p: Problem) -> dict[str, Any]:
    where = p.where or None  # what is made in Python stands nowhere
    return {
        "level": p.level,
        "code": p.code,
        **{key: getattr(where, key, None) for key in ("file", "line", "column")},
        **({"cell": where.cell} if where and where.cell else {}),
        "in": list(p.trail),
        "message": p.message,
        "hint": p.hint,
    }


def _finish(problems: list[Problem], as_json: bool, result: dict[str, Any]) -> None:
    errors = sum(p.level == "error" for p in problems)
    if as_json:
        _print_json({**result, "problems": [_problem_dict(p) for p in dict.fromkeys(problems)]})
    elif problems:
        _show(problems)
    if errors:
        raise typer.Exit(1)


def _show(problems: Sequence[Problem]) -> None:
    if not problems:
        return
    problems = once(problems)
    for problem in summed_up(problems):
        typer.echo(str(problem), err=True)
    levels = [problem.level for problem in problems]
    counts = {level: levels.count(level) for level in ("error", "warning")}
    typer.echo(", ".join(f"{n} {level}{'s' * (n > 1)}" for level, n in counts.items() if n), err=True)


def main() -> None:
    """Run the command line.

    0 fine, 1 problems in the input or with the machine, 2 usage, 3 our bug, 130 interrupted, 128 and its number for
    another signal that ends us.
    """
    from cardgen.app.process import close_streams, open_streams, stoppable

    # a build makes many small objects that live to its end: 40 ms of searching
    gc.set_threshold(400_000, 20, 100)
    open_streams()
    with stoppable():
        try:
            _run()
        finally:
            close_streams()


def _run() -> None:
    from cardgen.app.process import last_words, leave, was_stopped

    try:
        app()
    except CardgenError as error:
        _show(error.problems)
        sys.exit(1)
    except (KeyboardInterrupt, SystemExit) as end:  # the first one becomes the second in typer's hands
        if isinstance(end, SystemExit) and not (end.code == 130 and was_stopped()):
            raise
        typer.echo(last_words(), err=True)
        leave(130)
    except BrokenPipeError:
        sys.exit(0)
    except (OSError, MemoryError) as error:
        # a disk that is full, a file that may not be read: the machine's, not ours and not the author's
        what = error.strerror if isinstance(error, OSError) else "there is not enough memory for this"
        where = f"{error.filename}: " if isinstance(error, OSError) and error.filename else ""
        typer.echo(f"{where}error: {what or error}", err=True)
        sys.exit(1)
    except Exception:
        import traceback

        traceback.print_exc()
        typer.echo("This is a bug in cardgen, not in your kit. Please report the lines above.", err=True)
        sys.exit(3)
    finally:
        gc.freeze()  # the memory goes back as a whole: looking through it for cycles first would take 60 ms


if __name__ == "__main__":
    main()
