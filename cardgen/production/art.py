"""The art of a dieline: each side is a template of the kit, filled in, put in its place and cut at its creases."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from cardgen.base.drawing import (
    Drawing,
    Item,
    Matrix,
    PlacedDrawing,
    Rectangle,
    channels,
    luminance,
    multiply,
    rect,
    rotate,
    scale,
    translate,
)
from cardgen.base.language import tr, trn
from cardgen.faces.compose import Faces
from cardgen.model import Component, Kit, Named
from cardgen.model.box import Box
from cardgen.model.kit import DESIGNERS
from cardgen.production.dielines import BLEED, Dieline, Panel

_SIZE_TOLERANCE = 0.05
_FALLBACK: Mapping[str, str] = {"left": "side", "right": "side"}
_DRAWN_AS: Mapping[str, str] = {"hinged": "lid-tray", "sleeve": "tuck"}
"""Kinds of boxes whose sides are drawn as those of another kind, where the kit has no template of its own."""
_OF_A_TRAY = {"floor": "", "north": "_side", "south": "_side", "west": "_side", "east": "_side"}


class BoxSide(NamedTuple):
    """What a template knows as `panel`: which side it draws and how large; art runs on for `bleed` all round.

    `view` is what the `<svg>` says of its size. `says` is what stands on it, where that differs: the name of a well.
    """

    name: str
    width: float
    height: float
    says: str = ""
    bleed: float = BLEED

    @property
    def view(self) -> str:
        """Width, height and viewBox of an `<svg>` whose 0,0 is the upper left corner of the side."""
        width, height = (round(side + 2 * self.bleed, 3) for side in (self.width, self.height))
        return f"{-self.bleed:g} {-self.bleed:g} {width:g} {height:g}"

    def names(self) -> Named[object]:
        """Return it as templates know it."""
        return Named({**self._asdict(), "view": self.view}, "word of a panel")


@dataclass(frozen=True)
class BoxNames:
    """What a template knows as `box`."""

    name: str
    kind: str
    title: str
    count: int
    holds: tuple[Component, ...]
    sleeved: bool
    hero: tuple[str, ...]
    pale: str
    deep: str
    on_accent: str
    """White or ink: what is read on the accent."""
    facts: str
    """For how many players, and how long."""
    credits: str
    """Who designed it, and the notice."""

    @property
    def what(self) -> str:
        """What it holds in words: "58 common tiles, 6 home tiles"."""
        return ", ".join(f"{c.total} {c.title}" for c in self.holds)


def box_names(kit: Kit, box: Box, holds: tuple[Component, ...], hero: tuple[str, ...]) -> BoxNames:
    """Return what templates may say of a box."""
    accent = kit.accent
    count = sum(component.total for component in holds)
    ink = "#ffffff" if luminance(accent) < 0.4 else "#1d1d1d"
    return BoxNames(
        box.name,
        box.kind,
        box.title,
        count,
        holds,
        box.sleeved,
        hero,
        _mixed(accent, "#ffffff", 0.88),
        _mixed(accent, "#000000", 0.32),
        ink,
        _facts(kit),
        " · ".join(filter(None, (designer(kit), kit.credits.get("notice", "")))),
    )


def designer(kit: Kit) -> str:
    """Return who designed the game, "" if the credits do not say it."""
    return next((kit.credits[who] for who in DESIGNERS if kit.credits.get(who)), "")


def _facts(kit: Kit) -> str:
    low, high = kit.players.min, kit.players.max
    facts = (
        tr("{min} to {max} players", min=low, max=high)
        if high > low
        else trn("{n} player", "{n} players", low)
    )
    return facts + (" · " + tr("{minutes} minutes", minutes=kit.minutes) if kit.minutes else "")


def _mixed(colour: str, other: str, share: float) -> str:
    parts = zip(channels(colour), channels(other), strict=True)
    return "#" + "".join(f"{round(255 * (a + (b - a) * share)):02x}" for a, b in parts)


@dataclass(frozen=True)
class BoxPainter:
    """Draws the sides of one box."""

    faces: Faces
    box: Box
    words: BoxNames

    @cached_property
    def names(self) -> Named[object]:
        """What templates know as `box`."""
        return Named({**vars(self.words), "what": self.words.what}, "word of a box")

    def items(self, dieline: Dieline, x: float, y: float, part: str = "") -> list[Item]:
        """Return grounds and art of a dieline whose 0,0 comes to (x, y); `part` is what the art is called in the kit.

        What is seen of each side ends at its creases, or a little beyond a cut.
        """
        flaps = self.paint(self.box.flaps) or self.words.deep
        colours = {"flap": flaps, "tongue": self.paint(self.box.tongue) or flaps}
        if self.faces.look == "low-ink" and not self.box.flaps:
            colours = dict.fromkeys(colours, "#ffffff")
        grounds: dict[str, list[Item]] = {"flap": [], "tongue": []}
        for name, (left, top, wide, tall) in dieline.grounds:
            grounds[name].append(rect(left + x, top + y, wide, tall, fill=colours[name]))
        sides = [item for one in dieline.panels for item in self._panel(one, x, y, part, dieline.name)]
        return [*grounds["tongue"], *sides, *grounds["flap"]]

    def paint(self, name: str) -> str:
        """Return a colour as `#rrggbb`: itself, or that of the palette."""
        if not name or name.startswith("#"):
            return name
        looks = self.faces.kit.looks
        return looks[self.faces.look].palette.get(name, "") if self.faces.look in looks else ""

    def template(self, panel: str, part: str) -> str:
        """Return the template that draws a side: the kit's, or the one that comes with cardgen."""
        name = f"{part}{_OF_A_TRAY[panel]}" if panel in _OF_A_TRAY else panel
        if part and panel == "divider":
            name = "strip"
        art = self.box.art
        found = art.get(name) or art.get(_FALLBACK.get(name, name))
        kind = "lid-tray" if name.startswith("tray") and self.box.kind in _DRAWN_AS else self.box.kind
        drawn = _DRAWN_AS.get(kind, kind)
        return found or f"boxes/{drawn}-{_FALLBACK.get(name, name).replace('_', '-')}.svg"

    def _panel(self, panel: Panel, x: float, y: float, part: str, text: str) -> list[Item]:
        size = panel.size
        side = BoxSide(panel.name, round(size.width, 3), round(size.height, 3), text)
        name = f"box {self.box.name}, {panel.name}"
        drawing = self.faces.drawing(
            self.template(panel.name, part), name, box=self.names, panel=side.names(), side=panel.name
        )
        matrix = multiply(_placed(panel, x, y), _covering(drawing, side))
        clip = _inverse(matrix, (panel.shows[0] + x, panel.shows[1] + y, *panel.shows[2:]))
        return [PlacedDrawing(drawing, matrix, rect(*clip))]


