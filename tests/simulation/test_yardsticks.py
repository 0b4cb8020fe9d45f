"""Yardsticks are held against games whose flaws are known: each is named, and healthy games are left alone."""

from __future__ import annotations

import pytest

import cardgen.games
from cardgen.report.finding import Verdict
from cardgen.report.judging import verdicts
from cardgen.simulation import Survey, set_up
from cardgen.simulation.comparison import Side, compare
from cardgen.simulation.insight import insight
from cardgen.simulation.terminal import text_of
from tests.simulation import shelf

PAGES = 25  # of each healthy game


@pytest.fixture(autouse=True)
def _the_games_are_installed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cardgen.games, "brought", lambda group: {"shelf": "tests.simulation.shelf:Shelf"})
    monkeypatch.setattr("cardgen.engine.playing._LONG", 100)
    monkeypatch.setattr("cardgen.engine.playing.PATIENCE", 0.01)


def said(found: Survey) -> list[Verdict]:
    result = found.result()
    return verdicts(result, result.tables[0])


@pytest.mark.thorough
@pytest.mark.parametrize("name", shelf.FLAWED)
def test_each_flaw_is_named(name: str) -> None:
    rules = shelf.FLAWED[name]
    looks = [
        f"{one.says} {one.why}".replace("\u00a0", " ")
        for one in said(shelf.played(rules))
        if one.level == "look"
    ]

    assert [one for one in looks if rules.says in one], looks


@pytest.mark.thorough
def test_no_healthy_game_is_accused_more_often_than_one_page_in_twenty() -> None:
    accused = [
        (name, seed, one.says)
        for name, rules in shelf.HEALTHY.items()
        for seed in range(PAGES)
        for one in said(shelf.played(rules, seed=seed))
        if one.level == "look"
    ]

    pages = {(name, seed) for name, seed, _ in accused}
    print(f"{len(pages)} of {PAGES * len(shelf.HEALTHY)} pages of healthy games accuse one: {accused}")
    assert len(pages) <= 0.05 * PAGES * len(shelf.HEALTHY), accused


def test_cards_that_go_from_hand_to_the_discard_pile_are_played() -> None:
    found = shelf.played(shelf.Rules(), games=30)

    assert found.union.never.unplayed == ()
    card = found.union.card("C5")
    assert card.drawn == card.played
    assert card.chosen == 0, "it was dealt"


@pytest.mark.parametrize("fronts", [(), ("discard",)])
def test_hands_that_are_cleared_away_are_not_played(fronts: object, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shelf.Shelf, "play_zones", fronts)
    cards = shelf.played(shelf.Rules(score=shelf.cleared), games=30).union.cards

    assert sum(card.played for card in cards) == pytest.approx(sum(card.drawn or 0 for card in cards) / 2)


def test_a_game_of_one_round_is_looked_at_turn_by_turn(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shelf.Shelf, "rounds", lambda self, s: 1)
    assert shelf.played(shelf.Rules(), games=60).tables[0].tension.lead_changes.mean > 0.5


def test_what_was_forbidden_is_counted() -> None:
    shelf.Shelf.how = shelf.Rules()
    setup, _ = set_up(shelf.kit(4), 4, ("greedy",), None, 1)
    found = insight(setup, games=40, without=("crown", "play", "C5"), jobs=1)
    crown, play, card = found.without

    assert [(one.asked, one.denied, one.forced) for one in (crown, play)] == [(320, 0, 0), (320, 0, 320)]
    assert 0 < card.forced < 10 <= card.denied < 80, "one in five holds it, until it is the last card in hand"
    text = text_of("insight", found)
    assert "without crown  forbidden in 0 of 320 decisions: it was never offered" in text
    assert "without play   forbidden in 0 of 320 decisions: it had to be done each time" in text
    assert f"forbidden in {card.denied} of 320 decisions" in text


def test_of_ten_games_nothing_is_promised() -> None:
    shelf.Shelf.how = shelf.Rules()
    a, b = Side("a", shelf.kit(4)), Side("b", shelf.kit(4, values=9))
    few, many = (str(compare(a, b, (4,), games=games, seed=5, jobs=1)) for games in (10, 100))
    assert "games would tell" not in few
    assert "games would tell" in many


def test_one_endless_game_does_not_void_a_table() -> None:
    found = shelf.played(shelf.FLAWED["endless"], games=60)

    (table,), (endless,) = found.tables, found.endless
    assert 57 < table.games < 60
    assert "no end after" in endless.reason
    assert f"{60 - table.games} of 60 games did not end" in endless.reason
    assert table.games == sum(table.endings.values()) == table.length.rounds.of
    assert "A game of 4 does not end." in {one.says for one in said(found)}
    assert endless.reason in str(found)
