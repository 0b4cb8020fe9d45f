"""`boxes:` of game.yaml: what a kit wants held, and by what."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType
from typing import Any, Final

from cardgen.base.errors import Level, did_you_mean
from cardgen.base.units import parse_length
from cardgen.model.box import ART, BOX_KINDS, Box, BoxKind
from cardgen.model.kit import Component, Look, read_only
from cardgen.source.leaves import FILE, FILLED, LENGTH, TEXT, kept, matching, one_of, parsed
from cardgen.source.nodes import Block, Document, Step
from cardgen.source.parse import Folder
from cardgen.source.shape import Key, Record, Shape, list_of, map_of
from cardgen.source.wrong import read

_NONE: Final[Mapping[str, Any]] = MappingProxyType({})
_KIND: Shape[BoxKind] = one_of(*BOX_KINDS, guess=True)
_BOOL: Shape[bool] = parsed(kept(lambda value: isinstance(value, bool)), "true or false", {"type": "boolean"})
_PAINT = matching(
    r"#[0-9A-Fa-f]{6}|[A-Za-z_]\w*", 'a colour such as "#bcc06a" or one of the palette', "colour"
)
_NAME: Final = r"[a-z0-9][a-z0-9_-]{0,39}"


def _room(value: Any) -> tuple[float, float, float]:
    found = re.fullmatch(
        r"\s*([\d.]+)\s*[x×]\s*([\d.]+)\s*[x×]\s*([\d.]+)\s*(mm|cm|in)\s*",
        value if isinstance(value, str) else "",
    )
    if not found:
        raise ValueError
    length, width, height = (parse_length(f"{one}{found[4]}") for one in found.groups()[:3])
    if min(length, width, height) < 5:
        raise ValueError("5 mm or more on each side")
    return length, width, height


_ROOM = parsed(
    _room,
    "length x width x height such as 212x151x44mm",
    {"type": "string", "examples": ["212x151x44mm"]},
)


def _made(said: dict[str, Any]) -> Box:
    return Box(
        name="",
        kind=said.get("kind", "tuck"),
        title=said.get("title", ""),
        holds=said.get("for", ()),
        sleeved=said.get("sleeved", False),
        thickness=said.get("thickness"),
        card=said.get("card", 0.35),
        greyboard=said.get("greyboard", 1.5),
        inside=said.get("inside"),
        wells=said.get("wells", ()),
        hero=said.get("hero", ()),
        flaps=said.get("flaps", ""),
        tongue=said.get("tongue", ""),
        art=said.get("art", _NONE),
    )


BOX: Final = Record(
    {
        "kind": Key(_KIND, "tuck, lid-tray, hinged, sleeve, dividers or token-tray.", "tuck"),
        "for": Key(
            list_of(FILLED, least=1), "The components it holds; left out: all that such a thing holds.", ()
        ),
        "title": Key(TEXT, "What it is called on its sheet, else the titles of what it holds.", ""),
        "sleeved": Key(_BOOL, "Whether the cards wear sleeves.", False),
        "thickness": Key(LENGTH, "Thickness of one piece; left out, its stock says it.", None),
        "card": Key(LENGTH, "Thickness of the card that it is made of, else 0.35mm.", 0.35),
        "greyboard": Key(
            LENGTH, "Thickness of the board that stiffens lid and tray, else 1.5mm; 0 for none.", 1.5
        ),
        "inside": Key(_ROOM, "The room inside; left out, the contents say it.", None),
        "wells": Key(
            list_of(list_of(FILLED, least=1)),
            "How dividers part a tray: rows of components, such as [[common, home], [mugs]].",
            (),
        ),
        "hero": Key(list_of(FILLED), "Cards that its art may show, else those of the guide.", ()),
        "flaps": Key(_PAINT, "The colour of the flaps.", ""),
        "tongue": Key(_PAINT, "The colour of the tongue, else that of the flaps.", ""),
        "art": Key(
            map_of(FILE), "The SVG template of each side: front, back, side, lid, bottom and others.", _NONE
        ),
    },
    _made,
    name="BoxPart",
    doc="One entry of `boxes:`: what holds pieces of the kit.",
    example="{kind: tuck, for: [cards]}",
)
BOXES: Final = map_of(BOX)


def make_boxes(
    folder: Folder, document: Document, components: Collection[Component], looks: Mapping[str, Look]
) -> Mapping[str, Box]:
    """Return what the kit wants held, by name; what cannot be made is noted."""
    block = document.get("boxes")
    found: dict[str, Box] = {}
    known = {component.id: component for component in components}
    cards = {card.id for component in components for card in component.cards}
    colours = {colour for look in looks.values() for colour in look.palette}
    for name in block if isinstance(block, Block) else ():
        path = ("boxes", name)
        if not re.fullmatch(_NAME, name):
            message = f"'{name}' cannot be the name of a box, expected small letters, digits, - and _"
            document.note(
                message, *path, at_key=True, hint="it becomes part of the name of a file", code="name"
            )
        box = read(BOX, document, *path, quietly=True)
        if box is None:
            continue
        _check_names(document, name, "for", box.holds, known, "component")
        heroes = [one.rpartition(":")[2] for one in box.hero]
        _check_names(document, name, "hero", heroes, cards, "card", level="warning")  # as in the guide
        shown = tuple(one for one, card in zip(box.hero, heroes, strict=True) if card in cards)
        for number, row in enumerate(box.wells):
            _check_names(document, name, "wells", row, known, "component", number)
        for key in ("flaps", "tongue"):
            paint = getattr(box, key)
            if paint and not paint.startswith("#") and paint not in colours:
                hint = did_you_mean(paint, colours)
                document.note(
                    f"no look has the colour '{paint}'", *path, key, hint=hint, code="unknown-colour"
                )
        for side, template in box.art.items():
            if side not in ART[box.kind]:
                hint = did_you_mean(side, ART[box.kind])
                document.note(
                    f"a {box.kind} has no side '{side}'",
                    *path,
                    "art",
                    side,
                    at_key=True,
                    hint=hint,
                    code="unknown-key",
                )
            folder.find(template, document, *path, "art", side, what="template", shared=True)
        _check_measures(document, box, name)
        found[name] = replace(box, name=name, hero=shown, where=document.where_key(*path))
    return read_only(found)


def _check_names(
    document: Document,
    box: str,
    key: str,
    names: Sequence[str],
    known: Collection[str],
    what: str,
    *row: int,
    level: Level = "error",
) -> None:
    for number, name in enumerate(names):
        if name not in known:
            message, hint = f"{key} names '{name}', which is no {what} of the kit", did_you_mean(name, known)
            at: tuple[Step, ...] = ("boxes", box, key, *row, number)
            document.note(
                message, *at, within=("boxes", box, key), hint=hint, level=level, code=f"unknown-{what}"
            )


def _check_measures(document: Document, box: Box, name: str) -> None:
    """Note what no box can be made of or for: card like paper or board, pieces thicker than wide."""
    if not 0.1 <= box.card <= 1:
        message = f"card is {box.card:g} mm, expected the card of a box: 0.1 to 1 mm"
        document.note(message, "boxes", name, "card", hint="250 to 300 g/m² is 0.35mm", code="measure")
    if box.greyboard > 5:
        message = f"greyboard is {box.greyboard:g} mm, expected at most 5 mm"
        document.note(message, "boxes", name, "greyboard", hint="1.5mm is usual", code="measure")
    if box.thickness is not None and not 0.05 <= box.thickness <= 20:
        message = f"thickness is {box.thickness:g} mm, expected that of one piece: 0.05 to 20 mm"
        document.note(message, "boxes", name, "thickness", hint="a card of 300 g/m² is 0.3mm", code="measure")
    if box.wells and box.kind != "dividers":
        document.note(
            f"a {box.kind} has no wells", "boxes", name, "wells", hint="write kind: dividers", code="wells"
        )
