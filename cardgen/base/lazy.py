"""Names of a room that load when they are asked for, so that nobody waits for what only others need."""

from __future__ import annotations

import sys
from importlib import import_module

TYPE_CHECKING = False  # what begins every run imports as little as it can
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any


def lazily(room: str, homes: Mapping[str, str]) -> None:
    """Give a room names that it does not import: `homes` says what each of its modules gives, with spaces between.

    lazily(__name__, {"text.fonts": "Font font families"})

    A type checker is told in the room itself, below `TYPE_CHECKING`; so it knows wrong names, too.
    """
    home_of = {name: home for home, names in homes.items() for name in names.split()}

    def load(name: str) -> Any:
        if name not in home_of:
            raise AttributeError(f"module {room!r} has no attribute {name!r}")
        return getattr(import_module(f"{room}.{home_of[name]}"), name)

    vars(sys.modules[room])["__getattr__"] = load
