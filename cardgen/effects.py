"""What a language of effects is made of: the words of a kit's own for what its cards do, since 1.0.0.

    from cardgen.effects import Part, Verb, Vocabulary, Words, arg, many, one_of, whole

docs/effects.md tells how they go together.
"""

from cardgen.source.effects import (
    YES_NO,
    Effects,
    Part,
    Reader,
    Value,
    Verb,
    Vocabulary,
    Words,
    Written,
    arg,
    kit_effects,
    many,
    number,
    one,
    one_of,
    shown,
    whole,
    words_of,
)

__all__ = [
    "YES_NO",
    "Effects",
    "Part",
    "Reader",
    "Value",
    "Verb",
    "Vocabulary",
    "Words",
    "Written",
    "arg",
    "kit_effects",
    "many",
    "number",
    "one",
    "one_of",
    "shown",
    "whole",
    "words_of",
]
