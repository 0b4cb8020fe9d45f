"""What other packages bring to cardgen by entry point: games, and the words of their cards."""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from pathlib import Path
from typing import Any


def brought(group: str) -> Mapping[str, str]:
    """Return what packages bring under a group, such as `{"harbour": "harbour_rules:Harbour"}`."""
    from importlib.metadata import entry_points  # 15 ms

    return {entry.name: f"{entry.module}:{entry.attr}" for entry in entry_points(group=group)}


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
