"""The strip at a glance: players, minutes and what lies in the box, in a row of cells."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from cardgen.base.drawing import Drawing, Item, line
from cardgen.rulesheet.blocks import Box, Figure, Inlines, Listing, Paragraph, Picture, Run, split_pictures
from cardgen.rulesheet.flow import Fixed, Framed, Piece, Stack
from cardgen.rulesheet.layout import Around, Layout, placed
from cardgen.rulesheet.panels import frame_of

_GAP = 1.5


@dataclass(frozen=True, slots=True)
class _Cell:
    """A fact has a large `value`; a part of the box only its pictures and a label."""

    drawings: tuple[tuple[Drawing, float], ...]
    value: Inlines
    label: Inlines
    width: float

    @property
    def fact(self) -> bool:
        return bool(self.value)


def glance_piece(layout: Layout, box: Box, width: float, around: Around) -> Piece:
    """Return the strip; cells wrap into more rows when they need more width than there is."""
    look = layout.theme.box(box.kind, box.settings.get("style", ""))
    inner = width - look.padding[1] - look.padding[3]
    cells = [_cell(layout, *entry, look.picture) for entry in _entries(box)]
    rows: list[Piece] = []
    for row in _wrapped(cells, inner, look.gap):
        rows.append(_row(layout, row, inner, look.gap, look.divider))
    body = Stack(tuple(rows))

    return Framed(body, width, look.padding, frame_of(layout, look), around.space)


def _entries(box: Box) -> list[tuple[tuple[Picture, ...], Inlines, Inlines]]:
    found: list[tuple[tuple[Picture, ...], Inlines, Inlines]] = []
    items = [item for block in box.blocks if isinstance(block, Listing) for item in block.items]
    for item in items:
        pictures: tuple[Picture, ...] = ()
        line_: Inlines = ()
        for block in item:
            if isinstance(block, Figure):
                pictures += block.pictures
            elif isinstance(block, Paragraph):
                some, line_ = split_pictures(block.inlines)
                pictures += some
        first = line_[0] if line_ else None
        if isinstance(first, Run) and first.bold:
            rest = line_[1:]
            if rest and isinstance(rest[0], Run):
                rest = (replace(rest[0], text=rest[0].text.lstrip()), *rest[1:])
            found.append((pictures, (replace(first, bold=False),), rest))
        else:
            found.append((pictures, (), line_))
    return found


def _cell(
    layout: Layout, pictures: tuple[Picture, ...], value: Inlines, label: Inlines, tallest: float
) -> _Cell:
    tall = tallest * (0.64 if value else 1.0)
    sized = [layout.sized(p, 1000.0, None, tallest=tall) for p in pictures]
    drawings = tuple(s for s in sized if s is not None)
    wide = _row_width(drawings)
    theme = layout.theme
    wide = max(
        wide,
        layout.setter.width(value, theme.words("value")) if value else 0.0,
        layout.setter.width(label, theme.words("label" if value else "part")) if label else 0.0,
    )
    return _Cell(drawings, value, label, wide)


def _row_width(drawings: Sequence[tuple[Drawing, float]]) -> float:
    return sum(d.width * k for d, k in drawings) + _GAP * max(0, len(drawings) - 1)


def _wrapped(cells: list[_Cell], width: float, gap: float) -> list[list[_Cell]]:
    rows: list[list[_Cell]] = [[]]
    used = 0.0
    for cell in cells:
        needs = cell.width + (gap if rows[-1] else 0.0)
        if rows[-1] and used + needs > width:
            rows.append([])
            used, needs = 0.0, cell.width
        rows[-1].append(cell)
        used += needs
    return [row for row in rows if row]


def _row(layout: Layout, cells: list[_Cell], width: float, gap: float, divider: str | None) -> Fixed:
    theme, setter = layout.theme, layout.setter
    spare = (width - sum(c.width for c in cells)) / len(cells)
    x = 0.0
    columns: list[tuple[_Cell, float, float, Stack, Stack]] = []
    for cell in cells:
        wide = cell.width + spare
        value = Stack(setter.lines(cell.value, theme.words("value"), wide, "center"))
        label = Stack(setter.lines(cell.label, theme.words("label" if cell.fact else "part"), wide, "center"))
        columns.append((cell, x, wide, value, label))
        x += wide
    foot = max((label.height for *_, label in columns), default=0.0)
    above = [
        max((d.height * k for d, k in cell.drawings), default=0.0) + value.height + theme.scale * 0.6
        for cell, _, _, value, _ in columns
    ]
    height = max(above, default=0.0) + foot
    items: list[Item] = []
    for cell, left, wide, value, label in columns:
        room = height - foot - value.height
        px = left + (wide - _row_width(cell.drawings)) / 2
        for drawing, k in cell.drawings:
            items.append(placed(drawing, px, (room - drawing.height * k) / 2, k))
            px += drawing.width * k + _GAP
        # a fact without a picture stands in the middle
        up = 0.0 if cell.drawings else room / 2
        items += value.draw(left, room - up, value.height)
        items += label.draw(left, height - foot - up, label.height)
        if divider and cell.fact and left + wide < width - 0.1:
            items.append(line(left + wide, 0, left + wide, height, divider, 0.5 * theme.scale))
    return Fixed(height, tuple(items), gap / 2)
