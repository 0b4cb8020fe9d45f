"""What never changes at a table of Biergarten: tiles, prices, and which house rules hold."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from cardgen.engine import Move, Setting
from cardgen.games.biergarten.cellar import Cellar, Prices
from cardgen.model import Component, Kit


class Grounds(Setting):
    """The tiles of one table, the side of its cellar board, and its house rules."""

    slug, prefix = "biergarten", "BG"

    def __init__(
        self,
        kit: Kit,
        players: int,
        options: Mapping[str, object] | None = None,
        names: Sequence[str] | None = None,
    ) -> None:
        super().__init__(kit, players, options, names)
        self.commons = self.pieces.ranges["common"]
        self.homes = self.pieces.ranges["home"]
        self.mugs = self.pieces.ranges["mugs"]
        barrels, side = kit.tables["barrels"], str(self.options["side"])
        self.hand_size: int = barrels["hand"]  # BG-018
        self.supply_size: int = barrels["supply"]  # BG-026
        self.spare_homes: int = barrels["spare_homes"]  # BG-020
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
