"""What the effects of a kit can speak of: its kinds, its PATRONs, the numbers of its rules."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from cardgen.base.errors import did_you_mean
from cardgen.games.bartender_2012.effects.guards import mistake
from cardgen.source.effects import Reader, shown
from cardgen.source.effects.verbs import block
from cardgen.source.leaves import parsed

CHOSEN = "k"
"""Stands for the kind of PATRON that is named when the card is played."""


@dataclass(frozen=True, slots=True)
class Guest:
    """A PATRON of the kit as far as the effects of other cards can mean it."""

    id: str
    kind: str
    count: int
    printed: int
    most: int  # what it is never worth more than by itself
    stays: bool  # it cannot leave the BAR


@dataclass(frozen=True, slots=True)
class Scope:
    """The kinds in the order of the kit, its PATRONs and what its rules count with.

    `packed_at` is the number of points that packs the bar, if the kit says so; `most_added` is how much all cards of the kit together can add to the worth of one PATRON.
    `kind_of` are the PATRONs by id, `pieces` how many there are of each kind.
    """

    kinds: tuple[str, ...]
    guests: tuple[Guest, ...] = ()
    most_added: int = 0
    packed_at: int | None = None
    kind_of: Mapping[str, str] = field(default_factory=dict)
    pieces: Mapping[str, int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class KindName:
    """A kind of PATRON; with `chosen` also the kind that was named when the card was played."""

    chosen: bool = False

    def read(self, r: Reader, value: Any, path: tuple[str, ...]) -> str | None:
        """Return the kind."""
        kinds = r.scope.kinds if r.scope else ()
        if value in kinds and value in ("PATRON", "SCHEME", CHOSEN):
            mistake(r, "a word of the game", path, kind=value)
            return None
        if r.scope is None or value in r.scope.kinds or (self.chosen and value == CHOSEN):
            return str(value)
        near = did_you_mean(str(value), r.scope.kinds)
        mistake(r, "no such kind", path, given=shown(value), near=near)
        return None

    def says(self) -> str:
        """Return what a kind is."""
        return "a kind of PATRON" + f", or {CHOSEN} for the one that was named" * self.chosen

    def schema(self) -> dict[str, Any]:
        """Return any word: the kinds are the kit's."""
        return {"type": "string"}


@dataclass(frozen=True, slots=True)
class Company:
    """PATRONs of a kind besides the card itself, which is of that kind or not."""

    kind: str
    own: bool = True


@dataclass(frozen=True, slots=True)
class CompanyOf:
    """A kind of PATRON, of which the card itself does not count."""

    name: KindName = KindName()

    def read(self, r: Reader, value: Any, path: tuple[str, ...]) -> Company | None:
        """Return the others of the kind; it is noted when the kit has none."""
        kind = self.name.read(r, value, path)
        if kind is None:
            return None
        found = Company(kind, r.scope is None or r.scope.kind_of.get(r.card, kind) == kind)
        if most_of(r, found) == 0:
            mistake(r, "no company", path, found)
        return found

    def says(self) -> str:
        """Return what a kind is."""
        return self.name.says()

    def schema(self) -> dict[str, Any]:
        """Return any word: the kinds are the kit's."""
        return self.name.schema()


def most_of(r: Reader, company: Company) -> int | None:
    """Return how many others of a kind the kit has at most, None where no kit is at hand."""
    if r.scope is None or not r.scope.pieces:
        return None
    count: int = r.scope.pieces.get(company.kind, 0)
    return count - (company.own and r.card in r.scope.kind_of)


@dataclass(frozen=True, slots=True)
class Bounds:
    """A smallest or a largest number."""

    low: int | None = None
    high: int | None = None

    def allows(self, value: int) -> bool:
        """Return whether a number keeps to it."""
        return (self.low is None or value >= self.low) and (self.high is None or value <= self.high)


def limit(most: int) -> Any:
    """Return the shape of `{at_least: 3}` or `{at_most: 2}` with numbers that are not larger than `most`."""

    def parse(value: Any) -> Bounds:
        match value:
            case {"at_least": size, **rest} if not rest and _within(size):
                return Bounds(low=size)
            case {"at_most": size, **rest} if not rest and _within(size):
                return Bounds(high=size)
        raise ValueError

    def _within(size: Any) -> bool:
        return type(size) is int and -most <= size <= most

    keys = {key: {"type": "integer", "minimum": -most, "maximum": most} for key in ("at_least", "at_most")}
    schema = block(keys) | {"minProperties": 1, "maxProperties": 1}
    return parsed(
        parse, f"{{at_least: n}} or {{at_most: n}} with a whole number from -{most} to {most}", schema
    )
