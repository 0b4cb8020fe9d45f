"""A gardener of good sense: takes what fits, lays where it sells most, mends the garden every turn."""

from __future__ import annotations

import random
from collections.abc import Callable
from heapq import nlargest

from cardgen.engine import Choices, Move, Moves
from cardgen.games.biergarten.cellar import Cellar, all_colours
from cardgen.games.biergarten.garden import DIRECTIONS, Garden, frontier, lift_and_push
from cardgen.games.biergarten.state import BiergartenTable

# How much a prospect is worth, in barrels. Small enough that no barrel in hand is given up for it.
_COLOUR = 0.35  # each colour that is matched, on the way to all four
_OPEN_SHIELD = 0.04  # each shield that looks outwards, on the way to the walled garden
GLANCES = 15  # rearrangements, in a hurry
_PLACES = 4  # for a tile, in a hurry
_SURPRISE = 0.3  # what an unseen tile is worth above what the hand can do already


class GreedyGardener:
    """Looks one step ahead and counts barrels; prospects only break ties."""

    name = "greedy"
    looks = True

    def __init__(self, most: int = 0) -> None:
        self.most = most  # rearrangements that are looked at; 0: all, and all places for a tile

    def choose(self, view: BiergartenTable, moves: Moves, rng: random.Random) -> Move:
        """Return the move that is worth most to the own garden."""
        game = view.game
        garden = view.gardens[view.turn]
        hand = view.hands[view.turn]
        worth = Worth(game.cellar, _PLACES if self.most else 0)
        match view.phase.name:
            case "pick a home":
                return max(moves, key=lambda move: worth.start(move[1], hand))
            case "take a mug":
                return next(iter(moves))
            case "draw":
                return self._draw(worth, garden, hand, list(moves))
            case "lay a tile":
                return worth.best_of(garden, list(moves))
        best, most = next(iter(moves)), worth.of(garden) + 0.01
        for move in moves if not self.most else some(moves, self.most, rng):
            value = worth.of(_rearranged(garden, move, game.shift == "whole_line"))
            if value > most:
                best, most = move, value
        return best

    def rank(self, view: BiergartenTable, moves: Moves, rng: random.Random) -> list[Move]:
        """Return the moves, those that are worth most to the own garden first."""
        game, garden, hand = view.game, view.gardens[view.turn], view.hands[view.turn]
        worth = Worth(game.cellar, _PLACES if self.most else 0)
        value: Callable[[Move], float]
        match view.phase.name:
            case "pick a home":
                value = lambda move: worth.start(move[1], hand)  # noqa: E731
            case "take a mug":
                return list(moves)
            case "draw":
                value = self._drawn(worth, garden, hand)
            case "lay a tile":
                value = lambda move: worth.with_tile(garden, move[1], move[2])  # noqa: E731
            case _:
                whole_line = game.shift == "whole_line"
                value = lambda move: worth.of(_rearranged(garden, move, whole_line))  # noqa: E731
        return sorted(moves, key=value, reverse=True)

    def _draw(self, worth: Worth, garden: Garden, hand: list[int], moves: list[Move]) -> Move:
        return max(moves, key=self._drawn(worth, garden, hand))

    def _drawn(self, worth: Worth, garden: Garden, hand: list[int]) -> Callable[[Move], float]:
        """Return what a way to draw is worth."""
        cells = frontier(garden)
        without = max((worth.best_place(garden, tile, cells) for tile in hand), default=0.0)

        def value(move: Move) -> float:
            match move:
                case ("take", tile):
                    return max(without, worth.best_place(garden, tile, cells))
                case ("deck",):
                    return without + _SURPRISE
                case ("rob", _):
                    return without + _SURPRISE - 0.01
            return without + _SURPRISE + 0.01  # a new supply is a surprise to choose from

        return value


class Worth:
    """What a garden is worth to a gardener who thinks of the next turns."""

    def __init__(self, cellar: Cellar, places: int = 0) -> None:
        self.cellar = cellar
        self.places = places  # of those for a tile, as many as sell most are looked at; 0: all

    def of(self, garden: Garden) -> float:
        """Return the barrels of a garden and a little for its prospects."""
        cellar, prices = self.cellar, self.cellar.prices
        matches, shown, choices = cellar.matches(garden)
        worth: float = matches
        if all_colours(shown, choices):
            worth += prices.colours
        else:
            worth += _COLOUR * min(3, shown.bit_count() + len(choices))
        shields = cellar.outward_shields(garden)
        if not shields or (not prices.hole_is_exterior and cellar.walled(garden)):
            worth += prices.walled
        else:
            worth -= _OPEN_SHIELD * shields
        if prices.umbrellas:
            worth += prices.umbrellas * cellar.umbrella_colours(garden)
        return worth

    def with_tile(self, garden: Garden, tile: int, cell: int) -> float:
        """Return the worth of a garden with one more tile."""
        garden[cell] = tile
        try:
            return self.of(garden)
        finally:
            del garden[cell]

    def best_place(self, garden: Garden, tile: int, cells: list[int]) -> float:
        """Return the worth of a garden with one more tile where it does most."""
        if 0 < self.places < len(cells):
            cells = nlargest(self.places, cells, key=lambda cell: self.cellar.gain(garden, tile, cell))
        return max(self.with_tile(garden, tile, cell) for cell in cells)

    def best_of(self, garden: Garden, moves: list[Move]) -> Move:
        """Return the move that lays a tile where it does most."""
        if 0 < 2 * self.places < len(moves):
            gain = self.cellar.gain
            moves = nlargest(2 * self.places, moves, key=lambda move: gain(garden, move[1], move[2]))
        return max(moves, key=lambda move: self.with_tile(garden, move[1], move[2]))

    def start(self, home: int, hand: list[int]) -> float:
        """Return what a home tile promises with the tiles in hand."""
        garden = {0: home}
        return sum(self.best_place(garden, tile, list(DIRECTIONS)) for tile in hand)


def some(moves: Moves, most: int, rng: random.Random) -> list[Move]:
    """Return so many of the moves by chance, or all if there are no more."""
    if isinstance(moves, Choices) and moves.count > most:
        found = (moves.candidate(int(rng.random() * moves.count)) for _ in range(most))
        return [move for move in found if move is not None]
    return list(moves)


def _rearranged(garden: Garden, move: Move, whole_line: bool) -> Garden:
    match move:
        case ("swap", one, two):
            other = {one: two, two: one}
            return {cell: other.get(tile, tile) for cell, tile in garden.items()}
        case ("move", tile, cell):
            return {**{c: t for c, t in garden.items() if t != tile}, cell: tile}
        case ("push", tile, cell, step):
            pushed = dict(garden)
            lifted = next(c for c, t in garden.items() if t == tile)
            lift_and_push(pushed, lifted, cell, step, whole_line=whole_line)
            return pushed
    return garden
