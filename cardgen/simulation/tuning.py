"""The smallest change of some numbers that meets goals: a race on common deals, confirmed by games of fresh seeds."""

from __future__ import annotations

import shlex
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise
from math import ceil
from time import perf_counter
from typing import Any, TypeAlias, TypedDict, Unpack

from cardgen.base.errors import CardgenError
from cardgen.base.formats import DOCUMENT
from cardgen.engine import derive
from cardgen.model import Kit
from cardgen.results.numbers import Pace
from cardgen.results.report import as_typed
from cardgen.results.tuning import Attempt, NotTried, NumberChange, Reading, TuningReport
from cardgen.simulation.comparison import Comparison, Line, Side, compare
from cardgen.simulation.findings import Played, Told
from cardgen.simulation.goals import Aim, check_aims
from cardgen.simulation.pace import minutes_of
from cardgen.simulation.report import Report, make_report
from cardgen.simulation.run import How, play_setups
from cardgen.simulation.statistics import simultaneous, within
from cardgen.simulation.survey import SurveyTable, Variant, plan, survey
from cardgen.simulation.tally import Tally
from cardgen.source.what_if import Supposed, value_at

MOST_CHANGES = 100
"""Changes of one number that are tried."""
_TRIAL = 20  # games by which it is told how long all will take
_LEAST = 40  # games of a change before any is dropped
_RUNGS = 4
_DEEPER = 24  # changes of several numbers that are tried at once, of those that single changes foretell
_BEAM = 200  # of those changes of which with one more number are foretold
_SHOWN = 8  # rows of a goal about each card before those that are surely met are summed up
_FRESH = 3  # changes that are confirmed before the race gives up

Changes: TypeAlias = tuple[Supposed, ...]
Make: TypeAlias = Callable[[Sequence[Changes]], Mapping[Changes, Variant]]


@dataclass(eq=False, slots=True)
class Entrant:
    """One change in the race (none: the kit as it is), and what its games came to until now."""

    changes: Changes
    size: tuple[int, float]
    laid: SurveyTable
    tally: Tally = field(default_factory=Tally)
    readings: list[list[Reading]] = field(default_factory=list)  # of each goal
    endless: bool = False

    @property
    def misses(self) -> bool:
        """Whether a goal looks missed."""
        return any(not one.met for of_goal in self.readings for one in of_goal)


class Table(TypedDict):
    """Who plays by which house rules."""

    players: int
    bots: Sequence[str]
    options: Mapping[str, Any]


@dataclass(frozen=True)
class Tuning(Told):
    """What a race came to: its report without the command, and the comparison that confirmed its winner."""

    says = "tuning"

    kit: Kit
    found: TuningReport
    comparison: Comparison | None
    aims: Sequence[Aim]

    def result(self, command: str = "") -> TuningReport:
        """Return all of it; `command` is what made it."""
        compared = self.comparison.result(self.again) if self.comparison else None
        return TuningReport(**{**vars(self.found), "command": command, "comparison": compared})

    @property
    def again(self) -> str:
        """The command that plays the confirmation again; empty where nothing was confirmed."""
        if not (c := self.comparison):
            return ""
        sides = [f"bots={','.join(self.found.bots)}"] * (tuple(self.found.bots) != ("greedy",))
        sides += [f"{name}={as_typed(value)}" for name, value in self.found.options.items()]
        words = [word for flag in ("--a", "--b") for said in sides for word in (flag, said)]
        words += [word for one in c.b.called.split(", ") for word in ("--b", one)]
        many = ("--players", str(self.found.players), "--games", str(c.survey.tables[0].games))
        return shlex.join(["cardgen", "compare", self.kit.slug, *words, *many, "--seed", str(c.survey.seed)])

    @property
    def elsewhere(self) -> list[Line]:
        """What surely differs with the change and is no goal."""
        lines = [line for _, some in (self.comparison.tables if self.comparison else ()) for line in some]
        return [
            one
            for one in lines
            if one.difference.sure and not any(a.is_about(one.measure) for a in self.aims)
        ]

    @property
    def rows(self) -> list[tuple[str, str, str, str, str]]:
        """Each goal: what is measured, its value today, then, the interval of that, and whether it is met."""
        best, before = self.found.best, {one.about + one.goal: one for one in self.found.today.readings}
        return [
            (
                one.about,
                _said(was, was.value) if (was := before.get(one.about + one.goal)) else "",
                *_row(one),
            )
            for one in (best or self.found.today).readings
        ]


def _row(one: Reading) -> tuple[str, str, str]:
    needed = f", about {one.games_needed:,} games would tell" if one.games_needed else ""
    verdict = ("surely " if one.sure else "looks ") + ("met" if one.met else "missed")
    reach = "" if one.low is None or one.high is None else f"{_said(one, one.low)} to {_said(one, one.high)}"
    return _said(one, one.value), reach, verdict + needed


