"""The geometry of a garden against slow and simple ways to say the same."""

from __future__ import annotations

import pickle
import random
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cardgen.engine import Move, Moves, play_game
from cardgen.engine.spaces import (
    MIDDLE,
    SIDES,
    WAYS,
    Bordering,
    Layout,
    borders,
    connected,
    drawn,
    read_drawn,
    still_connected,
)
from cardgen.games.biergarten.bot import GreedyGardener, Plot, Worth
from cardgen.games.biergarten.cellar import Cellar, all_colours
from cardgen.games.biergarten.garden import cell_of, rearranged, spots
from cardgen.games.biergarten.rearrange import KEEP
from cardgen.games.biergarten.rules import Biergarten
from cardgen.games.biergarten.state import BiergartenTable
from tests.games.kits import kit_of
from tests.many import mostly_thorough

GAME = Biergarten(kit_of("biergarten"), 2)
NAMES = GAME.pieces.names


def laid(picture: str) -> Layout:
    return {cell: GAME.pieces.find(name) for cell, name in read_drawn(picture).items()}


@st.composite
def gardens(draw: st.DrawFn, most: int = 14) -> Layout:
    """A connected garden of different tiles."""
    rng = random.Random(draw(st.integers(0, 10**6)))
    tiles = rng.sample(range(64), draw(st.integers(2, most)))
    garden = {MIDDLE: tiles[0]}
    for tile in tiles[1:]:
        garden[rng.choice(borders(garden))] = tile
    return garden


def test_a_garden_is_drawn_as_it_is_read() -> None:
    picture = "C01 .   H1\nC02 C03 C04"
    assert drawn(laid(picture), NAMES) == picture


def test_the_frontier_is_every_empty_neighbour_once() -> None:
    garden = laid("C01 C02")
    assert len(borders(garden)) == len(set(borders(garden))) == 6


@settings(deadline=None)
@given(gardens())
def test_each_border_is_named_by_one_side_of_one_tile(garden: Layout) -> None:
    for there in (garden, {}):
        sides = Bordering(there)
        named = [sides[n] for n in range(len(sides)) if sides[n]]
        assert sorted(named) == sorted(borders(there))
        assert named == (spots(there) or [MIDDLE])


@settings(deadline=None)
@given(gardens(), st.integers(0, 30))
def test_reaching_a_line_agrees_with_counting(garden: Layout, line: int) -> None:
    assert GAME.cellar.reaches(garden, line) == (GAME.cellar.barrels(garden).total >= line)


@settings(deadline=None)
@given(gardens(), st.data())
def test_a_garden_that_holds_together_is_in_one_piece(garden: Layout, data: st.DataObject) -> None:
    lifted = data.draw(st.sampled_from(sorted(garden)))
    landed = data.draw(st.sampled_from([cell for cell in borders(garden) if cell not in garden]))
    after = {cell: tile for cell, tile in garden.items() if cell != lifted} | {landed: garden[lifted]}
    assert still_connected(garden, lifted, landed) == connected(after)


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
def test_a_push_keeps_every_tile(garden: Layout, whole_line: bool, data: st.DataObject) -> None:
    lifted, cell = data.draw(st.permutations(sorted(garden)))[:2]
    step = data.draw(st.sampled_from(SIDES))
    after = rearranged(garden, ("push", garden[lifted], cell, step), whole_line)
    assert sorted(after.values()) == sorted(garden.values())
    assert after[cell] == garden[lifted]
    assert after[cell + step] == garden[cell]


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
    move = ("push", GAME.pieces.find(lifted), cell_of(garden, GAME.pieces.find(onto)), WAYS[direction])
    assert drawn(rearranged(garden, move, whole_line), NAMES) == after


RULES = [
    {},
    {"hole_is_exterior": False},
    {"umbrella_shape": "line", "connected": False},
    {"side": "ales", "shift": "none"},
    {"shift": "whole_line"},
    {"home_fixed": True, "shield_contact": True},
]


@cache
def _cellar(rules: tuple[tuple[str, object], ...]) -> Cellar:
    return Biergarten(GAME.kit, 2, dict(rules)).cellar


