"""A position in words, both ways: what a person describes, with a name for every mistake, and what there is."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any, Final, TypeVar

from cardgen.base.errors import did_you_mean
from cardgen.engine.fields import FieldShape, Limit
from cardgen.engine.phase import Phase
from cardgen.engine.setting import Setting
from cardgen.engine.state import State
from cardgen.engine.zones import HIDDEN, ZonePlace, flat
from cardgen.source.leaves import TEXT, YES_NO, number, parsed, whole
from cardgen.source.nodes import plain
from cardgen.source.shape import NOTHING, Fault, Shape, Wrong, list_of, map_of
from cardgen.source.wrong import shown

T = TypeVar("T")

AS_WRITTEN: Final = parsed(plain, "anything", {})
_KINDS: Final[Mapping[str, Shape[Any]]] = {
    "int": whole(), "bool": YES_NO, "str": TEXT, "float": number(),
}  # fmt: skip
_ENTRIES: Final = "entries such as P0: …"


class Misplaced(ValueError):
    """An entry of a described position is wrong; `path` leads to it ("hands", "P0", 1), `also` is what else is wrong."""

    def __init__(self, message: str, *path: str | int, hint: str = "") -> None:
        self.message, self.path, self.hint = message, path, hint
        self.also: tuple[Misplaced, ...] = ()
        super().__init__(message, *path)

    def __str__(self) -> str:
        return f"{' › '.join(str(p) for p in self.path)}: {self.message}" if self.path else self.message


def _refuse(wrong: Iterable[Misplaced]) -> None:
    """Raise all that is wrong as one, if anything is."""
    if found := list(wrong):
        found[0].also = tuple(found[1:])
        raise found[0]


def _meaning(find: Callable[[str], T]) -> Shape[T]:
    """Return the shape of a word that the game knows; the ValueError of `find` is the message for others."""

    def read(value: Any) -> T:
        try:
            return find(str(value))
        except ValueError as wrong:
            raise Wrong([Fault((), value, str(wrong), about="refused")]) from None

    return Shape(read, lambda _: {"type": "string"})


class Given:
    """The entries of a described position; `used` holds the pieces it has named so far.

    Every entry is named by its path: `pieces("hands", "P0")`. Misplaced says what was expected there, at once or, in
    `reading`, when everything has been read.
    """

    def __init__(self, game: Setting, entries: Mapping[str, Any]) -> None:
        self.game = game
        self.entries = entries
        self.used: set[int] = set()
        self.patient, self.wrong = False, list[Misplaced]()
        self.looked_at: set[str | int] = set()  # the entries that have been asked for
        self._player = _meaning(lambda name: game.names[game.seat(name)])
        self._pieces = list_of(_meaning(self._find), expected="a list such as [C01, C02]")

    def _at(self, *path: str | int) -> Any:
        self.looked_at.update(path[:1])
        value: Any = self.entries
        for key in path:
            if not isinstance(value, Mapping):
                raise Misplaced(f"expected {_ENTRIES}", *path[:-1])
            value = value.get(key)
        return value

    def _read(self, shape: Shape[T], value: Any, *path: str | int, instead: Any = None) -> T:
        """Return a value; in `reading` what is wrong is kept for later, and `instead` stands in its place."""
        try:
            return shape.read(value)
        except Wrong as wrong:
            self.wrong += [_misplaced(fault, (*path, *fault.inside)) for fault in wrong.faults]
            if not self.patient:
                _refuse(self.wrong)
            rest: T = instead if wrong.rest is NOTHING else wrong.rest
            return rest

    def refuse(self, message: str, *path: str | int) -> None:
        """Tell that an entry does not fit the others; in `reading` the rest is read all the same.

        Nothing is reported of an entry in which something is wrong already: it may well follow from that.
        """
        if any(one.path[: len(path)] == path for one in self.wrong):
            return
        self.wrong.append(Misplaced(message, *path))
        if not self.patient:
            _refuse(self.wrong)

    def seat(self, *path: str | int) -> int:
        """Return the seat of a player; a number at the end of the path is the seat if there is no entry."""
        keys = [key for key in path if isinstance(key, str)]
        value = self._at(*keys)
        if value is None and isinstance(path[-1], int):
            return path[-1]
        instead = path[-1] if isinstance(path[-1], int) else 0
        return self._read(_meaning(self.game.seat), value, *keys, instead=instead)

    def number(self, *path: str | int, least: int | None = None, most: int | None = None) -> int:
        """Return a whole number within bounds; one at the end of the path holds if there is no entry."""
        keys = [key for key in path if isinstance(key, str)]
        value = self._at(*keys)
        if value is None and isinstance(path[-1], int):
            return path[-1]
        instead = path[-1] if isinstance(path[-1], int) else 0
        return self._read(whole(least, most), value, *keys, instead=instead)

    def yes(self, key: str, default: bool = False) -> bool:
        """Return yes or no."""
        value = self._at(key)
        return default if value is None else self._read(YES_NO, value, key, instead=default)

    def phase(self, key: str, default: str) -> Phase[Any]:
        """Return a phase by its name."""
        phase = self.game.phase_named(default)
        value = self._at(key)
        return (
            phase if value is None else self._read(_meaning(self.game.phase_named), value, key, instead=phase)
        )

    def mapping(self, *path: str) -> Mapping[str, Any]:
        """Return entries by name."""
        return self._read(map_of(AS_WRITTEN, expected=_ENTRIES), self._at(*path), *path, instead={})

    def of_seats(self, key: str) -> Iterator[tuple[int, str]]:
        """Yield seat and name of everybody who has an entry."""
        shape = map_of(AS_WRITTEN, names=self._player, expected=_ENTRIES)
        for name in self._read(shape, self._at(key), key, instead={}) if key in self.entries else ():
            yield self.game.seat(name), name

    def seats(self, key: str) -> tuple[int, ...]:
        """Return the seats of a list of players."""
        shape = list_of(_meaning(self.game.seat), expected="a list of players such as [P0, P1]")
        return self._read(shape, self._at(key), key, instead=()) if key in self.entries else ()

    def word(self, find: Callable[[str], int], *path: str | int) -> int:
        """Return what `find` makes of a word, -1 if there is none; its ValueError is the message for others."""
        value = self._at(*path)
        return -1 if value is None else self._read(_meaning(find), value, *path, instead=-1)

    def text(self, *path: str) -> str:
        """Return a text."""
        return self._read(TEXT, self._at(*path), *path, instead="")

    def piece(self, name: str, *path: str | int) -> int:
        """Return a piece that the position has not used before."""
        return self._read(_meaning(self._find), name, *path, instead=HIDDEN)

    def pieces(self, *path: str | int) -> list[int]:
        """Return a list of pieces."""
        return list(self._read(self._pieces, self._at(*path), *path, instead=()))

    def _find(self, name: str) -> int:
        found = self.game.pieces.find(name)
        if found == HIDDEN:
            raise ValueError("'?' is a hidden piece; a position says which piece it is")
        if found in self.used:
            raise ValueError(f"{name} lies somewhere else already")
        self.used.add(found)
        return found

    def fill(self, s: State) -> None:
        """Put into a state whatever is given of its fields and zones; what has a shape of its own is left alone."""
        self._fill(s, ())

    def rest(self) -> None:
        """Read what nobody has asked for yet, so that what is wrong there is told, too."""
        known = self.looked_at | {one.path[0] for one in self.wrong if one.path}
        self._fill(self.game.state(self.game), known)
        for name in self.game.zoned.by_name:
            if name in self.entries and name not in known | self.looked_at:
                self.pieces(name)

    def _fill(self, s: State, but: Collection[str | int]) -> None:
        patient, self.patient = self.patient, True
        for name, field, zone, per_seat in said(self.game, type(s)):
            if name not in self.entries or name in but:
                continue
            if field.kind == "dict" or (field.items and field.items.changes):
                continue
            self.looked_at.add(name)
            shape = self._pieces if zone and field.items else self._shape(s, name, field)
            if per_seat:
                shape = map_of(shape, names=self._player, expected=_ENTRIES)
            value = self._read(shape, self.entries[name], name, instead=NOTHING)
            if value is NOTHING:
                continue
            if not per_seat:
                setattr(s, name, list(value) if field.items else value)
            for who, what in value.items() if per_seat else ():
                getattr(s, name)[self.game.seat(who)] = list(what) if field.items else what
        self.patient = patient
        if not patient:
            _refuse(self.wrong)

    def _shape(self, s: State, name: str, field: FieldShape) -> Shape[Any]:
        """Return how numbers and words are written, or lists of them, as their field is declared."""
        if field.items:
            return list_of(self._shape(s, name, field.items), expected="a list")
        if not field.word:
            return _KINDS[field.kind]

        def find(words: str) -> Any:
            try:
                return self.game.value(s, field.word, words)
            except ValueError as wrong:
                known = field.word in ("seat", "card")
                raise ValueError(str(wrong) if known else f"{name} is '{words}': {wrong}") from None

        word = _meaning(find)
        return Shape(lambda value: -1 if value is None else word.read(value), word.schema)


def _misplaced(fault: Fault, path: tuple[str | int, ...]) -> Misplaced:
    if fault.about != "value":
        return Misplaced(fault.expected, *path)
    what = ".".join(map(str, path))
    return Misplaced(f"{what} is {shown(fault.value)}, expected {fault.expected}", *path)


def described(game: Setting, given: Mapping[str, Any], known: Collection[str]) -> Given:
    """Return the entries of a position; Misplaced for one that the game does not know."""
    _refuse(_entries_wrong(game, given, known))
    return Given(game, given)


def _entries_wrong(game: Setting, given: Mapping[str, Any], known: Collection[str]) -> Iterator[Misplaced]:
    for key, value in given.items():
        if key not in known:
            message = f"a position of {game.slug} has no '{key}' ({did_you_mean(key, known)})"
            yield Misplaced(message, key)
        else:
            yield from _nothing(value, key)


def _nothing(value: Any, *path: str | int) -> Iterator[Misplaced]:
    """Yield each place where nothing stands: a game would read it as an entry that was left out."""
    if value is None:
        message = f"{'.'.join(map(str, path))} is nothing, expected a value"
        yield Misplaced(message, *path, hint="leave the line out, or write one")
    elif isinstance(value, Mapping | list):
        for key, inner in value.items() if isinstance(value, Mapping) else enumerate(value):
            yield from _nothing(inner, *path, key)


@contextmanager
def reading(game: Setting, given: Mapping[str, Any], known: Collection[str]) -> Iterator[Given]:
    """Give the entries of a position to whoever lays it out; Misplaced at the end names all that was wrong.

        with reading(self, given, self.words()) as entry:
            entry.fill(s)

    A wrong entry is left out meanwhile, so that the others are read too. What the game raises ends its reading; the
    entries that it had not come to are read by their declared shapes, and it is the cause of Misplaced.
    """
    entry = Given(game, given)
    entry.patient = True
    entry.wrong += _entries_wrong(game, given, known)
    broken: Exception | None = None
    try:
        yield entry
    except Misplaced as one:
        entry.wrong += [one, *one.also]
        entry.rest()
    except Exception as error:
        if not entry.wrong:  # else it follows from what is missing
            broken = error
        entry.rest()
        if not entry.wrong:
            raise
    try:
        _refuse({(one.message, one.path): one for one in entry.wrong}.values())
    except Misplaced as wrong:
        raise wrong from broken


def said(game: Setting, state: type[State]) -> Iterator[tuple[str, FieldShape, bool, bool]]:
    """Yield each field that words can say, the shape of it (or of its entry for one seat), if a zone lies there, if for each seat."""
    zones = {zone.field: zone for zone in game.layout if zone.holds == "pieces"}
    unsaid = {*State.fields, *(name for part in state.__mro__ for name in vars(part).get("unsaid", ()))}
    for name, field in state.fields.items():
        leaf = shape = field.shape
        while leaf.items:
            leaf = leaf.items
        if name not in unsaid and name[0] != "_" and leaf.kind in _KINDS:
            per_seat = zones[name].of == "seat" if name in zones else field.per_seat
            yield name, (shape.items or shape) if per_seat else shape, name in zones, per_seat


def in_words(game: Setting, s: State) -> dict[str, Any]:
    """Return the fields of a state in words: pieces and seats by their names, what each seat has by player."""
    found: dict[str, Any] = {}
    for name, shape, zone, per_seat in said(game, type(s)):
        value = getattr(s, name)
        words = [
            game.pieces.list(flat(part)) if zone else _words(game, s, shape, part)
            for part in (value if per_seat else [value])
        ]
        found[name] = dict(zip(game.names, words, strict=True)) if per_seat else words[0]
    return found


def _words(game: Setting, s: State, shape: FieldShape, value: Any) -> Any:
    if shape.items and shape.kind == "list":
        return [_words(game, s, shape.items, item) for item in value]
    if shape.items:
        return {key: _words(game, s, shape.items, item) for key, item in value.items()}
    if shape.word:
        return None if value < 0 and shape.word != "card" else game.word(s, shape.word, value)
    return value


# -- what no game can come to


def impossible(game: Any, s: State) -> Iterator[Misplaced]:
    """Yield what is wrong with a position by its numbers: fewer than none, more than the box or a hand holds."""
    hint = "a game cannot come to this; a scenario that needs it all the same says why: anyhow: …"
    empty = type(s)(game)
    for name, field, zone, per_seat in said(game, type(s)):
        leaf = field
        while leaf.items:
            leaf = leaf.items
        if zone or leaf.kind != "int" or leaf.word:
            continue
        least, most, together = (
            limit(game) if callable(limit) else limit for limit in type(s).limits.get(name, Limit())
        )
        value = getattr(s, name)
        named = zip(game.names, value, strict=True) if per_seat else [("", value)]
        found = [
            (at, number) for who, what in named for at, number in _numbers(what, *([who] if who else []))
        ]
        expected = whole(least, most).read
        begun = {count for _, count in _numbers(getattr(empty, name))}  # -1 may stand for what is not yet
        for at, count in found:
            if count in begun:
                continue
            try:
                expected(count)
            except Wrong as wrong:
                what = ".".join(map(str, (name, *at)))
                yield Misplaced(
                    f"{what} is {count}, expected {wrong.faults[0].expected}", name, *at, hint=hint
                )
        if together is not None and sum(number for _, number in found) > together:
            total = sum(number for _, number in found)
            yield Misplaced(f"{name} are {total} together, there are {together}", name, hint=hint)
    for place in game.zoned.of_pieces:
        limit = place.zone.most
        if limit is None:
            continue
        most = limit(game, place.owner) if callable(limit) else limit
        pieces = len(game.zones(s)[place.name])
        if pieces > most:
            path = _path(game, place)
            yield Misplaced(f"{'.'.join(path)} holds {pieces}, expected {most} or fewer", *path, hint=hint)
    if game.chips_in_box is not None and game.zoned.of_chips:
        total = sum(game.counters(s).values())
        if total > game.chips_in_box:
            message = f"{total} chips lie on the table, the box has {game.chips_in_box}"
            yield Misplaced(message, _path(game, game.zoned.of_chips[0])[0], hint=hint)


def _path(game: Any, place: ZonePlace) -> tuple[str, ...]:
    """Return how a position names a place: "hand P0", or "hands" and "P0"."""
    if place.name in game.words():
        return (place.name,)
    return (place.zone.field, game.names[place.owner]) if place.owner >= 0 else (place.zone.field,)


def _numbers(value: Any, *path: str | int) -> Iterator[tuple[tuple[str | int, ...], int]]:
    """Yield every number in a field with the path to it."""
    if isinstance(value, list):
        for n, item in enumerate(value):
            yield from _numbers(item, *path, n)
    elif isinstance(value, dict):
        for key, item in value.items():
            yield from _numbers(item, *path, key)
    elif type(value) is int:
        yield path, value
