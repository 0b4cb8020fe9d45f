"""What never changes at a table of Bartender (Aarwares), and what does: bars, market, hole, piles and hands."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Annotated, Any, ClassVar, TypeAlias

from cardgen.engine import Limit, Move, Seat, Setting, State, Tables, begins, each, table, whole
from cardgen.model import Component, Kit


class Pub(Setting):
    """The pack of one table. The index of a card is its place in the box."""

    slug, prefix = "bartender-aarwares", "AB"
    tables_read: ClassVar[Tables] = {
        "cast": table(hand=whole(1, 9), needed=whole(1, 4), closing_time=whole(1, 1000)),
        "hole": table(limit=whole(1, 100)),
    }

    def __init__(self, kit: Kit, players: int, options: Any = None, names: Any = None) -> None:
        super().__init__(kit, players, options, names)
        cards, rules = self.pieces.cards, self.options
        cast = kit.tables.cast
        self.closing_time: int = cast["closing_time"]  # AB-Q22
        self.hand_size: int = cast["hand"]  # AB-011, AB-025
        self.needed: int = cast["needed"]  # AB-036, AB-037
        self.hole_limit: int = kit.tables.hole["limit"]  # AB-044
        # AB-007, AB-012, AB-013, AB-019, AB-042, AB-051: what a card is
        self.is_bartender, self.is_customer, self.is_coin, self.is_raider, self.is_shovel = (
            tuple(card.kind == kind for card in cards)
            for kind in ("bartender", "customer", "coin", "raider", "shovel")
        )
        self.is_tool = tuple(map(max, self.is_raider, self.is_shovel))  # what is held in hand beside coins
        # AB-062, AB-Q2: an ace has the value that the players agreed on
        worth = self.is_tool, self.is_coin
        self.value_of: tuple[int, ...] = tuple(
            rules["ace_value"] if card.ace and any(kind[n] for kind in worth) else card.value
            for n, card in enumerate(cards)
        )
        self.top_coin = max(value for n, value in enumerate(self.value_of) if self.is_coin[n])
        # AB-018, AB-019: bartenders of a rank are alike, and so are all customers but the ace
        self.sort_of = tuple(card.rank if card.kind == "bartender" else card.ace for card in cards)
        # AB-002, AB-004, AB-005, AB-063, AB-Q19: one deck for two; else both, or one and the coins of both
        one = players == kit.players.min or rules["decks"] == "one_deck_20_coins"
        coins_of_both = players > kit.players.min or rules["decks"] == "one_deck_20_coins"
        every = range(len(cards))
        self.main = [n for n in every if not self.is_coin[n] and (cards[n].deck == "A" or not one)]
        self.coins = [n for n in every if self.is_coin[n] and (cards[n].deck == "A" or coins_of_both)]
        taking_part = {*self.main, *self.coins}
        self.unused = [n for n in every if n not in taking_part]
        # tables that save time
        self.after = tuple((seat + 1) % players for seat in range(players))
        clockwise = [(*range(seat + 1, players), *range(seat)) for seat in range(players)]
        self.rivals: tuple[tuple[int, ...], ...] = tuple(clockwise)
        self.discards: tuple[Move, ...] = tuple(("discard", card) for card in every)
        self.digs: tuple[Move, ...] = tuple(("dig", card) for card in every)
        # house rules that are asked for often
        acts = rules["actions_per_turn"]
        self.most_acts: float = float("inf") if acts == "unlimited" else acts  # AB-Q13
        self.discard_before_draw: bool = rules["discard_before_draw"]
        self.own_turn_end = rules["win_check"] == "own_turn_end"
        self.up_at_once = rules["stands_up"] == "at_once"  # AB-Q5
        self.into_hole = rules["rescue_shovel_to"] == "hole"  # AB-Q11

    def components(self, kit: Kit) -> Iterable[Component]:
        """Return the pack."""
        return (kit.component("pack"),)

    def alike(self, cards: Sequence[int]) -> bool:
        """Return whether it does not matter which of these cards is taken.  AB-018, AB-019."""
        sort_of = self.sort_of
        return all(sort_of[card] == sort_of[cards[0]] for card in cards)


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

    limits: ClassVar = {
        "round": Limit(1, lambda game: game.closing_time),  # AB-Q22
        "acts": Limit(
            most=lambda game: None if game.most_acts == float("inf") else int(game.most_acts)
        ),  # AB-Q13
    }

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
    since: list[int] = begins(lambda game: [0] * len(game.pieces))  # the shuffle that took a card from sight
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

    def partners(self, seat: int) -> int:
        """Return how many cards of a bar could be the partners of its turned ones.  AB-Q5."""
        barman = self.game.is_bartender[self.turned[seat][0]]
        return len((self.customers if barman else self.bartenders)[seat]) - self.locked[seat]

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

    def progress(self, seat: int) -> int:
        """Return how many cards of a complete bar a seat has, the ace being one; less what has no partner, where all must."""
        bartenders, customers, needed = self.bartenders[seat], self.customers[seat], self.game.needed
        sort_of = self.game.sort_of
        ranks = [sort_of[card] for card in bartenders]
        alike = min(needed, max(map(ranks.count, ranks), default=0))
        aces = sum(bool(sort_of[card]) for card in customers)
        guests = min(needed - 1, len(customers) - bool(aces)) + bool(aces)
        alone = max(0, len(bartenders) - len(customers)) if self.game.options["win_all_paired"] else 0
        return alike + guests - alone

    def hole_total(self) -> int:
        """Return what the shovels in the hole add up to.  AB-044."""
        return sum([self.game.value_of[shovel] for shovel in self.hole])
