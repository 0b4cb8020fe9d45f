"""What a state remembers, declared once: slots, beginning, copy and words are made from the annotations.

    class Table(State):
        pot: int = 0
        dealer: Seat = 0
        deck: list[int]                             # lists and dicts begin empty
        hands: list[list[int]] = each()             # an empty list for each seat
        tokens: list[int] = each(3)                 # a 3 for each seat
        chips: list[int] = each(lambda game: game.stake)
        box: list[int] = begins(lambda game: game.unused[:])

A field may hold numbers, words, yes or no, `None`, phases, tuples of them, and lists and dicts as deep as its
annotation says: that deep they are copied. Whatever else an annotation says is an error where the class is made, so that
no copy and no view shares with the state what changes. A name that begins with `_` is no part of the state: it begins anew in each copy.
"""

from __future__ import annotations

import sys
import types
import typing
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Annotated, Any, NamedTuple, TypeAlias

from cardgen.engine.phase import Asked, Phase

Seat: TypeAlias = Annotated[int, "seat"]
"""A seat, or -1 for nobody: stories and scenarios say the player's name. A game adds its own in the same way:
`Suit = Annotated[int, "suit"]`, where its `word` and `value` know the field "suit"."""


@dataclass(frozen=True, slots=True)
class FieldShape:
    """What an annotation says: `kind` is int, str, bool, float, phase, tuple, plain (one of several), list or dict."""

    kind: str
    word: str = ""
    items: FieldShape | None = None  # of a list or dict

    @property
    def changes(self) -> bool:
        """Whether it is changed in place, so that a copy needs one of its own."""
        return self.kind in ("list", "dict")


@dataclass(frozen=True, slots=True)
class Field:
    """One field of a state. `per_seat`: a list with one entry for each seat, which words call by name."""

    name: str
    shape: FieldShape
    value: Any
    per_seat: bool = False


class _First(NamedTuple):
    value: Any
    per_seat: bool


_EMPTY: Any = object()


def each(value: Any = _EMPTY) -> Any:
    """A list with this value for each seat, or with what a function makes of the game; left out, an empty list or dict."""
    return _First(value, per_seat=True)


def begins(make: Callable[[Any], Any]) -> Any:
    """What a new state begins with, made from the game."""
    return _First(make, per_seat=False)


class Limit(NamedTuple):
    """The bounds of a field that counts something, as a described position is held to them.

    Each is a number, a function of the game, or None; `together` is the most that all seats may have in sum. A field
    that a state does not mention among its `limits` may be anything from 0.
    """

    least: int | Callable[[Any], int | None] | None = 0
    most: int | Callable[[Any], int | None] | None = None
    together: int | Callable[[Any], int | None] | None = None


class Declared(type):
    """Makes `__slots__`, `__init__` and `copy` of a state from its annotated fields."""

    fields: Mapping[str, Field]

    def __new__(mcs, name: str, bases: tuple[type, ...], body: dict[str, Any]) -> Declared:
        """Return the class; TypeError says which annotation cannot be copied and written down."""
        own = _own_fields(name, body)
        fields: dict[str, Field] = {}
        for base in bases:
            fields.update(getattr(base, "fields", {}))
        for field in own:
            if field in fields:
                raise TypeError(f"{name}.{field}: {bases[0].__name__} has declared it already")
            body.pop(field, None)
        fields |= own
        without = body.pop("without", {})  # fields of a base, and what is read in their place for good
        fields = {field: one for field, one in fields.items() if field not in without}
        body.update(without)
        unknown = {*body.get("unsaid", ())} - {*fields}
        if unknown:
            raise TypeError(f"{name}: unsaid, but no fields: {', '.join(sorted(unknown))}")
        body["fields"] = types.MappingProxyType(fields)
        body["__slots__"] = (*own, *(() if bases else ("game", "tell")))
        whole = {head: _compiled(body, name, head, lines, fields) for head, lines in _MADE.items()}
        for head, (method, _) in whole.items():
            body.setdefault(head.partition("(")[0], method)
        made = super().__new__(mcs, name, bases, body)
        for head, (method, names) in whole.items():
            names["_own"], names["_whole"] = made, _WHOLE
            _WHOLE[made, head.partition("(")[0]] = method
        return made


_WHOLE: dict[tuple[type, str], Callable[..., Any]] = {}
"""What was made for each class, for those that write a method of their own and call the one above."""


def _compiled(
    body: dict[str, Any], name: str, head: str, code: Callable[..., list[str]], fields: Mapping[str, Field]
) -> tuple[Callable[..., Any], dict[str, Any]]:
    method, _, given = head.rstrip(")").partition("(")
    names: dict[str, Any] = {"_new": object.__new__}
    above = f"if self.__class__ is not _own: return _whole[self.__class__, {method!r}]({given})"
    exec("\n    ".join([f"def {head}:", above, *code(fields, names)]), names)
    made = names[method]
    made.__module__, made.__qualname__ = body["__module__"], f"{name}.{method}"
    return made, names


