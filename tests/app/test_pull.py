"""`cardgen pull`: a file from the web is renewed whole or stays as it was, whatever the server does."""

from __future__ import annotations

import gzip
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

from cardgen.app import fetch
from cardgen.app.fetch import export_address
from cardgen.source import load_kit
from tests.conftest import Cardgen, Said
from tests.spreadsheets import game, lay_out, xlsx

Answer = Callable[[BaseHTTPRequestHandler], None]
OLD = "id,name,value\nA1,Herring,2\nA2,Tunny,5\n"
NEW = "id,name,value\nA1,Herring,3\nA9,Cod,\n"


class Server(ThreadingHTTPServer):
    """Answers as a test says; `asked` are the paths that somebody wanted."""

    daemon_threads = True
    answer: Answer
    asked: list[str]

    def handle_error(self, *_: object) -> None:
        """Say nothing when the other end has gone: what a thread prints meanwhile damages what a test has captured."""


class _Handler(BaseHTTPRequestHandler):
    def do_GET(self) -> None:
        assert isinstance(self.server, Server)
        self.server.asked.append(self.path)
        self.server.answer(self)

    def log_message(self, *_: object) -> None:
        pass


def gives(body: bytes | str, status: int = 200, **headers: str) -> Answer:
    """Return the answer with these headers (`_` is a hyphen) and this body."""
    data = body.encode() if isinstance(body, str) else body
    sent = {"Content-Type": "text/csv", "Content-Length": str(len(data))}
    sent |= {name.replace("_", "-"): value for name, value in headers.items()}

    def answer(to: BaseHTTPRequestHandler) -> None:
        to.send_response(status)
        for name, value in sent.items():
            to.send_header(name, value)
        to.end_headers()
        to.wfile.write(data)

    return answer


def drips(to: BaseHTTPRequestHandler) -> None:
    """Send a letter at a time, for ever."""
    to.send_response(200)
    to.send_header("Content-Type", "text/csv")
    to.end_headers()
    for _ in range(200):
        to.wfile.write(b"x")
        to.wfile.flush()
        time.sleep(0.05)


def endless(to: BaseHTTPRequestHandler) -> None:
    to.send_response(200)
    to.end_headers()
    while True:
        to.wfile.write(b"x" * 65_536)


def silent(to: BaseHTTPRequestHandler) -> None:
    time.sleep(3)


def leads_to(address: str) -> Answer:
    return gives("", 302, Location=address)


def round_in_a_circle(to: BaseHTTPRequestHandler) -> None:
    gives("", 302, Location=f"/again{len(to.path)}")(to)


@pytest.fixture
def server() -> Iterator[Server]:
    running = Server(("127.0.0.1", 0), _Handler)
    running.asked, running.answer = [], gives(NEW)
    threading.Thread(target=running.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True).start()
    yield running
    running.shutdown()
    running.server_close()