def _said(one: Reading, number: float) -> str:
    if one.share and one.least is not None and one.least == -(one.most or 0.0):
        return f"{number * 100:+.1f}"  # points off a fair share
    return f"{number * 100:.1f} %" if one.share else f"{number:.2f}"


@dataclass(eq=False)
class Race:
    """The race: `make` returns the kits of changes, `say` is told what is played, and how far it is."""

    kit: Kit
    table: Table
    aims: Sequence[Aim]
    vary: Sequence[Sequence[Supposed]]
    make: Make
    games: int
    seed: int
    pace: Pace | None
    how: How
    say: Callable[[str, int, int], None]

    def __post_init__(self) -> None:
        self.before = {sweep[0].path: value_at(self.kit, sweep[0]) for sweep in self.vary}
        self.played = 0
        self.stopped = False
        self.endings: dict[str, None] = {}
        self.refused: list[NotTried] = []
        self._rung = 0
        self._seconds: float | None = None
        self.singles = [(one,) for sweep in self.vary for one in sweep if one.value != self.before[one.path]]
        # paths that lead nowhere, and what the rulebook refuses, are told before a game is played
        self.base, *self.first = self._lay(self.singles, strict=True)

    # ---- before it begins ----

    def trial(self) -> tuple[list[str], float]:
        """Play some games of the kit as it is: what has to be said of the goals, and the seconds of a game."""
        began = perf_counter()
        run = play_setups([self.base.laid.setup], _TRIAL, jobs=1)
        seconds = (perf_counter() - began) / _TRIAL
        self.played, self.stopped = run.tallies[0].games, run.interrupted
        report = self._report(self.base, run.tallies[0])
        return ([] if self.stopped else [*check_aims(self.aims, report, self._seconds)]), seconds

    @property
    def most_games(self) -> int:
        """How many games are played at most, where no change of few numbers meets the goals."""
        many = len(self.first)
        all_ = self.games + sum(runners * more for runners, more in self._rungs(many))
        for _ in self.vary[1:]:
            all_ += sum(runners * more for runners, more in self._rungs(min(_DEEPER, many * many)))
        return all_ + 2 * _FRESH * self.games

    def _rungs(self, many: int) -> Iterator[tuple[int, int]]:
        """Yield how many changes are in the race, rung by rung, and how many more games each plays there."""
        steps = [self.games]
        while steps[0] >= 2 * _LEAST and len(steps) < _RUNGS:
            steps.insert(0, steps[0] // 2)
        for before, now in pairwise([0, *steps]):
            yield many, now - before
            many = min(many, max(2, ceil(many / 2)))

    # ---- the race ----

    def run(self) -> Tuning:
        """Return the smallest change that meets the goals and is confirmed, or what comes nearest."""
        all_: list[Entrant] = [self.base]
        pool: list[Changes] = [one.changes for one in self.first]
        confirmed = 0
        entrants = [self.base, *self.first]
        for level in range(len(self.vary)):
            if level:
                pool = self._foretold(pool)
                entrants = self._lay(pool[:_DEEPER])
            if self.stopped or not entrants:
                break
            all_ += [one for one in entrants if one is not self.base]
            for one in self._race(entrants):
                if one.misses or self.stopped or confirmed == _FRESH:
                    continue
                confirmed += 1
                found = self._confirm(one, confirmed)
                if found:
                    return self._result("changed" if one.changes else "unchanged", all_, *found)
        return self._result("interrupted" if self.stopped else "not met", all_)

    def _race(self, entrants: Sequence[Entrant]) -> list[Entrant]:
        """Return those that ran to the end, the smallest change first."""
        left = list(entrants)
        for many, more in self._rungs(sum(bool(one.changes) for one in entrants)):
            fit = sorted((one for one in left if one.changes and not one.endless), key=self._key)[:many]
            possible = [one for one in fit if not self._hopeless(one, len(entrants))]
            left = [one for one in left if not one.changes] + (possible or fit[:2])
            self._play(left, more)
            if self.stopped:
                break
        return sorted((one for one in left if one.readings and not one.endless), key=lambda one: one.size)

    def _play(self, entrants: Sequence[Entrant], more: int) -> None:
        """Let all play so many more games, of the same deals."""
        self._rung += 1
        seed = derive(self.seed, "tune", self._rung)
        setups = [replace(one.laid.setup, seed=seed) for one in entrants]
        called = f"{self.kit.slug}: rung {self._rung}, {len(entrants)} kits"
        against = dict.fromkeys(range(1, len(setups)), 0)  # so that they take turns
        run = play_setups(setups, more, against=against, **self._how(called))
        self.stopped = run.interrupted
        for number, (one, tally) in enumerate(zip(entrants, run.tallies, strict=True)):
            one.tally.add(tally)
            self.played += tally.games
            if number in run.endless:
                one.endless = True
                self.refused.append(NotTried(self._called(one), run.endless[number][0].problems[0].message))
        there = [one for one in entrants if one.tally.games]
        reports = [self._report(one, one.tally) for one in there]
        for one, report in zip(there, reports, strict=True):
            one.readings = self._readings(report)

    def _how(self, step: str) -> How:
        return {**self.how, "progress": lambda done, of: self.say(step, done, of)}

    def _readings(self, report: Report) -> list[list[Reading]]:
        return [list(aim.readings(report, self.endings, self._seconds)) for aim in self.aims]

    def _report(self, one: Entrant, tally: Tally) -> Report:
        played = Played(one.laid.game, tally)
        report = make_report(played, one.laid.setup.bots, self.seed, wanted=tally.games, interrupted=False)
        self.endings |= dict.fromkeys(report.endings)
        if one is self.base and (timed := minutes_of(report.length.decisions, self.pace, self.kit.minutes)):
            self._seconds = timed.seconds
        return report

    def _key(self, one: Entrant) -> tuple[float, tuple[int, float]]:
        return (self._miss(one.readings, 0.5), one.size)

    def _miss(self, readings: Sequence[Sequence[Reading]], doubt: float = 0.0) -> float:
        """Return how far from its goals a change is, with the benefit of so much of the interval's doubt."""
        return round(
            sum(
                max((_away(aim, one, doubt) for one in of_goal), default=0.0)
                for aim, of_goal in zip(self.aims, readings, strict=bool(readings))
            ),
            9,
        )

    def _hopeless(self, one: Entrant, many: int) -> bool:
        """Return whether it surely misses a goal, however many changes are looked at."""
        lines = sum(map(len, one.readings)) * many
        wider = within(level=simultaneous(lines)) / within()
        return bool(self._miss(one.readings, wider))

    def _foretold(self, pool: Sequence[Changes]) -> list[Changes]:
        """Return the changes of a pool with one number more, those first that should meet the goals.

        Effects of single changes are taken to add up. That chooses what is tried, and proves nothing.
        """
        single = {one.changes[0]: one for one in self.first if one.readings and not one.endless}
        values = {change: _values(one) for change, one in single.items()}
        today = _values(self.base)
        wider: dict[frozenset[Supposed], Changes] = {}
        for changes in pool[:_BEAM]:
            if len(changes) == 1 and changes[0] not in single:
                continue  # its games do not end
            paths = {change.path for change in changes}
            for change in single:
                if change.path not in paths:
                    wider.setdefault(frozenset((*changes, change)), (*changes, change))

        def miss(changes: Changes) -> float:
            known = [values[change] for change in changes if change in values]
            per_goal: dict[int, float] = {}
            for (goal, about), value in today.items():
                there = value + sum(one.get((goal, about), 0.0) - value for one in known)
                per_goal[goal] = max(per_goal.get(goal, 0.0), self.aims[goal].miss(there))
            return sum(per_goal.values())

        return sorted(wider.values(), key=lambda changes: (miss(changes), self._size(changes)))

    # ---- its end ----

    def _confirm(self, one: Entrant, number: int) -> tuple[Attempt, Attempt, Comparison | None] | None:
        """Return a change and the kit as it is in games of fresh seeds, where all goals look met in these, too."""
        seed = derive(self.seed, "confirm", number) % 1_000_000_000
        comparison = None
        table = self.table
        players, bots, options = table["players"], tuple(table["bots"]), table["options"]
        fresh = self._how(f"{self.kit.slug}: confirming {self._called(one)}")
        if variant := one.laid.change:
            a, b = (
                Side(*side, bots, options) for side in (("today", self.kit), (variant.called, variant.kit))
            )
            comparison = compare(a, b, (players,), games=self.games, seed=seed, **fresh)
            found = comparison.survey
        else:
            alone = plan(self.kit, (players,), bots=bots, options=options, seed=seed)
            found = survey(alone, games=self.games, **fresh)
        self.played += found.games
        self.stopped = found.interrupted
        if self.stopped or found.endless:
            return None
        self.endings |= dict.fromkeys(ending for report in found.tables for ending in report.endings)
        today, *changed = (self._readings(report) for report in found.tables)
        readings = changed[0] if changed else today
        best = self._attempt(one, self.games, readings)
        if best.met:
            return best, self._attempt(self.base, self.games, today), comparison
        one.readings = readings  # nobody chose these for looking good
        return None

    def _result(
        self,
        outcome: Any,
        all_: Sequence[Entrant],
        best: Attempt | None = None,
        today: Attempt | None = None,
        comparison: Comparison | None = None,
    ) -> Tuning:
        played = [one for one in all_ if one.readings and not one.endless]
        # those with most games first: what was dropped early is known less well
        most = max((one.tally.games for one in played), default=0)
        played.sort(key=lambda one: (2 * one.tally.games < most, self._miss(one.readings), one.size))
        tried = tuple(self._attempt(one, one.tally.games, one.readings) for one in played)
        base = self._attempt(self.base, self.base.tally.games, self.base.readings)
        timed = any(aim.timed for aim in self.aims)
        found = TuningReport(
            format=DOCUMENT,
            outcome=outcome,
            best=best or (tried[0] if tried else None),
            today=today or base,
            comparison=None,
            tried=tried,
            refused=tuple(dict.fromkeys(self.refused)),
            goals=tuple(aim.said for aim in self.aims),
            vary=tuple(f"{sweep[0].name}={','.join(str(one.value) for one in sweep)}" for sweep in self.vary),
            players=self.base.laid.game.players,
            bots=tuple(self.table["bots"]),
            options=dict(self.table["options"]),
            seed=self.seed,
            games=self.played,
            seconds=self._seconds if timed else None,
            command="",
        )
        return Tuning(self.kit, found, comparison, self.aims)

    # ---- changes ----

    def _lay(self, wanted: Sequence[Changes], strict: bool = False) -> list[Entrant]:
        """Return the kit as it is, where it is laid for the first time, and what can be played with these changes."""
        made: dict[Changes, Variant] = {}
        for some in [wanted] if strict else [[one] for one in wanted]:
            try:
                made.update(self.make(some))
            except CardgenError as error:
                if strict:
                    raise
                self.refused.append(NotTried(_named(some[0]), error.problems[0].message))
        table = self.table
        laid = plan(
            self.kit,
            (table["players"],),
            bots=table["bots"],
            options=table["options"],
            seed=self.seed,
            variants=list(made.values()),
        )
        self.refused += [NotTried(*one.reason.split(": ", 1)) for one in laid.refused]
        changes_of = {id(variant): changes for changes, variant in made.items()}
        found = []
        for one in laid.tables:
            if one.change or strict:
                changes = changes_of[id(one.change)] if one.change else ()
                found.append(Entrant(changes, self._size(changes), one))
        return found

    def _size(self, changes: Changes) -> tuple[int, float]:
        """Return how many numbers are changed, and how far, in parts of all that each may vary."""
        far = 0.0
        for change in changes:
            was = self.before[change.path]
            values = [was, *(one.value for sweep in self.vary for one in sweep if one.path == change.path)]
            numbers = all(type(value) in (int, float) for value in values)
            far += abs(change.value - was) / (max(values) - min(values)) if numbers else 1.0
        return len(changes), round(far, 9)

    def _called(self, one: Entrant) -> str:
        return _named(one.changes) or "the kit as it is"

    def _attempt(self, one: Entrant, games: int, readings: Sequence[Sequence[Reading]]) -> Attempt:
        changes = tuple(NumberChange(c.name, self.before[c.path], c.value) for c in one.changes)
        breaks = one.laid.change.breaks if one.laid.change else ()
        return Attempt(changes, games, tuple(one for of_goal in readings for one in of_goal), breaks)


def _named(changes: Changes) -> str:
    return ", ".join(map(str, changes))


def _values(one: Entrant) -> dict[tuple[int, str], float]:
    return {(goal, read.about): read.value for goal, some in enumerate(one.readings) for read in some}


def _away(aim: Aim, one: Reading, doubt: float) -> float:
    """Return how far from its goal the nearer end of so much of its interval is."""
    low = one.value if one.low is None else one.value - (one.value - one.low) * doubt
    high = one.value if one.high is None else one.value + (one.high - one.value) * doubt
    return 0.0 if low <= aim.most and aim.least <= high else min(aim.miss(low), aim.miss(high))


def tune(
    kit: Kit,
    table: Table,
    aims: Sequence[Aim],
    vary: Sequence[Sequence[Supposed]],
    make: Make,
    *,
    games: int = 1000,
    seed: int = 1,
    pace: Pace | None = None,
    say: Callable[[str, int, int], None] = lambda step, done, of: None,
    begins: Callable[[Race, list[str], float], None] = lambda race, warnings, seconds: None,
    **how: Unpack[How],
) -> Tuning:
    """Return the smallest change (fewest numbers, then the least distance) that meets the goals, confirmed by fresh seeds.

    All changes of one number race on common deals: after each rung the half that is further from the goals is dropped, and
    what surely misses one (Bonferroni over all). If none is confirmed, changes of two numbers race, and so on.
    `begins` is told what the race will take. An interrupt (Ctrl-C) ends it early with the best so far.
    """
    race = Race(kit, table, aims, vary, make, games, seed, pace, how, say)
    begins(race, *race.trial())
    return race.run()
