"""Where pieces can lie, said once: who sees them, how they lie, and which field of the state holds them."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterator
from dataclasses import dataclass
from typing import Any, Literal

from cardgen.engine.pieces import HIDDEN


@dataclass(frozen=True, slots=True)
class Zone:
    """One place where pieces lie, or one for each seat.

    `name` is what a simulation calls it ("hand", and for each seat "hand P0"); `field` of the state holds it and is the
    word for it in scenarios (`hands.P0`), by default the name. `use` is what it means to a simulation: a hand,
    pieces in play, a stock of pieces that nobody needs now. `lies`, `on` (the component of a board) and `spots` (a table
    of the kit) are for a picture of the table. `read` returns the pieces of a seat (-1 if it is of nobody) where they
    are in no list; a game that hides such a zone hides it by itself.
    """

    name: str
    of: Literal["table", "seat"] = "table"
    seen_by: Literal["all", "owner", "nobody"] = "all"
    lies: Literal["pile", "fan", "row", "grid", "track"] = "row"
    field: str = ""
    use: Literal["", "hand", "play", "stock"] = ""
    holds: Literal["pieces", "chips"] = "pieces"
    on: str = ""
    spots: str = ""
    read: Callable[[Any, int], list[int]] | None = None

    def __post_init__(self) -> None:
        object.__setattr__(self, "field", self.field or self.name.replace(" ", "_"))
        if not self.use and self.seen_by != "all":
            object.__setattr__(self, "use", "hand" if self.seen_by == "owner" else "stock")

    def hidden_from(self, seat: int, owner: int) -> bool:
        """Return whether a seat does not see what lies here at the owner's."""
        return self.seen_by == "nobody" or (self.seen_by == "owner" and seat != owner)


@dataclass(frozen=True, slots=True)
class Place:
    """A zone at one table: that of one seat, or (-1) the one of all."""

    zone: Zone
    owner: int
    name: str

    def holds(self, s: Any) -> Any:
        """Return the field of the state as it is."""
        value = getattr(s, self.zone.field)
        return value if self.owner < 0 else value[self.owner]

    def pieces(self, s: Any) -> list[int]:
        """Return what lies here."""
        return self.zone.read(s, self.owner) if self.zone.read else flat(self.holds(s))


def places(layout: tuple[Zone, ...], names: tuple[str, ...]) -> Iterator[Place]:
    """Yield each zone of these players, in the order of the layout."""
    for zone in layout:
        if zone.of == "table":
            yield Place(zone, -1, zone.name)
        else:
            yield from (Place(zone, seat, f"{zone.name} {name}") for seat, name in enumerate(names))


def flat(value: Any) -> list[int]:
    """Return the pieces in a list, in a list of lists, or in a dict of places."""
    if type(value) is dict:
        return list(value.values())
    if value and type(value[0]) is list:
        return [piece for part in value for piece in part]
    return value  # type: ignore[no-any-return]


def conceal(value: Any, known: Container[int]) -> None:
    """Replace in place what nobody knows."""
    if value and type(value[0]) is list:
        for part in value:
            conceal(part, known)
    else:
        value[:] = [piece if piece in known else HIDDEN for piece in value]


def reveal(value: Any, unseen: list[int]) -> None:
    """Put unseen pieces, the last one first, where hidden ones lie."""
    if value and type(value[0]) is list:
        for part in value:
            reveal(part, unseen)
    else:
        value[:] = [unseen.pop() if piece == HIDDEN else piece for piece in value]
