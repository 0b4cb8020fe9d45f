"""Rooms as friends ask for them, without a browser: by HTTP, with a clock that the test turns."""

from __future__ import annotations

import asyncio
import json
import shutil
import time
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest

from cardgen.studio import rooms
from cardgen.studio.hosting import Hosting
from cardgen.table.gathering import CODE
from tests.studio.small import small_kit
from tests.table.served import DATA, HOST, ask

KIT = "cheers"
_DAY = 86400.0


class Host:
    """A server whose clock stands still until the test turns it, and what a browser would do with it."""

    def __init__(self, folder: Path, **more: Any) -> None:
        self.now = 0.0
        self.folder = folder
        kits = {KIT: DATA / KIT, "small": folder / "small"}
        self.made = Hosting(kits, folder / "rooms", lambda: [HOST], clock=self.clock, **more)

    def clock(self) -> float:
        return time.time() + self.now

    async def get(self, path: str, **more: Any) -> tuple[int, Any]:
        status, body = await ask(self.made, path, **more)  # type: ignore[arg-type]
        return status, _plain(body)

    async def post(self, path: str, what: Any, **more: Any) -> tuple[int, Any]:
        status, body = await ask(self.made, path, what, **more)  # type: ignore[arg-type]
        return status, _plain(body)

    async def begin(self, name: str = "Ana", **asked: Any) -> str:
        """Begin a room and return the address of whoever began it, without the slash at its end."""
        what = {"kit": KIT, "seats": 3, "name": name, **asked}
        status, told = await self.post(f"/{self.made.secret}/rooms", what)
        assert status == 200, told
        return str(told["to"]).removesuffix("/room/")

    async def told(self, guest: str) -> Any:
        status, told = await self.get(f"{guest}/room/told")
        assert status == 200, told
        return told

    async def come(self, guest: str, name: str, seat: int | None) -> str:
        """Come in by the invitation that a guest has passed on; return the newcomer's address."""
        invitation = (await self.told(guest))["invitation"]
        status, told = await self.post(f"/{invitation}/room/come", {"name": name, "seat": seat})
        assert status == 200, told
        return str(told["to"]).removesuffix("/")

    async def play_on(self, guests: list[str]) -> None:
        """Play until the game is over: each guest the first move there is, bots beside them."""
        while True:
            messages = [await self.get(f"{guest}/message") for guest in guests]
            if messages[0][1]["over"]:
                return
            for guest, (_, told) in zip(guests, messages, strict=True):
                if told["moves"]:
                    await self.post(f"{guest}/moves", {"version": told["version"], "move": 0})
                    break
            else:
                await asyncio.sleep(0.01)


def _plain(body: bytes) -> Any:
    try:
        return json.loads(body)
    except ValueError:
        return body.decode(errors="replace")


def still(answer: tuple[int, Any]) -> Any:
    """Return a message without the seconds in which somebody may come back, which go by while a test runs."""
    return {**answer[1], "seats": [{**seat, "free": 0} for seat in answer[1]["seats"]]}


def run(folder: Path, what: Callable[[Host], Awaitable[None]], **more: Any) -> None:
    async def all_of_it() -> None:
        small_kit(folder)
        host = Host(folder, **more)
        try:
            await what(host)
        finally:
            host.made.close()

    asyncio.run(all_of_it())


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("cardgen.studio.tables.PACE", 0.0)


def test_friends_come_in_by_one_link_sit_down_and_play(tmp_path: Path) -> None:
    async def evening(host: Host) -> None:
        ana = await host.begin()
        told = await host.told(ana)
        assert told["you"] == {"name": "Ana", "seat": 0}
        assert CODE.fullmatch(told["code"])
        ben = await host.come(ana, "Ben", 1)
        assert [seat["is"] for seat in (await host.told(ben))["seats"]] == ["away", "you", "free"]
        assert (await host.get(f"{ben}/"))[0] == 303  # no table yet: to the room
        assert await host.post(f"{ben}/room/deal", {}) == (200, {})
        message = (await host.get(f"{ben}/message"))[1]
        assert [seat["name"] for seat in message["seats"]][:2] == ["Ana", "Ben"]
        assert [seat["is"] for seat in message["seats"]] == ["person", "person", "bot"]
        assert message["you"] == 1
        assert message["deal"] == 1
        await host.play_on([ana, ben])

    run(tmp_path, evening)


