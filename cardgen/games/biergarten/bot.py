"""A gardener of good sense: takes what fits, lays where it sells most, mends the garden every turn."""

from __future__ import annotations

import random

from cardgen.engine import Move, Moves
from cardgen.games.biergarten.cellar import Cellar, all_colours
from cardgen.games.biergarten.garden import DIRECTIONS, Garden, frontier, lift_and_push
from cardgen.games.biergarten.state import BiergartenTable

# How much a prospect is worth, in barrels. Small enough that no barrel in hand is given up for it.
_COLOUR = 0.35  # each colour that is matched, on the way to all four
_OPEN_SHIELD = 0.04  # each shield that looks outwards, on the way to the walled garden
_SURPRISE = 0.3  # what an unseen tile is worth above what the hand can do already


class GreedyGardener:
    """Looks one step ahead and counts barrels; prospects only break ties."""

    name = "greedy"
    looks = True

    def choose(self, view: BiergartenTable, moves: Moves, rng: random.Random) -> Move:
        """Return the move that is worth most to the own garden."""
        game = view.game
        garden = view.gardens[view.turn]
        hand = view.hands[view.turn]
        worth = Worth(game.cellar)
        match view.phase.name:
            case "pick a home":
                return max(moves, key=lambda move: worth.start(move[1], hand))
            case "take a mug":
                return next(iter(moves))
            case "draw":
                return self._draw(worth, garden, hand, list(moves))
            case "lay a tile":
                return max(moves, key=lambda move: worth.with_tile(garden, move[1], move[2]))
        best, most = next(iter(moves)), worth.of(garden) + 0.01
        for move in moves:
            value = worth.of(_rearranged(garden, move, game.shift == "whole_line"))
            if value > most:
                best, most = move, value
        return best

    def _draw(self, worth: Worth, garden: Garden, hand: list[int], moves: list[Move]) -> Move:
        cells = frontier(garden)
        without = max((worth.best_place(garden, tile, cells) for tile in hand), default=0.0)
        best, most = moves[0], -1.0
        for move in moves:
            match move:
                case ("take", tile):
                    value = max(without, worth.best_place(garden, tile, cells))
                case ("deck",):
                    value = without + _SURPRISE
                case ("rob", _):
                    value = without + _SURPRISE - 0.01
                case _:
                    value = without + _SURPRISE + 0.01  # a new supply is a surprise to choose from
            if value > most:
                best, most = move, value
        return best


class Worth:
    """What a garden is worth to a gardener who thinks of the next turns."""

    def __init__(self, cellar: Cellar) -> None:
        self.cellar = cellar

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
        return max(self.with_tile(garden, tile, cell) for cell in cells)

    def start(self, home: int, hand: list[int]) -> float:
        """Return what a home tile promises with the tiles in hand."""
        garden = {0: home}
        return sum(self.best_place(garden, tile, list(DIRECTIONS)) for tile in hand)


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
