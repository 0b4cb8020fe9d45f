"""The walkthrough in docs/adding-a-game.md works: its commands and its excerpts. Its game: test_a_sixth_game.py."""

from __future__ import annotations

import os
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.sample_game import HARBOUR

ROOT = Path(__file__).parent.parent
PROJECT = HARBOUR.project
PAGE = (ROOT / "docs" / "adding-a-game.md").read_text("utf-8")
BLOCKS = re.findall(r"^```(\w+)\n(.*?)^```$", PAGE, re.M | re.S)


def squeezed(text: str) -> str:
    """The lines of a text without their indentation."""
    return "\n".join(line.strip() for line in text.strip().splitlines())


def carried_out(command: str, project: Path) -> str:
    """What a command of the page prints, given in the project's folder."""
    words = shlex.split(command)
    assert words[0] == "cardgen"
    done = subprocess.run(
        [sys.executable, "-m", "cardgen.app.cli", *words[1:]],
        cwd=project,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, f"{command}\n{done.stdout}{done.stderr}"
    return done.stdout + done.stderr


@pytest.mark.thorough
def test_the_commands_of_the_page_work_in_their_order_and_print_what_it_shows(tmp_path: Path) -> None:
    project = Path(shutil.copytree(PROJECT, tmp_path / "harbour-project"))
    printed = ""
    given = []
    for kind, text in BLOCKS:
        if kind == "sh":
            given += text.splitlines()
            printed = "".join(carried_out(command, project) for command in text.splitlines())
        elif kind == "text":
            assert [line for line in text.splitlines() if line not in printed] == [], printed

    used = {command.split()[1] for command in given if command.startswith("cardgen")}
    assert {"build", "check", "scenario", "simulate", "replay"} <= used
    assert (project / "output" / "harbour" / "harbour-kit-a4.pdf").is_file()
    assert (project / "report.json").is_file()


def test_without_the_package_the_kit_can_be_printed_but_not_played(tmp_path: Path) -> None:
    project = Path(shutil.copytree(PROJECT, tmp_path / "harbour-project"))
    words = [sys.executable, "-m", "cardgen.app.cli", "simulate", "harbour"]

    done = subprocess.run(words, cwd=project, capture_output=True, text=True, check=False)

    assert done.returncode == 1
    assert (
        "the rules of 'harbour' may not run yet: look at harbour_rules.py, then: cardgen trust" in done.stderr
    )


@pytest.mark.parametrize("page", ["adding-a-game.md", "making-a-kit.md", "effects.md"])
def test_every_excerpt_stands_word_for_word_in_the_sample(page: str) -> None:
    text = (ROOT / "docs" / page).read_text("utf-8")
    excerpts = re.findall(r"^```(?:yaml|python|toml|xml|jinja)\n(.*?)^```$", text, re.M | re.S)
    files = [
        p
        for p in PROJECT.parent.rglob("*-project/**/*")
        if p.suffix in {".yaml", ".py", ".toml", ".svg", ".j2"}
    ]
    sources = [squeezed(path.read_text("utf-8")) for path in files]

    assert excerpts
    assert [e for e in excerpts if not any(squeezed(e) in source for source in sources)] == []
