"""The JSON Schema of effects, so that an editor completes the words while somebody designs a card."""

from __future__ import annotations

from typing import Any

from cardgen.source.effects.verbs import Words, block
from cardgen.source.effects.vocabulary import Part, Vocabulary, known, words_of

_DRAFT = "https://json-schema.org/draft/2020-12/schema"


def effects_schemas() -> dict[str, dict[str, Any]]:
    """Return the schemas by file name: for each game its language, and a cards file for each thing a card can be."""
    schemas: dict[str, dict[str, Any]] = {}
    for slug in known():
        if words := words_of(slug):
            language = f"{slug}-effects.schema.json"
            schemas[language] = _language(words)
            for role in words.of:
                schemas[f"{slug}-{role.lower()}-cards.schema.json"] = _cards(role, language)
    return schemas


def sorts(words: Vocabulary) -> list[Words[Any]]:
    """Return the words of a game sort by sort, each behind those in which it stands."""
    found: list[Words[Any]] = []
    waiting = [part.words for part in reversed(tuple(words.parts.values()))]
    while waiting:
        sort = waiting.pop()
        if all(sort is not other for other in found):
            found.append(sort)
            waiting += reversed(sort.inside())
    return found


def _cards(role: str, language: str) -> dict[str, Any]:
    effects = {"$ref": f"{language}#/$defs/{role}", "description": "What the card does."}
    card = {"$ref": "cards.schema.json#/$defs/card", "properties": {"effects": effects}}
    return {
        "$schema": _DRAFT,
        "type": "array",
        "items": card,
        "title": f"A cardgen cards file of {role}s with effects",
    }


def _language(words: Vocabulary) -> dict[str, Any]:
    needed = [name for name, part in words.parts.items() if part.needed]
    roles: dict[str, Any] = {
        role: block(
            {name: _part(name, words.parts[name]) for name in names}, [n for n in needed if n in names]
        )
        for role, names in words.of.items()
    }
    for sort in sorts(words):
        roles |= sort.definitions()
    return {"$schema": _DRAFT, "title": "The effects of cards", "$defs": roles}


def _part(name: str, part: Part) -> dict[str, Any]:
    about = {"description": part.about}
    if part.needed:
        return part.words.schema() | about
    fitting = [verb.word for verb in part.words.values() if not verb.parts or name in verb.parts]
    return {"type": "array", "items": part.words.any_of(fitting)} | about
