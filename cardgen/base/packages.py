"""The packages installed beside this one: their versions, and what they bring to cardgen by entry point.

Games, and the words of their cards, are brought. Versions are read off the names of folders: `importlib.metadata`
would open and parse each package's metadata, and takes 15 ms to import.

A project in which somebody works need not be installed: its `pyproject.toml` is read where it lies, if this user has
said that its Python may run (`cardgen trust`; `cardgen new` says so of what it has written). A stranger's kit runs nothing.
"""

from __future__ import annotations

import contextlib
import os
import re
import sys
from collections.abc import Iterable, Mapping
from functools import lru_cache
from importlib import import_module
from pathlib import Path
from typing import Any

from cardgen.base.errors import CardgenError, Location, Problem

VERSION = __version__ = "0.1.0"
"""The version of cardgen."""


def versions() -> Mapping[str, str]:
    """Return the version of every installed package, by names such as `markdown-it-py`."""
    return _versions(tuple(sys.path))


@lru_cache(maxsize=4)
def _versions(path: tuple[str, ...]) -> Mapping[str, str]:
    found: dict[str, str] = {}
    for folder in map(Path, path):
        try:
            entries = os.listdir(folder)  # noqa: PTH208  # hundreds of entries
        except OSError:
            continue
        for entry in entries:
            name, _, rest = entry.partition("-")
            if rest.endswith(".dist-info"):
                found.setdefault(name.lower().replace("_", "-"), rest.removesuffix(".dist-info"))
    return found


def brought(group: str) -> Mapping[str, str]:
    """Return what packages bring under a group, such as `{"harbour": "harbour_rules:Harbour"}`.

    What the project brings in which one works goes before what is installed.
    """
    from importlib.metadata import entry_points  # 15 ms

    installed = {entry.name: f"{entry.module}:{entry.attr}" for entry in entry_points(group=group)}
    project = project_around(Path())
    if project is None or not is_trusted(project):
        return installed
    if str(project) not in sys.path:
        sys.path.insert(0, str(project))
    return {**installed, **entries_of(project, group)}


def project_around(place: Path) -> Path | None:
    """Return the project in which a place lies: the nearest folder upwards whose pyproject.toml brings something."""
    there = Path(os.path.realpath(place))
    for folder in (there, *there.parents):
        with contextlib.suppress(OSError):
            if b'entry-points."cardgen.' in (folder / "pyproject.toml").read_bytes():
                return folder
    return None


def entries_of(project: Path, group: str) -> Mapping[str, str]:
    """Return what a project's pyproject.toml brings under a group; CardgenError when it is no TOML."""
    import tomllib

    path = project / "pyproject.toml"
    try:
        entries = tomllib.loads(path.read_text("utf-8"))["project"]["entry-points"][group]
        return {name: value for name, value in entries.items() if isinstance(value, str)}
    except ValueError as error:  # also what is no UTF-8
        at = re.search(r"\(at line (\d+), column (\d+)\)", str(error))
        where = Location(str(path), int(at[1]), int(at[2])) if at else Location(str(path))
        what = str(error).partition(" (at ")[0]
        raise CardgenError([Problem(f"this is no TOML: {what}", where, code="syntax")]) from None
    except (OSError, KeyError, TypeError, AttributeError):
        return {}


def settings_folder() -> Path:
    """Return `$CARDGEN_CONFIG`, or this platform's place for what a user has chosen."""
    chosen = os.environ.get("CARDGEN_CONFIG")
    if chosen:
        return Path(chosen)
    from platformdirs import user_config_path

    return user_config_path("cardgen", appauthor=False)


def is_trusted(project: Path) -> bool:
    """Tell whether the user has said that the Python of this project may run."""
    return os.path.realpath(project) in _trusted()


def trust(project: Path, may_run: bool = True) -> None:
    """Let the Python of a project run from now on, or no longer. OSError when that cannot be kept."""
    path, real = settings_folder() / _TRUSTED, os.path.realpath(project)
    known = [line for line in _trusted() if line != real]
    path.parent.mkdir(parents=True, exist_ok=True)
    draft = path.with_name(f".{path.name}.{os.getpid()}")
    draft.write_text("".join(f"{line}\n" for line in [*known, *([real] if may_run else [])]), "utf-8")
    draft.replace(path)


def _trusted() -> Iterable[str]:
    try:
        return (settings_folder() / _TRUSTED).read_text("utf-8").splitlines()
    except (OSError, ValueError, RuntimeError):  # nobody knows where this user is at home
        return ()


_TRUSTED = "trusted-projects.txt"


def loaded(value: str) -> Any:
    """Return what `module:name` means."""
    module, _, name = value.partition(":")
    return getattr(import_module(module), name)


def files_of(value: str) -> list[Path]:
    """Return the Python files of the package in which `module:name` stands, without importing it."""
    from importlib.util import find_spec

    spec = find_spec(value.partition(":")[0].partition(".")[0])
    if spec is None:
        return []
    inside = [path for folder in spec.submodule_search_locations or () for path in Path(folder).rglob("*.py")]
    return sorted(inside) or [Path(spec.origin or "")]
