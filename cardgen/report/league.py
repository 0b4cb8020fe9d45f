"""The page of a league: kinds of players among each other, the mix that nobody beats, and who decides who wins."""

from __future__ import annotations

import re
from collections.abc import Iterator
from math import inf
from typing import Any

from markupsafe import Markup

from cardgen.base.own import table as table_beside
from cardgen.model import Kit
from cardgen.report import charts as ch
from cardgen.report import words as w
from cardgen.report.charts import Scale
from cardgen.report.finding import Verdict
from cardgen.report.page import in_order, rendered
from cardgen.report.skill import games_needed, player, small, up
from cardgen.results.league import Kingmaking, LeagueReport
from cardgen.results.numbers import Share
from cardgen.results.report import Gain

_HABIT = re.compile(r" (without|always) ")
_BOTS = ("greedy", "random", "rollout", "ismcts", "apart")
_STEPS = (0.1, 0.25)  # points of wins from which a cell has a stronger colour
_PART = 0.05
"""A kind is part of the mix if that is surely more than this, and all of it if the others are surely less."""
KINGMAKER = 0.1
"""A player who cannot win decides who does, if a choice of moves surely moves more of another one's wins than this."""


def league_page(data: LeagueReport, kit: Kit, made_by: str) -> str:
    """Return the page of a league; `made_by` is the version of cardgen."""
    every = table_beside(__file__, "league.yaml")
    found = list(league_verdicts(data))
    missing = {"kings": every["kings"]["missing"]}
    return rendered(
        "league.html.j2",
        kit.title,
        kit.accent,
        data,
        found,
        in_order(every, every, found),
        kit=kit,
        made_by=made_by,
        called=called,
        missing=missing,
        matrix=_matrix(data),
        mix=_mix(data),
        kings=_kings(data.kingmaking),
        steps=_STEPS,
        kingmaker=KINGMAKER,
    )


def called(kind: str, base: str = "") -> str:
    """Return a kind of player in words: `greedy without rob always deck` is `never rob, always deck` of greedy players."""
    who, *habits = _HABIT.split(kind)
    said = [
        f"{'always' if how == 'always' else 'never'} {what}"
        for how, what in zip(habits[::2], habits[1::2], strict=True)
    ]
    names = [] if said and who == base else [player(who)]
    return ", ".join([*names, *said])


def is_habit(kind: str) -> bool:
    """Return whether a kind of player is a habit or a strategy of the kit, and not a player who thinks more or less."""
    return bool(_HABIT.search(kind)) or kind.partition(":")[0] not in _BOTS


# ---- sentences --------------------------------------------------------------------------------------


def league_verdicts(data: LeagueReport) -> Iterator[Verdict]:
    """Yield whether a habit wins, what good players would do, and whether some decide who of the others wins."""
    yield from _habits(data)
    sure = [one for one in data.strategies if one.low > _PART]
    if len(sure) > 1:
        names = w.listed([f"“{called(one.name, data.base)}”" for one in sure])
        why = f"{w.sentence(names)} each belong to the mix that nobody beats. What is best depends on the others."
        yield Verdict("fine", "No single kind of play is enough.", why, "mix")
    elif sure and all(one.high < _PART for one in data.strategies if one is not sure[0]):
        best = sure[0]
        level = "note" if is_habit(best.name) else "fine"
        text = f"“{w.sentence(called(best.name, data.base))}” is the whole mix that nobody beats."
        yield Verdict(level, text, f"Its part is {w.pspan(best.low, best.high, 0)}.", "mix")
    yield from _kingmaking(data.kingmaking)


def _habits(data: LeagueReport) -> Iterator[Verdict]:
    base = player(data.base)
    own = [gain for gain in data.pairs if gain.base == data.base]
    habits = [gain for gain in own if is_habit(gain.bot)]
    winning = [gain for gain in habits if up(gain.gain) > 0]
    dominant = data.dominant
    if dominant and is_habit(dominant) and dominant != data.base:
        text = f"“{w.sentence(called(dominant, data.base))}” beats each other kind of player."
        why = "Each wins less than its share among such players, or surely more with that habit. Players who find it have no decision there."
        yield Verdict("look", text, why, "habits")
        winning = [gain for gain in winning if gain.bot != dominant]
    for gain in winning:
        text = f"“{w.sentence(called(gain.bot, data.base))}” wins more than {base}."
        why = f"{_points(gain)} points of wins, alone among {base} players. Players who find this habit have one decision less."
        yield Verdict("look", text, why, "habits")
    for gain in own:
        if not is_habit(gain.bot) and up(gain.gain):
            more = "more" if up(gain.gain) > 0 else "less"
            text = f"{w.sentence(player(gain.bot))} wins {more} than {base}."
            why = f"{_points(gain)} points of wins, alone among {base} players."
            yield Verdict("note", text, why, "habits")
    if not habits or winning or (dominant and dominant != data.base):
        return
    best = max(habits, key=lambda gain: gain.gain.span[1])
    why = f"The most that can be: “{called(best.bot, data.base)}”, {_points(best)} points of wins."
    if dominant:
        text = f"No habit pays: {base} beats each other kind."
        yield Verdict("fine", text, why, "habits")
    elif all(up(gain.gain) < 0 or small(gain.gain) for gain in habits):
        yield Verdict("fine", f"No habit wins more than {base}.", why, "habits")
    else:
        text = f"Whether a habit wins more than {base}, these games cannot say."
        yield Verdict("open", text, why + games_needed(best), "habits")


