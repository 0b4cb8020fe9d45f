"""Values as somebody would write them: YAML in one line, a card, a list of cards."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping
from typing import Any

from cardgen.source.leaves import written
from cardgen.source.parse import plain_value

_PLAIN = re.compile(r"[^\W\d_][\w .+/–—’×%°…-]*", re.UNICODE)
_TRUE_ELSEWHERE = frozenset({"yes", "no", "on", "off"})
"""Words here, but true or false for readers of YAML 1.1, such as PyYAML."""
_WIDE = 116


def flow(value: Any) -> str:
    match value:
        case None:
            return "null"
        case bool():
            return written(value)
        case int() | float():
            return repr(value)
        case str():
            return _word(value)
        case Mapping():
            return "{" + ", ".join(f"{_word(key)}: {flow(inner)}" for key, inner in value.items()) + "}"
        case _:
            return "[" + ", ".join(flow(inner) for inner in value) + "]"


def _word(text: str) -> str:
    """Return a text as YAML writes it, in quotes where it would be taken for something else."""
    safe = _PLAIN.fullmatch(text) and not text.endswith(" ") and plain_value(text) == text
    safe = safe and text.lower() not in _TRUE_ELSEWHERE
    return text if safe else json.dumps(text, ensure_ascii=False)


def bare(value: Any) -> str:
    """Return a value as it stands alone in a cell where anything may stand; the opposite of `rows.anything`."""
    if not isinstance(value, str) or not value or value != value.strip() or "\n" in value:
        return flow(value)
    itself = value.startswith("{{") or (value[0] not in "[{\"'" and plain_value(value) == value)
    return value if itself else flow(value)


def yaml_cards(cards: Iterable[Mapping[str, Any]]) -> str:
    """Return a list of cards as YAML, each in one line where it fits."""
    lines = []
    for card in cards:
        line = f"- {flow(card)}"
        if len(line) <= _WIDE and "each" not in card:
            lines.append(line)
            continue
        first = True
        for key, value in sorted(card.items(), key=lambda entry: entry[0] != "each"):
            lines.append(f"{'- ' if first else '  '}{_word(key)}: {_block(value)}")
            first = False
    return "\n".join(lines) + "\n" if lines else "[]\n"


def _block(value: Any) -> str:
    text = flow(value)
    if isinstance(value, Mapping) and value and len(text) > _WIDE:
        return "".join(f"\n    {_word(key)}: {flow(inner)}" for key, inner in value.items())
    if isinstance(value, (list, tuple)) and value and len(text) > _WIDE:
        return "".join(f"\n    - {flow(inner)}" for inner in value)
    return text


def json_cards(cards: Iterable[Mapping[str, Any]]) -> str:
    """Return a list of cards as JSON, a card in a line."""
    lines = [json.dumps(card, ensure_ascii=False) for card in cards]
    return "[\n  " + ",\n  ".join(lines) + "\n]\n" if lines else "[]\n"