def _placed(panel: Panel, x: float, y: float) -> Matrix:
    """Return the matrix from the upright side, 0,0 its upper left corner, to the sheet."""
    left, top = x + panel.x, y + panel.y
    at = {
        0: (left, top),
        90: (left + panel.width, top),
        180: (left + panel.width, top + panel.height),
        270: (left, top + panel.height),
    }[panel.turn]
    return multiply(translate(*at), rotate(panel.turn))


def _covering(drawing: Drawing, side: BoxSide) -> Matrix:
    """Return the matrix that makes a drawing cover a side and its bleed; one of the right size stays as it is."""
    width, height = side.width + 2 * side.bleed, side.height + 2 * side.bleed
    if max(abs(drawing.width - width), abs(drawing.height - height)) <= _SIZE_TOLERANCE:
        return translate(-side.bleed - drawing.x, -side.bleed - drawing.y)
    k = max(width / drawing.width, height / drawing.height)
    x = side.width / 2 - k * (drawing.x + drawing.width / 2)
    y = side.height / 2 - k * (drawing.y + drawing.height / 2)
    return multiply(translate(x, y), scale(k))


def _inverse(matrix: Matrix, box: Rectangle) -> Rectangle:
    """Return a rectangle of the sheet in the drawing's own mm; the matrix turns by quarters."""
    a, b, c, d, e, f = matrix
    area = a * d - b * c
    corners = [
        ((d * (x - e) - c * (y - f)) / area, (a * (y - f) - b * (x - e)) / area)
        for x in (box[0], box[0] + box[2])
        for y in (box[1], box[1] + box[3])
    ]
    xs, ys = zip(*corners, strict=True)
    return min(xs), min(ys), max(xs) - min(xs), max(ys) - min(ys)
