"""Given stock: a sheet that is bought cut or perforated, whose cells take pieces instead of cuts. Lengths in mm."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path
from typing import Literal, NamedTuple, TypeAlias, get_args

from cardgen.base.language import figure, noted, tr
from cardgen.base.rect import Rect
from cardgen.base.units import Size

StockKind: TypeAlias = Literal["label", "die-cut", "perforated", "roll"]
STOCK_KINDS: tuple[StockKind, ...] = get_args(StockKind)
NEAR = 0.5
"""A piece whose sides differ from a cell's by no more fits it as it is."""
STRETCH = 0.015
"""By which part a piece is scaled at most to cover a cell."""
MOST_BLEED = 1.5
ROLL_ENDS = Size(17.0, 16.0)
"""What a strip of a roll keeps above and below its pieces."""
_BESIDE = 3.0  # and on both sides, of what the printer reaches: for marks to cut by
_TEST = 150.0
_CALLED = {
    "label": noted("Labels {cell} mm, {count} on {paper}"),
    "die-cut": noted("Die-cut labels {cell} mm, {count} on {paper}"),
    "perforated": noted("Perforated cards {cell} mm, {count} on {paper}"),
    "roll": noted("Roll of {paper}"),
}


class CellFit(NamedTuple):
    """How a piece lies in a cell: scaled by `k`, a quarter turned or not; `whole` where the cell is its outline."""

    k: float
    turned: bool
    whole: bool


@dataclass(frozen=True, slots=True)
class Stock:
    """A sheet of given cells, `columns` x `rows` of them from `first`, `gap` apart.

    `shift` is what a printer and its tray are off, right and down. `both_sides`: it is printed on both. A roll has no
    cells before it is known what is printed on it: see `rows_for`. `prints` is how much of its width a printer reaches.
    """

    name: str
    title: str
    like: tuple[str, ...]
    paper: Size
    paper_name: str
    kind: StockKind
    cell: Size
    round: bool
    corner: float
    columns: int
    rows: int
    first: Size
    gap: Size
    safe: float
    bleeds: bool
    shift: tuple[float, float]
    both_sides: bool
    feed: str
    says: str
    file: Path
    prints: float = 0.0

    @property
    def sticks(self) -> bool:
        """Whether its cells are peeled off and stuck on something."""
        return self.kind in ("label", "die-cut")

    def rows_for(self, size: Size) -> Stock:
        """Return a roll with rows of cells for pieces of a size, as long as a strip may be; another sheet as it is."""
        if self.kind != "roll":
            return self
        gap = self.gap.width
        room = Size(self.prints - 2 * _BESIDE, self.paper.height - ROLL_ENDS.width - ROLL_ENDS.height)
        ways = [
            (int((room.width + gap) / (one.width + gap)), int((room.height + gap) / (one.height + gap)), one)
            for one in (size, size.turned())
        ]
        columns, rows, cell = max(ways, key=lambda way: way[0] * way[1])
        if not columns * rows:
            columns, rows, cell = 1, 1, room
        wide = columns * (cell.width + gap) - gap
        first = Size((self.paper.width - wide) / 2, ROLL_ENDS.width)
        return replace(self, cell=cell, columns=columns, rows=rows, first=first)

    def length(self, count: int) -> float:
        """Return how long the paper is with so many pieces on it."""
        if self.kind != "roll":
            return self.paper.height
        return self.cells[-(-count // self.columns) * self.columns - 1].bottom + ROLL_ENDS.height

    @property
    def tested(self) -> Stock:
        """The stock of a test page: of a roll a strip with one cell as wide as pieces may be."""
        if self.kind != "roll":
            return self
        return replace(self.rows_for(Size(self.prints - 2 * _BESIDE, _TEST)), rows=1)

    @property
    def count(self) -> int:
        """How many cells it has."""
        return self.columns * self.rows

    @property
    def cells(self) -> tuple[Rect, ...]:
        """Its cells row by row."""
        across, down = self.cell.width + self.gap.width, self.cell.height + self.gap.height
        return tuple(
            Rect(
                self.first.width + i * across, self.first.height + j * down, self.cell.width, self.cell.height
            )
            for j in range(self.rows)
            for i in range(self.columns)
        )

    @property
    def rest(self) -> Size:
        """What is left at the right and below."""
        last = self.cells[-1]
        return Size(self.paper.width - last.right, self.paper.height - last.bottom)

    @property
    def bleed(self) -> Size:
        """How far colour may run beyond a cell, across and down: half of the gap; nothing where cells touch."""
        across, down = (
            min(MOST_BLEED, gap / 2) if self.bleeds else 0.0 for gap in (self.gap.width, self.gap.height)
        )
        return Size(across, down)

    @property
    def words(self) -> str:
        """What it is, in words for people."""
        paper = self.paper_name.upper() if self.paper_name in ("a3", "a4") else self.paper_name.capitalize()
        if self.kind == "roll":
            paper = f"{figure(self.paper.width)} mm"
        sides = (self.cell.width, self.cell.height)
        cell = f"Ø {figure(sides[0])}" if self.round else " × ".join(figure(round(side, 1)) for side in sides)
        return f"{tr(_CALLED[self.kind], cell=cell, count=self.count, paper=paper)} ({self.name})"

    def seat(self, size: Size, shape: str) -> CellFit | None:
        """Return how a piece of this size and shape lies in a cell; None where it is larger."""
        ways = [(size, False), (size.turned(), True)]
        if (shape == "round") == self.round and shape in ("rect", "round"):
            for lies, turned in ways:
                if max(abs(lies.width - self.cell.width), abs(lies.height - self.cell.height)) <= NEAR + 1e-6:
                    return CellFit(1.0, turned, True)
            for lies, turned in ways:
                k = (self.cell.width / lies.width, self.cell.height / lies.height)
                if all(abs(one - 1) <= STRETCH + 1e-6 for one in k):
                    return CellFit(max(k), turned, True)
        for lies, turned in ways:
            if self._holds(lies, shape):
                return CellFit(1.0, turned, False)
        return None

    def _holds(self, lies: Size, shape: str) -> bool:
        if self.round and shape != "round":
            return lies.width**2 + lies.height**2 <= self.cell.width**2 + 1e-6
        return lies.width <= self.cell.width + 1e-6 and lies.height <= self.cell.height + 1e-6
