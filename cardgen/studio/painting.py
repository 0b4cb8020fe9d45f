"""What a page may write into a template: numbers of places, a few properties of looks, plain words, fields, new elements."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from cardgen.faces.tags import (
    NotWritable,
    content_of,
    free_id,
    with_attributes,
    with_content,
    with_declaration,
    with_lines,
    without_elements,
)
from cardgen.source.cells import NoCell

FAR = 10_000
MOST = 400
"""Elements that are moved at once."""
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
_ATTRIBUTES = {"data-valign": r"top|middle|bottom", "data-fit": r"shrink|none|cover|contain|fill|"}


def painted(source: str, asked: Mapping[str, Any]) -> tuple[str, str]:
    """Return a template with what a page asks, and what was done; NoCell for what is not written here."""
    name = str(asked.get("name") or "element")[:40]
    try:
        if isinstance(asked.get("moves"), list):
            if len(asked["moves"]) > MOST:
                raise NoCell(f"{len(asked['moves'])} elements are moved at once, expected at most {MOST}")
            for one in asked["moves"]:
                values = {key: _number(key, value) for key, value in dict(one["set"]).items()}
                source = with_attributes(source, _counted(one.get("n")), values)
            return source, f"{name}: {len(asked['moves'])} moved"
        if isinstance(asked.get("remove"), list):
            numbers = [_counted(one) for one in asked["remove"][: MOST + 1]]
            if not 0 < len(numbers) <= MOST:
                raise NoCell(f"expected 1 to {MOST} elements to remove")
            said = name if len(numbers) == 1 else f"{len(numbers)} elements"
            return without_elements(source, numbers), f"{said} removed"
        if "new" in asked:
            return _with_new(source, str(asked["new"]), asked)
        number = _counted(asked.get("n"))
        if isinstance(asked.get("set"), dict):
            values = {key: _number(key, value) for key, value in asked["set"].items()}
            return with_attributes(source, number, values), f"{name}: {', '.join(values)}"
        if new := _content(asked):
            return with_content(source, number, new), f"{name}: {next(iter(new))}"
        key, value = str(asked.get("key")), str(asked.get("value"))
        if re.fullmatch(_ATTRIBUTES.get(key, "(?!)"), value):
            return with_attributes(source, number, {key: value}), f"{name}: {key}"
        return with_declaration(source, number, key, _look(key, value)), f"{name}: {key}"
    except NotWritable as refusal:
        raise NoCell(f"{name} stays as it is: {refusal}") from None
    except (TypeError, KeyError, AttributeError, ValueError) as odd:
        if isinstance(odd, NoCell):
            raise
        raise NoCell("expected moves as a list of {n, set}") from None


def _counted(number: Any) -> int:
    if type(number) is not int:
        raise NoCell("expected the number of an element")
    return number


def _content(asked: Mapping[str, Any]) -> dict[str, str]:
    """Return the words or the field that is asked for, nothing where neither is."""
    return {key: str(asked[key]) for key in ("field", "words", "picture") if key in asked}


def _look(key: str, value: str) -> str:
    if not re.fullmatch(_WORDS.get(key, "(?!)"), value):
        raise NoCell(f"{key} is {value!r}, which is not written here")
    return value


def _with_new(source: str, kind: str, asked: Mapping[str, Any]) -> tuple[str, str]:
    """Return a template with a new text, picture, rect or ellipse; a text is a box and its words, a line each."""
    at = {key: _number(key, asked.get(key)) for key in ("x", "y", "width", "height")}
    place = " ".join(f'{key}="{value}"' for key, value in at.items())
    name, fill = free_id(source, kind), _look("fill", str(asked.get("fill", "none")))
    if kind == "text":
        font, size = (_look(key, str(asked.get(key))) for key in ("font-family", "font-size"))
        style = f"shape-inside:url(#box-{name});font-family:'{font}';font-size:{size};fill:{fill}"
        lines = [
            f'<rect id="box-{name}" {place} fill="none"/>',
            f'<text id="{name}" style="{style}" data-fit="shrink">{content_of(_content(asked))}</text>',
        ]
    elif kind == "picture":
        href = content_of(_content(asked) or {"picture": str(asked.get("href"))})
        image = f'<image id="{name}" href="{href}" {place} data-fit="cover"/>'
        lines = [f"{{% if card.{asked['field']} %}}{image}{{% endif %}}" if "field" in asked else image]
    elif kind == "rect":
        lines = [f'<rect id="{name}" {place} fill="{fill}"/>']
    elif kind == "ellipse":
        x, y, wide, high = (float(value) for value in at.values())
        values = {"cx": x + wide / 2, "cy": y + high / 2, "rx": wide / 2, "ry": high / 2}
        said = " ".join(f'{key}="{_number(key, value)}"' for key, value in values.items())
        lines = [f'<ellipse id="{name}" {said} fill="{fill}"/>']
    else:
        raise NoCell("expected a new text, picture, rect or ellipse")
    return with_lines(source, lines), f"{name} is new"


def _number(key: str, value: Any) -> str:
    """Return a number as it is written: two decimals at most; NoCell for what is no place and no size."""
    if key not in (*_POINTS, *_SIZES) or type(value) not in (int, float) or not abs(value) <= FAR:
        raise NoCell(f"{key} is {value!r}, expected a number of the drawing")
    if key in _SIZES and value < (0 if key == "rx" else 0.1):
        raise NoCell(f"{key} is {value:g}, expected 0.1 or more")
    return f"{round(value, 2) + 0.0:g}"
