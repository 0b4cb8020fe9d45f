"""What a listener hears of a Biergarten: barrels, and the rules that a garden shows to have been applied.

Nothing here is called when nobody listens.
"""

from __future__ import annotations

from collections.abc import Sequence

from cardgen.engine import Move
from cardgen.games.biergarten.garden import (
    COLOURS,
    DIRECTIONS,
    Barrels,
    Cellar,
    Garden,
    cell_of,
    in_one_piece,
)
from cardgen.games.biergarten.state import Table
from cardgen.games.citing import cite

COLOUR_WORDS = dict(zip(COLOURS, ("green", "yellow", "red", "blue"), strict=True))
ALL_COLOURS, WALLED = "all colours", "walled garden"
BONUSES = (ALL_COLOURS, WALLED, *(f"{word} umbrellas" for word in COLOUR_WORDS.values()))


def many(barrels: int) -> str:
    """Return so many barrels in words."""
    return f"{barrels} barrel{'s' * (barrels != 1)}"


# ---------------------------------------------------------------------------------------------------------
# Laying and rearranging
# ---------------------------------------------------------------------------------------------------------


def tell_laying(s: Table, tile: int, cell: int) -> None:
    """Tell what a tile that has just been laid sells, and why it does or does not."""
    tell, game, garden = s.tell, s.game, s.gardens[s.turn]
    assert tell
    cellar = game.cellar
    rules: list[str] = []
    sells, edges, touch = 0, 0, False
    for edge, step in enumerate(DIRECTIONS):
        if cell + step not in garden:
            continue
        edges += 1
        other = garden[cell + step]
        seam = cellar.seam(tile, other, edge)
        shields = cellar.open[tile] >> edge & 1 and cellar.open[other] >> (edge + 2) % 4 & 1
        touch = touch or bool(shields)
        sells += seam >> 8
        common = (_stands_for(cellar, tile) & _stands_for(cellar, other)).bit_count()
        if seam & 0xF0:
            both = cellar.wild[tile] and cellar.wild[other]
            rules.append("BG-012 BG-013" if both else "BG-011")
            rules.append("BG-Q3" if common == 2 else "")
            rules += [_wild_rules(cellar, garden, one) for one in (cell, cell + step)]
        elif seam:
            rules.append("BG-006" if common == 1 else "BG-007 BG-065")
        elif common:
            rules.append("BG-008 BG-009 BG-033")  # a wall, which cannot be turned away
    rules.append("" if sells else "BG-034 BG-Q17")
    if game.shield_contact:
        rules.append("BG-Q18")
    elif not touch:
        rules.append("BG-067 BG-Q18")
    if edges == 1:
        corners = any(cell + a + b in garden for a in DIRECTIONS[::2] for b in DIRECTIONS[1::2])
        rules.append("BG-032 BG-066" if corners else "BG-066")  # this edge alone makes it a place
    tell(cite("BG-031", *rules), f"it sells {many(sells)}", tile_sells=sells)


def _stands_for(cellar: Cellar, tile: int) -> int:
    return 0b1111 if cellar.wild[tile] else cellar.colours[tile]


def _wild_rules(cellar: Cellar, garden: Garden, cell: int) -> str:
    """Return the rules by which a wild stands for another colour on another edge."""
    if not cellar.wild[garden[cell]]:
        return ""
    seams = [
        cellar.seam(garden[cell], garden[cell + step], edge) & 0xF0
        for edge, step in enumerate(DIRECTIONS)
        if cell + step in garden
    ]
    seams = [seam for seam in seams if seam]
    if any(one & other == 0 for one in seams for other in seams):
        return cite("BG-014", "BG-015" if {1, 2} <= {seam.bit_count() for seam in seams} else "")
    return ""


def tell_rearranging(s: Table, move: Move, before: Garden, moved: Sequence[int], *, last: bool) -> None:
    """Tell how many barrels a swap or a move has won or lost."""
    tell, game, garden = s.tell, s.game, s.gardens[s.turn]
    assert tell
    kind, tile = move[0], move[1]
    gain = game.cellar.total(garden) - game.cellar.total(before)
    homes = [other for other in (tile, *moved) if other in game.homes]
    apart = False
    if kind == "swap":
        cells = [cell_of(garden, each) or 0 for each in move[1:]]
        apart = cells[0] - cells[1] not in DIRECTIONS
        homes += [move[2]] if move[2] in game.homes else []
    held = kind != "swap" if game.connected else not in_one_piece(garden)
    rules = cite(
        "BG-057 BG-Q13" if last else "BG-035 BG-064",
        "BG-038" if apart else "",
        "BG-036 BG-Q5" if kind == "push" else "BG-037" if kind == "move" else "",
        "BG-Q6" if held else "",
        "BG-Q7" if homes else "",
        "BG-039" if gain else "",
        "BG-063" if gain < 0 else "",
    )
    room = f"room is made by {', '.join(game.pieces.list(moved))}; " if moved else ""
    won = f"{many(abs(gain))} {'more' if gain > 0 else 'fewer'}" if gain else "no barrel more or fewer"
    tell(rules, room + won, rearranging_gains=gain)


