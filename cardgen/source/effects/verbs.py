"""Words with typed arguments: how they are read, what they say, and the sorts of words that a game has."""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, ClassVar, Generic, Protocol, TypeVar, dataclass_transform

from cardgen.base.errors import Location, Problem, did_you_mean
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


V = TypeVar("V", bound="Verb")


@dataclass_transform(frozen_default=True, field_specifiers=(arg,))
class Verb:
    """A word of a game's language: each argument is a field made by `arg`, and `says` prints it.

    A subclass is a frozen dataclass by itself. What the word does when it is played stands in the same
    class, as methods that the game calls. A word without arguments is written alone: `offer_reveal`.
    """

    word: ClassVar[str]  # how it is written: as the class is called, push_back for PushBack, or as this says
    sole: ClassVar[str] = ""  # the one argument that may be written without its name
    parts: ClassVar[tuple[str, ...]] = ()  # of a card's effects, where only some may hold it
    example: ClassVar[str] = ""
    sentence: ClassVar[str] = ""  # what it says, with its arguments: `sail {miles} miles`

    def __init_subclass__(cls) -> None:
        if "word" not in vars(cls):
            cls.word = re.sub("(?<=.)(?=[A-Z])", "_", cls.__name__).lower()
        dataclasses.dataclass(frozen=True)(cls)

    def says(self) -> str:
        """Return it in words, as the card says it."""
        return self.sentence.format_map(vars(self))

    def check(self, r: Reader, path: tuple[str, ...]) -> None:
        """Note what is wrong with arguments that are right one by one."""

    @classmethod
    def arguments(cls) -> dict[str, dataclasses.Field[Any]]:
        """Return the fields by the names they have in YAML."""
        fields = dataclasses.fields(cls)  # type: ignore[arg-type]
        return {field.metadata["key"] or field.name: field for field in fields}

    @classmethod
    def beside(cls) -> tuple[str, ...]:
        """Return the arguments that stand beside the word, not below it."""
        return tuple(name for name, field in cls.arguments().items() if field.metadata["beside"])

    @classmethod
    def below(cls) -> str:
        """Return the arguments as they are written below the word; nothing where there are none."""
        names = [name for name in cls.arguments() if name not in cls.beside()]
        return f"{{{', '.join(f'{name}: …' for name in names)}}}" if names else ""

    @classmethod
    def read(cls: type[V], r: Reader, entry: Mapping[str, Any], path: tuple[str, ...]) -> V | None:
        """Return the verb of `{word: arguments}`, or None after noting every mistake."""
        given, here = entry[cls.word], (*path, cls.word)
        arguments, before = cls.arguments(), len(r.problems)
        below = [name for name in arguments if name not in cls.beside()]
        if cls.sole:
            given = {cls.sole: given}
        elif not below and given is not None:
            r.note(f"{cls.word} is {shown(given)}, expected the word alone", here)
            return None
        elif below and not isinstance(given, Mapping):
            r.note(f"{cls.word} is {shown(given)}, expected {cls.below()}", here)
            return None
        for name in given or ():
            if name not in below:
                r.note(f"{cls.word} takes no '{name}'", (*here, str(name)), did_you_mean(str(name), below))
        found: dict[str, Any] = {}
        for name, field in arguments.items():
            outside, what = field.metadata["beside"], field.metadata["what"]
            source = entry if outside else given or {}
            if name in source:
                at = (*path, name) if outside else here if cls.sole else (*here, name)
                found[field.name] = what.read(r, source[name], at)
            elif field.default is dataclasses.MISSING:
                r.note(f"'{name}' is missing", here, f"{cls.word} needs {name}: {what.says()}")
        if len(r.problems) > before:
            return None
        verb = cls(**found)
        verb.check(r, here)
        return verb if len(r.problems) == before else None

    @classmethod
    def schema(cls) -> dict[str, Any]:
        """Return the word with its arguments as JSON Schema."""
        about = {"description": (cls.__doc__ or "").strip()}
        arguments = {name: field.metadata["what"] for name, field in cls.arguments().items()}
        if not arguments:
            return {"const": cls.word} | about
        said = {name: what.schema() | {"description": what.says()} for name, what in arguments.items()}
        needed = [name for name, f in cls.arguments().items() if f.default is dataclasses.MISSING]
        outside = {name: said.pop(name) for name in cls.beside()}
        inside = said[cls.sole] if cls.sole else block(said, [name for name in needed if name in said])
        must = [cls.word, *(name for name in needed if name in outside)]
        return block({cls.word: inside | about, **outside}, must)


