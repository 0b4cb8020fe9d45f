"""Where nobody looks the same games are played, though nothing is kept of who knows what."""

from __future__ import annotations

import pickle
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from cardgen.app.start import starters
from cardgen.base.errors import CardgenError
from cardgen.engine import RandomBot, Recorder, play_game
from cardgen.games import make_game
from cardgen.ruledata.blind import MEMORY
from cardgen.simulation import run
from cardgen.source import load_kit
from tests.conftest import Said
from tests.games.kits import kit_of
from tests.ruledata import test_bartender_2012, test_biergarten
from tests.ruledata.kits import NAMES, changed, copied, table

SHIPPED = {"auction-hearts": 4, "bartender-aarwares": 3}
BESIDE = {"biergarten": test_biergarten, "bartender-2012": test_bartender_2012}


def beside(name: str, players: int, options: dict[str, Any], place: Path) -> Any:
    """Return a game as data, that which ships or one beside its Python."""
    if name not in BESIDE:
        return make_game(kit_of(name), players, options)
    made = BESIDE[name].kind_of(place)
    kind, kit = made if isinstance(made, tuple) else (made, kit_of(name))
    return kind(kit, players, options)


def course(game: Any, seed: int) -> Iterator[Any]:
    """Yield each table of a game of random players, and how it ended."""
    fields = [name for name in game.blind.state.fields if name not in game.blind.module.unread]
    tables: list[Any] = []

    def watch(s: Any, move: Any, _: Any) -> None:
        tables.append((move, {name: repr(getattr(s, name)) for name in fields}))

    end = play_game(game, seed, [RandomBot() for _ in game.names], watch=watch, listed=False)
    yield from tables
    yield game.scores(end), game.winners(end), game.ending(end), game.rounds(end), game.sides(end)
    yield {name: repr(getattr(end, name)) for name in fields}


def plays_the_same(game: Any, seeds: range) -> None:
    assert game.blind is not game
    for seed in seeds:
        assert [*course(game, seed)] == [*course(game.blind, seed)], (game.slug, game.players, seed)


@pytest.mark.parametrize("name", [*NAMES, *SHIPPED])
def test_a_game_is_the_same_where_nobody_looks(name: str) -> None:
    game = make_game(kit_of(name), SHIPPED[name]) if name in SHIPPED else table(name)
    plays_the_same(game, range(3))


@pytest.mark.parametrize("name", [*starters()])
def test_a_starter_is_the_same_where_nobody_looks(
    name: str, cardgen: Callable[..., Said], tmp_path: Path
) -> None:
    assert cardgen("new", "mine", "--starter", name).code == 0
    kit = load_kit(next(tmp_path.rglob("game.yaml")).parent)
    plays_the_same(make_game(kit, kit.players.max), range(3))


@pytest.mark.parametrize(
    ("name", "players", "options"),
    [
        ("cheers", 3, {}),
        ("cheers", 6, {"mode": "masquerade", "masq_opponent_rule": True}),
        ("cheers", 4, {"mode": "master", "declare": "manual"}),
        ("biergarten", 2, {}),
        ("bartender-2012", 3, {}),
        ("bartender-2012", 6, {}),
    ],
)
def test_a_great_game_is_the_same_where_nobody_looks(
    tmp_path: Path, name: str, players: int, options: dict[str, Any]
) -> None:
    plays_the_same(beside(name, players, options, tmp_path), range(6))


def test_a_report_is_the_same_where_nobody_looks(
    cardgen: Callable[..., Said], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    blind, play, reports = set[bool](), run.play_game, []
    monkeypatch.setattr(run, "play_game", lambda game, *given, **how: (blind.add(game.is_blind), play(game, *given, **how))[1])  # fmt: skip
    for pays in (10**6, 0):
        monkeypatch.setattr(run, "_PAYS", pays)
        said = (
            "simulate",
            "auction-hearts",
            "--games",
            "70",
            "--bots",
            "random",
            "--jobs",
            "1",
            "--json",
            "report.json",
        )
        assert cardgen(*said).code == 0
        reports.append((tmp_path / "report.json").read_bytes())
        assert blind == ({False} if pays else {False, True})
    assert reports[0] == reports[1]


@pytest.mark.parametrize(("write", "kept"), [("die", False), ("roll(2)", True)])
def test_only_what_no_rule_asks_for_is_not_written(tmp_path: Path, write: str, kept: bool) -> None:
    folder = copied("pig", tmp_path)
    changed(folder, "  pot: 0", "  pot: 0\n  threw: 0\n  lost: 0")
    changed(folder, "- add die to pot", f"- add die to pot\n          - set threw to {write}")
    changed(
        folder,
        "- set pot to 0\n            - tell",
        "- add pot to lost\n            - set pot to 0\n            - tell",
    )
    changed(folder, "            - next turn", "            - next turn\n          - if lost > 60: [end]")
    kit = load_kit(folder)
    game = make_game(kit, 2)
    plays_the_same(game, range(4))
    assert "lost" not in game.blind.module.unread
    assert ("s.threw =" in game.blind.module.source) is kept


def test_nobody_can_look_there() -> None:
    game = make_game(kit_of("auction-hearts"), 4).blind
    s = game.deal(1)
    assert game.blind is game
    assert not {*MEMORY}.intersection(s.to_dict())
    for look in (
        game.public,
        lambda s: game.view(s, 0),
        lambda s: game.sample_world(s, None),
        pickle.dumps,
        lambda s: s.copy(),
    ):
        with pytest.raises(TypeError, match="nobody looks at this table"):
            look(s)
    with pytest.raises(CardgenError, match="nobody looks at this table"):
        play_game(game, 1, [RandomBot() for _ in game.names], tell=Recorder().tell)
    with pytest.raises(TypeError, match="nobody looks"):
        pickle.dumps(game)
