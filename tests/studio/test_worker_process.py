"""A worker that hangs or dies is told of, and the next question gets a new one."""

from __future__ import annotations

import asyncio
import os
import signal
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest

from cardgen.studio.worker_process import Refused, WorkerGone, WorkerProcess
from tests.studio.small import small_kit


def with_worker(kit: Path, act: Callable[[WorkerProcess], Awaitable[Any]], seconds: float = 30) -> Any:
    async def run() -> Any:
        worker = WorkerProcess(kit, seconds)
        try:
            return await act(worker)
        finally:
            worker.close()

    return asyncio.run(run())


def test_it_reads_answers_and_goes_home(tmp_path: Path) -> None:
    async def act(worker: WorkerProcess) -> None:
        told: list[Any] = []
        await worker.read(told.append)
        assert {one["event"] for one in told} >= {"kit", "faces", "drawn", "problems"}
        process = worker._process
        assert process
        with pytest.raises(KeyError):
            await worker.ask("look", look="sepia")
        worker.close()
        assert process.poll() is not None
        assert not worker.alive

    with_worker(small_kit(tmp_path), act)


def test_a_kit_that_cannot_be_read_is_refused_with_its_problems(tmp_path: Path) -> None:
    kit = small_kit(tmp_path)
    (kit / "game.yaml").write_text("game: [", "utf-8")

    async def act(worker: WorkerProcess) -> None:
        with pytest.raises(Refused) as refused:
            await worker.ask("renew")
        assert refused.value.problems[0]["short"].endswith("game.yaml")

    with_worker(kit, act)


def test_one_that_is_killed_says_so_and_another_comes(tmp_path: Path) -> None:
    async def act(worker: WorkerProcess) -> None:
        await worker.ask("renew")
        process = worker._process
        assert process
        asked = asyncio.create_task(worker.ask("check"))
        await asyncio.sleep(0.05)
        os.kill(process.pid, signal.SIGKILL)
        with pytest.raises(WorkerGone, match="crashed"):
            await asked
        await worker.ask("renew")
        assert worker.alive

    with_worker(small_kit(tmp_path), act)


def test_who_waits_is_told_when_the_next_question_is_the_first_to_notice(tmp_path: Path) -> None:
    async def act(worker: WorkerProcess) -> None:
        await worker.ask("renew")
        process = worker._process
        assert process
        asked = asyncio.create_task(worker.ask("check"))
        await asyncio.sleep(0)
        process.kill()
        process.wait()  # the loop stands still meanwhile: nothing was heard of the end
        await worker.ask("renew")
        with pytest.raises(WorkerGone, match="crashed"):
            await asyncio.wait_for(asked, 5)

    with_worker(small_kit(tmp_path), act)


def test_who_waits_is_told_when_it_is_sent_home(tmp_path: Path) -> None:
    async def act(worker: WorkerProcess) -> None:
        await worker.ask("renew")
        asked = asyncio.create_task(worker.ask("check"))
        await asyncio.sleep(0)
        worker.close()
        with pytest.raises(WorkerGone, match="sent home"):
            await asyncio.wait_for(asked, 5)

    with_worker(small_kit(tmp_path), act)


def test_one_that_hangs_is_ended(tmp_path: Path) -> None:
    async def act(worker: WorkerProcess) -> None:
        await worker.ask("renew")
        process = worker._process
        assert process
        os.kill(process.pid, signal.SIGSTOP)
        worker.seconds = 0.2
        with pytest.raises(WorkerGone, match=r"longer than 0\.2 seconds"):
            await worker.ask("renew")
        assert process.poll() is not None

    with_worker(small_kit(tmp_path), act)


def test_it_ends_when_the_server_is_killed(tmp_path: Path) -> None:
    async def act(worker: WorkerProcess) -> None:
        await worker.ask("renew")
        process = worker._process
        assert process
        assert process.stdin
        process.stdin.close()  # as the system does when the server's process ends
        for _ in range(100):
            if process.poll() is not None:
                return
            await asyncio.sleep(0.05)
        pytest.fail("the worker stayed behind")

    with_worker(small_kit(tmp_path), act)
