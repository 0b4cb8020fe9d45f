"""Header, footer and ruler: the same on every sheet, fitted to any paper, along its edges where pieces need the room."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import NamedTuple

from cardgen.base.drawing import Drawing
from cardgen.base.language import noted, spoken, tr
from cardgen.base.units import MM_PER_INCH
from cardgen.model.stock import Stock
from cardgen.sheets.marks.pen import GREY, HAIR, INK, WHITE, Lettering, Pen
from cardgen.sheets.paper import SAFE, STRIP, STRIP_ENDS, Rect, Sheet
from cardgen.sheets.plan.pageplan import KitPlan, PagePlan, Todo

RULER = 2 * MM_PER_INCH  # 50 mm above, 2 inch below
CHECK = noted("Check with a ruler: print at 100 %")
HEAD = 4.4  # from the top of a heading to its rule
_LABEL = 9.0  # "50 mm" and "2 inch" beside the ruler


class FooterPlace(NamedTuple):
    """Where the parts of a footer are on a paper: y is the upper edge of its 5.8 mm."""

    y: float
    todo: Rect
    ruler_x: float
    check: bool


def footer_place(sheet: Sheet) -> FooterPlace:
    """Return the footer of a paper: the ruler in the middle if all three parts fit, else at the right."""
    y = sheet.height - 10.8
    left = sheet.left + 6.1
    wide = sheet.right - sheet.left >= 174
    ruler_x = sheet.axis - 25 if wide else sheet.right - RULER - _LABEL
    return FooterPlace(y, Rect(left, y, ruler_x - 3.4 - left, 5.8), ruler_x, wide)


def header(pen: Pen, plan: KitPlan, page: PagePlan, title: str = "", pill: bool = True) -> None:
    """Draw the header of a sheet: game (or `title`) and component, then page, sheet and side at the right."""
    ends = _counted(plan, page, 3.0)
    game = title or plan.kit.title
    headline(pen, page.paper, game, page.title, page.pill if pill else "", ends, solid=not page.behind)


def headline(
    pen: Pen,
    sheet: Sheet,
    game: str,
    title: str,
    pill: str,
    ends: Iterable[tuple[str, float, bool]],
    *,
    solid: bool = True,
) -> None:
    """Draw the slim line at the head of a sheet, y 6 to 10: game and title, at the right `ends` and then a pill.

    Each of `ends` is words, their size, and whether they are written in `display`; what has no room is left out.
    """
    left, right = sheet.left, sheet.right
    pen.rect(left, 6.2, 1.3, 3.7, fill=pen.accent)
    game = game.upper()[:400]
    name = pen.width(game, 3.7, display=True)
    end = right
    if pill:
        words = pill.upper()
        wide = pen.width(words, 2.4, display=True) + 3.8
        ground = pen.accent if solid else WHITE
        pen.rect(end - wide + 0.15, 6.05, wide - 0.3, 4, 2, fill=ground, stroke=pen.accent, line_width=0.3)
        fill = WHITE if solid else pen.accent
        pen.text(end - wide / 2, 8.93, words, 2.4, fill=fill, anchor="middle", display=True)
        end -= wide + 2.2
    room = end - (left + 2.9 + name)
    for words, size, display in ends:
        wide = pen.width(words, size, display=display)
        if wide + 4 < room:
            pen.text(end, 9.35, words, size, fill=INK if display else GREY, anchor="end", display=display)
            end -= wide + 2.6
            room -= wide + 2.6
    if room < 0:
        pen.fitted(left + 2.9, 9.45, game, name + room, 3.7, display=True)
    else:
        pen.text(left + 2.9, 9.45, game, 3.7, display=True)
    if room > 16:
        pen.fitted(left + 2.9 + name + 2.6, 9.4, title, room - 5, 2.7, fill=GREY)


@lru_cache(maxsize=64)
def _small_ruler(accent: str, lettering: Lettering, language: str) -> Drawing:
    """Return a ruler for a line of furniture, 2.9 mm high, its zero at 0 and its line at 1.45."""
    pen = Pen(accent, lettering)
    y = STRIP / 2
    _scales(pen, 0, y, (1.4, 1.0, 0.6), (1.4, 0.9, 0.5))
    pen.text(RULER + 1, y + 0.75, f"{tr('50 mm')} / {tr('2 inch')}", 2, fill=GREY)
    return pen.drawing("small ruler", Sheet(RULER + 20, STRIP))


def along_the_edges(pen: Pen, plan: KitPlan, page: PagePlan) -> None:
    """Draw header and footer as a line each along two edges: read upwards at the sides, or above and below."""
    sheet = page.paper
    upright = page.furniture == "sides"
    long = (sheet.height if upright else sheet.width) - 2 * STRIP_ENDS
    for line, far in ((_head_line(pen, plan, page, long), False), (_foot_line(pen, page.todo, long), True)):
        if upright:
            x = sheet.width - SAFE - STRIP if far else SAFE
            pen.place(line, x, sheet.height - STRIP_ENDS, turn=-90)
        else:
            pen.place(line, STRIP_ENDS, sheet.height - SAFE - STRIP if far else SAFE)


_BASE = 2.2  # from the top of a line of furniture to where its letters stand


def _head_line(pen: Pen, plan: KitPlan, page: PagePlan, long: float) -> Drawing:
    """Return what a header says as one line of this length."""
    own = Pen(pen.accent, pen.lettering)
    own.rect(0, 0.2, 1, 2.4, fill=pen.accent)
    pill, back = page.pill.upper(), page.behind
    wide = own.width(pill, 2, display=True) + 3
    ground = WHITE if back else pen.accent
    own.rect(long - wide, 0.1, wide, 2.7, 1.35, fill=ground, stroke=pen.accent, line_width=0.2)
    fill = pen.accent if back else WHITE
    own.text(long - wide / 2, _BASE, pill, 2, fill=fill, anchor="middle", display=True)
    end = long - wide - 2.2
    for words, size, display in _counted(plan, page, 2.5):
        wide = own.width(words, size, display=display)
        if end - wide > 40:
            own.text(end, _BASE, words, size, fill=INK if display else GREY, anchor="end", display=display)
            end -= wide + 2.6
    x = 2.4 + own.fitted(2.4, _BASE + 0.1, plan.kit.title.upper()[:400], end - 8, 2.6, display=True) + 2.4
    if end - x > 10:
        own.fitted(x, _BASE, page.title, end - x - 3, 2.4, fill=GREY)
    pen.cut |= own.cut
    return own.drawing("header at the edge", Sheet(long, STRIP))


def _foot_line(pen: Pen, todo: Todo, long: float) -> Drawing:
    """Return what a footer says as one line of this length."""
    own = Pen(pen.accent, pen.lettering)
    own.picture(todo.icon, 0, 0, STRIP)
    words, check = tr(todo.words), tr(CHECK)
    wide = own.width(check, 2.3)
    wanted = 3.6 + own.width(words, 2.3) + 4
    small = RULER + 1 + own.width(f"{tr('50 mm')} / {tr('2 inch')}", 2)
    with_check = wanted + small + 5 + STRIP + 0.7 + wide <= long
    ruler_x = min(max(long / 2 - RULER / 2, wanted), long - small - (wide + STRIP + 5.7 if with_check else 0))
    own.fitted(3.6, _BASE, words, ruler_x - 6, 2.3)
    own.place(_small_ruler(pen.accent, pen.lettering, spoken()), ruler_x, 0)
    if with_check:
        own.text(long, _BASE, check, 2.3, anchor="end")
        own.picture("print-100", long - wide - STRIP - 0.7, 0, STRIP)
    pen.cut |= own.cut
    return own.drawing("footer at the edge", Sheet(long, STRIP))


def _counted(plan: KitPlan, page: PagePlan, size: float) -> tuple[tuple[str, float, bool], ...]:
    """Return which sheet and which page this is: the words, their size, and whether they stand out."""
    version = plan.kit.version.removeprefix("v")
    return (
        (tr("Sheet {sheet} of {sheets}", sheet=page.sheet_no, sheets=plan.sheets), size, True),
        (tr("page {page} · v{version}", page=page.number, version=version), min(2.3, size), False),
    )


def _scales(pen: Pen, x: float, y: float, above: Sequence[float], below: Sequence[float]) -> None:
    """Draw a line with mm above and eighths of an inch below it; a long tick, a middle one and a short one of each."""
    lines = [(x, y, x + RULER, y)]
    for i in range(51):
        lines.append((x + i, y, x + i, y - above[0 if i % 10 == 0 else 1 if i % 5 == 0 else 2]))
    for i in range(17):
        at = x + i * MM_PER_INCH / 8
        lines.append((at, y, at, y + below[0 if i % 8 == 0 else 1 if i % 4 == 0 else 2]))
    pen.lines(lines, HAIR)


def ruler(pen: Pen, x: float, y: float) -> None:
    """Draw 50 mm (above) and 2 inch in eighths (below) on one line."""
    _scales(pen, x, y, (2.0, 1.4, 0.8), (1.8, 1.2, 0.7))
    pen.text(x + RULER + 1, y - 0.35, tr("50 mm"), 2, fill=GREY)
    pen.text(x + RULER + 1, y + 2, tr("2 inch"), 2, fill=GREY)


_LEAST_FREE = 10.0
"""A margin of so much above and below a sheet's cells has room for a line of words."""


