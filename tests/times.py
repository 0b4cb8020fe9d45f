"""How long tests take, and so who runs them: what is quick `make check`, what is not `make test`, the longest `make thorough`.

A long one that a line of tests/mutants.yaml names has the mark `core`: `make core` runs it, and so each commit does.

    python -m pytest -n 2 --durations=0 -vv -m "not browser and not hostile" > FILE
    python -m tests.times FILE      writes tests/times.yaml anew from what pytest printed

The seconds of a test are those of all its cases together. What is not in the list is quick.
"""

from __future__ import annotations

import re
import sys
from collections import defaultdict
from pathlib import Path

import pytest
import yaml

LIST = Path(__file__).with_suffix(".yaml")
SLOW, THOROUGH = 0.2, 0.6  # seconds from which `make check`, and `make test`, leave a test to the next one
MUTANTS = LIST.with_name("mutants.yaml")
HEAD = "# Seconds of the tests that are not quick, from a run on two cores; tests/times.py writes this and says what follows.\n"


def marked(item: pytest.Item, times: dict[str, float], named: set[str]) -> None:
    """Let `make check` or `make test` leave out what takes long, and `make core` run what of it is named."""
    test = item.nodeid.partition("[")[0]
    core = test in named and not item.get_closest_marker(
        "slow"
    )  # `make mutants` leaves out what is marked so by hand
    for mark, least in (("slow", SLOW), ("thorough", THOROUGH)):
        if times.get(test, 0) >= least:
            item.add_marker(mark)
    if core and (item.get_closest_marker("thorough") or item.get_closest_marker("browser")):
        item.add_marker("core")


def read_named() -> set[str]:
    """Return the tests that tests/mutants.yaml names one by one."""
    return set(re.findall(r"tests/\S+\.py::\w+", MUTANTS.read_text("utf-8")))


def read_times() -> dict[str, float]:
    """Return the seconds of each test that is not quick."""
    found = yaml.load(LIST.read_text("utf-8"), yaml.CSafeLoader)
    return {f"{file}::{test}": took for file, tests in found.items() for test, took in tests.items()}


def main(printed: str) -> None:
    """Write the list anew from the durations that pytest printed."""
    seconds: dict[str, dict[str, float]] = defaultdict(lambda: defaultdict(float))
    for took, file, test in re.findall(r"^\s*([\d.]+)s \w+ +(tests/\S+?\.py)::(\w+)", printed, re.MULTILINE):
        seconds[file][test] += float(took)
    kept = {
        file: {test: round(took, 1) for test, took in tests.items() if took >= SLOW}
        for file, tests in seconds.items()
    }
    LIST.write_text(HEAD + yaml.safe_dump({file: tests for file, tests in kept.items() if tests}), "utf-8")


if __name__ == "__main__":
    main(Path(sys.argv[1]).read_text("utf-8"))
