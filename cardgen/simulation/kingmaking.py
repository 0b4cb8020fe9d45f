"""Kingmaking: whether the side in last place, that wins no more, decides which of the others does."""

from __future__ import annotations

import random
from collections.abc import Sequence
from contextlib import suppress
from typing import Any, NamedTuple, Unpack

from cardgen.engine import OVER, Bot, EndlessGame, Game, Move, State, derive, pick, play_game, stream
from cardgen.players import make_bot
from cardgen.players.playouts import FAR, Playouts
from cardgen.players.search import Search
from cardgen.results.league import Kingmaking
from cardgen.simulation.line import each_of
from cardgen.simulation.run import How, Setup
from cardgen.simulation.statistics import Deals, difference, wilson

_LATE = 0.8  # of the decisions of a game: from here on
_MOVES, _TRIES = 5, 25  # different moves that are tried, and how often one is drawn for them
_WORLDS = 16  # in which each is played on: half of them to choose two moves by, half to hold them against each other
_TASK = 4  # games


class _Choice(NamedTuple):
    """A decision of the side in last place: whether it won no game played on from there, and what its choice moved."""

    hopeless: bool
    moved: float


def kingmaking(setup: Setup, base: str, games: int, **how: Unpack[How]) -> Kingmaking | None:
    """Return how often the side in last place decides who wins, in so many games of players of one kind; None of two sides.

    An interrupt (Ctrl-C) ends it early, with the games until then.
    """
    game = setup.game()
    if len(game.sides(game.deal(setup.seed))) < 3:
        return None
    looked, found = 0, list[_Choice]()
    with suppress(KeyboardInterrupt):
        for some in each_of(_look, (setup, base), games, _TASK, **how):
            looked += len(some)
            found += [one for one in some if one]
    moved = Deals()
    for one in found:
        if one.hopeless:
            moved.add_deal(one.moved, 1)
    return Kingmaking(
        games=looked,
        choices=wilson(len(found), looked),
        hopeless=wilson(moved.deals, len(found)),
        moved=difference(moved, shares=True),
        played_on=_MOVES * _WORLDS,
    )


def _look(setup: Setup, base: str, numbers: range) -> list[_Choice | None]:
    """Return a choice of the side in last place of each of these games; None of a game without one."""
    game, found = setup.game(), list[_Choice | None]()
    bot = make_bot(game, base)
    for number in numbers:
        deal = derive(setup.seed, "kingmaking", number)
        state = _late(game, bot, deal)
        found.append(_choice(game, state, stream(deal, "choice")) if state else None)
    return found


def _late(game: Game[Any], bot: Bot, deal: int) -> State | None:
    """Return a position late in a game at which a side that is behind all others has several moves; None without one."""
    made: list[Move] = []
    try:
        play_game(game, deal, [bot] * game.players, watch=lambda s, move, moves: made.append(move))
    except EndlessGame:
        return None
    state, rng = game.deal(deal), stream(deal, "late")
    kept: State | None = None
    met = 0
    for number, move in enumerate(made):
        if number >= _LATE * len(made) and _is_last(game, state) and len(_options(state, rng, 2)) > 1:
            met += 1
            if rng.random() * met < 1:  # each of them with the same chance
                kept = state.copy()
        state.phase.play(state, move)
    return kept


def _is_last(game: Game[Any], state: State) -> bool:
    """Return whether the side whose turn it is, is behind all others."""
    seats = game.standing(state)
    own = [side for side in game.sides(state) if state.turn in side]
    others = [max(seats[seat] for seat in side) for side in game.sides(state) if side and side not in own]
    return bool(own) and max(seats[seat] for seat in own[0]) < min(others)


def _options(state: State, rng: random.Random, most: int = _MOVES) -> list[Move]:
    moves = state.phase.moves(state)
    return list(dict.fromkeys(pick(moves, rng.random) for _ in range(_TRIES)))[:most]


def _choice(game: Game[Any], state: State, rng: random.Random) -> _Choice | None:
    """Play several moves on in the same worlds that the seat cannot tell apart.

    The two moves that differ most for one of the others are chosen by half of the worlds and compared by the other half,
    so that chance alone moves nothing on average.
    """
    view = game.view(state, state.turn)
    search, mind = Search(view, view.phase.moves(view), rng), Playouts(game, view)
    sides = [side for side in game.sides(state) if side]
    own = next(number for number, side in enumerate(sides) if state.turn in side)
    won: list[list[Sequence[float]]] = []
    for move in _options(view, rng):
        won.append([])
        for world in range(_WORLDS):
            end = _played_on(game, mind, search, move, world)
            if end is None:
                return None
            winners = game.winners(end)
            won[-1].append([sum(seat in winners for seat in side) / max(1, len(winners)) for side in sides])
    if len(won) < 2:
        return None
    hopeless = not any(one[own] for worlds in won for one in worlds)
    half = _WORLDS // 2
    most, moved = 0.0, 0.0
    for side in range(len(sides)):
        if side != own:
            first, second = ([sum(w[side] for w in one[at]) / half for one in won] for at in (slice(half), slice(half, None)))  # fmt: skip
            up, down = first.index(max(first)), first.index(min(first))
            if first[up] - first[down] > most:
                most, moved = first[up] - first[down], second[up] - second[down]
    return _Choice(hopeless, moved)


def _played_on(game: Game[Any], mind: Playouts, search: Search, move: Move, number: int) -> State | None:
    """Return the end of a game in a world, after a move; None where it does not come to one."""
    world, dice = search.world(number)
    world.phase.play(world, move)
    for _ in range(FAR):
        if world.phase is OVER:
            return world
        mind.play(world, *mind.greedy(world, dice))
    return None
