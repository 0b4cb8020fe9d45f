"""Connections that ask too slowly, do not read, or are too many: they are closed, so that everybody else is answered."""

from __future__ import annotations

import asyncio
import contextlib
from collections import Counter
from typing import Any, ClassVar

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

WHOLE_WITHIN = 10.0
"""Seconds in which a request, its head and its body, must have come."""
READ_WITHIN = 20.0
"""Seconds in which a page must have read what waits for it."""
MOST_OF_ONE = 64
"""Connections from one address."""
_OTHER_FILES = 96  # of a process: what it needs besides connections


class Door(H11Protocol):
    """HTTP as uvicorn speaks it, with a limit for connections and for the time that each step may take."""

    most_of_one: ClassVar[int] = 0
    """Connections from one address, 0 for MOST_OF_ONE."""
    _open: ClassVar[Counter[str]] = Counter()
    _clock: asyncio.TimerHandle | None = None
    _patience: asyncio.TimerHandle | None = None
    _host: str | None = None

    def connection_made(self, transport: Any) -> None:
        """Count a connection; one too many is closed."""
        host = str((transport.get_extra_info("peername") or ("",))[0])
        if self._open[host] >= (self.most_of_one or MOST_OF_ONE) or self._open.total() >= _most():
            transport.abort()
            return
        self._host = host
        self._open[host] += 1
        super().connection_made(transport)
        self._clock = self.loop.call_later(WHOLE_WITHIN, transport.abort)

    def connection_lost(self, exc: Exception | None) -> None:
        """Forget a connection."""
        if self._host is None:
            return
        self._open[self._host] -= 1
        if not self._open[self._host]:
            del self._open[self._host]
        for timer in (self._clock, self._patience):
            if timer:
                timer.cancel()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Read on; a request that has begun must come to its end in time."""
        if self._host is None:
            return
        super().data_received(data)
        state = self.conn.their_state
        if state is h11.SEND_BODY or (state is h11.IDLE and self.conn.trailing_data[0]):
            self._clock = self._clock or self.loop.call_later(WHOLE_WITHIN, self.transport.abort)
        elif self._clock and state is not h11.IDLE:
            self._clock.cancel()
            self._clock = None

    def pause_writing(self) -> None:
        """Wait for a page to read what was sent, but not for ever."""
        super().pause_writing()
        self._patience = self.loop.call_later(READ_WITHIN, self.transport.abort)

    def resume_writing(self) -> None:
        """Go on: the page has read."""
        if self._patience:
            self._patience.cancel()
            self._patience = None
        super().resume_writing()


class ProxyDoor(Door):
    """The same behind a proxy, from which everybody comes: it counts the connections of one address."""

    most_of_one = 1000


def _most() -> int:
    """Return how many connections may be open: so many that files can still be opened."""
    with contextlib.suppress(ImportError, OSError, ValueError):
        import resource

        most = resource.getrlimit(resource.RLIMIT_NOFILE)[0]
        if most != resource.RLIM_INFINITY:
            return min(1000, max(MOST_OF_ONE, most - _OTHER_FILES))
    return 1000
