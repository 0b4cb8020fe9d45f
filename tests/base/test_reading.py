"""What is named is read if it is a file, and written where it may be."""

from __future__ import annotations

import os
import stat
from pathlib import Path

import pytest

from cardgen.base.destination import Destination, kit_made_from, write_whole
from cardgen.base.errors import CardgenError
from cardgen.base.files import read_named


def mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


def test_what_is_no_file_is_told_as_what_it_is(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    for path, what in (
        (tmp_path / "pipe", "a pipe"),
        (tmp_path, "a folder"),
        (Path("/dev/null"), "a device"),
    ):
        with pytest.raises(CardgenError, match=f"this is {what}, expected a file"):
            read_named(path)


def test_a_file_of_proc_has_a_limit_though_it_says_no_size() -> None:
    with pytest.raises(CardgenError, match="larger than"):
        read_named(Path("/proc/self/environ"), 10)


def test_a_file_keeps_its_mode_and_a_private_one_is_private_at_once(tmp_path: Path) -> None:
    file = tmp_path / "a"
    file.write_text("old")
    file.chmod(0o640)
    write_whole(file, "new")
    assert (file.read_text(), mode(file)) == ("new", 0o640)
    write_whole(tmp_path / "b", "secret", private=True)
    assert mode(tmp_path / "b") == 0o600
    write_whole(file, "secret", private=True)
    assert mode(file) == 0o600


def test_a_link_is_replaced_and_not_followed(tmp_path: Path) -> None:
    (tmp_path / "there").write_text("theirs")
    (tmp_path / "link").symlink_to("there")
    Destination(tmp_path / "link").write("ours")
    assert (tmp_path / "there").read_text() == "theirs"
    assert (tmp_path / "link").read_text() == "ours"


@pytest.mark.parametrize(
    ("name", "is_source"),
    [
        ("game.yaml", True), ("cards.yaml", True), ("art/a.svg", True), ("aid.de.svg", True), ("report.json", False),
        ("scenarios/s.yaml", True), ("old-cards.yaml", False),
    ],
)  # fmt: skip
def test_what_a_kit_is_made_from_is_known_by_its_name(name: str, is_source: bool, tmp_path: Path) -> None:
    texts = {
        "game.yaml": "game: kit\ncards: cards.yaml\nface: aid.svg\n",
        "aid.svg": '<image href="art/a.svg"/>',
    }
    for file, text in {name: "{}", **texts}.items():
        (tmp_path / file).parent.mkdir(exist_ok=True)
        (tmp_path / file).write_text(text)
    assert (kit_made_from(tmp_path / name) == tmp_path) is is_source
