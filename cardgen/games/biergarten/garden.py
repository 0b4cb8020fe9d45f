"""The geometry of a Biergarten: gardens as spaces with tiles, and what touches what."""

from __future__ import annotations

from typing import Final

from cardgen.engine import Move
from cardgen.engine.spaces import SIDES, Layout, onward, unbroken

NORTH, EAST, SOUTH, WEST = SIDES
EDGES: Final = "NESW"


def cell_of(garden: Layout, tile: int) -> int | None:
    """Return where a tile lies in a garden."""
    return next((cell for cell, other in garden.items() if other == tile), None)


def spots(garden: Layout) -> list[int]:
    """Return the empty cells beside tiles in the order of the tiles that name them: of several beside a cell the first, from the south on."""
    return [
        cell + step
        for cell in garden
        for side, step in enumerate(SIDES)
        if cell + step not in garden and not any(cell + step - other in garden for other in SIDES[:side])
    ]


def rearranged(garden: Layout, move: Move, whole_line: bool) -> Layout:
    """Return a garden as a rearrangement leaves it.

    A push moves the unbroken run of tiles from a cell on in one direction by one, up to the first gap; with
    `whole_line` every tile farther on in that direction, gaps included.
    """
    if move[0] == "swap":
        other = {move[1]: move[2], move[2]: move[1]}
        return {cell: other.get(tile, tile) for cell, tile in garden.items()}
    if move[0] == "keep":
        return garden
    tile, cell = move[1], move[2]
    left = {c: t for c, t in garden.items() if t != tile}
    if move[0] == "push":
        step = move[3]
        row = onward(left, cell, step) if whole_line else unbroken(left, cell, step)
        pushed = [left.pop(other) for other in row]
        left.update(zip([other + step for other in row], pushed, strict=True))
    left[cell] = tile
    return left
