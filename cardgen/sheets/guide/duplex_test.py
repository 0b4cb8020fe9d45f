"""The duplex test: how far does this printer set the back beside the front?

The front has two frames with millimetre scales, the back a cross for each; held against the light the
cross shows on the scales where the back lies. The readings are the printer's offset.
"""

from __future__ import annotations

from cardgen.base.tongue import tr
from cardgen.sheets.furniture import footer, header
from cardgen.sheets.marks.inked import draw_marks
from cardgen.sheets.marks.pen import BLACK, GREY, HAIR, HAIRLINE, INK, WHITE, Pen
from cardgen.sheets.paper import Box, Sheet
from cardgen.sheets.plan.backs import flip_axis, flip_point
from cardgen.sheets.plan.pageplan import KitPlan, PagePlan

HALF = 8.0  # half the frame of a target
_COLUMN = 89.5  # width of the right-hand column


def _targets(sheet: Sheet) -> tuple[tuple[float, float, str], ...]:
    """Return the centres of the two targets on the front, and their names."""
    x = sheet.right - 58.5
    return ((x, 71.0, "A"), (x, sheet.height - 50.0, "B"))


def draw_test(pen: Pen, plan: KitPlan, page: PagePlan) -> None:
    """Draw one side of the duplex test."""
    if page.side == "front":
        _front(pen, plan, page)
    else:
        _back(pen, plan, page)
    draw_marks(pen, page.paper, page.marks)
    header(pen, plan, page)
    footer(pen, page.paper, page.todo)


def _front(pen: Pen, plan: KitPlan, page: PagePlan) -> None:
    sheet = page.paper
    left = sheet.left
    edge = plan.settings.flip_edge
    pen.text(left - 0.3, 27.6, tr("DO FRONT AND BACK MEET?"), 10, fill=pen.accent, display=True)
    words = tr(
        "Every printer sets the back a little beside the front. Measure it once, enter two numbers, "
        "and every sheet of every kit fits."
    )
    guide = [p.number for p in plan.pages if p.role == "guide"]
    if guide:
        words += " " + tr("The print guide is page {page}.", page=guide[0])
    pen.box(Box(left, 31.5, 175, 9), words, 3, fill=GREY)
    for cx, cy, name in _targets(sheet):
        _target(pen, cx, cy, name, sheet.right - _COLUMN)
    pitch = min(24.0, (sheet.height - 150) / 6)
    y = 47.0
    steps = (
        (
            f"duplex-{edge}",
            tr("Print this page and the next"),
            tr("on one sheet, at 100 %, flipped on the long edge.")
            if edge == "long"
            else tr("on one sheet, at 100 %, flipped on the short edge."),
        ),
        (
            "light",
            tr("Hold the sheet to the light"),
            tr("with this side towards you. The cross of the back shines through the paper."),
        ),
        (
            "read",
            tr("Read x and y"),
            tr(
                "Where does the cross meet the scale on top (x) and the scale on the left (y)? Do it for A and for B."
            ),
        ),
        (
            "enter",
            tr("Enter the mean of A and B"),
            tr(
                "with cardgen printer home --offset x,y. Print this sheet again (--printer home --test): "
                "the cross should stand inside the pale bars."
            ),
        ),
    )
    for number, (icon, title, words) in enumerate(steps, 1):
        _rule(pen, left, y, left + 84.5, number == 1)
        pen.picture(icon, left - 0.6, y + 4.2, 13)
        pen.number(left + 17.9, y + 6.1, number, 1.9)
        pen.text(left + 21, y + 7.2, title, 3.1, display=True)
        pen.box(Box(left + 16, y + 9.8, 66, pitch - 12), words, 2.6, lead=1.3)
        y += pitch
    _rule(pen, left, y, left + 84.5, True)
    words = tr("Both bars are exactly 100 mm. If not, switch off “fit to page”.")
    _note(pen, Box(left, y, 84.5, 5), tr("Is the size right?"), words)
    _bars(pen, left + 6.5, sheet.height - 22)
    _advice(pen, sheet, pitch, plan.settings.inset)


def _rule(pen: Pen, x1: float, y: float, x2: float, strong: bool) -> None:
    pen.line(x1, y, x2, y, 0.35 if strong else 0.15, pen.accent if strong else HAIRLINE)


def _note(pen: Pen, room: Box, title: str, words: str) -> None:
    pen.text(room.x, room.y + 6.3, title, 2.9, bold=True)
    pen.box(room.moved(0, 8.2), words, 2.6, fill=GREY, lead=1.3)


