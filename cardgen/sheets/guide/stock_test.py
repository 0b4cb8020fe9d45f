"""The test page of a given sheet: its cells in true size on plain paper, to be held to the light with a sheet of it."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING

from cardgen.base.language import figure, noted, tr
from cardgen.sheets.furniture import CHECK, FED, RULER, ruler
from cardgen.sheets.marks.pen import GREY, WHITE, Pen
from cardgen.sheets.paper import Edges, Rect

if TYPE_CHECKING:
    from cardgen.model.stock import Stock

_CELL = "#0a8f8f"
_ARM = 5.0  # of a cross, with a tick each millimetre
_INSET = 6.0  # words keep this far from the edges of a cell, where crosses may be
_ROOM = (44.0, 20.0)  # what words need in a cell
_PANEL = (58.0, 25.0)  # what they get on a panel of their own
_STEPS = (
    ("print-100", noted("Print on plain paper"), noted("At 100 %, from the tray that you will use.")),
    (
        "stock-test",
        noted("Hold both to the light"),
        noted("Crosses belong on the edges of the cells. A tick is one millimetre."),
    ),
    (
        "enter",
        noted("Enter the numbers"),
        noted("What it is off, right and down, is **shift:** in your own {stock}.yaml."),
    ),
    ("tear", noted("Print on the sheet"), noted("Through the printer once. Never a sheet with open cells.")),
)
_ROLL_STEPS = (
    ("print-100", noted("Print on the roll"), noted("At 100 %, as all strips will be printed.")),
    (
        "stock-test",
        noted("Measure both margins"),
        noted("The outer lines belong {margin} mm inside the edges. A tick is one millimetre."),
    ),
    _STEPS[2],
    ("cut", noted("Print the strips"), noted("Tear at the dashes, cut along the ticks.")),
)


def draw_stock_test(pen: Pen, stock: Stock, title: str) -> None:
    """Draw the cells of a stock, crosses on corners of them, and what to do."""
    cells = stock.cells
    for cell in cells:
        if stock.round:
            radius = cell.width / 2
            pen.circle(cell.x + radius, cell.y + radius, radius, fill=None, stroke=_CELL, line_width=0.18)
        else:
            pen.rect(*cell, stock.corner, fill=None, stroke=_CELL, line_width=0.18)
    blocks = [
        partial(_head, stock=stock, title=title),
        *(partial(_step, number=n, stock=stock) for n in range(4)),
        partial(_foot, stock=stock),
    ]
    boxes = _in_cells(stock, len(blocks))
    if not boxes:
        boxes = _on_a_panel(pen, stock, len(blocks))
    for block, box in zip(blocks, boxes, strict=True):
        block(pen, box)
    for x, y in _crosses(stock):
        _cross(pen, x, y)


def _crosses(stock: Stock) -> Sequence[tuple[float, float]]:
    """Return where crosses are: on the outer corners of all cells and on two of one in the middle, of circles above and below."""
    cells = stock.cells
    first, last, middle = cells[0], cells[-1], cells[stock.rows // 2 * stock.columns + stock.columns // 2]
    off = first.width / 2 if stock.round else 0.0
    corners = [(x, y) for x in (first.x + off, last.right - off) for y in (first.y, last.bottom)]
    beside = middle.y + (middle.height / 2 if stock.round else 0.0)
    return list(dict.fromkeys([*corners, (middle.x, beside), (middle.right, beside)]))


def _in_cells(stock: Stock, count: int) -> Sequence[Rect]:
    """Return the room for words in cells: those of the middle column if it has enough; none where cells are small."""
    boxes = []
    for cell in stock.cells:
        across, down = _INSET, _INSET
        if stock.round:  # in the middle, where a circle is wide
            down = (cell.height - _ROOM[1]) / 2
            across = (cell.width - (max(0.0, cell.width**2 - _ROOM[1] ** 2)) ** 0.5) / 2 + 3
        boxes.append(cell.shrunk(Edges(across, down, across, down)))
    if stock.rows > count:
        boxes = boxes[stock.columns // 2 :: stock.columns]
        del boxes[stock.rows // 2]
    wide = boxes[0].width >= _ROOM[0] - 0.1 and boxes[0].height >= _ROOM[1] - 0.1
    return [*boxes[: count - 1], boxes[-1]] if wide and len(boxes) >= count else ()


def _on_a_panel(pen: Pen, stock: Stock, count: int) -> Sequence[Rect]:
    """Draw a white panel in the middle of the page, and return the room for words on it."""
    wide, high = _PANEL
    columns = 2 if stock.paper.width >= 2 * wide + 20 else 1
    rows = -(-count // columns)
    x, y = (stock.paper.width - columns * wide) / 2, (stock.paper.height - rows * high) / 2
    pen.rect(
        x - 3, y - 3, columns * wide + 6, rows * high + 6, 2, fill=WHITE, stroke=pen.accent, line_width=0.25
    )
    return [
        Rect(x + n % columns * wide + 2, y + n // columns * high + 2, wide - 4, high - 4)
        for n in range(count)
    ]


def _head(pen: Pen, box: Rect, *, stock: Stock, title: str) -> None:
    pen.rect(box.x, box.y + 0.2, 1.3, 3.7, fill=pen.accent)
    pen.fitted(box.x + 2.9, box.y + 3.45, title.upper(), box.width - 14, 3.7, display=True)
    lines = (
        tr("Test page for {stock}", stock=stock.name),
        tr(FED[stock.feed]),
        tr("first {first}, pitch {pitch} mm", first=_pair(*_pairs(stock)[0]), pitch=_pair(*_pairs(stock)[1])),
    )
    for n, words in enumerate(lines):
        pen.fitted(box.x, box.y + 8.6 + 4 * n, words, box.width - (9 if n < 2 else 0), 2.6, fill=GREY)
    x, down = box.right - 4, stock.feed == "bottom"
    y, tip = (box.y, box.y + 12) if down else (box.y + 12, box.y)
    back = -3.5 if down else 3.5
    pen.lines([(x, y, x, tip), (x, tip, x - 3.5, tip + back), (x, tip, x + 3.5, tip + back)], 0.9, pen.accent)


def _pairs(stock: Stock) -> tuple[tuple[float, float], tuple[float, float]]:
    first, gap, cell = stock.first, stock.gap, stock.cell
    return (first.width, first.height), (cell.width + gap.width, cell.height + gap.height)


def _pair(across: float, down: float) -> str:
    return f"{figure(round(across, 2))} × {figure(round(down, 2))}"


def _step(pen: Pen, box: Rect, *, number: int, stock: Stock) -> None:
    icon, title, words = (_ROLL_STEPS if stock.kind == "roll" else _STEPS)[number]
    pen.picture(icon, box.x - 1, box.y - 0.6, 10.5)
    pen.number(box.x + 13, box.y + 1.7, number + 1, 1.7)
    pen.fitted(box.x + 15.7, box.y + 2.8, tr(title), box.width - 15.7, 3, display=True)
    room = Rect(box.x + 11.2, box.y + 5, box.width - 11.2, box.height - 5)
    said = tr(words).replace("{stock}", stock.name).replace("{margin}", figure(stock.first.width))
    pen.box(room, said, 2.45, lead=1.25)


def _foot(pen: Pen, box: Rect, *, stock: Stock) -> None:
    ruler(pen, box.x + box.width / 2 - RULER / 2 - 3.5, box.y + 4)
    pen.fitted(box.x, box.y + 11, tr(CHECK), box.width, 2.45)
    across, down = stock.bleed.width, stock.bleed.height
    words = tr(
        "safe {safe} mm, bleed {bleed} mm; makers' numbers are nominal",
        safe=figure(stock.safe),
        bleed=_pair(across, down),
    )
    pen.box(Rect(box.x, box.y + 12.6, box.width, box.height - 12.6), words, 2.3, fill=GREY)


def _cross(pen: Pen, x: float, y: float) -> None:
    lines = [(x - _ARM, y, x + _ARM, y), (x, y - _ARM, x, y + _ARM)]
    for n in (-4, -3, -2, -1, 1, 2, 3, 4):
        tick = 0.7 if n % 2 else 1.2
        lines += [(x + n, y - tick, x + n, y + tick), (x - tick, y + n, x + tick, y + n)]
    pen.lines(lines, 0.12)
