"""Cards as they are defined → the cells of a sheet; the opposite of `rows`."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

from cardgen.source.leaves import written
from cardgen.source.tables.flow import bare, flow
from cardgen.source.tables.rows import LONE, NESTED, STANDARD, Takes

Value: TypeAlias = str | int | float | bool


@dataclass(frozen=True, slots=True)
class SheetColumn:
    """A column to be written: its header, what it takes, a sentence about it, how wide it is (letters)."""

    header: str
    takes: Takes
    help: str

    @property
    def is_text(self) -> bool:
        """Whether a spreadsheet must not make a number or a date of what somebody types here."""
        return self.takes.kind not in ("int", "number", "bool")

    @property
    def choices(self) -> tuple[str, ...]:
        """The words to choose from, if a cell takes one of a few."""
        if self.takes.kind == "bool":
            return ("TRUE", "FALSE")
        return tuple(written(choice) for choice in self.takes.choices) if self.takes.kind == "one_of" else ()


@dataclass(frozen=True, slots=True)
class CardSheet:
    """One component's cards as cells; a cell that says nothing is not in its row."""

    name: str
    columns: tuple[SheetColumn, ...]
    rows: tuple[Mapping[str, Value], ...]

    def width(self, column: SheetColumn) -> int:
        words = [column.header, *(str(row.get(column.header, "")) for row in self.rows[:500])]
        return min(60, max(8, 2 + max(len(line) for word in words for line in word.split("\n"))))


def sheet_of(
    name: str, cards: Sequence[Mapping[str, Any]], fields: Mapping[str, Takes], defaults: Mapping[str, Any]
) -> CardSheet:
    """Return the sheet of a component's cards as they are written, `each:` included.

    `defaults` are those of the fields that have one.
    """
    columns: dict[str, SheetColumn] = {}
    for header in ("id", "name", "count"):
        columns[header] = _column(header, STANDARD[header])
    made = list(dict.fromkeys(word for card in cards for word in _names(card.get("each"))))
    for word in made:
        columns[f"each.{word}"] = _column(f"each.{word}", Takes("entries"))
    for field, takes in fields.items():
        if takes.kind == "made_from":
            continue
        default = f" Left empty: {flow(defaults[field])}." if field in defaults else ""
        if takes.kind != "counts":
            columns[field] = _column(field, takes, default)
            continue
        for choice in map(written, takes.choices):
            columns[f"{field}.{choice}"] = _column(f"{field}.{choice}", Takes("int", low=0))
        if any(field in card and not isinstance(card[field], Mapping) for card in cards):
            columns[field] = _column(field, takes)
    for header in ("face", "back"):
        if any(header in card for card in cards):
            columns[header] = _column(header, STANDARD[header])
    rows = tuple(_row(card, fields) for card in cards)
    return CardSheet(name, tuple(columns.values()), rows)


def _names(each: Any) -> Iterable[str]:
    return each if isinstance(each, Mapping) else ()


def _row(card: Mapping[str, Any], fields: Mapping[str, Takes]) -> dict[str, Value]:
    row: dict[str, Value] = {}
    for key, value in card.items():
        if key == "each":
            row |= {f"each.{word}": _entries(map(bare, values)) for word, values in value.items()}
            continue
        takes = fields.get(key) or STANDARD[key]
        if takes.kind == "counts" and isinstance(value, Mapping):
            for choice in map(written, takes.choices):
                if choice in value:
                    row[f"{key}.{choice}"] = cell_of(value[choice], Takes("int"))
            if not value:
                row[f"{key}.{written(takes.choices[0])}"] = 0
        elif value is not None or takes.kind in NESTED:
            row[key] = cell_of(value, takes)
    return row


def cell_of(value: Any, takes: Takes) -> Value:
    kind = takes.kind
    if kind == "text" and isinstance(value, str):
        if re.fullmatch(r"\s*", value) or re.fullmatch(r'\\*"\s*"', value):
            return f"\\{value}" if value.strip() else f'"{value}"'
        return value
    if kind in NESTED:
        return value if isinstance(value, int | float | bool) else bare(value)
    if kind == "list" and isinstance(value, list | tuple):
        text = _entries(map(written, value)) if value else "[]"
        return (
            f"{text};" if LONE.fullmatch(text) else text
        )  # one entry that each: fills, and not the whole list
    return value if isinstance(value, str | int | float | bool) else flow(value)


def _entries(words: Iterable[str]) -> str:
    """Return the entries of a list with semicolons between them, and a backslash before one inside."""
    return "; ".join(_entry(word) for word in words)


def _entry(word: str) -> str:
    word = word.replace("\\", "\\\\").replace(";", "\\;")
    left, right = len(word) - len(word.lstrip(" ")), len(word) - len(word.rstrip(" "))
    if not word.strip():
        return "\\ " * len(word)
    return "\\ " * left + word.strip(" ") + "\\ " * right


def _column(header: str, takes: Takes, default: str = "") -> SheetColumn:
    words = ", ".join(map(written, takes.choices))
    text = {
        "id": "The card's short name, unique in the kit.",
        "name": "What players call it; left empty: the id.",
        "count": "How many copies are printed; left empty: 1.",
        "face": "A face template of its own.",
        "back": "A back template of its own.",
    }.get(header)
    if text is None:
        match takes.kind:
            case "entries":
                text = "Values with ; between them: the row makes a card of every combination."
            case "text":
                text = "Text; **bold**, *italic* and {icon} work."
            case "int":
                text = f"A whole number{_limits(takes)}."
            case "number":
                text = f"A number{_limits(takes)}."
            case "bool":
                text = "TRUE or FALSE; yes, no and x work, too."
            case "one_of":
                text = f"One of {words}."
            case "list":
                text = f"Some of {words}, with ; between them."
            case "counts":
                text = "How many of each, such as "
                text += f"{written(takes.choices[0])}: 1."
            case "effects_of":
                text = "What the card does, as YAML in one line."
            case _:
                text = "A word, a number, or YAML in one line: {a: 1}, [a, b]."
    return SheetColumn(header, takes, text + default)


def _limits(takes: Takes) -> str:
    low, high = takes.low, takes.high
    if low is not None and high is not None:
        return f" from {low:g} to {high:g}"
    return f", {low:g} or more" if low is not None else f", {high:g} or less" if high is not None else ""
