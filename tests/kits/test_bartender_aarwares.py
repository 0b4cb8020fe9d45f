"""The Bartender kit against its rules: two decks of 52, what the pictures count, wording, and checks that can fail."""

from __future__ import annotations

import re
import shutil
from collections import Counter
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from cardgen.base.drawing import Art, Drawing
from cardgen.base.files import shipped
from cardgen.base.units import PT_PER_MM, parse_paper
from cardgen.faces.compose import Faces
from cardgen.model import Card, Kit
from cardgen.rulesheet import RuleSheet, load_rules, rule_markdown, rule_pages
from cardgen.rulesheet.blocks import Box, Table, walk
from cardgen.rulesheet.blocks import words as said_in
from cardgen.source import load_kit, load_seeds
from tests.kits.breaking import Change, assert_a_check_fails, failures, swap, words
from tests.many import mostly_slow
from tests.rulesheet.read_sheets import cited_rules

DATA = shipped() / "data" / "bartender-aarwares"
SEEDS = shipped() / "seeds" / "bartender-aarwares.yaml"
KINDS = {"bartender": 12, "customer": 10, "coin": 10, "raider": 10, "shovel": 10}
SUITS = {"customer": "hearts", "coin": "diamonds", "raider": "clubs", "shovel": "spades"}


@pytest.fixture(scope="module")
def kit() -> Kit:
    return load_kit(DATA)


def of(kit: Kit, kind: str, deck: str = "A") -> list[Card]:
    return [card for card in kit.cards.pack if card.kind == kind and card.deck == deck]


# ---- the box ------------------------------------------------------------------------------------------


def test_the_box_holds_what_the_component_list_says(kit: Kit) -> None:
    totals = {component.id: component.total for component in kit.components}
    assert totals == {"pack": 104, "market": 1, "bar": 4, "marker": 1, "first": 1, "aid": 4}
    assert {component.id: str(component.size) for component in kit.components} == {
        "pack": "63 × 88 mm",
        "market": "260 × 180 mm",
        "bar": "260 × 180 mm",
        "marker": "15 × 15 mm",
        "first": "25 × 25 mm",
        "aid": "63 × 88 mm",
    }
    assert {c.id: c.bleed for c in kit.components if c.shape == "round"} == {"marker": 1.5, "first": 1.5}


@pytest.mark.parametrize("deck", ["A", "B"])
def test_each_deck_is_a_pack_of_52_with_one_ace_of_customers(kit: Kit, deck: str) -> None:
    cards = [card for card in kit.cards.pack if card.deck == deck]
    assert all(card.count == 1 for card in cards)
    assert len({(card.suit, card.rank) for card in cards}) == 52
    assert Counter(card.kind for card in cards) == KINDS
    assert [card.id.removesuffix("b") for card in cards if card.kind == "customer" and card.ace] == ["HA"]


def test_ids_are_those_players_say_and_deck_b_adds_a_b(kit: Kit) -> None:
    ids = [card.id for card in kit.cards.pack if card.deck == "A"]
    numbers = ["A", *(str(n) for n in range(2, 11))]
    expected = [f"{rank}{n}" for rank in "KQJ" for n in range(1, 5)]
    expected += [f"{letter}{rank}" for letter in "HCRS" for rank in numbers]
    assert sorted(ids) == sorted(expected)
    assert [card.id for card in kit.cards.pack if card.deck == "B"] == [f"{card_id}b" for card_id in ids]


def test_a_card_has_the_kind_of_its_suit_unless_it_is_a_face_card(kit: Kit) -> None:
    for card in kit.cards.pack:
        face_card = card.rank in ("K", "Q", "J")
        assert (card.kind == "bartender") == face_card, card.id  # AB-012, AB-019
        assert face_card or card.suit == SUITS[card.kind], card.id  # AB-007, AB-013, AB-042, AB-051
        assert card.ace == (card.rank == "A"), card.id


def test_aces_are_worth_10_and_customers_and_bartenders_nothing(kit: Kit) -> None:
    for kind in ("coin", "raider", "shovel"):
        assert sorted(card.value for card in of(kit, kind)) == [2, 3, 4, 5, 6, 7, 8, 9, 10, 10]  # AB-062
    assert {card.value for kind in ("bartender", "customer") for card in of(kit, kind)} == {0}  # AB-018


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


