"""What is edited on the page: cells become lines of the kit's own files, and every step can be taken back.

A file is the truth, and an editor beside the page keeps working: a write names the version it has read, and nothing is
written over another one. Steps are kept beside the cache, so that undo survives a restart (decision 066).
"""

from __future__ import annotations

import difflib
import json
import re
import threading
from collections.abc import Callable, Mapping, Sequence
from hashlib import sha256
from pathlib import Path, PurePosixPath
from typing import Any

from cardgen.base.cache import default_folder, keep, name_for, read_kept
from cardgen.base.destination import write_whole
from cardgen.base.files import FileError, read_bytes, real
from cardgen.faces.svg.parts import ICON_FILES
from cardgen.model.kit import as_json
from cardgen.source.cells import (
    STANDARD,
    CardRow,
    CardTable,
    NoCell,
    as_text,
    checked,
    columns_of,
    meant,
    tables_of,
    why_read_only,
    with_card,
    with_cell,
    with_csv_cell,
)
from cardgen.source.screen import NAME as TABLE
from cardgen.source.tables.flow import flow
from cardgen.studio.painting import painted
from cardgen.studio.told import Told

MOST_STEPS = 200
_LONGEST = 4_000_000  # bytes of a file that is edited
_TEXTS = (".csv", ".tsv")
_BOOKS = (".xlsx", ".xlsm")
_MAY_BE_NEW = (TABLE, *ICON_FILES)
_OPEN_ELSEWHERE = ("~${}", ".~lock.{}#")  # beside a file that Excel or LibreOffice has open
_TYPED = ("text", "picture", "bool", "int", "number", "one_of", "list", "counts")
"""Kinds of fields whose cells are chosen or typed as they are; all others are written as YAML."""


