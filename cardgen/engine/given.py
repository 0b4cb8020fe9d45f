"""A position in words, both ways: what a person describes, with a name for every mistake, and what there is."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from typing import Any

from cardgen.base.errors import did_you_mean
from cardgen.engine.fields import Shape
from cardgen.engine.phase import Phase
from cardgen.engine.setting import Setting
from cardgen.engine.state import State
from cardgen.engine.zones import flat

_EXPECTED = {"int": "a whole number", "bool": "true or false", "str": "a word", "float": "a number"}


class Misplaced(ValueError):
    """An entry of a described position is wrong; `path` leads to it ("hands", "P0", 1)."""

    def __init__(self, message: str, *path: str | int) -> None:
        self.message, self.path = message, path
        super().__init__(message, *path)

    def __str__(self) -> str:
        return f"{' › '.join(str(p) for p in self.path)}: {self.message}" if self.path else self.message


class Given:
    """The entries of a described position; `used` holds the pieces it has named so far.

    Every entry is named by its path: `pieces("hands", "P0")`. Misplaced says what was expected there.
    """

    def __init__(self, game: Setting, entries: Mapping[str, Any]) -> None:
        self.game = game
        self.entries = entries
        self.used: set[int] = set()

    def _at(self, *path: str | int) -> Any:
        value: Any = self.entries
        for key in path:
            if isinstance(key, int):
                value = value[key]
                continue
            if not isinstance(value, Mapping):
                raise Misplaced("expected entries such as P0: …", *path[:-1])
            value = value.get(key)
        return value

    def _plain(self, kind: str, *path: str | int) -> Any:
        value = self._at(*path)
        if type(value).__name__ != kind:
            what = " of ".join(key for key in path if isinstance(key, str))
            raise Misplaced(f"{what} is '{value}', expected {_EXPECTED[kind]}", *path)
        return value

    def seat(self, *path: str | int) -> int:
        """Return the seat of a player; a number at the end of the path is the seat if there is no entry."""
        keys = tuple(key for key in path if isinstance(key, str))
        value = self._at(*keys)
        if value is None and isinstance(path[-1], int):
            return path[-1]
        try:
            return self.game.seat(str(value))
        except ValueError as wrong:
            raise Misplaced(str(wrong), *keys) from None

    def number(self, key: str, default: int) -> int:
        """Return a whole number."""
        return default if self._at(key) is None else self._plain("int", key)

    def yes(self, key: str, default: bool = False) -> bool:
        """Return yes or no."""
        return default if self._at(key) is None else self._plain("bool", key)

    def phase(self, key: str, default: str) -> Phase[Any]:
        """Return a phase by its name."""
        try:
            return self.game.phase_named(str(self._at(key) or default))
        except ValueError as wrong:
            raise Misplaced(str(wrong), key) from None

    def mapping(self, *path: str) -> Mapping[str, Any]:
        """Return entries by player; their names are checked."""
        value = self._at(*path)
        if not isinstance(value, Mapping):
            raise Misplaced("expected entries such as P0: …", *path)
        if path[0] in ("hands", "gardens"):
            for name in value:
                try:
                    self.game.seat(str(name))
                except ValueError as wrong:
                    raise Misplaced(str(wrong), *path, str(name)) from None
        return value

    def of_seats(self, key: str) -> Iterator[tuple[int, str]]:
        """Yield seat and name of everybody who has an entry."""
        if key in self.entries:
            for name in self.mapping(key):
                try:
                    yield self.game.seat(str(name)), str(name)
                except ValueError as wrong:
                    raise Misplaced(str(wrong), key, str(name)) from None

    def fill(self, s: State) -> None:
        """Put into a state whatever is given of its fields and zones; what has a shape of its own is left alone."""
        for name, shape, zone, per_seat in said(self.game, type(s)):
            if name not in self.entries or shape.kind == "dict" or (shape.items and shape.items.changes):
                continue
            if not per_seat:
                setattr(s, name, self._read(s, shape, zone, name))
            for seat, who in self.of_seats(name) if per_seat else ():
                getattr(s, name)[seat] = self._read(s, shape, zone, name, who)

    def _read(self, s: State, shape: Shape, zone: bool, *path: str | int) -> Any:
        """Return pieces, or numbers and words as their field is declared."""
        value = self._at(*path)
        if shape.items and zone:
            return self.pieces(*path)
        if shape.items and not isinstance(value, list):
            raise Misplaced(f"{path[0]} is '{value}', expected a list", *path)
        if shape.items:
            return [self._read(s, shape.items, zone, *path, n) for n in range(len(value))]
        if not shape.word:
            return self._plain(shape.kind, *path)
        try:
            return -1 if value is None else self.game.value(s, shape.word, str(value))
        except ValueError as wrong:
            known = shape.word in ("seat", "card")
            raise Misplaced(str(wrong) if known else f"{path[0]} is '{value}': {wrong}", *path) from None

    def text(self, *path: str) -> str:
        """Return a text."""
        value = self._at(*path)
        if not isinstance(value, str):
            raise Misplaced(f"expected a text, not '{value}'", *path)
        return value

    def piece(self, name: str, *path: str | int) -> int:
        """Return a piece that the position has not used before."""
        try:
            found = self.game.pieces.find(str(name))
        except ValueError as wrong:
            raise Misplaced(str(wrong), *path) from None
        if found in self.used:
            raise Misplaced(f"{name} lies somewhere else already", *path)
        self.used.add(found)
        return found

    def pieces(self, *path: str | int) -> list[int]:
        """Return a list of pieces."""
        value = self._at(*path)
        if not isinstance(value, list):
            raise Misplaced("expected a list such as [C01, C02]", *path)
        return [self.piece(name, *path, n) for n, name in enumerate(value)]


def described(game: Setting, given: Mapping[str, Any], known: Collection[str]) -> Given:
    """Return the entries of a position; Misplaced for one that the game does not know."""
    for key in given:
        if key not in known:
            raise Misplaced(f"a position of {game.slug} has no '{key}' ({did_you_mean(key, known)})", key)
    return Given(game, given)


def said(game: Setting, state: type[State]) -> Iterator[tuple[str, Shape, bool, bool]]:
    """Yield each field that words can say, the shape of it (or of its entry for one seat), if a zone lies there, if for each seat."""
    zones = {zone.field: zone for zone in game.layout if zone.holds == "pieces"}
    unsaid = {*State.fields, *(name for part in state.__mro__ for name in vars(part).get("unsaid", ()))}
    for name, field in state.fields.items():
        leaf = shape = field.shape
        while leaf.items:
            leaf = leaf.items
        if name not in unsaid and name[0] != "_" and leaf.kind in _EXPECTED:
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


def _words(game: Setting, s: State, shape: Shape, value: Any) -> Any:
    if shape.items and shape.kind == "list":
        return [_words(game, s, shape.items, item) for item in value]
    if shape.items:
        return {key: _words(game, s, shape.items, item) for key, item in value.items()}
    if shape.word:
        return None if value < 0 and shape.word != "card" else game.word(s, shape.word, value)
    return value
