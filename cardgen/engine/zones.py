"""The pieces in the box, and where they can lie, said once: who sees them, how, and which field of the state holds them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence, Set
from dataclasses import dataclass
from itertools import chain
from typing import Any, Literal, get_args

from cardgen.base.errors import did_you_mean
from cardgen.engine.fields import Field
from cardgen.model import Card, Component

HIDDEN = -1
"""Stands for a piece whose face the viewer cannot see."""


class Pieces:
    """Every copy of some components as numbers 0, 1, 2 … in the order of the kit's files.

    A design with one copy is named by its id ("C17"); of several, each copy has its number ("R7.1").
    """

    __slots__ = ("_index", "cards", "labels", "names", "numbers", "ranges")

    def __init__(self, components: Iterable[Component]) -> None:
        cards: list[Card] = []
        names: list[str] = []
        self.ranges: dict[str, range] = {}
        for component in components:
            start = len(cards)
            for card in component.cards:
                cards += [card] * card.count
                names += [card.id] if card.count == 1 else [f"{card.id}.{n + 1}" for n in range(card.count)]
            self.ranges[component.id] = range(start, len(cards))
        self.cards: tuple[Card, ...] = tuple(cards)
        self.names: tuple[str, ...] = tuple(names)
        self._index = {name: n for n, name in enumerate(names)}
        # as they leave for a page: every look of every seat shares them
        self.numbers = [str(n) for n in range(len(names))]
        self.labels = [[card.id, name] for card, name in zip(cards, names, strict=True)]

    def __len__(self) -> int:
        return len(self.cards)

    def name(self, piece: int) -> str:
        """Return how players call the piece; "?" for one that is hidden."""
        return "?" if piece == HIDDEN else self.names[piece]

    def knows(self, name: str) -> bool:
        """Return whether a piece has this name."""
        return name in self._index

    def list(self, pieces: Sequence[int]) -> list[str]:
        """Return the names of several pieces, in their order."""
        return [self.name(piece) for piece in pieces]

    def say(self, pieces: Sequence[int]) -> str:
        """Return the names of several pieces as one says them: "A, B and C"."""
        return in_a_row(self.list(pieces))

    def find(self, name: str) -> int:
        """Return the piece with this name ("?" is a hidden one); ValueError says what is known."""
        if name == "?":
            return HIDDEN
        try:
            return self._index[name]
        except KeyError:
            raise ValueError(f"no piece '{name}' ({self._near(name)})") from None

    def _near(self, name: str) -> str:
        """Return a hint: a copy of a design, the same letters another way round, T for 10, or the nearest name."""
        copies = [one for one in self.names if one.rpartition(".")[0].casefold() == name.casefold()]
        if copies:
            return f"did you mean '{copies[0]}'? there are {len(copies)}"
        words = (name.casefold(), name.casefold().replace("t", "10"))
        alike = [one for one in self.names if one.casefold() in words]
        alike = alike or [one for one in self.names if sorted(one.casefold()) in map(sorted, words)]
        return f"did you mean '{alike[0]}'?" if alike else did_you_mean(name, self._index)


def in_a_row(words: Sequence[str]) -> str:
    """Return words as one says them: "A, B and C"."""
    return " and ".join(filter(None, [", ".join(words[:-1]), *words[-1:]]))


Of = Literal["table", "seat"]
SeenBy = Literal["all", "owner", "nobody", "others"]
Lies = Literal["pile", "fan", "row", "grid", "track"]
Use = Literal["", "hand", "play", "stock"]
Holds = Literal["pieces", "chips"]
_WORDS = {"of": Of, "seen_by": SeenBy, "lies": Lies, "use": Use, "holds": Holds}


@dataclass(frozen=True, slots=True)
class Zone:
    """One place where pieces lie, or one for each seat.

    `name` is what a simulation calls it ("hand", and for each seat "hand P0"); `field` of the state holds it and is the
    word for it in scenarios (`hands.P0`), by default the name. `use` is what it means to a simulation: a hand,
    pieces in play, a stock of pieces that nobody needs now. `lies`, `on` (the component of a board) and `spots` (a table
    of the kit) are for a picture of the table. `most` is how many pieces it can hold, as a number or made of the game and
    the owner's seat. `begins` is the component that lies here before a game of piles is set up: cards, tokens, chips;
    where each player has such a zone, everybody gets one piece, and a zone "box" holds the others. `read` returns the
    pieces of a seat (-1 if it is of nobody) where they are in no list; a game that hides such a zone hides it by itself.
    """

    name: str
    of: Of = "table"
    seen_by: SeenBy = "all"
    lies: Lies = "row"
    field: str = ""
    use: Use | None = None
    holds: Holds = "pieces"
    on: str = ""
    spots: str = ""
    begins: str = ""
    read: Callable[[Any, int], list[int]] | None = None
    most: int | Callable[[Any, int], int] | None = None

    def __post_init__(self) -> None:
        object.__setattr__(self, "field", self.field or self.name.replace(" ", "_"))
        if self.use is None:
            use = {"all": "", "owner": "hand", "nobody": "stock"}.get(self.seen_by, "")
            bank = self.holds == "chips" and self.begins
            object.__setattr__(self, "use", "stock" if bank else use)
        for word, known in _WORDS.items():
            if getattr(self, word) not in get_args(known):
                hint = did_you_mean(str(getattr(self, word)), get_args(known))
                message = f"{word} is {getattr(self, word)!r}, expected one of {', '.join(filter(None, get_args(known)))}"
                raise ValueError(f"zone '{self.name}': {message} ({hint})")
        if self.holds == "chips" and self.seen_by != "all":
            raise ValueError(f"zone '{self.name}': chips are seen by all")
        if self.holds == "chips" and self.begins and self.of == "seat":
            message = "chips begin in a zone of the table, and set-up deals them"
            raise ValueError(f"zone '{self.name}': {message}")

    def hidden_from(self, seat: int, owner: int) -> bool:
        """Return whether a seat does not see what lies here at the owner's."""
        if self.seen_by in ("all", "nobody"):
            return self.seen_by == "nobody"
        return (seat == owner) == (self.seen_by == "others")


