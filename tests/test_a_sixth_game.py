"""Harbour and Night Market, a game with a board, tokens and player aids: each in fewer than 150 lines, each proves itself."""

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
from tests.many import slow
from tests.sample_game import HARBOUR, NIGHT_MARKET, SAMPLES, SampleGame, keeps_the_contract

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


def test_the_kit_has_no_problem_and_no_warning() -> None:
    assert [str(problem) for problem in check_kit(GAME.folder)] == []


@pytest.mark.parametrize(
    ("sample", "ruling", "option", "values"),
    [(HARBOUR, "HB-Q1", "tide", {"slow", "fast"}), (GAME, "NM-Q1", "crowd", {"pay", "share"})],
    ids=["harbour", "night-market"],
)
def test_a_sample_proves_and_cites_every_rule_and_every_value_of_its_option(
    sample: SampleGame, ruling: str, option: str, values: set[str]
) -> None:
    sample.proves_every_rule(ruling, option, values)
    sample.cites_every_rule(sample.file)
    sample.cites_every_rule(sample.folder / "rules.md.j2")


TABLES = [
    *((HARBOUR, n, {"tide": tide}) for n, tide in ((2, "fast"), (3, "slow"), (4, "fast"))),
    (GAME, 2, {"crowd": "pay"}),
    (GAME, 4, {"crowd": "share"}),
    *(slow(HARBOUR, n, {"tide": tide}) for n, tide in ((2, "slow"), (3, "fast"), (4, "slow"))),
    *(slow(GAME, n, {"crowd": crowd}) for n, crowd in ((2, "share"), (3, "pay"), (4, "pay"))),
]


@pytest.mark.parametrize(("sample", "players", "options"), TABLES)
def test_the_game_keeps_the_contract(sample: SampleGame, players: int, options: dict[str, str]) -> None:
    keeps_the_contract(sample.game(players=players, options=options), range(2))


@pytest.mark.parametrize(("sample", "players"), [(HARBOUR, 2), (HARBOUR, 4), (GAME, 3)])
def test_sampled_worlds_are_no_better_than_chance(sample: SampleGame, players: int) -> None:
    contract.sampled_worlds_are_no_better_than_chance(sample.game(players=players), range(10, 60))


def test_a_saved_game_is_played_again_to_the_same_end() -> None:
    game = market(players=3)
    saved = play_and_save(game, 7, [game.greedy()] * 3)

    end = replay(game, saved)

    assert end.phase is OVER
    assert tuple(game.scores(end)) == saved.scores


def test_a_fast_tide_makes_some_games_shorter() -> None:
    slow, fast = (HARBOUR.game(options={"tide": tide}) for tide in ("slow", "fast"))
    lengths = [[g.rounds(play_game(g, seed, [g.greedy()] * 2)) for seed in range(40)] for g in (slow, fast)]

    assert all(quick <= long for long, quick in zip(*lengths, strict=True))
    assert sum(lengths[1]) < sum(lengths[0])


@pytest.mark.parametrize(
    ("sample", "players", "games", "share"),
    [(HARBOUR, 2, 60, 0.6), slow(GAME, 2, 200, 0.8), slow(GAME, 4, 200, 0.55)],
)
def test_the_greedy_player_beats_those_who_play_by_chance(
    sample: SampleGame, players: int, games: int, share: float
) -> None:
    game = sample.game(players=players)
    wins = 0
    for seed in range(games):
        seat = seed % players
        bots = [game.greedy() if n == seat else RandomBot() for n in range(players)]
        wins += game.winners(play_game(game, seed, bots)) == (seat,)

    assert wilson(wins, games).low > share


def test_two_good_players_have_the_same_chance_wherever_they_sit() -> None:
    game = market()
    first = sum(game.winners(play_game(game, seed, [game.greedy()] * 2)) == (0,) for seed in range(300))

    assert wilson(first, 300).low < 0.5 < wilson(first, 300).high


@pytest.mark.thorough
def test_the_rules_of_the_samples_are_typed_strictly() -> None:
    files = [str(GAME.file), str(HARBOUR.file)]
    words = [sys.executable, "-m", "mypy", "--strict", *files]

    done = subprocess.run(words, cwd=SAMPLES.parents[1], capture_output=True, text=True, check=False)

    assert done.returncode == 0, done.stdout
