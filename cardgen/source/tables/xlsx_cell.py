"""One cell of an .xlsx file written: the one `<c>` of its sheet's XML; every other part of the file keeps its bytes."""

from __future__ import annotations

import io
import re
import zipfile
from html import escape
from typing import Any

from cardgen.base.files import FileError
from cardgen.source.tables.archive import Archive
from cardgen.source.tables.files import signs_of
from cardgen.source.tables.grid import Cell, CellGrid, letters, numbers
from cardgen.source.tables.xlsx_file import XlsxWorkbook

_INVALID = re.compile(r"[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_CODED = re.compile(r"_(?=x[0-9A-Fa-f]{4}_)")
_ARRAY = re.compile(r'<(?:\w+:)?f\b(?=[^>]*\st="(?:array|dataTable)")[^>]*\sref="([^"]+)"')


class CellRefused(ValueError):
    """A cell that is not written; says why."""


def with_xlsx_cells(
    data: bytes, label: str, sheet: str, row: int, values: dict[str, Any]
) -> tuple[bytes, list[str]]:
    """Return an .xlsx file in which a row holds other values below these headers, and the cells before and now.

    CellRefused for a formula, a column that is not there, and whatever cannot be written alone.
    """
    try:
        book = _book(data, label)
        before = book.read(sheet, signs_of("en"))
    except FileError as error:
        raise CellRefused(str(error)) from None
    header = next(
        (one for one in before.rows if any(cell.plain == "id" for cell in one.cells.values())), None
    )
    if header is None:
        raise CellRefused("no row of the sheet has a cell 'id'")
    wanted: dict[int, str | int | float | bool | None] = {}
    for name, value in values.items():
        column = next((n for n, cell in header.cells.items() if cell.plain == name), None)
        if column is None:
            raise CellRefused(f"the sheet has no column '{name}'; add it there")
        wanted[column] = None if value == "" else value
    new = _with_part(data, book.sheets[sheet][0], row, wanted)
    return new, _compared(before, _book(new, label).read(sheet, signs_of("en")), row, wanted)


def has_formulas(data: bytes) -> bool:
    """Whether a sheet of the file has a formula: its value is that of the last time a spreadsheet program saved it."""
    with zipfile.ZipFile(io.BytesIO(data)) as book:
        return any(
            re.search(rb"<(?:\w+:)?f[ >]", book.read(name))
            for name in book.namelist()
            if "/worksheets/" in name
        )


def _book(data: bytes, label: str) -> XlsxWorkbook:
    return XlsxWorkbook(Archive(data, label, "a spreadsheet program"))


def _with_part(data: bytes, part: str, row: int, wanted: dict[int, Any]) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(data)) as old, zipfile.ZipFile(out, "w") as new:
        new.comment = old.comment
        if len({*old.namelist()}) < len(old.namelist()):
            raise CellRefused("the file has a part twice; save it again in a spreadsheet program")
        for info in old.infolist():
            content = old.read(info)
            if info.filename == part:
                try:
                    text = content.decode("utf-8")
                except UnicodeDecodeError:
                    raise CellRefused("the sheet is not written as UTF-8") from None
                for column, value in wanted.items():
                    text = _with_cell(text, row, column, value)
                content = text.encode()
            new.writestr(info, content)
    return out.getvalue()


def _with_cell(text: str, row: int, column: int, value: Any) -> str:
    """Return the XML of a sheet with another value in a cell, whose style stays."""
    place = f"{letters(column)}{row}"
    for formula in _ARRAY.finditer(text):
        first, _, last = formula[1].partition(":")
        (top, left), (bottom, right) = numbers(first), numbers(last or first)
        if top <= row <= bottom and left <= column <= right:
            raise CellRefused(f"{place} is part of a formula; change it in the spreadsheet")
    begin = re.search(rf'<((?:\w+:)?)row\s(?:[^>]*?\s)?r="{row}"[^>]*>', text)
    if begin is None or begin[0].endswith("/>"):
        raise CellRefused("the file does not say where its rows are; save it again in a spreadsheet program")
    prefix = begin[1]
    end = text.index(f"</{prefix}row>", begin.end())
    cells = list(
        re.finditer(rf"<{prefix}c\b([^>]*?)(?:/>|>(.*?)</{prefix}c>)", text[begin.end() : end], re.S)
    )
    known = [
        numbers(found[1]) if (found := re.search(r'\sr="([A-Z]+[0-9]+)"', cell[1])) else (0, 0)
        for cell in cells
    ]
    if any(place_of[0] != row for place_of in known):
        raise CellRefused("the file does not say where its cells are; save it again in a spreadsheet program")
    at = next((n for n, one in enumerate(known) if one[1] == column), None)
    if at is None:
        later = next((n for n, one in enumerate(known) if one[1] > column), None)
        start = stop = end if later is None else begin.end() + cells[later].start()
        style = ""
    else:
        start, stop = begin.end() + cells[at].start(), begin.end() + cells[at].end()
        if re.search(rf"<{prefix}f\b", cells[at][2] or ""):
            raise CellRefused(f"{place} is a formula; change it in the spreadsheet")
        style = re.sub(r'\s(?:t|r)="[^"]*"', "", cells[at][1]).rstrip()
    return text[:start] + _written(prefix, place, style, value) + text[stop:]


def _written(prefix: str, place: str, style: str, value: Any) -> str:
    c, head = f"{prefix}c", f'<{prefix}c r="{place}"{style}'
    match value:
        case None:
            return f"{head}/>"
        case bool():
            return f'{head} t="b"><{prefix}v>{int(value)}</{prefix}v></{c}>'
        case int() | float():
            return f"{head}><{prefix}v>{value!r}</{prefix}v></{c}>"
    if _INVALID.search(value):
        raise CellRefused("the words have a sign that no spreadsheet can hold")
    words = escape(_CODED.sub("_x005F_", value), quote=False)
    return f'{head} t="inlineStr"><{prefix}is><{prefix}t xml:space="preserve">{words}</{prefix}t></{prefix}is></{c}>'


def _compared(before: CellGrid, after: CellGrid, row: int, wanted: dict[int, Any]) -> list[str]:
    """Return the cells that are different, before and now; CellRefused unless they are what was wanted and no others."""
    old, new = (
        {(one.number, n): cell for one in grid.rows for n, cell in one.cells.items()}
        for grid in (before, after)
    )
    changed = {place for place in {*old, *new} if old.get(place) != new.get(place)}
    says = {column: _value(new.get((row, column))) for column in wanted}
    if changed - {(row, column) for column in wanted} or says != wanted:
        raise CellRefused("this cannot be written here without changing something else; use the spreadsheet")
    return [
        f"{sign}{letters(column)}{number}: {'' if cell is None else cell.shown}"
        for number, column in sorted(changed)
        for sign, cell in (("-", old.get((number, column))), ("+", new.get((number, column))))
    ]


def _value(cell: Cell | None) -> str | int | float | bool | None:
    return None if cell is None else cell.value