class Words(dict[str, type[V]], Generic[V]):
    """Words of one sort by how they are written; as an argument, one of them.

    `what` is what a message calls one ("act"), `title` what the manual calls all of them.
    """

    def __init__(self, what: str, *verbs: type[V], title: str = "") -> None:
        super().__init__()
        self.what, self.title = what, title or f"{what[:1].upper()}{what[1:]}s"
        self.add(*verbs)

    def add(self, *verbs: type[V]) -> None:
        """Take in more words, such as acts that hold acts."""
        self.update({verb.word: verb for verb in verbs})

    def inside(self) -> list[Words[Any]]:
        """Return the sorts of words that stand as arguments in these."""
        fields = (field for verb in self.values() for field in verb.arguments().values())
        return [field.metadata["what"] for field in fields if isinstance(field.metadata["what"], Words)]

    def read(self, r: Reader, value: Any, path: tuple[str, ...], part: str = "") -> V | None:
        """Return the one word of an entry, or None after noting why there is none."""
        if isinstance(value, str) and value in self and not self[value].below():
            value = {value: None}
        if not isinstance(value, Mapping) or not value:
            own = self.get(str(value))
            hint = f"write {value}: {own.below()}" if own else did_you_mean(str(value), self)
            r.note(f"{shown(value)} is no {self.what}", path, hint)
            return None
        names = list(value)
        verb = next((self[name] for name in names if name in self), None)
        if verb is None:
            at = (*path, str(names[0]))
            r.note(f"unknown {self.what} '{names[0]}'", at, did_you_mean(str(names[0]), self))
            return None
        strange = [name for name in names if name != verb.word and name not in verb.beside()]
        for name in strange:
            known = did_you_mean(str(name), [word for word in verb.beside() if word not in value])
            hint = known if verb.beside() else f"one {self.what} for each entry"
            r.note(f"'{name}' does not belong to {verb.word}", (*path, str(name)), hint)
        if part and verb.parts and part not in verb.parts:
            hint = f"it belongs to {' or '.join(verb.parts)}"
            r.note(f"no rule asks for '{verb.word}' in {part}", (*path, verb.word), hint, "effects-unused")
        return verb.read(r, value, path)

    def read_all(self, r: Reader, value: Any, path: tuple[str, ...]) -> tuple[V, ...]:
        """Return the words of a list, which stands in a part of a card's effects."""
        if not isinstance(value, Sequence) or isinstance(value, str):
            r.note(f"{path[-1]} is {shown(value)}, expected a list", path, "write [ … ] around it")
            return ()
        at = [(*path, f"#{n + 1}") for n in range(len(value))]
        read = [(self.read(r, entry, where, path[0]), where) for entry, where in zip(value, at, strict=True)]
        found = [(verb, where) for verb, where in read if verb is not None]
        self.together(r, found)
        return tuple(verb for verb, _ in found)

    def together(self, r: Reader, verbs: Sequence[tuple[V, tuple[str, ...]]]) -> None:
        """Note what is wrong with words that are right one by one, each with the way to it."""

    def says(self) -> str:
        """Return what may stand here."""
        return one(self.what)

    def schema(self) -> dict[str, Any]:
        """Return a reference to all of them."""
        return {"$ref": f"#/$defs/{self._key()}"}

    def definitions(self) -> dict[str, Any]:
        """Return each of them and all of them as JSON Schema."""
        each = {self._key(name): verb.schema() for name, verb in self.items()}
        return {**each, self._key(): self.any_of(self)}

    def any_of(self, names: Iterable[str]) -> dict[str, Any]:
        """Return a reference to some of them."""
        return {"anyOf": [{"$ref": f"#/$defs/{self._key(name)}"} for name in names]}

    def _key(self, name: str = "") -> str:
        return ".".join(filter(None, (self.what.replace(" ", "-"), name)))


def block(properties: Mapping[str, Any], required: Sequence[str] = ()) -> dict[str, Any]:
    """Return the JSON Schema of a block with these entries and no others."""
    schema = {"type": "object", "properties": dict(properties), "additionalProperties": False}
    return schema | ({"required": list(required)} if required else {})
