"""Games made of piles only: everything on the table is a card in some pile, and zones say who sees it."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any, TypeVar

from cardgen.engine.fields import begins
from cardgen.engine.game import Game
from cardgen.engine.given import Given
from cardgen.engine.state import State
from cardgen.engine.zones import Place


class PilesTable(State):
    """A table of piles by name ("deck", "hand P0"), one for each zone and seat of the game's layout."""

    unsaid = ("piles", "known")

    piles: dict[str, list[int]] = begins(lambda game: {name: [] for name in game.zoned.by_name})
    known: list[int]  # pieces in hidden piles that everybody saw going there

    def own(self, zone: str) -> str:
        """Return the name of the pile that the player whose turn it is has in a zone."""
        return f"{zone} {self.game.names[self.turn]}"

    def move(self, piece: int, come: str, to: str) -> None:
        """Move a piece to the end of another pile; from an open pile everybody sees where it goes."""
        self.piles[come].remove(piece)
        self.piles[to].append(piece)
        if piece in self.known:
            self.known.remove(piece)
        zones = self.game.zoned.by_name
        if zones[come].zone.seen_by == "all" != zones[to].zone.seen_by:
            self.known.append(piece)


P = TypeVar("P", bound=PilesTable)


class Piles(Game[P]):
    """A game of piles: of its own it has set-up, phases and result, and the words for whatever else it counts.

    Scenarios call each pile by its name.
    """

    def zones(self, s: P) -> dict[str, list[int]]:
        """Return the piles."""
        return s.piles

    def lies(self, s: P, place: Place) -> list[int]:
        """Return the pile of a place."""
        return s.piles[place.name]

    def known(self, s: P, seat: int) -> set[int]:
        """Return the pieces that everybody saw going to where they lie."""
        return set(s.known)

    def facts(self, s: P) -> dict[str, Any]:
        """Return the position in words, each pile by its name."""
        return {**super().facts(s), **{name: self.pieces.list(pile) for name, pile in s.piles.items()}}

    def words(self) -> Collection[str]:
        """Return the entries that the description of a position may have."""
        return (*super().words(), *self.zoned.by_name)

    def fill(self, s: P, entry: Given) -> None:
        """Put into a table all that is given."""
        super().fill(s, entry)
        s.piles |= {name: entry.pieces(name) for name in s.piles if name in entry.entries}