def _beginning(fields: Mapping[str, Field], names: dict[str, Any]) -> list[str]:
    begun = [f"self.{name} = {_first(field, names)}" for name, field in fields.items()]
    return ["self.game, self.tell = game, None", *begun]


def _copying(fields: Mapping[str, Field], names: dict[str, Any]) -> list[str]:
    lines = ["new, game = _new(self.__class__), self.game", "new.game, new.tell = game, None"]
    for name, field in fields.items():
        value = _first(field, names) if name.startswith("_") else _copied(field.shape, f"self.{name}")
        lines.append(f"new.{name} = {value}")
    return [*lines, "return new"]


_MADE: Mapping[str, Callable[..., list[str]]] = {"__init__(self, game)": _beginning, "copy(self)": _copying}


def _first(field: Field, names: dict[str, Any]) -> str:
    """Return the text of what a field begins with; `names` gets what the text mentions."""
    shape = field.shape.items if field.per_seat else field.shape
    if field.value is _EMPTY:
        text = "{}" if shape and shape.kind == "dict" else "[]"
    else:
        text = f"_{field.name}"
        names[text] = field.value
        text += "(game)" if callable(field.value) else ""
    return f"[{text} for _ in game.names]" if field.per_seat else text


def _copied(shape: FieldShape, what: str, depth: int = 0) -> str:
    if not shape.changes:
        return what
    assert shape.items
    if not shape.items.changes:
        return f"{what}[:]" if shape.kind == "list" else f"{what}.copy()"
    item = f"i{depth}"
    inner = _copied(shape.items, item, depth + 1)
    if shape.kind == "list":
        return f"[{inner} for {item} in {what}]"
    return f"{{k{depth}: {inner} for k{depth}, {item} in {what}.items()}}"


# -- reading annotations


def _own_fields(name: str, body: Mapping[str, Any]) -> dict[str, Field]:
    module = sys.modules[body["__module__"]]
    fields: dict[str, Field] = {}
    for field, annotation in _annotations(body).items():
        if field in ("game", "tell") or str(annotation).startswith(("ClassVar", "typing.ClassVar")):
            continue
        where = f"{name}.{field}"
        if isinstance(annotation, str):
            try:
                annotation = eval(annotation, vars(module))
            except NameError as wrong:
                raise TypeError(f"{where}: {wrong}; its type must be known when the program runs") from None
        shape, given = _shape(where, annotation), body.get(field, _EMPTY)
        value, per_seat = given if isinstance(given, _First) else (given, False)
        item = shape.items if per_seat else shape
        if item is None or (per_seat and shape.kind != "list"):
            raise TypeError(f"{where}: each() is for a list with an entry for each seat")
        if value is _EMPTY and not item.changes:
            raise TypeError(f"{where}: what does it begin with? Write {field}: {annotation} = …")
        if isinstance(value, list | dict | set):
            raise TypeError(
                f"{where}: lists and dicts begin empty without a word, others with begins(lambda game: …)"
            )
        fields[field] = Field(field, shape, value, per_seat)
    return fields


def _annotations(body: Mapping[str, Any]) -> Mapping[str, Any]:
    if "__annotate_func__" in body:  # Python 3.14 without `from __future__ import annotations`
        found: Mapping[str, Any] = body["__annotate_func__"](1)
        return found
    written: Mapping[str, Any] = body.get("__annotations__", {})
    return written


def _shape(where: str, annotation: Any, word: str = "") -> FieldShape:
    """Return what an annotation says; TypeError if copies would share something that changes, or it cannot be saved."""
    if typing.get_origin(annotation) is Annotated:
        inner, word = typing.get_args(annotation)[:2]
        return _shape(where, inner, word)
    origin, inside = typing.get_origin(annotation) or annotation, typing.get_args(annotation)
    if origin in (int, bool, str, float):
        return FieldShape(origin.__name__, word)
    if origin in (None, types.NoneType):
        return FieldShape("plain")
    if isinstance(origin, type) and issubclass(origin, Phase | Asked):
        return FieldShape("phase")
    if origin in (typing.Union, types.UnionType):
        parts = [_shape(where, part) for part in inside]
        if not any(part.changes for part in parts):
            return FieldShape("plain")
        raise TypeError(f"{where}: a list that may also be something else cannot be copied for certain")
    if origin is tuple and inside:
        # Any is allowed here: what a tuple holds is numbers, words and tuples, as its owner sees to
        if not any(part not in (Any, ...) and _shape(where, part).changes for part in inside):
            return FieldShape("tuple")
        raise TypeError(f"{where}: copies would share the lists in this tuple; write list[list[…]]")
    if origin is dict and inside and _shape(where, inside[0]).kind not in ("int", "str"):
        raise TypeError(f"{where}: the keys of a dict are numbers or words")
    if origin in (list, dict) and inside and Any not in inside:
        return FieldShape(origin.__name__, "", _shape(where, inside[-1]))
    raise TypeError(
        f"{where}: {annotation} cannot be copied and written down; a state holds int, bool, str, phases, "
        f"tuples[…], list[…] and dict[…] of them, None"
    )
