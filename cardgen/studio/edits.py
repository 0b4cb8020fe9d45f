"""What is edited on the page: cells become lines of the kit's own files, and every step can be taken back.

A file is the truth, and an editor beside the page keeps working: a write names the version it has read, and nothing is
written over another one. Steps are kept beside the cache, so that undo survives a restart (decision 066).
"""

from __future__ import annotations

import contextlib
import difflib
import json
import re
import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from hashlib import sha256
from pathlib import Path, PurePosixPath
from typing import Any, NamedTuple

from cardgen.base.cache import default_folder, keep, name_for, read_kept
from cardgen.base.destination import write_whole
from cardgen.base.errors import Problems
from cardgen.base.files import FileError, read_bytes, real
from cardgen.faces.svg.parts import ICON_FILES
from cardgen.games import RULES
from cardgen.model.kit import as_json
from cardgen.source.cells import (
    STANDARD,
    CardRow,
    CardTable,
    NoCell,
    as_text,
    checked,
    columns_of,
    default_of,
    meant,
    tables_of,
    why_read_only,
    with_card,
    with_cell,
    with_changes,
    with_csv_changes,
    with_one_out,
    wrong_in,
)
from cardgen.source.parse import parse_yaml
from cardgen.source.screen import NAME as TABLE
from cardgen.source.shape import NOTHING
from cardgen.source.tables.flow import flow
from cardgen.source.tables.grid import CellRefused
from cardgen.source.tables.xlsx_cell import has_formulas, with_sheet_changes
from cardgen.source.what_if import steps_of
from cardgen.studio.joining import joined
from cardgen.studio.painting import painted
from cardgen.studio.payload import Payload
from cardgen.studio.sizing import another_size, resized

MOST_STEPS = 200
MOST_CELLS = 2_000
"""In one edit."""
COUNTS = re.compile(r".+==\s*[0-9]+\s*", re.S)
"""A check that ends with a number."""
_TRIES = 3
_LONGEST = 4_000_000  # bytes of a file that is edited
_TEXTS = (".csv", ".tsv")
_BOOKS = (".xlsx", ".xlsm", ".ods")
_MAY_BE_NEW = re.compile(rf"{'|'.join(map(re.escape, (TABLE, *ICON_FILES)))}|i18n/[\w-]+\.yaml", re.ASCII)
_OPEN_ELSEWHERE = ("~${}", ".~lock.{}#")  # beside a file that Excel or LibreOffice has open
_TYPED = ("text", "picture", "bool", "int", "number", "one_of", "list", "counts")
"""Kinds of fields whose cells are chosen or typed as they are; all others are written as YAML."""


class Changed(Exception):
    """The file is not as the page has seen it; nothing was written."""


class Conflict(Changed):
    """The same place was changed by others; `cells` has what it was, what it is now, and what would be written."""

    def __init__(self, message: str, cells: list[Payload]) -> None:
        super().__init__(message)
        self.cells = cells


class _Moved(Exception):
    """A file changed while it was looked at."""


