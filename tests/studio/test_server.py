"""What each address answers, and that none of them leads out of the kit or of our own pages."""

from __future__ import annotations

import io
import re
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

from cardgen.base.files import templates_dir
from cardgen.studio.files import page_of
from cardgen.studio.server import PAGES, Studio
from tests.studio.asking import TestClient
from tests.studio.small import edit, small_kit

HOME = "/secret"
ORIGIN = {"origin": "http://127.0.0.1:8417"}

Wait = Callable[[Callable[[], bool]], None]


def wait(until: Callable[[], bool], seconds: float = 20) -> None:
    end = time.monotonic() + seconds
    while not until():
        assert time.monotonic() < end, "it never happened"
        time.sleep(0.02)


@pytest.fixture(scope="module")
def kit(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("kits")
    (folder / "outside.yaml").write_text("secret: words", "utf-8")
    kit = small_kit(folder)
    (kit / "way-out.yaml").symlink_to(folder / "outside.yaml")
    return kit


@pytest.fixture(scope="module")
def client(kit: Path) -> Iterator[TestClient]:
    studio = Studio(kit.parent, [kit], "secret", lambda: ["127.0.0.1:8417"])
    with TestClient(studio.app, base_url="http://127.0.0.1:8417") as client:
        yield client


def whole(client: TestClient) -> dict[str, Any]:
    found: dict[str, Any] = client.get(f"{HOME}/kits/small").json()
    return found


def drawn(client: TestClient) -> dict[str, Any]:
    wait(lambda: len(whole(client)["faces"]["full"]) == 3)
    return whole(client)


def test_each_page_is_plain_html_without_a_word_of_script_in_it(client: TestClient) -> None:
    for page in ("", *PAGES):
        answer = client.get(f"{HOME}/{page}")
        assert answer.status_code == 200
        assert answer.headers["content-type"] == "text/html; charset=utf-8"
        assert "<script>" not in answer.text
        assert "style=" not in answer.text
        assert " onclick" not in answer.text
        assert "http" not in answer.text


def test_our_own_files_have_their_types(client: TestClient) -> None:
    for name, kind in (
        ("studio.css", "text/css"),
        ("js/gallery.js", "text/javascript"),
        ("icons.svg", "image/svg+xml"),
        ("fonts/roboto.ttf", "font/ttf"),
    ):
        answer = client.get(f"{HOME}/{name}")
        assert answer.status_code == 200
        assert answer.headers["content-type"].startswith(kind)


@pytest.mark.parametrize(
    "path",
    [
        "/../pyproject.toml",
        "/js/../../rules/sheet.css",
        "/js/..%2f..%2frules%2fsheet.js",
        "/js/%2e%2e/%2e%2e/rules/theme.yaml",
        "/..%2f..%2fpyproject.css",
        "/js/..%5c..%5cx.js",
        "/js/",
        "/js",
        "/js/dom.js/",
        "/fonts/comic.ttf",
        "/fonts/..%2froboto.ttf",
        "/kits/..%2fsmall",
        "/kits/%2fetc",
        "/kits/nobody",
        "/kits/nobody/cover",
        "/kits/nobody/live",
        "/kits/small/cards/..%2f..%2fgame.yaml",
        "/kits/small/cards/A9?look=full&side=front",
        "/kits/small/cards/A1?look=full&side=inside",
        "/kits/small/cards/A1?look=sepia&side=front",
        "/kits/small/faces?look=sepia",
        "/kits/small/faces/../game.yaml",
        "/kits/small/faces/0123456789abcdef0123456789abcdef.svg",
        "/kits/small/faces/0123456789abcdef0123456789abcdef.html",
        "/kits/small/sheets?paper=a9",
        "/kits/small/game.yaml",
        "/kits/small/faces/card.svg",
        "/%00",
    ],
)
def test_what_is_not_there_is_not_there(client: TestClient, path: str) -> None:
    answer = client.get(f"{HOME}{path}")
    assert answer.status_code == 404
    assert "words" not in answer.text
    assert "Traceback" not in answer.text


def test_a_kit_is_told_with_its_faces_and_each_has_its_own_address(client: TestClient) -> None:
    kit = drawn(client)
    assert kit["read"] is True
    assert [look["id"] for look in kit["looks"]] == ["full", "low-ink"]
    for name in kit["faces"]["full"]["A1"].values():
        answer = client.get(f"{HOME}/kits/small/faces/{name}.svg")
        assert answer.headers["content-type"] == "image/svg+xml"
        assert "immutable" in answer.headers["cache-control"]
        assert "sandbox" in answer.headers["content-security-policy"]
        assert "script-src" not in answer.headers["content-security-policy"]
        assert answer.text.startswith("<svg")


def test_a_small_picture_comes_from_the_worker_that_drew_the_face(
    client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    name = drawn(client)["faces"]["full"]["A1"]["front"]
    monkeypatch.delattr("cardgen.studio.room.Room.slow")  # the kit is not read once more
    answer = client.get(f"{HOME}/kits/small/faces/{name}.webp?width=140")
    assert Image.open(io.BytesIO(answer.content)).size == (140, 191)
    assert len(answer.content) < 8000
    assert "immutable" in answer.headers["cache-control"]


def test_a_small_picture_of_a_face_that_was_drawn_anew_is_as_it_was(
    client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    name = drawn(client)["faces"]["full"]["A1"]["front"]

    async def slow(*asked: Any, **more: Any) -> None:
        raise KeyError(name)

    monkeypatch.setattr("cardgen.studio.room.Room.shows", lambda room, name: False)
    monkeypatch.setattr("cardgen.studio.room.Room.slow", slow)
    answer = client.get(f"{HOME}/kits/small/faces/{name}.webp?width=60")
    assert answer.headers["content-type"] == "image/svg+xml"
    assert answer.headers["cache-control"] == "no-store"
    assert client.get(f"{HOME}/kits/small/faces/{'0' * 32}.webp?width=60").status_code == 404


def test_a_face_comes_as_png_and_webp_too(client: TestClient) -> None:
    name = drawn(client)["faces"]["full"]["A1"]["front"]
    png = client.get(f"{HOME}/kits/small/faces/{name}.png?width=69")
    webp = client.get(f"{HOME}/kits/small/faces/{name}.webp?width=69")
    assert png.content.startswith(b"\x89PNG")
    assert webp.content[8:12] == b"WEBP"
    for width in ("0", "99999", "-5", "x", ""):
        assert client.get(f"{HOME}/kits/small/faces/{name}.png?width={width}").status_code == 404


def test_looks_cards_and_sheets(client: TestClient) -> None:
    drawn(client)
    looks = client.get(f"{HOME}/kits/small/faces?look=low-ink").json()
    assert set(looks["faces"]) == {"A1", "A2", "A3"}
    card = client.get(f"{HOME}/kits/small/cards/A1?look=full&side=front").json()
    face = client.get(f"{HOME}/kits/small/faces/{card['layers'][0][1]}.svg")
    assert face.status_code == 200
    sheets = client.get(f"{HOME}/kits/small/sheets?paper=a4&backs=fold&look=full").json()
    page = client.get(f"{HOME}/kits/small/faces/{sheets['pages'][0]['picture']}.svg")
    assert page.text.startswith("<svg")


def test_a_kit_without_rules_says_so(client: TestClient) -> None:
    assert client.get(f"{HOME}/kits/small/rules").json()["pages"] == []


def test_the_kits_are_the_folders_and_ours(client: TestClient) -> None:
    rows = client.get(f"{HOME}/kits").json()["kits"]
    assert rows[0]["slug"] == "small"
    assert [row["slug"] for row in rows if not row["own"]] == [
        "auction-hearts", "bartender-2012", "bartender-aarwares", "biergarten", "cheers",
    ]  # fmt: skip
    assert not any(row["folder"] for row in rows if not row["own"])


def test_a_kit_that_is_made_beside_a_running_studio_is_found(tmp_path: Path) -> None:
    studio = Studio(tmp_path, [], "secret", lambda: ["127.0.0.1:8417"])
    with TestClient(studio.app, base_url="http://127.0.0.1:8417") as client:
        slugs = lambda: [row["slug"] for row in client.get(f"{HOME}/kits").json()["kits"] if row["own"]]  # noqa: E731
        assert slugs() == []
        small_kit(tmp_path)
        assert slugs() == ["small"]
        assert drawn(client)["read"] is True


def test_a_cover_shows_some_faces(client: TestClient) -> None:
    cover = client.get(f"{HOME}/kits/small/cover").json()
    assert cover["title"] == "Small"
    assert len(cover["fan"]) == 3
    assert client.get(f"{HOME}/kits/small/faces/{cover['fan'][0]['face']}.svg").status_code == 200


def test_a_click_opens_the_file_at_its_line(
    client: TestClient, kit: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    note = tmp_path / "note"
    script = tmp_path / "editor.py"
    script.write_text(f"import sys; open({str(note)!r}, 'w').write(sys.argv[1])", "utf-8")
    monkeypatch.setenv("CARDGEN_EDITOR", f"{sys.executable} {script} {{file}}:{{line}}:{{column}}")
    asked = {"file": "cards.yaml", "line": 3, "column": 5}
    assert client.post(f"{HOME}/kits/small/open", headers=ORIGIN, json=asked).status_code == 200
    wait(lambda: note.is_file() and note.read_text() != "")
    assert note.read_text() == f"{kit.resolve()}/cards.yaml:3:5"


@pytest.mark.parametrize(
    "file",
    [
        "../outside.yaml",
        "/etc/passwd",
        "way-out.yaml",
        "",
        ".",
        "faces",
        "no.yaml",
        "-rf",
        "cards.yaml\0",
        "~/x",
        "../small/../outside.yaml",
    ],
)
def test_nothing_outside_the_kit_is_opened(
    client: TestClient, monkeypatch: pytest.MonkeyPatch, file: str
) -> None:
    monkeypatch.setenv("CARDGEN_EDITOR", f"{sys.executable} -c pass {{file}}")
    asked = {"file": file, "line": 1, "column": 1}
    assert client.post(f"{HOME}/kits/small/open", headers=ORIGIN, json=asked).status_code == 404


def test_what_is_no_question_for_the_editor_is_refused(client: TestClient) -> None:
    place = f"{HOME}/kits/small/open"
    assert client.post(place, headers=ORIGIN, json={"file": "cards.yaml"}).status_code == 400
    assert client.post(place, headers=ORIGIN, json=["x"]).status_code == 400
    assert client.post(place, headers=ORIGIN, content=b"file=cards.yaml").status_code == 415
    assert client.post(place, headers=ORIGIN, json={"file": "x" * 9000, "line": 1}).status_code == 413
    assert client.post(place, json={"file": "cards.yaml", "line": 1}).status_code == 403


def test_a_save_reaches_the_kit_that_is_told(client: TestClient, kit: Path) -> None:
    before = drawn(client)["faces"]["full"]["A3"]["front"]
    edit(kit / "cards.yaml", "Trey", "Three")
    wait(lambda: whole(client)["faces"]["full"]["A3"]["front"] != before)
    edit(kit / "cards.yaml", "colour: blue", "colour: bleu")
    wait(lambda: bool(whole(client)["problems"]))
    told = whole(client)
    assert told["stale"] == ["A2"]
    assert (told["problems"][0]["short"], told["problems"][0]["line"]) == ("cards.yaml", 8)
    assert len(told["faces"]["full"]) == 3
    edit(kit / "cards.yaml", "colour: bleu", "colour: blue")
    wait(lambda: not whole(client)["problems"])
    assert whole(client)["stale"] == []


def test_a_page_names_each_module_that_it_loads_so_that_none_waits_for_another() -> None:
    files = templates_dir() / "studio"
    for name in ("gallery", "table"):
        page = page_of(files, name).body.decode()
        named = set(re.findall(r'rel="modulepreload" href="js/([a-z0-9-]+)[.]js"', page))
        texts = [(files / "js" / f"{module}.js").read_text("utf-8") for module in named]
        assert {name, "dom"} <= named
        assert {one for text in texts for one in re.findall(r'from "[.]/([a-z0-9-]+)[.]js"', text)} <= named
