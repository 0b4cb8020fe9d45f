"""What tests of the studio share: what is edited of a small kit."""

from __future__ import annotations

from pathlib import Path

import pytest

from cardgen.studio.edits import Edits
from tests.studio.small import small_kit


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A small kit, and a cache of its own."""
    monkeypatch.setenv("CARDGEN_CACHE", str(tmp_path / "cache"))
    return small_kit(tmp_path / "kits")


@pytest.fixture
def edits(folder: Path) -> Edits:
    return Edits(folder)
