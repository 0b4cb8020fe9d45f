"""When a table has had enough games: its intervals are narrow, or all that was asked about is surely over or under its line."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from math import e, erfc, exp, log, pi, sqrt
from typing import Any, Literal, TypeAlias

from cardgen.base.errors import did_you_mean
from cardgen.engine import Game
from cardgen.results.found import CARD_MATTERS, compared_of, fences_of
from cardgen.results.numbers import Reading
from cardgen.results.table import (
    END_DECIDES,
    FAIR_BAND,
    LEAD_COUNTS,
    NOBODY,
    ONE_ENDING,
    OVER_EARLY,
    Answer,
    Reach,
)
from cardgen.simulation.findings import Played
from cardgen.simulation.goals import GOAL, Aim, read_aim
from cardgen.simulation.report import Report, make_report
from cardgen.simulation.run import Run, Setup, WrongAnswer
from cardgen.simulation.statistics import LEVEL, more_games
from cardgen.simulation.tally import Tally

Watch: TypeAlias = Literal["seat", "order", "team", "bot", "option"]
"""Whose wins are watched."""

_ENOUGH = 100  # no interval is trusted before so many games
_LOOKS = 6  # at most: each has twice the games of the one before
_POINTS = 100  # of half a density that is integrated
_PAGE = "page"
_EACH = ("team", "place", "seat", "ending", "card")


# ---- intervals that are narrow enough -------------------------------------------------------------------


@dataclass(frozen=True)
class Narrow:
    """All 95 % intervals of what is watched are to reach at most so far either way."""

    half_width: float
    watch: Watch
    against: Mapping[int, int]
    watches = False

    @property
    def of_pairs(self) -> bool:
        """Whether options are compared."""
        return self.watch == "option"

    def enough(self, number: int, run: Run) -> bool:
        """Return whether they do at a set-up."""
        return run.tallies[number].games >= _ENOUGH and self.widest(run, number) <= self.half_width

    def widest(self, run: Run, number: int) -> float:
        """Return how far either way the widest of the intervals reaches that are watched at a set-up."""
        tally = run.tallies[number]
        if self.watch == "option" and number in self.against:
            return run.pairs[number].widest
        deals = {
            "bot": list(tally.bot_wins.values()),
            "team": tally.side_wins,
            "order": tally.order_wins,
            "option": tally.order_wins,
            "seat": tally.seat_wins,
        }[self.watch]
        return max((each.share.half_width for each in deals), default=1.0)

    def reach(self, run: Run, number: int) -> Reach:
        """Return what was reached at a set-up, and how many games would do."""
        games, widest = run.tallies[number].games, self.widest(run, number)
        wider = max(1.0, widest / self.half_width)
        return Reach(self.half_width, self.watch, widest, games if wider == 1 else more_games(games, wider))


def until_narrow(
    setups: Sequence[Setup], against: Mapping[int, int], until_ci: float, watch: str | None
) -> Narrow:
    """Return what is watched, and how closely; WrongAnswer for what cannot be, and for an interval that says nothing or is never reached."""
    if not 0 < until_ci < 0.5:
        raise WrongAnswer(
            "until-ci",
            f"{until_ci:g} is no half of an interval: expected a number above 0 and below 0.5, such as 0.02",
        )
    known = _watchable(setups, against)
    if watch is None:
        return Narrow(
            until_ci, next(one for one in ("option", "bot", "team", "seat") if one in known), against
        )
    if watch not in known:
        missing = {
            "bot": "all players are alike",
            "team": "nobody plays in a team",
            "option": "no options are compared",
        }
        why = missing.get(watch, f"expected one of {', '.join(known)}")
        raise WrongAnswer("watch", f"there is no {watch} to watch: {why}")
    return Narrow(until_ci, next(one for one in known if one == watch), against)


def _watchable(setups: Sequence[Setup], against: Mapping[int, int]) -> tuple[Watch, ...]:
    """Return what these set-ups can be watched for."""
    found: list[Watch] = ["seat", "order"]
    if any(len(set(setup.bots)) > 1 for setup in setups):
        found.append("bot")
    if against:
        found.append("option")
    if any(setup.teams for setup in setups):
        found.append("team")
    return tuple(found)


# ---- what is sure, though somebody looked often ---------------------------------------------------------


@lru_cache(maxsize=256)
def boundaries(parts: tuple[float, ...], alpha: float) -> tuple[float, ...]:
    """Return from how many standard errors on something is sure at each look, so that by chance no look says so but in `alpha`.

    After a part t of the games alpha · ln(1 + (e − 1) t) of that may be spent, in the manner of Pocock (K. K. G. Lan and D. L. DeMets,
    Biometrika 1983). What is left of the density is integrated look by look (P. Armitage and others, Journal of the Royal
    Statistical Society A, 1969).
    """
    found, spent, before = [], 0.0, 0.0
    left = [(0.0, 0.5)]  # where the sum is that has crossed no boundary, on its upper half, and how likely
    for part in parts:
        step, may = sqrt(part - before), alpha * log(1 + (e - 1) * part)
        low, high = 0.0, 12 * sqrt(part)
        for _ in range(60):
            middle = (low + high) / 2
            if sum(mass * _beyond(middle, at, step) for at, mass in left) > may - spent:
                low = middle
            else:
                high = middle
        found.append(high / sqrt(part))
        width = high / _POINTS
        weights = (width / 3 * (1 if n in (0, _POINTS) else 4 if n % 2 else 2) for n in range(_POINTS + 1))
        left = [
            (n * width, weight * sum(mass * _near(n * width, at, step) for at, mass in left))
            for n, weight in enumerate(weights)
        ]
        spent, before = may, part
    return tuple(found)


def _beyond(edge: float, at: float, step: float) -> float:
    """Return how likely a step from either side goes beyond an edge at either side."""
    return erfc((edge - at) / step / sqrt(2)) + erfc((edge + at) / step / sqrt(2))


def _near(to: float, at: float, step: float) -> float:
    """Return how dense steps are there that come from either side."""
    return (exp(-(((to - at) / step) ** 2) / 2) + exp(-(((to + at) / step) ** 2) / 2)) / step / sqrt(2 * pi)


def _band(report: Report) -> str:
    return f"within {FAIR_BAND * 100:g} points"


def _of_question(by: str) -> Callable[[Report], str]:
    return lambda report: _band(report) if by in dict(report.fair.asked) else ""


def _half(report: Report) -> str:
    fair, margin = report.fair.share or 1.0, report.tension.margin
    if fair == 1 or not margin or not margin[len(margin) // 2].p75:
        return ""  # hardly anybody leads then
    return f"{_at(LEAD_COUNTS, fair):.2f}..{_at(OVER_EARLY, fair):.2f} %"


def _late(report: Report) -> str:
    return _half(report) and f">= {_at(END_DECIDES, report.fair.share or 1.0):.2f} %"


def _at(way: float, fair: float) -> float:
    """Return what lies so far on the way from a fair share of wins to all, in per cent."""
    return 100 * (fair + way * (1 - fair))


_LINES: Mapping[str, Callable[[Report], str]] = {
    "team": _of_question("team"),
    "place": _of_question("order"),
    "seat": _of_question("seat"),
    "leader at half time wins": _half,
    "late leader wins": _late,
    "ending": lambda report: f"<= {ONE_ENDING * 100:g} %",
    "nobody wins": lambda report: f"<= {NOBODY * 100:g} %",
    "card": lambda report: f"within {CARD_MATTERS * 100:g} points" if compared_of(report.cards) else "",
}
"""The yardsticks of the page that have an interval, and the line of each; nothing where a report has no such number."""

LINES = (_PAGE, "first player", *_LINES)
"""All that has a line of its own, by name."""


@dataclass(frozen=True, slots=True)
class _AskedAbout:
    """One thing that was asked about: all of the page that has this name, or a goal."""

    measure: str
    about: str = ""
    goal: Aim | None = None
    by_name: bool = True

    def aim(self, report: Report) -> Aim | None:
        """Return what is measured and where its line is; None where a report has no such number."""
        if self.goal:
            return self.goal
        asked = self.by_name and self.measure in ("team", "place", "seat")  # shown or not
        line = (_band if asked else _LINES.get(self.measure, _band))(report)
        alone = self.measure == "ending" and len(report.endings) == 1 and not self.by_name
        if not line or alone:
            return None
        each = "each " if not self.about and self.measure in _EACH else ""
        aim = read_aim(f"{each}{self.measure} {self.about}".strip() + f" {line}", "until-sure")
        fences = fences_of(report.cards) if self.measure == "card" and not self.about else None
        if fences:  # cards of a suit are meant to differ: only those are odd that stand out
            low, high = min(aim.least, fences[0]), max(aim.most, fences[1])
            said = f"each card from {low * 100:+.1f} to {high * 100:+.1f} points"
            aim = replace(aim, said=said, least=low, most=high)
        return aim


def read_asked(said: Sequence[str]) -> tuple[_AskedAbout, ...]:
    """Return what is asked about: `page`, a yardstick by its name, or a goal with a line of its own; WrongAnswer for other words."""
    found: list[_AskedAbout] = []
    for one in said:
        words = " ".join(one.split())
        name = words.lower().removeprefix("each ")
        measure, _, about = name.partition(" ")
        if name == _PAGE:
            found += [_AskedAbout(each, by_name=False) for each in _LINES]
        elif name in LINES:
            found.append(_AskedAbout(name))
        elif goal := GOAL.fullmatch(words):
            aim = read_aim(f"each {words}" if goal["what"].lower() in _EACH else words, "until-sure")
            found.append(_AskedAbout(aim.measure, aim.about, aim))
        elif about and measure in _EACH:
            found.append(_AskedAbout(measure, words.removeprefix("each ").partition(" ")[2]))
        else:
            near = did_you_mean(name, LINES)
            hint = f"{near}; " if near.startswith("did") else ""
            raise WrongAnswer(
                "until-sure",
                f"'{one}' has no line on the page ({hint}expected {', '.join(LINES)}, or a goal such as 'rounds 4..6')",
            )
    return tuple(dict.fromkeys(found))


@dataclass
class Sure:
    """All that was asked about is to be surely over or under its line, or the games are over.

    It looks when an eighth, a quarter … of the games are played, and the chance that any of the looks at any table claims what is not so
    is at most 5 % for all that was asked together (`boundaries`, C. E. Bonferroni for several things). One of many, such as a card,
    is sure at a share of that; that none of them is over its line each has to show at the whole of it.
    """

    asked: Sequence[_AskedAbout]
    tables: Sequence[tuple[Setup, Game[Any]]]
    games: int
    answers: dict[int, dict[_AskedAbout, Answer]] = field(default_factory=dict)
    looked: dict[int, int] = field(default_factory=dict)
    of_pairs = False
    watches = True

    def __post_init__(self) -> None:
        for one in self.asked:
            known = [card.id for _, game in self.tables for card in game.pieces.cards]
            if one.measure == "card" and one.about and one.about not in known:
                near = did_you_mean(one.about, known)
                raise WrongAnswer("until-sure", f"there is no card '{one.about}' ({near})")

    def enough(self, number: int, run: Run) -> bool:
        """Return whether all is sure at a set-up; it's looked at when the games of a look are played."""
        games, looks = run.tallies[number].games, self._looks(number)
        looked = self.looked.get(number, 0)
        if looked < len(looks) - 1 and games >= looks[looked]:
            self.looked[number] = sum(games >= look for look in looks[:-1])
            self._look(number, run.tallies[number], self.looked[number], looks)
        return self.sure(number)

    def finish(self, number: int, tally: Tally, last: bool) -> tuple[Answer, ...]:
        """Return the answers for a set-up; if no more games are played, after a last look at what is not sure yet."""
        if last and not self.sure(number) and tally.games:
            looks = self._looks(number)[: self.looked.get(number, 0)]
            if not looks or tally.games > 1.01 * looks[-1]:
                looks = (*looks, tally.games)
            self._look(number, tally, len(looks), looks)
        answers = self.answers.get(number, {})
        return tuple(answers[one] for one in self.asked if one in answers)

    def _looks(self, number: int) -> tuple[int, ...]:
        """Return after how many games a set-up is looked at."""
        looks = [self.tables[number][0].games(self.games)]
        while len(looks) < _LOOKS and looks[0] >= 2 * _ENOUGH:
            looks.insert(0, looks[0] // 2)
        return tuple(looks)

    def sure(self, number: int) -> bool:
        """Return whether all is sure at a set-up."""
        answers = self.answers.get(number, {}).values()
        return bool(answers) and all(one.sure for one in answers)

    def _look(self, number: int, tally: Tally, looked: int, looks: Sequence[int]) -> None:
        """Answer what is not sure yet, at one of the looks."""
        setup, game = self.tables[number]
        report = make_report(
            Played(game, tally), setup.bots, setup.seed, wanted=tally.games, interrupted=False
        )
        parts = tuple(look / setup.games(self.games) for look in looks)
        alpha = (1 - LEVEL) / len(self.asked) / len(self.tables)
        answers = self.answers.setdefault(number, {})
        for one in self.asked:
            if (known := answers.get(one)) and known.sure:
                continue
            answers.pop(one, None)
            if aim := one.aim(report):

                def at(chance: float, aim: Aim = aim) -> list[Reading]:
                    errors = boundaries(parts, chance)[looked - 1]
                    # an ending that has not come yet may come
                    return list(aim.readings(report, [aim.about] if aim.about else [], errors=errors))

                many = len(at(alpha))
                if many:
                    answers[one] = _answer(at(alpha / many), at(alpha), tally.games, alpha)
                    continue
            if one.by_name and setup.players == max(each.players for each, _ in self.tables):
                raise WrongAnswer("until-sure", f"these games have no {f'{one.measure} {one.about}'.strip()}")


def _answer(strict: Sequence[Reading], each: Sequence[Reading], games: int, alpha: float) -> Answer:
    """Return what one look says: a thing that is beyond its line, all within, or what keeps it open."""

    def room(one: Reading) -> float:
        return min(abs(one.value - end) for end in (one.least, one.most) if end is not None)

    over = [one for one in strict if one.sure and not one.met]
    missed = [one for one in strict if not one.met]
    inside = all(one.sure for one in each) and not missed
    if over:
        best = max(over, key=room)
    elif missed:
        best = min(missed, key=lambda one: one.games_needed or 10**12)
    else:
        best = min(each, key=lambda one: (one.sure, -(one.games_needed or 0), room(one)))
    needed = best.games_needed
    if best.share and best.low is not None and best.high is not None and best.high - best.low > 0.5:
        needed = None  # nothing is promised from an interval that says nothing
    told = {**vars(best), "sure": bool(over) or inside, "games_needed": needed}
    return Answer(**told, games=games, chance=alpha)
