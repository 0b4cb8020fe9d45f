"""Plans as people and tests read them: pages as pictures in letters, slots and marks in words, and what marks cover."""

from __future__ import annotations

from cardgen.sheets import KitPlan, PagePlan, Slot
from cardgen.sheets.marks.kinds import (
    DIAMOND,
    SCISSORS,
    TICKS,
    Assembly,
    Crop,
    CutCircle,
    CutNumber,
    Diamond,
    Fold,
    GlueTab,
    HeadingMark,
    Hint,
    Mark,
    Registration,
    Scissors,
)
from cardgen.sheets.paper import Rect


def plan_text(plan: KitPlan) -> str:
    """Return every page of a plan without its picture."""
    return "\n".join(page_text(page, picture=False) for page in plan.pages)


def page_text(page: PagePlan, *, picture: bool = True) -> str:
    """Return a page as a picture in letters, then every slot and mark."""
    size = f"{page.paper.width:g} x {page.paper.height:g}"
    lines = [f"== page {page.number}, sheet {page.sheet_no}: {page.title} [{page.pill}] {size}"]
    if page.furniture != "bands":
        lines.append(f"   furniture: {page.furniture}")
    if page.shift != (0.0, 0.0):
        lines.append(f"   moved by {page.shift[0]:g},{page.shift[1]:g}")
    if picture and page.slots:
        lines += [f"   {row}".rstrip() for row in _picture(page)]
    lines += [f"   {slot_text(slot)}" for slot in page.slots]
    lines += [f"   {mark_text(mark)}" for mark in page.marks]
    lines.append(f"   todo {page.todo.icon}: {page.todo.words}")
    return "\n".join(lines)


def slot_text(slot: Slot) -> str:
    """Return what lies where, and which part of it is seen."""
    turn = f" turned {slot.rotation}" if slot.rotation else ""
    size, w = slot.piece.component.size, slot.window
    whole = w == Rect(0, 0, size.width, size.height)
    seen = "" if whole else f" shows {w.x:g},{w.y:g} {w.width:g} x {w.height:g}"
    return (
        f"{slot.card.id} #{slot.piece.copy_no} {slot.side} at {slot.x:.1f},{slot.y:.1f} "
        f"{slot.width:g} x {slot.height:g}{turn}{seen}"
    )


def mark_text(mark: Mark) -> str:
    """Return a mark in words."""
    match mark:
        case Crop(x1, y1, x2, y2, on_art):
            return f"crop {x1:.1f},{y1:.1f} to {x2:.1f},{y2:.1f}{' on art' if on_art else ''}"
        case CutNumber(x, y, number):
            return f"cut {number} at {x:.1f},{y:.1f}"
        case Fold(s, _):
            return f"fold at x {s.x + s.width / 2:.1f}, y {s.y:.1f} to {s.bottom:.1f}"
        case CutCircle(cx, cy, radius):
            return f"circle {cx:.1f},{cy:.1f} radius {radius:g}"
        case GlueTab(box, toward, words):
            return f"glue tab {toward}, y {box.y:.1f} to {box.bottom:.1f}: {words}"
        case Diamond(x, y, solid, ghost):
            return f"diamond {x:.1f},{y:.1f} solid {solid}{', dashed beyond' if ghost else ''}"
        case Scissors(x, y):
            return f"scissors {x:.1f},{y:.1f}"
        case Registration(x, y, form):
            return f"registration {form} {x:.1f},{y:.1f}"
        case HeadingMark(_, y, _, title, note):
            return f"heading y {y:.1f}: {title}, {note}"
        case Hint(icon=icon, words=words):
            return f"hint {icon}: {words}"
        case Assembly(_, columns, rows, part):
            return f"map of {len(columns) - 1} x {len(rows) - 1} parts, this is part {part}"


