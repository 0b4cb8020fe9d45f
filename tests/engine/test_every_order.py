"""A shuffle can leave every order, saved games belong to their deck, variations add to what they vary."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import replace
from itertools import permutations
from pathlib import Path
from typing import Any

import pytest

from cardgen.engine import Bot, Game, Move, Moves, fingerprint, pick, play_game, run_scenarios
from cardgen.engine.streams import shuffle
from tests.engine.toy import Snatch, snatch


@pytest.mark.parametrize("pieces", [2, 3, 4])
def test_every_order_comes_equally_often(pieces: int) -> None:
    luck, times = 1, 300
    orders: Counter[tuple[int, ...]] = Counter()
    wanted = list(permutations(range(pieces)))
    for _ in range(times * len(wanted)):
        cards = list(range(pieces))
        luck = shuffle(luck, cards)
        orders[tuple(cards)] += 1
    assert set(orders) == set(wanted)
    # chi-squared: beyond 3 times its freedom not once in a thousand sets of luck, and the luck is fixed
    off = sum((orders[order] - times) ** 2 / times for order in wanted)
    assert off < 3 * len(wanted)


def _with_count(game: Game[Any], count: int) -> Snatch:
    deck = game.kit.components[0]
    cards = (*deck.cards[:-1], replace(deck.cards[-1], count=count))
    return Snatch(replace(game.kit, components=(replace(deck, cards=cards),)), game.players)


def test_another_number_of_copies_is_another_deck() -> None:
    game = snatch()
    assert fingerprint(_with_count(game, 3)) == fingerprint(game)
    assert fingerprint(_with_count(game, 4)) != fingerprint(game)


def test_a_variation_keeps_the_options_that_it_does_not_name(tmp_path: Path) -> None:
    asked: list[dict[str, Any]] = []

    def make(slug: str, players: int, options: Mapping[str, Any]) -> Game[Any]:
        asked.append(dict(options))
        return Snatch(snatch().kit, players, {"mild": True})

    file = tmp_path / "cases.yaml"
    file.write_text(
        "{scenario: a, game: snatch, players: 2, options: {mild: true}, expect: {turn: P0},"
        " given: {hands: {P0: [N1], P1: [N5]}},"
        " also: [{options: {other: 1}, expect: {turn: P0}}, {given: {turn: P1}, expect: {turn: P1, hands.P0: [N1]}}]}",
        "utf-8",
    )
    results = run_scenarios(file, make)
    assert [str(p) for r in results for p in r.problems] == []
    assert asked == [{"mild": True}, {"mild": True, "other": 1}, {"mild": True}]


class Noting:
    """A bot that notes what its dice show first, and throws them as often as it is told."""

    name, looks = "noting", False

    def __init__(self, throws: int) -> None:
        self.throws = throws
        self.shown: list[float] = []

    def choose(self, view: Any, moves: Moves, rng: Any) -> Move:
        self.shown += [rng.random() for _ in range(self.throws)]
        return pick(moves, lambda: 0.0)


def test_the_dice_of_one_bot_are_not_those_of_another() -> None:
    def first_dice(*throws: int) -> list[list[float]]:
        bots = [Noting(n) for n in throws]
        seats: list[Bot] = [*bots]
        play_game(snatch(), 5, seats)
        return [bot.shown[:1] for bot in bots]

    one, two, three = first_dice(1, 1, 1)
    assert one != two != three != one
    assert first_dice(9, 1, 1) == [one, two, three]
