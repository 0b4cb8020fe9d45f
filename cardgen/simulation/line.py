"""Tasks in a line, done by many workers and taken in order: by processes of ours, or by any executor."""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import BrokenExecutor, CancelledError, Executor, Future
from contextlib import suppress
from dataclasses import dataclass
from queue import Empty, SimpleQueue
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from cardgen.base.children import end_pool, pool
from cardgen.base.errors import CardgenError, Problem

if TYPE_CHECKING:
    from concurrent.futures import ProcessPoolExecutor

    from cardgen.simulation.run import How

T = TypeVar("T")
_PATIENCE = 5  # how often in a row workers may be lost before it is reported
_LONGEST = 16  # tasks in the line for each one under way: so far others may overtake the slowest
_GLANCE = 0.5  # seconds until somebody looks up who waits, so that Ctrl-C is heard everywhere


class Lacking:
    """What a worker answers that never got what a task is about: the task comes again, with all of it."""


@dataclass(slots=True, eq=False)
class Task(Generic[T]):
    """Some games of a set-up: a function, what it is asked, and what a worker needs in addition that lacks it."""

    setup: int
    games: range
    do: Callable[..., T | Lacking]
    asks: tuple[Any, ...]
    more: bytes
    future: Future[T | Lacking] | None = None
    by: Executor | None = None
    done: bool = False

    def result(self) -> T:
        """Return what it came to, or raise what it raised."""
        assert self.future is not None
        found = self.future.result()
        assert not isinstance(found, Lacking)
        return found


class TaskLine(Generic[T]):
    """Iterate over it for the tasks that are done, in their order; what loses its worker is done again by another.

    Without an executor there are so many processes of its own, for one this process itself. `in_flight` says how many
    tasks are under way at once, or is asked again and again, as workers come and go.
    """

    def __init__(
        self,
        tasks: Iterator[Task[T]],
        executor: Executor | None,
        workers: int,
        in_flight: int | Callable[[], int] | None = None,
    ) -> None:
        self._tasks = tasks
        self._workers = workers
        self._own: ProcessPoolExecutor | None = None
        if executor is None and workers > 1:
            executor = self._own = pool(workers)
        alone = executor is None
        self._executor: Executor = executor or _OneByOne()
        many = 1 if alone else 2 * (getattr(executor, "_max_workers", None) or workers)
        self._in_flight = many if alone else in_flight or many
        self._alone = alone
        self._waiting: deque[Task[T]] = deque()
        self._finished: SimpleQueue[tuple[Task[T], Future[T | Lacking]]] = SimpleQueue()
        self._under_way = 0
        self._lost = 0

    def __iter__(self) -> Iterator[Task[T]]:
        self._fill()
        while self._waiting:
            first = self._waiting[0]
            while not first.done:
                with suppress(Empty):
                    self._settle(*self._finished.get(timeout=_GLANCE))
                self._fill()
            self._waiting.popleft()
            yield first
            first.future = None  # it knows the task, too: the two would wait for the collector of garbage
            self._fill()

    def end(self) -> None:
        """Let nobody begin what is not yet under way, and send processes of our own home."""
        for task in self._waiting:
            if task.future:
                task.future.cancel()
        if self._own:
            end_pool(self._own)

    def _fill(self) -> None:
        many = self._in_flight if isinstance(self._in_flight, int) else max(1, self._in_flight())
        longest = 1 if self._alone else _LONGEST * many
        while self._under_way < many and len(self._waiting) < longest:
            task = next(self._tasks, None)
            if task is None:
                return
            self._waiting.append(task)
            self._send(task)

    def _send(self, task: Task[T], *more: bytes) -> None:
        self._under_way += 1
        task.by = self._executor
        future = task.future = self._executor.submit(task.do, *task.asks, *more)
        future.add_done_callback(lambda done: self._finished.put((task, done)))

    def _settle(self, task: Task[T], future: Future[T | Lacking]) -> None:
        """Look at what is no longer under way: it is done, or has to be sent again."""
        self._under_way -= 1
        try:
            error = future.exception()
        except CancelledError as cancelled:
            error = cancelled
        if error is None and isinstance(future.result(), Lacking):
            self._send(task, task.more)
        elif error is None or not _lost(error):
            self._lost = 0
            task.done = True
        else:
            self._replace(task)
            self._send(task)

    def _replace(self, task: Task[T]) -> None:
        """Note that a worker is lost; of our own processes none is left then, and there are new ones."""
        if task.by is not self._executor:
            return  # there have been new ones since
        self._lost += 1
        broken = self._own is None and isinstance(task.future and task.future.exception(), BrokenExecutor)
        if broken or self._lost > _PATIENCE:
            raise _always_killed()
        if self._own:
            end_pool(self._own)
            self._own = pool(self._workers)
            self._executor = self._own or _OneByOne()


def each_of(do: Callable[..., T], asks: tuple[Any, ...], games: int, size: int, how: How) -> Iterator[T]:
    """Yield what a function comes to with some of the games at a time, in their order; it is asked for a range of them."""
    parts = [range(start, min(start + size, games)) for start in range(0, games, size)]
    tasks = (Task(0, numbers, do, (*asks, numbers), b"") for numbers in parts)
    workers = min(how.get("jobs") or os.cpu_count() or 1, len(parts))
    line: TaskLine[T] = TaskLine(tasks, how.get("executor"), workers, how.get("in_flight"))
    progress = how.get("progress")
    try:
        for task in line:
            yield task.result()
            if progress:
                progress(task.games.stop, games)
    finally:
        line.end()


def _lost(error: BaseException) -> bool:
    """Return whether the worker is gone, and not what it did wrong."""
    kind = type(error)
    return isinstance(error, BrokenExecutor | CancelledError) or (
        kind.__module__.startswith("distributed")
        and kind.__name__ in ("KilledWorker", "FutureCancelledError")
    )


def _always_killed() -> CardgenError:
    message = "the processes that play are killed, again and again"
    hint = "perhaps there is too little memory: try --jobs 1"
    return CardgenError([Problem(message, hint=hint, code="players-killed")])


class _OneByOne(Executor):
    """Does at once what it is given, in this process."""

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        future: Future[Any] = Future()
        try:
            future.set_result(fn(*args, **kwargs))
        except Exception as error:
            future.set_exception(error)
        return future
