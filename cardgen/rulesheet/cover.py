"""The cover of a booklet: drawn by the kit's own template, or made of its masthead and its best cards."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from cardgen.base.drawing import (
    Drawing,
    Item,
    Matrix,
    PlacedDrawing,
    Tag,
    apply,
    multiply,
    rect,
    rotate,
    tagged,
    translate,
)
from cardgen.base.units import Size
from cardgen.model import Card, Kit
from cardgen.rulesheet.blocks import Heading, Inlines, Paragraph, PictureBlock, TextRun
from cardgen.rulesheet.flow import Fixed, FlowPiece, Lines
from cardgen.rulesheet.layout import Around, Layout, placed
from cardgen.rulesheet.manuscript import Manuscript
from cardgen.sheets.paper import SAFE, Rect

_FANNED = ("decks", "tiles")
_MOST, _FEWEST = 5, 3  # cards on a cover
_SQUARE = 0.1  # tiles whose sides differ by less lie beside each other
_TILES = 2.0  # mm between them
_MASTHEAD = 136.0  # mm; the narrowest for which mastheads are drawn, as on the web page of a telephone
_SPREAD = 9.0  # degrees between them
_LARGEST = 1.15  # of the real card
_EDGE = "#4a4a4a"
_TITLE = 16.0
_INSIDE = 8.0  # from the frame to what is in it
_APART = 6.0


def draw_cover(layout: Layout, said: Manuscript, page: Size) -> Drawing:
    """Return the first page; nothing of it is nearer to an edge than a printer reaches."""
    kit, theme = layout.pictures.sheet.kit, layout.theme
    items: list[Item] = []
    # it was drawn for the first look of the kit; others, to save ink, are composed
    if theme.booklet.cover and layout.pictures.faces.look == (kit.first_look or "full"):
        drawing = layout.pictures.art(theme.booklet.cover, page.width, page.height)
        if drawing is not None and drawing.width > 4 * SAFE and drawing.height > 4 * SAFE:
            # one that was drawn for the other page is made smaller, so that its edges stay free
            k = min(
                (page.width - 2 * SAFE) / (drawing.width - 2 * SAFE),
                (page.height - 2 * SAFE) / (drawing.height - 2 * SAFE),
            )
            x, y = (page.width - drawing.width * k) / 2, (page.height - drawing.height * k) / 2
            inner = (SAFE, SAFE, drawing.width - 2 * SAFE, drawing.height - 2 * SAFE)
            art = PlacedDrawing(drawing, (k, 0.0, 0.0, k, x - drawing.x * k, y - drawing.y * k), rect(*inner))
            items += tagged([art], Tag("H1", said=kit.title))
    else:
        items += compose(layout, said, page)
    return Drawing(f"{kit.slug} booklet 1", 0, 0, page.width, page.height, tuple(items))


def compose(layout: Layout, said: Manuscript, page: Size, thanks: str = "") -> Iterator[Item]:
    """Yield a cover in the kit's colours: a frame, its masthead, its cards, and for how many it is."""
    theme = layout.theme
    colour, ground = theme.heading.colour, theme.booklet.ground or theme.box("at-a-glance").fill
    wide, tall = page.width - 2 * SAFE, page.height - 2 * SAFE
    for inset, radius, thick, fill in ((0.6, 4.0, 1.2, ground), (2.4, 2.6, 0.3, None)):
        edge = (SAFE + inset, SAFE + inset, wide - 2 * inset, tall - 2 * inset)
        yield rect(*edge, radius=radius, fill=fill, stroke=colour, line_width=thick)
    left, width, y = SAFE + _INSIDE, wide - 2 * _INSIDE, SAFE + _INSIDE + 1.0
    title, foot = _title(layout, said, width), _foot(layout, width, thanks)
    bottom = page.height - SAFE - _INSIDE - foot.height
    yield from title.draw(left, y, title.height)
    yield from foot.draw(left, bottom, foot.height)
    y += title.height + _APART
    room = Rect(left, y, width, bottom - _APART - y)
    if not said.cover:
        yield from _shown_in(layout, room)
        return
    body = layout.stack(said.cover, Around(width, space=theme.page.space))
    yield from body.draw(left, y + max(0.0, (room.height - body.height) / 2), body.height)


def _title(layout: Layout, said: Manuscript, width: float) -> FlowPiece:
    """Return the masthead as the theme draws it, or the title in the largest letters that fit."""
    theme, setter, kit = layout.theme, layout.setter, layout.pictures.sheet.kit
    drawing = layout.pictures.art(theme.masthead, _MASTHEAD, 0.0) if theme.masthead else None
    if drawing is not None and drawing.width:
        k = width / drawing.width
        words = f"{kit.title}. {kit.subtitle}"
        return Fixed(drawing.height * k, (placed(drawing, 0, 0, k),), tag=Tag("H1", said=words))
    title: Inlines = (TextRun(kit.title),)
    below: Sequence[Inlines] = ((TextRun(kit.subtitle),),)
    match said.masthead:
        case [Heading() as head, *others]:
            title, below = head.inlines, [b.inlines for b in others if isinstance(b, Paragraph)]
    style = replace(theme.words("title"), size=_TITLE, align="center")
    needs = setter.width(title, style)
    style = replace(style, size=style.size * min(1.0, width / needs)) if needs else style
    small = replace(theme.words("text", "masthead"), align="center")
    lines = [setter.lines(title, style, width, role="H1"), *(setter.lines(b, small, width) for b in below)]
    return Lines(tuple(line for part in lines for line in part))


