"""Many kits at once: the same files as one after the other, told in the order of the question."""

from __future__ import annotations

import gc
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from cardgen.app.many import build_many
from cardgen.app.settings import BuildSettings
from cardgen.faces.art import worker
from cardgen.faces.art.form import Engine
from cardgen.model.kit import Kit
from tests.conftest import Cardgen

GAME = """game: {name}
title: {name}
version: "1"
players: {{min: 2, max: 4}}
minutes: "20"
language: en
accent: "#000000"
credits: {{design: Nobody, notice: "Nobody's"}}
decks:
  main: {{title: Cards, size: poker, face: face.svg, cards: [{{id: A, count: {count}}}]}}
"""
FACE = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="-3 -3 69 94"><rect width="63" height="88" fill="#ddd"/></svg>'


@pytest.fixture(autouse=True)
def _art_workers_wait() -> None:
    """Here they start and end as they do for a user."""
    worker.keep_workers(False)


def kits(folder: Path, **more: str) -> None:
    for number, name in enumerate(("heron", "ibis", "jay"), 1):
        kit = folder / "data" / name
        kit.mkdir(parents=True)
        (kit / "game.yaml").write_text(GAME.format(name=name, count=more.get(name, number)))
        (kit / "face.svg").write_text(FACE)


def test_kits_built_at_once_are_those_built_one_after_the_other(cardgen: Cardgen, tmp_path: Path) -> None:
    kits(tmp_path)
    one = cardgen("build", "--data", str(tmp_path / "data"), "--out", str(tmp_path / "one"), "--jobs", "1")
    all_ = cardgen("build", "--data", str(tmp_path / "data"), "--out", str(tmp_path / "all"), "--jobs", "3")
    assert one.code == all_.code == 0, all_.err
    assert one.out.replace(str(tmp_path / "one"), "") == all_.out.replace(str(tmp_path / "all"), "")
    files = {p.relative_to(tmp_path / "one") for p in (tmp_path / "one").rglob("*") if p.is_file()}
    assert len(files) > 6
    for file in files:
        assert (tmp_path / "one" / file).read_bytes() == (tmp_path / "all" / file).read_bytes(), file


def test_one_art_worker_serves_all_kits_and_goes_with_the_last(
    cardgen: Cardgen, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    kits(tmp_path)
    started: list[worker.ArtWorker] = []

    class Counted(worker.ArtWorker):
        def __init__(self, engine: Engine) -> None:
            super().__init__(engine)
            started.append(self)

    monkeypatch.setattr(worker, "ArtWorker", Counted)
    where = ("--data", str(tmp_path / "data"), "--out", str(tmp_path / "out"))
    cardgen.works("build", *where, "--jobs", "1")
    assert [one.alive for one in started] == [False]


def test_what_a_kit_was_made_of_is_gone_before_the_one_after_the_next(tmp_path: Path) -> None:
    kits(tmp_path)
    settings = [BuildSettings(out=tmp_path / "out")]
    alive = []
    gc.collect()
    gc.disable()  # nobody else tidies up; in a build, cycles are looked for too seldom to keep memory flat
    try:
        asked = dict.fromkeys(sorted((tmp_path / "data").iterdir()), settings)
        for _ in build_many(asked, 1, lambda: lambda step, done=0, total=0: None):
            alive.append(
                sum(
                    isinstance(thing, Kit) and thing.root.is_relative_to(tmp_path)
                    for thing in gc.get_objects()
                )
            )
    finally:
        gc.enable()
    assert max(alive) == alive[0] > 0


def test_a_kit_that_cannot_be_built_leaves_the_others_whole(cardgen: Cardgen, tmp_path: Path) -> None:
    kits(tmp_path, ibis="two")
    done = cardgen.fails(
        "build", "--data", str(tmp_path / "data"), "--out", str(tmp_path / "out"), "--jobs", "2"
    )
    assert "count is 'two'" in done.err
    assert [line.split(":")[0] for line in done.out.splitlines()] == ["heron", "jay"]


def test_builds_that_are_called_off_leave_nothing_behind(tmp_path: Path) -> None:
    kits(tmp_path, heron="90", ibis="90", jay="90")
    command = [
        sys.executable,
        "-P",
        "-m",
        "cardgen",
        "build",
        "--data",
        str(tmp_path / "data"),
        "--jobs",
        "2",
    ]
    running = subprocess.Popen(
        [*command, "--out", str(tmp_path / "out")], stderr=subprocess.PIPE, text=True, start_new_session=True
    )
    until = time.monotonic() + 30
    while (
        not list((tmp_path / "out").glob("*/.building-*"))
        and running.poll() is None
        and time.monotonic() < until
    ):
        time.sleep(0.01)
    os.kill(running.pid, signal.SIGINT)
    _, said = running.communicate(timeout=60)
    assert running.returncode in (0, 130), said
    assert "Traceback" not in said
    assert not list((tmp_path / "out").glob("*/.building-*"))
