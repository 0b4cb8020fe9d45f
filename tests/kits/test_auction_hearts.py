"""The Auction Hearts kit: 52 cards, enough chips for every table, and faces that tell the suits apart."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from cardgen.base.files import seeds_dir, shipped
from cardgen.base.units import parse_paper
from cardgen.faces.compose import Faces
from cardgen.model import Kit
from cardgen.rulesheet import load_rules, rule_pages
from cardgen.source import load_seeds, read_kit
from tests.many import thorough
from tests.rulesheet.read_sheets import cited_rules

FOLDER = shipped() / "data" / "auction-hearts"
SUITS = ("spades", "hearts", "diamonds", "clubs")
RANKS = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")


@pytest.fixture(scope="module")
def kit() -> Kit:
    kit, problems = read_kit(FOLDER)
    assert not list(problems), "\n".join(map(str, problems))
    assert kit is not None
    return kit


# -- the pack -----------------------------------------------------------------------------------------


def test_the_pack_holds_every_rank_of_every_suit_once(kit: Kit) -> None:
    assert [(c.suit, c.rank, c.count) for c in kit.cards.pack] == [(s, r, 1) for s in SUITS for r in RANKS]


def test_a_card_is_called_by_its_rank_and_suit(kit: Kit) -> None:
    assert kit.card("QS").name == "Queen of spades"
    assert kit.card("10H").name == "10 of hearts"
    assert all(c.id == f"{c.rank}{c.suit[0].upper()}" for c in kit.cards.pack)


def test_two_is_lowest_and_the_ace_highest(kit: Kit) -> None:
    for suit in SUITS:
        by_order = sorted((c for c in kit.cards.pack if c.suit == suit), key=lambda c: c.order)
        assert [c.rank for c in by_order] == [*RANKS[1:], "A"]
        assert [c.order for c in by_order] == list(range(2, 15))


# -- what lies beside it ------------------------------------------------------------------------------


def _chips(kit: Kit, value: int) -> int:
    return sum(c.count for c in kit.cards.chips if c.value == value)


def test_four_players_get_twenty_five_ones_and_five_fives_each(kit: Kit) -> None:
    four = kit.tables.seats[0]
    assert (four["players"], four["ones"], four["fives"]) == (4, 25, 5)
    assert _chips(kit, 1) == 120
    assert _chips(kit, 5) == 24
    assert 4 * (four["ones"] + 5 * four["fives"]) == 200


@pytest.mark.parametrize("row", range(4))
def test_every_table_can_deal_the_pack_out_and_pay_its_players(kit: Kit, row: int) -> None:
    seats = kit.tables.seats[row]
    players = seats["players"]
    assert players * seats["hand"] + len(seats["out"]) == 52
    assert all(kit.card(card).rank == "2" for card in seats["out"])
    assert players * seats["ones"] <= _chips(kit, 1)
    assert players * seats["fives"] <= _chips(kit, 5)


def test_the_tables_are_those_of_the_option(kit: Kit) -> None:
    assert sorted(s["players"] for s in kit.tables.seats) == sorted(kit.options.players.choices)
    assert kit.options.players.default == kit.players.min == kit.players.max == 4


def test_each_suit_has_one_marker_whose_back_is_its_broken_side(kit: Kit) -> None:
    assert [(c.suit, c.count) for c in kit.cards.pain] == [(s, 1) for s in SUITS]
    assert kit.tokens.pain.back == kit.tokens.pain.face


def test_there_is_one_button_one_bell_one_mat_two_counters_and_an_aid_for_everybody(kit: Kit) -> None:
    assert [(c.id, c.count) for c in kit.cards.buttons] == [("dealer", 1), ("namer", 1)]
    assert [(c.track, c.count) for c in kit.cards.counters] == [("bids", 1), ("rounds", 1)]
    assert kit.mats.pot.total == 1
    assert kit.aids.aid.total == 4
    assert kit.aids.aid.back


def test_the_mat_has_a_spot_for_every_round_that_can_be_agreed(kit: Kit) -> None:
    mat = kit.card("pot-mat")
    assert mat.rounds >= max(kit.options.rounds.choices)
    assert mat.bids >= max(c for c in kit.options.bid_cap.choices if isinstance(c, int))


def test_the_aid_settles_every_number_of_clear_players_that_four_can_have(kit: Kit) -> None:
    assert [(row["spared"], row["paid"]) for row in kit.card("aid").settle] == [
        (0, False),
        (1, True),
        (2, True),
        (3, False),
    ]


def test_the_guide_shows_cards_that_exist(kit: Kit) -> None:
    assert all(kit.card(card) for card in kit.guide["hero"])


# -- pips ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("rank", RANKS[1:10])
def test_a_number_card_shows_its_number_in_pips(kit: Kit, rank: str) -> None:
    places = kit.tables.pips["places"][rank]
    assert len(places) == len(set(places)) == int(rank)


@pytest.mark.parametrize("rank", RANKS[1:10])
def test_pips_lie_the_same_way_when_the_card_is_turned_but_for_the_seventh_of_seven(
    kit: Kit, rank: str
) -> None:
    places = {tuple(p) for p in kit.tables.pips["places"][rank]}
    turned = {(round(63 - x, 2), round(88 - y, 2)) for x, y in places}
    assert places - turned == ({(31.5, 29.5)} if rank == "7" else set())


@pytest.mark.parametrize("rank", RANKS[1:10])
def test_pips_touch_neither_each_other_nor_the_index(kit: Kit, rank: str) -> None:
    pips = kit.tables.pips
    height = 10 * pips["size"].get(rank, pips["size"]["other"])
    places = pips["places"][rank]
    for i, (x, y) in enumerate(places):
        assert x - height / 2 >= 11
        assert x + height / 2 <= 52
        assert y - height / 2 >= 3
        assert y + height / 2 <= 85
        for u, v in places[i + 1 :]:
            assert abs(x - u) >= 0.9 * height or abs(y - v) >= 0.7 * height


# -- telling the suits apart --------------------------------------------------------------------------


def test_no_two_houses_share_an_attribute(kit: Kit) -> None:
    houses = kit.tables.house["suits"]
    assert tuple(houses) == SUITS
    for what in ("sign", "tray", "key", "beard"):
        assert len({houses[s][what] for s in SUITS}) == 4
    assert {houses[s]["beard"] for s in SUITS} == set(kit.tables.house["beards"])
    assert {houses[s]["key"] for s in SUITS} == set(kit.tables.house["cellar_keys"])


@pytest.mark.parametrize("look", ["full", "low-ink"])
def test_a_sign_is_drawn_in_the_dye_of_its_suit(kit: Kit, look: str) -> None:
    signs = (FOLDER / "art" / "signs.svg").read_text()
    for suit in SUITS:
        sign = kit.tables.house["suits"][suit]["sign"]
        symbol = re.search(rf'<symbol id="{sign}".*?</symbol>', signs, re.S)
        assert symbol
        assert kit.looks[look].palette[suit] in symbol[0].lower()


def test_both_looks_know_the_same_colours(kit: Kit) -> None:
    assert set(kit.looks["full"].palette) == set(kit.looks["low-ink"].palette)


def _luminance(colour: str) -> float:
    parts = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    r, g, b = (p / 12.92 if p <= 0.03928 else ((p + 0.055) / 1.055) ** 2.4 for p in parts)
    return 0.2126 * r + 0.7152 * g + 0.0722 * b


@pytest.mark.parametrize("look", ["full", "low-ink"])
@pytest.mark.parametrize("name", [*SUITS, "ink", "brass_dark", "wine", "felt_dark"])
def test_words_and_signs_stand_out_from_the_paper(kit: Kit, look: str, name: str) -> None:
    palette = kit.looks[look].palette
    light, dark = _luminance(palette["paper"]), _luminance(palette[name])
    assert (light + 0.05) / (dark + 0.05) >= 4.5


def test_the_back_has_no_top() -> None:
    weaves = re.findall(r"weave\('(\w+)', (\d+), \d+\)", (FOLDER / "backs" / "pack.svg").read_text())
    assert {name for name, _ in weaves} == {"rim", "ring", "band", "flower", "heart"}
    assert all(int(symmetry) % 2 == 0 for _, symmetry in weaves)


# -- rules and rulings --------------------------------------------------------------------------------


def test_the_rules_are_numbered_without_a_gap() -> None:
    seeds = load_seeds(seeds_dir() / "auction-hearts.yaml")
    assert [r.id for r in seeds.rules] == [f"AH-{n:03d}" for n in range(1, 49)]
    assert [r.id for r in seeds.rulings] == [f"AH-Q{n}" for n in range(1, 21)]


def test_rulings_and_options_point_at_each_other(kit: Kit) -> None:
    seeds = load_seeds(seeds_dir() / "auction-hearts.yaml")
    for ruling in seeds.rulings:
        if ruling.option:
            assert kit.options[ruling.option].ruling == ruling.id
    assert {o.ruling for o in kit.options.values()} == {r.id for r in seeds.rulings if r.option}


def test_the_kit_holds_no_code() -> None:
    kinds = {p.suffix for p in Path(FOLDER).rglob("*") if p.is_file()}
    assert kinds <= {".yaml", ".svg", ".j2"}


# -- faces --------------------------------------------------------------------------------------------


@pytest.mark.slow
def test_every_face_and_back_is_drawn_without_a_problem(kit: Kit, faces: Faces) -> None:
    for component in kit.components:
        for card in component.cards:
            assert faces.front(card).items
            assert (faces.back(card) is None) == (component.back is None)
    assert not list(faces.problems), "\n".join(map(str, faces.problems))


def test_all_number_cards_cost_one_ground_and_four_signs(kit: Kit, faces: Faces) -> None:
    numbers = [card for card in kit.cards.pack if card.rank not in "AJQK"]
    assert len(numbers) == 36
    assert len({art.key for card in numbers for art in faces.front(card).arts()}) == 5


def test_a_number_card_places_its_sign_once_for_each_pip_and_twice_for_the_index(
    kit: Kit, faces: Faces
) -> None:
    for rank in RANKS[1:10]:
        keys = [art.key for art in faces.front(kit.card(f"{rank}H")).arts()]
        assert max(keys.count(key) for key in keys) == int(rank) + 2


def test_both_halves_of_a_court_are_one_drawing(kit: Kit, faces: Faces) -> None:
    halves = set()
    for card in kit.cards.pack:
        if card.rank in "JQK":
            arts = [art for art in faces.front(card).arts() if b'id="half' in art.svg or art.width == 41.2]
            assert len(arts) == 2
            assert arts[0].key == arts[1].key
            halves.add(arts[0].key)
    assert len(halves) == 12


def test_the_whole_pack_has_one_back(kit: Kit, faces: Faces) -> None:
    assert len({id(faces.back(card)) for card in kit.cards.pack}) == 1


def test_chips_look_alike_on_both_sides_and_markers_do_not(kit: Kit, faces: Faces) -> None:
    def ink(card_id: str) -> tuple[list[str], list[str]]:
        front, back = faces.front(kit.card(card_id)), faces.back(kit.card(card_id))
        assert back is not None
        return [a.key for a in front.arts()], [a.key for a in back.arts()]

    for same in ("chip-1", "chip-5", "dealer", "namer"):
        front, back = ink(same)
        assert front == back
    for suit in SUITS:
        front, back = ink(f"pain-{suit}")
        assert not set(front) & set(back)


# -- the rule sheet -----------------------------------------------------------------------------------


@pytest.mark.slow
def test_the_rule_sheet_cites_every_rule_whatever_is_chosen(sheets: Any) -> None:
    numbered = load_seeds(seeds_dir() / "auction-hearts.yaml").rules
    rules = {r.id for r in numbered}
    needed = {r.id for r in numbered if r.kind == "rule"}
    for chosen, sheet in sheets:
        assert not list(sheet.problems), "\n".join(map(str, sheet.problems))
        cited = set(cited_rules(sheet))
        assert needed <= cited <= rules, chosen


@pytest.mark.slow
def test_every_option_changes_the_rule_sheet(sheets: Any) -> None:
    (_, usual), *others = [(chosen, repr(sheet.blocks)) for chosen, sheet in sheets]
    for chosen, words in others:
        assert words != usual, chosen


def test_the_worked_settlements_add_up(kit: Kit) -> None:
    text = (FOLDER / "rules.md.j2").read_text()
    rows = re.findall(r'taken="([\d.]+)"\) \}\} \| (\d+) \+ (\d+) \| \*\*(\d+)\*\*', text)
    assert len(rows) == 4
    for taken, bid, pain, pot in rows:
        assert sum(map(int, taken.split("."))) == int(pain) == 13
        assert int(bid) + int(pain) == int(pot)


@pytest.mark.slow
@pytest.mark.parametrize("look", ["full", thorough("low-ink")])
def test_the_rule_sheet_fills_two_pages_of_a4(kit: Kit, look: str) -> None:
    faces = Faces(kit, look)
    sheet = load_rules(kit)
    pages = rule_pages(sheet, faces, parse_paper("a4"))
    assert len(pages) == 2
    assert not [*sheet.problems, *faces.problems]
