"""Simulations are fair to the bots, the same on any number of workers, and can be stopped."""

from __future__ import annotations

import json
import pickle
from collections.abc import Iterator
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from cardgen.engine import SavedGame, replay
from cardgen.games.biergarten.rules import Biergarten
from cardgen.simulation import Report, Setup, record, simulate, wilson
from tests.games.kits import kit_of

KIT = kit_of("biergarten")


@pytest.fixture(scope="module", autouse=True)
def _sixty_games_are_three_tasks() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("cardgen.simulation.run._QUICK_CHUNK", 20)
        yield


@pytest.fixture(scope="module")
def report(_sixty_games_are_three_tasks: None) -> Report:
    return simulate(KIT, 2, games=60, bots=("random",), seed=5, jobs=1)


def test_a_report_counts_every_game(report: Report) -> None:
    assert report.games == report.wanted == 60
    assert sum(report.endings.values()) == 60
    assert sum(seat.share for seat in report.seats) == pytest.approx(1)
    assert all(seat.low <= seat.share <= seat.high for seat in report.seats)
    assert (
        report.length.rounds.least
        <= report.length.rounds.p5
        <= report.length.rounds.median
        <= report.length.rounds.p95
        <= report.length.rounds.most
    )
    assert report.length.rounds.low < report.length.rounds.mean < report.length.rounds.high  # type: ignore[operator]
    assert report.length.decisions.mean > report.length.rounds.mean * 2 * 2
    assert report.choices.branching.mean > 10


def test_a_report_follows_every_card(report: Report) -> None:
    first = report.card("C01")
    assert first.drawn is not None
    assert first.stuck is not None
    assert first.drawn > 0.5
    assert first.played <= first.drawn
    assert 0 <= first.stuck <= 1
    assert report.card("H1").played == pytest.approx(
        sum(report.card(f"H{n}").played for n in range(1, 7)) / 6, abs=0.3
    )
    most, held = report.most_used["common"]
    assert held == 58
    assert 20 < most <= 58
    assert report.most_used["home"] == (3, 6)
    assert report.most_used["mugs"][1] == 5


def test_pieces_of_a_zone_that_comes_and_goes_are_counted_once(
    report: Report, monkeypatch: pytest.MonkeyPatch
) -> None:
    lying = Biergarten.zones

    def zones(game: Any, s: Any) -> dict[str, list[int]]:
        found = lying(game, s)
        return found | {"shelf": found.pop("supply")} if s.turns % 2 else found

    monkeypatch.setattr(Biergarten, "zones", zones)
    renamed = simulate(KIT, 2, games=60, bots=("random",), seed=5, jobs=1)
    assert renamed.most_used == report.most_used
    assert renamed.cards == report.cards


def test_rules_that_no_game_used_are_named(report: Report) -> None:
    assert report.rules_used["BG-040"] > 60
    assert "BG-027" in report.never.rules, "nobody played with the Ales side"
    ales = simulate(KIT, 2, games=4, bots=("random",), options={"side": "ales"}, jobs=1)
    assert "BG-025" in ales.never.rules
    assert ales.changed_options == {"side": "ales"}


def test_a_report_is_json_and_text(report: Report) -> None:
    data = json.loads(report.to_json())
    (table,) = data["tables"]
    assert table["fair"]["seat"]["lines"][0]["of"] == 60
    assert sum(table["length"]["rounds"]["counts"].values()) == 60
    text = str(report)
    assert text.startswith("Biergarten: 60 games, 2 players (random, random), seed 5\nHouse rules: none\n")
    for heading in (
        "How games end",
        "Wins by seat",
        "The most pieces in play at once",
        "Rules never used",
        "Cards never drawn",
    ):
        assert heading in text


def test_the_number_of_workers_changes_nothing(report: Report) -> None:
    with ThreadPoolExecutor(3) as threads:
        assert simulate(KIT, 2, games=60, bots=("random",), seed=5, executor=threads) == report
    assert simulate(KIT, 2, games=60, bots=("random",), seed=5, jobs=2) == report


def test_another_seed_is_another_simulation(report: Report) -> None:
    assert simulate(KIT, 2, games=20, bots=("random",), seed=6, jobs=1).fair.scores != report.fair.scores


def test_each_deal_is_played_from_every_seat() -> None:
    setup = Setup(KIT, 3, ("greedy", "random", "random"), {}, 1)
    assert [setup.seating(n)[1] for n in range(6)] == [0, 1, 2, 0, 1, 2]
    deals = [setup.seating(n)[0] for n in range(6)]
    assert deals[0] == deals[1] == deals[2] != deals[3] == deals[4] == deals[5]
    games = [record(setup, n) for n in range(3)]
    assert [game.bots.index("greedy") for game in games] == [0, 1, 2]


