"""The containers of a rule sheet as pieces: panels, columns, galleries, set-up, the steps of a turn, the strip of facts."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from cardgen.base.drawing import Item, Tag, line, tagged
from cardgen.base.units import digits
from cardgen.rulesheet.blocks import Block, Break, Fence, Figure, Heading, Inlines, Listing, TextRun, words
from cardgen.rulesheet.flow import Fixed, FlowPiece, FlowRow, FlowStack, Lines
from cardgen.rulesheet.layout import Around, Layout, Sized, beside, placed
from cardgen.rulesheet.running import disc, figure

_GAP = 1.5  # between the pictures of a cell at a glance
_THREE = 110.0  # the least width at which three steps of many stand beside each other
_LARGE = 4.5  # mm; letters for which three steps beside each other are too narrow
_BESIDE = 70.0  # the least width at which words stand beside a picture
_GROWN = 1.2  # pictures of a gallery that are so much larger stand in fewer columns
_SHARE = 0.4  # the picture's part of it
_TALLER = 1.8  # words that are so much taller than their picture stand below it


def box(layout: Layout, block: Fence, around: Around) -> list[FlowPiece]:
    """Return the pieces of a container."""
    return _CONTAINERS.get(block.kind, _panel)(layout, block, around)


def _panel(layout: Layout, box: Fence, around: Around) -> list[FlowPiece]:
    return [_titled(layout, box, around, layout.pieces(box.blocks, layout.inside(box, around)))]


def _titled(layout: Layout, box: Fence, around: Around, pieces: Sequence[FlowPiece]) -> FlowPiece:
    """Return pieces under the title of a box, in its frame."""
    body = FlowStack((*_title(layout, box, layout.inside(box, around)), *pieces))
    return layout.framed(body, layout.look(box), around.width, around.space)


def _title(layout: Layout, box: Fence, inside: Around) -> list[FlowPiece]:
    """Return the title of a box, on a board if the theme draws one, with its picture at the right (`{icon=stale}`)."""
    look, width = layout.look(box), inside.width
    style = layout.theme.words("box-title", inside.box)
    if box.title and look.title_art:
        top, right, bottom, left = look.title_padding
        wide = min(width, layout.setter.width(box.title, style) + left + right)
        lines = Lines(layout.setter.lines(box.title, style, wide - left - right, "center", _role(box)))
        high = lines.height + top + bottom
        x = (width - wide) / 2
        board = layout.art(look.title_art, wide, high, x)
        return [Fixed(high, (*board, *lines.draw(x + left, top, lines.height)), keep=True)]
    icons = [box.icon] if box.icon else []
    sized = layout.sized(icons, width, box.where, tallest=1.5 * style.size * style.leading)
    taken = sum(drawing.width * k for drawing, k in sized)
    align = look.align if look.align != "start" else style.align
    title = Lines(layout.setter.lines(box.title, style, width - taken, align, _role(box)), keep=True)
    if not sized:
        return [title] if title.lines else []
    ((drawing, k),) = sized
    middle = title.height / 2 if title.lines else drawing.height * k / 2
    y = max(middle - drawing.height * k / 2, -0.8 * layout.theme.scale)
    items = (*title.draw(0, 0, title.height), placed(drawing, width - taken, y, k))
    return [Fixed(max(title.height, y + drawing.height * k), items, keep=True)]


def _role(box: Fence) -> str:
    return f"H{box.level or 3}"


def _masthead(layout: Layout, box: Fence, around: Around) -> list[FlowPiece]:
    template = layout.theme.masthead
    drawing = layout.pictures.art(template, around.width / layout.theme.scale, 0.0) if template else None
    if drawing is None:
        body = layout.stack(box.blocks, layout.inside(box, around))
        return [layout.framed(body, layout.look(box), around.width, around.space)]
    k = around.width / drawing.width
    said = words(inline for block in box.blocks for inline in (*getattr(block, "inlines", ()), Break()))
    return [
        Fixed(drawing.height * k, (placed(drawing, 0, 0, k),), before=around.space, tag=Tag("H1", said=said))
    ]


# ---- side by side -----------------------------------------------------------------------------------


def _columns(layout: Layout, box: Fence, around: Around) -> list[FlowPiece]:
    parts = [b for b in box.blocks if isinstance(b, Fence) and b.kind == "column"]
    if len(parts) < len(box.blocks):
        message, hint = "text between columns belongs into one of them", "write ::: column before it"
        layout.problems.add(message, box.where, hint=hint, code="rules-columns")
    page = layout.theme.page
    if around.width < page.narrow or len(parts) < 2:
        return [piece for part in parts for piece in layout.pieces(part.blocks, around)]
    gap = layout.length(box.settings, "gap", around.width, box.where) or page.gap
    room = around.width - gap * (len(parts) - 1)
    cells: list[tuple[float, FlowStack]] = []
    x = 0.0
    for part in parts:
        wide = room * part.weight / sum(other.weight for other in parts)
        cells.append((x, layout.stack(part.blocks, replace(around, width=wide))))
        x += wide + gap
    before = max(stack.pieces[0].before if stack.pieces else stack.before for _, stack in cells)
    return [FlowRow(tuple(cells), before=before)]


def _column(layout: Layout, box: Fence, around: Around) -> list[FlowPiece]:
    return layout.pieces(box.blocks, around)


def _set_up(layout: Layout, box: Fence, around: Around) -> list[FlowPiece]:
    """A picture of the table with its steps beside it; below it when the page is narrow."""
    look, width = layout.look(box), around.width
    figures = [b for b in box.blocks if isinstance(b, Figure)]
    others = [b for b in box.blocks if not isinstance(b, Figure)]
    if not figures or width < layout.theme.page.narrow or not others:
        return _panel(layout, box, around)
    inner = layout.inside(box, around)
    sized = [s for f in figures for s in layout.sized(f.pictures, width * 0.64, f.where)]
    wide = max((drawing.width * k for drawing, k in sized), default=0.0)
    if not wide:
        return layout.pieces(others, replace(inner, width=width))
    picture = layout.stack(figures, replace(inner, width=wide))
    text = layout.stack(others, replace(inner, width=width - wide - look.gap))
    title = _title(layout, box, replace(inner, width=width))
    return [*title, FlowRow(((0.0, picture), (wide + look.gap, text)), before=around.space)]


def _beside(layout: Layout, box: Fence, around: Around) -> list[FlowPiece]:
    """A picture with its words at its right; above them when there is no room, or more words than stand beside it."""
    figure_, *others = box.blocks
    gap = layout.theme.page.gap
    if around.width < _BESIDE or not isinstance(figure_, Figure):
        return layout.pieces(box.blocks, around)
    wide = _SHARE * around.width
    picture = layout.stack([figure_], replace(around, width=wide))
    text = layout.stack(others, replace(around, width=around.width - wide - gap))
    if box.settings.get("wide") and text.height > _TALLER * picture.height:
        return layout.pieces(box.blocks, around)
    return [FlowRow(((0.0, picture), (wide + gap, text)), middle=True, whole=True, before=2 * around.space)]


def _gallery(layout: Layout, box: Fence, around: Around) -> list[FlowPiece]:
    """Pictures with captions in rows of equal cells; `columns=3` says how many, `most=4` that pictures which grow have fewer."""
    look, inner = layout.look(box), layout.inside(box, around)
    asked, most = box.settings.get("columns", ""), box.settings.get("most", "")
    count = digits(asked, 0) or min(len(box.figures), 4) or 1
    if limit := digits(most, 0):
        count = max(1, limit - (1 if layout.grow >= _GROWN and limit > 2 else 0))
    cell = replace(inner, width=(inner.width - look.gap * (count - 1)) / count)
    cells = []
    for entry in box.figures:
        pieces = figure(layout, replace(entry, caption=()), cell)
        if entry.caption:
            pieces.append(layout.caption(entry.caption, cell, look.space))
        cells.append(FlowStack(tuple(pieces)))
    rows = _in_rows(cells, count, cell.width + look.gap, look.gap * 0.8)
    if look.fill or look.border or look.art:
        return [_titled(layout, box, around, rows)]
    return [FlowStack((*_title(layout, box, inner), *rows), before=around.space)]


def _in_rows(cells: Sequence[FlowPiece], count: int, step: float, before: float) -> list[FlowPiece]:
    return [beside(cells[start : start + count], step, before) for start in range(0, len(cells), count)]


# ---- the steps of a turn ----------------------------------------------------------------------------


def _steps(layout: Layout, box: Fence, around: Around) -> list[FlowPiece]:
    """The steps of a turn as cards side by side, two or three to a row when the page is narrow."""
    look, inner, narrow = layout.look(box), layout.inside(box, around), layout.theme.page.narrow
    steps = next((b for b in box.blocks if isinstance(b, Listing) and b.ordered), None)
    if look.layout != "row" or steps is None:
        return _panel(layout, box, around)
    count = len(steps.items)
    if around.width < narrow:
        large = layout.theme.words("text").size > _LARGE
        most = 2 if count < 5 or around.width < _THREE or large else 3
        count = min(count, most) if around.width > narrow / 2 else 1
    wide = (inner.width - look.gap * (count - 1)) / count
    card = Fence("step", (), (), box.where, {"style": box.style})
    cell = replace(layout.inside(card, replace(around, width=wide)), box=inner.box)
    whole, cards = Tag("L"), []
    for i, item in enumerate(steps.items):
        alone = i and i + 1 == len(steps.items) and i % count == 0 and count > 1  # it has a row for itself
        whole_width, within = (inner.width, cell.width + inner.width - wide) if alone else (wide, cell.width)
        step = _step(layout, steps.start + i, item, replace(cell, width=within))
        cards.append(replace(layout.framed(step, layout.look(card), whole_width), tag=Tag("LI", whole)))
    rows = _in_rows(cards, count, wide + look.gap, look.gap)
    others = layout.pieces([b for b in box.blocks if b is not steps], inner)
    return [_titled(layout, box, around, (*rows, *others))]


def _step(layout: Layout, number: int, item: Sequence[Block], around: Around) -> FlowStack:
    title: Inlines = ()
    match item:
        case [Heading() as head, *item]:
            title = head.inlines
    radius = layout.theme.disc.radius * 1.3
    start = 2 * radius + 1.4 * layout.theme.scale
    style = layout.theme.words("step-title", around.box)
    lines = Lines(layout.setter.lines(title, style, around.width - start, role="H3"))
    high = max(2 * radius, lines.height)
    body = Tag("LBody")
    items: tuple[Item, ...] = disc(layout, high / 2, number, radius)
    items += tuple(tagged(lines.draw(start, (high - lines.height) / 2, lines.height), body))
    rest = layout.pieces(item, around)
    below = [FlowStack(tuple(rest), before=rest[0].before, tag=body)] if rest else []
    return FlowStack((Fixed(high, items, keep=True), *below))


# ---- at a glance -----------------------------------------------------------------------------------


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


def _glance(layout: Layout, box: Fence, around: Around) -> list[FlowPiece]:
    """Players, minutes and what lies in the box, in a row of cells; they wrap into more rows when they need more width than there is."""
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
    body = FlowStack(tuple(_row(layout, row, inner.width, look.gap, look.divider) for row in rows))
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
        case [TextRun(bold=True) as first, TextRun() as second, *rest]:
            return (replace(first, bold=False),), (replace(second, text=second.text.lstrip()), *rest)
        case [TextRun(bold=True) as first, *rest]:
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


_CONTAINERS: dict[str, Callable[[Layout, Fence, Around], list[FlowPiece]]] = {
    "masthead": _masthead,
    "at-a-glance": _glance,
    "gallery": _gallery,
    "columns": _columns,
    "column": _column,
    "set-up": _set_up,
    "beside": _beside,
    "steps": _steps,
}