def test_the_options_are_those_of_the_rulings(kit: Kit) -> None:
    choices = {name: option.choices for name, option in kit.options.items()}
    assert choices == {
        "raid_tie": ("defender", "attacker"),
        "ace_value": (10, 11, 1),
        "win_all_paired": (False, True),
        "win_check": ("immediate", "own_turn_end"),
        "repair": ("locked", "free"),
        "stands_up": ("after_drawing", "at_once"),
        "bid_format": ("raise", "once", "sealed"),
        "bury_from": ("opponents", "any_bar", "any_bar_or_market"),
        "counter_chain": (False, True),
        "rescue_turned": (True, False),
        "rescue_shovel_to": ("discard", "hole"),
        "actions_per_turn": ("unlimited", 1, 2, 3),
        "reshuffle": (True, False),
        "discard_before_draw": (False, True),
        "first_tie": ("seat", "random"),
        "decks": ("by_players", "one_deck_20_coins"),
    }
    assert all(option.default == option.choices[0] for option in kit.options.values())


def test_the_seeds_number_every_rule_and_ruling() -> None:
    seeds = load_seeds(SEEDS)
    assert [rule.id for rule in seeds.rules] == [f"AB-{n:03}" for n in range(1, 64)]
    assert [ruling.id for ruling in seeds.rulings] == [f"AB-Q{n}" for n in range(1, 23)]
    talk = [rule.id for rule in seeds.rules if rule.kind == "table-talk"]
    assert talk == ["AB-001", "AB-003", "AB-010", "AB-020", "AB-041"]


def test_every_option_comes_from_the_ruling_that_names_it(kit: Kit) -> None:
    named = {ruling.option: ruling.id for ruling in load_seeds(SEEDS).rulings if ruling.option}
    from_rulings = {name: option.ruling for name, option in kit.options.items()}
    assert from_rulings == named | {
        "rescue_shovel_to": "AB-Q11",
        "stands_up": "AB-Q5",
    }  # both leave two things open


# ---- templates ------------------------------------------------------------------------------------------


def test_templates_use_nothing_the_art_engine_gets_wrong() -> None:
    refused = re.compile(r"<filter|<mask|mix-blend-mode|paint-order|clip-rule|hsl\(|var\(")
    files = [path for path in DATA.rglob("*") if path.suffix in (".svg", ".j2")]
    assert len(files) > 20
    for path in files:
        assert not refused.search(path.read_text()), path.name


def test_every_look_names_the_same_inks_and_no_template_has_its_own(kit: Kit) -> None:
    assert list(kit.looks["full"].palette) == list(kit.looks["low-ink"].palette)
    for folder in ("art", "backs", "faces", "parts"):
        for path in (DATA / folder).iterdir():
            assert not re.search(r"#[0-9a-fA-F]{6}\b", path.read_text()), path.name


# ---- the faces ------------------------------------------------------------------------------------------


def test_every_face_composes_without_a_problem_in_both_looks(
    kit: Kit, faces: Faces, fronts: dict[str, Drawing]
) -> None:
    backs = [faces.back(card) for component in kit.components for card in component.cards]
    assert [str(problem) for problem in faces.problems] == []
    assert all(drawing.items for drawing in fronts.values())
    assert len({id(back) for back in backs if back}) == 3  # main deck, coins, answers


def test_all_faces_share_few_pieces_of_art(kit: Kit, faces: Faces, fronts: dict[str, Drawing]) -> None:
    backs = [faces.back(card) for component in kit.components for card in component.cards]
    keys = {art.key for drawing in (*fronts.values(), *filter(None, backs)) for art in drawing.arts()}
    assert len(keys) < 150


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


def test_small_print_is_5_and_a_half_points_and_all_other_text_7(
    kit: Kit, fronts: dict[str, Drawing]
) -> None:
    for name, drawing in fronts.items():
        for text in drawing.texts():
            small_print = text.words == kit.title or text.words.endswith(f"· {kit.version}")
            assert text.size * PT_PER_MM >= (5.5 if small_print else 7), (name, text.words)


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


@pytest.mark.slow
@pytest.mark.thorough
def test_every_rule_is_cited_whatever_house_rules_are_chosen(sheets: Any) -> None:
    seeds = load_seeds(SEEDS)
    owed = {rule.id for rule in seeds.rules if rule.kind == "rule"}
    known = set(seeds.by_id)
    for chosen, sheet in sheets:
        assert [str(problem) for problem in sheet.problems] == [], chosen
        cited = set(cited_rules(sheet))
        assert owed - cited == set(), chosen
        assert cited - known == set(), chosen


@pytest.mark.slow
def test_every_option_changes_what_the_sheet_says(sheets: Any) -> None:
    told_before: dict[str, str] = {}
    for chosen, sheet in sheets:
        said = rule_markdown(sheet)
        assert said not in told_before, (chosen, told_before[said])
        told_before[said] = str(chosen)


