from __future__ import annotations

import copy
import pickle
from types import MappingProxyType

import pytest

from cardgen.base.errors import Location
from cardgen.model import Card, Kit, Named
from cardgen.model.kit import read_only


def card(**fields: object) -> Card:
    return Card("K1", "King", 2, "main", Location("cards.yaml", 3, 1), read_only(fields))


def test_a_field_reads_as_an_attribute() -> None:
    assert card(value=13).value == 13


def test_an_unknown_field_suggests_the_nearest() -> None:
    with pytest.raises(AttributeError, match="did you mean 'value'"):
        _ = card(value=13).valeu


def test_cards_and_what_they_hold_survive_pickling_and_copying() -> None:
    king = card(counts=MappingProxyType({"G": 1, "deep": MappingProxyType({"a": (1,)})}))
    assert pickle.loads(pickle.dumps(king)) == king
    assert copy.deepcopy(king) == king


def test_a_named_entry_is_an_attribute_too() -> None:
    decks = Named({"main": 1}, "deck")
    assert decks.main == decks["main"] == 1
    with pytest.raises(AttributeError, match="no deck 'mian'"):
        _ = decks.mian
    assert pickle.loads(pickle.dumps(decks)).main == 1


def test_a_part_without_a_line_of_its_own_is_placed_at_the_nearest_around_it() -> None:
    whole, looks, full = (Location("game.yaml", line, 1) for line in (1, 20, 21))
    kit = object.__new__(Kit)
    for name, value in (("where", whole), ("places", {("looks",): looks, ("looks", "full"): full})):
        object.__setattr__(kit, name, value)
    assert kit.place("looks", "full") is full
    assert kit.place("looks", "full", "palette", "ink") is full
    assert kit.place("looks", "dark") is looks
    assert kit.place("tables") is whole
