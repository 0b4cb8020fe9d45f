"""What the effects of a kit can speak of: its kinds, its PATRONs, the numbers of its rules."""

from __future__ import annotations

from dataclasses import dataclass


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
    """The kinds in the order of the kit, its PATRONs (none: no kit at hand) and what its rules count with.

    `packed_at` is the number of points that packs the bar, if the kit says so; `most_added` is how much all cards of the kit together can add to the worth of one PATRON.
    """

    kinds: tuple[str, ...]
    guests: tuple[Guest, ...] = ()
    most_added: int = 0
    packed_at: int | None = None
