"""How effects are written: typed arguments, read from a kit's YAML with a place for every mistake."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Protocol, TypeVar

from cardgen.base.errors import Location, Problem, did_you_mean
from cardgen.effects.scope import Scope

A = TypeVar("A", bound="Verb")

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


def signed(value: int) -> str:
    """Return a change as it is printed: `+1`, `−1`."""
    return number(value) if value < 0 else f"+{value}"


# -- reading


class Reader:
    """Reads the effects of one card; every mistake becomes a `Problem` with the place of the wrong word.

    `trail` leads to the effects within the kit, `place` tells where a trail stands (`Kit.place`).
    """

    def __init__(
        self, scope: Scope, trail: tuple[str, ...] = (), place: Callable[..., Location] | None = None
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
    """What may stand for an argument of a verb."""

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

    __slots__ = ("words",)

    def __init__(self, *words: str | int) -> None:
        self.words = words

    def read(self, r: Reader, value: Any, path: tuple[str, ...]) -> str | int | None:
        """Return the word."""
        if isinstance(value, str | int) and not isinstance(value, bool) and value in self.words:
            return value
        hint = did_you_mean(str(value), [str(word) for word in self.words])
        r.note(f"{path[-1]} is {shown(value)}, expected {self.says()}", path, hint)
        return None

    def says(self) -> str:
        """Return the words."""
        return " or ".join(str(word) for word in self.words)

    def schema(self) -> dict[str, Any]:
        """Return the words."""
        return {"enum": list(self.words)}


@dataclass(frozen=True, slots=True)
class KindName:
    """A kind of PATRON; with `chosen` also the kind that was named when the card was played."""

    chosen: bool = False

    def read(self, r: Reader, value: Any, path: tuple[str, ...]) -> str | None:
        """Return the kind."""
        if value in r.scope.kinds or (self.chosen and value == CHOSEN):
            return str(value)
        hint = did_you_mean(str(value), r.scope.kinds)
        r.note(f"no PATRON can be of the kind {shown(value)}", path, hint, "effects-target")
        return None

    def says(self) -> str:
        """Return what a kind is."""
        return (
            f"a kind of PATRON, or {CHOSEN} for the one that was named" if self.chosen else "a kind of PATRON"
        )

    def schema(self) -> dict[str, Any]:
        """Return any word: the kinds are the kit's."""
        return {"type": "string"}


CHOSEN = "k"
"""Stands for the kind of PATRON that is named when the card is played."""


@dataclass(frozen=True, slots=True)
class Limit:
    """A smallest or a largest number."""

    low: int = -99
    high: int = 99

    def allows(self, value: int) -> bool:
        """Return whether a number keeps to it."""
        return self.low <= value <= self.high

    def says(self) -> str:
        """Return `3 or more`, `2 or less`."""
        return f"{number(self.low)} or more" if self.high == 99 else f"{number(self.high)} or less"


class Limits:
    """An argument such as `{at_least: 3}` or `{at_most: 2}`."""

    __slots__ = ()

    def read(self, r: Reader, value: Any, path: tuple[str, ...]) -> Limit | None:
        """Return the limit."""
        match value:
            case Mapping() if len(value) == 1:
                (key, size), *_ = value.items()
                if key in ("at_least", "at_most") and isinstance(size, int) and not isinstance(size, bool):
                    return Limit(low=size) if key == "at_least" else Limit(high=size)
        r.note(f"{path[-1]} is {shown(value)}, expected {self.says()}", path)
        return None

    def says(self) -> str:
        """Return both forms."""
        return "{at_least: n} or {at_most: n}"

    def schema(self) -> dict[str, Any]:
        """Return both forms."""
        limits = {key: {"type": "integer"} for key in ("at_least", "at_most")}
        return _object(limits) | {"minProperties": 1, "maxProperties": 1}


class Exactly:
    """An argument that can be written in one way only, kept so that the card reads well in YAML."""

    __slots__ = ("_written", "value")

    def __init__(self, value: Any, written: str) -> None:
        self.value, self._written = value, written

    def read(self, r: Reader, value: Any, path: tuple[str, ...]) -> Any:
        """Return the value."""
        if plain(value) == self.value:
            return value
        r.note(f"{path[-1]} is {shown(value)}, expected {self.says()}", path)
        return None

    def says(self) -> str:
        """Return how it is written."""
        return self._written

    def schema(self) -> dict[str, Any]:
        """Return the one way."""
        return {"const": self.value}


def arg(what: Argument, *, key: str = "", beside: bool = False, default: Any = dataclasses.MISSING) -> Any:
    """Return a field of a verb: what may stand there, its word in YAML, and whether it stands beside the verb."""
    metadata = {"what": what, "key": key, "beside": beside}
    return dataclasses.field(default=default, metadata=metadata)


# -- verbs


