"""Connections that ask too slowly, do not read, or are too many, sent over the loopback to a server of our own."""

from __future__ import annotations

import asyncio
import contextlib
import json
import time
import zlib
from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest
import uvicorn

from cardgen.studio import door
from cardgen.studio.server import Studio
from tests.table.served import SECRET, begin, studio

Opened = tuple[asyncio.StreamReader, asyncio.StreamWriter]


class Served:
    """A studio at a port of the loopback."""

    def __init__(self, made: Studio, port: int) -> None:
        self.made, self.port = made, port
        self.opened: list[asyncio.StreamWriter] = []

    async def connect(self) -> Opened:
        reader, writer = await asyncio.open_connection("127.0.0.1", self.port)
        self.opened.append(writer)
        return reader, writer

    async def get(self, path: str, *more: str) -> Opened:
        reader, writer = await self.connect()
        lines = [f"GET {path} HTTP/1.1", "Host: 127.0.0.1:8417", *more, "", ""]
        writer.write("\r\n".join(lines).encode())
        return reader, writer

    async def answer(self, path: str) -> bytes:
        reader, _ = await self.get(path, "Connection: close")
        return await asyncio.wait_for(reader.read(), 10)


@contextlib.asynccontextmanager
async def serving(folder: Path) -> AsyncIterator[Served]:
    made = studio(folder)
    config = uvicorn.Config(
        made.app, port=0, http=door.Door, log_level="error", lifespan="off", timeout_graceful_shutdown=1
    )
    server = uvicorn.Server(config)
    server.capture_signals = contextlib.nullcontext  # type: ignore[method-assign, assignment]
    running = asyncio.create_task(server.serve())
    while not server.started:
        await asyncio.sleep(0.01)
    served = Served(made, server.servers[0].sockets[0].getsockname()[1])
    try:
        yield served
    finally:
        for writer in served.opened:
            writer.transport.abort()
        await made.close()
        server.should_exit = True
        await running


def run(folder: Path, what: Callable[[Served], Awaitable[None]]) -> None:
    async def all_of_it() -> None:
        async with serving(folder) as served:
            await what(served)

    asyncio.run(all_of_it())


HALVES = [
    b"",
    b"GET / HTTP/1.1\r\nX: ",
    b"POST /x HTTP/1.1\r\nHost: 127.0.0.1:8417\r\nContent-Length: 900\r\n\r\n{",
]


