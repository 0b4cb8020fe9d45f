"""What `make release` refuses and lists; benchmarks/release.py is the whole way, and takes minutes."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from benchmarks import release


def test_a_tree_with_changes_is_refused_before_anything_is_built(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    subprocess.run(["git", "init", "-q", tmp_path], check=True)
    assert release.changes(tmp_path) == ""
    (tmp_path / "notes.txt").write_text("not committed", "utf-8")
    monkeypatch.setattr(release, "ROOT", tmp_path)
    monkeypatch.setattr(release, "run", lambda *_, **__: pytest.fail("began all the same"))

    assert release.main() == 1
    assert "notes.txt" in capsys.readouterr().err


def test_the_list_of_files_has_sizes_and_hashes(tmp_path: Path) -> None:
    (tmp_path / "a.whl").write_bytes(b"abc")
    (line,) = release.listing([tmp_path / "a.whl"])
    assert line.split() == [
        "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad",  # of "abc": FIPS 180-4
        "3",
        "a.whl",
    ]