class Verb:
    """A word of the language with its typed arguments; what it says and what it does stand side by side."""

    __slots__ = ()
    word: ClassVar[str]
    sole: ClassVar[str] = ""  # the one argument that may be written without its name
    example: ClassVar[str]

    @classmethod
    def arguments(cls) -> dict[str, dataclasses.Field[Any]]:
        """Return the fields by the words they have in YAML."""
        fields = dataclasses.fields(cls)  # type: ignore[arg-type]
        return {field.metadata["key"] or field.name: field for field in fields}

    @classmethod
    def beside(cls) -> tuple[str, ...]:
        """Return the arguments that stand beside the verb, not below it."""
        return tuple(word for word, field in cls.arguments().items() if field.metadata["beside"])

    def check(self, r: Reader, path: tuple[str, ...]) -> None:
        """Note what is wrong with arguments that are right one by one."""

    @classmethod
    def read(cls: type[A], r: Reader, entry: Mapping[str, Any], path: tuple[str, ...]) -> A | None:
        """Return the verb of `{word: arguments}`, or None after noting every mistake."""
        given, here = entry[cls.word], (*path, cls.word)
        arguments = cls.arguments()
        if cls.sole:
            given = {cls.sole: given}
        if not isinstance(given, Mapping):
            r.note(f"{cls.word} is {shown(given)}, expected {cls.says_arguments()}", here)
            return None
        below = [word for word in arguments if word not in cls.beside()]
        before = len(r.problems)
        for word in given:
            if word not in below:
                r.note(f"{cls.word} takes no '{word}'", (*here, str(word)), did_you_mean(str(word), below))
        found: dict[str, Any] = {}
        for word, field in arguments.items():
            outside = field.metadata["beside"]
            source, at = (entry, path) if outside else (given, here)
            if word in source:
                to = here if cls.sole and not outside else (*at, word)
                found[field.name] = field.metadata["what"].read(r, source[word], to)
            elif field.default is dataclasses.MISSING:
                r.note(f"{cls.word} needs '{word}', {field.metadata['what'].says()}", here)
        if len(r.problems) > before:
            return None
        verb = cls(**found)
        verb.check(r, here)
        return verb if len(r.problems) == before else None

    @classmethod
    def schema(cls) -> dict[str, Any]:
        """Return the verb with its arguments as JSON Schema."""
        arguments = {
            word: field.metadata["what"].schema() | {"description": field.metadata["what"].says()}
            for word, field in cls.arguments().items()
        }
        needed = [word for word, f in cls.arguments().items() if f.default is dataclasses.MISSING]
        outside = {word: arguments.pop(word) for word in cls.beside()}
        inside = (
            arguments[cls.sole] if cls.sole else _object(arguments, [w for w in needed if w in arguments])
        )
        about = {"description": (cls.__doc__ or "").strip()}
        return _object(
            {cls.word: inside | about, **outside}, [cls.word, *(w for w in needed if w in outside)]
        )

    @classmethod
    def says_arguments(cls) -> str:
        """Return the arguments as they are written."""
        words = [word for word in cls.arguments() if word not in cls.beside()]
        return f"{{{', '.join(f'{word}: …' for word in words)}}}"


def _object(properties: Mapping[str, Any], required: Sequence[str] = ()) -> dict[str, Any]:
    """Return the JSON Schema of a block with these entries and no others."""
    block = {"type": "object", "properties": dict(properties), "additionalProperties": False}
    return block | ({"required": list(required)} if required else {})


def read_verb(
    r: Reader, entry: Any, path: tuple[str, ...], known: Mapping[str, type[A]], what: str
) -> A | None:
    """Return the one verb of an entry, or None after noting why there is none."""
    if not isinstance(entry, Mapping) or not entry:
        r.note(f"{shown(entry)} is no {what}", path, f"known: {', '.join(sorted(known))}")
        return None
    words = list(entry)
    verbs = [word for word in words if word in known]
    if not verbs:
        r.note(f"unknown {what} '{words[0]}'", (*path, str(words[0])), did_you_mean(str(words[0]), known))
        return None
    verb = known[verbs[0]]
    for word in words:
        if word != verb.word and word not in verb.beside():
            r.note(
                f"'{word}' does not belong to {verb.word}", (*path, str(word)), f"one {what} for each entry"
            )
            return None
    return verb.read(r, entry, path)


def read_list(
    r: Reader, value: Any, path: tuple[str, ...], known: Mapping[str, type[A]], what: str
) -> tuple[A, ...]:
    """Return the verbs of a list."""
    if not isinstance(value, Sequence) or isinstance(value, str):
        r.note(f"{path[-1]} is {shown(value)}, expected a list", path, "write [ … ] around it")
        return ()
    read = (read_verb(r, entry, (*path, f"#{n + 1}"), known, what) for n, entry in enumerate(value))
    return tuple(verb for verb in read if verb is not None)


def table_of(verbs: Iterable[type[A]]) -> dict[str, type[A]]:
    """Return verbs by their words."""
    return {verb.word: verb for verb in verbs}


def plain(value: Any) -> Any:
    """Return frozen data of a kit as dict, list and scalars."""
    if isinstance(value, Mapping):
        return {key: plain(item) for key, item in value.items()}
    if isinstance(value, Sequence) and not isinstance(value, str):
        return [plain(item) for item in value]
    return value


def shown(value: Any) -> str:
    """Return a value as a message shows it."""
    if isinstance(value, Mapping):
        return "{" + ", ".join(f"{key}: {shown(item)}" for key, item in value.items()) + "}"
    if isinstance(value, Sequence) and not isinstance(value, str):
        return "[" + ", ".join(map(shown, value)) + "]"
    if isinstance(value, bool):
        return str(value).lower()
    return f"'{value}'" if isinstance(value, str) else "nothing" if value is None else str(value)
