"""What a page may write into a template: numbers of a place, and a few properties of looks, each in its own words."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from cardgen.faces.tags import NotWritable, with_attributes, with_declaration
from cardgen.source.cells import NoCell

FAR = 10_000
_POINTS = ("x", "y", "cx", "cy")
_SIZES = ("width", "height", "r", "rx", "ry")
_WORDS = {
    "text-anchor": r"start|middle|end",
    "text-align": r"left|center|right|start|end|justify",
    "font-weight": r"normal|bold|[1-9]00",
    "font-size": r"\d{1,3}(\.\d{1,2})?(px|mm|pt)?",
    "font-family": r"[^\W_][\w +-]{0,60}",
    "fill": r"\{\{ palette\.\w+ \}\}|#[0-9a-fA-F]{6}|none",
}
_VALIGN = r"top|middle|bottom"


def painted(source: str, asked: Mapping[str, Any]) -> tuple[str, str]:
    """Return a template with what a page asks, and what was done; NoCell for what is not written here."""
    number, name = asked.get("n"), str(asked.get("name") or "element")[:40]
    if type(number) is not int:
        raise NoCell("expected the number of an element")
    try:
        if isinstance(asked.get("set"), dict):
            values = {key: _number(key, value) for key, value in asked["set"].items()}
            return with_attributes(source, number, values), f"{name}: {', '.join(values)}"
        key, value = str(asked.get("key")), str(asked.get("value"))
        if key == "data-valign" and re.fullmatch(_VALIGN, value):
            return with_attributes(source, number, {key: value}), f"{name}: {key}"
        if not re.fullmatch(_WORDS.get(key, "(?!)"), value):
            raise NoCell(f"{key} is {value!r}, which is not written here")
        return with_declaration(source, number, key, value), f"{name}: {key}"
    except NotWritable as refusal:
        raise NoCell(f"{name} stays as it is: {refusal}") from None


def _number(key: str, value: Any) -> str:
    """Return a number as it is written: two decimals at most; NoCell for what is no place and no size."""
    if key not in (*_POINTS, *_SIZES) or type(value) not in (int, float) or not abs(value) <= FAR:
        raise NoCell(f"{key} is {value!r}, expected a number of the drawing")
    if key in _SIZES and value < 0.1:
        raise NoCell(f"{key} is {value:g}, expected 0.1 or more")
    return f"{round(value, 2) + 0.0:g}"
