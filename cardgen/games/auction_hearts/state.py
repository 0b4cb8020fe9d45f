"""The table of Auction Hearts: who holds what, and how far the round has come."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cardgen.engine import State

if TYPE_CHECKING:
    from cardgen.games.auction_hearts.rules import AuctionHearts


class Table(State):
    """A table of Auction Hearts.

    A hand is four lists, one for each suit in the order of the kit, so that following suit (AH-022)
    needs no search; who takes the trick is kept up to date card by card for the same reason.
    """

    __slots__ = (
        "aside", "bids", "broken", "carried", "chips", "dealer", "ended", "first", "gone", "hands", "high",
        "led", "left", "moon", "namer", "pain", "pot", "rounds", "taker", "top", "trick", "tricks", "voids",
        "won",
    )  # fmt: skip
    game: AuctionHearts

    def __init__(self, game: AuctionHearts) -> None:
        super().__init__(game)
        seats = range(game.players)
        self.chips: list[int] = [game.stake for _ in seats]
        self.pot = 0
        self.gone = 0  # chips that have left the game
        self.dealer = 0
        self.rounds = 0
        self.carried = False  # nobody won the last pot
        # this round
        self.hands: list[list[list[int]]] = [[[] for _ in game.suits] for _ in seats]
        self.voids: list[int] = [0 for _ in seats]  # suits that a seat has shown not to hold, as bits
        self.aside: list[int] = []  # cards that take no part
        self.bids: list[int] = []  # from eldest hand on; 0 for a pass
        self.high = 0
        self.namer = -1
        self.pain = -1
        self.broken = False
        self.won: list[list[int]] = [[] for _ in seats]  # cards of the tricks that a seat has taken
        self.left = 0  # tricks still to be played
        self.first = True  # the first trick is being played
        # this trick
        self.trick: list[int] = []  # its cards, in order
        self.led = -1  # the suit
        self.top = 0  # the order of its highest card so far, and who played it
        self.taker = -1
        # the game
        self.tricks: list[int] = [0 for _ in seats]
        self.moon = -1
        self.ended = ""

    def copy(self) -> Table:
        """Return an independent copy; nobody records it."""
        new = Table.__new__(Table)
        new._copy_base(self)
        new.chips, new.pot, new.gone = self.chips[:], self.pot, self.gone
        new.dealer, new.rounds, new.carried = self.dealer, self.rounds, self.carried
        new.hands = [[suit[:] for suit in hand] for hand in self.hands]
        new.voids, new.aside, new.won = self.voids[:], self.aside[:], [pile[:] for pile in self.won]
        new.bids, new.high, new.namer = self.bids[:], self.high, self.namer
        new.pain, new.broken, new.left, new.first = self.pain, self.broken, self.left, self.first
        new.trick, new.led, new.top, new.taker = self.trick[:], self.led, self.top, self.taker
        new.tricks, new.moon, new.ended = self.tricks[:], self.moon, self.ended
        return new
