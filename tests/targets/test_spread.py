"""Rows of rectangles on a table, and grids of cells on a picture."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardgen.targets.spread import best_grid, spread

SIZES = st.lists(st.tuples(st.floats(1, 300), st.floats(1, 300)), max_size=25)


@given(SIZES, st.floats(50, 900), st.floats(0, 20))
def test_nothing_lies_on_anything_else_and_all_is_in_the_middle(
    sizes: list[tuple[float, float]], most: float, gap: float
) -> None:
    placed = spread(sizes, most, gap)
    boxes = [
        (x - w / 2, y - h / 2, x + w / 2, y + h / 2)
        for (x, y), (w, h) in zip(placed.spots, sizes, strict=True)
    ]
    for n, (left, low, right, high) in enumerate(boxes):
        assert abs(left) <= placed.width / 2 + 1e-6 >= abs(right) - 1e-6
        assert max(abs(low), abs(high)) <= placed.depth / 2 + 1e-6
        for a, b, c, d in boxes[:n]:
            assert right <= a + 1e-6 or c <= left + 1e-6 or high <= b + 1e-6 or d <= low + 1e-6
    assert placed.width <= max(most, *(w for w, _ in sizes)) + 1e-6 if sizes else placed.width == 0


def test_the_first_row_lies_farthest_away() -> None:
    assert spread([(60, 20), (60, 20), (60, 40)], 130, 10).spots == ((-35, 25), (35, 25), (0, -15))


@given(st.integers(1, 70), st.floats(10, 300), st.floats(10, 300), st.floats(30, 600))
def test_a_grid_has_room_for_its_cells_within_its_pixels(
    cells: int, width: float, height: float, dpi: float
) -> None:
    grid = best_grid(cells, (width, height), 10, 7, 4096, dpi)
    assert cells <= grid.columns * grid.rows <= 70
    assert grid.columns * grid.cell[0] <= 4096
    assert grid.rows * grid.cell[1] <= 4096
    assert grid.cell[0] <= width / 25.4 * dpi + 1


def test_fifty_three_poker_cards_are_finest_in_nine_columns() -> None:
    assert best_grid(53, (63, 88), 10, 7, 4096, 300) == (9, 6, (455, 636))
    assert best_grid(53, (63, 88), 10, 7, 4096, 100) == (9, 6, (248, 346))
    with pytest.raises(ValueError, match="71 cells are more than 10 × 7"):
        best_grid(71, (63, 88), 10, 7, 4096, 300)
