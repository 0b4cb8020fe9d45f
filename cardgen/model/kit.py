"""The kit as every later stage sees it: frozen, typed, checked, each part knowing where it was written."""

from __future__ import annotations

import copyreg
import math
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path
from types import MappingProxyType
from typing import Any, Generic, Literal, NamedTuple, TypeAlias, TypeVar, get_args

from cardgen.base.contour import Contour, hexagon_size, round_contour
from cardgen.base.drawing import Matrix, multiply, rotate, translate
from cardgen.base.errors import NOWHERE, Location, Problems, did_you_mean
from cardgen.base.language import figure, noted, tr
from cardgen.base.nesting import Turns
from cardgen.base.nicks import Tool
from cardgen.base.units import Size
from cardgen.model.box import Box
from cardgen.model.flat import Feet, Flat
from cardgen.model.made_of import MadeOf, Sides, read_stock
from cardgen.model.stock import Stock

Kind: TypeAlias = Literal[
    "decks", "tiles", "tokens", "boards", "mats", "aids", "standees", "dice", "dials", "spinners", "punchboards"
]  # fmt: skip
"""What a component is: the key of game.yaml under which it stands."""
KINDS: tuple[Kind, ...] = get_args(Kind)
"""All kinds, in the order in which they print."""

Shape: TypeAlias = Literal["rect", "round", "hex", "free"]
"""What is cut out; a free shape is a path of the kit's own."""
Layout: TypeAlias = Literal["", "shared", "gap", "straight", "grid", "nest"]
"""How pieces lie on a sheet: hexagons with shared cuts, apart or corner to corner; in rows; where they find room; "": as suits."""
LAYOUTS: tuple[Layout, ...] = ("shared", "gap", "straight", "grid", "nest")
HEX_LAYOUTS = ("shared", "gap", "straight")
"""Layouts that only hexagons have."""
_REGULAR = 0.01
"""A hexagon whose box is off by no more than this part is regular."""

DESIGNERS = ("design", "designer", "designers", "author", "authors")
"""What the credits call the designer: today's word, and those that are still read."""
Value: TypeAlias = Any
"""A value of a card's own field as plain data: str, int, float, bool, None, tuple or read-only mapping."""

OptionChoice: TypeAlias = str | int | bool
"""A value of a house rule."""

T = TypeVar("T")

NO_FIELDS: Mapping[str, Value] = MappingProxyType({})

FEW = 4
"""So many pieces of a kind are wrapped one by one; more are registered by the sheet."""
_CALLED = {
    "card": noted("card"),
    "paper": noted("paper"),
    "label": noted("label sheets"),
    "board": noted("board"),
}


def _nothing() -> Mapping[Any, Any]:
    """Return the empty mapping; Python 3.11 takes it for a mutable default when it is given directly."""
    return NO_FIELDS


def as_json(value: Any) -> Any:
    """Return a value of a kit as JSON knows it; what JSON does not know, such as an effect, as text."""
    if isinstance(value, Mapping):
        return {str(key): as_json(one) for key, one in value.items()}
    if isinstance(value, list | tuple):
        return [as_json(one) for one in value]
    return value if isinstance(value, str | int | float | bool) or value is None else str(value)


def read_only(entries: Mapping[Any, T]) -> MappingProxyType[Any, T]:
    """Return a read-only copy of a mapping."""
    return MappingProxyType(dict(entries))


# Kits travel to worker processes and into caches; pickle cannot store a read-only mapping by itself.
copyreg.pickle(MappingProxyType, lambda mapping: (read_only, (dict(mapping),)))


class Named(Mapping[str, T], Generic[T]):
    """A read-only mapping whose entries are also attributes, so that a template can say `decks.common`."""

    __slots__ = ("_entries", "_what")

    def __init__(self, entries: Mapping[str, T], what: str = "entry") -> None:
        self._entries = dict(entries)
        self._what = what

    def __getitem__(self, name: str) -> T:
        return self._entries[name]

    def __getattr__(self, name: str) -> T:
        if name.startswith("_"):
            raise AttributeError(name)
        try:
            return self._entries[name]
        except KeyError:
            hint = did_you_mean(name, self._entries)
            raise AttributeError(f"no {self._what} '{name}'" + (f" ({hint})" if hint else "")) from None

    def __iter__(self) -> Iterator[str]:
        return iter(self._entries)

    def __len__(self) -> int:
        return len(self._entries)

    def __repr__(self) -> str:
        return f"Named({', '.join(self._entries)})"

    def __reduce__(self) -> tuple[Any, ...]:
        return (type(self), (self._entries, self._what))


