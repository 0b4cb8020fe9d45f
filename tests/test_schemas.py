"""Editors find a schema for every YAML file of the shipped kits, and the schemas are those of the code."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from cardgen.rulesheet.theme_schema import theme_schema
from cardgen.source import json_schemas

DATA = Path(__file__).parent.parent / "data"
FILES = sorted(p.relative_to(DATA).as_posix() for p in DATA.glob("*/**/*.yaml"))


@pytest.mark.parametrize("name", FILES)
def test_every_yaml_file_names_its_schema_in_its_first_line(name: str) -> None:
    first = (DATA / name).read_text("utf-8").split("\n", 1)[0]
    found = re.fullmatch(r"# yaml-language-server: \$schema=(.+\.schema\.json)", first)

    assert found, f"data/{name} does not begin with the line that names its schema"
    assert ((DATA / name).parent / found[1]).is_file()


def test_the_schemas_in_the_repository_are_those_of_the_code() -> None:
    for name, schema in {**json_schemas(), "theme.schema.json": theme_schema()}.items():
        assert json.loads((DATA / name).read_text("utf-8")) == schema, (
            f"run: cardgen schema --out data ({name})"
        )


def test_a_theme_of_a_shipped_kit_uses_only_keys_of_the_schema() -> None:
    from cardgen.errors import Problems
    from cardgen.source.parse import parse_yaml

    known = theme_schema()["properties"]
    for file in DATA.glob("*/rules/theme.yaml"):
        document = parse_yaml(file.read_text("utf-8"), file.name, Problems())
        assert document is not None
        assert set(document.data) <= set(known)
        for box in (document.data.get("boxes") or {}).values():
            assert set(box) <= set(known["boxes"]["additionalProperties"]["properties"])
