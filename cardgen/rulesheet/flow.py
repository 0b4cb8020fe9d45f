"""Pieces of a page that know their height and where they may be cut: the flow of a rule sheet.

All lengths in mm, y down. A piece is laid out for one width; cutting it never changes its lines.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Protocol, TypeAlias

from cardgen.base.drawing import Art, Item, Path, PathCommand, Place, Text, multiply, translate

EPSILON = 1e-6
Frame: TypeAlias = Callable[[float, float], Sequence[Item]]
"""Draws what lies behind a panel of this width and height, its corner at 0,0."""


class Piece(Protocol):
    """Something with a height that can be drawn and perhaps be cut in two.

    `before` is the space it wants above, `keep` ties it to the piece below.
    """

    @property
    def height(self) -> float:
        """How tall it is."""
        ...

    @property
    def before(self) -> float:
        """The space above it when something stands there."""
        ...

    @property
    def keep(self) -> bool:
        """Whether it must not be the last on a page or in a column."""
        ...

    def split(self, room: float, force: bool = False) -> tuple[Piece | None, Piece | None]:
        """Return what fits into `room` and what is left; `force` cuts even what should stay whole."""
        ...

    def draw(self, x: float, y: float, height: float) -> Iterator[Item]:
        """Yield its items with its corner at x, y; it may stretch to `height`."""
        ...


@dataclass(frozen=True, slots=True)
class Fixed:
    """Items that stay together: a heading, a picture, a table row."""

    height: float
    items: tuple[Item, ...] = ()
    before: float = 0.0
    keep: bool = False

    def split(self, room: float, force: bool = False) -> tuple[Piece | None, Piece | None]:
        """Return itself on the one side or the other."""
        return (self, None) if self.height <= room + EPSILON else (None, self)

    def draw(self, x: float, y: float, height: float) -> Iterator[Item]:
        """Yield the items, moved."""
        return (moved(item, x, y) for item in self.items)


@dataclass(frozen=True, slots=True)
class Lines:
    """Lines of running text, each with its own height; never cut so that one line stands alone."""

    lines: tuple[Fixed, ...]
    before: float = 0.0
    keep: bool = False

    @property
    def height(self) -> float:
        """The sum of the lines."""
        return sum(line.height for line in self.lines)

    def split(self, room: float, force: bool = False) -> tuple[Piece | None, Piece | None]:
        """Cut between lines, two at least on each side unless forced."""
        if self.height <= room + EPSILON:
            return self, None
        count, used, total = 0, 0.0, len(self.lines)
        while used + self.lines[count].height <= room + EPSILON:
            used += self.lines[count].height
            count += 1
        if total - count < 2 and not force:
            count = total - 2
        if count < (1 if force else 2):
            return None, self
        return replace(self, lines=self.lines[:count]), Lines(self.lines[count:], 0.0, self.keep)

    def draw(self, x: float, y: float, height: float) -> Iterator[Item]:
        """Yield the lines from top to bottom."""
        for line in self.lines:
            yield from line.draw(x, y, line.height)
            y += line.height


@dataclass(frozen=True, slots=True)
class Stack:
    """Pieces one below the other."""

    pieces: tuple[Piece, ...]
    before: float = 0.0
    keep: bool = False

    @property
    def height(self) -> float:
        """The pieces and the spaces between them."""
        return sum(p.height + (p.before if i else 0.0) for i, p in enumerate(self.pieces))

    def split(self, room: float, force: bool = False) -> tuple[Piece | None, Piece | None]:
        """Cut between pieces, or inside one; a piece that keeps with the next goes with it."""
        y = 0.0
        for i, piece in enumerate(self.pieces):
            top = y + (piece.before if i else 0.0)
            if top + piece.height <= room + EPSILON:
                y = top + piece.height
                continue
            head, tail = piece.split(room - top) if room > top else (None, piece)
            if head is None:
                cut = i
                while cut > 0 and self.pieces[cut - 1].keep:
                    cut -= 1
                if cut == 0:
                    if not force:
                        return None, self
                    return self._forced(room)
                return self._part(self.pieces[:cut]), self._part(self.pieces[cut:])
            rest = (tail,) if tail is not None else ()
            return self._part((*self.pieces[:i], head)), self._part((*rest, *self.pieces[i + 1 :]))
        return self, None

    def _forced(self, room: float) -> tuple[Piece | None, Piece | None]:
        first, *others = self.pieces
        head, tail = first.split(room, True)
        if head is None:
            return None, self
        rest = ((tail,) if tail is not None else ()) + tuple(others)
        return self._part((head,)), self._part(rest) if rest else None

    def _part(self, pieces: tuple[Piece, ...]) -> Stack:
        return Stack(pieces, self.before, self.keep)

    def draw(self, x: float, y: float, height: float) -> Iterator[Item]:
        """Yield the pieces; a single one gets the whole height."""
        if len(self.pieces) == 1:
            yield from self.pieces[0].draw(x, y, height)
            return
        for i, piece in enumerate(self.pieces):
            y += piece.before if i else 0.0
            yield from piece.draw(x, y, piece.height)
            y += piece.height


@dataclass(frozen=True, slots=True)
class Row:
    """Pieces side by side, each at its own x; `middle` centres the shorter ones."""

    cells: tuple[tuple[float, Piece], ...]
    before: float = 0.0
    keep: bool = False
    middle: bool = False
    whole: bool = False

    @property
    def height(self) -> float:
        """The tallest cell."""
        return max((piece.height for _, piece in self.cells), default=0.0)

    def split(self, room: float, force: bool = False) -> tuple[Piece | None, Piece | None]:
        """Cut every cell at the same height."""
        if self.height <= room + EPSILON:
            return self, None
        if self.whole and not force:
            return None, self
        heads: list[tuple[float, Piece]] = []
        tails: list[tuple[float, Piece]] = []
        for x, piece in self.cells:
            head, tail = piece.split(room, force)
            if head is None:
                return None, self
            heads.append((x, head))
            tails.append((x, tail if tail is not None else Stack(())))
        return replace(self, cells=tuple(heads)), replace(self, cells=tuple(tails))

    def draw(self, x: float, y: float, height: float) -> Iterator[Item]:
        """Yield the cells."""
        tall = max(height, self.height)
        for dx, piece in self.cells:
            dy = (tall - piece.height) / 2 if self.middle else 0.0
            yield from piece.draw(x + dx, y + dy, piece.height if self.middle else tall)


@dataclass(frozen=True, slots=True)
class Framed:
    """A panel: a piece with padding (top, right, bottom, left) on a drawn frame; stays whole unless forced."""

    body: Piece
    width: float
    padding: tuple[float, float, float, float]
    frame: Frame
    before: float = 0.0
    keep: bool = False
    middle: bool = False

    @property
    def height(self) -> float:
        """The piece with its padding."""
        return self.body.height + self.padding[0] + self.padding[2]

    def split(self, room: float, force: bool = False) -> tuple[Piece | None, Piece | None]:
        """Cut the piece inside and frame both parts, but only when forced."""
        if self.height <= room + EPSILON:
            return self, None
        if not force:
            return None, self
        head, tail = self.body.split(room - self.padding[0] - self.padding[2], True)
        if head is None:
            return None, self
        return replace(self, body=head), (replace(self, body=tail) if tail is not None else None)

    def draw(self, x: float, y: float, height: float) -> Iterator[Item]:
        """Yield the frame, then the piece."""
        tall = max(height, self.height)
        for item in self.frame(self.width, tall):
            yield moved(item, x, y)
        inner = tall - self.padding[0] - self.padding[2]
        dy = (inner - self.body.height) / 2 if self.middle else 0.0
        yield from self.body.draw(x + self.padding[3], y + self.padding[0] + dy, inner - 2 * dy)


@dataclass(frozen=True, slots=True)
class Columns:
    """Text that runs through columns of equal height, one after the other."""

    body: Stack
    width: float
    gap: float
    count: int
    before: float = 0.0
    keep: bool = False
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

    def _fill(self, room: float, force: bool = False) -> tuple[list[Piece], Piece | None]:
        columns: list[Piece] = []
        rest: Piece | None = self.body
        for _ in range(self.count):
            if rest is None:
                break
            head, rest = rest.split(room, force and not columns)
            if head is None:
                break
            columns.append(head)
        return columns, rest

    def split(self, room: float, force: bool = False) -> tuple[Piece | None, Piece | None]:
        """Fill the columns of this page; the rest runs on."""
        if self.height <= room + EPSILON:
            return self, None
        columns, rest = self._fill(room, force)
        if not columns:
            return None, self
        if rest is None:
            return self._row(columns), None
        assert isinstance(rest, Stack)
        return self._row(columns), Columns(rest, self.width, self.gap, self.count)

    def _row(self, columns: Sequence[Piece]) -> Row:
        step = self.width + self.gap
        return Row(tuple((i * step, piece) for i, piece in enumerate(columns)), self.before)

    def draw(self, x: float, y: float, height: float) -> Iterator[Item]:
        """Yield the columns from left to right."""
        yield from self._row(self._fill(self.height)[0]).draw(x, y, height)


@dataclass(frozen=True, slots=True)
class Turn:
    """The end of a page."""

    height: float = 0.0
    before: float = 0.0
    keep: bool = False

    def split(self, room: float, force: bool = False) -> tuple[Piece | None, Piece | None]:
        """Return itself: nothing can be cut."""
        return self, None

    def draw(self, x: float, y: float, height: float) -> Iterator[Item]:
        """Yield nothing."""
        return iter(())


def spaced(piece: Piece, before: float) -> Piece:
    """Return the piece with another space above it."""
    changed: Any = piece
    moved_down: Piece = replace(changed, before=before)
    return moved_down


def moved(item: Item, dx: float, dy: float) -> Item:
    """Return the item moved by dx, dy."""
    match item:
        case Text(matrix=(1.0, 0.0, 0.0, 1.0, 0.0, 0.0)):
            return replace(item, x=item.x + dx, y=item.y + dy)
        case Path():
            return replace(item, commands=tuple(_moved(c, dx, dy) for c in item.commands))
        case Text() | Art() | Place():
            return replace(item, matrix=multiply(translate(dx, dy), item.matrix))


def _moved(command: PathCommand, dx: float, dy: float) -> PathCommand:
    match command:
        case ("M", x, y):
            return ("M", x + dx, y + dy)
        case ("L", x, y):
            return ("L", x + dx, y + dy)
        case ("C", a, b, c, d, e, f):
            return ("C", a + dx, b + dy, c + dx, d + dy, e + dx, f + dy)
        case _:
            return command
