"""What the cards say before anybody plays: how a component's values are spread, what a cost buys, what is nearly the same.

Everything is counted from the data of the cards, so that it is there while a game has no rules yet.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations, pairwise
from math import sqrt
from typing import Any

from cardgen.base.own import templates
from cardgen.model import Card, Component, Kit
from cardgen.model.kit import as_json

COSTS = ("cost", "costs", "price", "mana", "energy", "kosten", "preis")
WORTHS = ("worth", "value", "points", "vp", "score", "power", "strength", "wert", "punkte")
OUTLIER = 1.5
"""A card is an outlier when it lies this many standard deviations from the line of its deck."""
ALIKE = 0.5
"""Two texts are nearly the same when they share this part of their words and pairs of words."""
_FEWEST = 6
"""Different cards of which a line says anything."""
_MOST_GROUPS = 8
_MOST_TEXTS = 600  # their pairs are compared
_SHOWN = 12
_PAIRS = 6
_WORD = re.compile(r"\{[\w:-]+\}|\w+(?:[-'’]\w+)*")
_INSIDE = 0.85  # how alike a text is to one that holds all of it
_ENOUGH = 7  # words and pairs in a text that is looked for inside of another


@dataclass(frozen=True)
class Balance:
    """What is counted of one component; `copies` counts each printed piece, else each different card."""

    component: Component
    copies: bool = True

    @cached_property
    def cards(self) -> Sequence[Card]:
        """The cards that are in the box."""
        return [card for card in self.component.cards if card.count]

    def weight(self, cards: Iterable[Card]) -> int:
        """How many pieces some cards count as."""
        return sum(card.count if self.copies else 1 for card in cards)

    # -- what the fields are ------------------------------------------------------------------------------

    @cached_property
    def numbers(self) -> Sequence[str]:
        """The fields that hold a number on every card, and not the same on all."""
        return [name for name in self.component.fields if self._all(name, _is_number) and self._varied(name)]

    @cached_property
    def choices(self) -> Sequence[str]:
        """The fields that hold one of a few words on every card."""
        return [
            name
            for name, said in self.component.fields.items()
            if "one_of" in said and name not in self.numbers and self._varied(name)
        ]

    @cached_property
    def texts(self) -> Sequence[str]:
        """The fields that hold sentences for players."""
        return [
            name
            for name, said in self.component.fields.items()
            if (said.get("type") == "text" or "made_from" in said)
            and said.get("translate") is not False
            and any(isinstance(card.fields.get(name), str) for card in self.cards)
        ]

    def _all(self, name: str, fits: Callable[[Any], bool]) -> bool:
        return bool(self.cards) and all(fits(card.fields.get(name)) for card in self.cards)

    def _varied(self, name: str) -> bool:
        return len({card.fields.get(name) for card in self.cards}) > 1

    @cached_property
    def cost(self) -> str:
        """The field that says what a card costs: as game.yaml says, else by its name; "" for none."""
        return self._said("cost", COSTS, self.numbers)

    @cached_property
    def worth(self) -> str:
        """The field that says what a card is worth: as game.yaml says, else by its name; "" for none."""
        return self._said("worth", WORTHS, self.numbers)

    @cached_property
    def group(self) -> str:
        """The field whose kinds are told apart: as game.yaml says, else the first with a few; "" for none."""
        few = [name for name in self.choices if len(self._by(name)) <= _MOST_GROUPS]
        return self._said("group", tuple(few), few)

    def guessed(self, key: str) -> bool:
        """Whether no line of game.yaml names this field."""
        return not self.component.balance.get(key)

    def _said(self, key: str, names: Sequence[str], among: Sequence[str]) -> str:
        said = str(self.component.balance.get(key, ""))
        if said:
            return said if said in {*among, *self.choices} else ""
        return next((own for name in names for own in among if own.casefold() == name), "")

    @cached_property
    def lists(self) -> Sequence[str]:
        """The fields that hold several of a few words."""
        own = self.component.fields.items()
        return [name for name, said in own if 0 < len(said.get("list", ())) <= _SHOWN and self._varied(name)]

    # -- how they are spread ------------------------------------------------------------------------------

    def _by(self, name: str) -> dict[Any, list[Card]]:
        found: dict[Any, list[Card]] = {}
        for card in self.cards:
            said = card.fields.get(name)
            for value in dict.fromkeys(said or ()) if name in self.lists else (said,):
                found.setdefault(value, []).append(card)
        own = self.component.fields[name]
        order = own.get("one_of") or own.get("list") or ()
        rank = {value: n for n, value in enumerate(order)}
        return dict(sorted(found.items(), key=lambda item: (rank.get(item[0], 0), _sortable(item[0]))))

    @cached_property
    def spread(self) -> Mapping[str, Mapping[Any, list[Card]]]:
        """The cards by the values of each field with a number or a choice, cost and worth first.

        Where a field holds several words, a card is with each of them.
        """
        names = dict.fromkeys(filter(None, (self.cost, self.worth, self.group)))
        return {name: self._by(name) for name in (*names, *self.numbers, *self.choices, *self.lists)}

    @cached_property
    def map(self) -> tuple[str, str] | None:
        """The two fields whose every pair of values is counted: the group, and cost or worth or another."""
        other = next((name for name in self.spread if name != self.group), "")
        return (self.group, other) if self.group and other else None

    @cached_property
    def curve(self) -> Curve | None:
        """The line of worth over cost; None where too few cards have both."""
        if not (self.cost and self.worth and self.cost != self.worth) or len(self.cards) < _FEWEST:
            return None
        return _fitted([(card, *self._both(card), self.weight([card])) for card in self.cards])

    def _both(self, card: Card) -> tuple[float, float]:
        return float(card.fields[self.cost]), float(card.fields[self.worth])

    # -- what they say ------------------------------------------------------------------------------------

    @cached_property
    def words(self) -> list[tuple[str, list[Card]]]:
        """The icons and longer words that most cards say, with these cards."""
        found: dict[str, list[Card]] = {}
        for card in self.cards:
            for word in {word for word in self._words(card) if word[0] == "{" or len(word) > 3}:
                found.setdefault(word, []).append(card)
        often = [(word, cards) for word, cards in found.items() if len(cards) > 1]
        return sorted(often, key=lambda item: (-self.weight(item[1]), item[0]))[:_SHOWN]

    @cached_property
    def effects(self) -> list[tuple[str, list[Card], float]]:
        """The words of the kit's own vocabulary that several cards use: these cards, and how much more they are worth."""
        held = [name for name, said in self.component.fields.items() if "effects_of" in said]
        if not held or not self.worth:
            return []
        found: dict[str, list[Card]] = {}
        for card in self.cards:
            for word in dict.fromkeys(_effect_words(card.fields.get(held[0]))):
                found.setdefault(word, []).append(card)
        rows = []
        for word, cards in found.items():
            others = [card for card in self.cards if card not in cards]
            if len(cards) > 1 and len(others) > 1:
                rows.append((word, cards, self._mean(cards) - self._mean(others)))
        return sorted(rows, key=lambda row: (-self.weight(row[1]), row[0]))

    def _mean(self, cards: Sequence[Card]) -> float:
        return sum(float(card.fields[self.worth]) * self.weight([card]) for card in cards) / self.weight(
            cards
        )

    @cached_property
    def near(self) -> list[tuple[float, Card, Card]]:
        """Pairs of cards whose texts are nearly the same, the most alike first."""
        grams = [(card, _grams(self._words(card))) for card in self.cards[:_MOST_TEXTS]]
        pairs = combinations([one for one in grams if one[1]], 2)
        found = [(_alike(a, b), one, other) for (one, a), (other, b) in pairs]
        close = [pair for pair in found if pair[0] >= ALIKE]
        return sorted(close, key=lambda pair: (-pair[0], pair[1].id, pair[2].id))[:_PAIRS]

    @cached_property
    def empty(self) -> list[tuple[str, list[Card]]]:
        """The fields that some cards fill in and others leave out, with the others."""
        rows = []
        for name in self.component.fields:
            without = [card for card in self.cards if card.fields.get(name) in (None, "", (), {})]
            if 0 < len(without) < len(self.cards):
                rows.append((name, without))
        return rows

    @cached_property
    def longest(self) -> list[tuple[int, Card]]:
        """The cards with most letters to read; they decide how large the box of the text must be."""
        rows = [(len(self.text(card)), card) for card in self.cards]
        return sorted((row for row in rows if row[0]), key=lambda row: (-row[0], row[1].id))[:5]

    def text(self, card: Card) -> str:
        """All sentences of a card."""
        return "\n".join(filter(None, (str(card.fields.get(name) or "") for name in self.texts)))

    def _words(self, card: Card) -> list[str]:
        return [word.casefold() for word in _WORD.findall(self.text(card))]

    # -- as data ------------------------------------------------------------------------------------------

    def as_dict(self) -> dict[str, Any]:
        """Return plain data, for the page and for `--json`."""
        own = self.component

        def ids(cards: Iterable[Card]) -> list[str]:
            return [card.id for card in cards]

        def counted(cards: Sequence[Card], **more: Any) -> dict[str, Any]:
            return {**more, "count": self.weight(cards), "cards": ids(cards)}

        fields = {
            key: {"field": name, "guessed": self.guessed(key)}
            for key, name in (("cost", self.cost), ("worth", self.worth), ("group", self.group))
            if name
        }
        rows, columns = self.map or ("", "")
        return {
            "component": own.id,
            "title": own.title,
            "different": len(self.cards),
            "copies": sum(card.count for card in self.cards),
            "counts": "copies" if self.copies else "different",
            "fields": fields,
            "spread": {
                name: [counted(cards, value=as_json(value)) for value, cards in by.items()]
                for name, by in self.spread.items()
            },
            "map": {
                "rows": rows,
                "columns": columns,
                "cells": [
                    counted(some, row=as_json(row), column=as_json(column))
                    for row, cards in self.spread[rows].items()
                    for column, all_there in self.spread[columns].items()
                    if (some := [card for card in cards if card in all_there])
                ],
            }
            if self.map
            else None,
            "curve": self.curve.as_dict() if self.curve else None,
            "words": [counted(cards, word=word) for word, cards in self.words],
            "effects": [counted(cards, word=word, worth=round(by, 2)) for word, cards, by in self.effects],
            "near": [
                {"alike": round(alike, 2), "cards": [one.id, other.id]} for alike, one, other in self.near
            ],
            "empty": [{"field": name, "cards": ids(cards)} for name, cards in self.empty],
            "longest": [{"letters": letters, "card": card.id} for letters, card in self.longest],
        }


