"""`table.yaml` of a kit → hints for showing its table on a screen: where zones lie, what they are called, in players' words."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any, Final, Literal, TypeAlias

from cardgen.base.errors import CardgenError, Problems, did_you_mean
from cardgen.model import Kit
from cardgen.source.leaves import ANYTHING, TEXT, kept, number, one_of, parsed, whole
from cardgen.source.nodes import Document
from cardgen.source.parse import Folder, parse_yaml
from cardgen.source.shape import Keyed, Schema, Shape, json_schema, key, list_of, map_of, part
from cardgen.source.spoken import spoken_screen
from cardgen.source.wrong import read

NAME: Final = "table.yaml"
Show: TypeAlias = Literal["fan", "row", "pile", "grid", "board", "ring"]
Area: TypeAlias = Literal["middle", "board", "own", "hand"]
_SHOW: Shape[Show] = one_of("fan", "row", "pile", "grid", "board", "ring", guess=True)
_AREA: Shape[Area] = one_of("middle", "board", "own", "hand", guess=True)
_SWITCH: Shape[bool] = parsed(
    kept(lambda value: isinstance(value, bool)), "true or false", {"type": "boolean"}
)


def _is_spot(value: Any) -> bool:
    return isinstance(value, list) and len(value) == 2 and all(type(one) in (int, float) for one in value)


_SPOT: Shape[Any] = parsed(
    kept(_is_spot),
    "a place in mm from the top left corner, such as [16.4, 97.6]",
    {"type": "array", "items": {"type": "number"}, "minItems": 2, "maxItems": 2},
)


class ZonePart(Keyed, example="{title: Supply, places: 3}"):
    """How one zone is shown; what is left out comes from the game."""

    title: str | None = key(TEXT, "What players call it.", default=None)
    shared: str | None = key(
        TEXT, "What players call the one that is nobody's, where each has one, too.", default=None
    )
    show: Show | None = key(
        _SHOW,
        "A hand, a row, a pile, a grid, a printed board, or a trick: one place for each seat.",
        default=None,
    )
    area: Area | None = key(
        _AREA, "Where it lies: in the middle, before its player, in the hand.", default=None
    )
    places: int | None = key(whole(1, 20), "So many places are drawn.", default=None)
    size: float | None = key(number(0.2, 4), "How large its pieces are; 1 is usual.", default=None)
    slim: bool | None = key(_SWITCH, "A pile of which only the number matters.", default=None)
    hides: bool | None = key(_SWITCH, "It takes no room while it is empty.", default=None)
    asked: bool | None = key(_SWITCH, "It is shown only while one of its pieces can be chosen.", default=None)
    out: bool | None = key(_SWITCH, "It is not shown.", default=None)
    sides: str | None = key(TEXT, "The house rule that says which side of the board is up.", default=None)
    spots: Mapping[str, tuple[Any, ...]] = key(
        map_of(list_of(_SPOT)),
        "Where the spots of the board are, from the first: for each side by its name, or under 'all'.",
        default={},
    )


class FreePlacePart(Keyed, example="{title: Deck, begins: [cards], face: down}"):
    """A pile of the free table."""

    title: str | None = key(TEXT, "What players call it.", default=None)
    begins: tuple[str, ...] = key(
        list_of(TEXT), "What lies there at first: components, or cards by their ids.", default=()
    )
    face: Literal["up", "down"] | None = key(
        one_of("up", "down", guess=True),
        "Down where its pieces have a back, unless you say so.",
        default=None,
    )
    shuffled: bool = key(_SWITCH, "Closed piles are shuffled at first, unless you say no.", default=True)
    at: Any = key(_SPOT, "Its top left corner; left out, it is laid where there is room.", default=None)


class FreeDealPart(Keyed, example="{pile: deck, cards: 5, to: hand}"):
    """The cards that are dealt before the first turn, in the order of the file."""

    pile: str = key(TEXT, "The pile: a place, or a component in one.")
    cards: int = key(whole(1, 100), "So many to each, or so many turned up.")
    to: Literal["hand", "area", "table"] = key(
        one_of("hand", "area", "table", guess=True),
        "Hands, before each player, or face up on the table.",
        default="hand",
    )


class FreeCounterPart(Keyed, example="{title: Coins, each: true, begins: 3}"):
    """A number that players keep."""

    title: str | None = key(TEXT, "What players call it.", default=None)
    each: bool = key(_SWITCH, "Each player has one.", default=False)
    begins: int = key(whole(-999, 999), "What it says at first.", default=0)


class FreeDicePart(Keyed, example="{sides: 6, count: 2}"):
    """Dice on the table."""

    sides: int = key(whole(2, 100), "How many sides each has.", default=6)
    count: int = key(whole(1, 6), "How many there are.", default=1)
    faces: tuple[str, ...] = key(list_of(TEXT), "What its sides say, if not numbers.", default=())


class FreePart(Keyed, example="{counters: {round: {begins: 1}}, dice: [{sides: 6, count: 2}]}"):
    """The kit on a table without rules; what is left out is laid out by itself."""

    places: Mapping[str, FreePlacePart] = key(
        map_of(part(FreePlacePart)), "Piles by their names.", default={}
    )
    lies: Mapping[str, Any] = key(
        map_of(_SPOT),
        "Boards and single pieces, cards by their ids, with their top left corner in mm from the table's.",
        default={},
    )
    deal: tuple[FreeDealPart, ...] = key(list_of(part(FreeDealPart)), "What is dealt at first.", default=())
    counters: Mapping[str, FreeCounterPart] = key(
        map_of(part(FreeCounterPart)), "Counters by name.", default={}
    )
    dice: tuple[FreeDicePart, ...] = key(list_of(part(FreeDicePart)), "Dice.", default=())
    away: tuple[str, ...] = key(list_of(TEXT), "Components that stay in the box.", default=())


class TablePart(Keyed, example="{zones: {supply: {title: Supply, places: 3}}}"):
    """How a game is shown on a screen."""

    zones: Mapping[str, ZonePart] = key(map_of(part(ZonePart)), "The zones of the game.", default={})
    signs: tuple[str, ...] | None = key(
        list_of(TEXT), "Which figures of the table are shown, in this order.", default=None
    )
    seat: tuple[str, ...] | None = key(
        list_of(TEXT), "Which figures of each player are shown, in this order.", default=None
    )
    hides: tuple[str, ...] | None = key(
        list_of(TEXT), "Figures of the table that are not shown while they are 0.", default=None
    )
    words: Mapping[str, str] = key(
        map_of(TEXT),
        "What players call a figure, 'barrel|barrels' for one and for several; fields and values of cards, too.",
        default={},
    )
    asks: Mapping[str, str] = key(map_of(TEXT), "What a player is asked in a phase.", default={})
    moments: Mapping[str, str] = key(
        map_of(TEXT),
        "Numbers of rules by which something great happens, and what it is called: films mark these moves.",
        default={},
    )
    piece: str | None = key(TEXT, "What players call a piece: card, tile.", default=None)
    grace: int | None = key(
        whole(0, 3600),
        "Seconds that a player may be away before the others may let a bot play; 60 without it.",
        default=None,
    )
    free: FreePart | None = key(part(FreePart), "How the kit lies on a table without rules.", default=None)
    note: Any = key(ANYTHING, "What its author wants to remember.", default=None)


def hints_schema() -> Schema:
    """Return the JSON Schema of a kit's `table.yaml`, for editors."""
    return json_schema(part(TablePart), "How a table of a cardgen kit is shown on a screen")


