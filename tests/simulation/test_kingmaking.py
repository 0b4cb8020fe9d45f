"""Who decides who wins: a planted kingmaker is found, races and lotteries have none, and two sides cannot have one."""

from __future__ import annotations

import pytest

import cardgen.games
from cardgen.engine import Move, Moves
from cardgen.report.league import KINGMAKER
from cardgen.results.league import Kingmaking
from cardgen.simulation.kingmaking import kingmaking
from cardgen.simulation.run import Setup
from tests.simulation import shelf


@pytest.fixture(autouse=True)
def _the_games_are_installed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cardgen.games, "brought", lambda group: {"shelf": "tests.simulation.shelf:Shelf"})


def handicap(s: shelf.Evening, seat: int, move: Move) -> None:
    """A race in which the last seat is left behind, and names the winner with its last card."""
    shelf.crowned(s, seat, move)
    s.points[-1] = 0


def dice_of_the_card(s: shelf.Evening, seat: int, move: Move) -> None:
    """A race in which the last seat is left behind; each card of it rolls other dice for the others, none of them better."""
    for _ in range(move[1] % 7 if seat == s.game.players - 1 else 0):
        s.roll(10)
    shelf.race(s, seat, move)
    s.points[-1] = 0


def crown_another(s: shelf.Evening) -> Moves:
    last = s.turn == s.game.players - 1
    if last and len(s.hands[s.turn]) == 1:
        return [("crown", seat) for seat in range(s.game.players - 1)]
    return shelf.any_card(s)


def looked(rules: shelf.Rules, games: int = 40) -> Kingmaking | None:
    shelf.Shelf.how = rules
    setup = Setup(shelf.kit(rules.players), rules.players, ("greedy",) * rules.players, {}, 1)
    return kingmaking(setup, "greedy", games, jobs=1)


def test_who_cannot_win_and_crowns_another_is_found() -> None:
    found = looked(shelf.Rules(score=handicap, moves=crown_another))

    assert found is not None
    assert found.hopeless.share == 1
    assert found.moved.low is not None
    assert found.moved.low > KINGMAKER
    assert found.moved.mean == pytest.approx(1, abs=0.45), "half of the choices are made a turn earlier"


@pytest.mark.parametrize("name", ["race of three", "race of four"])
def test_in_a_race_nobody_is_a_kingmaker(name: str) -> None:
    found = looked(shelf.HEALTHY[name], 80)

    assert found is not None
    assert found.moved.low is not None
    assert found.moved.low <= 0
    assert 0 < found.moved.of < found.hopeless.of
    assert found.moved.of == round(found.hopeless.share * found.hopeless.of)


def test_moves_that_only_turn_other_dice_move_nothing() -> None:
    found = looked(shelf.Rules(players=3, score=dice_of_the_card), 60)

    assert found is not None
    assert found.hopeless.share == 1
    assert found.moved.low is not None
    assert found.moved.low < 0
    assert found.moved.mean < 0.1


@pytest.mark.parametrize("name", ["race of two", "two teams"])
def test_of_two_sides_there_is_no_other(name: str) -> None:
    assert looked(shelf.HEALTHY[name]) is None


def test_the_same_seed_finds_the_same() -> None:
    assert looked(shelf.HEALTHY["race of three"], 6) == looked(shelf.HEALTHY["race of three"], 6)
