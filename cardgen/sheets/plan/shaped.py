"""Pages of hexagons and of pieces that nest: what lies where, and the lines along which it is cut."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from cardgen.base.drawing import apply
from cardgen.base.language import noted, tr
from cardgen.base.nesting import Nested
from cardgen.base.nesting import nest as nest_boxes
from cardgen.model import Component
from cardgen.model.kit import HEX_LAYOUTS, Kind, Layout
from cardgen.sheets.marks.kinds import Crop, CutOutline, GlueHere, Hint, Mark, PieceName, Score
from cardgen.sheets.paper import Edges, PageRoom, Rect, Sheet, SheetSettings, around
from cardgen.sheets.plan.grid import OFF_BLEED, SHORTEST
from cardgen.sheets.plan.honeycomb import MOST_BLEED, beyond, hexagons, straight_lines
from cardgen.sheets.plan.pageplan import ONE_SIDE, PagePlan, Piece, Slot, Todo, title_of

MANY_SIZES, WORTH = 3, 2
"""From so many sizes on, tokens are nested where that spares so many sheets: rows are cut faster."""
LEAST = 0.5
"""Around a piece without bleed: between two of them a knife needs a millimetre."""
_TICK = 3.0  # length of the tick at each end of a straight line
_BELOW = 8.0  # room for a sentence under hexagons
_SAYS = {
    "straight": noted(
        "**Every line runs through.** First all lines across, then turn the sheet by 60° and cut, then once more."
    ),
    "shared": noted(
        "**Each edge is one cut for two tiles.** Cut the zigzags from rim to rim, then between two tiles."
    ),
    "gap": noted("**Each tile has a line of its own.** Cut roughly between the tiles, then along the line."),
}

_TODO: Mapping[tuple[Kind, bool], Todo] = {
    ("standees", True): Todo(
        "fold", noted("**Print one side.** Score, fold at the head, glue, then cut the outlines")
    ),
    ("dice", True): Todo("die-net", noted("**Print one side.** Cut, score, fold all tabs back, glue")),
    ("dice", False): Todo(
        "die-sticker", noted("**Print on sticker paper.** Cut each line, stick by the guide")
    ),
    ("dials", False): Todo("dial", noted("**Print one side.** Cut holes and windows before the rims")),
    ("spinners", False): Todo("dial", noted("**Print one side.** Cut holes and windows before the rims")),
}
"""What the footer says of kinds of pieces, and whether they are folded from a flat one."""


def nest(
    pieces: Sequence[Piece],
    room: Rect,
    bleed: Callable[[Piece], float] = lambda piece: piece.component.bleed,
    kept: Sequence[Rect] = (),
    least: float = LEAST,
) -> tuple[list[tuple[Slot, ...]], list[Piece]]:
    """Return the fronts on each sheet with all of their bleed inside the room and off what is kept, and what fits nowhere.

    `least` is what each piece has around itself, however small its bleed.
    """
    boxes = [
        Nested(size.width, size.height, max(bleed(one), least), one.component.turns != "0")
        for one in pieces
        for size in [one.component.size]
    ]
    sheets, rest = nest_boxes(boxes, room, kept)
    slots = [
        tuple(
            Slot.front(pieces[n], box.x, box.y, Edges.all(bleed(pieces[n])), turned)
            for n, box, turned in lying
        )
        for lying in sheets
    ]
    return slots, [pieces[n] for n in rest]


def _todo(component: Component) -> Todo:
    return _TODO.get((component.kind, component.flat is not None), ONE_SIDE)


def is_packed(component: Component) -> bool:
    """Say whether pieces are packed as tokens are: rounds and free shapes always, others when they are tokens or nest."""
    if component.layout in HEX_LAYOUTS:
        return False
    return component.kind == "tokens" or component.shape in ("round", "free") or component.layout == "nest"


def is_nested(components: Sequence[Component]) -> bool:
    """Say whether components that share sheets are nested: where one asks for it, or has no rows to lie in."""
    if any(c.layout == "nest" or c.shape == "free" for c in components):
        return True
    return (
        any(c.shape == "hex" for c in components)
        and len({(c.shape, c.size, c.bleed) for c in components}) > 1
    )


def hexagon_pages(
    pieces: Sequence[Piece], sheet: Sheet, rooms: Sequence[PageRoom], settings: SheetSettings
) -> list[PagePlan] | None:
    """Return pages of hexagons of one size on the fewest sheets; None when not even one fits."""
    first = pieces[0].component
    layout: Layout = first.layout or "straight"
    bleed = min(first.bleed, MOST_BLEED * min(first.size.width, first.size.height))
    gap = 2 * bleed if layout == "gap" else 0.0
    best: list[PagePlan] | None = None
    for room in rooms:
        edge = bleed + OFF_BLEED + (SHORTEST + 1 if layout == "straight" else 0.0)
        region = room.field.shrunk(Edges(edge, edge, edge, edge + (0.0 if room.low else _BELOW)))
        pages: list[PagePlan] = []
        start = 0
        while start < len(pieces) and (
            seats := hexagons(first.size, layout, gap, region, len(pieces) - start)
        ):
            end = start + len(seats.boxes)
            slots = tuple(
                Slot.front(piece, box.x, box.y, Edges.all(bleed), seats.turned)
                for piece, box in zip(pieces[start:end], seats.boxes, strict=True)
            )
            title = title_of(pieces, start, len(slots))
            pages.append(_hexagon_page(sheet, room, slots, title, layout, settings))
            start = end
        if pages and (best is None or len(pages) < len(best)):
            best = pages
    return best


def _hexagon_page(
    sheet: Sheet, room: PageRoom, slots: tuple[Slot, ...], title: str, layout: Layout, settings: SheetSettings
) -> PagePlan:
    marks: list[Mark] = list(outlines(slots))
    cuts = 0
    if layout == "straight":
        lines = [one for way in straight_lines(slot.contour.points for slot in slots) for one in way]
        cuts = len(lines)
        start = slots[0].bleed.left + OFF_BLEED
        if settings.marks:
            marks += [Crop(*tick) for line in lines for tick in beyond(line, start, start + _TICK)]
    if not room.low:
        below = around([slot.art for slot in slots]).bottom
        wide = min(160.0, sheet.right - sheet.left)
        y = min(below + 4.5, room.field.bottom - 6.0)
        marks.append(
            Hint(
                sheet.left - 0.2, y, wide, "scissors" if layout != "straight" else "hex-1", tr(_SAYS[layout])
            )
        )
    return PagePlan("shapes", "single", sheet, title, slots, tuple(marks), cuts, furniture=room.furniture)


def outlines(slots: Sequence[Slot]) -> tuple[CutOutline, ...]:
    """Return the line of each piece, which shows on any art."""
    return tuple(CutOutline(slot.contour.commands) for slot in slots)


def on_pieces(slots: Sequence[Slot], holes: bool = True) -> list[Mark]:
    """Return what is drawn on the pieces of a page besides their faces: holes, nicks, glue, lines to score, names."""
    found: list[Mark] = []
    for slot in slots:
        component, matrix = slot.piece.component, slot.matrix
        if holes and slot.side == "front":
            found += [CutOutline(one.moved(matrix).commands) for one in (*component.holes, *component.nicked)]
        if component.flat is None:
            continue
        for corners in component.flat.glue:
            found.append(GlueHere(tuple(apply(matrix, x, y) for x, y in corners)))
        for x1, y1, x2, y2 in component.flat.folds:
            found.append(Score(*apply(matrix, x1, y1), *apply(matrix, x2, y2)))
        for x, y, width, turn in component.flat.names:
            found.append(PieceName(*apply(matrix, x, y), width, turn + slot.rotation, slot.card.name))
    return found


def nested_pages(
    pieces: Sequence[Piece], sheet: Sheet, rooms: Sequence[PageRoom]
) -> tuple[list[PagePlan], list[Piece]]:
    """Return pages of nested pieces on the fewest sheets, and the pieces that are too large for any."""
    best: tuple[list[PagePlan], list[Piece]] | None = None
    for room in rooms:
        sheets, rest = nest(pieces, room.field)
        pages = [
            PagePlan(
                *("shapes", "single", sheet, _titles(slots)),
                slots=slots,
                marks=outlines(slots),
                furniture=room.furniture,
                todo=_todo(slots[0].piece.component),
            )
            for slots in (_centred(slots, room.field) for slots in sheets)
        ]
        if best is None or (len(rest), len(pages)) < (len(best[1]), len(best[0])):
            best = pages, rest
    return best or ([], list(pieces))


def _centred(slots: Sequence[Slot], field: Rect) -> tuple[Slot, ...]:
    """Return slots in the middle of a field, from left to right."""
    block = around([slot.art for slot in slots])
    dx = field.x + (field.width - block.width) / 2 - block.x
    return tuple(slot._replace(x=slot.x + dx) for slot in slots)


def _titles(slots: Sequence[Slot]) -> str:
    return ", ".join(dict.fromkeys(slot.piece.component.title for slot in slots))
