"""Every move is on disk before anybody sees it: kills, full disks, and two who play the same file."""

from __future__ import annotations

import asyncio
import json
import os
import random
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from cardgen.base.errors import CardgenError
from cardgen.studio import chairs, tables
from cardgen.table.journal import Journal
from tests.studio.small import small_kit
from tests.table.playing import again, step, table
from tests.table.served import SECRET, ask, begin, studio

DATA = Path(__file__).parents[2] / "data"

PLAYER = """
import random, sys
from pathlib import Path
from tests.table.playing import step, table
sitting, rng = table("auction-hearts", Path(sys.argv[1]), players=4), random.Random(int(sys.argv[2]))
print("begun", flush=True)
while not sitting.over:
    step(sitting, rng)
    print(sitting.played[-1].text, flush=True)
"""


def test_a_server_that_is_killed_at_any_moment_loses_nothing_that_was_shown(tmp_path: Path) -> None:
    for n, after in enumerate((0.004, 0.05, 0.13)):
        path = tmp_path / f"{n}.jsonl"
        process = subprocess.Popen(
            [sys.executable, "-c", PLAYER, str(path), str(n)], stdout=subprocess.PIPE, text=True
        )
        assert process.stdout
        assert process.stdout.readline() == "begun\n"
        time.sleep(after)
        os.kill(process.pid, signal.SIGKILL)
        shown = process.stdout.read().splitlines()
        process.wait()

        opened = again_of(path)

        on_disk = [played.text for played in opened.played]
        assert on_disk[: len(shown)] == shown
        assert len(on_disk) <= len(shown) + 1
        if not opened.over:
            step(opened, random.Random(1))


def again_of(path: Path) -> Any:
    sitting = table("auction-hearts", path.with_suffix(".new"), players=4)
    sitting.journal.path = path
    return again(sitting)


def test_a_journal_that_was_cut_anywhere_opens_again(tmp_path: Path) -> None:
    sitting, rng = table("auction-hearts", tmp_path / "a.jsonl", players=4), random.Random(3)
    for _ in range(12):
        step(sitting, rng)
    whole = sitting.journal.path.read_bytes()
    first = whole.index(b"\n") + 1
    for end in random.Random(4).sample(range(first, len(whole)), 40):
        sitting.journal.path.write_bytes(whole[:end])
        assert len(again(sitting).played) == whole[:end].count(b"\n") - 1


