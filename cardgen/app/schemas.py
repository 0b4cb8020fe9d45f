"""What the files of a kit may say: as JSON Schemas for editors, and as docs/files.md for people."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from typing import Any

from cardgen.results.declared import Schema, schema_of
from cardgen.source.shape import DRAFT

_FILES = {
    "game": "game.yaml",
    "cards": "A cards file",
    "seeds": "A seeds file",
    "scenarios": "A scenario file",
    "lesson": "A lesson",
    "theme": "rules/theme.yaml",
    "target": "A target's file",
    "stock": "A stock's file",
    "screen": "table.yaml",
}


def every_schema() -> dict[str, Mapping[str, Any]]:
    from cardgen.engine.lesson import lesson_schema
    from cardgen.engine.scenario import scenario_schema
    from cardgen.ruledata.schema import rules_schema
    from cardgen.rulesheet.theme import theme_schema
    from cardgen.source import json_schemas, seeds_schema
    from cardgen.source.effects.manual import effects_schemas
    from cardgen.source.screen import hints_schema
    from cardgen.source.stock import stock_schema
    from cardgen.targets.target import target_schema

    return {
        **json_schemas(),
        **effects_schemas(),
        "theme.schema.json": theme_schema(),
        "scenarios.schema.json": scenario_schema(),
        "lesson.schema.json": lesson_schema(),
        "report.schema.json": report_schema(),
        "compare.schema.json": compare_schema(),
        "tune.schema.json": tune_schema(),
        "league.schema.json": league_schema(),
        "steps.schema.json": steps_schema(),
        "seeds.schema.json": seeds_schema(),
        "target.schema.json": target_schema(),
        "stock.schema.json": stock_schema(),
        "screen.schema.json": hints_schema(),
        "rules.schema.json": rules_schema(),
    }


def report_schema() -> Schema:
    """Return the JSON Schema of what `cardgen simulate --json` writes."""
    from cardgen.results.report import SimulationReport

    return _of_result(SimulationReport, "A report of cardgen simulate")


def compare_schema() -> Schema:
    """Return the JSON Schema of what `cardgen compare --json` writes."""
    from cardgen.results.comparison import ComparisonReport

    return _of_result(ComparisonReport, "A comparison of cardgen compare")


def tune_schema() -> Schema:
    """Return the JSON Schema of what `cardgen tune --json` writes."""
    from cardgen.results.tuning import TuningReport

    return _of_result(TuningReport, "What cardgen tune found")


def league_schema() -> Schema:
    """Return the JSON Schema of what `cardgen league --json` writes."""
    from cardgen.results.league import LeagueReport

    return _of_result(LeagueReport, "What cardgen league found")


def steps_schema() -> Schema:
    """Return the JSON Schema of a move as a page, a film or a moving picture plays it."""
    from cardgen.results.watched import WatchedMove

    return _of_result(WatchedMove, "A move of a cardgen game, step by step")


def _of_result(kind: type[Any], title: str) -> Schema:
    parts: dict[str, Schema] = {}
    block = schema_of(kind, parts)
    return {"$schema": DRAFT, "title": title, **block, "$defs": dict(sorted(parts.items()))}


def manual() -> str:
    """Return docs/files.md: every entry of every file, from the same declarations that read them."""
    schemas = every_schema()
    lines = [
        "# What each file may say",
        "",
        "Every entry of every YAML file, made from what reads them: `cardgen schema --manual` writes this page, and",
        "`cardgen schema --out schema` the JSON Schemas with which an editor completes and checks what you type.",
        "**Bold** entries are needed. [Making a kit](making-a-kit.md) explains them one after the other.",
    ]
    for name, title in _FILES.items():
        lines += ["", f"## {title}", *parts_of(schemas[f"{name}.schema.json"])]
    return "\n".join(lines) + "\n"


def report_manual() -> str:
    """Return docs/report-json.md: every field of the JSON of a report, of a comparison, of a tuning and of a league."""
    lines: list[str] = []
    known = {"SimulationReport", "ComparisonReport"}
    schemas = (report_schema(), compare_schema(), tune_schema(), league_schema())
    for schema, said in zip(schemas, _DOCUMENTS, strict=True):
        own = {name: one for name, one in schema["$defs"].items() if name not in known}
        known |= own.keys()
        lines += [*said, *parts_of({**schema, "$defs": own}, defaults=False)]
    text = "\n".join(lines) + "\n"
    for name, document in (("simulation", "report"), ("comparison", "comparison")):
        text = text.replace(f"[{name} report](#{name}-report)", f"[{document}](#the-json-of-a-{document})")
    return text


_DOCUMENTS = (
    (
        "# The JSON of a report",
        "",
        "`cardgen simulate GAME --json report.json` writes the numbers of its report as JSON: always in this shape, one table or",
        "many, and the same bytes on any number of processes. The JSON Schema is `data/report.schema.json`, that of",
        "[a comparison](#the-json-of-a-comparison) `data/compare.schema.json`, that of [a tuning](#the-json-of-a-tuning)",
        "`data/tune.schema.json`, that of [a league](#the-json-of-a-league) `data/league.schema.json` (`cardgen schema --out DIR` writes all). `format` says",
        "which version of the shape it is: fields may be added without a new one. **Bold** fields are always there; what was not",
        "seen, or cannot be known, is null, never an invented number. Shares are 0 to 1, seats count from 0.",
        "`python -m cardgen.app.schemas` writes this page.",
    ),
    (
        "",
        "# The JSON of a comparison",
        "",
        "`cardgen compare GAME --json comparison.json` writes both sides and what differs ([what-if.md](what-if.md#which-of-two)).",
    ),
    (
        "",
        "# The JSON of a tuning",
        "",
        "`cardgen tune GAME --json tuned.json` writes what was tried and what it proposes ([what-if.md](what-if.md#what-would-meet-a-goal)).",
    ),
    (
        "",
        "# The JSON of a league",
        "",
        "`cardgen league GAME --json league.json` writes how each kind of player does among each other kind ([insight.md](insight.md#many-kinds-of-player)).",
    ),
)


def parts_of(schema: Mapping[str, Any], defaults: bool = True) -> Iterator[str]:
    """Yield the tables of a file: its own entries, then those of its parts."""
    found = {"": schema, **schema.get("$defs", {})}
    for name, part in found.items():
        rows = list(_rows(part, defaults))
        if not rows:
            continue
        if name:
            yield from ("", f"### {_called(name).capitalize()}")
        said = part.get("description", "")
        yield from ("", said, "") if said else ("",)
        head = ["entry", "what it is", *(["takes", "unless you say so"] if defaults else ["is"])]
        yield from (f"| {' | '.join(head)} |", "|---" * len(head) + "|", *rows)


def _rows(part: Mapping[str, Any], defaults: bool) -> Iterator[str]:
    entries: Mapping[str, Any] = part.get("properties") or {}
    for shape in part.get("anyOf", ()) if not entries else ():
        entries = {**entries, **shape.get("properties", {})}
    for name, entry in entries.items():
        shown = f"**`{name}`**" if name in part.get("required", ()) else f"`{name}`"
        words = entry.get("description", "").replace("|", "\\|")
        yield f"| {shown} | {words} | {_takes(entry)} |{f' {_default(entry)} |' if defaults else ''}"


def _called(name: str) -> str:
    """Return a part's name as words: `PlayersPart` is players."""
    return re.sub(r"(?<=[a-z])(?=[A-Z])", " ", name.removesuffix("Part").removesuffix("Says")).lower()


