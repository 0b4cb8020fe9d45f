"""Breaks the program on purpose, one line at a time: the tests named beside each mutant must notice.

    python -m tests.mutants             all of tests/mutants.yaml
    python -m tests.mutants ID ...      those whose ids begin so
    python -m tests.mutants --list      only look whether every line is still found
    python -m tests.mutants --green     the tests have just passed: do not try them unbroken first

Nothing is changed in place: each of two workers has a copy of the tree. A mutant that the tests let live, a line that
is not found exactly once, and a mutant that cannot even be collected are failures.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from queue import SimpleQueue
from typing import Literal

import yaml

ROOT = Path(__file__).parents[1]
LIST = Path(__file__).with_suffix(".yaml")
PATIENCE = 600.0  # seconds for the tests of one mutant; one that never ends is noticed, too
CHANGED = ("cardgen", "data", "tests")
SAID = ".said"
# Runs pytest once for each line of words, in a fork of a process that has imported everything but the program itself.
FORKS = f"""
import json, os, sys
import hypothesis, jinja2, lxml.etree, markdown_it, pikepdf, PIL.Image, pytest, reportlab.pdfbase.ttfonts, rich.console
import typer, uharfbuzz, yaml
for line in sys.stdin:
    fork = os.fork()
    if not fork:
        os.setsid()
        said = os.open({SAID!r}, os.O_WRONLY | os.O_CREAT | os.O_TRUNC | os.O_APPEND)
        for stream, file in enumerate((os.open(os.devnull, os.O_RDONLY), said, said)):
            os.dup2(file, stream)
        sys.exit(pytest.main(json.loads(line)))
    print(fork, flush=True)
    print(os.waitstatus_to_exitcode(os.waitpid(fork, 0)[1]), flush=True)
"""
Verdict = Literal["caught", "hangs", "SURVIVED", "NOT FOUND", "BROKEN"]


@dataclass(frozen=True)
class Mutant:
    """One line to break: where it stands (a file or a folder below cardgen/, or a file in data/), what becomes of it, who must notice."""

    id: str
    within: str
    find: str
    replace: str
    tests: tuple[str, ...]
    why: str

    def place(self, root: Path) -> Path | str:
        """Return the file with the line, or why there is none."""
        folder = root / self.within if self.within.startswith("data/") else root / "cardgen" / self.within
        files = [folder] if folder.is_file() else sorted(folder.rglob("*.py"))
        found = [(path, path.read_text("utf-8").count(self.find)) for path in files]
        found = [(path, times) for path, times in found if times]
        if not found:
            return f"nowhere in cardgen/{self.within}"
        if len(found) > 1 or found[0][1] > 1:
            places = ", ".join(f"{path.relative_to(root)} ({times} times)" for path, times in found)
            return f"not once, but in {places}"
        return found[0][0]


def read_mutants(path: Path = LIST) -> list[Mutant]:
    """Return the list, in its order; ValueError when an entry makes no sense."""
    mutants = []
    for entry in yaml.load(path.read_bytes(), getattr(yaml, "CSafeLoader", yaml.SafeLoader)):
        try:
            tests = tuple(entry["tests"].split())
            mutant = Mutant(
                entry["id"], entry["in"], entry["find"], entry["replace"], tests, entry["why"].strip()
            )
        except (KeyError, AttributeError) as wrong:
            raise ValueError(f"{path.name}: {entry} lacks {wrong}") from None
        if not tests or mutant.find == mutant.replace or any(mutant.id == m.id for m in mutants):
            raise ValueError(f"{path.name}: {mutant.id} names no tests, changes nothing, or is there twice")
        mutants.append(mutant)
    return mutants


class Workshop:
    """A copy of the tree in which one line at a time is broken."""

    bench: subprocess.Popen[str] | None = None

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        for name in CHANGED:
            shutil.copytree(ROOT / name, folder / name, symlinks=True)
        for path in ROOT.iterdir():
            if path.name not in (*CHANGED, ".git", "output", ".hypothesis"):
                (folder / path.name).symlink_to(path)
        (folder / "output").mkdir()

    def tests(self, names: Iterable[str], patience: float | None = PATIENCE) -> tuple[int | None, str]:
        """Run tests until one fails; return pytest's exit code (None: they hang) and what it said."""
        if self.bench is None:
            self.bench = subprocess.Popen(
                [sys.executable, "-c", FORKS],
                cwd=self.folder,
                # compiled modules are kept whatever the shell wishes: most are the same for all mutants
                env={**os.environ, "PYTHONPATH": str(self.folder), "PYTHONDONTWRITEBYTECODE": ""},
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                text=True,
                bufsize=1,
            )
        asked, answers = self.bench.stdin, self.bench.stdout
        assert asked is not None
        assert answers is not None
        chosen = ["-x", "-q", "-n", "0", "-m", "not slow", "--tb=line", "-p", "no:cacheprovider"]
        asked.write(json.dumps([*chosen, "--hypothesis-profile=brief", *names]) + "\n")
        fork, hanging = int(answers.readline()), threading.Event()

        def end() -> None:
            hanging.set()
            os.killpg(fork, signal.SIGKILL)

        clock = threading.Timer(patience or threading.TIMEOUT_MAX, end)
        clock.start()
        code = int(answers.readline())
        clock.cancel()
        return None if hanging.is_set() else code, (self.folder / SAID).read_text("utf-8", "replace")

    def close(self) -> None:
        """Let nothing wait for more tests."""
        if self.bench:
            self.bench.__exit__(None, None, None)

    def judge(self, mutant: Mutant) -> tuple[Verdict, str]:
        """Break the line, run the tests, mend the line."""
        path = mutant.place(self.folder)
        if isinstance(path, str):
            return "NOT FOUND", path
        whole = path.read_text("utf-8")
        try:
            self._write(path, whole.replace(mutant.find, mutant.replace))
            code, said = self.tests(mutant.tests)
        finally:
            self._write(path, whole)
        failed = [line.removeprefix("FAILED ") for line in said.splitlines() if line.startswith("FAILED ")]
        match code:
            case None:
                return "hangs", f"after {PATIENCE:.0f} s"
            case 0:
                return "SURVIVED", f"{mutant.why} ({' '.join(mutant.tests)})"
            case 1 if failed:
                return "caught", failed[0].partition(" - ")[0]
        if "Timeout (" in said:  # pytest's own patience with one test, see pyproject.toml
            return "hangs", "a test did not end"
        return "BROKEN", f"pytest ended with {code}: {said.strip()[-300:]}"

    @staticmethod
    def _write(path: Path, text: str) -> None:
        path.write_text(text, "utf-8")
        for compiled in (path.parent / "__pycache__").glob(f"{path.stem}.*.pyc"):
            compiled.unlink()  # it knows its source by size and second only


