"""Stock files: sheets that are bought cut or perforated, found by name near a kit and read."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any, Final, Literal

from cardgen.base.errors import Problems
from cardgen.base.files import shown
from cardgen.base.projects import found_near
from cardgen.base.units import PAPERS, Size, parse_length, parse_paper
from cardgen.model.stock import STOCK_KINDS, Stock, StockKind
from cardgen.source.leaves import FILLED, LENGTH, SIZE, TEXT, one_of, parsed
from cardgen.source.nodes import Document
from cardgen.source.parse import read_yaml
from cardgen.source.shape import Keyed, Schema, Shape, json_schema, key, list_of, part
from cardgen.source.wrong import read

FOLDER: Final = "stock"
_UNEVEN = 0.4  # by which opposite margins differ before somebody may have mistyped
_ROLL = re.compile(r"([\d.]+ ?(?:mm|cm|in)) ?[x×] ?roll")
_LONGEST = 1000.0  # of a strip
_GAP = 4.0  # between pieces on a roll
_PAIR = re.compile(r"(-?[\d.]+) ?(mm|cm|in)? ?[x×] ?(-?[\d.]+) ?(mm|cm|in)")


def find_stock(kit: Path | None = None) -> dict[str, Path]:
    """Return the file of each stock by name, for a kit's folder or for any kit; a nearer one hides a farther one."""
    return found_near(FOLDER, kit)


def named_stock(words: str, kit: Path | None, problems: Problems) -> Stock | None:
    """Return the stock that words name; None where they are words for people, or its file is wrong, which is noted."""
    file = find_stock(kit).get(words) if re.fullmatch(r"[\w.-]+", words) else None
    return read_stock_file(file, problems) if file else None


def _pair(value: Any, least: float) -> tuple[float, float]:
    found = _PAIR.fullmatch(value.strip()) if isinstance(value, str) else None
    if not found:
        raise ValueError
    one, other = found[1] + (found[2] or found[4]), found[3] + found[4]
    across, down = ((-1 if n[0] == "-" else 1) * parse_length(n.lstrip("-")) for n in (one, other))
    if min(across, down) < least:
        raise ValueError
    return across, down


def _pairs(what: str, such: str, least: float = 0.0) -> Shape[tuple[float, float]]:
    return parsed(
        lambda value: _pair(value, least),
        f"{what} such as {such}",
        {"type": "string", "examples": [such]},
    )


def _read_grid(value: Any) -> tuple[int, int]:
    found = re.fullmatch(r"([1-9]\d?) ?[x×] ?([1-9]\d?)", value) if isinstance(value, str) else None
    if not found:
        raise ValueError
    return int(found[1]), int(found[2])


def _read_paper(value: Any) -> tuple[str, Size]:
    if not isinstance(value, str):
        raise ValueError
    try:
        if roll := _ROLL.fullmatch(value.strip()):
            return "roll", Size(parse_length(roll[1]), _LONGEST)
        return value.strip().lower(), parse_paper(value)
    except ValueError:
        raise ValueError from None


class CellsPart(Keyed, example="{size: 64x33.9mm, grid: 3x8, first: 6.97x12.9mm, gap: 2.03x0mm}"):
    """`cells:` where the cells of a sheet are."""

    size: Size = key(SIZE, "One cell.")
    shape: Literal["rect", "round"] = key(one_of("rect", "round", guess=True), "Their shape.", default="rect")
    corner: float = key(LENGTH, "The radius of their corners.", default=0.0)
    grid: tuple[int, int] = key(
        parsed(_read_grid, "columns x rows such as 3x8", {"type": "string", "pattern": r"^\d+ ?[x×] ?\d+$"}),
        "Columns x rows.",
    )
    first: tuple[float, float] = key(
        _pairs("the left and the upper margin", "6.97x12.9mm"),
        "From the left and the upper edge to the first cell.",
    )
    gap: tuple[float, float] = key(
        _pairs("the gaps across and down", "2.03x0mm"),
        "Between two cells, across and down.",
        default=(0.0, 0.0),
    )


