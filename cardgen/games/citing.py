"""Several rules in one event of a story."""

from __future__ import annotations


def cite(*rules: str) -> str:
    """Return these numbers of rules as one text for `tell`, each once and in order; an empty text adds none."""
    return " ".join(sorted({number for each in rules for number in each.split()}))