@dataclass(frozen=True)
class Curve:
    """The line that fits worth to cost best, and how far each card lies above it."""

    slope: float
    start: float
    spread: float
    """The standard deviation of the cards around the line."""
    cards: Sequence[tuple[Card, float, float, float]]
    """Each card with its cost, its worth, and its worth less what the line says."""

    @property
    def outliers(self) -> list[tuple[Card, float, float, float]]:
        """The cards that lie far from the line, the farthest first."""
        far = [one for one in self.cards if self.spread > 1e-9 and abs(one[3]) > OUTLIER * self.spread]
        return sorted(far, key=lambda one: (-abs(one[3]), one[0].id))

    def as_dict(self) -> dict[str, Any]:
        """Return plain data."""
        return {
            **{key: round(getattr(self, key), 4) for key in ("slope", "start", "spread")},
            "within": OUTLIER,
            "points": [
                {"card": card.id, "cost": cost, "worth": worth, "more": round(more, 2)}
                for card, cost, worth, more in self.cards
            ],
            "outliers": [card.id for card, *_ in self.outliers],
        }


def balances(kit: Kit, copies: bool = True) -> list[Balance]:
    """Return what is counted of each component that has several cards with fields of their own."""
    kinds = ("decks", "tiles", "tokens")
    found = [Balance(one, copies) for one in kit.components if one.kind in kinds and one.fields and one.total]
    return [one for one in found if len(one.cards) > 1 and (one.spread or one.longest)]


