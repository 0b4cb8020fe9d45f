"""Skill, luck, worth and other numbers on the page: plain words, each figure with its interval."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from typer.testing import CliRunner

from cardgen.app.cli import app
from cardgen.app.schemas import report_schema
from cardgen.report import skill
from tests.report.small import Data, card, gain, house, insight, mean, report, table
from tests.report.test_page import page, sections_of, told
from tests.report.test_verdict import plain
from tests.report.typed import judged, typed

CLEAR = (
    gain("greedy", "random", 0.4),
    gain("ismcts:20", "greedy", 0.1),
    gain("ismcts:80", "ismcts:20", 0.05),
)
FLAT = (
    gain("greedy", "random", 0.4),
    gain("ismcts:20", "greedy", 0.005),
    gain("ismcts:80", "ismcts:20", 0.0),
)
VAGUE = (gain("greedy", "random", 0.4), gain("ismcts:20", "greedy", 0.05, 0.2))
LUCKY = (gain("greedy", "random", 0.4, luck=(0.3, 0.2, 0.4)),)
UNLUCKY = (gain("greedy", "random", 0.4, luck=(0.01, -0.1, 0.12)),)
DARK = (gain("greedy", "random", 0.4, luck=(0.3, -0.4, 0.9)),)


def laddered(*steps: Data) -> Data:
    return report() | {"insight": [insight(ladder=steps)]}


def by_lot(worth: float, points: float, margin: float = 0.03, **changes: Any) -> Data:
    own = {"mean": worth, "low": worth - margin, "high": worth + margin, "of": 200}
    scored = {"mean": points, "low": points - 1, "high": points + 1, "of": 200}
    one = {
        "id": "A",
        "bot": "greedy",
        "deals": 200,
        "share": 0.3,
        "gain": own,
        "points": scored,
        "chosen": False,
    }
    more = {"by_round": False, "refused": None, "sure": abs(worth) > margin}
    cards = [card("A", name="Ace", **changes), card("B")]
    return report(table(cards=cards)) | {"insight": [insight() | {"cards": [one | more]}]}


def banned(*those: Data, **changes: Any) -> Data:
    return report(table(**changes)) | {"insight": [insight(without=those)]}


SENTENCES = [
    (laddered(*CLEAR), "fine", "Choices matter: each step of thinking wins more.",
     "Points of wins gained, with 95 % interval: greedy over chance +40 (+38 to +42); a search of 20 games over greedy +10 (+8 to +12);"),
    (laddered(*CLEAR[:2], FLAT[2]), "fine", "Choices matter: of 3 steps of thinking two surely win more.", ""),
    (laddered(*FLAT), "note", "Choices matter a little: looking one move ahead pays, thinking further is not seen to.", ""),
    (laddered(*VAGUE), "open", "Choices matter; whether thinking further pays, these games cannot say.", "About 7,000 games would tell, if it is as large as it looks."),
    (laddered(gain("greedy", "random", 0.001)), "look", "Thinking is not seen to beat chance.", ""),
    (laddered(gain("greedy", "random", -0.1)), "look", "Thinking is not seen to beat chance.", ""),
    (laddered(gain("greedy", "random", 0.1, 0.2)), "open", "Whether thinking beats chance, these games cannot say.", "games would tell, if"),
    (laddered(gain("greedy", "random", 0.1, None)), "open", "Whether thinking beats chance, these games cannot say.", "+10 (too few deals)"),
    (laddered(*LUCKY), "note", "The deal decides 30 % of who wins.",
     "20 to 40 %, whoever sits where. Between greedy and chance who plays better decides 20 % (10 to 30 %)"),
    (laddered(*UNLUCKY), "note", "The deal decides at most 12 % of who wins.", "no part of it is sure"),
    (laddered(*DARK), "open", "How much of winning is luck of the deal, these games cannot say.", "0 to 90 % of it."),
    (banned(gain("greedy without bid", "greedy", -0.09)), "fine", "“bid” is worth 9.0 points.",
     "+7.0 to +11.0. Greedy wins 24.3 % of games without it; where all may, a seat wins 33.3 %."),
    (banned(gain("greedy without bid", "greedy", 0.0) | {"denied": 0}), "look", "“bid” was never offered: it was forbidden in 0 of 4,000 decisions.", "more of them hardly would"),
    (banned(gain("greedy without bid", "greedy", 0.0) | {"denied": 0, "forced": 9}), "look", "“bid” had to be used each time that it was offered: it was forbidden in 0", ""),
    (banned(gain("greedy without bid", "greedy", -0.09)), "fine", "“bid” is worth 9.0 points.", "It was forbidden in 300 of 4,000 decisions."),
    (banned(gain("greedy without bid", "greedy", -0.005)), "look", "“bid” is worth nothing to be seen to greedy.", "At most 2.5 points either way."),
    (banned(gain("greedy without bid", "greedy", 0.05)), "look", "Greedy wins more without “bid”: +5.0 points.", "+3.0 to +7.0."),
    (banned(gain("greedy without bid", "greedy", -0.05, 0.1)), "open", "What “bid” is worth, these games cannot say.",
     "+5.0 points (−5.0 to +15.0)."),
    (banned(gain("greedy without card A", "greedy", -0.09), cards=[card("A", name="Ace"), card("B")]), "fine", "Ace (A) is worth 9.0 points.", ""),
    (by_lot(0.06, 0.5), "note", "Ace (A) by lot is worth +6.0 points of wins.", "+3.0 to +9.0 in 200 deals, each played with it and without."),
    (by_lot(0.01, 2), "note", "Ace (A) by lot brings +2.00 in the score.", "+1.00 to +3.00; points of wins: −2.0 to +4.0 in 200 deals"),
    (by_lot(0.01, 0, strength=0.2, margin=0.03, wide=0.05, p_all=0.001), "note",
     "Ace (A) by lot is worth +1.0 points of wins, and players who have it win +20.0.", "Players who get it later, or by choice, may be ahead already."),
    (report(houses=(house("", rounds=mean(-2)) | {"change": "tables.bar.hand=5"},)), "note", "The change changes the game.",
     "tables.bar.hand=5: −2.0 ± 0.01 rounds."),
    (report(houses=(house("") | {"change": "tables.bar.hand=5", "breaks": ["the deck has 54 cards"]},)), "look",
     "The kit's own checks say otherwise.", "The deck has 54 cards."),
]  # fmt: skip


@pytest.mark.parametrize(
    ("data", "level", "says", "why"), SENTENCES, ids=[f"{n}-{one[2]}" for n, one in enumerate(SENTENCES)]
)
def test_a_sentence_appears_for_its_numbers(data: Data, level: str, says: str, why: str) -> None:
    jsonschema.validate(data, report_schema())
    found = [(one.level, plain(one.says), plain(one.why)) for one in judged(data)]
    matching = [one for one in found if one[1].startswith(says) and why in one[2]]

    assert len(matching) == 1, found
    assert matching[0][0] == level


def test_who_asked_for_the_ladder_is_not_told_to_ask() -> None:
    says = [one.why for one in judged(laddered(*CLEAR))]

    assert not any("--ladder to the command" in one for one in says)
    assert any("--ladder to the command" in one.why for one in judged(report()))


def test_the_ladder_stands_in_choices_and_what_it_is_worth_in_a_section_of_its_own() -> None:
    both = report() | {
        "insight": [insight(ladder=CLEAR, without=(gain("greedy without A", "greedy", -0.15),))]
    }
    html = page(both)
    words = told(html)

    assert sections_of(html)[3:6] == ["choices", "worth", "cards"]
    for said in (
        "A search of 80 games against a search of 20 games: wins 38 %, fair 33 %",
        "+5.0 +3.0 to +7.0",
        "The deal, whoever sits where 10 % 5 to 15 %",
        "Who plays better 20 % 10 to 30 %",
        "What happens in the game 70 % what is left",
        "A a card; without it 18 % of games won, fair 33 %",
        "+15.0 +13.0 to +17.0",
    ):
        assert said in words


def test_a_ladder_without_a_decision_that_was_looked_at_is_drawn_all_the_same() -> None:
    data = laddered(*CLEAR)
    data["tables"] = [table(choices=table()["choices"] | {"looked_at": 0, "forced": None})]

    assert "A search of 80 games" in told(page(data))


def test_what_decides_is_not_drawn_where_nothing_is_known_of_it() -> None:
    assert "The deal, whoever sits where" in told(page(laddered(*LUCKY)))
    assert "The deal, whoever sits where" not in told(page(laddered(*DARK)))


def test_the_ladder_of_another_number_of_players_is_not_that_of_the_page() -> None:
    data = report() | {"insight": [insight(players=2, ladder=CLEAR)]}

    found = typed(data)
    assert skill.of_table(found, found.tables[0]) is None
    assert "A search of 80 games" not in told(page(data))


def test_what_is_otherwise_has_a_section_of_its_own_and_is_no_house_rule() -> None:
    change = house("", 5) | {"base": 3, "title": "", "change": "tables.bar.hand=5", "breaks": ["54 cards"]}
    html = page(report(table(), table(change="tables.bar.hand=5"), houses=(change, house("book"))))
    words = told(html)

    assert [one for one in sections_of(html) if one in ("houses", "changes", "others")] == [
        "houses",
        "changes",
        "others",
    ]
    assert "tables.bar.hand=5 instead of 3 met in 50 % of games The kit says otherwise: 54 cards" in words
    assert "This page is about the table of 3 with the kit as it is." in words


def test_the_page_is_about_the_kit_as_it_is() -> None:
    words = told(page(report(table(change="tables.bar.hand=5", games=7), table(games=9))))

    assert "9 games of 3 players" in words


def test_one_command_asks_for_all_of_it(tmp_path: Path) -> None:
    out, numbers = tmp_path / "r.html", tmp_path / "r.json"
    words = ["simulate", "cheers", "--players", "3", "--games", "3", "--jobs", "1", "--without", "declare"]
    words += ["--set", "tables.bar.hand=4", "--report", str(out), "--json", str(numbers)]
    done = CliRunner().invoke(app, words)
    assert done.exit_code == 0, done.output
    assert {"worth", "changes", "others"} <= {*sections_of(out.read_text("utf-8"))}
    data = json.loads(numbers.read_text("utf-8"))
    jsonschema.validate(data, report_schema())
    assert data["insight"][0]["without"][0]["bot"] == "greedy without declare"


def test_how_many_games_a_step_gets_is_said_and_repeated() -> None:
    from cardgen.app.games_asked import command_of
    from cardgen.app.play import SimulatedTable, Stop
    from tests.games.kits import kit_of

    for ladder, said in (((40, 40, 9, 0), "--ladder --ladder-games 40,40,9,0"), ((), "--ladder")):
        assert command_of(SimulatedTable((3,), ladder=ladder), 100, kit_of("cheers"), Stop()).endswith(said)
    for words, wrong in (
        (["--ladder-games", "40"], "--ladder-games is for --ladder"),
        (["--ladder", "--ladder-games", "4,4"], "'4,4', expected a number of games, or 4"),
        (["--ladder", "--ladder-games", "0"], "'0', expected a number of games, or 4"),
    ):
        done = CliRunner().invoke(app, ["simulate", "cheers", *words])
        assert done.exit_code == 2
        assert wrong in " ".join(done.output.split())


def test_players_have_names_that_people_say() -> None:
    bots = ("random", "greedy", "ismcts:80", "ismcts:200ms", "ismcts", "rollout:6", "mine:x")

    assert [plain(skill.player(bot)) for bot in bots] == [
        "chance", "greedy", "a search of 80 games", "a search of 200 ms", "a search of 200 ms", "rollout:6", "mine:x",
    ]  # fmt: skip
