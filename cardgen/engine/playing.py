"""Playing games through: with bots, as fast as the rules allow, as a story to read, and once more from a file."""

from __future__ import annotations

import hashlib
import json
import random
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from tempfile import gettempdir
from time import monotonic
from typing import Any

from cardgen.base.destination import write_whole
from cardgen.base.errors import CardgenError, Location, Problem
from cardgen.base.files import FileError, output_dir, read_text
from cardgen.base.formats import GAME, too_new
from cardgen.engine.choices import Bot, Choices, Move, Moves, RandomBot, pick
from cardgen.engine.diagnosis import (
    RAISED,
    GameBroken,
    Raised,
    diagnosed,
    diagnosing,
    no_choice,
    place_of,
    shipped,
)
from cardgen.engine.game import Game
from cardgen.engine.phase import OVER, IllegalMove
from cardgen.engine.state import State
from cardgen.engine.streams import stream
from cardgen.engine.telling import Recorder, Tell
from cardgen.source.kit_shape import CHOICE
from cardgen.source.leaves import ANYTHING, TEXT, matching, whole
from cardgen.source.shape import Fault, Key, Record, Wrong, list_of, map_of
from cardgen.source.wrong import shown

Watch = Callable[[State, Move, Moves], None]
"""Called before each move with the state, the move and what was allowed."""


PATIENCE = 10.0  # seconds for one game, once it is longer than games are
_LONG = 5_000  # decisions: the longest game of a sensible bot had 1,900
_KEPT = 20_000  # moves of a game that does not end
_BROKEN = "broken-games"
_ODD = re.compile(r"[^\w=-]")  # what is no letter of a file's name
_UNDECIDED: Any = object()


class EndlessGame(GameBroken):
    """A game went on for more decisions, or longer, than any sensible game has."""


def play_game(
    game: Game[Any],
    seed: int,
    bots: Sequence[Bot],
    *,
    watch: Watch | None = None,
    tell: Tell | None = None,
    listed: bool = True,
    limit: int = 100_000,
    seconds: float | None = None,
) -> State:
    """Return the end of the game of this seed; `bots` sit in seat order.

    Unless they are to be `listed` for `watch`, moves of chance players may be counted out instead: it gets none then.
    Each bot has its own stream of the seed, so that one bot's dice do not change another's.

    GameBroken, a CardgenError, if the rules or a bot raise, or a bot chooses what is not allowed: it names the
    author's line, the seed and the move, and the file into which the game was saved as far as it came. EndlessGame,
    another one, after `limit` decisions, or after so many seconds (10) and more decisions than games have.
    """
    made: list[Move] = []
    moves: Moves = []
    move: Move = _UNDECIDED
    state: State | None = None
    until = monotonic() + (PATIENCE if seconds is None else seconds)
    try:
        state = game.deal(seed)
        state.tell = tell
        if tell:
            game.opened(state)
        streams = [stream(seed, "bot", seat) for seat in range(game.players)]
        dice = [s.random if type(b) is RandomBot else None for b, s in zip(bots, streams, strict=False)]
        counted = not (watch and listed)
        # one that provably does as if it were shown its view is spared the making of it
        honest = [vars(type(bot)).get("honest", False) for bot in bots]
        for number in range(limit):
            phase = state.phase
            if phase is OVER:
                return state
            seat = state.turn
            if roll := dice[seat]:
                if counted and phase.pick:
                    move = phase.pick(state, roll)
                else:
                    moves = phase.moves(state)
                    move = pick(moves, roll)
                if watch:
                    watch(state, move, moves)
                phase.play(state, move)
            else:
                bot = bots[seat]
                # choices know the table that they were made of: those of a view know no more than it shows
                view = state if honest[seat] else game.view(state, seat)
                moves = view.phase.moves(view)
                if honest[seat]:
                    state.tell = None
                move = bot.choose(view if bot.looks else None, moves, streams[seat])
                if honest[seat]:
                    state.tell = tell
                if watch:
                    watch(state, move, moves)
                if honest[seat] and move in moves:
                    state.phase.play(state, move)
                else:
                    game.play(state, move)  # a bot that thinks may also err
            made.append(move)
            move = _UNDECIDED
            if number > _LONG and not number % 256 and monotonic() > until:
                break
    except RAISED as error:
        scene = Scene(game, seed, made, state, move, tuple(bots))
        if told := scene.diagnose(error):
            raise told from error
        error.add_note(str(scene))
        raise
    scene = Scene(game, seed, made, state)
    message = f"{game.slug}: no end after {len(made)} decisions, seed {seed}"
    raise EndlessGame([scene.problem(message, place_of(game), code="endless-game")])


