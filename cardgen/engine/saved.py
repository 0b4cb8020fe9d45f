"""Saved games: set-up, house rules, a fingerprint of the kit, and the moves as players say them."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from cardgen.base.errors import CardgenError, Location
from cardgen.base.files import FileError, read_text
from cardgen.engine.choices import Bot
from cardgen.engine.game import Game
from cardgen.engine.playing import play_game
from cardgen.engine.state import State

FORMAT = 1


@dataclass(frozen=True, slots=True)
class SavedGame:
    """All that is needed to play a game again; `options` holds only what differs from the default."""

    game: str
    players: tuple[str, ...]
    options: Mapping[str, Any]
    seed: int
    kit: str
    moves: tuple[str, ...]
    bots: tuple[str, ...] = ()
    scores: tuple[int, ...] = ()

    def write(self, path: Path) -> None:
        """Write the game as JSON."""
        data = {"cardgen-game": FORMAT, **asdict(self)}
        path.write_text(json.dumps(data, ensure_ascii=False, indent=1) + "\n", "utf-8")

    @classmethod
    def read(cls, path: Path) -> SavedGame:
        """Return the game of a JSON file; CardgenError if it cannot be read, ValueError if it is none."""
        try:
            data = json.loads(read_text(path, str(path)))
            if data.pop("cardgen-game") != FORMAT:
                raise ValueError(f"{path}: saved by another version of cardgen")
            lists = {key: tuple(data[key]) for key in ("players", "moves", "bots", "scores")}
            return cls(**{**data, **lists})
        except FileError as wrong:
            raise CardgenError([wrong.problem(Location(str(path)))]) from None
        except (KeyError, TypeError, AttributeError, json.JSONDecodeError) as wrong:
            raise ValueError(f"{path}: no saved game of cardgen ({wrong})") from None


def fingerprint(game: Game[Any]) -> str:
    """Return twelve letters that change when a piece, a count, a value or a table that the rules use changes."""
    fields = game.fields_that_count
    content = [
        [component.id, card.id, card.count, {name: card.fields.get(name) for name in sorted(fields)}]
        for component in game.components(game.kit)
        for card in component.cards
    ]
    tables = {name: game.kit.tables.get(name) for name in sorted(game.tables_that_count)}
    text = json.dumps([game.slug, content, tables], default=_plain, sort_keys=True)
    return hashlib.sha256(text.encode()).hexdigest()[:12]


def _plain(value: Any) -> Any:
    return dict(value) if isinstance(value, Mapping) else list(value)


def save(
    game: Game[Any],
    seed: int,
    moves: Sequence[str],
    *,
    bots: Sequence[str] = (),
    scores: Sequence[int] = (),
) -> SavedGame:
    """Return a game as it can be written to a file."""
    defaults = {name: option.default for name, option in game.kit.options.items()}
    chosen = {name: value for name, value in game.options.items() if value != defaults[name]}
    return SavedGame(
        game.slug, game.names, chosen, seed, fingerprint(game), tuple(moves), tuple(bots), tuple(scores)
    )


def play_and_save(game: Game[Any], seed: int, bots: Sequence[Bot]) -> SavedGame:
    """Play a game to its end and return it; `bots` sit in seat order."""
    moves: list[str] = []

    def watch(state: State, move: Any, _: Any) -> None:
        moves.append(game.say(state, move))

    end = play_game(game, seed, bots, watch=watch)
    return save(game, seed, moves, bots=[bot.name for bot in bots], scores=game.scores(end))


def replay(game: Game[Any], saved: SavedGame) -> State:
    """Return the state after all moves of a saved game; ValueError if it was played with another kit.

    IllegalMove names the first move that the rules do not allow.
    """
    if saved.kit != fingerprint(game):
        raise ValueError(f"this game was played with another version of {game.kit.title} (kit {saved.kit})")
    state: State = game.deal(saved.seed)
    for text in saved.moves:
        game.play_text(state, text)
    return state
