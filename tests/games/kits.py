"""Kits to play with, and a small one made by hand so that a test may change it."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path
from types import MappingProxyType
from typing import Any

from cardgen.base.errors import Location
from cardgen.base.units import Size
from cardgen.model import Card, Component, Kit, Look, Named, Option, OptionValue, Players
from cardgen.source import load_kit

NOWHERE = Location("by-hand.yaml")
ROOT = Path(__file__).parent.parent.parent


def cards(component: str, rows: dict[str, dict[str, Any]], count: int = 1) -> tuple[Card, ...]:
    return tuple(
        Card(name, name, row.pop("count", count), component, NOWHERE, MappingProxyType(row))
        for name, row in rows.items()
    )


def component(kind: Any, name: str, pieces: tuple[Card, ...]) -> Component:
    return Component(name, kind, name, Size(63, 63), "rect", 3, 0, "face.svg", None, pieces, NOWHERE)


def option(name: str, *values: str | int | bool) -> Option:
    shown = tuple(OptionValue(value, str(value)) for value in values)
    return Option(name, name, shown, values[0], "", NOWHERE)


def kit(
    slug: str, players: tuple[int, int], components: list[Component], options: list[Option], **tables: Any
) -> Kit:
    return Kit(
        slug,
        tuple(components),
        title=slug.title(),
        players=Players(*players),
        options=Named({o.name: o for o in options}),
        looks=Named({"full": Look("full", "Full", {})}),
        tables=Named(tables),
    )


@lru_cache
def kit_of(slug: str) -> Kit:
    """The kit as it ships."""
    return load_kit(ROOT / "data" / slug)
