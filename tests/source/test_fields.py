from __future__ import annotations

from typing import Any

import pytest

from cardgen.source.fields import Field

COLOURS = ("G", "Y", "R")


@pytest.mark.parametrize(
    ("field", "value", "fits"),
    [
        (Field("f", "text"), "", True),
        (Field("f", "text"), 7, False),
        (Field("f", "text"), None, False),
        (Field("f", "text", default=None), None, True),
        (Field("f", "int", low=0, high=13), 13, True),
        (Field("f", "int", low=0, high=13), 14, False),
        (Field("f", "int", low=0), -1, False),
        (Field("f", "int"), True, False),
        (Field("f", "int"), 1.0, False),
        (Field("f", "number"), 1.5, True),
        (Field("f", "number"), "1.5", False),
        (Field("f", "bool"), False, True),
        (Field("f", "bool"), 0, False),
        (Field("f", "one_of", COLOURS), "Y", True),
        (Field("f", "one_of", COLOURS), "y", False),
        (Field("f", "one_of", (1, 2)), True, False),
        (Field("f", "list", COLOURS), ["G", "G"], True),
        (Field("f", "list", COLOURS), [], True),
        (Field("f", "list", COLOURS), ["G", "Q"], False),
        (Field("f", "list", COLOURS), "GY", False),
        (Field("f", "counts", COLOURS), {"G": 2}, True),
        (Field("f", "counts", COLOURS), {"G": -2}, False),
        (Field("f", "counts", COLOURS), {"Q": 2}, False),
        (Field("f", "counts", COLOURS), ["G"], False),
        (Field("f", "any"), {"a": [1, None]}, True),
    ],
)
def test_a_value_fits_its_field_or_not(field: Field, value: Any, fits: bool) -> None:
    assert (not list(field.faults(value))) is fits


def test_counts_name_every_choice() -> None:
    assert dict(Field("f", "counts", COLOURS).frozen({"Y": 2})) == {"G": 0, "Y": 2, "R": 0}


def test_kept_values_cannot_be_changed() -> None:
    kept = Field("f", "any").frozen({"a": [1, {"b": 2}]})
    assert kept["a"][1]["b"] == 2
    with pytest.raises(TypeError):
        kept["a"] = 3
    assert isinstance(kept["a"], tuple)
