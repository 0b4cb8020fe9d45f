"""What a listener hears of Biergarten: every rule, and only where it was applied."""

from __future__ import annotations

import random

import pytest

from cardgen.engine import Recorder, pick
from cardgen.games.biergarten.rules import LAY, REARRANGE, Biergarten
from tests.games.kits import kit_of
from tests.games.watching import rules_of, told


@pytest.mark.parametrize("seed", range(4))
def test_what_is_told_of_a_tile_and_of_rearranging_adds_up_to_the_barrels(seed: int) -> None:
    game, rng = Biergarten(kit_of("biergarten"), 2, {"side": "lagers"}), random.Random(seed)
    state, recorder = game.deal(seed), Recorder()
    state.tell = recorder.tell
    looked = 0
    while not game.over(state):
        phase, seat = state.phase, state.turn
        before, total = state.barrels(seat).matches, game.scores(state)[seat]
        game.play(state, pick(game.moves(state), rng.random))
        figures = {name: number for event in recorder.take() for name, number in event.figures.items()}
        if phase is LAY:
            assert figures["tile_sells"] == state.barrels(seat).matches - before
            looked += 1
        elif phase is REARRANGE and "rearranging_gains" in figures:
            assert figures["rearranging_gains"] == game.scores(state)[seat] - total
            looked += 1
    assert looked > 20


@pytest.mark.parametrize(
    ("garden", "move", "rules"),
    [
        ("C37", "C38 west of C37", "BG-006"),  # green beside green
        ("C02", "C01 east of C02", "BG-007 BG-065"),  # green-yellow twice
        ("C37", "C43 east of C37", "BG-034 BG-Q17"),  # red beside green
        # green and green, but wall to wall
        ("C37", "C38 north of C37", "BG-008 BG-009 BG-033 BG-034 BG-067 BG-Q17 BG-Q18"),
        ("C49", "C37 east of C49", "BG-011"),  # a wild and green
        ("C49", "C01 east of C49", "BG-011 BG-Q3"),  # a wild and green-yellow
        ("C49", "C50 east of C49", "BG-012 BG-013"),  # two wilds
        ("C41 C49", "C37 east of C49", "BG-011 BG-014"),  # a wild between yellow and green
        ("C41 C49", "C40 south of C49", "BG-011"),  # a wild with yellow twice; C41 lies at a corner
        ("C41 C49", "C31 east of C49", "BG-011 BG-014 BG-015 BG-Q3"),  # between yellow and red-blue
    ],
)
def test_laying_tells_why_a_tile_sells(garden: str, move: str, rules: str) -> None:
    given = {"phase": "lay a tile", "gardens": {"P0": garden}, "hands": {"P0": [move.split()[0]]}}
    (event,) = told("biergarten", 2, given, f"P0 lays {move}")
    corner = {"BG-032"} if "south" in move else set()
    assert set(event.rules) == {"BG-031", "BG-066", *rules.split()} | corner


def test_a_line_that_only_a_bonus_reaches_is_told_so() -> None:
    walled = "C09 C03\nC04 C10"
    given = {"phase": "rearrange", "gardens": {"P0": walled}}
    by_bonus = rules_of(told("biergarten", 2, given, "P0 leaves the garden as it is", side="ales"))
    assert {"BG-046", "BG-053", "BG-055"} <= by_bonus
