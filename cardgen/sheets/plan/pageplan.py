"""The plan of a print job: the pieces of a kit, the slots where their faces lie, and the pages of these."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Literal, NamedTuple, Protocol, TypeAlias

from cardgen.base.contour import Contour
from cardgen.base.drawing import Drawing, Matrix, PlacedDrawing, apply, multiply, rotate, scale, translate
from cardgen.base.errors import Problem
from cardgen.base.language import noted, tr
from cardgen.model import Card, Component, Kit
from cardgen.model.flat import Flat
from cardgen.model.made_of import Sides
from cardgen.model.stock import Stock
from cardgen.sheets.marks.kinds import Mark
from cardgen.sheets.paper import Edges, Furniture, Rect, Sheet, SheetSettings, around

Side: TypeAlias = Literal["front", "back"]
PageSide: TypeAlias = Literal["front", "back", "fold", "part", "single"]
Role: TypeAlias = Literal["guide", "test", "stock-test", "cards", "tokens", "shapes", "board"]


class FaceSource(Protocol):
    """What sheets ask of the faces of a kit."""

    def front(self, card: Card) -> Drawing:
        """Return the front of a card; its trim starts at 0,0."""
        ...

    def back(self, card: Card) -> Drawing | None:
        """Return its back, or None when it has none."""
        ...

    def drawing(self, template: str, name: str, **names: Any) -> Drawing:
        """Return any other template filled in; `name` is what messages call it."""
        ...


class Piece(NamedTuple):
    """One physical piece to print: a card of a component and which copy of it this is, from 1."""

    component: Component
    card: Card
    copy_no: int

    @property
    def has_back(self) -> bool:
        """Whether something is printed behind it."""
        return self.component.sides != "front" and (self.card.back or self.component.back) is not None


def pieces_of(components: Iterable[Component]) -> tuple[Piece, ...]:
    return tuple(
        Piece(component, card, n)
        for component in components
        for card in component.cards
        for n in range(1, card.count + 1)
    )


class Slot(NamedTuple):
    """A face on a page. x, y, width and height are the trim as it lies there, in mm.

    `rotation` is clockwise, a multiple of 90. `bleed` says how far the art runs past the trim on each
    side of the page. `window` is the piece of the component that is seen, in the component's own mm:
    all of it, except for the parts of a board. `k` is how much larger the face is than designed, in a given cell.
    """

    piece: Piece
    side: Side
    x: float
    y: float
    width: float
    height: float
    rotation: int
    bleed: Edges
    window: Rect
    k: float = 1.0

    @classmethod
    def front(cls, piece: Piece, x: float, y: float, bleed: Edges, turned: bool = False) -> Slot:
        """Return the whole front of a piece with its upper left trim at (x, y), top to the left when `turned`."""
        size = piece.component.size
        lies = size.turned() if turned else size
        whole = Rect(0, 0, size.width, size.height)
        return cls(piece, "front", x, y, lies.width, lies.height, 270 if turned else 0, bleed, whole)

    @property
    def card(self) -> Card:
        """The card whose face is shown."""
        return self.piece.card

    @property
    def outline(self) -> Contour:
        """Where it is cut, in the face's own mm; a back shows the mirror of its front."""
        return self.piece.component.seen(self.side)

    @property
    def contour(self) -> Contour:
        """Where it is cut, on the page."""
        return self.outline.moved(self.matrix)

    @property
    def plain(self) -> bool:
        """Whether it is a rectangle or a circle."""
        return self.piece.component.plain

    @property
    def round(self) -> bool:
        """Whether the trim is a circle."""
        return self.piece.component.shape == "round"

    @property
    def trim(self) -> Rect:
        return Rect(self.x, self.y, self.width, self.height)

    @property
    def art(self) -> Rect:
        """The trim with its bleed."""
        return self.trim.grown(self.bleed)

    @property
    def matrix(self) -> Matrix:
        """Where the face goes: from its own mm (trim at 0,0) to the page."""
        turn = rotate(self.rotation)
        if self.k != 1:
            turn = multiply(scale(self.k), turn)
        w = self.window
        corners = [apply(turn, x, y) for x in (w.x, w.right) for y in (w.y, w.bottom)]
        dx = self.x - min(x for x, _ in corners)
        dy = self.y - min(y for _, y in corners)
        return multiply(translate(dx, dy), turn)

    @property
    def clip(self) -> Rect:
        """What of the face is seen, bleed included, in the face's own mm."""
        # The sides of the page, read clockwise from the face's own left edge.
        first = self.rotation // 90
        bleed = (side / self.k for side in (*self.bleed, *self.bleed)[first : first + 4])
        return self.window.grown(Edges(*bleed))


def face_of(slot: Slot, faces: FaceSource) -> Drawing | None:
    """Return what is printed in a slot: a side of its card, or all faces of a piece that lies flat."""
    if flat := slot.piece.component.flat:
        return _faces_of(slot, flat, faces)
    return faces.front(slot.card) if slot.side == "front" else faces.back(slot.card)


def faces_in(slot: Slot, faces: FaceSource) -> list[tuple[Drawing, float]]:
    """Return the faces that are printed in a slot, each with the area in mm² that is seen of it."""
    if flat := slot.piece.component.flat:
        last = {place.matrix: place for place in _placed(slot, flat, faces)}
        return [(one.drawing, Contour(one.clip.commands).area) for one in last.values() if one.clip]
    face = face_of(slot, faces)
    return [(face, slot.art.width * slot.art.height)] if face else []


def _faces_of(slot: Slot, flat: Flat, faces: FaceSource) -> Drawing | None:
    found = tuple(_placed(slot, flat, faces))
    return Drawing(f"{slot.card.id} flat", *slot.clip, found) if found else None


