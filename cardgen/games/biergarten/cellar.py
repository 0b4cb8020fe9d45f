"""What a garden is worth, and by which rules.  BG-003 to BG-015, BG-044 to BG-054, BG-061 to BG-063."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import NamedTuple

from cardgen.engine import applies
from cardgen.engine.spaces import SIDES, Layout, outside
from cardgen.engine.telling import cite
from cardgen.games.biergarten.garden import EAST, EDGES, NORTH, SOUTH, WEST
from cardgen.model import Card

COLOURS = "GYRB"  # BG-044: the four colours in the rulebook's order


COLOUR_WORDS = ("green", "yellow", "red", "blue")

_GARDENS = 64  # that are remembered with what they are worth

# Seams as one number, so that whole gardens are sums: how many show each of the four colours, how many wilds leave
# each choice, how many shields are covered, and the barrels, of which ten bits and more hold hundreds.
_BITS = 10
COVERED = _BITS * (len(COLOURS) + 16)
BARRELS = COVERED + _BITS
KINDS, MANY = (1 << COVERED) - 1, (1 << _BITS) - 1


def in_barrels(number: int) -> str:
    """Return so many barrels in words."""
    return f"{number} barrel{'s' * (number != 1)}"


class Barrels(NamedTuple):
    """What a garden is worth, part by part: BG-062 is 9 from matches, 3 for colours and 6 walled, 18 in all.

    BG-054: what one garden earns is not taken from another's.
    """

    matches: int
    colours: int
    walled: int
    umbrellas: int

    @property
    def total(self) -> int:
        """All barrels together."""
        return sum(self)


@dataclass(frozen=True, slots=True)
class Prices:
    """What pays how much and how it is counted, as the rules and house rules say."""

    one_colour: int
    two_colours: int
    colours: int
    walled: int
    umbrellas: int
    umbrellas_linked: int
    umbrellas_in_line: bool
    hole_is_exterior: bool


@applies(
    "BG-006 to BG-009, BG-011 to BG-015, BG-033, BG-044 to BG-047, BG-049, BG-051, BG-052, BG-061, BG-065, BG-068, "
    "BG-Q1 to BG-Q4, BG-Q8, BG-Q9"
)
class Cellar:
    """Counts the barrels of gardens made of these tiles."""

    def __init__(self, tiles: Sequence[Card], prices: Prices) -> None:
        self.prices = prices
        self.colours = [sum(1 << COLOURS.index(c) for c in tile.colours) for tile in tiles]
        # BG-008: each edge is a wall or a shield
        self.open = [sum(1 << EDGES.index(e) for e in tile.shields) for tile in tiles]
        self.shield_steps = [
            tuple(step for edge, step in enumerate(SIDES) if shields >> edge & 1) for shields in self.open
        ]
        self.wild = [bool(tile.wild) for tile in tiles]  # BG-010
        # BG-004, BG-049, BG-061, BG-Q1: umbrellas are as printed; wilds and most homes have none
        self.umbrellas = [[tile.umbrellas.get(colour, 0) for tile in tiles] for colour in COLOURS]
        # all four counts in one number, a byte each: sums of a garden stay below 256
        self.packed = [sum(u[n] << 8 * c for c, u in enumerate(self.umbrellas)) for n in range(len(tiles))]
        numbers = range(len(tiles))
        east, south = ([[self.seam(a, b, edge)[0] for b in numbers] for a in numbers] for edge in (1, 2))
        self._beside = ((EAST, east), (SOUTH, south))
        # by the edge at which another tile lies: what it sells with each tile
        west, north = ([list(row) for row in zip(*seams, strict=True)] for seams in (east, south))
        self._beyond = (south, west, north, east)
        # who watches a game asks again and again for gardens that have not changed; threads may ask at once
        self._counted = lru_cache(_GARDENS)(self._count)

    def seam(self, tile: int, other: int, edge: int) -> tuple[int, str]:
        """Return what one edge of a tile and the other tile there sell, as `matches` adds it up, and by which rules.

        In bits: colours matched | colours of which a wild supplies one << 4 | barrels << 8.
        """
        # BG-011 to BG-015, BG-Q3: a wild stands for any colour that the other tile has; two wilds, for any
        mine = 0b1111 if self.wild[tile] else self.colours[tile]
        common = mine & (0b1111 if self.wild[other] else self.colours[other])
        if not (self.open[tile] >> edge & 1 and self.open[other] >> (edge + 2) % 4 & 1):
            return 0, "BG-008 BG-009 BG-033" if common else ""  # a wall, which cannot be turned away
        if self.wild[tile] or self.wild[other]:
            rules = "BG-012 BG-013" if self.wild[tile] and self.wild[other] else "BG-011"
            choice = " BG-Q3" if common.bit_count() == 2 else ""
            return common << 4 | self.prices.one_colour << 8, rules + choice
        # BG-005, BG-065: what the colours in common pay, however the shields are quartered
        prices = self.prices
        pays, rules = (
            (0, ""),
            (prices.one_colour, "BG-006"),
            (prices.two_colours, "BG-007 BG-065"),
        )[common.bit_count()]
        return common | pays << 8, rules

    def matches(self, garden: Layout) -> tuple[int, int, list[int]]:
        """Return the barrels from matches, the colours they show, and the choices that wilds leave."""
        barrels = shown = 0
        choices: list[int] = []
        at = garden.get
        for step, sells in self._beside:
            for cell, tile in garden.items():
                other = at(cell + step)
                if other is not None:
                    seam = sells[tile][other]
                    if seam:
                        barrels += seam >> 8
                        shown |= seam
                        if seam & 0xF0:
                            choices.append(seam >> 4 & 15)
        return barrels, shown & 15, choices

    def seams(self, garden: Layout, names: Sequence[str]) -> dict[str, int]:
        """Return what every seam sells, by its two tiles: the western or the northern one first."""
        return {
            f"{names[tile]}/{names[other]}": sells[tile][other] >> 8
            for cell, tile in garden.items()
            for step, sells in self._beside
            if (other := garden.get(cell + step)) is not None
        }

    def gain(self, garden: Layout, tile: int, cell: int) -> int:
        """Return the barrels of the matches that a tile would make with its neighbours."""
        beside = zip(SIDES, self._beyond, strict=True)
        return sum([sells[garden[cell + step]][tile] >> 8 for step, sells in beside if cell + step in garden])

    @cached_property
    def touching(self) -> Sequence[Sequence[Sequence[int]]]:
        """By the edge at which another tile lies: what it sells with each tile, and the shields they cover, to be added up.

        The last row of each is of no tile: nothing.
        """
        pack, opens = lru_cache(None)(_pack), self.open
        return [
            [
                *(
                    [
                        pack(seam)
                        + ((opens[tile] >> edge & 1) + (opens[other] >> (edge + 2) % 4 & 1) << COVERED)
                        for tile, seam in enumerate(row)
                    ]
                    for other, row in enumerate(self._beyond[edge])
                ),
                [0] * len(opens),
            ]
            for edge in range(4)
        ]

    def barrels(self, garden: Layout) -> Barrels:
        """Return what a garden is worth as it lies: BG-003, BG-039, BG-062, BG-063."""
        return self._counted(frozenset(garden.items()))

    def _count(self, lying: frozenset[tuple[int, int]]) -> Barrels:
        garden, pays = dict(lying), self.prices.umbrellas
        return Barrels(*self._lying(garden), pays * self.umbrella_colours(garden) if pays else 0)

    def reaches(self, garden: Layout, line: int) -> bool:
        """Return whether a garden is worth at least so much; looks for linked umbrellas only as far as it must."""
        missing, pays = line - sum(self._lying(garden)), self.prices.umbrellas
        if missing <= 0 or not pays:
            return missing <= 0
        colours = self.umbrellas_at_most(garden)
        while missing > 0 and len(colours) * pays >= missing:
            missing -= pays * self.linked(garden, colours.pop())
        return missing <= 0

    def _lying(self, garden: Layout) -> tuple[int, int, int]:
        """Return the barrels from matches, for all colours, and for a walled garden."""
        matches, shown, choices = self.matches(garden)
        prices = self.prices
        colours = prices.colours if all_colours(shown, choices) else 0
        return matches, colours, prices.walled if self.walled(garden) else 0

    def shields_meet(self, garden: Layout, tile: int, cell: int) -> bool:
        """Return whether some shield of a tile would lie against a shield of the garden."""
        steps = self.shield_steps
        return any(cell + step in garden and -step in steps[garden[cell + step]] for step in steps[tile])

    def walled(self, garden: Layout, *, other_holes: bool = False) -> bool:
        """Return whether no shield looks outwards; edges between tiles do not matter.

        `other_holes` counts holes the other way (BG-Q8).
        """
        # BG-046, BG-047; BG-Q9: a single tile would count, but none has four walls
        if not garden:
            return False
        if self.prices.hole_is_exterior == other_holes:
            around = outside(garden)
            return not any(
                cell + step in around for cell, tile in garden.items() for step in self.shield_steps[tile]
            )
        steps = self.shield_steps
        for cell, tile in garden.items():
            for step in steps[tile]:
                if cell + step not in garden:
                    return False
        return True

    def outward_shields(self, garden: Layout) -> int:
        """Return how many shields look at an empty space."""
        steps = self.shield_steps
        return sum([cell + step not in garden for cell, tile in garden.items() for step in steps[tile]])

    def umbrella_colours(self, garden: Layout) -> int:
        """Return in how many colours enough umbrellas are linked: BG-050, each colour counts once."""
        return sum([self.linked(garden, colour) for colour in self.umbrellas_at_most(garden)])

    def umbrellas_at_most(self, garden: Layout) -> list[int]:
        """Return the colours of which a garden has enough umbrellas, linked or not."""
        return self.enough(sum([self.packed[tile] for tile in garden.values()]))

    def enough(self, have: int) -> list[int]:
        """Return the colours of which there are enough umbrellas, packed."""
        enough = self.prices.umbrellas_linked
        return [colour for colour in range(len(COLOURS)) if have >> 8 * colour & 255 >= enough]

    def linked(
        self,
        garden: Layout,
        colour: int,
        *,
        other_shape: bool = False,
        through: Collection[int] = (),
        enough: int = 0,
        last: bool = False,
    ) -> bool:
        """Return whether enough umbrellas of one colour hang together.

        `other_shape` looks for lines instead of groups, or the other way (BG-Q2); tiles in `through` would
        not break the chain; `enough` is another number than the rules ask for; `last` looks only at the chain of the
        last tile, which has such an umbrella.
        """
        # BG-049, BG-052: wilds, walls and tiles without the colour's umbrella break the chain
        umbrellas, steps, enough = (
            self.umbrellas[colour],
            self.shield_steps,
            enough or self.prices.umbrellas_linked,
        )
        mine = {cell: tile for cell, tile in garden.items() if umbrellas[tile] or tile in through}
        # BG-Q2: any group, or a straight line from west to east or from north to south
        in_line = self.prices.umbrellas_in_line != other_shape
        for ways in ((EAST, WEST), (NORTH, SOUTH)) if in_line else (SIDES,):
            left = mine.copy()
            while left:
                group = [left.popitem()]
                count = 0
                for cell, tile in group:
                    count += umbrellas[tile]
                    if count >= enough:
                        return True
                    for step in steps[tile]:
                        if cell + step in left and step in ways and -step in steps[left[cell + step]]:
                            group.append((cell + step, left.pop(cell + step)))
                if last:
                    break
        return False

    def largest_group(self, garden: Layout, colour: int) -> int:
        """Return how many umbrellas of one colour hang together at most."""
        group = 0
        while self.linked(garden, colour, enough=group + 1):
            group += 1
        return group

    # -- by which rules it is worth that

    def wild_rules(self, garden: Layout, cell: int) -> str:
        """Return the rules by which a wild stands for another colour on another edge."""
        if not self.wild[garden[cell]]:
            return ""
        seams = [
            self.seam(garden[cell], garden[cell + step], edge)[0] & 0xF0
            for edge, step in enumerate(SIDES)
            if cell + step in garden
        ]
        seams = [seam for seam in seams if seam]
        if any(one & other == 0 for one in seams for other in seams):
            return "BG-014 BG-015" if {1, 2} <= {seam.bit_count() for seam in seams} else "BG-014"
        return ""

    def colour_rules(self, garden: Layout) -> str:
        """Return the rules by which a garden has the colour bonus."""
        _, shown, choices = self.matches(garden)
        if shown == 0b1111:
            return "BG-044"
        return "BG-044 BG-045 BG-Q4" if len(choices) > 1 else "BG-044 BG-045"

    def wall_rules(self, garden: Layout) -> str:
        """Return the rules by which a garden is walled."""
        inside = any(
            not self.open[tile] >> edge & 1 and cell + step in garden
            for cell, tile in garden.items()
            for edge, step in enumerate(SIDES)
        )
        return cite("BG-046", "BG-047" if inside else "", "BG-Q9" if len(garden) == 1 else "")

    def missed(self, garden: Layout, part: Barrels) -> str:
        """Return the rules that keep a garden from a bonus which it seems to have."""
        wilds = [tile for tile in garden.values() if self.wild[tile]]
        plain = [tile for tile in garden.values() if not self.wild[tile]]
        rules: list[str] = []
        held = 0
        for tile in plain:
            held |= self.colours[tile]
        if not part.colours and held == 0b1111:
            rules.append("BG-068")
        if not part.walled and self.walled(garden, other_holes=True):
            rules.append("BG-Q8")
        for colour in self.umbrellas_at_most(garden):
            if self.linked(garden, colour):
                rules.append("" if self.prices.umbrellas else "BG-051")
                continue
            rules.append("BG-052")
            if self.linked(garden, colour, other_shape=True):
                rules.append("BG-Q2")
            if self.linked(garden, colour, through=wilds):
                rules.append("BG-049 BG-Q1")
            if self.linked(garden, colour, through=[t for t in plain if self.colours[t] >> colour & 1]):
                rules.append("BG-061 BG-Q1")
        return cite(*rules)


def _pack(seam: int) -> int:
    colours = sum(1 << _BITS * colour for colour in range(len(COLOURS)) if seam >> colour & 1)
    choice = seam >> 4 & 15
    return colours + (1 << _BITS * (len(COLOURS) + choice) if choice else 0) + (seam >> 8 << BARRELS)


def colours_sold(seams: int) -> tuple[int, list[int]]:
    """Return the colours that seams show which are added up, and the choices that wilds leave."""
    many = [seams >> _BITS * n & MANY for n in range(len(COLOURS) + 16)]
    choices = [choice for choice, times in enumerate(many[len(COLOURS) :]) for _ in range(times)]
    return sum(1 << colour for colour in range(len(COLOURS)) if many[colour]), choices


def all_colours(shown: int, choices: Sequence[int]) -> bool:
    """Return whether matches show every colour, wilds standing for what is missing.

    BG-045, BG-068, BG-Q4: each choice supplies one of its colours. By Hall's theorem the missing colours can be
    supplied if every set of them has at least as many choices that offer one of the set.
    """
    missing = 15 & ~shown
    if not missing:
        return True
    if len(choices) < missing.bit_count():
        return False
    some = missing
    while some:
        if sum([1 for choice in choices if choice & some]) < some.bit_count():
            return False
        some = (some - 1) & missing
    return True
