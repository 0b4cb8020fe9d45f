"""The table of Auction Hearts: who holds what, and how far the round has come."""

from __future__ import annotations

from typing import Annotated, TypeAlias

from cardgen.engine import Seat, State, each
from cardgen.games.auction_hearts.pack import Pack

Suit: TypeAlias = Annotated[int, "suit"]


class Table(State):
    """A table of Auction Hearts.

    A hand is four lists, one for each suit in the order of the kit, so that following suit (AH-022)
    needs no search; who takes the trick is kept up to date card by card for the same reason.
    """

    game: Pack
    unsaid = ("high", "voids", "left", "led", "top", "taker", "moon")

    round: int = 0
    dealer: Seat = 0
    chips: list[int] = each(lambda game: game.stake)
    pot: int = 0
    gone: int = 0  # chips that have left the game
    carried: bool = False  # nobody won the last pot
    # the auction of this round
    bids: list[int]  # from eldest hand on; 0 for a pass
    high: int = 0
    namer: Seat = -1
    # its tricks
    pain: Suit = -1
    broken: bool = False
    hands: list[list[list[int]]] = each(lambda game: [[] for _ in game.suits])
    won: list[list[int]] = each()  # cards of the tricks that a seat has taken
    aside: list[int]  # cards that take no part
    voids: list[int] = each(0)  # suits that a seat has shown not to hold, as bits
    left: int = 0  # tricks still to be played
    first_trick: bool = True
    # this trick
    trick: list[int]  # its cards, in order
    led: Suit = -1
    top: int = 0  # the order of its highest card so far, and who played it
    taker: Seat = -1
    # the game
    tricks: list[int] = each(0)
    moon: Seat = -1  # who took every trick of a round and has won by it

    def gains(self) -> list[int]:
        """Return what each seat wins or loses when chips were bought for money: AH-011, AH-047."""
        return [chips - self.game.stake for chips in self.chips]
