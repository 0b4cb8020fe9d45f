"""Running text as pieces: headings, paragraphs, lists, terms, tables and pictures with captions."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TypeAlias

from cardgen.base.drawing import Item, Tag, circle, line, polygon
from cardgen.base.errors import did_you_mean
from cardgen.rulesheet.blocks import (
    Block,
    Figure,
    Heading,
    Inlines,
    Listing,
    PageBreak,
    Paragraph,
    PictureBlock,
    Table,
    Terms,
    TextRun,
    split_pictures,
    words,
)
from cardgen.rulesheet.flow import Fixed, FlowPiece, FlowRow, FlowStack, Lines, Turn
from cardgen.rulesheet.layout import Around, Layout
from cardgen.rulesheet.theme import Align, TypeStyle

_TOO_WIDE = 1.2  # less than that is a matter of smaller letters
_SMALLEST_PICTURE = 0.5  # of the width that a picture wants in a table that is too wide
_MANY_COLUMNS, _CLOSE_COLUMNS = 5, 0.5
_CLOSER = 0.6  # what is part of a list or of a picture stands closer than blocks do


_Wishes: TypeAlias = list[tuple[float, float]]
"""The least and the best width of each column of a table."""


def page_break(layout: Layout, block: PageBreak, around: Around) -> list[FlowPiece]:
    return [Turn()]


def paragraph(layout: Layout, block: Paragraph, around: Around) -> list[FlowPiece]:
    style = layout.theme.words("text", around.box)
    lines = layout.setter.lines(block.inlines, style, around.width, around.align)
    return [Lines(lines, before=around.space)]


def heading(layout: Layout, block: Heading, around: Around) -> list[FlowPiece]:
    """Return a heading; a section heading outside boxes has a rule below it."""
    theme = layout.theme
    style = theme.words("title" if block.level == 1 else f"heading-{block.level}", around.box)
    role = f"H{block.level}"
    said = Lines(layout.setter.lines(block.inlines, style, around.width, around.align, role))
    items = list(said.draw(0, 0, said.height))
    height = said.height
    before = theme.page.section if block.level <= 2 else around.space * 1.4
    if block.level == 2 and not around.box:
        # the rule hangs below the baseline, not below the line with its leading
        y = height - (style.leading - 1) * style.size / 2 + theme.heading.distance - 0.2 * style.size
        items += _rule(layout, block, around.width, y)
        height = y + theme.heading.below
    return [Fixed(height, tuple(items), before=before, keep=True)]


def _rule(layout: Layout, block: Heading, width: float, y: float) -> Sequence[Item]:
    """Return what lies below a heading, in its own colour if it names one, with its ornament at the end."""
    look, k = layout.theme.heading, layout.theme.scale
    wanted = block.settings.get("colour", "")
    colour = layout.theme.colours.get(wanted, look.colour)
    if wanted and wanted not in layout.theme.colours:
        hint = did_you_mean(wanted, layout.theme.colours)
        layout.problems.add(
            f"the theme has no colour '{wanted}'", block.where, hint=hint, code="rules-setting"
        )
    if look.art:
        return layout.art(look.art, width, look.art_height, 0.0, y, colour=colour)
    if not look.rule:
        return []
    match look.ornament:
        case "lozenge":
            a, b = 2.0 * k, 1.2 * k
            points = ((width - 2 * a, y), (width - a, y - b), (width, y), (width - a, y + b))
            return [line(0, y, width - 2 * a, y, colour, look.rule), polygon(points, fill=colour)]
        case "double":
            thin = line(0, y + 1.1 * k, width, y + 1.1 * k, colour, look.rule * 0.4)
            return [line(0, y, width, y, colour, look.rule), thin]
        case "none":
            return [line(0, y, width, y, colour, look.rule)]


# ---- lists ------------------------------------------------------------------------------------------


def listing(layout: Layout, block: Listing, around: Around) -> list[FlowPiece]:
    """Return the items of a list, numbered ones with discs."""
    found: list[FlowPiece] = []
    inner = replace(around, space=around.space * _CLOSER)
    whole = Tag("L")
    for i, item in enumerate(block.items):
        before = layout.theme.disc.gap if i else around.space
        if block.ordered:
            one = _numbered(layout, block.start + i, item, inner, before)
        else:
            one = _bullet(layout, item, inner, before)
        found.append(replace(one, tag=Tag("LI", whole)))
    return found


def _numbered(layout: Layout, number: int, item: Sequence[Block], around: Around, before: float) -> FlowPiece:
    """Return one numbered item: a disc and the blocks beside it."""
    look = layout.theme.disc
    body = replace(layout.stack(item, replace(around, width=around.width - look.indent)), tag=Tag("LBody"))
    mark = Fixed(2 * look.radius, disc(layout, look.radius, number, look.radius))
    lead = layout.theme.words("text", around.box)
    low = look.radius - lead.size * lead.leading / 2
    if low > 0 and body.height < 2 * lead.size * lead.leading:
        # a single line stands beside the middle of its disc
        body = replace(body, pieces=(Fixed(low), *(replace(p, before=0.0) for p in body.pieces)))
    return FlowRow(((0.0, mark), (look.indent, body)), whole=body.height < 30, before=before)


def disc(layout: Layout, y: float, number: int, radius: float) -> tuple[Item, ...]:
    """Return a numbered disc at the left edge with its middle at y."""
    look, style = layout.theme.disc, layout.theme.words("number")
    style = replace(style, size=style.size * radius / look.radius)
    baseline = y + layout.setter.cap_height(style) / 2
    words = layout.setter.on_baseline(str(number), style, radius, baseline, "middle", "Lbl")
    return (circle(radius, y, radius, fill=look.fill), *words)


def _bullet(layout: Layout, item: Sequence[Block], around: Around, before: float) -> FlowPiece:
    style = layout.theme.words("text", around.box)
    indent = style.size * 1.05
    middle = style.size * style.leading / 2
    dot = circle(indent * 0.35, middle, style.size * 0.17, fill=layout.theme.heading.colour)
    body = replace(layout.stack(item, replace(around, width=around.width - indent)), tag=Tag("LBody"))
    return FlowRow(((0.0, Fixed(2 * middle, (dot,))), (indent, body)), whole=body.height < 20, before=before)


def terms(layout: Layout, block: Terms, around: Around) -> list[FlowPiece]:
    style = layout.theme.words("text", around.box)
    inner = replace(around, width=around.width - style.size, space=around.space * _CLOSER)
    found: list[FlowPiece] = []
    whole = Tag("L")
    for term, said in block.pairs:
        bold = layout.setter.lines(term, replace(style, bold=True), around.width, around.align, "Lbl")
        body = FlowRow(((style.size, layout.stack(said, inner)),), tag=Tag("LBody"))
        found.append(FlowStack((Lines(bold, keep=True), body), before=around.space, tag=Tag("LI", whole)))
    return found


def figure(layout: Layout, block: Figure, around: Around) -> list[FlowPiece]:
    wanted, tall = (
        layout.length(block.settings, of, around.width, block.where) for of in ("width", "height")
    )
    sized = layout.sized(block.pictures, around.width, block.where, wanted, tall or around.tallest)
    if not sized:
        return []
    sized = layout.grown(sized, block.pictures, around.width, block.where)
    align = block.settings.get("align") or "center"
    row = layout.side_by_side(sized, around.width, align, around.space)
    if not block.caption:
        return [row]
    caption = layout.caption(block.caption, around, layout.theme.page.space * _CLOSER)
    return [replace(row, keep=True), caption]


# ---- tables ----------------------------------------------------------------------------------------


def table(layout: Layout, block: Table, around: Around) -> list[FlowPiece]:
    """Return a table, with ruled lines, or without a head every row a panel; columns share the width by what they hold."""
    wishes = _wishes(layout, block)
    if _least(layout, block, wishes) > _TOO_WIDE * around.width:
        block, wishes = _narrower(layout, block, wishes, around.width)
    kind = "table" if block.head else "panels"
    look = layout.theme.box(kind)
    style, head_style = layout.theme.words("text", kind), layout.theme.words("table-head")
    count = len(block.aligns)
    rows = [(row[:count] + ((),) * (count - len(row)), style) for row in block.rows]
    if block.head:
        rows.insert(0, (block.head, head_style))
    widths = share(wishes, around.width - _taken(layout, block))
    gap = _gap(layout, block)
    starts = [sum(widths[:i]) + i * gap for i in range(count)]

    found: list[FlowPiece] = []
    for number, (row, of) in enumerate(rows):
        cells = (_cell(layout, row[i], of, widths[i], block.aligns[i]) for i in range(count))
        if block.head:
            role = "TD" if number else "TH"
            shown = ((x, FlowStack((cell,), tag=Tag(role))) for x, cell in zip(starts, cells, strict=True))
            one = FlowRow(tuple(shown), middle=True, whole=True, tag=Tag("TR"))
            found.append(_ruled(layout, one, around.width, heads=number == 0))
        else:  # a list to those who hear it: no column has a name
            one = FlowRow(tuple(zip(starts, cells, strict=True)), middle=True, whole=True, tag=Tag("LBody"))
            panel = layout.framed(one, look, around.width, look.space if number else 0.0)
            found.append(replace(panel, tag=Tag("LI")))
    return [FlowStack(tuple(found), before=around.space, tag=Tag("Table" if block.head else "L"))]


def table_needs(layout: Layout, block: Table) -> float:
    """Return how wide a table should be: so that no word of it is made smaller, and three columns of words are read well."""
    spoken = sum(not _shown(block, i) for i in range(len(block.aligns)))
    widths = (best if spoken > 2 else least for least, best in _wishes(layout, block))
    return sum(widths) + _taken(layout, block)


def _narrower(layout: Layout, block: Table, wishes: _Wishes, width: float) -> tuple[Table, _Wishes]:
    """Return a table that is too wide with its columns as rows if that helps, else with smaller pictures."""
    small = _wishes(layout, block, _SMALLEST_PICTURE)
    if not block.head:
        return block, small
    rows = [row + ((),) * (len(block.aligns) - len(row)) for row in (block.head, *block.rows)]
    head, *others = zip(*rows, strict=False)
    aligns: tuple[Align, ...] = tuple("start" for _ in head)
    turned = Table(head, tuple(others), aligns, block.where)
    other = _wishes(layout, turned)
    if _least(layout, turned, other) <= width:
        return turned, other
    other = _wishes(layout, turned, _SMALLEST_PICTURE)
    fits = _least(layout, block, small)
    if fits <= width or fits <= _least(layout, turned, other):
        return block, small
    return turned, other


def _least(layout: Layout, block: Table, wishes: _Wishes) -> float:
    return sum(low for low, _ in wishes) + _taken(layout, block)


def _taken(layout: Layout, block: Table) -> float:
    """Return the part of a table's width that no column has."""
    look = layout.theme.box("table" if block.head else "panels")
    return look.padding[1] + look.padding[3] + _gap(layout, block) * (len(block.aligns) - 1)


