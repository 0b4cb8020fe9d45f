"""What a report concludes holds: by what can be unfair, against the same deals, and of what was seen only."""

from __future__ import annotations

import pickle
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import pytest

import cardgen.games
from cardgen.engine import Recorder, play_game
from cardgen.games import make_game
from cardgen.model import Kit
from cardgen.simulation import Report, plan, simulate, survey
from cardgen.simulation.run import WrongAnswer, play_setups, set_up
from cardgen.simulation.tally import Tension
from cardgen.simulation.watching import laid_out
from tests.games.kits import kit_of
from tests.ruledata import kits as classics
from tests.simulation import strict

KIT = strict.kit()
CHEERS, HEARTS, BARS = kit_of("cheers"), kit_of("auction-hearts"), kit_of("bartender-aarwares")


@pytest.fixture(autouse=True)
def _the_game_is_installed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cardgen.games, "brought", lambda group: {"strict": "tests.simulation.strict:Strict"})


def question(report: Report, by: str) -> Any:
    return getattr(report.fair, by)


# ---- fair ----------------------------------------------------------------------------------------------


def test_teams_are_judged_as_teams() -> None:
    report = simulate(CHEERS, 3, games=60, bots=("random",), jobs=1)

    teams = question(report, "team")
    assert [line.name for line in teams.lines] == ["team A: P0 P2", "team B: P1"]
    assert report.fair.share == 0.5
    assert sum(line.share for line in teams.lines) == pytest.approx(1)
    # a seat wins when its team does: nobody's win is shared with a friend
    pair, lone, friend = (line.share for line in question(report, "seat").lines)
    assert pair == friend == teams.lines[0].share
    assert lone == teams.lines[1].share
    assert [by for by, _ in report.fair.asked] == ["team"], "the seats have nothing to add"
    assert "not fair'" in str(report)
    assert "  not fair\n" not in str(report), "chance players do not split otherwise than evenly"


def test_who_begins_is_judged_where_the_lot_decides_it() -> None:
    report = simulate(HEARTS, 4, games=40, bots=("random",), jobs=1)

    assert report.fair.moves_first == "varies"
    assert [by for by, _ in report.fair.asked] == ["order", "seat"]
    assert report.correction.lines == 8
    order = question(report, "order")
    assert [line.name for line in order.lines][:2] == ["who begins", "who is second"]
    assert sum(line.share for line in order.lines) == pytest.approx(1)
    assert all(line.wide.low <= line.low and line.high <= line.wide.high for line in order.lines)


def test_at_the_masquerade_teams_are_made_by_lot() -> None:
    report = simulate(CHEERS, 4, games=20, bots=("random",), options={"mode": "masquerade"}, jobs=1)

    assert [side.seats for side in report.sides] == [(), ()]
    assert [by for by, _ in report.fair.asked] == ["team", "order", "seat"]


def test_games_that_nobody_wins_are_no_losses(monkeypatch: pytest.MonkeyPatch) -> None:
    won = strict.Strict.winners
    monkeypatch.setattr(
        strict.Strict, "winners", lambda game, s: won(game, s) if game.scores(s)[0] % 2 else (), raising=False
    )
    report = simulate(KIT, 2, games=60, jobs=1)

    assert 0.2 < report.nobody.share < 0.8
    assert report.seats[0].of == 60 - round(report.nobody.share * 60)
    assert sum(seat.share for seat in report.seats) == pytest.approx(1)
    assert f"shares are of the {report.seats[0].of} games that somebody won" in str(report)


def test_not_fair_is_judged_over_all_tables_that_are_shown() -> None:
    found = survey(plan(KIT, (2, 3), each_option=True), games=20, jobs=1)

    # seat 1 always begins: two lines of two seats are two, and of three three
    assert found.tables[0].correction.lines == 4 * 2 + 3 * 3
    assert found.tables[0].correction == found.tables[-1].correction
    assert found.tables[0].correction.level == pytest.approx(1 - 0.05 / 17)
    assert "all 17 lines are judged together, so that 1 report of 20 on a fair game says it" in str(found)


# ---- house rules -----------------------------------------------------------------------------------------


def test_an_option_that_is_written_in_when_rules_are_compiled_is_read() -> None:
    make_game(HEARTS, 4)
    assert "must_break" in make_game(HEARTS, 4).options.read, "the rules are not compiled again"


