"""A card's worth by lot: a planted worth is found, and a card that only winners take is worth nothing."""

from __future__ import annotations

from collections.abc import Callable, Collection
from pathlib import Path
from typing import Any

import pytest

import cardgen.games
from cardgen.simulation import simulate, worth
from cardgen.simulation.insight import insight
from cardgen.simulation.run import WrongAnswer, set_up
from cardgen.simulation.terminal import text_of
from cardgen.simulation.worth import Trial
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

    assert card.sure
    assert (card.strength or 0) > 0.05
    assert not found.gain.sure
    assert abs(found.gain.mean) < 0.03


def test_a_planted_card_is_found_and_an_interrupt_keeps_the_deals_until_then() -> None:
    asked = trial(shelf.gem, 120, 1, "C8", "card C7")
    found = insight(asked.setup, games=1, worth=asked, jobs=1)
    best = found.cards[0]

    assert (best.id, best.deals, best.gain.sure, best.points.sure) == ("C7", 120, True, True)
    assert best.points.mean > 7
    assert "  C7  wins" in text_of("insight", found)

    def stop(done: int, of: int) -> None:
        if done > 30:
            raise KeyboardInterrupt

    some, stopped = asked.run(jobs=1, progress=stop)
    assert stopped
    assert 30 < some[0].deals < 120


@pytest.mark.parametrize(
    ("name", "players", "given", "refused", "chosen"),
    [
        ("cheers", 4, 25, worth._UNMIXED, False),
        ("biergarten", 3, 64, worth._UNMIXED, True),
        ("bartender-2012", 4, 48, "", True),
        ("bartender-aarwares", 3, 104, "", False),
        ("auction-hearts", 4, 52, "", False),
    ],
)
def test_two_cards_change_places_and_nothing_else(
    name: str, players: int, given: int, refused: str, chosen: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    setup, _ = set_up(load_kit(DATA / name), players, ("greedy",), {}, 1)
    asked = Trial(setup, ("all",), "greedy", 3)
    assert (len(asked.cards), bool(asked.chosen)) == (given, chosen)
    assert not refused or refused in asked.refused.values()
    game, seen = asked.game, list[dict[str, set[int]]]()
    deal = game.deal

    def dealt(seed: int) -> Any:
        state, lies = deal(seed), dict[str, set[int]]()
        for zone, pieces in game.zones(
            state
        ).items():  # which of the zones of a seat a card goes to may follow from it
            lies.setdefault(zone.split()[-1], set()).update(pieces)
        seen.append(lies)
        return state

    monkeypatch.setattr(game, "deal", dealt)
    for seed in range(12):
        one, card = worth._Dealt(game, seed), asked.cards[seed % given]
        one.play(asked.setup.bots, ())
        if swap := one.exchange(card, asked.packets):
            assert one.play(asked.setup.bots, asked.packets, swap)
            before, after = seen[-2:]
            assert after == {zone: set(map(swap.of, pieces)) for zone, pieces in before.items()}
            assert game.pieces.cards[swap.card].id == card != game.pieces.cards[swap.other].id
            assert not swap.checked or (swap.card in after[game.names[swap.seat]]) == swap.gives
            assert game.mixed is None


def test_an_unknown_card_is_refused_with_the_nearest() -> None:
    with pytest.raises(WrongAnswer, match=r"no card 'C77' .did you mean 'C7'"):
        trial(shelf.gem, 1, 1, "C77")


def test_a_packet_is_chosen_from_by_who_is_drawn() -> None:
    """The seat takes the piece of the deal in one game and what lies in its place in the other, whatever it likes."""
    setup, _ = set_up(load_kit(DATA / "bartender-2012"), 4, ("greedy",), {}, 1)
    asked = Trial(setup, ("S20",), "greedy", 1)
    taken = list[Collection[int]]()

    class Takes(worth._Takes):
        def choose(self, view: Any, moves: Any, rng: Any) -> Any:
            wanted = set(self.pieces)
            move = super().choose(view, moves, rng)
            taken.extend([wanted - self.pieces] * (wanted != self.pieces))
            return move

    dealt = worth._Dealt(asked.game, 3)
    swap = dealt.exchange("S20", asked.packets)
    assert swap
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(worth, "_Takes", Takes)
        dealt.play(asked.setup.bots, asked.packets)
        dealt.play(asked.setup.bots, asked.packets, swap)
    assert taken == [{swap.other}, {swap.card}] if swap.gives else [{swap.card}, {swap.other}]


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


def test_how_long_it_takes_is_said_from_several_games(monkeypatch: pytest.MonkeyPatch) -> None:
    asked, took = trial(shelf.idol, 400), list[float]()
    monkeypatch.setattr(worth, "perf_counter", lambda: sum(took))
    monkeypatch.setattr(worth._Dealt, "play", lambda *_: took.append(0.05 * (1 + len(took))))

    assert asked.seconds() == pytest.approx(0.15 * asked.games), "0.05, 0.1, 0.15, 0.2 and 0.25 seconds"
