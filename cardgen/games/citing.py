"""Several rules in one event of a story."""

from __future__ import annotations

from functools import lru_cache


@lru_cache(maxsize=4096)  # few ways to be right happen again and again
def cite(*rules: str) -> str:
    """Return these numbers as one text for `tell`, each once: rules, then rulings; an empty text adds none."""
    numbers = {number for each in rules for number in each.split()}
    return " ".join(sorted(numbers, key=lambda number: ("Q" in number, len(number), number)))
