"""How a back falls on its front: behind it on the same sheet, beside it across a fold, or on a sheet of its own.

Everything that mirrors is here: the places of backs, what their pages repeat of the marks, and the way the
printer's own offset goes. A layout decides where fronts lie and nothing else.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, TypeAlias

from cardgen.base.language import tr
from cardgen.sheets.marks.kinds import Crop, CutCircle, HeadingMark, Mark, Registration
from cardgen.sheets.paper import Backs, Edges, Sheet, SheetSettings
from cardgen.sheets.plan.pageplan import ONE_SIDE, PagePlan, Slot, Todo, mounted

_RING = 2.2  # from the middle of a registration mark to what must not touch it

Axis: TypeAlias = Literal["vertical", "horizontal"]

Leaf: TypeAlias = tuple[PagePlan, ...]
"""A page and, if there is one, the page that belongs behind it."""


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


def flip_point(x: float, y: float, sheet: Sheet, axis: Axis) -> tuple[float, float]:
    """Return where a point of the front comes to lie on the back."""
    return (sheet.width - x, y) if axis == "vertical" else (x, sheet.height - y)


def flip_marks(marks: Sequence[Mark], sheet: Sheet, axis: Axis) -> tuple[Mark, ...]:
    """Return what a back page repeats: crop marks, and headings where they keep their place.

    Cut numbers, circles and hints stay on the front: only there one cuts, and a second circle would
    show on the finished token wherever the printer misses.
    """
    kept: list[Mark] = []
    for mark in marks:
        match mark:
            case Crop(x1, y1, x2, y2, on_art):
                kept.append(Crop(*flip_point(x1, y1, sheet, axis), *flip_point(x2, y2, sheet, axis), on_art))
            case HeadingMark(x, _, right, _, _) if axis == "vertical":
                kept.append(mark._replace(x=sheet.width - right, right=sheet.width - x))
    return tuple(kept)


def beside_a_fold(fronts: Sequence[Slot], sheet: Sheet) -> tuple[Slot, ...]:
    """Return fronts left of a fold in the middle of the page, and their backs mirrored on its right."""
    return (*fronts, *flip_all(fronts, sheet, "vertical"))


def shift(settings: SheetSettings, sheet: Sheet) -> tuple[float, float]:
    """Return how far a back page moves, in its own mm (right, down), for the printer's offset.

    The two numbers are read from the front (right and up); turning the sheet about its long edge keeps
    up and mirrors right, about its short edge the other way round. A landscape page is printed turned
    anticlockwise (RFC 8011, orientation-requested 4), so its right is the paper's up.
    """
    x, y = settings.offset
    right, down = (x, y) if settings.backs != "short-edge" else (-x, -y)
    return (-down, right) if sheet.landscape else (right, down)


def leaf(page: PagePlan, settings: SheetSettings, two_sided: bool = False) -> Leaf:
    """Return a page of fronts as a sheet of paper: with registration marks, words and, if wanted, its back."""
    front = page._replace(
        side="front" if two_sided else page.side,
        marks=(*page.marks, *_registration(page, "ring", settings, two_sided)),
    )
    if front.todo is ONE_SIDE:
        front = front._replace(todo=_todo(front, settings))
    if not two_sided:
        return (front,)
    axis, moved = flip_axis(settings.backs, page.paper), shift(settings, page.paper)
    back = page._replace(
        side="back",
        title=title_behind(page),
        slots=flip_all(page.slots, page.paper, axis),
        marks=(*flip_marks(of_backs(page), page.paper, axis), *_registration(page, "cross", settings)),
        cuts=0,
        shift=(page.shift[0] + moved[0], page.shift[1] + moved[1]),
    )
    return front, back._replace(todo=_todo(back, settings))


def title_behind(page: PagePlan) -> str:
    """Return the title of a page of backs: that of its fronts, or the components that have a back where some have none."""
    if all(slot.piece.has_back for slot in page.slots):
        return page.title
    return ", ".join(dict.fromkeys(s.piece.component.title for s in page.slots if s.piece.has_back))


def of_backs(page: PagePlan) -> list[Mark]:
    """Return the marks of a page without those that only pieces without backs need."""
    headings = [mark for mark in page.marks if isinstance(mark, HeadingMark)]
    backed = [slot.trim for slot in page.slots if slot.piece.has_back]
    xs = {x for trim in backed for x in (trim.x, trim.right)}
    ys = {y for trim in backed for y in (trim.y, trim.bottom)}

    def needed(mark: Mark) -> bool:
        match mark:
            case HeadingMark(x, y, _, _, _):
                below = min((other.y for other in headings if other.y > y), default=page.paper.height)
                return any(y < trim.y < below and x < trim.right for trim in backed)
            case Crop(x1, y1, x2, _, _):
                at, edges = (x1, xs) if x1 == x2 else (y1, ys)
                return any(abs(at - edge) < 1e-3 for edge in edges)
            case _:
                return True

    return [mark for mark in page.marks if needed(mark)]


def _registration(
    page: PagePlan, form: Literal["ring", "cross"], settings: SheetSettings, two_sided: bool = True
) -> tuple[Mark, ...]:
    """Return the four registration marks, or none when no marks are wanted."""
    if not settings.marks or page.stock:
        return ()
    sheet = page.paper
    left, top = 7.2, 8.0
    if page.furniture != "bands":
        if not two_sided:
            return ()  # its line of furniture has no room to spare, and there is no back to set right
        left, top = 6.95, _between_cuts(page)
    xs, ys = (left, sheet.width - left), (top, sheet.height - top)
    return tuple(Registration(x, y, form) for y in ys for x in xs)


def _between_cuts(page: PagePlan) -> float:
    """Return how far from the upper and lower edge a ring touches no crop mark at the sides."""
    height = page.paper.height
    level = [mark.y1 for mark in page.marks if isinstance(mark, Crop) and mark.y1 == mark.y2]
    tries = (8 + step / 4 for step in range(-4, 23))
    free = (y for y in tries if not any(min(abs(y - at), abs(height - y - at)) < _RING for at in level))
    return next(free, 8.0)


def _todo(page: PagePlan, settings: SheetSettings) -> Todo:
    """Return what the footer of a page says."""
    edge = settings.flip_edge
    circles = any(isinstance(mark, CutCircle) for mark in page.marks)
    on_board = mounted(s.piece.component for s in page.slots)
    then = ""
    if circles:
        then = tr(". Mount on board, then cut the circles") if on_board else tr(". Cut the circles")
    one_side = tr(ONE_SIDE.words)
    match page.side:
        case "front" if settings.duplex:
            words = (
                tr("Print on both sides, **flip on the long edge**")
                if edge == "long"
                else tr("Print on both sides, **flip on the short edge**")
            )
            return Todo(f"duplex-{edge}", f"{words}{then}")
        case "front":
            return Todo("page-order", tr("**Front.** Its back is on a page of its own") + then)
        case "back" if settings.duplex:
            words = (
                tr("Back of the same sheet, **flip on the long edge**")
                if edge == "long"
                else tr("Back of the same sheet, **flip on the short edge**")
            )
            return Todo(f"duplex-{edge}", words)
        case "back":
            return Todo("page-order", tr("**Back.** Print it behind its front, or glue the two together"))
        case "fold":
            last = tr(". Cut the circles last") if circles else ""
            return Todo(ONE_SIDE.icon, one_side + tr(", then fold") + last)
        case _:
            return Todo(ONE_SIDE.icon, f"{one_side}{then}")
