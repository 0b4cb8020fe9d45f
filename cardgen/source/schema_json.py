"""The JSON Schema of kits, so that an editor completes keys and marks mistakes while somebody types.

`cardgen schema --out data` writes game.schema.json and cards.schema.json.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

_DRAFT = "https://json-schema.org/draft/2020-12/schema"

_GAME = "game.schema.json"
_CARDS = "cards.schema.json"
_TABLE = "table.schema.json"


def json_schemas() -> dict[str, dict[str, Any]]:
    """Return the schemas by file name: game.schema.json for game.yaml, cards.schema.json for a list of cards."""
    from cardgen.source.schema import CardPart, GamePart  # pydantic: only when somebody asks

    game = GamePart.model_json_schema()
    game["$defs"]["ComponentPart"]["properties"]["cards"]["items"] = {"$ref": f"{_CARDS}#/$defs/card"}
    cards: dict[str, Any] = {
        "type": "array",
        "items": {"$ref": "#/$defs/card"},
        "$defs": {"card": _card(CardPart.model_json_schema())},
    }
    return {
        _GAME: {"$schema": _DRAFT, **_without_titles(game), "title": "A cardgen kit: game.yaml"},
        _CARDS: {"$schema": _DRAFT, **_without_titles(cards), "title": "A cardgen cards file"},
        _TABLE: {
            "$schema": _DRAFT,
            "type": ["object", "array"],
            "description": "A table of a cardgen kit: any data that its templates read as tables.NAME.",
            "title": "A cardgen table",
        },
    }


def write_schemas(folder: Path) -> list[Path]:
    """Write the schemas into a folder and return the files."""
    written = []
    for name, schema in json_schemas().items():
        path = folder / name
        path.write_text(json.dumps(schema, indent=2, ensure_ascii=False) + "\n", encoding="utf-8")
        written.append(path)
    return written


def _card(card: dict[str, Any]) -> dict[str, Any]:
    """Return the schema of one card with what `each:` adds."""
    properties: dict[str, Any] = card["properties"]
    # With each: a count may be an expression too.
    properties["count"] = {
        "anyOf": [properties["count"], {"type": "string", "pattern": r"\{\{.*\}\}"}],
        "description": properties["count"].pop("description", ""),
    }
    properties["each"] = {
        "type": "object",
        "additionalProperties": {"type": "array", "minItems": 1},
        "description": 'Makes a card of every combination: each: {suit: [hearts, spades]}, id: "{{ suit }}".',
    }
    return card


def _without_titles(schema: Any, inside_properties: bool = False) -> Any:
    """Drop pydantic's generated titles and docstrings of parts; a property called "title" stays."""
    if isinstance(schema, dict):
        return {
            key: _without_titles(value, key in ("properties", "$defs"))
            for key, value in schema.items()
            if inside_properties or key != "title"
        }
    if isinstance(schema, list):
        return [_without_titles(item) for item in schema]
    return schema
