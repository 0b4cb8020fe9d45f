"""The smallest change of some numbers that meets goals: a race on common deals, confirmed by games of fresh seeds."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import chain, pairwise
from time import perf_counter
from typing import Any, TypeAlias

from cardgen.base.errors import CardgenError
from cardgen.base.formats import DOCUMENT
from cardgen.engine import derive
from cardgen.model import Kit
from cardgen.results.numbers import Pace, Reading
from cardgen.results.tuning import Attempt, NumberChange, TuningReport
from cardgen.simulation.comparison import Comparison, Line, Side, compare
from cardgen.simulation.findings import Played, Told
from cardgen.simulation.goals import Aim, check_aims
from cardgen.simulation.pace import minutes_of
from cardgen.simulation.report import Report, make_report
from cardgen.simulation.run import How, play_setups
from cardgen.simulation.statistics import simultaneous, within
from cardgen.simulation.survey import SurveyTable, Variant, plan
from cardgen.simulation.tally import Tally

MOST_CHANGES = 100
"""Changes of one number that are tried."""
_TRIAL = 20  # games by which it is told how long all will take
_LEAST = 40  # games of a change before any is dropped
_RUNGS = 4
_DEEPER = 24  # changes of several numbers that are tried at once, of those that single changes foretell
_BEAM = 200  # of those changes of which with one more number are foretold
_FRESH = 2  # changes of as many numbers that have a chance with fresh seeds
_SHOWN = 8  # rows of a goal about each card before those that are surely met are summed up

Changes: TypeAlias = tuple[NumberChange, ...]


@dataclass(eq=False, slots=True)
class Entrant:
    """One change in the race (none: the kit as it is), and what its games came to until now."""

    changes: Changes
    size: tuple[int, float]
    laid: SurveyTable
    tally: Tally = field(default_factory=Tally)
    readings: list[list[Reading]] = field(default_factory=list)  # of each goal; none before it is played

    def attempt(self, games: int = 0) -> Attempt:
        """Return what is written of it."""
        breaks = self.laid.change.breaks if self.laid.change else ()
        return Attempt(self.changes, games or self.tally.games, tuple(chain(*self.readings)), breaks)


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
        compared = self.comparison.result() if self.comparison else None
        return replace(self.found, command=command, comparison=compared)

    @property
    def elsewhere(self) -> list[Line]:
        """What surely differs with the change and is no goal."""
        lines = [line for _, some in (self.comparison.tables if self.comparison else ()) for line in some]
        sure = (line for line in lines if line.difference.sure)
        return [one for one in sure if not any(a.is_about(one.measure) for a in self.aims)]

    @property
    def rows(self) -> list[tuple[str, str, str, str, str]]:
        """Each goal: what is measured, its value today, then, the interval of that, and whether it is met."""
        before = {(one.goal, one.about): one.said for one in self.found.today.readings}
        rows = []
        for goal in self.found.goals:
            its = [one for one in self.found.best.readings if one.goal == goal]
            shown = [one for one in its if not (one.met and one.sure)] if len(its) > _SHOWN else its
            today = (before.get((goal, one.about), "") for one in shown)
            rows += [
                (one.about, was, one.said, one.reach, one.verdict)
                for one, was in zip(shown, today, strict=True)
            ]
            if more := len(its) - len(shown):
                rows.append((f"{more} more: {goal}", "", "", "", "surely met"))
        return rows


@dataclass(eq=False)
class Race:
    """The race of a kit's numbers for goals; first its `trial`, then `run`.

    `vary` has the values of each number, `make` returns the kit with some of them, `say` is told how far it is. CardgenError
    for paths that lead nowhere, ValueError for a table that the rulebook refuses.

    All changes of one number race on common deals: after each rung the half that is further from the goals is dropped, and
    what surely misses one. If none is confirmed by fresh seeds, changes of two numbers race, and so on.
    """

    side: Side
    players: int
    aims: Sequence[Aim]
    vary: Sequence[Sequence[NumberChange]]
    make: Callable[[Changes], Variant]
    games: int
    seed: int
    pace: Pace | None
    how: How
    say: Callable[[str, int, int], None]

    def __post_init__(self) -> None:
        self.played = self.rung = 0
        self.stopped = False
        self.seconds: float | None = None
        self.endings: dict[str, None] = {}
        self.refused: list[str] = []
        self.confirmed: list[tuple[Attempt, Attempt, Comparison]] = []
        self.base, *self.first = self._lay(
            [(one,) for sweep in self.vary for one in sweep if one.now != one.before]
        )
        self.able = [self.base, *self.first]

    def trial(self) -> tuple[list[str], float]:
        """Play some games of the kit as it is: what has to be said of the goals, and the seconds of a game."""
        began = perf_counter()
        run = play_setups([self.base.laid.setup], _TRIAL, jobs=1)
        for endless in run.endless.get(0, ()):
            raise endless
        seconds = (perf_counter() - began) / _TRIAL
        self.played, self.stopped = run.tallies[0].games, run.interrupted
        report = self._report(self.base, run.tallies[0])
        return ([] if self.stopped else [*check_aims(self.aims, report, self.seconds)]), seconds

    @property
    def most_games(self) -> int:
        """How many games are played at most, where no change of few numbers meets the goals."""
        deeper = [min(_DEEPER, len(self.first) ** 2)] * (len(self.vary) - 1)
        races = sum(many * more for level in (len(self.first), *deeper) for many, more in self._rungs(level))
        return races + self.games * (1 + 2 * _FRESH * len(self.vary))

    def _rungs(self, many: int) -> Iterator[tuple[int, int]]:
        """Yield how many changes are in the race, rung by rung, and how many more games each plays there."""
        steps = [self.games]
        while steps[0] >= 2 * _LEAST and len(steps) < _RUNGS:
            steps.insert(0, steps[0] // 2)
        for before, now in pairwise([0, *steps]):
            yield many, now - before
            many = min(many, max(2, -(-many // 2)))

    def run(self) -> Tuning:
        """Return the smallest change that meets the goals and is confirmed, or what comes nearest, also after Ctrl-C."""
        entrants = self.able
        pool: list[Changes] = [one.changes for one in self.first]
        for level in range(len(self.vary)):
            if level and not self.stopped:
                pool = self._foretold(pool)
                entrants = self._lay(pool[:_DEEPER])[1:]
                self.able += entrants
            good = [one for one in self._race(entrants) if one.attempt().met][:_FRESH]
            for number, one in enumerate(good, level * _FRESH):
                if not self.stopped and self._confirm(one, number):
                    return self._result("changed" if one.changes else "unchanged")
        return self._result("interrupted" if self.stopped else "not met")

    def _race(self, entrants: Sequence[Entrant]) -> list[Entrant]:
        """Return those that ran to the end, the smallest change first."""
        left = list(entrants)
        for many, more in self._rungs(sum(bool(one.changes) for one in entrants)):
            racing = [one for one in left if one.changes and one in self.able]
            fit = sorted(racing, key=lambda one: (self._miss(one, 0.5), one.size))[:many]
            # so wide that the intervals of all goals of all changes hold together
            wider = within(level=simultaneous(len(entrants) * sum(map(len, self.base.readings)))) / within()
            possible = [one for one in fit if not self._miss(one, wider)] or fit[:2]
            left = [one for one in left if not one.changes] + possible
            if self.stopped or not left:
                break
            self._play(left, more)
        return sorted((one for one in left if one.readings and one in self.able), key=lambda one: one.size)

    def _play(self, entrants: Sequence[Entrant], more: int) -> None:
        """Let all play so many more games, of the same deals."""
        self.rung += 1
        seed = derive(self.seed, "tune", self.rung)
        setups = [replace(one.laid.setup, seed=seed) for one in entrants]
        against = dict.fromkeys(range(1, len(setups)), 0)  # so that they take turns
        how = self._how(f"rung {self.rung}, {len(setups)} kit{'s' * (len(setups) > 1)}")
        run = play_setups(setups, more, against=against, **how)
        self.stopped = run.interrupted
        for number, (one, tally) in enumerate(zip(entrants, run.tallies, strict=True)):
            one.tally.add(tally)
            self.played += tally.games
            if one in self.able and (lost := run.endless.get(number)):
                self.able.remove(one)
                self.refused.append(f"{one.attempt().called}: {lost[0].problems[0].message}")
        there = [one for one in entrants if one.tally.games]
        reports = [self._report(one, one.tally) for one in there]  # all, before an ending is missed
        for one, report in zip(there, reports, strict=True):
            one.readings = self._readings(report)

    def _how(self, step: str) -> How:
        called = f"{self.side.kit.slug}: {step}"
        return {**self.how, "progress": lambda done, of: self.say(called, done, of)}

    def _report(self, one: Entrant, tally: Tally) -> Report:
        played, bots = Played(one.laid.game, tally), one.laid.setup.bots
        report = make_report(played, bots, self.seed, wanted=tally.games, interrupted=False)
        self.endings |= dict.fromkeys(report.endings)
        if one is self.base and (timed := minutes_of(report.length.decisions, self.pace, report.kit.minutes)):
            self.seconds = timed.seconds
        return report

    def _readings(self, report: Report) -> list[list[Reading]]:
        return [list(aim.readings(report, self.endings, self.seconds)) for aim in self.aims]

    def _miss(self, one: Entrant, doubt: float = 0.0) -> float:
        """Return how far from its goals a change is, at the nearer end of so much of each interval."""
        goals = zip(self.aims, one.readings, strict=bool(one.readings))
        return round(sum(max((aim.away(each, doubt) for each in its), default=0.0) for aim, its in goals), 9)

    def _foretold(self, pool: Sequence[Changes]) -> list[Changes]:
        """Return the changes of a pool with one number more, those first that should meet the goals.

        Effects of single changes are taken to add up. That chooses what is tried, and proves nothing.
        """
        today = _values(self.base)
        effects = {
            one.changes[0]: {key: now - today.get(key, 0.0) for key, now in _values(one).items()}
            for one in self.first
            if one.readings and one in self.able
        }
        wider: dict[frozenset[NumberChange], Changes] = {}
        for changes in pool[:_BEAM]:
            paths = {change.path for change in changes}
            for change in effects if effects.keys() >= {*changes} else ():
                if change.path not in paths:
                    wider.setdefault(frozenset((*changes, change)), (*changes, change))

        def miss(changes: Changes) -> float:
            missed = [0.0] * len(self.aims)
            for key, value in today.items():
                there = value + sum(effects[change].get(key, 0.0) for change in changes)
                missed[key[0]] = max(missed[key[0]], self.aims[key[0]].miss(there))
            return round(sum(missed), 9)

        return sorted(wider.values(), key=lambda changes: (miss(changes), self._size(changes)))

    def _confirm(self, one: Entrant, number: int) -> bool:
        """Return whether all goals of a change look met in games of fresh seeds, too."""
        seed = derive(self.seed, "confirm", number) % 1_000_000_000
        change = one.laid.change
        b = replace(self.side, called=change.called, kit=change.kit) if change else self.side
        how = self._how(f"confirming {one.attempt().called}")
        found = compare(self.side, b, (self.players,), games=self.games, seed=seed, **how)
        self.played += found.survey.games
        self.stopped = found.survey.interrupted
        if self.stopped or found.survey.endless:
            return False
        reports = found.survey.tables
        self.endings |= dict.fromkeys(ending for report in reports for ending in report.endings)
        today = replace(self.base.attempt(self.games), readings=tuple(chain(*self._readings(reports[0]))))
        one.readings = self._readings(reports[1])  # nobody chose these for looking good
        best = one.attempt(self.games)
        if best.met:
            self.confirmed.append((best, today, found))
        return best.met

    def _result(self, outcome: Any) -> Tuning:
        played = [one for one in self.able if one.readings]
        most = max((one.tally.games for one in played), default=0)
        # what was dropped early is known less well
        played.sort(key=lambda one: (2 * one.tally.games < most, self._miss(one), one.size))
        tried = tuple(one.attempt() for one in played)
        today = self.base.attempt()
        nearest = (tried[0] if tried else today, today, None)
        best, today, compared = self.confirmed[0] if self.confirmed else nearest
        found = TuningReport(
            format=DOCUMENT,
            outcome=outcome,
            best=best,
            today=today,
            comparison=None,
            tried=tried,
            refused=tuple(self.refused),
            goals=tuple(aim.said for aim in self.aims),
            vary=tuple(f"{sweep[0].path}={','.join(str(one.now) for one in sweep)}" for sweep in self.vary),
            players=self.base.laid.game.players,
            bots=self.side.bots,
            options=dict(self.side.options or {}),
            seed=self.seed,
            games=self.played,
            seconds=self.seconds if any(aim.timed for aim in self.aims) else None,
            command="",
        )
        return Tuning(self.side.kit, found, compared if best.changes else None, self.aims)

    def _lay(self, wanted: Sequence[Changes]) -> list[Entrant]:
        """Return the kit as it is, and what can be played with these changes."""
        made: dict[str, tuple[Changes, Variant]] = {}
        for its in wanted:
            try:
                variant = self.make(its)
                made[variant.called] = its, variant
            except CardgenError as error:
                if len(its) == 1:
                    raise
                self.refused.append(error.problems[0].message)  # each of them can be, both together cannot
        side, variants = self.side, [variant for _, variant in made.values()]
        laid = plan(
            side.kit, (self.players,), bots=side.bots, options=side.options, seed=self.seed, variants=variants
        )
        self.refused += [one.reason for one in laid.refused]
        changes: list[Changes] = [made[one.change.called][0] if one.change else () for one in laid.tables]
        return [Entrant(its, self._size(its), one) for its, one in zip(changes, laid.tables, strict=True)]

    def _size(self, changes: Changes) -> tuple[int, float]:
        """Return how many numbers are changed, and how far, in parts of all that each may vary."""
        far = 0.0
        for change in changes:
            of = [one.now for sweep in self.vary for one in sweep if one.path == change.path]
            values = [change.before, *of]
            numbers = all(type(value) in (int, float) for value in values)
            far += abs(change.now - change.before) / (max(values) - min(values)) if numbers else 1.0
        return len(changes), round(far, 9)


def _values(one: Entrant) -> dict[tuple[int, str], float]:
    return {(goal, read.about): read.value for goal, some in enumerate(one.readings) for read in some}
