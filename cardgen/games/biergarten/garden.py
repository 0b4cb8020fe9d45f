"""The geometry of a Biergarten: gardens as spaces with tiles, and what touches what."""

from __future__ import annotations

from typing import Final

from cardgen.engine.spaces import SIDES, Layout, onward, unbroken

NORTH, EAST, SOUTH, WEST = SIDES
EDGES: Final = "NESW"


def cell_of(garden: Layout, tile: int) -> int | None:
    """Return where a tile lies in a garden."""
    for cell, other in garden.items():
        if other == tile:
            return cell
    return None


def spots(garden: Layout) -> list[int]:
    """Return the empty cells beside tiles in the order of the tiles that name them: of several beside a cell the first, from the south on."""
    return [
        cell + step
        for cell in garden
        for side, step in enumerate(SIDES)
        if cell + step not in garden and not any(cell + step - other in garden for other in SIDES[:side])
    ]


def lift_and_push(garden: Layout, lifted: int, cell: int, step: int, *, whole_line: bool) -> list[int]:
    """Put the lifted tile on an occupied cell, in place; returns the tiles that make room, nearest first.

    The unbroken run of tiles from `cell` in one direction moves by one, up to the first gap; with
    `whole_line` every tile farther on in that direction does, gaps included.
    """
    tile = garden.pop(lifted)
    run = onward(garden, cell, step) if whole_line else unbroken(garden, cell, step)
    moved = [garden.pop(other) for other in run]
    for other, pushed in zip(run, moved, strict=True):
        garden[other + step] = pushed
    garden[cell] = tile
    return moved
