"""A kit's folder → `Kit`: game.yaml's own values, and then each part of it with whatever the part names.

Every problem of every file is noted, and there is a kit only when none is an error. Types are the shapes' business;
sense is checked here.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, TypeAlias

from cardgen.base.contour import hexagon_size
from cardgen.base.errors import CardgenError, Level, Location, Problems, did_you_mean
from cardgen.base.formats import KIT, too_new
from cardgen.base.names import unfit
from cardgen.base.units import Size
from cardgen.model import (
    KINDS,
    Card,
    Check,
    Component,
    Kind,
    Kit,
    Look,
    Named,
    Option,
    OptionRange,
    OptionValue,
    Players,
)
from cardgen.model.flattened import HINGE, level
from cardgen.model.kit import DESIGNERS, HEX_LAYOUTS, SpotPlate, read_only, regular
from cardgen.source.boxes import make_boxes
from cardgen.source.cards import NAME, Places, find_cards, read_cards, read_fields
from cardgen.source.cut import read_cut
from cardgen.source.expand import with_words
from cardgen.source.kit_shape import (
    SLUG,
    Choice,
    ComponentPart,
    GamePart,
    LookPart,
    OptionPart,
    PlatePart,
    PlayersPart,
    ShapeSaid,
    StandeePart,
)
from cardgen.source.leaves import frozen, written
from cardgen.source.migrations import warn_of_old_keys
from cardgen.source.named import read_table
from cardgen.source.nodes import Block, Document, Place, Step
from cardgen.source.parse import Folder, plain_value
from cardgen.source.pictures import check_defaults
from cardgen.source.punching import punchboard
from cardgen.source.shape import part
from cardgen.source.stock import find_stock, named_stock
from cardgen.source.turning import MADE_HERE, turning, usual_bleed
from cardgen.source.wrong import read, shown

_DEFAULT_BLEED = 3.0
_DEFAULT_TOKEN_BLEED = 1.5
# Names a template could not reach: they are what every mapping has by itself.
_TAKEN = frozenset({"items", "keys", "values", "get"})
_NOT_GIVEN: Collection[Kind] = (*MADE_HERE, "standees", "punchboards")
"""Kinds whose pieces are laid out in a way of their own."""
_OF_THE_GUIDE = ("hero", "rows", "tagline", "figure", "sleeves")
_MOST_LETTERS = 60  # of a name that becomes part of the name of a file
MAX_PIECES = 20_000
"""Pieces of a kit, copies included: two thousand sheets."""
Translate: TypeAlias = Callable[[Kit, Problems], Kit]
"""What makes of a kit the same kit in another language, and notes what is wrong with the translation."""


def load_kit(folder: Path) -> Kit:
    """Return the kit in a folder; raises `CardgenError` with every problem of every file."""
    kit, problems = read_kit(folder)
    if kit is None:
        raise CardgenError(problems)
    return kit


def read_kit(folder: Path, translate: Translate | None = None) -> tuple[Kit | None, Problems]:
    """Return the kit in a folder with its warnings, or None with everything that is wrong.

    `translate` gets it as it is written, and returns it in another language.
    """
    problems = Problems()
    files = Folder(folder, problems)
    message, hint = "", ""
    if not folder.is_dir():
        message = "there is no such folder"
    elif not (folder / "game.yaml").is_file():
        message = "there is no game.yaml in this folder"
        hint = "every kit begins with one: game:, title:, version:, players: and its components"
    if message:
        problems.add(message, Location(folder.as_posix()), hint=hint, code="missing-file")
        return None, problems
    path = files.find("game.yaml", Document(files.name_of("game.yaml"), None, Place(0, 0)))
    document = files.read_yaml(path, "game.yaml") if path else None
    return _read_game(files, document, translate) if document else None, problems


def _read_game(folder: Folder, document: Document, translate: Translate | None) -> Kit | None:
    """Return the kit, or None when an error was noted; every part is read even when another is wrong."""
    problems = folder.problems
    if not isinstance(document.data, Block):
        message = f"the file is {shown(document.data, document.at)}, expected 'key: value' lines"
        problems.add(message, document.where(), hint="begin with game: and title:", code="wrong-value")
        return None
    if newer := too_new(document.get("format"), KIT, document.where("format")):
        problems.extend([newer])
        return None
    game = read(part(GamePart), document)
    warn_of_old_keys(document)
    _check_head(folder, document)
    places = _places(document)
    wrong = len(problems.errors)
    components = _components(folder, document, places)
    whole = len(problems.errors) == wrong  # else a card may be missed because its file could not be read
    _unique_ids(folder, components)
    _check_number_of_pieces(document, components)
    ids = {card.id for component in components if component for card in component.cards}
    _check_guide(document, ids if whole else None)
    options = [_make_option(document, name) for name in _names(document, "options")]
    looks = _make_looks(document)
    plates = _make_plates(document)
    boxes = make_boxes(folder, document, [c for c in components if c is not None], looks)
    tables = _tables(folder, document, places)
    rules = document.get("rules")
    if isinstance(rules, str) and rules:
        folder.find(rules, document, "rules", what="rules file")
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
        strategies=game.strategies,
        checks=tuple(
            Check(check.that, check.why, document.where("checks", number, "that"))
            for number, check in enumerate(game.checks)
        ),
        looks=looks,
        plates=plates,
        tables=Named(tables, "table"),
        root=folder.root,
        where=document.where(),
        rules=game.rules,
        sources=tuple(folder.sources),
        guide=game.guide,
        voice=document.get("words") or {},
        rule_colours=game.rule_colours,
        boxes=boxes,
        places=read_only(places),
        translate=game.translate,
    )
    if translate is not None:
        kit = translate(kit, problems)
    if any("effects_of" in entry for component in kit.components for entry in component.fields.values()):
        from cardgen.source.effects.printed import with_effects  # few kits have effects

        if kit.original is not None:
            kit = replace(kit, original=with_effects(kit.original, Problems()))
        kit = with_effects(kit, problems)
    if kit.original is not None:
        kit = replace(kit, original=with_words(kit.original, document))
    kit = with_words(kit, document)
    return None if problems.errors else kit


def _check_number_of_pieces(document: Document, components: list[Component | None]) -> None:
    """Note the component with which a kit becomes more than anybody prints: it would be laid out for hours."""
    total = 0
    for component in components:
        total += component.total if component else 0
        if component and total > MAX_PIECES:
            message = f"the kit has {total:,} pieces with this component, at most {MAX_PIECES:,} are printed"
            document.note(message, component.kind, component.id, at_key=True, code="too-many-pieces")
            return


def _check_guide(document: Document, ids: Collection[str] | None) -> None:
    """Note what the print guide cannot print: words that are none, cards that are not in the kit, if all of it was read."""
    guide = document.get("guide")
    if not isinstance(guide, Block):
        return
    for key in guide:
        near = did_you_mean(key, _OF_THE_GUIDE)
        if key not in _OF_THE_GUIDE and near.startswith("did"):
            document.note(
                f"the guide has no '{key}'", "guide", key, at_key=True, hint=near, code="unknown-key"
            )

    def words(*path: Step, number: bool = False) -> None:
        value = document.get(*path)
        if value is not None and not isinstance(value, (str, int, float) if number else str):
            what = shown(value, document.at)
            document.note(f"{path[-1]} is {what}, expected a few words", *path, code="wrong-value")

    words("guide", "tagline")
    figure = guide.get("figure")
    if isinstance(figure, Block):
        for key in ("value", "unit", "note"):
            words("guide", "figure", key, number=True)
    elif figure is not None:
        hint = "write figure: {value: 52, unit: cards, note: in the box}"
        document.note("figure is no block", "guide", "figure", hint=hint, code="wrong-value")
    for key in ("hero", "rows"):
        listed = guide.get(key)
        if listed is not None and not isinstance(listed, list):
            hint = f"write {key}: [A1, back:A1]"
            document.note(f"{key} is no list of cards", "guide", key, hint=hint, code="wrong-value")
            continue
        if ids is None:
            continue
        for row in listed or ():
            for name in row if isinstance(row, list) else [row]:
                if not isinstance(name, str) or ("{{" not in name and name.rpartition(":")[2] not in ids):
                    said = shown(name, document.at)
                    hint = did_you_mean(name, ids) if isinstance(name, str) else ""
                    message = f"{key} names {said}, which is no card of the kit"
                    document.note(message, "guide", key, hint=hint, level="warning", code="unknown-card")


def _names(document: Document, key: str) -> list[str]:
    block = document.get(key)
    return list(block) if isinstance(block, Block) else []


def _components(folder: Folder, document: Document, places: Places) -> list[Component | None]:
    components: list[Component | None] = []
    seen: dict[str, Location] = {}
    for kind in KINDS:
        for name in _names(document, kind):
            _check_name("component", document, kind, name)
            if name in seen:
                message = f"there are two components called '{name}', the other one in line {seen[name].line}"
                hint = "a component's name is unique in the kit"
                document.note(message, kind, name, at_key=True, hint=hint, code="duplicate-id")
            seen.setdefault(name, document.where_key(kind, name))
            if isinstance(document.get(kind, name), Block):
                components += _component(folder, document, kind, name, places, components)
    if not seen:
        document.note("the kit has no components", hint=f"add one of {', '.join(KINDS)}", code="empty")
    return components


def _component(
    folder: Folder,
    document: Document,
    kind: Kind,
    name: str,
    places: Places,
    before: Sequence[Component | None],
) -> Sequence[Component | None]:
    """Return a component, or the several that a dial or a spinner is made of; a punchboard holds pieces of those before."""
    words = document.get(kind, name, "stock")
    if kind in _NOT_GIVEN and isinstance(words, str) and words in find_stock(folder.root):
        message = f"{kind} do not lie in the cells of a sheet, and {words} is one"
        hint = "write stock: in words, or leave it out"
        document.note(message, kind, name, "stock", hint=hint, code="stock")
    if kind == "punchboards":
        board = punchboard(folder, document, name, before)
        if board:
            _check_measures(board, document)
            _check_made_of(board, document)
        return [board]
    fields = read_fields(document, kind, name, "fields")
    check_defaults(folder, document, kind, name, "fields")
    listed = find_cards(folder, document, fields, kind, name, "cards")
    cards: tuple[Card, ...] = ()
    if listed is not None:
        if not any(one.entries for one in listed) and (len(listed) == 1 or not folder.problems.errors):
            where, trail = listed[0].document.where(*listed[0].path), document.trail(kind, name, "cards")
            hint = "add at least one, such as - {id: A1}"
            folder.problems.add(f"{name} has no cards", where, trail=trail, hint=hint, code="empty")
        cards = read_cards(folder, name, listed, fields, places)
    if kind in MADE_HERE:
        return turning(folder, document, kind, name, cards)
    return [_make_component(folder, document, kind, name, cards)]


def _unique_ids(folder: Folder, components: list[Component | None]) -> None:
    seen: dict[str, Card] = {}
    for component in components:
        for card in component.cards if component else ():
            first = seen.setdefault(card.id, card)
            if first is card:
                continue
            if first.where == card.where:
                message = f"each makes two cards with the id '{card.id}'"
                hint = _id_apart(first, card)
            else:
                message = f"there are two cards with the id '{card.id}', the other one at {first.where}"
                hint = "an id is unique in the kit; for copies of one card write count: 2"
            folder.problems.add(message, card.where, trail=("cards", card.id), hint=hint, code="duplicate-id")


def _id_apart(first: Card, card: Card) -> str:
    """Return how to tell two cards apart that `each:` gives one id: by what they differ in."""
    for name, value in card.fields.items():
        other = first.fields.get(name)
        if value != other and isinstance(value, str | int) and isinstance(other, str | int):
            return f"{name} is {other} in one and {value} in the other: write more of it into the id, such as {{{{ {name} }}}}"
    return "use every name of each in the id"


def _tables(folder: Folder, document: Document, places: Places) -> dict[str, Any]:
    tables: dict[str, Any] = {}
    for name in _names(document, "tables"):
        _check_name("table", document, "tables", name)
        said = document.get("tables", name)
        table = read_table(folder, document, name) if said else None
        if table is not None:
            tables[name] = frozen(table.data)
            places |= _places(table, ("tables", name))
    return tables


def _places(document: Document, above: tuple[str, ...] = ()) -> Places:
    """Return where each value of game.yaml stands, or of a table in it, the cards' own places left out."""
    places: Places = {}

    def walk(block: Block, trail: tuple[str, ...]) -> None:
        for key, value in block.items():
            places[(*trail, key)] = block.values_at[key].within(document.file)
            if isinstance(value, Block) and len(trail) < 5:
                walk(value, (*trail, key))

    if isinstance(document.data, Block):
        walk(document.data, above)
    return places


