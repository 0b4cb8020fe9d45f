"""Games on a Dask cluster: the same bytes as here, whoever dies, and wrong addresses told."""

from __future__ import annotations

import contextlib
import json
import os
import re
import signal
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from cardgen.app import cluster
from cardgen.app.cluster import workers_of
from cardgen.app.play import SimulatedTable, kit_named, simulate_tables
from cardgen.base.errors import CardgenError
from tests.hostile.test_stopping import left, start, wait_for

DATA = Path(__file__).parents[2] / "data"


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    distributed = pytest.importorskip("distributed")
    with distributed.LocalCluster(
        n_workers=4, threads_per_worker=1, processes=True, dashboard_address=None
    ) as local:
        yield local.scheduler_address


def played(**how: Any) -> str:
    table = SimulatedTable((4,), sweeps=("tables.bar.hand=3..5",))
    return simulate_tables(kit_named("cheers", DATA), table, 80, **how).to_json()


def ten_thousand(**how: Any) -> str:
    table = SimulatedTable((4,), bots=("random",))
    return simulate_tables(kit_named("auction-hearts", DATA), table, 10_000, **how).to_json()


def runs(pid: int) -> bool:
    """Tell whether a process is there, and more of it than its name."""
    with contextlib.suppress(OSError):
        return Path(f"/proc/{pid}/stat").read_text("utf-8").rpartition(")")[2].split()[0] != "Z"
    return False


@pytest.mark.thorough
def test_one_process_and_a_cluster_of_four_give_the_same_bytes(address: str) -> None:
    alone = played(jobs=1)
    with workers_of(address) as spread:
        assert spread.in_flight() == 8  # type: ignore[operator, misc]
        assert played(spread=spread) == alone


@pytest.mark.thorough
def test_ten_thousand_games_are_the_same_bytes_when_a_worker_is_killed_among_them(address: str) -> None:
    alone = ten_thousand(jobs=2)
    with workers_of(address) as spread:
        client = spread.executor._client  # type: ignore[union-attr]
        pids = client.run(os.getpid)
        killed: list[tuple[int, int]] = []

        def kill_one_at_work(done: int, games: int) -> None:
            busy = [worker for worker, tasks in client.processing().items() if tasks]
            if not killed and done >= games // 5 and busy:
                os.kill(pids[busy[0]], signal.SIGKILL)
                killed.append((pids[busy[0]], done))

        assert ten_thousand(spread=spread, progress=kill_one_at_work) == alone
        [(pid, done)] = killed
        assert 0 < done < 10_000, "the kill was not in the middle of the games"
        assert pid not in client.run(os.getpid).values()
    assert not runs(pid)


@pytest.mark.thorough
def test_workers_with_another_cardgen_are_refused(address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cluster, "_COUNTS", 0.0)
    real = cluster._version
    versions = [("0.1", "3.11")]

    def version() -> tuple[str, str]:
        return versions[0]

    class Client:
        def run(self, _: object) -> dict[str, tuple[str, str]]:
            return {"tcp://1": real()}

    monkeypatch.setattr(cluster, "_version", version)
    with pytest.raises(CardgenError, match="the worker tcp://1 has cardgen"):
        cluster._same_everywhere(Client(), address)


def test_an_address_where_nobody_answers_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("distributed")
    monkeypatch.setattr(cluster, "_CONNECTS", 0.2)

    with (
        pytest.raises(CardgenError, match=r"no cluster answers at 'tcp://127.0.0.1:1'"),
        workers_of("tcp://127.0.0.1:1"),
    ):
        pass


def test_without_an_address_nothing_of_a_cluster_is_asked_for() -> None:
    with workers_of(None) as spread:
        assert spread.executor is None


@pytest.mark.thorough
def test_ctrl_c_reports_what_is_finished_and_leaves_nothing_behind(address: str, tmp_path: Path) -> None:
    with workers_of(address) as spread:
        client = spread.executor._client  # type: ignore[union-attr]
        client.wait_for_workers(4)  # the one that another test killed may still be on its way back
        workers = set(client.run(os.getpid).values())
        words = f"simulate cheers --data {DATA} --games 100000 --json report.json --cluster {address}"
        process = start(words, tmp_path)
        wait_for(process, b"playing")  # which is said when some are done

        process.send_signal(signal.SIGINT)
        said, complaint = process.communicate(timeout=30)

        assert process.returncode == 130, complaint.decode()
        assert b"Traceback" not in complaint
        assert re.search(rb"[1-9]\d* games of 100000, interrupted", said)
        report = json.loads((tmp_path / "report.json").read_text(encoding="utf-8"))
        assert report["run"]["interrupted"]
        assert 0 < report["run"]["games"] < report["run"]["wanted"] == 100_000
        assert not left(tmp_path)
        for _ in range(100):
            if not any(client.processing().values()):
                break
            time.sleep(0.1)
        assert not any(client.processing().values()), "the cluster plays on for nobody"
        assert set(client.run(os.getpid).values()) == workers
