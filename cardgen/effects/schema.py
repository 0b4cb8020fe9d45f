"""The JSON Schema of effects, so that an editor completes the words while somebody designs a card."""

from __future__ import annotations

from typing import Any

from cardgen.effects.act import ANY_ACT, AT_END
from cardgen.effects.acts import ACTS
from cardgen.effects.reading import PARTS
from cardgen.effects.worth import CONDITIONS, NUMBERS, STANDING

_DRAFT = "https://json-schema.org/draft/2020-12/schema"
_NUMBER = {"$ref": "#/$defs/number"}
_WHOLE = {"type": "integer"}
_MOMENTS = ("on_enter", "on_play", AT_END)
_ABOUT = {
    "worth": "What the PATRON is worth: a number, or how to find it.",
    "on_enter": "What happens once when the PATRON enters from a hand, in order.",
    "on_play": "What happens once when the SCHEME is played, in order.",
    "in_bar": "What holds as long as the card lies in the BAR.",
    AT_END: "What happens at the end of the SHIFT if the card still lies in the BAR.",
}


def effects_schemas() -> dict[str, dict[str, Any]]:
    """Return the schemas by file name: the language, and a cards file of PATRONs and of SCHEMEs that speaks it."""
    cards = {f"{role.lower()}-cards.schema.json": _cards(role) for role in PARTS}
    return {"effects.schema.json": _language(), **cards}


def _cards(role: str) -> dict[str, Any]:
    effects = {"$ref": f"effects.schema.json#/$defs/{role}", "description": "What the card does."}
    card = {"$ref": "cards.schema.json#/$defs/card", "properties": {"effects": effects}}
    return {
        "$schema": _DRAFT,
        "type": "array",
        "items": card,
        "title": f"A cardgen cards file of {role}s with effects",
    }


def _language() -> dict[str, Any]:
    parts: dict[str, Any] = {
        role: _block({part: _part(part) for part in names}, ["worth"] if "worth" in names else [])
        for role, names in PARTS.items()
    }
    acts = {word: act.schema() for word, act in ACTS.items()}
    moments = {
        moment: _any([f"#/$defs/{word}" for word, act in ACTS.items() if moment in act.moments])
        for moment in _MOMENTS
    }
    return {
        "$schema": _DRAFT,
        "title": "The effects of cards",
        "$defs": {
            **parts,
            **moments,
            **acts,
            "act": _any([f"#/$defs/{word}" for word in ACTS]),
            "standing": {"anyOf": [standing.schema() for standing in STANDING.values()]},
            "number": _number(),
            "condition": {"anyOf": [condition.schema() for condition in CONDITIONS.values()]},
        },
    }


def _part(part: str) -> dict[str, Any]:
    about = {"description": _ABOUT[part]}
    if part == "worth":
        return _NUMBER | about
    items = {"$ref": "#/$defs/standing"} if part == "in_bar" else {"$ref": f"#/$defs/{part}"}
    return {"type": "array", "items": items} | about


def _number() -> dict[str, Any]:
    """Return the forms of a worth (`worth.read_number`)."""
    pair = {"type": "array", "prefixItems": [_WHOLE, _NUMBER], "minItems": 2, "maxItems": 2}
    bounds = _block({"of": _NUMBER, "from": _WHOLE, "to": _WHOLE}, ["of", "from", "to"])
    choice = {"if": {"$ref": "#/$defs/condition"}, "then": _WHOLE, "else": _WHOLE}
    alone = [{"const": word} for word, number in NUMBERS.items() if not number.arguments()]
    counted = [number.schema() for number in NUMBERS.values() if number.arguments()]
    forms = [_block({form: pair}, [form]) for form in ("sum", "min", "max")]
    forms += [_block({"clamp": bounds}, ["clamp"]), _block(choice, list(choice))]
    return {"anyOf": [_WHOLE, *alone, *counted, *forms]}


def _any(references: list[str]) -> dict[str, Any]:
    return {"anyOf": [{"$ref": reference} for reference in references]}


def _block(properties: dict[str, Any], required: list[str]) -> dict[str, Any]:
    return {
        "type": "object",
        "properties": properties,
        "required": required,
        "additionalProperties": False,
    }


__all__ = ["ANY_ACT", "effects_schemas"]
