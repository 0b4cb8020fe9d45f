"""The table of Bartender (Aarwares): bars, market, hole, piles and hands, and how far the turn has come."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cardgen.engine import State

if TYPE_CHECKING:
    from cardgen.games.bartender_aarwares.rules import Bartender

NO_CARD = -2


class Table(State):
    """A table of Bartender.

    A hand is two lists, because the backs tell coins from the rest: `hands` holds raiders and shovels,
    `purses` coins. Cards are held in the order in which they came, so everybody knows which card came
    before which shuffle: `drawn` and `earned` say so, card by card. The top of a pile is its end.
    """

    __slots__ = (
        "acts", "bartenders", "bottom", "box", "coin_deck", "coin_discard", "customers", "deck",
        "discard", "drawn", "earned", "ended", "first", "hands", "hole", "locked", "market", "purses",
        "rounds", "sealed", "shuffles", "since", "turned", "winner",
    )  # fmt: skip
    game: Bartender

    def __init__(self, game: Bartender) -> None:
        super().__init__(game)
        seats = range(game.players)
        # the market square: AB-009, AB-043
        self.deck: list[int] = []
        self.coin_deck: list[int] = []
        self.discard: list[int] = []
        self.coin_discard: list[int] = []
        self.hole: list[int] = []
        self.market: list[int] = []
        self.box = game.unused[:]
        self.bottom = NO_CARD  # a bartender buried at the bottom of the deck, whom everybody has seen
        # in front of each player: AB-015
        self.bartenders: list[list[int]] = [[] for _ in seats]
        self.customers: list[list[int]] = [[] for _ in seats]
        self.turned: list[list[int]] = [[] for _ in seats]
        self.locked: list[int] = [0 for _ in seats]  # upright pairs that stay together (AB-Q5)
        self.hands: list[list[int]] = [[] for _ in seats]
        self.purses: list[list[int]] = [[] for _ in seats]
        self.sealed: list[int] = [NO_CARD for _ in seats]  # coins of a purse that lie face down as a bid
        # what everybody can tell about hidden cards
        self.shuffles = 0
        self.drawn: list[list[int]] = [[] for _ in seats]  # the number of shuffles before each card came
        self.earned: list[list[int]] = [[] for _ in seats]
        self.since: list[int] = [0] * len(game.pieces)  # the shuffle that took a card out of sight
        # the game
        self.first = 0
        self.rounds = 0
        self.acts = 0  # attacks and bids of this turn
        self.winner = -1
        self.ended = ""

    def copy(self) -> Table:
        """Return an independent copy; nobody records it."""
        new = Table.__new__(Table)
        new._copy_base(self)
        new.deck, new.coin_deck = self.deck[:], self.coin_deck[:]
        new.discard, new.coin_discard = self.discard[:], self.coin_discard[:]
        new.hole, new.market, new.box, new.bottom = self.hole[:], self.market[:], self.box[:], self.bottom
        new.bartenders = [cards[:] for cards in self.bartenders]
        new.customers = [cards[:] for cards in self.customers]
        new.turned, new.locked = [cards[:] for cards in self.turned], self.locked[:]
        new.hands, new.purses = [cards[:] for cards in self.hands], [cards[:] for cards in self.purses]
        new.drawn, new.earned = [slots[:] for slots in self.drawn], [slots[:] for slots in self.earned]
        new.sealed, new.shuffles, new.since = self.sealed[:], self.shuffles, self.since[:]
        new.first, new.rounds, new.acts = self.first, self.rounds, self.acts
        new.winner, new.ended = self.winner, self.ended
        return new

    def owner(self, card: int) -> int:
        """Return the seat on whose bar a card lies, or -1."""
        for seat, bartenders in enumerate(self.bartenders):
            if card in bartenders or card in self.customers[seat]:
                return seat
        return -1
