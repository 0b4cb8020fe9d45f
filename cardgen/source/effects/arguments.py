"""The typed arguments of a game's words, and the reader that notes every mistake at its place."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from cardgen.base.errors import Location, Problem, did_you_mean

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


@dataclass(frozen=True, slots=True)
class Whole:
    """A whole number."""

    low: int
    high: int

    def read(self, r: Reader, value: Any, path: tuple[str, ...]) -> int | None:
        """Return the number."""
        if isinstance(value, bool) or not isinstance(value, int) or not self.low <= value <= self.high:
            r.note(f"{path[-1]} is {shown(value)}, expected {self.says()}", path)
            return None
        return value

    def says(self) -> str:
        """Return the range."""
        return f"a whole number from {number(self.low)} to {number(self.high)}"

    def schema(self) -> dict[str, Any]:
        """Return the range."""
        return {"type": "integer", "minimum": self.low, "maximum": self.high}


class OneOf:
    """One of a few words."""

    def __init__(self, *words: str) -> None:
        self.words = words

    def read(self, r: Reader, value: Any, path: tuple[str, ...]) -> str | None:
        """Return the word."""
        if isinstance(value, str) and value in self.words:
            return value
        hint = did_you_mean(str(value), self.words)
        r.note(f"{path[-1]} is {shown(value)}, expected {self.says()}", path, hint)
        return None

    def says(self) -> str:
        """Return the words."""
        return " or ".join(self.words)

    def schema(self) -> dict[str, Any]:
        """Return the words."""
        return {"enum": list(self.words)}


class Flag:
    """True or false."""

    def read(self, r: Reader, value: Any, path: tuple[str, ...]) -> bool | None:
        """Return which."""
        if not isinstance(value, bool):
            r.note(f"{path[-1]} is {shown(value)}, expected {self.says()}", path)
            return None
        return value

    def says(self) -> str:
        """Return both."""
        return "true or false"

    def schema(self) -> dict[str, Any]:
        """Return both."""
        return {"type": "boolean"}


def arg(what: Argument, *, key: str = "", beside: bool = False, default: Any = dataclasses.MISSING) -> Any:
    """Return an argument of a word: what may stand there, its name in YAML, and whether it stands beside the word."""
    return dataclasses.field(default=default, metadata={"what": what, "key": key, "beside": beside})
