"""Tables as pieces: with a head, ruled lines; without one, every row is a panel."""

from __future__ import annotations

from collections.abc import Sequence

from cardgen.base.drawing import line
from cardgen.rulesheet.blocks import Inlines, Picture, Run, Table, split_pictures, words
from cardgen.rulesheet.flow import Fixed, Lines, Piece, Row, Stack
from cardgen.rulesheet.layout import Around, Layout
from cardgen.rulesheet.theme import Align, TypeStyle


def table(layout: Layout, block: Table, around: Around) -> list[Piece]:
    """Return a table; columns share the width by what they hold."""
    kind = "table" if block.head else "panels"
    look = layout.theme.box(kind)
    style, head_style = layout.theme.words("text", kind), layout.theme.words("table-head")
    count = len(block.aligns)
    rows = [(row[:count] + ((),) * (count - len(row)), style) for row in block.rows]
    if block.head:
        rows.insert(0, (block.head, head_style))
    wishes = [_wish(layout, [(row[i], of) for row, of in rows]) for i in range(count)]
    room = around.width - look.padding[1] - look.padding[3] - look.gap * (count - 1)
    widths = share(wishes, room)
    starts = [sum(widths[:i]) + i * look.gap for i in range(count)]

    found: list[Piece] = []
    for number, (row, of) in enumerate(rows):
        cells = (_cell(layout, row[i], of, widths[i], block.aligns[i]) for i in range(count))
        one = Row(tuple(zip(starts, cells, strict=True)), middle=True, whole=True)
        if block.head:
            found.append(_ruled(layout, one, around.width, heads=number == 0))
        else:
            found.append(layout.framed(one, look, around.width, look.space if number else 0.0))
    return [Stack(tuple(found), before=around.space)]


def _ruled(layout: Layout, row: Row, width: float, heads: bool) -> Fixed:
    pad = 0.8 * layout.theme.scale
    height = row.height + 2 * pad
    rule = line(0, height, width, height, layout.theme.heading.colour, 0.4 if heads else 0.2)
    return Fixed(height, (*row.draw(0, pad, row.height), rule), keep=heads)


def _only_pictures(cell: Inlines) -> tuple[Picture, ...]:
    pictures, rest = split_pictures(cell)
    return () if rest else pictures


def _cell(layout: Layout, cell: Inlines, style: TypeStyle, width: float, align: Align) -> Piece:
    if pictures := _only_pictures(cell):
        sized = layout.sized(pictures, width)
        return layout.side_by_side(sized, width, align) if sized else Stack(())
    return Lines(layout.setter.lines(cell, style, width, align))


def _wish(layout: Layout, cells: Sequence[tuple[Inlines, TypeStyle]]) -> tuple[float, float]:
    """Return the least and the best width of a column."""
    least = best = 0.0
    for cell, style in cells:
        if pictures := _only_pictures(cell):
            wide = sum(drawing.width * k for drawing, k in layout.sized(pictures))
            least, best = max(least, wide), max(best, wide)
            continue
        best = max(best, layout.setter.width(cell, style))
        least = max(least, *(layout.setter.width((Run(w, True),), style) for w in words(cell).split()), 0.0)
    return least, max(least, best)


def share(wishes: Sequence[tuple[float, float]], room: float) -> list[float]:
    """Return column widths that fill the room: everybody the least, the rest by how much is still wished."""
    least = [low for low, _ in wishes]
    spare = room - sum(least)
    if spare <= 0:
        return [low * room / sum(least) for low in least]
    wanted = [high - low for low, high in wishes]
    if not sum(wanted):
        return [low + spare / len(least) for low in least]
    return [low + spare * wish / sum(wanted) for low, wish in zip(least, wanted, strict=True)]
