"""A player of Harbour of our own: `cardgen simulate harbour --bots skipper,greedy`."""

from __future__ import annotations

import random
from collections import Counter

from harbour_rules import Table

from cardgen.rules import Move, Moves


class Skipper:
    """Collects like the harbour master, but loads first what makes its ships worth more at once."""

    games = ("harbour",)

    def __init__(self, eager: str = "1") -> None:
        self.eager = float(eager)  # skipper:2 is twice as keen on points at once

    def choose(self, view: Table, moves: Moves, rng: random.Random) -> Move:
        """Return one of the moves; `view` is the table as this seat sees it."""
        mine = Counter(card.good for card in view.cards(view.own("hand"), view.own("ships")))

        def worth(move: Move) -> float:
            if not move[1:]:
                return 5.0 if move == ("draw",) else 0.0
            card = view.card(move[1])
            return 2 * mine[card.good] + card.value + self.eager * self.gain(view, move)

        return max(moves, key=worth)

    def gain(self, view: Table, move: Move) -> float:
        """Return by how much a move changes our standing, tried out on a copy of what we see."""
        if move[0] == "take":
            return 0.0
        after = view.copy()
        after.phase.play(after, move)
        before, now = view.game.standing(view)[view.turn], view.game.standing(after)[view.turn]
        return now - before
