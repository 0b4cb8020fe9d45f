"""A gardener of good sense: takes what fits, lays where it sells most, mends the garden every turn."""

from __future__ import annotations

import random
from collections.abc import Callable
from heapq import nlargest
from math import inf

from cardgen.engine import Choices, Move, Moves
from cardgen.games.biergarten.cellar import COLOURS, Cellar, all_colours
from cardgen.games.biergarten.garden import DIRECTIONS, Garden, frontier, lift_and_push
from cardgen.games.biergarten.rearrange import thinkable
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
        best, most, whole_line = next(iter(moves)), worth.of(garden) + 0.01, game.shift == "whole_line"
        colours = len(game.cellar.umbrellas_at_most(garden))  # the same tiles, however they lie
        lifted: dict[int, Plot] = {}
        for move in thinkable(garden) if not self.most else some(moves, self.most, rng):
            if move[0] == "move":
                tile = move[1]
                if tile not in lifted:
                    lifted[tile] = Plot(worth, {c: t for c, t in garden.items() if t != tile})
                value = lifted[tile].with_tile(tile, move[2], most)
            else:
                value = worth.of(_rearranged(garden, move, whole_line), most, colours)
            if value > most and move in moves:  # whether it is allowed is asked last
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
                plot = Plot(worth, garden)
                value = lambda move: plot.with_tile(move[1], move[2])  # noqa: E731
            case _:
                whole_line = game.shift == "whole_line"
                value = lambda move: worth.of(_rearranged(garden, move, whole_line))  # noqa: E731
        return sorted(moves, key=value, reverse=True)

    def _draw(self, worth: Worth, garden: Garden, hand: list[int], moves: list[Move]) -> Move:
        return max(moves, key=self._drawn(worth, garden, hand))

    def _drawn(self, worth: Worth, garden: Garden, hand: list[int]) -> Callable[[Move], float]:
        """Return what a way to draw is worth."""
        cells = frontier(garden)
        plot = Plot(worth, garden)
        without = max((worth.best_place(plot, tile, cells) for tile in hand), default=0.0)

        def value(move: Move) -> float:
            match move:
                case ("take", tile):
                    return worth.best_place(plot, tile, cells, without)
                case ("deck",):
                    return without + _SURPRISE
                case ("rob", _):
                    return without + _SURPRISE - 0.01
            return without + _SURPRISE + 0.01  # a new supply is a surprise to choose from

        return value


class Worth:
    """What a garden is worth to a gardener who thinks of the next turns.

    Whatever is at most `over` may come out as less: nobody asks how much less.
    """

    def __init__(self, cellar: Cellar, places: int = 0) -> None:
        self.cellar = cellar
        self.all_shown = max(cellar.prices.colours, 3 * _COLOUR)  # the most that colours are worth
        self.places = places  # of those for a tile, as many as sell most are looked at; 0: all

    def of(self, garden: Garden, over: float = -inf, most: int = len(COLOURS)) -> float:
        """Return the barrels of a garden and a little for its prospects; umbrellas of so many colours can be linked."""
        matches = self.cellar.matches(garden)
        prices = self.cellar.prices
        umbrellas = prices.umbrellas * most
        at_most = matches[0] + self.all_shown + umbrellas
        if at_most < over and (at_most + prices.walled < over or not self.cellar.walled(garden)):
            return -inf
        worth = self.of_matches(*matches)
        if worth + umbrellas < over and not self.cellar.walled(garden):
            return -inf
        return self.in_all(garden, worth, self.cellar.outward_shields(garden), over, most)

    def of_matches(self, barrels: int, shown: int, choices: list[int]) -> float:
        """Return what matches are worth, with the colours they show."""
        if all_colours(shown, choices):
            return barrels + self.cellar.prices.colours
        return barrels + _COLOUR * min(3, shown.bit_count() + len(choices))

    def in_all(self, garden: Garden, worth: float, shields: int, over: float, most: int) -> float:
        """Return the worth of a garden whose matches are worth so much and which has so many shields outwards."""
        cellar, prices = self.cellar, self.cellar.prices
        if not shields or (not prices.hole_is_exterior and cellar.walled(garden)):
            worth += prices.walled
        else:
            worth -= _OPEN_SHIELD * shields
        if prices.umbrellas and worth + prices.umbrellas * most >= over:
            worth += prices.umbrellas * cellar.umbrella_colours(garden)
        return worth

    def best_place(self, plot: Plot, tile: int, cells: list[int], over: float = -inf) -> float:
        """Return the worth of a garden with one more tile where it does most."""
        if 0 < self.places < len(cells):
            cells = nlargest(self.places, cells, key=lambda cell: self.cellar.gain(plot.garden, tile, cell))
        for cell in cells:
            over = max(over, plot.with_tile(tile, cell, over))
        return over

    def best_of(self, garden: Garden, moves: list[Move]) -> Move:
        """Return the move that lays a tile where it does most."""
        if 0 < 2 * self.places < len(moves):
            gain = self.cellar.gain
            moves = nlargest(2 * self.places, moves, key=lambda move: gain(garden, move[1], move[2]))
        plot, best, over = Plot(self, garden), moves[0], -inf
        for move in moves:
            value = plot.with_tile(move[1], move[2], over)
            if value > over:
                best, over = move, value
        return best

    def start(self, home: int, hand: list[int]) -> float:
        """Return what a home tile promises with the tiles in hand."""
        plot = Plot(self, {0: home})
        return sum(self.best_place(plot, tile, list(DIRECTIONS)) for tile in hand)


class Plot:
    """A garden that gets one more tile: what it is worth then is counted from what the tile touches."""

    def __init__(self, worth: Worth, garden: Garden) -> None:
        self.worth, self.garden = worth, garden
        self._matches = worth.cellar.matches(garden)
        self._shields = worth.cellar.outward_shields(garden)
        self._places: dict[int, tuple[list[list[int]], int, int]] = {}
        self._most: dict[int, int] = {}

    def with_tile(self, tile: int, cell: int, over: float = -inf) -> float:
        """Return the worth of the garden with a tile on an empty cell."""
        worth, garden = self.worth, self.garden
        cellar, prices = worth.cellar, worth.cellar.prices
        if cell not in self._places:
            self._places[cell] = cellar.place(garden, cell)
        seams, empty, covered = self._places[cell]
        barrels, shown, choices = self._matches
        for row in seams:
            if seam := row[tile]:
                barrels += seam >> 8
                shown |= seam
                if seam & 0xF0:
                    choices = [*choices, seam >> 4 & 15]
        if tile not in self._most:
            self._most[tile] = len(cellar.umbrellas_at_most({**garden, cell: tile}))
        most = self._most[tile]
        shields = self._shields - covered + (cellar.open[tile] & empty).bit_count()
        bonus = prices.umbrellas * most
        if not shields or not prices.hole_is_exterior:
            bonus += prices.walled
        if barrels + worth.all_shown + bonus < over:
            return -inf
        value = worth.of_matches(barrels, shown & 15, choices)
        if value + bonus < over:
            return -inf
        garden[cell] = tile
        try:
            return worth.in_all(garden, value, shields, over, most)
        finally:
            del garden[cell]


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
