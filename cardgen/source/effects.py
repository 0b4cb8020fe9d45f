"""Cards that say what they do: their effects are read, and what is printed about them is made from these."""

from __future__ import annotations

from dataclasses import replace
from types import MappingProxyType

from cardgen.base.errors import Problems
from cardgen.model import Card, Component, Kit
from cardgen.source.fields import is_english


def with_effects(kit: Kit, problems: Problems) -> Kit:
    """Return the kit with the text, value and bulbs of its cards made from their effects; mistakes are noted.

    A field declared as `made_from: effects.text` is filled; a kit without `effects_of:` comes back as it is.
    """
    if not any("effects_of" in entry for c in kit.components for entry in c.fields.values()):
        return kit
    from cardgen.effects import effects_text, kit_effects  # few kits have effects

    effects, scope, found = kit_effects(kit)
    problems.extend(found)
    if found:
        return kit
    said = any(
        entry.get("made_from", "").endswith(".text") for c in kit.components for entry in c.fields.values()
    )
    if said and not is_english(kit.language):
        problems.add(
            f"the language is '{kit.language}', but effects can say only in English what they do",
            kit.place("language"),
            hint="text: {type: text} lets each card say it in your words",
            level="warning",
            code="effects-language",
        )

    def made(card: Card, facets: dict[str, str]) -> Card:
        own = effects[card.id]
        values = {"text": effects_text(own, scope), "value": own.printed, "changes": own.changes}
        fields = {**card.fields, **{name: values[facet] for name, facet in facets.items()}}
        return replace(card, fields=MappingProxyType(fields))

    def component(c: Component) -> Component:
        facets = {
            name: entry["made_from"].partition(".")[2]
            for name, entry in c.fields.items()
            if "made_from" in entry
        }
        return replace(c, cards=tuple(made(card, facets) for card in c.cards)) if facets else c

    return replace(kit, components=tuple(component(c) for c in kit.components))
