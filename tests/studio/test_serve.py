"""What `cardgen studio` opens, and where."""

from __future__ import annotations

import json
import re
import shutil
import socket
import ssl
import subprocess
import sys
from pathlib import Path
from urllib.error import HTTPError
from urllib.request import Request, urlopen

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


@pytest.mark.skipif(not shutil.which("openssl"), reason="nothing makes a certificate here")
def test_rooms_are_served_with_a_certificate(tmp_path: Path) -> None:
    small_kit(tmp_path / "data")
    made = [
        "openssl",
        "req",
        "-x509",
        "-newkey",
        "rsa:2048",
        "-nodes",
        "-days",
        "2",
        "-subj",
        "/CN=localhost",
    ]
    made += ["-addext", "subjectAltName=DNS:localhost", "-keyout", "key.pem", "-out", "cert.pem"]
    subprocess.run(made, cwd=tmp_path, check=True, capture_output=True)
    words = [sys.executable, "-m", "cardgen", "serve", "data", "--port", "8697", "--tls-cert"]
    wrong = subprocess.run(
        [*words, "key.pem", "--tls-key", "key.pem"], cwd=tmp_path, capture_output=True, text=True
    )
    assert wrong.returncode == 1
    assert "key.pem: error: --tls-cert and --tls-key cannot be used" in wrong.stderr + wrong.stdout
    alone = subprocess.run([*words, "cert.pem"], cwd=tmp_path, capture_output=True, text=True)
    assert alone.returncode == 2
    served = subprocess.Popen(
        [*words, "cert.pem", "--tls-key", "key.pem"], cwd=tmp_path, stdout=subprocess.PIPE, text=True
    )
    try:
        assert served.stdout
        found = re.search(r"begin at https://\S+:(\d+)/(\S+)/", served.stdout.readline())
        assert found
        trusting = ssl.create_default_context(cafile=str(tmp_path / "cert.pem"))
        home = f"https://localhost:{found[1]}"
        with urlopen(f"{home}/{found[2]}/", context=trusting) as page:
            assert page.status == 200
        body = json.dumps({"kit": "small", "seats": 2, "name": "Ana"}).encode()
        for origin, status in ((home, 200), (home.replace("https", "http"), 403)):
            headers = {"Content-Type": "application/json", "Origin": origin}
            try:
                told = urlopen(Request(f"{home}/{found[2]}/rooms", body, headers), context=trusting)
            except HTTPError as error:
                told = error
            assert told.status == status
    finally:
        served.kill()
        served.wait()
