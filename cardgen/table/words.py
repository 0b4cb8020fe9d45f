"""Sentences of a game for people: the names that stand on cards in place of the names of pieces."""

from __future__ import annotations

import re
from collections.abc import Set
from functools import lru_cache
from typing import Any

from cardgen.engine import Game

_WORD = re.compile(r"[\w.+-]*\w")


def named(game: Game[Any], sentence: str, *, ids: bool = False) -> str:
    """Return a sentence with the names that stand on cards in place of the names of pieces.

    The piece follows in brackets where cards of one name have different numbers, "Grain (G6)", and with `ids` wherever
    the two differ: somebody who chooses a move may type it.
    """
    alike = _alike(game)

    def said(found: re.Match[str]) -> str:
        word = found[0]
        if not game.pieces.knows(word):
            return word
        card = game.pieces.cards[game.pieces.find(word)]
        if ids and card.name != card.id:
            return f"{card.name} ({word})"
        return f"{card.name} ({card.id})" if card.name in alike else word if ids else card.name

    return _WORD.sub(said, sentence)


@lru_cache(maxsize=8)
def _alike(game: Game[Any]) -> Set[str]:
    """Return the names that cards with different numbers share; the letters that the rules read are in the names."""
    numbers: dict[str, set[tuple[Any, ...]]] = {}
    for card in game.pieces.cards:
        values = (card.fields.get(name) for name in sorted(game.fields_that_count))
        counted = tuple(value if type(value) in (int, float) else None for value in values)
        numbers.setdefault(card.name, set()).add(counted)
    return {name for name, several in numbers.items() if len(several) > 1}
