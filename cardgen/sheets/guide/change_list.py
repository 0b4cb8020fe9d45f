"""What the guide says when only a part is printed again: which pieces go out of the box, which come in."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import NamedTuple

from cardgen.base.language import tr, trn
from cardgen.sheets.furniture import heading
from cardgen.sheets.guide.hero import Shown
from cardgen.sheets.guide.swaps import Swap
from cardgen.sheets.marks.pen import GREY, HAIRLINE, Pen
from cardgen.sheets.paper import Rect
from cardgen.sheets.plan.pageplan import FaceSource, KitPlan

_GAP = 6.0  # between two columns of the list
_WIDEST = 112.0  # of a column: the numbers stay near the names
_OUT, _PUT = 17.0, 4.0  # from the right edge of a column to the middle of its two numbers
_WAYS = ((1, 11.0), (1, 8.0), (2, 9.0), (2, 6.0), (3, 5.0), (3, 3.6))
"""Columns, and the height of a line in mm: the first in which all lines have room."""
_LETTERS = 26  # of ids that share a line
_PICTURED = 7.0  # so high a line has a picture


class _ListLine(NamedTuple):
    """A line of the list: a piece, several with equal numbers, or the title of a component."""

    words: str
    note: str = ""
    swap: Swap | None = None
    pieces: int = 1
    why: str = ""


def draw_changes(pen: Pen, plan: KitPlan, faces: FaceSource, room: Rect) -> None:
    """Draw the list in the room that it has; where it is too long, pieces with equal numbers share a line."""
    swaps = plan.settings.swaps or ()
    out, put = sum(swap.out for swap in swaps), sum(swap.put for swap in swaps)
    note = " ".join(
        (
            trn("Take {n} piece out of the box", "Take {n} pieces out of the box", out) + ";",
            trn("put {n} new one in.", "put {n} new ones in.", put),
        )
    )
    y = heading(pen, room.y, tr("TAKE OUT, PUT IN"), room.x, room.right, note) + 5.0
    lines, columns, tall = _chosen(swaps, room.bottom - y)
    wide = min(_WIDEST, (room.width - _GAP * (columns - 1)) / columns)
    down = _rows(room.bottom - y, tall)
    for number, column in enumerate(_columns(lines, down)):
        left = room.x + number * (wide + _GAP)
        for words, at in ((tr("take out"), _OUT), (tr("put in"), _PUT)):
            pen.text(left + wide - at, y - 1.4, words, 2.35, fill=GREY, anchor="middle")
        for row, line in enumerate(column):
            _draw(pen, plan, faces, line, Rect(left, y + row * tall, wide, tall))


def _rows(height: float, tall: float) -> int:
    return max(1, math.floor(height / tall + 1e-6))


def _chosen(swaps: Sequence[Swap], height: float) -> tuple[list[_ListLine], int, float]:
    """Return the lines, in how many columns and how high."""
    for lines in (list(_lines(swaps)), list(_together(swaps))):
        for columns, tall in _WAYS:
            if len(list(_columns(lines, _rows(height, tall)))) <= columns:
                return lines, columns, tall
    room = columns * (_rows(height, tall) - 1)  # a title at the end of a column goes to the next one
    rest = sum(line.pieces for line in lines[room - 1 :])
    return [*lines[: room - 1], _ListLine(trn("and {n} more", "and {n} more", rest))], columns, tall


def _lines(swaps: Sequence[Swap]) -> Iterator[_ListLine]:
    """Yield a title for each component and a line for each piece."""
    for title, some in groupby(swaps, key=lambda swap: swap.component):
        yield _ListLine(title)
        for swap in some:
            yield _ListLine(swap.called, "" if swap.called == swap.card else swap.card, swap, why=_why(swap))


def _why(swap: Swap) -> str:
    return ", ".join(tr(word) for word in swap.why)  # of WHY


def _together(swaps: Sequence[Swap]) -> Iterator[_ListLine]:
    """Yield a title for each component, and lines of pieces with equal numbers: "P01 to P05, P09 each"."""
    for title, some in groupby(swaps, key=lambda swap: swap.component):
        yield _ListLine(title)
        alike: dict[tuple[object, ...], list[Swap]] = {}
        for swap in some:
            alike.setdefault((swap.out, swap.put, swap.why), []).append(swap)
        for group in alike.values():
            words, pieces = "", 0
            for run in _runs(sorted((swap.card for swap in group), key=_numbered)):
                said = run[0] if len(run) == 1 else f"{run[0]}, {run[1]}"
                if len(run) > 2:
                    said = tr("{first} to {last}", first=run[0], last=run[-1])
                if words and len(words) + len(said) > _LETTERS:
                    yield _ListLine(words, tr("each"), group[0], pieces, _why(group[0]))
                    words, pieces = "", 0
                words, pieces = f"{words}, {said}" if words else said, pieces + len(run)
            yield _ListLine(words, tr("each") if pieces > 1 else "", group[0], pieces, _why(group[0]))


def _numbered(card: str) -> tuple[str, int]:
    """Return an id as the letters before its number, and the number."""
    found = re.fullmatch(r"(.*?)([0-9]{0,9})", card, re.S)
    return (found[1], int(found[2] or 0)) if found else (card, 0)


def _runs(cards: Sequence[str]) -> Iterator[list[str]]:
    """Yield ids whose numbers follow each other."""
    run: list[str] = []
    for card in cards:
        letters, number = _numbered(card)
        if run and _numbered(run[-1]) != (letters, number - 1):
            yield run
            run = []
        run.append(card)
    if run:
        yield run


def _columns(lines: Sequence[_ListLine], down: int) -> Iterator[list[_ListLine]]:
    """Yield the lines of each column; no title stands at its end."""
    start = 0
    while start < len(lines):
        end = min(len(lines), start + down)
        if end < len(lines) and lines[end - 1].swap is None and end - start > 1:
            end -= 1
        yield list(lines[start:end])
        start = end


def _draw(pen: Pen, plan: KitPlan, faces: FaceSource, line: _ListLine, cell: Rect) -> None:
    middle, size = cell.y + cell.height / 2, min(2.9, cell.height * 0.68)
    swap = line.swap
    if swap is None:
        pen.fitted(cell.x, middle + 1, line.words, cell.width - 26, size, fill=pen.accent, display=True)
    else:
        left = cell.x
        if cell.height >= _PICTURED and line.pieces == 1:
            left += _picture(pen, plan, faces, swap, cell)
        room = cell.right - _OUT - 6 - left
        wide = pen.fitted(left, middle + 1, line.words, room, size, bold=True, warn=False)
        if line.note and room - wide > 6:
            pen.fitted(
                left + wide + 1.6, middle + 1, line.note, room - wide - 1.6, 2.35, warn=False, fill=GREY
            )
            wide += 1.6 + pen.width(line.note, 2.35)
        if line.why and room - wide > 6:
            pen.fitted(
                left + wide + 1.6, middle + 1, line.why, room - wide - 1.6, 2.35, warn=False, fill=pen.accent
            )
        for n, at, fill in ((swap.out, _OUT, GREY), (swap.put, _PUT, pen.accent)):
            words = str(n) if n else "–"
            pen.text(
                cell.right - at,
                middle + 0.4 * size,
                words,
                1.15 * size,
                fill=fill,
                anchor="middle",
                display=True,
            )
    pen.line(cell.x, cell.bottom, cell.right, cell.bottom, 0.15, HAIRLINE)


def _picture(pen: Pen, plan: KitPlan, faces: FaceSource, swap: Swap, cell: Rect) -> float:
    """Draw the new piece, where there is one, and return where words begin behind it."""
    tall = cell.height - 1.6
    for component in plan.kit.components:
        for card in component.cards:
            if card.id == swap.card and swap.put:
                shown = Shown(faces.front(card), component)
                k = min(tall / shown.height, 14.0 / shown.width)
                top = cell.y + (cell.height - shown.height * k) / 2
                pen.place(shown.drawing, cell.x + (14.0 - shown.width * k) / 2, top, k, clip=shown.clip)
    return 16.0
