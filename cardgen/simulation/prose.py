"""Reports and surveys as plain text, for a terminal or a file."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from cardgen.simulation.report import Findings, Report
from cardgen.simulation.statistics import Share
from cardgen.simulation.survey import NotPlayed, Survey

_NUMBERS = re.compile(r"^(?:[A-Z]+-Q?\d+(?:, | and | to )?)+: ")  # scenarios often begin with their rules


def report_lines(r: Report) -> Iterable[str]:
    """Yield a report line by line."""
    early = f" of {r.wanted}, interrupted" if r.interrupted else ""
    yield f"{r.title}: {r.games} games{early}, {r.players} players ({', '.join(r.bots)}), seed {r.seed}"
    yield f"House rules: {_rules(r.changed_options) or 'none'}"
    if not r.games:
        return
    yield ""
    yield "How games end"
    for ending, number in r.endings.items():
        yield f"  {number / r.games:6.1%}  {ending}"
    yield ""
    yield f"{'':22}{'mean':>8}{'median':>8}{'5 %':>8}{'95 %':>8}{'most':>8}"
    rows = (
        ("Rounds", r.rounds), ("Decisions", r.decisions), ("Moves to choose from", r.branching),
        ("Scores", r.scores), ("Winner's score", r.winning_scores), ("Lead over the second", r.margins),
    )  # fmt: skip
    for name, s in rows:
        yield f"{name:22}{s.mean:8.1f}{s.median:8.1f}{s.low:8.1f}{s.high:8.1f}{s.most:8.0f}"
    if r.figures:
        yield ""
        yield f"{'Figures':22}{'mean':>8}{'median':>8}{'10 %':>8}{'90 %':>8}{'told':>8}"
        for name, s in r.figures.items():
            yield f"  {_named(name):20}{s.mean:8.1f}{s.median:8.1f}{s.low10:8.1f}{s.high10:8.1f}{s.of:8}"
    yield ""
    yield f"Wins by seat (fair: {1 / r.players:.1%})"
    for seat, share in enumerate(r.seats):
        fair = share.low <= 1 / r.players <= share.high
        yield f"  seat {seat + 1}  {_share(share)}{'' if fair else '  not fair'}"
    if r.nobody.share:
        yield f"  nobody  {_share(r.nobody)}"
    if len(r.bot_wins) > 1:
        yield "Wins by kind of player"
        for name, share in r.bot_wins.items():
            yield f"  {name:8}{_share(share)}"
    yield ""
    yield "The most pieces in use at once"
    for name, (most, held) in r.most_used.items():
        yield f"  {name:14}{most:4} of {held}"
    yield ""
    yield from _findings(r, every=False)


def survey_lines(s: Survey) -> Iterable[str]:
    """Yield a survey line by line: a row for each table, and what they found together."""
    early = f" of {s.wanted}, interrupted" if s.interrupted else ""
    yield (
        f"{s.title}: {s.union.games} games at {len(s.tables)} tables{early}, "
        f"played by {', '.join(s.bots)}, seed {s.seed}"
    )
    yield f"House rules at all tables: {_rules(s.options) or 'none'}"
    yield ""
    if s.tables:
        figures = tuple(dict.fromkeys(name for r in s.tables for name in r.figures))
        yield from _columns(
            [(*_HEAD[:6], *map(_named, figures), *_HEAD[6:])] + [_row(r, s, figures) for r in s.tables]
        )
        yield ""
    yield from _not_played("Refused at set-up", s.refused)
    yield from _not_played("Tables with a game that does not end", s.endless)
    if s.tables:
        yield "All tables together"
        yield from _findings(s.union, every=True)


_HEAD = (
    "players",
    "house rule",
    "games",
    "how most end",
    "rounds",
    "decisions",
    "wins by seat %",
    "nobody %",
)
_LEFT = {"house rule", "how most end", "wins by seat %"}


def _row(r: Report, s: Survey, figures: Sequence[str]) -> tuple[str, ...]:
    other = {
        name: value
        for name, value in r.options.items()
        if name != "players"
        and (value != s.options[name] if name in s.options else name in r.changed_options)
    }
    ending, number = next(iter(r.endings.items()))
    return (
        str(r.players),
        _rules(other) or ("as above" if s.options else "by the book"),
        f"{r.games}{'*' * (r.games < r.wanted)}",
        f"{number / r.games:4.0%} {ending}",
        f"{r.rounds.mean:.1f}",
        f"{r.decisions.mean:.1f}",
        *(f"{r.figures[name].mean:.1f}" if name in r.figures else "" for name in figures),
        " ".join(f"{seat.share * 100:2.0f}" for seat in r.seats),
        f"{r.nobody.share * 100:.0f}",
    )


def _columns(rows: Sequence[Sequence[str]]) -> Iterable[str]:
    widths = [max(len(cell) for cell in column) for column in zip(*rows, strict=True)]
    left = [name in _LEFT for name in rows[0]]
    for row in rows:
        cells = (
            cell.ljust(width) if to_left else cell.rjust(width)
            for cell, width, to_left in zip(row, widths, left, strict=True)
        )
        yield "  ".join(cells).rstrip()


def _not_played(heading: str, tables: Sequence[NotPlayed]) -> Iterable[str]:
    if tables:
        yield heading
        for table in tables:
            yield f"  {table.players} players, {_rules(table.options) or 'by the book'}: {table.reason}"
        yield ""


# -- what one table and many have in common


def _findings(f: Findings, *, every: bool) -> Iterable[str]:
    yield from _cards(f)
    yield f"Cards never drawn: {_names(f.cards_undrawn)}"
    yield f"Drawn but never played: {_names(f.cards_unplayed)}"
    if f.deeds or f.deeds_undone:
        yield f"Effects never done: {_names(f.deeds_undone)}"
    if not f.rules_unused:
        yield "Rules never used: none"
    else:
        yield "Rules never used"
        yield from (f"  {rule}{_proof(f, rule)}" for rule in f.rules_unused)
    if f.rules_unwatched:
        open_ = [rule for rule in f.rules_unwatched if f.scenarios is not None and not f.scenarios[rule]]
        many = len(f.rules_unwatched)
        yield f"Not watched: {many} rule{'s' * (many != 1)} that the game does not tell of"
        if every:
            yield from (f"  {rule}{_proof(f, rule)}" for rule in f.rules_unwatched)
        elif f.scenarios is not None:
            yield f"  without a scenario: {_names(open_)}"


def _proof(f: Findings, rule: str) -> str:
    if f.scenarios is None:
        return ""
    if not (names := f.scenarios[rule]):
        return " (no scenario)"
    more = f", and {len(names) - 1} more" if len(names) > 1 else ""
    return f" (scenario: {_NUMBERS.sub('', names[0])}{more})"


def _cards(f: Findings) -> Iterable[str]:
    # of dozens of cards some lie outside their margin by chance, hardly one outside 1.7 margins (99.9 %)
    sure = {
        name: c
        for name, c in f.cards.items()
        if abs(c.win_difference) > 1.7 * c.margin or abs(c.drew_difference) > 1.7 * c.drew_margin
    }
    ranked = sorted(sure, key=lambda name: -sure[name].drew_difference)
    if ranked:
        shown = ranked if len(ranked) <= 12 else [*ranked[:6], *ranked[-6:]]
        called = {name: name if sure[name].name == name else f"{name} {sure[name].name}" for name in shown}
        heading = "Cards that make a difference"
        width = max(len(heading), *(len(text) + 2 for text in called.values()))
        yield f"{heading:{width}}{'drawn':>8}{'played':>8}{'stuck':>8}  wins: who drew it (above the average card), who played it (above a fair share)"
        for name in shown:
            c = sure[name]
            rates = f"{c.drawn:8.1%}{c.played:8.1%}{c.stuck:8.1%}"
            drew, played = (
                f"{c.drew_difference:+7.1%} ± {c.drew_margin:.1%}",
                f"{c.win_difference:+7.1%} ± {c.margin:.1%}",
            )
            yield f"{'  ' + called[name]:{width}}{rates}  {drew:22}{played}"
        yield ""


def _share(share: Share) -> str:
    return f"{share.share:6.1%}  ({share.low:.1%} to {share.high:.1%})"


def _rules(options: Mapping[str, Any]) -> str:
    values = {name: str(v).lower() if isinstance(v, bool) else v for name, v in options.items()}
    return ", ".join(f"{name} = {value}" for name, value in values.items())


def _names(names: Sequence[str]) -> str:
    return ", ".join(names) or "none"


def _named(figure: str) -> str:
    return figure.replace("_", " ")