def test_house_rules_are_compared_deal_by_deal(monkeypatch: pytest.MonkeyPatch) -> None:
    plain = strict.Strict.scores

    def scores(game: Any, s: Any) -> list[int]:
        return [score + (game.options["pace"] == "quick") for score in plain(game, s)]

    monkeypatch.setattr(strict.Strict, "scores", scores, raising=False)
    found = survey(plan(KIT, (2,), each_option=True, seed=3), games=30, jobs=1)
    of = {(house.option, house.value): house for house in found.houses}

    quick = of["pace", "quick"]
    assert (quick.games, quick.met) == (30, 30)
    assert (quick.against["top"].mean, quick.against["lead"].mean) == (1, 0), (
        "one point more in every single deal"
    )
    assert of["mild", True].unmet
    text = str(found)
    assert "mild = true   no line of the rules reads this option: all 30 games went as without it" in text
    assert "pace = hasty  no game met this rule" in text
    assert "pace = quick  no effect to be seen" in text, (
        "who begins wins as often, and ends and lengths are the same"
    )
    assert "(met in 30 of 30 games)" in text


# ---- the box ---------------------------------------------------------------------------------------------


def with_counts(kit: Kit, counts: Mapping[str, int]) -> Kit:
    """The kit with other numbers of some cards."""
    components = tuple(
        replace(
            part, cards=tuple(replace(card, count=counts.get(card.id, card.count)) for card in part.cards)
        )
        for part in kit.components
    )
    return replace(kit, components=components)


def test_heaps_are_laid_out_with_the_chips_there_are() -> None:
    chips = [("five", 5, 2), ("one", 1, 9)]
    assert laid_out([16], chips) == {"five": 2, "one": 6}
    assert laid_out([4, 4, 4], chips) == {"five": 0, "one": 12}, "12 chips where the box has 9"
    assert laid_out([], chips) == {"five": 0, "one": 0}


def test_a_box_with_too_few_chips_is_told() -> None:
    box = {part.part: part for part in simulate(HEARTS, 4, games=2, bots=("random",), jobs=1).box}
    assert not any(part.short for part in box.values())

    # 4 players begin with 50 each: 24 fives and 79 ones are one too few
    few = simulate(with_counts(HEARTS, {"chip-1": 79}), 4, games=2, bots=("random",), jobs=1)
    (short,) = [part for part in few.box if part.short]
    assert (short.part, short.most, short.held) == ("chip-1", 80, 79)
    assert "Chip of 1             80 of 79  not enough\n" in str(few)
    assert few.most_used["chip-1"] == (80, 79)


def test_a_pot_of_sixteen_is_more_than_fifteen_chips() -> None:
    assert laid_out([16, 0], [("one", 1, 15)]) == {"one": 16}


def test_cards_that_were_wanted_and_not_there_are_told(monkeypatch: pytest.MonkeyPatch) -> None:
    def opened(game: Any, s: Any) -> None:
        s.tell("SN-004", "two cards are missing", missing_cards=2)

    monkeypatch.setattr(strict.Strict, "opened", opened, raising=False)
    report = simulate(KIT, 3, games=2, jobs=1)

    (cards,) = report.box
    assert (cards.most, cards.missing, cards.wanted, cards.held, cards.short) == (9, 2, 11, 9, True)
    assert "missing_cards" not in report.figures


def test_a_hand_that_cannot_be_filled_is_told() -> None:
    game, recorder = make_game(CHEERS, 4), Recorder()
    s = game.position({"hands": {"P0": ["Rr.1"]}, "deck": []})
    s.tell = recorder.tell
    game.play_text(s, "P0 plays Rr.1 at P0's bar")
    last = recorder.events[-1]
    assert (last.rule, last.figures) == ("CH-Q9", {"missing_ingredients": 3})


# ---- cards -----------------------------------------------------------------------------------------------


def test_pieces_that_pass_through_no_hand_are_judged_by_where_they_lie() -> None:
    cards = simulate(BARS, 2, games=10, jobs=1).cards

    guests = [card for card in cards if card.by == "lies"]
    assert len(guests) == 22, "bartenders and customers of one deck"
    assert all(card.drawn is None and card.stuck is None and card.strength is not None for card in guests)
    assert {card.by for card in cards} == {"hand", "lies"}