def test_numbers_of_the_sheet_come_from_the_kit(kit: Kit) -> None:
    text = (kit.root / "rules.md.j2").read_text(encoding="utf-8")
    text = re.sub(r"\{#.*?#\}|\{%.*?%\}|\{\{.*?\}\}", "", text, flags=re.DOTALL)  # what the kit says
    text = re.sub(r"^\s*\d+\. |^::: .*$", "", text, flags=re.MULTILINE)  # list items, widths
    assert set(re.findall(r"\d+", text)) == {"0"}  # the skull starts on 0


def test_the_example_of_a_burial_fills_the_hole_and_is_answered(kit: Kit) -> None:
    said = rule_markdown(load_rules(kit))
    found = re.search(r"\*\*(\d+)\.\*\* Ana digs a \*\*(\d+)\*\*: (\d+) \\?\+ (\d+) = \*\*(\d+),\*\*", said)
    answer = re.search(r"Ben shows a \*\*(\d+),\*\* higher than her (\d+)", said)
    assert found is not None
    assert answer is not None
    start, dug, again, added, total = (int(n) for n in found.groups())
    assert (start, dug, start + dug) == (again, added, total)
    assert start < kit.tables.hole["limit"] <= total  # AB-044
    assert int(answer[1]) > int(answer[2]) == dug  # AB-047


def test_the_contents_strip_shows_every_component_with_its_count(kit: Kit) -> None:
    sheet = load_rules(kit)
    (strip,) = (b for b in sheet.blocks if isinstance(b, Box) and b.kind == "at-a-glance")
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
    said = rule_markdown(load_rules(kit))
    turned = [*given["turned"]["P0"], *given["turned"]["P1"]]
    assert {kit.card(card).name for card in turned} == {"Brewmaster"}
    assert len(given["bars"]["P0"]) - len(turned) + 1 == 4  # two pairs upright: two coins
    assert "Ana has two pairs, so she draws two coins, a 9 and a 3." in said
    assert list(given["deck"]["coins"][:2]) == ["C9", "C3"]
    assert len(given["hands"]["P0"]) + 2 == 5
    assert "With the three cards in her hand that makes five." in said
    assert (
        "a customer, which goes to her bar; a raider of 4; a Landlord, who goes to her bar; a shovel of 5."
        in said
    )
    assert list(given["deck"]["main"][:4]) == ["H2", "R4", "K2", "S5"]
    assert [kit.card(card).kind for card in given["deck"]["main"][4:]] == ["raider"] * 3  # Ben's
    assert "two coins for two pairs, and three raiders" in said
    assert sum(kit.card(card).value for card in given["hole"]) == 12
    assert "the skull goes from 12 to 17" in said
    assert Counter(kit.card(card).kind for card in ended) == {"bartender": 5, "customer": 4}
    assert Counter(kit.card(card).rank for card in ended)["Q"] == kit.tables.cast["needed"]
    assert "She has five bartenders and only four customers" in said


def test_examples_of_bids_follow_the_house_rule(kit: Kit) -> None:
    hires = {
        "raise": "Ana goes up to **8,** and Cleo passes. Ana hires the bartender.",
        "once": "Everybody has spoken, so Cleo hires the bartender.",
        "sealed": "Both have laid **8.** Ana opened the bid, so she hires the bartender.",
    }
    for value, said in hires.items():
        text = rule_markdown(load_rules(kit, {"bid_format": value}))
        assert said in text
        assert [other for other in hires.values() if other in text] == [said]


def test_a_chosen_house_rule_is_no_longer_offered_and_the_example_says_by_which_rules_it_is_told(
    kit: Kit,
) -> None:
    usual = rule_markdown(load_rules(kit))
    chosen = rule_markdown(load_rules(kit, {"raid_tie": "attacker"}))
    assert "**Rough town.**" in usual
    assert "**Rough town.**" not in chosen
    assert "Told by the usual rules" not in usual
    assert "Told by the usual rules" in chosen


def test_every_ruling_names_a_house_rule_that_is_offered(kit: Kit) -> None:
    rulings, house = rule_markdown(load_rules(kit)).split("### House rules")
    named = re.findall(
        r"^- .*?\*([^*]+)\*$", rulings.partition("### Rulings of this edition")[2], re.MULTILINE
    )
    names = {name for group in named for name in group.split(", ")}
    assert names == set(re.findall(r"^- \*\*([^*]+)\.\*\*", house, re.MULTILINE))
    assert kit.tables.cast["closing_time"] == 100
    assert "After a hundred rounds" in rulings  # AB-Q22


