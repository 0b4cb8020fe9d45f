"""How far a build is: a bar on a terminal, plain lines in a pipe, nothing for programs."""

from __future__ import annotations

import sys
from types import TracebackType
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from rich.progress import Progress, TaskID


class Say(Protocol):
    """Told what is going on: the step, how much of it is done, and how much there is."""

    def __call__(self, step: str, done: int = 0, total: int = 0) -> None:
        """Say where the work is; `total` 0 means that the step is not counted."""


class Silence:
    """Says nothing."""

    def __enter__(self) -> Say:
        return lambda step, done=0, total=0: None

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, tb: TracebackType | None
    ) -> None:
        return None


class Lines:
    """One plain line a step, on standard error."""

    def __init__(self) -> None:
        self._last = ""

    def __enter__(self) -> Say:
        return self._say

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, tb: TracebackType | None
    ) -> None:
        return None

    def _say(self, step: str, done: int = 0, total: int = 0) -> None:
        if step != self._last:
            self._last = step
            print(step, file=sys.stderr, flush=True)


class Bar:
    """A rich progress bar on standard error."""

    def __init__(self) -> None:
        self._progress: Progress | None = None
        self._task: TaskID | None = None

    def __enter__(self) -> Say:
        return self._say

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, tb: TracebackType | None
    ) -> None:
        if self._progress is not None:
            self._progress.stop()

    def _say(self, step: str, done: int = 0, total: int = 0) -> None:
        if self._progress is None:  # rich costs 40 ms: only when there is something to show
            from rich.console import Console
            from rich.progress import BarColumn, Progress, TextColumn

            self._progress = Progress(
                TextColumn("{task.description}"),
                BarColumn(),
                TextColumn("{task.fields[count]}"),
                console=Console(stderr=True),
                transient=True,
            )
            self._progress.start()
            self._task = self._progress.add_task(step, total=None, count="")
        assert self._task is not None
        self._progress.update(
            self._task,
            description=step,
            completed=done,
            total=total or None,
            count=f"{done}/{total}" if total else "",
        )
