"""What every kind of table file becomes: a grid of cells, each with what it holds and what it shows."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from html import escape
from typing import Literal, NamedTuple, TypeAlias

from cardgen.base.errors import Location
from cardgen.base.files import FileError
from cardgen.source.nodes import Place

MAX_TABLE = 12_000_000
"""Bytes of a table file."""
MAX_CELLS = 200_000
"""Cells with something in them: as many values as a YAML file may have."""

_INVALID = re.compile(r"[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")

Kind: TypeAlias = Literal["word", "text", "number", "bool", "date", "wrong"]


class CellRefused(ValueError):
    """A cell that is not written; says why."""


class Cell(NamedTuple):
    """A cell with something in it: what it holds, what it shows, and what kind of thing that is.

    A `word` is untyped, as in a csv file: `5` may be a number or not. A `text` that is bold in part shows stars.
    `fault` is what is wrong, and what to do: a cell of the kind `wrong` holds no value, of another one cannot be said
    what it shows.
    """

    value: str | int | float | bool
    shown: str
    kind: Kind
    fault: tuple[str, str] | None = None

    @property
    def plain(self) -> str:
        """What it shows, without stars and without spaces around it."""
        return (self.value if isinstance(self.value, str) else self.shown).strip()


NOT_CALCULATED = "a formula that was never calculated", "open the file in a spreadsheet program and save it"


def wrong(what: str, hint: str) -> Cell:
    """Return a cell that holds no value: what it is, and what to do."""
    return Cell("", "", "wrong", (what, hint))


def text_cell(plain: str, shown: str) -> Cell | None:
    """Return a cell of text, None for one of white space alone."""
    return Cell(plain, shown, "text") if plain and not plain.isspace() else None


def stored(value: float) -> int | float:
    """Return a number of a file, where 3 is 3.0, as it was meant."""
    return int(value) if value.is_integer() and abs(value) < 1e18 else value


class CellRow(NamedTuple):
    """A row with something in it: its number, the line of the file where it begins, and its cells by column from 1."""

    number: int
    line: int
    cells: dict[int, Cell]


class Merged(NamedTuple):
    """Cells that were made one: the first and the last row and column."""

    top: int
    left: int
    bottom: int
    right: int

    def __str__(self) -> str:
        return f"{address(self.top, self.left)}:{address(self.bottom, self.right)}"


@dataclass(slots=True)
class CellGrid:
    """One sheet of a table file: `sheet` is its name, empty for a csv file; only rows and cells with something in them."""

    file: str
    sheet: str = ""
    rows: list[CellRow] = field(default_factory=list)
    merged: list[Merged] = field(default_factory=list)
    comma: bool = False
    """Whether 1,5 is one and a half: between semicolons no other comma is expected in a number."""
    filled: int = 0

    def add(self, row: CellRow, times: int = 1) -> None:
        """Add a row, or as many of the kind below each other; FileError when there are more cells than a kit has."""
        for more in range(times) if row.cells else ():
            self.rows.append(row._replace(number=row.number + more, line=row.line + more))
            self.filled += len(row.cells)
            if self.filled > MAX_CELLS:
                message = f"the table has more than {MAX_CELLS:,} filled cells, too many for one kit"
                raise FileError(message, code="too-large", where=Location(self.file))

    def merge(self, top: int, left: int, bottom: int, right: int) -> None:
        if len(self.merged) < MAX_CELLS:
            self.merged.append(Merged(top, left, bottom, right))

    def place(self, row: CellRow, column: int, raw: str | None = None) -> Place:
        """Return the place of a cell as messages name it: `Cards!D7`, `D7`, or `D7 (line 9)`."""
        where = self.called(row.number, column)
        if not self.sheet and row.line != row.number:
            where += f" (line {row.line})"
        return Place(row.line, column, raw, where)

    def called(self, row: int, column: int) -> str:
        """Return the name of a cell, with its sheet as formulas write it."""
        if not self.sheet:
            return address(row, column)
        plain = re.fullmatch(r"[^\W\d]\w*", self.sheet)
        sheet = self.sheet if plain else "'" + self.sheet.replace("'", "''") + "'"
        return f"{sheet}!{address(row, column)}"


def address(row: int, column: int) -> str:
    """Return a cell as spreadsheets name it: address(7, 4) is D7."""
    return f"{letters(column)}{row}"


def letters(column: int) -> str:
    """Return the letters of a column counted from 1: A, Z, AA."""
    name = ""
    while column > 0:
        column, rest = divmod(column - 1, 26)
        name = chr(65 + rest) + name
    return name


def numbers(name: str) -> tuple[int, int]:
    """Return row and column of an address such as D7; (0, 0) when it is none."""
    found = re.fullmatch(r"\$?([A-Za-z]{1,3})\$?([0-9]{1,7})", name)
    if not found:
        return 0, 0
    column = 0
    for letter in found[1].upper():
        column = 26 * column + ord(letter) - 64
    return int(found[2]), column


def broken(label: str, what: str, hint: str) -> FileError:
    """Return what is said about a file that cannot be read at all."""
    return FileError(what, hint, "broken-table", Location(label))


def checked_words(words: str) -> str:
    """Return words as XML; CellRefused for a sign that no spreadsheet can hold."""
    if _INVALID.search(words):
        raise CellRefused("the words have a sign that no spreadsheet can hold")
    return escape(words, quote=False)
