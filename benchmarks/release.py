"""Makes what a release consists of and tries it as a stranger would:  make release

Needs a clean tree. Builds sdist and wheel, has twine check them, installs the wheel in an empty environment and takes the
first six steps of docs/tour.md there, outside the repository (tour.py). Then lists the files with sizes and hashes, and
what to fill in before the upload. `make release TESTS=no` leaves out `make test`. Publishes nothing.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
import sys
import tempfile
import time
import venv
from pathlib import Path

ROOT = Path(__file__).parents[1]
DIST = ROOT / "dist"
GOAL_MB, GOAL_SECONDS = 150, 30


def main() -> int:
    """Return 0 when everything was built and tried."""
    if changed := changes(ROOT):
        print(f"the tree has changes, expected none; commit or stash them:\n{changed}", file=sys.stderr)
        return 1
    if os.environ.get("TESTS") != "no":
        run("make", "test", cwd=ROOT)
    for old in DIST.glob("cardgen-*"):
        old.unlink()
    run(sys.executable, "-m", "build", "--no-isolation", "--outdir", DIST, ROOT)
    made = sorted(DIST.glob("cardgen-*"))
    with tempfile.TemporaryDirectory() as folder:
        outside = Path(folder)
        run(*pip(environment(outside / "twine")), "twine")
        run(outside / "twine" / "bin" / "python", "-m", "twine", "check", "--strict", *made)
        empty = environment(outside / "venv")
        before, began = size(outside / "venv"), time.monotonic()
        run(*pip(empty), next(p for p in made if p.suffix == ".whl"))
        seconds, megabytes = time.monotonic() - began, (size(outside / "venv") - before) / 1e6
        print(f"installed: {megabytes:.0f} MB (goal {GOAL_MB}) in {seconds:.0f} s (goal {GOAL_SECONDS})")
        take_the_tour(empty, outside)
    print("\n".join([*listing(made), *placeholders()]))
    return 0


def changes(root: Path) -> str:
    """Return what git would commit, ignored files left out."""
    asked = ["git", "status", "--porcelain"]
    return subprocess.run(asked, cwd=root, capture_output=True, check=True, text=True).stdout


def environment(folder: Path) -> Path:
    """Make an empty virtual environment; return its Python."""
    venv.create(folder, with_pip=True)
    return folder / "bin" / "python"


def pip(python: Path) -> tuple[Path | str, ...]:
    """Return the words that install with this Python."""
    return python, "-m", "pip", "--quiet", "--disable-pip-version-check", "install"


def take_the_tour(python: Path, outside: Path) -> None:
    """Take the first six steps of docs/tour.md in an empty folder, with nothing of this repository or shell."""
    empty = outside / "empty"
    empty.mkdir()
    home = {"HOME": str(outside), "CARDGEN_CONFIG": str(outside / "config"), "PATH": os.defpath}
    page = shutil.copy(ROOT / "docs" / "tour.md", outside)
    script = shutil.copy(ROOT / "benchmarks" / "tour.py", outside)
    run(python, "-P", script, page, empty, cwd=empty, env=home)


def placeholders() -> list[str]:
    """Return what a maintainer fills in before the upload."""
    files = (ROOT / "pyproject.toml", ROOT / ".github" / "SECURITY.md")
    return [
        f"fill in example.org: {p.relative_to(ROOT)}" for p in files if "example.org" in p.read_text("utf-8")
    ]


def run(*words: Path | str, **more: object) -> None:
    """Run a program that must end well."""
    subprocess.run(list(words), check=True, stdin=subprocess.DEVNULL, **more)  # type: ignore[call-overload]


def size(folder: Path) -> int:
    """Return the bytes of the files below a folder."""
    return sum(p.stat().st_size for p in folder.rglob("*") if p.is_file() and not p.is_symlink())


def listing(files: list[Path]) -> list[str]:
    """Return a line per file: SHA-256, bytes, name."""
    return [f"{hashlib.sha256(p.read_bytes()).hexdigest()}  {p.stat().st_size:>10,}  {p.name}" for p in files]


if __name__ == "__main__":
    try:
        sys.exit(main())
    except subprocess.CalledProcessError as error:
        sys.exit(f"failed: {' '.join(map(str, error.cmd))}")
