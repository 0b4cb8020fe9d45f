"""Small kits whose cards come from a spreadsheet, and spreadsheets as other programs make them."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from openpyxl import Workbook  # type: ignore[import-untyped]

from cardgen.model import Kit
from cardgen.source import read_kit

FIELDS = """\
      text: {type: text, default: ""}
      value: {type: int, min: 0, max: 9, default: 1}
      price: {type: number, default: 0}
      wild: {type: bool, default: false}
      suit: {one_of: [hearts, spades, "2", 3], default: hearts}
      walls: {list: [N, E, S, W, "a;b"], default: []}
      umbrellas: {counts: [G, Y, R, B], default: {}}
      extra: {type: any, default: null}
"""
HEAD = """\
game: kit
title: Kit
version: "1"
players: {min: 2, max: 2}
credits: {design: Us}
"""
FACE = (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="-3 -3 50 69"><rect width="44" height="63"/>'
    '<text x="3" y="9" style="font-family:Roboto;font-size:4px" data-fit="none">'
    "{{ card.text }} {{ card.value }} {{ card.price }} {{ card.extra }}</text></svg>"
)

Cells = Sequence[Sequence[Any]]


def game(cards: str, fields: str = FIELDS, more: str = "") -> str:
    """Return a game.yaml whose `cards:` says this."""
    declared = f"    fields:\n{fields}" if fields else ""
    return f"{HEAD}{more}decks:\n  main:\n    size: mini\n    face: face.svg\n{declared}    cards: {cards}\n"


def lay_out(folder: Path, files: Mapping[str, str | bytes]) -> Path:
    """Write a kit into a folder."""
    for name, content in {"face.svg": FACE, **files}.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
    return folder


def xlsx(rows: Cells, change: Callable[[Any], object] = lambda _: None, title: str = "Cards") -> bytes:
    """Return an Excel file with these rows as openpyxl writes it, changed by a function of its sheet."""
    book = Workbook()
    sheet = book.active
    sheet.title = title
    for row in rows:
        sheet.append(list(row))
    change(sheet)
    return saved(book)


def saved(book: Any) -> bytes:
    """Return a workbook of openpyxl as bytes."""
    out = io.BytesIO()
    book.save(out)
    return out.getvalue()


def ods(rows: Cells, title: str = "Cards") -> bytes:
    """Return an OpenDocument file with these rows as odfdo writes it."""
    from odfdo import Cell, Document, Row, Table

    document = Document("spreadsheet")
    document.body.clear()
    table = Table(title)
    for values in rows:
        row = Row()
        for value in values:
            row.append_cell(Cell(value))
        table.append_row(row)
    document.body.append(table)
    out = io.BytesIO()
    document.save(out)
    return out.getvalue()


def with_part(archive: bytes, name: str, change: Callable[[str], str]) -> bytes:
    """Return a zip file with one part changed."""
    out = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(archive)) as old, zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as new:
        for info in old.infolist():
            data = old.read(info)
            new.writestr(info.filename, change(data.decode()).encode() if info.filename == name else data)
    return out.getvalue()


def kit_of(
    folder: Path, name: str, content: str | bytes, fields: str = FIELDS, said: str = ""
) -> tuple[Kit | None, list[str]]:
    """Return the kit whose cards are this file, and what is wrong with it, each problem in a text."""
    lay_out(folder, {"game.yaml": game(said or name, fields), name: content})
    kit, problems = read_kit(folder)
    return kit, [str(problem).replace(f"{folder.as_posix()}/", "") for problem in problems]
