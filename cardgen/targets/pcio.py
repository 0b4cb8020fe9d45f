"""playingcards.io: a room of the kit as one `.pcio` file: a ZIP of `widgets.json` and the pictures it names.

The site has no public description of the file. What is written here are the words that files exported from it use, and
that others' programs read (docs/decisions/027).
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any, Final, NamedTuple
from uuid import NAMESPACE_URL, uuid5

from cardgen.base.contour import Contour
from cardgen.base.drawing import Drawing
from cardgen.export.output import FaceGrid, Output, TextOutput, ZipFile
from cardgen.faces.address import address
from cardgen.model import Card, Component, Kind
from cardgen.source.leaves import number, whole
from cardgen.source.shape import Keyed, key
from cardgen.targets.order import Order, online
from cardgen.targets.reading import words_of
from cardgen.targets.spread import best_grid, spread

_ROOM: Final = (1600.0, 800.0)  # px: the table above everybody's hand
_HAND: Final = {"id": "hand", "type": "hand", "x": 50, "y": 820, "z": 1}
_AROUND, _LABEL, _BUTTON, _GAP = 8.0, 40.0, 40.0, 12.0
"""px: how much wider a pile is than its cards, the room for its name and for its button, and between two."""
_NAME: Final = 112.0  # px: as much as the name of a pile needs
_COUNTER: Final = (140.0, 44.0)
_FIRST_LEFT_OUT: tuple[Kind, ...] = (
    "spinners",
    "dials",
    "standees",
    "tokens",
    "aids",
    "mats",
    "tiles",
    "decks",
)
_SCHEMA: Final = "3"


class PcioOptions(Keyed, example="{dpi: 150}"):
    """`pcio:` a room of playingcards.io."""

    dpi: int = key(whole(30, 600), "Pixels to an inch of the pictures in it.", default=150)
    pixels: int = key(whole(256, 8192), "The most pixels on a side of a picture.", default=2000)
    poker_width: float = key(
        number(10, 400), "How many pixels of the room a card of 63 mm is wide.", default=103
    )
    widgets: int = key(whole(10), "How many things a room holds.", default=1200)


OPTIONS = PcioOptions


class _Thing(NamedTuple):
    """What takes room on the table: a board, a pile of a component, or a counter; its size in mm, or in px."""

    component: Component | None
    size: tuple[float, float]
    label: str = ""
    value: int = 0

    @property
    def is_board(self) -> bool:
        return self.component is not None and _lies_flat(self.component)


def _lies_flat(component: Component) -> bool:
    """Whether it is part of the table: a board or mat of which there is one."""
    return component.kind in ("boards", "mats") and component.total == 1


def make(order: Order) -> Iterator[Output]:
    components = _that_fit(order)
    if components:
        room = _Room(order, components)
        widgets = json.dumps(room.widgets, indent=1, ensure_ascii=False) + "\n"
        parts = (TextOutput("widgets.json", widgets), TextOutput("schemaVersion", _SCHEMA))
        yield ZipFile(f"{order.kit.slug}.pcio", (*parts, *room.pictures.values()))


def _that_fit(order: Order) -> list[Component]:
    """Return the components whose pieces a room holds all together; what is left out is told."""
    most = order.target.asks.widgets
    left = online(order)

    def widgets() -> int:
        return 1 + sum(1 if _lies_flat(one) else 2 + one.total for one in left)

    while left and (many := widgets()) > most:
        out = min(
            (one for one in left if one.kind in _FIRST_LEFT_OUT and not _lies_flat(one)),
            key=lambda one: (_FIRST_LEFT_OUT.index(one.kind), -one.total),
        )
        left.remove(out)
        why = f"with its {out.total} pieces there would be {many} things in the room, and it holds {most}"
        order.leave_out(out, why, hint="with --only it is made alone")
    return left


class _Room:
    """The widgets of a room, and the pictures they name."""

    def __init__(self, order: Order, components: list[Component]) -> None:
        self.order = order
        self.options: PcioOptions = order.target.asks
        self.pictures: dict[str, FaceGrid] = {}
        self.widgets: list[dict[str, Any]] = [dict(_HAND)]
        self._names: dict[tuple[str, float | Contour], str] = {}
        self._z = 1000
        things = [_Thing(one, (one.size.width, one.size.height), one.title) for one in components]
        piles = [thing for thing in things if not thing.is_board]
        self._lay([*piles, *self._counters()], [thing for thing in things if thing.is_board])

    def _counters(self) -> Iterator[_Thing]:
        """Yield a counter for each heap of chips that the rules count, at the largest table."""
        beginnings = self.order.beginnings()
        for laid in beginnings[-1].laid if beginnings else ():
            if laid.counts:
                whose = f" {beginnings[-1].names[laid.seat]}" if laid.seat >= 0 else ""
                yield _Thing(None, _COUNTER, laid.zone.capitalize() + whose, laid.chips)

    def _lay(self, piles: list[_Thing], boards: list[_Thing]) -> None:
        """Lay piles and below them the boards, at true relative size: as large as cards are there, or as there is room."""
        per = self.options.poker_width / 63
        while True:
            parts = [
                (things, spread([self._taken(thing, per) for thing in things], _ROOM[0] - 2 * _GAP, _GAP))
                for things in (piles, boards)
                if things
            ]
            depth = sum(placed.depth + _GAP for _, placed in parts) + _GAP
            fits = depth <= _ROOM[1] and all(placed.width <= _ROOM[0] for _, placed in parts)
            if fits or per < 0.2:
                break
            per *= 0.97
        top = _GAP
        for things, placed in parts:
            middle = top + placed.depth / 2
            for thing, (x, y) in zip(things, placed.spots, strict=True):
                self._put(thing, _ROOM[0] / 2 + x, middle - y, per)
            top += placed.depth + 2 * _GAP

    def _put(self, thing: _Thing, x: float, y: float, per: float) -> None:
        """Put a thing with its middle there; its name stands above it, its button below."""
        width, height = thing.size if thing.component is None else (side * per for side in thing.size)
        if thing.component is None:
            self._counter(thing, x - width / 2, y - height / 2 + _LABEL / 4)
        elif thing.is_board:
            self._board(thing.component, x - width / 2, y - height / 2, per)
        else:
            down = (_LABEL - _BUTTON) / 2
            self._pile(thing.component, x - (width + _AROUND) / 2, y - (height + _AROUND) / 2 + down, per)

    def _taken(self, thing: _Thing, per: float) -> tuple[float, float]:
        """Return how many pixels a thing takes."""
        width, height = thing.size
        if thing.component is None:
            return width, height + _LABEL / 2
        if thing.is_board:
            return width * per, height * per
        return max(width * per + _AROUND, _NAME), height * per + _AROUND + _LABEL + _BUTTON

    def _add(self, name: str, kind: str, x: float, y: float, z: int, **more: Any) -> str:
        """Add a widget and return its id, which is the same in every build."""
        made = str(uuid5(NAMESPACE_URL, f"cardgen/{self.order.kit.slug}/{name}"))
        widget = {"id": made, "type": kind, "x": round(x, 1), "y": round(y, 1), "z": z, **more}
        self.widgets.append({name: round(v, 1) if isinstance(v, float) else v for name, v in widget.items()})
        return made

    def _counter(self, thing: _Thing, x: float, y: float) -> None:
        width, height = thing.size
        more = {"width": width, "height": height, "label": thing.label, "counterValue": thing.value}
        self._add(f"counter {thing.label}", "counter", x, y, 50, **more)

    def _board(self, component: Component, x: float, y: float, per: float) -> None:
        (card,) = component.cards
        width, height = component.size.width * per, component.size.height * per
        picture = self._picture(component, card.id, self.order.faces.front(card))
        self._add(f"board {card.id}", "board", x, y, 2, width=width, height=height, boardImage=picture)

    def _pile(self, component: Component, x: float, y: float, per: float) -> None:
        faces = self.order.faces
        width, height = round(component.size.width * per, 1), round(component.size.height * per, 1)
        pile = self._add(
            f"pile {component.id}",
            "cardPile",
            x,
            y,
            10,
            width=width + _AROUND,
            height=height + _AROUND,
            label=component.title,
            hasShuffleButton=component.total > 1,
        )
        inside = (x + _AROUND / 2, y + _AROUND / 2)
        backs = [faces.back(card) for card in component.cards]
        alike = len({address(back) if back else "" for back in backs}) == 1
        types = {}
        for card, back in zip(component.cards, backs, strict=True):
            data = _data(component, card)
            data["image"] = self._picture(component, card.id, faces.front(card))
            if back and not alike:
                data["back"] = self._picture(component, f"{card.id}-back", back, side="back")
            types[card.id] = data
        common = (
            self._picture(component, f"{component.id}-back", backs[0], side="back")
            if alike and backs[0]
            else ""
        )
        deck = self._add(
            f"deck {component.id}",
            "cardDeck",
            *inside,
            11,
            parent=pile,
            label=component.title,
            cardTypes=types,
            cardWidth=width,
            cardHeight=height,
            faceTemplate=_template(component, width, height, "dynamic", "image"),
            backTemplate=_template(component, width, height, "static", common)
            if alike
            else _template(component, width, height, "dynamic", "back"),
            enlarge=True,
        )
        up = component.kind in ("aids", "mats", "tokens", "boards")
        for copy, card in enumerate(component.copies()):
            self._z += 1
            more: dict[str, Any] = {"deck": deck, "cardType": card.id, "parent": pile, "faceup": up}
            self._add(f"card {component.id} {copy}", "card", *inside, self._z, owner=None, **more)

    def _picture(self, component: Component, name: str, face: Drawing, side: str = "front") -> str:
        """Note a picture and return its address in the file; equal ones are one."""
        cut = component.cut_off(side)
        drawn = address(face)[:10]
        if (drawn, cut) not in self._names:
            size = (component.size.width, component.size.height)
            *_, cell = best_grid(1, size, 1, 1, self.options.pixels, self.options.dpi)
            file = self._names[drawn, cut] = f"userassets/{name}-{drawn}.png"
            self.pictures[file] = FaceGrid(file, (face,), 1, 1, cell, cut)
        return f"package://{self._names[drawn, cut]}"


def _template(component: Component, width: float, height: float, kind: str, value: str) -> dict[str, Any]:
    """Return the template of a side: its picture, or paper where nothing is printed."""
    cut = bool(component.cut_off())
    picture = {
        "type": "image",
        "x": 0,
        "y": 0,
        "w": width,
        "h": height,
        "color": "transparent" if value and cut else "#ffffff",
        "valueType": kind,
        "value": value,
    }
    return {"includeBorder": False, "includeRadius": cut, "objects": [picture]}


def _data(component: Component, card: Card) -> dict[str, str]:
    """Return what the site may know of a card: its fields that are plain, its words and its name, all as text."""
    plain = {name: value for name, value in card.fields.items() if isinstance(value, str | int | float)}
    found = {
        name: str(value).lower() if isinstance(value, bool) else str(value) for name, value in plain.items()
    }
    words = words_of(component, card)
    return {**found, **({"text": words} if words else {}), "label": card.name}