def test_greedy_beats_random_at_every_number_of_players() -> None:
    for players in KIT.players.counts:
        found = simulate(KIT, players, games=2 * players, bots=("greedy", "random"), jobs=1)
        assert found.bot_wins["greedy"].share > 0.9
        assert found.bot_wins["random"].share < 0.1


def test_progress_is_told_and_an_interrupt_reports_what_is_finished() -> None:
    seen: list[tuple[int, int]] = []

    def stop_after_two(done: int, wanted: int) -> None:
        seen.append((done, wanted))
        if len(seen) == 2:
            raise KeyboardInterrupt

    found = simulate(KIT, 2, games=400, bots=("random",), jobs=1, progress=stop_after_two)
    assert seen == [(20, 400), (40, 400)]
    assert found.interrupted
    assert found.games == 40
    assert "40 games of 400, interrupted" in str(found)


@pytest.mark.thorough
def test_it_stops_when_the_intervals_are_narrow_enough() -> None:
    found = simulate(KIT, 2, games=2000, bots=("random",), jobs=1, until_ci=0.1)
    assert found.games == 100
    assert all(seat.half_width <= 0.1 for seat in found.seats)
    assert not found.interrupted


def test_intervals_are_over_deals_where_each_is_played_from_every_seat() -> None:
    setup = Setup(KIT, 2, ("greedy", "random"), {}, 1)
    wins = []
    for number in range(12):
        saved = record(setup, number)
        best = [seat for seat in range(2) if saved.scores[seat] == max(saved.scores)]
        assert len(best) == 1, "of those who tie the last wins: choose another seed"
        wins.append(float(best[0] == 0))
    deals = [(wins[n] + wins[n + 1]) / 2 for n in range(0, 12, 2)]

    (seat, _) = simulate(KIT, 2, games=12, bots=("greedy", "random"), jobs=1).seats

    # greedy wins from either seat, so each deal gives the seat one win of two, always
    assert set(deals) == {0.5}
    assert seat.share == 0.5
    assert seat.half_width == pytest.approx(0.5 * (1 - 0.05 ** (1 / 6))), (
        "three in six deals may still differ"
    )
    assert seat.half_width < wilson(6, 12).half_width


@pytest.mark.parametrize(
    ("bots", "compares", "watched"),
    [("random", False, 65), ("greedy", False, 550), ("greedy", True, 1000), ("ismcts:50", False, 1000)],
)
def test_players_who_decide_quickly_are_watched_on_a_sample(bots: str, compares: bool, watched: int) -> None:
    setup = Setup(KIT, 2, (bots, bots), {}, 1)
    assert sum(setup.closely(number, compares) for number in range(1000)) == watched


def test_no_game_is_played_twice() -> None:
    # greedy, random, greedy, random: moved on by two they sit as before
    setup = Setup(KIT, 4, ("greedy", "random", "greedy", "random"), {}, 1)
    assert [setup.seating(n)[1] for n in range(4)] == [0, 1, 0, 1]
    assert len({setup.seating(n) for n in range(40)}) == 40


class OneByOne(Executor):
    """An executor as a stranger may write it: everything crosses as bytes, nothing runs at once."""

    def submit(self, fn: Any, /, *args: Any, **kwargs: Any) -> Future[Any]:
        future: Future[Any] = Future()
        call, given = pickle.loads(pickle.dumps((fn, args)))
        future.set_result(pickle.loads(pickle.dumps(call(*given))))
        return future


def test_any_executor_will_do() -> None:
    direct = simulate(KIT, 5, games=20, bots=("random",), jobs=1)
    assert simulate(KIT, 5, games=20, bots=("random",), executor=OneByOne()) == direct


def test_an_unknown_bot_or_option_is_refused_before_anything_runs() -> None:
    with pytest.raises(ValueError, match="no bot 'greddy' \\(did you mean 'greedy'"):
        simulate(KIT, 2, games=10, bots=("greddy",))
    with pytest.raises(ValueError, match="no option 'sid'"):
        simulate(KIT, 2, games=10, options={"sid": "ales"})


def test_a_game_of_a_simulation_is_saved_and_replayed(tmp_path: Path) -> None:
    setup = Setup(KIT, 3, ("greedy", "random", "random"), {"side": "ales"}, 9)
    saved = record(setup, 4)
    saved.write(tmp_path / "game.json")
    again = SavedGame.read(tmp_path / "game.json")
    end = replay(setup.game(), again)
    assert tuple(setup.game().scores(end)) == saved.scores
    assert again.options == {"side": "ales"}
