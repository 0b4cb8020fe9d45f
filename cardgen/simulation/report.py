"""What a simulation at one table found out, as data, as JSON and in words."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, fields, replace
from itertools import zip_longest
from typing import Any

from cardgen.base.formats import DOCUMENT
from cardgen.base.packages import __version__
from cardgen.engine import Game
from cardgen.engine.playing import fingerprint
from cardgen.results.found import Findings, RuleUse
from cardgen.results.numbers import MeanAt, Pace, Share, ShareAt, Summary, SummaryAt
from cardgen.results.report import Correction, HowMade, SimulationReport, WhichKit
from cardgen.results.table import (
    Answer,
    Bin,
    ChoiceUse,
    GameLength,
    Leads,
    PartUse,
    PhaseUse,
    Reach,
    Replay,
    SideStory,
    SideWins,
    TableReport,
    WayToWin,
)
from cardgen.simulation.combos import pairs
from cardgen.simulation.fairness import by_ending, fairness, together
from cardgen.simulation.findings import NO_PROOFS, Played, Proofs, Told, findings
from cardgen.simulation.pace import minutes_of
from cardgen.simulation.statistics import Deals, Numbers, mean_of, spread, wilson
from cardgen.simulation.tally import GameSummary, SideCount, Tally, Tension
from cardgen.simulation.watching import chips_of

_BINS = ((1, 1), (2, 3), (4, 7), (8, 15), (16, 31), (32, 63), (64, 127), (128, None))


@dataclass(frozen=True)
class Report(TableReport, Told):
    """The findings of a simulation at one table; what is inherited is the JSON of this table."""

    says = "table"

    kit: WhichKit
    seed: int
    correction: Correction
    proofs: Proofs

    @property
    def seats(self) -> Sequence[Share]:
        """How often each seat wins."""
        return self.fair.seat.lines if self.fair.seat else ()

    @property
    def most_used(self) -> Mapping[str, tuple[int, int]]:
        """Of each part how many were wanted at once at most, and how many the box holds."""
        return {
            part.part: (part.wanted, part.wanted if part.held is None else part.held) for part in self.box
        }

    def result(self, command: str = "", saved: str = "") -> SimulationReport:
        """Return the report of this table alone."""
        return document(
            [self],
            kit=self.kit,
            seed=self.seed,
            options=self.changed_options,
            together=self,
            interrupted=self.interrupted,
            command=command,
            saved=saved,
        )

    def rows(self) -> Mapping[str, Summary]:
        """Return the numbers of a game by what they are called."""
        fair = self.fair
        rows: dict[str, Summary] = {
            "Rounds": self.length.rounds,
            "Decisions": self.length.decisions,
            "Moves to choose from": self.choices.branching,
            "Waits for a decision": self.choices.waits,
        }
        rows |= {f"Scores of seat {n}": scores for n, scores in enumerate(fair.scores or (), 1)}
        last = {"Winner's score": fair.top, "Lead over the second": fair.lead}
        return rows | {name: spread for name, spread in last.items() if spread}


def document(
    tables: Sequence[Report],
    *,
    kit: WhichKit,
    seed: int,
    options: Mapping[str, Any],
    together: Findings,
    command: str,
    saved: str,
    interrupted: bool,
    pace: Pace | None = None,
    **more: Any,
) -> SimulationReport:
    """Return all that a simulation found out; `together` is what its tables found together."""
    return SimulationReport(
        format=DOCUMENT,
        kit=kit,
        run=HowMade(
            command=command,
            saved=saved,
            seed=seed,
            games=sum(table.games for table in tables),
            wanted=sum(table.wanted for table in tables),
            decisions=round(sum(table.length.decisions.mean * table.games for table in tables)),
            interrupted=interrupted,
            options=dict(options),
            cardgen=__version__,
            python=".".join(map(str, sys.version_info[:3])),
        ),
        correction=tables[0].correction if tables else None,
        pace=pace,
        tables=tuple(_timed(table, pace) for table in tables),
        together=Findings(**{one.name: getattr(together, one.name) for one in fields(Findings)}),
        **{"houses": (), "refused": (), "endless": (), "insight": ()} | more,
    )


def _timed(table: Report, pace: Pace | None) -> Report:
    minutes = minutes_of(table.length.decisions, pace, table.kit.minutes)
    return replace(table, length=replace(table.length, minutes=minutes))


def make_report(
    table: Played,
    bots: Sequence[str],
    seed: int,
    *,
    wanted: int,
    interrupted: bool,
    proofs: Proofs = NO_PROOFS,
    reach: Reach | None = None,
    answers: tuple[Answer, ...] = (),
    level: Correction | None = None,
    change: str = "",
) -> Report:
    """Return the report on what was counted at a table; `level` is that of all tables that are shown together."""
    game, tally = table.game, table.tally
    defaults = {name: option.default for name, option in game.kit.options.items()}
    level = level or together([fairness(tally, game)])
    found = findings([replace(table, base=True)], proofs)
    fair = fairness(tally, game, level.level)
    return Report(
        players=game.players,
        options=dict(game.options),
        changed_options={name: v for name, v in game.options.items() if v != defaults[name]},
        change=change,
        bots=tuple(bots),
        games=tally.games,
        wanted=wanted,
        interrupted=interrupted,
        until_ci=reach,
        until_sure=answers,
        sides=tuple(_sides(tally)),
        endings=dict(tally.endings.most_common()),
        nobody=tally.nobody.share if tally.games else wilson(0, 0),
        known_endings=game.known_endings(),
        by_ending=by_ending(tally, fair),
        fair=fair,
        bot_wins={name: deals.share for name, deals in tally.bot_wins.items()},
        length=GameLength(tally.rounds.spread, tally.decisions.spread, None),
        tension=_tension(tally.tension, game.standing_unit),
        choices=_choices(tally),
        box=_box(table),
        emptied={name: wilson(times, tally.watched) for name, times in sorted(tally.emptied.items())},
        figures={name: numbers.spread for name, numbers in tally.figures.items()},
        pairs=pairs(tally.pairs, found.cards),
        cards_by="round" if game.by_round else "game",
        **vars(found),
        rules=_rules(found, proofs),
        kit=kit_data(game),
        seed=seed,
        correction=level,
        proofs=proofs,
    )


def kit_data(game: Game[Any]) -> WhichKit:
    """Return what a report says of a kit."""
    kit = game.kit
    same = ("title", "subtitle", "version", "language", "accent", "minutes")
    return WhichKit(
        kit.slug,
        **{name: getattr(kit, name) for name in same},
        players=(kit.players.min, kit.players.max),
        notice=kit.credits.get("notice", ""),
        fingerprint=fingerprint(game),
    )


def _sides(tally: Tally) -> Iterable[SideWins]:
    sides = next(iter(tally.sides), ())
    teams = any(len(side) > 1 for side in sides)
    by_lot = len(tally.sides) > 1
    for n, (side, deals) in enumerate(zip_longest(sides, tally.side_wins[: len(sides)])):
        name = f"Team {chr(65 + n)}" if teams else f"Seat {side[0] + 1}"
        yield SideWins(name, () if by_lot else tuple(side), deals.share if deals else None)


def _tension(tension: Tension, unit: str) -> Leads:
    if not tension.games:
        return Leads(unit, 0)
    return Leads(
        unit=unit,
        games=tension.games,
        margin=_by_tenth(tension.margin),
        standing=_by_tenth(tension.standing),
        hands=_by_tenth(tension.hands) if tension.hands[0].counts else (),
        income=tuple(MeanAt(n / 10, **vars(mean_of(deals))) for n, deals in enumerate(tension.income, 1)),
        parts={name: _by_tenth(numbers) for name, numbers in tension.parts.items()},
        leader_wins=_shares(tension.leader_wins),
        lead_changes=tension.lead_changes.spread,
        decided={str(fifth): times for fifth, times in enumerate(tension.decided)},
        decided_last=tension.decided_last.share,
        finish=tension.finish.spread,
        deficit=tension.deficit.spread,
        behind_at_half=tension.behind_at_half.share,
        replays=tuple(_replays(tension)),
        ways={
            name: WayToWin(way.games, _side_story(way.won), _side_story(way.lost))
            for name, way in sorted(tension.ways.items(), key=lambda one: (-one[1].games, one[0]))
        },
    )


def _side_story(its: SideCount) -> SideStory:
    first, second = map(mean_of, its.gains)
    return SideStory(
        first_half=first,
        second_half=second,
        hand=mean_of(its.hand) if its.hand.of else None,
        forced=its.forced.share if its.forced.of else None,
        idle=its.idle.share if its.idle.of else None,
        parts={name: mean_of(deals) for name, deals in its.parts.items()},
    )


def _shares(tenths: Sequence[Deals]) -> tuple[ShareAt, ...]:
    return tuple(ShareAt(n / 10, **vars(one.share)) for n, one in enumerate(tenths))


def _by_tenth(numbers: Sequence[Numbers]) -> tuple[SummaryAt, ...]:
    return tuple(SummaryAt(n / 10, **vars(one.spread.alone)) for n, one in enumerate(numbers))


def _replays(tension: Tension) -> Iterable[Replay]:
    """Yield four games worth a look, each once."""
    changes, deficit = tension.lead_changes.spread.median, tension.deficit.spread.median

    def unlike(game: GameSummary) -> tuple[float, int]:
        return abs(game.lead_changes - changes) + abs(game.behind - deficit) + 3 * abs(
            game.decided - 0.5
        ), game.game

    asked = {
        "like most": min(tension.some, key=unlike, default=None),
        "most back and forth": tension.changed,
        "greatest comeback": tension.came_back,
        "most one-sided": tension.one_sided,
    }
    met: set[int] = set()
    for why, game in asked.items():
        if game and game.game not in met:
            met.add(game.game)
            same = {one.name: getattr(game, one.name) for one in fields(Replay) if one.name != "why"}
            yield Replay(why, **same)


def _choices(tally: Tally) -> ChoiceUse:
    counts = tally.branching.counts
    of = sum(counts.values())

    def share(least: int, most: int | None) -> float:
        return sum(n for many, n in counts.items() if least <= max(1, many) <= (most or many)) / max(1, of)

    return ChoiceUse(
        looked_at=of,
        forced=counts.get(1, 0) / of if of else None,
        bins=tuple(Bin(least, most, share(least, most)) for least, most in _BINS),
        phases=tuple(_phase(tally, name, times) for name, times in tally.phases.items()),
        branching=tally.branching.spread.alone,
        waits=tally.waits.spread,
        forced_over=_shares(tally.turns.forced),
        idle_over=_shares(tally.turns.idle),
    )


def _phase(tally: Tally, name: str, times: int) -> PhaseUse:
    looked: Mapping[float, int] = tally.looked_at.get(name, {})
    seen = sum(looked.values())
    found = spread(looked)
    ends = (found.p5, found.median, found.p95, found.most) if seen else (None,) * 4
    return PhaseUse(
        name, times / max(1, tally.watched), seen, looked.get(1, 0) / seen if seen else None, *ends
    )


def _rules(found: Findings, proofs: Proofs) -> tuple[RuleUse, ...]:
    used, unused = found.rules_used, set(found.never.rules)
    listed = dict.fromkeys([*proofs.rules, *sorted({*used, *unused})])
    return tuple(
        RuleUse(
            id=rule,
            says=proofs.says.get(rule, ""),
            times=used.get(rule, 0),
            state="used" if rule in used else "unused" if rule in unused else "unwatched",
            scenarios=None if proofs.scenarios is None else tuple(proofs.scenarios.get(rule, ())),
        )
        for rule in listed
    )


def _box(table: Played) -> tuple[PartUse, ...]:
    game, tally = table.game, table.tally
    chips = {name: held for name, _, held in chips_of(game)}
    held = {name: len(pieces) for name, pieces in game.pieces.ranges.items()} | chips
    titles = {component.id: component.title or component.id for component in game.kit.components}
    faces = {component.id: component.cards[0].id for component in game.kit.components if component.cards}
    for name, pieces in game.parts().items():
        titles[name], held[name] = name.replace("_", " ").capitalize(), len(pieces)
        faces[name] = game.pieces.cards[next(iter(pieces))].id
    for component in game.kit.components:
        for card in component.cards:
            if card.id in chips or card.id in tally.missing:
                titles[card.id], faces[card.id] = card.name, card.id
                held[card.id] = card.count
    return tuple(
        PartUse(
            name,
            titles.get(name, name),
            tally.most_used[name],
            held.get(name),
            tally.missing[name],
            faces.get(name),
        )
        for name in sorted({*tally.most_used, *tally.missing})
    )