def test_where_each_round_deals_anew_cards_count_by_round() -> None:
    report = simulate(HEARTS, 4, games=6, jobs=1)

    rounds = report.length.rounds.mean * report.games
    assert all(card.drawn == card.played == 1 for card in report.cards), "each in every round"
    assert rounds > 30
    low, high = (
        sum(report.card(rank + suit).strength or 0 for suit in "CDHS" for rank in ranks)
        for ranks in ("23", "QK")
    )
    assert low > high + 0.2, "who holds low cards takes no tricks with them"


def test_kinds_of_players_are_kept_apart() -> None:
    report = simulate(CHEERS, 4, games=20, bots=("greedy", "random"), jobs=1)

    card = next(card for card in report.cards if card.by == "hand")
    assert set(card.by_bot) == {"greedy", "random"}
    assert report.bot_wins["greedy"].share > 0.7, "its side wins, not half of it"
    # greedy wins more whatever it draws: that says nothing about a card
    strengths = [use.strength for one in report.cards for use in [one.by_bot.get("greedy")] if use]
    drawn = [use.drawn for one in report.cards for use in [one.by_bot.get("greedy")] if use]
    pairs = [(s, d) for s, d in zip(strengths, drawn, strict=True) if s is not None and d is not None]
    assert sum(s * d for s, d in pairs) == pytest.approx(0, abs=1e-9)


# ---- lead and comeback -----------------------------------------------------------------------------------


def test_who_leads_and_who_comes_back() -> None:
    tension = Tension()
    told = {"seed": 1, "rounds": 4, "moves": 9}
    # the second side is behind at half time, takes the lead after three rounds, and wins by two
    tension.count(
        [(0, 0), (3, 0), (4, 1), (4, 5), (4, 6)],
        [1],
        {"game": 1, **told},
        [(5, 5), (4, 5), (4, 4), (3, 3), (2, 1)],
    )
    # the first leads from the start and wins by six
    tension.count([(0, 0), (2, 0), (4, 0), (5, 0), (6, 0)], [0], {"game": 2, **told}, [(5, 5)] * 5)
    tension.count([(0, 0), (1, 0)], [], {"game": 3, **told})  # nobody wins
    for deals in tension.deals():
        deals.close()

    assert tension.games == 2
    assert [numbers.deals.mean for numbers in tension.margin][::5] == [0, 3.5, 4]
    assert [numbers.counts for numbers in tension.standing][::10] == [{0: 4}, {4: 1, 6: 2, 0: 1}]
    assert [numbers.deals.mean for numbers in tension.hands][::5] == [5, 4.5, 3.25]
    assert tension.leader_wins[0].mean == 0.5, "nobody leads yet: each side has half"
    assert tension.leader_wins[5].mean == 0.5, "one of the two leaders at half time has won"
    assert tension.leader_wins[-1].mean == 1
    level = Tension()
    level.count([(0, 0), (0, 0)], [0, 1], {"game": 1, **told})  # both win
    level.leader_wins[-1].close()
    assert level.leader_wins[-1].mean == 0.5, "of a win that two share each has half, as everywhere"
    assert tension.lead_changes.counts == {0: 1, 1: 1}
    assert tension.decided == [0, 1, 0, 1, 0], "after one round of four, after three of four"
    assert tension.behind_at_half.mean == 0.5
    assert tension.deficit.counts == {3: 1, 0: 1}
    assert tension.finish.counts == {2: 1, 6: 1}
    assert tension.changed is not None
    assert tension.one_sided is not None
    assert (tension.changed.game, tension.one_sided.game) == (1, 2)


@pytest.mark.parametrize(
    "kit", [CHEERS, HEARTS, BARS, kit_of("biergarten"), kit_of("bartender-2012")], ids=lambda k: k.slug
)
def test_every_game_has_a_lead(kit: Kit) -> None:
    players = 4 if kit is not BARS else 2
    tension = simulate(kit, players, games=6, bots=("random",), jobs=1).tension
    assert len(tension.margin) == 11
    assert tension.margin[-1].mean > 0, "somebody is ahead at the end"
    assert tension.leader_wins[-1].share == 1, "and has won"


