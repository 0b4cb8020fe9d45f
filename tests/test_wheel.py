"""The built wheel carries kits and templates: installed alone, it builds a kit."""

from __future__ import annotations

import re
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
PIP = ("-m", "pip", "--quiet", "--disable-pip-version-check")


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp("wheel")
    subprocess.run(
        [sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", out, ROOT],
        check=True,
        capture_output=True,
    )
    (built,) = out.glob("*.whl")
    return built


@pytest.mark.slow
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


@pytest.mark.slow
@pytest.mark.thorough
def test_installed_into_an_empty_environment_the_wheel_builds_a_kit(wheel: Path, tmp_path: Path) -> None:
    venv = tmp_path / "venv"
    subprocess.run([sys.executable, "-m", "venv", venv], check=True)
    python = next(p for p in (venv / "bin" / "python", venv / "Scripts" / "python.exe") if p.exists())
    pins = (
        tmp_path / "pins.txt"
    )  # the lock file's versions, without hashes: pip refuses hashes for a local wheel
    locked = (ROOT / "requirements.lock").read_text("utf-8")
    pins.write_text("\n".join(re.findall(r"^[\w.-]+==[^ \\\n]+(?: ; [^\\\n]+)?", locked, re.M)), "utf-8")
    subprocess.run([python, *PIP, "install", "--constraint", pins, wheel], check=True, cwd=tmp_path)

    empty = tmp_path / "elsewhere"
    empty.mkdir()
    done = subprocess.run(
        [python, "-m", "cardgen.app.cli", "build", "biergarten"],
        cwd=empty,
        capture_output=True,
        text=True,
        check=False,
    )

    assert done.returncode == 0, done.stderr
    assert (empty / "output" / "biergarten" / "biergarten-kit-a4.pdf").read_bytes().startswith(b"%PDF")
    assert (empty / "output" / "biergarten" / "kit.json").is_file()
