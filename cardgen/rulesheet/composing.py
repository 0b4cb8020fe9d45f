"""Pages chosen over the whole book: each place where a page may end has a cost, and the cheapest row of pages is taken.

As a paragraph is broken into lines: not the first break that fits, but those that are best together. What a page may
choose is the size of its pictures and the space between its pieces.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import NamedTuple, TypeAlias, TypeGuard

from cardgen.base.drawing import Tag
from cardgen.rulesheet.blocks import (
    Block,
    Fence,
    Figure,
    Listing,
    Paragraph,
    PictureBlock,
    Table,
    all_inlines,
)
from cardgen.rulesheet.flow import FlowPiece, FlowStack, Framed, Lines
from cardgen.rulesheet.layout import Around, Layout

SIZES = (1.0, 0.92, 0.86, 0.8, 1.08, 1.16, 1.25, 1.35)
"""Of the pictures of a page, the first as they are meant."""
_LEAST_FILLED = 0.62  # of a page; emptier ones are taken when nothing else can be done
_STRETCH = 3.0  # mm; the most by which a gap grows
_WIDE_GAPS = 1.0  # for gaps that have grown by that, squared
_EMPTY = 8.0  # for the square of what is empty
_TOO_EMPTY = 3.0
_LEAF = 0.12  # for every page
_HANGS = 5.0  # for what is empty below words that go on overleaf
_STICKS_OUT = 50.0
_TORN = 0.06  # for a chapter that goes on overleaf
_SHORT_TORN = 0.2  # more, when all of it has room on one page
_STRANDED = 1.5  # the less of a chapter stands alone, the nearer to this
_FEW = 50.0  # mm; more are not alone
_BEGUN = 0.05  # a chapter that begins below another one
_BEGUN_LOW = 1.2
_LOW = 0.75  # of a page
_BOARDS = ("call-out", "options", "rulings", "example")
_TITLE = 12.0  # mm
_TURNED = 20.0  # a page that must be turned in what is seen together
_ANOTHER_SIZE = 0.05  # for pictures that are twice as large as they are meant
_NOTES = 2.0  # for notes that have no room in the margin
_BLOCK, _INTRODUCES, _CAPTION = 0.02, 0.6, 0.6
_LIST, _LIST_ALONE = 0.1, 0.3
_GRID, _GRID_ALONE = 1.2, 2.5
_LONG_BOX, _LONG_TABLE = 0.9, 0.45  # of a page; one that is shorter is hardly cut
_LONG_CUT, _SHORT_CUT = 2.0, 6.0
_BOX = 0.45  # of a page; so much of a box at most is kept on either side of a cut
_EPSILON = 0.02


@dataclass(frozen=True, slots=True, eq=False)
class Strip:
    """A piece of a book in each size of its pictures, or in one, and what it costs to end a page behind it or inside it.

    When it is cut, the share `least` of it stays on either side. `spread` is seen at once: on two pages that face each
    other. Notes that are `aside` mm tall stand in the margin beside it, unless it is `wide` and takes the margin, too.
    """

    sizes: tuple[FlowPiece, ...]
    chapter: int
    begins: bool = False
    after: float = 0.02
    within: float = 0.1
    least: float = 0.0
    spread: bool = False
    aside: float = 0.0
    wide: bool = False
    weight: float = 1.0  # of the gap above it
    notes: tuple[FlowPiece, ...] = ()
    leads: tuple[int, Tag] | None = None  # to this page, which is heard as the link

    @property
    def keep(self) -> bool:
        """Whether no page ends behind it."""
        return self.sizes[0].keep

    @property
    def before(self) -> float:
        return self.sizes[0].before


_At: TypeAlias = tuple[int, str]
"""Where a page begins: at which strip, and what of it is left."""


class _End(NamedTuple):
    """A way to end a page: what follows begins at `at`; `turns` if one should not have to turn the page here."""

    at: _At
    cost: float
    size: int
    head: FlowPiece | None  # the upper part of what is cut
    filled: float
    turns: bool


class _Cut(NamedTuple):
    head: FlowPiece
    tail: FlowPiece
    size: int | None  # of the pictures in it


@dataclass(frozen=True, slots=True)
class Leaf(FlowStack):
    """A page: its pieces, the strip of each, and whether the first one was begun on the page before."""

    strips: tuple[Strip, ...] = ()
    torn: bool = False

    @property
    def laid(self) -> Iterator[tuple[FlowPiece, Strip]]:
        return zip(self.pieces, self.strips, strict=True)


class Composed(NamedTuple):
    """Pages, and what they cost."""

    pages: tuple[Leaf, ...]
    cost: float


class _Margin(NamedTuple):
    """The margin of a page: where its lowest free part begins, and how much of the notes has no room above that."""

    free: float = 0.0
    waiting: float = 0.0
    needs: float = 0.0  # of those beside the lowest part

    def beside(self, strip: Strip, top: float, height: float) -> _Margin:
        """Return the margin with a strip more on its page."""
        if not strip.wide:
            return self._replace(needs=self.needs + strip.aside)
        waiting = max(0.0, self.waiting + self.needs - max(0.0, top - self.free))
        return _Margin(top + height, waiting)

    def lacks(self, room: float) -> float:
        """Return how much of the notes has no room on a page of this height."""
        return max(0.0, self.waiting + self.needs - (room - self.free))


def composed(
    strips: Sequence[Strip], room: float, closing: Callable[[int], float], *, ends_anywhere: bool = False
) -> Composed:
    """Return strips on pages of this height; `closing` is what it costs to have so many pages.

    Nothing is left out; what has no room on any page has one for itself and sticks out. The last page is as full as the
    others unless it `ends_anywhere`.
    """
    return _Book(tuple(strips), room, ends_anywhere).composed(closing) if strips else Composed((), closing(0))


def strips_of(
    layouts: Sequence[Layout], block: Block, around: Around, chapter: int, follows: Block | None, room: float
) -> Iterator[Strip]:
    """Yield a block as strips for pages of this height, with its pictures in the size of each layout."""
    shown = any(isinstance(inline, PictureBlock) for inline in all_inlines([block]))
    used = layouts if shown else layouts[:1]
    every = [[*_loose(one, block, one.pieces([block], around))] for one in used]
    if any(len(pieces) != len(every[0]) for pieces in every):
        every = every[:1]
    count = len(every[0])
    for i, sizes in enumerate(zip(*every, strict=True)):
        ends = i + 1 == count
        alone = i in (0, count - 2)
        match block:
            case Listing():
                after = _LIST_ALONE if alone else _LIST
            case Fence(kind="steps" | "gallery") | Table():
                after = _GRID_ALONE if alone else _GRID
            case Fence():
                after = _LIST
            case _:
                after = _CAPTION
        if ends:
            after = _leads(block, follows)
        within, least = _inside(sizes[0], room)
        same = len({round(piece.height, 3) for piece in sizes}) == 1
        weight = 0.6 if isinstance(block, Listing) and i else 1.0
        yield Strip(
            sizes[:1] if same else sizes, chapter, after=after, within=within, least=least, weight=weight
        )


def _alone(height: float) -> float:
    """Return what it costs that so much of a chapter stands alone on a page."""
    return _STRANDED * max(0.0, 1 - height / _FEW)


def is_a_title(block: Block, layout: Layout) -> TypeGuard[Fence]:
    """Say whether the frame of a box is no more than the board of its title."""
    if not isinstance(block, Fence) or block.kind not in _BOARDS:
        return False
    return not any(layout.look(block).padding)


def title_of(layout: Layout, box: Fence, around: Around) -> FlowPiece:
    """Return the board of a title without what is below it."""
    (board,) = layout.pieces([replace(box, blocks=())], around)
    return board


def _loose(layout: Layout, block: Block, pieces: Sequence[FlowPiece]) -> Iterator[FlowPiece]:
    """Yield the pieces of a block; of a box without a visible frame what is in it, so that it may be cut."""
    look = layout.look(block) if isinstance(block, Fence) else None
    for piece in pieces:
        seen = look is None or look.fill or look.border or look.art or any(look.padding)
        if seen or not isinstance(piece, Framed) or not isinstance(piece.body, FlowStack):
            yield piece
            continue
        first, *others = piece.body.pieces or (piece.body,)
        yield replace(first, before=piece.before)
        yield from others


def _leads(block: Block, follows: Block | None) -> float:
    """Return what it costs to part two blocks: words and the list or picture that they lead to, a picture and its legend."""
    match block, follows:
        case (Paragraph(), Listing() | Figure() | Table() | Fence()) | (Listing(), Figure()):
            return _INTRODUCES
        case Figure(), Listing() | Figure():
            return _CAPTION
        case (Figure(caption=()), Paragraph()) | (Table(), Paragraph()):
            return _INTRODUCES
    return _BLOCK


def _inside(piece: FlowPiece, room: float) -> tuple[float, float]:
    """Return what it costs to cut a piece, and the least share that stays on either side."""
    match piece:
        case Lines():
            return 0.1, 0.0
        case Framed():
            return (_LONG_CUT if piece.height > _LONG_BOX * room else _SHORT_CUT), 1 / 3
        case FlowStack():
            return (0.4 if piece.height > _LONG_TABLE * room else _SHORT_CUT), 0.3
        case _:
            return 0.25, 0.25


@dataclass
class _Book:
    strips: tuple[Strip, ...]
    room: float
    ends_anywhere: bool
    _rests: dict[_At, tuple[FlowPiece, int | None]] = field(default_factory=dict)
    _known: dict[_At, list[_End]] = field(default_factory=dict)
    _cut: dict[_At, tuple[tuple[FlowPiece, ...], Sequence[_Cut]]] = field(default_factory=dict)

    def composed(self, closing: Callable[[int], float]) -> Composed:
        """Return the cheapest way through the book."""
        layers: list[dict[_At, tuple[float, _At, _End]]] = []
        reached: dict[_At, float] = {(0, ""): 0.0}
        best: tuple[float, int] = (float("inf"), 0)
        last = (len(self.strips), "")
        while reached:
            number = len(layers) + 2  # in a booklet; page 1 is the cover
            layer: dict[_At, tuple[float, _At, _End]] = {}
            for at, cost in reached.items():
                for end in self._ends(at):
                    more = cost + end.cost + (_TURNED if end.turns and number % 2 else 0.0)
                    if end.at not in layer or more < layer[end.at][0]:
                        layer[end.at] = (more, at, end)
            layers.append(layer)
            if last in layer:
                best = min(best, (layer[last][0] + closing(len(layers)), len(layers)))
            reached = {at: cost for at, (cost, *_) in layer.items() if at != last}
        found: list[Leaf] = []
        at = last
        for layer in reversed(layers[: best[1]]):
            _, before, end = layer[at]
            found.append(self._page(before, end))
            at = before
        return Composed(tuple(reversed(found)), best[0])

    # ---- the ways to end a page ---------------------------------------------------------------------

    def _ends(self, at: _At) -> list[_End]:
        if at not in self._known:
            every = [*self._every_end(at)]
            full = [end for end in every if end.filled >= _LEAST_FILLED or end.at[0] == len(self.strips)]
            # emptier ones only when they are all there is
            rest = sorted((end for end in every if end not in full), key=lambda end: -end.filled)
            self._known[at] = [*full, *rest[: 6 if full else 12]] or [self._forced(at)]
        return self._known[at]

    def _every_end(self, at: _At) -> Iterator[_End]:
        i, _ = at
        used, stretch, margin = [0.0] * len(SIZES), 0.0, _Margin()
        titles: list[
            list[float]
        ] = []  # how far down each chapter begins that is not at the top, in each size
        began = False  # the last chapter on the page begins on it
        for j in range(i, len(self.strips)):
            strip, top = self.strips[j], j == i
            sizes, cuts = self._pieces_at((j, at[1] if top else ""))
            before = 0.0 if top else sizes[0].before
            stretch += 0.0 if top else _STRETCH * strip.weight
            if strip.begins and not (top and at[1]):
                began = True
                if not top:
                    titles.append([y + before for y in used])
            elif top:
                began = False
            start = [y + before for y in used]
            beside = margin = margin.beside(strip, start[0], sizes[0].height)
            for cut in cuts:
                which = range(len(SIZES)) if cut.size is None else (cut.size,)
                tall = {u: start[u] + cut.head.height for u in which}
                key = f"{cut.size} {cut.tail.height:.2f}"
                self._rests.setdefault((j, key), (cut.tail, cut.size))
                cost = strip.within + self._torn(j, cut.tail.height)
                yield from self._end((j, key), tall, stretch, cost, titles, began, cut.head, beside)
            for u in range(len(SIZES)):
                used[u] = start[u] + sizes[u if len(sizes) > 1 else 0].height
            if min(used) > self.room + _EPSILON:
                return
            if strip.keep and j + 1 < len(self.strips):
                continue
            ends = j + 1 == len(self.strips) or self.strips[j + 1].begins
            cost = 0.0 if ends else strip.after + self._torn(j + 1, 0.0)
            yield from self._end(
                (j + 1, ""), dict(enumerate(used)), stretch, cost, titles, began, None, beside
            )

    def _end(
        self,
        at: _At,
        tall: dict[int, float],
        stretch: float,
        cost: float,
        titles: Sequence[Sequence[float]],
        began: bool,
        head: FlowPiece | None,
        beside: _Margin,
    ) -> Iterator[_End]:
        """Yield the end of a page with its pictures in the size that fills it best, if it has room."""
        best: _End | None = None
        j, rest = at
        inside = bool(rest) or (j < len(self.strips) and not self.strips[j].begins)
        turns = inside and self.strips[j].spread
        for u, height in tall.items():
            if height > self.room + _EPSILON:
                continue
            filled = min(1.0, (height + stretch) / self.room)
            more = _ANOTHER_SIZE * abs(SIZES[u] - 1)
            if self.ends_anywhere and j == len(self.strips):
                more += _alone(height)
                filled, height = 1.0, self.room
            more += _EMPTY * (1 - filled) ** 2
            more += _WIDE_GAPS * min(1.0, (self.room - height) / stretch) ** 2 if stretch else 0.0
            if filled < _LEAST_FILLED:
                more += _TOO_EMPTY + 10 * (_LEAST_FILLED - filled)
            for y in (title[u] for title in titles):
                more += _BEGUN + (_BEGUN_LOW if y > _LOW * self.room else 0.0)
            more += _HANGS * (1 - filled) if inside else 0.0
            if inside and began:
                more += _alone(height - (titles[-1][u] if titles else 0.0) - _TITLE)
            more += _NOTES if beside.lacks(self.room) > _EPSILON else 0.0
            if best is None or more + cost + _LEAF < best.cost:
                best = _End(at, more + cost + _LEAF, u, head, filled, turns)
        if best:
            yield best

    def _torn(self, j: int, tail: float) -> float:
        """Return what it costs that a chapter goes on overleaf with the rest of strip `j`, or when there is none with `j`."""
        after = j + 1 if tail else j
        rest = tail
        if after < len(self.strips) and not self.strips[after].begins:
            rest += self._rest_of_chapter[after]
        cost = _TORN + (_SHORT_TORN if self._whole[self.strips[j].chapter] <= self.room else 0.0)
        return cost + _alone(rest)

    @cached_property
    def _rest_of_chapter(self) -> list[float]:
        """From each strip how much there is up to the end of its chapter."""
        found: list[float] = []
        rest = 0.0
        for strip in reversed(self.strips):
            rest += strip.before + strip.sizes[0].height
            found.append(rest)
            rest = 0.0 if strip.begins else rest
        return found[::-1]

    @cached_property
    def _whole(self) -> dict[int, float]:
        """How tall each chapter is."""
        return {
            strip.chapter: rest
            for strip, rest in zip(self.strips, self._rest_of_chapter, strict=True)
            if strip.begins
        }

    def _pieces_at(self, at: _At) -> tuple[tuple[FlowPiece, ...], Sequence[_Cut]]:
        """Return a strip in each size, or what is left of it, and the ways to cut it."""
        j, rest = at
        if at not in self._cut:
            strip = self.strips[j]
            if rest:
                piece, size = self._rests[at]
                sizes: tuple[FlowPiece, ...] = (piece,)
                cuts = [_Cut(*cut, size) for cut in piece.parts()]
            else:
                sizes = strip.sizes
                known = enumerate(sizes) if len(sizes) > 1 else [(None, sizes[0])]
                cuts = [_Cut(*cut, size) for size, piece in known for cut in piece.parts()]
            least = min(strip.least * sizes[0].height, _BOX * self.room)
            cuts = [cut for cut in cuts if min(cut.head.height, cut.tail.height) >= least]
            self._cut[at] = (sizes, cuts)
        return self._cut[at]

    def _forced(self, at: _At) -> _End:
        """Return the end of a page on which only a piece stands that is too tall for it: cut anywhere, or not at all."""
        j, rest = at
        sizes, _ = self._pieces_at(at)
        size = min(range(len(sizes)), key=lambda u: sizes[u].height)
        fixed = self._rests[at][1] if rest else size if len(sizes) > 1 else None
        head, tail = sizes[size].split(self.room, True)
        if head is None or tail is None:
            head, follows = sizes[size], (j + 1, "")
        else:
            follows = (j, f"{fixed} {tail.height:.2f}")
            self._rests.setdefault(follows, (tail, fixed))
        return _End(follows, _STICKS_OUT, fixed or 0, head if follows[1] else None, 1.0, False)

    # ---- a page -------------------------------------------------------------------------------------

    def _page(self, at: _At, end: _End) -> Leaf:
        """Return the page from `at` to `end`, what is left of its height between its pieces."""
        found: list[FlowPiece] = []
        stop, rest = end.at
        strips = self.strips[at[0] : stop + (1 if rest else 0)]
        for j in range(at[0], at[0] + len(strips)):
            sizes, _ = self._pieces_at(at if j == at[0] else (j, ""))
            whole = sizes[end.size if len(sizes) > 1 else 0]
            piece = end.head if rest and j == stop and end.head else whole
            found.append(replace(piece, before=sizes[0].before))
        page = Leaf(tuple(found), strips=strips, torn=bool(at[1]))
        spare = self.room - page.height
        last = self.ends_anywhere and stop == len(self.strips)
        if spare <= 0 or len(found) < 2 or last:
            return page
        unit = min(_STRETCH, spare / max(sum(strip.weight for strip in strips[1:]), 1.0))
        spread = (replace(p, before=p.before + unit * strip.weight) for p, strip in [*page.laid][1:])
        return replace(page, pieces=(found[0], *spread))