@settings(deadline=None, max_examples=20)
@pytest.mark.parametrize("rules", RULES, ids=lambda rules: "-".join(rules) or "book")
@given(garden=gardens(), over=st.integers(0, 30))
def test_a_gardener_counts_what_a_tile_touches_as_if_the_whole_garden_were_counted(
    rules: dict[str, object], garden: Layout, over: int
) -> None:
    worth = Worth(_cellar(tuple(rules.items())))
    plot, tile = Plot(worth, dict([*garden.items()][:1])), min({*range(64)}.difference(garden.values()))
    plot.follow(garden)
    whole = {cell: worth.of({**garden, cell: tile}) for cell in spots(garden)}
    assert {cell: plot.with_tile(tile, cell) for cell in whole} == whole
    best = max([over, *whole.values()])
    assert plot.best_place(tile, list(whole), over)[0] == best
    assert max(over, *(worth.of({**garden, cell: tile}, over) for cell in whole)) == best


@settings(deadline=None)
@given(gardens(8))
def test_a_gardener_thinks_of_every_rearrangement_in_the_order_of_the_moves(garden: Layout) -> None:
    state = GAME.deal(1)
    state.gardens[state.turn] = garden
    moves = GAME.phase_named("rearrange").moves(state)
    thought = [move for move, _ in Plot(Worth(GAME.cellar), garden).changes()]
    assert [KEEP, *(move for move in thought if move in moves)] == list(moves)


class PlainGardener(GreedyGardener):
    """Scores the whole garden for each tile, each place and each rearrangement, in the order of the moves."""

    def choose(self, view: BiergartenTable, moves: Moves, rng: random.Random) -> Move:
        worth, garden = Worth(view.game.cellar), view.gardens[view.turn]
        places = borders(garden)
        listed, whole_line = list(moves), view.game.shift == "whole_line"

        def laid(tile: int) -> float:
            return max(worth.of({**garden, cell: tile}) for cell in places)

        match view.phase.name:
            case "pick a home":
                return max(listed, key=lambda move: sum(self._beside(worth, move[1], t) for t in view.hands[view.turn]))  # fmt: skip
            case "take a mug":
                return listed[0]
            case "draw":
                without = max((laid(tile) for tile in view.hands[view.turn]), default=0.0)
                surprise = {"deck": 0.3, "rob": 0.3 - 0.01, "renew": 0.3 + 0.01}
                return max(
                    listed,
                    key=lambda move: (
                        max(without, laid(move[1])) if move[0] == "take" else without + surprise[move[0]]
                    ),
                )
            case "lay a tile":
                return max(listed, key=lambda move: worth.of({**garden, move[2]: move[1]}))
        best = max(listed, key=lambda move: worth.of(rearranged(garden, move, whole_line)))
        return best if worth.of(rearranged(garden, best, whole_line)) > worth.of(garden) + 0.01 else KEEP

    def _beside(self, worth: Worth, home: int, tile: int) -> float:
        return max(worth.of({0: home, cell: tile}) for cell in SIDES)


def _games(players: int, rules: dict[str, object], seed: int) -> Iterator[list[Move]]:
    game = Biergarten(GAME.kit, players, rules)
    for bot in (game.greedy(), PlainGardener()):
        made: list[Move] = []
        play_game(game, seed, [bot] * players, watch=lambda state, move, moves, made=made: made.append(move))
        yield made


@pytest.mark.parametrize(
    ("players", "rules", "seed"),
    mostly_thorough(
        [(players, rules, seed) for seed in range(3) for players in (2, 3, 4, 5) for rules in RULES], 8
    ),
)
def test_a_gardener_who_adds_up_changes_plays_as_one_who_scores_whole_gardens(
    players: int, rules: dict[str, object], seed: int
) -> None:
    adds, scores = _games(players, rules, seed)
    assert adds == scores


def test_a_gardener_that_has_played_can_be_sent_to_another_process() -> None:
    bot = GAME.greedy()
    play_game(GAME, 1, [bot] * GAME.players)
    assert isinstance(pickle.loads(pickle.dumps(bot)), GreedyGardener)


def test_threads_may_count_gardens_at_once() -> None:
    # an executor's workers may be threads, and they share the game with what it remembers
    *tiles, a, b, c, d = random.Random(3).sample(range(64), 44)
    spare = (a, b, c, d)
    worth = [GAME.cellar.barrels({MIDDLE: tile}) for tile in tiles]
    often = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    try:
        with ThreadPoolExecutor(4) as threads:
            asked = [[{MIDDLE: tile, MIDDLE + SIDES[n]: spare[n]} for tile in tiles] for n in range(4)] * 20
            done = list(threads.map(lambda gardens: [GAME.cellar.barrels(one) for one in gardens], asked))
    finally:
        sys.setswitchinterval(often)
    assert done[:4] == done[-4:]
    assert worth == [GAME.cellar.barrels({MIDDLE: tile}) for tile in tiles]
