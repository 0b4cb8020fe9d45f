"""The plan of a print job: which piece lies where on which page, before anything is drawn."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, NamedTuple, TypeAlias

from cardgen.base.drawing import Matrix, apply, multiply, rotate, translate
from cardgen.base.errors import Problem
from cardgen.model import Card, Component, Kit
from cardgen.sheets.guides import Guide
from cardgen.sheets.paper import Box, Edges, Sheet, around
from cardgen.sheets.wishes import SheetSettings

Side: TypeAlias = Literal["front", "back"]
PageSide: TypeAlias = Literal["front", "back", "fold", "part", "single", "blank"]
Role: TypeAlias = Literal["guide", "blank", "test", "cards", "tokens", "board"]
Axis: TypeAlias = Literal["vertical", "horizontal"]


class Piece(NamedTuple):
    """One physical piece to print: a card of a component and which copy of it this is, from 1."""

    component: Component
    card: Card
    copy_no: int

    @property
    def has_back(self) -> bool:
        """Whether something is printed behind it."""
        return (self.card.back or self.component.back) is not None


class Slot(NamedTuple):
    """A face on a page. x, y, width and height are the trim as it lies there, in mm.

    `rotation` is clockwise, a multiple of 90. `bleed` says how far the art runs past the trim on each
    side of the page. `window` is the piece of the component that is seen, in the component's own mm:
    all of it, except for the parts of a board.
    """

    piece: Piece
    side: Side
    x: float
    y: float
    width: float
    height: float
    rotation: int
    bleed: Edges
    window: Box

    @property
    def card(self) -> Card:
        """The card whose face is shown."""
        return self.piece.card

    @property
    def copy_no(self) -> int:
        """Which copy of the card this is, from 1."""
        return self.piece.copy_no

    @property
    def round(self) -> bool:
        """Whether the trim is a circle."""
        return self.piece.component.shape == "round"

    @property
    def trim(self) -> Box:
        """The trim on the page."""
        return Box(self.x, self.y, self.width, self.height)

    @property
    def art(self) -> Box:
        """The trim with its bleed."""
        return self.trim.grown(self.bleed)

    @property
    def matrix(self) -> Matrix:
        """Where the face goes: from its own mm (trim at 0,0) to the page."""
        turn = rotate(self.rotation)
        w = self.window
        corners = [apply(turn, x, y) for x in (w.x, w.right) for y in (w.y, w.bottom)]
        dx = self.x - min(x for x, _ in corners)
        dy = self.y - min(y for _, y in corners)
        return multiply(translate(dx, dy), turn)

    @property
    def clip(self) -> Box:
        """What of the face is seen, bleed included, in the face's own mm."""
        left, top, right, bottom = self.bleed.left, self.bleed.top, self.bleed.right, self.bleed.bottom
        # The sides of the page, read clockwise from the face's own left edge.
        sides = {
            0: (left, top, right, bottom),
            90: (top, right, bottom, left),
            180: (right, bottom, left, top),
            270: (bottom, left, top, right),
        }[self.rotation]
        return self.window.grown(Edges(*sides))

    def __str__(self) -> str:
        turn = f" turned {self.rotation}" if self.rotation else ""
        whole = Box(0, 0, self.piece.component.size.width, self.piece.component.size.height)
        w = self.window
        seen = "" if w == whole else f" shows {w.x:g},{w.y:g} {w.width:g} x {w.height:g}"
        return (
            f"{self.card.id} #{self.copy_no} {self.side} at {self.x:.1f},{self.y:.1f} "
            f"{self.width:g} x {self.height:g}{turn}{seen}"
        )


class Todo(NamedTuple):
    """What to do with a sheet, said in its footer: a pictogram and a sentence."""

    icon: str
    words: str


class PagePlan(NamedTuple):
    """One page: what lies on it and what it says around it.

    `shift` moves everything on a back page by the printer's offset (mm, right and down). `number` is the
    page of the PDF and `sheet_no` the sheet of paper, both from 1, 0 while they are not known yet.
    """

    role: Role
    side: PageSide
    paper: Sheet
    title: str
    todo: Todo
    slots: tuple[Slot, ...] = ()
    guides: tuple[Guide, ...] = ()
    shift: tuple[float, float] = (0.0, 0.0)
    part: tuple[int, int] | None = None
    cuts: int = 0
    number: int = 0
    sheet_no: int = 0

    @property
    def pill(self) -> str:
        """The word in the pill at the right end of the header."""
        match self.side:
            case "part" if self.part:
                return f"part {self.part[0]} of {self.part[1]}"
            case "single":
                return "one side"
            case _:
                return self.side

    @property
    def component_ids(self) -> tuple[str, ...]:
        """The components on the page, in the order they appear."""
        return tuple(dict.fromkeys(s.piece.component.id for s in self.slots))

    @property
    def trim_box(self) -> Box:
        """What remains after cutting: all trims together, or the page when nothing is cut from it."""
        if not self.slots:
            return Box(0, 0, self.paper.width, self.paper.height)
        return around([s.trim for s in self.slots]).moved(*self.shift)

    @property
    def bleed_box(self) -> Box:
        """All trims with their bleed."""
        if not self.slots:
            return self.trim_box
        return around([s.art for s in self.slots]).moved(*self.shift)

    def as_text(self, picture: bool = True) -> str:
        """Return the page for people and tests: a picture in letters, then every slot and guide."""
        from cardgen.sheets.ascii import page_as_text

        return page_as_text(self, picture)


class Plan(NamedTuple):
    """Pages in printing order, and what could not be placed."""

    pages: tuple[PagePlan, ...]
    problems: tuple[Problem, ...] = ()

    def as_text(self, picture: bool = True) -> str:
        """Return the whole plan as text."""
        return "\n".join(page.as_text(picture) for page in self.pages)


@dataclass(frozen=True)
class KitPlan:
    """Everything that is printed for one kit: pages numbered and ordered, with the settings they were made for."""

    kit: Kit
    settings: SheetSettings
    pages: tuple[PagePlan, ...]
    problems: tuple[Problem, ...] = ()

    @property
    def sheets(self) -> int:
        """How many sheets of paper it takes."""
        return max((p.sheet_no for p in self.pages), default=0)

    def pages_of(self, component_id: str) -> tuple[PagePlan, ...]:
        """Return the pages on which a component appears."""
        return tuple(p for p in self.pages if component_id in p.component_ids)

    def as_text(self, picture: bool = False) -> str:
        """Return the whole plan as text."""
        return Plan(self.pages).as_text(picture)


def numbered(pages: list[PagePlan], sheets: list[int]) -> tuple[PagePlan, ...]:
    """Return the pages with their page and sheet numbers."""
    return tuple(
        page._replace(number=i, sheet_no=sheet)
        for i, (page, sheet) in enumerate(zip(pages, sheets, strict=True), 1)
    )
