"""A child of ours imports from where we import, and from nowhere else."""

from __future__ import annotations

import ast
import sys
from pathlib import Path

import pytest

from cardgen.base import children


def test_a_child_has_our_path_works_in_our_folder_and_looks_nowhere_else(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", ["", *sys.path])
    monkeypatch.setenv("PYTHONPATH", ":")
    code = "import os, sys; sys.stdout.write(repr([os.getcwd(), sys.path, sys.flags.safe_path]))"
    child = children.start("builtins:exec", code)
    said, _ = child.communicate(timeout=30)
    folder, path, safe = ast.literal_eval(said.decode())
    assert (folder, safe) == (str(tmp_path), True)
    assert path == [place for place in sys.path if place]


def test_a_program_is_not_taken_from_the_working_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    program = tmp_path / "git"
    program.write_text("#!/bin/sh\necho mine\n")
    program.chmod(0o755)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("PATH", f".::{tmp_path / 'nowhere'}")
    assert children.program("git") is None
    monkeypatch.setenv("PATH", str(tmp_path))
    assert children.program("git") == str(program)
