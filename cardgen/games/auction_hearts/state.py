"""The pack of Auction Hearts, which never changes, and its table: who holds what, and how far the round has come."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated, ClassVar, TypeAlias

from cardgen.engine import Limit, Move, Seat, Setting, State, Tables, each, table, whole
from cardgen.model import Component, Kit
from cardgen.source.leaves import FILLED
from cardgen.source.shape import list_of

Suit: TypeAlias = Annotated[int, "suit"]


class Pack(Setting):
    """The pack of one table. The index of a card is its place in the box; a suit is a number, as the kit orders them."""

    slug, prefix = "auction-hearts", "AH"
    tables_read: ClassVar[Tables] = {
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

    def prepare(self) -> None:
        """Look up the pack, the chips, and which limits hold."""
        kit, cards, rules = self.kit, self.pieces.cards, self.options
        self.suits: tuple[str, ...] = tuple(dict.fromkeys(card.suit for card in cards))
        self.called["suit"] = self.suits
        self.hearts = self.suits.index("hearts")  # AH-Q8
        self.suit_of: list[int] = [self.suits.index(card.suit) for card in cards]
        self.order: list[int] = [card.order for card in cards]  # AH-009
        self.after = [*range(1, self.players), 0]  # who sits to the left
        # AH-010, AH-013, AH-Q17: what each player gets
        seats = next((row for row in kit.tables["seats"] if row["players"] == self.players), None)
        if seats is None:
            raise ValueError(f"the table 'seats' has no entry for {self.players} players")
        chip = {chip.id: chip.value for chip in kit.cards["chips"]}
        self.chips_in_box = sum(chip.value * chip.count for chip in kit.cards["chips"])
        self.stake: int = seats["ones"] * chip["chip-1"] + seats["fives"] * chip["chip-5"]
        self.hand_size: int = seats["hand"]
        self.aside = [self.pieces.find(card) for card in seats["out"]]
        self.pack = [card for card in range(len(cards)) if card not in self.aside]
        if len(self.pack) != self.players * self.hand_size:
            dealt = f"{self.players} hands of {self.hand_size} cards"
            raise ValueError(
                f"the pack has {len(self.pack)} cards for {self.players} players, but {dealt} are dealt"
            )
        self.bids: list[Move] = [("bid", number) for number in range(self.players * self.stake + 1)]
        # AH-033, AH-Q5: the plain game of the Bicycle rules has none of the three limits
        limits = rules["preset"] != "bicycle"
        self.first_lead_no_pain = bool(limits and rules["first_lead_no_pain"])
        self.first_trick_no_pain = bool(limits and rules["first_trick_no_pain"])
        self.must_break = bool(limits and rules["must_break"])
        self.must_raise = bool(rules["must_raise"])
        self.bid_cap: int = len(self.bids) - 1 if rules["bid_cap"] == "chips" else rules["bid_cap"]
        self.debt = rules["short"] == "debt"

    def components(self, kit: Kit) -> Iterable[Component]:
        """Return the pack; chips are counted, not followed."""
        return (kit.component("pack"),)


class HeartsTable(State):
    """A table of Auction Hearts.

    A hand is four lists, one for each suit in the order of the kit, so that following suit (AH-022)
    needs no search; who takes the trick is kept up to date card by card for the same reason.
    """

    game: Pack
    unsaid = ("high", "voids", "left", "led", "top", "taker", "moon")
    limits: ClassVar = {
        "chips": Limit(least=lambda game: None if game.debt else 0),  # AH-Q12
        "bids": Limit(most=lambda game: game.bid_cap),  # AH-Q7
        "round": Limit(1),
    }

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