@dataclass(frozen=True, slots=True)
class ZonePlace:
    """A zone at one table: that of one seat, or (-1) the one of all."""

    zone: Zone
    owner: int
    name: str


class Places:
    """Every zone at one table, for each seat that has it: by name, those of pieces, and those of chips."""

    __slots__ = ("by_name", "count", "of_chips", "of_pieces", "read", "unseen")

    def __init__(self, layout: Sequence[Zone], names: Sequence[str], fields: Mapping[str, Field]) -> None:
        found = [
            ZonePlace(zone, seat, f"{zone.name} {name}".strip())
            for zone in layout
            for seat, name in (enumerate(names) if zone.of == "seat" else [(-1, "")])
        ]
        self.by_name = {place.name: place for place in found}
        self.of_pieces = [place for place in found if place.zone.holds == "pieces"]
        self.of_chips = [place for place in found if place.zone.holds == "chips"]
        seats = range(len(names))
        self.unseen = [[p for p in self.of_pieces if p.zone.hidden_from(seat, p.owner)] for seat in seats]
        """What each seat does not see."""
        self.read = _reader(self.of_pieces, fields)
        """Returns where each piece of a state lies; a simulation asks before every move."""
        self.count = _reader(self.of_chips, fields)
        """Returns how many chips of a state lie where."""


def _reader(places: Sequence[ZonePlace], fields: Mapping[str, Field]) -> Callable[[Any], dict[str, Any]]:
    names: dict[str, Any] = {"flat": flat}
    entries = []
    for n, place in enumerate(places):
        zone, owner = place.zone, place.owner
        shape = fields[zone.field].shape if zone.field in fields else None
        text = f"s.{zone.field}" if owner < 0 else f"s.{zone.field}[{owner}]"
        items = shape.items if shape and owner >= 0 else shape
        if zone.read:
            names[f"read{n}"], text = zone.read, f"read{n}(s, {owner})"
        elif zone.holds == "pieces" and (
            items is None or items.kind != "list" or (items.items and items.items.changes)
        ):
            text = f"flat({text})"
        entries.append(f"{place.name!r}: {text}")
    exec(f"def read(s):\n    return {{{', '.join(entries)}}}", names)
    return names["read"]  # type: ignore[no-any-return]


def flat(value: Any) -> list[int]:
    """Return the pieces in a list, in a list of lists, or in a dict of places."""
    if type(value) is dict:
        return list(value.values())
    return list(chain.from_iterable(value)) if value and type(value[0]) is list else value


def conceal(value: Any, known: Set[int]) -> None:
    """Replace in place what nobody knows: pieces of a list that is not empty, or of the lists in it."""
    if type(value[0]) is list:
        for part in value:
            if part:
                conceal(part, known)
    elif known.isdisjoint(value):
        value[:] = [HIDDEN] * len(value)
    else:
        value[:] = [piece if piece in known else HIDDEN for piece in value]


def reveal(value: Any, unseen: list[int]) -> None:
    """Put unseen pieces, the last one first, where hidden ones lie."""
    if value and type(value[0]) is list:
        for part in value:
            reveal(part, unseen)
    else:
        value[:] = [unseen.pop() if piece == HIDDEN else piece for piece in value]