# ---------------------------------------------------------------------------------------------------------
# Counting
# ---------------------------------------------------------------------------------------------------------


def tell_turn(s: Table) -> None:
    """Tell what a garden is worth at the end of a turn, and what of it are bonuses."""
    tell, game, seat = s.tell, s.game, s.turn
    assert tell
    garden, part = s.gardens[seat], game.barrels(s, seat)
    named = ((part.colours, ALL_COLOURS), (part.walled, WALLED), (part.umbrellas, "umbrellas"))
    bonus = [f"{barrels} for {name}" for barrels, name in named if barrels]
    rules = cite(
        "BG-040",
        "" if s.closer >= 0 and s.left == 1 else "BG-041",  # else no turn follows
        colour_rules(game.cellar, garden) if part.colours else "",
        wall_rules(game.cellar, garden) if part.walled else "",
        "BG-048" if part.umbrellas else "",
    )
    of_them = f", of them {' and '.join(bonus)}" if bonus else ""
    tell(rules, f"{game.names[seat]} has {many(part.total)}{of_them}")


def colour_rules(cellar: Cellar, garden: Garden) -> str:
    """Return the rules by which a garden has the colour bonus."""
    _, shown, choices = cellar.matches(garden)
    by_wilds = shown != 0b1111
    return cite(
        "BG-044",
        "BG-045" if by_wilds else "",
        "BG-Q4" if by_wilds and len(choices) > 1 else "",
    )


def wall_rules(cellar: Cellar, garden: Garden) -> str:
    """Return the rules by which a garden is walled."""
    inside = any(
        not cellar.open[tile] >> edge & 1 and cell + step in garden
        for cell, tile in garden.items()
        for edge, step in enumerate(DIRECTIONS)
    )
    return cite("BG-046", "BG-047" if inside else "", "BG-Q9" if len(garden) == 1 else "")


def tell_gardens(s: Table) -> None:
    """Tell at the end what each garden is worth, bonus by bonus, and what keeps it from one."""
    tell, game = s.tell, s.game
    assert tell
    cellar, prices = game.cellar, game.cellar.prices
    had: set[str] = set()
    for seat, name in enumerate(game.names):
        garden, part = s.gardens[seat], game.barrels(s, seat)
        matches = f"{name} has {many(part.matches)} from matches"
        bonus = part.total - part.matches
        rules = cite("BG-003 BG-059", "BG-005" if part.matches else "", _missed(cellar, garden, part))
        tell(rules, matches, final_matches=part.matches, final_bonus=bonus)
        linked = [
            f"{word} umbrellas"
            for colour, word in enumerate(COLOUR_WORDS.values())
            if part.umbrellas and cellar.linked(garden, colour)
        ]
        if part.colours:
            rules = cite(colour_rules(cellar, garden), "BG-054" if ALL_COLOURS in had else "")
            tell(rules, f"{name} has matches of all colours: {part.colours}", did=ALL_COLOURS)
            had.add(ALL_COLOURS)
        if part.walled:
            rules = cite(
                wall_rules(cellar, garden),
                "BG-054" if WALLED in had else "",
                "BG-062" if part.colours else "",
                "BG-Q8" if not cellar.walled(garden, other_holes=True) else "",
            )
            tell(rules, f"{name} has a walled garden: {part.walled}", did=WALLED)
            had.add(WALLED)
        for umbrellas in linked:
            colour = BONUSES.index(umbrellas) - 2
            rules = cite(
                "BG-004 BG-048",
                "BG-050" if len(linked) > 1 else "",
                "BG-054" if umbrellas in had else "",
                "BG-Q2" if not cellar.linked(garden, colour, other_shape=True) else "",
            )
            tell(rules, f"{name} has linked {umbrellas}: {prices.umbrellas}", did=umbrellas)
            had.add(umbrellas)


def _missed(cellar: Cellar, garden: Garden, part: Barrels) -> str:
    """Return the rules that keep a garden from a bonus which it seems to have."""
    wilds = [tile for tile in garden.values() if cellar.wild[tile]]
    rules: list[str] = []
    held = 0
    for tile in garden.values():
        held |= cellar.colours[tile] if tile not in wilds else 0
    if not part.colours and held == 0b1111:
        rules.append("BG-068")
    if not part.walled and cellar.walled(garden, other_holes=True):
        rules.append("BG-Q8")
    for colour in cellar.umbrellas_at_most(garden):
        if cellar.linked(garden, colour):
            rules.append("" if cellar.prices.umbrellas else "BG-051")
            continue
        rules.append("BG-052")
        if cellar.linked(garden, colour, other_shape=True):
            rules.append("BG-Q2")
        if cellar.linked(garden, colour, through=wilds):
            rules.append("BG-049 BG-Q1")
        bare = [tile for tile in garden.values() if cellar.colours[tile] >> colour & 1 and tile not in wilds]
        if cellar.linked(garden, colour, through=bare):
            rules.append("BG-061 BG-Q1")
    return cite(*rules)
