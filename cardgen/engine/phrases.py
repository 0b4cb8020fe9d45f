"""What players say: one template both prints a move and reads it back."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, Protocol

_FIELD = re.compile(r"\{(\w+)\}")


class Vocabulary(Protocol):
    """Turns the value of a field into words and back; every game has one for its own fields."""

    def word(self, state: Any, field: str, value: Any) -> str:
        """Return the words for a value."""

    def value(self, state: Any, field: str, words: str) -> Any:
        """Return the value of some words; ValueError says what was expected."""


class Phrase:
    """A sentence with fields, such as `plays {card} {spot}`; digits at a field's end only tell two apart."""

    __slots__ = ("_pattern", "fields", "template")

    def __init__(self, template: str) -> None:
        self.template = template
        self.fields: tuple[str, ...] = tuple(_FIELD.findall(template))
        pieces = _FIELD.split(template)
        pattern = "".join(
            f"(?P<{part}>.+?)" if odd % 2 else r"\s+".join(map(re.escape, part.split(" ")))
            for odd, part in enumerate(pieces)
        )
        self._pattern = re.compile(pattern, re.IGNORECASE)

    def say(self, words: Vocabulary, state: Any, values: tuple[Any, ...]) -> str:
        """Return the sentence with these values."""
        text = self.template
        for field, value in zip(self.fields, values, strict=True):
            text = text.replace("{" + field + "}", words.word(state, field.rstrip("0123456789"), value), 1)
        return text

    def matches(self, text: str) -> bool:
        """Return whether a text is this sentence, whatever its values."""
        return self._pattern.fullmatch(text.strip()) is not None

    def read(self, words: Vocabulary, state: Any, text: str) -> tuple[Any, ...] | None:
        """Return the values in a sentence, or None if it is another sentence; ValueError for wrong words."""
        found = self._pattern.fullmatch(text.strip())
        if not found:
            return None
        return tuple(words.value(state, f.rstrip("0123456789"), found[f].strip()) for f in self.fields)


def phrases(**templates: str) -> Mapping[str, Phrase]:
    """Return the sentences of a phase by the first word of the moves they print."""
    return {name: Phrase(template) for name, template in templates.items()}
