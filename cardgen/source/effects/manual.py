"""What tells of the words of a game, made from the words themselves: the JSON Schema for editors, and the manual."""

from __future__ import annotations

import inspect
import sys
from pathlib import Path
from typing import Any

import yaml

from cardgen.source.effects.verbs import Verb, Words, block
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
    title = f"A cardgen cards file of {role}s with effects"
    return {"$schema": _DRAFT, "type": "array", "items": card, "title": title}


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


def manual(words: Vocabulary) -> str:
    """Return the page as Markdown: the parts of effects, and one card for each word."""
    lines = [inspect.cleandoc(words.__doc__ or ""), "", "| part | what it holds | on |", "|---|---|---|"]
    for name, part in words.parts.items():
        roles = [f"{role}s" for role, parts in words.of.items() if name in parts]
        lines.append(f"| `{name}` | {part.about} | {', '.join(roles)} |")
    for sort in sorts(words):
        lines.append(f"\n## {sort.title}\n")
        lines += [_about(words, verb) for verb in sort.values()]
    return "\n".join(lines)


def _about(words: Vocabulary, verb: type[Verb]) -> str:
    rows = [f"### {verb.word}\n", (verb.__doc__ or "").strip() + "\n"]
    if verb.parts:
        rows.append(f"In {', '.join(f'`{part}`' for part in verb.parts)}.\n")
    for name, field in verb.arguments().items():
        called = "the value" if name == verb.sole else f"`{name}`"
        beside = f" (beside `{verb.word}`)" if field.metadata["beside"] else ""
        rows.append(f"- {called}{beside}: {field.metadata['what'].says()}")
    if verb.arguments():
        rows.append("")
    return "\n".join([*rows, f"```yaml\n{verb.example}\n```\n", f"> {_sentence(words, verb.example)}\n"])


def _sentence(words: Vocabulary, example: str) -> str:
    """Return what a card with these effects says."""
    written = yaml.safe_load("{" + example + "}")
    role = next(role for role, parts in words.of.items() if set(written) <= set(parts))
    for name in words.of[role]:
        if name not in written:
            written |= yaml.safe_load(words.parts[name].needed or "{}")
    effects, problems = words.read(role, written)
    assert not problems, problems
    return words.text(effects, None)


if __name__ == "__main__":  # python -m cardgen.source.effects.manual GAME FILE
    known_words = words_of(sys.argv[1])
    if known_words is None:
        sys.exit(f"the words of '{sys.argv[1]}' are not known")
    Path(sys.argv[2]).write_bytes(manual(known_words).encode())
