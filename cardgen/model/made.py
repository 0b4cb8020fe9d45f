"""Components made in Python: what game.yaml says in a few lines, said in one call."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any, ClassVar, Literal
from warnings import warn

from cardgen.base.contour import Contour
from cardgen.base.errors import NOWHERE, Location
from cardgen.base.formats import moved
from cardgen.base.nesting import Turns
from cardgen.base.nicks import Tool
from cardgen.base.units import Size, parse_length, parse_size
from cardgen.model.flat import Feet, Flat
from cardgen.model.kit import NO_FIELDS, Card, Component, HeldPiece, Kind, Layout, Shape, regular
from cardgen.model.made_of import MadeOf, material, read_stock
from cardgen.model.stock import Stock

PLAIN = "faces/plain.svg"
"""A shared template that prints a card's name and fields; good enough for a first playtest."""

_ID = re.compile(r"\w[\w.+-]*")


class _Made(Component):
    """A component whose lengths may be written as in YAML, and whose cards need not name it.

    `size` is a `Size` in mm, a name such as `poker`, or `63x88mm`; `bleed` and `corner` are mm or texts
    such as `3mm`. `shape` is a word or a `Contour` that fills the box of the size. `face` and `back` are templates below the kit's `root` or shared ones. ValueError for a
    size or length that is none, and for cards whose ids are no ids or occur twice.
    """

    _standard: ClassVar[tuple[Kind, str, Shape, float]]  # what holds where nothing is said

    def __init_subclass__(
        cls, made: Kind | None = None, usual: str = "", outline: Shape = "rect", margin: float = 3.0
    ) -> None:
        if made:
            cls._standard = (made, usual, outline, margin)

    def __init__(
        self,
        id: str,
        cards: Iterable[Card],
        size: Size | str = "",
        *,
        face: str = PLAIN,
        back: str | None = None,
        title: str = "",
        shape: Shape | Contour | None = None,
        bleed: float | str | None = None,
        corner: float | str = 0.0,
        note: str = "",
        stock: str = "",
        needs: str = "",
        made_of: MadeOf | str | None = None,
        layout: Layout = "",
        cut: Contour | None = None,
        balance: Mapping[str, str] = NO_FIELDS,
        kind: Kind | None = None,
        where: Location = NOWHERE,
        fields: Mapping[str, Mapping[str, Any]] = NO_FIELDS,
        feet: Feet | Literal[""] = "",
        holes: tuple[Contour, ...] = (),
        flat: Flat | None = None,
        turns: Turns = "90°",
        safe: float | None = None,
        held: tuple[HeldPiece, ...] = (),
        nicked: tuple[Contour, ...] = (),
        tool: Tool | Literal[""] = "",
        part: str = "",
        given: Stock | None = None,
    ) -> None:
        if read_stock(stock).board and not made_of:
            warn(moved("stock= with a board", "made_of=", "1.0.0"), DeprecationWarning, stacklevel=2)
        made, usual, outline, margin = self._standard
        cut = shape if isinstance(shape, Contour) else cut
        known: Shape = "free" if isinstance(shape, Contour) else shape or outline
        if (known == "free") != (cut is not None):
            raise ValueError("a free shape has a contour, and nothing else has one: shape=Contour(…)")
        lies = parse_size(size or usual) if isinstance(size, str) else size
        super().__init__(
            id=id,
            kind=kind or made,
            title=title or id.replace("_", " ").capitalize(),
            size=regular(lies) if known == "hex" else lies,
            shape=known,
            bleed=margin if bleed is None else _mm(bleed),
            corner=_mm(corner),
            face=face,
            back=back,
            cards=tuple((card if card.component == id else replace(card, component=id)) for card in cards),
            where=where,
            note=note,
            stock=stock,
            fields=fields,
            needs=needs,
            made_of=material(made_of) if isinstance(made_of, str) else made_of,
            balance=balance,
            layout=layout,
            cut=cut,
            feet=feet,
            holes=holes,
            flat=flat,
            turns=turns,
            safe=safe,
            held=held,
            nicked=nicked,
            tool=tool,
            part=part,
            given=given,
        )
        if not id.isidentifier():
            raise ValueError(f"a component is called '{id}', expected letters, digits and _")
        ids = Counter(card.id for card in self.cards)
        for card in self.cards:
            if not _ID.fullmatch(card.id):
                raise ValueError(
                    f"a card of {id} has the id '{card.id}', expected letters, digits, . + - and _"
                )
            if ids[card.id] > 1:
                raise ValueError(f"{ids[card.id]} cards of {id} have the id '{card.id}'")
            if not isinstance(card.count, int) or card.count < 1:
                raise ValueError(f"card {card.id} has count {card.count!r}, expected a whole number from 1")


class Deck(_Made, made="decks", usual="poker"):
    """A deck of cards; poker size with 3 mm bleed where nothing else is said."""


class Tiles(_Made, made="tiles", usual="square-63"):
    """A set of tiles; 63 mm squares with 3 mm bleed where nothing else is said."""


class Tokens(_Made, made="tokens", usual="20x20mm", outline="round", margin=1.5):
    """A set of tokens; round, 20 mm, with 1.5 mm bleed where nothing else is said."""


class Boards(_Made, made="boards", usual="297x210mm"):
    """Boards; A4 across where nothing else is said."""


class Mats(_Made, made="mats", usual="210x148mm"):
    """Mats, one or more for each player; A5 across where nothing else is said."""


class Aids(_Made, made="aids", usual="tarot"):
    """Player aids; tarot size where nothing else is said."""


def _mm(length: float | str) -> float:
    return parse_length(length) if isinstance(length, str) else float(length)
