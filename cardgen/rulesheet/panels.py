"""What all boxes share: their look, title, icon and frame."""

from __future__ import annotations

from collections.abc import Sequence

from cardgen.base.drawing import Drawing, Item, Place, rect
from cardgen.rulesheet.blocks import Box, Picture
from cardgen.rulesheet.flow import Fixed, Frame, Lines, Piece
from cardgen.rulesheet.layout import Layout, placed
from cardgen.rulesheet.theme import BoxStyle


def box_look(layout: Layout, box: Box) -> BoxStyle:
    """Return the look of a container, of its own style when it has one (`{style=tip}`)."""
    return layout.theme.box(box.kind, box.settings.get("style", ""))


def box_name(box: Box) -> str:
    """Return how the theme calls a container: `call-out`, or `call-out.tip`."""
    style = box.settings.get("style")
    return f"{box.kind}.{style}" if style else box.kind


def title_of(layout: Layout, box: Box, look: BoxStyle, width: float) -> list[Piece]:
    """Return the title of a box with the picture at its right (`{icon=stale}`), or nothing."""
    style = layout.theme.words("box-title", box_name(box))
    sized = _icon(layout, box, width, 1.5 * style.size * style.leading)
    taken = sized[0].width * sized[1] if sized else 0.0
    align = look.align if look.align != "start" else style.align
    words = Lines(layout.setter.lines(box.title, style, width - taken, align))
    if not words.lines and sized is None:
        return []
    if sized is None:
        return [Lines(words.lines, 0.0, keep=True)]
    drawing, k = sized
    middle = words.height / 2 if words.lines else drawing.height * k / 2
    y = max(middle - drawing.height * k / 2, -0.8 * layout.theme.scale)
    items = (*words.draw(0, 0, words.height), placed(drawing, width - taken, y, k))
    return [Fixed(max(words.height, y + drawing.height * k), items, keep=True)]


def _icon(layout: Layout, box: Box, width: float, tallest: float) -> tuple[Drawing, float] | None:
    name = box.settings.get("icon")
    return layout.sized(Picture("art", name), width, box.where, tallest=tallest) if name else None


def frame_of(layout: Layout, look: BoxStyle) -> Frame:
    """Return what draws a box's fill, border and art at any size."""

    def draw(width: float, height: float) -> Sequence[Item]:
        items: list[Item] = []
        if look.fill or look.border:
            half = look.border_width / 2 if look.border else 0.0
            items.append(
                rect(
                    half,
                    half,
                    width - 2 * half,
                    height - 2 * half,
                    fill=look.fill,
                    stroke=look.border,
                    line_width=look.border_width,
                    radius=look.radius,
                )
            )
        art = _art(layout, look.art, width, height)
        return [*items, art] if art is not None else items

    return draw


def _art(layout: Layout, template: str | None, width: float, height: float) -> Place | None:
    if not template:
        return None
    drawing = layout.pictures.art(template, width, height)
    return placed(drawing, 0.0, 0.0, width / drawing.width) if drawing is not None else None
