"""Cells of an .xlsx or .ods file written: those of its sheet's XML alone; every other part of the file keeps its bytes."""

from __future__ import annotations

import io
import re
import zipfile
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from cardgen.base.files import FileError
from cardgen.source.tables.archive import Archive
from cardgen.source.tables.files import signs_of
from cardgen.source.tables.grid import Cell, CellGrid, CellRefused, checked_words, letters, numbers
from cardgen.source.tables.ods_file import OdsWorkbook
from cardgen.source.tables.xlsx_file import XlsxWorkbook

_CODED = re.compile(r"_(?=x[0-9A-Fa-f]{4}_)")
_ARRAY = re.compile(r'<(?:\w+:)?f\b(?=[^>]*\st="(?:array|dataTable)")[^>]*\sref="([^"]+)"')


def with_sheet_changes(
    data: bytes,
    label: str,
    sheet: str,
    rows: Sequence[int],
    changes: Sequence[tuple[int, str, Mapping[str, Any]]],
) -> tuple[bytes, list[str]]:
    """Return a spreadsheet file after all this was done to its cards, and the cells before and now.

    `rows` are those of all cards; a change is a row, what is done (`set`, `duplicate`, `remove`, `up`, `down`), and values
    below headers, None for an empty cell. No row goes elsewhere: a copy lies below the last one, a card that goes leaves an
    empty row, and two that change places exchange their values, so that formulas and formats mean what they meant.
    CellRefused for what cannot be done, such as a cell that holds a formula.
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
    cells = {one.number: one.cells for one in before.rows}
    wanted: dict[int, dict[int, Any]] = {}
    free = max(cells) + 1
    for row, what, values in changes:
        target = row
        if what != "set" and isinstance(book, OdsWorkbook):
            raise CellRefused("rows of an .ods file are added, moved and removed in the spreadsheet")
        if what == "duplicate":
            target, free = free, free + 1
            named = [n for n, cell in header.cells.items() if not cell.plain.startswith("#")]
            wanted[target] = {n: _moved(cells[row][n]) for n in named if n in cells[row]}
        elif what == "remove":
            wanted[row] = dict.fromkeys(cells[row])
        elif what != "set":
            at = rows.index(row) + (1 if what == "down" else -1)
            if not 0 <= at < len(rows):
                raise CellRefused("there is nothing to change places with")
            both = {row: cells[row], rows[at]: cells[rows[at]]}
            for place, other in zip(both, reversed(both.values()), strict=True):
                wanted[place] = {
                    n: _moved(other[n]) if n in other else None for n in sorted({*both[place], *other})
                }
        for name, value in values.items():
            column = next((n for n, cell in header.cells.items() if cell.plain == name), None)
            if column is None:
                raise CellRefused(f"the sheet has no column '{name}'; add it there")
            wanted.setdefault(target, {})[column] = None if value == "" else value
    if len({row for row, what, _ in changes if what == "remove"}) == len(rows):
        raise CellRefused("a component has at least one card")
    if isinstance(book, OdsWorkbook):
        from cardgen.source.tables.ods_cell import with_ods_cells

        new = _with_part(data, "content.xml", lambda part: with_ods_cells(part, sheet, wanted))
    else:
        new = _with_part(data, book.sheets[sheet][0], lambda part: _with_cells(part, wanted))
    return new, _compared(before, _book(new, label).read(sheet, signs_of("en")), wanted)


def _moved(cell: Cell) -> Any:
    """Return what is written where a cell goes; CellRefused for one whose value is its format's, too."""
    if cell.kind in ("date", "wrong") or cell.fault:
        raise CellRefused(f"a cell holds {cell.shown or 'no value'}, which only the spreadsheet can move")
    return cell.shown if cell.kind in ("text", "word") else cell.value


def has_formulas(data: bytes) -> bool:
    """Whether a sheet of the file has a formula: its value is that of the last time a spreadsheet program saved it."""
    with zipfile.ZipFile(io.BytesIO(data)) as book:
        return any(
            re.search(rb"<(?:\w+:)?f[ >]|table:formula=", book.read(name))
            for name in book.namelist()
            if "/worksheets/" in name or name == "content.xml"
        )