def _check_name(what: str, document: Document, *path: Step) -> None:
    """Note a name that no template and no check could write."""
    name = str(path[-1])
    taken = name in _TAKEN
    if len(name) > _MOST_LETTERS:
        message = f"the name of a {what} has at most {_MOST_LETTERS} letters, this one has {len(name)}"
        document.note(message, *path, at_key=True, code="name")
        return
    if re.fullmatch(NAME, name) and not taken:
        return
    mended = re.sub(r"\W+", "_", name, flags=re.ASCII).strip("_")
    why = "it has another meaning in templates" if taken else "expected letters, digits and _"
    hint = f"write {mended}:" if not taken and re.fullmatch(NAME, mended) else ""
    document.note(
        f"'{name}' cannot be the name of a {what}, {why}", *path, at_key=True, hint=hint, code="name"
    )


def _check_head(folder: Folder, document: Document) -> None:
    """Check the sense of the kit's own lines: the folder's name, the players, the credits."""
    slug, own = document.get("game"), folder.root.resolve().name
    if isinstance(slug, str) and slug != own and re.fullmatch(SLUG, slug):
        message = f"game is '{slug}', but the folder is called '{own}'"
        document.note(message, "game", hint=f"write game: {own}, or rename the folder", code="slug")
    if isinstance(slug, str) and (why := unfit(slug)):
        hint = "give the folder another name"
        document.note(
            f"no folder of every computer can be called '{slug}': {why}", "game", hint=hint, code="slug"
        )
    players = read(part(PlayersPart), document, "players", quietly=True)
    if players and players.min > players.max:
        low, high = players.min, players.max
        message = f"players.min is {low} and players.max is {high}, expected min to be the smaller one"
        hint = f"write players: {{min: {high}, max: {low}}}"
        document.note(message, "players", "min", within=("players",), hint=hint, code="players")
    given = document.get("credits")
    if not isinstance(given, Block) or not any(given.get(key) for key in DESIGNERS):
        hint = "write credits: {design: the designer's name}"
        document.note("the credits name no designer", "credits", hint=hint, level="warning", code="credits")


