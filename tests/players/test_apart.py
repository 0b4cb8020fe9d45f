"""A player in a process of its own gets its view and nothing else, and cannot do more harm than to lose."""

from __future__ import annotations

import shutil
import sys
from pathlib import Path
from typing import Any

import pytest

from cardgen.base.projects import trust
from cardgen.engine import EVERYTHING, GameBroken, play_game
from cardgen.games import make_game
from cardgen.players import Apart, make_bot
from cardgen.source import load_kit
from tests.games.kits import kit_of
from tests.many import slow
from tests.stranger import PROJECT

SPY = """
import gc, sys
from cardgen.engine import State

class Spy:
    def choose(self, view, moves, rng):
        found = [thing for thing in gc.get_objects() if isinstance(thing, State)]
        frame = sys._getframe()
        while frame:
            found += [value for value in frame.f_locals.values() if isinstance(value, State)]
            frame = frame.f_back
        if any(state.viewer < 0 for state in found):
            raise RuntimeError("the truth")
        return next(iter(moves))

class Noisy:
    def choose(self, view, moves, rng):
        print("thinking aloud", flush=True)
        return next(iter(moves))

class Wrong:
    def choose(self, view, moves, rng):
        return ("sinks", 1)

class Raises:
    def choose(self, view, moves, rng):
        return 1 // 0

class Leaves:
    def choose(self, view, moves, rng):
        import os
        os._exit(3)

class Sleeps:
    def choose(self, view, moves, rng):
        import time
        time.sleep(60)
"""
NAMES = ("Spy", "Noisy", "Wrong", "Raises", "Leaves", "Sleeps")


@pytest.fixture
def game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Any:
    """Harbour for two, in a project that has strange players."""
    project = tmp_path / "harbour"
    shutil.copytree(PROJECT, project)
    (project / "strangers.py").write_text(SPY, "utf-8")
    entries = "".join(f'{name.lower()} = "strangers:{name}"\n' for name in NAMES)
    file = project / "pyproject.toml"
    before = '[project.entry-points."cardgen.bots"]\n'
    file.write_text(file.read_text("utf-8").replace(before, before + entries), "utf-8")
    monkeypatch.chdir(project)
    monkeypatch.setenv("CARDGEN_CONFIG", str(tmp_path / "config"))
    monkeypatch.setattr("cardgen.engine.telling.DECLARED", [])
    monkeypatch.setattr(sys, "path", [*sys.path])
    for module in ("harbour_rules", "harbour_bots", "strangers"):
        monkeypatch.setitem(sys.modules, module, None)  # type: ignore[arg-type]
        del sys.modules[module]
    trust(project)
    return make_game(load_kit(project / "data" / "harbour"), 2)


def test_a_game_is_the_same_whether_its_players_sit_apart_or_not() -> None:
    game = make_game(kit_of("biergarten"), 2)
    bots = [make_bot(game, "apart:greedy"), make_bot(game, "apart:random")]
    ends = [play_game(game, seed, bots) for seed in (1, 2)]
    ours = [make_bot(game, "greedy"), make_bot(game, "random")]
    assert [end.to_dict() for end in ends[:1]] == [play_game(game, 1, ours).to_dict()]
    for bot in bots:
        assert isinstance(bot, Apart)
        bot.leave()


def test_who_looks_for_the_truth_finds_it_here_and_not_there(game: Any) -> None:
    with pytest.raises(GameBroken, match="the truth"):
        play_game(game, 1, [make_bot(game, "spy"), game.greedy()])
    assert play_game(game, 1, [make_bot(game, "apart:spy"), game.greedy()]).viewer == EVERYTHING


def test_what_a_player_prints_is_no_answer(game: Any) -> None:
    assert game.over(play_game(game, 1, [make_bot(game, "apart:noisy"), game.greedy()]))


@pytest.mark.parametrize(
    ("name", "says"),
    [
        ("raises", "Raises.choose raises ZeroDivisionError: integer division or modulo by zero"),
        slow("wrong", "the bot 'apart:wrong' chooses what is not allowed"),
        slow("leaves", "the bot 'leaves' has left its process"),
        slow("sleeps", "the bot 'sleeps' was still thinking after 0.5 seconds"),
    ],
)
def test_a_player_that_fails_is_told_with_the_game(
    game: Any, monkeypatch: pytest.MonkeyPatch, name: str, says: str
) -> None:
    if name == "sleeps":
        monkeypatch.setattr("cardgen.players.apart._PATIENCE", 0.5)
    bot = make_bot(game, f"apart:{name}")
    with pytest.raises(GameBroken) as caught:
        play_game(game, 1, [bot, game.greedy()])
    (problem,) = caught.value.problems
    assert problem.message.startswith(says)
    assert "seed 1" in problem.trail
    if name == "raises":
        assert problem.where
        assert problem.where.file.endswith("strangers.py")


def test_its_process_ends_with_it(game: Any) -> None:
    bot = make_bot(game, "apart:noisy")
    assert isinstance(bot, Apart)
    play_game(game, 1, [bot, game.greedy()])
    process: Any = bot._process
    assert process.poll() is None
    del bot
    assert process.poll() is not None