def _book(data: bytes, label: str) -> XlsxWorkbook | OdsWorkbook:
    kind = OdsWorkbook if label.lower().endswith(".ods") else XlsxWorkbook
    return kind(Archive(data, label, "a spreadsheet program"))


def _with_part(data: bytes, part: str, change: Callable[[str], str]) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(data)) as old, zipfile.ZipFile(out, "w") as new:
        new.comment = old.comment
        if len({*old.namelist()}) < len(old.namelist()):
            raise CellRefused("the file has a part twice; save it again in a spreadsheet program")
        for info in old.infolist():
            content = old.read(info)
            if info.filename == part:
                try:
                    content = change(content.decode("utf-8")).encode()
                except UnicodeDecodeError:
                    raise CellRefused("the sheet is not written as UTF-8") from None
            new.writestr(info, content)
    return out.getvalue()


def _with_cells(text: str, wanted: Mapping[int, Mapping[int, Any]]) -> str:
    for row, cells in wanted.items():
        if not re.search(rf'<(?:\w+:)?row\s(?:[^>]*?\s)?r="{row}"', text):  # a card that is new
            prefix = "".join(re.findall(r"<(\w+:)?sheetData", text)[:1])
            end = text.find(f"</{prefix}sheetData>")
            later = [
                found.start()
                for found in re.finditer(rf'<{prefix}row\s(?:[^>]*?\s)?r="(\d+)"', text)
                if int(found[1]) > row
            ]
            if end < 0 or later:
                raise CellRefused("rows of this sheet are added in the spreadsheet")
            text = f'{text[:end]}<{prefix}row r="{row}"></{prefix}row>{text[end:]}'
        for column, value in cells.items():
            text = _with_cell(text, row, column, value)
    return text


def _with_cell(text: str, row: int, column: int, value: Any) -> str:
    """Return the XML of a sheet with another value in a cell, whose style stays."""
    place = f"{letters(column)}{row}"
    for formula in _ARRAY.finditer(text):
        first, _, last = formula[1].partition(":")
        (top, left), (bottom, right) = numbers(first), numbers(last or first)
        if top <= row <= bottom and left <= column <= right:
            raise CellRefused(f"{place} is part of a formula; change it in the spreadsheet")
    begin = re.search(rf'<((?:\w+:)?)row\s(?:[^>]*?\s)?r="{row}"[^>]*>', text)
    if begin and begin[0].endswith("/>"):
        text = f"{text[: begin.end() - 2]}></{begin[1]}row>{text[begin.end() :]}"
        return _with_cell(text, row, column, value)
    if begin is None:
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
    words = checked_words(_CODED.sub("_x005F_", value))
    return f'{head} t="inlineStr"><{prefix}is><{prefix}t xml:space="preserve">{words}</{prefix}t></{prefix}is></{c}>'


def _compared(before: CellGrid, after: CellGrid, wanted: Mapping[int, Mapping[int, Any]]) -> list[str]:
    """Return the cells that are different, before and now; CellRefused unless they are what was wanted and no others."""
    old, new = (
        {(one.number, n): cell for one in grid.rows for n, cell in one.cells.items()}
        for grid in (before, after)
    )
    changed = {place for place in {*old, *new} if old.get(place) != new.get(place)}
    meant = {(row, column): value for row, cells in wanted.items() for column, value in cells.items()}
    if not changed <= meant.keys() or any(_value(new.get(at)) != value for at, value in meant.items()):
        raise CellRefused("this cannot be written here without changing something else; use the spreadsheet")
    return [
        f"{sign}{letters(column)}{number}: {'' if cell is None else cell.shown}"
        for number, column in sorted(changed)
        for sign, cell in (("-", old.get((number, column))), ("+", new.get((number, column))))
    ][:40]


def _value(cell: Cell | None) -> str | int | float | bool | None:
    return None if cell is None else cell.value
