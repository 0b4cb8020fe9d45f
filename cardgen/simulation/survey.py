"""Many tables, one answer: every number of players, every house rule, and what no table exercised."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import Executor
from dataclasses import asdict, dataclass
from typing import Any

from cardgen.engine import Game
from cardgen.model import Kit
from cardgen.simulation.report import NO_PROOFS, Findings, Played, Proofs, Report, make_report, together
from cardgen.simulation.run import Progress, Setup, make_bot, play_setups, set_up


@dataclass(frozen=True, slots=True)
class NotPlayed:
    """A table without a report, and why."""

    players: int
    options: Mapping[str, Any]
    reason: str


@dataclass(frozen=True, slots=True)
class Laid:
    """A table that is ready; `base` is false where a value of an option is tried out."""

    setup: Setup
    game: Game[Any]
    base: bool


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
class Survey:
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
    union: Findings

    @property
    def only(self) -> Report | None:
        """The report of the only table there was to be; None when there were several."""
        return self.tables[0] if self.wanted == len(self.tables) == 1 and not self.refused else None

    def to_dict(self) -> dict[str, Any]:
        """Return the survey as plain data; one table alone is its report."""
        return self.only.to_dict() if self.only else asdict(self)

    def to_json(self) -> str:
        """Return the survey as JSON."""
        return json.dumps(self.to_dict(), ensure_ascii=False, indent=1)

    def __str__(self) -> str:
        from cardgen.simulation.prose import survey_lines

        return str(self.only) if self.only else "\n".join(survey_lines(self))


def plan(
    kit: Kit,
    players: Sequence[int],
    *,
    bots: Sequence[str] = ("greedy",),
    options: Mapping[str, Any] | None = None,
    seed: int = 1,
    each_option: bool = False,
) -> Plan:
    """Return the tables of so many players each, by the options as they are given.

    With `each_option` there is one more for each other value of each option, one at a time, at each number
    of players. Equal tables are laid once. ValueError when no table can be set up, or for an unknown bot.
    """
    base = dict(options or {})
    laid: dict[tuple[Any, ...], Laid] = {}
    refused: list[NotPlayed] = []
    for number in dict.fromkeys(players):
        for chosen in (base, *(_others(kit, base) if each_option else ())):
            try:
                setup, game = set_up(kit, number, bots, chosen, seed)
                game.deal(seed)
            except ValueError as wrong:
                refused.append(NotPlayed(number, chosen, str(wrong)))
                continue
            for name in setup.bots:
                make_bot(game, name)
            # True == 1, but a rule of yes and no is not one of numbers
            rules = ((name, type(value), value) for name, value in game.options.items())
            laid.setdefault((game.players, *rules), Laid(setup, game, chosen is base))
    if not laid:
        raise ValueError(refused[0].reason if refused else "there is no table to play at")
    return Plan(kit, base, tuple(bots), seed, tuple(laid.values()), tuple(refused))


def _others(kit: Kit, base: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    for name, option in kit.options.items():
        if name != "players":  # how many play is chosen by itself
            for value in option.choices:
                yield {**base, name: value}


def survey(
    plan: Plan,
    *,
    games: int = 1000,
    jobs: int | None = None,
    executor: Executor | None = None,
    progress: Progress | None = None,
    until_ci: float | None = None,
    proofs: Proofs = NO_PROOFS,
) -> Survey:
    """Return the reports of all tables of a plan, so many games at each, and what they found together.

    All tables share the processes. An interrupt (Ctrl-C) ends it early, and what is finished is reported;
    a table whose game does not end is listed, and the others go on.
    """
    run = play_setups(
        [laid.setup for laid in plan.tables],
        games,
        jobs=jobs,
        executor=executor,
        progress=progress,
        until_ci=until_ci,
    )
    reports, played, endless = [], [], []
    for number, (laid, tally) in enumerate(zip(plan.tables, run.tallies, strict=True)):
        if number in run.endless:
            endless.append(NotPlayed(laid.game.players, laid.setup.options, run.endless[number]))
        elif tally.games or len(plan.tables) == 1:
            early = run.interrupted and tally.games < games
            reports.append(
                make_report(
                    laid.game,
                    tally,
                    laid.setup.bots,
                    plan.seed,
                    wanted=games,
                    interrupted=early,
                    proofs=proofs,
                )
            )
            played.append(Played(laid.game, tally, laid.base))
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
        union=together(played, proofs),
    )
