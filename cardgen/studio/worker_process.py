"""The process in which a worker works, and how it is asked; whatever happens to it, the server goes on."""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import pickle
import threading
from collections.abc import Callable, Collection, Sequence
from pathlib import Path
from typing import Any, BinaryIO, cast

from cardgen.base.children import Child, start
from cardgen.studio.payload import Payload

SECONDS_OF_SILENCE = 30.0
"""So long a worker may say nothing while it works; the largest face takes a second."""


class WorkerGone(Exception):
    """The process hung and was ended, or it crashed."""


class Refused(Exception):
    """The kit is too wrong to answer; `problems` say why, as pages are told."""

    def __init__(self, problems: list[Payload]) -> None:
        super().__init__("the kit has problems")
        self.problems = problems


class WorkerProcess:
    """A worker in a process of its own; it comes when it is first asked, and again when it has gone."""

    def __init__(self, folder: Path, seconds: float = SECONDS_OF_SILENCE, nice: int = 0) -> None:
        self.folder = folder
        self.nice = nice
        self.seconds = seconds
        self._process: Child | None = None
        self._numbers = itertools.count(1)
        self._waiting: dict[int, tuple[asyncio.Future[Any], Callable[[Payload], None] | None]] = {}
        self._alarm: asyncio.TimerHandle | None = None

    @property
    def alive(self) -> bool:
        """Whether the process is there."""
        return self._process is not None and self._process.poll() is None

    @property
    def busy(self) -> bool:
        """Whether somebody waits for an answer."""
        return bool(self._waiting)

    async def read(
        self,
        say: Callable[[Payload], None],
        changed: Sequence[str] | None = None,
        looked_at: Collection[str] = (),
    ) -> None:
        """Have the kit read and drawn; `say` gets what there is to tell as it comes. Raises `WorkerGone`.

        `changed` are the files that were saved since it was read last, None for any; `looked_at` are
        cards that are drawn before others.
        """
        await self._ask("read", (changed, frozenset(looked_at)), say)

    async def ask(self, what: str, **asked: Any) -> Any:
        """Return the answer to a question (answers.py); raises `Refused`, KeyError for what is not there, `WorkerGone`."""
        return await self._ask(what, asked, None)

    async def follow(self, what: str, say: Callable[[Payload], None], **asked: Any) -> Any:
        """Return the answer to a question as `ask` does; `say` gets what there is to tell until then."""
        return await self._ask(what, asked, say)

    async def _ask(self, what: str, about: Any, say: Callable[[Payload], None] | None) -> Any:
        if not self.alive:
            if self._process:  # nobody noticed its end yet: who waits for it must know
                self._over(self._process, "the process that draws crashed")
            self._start()
        process = self._process
        assert process
        assert process.stdin
        number = next(self._numbers)
        future: asyncio.Future[Any] = asyncio.get_running_loop().create_future()
        self._waiting[number] = (future, say)
        self._watch()
        try:
            pickle.dump((number, what, about), process.stdin, protocol=5)
            process.stdin.flush()
        except OSError:
            self._over(process, "the process that draws has ended")
        return await future

    def _start(self) -> None:
        self._process = start("cardgen.studio.working:serve", str(self.folder), self.nice)
        loop = asyncio.get_running_loop()
        threading.Thread(target=self._listen, args=(self._process, loop), daemon=True).start()

    def _listen(self, process: Child, loop: asyncio.AbstractEventLoop) -> None:
        stream = cast(BinaryIO, process.stdout)
        with contextlib.suppress(RuntimeError):  # the loop is closed: the server has ended
            try:
                while True:
                    loop.call_soon_threadsafe(self._received, process, *pickle.load(stream))
            except (EOFError, OSError, ValueError, pickle.UnpicklingError):
                loop.call_soon_threadsafe(self._over, process, "the process that draws crashed")

    def _received(self, process: Child, number: int, kind: str, what: Any) -> None:
        if process is not self._process or number not in self._waiting:
            return
        self._watch()
        future, say = self._waiting[number]
        if kind == "event":
            if say:
                say(what)
            return
        del self._waiting[number]
        self._watch()
        if future.done():
            return
        match kind:
            case "problems":
                future.set_exception(Refused(what))
            case "missing":
                future.set_exception(KeyError(what))
            case "bug":
                future.set_exception(RuntimeError(what))
            case _:
                future.set_result(what)

    def _watch(self) -> None:
        """Wind the clock up again: as long as the worker says something, it does not hang."""
        if self._alarm:
            self._alarm.cancel()
        self._alarm = None
        if self._waiting:
            self._alarm = asyncio.get_running_loop().call_later(self.seconds, self._late)

    def _late(self) -> None:
        if self._process:
            self._over(self._process, f"drawing took longer than {self.seconds:g} seconds and was stopped")

    def _over(self, process: Child, why: str) -> None:
        if process is not self._process:
            return
        self.close(why)

    def give_up(self) -> None:
        """Send the process home if one question alone is open, whose asker has left."""
        if len(self._waiting) == 1:
            self.close()

    def close(self, why: str = "the process that draws was sent home") -> None:
        """Send the process home at once, if there is one; those who wait for it get `WorkerGone`."""
        process, self._process = self._process, None
        waiting, self._waiting = self._waiting, {}
        for future, _ in waiting.values():
            if not future.done():
                future.set_exception(WorkerGone(why))
        if self._alarm:
            self._alarm.cancel()
            self._alarm = None
        if process is None:
            return
        process.kill()
        for pipe in (process.stdin, process.stdout):
            if pipe:
                with contextlib.suppress(OSError, ValueError):
                    pipe.close()
        process.wait()
