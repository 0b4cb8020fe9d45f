"""Where a back must lie so that it falls on its front when the sheet is turned over."""

from __future__ import annotations

from collections.abc import Sequence

from cardgen.sheets.guides import Crop, Guide, Heading
from cardgen.sheets.paper import Edges, Sheet
from cardgen.sheets.plan import Axis, Slot
from cardgen.sheets.wishes import Backs, SheetSettings


def flip_axis(backs: Backs, sheet: Sheet) -> Axis:
    """Return the line of the page about which the paper is turned.

    The long edge is the paper's: on a landscape page it lies on top, so turning about it turns the page
    upside down.
    """
    short = backs == "short-edge"
    return "vertical" if short == sheet.landscape else "horizontal"


def flip(slot: Slot, sheet: Sheet, axis: Axis) -> Slot:
    """Return the back of a slot on the back of the sheet, mirrored and turned to stand upright with it."""
    b = slot.bleed
    if axis == "vertical":
        x, y = sheet.width - slot.x - slot.width, slot.y
        bleed, rotation = Edges(b.right, b.top, b.left, b.bottom), -slot.rotation
    else:
        x, y = slot.x, sheet.height - slot.y - slot.height
        bleed, rotation = Edges(b.left, b.bottom, b.right, b.top), 180 - slot.rotation
    return slot._replace(side="back", x=x, y=y, bleed=bleed, rotation=rotation % 360)


def flip_all(slots: Sequence[Slot], sheet: Sheet, axis: Axis) -> tuple[Slot, ...]:
    """Return the backs of a page; a piece without a back leaves its place empty."""
    return tuple(flip(s, sheet, axis) for s in slots if s.piece.has_back)


def flip_marks(guides: Sequence[Guide], sheet: Sheet, axis: Axis) -> tuple[Guide, ...]:
    """Return what a back page repeats: crop marks, and headings where they keep their place.

    Cut numbers, circles and hints stay on the front: only there one cuts, and a second circle would
    show on the finished token wherever the printer misses.
    """
    kept: list[Guide] = []
    for guide in guides:
        match guide:
            case Crop(x1, y1, x2, y2) if axis == "vertical":
                kept.append(Crop(sheet.width - x1, y1, sheet.width - x2, y2))
            case Crop(x1, y1, x2, y2):
                kept.append(Crop(x1, sheet.height - y1, x2, sheet.height - y2))
            case Heading() if axis == "vertical":
                kept.append(guide)
            case _:
                pass
    return tuple(kept)


def shift(settings: SheetSettings, sheet: Sheet) -> tuple[float, float]:
    """Return how far a back page moves, in its own mm (right, down), for the printer's offset.

    The two numbers are read from the front (right and up); turning the sheet about its long edge keeps
    up and mirrors right, about its short edge the other way round. A landscape page is printed turned
    anticlockwise (RFC 8011, orientation-requested 4), so its right is the paper's up.
    """
    x, y = settings.offset
    right, down = (x, y) if settings.backs != "short-edge" else (-x, -y)
    return (-down, right) if sheet.landscape else (right, down)
