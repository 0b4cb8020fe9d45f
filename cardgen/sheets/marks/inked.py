"""Draws the marks of a plan, every one exactly where the plan says."""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import lru_cache

from cardgen.base.drawing import Drawing, Path, PlacedDrawing, multiply, rect, rotate, translate
from cardgen.base.language import noted, tr
from cardgen.sheets.marks.kinds import (
    DIAMOND,
    FOLD_TIP,
    SCISSORS,
    TAB_CORNER,
    Assembly,
    Crease,
    Crop,
    CutCircle,
    CutNumber,
    CutOutline,
    Diamond,
    Fold,
    GlueHere,
    GlueTab,
    HeadingMark,
    Hint,
    Mark,
    PieceName,
    Pin,
    Registration,
    Scissors,
    Score,
    StopEdges,
)
from cardgen.sheets.marks.pen import BLACK, GREY, HAIR, HAIRLINE, INK, WHITE, Pen, Point
from cardgen.sheets.paper import Rect, Sheet

_WIDE = 100.0  # a heading over most of a page
_RIM = 0.8  # of a crop mark on art
_FOLD_WORDS = (noted("FOLD HERE, PICTURES OUTSIDE"), noted("GLUE THE WHOLE INSIDE"))


def draw_marks(pen: Pen, sheet: Sheet, marks: Sequence[Mark], board: Drawing | None = None) -> None:
    """Draw marks over the components of a page; `board` is the face that a page with a part of a board shows."""
    shared = tuple(mark for mark in marks if isinstance(mark, (Crop, Registration)))
    if shared:
        pen.place(_shared(sheet, shared, pen.accent), 0, 0)
    for mark in marks:
        _draw(pen, mark, board)


@lru_cache(maxsize=256)
def _shared(sheet: Sheet, marks: tuple[Crop | Registration, ...], accent: str) -> Drawing:
    """Return crop and registration marks as a drawing, because most sheets of a deck share them."""
    pen = Pen(accent)
    for mark in marks:
        match mark:
            case Crop(x1, y1, x2, y2, on_art):
                if on_art:
                    pen.line(x1, y1, x2, y2, _RIM, WHITE)
                pen.line(x1, y1, x2, y2)
            case Registration(x, y, "ring"):
                pen.circle(x, y, 1.1, stroke=BLACK)
                ticks = [(x - 1.9, y, x - 1.1, y), (x + 1.1, y, x + 1.9, y)]
                pen.lines([*ticks, (x, y - 1.9, x, y - 1.1), (x, y + 1.1, x, y + 1.9)], HAIR)
            case Registration(x, y):
                pen.lines([(x - 1.1, y, x + 1.1, y), (x, y - 1.1, x, y + 1.1)], HAIR)
    return pen.drawing("marks", sheet)


def _draw(pen: Pen, mark: Mark, board: Drawing | None) -> None:
    match mark:
        case CutNumber(x, y, number, radius, True):
            pen.number(x, y, number, radius)
        case CutNumber(x, y, number):
            pen.text(x, y + 0.85, str(number), 2.4, fill=pen.accent, anchor="middle", display=True)
        case CutCircle():
            _cut_circle(pen, mark)
        case CutOutline(commands):  # white under grey, as around a circle
            pen.items += [Path(commands, stroke=WHITE, width=0.18), Path(commands, stroke=GREY)]
        case Score(x1, y1, x2, y2):
            pen.line(x1, y1, x2, y2, 0.3, WHITE)
            pen.line(x1, y1, x2, y2, 0.2, INK, (2, 1.2))
        case GlueHere(corners):
            pen.hatch(corners, 2.6, 0.28, pen.tint(0.6))
        case PieceName(x, y, width, turn, words):
            own = Pen(pen.accent, pen.lettering)
            wide = own.fitted(0, 1.15, words, width, 3.2, display=True)
            pen.cut |= own.cut
            matrix = multiply(translate(x, y), multiply(rotate(turn), translate(-wide / 2, 0)))
            name = Drawing(words, -1, -4, wide + 2, 8, tuple(own.items))
            pen.items.append(PlacedDrawing(name, matrix))
        case Fold():
            _fold(pen, mark)
        case Crease(x1, x2, y):
            pen.line(x1, y, x2, y, 0.3, WHITE)
            pen.line(x1, y, x2, y, 0.25, INK, (2, 1.2))
            for start in (x1 - 2.6, x2 + 0.6):
                pen.line(start, y, start + 2, y)
        case Pin(x, y, name, to_left):
            pen.circle(x, y, 0.35, fill=BLACK)
            for radius in (1, 2, 3):
                pen.circle(x, y, radius, stroke=BLACK)
            pen.lines([(x - 4, y, x + 4, y), (x, y - 4, x, y + 4)], HAIR)
            pen.text(
                x + (-5.4 if to_left else 5.4),
                y + 0.8,
                name,
                2.2,
                fill=GREY,
                anchor="end" if to_left else "start",
            )
        case StopEdges():
            _stop_edges(pen, mark)
        case GlueTab():
            _glue_tab(pen, mark)
        case Diamond():
            _diamond(pen, mark)
        case Scissors(x, y, words):
            pen.picture("scissors", x, y, SCISSORS)
            if words:
                pen.text(x - 1.2, y + 3.4, words, 2.45, anchor="end")
        case HeadingMark(x, y, right, title, note):
            after = x + pen.text(x, y + 2.6, title, 3, fill=pen.accent, display=True) + 2.2
            warn = right - x > _WIDE  # in a narrow column the title of the page says it
            room = right - after - (6 if warn else 0)
            after += pen.fitted(after, y + 2.5, note, room, 2.4, warn=warn, fill=GREY) + 2.5
            if after < right:
                pen.line(after, y + 1.6, right, y + 1.6, 0.15, HAIRLINE)
        case Hint(x, y, wide, icon, words):
            pen.picture(icon, x, y, 5)
            pen.box(Rect(x + 6.3, y - 0.3, wide - 6.3, 5.6), words, 2.45, valign="middle", lead=1.15)
        case Assembly():
            _assembly(pen, mark, board)
        case Crop() | Registration():
            pass  # stand in the drawing that pages share


