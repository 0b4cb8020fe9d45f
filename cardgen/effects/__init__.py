"""What cards do, as a small language: written in YAML, checked, told in words, and done by the engine.

A card's `effects:` is the only definition of what it does. Every word of the language is one class with its
arguments, what it says and what it does side by side (`hands`, `bar`, `night`, `tokens`, `worth`), so that the
printed text and the game cannot disagree.
"""

from __future__ import annotations

from cardgen.effects.reading import (
    DECLARED,
    PARTS,
    Declared,
    Effects,
    KitEffects,
    declared_effects,
    kit_effects,
    read_effects,
    scope_of,
)
from cardgen.effects.scope import Guest, Scope
from cardgen.effects.telling import effects_text

__all__ = [
    "DECLARED",
    "PARTS",
    "Declared",
    "Effects",
    "Guest",
    "KitEffects",
    "Scope",
    "declared_effects",
    "effects_text",
    "kit_effects",
    "read_effects",
    "scope_of",
]
