"""Grids without edges (`grid: open`) in rules.yaml: tiles that are laid, pushed and turned there, and sentences with a space."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from cardgen.engine import spaces as open_grid
from cardgen.engine.phase import Phrase
from cardgen.engine.spaces import WIDE, Layout, next_to


def lay(layout: Layout, where: dict[int, int], tiles: Sequence[int], spaces: Sequence[int]) -> int:
    """Lay tiles on spaces, all at once: those that lie in this grid are lifted first; returns a space that is taken, or 0."""
    for tile in tiles:
        if tile in where:
            del layout[where.pop(tile)]
    for tile, space in zip(tiles, spaces, strict=False):
        if not _is_free(layout, space):
            return space
        layout[space], where[tile] = tile, space
    return 0


def lay_one(layout: Layout, where: dict[int, int], tile: int, space: int) -> bool:
    """Lay a tile on an empty space; returns whether it was one."""
    if not _is_free(layout, space):
        return False
    if tile in where:
        del layout[where[tile]]
    layout[space], where[tile] = tile, space
    return True


_FIRST, _LAST = 2 * WIDE - 1, WIDE * (WIDE - 2)


def _is_free(layout: Layout, space: int) -> bool:
    """Return whether a space is empty, and far enough from the ends of what a number can say."""
    return space not in layout and _FIRST < space < _LAST and 1 < space % WIDE < WIDE - 2


class OpenSides(dict[int, Any]):
    """What is beside each space of any open grid, as a table has it of places with names."""

    def __init__(self, beside: Callable[[int], Any]) -> None:
        self.beside = beside

    def __missing__(self, space: int) -> Any:
        return self.beside(space)

    def get(self, space: int, default: Any = None) -> Any:
        return self.beside(space) if type(space) is int else default  # ways(tile) asks for no space

    def __contains__(self, space: object) -> bool:
        return True


class Laid:
    """Tiles of an open grid as others ask for them: a pile for each space, and how they are turned."""

    def __init__(self, s: Any, layout: Layout) -> None:
        self.sideways, self.piles = s.sideways, self
        self.layout = layout

    def __getitem__(self, space: int) -> Sequence[int]:
        return [self.layout[space]] if space in self.layout else ()


class Placing(Phrase):
    """A sentence with a space: tiles that it names themselves do not say where that is."""

    __slots__ = ()

    def say(self, game: Any, state: Any, values: tuple[Any, ...]) -> str:
        text, moved = self.template, [values[place] for place in self.cards]
        for field, value in zip(self.fields, values, strict=True):
            grid = field.startswith("space_")
            word = game.space_said(state, field[6:].rstrip("0123456789_"), value, moved) if grid else game.word(state, field.rstrip("0123456789"), value)  # fmt: skip
            text = text.replace("{" + field + "}", word, 1)
        return text


def _facing(space: int) -> list[tuple[int, int, int]]:
    """Return sides, clockwise from the north, and spaces, as `Facing` has them."""
    return [(side, other, other) for side, other in enumerate(next_to(space))]


OF_SPACES = {"Laid": Laid, "OPEN": OpenSides(_facing), "NEAR": OpenSides(next_to)} | {name: getattr(open_grid, name) for name in ("Bordering", "next_to", "around", "borders", "connected", "still_connected", "outside", "unbroken", "onward")}  # fmt: skip
"""What compiled rules may ask of spaces."""
