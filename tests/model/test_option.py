"""A house rule may be a number: any of a range, beside the values that have sentences of their own."""

from __future__ import annotations

import pytest

from cardgen.base.errors import NOWHERE
from cardgen.model import Option, OptionRange, OptionValue

VALUES = (OptionValue(0, "No end."), OptionValue(8, "Eight."), OptionValue(True, "Yes."))
ROUNDS = Option(
    "rounds", "Rounds", VALUES, 0, "", NOWHERE, OptionRange(1, 50, "The game ends after {n} rounds.")
)


@pytest.mark.parametrize(
    ("value", "says"),
    [
        (0, "No end."),
        (8, "Eight."),
        (True, "Yes."),
        (1, "The game ends after 1 rounds."),
        (50, "The game ends after 50 rounds."),
        (51, None),
        (False, None),
        ("8", None),
        (8.0, None),
    ],
)
def test_a_value_is_one_of_the_list_or_of_the_range(value: object, says: str | None) -> None:
    found = ROUNDS.find(value)
    assert (found and found.says) == says


@pytest.mark.parametrize(
    ("word", "value"),
    [("8", 8), ("true", True), ("TRUE", True), ("20", 20), ("x", None), ("-1", None), ("٣", None)],
)
def test_a_word_of_the_command_line_is_a_value(word: str, value: object) -> None:
    found = ROUNDS.read(word)
    assert (found and found.value) == value
    assert found is None or type(found.value) is type(value)


def test_what_may_be_chosen_is_told_in_words() -> None:
    assert ROUNDS.allowed == "0, 8, true or a whole number from 1 to 50"
