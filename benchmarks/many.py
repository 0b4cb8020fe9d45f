"""Builds many kits, with one process and with two:  python benchmarks/many.py [KITS]

Kits are copies of the one that `cardgen new` makes, with an empty cache each time. Prints wall time, processor time and
the memory of the largest process, for a tenth of the kits, a third and all: memory must not grow with them. Then the same with a shared cache, to fill and to take from.
"""

from __future__ import annotations

import os
import re
import resource
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

CARDGEN = Path(sys.executable).with_name("cardgen")


def main() -> None:
    """Print a line for each run, and how much faster two processes are."""
    kits = int(sys.argv[1]) if len(sys.argv) > 1 else 200
    with tempfile.TemporaryDirectory() as folder:
        place = Path(folder)
        made = kits_in(place, kits)
        walls = {}
        for number, jobs in ((kits // 10, 1), (kits // 3, 1), (kits, 1), (kits, 2)):
            walls[jobs] = built(place, made[:number], jobs)
        print(f"two processes: {walls[1] / walls[2]:.2f} × faster")
        print("with a shared cache, empty and then full:")
        for _ in range(2):
            built(place, made, 2, "--cache", str(place / "shared"))


def kits_in(place: Path, number: int) -> list[Path]:
    """Make so many kits with different names; return their folders."""
    new = [CARDGEN, "new", "kit-0", "--with", "deck,tokens,aids,rules"]
    subprocess.run(new, cwd=place, check=True, stdout=subprocess.DEVNULL)
    first = place / "kit-0" / "data" / "kit-0"
    made = []
    for n in range(number):
        made.append(Path(shutil.copytree(first, place / "kits" / f"kit-{n}")))
        head = made[-1] / "game.yaml"
        head.write_text(re.sub(r"(?m)^game: kit-0", f"game: kit-{n}", head.read_text("utf-8")), "utf-8")
    return made


def built(place: Path, kits: list[Path], jobs: int, *more: str) -> float:
    """Build them from nothing; print what it took, and return the wall time in seconds."""
    for old in ("cache", "out"):
        shutil.rmtree(place / old, ignore_errors=True)
    before, began = resource.getrusage(resource.RUSAGE_CHILDREN), time.monotonic()
    words = [CARDGEN, "build", *kits, "--out", place / "out", "--jobs", str(jobs), "--quiet", *more]
    subprocess.run(words, check=True, env={**os.environ, "XDG_CACHE_HOME": str(place / "cache")})
    wall, after = time.monotonic() - began, resource.getrusage(resource.RUSAGE_CHILDREN)
    spent = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    print(
        f"{len(kits)} kits, {jobs} at a time: {wall:.1f} s, processor {spent:.1f} s, {after.ru_maxrss / 1024:.0f} MB"
    )
    return wall


if __name__ == "__main__":
    main()