class Changed(Exception):
    """The file is not as the page has seen it; nothing was written."""


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

    def told(self) -> Told:
        """Return every cell, the version of every file, and what can be undone; CardgenError for a kit that cannot be read."""
        tables = tables_of(self.folder)
        files = dict.fromkeys(row.file for table in tables for row in table.rows)
        return {
            "read_only": self.read_only,
            **self.steps(),
            "versions": {file: version_of(self._bytes(file)) for file in files},
            "tables": [_table_told(table) for table in tables],
        }

    def steps(self) -> Told:
        """Return in words what can be undone and done again, "" for nothing."""
        return {"undo": self._says(-1), "redo": self._says(0)}

    def _says(self, by: int) -> str:
        at = self._index["at"] + by
        return str(self._index["steps"][at]["says"]) if 0 <= at < len(self._index["steps"]) else ""

    # -- what a page does

    def change(self, asked: Mapping[str, Any]) -> Told:
        """Write what is asked; return the lines that are different. NoCell says what cannot be, Changed that the file has changed."""
        with self._lock:
            self._may_write()
            table, row = self._row(asked)
            data = self._as_seen(row.file, asked)
            if Path(row.file).suffix.lower() in _BOOKS:
                return self._write_cell(data, table, row, asked)
            before = as_text(data)
            new, says = self._changed(before.text, table, row, asked)
            return self._write(row.file, data, before.bytes_of(new), says)

    def _write_cell(self, data: bytes, table: CardTable, row: CardRow, asked: Mapping[str, Any]) -> Told:
        """Write a cell of an .xlsx file."""
        from cardgen.source.tables.xlsx_cell import CellRefused, has_formulas, with_xlsx_cells

        path = self.folder / row.file
        if any(path.with_name(sign.format(path.name)).exists() for sign in _OPEN_ELSEWHERE):
            raise NoCell(f"{row.file} is open in a spreadsheet program; close it there, or change it there")
        key, value = self._cell(table, row, asked)
        try:
            new, diff = with_xlsx_cells(data, row.file, row.sheet, row.line, columns_of(table, key, value))
        except CellRefused as refusal:
            raise NoCell(str(refusal)) from None
        says = f"{row.said.get('id', '')}: {key}"
        if has_formulas(data):
            says += ". Formulas keep their values until a spreadsheet program saves the file"
        return {**self._write(row.file, data, new, says), "diff": diff}

    def _cell(self, table: CardTable, row: CardRow, asked: Mapping[str, Any]) -> tuple[str, Any]:
        """Return the key and the value of a cell that is set, checked; NoCell says why it cannot be."""
        if asked.get("do") != "set":
            raise NoCell(row.why_not or "rows of a table file are added, moved and removed there")
        key, value = str(asked.get("key")), asked.get("value")
        if isinstance(asked.get("yaml"), str):
            value = meant(asked["yaml"])
        checked(table, row, key, value)
        if key == "id" and value != row.said.get("id", ""):
            self._is_free(str(value))
        return key, value

    def paint(self, asked: Mapping[str, Any]) -> Told:
        """Write an attribute of an element of a template; return the lines that are different. Raises as `change` does."""
        with self._lock:
            self._may_write()
            file = str(asked.get("file"))
            parts = PurePosixPath(file).parts
            if PurePosixPath(file).suffix != ".svg" or any(part[0] in "./\\" for part in parts):
                raise NoCell("that is no template of this kit")
            data = self._as_seen(file, asked)
            before = as_text(data)
            if "field" in asked:
                self._is_field(str(asked["field"]))
            new, says = painted(before.text, asked)
            more = [self._new_colour(asked["colour"])] if "colour" in asked else []
            return self._write(file, data, before.bytes_of(new), says, more)

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

    def add(self, asked: Mapping[str, Any]) -> Told:
        """Put layouts into the kit; return the lines of game.yaml that are different. NoCell says what cannot be.

        Undo takes the entry out of game.yaml; the new files stay, as nothing names them then.
        """
        from cardgen.app.adding import addition, write_files

        with self._lock:
            self._may_write()
            names, look = asked.get("layouts"), asked.get("look", "")
            if (
                not isinstance(names, list)
                or not names
                or not all(isinstance(one, str) for one in [*names, look])
            ):
                raise NoCell("expected layouts and a look")
            self._bytes("game.yaml")  # a link is not followed
            try:
                new = addition(self.folder, ",".join(names), look)
                write_files(self.folder, new.files)
            except ValueError as error:
                raise NoCell(str(error)) from None
            written = self._write("game.yaml", new.before, new.after, f"{', '.join(new.ids)}: new")
            return {**written, "ids": new.ids}

    def wear(self, asked: Mapping[str, Any]) -> Told:
        """Make a layout the face of cards that are there; return what has no place. Raises as `add` does."""
        from cardgen.app.adding import write_files
        from cardgen.app.wearing import wearing

        component, layout, look = (asked.get(key, "") for key in ("for", "layout", "look"))
        if not all(isinstance(one, str) for one in (component, layout, look)):
            raise NoCell("expected a component, a layout and a look")
        with self._lock:
            self._may_write()
            self._bytes("game.yaml")  # a link is not followed
            try:
                new = wearing(self.folder, component, layout, look)
                write_files(self.folder, new.files)
            except ValueError as error:
                raise NoCell(str(error)) from None
            written = self._write("game.yaml", new.before, new.after, f"{component}: {layout}")
            return {**written, "ids": [component], "fields": dict(new.fields), "without": new.without}

    def bring(self, name: str, data: bytes) -> Told:
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
        says: str,
        also: tuple[str, Callable[[str], str]] | None = None,
    ) -> Told:
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
            return self._write(file, data, before.bytes_of(make(before.text)), says, more)

    def _changed(
        self, text: str, table: CardTable, row: CardRow, asked: Mapping[str, Any]
    ) -> tuple[str, str]:
        card, what = row.said.get("id", ""), asked.get("do")
        if what == "set":
            key, value = self._cell(table, row, asked)
            csv = Path(row.file).suffix.lower() in _TEXTS
            new = (
                with_csv_cell(text, row.line, table, key, value)
                if csv
                else with_cell(text, row.path, key, value)
            )
            return new, f"{card}: {key}"
        if row.why_not or Path(row.file).suffix.lower() in _TEXTS:
            raise NoCell(row.why_not or "rows of a table file are added, moved and removed there")
        if what == "duplicate":
            new_id = str(asked.get("id") or self._next_id(str(card)))
            checked(table, row, "id", new_id)
            self._is_free(new_id)
            return with_card(text, row.path, "duplicate", new_id), f"{new_id} is new"
        if what in ("remove", "up", "down"):
            return with_card(text, row.path, str(what)), f"{card}: {what}"
        raise NoCell("nothing is done like that here")

    def step(self, back: bool) -> Told:
        """Undo the newest step, or do the next one again; Changed where somebody else has changed the file since."""
        with self._lock:
            self._may_write()
            at = self._index["at"] - (1 if back else 0)
            if not 0 <= at < len(self._index["steps"]):
                raise NoCell("there is nothing to undo" if back else "there is nothing to do again")
            one = self._index["steps"][at]
            kept = read_kept(self._kept / f"{one['number']}.json")
            if kept is None:
                raise NoCell("that step is not kept any more")
            known = json.loads(kept)
            states = [
                (file, *(text.encode("utf-8", "surrogateescape") for text in texts[:: -1 if back else 1]))
                for file, *texts in [[one["file"], known["before"], known["after"]], *known.get("more", ())]
            ]
            for file, now, _ in states:
                if self._bytes(file) != now:
                    raise Changed(f"{file} was changed elsewhere since; nothing was written")
            for file, _, then in states:
                if then or file not in _MAY_BE_NEW:
                    write_whole(self.folder / file, then)
                else:  # it was not there
                    (self.folder / file).unlink()
            self._index["at"] = at if back else at + 1
            self._keep_index()
            return {"says": one["says"], "file": one["file"], "diff": _diff(*states[0][1:])}

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
        if file in _MAY_BE_NEW and not path.exists():
            return b""
        try:
            return read_bytes(path, file, _LONGEST)
        except FileError as error:
            raise NoCell(str(error)) from None

    def _row(self, asked: Mapping[str, Any]) -> tuple[CardTable, CardRow]:
        """Return the card that is asked for, by its id and, where several entries have none, by its number."""
        for table in tables_of(self.folder):
            if table.component != asked.get("in"):
                continue
            number = asked.get("row")
            if type(number) is int and 0 <= number < len(table.rows):
                row = table.rows[number]
                if row.said.get("id") == asked.get("card"):
                    return table, row
        raise Changed("the kit has changed since the page read it; nothing was written")

    def _ids(self) -> set[str]:
        return {str(row.said.get("id")) for table in tables_of(self.folder) for row in table.rows}

    def _is_field(self, name: str) -> None:
        if not any(name in (*STANDARD, *table.fields) for table in tables_of(self.folder)):
            raise NoCell(f"no card of this kit has a field '{name}'")

    def _is_free(self, card: str) -> None:
        if card in self._ids():
            raise NoCell(f"there is a card '{card}' already")

    def _next_id(self, card: str) -> str:
        known, number = self._ids(), 2
        while f"{card}-{number}" in known:
            number += 1
        return f"{card}-{number}"

    def _write(
        self,
        file: str,
        before: bytes,
        after: bytes,
        says: str,
        more: Sequence[tuple[str, bytes, bytes]] = (),
    ) -> Told:
        if after == before:
            return {"says": "", "file": file, "diff": [], "version": version_of(after)}
        number, at = self._index["next"], self._index["at"]
        states = {"before": _kept_text(before), "after": _kept_text(after)}
        others = [[name, *map(_kept_text, texts)] for name, *texts in more]
        keep(self._kept / f"{number}.json", json.dumps({**states, "more": others}).encode())
        for name, _, text in [*more, (file, before, after)]:
            (self.folder / name).parent.mkdir(exist_ok=True)
            write_whole(self.folder / name, text)
        gone = self._index["steps"][at:] + self._index["steps"][:at][: -MOST_STEPS + 1]
        steps = [
            *self._index["steps"][:at][-MOST_STEPS + 1 :],
            {"number": number, "file": file, "says": says},
        ]
        self._index = {"steps": steps, "at": len(steps), "next": number + 1}
        self._keep_index()
        for one in gone:
            (self._kept / f"{one['number']}.json").unlink(missing_ok=True)
        told: Told = {
            "says": says,
            "file": file,
            "diff": _diff(before, after),
            "version": version_of(after),
        }
        told["also"] = [[name, _diff(*texts)] for name, *texts in more]
        return {**told, **self.steps()}

    def _keep_index(self) -> None:
        keep(self._kept / "index.json", json.dumps(self._index).encode())


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


def _table_told(table: CardTable) -> Told:
    fields = {
        name: {
            "kind": field.kind,
            "choices": [as_json(one) for one in field.choices],
            "min": field.low,
            "max": field.high,
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
            }
            for row in table.rows
        ],
    }
