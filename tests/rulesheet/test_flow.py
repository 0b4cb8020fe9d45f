"""Pieces of a page: whatever is cut, nothing is lost, nothing changes its order, nothing sticks out."""

from __future__ import annotations

from collections.abc import Iterator

from hypothesis import given
from hypothesis import strategies as st

from cardgen.base.drawing import Path, line
from cardgen.rulesheet.flow import (
    Columns,
    Fixed,
    FlowPiece,
    FlowRow,
    FlowStack,
    Framed,
    Lines,
    Turn,
    paginate,
)


def mark(number: int, height: float) -> Fixed:
    """A piece that says its number with a line as long as it."""
    return Fixed(height, (line(0, 0, number, 0, "#000000", 0.1),))


def numbers(piece: FlowPiece) -> list[int]:
    """Which marks a piece draws, in painting order."""
    found = []
    for item in piece.draw(0, 0, piece.height):
        assert isinstance(item, Path)
        first, second = item.commands[0], item.commands[1]
        found.append(round(second[1] - first[1]))  # type: ignore[misc]
    return found


def counter() -> Iterator[int]:
    number = 0
    while True:
        number += 1
        yield number


@st.composite
def stacks(draw: st.DrawFn) -> FlowStack:
    """Paragraphs, pictures, panels and rows, numbered in reading order."""
    count = counter()
    heights = st.floats(1, 30)

    def lines() -> Lines:
        some = draw(st.integers(1, 9))
        tall = draw(st.floats(2, 6))
        return Lines(tuple(mark(next(count), tall) for _ in range(some)), before=draw(st.floats(0, 4)))

    pieces: list[FlowPiece] = []
    for kind in draw(
        st.lists(st.sampled_from(["lines", "fixed", "panel", "heading"]), min_size=1, max_size=12)
    ):
        if kind == "lines":
            pieces.append(lines())
        elif kind == "fixed":
            pieces.append(Fixed(draw(heights), mark(next(count), 1).items, before=draw(st.floats(0, 5))))
        elif kind == "heading":
            pieces.append(Fixed(6, mark(next(count), 6).items, before=4, keep=True))
        else:
            pieces.append(Framed(FlowStack((lines(),)), 50, (2, 2, 2, 2), lambda w, h: (), before=3))
    return FlowStack(tuple(pieces))


@given(stacks(), st.floats(20, 120))
def test_pages_hold_every_piece_once_and_in_order(stack: FlowStack, room: float) -> None:
    pages = paginate(stack.pieces, room)
    assert [n for page in pages for n in numbers(page.body)] == numbers(stack)


@given(stacks(), st.floats(45, 120))
def test_no_page_is_taller_than_its_room(stack: FlowStack, room: float) -> None:
    # every single piece of `stacks` fits 45 mm but a long panel, and that may be cut when it must
    assert all(page.over == 0 for page in paginate(stack.pieces, room))


@given(stacks(), st.floats(5, 100))
def test_cutting_keeps_all_marks(stack: FlowStack, room: float) -> None:
    head, tail = stack.split(room)
    parts = [part for part in (head, tail) if part is not None]
    assert [n for part in parts for n in numbers(part)] == numbers(stack)
    assert head is None or head.height <= room + 1e-6


@given(stacks(), st.integers(2, 3))
def test_columns_share_the_text_and_keep_its_order(stack: FlowStack, count: int) -> None:
    columns = Columns(stack, 50, 5, count)
    assert sorted(numbers(columns)) == sorted(numbers(stack))
    assert columns.height <= stack.height + 1e-6


def test_a_heading_never_ends_a_page() -> None:
    heading = Fixed(6, mark(2, 6).items, keep=True)
    pages = paginate([mark(1, 30), heading, Lines(tuple(mark(n, 5) for n in range(3, 9)))], 40)
    assert [numbers(page.body) for page in pages] == [[1], [2, 3, 4, 5, 6, 7, 8]]


def test_a_paragraph_is_never_cut_after_its_first_or_before_its_last_line() -> None:
    text = Lines(tuple(mark(n, 5) for n in range(1, 6)))
    assert [part and numbers(part) for part in text.split(9)] == [None, [1, 2, 3, 4, 5]]
    assert [part and numbers(part) for part in text.split(21)] == [[1, 2, 3], [4, 5]]


def test_a_turn_ends_the_page() -> None:
    pages = paginate([mark(1, 5), Turn(), mark(2, 5)], 100)
    assert [numbers(page.body) for page in pages] == [[1], [2]]


def test_what_is_taller_than_a_page_is_kept_and_told() -> None:
    (page,) = paginate([mark(1, 130)], 100)
    assert numbers(page.body) == [1]
    assert page.over == 30


def test_cells_of_a_row_are_cut_at_the_same_height() -> None:
    left = Lines(tuple(mark(n, 5) for n in range(1, 7)))
    right = Lines(tuple(mark(n, 5) for n in range(11, 15)))
    head, tail = FlowRow(((0, left), (60, right))).split(20)
    assert head is not None
    assert tail is not None
    assert numbers(head) == [1, 2, 3, 4, 11, 12, 13, 14]
    assert numbers(tail) == [5, 6]
