"""Cards that say what they do: what is printed about them is made from their effects."""

from __future__ import annotations

from dataclasses import replace
from types import MappingProxyType

from cardgen.base.errors import Problems
from cardgen.model import Card, Component, Kit
from cardgen.source.effects.deeds import written_deeds
from cardgen.source.effects.of_kits import kit_effects, words_in


def with_effects(kit: Kit, problems: Problems) -> Kit:
    """Return the kit with the text and all else that is `made_from: effects.…` made; mistakes are noted."""
    words = words_in(kit)
    if words is None:
        return kit  # which was noted where the field is declared
    effects, scope, found = kit_effects(kit)
    problems.extend(found)
    if found:
        return kit
    said = [entry.get("made_from", "") for c in kit.components for entry in c.fields.values()]
    if any(made.endswith(".text") for made in said) and not words.speaks(kit.language):
        problems.add(
            f"the language is '{kit.language}', but effects can say only in {words.language} what they do",
            kit.place("language"),
            hint="text: {type: text} lets each card say it in your words",
            level="warning",
            code="effects-language",
        )

    language = kit.language if words.speaks(kit.language) else words.language

    def made(card: Card, facets: dict[str, str]) -> Card:
        own = effects[card.id]
        values = {
            name: words.text_in(language, own, scope, kit.words)
            if facet == "text"
            else words.facets[facet](own)
            for name, facet in facets.items()
        }
        return replace(card, fields=MappingProxyType({**card.fields, **values}))

    def component(c: Component) -> Component:
        made_from = {name: entry["made_from"] for name, entry in c.fields.items() if "made_from" in entry}
        facets = {name: said.partition(".")[2] for name, said in made_from.items()}
        return replace(c, cards=tuple(made(card, facets) for card in c.cards)) if facets else c

    rules = kit.root / "rules.yaml"
    sources = (*kit.sources, rules) if written_deeds(kit) and rules not in kit.sources else kit.sources
    return replace(kit, components=tuple(component(c) for c in kit.components), sources=sources)
