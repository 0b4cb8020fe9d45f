"""News of a seat for every page that shows it: made once for each change, sent as what is new, packed."""

from __future__ import annotations

import asyncio
import contextlib
import json
import zlib
from collections.abc import AsyncIterator, Callable, Mapping
from typing import Any

from starlette.requests import Request
from starlette.responses import StreamingResponse

from cardgen.studio.payload import Payload

MOST_STREAMS = 3
"""So many pages may follow one seat; one more closes the oldest."""
STILL_THERE = 10.0  # seconds after which a silent stream says so
_MOST_WAITING = 8  # news for a page that does not read them; then it gets the whole table instead


class News:
    """What the pages of one seat are sent, at most so many. `make` returns the whole message as it is now."""

    def __init__(self, make: Callable[[], Payload], most: int = MOST_STREAMS) -> None:
        self._make, self._most = make, most
        self._pages: dict[asyncio.Queue[bytes | None], None] = {}
        self._last: Payload | None = None

    def __len__(self) -> int:
        return len(self._pages)

    def tell(self) -> None:
        """Send every page what is new since the last time; one that has stopped reading gets the whole table later."""
        if not self._pages or self._last is None:
            return
        now = self._make()
        if not (new := _new(self._last, now)):
            return
        self._last = now
        news, whole = _event("news", new), b""
        for page in self._pages:
            if page.qsize() < _MOST_WAITING:
                page.put_nowait(news)
                continue
            while not page.empty():
                page.get_nowait()
            whole = whole or _event("table", now)
            page.put_nowait(whole)

    def close(self) -> None:
        """End every stream."""
        for page in self._pages:
            page.put_nowait(None)

    def follow(
        self, request: Request, began: Callable[[], None], ended: Callable[[], None]
    ) -> StreamingResponse:
        """Return the stream of a new page; `began` and `ended` are called when it is the only one and when none is left."""
        packs = "gzip" in request.headers.get("accept-encoding", "")
        headers = {"content-encoding": "gzip", "vary": "accept-encoding"} if packs else {}
        lines = self._lines(began, ended)
        return StreamingResponse(_packed(lines) if packs else lines, 200, headers, "text/event-stream")

    async def _lines(self, began: Callable[[], None], ended: Callable[[], None]) -> AsyncIterator[bytes]:
        page: asyncio.Queue[bytes | None] = asyncio.Queue()
        for oldest in list(self._pages)[: max(0, len(self._pages) + 1 - self._most)]:
            del self._pages[oldest]
            oldest.put_nowait(b"event: elsewhere\ndata: {}\n\n")
            oldest.put_nowait(None)
        self.tell()  # so that the next news fit what every page has
        first = not self._pages
        self._pages[page] = None
        try:
            if first or self._last is None:
                self._last = self._make()
            whole = _event("table", self._last)
            if first:
                began()
            yield whole
            while True:
                try:
                    more = await asyncio.wait_for(page.get(), STILL_THERE)
                except TimeoutError:
                    more = b"event: here\ndata: {}\n\n"
                if more is None:
                    return
                yield more
        finally:
            self._pages.pop(page, None)
            if not self._pages:
                self._last = None
                ended()


def _new(before: Payload, now: Payload) -> Payload:
    """Return the entries that are different; of the story the lines from the first that is, whose number is `from`.

    An entry that is gone is None.
    """
    news = {key: value for key, value in now.items() if before.get(key) != value}
    news |= dict.fromkeys(before.keys() - now.keys())
    if "story" in news:
        old, story = before["story"], now["story"]
        pairs = enumerate(zip(old, story, strict=False))  # what was heard long ago is the very same
        same = next((n for n, (a, b) in pairs if a is not b and a != b), min(len(old), len(story)))
        news["story"], news["from"] = story[same:], same
    return news


def _event(kind: str, payload: Mapping[str, Any]) -> bytes:
    data = json.dumps(payload, ensure_ascii=False, separators=(",", ":"))
    return f"event: {kind}\ndata: {data}\n\n".encode()


async def _packed(lines: AsyncIterator[bytes]) -> AsyncIterator[bytes]:
    packing = zlib.compressobj(6, zlib.DEFLATED, 31)
    async with contextlib.aclosing(lines):  # type: ignore[type-var]
        async for line in lines:
            yield packing.compress(line) + packing.flush(zlib.Z_SYNC_FLUSH)
    yield packing.flush()
