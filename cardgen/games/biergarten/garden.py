"""The geometry of a Biergarten: gardens as cells with tiles, and what touches what.

A garden maps a cell to the number of the tile that lies there. A cell is one number, x + WIDTH · y, with
x growing to the east and y to the south, so that a neighbour is one addition away.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TypeAlias

Garden: TypeAlias = dict[int, int]

WIDTH = 512  # wider than any garden of 64 tiles can wander
HOME = WIDTH * WIDTH // 2 + WIDTH // 2
NORTH, EAST, SOUTH, WEST = -WIDTH, 1, WIDTH, -1
DIRECTIONS = (NORTH, EAST, SOUTH, WEST)
EDGES = "NESW"
COMPASS = {"north": NORTH, "east": EAST, "south": SOUTH, "west": WEST}
COMPASS_WORD = {step: word for word, step in COMPASS.items()}


def cell_of(garden: Garden, tile: int) -> int | None:
    """Return where a tile lies in a garden."""
    for cell, other in garden.items():
        if other == tile:
            return cell
    return None


def frontier(garden: Garden) -> list[int]:
    """Return the empty cells that share an edge with a tile, each once."""
    cells = {cell + step: None for cell in garden for step in DIRECTIONS}
    return [cell for cell in cells if cell not in garden]


def spots(garden: Garden) -> list[int]:
    """Return the same cells in the order of the tiles that name them: of several beside a cell the first, from the south on."""
    return [
        cell + step
        for cell in garden
        for side, step in enumerate(DIRECTIONS)
        if cell + step not in garden and not any(cell + step - other in garden for other in DIRECTIONS[:side])
    ]


def in_one_piece(cells: Iterable[int]) -> bool:
    """Return whether the cells hang together by their edges."""
    left = set(cells)
    if not left:
        return True
    _reached(left.pop(), left)
    return not left


def _reached(start: int, cells: set[int]) -> list[int]:
    """Return the start and all cells that hang together with it, which are taken out of `cells`."""
    group = [start]
    for cell in group:
        for step in DIRECTIONS:
            if cell + step in cells:
                cells.discard(cell + step)
                group.append(cell + step)
    return group


def holds_together(garden: Garden, lifted: int, landed: int) -> bool:
    """Return whether a garden in one piece stays so when one cell empties and another one fills."""
    beside = [cell for cell in (lifted - WIDTH, lifted + 1, lifted + WIDTH, lifted - 1) if cell in garden]
    if len(beside) > 1 and not _joined(garden, beside, lifted, landed):
        return False
    return any(landed + step in garden and landed + step != lifted for step in DIRECTIONS)


def _joined(garden: Garden, beside: list[int], lifted: int, landed: int) -> bool:
    # Only the neighbours of the lifted tile can lose touch: follow one of them until it meets the others.
    reached = [beside.pop()]
    seen = {lifted, reached[0]}
    for cell in reached:
        for other in (cell - WIDTH, cell + 1, cell + WIDTH, cell - 1):
            if other not in seen and (other in garden or other == landed):
                if other in beside:
                    beside.remove(other)
                    if not beside:
                        return True
                seen.add(other)
                reached.append(other)
    return False


def lift_and_push(garden: Garden, lifted: int, cell: int, step: int, *, whole_line: bool) -> list[int]:
    """Put the lifted tile on an occupied cell, in place; returns the tiles that make room, nearest first.

    The unbroken run of tiles from `cell` in one direction moves by one, up to the first gap; with
    `whole_line` every tile farther on in that direction does, gaps included.
    """
    tile = garden.pop(lifted)
    run = []
    if whole_line:
        row = cell // WIDTH
        run = [
            other
            for other in garden
            if (other - cell) % step == 0
            and (other - cell) // step >= 0
            and (abs(step) == WIDTH or other // WIDTH == row)
        ]
        run.sort(key=lambda other: (other - cell) // step)
    else:
        while cell + step * len(run) in garden:
            run.append(cell + step * len(run))
    moved = [garden.pop(other) for other in run]
    for other, pushed in zip(run, moved, strict=True):
        garden[other + step] = pushed
    garden[cell] = tile
    return moved


def outside(garden: Garden) -> set[int]:
    """Return the empty cells round the garden that are not enclosed by it."""
    xs = [cell % WIDTH for cell in garden]
    ys = [cell // WIDTH for cell in garden]
    box = {
        y * WIDTH + x
        for y in range(min(ys) - 1, max(ys) + 2)
        for x in range(min(xs) - 1, max(xs) + 2)
        if y * WIDTH + x not in garden
    }
    start = (min(ys) - 1) * WIDTH + min(xs) - 1
    box.discard(start)
    return set(_reached(start, box))


def draw_garden(garden: Garden, names: Sequence[str]) -> str:
    """Return a garden as rows of tile names, north at the top, `.` where nothing lies."""
    if not garden:
        return ""
    xs = [cell % WIDTH for cell in garden]
    ys = [cell // WIDTH for cell in garden]
    width = max(len(names[tile]) for tile in garden.values())
    rows = []
    for y in range(min(ys), max(ys) + 1):
        row = (y * WIDTH + x for x in range(min(xs), max(xs) + 1))
        rows.append(" ".join((names[garden[c]] if c in garden else ".").ljust(width) for c in row).rstrip())
    return "\n".join(rows)


def read_garden(text: str) -> dict[int, str]:
    """Return the cells and tile names of a drawn garden; the first place of the first row is home's."""
    return {
        HOME + y * WIDTH + x: name
        for y, row in enumerate(line for line in text.splitlines() if line.strip())
        for x, name in enumerate(row.split())
        if name != "."
    }


def spot(garden: Garden, cell: int, names: Sequence[str]) -> str:
    """Return the words for an empty cell: on which side of which tile it is."""
    for step in DIRECTIONS:
        if cell - step in garden:
            return f"{COMPASS_WORD[step]} of {names[garden[cell - step]]}"
    raise ValueError("a place away from the garden has no name")
