"""Sheets of things to fold: the lines of a dieline, how it is made, what it was measured by. All in mm."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from itertools import chain
from typing import NamedTuple

from cardgen.base.contour import Contour
from cardgen.base.drawing import Path, PathCommand, line
from cardgen.base.language import figure, noted, tr
from cardgen.base.units import Size
from cardgen.production.dielines import Dieline, Point, Tuck, commands
from cardgen.production.held import HeldDeck
from cardgen.sheets.furniture import footer, headline
from cardgen.sheets.marks.pen import BLACK, GREY, INK, SMALLEST_TEXT, WHITE, Pen
from cardgen.sheets.paper import Sheet
from cardgen.sheets.plan.pageplan import Todo

HEADER, FOOTER = 12.0, 13.0
FOLD, FOLD_DASH, FOLD_WIDTH = "#2d2d2d", (2.4, 1.4), 0.2
CUT_WIDTH = 0.12
_UNDER = 0.3  # white below each line, so that it shows on any art

ON_CARD = Todo("single-sided", noted("**Print on one side only,** on card. Solid: cut; dashed: fold"))


class BoxStep(NamedTuple):
    """Something to do, with its pictogram."""

    icon: str
    title: str
    words: str


TUCK_STEPS = (
    BoxStep("cut", noted("Score and cut"), noted("Score the dashed lines with a blunt point and a ruler, then cut the solid ones.")),
    BoxStep("fold", noted("Fold all once"), noted("Fold every crease back by 180° and open it again; paper remembers.")),
    BoxStep("box-tube", noted("Glue the side"), noted("Glue the tab behind the free side. Press the flat tube for five minutes.")),
    BoxStep("box-bottom", noted("Glue the bottom"), noted("Fold in both dust flaps, then the inner flap; glue, and close the outer one.")),
    BoxStep("box-fill", noted("Fill and close"), noted("Wait an hour. Slide the deck in; the tongue goes in front of the cards.")),
)  # fmt: skip
HALF_STEPS = (
    noted("Score, cut and fold both halves; every crease back once."),
    noted("Glue the tab of this half behind the free edge of the other, and the other way round."),
    noted("Press the flat tube for five minutes."),
    noted("Dust flaps in, inner flap, glue, outer flap."),
)
FORMULAS: Mapping[str, str] = {
    "W": noted("w + 1.0 + b"),
    "D": noted("stack × 1.04 + 0.6, up to ½; + b"),
    "H": noted("h + 1.5 + 2 b"),
    "T": noted("0.55 D + 3, from 11 to 18"),
    "F": noted("0.9 D, from 12 to 24, at most 0.45 W"),
    "G": noted("12, at most D − 2"),
    "N": noted("0.34 W, at most 22"),
    "b": noted("thickness of the card"),
}


def lines_of(pen: Pen, dieline: Dieline, x: float, y: float) -> None:
    """Draw where to glue, to fold and to cut, 0,0 of the dieline at (x, y)."""
    for area in dieline.glue:
        _glue(pen, [(px + x, py + y) for px, py in area])
    folds: list[PathCommand] = []
    for x1, y1, x2, y2 in dieline.folds:
        folds += [("M", x1 + x, y1 + y), ("L", x2 + x, y2 + y)]
    if folds:
        pen.items.append(Path(tuple(folds), stroke=WHITE, width=_UNDER))
        pen.items.append(Path(tuple(folds), stroke=FOLD, width=FOLD_WIDTH, dash=FOLD_DASH))
    cuts = outline_of(dieline, x, y)
    pen.items.append(Path(cuts, stroke=WHITE, width=_UNDER))
    pen.items.append(Path(cuts, stroke=BLACK, width=CUT_WIDTH))


def outline_of(dieline: Dieline, x: float = 0.0, y: float = 0.0, k: float = 1.0) -> tuple[PathCommand, ...]:
    """Return all cuts of a dieline as one path, scaled by k, its 0,0 at (x, y)."""
    drawn = chain.from_iterable(map(commands, dieline.cuts))
    return Contour(tuple(drawn)).moved((k, 0, 0, k, x, y)).commands


def _glue(pen: Pen, area: list[Point]) -> None:
    pen.polygon(area, fill=WHITE, stroke=None)
    pen.hatch(area, 2.6, 0.28, pen.tint(0.6))
    xs, ys = zip(*area, strict=True)
    cx, cy = (min(xs) + max(xs)) / 2, (min(ys) + max(ys)) / 2
    words = tr("GLUE")
    wide = pen.width(words, 2.4, display=True) + 2.2
    if max(xs) - min(xs) > wide + 2 and max(ys) - min(ys) > 5:
        pen.rect(cx - wide / 2, cy - 1.9, wide, 3.8, fill=WHITE, stroke=None)
        pen.text(cx, cy + 0.87, words, 2.4, fill=pen.accent, anchor="middle", display=True)
    elif max(ys) - min(ys) > wide + 2:
        pen.rect(cx - 1.9, cy - wide / 2, 3.8, wide, fill=WHITE, stroke=None)
        pen.text(cx + 0.87, cy, words, 2.4, fill=pen.accent, anchor="middle", turn=-90, display=True)


def frame(
    pen: Pen, sheet: Sheet, game: str, title: str, pill: str, number: tuple[int, int], version: str
) -> None:
    """Draw header and footer of a sheet, the `number`th of so many."""
    ends = (
        (tr("Sheet {sheet} of {sheets}", sheet=number[0], sheets=number[1]), 3.0, True),
        (f"v{version.removeprefix('v')}", 2.3, False),
    )
    headline(pen, sheet, game, title, pill, ends)
    footer(pen, sheet, ON_CARD)


def heading(pen: Pen, x: float, y: float, width: float, words: str, note: str = "") -> float:
    """Draw a heading over a rule and return the y where what follows may begin."""
    wide = pen.text(x, y + 3.2, words.upper(), 3.2, display=True)
    if note and width - wide > 20:
        pen.fitted(x + wide + 2.4, y + 3.1, note, width - wide - 2.4, 2.35, warn=False, fill=GREY)
    pen.line(x, y + 4.7, x + width, y + 4.7, 0.35, pen.accent)
    return y + 7.2


def steps_beside(pen: Pen, x: float, y: float, width: float, steps: Sequence[BoxStep]) -> float:
    """Draw steps in columns beside each other and return the lower edge of the longest."""
    gap = 4.5
    wide = (width - gap * (len(steps) - 1)) / len(steps)
    low = y
    for i, step in enumerate(steps):
        left = x + i * (wide + gap)
        pen.picture(step.icon, left, y, 10.5)
        pen.number(left + 13.6, y + 5.6, i + 1, 1.75)
        pen.fitted(left + 16.6, y + 6.65, tr(step.title), wide - 16.6, 3, warn=False, display=True)
        low = max(low, pen.paragraph(left, y + 12.4, wide, tr(step.words)))
    return low


def steps_below(pen: Pen, x: float, y: float, width: float, steps: Sequence[BoxStep]) -> float:
    """Draw steps below each other and return the lower edge of the last."""
    for i, step in enumerate(steps):
        pen.picture(step.icon, x, y, 9)
        pen.number(x + 13, y + 1.9, i + 1, 1.75)
        pen.fitted(x + 16, y + 2.95, tr(step.title), width - 16, 3, warn=False, display=True)
        y = max(pen.paragraph(x + 11.4, y + 4.9, width - 11.4, tr(step.words)), y + 10) + 3.4
    return y - 3.4


def numbered(
    pen: Pen, x: float, y: float, width: float, sentences: Sequence[str], room: float = math.inf
) -> float:
    """Draw numbered sentences, smaller where there is less `room` for them, and return the lower edge of the last."""
    for size in (2.5, 2.3, 2.15, SMALLEST_TEXT):
        trial = Pen(pen.accent, pen.lettering)
        low = _numbered(trial, x, y, width, sentences, size)
        if low - y <= room:
            break
    pen.items += trial.items
    return low


def _numbered(pen: Pen, x: float, y: float, width: float, sentences: Sequence[str], size: float) -> float:
    gap = 0.8 * size
    for i, words in enumerate(sentences):
        pen.number(x + 0.7 * size, y + 0.68 * size, i + 1, 0.7 * size)
        y = pen.paragraph(x + 2 * size, y, width - 2 * size, words, size) + gap
    return y - gap


class BoxFigure(NamedTuple):
    """A number as large as what it means is important."""

    value: str
    unit: str
    note: str


def figures_of(tuck: Tuck, deck: HeldDeck) -> list[BoxFigure]:
    size = f"{figure(deck.size.width, 'g')} × {figure(deck.size.height, 'g')} mm"
    inside = " × ".join(figure(round(side, 2), "g") for side in tuck.inside)
    cards = tr("sleeved cards") if deck.sleeved else tr("cards")
    return [
        BoxFigure(str(deck.count), cards, tr("{size}, the largest", size=size) if len({c.size for c in deck.components}) > 1 else size),
        BoxFigure(figure(round(deck.each, 2), "g"), tr("mm a card"), tr("stack {mm} mm", mm=figure(round(deck.stack, 1), "g"))),
        BoxFigure(inside, "mm", tr("inside: width × depth × height")),
    ]  # fmt: skip


def big(pen: Pen, x: float, y: float, one: BoxFigure, room: float) -> None:
    """Draw a figure, its upper edge at y, 8.6 mm high."""
    size = 5.6
    while (
        size > 4
        and pen.width(one.value, size, display=True) + pen.width(one.unit, 2.6, display=True) + 1 > room
    ):
        size -= 0.2
    wide = pen.text(x, y + 5.2, one.value, size, display=True)
    pen.text(x + wide + 1, y + 5.2, one.unit, 2.6, fill=GREY, display=True)
    pen.text(x, y + 8.6, one.note, 2.3, fill=GREY)


def gauge(pen: Pen, x: float, y: float, width: float, tuck: Tuck, deck: HeldDeck) -> float:
    """Draw a bar as long as the box is deep, with what to do with it; return the lower edge."""
    deep = tuck.inside[1]
    pen.line(x, y, x, y + 5.2, 0.2)
    pen.line(x + deep, y, x + deep, y + 5.2, 0.2)
    pen.rect(x, y + 1.2, deep, 2.8, fill=pen.accent, stroke=None)
    words = tr(
        "**Gauge.** Stand the pressed deck on the bar. Is it longer than {deep} mm? Then say thickness: its length ÷ {count}.",
        deep=figure(deep, "g"),
        count=deck.count,
    ).replace("÷ ", "÷\u00a0")
    return pen.paragraph(x, y + 7, width, words, 2.45)


def schematic(pen: Pen, x: float, y: float, k: float, tuck: Tuck) -> None:
    """Draw the dieline k times as large with the letters of its lengths, its upper left corner at (x, y)."""
    dieline = tuck.dieline()
    left, top, _, _ = dieline.bounds
    ox, oy = x - left * k, y - top * k
    pen.items.append(Path(outline_of(dieline, ox, oy, k), fill=WHITE, stroke=INK, width=0.28, join="round"))
    for area in dieline.glue:
        pen.polygon([(ox + px * k, oy + py * k) for px, py in area], fill=pen.tint(0.3), stroke=None)
    for x1, y1, x2, y2 in dieline.folds:
        pen.items.append(line(ox + x1 * k, oy + y1 * k, ox + x2 * k, oy + y2 * k, INK, 0.18, (1.2, 0.8)))
    W, D, H, T, F, G, N = (tuck.measures[letter] for letter in "WDHTFGN")
    front = W + D
    for letter, x1, y1, x2, y2 in (
        ("W", front, H * 0.78, front + W, H * 0.78),
        ("D", W, H * 0.32, W + D, H * 0.32),
        ("H", W * 0.2, 0.0, W * 0.2, H),
        ("T", W * 0.5, -D - T, W * 0.5, -D),
        ("F", W + D * 0.55, -F, W + D * 0.55, 0.0),
        ("G", -G, H * 0.62, 0.0, H * 0.62),
        ("N", front + W / 2 - N / 2, -2.4 / k, front + W / 2 + N / 2, -2.4 / k),
    ):
        _dimension(pen, ox + x1 * k, oy + y1 * k, ox + x2 * k, oy + y2 * k, letter)


def _dimension(pen: Pen, x1: float, y1: float, x2: float, y2: float, letter: str) -> None:
    length = math.hypot(x2 - x1, y2 - y1)
    ux, uy = (x2 - x1) / length, (y2 - y1) / length
    pen.line(x1 + ux, y1 + uy, x2 - ux, y2 - uy, 0.3, pen.accent)
    for px, py, way in ((x1, y1, 1), (x2, y2, -1)):
        bx, by = px + way * 1.5 * ux, py + way * 1.5 * uy
        pen.polygon(((px, py), (bx - 0.6 * uy, by + 0.6 * ux), (bx + 0.6 * uy, by - 0.6 * ux)), fill=pen.accent, stroke=None)  # fmt: skip
    mx, my = (x1 + x2) / 2, (y1 + y2) / 2
    pen.circle(mx, my, 1.9, fill=WHITE, stroke=None)
    pen.text(mx, my + 1.02, letter, 2.9, fill=pen.accent, anchor="middle", display=True)


def legend(pen: Pen, x: float, y: float, width: float, tuck: Tuck) -> None:
    """Draw each letter with its length and how that is found."""
    for letter, value in tuck.measures.items():
        y = max(y + 4.5, row(pen, x, y, width, letter, value, tr(FORMULAS[letter])) + 1.4)


def row(pen: Pen, x: float, y: float, width: float, letter: str, value: float, words: str) -> float:
    """Draw one line of a legend and return its lower edge."""
    pen.text(x, y + 2.6, letter, 2.9, display=True)
    pen.text(x + 14, y + 2.6, figure(round(value, 2), "g"), 2.8, fill=GREY, anchor="end", display=True)
    return pen.paragraph(x + 16, y, width - 16, words, 2.3, lead=1.18)


def sheet_for(size: Size, paper: Size, fits: Callable[[Size, Size], bool]) -> Sheet | None:
    """Return the paper upright or lying, as a flat piece fits on it, None if it does not."""
    for sheet in Sheet.both_ways(paper):
        if fits(size, Size(sheet.width, sheet.height)):
            return sheet
    return None
