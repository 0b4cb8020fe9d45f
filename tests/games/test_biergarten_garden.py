"""The geometry of a garden against slow and simple ways to say the same."""

from __future__ import annotations

import random
import sys
from concurrent.futures import ThreadPoolExecutor
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cardgen.games.biergarten.bot import Plot, Worth
from cardgen.games.biergarten.cellar import all_colours
from cardgen.games.biergarten.garden import (
    COMPASS,
    DIRECTIONS,
    HOME,
    Garden,
    draw_garden,
    frontier,
    holds_together,
    in_one_piece,
    lift_and_push,
    read_garden,
)
from cardgen.games.biergarten.rearrange import KEEP, thinkable
from cardgen.games.biergarten.rules import Biergarten
from tests.games.kits import kit_of

GAME = Biergarten(kit_of("biergarten"), 2)
NAMES = GAME.pieces.names


def laid(picture: str) -> Garden:
    return {cell: GAME.pieces.find(name) for cell, name in read_garden(picture).items()}


def drawn(garden: Garden) -> str:
    return draw_garden(garden, NAMES)


@st.composite
def gardens(draw: st.DrawFn, most: int = 14) -> Garden:
    """A connected garden of different tiles."""
    rng = random.Random(draw(st.integers(0, 10**6)))
    tiles = rng.sample(range(64), draw(st.integers(2, most)))
    garden = {HOME: tiles[0]}
    for tile in tiles[1:]:
        garden[rng.choice(frontier(garden))] = tile
    return garden


def test_a_garden_is_drawn_as_it_is_read() -> None:
    picture = "C01 .   H1\nC02 C03 C04"
    assert drawn(laid(picture)) == picture


def test_the_frontier_is_every_empty_neighbour_once() -> None:
    garden = laid("C01 C02")
    assert len(frontier(garden)) == len(set(frontier(garden))) == 6


@settings(deadline=None)
@given(gardens(), st.integers(0, 30))
def test_reaching_a_line_agrees_with_counting(garden: Garden, line: int) -> None:
    assert GAME.cellar.reaches(garden, line) == (GAME.cellar.barrels(garden).total >= line)


@settings(deadline=None)
@given(gardens(), st.data())
def test_a_garden_that_holds_together_is_in_one_piece(garden: Garden, data: st.DataObject) -> None:
    lifted = data.draw(st.sampled_from(sorted(garden)))
    landed = data.draw(st.sampled_from([cell for cell in frontier(garden) if cell not in garden]))
    after = {cell: tile for cell, tile in garden.items() if cell != lifted} | {landed: garden[lifted]}
    assert holds_together(garden, lifted, landed) == in_one_piece(after)


@settings(deadline=None)
@given(st.integers(0, 15), st.lists(st.integers(1, 15), max_size=5))
def test_wilds_cover_the_missing_colours_if_some_assignment_does(shown: int, choices: list[int]) -> None:
    options = [[1 << c for c in range(4) if choice >> c & 1] for choice in choices]
    possible = any(_union(shown, picked) == 15 for picked in product(*options))
    assert all_colours(shown, choices) == possible


def _union(shown: int, picked: tuple[int, ...]) -> int:
    for colour in picked:
        shown |= colour
    return shown


@settings(deadline=None)
@given(gardens(), st.booleans(), st.data())
def test_a_push_keeps_every_tile(garden: Garden, whole_line: bool, data: st.DataObject) -> None:
    lifted, cell = data.draw(st.permutations(sorted(garden)))[:2]
    step = data.draw(st.sampled_from(DIRECTIONS))
    after = dict(garden)
    moved = lift_and_push(after, lifted, cell, step, whole_line=whole_line)
    assert sorted(after.values()) == sorted(garden.values())
    assert after[cell] == garden[lifted]
    assert after[cell + step] == garden[cell] == moved[0]


PUSHES = [
    # lifted, onto, direction, whole line, before and after
    ("C05", "C01", "east", False, "C01 C02 .   C03 C04\n.   C05 .   .   .", "C05 C01 C02 C03 C04"),
    ("C05", "C01", "east", True, "C01 C02 .   C03 C04\n.   C05 .   .   .", "C05 C01 C02 .   C03 C04"),
    ("C05", "C03", "west", True, "C01 C02 .   C03 C04\n.   C05 .   .   .", "C01 C02 .   C03 C05 C04"),
    ("C05", "C02", "north", False, "C01 C02\n.   C05", ".   C02\nC01 C05"),
    ("C01", "C03", "west", False, "C01 C02 C03", "C02 C03 C01"),
]


@pytest.mark.parametrize(("lifted", "onto", "direction", "whole_line", "before", "after"), PUSHES)
def test_pushes(lifted: str, onto: str, direction: str, whole_line: bool, before: str, after: str) -> None:
    garden = laid(before)
    cells = {NAMES[tile]: cell for cell, tile in garden.items()}
    lift_and_push(garden, cells[lifted], cells[onto], COMPASS[direction], whole_line=whole_line)
    assert drawn(garden) == after


@given(gardens(), st.integers(0, 30))
def test_a_gardener_counts_what_a_tile_touches_as_if_the_whole_garden_were_counted(
    garden: Garden, over: int
) -> None:
    worth = Worth(GAME.cellar)
    plot, tile = Plot(worth, garden), next(tile for tile in range(64) if tile not in garden.values())
    for cell in frontier(garden):
        whole = worth.of({**garden, cell: tile})
        assert plot.with_tile(tile, cell) == whole
        assert max(over, plot.with_tile(tile, cell, over)) == max(over, whole)
        assert max(over, worth.of({**garden, cell: tile}, over)) == max(over, whole)


@settings(deadline=None)
@given(gardens(8))
def test_a_gardener_thinks_of_every_rearrangement_in_the_order_of_the_moves(garden: Garden) -> None:
    state = GAME.deal(1)
    state.gardens[state.turn] = garden
    moves = GAME.phase_named("rearrange").moves(state)
    assert [KEEP, *(move for move in thinkable(garden) if move in moves)] == list(moves)


def test_threads_may_count_gardens_at_once() -> None:
    # an executor's workers may be threads, and they share the game with what it remembers
    *tiles, a, b, c, d = random.Random(3).sample(range(64), 44)
    spare = (a, b, c, d)
    worth = [GAME.cellar.barrels({HOME: tile}) for tile in tiles]
    often = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    try:
        with ThreadPoolExecutor(4) as threads:
            asked = [[{HOME: tile, HOME + DIRECTIONS[n]: spare[n]} for tile in tiles] for n in range(4)] * 20
            done = list(threads.map(lambda gardens: [GAME.cellar.barrels(one) for one in gardens], asked))
    finally:
        sys.setswitchinterval(often)
    assert done[:4] == done[-4:]
    assert worth == [GAME.cellar.barrels({HOME: tile}) for tile in tiles]
