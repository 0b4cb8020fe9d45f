"""The JSON Schema of `rules/theme.yaml`, made from the very classes that a theme is read into."""

from __future__ import annotations

import types
from dataclasses import fields
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

from cardgen.rulesheet.theme import (
    BoxStyle,
    DiscStyle,
    FooterStyle,
    HeadingStyle,
    PageStyle,
    TypeStyle,
)

_COLOUR = {"type": "string", "description": "A colour of colours:, accent, or #rrggbb."}
_LENGTH = {"type": ["number", "string"], "description": "A length such as 3.2mm or 9pt."}
_COLOURS = frozenset(["fill", "border", "colour", "divider", "plain", "plain_border", "title_plain", "paper"])


def theme_schema() -> dict[str, Any]:
    """Return the JSON Schema of a theme, for editors."""
    named_colours = {"type": "object", "additionalProperties": {"type": "string"}}
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "A cardgen rule-sheet theme",
        "description": "What it does not say comes from the default theme.",
        "type": "object",
        "additionalProperties": False,
        "properties": {
            "colours": {**named_colours, "description": "Names for colours."},
            "looks": {
                "type": "object",
                "additionalProperties": named_colours,
                "description": "Other colours in a look of the kit.",
            },
            "masthead": {"type": ["string", "null"], "description": "An SVG template behind the title."},
            "cite": {"type": "boolean", "description": "Print the numbers of the rules small."},
            **{
                name: _object(kind)
                for name, kind in (
                    ("page", PageStyle),
                    ("heading", HeadingStyle),
                    ("disc", DiscStyle),
                    ("footer", FooterStyle),
                )
            },
            "type": {
                "type": "object",
                "additionalProperties": _object(TypeStyle),
                "description": "Type styles by name; box.name holds inside that box only.",
            },
            "boxes": {
                "type": "object",
                "additionalProperties": _object(BoxStyle),
                "description": "Containers by kind, or kind.variant.",
            },
        },
    }


def _object(kind: type[Any]) -> dict[str, Any]:
    hints = get_type_hints(kind)
    properties = {field.name: _value(field.name, hints[field.name]) for field in fields(kind)}
    return {"type": "object", "additionalProperties": False, "properties": properties}


def _value(name: str, hint: Any) -> dict[str, Any]:
    if get_origin(hint) in (Union, types.UnionType):
        (hint,) = [h for h in get_args(hint) if h is not type(None)]
        return {"anyOf": [_value(name, hint), {"type": "null"}]}
    if name in _COLOURS:
        return _COLOUR
    if get_origin(hint) is Literal:
        return {"enum": list(get_args(hint))}
    if get_origin(hint) is tuple:
        return {"anyOf": [_LENGTH, {"type": "array", "items": _LENGTH, "minItems": 2, "maxItems": 4}]}
    if hint is float:
        return _LENGTH
    return {"type": {bool: "boolean", int: "integer", str: "string"}[hint]}