def _points(gain: Gain) -> str:
    low, high = gain.gain.span
    reach = "too few deals" if high == inf else f"{w.pts(low)} to {w.pts(high)}"
    return f"{w.pts(gain.gain.mean)} ({reach})"


def _kingmaking(found: Kingmaking | None) -> Iterator[Verdict]:
    if found is None:
        return
    low, high = found.moved.span
    if high == inf or not found.moved.of:
        text = "Whether players who cannot win decide who does, these games cannot say."
        yield Verdict("open", text, f"{w.games(found.moved.of)} had such a decision.", "kings")
        return
    many = w.games(found.moved.of)
    why = f"Between two of its moves, {w.pts(found.moved.mean)} points of another side's wins ({w.pts(low)} to {w.pts(high)}; {many})."
    if low > KINGMAKER:
        yield Verdict("look", "Players who cannot win any more decide who does.", why, "kings")
    elif high < KINGMAKER:
        yield Verdict("fine", "Players who cannot win any more hardly decide who does.", why, "kings")
    elif low > 0:
        text = "Players who cannot win any more have some say in who does."
        yield Verdict("note", text, why, "kings")
    else:
        text = "Whether players who cannot win decide who does, these games cannot say."
        yield Verdict("open", text, why, "kings")


# ---- rows and cells ---------------------------------------------------------------------------------


def _matrix(data: LeagueReport) -> list[dict[str, Any]]:
    """Return a row for each kind: what one of it wins among players of each kind."""
    rows = []
    for one in data.strategies:
        cells = []
        for other in data.strategies:
            pair = data.pair(one.name, other.name)
            sign = up(pair.gain) if pair else 0
            strong = 1 + sum(abs(pair.gain.mean) >= step for step in _STEPS) if pair else 0
            cells.append(
                {
                    "gain": w.pts(pair.gain.mean) if pair else "",
                    "reach": w.either_way(pair.gain, 1, 100).strip() if pair else "",
                    "sure": bool(sign),
                    "level": sign * strong,
                }
            )
        rows.append({"name": w.sentence(called(one.name, data.base)), "bot": one.name, "cells": cells})
    return rows


def _mix(data: LeagueReport) -> dict[str, Any]:
    rows = []
    for one in data.strategies:
        beaten = w.listed([f"“{called(other, data.base)}”" for other in one.beaten_by])
        small_ = f"is beaten by {beaten}" if beaten else ""
        label = w.sentence(called(one.name, data.base))
        rows.append(_share(label, small_, Share(one.share, one.low, one.high, 1), one.low > _PART))
    return {"rows": rows, "axis": _axis()}


def _kings(found: Kingmaking | None) -> dict[str, Any] | None:
    if found is None:
        return None
    won = f"won none of up to {found.played_on} games played on"
    rows = [_share("The last had a choice", "behind all others, in the last fifth", found.choices)]
    if found.hopeless.of:
        rows.append(_share("… and could not win any more", won, found.hopeless))
    low, high = found.moved.span
    if high < inf and found.moved.of:
        ends, moved = (low, found.moved.mean, high), w.pts(found.moved.mean)
        picture = _picture(ends, low > 0, band=(0, KINGMAKER))
        what = "… and how much its choice moved"
        rows.append(
            ch.row(what, picture, moved, f"{w.pts(low)} to {w.pts(high)}", small="of another side's wins")
        )
    return {"rows": rows, "axis": _axis()}


_SCALE = Scale(0, 1)


def _share(label: str, small_: str, one: Share, sure: bool = True) -> dict[str, Any]:
    picture = _picture((one.low, one.share, one.high), sure)
    return ch.row(label, picture, w.pc(one.share, 0), w.pspan(one.low, one.high, 0), small=small_)


def _picture(ends: tuple[float, float, float], sure: bool, **how: Any) -> Markup:
    return ch.draw("whisker", _SCALE, *ends, name="" if sure else "unsure", ticks=_SCALE.ticks(5), **how)


def _axis() -> Markup:
    return ch.draw("axis", _SCALE, _SCALE.ticks(5), lambda share: w.pc(share, 0))
