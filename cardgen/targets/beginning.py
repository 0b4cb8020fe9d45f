"""A game as it is set up, in plain data: which cards lie where when so many players begin.

The rules know it; `app/beginning.py` asks them and writes it down, since this room knows no rules.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

TABLE = -1
"""The seat of what belongs to nobody."""


@dataclass(frozen=True, slots=True)
class ZoneStart:
    """What lies in one zone: card ids in the order of the pile, one entry for each copy.

    `seat` counts from 0; the table's own zones have `TABLE`. `seen_by` is all, owner or nobody, `lies` is pile, fan, row,
    grid or track, `use` is hand, play, stock or "". `on` is the component of a board. `chips` counts pieces without a
    face where the zone `counts` them, and `made_of` names their component, "" where no rule does.
    """

    zone: str
    seat: int = TABLE
    seen_by: str = "all"
    lies: str = "row"
    use: str = ""
    on: str = ""
    cards: tuple[str, ...] = ()
    chips: int = 0
    counts: bool = False
    made_of: str = ""

    @property
    def hidden(self) -> bool:
        """Whether not everybody sees the faces."""
        return self.seen_by != "all"


@dataclass(frozen=True, slots=True)
class Beginning:
    """The table of one number of players after set-up; `names` in the order of the seats, clockwise."""

    names: tuple[str, ...]
    laid: tuple[ZoneStart, ...] = field(repr=False)

    @property
    def players(self) -> int:
        return len(self.names)

    def at(self, seat: int) -> Iterator[ZoneStart]:
        return (one for one in self.laid if one.seat == seat)
