"""Watching games as they are played: what a tally counts, and how."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from random import Random
from typing import Any

from cardgen.engine import Choices, Game, Move, Moves, State, Tell
from cardgen.simulation.statistics import Deals
from cardgen.simulation.tally import CardCount, Tally

_LOOK_AT = 7  # the moves are counted at every seventh decision: often enough, and prime to most turns


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

    def begin(self, deal: int) -> None:
        """Make ready for the next game, which is of this deal."""
        if deal != self._deal:
            self._tally.close_deal()
            self._deal = deal
        seats = range(self.game.players)
        self._held: list[set[int]] = [set() for _ in seats]
        self._played: list[set[int]] = [set() for _ in seats]
        self._holder: dict[int, int] = {}
        self._decisions = 0

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
        self._decisions += 1
        if self._decisions % _LOOK_AT == 0:
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
        tally.decisions.append(self._decisions)
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