def unmarked(name: str) -> str:
    """Return a name as it is read aloud: without what marks icons, bold and italic words on paper."""
    return _MARKS.sub("", name)


_MARKS = re.compile(r"[{}*]")


@dataclass(frozen=True, slots=True)
class Card:
    """One card, tile, token, board, mat or aid as designed; the kit prints `count` copies of it.

    `fields` holds what the kit's author declared under `fields:` (colours, value, text …). A field reads
    as an attribute too: `card.colours`.
    """

    id: str
    name: str = ""
    count: int = 1
    component: str = ""
    where: Location = NOWHERE
    fields: Mapping[str, Value] = field(default_factory=_nothing, repr=False)
    face: str | None = None
    back: str | None = None

    def __post_init__(self) -> None:
        if not self.name:
            object.__setattr__(self, "name", self.id)

    def __getattr__(self, name: str) -> Value:
        if name.startswith("__") or name == "fields":
            raise AttributeError(name)
        try:
            return self.fields[name]
        except KeyError:
            known = (*self.fields, "id", "name", "count")
            hint = did_you_mean(name, known)
            raise AttributeError(
                f"card {self.id} has no field '{name}'" + (f" ({hint})" if hint else "")
            ) from None

    def __hash__(self) -> int:
        return hash((self.component, self.id))


class HeldPiece(NamedTuple):
    """A piece in a punchboard: which card of which component, the corner of its box as it lies, and whether on its side."""

    component: str
    card: str
    x: float
    y: float
    turned: bool

    def matrix(self, size: Size) -> Matrix:
        """Return where its front goes, which is so large."""
        moved = translate(self.x, self.y + (size.width if self.turned else 0.0))
        return multiply(moved, rotate(-90)) if self.turned else moved


