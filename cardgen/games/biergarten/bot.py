"""A gardener of good sense: takes what fits, lays where it sells most, mends the garden every turn."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from heapq import nlargest
from math import floor, inf
from typing import TypeAlias

from cardgen.engine import Choices, Move, Moves
from cardgen.engine.spaces import SIDES, Layout, borders
from cardgen.games.biergarten.cellar import (
    BARRELS,
    COLOURS,
    COVERED,
    KINDS,
    MANY,
    Cellar,
    all_colours,
    colours_sold,
)
from cardgen.games.biergarten.garden import EAST, NORTH, SOUTH, WEST, rearranged, spots
from cardgen.games.biergarten.rearrange import KEEP
from cardgen.games.biergarten.state import BiergartenTable

# How much a prospect is worth, in barrels. Small enough that no barrel in hand is given up for it.
_COLOUR = 0.35  # each colour that is matched, on the way to all four
_OPEN_SHIELD = 0.04  # each shield that looks outwards, on the way to the walled garden
GLANCES = 15  # rearrangements, in a hurry
_PLACES = 4  # for a tile, in a hurry
_KINDS_KEPT = 4096  # sets of colours whose worth is remembered
_GAIN = 0.01  # a garden stays as it is for less
_SURPRISE = 0.3  # what an unseen tile is worth above what the hand can do already

Beside: TypeAlias = tuple[Sequence[int], Sequence[int], Sequence[int], Sequence[int]]
"""What each tile sells with the neighbour north, east, south and west of a cell."""
_Place: TypeAlias = tuple[int, int, int, int, int, Beside]
"""A cell, its tile, what this gains beside its line one step on and ahead of it, what it sells behind, and what lies beside a tile put there."""


class GreedyGardener:
    """Looks one step ahead and counts barrels; prospects only break ties."""

    name = "greedy"
    looks = honest = True

    def __init__(self, most: int = 0) -> None:
        self.most = most  # rearrangements that are looked at; 0: all, and all places for a tile
        self._plot: Plot | None = None  # the garden as it lay last

    def __reduce__(self) -> tuple[type[GreedyGardener], tuple[int]]:
        """Travel without the garden that was looked at last."""
        return type(self), (self.most,)

    def _plot_of(self, s: BiergartenTable) -> Plot:
        """Return the garden of whose turn it is; only what has changed since the last time is looked at."""
        garden, cellar = s.gardens[s.turn], s.game.cellar
        if self._plot is None or self._plot.worth.cellar is not cellar:
            self._plot = Plot(Worth(cellar, _PLACES if self.most else 0), garden)
        else:
            self._plot.follow(garden)
        return self._plot

    def choose(self, view: BiergartenTable, moves: Moves, rng: random.Random) -> Move:
        """Return the move that is worth most to the own garden."""
        if view.phase.name == "lay a tile":
            return self._plot_of(view).best_of(view.hands[view.turn], moves)
        if view.phase.name not in ("rearrange", "rearrange once more"):
            return max(moves, key=self._value(view))
        whole_line, garden = view.game.shift == "whole_line", view.gardens[view.turn]
        if not self.most:
            return self._plot_of(view).mended(moves, whole_line)
        worth = Worth(view.game.cellar, _PLACES)
        best, most = next(iter(moves)), worth.of(garden) + _GAIN
        colours = len(view.game.cellar.umbrellas_at_most(garden))  # the same tiles, however they lie
        for move in some(moves, self.most, rng):
            value = worth.of(rearranged(garden, move, whole_line), most, colours)
            if value > most:
                best, most = move, value
        return best

    def rank(self, view: BiergartenTable, moves: Moves, rng: random.Random) -> list[Move]:
        """Return the moves, those that are worth most to the own garden first."""
        return sorted(moves, key=self._value(view), reverse=True)

    def _value(self, view: BiergartenTable) -> Callable[[Move], float]:
        """Return what a move is worth to the own garden; each mug is worth the same."""
        garden, hand, step = view.gardens[view.turn], view.hands[view.turn], view.phase.name
        if step == "take a mug":
            return lambda move: 0
        if step == "draw":
            return self._drawn(self._plot_of(view), hand)
        if step == "lay a tile":
            plot = self._plot_of(view)
            return lambda move: plot.with_tile(move[1], move[2])
        worth, whole_line = (
            Worth(view.game.cellar, _PLACES if self.most else 0),
            view.game.shift == "whole_line",
        )
        if step == "pick a home":
            return lambda move: worth.start(move[1], hand)
        return lambda move: worth.of(rearranged(garden, move, whole_line))

    def _drawn(self, plot: Plot, hand: list[int]) -> Callable[[Move], float]:
        """Return what a way to draw is worth."""
        without = -inf
        for tile in hand:
            without, _ = plot.best_spot(tile, without)
        without = without if hand else 0.0

        def value(move: Move) -> float:
            match move:
                case ("take", tile):
                    return plot.best_spot(tile, without)[0]
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
        self.umbrellas = cellar.prices.umbrellas
        self.sure = cellar.prices.hole_is_exterior  # else a shield that looks at no tile may look into a hole
        self.of_seams = lru_cache(_KINDS_KEPT)(self._of_seams)
        self.places = places  # of those for a tile, as many as sell most are looked at; 0: all

    def of(self, garden: Layout, over: float = -inf, most: int = len(COLOURS)) -> float:
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
        shields = self.cellar.outward_shields(garden)
        if not shields or (not prices.hole_is_exterior and self.cellar.walled(garden)):
            worth += prices.walled
        else:
            worth -= _OPEN_SHIELD * shields
        if prices.umbrellas and worth + umbrellas >= over:
            worth += prices.umbrellas * self.cellar.umbrella_colours(garden)
        return worth

    def of_matches(self, barrels: int, shown: int, choices: list[int]) -> float:
        """Return what matches are worth, with the colours they show."""
        if all_colours(shown, choices):
            return barrels + self.cellar.prices.colours
        return barrels + _COLOUR * min(3, shown.bit_count() + len(choices))

    def _of_seams(self, seams: int, shields: int) -> float:
        """Return what seams are worth, added up, and the wall, but not what umbrellas bring; unless `sure`, at most so much."""
        value = (seams >> BARRELS) + _colours(seams & KINDS, self.cellar.prices.colours)
        shields -= seams >> COVERED & MANY
        if not shields or not self.sure:
            return value + self.cellar.prices.walled
        return value - _OPEN_SHIELD * shields

    def least(self, over: float, bonus: int, shields: int) -> int:
        """Return what seams must come to, or all shields be covered, for a garden to be worth more; `bonus` is for umbrellas."""
        if over == -inf:
            return 0
        over -= self.all_shown + bonus + (0 if self.sure else self.cellar.prices.walled)
        barrels = floor(over) + 1
        covered = shields - int((barrels - over) / _OPEN_SHIELD) - 1 if self.sure else 0
        return (barrels << BARRELS) + (max(0, covered) << COVERED)

    def in_all(
        self, garden: Layout, value: float, colours: Sequence[int], chains: int = 0, *, last: bool = False
    ) -> float:
        """Return the worth of a garden whose seams are worth so much, with so many chains or more: of these colours, with `last` at the last tile."""
        if not self.sure:
            return self.of(garden)
        linked = self.cellar.linked
        return value + self.umbrellas * (chains + sum([linked(garden, c, last=last) for c in colours]))

    def start(self, home: int, hand: list[int]) -> float:
        """Return what a home tile promises with the tiles in hand."""
        plot = Plot(self, {0: home})
        return sum(plot.best_place(tile, SIDES)[0] for tile in hand)


class Plot:
    """A garden in which one thing changes: what it is worth then is counted from what the change touches."""

    def __init__(self, worth: Worth, garden: Layout) -> None:
        self.worth = worth
        self.garden: Layout = {}
        self._beside: dict[int, Beside] = {}
        self._least = 0  # what seams must come to
        self._spots: list[int] = []
        self._found: dict[tuple[int, float], tuple[float, int]] = {}
        self.follow(garden)

    def follow(self, garden: Layout) -> None:
        """Look at a garden; where it lies as the last one did nothing is looked at again."""
        worth, beside = self.worth, self._beside
        if self.garden and [*garden.items()] == [*self.garden.items()]:
            return
        self._spots, self._found = [], {}
        for cell, _ in garden.items() ^ self.garden.items():
            for step in SIDES:
                beside.pop(cell + step, None)
        self.garden = dict(garden)
        self._shields = sum([worth.cellar.open[tile].bit_count() for tile in garden.values()])
        self._umbrellas = sum([worth.cellar.packed[tile] for tile in garden.values()])
        self._seams = 0
        for cell, tile in garden.items():
            _, east, south, _ = beside.get(cell) or self._look(cell)
            self._seams += east[tile] + south[tile]
        colours = worth.cellar.enough(self._umbrellas) if worth.umbrellas else []
        self._linked = [colour for colour in colours if worth.cellar.linked(garden, colour)]

    def with_tile(self, tile: int, cell: int) -> float:
        """Return the worth of the garden with a tile on an empty cell."""
        return self.best_place(tile, (cell,))[0]

    def best_spot(self, tile: int, over: float) -> tuple[float, int]:
        """Return the same as `best_place` of all places; what a draw has found is known when the tile is laid."""
        if (known := self._found.get((tile, over))) is None:
            self._spots = self._spots or (borders if self.worth.places else spots)(self.garden)
            known = self._found[tile, over] = self.best_place(tile, self._spots, over)
        return known

    def best_place(
        self, tile: int, cells: Sequence[int], over: float = -inf, moves: Moves | None = None
    ) -> tuple[float, int]:
        """Return the worth of the garden with one more tile where it does most, and where; `over` and 0 if it is no more.

        Of `moves` the one that lays it there must be one, if they are given.
        """
        worth, garden, base, best = self.worth, self.garden, self._seams, 0
        if 0 < worth.places < len(cells):
            cells = nlargest(worth.places, cells, key=lambda cell: worth.cellar.gain(garden, tile, cell))
        # a tile breaks no chain of umbrellas, and only its own umbrellas can make one
        packed = worth.cellar.packed[tile] if worth.umbrellas else 0
        new = [
            colour
            for colour in (worth.cellar.enough(self._umbrellas + packed) if packed else ())
            if worth.cellar.umbrellas[colour][tile] and colour not in self._linked
        ]
        shields = self._shields + worth.cellar.open[tile].bit_count()
        bonus = worth.umbrellas * (len(self._linked) + len(new))
        least = worth.least(over, bonus, shields)
        for cell in cells:
            north, east, south, west = self._beside.get(cell) or self._look(cell)
            seams = base + north[tile] + east[tile] + south[tile] + west[tile]
            if seams < least and (seams >> COVERED & MANY) != shields:
                continue
            value = worth.of_seams(seams, shields)
            if value + bonus <= over:
                continue
            if new or not worth.sure:
                garden[cell] = tile
                value = worth.in_all(garden, value, new, len(self._linked), last=True)
                del garden[cell]
            else:
                value += bonus
            if value > over and (moves is None or ("lay", tile, cell) in moves):
                over, best = value, cell
                least = worth.least(over, bonus, shields)
        return over, best

    def best_of(self, hand: Sequence[int], moves: Moves) -> Move:
        """Return the move that lays a tile where it does most, the first of equals."""
        worth, garden = self.worth, self.garden
        if most := 2 * worth.places:
            listed = list(moves)
            if most < len(listed):
                gain = worth.cellar.gain
                listed = nlargest(most, listed, key=lambda move: gain(garden, move[1], move[2]))
            return max(listed, key=lambda move: self.with_tile(move[1], move[2]))
        best, over = None, -inf
        for tile in hand:
            value, cell = self.best_spot(tile, over)
            if cell and ("lay", tile, cell) not in moves:  # only a house rule forbids it
                value, cell = self.best_place(tile, self._spots, over, moves)
            if cell:
                best, over = ("lay", tile, cell), value
        return best

    def mended(self, moves: Moves, whole_line: bool) -> Move:
        """Return the rearrangement that is worth most, the first of equals; the garden stays if none is worth more."""
        worth, garden, shields = self.worth, self.garden, self._shields
        colours = worth.cellar.enough(self._umbrellas)  # the same tiles, however they lie
        best, most = KEEP, worth.in_all(garden, worth.of_seams(self._seams, shields), self._linked) + _GAIN
        bonus = worth.umbrellas * len(colours)
        self._least = worth.least(most, bonus, shields)
        for move, seams in self.changes(whole_line):
            if seams is None:
                value = worth.of(rearranged(garden, move, whole_line), most, len(colours))
            else:
                value = worth.of_seams(seams, shields)
                if value + bonus > most and (bonus or not worth.sure):
                    value = worth.in_all(rearranged(garden, move, whole_line), value, colours)
            if value > most and move in moves:  # whether it is allowed is asked last
                best, most = move, value
                self._least = worth.least(most, bonus, shields)
        return best

    def changes(self, whole_line: bool = False) -> Iterator[tuple[Move, int | None]]:
        """Yield the rearrangements that may do, in the order of `Rearrangement.moves`, with the seams that come of each.

        House rules and the shape are not looked at, and pushes of a whole line come without seams.
        """
        garden, shields = self.garden, self._shields
        places = list(garden.items())
        touched = [self._touched(cell) for cell in garden]
        without = {cell: self._seams - touched[n][n] for n, cell in enumerate(garden)}
        for (cell, one), there, here in zip(places, touched, zip(*touched, strict=True), strict=True):
            left = without[cell] - self._seams
            for (other, two), mine, its in zip(places, there, here, strict=True):
                if one < two:
                    seams = mine + its + left + without[other]
                    if other - cell in SIDES:
                        seams += self._facing(one, two, other - cell)
                    if seams >= self._least or (seams >> COVERED & MANY) == shields:
                        yield ("swap", one, two), seams
        turned = (*SIDES[1:], SIDES[0])
        for step in turned:
            line = [] if whole_line else self._line(step)
            for lifted, tile in places:
                pushed = {} if whole_line else self._pushed(tile, lifted, step, line, without[lifted])
                for cell in garden:
                    if cell != lifted:
                        if whole_line:
                            yield ("push", tile, cell, step), None
                            continue
                        seams = pushed[cell]
                        if seams >= self._least or (seams >> COVERED & MANY) == shields:
                            yield ("push", tile, cell, step), seams
        for step in turned:
            earlier = SIDES[: SIDES.index(step)]
            free = [
                (
                    base,
                    base + step,
                    [base + step - other for other in earlier if base + step - other in garden],
                )
                for base in garden
                if base + step not in garden
            ]
            for lifted, tile in places:
                for base, cell, named in free:
                    if base != lifted and (not named or named == [lifted]):
                        north, east, south, west = self._beside.get(cell) or self._look(cell)
                        seams = without[lifted] + north[tile] + east[tile] + south[tile] + west[tile]
                        if lifted - cell in SIDES:
                            seams -= self._beside[cell][SIDES.index(lifted - cell)][tile]
                        if seams >= self._least or (seams >> COVERED & MANY) == shields:
                            yield ("move", tile, cell), seams

    def _look(self, cell: int) -> Beside:
        """Return what each tile would sell on a cell with each neighbour, and remember it."""
        at, (north, east, south, west) = self.garden.get, self.worth.cellar.touching
        found = self._beside[cell] = (
            north[at(cell + NORTH, -1)],
            east[at(cell + EAST, -1)],
            south[at(cell + SOUTH, -1)],
            west[at(cell + WEST, -1)],
        )
        return found

    def _touched(self, cell: int) -> list[int]:
        """Return the seams of each tile of the garden with all that lies beside a cell."""
        north, east, south, west = self._beside[cell]
        return [north[tile] + east[tile] + south[tile] + west[tile] for tile in self.garden.values()]

    def _facing(self, one: int, two: int, step: int) -> int:
        """Return what a swap of two tiles that touch changes in this: they touch each other, and no tile touches itself."""
        edge, touching = SIDES.index(step), self.worth.cellar.touching
        ahead, behind = touching[edge], touching[edge - 2]
        return ahead[two][one] + ahead[one][two] - ahead[two][two] - behind[one][one]

    def _line(self, step: int) -> list[_Place]:
        """Return what lies where, the farthest in a direction first, and what comes of it when it is pushed there."""
        edge = SIDES.index(step)
        ahead, (left, right) = self.worth.cellar.touching[edge], ((edge + 1) % 4, edge - 1)
        line = []
        for cell in sorted(self.garden, reverse=step > 0):
            tile, here, there = self.garden[cell], self._beside[cell], self._beside.get(cell + step)
            there = there or self._look(cell + step)
            gain = there[left][tile] + there[right][tile] - here[left][tile] - here[right][tile]
            behind = self.garden.get(cell - step)
            broken = 0 if behind is None else ahead[tile][behind]
            beside = here[left], here[right], ahead[tile], here[edge - 2]
            line.append((cell, tile, gain, there[edge][tile], broken, beside))
        return line

    def _pushed(
        self, tile: int, lifted: int, step: int, line: Sequence[_Place], without: int
    ) -> dict[int, int]:
        """Return the seams when a tile is lifted and put onto each other one, which makes room for it."""
        edge = SIDES.index(step)
        # what lay beside the lifted tile touches it no more
        gone = {lifted - SIDES[side]: self.worth.cellar.touching[side][tile] for side in (edge - 3, edge - 1)}
        run: dict[int, int] = {}
        pushed = {}
        for cell, first, gain, end, broken, (left, right, ahead, behind) in line:
            if cell == lifted:
                continue
            beyond = cell + step
            if beyond in gone:
                gain -= gone[beyond][first]
            if beyond in run:
                gain += run[beyond]
            elif beyond + step != lifted:
                gain += end
            if cell in gone:
                gain += gone[cell][first]
                run[cell] = gain
                gain -= gone[cell][tile]
            else:
                run[cell] = gain
            gain += without + left[tile] + right[tile] + ahead[tile]
            if cell - step != lifted:
                gain += behind[tile] - broken
            pushed[cell] = gain
        return pushed


@lru_cache(_KINDS_KEPT)
def _colours(seams: int, every: int) -> float:
    """Return what the colours of seams are worth that are added up; all four together bring `every`."""
    shown, choices = colours_sold(seams)
    return every if all_colours(shown, choices) else _COLOUR * min(3, shown.bit_count() + len(choices))


def some(moves: Moves, most: int, rng: random.Random) -> list[Move]:
    """Return so many of the moves by chance, or all if there are no more."""
    if isinstance(moves, Choices) and moves.count > most:
        found = (moves.candidate(int(rng.random() * moves.count)) for _ in range(most))
        return [move for move in found if move is not None]
    return list(moves)
