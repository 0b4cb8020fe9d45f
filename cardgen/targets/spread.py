"""Where things go on a table: rows of rectangles, in mm, x to the right and y away from the first player."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

Spot = tuple[float, float]


class Scatter(NamedTuple):
    """The middle of each rectangle, and the size of all together, whose middle is at 0, 0."""

    spots: tuple[Spot, ...]
    width: float
    depth: float


def spread(sizes: Sequence[tuple[float, float]], most: float, gap: float) -> Scatter:
    """Return rectangles (width, depth) in rows at most so wide, each row in the middle, the first one farthest away.

    One that is wider than that has a row for itself.
    """
    rows: list[list[int]] = []
    widths: list[float] = []
    for number, (width, _) in enumerate(sizes):
        if rows and widths[-1] + gap + width <= most:
            rows[-1].append(number)
            widths[-1] += gap + width
        else:
            rows.append([number])
            widths.append(width)
    depths = [max(sizes[number][1] for number in row) for row in rows]
    depth = sum(depths) + gap * max(0, len(rows) - 1)
    spots: list[Spot] = [(0.0, 0.0)] * len(sizes)
    top = depth / 2
    for row, wide, deep in zip(rows, widths, depths, strict=True):
        x = -wide / 2
        for number in row:
            width = sizes[number][0]
            spots[number] = (x + width / 2, top - deep / 2)
            x += width + gap
        top -= deep + gap
    return Scatter(tuple(spots), max(widths, default=0.0), depth)


class PictureGrid(NamedTuple):
    """Cells of a picture: how many across and down, and the pixels of one."""

    columns: int
    rows: int
    cell: tuple[int, int]


def best_grid(
    cells: int, size: tuple[float, float], columns: int, rows: int, most: int, dpi: float
) -> PictureGrid:
    """Return the grid that gives so many cells of this size (mm) the most pixels, at most `dpi`.

    The picture has at most `columns` × `rows` cells and `most` pixels a side. Of equally fine ones the one with fewer
    cells, then the one nearest to a square.
    """
    width, height = size
    finest = dpi / 25.4

    def scale(across: int, down: int) -> float:
        return min(most / (across * width), most / (down * height), finest)

    found = [
        (across, down)
        for across in range(1, columns + 1)
        for down in range(1, rows + 1)
        if across * down >= cells
    ]
    if not found:
        raise ValueError(f"{cells} cells are more than {columns} × {rows}")
    across, down = max(found, key=lambda g: (scale(*g), -g[0] * g[1], -abs(g[0] * width - g[1] * height)))
    times = scale(across, down)
    cell = tuple(max(1, min(round(side * times), most // n)) for side, n in ((width, across), (height, down)))
    return PictureGrid(across, down, (cell[0], cell[1]))
