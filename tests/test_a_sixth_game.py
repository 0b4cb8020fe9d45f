"""Night Market: a game with a board, tokens and player aids needs fewer than 150 lines of Python, and proves itself."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from cardgen.app.build import check_kit
from cardgen.engine import OVER, RandomBot, play_game, replay
from cardgen.engine.playing import play_and_save
from cardgen.simulation import wilson
from tests.engine import contract
from tests.sample_game import HARBOUR, NIGHT_MARKET, SAMPLES, keeps_the_contract

GAME = NIGHT_MARKET
market = GAME.game


@pytest.mark.parametrize(
    "file", ["night-market-project/night_market_rules.py", "harbour-project/harbour_rules.py"]
)
def test_the_rules_of_a_sample_need_fewer_than_150_lines(file: str) -> None:
    lines = (SAMPLES / file).read_text("utf-8").splitlines()

    assert len(lines) < 150
    assert max(map(len, lines)) <= 110
    files = [path.name for path in (SAMPLES / file).parent.rglob("*.py")]
    assert [name for name in files if not name.endswith("_bots.py")] == [Path(file).name]


def test_the_box_holds_30_cards_a_board_tokens_and_player_aids() -> None:
    total = {
        component.id: sum(card.count for card in component.cards)
        for component in GAME.kit.components
    }  # fmt: skip
    kinds = {component.kind for component in GAME.kit.components}

    assert total == {"wares": 30, "lane": 1, "strollers": 4, "coins": 60, "aid": 4}
    assert kinds == {"decks", "boards", "tokens", "aids"}
    assert len(market().phases) == 2
    assert GAME.kit.options


@pytest.mark.slow
def test_the_kit_has_no_problem_and_no_warning() -> None:
    assert [str(problem) for problem in check_kit(GAME.folder)] == []


def test_the_scenarios_prove_every_rule_and_every_value_of_the_option() -> None:
    GAME.proves_every_rule("NM-Q1", "crowd", {"pay", "share"})


@pytest.mark.parametrize("file", ["night_market_rules.py", "data/night-market/rules.md.j2"])
def test_every_rule_is_cited_in_the_code_and_in_the_rule_sheet(file: str) -> None:
    GAME.cites_every_rule(GAME.project / file)


@pytest.mark.parametrize(
    ("players", "crowd"),
    [
        (2, "pay"),
        (4, "share"),
        *(pytest.param(*table, marks=pytest.mark.slow) for table in ((2, "share"), (3, "pay"), (4, "pay"))),
    ],
)
def test_the_game_keeps_the_contract(players: int, crowd: str) -> None:
    keeps_the_contract(market(players=players, options={"crowd": crowd}), range(2))


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
@pytest.mark.thorough
def test_the_rules_of_the_samples_are_typed_strictly() -> None:
    files = [str(GAME.file), str(HARBOUR.file)]
    words = [sys.executable, "-m", "mypy", "--strict", *files]

    done = subprocess.run(words, cwd=SAMPLES.parents[1], capture_output=True, text=True, check=False)

    assert done.returncode == 0, done.stdout
