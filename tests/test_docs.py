"""What the README and the manual say can be done."""

from __future__ import annotations

import re
import shlex
import shutil
import sys
from pathlib import Path

import pytest

from cardgen.app.cli import main

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
