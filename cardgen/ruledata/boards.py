"""Boards: zones whose places have neighbours, as squares, hexagons or a map of the kit; worked out once, when rules are read."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from string import ascii_lowercase
from typing import Any, Final

from cardgen.ruledata.growing import OpenSides

MOST: Final = 1_000  # places that are connected
WIDEST: Final = 20  # columns, and rows
_PLACE = re.compile(r"[A-Za-z][\w-]{0,30}", re.ASCII)
_SIZE = re.compile(r"(\d{1,2}) by (\d{1,2})", re.ASCII)
_NUMBER = re.compile(r"\b([A-Za-z]\w*)\.([A-Za-z]\w*)\b", re.ASCII)
_RAYS: Final[Mapping[str, tuple[int, int]]] = {"above": (0, 1), "below": (0, -1), "left": (-1, 0), "right": (1, 0)}  # fmt: skip
_LINES: Final = ((1, 0), (0, 1), (1, 1), (1, -1))
_AROUND: Final = tuple((x, y) for x in (-1, 0, 1) for y in (-1, 0, 1) if x or y)
_SIDES: Final = ((0, 1), (1, 0), (0, -1), (-1, 0))  # of a square, clockwise from the top
_HEXAGON: Final = ((1, 1), (2, 0), (1, -1), (-1, -1), (-2, 0), (-1, 1))
"""The sides of a hexagon with a corner on top, clockwise from the upper right; across, a step is half a hexagon."""

Facing = Mapping[str, tuple[tuple[int, str, str], ...]]
"""What is beside each place of a grid: the side, clockwise from above or from the upper right, the place and its zone."""
Places = tuple[str, ...]
"""Names of places: a1 in a grid, that of its row on a map."""
Spots = Mapping[str, tuple[int, int]]
"""Where the places of a grid are: steps to the right and up from the lowest left; of hexagons, half ones to the right."""


@dataclass(frozen=True)
class Board:
    """One board. `size` is columns and rows of a grid, (0, 0) of a map; `words` give places by place, such as those next to it."""

    name: str
    keys: Places
    size: tuple[int, int] = (0, 0)
    words: Mapping[str, Mapping[str, Places]] = field(default_factory=dict)
    spots: Spots = field(default_factory=dict, repr=False)
    sides: int = field(default=4, repr=False)

    @property
    def said(self) -> str:
        """What it is, in words."""
        of = f"{self.size[0]} by {self.size[1]}{' hexagons' * (self.sides == 6)}"
        return f"'{self.name}', which is {of if all(self.size) else 'a map'}"

    def lines(self, length: int) -> tuple[Places, ...]:
        """Return every straight line of so many places of a grid, each once: rows, columns and diagonals, or three ways of hexagons."""
        ways, at, found = _HEXAGON[:3] if self.sides == 6 else _LINES, self._at, []
        for x, y in self.spots.values():
            for dx, dy in ways:
                line = tuple(at.get((x + k * dx, y + k * dy), "") for k in range(length))
                found += [line] * all(line)
        return tuple(found)

    def distances(self) -> dict[str, dict[str, int]]:
        """Return by place how many steps away each place is; one to which no way leads is as far as there are places."""
        return {key: _steps(self.words["next"], key) for key in self.keys}

    def facing(self) -> Facing:
        """Return what is beside each place of a grid."""
        ways, at = _HEXAGON if self.sides == 6 else _SIDES, self._at
        return {
            key: tuple(
                (side, at[to], f"{self.name} {at[to]}")
                for side, (dx, dy) in enumerate(ways)
                if (to := (x + dx, y + dy)) in at
            )
            for key, (x, y) in self.spots.items()
        }

    @property
    def wide(self) -> int:
        """How many columns a grid is wide; in hexagons, halves of them."""
        return max(x for x, _ in self.spots.values()) + self.sides // 2 - 1

    @property
    def _at(self) -> dict[tuple[int, int], str]:
        return {spot: key for key, spot in self.spots.items()}


def size_of(said: str) -> tuple[int, int] | None:
    """Return columns and rows of `7 by 6`; None if it says something else, or more than 20."""
    found = _SIZE.fullmatch(said)
    size = (int(found[1]), int(found[2])) if found else (0, 0)
    return size if all(1 <= one <= WIDEST for one in size) else None


def numbered(said: str, tables: Mapping[str, Any]) -> str:
    """Return `numbers.width by 6` with the numbers of the kit's tables; a name that is no number of theirs stays."""

    def number(found: re.Match[str]) -> str:
        table = tables.get(found[1])
        value = table.get(found[2]) if isinstance(table, Mapping) else None
        return str(value) if isinstance(value, int) and not isinstance(value, bool) else found[0]

    return _NUMBER.sub(number, said)


