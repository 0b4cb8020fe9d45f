"""A careful player: ducks under, throws dangers away, and pays for a suit it can avoid."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

from cardgen.engine import Move, Moves

if TYPE_CHECKING:
    from cardgen.games.auction_hearts import AuctionHearts, Table

_CALM = 1.6  # a hand with less danger than this is worth a bid
_SHARE = 0.3  # of what the pot will hold: as much as naming the suit is worth


class CarefulPlayer:
    """Judges its own cards and the trick on the table; remembers nothing."""

    name = "greedy"
    looks = True

    def choose(self, view: Table, moves: Moves, rng: random.Random) -> Move:
        """Return the move that keeps pain cards away."""
        game = view.game
        hand = view.hands[view.turn]
        cards = list(moves)
        match view.phase.name:
            case "bid":
                return self._bid(view, cards)
            case "name the pain suit":
                return min(cards, key=lambda suit: danger(game, hand, suit))
        if not view.trick:
            return self._lead(view, cards)
        if game.suit[cards[0]] == view.led and len(hand[view.led]) == len(cards):
            return self._follow(view, cards)
        return self._throw(view, cards)

    def _bid(self, s: Table, bids: list[int]) -> int:
        game = s.game
        hand = s.hands[s.turn]
        calm = min(danger(game, hand, suit) for suit in range(len(game.suits)))
        worth = int(_SHARE * (s.pot + len(game.pack) / len(game.suits)) * max(0.0, 1 - calm / _CALM))
        affordable = [bid for bid in bids if 0 < bid <= min(worth, s.chips[s.turn] // 3)]
        return affordable[0] if affordable else 0

    def _lead(self, s: Table, cards: list[int]) -> int:
        # a low card, best from a short suit of no pain: it is soon gone
        game, hand = s.game, s.hands[s.turn]
        return min(
            cards,
            key=lambda c: (game.order[c] + 2 * (game.suit[c] == s.pain), len(hand[game.suit[c]])),
        )

    def _follow(self, s: Table, cards: list[int]) -> int:
        game = s.game
        under = [card for card in cards if game.order[card] < s.top]
        if under:
            return max(under, key=lambda card: game.order[card])
        last = len(s.trick) == game.players - 1
        hurt = any(game.suit[card] == s.pain for card in s.trick)
        # who must take the trick, or may take it for nothing, takes it with the highest
        if last or (not hurt and s.tricks == 0 and s.led != s.pain):
            return max(cards, key=lambda card: game.order[card])
        return min(cards, key=lambda card: game.order[card])

    def _throw(self, s: Table, cards: list[int]) -> int:
        game, hand = s.game, s.hands[s.turn]
        return max(
            cards,
            key=lambda c: (game.suit[c] == s.pain, game.order[c] - len(hand[game.suit[c]])),
        )


def danger(game: AuctionHearts, hand: list[list[int]], pain: int) -> float:
    """Return about how many tricks with pain cards a hand will take if this suit hurts."""
    worry = 0.0
    for suit, cards in enumerate(hand):
        # the lowest cards of a suit protect the higher ones
        for place, card in enumerate(sorted(cards, key=lambda card: game.order[card])):
            over = game.order[card] - (4 + 3 * place)
            if over > 0:
                worry += over * (0.12 if suit == pain else 0.03)
    return worry
