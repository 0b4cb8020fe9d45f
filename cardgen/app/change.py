"""What is different about a card: one answer for `diff`, for the studio's "changed since" and for what is printed again."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from hashlib import sha256
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from cardgen.model import Card, Component


class ValueChange(NamedTuple):
    """One value that is not what it was, such as `umbrellas.G` of a card; None where there was, or is, nothing."""

    name: str
    before: Any
    now: Any

    def __str__(self) -> str:
        return f"{self.name} {in_words(self.before)} → {in_words(self.now)}"


class CardChange(NamedTuple):
    """What is different about a card: its data, and the addresses of each side that is another one, before and now."""

    kind: str  # new, gone, changed (its data), redrawn (its template, art or font)
    data: tuple[ValueChange, ...]
    sides: Mapping[str, Sequence[str | None]]


def change_of(
    old: Mapping[str, Any] | None,
    new: Mapping[str, Any] | None,
    were: Mapping[str, str],
    are: Mapping[str, str],
) -> CardChange | None:
    """Return what is different about a card, from its data and the addresses of its sides; None for nothing.

    Data are its component, name, count and fields; None where there was, or is, no such card.
    """
    sides = changed_sides(were, are)
    if old is None or new is None:
        return CardChange("new" if old is None else "gone", (), sides)
    data = (*differences("", _about(old), _about(new)), *differences("", old["fields"], new["fields"]))
    return CardChange("changed" if data else "redrawn", data, sides) if data or sides else None


def _about(card: Mapping[str, Any]) -> Mapping[str, Any]:
    return {key: card[key] for key in ("component", "name", "count")}


def card_data(card: Card) -> Mapping[str, Any]:
    """Return what `change_of` compares of a card."""
    return {key: getattr(card, key) for key in ("component", "name", "count", "fields")}


def changed_sides(
    were: Mapping[str, str], are: Mapping[str, str], sides: Iterable[str] = ("front", "back")
) -> dict[str, list[str | None]]:
    """Return the sides that have another address now, each with the one before and the one now."""
    return {side: [were.get(side), are.get(side)] for side in sides if were.get(side) != are.get(side)}


def differences(name: str, old: Any, new: Any) -> Iterator[ValueChange]:
    """Yield the single values in which two values of a kit differ."""
    if old == new and type(old) is type(new):
        return
    if isinstance(old, Mapping) and isinstance(new, Mapping):
        for key in dict.fromkeys([*old, *new]):
            yield from differences(f"{name}.{key}".lstrip("."), old.get(key), new.get(key))
    elif old != new:
        yield ValueChange(name, old, new)


def in_words(value: Any) -> str:
    """Return a value of a kit in a few words: nothing, a text in quotes when it is more than a word, a list."""
    if value is None or value in ("", (), [], {}):
        return "nothing"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, str):
        return f"“{value}”" if " " in value or "\n" in value else value
    if isinstance(value, list | tuple):
        return ", ".join(map(in_words, value))
    if isinstance(value, Mapping):
        return "; ".join(f"{key}: {in_words(one)}" for key, one in value.items())
    return str(value)


def outline_of(component: Component) -> str:
    """Return what tells the contour of a free shape from another, "" for other shapes."""
    return sha256(repr(component.cut.commands).encode()).hexdigest()[:12] if component.cut else ""
