"""Which wheels there are: every dependency, on Python 3.11 to 3.14, on five kinds of machines, as the table of docs/install.md.

    python benchmarks/wheels.py            asks pip's own index and prints the table; downloads nothing but metadata
    python benchmarks/wheels.py --write    puts it into docs/install.md

Asked for are the versions of requirements.lock: what a fresh install gets is at least as new.
"""

from __future__ import annotations

import json
import re
import subprocess
import sys
import tempfile
import tomllib
from collections.abc import Iterable, Mapping
from pathlib import Path

from packaging.markers import Marker
from packaging.requirements import Requirement

ROOT = Path(__file__).parents[1]
PAGE = ROOT / "docs" / "install.md"
BEGIN, END = "<!-- wheels -->\n", "<!-- end of wheels -->\n"
PYTHONS = ("3.11", "3.12", "3.13", "3.14")
_LINUX = ("_2_35", "_2_34", "_2_31", "_2_28", "_2_27", "_2_26", "_2_24", "_2_17", "2014")
MACHINES = {
    "Linux x86-64": ("linux", "x86_64", [f"manylinux{v}_x86_64" for v in _LINUX]),
    "Linux arm64": ("linux", "aarch64", [f"manylinux{v}_aarch64" for v in _LINUX]),
    "macOS arm64": ("darwin", "arm64", ["macosx_15_0_arm64"]),
    "macOS x86-64": ("darwin", "x86_64", ["macosx_15_0_x86_64"]),
    "Windows x64": ("win32", "AMD64", ["win_amd64"]),
}
INSTEAD = {"svg2pdf-py": "CairoSVG draws"}
"""What happens where a package is left out on purpose."""


def main() -> int:
    """Return 0 unless a package that is asked for has no wheel."""
    names = closure()
    cells = {
        (machine, python): answered(names, machine, python) for machine in MACHINES for python in PYTHONS
    }
    text = table(names, cells)
    print(text)
    if "--write" in sys.argv:
        page = PAGE.read_text("utf-8")
        before, rest = page.split(BEGIN)
        PAGE.write_bytes(f"{before}{BEGIN}{text}{END}{rest.split(END)[1]}".encode())
    return int("**no**" in text)


def locked(machine: str, python: str) -> dict[str, str]:
    """Return the versions of requirements.lock for a machine by the names of packages."""
    system, processor, _ = MACHINES[machine]
    there = {"sys_platform": system, "platform_machine": processor, "python_version": python}
    there |= {"python_full_version": f"{python}.0"}
    text = (ROOT / "requirements.lock").read_text("utf-8")
    lines = re.findall(r"^([\w.-]+)==([^ \\\n]+)(?: ; ([^\\\n]+))?", text, re.M)
    return {name: version for name, version, when in lines if not when or Marker(when).evaluate(there)}


def closure() -> list[str]:
    """Return what a plain install is made of, by what each package that is installed here asks for."""
    from importlib import metadata

    asked = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["dependencies"]
    found: list[str] = []
    while asked:
        wanted = Requirement(asked.pop())
        name = normal(wanted.name)
        if name in found or (wanted.marker and not _somewhere(wanted.marker)):
            continue
        found.append(name)
        try:
            asked += metadata.requires(name) or []
        except metadata.PackageNotFoundError:  # of another system: asked for by itself
            continue
    return sorted(found)


def _somewhere(marker: Marker) -> bool:
    """Whether a package is asked for on one of the machines."""
    places = [{"sys_platform": s, "platform_machine": p, "extra": ""} for s, p, _ in MACHINES.values()]
    return any(marker.evaluate({**place, "python_version": python}) for place in places for python in PYTHONS)


def answered(names: Iterable[str], machine: str, python: str) -> dict[str, str]:
    """Return the wheel of each package for a machine and a Python, "" where there is none."""
    system, processor, platforms = MACHINES[machine]
    versions = locked(machine, python)
    wanted = {
        name: versions[name] for name in names if name in versions and wanted_on(name, system, processor)
    }
    found: dict[str, str] = {}
    while wanted:
        there, lacking = asked([f"{name}=={version}" for name, version in wanted.items()], platforms, python)
        if lacking not in wanted:
            return found | there
        found[lacking] = ""
        del wanted[lacking]
    return found


def wanted_on(name: str, system: str, processor: str) -> bool:
    """Whether cardgen asks for a package on this machine; what others ask for is asked for everywhere."""
    asked = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["dependencies"]
    machine = {"sys_platform": system, "platform_machine": processor}
    markers = [r.marker for r in map(Requirement, asked) if r.name.lower() == name]
    return not markers or any(marker is None or marker.evaluate(machine) for marker in markers)


def asked(wanted: list[str], platforms: Iterable[str], python: str) -> tuple[dict[str, str], str]:
    """Return the files that pip would install by their packages, or the first package of which it finds none."""
    with tempfile.TemporaryDirectory() as folder:
        report = Path(folder) / "report.json"
        done = subprocess.run(
            [
                sys.executable,
                "-m",
                "pip",
                "install",
                "--quiet",
                "--dry-run",
                "--ignore-installed",
                "--no-deps",
            ]
            + [
                "--only-binary",
                ":all:",
                "--python-version",
                python,
                "--target",
                folder,
                "--report",
                str(report),
            ]
            + [word for platform in platforms for word in ("--platform", platform)]
            + wanted,
            capture_output=True,
            text=True,
            check=False,
        )
        if done.returncode:
            lacking = re.search(r"No matching distribution found for ([\w.-]+)", done.stderr)
            if not lacking:
                raise SystemExit(done.stderr)
            return {}, lacking[1]
        said = json.loads(report.read_text("utf-8"))["install"]
    return {
        normal(one["metadata"]["name"]): one["download_info"]["url"].rpartition("/")[2] for one in said
    }, ""


def normal(name: str) -> str:
    """Return a package's name as the index has it."""
    return re.sub(r"[-_.]+", "-", name).lower()


def table(names: Iterable[str], cells: Mapping[tuple[str, str], Mapping[str, str]]) -> str:
    """Return the table: a line for each package with compiled code, one for all others."""
    pure = [
        name
        for name in names
        if all(found.get(name, "-none-any.whl").endswith("-none-any.whl") for found in cells.values())
    ]
    lines = [f"| package | {' | '.join(MACHINES)} |", f"|---{'|---' * len(MACHINES)}|"]
    for name in names:
        if name not in pure:
            row = [_cell(name, machine, cells) for machine in MACHINES]
            lines.append(f"| {name} | {' | '.join(row)} |")
    everywhere = "yes" if pure else "**no**"
    lines.append(f"| {len(pure)} others, plain Python | {' | '.join([everywhere] * len(MACHINES))} |")
    return "\n".join(lines) + "\n"


def _cell(name: str, machine: str, cells: Mapping[tuple[str, str], Mapping[str, str]]) -> str:
    found = {python: cells[machine, python].get(name) for python in PYTHONS}
    if None in found.values():
        return INSTEAD.get(name, "not asked for")
    lacking = [python for python, file in found.items() if not file]
    if not lacking:
        return "yes"
    return "**no**" if len(lacking) == len(PYTHONS) else f"**no** on {', '.join(lacking)}"


if __name__ == "__main__":
    sys.exit(main())
