"""A careful player of Auction Hearts: counts the cards that are out, ducks, unloads dangers, and buys a suit it can avoid.

The rules are data: data/auction-hearts/rules.yaml.
"""

from __future__ import annotations

import random
from functools import lru_cache
from math import exp
from typing import Any, NamedTuple

from cardgen.base.errors import CardgenError, Problems
from cardgen.engine import Move, Moves, Tables, table, whole
from cardgen.engine.tables import check_tables, place_in_table
from cardgen.model import Kit
from cardgen.source.leaves import FILLED
from cardgen.source.shape import list_of

# Worries are counted in tricks with pain cards that the hand is expected to take.
_HURTS = 0.35  # how often a trick of another suit is hurt when that suit is led for the first time
_HURTS_LATER = 0.2  # and how much more often each further time
_SPITE = 0.2  # what it is worth to give a pain card to somebody who is clear
# What naming is worth, in parts of the pot: measured in rounds that each seat of a deal named once.
_NAMING = 0.35  # with no hope at all, for who names is hurt less
_BEST = 1.2  # what the hope in the suit that one would name adds
_REST = 1.75  # and what the mean hope in the others takes away: those may be named as well
_BOLD = 0.6  # the least offer where others speak later, as a part of what naming is worth
_WAYS = 1 << 13  # in which cards of a suit lie in one hand and in others: 13 cards have twice as many

SEATS: Tables = {
    "seats": list_of(
        table(
            players=whole(2, 10),
            hand=whole(1, 26),
            out=list_of(FILLED),
            ones=whole(0, 500),
            fives=whole(0, 500),
        ),
        least=1,
    )
}


def check_kit(kit: Kit) -> None:
    """Raise CardgenError for a table of seats that the rules cannot deal by.  AH-013, AH-Q17."""
    if not {"seats", "pack"} <= {*kit.tables, *kit.cards}:
        return  # another game of this name
    check_tables(kit, SEATS)
    pack, wrong = {card.id: card.count for card in kit.cards["pack"]}, Problems()
    rows = {row["players"]: row for row in kit.tables["seats"]}
    for players in kit.players.counts:
        if players not in rows:
            where = place_in_table(kit, "seats")
            wrong.add(f"the table 'seats' has no entry for {players} players", where, code="rules")
    for number, row in enumerate(kit.tables["seats"]):
        players, hand = row["players"], row["hand"]
        for place, card in enumerate(row["out"]):
            if card not in pack:
                where = place_in_table(kit, "seats", number, "out", place)
                wrong.add(
                    f"the pack has no card '{card}', which is out for {players} players", where, code="rules"
                )
        left = sum(count for card, count in pack.items() if card not in row["out"])
        if left != players * hand:
            says = f"the pack has {left} cards for {players} players, but {players} hands of {hand} cards are dealt"
            wrong.add(says, place_in_table(kit, "seats", number, "hand"), code="rules")
    if len(wrong):
        raise CardgenError(wrong)


class CarefulPlayer:
    """Weighs what a card may cost now against the worry it takes out of the hand."""

    name = "greedy"
    looks = honest = True

    def choose(self, view: Any, moves: Moves, rng: random.Random) -> Move:
        """Return the move that promises the fewest pain cards."""
        if len(moves) == 1:
            return next(iter(moves))
        thought = Thought(view)
        match view.phase.name:
            case "bid":
                return thought.bid(list(moves))
            case "name the pain suit":
                return min(moves, key=thought.worry)
        return max(moves, key=thought.card)

    def rank(self, view: Any, moves: Moves, rng: random.Random) -> list[Move]:
        """Return the moves worth thinking about, the best first; of the bids those near its own."""
        thought, listed = Thought(view), list(moves)
        match view.phase.name:
            case "bid":
                own = thought.bid(listed)
                near = 0 if own == listed[0] else listed.index(own)
                around = [listed[0], *listed[max(1, near - 3) : near + 4]]
                return list(dict.fromkeys([own, *around]))
            case "name the pain suit":
                return sorted(listed, key=thought.worry)
        return sorted(listed, key=thought.card, reverse=True)


class Pack:
    """What never changes at a table: suits as numbers, in the order of the kit, and the cards that take part."""

    def __init__(self, game: Any) -> None:
        cards = game.pieces.cards
        self.suits: tuple[str, ...] = tuple(dict.fromkeys(card.suit for card in cards))
        self.number = {suit: number for number, suit in enumerate(self.suits)}
        self.suit_of: list[int] = [self.number[card.suit] for card in cards]
        self.order: list[int] = [card.order for card in cards]  # AH-009
        aside = next(row["out"] for row in game.kit.tables["seats"] if row["players"] == game.players)
        self.cards = [number for number, card in enumerate(cards) if card.id not in aside]
        upwards = sorted(self.cards, key=self.order.__getitem__)
        self.of_suit = [[card for card in upwards if self.suit_of[card] == n] for n in range(len(self.suits))]
        self.hands = [f"hand {name}" for name in game.names]
        self.won = [f"won {name}" for name in game.names]
        free = game.options["preset"] == "bicycle"  # AH-033
        self.first_trick_no_pain = not free and game.options["first_trick_no_pain"]


class Suit(NamedTuple):
    """What a player holds of a suit, upwards: how many lower cards others hold, and what it is worth to be rid of each."""

    below: dict[int, int]
    lower: tuple[int, ...]
    out: int  # cards that others hold
    reliefs: dict[int, float]