def line_on_stock(pen: Pen, page: PagePlan, stock: Stock) -> None:
    """Draw one line above the cells of a given sheet if its margins have room: nothing else but faces is printed on it."""
    if min(stock.first.height, stock.rest.height) < _LEAST_FREE:
        return
    left, right = stock.first.width + 1, page.paper.width - stock.rest.width
    pen.rect(left, 5.6, 1.1, 2.9, fill=pen.accent)
    side = tr(page.slots[0].side) if page.slots else ""
    if stock.kind == "roll":  # too narrow for a ruler
        pen.fitted(left + 2.4, 8.1, f"{page.title} · {stock.name}", right - left - 3, 2.3, fill=GREY)
        return
    words = f"{page.title} · {stock.name} · {side} · {tr(FED[stock.feed])}"
    pen.fitted(left + 2.4, 8.1, words, right - RULER - _LABEL - left - 4, 2.3, fill=GREY)
    ruler(pen, right - RULER - _LABEL, 8.0)


FED = {"top": noted("This edge in first"), "bottom": noted("The lower edge in first")}


def footer(pen: Pen, sheet: Sheet, todo: Todo | None, words: str = "") -> None:
    """Draw what to do with the sheet (or `words` without a pictogram), the ruler and the reminder."""
    pen.place(_footer(sheet, todo, words, pen.accent, pen.lettering, spoken()), 0, 0)


