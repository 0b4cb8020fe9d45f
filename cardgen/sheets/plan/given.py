"""Pieces in the cells of a sheet that is bought cut or perforated: nothing is cut, so nothing but faces is printed.

A piece that fits a cell bleeds as far as the cell lets it; a smaller one is in its middle and is cut out by hand. Backs
of cards are behind their fronts; those of labels come on a sheet of their own, in the cells of their fronts.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from cardgen.base.language import tr
from cardgen.model.stock import MOST_BLEED, Stock
from cardgen.sheets.marks.kinds import Mark, Score
from cardgen.sheets.paper import Edges, Rect, Sheet
from cardgen.sheets.plan.grid import crop_marks
from cardgen.sheets.plan.pageplan import PagePlan, Piece, Slot, title_of


def given_pages(pieces: Sequence[Piece], stock: Stock) -> list[PagePlan]:
    """Return the fronts of pieces on sheets of a stock, in the order of its cells."""
    pages = []
    for start in range(0, len(pieces), stock.count):
        some = pieces[start : start + stock.count]
        slots = tuple(_slot(piece, cell, stock) for piece, cell in zip(some, stock.cells, strict=False))
        sheet = Sheet(stock.paper.width, stock.length(len(some)))
        marks = _cuts(slots, sheet) if stock.kind == "roll" else ()
        pages.append(
            PagePlan(
                *("cards", "single", sheet),
                title_of(pieces, start, len(some)),
                slots,
                marks,
                cuts=len(marks) // 2 or 4 * sum(slot.piece.component.cut_by_hand for slot in slots),
                shift=stock.shift,
                stock=stock,
            )
        )
    return pages


def _cuts(slots: Sequence[Slot], sheet: Sheet) -> tuple[Mark, ...]:
    """Return the marks by which pieces are cut from a strip of a roll, and the line where it is torn off."""
    tear = Score(3, sheet.height - 4, sheet.width - 3, sheet.height - 4)
    return (tear, *crop_marks(slots, Rect(0, 0, sheet.width, sheet.height), MOST_BLEED + 0.7, 2.0))


def _slot(piece: Piece, cell: Rect, stock: Stock) -> Slot:
    component = piece.component
    seat = stock.seat(component.size, component.shape)
    if seat is None:
        raise ValueError(f"{component.title} is larger than a cell of {stock.name}")
    slot = Slot.front(piece, 0, 0, Edges.all(0), seat.turned)
    width, height = slot.width * seat.k, slot.height * seat.k
    x, y = cell.x + (cell.width - width) / 2, cell.y + (cell.height - height) / 2
    bleed = Edges.all(0)
    if seat.whole or stock.kind == "roll":  # as far as the face goes and the cell lets it
        most = component.bleed * seat.k
        across, down = (min(most, x - cell.x + stock.bleed.width), min(most, y - cell.y + stock.bleed.height))
        bleed = Edges(across, down, across, down)
    return slot._replace(x=x, y=y, width=width, height=height, bleed=bleed, k=seat.k)


def labels_behind(page: PagePlan) -> tuple[Slot, ...]:
    """Return the backs of a sheet of labels, each in the cell of its front on the next sheet."""
    return tuple(slot._replace(side="back") for slot in page.slots if slot.piece.has_back)


def tests_of(stocks: Iterable[Stock]) -> list[PagePlan]:
    """Return a page for each stock, on plain paper in true size, to be held against a sheet of it."""
    return [
        PagePlan(
            *("stock-test", "single", Sheet(stock.paper.width, stock.length(stock.count))),
            tr("Test page for {stock}", stock=stock.name),
            shift=stock.shift,
            stock=stock,
        )
        for stock in dict.fromkeys(stock.tested for stock in stocks)
    ]
