"""The table that effects act upon, as far as they know it: the game keeps it, a card only asks for things.

The language stands on the model alone, so that a card can be explained and printed without the game. What a
deed needs of the game is named here, and a game that offers it (`cardgen.games.bartender_2012.rules`) can be played
with these cards.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Protocol

NOBODY = -1
"""The owner of a PATRON who was revealed, and the kind of a SCHEME that named none."""

PATRON, SCHEME, REVEAL = 0, 1, 2
"""What can be locked."""


class Rules(Protocol):
    """What the game looks up about cards, by piece, and what it does when a card asks for it."""

    pieces: Any
    names: tuple[str, ...]  # of the players
    kinds: tuple[str, ...]
    kind: list[int]
    printed: list[int]
    is_patron: list[bool]
    stays: list[bool]
    worth: list[Any]  # a `Number` for each piece
    changes: list[Any]  # for each piece its `ChangeWorth`s
    optional: set[int]  # acts whose target may be declined
    deed: list[str]  # what a simulation calls each act

    @property
    def ask_for(self) -> Mapping[str, Any]:
        """The decisions by what is asked: card, player, kind, taken, put_back, consent."""

    def in_bar_deed(self, piece: int, word: str) -> str:
        """Return what a simulation calls something that holds as long as a card lies in the BAR."""

    def draw(self, s: Any, seat: int, cards: int) -> int:
        """Let a player draw; returns how many cards there were."""

    def turn_up(self, s: Any, cards: int) -> list[int]:
        """Take cards from the top of the BAR deck."""

    def throw_away(self, s: Any, seat: int, card: int) -> None:
        """Put a card from a hand to BREAKAGE."""

    def enter(self, s: Any, card: int, owner: int) -> None:
        """Let a PATRON enter the BAR."""

    def out_of_bar(self, s: Any, card: int) -> int:
        """Take a card out of the BAR; returns its owner."""

    def round_from(self, s: Any, seat: int) -> list[int]:
        """Return everybody who is still in the game, going right."""

    def take_token(self, s: Any, seat: int, *, good: int = 0, bad: int = 0, rule: str, did: str = "") -> None:
        """Give a player tokens."""

    def knock_out(self, s: Any, seat: int) -> None:
        """Send a player out who has too many BAD NIGHTs."""

    def must_discard(self, s: Any, seat: int, cards: int) -> bool:
        """Make a player discard; returns whether there is a choice to wait for."""

    def offer_reveal(self, s: Any, rule: str, did: str = "") -> bool:
        """Ask the BIC whether to reveal; returns False where that cannot be."""

    def ask_for_bid(self, s: Any, seat: int, bic: int, high: int, holder: int, most: int) -> bool:
        """Ask the next player on the right for a bid; returns False when all have been asked."""


class Table(Protocol):
    """What lies on the table, and the one way to ask a player something."""

    @property
    def game(self) -> Rules:
        """The rules that are played."""

    @property
    def tell(self) -> Callable[..., None] | None:
        """Whoever listens."""

    alive: list[bool]
    bic: int
    breakage: list[int]
    clock: int
    deck: list[int]
    entered: list[int]
    goal: int
    granted: int
    hands: list[list[int]]
    history: list[tuple[Any, ...]]
    hour: int
    hours: int
    known: dict[int, int]
    locks: list[tuple[int, int]]
    looked: list[int]
    minimum: int
    named: list[int]
    night: list[int]
    owners: list[int]
    patrons: list[int]
    patrons_left: int
    schemes: list[int]
    schemes_left: int
    step: int
    todo: list[tuple[int, int, int]]
    total: int

    def roll(self, sides: int) -> int:
        """Return a number from 0 to `sides` - 1."""

    def ask(self, phase: Any, seat: int, about: tuple[Any, ...] = ()) -> None:
        """Let a player decide something first."""
