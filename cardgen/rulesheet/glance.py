"""The strip at a glance: players, minutes and what lies in the box, in a row of cells."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from cardgen.base.drawing import Item, line
from cardgen.rulesheet.blocks import Box, Figure, Inlines, Run
from cardgen.rulesheet.flow import Fixed, Lines, Piece, Stack
from cardgen.rulesheet.layout import Around, Layout, Sized, placed

_GAP = 1.5


@dataclass(frozen=True, slots=True)
class _Cell:
    """A fact has a large `value`; a part of the box only its pictures and a label."""

    pictures: Sequence[Sized]
    value: Inlines
    label: Inlines
    width: float

    @property
    def fact(self) -> bool:
        return bool(self.value)

    @property
    def label_style(self) -> str:
        return "label" if self.value else "part"


def glance(layout: Layout, box: Box, around: Around) -> list[Piece]:
    """Return the strip; cells wrap into more rows when they need more width than there is."""
    look, inner = layout.look(box), layout.inside(box, around)
    rows: list[list[_Cell]] = []
    used = 0.0
    for entry in box.figures:
        cell = _cell(layout, entry, look.picture)
        if rows and used + look.gap + cell.width <= inner.width:
            rows[-1].append(cell)
            used += look.gap + cell.width
        else:
            rows.append([cell])
            used = cell.width
    body = Stack(tuple(_row(layout, row, inner.width, look.gap, look.divider) for row in rows))
    return [layout.framed(body, look, around.width, around.space)]


def _cell(layout: Layout, entry: Figure, tallest: float) -> _Cell:
    value, label = _parted(entry.caption)
    sized = layout.sized(entry.pictures, tallest=tallest * (0.64 if value else 1.0))
    cell = _Cell(sized, value, label, 0.0)
    wide = (
        layout.setter.width(said, layout.theme.words(style)) if said else 0.0
        for said, style in ((value, "value"), (label, cell.label_style))
    )
    return replace(cell, width=max(_row_width(sized), *wide))


def _parted(said: Inlines) -> tuple[Inlines, Inlines]:
    """Return the value, which is what is bold at the beginning, and the label after it."""
    match said:
        case [Run(bold=True) as first, Run() as second, *rest]:
            return (replace(first, bold=False),), (replace(second, text=second.text.lstrip()), *rest)
        case [Run(bold=True) as first, *rest]:
            return (replace(first, bold=False),), tuple(rest)
    return (), said


def _row_width(sized: Sequence[Sized]) -> float:
    return sum(d.width * k for d, k in sized) + _GAP * max(0, len(sized) - 1)


def _row(layout: Layout, cells: list[_Cell], width: float, gap: float, divider: str | None) -> Fixed:
    theme, setter = layout.theme, layout.setter
    spare = (width - sum(c.width for c in cells)) / len(cells)
    x = 0.0
    columns: list[tuple[_Cell, float, float, Lines, Lines]] = []
    for cell in cells:
        wide = cell.width + spare
        value, label = (
            Lines(setter.lines(said, theme.words(style), wide, "center"))
            for said, style in ((cell.value, "value"), (cell.label, cell.label_style))
        )
        columns.append((cell, x, wide, value, label))
        x += wide
    foot = max(label.height for *_, label in columns)
    above = (
        max((d.height * k for d, k in cell.pictures), default=0.0) + value.height + theme.scale * 0.6
        for cell, _, _, value, _ in columns
    )
    height = max(above) + foot
    items: list[Item] = []
    for cell, left, wide, value, label in columns:
        room = height - foot - value.height
        px = left + (wide - _row_width(cell.pictures)) / 2
        for drawing, k in cell.pictures:
            items.append(placed(drawing, px, (room - drawing.height * k) / 2, k))
            px += drawing.width * k + _GAP
        # a fact without a picture stands in the middle
        up = 0.0 if cell.pictures else room / 2
        items += value.draw(left, room - up, value.height)
        items += label.draw(left, height - foot - up, label.height)
        if divider and cell.fact and left + wide < width - 0.1:
            items.append(line(left + wide, 0, left + wide, height, divider, 0.5 * theme.scale))
    return Fixed(height, tuple(items), before=gap / 2)
