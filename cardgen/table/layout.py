"""How the zones of a game are shown: worked out from what the game says of them, with hints in the kit's table.yaml."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from cardgen.engine import Game
from cardgen.engine.zones import Zone
from cardgen.model import Card

_SHOWN = {"pile": "pile", "fan": "fan", "row": "row", "grid": "grid", "track": "board"}


def layout_of(
    game: Game[Any],
    hints: Mapping[str, Any] | None = None,
    printed: Callable[[str, str], Sequence[Sequence[float]]] = lambda card, side: (),
) -> dict[str, Any]:
    """Return how the page shows a game: each zone by name, its usual piece, and words.

    A zone has `show` (fan, row, pile, grid, board, ring), `area` (middle, board, own, hand), `title`, and where a game
    knows it `places`, `face` and `spots` of a board, `chip` (the card of its chips), `cell` of a grid; `hides` when an empty
    one takes no room, `spare` when that of nobody does. `printed` returns the middles of the spots that a side of a card names in its drawing: they count
    where the hints say none. `beside` are the boards and mats on which no zone lies.
    """
    hints = hints or {}
    said: Mapping[str, Any] = hints.get("zones", {})
    cells = cells_of(game)
    known: dict[str, dict[str, Any]] = {}
    for zone in game.layout:
        if (
            zone.name in known
        ):  # a shared one beside those of the seats looks as they do, if it is used at all
            known[zone.name]["spare"] = not _has_nobodys_place(game)
        else:
            known[zone.name] = _zone(game, zone) | cells.get(zone.name, {})
    for name in said:  # what a game names besides its layout: of each player, or of a key
        area = "middle" if " " in name else "own"
        known.setdefault(name, {"show": "row", "area": area, "title": _titled(name), "hides": True})
    return {
        **{key: value for key, value in hints.items() if key != "zones"},
        "zones": {
            name: _hinted(game, {**shown, **said.get(name, {})}, printed) for name, shown in known.items()
        },
        "back": _common_back(game),
        "beside": _beside(game),
    }


def _has_nobodys_place(game: Game[Any]) -> bool:
    """Return whether some first move names nobody, as one to the shared zone does."""
    return any(isinstance(move, tuple) and -1 in move for move in game.moves(game.deal(1)))


def cells_of(game: Any) -> dict[str, dict[str, Any]]:
    """Return how each zone of a grid of rules.yaml is shown: in its `grid`, at a `cell` of so many each way, from the top left; the
    cell of a hexagon is counted in halves across.

    A move says a place by its `key`, where no other grid has one of that name.
    """
    grids = [one for one in getattr(getattr(game, "module", None), "boards", {}).values() if all(one.size)]
    keys = Counter(key for grid in grids for key in grid.keys)
    return {
        f"{grid.name} {key}": {
            "grid": _titled(grid.name),
            # the lowest row is named first
            "cell": [x, grid.size[1] - 1 - y, grid.wide, grid.size[1]],
            **({"hexagon": True} if grid.sides == 6 else {}),
            "key": key * (keys[key] == 1),
            "hides": False,
        }
        for grid in grids
        for key, (x, y) in grid.spots.items()
    }


def _hinted(
    game: Game[Any], shown: dict[str, Any], printed: Callable[[str, str], Sequence[Sequence[float]]]
) -> dict[str, Any]:
    """Return a zone with the side of its board that is played, and its spots."""
    spots: Mapping[str, Any] = shown.pop("spots", {})
    sides = shown.pop("sides", "")
    if not (face := shown.get("face")):
        return shown
    chosen = game.options.get(sides, "all")
    of_side = list(spots) or [str(one) for one in game.kit.options[sides].choices] if sides else list(spots)
    shown["side"] = "back" if of_side[1:2] == [str(chosen)] else "front"
    found = spots.get(str(chosen), spots.get("all", next(iter(spots.values())))) if spots else None
    if where := found or printed(face, shown["side"]):
        shown["spots"] = [list(spot) for spot in where]
    return shown


def _beside(game: Game[Any]) -> list[str]:
    """Return the boards and mats on which no zone lies, a card for each design.

    Where one of several has a field `players`, or with the name of a house rule, that fits this table, the others are
    for other tables.
    """
    used = {zone.on for zone in game.layout if zone.on}
    here = {**game.options, "players": game.players}
    found = []
    for component in game.kit.components:
        if component.kind in ("boards", "mats") and component.id not in used:
            fits = [card.id for card in component.cards if _is_for(card, here)]
            found += fits or [card.id for card in component.cards]
    return found


def _is_for(card: Card, here: Mapping[str, Any]) -> bool:
    return all(
        value in (0, here.get(name, value)) for name, value in card.fields.items() if type(value) is int
    )


def _titled(name: str) -> str:
    words = name.replace("_", " ")
    return words[:1].upper() + words[1:]


def _zone(game: Game[Any], zone: Zone) -> dict[str, Any]:
    shown: dict[str, Any] = {
        "show": "chips" if zone.holds == "chips" else _SHOWN[zone.lies],
        "area": _area(zone),
        "title": _titled(zone.name),
    }
    if zone.use == "stock" and zone.lies != "pile" and zone.seen_by == "all":
        shown["hides"] = True
    if zone.of == "table" and zone.lies in ("row", "pile") and zone.seen_by != "nobody":
        shown["hides"] = True
    if zone.holds == "chips" and (chip := _chip(game, zone)):
        shown["chip"] = chip
    if zone.on:
        boards = game.kit.component(zone.on).cards
        shown["face"] = boards[0].id if boards else ""
        if zone.lies != "track":
            shown["show"] = "row"
    if type(zone.most) is int:
        shown["places"] = zone.most
    elif zone.most and zone.of == "table":
        most = zone.most(game, -1)  # type: ignore[operator]
        if most <= 8:
            shown["places"] = most
    return shown


def _chip(game: Game[Any], zone: Zone) -> str:
    """Return a card that chips of a zone look like: of the component that begins there, or has the zone's name."""
    begun = [other.begins for other in game.layout if other.holds == "chips" and other.begins]
    for name in (zone.begins, zone.name, *begun, "chips", "coins"):
        for component in game.kit.components:
            if component.id == name and component.kind == "tokens":
                return component.cards[0].id
    return ""


