"""A component's `fields:`: what its cards may say about themselves, and whether a value fits."""

from __future__ import annotations

import keyword
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, NamedTuple

from cardgen.base.errors import Problems, did_you_mean
from cardgen.source.nodes import Block, Document, Items, Step
from cardgen.source.scalars import Scalar, plain_value
from cardgen.source.wrong import Want, advice, shown

STANDARD = ("id", "name", "count", "face", "back", "each")
"""The keys that every card may have."""

MAX_COUNT = 10_000
CARD_ID = r"\w[\w.+-]*"
SLUG = r"[a-z0-9][a-z0-9-]*"
HEX = r"#[0-9A-Fa-f]{6}"
NAME = r"[A-Za-z][A-Za-z0-9_]*"
"""What names in templates and checks look like."""

_TAKEN = frozenset({*STANDARD, "component", "where", "fields", "copies", "total"})
_SETS = ("one_of", "list", "counts")
ROLES = ("PATRON", "SCHEME")
"""What `effects_of:` may say: what the cards of the component are."""
FACETS = ("text", "value", "changes")
"""What `made_from: FIELD.…` may take from effects: the words, the number in the corner, whether it can change."""
_EFFECTS = ("effects_of", "made_from")
_REQUIRED = object()


class Fault(NamedTuple):
    """What is wrong with a field's value; `inside` leads from the value to the wrong part of it."""

    inside: tuple[Step, ...]
    value: Any
    expected: str
    want: Want = "other"
    hint: str = ""


@dataclass(frozen=True, slots=True)
class Field:
    """One declared field: its kind, the choices or bounds, and the default if it has one."""

    name: str
    kind: str
    choices: tuple[Scalar, ...] = ()
    low: float | None = None
    high: float | None = None
    default: Any = _REQUIRED

    @property
    def required(self) -> bool:
        """True when every card must give a value."""
        return self.default is _REQUIRED and not self.made

    @property
    def made(self) -> bool:
        """True when no card may give a value, because it is made from another field."""
        return self.kind == "made_from"

    def faults(self, value: Any) -> Iterator[Fault]:
        """Yield what is wrong with a value; nothing when it fits."""
        if value is None and self.default is None:
            return
        match self.kind:
            case "text" if not isinstance(value, str):
                yield Fault((), value, "text", "text")
            case "bool" if not isinstance(value, bool):
                yield Fault((), value, "true or false", "bool")
            case "int" if not _is_number(value, int) or not self._in_bounds(value):
                yield Fault((), value, f"a whole number{self._bounds()}", "int")
            case "number" if not _is_number(value, int, float) or not self._in_bounds(value):
                yield Fault((), value, f"a number{self._bounds()}", "number")
            case "one_of" if not _among(value, self.choices):
                yield self._no_choice((), value)
            case "list" if not isinstance(value, (list, tuple)):
                yield Fault((), value, f"a list of {self._choices()}", "list")
            case "list":
                for i, item in enumerate(value):
                    if not _among(item, self.choices):
                        yield self._no_choice((i,), item)
            case "counts" if not isinstance(value, dict):
                yield Fault((), value, f"a block such as {{{self.choices[0]}: 1}}", "block")
            case "counts":
                yield from self._count_faults(value)
            case "effects_of" if not isinstance(value, dict):
                start = "{worth: 1}" if self.choices == ("PATRON",) else "{on_play: […]}"
                yield Fault((), value, f"a block such as {start}", "block")

    def _count_faults(self, value: dict[str, Any]) -> Iterator[Fault]:
        known = [str(choice) for choice in self.choices]
        for key, number in value.items():
            if key not in known:
                yield self._no_choice((key,), key)
            elif not _is_number(number, int) or number < 0:
                yield Fault((key,), number, "a whole number of 0 or more", "int")

    def frozen(self, value: Any) -> Any:
        """Return a fitting value as the kit keeps it; counts name every choice, 0 where the card is silent."""
        if self.kind == "counts" and isinstance(value, Mapping):
            return MappingProxyType({choice: value.get(str(choice), 0) for choice in self.choices})
        return frozen(value)

    def _no_choice(self, inside: tuple[Step, ...], value: Any) -> Fault:
        names = [str(choice) for choice in self.choices]
        hint = did_you_mean(value, names) if isinstance(value, str) else ""
        hint = "" if hint.startswith("known") else hint  # the choices are in the message already
        return Fault(inside, value, f"one of {self._choices()}", "choice", hint)

    def _choices(self) -> str:
        return ", ".join(_written(choice) for choice in self.choices)

    def _in_bounds(self, value: float) -> bool:
        return (self.low is None or value >= self.low) and (self.high is None or value <= self.high)

    def _bounds(self) -> str:
        match self.low, self.high:
            case None, None:
                return ""
            case low, None:
                return f" of {low:g} or more"
            case None, high:
                return f" of {high:g} or less"
            case low, high:
                return f" from {low:g} to {high:g}"


