"""Which versions of which packages are installed, read off the names of their folders.

`importlib.metadata` would open and parse each package's metadata, and takes 15 ms to import.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path

VERSION = "0.1.0"
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
