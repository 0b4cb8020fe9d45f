"""What the booklets and zines of the games say beyond the sheet: worked examples that the engine plays, and no word lost."""

from __future__ import annotations

import re
from collections import Counter
from typing import Any

import pytest

from cardgen.base.drawing import Page
from cardgen.base.files import shipped
from cardgen.base.units import Size, parse_paper
from cardgen.faces.compose import Faces
from cardgen.games import SHIPPED
from cardgen.rulesheet import booklet_pages, load_rules, zine_pages
from cardgen.rulesheet.manuscript import manuscript
from cardgen.rulesheet.sheet import Medium
from tests.games.kits import kit_of
from tests.kits.conftest import faces_of, said_by, sheet_of
from tests.many import mostly_thorough, thorough

DATA = shipped() / "data"
GAMES = ("bartender-2012", "bartender-aarwares", "cheers")
A5 = Size(148, 210)


def told(name: str, medium: Medium, **options: Any) -> str:
    """What a form of the sheet says, as Markdown without its marks."""
    return said_by(name, medium, **options).replace("*", "").replace("’", "'")


def chapter(words: str, title: str) -> str:
    """What stands below a heading, up to the next one."""
    return re.split(r"^#+ ", words.partition(f"{title}\n")[2], maxsplit=1, flags=re.M)[0]


# ---- a first game from the zine alone ---------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "needed"),
    [
        (
            "cheers",
            ["combination of five drinks", "ten goal tokens", "draws three", "Match", "Take two", "Share",
             "fill your hand to three", "Six places", "One bar", "Declare after any action", "empty stool"],
        ),
        (
            "bartender-aarwares",
            ["four bartenders of one kind", "deck A only", "everybody seven cards", "fewest pairs begins", "Settle",
             "Raid", "Advertise", "Bury", "Rescue", "opens a bid", "25 or more the hole is full", "The answer"],
        ),
        (
            "bartender-2012",
            ["deal five", "Pass four to the right", "from 1 to 20", "draws two cards", "eight HOURs", "top five cards",
             "With 20 or more", "Second BAD NIGHT", "most GOOD NIGHTs", "the BIC decides"],
        ),
    ],
)  # fmt: skip
def test_a_zine_tells_all_that_a_first_game_needs(name: str, needed: list[str]) -> None:
    words = told(name, "zine")
    assert [one for one in needed if one not in words] == []
    assert "Rulings of this edition" not in words


def test_a_zine_says_what_it_leaves_out() -> None:
    for name in SHIPPED:
        assert "The rule sheet also has" in told(name, "zine"), name
        assert "The rule sheet also has" not in told(name, "sheet") + told(name, "booklet"), name


@pytest.mark.parametrize("paper", ["a4", thorough("letter")])
@pytest.mark.parametrize("name", mostly_thorough(GAMES, 3))
def test_a_zine_leaves_nothing_out(name: str, paper: str) -> None:
    sheet = sheet_of(name, "zine")
    assert len(zine_pages(sheet, faces_of(name), parse_paper(paper))) == 8
    assert [str(problem) for problem in sheet.problems] == []


@pytest.mark.thorough
@pytest.mark.parametrize("name", mostly_thorough(GAMES, 3))
def test_whatever_is_chosen_a_zine_leaves_nothing_out(name: str) -> None:
    for option in kit_of(name).options.values():
        for value in (value for value in option.choices if value != option.default):
            sheet = load_rules(kit_of(name), {option.name: value}).on("zine")
            zine_pages(sheet, Faces(kit_of(name), "full", {option.name: value}), parse_paper("a4"))
            assert [str(problem) for problem in sheet.problems] == [], (option.name, value)


@pytest.mark.parametrize(
    ("name", "option", "value", "words"),
    [
        ("cheers", "declare", "own_turn", "Declare after an action of your own team"),
        thorough("cheers", "limit_first", True, "until six are left, before CHEERS"),
        ("bartender-aarwares", "raid_tie", "attacker", "that is higher"),
        thorough("bartender-aarwares", "rescue_shovel_to", "hole", "the shovel into the hole"),
        ("bartender-2012", "reveal_rest", "breakage", "The other cards go to BREAKAGE."),
        thorough(
            "bartender-2012", "balance_hours", "least_first", "belongs to the player with the fewest so far"
        ),
    ],
)
def test_what_is_told_at_a_glance_follows_the_house_rules(
    name: str, option: str, value: object, words: str
) -> None:
    for medium in ("zine", "booklet"):
        assert words not in told(name, medium), medium
        assert words in told(name, medium, **{option: value}), medium