@dataclass(frozen=True)
class Component:
    """A deck, tile set, token set, board, mat or set of aids: cards of one size that print together.

    Lengths in mm. `face` and `back` are template paths, relative to the kit first and to the shared
    templates second; a card's own `face` or `back` wins. `back` None prints one side only. `needs` is an
    expression: how many pieces `n` players need.
    """

    id: str
    kind: Kind
    title: str
    size: Size
    shape: Shape
    bleed: float
    corner: float
    face: str
    back: str | None
    cards: tuple[Card, ...]
    where: Location
    note: str = ""
    stock: str = ""
    fields: Mapping[str, Mapping[str, Value]] = field(default_factory=_nothing, repr=False)
    needs: str = ""
    made_of: MadeOf | None = None
    """What it is made of; None: `stock` says so."""
    balance: Mapping[str, str] = field(default_factory=_nothing, repr=False)
    """The fields that `cardgen balance` compares: cost, worth, group."""
    layout: Layout = ""
    cut: Contour | None = field(default=None, repr=False)
    """The path of a free shape."""
    feet: Feet | Literal[""] = ""
    """What a standee stands on."""
    holes: tuple[Contour, ...] = field(default=(), repr=False)
    """What is cut out of a piece, as its front shows it."""
    flat: Flat | None = field(default=None, repr=False)
    """What is on a piece as it lies on a sheet, where that is more than its face."""
    turns: Turns = "90°"
    """By what nesting may turn a piece."""
    safe: float | None = None
    """How far inside the cut words stay; None: as far as a target or the usual cut asks."""
    held: tuple[HeldPiece, ...] = field(default=(), repr=False)
    """The pieces of a punchboard."""
    nicked: tuple[Contour, ...] = field(default=(), repr=False)
    """What is cut round them: open lines between nicks."""
    tool: Tool | Literal[""] = ""
    """What its nicks are made for."""
    given: Stock | None = None
    """The sheet whose cells its pieces are printed on."""
    part: str = ""
    """What cardgen calls a piece that comes with another, `{title}` being the title of that; its id ends in one more word."""

    @cached_property
    def contour(self) -> Contour:
        """The line along which a piece is cut, as its front shows it; `seen` tells each side's."""
        if self.cut:
            return self.cut
        if self.shape == "hex":
            size = self.size
            return Contour.hexagon(min(size.width, size.height), size.height > size.width)
        if self.shape == "round" and self.size.width == self.size.height:
            return round_contour(self.size)
        short = min(self.size.width, self.size.height)
        return Contour.rect(self.size, short / 2 if self.shape == "round" else self.corner)

    @cached_property
    def _contour_behind(self) -> Contour:
        return self.contour if self.plain or self.shape == "hex" else self.contour.mirrored(self.size.width)

    def seen(self, side: str) -> Contour:
        """Return the line along which a piece is cut, as its front or its back shows it."""
        return self.contour if side == "front" else self._contour_behind

    def cut_off(self, side: str = "front") -> float | Contour:
        """Return what pictures of a side lose: the radius of corners, or all beyond a contour."""
        if not self.plain:
            return self.seen(side)
        return min(self.size.width, self.size.height) / 2 if self.shape == "round" else self.corner

    @property
    def covers(self) -> float:
        """Which part of its box a piece covers; rounded corners count."""
        if self.plain:
            return math.pi / 4 if self.shape == "round" else 1.0
        return self.contour.area / (self.size.width * self.size.height)

    @property
    def plain(self) -> bool:
        """Whether its shape is a rectangle or a circle, which everybody has products, cells and cutters for."""
        return self.shape in ("rect", "round")

    @cached_property
    def made(self) -> MadeOf:
        """What it is made of, as `made_of` or the words of `stock` say."""
        if not self.given:
            return self.made_of or read_stock(self.stock)
        made = self.made_of or MadeOf()
        return replace(made, paper="label") if self.given.sticks else made

    @property
    def on_board(self) -> bool:
        """Whether it is glued on board before it is cut."""
        return self.made.mounted

    @property
    def cut_by_hand(self) -> bool:
        """Whether its pieces are smaller than the cells that they are printed in, or come from a roll."""
        seat = self.given.seat(self.size, self.shape) if self.given else None
        return bool(seat and (not seat.whole or (self.given and self.given.kind == "roll")))

    @property
    def has_back(self) -> bool:
        """Whether any of its cards has a back."""
        return self.back is not None or any(card.back for card in self.cards)

    @property
    def stays(self) -> bool:
        """Whether it is still there when people play: a punchboard is not, once its pieces are out."""
        return self.kind != "punchboards"

    @property
    def wraps(self) -> bool:
        """Whether a sheet can be folded round its edge: only round a straight one from corner to corner."""
        return self.shape == "rect" and not self.corner and self.stays and not self.feet

    @property
    def sides(self) -> Sides:
        """How its backs come behind its fronts: as `made_of` says, else what suits it.

        A piece with a board and a back is never both sides of one sheet: the back would be glued inside.
        """
        made = self.made
        if not self.has_back or made.sides == "front":
            return "front"
        if self.given and not self.given.sticks:
            return "duplex" if self.given.both_sides else "front"
        if self.given or (not made.mounted and not self.in_two):
            return "duplex" if made.paper != "label" else "labels"
        if made.sides and made.sides != "duplex" and (made.sides != "wrap" or self.wraps):
            return made.sides
        if made.paper == "label":
            return "labels"
        return "wrap" if self.wraps and (self.total <= FEW or made.edge == "spine") else "pins"

    @property
    def in_two(self) -> bool:
        """Whether it is a standee of which front and back are two pieces, not one that is folded at the head."""
        return bool(self.feet) and (self.made.mounted or self.made.sides == "pins")

    @property
    def paper(self) -> str:
        """What it is printed on, in words for people: its `stock` or the sheet that it names, else what `made_of` says."""
        made = self.made
        if self.given:
            paper = self.given.words
        elif self.stock or not self.made_of:
            return self.stock
        else:
            paper = tr(_CALLED.get(made.paper, made.paper))
        if not made.board:
            return paper
        board = figure(made.board)
        return (
            tr("{paper}, on {board} mm board", paper=paper, board=board)
            if paper
            else tr("on {board} mm board", board=board)
        )

    @property
    def total(self) -> int:
        """How many cards lie in the box, copies included."""
        return sum(card.count for card in self.cards)

    @property
    def pieces(self) -> int:
        """How many pieces they are when they are cut: a die that is folded is one, with all of its sides."""
        return self.total // len(self.cards) if self.folded_die else self.total

    @property
    def folded_die(self) -> bool:
        """Whether its cards are the sides of a net of paper."""
        return self.kind == "dice" and self.made.paper != "label" and bool(self.cards)

    def __getattr__(self, name: str) -> Value:  # only for a name that does not exist
        if name.startswith("_"):
            raise AttributeError(name)
        known = ("total", "title", "size", "cards", "note", "stock", "paper", "id", "bleed")
        hint = did_you_mean(name, known)
        if self.cards and not hint.startswith("did"):
            hint += f"; a card by its id, such as {self.cards[0].id}"
        raise AttributeError(f"{self.id} has no '{name}'" + (f" ({hint})" if hint else ""))

    def __getitem__(self, card_id: str) -> Card:
        for card in self.cards:
            if card.id == card_id:
                return card
        raise KeyError(f"no card '{card_id}' in {self.id}")

    def copies(self) -> tuple[Card, ...]:
        """Return one entry for each physical piece, in the order of the file."""
        return tuple(card for card in self.cards for _ in range(card.count))


