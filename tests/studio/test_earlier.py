"""What pages are told of earlier states: the last build by its addresses, git revisions with their faces."""

from __future__ import annotations

import asyncio
import json
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from cardgen.studio.earlier import changes, is_revision, last_build
from cardgen.studio.room import Room
from cardgen.studio.server import Studio
from cardgen.studio.worker_process import WorkerProcess
from tests.studio.asking import TestClient
from tests.studio.small import edit, small_kit

HOME = "/secret/kits/small"


def git(folder: Path, *words: str) -> None:
    who = ("-c", "user.name=Ada", "-c", "user.email=ada@example.org", "-c", "commit.gpgsign=false")
    subprocess.run(["git", *who, *words], cwd=folder, check=True, capture_output=True)


@pytest.fixture(scope="module")
def kit(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A kit with one commit and a tag, of which everything is different now."""
    kit = small_kit(tmp_path_factory.mktemp("kits"))
    git(kit.parent, "init", "-q")
    git(kit.parent, "add", "small")
    git(kit.parent, "commit", "-qm", "A first deck")
    git(kit.parent, "tag", "v1.0")
    edit(kit / "cards.yaml", "Deuce", "Duke")
    edit(kit / "cards.yaml", "id: A3", "id: A4")
    return kit


@pytest.fixture(scope="module")
def client(kit: Path) -> Iterator[TestClient]:
    studio = Studio(kit.parent, [kit], "secret", lambda: ["127.0.0.1:8417"])
    with TestClient(studio.app, base_url="http://127.0.0.1:8417") as client:
        end = time.monotonic() + 30
        while len(client.get(HOME).json()["faces"].get("full", {})) < 3:
            assert time.monotonic() < end
            time.sleep(0.02)
        yield client


def since(client: TestClient, state: str, look: str = "full") -> Any:
    return client.get(f"{HOME}/since", params={"state": state, "look": look})


def test_pages_that_ask_for_one_state_at_once_wait_for_one_drawing(
    kit: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def asked() -> tuple[list[str], list[Any]]:
        room, questions = Room("small", kit), []
        ask = room._then.ask

        async def counted(what: str, **about: Any) -> Any:
            questions.append(what)
            return await ask(what, **about)

        monkeypatch.setattr(room._then, "ask", counted)
        room.open()
        try:
            await room.ready.wait()
            pages = [asyncio.create_task(room.since("HEAD", "full")) for _ in range(4)]
            while not questions:
                await asyncio.sleep(0.01)
            pages.pop(0).cancel()  # who asked first has gone
            return questions, await asyncio.wait_for(asyncio.gather(*pages), 60)
        finally:
            await room.close()

    questions, answers = asyncio.run(asked())
    assert questions == ["earlier"]
    assert [one["cards"]["A2"]["kind"] for one in answers] == ["changed"] * 3


def test_the_last_commit_and_the_last_tag_are_offered(client: TestClient) -> None:
    states = client.get(f"{HOME}/states").json()["states"]
    assert [one["id"] for one in states] == ["HEAD", "v1.0"]
    assert "A first deck" in states[0]["says"]


@pytest.mark.parametrize("look", ["full", "low-ink"])
def test_a_revision_tells_what_changed_and_its_faces_have_addresses(
    client: TestClient, look: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    told = since(client, "HEAD", look).json()
    assert {id: card["kind"] for id, card in told["cards"].items()} == {"A2": "changed", "A4": "new"}
    assert told["cards"]["A2"]["data"] == [{"name": "name", "before": "Deuce", "now": "Duke"}]
    assert list(told["cards"]["A2"]["sides"]) == ["front"]  # its back is as it was
    assert [one["id"] for one in told["gone"]] == ["A3"]
    for name in (*told["cards"]["A2"]["sides"]["front"], told["gone"][0]["sides"]["front"][0]):
        assert client.get(f"{HOME}/faces/{name}.svg").text.startswith("<svg")
    ink = "#ffffff" if look == "low-ink" else "#bcc06a"
    assert ink in client.get(f"{HOME}/faces/{told['cards']['A2']['sides']['front'][0]}.svg").text
    drawn, ask = [], WorkerProcess.ask

    async def listened(worker: WorkerProcess, *words: Any, **more: Any) -> Any:
        answer = await ask(worker, *words, **more)
        if words == ("earlier",):  # the workers ask each other for more
            drawn.append(answer)
        return answer

    monkeypatch.setattr(WorkerProcess, "ask", listened)
    assert since(client, "v1.0", look).json()["cards"] == told["cards"]
    assert ["cards" in answer for answer in drawn] == [False], "the same commit is not drawn again"


@pytest.mark.parametrize(
    "state",
    [
        "",
        "--help",
        "-n",
        "HEAD:small/game.yaml",
        "../small",
        "/etc",
        "HEAD --all",
        "a\nb",
        "x" * 300,
        "build",
    ],
)
def test_what_is_no_revision_is_not_asked_of_git(client: TestClient, state: str) -> None:
    assert since(client, state).status_code == 404


def test_a_revision_that_git_does_not_know_says_so(client: TestClient) -> None:
    answer = since(client, "v9")
    assert answer.status_code == 409
    assert "'v9' is neither a kit nor an earlier state" in answer.json()["problems"][0]["message"]
    assert since(client, "small").status_code == 409  # a folder is no revision


def test_the_last_build_is_known_by_its_addresses(tmp_path: Path) -> None:
    faces = {"A1": {"front": "1"}, "A2": {"front": "2"}, "A9": {"front": "9"}}
    settings = {"look": None, "options": []}
    said = {"builds": {"de": {"language": "de", "settings": settings, "faces": {"A1": {"front": "0"}}}}}
    assert last_build(tmp_path, "full", "full") is None
    (tmp_path / "kit.json").write_text(json.dumps(said), "utf-8")
    assert last_build(tmp_path, "full", "full") is None
    said["builds"]["pdf a4"] = {"settings": settings, "faces": faces}
    (tmp_path / "kit.json").write_text(json.dumps(said), "utf-8")
    assert last_build(tmp_path, "low-ink", "full") is None
    then = last_build(tmp_path, "full", "full")
    alike = {"in": "main", "name": "", "count": 1, "fields": {}}
    kit = {"cards": [{"id": id, **alike} for id in ("A1", "A2", "A3")]}
    now = {"A1": {"front": "1"}, "A2": {"front": "20"}, "A3": {"front": "3"}}
    found = changes(then, kit, now)
    assert found["cards"] == {
        "A2": {"kind": "changed", "data": [], "sides": {"front": ["2", "20"]}},
        "A3": {"kind": "new", "data": [], "sides": {"front": [None, "3"]}},
    }
    assert [one["id"] for one in found["gone"]] == ["A9"]
    (tmp_path / "kit.json").write_text('{"builds": [1]}', "utf-8")
    assert last_build(tmp_path, "full", "full") is None


def test_revisions_are_words_that_people_say() -> None:
    for said in ("HEAD~3", "v1.0", "main", "feature/cards", "HEAD@{yesterday}", "abc123^", "@"):
        assert is_revision(said)


def test_a_filter_of_a_strangers_repository_is_not_run(kit: Path, tmp_path: Path) -> None:
    from cardgen.app.diff import revision_of

    mark = tmp_path / "ran"
    git(kit.parent, "config", "filter.trap.smudge", f"touch {mark}")
    (kit.parent / ".git" / "info" / "attributes").write_text("* filter=trap\n", "utf-8")
    with revision_of("HEAD", kit) as folder:
        assert "Deuce" in (folder / "cards.yaml").read_text("utf-8")
    assert not mark.exists()


def test_links_of_an_earlier_state_do_not_lead_out_of_it(kit: Path, tmp_path: Path) -> None:
    from cardgen.app.diff import revision_of

    (kit / "out.yaml").symlink_to(tmp_path)
    (kit / "same.yaml").symlink_to("cards.yaml")
    git(kit.parent, "add", "small/out.yaml", "small/same.yaml")
    git(kit.parent, "commit", "-qm", "Links")
    with revision_of("HEAD", kit) as folder:
        assert not (folder / "out.yaml").is_symlink()
        assert "Deuce" in (folder / "same.yaml").read_text("utf-8")


def test_the_faces_of_a_build_have_the_addresses_of_the_studio(
    client: TestClient, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nothing is different when nothing was saved, and one card when one was."""
    from cardgen.app.build import build_kit
    from cardgen.app.settings import BuildSettings

    source = small_kit(tmp_path)
    build_kit(source, BuildSettings(out=tmp_path / "output", format="png", dpi=72), lambda *said: None)
    monkeypatch.chdir(tmp_path)
    told = since(client, "build").json()
    assert {id: card["kind"] for id, card in told["cards"].items()} == {"A2": "changed", "A4": "new"}
    assert [one["id"] for one in told["gone"]] == ["A3"]
    states = client.get(f"{HOME}/states").json()["states"]
    assert [one["id"] for one in states] == ["build", "HEAD", "v1.0"]
