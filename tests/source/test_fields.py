from __future__ import annotations

from typing import Any

import pytest

from cardgen.source.cards import CardField, card_shape, field_shape
from cardgen.source.shape import Key, Shape, Wrong

COLOURS = ("G", "Y", "R")


def fits(shape: Shape[Any], value: Any) -> bool:
    """Return whether a value has this shape."""
    try:
        shape.read(value)
    except Wrong:
        return False
    return True


@pytest.mark.parametrize(
    ("shape", "value", "right"),
    [
        (field_shape("text"), "", True),
        (field_shape("text"), 7, False),
        (field_shape("text"), None, False),
        (field_shape("int", low=0, high=13), 13, True),
        (field_shape("int", low=0, high=13), 14, False),
        (field_shape("int", low=0), -1, False),
        (field_shape("int"), True, False),
        (field_shape("int"), 1.0, False),
        (field_shape("number"), 1.5, True),
        (field_shape("number"), "1.5", False),
        (field_shape("number"), True, False),
        (field_shape("bool"), False, True),
        (field_shape("bool"), 0, False),
        (field_shape("one_of", COLOURS), "Y", True),
        (field_shape("one_of", COLOURS), "y", False),
        (field_shape("one_of", (1, 2)), True, False),
        (field_shape("list", COLOURS), ["G", "G"], True),
        (field_shape("list", COLOURS), [], True),
        (field_shape("list", COLOURS), ["G", "Q"], False),
        (field_shape("list", COLOURS), ["G", ["Q"]], False),
        (field_shape("list", COLOURS), "GY", False),
        (field_shape("counts", COLOURS), {"G": 2}, True),
        (field_shape("counts", COLOURS), {"G": -2}, False),
        (field_shape("counts", COLOURS), {"Q": 2}, False),
        (field_shape("counts", COLOURS), ["G"], False),
        (field_shape("any"), {"a": [1, None]}, True),
    ],
)
def test_a_value_fits_its_field_or_not(shape: Shape[Any], value: Any, right: bool) -> None:
    assert fits(shape, value) is right


def test_nothing_fits_only_where_it_is_the_default() -> None:
    text = field_shape("text")
    empty, filled = (CardField("f", "text", Key(text, "", default)) for default in (None, ""))
    assert fits(card_shape({"f": empty}), {"id": "A1", "f": None})
    assert not fits(card_shape({"f": filled}), {"id": "A1", "f": None})


def test_counts_name_every_choice() -> None:
    assert dict(field_shape("counts", COLOURS).read({"Y": 2})) == {"G": 0, "Y": 2, "R": 0}


def test_kept_values_cannot_be_changed() -> None:
    kept = field_shape("any").read({"a": [1, {"b": 2}]})
    assert kept["a"][1]["b"] == 2
    with pytest.raises(TypeError):
        kept["a"] = 3
    assert isinstance(kept["a"], tuple)
