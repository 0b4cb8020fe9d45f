"""What every game owes, checked: by `cardgen check`, and in your own tests.

    from cardgen import contract, load_kit

    @pytest.mark.parametrize("game", contract.tables(load_kit("data/harbour")), ids=contract.named)
    def test_harbour_keeps_its_promises(game):
        contract.keeps(game, seeds=range(3))          # raises CardgenError with every broken promise

A single promise is called by its name, `contract.pieces_are_conserved(game, seed=1)`. Each that is broken is a problem
at the line of who wrote it, with the seed, the number of players, the move, and the game saved as far as it came.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from math import inf
from time import monotonic
from typing import Any

from cardgen.base.errors import CardgenError, Problem
from cardgen.contract.promises import (
    copies_and_dicts_are_the_same_state,
    copies_share_nothing_that_changes,
    it_ends_with_winners,
    legal_moves_and_play_agree,
    moves_print_and_parse_back,
    pieces_are_conserved,
    replaying_gives_the_same_game,
    rules_told_are_declared,
    sampled_worlds_are_no_better_than_chance,
    sampled_worlds_can_be_played_on,
    standings_agree_with_the_end,
    views_hide_what_the_zones_say,
    views_keep_secrets,
    views_share_nothing_that_changes,
    zones_named_exist,
)
from cardgen.contract.walk import ENDLESS, Promise, Walk
from cardgen.engine import Game, meant
from cardgen.games import make_game, player_counts
from cardgen.model import Kit

PROMISES: tuple[Promise, ...] = (
    zones_named_exist,
    it_ends_with_winners,
    standings_agree_with_the_end,
    pieces_are_conserved,
    copies_share_nothing_that_changes,
    copies_and_dicts_are_the_same_state,
    legal_moves_and_play_agree,
    moves_print_and_parse_back,
    replaying_gives_the_same_game,
    views_hide_what_the_zones_say,
    views_share_nothing_that_changes,
    views_keep_secrets,
    sampled_worlds_can_be_played_on,
    rules_told_are_declared,
)
"""All of them, what others depend on first."""

# what would only tell the same again
_OF_THE_END = (it_ends_with_winners, sampled_worlds_can_be_played_on)
_FOLLOWS = {
    it_ends_with_winners: (standings_agree_with_the_end,),
    pieces_are_conserved: (views_keep_secrets, sampled_worlds_can_be_played_on),
    copies_share_nothing_that_changes: (
        copies_and_dicts_are_the_same_state,
        legal_moves_and_play_agree,
        views_share_nothing_that_changes,
    ),
}
_SHORT = 300  # moves that are looked at of a game that does not end
_SEEDS = 3  # of each table, if there is time
_FIRST, _TURN = 0.5, 0.06  # of the time, at most, for the first table, and for each that follows
_SHARE = 0.3  # of the time of a table, at most, for one promise


def keeps(game: Game[Any], seeds: Iterable[int] = range(3)) -> None:
    """Raise CardgenError with every promise that a game breaks, for these seeds."""
    found = _Found()
    for seed in seeds:
        if not found.add(broken(game, seed, ends=found.ends)):
            break
    if found.kinds:
        raise CardgenError(found.kinds.values())


def broken(
    game: Game[Any], seed: int, *, until: float = inf, share: float = inf, ends: bool = True
) -> list[Problem]:
    """Return how a game breaks its promises with a seed; the clock (`time.monotonic`) stops it at `until`.

    No promise takes more than `share` seconds; one that has none left looks at the first positions. Of a game that is
    known not to end (`ends` False) the first moves are looked at.
    """
    found: list[Problem] = []
    left_out: set[Promise] = set() if ends else {*_OF_THE_END}
    for promise in PROMISES:
        if promise in left_out:
            continue
        limit = ENDLESS if ends else _SHORT
        problems = promise.broken(game, seed, limit=limit, until=min(until, monotonic() + share))
        found += problems
        if any(problem.code == "stuck" for problem in problems):
            break
        if any(problem.code == "endless-game" for problem in problems):
            ends = False
            left_out |= {*_OF_THE_END}
        if problems:
            left_out |= {*_FOLLOWS.get(promise, ())}
    return found


def tables(kit: Kit) -> Iterator[Game[Any]]:
    """Yield a kit's game by the book for each number of players, and with each other value of each option.

    After the first come tables at which all options have another value, so that each is met early; then every value
    alone, with the fewest and with the most players. What the rulebook refuses is left out.
    """
    for players, options in laid(kit):
        game = _made(kit, players, options)
        if game:
            yield game


def laid(kit: Kit) -> list[tuple[int, dict[str, Any]]]:
    """Return what all tables are to be, in their order: how many play, and which options are not by the book."""
    counts = player_counts(kit)
    others = {
        name: [v for v in option.choices if v != option.default or type(v) is not type(option.default)]
        for name, option in kit.options.items()
        if name != "players"
    }
    found: list[tuple[int, dict[str, Any]]] = [(counts[0], {})]
    for n in range(max(map(len, others.values()), default=0)):
        mixed = {name: values[n % len(values)] for name, values in others.items() if values}
        found.append((counts[-1 - n % len(counts)], mixed))
    found += [(players, {}) for players in counts[1:]]
    for name, values in others.items():
        found += [(n, {name: v}) for v in values for n in sorted({counts[0], counts[-1]})]
    return [one for n, one in enumerate(found) if one not in found[:n]]


def _made(kit: Kit, players: int, options: dict[str, Any]) -> Game[Any] | None:
    try:
        return make_game(kit, players, options)
    except ValueError as refused:
        if not meant(refused):
            raise
        return None


def named(game: Game[Any]) -> str:
    """Return a short name of a table, such as `harbour-2-tide=fast`."""
    changed = (
        f"{o.name}={game.options[o.name]}"
        for o in game.kit.options.values()
        if game.options[o.name] != o.default
    )
    return "-".join([game.slug, str(game.players), *changed])


def check_kit(
    kit: Kit, seconds: float = 4.0, reached: Callable[[int, int], None] = lambda asked, tables: None
) -> list[Problem]:
    """Return which promises the kit's game breaks at any table, each reported once, in about so many seconds.

    Each table has its turn with one seed, and then with the next, until the time is over. The first has up to half of
    it, so that a game is looked at to its end. `reached` hears of how many tables the game was asked, and how many
    there are.
    """
    until, found, asked = monotonic() + seconds, _Found(), 0
    places = laid(kit)
    for seed in range(1, _SEEDS + 1):
        for number, (players, options) in enumerate(list(places)):
            if monotonic() > until and (seed > 1 or options):
                continue
            game = _made(kit, players, options)
            if game is None:
                places.remove((players, options))
                continue
            asked += seed == 1
            turn = seconds * (_TURN if number or seed > 1 else _FIRST)
            limit = min(until, monotonic() + turn)
            if not found.add(broken(game, seed, until=limit, share=turn * _SHARE, ends=found.ends)):
                return list(found.kinds.values())
    reached(asked, len(places))
    return list(found.kinds.values())


class _Found:
    def __init__(self) -> None:
        self.kinds: dict[tuple[Any, ...], Problem] = {}
        self.ends = True

    def add(self, problems: Iterable[Problem]) -> bool:
        """Take up what is new; False when it is no use to go on, as code computes for ever."""
        for problem in problems:
            self.kinds.setdefault(_kind(problem), problem)
        codes = {problem.code for problem in self.kinds.values()}
        self.ends = "endless-game" not in codes
        return "stuck" not in codes


def _kind(problem: Problem) -> tuple[Any, ...]:
    """Return what makes a problem another one: the line and the mistake, but no seed, move, player or piece."""
    if problem.code == "endless-game":
        return (problem.code,)
    if problem.code != "contract":
        return (problem.where, problem.message)
    name, verb, *rest = problem.message.split(" ")
    return (problem.where, name, verb, *(rest if verb == "names" else ()))