class Edits:
    """The files of a kit as they are edited, and the steps that can be undone and done again."""

    def __init__(self, folder: Path, read_only: str = "") -> None:
        self.folder = folder
        self.read_only = read_only or why_read_only(folder)
        self._lock = threading.Lock()
        self._kept = default_folder() / "edits" / name_for(real(folder))
        index = read_kept(self._kept / "index.json")
        self._index: dict[str, Any] = json.loads(index) if index else {"steps": [], "at": 0, "next": 1}

    # -- what a page is told

    def payload(self) -> Payload:
        """Return every cell, the version of every file, and what can be undone; CardgenError for a kit that cannot be read."""
        from cardgen.app.icons import icon_file, icons_of

        tables = tables_of(self.folder)
        files = dict.fromkeys(row.file for table in tables for row in table.rows)
        return {
            "read_only": self.read_only,
            **self.steps(),
            "icons": list(icons_of(self.read(icon_file(self.folder)))),
            "versions": {file: version_of(self._bytes(file)) for file in files},
            "tables": [_table_payload(table) for table in tables],
        }

    def steps(self) -> Payload:
        """Return in words what can be undone and done again, "" for nothing."""
        return {"undo": self._label(-1), "redo": self._label(0)}

    def _label(self, by: int) -> str:
        at = self._index["at"] + by
        return str(self._index["steps"][at]["says"]) if 0 <= at < len(self._index["steps"]) else ""

    # -- what a page does

    def change(self, asked: Mapping[str, Any]) -> Payload:
        """Write what is asked, one thing or `all` of a list, as one step; return the lines that are different.

        NoCell says what cannot be, Changed that the file has changed. A cell that says what it `was` is written all the
        same if it still is; Conflict tells where it isn't. Steps that name the same `merge` become one.
        """
        with self._lock:
            self._may_write()
            for _ in range(_TRIES):
                with contextlib.suppress(_Moved):
                    return self._change(asked)
            raise Changed("the file is being written elsewhere; nothing was written")

    def _change(self, asked: Mapping[str, Any]) -> Payload:
        wants = asked.get("all", [asked])
        if not isinstance(wants, list) or not wants or not all(isinstance(one, dict) for one in wants):
            raise NoCell("expected cells to be written")
        if len(wants) > MOST_CELLS:
            raise NoCell(f"{len(wants):,} cells are too many for one edit, expected {MOST_CELLS:,} or fewer")
        tables = tables_of(self.folder)
        data: dict[str, bytes] = {}
        versions: dict[str, str] = {}
        changes: dict[str, list[_Job]] = {}
        conflicts: list[Payload] = []
        ids = {str(row.said.get("id")) for table in tables for row in table.rows}
        label, joins = "", False
        for want in ({**asked, **one} for one in wants):
            table, row = _row(tables, want)
            if row.file not in data:
                data[row.file] = self._bytes(row.file)
                versions[row.file] = version_of(data[row.file])
            key, value = str(want.get("key", "")), want.get("value")
            if isinstance(want.get("yaml"), str):
                value = meant(want["yaml"])
            seen = want.get("version") or (want.get("versions") or {}).get(row.file)
            if "was" in want:
                joins = joins or seen != versions[row.file]
                theirs = row.said if want.get("do") == "remove" else row.said.get(key)
                default = default_of(table, key)
                now, *known = (default if one is None else one for one in (theirs, want["was"], value))
                if want.get("do") in ("set", "remove") and now not in known:
                    cell = {"in": table.component, "card": row.said.get("id"), "key": key, "mine": value}
                    place = {"file": row.file, "line": row.line, "was": want["was"], "theirs": theirs}
                    conflicts.append({**cell, **place})
                    continue
            elif seen != versions[row.file]:
                raise Changed(f"{row.file} has changed since the page read it; nothing was written")
            label = _ask(want, table, row, ids, changes.setdefault(row.file, []))
        if conflicts:
            raise Conflict(
                f"{conflicts[0]['file']} was changed elsewhere since; nothing was written", conflicts
            )
        if len(wants) > 1 or isinstance(asked.get("label"), str):
            label = str(asked.get("label") or f"{len(wants)} cells")[:80]
        diff: list[str] = []
        states = []
        for file, jobs in changes.items():
            new, lines = self._new(file, data[file], jobs, tables)
            diff += lines
            states.append((file, data[file], new))
        payload = self._write(*states[0], label, states[1:], str(asked.get("merge") or ""))
        if Path(states[0][0]).suffix.lower() in _BOOKS and has_formulas(states[0][2]):
            payload["says"] += ". Formulas keep their values until a spreadsheet program saves the file"
        return {**payload, "diff": diff[:40], "joined": joins}

    def _new(
        self, file: str, data: bytes, jobs: list[_Job], tables: list[CardTable]
    ) -> tuple[bytes, list[str]]:
        """Return a file after all this was done to its cards, and the lines or cells that are different."""
        table = jobs[0].table
        rows = [
            row for one in tables for row in one.rows if row.file == file and row.sheet == jobs[0].row.sheet
        ]
        suffix = Path(file).suffix.lower()
        if suffix in _BOOKS:
            path = self.folder / file
            if any(path.with_name(sign.format(path.name)).exists() for sign in _OPEN_ELSEWHERE):
                raise NoCell(f"{file} is open in a spreadsheet program; close it there, or change it there")
            cells = [(one.row.line, one.what, _columns(one)) for one in jobs]
            try:
                return with_sheet_changes(data, file, jobs[0].row.sheet, [row.line for row in rows], cells)
            except CellRefused as refusal:
                raise NoCell(str(refusal)) from None
        before = as_text(data)
        if suffix in _TEXTS:
            lines = [(one.row.line, one.what, one.values) for one in jobs]
            new = with_csv_changes(before.text, table, [row.line for row in rows], lines)
        elif jobs[0].what in ("up", "down"):
            new = with_card(before.text, jobs[0].row.path, jobs[0].what)
        elif jobs[0].what == "out":
            new = with_one_out(before.text, jobs[0].row.path, jobs[0].values["number"])
        elif len(jobs) == 1 and jobs[0].what == "set" and len(jobs[0].values) == 1:
            new = with_cell(before.text, jobs[0].row.path, *next(iter(jobs[0].values.items())))
        else:
            new = with_changes(before.text, [(one.row.path, one.what, one.values) for one in jobs])
        return before.bytes_of(new), _diff(data, before.bytes_of(new))

    def say(self, asked: Mapping[str, Any]) -> Payload:
        """Write the number that a check would have to say, as the page has seen it. Raises as `change` does."""
        number, that, now = asked.get("check"), asked.get("that"), asked.get("now")
        if type(number) is not int or type(now) is not int or not isinstance(that, str):
            raise NoCell("expected a check and its number")
        new = f"{that[: re.search(r'[0-9]+$', that.rstrip()).start()]}{now}" if COUNTS.fullmatch(that) else ""  # type: ignore[union-attr]
        document = parse_yaml(self.read("game.yaml"), "", Problems())
        if not new or document is None or document.get("checks", number, "that") != that:
            raise Changed("game.yaml was changed elsewhere since; nothing was written")

        def said(text: str) -> str:
            return with_cell(text, ("checks", number), "that", new)

        return self.put("game.yaml", {"version": self.version("game.yaml")}, said, f"game.yaml says {now}")

    def number(self, asked: Mapping[str, Any]) -> Payload:
        """Write a number of a table, which is named as a sweep names it and is as the page has seen it. Raises as `change` does."""
        name, *path = str(asked.get("path", "")).removeprefix("tables.").split(".")
        value = asked.get("value")
        if type(value) not in (int, float) or not path:
            raise NoCell("expected a number of a table")
        document = parse_yaml(self.read("game.yaml"), "", Problems())
        entry = document.get("tables", name) if document else None
        file = str(entry.get("file") if isinstance(entry, dict) else entry)
        if Path(file).suffix not in (".yaml", ".yml"):
            raise NoCell(f"the table {name} is in {file}; change it there")

        def said(text: str) -> str:
            table = parse_yaml(text, "", Problems())
            here: Any = table.data if table else None
            places = list[str | int]()
            for step in path:
                known = steps_of(here) if isinstance(here, dict | list) else []
                if step not in known:
                    raise Changed(f"{file} was changed elsewhere since; nothing was written")
                places.append(list(here)[known.index(step)] if isinstance(here, dict) else known.index(step))
                here = here[places[-1]]
            if here != asked.get("was"):
                raise Changed(f"{file} says {here} by now; nothing was written")
            if not isinstance(places[-1], str):
                raise NoCell(f"{asked['path']} is in a list without names; change it in an editor")
            return with_cell(text, tuple(places[:-1]), places[-1], value)

        return self.put(file, {"version": self.version(file)}, said, f"{asked['path']}: {value}")

    def paint(self, asked: Mapping[str, Any]) -> Payload:
        """Write an attribute of an element of a template; return the lines that are different. Raises as `change` does."""
        with self._lock:
            self._may_write()
            file = str(asked.get("file"))
            parts = PurePosixPath(file).parts
            if PurePosixPath(file).suffix != ".svg" or any(part[0] in "./\\" for part in parts):
                raise NoCell("that is no template of this kit")
            data = self._as_seen(file, asked)
            before = as_text(data)
            tables = tables_of(self.folder) if "field" in asked else ()
            if tables and not any(asked["field"] in (*STANDARD, *table.fields) for table in tables):
                raise NoCell(f"no card of this kit has a field '{asked['field']}'")
            new, label = painted(before.text, asked)
            more = [self._new_colour(asked["colour"])] if "colour" in asked else []
            return self._write(file, data, before.bytes_of(new), label, more)

    def _new_colour(self, asked: Any) -> tuple[str, bytes, bytes]:
        """Return game.yaml before and after a new colour is in the palette of every look."""
        from cardgen.app.adding import with_inks

        name, ink = (asked.get("name"), asked.get("ink")) if isinstance(asked, dict) else (None, None)
        if not isinstance(name, str) or not re.fullmatch(r"[a-z]\w{0,40}", name, re.ASCII):
            raise NoCell(f"a colour is called by small letters, digits and _, not {name!r}")
        if not isinstance(ink, str) or not re.fullmatch(r"#[0-9a-fA-F]{6}", ink):
            raise NoCell(f"the colour is {ink!r}, expected one such as #2a6db3")
        data = self._bytes("game.yaml")
        text = as_text(data)
        new = with_inks(text.text, {name: ink})
        if new == text.text:
            raise NoCell(f"there is a colour {name} already")
        return "game.yaml", data, text.bytes_of(new)

    def resize(self, asked: Mapping[str, Any]) -> Payload:
        """Give pieces another size, in game.yaml and in their templates. Raises as `change` does."""
        from cardgen.app.adding import write_files

        with self._lock:
            self._may_write()
            try:
                component, size, names = another_size(self.folder, asked)
            except KeyError as error:
                raise Changed(str(error.args[0])) from None
            data = self._bytes("game.yaml")
            text, states, copies = as_text(data), list[tuple[str, bytes, bytes]](), dict[str, str]()
            place = (component.kind, component.id)
            new = with_cell(text.text, place, "size", f"{size.width:g}x{size.height:g}mm")
            for name, called in names.items():
                old = self._bytes(name)
                template = as_text(old)
                made = resized(name, template.text, component, size)
                if called == name:
                    states.append((name, old, template.bytes_of(made)))
                    continue
                copies[called] = made
                for side in ("face", "back"):
                    new = with_cell(new, place, side, called) if getattr(component, side) == name else new
            write_files(self.folder, copies)
            return self._write("game.yaml", data, text.bytes_of(new), f"{component.title}: {size}", states)

    def add(self, asked: Mapping[str, Any]) -> Payload:
        """Put layouts into the kit; return the lines of game.yaml that are different. NoCell says what cannot be.

        Undo takes the entry out of game.yaml; the new files stay, as nothing names them then.
        """
        from cardgen.app.adding import addition, write_files

        names: Any = asked.get("layouts")
        look = asked.get("look", "")
        words = [*names, look] if isinstance(names, list) and names else [None]
        if not all(isinstance(one, str) for one in words):
            raise NoCell("expected layouts and a look")
        with self._lock, self._game_yaml():
            new = addition(self.folder, ",".join(names), look)
            write_files(self.folder, new.files)
            written = self._write("game.yaml", new.before, new.after, f"{', '.join(new.ids)}: new")
            return {**written, "ids": new.ids}

    @contextlib.contextmanager
    def _game_yaml(self) -> Iterator[None]:
        """Tell whether game.yaml may be written, and say why layouts cannot be added."""
        self._may_write()
        self._bytes("game.yaml")  # a link is not followed
        try:
            yield
        except ValueError as error:
            raise NoCell(str(error)) from None

    def wear(self, asked: Mapping[str, Any]) -> Payload:
        """Make a layout the face of cards that are there; return what has no place. Raises as `add` does."""
        from cardgen.app.adding import write_files
        from cardgen.app.wearing import wearing

        component, layout, look = (asked.get(key, "") for key in ("for", "layout", "look"))
        if not all(isinstance(one, str) for one in (component, layout, look)):
            raise NoCell("expected a component, a layout and a look")
        with self._lock, self._game_yaml():
            new = wearing(self.folder, component, layout, look)
            write_files(self.folder, new.files)
            written = self._write("game.yaml", new.before, new.after, f"{component}: {layout}")
            return {**written, "ids": [component], "fields": dict(new.fields), "without": new.without}

    def bring(self, name: str, data: bytes) -> Payload:
        """Copy a picture file into the kit, never over another; return its name there. NoCell for what is none."""
        from cardgen.studio.brought import FOLDER, picture_as_kept

        with self._lock:
            self._may_write()
            name, data = picture_as_kept(name, data)
            stem, ending = name.rsplit(".", 1)
            for n in range(1, 1000):
                file = f"{FOLDER}/{stem}{f'-{n}' if n > 1 else ''}.{ending}"
                path = self.folder / file
                if not real(path.parent).is_relative_to(real(self.folder)):
                    raise NoCell(f"{FOLDER} is a link out of the kit")
                if not path.exists() and not path.is_symlink():
                    path.parent.mkdir(parents=True, exist_ok=True)
                    write_whole(path, data)
                elif path.is_symlink() or path.read_bytes() != data:
                    continue
                return {"picture": file}
            raise NoCell(f"there are too many pictures called {stem}")

    def rules(self) -> Payload:
        """Return rules.yaml as it is, its version, and what can be written in it; `read_only` says why it cannot be."""
        from cardgen.app.play import words_of_rules

        try:
            data, why_not = self._bytes(RULES), self.read_only
            text = as_text(data).text
        except NoCell as refusal:
            data, text, why_not = b"", "", str(refusal)
        about = {"text": text, "version": version_of(data), "words": words_of_rules(), **self.steps()}
        return {**about, "read_only": why_not}

    def read(self, file: str) -> str:
        """Return the text of a file of the kit, "" where there is none; NoCell for one that is not ours to write."""
        return as_text(self._bytes(file)).text

    def version(self, file: str) -> str:
        """Return the version of a file of the kit."""
        return version_of(self._bytes(file))

    def put(
        self,
        file: str,
        asked: Mapping[str, Any],
        make: Callable[[str], str],
        label: str,
        also: tuple[str, Callable[[str], str]] | None = None,
    ) -> Payload:
        """Write what is made of the text of a file; return the lines that are different. Raises as `change` does.

        `also` is a second file that belongs to it, which is read as it is now: one step undoes both.
        """
        with self._lock:
            self._may_write()
            data = self._as_seen(file, asked)
            before = as_text(data)
            more = []
            if also:
                name, make_more = also
                old = self._bytes(name)
                text = as_text(old)
                new = text.bytes_of(make_more(text.text))
                more = [(name, old, new)] if new != old else []
            return self._write(file, data, before.bytes_of(make(before.text)), label, more)

    def step(self, back: bool, force: bool = False) -> Payload:
        """Undo the newest step, or do the next one again; what others changed in other lines since stays.

        Conflict where they changed the same lines; with `force` the step goes over them.
        """
        with self._lock:
            self._may_write()
            at = self._index["at"] - (1 if back else 0)
            if not 0 <= at < len(self._index["steps"]):
                raise NoCell("there is nothing to undo" if back else "there is nothing to do again")
            one = self._index["steps"][at]
            kept = read_kept(self._kept / f"{one['number']}.json")
            if kept is None:
                raise NoCell("that step is not kept any more")
            states = []
            for file, *texts in _states(json.loads(kept), one["file"]):
                now, then = texts[:: -1 if back else 1]
                there = self._bytes(file)
                states.append((file, there, then if there == now else _joined(file, now, then, there, force)))
            if any(
                there not in texts
                for (_, there, _), (_, *texts) in zip(
                    states, _states(json.loads(kept), one["file"]), strict=True
                )
            ):
                turned = [(file, *((new, old) if back else (old, new))) for file, old, new in states]
                self._keep_states(one["number"], turned)
            for file, _, then in states:
                if then or not _MAY_BE_NEW.fullmatch(file):
                    write_whole(self.folder / file, then)
                else:  # it was not there
                    (self.folder / file).unlink()
            self._index["at"] = at if back else at + 1
            self._keep_index()
            return {"says": one["says"], "file": one["file"], "diff": _diff(*states[0][1:])}

    def _keep_states(self, number: int, states: Sequence[tuple[str, bytes, bytes]]) -> None:
        (_, before, after), *more = states
        others = [[name, *map(_kept_text, texts)] for name, *texts in more]
        known = {"before": _kept_text(before), "after": _kept_text(after), "more": others}
        keep(self._kept / f"{number}.json", json.dumps(known).encode())

    # -- files

    def _may_write(self) -> None:
        if self.read_only:
            raise NoCell(self.read_only)

    def _as_seen(self, file: str, asked: Mapping[str, Any]) -> bytes:
        data = self._bytes(file)
        if asked.get("version") != version_of(data):
            raise Changed(f"{file} has changed since the page read it; nothing was written")
        return data

    def _bytes(self, file: str) -> bytes:
        path = self.folder / file
        if path.is_symlink() or not real(path).is_relative_to(real(self.folder)):
            raise NoCell(f"{file} is a link; change it where it lies")
        if _MAY_BE_NEW.fullmatch(file) and not path.exists():
            return b""
        try:
            return read_bytes(path, file, _LONGEST)
        except FileError as error:
            raise NoCell(str(error)) from None

    def _write(
        self,
        file: str,
        before: bytes,
        after: bytes,
        label: str,
        more: Sequence[tuple[str, bytes, bytes]] = (),
        merge: str = "",
    ) -> Payload:
        payload: Payload = {"says": label, "file": file, "diff": _diff(before, after)}
        payload["also"] = [[name, _diff(*texts)] for name, *texts in more]
        payload["version"] = version_of(after)
        payload["versions"] = {name: version_of(text) for name, _, text in [(file, before, after), *more]}
        if after == before and not more:
            return {**payload, "says": ""}
        number, at = self._index["next"], self._index["at"]
        steps = self._index["steps"][:at]
        gone = self._index["steps"][at:]
        if merge and steps and steps[-1].get("merge") == merge and not more:
            kept = read_kept(self._kept / f"{steps[-1]['number']}.json")
            ((name, first, last),) = (
                _states(json.loads(kept), steps[-1]["file"]) if kept else ((file, before, b""),)
            )
            if name == file and last == before:
                gone.append(steps.pop())
                states = [(file, first, after)]
            else:
                states = [(file, before, after)]
        else:
            states = [(file, before, after), *more]
        if any(self._bytes(name) != old for name, old, _ in [*more, (file, before, after)]):
            raise _Moved
        self._keep_states(number, states)
        for name, _, text in [*more, (file, before, after)]:
            (self.folder / name).parent.mkdir(exist_ok=True)
            write_whole(self.folder / name, text)
        if states[0][1] != after or more:  # else all is as it was before
            steps.append(
                {"number": number, "file": file, "says": label, **({"merge": merge} if merge else {})}
            )
        gone += steps[:-MOST_STEPS]
        self._index = {"steps": steps[-MOST_STEPS:], "at": len(steps[-MOST_STEPS:]), "next": number + 1}
        self._keep_index()
        for one in gone:
            (self._kept / f"{one['number']}.json").unlink(missing_ok=True)
        return {**payload, **self.steps()}

    def _keep_index(self) -> None:
        keep(self._kept / "index.json", json.dumps(self._index).encode())