@lru_cache(maxsize=256)
def _footer(
    sheet: Sheet, todo: Todo | None, words: str, accent: str, lettering: Lettering, language: str
) -> Drawing:
    """Return a footer as a drawing, because most sheets of a kit share one: it is stored once in the file.

    It is in the `language` that is spoken.
    """
    pen = Pen(accent, lettering)
    place = footer_place(sheet)
    if todo:
        pen.picture(todo.icon, sheet.left - 0.2, place.y + 0.4, 5)
        pen.box(place.todo, tr(todo.words), 2.45, valign="middle", lead=1.15)
    elif words:
        room = Rect(sheet.left, place.y, place.todo.right - sheet.left, 5.8)
        pen.box(room, words, 2.2, valign="middle", lead=1.2)
    ruler(pen, place.ruler_x, sheet.height - 8)
    if place.check:
        check = tr(CHECK)
        pen.text(sheet.right, sheet.height - 7.1, check, 2.45, anchor="end")
        pen.picture("print-100", sheet.right - pen.width(check, 2.45) - 6.3, sheet.height - 10.5, 5)
    return pen.drawing("footer", sheet)


def heading(pen: Pen, y: float, title: str, left: float, right: float, note: str = "") -> float:
    """Draw a heading of the guide over a rule in the accent and return the rule's y."""
    wide = pen.text(left, y + 2.2, title, 3.2, display=True)
    if note:
        pen.fitted(left + wide + 2.6, y + 2.1, note, right - left - wide - 3, 2.35, fill=GREY)
    pen.line(left, y + HEAD, right, y + HEAD, 0.35, pen.accent)
    return y + HEAD