def test_on_a_narrow_screen_pictures_stand_above_their_words(kit: Kit) -> None:
    sheet = load_rules(kit)
    tables = [block for block in walk(sheet.on("web").blocks) if isinstance(block, Table)]
    assert len(tables) == 2  # the cards, and attack and defence
    assert len([block for block in walk(sheet.blocks) if isinstance(block, Table)]) == 4


def look_over(sheet: RuleSheet, faces: Faces, paper: str) -> None:
    """The sheet is four pages, each full to 85 % at least, in type of at least 92 % of what the theme says."""
    pages = rule_pages(sheet, faces, parse_paper(paper))
    assert [str(problem) for problem in faces.problems] == []
    assert len(pages) == 4
    (first,) = [text for text in pages[1].texts() if text.words.startswith("In your turn you")]
    assert first.size >= 0.92 * 3.15  # as rules/theme.yaml has it
    for page in pages:
        lowest = max(text.y for text in page.texts() if text.y < page.height - 15)
        assert lowest - 12 >= 0.85 * (page.height - 27), page.name


@pytest.mark.slow
def test_the_sheet_is_four_full_pages_in_legible_type(kit: Kit, faces: Faces) -> None:
    look_over(load_rules(kit), faces, "a4")
    look_over(load_rules(kit), faces, "letter")


@pytest.mark.slow
@pytest.mark.thorough
def test_house_rules_keep_the_sheet_at_four_full_pages_on_the_shorter_paper(kit: Kit, sheets: Any) -> None:
    for chosen, sheet in sheets:
        look_over(sheet, Faces(kit, options=chosen), "letter")


@pytest.mark.slow
def test_the_sheet_has_its_headings(kit: Kit, faces: Faces) -> None:
    pages = rule_pages(load_rules(kit), faces, parse_paper("a4"))
    printed = " ".join(text.words for page in pages for text in page.texts())
    for heading in (
        "BARTENDER",
        "YOUR BAR, YOUR TOWN",
        "SETTING UP",
        "THE HOLE",
        "RULINGS OF THIS EDITION",
        "HOUSE RULES",
    ):
        assert heading in printed


# ---- the checks can fail -------------------------------------------------------------------------------


def test_every_check_of_the_kit_holds() -> None:
    assert failures(DATA) == []


def add(card: str) -> Change:
    def change(text: str) -> str:
        return f"{text}- {card}\n"

    return change


def but(rank: str, suit: str, key: str, value: str) -> Change:
    """Give one card of both decks another value."""

    def change(text: str) -> str:
        found = re.search(rf'^  {key}: "\{{\{{ (.*) \}}\}}"$', text, re.MULTILINE)
        assert found
        new = f"  {key}: \"{{{{ {value} if rank == '{rank}' and suit == '{suit}' else ({found[1]}) }}}}\""
        return text.replace(found[0], new)

    return change


SECOND_ACE = "{{id: {id}, name: Customer Ace, deck: {deck}, suit: hearts, rank: A, kind: customer, ace: true, value: 0}}"
AN_OLD_COAT = '  "10": {bust: prospector, sleeve: stripe}\n'

