"""What the guide says when only a part is printed again: which pieces go out of the box, which come in."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import NamedTuple

from cardgen.base.tongue import tr, trn
from cardgen.sheets.furniture import heading
from cardgen.sheets.guide.hero import Shown
from cardgen.sheets.guide.swaps import Swap
from cardgen.sheets.marks.pen import GREY, HAIRLINE, Pen
from cardgen.sheets.paper import Box
from cardgen.sheets.plan.pageplan import FaceSource, KitPlan

_GAP = 6.0  # between two columns of the list
_WIDEST = 112.0  # of a column: the numbers stay near the names
_OUT, _PUT = 17.0, 4.0  # from the right edge of a column to the middle of its two numbers
_WAYS = ((1, 11.0), (1, 8.0), (2, 9.0), (2, 6.0), (3, 5.0), (3, 3.6))
"""Columns, and the height of a line in mm: the first in which all lines have room."""
_PICTURED = 7.0  # so high a line has a picture


class _Line(NamedTuple):
    """A line of the list: a piece, some in a row that are alike, or the title of a component."""

    words: str
    note: str = ""
    swap: Swap | None = None


def draw_changes(pen: Pen, plan: KitPlan, faces: FaceSource, room: Box) -> None:
    """Draw the list in the room that it has; where it is too long, neighbours with equal numbers share a line."""
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
            _draw(pen, plan, faces, line, Box(left, y + row * tall, wide, tall))


def _rows(height: float, tall: float) -> int:
    return max(1, math.floor(height / tall + 1e-6))


def _chosen(swaps: Sequence[Swap], height: float) -> tuple[list[_Line], int, float]:
    """Return the lines, in how many columns and how high."""
    columns, tall = _WAYS[-1]
    room = columns * _rows(height, tall)
    lines = list(_lines(swaps))
    for columns, tall in _WAYS:
        if len(list(_columns(lines, _rows(height, tall)))) <= columns:
            return lines, columns, tall
    lines = list(_lines(swaps, together=True))
    if len(list(_columns(lines, _rows(height, tall)))) > columns:
        room -= columns  # a title at the end of a column goes to the next one
        rest = sum(1 for line in lines[room - 1 :] if line.swap)
        lines = [*lines[: room - 1], _Line(trn("and {n} more", "and {n} more", rest))]
    return lines, columns, tall


def _lines(swaps: Sequence[Swap], together: bool = False) -> Iterator[_Line]:
    """Yield a title for each component and a line for each piece; `together`: for pieces in a row with equal numbers."""
    for title, some in groupby(swaps, key=lambda swap: swap.component):
        yield _Line(title)
        if together:
            for _, alike in groupby(some, key=lambda swap: (swap.out, swap.put)):
                first, *rest = alike
                last = rest[-1].card if rest else ""
                words = tr("{first} to {last}", first=first.card, last=last) if rest else first.card
                yield _Line(words, tr("each") if rest else "", first)
        else:
            for swap in some:
                yield _Line(swap.called, "" if swap.called == swap.card else swap.card, swap)


def _columns(lines: Sequence[_Line], down: int) -> Iterator[list[_Line]]:
    """Yield the lines of each column; no title stands at its end."""
    start = 0
    while start < len(lines):
        end = min(len(lines), start + down)
        if end < len(lines) and lines[end - 1].swap is None and end - start > 1:
            end -= 1
        yield list(lines[start:end])
        start = end


def _draw(pen: Pen, plan: KitPlan, faces: FaceSource, line: _Line, cell: Box) -> None:
    middle, size = cell.y + cell.height / 2, min(2.9, cell.height * 0.68)
    swap = line.swap
    if swap is None:
        pen.fitted(cell.x, middle + 1, line.words, cell.width - 26, size, fill=pen.accent, display=True)
    else:
        left = cell.x
        if cell.height >= _PICTURED:
            left += _picture(pen, plan, faces, swap, cell)
        room = cell.right - _OUT - 6 - left
        wide = pen.fitted(left, middle + 1, line.words, room, size, bold=True, told=False)
        if line.note and room - wide > 6:
            pen.fitted(
                left + wide + 1.6, middle + 1, line.note, room - wide - 1.6, 2.35, told=False, fill=GREY
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


def _picture(pen: Pen, plan: KitPlan, faces: FaceSource, swap: Swap, cell: Box) -> float:
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
