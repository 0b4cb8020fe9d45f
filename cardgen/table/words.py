"""Sentences of a game for people: the names that stand on cards in place of the names of pieces."""

from __future__ import annotations

import re
from typing import Any

from cardgen.engine import Game

_WORD = re.compile(r"[\w.+-]*\w")


def named(game: Game[Any], sentence: str) -> str:
    """Return a sentence with the names that stand on cards beside the names of pieces, where they differ."""

    def said(found: re.Match[str]) -> str:
        word = found[0]
        if not game.pieces.knows(word):
            return word
        card = game.pieces.cards[game.pieces.find(word)]
        return f"{card.name} ({word})" if card.name != card.id else word

    return _WORD.sub(said, sentence)
