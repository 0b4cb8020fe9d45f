"""What a simulation at one table found out, as data, as JSON and in words."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from cardgen.simulation.findings import NO_PROOFS, Findings, Played, Proofs, findings
from cardgen.simulation.statistics import Share, Spread, spread, wilson


@dataclass(frozen=True, slots=True, kw_only=True)
class Report(Findings):
    """The findings of a simulation at one table."""

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
    figures: Mapping[str, Spread]
    seats: tuple[Share, ...]
    bot_wins: Mapping[str, Share]
    scores: Spread
    winning_scores: Spread
    margins: Spread
    most_used: Mapping[str, tuple[int, int]]

    def lines(self) -> Iterable[str]:
        """Yield the report line by line."""
        early = f" of {self.wanted}, interrupted" if self.interrupted else ""
        played = f"{self.games} games{early}, {self.players} players ({', '.join(self.bots)})"
        yield f"{self.title}: {played}, seed {self.seed}"
        yield f"House rules: {house_rules(self.changed_options) or 'none'}"
        if not self.games:
            return
        yield ""
        yield "How games end"
        for ending, number in self.endings.items():
            yield f"  {number / self.games:6.1%}  {ending}"
        yield ""
        yield f"{'':22}{'mean':>8}{'median':>8}{'5 %':>8}{'95 %':>8}{'most':>8}"
        rows = {
            "Rounds": self.rounds, "Decisions": self.decisions, "Moves to choose from": self.branching,
            "Scores": self.scores, "Winner's score": self.winning_scores, "Lead over the second": self.margins,
        }  # fmt: skip
        for name, s in rows.items():
            yield f"{name:22}{s.mean:8.1f}{s.median:8.1f}{s.low:8.1f}{s.high:8.1f}{s.most:8.0f}"
        if self.figures:
            yield ""
            yield f"{'Figures':22}{'mean':>8}{'median':>8}{'10 %':>8}{'90 %':>8}{'told':>8}"
            for name, s in self.figures.items():
                yield f"  {name.replace('_', ' '):20}{s.mean:8.1f}{s.median:8.1f}{s.low10:8.1f}{s.high10:8.1f}{s.of:8}"
        yield ""
        yield f"Wins by seat (fair: {1 / self.players:.1%})"
        for seat, share in enumerate(self.seats):
            fair = share.low <= 1 / self.players <= share.high
            yield f"  seat {seat + 1}  {share}{'' if fair else '  not fair'}"
        if self.nobody.share:
            yield f"  nobody  {self.nobody}"
        if len(self.bot_wins) > 1:
            yield "Wins by kind of player"
            for name, share in self.bot_wins.items():
                yield f"  {name:8}{share}"
        yield ""
        yield "The most pieces in use at once"
        for name, (most, held) in self.most_used.items():
            yield f"  {name:14}{most:4} of {held}"
        yield ""
        yield from self.found_lines(every=False)


def make_report(
    table: Played,
    bots: Sequence[str],
    seed: int,
    *,
    wanted: int,
    interrupted: bool,
    proofs: Proofs = NO_PROOFS,
) -> Report:
    """Return the report on what was counted at a table."""
    game, tally = table.game, table.tally
    defaults = {name: option.default for name, option in game.kit.options.items()}
    best = [sorted(scores, reverse=True) for scores in tally.scores]
    held = {name: len(pieces) for name, pieces in game.pieces.ranges.items()}
    counted = game.counters(game.deal(seed))
    held |= {name.split()[0]: sum(counted.values()) for name in counted}
    return Report(
        **findings([replace(table, base=True)], proofs),
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
        rounds=spread(tally.rounds),
        decisions=spread(tally.decisions),
        branching=spread(tally.branching),
        figures={name: spread(numbers.elements()) for name, numbers in tally.figures.items()},
        seats=tuple(deals.share for deals in tally.seat_wins),
        bot_wins={name: deals.share for name, deals in tally.bot_wins.items()},
        scores=spread(score for scores in tally.scores for score in scores),
        winning_scores=spread(scores[0] for scores in best),
        margins=spread(scores[0] - scores[1] for scores in best if len(scores) > 1),
        most_used={name: (most, held.get(name, most)) for name, most in sorted(tally.most_used.items())},
    )


def house_rules(options: Mapping[str, Any]) -> str:
    """Return options with their values, as they are written on a command line."""
    values = {name: str(v).lower() if isinstance(v, bool) else v for name, v in options.items()}
    return ", ".join(f"{name} = {value}" for name, value in values.items())
