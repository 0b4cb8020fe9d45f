"""Skill, luck and worth: what the ladder of players and restricted players show, as sentences and as rows of pictures."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from math import inf
from typing import Any

from markupsafe import Markup

from cardgen.report import charts as ch
from cardgen.report import words as w
from cardgen.report.charts import Scale
from cardgen.report.finding import Verdict
from cardgen.results.found import CardReport
from cardgen.results.numbers import Mean
from cardgen.results.report import Gain, Insight, SimulationReport
from cardgen.results.table import TableReport

Made = dict[str, Any]

_WITHOUT = " without "
_NAMED = 5  # cards that the verdict names


def of_table(data: SimulationReport, table: TableReport) -> Insight | None:
    """Return what is known of skill, luck and worth at a table; None where nobody asked."""
    return next((one for one in data.insight if one.players == table.players), None)


def player(bot: str) -> str:
    """Return a player as people say it: `ismcts:80` is a search of 80 games."""
    kind, _, more = bot.partition(":")
    if kind == "ismcts":
        budget = more or "200ms"
        unit = "" if budget.endswith("s") else " games"
        return f"a search of {re.sub(r'(?<=[0-9])(?=[ms])', w.NB, budget)}{unit}"
    return {"random": "chance", "greedy": "greedy"}.get(kind, bot) if not more else bot


def _step(one: Gain) -> str:
    """Return a step of the ladder with its interval: greedy over chance +12 (+8 to +16)."""
    gain = one.gain
    low, high = gain.span
    reach = "too few deals" if high == inf else f"{w.pts(low, 0)} to {w.pts(high, 0)}"
    return f"{player(one.bot)} over {player(one.base)} {w.pts(gain.mean, 0)} ({reach})"


def up(gain: Mean) -> int:
    """Return 1 for who surely wins more, -1 for who surely wins less, else 0."""
    low, high = gain.span
    return int(low > 0) - int(high < 0)


def small(gain: Mean) -> bool:
    """Return whether a difference, if there is one, is one that a table would hardly notice."""
    low, high = gain.span
    return low >= -w.FAIR_BAND and high <= w.FAIR_BAND


def games_needed(one: Gain) -> str:
    """Return how many games would tell, if the difference is as large as it looks; nothing where these tell too little."""
    gain = one.gain
    low, high = gain.span
    if high == inf:
        return ""
    reach = (high - low) / 2
    wider = reach / max(w.FAIR_BAND, abs(gain.mean))
    if wider <= 1 or reach > w.VAGUE / 2:
        return ""
    many = w.many(max(one.games + 1, w.rounded_up(one.games * wider * wider)))
    return f" About {many} games would tell, if it is as large as it looks."


# ---- sentences --------------------------------------------------------------------------------------


def ladder_verdicts(found: Insight | None) -> Iterator[Verdict]:
    """Yield whether thinking pays, how far up, and how much the deal decides."""
    steps: Sequence[Gain] = found.ladder if found else ()
    if not steps:
        return
    why = f"Points of wins gained, with 95 % interval: {'; '.join(map(_step, steps))}."
    ups = [up(one.gain) for one in steps]
    further = steps[1:]
    if ups[0] <= 0 and (ups[0] < 0 or small(steps[0].gain)):
        yield Verdict("look", "Thinking is not seen to beat chance.", why, "choices")
    elif not ups[0]:
        text = "Whether thinking beats chance, these games cannot say."
        yield Verdict("open", text, why + games_needed(steps[0]), "choices")
    elif len(steps) > 1 and all(one > 0 for one in ups):
        yield Verdict("fine", "Choices matter: each step of thinking wins more.", why, "choices")
    elif any(one > 0 for one in ups[1:]):
        many = w.count(sum(one > 0 for one in ups), "", " ").strip()
        text = f"Choices matter: of {len(steps)} steps of thinking {many} surely win{'s' * (many == 'one')} more."
        yield Verdict("fine", text, why, "choices")
    elif all(one < 0 or small(step.gain) for one, step in zip(ups[1:], further, strict=True)):
        text = "Choices matter a little: looking one move ahead pays, thinking further is not seen to."
        yield Verdict("note" if further else "fine", text if further else "Choices matter.", why, "choices")
    else:
        text = "Choices matter; whether thinking further pays, these games cannot say."
        widest = max(further, key=lambda one: (one.gain.high or 1) - (one.gain.low or -1))
        yield Verdict("open", text, why + games_needed(widest), "choices")
    yield from _luck(steps[-1])


def _luck(step: Gain) -> Iterator[Verdict]:
    luck, skill = step.luck, step.skill
    if luck.low is None:
        return
    low, high = max(0.0, luck.span[0]), min(1.0, luck.span[1])
    between = f"Between {player(step.bot)} and {player(step.base)}"
    by_player = f"who plays better decides {_part(skill)}; the rest happens in the game"
    if high - low > w.VAGUE:
        text = "How much of winning is luck of the deal, these games cannot say."
        yield Verdict("open", text, f"{between}: {w.pspan(low, high, 0)} of it.", "choices")
    elif low <= 0:
        text = f"The deal decides at most {w.pc(high, 0)} of who wins."
        yield Verdict("note", text, f"{between}, no part of it is sure; {by_player}.", "choices")
    else:
        text = f"The deal decides {w.pc(luck.mean, 0)} of who wins."
        why = f"{w.pspan(low, high, 0)}, whoever sits where. {between} {by_player}."
        yield Verdict("note", text, why, "choices")


def _part(share: Mean) -> str:
    if share.low is None:
        return w.pc(share.mean, 0)
    return f"{w.pc(share.mean, 0)} ({w.pspan(*share.span, 0)})"


def worth_verdicts(found: Insight | None, table: TableReport) -> Iterator[Verdict]:
    """Yield what each card or kind of move is worth to who may not use it."""
    for one in found.without if found else ():
        name, gain = _called(one, table), one.gain
        bot, (low, high) = player(one.base), gain.span
        wins = f"{w.sentence(bot)} wins {w.pc(one.share)} of games without it; where all may, a seat wins {w.pc(one.fair)}."
        cards = (card.id,) if (card := _card(one, table)) else ()
        if one.denied:
            wins += f" It was forbidden in {w.many(one.denied)} of {w.many(one.asked)} decisions."
        if one.asked and not one.denied:
            never = "was never offered" if not one.forced else "had to be used each time that it was offered"
            text = f"{w.sentence(name)} {never}: it was forbidden in 0 of {w.many(one.asked)} decisions."
            yield Verdict(
                "look",
                text,
                "So these games say nothing of its worth, and more of them hardly would.",
                "worth",
                cards,
            )
        elif up(gain) < 0:
            text = f"{w.sentence(name)} is worth {_points(-gain.mean)}."
            why = f"{w.pts(-high)} to {w.pts(-low)}. {wins}"
            yield Verdict("fine", text, why, "worth", cards)
        elif up(gain) > 0:
            text = f"{w.sentence(bot)} wins more without {name}: {w.pts(gain.mean)} points."
            why = f"{w.pts(low)} to {w.pts(high)}. {wins} It is a trap, or one that this player falls into."
            yield Verdict("look", text, why, "worth", cards)
        elif small(gain):
            most = max(-low, high)
            text = f"{w.sentence(name)} is worth nothing to be seen to {bot}."
            why = f"At most {_points(most)} either way. {wins} A player with another plan may need it."
            yield Verdict("look", text, why, "worth", cards)
        else:
            text = f"What {name} is worth, these games cannot say."
            yield Verdict("open", text, f"{_worth(gain)}. {wins}{games_needed(one)}", "worth", cards)


def lot_verdicts(found: Insight | None, table: TableReport) -> Iterator[Verdict]:
    """Yield what the cards that matter most are surely worth by lot, and where that is surely less than their holders win."""
    cards = {card.id: card for card in table.cards}
    ranked = []
    for one in found.cards if found else ():
        card, (low, high) = cards.get(one.id), one.gain.span
        less = bool(card and card.sure and card.strength and card.wide and high < card.strength - card.wide)
        if card and (less or one.gain.sure or one.points.sure):
            text = f"{w.sentence(w.label(card))} by lot is worth {w.pts(one.gain.mean)} points of wins"
            why = f"{w.pts(low)} to {w.pts(high)} in {w.count(one.deals, 'deal')}, each played with it and without."
            if less:
                text += f", and players who have it win {w.pts(card.strength or 0)}"
                why += " Players who get it later, or by choice, may be ahead already."
            elif not one.gain.sure:
                text = f"{w.sentence(w.label(card))} by lot brings {w.sign(one.points.mean, 2)} in the score"
                why = f"{w.sign(one.points.span[0], 2)} to {w.sign(one.points.span[1], 2)}; points of wins: {why}"
            ranked.append((-abs(one.gain.mean), Verdict("note", f"{text}.", why, "worth", (card.id,))))
    yield from (verdict for _, verdict in sorted(ranked, key=lambda one: one[0])[:_NAMED])


def _points(share: float) -> str:
    return f"{w.num(share * 100)} points"


def _worth(gain: Mean) -> str:
    low, high = gain.span
    if high == inf:
        return f"{w.pts(-gain.mean)} points, too few deals to say how sure"
    return f"{w.pts(-gain.mean)} points ({w.pts(-high)} to {w.pts(-low)})"


def _word(one: Gain) -> str:
    return one.bot.partition(_WITHOUT)[2]


def _card(one: Gain, table: TableReport) -> CardReport | None:
    word = re.sub(r"^(card|move)[ :]", "", _word(one)).strip()
    return next((card for card in table.cards if card.id == word), None)


def _called(one: Gain, table: TableReport) -> str:
    card = _card(one, table)
    return w.label(card) if card else f"“{_word(one)}”"


# ---- pictures ---------------------------------------------------------------------------------------


def ladder(found: Insight | None) -> Made | None:
    """Return the steps of the ladder as rows, and what decides who wins; None where nobody asked."""
    steps: Sequence[Gain] = found.ladder if found else ()
    if not steps:
        return None
    rows, axis = _rows(
        [
            {
                "label": w.sentence(player(one.bot)),
                "small": f"against {player(one.base)}: wins {w.pc(one.share, 0)}, fair {w.pc(one.fair, 0)}",
                "gain": one.gain,
                "deals": one.deals,
            }
            for one in steps
        ]
    )
    last = steps[-1]
    return {
        "rows": rows,
        "axis": axis,
        "parts": _parts(last),
        "between": f"{player(last.bot)} and {player(last.base)}",
        "games": w.span(min(one.games for one in steps), max(one.games for one in steps)),
    }


def _parts(step: Gain) -> list[Made]:
    luck, skill = step.luck, step.skill
    low, high = luck.span
    if skill.low is None or high - low > w.VAGUE:
        return []  # a bar would look like knowledge
    deal = min(1.0, max(0.0, luck.mean))
    rest = max(0.0, 1 - deal - skill.mean)
    scale = Scale(0, 1)
    deals = (max(0.0, min(1.0, low)), max(0.0, min(1.0, high)))
    return [
        ch.row(label, ch.draw("bar", scale, share, 1), w.pc(share, 0), range_)
        for label, share, range_ in (
            ("The deal, whoever sits where", deal, w.pspan(*deals, 0)),
            ("Who plays better", skill.mean, w.pspan(*skill.span, 0)),
            ("What happens in the game", rest, "what is left"),
        )
    ]


def worth(found: Insight | None, table: TableReport) -> Made | None:
    """Return what cards and kinds of moves are worth as rows; None where nobody asked."""
    without: Sequence[Gain] = found.without if found else ()
    if not without:
        return None
    made = []
    for one in without:
        card, gain = _card(one, table), one.gain
        made.append(
            {
                "label": w.label(card) if card else w.sentence(_word(one)),
                "small": f"{'a card' if card else 'a kind of move'}; without it {w.pc(one.share, 0)} of games won, fair {w.pc(one.fair, 0)}",
                "card": card.id if card else None,
                "gain": gain.turned,
                "deals": one.deals,
            }
        )
    rows, axis = _rows(sorted(made, key=lambda row: -row["gain"].mean))
    return {
        "rows": rows,
        "axis": axis,
        "bot": player(without[0].base),
        "games": w.span(min(one.games for one in without), max(one.games for one in without)),
    }


def lot(found: Insight | None, table: TableReport) -> Made | None:
    """Return the cards that are surely worth something by lot as rows, and how many others there are; None where nobody asked."""
    given = [one for one in found.cards if one.deals] if found else []
    if not given:
        return None
    labels = {card.id: w.label(card) for card in table.cards}
    made = [
        {
            "label": labels.get(one.id, one.id),
            "small": f"with it {w.pc(one.share, 0)} of games won; score {w.sign(one.points.mean, 2)}",
            "card": one.id if one.id in labels else None,
            "gain": one.gain,
            "deals": one.deals,
        }
        for one in given
        if one.gain.sure or one.points.sure
    ]
    rows, axis = _rows(made)
    return {
        "rows": rows,
        "axis": axis,
        "many": len(given),
        "deals": max(one.deals for one in given),
        "bot": player(given[0].bot),
        "chosen": given[0].chosen,
        "by_round": given[0].by_round,
    }


def _rows(made: Sequence[Made]) -> tuple[list[Made], Markup]:
    """Return rows of differences of wins on one axis, in points, with what a table would hardly notice."""
    gains = [row["gain"] for row in made]
    ends = [end for gain in gains for end in (gain.low, gain.high, gain.mean) if end is not None]
    least, most = min([-2 * w.FAIR_BAND, *ends]), max([2 * w.FAIR_BAND, *ends])
    unit = ch.nice((most - least) / 6)
    scale = Scale(unit * (least // unit), -unit * (-most // unit))
    ticks = scale.ticks(6)
    for row in made:
        gain = row.pop("gain")
        deals = row.pop("deals")
        sure = up(gain)
        row["tag"] = ""
        row["picture"] = ch.draw(
            "whisker",
            scale,
            gain.low,
            gain.mean,
            gain.high,
            fair=0,
            band=(-w.FAIR_BAND, w.FAIR_BAND),
            name="" if sure else "unsure",
            ticks=ticks,
        )
        row["number"] = f"{w.pts(gain.mean)}"
        row["range"] = (
            f"{w.count(deals, 'deal')}: too few"
            if gain.low is None
            else f"{w.pts(gain.low)} to {w.pts(gain.high)}"
        )
    return list(made), ch.draw("axis", scale, ticks, lambda share: w.pts(share, 0))
