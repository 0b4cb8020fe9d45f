"""The page of a report: one file that needs nothing else, the same for the same numbers, honest about what is missing."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from functools import cache
from html import unescape
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

import cardgen.games
from cardgen.faces.compose import Faces
from cardgen.report import report_page, words
from cardgen.report.charts import Scale, _over, draw, nice
from cardgen.report.page import readable
from cardgen.results.declared import plain
from cardgen.results.numbers import Mean
from cardgen.simulation import plan, survey
from tests.games.kits import kit_of
from tests.report.small import (
    card,
    house,
    line,
    mean,
    question,
    report,
    share,
    spread,
    table,
    tension,
    timed,
    without,
)
from tests.report.typed import typed
from tests.simulation import strict

EVERY = ["fair", "length", "tension", "choices", "cards", "box", "rules", "made"]


@cache
def faces() -> Faces:
    return Faces(kit_of("cheers"))


def page(data: dict[str, Any] | None = None) -> str:
    return report_page(typed(report() if data is None else data), faces())


def sections_of(html: str) -> list[str]:
    return re.findall(r'<section id="(\w+)"', html)


def told(html: str) -> str:
    """What a page says, without its styles and numbers."""
    words = re.sub(r"<(style|script)\b.*?</\1>|<[^>]+>", " ", html, flags=re.S)
    return re.sub(r"\s+", " ", unescape(words).replace("\u00a0", " "))


def test_the_same_numbers_are_the_same_page() -> None:
    assert page() == page()


def test_the_numbers_travel_with_the_page() -> None:
    data = report(title="</script><b>Trouble & Sons")
    found = re.search(r'<script type="application/json" id="numbers">(.*?)</script>', page(data), re.S)

    assert found
    assert json.loads(found[1]) == plain(typed(data))


def test_nothing_is_fetched() -> None:
    html = page()

    assert not re.search(r'(?:src|href)="(?!#|data:)', html)
    assert not re.search(r"url\((?!#|data:)", html.replace("url(#", "url(#"))
    assert "@import" not in html


def test_words_of_a_kit_are_words() -> None:
    data = report(
        table(cards=[card('"><img src=x>', 0.06), card("B")], endings={"<i>out</i>": 1000}),
        title='}"</style><b>x',
    )
    html = page(data)

    assert "<img" not in html
    assert "<i>out" not in html
    assert html.count("</style>") == 1


def test_sections_stand_in_their_order_and_are_numbered() -> None:
    html = page(report(table(), table(players=2), houses=(house("x"),)))

    assert sections_of(html) == [*EVERY[:-1], "houses", "others", "made"]
    assert re.findall(r'<span class="no">(\d+)<', html) == [str(n) for n in range(1, 11)]


def test_each_line_of_the_verdict_leads_to_its_section() -> None:
    html = page()
    asked = re.findall(r'<li><a href="#(\w+)">', html)

    assert asked
    assert {*asked} <= {*sections_of(html)}


@pytest.mark.parametrize(
    ("changes", "says"),
    [
        ({"tension": {"unit": "coins", "games": 0}}, "Nobody ever leads in this game"),
        ({"cards": []}, "No card was seen in a hand or before anybody often enough"),
        ({"cards": [card("A", None)]}, "No card was seen in a hand"),
        ({"rules": []}, "This kit has no numbered rules."),
        ({"box": []}, "The rules do not tell what is in play at once."),
        (
            {"choices": table()["choices"] | {"looked_at": 0, "forced": None}},
            "No game was watched move by move",
        ),
        ({"fair": table()["fair"] | {"share": None, "seat": question()}}, "Nobody won a game"),
    ],
)
def test_a_section_without_numbers_says_so(changes: dict[str, Any], says: str) -> None:
    html = page(report(table(**changes)))

    assert says in told(html)
    assert sections_of(html) == EVERY


def test_the_box_tells_of_play_and_of_piles_by_their_words() -> None:
    html = told(page(report(table(emptied={"coin_deck": share(0.2)}))))
    assert "32 not in play" in html
    assert "Setting up may take more" in html
    assert "Coin deck" in html
    assert _over([SimpleNamespace(at=0.1, mean=-0.04, low=-0.06)], "mean low") == [["10%", "0.0", "-0.1"]]


def test_choices_lead_to_the_league() -> None:
    assert 'cardgen league small --players 3 --strategy "always …"' in told(page())


def test_how_games_go_is_shown_where_it_is_sure() -> None:
    tenths = [n / 10 for n in range(11)]
    of = {"rounds": spread(*[5, 6] * 40), "decisions": spread(*[50, 60] * 40)}
    ways = {"a": of | {"wins": {"seat": [line("seat 1", 0.5, 1 / 3)]}}, "b": of | {"wins": {"seat": []}}}
    over = [{"at": at, **share(at / 2, 0.05)} for at in tenths]
    gains = [{"at": at, "mean": at - 0.5, "low": at - 0.6, "high": at - 0.4, "of": 90} for at in tenths[1:]]
    sure = table(
        by_ending=ways,
        endings={"a": 500, "b": 500},
        choices=table()["choices"] | {"forced_over": over, "idle_over": over[:0]},
        tension=table()["tension"] | {"income": gains},
    )
    story = {"first_half": mean(1, 0.2), "hand": None, "forced": share(0.2), "idle": share(0.0, 0.0)}
    story |= {"second_half": mean(3, 0.2), "parts": {"gold": mean(2, 0.5)}}
    other = story | {"second_half": mean(2.8, 0.2), "parts": {"gold": mean(0.5, 0.5)}}
    way = {"games": 80, "winners": story, "others": other}
    sure["tension"]["ways"] = {"a": way, "b": way | {"games": 8}}
    ways["a"]["last"] = "judge"
    html = page(report(sure, table(players=2)))
    says = told(html)
    assert "By the way it ends" in says
    assert "Ending who gained in the first half in the second half decisions with one move gold" in says
    assert "A 80 games winners 1.0 ± 0.20 3.0 ± 0.20 20.0 % ± 2.0 2.0 ± 0.50 others" in says
    # they surely have less gold, and the halves don't differ
    assert [html.count(f'<td class="r"><b>{one} ±') for one in ("1.0", "3.0", "2.0", "0.5")] == [0, 0, 1, 1]
    assert "B 8 games" not in says
    assert "Decided by the last choice of greedy players (“judge”): " in says
    assert "players (“judge”): Seat 1 wins 50 % ± 1.0 B 80" in says.replace("seat 1", "Seat 1")
    assert "By number of players" in says
    assert "0 % (0 to 5 %) at the start, 50 % (45 to 55 %) at the end." in says
    assert "When do sides gain?" in says

    few = of | {"rounds": spread(5, 6), "wins": {}}
    wide = [one | {"low": -1, "high": 1} for one in gains]
    unsure = table(
        by_ending={"a": few, "b": few},
        choices=table()["choices"] | {"forced_over": [one | {"low": 0, "high": 1} for one in over]},
        tension=table()["tension"] | {"income": wide},
    )
    says = told(page(report(unsure)))
    for head in ("By the way it ends", "By number of players", "Decisions with one move", "When do sides"):
        assert head not in says


def test_without_a_game_there_is_the_method_alone() -> None:
    for data in (
        report(table(games=0)),
        report() | {"tables": [], "refused": [{"players": 3, "options": {}, "reason": "too many"}]},
    ):
        html = page(data)
        assert sections_of(html) == ["made"]
    assert "too many" in told(html)


def test_minutes_are_those_of_people_or_those_on_the_box_or_none() -> None:
    people, box = told(page(timed(20, 2))), told(page())
    silent = report(table(length=table()["length"] | {"minutes": None}), minutes="a while")
    nobody = told(page(silent))

    assert "18 to 24 min nine games in ten, at the 20 s a decision that people took" in people
    assert "20.0 s a decision as people took 20 min 17 to 22" in people
    assert "5 s a decision" not in people
    assert (
        "20.0 s (18.5 to 21.5) a decision, 200 decisions in four games, on average with its 95 % interval"
        in people
    )
    whole = {name: timed(30, 2)["pace"]["seconds"] for name in ("minutes", "decisions")}
    played = timed(20, 2) | {"pace": timed(20, 2)["pace"] | {"whole": whole}}
    says = (
        "Games of people 200 whole games of 29 to 31 decisions, those of bots have 50 to 65 31 min 29 to 31"
    )
    assert says in told(page(played))
    assert "200 whole games of theirs took 29 to 31 minutes." in told(page(played))
    assert "20 min on the box; nobody has timed a game" in box
    assert "no game of people was timed" in box
    assert "50 to 65 decisions nine games in ten" in nobody
    assert "min on the box" not in nobody


def test_where_nobody_won_nobodys_lead_came_to_anything() -> None:
    changes = {"nobody": share(1.0), "tension": {"unit": "coins", "games": 0}}

    assert "Nobody won a game, so nobody's lead came to anything." in told(page(report(table(**changes))))


def test_a_section_that_lacks_its_numbers_still_has_its_verdict() -> None:
    changes = {"cards": [], "never": table()["never"] | {"undrawn": ["A"]}}
    section = page(report(table(**changes))).partition('<section id="cards"')[2].partition("</section>")[0]

    assert "One card was never drawn." in told(section)


def test_the_capitals_of_a_title_are_in_its_font() -> None:
    from cardgen.report import page as module

    asked: dict[str, set[str]] = {}

    def rule(key: Any, family: str, characters: set[str]) -> str:
        asked[family] = characters
        return ""

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(module, "font_rule", rule)
        page(report(title="Übergroße Straße"))
    assert {*"ÜBERGROSSE"} <= asked["Oswald"]


def test_a_title_of_one_long_word_is_set_smaller() -> None:
    assert 'style="--letters:37"' in page(report(title="Straßenbahnfußgängerübergangsgrünes Licht"))
    assert 'style="--letters' not in page(report(title="Auction Hearts"))


def test_of_very_many_cards_that_stand_out_the_surest_are_named_in_the_picture() -> None:
    usual = [card(f"Y{n}", 0.0) for n in range(2000)]
    html = page(report(table(cards=[*(card(f"X{n}", 0.05 + n / 10000) for n in range(500)), *usual])))
    picture = html.partition('class="plot scatter"')[2].partition("</div>")[0]

    assert picture.count("strong halo") == 24
    assert ">X499<" in picture


def test_where_each_round_is_dealt_anew_the_wins_are_of_rounds() -> None:
    by_round = told(page(report(table(cards_by="round"))))

    assert "points of rounds won" in by_round
    assert "Wins are those of the round here" in by_round
    assert "rounds won" not in told(page())


def test_numbers_have_no_more_digits_than_their_interval_has_a_meaning() -> None:
    coarse = Mean(1180.04, 1126.0, 1234.0, 9)

    assert words.about(coarse).replace("\u00a0", " ") == "1,180 ± 54"
    assert words.about(replace(coarse, low=1180.0, high=1180.2)).replace("\u00a0", " ") == "1,180.0 ± 0.10"
    assert words.chance(0.999) == "nearly all"


def test_one_card_and_five_hundred() -> None:
    assert "One card at once" in told(page(report(table(cards=[card("A", 0.06)]))))

    many = page(report(table(cards=[card(f"X{n}", n / 10000) for n in range(500)])))
    assert many.count('class="cell') == 500
    assert "All 500 cards" in told(many)


def test_what_no_game_met_is_told_apart_from_no_effect() -> None:
    html = told(page(report(houses=(house("met"), house("never", met=0)))))

    assert re.search(
        r"No game met this rule with 3 players, which is not the same as no effect: never=true", html
    )
    assert "met=true" in html


def test_the_page_is_about_the_largest_table_by_the_book() -> None:
    html = told(
        page(report(table(players=2), table(players=4), table(players=5, changed_options={"x": True})))
    )

    assert "games of 4 players (greedy bots), by the book" in html
    assert "This page is about the table of 4 by the book. Two other tables were played." in html


def test_numbers_of_a_picture_follow_for_who_cannot_see_it() -> None:
    html = draw("histogram", [("1", 0.25), ("2", 0.75)], "Rounds")

    assert 'aria-hidden="true"' in html
    assert "<caption>Rounds</caption>" in html
    assert "<td>2</td><td>75.0 %</td>" in html


def test_pictures_stretch_and_begin_at_nought() -> None:
    html = draw("whisker", Scale(0, 1), 0.2, 0.25, 0.3, fair=0.5, name="off")

    assert "viewBox" not in html
    assert 'x1="20%"' in html
    assert 'x2="30%"' in html
    assert "M0-7.5" in html, "what is off has another shape, not only another colour"
    assert Scale(0, 0.6).ticks(6) == [0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6]
    assert [nice(n) for n in (0.03, 1, 3, 11)] == [0.05, 1, 5, 20]


def test_an_accent_can_be_read_on_paper_and_in_the_dark() -> None:
    from cardgen.base.drawing import contrast

    for colour in ("#ffff00", "#000000", "#2a6db3", "#ffffff"):
        for paper in ("#ffffff", "#17191c"):
            assert contrast(readable(colour, paper), paper) >= 5.6
    assert readable("#000000", "#ffffff") == "#000000"


def test_faces_are_those_of_the_kit() -> None:
    data = report(
        table(cards=[card(one.id, 0.06) for one in kit_of("cheers").cards["ingredients"]]), game="cheers"
    )

    assert page(data).count("<symbol") >= len(kit_of("cheers").cards["ingredients"])


def test_a_page_by_one_command_and_nothing_but_a_page(tmp_path: Path) -> None:
    from typer.testing import CliRunner

    from cardgen.app.cli import app

    out = tmp_path / "report.html"
    asked = ["simulate", "cheers", "--players", "3", "--games", "6", "--jobs", "1", "--report", str(out)]
    done = CliRunner().invoke(app, asked)
    assert done.exit_code == 0, done.output
    assert sections_of(out.read_text("utf-8"))[0] == "fair"

    done = CliRunner().invoke(app, [*asked[:-1], str(tmp_path / "report.pdf")])
    assert done.exit_code == 2
    assert not (tmp_path / "report.pdf").exists()


def test_a_bar_that_holds_several_numbers_says_which() -> None:
    gaps = tension() | {"finish": spread(0, 0.5, 1, 2), "deficit": spread(*range(100))}
    html = page(
        report(table(tension=gaps, length={**table()["length"], "decisions": spread(*range(50, 90))}))
    )

    assert "<tr><td>0.5</td><td>25.0 %</td></tr>" in html
    assert "<tr><td>20–39</td><td>20.0 %</td></tr>" in html
    assert "<tr><td>50–54</td><td>12.5 %</td></tr>" in html
    assert ">20–39</text>" in html


def test_a_story_that_is_none_is_not_told() -> None:
    steady = [{"at": n / 10, **without(spread(40, 50, 60), "counts")} for n in range(11)]
    full = [{"at": n / 10, **without(spread(13 * (n < 10)), "counts")} for n in range(11)]
    html = told(page(report(table(tension=tension() | {"standing": steady, "hands": full}))))

    assert "one side gains what others lose. Nine sides in ten end with 40 to 60." in html
    assert "in the first half" not in html
    assert "How full are hands?" not in html


def test_each_page_says_how_its_games_are_saved() -> None:
    tables = [table(players=n, games=100 * n, changed_options={"x": True}) for n in (2, 4)]
    html = told(page(report(*tables)))

    assert (
        "cardgen simulate small --players 4 --games 400 --seed 1 --option x=true --save-games saved" in html
    )
    assert "cardgen replay saved/small-4-x=true-seed1-0007.json --html film.html" in html
    data = report(*tables)
    data["run"]["command"] += " --bots 'never sells,greedy'"
    assert "--seed 1 --bots 'never sells,greedy' --option x=true --save-games saved" in told(page(data))


def test_the_games_to_replay_are_those_that_are_saved(tmp_path: Path) -> None:
    from typer.testing import CliRunner

    from cardgen.app.cli import app

    out, folder = tmp_path / "report.html", tmp_path / "saved"
    words = ["simulate", "cheers", "--players", "3", "--games", "6", "--jobs", "1", "--option", "mode=master"]
    done = CliRunner().invoke(app, [*words, "--report", str(out), "--save-games", str(folder)])
    assert done.exit_code == 0, done.output
    named = re.findall(
        rf"cardgen replay {re.escape(folder.as_posix())}/([^<]+)</code>", out.read_text("utf-8")
    )

    assert named
    assert {*named} <= {file.name for file in folder.iterdir()}


def test_a_game_that_nobody_need_win_has_a_page(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cardgen.games, "brought", lambda group: {"strict": "tests.simulation.strict:Strict"})
    kit = strict.kit()
    found = survey(plan(kit, (2, 3), each_option=True), games=20, jobs=1)
    html = report_page(found.result(), Faces(kit))

    assert sections_of(html)[:2] == ["fair", "length"]
    assert {"houses", "others"} <= {*sections_of(html)}
    assert "Refused" in html
