"""What cards do, as a small language of a game's own: written in YAML, checked, and told in words.

A card's `effects:` is the only definition of what it does. Here is what every such language has in common; a
game brings its words (`Vocabulary`), each one class with its arguments, what it says and what it does side
by side, so that the printed text and the game cannot disagree. Nothing here knows any of them.
"""

from cardgen.source.effects.arguments import (
    Argument,
    Flag,
    OneOf,
    Reader,
    Whole,
    arg,
    many,
    number,
    one,
    shown,
)
from cardgen.source.effects.verbs import Verb, Words
from cardgen.source.effects.vocabulary import (
    Effects,
    KitEffects,
    Part,
    Vocabulary,
    Written,
    kit_effects,
    words_of,
    written_effects,
)

__all__ = [
    "Argument",
    "Effects",
    "Flag",
    "KitEffects",
    "OneOf",
    "Part",
    "Reader",
    "Verb",
    "Vocabulary",
    "Whole",
    "Words",
    "Written",
    "arg",
    "kit_effects",
    "many",
    "number",
    "one",
    "shown",
    "words_of",
    "written_effects",
]
