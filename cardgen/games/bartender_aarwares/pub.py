"""What never changes at a table of Bartender: the cards that take part, what they are, and which house rules hold."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from cardgen.engine import Move, Setting
from cardgen.model import Component, Kit


class Pub(Setting):
    """The pack of one table. The index of a card is its place in the box."""

    slug, prefix = "bartender-aarwares", "AB"

    def __init__(
        self,
        kit: Kit,
        players: int,
        options: Mapping[str, object] | None = None,
        names: Sequence[str] | None = None,
    ) -> None:
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
        self.rivals = tuple(
            tuple((seat + n) % players for n in range(1, players)) for seat in range(players)
        )  # clockwise
        self.discards: tuple[Move, ...] = tuple(("discard", card) for card in every)
        self.digs: tuple[Move, ...] = tuple(("dig", card) for card in every)
        # house rules that are asked for often
        acts = rules["actions_per_turn"]
        self.most_acts: float = float("inf") if acts == "unlimited" else acts  # AB-Q13
        self.discard_before_draw: bool = rules["discard_before_draw"]
        self.own_turn_end = rules["win_check"] == "own_turn_end"

    def components(self, kit: Kit) -> Iterable[Component]:
        """Return the pack."""
        return (kit.component("pack"),)

    def alike(self, cards: Sequence[int]) -> bool:
        """Return whether it does not matter which of these cards is taken.  AB-018, AB-019."""
        sort_of = self.sort_of
        return all(sort_of[card] == sort_of[cards[0]] for card in cards)
