"""A card's worth by lot: a planted worth is found, and a card that only winners take is worth nothing."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import cardgen.games
from cardgen.simulation import simulate
from cardgen.simulation.insight import insight
from cardgen.simulation.run import Setup, WrongAnswer, set_up
from cardgen.simulation.terminal import text_of
from cardgen.simulation.worth import Trial, _Dealt
from cardgen.source import load_kit
from tests.simulation import shelf

DATA = Path(__file__).parents[2] / "data"
EXPERIMENTS = 250
_SHELF = {"shelf": "tests.simulation.shelf:Shelf"}


@pytest.fixture(autouse=True)
def _the_games_are_installed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cardgen.games, "brought", lambda group: _SHELF if group == "cardgen.games" else {})


def trial(score: Callable[..., None], deals: int, seed: int = 1, *asked: str) -> Trial:
    rules = shelf.Shelf.how = shelf.Rules(score=score)
    setup, _ = set_up(shelf.kit(rules.players, rules.values), rules.players, ("greedy",), {}, seed)
    return Trial(setup, asked or ("C7",), "greedy", deals)


def test_a_card_that_winners_take_wins_much_and_is_worth_nothing_by_lot() -> None:
    (found,), _ = trial(shelf.idol, 400).run(jobs=1)
    kit = shelf.kit(4)
    card = next(one for one in simulate(kit, 4, games=400, jobs=1).cards if one.id == "C7")

    assert card.strength is not None and card.strength > 0.15 and card.sure
    assert not found.sure and abs(found.gain.mean) < 0.03


@pytest.mark.thorough
def test_intervals_hold_what_they_promise() -> None:
    """A planted card in 250 small experiments, against one of 20,000 deals; a card that only winners take, against 0."""
    (true,), _ = trial(shelf.gem, 20_000, 99).run(jobs=1)
    wins, points, false = 0, 0, 0
    for seed in range(EXPERIMENTS):
        (one,), _ = trial(shelf.gem, 60, seed).run(jobs=1)
        (low, high), (least, most) = one.gain.span, one.points.span
        wins += low <= true.gain.mean <= high
        points += least <= true.points.mean <= most
        (none,), _ = trial(shelf.idol, 60, seed).run(jobs=1)
        false += none.gain.sure or none.points.sure

    print(
        f"worth {true.gain.mean:.3f}, {true.points.mean:.2f}: of {EXPERIMENTS} intervals {wins} and {points} hold; {false} false alarms"
    )
    assert min(wins, points) >= 0.95 * EXPERIMENTS
    assert false <= 0.05 * EXPERIMENTS
