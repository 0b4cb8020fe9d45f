"""Sheets → the bytes of a table file: .xlsx, .ods, .csv, .tsv."""

from __future__ import annotations

import csv
import io
import re
import zipfile
from collections.abc import Sequence
from xml.sax.saxutils import escape, quoteattr

from cardgen.source.tables.grid import letters
from cardgen.source.tables.sheet import CardSheet, SheetColumn, Value

_MORE = 500
"""Rows below the cards in which the lists to choose from are there, too."""


def sheet_names(names: Sequence[str]) -> list[str]:
    """Return names that a spreadsheet allows for its sheets: at most 31 letters, each another one."""
    found: list[str] = []
    for name in names:
        short, number = name[:31], 1
        while short.casefold() in [other.casefold() for other in found] or short.casefold() == "history":
            number += 1
            short = f"{name[: 30 - len(str(number))]}_{number}"
        found.append(short)
    return found


def csv_bytes(sheet: CardSheet, separator: str) -> bytes:
    """Return a csv file in UTF-8, with the mark by which Excel sees that."""
    out = io.StringIO(newline="")
    writer = csv.writer(out, delimiter=separator, lineterminator="\n")
    writer.writerow([column.header for column in sheet.columns])
    for row in sheet.rows:
        writer.writerow([_word(row.get(column.header), column) for column in sheet.columns])
    return out.getvalue().encode("utf-8-sig")


def _word(value: Value | None, column: SheetColumn) -> str:
    if isinstance(value, bool):
        yes = ("yes", "no") if column.takes.kind == "bool" else ("true", "false")
        return yes[0] if value else yes[1]
    return "" if value is None else repr(value) if isinstance(value, float) else str(value)


def formulas_in(sheet: CardSheet) -> list[str]:
    """Return the ids of rows with a text that Excel takes for a formula when it opens a csv file."""
    return [
        str(row.get("id"))
        for row in sheet.rows
        if any(isinstance(value, str) and value.startswith(("=", "+", "-", "@")) for value in row.values())
    ]


def xlsx_bytes(sheets: Sequence[CardSheet]) -> bytes:
    """Return an Excel file: the header frozen, a note on each header, lists to choose from, text as text."""
    from openpyxl import Workbook  # type: ignore[import-untyped]
    from openpyxl.comments import Comment  # type: ignore[import-untyped]
    from openpyxl.styles import Alignment, Font, PatternFill  # type: ignore[import-untyped]
    from openpyxl.worksheet.datavalidation import DataValidation  # type: ignore[import-untyped]

    book = Workbook()
    book.remove(book.active)
    bold, ground = Font(bold=True), PatternFill("solid", fgColor="E8E4DA")
    top, wrapped = Alignment(vertical="top"), Alignment(vertical="top", wrap_text=True)
    for name, sheet in zip(sheet_names([sheet.name for sheet in sheets]), sheets, strict=True):
        page = book.create_sheet(name)
        page.freeze_panes = "B2"
        last = len(sheet.rows) + _MORE
        for number, column in enumerate(sheet.columns, 1):
            head = page.cell(1, number)
            _put_text(head, column.header)
            head.font, head.fill, head.alignment = bold, ground, top
            head.comment = Comment(column.help, "cardgen", height=110, width=240)
            whole = page.column_dimensions[letters(number)]
            whole.width = sheet.width(column)
            if column.is_text:
                whole.number_format = "@"
            rule = _rule(column)
            if rule is not None:
                check = DataValidation(
                    **rule, allow_blank=True, showErrorMessage=True, errorTitle=column.header
                )
                check.error = column.help[:220]
                check.add(f"{letters(number)}2:{letters(number)}{last}")
                page.add_data_validation(check)
            for at, row in enumerate(sheet.rows, 2):
                value = row.get(column.header)
                if value is None:
                    continue
                cell = page.cell(at, number)
                if isinstance(value, str):
                    _put_text(cell, value)
                    cell.number_format = "@"
                    cell.alignment = wrapped if len(value) > 40 or "\n" in value else top
                else:
                    cell.value = value
                    cell.alignment = top
                    if type(value) is float and value.is_integer():
                        cell.number_format = "0.0"
    out = io.BytesIO()
    book.save(out)
    return out.getvalue()


def _put_text(cell: object, text: str) -> None:
    """Put a text into a cell; one that begins with = is no formula."""
    text = re.sub(r"_(?=x[0-9A-Fa-f]{4}_)", "_x005F_", text)  # as Excel writes what it would unescape
    cell.value = text  # type: ignore[attr-defined]
    cell.data_type = "s"  # type: ignore[attr-defined]
    if text.startswith(("=", "+", "-", "@", "'")):
        cell.quotePrefix = True  # type: ignore[attr-defined]


