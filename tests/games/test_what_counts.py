"""A saved game is of the kit it was played with: what the rules read of it is in its fingerprint."""

from __future__ import annotations

import re
from dataclasses import replace
from types import MappingProxyType
from typing import Any

import pytest

from cardgen.engine.playing import fingerprint
from cardgen.games import GAMES, SHIPPED, game_class, make_game, player_counts
from cardgen.model import Kit, Named
from tests.games.kits import ROOT, kit_of

ALL_PIECES = {"cheers": {"mode": "masquerade"}}  # the evening with all tokens on the table


def sources(slug: str) -> str:
    files = sorted((ROOT / "cardgen" / "games" / slug.replace("-", "_")).rglob("*.py"))
    return "\n".join(file.read_text("utf-8") for file in files)


@pytest.mark.parametrize("slug", list(GAMES))
def test_every_table_that_a_game_reads_counts(slug: str) -> None:
    read = {one or other for one, other in re.findall(r"tables(?:\[\"(\w+)\"\]|\.(\w+))", sources(slug))}
    assert read == set(game_class(kit_of(slug)).tables_that_count)
    assert read <= set(kit_of(slug).tables)


@pytest.mark.parametrize("slug", list(SHIPPED))
def test_every_field_that_counts_is_one_and_changes_the_fingerprint(slug: str) -> None:
    kit = kit_of(slug)

    def game(kit: Kit) -> Any:
        return make_game(kit, player_counts(kit)[0], ALL_PIECES.get(slug))

    was = fingerprint(game(kit))
    for name in game_class(kit_of(slug)).fields_that_count:
        card = next(c for c in cards(kit) if name in c.fields)
        assert fingerprint(game(with_field(kit, card.id, name))) != was, name
    for name in game_class(kit_of(slug)).tables_that_count:
        assert fingerprint(with_tables(game(kit), name)) != was, name


def cards(kit: Kit) -> list[Any]:
    return [card for component in kit.components for card in component.cards]


def with_field(kit: Kit, card_id: str, name: str) -> Kit:
    """The kit with a value swapped against that of another card: still a game, but another one."""
    card = kit.card(card_id)
    other = next(c for c in cards(kit) if name in c.fields and c.fields[name] != card.fields[name])
    swapped = {card.id: other.fields[name], other.id: card.fields[name]}

    def changed(c: Any) -> Any:
        if c.id not in swapped:
            return c
        return replace(c, fields=MappingProxyType({**c.fields, name: swapped[c.id]}))

    components = tuple(replace(part, cards=tuple(map(changed, part.cards))) for part in kit.components)
    return replace(kit, components=components)


def with_tables(game: Any, name: str) -> Any:
    game.kit = replace(game.kit, tables=Named({**game.kit.tables, name: "another"}, "table"))
    return game
