from __future__ import annotations

from typing import Any

from cardgen.source import json_schemas


def test_every_reference_leads_somewhere() -> None:
    schemas = json_schemas()

    def references(value: Any, inside: str) -> list[tuple[str, str]]:
        if isinstance(value, dict):
            own = [(inside, value["$ref"])] if "$ref" in value else []
            return own + [ref for item in value.values() for ref in references(item, inside)]
        if isinstance(value, list):
            return [ref for item in value for ref in references(item, inside)]
        return []

    found = [ref for name, schema in schemas.items() for ref in references(schema, name)]
    assert found
    for inside, reference in found:
        file, _, pointer = reference.partition("#/")
        target: Any = schemas[file or inside]
        for step in pointer.split("/"):
            target = target[step]


def test_an_editor_can_explain_every_key() -> None:
    game = json_schemas()["game.schema.json"]
    parts = [game, *game["$defs"].values(), json_schemas()["cards.schema.json"]["$defs"]["card"]]
    for part in parts:
        for key, schema in part["properties"].items():
            assert schema.get("description"), f"{key} has no description"