@pytest.fixture
def pull(cardgen: Cardgen, server: Server, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Cardgen:
    """Return a function that lays out a kit with a snapshot, lets the server answer, and pulls."""
    monkeypatch.setattr(fetch, "QUIET", 0.6)
    monkeypatch.setattr(fetch, "MAX_BYTES", 300_000)
    for name in ("http_proxy", "https_proxy", "all_proxy", "HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY"):
        monkeypatch.delenv(name, raising=False)

    def run(
        answer: Answer, *words: str, old: str | None = OLD, name: str = "cards.csv", said: str = ""
    ) -> Said:
        monkeypatch.setattr(fetch, "PATIENCE", 0.8 if answer is drips else 30.0)
        server.answer = answer
        address = f"http://127.0.0.1:{server.server_address[1]}/cards"
        files: dict[str, str | bytes] = {"game.yaml": game(said or f"{{file: {name}, from: '{address}'}}")}
        lay_out(tmp_path / "kit", files | ({name: old} if old is not None else {}))
        return cardgen("pull", "kit", *words)

    return run


def test_what_changed_is_shown_and_the_file_renewed(pull: Cardgen, tmp_path: Path) -> None:
    said = pull(gives(NEW))

    assert said.code == 0
    assert said.out.splitlines() == [
        "kit/cards.csv: renewed, 2 rows",
        "  + A9 Cod",
        "  - A2 Tunny",
        "  ~ A1 value: 2 → 3",
    ]
    assert (tmp_path / "kit" / "cards.csv").read_text() == NEW
    assert [path.name for path in (tmp_path / "kit").iterdir() if path.name.startswith(".")] == []


def test_check_only_tells(pull: Cardgen, tmp_path: Path) -> None:
    said = pull(gives(NEW), "--check")
    assert said.code == 1
    assert "kit/cards.csv: would be renewed, 2 rows" in said.out
    assert (tmp_path / "kit" / "cards.csv").read_text() == OLD
    assert pull(gives(OLD), "--check").code == 0


def test_what_is_the_same_is_up_to_date(pull: Cardgen) -> None:
    assert pull(gives(OLD)).out == "kit/cards.csv: up to date\n"
    assert pull(gives(OLD + "\n")).out == "kit/cards.csv: renewed, with the same cards\n"


def test_a_file_that_is_not_there_yet_is_fetched(pull: Cardgen, tmp_path: Path) -> None:
    said = pull(gives(NEW), old=None)
    assert said.code == 0
    assert said.out == "kit/cards.csv: new, 2 rows\n"
    assert len(load_kit(tmp_path / "kit").component("main").cards) == 2


def test_a_packed_answer_is_unpacked(pull: Cardgen, tmp_path: Path) -> None:
    assert pull(gives(gzip.compress(NEW.encode()), Content_Encoding="gzip")).code == 0
    assert (tmp_path / "kit" / "cards.csv").read_text() == NEW


def test_a_spreadsheet_is_fetched_too(pull: Cardgen, tmp_path: Path) -> None:
    said = pull(gives(xlsx([["id", "value"], ["A1", 4]])), old=None, name="cards.xlsx")
    assert said.code == 0
    assert load_kit(tmp_path / "kit").card("A1").value == 4


def test_a_way_on_this_computer_may_lead_on_there(pull: Cardgen, tmp_path: Path) -> None:
    def leads_on(to: BaseHTTPRequestHandler) -> None:
        (gives(NEW) if to.path == "/there" else leads_to("/there"))(to)

    assert pull(leads_on).code == 0
    assert (tmp_path / "kit" / "cards.csv").read_text() == NEW


@pytest.mark.parametrize(
    ("answer", "problem"),
    [
        (drips, "the server needs more than 0.8 seconds"),
        (silent, "the server has said nothing for 0.6 seconds"),
        (endless, "the file is larger than 0.3 MB"),
        (gives("x" * 400_000), "the file is larger than 0.3 MB"),
        (gives(gzip.compress(b"x" * 3_000_000), Content_Encoding="gzip"), "the file is larger than 0.3 MB"),
        (leads_to("http://example.org/cards.csv"), "the address leads to http://example.org, expected https"),
        (leads_to("ftp://example.org/cards.csv"), "the address leads to ftp://example.org, expected https"),
        (leads_to("file:///etc/hostname"), "expected https"),
        (round_in_a_circle, "the address leads on more than 5 times"),
        (leads_to("https://[::1"), "damaged on its way"),
        (leads_to("https://example.org:-1/x"), "this is no address, or leads to one that is none"),
        (gives("", 302), "the server leads on, but does not say where"),
        (gives("no", 404), "there is nothing at this address (404)"),
        (gives("no", 403), "the server does not give it to everybody (403)"),
        (gives("no", 500), "the server cannot give it now (500)"),
        (gives(NEW, Content_Length="500"), "the file was cut off or damaged on its way"),
        (gives(b"\x1f\x8b broken", Content_Encoding="gzip"), "the file was cut off or damaged on its way"),
        (gives("<!DOCTYPE html><p>Log in"), "the address gives a web page, perhaps one to log in"),
        (gives("id\nA", Content_Type="text/html; charset=utf-8"), "publish the sheet to the web as CSV"),
        (gives(""), "the address gives an empty file"),
        (gives("id,valeu\nA,2\n"), "cards.csv: B1: error: unknown column 'valeu'"),
        (gives("id,value\n"), "there is not one row"),
        (gives("id\nSch\xf6n\n".encode("cp1252")), "not saved as UTF-8"),
    ],
)  # fmt: skip
def test_whatever_goes_wrong_the_old_file_stays(
    answer: Answer, problem: str, pull: Cardgen, tmp_path: Path
) -> None:
    begun = time.monotonic()

    said = pull(answer)

    assert said.code == 1
    assert problem in said.err
    assert "kit/game.yaml:" in said.err
    assert "the file stays as it was" in said.err
    assert (tmp_path / "kit" / "cards.csv").read_text() == OLD
    assert sorted(path.name for path in (tmp_path / "kit").iterdir()) == [
        "cards.csv",
        "face.svg",
        "game.yaml",
    ]
    assert time.monotonic() - begun < 10


def test_a_server_that_is_not_there_is_told(pull: Cardgen) -> None:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    said = pull(gives(NEW), said=f"{{file: cards.csv, from: 'http://127.0.0.1:{port}/x'}}")
    assert "the server cannot be reached" in said.err


def test_nothing_leads_to_this_computer_from_outside() -> None:
    with pytest.raises(fetch.Unfetched, match="this computer itself"):
        fetch._allowed("http://127.0.0.1:80/x", here=False)
    with pytest.raises(fetch.Unfetched, match="this computer itself"):
        fetch._allowed("https://localhost/x", here=False)


def test_a_file_is_never_written_outside_the_kit(pull: Cardgen, tmp_path: Path, server: Server) -> None:
    address = f"http://127.0.0.1:{server.server_address[1]}/x"
    said = pull(gives(NEW), said=f"{{file: ../out.csv, from: '{address}'}}")
    assert said.code == 1
    assert "out of the kit's folder" in said.err
    assert not (tmp_path / "out.csv").exists()
    assert server.asked == []


def test_tables_and_files_among_cards_are_pulled_too_each_once(
    pull: Cardgen, cardgen: Cardgen, tmp_path: Path, server: Server
) -> None:
    address = f"http://127.0.0.1:{server.server_address[1]}/x"
    more = f"tables: {{prices: {{file: prices.csv, from: '{address}'}}}}\n"
    one = f"{{file: cards.csv, from: '{address}'}}"
    lay_out(tmp_path / "kit", {"game.yaml": game(f"[{{id: A}}, {one}, {one}]", more=more)})
    server.answer = gives("id,value\nA1,2\n")

    said = cardgen("pull", "kit")

    assert said.out.splitlines() == ["kit/cards.csv: new, 1 row", "kit/prices.csv: new, 1 row"]
    assert len(server.asked) == 2


def test_a_kit_without_snapshots_says_so(pull: Cardgen) -> None:
    said = pull(gives(NEW), said="cards.csv")
    assert said.code == 0
    assert "names nothing that was fetched" in said.out


@pytest.mark.parametrize(
    ("address", "suffix", "becomes"),
    [
        ("https://docs.google.com/spreadsheets/d/1aBcDeFgHiJ-kl_m/edit#gid=77", ".csv", "export?format=csv&gid=77"),
        ("https://docs.google.com/spreadsheets/d/1aBcDeFgHiJ-kl_m/edit?usp=sharing", ".xlsx", "export?format=xlsx"),
        ("https://docs.google.com/spreadsheets/d/1aBcDeFgHiJ-kl_m/edit?gid=5#gid=5", ".ods", "export?format=ods&gid=5"),
        ("https://docs.google.com/spreadsheets/d/e/2PACX-x/pub?output=csv", ".csv", None),
        ("https://example.org/spreadsheets/d/1aBcDeFgHiJ-kl_m/edit", ".csv", None),
    ],
)  # fmt: skip
def test_the_page_of_a_google_sheet_becomes_its_export(
    address: str, suffix: str, becomes: str | None
) -> None:
    expected = f"https://docs.google.com/spreadsheets/d/1aBcDeFgHiJ-kl_m/{becomes}" if becomes else address
    assert export_address(address, suffix) == expected


def test_a_build_never_touches_the_network(tmp_path: Path) -> None:
    said = "{file: cards.csv, from: 'https://example.org/cards.csv'}"
    lay_out(tmp_path / "kit", {"game.yaml": game(said), "cards.csv": OLD})
    code = (
        "import socket, sys\n"
        "def refused(*_, **__): raise AssertionError('the network was touched')\n"
        "socket.socket.connect = socket.create_connection = socket.getaddrinfo = refused\n"
        "sys.argv = ['cardgen', 'check', 'kit', '--no-play']\n"
        "from cardgen.app.cli import main\n"
        "try: main()\n"
        "finally: assert 'httpx' not in sys.modules\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=tmp_path, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    assert "all checks pass" in done.stdout
