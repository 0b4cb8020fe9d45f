"""A position in words, both ways: what a person describes, with a name for every mistake, and what there is."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from functools import lru_cache
from typing import Any

from cardgen.base.errors import did_you_mean
from cardgen.engine.fields import Field, Shape
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

    def _at(self, *path: str) -> Any:
        value: Any = self.entries
        for key in path:
            if not isinstance(value, Mapping):
                raise Misplaced("expected entries such as P0: …", *path[:-1])
            value = value.get(key)
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
        value = self._at(key)
        if value is None:
            return default
        if not isinstance(value, int) or isinstance(value, bool):
            raise Misplaced(f"{key} is '{value}', expected a whole number", key)
        return value

    def word(self, key: str, default: str, known: tuple[str, ...]) -> str:
        """Return one of some known words."""
        value = self._at(key)
        if value is None:
            return default
        if value not in known:
            raise Misplaced(f"{key} is '{value}' ({did_you_mean(str(value), known)})", key)
        return str(value)

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

    def yes(self, key: str, default: bool = False) -> bool:
        """Return yes or no."""
        value = self._at(key)
        if value is None:
            return default
        if not isinstance(value, bool):
            raise Misplaced(f"{key} is '{value}', expected true or false", key)
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
        zones = {zone.field: zone for zone in self.game.layout if zone.holds == "pieces"}
        for name, field in said_fields(type(s)).items():
            if name not in self.entries:
                continue
            shape = field.shape
            if name in zones:
                shape = (shape.items or shape) if zones[name].of == "seat" else shape
                if shape.kind == "list" and shape.items and not shape.items.changes:
                    if zones[name].of == "table":
                        setattr(s, name, self.pieces(name))
                    for seat, who in self.of_seats(name) if zones[name].of == "seat" else ():
                        getattr(s, name)[seat] = self.pieces(name, who)
            elif field.per_seat and shape.items and not shape.items.changes:
                for seat, who in self.of_seats(name):
                    getattr(s, name)[seat] = self._plain(s, shape.items, name, who)
            elif shape.kind == "list" and shape.items and not shape.items.changes:
                kind, values = shape.items.kind, self._at(name)
                if not isinstance(values, list) or (
                    kind == "int" and not shape.items.word and any(type(v) is not int for v in values)
                ):
                    raise Misplaced(f"expected a list of {'numbers' if kind == 'int' else 'words'}", name)
                setattr(s, name, [self._plain(s, shape.items, name, n) for n in range(len(values))])
            elif not shape.changes:
                setattr(s, name, self._plain(s, shape, name))

    def _plain(self, s: State, shape: Shape, *path: str | int) -> Any:
        """Return one number, word, or yes or no, as its field is declared."""
        value: Any = self.entries
        for key in path:
            value = value[key]
        if shape.word and value is not None:
            try:
                return self.game.value(s, shape.word, str(value))
            except ValueError as wrong:
                known = shape.word in ("seat", "card")
                raise Misplaced(str(wrong) if known else f"{path[0]} is '{value}': {wrong}", *path) from None
        if shape.word:
            return -1
        if type(value).__name__ != shape.kind:
            raise Misplaced(
                f"{' of '.join(map(str, path))} is '{value}', expected {_EXPECTED[shape.kind]}", *path
            )
        return value

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

    def pieces(self, *path: str) -> list[int]:
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


@lru_cache(maxsize=64)
def said_fields(state: type[State]) -> Mapping[str, Field]:
    """Return the fields of a game that words can say: numbers, words, yes and no, pieces, and lists of them."""
    said = {}
    unsaid = {*State.fields, *(name for part in state.__mro__ for name in vars(part).get("unsaid", ()))}
    for name, field in state.fields.items():
        leaf = field.shape
        while leaf.items:
            leaf = leaf.items
        if name not in unsaid and name[0] != "_" and leaf.kind in _EXPECTED:
            said[name] = field
    return said


def in_words(game: Setting, s: State) -> dict[str, Any]:
    """Return the fields of a state in words: pieces and seats by their names, what each seat has by player."""
    zones = {zone.field: zone for zone in game.layout if zone.holds == "pieces"}
    found: dict[str, Any] = {}
    for name, field in said_fields(type(s)).items():
        value = getattr(s, name)
        if name in zones:
            listed = [
                game.pieces.list(flat(part)) for part in (value if zones[name].of == "seat" else (value,))
            ]
            found[name] = (
                dict(zip(game.names, listed, strict=True)) if zones[name].of == "seat" else listed[0]
            )
        elif field.per_seat:
            assert field.shape.items
            words = [_words(game, s, field.shape.items, entry) for entry in value]
            found[name] = dict(zip(game.names, words, strict=True))
        else:
            found[name] = _words(game, s, field.shape, value)
    return found


def _words(game: Setting, s: State, shape: Shape, value: Any) -> Any:
    if shape.items and shape.kind == "list":
        return [_words(game, s, shape.items, item) for item in value]
    if shape.items:
        return {key: _words(game, s, shape.items, item) for key, item in value.items()}
    if shape.word:
        return None if value < 0 and shape.word != "card" else game.word(s, shape.word, value)
    return value
