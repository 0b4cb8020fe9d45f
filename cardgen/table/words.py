"""Sentences of a game for people: the names that stand on cards in place of the names of pieces."""

from __future__ import annotations

import re
from collections.abc import Mapping, Set
from functools import lru_cache
from typing import Any
from unicodedata import combining, normalize

from cardgen.engine import Game, in_a_row
from cardgen.model.kit import Card, unmarked

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
        called = unmarked(card.name)
        if ids and called != card.id:
            return f"{called} ({word})"
        return f"{called} ({card.id})" if card.name in alike else word if ids else called

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


def printed_on(game: Game[Any], words: Mapping[str, str]) -> dict[str, str]:
    """Return what is on each card that its name does not say, for ears and for a terminal: "walls north; parasols 2 green".

    It is the fields that the rules read, but for those that are a word of the name, and the card's `text`. `words` are
    players' words for fields and for values, as a layout has them; a field whose word is empty is not said.
    """
    return {card.id: text for card in game.pieces.cards if (text := _printed(game, card, words))}


def _printed(game: Game[Any], card: Card, words: Mapping[str, str]) -> str:
    spoken = set(_WORD.findall(_plain(card.name)))
    values = {name: card.fields.get(name) for name in game.fields_that_count if name != "effects"}
    found = [
        f"{_spoken(name, words)}{_value(value, words)}"
        for name, value in values.items()
        if _is_set(value) and _plain(value) not in spoken and words.get(name) != ""
    ]
    return "; ".join([*found, *([text] if (text := str(card.fields.get("text") or "")) else [])])


def _plain(value: Any) -> str:
    """Return a value as its name would say it: small letters without accents."""
    letters = normalize("NFKD", str(value).lower())
    return "".join(one for one in letters if not combining(one))


def _is_set(value: Any) -> bool:
    return any(value.values()) if isinstance(value, Mapping) else bool(value)


def _spoken(name: object, words: Mapping[str, str]) -> str:
    return words.get(str(name), str(name)).partition("|")[0]


def _value(value: Any, words: Mapping[str, str]) -> str:
    """Return a value with a space before it; "" for a yes, which the name of its field says."""
    if isinstance(value, Mapping):
        return _value([f"{n} {_spoken(one, words)}" for one, n in value.items() if n], words)
    if isinstance(value, list | tuple):
        return f" {in_a_row([_spoken(one, words) for one in value])}"
    return "" if value is True else f" {_spoken(value, words)}"
