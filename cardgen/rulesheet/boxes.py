"""The containers of a rule sheet as pieces: panels, columns, galleries, steps, the strip at a glance."""

from __future__ import annotations

from cardgen.rulesheet.blocks import (
    Box,
    Figure,
    words,
)
from cardgen.rulesheet.flow import Fixed, Framed, Piece, Row, Stack
from cardgen.rulesheet.gallery import gallery_piece
from cardgen.rulesheet.glance import glance_piece
from cardgen.rulesheet.layout import Around, Layout, placed
from cardgen.rulesheet.panels import box_look, box_name, frame_of, title_of
from cardgen.rulesheet.turn import step_row, steps_of


def box_pieces(layout: Layout, box: Box, width: float, around: Around) -> list[Piece]:
    """Return the pieces of a container."""
    match box.kind:
        case "masthead":
            return _masthead(layout, box, width, around)
        case "at-a-glance":
            return [glance_piece(layout, box, width, around)]
        case "gallery":
            return [gallery_piece(layout, box, width, around)]
        case "columns":
            return _columns(layout, box, width, around)
        case "set-up":
            return _set_up(layout, box, width, around)
        case "steps" if box_look(layout, box).layout == "row" and steps_of(box):
            return [step_row(layout, box, width, around)]
        case "column":
            return layout.pieces(box.blocks, width, around)
        case _:
            return [_panel(layout, box, width, around)]


def _masthead(layout: Layout, box: Box, width: float, around: Around) -> list[Piece]:
    template = layout.theme.masthead
    k = layout.theme.scale
    drawing = layout.pictures.art(template, width / k, 0.0) if template else None
    if drawing is not None:
        k = width / drawing.width
        return [Fixed(drawing.height * k, (placed(drawing, 0, 0, k),), around.space)]
    look = box_look(layout, box)
    inner = Around("masthead", look.space, look.align)
    left, right = look.padding[3], look.padding[1]
    body = Stack(tuple(layout.pieces(box.blocks, width - left - right, inner)))
    return [Framed(body, width, look.padding, frame_of(layout, look), around.space)]


# ---- panels ----------------------------------------------------------------------------------------


def _panel(layout: Layout, box: Box, width: float, around: Around) -> Piece:
    look, name = box_look(layout, box), box_name(box)
    inner_width = width - look.padding[1] - look.padding[3]
    inner = Around(name, look.space, look.align, look.picture)
    pieces = title_of(layout, box, look, inner_width) + layout.pieces(box.blocks, inner_width, inner)
    body = Stack(tuple(pieces))
    return Framed(body, width, look.padding, frame_of(layout, look), around.space)


# ---- side by side ----------------------------------------------------------------------------------


def _columns(layout: Layout, box: Box, width: float, around: Around) -> list[Piece]:
    parts = [b for b in box.blocks if isinstance(b, Box) and b.kind == "column"]
    loose = [b for b in box.blocks if b not in parts]
    if loose:
        layout.problems.add(
            "text between columns belongs into one of them",
            box.where,
            hint="write ::: column before it",
            code="rules-columns",
        )
    if width < layout.theme.page.narrow or len(parts) < 2:
        return [piece for part in parts for piece in layout.pieces(part.blocks, width, around)]
    weights = [_weight(part) for part in parts]
    gap = layout.length(box.settings, "gap", width, box.where) or layout.theme.page.gap
    room = width - gap * (len(parts) - 1)
    cells: list[tuple[float, Piece]] = []
    x = 0.0
    for part, weight in zip(parts, weights, strict=True):
        wide = room * weight / sum(weights)
        cells.append((x, Stack(tuple(layout.pieces(part.blocks, wide, around)))))
        x += wide + gap
    before = max((_first_before(piece) for _, piece in cells), default=around.space)
    return [Row(tuple(cells), before)]


def _first_before(piece: Piece) -> float:
    return piece.pieces[0].before if isinstance(piece, Stack) and piece.pieces else piece.before


def _weight(column: Box) -> float:
    said = column.settings.get("weight") or words(column.title)
    try:
        return max(0.1, float(said)) if said else 1.0
    except ValueError:
        return 1.0


def _set_up(layout: Layout, box: Box, width: float, around: Around) -> list[Piece]:
    """A picture of the table with its steps beside it; below it when the page is narrow."""
    look = box_look(layout, box)
    figures = [b for b in box.blocks if isinstance(b, Figure)]
    others = [b for b in box.blocks if not isinstance(b, Figure)]
    inner = Around(box_name(box), look.space, look.align)
    if not figures or width < layout.theme.page.narrow or not others:
        return [_panel(layout, box, width, around)]
    sized = [layout.sized(p, width * 0.64, f.where) for f in figures for p in f.pictures]
    wide = max((s[0].width * s[1] for s in sized if s is not None), default=0.0)
    if not wide:
        return layout.pieces(others, width, inner)
    picture = Stack(tuple(layout.pieces(figures, wide, inner)))
    beside = Stack(tuple(layout.pieces(others, width - wide - look.gap, inner)))
    title = title_of(layout, box, look, width)
    return [*title, Row(((0.0, picture), (wide + look.gap, beside)), around.space)]
