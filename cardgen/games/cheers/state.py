"""The table of CHEERS: what lies where, and what everybody could see."""

from __future__ import annotations

from cardgen.engine import Seat, State, begins, each
from cardgen.games.cheers.house import CheersHouse

EVERYBODY = -1
"""Who knows a card on the discard pile that lay open before."""


class CheersTable(State):
    """A table of CHEERS. The top of the deck is its end; a bar is what lies before a player or at the stool.

    Hands are in the order in which they were drawn, and everybody can see how old a card in a hand is: `ages`
    says how often the deck had been shuffled up when it was drawn.
    """

    game: CheersHouse
    unsaid = (
        "ages", "aside", "bars", "mix", "shuffles", "returned", "returned_own", "ruled_out", "place", "turns", "actor",
    )  # fmt: skip

    deck: list[int]
    hands: list[list[int]] = each()
    ages: list[list[int]] = each()
    bars: list[list[int]] = begins(lambda game: [[] for _ in game.seating.team])
    mix: list[int] = begins(
        lambda game: [0 for _ in game.seating.team]
    )  # the same as one number for each bar
    discard: list[int]
    thrown: list[tuple[int, int]]  # for each card there, who knows it and how old it was
    shuffles: int = 0
    returned: tuple[tuple[int, int], ...] = ()  # cards that all saw shuffled into the deck, and when
    # those that only one seat knows of
    returned_own: tuple[tuple[tuple[int, int], ...], ...] = begins(lambda game: ((),) * game.players)
    aside: list[int]  # cards that take no part
    team: tuple[int, ...] = begins(lambda game: game.seating.team)
    goals: tuple[int, ...] = ()  # the combination of each team
    masters: tuple[int, ...] = ()  # the seat of each team's master
    # combinations that cannot belong to a bar, as bits: it fulfilled them, and nobody declared
    ruled_out: list[int] = begins(lambda game: [0 for _ in game.seating.team])
    first: Seat = 0
    place: int = 0  # in the order of turns
    turns: int = 0
    actor: Seat = 0  # who has acted last
    cheers: tuple[int, ...] = ()  # a card that was played, and where, while its CHEERS is to come
    idle: int = 0  # turns in a row in which nobody had a card in hand
    won: tuple[int, ...] = ()  # teams

    def matches(self, card: int, bar: int) -> bool:
        """Return whether the small icon of a card at a bar is the big one of another card there."""
        wanted = self.game.small[card]
        return any(self.game.big[other] == wanted for other in self.bars[bar] if other != card)

    def host(self, bar: int) -> int:
        """Return who decides about the cards of a bar."""
        if bar != self.game.seating.stool:
            return bar
        # CH-070, CH-Q17: the teammate whose turn comes next
        after = self.game.order[self.place + 1 :] + self.game.order
        return next(seat for seat in after if self.team[seat] == self.team[bar])

    def speaker(self, bar: int) -> int:
        """Return who may declare for a bar."""
        if self.game.masquerade:
            return bar
        if self.game.master:
            return self.masters[self.team[bar]]  # CH-057, CH-Q18: never an apprentice
        return next(
            seat
            for seat in self.game.clockwise[self.actor]
            if self.team[seat] == self.team[bar] and seat != self.game.seating.stool
        )

    def initiated(self, bar: int) -> list[int]:
        """Return the seats that know what a bar is after.  CH-021, CH-054, CH-060."""
        game, team = self.game, self.team[bar]
        own = [seat for seat in range(game.players) if self.team[seat] == team]
        if game.masquerade:
            return [seat for seat in own if seat == bar]
        return [seat for seat in own if not game.master or self.masters[team] == seat]
