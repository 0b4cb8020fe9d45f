"""Kits made of plain rectangles, and faces that draw them: what the sheets need to be tested alone."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from cardgen.base.drawing import Drawing, rect
from cardgen.base.errors import Location
from cardgen.base.units import Size
from cardgen.faces.compose import Faces
from cardgen.model import Card, Component, Kit, Named, Players

HERE = Location("game.yaml", 1, 1)


def component(
    id: str = "cards",
    kind: str = "decks",
    size: tuple[float, float] = (63, 88),
    cards: int = 9,
    *,
    copies: int = 1,
    shape: str = "rect",
    bleed: float = 3.0,
    back: str | None = "back.svg",
    corner: float = 0.0,
    stock: str = "",
    note: str = "",
    title: str = "",
) -> Component:
    letters = id[:1].upper()
    designs = tuple(Card(f"{letters}{n}", f"{letters}{n}", copies, id, HERE) for n in range(1, cards + 1))
    return Component(
        id=id,
        kind=kind,  # type: ignore[arg-type]
        title=title or id.capitalize(),
        size=Size(*size),
        shape=shape,  # type: ignore[arg-type]
        bleed=bleed,
        corner=corner,
        face="face.svg",
        back=back,
        cards=designs,
        where=HERE,
        note=note,
        stock=stock,
    )


def kit(components: Sequence[Component], **changes: object) -> Kit:
    given: dict[str, object] = {
        "slug": "tavern",
        "title": "Tavern",
        "subtitle": "Mugs for everyone.",
        "version": "1.0",
        "players": Players(2, 5),
        "minutes": "20",
        "language": "en",
        "accent": "#2a6db3",
        "credits": {"notice": "Unofficial kit, not for sale. Made with cardgen."},
        "components": tuple(components),
        "options": Named({}),
        "checks": (),
        "looks": Named({}),
        "tables": Named({}),
        "root": Path(),
        "where": HERE,
    }
    return Kit(**{**given, **changes})  # type: ignore[arg-type]


class BlankFaces:
    """Faces without words: a coloured rectangle with its bleed."""

    def __init__(self, kit: Kit) -> None:
        self.kit = kit
        self._drawn: dict[tuple[str, str], Drawing] = {}

    def front(self, card: Card) -> Drawing:
        return self._face(card, "front")

    def back(self, card: Card) -> Drawing | None:
        made = self.kit.component(card.component)
        return self._face(card, "back") if card.back or made.back else None

    def drawing(self, template: str, name: str, **names: object) -> Drawing:
        return Faces(self.kit).drawing(template, name, **names)

    def _face(self, card: Card, side: str) -> Drawing:
        made = self.kit.component(card.component)
        b, w, h = made.bleed, made.size.width, made.size.height
        box = (-b, -b, w + 2 * b, h + 2 * b)
        key = (card.id, side)
        if key not in self._drawn:
            self._drawn[key] = Drawing(f"{card.id} {side}", *box, (rect(*box, fill="#88aa66"),))
        return self._drawn[key]
