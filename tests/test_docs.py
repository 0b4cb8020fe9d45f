"""What the README and the manual say can be done."""

from __future__ import annotations

import os
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from PIL import Image

from benchmarks.pictures import IMAGES, MADE
from cardgen.app.cli import main
from cardgen.app.moving import BROWSERS
from cardgen.base.children import program

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text("utf-8")
COMMANDS = [
    line
    for block in re.findall(r"```sh\n(.*?)```", README, re.S)
    for line in block.splitlines()
    if line.strip()
]


def test_the_readme_begins_with_the_two_commands_and_a_picture() -> None:
    lines = [line for line in README.splitlines() if line.strip()]

    assert lines[1].split()[:2] == ["make", "kits"]
    assert lines[2].split()[:2] == ["make", "test"]
    assert lines[3].startswith("![")


@pytest.mark.thorough
def test_the_commands_of_the_readme_work_one_after_the_other(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("cardgen.app.play._CHECK_GAMES", 30)
    monkeypatch.setattr("cardgen.app.play._CONTRACT_SECONDS", 3)
    for folder in ("data", "seeds", "tests/scenarios"):
        shutil.copytree(ROOT / folder, tmp_path / folder)
    monkeypatch.chdir(tmp_path)
    assert len(COMMANDS) > 8

    for command in COMMANDS:
        monkeypatch.setattr(sys, "argv", shlex.split(command))
        with pytest.raises(SystemExit) as ended:
            main()
        assert ended.value.code in (0, None), f"{command}\n{capfd.readouterr().err}"


@pytest.mark.parametrize(
    "page",
    sorted(p.relative_to(ROOT).as_posix() for p in [ROOT / "README.md", *(ROOT / "docs").rglob("*.md")]),
)
def test_every_link_leads_somewhere(page: str) -> None:
    text = (ROOT / page).read_text("utf-8")
    links = re.findall(r"\]\((?!https?:|#)([^)#\s]+)", text)

    assert [link for link in links if not ((ROOT / page).parent / link).exists()] == []


def test_each_picture_of_the_manual_is_made_by_a_command() -> None:
    made = {one for names in MADE for name in names.split() for one in IMAGES.glob(name)}
    pages = [README, *(page.read_text("utf-8") for page in (ROOT / "docs").rglob("*.md"))]
    shown = {
        IMAGES / one for page in pages for one in re.findall(r"!\[[^]]*\]\((?:\S*/)?images/(\S+?)\)", page)
    }
    assert shown == made == {*IMAGES.rglob("*.*")}


@pytest.mark.thorough
@pytest.mark.parametrize("names", [names for names, by in MADE.items() if "-m benchmarks." in by])
def test_such_a_command_draws_its_pictures(tmp_path: Path, names: str) -> None:
    if "table" in names and not any(map(program, BROWSERS)):
        pytest.skip("the table is shown by a browser")
    images = tmp_path / "docs" / "images"
    images.mkdir(parents=True)
    shutil.copy(ROOT / "docs/templates.md", tmp_path / "docs")
    to = [] if "layouts" in names else [str(images)]
    run = [sys.executable, *shlex.split(MADE[names])[1:], *to]
    subprocess.run(run, cwd=ROOT, env={**os.environ, "CARDGEN_DOCS": str(tmp_path / "docs")}, check=True)
    for name in names.split():
        assert Image.open(images / name).size == Image.open(IMAGES / name).size
