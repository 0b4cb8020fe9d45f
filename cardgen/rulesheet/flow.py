"""Pieces of a page that know their height and where they may be cut: the flow of a rule sheet.

All lengths in mm, y down. A piece is laid out for one width; cutting it never changes its lines.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import TypeAlias, cast

from cardgen.base.drawing import (
    Art,
    Item,
    Mark,
    Path,
    PathCommand,
    PlacedDrawing,
    Tag,
    Text,
    multiply,
    tagged,
    translate,
)

_EPSILON = 1e-6
_HAIR = 0.01
Frame: TypeAlias = Callable[[float, float], Sequence[Item]]
"""Draws what lies behind a panel of this width and height, its corner at 0,0."""
Cut: TypeAlias = "tuple[FlowPiece | None, FlowPiece | None]"
"""What fits, and what is left."""


@dataclass(
    frozen=True, kw_only=True
)  # without slots, so that heights can be kept: they are asked for all the time
class FlowPiece:
    """Something with a height that can be drawn and perhaps be cut in two.

    `before` is the space it wants above when something stands there; with `keep` it must not be the last on
    a page or in a column. `tag` is what it is to somebody who hears the page.
    """

    before: float = 0.0
    keep: bool = False
    tag: Tag | None = None

    @property
    def height(self) -> float:
        return 0.0

    def split(self, room: float, force: bool = False) -> Cut:
        """Return what fits into `room` and what is left; `force` cuts even what should stay whole."""
        return (self, None) if self.height <= room + _EPSILON else self._cut(room, force)

    def _cut(self, room: float, force: bool) -> Cut:
        """Return both parts of a piece that is too tall; one that stays whole is left as it is."""
        return None, self

    def parts(self) -> Iterator[tuple[FlowPiece, FlowPiece]]:
        """Yield every way to cut it in two, the lowest cut first."""
        room = self.height - _HAIR
        while room > 0:
            head, tail = self.split(room)
            if head is None or tail is None:
                return
            yield head, tail
            room = min(room, head.height) - _HAIR

    def draw(self, x: float, y: float, height: float) -> Iterator[Item]:
        """Yield its items with its corner at x, y; it may stretch to `height`."""
        return tagged(self._drawn(x, y, height), self.tag)

    def _drawn(self, x: float, y: float, height: float) -> Iterator[Item]:
        return iter(())


@dataclass(frozen=True, slots=True)
class Turn(FlowPiece):
    """The end of a page."""


@dataclass(frozen=True, slots=True)
class Fixed(FlowPiece):
    """Items that stay together: a heading, a picture, a table row."""

    tall: float
    items: tuple[Item, ...] = ()

    @property
    def height(self) -> float:
        return self.tall

    def _drawn(self, x: float, y: float, height: float) -> Iterator[Item]:
        return (moved(item, x, y) for item in self.items)


@dataclass(frozen=True, slots=True)
class Lines(FlowPiece):
    """Lines of running text, each with its own height; never cut so that one line stands alone."""

    lines: tuple[Fixed, ...]

    @cached_property
    def height(self) -> float:
        return sum(line.tall for line in self.lines)

    def _cut(self, room: float, force: bool) -> Cut:
        count, used, total = 0, 0.0, len(self.lines)
        while used + self.lines[count].tall <= room + _EPSILON:
            used += self.lines[count].tall
            count += 1
        if total - count < 2 and not force:
            count = total - 2
        if count < (1 if force else 2):
            return None, self
        return replace(self, lines=self.lines[:count]), Lines(self.lines[count:], keep=self.keep)

    def _drawn(self, x: float, y: float, height: float) -> Iterator[Item]:
        for line in self.lines:
            yield from line.draw(x, y, line.tall)
            y += line.tall


@dataclass(frozen=True, slots=True)
class FlowStack(FlowPiece):
    """Pieces one below the other."""

    pieces: tuple[FlowPiece, ...]

    @cached_property
    def height(self) -> float:
        return sum(p.height + (p.before if i else 0.0) for i, p in enumerate(self.pieces))

    def _cut(self, room: float, force: bool) -> Cut:
        """Cut between pieces, or inside one; a piece that keeps with the next goes with it."""
        y = 0.0
        for i, piece in enumerate(self.pieces):
            top = y + (piece.before if i else 0.0)
            if top + piece.height <= room + _EPSILON:
                y = top + piece.height
                continue
            head, tail = piece.split(room - top) if room > top else (None, piece)
            if head is not None:
                return self._parts((*self.pieces[:i], head), tail, self.pieces[i + 1 :])
            cut = i
            while cut > 0 and self.pieces[cut - 1].keep:
                cut -= 1
            if cut:
                return self._parts(self.pieces[:cut], None, self.pieces[cut:])
            head, tail = self.pieces[0].split(room, True) if force else (None, None)
            return (None, self) if head is None else self._parts((head,), tail, self.pieces[1:])
        return self, None

    def _parts(
        self, upper: tuple[FlowPiece, ...], tail: FlowPiece | None, lower: tuple[FlowPiece, ...]
    ) -> Cut:
        rest = lower if tail is None else (tail, *lower)
        return replace(self, pieces=upper), replace(self, pieces=rest) if rest else None

    def _drawn(self, x: float, y: float, height: float) -> Iterator[Item]:
        """Yield the pieces; a single one gets the whole height."""
        if len(self.pieces) == 1:
            yield from self.pieces[0].draw(x, y, height)
            return
        for i, piece in enumerate(self.pieces):
            y += piece.before if i else 0.0
            yield from piece.draw(x, y, piece.height)
            y += piece.height


@dataclass(frozen=True, slots=True)
class FlowRow(FlowPiece):
    """Pieces side by side, each at its own x; `middle` centres the shorter ones, `whole` is not cut."""

    cells: tuple[tuple[float, FlowPiece], ...]
    middle: bool = False
    whole: bool = False

    @cached_property
    def height(self) -> float:
        return max((piece.height for _, piece in self.cells), default=0.0)

    def _cut(self, room: float, force: bool) -> Cut:
        """Cut every cell at the same height."""
        if self.whole and not force:
            return None, self
        heads: list[tuple[float, FlowPiece]] = []
        tails: list[tuple[float, FlowPiece]] = []
        for x, piece in self.cells:
            head, tail = piece.split(room, force)
            if head is None:
                return None, self
            heads.append((x, head))
            tails.append((x, tail if tail is not None else FlowStack(())))
        return replace(self, cells=tuple(heads)), replace(self, cells=tuple(tails))

    def _drawn(self, x: float, y: float, height: float) -> Iterator[Item]:
        tall = max(height, self.height)
        for dx, piece in self.cells:
            dy = (tall - piece.height) / 2 if self.middle else 0.0
            yield from piece.draw(x + dx, y + dy, piece.height if self.middle else tall)


@dataclass(frozen=True, slots=True)
class Framed(FlowPiece):
    """A panel: a piece with padding (top, right, bottom, left) on a drawn frame; stays whole unless forced."""

    body: FlowPiece
    width: float
    padding: tuple[float, float, float, float]
    frame: Frame

    @cached_property
    def height(self) -> float:
        return self.body.height + self.padding[0] + self.padding[2]

    def _cut(self, room: float, force: bool) -> Cut:
        """Cut the piece inside and frame both parts, but only when forced."""
        if not force:
            return None, self
        head, tail = self.body.split(room - self.padding[0] - self.padding[2], True)
        if head is None:
            return None, self
        return replace(self, body=head), (replace(self, body=tail) if tail is not None else None)

    def parts(self) -> Iterator[tuple[FlowPiece, FlowPiece]]:
        """Yield every way to cut what is in it; both parts have the whole frame."""
        for head, tail in self.body.parts():
            yield replace(self, body=head), replace(self, body=tail)

    def _drawn(self, x: float, y: float, height: float) -> Iterator[Item]:
        tall = max(height, self.height)
        for item in self.frame(self.width, tall):
            yield moved(item, x, y)
        inner = tall - self.padding[0] - self.padding[2]
        yield from self.body.draw(x + self.padding[3], y + self.padding[0], inner)


@dataclass(frozen=True, slots=True)
class Columns(FlowPiece):
    """Text that runs through columns of equal height, one after the other."""

    body: FlowStack
    width: float
    gap: float
    count: int
    _height: list[float] = field(default_factory=list, compare=False)

    @property
    def height(self) -> float:
        """The least height at which the columns hold everything."""
        if not self._height:
            self._height.append(self._least())
        return self._height[0]

    def _least(self) -> float:
        low, high = self.body.height / self.count, self.body.height
        while high - low > 0.2:
            middle = (low + high) / 2
            if self._fill(middle)[1] is None:
                high = middle
            else:
                low = middle
        return high

    def _fill(self, room: float, force: bool = False) -> tuple[list[FlowPiece], FlowPiece | None]:
        columns: list[FlowPiece] = []
        rest: FlowPiece | None = self.body
        for _ in range(self.count):
            if rest is None:
                break
            head, rest = rest.split(room, force and not columns)
            if head is None:
                break
            columns.append(head)
        return columns, rest

    def _cut(self, room: float, force: bool) -> Cut:
        """Fill the columns of this page; the rest runs on."""
        columns, rest = self._fill(room, force)
        if not columns:
            return None, self
        if rest is None:
            return self._row(columns), None
        assert isinstance(rest, FlowStack)
        return self._row(columns), Columns(rest, self.width, self.gap, self.count)

    def _row(self, columns: Sequence[FlowPiece]) -> FlowRow:
        step = self.width + self.gap
        return FlowRow(tuple((i * step, piece) for i, piece in enumerate(columns)), before=self.before)

    def _drawn(self, x: float, y: float, height: float) -> Iterator[Item]:
        yield from self._row(self._fill(self.height)[0]).draw(x, y, height)


def moved(item: Item, dx: float, dy: float) -> Item:
    match item:
        case Mark():
            return item
        case Text(matrix=(1.0, 0.0, 0.0, 1.0, 0.0, 0.0)):
            return replace(item, x=item.x + dx, y=item.y + dy)
        case Path():
            return replace(item, commands=tuple(_moved(c, dx, dy) for c in item.commands))
        case Text() | Art() | PlacedDrawing():
            return replace(item, matrix=multiply(translate(dx, dy), item.matrix))


def _moved(command: PathCommand, dx: float, dy: float) -> PathCommand:
    letter, *numbers = command
    shifted = (float(n) + (dy if i % 2 else dx) for i, n in enumerate(numbers))
    return cast(PathCommand, (letter, *shifted))


@dataclass(frozen=True, slots=True)
class FlowPage:
    """The pieces of one page; `over` is how far the last one sticks out."""

    body: FlowStack
    over: float = 0.0

    def stretched(self, room: float, most: float) -> FlowStack:
        """Return the page with what is left of it, when it is nearly full, between its pieces: `most` mm in each gap."""
        gaps = len(self.body.pieces) - 1
        spare = room - self.body.height
        if gaps < 1 or spare <= 0 or spare > 0.25 * room:
            return self.body
        more = min(most, spare / gaps)
        first, *others = self.body.pieces
        spread = (replace(piece, before=piece.before + more) for piece in others)
        return replace(self.body, pieces=(first, *spread))


def sections(pieces: Sequence[FlowPiece]) -> list[FlowStack]:
    """Return what stands between the page breaks; where two follow each other there is nothing."""
    found: list[list[FlowPiece]] = [[]]
    for piece in pieces:
        if isinstance(piece, Turn):
            found.append([])
        else:
            found[-1].append(piece)
    return [FlowStack(tuple(section)) for section in found if section]


def paginate(pieces: Sequence[FlowPiece], room: float) -> list[FlowPage]:
    """Return the pages: cut at every `Turn` and where the room ends; nothing is ever left out."""
    bodies = (body for section in sections(pieces) for body in filled(section, room))
    return [FlowPage(body, max(0.0, body.height - room)) for body in bodies]


def filled(section: FlowStack, room: float) -> Iterator[FlowStack]:
    """Yield what stands on each page of a section; what fits nowhere has a page for itself and sticks out."""
    rest: FlowPiece | None = section
    while rest is not None:
        assert isinstance(rest, FlowStack)
        head, tail = rest.split(room)
        if head is None:
            head, tail = rest.split(room, True)
        if head is None:
            first, *others = rest.pieces
            head, tail = FlowStack((first,)), FlowStack(tuple(others)) if others else None
        assert isinstance(head, FlowStack)
        yield head
        rest = tail