def _foot(layout: Layout, width: float, thanks: str) -> FlowPiece:
    """Return what stands at the foot: that these are the rules, for how many, how long, by whom, and `thanks` to others."""
    theme, kit = layout.theme, layout.pictures.sheet.kit
    words = theme.furniture
    head = replace(theme.words("heading-2"), align="center")
    facts = replace(theme.words("text"), align="center")
    small = replace(theme.words("text", "credits"), align="center")
    players = str(kit.players.min)
    if kit.players.max != kit.players.min:
        players += f"–{kit.players.max}"
    said = f"{players} {words['players']}  ·  {kit.minutes} {words['minutes']}"
    lines = (
        *layout.setter.lines((TextRun(words["the_rules"]),), head, width),
        *layout.setter.lines((TextRun(said),), facts, width),
        *(
            line
            for one in (kit.credits.get("design", ""), *([thanks] if thanks else ()))
            for line in layout.setter.lines((TextRun(one),), small, width)
        ),
    )
    return Lines(lines)


def _shown(kit: Kit) -> list[Card]:
    """Return the cards of the cover: those that the kit's guide shows first, else some of its first deck."""
    cards: dict[str, Card] = {card.id: card for part in kit.components for card in part.cards}
    kinds = {part.id: part.kind for part in kit.components}
    wanted = kit.guide.get("hero") or ()
    named = [name for row in wanted for name in (row if isinstance(row, (list, tuple)) else [row])]
    found = [card for name in named if (card := cards.get(str(name)))]
    found = [card for card in found if kinds[card.component] in _FANNED]
    if found:
        first = kit.component(found[0].component).size
        return [card for card in found if kit.component(card.component).size == first][:_MOST]
    for part in kit.components:
        if part.kind in _FANNED and part.cards:
            n = min(_MOST, len(part.cards))
            return [part.cards[round(i * (len(part.cards) - 1) / max(1, n - 1))] for i in range(n)]
    return []


def _shown_in(layout: Layout, room: Rect) -> Iterator[Item]:
    """Yield the cards of the cover: held in a hand, those of a square laid out, as large as there is room."""
    kit = layout.pictures.sheet.kit
    cards = [
        (drawing, kit.component(card.component).corner)
        for card in _shown(kit)
        if (drawing := layout.pictures.drawing(PictureBlock("face", card.id))) is not None
    ]
    if not cards:
        return
    wide, tall = cards[0][0].width, cards[0][0].height
    if abs(wide - tall) < _SQUARE * tall and len(cards) >= 4:
        laid = [_laid(wide, tall)]
    else:
        laid = [_fan(wide, tall, n) for n in range(min(_FEWEST, len(cards)), len(cards) + 1)]
    # as many cards as can be large: in a hand of five they are small
    matrices, k = max(
        ((one, _fitting(one, wide, tall, room)) for one in laid), key=lambda found: (found[1], len(found[0]))
    )
    if k <= 0:
        return
    left, top, right, bottom = _bounds(matrices, wide, tall)
    x = room.x + room.width / 2 - k * (left + right) / 2
    y = room.y + room.height / 2 - k * (top + bottom) / 2
    n = len(matrices)
    chosen = [cards[round(i * (len(cards) - 1) / max(1, n - 1))] for i in range(n)]
    for (drawing, corner), matrix in zip(chosen, matrices, strict=True):
        edge = rect(0, 0, wide, tall, radius=corner, stroke=_EDGE, line_width=0.3)
        # on paper of its own: where little ink is used, what lies below would show through
        paper = rect(0, 0, wide, tall, radius=corner, fill="#ffffff")
        card = Drawing(f"{drawing.name} on the cover", 0, 0, wide, tall, (paper, *drawing.items, edge))
        yield PlacedDrawing(card, multiply((k, 0.0, 0.0, k, x, y), matrix))


def _fan(wide: float, tall: float, count: int) -> list[Matrix]:
    """Return where so many cards lie that one holds."""
    pivot = 1.5 * tall  # below the middle of a card
    turns = [_SPREAD * (i - (count - 1) / 2) for i in range(count)]
    return [multiply(rotate(turn, 0, pivot), translate(-wide / 2, -tall / 2)) for turn in turns]


def _laid(wide: float, tall: float) -> list[Matrix]:
    """Return where four tiles lie, two beside two."""
    return [translate(i * (wide + _TILES), j * (tall + _TILES)) for j in (0, 1) for i in (0, 1)]


def _bounds(matrices: Sequence[Matrix], wide: float, tall: float) -> tuple[float, float, float, float]:
    corners = [
        apply(matrix, x, y) for matrix in matrices for x, y in ((0, 0), (wide, 0), (0, tall), (wide, tall))
    ]
    across, down = zip(*corners, strict=True)
    return min(across), min(down), max(across), max(down)


def _fitting(matrices: Sequence[Matrix], wide: float, tall: float, room: Rect) -> float:
    """Return how large cards may be that lie there."""
    left, top, right, bottom = _bounds(matrices, wide, tall)
    return min(room.width / (right - left), room.height / (bottom - top), _LARGEST)
