"""Grids without edges (`grid: open`): spaces, what is beside them, and tiles that are laid, moved and pushed there.

A space is one number, x + WIDE · y, with x to the east and y to the south, so that a neighbour is one addition away.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any, Final

from cardgen.engine.phase import Phrase

WIDE: Final = 512
MIDDLE: Final = WIDE * WIDE // 2 + WIDE // 2
"""Where the first tile lies."""
WAYS: Final[Mapping[str, int]] = {"north": -WIDE, "east": 1, "south": WIDE, "west": -1, "N": -WIDE, "E": 1, "S": WIDE, "W": -1}  # fmt: skip
OPPOSITE: Final[Mapping[str, str]] = {"north": "south", "south": "north", "east": "west", "west": "east", "N": "S", "S": "N", "E": "W", "W": "E"}  # fmt: skip
WAY: Final = {step: word for word, step in WAYS.items() if len(word) == 1}
_COMPASS: Final = {step: word for word, step in WAYS.items() if len(word) > 1}
_SIDES: Final = tuple(_COMPASS)
_AROUND: Final = (-WIDE - 1, -WIDE, 1 - WIDE, -1, 1, WIDE - 1, WIDE, WIDE + 1)

Layout = dict[int, int]
"""The tile on each space of one grid."""


def next_to(space: int) -> tuple[int, ...]:
    """Return the four spaces that share a side with one, clockwise from the north."""
    return (space - WIDE, space + 1, space + WIDE, space - 1)


def around(space: int) -> tuple[int, ...]:
    """Return the eight spaces that touch one."""
    return tuple(space + step for step in _AROUND)


def borders(layout: Layout) -> list[int]:
    """Return the empty spaces that share a side with a tile, each once; where no tile lies, the one for the first."""
    beside = dict.fromkeys([space + step for space in layout for step in _SIDES])
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


def outside(spaces: Collection[int]) -> list[int]:
    """Return the empty spaces round some, without those that they enclose."""
    if not spaces:
        return []
    xs, ys = [space % WIDE for space in spaces], [space // WIDE for space in spaces]
    columns, rows = range(min(xs) - 1, max(xs) + 2), range(min(ys) - 1, max(ys) + 2)
    return _hanging(columns[0] + WIDE * rows[0], {x + WIDE * y for y in rows for x in columns}.difference(spaces, [columns[0] + WIDE * rows[0]]))  # fmt: skip


def unbroken(spaces: Collection[int], first: int, step: int) -> list[int]:
    """Return the spaces of a row, from the first one on in a direction, up to the first that is not among them."""
    row = []
    while first in spaces:
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


def lay(layout: Layout, where: dict[int, int], tiles: Sequence[int], spaces: Sequence[int]) -> int:
    """Lay tiles on spaces, all at once: those that lie in this grid are lifted first; returns a space that is taken, or 0."""
    for tile in tiles:
        if tile in where:
            del layout[where.pop(tile)]
    for tile, space in zip(tiles, spaces, strict=False):
        if space in layout or not (1 < space % WIDE < WIDE - 2 and 1 < space // WIDE < WIDE - 2):
            return space
        layout[space], where[tile] = tile, space
    return 0


class OpenSides(dict[int, Any]):
    """What is beside each space: the side, clockwise from the north, and the space, as `Facing` has it of places with names."""

    def __missing__(self, space: int) -> Any:
        return [(side, other, other) for side, other in enumerate(next_to(space))]

    def get(self, space: int, default: Any = None) -> Any:
        return self[space] if type(space) is int else default  # ways(tile) asks for no space

    def __contains__(self, space: object) -> bool:
        return True


class Laid:
    """Tiles of an open grid as others ask for them: a pile for each space, and how they are turned."""

    def __init__(self, s: Any, layout: Layout) -> None:
        self.sideways, self.piles = s.sideways, self
        self.layout = layout

    def __getitem__(self, space: int) -> Sequence[int]:
        return [self.layout[space]] if space in self.layout else ()


# -- in words


def place_in_grid(space: int) -> tuple[int, int]:
    """Return column and row of a space, counted from that of the first tile."""
    return space % WIDE - MIDDLE % WIDE, space // WIDE - MIDDLE // WIDE


def space_said(layout: Layout, space: int, names: Sequence[str], moved: Collection[int] = ()) -> str:
    """Return the words for a space: on which side of which tile it is, or that of the tile on it; moved ones name none."""
    for step in _SIDES:
        if (tile := layout.get(space - step, -1)) not in (-1, *moved):
            return f"{_COMPASS[step]} of {names[tile]}"
    return f"on {names[layout[space]]}" if space in layout else "in the middle"


def space_read(words: str) -> tuple[int, str]:
    """Return the step and the name of the tile in such as `north of C31`; ValueError says what was expected."""
    where, of, name = words.partition(" of ")
    steps = where.lower().split("-")
    if not of or not all(step in WAYS for step in steps):
        raise ValueError(f"'{words}' is no space, expected such as 'north of C31'")
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


class Placing(Phrase):
    """A sentence with a space: tiles that it names themselves do not say where that is."""

    __slots__ = ()

    def say(self, game: Any, state: Any, values: tuple[Any, ...]) -> str:
        text, moved = self.template, [values[place] for place in self.cards]
        for field, value in zip(self.fields, values, strict=True):
            grid = field.startswith("space_")
            word = game.space_said(state, field[6:].rstrip("0123456789_"), value, moved) if grid else game.word(state, field.rstrip("0123456789"), value)  # fmt: skip
            text = text.replace("{" + field + "}", word, 1)
        return text


OF_SPACES = {"Laid": Laid, "OPEN": OpenSides()} | {one.__name__: one for one in (next_to, around, borders, connected, outside, unbroken, onward)}  # fmt: skip
"""What compiled rules may ask of spaces."""
