"""game.yaml → `Kit`: the file's own values, and then each part of it with whatever the part names."""

from __future__ import annotations

from typing import Any

from cardgen.base.errors import Location
from cardgen.model import KINDS, Card, Check, Component, Kind, Kit, Named, Players
from cardgen.model.kit import read_only
from cardgen.source.cards import Places, find_cards, read_cards
from cardgen.source.fields import read_fields
from cardgen.source.files import Folder
from cardgen.source.game_parts import check_head, check_name, make_component, make_looks, make_option
from cardgen.source.kit_shape import GamePart
from cardgen.source.leaves import frozen
from cardgen.source.nodes import Block, Document
from cardgen.source.quoting import with_words
from cardgen.source.shape import part
from cardgen.source.wrong import read, shown


def read_game(folder: Folder, document: Document) -> Kit | None:
    """Return the kit, or None when an error was noted; every part is read even when another is wrong."""
    problems = folder.problems
    if not isinstance(document.data, Block):
        what = shown(document.data, document.at)
        problems.add(
            f"the file is {what}, expected 'key: value' lines",
            document.where(),
            hint="begin with game: and title:",
            code="wrong-value",
        )
        return None
    game = read(part(GamePart), document)
    check_head(folder, document)
    places = _places(document)
    components = _components(folder, document, places)
    _unique_ids(folder, document, components)
    options = [make_option(document, name) for name in _names(document, "options")]
    looks = make_looks(document)
    tables = _tables(folder, document)
    rules = document.get("rules")
    if isinstance(rules, str) and rules:
        folder.find(rules, document.where("rules"), document.trail("rules"), what="rules file")
    if game is None or problems.errors:
        return None
    kit = Kit(
        slug=game.game,
        title=game.title,
        subtitle=game.subtitle,
        version=game.version,
        players=Players(game.players.min, game.players.max),
        minutes=game.minutes,
        language=game.language,
        accent=game.accent,
        credits=game.credits,
        components=tuple(c for c in components if c is not None),
        options=Named({o.name: o for o in options if o is not None}, "option"),
        checks=tuple(
            Check(check.that, check.why, document.where("checks", number, "that"))
            for number, check in enumerate(game.checks)
        ),
        looks=looks,
        tables=Named(tables, "table"),
        root=folder.root,
        where=document.where(),
        rules=game.rules,
        sources=tuple(folder.sources),
        guide=game.guide,
        rule_colours=game.rule_colours,
        places=read_only(places),
    )
    if any("effects_of" in entry for component in kit.components for entry in component.fields.values()):
        from cardgen.source.effects.printed import with_effects  # few kits have effects

        kit = with_effects(kit, problems)
    kit = with_words(kit, folder, document)
    return None if problems.errors else kit


def _names(document: Document, key: str) -> list[str]:
    block = document.get(key)
    return list(block) if isinstance(block, Block) else []


def _components(folder: Folder, document: Document, places: Places) -> list[Component | None]:
    components: list[Component | None] = []
    seen: dict[str, Location] = {}
    for kind in KINDS:
        for name in _names(document, kind):
            check_name("component", document, kind, name)
            if name in seen:
                message = f"there are two components called '{name}', the other one in line {seen[name].line}"
                hint = "a component's name is unique in the kit"
                document.note(message, kind, name, at_key=True, hint=hint, code="duplicate-id")
            seen.setdefault(name, document.where_key(kind, name))
            if isinstance(document.get(kind, name), Block):
                components.append(_component(folder, document, kind, name, places))
    if not seen:
        document.note("the kit has no components", hint=f"add one of {', '.join(KINDS)}", code="empty")
    return components


def _component(folder: Folder, document: Document, kind: Kind, name: str, places: Places) -> Component | None:
    fields = read_fields(document, kind, name, "fields")
    listed = find_cards(folder, document, kind, name, "cards")
    cards: tuple[Card, ...] = ()
    if listed is not None:
        if not listed.document.get(*listed.path):
            folder.problems.add(
                f"{name} has no cards",
                listed.document.where(*listed.path),
                trail=document.trail(kind, name, "cards"),
                hint="add at least one, such as - {id: A1}",
                code="empty",
            )
        cards = read_cards(folder, name, listed, fields, places)
    return make_component(folder, document, kind, name, cards)


def _unique_ids(folder: Folder, document: Document, components: list[Component | None]) -> None:
    seen: dict[str, Card] = {}
    for component in components:
        for card in component.cards if component else ():
            first = seen.setdefault(card.id, card)
            if first is card:
                continue
            if first.where == card.where:
                message, hint = (
                    f"each makes two cards with the id '{card.id}'",
                    "use every name of each in the id",
                )
            else:
                message = f"there are two cards with the id '{card.id}', the other one at {first.where}"
                hint = "an id is unique in the kit; for copies of one card write count: 2"
            folder.problems.add(message, card.where, trail=("cards", card.id), hint=hint, code="duplicate-id")


def _tables(folder: Folder, document: Document) -> dict[str, Any]:
    tables: dict[str, Any] = {}
    for name in _names(document, "tables"):
        check_name("table", document, "tables", name)
        said = document.get("tables", name)
        if not isinstance(said, str) or not said:
            continue
        at = ("tables", name)
        path = folder.find(said, document.where(*at), document.trail(*at), what="table")
        table = folder.read_yaml(path, said, ("tables", name)) if path else None
        if table is not None:
            tables[name] = frozen(table.data)
    return tables


def _places(document: Document) -> Places:
    """Return where each value of game.yaml stands, the cards' own places left out."""
    places: Places = {}

    def walk(block: Block, trail: tuple[str, ...]) -> None:
        for key, value in block.items():
            line, column, _ = block.values_at[key]
            places[(*trail, key)] = Location(document.file, line, column)
            if isinstance(value, Block) and len(trail) < 5:
                walk(value, (*trail, key))

    walk(document.data, ())
    return places
