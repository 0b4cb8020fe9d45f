"""A careful player: counts the cards that are out, ducks, unloads dangers, and buys a suit it can avoid."""

from __future__ import annotations

import random
from math import exp

from cardgen.engine import Move, Moves
from cardgen.games.auction_hearts.state import HeartsTable

# Worries are counted in tricks with pain cards that the hand is expected to take.
_HURTS = 0.35  # how often a trick of another suit is hurt when that suit is led for the first time
_HURTS_LATER = 0.2  # and how much more often each further time
_SPITE = 0.2  # what it is worth to give a pain card to somebody who is clear
# What naming is worth, in parts of the pot: measured in rounds that each seat of a deal named once.
_NAMING = 0.35  # with no hope at all, for who names is hurt less
_BEST = 1.2  # what the hope in the suit that one would name adds
_REST = 1.75  # and what the mean hope in the others takes away: those may be named as well
_BOLD = 0.6  # the least offer where others speak later, as a part of what naming is worth


class CarefulPlayer:
    """Weighs what a card may cost now against the worry it takes out of the hand."""

    name = "greedy"
    looks = True

    def choose(self, view: HeartsTable, moves: Moves, rng: random.Random) -> Move:
        """Return the move that promises the fewest pain cards."""
        thought = Thought(view)
        match view.phase.name:
            case "bid":
                return thought.bid(list(moves))
            case "name the pain suit":
                return min(moves, key=thought.worry)
        return max(moves, key=thought.card)

    def rank(self, view: HeartsTable, moves: Moves, rng: random.Random) -> list[Move]:
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


class Thought:
    """What one player makes of the table."""

    def __init__(self, view: HeartsTable) -> None:
        self.table = view
        self.game = game = view.game
        self.hand = view.hands[view.turn]
        self.others = game.players - 1
        seen = {*view.trick, *view.aside}.union(*view.won, *self.hand)
        self.out: list[list[int]] = [[] for _ in game.suits]  # orders of the cards that others hold
        out, suit_of, order = self.out, game.suit_of, game.order
        for card in game.pack:
            if card not in seen:
                out[suit_of[card]].append(order[card])
        self._known: dict[tuple[int, bool], float] = {}

    def worry(self, pain: int) -> float:
        """Return how many tricks with pain cards this hand will take if a suit hurts."""
        calm = [self._of_suit(suit, hurts=False) for suit in range(len(self.game.suits))]
        return sum(calm) - calm[pain] + self._of_suit(pain, hurts=True)

    def _of_suit(self, suit: int, *, hurts: bool) -> float:
        """Return the worries about a suit of the hand, worked out when somebody asks: most tricks are about one."""
        found = self._known.get((suit, hurts))
        if found is None:
            found = self._known[suit, hurts] = self._worries(suit, self.hand[suit], hurts=hurts)
        return found

    def _worries(self, suit: int, cards: list[int], *, hurts: bool) -> float:
        out = self.out[suit]
        if not out:
            return 0.0
        worry = 0.0
        for place, order in enumerate(sorted(self.game.order[card] for card in cards)):
            # each lower card of the own hand lets others play one of theirs
            forced = sum(other < order for other in out) - self.others * place
            if forced > 0:
                worry += forced / len(out) * (1.0 if hurts else min(1.0, _HURTS + _HURTS_LATER * place))
        return worry

    # -- the auction

    def bid(self, bids: list[Move]) -> Move:
        """Return the smallest bid that is not timid, or a pass."""
        game, table = self.game, self.table
        suits = range(len(game.suits))
        # about one hand in three stays clear at a worry of 1, one in eight at 2
        hopes = sorted((exp(-self.worry(suit)) for suit in suits), reverse=True)
        pot = table.pot + len(game.pack) // len(game.suits)
        worth = (_NAMING + _BEST * hopes[0] - _REST * sum(hopes[1:]) / len(hopes[1:])) * pot
        last = len(table.bids) == self.others
        least = 0.0 if last else _BOLD * worth
        offers = [bid for bid in bids[1:] if least <= bid[1] <= worth]
        return offers[0] if offers else bids[0]

    # -- the tricks

    def card(self, card: int) -> float:
        """Return how good it is to play a card."""
        table, suit = self.table, self.game.suit_of[card]
        hurts = suit == table.pain
        left = [other for other in self.hand[suit] if other != card]
        relief = self._of_suit(suit, hurts=hurts) - self._worries(suit, left, hurts=hurts)
        if table.trick and suit != table.led:
            clear = not any(self.game.suit_of[other] == table.pain for other in table.won[table.taker])
            return relief + (_SPITE if hurts and clear else 0.01 * self.game.order[card])
        return relief - self._risk(card, suit) + 0.001 * self.game.order[card]

    def _risk(self, card: int, suit: int) -> float:
        """Return about how many pain cards come with the trick, times the chance to take it."""
        table, game = self.table, self.game
        order = game.order[card]
        if table.trick and order < table.top:
            return 0.0
        out = self.out[suit]
        after = self.others - len(table.trick)
        in_suit = len(out) / self.others  # cards that each of the others holds
        higher = sum(other > order for other in out) / len(out) if out else 0.0
        void = float((1 - 1 / self.others) ** len(out))
        over = float((1 - void) * higher ** max(1.0, in_suit))  # somebody must go over
        takes = float((1 - over) ** after)
        hurt = sum(game.suit_of[played] == table.pain for played in table.trick)
        if suit == table.pain:
            return takes * (hurt + 1 + after * (1 - void))
        if table.first_trick and game.first_trick_no_pain:
            return 0.0
        throws = void if self.out[table.pain] else 0.0
        return takes * (hurt + after * throws)
