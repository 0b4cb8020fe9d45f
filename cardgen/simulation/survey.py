"""Many tables, one answer: every number of players, every house rule, and what no table exercised."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any, Unpack

from cardgen.base.errors import Problem
from cardgen.engine import EndlessGame, Game, blaming
from cardgen.model import Kit
from cardgen.players import make_bot
from cardgen.simulation.document import as_json, document, spread_data
from cardgen.simulation.fairness import questions, together
from cardgen.simulation.findings import NO_PROOFS, Findings, Played, Proofs, Told, findings
from cardgen.simulation.houses import House, change, house, house_lines
from cardgen.simulation.insight import Insight
from cardgen.simulation.pace import Pace, minutes_data
from cardgen.simulation.report import Report, house_rules, kit_data, make_report, reach_of
from cardgen.simulation.run import How, Run, Setup, WrongAnswer, play_setups, set_up


@dataclass(frozen=True, slots=True)
class NotPlayed:
    """A table without a report, and why."""

    players: int
    options: Mapping[str, Any]
    reason: str
    problem: Problem | None = None

    def to_dict(self) -> dict[str, Any]:
        """Return it as plain data."""
        return {"players": self.players, "options": dict(self.options), "reason": self.reason}

    def __str__(self) -> str:
        return f"{self.players} players, {house_rules(self.options) or 'by the book'}: {self.reason}"


@dataclass(frozen=True, slots=True)
class Variant:
    """A kit that is otherwise than the one in the files: how the change is called, what it is from and to.

    `breaks` are the sentences of the kit's own checks that are no longer true.
    """

    called: str
    kit: Kit
    value: Any = None
    base: Any = None
    breaks: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Laid:
    """A table that is ready; `base` is false where a value of an option is tried out: `tries` says which."""

    setup: Setup
    game: Game[Any]
    base: bool
    tries: tuple[str, Any] | None = None
    change: Variant | None = None


@dataclass(frozen=True, slots=True)
class Plan:
    """The tables that are to be played, and those that the rulebook refuses."""

    kit: Kit
    options: Mapping[str, Any]
    bots: tuple[str, ...]
    seed: int
    tables: tuple[Laid, ...]
    refused: tuple[NotPlayed, ...]


@dataclass(frozen=True, slots=True)
class Survey(Told):
    """The reports of many tables, what they found together, and what could not be played.

    `options` are the house rules that hold at all tables.
    """

    game: str
    title: str
    options: Mapping[str, Any]
    bots: tuple[str, ...]
    seed: int
    wanted: int
    interrupted: bool
    tables: tuple[Report, ...]
    refused: tuple[NotPlayed, ...]
    endless: tuple[NotPlayed, ...]
    houses: tuple[House, ...]
    kit: Mapping[str, Any]
    union: Findings
    insight: tuple[Insight, ...] = ()
    pace: Pace | None = None

    @property
    def only(self) -> Report | None:
        """The report of the only table there was to be; None when there were several."""
        return self.tables[0] if self.wanted == len(self.tables) == 1 and not self.refused else None

    def to_dict(self, command: str = "") -> dict[str, Any]:
        """Return the survey as plain data, in the shape that docs/report-json.md describes."""
        return document(
            [report.table_data() for report in self.tables],
            kit=self.kit,
            seed=self.seed,
            options=self.options,
            correction=self.tables[0].together.to_dict() if self.tables else None,
            found=self.union,
            command=command,
            interrupted=self.interrupted,
            houses=[asdict(one) for one in self.houses],
            refused=[one.to_dict() for one in self.refused],
            endless=[one.to_dict() for one in self.endless],
            insight=[one.to_dict() for one in self.insight],
            pace=self.pace,
        )

    def to_json(self, command: str = "") -> str:
        """Return the survey as JSON; `command` is what made it."""
        return as_json(self.to_dict(command))

    def lines(self) -> Iterable[str]:
        """Yield a row for each table, and what they found together; one table alone is its report."""
        yield from self._lines()
        yield from self._minutes()
        for one in self.insight:
            yield ""
            yield from one.lines()

    def _minutes(self) -> Iterable[str]:
        """Yield how long a game takes at each table that is played as it is asked for."""
        if self.pace is None:
            return
        yield ""
        yield f"Minutes, at {self.pace}"
        for table in self.tables:
            decisions = spread_data(table.decisions)
            if table.games and (found := minutes_data(decisions, self.pace, self.kit["minutes"])):
                reach = "" if found["low"] is None else f" ({found['low']:.0f} to {found['high']:.0f})"
                nine = f"nine games in ten {found['p5']:.0f} to {found['p95']:.0f}"
                yield f"  {_called(table)}: {found['mean']:.0f}{reach} on average, {nine}"

    def _lines(self) -> Iterable[str]:
        if self.only:
            yield from self.only.lines()
            return
        early = f" of {self.wanted}, interrupted" if self.interrupted else ""
        played = f"{self.union.games} games at {len(self.tables)} tables{early}"
        yield f"{self.title}: {played}, played by {', '.join(self.bots)}, seed {self.seed}"
        yield f"House rules at all tables: {house_rules(self.options) or 'none'}"
        yield ""
        if self.tables:
            figures = tuple(dict.fromkeys(name for report in self.tables for name in report.figures))
            head = (*_HEAD[:6], *(name.replace("_", " ") for name in figures), *_HEAD[6:])
            yield from _columns([head, *(self._row(report, figures) for report in self.tables)])
            yield ""
            yield from _reach_lines(self.tables)
            yield from fair_lines(self.tables)
            yield from house_lines([one for one in self.houses if not one.change])
            yield from house_lines([one for one in self.houses if one.change])
        for heading, missing in (
            ("Refused at set-up", self.refused),
            ("Tables with a game that does not end", self.endless),
        ):
            if missing:
                yield heading
                yield from (f"  {table}" for table in missing)
                yield ""
        if self.tables:
            yield "All tables together"
            yield from self.union.lines()

    def _row(self, r: Report, figures: Sequence[str]) -> Sequence[str]:
        other = {
            name: value
            for name, value in r.options.items()
            if name != "players"
            and (value != self.options[name] if name in self.options else name in r.changed_options)
        }
        ending, number = next(iter(r.endings.items()))
        return (
            str(r.players),
            ", ".join(filter(None, (r.change, house_rules(other))))
            or ("as above" if self.options else "by the book"),
            f"{r.games}{'*' * (r.games < r.wanted)}",
            f"{number / r.games:4.0%} {ending}",
            f"{r.rounds.mean:.1f}",
            f"{r.decisions.mean:.1f}",
            *(f"{r.figures[name].mean:.1f}" if name in r.figures else "" for name in figures),
            " ".join(f"{seat.share * 100:2.0f}" for seat in r.seats),
            f"{r.nobody.share * 100:.0f}",
        )


_HEAD = (
    *("players", "house rule", "games", "how most end", "rounds", "decisions"),
    *("wins by seat %", "nobody %"),
)
_LEFT = ("house rule", "how most end", "wins by seat %")


def _columns(rows: Sequence[Sequence[str]]) -> Iterable[str]:
    """Yield a table with a head; words are set to the left, numbers to the right."""
    widths = [max(len(cell) for cell in column) for column in zip(*rows, strict=True)]
    set_left = [name in _LEFT for name in rows[0]]
    for row in rows:
        cells = (
            cell.ljust(width) if to_left else cell.rjust(width)
            for cell, width, to_left in zip(row, widths, set_left, strict=True)
        )
        yield "  ".join(cells).rstrip()


def _reach_lines(tables: Sequence[Report]) -> Iterable[str]:
    """Yield at which tables the intervals that were asked for were not reached."""
    asked = [(table, table.reach) for table in tables if table.reach]
    if not asked:
        return
    missed = [(table, reach) for table, reach in asked if not reach.reached]
    if not missed:
        yield f"--until-ci: ± {asked[0][1].half_width:.1%} was reached at all tables"
    for table, reach in missed:
        yield f"--until-ci, {_called(table)}: {reach}"
    yield ""


def _called(table: Report) -> str:
    return f"{table.players} players, {table.change or house_rules(table.changed_options) or 'by the book'}"


def fair_lines(tables: Sequence[Report]) -> Iterable[str]:
    """Yield every line of every table that is surely unfair, and how sure that is."""
    found = []
    for table in tables:
        for question in table.fair:
            if question.shown:
                for line in question.lines:
                    if line.unfair(question.fair):
                        found.append(
                            f"  {_called(table)}: {line.name} wins {line.share} of its {question.fair:.1%}"
                        )
    yield f"Not fair{'' if found else ': nothing for certain'}"
    yield from found
    if tables:
        yield f"  ({tables[0].together.says})"
    yield ""


def plan(
    kit: Kit,
    players: Sequence[int],
    *,
    bots: Sequence[str] = ("greedy",),
    options: Mapping[str, Any] | None = None,
    seed: int = 1,
    each_option: bool = False,
    variants: Sequence[Variant] = (),
) -> Plan:
    """Return the tables of so many players each, by the options as they are given.

    With `each_option` there is one more for each other value of each option, one at a time, at each number
    of players; `variants` are kits with other numbers, each a table more. Equal tables are laid once. ValueError when no table can be set up, or for an unknown bot.
    """
    base = dict(options or {})
    laid: dict[tuple[Any, ...], Laid] = {}
    refused: list[NotPlayed] = []
    for number in dict.fromkeys(players):
        others = _others(kit, base) if each_option else ()
        asked: list[tuple[Mapping[str, Any], tuple[str, Any] | None, Variant | None]] = [
            (base, None, None),
            *((chosen, tries, None) for chosen, tries in others),
            *((base, None, one) for one in variants),
        ]
        for chosen, tries, variant in asked:
            try:
                setup, game = set_up(variant.kit if variant else kit, number, bots, chosen, seed)
                with blaming(game, f"seed {seed}", "set-up", but=ValueError):
                    game.deal(seed)
            except ValueError as wrong:
                called = f"{variant.called}: " if variant else ""
                refused.append(NotPlayed(number, chosen, f"{called}{wrong}"))
                continue
            with blaming(game, but=ValueError):
                for name in setup.bots:
                    try:
                        make_bot(game, name)
                    except ValueError as wrong:
                        raise WrongAnswer("bots", str(wrong)) from None
            # True == 1, but a rule of yes and no is not one of numbers
            rules = ((name, type(value), value) for name, value in game.options.items())
            key = (game.players, variant.called if variant else "", *rules)
            laid.setdefault(key, Laid(setup, game, tries is None and variant is None, tries, variant))
    if not laid:
        raise ValueError(refused[0].reason if refused else "there is no table to play at")
    return Plan(kit, base, tuple(bots), seed, tuple(laid.values()), tuple(refused))


def _others(kit: Kit, base: Mapping[str, Any]) -> Iterator[tuple[dict[str, Any], tuple[str, Any]]]:
    for name, option in kit.options.items():
        if name != "players":  # how many play is chosen by itself
            for value in option.choices:
                yield {**base, name: value}, (name, value)


def survey(plan: Plan, *, games: int = 1000, proofs: Proofs = NO_PROOFS, **how: Unpack[How]) -> Survey:
    """Return the reports of all tables of a plan, so many games at each, and what they found together.

    All tables share the processes. An interrupt (Ctrl-C) ends it early, and what is finished is reported;
    a table whose game does not end is listed, and the others go on.
    """
    setups = [laid.setup for laid in plan.tables]
    bases = {laid.game.players: number for number, laid in enumerate(plan.tables) if laid.base}
    against = {
        number: bases[laid.game.players]
        for number, laid in enumerate(plan.tables)
        if not laid.base and laid.game.players in bases
    }
    run = play_setups(setups, games, against=against, **how)
    played, endless = [], []
    for number, (laid, tally) in enumerate(zip(plan.tables, run.tallies, strict=True)):
        if number in run.endless:
            problem = run.endless[number].problems[0]
            endless.append(NotPlayed(laid.game.players, laid.setup.options, problem.message, problem))
        elif tally.games or len(plan.tables) == 1:
            played.append((number, Played(laid.game, tally, laid.base)))
    # what is called unfair is so beside all that is shown
    level = together([questions(table.tally, table.game) for _, table in played])
    reports = [
        make_report(
            table,
            plan.tables[number].setup.bots,
            plan.seed,
            wanted=games,
            interrupted=run.interrupted and table.tally.games < games,
            proofs=proofs,
            reach=reach_of(run.until.half_width, run.until.watch, run.until.widest[number], table.tally)
            if run.until
            else None,
            level=level,
            change=variant.called if (variant := plan.tables[number].change) else "",
        )
        for number, table in played
    ]
    return Survey(
        game=plan.kit.slug,
        title=plan.kit.title,
        options=plan.options,
        bots=plan.bots,
        seed=plan.seed,
        wanted=len(plan.tables),
        interrupted=run.interrupted,
        tables=tuple(reports),
        refused=plan.refused,
        endless=tuple(endless),
        houses=tuple(_houses(plan, run, bases)),
        kit=kit_data(plan.tables[0].game),
        union=Findings(**findings([table for _, table in played], proofs)),
    )


def _houses(plan: Plan, run: Run, bases: Mapping[int, int]) -> Iterator[House]:
    """Yield each value of each option that was tried out, and those that the rulebook refuses."""
    for number, laid in enumerate(plan.tables):
        if laid.tries and number in run.pairs:
            (option, value), base = laid.tries, plan.tables[bases[laid.game.players]].game.options
            yield house(plan.kit, laid.game.players, option, value, base[option], pairs=run.pairs[number])
        elif (it := laid.change) and number in run.pairs:
            yield change(laid.game.players, it.called, run.pairs[number], it.value, it.base, it.breaks)
    for refused in plan.refused:
        other = [name for name, value in refused.options.items() if plan.options.get(name) != value]
        base_of = bases.get(refused.players)
        if len(other) == 1 and base_of is not None:
            (option,) = other
            book = plan.tables[base_of].game.options[option]
            yield house(
                plan.kit, refused.players, option, refused.options[option], book, refused=refused.reason
            )


def simulate(
    kit: Kit,
    players: int,
    *,
    games: int = 1000,
    bots: Sequence[str] = ("greedy",),
    options: Mapping[str, Any] | None = None,
    seed: int = 1,
    proofs: Proofs = NO_PROOFS,
    **how: Unpack[How],
) -> Report:
    """Return the report on so many games; the same arguments give the same report on any machine.

    `bots` are seated in turn, the last one filling up. An interrupt (Ctrl-C) ends it early, and what is
    finished is reported. ValueError for a table that the rulebook refuses, GameBroken for rules or bots that cannot go
    on, EndlessGame for a game without end.

    Where bots differ, each deal is played once from every seat, and all intervals are over deals: the
    games of one deal are counted as one observation. Where all are alike a deal is one game.
    """
    table = plan(kit, (players,), bots=bots, options=options, seed=seed)
    found = survey(table, games=games, proofs=proofs, **how)
    for endless in found.endless:
        raise EndlessGame([endless.problem or Problem(endless.reason)])
    return found.tables[0]
