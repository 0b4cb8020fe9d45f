"""A sheet of paper: its front, the back that falls on it, and the words that say what to do with it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Literal, TypeAlias

from cardgen.model import Component
from cardgen.sheets.backs import flip_all, flip_axis, flip_marks, shift
from cardgen.sheets.guides import CutCircle, Guide, registration_corners
from cardgen.sheets.paper import Sheet
from cardgen.sheets.plan import PagePlan, PageSide, Piece, Role, Slot, Todo
from cardgen.sheets.wishes import SheetSettings

Leaf: TypeAlias = tuple[PagePlan, PagePlan | None]
"""A page and the page behind it on the same sheet of paper."""

ONE_SIDE = Todo("single-sided", "**Print on one side only**")


def leaf(
    role: Role,
    sheet: Sheet,
    slots: tuple[Slot, ...],
    marks: Sequence[Guide],
    title: str,
    cuts: int,
    settings: SheetSettings,
    *,
    two_sided: bool,
) -> Leaf:
    """Return a front with its marks and, when it has one, the back that falls on it."""
    side: PageSide = "front" if two_sided else "single"
    todo = todo_for(side, settings, marks, slots)
    front = PagePlan(
        role, side, sheet, title, todo, slots, (*marks, *registration(sheet, "ring", settings)), cuts=cuts
    )
    if not two_sided:
        return front, None
    axis = flip_axis(settings.backs, sheet)
    back = PagePlan(
        role,
        "back",
        sheet,
        title,
        todo_for("back", settings, marks, slots),
        flip_all(slots, sheet, axis),
        (*flip_marks(marks, sheet, axis), *registration(sheet, "cross", settings)),
        shift=shift(settings, sheet),
    )
    return front, back


def one_page(
    role: Role,
    side: PageSide,
    sheet: Sheet,
    slots: tuple[Slot, ...],
    marks: Sequence[Guide],
    title: str,
    cuts: int,
    settings: SheetSettings,
    part: tuple[int, int] | None = None,
) -> Leaf:
    """Return a page that is printed on one side: folded, or a part of a board."""
    guides = (*marks, *registration(sheet, "ring", settings))
    todo = todo_for(side, settings, marks, slots)
    return PagePlan(role, side, sheet, title, todo, slots, guides, part=part, cuts=cuts), None


def registration(sheet: Sheet, form: Literal["ring", "cross"], settings: SheetSettings) -> tuple[Guide, ...]:
    """Return the four registration marks, or none when no marks are wanted."""
    return registration_corners(sheet.width, sheet.height, form) if settings.marks else ()


def mounted(components: Iterable[Component]) -> bool:
    """Say whether the kit wants any of these glued on board ("200 g/m², on 2 mm board")."""
    return any("board" in c.stock and "no board" not in c.stock for c in components)


def todo_for(side: PageSide, settings: SheetSettings, marks: Sequence[Guide], slots: Sequence[Slot]) -> Todo:
    """Return what the footer of a page says."""
    edge = "short" if settings.backs == "short-edge" else "long"
    circles = any(isinstance(g, CutCircle) for g in marks)
    on_board = mounted(s.piece.component for s in slots)
    then = ""
    if circles:
        then = ". Mount on board, then cut the circles" if on_board else ". Cut the circles"
    match side:
        case "front" if settings.duplex:
            return Todo(f"duplex-{edge}", f"Print on both sides, **flip on the {edge} edge**{then}")
        case "front":
            return Todo("page-order", f"**Front.** Its back is on a page of its own{then}")
        case "back" if settings.duplex:
            return Todo(f"duplex-{edge}", f"Back of the same sheet, **flip on the {edge} edge**")
        case "back":
            return Todo("page-order", "**Back.** Print it behind its front, or glue the two together")
        case "fold":
            last = ". Cut the circles last" if circles else ""
            return Todo("single-sided", f"**Print on one side only**, then fold{last}")
        case _:
            return Todo("single-sided", f"**Print on one side only**{then}")


def title_of(pieces: Sequence[Piece], start: int, count: int) -> str:
    """Return what lies on a page: "Ingredient cards 19 to 27", counted through each component."""
    numbers: dict[str, list[int]] = {}
    so_far: dict[str, int] = {}
    for i, piece in enumerate(pieces):
        key = piece.component.id
        so_far[key] = so_far.get(key, 0) + 1
        if start <= i < start + count:
            numbers.setdefault(key, []).append(so_far[key])
    titles = {p.component.id: p.component.title for p in pieces}
    shown = []
    for key, found in numbers.items():
        first, last = found[0], found[-1]
        if len(found) == so_far[key]:
            shown.append(titles[key])
        elif first == last:
            shown.append(f"{titles[key]} {first}")
        else:
            shown.append(f"{titles[key]} {first} to {last}")
    return ", ".join(shown)


def titles_of(slots: Sequence[Slot]) -> str:
    """Return the components of a page by title, each once."""
    return ", ".join(dict.fromkeys(s.piece.component.title for s in slots))
