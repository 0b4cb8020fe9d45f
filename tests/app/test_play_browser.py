"""`cardgen play --browser` sets up the table that was asked for, and refuses what it cannot do."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from cardgen.app import playing
from cardgen.app.cli import app
from cardgen.base.errors import CardgenError
from cardgen.studio.server import Studio
from cardgen.studio.tables import Tables
from tests.table.playing import table
from tests.table.served import DATA


@pytest.fixture
def served(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> list[Any]:
    """What is served, in place of a server: the words of the call, and the table that was set up."""
    asked: list[Any] = []

    def serve(folder: Path, kits: list[Path], *, set_up: Any = None, **more: Any) -> None:
        studio = Studio(folder, kits, "x" * 43, lambda: [])
        name = set_up(studio.tables) if set_up else None
        asked.append({**more, "sitting": studio.tables.open[name].sitting if name else None})
        studio.tables.close()

    monkeypatch.setattr("cardgen.studio.serve.serve", serve)
    monkeypatch.setattr(Tables.__init__, "__defaults__", (tmp_path / "games",))
    return asked


def run(*words: str) -> Any:
    return CliRunner().invoke(app, ["play", *words, "--data", str(DATA)])


def test_what_is_asked_for_is_set_up(served: list[Any]) -> None:
    words = "cheers --browser --players 4 --seats you,random --seed 5 --port 8555 --option mode=masquerade"
    done = run(*words.split())
    assert done.exit_code == 0, done.output
    (asked,) = served
    sitting = asked["sitting"]
    assert [seat.bot for seat in sitting.seats] == ["", "random", "random", "random"]
    assert (sitting.seed, sitting.game.options["mode"], asked["port"]) == (5, "masquerade", 8555)


def test_a_game_that_was_stopped_is_gone_on_with(served: list[Any], tmp_path: Path) -> None:
    begun = table("cheers", tmp_path / "My game.jsonl", players=3, bots=("", "random", "random"))
    done = run("--browser", "--resume", str(begun.journal.path))
    assert done.exit_code == 0, done.output
    assert served[0]["sitting"].seed == begun.seed


def test_without_a_table_there_is_the_lobby(served: list[Any]) -> None:
    assert run("cheers", "--browser").exit_code == 0
    assert served[0]["sitting"] is None


@pytest.mark.parametrize(
    ("words", "says"),
    [
        ("cheers --port 9000", "--port is for --browser"),
        ("cheers --browser --seats you,you --seed 4", "--seed deals for one person"),
        ("cheers --browser --players 40", "players"),
        ("cheers --browser --seats greedy", "--seats has no 'you'"),
        ("--browser --resume x.jsonl --seed 4", "--seed is for a new game"),
    ],
)
def test_what_cannot_be_is_wrong_usage(words: str, says: str, served: list[Any]) -> None:
    done = run(*words.split())
    assert (done.exit_code, served) == (2, [])
    assert says in done.output


def test_a_file_that_is_no_game_is_told(tmp_path: Path) -> None:
    (tmp_path / "a.jsonl").write_text("{}\n")
    with pytest.raises(CardgenError, match="no game of cardgen"):
        playing.game_of(tmp_path / "a.jsonl")
