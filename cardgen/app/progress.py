"""How far a build is: a bar on a terminal, plain lines in a pipe, nothing for programs."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import AbstractContextManager, ExitStack, contextmanager
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from rich.progress import Progress, TaskID


class Say(Protocol):
    """Told what is going on: the step, how much of it is done, and how much there is."""

    def __call__(self, step: str, done: int = 0, total: int = 0) -> None:
        """Say where the work is; `total` 0 means that the step is not counted."""


def progress(quiet: bool) -> AbstractContextManager[Say]:
    """Return what suits whoever reads standard error."""
    return silence() if quiet else bar() if sys.stderr.isatty() else lines()


@contextmanager
def silence() -> Iterator[Say]:
    """Say nothing."""
    yield lambda step, done=0, total=0: None


@contextmanager
def lines() -> Iterator[Say]:
    """Say one plain line a step, on standard error."""
    last = ""

    def say(step: str, done: int = 0, total: int = 0) -> None:
        nonlocal last
        if step != last:
            last = step
            print(step, file=sys.stderr, flush=True)

    yield say


@contextmanager
def bar() -> Iterator[Say]:
    """Show a bar on standard error, which is gone at the end; rich costs 40 ms, spent when there is something to show."""
    with ExitStack() as open:
        shown: list[tuple[Progress, TaskID]] = []

        def say(step: str, done: int = 0, total: int = 0) -> None:
            if not shown:
                from rich.console import Console
                from rich.progress import BarColumn, Progress, TextColumn

                columns = TextColumn("{task.description}"), BarColumn(), TextColumn("{task.fields[count]}")
                drawn = open.enter_context(Progress(*columns, console=Console(stderr=True), transient=True))
                shown.append((drawn, drawn.add_task(step, total=None, count="")))
            drawn, task = shown[0]
            count = f"{done}/{total}" if total else ""
            drawn.update(task, description=step, completed=done, total=total or None, count=count)

        yield say
