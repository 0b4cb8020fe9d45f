"""Runs a command in a cold process and says how long it took and how much memory it and its children held."""

from __future__ import annotations

import shutil
import statistics
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path


def beside(name: str) -> str:
    """Return the program that belongs to this Python."""
    return shutil.which(name, path=str(Path(sys.executable).parent)) or name


def seconds(
    command: Sequence[str], env: Mapping[str, str], runs: int, before: Callable[[int], None]
) -> float:
    """Return the median wall time of several runs; `before(n)` prepares each one, untimed."""
    times = []
    for number in range(runs):
        before(number)
        start = time.perf_counter()
        _checked(subprocess.run(command, env=dict(env), capture_output=True, text=True, check=False))
        times.append(time.perf_counter() - start)
    return statistics.median(times)


def peak_megabytes(command: Sequence[str], env: Mapping[str, str]) -> float:
    """Return the most memory that the process and all its children held at one time (Linux; 0 elsewhere).

    Memory shared by several of them is counted once (PSS). Looking slows the process down, so it is a run of its own.
    """
    if not Path("/proc/self/smaps_rollup").exists():
        return 0.0
    process = subprocess.Popen(
        command, env=dict(env), stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True
    )
    peak = 0.0
    done = threading.Event()

    def watch() -> None:
        nonlocal peak
        while not done.is_set():
            peak = max(peak, sum(_pss(pid) for pid in _family(process.pid)))
            time.sleep(0.002)

    watcher = threading.Thread(target=watch)
    watcher.start()
    _, errors = process.communicate()
    done.set()
    watcher.join()
    _checked(subprocess.CompletedProcess(command, process.returncode, "", errors))
    return peak / 1024


def _family(pid: int) -> list[int]:
    family = [pid]
    for member in family:
        try:
            for task in Path(f"/proc/{member}/task").iterdir():
                children = (task / "children").read_text()
                family += [int(child) for child in children.split()]
        except OSError:  # it has just ended
            continue
    return family


def _pss(pid: int) -> int:
    try:
        for line in Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines():
            if line.startswith("Pss:"):
                return int(line.split()[1])
    except OSError:
        pass
    return 0


def _checked(done: subprocess.CompletedProcess[str]) -> None:
    if done.returncode:
        raise SystemExit(f"{' '.join(done.args)} failed with {done.returncode}:\n{done.stdout}{done.stderr}")