def _make_component(
    folder: Folder, document: Document, kind: Kind, name: str, cards: tuple[Card, ...]
) -> Component | None:
    """Return the component with its defaults filled in, or None when its own lines are wrong."""
    path = (kind, name)
    for key in ("face", "back"):
        template = document.get(*path, key)
        if isinstance(template, str) and template:
            folder.find(template, document, *path, key, what="template", shared=True)
    said = read(part(StandeePart if kind == "standees" else ComponentPart), document, *path, quietly=True)
    if said is None:
        return None
    tokens = kind == "tokens"
    bleed = said.bleed
    if bleed is None:
        bleed = _DEFAULT_TOKEN_BLEED if tokens else _DEFAULT_BLEED
        if kind == "standees":
            bleed = usual_bleed(min(said.size.width, said.size.height))
    shape = said.shape or ShapeSaid("round" if tokens else "rect")
    size = _fitting_size(said.size, shape, document, *path)
    stock = named_stock(said.stock, folder.root, folder.problems)
    component = Component(
        id=name,
        kind=kind,
        title=said.title or name.replace("_", " ").capitalize(),
        size=size,
        shape=shape.shape,
        bleed=bleed,
        corner=said.corner,
        face=said.face,
        back=said.back,
        cards=cards,
        where=document.where_key(*path),
        note=said.note,
        stock=said.stock,
        fields=frozen(document.get(*path, "fields") or {}),
        needs=said.needs or "",
        made_of=said.made_of,
        balance=_make_balance(document, *path),
        layout=said.layout or "",
        turns=said.turns,
        safe=said.safe,
        cut=read_cut(folder, document, (*path, "shape"), shape.file, shape.id, size, said.safe)
        if shape.file
        else None,
        feet=(said.feet or "fold") if isinstance(said, StandeePart) else "",
        given=stock.rows_for(size) if stock else None,
    )
    if isinstance(said, StandeePart):
        if not said.feet and (shape.file or component.in_two):
            component = replace(component, feet="slot")
        _check_standee(component, document)
    _check_measures(component, document)
    _check_made_of(component, document)
    _check_given(component, folder.root, document)
    return component