class _Job(NamedTuple):
    """What is done to a card, and the values that it has then."""

    table: CardTable
    row: CardRow
    what: str
    values: dict[str, Any]


def _row(tables: list[CardTable], asked: Mapping[str, Any]) -> tuple[CardTable, CardRow]:
    """Return the card that is asked for, by its id and, where several entries have none, by its number."""
    for table in tables:
        if table.component != asked.get("in"):
            continue
        number, mine = (
            asked.get("row"),
            [row for row in table.rows if row.said.get("id") == asked.get("card")],
        )
        if type(number) is int and 0 <= number < len(table.rows) and table.rows[number] in mine:
            return table, table.rows[number]
        if "was" in asked and len(mine) == 1:  # it went elsewhere
            return table, mine[0]
    raise Changed("the kit has changed since the page read it; nothing was written")


def _ask(want: Mapping[str, Any], table: CardTable, row: CardRow, ids: set[str], jobs: list[_Job]) -> str:
    """Note what is to be done to a card, and return it in words; NoCell says why it cannot be."""
    what, card = want.get("do"), str(row.said.get("id", ""))

    def cell(key: str, value: Any) -> Any:
        checked(table, row, key, value)
        if key == "id" and value != card:
            if value in ids:
                raise NoCell(f"there is a card '{value}' already")
            ids.add(str(value))
        return None if value is not None and value == default_of(table, key) else value

    if what == "set":
        key, value = str(want.get("key", "")), want.get("value")
        if isinstance(want.get("yaml"), str):
            value = meant(want["yaml"])
        known = next((one for one in jobs if one.row is row and one.what == "set"), None)
        if known is None:
            jobs.append(known := _Job(table, row, "set", {}))
        known.values[key] = cell(key, value)
        return f"{card}: {key}"
    if what == "out" and row.makes and want.get("made") in row.makes:
        jobs.append(_Job(table, row, "out", {"number": row.makes.index(str(want["made"]))}))
        return f"{want['made']}: an entry of its own"
    if row.why_not and not (row.makes and what == "duplicate"):
        raise NoCell(row.why_not)
    if what == "duplicate":
        card = row.makes[0] if row.makes else card
        new, number = str(want.get("id") or ""), 2
        while not new or (new in ids and "id" not in want):
            new, number = f"{card}-{number}", number + 1
        values = want.get("values") or {}
        values = {str(key): value for key, value in values.items()} if isinstance(values, dict) else {}
        jobs.append(
            _Job(
                table,
                row,
                "duplicate",
                {"id": cell("id", new), **{k: cell(k, v) for k, v in values.items() if k != "id"}},
            )
        )
        return f"{new} is new"
    if what in ("remove", "up", "down"):
        jobs.append(_Job(table, row, str(what), {}))
        return f"{card}: {what}"
    raise NoCell("nothing is done like that here")


