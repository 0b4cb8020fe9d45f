"""The cards of one component: read from a file or from the list itself, checked against the `fields:`."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from types import MappingProxyType
from typing import Any, NamedTuple

from cardgen.base.errors import Location, Problems, did_you_mean
from cardgen.model import Card
from cardgen.source.fields import STANDARD, Field, explain_faults
from cardgen.source.files import Folder
from cardgen.source.nodes import Block, Document, Items, Step
from cardgen.source.valid import validated
from cardgen.source.wrong import shown

Places = dict[tuple[str, ...], Location]


class CardList(NamedTuple):
    """Where a component's cards are written: a file of their own, or inside game.yaml."""

    document: Document
    path: tuple[Step, ...]


def find_cards(folder: Folder, game: Document, path: tuple[Step, ...]) -> CardList | None:
    """Return where the cards named at `path` (a component's `cards:`) stand, or None after noting why not."""
    said = game.get(*path)
    if isinstance(said, Items):
        return CardList(game, path)
    if not isinstance(said, str) or not said:
        block = game.get(*path[:-1])
        if isinstance(block, Block) and "cards" in block:
            place = game.place(*path)
            folder.problems.add(
                f"cards is {shown(said, place)}, expected the name of a file or a list of cards",
                game.where(*path),
                trail=game.trail(*path),
                hint="such as cards: cards.yaml",
                code="wrong-value",
            )
        return None
    where, trail = game.where(*path), game.trail(*path)
    file = folder.find(said, where, trail, what="cards file")
    if file is None:
        return None
    document = folder.read_yaml(file, said, ("cards",))
    if document is None:
        return None
    if not isinstance(document.data, Items):
        what = shown(document.data, document.at) if document.data is not None else "empty"
        folder.problems.add(
            f"the file is {what}, expected a list of cards",
            document.where(),
            hint="begin each card with '- ', such as - {id: A1, count: 2}",
            code="wrong-value",
        )
        return None
    return CardList(document, ())


def read_cards(
    folder: Folder, component: str, listed: CardList, fields: dict[str, Field], places: Places
) -> tuple[Card, ...]:
    """Return the cards of a component; every problem is noted at its own place.

    `places` receives the location of every value, by ("cards", id, field).
    """
    problems = folder.problems
    cards = []
    for data, path, made in _expanded(listed, problems):
        document = replace(listed.document, called=(path, str(data.get("id")))) if made else listed.document
        part = validated("CardPart", document, path, problems, data)
        values = _values(data, document, path, fields, problems)
        if part is None or values is None:
            continue
        for key, asked in (("face", part.face), ("back", part.back)):
            if asked:
                at = (*path, key)
                folder.find(asked, document.where(*at), document.trail(*at), what="template", shared=True)
        where = document.where(*path)
        cards.append(
            Card(part.id, part.name or part.id, part.count, component, where, values, part.face, part.back)
        )
        places[("cards", part.id)] = where
        for key in data:
            places[("cards", part.id, key)] = document.where(*path, key)
            if key in fields and fields[key].kind == "effects_of":
                _note_places(data[key], document, (*path, key), ("cards", part.id, key), places)
    return tuple(cards)


class _Raw(NamedTuple):
    data: dict[str, Any]
    path: tuple[Step, ...]
    made: bool


def _expanded(listed: CardList, problems: Problems) -> Iterator[_Raw]:
    document, path = listed
    for number, card in enumerate(document.get(*path)):
        here = (*path, number)
        if not isinstance(card, Block):
            problems.add(
                f"card {number + 1} is {shown(card, document.place(*here))}, expected a block such as {{id: A1}}",
                document.where(*here),
                trail=document.trail(*path),
                code="wrong-value",
            )
        elif "each" in card:
            from cardgen.source.expand import product  # Jinja costs 30 ms, and few kits use each:

            yield from (_Raw(made, here, True) for made in product(card, document, here, problems))
        else:
            yield _Raw(card, here, False)


def _values(
    data: dict[str, Any],
    document: Document,
    path: tuple[Step, ...],
    fields: dict[str, Field],
    problems: Problems,
) -> MappingProxyType[str, Any] | None:
    """Return the card's own fields with defaults, or None after noting what does not fit."""
    fits = True
    for key in data:
        if key not in fields and key not in STANDARD:
            problems.add(
                f"unknown field '{key}'",
                document.where_key(*path, key),
                trail=document.trail(*path),
                hint=did_you_mean(key, (*fields, *STANDARD)),
                code="unknown-field",
            )
            fits = False
    values = {}
    for name, field in fields.items():
        if field.made:
            fits &= _not_given(field, data, document, path, problems)
        elif name in data:
            fits &= explain_faults(field, name, data[name], document, (*path, name), problems)
            if fits:
                values[name] = field.frozen(data[name])
        elif field.required:
            problems.add(
                f"'{name}' is missing",
                document.where(*path),
                trail=document.trail(*path),
                hint=f"the component's fields: expect it; give {name} a default: there if cards may leave it out",
                code="missing-key",
            )
            fits = False
        else:
            values[name] = field.frozen(field.default)
    return MappingProxyType(values) if fits else None


def _not_given(
    field: Field, data: dict[str, Any], document: Document, path: tuple[Step, ...], problems: Problems
) -> bool:
    """Note a value that a card gives although it is made from its effects."""
    if field.name not in data:
        return True
    source = str(field.choices[0]).partition(".")[0]
    problems.add(
        f"{field.name} is written by hand, but it is made from {source}",
        document.where_key(*path, field.name),
        trail=document.trail(*path, field.name),
        hint="leave it out; words of your own belong into a field such as flavour",
        code="wrong-value",
    )
    return False


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
