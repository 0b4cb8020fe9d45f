"""How a free table of a kit with rules.yaml begins: its zones as places, and what their set-up lays where."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from hashlib import sha256
from typing import Any

from cardgen.base.errors import CardgenError
from cardgen.engine import Piles, in_a_row
from cardgen.engine.zones import Zone
from cardgen.games import make_game, rules_of
from cardgen.model import Kit
from cardgen.table.free import LAID, TABLE, FreePlace, FreeState, FreeTable, free_spot
from cardgen.table.free_setup import free_table
from cardgen.table.layout import cells_of, layout_of

_REST = "rest"
_APART = 4.0  # mm between pieces of a row
_FEW = 4  # pieces that a row has room for, if the rules do not say


def free_begun(
    kit: Kit, names: Sequence[str], backs: Mapping[str, str], said: Mapping[str, Any] | None, seed: int
) -> FreeTable:
    """Return a free table before anybody has touched it: as table.yaml says, else as rules.yaml does, else by itself."""
    if said is None and rules_of(kit) is not None:
        try:
            state, left = ruled_table(kit, names, backs, seed)
            return FreeTable(state, names, left)
        except (CardgenError, ValueError) as error:
            because = error.problems[0].message if isinstance(error, CardgenError) else error
            why = [f"The set-up of rules.yaml cannot be used: {because}."]
            return FreeTable(free_table(kit, len(names), backs, said, seed), names, why)
    return FreeTable(free_table(kit, len(names), backs, said, seed), names)


def fingerprint_of(kit: Kit, said: Mapping[str, Any] | None, *, ruled: bool = True) -> str:
    """Return twelve letters that change when a free table of the kit would begin otherwise; not `ruled`: without its rules."""
    pieces = [
        (component.id, component.kind, str(component.size), component.shape, card.id, card.name, card.count)
        for component in kit.components
        for card in component.cards
    ]
    rules = rules_of(kit) if said is None and ruled else None
    known = rules.read_bytes() if rules else b""
    return sha256(repr([kit.slug, pieces, said, known]).encode()).hexdigest()[:12]


def ruled_table(
    kit: Kit, names: Sequence[str], backs: Mapping[str, str], seed: int
) -> tuple[FreeState, list[str]]:
    """Return the table as the rules set it up, and sentences about what of that a free table cannot hold.

    Piles and rows of the table are places, and the zones of a grid are one; what a player holds is in the hand, what
    lies before one in the area, and what stands on a board in the middle. CardgenError for rules that are wrong.
    """
    game: Any = make_game(kit, len(names))
    state = game.deal(seed)
    shown, zones = layout_of(game)["zones"], {zone.name: zone for zone in game.layout}
    entry: dict[str, Any] = {"at": None, "begins": [], "shuffled": False}
    piles = {
        zone.name: {
            **entry,
            "title": shown[zone.name]["title"],
            "face": "up" if zone.seen_by == "all" else "down",
        }
        for zone in zones.values()
        if zone.of == "table" and zone.lies == "pile" and zone.holds == "pieces" and zone.name != TABLE
    }
    closed = next((name for name, said in piles.items() if said["face"] == "down"), _REST)
    home = {**piles.get(closed, {**entry, "title": "Not used", "face": "down"})}
    # what the rules lay out for who looks begins as on any free table
    home["begins"] = [part.id for part in Piles.components(game, kit)]
    rows, cells = _rows(game)
    places = {closed: home, **{k: v for k, v in piles.items() if k != closed}, **rows}
    free = free_table(kit, len(names), backs, {"places": places}, seed)
    pool: dict[str, list[int]] = defaultdict(list)
    for n in free.places[closed].pieces:
        pool[free.pieces[n].card].append(n)
    for name, there in state.piles.items():
        place = game.zoned.by_name[name]
        to, cell = cells.get(name, ("", -1))
        goes = free.places[to] if to else _goes(free, place.zone, place.owner)
        for piece in there:
            n = pool[game.pieces.cards[piece].id].pop()
            _lie(free, n, closed, goes, place.zone.seen_by == "all")
            if cell >= 0:
                free.pieces[n].x, free.pieces[n].y = goes.cell(cell)
        if goes.name == TABLE and there:
            first = free.pieces[goes.pieces[-len(there)]]
            at = [max(0.0, first.x - first.size[0] / 2), max(0.0, first.y - first.size[1] / 2 - 8)]
            free.notes.append({"says": shown[place.zone.name]["title"], "at": at})
    for name, value in game.counters(state).items():
        if (found := game.zoned.by_name.get(name)) is not None:
            seat = {"seat": found.owner} if found.owner >= 0 else {}
            free.counters.append({"title": shown[found.zone.name]["title"], "value": value, **seat})
    if closed == _REST and not free.places[_REST].pieces:
        del free.places[_REST]
    free.turn = int(state.turn)
    return free, _left_out(shown, list(zones.values()))


def _rows(game: Any) -> tuple[dict[str, Any], dict[str, tuple[str, int]]]:
    """Return the places of zones whose pieces lie beside each other, and for each zone its place and its cell, -1 for none.

    Several zones of one name are cells of one place: as many columns as their grid has, otherwise at most eight.
    """
    shown, zones, at = layout_of(game)["zones"], {zone.name: zone for zone in game.layout}, cells_of(game)
    sizes = [c.size for c in game.kit.components if c.id in game.pieces.ranges]
    wide, high = max(one.width for one in sizes) + _APART, max(one.height for one in sizes) + _APART
    said: dict[str, Any] = {}
    cells: dict[str, tuple[str, int]] = {}
    for lines in (one for one in game.module.outline.zones.values() if not one.dice):
        of = {str(key): zones[f"{lines.name} {key}"] for key in lines.keys} or {"": zones[lines.name]}
        one = next(iter(of.values()))
        if one.of == "seat" or one.lies in ("pile", "track") or one.holds == "chips" or one.on:
            continue
        if lines.name == TABLE:  # it is the middle
            continue
        board = game.module.boards.get(lines.name)
        columns, rows = board.size if board and all(board.size) else (min(len(of), 8), -(-len(of) // 8))
        keys = sorted(of, key=lambda key: at.get(of[key].name, {"cell": ()})["cell"][1::-1])
        title = shown[one.name]["title"].removesuffix(f" {next(iter(of))}")
        many = columns if lines.keys else one.most if type(one.most) is int else max(_FEW, game.players)
        said[lines.name] = {"title": title, "size": (wide * many, high * rows)}
        if board and board.sides == 6 and all(board.size):  # counted in halves across
            columns = board.wide
            halves = tuple(tuple(at[of[key].name]["cell"][:2]) for key in keys)
            said[lines.name] = {"title": title, "size": (wide * columns / 2, high * rows), "halves": halves}
        if lines.keys:
            said[lines.name] |= {"cells": (columns, rows), "keys": tuple(keys)}
        cells |= {of[key].name: (lines.name, n if lines.keys else -1) for n, key in enumerate(keys)}
    return said, cells


def _goes(free: FreeState, zone: Zone, owner: int) -> FreePlace:
    """Return where the pieces of a zone lie on a free table."""
    if owner >= 0:
        return free.places[f"{'hand' if zone.seen_by == 'owner' else 'area'} {owner}"]
    return free.places.get(zone.name, free.places[TABLE])


def _lie(free: FreeState, n: int, home: str, to: FreePlace, up: bool) -> None:
    piece = free.pieces[n]
    free.places[home].pieces.remove(n)
    piece.place, piece.up = to.name, not to.closed if to.show == "pile" else up or to.show == "hand"
    if to.show in LAID:
        piece.x, piece.y = free_spot(free, to, piece.size)
    to.pieces.append(n)


def _left_out(shown: Mapping[str, Any], zones: Sequence[Zone]) -> list[str]:
    """Return what a free table holds otherwise than the rules do."""

    def titles(which: Sequence[Zone]) -> str:
        return in_a_row([shown[zone.name]["title"] for zone in which])

    left = []
    held = [zone for zone in zones if zone.seen_by == "owner"]
    if len(held) > 1:
        left.append(f"{titles(held)} are held in one hand here.")
    if turned := [zone for zone in zones if zone.seen_by == "others"]:
        left.append(f"{titles(turned)}: the rules show them to all but their owner; here they lie face down.")
    if counted := [zone for zone in zones if zone.holds == "chips"]:
        left.append(f"{titles(counted)}: the rules count them, so counters do; no token is moved by itself.")
    if on := [zone for zone in zones if zone.holds == "pieces" and (zone.on or zone.lies == "track")]:
        left.append(f"{titles(on)}: what stands on a board in the rules is moved to it by hand here.")
    return ["The table is set up as rules.yaml says. Nothing checks what you do.", *left]