_KINDS = {
    "string": "text",
    "integer": "whole number",
    "number": "number",
    "boolean": "yes or no",
    "null": "nothing",
    "object": "names with values",
    "array": "list",
}


def _takes(entry: Mapping[str, Any]) -> str:
    """Return what an entry takes, in a few words."""
    if "$ref" in entry:
        name = _called(entry["$ref"].rpartition("/")[2])
        return f"[{name}](#{name.replace(' ', '-')})"
    if "enum" in entry:
        return ", ".join(f"`{_plain(value)}`" for value in entry["enum"])
    if "const" in entry:
        return f"`{_plain(entry['const'])}`"
    if choices := entry.get("anyOf") or entry.get("oneOf"):
        return " or ".join(
            dict.fromkeys(_takes(choice) for choice in choices if choice.get("type") != "null")
        )
    kind = entry.get("type")
    if isinstance(kind, list):
        return " or ".join(_KINDS[one] for one in kind)
    if kind == "array":
        return f"list of {_takes(entry.get('items') or {})}"
    inner = entry.get("additionalProperties")
    if kind == "object" and isinstance(inner, Mapping) and inner:
        return f"names, each with {_takes(inner)}"
    bounds = [
        f"{word} {entry[key]}" for key, word in (("minimum", "from"), ("maximum", "to")) if key in entry
    ]
    return " ".join([_KINDS.get(str(kind), "anything"), *bounds])


def _default(entry: Mapping[str, Any]) -> str:
    value = entry.get("default")
    return "" if value in (None, "", [], {}) else f"`{_plain(value)}`".replace("|", "\\|")


def _plain(value: object) -> str:
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)


if __name__ == "__main__":
    print(report_manual(), end="")
