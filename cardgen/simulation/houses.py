"""House rules against the book: the same deals played by both, and what differs from game to game."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from cardgen.model import Kit
from cardgen.results.numbers import Mean
from cardgen.results.report import House
from cardgen.simulation.pairs import Pairs, is_share


def house(
    kit: Kit,
    players: int,
    option: str,
    value: Any,
    base: Any,
    *,
    pairs: Pairs | None = None,
    refused: str | None = None,
    read: bool = True,
    change: str = "",
    breaks: Sequence[str] = (),
) -> House:
    """Return a house rule, or with `change` something else that is compared, and all that is known of it."""
    about = kit.options.get(option)
    text, other = (about.find(value), about.find(base)) if about else (None, None)
    return House(
        players=players,
        option=option,
        value=value,
        base=base,
        title=about.title if about else "",
        ruling=about.ruling if about else "",
        says=text.says if text else "",
        base_says=other.says if other else "",
        games=pairs.games if pairs else 0,
        met=pairs.met if pairs else 0,
        against={name: pairs.difference(name) for name in pairs.differences} if pairs else {},
        refused=refused,
        change=change,
        breaks=tuple(breaks),
        read=read,
        before={name: deals.mean for name, deals in pairs.before.items()} if pairs else {},
    )


def sure_differences(one: House) -> list[str]:
    """Return what a house rule surely changes, in words."""
    return [
        difference_said(name, mean)
        for name, mean in one.against.items()
        if mean.sure and not name.startswith("figure: ")
    ]


NAMES = {
    "first": "who begins wins", "nobody": "nobody wins", "level": "level", "rounds": "rounds", "decisions": "decisions",
    "top": "best score", "lead": "lead",
}  # fmt: skip


def measure_called(name: str) -> str:
    """Return what a measure is called, such as `who begins wins`."""
    return NAMES.get(name, name.removeprefix("ending: ").removeprefix("figure: ").replace("_", " "))


def difference_said(name: str, mean: Mean) -> str:
    """Return a difference in words, with its interval; that of shares in points."""
    low, high = mean.low or 0.0, mean.high or 0.0
    called = measure_called(name)
    if not is_share(name):
        return f"{called} {mean.mean:+.2f} ({low:+.2f} to {high:+.2f})"
    return f"{called} {mean.mean * 100:+.1f} points ({low * 100:+.1f} to {high * 100:+.1f})"
