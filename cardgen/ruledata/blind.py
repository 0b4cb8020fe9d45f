"""Rules for tables at which nobody looks, as where players choose at random: nothing is kept of who knows which card.

There is no view, no world, no story and no saved table, and what is written down for these alone is not written down.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any, NoReturn

_FOR_EYES = re.compile(
    r"def (possible|aims_of|opening|(why|who|only|shown|laid|fits|written|secret|dealt|one_of|given|line|strategy)_\w+)\("
)
Line = tuple[int, str, int]


class _Nothing(tuple[int, ...]):
    """Cards that somebody knows: none."""

    def append(self, piece: int) -> None:
        """Forget it at once."""


MEMORY = {
    "known": _Nothing(),
    **dict.fromkeys(("seen", "since", "since_own", "held", "waits"), ()),
    "shuffles": 0,
}
"""Fields of a table for which only views and worlds ask, and what stands in their place."""


def nobody_looks(*_: Any, **__: Any) -> NoReturn:
    """Refuse what needs somebody who looks."""
    raise TypeError("nobody looks at this table: it has no view, no world, no story and no copy")


def lean(env: Mapping[str, Any]) -> dict[str, Any]:
    """Return helpers that do what those of a table do at which somebody looks, and no more; what goes wrong there is said by these."""
    turn_upright = env["turn_upright"]

    def move(s: Any, piece: int, come: str, to: str, top: bool = False) -> None:
        target = s.piles[to]
        s.piles[come].remove(piece)
        target.insert(0 if top else len(target), piece)
        if s.sideways:
            turn_upright(s, (piece,))

    def draw(s: Any, come: str, to: str, number: int) -> list[int]:
        left, target = s.piles[come], s.piles[to]
        there: list[int] = left[: int(number)] if number > 0 else []
        del left[: len(there)]
        target += there
        if s.sideways:
            turn_upright(s, there)
        return there

    def pay(s: Any, come: str, to: str, number: int, credit: bool = False) -> int:
        chips = s.chips
        paid = int(number) if credit else min(max(int(number), 0), chips[come])
        chips[to] += paid
        chips[come] -= paid
        return paid

    def shuffle(s: Any, name: str) -> None:
        s.shuffle(s.piles[name], first_on_top=True)

    return {"move": move, "draw": draw, "pay": pay, "shuffle": shuffle}


def blinded(kind: Any) -> Any:
    """Return the class of a game for tables at which nobody looks."""
    table = {"__module__": kind.state.__module__, "without": MEMORY}
    refused = dict.fromkeys(("copy", "__reduce__"), nobody_looks)
    state = type(kind.state)(kind.state.__name__, (kind.state,), {**table, **refused})
    refused = dict.fromkeys(
        ("view", "public", "sample_world", "worlds", "position", "opened", "__reduce__"), nobody_looks
    )
    body = {"__module__": kind.__module__, "state": state, "is_blind": True}
    return type(kind.__name__, (kind,), {**refused, **body})


def needed(lines: Iterable[Line], asked: Iterable[str]) -> list[Line]:
    """Return the functions that are needed where nobody looks, and the values for which these and what is asked elsewhere ask."""
    functions: list[list[Line]] = []
    for line in lines:
        if not line[0]:
            functions.append([])
        functions[-1].append(line)
    values = {}
    found = list[Line]()
    for function in functions:
        head = function[0][1]
        if head[:6] in ("def v_", "def u_"):
            values[head[4:].partition("(")[0]] = function
        elif not _FOR_EYES.match(head):
            found += function
    texts = [*asked, *(text for depth, text, _ in found if depth)]
    while texts:  # it grows by what it asks for
        for name in re.findall(r"\b[uv]_\w+", texts.pop()):
            found += (more := values.pop(name, []))
            texts += (text for depth, text, _ in more if depth)
    return found


def read_in(lines: Iterable[Line], notes: Iterable[str]) -> set[str]:
    """Return the notes for which these lines ask."""
    return {*notes}.intersection(name for _, text, _ in lines for name in re.findall(r"\bs\.(\w+)", text))
