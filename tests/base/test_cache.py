"""Caches hold code that will be run: what others may write there is neither read nor added to."""

from __future__ import annotations

from pathlib import Path

import pytest

from cardgen.base.cache import default_folder, is_private, keep, read_kept


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


@pytest.mark.parametrize(
    "damage", [b"", b"cardgen-kept", b"drawn", b"cardgen-kept 0\ndrawn", bytes(range(256))]
)
def test_what_was_damaged_was_never_kept(tmp_path: Path, damage: bytes) -> None:
    keep(tmp_path / "face", b"drawn")
    (tmp_path / "face").write_bytes(damage)
    assert read_kept(tmp_path / "face") is None


def test_one_wrong_bit_is_noticed(tmp_path: Path) -> None:
    keep(tmp_path / "face", b"drawn at 12.5")
    whole = (tmp_path / "face").read_bytes()
    (tmp_path / "face").write_bytes(whole.replace(b"12.5", b"12.7"))
    assert read_kept(tmp_path / "face") is None


def test_what_lies_under_the_name_of_another_was_never_kept(tmp_path: Path) -> None:
    keep(tmp_path / "face", b"drawn")
    (tmp_path / "face").rename(tmp_path / "back")
    assert read_kept(tmp_path / "back") is None


def test_who_has_no_home_keeps_things_among_the_temporary_files(monkeypatch: pytest.MonkeyPatch) -> None:
    def nobody(*_: object, **__: object) -> Path:
        raise RuntimeError("Could not determine home directory.")

    monkeypatch.delenv("CARDGEN_CACHE")
    monkeypatch.setattr("platformdirs.user_cache_path", nobody)
    assert default_folder().name.startswith("cardgen-")
