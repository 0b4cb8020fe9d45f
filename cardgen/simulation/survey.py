"""Many tables, one answer: every number of players, every house rule, and what no table exercised."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Unpack, cast

from cardgen.base.errors import Problem
from cardgen.engine import EndlessGame, Game, diagnosing
from cardgen.model import Kit
from cardgen.players import make_bot
from cardgen.results.found import Findings
from cardgen.results.library import Library
from cardgen.results.numbers import Minutes, Pace
from cardgen.results.report import House, Insight, NotPlayed, SimulationReport, WhichKit, house_rules
from cardgen.simulation.fairness import fairness, together
from cardgen.simulation.findings import NO_PROOFS, Played, Proofs, Told, findings
from cardgen.simulation.houses import house
from cardgen.simulation.pace import minutes_of
from cardgen.simulation.report import Report, document, kit_data, make_report
from cardgen.simulation.run import How, HowLong, Run, Setup, WrongAnswer, play_setups, set_up
from cardgen.simulation.stopping import Sure, read_asked, until_narrow

_GLANCE = 5  # so many times fewer games at tables that are not the question


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
class SurveyTable:
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
    tables: tuple[SurveyTable, ...]
    refused: tuple[NotPlayed, ...]


@dataclass(frozen=True)
class Survey(Told):
    """The reports of many tables, what they found together, and what could not be played.

    `options` are the house rules that hold at all tables.
    """

    says = "survey"

    options: Mapping[str, Any]
    bots: tuple[str, ...]
    seed: int
    wanted: int
    interrupted: bool
    tables: tuple[Report, ...]
    refused: tuple[NotPlayed, ...]
    endless: tuple[NotPlayed, ...]
    houses: tuple[House, ...]
    kit: WhichKit
    union: Findings
    proofs: Proofs
    insight: tuple[Insight, ...] = ()
    pace: Pace | None = None
    library: tuple[Library, ...] = ()

    @property
    def games(self) -> int:
        """How many games were played at all tables."""
        return sum(table.games for table in self.tables)

    @property
    def only(self) -> Report | None:
        """The report of the only table there was to be; None when there were several."""
        return self.tables[0] if self.wanted == len(self.tables) == 1 and not self.refused else None

    def result(self, command: str = "", saved: str = "") -> SimulationReport:
        """Return all of it; `command` is what made it, `saved` the folder where its games are."""
        same = ("kit", "seed", "options", "interrupted", "houses", "refused", "endless", "insight")
        more = {name: getattr(self, name) for name in (*same, "pace", "library")}
        return document(self.tables, together=self.union, command=command, saved=saved, **more)

    def minutes(self) -> Iterator[tuple[Report, Minutes]]:
        """Yield how long a game takes at each table that is played as it is asked for."""
        for table in self.tables:
            if table.games and (found := minutes_of(table.length.decisions, self.pace, self.kit.minutes)):
                yield table, found

    def rows(self) -> Iterator[str]:
        """Yield a line for each table below what its columns are."""
        figures = tuple(dict.fromkeys(name for report in self.tables for name in report.figures))
        head = (*_HEAD[:6], *(name.replace("_", " ") for name in figures), *_HEAD[6:])
        yield from _columns([head, *(self._row(report, figures) for report in self.tables)])

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
            f"{r.length.rounds.mean:.1f}",
            f"{r.length.decisions.mean:.1f}",
            *(f"{r.figures[name].mean:.1f}" if name in r.figures else "" for name in figures),
            " ".join(f"{seat.share * 100:2.0f}" for seat in r.seats),
            f"{r.nobody.share * 100:.0f}",
        )


_HEAD = (
    *("players", "house rule", "games", "how most end", "rounds", "decisions"),
    *("wins by seat %", "nobody %"),
)
_LEFT = ("house rule", "how most end", "wins by seat %")


def _columns(rows: Sequence[Sequence[str]]) -> Iterator[str]:
    """Yield a table with a head; words are set to the left, numbers to the right."""
    widths = [max(len(cell) for cell in column) for column in zip(*rows, strict=True)]
    set_left = [name in _LEFT for name in rows[0]]
    for row in rows:
        cells = (
            cell.ljust(width) if to_left else cell.rjust(width)
            for cell, width, to_left in zip(row, widths, set_left, strict=True)
        )
        yield "  ".join(cells).rstrip()


def plan(
    kit: Kit,
    players: Sequence[int],
    *,
    bots: Sequence[str] = ("greedy",),
    options: Mapping[str, Any] | None = None,
    seed: int = 1,
    each_option: bool = False,
    variants: Sequence[Variant] = (),
    main: int | None = None,
) -> Plan:
    """Return the tables of so many players each, by the options as they are given.

    With `each_option` there is one more for each other value of each option, one at a time, at each number
    of players; at others than the `main` number of players, if one is said, there is only the table by the book, with a fifth of the games; `variants` are kits with other numbers, each a table more. Equal tables are laid once. ValueError when no table can be set up, or for an unknown bot.
    """
    base = dict(options or {})
    laid: dict[tuple[Any, ...], SurveyTable] = {}
    refused: list[NotPlayed] = []
    for number in dict.fromkeys(players):
        glance = main is not None and number != main
        others = _others(kit, base) if each_option and not glance else ()
        asked: list[tuple[Mapping[str, Any], tuple[str, Any] | None, Variant | None]] = [
            (base, None, None),
            *((chosen, tries, None) for chosen, tries in others),
            *((base, None, one) for one in variants if not glance),
        ]
        for chosen, tries, variant in asked:
            try:
                setup, game = set_up(variant.kit if variant else kit, number, bots, chosen, seed)
                setup = replace(setup, fewer=_GLANCE if glance else 1)
                with diagnosing(game, f"seed {seed}", "set-up", but=ValueError):
                    game.deal(seed)
            except ValueError as wrong:
                called = f"{variant.called}: " if variant else ""
                refused.append(NotPlayed(number, chosen, f"{called}{wrong}"))
                continue
            with diagnosing(game, but=ValueError):
                for name in setup.bots:
                    try:
                        make_bot(game, name)
                    except ValueError as wrong:
                        raise WrongAnswer("bots", str(wrong)) from None
            # True == 1, but a rule of yes and no is not one of numbers
            rules = ((name, type(value), value) for name, value in game.options.items())
            key = (game.players, variant.called if variant else "", *rules)
            laid.setdefault(key, SurveyTable(setup, game, tries is None and variant is None, tries, variant))
    if not laid:
        raise ValueError(refused[0].reason if refused else "there is no table to play at")
    return Plan(kit, base, tuple(bots), seed, tuple(laid.values()), tuple(refused))


def _others(kit: Kit, base: Mapping[str, Any]) -> Iterator[tuple[dict[str, Any], tuple[str, Any]]]:
    for name, option in kit.options.items():
        if name != "players":  # how many play is chosen by itself
            for value in option.choices:
                yield {**base, name: value}, (name, value)


def survey(plan: Plan, *, games: int = 1000, proofs: Proofs = NO_PROOFS, **how: Unpack[HowLong]) -> Survey:
    """Return the reports of all tables of a plan, so many games at each, and what they found together.

    All tables share the processes. An interrupt (Ctrl-C) ends it early, and what is finished is reported;
    a game that does not end is listed and its deal is left out; after the third no more are played at that table.
    """
    setups = [laid.setup for laid in plan.tables]
    bases = {laid.game.players: number for number, laid in enumerate(plan.tables) if laid.base}
    against = {
        number: bases[laid.game.players]
        for number, laid in enumerate(plan.tables)
        if not laid.base and laid.game.players in bases
    }
    until_ci, watch, asked = how.pop("until_ci", None), how.pop("watch", None), how.pop("until_sure", ())
    part = how.get("part")
    narrow = None if until_ci is None else until_narrow(setups, against, until_ci, watch)
    sure = (
        Sure(read_asked(asked), [(laid.setup, laid.game) for laid in plan.tables], games) if asked else None
    )
    if part and isinstance(part.stopping, Sure):
        sure = part.stopping
    run = play_setups(setups, games, against=against, stopping=sure or narrow, **cast(How, how))
    ends = run.begun if part and not part.over else [setup.games(games) for setup in setups]
    played, endless = [], []
    for number, (laid, tally) in enumerate(zip(plan.tables, run.tallies, strict=True)):
        if number in run.endless:
            lost = run.endless[number]
            problem = lost[0].problems[0]
            reason = f"{problem.message}; {len(lost)} of {tally.games + len(lost)} games did not end"
            endless.append(NotPlayed(laid.game.players, laid.setup.options, reason, problem))
        if tally.games or (len(plan.tables) == 1 and number not in run.endless):
            played.append((number, Played(laid.game, tally, laid.base)))
    # what is called unfair is so beside all that is shown
    level = together([fairness(table.tally, table.game) for _, table in played])
    reports = [
        make_report(
            table,
            plan.tables[number].setup.bots,
            plan.seed,
            wanted=ends[number],
            interrupted=run.interrupted and table.tally.games < ends[number],
            proofs=proofs,
            reach=narrow.reach(run, number) if narrow else None,
            answers=sure.finish(number, table.tally, ends[number] == plan.tables[number].setup.games(games))
            if sure
            else (),
            level=level,
            change=variant.called if (variant := plan.tables[number].change) else "",
        )
        for number, table in played
    ]
    return Survey(
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
        union=findings([table for _, table in played], proofs),
        proofs=proofs,
    )


def _houses(plan: Plan, run: Run, bases: Mapping[int, int]) -> Iterator[House]:
    """Yield each value of each option that was tried out, and those that the rulebook refuses."""
    # an option that is asked for at any table has its line of code, though it may take another house rule to come up
    asked = {option for tally in run.tallies for option in tally.options_read}
    for number, laid in enumerate(plan.tables):
        if laid.tries and number in run.pairs:
            (option, value), base = laid.tries, plan.tables[bases[laid.game.players]].game.options
            yield house(
                plan.kit,
                laid.game.players,
                option,
                value,
                base[option],
                pairs=run.pairs[number],
                read=option in asked,
            )
        elif (it := laid.change) and number in run.pairs:
            yield house(
                plan.kit,
                laid.game.players,
                "",
                it.value,
                it.base,
                pairs=run.pairs[number],
                change=it.called,
                breaks=it.breaks,
            )
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
    **how: Unpack[HowLong],
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