def pictured(layout: Mapping[str, Any]) -> dict[str, str]:
    """Return all that is shown besides pieces, by card, with its side: boards, those beside the game, and chips."""
    chips = [zone["chip"] for zone in layout["zones"].values() if zone.get("chip")]
    return dict.fromkeys([*layout["beside"], *chips], "front") | boards_of(layout)


def boards_of(layout: Mapping[str, Any]) -> dict[str, str]:
    """Return the boards of a layout, by card, with the side that is played: front or back."""
    return {zone["face"]: zone.get("side", "front") for zone in layout["zones"].values() if zone.get("face")}


def counted(layout: Mapping[str, Any], name: str, value: Any) -> str:
    """Return what players call a figure: "barrel" for one, "barrels" for several, as the layout's words say."""
    one, _, more = str(layout.get("words", {}).get(name, name)).partition("|")
    return one if value == 1 or not more else more


def _area(zone: Zone) -> str:
    if zone.lies == "track" and zone.on:
        return "board"
    if zone.of == "seat":
        return "hand" if zone.seen_by == "owner" and zone.lies == "fan" else "own"
    return "middle"


def _common_back(game: Game[Any]) -> str:
    """Return a card whose back stands for what is face down; "" where nothing has a back."""
    for component in game.components(game.kit):
        for card in component.cards:
            if component.back or card.back:
                return card.id
    return ""


def zone_names(game: Game[Any]) -> set[str]:
    """Return the names of all zones of a game, also those that it names besides its layout."""
    found = {zone.name for zone in game.layout}
    for name in game.zones(game.deal(1)):
        words, _, last = name.rpartition(" ")
        found.add(words if words and last in game.names else name)
    return found
