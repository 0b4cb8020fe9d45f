"""What a simulation at one table found out, as data, as JSON and in words."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from typing import Any

from cardgen.engine import Game
from cardgen.engine.playing import fingerprint
from cardgen.simulation.document import document, found_data, question_data, share_data, spread_data
from cardgen.simulation.fairness import Fairness, Together, fair_lines, questions, together
from cardgen.simulation.findings import NO_PROOFS, Findings, Played, Proofs, findings
from cardgen.simulation.statistics import Deals, Share, Spread, spread, wilson
from cardgen.simulation.tally import Tally, Tension, Told
from cardgen.simulation.watching import chips_of

_BINS = ((1, 1), (2, 3), (4, 7), (8, 15), (16, 31), (32, 63), (64, 127), (128, None))


@dataclass(frozen=True, slots=True)
class Reach:
    """Whether the interval that was asked for was reached, and what was watched for it."""

    half_width: float
    watch: str
    widest: float
    games_needed: int

    @property
    def reached(self) -> bool:
        """Whether it was."""
        return self.widest <= self.half_width

    def __str__(self) -> str:
        what = f"the widest interval of wins by {self.watch} reaches {self.widest:.1%} either way"
        if self.watch == "option":
            what = f"the widest interval of a difference reaches {self.widest:.1%} either way"
        if self.reached:
            return f"± {self.half_width:.1%} was reached: {what}"
        return f"± {self.half_width:.1%} was not reached: {what}; about {self.games_needed:,} games would do"


@dataclass(frozen=True, slots=True)
class Part:
    """A part of the box: how many were in use at once at most, how many more were wanted, and how many there are.

    What was wanted and not there comes on top of all that there are. `held` is None for what the kit does not count.
    """

    part: str
    title: str
    most: int
    held: int | None
    missing: int
    card: str | None

    @property
    def wanted(self) -> int:
        """How many there should be."""
        there = self.held if self.held is not None and self.missing else self.most
        return max(self.most, there + self.missing)

    @property
    def short(self) -> bool:
        """Whether the box runs out."""
        return self.held is not None and self.wanted > self.held


@dataclass(frozen=True, slots=True, kw_only=True)
class Report(Findings):
    """The findings of a simulation at one table; `table` is all of it as plain data, the JSON of this table."""

    game: str
    title: str
    players: int
    options: Mapping[str, Any]
    changed_options: Mapping[str, Any]
    bots: tuple[str, ...]
    seed: int
    wanted: int
    interrupted: bool
    endings: Mapping[str, int]
    nobody: Share
    rounds: Spread
    decisions: Spread
    branching: Spread
    waits: Spread
    figures: Mapping[str, Spread]
    fair: tuple[Fairness, ...]
    together: Together
    seats: tuple[Share, ...]
    bot_wins: Mapping[str, Share]
    scores: tuple[Spread, ...]
    winning_scores: Spread
    margins: Spread
    tension: Mapping[str, Any]
    choices: Mapping[str, Any]
    box: tuple[Part, ...]
    emptied: Mapping[str, Share]
    rules: tuple[Mapping[str, Any], ...]
    reach: Reach | None
    moves_first: str
    sides: tuple[Mapping[str, Any], ...]
    level: Share
    kit: Mapping[str, Any]
    change: str = ""
    by_round: bool = False

    @property
    def most_used(self) -> Mapping[str, tuple[int, int]]:
        """Of each part how many were wanted at once at most, and how many the box holds."""
        return {
            part.part: (part.wanted, part.wanted if part.held is None else part.held) for part in self.box
        }

    def to_dict(self) -> dict[str, Any]:
        """Return the report as plain data, in the shape that docs/report-json.md describes."""
        return document(
            [self.table_data()],
            kit=self.kit,
            seed=self.seed,
            options=self.changed_options,
            correction=self.together.to_dict(),
            found=self,
            interrupted=self.interrupted,
        )

    def table_data(self) -> dict[str, Any]:
        """Return what this table found out as plain data."""
        scored = self.winning_scores.most > 1  # of 1 for the winner nobody speaks
        return {
            "players": self.players,
            "options": dict(self.options),
            "changed_options": dict(self.changed_options),
            "change": self.change,
            "bots": list(self.bots),
            "games": self.games,
            "wanted": self.wanted,
            "interrupted": self.interrupted,
            "until_ci": asdict(self.reach) | {"reached": self.reach.reached} if self.reach else None,
            "sides": [
                {**side, "wins": share_data(side["wins"]) if side["wins"] else None} for side in self.sides
            ],
            "endings": dict(self.endings),
            "nobody": share_data(self.nobody),
            "fair": {
                "share": self.fair[0].fair if self.fair else None,
                "moves_first": self.moves_first,
                **{question.by: question_data(question) for question in self.fair},
                "scores": [spread_data(scores) for scores in self.scores] if scored else None,
                "top": spread_data(self.winning_scores) if scored else None,
                "lead": spread_data(self.margins) if scored else None,
                "level": share_data(self.level) if scored else None,
            },
            "bot_wins": {name: share_data(share) for name, share in self.bot_wins.items()},
            "length": {"rounds": spread_data(self.rounds), "decisions": spread_data(self.decisions)},
            "tension": self.tension,
            "choices": self.choices,
            "box": [asdict(part) | {"wanted": part.wanted, "short": part.short} for part in self.box],
            "emptied": {name: share_data(share) for name, share in self.emptied.items()},
            "figures": {name: spread_data(numbers) for name, numbers in self.figures.items()},
            "cards_by": "round" if self.by_round else "game",
            **found_data(self),
            "rules": [dict(rule) for rule in self.rules],
        }

    def lines(self) -> Iterable[str]:
        """Yield the report line by line."""
        early = f" of {self.wanted}, interrupted" if self.interrupted else ""
        played = f"{self.games} games{early}, {self.players} players ({', '.join(self.bots)})"
        yield f"{self.title}: {played}, seed {self.seed}"
        yield f"House rules: {house_rules(self.changed_options) or 'none'}"
        if self.reach:
            yield f"--until-ci: {self.reach}"
        if not self.games:
            return
        yield ""
        yield "How games end"
        for ending, number in self.endings.items():
            yield f"  {number / self.games:6.1%}  {ending}"
        yield ""
        yield f"{'':22}{'mean':>8}{'±':>8}{'median':>8}{'5 %':>8}{'95 %':>8}{'most':>8}"
        for name, s in self._rows().items():
            yield f"{name:22}{s.mean:8.1f}{_either_way(s):>8}{s.median:8.1f}{s.p5:8.1f}{s.p95:8.1f}{s.most:8.0f}"
        if self.figures:
            yield ""
            yield f"{'Figures':22}{'mean':>8}{'±':>8}{'median':>8}{'10 %':>8}{'90 %':>8}{'told':>8}"
            for name, s in self.figures.items():
                called = name.replace("_", " ")
                yield f"  {called:20}{s.mean:8.1f}{_either_way(s):>8}{s.median:8.1f}{s.p10:8.1f}{s.p90:8.1f}{s.of:8}"
        yield ""
        yield from self._who_wins()
        yield ""
        yield from self._tension_lines()
        yield from self._box_lines()
        yield ""
        yield from self.found_lines(every=False)

    def _rows(self) -> Mapping[str, Spread]:
        rows = {"Rounds": self.rounds, "Decisions": self.decisions, "Moves to choose from": self.branching}
        rows["Waits for a decision"] = self.waits
        if self.winning_scores.most > 1:
            rows |= {f"Scores of seat {n + 1}": scores for n, scores in enumerate(self.scores)}
            rows |= {"Winner's score": self.winning_scores, "Lead over the second": self.margins}
        return rows

    def _who_wins(self) -> Iterable[str]:
        yield from fair_lines(self.fair)
        if self.fair:
            yield f"  ({self.together.says})"
        if self.nobody.share:
            won = self.games - round(self.nobody.share * self.games)
            yield f"Nobody wins  {self.nobody}; shares are of the {won} games that somebody won"
        if len(self.bot_wins) > 1:
            yield "Wins by kind of player"
            for name, share in self.bot_wins.items():
                yield f"  {name:8}{share}"

    def _tension_lines(self) -> Iterable[str]:
        found = self.tension
        if not found.get("games"):
            return
        half, changes = found["leader_wins"][5], found["lead_changes"]
        yield f"Tension, in {found['unit']}, over {found['games']} games that somebody won"
        yield f"  who leads at half time wins {half['share']:.1%}  ({half['low']:.1%} to {half['high']:.1%})"
        behind, last = found["behind_at_half"], found["decided_last"]
        yield f"  winners who were behind then {behind['share']:.1%}  ({behind['low']:.1%} to {behind['high']:.1%})"
        yield f"  decided in the last fifth {last['share']:.1%}  ({last['low']:.1%} to {last['high']:.1%})"
        yield (
            f"  the lead changes {changes['mean']:.1f} times; the winner makes good {found['deficit']['mean']:.1f},"
            f" and is ahead by {found['finish']['mean']:.1f} at the end"
        )
        yield ""

    def _box_lines(self) -> Iterable[str]:
        yield "The most pieces in use at once"
        for part in self.box:
            there = "" if part.held is None else f" of {part.held}"
            short = "  not enough" if part.short else ""
            yield f"  {part.title:20}{part.wanted:4}{there}{short}"
        for name, share in self.emptied.items():
            yield f"  {name} ran empty in {share.share:.1%} of games"


def make_report(
    table: Played,
    bots: Sequence[str],
    seed: int,
    *,
    wanted: int,
    interrupted: bool,
    proofs: Proofs = NO_PROOFS,
    reach: Reach | None = None,
    level: Together | None = None,
    change: str = "",
) -> Report:
    """Return the report on what was counted at a table; `level` is that of all tables that are shown together."""
    game, tally = table.game, table.tally
    defaults = {name: option.default for name, option in game.kit.options.items()}
    level = level or together([questions(tally, game)])
    fair = questions(tally, game, level.level)
    found = findings([replace(table, base=True)], proofs)
    return Report(
        **found,
        game=game.slug,
        title=game.kit.title,
        players=game.players,
        options=game.options,
        changed_options={name: v for name, v in game.options.items() if v != defaults[name]},
        bots=tuple(bots),
        seed=seed,
        wanted=wanted,
        interrupted=interrupted,
        endings=dict(tally.endings.most_common()),
        nobody=tally.nobody.share if tally.games else wilson(0, 0),
        rounds=tally.rounds.spread,
        decisions=tally.decisions.spread,
        branching=tally.branching.spread,
        waits=tally.waits.spread,
        figures={name: numbers.spread for name, numbers in tally.figures.items()},
        fair=fair,
        together=level,
        seats=tuple(deals.share for deals in tally.seat_wins),
        bot_wins={name: deals.share for name, deals in tally.bot_wins.items()},
        scores=tuple(numbers.spread for numbers in tally.scores),
        winning_scores=tally.winning.spread,
        margins=tally.lead.spread,
        tension=_tension(tally.tension, game.standing_unit),
        choices=_choices(tally),
        box=_box(table),
        emptied={name: wilson(times, tally.watched) for name, times in sorted(tally.emptied.items())},
        rules=_rules(found, proofs),
        reach=reach,
        moves_first=f"seat {next(iter(tally.first)) + 1}" if len(tally.first) == 1 else "varies",
        sides=_sides(tally, game.names),
        level=tally.level.share,
        kit=kit_data(game),
        change=change,
        by_round=game.by_round,
    )


def _either_way(spread: Spread) -> str:
    """Return how far either way the interval of a mean reaches."""
    if spread.low is None or spread.high is None:
        return ""
    return f"{(spread.high - spread.low) / 2:.2f}"


def kit_data(game: Game[Any]) -> dict[str, Any]:
    """Return what a report says of a kit."""
    kit = game.kit
    return {
        "game": kit.slug,
        "title": kit.title,
        "subtitle": kit.subtitle,
        "version": kit.version,
        "language": kit.language,
        "accent": kit.accent,
        "minutes": kit.minutes,
        "players": [kit.players.min, kit.players.max],
        "notice": kit.credits.get("notice", ""),
        "fingerprint": fingerprint(game),
    }


def _sides(tally: Tally, names: Sequence[str]) -> tuple[Mapping[str, Any], ...]:
    if not tally.sides:
        return ()
    sides = next(iter(tally.sides))
    teams = any(len(side) > 1 for side in sides)
    by_lot = len(tally.sides) > 1
    wins: list[Share | None] = [deals.share for deals in tally.side_wins]
    wins += [None] * (len(sides) - len(wins))
    return tuple(
        {
            "name": f"Team {chr(65 + n)}" if teams else f"Seat {side[0] + 1}",
            "seats": [] if by_lot else list(side),
            "wins": share,
        }
        for n, (side, share) in enumerate(zip(sides, wins, strict=True))
    )


def _spread(found: Spread, *, counts: bool) -> dict[str, Any]:
    """Return a spread as plain data; the numbers of its histogram are texts there."""
    data = spread_data(found)
    if not counts:
        del data["counts"]
    return data


def _share(deals: Deals) -> dict[str, Any]:
    return share_data(deals.share)


def _tension(tension: Tension, unit: str) -> dict[str, Any]:
    if not tension.games:
        return {"unit": unit, "games": 0}
    at = [tenth / 10 for tenth in range(len(tension.margin))]
    return {
        "unit": unit,
        "games": tension.games,
        "margin": [
            {"at": t} | _spread(numbers.spread, counts=False)
            for t, numbers in zip(at, tension.margin, strict=True)
        ],
        "leader_wins": [{"at": t} | _share(deals) for t, deals in zip(at, tension.leader_wins, strict=True)],
        "lead_changes": _spread(tension.lead_changes.spread, counts=True),
        "decided": {str(fifth): times for fifth, times in enumerate(tension.decided)},
        "decided_last": _share(tension.decided_last),
        "finish": _spread(tension.finish.spread, counts=True),
        "deficit": _spread(tension.deficit.spread, counts=True),
        "behind_at_half": _share(tension.behind_at_half),
        "replays": _replays(tension),
    }


def _replays(tension: Tension) -> list[dict[str, Any]]:
    """Return four games worth a look, each once."""
    changes, deficit = tension.lead_changes.spread.median, tension.deficit.spread.median

    def unlike(told: Told) -> tuple[float, int]:
        return abs(told.lead_changes - changes) + abs(told.behind - deficit) + 3 * abs(
            told.decided - 0.5
        ), told.game

    asked = {
        "like most": min(tension.some, key=unlike, default=None),
        "most back and forth": tension.changed,
        "greatest comeback": tension.came_back,
        "most one-sided": tension.one_sided,
    }
    found: dict[int, dict[str, Any]] = {}
    for why, told in asked.items():
        if told and told.game not in found:
            found[told.game] = {
                "why": why,
                "game": told.game,
                "seed": told.seed,
                "winner": told.winner,
                "lead_changes": told.lead_changes,
                "behind": told.behind,
                "rounds": told.rounds,
                "moves": told.moves,
                "standing": [list(standing) for standing in told.standing],
            }
    return list(found.values())


def _choices(tally: Tally) -> dict[str, Any]:
    counts = tally.branching.counts
    of = sum(counts.values())
    bins = [
        {
            "least": least,
            "most": most,
            "share": sum(times for many, times in counts.items() if least <= max(1, many) <= (most or many))
            / max(1, of),
        }
        for least, most in _BINS
    ]
    phases = []
    for name, times in tally.phases.items():
        looked: Mapping[float, int] = tally.looked_at.get(name, {})
        seen = sum(looked.values())
        phases.append(
            {
                "name": name,
                "per_game": times / max(1, tally.watched),
                "looked_at": seen,
                "forced": looked.get(1, 0) / seen if seen else None,
                **_quantiles(looked),
            }
        )
    return {
        "looked_at": of,
        "forced": counts.get(1, 0) / of if of else None,
        "bins": bins,
        "phases": phases,
        "branching": _spread(tally.branching.spread, counts=False),
        "waits": _spread(tally.waits.spread, counts=True),
    }


def _quantiles(counts: Mapping[float, int]) -> dict[str, float | None]:
    if not counts:
        return dict.fromkeys(("p5", "median", "p95", "most"))
    found = spread(counts)
    return {"p5": found.p5, "median": found.median, "p95": found.p95, "most": found.most}


def _rules(found: Mapping[str, Any], proofs: Proofs) -> tuple[Mapping[str, Any], ...]:
    used, unused = found["rules_used"], set(found["rules_unused"])
    listed = dict.fromkeys([*proofs.rules, *sorted({*used, *unused})])
    return tuple(
        {
            "id": rule,
            "says": proofs.says.get(rule, ""),
            "times": used.get(rule, 0),
            "state": "used" if rule in used else "unused" if rule in unused else "unwatched",
            "scenarios": None if proofs.scenarios is None else list(proofs.scenarios.get(rule, ())),
        }
        for rule in listed
    )


def _box(table: Played) -> tuple[Part, ...]:
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
        Part(
            name,
            titles.get(name, name),
            tally.most_used[name],
            held.get(name),
            tally.missing[name],
            faces.get(name),
        )
        for name in sorted({*tally.most_used, *tally.missing})
    )


def reach_of(half_width: float, watch: str, widest: float, tally: Tally) -> Reach:
    """Return what was reached, and how many games would do."""
    if widest <= half_width or not tally.games:
        return Reach(half_width, watch, widest, tally.games)
    factor = (widest / half_width) ** 2
    step = 10 ** max(0, len(str(int(tally.games * factor))) - 2)
    return Reach(half_width, watch, widest, int(-(-tally.games * factor // step) * step))


def house_rules(options: Mapping[str, Any]) -> str:
    """Return options with their values, as they are written on a command line."""
    values = {name: str(v).lower() if isinstance(v, bool) else v for name, v in options.items()}
    return ", ".join(f"{name} = {value}" for name, value in values.items())