def _placed(slot: Slot, flat: Flat, faces: FaceSource) -> Iterator[PlacedDrawing]:
    for part in flat.parts:
        card = part.card or slot.card
        face = faces.front(card) if part.side == "front" else faces.back(card)
        if face:
            yield PlacedDrawing(face, part.matrix, part.seen)


def mounted(components: Iterable[Component]) -> bool:
    """Say whether the kit wants any of these glued on board."""
    return any(c.on_board for c in components)


def title_of(pieces: Sequence[Piece], start: int, count: int) -> str:
    """Return what lies on a page: "Ingredient cards 19 to 27", counted through each component."""
    places: dict[str, list[int]] = {}
    for place, piece in enumerate(pieces):
        places.setdefault(piece.component.id, []).append(place)
    shown = []
    for own in places.values():
        title = pieces[own[0]].component.title
        here = [number for number, place in enumerate(own, 1) if start <= place < start + count]
        if len(here) == len(own):
            shown.append(title)
        elif here:
            shown.append(
                tr("{title} {first} to {last}", title=title, first=here[0], last=here[-1])
                if len(here) > 1
                else f"{title} {here[0]}"
            )
    return ", ".join(shown)


class Todo(NamedTuple):
    """What to do with a sheet, said in its footer: a pictogram and a sentence."""

    icon: str
    words: str


ONE_SIDE = Todo("single-sided", noted("**Print on one side only**"))


SIDES = (noted("front"), noted("back"), noted("fold"), noted("part"))
"""What the pill in a header says of a page's side, where nothing better is known."""


class PagePlan(NamedTuple):
    """One page: what lies on it and what it says around it.

    `cuts` counts straight cuts. `shift` moves everything on a back page by the printer's offset (mm, right
    and down). `furniture` says where header and footer stand. `number` is the page of the PDF and `sheet_no` the sheet
    of paper, both from 1, 0 while they are not known yet. `way` says how a piece with a board gets its back: such a page
    is printed on one side. A page of `stock` is printed on a sheet of given cells, or tests one.
    """

    role: Role
    side: PageSide
    paper: Sheet
    title: str
    slots: tuple[Slot, ...] = ()
    marks: tuple[Mark, ...] = ()
    cuts: int = 0
    todo: Todo = ONE_SIDE
    shift: tuple[float, float] = (0.0, 0.0)
    part: tuple[int, int] | None = None
    number: int = 0
    sheet_no: int = 0
    furniture: Furniture = "bands"
    way: Sides | Literal[""] = ""
    stock: Stock | None = None

    @property
    def behind(self) -> bool:
        """Whether it shows backs and nothing else."""
        return self.side == "back" or (bool(self.slots) and all(slot.side == "back" for slot in self.slots))

    @property
    def pill(self) -> str:
        """The word in the pill at the right end of the header."""
        match self.side:
            case "part" if self.part and len(self.slots) > 1:
                first, parts = self.part
                return tr(
                    "parts {first} to {last} of {parts}",
                    first=first,
                    last=first + len(self.slots) - 1,
                    parts=parts,
                )
            case "part" if self.part:
                return tr("part {part} of {parts}", part=self.part[0], parts=self.part[1])
            case "single" if self.way:
                return tr(self.slots[0].side)
            case "single":
                return tr("one side")
            case _:
                return tr(self.side)  # one of SIDES

    @property
    def component_ids(self) -> tuple[str, ...]:
        """The components on the page, in the order they appear."""
        return tuple(dict.fromkeys(s.piece.component.id for s in self.slots))

    @property
    def trim_box(self) -> Rect:
        """What remains after cutting: all trims together, or the page when nothing is cut from it."""
        return self._around([s.trim for s in self.slots])

    @property
    def bleed_box(self) -> Rect:
        """All trims with their bleed."""
        return self._around([s.art for s in self.slots])

    def _around(self, boxes: list[Rect]) -> Rect:
        return around(boxes).moved(*self.shift) if boxes else Rect(0, 0, self.paper.width, self.paper.height)


@dataclass(frozen=True)
class KitPlan:
    """Everything that is printed for one kit: pages numbered and ordered, with the settings they were made for."""

    kit: Kit
    settings: SheetSettings
    pages: tuple[PagePlan, ...]
    problems: tuple[Problem, ...] = ()

    @property
    def sheets(self) -> int:
        return max((p.sheet_no for p in self.pages), default=0)

    @property
    def by_area(self) -> int:
        """How many sheets it would take if pieces could be cut from paper without a gap: no plan needs fewer.

        Every paper counts for itself, with what a printer reaches of it; what is folded counts twice, guide, test and
        sheets of given cells as they are.
        """
        reached = Sheet.portrait(self.settings.paper).printable
        areas: dict[str, float] = {}
        for slot in (s for p in self.pages if p.side != "back" and not p.stock for s in p.slots):
            stock, seen = slot.piece.component.paper, slot.window.width * slot.window.height
            areas[stock] = areas.get(stock, 0.0) + seen * slot.piece.component.covers
        others = {p.sheet_no for p in self.pages if not p.slots or p.stock}
        return len(others) + sum(
            math.ceil(area / (reached.width * reached.height)) for area in areas.values()
        )

    def pages_of(self, component_id: str) -> tuple[PagePlan, ...]:
        """Return the pages with pieces of a component, in a punchboard or not."""

        def has(component: Component) -> bool:
            return component_id in (component.id, *(one.component for one in component.held))

        return tuple(p for p in self.pages if any(has(s.piece.component) for s in p.slots))