def covered(mark: Mark) -> Rect:
    """Return what a mark covers."""
    match mark:
        case Crop(x1, y1, x2, y2, _):
            return Rect(min(x1, x2), min(y1, y2), abs(x2 - x1), abs(y2 - y1))
        case CutNumber(x, y, _, radius):
            return _square(x, y, radius)
        case Fold(s, reach):  # triangles included
            reach += 2.5
            return Rect(s.x, s.y - reach, s.width, s.height + 2 * reach)
        case CutCircle(
            cx, cy, radius, bleed
        ):  # the ticks stand at 30 degrees, so they reach less to the sides
            up = radius + bleed + TICKS
            side = max(radius + bleed, up * 0.8661)
            return Rect(cx - side, cy - up, 2 * side, 2 * up)
        case Diamond(x, y, solid, ghost):  # half of it, or all when the other half is drawn dashed
            box = _square(x, y, DIAMOND)
            if ghost:
                return box
            if solid in ("left", "right"):
                return box._replace(x=x if solid == "right" else box.x, width=DIAMOND)
            return box._replace(y=y if solid == "down" else box.y, height=DIAMOND)
        case Scissors(x, y, words):  # with the words at its left
            beside = 34.0 if words else 0.0
            return Rect(x - beside, y, SCISSORS + beside, SCISSORS)
        case Registration(x, y, form):
            return _square(x, y, 1.9 if form == "ring" else 1.1)
        case HeadingMark(x, y, right):
            return Rect(x, y, right - x, 3.2)
        case Hint(x, y, width):
            return Rect(x, y, width, 5.0)
        case GlueTab(box) | Assembly(box):
            return box


def _square(x: float, y: float, half: float) -> Rect:
    return Rect(x - half, y - half, 2 * half, 2 * half)


def furniture_boxes(page: PagePlan) -> tuple[Rect, Rect]:
    """Return the bands, or the lines along two edges, that header and footer may cover."""
    sheet = page.paper
    if page.furniture == "sides":
        tall = sheet.height - 32
        return Rect(5.0, 16.0, 2.9, tall), Rect(sheet.width - 7.9, 16.0, 2.9, tall)
    if page.furniture == "lines":
        wide = sheet.width - 32
        return Rect(16.0, 5.0, wide, 2.9), Rect(16.0, sheet.height - 7.9, wide, 2.9)
    return (
        Rect(5.0, 5.0, sheet.width - 10, 5.2),
        Rect(5.0, sheet.height - 10.8, sheet.width - 10, 5.8),
    )


def overlap(a: Rect, b: Rect, slack: float = 1e-6) -> bool:
    """Say whether the two share an area; touching edges do not count."""
    return (
        a.x < b.right - slack and b.x < a.right - slack and a.y < b.bottom - slack and b.y < a.bottom - slack
    )


# ---- a page drawn in letters: one letter is 5 mm wide and 10 mm high


def _picture(page: PagePlan) -> list[str]:
    across, down = 5.0, 10.0
    columns, rows = round(page.paper.width / across), round(page.paper.height / down)
    canvas = [[" "] * columns for _ in range(rows)]

    def put(column: int, row: int, letters: str) -> None:
        for i, letter in enumerate(letters, column):
            if 0 <= row < rows and 0 <= i < columns:
                canvas[row][i] = letter

    def frame(box: Rect, corner: str, level: str, upright: str) -> None:
        left, right = round(box.x / across), round(box.right / across)
        top, bottom = round(box.y / down), round(box.bottom / down)
        for row in (top, bottom):
            put(left, row, corner + level * (right - left - 1) + corner)
        for row in range(top + 1, bottom):
            put(left, row, upright)
            put(right, row, upright)

    for mark in page.marks:
        match mark:
            case GlueTab(box):
                frame(box, "/", "/", "/")
            case Fold(strip):
                for row in range(round(strip.y / down), round(strip.bottom / down) + 1):
                    put(round((strip.x + strip.width / 2) / across), row, ":")
            case _:
                pass
    for slot in page.slots:
        if slot.round:
            row = round((slot.y + slot.height / 2) / down)
            put(round(slot.x / across), row, f"({slot.card.id[:3]:^3})")
        else:
            frame(slot.trim, "+", "-", "|")
    for slot in page.slots:
        if not slot.round:
            words = slot.card.id if slot.side == "front" else f"~{slot.card.id}"
            room = max(1, round(slot.width / across) - 1)
            middle = round((slot.x + slot.width / 2) / across)
            row = round((slot.y + slot.height / 2) / down)
            put(middle - min(len(words), room) // 2, row, words[:room])
    for mark in page.marks:
        if isinstance(mark, Diamond):
            letter = {"left": "<", "right": ">", "up": "^", "down": "v"}[mark.solid]
            put(round(mark.x / across), round(mark.y / down), letter)
    edge = "." * columns
    return [edge, *("".join(row).rstrip() for row in canvas), edge]
