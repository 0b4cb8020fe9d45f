"""The steps of a turn as cards side by side."""

from __future__ import annotations

from collections.abc import Sequence

from cardgen.base.drawing import Drawing, Item
from cardgen.rulesheet.blocks import Block, Box, Heading, Inlines, Listing
from cardgen.rulesheet.flow import Fixed, Framed, Piece, Row, Stack
from cardgen.rulesheet.layout import Around, Layout, placed
from cardgen.rulesheet.panels import box_look, box_name, frame_of, title_of
from cardgen.rulesheet.theme import BoxStyle


def steps_of(box: Box) -> Listing | None:
    """Return the numbered list of a box, None when it has none."""
    return next((b for b in box.blocks if isinstance(b, Listing) and b.ordered), None)


def step_row(layout: Layout, box: Box, width: float, around: Around) -> Piece:
    """The steps of a turn as cards side by side, two to a row when the page is narrow."""
    look, name = box_look(layout, box), box_name(box)
    card = layout.theme.box("step", box.settings.get("style", ""))
    listing = steps_of(box)
    assert listing is not None
    inner_width = width - look.padding[1] - look.padding[3]
    count = len(listing.items)
    if width < layout.theme.page.narrow:
        count = min(count, 2) if width > layout.theme.page.narrow / 2 else 1
    wide = (inner_width - look.gap * (count - 1)) / count
    cards: list[Piece] = []
    for i, item in enumerate(listing.items):
        cards.append(_step(layout, listing.start + i, item, wide, card, name))
    rows = [
        Row(
            tuple((j * (wide + look.gap), one) for j, one in enumerate(cards[start : start + count])),
            look.gap,
            whole=True,
        )
        for start in range(0, len(cards), count)
    ]
    others = [b for b in box.blocks if b is not listing]
    rest = layout.pieces(others, inner_width, Around(name, look.space, look.align))
    body = Stack((*_sign(layout, box, look, inner_width), *rows, *rest))
    return Framed(body, width, look.padding, frame_of(layout, look), around.space)


def _step(
    layout: Layout, number: int, item: Sequence[Block], width: float, card: BoxStyle, name: str
) -> Piece:
    disc = layout.theme.disc
    inner = width - card.padding[1] - card.padding[3]
    radius = disc.radius * 1.3
    style = layout.theme.words("step-title", name)
    title: Inlines = ()
    blocks = list(item)
    match blocks:
        case [Heading() as head, *blocks]:
            title = head.inlines
    start = 2 * radius + 1.4 * layout.theme.scale
    lines = Stack(tuple(layout.setter.lines(title, style, inner - start))) if title else Stack(())
    high = max(2 * radius, lines.height)
    items = [*layout.disc(radius, high / 2, number, radius)]
    items += lines.draw(start, (high - lines.height) / 2, lines.height)
    top = Fixed(high, tuple(items), keep=True)
    around = Around(name, card.space, card.align, card.picture)
    body = Stack((top, *layout.pieces(blocks, inner, around)))
    return Framed(body, width, card.padding, frame_of(layout, card))


def _sign(layout: Layout, box: Box, look: BoxStyle, width: float) -> list[Piece]:
    """Return the title of a box, on its board if the theme draws one."""
    if not box.title or not look.title_art:
        return title_of(layout, box, look, width)
    style = layout.theme.words("box-title", box_name(box))
    top, right, bottom, left = look.title_padding
    wide = min(width, layout.setter.width(box.title, style) + left + right)
    lines = Stack(layout.setter.lines(box.title, style, wide - left - right, "center"))
    high = lines.height + top + bottom
    x = (width - wide) / 2
    board: Drawing | None = layout.pictures.art(look.title_art, wide, high)
    items: list[Item] = [placed(board, x, 0, wide / board.width)] if board is not None else []
    items += lines.draw(x + left, top, lines.height)
    return [Fixed(high, tuple(items), keep=True)]
