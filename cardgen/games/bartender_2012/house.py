"""What never changes at a table of Bartender (2012): numbers, house rules, and what is looked up about cards."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, ClassVar

from cardgen.engine import Setting
from cardgen.model import Component, Kit

NOBODY = -1
"""The owner of a PATRON who was revealed, and the kind of a SCHEME that named none."""


class House(Setting):
    """The numbers and house rules of a table, its cards by piece, and every act of theirs by its number."""

    slug, prefix = "bartender-2012", "BT"

    sections: ClassVar[Mapping[str, Callable[[Any], None]]]
    """The sections of the rulebook that others go on to (`Table.go`)."""

    # the cards by piece, laid out by `cards.read_cards`
    kinds: tuple[str, ...]
    kind: list[int]
    is_patron: list[bool]
    printed: list[int]
    stays: list[bool]
    packed: list[int]
    worth: list[Any]  # a `Number` for each PATRON
    changes: list[Any]  # its `ChangeWorth`s
    first_acts: list[tuple[int, ...]]
    token_acts: list[tuple[int, ...]]
    end_acts: list[tuple[int, ...]]
    acts: list[Any]
    deed: list[str]  # what a simulation calls each act
    optional: set[int]  # acts whose target may be declined
    all_deeds: tuple[str, ...]

    def __init__(self, kit: Kit, players: int, options: Any = None, names: Any = None) -> None:
        super().__init__(kit, players, options, names)
        numbers = kit.tables["numbers"]
        self.hand: int = numbers["hand"]  # BT-011
        self.shifts: int = numbers["shifts"]  # BT-025
        self.shift_hours: int = numbers["hours"]  # BT-026
        self.bic_draws: int = numbers["bic_draws"]  # BT-032
        self.reveal: int = numbers["reveal"]  # BT-037
        self.lowest_bid: int = numbers["lowest_bid"]  # BT-Q5
        self.highest_bid: int = numbers["highest_bid"]  # BT-024
        self.packed_at: int = numbers["packed_at"]  # BT-005
        self.out_at: int = numbers["out_at"]  # BT-006
        rules = self.options
        self.drafts = rules["draft"] == "pass"
        self.exchange = rules["draft"] == "exchange"  # BT-069
        self.hands, self.opener, self.no_bid = rules["hands"], rules["opener"], rules["no_bid"]
        self.secret = rules["auction"] == "secret"
        self.goal_fixed: int = rules["goal_fixed"]
        self.pass_final = bool(rules["pass_final"])
        self.reveal_rest, self.bic_out = rules["reveal_rest"], rules["bic_out"]
        self.draw_every_hour: int = rules["draw_every_hour"]
        self.balance_hours = rules["balance_hours"] == "least_first"
        self.packed_first = bool(rules["packed_first"])
        self.last_standing = bool(rules["last_standing"])
        self.final_tie = rules["final_tie"]

    def components(self, kit: Kit) -> Iterable[Component]:
        """Return both kinds of cards; tokens are counted, not followed."""
        return (kit.component("patrons"), kit.component("schemes"))

    def worth_deed(self, piece: int) -> str:
        """Return what a simulation calls a worth of its own that is not the printed one."""
        return f"{self.pieces.cards[piece].id} worth"

    def in_bar_deed(self, piece: int, word: str) -> str:
        """Return what a simulation calls something that holds as long as a card lies in the BAR."""
        return f"{self.pieces.cards[piece].id} in_bar: {word}"
