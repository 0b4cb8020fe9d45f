"""How a wrong value is told: what stands there, what was expected, what to write instead."""

from __future__ import annotations

from typing import Any, Literal, TypeAlias

from cardgen.source.nodes import Block, Place

Want: TypeAlias = Literal[
    "text", "int", "number", "bool", "list", "block", "choice", "length", "colour", "other"
]
"""The kind of value that was expected; decides which hint helps."""

# fmt: off
_WORDS = ("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")
# fmt: on
_NUMBERS = {word: number for number, word in enumerate(_WORDS)}
_YES = {"yes": "true", "on": "true", "y": "true", "no": "false", "off": "false", "n": "false"}


def shown(value: Any, place: Place | None = None) -> str:
    """Return a value as a message names it: 'two' in quotes, numbers as written, lists and blocks by kind."""
    match value:
        case None:
            return "empty"
        case str():
            text = value.replace("\n", " ")
            return f"'{text if len(text) <= 40 else text[:39] + '…'}'"
        case bool() | int() | float():
            raw = place.raw if place else None
            return raw or (str(value).lower() if isinstance(value, bool) else f"{value:g}")
        case dict():
            return "a block"
        case _:
            return "a list"


def advice(want: Want, key: str, value: Any, place: Place) -> str:
    """Return what to write instead where that can be guessed, else an empty text."""
    line = _instead(want, value, place)
    return f"write {key}: {line}" if line else _other_advice(want, value)


def _instead(want: Want, value: Any, place: Place) -> str:
    match want, value:
        case "text", bool() | int() | float():
            return f'"{place.raw or value}" (with quotes)'
        case (("int" | "number"), str()):
            word = value.strip().lower()
            if word in _NUMBERS:
                return str(_NUMBERS[word])
            return str(int(word)) if word.isascii() and word.isdigit() and len(word) < 18 else ""
        case "int", float() if value.is_integer():
            return str(int(value))
        case "bool", str():
            word = value.strip().lower()
            return _YES.get(word) or (word if word in ("true", "false") else "")
        case "bool", 0 | 1:
            return "true" if value else "false"
        case "list", str() if value and all(c not in value for c in ",[]{}:\n"):
            return f"[{value}]"
        case "list", int() | float() if not isinstance(value, bool):
            return f"[{value}]"
        case "length", int() | float() if not isinstance(value, bool):
            return f"{value:g}mm"
        case _:
            return ""


def _other_advice(want: Want, value: Any) -> str:
    if want == "text" and isinstance(value, Block):
        return "text with { } or ': ' needs quotes"
    if want == "colour" and value is None:
        return 'an unquoted # begins a comment: write the colour in quotes, "#bcc06a"'
    return ""
