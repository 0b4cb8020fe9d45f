"""What the effects of a kit can speak of: its kinds, its PATRONs, the numbers of its rules."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from cardgen.base.errors import did_you_mean
from cardgen.source.effects import Reader, number, shown
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
    """

    kinds: tuple[str, ...]
    guests: tuple[Guest, ...] = ()
    most_added: int = 0
    packed_at: int | None = None


@dataclass(frozen=True, slots=True)
class KindName:
    """A kind of PATRON; with `chosen` also the kind that was named when the card was played."""

    chosen: bool = False

    def read(self, r: Reader, value: Any, path: tuple[str, ...]) -> str | None:
        """Return the kind."""
        if r.scope is None or value in r.scope.kinds or (self.chosen and value == CHOSEN):
            return str(value)
        hint = did_you_mean(str(value), r.scope.kinds)
        r.note(f"no PATRON can be of the kind {shown(value)}", path, hint, "effects-target")
        return None

    def says(self) -> str:
        """Return what a kind is."""
        return "a kind of PATRON" + f", or {CHOSEN} for the one that was named" * self.chosen

    def schema(self) -> dict[str, Any]:
        """Return any word: the kinds are the kit's."""
        return {"type": "string"}


@dataclass(frozen=True, slots=True)
class Limit:
    """A smallest or a largest number."""

    low: int = -99
    high: int = 99

    def allows(self, value: int) -> bool:
        """Return whether a number keeps to it."""
        return self.low <= value <= self.high

    def says(self) -> str:
        """Return `3 or more`, `2 or less`."""
        return f"{number(self.low)} or more" if self.high == 99 else f"{number(self.high)} or less"


def _limit(value: Any) -> Limit:
    match value:
        case {"at_least": int(size), **rest} if not rest and not isinstance(size, bool):
            return Limit(low=size)
        case {"at_most": int(size), **rest} if not rest and not isinstance(size, bool):
            return Limit(high=size)
    raise ValueError


_KEYS = {key: {"type": "integer"} for key in ("at_least", "at_most")}
_SCHEMA = block(_KEYS) | {"minProperties": 1, "maxProperties": 1}
LIMIT = parsed(_limit, "{at_least: n} or {at_most: n}", _SCHEMA)
"""An argument such as `{at_least: 3}` or `{at_most: 2}`."""
