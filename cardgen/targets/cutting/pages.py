"""The printed pages of a sheet that is cut: its fronts with the marks of the machine, its backs without."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from cardgen.base.drawing import Drawing, Page, PlacedDrawing, translate
from cardgen.base.language import noted, tr
from cardgen.model import Kit
from cardgen.sheets.draw import placed
from cardgen.sheets.furniture import RULER, ruler
from cardgen.sheets.marks.inked import draw_marks
from cardgen.sheets.marks.pen import BLACK, GREY, INK, WHITE, Lettering, Pen
from cardgen.sheets.paper import Rect, Sheet, SheetSettings, around
from cardgen.sheets.plan.backs import flip_all, flip_axis, shift
from cardgen.sheets.plan.mounting import ON_PINS, pin_marks
from cardgen.sheets.plan.pageplan import FaceSource, Slot
from cardgen.sheets.plan.shaped import on_pieces
from cardgen.targets.cutting.field import Bed, CornerMark
from cardgen.targets.cutting.layout import CutSheet

_FRONT = noted("**Print at 100 %.** Its contours: **{file}**")
_TURNED = {
    "long": noted("Back of the same sheet, **flip on the long edge**"),
    "short": noted("Back of the same sheet, **flip on the short edge**"),
}
_APART = noted("**Back.** Glue it behind its front before you cut")
_LABEL = 9.0  # "50 mm" and "2 inch" beside the ruler


class Numbered(NamedTuple):
    """A sheet, its number from 1, of how many, and the name of the files with its contours."""

    sheet: CutSheet
    number: int
    of: int
    cut: str


def front_page(one: Numbered, kit: Kit, faces: FaceSource, field: Bed, lettering: Lettering) -> Page:
    """Return the page of the fronts, with the marks that the machine looks for."""
    pen = Pen(kit.accent, lettering)
    pen.items += placed(one.sheet.slots, faces)
    for mark in field.marks:
        _mark(pen, mark, field)
    draw_marks(pen, field.sheet, on_pieces(one.sheet.slots, holes=False))
    if one.sheet.glued:
        draw_marks(pen, field.sheet, pin_marks(field.sheet, inset=field.pin))
    pill = tr("front") if one.sheet.two_sided else tr("one side")
    _furniture(pen, one, kit, field, pill, "print-100", tr(_FRONT, file=one.cut))
    drawing = pen.drawing(f"{kit.slug} sheet {one.number}", field.sheet)
    return _page(drawing, one.sheet.slots, str(one.number))


def back_page(
    one: Numbered, kit: Kit, faces: FaceSource, field: Bed, settings: SheetSettings, lettering: Lettering
) -> Page:
    """Return the page of the backs, each behind its front; without marks, because one cuts from the front."""
    sheet = field.sheet
    slots = backs_of(one.sheet, sheet, settings)
    pen = Pen(kit.accent, lettering)
    pen.items += placed(slots, faces)
    words, icon = tr(_APART), "page-order"
    if one.sheet.glued:
        draw_marks(pen, sheet, pin_marks(sheet, back=True, inset=field.pin))
        words, icon = tr(ON_PINS), "pins"
    elif settings.duplex:
        words, icon = tr(_TURNED[settings.flip_edge]), f"duplex-{settings.flip_edge}"
    _furniture(pen, one, kit, field, tr("back"), icon, words, back=True)
    moved = shift(settings, sheet) if settings.duplex and not one.sheet.glued else (0.0, 0.0)
    name = f"{kit.slug} sheet {one.number} back"
    drawing = pen.drawing(name, sheet)
    if moved != (0.0, 0.0):
        whole = Drawing(f"{name} before its offset", 0, 0, sheet.width, sheet.height, drawing.items)
        drawing = Drawing(name, 0, 0, sheet.width, sheet.height, (PlacedDrawing(whole, translate(*moved)),))
    return _page(drawing, slots, f"{one.number} {tr('back')}", moved)


def backs_of(one: CutSheet, sheet: Sheet, settings: SheetSettings) -> tuple[Slot, ...]:
    """Return the backs of a sheet as they lie on the page of backs."""
    return flip_all(one.slots, sheet, "vertical" if one.glued else flip_axis(settings.backs, sheet))


def _page(
    drawing: Drawing, slots: Sequence[Slot], label: str, moved: tuple[float, float] = (0.0, 0.0)
) -> Page:
    trim = around([slot.trim for slot in slots]).moved(*moved)
    bleed = around([slot.art for slot in slots]).moved(*moved)
    return Page(drawing, trim, bleed, "", label)


def _mark(pen: Pen, mark: CornerMark, field: Bed) -> None:
    box, line = mark.box, field.line
    match mark.form:
        case "square":
            pen.polygon(box.corners, fill=BLACK)
        case "disc":
            pen.circle(box.x + box.width / 2, box.y + box.height / 2, box.width / 2, fill=BLACK)
        case "cross":
            x, y = box.x + (box.width - line) / 2, box.y + (box.height - line) / 2
            pen.rect(x, box.y, line, box.height, fill=BLACK)
            pen.rect(box.x, y, box.width, line, fill=BLACK)
        case "angle":
            pen.polygon(_angle(mark, box, line), fill=BLACK)


def _angle(mark: CornerMark, box: Rect, line: float) -> list[tuple[float, float]]:
    """Return an L whose arms run along the two outer sides of its box."""
    points = [
        (0.0, 0.0),
        (box.width, 0.0),
        (box.width, line),
        (line, line),
        (line, box.height),
        (0.0, box.height),
    ]  # as it stands at the top left
    x, dx = (box.x, 1) if mark.corner.endswith("left") else (box.right, -1)
    y, dy = (box.y, 1) if mark.corner.startswith("top") else (box.bottom, -1)
    return [(x + dx * a, y + dy * b) for a, b in points]


def _furniture(
    pen: Pen, one: Numbered, kit: Kit, field: Bed, pill: str, icon: str, words: str, back: bool = False
) -> None:
    """Write header and footer between the marks: which sheet this is, what to do with it, and a ruler."""
    sheet = field.sheet
    inset = max(field.quiet, 0.0)
    left, right = max(sheet.left, inset), min(sheet.right, sheet.width - inset)
    pen.rect(left, 6.2, 1.3, 3.7, fill=pen.accent)
    wide = pen.width(pill.upper(), 2.4, display=True) + 3.8
    ground, fill = (WHITE, pen.accent) if back else (pen.accent, WHITE)
    pen.rect(right - wide + 0.15, 6.05, wide - 0.3, 4, 2, fill=ground, stroke=pen.accent, line_width=0.3)
    pen.text(right - wide / 2, 8.93, pill.upper(), 2.4, fill=fill, anchor="middle", display=True)
    number = tr("Sheet {sheet} of {sheets}", sheet=one.number, sheets=one.of)
    end = right - wide - 2.2
    end -= pen.text(end, 9.35, number, 3.0, fill=INK, anchor="end", display=True) + 3
    x = left + 2.9
    x += pen.fitted(x, 9.45, kit.title.upper()[:400], end - x, 3.7, warn=False, display=True) + 2.6
    if end - x > 12:
        pen.fitted(x, 9.4, one.sheet.title, end - x, 2.7, warn=False, fill=GREY)

    y = sheet.height - 10.0
    start = right - RULER - _LABEL
    pen.picture(icon, left - 0.2, y + 0.1, 4.7)
    pen.box(Rect(left + 6.1, y, start - 3.4 - left - 6.1, 4.9), words, 2.45, valign="middle", lead=1.15)
    ruler(pen, start, sheet.height - 7.4)
