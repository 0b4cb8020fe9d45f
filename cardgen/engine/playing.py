"""Playing games through: with bots that look, as fast as the rules allow, or as a story to read."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from typing import Any

from cardgen.engine.choices import Bot, Choices, Move, Moves
from cardgen.engine.game import Game
from cardgen.engine.phase import OVER
from cardgen.engine.state import State
from cardgen.engine.streams import stream
from cardgen.engine.telling import Recorder, Tell

Watch = Callable[[State, Move, Moves], None]
"""Called before each move with the state, the move and what was allowed."""


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
