"""Pictures with captions, in rows."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from cardgen.rulesheet.blocks import Block, Box, Figure, Inlines, Listing, Paragraph, split_pictures
from cardgen.rulesheet.flow import Framed, Lines, Piece, Row, Stack
from cardgen.rulesheet.layout import Around, Layout
from cardgen.rulesheet.panels import box_look, box_name, frame_of, title_of


def gallery_piece(layout: Layout, box: Box, width: float, around: Around) -> Piece:
    """Pictures with captions in rows of equal cells; `columns=3` says how many."""
    look, name = box_look(layout, box), box_name(box)
    entries = _entries(box.blocks)
    asked = box.settings.get("columns", "")
    count = int(asked) if asked.isdigit() and int(asked) > 0 else min(len(entries), 4) or 1
    inner_width = width - look.padding[1] - look.padding[3]
    wide = (inner_width - look.gap * (count - 1)) / count
    style = layout.theme.words("caption", name)
    rows: list[Piece] = []
    for start in range(0, len(entries), count):
        cells: list[tuple[float, Piece]] = []
        for i, (figure, caption) in enumerate(entries[start : start + count]):
            pieces: list[Piece] = list(
                layout.figure(figure, wide, Around(name, look.space, tallest=look.picture))
            )
            if caption:
                pieces.append(Lines(layout.setter.lines(caption, style, wide), look.space))
            cells.append((i * (wide + look.gap), Stack(tuple(pieces))))
        rows.append(Row(tuple(cells), look.gap * 0.8, whole=True))
    title = title_of(layout, box, look, inner_width)
    body = Stack((*title, *rows))
    if not look.fill and not look.border and not look.art:
        return replace(body, before=around.space)
    return Framed(body, width, look.padding, frame_of(layout, look), around.space)


def _entries(blocks: Sequence[Block]) -> list[tuple[Figure, Inlines]]:
    """Return the pictures of a gallery, each with its caption: list items, or pictures on their own."""
    found: list[tuple[Figure, Inlines]] = []
    for block in blocks:
        match block:
            case Listing():
                for item in block.items:
                    found += _entries(item)
            case Figure():
                found.append((replace(block, caption=()), block.caption))
            case Paragraph():
                pictures, rest = split_pictures(block.inlines)
                found.append((Figure(pictures, (), block.where), rest))
            case _:
                pass
    return found
