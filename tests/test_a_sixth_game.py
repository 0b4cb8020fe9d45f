"""Night Market: a game with a board, tokens and player aids needs fewer than 150 lines of Python, and proves itself."""

from __future__ import annotations

import importlib.util
import subprocess
import sys
from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any

import pytest

from cardgen.app.build import check_kit
from cardgen.engine import OVER, Game, RandomBot, play_game, replay, run_scenarios
from cardgen.engine.playing import play_and_save
from cardgen.model import Kit
from cardgen.simulation import wilson
from cardgen.source import load_kit, load_seeds
from tests.engine import contract
from tests.games.test_rules_are_cited import cited

ROOT = Path(__file__).parent.parent
PROJECT = ROOT / "tests" / "samples" / "night-market-project"
KIT = PROJECT / "data" / "night-market"
RULES = PROJECT / "night_market_rules.py"


@lru_cache
def kit() -> Kit:
    return load_kit(KIT)


@lru_cache
def rules() -> Any:
    """The module `night_market_rules` as it stands in the sample."""
    found = importlib.util.spec_from_file_location("night_market_rules", RULES)
    assert found
    assert found.loader
    module = importlib.util.module_from_spec(found)
    sys.modules["night_market_rules"] = module
    found.loader.exec_module(module)
    return module


def market(
    slug: str = "night-market", players: int = 2, options: Mapping[str, Any] | None = None
) -> Game[Any]:
    assert slug == "night-market"
    game: Game[Any] = rules().NightMarket(kit(), players, options)
    return game


@pytest.mark.parametrize(
    "file", ["night-market-project/night_market_rules.py", "harbour-project/harbour_rules.py"]
)
def test_the_rules_of_a_sample_need_fewer_than_150_lines(file: str) -> None:
    lines = (PROJECT.parent / file).read_text("utf-8").splitlines()

    assert len(lines) < 150
    assert max(map(len, lines)) <= 110
    assert [path.name for path in (PROJECT.parent / file).parent.rglob("*.py")] == [Path(file).name]


def test_the_box_holds_30_cards_a_board_tokens_and_player_aids() -> None:
    total = {
        component.id: sum(card.count for card in component.cards)
        for component in kit().components
    }  # fmt: skip
    kinds = {component.kind for component in kit().components}

    assert total == {"wares": 30, "lane": 1, "strollers": 4, "coins": 60, "aid": 4}
    assert kinds == {"decks", "boards", "tokens", "aids"}
    assert len(market().phases) == 2
    assert kit().options


@pytest.mark.slow
def test_the_kit_has_no_problem_and_no_warning() -> None:
    assert [str(problem) for problem in check_kit(KIT)] == []


def test_the_scenarios_prove_every_rule_and_every_value_of_the_option() -> None:
    results = run_scenarios(KIT / "scenarios" / "night-market.yaml", market)

    assert [str(problem) for result in results for problem in result.problems] == []
    proven = {rule for result in results for rule in result.rules}
    seeds = load_seeds(PROJECT / "seeds" / "night-market.yaml")
    assert {rule.id for rule in seeds.rules if rule.kind == "rule"} | {"NM-Q1"} == proven
    assert {r.options.get("crowd") for r in results if "NM-Q1" in r.rules} >= {"pay", "share"}


@pytest.mark.parametrize("file", ["night_market_rules.py", "data/night-market/rules.md.j2"])
def test_every_rule_is_cited_in_the_code_and_in_the_rule_sheet(file: str) -> None:
    seeds = load_seeds(PROJECT / "seeds" / "night-market.yaml")

    assert cited((PROJECT / file).read_text("utf-8"), "NM") == set(seeds.by_id)


@pytest.mark.parametrize(
    ("players", "crowd"),
    [
        (2, "pay"),
        (4, "share"),
        *(pytest.param(*table, marks=pytest.mark.slow) for table in ((2, "share"), (3, "pay"), (4, "pay"))),
    ],
)
def test_the_game_keeps_the_contract(players: int, crowd: str) -> None:
    game = market(players=players, options={"crowd": crowd})
    phases: dict[str, set[Any]] = {}
    for seed in range(2):
        contract.it_ends_with_winners(game, seed)
        contract.pieces_are_conserved(game, seed)
        contract.legal_moves_and_play_agree(game, seed, phases)
        contract.copies_and_dicts_are_the_same_state(game, seed)
        contract.copies_share_nothing_that_changes(game, seed)
        contract.moves_print_and_parse_back(game, seed)
        contract.replaying_gives_the_same_game(game, seed)
        contract.views_keep_secrets(game, seed, every=3)
        contract.views_hide_what_the_zones_say(game, seed)
        contract.views_share_nothing_that_changes(game, seed)
        contract.zones_named_exist(game, seed)
        contract.rules_told_are_declared(game, seed)
        contract.sampled_worlds_can_be_played_on(game, seed)


@pytest.mark.slow
def test_sampled_worlds_are_no_better_than_chance() -> None:
    contract.sampled_worlds_are_no_better_than_chance(market(players=3), range(10, 60))


def test_a_saved_game_is_played_again_to_the_same_end() -> None:
    game = market(players=3)
    saved = play_and_save(game, 7, [game.greedy()] * 3)

    end = replay(game, saved)

    assert end.phase is OVER
    assert tuple(game.scores(end)) == saved.scores


@pytest.mark.slow
@pytest.mark.parametrize("players", [2, 4])
def test_the_greedy_player_beats_those_who_play_by_chance(players: int) -> None:
    game = market(players=players)
    wins = 0
    for seed in range(200):
        seat = seed % players
        bots = [game.greedy() if n == seat else RandomBot() for n in range(players)]
        wins += game.winners(play_game(game, seed, bots)) == (seat,)

    assert wilson(wins, 200).low > 1 / players + 0.3


@pytest.mark.slow
def test_two_good_players_have_the_same_chance_wherever_they_sit() -> None:
    game = market()
    first = sum(game.winners(play_game(game, seed, [game.greedy()] * 2)) == (0,) for seed in range(300))

    assert wilson(first, 300).low < 0.5 < wilson(first, 300).high


@pytest.mark.slow
def test_the_rules_of_the_samples_are_typed_strictly() -> None:
    files = [str(RULES), str(PROJECT.parent / "harbour-project" / "harbour_rules.py")]
    words = [sys.executable, "-m", "mypy", "--strict", *files]

    done = subprocess.run(words, cwd=ROOT, capture_output=True, text=True, check=False)

    assert done.returncode == 0, done.stdout
