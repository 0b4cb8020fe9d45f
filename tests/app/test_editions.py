"""Editions of a kit on other papers, in other looks: a change outdates them, and nobody removes them unasked."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest
from typer.testing import CliRunner

from cardgen.app.cli import app
from tests.app.test_build import SAMPLE


def run(folder: Path, *more: str) -> str:
    out = folder.parent / "out"
    args = ["build", str(folder), "--out", str(out), *more]
    result = CliRunner().invoke(app, args)
    assert result.exit_code == 0, result.output
    return result.output


def there(folder: Path) -> set[str]:
    return {path.name for path in (folder.parent / "out" / "harbour").glob("*.pdf")}


def listed(folder: Path) -> dict[str, bool]:
    data = json.loads((folder.parent / "out" / "harbour" / "kit.json").read_text("utf-8"))
    return {name: build.get("outdated", False) for name, build in data["builds"].items()}


@pytest.fixture(scope="module")
def once(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = Path(shutil.copytree(SAMPLE, tmp_path_factory.mktemp("once") / "harbour"))
    run(folder)
    run(folder, "--look", "low-ink")
    text = (folder / "cargo.yaml").read_text("utf-8")
    (folder / "cargo.yaml").write_text(text.replace("Herring", "Hering", 1), "utf-8")
    return folder


@pytest.fixture
def kit(once: Path, tmp_path: Path) -> Path:
    """A kit that was built for A4 and in low ink, and has changed since."""
    return Path(shutil.copytree(once.parent, tmp_path, dirs_exist_ok=True)) / "harbour"


def test_editions_that_are_outdated_stay_and_are_named(kit: Path) -> None:
    before = there(kit)

    said = run(kit, "--paper", "letter")

    assert before < there(kit)
    assert "outdated: pdf a4, pdf a4-low-ink; --all-editions builds them again, --clean removes them" in said
    assert listed(kit) == {"pdf a4": True, "pdf a4-low-ink": True, "pdf letter": False}
    again = run(kit, "--paper", "letter")
    assert "up to date" in again
    assert "outdated: pdf a4, pdf a4-low-ink;" in again
    document = json.loads(run(kit, "--paper", "letter", "--force", "--json"))
    assert document["built"][0]["outdated"] == ["pdf a4", "pdf a4-low-ink"]


def test_all_editions_are_built_again(kit: Path) -> None:
    said = run(kit, "--all-editions")

    assert listed(kit) == {"pdf a4": False, "pdf a4-low-ink": False}
    assert said.count("files in") == 2


def test_clean_removes_outdated_editions_and_nothing_that_somebody_has_changed(kit: Path) -> None:
    own = kit.parent / "out" / "harbour" / "harbour-kit-a4-low-ink.pdf"
    own.write_bytes(b"mine")

    said = run(kit, "--paper", "letter", "--clean")

    assert "outdated:" not in said
    assert listed(kit) == {"pdf letter": False}
    assert {name for name in there(kit) if "letter" not in name} <= {
        own.name,
        "harbour-rules-low-ink.pdf",
    } | {"harbour-rules.pdf"}
    assert own.read_bytes() == b"mine"


def test_an_earlier_state_that_comes_back_is_not_taken_for_up_to_date_by_its_outdated_mark(kit: Path) -> None:
    run(kit, "--paper", "letter")
    text = (kit / "cargo.yaml").read_text("utf-8")
    (kit / "cargo.yaml").write_text(text.replace("Hering", "Herring", 1), "utf-8")

    run(kit)

    assert listed(kit)["pdf a4"] is False


@pytest.mark.parametrize("damage", ["paper", "backs", "options", "offset", "margin"])
def test_settings_that_somebody_damaged_build_nothing(damage: str, kit: Path) -> None:
    file = kit.parent / "out" / "harbour" / "kit.json"
    data = json.loads(file.read_text("utf-8"))
    data["builds"]["pdf a4-low-ink"]["settings"][damage] = "no"
    file.write_text(json.dumps(data), "utf-8")

    assert run(kit, "--all-editions").count("files in") == 1