def regular(size: Size, pointy: bool | None = None) -> Size:
    """Return the box of a regular hexagon of this size: its measure from edge to edge twice, or the box itself.

    ValueError for a box that no regular hexagon has, and for one that is `pointy` where it should not be.
    """
    if size.width == size.height:
        return hexagon_size(size.width, bool(pointy))
    stands = size.height > size.width
    whole = hexagon_size(min(size.width, size.height), stands)
    off = max(whole.width, whole.height) / max(size.width, size.height) - 1
    if abs(off) > _REGULAR or (pointy is not None and pointy != stands):
        raise ValueError(f"a hexagon of {min(size.width, size.height):g} mm from edge to edge is {whole}")
    return whole


@dataclass(frozen=True, slots=True)
class Players:
    """How many can play."""

    min: int
    max: int

    @property
    def counts(self) -> range:
        """Every allowed number of players."""
        return range(self.min, self.max + 1)


@dataclass(frozen=True, slots=True)
class OptionValue:
    """One value of a house rule and the sentence that explains it to players."""

    value: OptionChoice
    says: str


@dataclass(frozen=True, slots=True)
class OptionRange:
    """The whole numbers that a house rule takes beside its values, and a sentence for all of them with `{n}` in it."""

    min: int
    max: int
    says: str


@dataclass(frozen=True, slots=True)
class Option:
    """A house rule: a ruling the rulebook leaves open, or a variant it offers."""

    name: str
    title: str
    values: tuple[OptionValue, ...]
    default: OptionChoice
    ruling: str
    where: Location
    range: OptionRange | None = None

    @property
    def choices(self) -> tuple[OptionChoice, ...]:
        """The values that have a sentence of their own, in the order of the file."""
        return tuple(v.value for v in self.values)

    @property
    def allowed(self) -> str:
        """What may be chosen, in words."""
        words = ", ".join(str(v).lower() if isinstance(v, bool) else str(v) for v in self.choices)
        return f"{words} or a whole number from {self.range.min} to {self.range.max}" if self.range else words

    def find(self, value: object) -> OptionValue | None:
        """Return a value with its sentence, None if it cannot be chosen; 1 is not true."""
        for one in self.values:
            if value == one.value and type(value) is type(one.value):
                return one
        if self.range and type(value) is int and self.range.min <= value <= self.range.max:
            return OptionValue(value, self.range.says.replace("{n}", str(value)))
        return None

    def read(self, word: str) -> OptionValue | None:
        """Return the value that a word on a command line means, `true` being True; None if it cannot be chosen."""
        for one in self.values:
            if str(one.value).lower() == word.lower():
                return one
        return self.find(int(word)) if word.isascii() and word.isdigit() and len(word) < 10 else None