def keys_of(size: tuple[int, int]) -> Places:
    """Return the places of a grid as in chess: columns are letters, and row 1 is the lowest."""
    return tuple(f"{ascii_lowercase[x]}{y + 1}" for y in range(size[1]) for x in range(size[0]))


def grid(name: str, size: tuple[int, int], hexes: bool = False, leaning: bool = False) -> Board:
    """Return a grid of squares, or of hexagons in rows: every second one is half a hexagon further in, or each, `leaning`."""
    keys = keys_of(size)
    spots = dict(zip(keys, ((x, y) for y in range(size[1]) for x in range(size[0])), strict=True))
    rays, around = _RAYS, _AROUND
    if hexes:
        down = {y: size[1] - 1 - y for y in range(size[1])}  # the highest row is not shifted, as printed
        spots = {key: (2 * x + (down[y] if leaning else down[y] % 2), y) for key, (x, y) in spots.items()}
        rays, around = {"left": (-2, 0), "right": (2, 0)}, _HEXAGON
    at = {spot: key for key, spot in spots.items()}

    def of(steps: Iterable[tuple[int, int]]) -> dict[str, Places]:
        ways = [*steps]
        return {
            key: tuple(at[to] for dx, dy in ways if (to := (x + dx, y + dy)) in at)
            for key, (x, y) in spots.items()
        }

    words = {word: of((n * dx, n * dy) for n in range(1, WIDEST)) for word, (dx, dy) in rays.items()}
    words["next"] = of(around if hexes else _RAYS.values())
    words["around"] = of(around)
    rows = [keys[n : n + size[0]] for n in range(0, len(keys), size[0])]
    words["row"] = {key: row for row in rows for key in row}
    words["column"] = {key: keys[n % size[0] :: size[0]] for n, key in enumerate(keys)}
    return Board(name, keys, size, words, spots, 6 if hexes else 4)


def map_of(name: str, rows: Mapping[str, Any]) -> Board:
    """Return the board of a table: a row for each place, whose `next` names its neighbours; ways go in both directions.

    ValueError says which row names a place that is not there.
    """
    near: dict[str, list[str]] = {key: [] for key in rows}
    if odd := next((key for key in rows if not _PLACE.fullmatch(str(key)) or str(key).isdecimal()), None):
        raise ValueError(f"'{odd}' can be no name of a place")
    for key, row in rows.items():
        to = row.get("next", []) if isinstance(row, Mapping) else []
        for other in to if isinstance(to, list | tuple) else [to]:
            if other not in near:
                raise ValueError(f"'{key}' is next to '{other}', which is no row")
            near[key].append(other)
            near[other].append(key)
    return Board(name, tuple(rows), words={"next": {key: tuple(dict.fromkeys(one)) for key, one in near.items()}})  # fmt: skip


def reach(near: Mapping[str, Places], first: str, fits: Callable[..., Any], via: bool = False) -> Places:
    """Return a place and all places connected to it by places that fit; `via`: it is asked from where, too."""
    found, todo = {first: None} if first in near else dict[str, None](), [first]
    for place in todo:
        for other in near.get(place, ()):
            if other not in found and (fits(other, place) if via else fits(other)):
                found[other] = None
                todo.append(other)
        if len(todo) > MOST:
            raise ValueError("this reaches more than 1,000 spaces: ask whether a tile lies there")
    return tuple(found)


def groups(near: Mapping[Any, Any], places: Iterable[Any], fits: Callable[..., Any], via: bool = False) -> list[list[Any]]:  # fmt: skip
    """Return places in lists of those that are connected."""
    return [*grouped(near, places, fits, via)]


