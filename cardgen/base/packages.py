"""The packages installed beside this one: their versions, and what they bring to cardgen by entry point.

Games, and the words of their cards, are brought. Versions are read off the names of folders: `importlib.metadata`
would open and parse each package's metadata, and takes 15 ms to import.

A project in which somebody works need not be installed: its `pyproject.toml` is read where it is, if this user has
said that its Python may run (projects.py).
"""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping
from functools import lru_cache
from importlib import import_module
from pathlib import Path
from typing import Any

from cardgen.base.projects import entries_of, let_run, project_around

VERSION = __version__ = "1.0.0"
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
    if project is None or not let_run(project):
        return installed
    return {**installed, **entries_of(project, group)}


def loaded(value: str) -> Any:
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
