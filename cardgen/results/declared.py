"""How a result is declared: frozen dataclasses whose fields say what they are, and what is made of them.

    @written
    class Bin:
        '''Decisions with so many moves to choose from.'''

        least: Many = doc("From so many")
        most: Many | None = doc("to so many; null for any more.")

`plain` gives the JSON of a value, `schema_of` its JSON Schema. A field without `doc` is for the program alone.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import MISSING, dataclass, field, fields, is_dataclass
from types import NoneType, UnionType
from typing import (
    Annotated,
    Any,
    Literal,
    TypeAlias,
    TypeVar,
    Union,
    dataclass_transform,
    get_args,
    get_origin,
    get_type_hints,
)

T = TypeVar("T")
Schema: TypeAlias = dict[str, Any]

Fraction = Annotated[float, ("minimum", 0), ("maximum", 1)]
Times = Annotated[int, ("minimum", 0)]
Many = Annotated[int, ("minimum", 1)]
_KINDS = {float: "number", int: "integer", str: "string", bool: "boolean"}


def doc(text: str, *, default: Any = MISSING, absent: Any = MISSING, seldom: bool = False) -> Any:
    """Return a field that is written; one that is `seldom` is left out while it is None or empty.

    `absent` is what holds where an earlier version has left it out.
    """
    about = {"says": text, "seldom": seldom, "absent": default if absent is MISSING else absent}
    return field(metadata=about) if default is MISSING else field(default=default, metadata=about)


@dataclass_transform(frozen_default=True, field_specifiers=(doc, field))
def written(kind: type[T]) -> type[T]:
    """Return a class of results. Properties that `also` names are written after its fields."""
    return dataclass(frozen=True)(kind)


def _names(kind: Any) -> tuple[tuple[str, bool], ...]:
    """Return what is written of a class, and whether that may be left out."""
    names = [(one.name, one.metadata["seldom"]) for one in fields(kind) if "says" in one.metadata]
    return (*names, *((name, False) for name in getattr(kind, "also", ())))


def plain(value: Any) -> Any:
    """Return a result as plain data; numbers that are keys are texts there."""
    if is_dataclass(value):
        values = ((name, getattr(value, name), seldom) for name, seldom in _names(type(value)))
        return {name: plain(one) for name, one, seldom in values if one or not seldom}
    if isinstance(value, Mapping):
        return {key if isinstance(key, str) else f"{key:g}": plain(one) for key, one in value.items()}
    return [plain(one) for one in value] if isinstance(value, (list, tuple)) else value


def as_json(value: Any) -> str:
    """Return a result as JSON text; the same result is the same text."""
    return json.dumps(plain(value), ensure_ascii=False, indent=1)


def schema_of(kind: type[Any], parts: dict[str, Schema]) -> Schema:
    """Return the JSON Schema of a class of results; those that it holds are put into `parts`."""
    properties = dict(_properties(kind, parts))
    required = [name for name, one in properties.items() if "default" not in one]
    said = {"type": "object", "description": kind.__doc__, "properties": properties}
    return {**said, "required": required, "additionalProperties": False}


def _properties(kind: Any, parts: dict[str, Schema]) -> Iterator[tuple[str, Schema]]:
    hints = get_type_hints(kind, include_extras=True)
    for one in fields(kind):
        if "says" in one.metadata:
            schema = _shape(hints[one.name], parts)
            if one.metadata["absent"] is not MISSING:
                schema["default"] = plain(one.metadata["absent"])
            yield one.name, schema | {"description": one.metadata["says"]}
    for name in getattr(kind, "also", ()):
        get = getattr(kind, name).fget
        yield (
            name,
            _shape(get_type_hints(get, include_extras=True)["return"], parts) | {"description": get.__doc__},
        )


def _shape(hint: Any, parts: dict[str, Schema]) -> Schema:
    origin, inner = get_origin(hint), get_args(hint)
    if origin is Annotated:
        return _shape(inner[0], parts) | dict(inner[1:])
    if origin in (Union, UnionType):
        (one,) = (one for one in inner if one is not NoneType)
        return {"anyOf": [_shape(one, parts), {"type": "null"}], "default": None}
    if origin is Literal:
        return {"enum": list(inner)}
    if origin is tuple:
        return {"type": "array", "items": _shape(inner[0], parts)}
    if origin is not None:  # a mapping
        return {"type": "object", "additionalProperties": _shape(inner[1], parts)}
    if is_dataclass(hint):
        name: str = hint.__name__  # type: ignore[union-attr]
        if name not in parts:
            parts[name] = schema_of(hint, parts)  # type: ignore[arg-type]
        return {"$ref": f"#/$defs/{name}"}
    return {"type": _KINDS[hint]} if hint in _KINDS else {}
