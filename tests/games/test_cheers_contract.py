"""The contract of every game, for CHEERS with each way to play, to sit, and each house rule in them."""

from __future__ import annotations

from typing import Any

import pytest

from cardgen.games.cheers.rules import Cheers
from tests.engine import contract
from tests.games.kits import kit_of
from tests.many import mostly_thorough

pytestmark = pytest.mark.slow

KIT = kit_of("cheers")
WAYS_TO_SIT = [(3, 2), (4, 2), (5, 2), (5, 3), (6, 2), (6, 3)]
EVENINGS = [
    pytest.param(players, {"mode": mode, "teams": teams}, id=f"{mode}-{players}-{teams}")
    for mode in ("base", "master", "masquerade")
    for players, teams in WAYS_TO_SIT
]
# Everything that a house rule can meet: an odd game, one without a stool, and one where nobody knows the teams.
HOUSE_RULES = mostly_thorough(
    (
        pytest.param(players, {"mode": mode, name: value}, id=f"{mode}-{players}-{name}={value}")
        for mode, players in (("base", 5), ("master", 4), ("masquerade", 6))
        for name, option in KIT.options.items()
        for value in option.choices
        if name != "mode" and value != option.default
    ),
    test=5,
)


@pytest.mark.parametrize(("players", "options"), EVENINGS + HOUSE_RULES)
def test_the_game_ends_and_keeps_its_pieces(players: int, options: dict[str, Any]) -> None:
    game = Cheers(KIT, players, options)
    contract.it_ends_with_winners(game, 1)
    contract.pieces_are_conserved(game, 3)


@pytest.mark.parametrize(("players", "options"), EVENINGS + HOUSE_RULES)
def test_legal_moves_play_and_others_are_refused_with_the_rule(players: int, options: dict[str, Any]) -> None:
    contract.legal_moves_and_play_agree(Cheers(KIT, players, options), 2, {})


@pytest.mark.parametrize(("players", "options"), EVENINGS + HOUSE_RULES)
def test_states_copy_games_replay_and_moves_parse_back(players: int, options: dict[str, Any]) -> None:
    game = Cheers(KIT, players, options)
    contract.copies_and_dicts_are_the_same_state(game, 4)
    contract.replaying_gives_the_same_game(game, 5)
    contract.moves_print_and_parse_back(game, 6)


@pytest.mark.parametrize(("players", "options"), HOUSE_RULES)
def test_views_keep_secrets_with_every_house_rule(players: int, options: dict[str, Any]) -> None:
    contract.views_keep_secrets(Cheers(KIT, players, options), 7, every=31)


@pytest.mark.parametrize(("players", "options"), EVENINGS)
def test_sampled_hands_are_honest(players: int, options: dict[str, Any]) -> None:
    contract.sampled_worlds_are_no_better_than_chance(Cheers(KIT, players, options), range(10, 14))