# -- a game that cannot go on: what is known of it


@dataclass(frozen=True, slots=True)
class Scene:
    """A game that stopped: its seed, the moves that were made, what they led to, and the move that failed, if any."""

    game: Game[Any]
    seed: int
    made: Sequence[Move]
    state: State | None
    move: Move = _UNDECIDED
    bots: tuple[Bot, ...] = ()

    def __str__(self) -> str:
        return f"in {' › '.join(self.trail())}"

    def trail(self) -> tuple[str, ...]:
        """Return which game it is, by which house rules, with which seed, and at which move."""
        game = self.game
        table = f"{game.kit.title} for {game.players} players"
        rules = ", ".join(f"{name} = {value}" for name, value in _changed(game).items())
        at = "set-up" if self.state is None else f"move {len(self.made) + 1}"
        return (table, *([rules] if rules else []), f"seed {self.seed}", at)

    def problem(self, message: str, where: Location, hint: str = "", code: str = "rules") -> Problem:
        """Return what is wrong with the game; it is saved, and the hint says how to see the position."""
        return Problem(
            message, where, self.trail(), "; ".join(filter(None, [hint, self._kept(message)])), code=code
        )

    def diagnose(self, error: Raised) -> GameBroken | None:
        """Return an exception as a problem of whoever wrote the rules or the bot; None when it is ours."""
        if isinstance(error, EndlessGame):
            return error
        state, bot = self.state, None
        if state is not None and state.phase is not OVER and self.bots:
            bot = self.bots[state.turn] if 0 <= state.turn < len(self.bots) else None
        told = None
        if state is not None and state.phase is not OVER:
            told = no_choice(state)
        if told is None and isinstance(error, IllegalMove) and bot is not None:
            message = f"the bot '{bot.name}' chooses what is not allowed: {str(error).splitlines()[0]}"
            told = GameBroken([Problem(message, place_of(bot, "choose"), code="rules")])
        if told is None:
            theirs = state is not None and not shipped(type(state.phase))
            suspect = place_of(state.phase) if state is not None and theirs else None
            told = diagnosed(error, self.game, *self.bots, suspect=suspect)
        if told is None:
            return None
        kept = self._kept(told.problems[0].message)
        hint = "; ".join(filter(None, [told.problems[0].hint, kept]))
        return GameBroken(
            replace(problem, trail=(*self.trail(), *problem.trail), hint=hint) for problem in told.problems
        )

    def _kept(self, why: str) -> str:
        """Save the game as far as it came, and return a hint that says where."""
        rules = "".join(f"-{name}={value}" for name, value in _changed(self.game).items())
        moves = len(self.made[:_KEPT])
        name = (
            f"{self.game.slug}-{self.game.players}{_ODD.sub('', rules)[:80]}-seed{self.seed}-move{moves}.json"
        )
        for folder in (output_dir() / _BROKEN, Path(gettempdir()) / "cardgen" / _BROKEN):
            try:
                folder.mkdir(parents=True, exist_ok=True)
                self.saved(why).write(folder / name)
            except (OSError, CardgenError):
                continue
            return f"cardgen replay {folder / name} --to {moves} shows the position"
        return ""

    def saved(self, why: str) -> SavedGame:
        """Return the game as far as it came; where moves cannot be said, at least the position as it is."""
        said: list[str] = []
        position: Any = None
        try:
            state = self.game.deal(self.seed)
            for move in self.made[:_KEPT]:
                said.append(self.game.say(state, move))
                state.phase.play(state, move)
            if self.move is not _UNDECIDED and len(self.made) < _KEPT:
                said.append(self.game.say(state, self.move))
        except RAISED:
            pass
        try:
            if self.state is not None:
                position = json.loads(json.dumps(self.state.to_dict(), default=repr))
        except RAISED:
            position = None
        bots = [bot.name for bot in self.bots]
        return replace(save(self.game, self.seed, said, bots=bots), stopped=why, position=position)


