"""`cardgen pull`: files of a kit that come from the web are fetched again, whole or not at all, and compared."""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from cardgen.app.fetch import Unfetched, export_address, fetched
from cardgen.base.destination import write_whole
from cardgen.base.errors import Location, Problem, Problems
from cardgen.base.files import FileError, Files
from cardgen.model import KINDS
from cardgen.source.cards import CardField, names_a_file, read_fields
from cardgen.source.kit_shape import SOURCE, Source
from cardgen.source.named import read_data
from cardgen.source.nodes import Block, Document, Items, Step, plain
from cardgen.source.parse import Folder
from cardgen.source.shape import Wrong
from cardgen.source.tables.files import SUFFIXES, suffix_of

_MOST_LINES = 40


@dataclass
class Pulled:
    """What became of one file: lines for people, what went wrong, and whether it differs from what lies there."""

    lines: list[str] = field(default_factory=list)
    problems: list[Problem] = field(default_factory=list)
    changed: bool = False


@dataclass(frozen=True)
class Snapshot:
    """A file that a kit names together with where it was fetched from, and what the columns of its cards take."""

    source: Source
    asking: Document
    path: tuple[Step, ...]
    component: str = ""
    fields: Mapping[str, CardField] | None = None


def pull_kit(
    root: Path, check: bool = False, say: Callable[[str], object] = lambda _: None
) -> Iterator[Pulled]:
    """Yield what became of each file of a kit that has a `from:`; with `check` nothing is written.

    A file that cannot be fetched whole, or whose rows cannot be read, stays as it was. CardgenError when game.yaml
    cannot be read.
    """
    problems = Problems()
    folder = Folder(root, problems)
    game = folder.read_yaml(root / "game.yaml", "game.yaml")
    if game is None:
        problems.raise_errors()
        return
    found = list(_snapshots(folder, game))
    wrong = [problem for problem in problems if problem.code == "not-fetched"]
    if wrong:
        yield Pulled(problems=wrong)
    elif not found:
        yield Pulled([f"{folder.name_of('game.yaml')} names nothing that was fetched: no file has a from:"])
    done: set[str] = set()
    for snapshot in found:
        if snapshot.source.file not in done:
            done.add(snapshot.source.file)
            yield _pulled(root, folder, snapshot, check, say)


def _snapshots(folder: Folder, game: Document) -> Iterator[Snapshot]:
    """Yield all files with a `from:`, those in the files of cards that are there, too."""
    if not isinstance(game.data, Block):
        return
    for kind in KINDS:
        block = game.get(kind)
        for name in block if isinstance(block, Block) else ():
            fields = read_fields(game, kind, name, "fields")
            yield from _below(folder, game, (kind, name, "cards"), name, fields, 0)
    tables = game.get("tables")
    for name in tables if isinstance(tables, Block) else ():
        yield from _below(folder, game, ("tables", name), "", None, 9)


def _below(
    folder: Folder,
    document: Document,
    path: tuple[Step, ...],
    component: str,
    fields: Mapping[str, CardField] | None,
    depth: int,
) -> Iterator[Snapshot]:
    said = document.get(*path)
    if isinstance(said, Items):
        for n, entry in enumerate(said):
            if names_a_file(entry):
                yield from _below(folder, document, (*path, n), component, fields, depth)
        return
    try:
        source = Source(said) if isinstance(said, str) else SOURCE.read(said)
    except Wrong:
        message, hint = "this names no file to fetch", "cardgen check says what is wrong with it"
        folder.problems.add(message, document.where(*path), hint=hint, code="not-fetched")
        return
    if source.address:
        yield Snapshot(source, document, path, component, fields)
    if depth < 5 and suffix_of(source.file) in (".yaml", ".yml", ".json"):
        file = folder.root / source.file
        inner = folder.read_yaml(file, source.file, ("cards",)) if file.is_file() else None
        if inner is not None and isinstance(inner.data, Items):
            yield from _below(folder, inner, (), component, fields, depth + 1)


