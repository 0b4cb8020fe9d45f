"""YAML text → located nodes → `Kit`, with every problem of every file at its line and column.

Names load when they are asked for: a build reads no rules, and seldom asks for a schema.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from cardgen.base.lazy import lazily

if TYPE_CHECKING:
    from cardgen.source.game_file import load_kit, read_kit
    from cardgen.source.kit_shape import json_schemas
    from cardgen.source.seeds import load_seeds, read_seeds, seeds_file, seeds_schema

__all__ = ["json_schemas", "load_kit", "load_seeds", "read_kit", "read_seeds", "seeds_file", "seeds_schema"]

lazily(
    __name__,
    {
        "game_file": "load_kit read_kit",
        "kit_shape": "json_schemas",
        "seeds": "load_seeds read_seeds seeds_file seeds_schema",
    },
)
