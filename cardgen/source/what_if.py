"""A kit with other numbers, without editing its files: `tables.bar.hand=5`, `cards.S1.count=3`."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import product
from pathlib import Path
from typing import Any

from cardgen.base.errors import CardgenError, HintedError, Problems, did_you_mean
from cardgen.model import Card, Kit, Named
from cardgen.source.game_file import read_kit
from cardgen.source.leaves import frozen
from cardgen.source.parse import plain_value

MOST = 500
"""Kits that are tried out at once."""
_RANGE = re.compile(r"(-?\d{1,9})\.\.(-?\d{1,9})")


@dataclass(frozen=True, slots=True)
class Supposed:
    """One value that a kit has otherwise than its files say: the steps to it, and the value."""

    path: tuple[str, ...]
    value: Any

    @property
    def name(self) -> str:
        """Where it is, as it is typed."""
        return ".".join(self.path)

    def __str__(self) -> str:
        value = str(self.value).lower() if isinstance(self.value, bool) else self.value
        return f"{self.name}={value}"


def read_change(said: str) -> Supposed:
    """Return what `tables.bar.hand=5` changes; ValueError where that is no change."""
    path, value = _apart(said, "tables.bar.hand=5")
    return Supposed(path, plain_value(value))


def read_sweep(said: str) -> tuple[Supposed, ...]:
    """Return the changes that `tables.bar.hand=3..6` or `=3,5,9` stands for, in that order."""
    path, values = _apart(said, "tables.bar.hand=3..6 or tables.bar.hand=3,5,9")
    found: dict[Any, Supposed] = {}
    for word in values.split(","):
        ends = _RANGE.fullmatch(word.strip())
        if ends:
            first, last = int(ends[1]), int(ends[2])
            if first > last:
                raise ValueError(f"'{said}', expected the smaller number first: {last}..{first}")
            if last - first >= MOST:
                raise ValueError(f"'{said}' are more than {MOST} values")
            found |= {n: Supposed(path, n) for n in range(first, last + 1)}
        elif not word.strip():
            raise ValueError(f"'{said}' has an empty value, expected such as 3..6 or 3,5,9")
        else:
            value = plain_value(word.strip())
            found[value] = Supposed(path, value)
    return tuple(found.values())


def _apart(said: str, such: str) -> tuple[tuple[str, ...], str]:
    path, sign, value = said.partition("=")
    steps = tuple(step.strip() for step in path.split("."))
    if not sign or not value.strip() or len(steps) < 2 or not all(steps):
        raise ValueError(f"'{said}', expected a value of the kit and what it is to be, such as {such}")
    return steps, value.strip()


def tried(sets: Sequence[Supposed], sweeps: Sequence[Sequence[Supposed]]) -> list[tuple[Supposed, ...]]:
    """Return what is tried out: all of `sets` together, with each combination of the values of `sweeps`."""
    many = 1
    for sweep in sweeps:
        many *= len(sweep)
    if many > MOST:
        raise ValueError(f"--sweep makes {many} kits, at most {MOST} are tried out at once")
    named = [change.name for change in (*sets, *(sweep[0] for sweep in sweeps))]
    for name in named:
        if named.count(name) > 1:
            raise ValueError(f"{name} is set twice")
    if not sets and not sweeps:
        return []
    return [(*sets, *combination) for combination in product(*sweeps)]


def load_changed(folder: Path, changes: Iterable[Supposed]) -> Kit:
    """Return the kit in a folder as if its files said so; CardgenError with every path that leads nowhere."""
    kit, problems = read_kit(folder, lambda kit, problems: changed(kit, changes, problems))
    if kit is None:
        raise CardgenError(problems)
    return kit


def value_at(kit: Kit, change: Supposed) -> Any:
    """Return what the kit says where a change is made; None where it says nothing."""
    found: list[Any] = []
    _follow(kit, change, Problems(), found.append)
    return found[0] if found else None


def changed(kit: Kit, changes: Iterable[Supposed], problems: Problems) -> Kit:
    """Return the kit with other values; a path that leads nowhere, or a value that cannot be there, is noted."""
    for change in changes:
        kit = _follow(kit, change, problems)
    return kit


class _Nowhere(HintedError):
    """A step that leads nowhere, or a value that cannot be: what is wrong, and a hint."""


def _follow(kit: Kit, change: Supposed, problems: Problems, seen: Any = None) -> Kit:
    try:
        first, *rest = change.path
        if first == "tables":
            tables = _replaced(kit.tables, tuple(rest), (first,), change.value, seen)
            return replace(kit, tables=Named(tables, "table"))
        if first == "cards":
            return _with_card(kit, change, tuple(rest), seen)
        if first == "options":
            raise _Nowhere(
                "house rules have an option of their own",
                f"write --option {str(change).removeprefix('options.')}; --each-option tries all values",
            )
        raise _Nowhere(
            f"'{first}' cannot be changed, expected tables or cards",
            did_you_mean(first, ("tables", "cards")),
        )
    except _Nowhere as wrong:
        problems.add(f"{change}: {wrong}", kit.place(*change.path[:2]), hint=wrong.hint, code="what-if")
        return kit


def _with_card(kit: Kit, change: Supposed, path: tuple[str, ...], seen: Any) -> Kit:
    components = {component.id: component for component in kit.components}
    if path[0] in components and len(path) > 1 and not any(c.id == path[0] for c in _cards(kit)):
        path = path[1:]  # as templates write it: cards.drinks.S1
    id, *rest = path
    for component in kit.components:
        for place, card in enumerate(component.cards):
            if card.id == id:
                if not rest:
                    known = ("count", "name", *card.fields)
                    raise _Nowhere(f"names a card, expected one of its values: {', '.join(known)}")
                new = _of_card(card, tuple(rest), change.value, component.fields, seen)
                cards = (*component.cards[:place], *([new] if new else []), *component.cards[place + 1 :])
                if not cards:
                    raise _Nowhere(f"nothing would be left of {component.id}")
                mine = (
                    replace(component, cards=cards) if one is component else one for one in kit.components
                )
                return replace(kit, components=tuple(mine))
    raise _Nowhere(f"there is no card '{id}'", did_you_mean(id, [card.id for card in _cards(kit)]))


def _cards(kit: Kit) -> Iterable[Card]:
    return (card for component in kit.components for card in component.cards)


def _of_card(
    card: Card, path: tuple[str, ...], value: Any, fields: Mapping[str, Mapping[str, Any]], seen: Any
) -> Card | None:
    """Return the card with another value; None where none of it is left."""
    first = path[0]
    if path == ("count",):
        if seen:
            seen(card.count)
        if type(value) is not int or not 0 <= value <= 10_000:
            raise _Nowhere("count is no whole number from 0 to 10,000", "0 leaves the card out")
        return replace(card, count=value) if value else None
    if path == ("name",):
        if seen:
            seen(card.name)
        return replace(card, name=str(value))
    known = ("count", "name", *dict.fromkeys((*card.fields, *fields)))
    if first not in card.fields:
        deeper = [name for name, one in card.fields.items() if isinstance(one, Mapping) and first in one]
        hint = (
            f"did you mean 'cards.{card.id}.{deeper[0]}.{first}'?" if deeper else did_you_mean(first, known)
        )
        raise _Nowhere(f"card {card.id} has no '{first}'", hint)
    allowed = fields.get(first, {}).get("one_of")
    if allowed and value not in allowed:
        raise _Nowhere(f"'{value}' cannot be {first} of {card.id}", did_you_mean(str(value), allowed))
    return replace(card, fields=frozen(_replaced(card.fields, path, ("cards", card.id), value, seen)))


def _replaced(data: Any, path: tuple[str, ...], before: tuple[str, ...], value: Any, seen: Any) -> Any:
    """Return data with one value deep in it replaced by another of the same kind."""
    here = ".".join(before)
    if not path:
        if isinstance(data, Mapping | tuple):
            inside = steps_of(data)
            raise _Nowhere(f"{here} is no single value, expected one of {', '.join(inside[:12]) or 'none'}")
        if seen:
            seen(data)
        wrong = _unlike(data, value)
        if wrong:
            raise _Nowhere(f"{here} is {data!r}, expected {wrong}")
        return value
    step, *rest = path
    if isinstance(data, Mapping):
        key = next((key for key in data if str(key) == step), None)
        if key is None:
            raise _Nowhere(f"there is no '{step}' in {here}", did_you_mean(step, steps_of(data)))
        return {**data, key: _replaced(data[key], tuple(rest), (*before, step), value, seen)}
    if isinstance(data, tuple):
        steps = steps_of(data)
        if step not in steps:
            raise _Nowhere(f"there is no '{step}' in {here}", did_you_mean(step, steps))
        place = steps.index(step)
        new = _replaced(data[place], tuple(rest), (*before, step), value, seen)
        return (*data[:place], new, *data[place + 1 :])
    raise _Nowhere(f"{here} is {data!r}, there is nothing in it")


def steps_of(data: Any) -> list[str]:
    """Return how the parts of a block or list are called: by their key or id, or else by their number from 0."""
    if isinstance(data, Mapping):
        return [str(key) for key in data]
    ids = [
        str(one.get("id")) if isinstance(one, Mapping) and "id" in one else str(n)
        for n, one in enumerate(data)
    ]
    return ids if len(set(ids)) == len(ids) else [str(n) for n in range(len(data))]


def _unlike(old: Any, new: Any) -> str:
    """Return what was expected where a value is of another kind than the one it replaces."""
    match old:
        case bool():
            return "" if isinstance(new, bool) else "true or false"
        case int():
            return "" if type(new) is int else "a whole number"
        case float():
            return "" if type(new) in (int, float) else "a number"
    return ""