def _check_given(component: Component, root: Path, document: Document) -> None:
    """Note what cannot be printed in the cells of the sheet that `stock:` names."""
    stock, path = component.given, (component.kind, component.id)
    words = component.stock
    if stock is None:
        near = did_you_mean(words, find_stock(root)) if re.fullmatch(r"\w+(-[\w.]+)+", words) else ""
        if near.startswith("did"):
            message = f"no sheet with cells is called '{words}', so these are words for people"
            document.note(message, *path, "stock", hint=near, level="warning", code="stock")
        return

    def refuse(message: str, hint: str, *inside: str, level: Level = "error") -> None:
        document.note(message, *path, *inside or ("stock",), hint=hint, level=level, code="stock")

    if stock.seat(component.size, component.shape) is None:
        cell = f"{stock.cell}{' round' if stock.round else ''}"
        hint = "a smaller size, or a stock with larger cells: cardgen stock lists them"
        refuse(f"{component.title} is {component.size}, but a cell of {stock.name} is {cell}", hint)
    if component.made.board and not stock.sticks:
        hint = "leave board: out, or take a stock of labels"
        refuse(f"{stock.name} is torn into cards, nothing is glued onto a board", hint, "made_of")
    elif (asked := component.made.sides) not in ("", "front", component.sides) and component.has_back:
        hint = f"leave sides: out for {component.sides}"
        refuse(f"sides is {asked}, but {stock.name} has cells of its own", hint, "made_of", "sides")
    elif component.has_back and component.sides == "front" and asked != "front":
        hint = "write backs: duplex in its file if its other side can be printed on, or leave back: out"
        refuse(f"{stock.name} is printed on one side, so no back is printed", hint, level="warning")