@pytest.mark.parametrize("kit", [kit_of("biergarten"), classics.kit_of("oh-hell")], ids=lambda k: k.slug)
def test_the_parts_of_a_score_add_up_to_it_all_along(kit: Kit) -> None:
    bots = ("greedy",) if kit.slug == "oh-hell" else ("random",)
    tension = simulate(kit, 3, games=8, bots=bots, jobs=1).tension
    assert list(tension.parts) in (
        ["matches", "colour bonus", "walled garden", "parasol bonus"],
        ["my tricks", "bid made"],
    )
    for tenth in range(10):  # at the end a standing puts winners ahead
        of_parts = sum(points[tenth].mean for points in tension.parts.values())
        assert of_parts == pytest.approx(tension.standing[tenth].mean), tenth


# ---- how long, how often, how much ------------------------------------------------------------------------


def test_openings_are_looked_at_too() -> None:
    phases = simulate(kit_of("biergarten"), 2, games=7, bots=("random",), jobs=1).choices.phases
    assert phases[0].name == "pick a home"
    assert phases[0].looked_at == 2, "one of seven of the first two decisions of seven games"


def test_what_was_asked_is_watched() -> None:
    tables = plan(KIT, (2,))
    for nonsense in (5, 0.5, 0, -1):
        with pytest.raises(WrongAnswer, match=r"expected a number above 0 and below 0\.5"):
            survey(tables, games=20, jobs=1, until_ci=nonsense)
    with pytest.raises(WrongAnswer, match="there is no bot to watch: all players are alike"):
        survey(tables, games=20, jobs=1, until_ci=0.1, watch="bot")
    with pytest.raises(WrongAnswer, match="there is no win to watch: expected one of seat, order"):
        survey(tables, games=20, jobs=1, until_ci=0.1, watch="win")

    def watched(games: int, **how: Any) -> Any:
        return survey(plan(**how), games=games, jobs=1, until_ci=0.1).tables[0].until_ci

    assert watched(20, kit=KIT, players=(2,)).watch == "seat"
    assert watched(20, kit=KIT, players=(2,), bots=("greedy", "random")).watch == "bot"
    assert watched(20, kit=KIT, players=(2,), each_option=True).watch == "option"
    assert watched(20, kit=CHEERS, players=(3,), bots=("random",)).watch == "team"


def test_an_interval_that_was_not_reached_is_told() -> None:
    early = survey(plan(KIT, (2,)), games=60, jobs=1, until_ci=0.05)
    assert early.only is not None
    reach = early.only.until_ci
    assert reach is not None
    assert not reach.reached
    assert "--until-ci: ± 5.0% was not reached" in str(early)
    assert 300 < reach.games_needed < 500, "400 games put a share within 5 points"

    both = str(survey(plan(KIT, (2, 3)), games=60, jobs=1, until_ci=0.05))
    assert "--until-ci, 2 players, by the book: ± 5.0% was not reached" in both
    assert "--until-ci, 3 players, by the book: ± 5.0% was not reached" in both

    late = survey(plan(KIT, (2,)), games=2000, jobs=1, until_ci=0.1)
    assert "--until-ci: ± 10.0% was reached" in str(late)


def test_options_are_watched_by_their_differences() -> None:
    found = survey(plan(KIT, (2,), each_option=True), games=400, jobs=1, until_ci=0.03)

    # no game differs: a hundred pairs are enough for each, and the table by the book stops with them
    assert {report.games for report in found.tables} == {100}
    assert survey(plan(KIT, (2,), each_option=True), games=400, jobs=2, until_ci=0.03) == found


def test_games_are_kept_while_they_are_played(monkeypatch: pytest.MonkeyPatch) -> None:
    played = []

    def play(*args: Any, **how: Any) -> Any:
        played.append(args[1])
        return play_game(*args, **how)

    monkeypatch.setattr("cardgen.simulation.run.play_game", play)
    kept = []
    survey(plan(KIT, (2,)), games=30, jobs=1, keep=lambda setup, number, saved: kept.append((number, saved)))
    assert [number for number, _ in kept] == list(range(30))
    assert [saved.seed for _, saved in kept] == played, "each game once"


def tallied(games: int) -> int:
    setup, _ = set_up(KIT, 3, ("random",), None, 1)
    (tally,) = play_setups([setup], games, jobs=1).tallies
    assert tally.games == games
    return len(pickle.dumps(tally))


def test_a_tally_does_not_grow_with_the_games() -> None:
    assert tallied(600) < 1.2 * tallied(200)
