"""What is seen and said at a Biergarten: who sees what, and places and positions in players' words."""

from __future__ import annotations

import random
from collections.abc import Collection, Iterator, Mapping
from typing import Any

from cardgen.engine import (
    EVERYTHING,
    HIDDEN,
    OVER,
    Game,
    IllegalMove,
    Refusal,
    Whereabouts,
    reading,
)
from cardgen.engine.spaces import (
    COMPASS,
    MIDDLE,
    WAYS,
    connected,
    drawn,
    place_in_grid,
    read_drawn,
    space_read,
    space_said,
)
from cardgen.games.biergarten.cellar import COLOURS
from cardgen.games.biergarten.garden import cell_of
from cardgen.games.biergarten.state import BiergartenTable, Grounds

REACHED = "the line was reached"


class GardenSight(Grounds, Game[BiergartenTable]):
    """What each seat knows (BG-019: its own hand, and what it has seen of others), and how players say it."""

    def view(self, s: BiergartenTable, seat: int) -> BiergartenTable:
        """Return the table as a seat sees it; of the history, no tile that was drawn or stolen unseen."""
        v = super().view(s, seat)
        for n, event in enumerate(v.history):
            match event:
                case ("draw", who, _) if who != seat:
                    v.history[n] = ("draw", who, HIDDEN)
                case ("steal", thief, victim, _) if seat not in (thief, victim):
                    v.history[n] = ("steal", thief, victim, HIDDEN)
        return v

    def sample_world(self, view: BiergartenTable, rng: random.Random) -> BiergartenTable:
        """Return a full table that agrees with all the viewer has seen.

        It comes as often as draws, shuffles and blind draws from hands (BG-028) would have led to it.
        """
        return next(self.worlds(view, rng))

    def worlds(self, view: BiergartenTable, rng: random.Random) -> Iterator[BiergartenTable]:
        """Yield such tables; the history is gone through once."""
        me = view.viewer
        seen = Whereabouts(self.players, rng)
        for event in view.history:
            seen.hear(event, me)
        lying_open = {*view.supply, *view.hands[me], *view.box, *view.homes}
        lying_open.update(*(garden.values() for garden in view.gardens))
        unseen = [tile for tile in self.commons if tile not in lying_open]
        while True:
            world = view.copy()
            hands, world.deck = seen.deal(unseen, rng)
            hands[me] = view.hands[me][:]
            world.hands = hands
            world.home_pile = [tile for tile in self.homes if tile not in lying_open]
            rng.shuffle(world.home_pile)
            world.viewer, world.luck = EVERYTHING, rng.getrandbits(64)
            yield world

    # -- in words

    def word(self, state: Any, field: str, value: Any) -> str:
        """Return the words for a card, a seat, a place or a direction."""
        match field:
            case "spot":
                return space_said(state.gardens[state.turn], value, self.pieces.names)
            case "place":
                return self.pieces.name(state.gardens[state.turn][value])
            case "direction":
                return COMPASS[value]
            case "mug":
                return self.pieces.name(value)
        return super().word(state, field, value)

    def value(self, state: Any, field: str, text: str) -> Any:
        """Return the card, seat, cell or step that the words mean; ValueError says what was expected."""
        if field == "direction":
            if text.lower() not in WAYS:
                raise ValueError(f"'{text}' is no direction, expected {', '.join(COMPASS.values())}")
            return WAYS[text.lower()]
        if field == "place":
            return self._lying(state, text)
        if field == "mug":  # "takes the rose", or "takes the rose mug"
            return self.pieces.find(text.removesuffix(" mug"))
        if field == "spot":
            step, name = space_read(text)
            return self._lying(state, name) + step
        return super().value(state, field, text)

    def _lying(self, s: BiergartenTable, name: str) -> int:
        cell = cell_of(s.gardens[s.turn], self.pieces.find(name))
        if cell is None:
            message = f"{name} does not lie in {self.names[s.turn]}'s garden"
            raise IllegalMove(name, Refusal("BG-031", message), self._described(s))
        return cell

    def handle(self, state: Any, field: str, value: Any) -> str:
        """Return what one points at to mean a value in a move: a spot is a place of the garden."""
        if field == "spot":
            x, y = place_in_grid(value)
            return f"c:garden {self.names[state.turn]}:{x},{y}"
        return super().handle(state, field, value)

    def cells(self, state: BiergartenTable) -> dict[int, tuple[int, int]]:
        """Return the place of each tile in its garden, and the number of barrels at each mug."""
        places = {tile: place_in_grid(cell) for garden in state.gardens for cell, tile in garden.items()}
        for n, mug in enumerate(state.mugs):
            places[mug] = (state.barrels((state.first + n) % self.players).total, 0)
        return places

    def facts(self, s: BiergartenTable) -> dict[str, Any]:
        """Return the position in words: gardens as they lie, the deck from its top, what everything is worth."""
        names = self.names
        barrels = {name: s.barrels(seat) for seat, name in enumerate(names)}
        order = [names[(s.first + n) % self.players] for n in range(self.players)]
        return {
            **super().facts(s),
            "gardens": {n: drawn(s.gardens[seat], self.pieces.names) for seat, n in enumerate(names)},
            "deck": self.pieces.list(s.deck[::-1]),
            "tokens": {name: self.pieces.name(token) for name, token in zip(order, s.mugs, strict=False)},
            "line": self.line,
            "scores": {name: b.total for name, b in barrels.items()},
            "barrels": {name: b._asdict() for name, b in barrels.items()},
            "seams": {
                name: self.cellar.seams(s.gardens[seat], self.pieces.names) for seat, name in enumerate(names)
            },
            "umbrella groups": {
                name: {c: self.cellar.largest_group(s.gardens[seat], n) for n, c in enumerate(COLOURS)}
                for seat, name in enumerate(names)
            },
            "final": {"by": names[s.closer], "left": s.left} if s.closer >= 0 else None,
            "final round": names[s.closer] if s.closer >= 0 else None,
            "ending": s.ending if s.phase is OVER else "",
        }

    def picture(self, s: BiergartenTable) -> str:
        """Return all gardens side by side, each under its owner's name and barrels."""
        blocks = []
        for seat, name in enumerate(self.names):
            rows = drawn(s.gardens[seat], self.pieces.names).splitlines()
            block = [f"{name}: {s.barrels(seat).total}", *rows]
            width = max(map(len, block))
            blocks.append([row.ljust(width) for row in block])
        height = max(map(len, blocks))
        for block in blocks:
            block += [" " * len(block[0])] * (height - len(block))
        return "\n".join("    ".join(rows).rstrip() for rows in zip(*blocks, strict=True))

    def words(self) -> Collection[str]:
        """Return the entries that the description of a position may have; docs/scenarios.md explains each."""
        return (
            "turn", "phase", "first", "gardens", "hands", "supply", "deck", "homes", "stale", "idle",
            "final",
        )  # fmt: skip

    def position(self, given: Mapping[str, Any]) -> BiergartenTable:
        """Return a table as described; what is not described is filled up from the box in its order."""
        s = self.empty()
        with reading(self, given, self.words()) as entry:
            s.phase = entry.phase("phase", "draw")
            for seat, name in entry.of_seats("gardens"):
                drawn = read_drawn(entry.text("gardens", name))
                s.gardens[seat] = {cell: entry.piece(tile, "gardens", name) for cell, tile in drawn.items()}
                if self.connected and not connected(s.gardens[seat]):
                    entry.refuse("the tiles of a garden touch each other", "gardens", name)
            entry.fill(s)
            s.turn = entry.seat("turn", s.first)
            rest = [tile for tile in self.commons if tile not in entry.used]
            homes = [tile for tile in self.homes if tile not in entry.used]
            begun = s.phase.name not in ("pick a home", "take a mug")
            dealt = {seat for seat, _ in entry.of_seats("hands")}
            for seat in range(self.players):
                if not s.gardens[seat] and s.phase.name != "pick a home":
                    s.gardens[seat] = {MIDDLE: homes.pop(0)}
                if seat not in dealt:
                    s.hands[seat] = [rest.pop(0), rest.pop(0)]
            if "supply" not in given and begun:
                s.supply = [rest.pop(0) for _ in range(3)]
            s.deck, s.box = (s.deck[::-1], rest) if "deck" in given else (rest[::-1], [])
            if s.phase.name == "pick a home" and not s.homes:
                s.homes = [homes.pop(0) for _ in range(self.players + 1)]
            if s.phase.name != "pick a home":  # BG-023: the homes that nobody took
                s.box += [homes.pop(0) for _ in range(min(self.spare_homes, len(homes)))]
            s.home_pile = homes
            tokens, taken = list(self.mugs), self.players if begun else 0
            s.mugs, s.mugs_left = tokens[:taken], tokens[taken:]
            if "final" in given:
                s.closer, s.left = entry.seat("final", "by"), entry.number("final", "left", self.players - 1)
                for key in entry.mapping("final"):
                    if key not in ("by", "left"):
                        entry.refuse(f"no '{key}' here, expected by: and left:", "final", key)
                if not 1 <= s.left < self.players and s.phase.name != "rearrange once more":
                    message = f"left is {s.left}, expected a whole number from 1 to {self.players - 1}"
                    entry.refuse(message, "final", "left")
                s.ending = REACHED
            s.history = [("draw", seat, tile) for seat, hand in enumerate(s.hands) for tile in hand]
        return s
