"""A survey plays every table once, says what none of them did, and loses nothing when it is stopped."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import pytest

import cardgen.games
from cardgen.base.errors import Problem
from cardgen.engine import EndlessGame, play_game
from cardgen.simulation import Proofs, plan, simulate, survey, wilson
from tests.simulation import strict

KIT = strict.kit()
QUICK: Mapping[str, Any] = {"pace": "quick"}
PROOFS = Proofs(
    ("SN-001", "SN-002", "SN-003", "SN-004", "SN-005"),
    {"SN-004": ("SN-004: it is somebody's turn", "Another")},
)


@pytest.fixture(autouse=True)
def _the_game_is_installed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cardgen.games, "brought", lambda group: {"strict": "tests.simulation.strict:Strict"})


def tables(players: tuple[int, ...], **how: Any) -> list[tuple[int, dict[str, Any]]]:
    return [(laid.game.players, dict(laid.game.options)) for laid in plan(KIT, players, **how).tables]


def test_each_other_value_of_each_option_has_a_table_at_each_number_of_players() -> None:
    planned = plan(KIT, (2, 3), each_option=True)

    assert [(laid.game.players, *laid.game.options.values(), laid.base) for laid in planned.tables] == [
        (2, False, "slow", True),
        (2, True, "slow", False),
        (2, False, "quick", False),
        (2, False, "hasty", False),
        (3, False, "slow", True),
        (3, False, "quick", False),
        (3, False, "hasty", False),
    ]


def test_what_the_rulebook_refuses_is_listed_with_its_reason() -> None:
    (refused,) = plan(KIT, (2, 3), each_option=True).refused

    assert (refused.players, refused.options) == (3, {"mild": True})
    assert refused.reason == "three players cannot play mildly (SN-Q1)"
    with pytest.raises(ValueError, match="cannot play mildly"):
        plan(KIT, (3,), options={"mild": True})


def test_chosen_options_hold_at_every_table_and_nothing_is_played_twice() -> None:
    assert tables((2, 2)) == [(2, {"mild": False, "pace": "slow"})]
    assert tables((2,), options={"pace": "slow"}, each_option=True) == tables((2,), each_option=True)
    assert tables((2,), options=QUICK, each_option=True) == [
        (2, {"mild": False, "pace": "quick"}),
        (2, {"mild": True, "pace": "quick"}),
        (2, {"mild": False, "pace": "slow"}),
        (2, {"mild": False, "pace": "hasty"}),
    ]


def test_an_unknown_bot_is_refused_and_not_listed() -> None:
    with pytest.raises(ValueError, match="no bot 'greddy'"):
        plan(KIT, (2, 3), bots=("greddy",))


def test_one_table_of_a_survey_is_the_simulation_of_it() -> None:
    found = survey(plan(KIT, (2, 3), each_option=True, seed=5), games=12, jobs=1)

    # but for the level of what is called unfair, which depends on all that is shown
    one = simulate(KIT, 3, games=12, options=QUICK, seed=5, jobs=1)
    assert replace(found.tables[5], fair=one.fair, correction=one.correction) == one
    alone = survey(plan(KIT, (2,)), games=12, jobs=1)
    assert alone.only == simulate(KIT, 2, games=12, jobs=1)
    assert (str(alone), alone.to_json()) == (str(alone.only), alone.only.to_json())


def test_the_number_of_processes_changes_nothing() -> None:
    planned = plan(KIT, (2, 3), each_option=True)
    assert survey(planned, games=50, jobs=2) == survey(planned, games=50, jobs=1)


def test_each_table_stops_when_its_own_intervals_are_narrow_enough() -> None:
    planned = plan(KIT, (2, 3))
    found = survey(planned, games=2000, jobs=1, until_ci=0.1)

    assert [report.games for report in found.tables] == [100, 100], "at least 100"
    assert all(seat.half_width <= 0.1 for report in found.tables for seat in report.seats)
    assert survey(planned, games=2000, jobs=2, until_ci=0.1) == found


def test_figures_and_deeds_that_the_game_tells_are_reported() -> None:
    report = simulate(KIT, 3, games=30, jobs=1)

    value = report.figures["value"]
    # in a game of three all nine cards 1 to 9 are dealt, and sooner or later shown
    assert (value.of, value.mean, value.median, value.most) == (9 * 30, 5, 5, 9)
    assert (value.p10, value.p90) == (1, 9)
    assert report.deeds["show"] == 9 * 30
    assert report.deeds["steal"] == report.rules_used["SN-003"] == report.rules_used["SN-001"] > 30
    assert report.never.deeds == ("fly",)
    text = str(report)
    assert "  value                    5.0             5.0     1.0     9.0     270\n" in text
    assert "Effects never done: fly\n" in text


def test_rules_never_used_and_never_watched_name_their_scenarios(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("cardgen.simulation.findings.told_rules", lambda _: ("SN-002", "SN-004", "SN-009"))
    found = survey(plan(KIT, (2, 3)), games=8, jobs=1, proofs=PROOFS)

    assert found.union.never.rules == ("SN-004", "SN-009")
    assert found.union.never.unwatched == ("SN-005",), "SN-001 and SN-003 were told, found or not"
    text = str(found)
    assert "  SN-004 (scenario: it is somebody's turn, and 1 more)\n  SN-009 (no scenario)\n" in text
    assert "Not watched: 1 rule that the game does not report\n  SN-005 (no scenario)" in text
    without = str(survey(plan(KIT, (2, 3)), games=8, jobs=1))
    assert "  SN-009\n" in without + "\n"
    assert "scenario" not in without


def test_a_card_that_is_drawn_or_played_at_one_table_is_not_missing() -> None:
    few = survey(plan(KIT, (2, 3)), games=1, jobs=1)
    two, three = few.tables

    assert len(two.never.undrawn) == 3, "two players are dealt six of nine cards"
    assert (three.never.undrawn, few.union.never.undrawn) == ((), ())
    assert f"Cards never drawn: {', '.join(two.never.undrawn)}\n" in str(two)


def test_cards_make_a_difference_over_all_tables_without_another_option() -> None:
    found = survey(plan(KIT, (2, 3), each_option=True), games=60, jobs=1)
    two, three = (report for report in found.tables if report.options == {"mild": False, "pace": "slow"})

    best = found.union.card("N9")
    # by hand: drawn in all games of three (60) and in some of two
    drawn = [report.card("N9").drawn * 60 for report in (two, three)]  # type: ignore[operator]
    expected = sum(
        number * report.card("N9").strength
        for number, report in zip(drawn, (two, three), strict=True)  # type: ignore[operator]
    ) / sum(drawn)
    assert best.strength == pytest.approx(expected)
    assert best.margin is not None
    assert best.margin < min(report.card("N9").margin or 0 for report in (two, three))
    assert best.sure
    assert found.games == 7 * 60
    said = str(found).partition("Cards that make a difference")[2]
    assert "  N9 " in said
    assert "confounded" in said
    assert "drawn, played: times per copy and game" in said


def test_who_drew_a_card_is_compared_with_who_drew_the_average_card() -> None:
    found = survey(plan(KIT, (2, 3)), games=60, jobs=1).union
    cards = found.cards

    assert sum((card.strength or 0) * (card.drawn or 0) for card in cards) == pytest.approx(0, abs=1e-9)
    assert found.card("N9").strength > 0.1 > 0 > found.card("N1").strength  # type: ignore[operator]
    assert all(card.margin for card in cards)
    ranked = sorted(cards, key=lambda card: -card.at_least)
    assert ranked[0].wide > ranked[0].margin, "all cards together need wider intervals"  # type: ignore[operator]


def test_games_of_one_deal_are_one_observation() -> None:
    # the greedy player of Snatch is a random one: who moves on changes nothing, both games of a deal are equal
    (seat, _) = simulate(KIT, 2, games=80, bots=("greedy", "random"), jobs=1).seats

    assert seat.of == 80
    assert seat.half_width == pytest.approx(wilson(seat.share * 40, 40).half_width, rel=0.1)
    assert seat.half_width > 1.3 * wilson(seat.share * 80, 80).half_width


def test_a_survey_is_a_table_of_text_and_json() -> None:
    found = survey(plan(KIT, (2, 3), each_option=True), games=10, jobs=1)

    lines = str(found).splitlines()
    assert lines[0] == "Strict: 70 games at 7 tables, played by greedy, seed 1"
    head = next(n for n, line in enumerate(lines) if line.startswith("players"))
    assert lines[head].split("  ")[-1] == "nobody %"
    assert " value " in lines[head]
    assert [line.split()[:3] for line in lines[head + 1 : head + 5]] == [
        ["2", "by", "the"],
        ["2", "mild", "="],
        ["2", "pace", "="],
        ["2", "pace", "="],
    ]
    assert "100% all cards are shown" in lines[head + 1]
    assert "  3 players, mild = true: three players cannot play mildly (SN-Q1)" in lines
    data = json.loads(found.to_json())
    assert [table["players"] for table in data["tables"]] == [2, 2, 2, 2, 3, 3, 3]
    assert data["refused"][0]["options"] == {"mild": True}
    assert data["together"]["never"]["deeds"] == ["fly"]
    assert [(house["option"], house["value"], house["refused"] is None) for house in data["houses"][-1:]] == [
        ("mild", True, False)
    ]


def test_rows_name_what_differs_from_the_rules_at_all_tables() -> None:
    text = str(survey(plan(KIT, (2,), options=QUICK, each_option=True), games=2, jobs=1))

    assert "House rules at all tables: pace = quick\n" in text
    rows = [line.split("  ") for line in text.splitlines() if line.startswith("      2  ")]
    assert [row[4] for row in rows] == ["as above", "mild = true", "pace = slow", "pace = hasty"]


def test_an_interrupt_reports_the_tables_that_were_played() -> None:
    def stop(done: int, wanted: int) -> None:
        assert wanted == 7 * 40
        if done >= 100:
            raise KeyboardInterrupt

    found = survey(plan(KIT, (2, 3), each_option=True), games=40, jobs=1, progress=stop)

    assert found.interrupted
    assert [(report.games, report.interrupted) for report in found.tables] == [
        (40, False),
        (20, True),
        (20, True),
        (20, True),
    ], "tables that are compared take turns, 20 games each"
    assert str(found).startswith("Strict: 100 games at 4 tables of 7, interrupted, ")


def test_a_table_whose_game_does_not_end_does_not_stop_the_others(monkeypatch: pytest.MonkeyPatch) -> None:
    def play(game: Any, *how: Any, **more: Any) -> Any:
        if game.options["mild"]:
            raise EndlessGame([Problem("no end after 9 decisions, seed 3")])
        return play_game(game, *how, **more)

    monkeypatch.setattr("cardgen.simulation.run.play_game", play)
    found = survey(plan(KIT, (2,), each_option=True), games=50, jobs=1)

    assert [report.games for report in found.tables] == [50, 50, 50]
    assert "Tables with a game that does not end\n  2 players, mild = true: no end after 9" in str(found)
    with pytest.raises(EndlessGame, match="seed 3"):
        simulate(KIT, 2, games=50, options={"mild": True}, jobs=1)
