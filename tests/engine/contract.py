"""What every game owes, as `cardgen.contract` has it, and what only our own tests ask."""

from __future__ import annotations

import random
import subprocess
import sys
from collections.abc import Iterator
from typing import Any

from cardgen.contract import (
    ENDLESS,
    Walk,
    copies_and_dicts_are_the_same_state,
    copies_share_nothing_that_changes,
    it_ends_with_winners,
    legal_moves_and_play_agree,
    moves_print_and_parse_back,
    pieces_are_conserved,
    replaying_gives_the_same_game,
    rules_told_are_declared,
    sampled_worlds_are_no_better_than_chance,
    sampled_worlds_can_be_played_on,
    standings_agree_with_the_end,
    views_hide_what_the_zones_say,
    views_keep_secrets,
    views_share_nothing_that_changes,
    zones_named_exist,
)
from cardgen.engine import Game, State, rollout

__all__ = [
    "copies_and_dicts_are_the_same_state",
    "copies_share_nothing_that_changes",
    "final",
    "it_ends_with_winners",
    "legal_moves_and_play_agree",
    "moves_print_and_parse_back",
    "pieces_are_conserved",
    "positions",
    "replaying_gives_the_same_game",
    "rules_told_are_declared",
    "same_seed_same_game_in_another_process",
    "sampled_worlds_are_no_better_than_chance",
    "sampled_worlds_can_be_played_on",
    "standings_agree_with_the_end",
    "views_hide_what_the_zones_say",
    "views_keep_secrets",
    "views_share_nothing_that_changes",
    "zones_named_exist",
]


def positions(game: Game[Any], seed: int) -> Iterator[tuple[Any, Any]]:
    """Yield each state of a random game with the move that follows; the state is live."""
    walk = Walk(game, seed)
    yield from walk
    assert walk.ended, f"no end after {ENDLESS} decisions"


def final(game: Game[Any], seed: int) -> State:
    state: State = game.deal(seed)
    rollout(state, random.Random(seed), ENDLESS)
    return state


def same_seed_same_game_in_another_process(code: str, expected: str) -> None:
    """`code` prints a game; another process with another hash seed prints the same."""
    for hash_seed in ("1", "2"):
        out = subprocess.run(
            [sys.executable, "-c", code], env={"PYTHONHASHSEED": hash_seed, "PYTHONPATH": ":".join(sys.path)},
            capture_output=True, text=True, check=True,
        ).stdout  # fmt: skip
        assert out.strip() == expected.strip()
