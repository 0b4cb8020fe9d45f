"""The Bartender kit against its rules: two decks of one kind, what the pictures count, and wording."""

from __future__ import annotations

import re
from collections import Counter
from itertools import pairwise
from pathlib import Path

import pytest

from cardgen.base.drawing import Art, Drawing
from cardgen.base.files import shipped
from cardgen.faces.compose import Faces
from cardgen.model import Card, Kit
from cardgen.rulesheet.blocks import Fence, Table, walk
from cardgen.rulesheet.blocks import words as said_in
from tests.games.kits import kit_of
from tests.kits.breaking import BROKEN, copy_of, failures, words
from tests.kits.conftest import said_by, sheet_of

DATA = shipped() / "data" / "bartender-aarwares"
KINDS = {"bartender": 12, "customer": 10, "coin": 10, "raider": 10, "shovel": 10}


@pytest.fixture(scope="module")
def kit() -> Kit:
    return kit_of(DATA.name)


def of(kit: Kit, kind: str, deck: str = "A") -> list[Card]:
    return [card for card in kit.cards.pack if card.kind == kind and card.deck == deck]


# ---- the box ------------------------------------------------------------------------------------------


def test_ids_are_those_players_say_and_deck_b_adds_a_b(kit: Kit) -> None:
    ids = [card.id for card in kit.cards.pack if card.deck == "A"]
    numbers = ["A", *(str(n) for n in range(2, 11))]
    expected = [f"{rank}{n}" for rank in "KQJ" for n in range(1, 5)]
    expected += [f"{letter}{rank}" for letter in "HCRS" for rank in numbers]
    assert sorted(ids) == sorted(expected)
    assert [card.id for card in kit.cards.pack if card.deck == "B"] == [f"{card_id}b" for card_id in ids]


def test_coins_have_a_back_of_their_own(kit: Kit) -> None:
    backs = {(card.kind == "coin", card.back) for card in kit.cards.pack}
    assert backs == {(True, "backs/coin.svg"), (False, "backs/main.svg")}  # AB-008


def test_no_two_customers_of_a_deck_are_alike(kit: Kit) -> None:
    drinkers = kit.tables.cast["drinkers"]
    assert sorted(drinkers, key=int) == [str(n) for n in range(2, 11)]
    assert len({(who["bust"], who["sleeve"]) for who in drinkers.values()}) == 9


def test_the_track_runs_from_0_to_34_in_steps_that_hold_the_marker(kit: Kit) -> None:
    hole = kit.tables.hole
    assert (hole["limit"], hole["last"], len(hole["places"])) == (25, 34, 35)
    places = hole["places"]
    for (x, y), (to_x, to_y) in pairwise(places):
        assert ((x - to_x) ** 2 + (y - to_y) ** 2) ** 0.5 > 12  # a chord of 13.5 mm of the spiral


# ---- templates ------------------------------------------------------------------------------------------


def test_no_template_has_inks_of_its_own() -> None:
    for folder in ("art", "backs", "faces", "parts"):
        for path in (DATA / folder).iterdir():
            assert not re.search(r"#[0-9a-fA-F]{6}\b", path.read_text()), path.name


# ---- the faces ------------------------------------------------------------------------------------------


def test_both_decks_print_the_same_pictures(kit: Kit, fronts: dict[str, Drawing]) -> None:
    for card in kit.cards.pack:
        if card.deck == "A":
            one, other = (Counter(art.key for art in fronts[i].arts()) for i in (card.id, f"{card.id}b"))
            assert one == other, card.id


def pieces(arts: list[Art], width: float, height: float) -> int:
    """Count the placed parts that are drawn in a box of this size."""
    return sum((art.width, art.height) == (width, height) for art in arts)


def test_coins_and_spots_on_the_picture_are_as_many_as_the_value(
    kit: Kit, fronts: dict[str, Drawing]
) -> None:
    for card in (*of(kit, "coin"), *of(kit, "raider")):
        arts = list(fronts[card.id].arts())
        if card.kind == "raider":
            assert pieces(arts, 5, 5) == card.value, card.id
        else:
            assert pieces(arts, 34, 16) == (0 if card.ace else card.value), card.id


def test_a_pit_has_as_many_steps_as_the_value(kit: Kit, fronts: dict[str, Drawing]) -> None:
    for card in of(kit, "shovel"):
        svg = b"".join(art.svg for art in fronts[card.id].arts())
        assert len(re.findall(rb"<use[^>]*--lip", svg)) == 2 * card.value, card.id  # one on each wall


def test_a_stack_of_coins_stays_clear_of_the_index(kit: Kit, fronts: dict[str, Drawing]) -> None:
    for card in of(kit, "coin"):
        for art in fronts[card.id].arts():
            if (art.width, art.height) == (34, 16):
                x, y = art.matrix[4] + art.x + 17, art.matrix[5] + art.y + 6
                assert x - 14.8 >= 19.6 or y - 3.7 >= 31, card.id
                assert x + 14.8 <= 58, card.id