def frozen(value: Any) -> Any:
    """Return plain data that cannot be changed: tuples and read-only mappings."""
    if isinstance(value, dict):
        return MappingProxyType({key: frozen(item) for key, item in value.items()})
    if isinstance(value, (list, tuple)):
        return tuple(frozen(item) for item in value)
    return value


def read_fields(document: Document, path: tuple[Step, ...], problems: Problems) -> dict[str, Field]:
    """Return the fields declared in the `fields:` block at `path`; what is wrong with it is noted.

    Wrong types are noted elsewhere (the schema); here it is whether the declarations make sense.
    """
    block = document.get(*path)
    if not isinstance(block, Block):
        return {}
    fields: dict[str, Field] = {}
    for name, entry in block.items():
        here = (*path, name)
        if not re.fullmatch(NAME, name) or keyword.iskeyword(name) or name in _TAKEN:
            taken = "every card has that by itself" if name in _TAKEN else "expected letters, digits and _"
            problems.add(
                f"'{name}' cannot be the name of a field: {taken}",
                document.where_key(*here),
                trail=document.trail(*here),
                code="field-name",
            )
        field = _field(name, entry, document, here, problems) if isinstance(entry, Block) else None
        fields[name] = field or Field(name, "any", default=None)
    _check_effects(fields, document, path, problems)
    return fields


def is_english(language: str) -> bool:
    """Return whether a language such as `en` or `en-GB` is English."""
    return language.partition("-")[0].lower() == "en"


def _check_effects(
    fields: dict[str, Field], document: Document, path: tuple[Step, ...], problems: Problems
) -> None:
    """Note what is wrong with fields that hold effects or are made from them."""

    def refuse(name: str, key: str, message: str, hint: str) -> None:
        at = (*path, name, key)
        problems.add(message, document.where(*at), trail=document.trail(*path, name), hint=hint, code="field")

    holds = [field for field in fields.values() if field.kind == "effects_of"]
    for field in holds[1:]:
        refuse(
            field.name, "effects_of", f"there are effects in '{holds[0].name}' already", "keep one of the two"
        )
    for field in (f for f in fields.values() if f.made):
        said = str(field.choices[0])
        known = [f"{f.name}.{facet}" for f in holds for facet in FACETS]
        if said not in known:
            hint = did_you_mean(said, known) if known else "effects: {effects_of: PATRON} declares effects"
            refuse(field.name, "made_from", f"made_from is '{said}', and nothing is called so", hint)
    # the words of effects are English: elsewhere a card says in its own what it does
    by_hand = () if is_english(str(document.get("language") or "en")) else ("text",)
    for facet in FACETS if holds else ():
        own = fields.get(facet)
        if own and not own.made and facet not in by_hand:
            hint = f"write {facet}: {{made_from: {holds[0].name}.{facet}}}; words of your own go into another field"
            key = "type" if own.kind in ("text", "int", "number", "bool", "any") else own.kind
            refuse(facet, key, f"'{facet}' would be written by hand beside the effects that decide it", hint)


