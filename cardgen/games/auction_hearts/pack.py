"""What never changes at a table of Auction Hearts: the cards, the chips, and which limits hold."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from cardgen.engine import Move, Setting
from cardgen.model import Component, Kit


class Pack(Setting):
    """The pack of one table. The index of a card is its place in the box; a suit is a number, as the kit orders them."""

    slug, prefix = "auction-hearts", "AH"

    def __init__(
        self,
        kit: Kit,
        players: int,
        options: Mapping[str, object] | None = None,
        names: Sequence[str] | None = None,
    ) -> None:
        super().__init__(kit, players, options, names)
        cards, rules = self.pieces.cards, self.options
        self.suits: tuple[str, ...] = tuple(dict.fromkeys(card.suit for card in cards))
        self.called["suit"] = self.suits
        self.hearts = self.suits.index("hearts")  # AH-Q8
        self.suit_of: list[int] = [self.suits.index(card.suit) for card in cards]
        self.order: list[int] = [card.order for card in cards]  # AH-009
        self.after = [*range(1, self.players), 0]  # who sits to the left
        # AH-010, AH-013, AH-Q17: what each player gets
        seats = next(row for row in kit.tables["seats"] if row["players"] == self.players)
        chip = {chip.id: chip.value for chip in kit.cards["chips"]}
        self.stake: int = seats["ones"] * chip["chip-1"] + seats["fives"] * chip["chip-5"]
        self.hand_size: int = seats["hand"]
        self.aside = [self.pieces.find(card) for card in seats["out"]]
        self.pack = [card for card in range(len(cards)) if card not in self.aside]
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