def _gap(layout: Layout, block: Table) -> float:
    """Return what lies between two columns; less where many of them share a narrow page."""
    look = layout.theme.box("table" if block.head else "panels")
    return look.gap * (_CLOSE_COLUMNS if layout.readable and len(block.aligns) >= _MANY_COLUMNS else 1.0)


def _wishes(layout: Layout, block: Table, smallest: float = 1.0) -> _Wishes:
    """Return the least and the best width of each column; pictures may become as small as `smallest`."""
    style = layout.theme.words("text", "table" if block.head else "panels")
    rows = [(row, style) for row in block.rows]
    if block.head:
        rows.insert(0, (block.head, layout.theme.words("table-head")))
    return [
        _wish(layout, [(row[i], of) for row, of in rows if i < len(row)], smallest)
        for i in range(len(block.aligns))
    ]


def _shown(block: Table, column: int) -> bool:
    """Say whether a column holds pictures alone."""
    cells = [row[column] for row in block.rows if column < len(row) and row[column]]
    return bool(cells) and all(map(_only_pictures, cells))


def _ruled(layout: Layout, row: FlowRow, width: float, heads: bool) -> Fixed:
    pad = 0.8 * layout.theme.scale
    height = row.height + 2 * pad
    rule = line(0, height, width, height, layout.theme.heading.colour, 0.4 if heads else 0.2)
    return Fixed(height, (*row.draw(0, pad, row.height), rule), keep=heads)


def _only_pictures(cell: Inlines) -> tuple[PictureBlock, ...]:
    pictures, rest = split_pictures(cell)
    return () if rest else pictures


def _cell(layout: Layout, cell: Inlines, style: TypeStyle, width: float, align: Align) -> FlowPiece:
    if pictures := _only_pictures(cell):
        sized = [
            (drawing, min(k * layout.grow, width / drawing.width))
            for drawing, k in layout.sized(pictures, width)
        ]
        return layout.side_by_side(sized, width, align) if sized else FlowStack(())
    return Lines(layout.setter.lines(cell, style, width, align))


def _wish(
    layout: Layout, cells: Sequence[tuple[Inlines, TypeStyle]], smallest: float = 1.0
) -> tuple[float, float]:
    """Return the least and the best width of a column."""
    least = best = 0.0
    for cell, style in cells:
        if pictures := _only_pictures(cell):
            wide = sum(drawing.width * k for drawing, k in layout.sized(pictures))
            least, best = max(least, smallest * wide * min(1.0, layout.grow)), max(best, wide * layout.grow)
            continue
        best = max(best, layout.setter.width(cell, style))
        least = max(
            least, *(layout.setter.width((TextRun(w, True),), style) for w in {*words(cell).split()}), 0.0
        )
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
