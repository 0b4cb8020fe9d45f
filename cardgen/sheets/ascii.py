"""A page as text: a picture in letters (one letter is 5 mm wide and 10 mm high), then what lies where."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cardgen.sheets.guides import CutCircle, Diamond, Fold, GlueTab
from cardgen.sheets.paper import Box

if TYPE_CHECKING:
    from cardgen.sheets.plan import PagePlan

ACROSS, DOWN = 5.0, 10.0


def page_as_text(page: PagePlan, picture: bool) -> str:
    """Return one page for people and tests."""
    size = f"{page.paper.width:g} x {page.paper.height:g}"
    lines = [f"== page {page.number}, sheet {page.sheet_no}: {page.title} [{page.pill}] {size}"]
    if page.shift != (0.0, 0.0):
        lines.append(f"   moved by {page.shift[0]:g},{page.shift[1]:g}")
    if picture and page.slots:
        lines += [f"   {row}".rstrip() for row in _picture(page)]
    lines += [f"   {slot}" for slot in page.slots]
    lines += [f"   {guide}" for guide in page.guides]
    lines.append(f"   todo {page.todo.icon}: {page.todo.words}")
    return "\n".join(lines)


def _picture(page: PagePlan) -> list[str]:
    columns, rows = round(page.paper.width / ACROSS), round(page.paper.height / DOWN)
    canvas = [[" "] * columns for _ in range(rows)]

    def put(column: int, row: int, letters: str) -> None:
        for i, letter in enumerate(letters):
            if 0 <= row < rows and 0 <= column + i < columns:
                canvas[row][column + i] = letter

    def frame(box: Box, corner: str, level: str, upright: str) -> None:
        left, right = round(box.x / ACROSS), round(box.right / ACROSS)
        top, bottom = round(box.y / DOWN), round(box.bottom / DOWN)
        for row in (top, bottom):
            put(left, row, corner + level * (right - left - 1) + corner)
        for row in range(top + 1, bottom):
            put(left, row, upright)
            put(right, row, upright)

    for guide in page.guides:
        match guide:
            case GlueTab(box):
                frame(box, "/", "/", "/")
            case Fold(strip):
                for row in range(round(strip.y / DOWN), round(strip.bottom / DOWN) + 1):
                    put(round((strip.x + strip.width / 2) / ACROSS), row, ":")
            case _:
                pass
    for slot in page.slots:
        if slot.round:
            put(
                round(slot.trim.x / ACROSS),
                round((slot.y + slot.height / 2) / DOWN),
                f"({slot.card.id[:3]:^3})",
            )
        else:
            frame(slot.trim, "+", "-", "|")
    for slot in page.slots:
        if not slot.round:
            words = slot.card.id if slot.side == "front" else f"~{slot.card.id}"
            room = max(1, round(slot.width / ACROSS) - 1)
            middle = round((slot.x + slot.width / 2) / ACROSS)
            put(middle - min(len(words), room) // 2, round((slot.y + slot.height / 2) / DOWN), words[:room])
    for guide in page.guides:
        match guide:
            case Diamond(x, y, solid):
                put(
                    round(x / ACROSS),
                    round(y / DOWN),
                    {"left": "<", "right": ">", "up": "^", "down": "v"}[solid],
                )
            case CutCircle():
                pass
    edge = "." * columns
    return [edge, *("".join(row).rstrip() for row in canvas), edge]
