"""A landlord with a plan: collects one kind of bartender, fights with all cards, and so draws many new ones."""

from __future__ import annotations

import random
from collections.abc import Callable
from functools import lru_cache

from cardgen.engine import Move, Moves
from cardgen.games.bartender_aarwares.state import BarTable

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
        thought = BarThought(view)
        worth: Callable[[Move], float] = {
            "act": thought.act,
            "defend or not": thought.defence,
            "rescue or not": thought.rescue,
            "bid or pass": thought.bid,
            "answer with a shovel or not": thought.counter,
            "bury a bartender": thought.burial,
            "save a turned card": lambda move: thought.use_of(move[1]),
            "say which card stands up": lambda move: thought.use_of(move[1]),
            "turn a card": lambda move: -thought.use_of(move[1]),
        }.get(view.phase.name, lambda move: move[0] == "draw")
        return worth


@lru_cache(maxsize=1000)
def _uses(game: object, bartenders: tuple[int, ...], customers: tuple[int, ...]) -> dict[int, float]:
    """Return what cards are worth on this bar, as far as somebody asked: few bars change from turn to turn."""
    return {}


class BarThought:
    """What one player makes of the table."""

    def __init__(self, view: BarTable) -> None:
        self.table = view
        self.game = game = view.game
        self.value: tuple[int, ...] = game.value_of
        self.me = view.turn
        self._missing: dict[int, int] = {}
        bars = zip(view.bartenders, view.customers, strict=True)
        self._uses = [_uses(game, tuple(bartenders), tuple(customers)) for bartenders, customers in bars]
        self.kept = self._kept()

    # -- bars

    def missing(self, seat: int) -> int:
        """Return how many cards a bar lacks for the win; counted once, for every card on the table asks."""
        found = self._missing.get(seat)
        if found is None:
            found = self._missing[seat] = self._lacks(seat)
        return found

    def _lacks(self, seat: int) -> int:
        needed, guests = self.game.needed, self.table.customers[seat]
        has_ace = any(self.game.sort_of[card] for card in guests)
        ranks = [self.game.sort_of[card] for card in self.table.bartenders[seat]]
        bartenders = max(0, needed - max(map(ranks.count, ranks), default=0))
        return bartenders + max(0, needed - len(guests), 1 - has_ace)

    def use(self, seat: int, card: int) -> float:
        """Return what a bartender or customer is worth on a bar, where it lies or would lie."""
        found = self._uses[seat].get(card)
        if found is None:
            found = self._uses[seat][card] = self._use(seat, card)
        return found

    def _use(self, seat: int, card: int) -> float:
        table, game = self.table, self.game
        bartenders, customers = table.bartenders[seat], table.customers[seat]
        close = _CLOSE * (2 * game.needed - self.missing(seat))
        sort = game.sort_of[card]
        if game.is_customer[card]:
            others = [other for other in customers if other != card]
            if sort and not any(game.sort_of[other] for other in others):
                return close + _ACE
            short = len(others) < max(game.needed, len(bartenders))
            return close / 2 if short else 0.5
        here = [game.sort_of[other] for other in bartenders if other != card]
        alike = here.count(sort)
        best = max(map(here.count, here), default=0)
        if alike >= game.needed:
            return 0.5
        return (close if alike >= best else close / 4) * (1 + alike) / game.needed

    def use_of(self, card: int) -> float:
        """Return what a card of the own bar is worth."""
        return self.use(self.me, card)

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
            case "end":
                return 0.0
            case "discard":
                # everything that is not held back, after all else, the lowest first
                return -1.0 if card in self.kept else 0.1 - self.value[card] / 1000
            case "dig":
                return self._dig(card)
        gain = self._gain(kind, move[1])
        if gain <= _LEAST:
            return -1.0
        cost = _HELD if card in self.kept and gain < _GREAT * _CLOSE else 0.0
        return gain - cost + self.value[card] / 100

    def _dig(self, shovel: int) -> float:
        left = self.game.hole_limit - self.table.hole_total() - self.value[shovel]
        if left <= 0:
            return 0.09  # a burial, once nothing else is left to do
        fearless = left > _NEAR or len(self.table.bartenders[self.me]) <= _POOR
        return 0.01 if fearless else -1.0

    def _gain(self, kind: str, target: int) -> float:
        if kind == "raid":
            return self.use(self.table.owner(target), target)
        mine = self.use_of(target)
        if kind == "open":
            answered = any(self.table.purses[other] for other in self.game.rivals[self.me])
            return mine if answered else mine + _SURE
        return mine + self.use(self.table.owner(target), target) / 2

    # -- answers

    def cost(self, move: Move) -> float:
        """Return a little for the card that is played: of several the lowest is best."""
        card: int = move[-1]
        return self.value[card] / 100

    def defence(self, move: Move) -> float:
        """Return what it is worth to keep a card with this raider or coin; 0 for no defence."""
        if move[0] == "no":
            return 0.0
        return self.use_of(self.table.about[1]) - 1.0 - self.cost(move)

    def rescue(self, move: Move) -> float:
        """Return what it is worth that nobody gets a card."""
        if move[0] == "no":
            return 0.0
        what, target = self.table.about
        rival = self.table.stack[-1].turn
        if what in ("turned", "burial") or rival == self.me:
            return -1.0
        return self.use(rival, target) - 4.0 - self.cost(move)

    def bid(self, move: Move) -> float:
        """Return what a bartender in the market is worth to the bidder, and to the one who has it now."""
        if move[0] == "no":
            return 0.0
        target, _, leader, _ = self.table.about
        spite = self.use(leader, target) / 2 if leader != self.me else 0.0
        return self.use_of(target) + spite - 2.0 - self.cost(move)

    def counter(self, move: Move) -> float:
        """Return a little more for the lowest shovel that is high enough."""
        return 0.0 if move[0] == "no" else 1.0 - self.cost(move)

    def burial(self, move: Move) -> float:
        """Return how much its owner will miss a bartender."""
        owner = self.table.owner(move[1])
        if owner == self.me:
            return -self.use_of(move[1])
        return self.use(owner, move[1]) if owner >= 0 else 0.0
