"""Journals are written beside the one that answers: a disk takes its time, and fifty tables share one server."""

from __future__ import annotations

import asyncio
from concurrent.futures import ThreadPoolExecutor

from cardgen.table.journal import Journal
from cardgen.table.sitting import Line

_AT_ONCE = 8  # a disk that is asked by several takes them together


class Writers:
    """Threads that put lines on the disk; none is started before there is something to write."""

    def __init__(self) -> None:
        self._threads: ThreadPoolExecutor | None = None

    async def note(self, journal: Journal, line: Line) -> None:
        """Return when a line is on the disk; CardgenError when it cannot be, and then it is not there."""
        self._threads = self._threads or ThreadPoolExecutor(_AT_ONCE, "journals")
        await asyncio.get_running_loop().run_in_executor(self._threads, journal.note, line)

    def close(self) -> None:
        """Return when all that was begun is written."""
        if self._threads:
            self._threads.shutdown()
            self._threads = None
