"""The physical copies in the box, by index: the game plays exactly what the kit prints."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from cardgen.base.errors import did_you_mean
from cardgen.model import Card, Component

HIDDEN = -1
"""Stands for a piece whose face the viewer cannot see."""


class Pieces:
    """Every copy of some components as numbers 0, 1, 2 … in the order of the kit's files.

    A design with one copy is named by its id ("C17"); of several, each copy has its number ("R7.1").
    """

    __slots__ = ("_index", "cards", "names", "ranges")

    def __init__(self, components: Iterable[Component]) -> None:
        cards: list[Card] = []
        names: list[str] = []
        self.ranges: dict[str, range] = {}
        for component in components:
            start = len(cards)
            for card in component.cards:
                cards += [card] * card.count
                names += [card.id] if card.count == 1 else [f"{card.id}.{n + 1}" for n in range(card.count)]
            self.ranges[component.id] = range(start, len(cards))
        self.cards: tuple[Card, ...] = tuple(cards)
        self.names: tuple[str, ...] = tuple(names)
        self._index = {name: n for n, name in enumerate(names)}

    def __len__(self) -> int:
        return len(self.cards)

    def name(self, piece: int) -> str:
        """Return how players call the piece; "?" for one that is hidden."""
        return "?" if piece == HIDDEN else self.names[piece]

    def list(self, pieces: Sequence[int]) -> list[str]:
        """Return the names of several pieces, in their order."""
        return [self.name(piece) for piece in pieces]

    def find(self, name: str) -> int:
        """Return the piece with this name ("?" is a hidden one); ValueError says what is known."""
        if name == "?":
            return HIDDEN
        try:
            return self._index[name]
        except KeyError:
            raise ValueError(f"no piece '{name}' ({did_you_mean(name, self._index)})") from None