# ---- booklets ---------------------------------------------------------------------------------------


@pytest.mark.thorough
@pytest.mark.parametrize("name", mostly_thorough(GAMES, 3))
def test_a_booklet_has_twenty_pages_and_none_for_notes(name: str) -> None:
    sheet = sheet_of(name, "booklet")
    pages: list[Page] = booklet_pages(sheet, faces_of(name), A5)
    assert [str(problem) for problem in sheet.problems] == []
    assert len(pages) in (16, 20)
    titles = {text.words.casefold() for page in pages for text in page.drawing.texts()}
    assert sheet.theme.furniture["notes"].casefold() not in titles


def test_a_booklet_tells_each_ruling_once() -> None:
    for name in SHIPPED:
        words = told(name, "booklet")
        assert words.count("May I keep a bartender") <= 1
        titles = [chapter.name for chapter in manuscript(sheet_of(name, "booklet")).chapters]
        assert sum("Questions" in title for title in titles) == 1, (name, titles)
        assert not [title for title in titles if title.startswith("Words at")], name


def test_what_clinks_is_what_the_engine_says() -> None:
    (asked,) = (s for s in kit_of("cheers").tables.examples["scenarios"] if s["scenario"] == "Does it clink")
    rows = re.findall(
        r"^\| (.*?) \| (CHEERS|nothing) \| (.*?) \|$",
        chapter(told("cheers", "booklet"), "Does it clink?"),
        re.M,
    )
    phases = [asked["expect"]["phase"], *(other["expect"]["phase"] for other in asked["also"])]
    assert [says for _, says, _ in rows] == [
        "CHEERS" if phase.startswith("give") else "nothing" for phase in phases
    ]
    assert [says for _, _, says in rows] == [
        "Ana plays it. Small cherry, big cherry: a match.",
        "Ana plays it. Its big lemon is only a small one of Ben's.",
        "Ana plays it. Its two glasses are alike, but it does not match itself.",
        "Ana moves it from her own bar. A card that is moved never causes CHEERS.",
    ]


def test_five_players_take_turns_by_name() -> None:
    said = re.search(r"So they take turns like this: (.*?); then Ana", told("cheers", "booklet"))
    assert said
    turns = Counter(said[1].split(", "))
    assert turns["Ana"] + turns["Cleo"] + turns["Eva"] == turns["Ben"] + turns["Dan"] == 6
    assert len({turns[name] for name in ("Ana", "Cleo", "Eva")}) == 1
    assert "Ana, Cleo and Eva are team A" in told("cheers", "booklet")


def test_bens_defences_are_those_of_the_scenario() -> None:
    said = chapter(told("bartender-aarwares", "booklet"), "Can Ben defend?")
    assert re.findall(r"\b(Yes|No)[.,]", said) == ["Yes", "No", "Yes", "No"]
    (asked,) = (
        s
        for s in kit_of("bartender-aarwares").tables.examples["scenarios"]
        if s["scenario"] == "Example defence"
    )
    kept = [asked["expect"], *(other["expect"] for other in asked["also"])]
    assert [len(one["bars.P1"]) == 2 for one in kept] == [True, False, True, False]
    for words in (
        "raids with 7, Ben has a raider of 9",
        "raids with 9, and Ben's coin of 8",
        "advert is a 5",
    ):
        assert words in said


def test_bars_that_win_are_judged_by_the_engine() -> None:
    said = chapter(told("bartender-aarwares", "booklet"), "Has this bar won?")
    (asked,) = (
        s for s in kit_of("bartender-aarwares").tables.examples["scenarios"] if s["scenario"] == "Does it win"
    )
    won = [bool(one["winners"]) for one in (asked["expect"], *(other["expect"] for other in asked["also"]))]
    assert [words == "It wins." for words in re.findall(r"It wins\.|Not yet\.", said)] == won
    assert won == [True, False, False, False]


def test_who_is_in_tonight_names_every_card_with_its_count() -> None:
    kit = kit_of("bartender-2012")
    said = told("bartender-2012", "booklet").partition("Who is in tonight")[2]
    rows = re.findall(r"^- (.+?) × (\d+)", said, re.M)
    values = {
        f"{card.value} {card.name}".replace("-", "−", 1) if card.value < 0 else f"{card.value} {card.name}"
        for card in kit.cards.patrons
    }
    assert {name for name, _ in rows} == values | {card.name for card in kit.cards.schemes}
    assert sum(int(count) for _, count in rows) == kit.decks.patrons.total + kit.decks.schemes.total
