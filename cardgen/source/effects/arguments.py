"""The typed arguments of a game's words, and the reader that notes every mistake at its place."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Protocol

from cardgen.base.errors import Location, Problem
from cardgen.source import leaves
from cardgen.source.shape import NOTHING, Shape, Wrong

# -- words of a text


def many(number: int, word: str) -> str:
    """Return `1 card`, `2 cards`."""
    return f"{number} {word}" if number == 1 else f"{number} {word}s"


def one(word: str) -> str:
    """Return the word with its article: `a TOURIST`, `an ARTIST`."""
    return f"an {word}" if word[0].upper() in "AEIO" else f"a {word}"


def number(value: int) -> str:
    """Return a number as it is printed, with a true minus sign."""
    return f"−{-value}" if value < 0 else str(value)


def shown(value: Any) -> str:
    """Return a value as a message shows it."""
    if isinstance(value, Mapping):
        return "{" + ", ".join(f"{key}: {shown(item)}" for key, item in value.items()) + "}"
    if isinstance(value, Sequence) and not isinstance(value, str):
        return "[" + ", ".join(map(shown, value)) + "]"
    if isinstance(value, bool):
        return str(value).lower()
    return f"'{value}'" if isinstance(value, str) else "nothing" if value is None else str(value)


# -- reading


class Reader:
    """Reads the effects of one card; every mistake becomes a `Problem` with the place of the wrong word.

    `scope` is what the words of the game can speak of, None where no kit is at hand. `trail` leads to the
    effects within the kit, `place` tells where a trail stands (`Kit.place`).
    """

    def __init__(
        self, scope: Any = None, trail: tuple[str, ...] = (), place: Callable[..., Location] | None = None
    ) -> None:
        self.scope, self.trail, self._place = scope, trail, place
        self.problems: list[Problem] = []

    @property
    def card(self) -> str:
        """The id of the card."""
        return self.trail[1] if len(self.trail) > 1 else ""

    def note(self, message: str, path: tuple[str, ...], hint: str = "", code: str = "effects") -> None:
        """Note one mistake; `path` leads to it from the card's effects."""
        trail = (*self.trail, *path)
        where = self._place(*trail) if self._place else None
        self.problems.append(Problem(message, where, trail, hint, "error", code))


class Argument(Protocol):
    """What may stand for an argument of a word."""

    def read(self, r: Reader, value: Any, path: tuple[str, ...]) -> Any:
        """Return the value, or None after noting why it is none."""

    def says(self) -> str:
        """Return what may stand here, in words."""

    def schema(self) -> dict[str, Any]:
        """Return what may stand here as JSON Schema, for editors."""


class Value:
    """A single value, as other files of a kit have them: `whole(1, 9)`, `one_of("self", "BIC")`, `YES_NO`."""

    def __init__(self, shape: Shape[Any]) -> None:
        self.shape = shape

    def read(self, r: Reader, value: Any, path: tuple[str, ...]) -> Any:
        """Return the value."""
        try:
            return self.shape.read(value)
        except Wrong as wrong:
            fault = wrong.faults[0]
            r.note(f"{path[-1]} is {shown(value)}, expected {fault.expected}", path, fault.hint)
            return None

    def says(self) -> str:
        """Return what the shape expects where something stands that is nothing at all."""
        try:
            self.shape.read(NOTHING)
        except Wrong as wrong:
            return wrong.faults[0].expected
        return "anything"

    def schema(self) -> dict[str, Any]:
        """Return the shape as JSON Schema."""
        return self.shape.schema({})


def one_of(*words: str) -> Shape[Any]:
    """Return the shape of one of a few words; the nearest one is hinted at."""
    return leaves.one_of(*words, guess=True)


def arg(
    what: Argument | Shape[Any], *, key: str = "", beside: bool = False, default: Any = dataclasses.MISSING
) -> Any:
    """Return an argument of a word: what may stand there, its name in YAML, and whether it stands beside the word."""
    known = Value(what) if isinstance(what, Shape) else what
    return dataclasses.field(default=default, metadata={"what": known, "key": key, "beside": beside})
