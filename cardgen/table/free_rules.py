"""How a free table of a kit with rules.yaml begins: its zones as places, and what their set-up lays where."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from hashlib import sha256
from typing import Any

from cardgen.base.errors import CardgenError
from cardgen.engine import Game, in_a_row
from cardgen.engine.zones import Zone
from cardgen.games import make_game, rules_of
from cardgen.model import Kit
from cardgen.table.free import TABLE, FreePlace, FreeState, FreeTable, free_spot
from cardgen.table.free_setup import free_table
from cardgen.table.layout import layout_of

_REST = "rest"


def free_begun(
    kit: Kit, names: Sequence[str], backs: Mapping[str, str], said: Mapping[str, Any] | None, seed: int
) -> FreeTable:
    """Return a free table before anybody has touched it: as table.yaml says, else as rules.yaml does, else by itself."""
    if said is None and rules_of(kit) is not None:
        try:
            state, told = ruled_table(kit, names, backs, seed)
            return FreeTable(state, names, told)
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

    Piles of the table are places, closed where nobody sees them; what a player holds is in the hand, what lies before
    one in the area, all else in the middle. CardgenError for rules that are wrong.
    """
    game: Game[Any] = make_game(kit, len(names))
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
        if zone.of == "table" and zone.lies == "pile" and zone.holds == "pieces"
    }
    closed = next((name for name, said in piles.items() if said["face"] == "down"), _REST)
    home = {**piles.get(closed, {**entry, "title": "Not used", "face": "down"})}
    home["begins"] = list(game.pieces.ranges)
    free = free_table(kit, len(names), backs, {"places": {closed: home, **{k: v for k, v in piles.items() if k != closed}}}, seed)  # fmt: skip
    pool: dict[str, list[int]] = defaultdict(list)
    for n in free.places[closed].pieces:
        pool[free.pieces[n].card].append(n)
    for name, there in game.zones(state).items():
        place = game.zoned.by_name[name]
        to = _goes(free, place.zone, place.owner)
        for piece in there:
            _lie(free, pool[game.pieces.cards[piece].id].pop(), closed, to, place.zone.seen_by == "all")
        if to.name == TABLE and there:
            first = free.pieces[to.pieces[-len(there)]]
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


def _goes(free: FreeState, zone: Zone, owner: int) -> FreePlace:
    """Return where the pieces of a zone lie on a free table."""
    if owner >= 0:
        return free.places[f"{'hand' if zone.seen_by == 'owner' else 'area'} {owner}"]
    return free.places.get(zone.name, free.places[TABLE])


def _lie(free: FreeState, n: int, home: str, to: FreePlace, up: bool) -> None:
    piece = free.pieces[n]
    free.places[home].pieces.remove(n)
    piece.place, piece.up = to.name, not to.closed if to.show == "pile" else up or to.show == "hand"
    if to.show in ("table", "area"):
        piece.x, piece.y = free_spot(free, to, piece.size)
    to.pieces.append(n)


def _left_out(shown: Mapping[str, Any], zones: Sequence[Zone]) -> list[str]:
    """Return what a free table holds otherwise than the rules do."""

    def titles(which: Sequence[Zone]) -> str:
        return in_a_row([shown[zone.name]["title"] for zone in which])

    told = []
    held = [zone for zone in zones if zone.seen_by == "owner"]
    if len(held) > 1:
        told.append(f"{titles(held)} are held in one hand here.")
    if turned := [zone for zone in zones if zone.seen_by == "others"]:
        told.append(f"{titles(turned)}: the rules show them to all but their owner; here they lie face down.")
    if counted := [zone for zone in zones if zone.holds == "chips"]:
        told.append(f"{titles(counted)}: the rules count them, so counters do; no token is moved by itself.")
    if laid := [z for z in zones if z.of == "table" and z.lies != "pile" and z.holds == "pieces"]:
        what = titles(laid) if len(laid) < 5 else f"{len(laid)} zones of the table"
        told.append(f"{what}: no piles, so they have no place of their own; their pieces lie in the middle.")
    return ["The table is set up as rules.yaml says. Nothing checks what you do.", *told]
