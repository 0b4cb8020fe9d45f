"""Plain data that remembers where every key and value stood in its file."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple, TypeAlias

from cardgen.base.errors import Level, Location, Problems

Step: TypeAlias = str | int


class Place(NamedTuple):
    """Line and column, from 1; `raw` is an unquoted value as written (`1.10`), None for anything else.

    `cell` is what a place in a table is called, such as `Cards!D7`.
    """

    line: int
    column: int
    raw: str | None = None
    cell: str = ""

    def within(self, file: str) -> Location:
        return Location(file, self.line, self.column, self.cell)


class Block(dict[str, Any]):
    """The `key: value` lines of a YAML mapping: a dict that knows the place of each key and value."""

    __slots__ = ("at", "keys_at", "values_at")

    def __init__(self, at: Place) -> None:
        super().__init__()
        self.at = at
        self.keys_at: dict[str, Place] = {}
        self.values_at: dict[str, Place] = {}


class Items(list[Any]):
    """A YAML list that knows the place of each item."""

    __slots__ = ("at", "items_at")

    def __init__(self, at: Place) -> None:
        super().__init__()
        self.at = at
        self.items_at: list[Place] = []


@dataclass(frozen=True, slots=True)
class Document:
    """One YAML file as located data; `root` begins every breadcrumb ("cards" for a cards file).

    `problems` is where `note` puts what is wrong with it; `called` is the path and the id of the card that `each:`
    is making just now. `lacking` are the columns that a table of cards has not, with the header where that is to be
    told, None once it was: it is one mistake, however many rows there are.
    """

    file: str
    data: Any
    at: Place
    root: tuple[str, ...] = ()
    called: tuple[tuple[Step, ...], str] | None = None
    problems: Problems = field(default_factory=Problems, compare=False, repr=False)
    lacking: dict[str, Place | None] = field(default_factory=dict, compare=False, repr=False)

    def place(self, *path: Step) -> Place:
        """Return where the value at this path stands; a path that leads nowhere ends at its last known step."""
        data, place = self.data, self.at
        for step in path:
            match data:
                case Block() if isinstance(step, str) and step in data:
                    place = data.values_at[step]
                case Items() if isinstance(step, int) and 0 <= step < len(data):
                    place = data.items_at[step]
                case _:
                    return place
            data = data[step]
        return place

    def get(self, *path: Step) -> Any:
        data = self.data
        for step in path:
            data = _step(data, step)
        return data

    def where(self, *path: Step) -> Location:
        return self.place(*path).within(self.file)

    def where_key(self, *path: Step) -> Location:
        parent, last = self.get(*path[:-1]), path[-1]
        if isinstance(parent, Block) and last in parent.keys_at:
            return parent.keys_at[str(last)].within(self.file)
        return self.where(*path)

    def trail(self, *path: Step) -> tuple[str, ...]:
        """Return the breadcrumb to this path, list items by their id where they have one."""
        names: list[str] = [*self.root]
        data = self.data
        for number, step in enumerate(path):
            item = _step(data, step)
            if self.called and path[: number + 1] == self.called[0]:
                names.append(self.called[1])
            elif isinstance(step, int):
                own = item.get("id") if isinstance(item, Block) else None
                names.append(own if isinstance(own, str) and own and "{{" not in own else f"#{step + 1}")
            else:
                names.append(step)
            data = item
        return tuple(names)

    def note(
        self,
        message: str,
        *path: Step,
        hint: str = "",
        code: str = "wrong-value",
        level: Level = "error",
        at_key: bool = False,
        within: tuple[Step, ...] | None = None,
    ) -> None:
        """Note one problem with the value at this path, or with its key; the breadcrumb leads `within` or to the value."""
        where = self.where_key(*path) if at_key else self.where(*path)
        trail = self.trail(*(path if within is None else within))
        self.problems.add(message, where, trail=trail, hint=hint, level=level, code=code)


def _step(data: Any, step: Step) -> Any:
    """Return what one step of a path leads to, None when it leads nowhere."""
    if isinstance(data, Block) and isinstance(step, str):
        return data.get(step)
    if isinstance(data, Items) and isinstance(step, int) and 0 <= step < len(data):
        return data[step]
    return None


def plain(data: Any) -> Any:
    """Return the data without its places: dict, list and scalars."""
    if isinstance(data, Mapping):
        return {key: plain(value) for key, value in data.items()}
    if isinstance(data, Sequence) and not isinstance(data, str):
        return [plain(value) for value in data]
    return data
