"""One decision of a player that thinks: which moves, which worlds, and what came of them."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from math import sqrt
from typing import Any

from cardgen.engine import Move, Moves, State
from cardgen.players.playouts import End, EndScale, Playouts

_SURE = 2.0  # standard errors by which a move must do better than the one that greedy players make
_DOUBT = 0.002  # and how much ends differ at least, as a variance: a few that are equal prove little


class Search:
    """What is known of the moves of one position, from games played on in the same worlds.

    It sees a view and nothing else, so that it decides alike in all worlds that its seat cannot tell apart.
    """

    def __init__(self, view: State, moves: Moves, rng: random.Random) -> None:
        self.view, self.moves, self.rng = view, moves, rng
        self.game: Any = view.game
        self.seat = view.turn
        self.mind = Playouts(self.game, view)
        self.scale = EndScale()
        self.ends: dict[Move, list[End]] = {}  # of each move, in the worlds in their order
        self._sampled: Iterator[State] = self.game.worlds(view, rng)
        self._worlds: list[tuple[State, int]] = []

    def world(self, number: int) -> tuple[State, random.Random]:
        """Return a copy of a possible world, the same for a number, and the dice of who plays on in it."""
        while len(self._worlds) <= number:
            self._worlds.append((self._likely_one(), self.rng.getrandbits(32)))
        world, dice = self._worlds[number]
        return world.copy(), random.Random(dice)

    def _likely_one(self) -> State:
        """Return a world: of a few that are possible one that fits better what the others did, if the game can tell."""
        likely: Callable[[State, State], float] | None = getattr(self.game, "likely", None)
        if likely is None:
            return next(self._sampled)
        worlds = [next(self._sampled) for _ in range(_CANDIDATES)]
        return self.rng.choices(worlds, [likely(self.view, world) for world in worlds])[0]

    def options(self, most: int) -> list[Move]:
        """Return the moves worth thinking about, at most so many: what a greedy player does, then the most promising.

        A greedy player that can `rank` moves says which. Of another one's moves those are taken that lead to the best
        standing, of each kind in turn, so that hundreds of one kind leave room for the only one of another.
        """
        bot, view, moves, rng = self.game.greedy(), self.view, self.moves, self.rng
        favourite = bot.choose(view, moves, rng)
        if most <= 1 or len(moves) == 1:
            return [favourite]
        rank: Callable[..., list[Move]] = getattr(bot, "rank", self._by_standing)
        ranked = rank(view, moves, rng)
        return [favourite, *(move for move in ranked if move != favourite)][:most]

    def _by_standing(self, view: State, moves: Moves, rng: random.Random) -> list[Move]:
        kinds: dict[Any, list[Move]] = {}
        for move in moves:
            kinds.setdefault(move[0] if isinstance(move, tuple) and move else None, []).append(move)
        ordered = []
        for kind in kinds.values():
            rng.shuffle(kind)
            ordered.append(sorted(kind[:_LOOKED_AT], key=self._lead_after, reverse=True))
        longest = max(map(len, ordered), default=0)
        return [kind[n] for n in range(longest) for kind in ordered if n < len(kind)]

    def _lead_after(self, move: Move) -> float:
        world, _ = self.world(0)
        world.phase.play(world, move)
        standing: list[float] = self.game.standing(world)
        return standing[self.seat] - (sum(standing) - standing[self.seat]) / max(1, len(standing) - 1)

    def try_out(self, move: Move, number: int) -> None:
        """Play a move out in the world of this number, by greedy players."""
        world, dice = self.world(number)
        world.phase.play(world, move)
        self.mind.finish(world, dice)
        self.note(move, self.scale.ends(self.game, world))

    def note(self, move: Move, ends: list[End]) -> None:
        """Note what came of a move."""
        self.ends.setdefault(move, []).append(ends[self.seat])

    def surest(self, options: list[Move]) -> Move:
        """Return the move that did better than the first one, the favourite, beyond doubt; else the favourite.

        They are compared world by world. With the number of worlds the doubt goes away.
        """
        favourite, *others = options
        best, most = favourite, 0.0
        own = [self.scale.value(end) for end in self.ends.get(favourite, ())]
        for move in others:
            theirs = map(self.scale.value, self.ends.get(move, ()))
            gains = [one - other for one, other in zip(theirs, own, strict=False)]
            if (number := len(gains)) < _LEAST:
                continue
            mean = sum(gains) / number
            spread = sum((gain - mean) ** 2 for gain in gains) / (number - 1)
            sure = mean - _SURE * sqrt((spread + _DOUBT) / number)
            if sure > most:
                best, most = move, sure
        return best


_LEAST = 3  # worlds
_CANDIDATES = 12  # possible worlds, of which one is played on in
_LOOKED_AT = 40  # moves of one kind
