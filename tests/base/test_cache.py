"""Caches hold code that will be run: what others may write there is neither read nor added to."""

from __future__ import annotations

from pathlib import Path

import pytest

from cardgen.base.cache import is_private, keep, read_kept


def test_what_is_kept_is_read_again(tmp_path: Path) -> None:
    keep(tmp_path / "new" / "face", b"drawn")
    assert read_kept(tmp_path / "new" / "face") == b"drawn"
    assert read_kept(tmp_path / "new" / "other") is None
    assert [path.name for path in (tmp_path / "new").iterdir()] == ["face"]


@pytest.mark.parametrize("mode", [0o777, 0o770, 0o707, 0o722])
def test_a_folder_that_others_can_write_to_is_left_alone(tmp_path: Path, mode: int) -> None:
    folder = tmp_path / "shared"
    folder.mkdir()
    (folder / "face").write_bytes(b"planted")
    folder.chmod(mode)
    assert not is_private(folder)
    assert read_kept(folder / "face") is None
    keep(folder / "other", b"ours")
    assert not (folder / "other").exists()


def test_a_link_to_a_folder_is_no_folder_of_ours(tmp_path: Path) -> None:
    keep(tmp_path / "real" / "face", b"drawn")
    (tmp_path / "link").symlink_to(tmp_path / "real")
    assert read_kept(tmp_path / "link" / "face") is None
