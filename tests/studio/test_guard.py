"""Who gets an answer: only what knows the secret, names a host of ours, and comes from a page of ours."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from cardgen.studio import guard
from cardgen.studio.server import Studio
from tests.studio.asking import TestClient
from tests.studio.small import small_kit

SECRET = "s3cret" * 8
HOST = "127.0.0.1:8417"
HOME = f"/{SECRET}"


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient]:
    kit = small_kit(tmp_path_factory.mktemp("kits"))
    studio = Studio(kit.parent, [kit], SECRET, lambda: [HOST, "localhost:8417"])
    with TestClient(studio.app, base_url=f"http://{HOST}", raise_server_exceptions=False) as client:
        yield client


def test_the_address_that_was_printed_opens(client: TestClient) -> None:
    assert client.get(f"{HOME}/").status_code == 200
    assert client.get(f"{HOME}/", headers={"host": "localhost:8417"}).status_code == 200


@pytest.mark.parametrize(
    "host",
    ["evil.example", "evil.example:8417", "127.0.0.1", "127.0.0.1:80", "127.0.0.1:8417.evil.example", ""],
)
def test_another_name_for_this_machine_gets_nothing(client: TestClient, host: str) -> None:
    answer = client.get(f"{HOME}/", headers={"host": host})
    assert answer.status_code == 421
    assert "<" not in answer.text


@pytest.mark.parametrize(
    "path", ["/", "/gallery", f"/{SECRET[:-1]}/", f"/{SECRET}x/", "/kits", f"/x/{SECRET}/", "//"]
)
def test_nothing_is_told_without_the_secret(client: TestClient, path: str) -> None:
    answer = client.get(path)
    assert answer.status_code == 404
    assert SECRET not in answer.text


@pytest.mark.parametrize(
    "origin", ["https://evil.example", "null", "http://127.0.0.1:9999", "https://127.0.0.1:8417"]
)
def test_a_page_from_elsewhere_gets_nothing(client: TestClient, origin: str) -> None:
    assert client.get(f"{HOME}/kits", headers={"origin": origin}).status_code == 403
    assert client.post(f"{HOME}/kits/small/open", headers={"origin": origin}, json={}).status_code == 403


def test_a_picture_on_somebody_elses_page_gets_nothing_but_a_link_leads_here(client: TestClient) -> None:
    from_there = {"sec-fetch-site": "cross-site", "sec-fetch-mode": "no-cors"}
    assert client.get(f"{HOME}/mark.svg", headers=from_there).status_code == 403
    link = {"sec-fetch-site": "cross-site", "sec-fetch-mode": "navigate"}
    assert client.get(f"{HOME}/", headers=link).status_code == 200


@pytest.mark.parametrize("method", ["POST", "PUT", "DELETE", "PATCH", "OPTIONS"])
def test_only_reading_is_possible(client: TestClient, method: str) -> None:
    assert client.request(method, f"{HOME}/kits").status_code == 403
    ours = {"origin": f"http://{HOST}"}
    assert client.request(method, f"{HOME}/kits", headers=ours).status_code in (403, 405)


@pytest.mark.parametrize(
    "path",
    [
        "/",
        "/gallery",
        "/kits",
        "/studio.css",
        "/js/dom.js",
        "/nothing",
        "/kits/none",
        "/kits/small/faces/x.svg",
    ],
)
def test_every_answer_forbids_what_no_page_needs(client: TestClient, path: str) -> None:
    headers = client.get(f"{HOME}{path}").headers
    policy = headers["content-security-policy"]
    assert "default-src 'none'" in policy
    assert "script-src 'self'" in policy
    assert "unsafe" not in policy
    assert "frame-ancestors 'none'" in policy
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["referrer-policy"] == "no-referrer"
    assert headers["cross-origin-resource-policy"] == "same-origin"


def test_refusals_have_the_headers_too(client: TestClient) -> None:
    for answer in (client.get("/"), client.get(f"{HOME}/", headers={"host": "evil.example"})):
        assert answer.headers["content-security-policy"] == guard.CSP
        assert answer.headers["x-content-type-options"] == "nosniff"


def test_the_secret_of_a_folder_stays_and_others_have_others(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CARDGEN_CACHE", str(tmp_path / "cache"))
    one, other = guard.secret_of(tmp_path / "a"), guard.secret_of(tmp_path / "b")
    assert guard.secret_of(tmp_path / "a") == guard.secret_of(tmp_path / "a/data") == one != other
    assert len(one) >= 43
    kept = next((tmp_path / "cache" / "studio-secrets").iterdir())
    assert kept.parent.stat().st_mode & 0o077 == 0


def test_a_secret_where_others_can_write_is_not_believed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CARDGEN_CACHE", str(tmp_path / "cache"))
    one = guard.secret_of(tmp_path)
    (tmp_path / "cache" / "studio-secrets").chmod(0o777)
    assert guard.secret_of(tmp_path) != one


def test_who_is_elsewhere_in_the_network_sees_kits_but_no_paths_and_opens_no_files(tmp_path: Path) -> None:
    kit = small_kit(tmp_path)
    name = "192.168.1.7:8417"
    studio = Studio(kit.parent, [kit], SECRET, lambda: [HOST, name])
    with TestClient(studio.app, base_url=f"http://{name}", client=("192.168.1.9", 5000)) as guest:
        assert guest.get(f"{HOME}/gallery?kit=small").status_code == 200
        assert str(tmp_path) not in guest.get(f"{HOME}/kits").text
        told = guest.get(f"{HOME}/kits/small").json()
        assert (told["root"], told["editor"]) == ("", "")
        asked = {"file": "cards.yaml", "line": 1, "column": 1}
        answer = guest.post(f"{HOME}/kits/small/open", headers={"origin": f"http://{name}"}, json=asked)
        assert answer.status_code == 403
