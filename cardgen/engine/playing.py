"""Playing games through: with bots, as fast as the rules allow, as a story to read, and once more from a file."""

from __future__ import annotations

import hashlib
import json
import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from cardgen.base.errors import CardgenError, Location
from cardgen.base.files import FileError, read_text, write_whole
from cardgen.engine.choices import Bot, Choices, Move, Moves
from cardgen.engine.game import Game
from cardgen.engine.phase import OVER
from cardgen.engine.state import State
from cardgen.engine.streams import stream
from cardgen.engine.telling import Recorder, Tell
from cardgen.source.kit_shape import CHOICE
from cardgen.source.leaves import TEXT, matching, whole
from cardgen.source.shape import Fault, Key, Record, Wrong, list_of, map_of
from cardgen.source.wrong import shown

Watch = Callable[[State, Move, Moves], None]
"""Called before each move with the state, the move and what was allowed."""


FORMAT = 1  # of saved games


class EndlessGame(RuntimeError):
    """A game went on for more decisions than any sensible game has."""


def play_game(
    game: Game[Any],
    seed: int,
    bots: Sequence[Bot],
    *,
    watch: Watch | None = None,
    tell: Tell | None = None,
    limit: int = 100_000,
) -> State:
    """Return the end of the game of this seed; `bots` sit in seat order.

    Each bot has its own stream of the seed, so that one bot's dice do not change another's.
    """
    state: State = game.deal(seed)
    state.tell = tell
    if tell:
        game.opened(state)
    streams = [stream(seed, "bot", seat) for seat in range(game.players)]
    for _ in range(limit):
        if state.phase is OVER:
            return state
        seat = state.turn
        bot = bots[seat]
        if bot.looks:
            view = game.view(state, seat)
            moves = view.phase.moves(view)
        else:
            view = None
            moves = state.phase.moves(state)
        move = bot.choose(view, moves, streams[seat])
        if watch:
            watch(state, move, moves)
        if bot.looks:
            game.play(state, move)  # a bot that thinks may also err
        else:
            state.phase.play(state, move)
    raise EndlessGame(f"{game.slug}: no end after {limit} decisions, seed {seed}")


def rollout(state: State, rng: random.Random, limit: int = 100_000) -> int:
    """Play random legal moves in place until the game is over; returns how many it took."""
    number = rng.random
    for played in range(limit):
        phase = state.phase
        if phase is OVER:
            return played
        moves = phase.moves(state)
        if type(moves) is list:
            phase.play(state, moves[int(number() * len(moves))])
        else:
            phase.play(state, moves.pick(number) if type(moves) is Choices else rng.choice(list(moves)))
    raise EndlessGame(f"no end after {limit} decisions")


def story(game: Game[Any], seed: int, bots: Sequence[Bot]) -> str:
    """Return the game of this seed as text: moves, rules applied, the table after each round, the end."""
    lines = [f"{game.kit.title} for {game.players} players: {', '.join(game.names)}"]
    chosen = [
        f"{name} = {game.options[name]}"
        for name, o in game.kit.options.items()
        if game.options[name] != o.default
    ]
    lines += [f"House rules: {', '.join(chosen) or 'none'}"]
    lines += [f"Seed {seed}, bots {', '.join(bot.name for bot in bots)}", "", "Set-up", ""]
    recorder = Recorder()
    rounds = 0

    def events() -> list[str]:
        return [f"    {event}" for event in recorder.take()]

    def before(state: State, move: Move, moves: Moves) -> None:
        nonlocal rounds
        lines.extend(events())
        if game.rounds(state) > rounds:
            rounds = game.rounds(state)
            lines.extend(["", *_indented(game.picture(state)), "", f"Round {rounds}", ""])
        lines.append(game.say(state, move))

    end = play_game(game, seed, bots, watch=before, tell=recorder.tell)
    lines += [*events(), "", *_indented(game.picture(end)), "", f"The end: {game.ending(end)}"]
    lines += [f"{name}: {score}" for name, score in zip(game.names, game.scores(end), strict=True)]
    lines.append(f"Winner: {', '.join(game.names[seat] for seat in game.winners(end)) or 'nobody'}")
    return "\n".join(line.rstrip() for line in lines) + "\n"


def _indented(text: str) -> list[str]:
    return [f"  {line}" for line in text.splitlines()]


# -- saved games: set-up, house rules, a fingerprint of the kit, and the moves as players say them


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
        write_whole(path, json.dumps(data, ensure_ascii=False, indent=1) + "\n")

    @classmethod
    def read(cls, path: Path) -> SavedGame:
        """Return the game of a JSON file; CardgenError if it cannot be read, ValueError if it is none."""
        try:
            data = json.loads(read_text(path, str(path)))
        except FileError as wrong:
            raise CardgenError([wrong.problem(Location(str(path)))]) from None
        except (ValueError, RecursionError):
            raise ValueError(f"{path}: no saved game of cardgen: this is not the JSON of one") from None
        if not isinstance(data, dict) or "cardgen-game" not in data:
            raise ValueError(f"{path}: no saved game of cardgen")
        if data.pop("cardgen-game") != FORMAT:
            raise ValueError(f"{path}: saved by another version of cardgen")
        try:
            return cls(**_SAVED.read(data))
        except Wrong as wrong:
            said = "; ".join(map(_in_words, wrong.faults))
            raise ValueError(f"{path}: no saved game of cardgen: {said}") from None


_TEXTS = list_of(TEXT)
_SAVED: Record[dict[str, Any]] = Record(
    {
        "game": Key(matching(r"[a-z0-9][a-z0-9-]{0,60}", "the name of a game"), ""),
        "players": Key(list_of(matching(r"\S{1,60}", "a name in one word"), least=1), ""),
        "options": Key(map_of(CHOICE), ""),
        "seed": Key(whole(), ""),
        "kit": Key(TEXT, ""),
        "moves": Key(_TEXTS, ""),
        "bots": Key(_TEXTS, "", ()),
        "scores": Key(list_of(whole()), "", ()),
    },
    lambda values: values,
    example='{"cardgen-game": 1, …}',
)


def _in_words(fault: Fault) -> str:
    path = ".".join(map(str, fault.inside))
    if fault.about in ("missing", "unknown"):
        return f"'{path}' is {fault.about}"
    return f"{path} is {shown(fault.value)}, expected {fault.expected}"


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
