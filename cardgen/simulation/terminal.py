"""What was found out as text: `templates/report/terminal.j2` says it, with the words and the rows that are made here."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Any

from cardgen.base.own import templates
from cardgen.results.found import CardReport
from cardgen.results.numbers import Summary
from cardgen.results.report import house_rules
from cardgen.results.table import TableReport
from cardgen.simulation.fairness import HEADINGS
from cardgen.simulation.houses import sure_differences

_NOTHING = "\0"


def text_of(macro: str, found: Any) -> str:
    """Return the text of a table, a survey, a comparison or a tuning."""
    text: str = _macros()[macro](found)
    return text.replace(f"{_NOTHING}\n", "").removesuffix("\n")


@lru_cache(maxsize=1)
def _macros() -> dict[str, Any]:
    env = templates("report", markup=False)
    env.filters |= {
        "f": lambda value, how: format(value, str(how)),
        "rows": lambda said: said.removesuffix("\n") or _NOTHING,
        "either_way": _either_way,
        "names": _names,
        "card_called": lambda card: card.id if card.name == card.id else f"{card.id} {card.name}",
        "surely": _surely,
        "sure_differences": sure_differences,
        "unfair_lines": _unfair_lines,
    }
    env.globals |= {
        "HEADINGS": HEADINGS,
        "house_rules": house_rules,
        "columns_of": _columns_of,
        "called": _called,
    }
    return vars(env.get_template("terminal.j2").module)


def _either_way(spread: Summary) -> str:
    """Return how far either way the interval of a mean reaches."""
    if spread.low is None or spread.high is None:
        return ""
    return f"{(spread.high - spread.low) / 2:.2f}"


def _called(table: TableReport) -> str:
    return f"{table.players} players, {table.change or house_rules(table.changed_options) or 'by the book'}"


def _unfair_lines(tables: Any) -> list[Any]:
    return [
        (one, line) for one in tables for _, asked in one.fair.asked for line in asked.lines if line.unfair
    ]


def _columns_of(card: CardReport, called: str, width: int, bots: Iterable[str]) -> str:
    """Return a card as a row of text: how often it was drawn, played and stuck, and how those do who have it."""
    drawn, stuck = ("" if share is None else f"{share:.1%}" for share in (card.drawn, card.stuck))
    strength, win = _margin(card.strength, card.margin), _margin(card.win, card.win_margin)
    line = f"  {called:{width}}{drawn or 'lies':>8}{card.played:8.1%}{stuck:>8}  {strength:17}{win:15}"
    uses = (card.by_bot.get(bot) for bot in bots)
    more = (f"   {_margin(use.strength, use.margin) if use else '':17}" for use in uses)
    return f"{line}{''.join(more)}".rstrip()


def _surely(cards: Iterable[CardReport]) -> list[CardReport]:
    """Return the cards that surely make a difference, those that win more first."""
    found = (card for card in cards if card.sure and card.strength)
    return sorted(found, key=lambda card: ((card.strength or 0) < 0, -card.at_least))


def _margin(number: float | None, margin: float | None) -> str:
    if number is None:
        return "not seen"
    return f"{number:+.1%} {'(too few)' if margin is None else f'± {margin:.1%}'}"


def _names(of: Sequence[str]) -> str:
    """Return names in a row, or `none`."""
    return ", ".join(of) or "none"


# ---- from what was counted --------------------------------------------------------------------------
