"""Playing games through: with bots that look, or as fast as the rules allow."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from typing import Any

from cardgen.engine.bots import Bot
from cardgen.engine.choices import Choices, Move, Moves
from cardgen.engine.game import Game
from cardgen.engine.phase import OVER
from cardgen.engine.state import State
from cardgen.engine.streams import stream
from cardgen.engine.telling import Tell

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
