"""Which kits are meant where none is named, and where a scenario finds its own."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest

from cardgen.base.files import games_dir, real
from cardgen.studio.serve import choose
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
    said = cardgen.works("list", *words)
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


def test_in_a_kits_folder_it_is_found_by_its_name_and_so_are_its_neighbours(
    cardgen: Any, project: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(project / "data" / "harbour" / "faces")

    for name in ("harbour", "anchorage"):
        assert f"{name}: all checks pass" in cardgen("check", name, "--no-play").out
    assert "harbour: all checks pass" in cardgen("check", "--no-play").out


@pytest.mark.parametrize("command", ["build", "check"])
def test_where_no_kit_is_cardgens_own_are_not_taken_instead(
    cardgen: Any, tmp_path: Path, command: str
) -> None:
    said = cardgen.fails(command, code=2)
    assert said.err.startswith("error: there is no kit here: no game.yaml in this folder or above it")
    assert "--shipped" in said.err
    assert list(tmp_path.iterdir()) == []


@pytest.fixture
def one(project: Path) -> Path:
    """A project with one kit, as `cardgen new` makes it, in the folder where somebody works."""
    shutil.rmtree(project / "data" / "anchorage")
    return project.rename(project.with_name("harbour-project"))


@pytest.mark.parametrize(
    "said", ["harbour-project", "harbour-project/", "harbour-project/data", "harbour-project/data/harbour"]
)
@pytest.mark.parametrize("absolute", [False, True], ids=["relative", "absolute"])
def test_a_project_a_folder_of_kits_and_a_kits_folder_name_the_kit(
    cardgen: Any, one: Path, monkeypatch: pytest.MonkeyPatch, said: str, absolute: bool
) -> None:
    monkeypatch.chdir(one.parent)
    said = str(one.parent / said) if absolute else said

    sheet = cardgen("rules", said)  # of one game
    assert (sheet.code, sheet.out[:9]) == (0, "# Harbour")
    assert "nothing is different" in cardgen("diff", said, said).out
    checked = cardgen("check", said, "--no-play")  # of many
    assert (checked.code, checked.out) == (0, "harbour: all checks pass\n")
    monkeypatch.chdir(one / "data" / "harbour")
    assert "game.yaml" not in cardgen("rules", "nosuch").err  # is no game
    monkeypatch.chdir(one.parent)
    refused = cardgen("compare", said, "--a", said, "--b", "nonsense")
    assert "'nonsense'" in refused.err  # --a was read
    chosen = choose(said, Path("data"))
    assert chosen
    assert (chosen.first, [real(kit) for kit in chosen.kits]) == ("harbour", [one / "data" / "harbour"])


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("rules", "ours"), "error: which game? ours holds 2: ours/data/anchorage, ours/data/harbour\n"),
        (("rules", "our"), "error: no game 'our' (did you mean 'ours'?)\n"),
    ],
)
def test_a_word_that_means_several_or_none_says_what_is_there(
    cardgen: Any, project: Path, monkeypatch: pytest.MonkeyPatch, words: tuple[str, ...], said: str
) -> None:
    monkeypatch.chdir(project.parent)

    done = cardgen(*words)
    assert (done.code, done.out, done.err) == (2, "", said)


def test_a_project_of_two_kits_is_checked_whole(
    cardgen: Any, project: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(project.parent)

    done = cardgen("check", "ours", "ours/data/harbour", "--no-play")  # one of them twice
    assert done.out == "anchorage: all checks pass\nharbour: all checks pass\n"


@pytest.mark.parametrize("where", ["data/harbour", "data/harbour/faces"])
def test_results_lie_beside_the_project_and_never_in_a_kits_folder(
    cardgen: Any, one: Path, monkeypatch: pytest.MonkeyPatch, where: str
) -> None:
    monkeypatch.chdir(one / where)

    cardgen.works("build", "--only", "rules")
    assert list(one.glob("output/harbour/*.pdf"))
    assert not list((one / "data").rglob("output"))
    assert real(games_dir()) == one / "output" / "games"


@pytest.mark.parametrize("form", ["md", "html"])
def test_a_sheet_goes_to_the_folder_that_is_named(
    cardgen: Any, one: Path, monkeypatch: pytest.MonkeyPatch, form: str
) -> None:
    monkeypatch.chdir(one)

    done = cardgen("rules", "harbour", "--format", form, "--out", "there")
    assert (done.code, done.out) == (0, f"there/harbour/harbour-rules.{form}\n")
    shown = cardgen("rules", "harbour", "--format", form).out
    assert (one / done.out.strip()).read_text("utf-8") == shown.removesuffix("\n")


def test_where_no_kit_is_those_of_cardgen_are_listed(cardgen: Any, tmp_path: Path) -> None:
    said = cardgen("list")

    assert (said.code, len(said.out.splitlines())) == (0, 5)
    assert said.err == "There is no kit here. These games come with cardgen:\n"


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
    said = cardgen("rules", "biergarten", "--data", data)
    assert (said.code, "no game 'biergarten' (known: anchorage, harbour)" in said.err) == (2, True)
    (tmp_path / "empty").mkdir()
    assert "no games in empty/" in cardgen("list", "--data", "empty").err


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
    cardgen.works("scenario", "harbour.yaml")


def test_scenarios_of_a_game_without_rules_are_told_and_not_left_out(
    cardgen: Any, project: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(project)

    said = cardgen.fails("check", "anchorage")
    place = "data/anchorage/scenarios/harbour.yaml"
    assert f"{place}: error: these scenarios prove nothing: there are no rules for 'anchorage'" in said.err
    cardgen.works("check", "anchorage", "--no-play")


def test_a_folder_whose_name_is_not_utf8_is_a_folder_like_any_other(
    cardgen: Any, project: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    place = project.with_name("lat\udcfcn")
    try:
        project.rename(place)
    except (OSError, UnicodeError):
        pytest.skip("this system has no such names")
    monkeypatch.chdir(place)
    for words in (("init", "-q"), ("add", "."), ("commit", "-q", "-m", "before")):
        subprocess.run(["git", *words], check=True)
    for words in (
        "check --no-play",
        "build anchorage",
        "build anchorage --since HEAD",
        "diff HEAD anchorage",
    ):
        cardgen.works(*words.split())
