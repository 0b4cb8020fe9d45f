"""A studio with tables, asked without a network: every byte that is sent to each seat is kept."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from typing import Any

from cardgen.studio.server import Studio

SECRET = "s3cret" * 8
HOST = "127.0.0.1:8417"
DATA = Path(__file__).parents[2] / "data"


def studio(folder: Path) -> Studio:
    """A studio of the five games whose tables lie in a folder."""
    made = Studio(None, [], SECRET, lambda: [HOST])
    made.tables.folder = folder
    made.tables.__init__(made.tables.kits, [], made.files, folder)  # type: ignore[misc]
    return made


async def ask(
    made: Studio, path: str, body: Any = None, method: str = "", headers: dict[str, str] | None = None
) -> tuple[int, bytes]:
    """Ask for an address; return the status and every byte of the answer."""
    data = body if isinstance(body, bytes) else b"" if body is None else json.dumps(body).encode()
    method = method or ("GET" if body is None else "POST")
    said = {
        "host": HOST,
        **({"origin": f"http://{HOST}", "content-type": "application/json"} if body is not None else {}),
    }
    said |= headers or {}
    scope = {
        "type": "http",
        "asgi": {"version": "3.0"},
        "http_version": "1.1",
        "method": method,
        "scheme": "http",
        "path": path,
        "raw_path": path.encode("utf-8", "surrogateescape"),
        "query_string": b"",
        "root_path": "",
        "headers": [(k.encode("latin-1"), v.encode("latin-1")) for k, v in said.items()],
        "client": ("127.0.0.1", 1),
        "server": ("127.0.0.1", 8417),
    }
    sent = [{"type": "http.request", "body": data, "more_body": False}]
    got: list[Any] = []

    async def receive() -> Any:
        if sent:
            return sent.pop(0)
        await asyncio.Event().wait()
        return None

    async def send(message: Any) -> None:
        got.append(message)

    await made.app(scope, receive, send)
    await asyncio.sleep(0)  # news comes after the answer
    return got[0]["status"], b"".join(one.get("body", b"") for one in got[1:])


class Listening:
    """A seat's stream of news: `heard` has all its bytes."""

    def __init__(self, made: Studio, secret: str) -> None:
        self.heard = bytearray()
        self._made, self._secret = made, secret
        self._gone = asyncio.Event()
        self._task = asyncio.create_task(self._listen())

    async def _listen(self) -> None:
        async def receive() -> Any:
            await self._gone.wait()
            return {"type": "http.disconnect"}

        async def send(message: Any) -> None:
            self.heard += message.get("body", b"")

        headers = [(b"host", HOST.encode())]
        path = f"/{self._secret}/live"
        scope = {
            "type": "http",
            "asgi": {"version": "3.0", "spec_version": "2.3"},
            "http_version": "1.1",
            "method": "GET",
            "scheme": "http",
            "path": path,
            "raw_path": path.encode(),
            "query_string": b"",
            "root_path": "",
            "headers": headers,
            "client": ("127.0.0.1", 1),
            "server": ("127.0.0.1", 8417),
        }
        await self._made.app(scope, receive, send)

    def last(self) -> Any:
        """Return the table as a page knows it that has read everything."""
        now: Any = {}
        for event in bytes(self.heard).split(b"\n\n"):
            kind, _, data = event.partition(b"\ndata: ")
            if kind in (b"event: table", b"event: news"):
                news = json.loads(data)
                if "from" in news:
                    news["story"] = now["story"][: news.pop("from")] + news["story"]
                now = (now if kind == b"event: news" else {}) | news
        return now

    async def leave(self) -> None:
        """Go away, as a phone does that falls asleep."""
        self._gone.set()
        await self._task


async def begin(made: Studio, slug: str, seats: list[tuple[str, str]], **more: Any) -> Any:
    """Set up a table; return what the lobby is told."""
    asked = {"kit": slug, "seats": [{"name": n, "bot": b} for n, b in seats], "pace": 0, **more}
    status, body = await ask(made, f"/{SECRET}/tables", asked)
    assert status == 200, body
    return json.loads(body)


async def settled(made: Studio, name: str) -> None:
    """Wait until the bots have played."""
    await asyncio.sleep(0)  # what follows a deed comes after its answer
    room = made.tables.open[name]
    while room._bots and not room._bots.done():
        await asyncio.wait([room._bots])
    await asyncio.sleep(0)
