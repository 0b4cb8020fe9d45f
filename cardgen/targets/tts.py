"""Tabletop Simulator: a saved object of the whole kit, a saved game for each number of players, and their pictures."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from hashlib import sha256
from typing import Any
from urllib.parse import quote

from cardgen.base.contour import Contour
from cardgen.base.drawing import Drawing, rect
from cardgen.base.language import tr
from cardgen.base.units import MM_PER_INCH
from cardgen.export.output import FaceGrid, Output, Png, TextOutput
from cardgen.faces.address import address, addresses
from cardgen.model import Card, Component
from cardgen.source.leaves import number, whole
from cardgen.source.shape import Keyed, key
from cardgen.targets.order import Order, online
from cardgen.targets.reading import words_of
from cardgen.targets.spread import PictureGrid, best_grid
from cardgen.targets.tts_objects import Design, lies_in_decks
from cardgen.targets.tts_table import saved_game, saved_object


class TtsOptions(Keyed, example="{dpi: 200}"):
    """`tts:` a saved object of Tabletop Simulator, and a saved game for each number of players."""

    dpi: int = key(whole(30, 600), "Pixels to an inch, where a sheet has room for so many.", default=200)
    columns: int = key(whole(1, 10), "The most cells across on a sheet of cards.", default=10)
    rows: int = key(whole(1, 7), "The most cells down.", default=7)
    pixels: int = key(whole(512, 8192), "The most pixels on a side of a picture.", default=4096)
    mm_per_unit: float = key(number(1, 1000), "How many mm one unit of the table is.", default=MM_PER_INCH)
    card_height: float = key(number(0.1, 100), "How many units a card of scale 1 is high.", default=3.1)
    tile: float = key(number(0.1, 100), "How many units a tile of scale 1 is wide and high.", default=2.0)


OPTIONS = TtsOptions


def make(order: Order) -> Iterator[Output]:
    """Yield the pictures, the saved object with its thumbnail, and a saved game for each number of players."""
    if order.base_url and not order.base_url.startswith(("http://", "https://")):
        order.problems.add(
            f"--base-url is '{order.base_url}', expected an address that begins with https://",
            code="base-url",
        )
        return
    box = _Box(order)
    for component in online(order):
        box.take(component)
    if not box.known:
        return
    yield from box.files.values()
    kit, per = order.kit, order.target.asks.mm_per_unit
    yield TextOutput(f"{kit.slug}.json", _json(saved_object(kit, box.known, per)))
    yield box.thumbnail(kit.slug)
    for beginning in order.beginnings():
        name = f"{kit.slug}-{beginning.players}-players"
        many = f", {beginning.players} {tr('players')}" if beginning.players > 1 else ""
        yield TextOutput(f"{name}.json", _json(saved_game(kit, box.known, beginning, per, kit.title + many)))
        yield box.thumbnail(name)


def _json(value: Any) -> str:
    return json.dumps(value, indent=1, ensure_ascii=False) + "\n"


_CUTS = {"round": 4, "hex": 3}
"""How the cards of a deck are cut there; 0 has round corners, 1 square ones."""


class _Box:
    """All designs of an order by their id, and the pictures they need."""

    def __init__(self, order: Order) -> None:
        self.order = order
        self.options: TtsOptions = order.target.asks
        self.files: dict[str, Output] = {}
        self.known: dict[str, Design] = {}
        self._names: dict[str, str] = {}
        self._sheets = 0
        self._plain: dict[tuple[float, float], Drawing] = {}
        drawn = order.faces.composed()
        named = addresses(drawn)
        self._addresses = {face: named[card][side] for card in drawn for side, face in drawn[card].items()}

    def thumbnail(self, name: str) -> Png:
        """Return the picture that its menu shows: a card that the kit's first page shows, too."""
        hero = [card for card in self.order.kit.guide.get("hero", ()) if card in self.known]
        design = self.known[hero[0]] if hero else next(iter(self.known.values()))
        return Png(f"{name}.png", self.order.faces.front(design.card), 100, (256, 256), "trim")

    def take(self, component: Component) -> None:
        if lies_in_decks(component):
            most = self.options.columns * self.options.rows - 1
            fullest = self._grid(component, min(most, len(component.cards)))
            for start in range(0, len(component.cards), most):
                self._take_cards(component, component.cards[start : start + most], fullest.cell)
        else:
            self._take_tiles(component)

    def _grid(self, component: Component, cards: int) -> PictureGrid:
        size, options = (component.size.width, component.size.height), self.options
        return best_grid(cards + 1, size, options.columns, options.rows, options.pixels, options.dpi)

    def _take_cards(self, component: Component, cards: Sequence[Card], fine: tuple[int, int]) -> None:
        """Take the cards of one sheet; the cells of all sheets are as `fine`, because a finer back tells cards apart."""
        options, faces = self.options, self.order.faces
        grid = self._grid(component, len(cards))
        paper = [self._unprinted(component)] * (grid.columns * grid.rows - len(cards) - 1)
        backs = [faces.back(card) or self._unprinted(component) for card in cards]
        alike = len({self._address(back) for back in backs}) == 1
        # the last cell is what others see of a card in a hand
        fronts = [*(faces.front(card) for card in cards), *paper, backs[0]]
        self._sheets += 1
        deck = {
            "FaceURL": self._sheet(f"{component.id}-faces", fronts, grid.columns, grid.rows, fine),
            "BackURL": self._sheet(f"{component.id}-back", backs[:1], 1, 1, fine)
            if alike
            else self._sheet(f"{component.id}-backs", backs, grid.columns, grid.rows, fine),
            "NumWidth": grid.columns,
            "NumHeight": grid.rows,
            "BackIsHidden": True,
            "UniqueBack": not alike,
            "Type": _CUTS.get(component.shape, 0 if component.corner else 1),
        }
        scale = component.size.height / options.mm_per_unit / options.card_height
        for cell, card in enumerate(cards):
            self.known[card.id] = Design(
                card,
                component,
                words_of(component, card),
                (scale, scale),
                self._sheets * 100 + cell,
                {str(self._sheets): deck},
            )

    def _take_tiles(self, component: Component) -> None:
        options, faces = self.options, self.order.faces
        size = (component.size.width, component.size.height)
        _, _, cell = best_grid(1, size, 1, 1, options.pixels, options.dpi)
        free = component.shape == "free"
        if free and component.has_back and not component.feet:
            self.order.problems.add(
                f"{component.title}: a token that is cut by its outline shows its front on both sides there",
                component.where,
                hint="print the back for a table of paper, or give it shape: rect",
                level="warning",
                code="token-without-back",
            )
        scale = (size[0] / options.mm_per_unit / options.tile, size[1] / options.mm_per_unit / options.tile)
        cut = component.cut_off() if free else 0.0
        cut_behind = component.cut_off("back") if free and component.feet else 0.0
        for card in component.cards:
            back = faces.back(card) or self._unprinted(component)
            self.known[card.id] = Design(
                card,
                component,
                words_of(component, card),
                scale,
                front=self._sheet(f"{card.id}-front", [faces.front(card)], 1, 1, cell, cut),
                back=self._sheet(f"{component.id}-back", [back], 1, 1, cell, cut_behind),
            )

    def _unprinted(self, component: Component) -> Drawing:
        """Return the back of what is printed on one side: paper."""
        size = (component.size.width, component.size.height)
        if size not in self._plain:
            paper = rect(0, 0, *size, fill="#ffffff")
            self._plain[size] = Drawing("back", 0, 0, *size, (paper,))
        return self._plain[size]

    def _address(self, face: Drawing) -> str:
        if face not in self._addresses:
            self._addresses[face] = address(face)
        return self._addresses[face]

    def _sheet(
        self,
        name: str,
        faces: Sequence[Drawing],
        columns: int,
        rows: int,
        cell: tuple[int, int],
        cut: float | Contour = 0.0,
    ) -> str:
        """Note a picture to be made, and return its address: its name says what is drawn on it.

        Online tables keep pictures by their addresses, so what looks different must be called differently.
        """
        drawn = f"{columns} {rows} {cell} {' '.join(self._address(face) for face in faces)}"
        drawn += f" {cut}" if cut else ""
        hashed = sha256(drawn.encode()).hexdigest()[:10]
        name = self._names.setdefault(hashed, f"{name}-{hashed}.png")
        self.files.setdefault(name, FaceGrid(name, tuple(faces), columns, rows, cell, cut))
        if self.order.base_url:
            return f"{self.order.base_url.rstrip('/')}/{quote(name)}"
        return (self.order.folder / name).as_uri()
