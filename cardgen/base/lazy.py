"""Names of a room that load when they are asked for, so that nobody waits for what only others need."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from importlib import import_module
from typing import Any


def lazily(room: str, homes: Mapping[str, str]) -> Callable[[str], Any]:
    """Return a room's `__getattr__`: `homes` names what each of its modules gives, with spaces between.

    __getattr__ = lazily(__name__, {"text.fonts": "Font font families"})
    """
    home_of = {name: home for home, names in homes.items() for name in names.split()}

    def load(name: str) -> Any:
        if name not in home_of:
            raise AttributeError(f"module {room!r} has no attribute {name!r}")
        return getattr(import_module(f"{room}.{home_of[name]}"), name)

    return load
