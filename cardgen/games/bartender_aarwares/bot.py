"""A landlord with a plan: collects one kind of bartender, fights with all cards, and so draws many new ones."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from functools import lru_cache, partial

from cardgen.engine import Move, Moves
from cardgen.games.bartender_aarwares.state import BarTable, Pub

# How much a step is worth; whatever is worth less than nothing is not done.
_ACE = 3.0  # a first ace on the own bar
_SURE = 3.0  # a bid that nobody can answer
_CLOSE = 1.5  # how much more a bar counts for each card that it is nearer to the win
_LEAST = 1.0  # what is worth no more is not done
_HELD = 2.0  # what it costs to play a card that is held back
_GREAT = 3.0
_KEEP = 2  # cards that are held back for a defence, the highest of each use
_SPADES = 1  # shovels that are held back, to dig with or to answer
_NEAR = 10  # a hole that lacks no more than this may be filled by the next player
_POOR = 1  # bartenders of a bar that has nothing to fear from a burial


class Landlord:
    """Plays every card that hurts or helps, holds back the best for defence, and throws the rest away.

    Cards that are gone are drawn anew, and only drawing brings bartenders and customers.
    """

    name = "greedy"
    looks = honest = True

    def choose(self, view: BarTable, moves: Moves, rng: random.Random) -> Move:
        """Return the move that is worth most."""
        if len(moves) == 1:
            return next(iter(moves))
        return max(moves, key=self._worth(view))

    def rank(self, view: BarTable, moves: Moves, rng: random.Random) -> list[Move]:
        """Return the moves, those that are worth most first."""
        return sorted(moves, key=self._worth(view), reverse=True)

    def _worth(self, view: BarTable) -> Callable[[Move], float]:
        return partial(_WORTH.get(view.phase.name, lambda _, move: move[0] == "draw"), BarThought(view))


class Bar(dict[int, float]):
    """What cards are worth on a bar, where they lie or would lie; counted once, for every card on the table asks."""

    def __init__(self, game: Pub, bartenders: tuple[int, ...], customers: tuple[int, ...]) -> None:
        self.game, self.cards = game, {*bartenders, *customers}
        ranks = [game.sort_of[card] for card in bartenders]
        self.many = {rank: ranks.count(rank) for rank in ranks}
        self.aces = sum(bool(game.sort_of[card]) for card in customers)
        self.guests, self.room = len(customers), max(game.needed, len(bartenders))
        # how many cards it lacks for the win
        lacks = max(0, game.needed - max(self.many.values(), default=0))
        lacks += max(0, game.needed - self.guests, 1 - bool(self.aces))
        self.close = _CLOSE * (2 * game.needed - lacks)

    def __missing__(self, card: int) -> float:
        self[card] = worth = self._use(card)
        return worth

    def _use(self, card: int) -> float:
        sort, needed, here = self.game.sort_of[card], self.game.needed, card in self.cards
        if self.game.is_customer[card]:
            if sort and self.aces == here:  # there is no other ace
                return self.close + _ACE
            return self.close / 2 if self.guests - here < self.room else 0.5
        alike = self.many.get(sort, 0) - here
        if alike >= needed:
            return 0.5
        most = all(alike >= many for rank, many in self.many.items() if rank != sort)
        return (self.close if most else self.close / 4) * (1 + alike) / needed


_bar = lru_cache(maxsize=1000)(Bar)  # few bars change from turn to turn


class BarThought:
    """What one player makes of the table."""

    def __init__(self, view: BarTable) -> None:
        self.table = view
        self.game = game = view.game
        self.value: tuple[int, ...] = game.value_of
        self.me = view.turn
        bars = zip(view.bartenders, view.customers, strict=True)
        self.bars = [_bar(game, tuple(bartenders), tuple(customers)) for bartenders, customers in bars]
        self.mine = self.bars[self.me]
        self._aims: dict[str, dict[int, float]] = {}
        self.kept = self._kept()

    # -- the own turn

    def _kept(self) -> set[int]:
        """Return the cards for defence: raiders and coins first, then a shovel."""
        table, value = self.table, self.value
        shields = [c for c in (*table.hands[self.me], *table.purses[self.me]) if not self.game.is_shovel[c]]
        shovels = sorted((c for c in table.hands[self.me] if self.game.is_shovel[c]), key=value.__getitem__)
        return {*sorted(shields, key=value.__getitem__)[-_KEEP:], *shovels[-_SPADES:]}

    def act(self, move: Move) -> float:
        """Return what an attack, a bid, a shovel or a discard is worth; 0 for the end of the turn."""
        kind = move[0]
        card: int = move[-1]
        match kind:
            case "raid" | "advertise" | "open":
                aims = self._aims.get(kind)
                if aims is None:
                    aims = self._aims[kind] = self._aimed(kind)
                gain = aims[move[1]]
                if gain <= _LEAST:
                    return -1.0
                cost = _HELD if card in self.kept and gain < _GREAT * _CLOSE else 0.0
                return gain - cost + self.value[card] / 100
            case "discard":
                # everything that is not held back, after all else, the lowest first
                return -1.0 if card in self.kept else 0.1 - self.value[card] / 1000
            case "dig":
                return self._dig(card)
        return 0.0

    def _dig(self, shovel: int) -> float:
        left = self.game.hole_limit - self.table.hole_total() - self.value[shovel]
        if left <= 0:
            return 0.09  # a burial, once nothing else is left to do
        fearless = left > _NEAR or len(self.table.bartenders[self.me]) <= _POOR
        return 0.01 if fearless else -1.0

    def _aimed(self, kind: str) -> dict[int, float]:
        """Return what it brings to raid a bartender, to win a customer or to bid in the market, by the card aimed at."""
        table, mine, rivals = self.table, self.mine, self.game.rivals[self.me]
        if kind == "open":
            sure = 0.0 if any(table.purses[other] for other in rivals) else _SURE
            return {card: mine[card] + sure for card in table.market}
        if kind == "raid":
            return {card: self.bars[other][card] for other in rivals for card in table.bartenders[other]}
        return {
            card: mine[card] + self.bars[other][card] / 2
            for other in rivals
            for card in table.customers[other]
        }

    # -- answers

    def cost(self, move: Move) -> float:
        """Return a little for the card that is played: of several the lowest is best."""
        card: int = move[-1]
        return self.value[card] / 100

    def defence(self, move: Move) -> float:
        """Return what it is worth to keep a card with this raider or coin; 0 for no defence."""
        if move[0] == "no":
            return 0.0
        return self.mine[self.table.about[1]] - 1.0 - self.cost(move)

    def rescue(self, move: Move) -> float:
        """Return what it is worth that nobody gets a card."""
        if move[0] == "no":
            return 0.0
        what, target = self.table.about
        rival = self.table.stack[-1].turn
        if what in ("turned", "burial") or rival == self.me:
            return -1.0
        return self.bars[rival][target] - 4.0 - self.cost(move)

    def bid(self, move: Move) -> float:
        """Return what a bartender in the market is worth to the bidder, and to the one who has it now."""
        if move[0] == "no":
            return 0.0
        target, _, leader, _ = self.table.about
        spite = self.bars[leader][target] / 2 if leader != self.me else 0.0
        return self.mine[target] + spite - 2.0 - self.cost(move)

    def counter(self, move: Move) -> float:
        """Return a little more for the lowest shovel that is high enough."""
        return 0.0 if move[0] == "no" else 1.0 - self.cost(move)

    def burial(self, move: Move) -> float:
        """Return how much its owner will miss a bartender."""
        owner = self.table.owner(move[1])
        if owner == self.me:
            return -self.mine[move[1]]
        return self.bars[owner][move[1]] if owner >= 0 else 0.0


_WORTH: Mapping[str, Callable[[BarThought, Move], float]] = {
    "act": BarThought.act,
    "defend or not": BarThought.defence,
    "rescue or not": BarThought.rescue,
    "bid or pass": BarThought.bid,
    "answer with a shovel or not": BarThought.counter,
    "bury a bartender": BarThought.burial,
    "save a turned card": lambda thought, move: thought.mine[move[1]],
    "say which card stands up": lambda thought, move: thought.mine[move[1]],
    "turn a card": lambda thought, move: -thought.mine[move[1]],
}
