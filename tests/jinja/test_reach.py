"""What an expression of a stranger's kit can reach, and how much it can make."""

from __future__ import annotations

import pytest

from cardgen.jinja.expressions import ExpressionError, understood
from cardgen.model import Named

NAMES = {"decks": Named({"main": 7}, "deck"), "n": 1000, "many": 3000, "word": 1000 * "a"}


@pytest.mark.parametrize("source", ["decks._entries", "decks.__class__", "decks['_entries']", "decks._what"])
def test_what_begins_with_an_underscore_is_not_reached(source: str) -> None:
    assert understood("decks.main").value(NAMES) == 7
    with pytest.raises(ExpressionError):
        understood(source).value(NAMES)


@pytest.mark.parametrize("source", ["word * n", "n * word", "[word] * n * n", "(word * many) | length"])
def test_no_text_and_no_list_grows_beyond_bounds(source: str) -> None:
    with pytest.raises(ExpressionError):
        understood(source).value(NAMES)