def hints_of(kit: Kit, zones: Collection[str] = ()) -> dict[str, Any]:
    """Return what a kit's `table.yaml` says, {} where it has none; CardgenError with every problem.

    With the names of the game's zones, one that it does not have is a problem, too.
    """
    path = kit.root / NAME
    if kit.made_here or not path.is_file():
        return {}
    problems = Problems()
    return _hints(kit, Folder(path.parent, problems).read_yaml(path, path.name), problems, zones)


def hints_in(kit: Kit, text: str) -> dict[str, Any]:
    """Return what a `table.yaml` with this text would say of a kit; CardgenError with every problem."""
    problems = Problems()
    return _hints(kit, parse_yaml(text, NAME, problems), problems, ())


def _hints(kit: Kit, document: Document | None, problems: Problems, zones: Collection[str]) -> dict[str, Any]:
    if document is None:
        raise CardgenError(problems)
    if kit.original and isinstance(document.data, dict):
        spoken_screen(document, lambda section, key, text, at: kit.said.get(section, {}).get(key, text))
    said = read(part(TablePart), document)
    named = document.get("zones")
    for name in named if zones and isinstance(named, dict) else ():
        if name not in zones:
            hint = did_you_mean(str(name), zones)
            problems.add(
                f"the game has no zone '{name}'", document.where("zones", name), hint=hint, code="no-zone"
            )
    if said is not None and said.free is not None:
        _check_free(kit, said.free, document, problems)
    if said is None or problems.errors:
        raise CardgenError(problems)
    shown = {name: {**vars(zone), "spots": dict(zone.spots)} for name, zone in said.zones.items()}
    found: dict[str, Any] = {"zones": shown, "words": dict(said.words), "ask": dict(said.asks)}
    figures = {"signs": said.signs, "seat": said.seat, "hides": said.hides}
    found |= {key: list(names) for key, names in figures.items() if names is not None}
    found |= {"grace": said.grace} if said.grace is not None else {}
    found |= {"moments": dict(said.moments)} if said.moments else {}
    found |= {"free": _plain(said.free)} if said.free is not None else {}
    return found | ({"pieceWord": said.piece} if said.piece else {})


def _plain(value: Any) -> Any:
    """Return what was read as dicts and lists."""
    if isinstance(value, Keyed):
        return {name: _plain(getattr(value, name)) for name in value.__dataclass_fields__}
    if isinstance(value, Mapping):
        return {name: _plain(one) for name, one in value.items()}
    return [_plain(one) for one in value] if isinstance(value, tuple | list) else value


def _check_free(kit: Kit, free: FreePart, document: Document, problems: Problems) -> None:
    """Note every name that the kit does not have."""
    components = {component.id for component in kit.components}
    cards = {card.id for component in kit.components for card in component.cards}
    pieces = components | cards
    piles = components | set(free.places)

    def wrong(what: str, name: str, known: Collection[str], *path: str | int) -> None:
        if name not in known:
            where = document.where("free", *path)
            problems.add(f"{what} '{name}'", where, hint=did_you_mean(name, known), code="no-piece")

    for place, said in free.places.items():
        for n, name in enumerate(said.begins):
            wrong("the kit has no component and no card", name, pieces, "places", place, "begins", n)
    for name in free.lies:
        wrong("the kit has no card", name, cards, "lies", name)
    for n, deal in enumerate(free.deal):
        wrong("there is no pile", deal.pile, piles, "deal", n, "pile")
    for n, name in enumerate(free.away):
        wrong("the kit has no component", name, components, "away", n)
