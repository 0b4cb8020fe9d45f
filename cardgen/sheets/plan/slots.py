"""The pieces of a kit, and the places on a page where their faces lie."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Literal, NamedTuple, Protocol, TypeAlias

from cardgen.base.drawing import Drawing, Matrix, apply, multiply, rotate, translate
from cardgen.model import Card, Component
from cardgen.sheets.paper import Box, Edges

Side: TypeAlias = Literal["front", "back"]


class FaceSource(Protocol):
    """What sheets ask of the faces of a kit."""

    def front(self, card: Card) -> Drawing:
        """Return the front of a card; its trim starts at 0,0."""
        ...

    def back(self, card: Card) -> Drawing | None:
        """Return its back, or None when it has none."""
        ...


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

    @classmethod
    def front(cls, piece: Piece, x: float, y: float, bleed: Edges, turned: bool = False) -> Slot:
        """Return the whole front of a piece with its upper left trim at (x, y), top to the left when `turned`."""
        size = piece.component.size
        lies = size.turned() if turned else size
        whole = Box(0, 0, size.width, size.height)
        return cls(piece, "front", x, y, lies.width, lies.height, 270 if turned else 0, bleed, whole)

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
        # The sides of the page, read clockwise from the face's own left edge.
        first = self.rotation // 90
        return self.window.grown(Edges(*(*self.bleed, *self.bleed)[first : first + 4]))

    def __str__(self) -> str:
        turn = f" turned {self.rotation}" if self.rotation else ""
        size, w = self.piece.component.size, self.window
        whole = w == Box(0, 0, size.width, size.height)
        seen = "" if whole else f" shows {w.x:g},{w.y:g} {w.width:g} x {w.height:g}"
        return (
            f"{self.card.id} #{self.copy_no} {self.side} at {self.x:.1f},{self.y:.1f} "
            f"{self.width:g} x {self.height:g}{turn}{seen}"
        )


def face_of(slot: Slot, faces: FaceSource) -> Drawing | None:
    """Return the drawing that a slot shows."""
    return faces.front(slot.card) if slot.side == "front" else faces.back(slot.card)


def mounted(components: Iterable[Component]) -> bool:
    """Say whether the kit wants any of these glued on board ("200 g/m², on 2 mm board")."""
    return any("board" in c.stock and "no board" not in c.stock for c in components)


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
            shown.append(f"{title} {here[0]} to {here[-1]}" if len(here) > 1 else f"{title} {here[0]}")
    return ", ".join(shown)