@pytest.mark.parametrize("half", HALVES)
def test_half_a_request_is_sent_away(half: bytes, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(door, "WHOLE_WITHIN", 0.3)

    async def drip(served: Served) -> None:
        reader, writer = await served.connect()
        begun = time.monotonic()
        with contextlib.suppress(ConnectionError):
            for letter in (half, b"y", b"y", b"y") if half else (b"",):
                writer.write(letter)  # a letter now and then does not buy time
                await asyncio.sleep(0.1)
            await asyncio.wait_for(reader.read(), 5)
        assert 0.2 < time.monotonic() - begun < 3
        assert not door.Door._open.total()

    run(tmp_path, drip)


def test_one_address_takes_a_part_of_the_connections(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(door, "MOST_OF_ONE", 20)

    async def many(served: Served) -> None:
        opened = [await served.connect() for _ in range(60)]
        for _, writer in opened:
            writer.write(b"GET / HTTP/1.1\r\nX: ")
        await asyncio.sleep(0.3)
        assert door.Door._open.total() == 20
        for _, writer in opened:
            writer.transport.abort()
        await asyncio.sleep(0.2)
        assert b"200 OK" in await served.answer(f"/{SECRET}/")
        assert door.Door._open.total() <= 1

    run(tmp_path, many)


def test_a_page_that_does_not_read_is_left(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(door, "READ_WITHIN", 0.2)

    async def deaf(served: Served) -> None:
        told = await begin(served.made, "biergarten", [("Ana", ""), ("Ben", "")])
        _, writer = await served.get(f"/{told['seats'][0]['secret']}/live")
        writer.transport.pause_reading()  # type: ignore[attr-defined]
        await asyncio.sleep(0.2)
        news = served.made.tables.open[told["table"]].chairs[0].news
        assert len(news) == 1
        news._make = lambda: {"much": f"{time.monotonic()}" * 300_000, "story": []}
        for _ in range(4):
            news.tell()
            await asyncio.sleep(0.2)
        await asyncio.sleep(0.5)
        assert len(news) == 0

    run(tmp_path, deaf)


def test_a_fourth_page_closes_the_oldest_and_news_are_made_once(tmp_path: Path) -> None:
    async def pages(served: Served) -> None:
        told = await begin(served.made, "biergarten", [("Ana", ""), ("Ben", "")])
        seat = told["seats"][0]["secret"]
        room = served.made.tables.open[told["table"]]
        chair = room.chairs[0]
        streams = []
        for _ in range(4):
            streams.append((await served.get(f"/{seat}/live"))[0])
            await asyncio.sleep(0.1)
        assert len(chair.news) == 3
        end = await asyncio.wait_for(streams[0].read(), 5)
        assert b"event: elsewhere" in end
        made: list[int] = []
        message = chair.message
        chair.news._make = lambda: made.append(1) or message()  # type: ignore[func-returns-value]
        room.sitting.play(room.sitting.turn, 0, 0)
        room.tell()
        assert len(made) == 1
        for stream in streams[1:]:
            while b"event: news" not in (line := await asyncio.wait_for(stream.readline(), 5)):
                pass
            assert line

    run(tmp_path, pages)


def test_a_change_is_sent_as_what_is_new_and_packed(tmp_path: Path) -> None:
    async def evening(served: Served) -> None:
        told = await begin(served.made, "biergarten", [("Ana", ""), ("Ben", "")])
        seat = told["seats"][0]["secret"]
        room = served.made.tables.open[told["table"]]
        sitting, room.grace = room.sitting, 0
        reader, _ = await served.get(f"/{seat}/live", "Accept-Encoding: gzip")
        head = await reader.readuntil(b"\r\n\r\n")
        assert b"content-encoding: gzip" in head
        packing, heard, sent, whole = zlib.decompressobj(31), b"", 0, 0

        async def read() -> None:
            nonlocal heard, sent
            with contextlib.suppress(TimeoutError):
                while True:
                    size = int(await asyncio.wait_for(reader.readline(), 0.05), 16)
                    part = await reader.readexactly(size + 2)
                    sent += size
                    heard += packing.decompress(part[:-2])

        await read()
        for n in range(100):
            if sitting.over:  # a garden may be full before that
                break
            sitting.play(sitting.turn, sitting.version, 0)
            room.tell()
            whole += len(json.dumps(room.chairs[0].message(), ensure_ascii=False))
            if n % 10 == 9:
                await read()
        await read()
        now: Any = {}
        for event in heard.decode().split("\n\n")[:-1]:
            kind, data = event.split("\ndata: ")
            news = json.loads(data)
            if "from" in news:
                news["story"] = now["story"][: news.pop("from")] + news["story"]
            now = news if kind == "event: table" else {**now, **news}
        assert now == json.loads(json.dumps(room.chairs[0].message()))
        print(f"100 moves: {whole} bytes as whole messages, {sent} sent")
        assert sent * 20 < whole

    run(tmp_path, evening)


def test_odd_requests_are_refused_without_a_traceback(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async def odd(served: Served) -> None:
        told = await begin(served.made, "biergarten", [("Ana", ""), ("Ben", "")])
        room = served.made.tables.open[told["table"]]
        seat = told["seats"][room.sitting.turn]["secret"]

        async def post(what: str, body: bytes, length: int = 0) -> bytes:
            reader, writer = await served.connect()
            head = (
                f"POST /{seat}/{what} HTTP/1.1\r\nHost: 127.0.0.1:8417\r\nOrigin: http://127.0.0.1:8417\r\n"
            )
            head += f"Content-Type: application/json\r\nContent-Length: {length or len(body)}\r\n\r\n"
            writer.write(head.encode() + body)
            if length:
                await writer.drain()
                await asyncio.sleep(0.1)
                writer.transport.abort()
                return b""
            return (await asyncio.wait_for(reader.readline(), 5)).split()[1]

        assert await post("moves", b'{"version": 0, "move": true}') == b"400"
        assert room.sitting.version == 0
        assert await post("remarks", b'{"text": "\\ud800"}') == b"400"
        assert await post("remarks", json.dumps({"text": "x" * 2001}).encode()) == b"409"
        assert await post("moves", b"{", 900) == b""
        for file in ("fonts/%2e%2e.ttf", "fonts/...ttf", "fonts/none.ttf", "js/none.js", "none.css"):
            for secret in (SECRET, seat):
                assert b" 404 " in await served.answer(f"/{secret}/{file}")

    run(tmp_path, odd)
    assert [record for record in caplog.records if record.levelname == "ERROR"] == []