def _make_balance(document: Document, *path: str) -> Mapping[str, str]:
    """Return the fields that `balance:` names; note those that are none, or hold what cannot be counted."""
    block, fields = document.get(*path, "balance"), document.get(*path, "fields") or {}
    found: dict[str, str] = {}
    for name in block if isinstance(block, Block) else ():
        said = block[name]
        if not isinstance(said, str) or not isinstance(fields, Block):
            continue
        kind = fields.get(said)
        if said not in fields:
            hint = did_you_mean(said, [*fields])
            document.note(
                f"balance.{name} is '{said}', but no field is called so",
                *path,
                "balance",
                name,
                hint=hint,
                code="balance",
            )
        elif (
            name != "group"
            and isinstance(kind, Block)
            and not ("made_from" in kind or kind.get("type") in ("int", "number"))
        ):
            message = f"balance.{name} is '{said}', and that is no number"
            document.note(
                message, *path, "balance", name, hint="name a field with type: int or number", code="balance"
            )
        else:
            found[name] = said
    return found


def _fitting_size(size: Size, shape: ShapeSaid, document: Document, *path: Step) -> Size:
    """Return the box of a piece; that of a hexagon is told from its measure from edge to edge."""
    if shape.shape != "hex":
        return size
    try:
        return regular(size, shape.pointy)
    except ValueError as error:
        hint = f"write size: {min(size.width, size.height):g}mm, its measure from edge to edge"
        document.note(f"size is {size}, but {error}", *path, "size", hint=hint, code="measure")
        return hexagon_size(min(size.width, size.height), bool(shape.pointy))


def _check_measures(component: Component, document: Document) -> None:
    short = min(component.size.width, component.size.height)
    most = f"on a piece of {component.size}, expected at most {short / 2:g} mm"

    def refuse(key: str, message: str, hint: str) -> None:
        document.note(message, component.kind, component.id, key, hint=hint, code="measure")

    if component.bleed > short / 2:
        refuse("bleed", f"bleed is {component.bleed:g} mm {most}", "3mm is usual")
    if component.corner > short / 2:
        hint = "3mm is usual; shape: round makes a circle"
        refuse("corner", f"corner is {component.corner:g} mm {most}", hint)
    if component.corner and component.shape in ("hex", "free"):
        what = "a hexagon" if component.shape == "hex" else "a path"
        refuse("corner", f"corner is {component.corner:g} mm, but the shape is {what}", "leave corner: out")
    if component.layout in HEX_LAYOUTS and component.shape != "hex":
        hint = "write layout: nest, or leave it out"
        refuse("layout", f"layout is {component.layout}, which only hexagons have", hint)
    if component.layout == "grid" and not component.plain:
        refuse("layout", "layout is grid, but only rectangles and circles lie in rows", "leave layout: out")
    if component.shape == "round" and component.size.width != component.size.height:
        message = f"size is {component.size}, expected both sides equal for a round piece"
        refuse("size", message, "write shape: rect for an oblong piece")