def _columns(job: _Job) -> dict[str, Any]:
    return {
        name: one
        for key, value in job.values.items()
        for name, one in columns_of(job.table, key, value).items()
    }


def _states(known: Mapping[str, Any], file: str) -> list[tuple[str, bytes, bytes]]:
    """Return the files of a step that was kept, as they were before and after."""
    found = [[file, known["before"], known["after"]], *known.get("more", ())]
    return [(name, _as_bytes(old), _as_bytes(new)) for name, old, new in found]


def _joined(file: str, now: bytes, then: bytes, there: bytes, force: bool) -> bytes:
    """Return a file as it is there with the change from `now` to `then` in it; Conflict where others changed the same."""
    message = f"{file} was changed elsewhere since; nothing was written"
    if not then or not now or there.startswith(b"PK\3\4"):
        raise Changed(message)
    base, mine, theirs = (as_text(text).text.splitlines(keepends=True) for text in (now, then, there))
    new, clashes = joined(base, mine, theirs)
    if clashes and not force:
        raise Conflict(message, [{"file": file, **clash._asdict()} for clash in clashes])
    text = "".join(new)
    if Path(file).suffix in (".yaml", ".yml"):
        problems = Problems()
        if parse_yaml(text, file, problems) is None or problems.errors:
            raise Changed(message)
    return as_text(there).bytes_of(text)


