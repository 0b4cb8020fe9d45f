"""Players by name: ours, those that a package brings, and what is said where there is none."""

from __future__ import annotations

import importlib
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from cardgen import CardgenError, load_kit, make_game
from cardgen.base.errors import Location
from cardgen.base.projects import trust
from cardgen.engine import RandomBot
from cardgen.players import Apart, Ismcts, Rollout, known_bots, make_bot, patience
from cardgen.simulation import simulate
from tests.engine.toy import snatch
from tests.stranger import PROJECT, line_of

GAME = snatch(2)


@pytest.mark.parametrize(
    ("name", "kind", "is_called"),
    [
        ("random", RandomBot, "random"),
        ("rollout", Rollout, "rollout:6"),
        ("rollout:9", Rollout, "rollout:9"),
        ("ismcts", Ismcts, "ismcts:200ms"),
        ("ismcts:50ms", Ismcts, "ismcts:50ms"),
        ("ismcts:2s", Ismcts, "ismcts:2000ms"),
        ("ismcts:2000", Ismcts, "ismcts:2000"),
        ("apart:ismcts:7", Apart, "apart:ismcts:7"),
    ],
)
def test_a_name_is_a_player(name: str, kind: type[Any], is_called: str) -> None:
    bot = make_bot(GAME, name)
    assert type(bot) is kind
    assert bot.name == is_called


@pytest.mark.parametrize(
    ("name", "says"),
    [
        ("gredy", "no bot 'gredy' (did you mean 'greedy'?)"),
        (
            "ismcts:fast",
            "the bot 'ismcts:fast' is not understood, expected such as ismcts:200ms or ismcts:2000",
        ),
        ("ismcts:", "the bot 'ismcts:' is not understood, expected such as ismcts:200ms or ismcts:2000"),
        ("ismcts:0", "the bot 'ismcts:0' is not understood, expected such as ismcts:200ms or ismcts:2000"),
        ("rollout:5ms", "the bot 'rollout:5ms' counts worlds, expected such as rollout:6"),
        ("greedy:3", "the bot 'greedy' takes nothing after its name, but 'greedy:3' says '3'"),
        ("apart:gredy", "no bot 'gredy' (did you mean 'greedy'?)"),
    ],
)
def test_what_is_no_player_is_told(name: str, says: str) -> None:
    with pytest.raises(ValueError, match="bot") as caught:
        make_bot(GAME, name)
    assert str(caught.value) == says


def test_who_thinks_long_may() -> None:
    assert patience(GAME, ["greedy", "random"]) == 6.0
    assert patience(GAME, ["ismcts:10s", "greedy"]) > 16.0


# -- a project with players of its own


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Harbour's project, in which one works."""
    import shutil

    shutil.copytree(PROJECT, tmp_path / "harbour")
    monkeypatch.chdir(tmp_path / "harbour")
    monkeypatch.setenv("CARDGEN_CONFIG", str(tmp_path / "config"))
    monkeypatch.setattr("cardgen.engine.telling.DECLARED", [])
    monkeypatch.setattr(sys, "path", [*sys.path])
    for module in ("harbour_rules", "harbour_bots"):
        monkeypatch.setitem(sys.modules, module, None)  # type: ignore[arg-type]
        del sys.modules[module]
    importlib.invalidate_caches()
    return tmp_path / "harbour"


def harbour(project: Path) -> Any:
    return make_game(load_kit(project / "data" / "harbour"), 2)


def test_a_projects_players_may_play_when_its_python_may_run(project: Path) -> None:
    assert "skipper" not in known_bots()
    with pytest.raises(ValueError, match="no bot 'skipper'"):
        make_bot(GAME, "skipper")
    trust(project)
    assert "skipper" in known_bots()
    bot = make_bot(harbour(project), "skipper")
    assert (bot.name, bot.looks) == ("skipper", True), "a class that says neither has both"
    assert getattr(make_bot(harbour(project), "skipper:3"), "eager", 0) == 3.0
    with pytest.raises(ValueError, match="the bot 'skipper' plays harbour, not snatch"):
        make_bot(GAME, "skipper")


def test_a_projects_player_sits_down_in_a_simulation(project: Path) -> None:
    trust(project)
    kit = load_kit(project / "data" / "harbour")
    report = simulate(kit, 2, games=40, bots=("skipper", "random"), seed=1, jobs=1)
    assert report.bot_wins["skipper"].low > 0.5


@pytest.mark.parametrize(
    ("edit", "says", "line"),
    [
        (
            ("self.eager = float(eager)", "self.eager = 1 / 0"),
            "Skipper.__init__ raises ZeroDivisionError",
            "        self.eager",
        ),
        (
            ("class Skipper:", "class Captain:"),
            "the entry point skipper = 'harbour_bots:Skipper' names 'Skipper', which",
            0,
        ),
        (
            ("import random\n", "import randum\n"),
            "harbour_bots.py raises ModuleNotFoundError",
            "import randum",
        ),
        (
            ("def choose", "def chose"),
            "Skipper is no bot, expected a method choose(view, moves, rng)",
            "class Skipper",
        ),
    ],
    ids=["raises", "elsewhere", "import", "no-choose"],
)
def test_a_player_that_cannot_be_made_is_its_authors_problem(
    project: Path, edit: tuple[str, str], says: str, line: str
) -> None:
    trust(project, always=True)
    file = project / "harbour_bots.py"
    assert edit[0] in file.read_text("utf-8")
    file.write_text(file.read_text("utf-8").replace(*edit), "utf-8")
    with pytest.raises(CardgenError) as caught:
        make_bot(harbour(project), "skipper")
    (problem,) = caught.value.problems
    assert problem.message.startswith(says)
    assert not line or problem.where == Location("harbour_bots.py", line_of(file, line))


def test_the_command_line_asks_for_players_by_name(project: Path) -> None:
    trust(project)
    words = ["simulate", "harbour", "--players", "2", "--games", "4", "--jobs", "1", "--bots"]

    def said(bots: str) -> subprocess.CompletedProcess[str]:
        root = str(Path(__file__).parents[2])
        command = [sys.executable, "-m", "cardgen.app.cli", *words, bots]
        env = {**os.environ, "PYTHONPATH": root}
        return subprocess.run(command, env=env, capture_output=True, text=True, check=False)

    done = said("skipper:2,ismcts:8")
    assert done.returncode == 0, done.stderr
    assert "4 games, 2 players (skipper:2, ismcts:8)" in done.stdout
    done = said("skiper")
    assert done.returncode == 2
    assert "no bot 'skiper' (did you mean 'skipper'?)" in done.stderr
