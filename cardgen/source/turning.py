"""Dice, dials and spinners: what is written about them as components of plain pieces, each with its outline and its holes."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, Final

from cardgen.base.contour import Contour, arc, ring_sector
from cardgen.base.drawing import circle, polygon
from cardgen.base.language import noted
from cardgen.base.units import Size
from cardgen.model import Card, Component, Kind
from cardgen.model.flattened import die_side
from cardgen.model.kit import Shape
from cardgen.source.kit_shape import CommonPart, DialPart, DicePart, SpinnerPart
from cardgen.source.leaves import frozen
from cardgen.source.nodes import Document
from cardgen.source.parse import Folder
from cardgen.source.shape import part
from cardgen.source.wrong import read

MADE_HERE: Final[frozenset[Kind]] = frozenset({"dice", "dials", "spinners"})
_ROUNDED, _PLAY = 1.5, 0.5  # mm of a die's edge on each side that a sticker keeps off, and the play of a hand
_EDGE: Mapping[int, tuple[float, float]] = {
    6: (10.0, 16.0),
    8: (16.0, 24.0),
    10: (18.0, 28.0),
}  # at least, usual
_RIM = 4.0  # of the lower disc, for a thumb
_TRACK = (11.5, 2.5)  # mm inside the upper disc
_BESIDE = 0.8  # degrees less than half a step, so that no neighbour shows
_FIGURE = 3.1  # mm: how wide a letter of a value is, about
_LOOSE = 0.6  # a hole that turns on a pin is so much wider
_WASHER = 12.0
_LARGE = 40.0


def usual_bleed(wide: float) -> float:
    """Return the bleed of a piece of which nothing is said: 1.5 mm where it is cut by a line and small."""
    return 1.5 if wide < _LARGE else 3.0


def turning(
    folder: Folder, document: Document, kind: Kind, name: str, cards: tuple[Card, ...]
) -> Sequence[Component | None]:
    """Return the components of one entry; None where its own lines are wrong."""
    said: Any = document.get(kind, name)
    for key, inside in (("face", ()), ("arrow", ()), ("face", ("window",))):
        file = document.get(kind, name, *inside, key)
        if isinstance(file, str) and file:
            folder.find(file, document, kind, name, *inside, key, what="template", shared=True)
    kinds: dict[Kind, type[CommonPart]] = {"dice": DicePart, "dials": DialPart, "spinners": SpinnerPart}
    said = read(part(kinds[kind]), document, kind, name, quietly=True)
    if said is None:
        return (None,)
    wide = (said.edge or _EDGE[said.sides][1]) if isinstance(said, DicePart) else said.size.width
    bleed = usual_bleed(wide) if said.bleed is None else said.bleed
    base = Component(
        *(name, kind, said.title or name.replace("_", " ").capitalize(), Size(1, 1), "round", bleed, 0.0),
        *(said.face, None, cards, document.where_key(kind, name)),
        note=said.note,
        stock=said.stock,
        fields=frozen(document.get(kind, name, "fields") or {}),
        needs=said.needs or "",
        made_of=said.made_of,
        layout="nest",
    )
    if isinstance(said, DicePart):
        return (_dice(document, base, said, wide),)
    size = said.size
    if size.width != size.height:
        message = f"size is {size}, expected both sides equal for a disc"
        document.note(message, kind, name, "size", hint=f"write size: {size.width:g}mm", code="measure")
    if base.made.sides not in ("", "front"):
        hint = "leave sides: out, they have no backs"
        document.note(f"{kind} are printed on one side", kind, name, "made_of", hint=hint, code="made-of")
    if not cards:
        cards = (Card(name, base.title, 1, name, base.where),)
    base = replace(base, size=size, cards=cards)
    return _dial(document, base, said) if isinstance(said, DialPart) else _spinner(base, said)


def _dice(document: Document, base: Component, said: DicePart, edge: float) -> Component:
    """Return the sides of dice, as stickers or as sides of a net."""
    name, sides = base.id, said.sides
    least, usual = _EDGE[sides]
    if edge < least:
        message = f"edge is {edge:g} mm, expected at least {least:g} mm" + (
            f" for {sides} sides" if sides != 6 else ""
        )
        document.note(message, "dice", name, "edge", hint=f"{usual:g}mm is usual", code="measure")
    if base.made.board:
        message = "dice are stickers or folded from paper, not from board"
        hint = "write made_of: stickers, or made_of: card"
        document.note(message, "dice", name, "made_of", hint=hint, code="made-of")
    net = base.made.paper != "label"
    if not net and sides != 6:
        message = f"stickers are made for six sides, this die has {sides}"
        hint = "write made_of: card for a net to fold"
        document.note(message, "dice", name, "made_of", within=("dice", name), hint=hint, code="made-of")
    cards = base.cards or tuple(
        Card(f"{name}_{n}", str(n), 1, name, base.where, frozen({"value": n})) for n in range(1, sides + 1)
    )
    if len(cards) != sides:
        message = f"a die has {sides} sides, {len(cards)} are listed"
        hint = f"list them in the order 1 to {sides}"
        if len(cards) in _EDGE:
            hint += f", or write sides: {len(cards)}"
        document.note(message, "dice", name, "cards", hint=hint, code="sides")
    side = die_side(sides, edge)
    cards = tuple(replace(card, count=said.count) for card in cards)
    if sides != 6:
        return replace(base, size=Size(*side.box[2:]), shape="free", cut=side, cards=cards)
    kept = 0.0 if net else _ROUNDED
    wide = edge if net else edge - 2 * (_ROUNDED + _PLAY)
    return replace(base, size=Size(wide, wide), shape="rect", corner=kept, cards=cards)


def _dial(document: Document, base: Component, said: DialPart) -> Sequence[Component]:
    """Return the lower disc with its values and the upper disc with its window."""
    wide = base.size.width
    window, path = said.window, ("dials", base.id, "window")
    upper = (window and window.upper) or wide - 2 * _RIM
    inner, outer = (window and window.track) or (upper / 2 - _TRACK[0], upper / 2 - _TRACK[1])
    if not said.pin / 2 + 2 <= inner < outer <= upper / 2 - 2 or upper > wide:
        message = (
            f"the window is {inner:g} to {outer:g} mm from the middle of a disc of {upper:g} mm, expected "
            f"{said.pin / 2 + 2:g} to {upper / 2 - 2:g} mm"
        )
        document.note(message, *path, within=path[:2], hint="leave window: out", code="measure")
    step = 360 / len(said.values)
    most = math.tau * (inner + outer) / 2 / (_FIGURE * max(map(len, said.values)) + 2)
    if len(said.values) > most:
        message = f"{len(said.values)} values are narrower than their words, about {int(most)} have room"
        hint = "a larger size, shorter words, or fewer values"
        document.note(message, "dials", base.id, "values", hint=hint, level="warning", code="measure")
    dial = {
        "values": [{"value": value, "angle": step * n} for n, value in enumerate(said.values)],
        "step": step,
        "track": {"inner": inner, "outer": outer, "half": step / 2 - _BESIDE},
    }
    cards = tuple(replace(card, fields=frozen({**card.fields, **dial})) for card in base.cards)
    cover = replace(
        base,
        id=f"{base.id}_cover",
        part=noted("{title}, cover"),
        size=Size(upper, upper),
        face=window.face if window else "kinds/cover.svg",
        cards=tuple(replace(card, id=f"{card.id}_cover", component=f"{base.id}_cover") for card in cards),
        needs="",
        holes=(ring_sector(upper / 2, inner, outer, step / 2 - _BESIDE), _hole(upper / 2, said.pin)),
    )
    return replace(base, cards=cards, holes=(_hole(wide / 2, said.pin),)), cover


def _spinner(base: Component, said: SpinnerPart) -> Sequence[Component]:
    """Return the disc with its sectors, the arrow, and two washers for it."""
    wide, whole, at = base.size.width, sum(said.sectors.values()), 0.0
    sectors = []
    for name, weight in said.sectors.items():
        angle = 360 * weight / whole
        path = sector(wide / 2, wide / 2 + 2 * base.bleed, at, at + angle)
        sectors.append({"name": name, "weight": weight, "start": at, "end": at + angle, "path": path})
        at += angle
    cards = tuple(replace(card, fields=frozen({**card.fields, "sectors": sectors})) for card in base.cards)
    arrow, balance = _arrow(0.72 * wide)
    box = arrow.box[2:]
    hole = _hole(0, said.pin + _LOOSE)
    ring = _hole(_WASHER / 2, said.pin + _LOOSE)
    parts: list[tuple[str, str, Size, Shape, int, Contour | None, Contour]] = [
        (
            *("arrow", noted("{title}, arrow"), Size(*box), "free", 1, arrow),
            hole.moved((1, 0, 0, 1, balance, box[1] / 2)),
        ),
        ("washer", noted("{title}, washer"), Size(_WASHER, _WASHER), "round", 2, None, ring),
    ]
    made: list[Component] = [replace(base, cards=cards, holes=(_hole(wide / 2, said.pin),))]
    for what, called, size, shape, each, cut, own in parts:
        id = f"{base.id}_{what}"
        made.append(
            replace(
                base,
                id=id,
                part=called,
                size=size,
                shape=shape,
                cut=cut,
                face=said.arrow,
                bleed=min(base.bleed, usual_bleed(0)),
                cards=tuple(
                    replace(card, id=f"{card.id}_{what}", component=id, count=each * card.count)
                    for card in base.cards
                ),
                needs="",
                holes=(own,),
            )
        )
    return made


def sector(middle: float, radius: float, start: float, end: float) -> str:
    """Return a sector about (middle, middle) as path data, its angles in degrees clockwise from the top."""
    t = math.radians(start)
    rim = (middle + radius * math.sin(t), middle - radius * math.cos(t))
    path = (("M", middle, middle), ("L", *rim), *arc(middle, middle, radius, start, end))
    return "".join(f"{letter}{' '.join(f'{v:.3f}' for v in values)}" for letter, *values in path) + "Z"


def _hole(middle: float, across: float) -> Contour:
    return Contour(circle(middle, middle, across / 2).commands)


def _arrow(length: float) -> tuple[Contour, float]:
    """Return an arrow of this length whose tip looks to the left, and how far from the tip it balances.

    A ring for the pin is at that point.
    """
    k = length / 62
    head, tall, thin, hub = 18 * k, 11.0, 4.0, 11.0
    fin = 9 * k

    def drawn(x: float) -> tuple[tuple[float, float], ...]:
        upper = [(0.0, 0.0), (head, -tall / 2), (head, -thin / 2), (x - hub / 2, -thin / 2)]
        upper += [(x - hub / 4, -hub / 2), (x + hub / 4, -hub / 2), (x + hub / 2, -thin / 2)]
        upper += [(length - fin, -thin / 2), (length - fin / 2, -tall / 2), (length, -tall / 2)]
        return (*upper, *((px, -py) for px, py in reversed(upper[1:])))

    x = length / 2
    for _ in range(40):  # the ring goes to the balance, and moves it a little
        x = _balance(drawn(x))
    return Contour(polygon([(px, py + tall / 2) for px, py in drawn(x)]).commands), x


def _balance(points: Sequence[tuple[float, float]]) -> float:
    """Return where along x a flat piece balances."""
    area = moment = 0.0
    for (x1, y1), (x2, y2) in zip(points, (*points[1:], points[0]), strict=True):
        cross = x1 * y2 - x2 * y1
        area += cross
        moment += cross * (x1 + x2)
    return moment / (3 * area)


__all__ = ["MADE_HERE", "turning"]