def _check_standee(component: Component, document: Document) -> None:
    """Note what cannot be folded at the head, be glued together, or stand."""
    path, size = (component.kind, component.id), component.size
    for y, edge, what in ((0.0, "upper", "folded"), (size.height, "lower", "stood on")):
        if component.feet == "plastic" if y else component.in_two:
            continue
        ends = level(component.contour, y) or (0.0, 0.0)
        if ends[1] - ends[0] < HINGE * size.width - 1e-6:
            message = (
                f"the {edge} edge is straight for {ends[1] - ends[0]:.1f} mm, expected at least "
                f"{HINGE * size.width:.1f} mm to be {what}"
            )
            hint = "draw a straight line there" + (
                "" if y else ", or write made_of: {paper: card, sides: pins}"
            )
            document.note(message, *path, "shape", within=path, hint=hint, code="standee")
    if not component.in_two:
        return
    if component.feet == "fold":
        message = "feet is fold, but front and back of this figure are two pieces, and their ends can't be bent outwards"
        document.note(message, *path, "feet", within=path, hint="write feet: slot or plastic", code="standee")
    if not component.has_back:
        message = "it has no back, and only a figure that is folded shows its front through the paper"
        document.note(message, *path, within=path, hint="add back: and a template", code="standee")


def _check_made_of(component: Component, document: Document) -> None:
    """Note what cannot be made of a board and a back."""
    made, path = component.made, (component.kind, component.id)
    if made.sides == "duplex" and made.mounted and component.has_back:
        message = (
            f"sides is duplex, but the back of a sheet that is glued onto {made.board:g} mm board is inside"
        )
        hint = f"leave sides: out for {replace(component, made_of=replace(made, sides='')).sides}"
        document.note(message, *path, "made_of", "sides", hint=hint, code="made-of")
    spine = next((key for key in ("sides", "edge") if getattr(made, key) in ("wrap", "spine")), "")
    if spine and not component.wraps:
        message = (
            "no sheet can be folded round a piece that is round, has round corners, stands or is punched"
        )
        document.note(message, *path, "made_of", spine, hint="write sides: pins", code="made-of")
    if spine and not made.mounted:
        message = "there is no board for the sheet to be folded round"
        document.note(message, *path, "made_of", spine, hint="add board: 2mm", code="made-of")


def _typed_key(block: Block, key: str) -> Choice:
    """Return what a key means when keys are values: `3:` is the number 3, `"3":` is text."""
    raw = block.keys_at[key].raw
    value = key if raw is None else plain_value(raw)
    return value if isinstance(value, (str, int, bool)) else key


def _make_option(document: Document, name: str) -> Option | None:
    path = ("options", name)
    _check_name("option", document, *path)
    said = read(part(OptionPart), document, *path, quietly=True)
    if said is None:
        return None
    block = document.get(*path, "values")
    values = tuple(OptionValue(_typed_key(block, key), says) for key, says in said.values.items())
    if said.range and said.range.max < said.range.min:
        message = f"max is {said.range.max}, expected {said.range.min} or more"
        document.note(message, *path, "range", "max")
    if said.range and "{n}" not in said.range.says:
        document.note(
            "says does not name the number", *path, "range", "says", hint="write {n} where it stands"
        )
    numbers = OptionRange(said.range.min, said.range.max, said.range.says) if said.range else None
    option = Option(
        name=name,
        title=said.title or name.replace("_", " ").capitalize(),
        values=values,
        default=said.default,
        ruling=said.ruling,
        where=document.where_key(*path),
        range=numbers,
    )
    if option.find(said.default) is None:
        words = [written(value.value) for value in values]
        default = written(said.default)
        hint = did_you_mean(default, words)
        if default in words:
            text = isinstance(said.default, str)
            hint = (
                f"write default: {default}, no quotes" if text else f'write default: "{default}", with quotes'
            )
        message = f"default is '{default}', expected one of its values: {option.allowed}"
        hint = "" if hint.startswith("known") or (option.range and default.isdigit()) else hint
        document.note(message, *path, "default", hint=hint, code="option-default")
    return option


