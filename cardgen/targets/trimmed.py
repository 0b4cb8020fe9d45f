"""A picture of each face as it is cut, in a folder for each component: what online tables take one by one."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from cardgen.export.output import FaceGrid, Output
from cardgen.faces.address import addresses
from cardgen.source.leaves import YES_NO, whole
from cardgen.source.shape import Keyed, key
from cardgen.targets.lists import ListEntry, table
from cardgen.targets.names import LETTERS, Register, filled, pattern
from cardgen.targets.order import Order
from cardgen.targets.spread import best_grid

if TYPE_CHECKING:
    from cardgen.base.drawing import Drawing
    from cardgen.model import Card, Component

_FRONT = ("game", "component", "card", "hash", "copies")
_BACK = ("game", "component", "card", "hash")
_SHARED = ("game", "component", "hash")


class TrimmedOptions(Keyed, example="{dpi: 254}"):
    """`trimmed:` a picture of each face as it is cut, without bleed."""

    dpi: int = key(whole(30, 1200), "Pixels to an inch; 254 are ten to a mm.", default=254)
    pixels: int = key(
        whole(64, 16384), "The most pixels on a side; what is larger is drawn less fine.", default=4000
    )
    corners: bool = key(YES_NO, "Whether corners that are cut off are transparent.", default=True)
    front: str = key(pattern(*_FRONT), "The name of a front.", default="{component}/{card}.png")
    back: str = key(pattern(*_BACK), "The name of a back.", default="{component}/{card}-back.png")
    shared_back: str = key(
        pattern(*_SHARED),
        "The name of a back that all cards of a component share.",
        default="{component}/back.png",
    )
    list: str = key(
        pattern("game"), "A table of all pictures, with how many there are of each.", default="cards.csv"
    )


OPTIONS = TrimmedOptions


def make(order: Order) -> Iterator[Output]:
    made = _Folder(order)
    for component in order.kit.components:
        if component.stays:
            made.take(component)
    yield from made.pictures.values()
    if made.entries:
        yield table(filled(order.target.asks.list, game=order.kit.slug), made.entries)


_SHAPES = {"rect": "rectangle", "round": "round", "hex": "hexagon", "free": "outline of the picture"}


@dataclass(slots=True)
class _Folder:
    """The pictures of an order by their names."""

    order: Order
    pictures: dict[str, FaceGrid] = field(default_factory=dict)
    entries: list[ListEntry] = field(default_factory=list)
    register: Register = field(init=False)

    def __post_init__(self) -> None:
        self.register = Register(self.order.problems)

    def take(self, component: Component) -> None:
        options: TrimmedOptions = self.order.target.asks
        faces = self.order.faces
        drawn = addresses(faces.composed())
        backs = {drawn[card.id].get("back", "") for card in component.cards}
        cards = "1 design" if len(component.cards) == 1 else f"{len(component.cards)} designs"
        text = f"{component.title}: {cards}, {component.total} in all; see {options.list}"
        self.order.products.append(text)
        for card in component.cards:
            words = {
                "game": self.order.kit.slug,
                "component": component.id,
                "card": card.id,
                "copies": card.count,
            }
            named = drawn[card.id]
            front = filled(options.front, **words, hash=named["front"][:LETTERS])
            self._picture(component, front, faces.front(card), f"the front of {card.id}", card)
            back = ""
            if (face := faces.back(card)) is not None:
                pattern, owner = options.back, f"the back of {card.id}"
                if len(backs) == 1:
                    pattern, owner = options.shared_back, f"the back of {component.title}"
                back = filled(pattern, **words, hash=named["back"][:LETTERS])
                self._picture(component, back, face, owner, card, side="back")
            shape = _SHAPES[component.shape]
            self.entries.append(
                ListEntry(shape, component.id, card, (front,), back, component.size, card.count)
            )

    def _picture(
        self, component: Component, name: str, face: Drawing, owner: str, card: Card, side: str = "front"
    ) -> None:
        options: TrimmedOptions = self.order.target.asks
        size = component.size
        *_, cell = best_grid(1, (size.width, size.height), 1, 1, options.pixels, options.dpi)
        cut = component.cut_off(side) if options.corners or not component.plain else 0.0
        self.register.enter(name, owner, card.where)
        self.pictures.setdefault(name, FaceGrid(name, (face,), 1, 1, cell, cut))
