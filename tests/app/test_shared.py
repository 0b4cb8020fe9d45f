"""A cache that machines share: the same files, nothing poisoned, and a build that is slower, never wrong, without it."""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from tempfile import mkdtemp
from typing import Any

import fsspec
import pytest

from cardgen.app import build as building
from cardgen.app import shared
from cardgen.app.shared import SECRET, SharedCache, shared_cache
from tests.app.test_many import kits
from tests.conftest import Cardgen, Said
from tests.hostile.trial import hashes


@pytest.fixture(autouse=True)
def _nothing_known() -> Iterator[None]:
    yield
    shared_cache.cache_clear()
    fsspec.filesystem("memory").store.clear()


BEGUN: list[Path] = []


class Machines:
    """Machines with the same kits, each with its own folders, that share one cache."""

    def __init__(self, cardgen: Cardgen, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        self._cardgen, self._folder, self._patch = cardgen, folder, monkeypatch
        self.url = str(folder / "shared")
        self.built: list[str] = []
        real = building.build_kit

        def counted(source: Path, *more: Any) -> Any:
            self.built.append(source.name)
            return real(source, *more)

        monkeypatch.setattr(building, "build_kit", counted)

    def build(self, machine: str, *words: str, **kits_with: str) -> Said:
        """Build all kits on a machine; `built` are those that it did not take from the cache."""
        home = self._folder / machine
        if not (home / "data").exists():
            kits(home, **kits_with)
        self._patch.setenv("CARDGEN_CACHE", str(home / "cache"))
        self.built.clear()
        where = ("--data", str(home / "data"), "--out", str(home / "out"), "--cache", self.url, "--jobs", "1")
        return self._cardgen("build", *where, *words)

    def begin(self) -> None:
        """Have machine `one` build all kits: once, and the tests after the first get what it has left."""
        if BEGUN:
            shutil.copytree(BEGUN[0], self._folder, dirs_exist_ok=True)
        else:
            self.build("one")
            BEGUN.append(
                Path(shutil.copytree(self._folder, Path(mkdtemp(dir=self._folder.parent)) / "begun"))
            )

    def made(self, machine: str) -> dict[str, str]:
        """The hashes of what a machine has in its folder of results."""
        return hashes(self._folder / machine / "out")

    @property
    def entries(self) -> list[Path]:
        """The files of the cache."""
        return [path for path in (self._folder / "shared").rglob("*") if path.is_file()]

    @property
    def records(self) -> list[Path]:
        return [path for path in self.entries if path.parent.name == "kits"]


@pytest.fixture
def machines(cardgen: Cardgen, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Machines:
    return Machines(cardgen, tmp_path, monkeypatch)


ALL = ["heron", "ibis", "jay"]


@pytest.mark.parametrize("url", ["", "memory://kits"])
def test_what_one_machine_has_built_the_other_takes(url: str, machines: Machines) -> None:
    machines.url = url or machines.url
    assert machines.build("one").code == 0
    assert machines.built == ALL
    said = machines.build("two")
    assert (said.code, machines.built) == (0, [])
    assert f"  taken from the cache {machines.url}" in said.out.splitlines()
    assert machines.made("two") == machines.made("one")
    assert "nothing has changed" in machines.build("two").out


def test_a_kit_that_differs_in_anything_is_built(machines: Machines) -> None:
    machines.build("one")
    machines.build("two", ibis="7")
    assert machines.built == ["ibis"]
    machines.build("two", "--paper", "letter")
    assert machines.built == ALL
    machines.build("one", "--force")
    assert machines.built == ALL


def test_other_editions_in_the_folder_stay_listed(machines: Machines) -> None:
    machines.build("one")
    machines.build("one", "--paper", "letter")
    machines.build("two", "--paper", "letter")
    machines.build("two")
    assert machines.built == []
    assert machines.made("two") == machines.made("one")


def test_what_warns_is_built_everywhere(machines: Machines, monkeypatch: pytest.MonkeyPatch) -> None:
    for machine in ("one", "two"):
        machines.build(machine)
        shutil.rmtree(machines._folder / "shared")
        face = machines._folder / machine / "data" / "jay" / "face.svg"
        (face.parent / "fonts").mkdir()
        (face.parent / "fonts" / "odd.ttf").write_text("x")
        said = machines.build(machine)
        assert machines.built == ["jay"]
        assert "odd.ttf is no font" in said.err


# ---- somebody else may write there


def other_bytes(path: Path) -> None:
    path.write_bytes(b"%PDF-1.7 evil")


def half(path: Path) -> None:
    path.write_bytes(path.read_bytes()[: path.stat().st_size // 2])


def a_fifo(path: Path) -> None:
    path.unlink()
    os.mkfifo(path)


def a_link(path: Path) -> None:
    path.unlink()
    path.symlink_to("/dev/zero")


def nothing(path: Path) -> None:
    path.unlink()


@pytest.mark.parametrize("harm", [other_bytes, half, a_fifo, a_link, nothing])
@pytest.mark.parametrize("what", ["kits", "files"])
def test_a_damaged_entry_is_never_used_and_is_replaced(
    what: str, harm: Callable[[Path], None], machines: Machines
) -> None:
    machines.begin()
    for path in machines.entries:
        if what in path.parts:
            harm(path)
    said = machines.build("two")
    assert (said.code, machines.built) == (0, ALL)
    assert machines.made("two") == machines.made("one")
    if harm not in (a_fifo, a_link):  # nothing is written over a device
        machines.build("three")
        assert machines.built == []


def test_a_record_under_the_name_of_another_is_not_used(machines: Machines) -> None:
    machines.begin()
    first, *others = machines.records
    for path in others:
        shutil.copy(first, path)
    assert [bool(SharedCache(machines.url).record(path.name)) for path in machines.records].count(True) == 1
    machines.build("two")
    assert len(machines.built) == 2
    assert machines.made("two") == machines.made("one")


def forged(path: Path, change: Callable[[dict[str, Any]], object]) -> None:
    """Change a record, and vouch for it as far as one can without the secret of the machines."""
    said = json.loads(path.read_bytes().partition(b"\n")[2])
    change(said)
    text = json.dumps(said).encode()
    path.write_bytes(shared._vouching(path.name, text) + b"\n" + text)


def build_of(said: dict[str, Any]) -> dict[str, Any]:
    (build,) = said["builds"].values()
    return build  # type: ignore[no-any-return]


FORGED: dict[str, Callable[[dict[str, Any]], object]] = {
    "a file above the folder": lambda said: build_of(said)["files"][0].update(name="../../evil.pdf"),
    "an absolute file": lambda said: build_of(said)["files"][0].update(name="/tmp/evil.pdf"),
    "kit.json": lambda said: build_of(said)["files"][0].update(name="kit.json"),
    "a hash that is a path": lambda said: build_of(said)["files"][0].update(sha256="../../../etc/passwd"),
    "a file in a file": lambda said: build_of(said)["files"].append(
        {**build_of(said)["files"][0], "name": build_of(said)["files"][0]["name"] + "/x"}
    ),
    "another kit": lambda said: said.update(game="wren"),
    "another key": lambda said: build_of(said).update(key="0"),
    "two builds": lambda said: said["builds"].update(other=build_of(said)),
    "no builds": lambda said: said.update(builds=[]),
    "words for a terminal": lambda said: said.update(notes=["\x1b[2J"]),
    "notes that are none": lambda said: said.update(notes=7),
}


@pytest.mark.parametrize("what", FORGED)
def test_a_forged_record_does_no_harm(what: str, machines: Machines) -> None:
    machines.begin()
    for path in machines.records:
        forged(path, FORGED[what])
    said = machines.build("two")
    assert (said.code, machines.built) == (0, ALL), said.err
    assert machines.made("two") == machines.made("one")
    assert not list(machines._folder.rglob("evil.pdf"))


def test_machines_with_a_secret_believe_nobody_without_it(
    machines: Machines, monkeypatch: pytest.MonkeyPatch
) -> None:
    machines.build("one")  # by somebody without the secret
    monkeypatch.setenv(SECRET, "herring")
    machines.build("two")
    assert machines.built == ALL
    machines.build("three")
    assert machines.built == []
    monkeypatch.setenv(SECRET, "tunny")
    machines.build("four")
    assert machines.built == ALL


# ---- lost connections


def lost(said: Said) -> int:
    return said.err.count("everything is built here")


@pytest.mark.parametrize("url", ["ftp://me:sesame@127.0.0.1:1/kits", "nowhere/at/all"])
def test_a_cache_that_cannot_be_reached_is_said_once(url: str, machines: Machines) -> None:
    machines.url = url
    said = machines.build("one")
    assert (said.code, machines.built, lost(said)) == (0, ALL, 1)
    assert "sesame" not in said.err
    assert lost(machines.build("two", "--jobs", "2")) == 1
    said = machines.build("three", "--json")
    assert [problem["code"] for problem in json.loads(said.out)["problems"]] == ["cache"]


def test_a_connection_lost_in_the_middle_costs_builds_and_not_their_files(
    machines: Machines, monkeypatch: pytest.MonkeyPatch
) -> None:
    machines.build("one")
    real, asked = shared._SharedFolder.read, [0]

    def read(self: Any, name: str, limit: int) -> bytes | None:
        asked[0] += 1
        if asked[0] > 4:
            raise ConnectionResetError("reset by peer")
        return real(self, name, limit)

    monkeypatch.setattr(shared._SharedFolder, "read", read)
    said = machines.build("two")
    assert (said.code, lost(said)) == (0, 1)
    assert 0 < len(machines.built) <= len(ALL)
    assert machines.made("two") == machines.made("one")
    assert asked[0] == 5, "it asks again and again"


def test_a_cache_that_does_not_answer_is_not_waited_for(
    machines: Machines, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(shared, "_PATIENCE", 0.2)
    from threading import Event

    monkeypatch.setattr(shared._SharedFolder, "read", lambda *_: Event().wait(20))
    assert lost(machines.build("one")) == 1


def test_a_cache_that_may_only_be_read_is_read(machines: Machines, monkeypatch: pytest.MonkeyPatch) -> None:
    machines.build("one")

    def write(*_: object) -> None:
        raise PermissionError("read only")

    monkeypatch.setattr(shared._SharedFolder, "write", write)
    said = machines.build("two", ibis="9", jay="9")
    assert machines.built == ["ibis", "jay"]
    assert said.err.count("what is built here is not shared") == 1


def test_an_address_of_no_kind_is_one_mistake(machines: Machines) -> None:
    machines.url = "nix://somewhere"
    said = machines.build("one")
    assert (said.code, machines.built) == (1, [])
    assert said.err.count("nothing here can speak to the cache nix://somewhere") == 1
    assert "cardgen[cache]" in said.err


def test_a_kit_that_is_saved_while_it_is_built_is_not_shared(
    machines: Machines, monkeypatch: pytest.MonkeyPatch
) -> None:
    real = building.publish

    def publish(stage: Path, target: Path, *more: Any) -> None:
        real(stage, target, *more)
        (machines._folder / "one" / "data" / target.name / "cards.md").write_text("saved meanwhile")

    monkeypatch.setattr(building, "publish", publish)
    machines.build("one")
    assert not machines.entries


def test_nothing_half_written_is_seen(tmp_path: Path) -> None:
    cache = SharedCache(str(tmp_path / "shared"))
    assert cache._write("kits/a", b"x" * 100)
    assert [path.name for path in (tmp_path / "shared").rglob("*") if path.is_file()] == ["a"]
