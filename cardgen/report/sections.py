"""Sections of the page: numbers in, pictures and words out. A section whose numbers are missing is None."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from math import ceil, floor
from statistics import NormalDist
from types import MappingProxyType
from typing import Any, TypeAlias

from markupsafe import Markup

from cardgen.model.minutes import read_minutes
from cardgen.report import charts as ch
from cardgen.report import judging
from cardgen.report import words as w
from cardgen.report.charts import Scale
from cardgen.results.found import CardReport
from cardgen.results.numbers import (
    Mean,
    MeanAt,
    Minutes,
    Share,
    ShareAt,
    Spread,
    Summary,
    SummaryAt,
    WholeGames,
)
from cardgen.results.report import House, SimulationReport
from cardgen.results.table import Leads, TableReport

Made = dict[str, Any]
_Cell: TypeAlias = Mean | Share | None
_Column: TypeAlias = tuple[str, list[_Cell]]

_ASKED = {"team": "by team", "order": "by the order of play", "seat": "by seat"}
_Z = NormalDist()
_SEEN = 0.01
"""Less than one decision in a hundred is not worth a picture."""
_PACES = (5, 15, 30)
_MOST_BINS = 16
_MOST_LABELS = 24
"""Of more cards that stand out than these the surest have their names in the picture; the table has all."""


def _shares(shares: Mapping[str, Share], draw: Callable[[Share], Markup]) -> list[Made]:
    """Return shares as rows, by whose they are."""
    return [
        ch.row(w.sentence(name).replace("_", " "), draw(one), w.pc(one.share), w.pspan(one.low, one.high))
        for name, one in shares.items()
    ]


def _percent(share: float) -> str:
    return w.pc(share, 0)


# ---- fairness ---------------------------------------------------------------------------------------


def fair(table: TableReport) -> Made | None:
    """Return the questions of fairness as rows, and the scores of each seat."""
    share, asked = table.fair.share, judging.asked(table)
    if share is None or not asked:
        return None
    top = max(line.wide.high for *_, lines in asked for line in lines)
    scale = Scale(0, next((t for t in (0.4, 0.6, 0.8) if top <= t), 1))
    ticks = scale.ticks(5)
    band = (share - w.FAIR_BAND, share + w.FAIR_BAND)
    axis = ch.draw("axis", scale, ticks, _percent, fair=share, fair_says=f"fair {w.pc(share)}")
    questions = []
    for by, question, lines in asked:
        rows = []
        for line in lines:
            far, wide = line.off(share), line.wide
            tag = {1: "more than its share", -1: "less than its share"}.get(far, "")
            if not far and line.unfair:
                tag = f"a little {'more' if line.share > share else 'less'}"
            picture = ch.draw(
                "whisker",
                scale,
                line.low,
                line.share,
                line.high,
                wide=(wide.low, wide.high),
                fair=share,
                band=band,
                name="off" if far else "",
                ticks=ticks,
            )
            label = w.sentence(line.name)
            rows.append(ch.row(label, picture, w.pc(line.share), w.pspan(line.low, line.high), tag))
        questions.append({"title": _ASKED[by], "rows": rows, "chance": w.chance(question.chance)})
    return {
        "questions": questions,
        "axis": axis,
        "scores": _scores(table),
        "level": table.fair.level,
    }


def _scores(table: TableReport) -> list[Made]:
    """Return the final scores of each seat as histograms on one axis."""
    scores = table.fair.scores
    if not scores:
        return []
    least, most = min(s.least for s in scores), max(s.most for s in scores)
    return [
        {
            "name": f"Seat {seat + 1}",
            "mean": w.about(one),
            "picture": _spread(one, f"Final scores of seat {seat + 1}", least, most, height=120, label=False),
        }
        for seat, one in enumerate(scores)
    ]


def _spread(
    spread: Spread, caption: str, least: float, most: float, *, height: float = 150, label: bool = True
) -> Markup:
    """Return a histogram of whole numbers, in steps where there are many, with the middle nine in ten marked."""
    step = max(1, int(ch.nice((most - least + 1) / _MOST_BINS)))
    start = int(least // step) * step
    counts: dict[int, int] = {}
    for number, times in spread.counts.items():
        at = int((float(number) - start) // step)
        counts[at] = counts.get(at, 0) + times
    many = int((most - start) // step) + 1
    bins = [(_from_to(start + step * n, step), counts.get(n, 0) / max(1, spread.of)) for n in range(many)]
    inside = [spread.p5 < start + step * (n + 1) and spread.p95 >= start + step * n for n in range(many)]
    ends = [n for n, one in enumerate(inside) if one] or [0]
    places = (100 * (ends[0] + 0.1) / many, 100 * (ends[-1] + 0.9) / many)
    return ch.draw(
        "histogram",
        bins,
        caption,
        inside=inside,
        label=label and many <= 12,
        height=height,
        every=-(-many // (8 if label else 6)),
        span=(*places, f"nine in ten: {w.span(spread.p5, spread.p95)}"),
    )


# ---- length -----------------------------------------------------------------------------------------


def length(data: SimulationReport, table: TableReport) -> Made:
    """Return rounds, decisions, waits, minutes at three paces, and how games end."""
    found = table.length
    made: Made = {
        name: {
            "picture": _spread(one, w.sentence(name), one.least, one.most),
            "says": _said(one),
            "step": max(1, int(ch.nice((one.most - one.least + 1) / _MOST_BINS))),
        }
        for name, one in (("rounds", found.rounds), ("decisions", found.decisions))
    }
    waits = table.choices.waits
    made["waits"] = None
    if waits.of:
        most = min(waits.most, max(3, waits.p95 * 2))
        picture = _tail(waits, "Decisions of others between two decisions of a player", int(most))
        made["waits"] = {"picture": picture, "says": _said(waits)}
    timed = found.minutes
    made["minutes"], made["axis"], made["implied"] = _minutes(
        data.kit.minutes, found.decisions, timed, data.pace.whole if data.pace else None
    )
    decisions = found.decisions
    made["slider"] = {name: getattr(decisions, name) for name in ("p5", "median", "p95")}
    made["slider"]["pace"] = min(120, max(2, round(timed.seconds))) if timed else 20
    pace = data.pace
    made["pace"] = judging.timed_pace(pace) if pace and timed else ""
    made["key"] = _key(data.kit.minutes, decisions, timed)
    endings = sorted(table.endings.items(), key=lambda one: -one[1])
    scale = Scale(0, 1)
    made["endings"] = [
        ch.row(
            w.sentence(name),
            ch.draw("bar", scale, times / table.games, 1),
            w.pc(times / table.games),
            w.games(times),
        )
        for name, times in endings
    ]
    made["ways"] = _ways(table)
    alike = [
        one
        for one in data.tables
        if one.games and (one.change, one.changed_options) == (table.change, table.changed_options)
    ]
    made["by_players"] = sorted(alike, key=lambda one: one.players) if len(alike) > 1 else []
    return made


def _ways(table: TableReport) -> list[Made]:
    """Return each way to end that came often enough: how long such games are, and who surely wins more or less of them."""
    return [
        {
            "name": w.sentence(name),
            "use": use,
            "who": [
                f"{line.name} wins {w.rough(line)}"
                for by, _, named in judging.asked(table)
                for line in use.wins.get(by, ())
                if named and line.unfair
            ],
        }
        for name, use in (table.by_ending or {}).items()
        if use.rounds.of >= w.FEW
    ]


def _said(spread: Summary) -> Markup:
    mean = w.about(spread)
    rest = f" on average, median {w.num(spread.median, 0)}, from {w.num(spread.least, 0)} to {w.num(spread.most, 0)}."
    return Markup("<b>{}</b>{}").format(mean, rest)


def _key(box: str, decisions: Spread, timed: Minutes | None) -> tuple[str, str, str]:
    """Return the key figure of how long a game takes: number, unit, and what it rests on."""
    if timed and timed.by == "playtests":
        pace = f"nine games in ten, at the {w.num(timed.seconds, 0)} s a decision that people took"
        return w.span(timed.p5, timed.p95), "min", pace
    if timed:
        return box, "min", "on the box; nobody has timed a game"
    return w.span(decisions.p5, decisions.p95), "decisions", "nine games in ten"


def _minutes(
    box: str, decisions: Spread, timed: Minutes | None, whole: WholeGames | None
) -> tuple[list[Made], Markup, str]:
    said = read_minutes(box)
    fair, band = None, None
    if said:
        fair, band = (said[0] + said[1]) / 2, said if said[1] > said[0] else None
    slowest = timed.seconds if timed and timed.by == "playtests" else _PACES[-1]
    longest = whole.minutes.most if whole else 0
    scale = Scale(
        0, max(longest * 1.03, decisions.p95 * slowest / 60 * 1.03, (said[1] if said else 0) * 1.1, 1)
    )
    ticks = scale.ticks(5)
    rows = []
    paces: list[tuple[float, str]] = [(pace, "") for pace in _PACES]
    if timed and timed.by == "playtests":
        paces = [(timed.seconds, "as people took")]
    for pace, small in paces:
        low, middle, high = (getattr(decisions, name) * pace / 60 for name in ("p5", "median", "p95"))
        picture = ch.draw("whisker", scale, low, middle, high, band=band, fair=fair, ticks=ticks, height=30)
        label, number = f"{w.num(pace, 1 if small else 0)} s a decision", f"{w.num(middle, 0)} min"
        rows.append(ch.row(label, picture, number, w.span(low, high), small=small))
    if whole:
        m, many = whole.minutes, whole.decisions
        people, bots = w.span(many.least, many.most), w.span(decisions.p5, decisions.p95)
        small = f"{w.count(m.of, 'whole game')} of {people} decisions, those of bots have {bots}"
        picture = ch.draw(
            "whisker", scale, m.least, m.median, m.most, band=band, fair=fair, ticks=ticks, height=30
        )
        number = f"{w.num(m.median, 0)} min"
        rows.append(ch.row("Games of people", picture, number, w.span(m.least, m.most), small=small))
    implied = ""
    if said and decisions.mean:
        digits = 1 if said[0] * 60 / decisions.mean < 10 else 0
        quick, slow = (end * 60 / decisions.mean for end in said)
        implied = w.span(quick, slow, digits)
    axis = ch.draw(
        "axis", scale, ticks, lambda t: f"{t:g}", fair=fair, fair_says=f"box {box}" if said else ""
    )
    return rows, axis, implied


# ---- tension ----------------------------------------------------------------------------------------


def tension(table: TableReport) -> Made | None:
    """Return six small pictures and the games that are worth a look; None where nobody ever leads."""
    found, half = table.tension, judging.half_time(table)
    if half is None:
        return None
    unit, margin = found.unit, found.margin
    changes, finish, deficit = found.lead_changes, found.finish, found.deficit
    middle = min(margin, key=lambda point: abs(point.at - 0.5))
    fifths = [
        (name, found.decided[str(n)] / found.games)
        for n, name in enumerate(("1st", "2nd", "3rd", "4th", "last"))
    ]
    never = changes.counts.get(0, 0) / max(1, changes.of)
    pictures = {
        "changes": _tail(changes, "Changes of the lead in a game"),
        "margin": _fan(margin, f"Lead over the second, in {unit}", unit),
        "standing": _fan(found.standing, f"Standing of a side, in {unit}", unit),
        # hands that are full whenever a round begins are no story
        "hands": _fan(found.hands, "Cards in a hand", "cards")
        if len({(point.p5, point.p95) for point in found.hands[:-1]}) > 1
        else Markup(),
        "leader": ch.draw(
            "odds",
            found.leader_wins,
            "How often the leader of the moment wins in the end",
            fair=table.fair.share,
        ),
        "decided": ch.draw(
            "histogram", fifths, "The fifth of the game from which the winner was never caught again"
        ),
        "deficit": _tail(deficit, f"Largest gap that winners made up, in {unit}"),
        "finish": _tail(finish, f"Lead over the second at the end, in {unit}"),
    }
    parts = {
        name: {"points": points, "picture": _fan(points, f"{w.sentence(name)}, in {unit}", unit)}
        for name, points in (found.parts or {}).items()
        if any(point.least or point.most for point in points)
    }
    gains = found.income if _moves_over(found.income) else ()
    pictures["income"] = _income(gains, f"What a side gains in a tenth of the game, in {unit}")
    made = {"pictures": pictures, "half": half, "middle": middle, "never": never, "parts": parts}
    means = [point.mean for point in found.standing]
    made["gains"] = means and max(means) - min(means) > 0.01 * abs(
        means[0]
    )  # else one side gains what others lose
    return made | {"games": _replays(table), "ways": _stories(found)}


def _stories(found: Leads) -> Made:
    """Return the head and the rows of how winners and others got there, by each way to win that came often enough."""
    ways = {name: way for name, way in (found.ways or {}).items() if way.games >= w.FEW}
    both = [side for way in ways.values() for side in (way.winners, way.others)]
    parts: list[_Column] = [
        (name, [side.parts.get(name) for side in both])
        for name in dict.fromkeys(part for side in both for part in side.parts)
    ]
    columns: list[_Column] = [
        ("gained in the first half", [side.first_half for side in both]),
        ("in the second half", [side.second_half for side in both]),
        ("hand at half time", [side.hand for side in both]),
        ("decisions with one move", [side.forced for side in both]),
        ("nothing but pass", [side.idle for side in both]),
        *parts,
    ]
    # what nobody has anywhere is no story
    columns = [(name, cells) for name, cells in columns if any(_middle(cell) for cell in cells)]
    rows = []
    for n, (name, way) in enumerate(ways.items()):
        pairs = [cells[2 * n : 2 * n + 2] for _, cells in columns]
        apart = [bool(a and b) and _apart(a, b) for a, b in pairs]
        rows += [
            (
                w.sentence(name),
                way.games,
                who,
                list(zip([_cell(pair[at]) for pair in pairs], apart, strict=True)),
            )
            for at, who in enumerate(("winners", "others"))
        ]
    return {"head": [name for name, _ in columns], "rows": rows}


def _middle(cell: _Cell) -> float:
    return 0.0 if cell is None else cell.share if isinstance(cell, Share) else cell.mean


def _apart(one: _Cell, other: _Cell) -> bool:
    """Return whether two intervals leave no number that both hold."""
    if one is None or other is None or None in (one.low, one.high, other.low, other.high):
        return False
    return bool(one.low > other.high or one.high < other.low)  # type: ignore[operator]


def _cell(cell: _Cell) -> str:
    if isinstance(cell, Share):
        return f"{w.pc(cell.share)} ±{w.NB}{w.num((cell.high - cell.low) * 50)}"
    return "–" if cell is None else w.about(cell)


def _moves_over(points: Sequence[MeanAt]) -> bool:
    """Return whether a number surely is not the same all over a game: intervals of all tenths together leave it no room."""
    if not points or any(point.low is None for point in points):
        return False
    wide = _Z.inv_cdf(1 - 0.025 / len(points)) / _Z.inv_cdf(0.975)
    ends = [(p.mean - (p.mean - p.span[0]) * wide, p.mean + (p.span[1] - p.mean) * wide) for p in points]
    return max(low for low, _ in ends) > min(high for _, high in ends)


def _income(points: Sequence[MeanAt], caption: str) -> Markup:
    """Return means in the course of a game with their intervals; they may be below 0. Nothing where there are none."""
    if not points:
        return Markup()
    least, most = min(0.0, *(p.span[0] for p in points)), max(0.0, *(p.span[1] for p in points))
    step = ch.nice((most - least) / 4)
    ticks = [round(step * n, 6) for n in range(floor(least / step), ceil(most / step) + 1)]
    return ch.draw("income", points, caption, ticks=ticks)


def _fan(points: Sequence[SummaryAt], caption: str, unit: str) -> Markup:
    """Return numbers in the course of a game with their bands; nothing where there are none, some are below 0, or all are alike."""
    least, most = (
        min((point.p5 for point in points), default=0),
        max((point.p95 for point in points), default=0),
    )
    if least < 0 or least == most:
        return Markup()
    top = max(1, *(point.p95 for point in points))
    step = ch.nice(top / 4)
    ticks = [round(step * n, 6) for n in range(int(-(-top // step)) + 1)]
    return ch.draw("fan", points, caption, most=ticks[-1], unit=unit, ticks=ticks)


def _from_to(low: float, step: float) -> str:
    """Return what a bar of so wide a step holds: 4, 0.5, or 20–39."""
    first = w.num(low, int(low % 1 > 0))
    return first if step <= 1 else f"{first}–{w.num(low + step - 1, 0)}"


def _tail(spread: Spread, caption: str, most: int | None = None) -> Markup:
    """Return a histogram from 0 on whose last bar is that and more; in steps where numbers are large."""
    cut = min(most if most is not None else max(3, spread.p95 + 1), max(1, spread.most))
    least = 1.0 if all(float(number).is_integer() for number in spread.counts) else 0.5
    step = max(least, ch.nice((cut + 1) / 9))
    step = int(step) if step >= 1 else 0.5
    low = min(0, spread.least) // step * step
    many = int((cut - low) // step)
    shares = [0.0] * (many + 1)
    for number, times in spread.counts.items():
        shares[min(many, int((float(number) - low) // step))] += times / max(1, spread.of)
    names = [_from_to(low + step * n, step) for n in range(many + 1)]
    if spread.most >= low + step * many + step:
        names[-1] = f"{names[-1].partition('–')[0]}+"
    return ch.draw("histogram", list(zip(names, shares, strict=True)), caption)


def _replays(table: TableReport) -> list[Made]:
    names = [side.name for side in table.sides]
    games = []
    for one in table.tension.replays:
        caption = f"Game {one.game}, {one.why}: {names[one.winner]} wins"
        changes = w.count(one.lead_changes, "change", capital=True)
        behind = f"the winner {one.behind:g} behind at worst" if one.behind else "the winner never behind"
        games.append(
            {
                "why": w.sentence(one.why),
                "picture": ch.draw("game", one.standing, names, one.winner, caption),
                "says": f"{changes} of the lead, {behind}.",
                "game": f"{one.game:04}",
            }
        )
    return games


# ---- choices ----------------------------------------------------------------------------------------


def choices(table: TableReport) -> Made | None:
    """Return how often each kind of player wins, moves to choose from, and the kinds of decision."""
    found, fair = table.choices, table.fair.share
    if not found.looked_at:
        return None
    rows, axis = [], None
    if len(table.bot_wins) > 1 and fair is not None:
        scale = Scale(0, 1)
        ticks = scale.ticks(4)
        axis = ch.draw("axis", scale, ticks, _percent, fair=fair, fair_says=f"fair {w.pc(fair, 0)}")
        wins = dict(sorted(table.bot_wins.items(), key=lambda one: -one[1].share))
        rows = _shares(
            wins, lambda one: ch.draw("whisker", scale, one.low, one.share, one.high, fair=fair, ticks=ticks)
        )
    bins = []
    for one in found.bins:
        ends = f"{one.least}+" if one.most is None else f"{one.least}–{one.most}"
        bins.append((str(one.least) if one.most == one.least else ends, one.share))
    while len(bins) > 2 and not bins[-1][1]:
        bins.pop()
    over = {
        name: {
            "picture": ch.draw("odds", points, caption, fair=None, told_as="decisions", mark=False),
            "start": points[0],
            "end": points[-1],
        }
        for name, points, caption in (
            ("forced", found.forced_over, "Decisions with one move only"),
            ("idle", found.idle_over, "Decisions whose only move changes nothing"),
        )
        if _known_over(points)
    }
    return {
        "rows": rows,
        "axis": axis,
        "picture": ch.draw("histogram", bins, "How many moves there are to choose from"),
        "forced": found.forced,
        "over": over,
        "median": found.branching.median,
        "phases": sorted(found.phases, key=lambda phase: -phase.per_game),
    }


def _known_over(points: Sequence[ShareAt]) -> bool:
    """Return whether shares in the course of a game are known well enough to be shown, and some are surely there."""
    return any(p.low > _SEEN for p in points) and all(
        p.of >= w.FEW and p.high - p.low <= w.VAGUE / 2 for p in points
    )


# ---- cards ------------------------------------------------------------------------------------------


def _step(value: float | None, sure: bool) -> int:
    """Return -3 … 3: which colour a difference has; 0 where it is not sure."""
    if value is None or not sure:
        return 0
    return max(1, min(3, int(abs(value) / 0.03) + 1)) * (1 if value > 0 else -1)


def cards(table: TableReport, kinds: Mapping[str, str] = MappingProxyType({})) -> Made | None:
    """Return every card as a cell of the heat map, as a point and as a row; None where nothing is known of any."""
    every = judging.compared(table)
    if not every:
        return None
    one = w.pieces(judging.kinds_of(every, kinds))
    odd = {card.id for card in judging.odd_cards(table)}
    wide = (
        max((card.wide or 0.0) / card.margin for card in every if card.margin)
        if any(c.margin for c in every)
        else 1.0
    )
    ends = {key: _ends(every, key) for key in ("played", "stuck")}
    orders = {
        letter: {
            card.id: n for n, card in enumerate(sorted(every, key=lambda card: -(getattr(card, key) or 0)))
        }
        for letter, key in (("s", "strength"), ("w", "win"), ("p", "played"), ("k", "stuck"))
    }
    reach = max(1.5 * w.CARD_MATTERS, *(card.at_most for card in every))
    unit = ch.nice(reach / 3)
    y = Scale(-unit * -(-reach // unit), unit * -(-reach // unit))
    yticks = [round(unit * n, 4) for n in range(round(y.least / unit), round(y.most / unit) + 1)]
    cells: list[Made] = []
    for n, card in enumerate(every):
        strength, margin, far = card.strength or 0.0, card.margin or 0.0, card.wide or 0.0
        sure = card.at_least > 0
        win_sure = card.win is not None and abs(card.win) > (card.win_margin or 1) * wide
        kind = "even" if not sure else "strong" if strength > 0 else "weak"
        mini = ch.draw(
            "whisker",
            y,
            strength - margin,
            strength,
            strength + margin,
            wide=(strength - far, strength + far),
            fair=0,
            name=kind,
            height=24,
        )
        cells.append(
            {
                **vars(card),
                "at": f"c{n}",
                "label": w.label(card),
                "odd": card.id in odd,
                "is_sure": sure,
                "kind": kind,
                "s": _step(strength, sure),
                "w": _step(card.win, win_sure),
                "p": _rank(card.played, ends["played"]),
                "k": _rank(card.stuck, ends["stuck"]),
                "order": {letter: order[card.id] for letter, order in orders.items()},
                "strength_says": f"{w.pts(strength)}{w.NB}±{w.NB}{w.num(margin * 100)}",
                "win_says": "–"
                if card.win is None
                else f"{w.pts(card.win)}{w.NB}±{w.NB}{w.num((card.win_margin or 0) * 100)}",
                "mini": mini,
            }
        )
    table_order = sorted(cells, key=lambda cell: (not cell["odd"], -(abs(cell["strength"]) - cell["wide"])))
    for cell in table_order[:_MOST_LABELS]:
        cell["named"] = cell["odd"]
    groups = [
        {"by": by, "cells": those, "columns": _columns(len(those))}
        for by in ("hand", "lies")
        if (those := [cell for cell in cells if cell["by"] == by])
    ]
    return {
        "won": "rounds won" if table.cards_by == "round" else "games won",
        "cells": cells,
        "groups": groups,
        "table": table_order,
        "one": one,
        "more": w.pieces(judging.kinds_of(every, kinds), many=True),
        "scatter": _scatter(cells, y, yticks, one),
        "odd": len(odd),
        "sure": sum(cell["is_sure"] for cell in cells),
        "many": len(cells),
        "wide": wide,
        "ends": ends,
        "unseen": [w.label(card) for card in table.cards if card.strength is None],
        "pairs": _pairs(table),
        "has_stuck": ends["stuck"] is not None,
        "chosen": max((card.chosen or 0.0 for card in every), default=0.0),
    }


def _columns(many: int) -> int:
    """Return how many faces stand in a row, so that the last row is as full as may be."""
    return min(range(9, 14), key=lambda k: (-many % k, abs(k - 12)))


def _pairs(table: TableReport) -> Made | None:
    """Return the three oddest pairs of cards that surely win more than the two alone; None where there is none."""
    if not table.pairs or not table.pairs.sure:
        return None
    scale, ticks = Scale(0, 1), Scale(0, 1).ticks(5)
    rows = [
        ch.row(
            judging.pair_called(table, one),
            ch.draw(
                "whisker", scale, one.wins.low, one.wins.share, one.wins.high, fair=one.expected, ticks=ticks
            ),
            w.pc(one.wins.share, 0),
            w.pspan(one.wins.low, one.wins.high, 0),
            small=f"{w.many(one.wins.of)} times; {w.pc(one.expected, 0)} expected",
        )
        for one in table.pairs.oddest[: judging.PAIRS]
    ]
    axis = ch.draw("axis", scale, ticks, _percent)
    return {"rows": rows, "axis": axis, "tried": table.pairs.tried, "sure": table.pairs.sure}


def _ends(every: Sequence[CardReport], key: str) -> tuple[float, float] | None:
    seen = [value for card in every if (value := getattr(card, key)) is not None]
    return (min(seen), max(seen)) if seen else None


def _rank(value: float | None, ends: tuple[float, float] | None) -> int:
    """Return one of five steps between the least and the most."""
    if value is None or ends is None:
        return 0
    low, high = ends
    return min(4, int((value - low) / (high - low) * 5)) if high > low else 2


def _scatter(cells: Sequence[Made], y: Scale, yticks: Sequence[float], called: str) -> Markup:
    most = max(cell["played"] for cell in cells)
    step = ch.nice((most * 1.05 or 1) / 6)
    x = Scale(0, step * -(-most * 1.05 // step) or 1)
    points = [
        {
            "x": cell["played"],
            "y": cell["strength"],
            "low": cell["strength"] - cell["wide"],
            "high": cell["strength"] + cell["wide"],
            "kind": cell["kind"],
            "at": cell["at"],
            "href": f"#{cell['at']}",
            "label": cell["id"] if cell.get("named") else None,
            "said": f"{cell['label']}: {cell['strength_says']} points, played {w.pc(cell['played'], 0)}",
        }
        for cell in cells
    ]
    return ch.draw(
        "scatter",
        points,
        "Strength against use",
        x=x,
        y=y,
        xticks=x.ticks(6),
        yticks=yticks,
        band=w.CARD_MATTERS,
        called=called,
        x_says="times played, per copy and game",
        y_up="who has it wins more ▲",
        y_down="who has it wins less ▼",
    )


# ---- box, rules, house rules, other tables ----------------------------------------------------------


def box(table: TableReport) -> Made | None:
    """Return each part of the box as a bar in a track, and the piles that ran empty."""
    parts = table.box
    if not parts:
        return None
    scale = Scale(0, max(1, *(max(part.wanted, part.held or 0) for part in parts)))
    rows = []
    for part in parts:
        held, wanted = part.held, part.wanted
        spare = "the box does not say how many there are"
        if held is not None:
            spare = (
                f"{w.many(wanted - held)} missing" if part.short else f"{w.many(held - wanted)} not in play"
            )
        picture = ch.draw("bar", scale, wanted, held, "off" if part.short else "")
        number = w.many(wanted) if held is None else f"{w.many(wanted)} of {w.many(held)}"
        rows.append(ch.row(part.title, picture, number, spare, "not enough" if part.short else ""))
    emptied = _shares(table.emptied, lambda one: ch.draw("bar", Scale(0, 1), one.share, 1))
    could_be_more = any(part.held is None or part.most < part.held for part in parts)
    return {"rows": rows, "emptied": emptied, "could_be_more": could_be_more}


def rules(table: TableReport) -> Made | None:
    """Return rules and rulings as chips, and what these games did not show; None for a kit without numbered rules."""
    listed = [
        {
            **vars(rule),
            "bare": judging.bare(rule),
            "short": rule.id.partition("-")[2] or rule.id,
            "at": f"r{n}",
        }
        for n, rule in enumerate(table.rules)
    ]
    if not listed:
        return None
    rulings = [rule for rule in listed if rule["short"].startswith("Q")]
    groups = [("Rules", [rule for rule in listed if rule not in rulings]), ("Rulings", rulings)]
    states = {
        state: [rule for rule in listed if rule["state"] == state]
        for state in ("used", "unused", "unwatched")
    }
    return {
        "groups": [(title, group) for title, group in groups if group],
        **states,
        "bare": [rule for rule in listed if rule["bare"]],
        "prefix": listed[0]["id"].partition("-")[0],
    }


_MEASURES = (
    ("rounds", "Rounds", w.ROUND_MATTERS, False),
    ("first", "Who begins wins", w.FAIR_BAND, True),
    ("top", "Winner’s score", 0.5, False),
    ("nobody", "Nobody wins", w.FAIR_BAND, True),
)


def houses(every: Sequence[House]) -> Made | None:
    """Return house rules against the book, or other changes, as rows of differences; None where none was tried."""
    if not every:
        return None
    tried = [house for house in every if house.games]
    shown = [house for house in tried if house.met]
    heads: list[Made] = []
    columns = []
    for key, title, band, share in _MEASURES:
        values = [d for house in shown if (d := house.against.get(key))]
        if not values or (key in {"top", "nobody"} and not any(d.mean for d in values)):
            continue
        ends = [end for d in values for end in (d.low, d.high, d.mean) if end is not None]
        least, most = min(-band * 1.5, *ends), max(band * 1.5, *ends)
        unit = ch.nice((most - least) / 6)
        scale = Scale(unit * (least // unit), -unit * (-most // unit))
        ticks = [
            t for t in (scale.least, 0, scale.most) if not t or abs(t) > 0.26 * (scale.most - scale.least)
        ]
        axis = ch.draw("axis", scale, ticks, _points if share else _signed)
        heads.append({"title": title, "axis": axis, "unit": "points" if share else ""})
        columns.append((key, title, band, share, scale))
    rows = [_house(house, columns) for house in sorted(shown, key=_weight)]
    return {
        "heads": heads,
        "rows": rows,
        "games": tried[0].games if tried else 0,
        "many": len(rows) * len(heads),
        "unmet": [house.typed for house in tried if not house.met and house.read],
        "unread": [house.typed for house in tried if not house.met and not house.read],
        "refused": [(house.typed, house.refused) for house in every if house.refused],
    }


def _points(share: float) -> str:
    return w.pts(share, 0)


def _signed(number: float) -> str:
    return f"{number:+g}".replace("-", "−") if number else "0"


def _weight(house: House) -> tuple[bool, float]:
    rounds = house.against.get("rounds")
    return (not judging.moves(house), -abs(rounds.mean) if rounds else 0.0)


def _house(house: House, columns: Sequence[tuple[str, str, float, bool, Scale]]) -> Made:
    cells: list[Made] = []
    for key, title, band, share, scale in columns:
        d = house.against.get(key)
        if d is None:
            cells.append({"title": title, "picture": "", "number": "–", "range": "", "seen": False})
            continue
        seen = d.sure
        picture = ch.draw(
            "whisker",
            scale,
            d.low,
            d.mean,
            d.high,
            fair=0,
            band=(-band, band),
            name="" if seen else "unsure",
            height=30,
        )
        times, digits = (100, 1) if share else (1, 2)
        reach = "too few games" if d.mean else "the same in all"
        if d.low is not None and d.high is not None:
            reach = f"{w.sign(d.low * times, digits)} to {w.sign(d.high * times, digits)}"
        number = w.sign(d.mean * times, digits)
        cells.append({"title": title, "picture": picture, "number": number, "range": reach, "seen": seen})
    return {
        "title": house.title,
        "says": house.says,
        "instead": "" if house.base is None or house.title else f"instead of {w.as_typed(house.base)}",
        "breaks": list(house.breaks),
        "typed": house.typed,
        "met": w.pc(house.met / house.games, 0),
        "cells": cells,
    }


def library(data: SimulationReport, table: TableReport) -> Made | None:
    """Return each measure that is sure as a row, before the middle half of the games of the library; None if none was asked for."""
    found = next((one for one in data.library if one.players == table.players), None)
    if found is None:
        return None
    rows = []
    for one in found.measures:
        if one.sure:
            ends = [*one.values, one.own, *(end for end in (one.low, one.high) if end is not None)]
            edge = 0.03 * (max(ends) - min(ends))
            say = w.num if one.unit == "number" else _percent
            picture = ch.draw(
                "whisker",
                Scale(min(ends) - edge, max(ends) + edge),
                one.low,
                one.own,
                one.high,
                band=(one.p25, one.p75),
                ticks=one.values,
            )
            small = f"{say(one.values[0])} {one.games[0]}, {say(one.values[-1])} {one.games[-1]}"
            half = f"half of {len(one.games)}: {say(one.p25)} to {say(one.p75)}"
            rows.append(ch.row(w.sentence(one.says), picture, say(one.own), half, small=small))
    return {"found": found, "rows": rows, "unsure": [one.says for one in found.measures if not one.sure]}


def others(data: SimulationReport, table: TableReport) -> list[Made]:
    """Return the other tables of the run in a few words each."""
    rows = []
    for one in data.tables:
        if one is table or not one.games:
            continue
        share = one.fair.share
        fair = share or 0.0
        lines = [line for *_, lines in judging.asked(one) for line in lines if line.of]
        far = max(lines, key=lambda line: abs(line.share - fair), default=None)
        changed = ", ".join(f"{name}={w.as_typed(value)}" for name, value in one.changed_options.items())
        rows.append(
            {
                "players": one.players,
                "options": ", ".join(filter(None, (one.change, changed))) or "by the book",
                "games": w.many(one.games),
                "rounds": w.span(one.length.rounds.p5, one.length.rounds.p95),
                "decisions": w.num(one.length.decisions.mean, 0),
                "nobody": w.pc(one.nobody.share),
                "far": "–" if far is None else f"{far.name}: {w.pc(far.share)}",
                "fair": "–" if share is None else w.pc(share),
                "unfair": bool(far and far.unfair),
            }
        )
    return rows
