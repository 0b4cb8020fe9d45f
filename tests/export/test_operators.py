from __future__ import annotations

import pytest

from cardgen.base.drawing import Path, circle, line, polygon, rect
from cardgen.export.operators import colour, matrix, number, outline, rgb


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (1.0, "1"),
        (-0.00001, "0"),
        (0.5, "0.5"),
        (10.0, "10"),
        (-3.14159, "-3.1416"),
        (100, "100"),
        (1e-9, "0"),
    ],
)
def test_a_number_is_as_short_as_it_can_be(value: float, text: str) -> None:
    assert number(value) == text


def test_a_matrix_is_finer_than_lengths() -> None:
    assert matrix((0.12345678, 0, 0, -1, 5.123456, 0)) == "0.1234568 0 0 -1 5.1235 0"


@pytest.mark.parametrize(
    ("value", "stroke", "text"),
    [
        ("#ff0000", False, "1 0 0 rg"),
        ("#00ff00", True, "0 1 0 RG"),
        ("#000000", False, "0 g"),
        ("#fff", True, "1 G"),
    ],
)
def test_a_colour_is_set_for_fill_or_stroke(value: str, stroke: bool, text: str) -> None:
    assert colour(value, stroke) == text


@pytest.mark.parametrize("value", ["red", "#12345", "#gggggg", ""])
def test_what_is_no_colour_is_refused(value: str) -> None:
    with pytest.raises(ValueError):  # noqa: PT011  # two kinds of message
        rgb(value)


def test_an_upright_rectangle_has_an_operator_of_its_own() -> None:
    assert outline(rect(1, 2, 30, 40).commands) == "1 2 30 40 re"
    assert outline(polygon([(0, 0), (5, 0), (5, 5), (1, 5)]).commands).split("\n")[-1] == "h"


def test_a_circle_has_no_sides() -> None:
    words = outline(circle(5, 5, 2).commands).split()
    assert [w for w in words if w.isalpha()] == ["m", "c", "c", "c", "c", "h"]


def test_a_dot_drawn_as_a_line_of_no_length_stays() -> None:
    assert outline(line(1, 1, 1, 1, "#000000", 0.5).commands) == "1 1 m\n1 1 l"


def test_curves_and_lines_keep_their_order() -> None:
    path = Path((("M", 0, 0), ("L", 1, 0), ("C", 2, 0, 3, 1, 3, 2), ("L", 3, 2), ("L", 0, 2), ("Z",)))
    assert [line.split()[-1] for line in outline(path.commands).split("\n")] == ["m", "l", "c", "l", "h"]
