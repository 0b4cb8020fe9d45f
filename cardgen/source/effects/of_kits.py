"""What the cards of a kit do: read with the words of its game, or with the deeds of its rules.yaml."""

from __future__ import annotations

from typing import Any, NamedTuple

from cardgen.base.errors import Problem, did_you_mean
from cardgen.model import Kit
from cardgen.source.effects.deeds import ROLE, Deeds
from cardgen.source.effects.vocabulary import Effects, Vocabulary, Written, known, words_of


def words_in(kit: Kit) -> Vocabulary | None:
    """Return the words of a kit's game, or the deeds of its rules.yaml where its fields say so; None where there are none."""
    if not any(entry.get("effects_of") == ROLE for c in kit.components for entry in c.fields.values()):
        return words_of(kit.slug)
    return Deeds(kit.root, (kit.original or kit).language)


class KitEffects(NamedTuple):
    """What each card of a kit does, by id, what that can speak of, and every mistake in how it is written."""

    by_card: dict[str, Effects]
    scope: Any
    problems: list[Problem]


def written_effects(kit: Kit) -> list[Written]:
    """Return the cards whose components declare a field with `effects_of:`."""
    return [
        Written(card, entry["effects_of"], card.fields.get(name), ("cards", card.id, name))
        for component in kit.components
        for name, entry in component.fields.items()
        if "effects_of" in entry
        for card in component.cards
    ]


def kit_effects(kit: Kit) -> KitEffects:
    """Return what the cards of a kit do; LookupError where nobody knows the words of its game."""
    words, written = words_in(kit), written_effects(kit)
    if words is None:
        raise LookupError(f"the words of '{kit.slug}' are not known ({did_you_mean(kit.slug, known())})")
    scope = words.scope(kit, written)
    effects: dict[str, Effects] = {}
    problems: list[Problem] = []
    for card, role, given, trail in written:
        effects[card.id], found = words.read(role, given, scope, trail, kit.place)
        problems += found
    return KitEffects(effects, scope, problems)
