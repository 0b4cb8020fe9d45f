"""A player that searches: information-set Monte Carlo tree search, with greedy players from its leaves on.

Cowling, Powley, Whitehouse: Information Set Monte Carlo Tree Search (2012). At the root the moves are halved again and
again, the better ones tried on in the same worlds (Karnin, Koren, Somekh: sequential halving, 2013); below it a position
gets one more move to look at the more often it is reached, and what a greedy player would do comes first.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from math import log, sqrt
from time import thread_time
from typing import Any

from cardgen.engine import OVER, Move, Moves, State, pick
from cardgen.players.playouts import SeatMean
from cardgen.players.search import Search

_WIDE = 24  # moves that are thought about at most
_TRIES = 6  # games for each of them at least
_EXPLORE = 0.35
_HABIT = 0.05  # what is added to what a greedy player would do
_SLOWLY = (
    4  # how often a position is reached for its second move; four times as often for its third, and so on
)
_TASTE = 3  # moves by which the time for a game is measured


class Ismcts:
    """Thinks about a move for so many games in mind, or for so many seconds of computing.

    For a number of games it is the same on any machine; seconds are those of the thread, whoever else is busy.
    """

    looks = True

    def __init__(self, games: int = 0, seconds: float = 0.0) -> None:
        self.games, self.seconds = games, seconds
        self.name = f"ismcts:{games}" if games else f"ismcts:{seconds * 1000:g}ms"
        self.thinks = 2 * seconds or games / 5

    def choose(self, view: Any, moves: Moves, rng: random.Random) -> Move:
        """Return the move that did best in the worlds that the view allows."""
        return Tree(view, moves, random.Random(rng.getrandbits(64))).best(self.games, self.seconds)

    def estimate(self, view: Any, moves: Sequence[Move], rng: random.Random) -> list[float]:
        """Return what each of these moves is worth, from 0 to 1, as found in the worlds that the view allows."""
        tree = Tree(view, moves, random.Random(rng.getrandbits(64)))
        tree.think(list(moves), self.games, self.seconds)
        return [tree.nodes[move].mean.value(tree.scale) for move in moves]


class SearchNode:
    """What is known of a position, in all worlds in which the same moves led to it."""

    __slots__ = ("children", "mean")

    def __init__(self) -> None:
        self.mean = SeatMean()  # for the seat that moved here
        self.children: dict[Move, SearchNode] = {}


class Tree(Search):
    """One decision."""

    def __init__(self, view: State, moves: Moves, rng: random.Random) -> None:
        super().__init__(view, moves, rng)
        self.nodes: dict[Move, SearchNode] = {}
        self.played = 0

    def best(self, games: int, seconds: float) -> Move:
        """Return the move that did best in so many games, or seconds."""
        options = self.options(min(_WIDE, max(2, games // _TRIES)) if games else _WIDE)
        if len(options) == 1:
            return options[0]
        return self.surest(self.think(options, games, seconds))

    def think(self, options: list[Move], games: int, seconds: float) -> list[Move]:
        """Try moves on in so many games, or seconds; return those that there was time for."""
        began = thread_time()

        def spent() -> float:
            return self.played / games if games else (thread_time() - began) / seconds

        self.nodes = {move: SearchNode() for move in options}
        if seconds:
            for move in options[:_TASTE]:
                self.try_out(move, 0)
            affordable = self.played / max(spent(), 1e-6)
            options = options[: max(2, int(affordable) // _TRIES)]
        favourite, left = options[0], options
        rounds = (len(options) - 1).bit_length()
        for n in range(rounds):
            while spent() < (n + 1) / rounds:
                least = min(self.nodes[move].mean.number for move in left)
                for move in left:
                    if self.nodes[move].mean.number == least:
                        self.try_out(move, least)
            better = sorted(left, key=lambda move: -self.nodes[move].mean.value(self.scale))
            half = [favourite, *(move for move in better if move != favourite)]
            left = half[: max(2, -(-len(left) // 2))]
        return options

    def try_out(self, move: Move, number: int) -> None:
        """Play on from a move at the root through the tree, let it grow by a position, and finish the game."""
        world, dice = self.world(number)
        world.phase.play(world, move)
        node = self.nodes[move]
        path, root = [(node, self.seat)], move
        while world.phase is not OVER:
            seat = world.turn
            favourite, legal = self.mind.greedy(world, dice)
            move = self.descend(node, favourite, legal)
            self.mind.play(world, move, legal)
            found = node.children.get(move)
            node = node.children.setdefault(move, found or SearchNode())
            path.append((node, seat))
            if found is None:
                break
        self.mind.finish(world, dice)
        ends = self.scale.ends(self.game, world)
        self.note(root, ends)
        for node, seat in path:
            node.mean.add(ends[seat])
        self.played += 1

    def descend(self, node: SearchNode, favourite: Move, legal: Moves) -> Move:
        """Return the move to look at: what a greedy player does, others the more of them the more often one came here."""
        children = node.children
        if favourite not in children:
            return favourite
        known = [move for move in children if move in legal]
        times = sum(children[move].mean.number for move in known)
        if len(known) ** 2 * _SLOWLY < times and len(known) < len(legal):
            return pick(legal, self.rng.random)
        often = log(times + 1)

        def promise(move: Move) -> float:
            mean = children[move].mean
            curious: float = _EXPLORE * sqrt(often / mean.number)
            return mean.value(self.scale) + curious + (_HABIT if move == favourite else 0.0)

        return max(known, key=promise)
