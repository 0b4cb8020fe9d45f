"""The table of a Biergarten: what lies where."""

from __future__ import annotations

from typing import Any

from cardgen.engine import Seat, State, each
from cardgen.games.biergarten.cellar import Barrels
from cardgen.games.biergarten.garden import Garden
from cardgen.games.biergarten.grounds import Grounds


class BiergartenTable(State):
    """A table of Biergarten. The top of the deck is its end; `history` is what hands have seen."""

    game: Grounds
    unsaid = ("home_pile", "mugs", "mugs_left", "turns", "took", "acted", "closer", "left")

    deck: list[int]
    supply: list[int]
    hands: list[list[int]] = each()
    gardens: list[Garden] = each()
    home_pile: list[int]  # home tiles never turned up
    homes: list[int]  # home tiles on offer
    box: list[int]
    mugs: list[int]  # the token of each player, in turn order from the first
    mugs_left: list[int]
    first: Seat = 0
    turns: int = 0
    stale: int = 0  # turns in a row without a draw from the supply
    took: bool = False  # whether the supply was drawn from this turn
    idle: int = 0  # turns in a row in which nobody drew or laid a tile
    acted: bool = False
    closer: Seat = -1  # who started the final round
    left: int = 0  # turns that remain in it
    history: list[tuple[Any, ...]]

    def barrels(self, seat: int) -> Barrels:
        """Return what a player's garden is worth now."""
        return self.game.cellar.barrels(self.gardens[seat])

    def scores(self) -> list[int]:
        """Return the barrels of each seat."""
        return [self.barrels(seat).total for seat in range(self.game.players)]
