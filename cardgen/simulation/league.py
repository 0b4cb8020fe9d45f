"""Many kinds of player: how each does alone among each other kind, and which mix of them nobody beats."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from random import Random
from typing import Unpack

from cardgen.base.formats import DOCUMENT
from cardgen.engine import stream
from cardgen.results.league import LeagueReport, Strategy
from cardgen.results.report import Gain
from cardgen.simulation.findings import Told
from cardgen.simulation.insight import gain
from cardgen.simulation.kingmaking import kingmaking
from cardgen.simulation.run import How, Progress, Setup
from cardgen.simulation.statistics import simultaneous, within

_STEPS = 20_000  # of fictitious play: shares of the mix are within a point then
_DRAWS, _ROUGH = 200, 2_000  # of the matrix, for intervals of the mix, and steps for each


@dataclass(frozen=True)
class League(Told):
    """What a league came to: its report without the command."""

    says = "league"

    found: LeagueReport

    def result(self, command: str = "") -> LeagueReport:
        """Return all of it; `command` is what made it."""
        return replace(self.found, command=command)


def league(setup: Setup, names: Sequence[str], games: int, **how: Unpack[How]) -> League:
    """Return how each kind of player does alone among each other kind, on common deals, with so many games of each pair.

    Who decides who wins is looked at in as many games of the first kind.
    """
    level = simultaneous(len(names) * (len(names) - 1))
    if progress := how.get("progress"):
        kings = games * (setup.players > 2)
        how["progress"] = _in_all(progress, games_of(len(names), setup.players, games) + kings)
    pairs: list[Gain] = []
    stopped = False
    for base in names:
        fair: dict[int, float] = {}
        for one in names:
            if one != base and not stopped:
                found, stopped = gain(setup, one, base, games, fair, level=level, **how)
                pairs += [found] * (not stopped)
    known = {(pair.bot, pair.base): pair for pair in pairs}
    gains = [
        [known[one, other].gain.mean if (one, other) in known else 0.0 for other in names] for one in names
    ]
    mix = unbeaten(gains)
    sure = _intervals(names, known, level, stream(setup.seed, "mix"))
    against = [sum(share * won for share, won in zip(mix, row, strict=True)) for row in gains]
    beaten = {
        base: tuple(p.bot for p in pairs if p.base == base and p.gain.sure and p.gain.mean > 0)
        for base in names
    }
    strategies = [
        Strategy(name, round(share, 3), min(low, share), max(high, share), beaten[name], won)
        for name, share, won, (low, high) in zip(names, mix, against, sure, strict=True)
    ]
    dominant = [
        name for name in names if not beaten[name] and all(name in beaten[o] for o in names if o != name)
    ]
    return League(
        LeagueReport(
            format=DOCUMENT,
            kit=setup.kit.slug,
            players=setup.players,
            options=setup.options,
            seed=setup.seed,
            base=names[0],
            strategies=tuple(sorted(strategies, key=lambda one: -one.share)),
            dominant=dominant[0] if dominant and not stopped else None,
            pairs=tuple(pairs),
            value=max(0.0, *against),
            games=sum(pair.games for pair in pairs)
            + sum(max((pair.deals for pair in pairs if pair.base == base), default=0) for base in names),
            interrupted=stopped,
            command="",
            kingmaking=None if stopped else kingmaking(setup, names[0], games, **how),
        )
    )


def games_of(kinds: int, players: int, games: int) -> int:
    """Return how many games the matrix is made of."""
    deals = max(1, games // players)
    return kinds * ((kinds - 1) * deals * players + deals)


def _in_all(progress: Progress, most: int) -> Progress:
    """Return what hears of each pair in turn, and says how many games of all are played."""
    before = last = 0

    def played(done: int, _: int) -> None:
        nonlocal before, last
        before += last * (done <= last)  # others have begun
        last = done
        progress(min(most, before + done), most)

    return played


def _intervals(
    names: Sequence[str], known: Mapping[tuple[str, str], Gain], level: float, rng: Random
) -> list[tuple[float, float]]:
    """Return the 95 % interval of each share of the mix: from mixes of matrices that are drawn from the intervals of this one."""
    errors = within(level=level)

    def drawn(one: str, other: str) -> float:
        if (pair := known.get((one, other))) is None:
            return 0.0
        low, high = pair.gain.span
        return pair.gain.mean + rng.gauss(0, min(1.0, (high - low) / 2 / errors))

    mixes = [
        unbeaten([[drawn(one, other) for other in names] for one in names], _ROUGH) for _ in range(_DRAWS)
    ]
    cut = _DRAWS // 40
    return [(ordered[cut], ordered[-1 - cut]) for ordered in map(sorted, zip(*mixes, strict=True))]


def unbeaten(gains: Sequence[Sequence[float]], steps: int = _STEPS) -> list[float]:
    """Return the mix against which the best answer gains least: `gains[i][j]` is what i wins alone among js.

    Fictitious play (G. W. Brown, 1951): either side always answers what the other one has done until now, half way as often
    as it has answered; the shares of its answers come to an equilibrium (J. Robinson, 1951).
    """
    kinds = range(len(gains))
    answers, mixed = [0.0] * len(gains), [0.0] * len(gains)
    won, lost = [0.0] * len(gains), [0.0] * len(gains)
    for step in range(steps):
        answer = max(kinds, key=lambda one: won[one])
        answers[answer] += 1
        for other in kinds:
            lost[other] += gains[answer][other]
        mine = min(kinds, key=lambda other: lost[other])
        mixed[mine] += step >= steps // 2  # what was answered at first was a guess
        for one in kinds:
            won[one] += gains[one][mine]
    return [times / sum(mixed) for times in mixed]