@pytest.mark.parametrize("kept", [0, 7, 30])
def test_a_full_disk_is_told_and_when_there_is_room_the_game_goes_on(
    kept: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    sitting, rng = table("auction-hearts", tmp_path / "a.jsonl", players=4), random.Random(3)
    step(sitting, rng)
    before, state = sitting.journal.path.read_bytes(), sitting.state.copy()

    class Full:
        def __init__(self, file: Any) -> None:
            self.file = file

        def __enter__(self) -> Full:
            return self

        def __exit__(self, *_: object) -> None:
            self.file.close()

        def __getattr__(self, name: str) -> Any:
            return getattr(self.file, name)

        def write(self, data: bytes) -> int:
            return int(self.file.write(data[:kept]))

        def truncate(self, _: int) -> None:
            raise OSError("not even that")

    real = Path.open
    with monkeypatch.context() as patch:
        patch.setattr(Path, "open", lambda *a, **k: Full(real(*a, **k)))
        with pytest.raises(CardgenError, match="the game cannot be saved: No space left on device"):
            sitting.play(sitting.turn, sitting.version, 0)
    assert sitting.state == state
    assert sitting.journal.path.read_bytes().startswith(before)
    step(sitting, rng)
    assert again(sitting).state == sitting.state
    assert sitting.journal.path.read_bytes().count(b"\n") == 3


@pytest.mark.skipif(sys.platform == "win32", reason="no limit for the size of a file")
def test_a_real_limit_of_the_disk_stops_in_order(tmp_path: Path) -> None:
    limited = "import resource, sys; resource.setrlimit(resource.RLIMIT_FSIZE, (1500, 1500))\n" + PLAYER
    path = tmp_path / "a.jsonl"
    done = subprocess.run(
        [sys.executable, "-c", limited, str(path), "1"],
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert "the game cannot be saved" in done.stderr
    shown = done.stdout.splitlines()[1:]
    assert [played.text for played in again_of(path).played] == shown
    assert len(shown) > 3


def test_two_who_play_the_same_file_do_not_mix_their_games(tmp_path: Path) -> None:
    sitting, rng = table("auction-hearts", tmp_path / "a.jsonl", players=4), random.Random(3)
    other = again(sitting)
    step(other, rng)
    with pytest.raises(CardgenError, match="played at another table"):
        step(sitting, rng)
    assert again(other).state == other.state


def test_a_game_that_could_not_begin_leaves_no_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(CardgenError):
        Journal.begin(tmp_path / "a.jsonl", {"game": "x"})
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("free", [False, True])
def test_a_kit_that_changes_ends_its_running_table_with_a_word_and_keeps_the_file(
    free: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("cardgen.studio.chairs._LOOKS_AGAIN", 0)
    kit = tmp_path / "kits" / "cheers"
    shutil.copytree(DATA / "cheers", kit)
    cards = kit / "cards.yaml"

    async def evening() -> None:
        made = studio(tmp_path)
        made.kits["cheers"] = kit
        asked = {"kit": "cheers", "seats": [{"name": "Ana"}, {"name": "Ben"}, {"name": "Cleo"}], "free": free}
        told = json.loads((await ask(made, f"/{SECRET}/tables", asked))[1])
        file = tmp_path / f"{told['table']}.jsonl"

        async def act() -> tuple[int, bytes]:
            for seat in told["seats"]:
                message = json.loads((await ask(made, f"/{seat['secret']}/message"))[1])
                if free:
                    return await ask(
                        made, f"/{seat['secret']}/do", {"do": "say", "says": "a", "v": message["v"]}
                    )
                if message["moves"]:
                    return await ask(
                        made,
                        f"/{seat['secret']}/moves",
                        {"version": message["version"], "move": message["moves"][0][2]},
                    )
            raise AssertionError

        cards.write_text("# only a comment\n" + cards.read_text("utf-8"), "utf-8")
        assert (await act())[0] == 200
        good = cards.read_text("utf-8")
        cards.write_text("half: [", "utf-8")  # somebody is typing
        assert (await act())[0] == 200
        cards.write_text(good.replace("count: ", "count: 1"), "utf-8")
        before = file.read_bytes()
        status, answer = await act()
        assert (status, b"has changed since this game began" in answer) == (507, True)
        assert (
            "so the game ends here"
            in json.loads((await ask(made, f"/{told['seats'][0]['secret']}/message"))[1])["stopped"]
        )
        assert file.read_bytes() == before
        made.tables.close()

    asyncio.run(evening())


def test_many_tables_look_at_their_kit_and_tidy_up_now_and_then(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With each move and each table, it would stop all the others for a moment."""
    looked: list[object] = []
    tidied: list[int] = []
    monkeypatch.setattr(chairs, "_LOOKS_AGAIN", 60)
    monkeypatch.setattr(chairs, "stamps_of", lambda kit: [*looked, looked.append(kit)][:0])
    tidies = SimpleNamespace(collect=tidied.append, freeze=list, unfreeze=list)
    monkeypatch.setattr(tables, "gc", tidies)

    async def evening() -> None:
        made = studio(tmp_path)
        begun = [await begin(made, "cheers", [("Ana", ""), ("Ben", ""), ("Cleo", "")]) for _ in range(3)]
        before = len(looked)
        for told in begun:
            says = {"says": "a"}
            assert [(await ask(made, f"/{told['seats'][0]['secret']}/say", says))[0] for _ in range(4)] == [
                200
            ] * 4
        assert len(looked) == before
        made.tables.close()

    asyncio.run(evening())
    assert len(tidied) == 1


def test_bots_wait_while_the_move_of_a_person_is_on_its_way(tmp_path: Path) -> None:
    async def evening() -> None:
        made = studio(tmp_path)
        thinkers = made.tables._thinkers
        thinkers.people = 1  # at another table
        told = await begin(made, "cheers", [("Ana", "random"), ("Ben", "random"), ("Cleo", "random")])
        table = made.tables.open[told["table"]]
        await asyncio.sleep(0.1)
        assert table.sitting.version == 0
        await asyncio.sleep(0.5)  # it never arrives: a fifth of a second is enough
        assert table.sitting.version > 0
        made.tables.close()

    asyncio.run(evening())


@pytest.mark.parametrize("what", ["cards.yaml", "faces/card.svg", "game.yaml"])
def test_a_kit_that_looks_otherwise_shows_new_faces_at_new_addresses(what: str, tmp_path: Path) -> None:
    kit = small_kit(tmp_path / "data")
    change = {
        "cards.yaml": ("Draw one card.", "Draw two cards."),
        "faces/card.svg": ('r="14"', 'r="12"'),  # as long as before
        "game.yaml": ("#bcc06a", "#bcc06b"),
    }[what]

    async def evening() -> None:
        made = studio(tmp_path / "games")
        made.tables.kits = made.kits = {"small": kit}
        asked = {"kit": "small", "seats": [{"name": "Ana"}, {"name": "Ben"}], "free": True}

        async def ace(of: Any, secret: str) -> tuple[str, bytes]:
            """The address of the Ace as one looks through the deck, and its picture."""
            told = json.loads((await ask(of, f"/{secret}/do", {"do": "look", "of": "main", "v": 0}))[1])
            name = next(one["face"] for one in told["shown"] if one["name"] == "Ace")
            return name, (await ask(of, f"/{secret}/faces/{name}.svg"))[1]

        secret = json.loads((await ask(made, f"/{SECRET}/tables", asked))[1])["seats"][0]["secret"]
        was = await ace(made, secret)
        file = kit / what
        text = file.read_text("utf-8")
        assert change[0] in text
        file.write_text(text.replace(*change), "utf-8")
        other = json.loads((await ask(made, f"/{SECRET}/tables", asked))[1])["seats"][0]["secret"]
        assert (await ace(made, other))[1] != was[1], "a new table shows the new face"
        await made.close()
        again = studio(tmp_path / "games")
        again.tables.kits = {"small": kit}
        now = await ace(again, secret)
        assert now[1] != was[1]
        assert now[0] != was[0], "a browser that has kept the old picture asks for the new one"
        await again.close()

    asyncio.run(evening())


def test_bots_play_as_fast_after_a_restart_as_before(tmp_path: Path) -> None:
    async def evening() -> None:
        made = studio(tmp_path)
        seats = [{"name": "Ana"}, {"name": "Ben", "bot": "random"}]
        for asked in ({"pace": 0.1}, {}):
            told = json.loads(
                (await ask(made, f"/{SECRET}/tables", {"kit": "biergarten", "seats": seats, **asked}))[1]
            )
            again = studio(tmp_path)
            told = json.loads((await ask(again, f"/{told['seats'][0]['secret']}/message"))[1])
            assert told["pace"] == asked.get("pace", 0.7)
            await again.close()
        await made.close()

    asyncio.run(evening())


def test_tables_share_a_kit_until_a_file_of_it_changes(tmp_path: Path) -> None:
    kit, made = tmp_path / "kits" / "cheers", studio(tmp_path)
    shutil.copytree(DATA / "cheers", kit)
    made.kits["cheers"] = kit
    long_ago = time.time() - 60
    for file in kit.rglob("*"):
        os.utime(file, (long_ago, long_ago))
    first = made.tables.kit("cheers")
    assert made.tables.kit("cheers") is first
    cards = kit / "cards.yaml"
    cards.write_text(cards.read_text("utf-8").replace("count: ", "count: 1"), "utf-8")
    now = made.tables.kit("cheers")
    assert now != first
    assert made.tables.kit("cheers") is not now  # it may have been written while it was read
    os.utime(cards, (long_ago, long_ago))
    assert made.tables.kit("cheers") is made.tables.kit("cheers")
    del made.kits["cheers"]
    with pytest.raises(KeyError):
        made.tables.kit("cheers")
    made.tables.close()


def test_a_table_that_is_closed_behind_a_move_lets_nobody_go_on(tmp_path: Path) -> None:
    async def evening() -> None:
        made = studio(tmp_path)
        told = await begin(made, "cheers", [("Ana", ""), ("Ben", "random"), ("Cleo", "random")])
        room: Any = made.tables.open[told["table"]]
        await room.act(lambda: room.sitting.to_play(room.sitting.turn, room.sitting.version, 0))
        made.tables.put_away(told["table"])
        await asyncio.sleep(0)
        assert room._bots is None or room._bots.done()
        made.tables.close()

    asyncio.run(evening())
