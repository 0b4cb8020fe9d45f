"""The cards of a kit as they are defined: what was written, before `each:` makes cards of it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from cardgen.base.errors import Problems
from cardgen.model import KINDS, Card, Kit
from cardgen.source.cards import CardField, CardList, Places, expanded, find_cards, read_cards, read_fields
from cardgen.source.game_file import load_kit
from cardgen.source.kit_shape import Source
from cardgen.source.named import read_data
from cardgen.source.nodes import Block, Items, plain
from cardgen.source.parse import Folder
from cardgen.source.shape import NOTHING
from cardgen.source.tables.rows import Takes


@dataclass(frozen=True)
class Defined:
    """A component's cards as they are written: `cards`, each with the cards that its `each:` makes of it."""

    kind: str
    name: str
    title: str
    fields: Mapping[str, CardField]
    cards: tuple[tuple[Mapping[str, Any], tuple[Mapping[str, Any], ...]], ...]
    made: tuple[Card, ...]
    files: tuple[str, ...]
    """The files in which they stand, as messages call them."""

    @property
    def takes(self) -> dict[str, Takes]:
        return {name: field.takes for name, field in self.fields.items()}

    @property
    def defaults(self) -> dict[str, Any]:
        """What the fields say that a card may leave out."""
        return {
            name: plain(field.key.default)
            for name, field in self.fields.items()
            if field.key.default is not NOTHING and field.key.default is not None and not field.made
        }

    def written(self, expand: bool = False) -> list[dict[str, Any]]:
        """Return the cards as they are written, or with `expand` those that `each:` makes of them."""
        if expand:
            return [plain(card) for _, made in self.cards for card in made]
        return [plain(card) for card, _ in self.cards]


def defined(root: Path) -> tuple[Kit, list[Defined]]:
    """Return a kit and its components as defined; CardgenError with everything that is wrong with it."""
    kit = load_kit(root)
    problems = Problems()
    folder = Folder(root, problems)
    game = folder.read_yaml(root / "game.yaml", "game.yaml")
    assert game is not None  # the kit was made of it
    found = []
    for kind in KINDS:
        for name in game.get(kind) or ():
            fields = read_fields(game, kind, name, "fields")
            listed = find_cards(folder, game, fields, kind, name, "cards") or ()
            made = read_cards(folder, name, listed, fields, {})  # without what effects add
            title = kit.component(name).title
            found.append(Defined(kind, name, title, fields, _written(listed), made, _files(listed)))
    return kit, found


def _written(
    listed: tuple[CardList, ...],
) -> tuple[tuple[Mapping[str, Any], tuple[Mapping[str, Any], ...]], ...]:
    cards = []
    for document, path, entries in listed:
        for n in entries:
            card: Block = document.get(*path)[n]
            made = tuple(data for _, _, data in expanded(card, document, (*path, n)))
            cards.append((card, made))
    return tuple(cards)


def _files(listed: tuple[CardList, ...]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(one.document.file for one in listed if one.entries))


def cards_in(
    file: Path, source: Source, component: Defined, kit: Kit, problems: Problems
) -> tuple[Card, ...]:
    """Return the cards that a file says for a component; what is wrong is noted."""
    document = read_data(
        file,
        source.file,
        source,
        problems,
        root=("cards",),
        columns=component.takes,
        likely=(component.name,),
        language=kit.language,
    )
    if document is None or not isinstance(document.data, Items):
        return ()
    listed = CardList(document, (), range(len(document.data)))
    places: Places = {}
    return read_cards(Folder(kit.root, problems), component.name, (listed,), component.fields, places)


def difference(old: tuple[Card, ...], new: tuple[Card, ...]) -> str:
    """Return in which card and field two lists of cards differ first, an empty text when they are the same to the letter."""
    for one, other in zip(old, new, strict=False):
        if one.id != other.id:
            return f"card {one.id} became {other.id}"
        for name in ("name", "count", "face", "back"):
            if getattr(one, name) != getattr(other, name):
                return f"the {name} of card {one.id}"
        for name in one.fields.keys() | other.fields.keys():
            if _exact(one.fields.get(name)) != _exact(other.fields.get(name)):
                return f"the {name} of card {one.id}"
    if len(old) != len(new):
        return f"{len(old)} cards became {len(new)}"
    return ""


def _exact(value: Any) -> str:
    """Return a value to the letter: 1 is not 1.0, nor true, and blocks keep their order."""
    return repr(plain(value))