def test_strangers_get_nothing(tmp_path: Path) -> None:
    async def stranger(host: Host) -> None:
        ana = await host.begin()
        code = (await host.told(ana))["code"]
        for path in (
            f"/{code}-{'a' * 22}/",
            f"/{code}-{'a' * 32}/room/told",
            "/rooms",
            "/games",
            f"/{code}-/",
        ):
            assert (await host.get(path))[0] == 404, path
        assert (await host.get("/health"))[1] == "well\n"
        assert (await host.get("/"))[0] == 303
        assert (await host.get("/health", headers={"host": "evil.example"}))[0] == 421
        for path in (f"/{host.made.secret}/rooms", f"{ana}/room/deal"):
            assert (await host.post(path, {}, headers={"origin": "http://evil.example"}))[0] == 403
        invitation = (await host.told(ana))["invitation"]
        for path in ("sit", "deal"):
            assert (await host.post(f"/{invitation}/room/{path}", {"seat": 1}))[0] == 403
        assert (await host.get(f"/{invitation}/room/live"))[0] == 403
        body = json.dumps((await host.get(f"/{invitation}/room/told"))[1])
        assert ana.removeprefix("/") not in body

    run(tmp_path, stranger)


def test_a_code_leads_to_the_invitation_for_a_day(tmp_path: Path) -> None:
    async def code(host: Host) -> None:
        told = await host.told(await host.begin())
        letters = told["code"]
        assert await host.post(f"/{letters.lower()}/", {}) == (200, {"to": f"/{told['invitation']}/"})
        assert (await host.get(f"/{letters}/"))[0] == 303
        host.now = 1.1 * _DAY
        assert (await host.post(f"/{letters}/", {}))[0] == 404
        assert (await host.get(f"/{told['invitation']}/room/told"))[0] == 200

    run(tmp_path, code)


def test_codes_cannot_be_guessed_one_after_the_other(tmp_path: Path) -> None:
    async def guess(host: Host) -> None:
        letters = (await host.told(await host.begin()))["code"]
        found = [(await host.post(f"/{first}AAAAA/", {}))[0] for first in rooms.CODE.pattern[1:12]]
        assert found == [404] * 10 + [429]
        assert (await host.post(f"/{letters}/", {}))[0] == 429  # also the right one
        assert (await host.told(await host.begin()))["code"]  # links are not affected
        host.now = 601
        assert (await host.post(f"/{letters}/", {}))[0] == 200

    run(tmp_path, guess)


def test_names_seats_and_numbers_that_cannot_be(tmp_path: Path) -> None:
    async def odd(host: Host) -> None:
        ana = await host.begin()
        invitation = (await host.told(ana))["invitation"]
        for name in ("", "Ana", "<b>", "x" * 25, 7, None):
            status, told = await host.post(f"/{invitation}/room/come", {"name": name, "seat": 1})
            assert (status, "name" in told["says"]) == (422, True), name
        for seat in (7, -1, True, "1", [0]):
            status, told = await host.post(f"{ana}/room/sit", {"seat": seat})
            assert (status, told["says"]) == (422, "there is no such seat"), seat
        ben = await host.come(ana, "Ben", 0)  # taken: let in without a seat
        assert (await host.told(ben))["you"]["seat"] is None
        assert (await host.post(f"{ben}/room/deal", {}))[0] == 409
        for asked in (
            {"kit": "../x"},
            {"seats": 99},
            {"seats": True},
            {"options": {"no": "x"}},
            {"options": 3},
        ):
            status, told = await host.post(
                f"/{host.made.secret}/rooms", {"kit": KIT, "seats": 3, "name": "A", **asked}
            )
            assert status == 422, (asked, told)

    run(tmp_path, odd)


