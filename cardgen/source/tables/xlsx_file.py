"""Excel files: one sheet of an .xlsx → a grid.

Read by hand from its XML, because what matters here is what libraries leave out: a formula that was never calculated,
which is no empty cell, cells that were merged, and words that are bold inside a cell (decision 015).
"""

from __future__ import annotations

import posixpath
import re
from collections.abc import Callable
from typing import Any

from cardgen.base.units import digits
from cardgen.source.tables.archive import Archive, forget
from cardgen.source.tables.formats import BUILT_IN, IN_EACH_COUNTRY, Format, Signs, format_of, general
from cardgen.source.tables.grid import (
    NOT_CALCULATED,
    Cell,
    CellGrid,
    CellRow,
    Kind,
    numbers,
    stored,
    text_cell,
    wrong,
)
from cardgen.source.tables.marked import Letters, both

_RELATION = "{http://schemas.openxmlformats.org/officeDocument/2006/relationships}id"
_STRICT = "{http://purl.oclc.org/ooxml/officeDocument/relationships}id"
_ESCAPED = re.compile(r"_x([0-9A-Fa-f]{4})_")
# A column that was coloured as a whole may have a million of these; those that name their place can go.
_EMPTY = (
    re.compile(rb'<c r="[A-Z]+[0-9]+"(?: [a-z]+="[^"<>]*")*/>'),
    re.compile(rb'<row r="[0-9]+"(?: [\w:]+="[^"<>]*")*(?:/>|></row>)'),
)
_MEND = "mend the formula in the spreadsheet"
_IN_COUNTRY = (
    "a date that each computer shows in its own way",
    "choose a date format with days, months and years in it, or make the cell text and type it again",
)
_UNKNOWN = (
    "in a number format that cardgen does not know",
    "make the cell text and type it again, or choose a simpler number format",
)


class XlsxWorkbook:
    """An .xlsx file: its sheets by name, each with its part of the archive and whether it is hidden."""

    def __init__(self, archive: Archive) -> None:
        self.archive = archive
        book = next(iter(_targets(archive, "", "_rels/.rels", "officeDocument").values()), "xl/workbook.xml")
        self.folder, name = posixpath.split(book)
        parts = _targets(archive, self.folder, f"{self.folder}/_rels/{name}.rels", "worksheet")
        self.sheets: dict[str, tuple[str, bool]] = {}
        self.since_1904 = False
        for element in archive.elements(book, "sheet", "workbookPr"):
            if _local(element) == "workbookPr":
                self.since_1904 = element.get("date1904", "0") in ("1", "true")
                continue
            part = parts.get(element.get(_RELATION) or element.get(_STRICT) or "", "")
            if part in archive.names:
                self.sheets[element.get("name", "")] = (part, element.get("state", "visible") != "visible")

    def read(self, name: str, signs: Signs) -> CellGrid:
        return _read_sheet(self, name, signs)


def _targets(archive: Archive, folder: str, relations: str, kind: str) -> dict[str, str]:
    """Return the parts that a file of relations leads to, by id."""
    found = {}
    for element in archive.elements(relations, "Relationship") if relations in archive.names else ():
        target = element.get("Target", "")
        if element.get("Type", "").endswith(f"/{kind}"):
            path = target[1:] if target.startswith("/") else posixpath.join(folder, target)
            found[element.get("Id", "")] = posixpath.normpath(path)
    return found


def _read_sheet(book: XlsxWorkbook, name: str, signs: Signs) -> CellGrid:
    archive, part = book.archive, book.sheets[name][0]
    strings = _strings(archive, f"{book.folder}/sharedStrings.xml")
    formats = _formats(archive, f"{book.folder}/styles.xml", signs, book.since_1904)
    grid = CellGrid(archive.label, name)
    number = 0
    for element in archive.elements(part, "row", "mergeCell", but=_EMPTY):
        if _local(element) == "mergeCell":
            first, _, last = element.get("ref", "").partition(":")
            top, left = numbers(first)
            bottom, right = numbers(last or first)
            grid.merge(top, left, bottom, right)
            continue
        given = element.get("r", "")
        number = digits(given, number + 1)
        cells: dict[int, Cell] = {}
        column = 0
        for one in element:
            if not len(one):  # it has a colour at most
                column += 1
                continue
            column = numbers(one.get("r", ""))[1] or column + 1
            cell = _cell(one, strings, formats)
            if cell is not None:
                cells[column] = cell
        grid.add(CellRow(number, number, cells))
        forget(element)
    grid.rows.sort(key=lambda row: row.number)  # a file may hold them in any order
    return grid