@dataclass(frozen=True, slots=True)
class Check:
    """A sentence about the kit that must be true, as an expression, and the rule it comes from."""

    that: str
    why: str
    where: Location


@dataclass(frozen=True, slots=True)
class Look:
    """A named set of colours and switches for the same templates ("full", "low-ink")."""

    name: str
    title: str
    palette: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class SpotPlate:
    """A plate of a press: what faces draw in groups with its name in `data-plate` is printed in one ink.

    `ink` is what the press calls it, `shows` its colour on a screen. With `overprint` it lies over all colours and takes
    none away; without it, what it covers is left out below. `at_home` tells whether other printers print its groups as
    they are drawn, or leave them out. `least` is the width in mm of the thinnest line that it prints, 0 for any.
    """

    name: str
    ink: str
    shows: str
    overprint: bool
    at_home: bool
    least: float = 0.25


@dataclass(frozen=True)
class Kit:
    """One game: everything that is printed, explained and played.

    `load_kit` reads one from a folder; a program makes its own from a name and its components. Templates
    are looked for below `root` (of a kit made in Python: the working folder) and among the shared ones.
    """

    slug: str
    components: tuple[Component, ...]
    title: str = ""
    subtitle: str = ""
    version: str = "1.0"
    players: Players = Players(1, 4)
    minutes: str = ""
    language: str = "en"
    accent: str = "#444444"
    credits: Mapping[str, str] = field(default_factory=_nothing)
    options: Named[Option] = field(default_factory=lambda: Named({}, "option"))
    strategies: Mapping[str, str] = field(default_factory=_nothing)
    checks: tuple[Check, ...] = ()
    looks: Named[Look] = field(default_factory=lambda: Named({}, "look"))
    plates: Mapping[str, SpotPlate] = field(default_factory=_nothing)
    tables: Named[Value] = field(default_factory=lambda: Named({}, "table"))
    root: Path = Path()
    where: Location = NOWHERE
    rules: str | None = None
    sources: tuple[Path, ...] = ()
    guide: Mapping[str, Value] = field(default_factory=_nothing)
    voice: Mapping[str, Value] = field(default_factory=_nothing)
    rule_colours: tuple[str, ...] = ()
    boxes: Mapping[str, Box] = field(default_factory=_nothing)
    places: Mapping[tuple[str, ...], Location] = field(default_factory=_nothing, repr=False, compare=False)
    translate: tuple[str, ...] = ()
    said: Mapping[str, Mapping[str, str]] = field(default_factory=_nothing, repr=False, compare=False)
    """Translations that no part of the kit holds: those of templates, rules and theme, by section and key."""
    original: Kit | None = field(default=None, repr=False, compare=False)
    """The kit in its own language, of which this is a translation."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "components", tuple(self.components))
        if not self.title:
            object.__setattr__(self, "title", self.slug)

    @property
    def small_print(self) -> str:
        """What is said below the rule sheet and on the print guide: whose game this is, and whose icons are in it."""
        notice, icons = (str(self.credits.get(key, "")).strip() for key in ("notice", "icons"))
        return f"{notice.rstrip('.')}. {icons}." if notice and icons else notice or icons

    @property
    def translated_into(self) -> str:
        """The language that the kit was translated into; "" where it speaks its own."""
        return self.language if self.original else ""

    @property
    def words(self) -> Mapping[str, str]:
        """What `_('…')` says in a template of a translated kit, by the original."""
        return self.said.get("words", NO_FIELDS)

    @property
    def made_here(self) -> bool:
        """Whether it was made in Python: it has no files, and its templates lie below `root`."""
        return not self.where

    @property
    def fonts(self) -> Path | None:
        """The kit's own folder of fonts, if it has one; a link that leads out of the kit is none."""
        folder = self.root / "fonts"
        if not folder.is_dir():
            return None
        real = folder.resolve()
        return real if real.is_relative_to(self.root.resolve()) else None

    @property
    def first_look(self) -> str:
        """The name of the look that is printed when nobody asks for another."""
        return next(iter(self.looks), "full")

    def _of(self, kind: Kind) -> Named[Component]:
        return Named({c.id: c for c in self.components if c.kind == kind}, kind.removesuffix("s"))

    @cached_property
    def decks(self) -> Named[Component]:
        """The decks by id."""
        return self._of("decks")

    @cached_property
    def tiles(self) -> Named[Component]:
        """The tile sets by id."""
        return self._of("tiles")

    @cached_property
    def tokens(self) -> Named[Component]:
        """The token sets by id."""
        return self._of("tokens")

    @cached_property
    def boards(self) -> Named[Component]:
        """The boards by id."""
        return self._of("boards")

    @cached_property
    def mats(self) -> Named[Component]:
        """The mats by id."""
        return self._of("mats")

    @cached_property
    def aids(self) -> Named[Component]:
        """The player aids by id."""
        return self._of("aids")

    @cached_property
    def standees(self) -> Named[Component]:
        """The standees by id."""
        return self._of("standees")

    @cached_property
    def dice(self) -> Named[Component]:
        """The dice by id."""
        return self._of("dice")

    @cached_property
    def dials(self) -> Named[Component]:
        """The discs of dials by id."""
        return self._of("dials")

    @cached_property
    def spinners(self) -> Named[Component]:
        """The discs, arrows and washers of spinners by id."""
        return self._of("spinners")

    @cached_property
    def punchboards(self) -> Named[Component]:
        """The punchboards by id."""
        return self._of("punchboards")

    @cached_property
    def cards(self) -> Named[tuple[Card, ...]]:
        """The cards of each component by the component's id."""
        return Named({c.id: c.cards for c in self.components}, "component")

    @cached_property
    def by_id(self) -> dict[str, Card]:
        """Every card by its id."""
        return {card.id: card for component in self.components for card in component.cards}

    def place(self, *trail: str) -> Location:
        """Return where a part of the kit is written: ("looks", "full") or ("cards", "K17", "text").

        What has no line of its own is placed at the nearest part around it.
        """
        while trail:
            if trail in self.places:
                return self.places[trail]
            trail = trail[:-1]
        return self.where

    def component(self, name: str) -> Component:
        """Return the component with this id; KeyError names what is known."""
        for component in self.components:
            if component.id == name:
                return component
        raise KeyError(f"no component '{name}' ({did_you_mean(name, [c.id for c in self.components])})")

    def card(self, card_id: str) -> Card:
        """Return the card with this id (unique in a kit); KeyError names what is known."""
        try:
            return self.by_id[card_id]
        except KeyError:
            raise KeyError(f"no card '{card_id}' ({did_you_mean(card_id, self.by_id)})") from None

    def chosen(self, words: Mapping[str, OptionChoice], problems: Problems) -> dict[str, OptionValue]:
        """Return the value of every option, its default where `words` say nothing; what is not known is noted.

        As on a command line, the word `true` chooses True. In place of an unknown value stands the first.
        """
        for name in words:
            if name not in self.options:
                hint = did_you_mean(name, self.options)
                where = Location(f"--option {name}={words[name]}")
                problems.add(f"{self.slug} has no option '{name}'", where, hint=hint, code="unknown-option")
        found: dict[str, OptionValue] = {}
        for name, option in self.options.items():
            word = str(words.get(name, option.default))
            value = option.read(word)
            if value is None:
                near = did_you_mean(word, map(str, option.choices))
                problems.add(
                    f"option {name} cannot be '{word}', expected one of {option.allowed}",
                    Location(f"--option {name}={word}"),
                    hint=near if near.startswith("did") else "",
                    code="unknown-option-value",
                )
            found[name] = value or option.values[0]
        return found

    def names(self) -> dict[str, Any]:
        """Return what checks and the rule sheet may name: players, decks, cards, options and the rest."""
        return {
            "title": self.title,
            "subtitle": self.subtitle,
            "version": self.version,
            "players": self.players,
            "minutes": self.minutes,
            "credits": self.credits,
            "options": self.options,
            "tables": self.tables,
            "cards": self.cards,
            **{kind: getattr(self, kind) for kind in KINDS},
        }
