"""What never changes at a table of Biergarten, and what lies where."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, ClassVar

from cardgen.engine import Move, Seat, Setting, State, Tables, each, table, whole
from cardgen.engine.spaces import Layout
from cardgen.games.biergarten.cellar import Barrels, Cellar, Prices
from cardgen.model import Component, Kit


class Grounds(Setting):
    """The tiles of one table, the side of its cellar board, and its house rules."""

    slug, prefix = "biergarten", "BG"
    piece_word = "tile"
    tables_read: ClassVar[Tables] = {
        "barrels": table(
            **dict.fromkeys(
                ("one_colour", "two_colours", "all_colours", "walled_garden", "umbrellas", "umbrella_group"),
                whole(0, 60),
            ),
            hand=whole(1, 5),
            supply=whole(1, 10),
            spare_homes=whole(0, 2),
        ),
        "board": table(**dict.fromkeys(("lagers", "ales"), table(line=whole(1, 100)))),
    }

    def __init__(self, kit: Kit, players: int, options: Any = None, names: Any = None) -> None:
        super().__init__(kit, players, options, names)
        self.commons = self.pieces.ranges["common"]
        self.homes = self.pieces.ranges["home"]
        self.mugs = self.pieces.ranges["mugs"]
        barrels, side = kit.tables["barrels"], str(self.options["side"])
        self.hand_size: int = barrels["hand"]  # BG-018
        self.supply_size: int = barrels["supply"]  # BG-026
        self.spare_homes: int = barrels["spare_homes"]  # BG-020
        for part, there, wanted in (
            ("common tiles", self.commons, self.hand_size * players),
            ("home tiles", self.homes, players),
        ):
            if len(there) < wanted:
                raise ValueError(f"{players} players need {wanted} {part}, the box has {len(there)}")
        self.line: int = kit.tables["board"][side]["line"]  # BG-055
        self.shift = str(self.options["shift"])
        self.connected = bool(self.options["connected"])
        self.home_fixed = bool(self.options["home_fixed"])
        self.shield_contact = bool(self.options["shield_contact"])
        prices = Prices(
            one_colour=barrels["one_colour"],  # BG-006
            two_colours=barrels["two_colours"],  # BG-007
            colours=barrels["all_colours"],  # BG-044
            walled=barrels["walled_garden"],  # BG-046
            umbrellas=0 if side == "ales" else barrels["umbrellas"],  # BG-048, BG-051
            umbrellas_linked=barrels["umbrella_group"],  # BG-048
            umbrellas_in_line=self.options["umbrella_shape"] == "line",  # BG-Q2
            hole_is_exterior=bool(self.options["hole_is_exterior"]),  # BG-Q8
        )
        self.cellar = Cellar(self.pieces.cards[: self.homes.stop], prices)
        self.takes: list[Move] = [("take", tile) for tile in self.commons]
        self.robs: list[Move] = [("rob", seat) for seat in range(players)]

    def components(self, kit: Kit) -> Iterable[Component]:
        """Return common tiles, home tiles and the players' tokens."""
        return (kit.component("common"), kit.component("home"), kit.component("mugs"))


class BiergartenTable(State):
    """A table of Biergarten. The top of the deck is its end; `history` is what hands have seen."""

    game: Grounds
    unsaid = ("home_pile", "mugs", "mugs_left", "turns", "took", "acted", "closer", "left")

    deck: list[int]
    supply: list[int]
    hands: list[list[int]] = each()
    gardens: list[Layout] = each()
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