def rollout(state: State, rng: random.Random, limit: int = 100_000) -> int:
    """Play random legal moves in place until the game is over; returns how many it took."""
    number = rng.random
    for played in range(limit):
        phase = state.phase
        if phase is OVER:
            return played
        if phase.pick:
            phase.play(state, phase.pick(state, number))
            continue
        moves = phase.moves(state)
        if type(moves) is list:
            phase.play(state, moves[int(number() * len(moves))])
        else:
            phase.play(state, moves.pick(number) if type(moves) is Choices else rng.choice(list(moves)))
    game = state.game
    raise EndlessGame(
        [Problem(f"{game.slug}: no end after {limit} decisions", place_of(game), code="endless-game")]
    )


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
    """All that is needed to play a game again; `options` holds only what differs from the default.

    `stopped` says why a game did not come to its end; `position` is then the state as it was left, as plain data.
    """

    game: str
    players: tuple[str, ...]
    options: Mapping[str, Any]
    seed: int
    kit: str
    moves: tuple[str, ...]
    bots: tuple[str, ...] = ()
    scores: tuple[int, ...] = ()
    stopped: str = ""
    position: Any = None

    def write(self, path: Path) -> None:
        """Write the game as JSON."""
        data = {"cardgen-game": GAME, **asdict(self)}
        if not self.stopped:
            del data["stopped"], data["position"]
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
        said = data.pop("cardgen-game")
        if newer := too_new(said, GAME, Location(str(path))):
            raise CardgenError([newer])
        if said != GAME:
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
        "players": Key(list_of(matching(r"[\S\xa0]{1,60}", "a name in one word"), least=1), ""),
        "options": Key(map_of(CHOICE), ""),
        "seed": Key(whole(), ""),
        "kit": Key(TEXT, ""),
        "moves": Key(_TEXTS, ""),
        "bots": Key(_TEXTS, "", ()),
        "scores": Key(list_of(whole()), "", ()),
        "stopped": Key(TEXT, "", ""),
        "position": Key(ANYTHING, "", None),
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
    """Return twelve letters that change when a piece, a count, a value or a table that the rules use changes.

    Rules that are data count with all they say.
    """
    fields = game.fields_that_count
    content = [
        [component.id, card.id, card.count, {name: card.fields.get(name) for name in sorted(fields)}]
        for component in game.components(game.kit)
        for card in component.cards
    ]
    tables = {name: game.kit.tables.get(name) for name in sorted(game.tables_that_count)}
    rules = [game.rules_hash] if game.rules_hash else []
    text = json.dumps([game.slug, content, tables, *rules], default=_plain, sort_keys=True)
    return hashlib.sha256(text.encode()).hexdigest()[:12]


def _plain(value: Any) -> Any:
    return dict(value) if isinstance(value, Mapping) else list(value)


def _changed(game: Game[Any]) -> dict[str, Any]:
    """Return the house rules that differ from the book."""
    defaults = {name: option.default for name, option in game.kit.options.items()}
    return {name: value for name, value in game.options.items() if value != defaults[name]}


def save(
    game: Game[Any],
    seed: int,
    moves: Sequence[str],
    *,
    bots: Sequence[str] = (),
    scores: Sequence[int] = (),
) -> SavedGame:
    """Return a game as it can be written to a file."""
    return SavedGame(
        game.slug,
        game.names,
        _changed(game),
        seed,
        fingerprint(game),
        tuple(moves),
        tuple(bots),
        tuple(scores),
    )


def play_and_save(
    game: Game[Any], seed: int, bots: Sequence[Bot], chosen: Callable[[int], None] = lambda moves: None
) -> SavedGame:
    """Play a game to its end and return it; `bots` sit in seat order, and `chosen` hears how many moves they have chosen."""
    moves: list[str] = []

    def watch(state: State, move: Move, legal: Moves) -> None:
        try:
            moves.append(game.say(state, move))
        except RAISED:
            if move in legal:
                raise
            moves.append(repr(move))  # it is refused next, and that says more
        chosen(len(moves))

    end = play_game(game, seed, bots, watch=watch)
    return save(game, seed, moves, bots=[bot.name for bot in bots], scores=game.scores(end))


def replay(game: Game[Any], saved: SavedGame) -> State:
    """Return the state after all moves of a saved game; ValueError if it was played with another kit.

    IllegalMove names the first move that the rules do not allow.
    """
    if saved.kit != fingerprint(game):
        raise ValueError(f"this game was played with another version of {game.kit.title} (kit {saved.kit})")
    with diagnosing(game, f"seed {saved.seed}", "set-up"):
        state: State = game.deal(saved.seed)
    for number, text in enumerate(saved.moves, 1):
        with diagnosing(game, f"seed {saved.seed}", f"move {number}", but=ValueError):
            game.play_text(state, text)
    return state