def _cut_circle(pen: Pen, mark: CutCircle) -> None:
    # White under grey: the line shows on any art.
    pen.circle(mark.cx, mark.cy, mark.radius, stroke=WHITE, line_width=0.18)
    pen.circle(mark.cx, mark.cy, mark.radius, stroke=GREY)
    inner = mark.radius + mark.bleed + 0.4
    ticks = []
    for degrees in range(30, 360, 60):  # in the gaps of the honeycomb
        c, s = math.cos(math.radians(degrees)), math.sin(math.radians(degrees))
        x, y = mark.cx, mark.cy
        ticks.append((x + c * inner, y + s * inner, x + c * (inner + 0.9), y + s * (inner + 0.9)))
    pen.lines(ticks, HAIR, GREY)


def _fold(pen: Pen, mark: Fold) -> None:
    strip, middle = mark.strip, mark.strip.x + mark.strip.width / 2
    top, bottom = strip.y - mark.reach, strip.bottom + mark.reach
    pen.hatch(strip.corners, 2.6, 0.25, pen.tint(0.55))
    breaks = [top]
    words = _FOLD_WORDS if strip.height > 110 else _FOLD_WORDS[:1]
    for place, text in zip((0.25, 0.75) if len(words) == 2 else (0.5,), words, strict=True):
        y = strip.y + strip.height * place
        text = tr(text)
        tall = pen.width(text, 2.4, display=True) + 4
        if tall + 8 > strip.height:
            continue
        pen.rect(strip.x, y - tall / 2, strip.width, tall, fill=WHITE)
        pen.text(middle + 1, y, text, 2.4, fill=pen.accent, anchor="middle", display=True, turn=-90)
        breaks += [y - tall / 2 - 1, y + tall / 2 + 1]
    breaks.append(bottom)
    for start, end in zip(breaks[::2], breaks[1::2], strict=True):
        pen.line(middle, start, middle, end, 0.4, INK, (3, 1.2))
    for y, down in ((top, 1), (bottom, -1)):
        points = [
            (middle - 1.6, y - down * FOLD_TIP),
            (middle + 1.6, y - down * FOLD_TIP),
            (middle, y - down * 0.2),
        ]
        pen.polygon(points, fill=INK)


def _stop_edges(pen: Pen, mark: StopEdges) -> None:
    b = mark.box
    stop, far, inwards = (b.right, b.x, -1) if mark.mirrored else (b.x, b.right, 1)
    pen.lines([(stop, b.y, stop, b.bottom), (stop, b.bottom, far, b.bottom)], 0.5)
    pen.dashed([(stop, b.y), (far, b.y), (far, b.bottom)], HAIR, BLACK, (1, 1))
    pen.polygon([(stop, b.bottom), (stop + inwards * 7, b.bottom), (stop, b.bottom - 7)], fill=BLACK)
    for name, x, y, turn in (
        ("A", stop + inwards * 3.4, b.y + b.height / 2, -90 * inwards),
        ("B", b.x + b.width / 2, b.bottom - 1.5, 0),
    ):
        pen.text(x, y, tr("STOP EDGE {name}", name=name), 2.4, anchor="middle", display=True, turn=turn)


def _glue_tab(pen: Pen, mark: GlueTab) -> None:
    b = mark.box
    points: list[Point]
    if mark.toward == "right":
        c = min(TAB_CORNER, b.height / 2)
        points = [(b.x, b.y), (b.right, b.y + c), (b.right, b.bottom - c), (b.x, b.bottom)]
    else:
        c = min(TAB_CORNER, b.height / 2, b.width / 2)
        points = [(b.x, b.y), (b.right, b.y), (b.right - c, b.bottom), (b.x + c, b.bottom)]
    pen.polygon(points, fill=WHITE)
    pen.hatch(points, 2.6, 0.3, pen.tint(0.6))
    pen.polygon(points, stroke=pen.accent, line_width=0.25)
    words = mark.words.upper()
    long = pen.width(words, 2.5, display=True) + 5
    mx, my = b.x + b.width / 2, b.y + b.height / 2
    if mark.toward == "right":
        pen.rect(mx - 2.3, my - long / 2, 4.6, long, fill=WHITE)
        pen.text(mx + 0.95, my, words, 2.5, fill=pen.accent, anchor="middle", display=True, turn=-90)
    else:
        pen.rect(mx - long / 2, my - 2.3, long, 4.6, fill=WHITE)
        pen.text(mx, my + 0.95, words, 2.5, fill=pen.accent, anchor="middle", display=True)


