"""What of a project may run: the modules that it names, as their user has seen them, and nothing beside them."""

from __future__ import annotations

import importlib
import os
import py_compile
import shutil
import stat
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from cardgen.app.start import begin
from cardgen.base.packages import brought
from cardgen.base.projects import changes, grants, is_trusted, settings_folder, trust
from tests.conftest import Cardgen
from tests.stranger import PROJECT


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Harbour's project, in which one works; what it imports is forgotten afterwards."""
    place = tmp_path / "harbour"
    shutil.copytree(PROJECT, place)
    monkeypatch.chdir(place)
    monkeypatch.setenv("CARDGEN_CONFIG", str(tmp_path / "config"))
    monkeypatch.setattr("cardgen.engine.telling.DECLARED", [])
    yield place
    for name in ("harbour_rules", "harbour_bots", "tides", "beside"):
        sys.modules.pop(name, None)


def edited(file: Path, more: str = "\nNEW = 1\n") -> None:
    file.write_text(file.read_text("utf-8") + more, "utf-8")


def test_what_has_changed_is_asked_again_with_the_difference(project: Path, cardgen: Cardgen) -> None:
    os.chdir(project)
    trust(project)
    assert is_trusted(project)
    edited(project / "harbour_rules.py")
    assert not is_trusted(project)
    assert "+NEW = 1" in [*changes(project)]
    said = cardgen("check", str(project / "data" / "harbour"))
    assert "harbour" not in brought("cardgen.games")
    del said
    os.chdir(project)
    done = cardgen("trust", str(project))
    assert "+NEW = 1" in done.out
    assert is_trusted(project)


def test_a_project_of_ones_own_may_change(project: Path) -> None:
    trust(project, always=True)
    edited(project / "harbour_rules.py")
    assert is_trusted(project)


def test_what_the_rules_import_from_the_project_is_asked_with_them(project: Path) -> None:
    (project / "tides.py").write_text("HIGH = 3\n")
    (project / "beside.py").write_text("raise SystemExit('run')\n")
    edited(project / "harbour_rules.py", "\nimport tides\n")
    trust(project)
    assert "harbour" in brought("cardgen.games")
    assert importlib.import_module("tides").HIGH == 3
    with pytest.raises(ModuleNotFoundError):
        importlib.import_module("beside")
    edited(project / "tides.py")
    assert not is_trusted(project)


def test_a_module_of_the_standard_library_is_not_taken_from_a_project(project: Path) -> None:
    (project / "colorsys.py").write_text("raise SystemExit('run')\n")
    file = project / "pyproject.toml"
    file.write_text(file.read_text("utf-8").replace("harbour_bots:Skipper", "colorsys:Skipper"), "utf-8")
    trust(project)
    brought("cardgen.games")
    sys.modules.pop("colorsys", None)
    assert not Path(str(importlib.import_module("colorsys").__file__)).is_relative_to(project)


def test_what_was_compiled_beside_it_is_not_run(project: Path, tmp_path: Path) -> None:
    evil = tmp_path / "evil.py"
    evil.write_text("raise SystemExit('run')\n")
    place = importlib.util.cache_from_source(str(project / "harbour_rules.py"))
    py_compile.compile(str(evil), place, invalidation_mode=py_compile.PycInvalidationMode.UNCHECKED_HASH)
    trust(project)
    brought("cardgen.games")
    assert importlib.import_module("harbour_rules").Harbour


def test_what_a_user_has_allowed_is_theirs_alone(project: Path) -> None:
    trust(project)
    kept = settings_folder() / "trusted-projects.json"
    assert stat.S_IMODE(kept.stat().st_mode) == 0o600
    kept.chmod(0o666)
    assert not is_trusted(project), "others could have written it"


def test_a_folder_with_a_line_break_in_its_name_allows_no_other(project: Path, tmp_path: Path) -> None:
    other = tmp_path / f"a\n{project.name}"
    shutil.copytree(PROJECT, other)
    trust(other)
    assert [grant.project for grant in grants()] == [other]
    assert not is_trusted(project)


def test_a_new_game_among_the_files_of_others_runs_nothing(tmp_path: Path, project: Path) -> None:
    place = tmp_path / "seven-seas"
    place.mkdir()
    (place / "theirs.py").write_text("")
    begun = begin(str(tmp_path / "seven-seas"), "2-4", "code", None, None)
    assert not is_trusted(begun.place)
    assert "    cardgen trust" in [*begun.next_steps()]


def test_the_list_says_what_may_run(project: Path, tmp_path: Path, cardgen: Cardgen) -> None:
    assert cardgen("trust", "--list").out == "no project's Python may run\n"
    trust(project)
    assert cardgen("trust", "--list").out == f"{project}: may run as it is\n"
    edited(project / "harbour_rules.py")
    assert "has changed and does not run" in cardgen("trust", "--list").out
    cardgen.works("trust", "--remove", str(project))
    assert grants() == []


def test_rules_that_are_not_run_are_shown(project: Path, cardgen: Cardgen) -> None:
    shutil.rmtree(project / "data" / "harbour" / "scenarios", ignore_errors=True)
    os.chdir(project)
    from cardgen.app.play import check_play, kit_named

    kit_named.cache_clear()
    kit = kit_named("data/harbour", Path("data"))
    (problem,) = check_play(kit, Path("data"), lambda said: None)
    assert problem.level == "warning"
    assert problem.message == "nothing was played: the rules in harbour_rules.py may not run yet"