def hunt(mutants: list[Mutant], workers: int, green: bool = False) -> int:
    """Try all mutants; return how many were not caught. Tests that are not known to be `green` are run first."""
    bad = 0
    with tempfile.TemporaryDirectory(prefix="mutants-") as scratch:
        benches: SimpleQueue[Workshop] = SimpleQueue()
        for number in range(workers):
            folder = Path(scratch) / str(number)
            folder.mkdir()
            benches.put(Workshop(folder))
        if not green:  # red tests would catch anything
            bench = benches.get()
            code, said = bench.tests(dict.fromkeys(name for m in mutants for name in m.tests), None)
            benches.put(bench)
            if code != 0:
                print(f"{said[-3000:]}\nthese tests fail without any mutant")
                return len(mutants)

        def judged(mutant: Mutant) -> tuple[Mutant, Verdict, str, float]:
            bench = benches.get()
            begun = time.monotonic()
            try:
                verdict, about = bench.judge(mutant)
            finally:
                benches.put(bench)
            return mutant, verdict, about, time.monotonic() - begun

        with ThreadPoolExecutor(workers) as pool:
            for mutant, verdict, about, took in pool.map(judged, mutants):
                bad += verdict not in ("caught", "hangs")
                print(f"{verdict:9} {took:5.1f} s  {mutant.id}: {about}", flush=True)
        while not benches.empty():
            benches.get().close()
    return bad


def main() -> int:
    """Return 0 when every mutant was caught."""
    parser = argparse.ArgumentParser(description="break lines on purpose and see whether the tests notice")
    parser.add_argument("ids", nargs="*", help="how the ids of the wanted mutants begin; all without")
    parser.add_argument("--list", action="store_true", help="only look whether every line is found")
    parser.add_argument("--green", action="store_true", help="the tests pass; try the mutants at once")
    parser.add_argument("--workers", type=int, default=2)
    wishes = parser.parse_args()
    mutants = [m for m in read_mutants() if not wishes.ids or m.id.startswith(tuple(wishes.ids))]
    if not mutants:
        print(f"no mutant begins with {' or '.join(wishes.ids)}")
        return 2
    if wishes.list:
        lost = [(m.id, place) for m in mutants if isinstance(place := m.place(ROOT), str)]
        for name, why in lost:
            print(f"NOT FOUND {name}: {why}")
        print(f"{len(mutants) - len(lost)} of {len(mutants)} lines are found")
        return 1 if lost else 0
    begun = time.monotonic()
    bad = hunt(mutants, wishes.workers, wishes.green)
    print(f"{len(mutants) - bad} of {len(mutants)} mutants caught in {time.monotonic() - begun:.0f} s")
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