def balance_text(found: Balance) -> str:
    """Return it as text for a terminal."""
    pages = templates("report", markup=False)
    pages.filters.setdefault("f", lambda value, how: format(value, how))
    text = pages.get_template("balance.j2").module.component(found)  # type: ignore[attr-defined]
    return "\n".join(line.rstrip() for line in text.splitlines() if line.strip())


def _fitted(points: Sequence[tuple[Card, float, float, int]]) -> Curve | None:
    """Return the line of least squares through cards with cost, worth and weight; None where all cost the same."""
    whole = sum(weight for *_, weight in points)
    cost = sum(x * weight for _, x, _, weight in points) / whole
    worth = sum(y * weight for _, _, y, weight in points) / whole
    wide = sum(weight * (x - cost) ** 2 for _, x, _, weight in points)
    if not wide:
        return None
    slope = sum(weight * (x - cost) * (y - worth) for _, x, y, weight in points) / wide
    start = worth - slope * cost
    cards = [(card, x, y, y - start - slope * x) for card, x, y, _ in points]
    spread = sqrt(sum(more**2 * point[3] for (*_, more), point in zip(cards, points, strict=True)) / whole)
    return Curve(slope, start, spread, cards)


def _is_number(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


def _sortable(value: Any) -> tuple[int, Any]:
    return (0, value) if _is_number(value) else (1, str(value))


def _effect_words(value: Any) -> Iterator[str]:
    """Yield the words of effects as they are written: the keys of mappings, at every depth of lists."""
    if isinstance(value, Mapping):
        for key, inside in value.items():
            yield str(key)
            if isinstance(inside, list | tuple):
                yield from _effect_words(inside)
    elif isinstance(value, list | tuple):
        for one in value:
            yield from _effect_words(one)


def _grams(words: Sequence[str]) -> Counter[str]:
    return Counter([*words, *(f"{a} {b}" for a, b in pairwise(words))])


def _alike(a: Counter[str], b: Counter[str]) -> float:
    both, least = (a & b).total(), min(a.total(), b.total())
    return max(2 * both / (a.total() + b.total()), _INSIDE * both / least if least >= _ENOUGH else 0)
