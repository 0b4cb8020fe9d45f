"""An open kit tells its pages what happens, whatever happens to the worker that draws."""

from __future__ import annotations

import asyncio
import shutil
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest

from cardgen.studio.room import Pictures, Room
from cardgen.studio.watching import Seen
from cardgen.studio.worker_process import WorkerGone, WorkerProcess
from tests.studio.small import edit, small_kit


class Pages:
    """What one page hears."""

    def __init__(self, room: Room) -> None:
        self.heard: list[tuple[str, Any]] = []
        self._room = room
        self.task = asyncio.create_task(self._listen())

    async def _listen(self) -> None:
        async for event, what in self._room.news():
            self.heard.append((event, what))

    async def until(self, event: str, that: Callable[[Any], bool] = lambda what: True) -> Any:
        for _ in range(1000):
            for number, (name, what) in enumerate(self.heard):
                if name == event and that(what):
                    del self.heard[: number + 1]
                    return what
            await asyncio.sleep(0.02)
        raise AssertionError(f"no {event} in {self.heard}")


def in_room(kit: Path, act: Callable[[Room, Pages], Awaitable[None]]) -> None:
    async def run() -> None:
        room = Room("small", kit)
        pages = Pages(room)
        room.open()
        try:
            await pages.until("state", lambda state: state["state"] == "fresh")
            await act(room, pages)
        finally:
            await room.close()
            await asyncio.wait_for(pages.task, 5)

    asyncio.run(run())


def test_a_save_is_told_with_the_face_that_changed_and_why(tmp_path: Path) -> None:
    kit = small_kit(tmp_path)

    async def act(room: Room, pages: Pages) -> None:
        edit(kit / "cards.yaml", "Deuce", "Duke")
        saved = await pages.until("saved")
        assert list(saved["faces"]) == ["A2"]
        assert saved["why"] == {"A2": "name Deuce → Duke"}
        assert saved["file"] == "cards.yaml"
        assert room.pictures.get(saved["faces"]["A2"]["front"])
        assert room.looks["full"]["A2"] == saved["faces"]["A2"]

    in_room(kit, act)


def test_the_worker_has_drawn_a_picture_before_a_page_asks_for_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    ask, asked = WorkerProcess.ask, []

    async def noted(self: WorkerProcess, what: str, **more: Any) -> Any:
        asked.append((what, more.get("name")))
        return await ask(self, what, **more)

    async def act(room: Room, pages: Pages) -> None:
        assert ("thumbnail", room.looks["full"]["A1"]["front"]) in asked

    monkeypatch.setattr(WorkerProcess, "ask", noted)
    in_room(small_kit(tmp_path), act)


