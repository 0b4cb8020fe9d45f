"""A Biergarten in words: places as players name them, positions as scenarios describe them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from cardgen.engine import OVER, IllegalMove, Misplaced, Refusal, described
from cardgen.games.biergarten.garden import (
    COMPASS,
    COMPASS_WORD,
    DIRECTIONS,
    HOME,
    Garden,
    cell_of,
    draw_garden,
    in_one_piece,
    read_garden,
)
from cardgen.games.biergarten.state import Table

if TYPE_CHECKING:
    from cardgen.games.biergarten.rules import Biergarten

# -- moves


def spot(game: Biergarten, garden: Garden, cell: int) -> str:
    """Return the words for a cell: which side of which tile it is."""
    for step in DIRECTIONS:
        if cell - step in garden:
            return f"{COMPASS_WORD[step]} of {game.pieces.name(garden[cell - step])}"
    raise ValueError("a place away from the garden has no name")


def word(game: Biergarten, s: Table, field: str, value: Any) -> str | None:
    """Return the words for a place or a direction; None for what every game has."""
    match field:
        case "spot":
            return spot(game, s.gardens[s.turn], value)
        case "place":
            return game.pieces.name(s.gardens[s.turn][value])
        case "direction":
            return COMPASS_WORD[value]
    return None


def value(game: Biergarten, s: Table, field: str, text: str) -> int | None:
    """Return the cell or step that the words mean; None for what every game has."""
    if field == "direction":
        if text.lower() not in COMPASS:
            raise ValueError(f"'{text}' is no direction, expected {', '.join(COMPASS)}")
        return COMPASS[text.lower()]
    if field == "place":
        return _lying(game, s, text)
    if field == "spot":
        where, of, name = text.partition(" of ")
        steps = where.lower().split("-")
        if not of or not all(step in COMPASS for step in steps):
            raise ValueError(f"'{text}' is no place, expected such as 'north of H1'")
        return _lying(game, s, name.strip()) + sum(COMPASS[step] for step in steps)
    return None


def _lying(game: Biergarten, s: Table, name: str) -> int:
    cell = cell_of(s.gardens[s.turn], game.pieces.find(name))
    if cell is None:
        says = f"{name} does not lie in {game.names[s.turn]}'s garden"
        raise IllegalMove(name, Refusal("BG-031", says), game.describe(s))
    return cell


# -- positions


def facts(game: Biergarten, s: Table) -> dict[str, Any]:
    """Return the position in words."""
    names, called = game.names, game.pieces.list
    barrels = {name: game.barrels(s, seat) for seat, name in enumerate(names)}
    parts = ("matches", "colours", "walled", "umbrellas")
    order = [names[(s.first + n) % game.players] for n in range(game.players)]
    return {
        "turn": names[s.turn],
        "phase": s.phase.name,
        "gardens": {n: draw_garden(s.gardens[seat], game.pieces.names) for seat, n in enumerate(names)},
        "hands": {name: called(s.hands[seat]) for seat, name in enumerate(names)},
        "supply": called(s.supply),
        "deck": called(s.deck[::-1]),
        "homes": called(s.homes),
        "box": called(s.box),
        "tokens": {name: game.pieces.name(token) for name, token in zip(order, s.mugs, strict=False)},
        "first": names[s.first],
        "stale": s.stale,
        "line": game.line,
        "scores": {name: b.total for name, b in barrels.items()},
        "barrels": {name: {part: getattr(b, part) for part in parts} for name, b in barrels.items()},
        "final round": names[s.closer] if s.closer >= 0 else None,
        "winners": [names[seat] for seat in game.winners(s)] if s.phase is OVER else [],
        "ending": s.ended if s.phase is OVER else "",
    }


def picture(game: Biergarten, s: Table) -> str:
    """Return all gardens side by side, each under its owner's name and barrels."""
    blocks = []
    for seat, name in enumerate(game.names):
        rows = draw_garden(s.gardens[seat], game.pieces.names).splitlines()
        block = [f"{name}: {game.cellar.total(s.gardens[seat])}", *rows]
        width = max(map(len, block))
        blocks.append([row.ljust(width) for row in block])
    height = max(map(len, blocks))
    for block in blocks:
        block += [" " * len(block[0])] * (height - len(block))
    return "\n".join("    ".join(rows).rstrip() for rows in zip(*blocks, strict=True))


GIVEN = {
    "turn": "whose turn it is (the first player's)",
    "phase": "what they are to do (draw)",
    "first": "the first player (the first seat)",
    "gardens": "for each player, the tiles as they lie, north at the top, a dot for a gap (a home tile)",
    "hands": "for each player, a list of tiles (two from the box)",
    "supply": "a list of tiles (three from the box)",
    "deck": "a list of tiles, the top one first (all that is left)",
    "homes": "home tiles on offer, where a home is to be picked",
    "stale": "turns in a row in which nobody drew from the supply (0)",
    "idle": "turns in a row in which nobody could draw or lay a tile (0)",
    "final": "who started the final round, and how many turns are left in it: {by: P0, left: 1}",
}


def position(game: Biergarten, given: Mapping[str, Any]) -> Table:
    """Return a table as described; what is not described is filled up from the box in its order."""
    entry = described(game, given, GIVEN)
    s = Table(game)
    s.first = entry.seat("first", 0)
    s.turn = entry.seat("turn", s.first)
    s.phase = entry.phase("phase", "draw")
    s.stale, s.idle = entry.number("stale", 0), entry.number("idle", 0)
    for seat, name in enumerate(game.names):
        if "gardens" in given and name in entry.mapping("gardens"):
            text = entry.text("gardens", name)
            s.gardens[seat] = {c: entry.piece(tile, "gardens", name) for c, tile in read_garden(text).items()}
            if game.connected and not in_one_piece(s.gardens[seat]):
                raise Misplaced("the tiles of a garden touch each other", "gardens", name)
        if "hands" in given and name in entry.mapping("hands"):
            s.hands[seat] = entry.pieces("hands", name)
    s.homes = entry.pieces("homes") if "homes" in given else []
    s.supply = entry.pieces("supply") if "supply" in given else []
    deck = entry.pieces("deck")[::-1] if "deck" in given else None
    rest = [tile for tile in game.commons if tile not in entry.used]
    homes = [tile for tile in game.homes if tile not in entry.used]
    for seat, name in enumerate(game.names):
        if not s.gardens[seat] and s.phase.name != "pick a home":
            s.gardens[seat] = {HOME: homes.pop(0)}
        if name not in given.get("hands", {}):
            s.hands[seat] = [rest.pop(0), rest.pop(0)]
    if "supply" not in given and s.phase.name not in ("pick a home", "take a token"):
        s.supply = [rest.pop(0) for _ in range(3)]
    s.deck = rest[::-1] if deck is None else deck
    s.box = [] if deck is None else rest
    if s.phase.name == "pick a home" and not s.homes:
        s.homes = [homes.pop(0) for _ in range(game.players + 1)]
    s.home_pile = homes
    tokens = list(game.mugs)
    before = s.phase.name in ("pick a home", "take a token")
    s.mugs, s.mugs_left = ([], tokens) if before else (tokens[: game.players], tokens[game.players :])
    if "final" in given:
        final = entry.mapping("final")
        s.closer, s.left = entry.seat("final", "by"), int(final.get("left", game.players - 1))
        s.ended = "the line was reached"
    s.history = [("draw", seat, tile) for seat, hand in enumerate(s.hands) for tile in hand]
    return s