def test_a_card_prints_its_index_role_deck_and_id(kit: Kit, fronts: dict[str, Drawing]) -> None:
    for card in kit.cards.pack:
        printed = words(fronts[card.id])
        assert f"{card.id} · {kit.version}" in printed
        assert kit.title in printed
        assert card.deck in printed
        assert card.kind.upper() in printed
        plain_customer = card.kind == "customer" and not card.ace
        assert (card.rank in printed) != plain_customer, card.id  # AB-018: only in the foot
        assert (f"No. {card.rank}" in printed) == plain_customer, card.id
        assert ("NEEDED TO WIN" in printed) == (card.kind == "customer" and card.ace), card.id  # AB-038
        assert ("= 10" in printed) == (card.ace and card.kind != "customer"), card.id


def test_the_board_counts_from_0_to_34_and_names_its_places(kit: Kit, fronts: dict[str, Drawing]) -> None:
    printed = Counter(words(fronts["market"]))
    assert all(printed[str(number)] == 1 for number in range(35))
    assert printed["35"] == 0
    for title in ("MAIN PILE", "MAIN DISCARDS", "COIN PILE", "COIN DISCARDS", "THE HOLE", "THE MARKET"):
        assert printed[title] == 1
    arts = list(fronts["market"].arts())
    assert pieces(arts, 30, 30) == 8  # stalls of the market
    assert (pieces(arts, 14, 14), pieces(arts, 20, 20)) == (34, 1)  # discs, and the star on the limit


def test_a_bar_mat_has_a_place_for_every_pair_that_wins(fronts: dict[str, Drawing]) -> None:
    printed = words(fronts["bar"])
    assert [w for w in printed if w.endswith("PAIR")] == [
        "FIRST PAIR",
        "SECOND PAIR",
        "THIRD PAIR",
        "FOURTH PAIR",
    ]
    assert pieces(list(fronts["bar"].arts()), 65, 152) == 4


# ---- the house rules on the cards ----------------------------------------------------------------------


def told(kit: Kit, **options: str | int | bool) -> str:
    faces = Faces(kit, "full", options)
    answers = faces.back(kit.card("aid"))
    assert answers is not None
    sides = [*words(faces.front(kit.card("aid"))), *words(answers), *words(faces.front(kit.card("RA")))]
    assert [str(problem) for problem in faces.problems] == []
    return " ".join(" ".join(sides).split())


@pytest.fixture(scope="module")
def told_by_the_book(kit: Kit) -> str:
    return told(kit)


@pytest.mark.parametrize(
    ("option", "value", "usual", "then"),
    [
        ("raid_tie", "attacker", "RAID or equal or higher", "RAID or higher"),
        ("ace_value", 11, "SHOVEL = 10", "SHOVEL = 11"),
        ("win_all_paired", True, "4 customers,", "a customer for every bartender,"),
        ("win_check", "own_turn_end", "Checked at once, on any turn.", "Checked when your turn ends."),
        ("actions_per_turn", 2, "as often as you like", "up to twice"),
    ],
)
def test_aids_and_aces_say_the_chosen_house_rule(
    kit: Kit, told_by_the_book: str, option: str, value: str | int | bool, usual: str, then: str
) -> None:
    before, after = told_by_the_book, told(kit, **{option: value})
    assert usual in before
    assert then not in before
    assert then in after
    assert usual not in after


# ---- the rule sheet ------------------------------------------------------------------------------------


def test_the_example_of_a_burial_fills_the_hole_and_is_answered(kit: Kit) -> None:
    said = said_by(kit.slug)
    found = re.search(r"\*\*(\d+)\.\*\* Ana digs a \*\*(\d+)\*\*: (\d+) \\?\+ (\d+) = \*\*(\d+),\*\*", said)
    answer = re.search(r"Ben shows a \*\*(\d+),\*\* higher than her (\d+)", said)
    assert found is not None
    assert answer is not None
    start, dug, again, added, total = (int(n) for n in found.groups())
    assert (start, dug, start + dug) == (again, added, total)
    assert start < kit.tables.hole["limit"] <= total  # AB-044
    assert int(answer[1]) > int(answer[2]) == dug  # AB-047


def test_the_contents_strip_shows_every_component_with_its_count(kit: Kit) -> None:
    sheet = sheet_of(kit.slug)
    (strip,) = (b for b in sheet.blocks if isinstance(b, Fence) and b.kind == "at-a-glance")
    shown = {
        picture.name for figure in strip.figures for picture in figure.pictures if picture.kind == "face"
    }
    assert {
        card.id for component in kit.components for card in component.cards if component.id != "pack"
    } <= shown
    assert {kit.card(name).kind for name in shown if "kind" in kit.card(name).fields} == set(KINDS)
    counts = [int(said_in(figure.caption).split()[0]) for figure in strip.figures[2:]]
    kinds = [2 * count for count in KINDS.values()]
    assert sorted(counts) == sorted([*kinds, *(c.total for c in kit.components if c.id != "pack")])


