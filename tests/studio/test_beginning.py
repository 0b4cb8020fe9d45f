"""A game that is begun on the page: the files of `cardgen new`, in the folder of the studio, and never over another."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from cardgen.studio.server import Studio
from tests.studio.asking import TestClient
from tests.studio.small import small_kit

HOME = "/secret/begin"
OURS = {"origin": "http://127.0.0.1:8417"}
ASKED: dict[str, Any] = {
    "title": "Lantern Road",
    "layouts": ["portrait", "back"],
    "look": "night",
    "players": [2, 5],
}


@pytest.fixture
def place(tmp_path: Path) -> Path:
    small_kit(tmp_path / "data")
    return tmp_path


@pytest.fixture
def studio(place: Path) -> Studio:
    return Studio(place, [place / "data" / "small"], "secret", lambda: ["127.0.0.1:8417"])


@pytest.fixture
def client(studio: Studio) -> Iterator[TestClient]:
    with TestClient(studio.app, base_url="http://127.0.0.1:8417", headers=OURS) as client:
        yield client


def test_a_game_of_layouts_is_there_at_once(client: TestClient, place: Path) -> None:
    offer = client.get(HOME).json()
    assert (offer["place"], offer["why_not"]) == (str(place), "")
    assert set(ASKED["layouts"]) < set(offer["layouts"])
    said = client.post(HOME, json=ASKED)
    assert (said.status_code, said.json()) == (200, {"kit": "lantern-road"})
    head = (place / "data" / "lantern-road" / "game.yaml").read_text()
    assert "players: {min: 2, max: 5}" in head
    assert "lantern-road" in [kit["slug"] for kit in client.get("/secret/kits").json()["kits"]]

    (place / "data" / "lantern-road" / "portrait.yaml").write_text("[]")
    again = client.post(HOME, json=ASKED)
    assert again.status_code == 409
    assert "is there already" in again.json()["says"]
    assert (place / "data" / "lantern-road" / "portrait.yaml").read_text() == "[]"


def test_a_starter_is_a_game_that_plays(client: TestClient, place: Path) -> None:
    assert client.post(HOME, json={"title": "Tricks", "starter": "trick-taking"}).json() == {"kit": "tricks"}
    assert (place / "data" / "tricks" / "rules.yaml").is_file()
    assert not list(place.rglob("*.py"))
    assert client.get("/secret/kits/tricks/cells").json()["shipped"] is False
    assert client.get("/secret/kits/cheers/cells").json()["shipped"] is True
    assert client.post(HOME, json={"title": "My Cheers", "from": "cheers"}).json() == {"kit": "my-cheers"}
    copied = (place / "data" / "my-cheers" / "game.yaml").read_text("utf-8")
    assert "game: my-cheers" in copied
    assert client.get("/secret/kits/my-cheers/cells").json()["shipped"] is False


@pytest.mark.parametrize(
    ("changed", "message"),
    [
        ({"title": "../away"}, "is no title for a game"),
        ({"title": "/tmp/away"}, "is no title for a game"),
        ({"title": "a\\b"}, "is no title for a game"),
        ({"title": "…"}, "is no title for a game"),
        ({"title": 7}, "expected a title"),
        ({"layouts": "portrait"}, "expected a title"),
        ({"layouts": [["portrait"]]}, "expected a title"),
        ({"layouts": []}, "expected a starter, layouts or a kit"),
        ({"layouts": [], "from": "../small"}, "expected a starter, layouts or a kit"),
        ({"from": "small"}, "expected a starter, layouts or a kit"),
        ({"from": 7}, "expected a title"),
        ({"layouts": ["portrat"]}, "there is no layout 'portrat'"),
        ({"starter": "auction"}, "expected a starter, layouts or a kit"),
        ({"players": [5, 2]}, "players are '5-2'"),
        ({"players": [True]}, "expected a title"),
        ({"look": "../look"}, "there is no look"),
    ],
)
def test_what_cannot_be_begun_is_refused_in_a_sentence(
    changed: dict[str, Any], message: str, client: TestClient, place: Path
) -> None:
    before = set(place.rglob("*"))
    said = client.post(HOME, json=ASKED | changed)
    assert said.status_code == 422
    assert message in said.json()["says"]
    assert set(place.rglob("*")) == before


def test_nothing_is_begun_where_nothing_may_be_written(studio: Studio, place: Path) -> None:
    studio.read_only = "this studio was started with --read-only"
    with TestClient(studio.app, base_url="http://127.0.0.1:8417", headers=OURS) as client:
        assert client.get(HOME).json()["why_not"] == studio.read_only
        assert client.post(HOME, json=ASKED).status_code == 403
    one = Studio(place / "data" / "small", [place / "data" / "small"], "secret", lambda: ["127.0.0.1:8417"])
    with TestClient(one.app, base_url="http://127.0.0.1:8417", headers=OURS) as client:
        assert "shows this one kit" in client.post(HOME, json=ASKED).json()["says"]
    assert [path.name for path in (place / "data").iterdir()] == ["small"]


def test_layouts_are_added_to_a_kit_and_taken_back(client: TestClient, place: Path) -> None:
    head, home = place / "data" / "small" / "game.yaml", "/secret/kits/small"
    before = head.read_text("utf-8")
    told = client.post(f"{home}/layouts", json={"layouts": ["coin"], "look": "fair"}).json()
    assert (told["says"], told["ids"]) == ("coin: new", ["coin"])
    assert "+  coin:" in told["diff"]
    assert "coin-1" in (place / "data" / "small" / "coin.yaml").read_text("utf-8")
    assert client.post(f"{home}/undo", json={}).status_code == 200
    assert head.read_text("utf-8") == before
    for odd in ({"layouts": []}, {"layouts": "coin"}, {"layouts": ["coin"], "look": "no"}, {"layouts": [1]}):
        assert client.post(f"{home}/layouts", json=odd).status_code == 422
    (place / "far").mkdir()
    (place / "data" / "small" / "faces").rename(place / "data" / "small" / "old")
    (place / "data" / "small" / "faces").symlink_to(place / "far")
    linked = client.post(f"{home}/layouts", json={"layouts": ["coin"], "look": "fair"})
    assert (linked.status_code, list((place / "far").iterdir())) == (422, [])
    assert head.read_text("utf-8") == before
    kept = client.post(f"{home}/layouts", json={"layouts": ["token"]}, headers={"origin": "http://far"})
    assert kept.status_code == 403