BROKEN: list[tuple[str, str, Change, str]] = [
    ("a card twice", "cards.yaml", add(SECOND_ACE.format(id="H11", deck="A")), "total == 104"),
    (
        "one deck only",
        "cards.yaml",
        swap("deck: [A, B]", "deck: [B]"),
        "'A') | sum('count') == 52",
    ),
    (
        "no second deck",
        "cards.yaml",
        swap("deck: [A, B]", "deck: [A]"),
        "'B') | sum('count') == 52",
    ),
    (
        "two aces of customers in deck A",
        "cards.yaml",
        add(SECOND_ACE.format(id="H11", deck="A")),
        "'deck', 'eq', 'A') | selectattr('kind', 'eq', 'customer') | selectattr('ace')",
    ),
    (
        "two aces of customers in deck B",
        "cards.yaml",
        add(SECOND_ACE.format(id="H11", deck="B")),
        "'deck', 'eq', 'B') | selectattr('kind', 'eq', 'customer') | selectattr('ace')",
    ),
    ("a king who drinks", "cards.yaml", but("K", "hearts", "kind", "'customer'"), "length == 12"),
    ("a customer who raids", "cards.yaml", but("2", "hearts", "kind", "'raider'"), "'customer') | map(attribute='deck')"),
    ("a coin that digs", "cards.yaml", but("2", "diamonds", "kind", "'shovel'"), "'coin') | map(attribute='deck')"),
    ("a raider who pays", "cards.yaml", but("2", "clubs", "kind", "'coin'"), "'raider') | map(attribute='deck')"),
    ("a shovel that pays", "cards.yaml", but("2", "spades", "kind", "'coin'"), "'shovel') | map(attribute='deck')"),
    ("a coin that digs in deck B", "cards.yaml", but("2", "diamonds", "kind", "'shovel' if deck == 'B' else 'coin'"), "map(attribute='kind') | list == cards"),
    ("a ten that is a nine in deck B", "cards.yaml", but("10", "clubs", "rank", "'9' if deck == 'B' else '10'"), "map(attribute='rank') | list == cards"),
    ("a queen who is a coin", "cards.yaml", but("Q", "diamonds", "kind", "'coin'"), "== ['bartender']"),
    ("a fifth king", "cards.yaml", but("J", "clubs", "rank", "'K'"), "JJJJKKKKQQQQ"),
    ("a customer of spades", "cards.yaml", but("3", "hearts", "suit", "'spades'"), "== ['hearts']"),
    ("a coin of hearts", "cards.yaml", but("3", "diamonds", "suit", "'hearts'"), "== ['diamonds']"),
    ("a raider of hearts", "cards.yaml", but("3", "clubs", "suit", "'hearts'"), "== ['clubs']"),
    ("a shovel of hearts", "cards.yaml", but("3", "spades", "suit", "'hearts'"), "== ['spades']"),
    ("an ace of nine", "cards.yaml", but("A", "clubs", "value", "9"), "== [10]"),
    ("a shovel of nought", "cards.yaml", but("4", "spades", "value", "0"), "'shovel') | sum('value')"),
    ("a raider of nought", "cards.yaml", but("4", "clubs", "value", "0"), "'raider') | sum('value')"),
    ("a coin of nought", "cards.yaml", but("4", "diamonds", "value", "0"), "'coin') | sum('value')"),
    ("a customer of four", "cards.yaml", but("4", "hearts", "value", "4"), "sum('value') == 0"),
    ("too few coins", "cards.yaml", but("5", "diamonds", "kind", "'raider'"), ">= 20"),
    ("a hand of six", "cast.yaml", swap("hand: 7", "hand: 6"), "cast.hand"),
    ("three of a kind", "cast.yaml", swap("needed: 4", "needed: 3"), "cast.needed"),
    ("a shallow hole", "hole.yaml", swap("limit: 25", "limit: 24"), "hole.limit == 25"),
    ("a long track", "hole.yaml", swap("last: 34", "last: 35"), "hole.last =="),
    ("a disc too many", "hole.yaml", lambda text: text + "  - [1, 1]\n", "places | length"),
    ("a spot too many", "cast.yaml", swap('"7": [4, 2, 1]', '"7": [4, 3, 1]'), "raiders.spots"),
    ("a number nobody sits on", "cast.yaml", swap(AN_OLD_COAT, ""), "cast.drinkers"),
    ("a player without a bar", "game.yaml", swap("name: Bar mat, count: 4", "name: Bar mat, count: 3"), "bar.total"),
    ("a player without an aid", "game.yaml", swap("name: Player aid, count: 4", "name: Player aid, count: 3"), "aid.total"),
]  # fmt: skip


@pytest.mark.parametrize(
    ("file", "change", "said"),
    mostly_slow([row[1:] for row in BROKEN], fast=3, test=4),
    ids=[row[0] for row in BROKEN],
)
def test_a_broken_kit_fails_its_check_with_file_and_line(
    tmp_path: Path, file: str, change: Change, said: str
) -> None:
    assert_a_check_fails(DATA, tmp_path, file, change, said)


def test_a_second_ace_in_a_deck_is_told_with_its_rule(tmp_path: Path) -> None:
    folder = tmp_path / "bartender-aarwares"
    shutil.copytree(DATA, folder)
    cards = folder / "cards.yaml"
    cards.write_text(add(SECOND_ACE.format(id="H11", deck="B"))(cards.read_text()))
    (told,) = [problem for problem in failures(folder) if "AB-002" in problem.message]
    # both aces are named with their lines: the one of the pack, and the one too many
    lines = cards.read_text().splitlines()
    first, second = re.findall(r"cards\.yaml:(\d+):", told.hint)
    assert "each:" in lines[int(first) - 1]
    assert "H11" in lines[int(second) - 1]


def test_each_check_of_the_kit_is_broken_by_a_test(kit: Kit) -> None:
    for check in kit.checks:
        assert any(said in check.that for *_, said in BROKEN), check.that
