"""A landlord with a plan: collects one kind of bartender, fights with all cards, and so draws many new ones.

The rules are data: data/bartender-aarwares/rules.yaml.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Any

from cardgen.engine import Move, Moves, Tables, table, whole
from cardgen.engine.tables import check_tables
from cardgen.model import Kit

# How much a step is worth; whatever is worth less than nothing is not done.
_ACE = 3.0  # a first ace on the own bar
_SURE = 3.0  # a bid that nobody can answer
_CLOSE = 1.5  # how much more a bar counts for each card that it is nearer to the win
_LEAST = 1.0  # what is worth no more is not done
_HELD = 2.0  # what it costs to play a card that is held back
_ENOUGH = 4.5  # what is worth so much is done all the same
_KEEP = 2  # cards that are held back for a defence, the highest of each use
_SPADES = 1  # shovels that are held back, to dig with or to answer
_NEAR = 10  # a hole that lacks no more than this may be filled by the next player
_POOR = 1  # bartenders of a bar that has nothing to fear from a burial

NUMBERS: Tables = {
    "cast": table(hand=whole(1, 9), needed=whole(1, 4), closing_time=whole(1, 1000)),
    "hole": table(limit=whole(1, 100)),
}


def check_kit(kit: Kit) -> None:
    """Raise CardgenError for numbers that the rules cannot be played by."""
    if NUMBERS.keys() <= kit.tables.keys():  # else another game of this name
        check_tables(kit, NUMBERS)


class Landlord:
    """Plays every card that hurts or helps, holds back the best for defence, and throws the rest away.

    Cards that are gone are drawn anew, and only drawing brings bartenders and customers.
    """

    name = "greedy"
    looks = honest = True

    def choose(self, view: Any, moves: Moves, rng: random.Random) -> Move:
        """Return the move that is worth most."""
        if len(moves) == 1:
            return next(iter(moves))
        worth = BarThought(view).worth(listed := list(moves))
        return listed[worth.index(max(worth))]

    def rank(self, view: Any, moves: Moves, rng: random.Random) -> list[Move]:
        """Return the moves, those that are worth most first."""
        worth = BarThought(view).worth(listed := list(moves))
        return [listed[n] for n in sorted(range(len(listed)), key=worth.__getitem__, reverse=True)]


class Town:
    """What never changes at a table: what cards are and are worth, and what the piles of each seat are called."""

    def __init__(self, game: Any) -> None:
        cards, ace = game.pieces.cards, game.options["ace_value"]
        self.is_customer = tuple(card.kind == "customer" for card in cards)
        self.is_shovel = tuple(card.kind == "shovel" for card in cards)
        # AB-062, AB-Q2: an ace has the value that the players agreed on
        self.value: tuple[int, ...] = tuple(
            ace if card.ace and card.kind != "customer" else card.value for card in cards
        )
        self.played: list[float] = [value / 100 for value in self.value]  # of several the highest
        self.thrown = [0.1 - value / 1000 for value in self.value]
        # AB-018, AB-019: bartenders of a rank are alike, and so are all customers but the ace
        self.sort_of = tuple(card.rank if card.kind == "bartender" else card.ace for card in cards)
        self.needed: int = game.kit.tables.cast["needed"]  # AB-036, AB-037
        self.limit: int = game.kit.tables.hole["limit"]  # AB-044
        self.hand, self.purse, self.staff, self.guests = (
            tuple(f"{zone} {name}" for name in game.names) for zone in ("hand", "purse", "staff", "guests")
        )


class Bar(dict[int, float]):
    """What cards are worth on a bar, where they lie or would lie; counted once, for every card on the table asks."""

    def __init__(self, town: Town, bartenders: tuple[int, ...], customers: tuple[int, ...]) -> None:
        self.town, self.cards = town, {*bartenders, *customers}
        ranks = [town.sort_of[card] for card in bartenders]
        self.many = {rank: ranks.count(rank) for rank in ranks}
        self.aces = sum(bool(town.sort_of[card]) for card in customers)
        self.guests, self.room = len(customers), max(town.needed, len(bartenders))
        # how many cards it lacks for the win
        lacks = max(0, town.needed - max(self.many.values(), default=0))
        lacks += max(0, town.needed - self.guests, 1 - bool(self.aces))
        self.close = _CLOSE * (2 * town.needed - lacks)

    def __missing__(self, card: int) -> float:
        self[card] = worth = self._use(card)
        return worth

    def _use(self, card: int) -> float:
        sort, needed, here = self.town.sort_of[card], self.town.needed, card in self.cards
        if self.town.is_customer[card]:
            if sort and self.aces == here:  # there is no other ace
                return self.close + _ACE
            return self.close / 2 if self.guests - here < self.room else 0.5
        alike = self.many.get(sort, 0) - here
        if alike >= needed:
            return 0.5
        most = all(alike >= many for rank, many in self.many.items() if rank != sort)
        return (self.close if most else self.close / 4) * (1 + alike) / needed


_bar: Callable[..., Bar] = lru_cache(maxsize=1000)(Bar)  # few bars change from turn to turn


class BarThought:
    """What one player makes of the table."""

    def __init__(self, view: Any) -> None:
        game = view.game
        self.table, self.piles = view, view.piles
        self.town: Town = game.__dict__.get("_landlord") or game.__dict__.setdefault("_landlord", Town(game))
        self.value = self.town.value
        self.me: int = view.turn
        self.staff = [self.piles[place] for place in self.town.staff]
        self.guests = [self.piles[place] for place in self.town.guests]
        self.bars: list[Bar] = [
            _bar(self.town, tuple(staff), tuple(guests))
            for staff, guests in zip(self.staff, self.guests, strict=True)
        ]
        self.mine: Bar = self.bars[self.me]

    # -- the own turn

    def _kept(self) -> list[int]:
        """Return the cards for defence: raiders and coins first, then a shovel."""
        town, key = self.town, self.value.__getitem__
        hand, purse = self.piles[town.hand[self.me]], self.piles[town.purse[self.me]]
        shovels = [card for card in hand if town.is_shovel[card]]
        shields = [card for card in (*hand, *purse) if not town.is_shovel[card]]
        return [*sorted(shields, key=key)[-_KEEP:], *sorted(shovels, key=key)[-_SPADES:]]

    def worth(self, moves: list[Move]) -> list[float]:
        """Return what each move is worth."""
        if self.table.phase.name == "act":
            return self._acts(moves)
        answer = _ANSWERS.get(self.table.phase.name, BarThought.drawing)
        return [answer(self, move) for move in moves]

    def drawing(self, move: Move) -> float:
        """Return 1 for drawing: nothing is thrown away before."""
        return float(move[0] == "draw")

    def _acts(self, moves: list[Move]) -> list[float]:
        """Return what attacks, bids, shovels and discards are worth, in one loop, for they are many; 0 for the end of the turn."""
        kept, mine, bars = self._kept(), self.mine, self.bars
        played, thrown = self.town.played, self.town.thrown
        sure, found = self._sure(), list[float]()
        for move in moves:
            kind, card = move[0], move[-1]
            if kind == "raid":
                gain = bars[move[1]][move[2]]
            elif kind == "advertise":
                gain = mine[move[2]] + bars[move[1]][move[2]] / 2
            elif kind == "open":
                gain = mine[move[1]] + sure
            else:
                if kind == "discard":
                    # everything that is not held back, after all else, the lowest first
                    found.append(-1.0 if card in kept else thrown[card])
                else:
                    found.append(self._dig(card) if kind == "dig" else 0.0)
                continue
            if gain <= _LEAST:
                found.append(-1.0)
            elif gain < _ENOUGH and card in kept:
                found.append(gain - _HELD + played[card])
            else:
                found.append(gain + played[card])
        return found

    def _sure(self) -> float:
        """Return how much more a bid is worth, for nobody can answer it."""
        purses = [self.piles[purse] for seat, purse in enumerate(self.town.purse) if seat != self.me]
        return 0.0 if any(purses) else _SURE

    def _dig(self, shovel: int) -> float:
        left = self.town.limit - sum(self.value[dug] for dug in self.piles["hole"]) - self.value[shovel]
        if left <= 0:
            return 0.09  # a burial, once nothing else is left to do
        fearless = left > _NEAR or len(self.staff[self.me]) <= _POOR
        return 0.01 if fearless else -1.0

    # -- answers; what a question is about follows the seats that answer, too

    def cost(self, move: Move) -> float:
        """Return a little for the card that is played: of several the lowest is best."""
        card: int = move[-1]
        return self.town.played[card]

    def defence(self, move: Move) -> float:
        """Return what it is worth to keep a card with this raider or coin; 0 for no defence."""
        if move[0] == "no":
            return 0.0
        target: int = self.table.about[2]
        return self.mine[target] - 1.0 - self.cost(move)

    def rescue(self, move: Move) -> float:
        """Return what it is worth that nobody gets a card."""
        if move[0] == "no":
            return 0.0
        what: str = self.table.about[1]
        target: int = self.table.about[2]
        rival: int = self.table.stack[-1].turn
        if what in ("turned", "burial") or rival == self.me:
            return -1.0
        return self.bars[rival][target] - 4.0 - self.cost(move)

    def bid(self, move: Move) -> float:
        """Return what a bartender in the market is worth to the bidder, and to the one who has it now."""
        if move[0] == "no":
            return 0.0
        target: int = self.table.about[1]
        leader: int = self.table.leader
        spite = self.bars[leader][target] / 2 if leader != self.me else 0.0
        return self.mine[target] + spite - 2.0 - self.cost(move)

    def counter(self, move: Move) -> float:
        """Return a little more for the lowest shovel that is high enough."""
        return 0.0 if move[0] == "no" else 1.0 - self.cost(move)

    def burial(self, move: Move) -> float:
        """Return how much its owner will miss a bartender."""
        if move[0] == "bury_from_market":
            return 0.0
        owner: int = move[1]
        target: int = move[2]
        return -self.mine[target] if owner == self.me else self.bars[owner][target]


_ANSWERS: Mapping[str, Callable[[BarThought, Move], float]] = {
    "defend or not": BarThought.defence,
    "rescue or not": BarThought.rescue,
    "bid or pass": BarThought.bid,
    "answer with a shovel or not": BarThought.counter,
    "bury a bartender": BarThought.burial,
    "save a turned card": lambda thought, card: thought.mine[card],
    "say which card stands up": lambda thought, card: thought.mine[card],
    "turn a card": lambda thought, card: -thought.mine[card],
}

PLAYER = Landlord
