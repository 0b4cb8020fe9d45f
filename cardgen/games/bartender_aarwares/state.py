"""The table of Bartender (Aarwares): bars, market, hole, piles and hands, and how far the turn has come."""

from __future__ import annotations

from typing import Annotated, TypeAlias

from cardgen.engine import Seat, State, begins, each
from cardgen.games.bartender_aarwares.pub import Pub

Card: TypeAlias = Annotated[int, "card"]
NO_CARD = -2


class BarTable(State):
    """A table of Bartender.

    A hand is two lists, because the backs tell coins from the rest: `hands` holds raiders and shovels,
    `purses` coins. Cards are held in the order in which they came, so everybody knows which card came
    before which shuffle: `drawn` and `earned` say so, card by card. The top of a pile is its end.
    """

    game: Pub
    unsaid = (
        "deck", "coin_deck", "discard", "coin_discard", "bottom", "bartenders", "customers", "locked", "hands", "purses",
        "sealed", "shuffles", "drawn", "earned", "since", "winner",
    )  # fmt: skip

    # the market square: AB-009, AB-043
    deck: list[int]
    coin_deck: list[int]
    discard: list[int]
    coin_discard: list[int]
    hole: list[int]
    market: list[int]
    box: list[int] = begins(lambda game: game.unused[:])
    bottom: int = NO_CARD  # a bartender buried at the bottom of the deck, whom everybody has seen
    # in front of each player: AB-015
    bartenders: list[list[int]] = each()
    customers: list[list[int]] = each()
    turned: list[list[Card]] = each()
    locked: list[int] = each(0)  # upright pairs that stay together (AB-Q5)
    hands: list[list[int]] = each()
    purses: list[list[int]] = each()
    sealed: list[int] = each(NO_CARD)  # coins of a purse that lie face down as a bid
    # what everybody can tell about hidden cards
    shuffles: int = 0
    drawn: list[list[int]] = each()  # the number of shuffles before each card came
    earned: list[list[int]] = each()
    since: list[int] = begins(
        lambda game: [0] * len(game.pieces)
    )  # the shuffle that took a card out of sight
    # the game
    first: Seat = 0
    round: int = 0
    acts: int = 0  # attacks and bids of this turn
    winner: Seat = -1

    def owner(self, card: int) -> int:
        """Return the seat on whose bar a card lies, or -1."""
        for seat, bartenders in enumerate(self.bartenders):
            if card in bartenders or card in self.customers[seat]:
                return seat
        return -1

    def pairs(self, seat: int) -> int:
        """Return how many happy customers a bar has.  AB-017, AB-023."""
        return min(len(self.bartenders[seat]), len(self.customers[seat]))

    def upright(self, seat: int) -> list[int]:
        """Return the cards of whichever a bar has more, bartenders or customers, that are not turned."""
        bartenders, customers, turned = self.bartenders[seat], self.customers[seat], self.turned[seat]
        many = bartenders if len(bartenders) > len(customers) else customers
        return [card for card in many if card not in turned] if turned else many[:]

    def complete(self, seat: int) -> bool:
        """Return whether a bar wins.  AB-036, AB-037, AB-038, AB-Q3."""
        bartenders, customers, needed = self.bartenders[seat], self.customers[seat], self.game.needed
        if len(customers) < needed or len(bartenders) < needed:
            return False
        sort_of = self.game.sort_of
        if True not in {sort_of[card] for card in customers}:  # AB-038: the ace
            return False
        ranks = [sort_of[card] for card in bartenders]
        if max(map(ranks.count, ranks)) < needed:
            return False
        return len(bartenders) <= len(customers) or not self.game.options["win_all_paired"]

    def hole_total(self) -> int:
        """Return what the shovels in the hole add up to.  AB-044."""
        return sum([self.game.value_of[shovel] for shovel in self.hole])