def _diamond(pen: Pen, mark: Diamond) -> None:
    x, y, h = mark.x, mark.y, DIAMOND
    tips = {"left": (x - h, y), "right": (x + h, y), "up": (x, y - h), "down": (x, y + h)}
    other = {"left": "right", "right": "left", "up": "down", "down": "up"}[mark.solid]
    start, end = [tip for side, tip in tips.items() if side not in (mark.solid, other)]
    pen.polygon([start, tips[mark.solid], end], fill=pen.accent)
    if mark.ghost:
        pen.dashed([start, tips[other], end], 0.3, pen.accent, (1, 0.8))


def _assembly(pen: Pen, panel: Assembly, board: Drawing | None) -> None:
    b = panel.box
    wide, height = panel.columns[-1], panel.rows[-1]
    upright = b.height > b.width  # the map above the steps, not beside them
    k = (
        min(0.4 * b.height / height, b.width / wide)
        if upright
        else min(b.height / height, 0.32 * b.width / wide)
    )
    x, y = b.x if upright else b.right - wide * k, b.y
    here = range(panel.part, panel.part + panel.here)
    if board:
        trim = rect(0, 0, height, wide) if panel.rotation else rect(0, 0, wide, height)
        pen.place(board, x, y + height * k if panel.rotation else y, k, turn=panel.rotation, clip=trim)
    number = 0
    discs = []
    for row in range(len(panel.rows) - 1):
        for column in range(len(panel.columns) - 1):
            number += 1
            left, right = panel.columns[column] * k, panel.columns[column + 1] * k
            top, bottom = panel.rows[row] * k, panel.rows[row + 1] * k
            if number not in here:
                pen.veil(x + left, y + top, right - left, bottom - top)
            discs.append((x + (left + right) / 2, y + (top + bottom) / 2, number))
    for at in panel.columns[1:-1]:
        pen.line(x + at * k, y - 2, x + at * k, y + height * k + 2, 0.35, pen.accent, (1.4, 0.9))
    for at in panel.rows[1:-1]:
        pen.line(x - 2, y + at * k, x + wide * k + 2, y + at * k, 0.35, pen.accent, (1.4, 0.9))
    pen.rect(x - 0.6, y - 0.6, wide * k + 1.2, height * k + 1.2, stroke=HAIRLINE, line_width=0.2)
    radius = 3.6 if panel.parts <= 4 else 2.4
    for cx, cy, n in discs:
        pen.number(cx, cy, n, radius, solid=n in here)
    _assembly_steps(pen, panel, y + height * k + 6 if upright else None, x)


def _assembly_steps(pen: Pen, panel: Assembly, below: float | None, map_x: float) -> None:
    if panel.parts == 2:
        steps = [
            ("cut", tr("Cut part 2"), tr("on the marks beside its diamonds, edge to edge.")),
            ("glue", tr("Glue the tab"), tr("of part 1, thin and up to the rim.")),
            ("cardboard", tr("Close the diamonds"), tr("part 2 on top. Press, mount, then cut all round.")),
        ]
    else:
        steps = [
            ("cut", tr("Cut at the scissors"), tr("each edge with scissors, from end to end.")),
            ("glue", tr("Glue the tabs"), tr("part to part along each row, then row to row.")),
            ("cardboard", tr("Close the diamonds"), tr("Press, mount on board, then cut all round.")),
        ]
    b = panel.box
    if below is not None:
        tall = min(17.0, (b.bottom - below) / 3)
        for i, (_, title, words) in enumerate(steps):
            y = below + i * tall
            pen.number(b.x + 1.9, y + 1.5, i + 1, 1.7)
            pen.box(Rect(b.x + 5.4, y, b.width - 5.4, tall - 1), f"**{title}:** {words}", 2.45, lead=1.2)
        return
    share = (map_x - 8 - b.x) / 3
    if share < 42:  # a narrow page: one step below the other
        for i, (_, title, words) in enumerate(steps):
            y = b.y + i * 6.6
            pen.number(b.x + 1.9, y + 1.5, i + 1, 1.7)
            pen.box(Rect(b.x + 5.4, y, 3 * share - 5.4, 6.4), f"**{title}:** {words}", 2.45, lead=1.2)
        return
    for i, (icon, title, words) in enumerate(steps):
        x = b.x + i * share
        pen.picture(icon, x, b.y - 0.5, 10)
        pen.number(x + 13.6, b.y + 1.5, i + 1, 1.9)
        pen.text(x + 16.8, b.y + 2.6, title, 3, display=True)
        pen.box(Rect(x + 11.8, b.y + 5, share - 15, 15), words, 2.45, fill=GREY)