def grouped(near: Mapping[Any, Any], places: Iterable[Any], fits: Callable[..., Any], via: bool = False) -> Iterator[list[Any]]:  # fmt: skip
    """Yield them one after another: often the first one is enough."""
    left = dict.fromkeys(places)
    beside = near.beside if isinstance(near, OpenSides) else near.__getitem__
    while left:
        group = [left.popitem()[0]]
        for place in group:
            for other in beside(place) if left else ():
                if other in left and (fits(other, place) if via else fits(other)):
                    del left[other]
                    group.append(other)
        yield group


def _steps(near: Mapping[str, Places], first: str) -> dict[str, int]:
    found, todo = dict.fromkeys(near, len(near)) | {first: 0}, [first]
    for place in todo:
        for other in near[place]:
            if other != first and found[other] == len(near):
                found[other] = found[place] + 1
                todo.append(other)
    return found


def turned(edges: Sequence[Any], by: int) -> Sequence[Any]:
    """Return the edges of a tile that is turned clockwise, by an edge at a time."""
    first = -by % (len(edges) or 1)
    return (*edges[first:], *edges[:first]) if first else edges


def _lying(s: Any, fields: Sequence[Any], zone: str) -> Sequence[Any]:
    """Return the edges of the tile at a place as it lies; none where no tile is."""
    for piece in reversed(s.piles[zone]):
        if fields[piece]:
            return turned(fields[piece], s.sideways.count(piece))
    return ()


def _asked(s: Any, fields: Sequence[Any], faces: Facing, place: str) -> tuple[tuple[int, Any], ...]:
    """Return which edge is asked for at each side of a place where a tile is."""
    piles, sideways, found = s.piles, s.sideways, []
    for side, _, zone in faces.get(place, ()):
        if pile := piles[zone]:
            own = fields[pile[-1]]  # nearly always nothing lies on a tile
            if own:
                found.append((side, own[(side + len(own) // 2 - sideways.count(pile[-1])) % len(own)]))
            elif edges := _lying(s, fields, zone):
                found.append((side, edges[side - len(edges) // 2]))
    return tuple(found)


@cache
def _fitting(edges: Sequence[Any], asked: tuple[tuple[int, Any], ...]) -> tuple[int, ...]:
    """Return by how much a tile can be turned so that it has the edges that are asked for, each look of it once."""
    looks = [turned(edges, by) for by in range(len(edges))]
    fits = [all(look[side] == edge for side, edge in asked) for look in looks]
    return tuple(n for n, look in enumerate(looks) if fits[n] and look not in looks[:n])


def ways(
    s: Any, fields: Sequence[Any], faces: Facing, edges: Sequence[Any], place: str = ""
) -> tuple[int, ...]:
    """Return by how much a tile can be turned, at a place so that it fits there."""
    return _fitting(edges, _asked(s, fields, faces, place))


def matches(s: Any, fields: Sequence[Any], faces: Facing, edges: Sequence[Any], place: str) -> bool:
    """Return whether a tile with these edges has those of its neighbours at a place."""
    return all(edges[side] == edge for side, edge in _asked(s, fields, faces, place))


def along(s: Any, fields: Sequence[Any], faces: Facing, first: str, edge: Any) -> Places:
    """Return a place and all that are connected to it by edges of tiles that are alike on both sides."""
    return tuple(_along(s, fields, faces, first, edge)[0])


def open_ends(s: Any, fields: Sequence[Any], faces: Facing, first: str, edge: Any) -> int:
    """Return how many such edges of the tiles that are connected have no tile beside them."""
    return _along(s, fields, faces, first, edge)[1]


def _along(s: Any, fields: Sequence[Any], faces: Facing, first: str, edge: Any) -> tuple[list[str], int]:
    found, ends = [first] if first in faces else [], 0
    grid = isinstance(faces, OpenSides)
    name = "" if grid else next(zone[: -len(to)] for beside in faces.values() for _, to, zone in beside)
    for place in found:
        own = _lying(s, fields, place if grid else f"{name}{place}")
        ends += own.count(edge)
        for side, other, zone in faces[place]:
            if own and own[side] == edge and (there := _lying(s, fields, zone)):
                ends -= 1
                if there[side - len(there) // 2] == edge and other not in found:
                    found.append(other)
    return found, ends


def through(lines: Collection[Places], keys: Places) -> dict[str, tuple[Places, ...]]:
    """Return the lines by each place that they go through."""
    return {key: tuple(line for line in lines if key in line) for key in keys}