def _check_look_names(document: Document) -> None:
    """Note names that cannot be part of the name of a file, or are one with another there."""
    seen: dict[str, str] = {}
    for name in _names(document, "looks"):
        path = ("looks", name)
        if not re.fullmatch(r"[A-Za-z0-9][A-Za-z0-9_-]*", name):
            message = f"'{name}' cannot be the name of a look, expected letters, digits, - and _"
            document.note(message, *path, at_key=True, code="name")
        elif len(name) > _MOST_LETTERS:
            message = (
                f"this name has {len(name)} letters, at most {_MOST_LETTERS} fit into the name of a file"
            )
            document.note(message, *path, at_key=True, code="name")
        other = seen.setdefault(name.casefold(), name)
        if other != name:
            message = f"the looks {other} and {name} would be printed into the same files"
            document.note(message, *path, at_key=True, code="name")


def _make_plates(document: Document) -> Mapping[str, SpotPlate]:
    """Return the plates of a press that the kit names; an ink that no press has, or two plates of one, are noted."""
    block = document.get("plates")
    plates: dict[str, SpotPlate] = {}
    for name in block if isinstance(block, Block) else ():
        said = read(part(PlatePart), document, "plates", name, quietly=True)
        if said is None:
            continue
        known = _PLATES.get(name)
        ink = said.ink or (known.ink if known else "")
        if not ink:
            hint = f"write ink:, or one of {', '.join(_PLATES)}, whose inks are known"
            document.note(f"the plate '{name}' does not say its ink", "plates", name, hint=hint, code="plate")
        elif ink.casefold() in _NO_SPOT or ink in {plate.ink for plate in plates.values()}:
            taken = ink.casefold() not in _NO_SPOT
            message = f"'{ink}' is {'the ink of another plate' if taken else 'no ink of its own on a press'}"
            document.note(message, "plates", name, hint="expected a name such as Foil", code="plate")
        else:
            base = known or SpotPlate(name, ink, "#808080", overprint=False, at_home=True)
            new = {key: value for key in _OF_PLATE if (value := getattr(said, key)) is not None}
            plates[name] = replace(base, **{**new, "ink": ink})
    return read_only(plates)


_PLATES = {
    plate.name: plate
    for plate in (
        SpotPlate("foil", "Foil", "#c9a227", overprint=False, at_home=True),
        SpotPlate("white", "White", "#99d5ef", overprint=True, at_home=False, least=0.15),
        SpotPlate("uv", "UV", "#6666ff", overprint=True, at_home=False, least=0.2),
        SpotPlate("cut", "CutContour", "#ff00ff", overprint=True, at_home=False, least=0.0),
    )
}
_OF_PLATE = ("shows", "overprint", "at_home", "least")
_NO_SPOT = frozenset({"all", "none", "cyan", "magenta", "yellow", "black"})


def _make_looks(document: Document) -> Named[Look]:
    """Return the looks; a colour that one look has and another lacks is noted, as are rule colours no look has."""
    block = document.get("looks")
    looks: dict[str, Look] = {}
    _check_look_names(document)
    for name in block if isinstance(block, Block) else ():
        said = read(part(LookPart), document, "looks", name, quietly=True)
        if said:
            looks[name] = Look(name, said.title or name.replace("-", " ").capitalize(), said.palette)
    for name, look in looks.items():
        for other in looks.values():
            for colour in [c for c in other.palette if c not in look.palette]:
                message = f"the look {name} has no colour '{colour}', but the look {other.name} has"
                hint = f'write {colour}: "{other.palette[colour]}"'
                document.note(message, "looks", name, "palette", hint=hint, code="look-colour")
    rule_colours = document.get("rule_colours")
    known = {colour for look in looks.values() for colour in look.palette}
    for number, colour in enumerate(rule_colours if isinstance(rule_colours, list) else ()):
        if isinstance(colour, str) and colour not in known and looks:
            message, hint = f"no look has the rule colour '{colour}'", did_you_mean(colour, known)
            at = ("rule_colours", number)
            document.note(message, *at, within=("rule_colours",), hint=hint, code="rule-colour")
    return Named(looks or {"full": Look("full", "Full colour", read_only({}))}, "look")