# The cards of a suit alternate in few ways between one hand and those of others, so these are worked out once for each.


@lru_cache(maxsize=_WAYS)
def _worries(lower: tuple[int, ...], out: int, others: int, hurts: bool) -> float:
    """Return the worries about a suit of the hand."""
    worry = 0.0
    for place, below in enumerate(lower):
        # each lower card of the own hand lets others play one of theirs
        forced = below - others * place
        if forced > 0:
            worry += forced / out * (1.0 if hurts else min(1.0, _HURTS + _HURTS_LATER * place))
    return worry


@lru_cache(maxsize=_WAYS)
def _reliefs(lower: tuple[int, ...], out: int, others: int, hurts: bool) -> dict[int, float]:
    """Return how many worries are left behind with a card, by the number of lower cards that others hold."""
    all_, found = _worries(lower, out, others, hurts), {}
    for place, below in enumerate(lower):
        found[below] = all_ - _worries(lower[:place] + lower[place + 1 :], out, others, hurts)
    return found


@lru_cache(maxsize=_WAYS)
def _chances(below: int, out: int, others: int, after: int) -> tuple[float, float]:
    """Return the chance that a card takes the trick where so many play after it, and that one of them has none of the suit."""
    in_suit = out / others  # cards that each of the others holds
    higher = (out - below) / out if out else 0.0
    void = (1 - 1 / others) ** out
    over = (1 - void) * higher ** max(1.0, in_suit)  # somebody must go over
    return float((1 - over) ** after), float(void)


class Thought:
    """What one player makes of the table."""

    def __init__(self, view: Any) -> None:
        self.table, piles, game = view, view.piles, view.game
        self.pack: Pack = game.__dict__.get("_careful") or game.__dict__.setdefault("_careful", Pack(game))
        pack = self.pack
        self.trick: list[int] = piles["trick"]
        self.held = set(piles[pack.hands[view.turn]])
        self.seen = self.held.union(self.trick, *[piles[name] for name in pack.won])
        self.pain, self.led = pack.number.get(view.pain, -1), pack.number.get(view.led, -1)
        self.others: int = game.players - 1
        self._suits: dict[int, Suit] = {}

    def suit(self, suit: int) -> Suit:
        """Return what the hand has of a suit, looked at when somebody asks: most tricks are about one."""
        found = self._suits.get(suit)
        if found is None:
            below, out = {}, 0
            for card in self.pack.of_suit[suit]:
                if card not in self.seen:
                    out += 1
                elif card in self.held:
                    below[card] = out
            lower = tuple(below.values())
            reliefs = _reliefs(lower, out, self.others, suit == self.pain)
            found = self._suits[suit] = Suit(below, lower, out, reliefs)
        return found

    def worry(self, pain: str) -> float:
        """Return how many tricks with pain cards this hand will take if a suit hurts."""
        suits = [self.suit(number) for number in range(len(self.pack.suits))]
        named = self.pack.number[pain]
        calm = [_worries(suit.lower, suit.out, self.others, False) for suit in suits]
        return sum(calm) - calm[named] + _worries(suits[named].lower, suits[named].out, self.others, True)

    # -- the auction

    def bid(self, bids: list[Move]) -> Move:
        """Return the smallest bid that is not timid, or a pass."""
        table, suits = self.table, self.pack.suits
        # about one hand in three stays clear at a worry of 1, one in eight at 2
        hopes = sorted((exp(-self.worry(suit)) for suit in suits), reverse=True)
        pot = table.chips["pot"] + len(self.pack.cards) // len(suits)
        worth = (_NAMING + _BEST * hopes[0] - _REST * sum(hopes[1:]) / len(hopes[1:])) * pot
        last = len(table.bids) == self.others
        least = 0.0 if last else _BOLD * worth
        offers = [bid for bid in bids[1:] if least <= bid[1] <= worth]
        return offers[0] if offers else bids[0]

    # -- the tricks

    def card(self, card: int) -> float:
        """Return how good it is to play a card."""
        number, order = self.pack.suit_of[card], self.pack.order[card]
        suit, hurts = self.suit(number), number == self.pain
        relief = suit.reliefs[suit.below[card]]
        if self.trick and number != self.led:
            won = self.table.piles[self.pack.won[self.table.taker]]
            clear = hurts and number not in map(self.pack.suit_of.__getitem__, won)
            return relief + (_SPITE if clear else 0.01 * order)
        risk = 0.0 if self.trick and order < self.table.top else self._risk(suit, suit.below[card], hurts)
        return relief - risk + 0.001 * order

    def _risk(self, suit: Suit, below: int, hurts: bool) -> float:
        """Return about how many pain cards come with the trick, times the chance to take it."""
        pack, after = self.pack, self.others - len(self.trick)
        if not hurts and self.table.first_trick and pack.first_trick_no_pain:
            return 0.0
        takes, void = _chances(below, suit.out, self.others, after)
        hurt = float([pack.suit_of[played] for played in self.trick].count(self.pain))
        if hurts:
            return takes * (hurt + 1 + after * (1 - void))
        throws = 0.0 if self.seen.issuperset(pack.of_suit[self.pain]) else void
        return takes * (hurt + after * throws)


PLAYER = CarefulPlayer
