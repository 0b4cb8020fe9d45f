"""Who sees what at a Biergarten, and what a seat can conclude from it."""

from __future__ import annotations

import random

from cardgen.engine import EVERYTHING, HIDDEN, Whereabouts
from cardgen.games.biergarten.state import Table


def view(s: Table, seat: int) -> Table:
    """Return the table as a seat sees it: BG-019, only the own hand, and no face-down tile."""
    v = s.copy()
    v.viewer, v.luck = seat, 0
    v.deck = [HIDDEN] * len(s.deck)
    v.home_pile = [HIDDEN] * len(s.home_pile)
    v.hands = [h[:] if n == seat else [HIDDEN] * len(h) for n, h in enumerate(s.hands)]
    for n, event in enumerate(v.history):
        match event:
            case ("draw", who, _) if who != seat:
                v.history[n] = ("draw", who, HIDDEN)
            case ("steal", thief, victim, _) if seat not in (thief, victim):
                v.history[n] = ("steal", thief, victim, HIDDEN)
    return v


def sample_world(view: Table, rng: random.Random) -> Table:
    """Return a full table that agrees with all the viewer has seen."""
    game, me = view.game, view.viewer
    seen = Whereabouts(game.players, rng)
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
    hands, world.deck = seen.deal([tile for tile in game.commons if tile not in lying_open], rng)
    hands[me] = view.hands[me][:]
    world.hands = hands
    world.home_pile = [tile for tile in game.homes if tile not in lying_open]
    rng.shuffle(world.home_pile)
    world.viewer, world.luck = EVERYTHING, rng.getrandbits(64)
    return world