def _advice(pen: Pen, sheet: Sheet, pitch: float, inset: float) -> None:
    x, y = sheet.right - _COLUMN, 95.0
    notes = (
        (
            tr("The cross stands inside the pale bars"),
            tr("Enter nothing: less than half a millimetre disappears in the bleed."),
        ),
        (
            tr("A and B differ by more than 1 mm"),
            tr("The paper runs askew. Close the guides of the tray, take fresh paper."),
        ),
        (
            tr("There is no cross on the scales"),
            tr("The sheet was flipped on the wrong edge. Choose the other one."),
        ),
        (
            tr("How much can your printer print?"),
            tr(
                "The comb on the right edge: your margin is the smallest number with a whole line. Kits keep 5 mm free."
            ),
        ),
    )
    for number, (title, words) in enumerate(notes):
        _rule(pen, x, y, sheet.right, number == 0)
        room = sheet.right - x - (5.5 if number == 3 else 0)
        _note(pen, Box(x, y, room, pitch - 10), title, words)
        y += pitch
    top = y - pitch + 3.4
    for row, margin in enumerate(range(2, 9)):
        at = top + row * 3.2
        edge = sheet.width + inset  # that of the paper
        pen.line(edge - margin, at, edge - margin, at + 2.4, 0.25)
        pen.text(sheet.width - 9.4, at + 2.0, str(margin), 2.1, fill=GREY, anchor="end")


def _target(pen: Pen, cx: float, cy: float, name: str, left: float) -> None:
    pen.rect(left, cy - 24, _COLUMN, 43, fill=pen.tint(0.08))
    pen.rect(cx - HALF, cy - HALF, 2 * HALF, 2 * HALF, fill=WHITE)
    pen.rect(cx - 0.5, cy - HALF, 1, 2 * HALF, fill=pen.tint(0.3))
    pen.rect(cx - HALF, cy - 0.5, 2 * HALF, 1, fill=pen.tint(0.3))
    pen.rect(cx - HALF, cy - HALF, 2 * HALF, 2 * HALF, stroke=BLACK)
    ticks = []
    for half in range(-14, 15):
        at = half / 2
        long = 2.4 if half % 10 == 0 else 1.5 if half % 2 == 0 else 0.8
        ticks.append((cx + at, cy - HALF, cx + at, cy - HALF - long))
        ticks.append((cx - HALF, cy + at, cx - HALF - long, cy + at))
    pen.lines(ticks, HAIR)
    for value, words in ((-5, "−5"), (0, "0"), (5, "+5")):
        pen.text(cx + value, cy - HALF - 3.2, words, 2.6, anchor="middle", display=True)
        pen.text(cx - HALF - 3.1, cy - value + 0.95, words, 2.6, anchor="end", display=True)
    pen.text(cx, cy - HALF - 7.2, "x", 3.4, fill=pen.accent, anchor="middle", display=True)
    pen.text(cx - HALF - 8.6, cy + 1.1, "y", 3.4, fill=pen.accent, anchor="middle", display=True)
    pen.text(left + 4, cy - 10.4, name, 11, fill=pen.accent, display=True)
    for row, letter in enumerate("xy"):
        y = cy - 3.6 + row * 11
        pen.text(left + 53, y, letter, 3.8, fill=pen.accent, display=True)
        pen.line(left + 57.5, y + 0.9, left + 79, y + 0.9, 0.25, INK)
        pen.text(left + 80.6, y, "mm", 2.6, fill=GREY)
    pen.text(left + 57.5, cy - 14.2, tr("I read"), 2.6, fill=GREY)
    pen.text(cx, cy + HALF + 5.4, tr("pale bars: ± 0.5 mm"), 2.3, fill=GREY, anchor="middle")


def _bars(pen: Pen, x: float, y: float) -> None:
    """Two rulers of 100 mm that meet at (x, y)."""
    segments = [(x, y - 100, x, y), (x, y, x + 100, y)]
    for i in range(101):
        long = 2.4 if i % 10 == 0 else 1.6 if i % 5 == 0 else 0.9
        segments += [(x + i, y, x + i, y + long), (x, y - i, x - long, y - i)]
    pen.lines(segments, HAIR)
    for i in range(10, 101, 10):
        pen.text(x + i, y + 5, str(i), 2.2, fill=GREY, anchor="middle")
        pen.text(x - 3, y - i + 0.8, str(i), 2.2, fill=GREY, anchor="end")
    pen.text(x - 1.2, y + 3.2, "0", 2.2, fill=GREY, anchor="end")
    pen.text(x + 2.2, y - 2.2, "100 mm", 2.6, fill=GREY, display=True)


def _back(pen: Pen, plan: KitPlan, page: PagePlan) -> None:
    sheet = page.paper
    pen.text(sheet.left - 0.3, 27.6, tr("BACK OF THE TEST"), 10, fill=pen.accent, display=True)
    words = tr("Turn the sheet over and hold it to the light: the readings are taken on the other side.")
    pen.box(Box(sheet.left, 31.5, 150, 9), words, 3, fill=GREY)
    axis = flip_axis(plan.settings.backs, sheet)
    for cx, cy, name in _targets(sheet):
        x, y = flip_point(cx, cy, sheet, axis)
        pen.lines([(x - 10.6, y, x + 10.6, y), (x, y - 10.6, x, y + 10.6)], 0.25)
        pen.circle(x, y, 1.2, stroke=pen.accent, line_width=0.4)
        pen.text(x + 36, y + 3.9, name, 11, fill=pen.accent, display=True)
