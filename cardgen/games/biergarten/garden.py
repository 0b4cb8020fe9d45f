"""The geometry of a Biergarten: gardens as cells with tiles, what touches what, and what it is worth.

A garden maps a cell to the number of the tile that lies there. A cell is one number, x + WIDTH · y, with
x growing to the east and y to the south, so that a neighbour is one addition away.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import astuple, dataclass
from typing import TypeAlias

from cardgen.model import Card

Garden: TypeAlias = dict[int, int]

WIDTH = 512  # wider than any garden of 64 tiles can wander
HOME = WIDTH * WIDTH // 2 + WIDTH // 2
NORTH, EAST, SOUTH, WEST = -WIDTH, 1, WIDTH, -1
DIRECTIONS = (NORTH, EAST, SOUTH, WEST)
EDGES = "NESW"
COMPASS = {"north": NORTH, "east": EAST, "south": SOUTH, "west": WEST}
COMPASS_WORD = {step: word for word, step in COMPASS.items()}
COLOURS = "GYRB"  # BG-044: the four colours in the rulebook's order


@dataclass(frozen=True, slots=True)
class Barrels:
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
        return sum(astuple(self))


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


class Cellar:
    """Counts the barrels of gardens made of these tiles."""

    def __init__(self, tiles: Sequence[Card], prices: Prices) -> None:
        self.prices = prices
        self.colours = [sum(1 << COLOURS.index(c) for c in tile.colours) for tile in tiles]
        # BG-008: each edge is a wall or a shield
        self.open = [sum(1 << EDGES.index(e) for e in tile.shields) for tile in tiles]
        self.shield_steps = [
            tuple(step for edge, step in enumerate(DIRECTIONS) if shields >> edge & 1)
            for shields in self.open
        ]
        self.wild = [bool(tile.wild) for tile in tiles]  # BG-010
        # BG-004, BG-049, BG-061, BG-Q1: umbrellas are as printed; wilds and most homes have none
        self.umbrellas = [[tile.umbrellas.get(colour, 0) for tile in tiles] for colour in COLOURS]
        # all four counts in one number, a byte each: sums of a garden stay below 256
        self._packed = [sum(u[n] << 8 * c for c, u in enumerate(self.umbrellas)) for n in range(len(tiles))]
        numbers = range(len(tiles))
        self._east = [[self._seam(a, b, 1, 3) for b in numbers] for a in numbers]
        self._south = [[self._seam(a, b, 2, 0) for b in numbers] for a in numbers]

    def seam(self, tile: int, other: int, edge: int) -> int:
        """Return what one edge of a tile and the other tile there sell, as `matches` adds it up.

        In bits: colours matched | colours of which a wild supplies one << 4 | barrels << 8.
        """
        return self._seam(tile, other, edge, (edge + 2) % 4)

    def _seam(self, a: int, b: int, edge_of_a: int, edge_of_b: int) -> int:
        # BG-009: a wall on either side stops the match
        if not (self.open[a] >> edge_of_a & 1 and self.open[b] >> edge_of_b & 1):
            return 0
        if self.wild[a] or self.wild[b]:
            # BG-011 to BG-015, BG-Q3: one barrel, in one colour the other tile has; two wilds, any colour
            mine = 0b1111 if self.wild[a] else self.colours[a]
            other = 0b1111 if self.wild[b] else self.colours[b]
            return (mine & other) << 4 | self.prices.one_colour << 8
        # BG-005 to BG-007, BG-065: what the colours in common pay, however the shields are quartered
        common = self.colours[a] & self.colours[b]
        pays = (0, self.prices.one_colour, self.prices.two_colours)
        return common | pays[common.bit_count()] << 8

    def matches(self, garden: Garden) -> tuple[int, int, list[int]]:
        """Return the barrels from matches, the colours they show, and the choices that wilds leave."""
        barrels = shown = 0
        choices: list[int] = []
        east, south, at = self._east, self._south, garden.get
        for cell, tile in garden.items():
            other = at(cell + EAST)
            if other is not None:
                seam = east[tile][other]
                if seam:
                    barrels += seam >> 8
                    shown |= seam
                    if seam & 0xF0:
                        choices.append(seam >> 4 & 15)
            other = at(cell + SOUTH)
            if other is not None:
                seam = south[tile][other]
                if seam:
                    barrels += seam >> 8
                    shown |= seam
                    if seam & 0xF0:
                        choices.append(seam >> 4 & 15)
        return barrels, shown & 15, choices

    def barrels(self, garden: Garden) -> Barrels:
        """Return what a garden is worth as it lies."""
        matches, shown, choices = self.matches(garden)
        prices = self.prices
        return Barrels(
            matches,
            prices.colours if all_colours(shown, choices) else 0,
            prices.walled if self.walled(garden) else 0,
            prices.umbrellas * self.umbrella_colours(garden) if prices.umbrellas else 0,
        )

    def total(self, garden: Garden) -> int:
        """Return the barrels of a garden as one number."""
        matches, shown, choices = self.matches(garden)
        prices = self.prices
        if all_colours(shown, choices):
            matches += prices.colours
        if self.walled(garden):
            matches += prices.walled
        if prices.umbrellas:
            matches += prices.umbrellas * self.umbrella_colours(garden)
        return matches

    def shields_meet(self, garden: Garden, tile: int, cell: int) -> bool:
        """Return whether some shield of a tile would lie against a shield of the garden."""
        steps = self.shield_steps
        return any(cell + step in garden and -step in steps[garden[cell + step]] for step in steps[tile])

    def walled(self, garden: Garden, *, other_holes: bool = False) -> bool:
        """Return whether no shield looks outwards; edges between tiles do not matter.

        `other_holes` counts holes the other way (BG-Q8).
        """
        # BG-046, BG-047; BG-Q9: a single tile would count, but none has four walls
        if not garden:
            return False
        if self.prices.hole_is_exterior == other_holes:
            outside = _outside(garden)
            return not any(
                cell + step in outside for cell, tile in garden.items() for step in self.shield_steps[tile]
            )
        steps = self.shield_steps
        for cell, tile in garden.items():
            for step in steps[tile]:
                if cell + step not in garden:
                    return False
        return True

    def outward_shields(self, garden: Garden) -> int:
        """Return how many shields look at an empty space."""
        steps = self.shield_steps
        return sum([cell + step not in garden for cell, tile in garden.items() for step in steps[tile]])

    def reaches(self, garden: Garden, line: int) -> bool:
        """Return whether a garden is worth at least so much; looks no closer than it must."""
        matches, shown, choices = self.matches(garden)
        prices = self.prices
        if all_colours(shown, choices):
            matches += prices.colours
        if self.walled(garden):
            matches += prices.walled
        if matches >= line or not prices.umbrellas:
            return matches >= line
        wanted = -(-(line - matches) // prices.umbrellas)
        colours = self.umbrellas_at_most(garden)
        while wanted and len(colours) >= wanted:
            wanted -= self.linked(garden, colours.pop())
        return not wanted

    def umbrellas_at_most(self, garden: Garden) -> list[int]:
        """Return the colours of which a garden has enough umbrellas, linked or not."""
        have = sum([self._packed[tile] for tile in garden.values()])
        enough = self.prices.umbrellas_linked
        return [colour for colour in range(len(COLOURS)) if have >> 8 * colour & 255 >= enough]

    def umbrella_colours(self, garden: Garden) -> int:
        """Return in how many colours enough umbrellas are linked: BG-050, each colour counts once."""
        return sum([self.linked(garden, colour) for colour in self.umbrellas_at_most(garden)])

    def linked(
        self, garden: Garden, colour: int, *, other_shape: bool = False, through: Collection[int] = ()
    ) -> bool:
        """Return whether enough umbrellas of one colour hang together.

        `other_shape` looks for lines instead of groups, or the other way (BG-Q2); tiles in `through` would
        not break the chain.
        """
        # BG-049, BG-052: wilds, walls and tiles without the colour's umbrella break the chain
        umbrellas, steps, enough = self.umbrellas[colour], self.shield_steps, self.prices.umbrellas_linked
        mine = {cell: tile for cell, tile in garden.items() if umbrellas[tile] or tile in through}
        # BG-Q2: any group, or a straight line from west to east or from north to south
        in_line = self.prices.umbrellas_in_line != other_shape
        for ways in ((EAST, WEST), (NORTH, SOUTH)) if in_line else (DIRECTIONS,):
            left = mine.copy()
            while left:
                group = [left.popitem()]
                count = 0
                for cell, tile in group:
                    count += umbrellas[tile]
                    if count >= enough:
                        return True
                    for step in steps[tile]:
                        if step in ways and cell + step in left and -step in steps[left[cell + step]]:
                            group.append((cell + step, left.pop(cell + step)))
        return False


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


def cell_of(garden: Garden, tile: int) -> int | None:
    """Return where a tile lies in a garden."""
    for cell, other in garden.items():
        if other == tile:
            return cell
    return None


def frontier(garden: Garden) -> list[int]:
    """Return the empty cells that share an edge with a tile, each once."""
    cells = {cell + step: None for cell in garden for step in DIRECTIONS}
    return [cell for cell in cells if cell not in garden]


def in_one_piece(cells: Iterable[int]) -> bool:
    """Return whether the cells hang together by their edges."""
    left = set(cells)
    if not left:
        return True
    group = [left.pop()]
    for cell in group:
        for step in DIRECTIONS:
            if cell + step in left:
                left.discard(cell + step)
                group.append(cell + step)
    return not left


def holds_together(garden: Garden, lifted: int, landed: int) -> bool:
    """Return whether a garden in one piece stays so when one cell empties and another one fills."""
    beside = [cell for cell in (lifted - WIDTH, lifted + 1, lifted + WIDTH, lifted - 1) if cell in garden]
    if len(beside) > 1 and not _joined(garden, beside, lifted, landed):
        return False
    return any(landed + step in garden and landed + step != lifted for step in DIRECTIONS)


def _joined(garden: Garden, beside: list[int], lifted: int, landed: int) -> bool:
    # Only the neighbours of the lifted tile can lose touch: follow one of them until it meets the others.
    reached = [beside.pop()]
    seen = {lifted, reached[0]}
    for cell in reached:
        for other in (cell - WIDTH, cell + 1, cell + WIDTH, cell - 1):
            if other not in seen and (other in garden or other == landed):
                if other in beside:
                    beside.remove(other)
                    if not beside:
                        return True
                seen.add(other)
                reached.append(other)
    return False


def lift_and_push(garden: Garden, lifted: int, cell: int, step: int, *, whole_line: bool) -> list[int]:
    """Put the lifted tile on an occupied cell, in place; returns the tiles that make room, nearest first.

    The unbroken run of tiles from `cell` in one direction moves by one, up to the first gap; with
    `whole_line` every tile farther on in that direction does, gaps included.
    """
    tile = garden.pop(lifted)
    run = []
    if whole_line:
        row = cell // WIDTH
        run = [
            other
            for other in garden
            if (other - cell) % step == 0
            and (other - cell) // step >= 0
            and (abs(step) == WIDTH or other // WIDTH == row)
        ]
        run.sort(key=lambda other: (other - cell) // step)
    else:
        while cell + step * len(run) in garden:
            run.append(cell + step * len(run))
    moved = [garden.pop(other) for other in run]
    for other, pushed in zip(run, moved, strict=True):
        garden[other + step] = pushed
    garden[cell] = tile
    return moved


def _outside(garden: Garden) -> set[int]:
    """Return the empty cells round the garden that are not enclosed by it."""
    xs = [cell % WIDTH for cell in garden]
    ys = [cell // WIDTH for cell in garden]
    box = {
        y * WIDTH + x
        for y in range(min(ys) - 1, max(ys) + 2)
        for x in range(min(xs) - 1, max(xs) + 2)
        if y * WIDTH + x not in garden
    }
    start = (min(ys) - 1) * WIDTH + min(xs) - 1
    box.discard(start)
    reached = [start]
    for cell in reached:
        for step in DIRECTIONS:
            if cell + step in box:
                box.discard(cell + step)
                reached.append(cell + step)
    return set(reached)


def draw_garden(garden: Garden, names: Sequence[str]) -> str:
    """Return a garden as rows of tile names, north at the top, `.` where nothing lies."""
    if not garden:
        return ""
    xs = [cell % WIDTH for cell in garden]
    ys = [cell // WIDTH for cell in garden]
    width = max(len(names[tile]) for tile in garden.values())
    rows = []
    for y in range(min(ys), max(ys) + 1):
        row = (y * WIDTH + x for x in range(min(xs), max(xs) + 1))
        rows.append(" ".join((names[garden[c]] if c in garden else ".").ljust(width) for c in row).rstrip())
    return "\n".join(rows)


def read_garden(text: str) -> dict[int, str]:
    """Return the cells and tile names of a drawn garden; the first place of the first row is home's."""
    return {
        HOME + y * WIDTH + x: name
        for y, row in enumerate(line for line in text.splitlines() if line.strip())
        for x, name in enumerate(row.split())
        if name != "."
    }
