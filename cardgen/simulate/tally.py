"""What is counted while games are played; tallies of many workers add up to one."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field, fields
from random import Random
from typing import Any

from cardgen.engine import Choices, Game, Move, Moves, State

_LOOK_AT = 7  # the moves are counted at every seventh decision: often enough, and prime to most turns


@dataclass(slots=True)
class CardCount:
    """What became of one card, all its copies and all games together."""

    drawn: int = 0
    played: int = 0
    stuck: int = 0
    wins: float = 0.0  # of those who played it

    def add(self, other: CardCount) -> None:
        """Add another count."""
        self.drawn += other.drawn
        self.played += other.played
        self.stuck += other.stuck
        self.wins += other.wins


@dataclass(slots=True)
class Tally:
    """Everything a report is made of."""

    games: int = 0
    endings: Counter[str] = field(default_factory=Counter)
    rules: Counter[str] = field(default_factory=Counter)
    cards: dict[str, CardCount] = field(default_factory=dict)
    most_used: Counter[str] = field(default_factory=Counter)
    rounds: list[int] = field(default_factory=list)
    decisions: list[int] = field(default_factory=list)
    branching: list[int] = field(default_factory=list)
    scores: list[tuple[int, ...]] = field(default_factory=list)
    seat_wins: list[float] = field(default_factory=list)
    bot_wins: list[float] = field(default_factory=list)

    def add(self, other: Tally) -> None:
        """Add another tally."""
        for part in fields(self):
            mine, theirs = getattr(self, part.name), getattr(other, part.name)
            if part.name == "games":
                self.games += theirs
            elif part.name == "cards":
                for name, count in theirs.items():
                    mine.setdefault(name, CardCount()).add(count)
            elif part.name == "most_used":
                for name, most in theirs.items():
                    mine[name] = max(mine[name], most)
            elif part.name.endswith("_wins"):
                mine += [0.0] * (len(theirs) - len(mine))
                for seat, wins in enumerate(theirs):
                    mine[seat] += wins
            elif isinstance(mine, Counter):
                mine.update(theirs)
            else:
                mine.extend(theirs)


class Watcher:
    """Watches one game after another and keeps the tally."""

    def __init__(self, game: Game[Any]) -> None:
        self.game = game
        self.tally = Tally(seat_wins=[0.0] * game.players, bot_wins=[0.0] * game.players)
        self._rng = Random(1)
        self._hands = [tuple(f"{zone} {name}" for zone in game.hand_zones) for name in game.names]
        shared = [(zone, -1) for zone in game.play_zones]
        self._fronts = shared + [
            (f"{zone} {name}", seat) for zone in game.play_zones for seat, name in enumerate(game.names)
        ]
        self._component = [name for name, pieces in game.pieces.ranges.items() for _ in pieces]

    def begin(self) -> None:
        """Make ready for the next game."""
        seats = range(self.game.players)
        self._held: list[set[int]] = [set() for _ in seats]
        self._played: list[set[int]] = [set() for _ in seats]
        self._holder: dict[int, int] = {}
        self._decisions = 0

    @property
    def tell(self) -> Callable[[str, str], None]:
        """A listener that counts the rules."""
        rules = self.tally.rules

        def tell(rule: str, says: str) -> None:
            rules[rule] += 1

        return tell

    def watch(self, state: State, move: Move, moves: Moves) -> None:
        """Note the position before a move."""
        self._decisions += 1
        if self._decisions % _LOOK_AT == 0:
            many = moves.about(self._rng.random) if isinstance(moves, Choices) else len(moves)
            self.tally.branching.append(many)
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
        most = self.tally.most_used
        for name, number in in_use.items():
            if number > most[name]:
                most[name] = number

    def end(self, state: State, rotation: int) -> None:
        """Note how a game ended; bot n sat on seat n + `rotation`."""
        self._look(state)
        game, tally = self.game, self.tally
        winners = game.winners(state)
        zones = game.zones(state)
        tally.games += 1
        tally.endings[game.ending(state)] += 1
        tally.rounds.append(game.rounds(state))
        tally.decisions.append(self._decisions)
        tally.scores.append(tuple(game.scores(state)))
        for seat in range(game.players):
            won = 1 / len(winners) if seat in winners else 0.0
            tally.seat_wins[seat] += won
            tally.bot_wins[(seat - rotation) % game.players] += won
            stuck = {piece for zone in self._hands[seat] for piece in zones.get(zone, ())}
            for piece in self._held[seat] | self._played[seat]:
                count = tally.cards.setdefault(game.pieces.cards[piece].id, CardCount())
                count.drawn += piece in self._held[seat]
                count.stuck += piece in stuck
                if piece in self._played[seat]:
                    count.played += 1
                    count.wins += won
