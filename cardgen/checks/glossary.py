"""Is one thing called by one word, on cards, aids, boards, rule sheet and print guide?"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from cardgen.base.errors import Location, Problem
from cardgen.checks.subject import Subject

_UNREAD = re.compile(
    r"<!--.*?-->|<style\b.*?</style>|<[^<>]*>|\{#.*?#\}|\{%.*?%\}|\{\{.*?\}\}|^:{3,}\s*[\w-]+|\]\([^)]*\)|\{[^{}]*\}",
    re.DOTALL | re.MULTILINE,
)
_SAID = re.compile(r"\"[^\"\n]*\"|'[^'\n]*'")


def one_word(subject: Subject) -> Iterator[Problem]:
    """Players read a word that the glossary of the seeds file has another word for.

    Who reads "umbrella" on a card and "parasol" in the rules looks for a second thing. All that players read is looked at:
    cards, templates, rule sheet, house rules, titles, notes, and the rules and rulings themselves; the stories of
    played games are read when `cardgen check` plays. (The example is a part of the seeds file.)

        glossary:
          - {term: drink, means: What a card shows., instead_of: [everybody]}
    """
    if subject.seeds is None or not subject.seeds.glossary:
        return
    for where, text in texts_read(subject):
        if next(subject.seeds.slips(text), None) is None:
            continue
        for line, said in enumerate(text.split("\n")):
            at = Location(where.file, where.line + line) if line and not where.cell else where
            for slip in subject.seeds.slips(said):
                yield subject.warning(slip.message, where=at, hint=slip.hint)


def texts_read(subject: Subject) -> Iterator[tuple[Location, str]]:
    """Yield what players read, each text with the place of its first line."""
    kit, seeds = subject.kit, subject.seeds
    yield kit.where, kit.subtitle
    for key, said in kit.guide.items():
        if isinstance(said, str):
            yield kit.place("guide", key), said
    for component in kit.components:
        at = (component.kind, component.id)
        yield kit.place(*at, "title"), component.title
        yield kit.place(*at, "note"), component.note
        read = [
            name for name, declared in component.fields.items() if declared.get("type") in ("text", "any")
        ]
        for card in component.cards:
            yield kit.place("cards", card.id, "name"), card.name
            for name in read:
                for said in _sayings(card.fields[name]):
                    yield kit.place("cards", card.id, name), said
    for option in kit.options.values():
        yield kit.place("options", option.name, "title"), option.title
        for value in (*option.values, *((option.range,) if option.range else ())):
            yield kit.place("options", option.name, "values"), value.says
    folder = kit.where.file.removesuffix("game.yaml")
    for name, text in subject.templates_read.items():
        yield Location(folder + name, 1), _read_text(text)
    if seeds:
        for rule in seeds.rules:
            yield rule.where, rule.says
        for ruling in seeds.rulings:
            yield ruling.where, f"{ruling.asks} {ruling.ruling}"
        for term in seeds.glossary:
            yield term.where, term.means


def _sayings(value: object, within: bool = False) -> Iterator[str]:
    """Yield the texts of a value; of those within one not a small word alone, which names a picture or a layout."""
    match value:
        case str() if not (within and value.islower() and " " not in value):
            yield value
        case Mapping():
            for item in value.values():
                yield from _sayings(item, True)
        case list() | tuple():
            for item in value:
                yield from _sayings(item, True)


def _read_text(template: str) -> str:
    """Return a template without all that nobody reads; what is left stands in its own line."""

    def blank(found: re.Match[str]) -> str:
        said = found[0]
        lines = "\n" * said.count("\n")
        if not said.startswith(("{{", "{%")):
            return lines or ("\u2029" if said[0] == "<" else " ")
        # of a text inside Jinja only what is more than a name, such as the description of a picture
        kept = (" ".join(one for one in _SAID.findall(line) if " " in one) for line in said.split("\n"))
        around = "\u2029" if said.startswith("{%") else " "  # a sentence ends at a tag, as a paragraph does
        return around + "\n".join(kept) + around

    return _UNREAD.sub(blank, template)
