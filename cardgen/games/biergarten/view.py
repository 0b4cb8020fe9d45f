"""Who sees what at a Biergarten, and what a seat can conclude from it."""

from __future__ import annotations

import random

from cardgen.engine import EVERYTHING, HIDDEN, Game, Whereabouts
from cardgen.games.biergarten.grounds import Grounds
from cardgen.games.biergarten.state import BiergartenTable


class Sight(Grounds, Game[BiergartenTable]):
    """What each seat knows: BG-019, its own hand, and what it has seen of others."""

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
        """Return a full table that agrees with all the viewer has seen."""
        me = view.viewer
        seen = Whereabouts(self.players, rng)
        for event in view.history:
            match event:
                case ("draw", who, _) if who != me:
                    seen.draw(who)
                case ("take", who, tile) if who != me:
                    seen.take(who, tile)
                case ("lay", who, tile) if who != me:
                    seen.lose(who, tile)
                case ("steal", thief, victim, tile):
                    if thief == me:
                        seen.lose(victim, tile)
                    elif victim == me:
                        seen.take(thief, tile)
                    else:
                        seen.steal(thief, victim)
                case ("shuffle", tiles):
                    seen.shuffled_in(tiles)
        lying_open = {*view.supply, *view.hands[me], *view.box, *view.homes}
        lying_open.update(*(garden.values() for garden in view.gardens))
        world = view.copy()
        hands, world.deck = seen.deal([tile for tile in self.commons if tile not in lying_open], rng)
        hands[me] = view.hands[me][:]
        world.hands = hands
        world.home_pile = [tile for tile in self.homes if tile not in lying_open]
        rng.shuffle(world.home_pile)
        world.viewer, world.luck = EVERYTHING, rng.getrandbits(64)
        return world
