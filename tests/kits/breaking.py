"""Ways to break a copy of a kit, and the proof that its own checks notice."""

from __future__ import annotations

import re
import shutil
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import yaml

from cardgen.base.drawing import Drawing
from cardgen.base.errors import Problem
from cardgen.checks.composition import statement
from cardgen.checks.subject import Subject
from cardgen.source import load_kit

BROKEN: dict[str, list[dict[str, Any]]] = yaml.safe_load(
    Path(__file__).with_name("broken.yaml").read_text("utf-8")
)


def words(drawing: Drawing | None) -> list[str]:
    """Return every run of text on a face."""
    return [text.words for text in drawing.texts()] if drawing else []


def failures(folder: Path) -> list[Problem]:
    """Return the checks of the kit's own that fail."""
    return list(statement(Subject(load_kit(folder))))


def broken(text: str, row: Mapping[str, Any]) -> str:
    """Return the text of a file with the passage broken that a row of `broken.yaml` names."""
    if "find" in row:
        assert row["find"] in text
        return text.replace(row["find"], row["put"], row.get("times", 1))
    if "add" in row:
        return f"{text}{row['add']}\n"
    if "without" in row:
        head, start, rest = text.partition(f"- id: {row['without']}\n")
        assert start
        return head + re.sub(r"\A(?:  .*\n)+", "", rest)
    rank, suit, field, value = row["card"]
    found = re.search(rf'^  {field}: "\{{\{{ (.*) \}}\}}"$', text, re.MULTILINE)
    assert found
    new = f"{value} if rank == '{rank}' and suit == '{suit}' else ({found[1]})"
    return text.replace(found[0], f'  {field}: "{{{{ {new} }}}}"')


def copy_of(data: Path, scratch: Path, row: Mapping[str, Any]) -> Path:
    """Return the folder of a copy of a kit with one file broken."""
    folder = scratch / data.name
    shutil.copytree(data, folder)
    target = folder / row["in"]
    target.write_text(broken(target.read_text("utf-8"), row), "utf-8")
    return folder
