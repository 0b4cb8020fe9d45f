"""Games of cardgen in OpenSpiel: its own tests pass, its search plays them, and information states are views."""

from __future__ import annotations

import importlib.util
import random
from typing import Any

import pytest

from cardgen.games import SHIPPED, make_game
from tests.engine.toy import snatch
from tests.games.kits import kit_of
from tests.many import mostly_thorough, slow
from tests.sample_game import HARBOUR

needs_openspiel = pytest.mark.skipif(
    importlib.util.find_spec("pyspiel") is None, reason="OpenSpiel is not installed (cardgen[openspiel])"
)
pytestmark = needs_openspiel


def table(slug: str) -> Any:
    if slug == "snatch":
        return snatch(3)
    if slug == "harbour":
        return HARBOUR.game("harbour", 2, {})
    return make_game(kit_of(slug), 4 if slug in ("cheers", "auction-hearts") else kit_of(slug).players.min)


@pytest.mark.parametrize("slug", ["snatch", "harbour", *mostly_thorough([slow(slug) for slug in SHIPPED], 3)])
def test_openspiels_own_simulation_finds_nothing_wrong(slug: str) -> None:
    import pyspiel

    from cardgen import openspiel

    game = openspiel.load(table(slug), deals=20, actions=300 if slug in ("snatch", "harbour") else 10_000)
    pyspiel.random_sim_test(game, num_sims=1, serialize=slug != "biergarten", verbose=False)


@pytest.mark.parametrize(
    "slug",
    ["harbour", *(pytest.param(slug, marks=pytest.mark.slow) for slug in ("cheers", "auction-hearts"))],
)
def test_its_search_plays(slug: str) -> None:
    import numpy
    from open_spiel.python.algorithms import ismcts, mcts

    from cardgen import openspiel

    game = openspiel.load(table(slug), deals=20)
    chance = numpy.random.RandomState(1)
    bot = ismcts.ISMCTSBot(game, mcts.RandomRolloutEvaluator(1, chance), 2.0, 2, random_state=chance)
    state = game.new_initial_state()
    state.apply_action(7)
    while not state.is_terminal():
        state.apply_action(int(bot.step(state)))
        if (
            slug != "harbour" and len(state.history()) > 40
        ):  # it thinks by playing to the end by chance: slowly
            return
    assert sum(state.returns()) == pytest.approx(1.0)


def test_a_resampled_position_looks_the_same_and_hides_something_else() -> None:
    from cardgen import openspiel

    game = openspiel.load(table("snatch"), deals=20)
    state = game.new_initial_state()
    assert str(state) == "before the set-up"
    assert len(state.chance_outcomes()) == 20
    state.apply_action(3)
    seat = state.current_player()
    dice = random.Random(1)
    others = [state.resample_from_infostate(seat, dice.random) for _ in range(6)]
    assert {other.information_state_string(seat) for other in others} == {
        state.information_state_string(seat)
    }
    assert len({str(other) for other in others}) > 1
    assert state.information_state_string(seat) != state.information_state_string((seat + 1) % 3)
    assert state.action_to_string(seat, 0).startswith(f"P{seat} ")


def test_the_name_in_openspiels_register_says_the_table() -> None:
    from cardgen import openspiel

    assert openspiel.short_name(HARBOUR.game("harbour", 3, {"tide": "fast"})) == "cardgen_harbour_3_tide_fast"


def test_more_moves_than_were_announced_are_told() -> None:
    from cardgen import openspiel

    state = openspiel.load(table("harbour"), deals=2, actions=2).new_initial_state()
    state.apply_action(1)
    with pytest.raises(ValueError, match=r"moves, and only 2 were announced: say load\(…, actions="):
        state.legal_actions()