def _as_bytes(text: str) -> bytes:
    return text.encode("utf-8", "surrogateescape")


def _kept_text(data: bytes) -> str:
    return data.decode("utf-8", "surrogateescape")


def version_of(data: bytes) -> str:
    """Return what names a state of a file."""
    return sha256(data).hexdigest()[:16]


def _diff(before: bytes, after: bytes) -> list[str]:
    """Return the lines that are different, with - and + before them; nothing for a spreadsheet."""
    if before.startswith(b"PK\3\4"):
        return []
    old, new = before.decode("utf-8", "replace").splitlines(), after.decode("utf-8", "replace").splitlines()
    return [
        line
        for line in difflib.unified_diff(old, new, lineterm="", n=0)
        if line[:3] not in ("---", "+++", "@@ ")
    ][:40]


def _table_payload(table: CardTable) -> Payload:
    fields = {
        name: {
            "kind": field.kind,
            "choices": [as_json(one) for one in field.choices],
            "min": field.low,
            "max": field.high,
            "free": default_of(table, name) is not NOTHING,
            "made": field.of if field.made else "",
        }
        for name, field in table.fields.items()
    }
    return {
        "id": table.component,
        "title": table.title,
        "fields": fields,
        "rows": [
            {
                "file": row.file,
                "line": row.line,
                "said": dict(row.said),
                "text": {
                    key: flow(value)
                    for key, value in row.said.items()
                    if key in table.fields and table.fields[key].kind not in _TYPED
                },
                "why": row.why_not,
                "makes": list(row.makes),
                "wrong": {} if row.why_not else wrong_in(table.fields, row.said),
            }
            for row in table.rows
        ],
    }
