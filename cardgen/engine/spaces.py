"""Grids without edges: spaces, what is beside them, and how players name and draw them.

A space is one number, x + WIDE · y, with x to the east and y to the south, so that a neighbour is one addition away.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Final, TypeAlias

WIDE: Final = 512
MIDDLE: Final = WIDE * WIDE // 2 + WIDE // 2
"""Where the first tile lies."""
WAYS: Final[Mapping[str, int]] = {"north": -WIDE, "east": 1, "south": WIDE, "west": -1, "N": -WIDE, "E": 1, "S": WIDE, "W": -1}  # fmt: skip
OPPOSITE: Final[Mapping[str, str]] = {"north": "south", "south": "north", "east": "west", "west": "east", "N": "S", "S": "N", "E": "W", "W": "E"}  # fmt: skip
WAY: Final = {step: word for word, step in WAYS.items() if len(word) == 1}
COMPASS: Final = {step: word for word, step in WAYS.items() if len(word) > 1}
SIDES: Final = tuple(COMPASS)
_AROUND: Final = (-WIDE - 1, -WIDE, 1 - WIDE, -1, 1, WIDE - 1, WIDE, WIDE + 1)

Layout: TypeAlias = dict[int, int]
"""The tile on each space of one grid."""


def next_to(space: int) -> tuple[int, ...]:
    """Return the four spaces that share a side with one, clockwise from the north."""
    return (space - WIDE, space + 1, space + WIDE, space - 1)


def around(space: int) -> tuple[int, ...]:
    """Return the eight spaces that touch one."""
    return tuple(space + step for step in _AROUND)


def borders(layout: Layout) -> list[int]:
    """Return the empty spaces that share a side with a tile, each once; where no tile lies, the one for the first."""
    beside = dict.fromkeys([space + step for space in layout for step in SIDES])
    return [space for space in beside if space not in layout] if layout else [MIDDLE]


def connected(spaces: Collection[int]) -> bool:
    """Return whether spaces hang together by their sides."""
    left = {*spaces}
    if left:
        _hanging(left.pop(), left)
    return not left


def _hanging(first: int, left: set[int]) -> list[int]:
    """Return a space and all that hang together with it, which are taken out of `left`."""
    group = [first]
    for space in group:
        for other in (space - WIDE, space + 1, space + WIDE, space - 1):
            if other in left:
                left.discard(other)
                group.append(other)
    return group


class Bordering:
    """The borders of an open grid, each found when somebody asks: the sides of each tile in turn, 0 for one that is no border, or is named by an earlier side."""

    def __init__(self, layout: Layout) -> None:
        self.layout, self.tiles = layout, [*layout]

    def __len__(self) -> int:
        return 4 * len(self.tiles) or 1

    def __contains__(self, space: int) -> bool:
        return space in borders(self.layout)

    def __getitem__(self, number: int) -> int:
        layout, side = self.layout, number & 3
        if not layout:
            return MIDDLE
        space = self.tiles[number >> 2] + SIDES[side]
        if space in layout:
            return 0
        for step in SIDES[:side]:
            if space - step in layout:
                return 0
        return space


def still_connected(spaces: Collection[int], lifted: int, landed: int) -> bool:
    """Return whether spaces that hang together still do when one of them empties and another one fills."""
    if lifted == landed:
        return True
    beside = [one for one in (lifted - WIDE, lifted + 1, lifted + WIDE, lifted - 1) if one in spaces]
    if len(beside) > 1 and not _meet(spaces, beside, lifted, landed):
        return False
    for one in (landed - WIDE, landed + 1, landed + WIDE, landed - 1):
        if one in spaces and one != lifted:
            return True
    return len(spaces) == 1


def _meet(spaces: Collection[int], beside: list[int], lifted: int, landed: int) -> bool:
    # Only the neighbours of the lifted tile can lose touch: follow one of them until it meets the others.
    reached = [beside.pop()]
    seen = {lifted, reached[0]}
    for space in reached:
        for other in (space - WIDE, space + 1, space + WIDE, space - 1):
            if other not in seen and (other in spaces or other == landed):
                if other in beside:
                    beside.remove(other)
                    if not beside:
                        return True
                seen.add(other)
                reached.append(other)
    return False


def outside(spaces: Collection[int]) -> list[int]:
    """Return the empty spaces round some, without those that they enclose."""
    if not spaces:
        return []
    xs, ys = [space % WIDE for space in spaces], [space // WIDE for space in spaces]
    columns, rows = range(min(xs) - 1, max(xs) + 2), range(min(ys) - 1, max(ys) + 2)
    return _hanging(columns[0] + WIDE * rows[0], {x + WIDE * y for y in rows for x in columns}.difference(spaces, [columns[0] + WIDE * rows[0]]))  # fmt: skip


def unbroken(spaces: Collection[int], first: int, step: int, lifted: int = -1) -> list[int]:
    """Return the spaces of a row, from the first one on in a direction, up to the first that is not among them, or is lifted."""
    row = []
    while first in spaces and first != lifted:
        row.append(first)
        first += step
    return row


def onward(spaces: Iterable[int], first: int, step: int) -> list[int]:
    """Return those of some spaces that lie in one direction, the first one among them, whatever gaps there are."""
    row = first // WIDE
    ahead = [
        one
        for one in spaces
        if (one - first) % step == 0
        and (one - first) // step >= 0
        and (abs(step) == WIDE or one // WIDE == row)
    ]
    return sorted(ahead, key=lambda one: (one - first) // step)


# -- in words


def place_in_grid(space: int) -> tuple[int, int]:
    """Return column and row of a space, counted from that of the first tile."""
    return space % WIDE - MIDDLE % WIDE, space // WIDE - MIDDLE // WIDE


def space_said(layout: Layout, space: int, names: Sequence[str], moved: Collection[int] = ()) -> str:
    """Return the words for a space: on which side of which tile it is, or that of the tile on it; moved ones name none."""
    for step in SIDES:
        if (tile := layout.get(space - step, -1)) not in (-1, *moved):
            return f"{COMPASS[step]} of {names[tile]}"
    return f"on {names[layout[space]]}" if space in layout else "in the middle"


def space_read(words: str) -> tuple[int, str]:
    """Return the step and the name of the tile in such as `north of C31`; ValueError says what was expected."""
    where, of, name = words.partition(" of ")
    steps = where.lower().split("-")
    if not of or not all(step in WAYS for step in steps):
        raise ValueError(f"'{words}' is no place, expected such as 'north of C31'")
    return sum(WAYS[step] for step in steps), name.strip()


def drawn(layout: Layout, names: Sequence[str]) -> str:
    """Return a grid as rows of names, north at the top, `.` where nothing lies."""
    xs, ys = [space % WIDE for space in layout], [space // WIDE for space in layout]
    wide = max((len(names[tile]) for tile in layout.values()), default=0)
    rows = []
    for y in range(min(ys), max(ys) + 1) if layout else ():
        row = [layout.get(x + WIDE * y, -1) for x in range(min(xs), max(xs) + 1)]
        rows.append(" ".join((names[tile] if tile >= 0 else ".").ljust(wide) for tile in row).rstrip())
    return "\n".join(rows)


def read_drawn(text: str) -> dict[int, str]:
    """Return the names on the spaces of a drawn grid; the first name of the first row lies where the first tile does."""
    rows = [line.split() for line in text.splitlines() if line.strip()]
    return {MIDDLE + x + WIDE * y: name for y, row in enumerate(rows) for x, name in enumerate(row) if name != "."}  # fmt: skip
