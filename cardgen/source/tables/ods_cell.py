"""Cells of an .ods file written at their places in content.xml; every other byte of it stays."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple
from xml.parsers import expat

from cardgen.source.tables.grid import CellRefused, checked_words, letters

_TABLE, _OFFICE, _TEXT = (
    f"urn:oasis:names:tc:opendocument:xmlns:{name}:1.0" for name in ("table", "office", "text")
)
_CELLS = (f"{_TABLE} table-cell", f"{_TABLE} covered-table-cell")


_TAG = re.compile(rb"""<[^\s/>]+(?:\s+[^\s=>]+\s*=\s*(?:"[^"]*"|'[^']*'))*\s*/?>""")


def _head(data: bytes, start: int = 0) -> bytes:
    found = _TAG.match(data, start)
    if not found:
        raise CellRefused("this file is written in an odd way; save it again in LibreOffice")
    return found[0]


class _OdsPart(NamedTuple):
    """An element of the sheet: where it begins and ends, its attributes, and the cells of a row."""

    start: int
    end: int
    attributes: dict[str, str]
    covered: bool
    cells: list[_OdsPart]

    @property
    def times(self) -> int:
        kind = "rows" if self.cells else "columns"
        said = self.attributes.get(f"{_TABLE} number-{kind}-repeated", "1")
        return max(1, int(said)) if said.isdecimal() else 1


def with_ods_cells(text: str, sheet: str, wanted: Mapping[int, Mapping[int, Any]]) -> str:
    """Return the XML of content.xml with other values in cells of a sheet, whose styles stay."""
    data = text.encode()
    prefixes = {uri: name for name, uri in re.findall(r'xmlns:([\w.-]+)="([^"]+)"', text)}
    try:
        table, office, words = prefixes[_TABLE], prefixes[_OFFICE], prefixes[_TEXT]
    except KeyError:
        raise CellRefused("this file is written in an odd way; save it again in LibreOffice") from None
    pieces, number = [], 1
    for row in _rows(data, sheet):
        mine = {one: cells for one, cells in wanted.items() if number <= one < number + row.times}
        if mine:
            new, at = b"", number
            for one, cells in sorted(mine.items()):
                new += _times(data[row.start : row.end], one - at, table, "rows")
                new += _times(_row_with(data, row, one, cells, (table, office, words)), 1, table, "rows")
                at = one + 1
            new += _times(data[row.start : row.end], number + row.times - at, table, "rows")
            pieces.append((row.start, row.end, new))
        number += row.times
    if any(one >= number for one in wanted):
        raise CellRefused("the file does not say where this row is; save it again in LibreOffice")
    for start, end, new in reversed(pieces):
        data = data[:start] + new + data[end:]
    return data.decode()


def _row_with(
    data: bytes, row: _OdsPart, number: int, wanted: Mapping[int, Any], names: tuple[str, str, str]
) -> bytes:
    table, out, at, column = names[0], b"", row.start, 1
    for cell in row.cells:
        old, mine = (
            data[cell.start : cell.end],
            sorted(n for n in wanted if column <= n < column + cell.times),
        )
        out, at = out + data[at : cell.start], cell.end
        begun = column
        for one in mine:
            place = f"{letters(one)}{number}"
            if cell.covered:
                raise CellRefused(f"{place} is part of a merged cell; change it in the spreadsheet")
            if f"{_TABLE} formula" in cell.attributes:
                raise CellRefused(f"{place} is a formula; change it in the spreadsheet")
            out += _times(old, one - begun, table, "columns") + _cell(old, wanted[one], names)
            begun = one + 1
        column += cell.times
        out += _times(old, column - begun, table, "columns") if mine else old
    if any(one >= column for one in wanted):
        end = data.rindex(b"</", row.start, row.end)
        out, at = out + data[at:end], end
        for one in sorted(one for one in wanted if one >= column):
            empty = f"<{table}:table-cell/>".encode()
            out += _times(empty, one - column, table, "columns") + _cell(empty, wanted[one], names)
            column = one + 1
    return out + data[at : row.end]


def _times(element: bytes, times: int, table: str, kind: str) -> bytes:
    if times < 1:
        return b""
    name = f"{table}:number-{kind}-repeated"
    tag = _head(element)
    head = re.sub(rf'\s{name}="\d*"'.encode(), b"", tag)
    if times > 1:
        close = b"/>" if head.endswith(b"/>") else b">"
        head = head.removesuffix(close) + f' {name}="{times}"'.encode() + close
    return head + element[len(tag) :]


def _cell(old: bytes, value: Any, names: tuple[str, str, str]) -> bytes:
    """Return a cell with another value; its style and all else that it says of itself stay."""
    table, office, text = names
    head = _head(old).rstrip(b"/>").decode()
    head = re.sub(rf'\s(?:{office}|calcext):[\w-]+="[^"]*"|\s{table}:number-columns-repeated="\d*"', "", head)
    notes = re.search(rf"<{office}:annotation\b.*?</{office}:annotation>".encode(), old, re.S)
    note = notes[0].decode() if notes else ""
    match value:
        case None:
            kind, shown = "", ""
        case bool():
            kind, shown = f'"boolean" {office}:boolean-value="{str(value).lower()}"', str(value).upper()
        case int() | float():
            kind, shown = f'"float" {office}:value="{value!r}"', repr(value)
        case _:
            kind, shown = '"string"', checked_words(value)
    lines = (
        "".join(f"<{text}:p>{_spaced(line, text)}</{text}:p>" for line in shown.split("\n")) if kind else ""
    )
    kind = f" {office}:value-type={kind}" if kind else ""
    if not lines and not note:
        return f"{head}{kind}/>".encode()
    return f"{head}{kind}>{note}{lines}</{table}:table-cell>".encode()


def _spaced(line: str, text: str) -> str:
    line = re.sub(r"^ |(?<= ) +| $", lambda found: f'<{text}:s {text}:c="{len(found[0])}"/>', line)
    return line.replace("\t", f"<{text}:tab/>")


def _rows(data: bytes, sheet: str) -> Iterator[_OdsPart]:
    """Yield the rows of a sheet with their cells, by the places of their bytes."""
    found: list[_OdsPart] = []
    open_ones: list[tuple[str, int, dict[str, str], list[_OdsPart]]] = []
    parser = expat.ParserCreate(namespace_separator=" ")
    inside = [0]

    def start(name: str, attributes: dict[str, str]) -> None:
        if name == f"{_TABLE} table":
            inside[0] = inside[0] + 1 if inside[0] or attributes.get(f"{_TABLE} name") == sheet else 0
        if inside[0] == 1 and name in (f"{_TABLE} table-row", *_CELLS):
            open_ones.append((name, parser.CurrentByteIndex, attributes, []))

    def end(name: str) -> None:
        if name == f"{_TABLE} table" and inside[0]:
            inside[0] -= 1
        if inside[0] != 1 or not open_ones or open_ones[-1][0] != name:
            return
        _, begin, attributes, cells = open_ones.pop()
        at, tag = parser.CurrentByteIndex, _head(data, begin)
        stop = at if tag.endswith(b"/>") else data.index(b">", at) + 1
        one = _OdsPart(begin, stop, attributes, name == _CELLS[1], cells)
        (open_ones[-1][3] if open_ones else found).append(one)

    parser.StartElementHandler, parser.EndElementHandler = start, end
    parser.Parse(data, True)
    yield from found