def _cell(
    element: Any, strings: list[tuple[str, str]], formats: Callable[[str], Format | None]
) -> Cell | None:
    kind = element.get("t", "n")
    value, formula, inline = None, False, None
    for child in element:
        match _local(child):
            case "v":
                value = child.text
            case "f":
                formula = True
            case "is":
                inline = child
    if kind == "inlineStr" and inline is not None:
        return text_cell(*_text(inline))
    if value is None or value == "":
        if formula and kind != "str":
            return wrong(*NOT_CALCULATED)
        return None
    match kind:
        case "s":
            number = digits(value, -1)
            return text_cell(*strings[number]) if 0 <= number < len(strings) else None
        case "str":
            return text_cell(*[_unescaped(value)] * 2)
        case "b":
            return Cell(value.strip() == "1", "TRUE" if value.strip() == "1" else "FALSE", "bool")
        case "e":
            return wrong(f"the error {value.strip()}", _MEND)
        case "d":
            return Cell(value, value, "date")
        case _:
            return _number_cell(value, element.get("s", "0"), formats)


def _number_cell(text: str, style: str, formats: Callable[[str], Format | None]) -> Cell | None:
    try:
        value = float(text)
    except ValueError:
        return text_cell(text, text)
    if value != value or value in (float("inf"), float("-inf")):
        return wrong(f"the error {text.strip()}", _MEND)
    way = formats(style)
    if way is None:
        return Cell(stored(value), "", "date", _IN_COUNTRY)
    shown = way.show(value)
    kind: Kind = "date" if way.date else "number"
    return Cell(stored(value), shown or "", kind, _UNKNOWN if shown is None else None)


def _strings(archive: Archive, part: str) -> list[tuple[str, str]]:
    """Return the texts that cells refer to, plain, and with stars round what is bold in part."""
    found: list[tuple[str, str]] = []
    for element in archive.elements(part, "si") if part in archive.names else ():
        found.append(_text(element))
        forget(element)
    return found


def _text(element: Any) -> tuple[str, str]:
    runs: list[Letters] = []
    for child in element:
        match _local(child):
            case "t":
                runs.append(Letters(_unescaped(child.text or "")))
            case "r":
                runs.append(_run(child))
    return both(runs)


def _run(element: Any) -> Letters:
    text, bold, italic = "", False, False
    for child in element:
        match _local(child):
            case "t":
                text += _unescaped(child.text or "")
            case "rPr":
                names = {_local(one): one.get("val", "1") for one in child}
                bold = names.get("b", "0") not in ("0", "false")
                italic = names.get("i", "0") not in ("0", "false")
    return Letters(text, bold, italic)


def _unescaped(text: str) -> str:
    """Return a text with its `_x000D_` read, as Excel writes what XML cannot hold."""
    if "_x" in text:
        text = _ESCAPED.sub(lambda found: chr(int(found[1], 16)), text)
    return text.replace("\r\n", "\n") if "\r" in text else text


def _formats(archive: Archive, part: str, signs: Signs, since_1904: bool) -> Callable[[str], Format | None]:
    """Return what gives the format of a cell's style, None for a date that every country shows in another way."""
    codes = dict(BUILT_IN)
    styles: list[int] = []
    for element in archive.elements(part, "numFmt", "cellXfs") if part in archive.names else ():
        if _local(element) == "numFmt":
            codes[digits(element.get("numFmtId", ""), -1)] = element.get("formatCode", "General")
        elif _local(element) == "cellXfs":
            styles = [digits(one.get("numFmtId", ""), 0) for one in element]
    known: dict[str, Format | None] = {}
    plain = Format(False, lambda value: general(value, signs))

    def of(style: str) -> Format | None:
        if style not in known:
            at = digits(style, len(styles))
            number = styles[at] if at < len(styles) else 0
            code = codes.get(number, "General")[:500]
            own = number not in IN_EACH_COUNTRY or number in codes
            known[style] = (
                (plain if code == "General" else format_of(code, signs, since_1904)) if own else None
            )
        return known[style]

    return of


def _local(element: Any) -> str:
    tag: str = element.tag
    return tag.rpartition("}")[2]
