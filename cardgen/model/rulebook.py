"""A rulebook as numbered facts, with the rulings on what it leaves open."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Literal, TypeAlias

from cardgen.base.errors import Location

RuleKind: TypeAlias = Literal["rule", "table-talk"]


@dataclass(frozen=True, slots=True)
class Rule:
    """One fact of the rulebook in our own words; table talk binds people, not the engine."""

    id: str
    says: str
    kind: RuleKind
    where: Location


@dataclass(frozen=True, slots=True)
class Ruling:
    """A question the rulebook leaves open, the answer of this kit, and the option that changes it."""

    id: str
    asks: str
    ruling: str
    option: str | None
    where: Location


@dataclass(frozen=True)
class Seeds:
    """The rules and rulings of one game, in the order of the file."""

    game: str
    rules: tuple[Rule, ...]
    rulings: tuple[Ruling, ...]
    where: Location

    @cached_property
    def by_id(self) -> dict[str, Rule | Ruling]:
        """Every rule and ruling by its number."""
        found: dict[str, Rule | Ruling] = {rule.id: rule for rule in self.rules}
        found.update({ruling.id: ruling for ruling in self.rulings})
        return found
