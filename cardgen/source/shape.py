"""One declaration of what a file may say: how it is read, every mistake in it, and its JSON Schema.

    class PlayersPart(Keyed, example="{min: 2, max: 4}"):
        '''`players:`'''

        min: int = key(whole(1, 100), "The fewest players.")
        max: int = key(whole(1, 100), "The most players.")

`part(PlayersPart).read({"min": 2, "max": 4})` gives a `PlayersPart`; from anything else it raises `Wrong` with a
`Fault` for each mistake. What a kit declares itself, the `fields:` of its cards, is put together from the same
shapes while it is read. Nothing here knows where a value was written: `wrong.read` finds the places.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import Field, FrozenInstanceError, dataclass, field, fields
from types import MappingProxyType
from typing import (
    Any,
    ClassVar,
    Final,
    Generic,
    Literal,
    NamedTuple,
    TypeAlias,
    TypeVar,
    dataclass_transform,
    overload,
)

from cardgen.base.errors import did_you_mean
from cardgen.source.nodes import Step, plain

T = TypeVar("T")
T_co = TypeVar("T_co", covariant=True)
D = TypeVar("D")
P = TypeVar("P", bound="Keyed")

Schema: TypeAlias = dict[str, Any]
Want: TypeAlias = Literal["id", "text", "int", "number", "bool", "list", "block", "length", "colour", "other"]
"""The kind of value that was expected; decides which hint helps."""
NOTHING: Final = object()
"""Stands for a value that is not there, where None could be one."""


class Fault(NamedTuple):
    """One mistake in a value; `inside` leads from the value to it.

    `about` is "value" (expected is what should stand there), "name" (what should stand before the colon),
    "missing" and "unknown" (a key; expected is what a key is called), or "refused" (a key that may not stand there;
    expected is the whole message). With `around` it is reported as a mistake of the list or block around it.
    """

    inside: tuple[Step, ...]
    value: Any
    expected: str
    want: Want = "other"
    hint: str = ""
    about: Literal["value", "name", "missing", "unknown", "refused"] = "value"
    around: bool = False


class Wrong(Exception):
    """A value has not the shape it should have; `rest` is what can be used without the wrong parts, if anything."""

    def __init__(self, faults: list[Fault], rest: Any = NOTHING) -> None:
        super().__init__(faults)
        self.faults = faults
        self.rest = rest

    def below(self, step: Step, around: bool = False) -> list[Fault]:
        """Return the faults as seen from the list or block around the value."""
        return [f._replace(inside=(step, *f.inside), around=f.around or around) for f in self.faults]


def _wrong(value: Any, expected: str, want: Want = "other", hint: str = "") -> Wrong:
    return Wrong([Fault((), value, expected, want, hint)])


class Shape(Generic[T_co]):
    """What a value must look like.

    `read` returns it as the code uses it, never to be changed, or raises `Wrong` with every mistake. `schema`
    returns its JSON Schema; parts with a name are put into the mapping it gets, and referred to.
    """

    __slots__ = ("read", "schema", "single")

    def __init__(
        self, read: Callable[[Any], T_co], schema: Callable[[dict[str, Schema]], Schema], single: bool = False
    ) -> None:
        self.read, self.schema, self.single = read, schema, single


def list_of(item: Shape[T], least: int = 0, expected: str = "a list such as [a, b]") -> Shape[tuple[T, ...]]:
    """Return the shape of a list."""

    def read(value: Any) -> tuple[T, ...]:
        if not isinstance(value, (list, tuple)):
            raise _wrong(value, expected, "list")
        if len(value) < least:
            raise _wrong(value, "at least one entry")
        items: list[T] = []
        faults: list[Fault] = []
        for number, one in enumerate(value):
            try:
                items.append(item.read(one))
            except Wrong as wrong:
                faults += wrong.below(number, item.single)
        if faults:
            raise Wrong(faults)
        return tuple(items)

    def schema(parts: dict[str, Schema]) -> Schema:
        return {"type": "array", "items": item.schema(parts)} | ({"minItems": least} if least else {})

    return Shape(read, schema)


def map_of(
    item: Shape[T],
    least: int = 0,
    names: Shape[str] | None = None,
    expected: str = "a block of 'key: value' lines",
) -> Shape[Mapping[str, T]]:
    """Return the shape of a block whose keys somebody chose, or whose keys are some of `names`."""

    def read(value: Any) -> Mapping[str, T]:
        if not isinstance(value, dict):
            raise _wrong(value, expected, "block")
        if len(value) < least:
            raise _wrong(value, "at least one entry" if least == 1 else f"at least {least} entries")
        items: dict[str, T] = {}
        faults: list[Fault] = []
        for name, one in value.items():
            try:
                known = names.read(name) if names else name
            except Wrong as wrong:
                faults += [fault._replace(about="name") for fault in wrong.below(name, around=True)]
                continue
            try:
                items[known] = item.read(one)
            except Wrong as wrong:
                faults += wrong.below(name, names is not None)
                if wrong.rest is not NOTHING:
                    items[known] = wrong.rest
        if faults:
            raise Wrong(faults, MappingProxyType(items))
        return MappingProxyType(items)

    def schema(parts: dict[str, Schema]) -> Schema:
        limits = {"minProperties": least} if least else {}
        named = {"propertyNames": names.schema(parts)} if names else {}
        return {"type": "object", "additionalProperties": item.schema(parts), **limits, **named}

    return Shape(read, schema)


# -- blocks with known keys


class Key(NamedTuple):
    """One key of a block: what stands there, a sentence for people, and what holds when it is left out."""

    shape: Shape[Any]
    doc: str
    default: Any = NOTHING
    missing: str = ""  # the hint when it is missing, instead of its sentence

    def schema(self, parts: dict[str, Schema]) -> Schema:
        """Return what stands there as JSON Schema."""
        schema = self.shape.schema(parts)
        if self.default is None and schema:
            schema = {"anyOf": [schema, {"type": "null"}]}
        default = {} if self.default is NOTHING else {"default": plain(self.default)}
        return {**schema, **default, "description": self.doc}


class Record(Shape[T_co]):
    """The shape of a block with known keys.

    `make` gets what was written; `what` is what messages call a key, `example` such a block. One with a name is a
    part of the JSON Schema.
    """

    def __init__(
        self,
        keys: Mapping[str, Key],
        make: Callable[[dict[str, Any]], T_co],
        *,
        name: str = "",
        doc: str = "",
        example: str = "",
        what: str = "key",
    ) -> None:
        super().__init__(self._read, self._part if name else self.block_schema)
        self.keys, self.make, self.name, self.doc, self.what = keys, make, name, doc, what
        self.expected = f"a block such as {example}"
        self._needed = {word for word, key in keys.items() if key.default is NOTHING}

    def _read(self, value: Any) -> T_co:
        if not isinstance(value, dict):
            raise _wrong(value, self.expected, "block")
        values: dict[str, Any] = {}
        faults: list[Fault] = []
        for word, (shape, _, default, _) in self.keys.items():
            if word not in value:
                continue
            given = value[word]
            try:
                values[word] = None if given is None and default is None else shape.read(given)
            except Wrong as wrong:
                faults += wrong.below(word)
                if wrong.rest is not NOTHING:
                    values[word] = wrong.rest
        if not value.keys() <= self.keys.keys() or not self._needed <= value.keys():
            faults += self._unknown(value)
            faults += self._missing(value)
        if faults:
            raise Wrong(faults, self.make(values) if self._needed <= values.keys() else NOTHING)
        return self.make(values)

    def _unknown(self, value: dict[str, Any]) -> list[Fault]:
        return [
            Fault((word,), word, self.what, hint=did_you_mean(word, self.keys), about="unknown")
            for word in value
            if word not in self.keys
        ]

    def _missing(self, value: dict[str, Any]) -> list[Fault]:
        return [
            Fault((word,), None, "", hint=key.missing or f"{word}: {key.doc}", about="missing")
            for word, key in self.keys.items()
            if word in self._needed and word not in value
        ]

    def _part(self, parts: dict[str, Schema]) -> Schema:
        if self.name not in parts:
            parts[self.name] = {}  # a part that holds itself refers to it
            parts[self.name] = self.block_schema(parts)
        return {"$ref": f"#/$defs/{self.name}"}

    def block_schema(self, parts: dict[str, Schema]) -> Schema:
        """Return the JSON Schema of the block itself, where others get a reference to it."""
        return {
            "type": "object",
            "description": self.doc,
            "properties": {word: key.schema(parts) for word, key in self.keys.items()},
            "required": [word for word in self.keys if word in self._needed],
            "additionalProperties": False,
        }


@overload
def key(shape: Shape[T], doc: str) -> T: ...
@overload
def key(shape: Shape[T], doc: str, *, default: D) -> T | D: ...
def key(shape: Shape[Any], doc: str, *, default: Any = NOTHING) -> Any:
    """Return a key of a `Keyed`; without a default it must be there, with the default None it may be empty."""
    return field(metadata={"key": Key(shape, doc, default)})


@dataclass_transform(kw_only_default=True, frozen_default=True, field_specifiers=(key,))
class Keyed:
    """A block of a file as a class: its attributes are the values, `vars()` of one is what was written.

    It is a dataclass (`fields`, `replace`) that cannot be changed, without the millisecond that `frozen` costs each.
    """

    __dataclass_fields__: ClassVar[dict[str, Field[Any]]]
    __record__: ClassVar[Record[Any]]

    def __init_subclass__(cls, example: str = "") -> None:
        dataclass(init=False, repr=False, eq=False)(cls)
        keys: dict[str, Key] = {one.name: one.metadata["key"] for one in fields(cls)}
        for word, one in keys.items():
            if one.default is not NOTHING:
                setattr(cls, word, one.default)
        cls.__record__ = Record(
            keys, lambda values: cls(**values), name=cls.__name__, doc=cls.__doc__ or "", example=example
        )

    def __init__(self, **values: Any) -> None:
        self.__dict__.update(values)

    def __setattr__(self, name: str, value: Any) -> None:
        raise FrozenInstanceError(f"{type(self).__name__}.{name} cannot be changed")

    def _values(self) -> tuple[Any, ...]:
        return tuple(getattr(self, word) for word in self.__record__.keys)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Keyed) and type(self) is type(other) and self._values() == other._values()

    def __hash__(self) -> int:
        return hash(self._values())

    def __repr__(self) -> str:
        return (
            f"{type(self).__name__}({', '.join(f'{word}={value!r}' for word, value in vars(self).items())})"
        )


def part(kind: type[P]) -> Record[P]:
    """Return the shape of a part."""
    return kind.__record__


DRAFT: Final = "https://json-schema.org/draft/2020-12/schema"


def json_schema(shape: Record[Any], title: str) -> Schema:
    """Return the JSON Schema of the files of this shape, for editors."""
    parts: dict[str, Schema] = {}
    block = shape.block_schema(parts)
    return {"$schema": DRAFT, "title": title, **block, "$defs": dict(sorted(parts.items()))}