def test_a_save_by_renaming_an_emptied_file_tells_no_problem(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    kit = small_kit(tmp_path)
    monkeypatch.setattr("cardgen.studio.room._PATIENCE", 3.0)  # a busy machine is no editor that fails

    async def act(room: Room, pages: Pages) -> None:
        text = (kit / "cards.yaml").read_text().replace("Trey", "Three")
        (kit / "cards.yaml").write_text("")
        await asyncio.sleep(0.6)
        assert not any(what["problems"] for event, what in pages.heard if event == "problems")
        (kit / "cards.yaml").write_text(text)
        await pages.until("saved", lambda saved: "A3" in saved["faces"])
        assert not any(what["problems"] for event, what in pages.heard if event == "problems")
        assert room.problems == []

    in_room(kit, act)


def _says(told: Any, words: str) -> bool:
    return any(problem["message"] == words for problem in told["problems"])


def test_a_folder_that_goes_keeps_its_faces_and_comes_back(tmp_path: Path) -> None:
    kit = small_kit(tmp_path)

    async def act(room: Room, pages: Pages) -> None:
        kit.rename(tmp_path / "away")
        told = await pages.until("problems", lambda told: _says(told, "the folder of this kit has gone"))
        assert told["stale"] == ["A1", "A2", "A3"]
        assert len(room.looks["full"]) == 3
        shutil.copytree(tmp_path / "away", kit)
        told = await pages.until("problems", lambda told: not told["problems"])
        assert told["stale"] == []

    in_room(kit, act)


def test_a_card_that_is_deleted_is_gone_and_a_new_one_is_there(tmp_path: Path) -> None:
    kit = small_kit(tmp_path)

    async def act(room: Room, pages: Pages) -> None:
        edit(kit / "cards.yaml", "- id: A3", "- id: B3")
        await pages.until("saved", lambda saved: "B3" in saved["faces"])
        await pages.until("kit")
        assert room.kit
        assert [card["id"] for card in room.kit["cards"]] == ["A1", "A2", "B3"]
        assert set(room.looks["full"]) == {"A1", "A2", "B3"}

    in_room(kit, act)


def test_what_is_on_a_screen_is_drawn_before_what_is_not(tmp_path: Path) -> None:
    kit = small_kit(tmp_path)
    rows = [f"- {{id: C{n:03}, name: Card {n}, colour: red}}\n" for n in range(300)]
    (kit / "cards.yaml").write_text("".join(rows), "utf-8")

    async def act(room: Room, pages: Pages) -> None:
        await room.thumbnail(room.looks["full"]["C250"]["front"], 100)
        edit(kit / "faces" / "card.svg", 'r="14"', 'r="12"')
        assert next(iter((await pages.until("saved"))["faces"])) == "C250"

    in_room(kit, act)


def test_saved_rules_and_fonts_are_loaded_again(tmp_path: Path) -> None:
    kit = small_kit(tmp_path)
    (kit / "fonts").mkdir()

    async def act(room: Room, pages: Pages) -> None:
        await room.slow("check")
        for file, again in (("note.txt", False), ("rules.py", True), ("fonts/own.ttf", True)):
            before = [one._process and one._process.pid for one in (room._front, room._back)]
            pages.heard.clear()
            (kit / file).write_bytes(b"# saved\n")
            await pages.until("state", lambda state: state["state"] == "fresh")
            await room.slow("check")
            after = [one._process and one._process.pid for one in (room._front, room._back)]
            assert [old != new for old, new in zip(before, after, strict=True)] == [again, again], file

    in_room(kit, act)


def test_a_worker_that_crashes_once_is_asked_again(tmp_path: Path) -> None:
    kit = small_kit(tmp_path)

    async def act(room: Room, pages: Pages) -> None:
        assert room._front._process
        room._front._process.kill()
        edit(kit / "cards.yaml", "Deuce", "Duke")
        saved = await pages.until("saved", lambda saved: "A2" in saved["faces"])
        assert saved["faces"]["A2"]
        assert room.problems == []

    in_room(kit, act)


def test_a_worker_that_hangs_is_a_problem_and_the_faces_stay(tmp_path: Path) -> None:
    kit = small_kit(tmp_path)

    async def act(room: Room, pages: Pages) -> None:
        async def hangs(*_: object) -> None:
            raise WorkerGone("drawing took longer than 30 seconds and was stopped")

        ask, room._front.read = room._front.read, hangs  # type: ignore[method-assign]
        edit(kit / "cards.yaml", "Deuce", "Duke")
        told = await pages.until("problems", lambda told: bool(told["problems"]))
        assert "longer than 30 seconds" in told["problems"][0]["message"]
        assert told["stale"] == ["A1", "A2", "A3"]
        assert len(room.looks["full"]) == 3
        room._front.read = ask  # type: ignore[method-assign]
        edit(kit / "cards.yaml", "Duke", "Duchess")
        await pages.until("problems", lambda told: not told["problems"])

    in_room(kit, act)


def test_many_saves_end_with_the_last_one(tmp_path: Path) -> None:
    kit = small_kit(tmp_path)

    async def act(room: Room, pages: Pages) -> None:
        for number in range(12):
            edit(kit / "cards.yaml", "Deuce" if number == 0 else f"Duke {number - 1}", f"Duke {number}")
            await asyncio.sleep(0.05)
        for _ in range(500):
            if room.kit and room.kit["cards"][1]["name"] == "Duke 11" and room.state["state"] == "fresh":
                break
            await asyncio.sleep(0.02)
        name = room.looks["full"]["A2"]["front"]
        svg = room.pictures.get(name)
        assert svg
        assert b"Duke 11" in svg

    in_room(kit, act)


def test_a_page_that_comes_later_knows_by_a_number_whether_it_missed_anything(tmp_path: Path) -> None:
    kit = small_kit(tmp_path)

    async def act(room: Room, pages: Pages) -> None:
        await pages.until("problems")
        loaded = room.whole()["said"]
        assert (await Pages(room).until("hello"))["said"] == loaded
        edit(kit / "cards.yaml", "Deuce", "Duke")
        await pages.until("saved")
        assert (await Pages(room).until("hello"))["said"] > loaded

    in_room(kit, act)


def test_the_oldest_pictures_are_forgotten_first() -> None:
    pictures = Pictures(most=10)
    pictures.add({"a": b"12345", "b": b"12345"})
    assert pictures.get("a")
    pictures.add({"c": b"123"})
    assert pictures.get("b") is None
    assert pictures.get("a")
    assert pictures.get("c")


def test_what_only_the_whole_check_finds_is_told_until_it_is_mended(tmp_path: Path) -> None:
    kit = small_kit(tmp_path)
    edit(kit / "game.yaml", "decks:", "rules: rules.md.j2\ndecks:")
    (kit / "rules.md.j2").write_text("# Small\n\nDraw {{ nothing }} cards.\n", "utf-8")

    async def act(room: Room, pages: Pages) -> None:
        told = await pages.until("problems", lambda told: bool(told["problems"]))
        assert told["problems"][0]["short"] == "rules.md.j2"
        edit(kit / "cards.yaml", "Deuce", "Duke")
        told = await pages.until("problems")
        assert told["problems"][0]["short"] == "rules.md.j2"
        edit(kit / "rules.md.j2", "{{ nothing }}", "two")
        await pages.until("problems", lambda told: not told["problems"])

    in_room(kit, act)


def test_warnings_are_counted_apart_and_stay_while_a_file_cannot_be_read(tmp_path: Path) -> None:
    kit = small_kit(tmp_path)
    edit(kit / "cards.yaml", "Draw one card.", "Draw one card. " * 24)
    edit(kit / "faces" / "card.svg", '<text style="', '<text data-fit="shrink" style="')

    async def act(room: Room, pages: Pages) -> None:
        await pages.until("state", lambda state: state.get("warnings") == 1)
        assert room.state == {"state": "fresh", "errors": 0, "warnings": 1}, "no seconds for who comes later"
        edit(kit / "cards.yaml", "count: 2", "count: two")
        state = await pages.until("state", lambda state: state["state"] == "problems")
        assert (state["errors"], state["warnings"]) == (1, 1)
        edit(kit / "cards.yaml", "count: two", "count: 2")
        state = await pages.until("state", lambda state: state["state"] == "fresh" and "seconds" not in state)
        assert (state["errors"], state["warnings"]) == (0, 1)

    in_room(kit, act)


def test_two_pages_hear_the_same(tmp_path: Path) -> None:
    kit = small_kit(tmp_path)

    async def act(room: Room, pages: Pages) -> None:
        others = [Pages(room), Pages(room)]
        await asyncio.sleep(0.05)
        edit(kit / "cards.yaml", "Deuce", "Duke")
        first = await pages.until("saved")
        for other in others:
            assert await other.until("saved") == first

    in_room(kit, act)


def test_what_a_page_writes_is_drawn_at_once_and_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    kit, noticed = small_kit(tmp_path), asyncio.Queue[Seen]()

    async def watch(folder: Path, stop: asyncio.Event) -> Any:
        while True:
            yield await noticed.get()

    monkeypatch.setattr("cardgen.studio.room.watch", watch)  # notices what it is told to notice

    async def act(room: Room, pages: Pages) -> None:
        edit(kit / "cards.yaml", "Deuce", "Duke")
        room.saved("cards.yaml")
        assert list((await pages.until("saved"))["faces"]) == ["A2"]
        before = room.serial
        noticed.put_nowait(Seen(("cards.yaml",)))
        await asyncio.sleep(0.2)
        assert room.serial == before
        edit(kit / "cards.yaml", "Duke", "Dame")  # somebody else
        noticed.put_nowait(Seen(("cards.yaml",)))
        assert list((await pages.until("saved"))["faces"]) == ["A2"]

    in_room(kit, act)


def test_a_film_that_nobody_waits_for_is_not_made_to_its_end_unless_others_wait_too(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def left() -> bool:
        return True

    async def evening() -> None:
        room, other = Room("small", tmp_path), asyncio.get_running_loop().create_future()
        waits = asyncio.get_running_loop().create_future()
        room._back._waiting = {1: (waits, None), 2: (other, None)}

        async def slow(*_: Any, **asked: Any) -> Any:
            return await waits

        monkeypatch.setattr(room, "slow", slow)
        film = asyncio.create_task(room.film(left))
        await asyncio.sleep(0.07)
        assert not film.done()
        del room._back._waiting[2]
        with pytest.raises(WorkerGone):
            await film

    asyncio.run(evening())
