"""Which kits are meant where none is named, and where a scenario finds its own."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Any

import pytest

from tests.stranger import PROJECT, installed

KIT = PROJECT / "data" / "harbour"


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A project with two kits, in a folder that is no one's."""
    for name in ("harbour", "anchorage"):
        folder = tmp_path / "ours" / "data" / name
        shutil.copytree(KIT, folder)
        game = folder / "game.yaml"
        game.write_text(game.read_text("utf-8").replace("game: harbour", f"game: {name}"), "utf-8")
    return tmp_path / "ours"


def listed(cardgen: Any, folder: Path, patch: pytest.MonkeyPatch, *words: str) -> list[str]:
    patch.chdir(folder)
    said = cardgen("list", *words)
    assert said.code == 0, said.err
    return [line.split()[0] for line in said.out.splitlines()]


@pytest.mark.parametrize(
    ("where", "kits"),
    [
        (".", ["anchorage", "harbour"]),
        ("data", ["anchorage", "harbour"]),
        ("data/harbour", ["harbour"]),
        ("data/harbour/faces", ["harbour"]),
    ],
)
def test_without_names_the_kit_around_or_all_in_data_are_meant(
    cardgen: Any, project: Path, monkeypatch: pytest.MonkeyPatch, where: str, kits: list[str]
) -> None:
    assert listed(cardgen, project / where, monkeypatch) == kits


@pytest.mark.slow
def test_in_a_kits_folder_it_is_found_by_its_name_and_so_are_its_neighbours(
    cardgen: Any, project: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(project / "data" / "harbour" / "faces")

    for name in ("harbour", "anchorage"):
        assert f"{name}: all checks pass" in cardgen("check", name, "--no-play").out
    assert "harbour: all checks pass" in cardgen("check", "--no-play").out


@pytest.mark.parametrize("command", ["list", "build", "check"])
def test_where_no_kit_is_cardgens_own_are_not_taken_instead(
    cardgen: Any, tmp_path: Path, command: str
) -> None:
    said = cardgen(command)

    assert said.code == 2
    assert said.err.startswith("error: there is no kit here: no game.yaml in this folder or above it")
    assert "--shipped" in said.err
    assert list(tmp_path.iterdir()) == []


def test_the_games_of_cardgen_are_named_by_a_word(
    cardgen: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert "biergarten" in listed(cardgen, tmp_path, monkeypatch, "--shipped")
    assert len(listed(cardgen, tmp_path, monkeypatch, "--shipped")) == 5


@pytest.mark.parametrize(
    "words",
    [("list",), ("build",), ("build", "biergarten"), ("check",), ("rules", "cheers"), ("simulate", "cheers"), ("replay", "x")],
)  # fmt: skip
def test_a_data_folder_that_is_not_there_is_wrong_usage(cardgen: Any, words: tuple[str, ...]) -> None:
    said = cardgen(*words, "--data", "nowhere")

    assert (said.code, said.err) == (2, "error: --data: there is no folder 'nowhere'\n")


def test_a_data_folder_that_is_named_holds_all_kits_that_are_meant(
    cardgen: Any, project: Path, tmp_path: Path
) -> None:
    data = str(project / "data")

    assert "anchorage" in cardgen("list", "--data", data).out
    said = cardgen("check", "biergarten", "--data", data)
    assert (said.code, "no game 'biergarten' (known: anchorage, harbour)" in said.err) == (2, True)
    (tmp_path / "empty").mkdir()
    assert "no games in empty/" in cardgen("list", "--data", "empty").err


@pytest.mark.slow
def test_a_scenario_finds_its_kit_from_its_own_place(
    cardgen: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    installed(tmp_path / "harbour-project", monkeypatch)
    scenarios = tmp_path / "harbour-project" / "data" / "harbour" / "scenarios"
    elsewhere = tmp_path / "harbour-project" / "tests" / "more.yaml"
    elsewhere.parent.mkdir()
    shutil.copy(scenarios / "harbour.yaml", elsewhere)

    for file in (scenarios / "harbour.yaml", elsewhere):
        said = cardgen("scenario", str(file))  # from a folder without kits
        assert (said.code, said.err) == (0, "")
    monkeypatch.chdir(scenarios)
    assert cardgen("scenario", "harbour.yaml").code == 0


@pytest.mark.slow
def test_scenarios_of_a_game_without_rules_are_told_and_not_left_out(
    cardgen: Any, project: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(project)

    said = cardgen("check", "anchorage")

    assert said.code == 1
    place = "data/anchorage/scenarios/harbour.yaml"
    assert f"{place}: error: these scenarios prove nothing: there are no rules for 'anchorage'" in said.err
    assert cardgen("check", "anchorage", "--no-play").code == 0
