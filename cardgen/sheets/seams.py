"""How many words a split would cut through, read from the drawn face."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

from cardgen.base.drawing import IDENTITY, Drawing, Matrix, Place, Text, apply, multiply
from cardgen.sheets.paper import Box, around
from cardgen.sheets.plan import Piece, Side

if TYPE_CHECKING:
    from cardgen.sheets.order import FaceSource


def words_crossed(faces: FaceSource) -> Callable[[Piece, Side, float, bool], float]:
    """Return a measure of a split: the total size of the words it runs through, in mm."""

    found: dict[tuple[str, Side], tuple[Box, ...]] = {}

    def boxes(piece: Piece, side: Side) -> tuple[Box, ...]:
        key = (piece.card.id, side)
        if key not in found:
            drawing = faces.front(piece.card) if side == "front" else faces.back(piece.card)
            found[key] = tuple(text_boxes(drawing)) if drawing else ()
        return found[key]

    def measure(piece: Piece, side: Side, at: float, across: bool) -> float:
        total = 0.0
        for box in boxes(piece, side):
            start, end = (box.y, box.bottom) if across else (box.x, box.right)
            if start - 1 < at < end + 1:
                total += box.height + box.width
        return total

    return measure


def text_boxes(drawing: Drawing, matrix: Matrix = IDENTITY) -> Iterator[Box]:
    """Yield the rectangle of every run of words in a drawing, also in drawings placed in it."""
    for item in drawing.items:
        if isinstance(item, Place):
            yield from text_boxes(item.drawing, multiply(matrix, item.matrix))
        elif isinstance(item, Text) and item.words.strip():
            yield _box(item, multiply(matrix, item.matrix))


def _box(text: Text, matrix: Matrix) -> Box:
    width = sum(g.advance for g in text.glyphs) * text.size
    corners = [
        apply(matrix, x, y)
        for x in (text.x, text.x + width)
        for y in (text.y - 0.75 * text.size, text.y + 0.22 * text.size)
    ]
    return around([Box(x, y, 0, 0) for x, y in corners])