def _rule(column: SheetColumn) -> dict[str, str] | None:
    """Return what Excel lets be typed into a column: one of a list, or a whole number."""
    words, takes = column.choices, column.takes
    listed = ",".join(words)
    if (
        words
        and len(listed) <= 250
        and not any(set(word) & set(',"') or word != word.strip() for word in words)
    ):
        return {"type": "list", "formula1": f'"{listed}"'}
    if takes.kind == "int" and not column.header.startswith("each"):
        low = 0 if takes.low is None else takes.low
        if takes.high is not None:
            return {
                "type": "whole",
                "operator": "between",
                "formula1": f"{low:g}",
                "formula2": f"{takes.high:g}",
            }
        if takes.low is not None:
            return {"type": "whole", "operator": "greaterThanOrEqual", "formula1": f"{low:g}"}
    return None


# -- OpenDocument

_SPACES = (
    'xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" '
    'xmlns:table="urn:oasis:names:tc:opendocument:xmlns:table:1.0" '
    'xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0" '
    'xmlns:style="urn:oasis:names:tc:opendocument:xmlns:style:1.0" '
    'xmlns:number="urn:oasis:names:tc:opendocument:xmlns:datastyle:1.0" '
    'xmlns:fo="urn:oasis:names:tc:opendocument:xmlns:xsl-fo-compatible:1.0" '
    'xmlns:config="urn:oasis:names:tc:opendocument:xmlns:config:1.0" '
    'xmlns:of="urn:oasis:names:tc:opendocument:xmlns:of:1.2" '
    'xmlns:manifest="urn:oasis:names:tc:opendocument:xmlns:manifest:1.0" '
    'xmlns:dc="http://purl.org/dc/elements/1.1/" '
    'xmlns:svg="urn:oasis:names:tc:opendocument:xmlns:svg-compatible:1.0"'
)
_HEAD = '<?xml version="1.0" encoding="UTF-8"?>\n'
_KIND = "application/vnd.oasis.opendocument.spreadsheet"


def ods_bytes(sheets: Sequence[CardSheet]) -> bytes:
    """Return an OpenDocument file: the header frozen, a note on each header, lists to choose from, text as text."""
    names = sheet_names([sheet.name for sheet in sheets])
    widths = sorted({sheet.width(column) for sheet in sheets for column in sheet.columns})
    styles = "".join(
        f'<style:style style:name="w{wide}" style:family="table-column">'
        f'<style:table-column-properties style:column-width="{2.1 * wide + 4:.1f}mm"/></style:style>'
        for wide in widths
    )
    rules: list[str] = []
    tables = [_ods_table(name, sheet, rules) for name, sheet in zip(names, sheets, strict=True)]
    checks = f"<table:content-validations>{''.join(rules)}</table:content-validations>" if rules else ""
    content = (
        f'{_HEAD}<office:document-content {_SPACES} office:version="1.3"><office:automatic-styles>{styles}'
        '<number:text-style style:name="N1"><number:text-content/></number:text-style>'
        '<number:number-style style:name="N2"><number:number number:decimal-places="1" '
        'number:min-decimal-places="1" number:min-integer-digits="1"/></number:number-style>'
        '<number:boolean-style style:name="N3"><number:boolean/></number:boolean-style>'
        '<style:style style:name="text" style:family="table-cell" style:data-style-name="N1">'
        '<style:table-cell-properties style:vertical-align="top" fo:wrap-option="wrap"/></style:style>'
        '<style:style style:name="decimal" style:family="table-cell" style:data-style-name="N2"/>'
        '<style:style style:name="truth" style:family="table-cell" style:data-style-name="N3"/>'
        '<style:style style:name="head" style:family="table-cell" style:data-style-name="N1">'
        '<style:table-cell-properties fo:background-color="#e8e4da"/>'
        '<style:text-properties fo:font-weight="bold"/></style:style></office:automatic-styles>'
        f"<office:body><office:spreadsheet>{checks}{''.join(tables)}</office:spreadsheet></office:body>"
        "</office:document-content>"
    )
    frozen = "".join(
        f"<config:config-item-map-entry config:name={quoteattr(name)}>"
        + "".join(
            f'<config:config-item config:name="{item}" config:type="{kind}">{value}</config:config-item>'
            for item, kind, value in (
                ("HorizontalSplitMode", "short", 2),
                ("VerticalSplitMode", "short", 2),
                ("HorizontalSplitPosition", "int", 1),
                ("VerticalSplitPosition", "int", 1),
                ("ActiveSplitRange", "short", 3),
                ("PositionRight", "int", 1),
                ("PositionBottom", "int", 1),
            )
        )
        + "</config:config-item-map-entry>"
        for name in names
    )
    settings = (
        f'{_HEAD}<office:document-settings {_SPACES} office:version="1.3"><office:settings>'
        '<config:config-item-set config:name="ooo:view-settings"><config:config-item-map-indexed '
        'config:name="Views"><config:config-item-map-entry><config:config-item config:name="ViewId" '
        'config:type="string">view1</config:config-item><config:config-item-map-named config:name="Tables">'
        f"{frozen}</config:config-item-map-named></config:config-item-map-entry></config:config-item-map-indexed>"
        "</config:config-item-set></office:settings></office:document-settings>"
    )
    parts = {"content.xml": content, "settings.xml": settings}
    entries = "".join(
        f'<manifest:file-entry manifest:full-path="{part}" manifest:media-type="text/xml"/>' for part in parts
    )
    manifest = (
        f'{_HEAD}<manifest:manifest {_SPACES} manifest:version="1.3">'
        f'<manifest:file-entry manifest:full-path="/" manifest:media-type="{_KIND}"/>{entries}</manifest:manifest>'
    )
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr(zipfile.ZipInfo("mimetype"), _KIND, zipfile.ZIP_STORED)  # first, and as it is
        for part, text in (*parts.items(), ("META-INF/manifest.xml", manifest)):
            archive.writestr(zipfile.ZipInfo(part), text, zipfile.ZIP_DEFLATED)
    return out.getvalue()


