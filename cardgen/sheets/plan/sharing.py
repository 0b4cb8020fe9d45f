"""Pages that share a sheet: what lies on a page with little on it moves into the free places of others.

It moves only where a whole page becomes empty, and only to the same paper. What came there first goes to the top of
its page, or to its left edge; below it or beside it each new size stands under a heading of its own, rounds as a
honeycomb, the others in rows.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from cardgen.sheets.marks.kinds import TICKS, Crop, CutCircle, CutNumber, HeadingMark, Hint, Mark
from cardgen.sheets.paper import Edges, Rect, around
from cardgen.sheets.plan.mounting import rooms
from cardgen.sheets.plan.packing import APART, FIRST, Added, PageColumn, fill_below
from cardgen.sheets.plan.pageplan import PagePlan, Piece

_OFF_HEAD = 1.5  # a heading that has moved up keeps this far from the header
LEAST = 20.0  # mm below or beside a block that are worth a look


class FrontsPage(NamedTuple):
    """A page of fronts, and whether something belongs behind it."""

    page: PagePlan
    two_sided: bool


def share(laid: Iterable[FrontsPage], gutter: float = 0.0) -> list[FrontsPage]:
    """Return the pages without those whose pieces all find a place on another page of the same paper.

    A page with backs takes pieces without, and the other way round: the sheet is then printed on both sides.
    """
    pages = list(laid)
    places = {id(one): _places(one.page) for one in pages if _shares(one.page)}
    # the emptiest first: it is the most easily emptied
    for donor in sorted((one for one in pages if id(one) in places), key=lambda one: _covered(one.page)):
        if not any(one is donor for one in pages):
            continue  # it has taken others itself
        stock = _stock(donor.page)
        others = [
            (one, places[id(one)])
            for one in pages
            if one is not donor
            and places.get(id(one))
            and _stock(one.page) == stock
            # what is registered takes fronts that need no back, and its own
            and (donor.page.way == one.page.way or not (donor.page.way or donor.two_sided))
        ]
        if _covered(donor.page) > sum(max(place.area for place in free) for _, free in others):
            continue
        changed = _moved(donor, others, gutter)
        if changed:
            pages = [changed.get(id(one), one) for one in pages if one is not donor]
            places |= {id(one): _places(one.page) for one in changed.values()}
    return pages


def _shares(page: PagePlan) -> bool:
    return page.side == "single" and page.role in ("cards", "tokens") and not page.stock


def _stock(page: PagePlan) -> tuple[str, float]:
    component = page.slots[0].piece.component
    return component.paper, component.made.board


def _covered(page: PagePlan) -> float:
    return sum(slot.width * slot.height for slot in page.slots)


def _reach(page: PagePlan) -> Rect:
    """Return what is covered on a page, marks included."""
    boxes = [slot.art for slot in page.slots]
    for mark in page.marks:
        match mark:
            case Crop(x1, y1, x2, y2, _):
                boxes += [Rect(x1, y1, 0, 0), Rect(x2, y2, 0, 0)]
            case HeadingMark(x, y, right, _, _):
                boxes.append(Rect(x, y, right - x, 0))
            case CutCircle(cx, cy, radius, bleed):
                boxes.append(Rect(cx, cy, 0, 0).grown(Edges.all(radius + bleed + TICKS)))
    return around(boxes)


class _Place(NamedTuple):
    """A free part of a page, once what lies there has moved by (dx, dy), and where headings in it begin."""

    column: PageColumn
    y: float
    dx: float = 0.0
    dy: float = 0.0

    @property
    def area(self) -> float:
        """How much is free, in mm²."""
        return self.column.field.width * max(0.0, self.column.field.bottom - self.y)


def _places(page: PagePlan) -> list[_Place]:
    """Return what is free below and beside what lies on a page, if it is worth a look; nothing where cuts are numbered."""
    if any(isinstance(mark, (CutNumber, Hint)) for mark in page.marks):
        return []
    taken, sheet = _reach(page), page.paper
    room = rooms(sheet, page.way)[0] if page.way else sheet.room(page.furniture)
    field = room.field
    found = []
    top = field.y + (_OFF_HEAD if page.role == "tokens" else 0.0)
    up, left = max(0.0, taken.y - top), max(0.0, taken.x - field.x)
    if field.height - taken.height > LEAST:
        found.append(
            _Place(PageColumn(field, sheet.left, sheet.right), taken.bottom - up + APART - FIRST / 2, dy=-up)
        )
    if field.width - taken.width > LEAST:
        x = taken.right - left + APART
        beside = Rect(x, field.y, field.right - x, field.height)
        found.append(_Place(PageColumn(beside, x, max(x, sheet.right)), field.y + FIRST / 2, dx=-left))
    return found


def _moved(
    donor: FrontsPage, others: Sequence[tuple[FrontsPage, Sequence[_Place]]], gutter: float
) -> dict[int, FrontsPage] | None:
    """Return the pages that take all pieces of another, by the id of what they were; None when they cannot."""
    pieces = [slot.piece for slot in donor.page.slots]
    for one, places in others:  # one page that takes all is better than many that take some
        place, added = _most(pieces, places, gutter)
        if not added.rest:
            return {id(one): _joined(one, place, added, donor)}
    changed: dict[int, FrontsPage] = {}
    for one, places in others:
        place, added = _most(pieces, places, gutter)
        if added.slots:
            changed[id(one)] = _joined(one, place, added, donor)
            pieces = added.rest
        if not pieces:
            return changed
    return None


def _most(pieces: Sequence[Piece], places: Sequence[_Place], gutter: float) -> tuple[_Place, Added]:
    """Return the free place of a page that takes the most of the pieces, and what it takes."""
    tries = [(place, fill_below(pieces, place.column, place.y, gutter)) for place in places]
    return min(tries, key=lambda found: len(found[1].rest))


def _joined(one: FrontsPage, place: _Place, added: Added, donor: FrontsPage) -> FrontsPage:
    """Return a page whose own pieces have moved, with what it takes."""
    page = one.page
    slots = [slot._replace(x=slot.x + place.dx, y=slot.y + place.dy) for slot in page.slots]
    marks = [_shifted(mark, place.dx, place.dy) for mark in page.marks]
    titles = dict.fromkeys([page.title, *(s.piece.component.title for s in added.slots)])
    whole = page._replace(
        slots=(*slots, *added.slots),
        marks=(*marks, *added.marks),
        cuts=page.cuts + added.cuts,
        title=", ".join(titles),
    )
    return FrontsPage(whole, one.two_sided or donor.two_sided)


def _shifted(mark: Mark, dx: float, dy: float) -> Mark:
    match mark:
        case Crop(x1, y1, x2, y2, _):
            return mark._replace(x1=x1 + dx, y1=y1 + dy, x2=x2 + dx, y2=y2 + dy)
        case CutCircle(cx, cy, _, _):
            return mark._replace(cx=cx + dx, cy=cy + dy)
        case HeadingMark(x, y, right, _, _):
            return mark._replace(x=x + dx, y=y + dy, right=right + dx)
        case _:
            raise TypeError(f"{mark} cannot be moved")