def test_one_address_begins_so_many_rooms(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rooms, "NEW_ROOMS", (3, 3600.0))

    async def many(host: Host) -> None:
        for _ in range(3):
            await host.begin()
        asked = {"kit": KIT, "seats": 3, "name": "Ana"}
        assert (await host.post(f"/{host.made.secret}/rooms", asked))[0] == 409
        host.now = 3601
        await host.begin()

    run(tmp_path, many)


def test_who_comes_late_watches_and_then_takes_the_seat_of_a_bot(tmp_path: Path) -> None:
    async def late(host: Host) -> None:
        ana = await host.begin()
        await host.post(f"{ana}/room/deal", {})
        hand = (await host.get(f"{ana}/message"))[1]
        eva = await host.come(ana, "Eva", None)
        assert (await host.told(eva))["watch"]
        shown = (await host.get(f"{eva}/watch/message"))[1]
        assert (shown["you"], shown["moves"], shown["undo"]) == (-2, [], None)
        assert all(set(there) == {None} for name, there in shown["zones"].items() if name[:5] == "hand ")
        status, sheet = await host.get(f"{eva}/room/rules.html")
        assert (status, "<h1" in sheet) == (200, True)
        assert (await host.get(f"{eva}/watch/table"))[1]["watches"]
        for deed in (
            "moves",
            "why",
            "undo",
            "remarks",
            "say",
            "hand-over",
            "on",
            "asked",
            "form",
            "scenario",
        ):
            assert await host.post(f"{eva}/watch/{deed}", {}) == (409, {"says": "you only watch"})
        assert await host.post(f"{eva}/room/sit", {"seat": 2}) == (200, {})
        message = (await host.get(f"{eva}/message"))[1]
        assert message["you"] == 2
        assert message["seats"][2]["is"] == "person"
        assert "is played by Eva from now on" in json.dumps((await host.get(f"{ana}/message"))[1]["story"])
        assert hand["pieces"] != message["pieces"]
        status, told = await host.post(f"{eva}/room/sit", {"seat": 1})  # two hands for one
        assert status == 409
        assert "hand" in told["says"]

    run(tmp_path, late)


