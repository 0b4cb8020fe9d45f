"""Names of a room that load when they are asked for, so that nobody waits for what only others need."""

from __future__ import annotations

import sys
from importlib import import_module

TYPE_CHECKING = False  # what begins every run imports as little as it can
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any


def lazily(room: str, homes: Mapping[str, str], moved: Mapping[str, tuple[str, str]] | None = None) -> None:
    """Give a room names that it does not import: `homes` says what each of its modules gives, with spaces between.

    lazily(__name__, {"text.fonts": "Font font families"})

    `moved` are names of earlier versions: where each is found now, and since when, `{"play_game": ("cardgen.play", "1.2.0")}`.
    They load until the next major version, and warn.

    A type checker is told in the room itself, below `TYPE_CHECKING`; so it knows wrong names, too.
    """
    home_of = {name: home for home, names in homes.items() for name in names.split()}

    def load(name: str) -> Any:
        if moved and name in moved:
            return _moved(f"{room}.{name}", *moved[name])
        if name not in home_of:
            raise AttributeError(f"module {room!r} has no attribute {name!r}{_near(name, home_of)}")
        return getattr(import_module(f"{room}.{home_of[name]}"), name)

    vars(sys.modules[room])["__getattr__"] = load


def _moved(old: str, new: str, since: str) -> Any:
    from warnings import warn

    from cardgen.base.formats import moved

    warn(moved(old, new, since), DeprecationWarning, stacklevel=3)
    module, _, name = new.rpartition(".")
    return getattr(import_module(module), name)


def _near(name: str, known: Mapping[str, str]) -> str:
    from difflib import get_close_matches

    near = "" if name.startswith("_") else "".join(get_close_matches(name, known, n=1))
    return f"; did you mean {near!r}?" if near else ""
