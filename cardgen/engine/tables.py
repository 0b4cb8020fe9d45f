"""What the rules read in the tables of a kit: declared, and checked before anybody plays."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeAlias

from cardgen.base.errors import CardgenError, Location, Problem, Problems
from cardgen.model import Kit
from cardgen.source.named import read_table
from cardgen.source.nodes import plain
from cardgen.source.parse import Folder
from cardgen.source.shape import NOTHING, Fault, Key, Record, Shape, Wrong
from cardgen.source.wrong import read, shown


class _Table(Record[Mapping[str, Any]]):
    """A block of which the rules read some keys; what templates read besides is none of their business."""

    def _unknown(self, value: dict[str, Any]) -> list[Fault]:
        return []


Tables: TypeAlias = Mapping[str, Shape[Any]]
"""What rules read in tables: the shape of each by its name."""


def table(_also: Mapping[str, Shape[Any]] | None = None, /, **keys: Shape[Any]) -> Shape[Mapping[str, Any]]:
    """Return the shape of a table, or of an entry in one, by the keys that the rules read; those in `_also` may be empty.

    tables_read = {"numbers": table(hand=whole(1, 10), storm=whole(1))}
    """
    found = {name: Key(shape, "the rules read it") for name, shape in keys.items()}
    found |= {name: Key(shape, "the rules read it", None) for name, shape in (_also or {}).items()}
    return _Table(found, lambda values: values, example=f"{next(iter(found))}: …")


def check_tables(kit: Kit, wanted: Tables) -> None:
    """Raise CardgenError with every value of a table that the rules cannot read, each at its own line."""
    wrong: dict[str, Wrong] = {}
    for name, shape in wanted.items():
        try:
            shape.read(plain(kit.tables.get(name)))
        except Wrong as found:
            wrong[name] = found
    if wrong:
        raise CardgenError(_problems(kit, wanted, wrong))


def place_in_table(kit: Kit, name: str, *path: str | int) -> Location:
    """Return where an entry of a table is written; a path that leads nowhere ends at its last known step."""
    folder = Folder(kit.root, Problems())
    game = None if kit.made_here else folder.read_yaml(kit.root / "game.yaml", "game.yaml")
    document = read_table(folder, game, name) if game else None
    return document.where(*path) if document else kit.place("tables", name)


def _problems(kit: Kit, wanted: Tables, wrong: Mapping[str, Wrong]) -> list[Problem]:
    problems = Problems()
    folder = Folder(kit.root, problems)
    game = None if kit.made_here else folder.read_yaml(kit.root / "game.yaml", "game.yaml")
    for name, faults in wrong.items():
        document = read_table(folder, game, name) if game else None
        before = len(problems)
        if document:
            read(wanted[name], document)
        if len(problems) == before:  # it stands in no file
            problems.extend(_nowhere(kit, name, fault) for fault in faults.faults)
    return list(problems)


def _nowhere(kit: Kit, name: str, fault: Fault) -> Problem:
    path = ".".join(str(step) for step in ("tables", name, *fault.inside))
    is_there = fault.about != "missing" and fault.value is not NOTHING
    said = f"is {shown(fault.value)}, expected {fault.expected}" if is_there else "is missing"
    return Problem(f"{path} {said}", kit.place("tables", name), code="table")
