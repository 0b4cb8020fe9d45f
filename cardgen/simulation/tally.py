"""What is counted while games are played; tallies of many workers add up to one."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

from cardgen.simulation.statistics import Deals


@dataclass(slots=True)
class CardCount:
    """What became of one card, all its copies and all games together."""

    stuck: int = 0
    draws: Deals = field(default_factory=Deals)  # how often it was drawn, and won by who did
    plays: Deals = field(default_factory=Deals)  # the same for played

    def add(self, other: CardCount) -> None:
        """Add another count."""
        self.draws.add(other.draws)
        self.stuck += other.stuck
        self.plays.add(other.plays)

    def above(self, fair: float) -> CardCount:
        """Return the count with the wins above a fair share, to be added to those of other tables."""
        return CardCount(self.stuck, self.draws.above(fair), self.plays.above(fair))


@dataclass(slots=True)
class Tally:
    """Everything a report is made of."""

    games: int = 0
    nobody: Deals = field(default_factory=Deals)  # games without a winner
    endings: Counter[str] = field(default_factory=Counter)
    told: Counter[str] = field(default_factory=Counter)  # as they are told: "BT-021 BT-022"
    deeds: Counter[str] = field(default_factory=Counter)
    figures: dict[str, Counter[float]] = field(default_factory=dict)
    cards: dict[str, CardCount] = field(default_factory=dict)
    most_used: Counter[str] = field(default_factory=Counter)
    rounds: list[int] = field(default_factory=list)
    decisions: list[int] = field(default_factory=list)
    branching: list[int] = field(default_factory=list)
    scores: list[tuple[int, ...]] = field(default_factory=list)
    seat_wins: list[Deals] = field(default_factory=list)
    bot_wins: dict[str, Deals] = field(default_factory=dict)

    @property
    def rules(self) -> Counter[str]:
        """How often each rule was used; one event may use several."""
        used: Counter[str] = Counter()
        for rules, times in self.told.items():
            for rule in rules.split():
                used[rule] += times
        return used

    def close_deal(self) -> None:
        """End the deal that is played."""
        counts = (deals for card in self.cards.values() for deals in (card.draws, card.plays))
        for deals in (self.nobody, *self.seat_wins, *self.bot_wins.values(), *counts):
            deals.close()

    def add(self, other: Tally) -> None:
        """Add another tally of the same table."""
        self.games += other.games
        self.nobody.add(other.nobody)
        for counted in ("endings", "told", "deeds"):
            getattr(self, counted).update(getattr(other, counted))
        for listed in ("rounds", "decisions", "branching", "scores"):
            getattr(self, listed).extend(getattr(other, listed))
        for name, numbers in other.figures.items():
            self.figures.setdefault(name, Counter()).update(numbers)
        for name, count in other.cards.items():
            self.cards.setdefault(name, CardCount()).add(count)
        for name, wins in other.bot_wins.items():
            self.bot_wins.setdefault(name, Deals()).add(wins)
        self.most_used |= other.most_used  # the greater of both
        self.seat_wins += [Deals() for _ in other.seat_wins[len(self.seat_wins) :]]
        for mine, theirs in zip(self.seat_wins, other.seat_wins, strict=True):
            mine.add(theirs)
