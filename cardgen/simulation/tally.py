"""What is counted while games are played, and how; tallies of many workers add up to one."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any

from cardgen.engine import Choices, Game, Move, Moves, State, Tell
from cardgen.simulation.statistics import Deals

_LOOK_AT = 7  # the moves are counted at every seventh decision: often enough, and prime to most turns


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


class Watcher:
    """Watches one game after another and keeps the tally; games of one deal follow each other."""

    def __init__(self, game: Game[Any], bots: Sequence[str]) -> None:
        self.game = game
        self.bots = tuple(bots)
        self._tally = Tally(
            seat_wins=[Deals() for _ in bots], bot_wins={name: Deals() for name in dict.fromkeys(bots)}
        )
        self._rng = Random(1)
        self._hands = [tuple(f"{zone} {name}" for zone in game.hand_zones) for name in game.names]
        shared = [(zone, -1) for zone in game.play_zones]
        self._fronts = shared + [
            (f"{zone} {name}", seat) for zone in game.play_zones for seat, name in enumerate(game.names)
        ]
        self._component = [name for name, pieces in game.pieces.ranges.items() for _ in pieces]
        self._deal: int | None = None
        self.decisions = 0  # of the game that is played

    @property
    def games(self) -> int:
        """How many games have ended."""
        return self._tally.games

    def begin(self, deal: int) -> None:
        """Make ready for the next game, which is of this deal."""
        if deal != self._deal:
            self._tally.close_deal()
            self._deal = deal
        seats = range(self.game.players)
        self._held: list[set[int]] = [set() for _ in seats]
        self._played: list[set[int]] = [set() for _ in seats]
        self._holder: dict[int, int] = {}
        self.decisions = 0

    @property
    def tell(self) -> Tell:
        """A listener that counts rules and deeds and keeps the figures."""
        told, deeds, known = self._tally.told, self._tally.deeds, self._tally.figures

        def tell(rule: str, says: str, *, did: str = "", **figures: float) -> None:
            told[rule] += 1
            if did:
                deeds[did] += 1
            for name, number in figures.items():
                if name not in known:
                    known[name] = Counter()
                known[name][number] += 1

        return Tell(tell)

    def watch(self, state: State, move: Move, moves: Moves) -> None:
        """Note the position before a move."""
        self.decisions += 1
        if self.decisions % _LOOK_AT == 0:
            many = moves.about(self._rng.random) if isinstance(moves, Choices) else len(moves)
            self._tally.branching.append(many)
        self._look(state)

    def _look(self, state: State) -> None:
        zones = self.game.zones(state)
        for seat in range(self.game.players):
            for zone in self._hands[seat]:
                held = zones.get(zone, ())
                self._held[seat].update(held)
                self._holder.update(dict.fromkeys(held, seat))
        # who held a piece last has played it; what was in no hand belongs to the owner of the zone
        for zone, owner in self._fronts:
            for piece in zones.get(zone, ()):
                seat = self._holder.get(piece, owner)
                if seat >= 0:
                    self._played[seat].add(piece)
        stock = self.game.stock_zones
        in_use = Counter(
            self._component[piece] for name, zone in zones.items() if name not in stock for piece in zone
        )
        for name, number in self.game.counters(state).items():
            if name not in stock:
                what = name.split()[0]
                in_use[what] = max(in_use[what], number)
        most = self._tally.most_used
        for name, number in in_use.items():
            if number > most[name]:
                most[name] = number

    def end(self, state: State, rotation: int) -> None:
        """Note how a game ended; bot n sat on seat n + `rotation`."""
        self._look(state)
        game, tally = self.game, self._tally
        winners = game.winners(state)
        zones = game.zones(state)
        tally.games += 1
        tally.endings[game.ending(state)] += 1
        tally.rounds.append(game.rounds(state))
        tally.decisions.append(self.decisions)
        tally.scores.append(tuple(game.scores(state)))
        tally.nobody.count(not winners)
        wins_of_bots = dict.fromkeys(self.bots, 0.0)
        for seat in range(game.players):
            won = 1 / len(winners) if seat in winners else 0.0
            bot = self.bots[(seat - rotation) % game.players]
            tally.seat_wins[seat].count(won)
            wins_of_bots[bot] += won / self.bots.count(bot)
            held, played = self._held[seat], self._played[seat]
            stuck = {piece for zone in self._hands[seat] for piece in zones.get(zone, ())}
            for piece in held | played:
                count = tally.cards.setdefault(game.pieces.cards[piece].id, CardCount())
                count.stuck += piece in stuck
                if piece in held:
                    count.draws.count(won)
                if piece in played:
                    count.plays.count(won)
        for bot, wins in wins_of_bots.items():
            tally.bot_wins[bot].count(wins)

    def finish(self) -> Tally:
        """Return the tally of all games that ended."""
        self._tally.close_deal()
        return self._tally
