"""Editors find a schema for every YAML file of the shipped kits, and the schemas are those of the code."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator
from referencing import Registry, Resource

from cardgen.app.schemas import every_schema
from cardgen.app.schemas import manual as manual_of_files
from cardgen.base.errors import Problems
from cardgen.source.effects import words_of
from cardgen.source.effects.manual import manual
from cardgen.source.nodes import plain
from cardgen.source.parse import parse_yaml

DATA = Path(__file__).parent.parent / "data"
SCHEMAS = every_schema()
SEEDS = sorted((DATA.parent / "seeds").glob("*.yaml"))
SCENARIOS = sorted((DATA.parent / "tests" / "scenarios").glob("*.yaml"))
# but for catalogues of translations, whose keys are the texts of their kit
FILES = sorted(p.relative_to(DATA).as_posix() for p in DATA.glob("*/**/*.yaml") if p.parent.name != "i18n")


@pytest.mark.parametrize("name", FILES)
def test_every_yaml_file_names_its_schema_in_its_first_line(name: str) -> None:
    first = (DATA / name).read_text("utf-8").split("\n", 1)[0]
    found = re.fullmatch(r"# yaml-language-server: \$schema=(.+\.schema\.json)", first)

    assert found, f"data/{name} does not begin with the line that names its schema"
    assert ((DATA / name).parent / found[1]).is_file()


def test_the_schemas_in_the_repository_are_those_of_the_code(golden: bool) -> None:
    for name, schema in SCHEMAS.items():
        text = json.dumps(schema, indent=2, ensure_ascii=False) + "\n"
        if golden:
            (DATA / name).write_text(text, encoding="utf-8")
        assert (DATA / name).read_text("utf-8") == text, f"run: cardgen schema --out data ({name})"


def test_a_theme_of_a_shipped_kit_uses_only_keys_of_the_schema() -> None:
    theme = SCHEMAS["theme.schema.json"]
    known, styles = theme["properties"], theme["$defs"]
    for file in DATA.glob("*/rules/theme.yaml"):
        document = parse_yaml(file.read_text("utf-8"), file.name, Problems())
        assert document is not None
        assert set(document.data) <= set(known)
        for box in (document.data.get("boxes") or {}).values():
            assert set(box) <= set(styles["BoxStyle"]["properties"])


def mistakes(name: str, text: str) -> list[str]:
    """What an editor marks in a file that names this schema in its first line."""
    registry: Registry[Any] = Registry().with_resources(
        [(file, Resource.from_contents(schema)) for file, schema in SCHEMAS.items()]
    )
    schema = {"$schema": "https://json-schema.org/draft/2020-12/schema", "$ref": name}
    validator = Draft202012Validator(schema, registry=registry)
    document = parse_yaml(text, "x.yaml", Problems())
    assert document is not None
    return [error.message for error in validator.iter_errors(plain(document.data))]


@pytest.mark.parametrize("schema", sorted(SCHEMAS))
def test_a_schema_is_one(schema: str) -> None:
    Draft202012Validator.check_schema(SCHEMAS[schema])


@pytest.mark.parametrize("name", FILES)
def test_an_editor_marks_nothing_in_a_shipped_file(name: str) -> None:
    text = (DATA / name).read_text("utf-8")
    schema = re.findall(r"\$schema=(?:.*/)?(.+\.schema\.json)", text)[0]
    assert mistakes(schema, text) == []


@pytest.mark.parametrize("file", SCENARIOS, ids=lambda file: file.stem)
def test_an_editor_marks_nothing_in_the_scenarios_of_a_game(file: Path) -> None:
    text = file.read_text("utf-8")
    assert text.startswith("# yaml-language-server: $schema=../../data/scenarios.schema.json\n")
    assert mistakes("scenarios.schema.json", text) == []


@pytest.mark.parametrize("file", SEEDS, ids=lambda file: file.stem)
def test_an_editor_marks_nothing_in_the_rules_of_a_game(file: Path) -> None:
    text = file.read_text("utf-8")
    assert text.startswith("# yaml-language-server: $schema=../data/seeds.schema.json\n")
    assert mistakes("seeds.schema.json", text) == []


@pytest.mark.parametrize(
    "scenario",
    [
        "{expct: {turn: P0}}", "{moves: P0 passes}", "{players: two}", "{score: {P0: many}}", "{legal: {all: []}}",
        "{illegal: [{P0 passes: [AH-018]}]}", "{sees: {P0: []}}", "{also: [{also: []}]}", "{scenarios: [just words]}",
        "{expect: {}}", "{legal: []}", "{then: [5]}", "{deals: [C01]}", "{moves: [{P0 passes: 5}]}",
    ],
)  # fmt: skip
def test_an_editor_marks_what_no_scenario_says(scenario: str) -> None:
    assert mistakes("scenarios.schema.json", scenario)


@pytest.mark.parametrize(
    ("role", "effects"),
    [
        ("scheme", "{on_play: [{dra: {who: self, cards: 1}}]}"),
        ("scheme", "{on_play: [{draw: {who: me, cards: 1}}]}"),
        ("scheme", "{on_play: [{draw: {who: self, cards: 12}}]}"),
        ("scheme", "{on_play: [{draw: {who: self}}]}"),
        ("scheme", "{on_enter: [{draw: {who: self, cards: 1}}]}"),
        ("scheme", "{at_shift_end: [{lock: {what: PATRON, next_hours: 1}}]}"),
        ("scheme", "{in_bar: [{worth: {of: VIP, ad: 1}}]}"),
        ("patron", "{on_enter: [{draw: {who: self, cards: 1}}]}"),
        ("patron", "{worth: lots}"),
        ("patron", "{worth: {min: [4]}}"),
        ("patron", "{worth: {if: {nay: VIP}, then: 1, else: 2}}"),
    ],
)
def test_an_editor_marks_wrong_effects(role: str, effects: str) -> None:
    right = "{worth: 1}" if role == "patron" else "{on_play: [{draw: {who: self, cards: 1}}]}"
    assert (
        mistakes(f"bartender-2012-{role}-cards.schema.json", f"- {{id: X1, kind: VIP, effects: {right}}}")
        == []
    )
    assert mistakes(
        f"bartender-2012-{role}-cards.schema.json", f"- {{id: X1, kind: VIP, effects: {effects}}}"
    )


BARTENDING = words_of("bartender-2012")
assert BARTENDING
EXAMPLES = re.findall(r"```yaml\n(.+?)\n```", manual(BARTENDING))


@pytest.mark.parametrize("example", EXAMPLES)
def test_an_editor_marks_nothing_in_an_example_of_the_manual(example: str) -> None:
    schemes = ("on_play", "at_shift_end", "in_bar")
    role = "scheme" if example.startswith(schemes) else "patron"
    more = "worth: 1, " if role == "patron" and not example.startswith("worth") else ""
    assert (
        mistakes(f"bartender-2012-{role}-cards.schema.json", f"- {{id: X1, effects: {{{more}{example}}}}}")
        == []
    )


def test_the_manual_page_is_made_of_the_schemas() -> None:
    page = Path(__file__).parent.parent / "docs" / "files.md"

    assert page.read_text("utf-8") == manual_of_files(), (
        "write it anew: cardgen schema --manual > docs/files.md"
    )
