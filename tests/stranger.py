"""Harbour as a stranger has it: a project of its own, installed, with mistakes in its rules as a test wants them."""

from __future__ import annotations

import importlib
import shutil
import sys
from pathlib import Path

import pytest

PROJECT = Path(__file__).parent / "samples" / "harbour-project"


def installed(folder: Path, patch: pytest.MonkeyPatch, *edits: tuple[str, str]) -> Path:
    """Copy the project here, change its rules, install them until the test ends, and return the file of the rules."""
    shutil.copytree(PROJECT, folder, dirs_exist_ok=True)
    rules = folder / "harbour_rules.py"
    text = rules.read_text("utf-8")
    for old, new in edits:
        assert old in text, old
        text = text.replace(old, new)
    rules.write_text(text, "utf-8")
    about = folder / "harbour-0.1.0.dist-info"
    about.mkdir()
    (about / "METADATA").write_text("Metadata-Version: 2.1\nName: harbour\nVersion: 0.1.0\n", "utf-8")
    entry = "[cardgen.games]\nharbour = harbour_rules:Harbour\n"
    (about / "entry_points.txt").write_text(entry, "utf-8")
    patch.syspath_prepend(str(folder))
    patch.setitem(sys.modules, "harbour_rules", None)  # whoever had it has it again afterwards
    del sys.modules["harbour_rules"]
    patch.setattr("cardgen.engine.telling.DECLARED", [])
    importlib.invalidate_caches()
    return rules


def line_of(rules: Path, text: str) -> int:
    """The line on which a text begins."""
    whole = rules.read_text("utf-8")
    return whole[: whole.index(text)].count("\n") + 1
