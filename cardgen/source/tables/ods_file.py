"""OpenDocument spreadsheets: one sheet of an .ods → a grid. What a cell shows stands in the file itself."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from cardgen.source.tables.archive import Archive, forget
from cardgen.source.tables.formats import Signs, general
from cardgen.source.tables.grid import (
    NOT_CALCULATED,
    Cell,
    CellGrid,
    CellRow,
    broken,
    stored,
    text_cell,
    wrong,
)
from cardgen.source.tables.marked import Letters, both

_OFFICE = "{urn:oasis:names:tc:opendocument:xmlns:office:1.0}"
_TABLE = "{urn:oasis:names:tc:opendocument:xmlns:table:1.0}"
_TEXT = "{urn:oasis:names:tc:opendocument:xmlns:text:1.0}"
_STYLE = "{urn:oasis:names:tc:opendocument:xmlns:style:1.0}"
_FO = "{urn:oasis:names:tc:opendocument:xmlns:xsl-fo-compatible:1.0}"
_CALC = "{urn:org:documentfoundation:names:experimental:calc:xmlns:calcext:1.0}"
_ERROR = re.compile(r"#[A-Z0-9/]+[!?A]|Err:\d+|#NAME\?")
_MOST_COLUMNS = 20_000

Looks = dict[str, tuple[bool, bool]]


class OdsWorkbook:
    """An .ods file: its sheets by name, each with its number and whether it is hidden."""

    def __init__(self, archive: Archive) -> None:
        self.archive = archive
        if "META-INF/manifest.xml" in archive.names:
            for _ in archive.elements("META-INF/manifest.xml", "encryption-data"):
                hint = "save a copy of it without a password"
                raise broken(archive.label, "the file is protected with a password", hint)
        self.sheets: dict[str, tuple[str, bool]] = {}
        hidden: set[str] = set()
        self._looks: Looks = {}
        for element in archive.elements("content.xml", "style", "table", "table-row"):
            if element.tag == f"{_STYLE}style":
                name = element.get(f"{_STYLE}name", "")
                for one in element:
                    if one.tag == f"{_STYLE}table-properties" and one.get(f"{_TABLE}display") == "false":
                        hidden.add(name)
                    elif one.tag == f"{_STYLE}text-properties":
                        bold = one.get(f"{_FO}font-weight", "normal") in ("bold", "600", "700", "800", "900")
                        self._looks[name] = (bold, one.get(f"{_FO}font-style", "normal") == "italic")
            elif element.tag == f"{_TABLE}table":
                name = element.get(f"{_TABLE}name", "")
                self.sheets[name] = ("", element.get(f"{_TABLE}style-name", "") in hidden)
                forget(element)
            else:
                forget(element)

    def read(self, name: str, signs: Signs) -> CellGrid:
        grid = CellGrid(self.archive.label, name)
        number = 1
        for element in self.archive.elements("content.xml", "table", "table-row"):
            if element.tag == f"{_TABLE}table":
                number = 1
                forget(element)
                continue
            if element.tag != f"{_TABLE}table-row":
                continue
            repeated = _count(element, "number-rows-repeated")
            table = next(above for above in element.iterancestors(f"{_TABLE}table"))
            if table.get(f"{_TABLE}name", "") == name:
                cells = dict(self._cells(element, number, grid, signs))
                grid.add(CellRow(number, number, cells), repeated)
            number += repeated
            forget(element)
        return grid

    def _cells(self, element: Any, number: int, grid: CellGrid, signs: Signs) -> Iterator[tuple[int, Cell]]:
        column = 1
        for one in element:
            if one.tag not in (f"{_TABLE}table-cell", f"{_TABLE}covered-table-cell"):
                continue
            repeated = _count(one, "number-columns-repeated")
            wide, high = _count(one, "number-columns-spanned"), _count(one, "number-rows-spanned")
            if wide > 1 or high > 1:
                grid.merge(number, column, number + high - 1, column + wide - 1)
            covered = one.tag.endswith("covered-table-cell")
            cell = None if covered else self._cell(one, signs)
            if cell is not None:
                for at in range(column, min(column + repeated, _MOST_COLUMNS)):
                    yield at, cell
            column += repeated

    def _cell(self, element: Any, signs: Signs) -> Cell | None:
        kind = element.get(f"{_OFFICE}value-type")
        formula = element.get(f"{_TABLE}formula") is not None
        if kind is None and not len(element):
            return wrong(*NOT_CALCULATED) if formula else None
        plain, shown = self._text(element)
        if element.get(f"{_CALC}value-type") == "error" or (formula and _ERROR.fullmatch(plain)):
            return wrong(f"the error {plain}", "mend the formula in the spreadsheet")
        match kind:
            case "boolean":
                true = element.get(f"{_OFFICE}boolean-value") == "true"
                return Cell(true, plain or str(true).upper(), "bool")
            case "float" | "percentage" | "currency":
                try:
                    value = float(element.get(f"{_OFFICE}value", ""))
                except ValueError:
                    value = float("nan")
                if not abs(value) < float("inf"):
                    return wrong("no number", "type it again")
                return Cell(stored(value), plain or general(value, signs), "number")
            case "date" | "time":
                value_of = element.get(f"{_OFFICE}{kind}-value", "")
                return Cell(value_of, plain or value_of, "date")
            case _:
                if not plain:
                    plain = shown = element.get(f"{_OFFICE}string-value", "")
                return text_cell(plain, shown)

    def _text(self, element: Any) -> tuple[str, str]:
        """Return the words of a cell, plain and with stars; paragraphs are lines."""
        runs: list[Letters] = []
        first = True
        for paragraph in element:
            if paragraph.tag == f"{_TEXT}p":
                if not first:
                    runs.append(Letters("\n"))
                first = False
                runs += _without_edges(list(self._runs(paragraph, False, False)))
        return both(runs)

    def _runs(self, element: Any, bold: bool, italic: bool) -> Iterator[Letters]:
        yield Letters(_collapsed(element.text), bold, italic)
        for one in element:
            match one.tag:
                case t if t == f"{_TEXT}s":
                    yield Letters("\0" * min(_count(one, "c", _TEXT), 1000), bold, italic)
                case t if t == f"{_TEXT}tab":
                    yield Letters("\t", bold, italic)
                case t if t == f"{_TEXT}line-break":
                    yield Letters("\n", bold, italic)
                case t if t in (f"{_TEXT}span", f"{_TEXT}a"):
                    own = self._looks.get(one.get(f"{_TEXT}style-name", ""), (False, False))
                    yield from self._runs(one, bold or own[0], italic or own[1])
                case _:
                    pass
            yield Letters(_collapsed(one.tail), bold, italic)


def _collapsed(text: str | None) -> str:
    """Return a text in which white space is one space, as the format says; other spaces are elements."""
    return re.sub(r"[ \t\r\n]+", " ", text) if text else ""


def _without_edges(runs: list[Letters]) -> list[Letters]:
    """Return the runs of a paragraph without the spaces that stand at its edges or behind others; \\0 is one to keep."""
    kept: list[Letters] = []
    last = " "
    for run in runs:
        text = ""
        for letter in run.text:
            if letter != " " or last not in " ":
                text += letter
            last = letter if letter != "\0" else "\0"
        kept.append(run._replace(text=text))
    for number in range(len(kept) - 1, -1, -1):
        if kept[number].text:
            kept[number] = kept[number]._replace(text=kept[number].text.rstrip(" "))
            break
    return [run._replace(text=run.text.replace("\0", " ")) for run in kept if run.text]


def _count(element: Any, name: str, space: str = _TABLE) -> int:
    text = element.get(f"{space}{name}", "1")
    return max(1, int(text[:12])) if text.isascii() and text.isdigit() else 1