def _ods_table(name: str, sheet: CardSheet, rules: list[str]) -> str:
    columns, heads, chosen = [], [], {}
    for column in sheet.columns:
        rule = ""
        if column.choices:
            rule = f"rule{len(rules) + 1}"
            words = ";".join('"' + word.replace('"', '""') + '"' for word in column.choices)
            condition = f"of:cell-content-is-in-list({words})"
            rules.append(
                f'<table:content-validation table:name="{rule}" table:condition={quoteattr(condition)} '
                'table:allow-empty-cell="true" table:display-list="unsorted"><table:error-message '
                f'table:display="true" table:message-type="warning"><text:p>{escape(column.help)}</text:p>'
                "</table:error-message></table:content-validation>"
            )
        chosen[column.header] = f' table:content-validation-name="{rule}"' if rule else ""
        style = "text" if column.is_text else "truth" if column.takes.kind == "bool" else "Default"
        columns.append(
            f'<table:table-column table:style-name="w{sheet.width(column)}" table:default-cell-style-name="{style}"/>'
        )
        heads.append(
            '<table:table-cell table:style-name="head" office:value-type="string"><office:annotation '
            f'svg:width="60mm" svg:height="25mm"><dc:creator>cardgen</dc:creator><text:p>{escape(column.help)}'
            f"</text:p></office:annotation><text:p>{escape(column.header)}</text:p></table:table-cell>"
        )
    rows = [f"<table:table-row>{''.join(heads)}</table:table-row>"]
    for row in sheet.rows:
        cells = (_ods_cell(row.get(c.header), chosen[c.header]) for c in sheet.columns)
        rows.append(f"<table:table-row>{''.join(cells)}</table:table-row>")
    empty = "".join(f"<table:table-cell{chosen[c.header]}/>" for c in sheet.columns)
    rows.append(f'<table:table-row table:number-rows-repeated="{_MORE}">{empty}</table:table-row>')
    return f"<table:table table:name={quoteattr(name)}>{''.join(columns)}{''.join(rows)}</table:table>"


def _ods_cell(value: Value | None, rule: str) -> str:
    if value is None:
        return f"<table:table-cell{rule}/>"
    if isinstance(value, bool):
        word = str(value).lower()
        return (
            f'<table:table-cell table:style-name="truth"{rule} office:value-type="boolean" office:boolean-value="{word}">'
            f"<text:p>{word.upper()}</text:p></table:table-cell>"
        )
    if isinstance(value, str):
        lines = "".join(f"<text:p>{_spaced(line)}</text:p>" for line in value.split("\n"))
        return f'<table:table-cell table:style-name="text"{rule} office:value-type="string">{lines}</table:table-cell>'
    style = ' table:style-name="decimal"' if isinstance(value, float) and value.is_integer() else ""
    return (
        f'<table:table-cell{style}{rule} office:value-type="float" office:value="{value!r}">'
        f"<text:p>{value!r}</text:p></table:table-cell>"
    )


def _spaced(line: str) -> str:
    """Return a line in which spaces that would be lost and tabs are elements."""
    text = escape(line).replace("\t", "<text:tab/>").replace("\r", "&#13;")
    text = re.sub(r"^ | $", "<text:s/>", text)
    return re.sub(r"(?<= ) +|(?<=> ) +", lambda found: f'<text:s text:c="{len(found[0])}"/>', text)
