"""A player that does not look is given nothing to look at, not even by a detour."""

from __future__ import annotations

import random
from types import FunctionType, MethodType
from typing import Any

from cardgen.engine import EVERYTHING, Choices, Move, State, pick, play_game
from cardgen.games import make_game
from tests.games.kits import kit_of


def reached(thing: Any, seen: set[int]) -> list[State]:
    """The states that can be come at from an object, through closures, bound methods and fields."""
    if id(thing) in seen:
        return []
    seen.add(id(thing))
    if isinstance(thing, State):
        return [thing]
    parts: list[Any] = []
    match thing:
        case FunctionType():
            parts = [cell.cell_contents for cell in thing.__closure__ or ()] + list(thing.__defaults__ or ())
        case MethodType():
            parts = [thing.__self__, thing.__func__]
        case Choices():
            parts = [thing.candidate, thing.legal]
        case list() | tuple():
            parts = list(thing)
        case dict():
            parts = list(thing.values())
    return [state for part in parts for state in reached(part, seen)]


class Blind:
    name, looks = "blind", False

    def __init__(self) -> None:
        self.found: list[State] = []

    def choose(self, view: Any, moves: Any, rng: random.Random) -> Move:
        assert view is None
        self.found += reached(moves, set())
        return pick(moves, rng.random)


def test_choices_know_no_more_than_a_view_shows() -> None:
    game = make_game(kit_of("biergarten"), 2)
    bot = Blind()
    play_game(game, 1, [bot, bot])
    assert bot.found, "Biergarten's choices are made of a table"
    assert all(state.viewer != EVERYTHING for state in bot.found)
