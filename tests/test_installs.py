"""Installed as a stranger does it, with every Python that is here: small, and no library of the system is needed."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
PIP = ("-m", "pip", "--quiet", "--disable-pip-version-check")
STEPS = (
    "doctor",
    "new my-game --with all",
    "check my-game",
    "build my-game",
    "build my-game --format png",
    "simulate my-game --games 20 --jobs 2",
)
GOAL_MB = 150
NO_CAIRO = "import sys; sys.modules['cairocffi'] = sys.modules['cairosvg'] = None\n"


def pythons() -> Iterator[tuple[str, Path]]:
    """Yield each Python from 3.11 on: those on the path, and those that lie beside the one that runs the tests."""
    places = [Path(place) for place in os.get_exec_path()]
    beside = sorted(Path(sys.base_prefix).parent.glob("*/bin"))
    found: dict[str, Path] = {}
    for place in [Path(sys.base_prefix) / "bin", *beside, *places]:
        for python in sorted(place.glob("python3.[0-9][0-9]")):
            library = python.resolve().parents[1] / "lib" / python.name
            if (library / "ensurepip").is_dir() and int(python.name.partition(".")[2]) >= 11:
                found.setdefault(python.name, python)
    yield from sorted(found.items())


PYTHONS = dict(pythons())


def size(folder: Path) -> int:
    return sum(p.stat().st_size for p in folder.rglob("*") if p.is_file() and not p.is_symlink())


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp("wheel")
    command = [sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", out, ROOT]
    subprocess.run(command, check=True, capture_output=True)
    (built,) = out.glob("*.whl")
    return built


def test_the_wheel_carries_every_file_of_the_kits_and_templates(wheel: Path) -> None:
    inside = set(zipfile.ZipFile(wheel).namelist())
    for top in ("data", "templates", "seeds"):
        expected = {
            f"cardgen/_content/{p.relative_to(ROOT).as_posix()}"
            for p in (ROOT / top).rglob("*")
            if p.is_file()
        }
        assert expected
        assert expected <= inside


@pytest.mark.thorough
def test_the_python_of_the_tests_is_among_them() -> None:
    assert f"python3.{sys.version_info.minor}" in PYTHONS


@pytest.mark.thorough
@pytest.mark.parametrize("name", PYTHONS)
def test_a_fresh_install_is_small_and_takes_the_first_steps(name: str, wheel: Path, tmp_path: Path) -> None:
    venv, outside = tmp_path / "venv", tmp_path / "outside"
    subprocess.run([PYTHONS[name], "-m", "venv", venv], check=True)
    outside.mkdir()
    before = size(venv)
    subprocess.run([venv / "bin" / "python", *PIP, "install", wheel], check=True, cwd=outside)
    assert (size(venv) - before) / 1e6 <= GOAL_MB
    (site,) = venv.glob("lib/python*/site-packages")
    (site / "no-cairo.pth").write_text(NO_CAIRO)
    folders = {"CARDGEN_CACHE": str(tmp_path / "cache"), "CARDGEN_CONFIG": str(tmp_path / "config")}
    for step in STEPS:
        done = subprocess.run(
            [venv / "bin" / "cardgen", *step.split()],
            cwd=outside / "my-game" if (outside / "my-game").is_dir() else outside,
            env={**os.environ, **folders},
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 0, (step, done.stderr)
        assert "Warning" not in done.stderr, (step, done.stderr)
    made = json.loads((outside / "my-game/output/my-game/kit.json").read_text("utf-8"))
    assert made["game"] == "my-game"
    if name == f"python3.{sys.version_info.minor}":
        command = [venv / "bin" / "python", "-m", "cardgen.app.cli", "build", "biergarten"]
        subprocess.run(command, check=True, cwd=outside, capture_output=True, env={**os.environ, **folders})
        shipped = outside / "output" / "biergarten"
        assert (shipped / "biergarten-kit-a4.pdf").read_bytes().startswith(b"%PDF")
        assert (shipped / "kit.json").is_file()
