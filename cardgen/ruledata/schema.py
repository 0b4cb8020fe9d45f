"""The JSON Schema of rules.yaml, made of its words, so that an editor completes and explains every key."""

from __future__ import annotations

from collections.abc import Mapping

from cardgen.ruledata import words
from cardgen.ruledata.sentences import written
from cardgen.source.shape import DRAFT, Schema

_YES: Schema = {"enum": [True, False, "yes", "no"]}  # to an editor of YAML 1.2 yes is a word
_SAID: Schema = {"type": ["string", "number", "boolean"]}
_TEXT: Schema = {"type": "string"}
_NEEDS: Schema = {"anyOf": [_SAID, {"type": "array"}, {"type": "object"}]}
_RULE: Schema = {"type": "string", "pattern": "^[A-Z]{2,4}-Q?[0-9]{1,3}$"}


def rules_schema() -> Schema:
    """Return the JSON Schema of a kit's `rules.yaml`; what its sentences and expressions say is for `cardgen check`."""
    block, expression = _ref("sentences"), _ref("expression")
    steps = _named(_ref("step"))
    top: dict[str, Schema] = {
        "zones": _named(_ref("zone")),
        "notes": _named(_ref("note")),
        "values": _named({"anyOf": [_SAID, {"type": "array", "items": _SAID}]}),
        "turn": steps,
        "answers": steps,
        "deeds": _named({"anyOf": [block, _ref("deed")]}),
        "wins": {"anyOf": [_SAID, {"type": "array", "items": expression}]},
        "ties": {"enum": ["shared", "first", "last", "nobody"]},
        "everybody": {
            "type": "object",
            "properties": {"wins if": expression, "loses if": expression},
            "additionalProperties": False,
        },
        "ends": _TEXT,
        "rest": _TEXT,
        "shows": {"type": "array", "items": _TEXT},
        "picture": {"type": "array", "items": _TEXT},
        "unit": _TEXT,
        "turn rule": _RULE,
        "by round": _YES,
        "looks ahead": {"type": "integer", "minimum": 0},
        "described": _named(expression),
        "possible": _SAID,
        "strategies": _named(expression),
        **dict.fromkeys(("before set up", "set up", "before turn", "after turn", "opening"), block),
    }
    zone: dict[str, Schema] = {
        "each": _ref("family"),
        "grid": {
            "type": "string",
            "pattern": r"^open$|^([0-9]{1,2}|[A-Za-z]\w*\.\w+) by ([0-9]{1,2}|[A-Za-z]\w*\.\w+)$",
        },
        "hexes": {
            "type": "string",
            "pattern": r"^([0-9]{1,2}|[A-Za-z]\w*\.\w+) by ([0-9]{1,2}|[A-Za-z]\w*\.\w+)( leaning)?$",
        },
        "map": _TEXT,
        "shared": _TEXT,
        "called": _TEXT,
        "written": _SAID,
        "filled_by": _TEXT,
        "laid_out": _SAID,
        "needs": _NEEDS,
        "seen_by": {"enum": ["all", "owner", "nobody", "others"]},
        "dice": {"type": "integer", "minimum": 1, "maximum": 20},
        "sides": {"type": "integer", "minimum": 1, "maximum": 100},
        "lies": {"enum": ["pile", "fan", "row", "grid", "track"]},
        "use": {"enum": ["hand", "play", "stock"]},
    }
    note: dict[str, Schema] = {
        "each": _TEXT,
        "list": {"enum": ["numbers", "words", "players"]},
        "said": _YES,
        "one_of": {"anyOf": [_SAID, {"type": "array", "items": _SAID}]},
        "secret": {"anyOf": [_SAID, {"type": "array", "items": _SAID}]},
        "dealt": {"anyOf": [_SAID, {"type": "array", "items": _SAID}]},
    }
    step: dict[str, Schema] = {
        "rule": _RULE,
        "secret": _YES,
        "unseen": _YES,
        "who": {"anyOf": [_SAID, {"type": "array", "items": _SAID}]},
        "with": {"anyOf": [_TEXT, {"type": "array", "items": _TEXT}]},
        "moves": {"anyOf": [_named(_ref("move")), _TEXT]},
        "trick": {
            **_keys(words.TRICK, dict.fromkeys(words.TRICK.keys() - {"trump"}, _TEXT)),
            "required": ["leader", "follows"],
        },
        "bets": {**_keys(words.BETS, {"from": _TEXT, "to": _TEXT}), "required": ["stake"]},
        "auction": _keys(words.AUCTION, {"how": {"enum": ["open", "once", "sealed"]}}),
        **dict.fromkeys(("begins with", "do", "after"), block),
    }
    move: dict[str, Schema] = {
        "says": _TEXT,
        "also": _TEXT,
        "rule": _RULE,
        "needs": _NEEDS,
        "refuse": {"anyOf": [_TEXT, {"type": "array"}, {"type": "object"}]},
        "otherwise": _YES,
        "do": block,
    }
    # null: what YAML divides at the comma of choose(my hand, 2) in braces has an empty second half
    choice: Schema = {
        "description": "a choice, by its name in the sentence: the list that it is from",
        "anyOf": [_SAID, {"type": "array", "items": _SAID}, {"type": "null"}],
    }
    return {
        "$schema": DRAFT,
        "title": "Rules as data of a cardgen kit: rules.yaml",
        **_keys(words.TOP, top),
        "required": ["zones", "turn", "score"],
        "$defs": {
            "deed": _keys(words.DEED, {"says": _TEXT, "do": block}),
            "expression": _SAID,
            "family": {"anyOf": [{"const": "player"}, _TEXT, {"type": "array", "items": _SAID}]},
            "move": _keys(words.MOVE, move, others=choice),
            "note": {"anyOf": [_keys(words.NOTE, note), _SAID]},
            "sentence": {"anyOf": [{"type": "string", "description": _sentences()}, {"type": "object"}]},
            "sentences": {"anyOf": [_TEXT, {"type": "array", "items": _ref("sentence")}, {"type": "object"}]},
            "step": _keys(words.STEP, step),
            "zone": {"anyOf": [_keys(words.ZONE, zone), {"type": "null"}]},
        },
    }


def _keys(said: Mapping[str, str], shapes: Mapping[str, Schema], others: Schema | bool = False) -> Schema:
    """Return the entries of a table of words, each with what it means; one without a shape is an expression."""
    entries: dict[str, Schema] = {
        key: {"description": means, **shapes.get(key, _ref("expression"))} for key, means in said.items()
    }
    return {"type": "object", "properties": entries, "additionalProperties": others}


def _named(shape: Schema) -> Schema:
    return {"type": "object", "additionalProperties": shape}


def _ref(name: str) -> Schema:
    return {"$ref": f"#/$defs/{name}"}


def _sentences() -> str:
    """Return every sentence in a line of its own, for the editor's window."""
    return "\n".join(f"{written(pattern)}: {does}" for pattern, does in words.SENTENCES.values())
