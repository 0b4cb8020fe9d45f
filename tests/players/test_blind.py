"""A player that does not look is given nothing to look at, not even by a detour."""

from __future__ import annotations

import random
from types import FunctionType, MethodType
from typing import Any

import pytest

from cardgen.engine import EVERYTHING, Choices, Move, State, pick, play_game
from cardgen.games import make_game
from cardgen.model import Kit
from tests.games.kits import kit_of
from tests.many import mostly_thorough


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


def each_option(kit: Kit) -> list[dict[str, object]]:
    options = (kit.options[name] for name in kit.options)
    return [
        {each.name: value.value} for each in options for value in each.values if value.value != each.default
    ]


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


@pytest.mark.parametrize(
    ("slug", "options"),
    mostly_thorough(
        [
            (slug, options)
            for slug in ("auction-hearts", "bartender-2012", "bartender-aarwares", "biergarten", "cheers")
            for options in ({}, *each_option(kit_of(slug)))
        ],
        9,
    ),
)
def test_an_honest_bot_plays_from_the_whole_table_as_from_its_view(
    slug: str, options: dict[str, object]
) -> None:
    kit = kit_of(slug)
    for players in range(kit.players.min, kit.players.max + 1):
        try:
            game = make_game(kit, players, options)
        except ValueError:
            continue  # a rule that this table cannot have
        bot = game.greedy()
        assert vars(type(bot))["honest"]
        shown = type("Shown", (type(bot),), {})()  # whoever inherits must say so anew
        games = []
        for seat in (bot, shown):
            made: list[Move] = []
            play_game(game, 7, [seat] * game.players, watch=lambda s, move, _, made=made: made.append(move))
            games.append(made)
        assert games[0] == games[1]


def test_who_inherits_from_an_honest_bot_is_shown_a_view() -> None:
    game = make_game(kit_of("biergarten"), 2)
    seen = set()

    class Curious(type(game.greedy())):  # type: ignore[misc]
        def choose(self, view: Any, moves: Any, rng: random.Random) -> Move:
            seen.add(view.viewer)
            return super().choose(view, moves, rng)

    play_game(game, 1, [Curious(), Curious()])
    assert seen == {0, 1}
