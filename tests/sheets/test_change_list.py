"""The list of what goes out of the box and what comes in: each piece is named, however many there are."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardgen.sheets.guide.change_list import _chosen, _columns, _rows, _runs, _together
from cardgen.sheets.guide.swaps import Swap


def swap(card: str, out: int = 1, put: int = 1, component: str = "Cards") -> Swap:
    return Swap(component, card, card, out, put)


def test_few_pieces_have_a_line_each_and_many_share_one() -> None:
    few, _, tall = _chosen([swap("A1"), swap("A2", 2, 0)], 150)
    assert [line.words for line in few] == ["Cards", "A1", "A2"]
    assert tall > 7

    many, _, tall = _chosen([swap(f"A{n}") for n in range(1, 400)], 150)
    assert [(line.words, line.note) for line in many] == [("Cards", ""), ("A1 to A399", "each")]


def test_ids_that_follow_each_other_are_told_as_a_range_whatever_the_order_of_the_file() -> None:
    cards = ["P3", "P1", "P10", "P2", "P11", "Q1", "one"]

    (_, line) = _together([swap(card) for card in cards])

    assert line.words == "P1 to P3, P10, P11, Q1, one"
    assert line.pieces == 7
    assert [len(run) for run in _runs(["P1", "P2", "Q3"])] == [2, 1]


def test_what_has_no_room_even_so_is_counted() -> None:
    swaps = [swap(f"{chr(97 + n % 26)}-{n}-x{3 * n}", n + 1, n + 2) for n in range(300)]

    lines, columns, tall = _chosen(swaps, 60)

    named = sum(line.pieces for line in lines if line.swap)
    assert lines[-1].words == f"and {300 - named} more"
    assert len(list(_columns(lines, _rows(60, tall)))) <= columns


@given(
    st.lists(
        st.tuples(
            st.from_regex(r"[A-C]{1,2}[0-9]{0,3}", fullmatch=True), st.integers(0, 3), st.integers(0, 3)
        ),
        unique_by=lambda entry: entry[0],
        max_size=60,
    )
)
def test_every_piece_is_told_once_in_lines_that_are_shared(entries: list[tuple[str, int, int]]) -> None:
    told = [line for line in _together([swap(*entry) for entry in entries]) if line.swap]

    assert sum(line.pieces for line in told) == len(entries)
    listed = {word for line in told for word in re.split(r", | to ", line.words)}
    assert listed <= {card for card, _, _ in entries}


@pytest.mark.parametrize("height", [20.0, 60.0, 150.0])
def test_no_title_stands_at_the_end_of_a_column(height: float) -> None:
    swaps = [swap(f"{kind}{n}", n, 1, f"Kind {kind}") for kind in range(9) for n in range(1, 5)]
    lines, _, tall = _chosen(swaps, height)

    columns = list(_columns(lines, _rows(height, tall)))
    assert all(column[-1].swap for column in columns[:-1] if len(column) > 1)
