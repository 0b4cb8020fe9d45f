"""What a seat may think of: sampled tables are all equally likely, and share nothing with the truth."""

from __future__ import annotations

import json
import pickle
import random
import subprocess
import sys
from collections import Counter
from copy import deepcopy
from itertools import islice
from pathlib import Path
from typing import Any

import pytest

from cardgen.base.files import shipped
from cardgen.engine import OVER, Game, State, Whereabouts, rollout
from cardgen.games import SHIPPED, make_game
from tests.engine import contract
from tests.games.kits import kit_of

MANY = 3000


def table(slug: str, **options: object) -> Game[Any]:
    kit = kit_of(slug)
    return make_game(kit, max(kit.players.min, 3) if slug != "bartender-aarwares" else 2, options)


def moments(slug: str, seed: int = 5) -> list[State]:
    """Some states of a game played by chance."""
    game = table(slug)
    state, rng, found = game.deal(seed), random.Random(seed), []
    for number in range(400):
        if state.phase is OVER:
            break
        if number % 25 == 7:
            found.append(state.copy())
        game.play(state, rng.choice(list(islice(game.moves(state), 300))))
    return found


# -- all worlds that fit are equally likely; what the other games conclude is held beside their views


def test_a_card_that_came_back_is_as_likely_in_each_place_where_it_can_be() -> None:
    """Three shovels went into a pile of six raiders, then P1 drew four: each of nine cards is in 4 of 9 worlds."""
    game = table("bartender-aarwares")
    s = game.position(
        {
            "hands": {"P0": ["S9"], "P1": ["R2", "R3", "C2"]},
            "bars": {"P1": ["Q1", "H5"]},
            "hole": ["S10", "S6"],
            "deck": ["R4", "R5", "R6", "R7", "R8", "R9"],
            "coin_deck": [],
        }
    )
    for move in (
        "P0 digs with S9",
        "P0 buries P1.Q1",
        "P1 does not answer",
        "P1 plays no shovel",
        "P1 draws",
    ):
        game.play_text(s, move)
    rng, view = random.Random(1), game.view(s, 0)
    drawn, before = Counter[str](), Counter[str]()
    for world in islice(game.worlds(view, rng), MANY):
        hand = game.pieces.list(world.piles["hand P1"])
        before.update(hand[:2])
        drawn.update(hand[2:])
    for raider in ("R2", "R3", "R4", "R5", "R6", "R7", "R8", "R9"):
        assert before[raider] / MANY == pytest.approx(2 / 8, abs=0.04)
        assert drawn[raider] / MANY == pytest.approx(6 / 8 * 4 / 9, abs=0.04)
    for shovel in ("S6", "S9", "S10"):
        assert drawn[shovel] / MANY == pytest.approx(4 / 9, abs=0.04)


# -- nothing is shared


@pytest.mark.parametrize("slug", SHIPPED)
def test_views_and_worlds_share_nothing_that_changes_with_the_state(slug: str) -> None:
    contract.views_share_nothing_that_changes(table(slug), 5, every=25)


def test_many_worlds_go_through_the_history_once(monkeypatch: pytest.MonkeyPatch) -> None:
    state = moments("biergarten")[-1]
    heard = 0
    hear = Whereabouts.hear

    def listen(self: Whereabouts, *args: Any) -> None:
        nonlocal heard
        heard += 1
        hear(self, *args)

    monkeypatch.setattr(Whereabouts, "hear", listen)
    view = state.game.view(state, 0)
    list(islice(state.game.worlds(view, random.Random(1)), 50))
    assert heard == len(view.history) > 0


# -- states travel


@pytest.mark.parametrize("slug", SHIPPED)
def test_a_state_is_pickled_without_its_kit(slug: str) -> None:
    for state in moments(slug):
        written = pickle.dumps(state)
        again = pickle.loads(written)
        assert len(written) < 20_000
        assert again == state == deepcopy(state)
        assert (again.game, again.phase) == (state.game, state.phase)
        assert deepcopy(state).game is state.game


def test_a_finished_state_stays_over() -> None:
    state = table("cheers").deal(1)
    rollout(state, random.Random(1))
    assert state.phase is OVER
    assert pickle.loads(pickle.dumps(state)).phase is OVER
    assert deepcopy(state).phase is OVER


def test_a_state_is_read_in_another_process(tmp_path: Path) -> None:
    state = table("cheers").deal(3)
    (tmp_path / "state").write_bytes(pickle.dumps(state))
    code = (
        "import json, pathlib, pickle, sys\n"
        f"state = pickle.loads(pathlib.Path({str(tmp_path / 'state')!r}).read_bytes())\n"
        "print(json.dumps(state.to_dict())); print(state.game.kit.root)"
    )
    said = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
    written, root = said.splitlines()
    assert written == json.dumps(state.to_dict())
    assert Path(root) == shipped() / "data" / "cheers"
