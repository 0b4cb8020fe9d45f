"""Rules for tables at which nobody looks, as where players choose at random: nothing is kept of who knows which card.

There is no view, no world, no story and no saved table, and what is written down for these alone is not written down.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any, NoReturn

_FOR_EYES = re.compile(
    r"def (possible|aims_of|opening|(why|who|only|shown|written|secret|dealt|one_of|given|line|strategy)_\w+)\("
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


def needed(lines: Iterable[Line]) -> list[Line]:
    """Return the functions that are needed where nobody looks, and the values for which these ask."""
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
    ahead = 0
    while ahead < len(found):  # it grows by what it asks for
        for name in re.findall(r"\b[uv]_\w+", found[ahead][1]) if found[ahead][0] else ():
            found += values.pop(name, ())
        ahead += 1
    return found


def read_in(lines: Iterable[Line], notes: Iterable[str]) -> set[str]:
    """Return the notes for which these lines ask."""
    return {*notes}.intersection(name for _, text, _ in lines for name in re.findall(r"\bs\.(\w+)", text))