def test_the_seat_of_somebody_who_left_can_be_taken_after_a_while(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def left(host: Host) -> None:
        ana = await host.begin()
        ben = await host.come(ana, "Ben", 1)
        await host.post(f"{ana}/room/deal", {})
        eva = await host.come(ana, "Eva", 1)
        assert (await host.told(eva))["you"]["seat"] is None  # Ben may come back
        for chair in host.made.rooms.open[eva[1:7]].table.chairs:  # type: ignore[union-attr]
            chair._left -= 61
        assert await host.post(f"{eva}/room/sit", {"seat": 1}) == (200, {})
        assert (await host.get(f"{eva}/message"))[1]["you"] == 1
        assert (await host.get(f"{ben}/message"))[0] == 404  # the old link shows no hand any more
        assert (await host.told(ben))["you"]["seat"] is None

    run(tmp_path, left)


def test_the_next_game_has_the_same_people_and_everybody_moves_on(tmp_path: Path) -> None:
    async def again(host: Host) -> None:
        ana = await host.begin()
        ben = await host.come(ana, "Ben", 1)
        await host.post(f"{ana}/room/deal", {})
        assert (await host.post(f"{ana}/room/deal", {}))[0] == 409
        await host.play_on([ana, ben])
        first = (await host.get(f"{ana}/message"))[1]
        assert await host.post(f"{ben}/room/deal", {}) == (200, {})
        second = (await host.get(f"{ana}/message"))[1]
        assert (first["deal"], second["deal"]) == (1, 2)
        assert (first["you"], second["you"]) == (0, 1)
        assert second["over"] is None
        assert (await host.get(f"{ben}/message"))[1]["you"] == 2

    run(tmp_path, again)


def test_a_room_is_where_it_was_after_a_restart(tmp_path: Path) -> None:
    async def restart(host: Host) -> None:
        ana = await host.begin()
        ben = await host.come(ana, "Ben", 1)
        await host.come(ana, "Cleo", 2)
        await host.post(f"{ana}/room/deal", {})
        before = [still(await host.get(f"{guest}/message")) for guest in (ana, ben)]
        asked = (await host.told(ana))["invitation"]
        host.made.close()
        other = Host(host.folder)
        assert [still(await other.get(f"{guest}/message")) for guest in (ana, ben)] == before
        assert (await other.told(ana))["invitation"] == asked
        assert other.made.secret == host.made.secret
        other.made.close()

    run(tmp_path, restart)


def test_a_room_goes_on_when_another_server_takes_it_over_and_gives_it_back(tmp_path: Path) -> None:
    async def two(host: Host) -> None:
        other = Host(host.folder)
        ana = await host.begin()
        guests = [ana, await other.come(ana, "Ben", 1), await host.come(ana, "Cleo", 2)]
        assert [seat["name"] for seat in (await other.told(ana))["seats"]] == ["Ana", "Ben", "Cleo"]
        await other.post(f"{ana}/room/deal", {})
        for server in (host, other, host):
            told = [(await server.get(f"{guest}/message"))[1] for guest in guests]
            turn = told[0]["turn"]
            move = {"version": told[turn]["version"], "move": told[turn]["moves"][0][2]}
            assert (await server.post(f"{guests[turn]}/moves", move))[0] == 200
        for guest in guests:
            assert still(await host.get(f"{guest}/message")) == still(await other.get(f"{guest}/message"))
        other.made.close()

    run(tmp_path, two)


def test_a_room_ends_after_two_weeks_and_its_files_stay(tmp_path: Path) -> None:
    async def end(host: Host) -> None:
        ana = await host.begin()
        host.now = 13.9 * _DAY
        assert (await host.get(f"{ana}/room/told"))[0] == 200
        host.now = 14.1 * _DAY
        assert (await host.get(f"{ana}/room/told"))[0] == 404
        host.made.rooms.sweep()
        assert not host.made.rooms.open
        assert len(list((host.folder / "rooms").rglob("room.jsonl"))) == 1

    run(tmp_path, end)


def test_a_room_in_which_nobody_is_leaves_memory_and_comes_back(tmp_path: Path) -> None:
    async def idle(host: Host) -> None:
        ana = await host.begin()
        for seat, name in enumerate(("Ben", "Cleo"), 1):
            await host.come(ana, name, seat)
        await host.post(f"{ana}/room/deal", {})
        before = still(await host.get(f"{ana}/message"))
        host.now = rooms.IDLE + 1
        host.made.rooms.sweep()
        assert not host.made.rooms.open
        assert not host.made.tables.open
        assert not host.made.tables.secrets
        assert still(await host.get(f"{ana}/message")) == before

    run(tmp_path, idle)


def test_a_kit_without_rules_lies_on_a_free_table_where_others_watch(tmp_path: Path) -> None:
    async def free(host: Host) -> None:
        ana = await host.begin(kit="small", seats=2)
        await host.post(f"{ana}/room/deal", {})
        ben = await host.come(ana, "Ben", 1)
        assert [seat["name"] for seat in (await host.get(f"{ana}/message"))[1]["seats"]] == ["Ana", "Ben"]
        eva = await host.come(ana, "Eva", None)
        assert (await host.told(eva))["watch"]
        assert (await host.get(f"{eva}/message"))[0] == 404
        status, told = await host.get(f"{eva}/watch/message")
        assert status == 200
        assert told["you"] == 2
        assert (await host.post(f"{eva}/watch/do", {"do": "end turn"}))[0] == 409
        assert (await host.get(f"{ben}/message"))[1]["you"] == 1

    run(tmp_path, free)


def test_a_game_whose_journal_is_too_long_takes_no_more(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def long(host: Host) -> None:
        ana = await host.begin()
        await host.post(f"{ana}/room/deal", {})
        monkeypatch.setattr("cardgen.studio.hosting.MOST_BYTES", 10)
        assert (await host.post(f"{ana}/remarks", {"text": "x"}))[0] == 507
        monkeypatch.setattr(shutil, "disk_usage", lambda place: shutil._ntuple_diskusage(1, 1, 10))  # type: ignore[attr-defined]
        status, told = await host.post(f"/{host.made.secret}/rooms", {"kit": KIT, "seats": 3, "name": "Ana"})
        assert status == 507
        assert "disk" in told["says"]

    run(tmp_path, long)
