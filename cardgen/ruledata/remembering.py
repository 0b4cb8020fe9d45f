"""What everybody can conclude from shuffles: a card that was seen going into a pile is none that somebody drew before.

Hands are held in the order in which their cards came. A whole table says of each piece which shuffle came after it was
drawn (`held`), and which took it from sight (`since`; `since_own` if only one player knew it); a view says it of the
places of hidden cards (`waits`).
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Mapping, Sequence
from itertools import combinations
from typing import Any

from cardgen.engine.zones import HIDDEN

Spot = tuple[list[int], int, str]
"""A pile, the place of a hidden card in it, and the name of the pile."""


def shuffled_in(s: Any, name: str, there: Iterable[int]) -> None:
    """Note that a pile nobody sees is shuffled, if everybody saw some of its cards going there, or somebody knew some."""
    game, lying = s.game, {*there}
    if game.zoned.by_name[name].zone.seen_by != "nobody":
        return
    seen, own = lying.intersection(s.known), [lying.intersection(known) for known in s.seen]
    if not seen and not any(own):
        return
    s.shuffles = now = s.shuffles + 1
    s.since.update(dict.fromkeys(seen, now))
    for since, cards in zip(s.since_own, own, strict=True):
        since.update(dict.fromkeys(cards, now))
    held, piles = s.held, s.piles
    for piece in lying.intersection(held):
        del held[piece]
    for place in game.hands:
        for piece in piles[place]:
            if piece not in held:
                held[piece] = now


def moved_unseen(s: Any, piece: int, come: str) -> None:
    """Note that a card leaves a hand unseen: of none that was there one knows any more than of the youngest."""
    there = [piece, *s.piles[come]] if s.game.zoned.by_name[come].owner >= 0 else [piece]
    ages = [s.held.pop(one, 0) for one in there]
    if all(ages):
        s.held.update(dict.fromkeys(there, max(ages)))


def blank(v: Any, s: Any, unseen: Sequence[str]) -> None:
    """Say in a view of places, no longer of pieces, what is known of hidden cards; `unseen` are the piles they lie in."""
    for name in unseen:
        if HIDDEN not in s.piles[name] and any(ages := [s.held.get(piece, 0) for piece in s.piles[name]]):
            v.waits[name] = ages
        for piece in s.piles[name]:
            v.held.pop(piece, None)


def remembered(world: Any, view: Any) -> None:
    """Say in a world of its pieces what the view says of their places."""
    for name, ages in view.waits.items():
        world.held.update({piece: age for piece, age in zip(world.piles[name], ages, strict=True) if age})
    world.waits.clear()


def age_of(view: Any, spot: Spot) -> int:
    """Return the first shuffle after the card of a place came there, 0 where there was none."""
    _, n, name = spot
    return view.waits[name][n] if name in view.waits else 0


def shared_in_order(
    at: Sequence[tuple[Spot, int]], fits: Mapping[tuple[str, int], Sequence[int]], rng: random.Random
) -> bool:
    """Deal to each place a card that fits, so that every way is equally likely; no if that cannot be done in order.

    Where of any two places all that fit one fit the other, too, or none does, those that fewer fit come first: the
    choice for them never spoils a later one.
    """
    kinds = {frozenset(cards) for cards in fits.values()}
    if not all(a <= b or b <= a or a.isdisjoint(b) for a, b in combinations(kinds, 2)):
        return False
    taken: set[int] = set()
    dealt: list[tuple[Spot, int]] = []
    for key in sorted(fits, key=lambda key: len(fits[key])):
        spots = [spot for spot, age in at if (spot[2], age) == key]
        free = [piece for piece in fits[key] if piece not in taken]
        if len(free) < len(spots):
            return False
        chosen = rng.sample(free, len(spots))
        taken.update(chosen)
        dealt += zip(spots, chosen, strict=True)
    for (pile, n, _), piece in dealt:
        pile[n] = piece
    return True
