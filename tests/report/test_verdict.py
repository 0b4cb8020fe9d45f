"""Every sentence of the verdict appears for the numbers that deserve it, and for no others."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import jsonschema
import pytest

from cardgen.app.schemas import report_schema
from cardgen.report.finding import LEVELS
from cardgen.report.judging import verdicts
from cardgen.report.sections import cards
from tests.report.small import (
    card,
    house,
    line,
    mean,
    question,
    report,
    rule,
    share,
    spread,
    table,
    tension,
    timed,
)  # fmt: skip
from tests.report.typed import judged, typed, typed_table

THIRD = 1 / 3


def fair(*lines: Any, by: str = "seat", share: float = THIRD, **more: Any) -> dict[str, Any]:
    asked = dict.fromkeys(("team", "order", "seat")) | {by: question(*lines)} | more
    rest = dict.fromkeys(("scores", "top", "lead", "level"))
    return table(fair={"share": share, "moves_first": "varies", **asked, **rest})


def seats(first: float, margin: float = 0.01) -> dict[str, Any]:
    rest = (1 - first) / 2
    return fair(*(line(f"seat {n + 1}", at, THIRD, margin) for n, at in enumerate((first, rest, rest))))


def test_a_seat_that_surely_scores_more_is_named_before_its_wins_show_it() -> None:
    def said(games: int) -> list[str]:
        scores = [spread(*[mean] * games) for mean in (10.5, 10, 10)]
        return [
            plain(one.says)
            for one in judged(report(table(fair=seats(0.36, 0.04)["fair"] | {"scores": scores})))
        ]

    assert "Seat 1 scores more than the others: 10.5 ± 0.10, 10.2 on average." in said(200)
    assert not [one for one in said(20) if "scores more" in one], "too few to be sure"


def tied(first: float, margin: float = 0.05, of: int = 300, scores: Sequence[float] = ()) -> dict[str, Any]:
    told = {"scores": [spread(*[mean] * 100) for mean in scores]} if scores else {}
    return table(fair=table()["fair"] | {"ties": share(first, margin, of)} | told)


def choices(**changes: Any) -> dict[str, Any]:
    return {"choices": table()["choices"] | changes}


def never(**names: list[str]) -> dict[str, Any]:
    return {"never": table()["never"] | names}


def together(sure: int) -> dict[str, Any]:
    pair = {"cards": ["A", "B"], "wins": share(0.62, 0.1), "expected": 0.3, "at_least": 0.1, "p_all": 0.001}
    return {"pairs": {"tried": 66, "sure": sure, "oddest": [pair] * sure}}


def part(**changes: Any) -> dict[str, Any]:
    return {"box": [table()["box"][0] | changes]}


def length(
    rounds: tuple[float, ...] = (5, 6, 7, 8), decisions: tuple[float, ...] = (50, 60)
) -> dict[str, Any]:
    return {"length": {"rounds": spread(*rounds), "decisions": spread(*decisions)}}


BOTS = {"greedy": share(0.6), "random": share(0.1)}
ALIKE = {"greedy": share(0.34), "random": share(0.32)}

SENTENCES: list[tuple[dict[str, Any], str, str, str]] = [
    (report(), "fine", "Every seat wins its share.", "All intervals lie within 3 points of 33.3 %."),
    (report(tied(0.9)), "look", "Of two equal players, who sits first wins.", "In 90 % ± 5 of the 300 games in which two were best"),
    (report(tied(0.1)), "look", "Of two equal players, who sits last wins.", "In 90 % ± 5 of the 300 games"),
    (report(tied(0.0)), "look", "Of two equal players, who sits last wins.", "In all 300 games in which two were best"),
    (report(tied(0.1, scores=[12, 10, 10])), "note", "Of two equal players, who sits last wins.", "Seat 3 scores less than seat 1, so this evens it out."),
    (report(tied(0.1, scores=[10, 10, 12])), "look", "Of two equal players, who sits last wins.", "fair would be 50 %."),
    (report(table(tension=tension(0.9) | {"margin": [{"at": at, **table()["choices"]["branching"], "p75": 0} for at in (0, 0.5, 1)]})), "note", "Hardly anyone leads at half time.", "At least three games of four are level then"),
    (report(seats(0.45)), "look", "Seat 1 wins more than its share: 45 % ± 1.0.", "44.0 to 46.0 % of 1,000 games; fair would be 33.3 %."),
    (report(seats(0.385, 0.02)), "note", "Seat 1 wins more than its share: 38 % ± 2.", "Fair would be 33.3 %. Whether it is more than 3 points off is not certain."),
    (report(seats(0.36, 0.05)), "open", "No seat is clearly better, but there are too few games to be sure.", "games would tell."),
    (
        report(fair(line("team A: P0 P2", 0.6, 0.5), line("team B: P1", 0.4, 0.5), by="team", share=0.5) | {"sides": [{"name": "Team A", "seats": [0, 2], "wins": None}, {"name": "Team B", "seats": [1], "wins": None}]}),
        "look", "Team A (seats 1 and 3) wins more than its share: 60 % ± 1.0.", "59.0 to 61.0 %",
    ),
    (report(fair(line("team A", 0.5, 0.5), line("team B", 0.5, 0.5), by="team", share=0.5)), "fine", "Every team wins its share.", "50.0 %"),
    (report(fair(line("team A", 0.5, 0.5, 0.1), line("team B", 0.5, 0.5, 0.1), by="team", share=0.5)), "open", "No team is clearly better, but there are too few games", ""),
    (report(fair(line("who begins", 0.3, 0.25), line("who is second", 0.2, 0.25, 0.01), by="order", share=0.25)), "look", "Who begins wins more than its share: 30 %", ""),
    (report(fair(line("who begins", 0.25, 0.25), line("who is second", 0.2, 0.25), by="order", share=0.25)), "look", "Who is second wins less than its share: 20 %", ""),
    (report(fair(line("who begins", 0.25, 0.25), by="order", share=0.25)), "fine", "Going first is no advantage.", ""),
    (report(fair(line("who begins", 0.25, 0.25, 0.1), by="order", share=0.25)), "open", "Going first is no clear advantage, but", "who begins wins 25.0 %"),
    (report(seats(0.45), houses=(house("equal_turns", first=mean(-0.07, 0.02)),)), "look", "Seat 1 wins more", "The house rule equal_turns=true changes that by −7 ± 2.0 points."),
    (report(table(nobody=share(0.2))), "look", "In 20.0 % of games no player wins.", "18.0 to 22.0 % of 1,000 games."),
    (report(table(nobody=share(0.01, 0.01))), "note", "In 1.0 % of games no player wins.", ""),
    (report(table(nobody=share(0.06, 0.02))), "note", "In 6.0 % of games no player wins.", "4.0 to 8.0 %"),
    (report(table(nobody=share(1.0))), "look", "Nobody ever wins.", ""),
    (report(), "fine", "The game ends after 5 to 8 rounds.", "Nine games in ten; 6.5 ± 0.10 on average, the longest 8."),
    (report(table(**length((1,)))), "fine", "The game ends after 50 to 60 decisions.", ""),
    (report(table(**length((1, 2, 4), (20, 25, 30)))), "fine", "The game ends after 1 to 4 rounds.", ""),
    (report(table(**length((4, 6, 20), (40, 60, 200)))), "look", "Some games are far longer than others: 40 to 200 decisions.", "10.0 ± 0.10 rounds on average, 20 at most."),
    (report(table(**length((4, 6, 8), (10, 20, 29)))), "fine", "The game ends after 4 to 8 rounds.", ""),
    (report(table(**length(decisions=(5, 5, 5)))), "look", "The game is over after 5 decisions: 1.7 for each player.", ""),
    (report(), "note", "All games end the same way.", "The deck ran out."),
    (report(table(endings={"a": 1000}), table(players=2, endings={"a": 500, "b": 500})), "look", "All games end the same way.", "A. At other tables: b."),
    (report(table(endings={"a": 988, "b": 6, "c": 5, "d": 1})), "look", "98.8 % of games end one way: a.", "Hardly ever: b (6 games), c (5 games) and d (1 game)."),
    (report(table(endings={"a": 988, "b": 12})), "note", "98.8 % of games end one way: a.", "b (12 games)"),
    (report(table(**length(decisions=(16,)))), "look", "The box says 20 minutes; the game seems shorter.", "16 decisions a game: 20 minutes would be 75 seconds for each."),
    (report(table(**length(decisions=(600,)))), "look", "The box says 20 minutes; the game seems longer.", "2.0 seconds for each."),
    (timed(20, 2), "fine", "The 20 minutes on the box hold.",
     "20 minutes ± 2 on average, 18 to 24 in nine games of ten: people took 20.0 s (18.5 to 21.5) a decision, 200 decisions in four games."),
    (timed(30, 2), "look", "At the pace of people these games take 30 minutes, the box says 20.", "30 minutes ± 2 on average"),
    (timed(12, 2), "look", "At the pace of people these games take 12 minutes, the box says 20.", ""),
    (timed(23, 4), "open", "Whether the 20 minutes on the box hold, these playtests cannot say.", ""),
    (timed(23, None), "open", "One game of people cannot say whether the 20 minutes on the box hold.", "people took 23.0 s a decision, 200 decisions in one game."),
    (timed(23, 4, minutes="a while"), "note", "At the pace of people these games take 23 minutes.", ""),
    (report(table(games=1)), "open", "The game ends after 5 to 8 rounds.", "One game is too few to rely on."),
    (report(table(games=29)), "open", "The box is big enough.", "29 games are too few to rely on."),
    (report(table(games=9, **never(undrawn=["X"]))), "open", "One card was never drawn.", "X. Nine games are too few to rely on."),
    (report(table(games=9, **length(decisions=(16,)))), "open", "The box says 20 minutes; the game seems shorter.", "too few"),
    (report(table(tension=tension(0.5) | {"leader_wins": [{"at": 0.5, **share(0.5, 0.4)}]})), "open",
     "Whether who leads at half time wins, these games cannot say.", "10 to 90 % of games; chance would be 33 %."),
    (report(), "fine", "Who leads at half time wins 50 % ± 2 of games: a lead counts, and the game stays open.", "Chance would be 33 %. The lead changes hands 2.0 times a game, and 40 % of winners were behind at half time."),
    (report(table(tension=tension(0.9))), "look", "Who leads at half time wins 90 % ± 2 of games: it is over early.", ""),
    (report(table(tension=tension(0.75))), "note", "Who leads at half time wins 75 % ± 2 of games.", ""),
    (report(table(tension=tension(0.36))), "look", "Leading is worth next to nothing in the first half.", "Who leads at half time wins 36 % ± 2 of games; chance would be 33 %."),
    (report(table(tension=tension(0.34) | {"leader_wins": [{"at": at, **share(0.34 if at == 0.5 else 0.8, 0.1)} for at in (0.5, 0.8)]})), "open", "Leading at half time is not seen to help; there are too few games to be sure.", ""),
    (report(table(tension=tension(0.45, late=0.47))), "look", "The end decides: who leads after 80 % of the game wins 47 % ± 2 of games.", "60 % are decided in the last fifth"),
    (report(table(tension=tension(0.45, late=0.47), nobody=share(0.9))), "look", "The end decides: who leads after 80 % of the game wins 47 % ± 2 of the 100 games that somebody won.", ""),
    (report(table(**choices(phases=[{**table()["choices"]["phases"][0], "name": "rearrange", "median": 94.0, "most": 332.0}]))), "look", "“Rearrange” offers 94 moves, about 332 at most.", "40.0 times a game"),
    (report(table(tension=tension(0.5, (0, 0, 1)))), "note", "Who leads at half time wins 50 % ± 2 of games.", ""),
    (report(table(), table(players=2), table(players=4, fair=seats(0.45)["fair"])), "look",
     "One other table of 2 is not fair.", "4 players: seat 1 wins 45.0 % (44.0 to 46.0 %), fair would be 33.3 %."),
    (report(table(), table(fair=seats(0.45)["fair"], changed_options={"x": True}), table(players=4, fair=seats(0.45)["fair"]), houses=(house("x"),)), "look", "One other table of 2 is not fair.", "4 players: seat 1 wins 45.0 % (44.0 to 46.0 %), fair would be 33.3 %; of one more table the same holds as by the book."),
    (report(table(), table(fair=seats(0.45)["fair"], changed_options={"x": True}), houses=(house("x", first=mean(0.1)),)), "look", "The other table is not fair.", "3 players, x=true: seat 1"),
    (report(table(), table(fair=seats(0.385, 0.02)["fair"], changed_options={"x": True})), "note", "The other table is not fair.", "3 players, x=true: seat 1"),
    (report(fair(line("seat 1", 0.36, THIRD, 0.02), line("seat 2", 0.32, THIRD, 0.02), line("seat 3", 0.32, THIRD, 0.02))), "open",
     "No seat is clearly better", "Alone it would look unfair; of 3 lines looked at together one may by chance."),
    (report(), "note", "Whether thinking pays was not tried.", "There is a choice in 90 % of decisions."),
    (report(table(bot_wins=BOTS)), "fine", "Choices matter: who thinks beats chance.", "Seats of greedy players win 60 % (58 to 62 %), those of random ones 10 % (8 to 12 %)."),
    (report(table(bot_wins=ALIKE)), "look", "Thinking is not seen to beat chance.", ""),
    (report(table(**choices(forced=0.7))), "look", "In 70 % of decisions there is only one move.", "The middle decision has 4 moves."),
    (report(), "fine", "No card is too strong or too weak.", "None of 2 can be more than 1.0 points from the average card."),
    (report(table(cards=[card("A", 0.06), card("B", 0.05), card("C", -0.04)])), "look", "Three cards deserve a second look.", "in points: A +6.0 ± 0.5, B +5.0 ± 0.5 and C −4.0 ± 0.5."),
    (report(table(cards=[card("A", 0.06, by="lies", name="Coin"), card("B")])), "look", "One card deserves a second look: Coin (A).", "in points: Coin (A) +6.0 ± 0.5. This passes through no hand: it may only show who was ahead."),
    (report(table(cards=[*(card(f"A{n}", 0.1 - n / 100, chosen=0.4) for n in range(7)), *(card(f"B{n}", 0.0) for n in range(30))])), "look", "Seven cards deserve a second look.", "A0 +10.0 ± 0.5, A1 +9.0 ± 0.5, A2 +8.0 ± 0.5, A3 +7.0 ± 0.5, A4 +6.0 ± 0.5 and 2 more. Players chose some of them in up to 40 % of draws"),
    (report(table(cards=[card(f"A{n}", n / 100 - 0.06, margin=0.015) for n in range(12)])), "note", "Cards differ in strength, as those of a suit do.", "of 12 are surely more than 2 points from the average, most A0 −6.0"),
    (report(table(cards=[card(f"A{n}", n / 100 - 0.15) for n in range(30)])), "note", "Cards differ in strength, as those of a suit do.", "of 30 are surely more than 2 points from the average, most A0 −15.0, "),
    # quartiles of -0.08 and 0.08: the fence is at 0.32, and 0.33 ± 0.03 may be one of the others
    (report(table(cards=[*(card(f"A{n}", n / 100 - 0.15) for n in range(30)), card("B", 0.33, margin=0.03)])), "note", "Cards differ in strength, as those of a suit do.", ""),
    (report(table(cards=[*(card(f"A{n}", n / 100 - 0.15) for n in range(30)), card("B", 0.37, margin=0.03)])), "look", "One card deserves a second look: B.", ""),
    (report(table(cards=[card("A", 0.09), card("B", 0.06, copies=4), card("C", 0.0)])), "look", "Two cards", "in points: B +6.0 ± 0.5 and A +9.0 ± 0.5."),
    (report(table(cards=[card("A", 0.025), card("B")])), "note", "No card stands out so far.", "One card of 2 differs from the average, none surely by 2 points."),
    (report(table(cards=[card("A", 0.03, 0.02), card("B", 0.0, 0.02)])), "open", "No card stands out.", "2 checked. With 1,000 games, differences under about 4 points would not show."),
    (report(table(cards=[card("A", 0.06), card("B")], cards_by="round")), "look", "One card deserves a second look: A.", "Rounds won by who has it, against the average card"),
    (report(table(**together(1))), "note", "Two cards win more together than alone: A with B.", "Games won by who held both: A with B 62 % (52 to 72 %) instead of 30 %. Of 66 pairs."),
    (report(table(**together(5))), "note", "Five pairs of cards win more together than the two alone.", ""),
    (report(table(**never(undrawn=["X"]))), "look", "One card was never drawn.", "X."),
    (report(table(**never(unplayed=["X", "Y"]))), "look", "Two cards were never played.", "X and Y."),
    (report(table(**never(deeds=["burial"]))), "look", "One effect never happened.", "“burial”."),
    (report(), "fine", "The box is big enough.", "Cards: at most 20 of 52 were in play at once."),
    (report(table(**part(most=48))), "fine", "The box is big enough.", "Cards: at most 48 of 52 were in play at once."),
    (report(table(**part(part="chips", most=48))), "note", "The box is only just big enough.", "In play at once: Cards: 48 of 52."),
    (report(table(**part(part="chips", most=52))), "fine", "The box is big enough.", "Used to the last piece, and none was missing: Cards: 52 of 52."),
    (report(table(**part(most=52, missing=3, wanted=55, short=True))), "look", "The box runs out.", "Cards: 55 wanted, 52 there."),
    (report(), "fine", "Every rule that is watched was used.", "Every rule was met in these games."),
    (report(table(rules=[rule("SM-001", "unused", ["a scenario"])])), "fine", "One rule did not come up, and a scenario proves it.", "Other numbers of players and house rules may need it."),
    (report(*(table(players=n, rules=[rule("SM-001", "unused", ["a scenario"])], never=table()["never"] | {"rules": ["SM-001"]}) for n in (2, 3, 4))), "fine", "One rule did not come up at any table, and", "House rules may need it."),
    (report(table(rules=[rule("SM-001", "unused", []), rule("SM-002", "unwatched", [])])), "look", "Two rules are shown by no game and no scenario.", "SM-001 and SM-002."),
    (report(table(rules=[rule("SM-001", "unused")])), "note", "One rule did not come up.", "There are no scenario files that would prove them."),
    (report(houses=(house("x", rounds=mean(-2)), house("y"))), "note", "One house rule of 2 changes the game.", "x=true: −2.0 ± 0.01 rounds."),
    (report(houses=(house("x", first=mean(0.08)), house("y", met=0))), "note", "One house rule of 2 changes the game.", "x=true: +8 ± 1.0 points for who begins. No game met y=true."),
    (report(houses=(house("x"), house("y", met=0) | {"read": False}, house("z", met=0))), "note", "No house rule alters length or fairness", "No line of the rules reads y=true. No game met z=true."),
    (report(houses=(house("x"),)), "note", "The house rule alters neither length nor fairness by what a table would surely notice.", "One value tried, 100 games each."),
    (report() | {"endless": [{"players": 3, "options": {}, "reason": "10,000 moves"}]}, "look", "A game of 3 does not end.", "10,000 moves"),
    (report() | {"tables": [], "endless": [{"players": 3, "options": {}, "reason": "10,000 moves"}]}, "look", "A game of 3 does not end.", "10,000 moves"),
    (report(table(games=0)), "open", "No game was finished.", "So there is nothing to judge."),
]  # fmt: skip


def plain(words: str) -> str:
    return words.replace("\u00a0", " ")


@pytest.mark.parametrize(
    ("data", "level", "says", "why"), SENTENCES, ids=[f"{n}-{one[2]}" for n, one in enumerate(SENTENCES)]
)
def test_a_sentence_appears_for_its_numbers(data: dict[str, Any], level: str, says: str, why: str) -> None:
    found = [(one.level, plain(one.says), plain(one.why)) for one in judged(data)]

    matching = [one for one in found if one[1].startswith(says) and why in one[2]]
    assert len(matching) == 1, found
    assert matching[0][0] == level


def test_rules_that_know_one_end_are_not_asked_for_another() -> None:
    assert not [one for one in judged(report(table(known_endings=1))) if "end the same way" in one.says]


@pytest.mark.thorough
def test_small_reports_have_the_shape_of_real_ones() -> None:
    for data, *_ in SENTENCES:
        jsonschema.validate(data, report_schema())


def test_every_level_has_a_name_and_every_sentence_ends() -> None:
    for data, *_ in SENTENCES:
        for one in judged(data):
            assert one.level in LEVELS
            assert one.says.endswith(".")


def test_an_advantage_within_what_a_table_notices_is_none() -> None:
    data = report(seats(0.345))
    (found,) = [one for one in judged(data) if one.to == "fair"]

    assert found.level == "fine"


def test_without_minutes_on_the_box_nothing_is_said_of_them() -> None:
    data = report(table(**length(decisions=(16,))), minutes="a while")

    assert not [one for one in judged(data) if "minutes" in one.says]


def test_who_was_timed_is_not_held_against_a_pace_that_is_assumed() -> None:
    data = timed(20, 2, minutes="500")

    assert not [one for one in judged(data) if "seems" in one.says]


def test_a_tie_that_decides_few_games_or_is_fair_is_not_named() -> None:
    assert not [
        one for data in (tied(1, 0.1, 60), tied(0.55)) for one in judged(report(data)) if "equal" in one.says
    ]


def test_a_house_rule_that_makes_it_worse_is_no_cure() -> None:
    data = report(seats(0.45), houses=(house("worse", first=mean(0.07)),))

    assert not [one for one in judged(data) if "worse=true changes that" in one.why]


def test_weak_cards_have_a_colour_of_their_own() -> None:
    made = cards(typed_table(table(cards=[card("A", 0.06), card("B", -0.06), card("C")])))

    assert made
    assert [(cell["kind"], cell["s"], cell["w"]) for cell in made["cells"]] == [
        ("strong", 3, 0),
        ("weak", -3, 0),
        ("even", 0, 0),
    ]


def test_that_the_end_decides_is_said_only_where_it_is_sure() -> None:
    points = [{"at": 0.5, **share(0.5)}, {"at": 0.8, **share(0.5, 0.1)}]
    data = report(table(tension=tension() | {"leader_wins": points}))

    assert [one.level for one in judged(data) if one.to == "tension"] == ["note"]


@pytest.mark.parametrize(
    ("second", "says"), [("tiles", "No tile is too strong"), ("tokens", "No tile or token is too strong")]
)
def test_pieces_are_called_what_they_are(second: str, says: str) -> None:
    data = typed(report(table(cards=[card("A"), card("B", component="more")], **never(undrawn=["A"]))))
    found = [one.says for one in verdicts(data, data.tables[0], {"main": "tiles", "more": second})]

    assert "One tile was never drawn." in found
    assert [one for one in found if one.startswith(says)]