def test_the_example_turn_tells_what_the_engine_has_played(kit: Kit) -> None:
    """What the words count, but do not take from the scenario, is what lies there when it has been played."""
    (example,) = (one for one in kit.tables.examples["scenarios"] if one["scenario"] == "Example turn")
    given, ended = example["given"], example["then"][10]["expect"]["bars.P0"]
    said = said_by(kit.slug)
    turned = given["sideways"]
    assert {kit.card(card).name for card in turned} == {"Brewmaster"}
    assert len(given["bars"]["P0"]) - len(turned) + 1 == 4  # two pairs upright: two coins
    assert "Ana has two pairs, so she draws two coins, a 9 and a 3." in said
    assert list(given["coin_deck"][:2]) == ["C9", "C3"]
    assert len(given["hands"]["P0"]) + 2 == 5
    assert "With the three cards in her hand that makes five." in said
    assert (
        "a customer, which goes to her bar; a raider of 4; a Landlord, who goes to her bar; a shovel of 5."
        in said
    )
    assert list(given["deck"][:4]) == ["H2", "R4", "K2", "S5"]
    assert [kit.card(card).kind for card in given["deck"][4:]] == ["raider"] * 3  # Ben's
    assert "two coins for two pairs, and three raiders" in said
    assert sum(kit.card(card).value for card in given["hole"]) == 12
    assert "the skull goes from 12 to 17" in said
    assert Counter(kit.card(card).kind for card in ended) == {"bartender": 5, "customer": 4}
    assert Counter(kit.card(card).rank for card in ended)["Q"] == kit.tables.cast["needed"]
    assert kit.card(ended[3]).rank == "K"
    assert ended[8] == "HA", "the fourth of each row"
    assert "Her Ace still stands with the Landlord, and the new Brewmaster is alone" in said


def test_examples_of_bids_follow_the_house_rule(kit: Kit) -> None:
    hires = {
        "raise": "Ana goes up to **8,** and Cleo passes. Ana hires the bartender.",
        "once": "Everybody has spoken, so Cleo hires the bartender.",
        "sealed": "Both have laid **8.** Ana opened the bid, so she hires the bartender.",
    }
    for value, said in hires.items():
        text = said_by(kit.slug, bid_format=value)
        assert said in text
        assert [other for other in hires.values() if other in text] == [said]


def test_a_chosen_house_rule_is_no_longer_offered_and_the_example_says_by_which_rules_it_is_told(
    kit: Kit,
) -> None:
    usual = said_by(kit.slug)
    chosen = said_by(kit.slug, raid_tie="attacker")
    assert "**Rough town.**" in usual
    assert "**Rough town.**" not in chosen
    assert "Told by the usual rules" not in usual
    assert "Told by the usual rules" in chosen


def test_every_ruling_names_a_house_rule_that_is_offered(kit: Kit) -> None:
    rulings, house = said_by(kit.slug).split("### House rules")
    named = re.findall(
        r"^- .*?\*([^*]+)\*$", rulings.partition("### Rulings of this edition")[2], re.MULTILINE
    )
    names = {name for group in named for name in group.split(", ")}
    assert names == set(re.findall(r"^- \*\*([^*]+)\.\*\*", house, re.MULTILINE))
    assert kit.tables.cast["closing_time"] == 100
    assert "After a hundred rounds" in rulings  # AB-Q22


def test_on_a_narrow_screen_pictures_stand_above_their_words(kit: Kit) -> None:
    sheet = sheet_of(kit.slug)
    tables = [block for block in walk(sheet.on("web").blocks) if isinstance(block, Table)]
    assert len(tables) == 2  # the cards, and attack and defence
    assert len([block for block in walk(sheet.blocks) if isinstance(block, Table)]) == 4


# ---- a check that fails -------------------------------------------------------------------------------


def test_a_second_ace_in_a_deck_is_told_with_its_rule(tmp_path: Path) -> None:
    (row,) = (row for row in BROKEN[DATA.name] if row["what"] == "two aces of customers in deck B")
    folder = copy_of(DATA, tmp_path, row)
    cards = folder / "cards.yaml"
    (told,) = [problem for problem in failures(folder) if "AB-002" in problem.message]
    # both aces are named with their lines: the one of the pack, and the one too many
    lines = cards.read_text().splitlines()
    first, second = re.findall(r"cards\.yaml:(\d+):", told.hint)
    assert "each:" in lines[int(first) - 1]
    assert "H11" in lines[int(second) - 1]