class StockPart(Keyed):
    """A sheet that is bought cut or perforated. Numbers of makers are nominal: print its test page first."""

    title: str = key(FILLED, "Its name for people.")
    like: tuple[str, ...] = key(list_of(FILLED), "Names that people look for.", default=())
    paper: tuple[str, Size] = key(
        parsed(
            _read_paper,
            f"one of {', '.join(PAPERS)}, a size such as 200x280mm, or a roll such as 110mm x roll",
            {"type": "string", "examples": [*PAPERS, "200x280mm", "110mm x roll"]},
        ),
        "The whole sheet, or the width of a roll: strips of it are as long as the pieces need, at most 1 m.",
    )
    kind: StockKind = key(
        one_of(*STOCK_KINDS, guess=True),
        "label and die-cut stick; perforated cards are torn off; pieces are cut from a roll.",
    )
    cells: CellsPart | None = key(
        part(CellsPart), "Where its cells are; a roll has none, its pieces come in rows.", default=None
    )
    prints: float | None = key(
        LENGTH,
        "How much of the width of a roll its printer reaches; left out, 3mm less on both sides.",
        default=None,
    )
    safe: float = key(
        LENGTH, "How far inside a cell frames and words stay; the test page says it.", default=2.0
    )
    bleed: Literal["gap", "none"] = key(
        one_of("gap", "none", guess=True),
        "gap: colour runs into half of the gap, at most 1.5mm; cells that touch have none.",
        default="gap",
    )
    shift: tuple[float, float] = key(
        _pairs("what your printer is off", "0.4x-0.2mm", -20.0),
        "How far everything is moved to the right and down, for your printer and tray.",
        default=(0.0, 0.0),
    )
    backs: Literal["none", "duplex"] = key(
        one_of("none", "duplex", guess=True), "duplex: both sides are printed on.", default="none"
    )
    feed: Literal["top", "bottom"] = key(
        one_of("top", "bottom", guess=True), "The edge that goes into the printer first.", default="top"
    )
    says: str = key(TEXT, "More to know about it.", default="")


def stock_schema() -> Schema:
    return json_schema(part(StockPart), "A stock")


def read_stock_file(file: Path, problems: Problems) -> Stock | None:
    """Return the stock that a file describes, or None after noting everything that is wrong with it."""
    document = read_yaml(file, f"{shown(file.parent)}/{file.name}", problems)
    said = read(part(StockPart), document) if document else None
    if document is None or said is None:
        return None
    name, paper = said.paper
    rolled, prints = name == "roll", paper.width - 6 if said.prints is None else said.prints
    wrong = {
        "kind": f"kind is {said.kind}, but paper is {'a roll' if rolled else 'no roll'}"
        if rolled != (said.kind == "roll")
        else "",
        "cells": ("a roll has no cells" if rolled else "cells is missing, expected where they are")
        if rolled == bool(said.cells)
        else "",
    }
    for key_, message in wrong.items():
        if message:
            document.note(message, *([key_] if key_ in vars(said) else []), code="stock")
            return None
    cells = said.cells or CellsPart(size=paper, grid=(1, 1), first=(0.0, 0.0), gap=(_GAP, _GAP))
    stock = Stock(
        *(file.stem, said.title, said.like, said.paper[1], said.paper[0], said.kind, cells.size),
        round=cells.shape == "round",
        corner=cells.corner,
        columns=cells.grid[0],
        rows=cells.grid[1],
        first=Size(*cells.first),
        gap=Size(*cells.gap),
        safe=said.safe,
        bleeds=said.bleed == "gap",
        shift=said.shift,
        both_sides=said.backs == "duplex",
        feed=said.feed,
        says=said.says,
        file=file,
        prints=prints,
    )
    if rolled:
        return stock.rows_for(paper)
    return stock if _is_sound(stock, document) else None


def _is_sound(stock: Stock, document: Document) -> bool:
    """Note cells that are no cells, do not fit the paper, or leave margins that somebody may have mistyped."""
    before = len(document.problems.errors)
    short, rest = min(stock.cell.width, stock.cell.height), stock.rest
    if stock.round and stock.cell.width != stock.cell.height:
        message = f"size is {stock.cell}, expected both sides equal for a round cell"
        document.note(message, "cells", "size", hint="write shape: rect for an oblong cell", code="stock")
    if stock.corner > short / 2:
        message = (
            f"corner is {stock.corner:g} mm, expected at most {short / 2:g} mm in a cell of {stock.cell}"
        )
        document.note(message, "cells", "corner", hint="shape: round makes a circle", code="stock")
    ways = (
        ("across", "right", stock.columns, "columns", stock.first.width, rest.width, stock.paper.width),
        ("down", "lower", stock.rows, "rows", stock.first.height, rest.height, stock.paper.height),
    )
    for way, edge, count, lines, first, left, paper in ways:
        if left < -0.005:
            message = f"{count} {lines} from {first:g} mm end {-left:.2f} mm beyond the {edge} edge of the paper of {paper:g} mm"
            hint = "measure size, grid, first and gap again; paper = first + cells + gaps + the margin at the end"
            document.note(message, "cells", "grid", hint=hint, code="stock")
        elif abs(left - first) > _UNEVEN:
            message = f"{way} the margins are {first:g} mm and {left:.2f} mm, most sheets have equal ones"
            hint = "measure the sheet; if it is so, all is well"
            document.note(message, "cells", "first", hint=hint, level="warning", code="stock-margins")
    return len(document.problems.errors) == before
