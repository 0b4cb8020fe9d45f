"""YAML text → located nodes → `Kit`, with every problem of every file at its line and column."""

from cardgen.source.load import load_kit, read_kit
from cardgen.source.schema_json import json_schemas
from cardgen.source.seeds import load_seeds, read_seeds

__all__ = ["json_schemas", "load_kit", "load_seeds", "read_kit", "read_seeds"]
