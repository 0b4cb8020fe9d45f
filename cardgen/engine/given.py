"""A position in words, both ways: what a person describes, with a name for every mistake, and what there is."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from typing import Any, Final, TypeVar

from cardgen.base.errors import did_you_mean
from cardgen.engine.fields import Shape as FieldShape
from cardgen.engine.phase import Phase
from cardgen.engine.setting import Setting
from cardgen.engine.state import State
from cardgen.engine.zones import flat
from cardgen.source.leaves import TEXT, YES_NO, number, parsed, whole
from cardgen.source.nodes import plain
from cardgen.source.shape import Fault, Shape, Wrong, list_of, map_of
from cardgen.source.wrong import shown

T = TypeVar("T")

AS_WRITTEN: Final = parsed(plain, "anything", {})
_KINDS: Final[Mapping[str, Shape[Any]]] = {
    "int": whole(), "bool": YES_NO, "str": TEXT, "float": number(),
}  # fmt: skip
_ENTRIES: Final = "entries such as P0: …"


class Misplaced(ValueError):
    """An entry of a described position is wrong; `path` leads to it ("hands", "P0", 1), `also` is what else is wrong."""

    def __init__(self, message: str, *path: str | int) -> None:
        self.message, self.path = message, path
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
    """Return the shape of a word that the game knows; the ValueError of `find` is what is told of others."""

    def read(value: Any) -> T:
        try:
            return find(str(value))
        except ValueError as wrong:
            raise Wrong([Fault((), value, str(wrong), about="refused")]) from None

    return Shape(read, lambda _: {"type": "string"})


class Given:
    """The entries of a described position; `used` holds the pieces it has named so far.

    Every entry is named by its path: `pieces("hands", "P0")`. Misplaced says what was expected there.
    """

    def __init__(self, game: Setting, entries: Mapping[str, Any]) -> None:
        self.game = game
        self.entries = entries
        self.used: set[int] = set()
        self._player = _meaning(lambda name: game.names[game.seat(name)])
        self._pieces = list_of(_meaning(self._find), expected="a list such as [C01, C02]")

    def _at(self, *path: str | int) -> Any:
        value: Any = self.entries
        for key in path:
            if not isinstance(value, Mapping):
                raise Misplaced(f"expected {_ENTRIES}", *path[:-1])
            value = value.get(key)
        return value

    def _read(self, shape: Shape[T], value: Any, *path: str | int) -> T:
        try:
            return shape.read(value)
        except Wrong as wrong:
            _refuse(_misplaced(fault, (*path, *fault.inside)) for fault in wrong.faults)
            raise

    def seat(self, *path: str | int) -> int:
        """Return the seat of a player; a number at the end of the path is the seat if there is no entry."""
        keys = [key for key in path if isinstance(key, str)]
        value = self._at(*keys)
        if value is None and isinstance(path[-1], int):
            return path[-1]
        return self._read(_meaning(self.game.seat), value, *keys)

    def number(self, key: str, default: int) -> int:
        """Return a whole number."""
        value = self._at(key)
        return default if value is None else self._read(whole(), value, key)

    def yes(self, key: str, default: bool = False) -> bool:
        """Return yes or no."""
        value = self._at(key)
        return default if value is None else self._read(YES_NO, value, key)

    def phase(self, key: str, default: str) -> Phase[Any]:
        """Return a phase by its name."""
        return self._read(_meaning(self.game.phase_named), self._at(key) or default, key)

    def mapping(self, *path: str) -> Mapping[str, Any]:
        """Return entries by name."""
        return self._read(map_of(AS_WRITTEN, expected=_ENTRIES), self._at(*path), *path)

    def of_seats(self, key: str) -> Iterator[tuple[int, str]]:
        """Yield seat and name of everybody who has an entry."""
        shape = map_of(AS_WRITTEN, names=self._player, expected=_ENTRIES)
        for name in self._read(shape, self._at(key), key) if key in self.entries else ():
            yield self.game.seat(name), name

    def text(self, *path: str) -> str:
        """Return a text."""
        return self._read(TEXT, self._at(*path), *path)

    def piece(self, name: str, *path: str | int) -> int:
        """Return a piece that the position has not used before."""
        return self._read(_meaning(self._find), name, *path)

    def pieces(self, *path: str | int) -> list[int]:
        """Return a list of pieces."""
        return list(self._read(self._pieces, self._at(*path), *path))

    def _find(self, name: str) -> int:
        found = self.game.pieces.find(name)
        if found in self.used:
            raise ValueError(f"{name} lies somewhere else already")
        self.used.add(found)
        return found

    def fill(self, s: State) -> None:
        """Put into a state whatever is given of its fields and zones; what has a shape of its own is left alone."""
        wrong: list[Misplaced] = []
        for name, field, zone, per_seat in said(self.game, type(s)):
            if name not in self.entries or field.kind == "dict" or (field.items and field.items.changes):
                continue
            shape = self._pieces if zone and field.items else self._shape(s, name, field)
            if per_seat:
                shape = map_of(shape, names=self._player, expected=_ENTRIES)
            try:
                value = self._read(shape, self.entries[name], name)
            except Misplaced as one:
                wrong += [one, *one.also]
                continue
            if not per_seat:
                setattr(s, name, list(value) if field.items else value)
            for who, what in value.items() if per_seat else ():
                getattr(s, name)[self.game.seat(who)] = list(what) if field.items else what
        _refuse(wrong)

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
    what = " of ".join(step for step in path if isinstance(step, str))
    return Misplaced(f"{what} is {shown(fault.value)}, expected {fault.expected}", *path)


def described(game: Setting, given: Mapping[str, Any], known: Collection[str]) -> Given:
    """Return the entries of a position; Misplaced for one that the game does not know."""
    _refuse(
        Misplaced(f"a position of {game.slug} has no '{key}' ({did_you_mean(key, known)})", key)
        for key in given
        if key not in known
    )
    return Given(game, given)


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