def _pulled(
    root: Path, folder: Folder, snapshot: Snapshot, check: bool, say: Callable[[str], object]
) -> Pulled:
    source, result = snapshot.source, Pulled()
    label = folder.name_of(source.file)
    at = "from"

    def fail(message: str, hint: str = "", code: str = "not-fetched") -> Pulled:
        where = snapshot.asking.where(*snapshot.path, at)
        stays = "; the file stays as it was" if target.exists() else ""
        result.problems.append(Problem(f"{source.file}: {message}{stays}", where, (), hint, code=code))
        return result

    target = root / source.file
    try:
        target = Files(root).find(source.file, shared=False).path
    except FileError as error:
        if error.code != "missing-file" or ".." in source.file or target.exists():
            at = "file"
            return fail(str(error), error.hint, error.code)
    address = export_address(source.address or "", suffix_of(source.file))
    if address != source.address:
        result.lines.append(f"{label}: fetched from {address}, which gives what that page shows")
    say(f"{label}: fetching …")
    try:
        new = fetched(address)
    except Unfetched as error:
        return fail(str(error), error.hint)
    old = target.read_bytes() if target.is_file() else None
    if old == new:
        result.lines.append(f"{label}: up to date")
        return result
    problems = Problems()
    language = str(snapshot.asking.get("language") or "en")
    after = _read(new, label, snapshot, language, problems)
    if problems.errors or after is None:
        result.problems += problems
        return fail("what was fetched cannot be used", "mend it there, and pull again", "not-usable")
    before = _read(old, label, snapshot, language, Problems()) if old is not None else None
    result.changed = True
    result.lines += _lines(label, before, after, "would be " if check else "")
    if not check:
        write_whole(target, new)
    return result


def _read(data: bytes, label: str, snapshot: Snapshot, language: str, problems: Problems) -> Any:
    """Return the rows of a file by its bytes, None when it cannot be read."""
    fields = snapshot.fields
    with tempfile.TemporaryDirectory() as place:
        file = Path(place) / f"draft{suffix_of(snapshot.source.file)}"
        file.write_bytes(data)
        document = read_data(
            file,
            label,
            snapshot.source,
            problems,
            root=("cards",) if fields is not None else (),
            columns=None if fields is None else {name: one.takes for name, one in fields.items()},
            likely=(snapshot.component,) if snapshot.component else (),
            language=language,
        )
    if document is None:
        return None
    is_table = fields is not None or suffix_of(snapshot.source.file) in SUFFIXES
    if is_table and not isinstance(document.data, Items):
        problems.add("this is no list", Location(label), code="wrong-value")
    if is_table and isinstance(document.data, Items) and not document.data:
        problems.add("there is not one row", Location(label), code="empty")
    return document.data


def _lines(label: str, before: Any, after: Any, would: str) -> list[str]:
    """Return the difference between two tables in words: rows that came, went and changed."""
    if before is None:
        return [f"{label}: {would}new, {_counted(after)}"]
    if not (isinstance(before, Items) and isinstance(after, Items)):
        return [f"{label}: {would}renewed"]
    old, new = _by_name(before), _by_name(after)
    lines = [f"  + {name}{_called(new[name])}" for name in new if name not in old]
    lines += [f"  - {name}{_called(old[name])}" for name in old if name not in new]
    for name in new:
        if name in old:
            lines += [f"  ~ {name} {line}" for line in _changes(old[name], new[name])]
    if not lines:
        moved = "in another order" if list(old) != list(new) else "with the same cards"
        return [f"{label}: {would}renewed, {moved}"]
    more = len(lines) - _MOST_LINES
    shown = lines[:_MOST_LINES] + ([f"  … and {more} more"] if more > 0 else [])
    return [f"{label}: {would}renewed, {_counted(after)}", *shown]


def _counted(rows: Any) -> str:
    number = len(rows) if isinstance(rows, Items) else 0
    return f"{number} row{'s' * (number != 1)}" if number else "no table of rows"


def _by_name(rows: Items) -> dict[str, Mapping[str, Any]]:
    """Return rows by their id, or else by their number."""
    found: dict[str, Mapping[str, Any]] = {}
    for number, row in enumerate(rows, 1):
        if isinstance(row, Block):
            name = str(row.get("id") or f"row {number}")
            found[name if name not in found else f"{name} (row {number})"] = row
    return found


def _called(row: Mapping[str, Any]) -> str:
    return f" {row['name']}" if row.get("name") else ""


def _changes(old: Mapping[str, Any], new: Mapping[str, Any]) -> Iterator[str]:
    for key in {**old, **new}:
        before, after = plain(old.get(key)), plain(new.get(key))
        if before != after:
            yield f"{key}: {_short(before)} → {_short(after)}"


def _short(value: Any) -> str:
    from cardgen.source.tables.flow import flow

    text = "nothing" if value is None else value if isinstance(value, str) else flow(value)
    text = text.replace("\n", " ")
    return text if len(text) <= 60 else text[:59] + "…"
