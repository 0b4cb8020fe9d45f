"""One sheet of a table file, whatever kind of file it is."""

from __future__ import annotations

from collections.abc import Collection
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING, Final

from cardgen.base.errors import Location, did_you_mean
from cardgen.base.files import FileError, read_bytes
from cardgen.source.tables.grid import MAX_TABLE, CellGrid

if TYPE_CHECKING:
    from cardgen.source.tables.formats import Signs

BOOKS: Final = (".xlsx", ".xlsm", ".ods")
TEXTS: Final = (".csv", ".tsv")
SUFFIXES: Final = (*BOOKS, *TEXTS)
"""How the names of table files end."""
REFUSED: Final = {
    ".xls": "open it in a spreadsheet program and save it as .xlsx",
    ".xlsb": "save it as .xlsx",
    ".xlt": "save it as .xlsx",
    ".fods": "save it as .ods",
    ".numbers": "in Numbers choose File, Export To, Excel (or CSV), and name that file",
    ".gsheet": "in Google Sheets choose File, Download, Microsoft Excel (.xlsx), and name that file",
}
"""Files that people have and that cannot be read, each with a way out."""


def suffix_of(name: str) -> str:
    """Return how the name of a file ends, in small letters: `.xlsx`."""
    return PurePosixPath(name).suffix.lower()


def refusal(name: str) -> FileError | None:
    """Return why a file of this name is not read, if it is not."""
    hint = REFUSED.get(suffix_of(name))
    return FileError(f"'{name}' is a file that cardgen cannot read", hint, "table-kind") if hint else None


def read_grid(
    path: Path,
    label: str,
    *,
    sheet: str | None = None,
    likely: Collection[str] = (),
    separator: str = "",
    known: Collection[str] = (),
    language: str = "en",
) -> CellGrid:
    """Return a sheet of the table file that messages call `label`; FileError when it cannot be read.

    Without `sheet` it is the only one that is not hidden, or else the one called like one of `likely`. `separator` and
    `known` columns are for csv files. Where a number's sign for decimals is not written, it is the `language`'s.
    """
    data = read_bytes(path, label, MAX_TABLE)
    suffix = suffix_of(path.name)
    if suffix in TEXTS:
        if data.startswith(b"PK\3\4"):
            message = "the file is an Excel or OpenDocument file, whatever it is called"
            raise FileError(message, "name it .xlsx or .ods", "broken-table", Location(label))
        from cardgen.source.tables.csv_file import read_text_table

        return read_text_table(data, label, separator or ("\t" if suffix == ".tsv" else ""), known)
    from cardgen.source.tables.archive import Archive  # XML and zip are for those who have such files

    book: ods_file.OdsWorkbook | xlsx_file.XlsxWorkbook
    if suffix == ".ods":
        from cardgen.source.tables import ods_file

        archive = Archive(data, label, "LibreOffice")
        archive.needs("content.xml")
        book = ods_file.OdsWorkbook(archive)
    else:
        from cardgen.source.tables import xlsx_file

        archive = Archive(data, label, "a spreadsheet program")
        archive.needs("[Content_Types].xml")
        book = xlsx_file.XlsxWorkbook(archive)
    return book.read(_chosen(book.sheets, label, sheet, likely), signs_of(language))


def _chosen(
    sheets: dict[str, tuple[str, bool]], label: str, asked: str | None, likely: Collection[str]
) -> str:
    if asked is not None:
        if asked in sheets:
            return asked
        hint = did_you_mean(asked, sheets)
        raise FileError(
            f"the file has no sheet '{asked}', which game.yaml names", hint, "sheet", Location(label)
        )
    shown = [name for name, (_, hidden) in sheets.items() if not hidden]
    if len(shown) == 1:
        return shown[0]
    for name in likely:
        if name in sheets:
            return name
    if not sheets:
        raise FileError("the file has no sheet with cells", "", "sheet", Location(label))
    names = ", ".join(shown or sheets)
    message = f"the file has {len(shown) or 'only hidden'} sheets ({names}), and game.yaml does not say which"
    hint = f"write there cards: {{file: {PurePosixPath(label).name}, sheet: {(shown or list(sheets))[0]}}}"
    raise FileError(message, hint, "sheet", Location(label))


def signs_of(language: str) -> Signs:
    """Return what stands before decimals and between thousands in a language."""
    from cardgen.source.tables.formats import Signs

    if language.partition("-")[0].lower() == "en":
        return Signs()
    from cardgen.base.locales import known_locale  # for those who write in another language

    locale = known_locale(language)
    return Signs(locale.decimal, locale.group, False) if locale else Signs(english=False)
