"""Tables: with a head, ruled lines; without one, every row is a panel."""

from __future__ import annotations

from dataclasses import replace

from cardgen.base.drawing import line
from cardgen.rulesheet.blocks import Inlines, Run, Table, split_pictures, words
from cardgen.rulesheet.flow import Fixed, Framed, Lines, Piece, Row, Stack
from cardgen.rulesheet.layout import Around, Layout
from cardgen.rulesheet.panels import frame_of
from cardgen.rulesheet.theme import Align, TypeStyle


def table_piece(layout: Layout, table: Table, width: float, around: Around) -> Piece:
    """Return a table; columns share the width by what they hold."""
    kind = "table" if table.head else "panels"
    look = layout.theme.box(kind)
    _, right, _, left = look.padding
    inner = width - right - left
    columns = len(table.aligns)
    rows = [tuple(row[:columns]) + ((),) * (columns - len(row)) for row in table.rows]
    style = layout.theme.words("text", kind)
    head_style = layout.theme.words("table-head")
    spaces = look.gap * (columns - 1)
    wishes = [
        _wish(layout, [row[i] for row in rows], style, table.head[i] if table.head else (), head_style)
        for i in range(columns)
    ]
    widths = share(wishes, inner - spaces)
    starts = [sum(widths[:i]) + i * look.gap for i in range(columns)]

    def cells(row: tuple[Inlines, ...], one: TypeStyle) -> Row:
        pieces = [
            (starts[i], _cell(layout, cell, one, widths[i], table.aligns[i])) for i, cell in enumerate(row)
        ]
        return Row(tuple(pieces), middle=True, whole=True)

    found: list[Piece] = []
    if table.head:
        head = cells(table.head, head_style)
        found.append(replace(_ruled(layout, head, width, 0.4), keep=True))
        found += [_ruled(layout, cells(row, style), width, 0.2) for row in rows]
    else:
        for i, row in enumerate(rows):
            before = look.space if i else 0.0
            found.append(Framed(cells(row, style), width, look.padding, frame_of(layout, look), before))
    return Stack(tuple(found), around.space)


def _ruled(layout: Layout, row: Row, width: float, weight: float) -> Fixed:
    pad = 0.8 * layout.theme.scale
    height = row.height + 2 * pad
    colour = layout.theme.heading.colour
    items = (*row.draw(0, pad, row.height), line(0, height, width, height, colour, weight))
    return Fixed(height, items)


def _cell(layout: Layout, cell: Inlines, style: TypeStyle, width: float, align: Align) -> Piece:
    pictures, rest = split_pictures(cell)
    if pictures and not rest:
        sized = [layout.sized(p, width, None) for p in pictures]
        return (
            layout.side_by_side([s for s in sized if s is not None], width, align, 0.0)
            if any(sized)
            else Stack(())
        )
    return Lines(layout.setter.lines(cell, style, width, align))


def _wish(
    layout: Layout, cells: list[Inlines], style: TypeStyle, head: Inlines, head_style: TypeStyle
) -> tuple[float, float]:
    """Return the least and the best width of a column."""
    least = best = 0.0
    for cell, look in [(head, head_style), *((cell, style) for cell in cells)]:
        pictures, rest = split_pictures(cell)
        if pictures and not rest:
            sized = [layout.sized(p, 1000.0, None) for p in pictures]
            wide = sum(s[0].width * s[1] for s in sized if s is not None)
            least, best = max(least, wide), max(best, wide)
            continue
        best = max(best, layout.setter.width(cell, look))
        longest = max((layout.setter.width((Run(w, True),), look) for w in words(cell).split()), default=0.0)
        least = max(least, longest)
    return least, max(least, best)


def share(wishes: list[tuple[float, float]], room: float) -> list[float]:
    """Return column widths that fill the room: everybody the least, the rest by how much is still wished."""
    least = [low for low, _ in wishes]
    if sum(least) >= room:
        return [low * room / sum(least) for low in least]
    spare = room - sum(least)
    wanted = [high - low for low, high in wishes]
    if sum(wanted) <= spare:
        # everything fits on one line: what is left goes where most words are
        left = (spare - sum(wanted)) / max(sum(wanted), 1e-9)
        if not sum(wanted):
            return [low + spare / len(least) for low in least]
        return [low + wish * (1 + left) for low, wish in zip(least, wanted, strict=True)]
    return [low + spare * wish / sum(wanted) for low, wish in zip(least, wanted, strict=True)]
