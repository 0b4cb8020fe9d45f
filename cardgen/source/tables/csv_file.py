"""Text tables: .csv and .tsv files → a grid."""

from __future__ import annotations

import codecs
import csv
import io
import re
from collections.abc import Collection

from cardgen.base.errors import Location
from cardgen.base.files import FileError, place_after
from cardgen.source.parse import INVISIBLE
from cardgen.source.tables.grid import Cell, CellGrid, CellRow

_SEPARATORS = (",", ";", "\t", "|")
_MARKS = ((codecs.BOM_UTF8, "utf-8"), (codecs.BOM_UTF16_LE, "utf-16-le"), (codecs.BOM_UTF16_BE, "utf-16-be"))
_FIRST_ROWS = 30
_UTF8 = "choose CSV UTF-8 (comma delimited), or the encoding UTF-8, when you save it"


def read_text_table(data: bytes, label: str, separator: str = "", known: Collection[str] = ()) -> CellGrid:
    """Return the grid of a csv file that messages call `label`.

    Without `separator` it is the sign that finds most `known` columns in the header. FileError when it is not UTF-8
    (or UTF-16 with its mark), or when a quotation mark is not closed.
    """
    text = _decoded(data, label)
    if found := INVISIBLE.search(text):
        before = text[: found.start()]
        where = Location(label, *place_after(before))
        message = f"there is an invisible character here (U+{ord(found[0]):04X}), expected plain text"
        raise FileError(message, "delete it and type the place again", "invisible-character", where)
    first, rest = (*re.split("\r\n|\r|\n", text, maxsplit=1), "")[:2]
    declared = re.fullmatch(r'"?sep=(.)"?\s*', first)  # Excel's own line, which it does not show
    skipped = 1 if declared else 0
    if declared:
        text = rest
        separator = separator or declared[1]
    separator = separator or separator_of(text, known)
    grid = CellGrid(label, comma=separator != ",")
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=separator, strict=True)
    number, line = skipped, 1 + skipped
    try:
        for values in reader:
            number += 1
            cells = {
                column: Cell(value, value, "word")
                for column, value in enumerate((v.replace("\r\n", "\n") for v in values), 1)
                if value and not value.isspace()
            }
            grid.add(CellRow(number, line, cells))
            line = reader.line_num + 1 + skipped
    except csv.Error as error:
        raise _explained(str(error), label, line, number + 1) from None
    return grid


def _decoded(data: bytes, label: str) -> str:
    """Return the text of a file; which encoding an old one has is not guessed."""
    mark, encoding = next(((m, e) for m, e in _MARKS if data.startswith(m)), (b"", "utf-8"))
    body = data[len(mark) :]
    if not mark and b"\0" in body[:2]:
        message = "the file is saved as UTF-16 without the mark that says so"
        raise FileError(message, _UTF8, "encoding", Location(label))
    try:
        return body.decode(encoding)
    except UnicodeDecodeError as error:
        if encoding != "utf-8":
            raise FileError(
                "the file is damaged: half a letter", _UTF8, "encoding", Location(label)
            ) from None
        before = body[: error.start].decode("utf-8", errors="replace")
        start = body.rfind(b"\n", 0, error.start) + 1
        word = re.search(rb"[\w\x80-\xff]*$", body[start : error.start])
        around = (word[0] if word else b"") + (re.match(rb"[\w\x80-\xff]*", body[error.start :]) or [b""])[0]
        old = around.decode("cp1252", errors="replace")[:40]
        hint = f"if this word is '{old}', it is saved as Windows-1252: " if old else ""
        where = Location(label, *place_after(before))
        message = "the file is not saved as UTF-8, this character cannot be read"
        raise FileError(message, hint + _UTF8, "encoding", where) from None


def separator_of(text: str, known: Collection[str]) -> str:
    """Return the sign between the cells: the one that finds most known columns in a row, or else makes most cells."""
    lines = [line[:100_000] for line in text[:300_000].splitlines()[:_FIRST_ROWS] if line.strip()]
    header = next((line for line in lines if not line.lstrip(' "').startswith("#")), "")

    def found(sign: str) -> tuple[int, int]:
        rows = ([word.strip(' "').partition(".")[0] for word in line.split(sign)] for line in lines)
        return max((sum(word in known for word in row) for row in rows), default=0), header.count(sign)

    return max(_SEPARATORS, key=found)


def _explained(complaint: str, label: str, line: int, row: int) -> FileError:
    if "field larger" in complaint:
        message, hint = (
            "this row has a cell with more than 131,072 letters",
            "a closing quotation mark may be missing",
        )
    elif "unexpected end" in complaint:
        message = "a quotation mark that was opened in this row is not closed"
        hint = 'close it; a quotation mark inside a cell is doubled: "say ""yes"""'
    else:
        message = "a quotation mark stands where none is expected in this row"
        hint = 'a cell with quotation marks is put in quotes, and they are doubled: "say ""yes"""'
    return FileError(
        message,
        hint,
        "csv",
        Location(label, line, 0, f"row {row} (line {line})" if line != row else f"row {row}"),
    )