def _field(
    name: str, entry: Block, document: Document, path: tuple[Step, ...], problems: Problems
) -> Field | None:
    def refuse(message: str, key: str, hint: str = "") -> None:
        where = document.where(*path, key) if key else document.where_key(*path)
        problems.add(message, where, trail=document.trail(*path), hint=hint, code="field")

    kinds = [key for key in ("type", *_SETS, *_EFFECTS) if entry.get(key) is not None]
    if len(kinds) != 1:
        said = f"both {' and '.join(kinds)}" if kinds else "no kind"
        expected = (
            "expected one of them" if kinds else f"expected type, {', '.join(_SETS)}, {' or '.join(_EFFECTS)}"
        )
        refuse(f"the field has {said}, {expected}", "", "" if kinds else "such as {type: text}")
        return None
    kind = entry["type"] if kinds == ["type"] else kinds[0]
    if not isinstance(kind, str):
        return None
    if kind in _EFFECTS:
        said = entry[kind]
        extra = [key for key in ("min", "max", "default") if key in entry]
        if extra:
            refuse(f"a field with {kind} has no {extra[0]}", extra[0])
        return Field(name, kind, (said,)) if isinstance(said, str) else None
    choices = entry[kind] if kind in _SETS else ()
    if not isinstance(choices, (list, tuple)) or not all(isinstance(c, (str, int)) for c in choices):
        return None  # the schema says so
    doubles = {str(c) for i, c in enumerate(choices) if _among(c, tuple(choices[:i]))}
    if doubles:
        refuse(f"{', '.join(sorted(doubles))} is listed twice", kind, "keep one of the two")
        return None
    low, high = entry.get("min"), entry.get("max")
    if kind not in ("int", "number") and (low is not None or high is not None):
        refuse(
            f"a {kind} field has no min or max",
            "min" if low is not None else "max",
            "only int and number have",
        )
        low = high = None
    low, high = (bound if _is_number(bound, int, float) else None for bound in (low, high))
    if low is not None and high is not None and low > high:
        refuse(f"min is {low:g} and max is {high:g}, expected min to be the smaller one", "min")
        return None
    default = entry.get("default", _REQUIRED)
    field = Field(name, kind, tuple(choices), low, high, default)
    if default is not _REQUIRED and default is not None:
        explain_faults(field, "default", default, document, (*path, "default"), problems)
    return field


def explain_faults(
    field: Field, key: str, value: Any, document: Document, path: tuple[Step, ...], problems: Problems
) -> bool:
    """Note what is wrong with a field's value; True when it fits."""
    fits = True
    for fault in field.faults(value):
        fits = False
        last = fault.inside[-1] if fault.inside else None
        what = f"item {last + 1} of {key}" if isinstance(last, int) else f"{last} in {key}" if last else key
        at = (*path, *fault.inside)
        place = document.place(*at)
        if fault.value == last and isinstance(last, str):
            message, where = f"{key} has '{last}', expected {fault.expected}", document.where_key(*at)
        else:
            message = f"{what} is {shown(fault.value, place)}, expected {fault.expected}"
            where = document.where(*at)
        name = last if isinstance(last, str) else key
        hint = fault.hint or advice(fault.want, name, fault.value, place)
        hint = "" if document.called else hint  # what each: made cannot be written down as it is
        problems.add(message, where, trail=document.trail(*path), hint=hint, code="wrong-value")
    return fits


def typed_key(block: Block, key: str) -> Scalar:
    """Return what a key means when keys are values: `3:` is the number 3, `"3":` is text."""
    place = block.keys_at[key]
    return key if place.raw is None else plain_value(place.raw)


def _is_number(value: Any, *types: type) -> bool:
    return isinstance(value, types) and not isinstance(value, bool)


def _among(value: Any, choices: tuple[Scalar, ...]) -> bool:
    """Membership that tells 1 from true."""
    if isinstance(value, (Block, Items, dict, list)):
        return False
    return any(value == choice and type(value) is type(choice) for choice in choices)


def _written(choice: Scalar) -> str:
    return str(choice).lower() if isinstance(choice, bool) else str(choice)
