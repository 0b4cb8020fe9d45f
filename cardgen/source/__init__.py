"""YAML text → located nodes → `Kit`, with every problem of every file at its line and column.

Names load when they are asked for: a build reads no rules, and seldom asks for a schema.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from cardgen.source.load import load_kit, read_kit
    from cardgen.source.schema_json import json_schemas
    from cardgen.source.seeds import load_seeds, read_seeds

_HOMES = {
    "json_schemas": "schema_json",
    "load_kit": "load",
    "load_seeds": "seeds",
    "read_kit": "load",
    "read_seeds": "seeds",
}

__all__ = ["json_schemas", "load_kit", "load_seeds", "read_kit", "read_seeds"]


def __getattr__(name: str) -> Any:
    home = _HOMES.get(name)
    if home is None:
        raise AttributeError(f"module 'cardgen.source' has no attribute '{name}'")
    return getattr(importlib.import_module(f"cardgen.source.{home}"), name)
