"""The sheet of paper and what the person who prints may choose: edges, what a printer reaches, backs, offset."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, NamedTuple, TypeAlias, get_args

from cardgen.base.rect import Edges as Edges
from cardgen.base.rect import Rect as Rect
from cardgen.base.rect import around as around
from cardgen.base.units import PAPERS, Size
from cardgen.sheets.guide.swaps import Swap

Backs: TypeAlias = Literal["long-edge", "short-edge", "fold", "separate", "none"]
BACKS: tuple[Backs, ...] = get_args(Backs)

Furniture: TypeAlias = Literal["bands", "sides", "lines"]
"""Where a page says what it is: in a header and a footer, in a line at its left and right, or above and below."""

SAFE = 5.0  # home printers cannot print the outer 4 to 6 mm
BAND = 11.0  # header and footer live between SAFE and BAND from the upper and lower edge
INSET = 10.5  # text edges; on A4 this is the outer trim of three poker cards
STRIP = 2.9  # a line of furniture along an edge, where header and footer have no room
STRIP_ENDS = 16.0  # such a line keeps this far from the corners, where the registration marks stand
STRIP_PAPER = 182.0  # an edge shorter than this has no room for what such a line says
SMALLEST = Size(120, 140)  # below this the header and the ruler do not fit beside each other
THREE_CARDS = 189.0


class PageRoom(NamedTuple):
    """The part of a page that pieces and their marks may take, and where the furniture stands around it.

    Where a room is `low` (above and below) or `narrow` (left and right) it has no place for marks beyond the bleed:
    there they stand on the bleed, which ends at the field. A caller with other margins, such as a plotter that reads
    registration marks of its own, makes a room of its own (see `grid.plain_pages`).
    """

    field: Rect
    furniture: Furniture = "bands"
    low: bool = False
    narrow: bool = False


class Sheet(NamedTuple):
    """One page of paper as it lies before the reader: portrait, or landscape with sides swapped."""

    width: float
    height: float

    @classmethod
    def portrait(cls, paper: Size) -> Sheet:
        """Return the paper standing upright."""
        return cls(min(paper.width, paper.height), max(paper.width, paper.height))

    @classmethod
    def both_ways(cls, paper: Size) -> tuple[Sheet, Sheet]:
        """Return the paper standing upright, and lying on its side."""
        upright = cls.portrait(paper)
        return upright, cls(upright.height, upright.width)

    @property
    def landscape(self) -> bool:
        return self.width > self.height

    @property
    def axis(self) -> float:
        """The vertical middle line."""
        return self.width / 2

    @property
    def left(self) -> float:
        """Where text begins: the outer trim of three poker cards if that is near the edge, else 10.5 mm."""
        beside = (self.width - THREE_CARDS) / 2
        return beside if INSET <= beside <= INSET + 5.5 else INSET

    @property
    def right(self) -> float:
        """Where text ends."""
        return self.width - self.left

    @property
    def printable(self) -> Rect:
        """What every home printer reaches."""
        return Rect(SAFE, SAFE, self.width - 2 * SAFE, self.height - 2 * SAFE)

    @property
    def field(self) -> Rect:
        """The room for components and their marks, between header and footer."""
        return Rect(SAFE, BAND, self.width - 2 * SAFE, self.height - 2 * BAND)

    def room(self, furniture: Furniture) -> PageRoom:
        """Return the room beside furniture of this kind."""
        match furniture:
            case "sides":
                return PageRoom(self.printable.shrunk(Edges(left=STRIP, right=STRIP)), furniture, low=True)
            case "lines":
                return PageRoom(
                    self.printable.shrunk(Edges(top=STRIP, bottom=STRIP)), furniture, low=True, narrow=True
                )
            case _:
                return PageRoom(self.field)


@dataclass(frozen=True, slots=True)
class SheetSettings:
    """Paper, backs and marks of one print job; lengths in mm.

    `backs` says how backs meet their fronts: printed duplex and flipped on the long or the short edge,
    folded beside them (gutterfold), on pages of their own, or not at all. `offset` is what the duplex
    test reads: x to the right and y **up**, seen from the front. `gutter` is the gap between cards on plain
    sheets; 0 lets one cut serve two cards, twice the bleed gives each card its whole bleed.
    """

    paper: Size = PAPERS["a4"]
    paper_name: str = "A4"
    backs: Backs = "long-edge"
    offset: tuple[float, float] = (0.0, 0.0)
    gutter: float = 0.0
    marks: bool = True
    guide: bool = True
    test: bool = True
    swaps: tuple[Swap, ...] | None = None
    """What is taken out of the box and what is put in, which the guide lists then; None for a whole kit."""
    inset: float = 0.0
    """What is left free all around for a printer that leaves more than `SAFE`; `paper` is what remains."""
    printer: str = ""
    """What the printer is called for which the backs are moved."""

    @property
    def duplex(self) -> bool:
        """Whether the printer turns the sheet."""
        return self.backs in ("long-edge", "short-edge")

    @property
    def flip_edge(self) -> Literal["long", "short"]:
        """The edge about which the printer turns the sheet."""
        return "short" if self.backs == "short-edge" else "long"
