"""Reading a position as a person describes it, with a name for every mistake."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from cardgen.base.errors import did_you_mean
from cardgen.engine.game import Game, Misplaced
from cardgen.engine.phase import Phase


class Given:
    """The entries of a described position; `used` holds the pieces it has named so far.

    Every entry is named by its path: `pieces("hands", "P0")`. Misplaced says what was expected there.
    """

    def __init__(self, game: Game[Any], entries: Mapping[str, Any]) -> None:
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


def described(game: Game[Any], given: Mapping[str, Any], known: Mapping[str, str]) -> Given:
    """Return the entries of a position; Misplaced for one that the game does not know."""
    for key in given:
        if key not in known:
            raise Misplaced(f"a position of {game.slug} has no '{key}' ({did_you_mean(key, known)})", key)
    return Given(game, given)
