"""Goals for a game, such as "rounds 4..6" and "each ending >= 5 %": how they are read, and what games say of them."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from math import inf
from typing import NamedTuple, TypeAlias

from cardgen.base.errors import did_you_mean
from cardgen.results.numbers import Mean, Reading, Share, Summary
from cardgen.results.table import FAIR_BAND, LATE_AT, Question
from cardgen.simulation.report import Report
from cardgen.simulation.run import WrongAnswer
from cardgen.simulation.statistics import more_games, widened, widened_gain, wilson

Found: TypeAlias = "Iterable[tuple[str, Mean]]"


class _Measure(NamedTuple):
    """One thing that a report knows: each name it has it for, "" where it has none, and the number."""

    of: Callable[[Report], Found]
    share: bool = True
    fair: Callable[[Report], float] | None = None
    compared: str = ""  # what `compare` calls it


def _mean(of: Share | Summary | None, name: str = "") -> Iterator[tuple[str, Mean]]:
    if of is not None:
        yield name, Mean(of.share if isinstance(of, Share) else of.mean, of.low, of.high, of.of)


def _lines(question: Question | None) -> Iterator[tuple[str, Mean]]:
    for number, line in enumerate(question.lines if question else (), 1):
        yield from _mean(line, str(number))


def _fair(report: Report) -> float:
    return report.fair.share or 0.0


def _after(of: Sequence[Summary | Share], part: float = 0.5) -> Iterator[tuple[str, Mean]]:
    return _mean(of[round(part * (len(of) - 1))] if of else None)


def _cards(report: Report) -> Iterator[tuple[str, Mean]]:
    for card in report.cards:
        if (strength := card.strength) is not None:
            ends = (None, None) if card.margin is None else (strength - card.margin, strength + card.margin)
            yield card.id, Mean(strength, ends[0], ends[1], report.games)


def _never_played(report: Report) -> Iterator[tuple[str, Mean]]:
    many = float(len(report.never.undrawn) + len(report.never.unplayed))
    yield "", Mean(many, many, many, report.games)


_ONE = {
    "first player": _Measure(lambda r: [*_lines(r.fair.order)][:1], fair=_fair, compared="first"),
    "nobody wins": _Measure(lambda r: _mean(r.nobody), compared="nobody"),
    "level games": _Measure(lambda r: _mean(r.fair.level), compared="level"),
    "rounds": _Measure(lambda r: _mean(r.length.rounds), False, compared="rounds"),
    "decisions": _Measure(lambda r: _mean(r.length.decisions), False, compared="decisions"),
    "minutes": _Measure(lambda r: _mean(r.length.decisions), False, compared="decisions"),
    "best score": _Measure(lambda r: _mean(r.fair.top), False, compared="top"),
    "lead at the end": _Measure(lambda r: _mean(r.fair.lead), False, compared="lead"),
    "lead at half time": _Measure(lambda r: _after(r.tension.margin), False),
    "leader at half time wins": _Measure(lambda r: _after(r.tension.leader_wins)),
    "late leader wins": _Measure(lambda r: _after(r.tension.leader_wins, LATE_AT)),
    "winner behind at half time": _Measure(lambda r: _mean(r.tension.behind_at_half)),
    "changes of the lead": _Measure(lambda r: _mean(r.tension.lead_changes), False),
    "never played cards": _Measure(_never_played, False),
}  # fmt: skip
_MANY = {
    "seat": _Measure(lambda r: _lines(r.fair.seat), fair=_fair),
    "place": _Measure(lambda r: _lines(r.fair.order), fair=_fair),
    "team": _Measure(
        lambda r: _lines(r.fair.team if r.fair.team and r.fair.team.shown else None),
        fair=_fair,
        compared="side ",
    ),
    "ending": _Measure(
        lambda r: (one for name, many in r.endings.items() for one in _mean(wilson(many, r.games), name)),
        compared="ending: ",
    ),
    "card": _Measure(_cards, fair=lambda _: 0.0),
    "figure": _Measure(
        lambda r: (one for name, spread in r.figures.items() for one in _mean(spread, name)),
        False,
        compared="figure: ",
    ),
}
_NUMBER = r"-?\d+(?:\.\d+)?"
GOAL = re.compile(
    rf"""\s*(?P<what>\S.*?)\s*(?:
        \bwithin\s+(?P<within>{_NUMBER})\s*points?
        | (?P<least>{_NUMBER})\s*%?\s*\.\.\s*(?P<most>{_NUMBER})\s*(?P<percent>%?)
        | (?P<sign>>=|<=|=|\bat\ least\b|\bat\ most\b)\s*(?P<bound>{_NUMBER})\s*(?P<percents>%?)
    )\s*""",
    re.X | re.I,
)
_SUCH = "'first player within 3 points', 'rounds 4..6' or 'each ending >= 5 %'"


@dataclass(frozen=True, slots=True)
class Aim:
    """One goal: what is measured, of what by name ("" for each), and its bounds; `within` counts from a fair share."""

    said: str
    measure: str
    about: str
    least: float
    most: float
    within: bool

    @property
    def measured(self) -> _Measure:
        """What it measures."""
        return _ONE.get(self.measure) or _MANY[self.measure]

    @property
    def timed(self) -> bool:
        """Whether it needs to be known how long a decision takes."""
        return self.measure == "minutes"

    def is_about(self, compared: str) -> bool:
        """Return whether a measure of a comparison is what this goal is about."""
        mine = self.measured.compared
        many = self.measure in _MANY and not self.about
        return bool(mine) and (compared.startswith(mine) if many else compared == mine + self.about)

    def readings(
        self,
        report: Report,
        names: Collection[str] = (),
        seconds: float | None = None,
        errors: float = 0.0,
    ) -> Iterator[Reading]:
        """Yield what a report says of it; endings of these `names` count as nought where there are none.

        Intervals are those of 95 %, or reach so many standard `errors` either way.
        """
        measured, found = self.measured, dict(self.measured.of(report))
        nought = next(_mean(wilson(0, report.games)))[1]
        if self.measure == "ending":
            found |= dict.fromkeys([name for name in names if name not in found], nought)
        unit = (seconds or 0.0) / 60 if self.timed else 1.0
        less = measured.fair(report) if self.within and measured.fair else 0.0
        for name, mean in found.items():
            if errors and self.measure == "card":
                mean = widened_gain(mean, errors, _fair(report))
            elif errors:
                mean = widened(mean, errors, share=measured.share)
            if self.measure in _ONE or self.about in ("", name):
                low, high = ((None if end is None else (end - less) * unit) for end in (mean.low, mean.high))
                yield self._reading(name, Mean((mean.mean - less) * unit, low, high, report.games))

    def _reading(self, name: str, mean: Mean) -> Reading:
        low, high = mean.span
        met = self.least <= mean.mean <= self.most
        sure = (self.least <= low and high <= self.most) if met else (high < self.least or low > self.most)
        room, end = min((abs(mean.mean - end), end) for end in (self.least, self.most))
        reach = high - mean.mean if end > mean.mean else mean.mean - low  # the side that has to get narrower
        narrow = not sure and room and high < inf
        return Reading(
            self.said,
            self.measure if self.measure in _ONE else f"{self.measure} {name}",
            self.measured.share,
            mean.mean,
            mean.low,
            mean.high,
            None if self.least == -inf else self.least,
            None if self.most == inf else self.most,
            met,
            sure,
            more_games(mean.of, reach / room) if narrow else None,
        )

    def away(self, one: Reading, doubt: float) -> float:
        """Return how far from the goal the nearer end of so much of an interval is."""
        low, high = (
            one.value if end is None else one.value + (end - one.value) * doubt for end in (one.low, one.high)
        )
        return 0.0 if low <= self.most and self.least <= high else min(self.miss(low), self.miss(high))

    def miss(self, value: float) -> float:
        """Return how far a value is from the goal, in steps that count for any two goals alike."""
        ends = [abs(end) for end in (self.least, self.most) if abs(end) != inf]
        wide = (self.most - self.least) / 2 if len(ends) == 2 else 0.0
        step = FAIR_BAND if self.measured.share else max(0.1 * max(ends), wide, 0.1)
        return max(0.0, self.least - value, value - self.most) / step


def read_aim(said: str, option: str = "goal") -> Aim:
    """Return the goal that is typed for an option; WrongAnswer says what can be measured."""
    known = [*_ONE, *(f"each {name}" for name in _MANY)]
    if not (read := GOAL.fullmatch(said)):
        raise WrongAnswer(
            option, f"'{said}' is no goal, expected such as {_SUCH}; what is measured: {', '.join(known)}"
        )
    what = " ".join(read["what"].split())
    name, _, about = what.partition(" ")
    if what.lower() in _ONE:
        name, about = what.lower(), ""
    elif name == "each":
        name, about = about, ""
    elif not about:
        name = ""
    measured = _ONE.get(name) or _MANY.get(name)
    if measured is None:
        near = did_you_mean(what, known)
        also = f"; known: {', '.join(known)}" if near.startswith("did") else ""
        raise WrongAnswer(option, f"'{said}': '{what}' cannot be measured ({near}{also})")
    within, percent = read["within"], bool(read["percent"] or read["percents"])
    if within and measured.fair is None:
        raise WrongAnswer(option, f"'{said}': {what} has no fair share, expected a range such as 4..6")
    if not within and percent != measured.share:
        expected = "%, as in 20..30 %" if measured.share else "no %, as in 4..6"
        raise WrongAnswer(option, f"'{said}': expected {expected}")
    if within:
        least, most = -float(within), float(within)
    elif read["bound"]:
        bound, sign = float(read["bound"]), read["sign"].lower()
        least = -inf if sign in ("<=", "at most") else bound
        most = inf if sign in (">=", "at least") else bound
    else:
        least, most = float(read["least"]), float(read["most"])
    if least > most:
        raise WrongAnswer(option, f"'{said}', expected the smaller number first")
    by = 100 if measured.share else 1
    about = about.strip("\"'")
    return Aim(" ".join(said.split()), name, about, least / by, most / by, bool(within))


def check_aims(aims: Iterable[Aim], report: Report, seconds: float | None) -> Iterator[str]:
    """Yield a warning for each ending that some games did not meet; WrongAnswer for what they do not know."""
    for aim in aims:
        names = [name for name, _ in aim.measured.of(report)]
        hint = did_you_mean(aim.about, names) if aim.about and aim.about not in names else ""
        if aim.timed and seconds is None:
            raise WrongAnswer(
                "goal", f"'{aim.said}': no game of people was timed, and game.yaml has no minutes"
            )
        if not names:
            raise WrongAnswer("goal", f"'{aim.said}': these games have no {aim.measure}")
        if hint and (aim.measure != "ending" or hint.startswith("did")):
            raise WrongAnswer("goal", f"'{aim.said}': there is no {aim.measure} '{aim.about}' ({hint})")
        if hint:
            yield f"none of {report.games} trial games ended '{aim.about}' ({hint}); it counts as 0 %"
