"""What `cardgen studio` opens, and where."""

from __future__ import annotations

import socket
import sys
from pathlib import Path

import pytest

from cardgen.studio.serve import choose, free_port, has_screen
from tests.studio.small import small_kit


def test_a_port_in_use_is_told_and_the_next_is_taken() -> None:
    said: list[str] = []
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        taken = other.getsockname()[1]
        with free_port("127.0.0.1", taken, said.append) as ours:
            number = ours.getsockname()[1]
            assert number != taken
            assert ours.getsockname()[0] == "127.0.0.1"
        assert said == [f"port {taken} is in use, so this is port {number}"]


def test_a_free_port_is_taken_without_a_word() -> None:
    said: list[str] = []
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        free = other.getsockname()[1]
    with free_port("127.0.0.1", free, said.append) as ours:
        assert ours.getsockname()[1] == free
    assert said == []


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere there is always a screen")
def test_no_browser_is_opened_in_a_terminal_without_a_screen() -> None:
    assert not has_screen({"TERM": "xterm"})
    assert has_screen({"DISPLAY": ":0"})
    assert has_screen({"WAYLAND_DISPLAY": "wayland-0"})


def test_a_folder_means_its_kit_or_its_kits(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    kit = small_kit(tmp_path / "data")
    monkeypatch.chdir(tmp_path)
    data = Path("data")
    assert choose("data/small", data) == (Path("data/small"), [Path("data/small")], "small")
    assert choose("small", data) == (Path("data/small"), [Path("data/small")], "small")
    assert choose("data", data) == (Path("data"), [Path("data/small")], "small")
    assert choose(".", data) == (Path(), [Path("data/small")], "small")
    assert choose(None, data) == (data, [Path("data/small")], "small")  # the only kit there is
    assert choose("nothing", data) is None
    found = choose("biergarten", data)
    assert found
    assert found.first == "biergarten"
    (tmp_path / "empty").mkdir()
    assert choose("empty", data) == (Path("empty"), [], None)
    monkeypatch.chdir(kit / "faces")
    found = choose(None, data)
    assert found
    assert found.first == "small"
