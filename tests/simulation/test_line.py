"""Tasks in a line: whoever plays them, the report is the same to the last byte, and nobody is sent a kit twice."""

from __future__ import annotations

import gc
import threading
import time
import weakref
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from typing import Any

import pytest

import cardgen.games
from cardgen.base.errors import CardgenError
from cardgen.simulation import plan, survey
from cardgen.simulation import run as running
from cardgen.simulation.line import Task, TaskLine
from tests.simulation import strict

KIT = strict.kit()


@pytest.fixture(autouse=True)
def _the_game_is_installed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cardgen.games, "brought", lambda group: {"strict": "tests.simulation.strict:Strict"})
    running._KITS.clear()


def report(**how: Any) -> str:
    return survey(plan(KIT, (2, 3), each_option=True, seed=5), games=60, **how).to_json()


class Recorded(Executor):
    """Threads that remember what they were given."""

    def __init__(self, inner: Executor) -> None:
        self.inner = inner
        self.given: list[tuple[Any, ...]] = []

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        self.given.append(args)
        return self.inner.submit(fn, *args, **kwargs)


def test_any_executor_plays_and_the_report_has_the_same_bytes() -> None:
    alone = report(jobs=1)

    with ThreadPoolExecutor(3) as threads:
        assert report(executor=threads) == alone
        assert report(executor=threads, in_flight=1) == alone
        assert report(executor=threads, in_flight=lambda: 5) == alone


def test_a_kit_goes_to_a_worker_once_and_not_with_every_task() -> None:
    with ThreadPoolExecutor(1) as thread:
        recorded = Recorded(thread)
        report(executor=recorded, in_flight=1)

    whole = [given for given in recorded.given if isinstance(given[-1], bytes)]
    assert len(whole) == 1  # seven tables, one kit
    assert len(recorded.given) == 7 * 3 + 1


class KilledWorker(Exception):
    """What Dask says when the process died that had a task."""

    __module__ = "distributed.scheduler"


class Dying(Executor):
    """Every so many tasks the worker dies with what it plays."""

    def __init__(self, every: int) -> None:
        self.every = every
        self.count = 0

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        self.count += 1
        future: Future[Any] = Future()
        if self.count % self.every == 0:
            future.set_exception(KilledWorker("tcp://10.0.0.5"))
        else:
            future.set_result(fn(*args, **kwargs))
        return future


def test_what_a_worker_was_playing_that_died_is_played_again() -> None:
    assert report(executor=Dying(4), in_flight=3) == report(jobs=1)


def test_workers_that_always_die_are_told() -> None:
    with pytest.raises(CardgenError, match="again and again"):
        report(executor=Dying(1), in_flight=3)


def test_tasks_grow_with_very_many_games_and_never_cut_a_deal() -> None:
    setup = plan(KIT, (3,), bots=("greedy", "random")).tables[0].setup

    def first(games: int) -> int:
        return len(running._chunks(games, [setup])[0])

    assert [first(games) for games in (50, 1_000, 200_000, 1_000_000, 100_000_000)] == [21, 21, 21, 102, 2001]


def test_ctrl_c_reports_what_is_finished() -> None:
    def progress(done: int, of: int) -> None:
        if done >= 40:
            raise KeyboardInterrupt

    with ThreadPoolExecutor(2) as threads:
        found = survey(plan(KIT, (2,)), games=400, executor=threads, progress=progress)

    assert found.interrupted
    assert [table.games for table in found.tables] == [40]


class _Breaks(Exception):
    pass


def _tasks(many: int, do: Callable[[int], Any]) -> Iterator[Task[Any]]:
    for number in range(many):
        yield Task(0, range(number, number + 1), do, (number,), b"")


def test_as_many_tasks_are_under_way_as_there_are_workers_and_a_slow_one_holds_up_nobody() -> None:
    now, most, lock = 0, 0, threading.Lock()
    slow_is_done = threading.Event()
    others: list[int] = []

    def do(number: int) -> int:
        nonlocal now, most
        with lock:
            now += 1
            most = max(most, now)
        if number == 0:
            assert slow_is_done.wait(10), "the others waited for the slow one"
        else:
            time.sleep(0.002)
            others.append(number)
            if len(others) == 12:
                slow_is_done.set()
        with lock:
            now -= 1
        return number

    with ThreadPoolExecutor(8) as threads:
        line: TaskLine[int] = TaskLine(_tasks(20, do), threads, 8, 4)
        assert [task.result() for task in line] == list(range(20))

    assert most == 4


def test_workers_that_come_later_are_given_work() -> None:
    asked: list[int] = []
    many = [1]

    def in_flight() -> int:
        asked.append(1)
        return many[0]

    def do(number: int) -> int:
        many[0] = 3
        return number

    with ThreadPoolExecutor(3) as threads:
        line: TaskLine[int] = TaskLine(_tasks(9, do), threads, 3, in_flight)
        iterator = iter(line)
        assert next(iterator).result() == 0
        assert line._under_way + sum(task.done for task in line._waiting) >= 2
        assert [task.result() for task in iterator] == list(range(1, 9))
    assert len(asked) > 2


def test_what_goes_wrong_in_a_task_is_raised_where_it_is_taken() -> None:
    def do(number: int) -> int:
        if number == 2:
            raise _Breaks
        return number

    found: list[int | str] = []
    with ThreadPoolExecutor(2) as threads:
        for task in TaskLine(_tasks(4, do), threads, 2):
            try:
                found.append(task.result())
            except _Breaks:
                found.append("broken")
    assert found == [0, 1, "broken", 3]


class Big:
    """What a task came to."""


def test_what_has_been_counted_is_gone_at_once_without_the_collector_of_garbage() -> None:
    tasks = (Task(0, range(n, n + 1), Big, (), b"") for n in range(6))
    seen = []
    gc.disable()
    try:
        with ThreadPoolExecutor(1) as thread:
            for task in TaskLine(tasks, thread, 1, 1):
                seen.append(weakref.ref(task.result()))
        alive = sum(each() is not None for each in seen[:-1])
    finally:
        gc.enable()
    assert not alive
