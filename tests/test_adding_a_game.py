"""The walkthrough in docs/adding-a-game.md works: its commands, its excerpts, and the game that it makes."""

from __future__ import annotations

import os
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from cardgen.engine import RandomBot, play_game
from tests.engine import contract
from tests.sample_game import HARBOUR, keeps_the_contract

ROOT = Path(__file__).parent.parent
PROJECT = HARBOUR.project
PAGE = (ROOT / "docs" / "adding-a-game.md").read_text("utf-8")
BLOCKS = re.findall(r"^```(\w+)\n(.*?)^```$", PAGE, re.M | re.S)


def squeezed(text: str) -> str:
    """The lines of a text without their indentation."""
    return "\n".join(line.strip() for line in text.strip().splitlines())


# -- the page


def carried_out(command: str, project: Path) -> str:
    """What a command of the page prints, given in the project's folder."""
    words = shlex.split(command)
    assert words[0] == "cardgen"
    done = subprocess.run(
        [sys.executable, "-m", "cardgen.app.cli", *words[1:]],
        cwd=project,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, f"{command}\n{done.stdout}{done.stderr}"
    return done.stdout + done.stderr


@pytest.mark.slow
@pytest.mark.thorough
def test_the_commands_of_the_page_work_in_their_order_and_print_what_it_shows(tmp_path: Path) -> None:
    project = Path(shutil.copytree(PROJECT, tmp_path / "harbour-project"))
    printed = ""
    given = []
    for kind, text in BLOCKS:
        if kind == "sh":
            given += text.splitlines()
            printed = "".join(carried_out(command, project) for command in text.splitlines())
        elif kind == "text":
            assert [line for line in text.splitlines() if line not in printed] == [], printed

    used = {command.split()[1] for command in given if command.startswith("cardgen")}
    assert {"build", "check", "scenario", "simulate", "replay"} <= used
    assert (project / "output" / "harbour" / "harbour-kit-a4.pdf").is_file()
    assert (project / "report.json").is_file()


def test_without_the_package_the_kit_can_be_printed_but_not_played(tmp_path: Path) -> None:
    project = Path(shutil.copytree(PROJECT, tmp_path / "harbour-project"))
    words = [sys.executable, "-m", "cardgen.app.cli", "simulate", "harbour"]

    done = subprocess.run(words, cwd=project, capture_output=True, text=True, check=False)

    assert done.returncode == 1
    assert (
        "the rules of 'harbour' may not run yet: look at harbour_rules.py, then: cardgen trust" in done.stderr
    )


@pytest.mark.parametrize("page", ["adding-a-game.md", "making-a-kit.md"])
def test_every_excerpt_stands_word_for_word_in_the_sample(page: str) -> None:
    text = (ROOT / "docs" / page).read_text("utf-8")
    excerpts = re.findall(r"^```(?:yaml|python|toml|xml|jinja)\n(.*?)^```$", text, re.M | re.S)
    files = [
        p
        for p in PROJECT.parent.rglob("*-project/**/*")
        if p.suffix in {".yaml", ".py", ".toml", ".svg", ".j2"}
    ]
    sources = [squeezed(path.read_text("utf-8")) for path in files]

    assert excerpts
    assert [e for e in excerpts if not any(squeezed(e) in source for source in sources)] == []


# -- the game


harbour = HARBOUR.game
EVERY_TABLE = [
    pytest.param(players, {"tide": tide}, id=f"{players}-{tide}")
    for players in HARBOUR.kit.players.counts
    for tide in HARBOUR.kit.options["tide"].choices
]


@pytest.mark.parametrize(("players", "options"), EVERY_TABLE)
def test_the_sample_game_keeps_the_contract(players: int, options: dict[str, object]) -> None:
    game = harbour("harbour", players, options)
    keeps_the_contract(game, range(6))
    contract.sampled_worlds_are_no_better_than_chance(game, range(10, 60))


def test_a_fast_tide_makes_some_games_shorter() -> None:
    slow, fast = (harbour("harbour", 2, {"tide": tide}) for tide in ("slow", "fast"))
    lengths = [[g.rounds(play_game(g, seed, [g.greedy()] * 2)) for seed in range(40)] for g in (slow, fast)]

    assert all(quick <= long for long, quick in zip(*lengths, strict=True))
    assert sum(lengths[1]) < sum(lengths[0])


def test_the_greedy_player_beats_the_one_who_plays_by_chance() -> None:
    game = harbour()
    wins = [game.winners(play_game(game, seed, [game.greedy(), RandomBot()])) for seed in range(60)]

    assert wins.count((0,)) > 45


def test_the_scenarios_prove_every_rule_and_every_value_of_the_option() -> None:
    HARBOUR.proves_every_rule("HB-Q1", "tide", {"slow", "fast"})


@pytest.mark.parametrize("file", ["harbour_rules.py", "data/harbour/rules.md.j2"])
def test_every_rule_is_cited_in_the_code_and_in_the_rule_sheet(file: str) -> None:
    HARBOUR.cites_every_rule(PROJECT / file)
