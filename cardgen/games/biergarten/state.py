"""The table of a Biergarten: what lies where."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from cardgen.engine import State
from cardgen.games.biergarten.garden import Garden

if TYPE_CHECKING:
    from cardgen.games.biergarten.rules import Biergarten


class Table(State):
    """A table of Biergarten. The top of the deck is its end; `history` is what hands have seen."""

    __slots__ = (
        "acted",
        "box",
        "closer",
        "deck",
        "ended",
        "first",
        "gardens",
        "hands",
        "history",
        "home_pile",
        "homes",
        "idle",
        "left",
        "mugs",
        "mugs_left",
        "stale",
        "supply",
        "took",
        "turns",
    )
    game: Biergarten

    def __init__(self, game: Biergarten) -> None:
        super().__init__(game)
        players = game.players
        self.deck: list[int] = []
        self.supply: list[int] = []
        self.hands: list[list[int]] = [[] for _ in range(players)]
        self.gardens: list[Garden] = [{} for _ in range(players)]
        self.home_pile: list[int] = []  # home tiles never turned up
        self.homes: list[int] = []  # home tiles on offer
        self.box: list[int] = []
        self.mugs: list[int] = []  # the token of each player, in turn order from the first
        self.mugs_left: list[int] = []
        self.first = 0
        self.turns = 0
        self.stale = 0  # turns in a row without a draw from the supply
        self.took = False  # whether the supply was drawn from this turn
        self.idle = 0  # turns in a row in which nobody drew or laid a tile
        self.acted = False
        self.closer = -1  # who started the final round
        self.left = 0  # turns that remain in it
        self.ended = ""
        self.history: list[tuple[Any, ...]] = []

    def copy(self) -> Table:
        """Return an independent copy; nobody records it."""
        new = Table.__new__(Table)
        new._copy_base(self)
        new.deck, new.supply = self.deck[:], self.supply[:]
        new.hands = [hand[:] for hand in self.hands]
        new.gardens = [garden.copy() for garden in self.gardens]
        new.home_pile, new.homes, new.box = self.home_pile[:], self.homes[:], self.box[:]
        new.mugs, new.mugs_left = self.mugs[:], self.mugs_left[:]
        new.first, new.turns, new.stale, new.took = self.first, self.turns, self.stale, self.took
        new.idle, new.acted, new.closer, new.left = self.idle, self.acted, self.closer, self.left
        new.ended, new.history = self.ended, self.history[:]
        return new
