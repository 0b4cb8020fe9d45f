"""The cards of one component: read from a file or from the list itself, checked against the `fields:`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any, NamedTuple

from cardgen.base.errors import Location
from cardgen.model import Card
from cardgen.source.fields import Field, card_shape
from cardgen.source.files import Folder
from cardgen.source.nodes import Block, Document, Items, Step
from cardgen.source.wrong import read, shown

Places = dict[tuple[str, ...], Location]


class CardList(NamedTuple):
    """Where a component's cards are written: a file of their own, or inside game.yaml."""

    document: Document
    path: tuple[Step, ...]


def find_cards(folder: Folder, game: Document, *path: Step) -> CardList | None:
    """Return where the cards named at `path` (a component's `cards:`) stand, or None after noting why not."""
    said = game.get(*path)
    if isinstance(said, Items):
        return CardList(game, path)
    if not isinstance(said, str) or not said:
        return None
    file = folder.find(said, game.where(*path), game.trail(*path), what="cards file")
    document = folder.read_yaml(file, said, ("cards",)) if file else None
    if document is None:
        return None
    if not isinstance(document.data, Items):
        message = f"the file is {shown(document.data, document.at)}, expected a list of cards"
        hint = "begin each card with '- ', such as - {id: A1, count: 2}"
        folder.problems.add(message, document.where(), hint=hint, code="wrong-value")
        return None
    return CardList(document, ())


def read_cards(
    folder: Folder, component: str, listed: CardList, fields: Mapping[str, Field], places: Places
) -> tuple[Card, ...]:
    """Return the cards of a component; every problem is noted at its own place.

    `places` receives the location of every value, by ("cards", id, field).
    """
    cards = []
    shape = card_shape(fields)
    for data, path, made in _expanded(listed):
        document = replace(listed.document, called=(path, str(data.get("id")))) if made else listed.document
        found = read(shape, document, *path, data=data)
        if found is None:
            continue
        said, values = found
        for key, asked in (("face", said.face), ("back", said.back)):
            if asked:
                at = (*path, key)
                folder.find(asked, document.where(*at), document.trail(*at), what="template", shared=True)
        where = document.where(*path)
        name = said.name or said.id
        cards.append(Card(said.id, name, said.count, component, where, values, said.face, said.back))
        places[("cards", said.id)] = where
        block = document.get(*path)
        for key in data:
            line, column, _ = block.values_at[key]
            places[("cards", said.id, key)] = Location(document.file, line, column)
            if key in fields and fields[key].kind == "effects_of":
                _note_places(data[key], document, (*path, key), ("cards", said.id, key), places)
    return tuple(cards)


class _Raw(NamedTuple):
    data: dict[str, Any]
    path: tuple[Step, ...]
    made: bool


def _expanded(listed: CardList) -> Iterator[_Raw]:
    document, path = listed
    for number, card in enumerate(document.get(*path)):
        here = (*path, number)
        if not isinstance(card, Block):
            what = shown(card, document.place(*here))
            message = f"card {number + 1} is {what}, expected a block such as {{id: A1}}"
            document.note(message, *here, within=path)
        elif "each" in card:
            from cardgen.source.expand import product  # Jinja costs 30 ms, and few kits use each:

            made = product(card, document, here, document.problems)
            yield from (_Raw(data, here, True) for data in made)
        else:
            yield _Raw(card, here, False)


def _note_places(
    data: Any, document: Document, path: tuple[Step, ...], trail: tuple[str, ...], places: Places
) -> None:
    """Note where each part of a nested value stands: an entry at its key, an item of a list as `#1`."""
    if isinstance(data, Block):
        named: dict[Step, str] = {key: key for key in data}
    else:
        named = {n: f"#{n + 1}" for n in range(len(data) if isinstance(data, Items) else 0)}
    for step, name in named.items():
        here = (*path, step)
        places[(*trail, name)] = document.where_key(*here)
        _note_places(data[step], document, here, (*trail, name), places)
