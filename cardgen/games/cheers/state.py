"""The table of CHEERS: what lies where, and what everybody could see."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cardgen.engine import State

if TYPE_CHECKING:
    from cardgen.games.cheers.rules import Cheers

EVERYBODY = -1
"""Who knows a card on the discard pile that lay open before."""


class Table(State):
    """A table of CHEERS. The top of the deck is its end; a bar is what lies before a player or at the stool.

    Hands are in the order in which they were drawn, and everybody can see how old a card in a hand is: `ages`
    says how often the deck had been shuffled up when it was drawn.
    """

    __slots__ = (
        "actor",
        "ages",
        "aside",
        "bars",
        "cheers",
        "deck",
        "discard",
        "ended",
        "first",
        "goals",
        "hands",
        "idle",
        "masters",
        "mix",
        "place",
        "returned",
        "returned_own",
        "ruled_out",
        "shuffles",
        "team",
        "thrown",
        "turns",
        "won",
    )
    game: Cheers

    def __init__(self, game: Cheers) -> None:
        super().__init__(game)
        seats = range(game.players)
        self.deck: list[int] = []
        self.hands: list[list[int]] = [[] for _ in seats]
        self.ages: list[list[int]] = [[] for _ in seats]
        self.bars: list[list[int]] = [[] for _ in game.seating.team]
        self.mix: list[int] = [0 for _ in game.seating.team]  # the same as one number for each bar
        self.discard: list[int] = []
        self.thrown: list[tuple[int, int]] = []  # for each card there, who knows it and how old it was
        self.shuffles = 0
        self.returned: dict[int, int] = {}  # cards that all saw shuffled into the deck, and when
        self.returned_own: list[dict[int, int]] = [{} for _ in seats]  # those only one seat knows of
        self.aside: list[int] = []  # cards that take no part
        self.team: tuple[int, ...] = game.seating.team
        self.goals: tuple[int, ...] = ()  # the combination of each team
        self.masters: tuple[int, ...] = ()  # the seat of each team's master
        # combinations that cannot belong to a bar, as bits: it fulfilled them, and nobody declared
        self.ruled_out: list[int] = [0 for _ in game.seating.team]
        self.first = 0
        self.place = 0  # in the order of turns
        self.turns = 0
        self.actor = 0  # who has acted last
        self.cheers: tuple[int, ...] = ()  # a card that was played, and where, while its CHEERS is to come
        self.idle = 0  # turns in a row in which nobody had a card in hand
        self.won: tuple[int, ...] = ()  # teams
        self.ended = ""

    def copy(self) -> Table:
        """Return an independent copy; nobody records it."""
        new = Table.__new__(Table)
        new._copy_base(self)
        new.deck, new.discard, new.thrown = self.deck[:], self.discard[:], self.thrown[:]
        new.hands, new.ages = [hand[:] for hand in self.hands], [ages[:] for ages in self.ages]
        new.bars, new.mix, new.ruled_out = [bar[:] for bar in self.bars], self.mix[:], self.ruled_out[:]
        # replaced as a whole when they change
        new.returned, new.returned_own, new.aside = self.returned, self.returned_own, self.aside
        new.team, new.goals, new.masters, new.won = self.team, self.goals, self.masters, self.won
        new.shuffles, new.first, new.place, new.turns = self.shuffles, self.first, self.place, self.turns
        new.actor, new.cheers, new.idle, new.ended = self.actor, self.cheers, self.idle, self.ended
        return new
