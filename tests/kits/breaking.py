"""Ways to break a copy of a kit, and the proof that its own checks notice."""

from __future__ import annotations

import re
import shutil
from collections.abc import Callable
from pathlib import Path

from cardgen.base.drawing import Drawing
from cardgen.base.errors import Problem
from cardgen.checks.composition import statement
from cardgen.checks.subject import Subject
from cardgen.source import load_kit

Change = Callable[[str], str]


def words(drawing: Drawing | None) -> list[str]:
    """Return every run of text on a face."""
    return [text.words for text in drawing.texts()] if drawing else []


def failures(folder: Path) -> list[Problem]:
    """Return the checks of the kit's own that fail."""
    return list(statement(Subject(load_kit(folder))))


def swap(old: str, new: str, count: int = 1) -> Change:
    """Return a change of one passage into another."""

    def change(text: str) -> str:
        assert old in text
        return text.replace(old, new, count)

    return change


def without(card_id: str) -> Change:
    """Return a change that takes a card out of a list."""

    def change(text: str) -> str:
        head, start, rest = text.partition(f"- id: {card_id}\n")
        assert start
        return head + re.sub(r"\A(?:  .*\n)+", "", rest)

    return change


def assert_a_check_fails(data: Path, scratch: Path, file: str, change: Change, said: str) -> None:
    """Break a copy of the kit; the check that says so must name its own file and line."""
    folder = scratch / data.name
    shutil.copytree(data, folder)
    target = folder / file
    target.write_text(change(target.read_text("utf-8")), "utf-8")
    found = [problem for problem in failures(folder) if said in problem.hint]
    assert found, [str(problem) for problem in failures(folder)]
    where = found[0].where
    assert where is not None
    assert where.file.endswith("game.yaml")
    line = (folder / "game.yaml").read_text("utf-8").splitlines()[where.line - 1]
    assert "that:" in line
