"""Weighs the repository: lines of the package and of its tests, and class names that stand twice in the package.

    python -m tests.weight              fails above the limits; `make lint` asks
    python -m tests.weight --double     only lists the class names that stand twice

Weight is a feature: what is not there need not be read. The limits may only shrink, and no class name stands twice.
"""

from __future__ import annotations

import ast
import subprocess
import sys
from collections import defaultdict
from collections.abc import Iterable
from pathlib import Path

ROOT = Path(__file__).parents[1]

# Lines of Python that git knows. The goals are 55,000 for the package and 45,000 for the tests.
LIMITS = {"cardgen": 107_530, "tests": 76_860}


def files(folder: str, root: Path = ROOT) -> list[Path]:
    """Return the Python files below a folder, those that git has not seen yet included."""
    asked = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard", f"{folder}/*.py"]
    said = subprocess.run(asked, cwd=root, capture_output=True, check=True, text=True).stdout
    return [path for name in sorted(set(said.split("\0"))) if name and (path := root / name).is_file()]


def lines(paths: Iterable[Path]) -> int:
    """Return how many lines files have together."""
    return sum(path.read_bytes().count(b"\n") for path in paths)


def named_twice(paths: Iterable[Path]) -> dict[str, list[Path]]:
    """Return the names of classes at the top of more than one file, each with its files."""
    found: dict[str, list[Path]] = defaultdict(list)
    for path in paths:
        for node in ast.parse(path.read_text("utf-8")).body:
            if isinstance(node, ast.ClassDef):
                found[node.name].append(path)
    return {name: places for name, places in sorted(found.items()) if len(places) > 1}


def complaints(weights: dict[str, int], limits: dict[str, int], twice: Iterable[str]) -> list[str]:
    """Return what is too heavy or named twice."""
    heavy = [
        f"{folder}: {weights[folder]:,} lines of Python, expected at most {most:,}; delete what is said twice"
        for folder, most in limits.items()
        if weights[folder] > most
    ]
    return heavy + [f"class {name} stands twice in the package; give one another name" for name in twice]


def main() -> int:
    """Return 0 when nothing is above its limit."""
    package = files("cardgen")
    twice = named_twice(package)
    if "--double" in sys.argv:
        for name, places in twice.items():
            print(name, *(str(path.relative_to(ROOT)) for path in places))
        return 0
    weights = {folder: lines(files(folder)) for folder in LIMITS}
    found = complaints(weights, LIMITS, twice)
    print(", ".join(f"{folder} {weight:,} of {LIMITS[folder]:,} lines" for folder, weight in weights.items()))
    print("\n".join(found), end="\n" if found else "")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
