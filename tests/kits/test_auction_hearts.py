"""The Auction Hearts kit: chips and counters, pips, faces that tell the suits apart, and examples that are played."""

from __future__ import annotations

import re
from functools import cache
from itertools import chain
from typing import Any

import pytest

import cardgen
from cardgen.base.drawing import Text, contrast
from cardgen.base.files import shipped
from cardgen.base.units import parse_paper
from cardgen.faces.compose import Faces
from cardgen.games import make_game
from cardgen.model import Kit
from cardgen.rulesheet import load_rules, rule_markdown, zine_pages
from cardgen.rulesheet.blocks import TextRun, all_inlines
from cardgen.source import load_kit, read_kit
from tests.many import slow, thorough

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


def test_a_card_is_called_by_its_rank_and_suit(kit: Kit) -> None:
    assert kit.card("QS").name == "Queen of spades"
    assert kit.card("10H").name == "10 of hearts"
    assert all(c.id == f"{c.rank}{c.suit[0].upper()}" for c in kit.cards.pack)


# -- what lies beside it ------------------------------------------------------------------------------


def test_the_tables_are_those_of_the_option(kit: Kit) -> None:
    assert sorted(s["players"] for s in kit.tables.seats) == sorted(kit.options.players.choices)
    assert kit.options.players.default == kit.players.min == kit.players.max == 4


@pytest.mark.parametrize(("track", "most"), [("bids", 240), ("rounds", 100)])
def test_two_counters_show_every_bid_and_every_round_in_one_way_only(kit: Kit, track: str, most: int) -> None:
    spots = kit.card("pot-mat").fields[track]
    one, many = sorted(c.times for c in kit.cards.counters if c.track == track)
    assert (one, many) == (1, spots)
    shown = [many * above + spot for above in range(spots + 1) for spot in range(1, spots + 1)]
    assert len(shown) == len(set(shown))
    assert set(range(1, most + 1)) <= set(shown)
    option = kit.options.bid_cap if track == "bids" else kit.options.rounds
    assert option.range is not None
    assert option.range.max == most
    assert sum(c.count * c.value for c in kit.cards.chips) <= 240


def test_the_aid_settles_every_number_of_clear_players(kit: Kit) -> None:
    assert [(row["spared"], row["paid"]) for row in kit.card("aid").settle] == [
        (0, False),
        (1, True),
        (2, True),
        (3, False),
    ]


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


@pytest.mark.parametrize("look", ["full", "low-ink"])
@pytest.mark.parametrize("name", [*SUITS, "ink", "brass_dark", "wine", "felt_dark"])
def test_words_and_signs_stand_out_from_the_paper(kit: Kit, look: str, name: str) -> None:
    palette = kit.looks[look].palette
    assert contrast(palette["paper"], palette[name]) >= 4.5


def test_the_back_has_no_top() -> None:
    weaves = re.findall(r"weave\('(\w+)', (\d+), \d+\)", (FOLDER / "backs" / "pack.svg").read_text())
    assert {name for name, _ in weaves} == {"rim", "ring", "band", "flower", "heart"}
    assert all(int(symmetry) % 2 == 0 for _, symmetry in weaves)


# -- faces --------------------------------------------------------------------------------------------


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


@cache
def _says(**chosen: str | int | bool) -> str:
    """What the sheet says in Markdown, without the marks of emphasis."""
    sheet = load_rules(load_kit(FOLDER), chosen).on("text")
    return rule_markdown(sheet).replace("*", "").replace("\N{NO-BREAK SPACE}", " ")


def _example(kit: Kit, name: str) -> Any:
    return next(s for s in kit.tables.examples["scenarios"] if s["scenario"] == name)


def test_the_worked_settlements_are_those_that_the_engine_plays(kit: Kit) -> None:
    said = _says()
    for line in (
        "| One | Ana 0, Ben 6, Cleo 4, Dan 3 | 3 + 13 | 16 | Ana takes 16. | An auction. |",
        "| Two | Ana 0, Ben 9, Cleo 4, Dan 0 | 4 + 13 | 17 | Ana and Dan take 8 each; 1 chip stays. | An auction, with 1 chip",
        "| Nobody | Ana 5, Ben 4, Cleo 3, Dan 1 | 2 + 13 | 15 | All 15 stay. | No auction: Ana is the namer again, for a pot of 28.",
        "| Three | Ana 0, Ben 0, Cleo 13, Dan 0 | 5 + 13 | 18 | All 18 stay: no prize for taking everything. | No auction: Dan",
    ):
        assert line in said
    assert len([s for s in kit.tables.examples["scenarios"] if "won" in s["given"]]) == 4


def test_the_round_of_the_sheet_is_told_as_the_engine_plays_it(kit: Kit) -> None:
    said, tricks = _says(), _example(kit, "Example turn")["then"]
    names = {"P0": "Ana", "P1": "Ben", "P2": "Cleo", "P3": "Dan"}
    signs = {"S": "♠", "H": "♥", "D": "♦", "C": "♣"}
    for number, trick in enumerate(tricks, 1):
        cards = [move.split(" plays ") for move in trick["moves"]]
        hearts = sum(card[-1] == "H" for _, card in cards)
        cells = " | ".join(f"{names[seat]} {signs[card[-1]]} {card[:-1]}" for seat, card in cards)
        taker = names[trick["expect"]["turn"]] if number < 13 else "Ben"  # who has paid nine in the end
        assert f"| {number} | {cells} | {taker} | {hearts or '–'} |" in said
    assert "Ana passes, Ben bids 1, Cleo bids 2, Dan bids 3. Dan holds six hearts" in said
    assert "Ana took four hearts and pays 4 chips; Ben took nine hearts and pays 9 chips." in said
    assert "With the bid of 3 the pot is 16. Cleo and Dan are clear and take 8 each." in said
    assert "Now they hold: Ana 46, Ben 41, Cleo 58, Dan 55." in said


def test_what_the_sheet_remarks_on_the_tricks_is_so(kit: Kit) -> None:
    played = [
        dict(move.split(" plays ") for move in trick["moves"])
        for trick in _example(kit, "Example turn")["then"]
    ]

    def left(seat: str, suit: str, after: int) -> list[str]:
        """The cards of a suit that a player holds after a trick."""
        return [trick[seat] for trick in played[after:] if trick[seat][-1] == suit]

    assert left("P3", "H", 0)  # 1: Dan could have led a heart
    assert all(card[-1] == "C" for n in (2, 3) for card in played[n].values())  # 4: clubs for the second time
    assert left("P3", "S", 4)
    assert not left("P3", "S", 5)  # 5: his last spade
    assert not any(card[-1] == "H" for trick in played[:5] for card in trick.values())  # 6: the first heart
    assert not left("P3", "C", 6)  # 7: no clubs either
    assert all(card not in ("2H", "3H", "4H") for card in left("P0", "H", 7))  # 8: Ana must go over the five
    assert left("P1", "H", 8) == ["KH"]  # 9
    assert not left("P2", "C", 9)  # 10
    assert [seat for seat, card in played[12].items() if card[-1] == "S"] == ["P1"]  # 13
    assert sum(card[-1] == "H" for trick in played for card in trick.values()) == 13


def _minutes(kit: Kit, players: int) -> int:
    row = next(row for row in kit.tables.pace if row["players"] == players)
    return 5 * round(row["decisions"] * row["seconds"] / 300)


def test_minutes_come_from_simulated_games(kit: Kit) -> None:
    assert kit.minutes == str(_minutes(kit, 4))


@pytest.mark.thorough
@pytest.mark.parametrize("players", [4, 6])
def test_simulated_games_last_as_long_as_the_sheet_says(kit: Kit, players: int) -> None:
    pace = next(row for row in kit.tables.pace if row["players"] == players)
    report = cardgen.simulate(
        kit, players=players, games=100, bots=["greedy"], seed=1, options={"players": players}
    )
    assert report.length.rounds is not None
    assert report.length.rounds.median == pytest.approx(pace["rounds"], rel=0.25)
    assert 3 <= report.figures["winning_bid"].median <= 4
    assert report.length.decisions.median == pytest.approx(pace["decisions"], rel=0.25)


@pytest.mark.parametrize("players", [slow(3), 4, slow(5), 6])
def test_the_sheet_has_the_numbers_of_every_table(kit: Kit, players: int) -> None:
    game = make_game(kit, players, {"players": players})
    dealt, said = game.deal(1), _says(players=players)
    hand, pack = len(dealt.piles["hand P0"]), chain(*dealt.piles.values())
    pack = [game.pieces.cards[card].suit for card in pack if card not in dealt.piles["aside"]]
    suits = sorted({pack.count(suit) for suit in pack})
    assert f"Each of the {['three', 'four', 'five', 'six'][players - 3]} players takes" in said
    assert f"{dealt.chips['chips P0']} chips:" in said
    assert f"deals {hand} to each player" in said
    assert f"{_minutes(kit, players)} minutes" in said
    assert f"{'–'.join(map(str, suits))} pain cards" in said
    assert ("take half each" in said) == (players != 3)  # of three the third took them all: AH-040
    for row in kit.tables.seats:
        chips = row["ones"] + 5 * row["fives"]
        assert f"| {row['players']} | {row['hand']} | {chips} | {row['ones']} | {row['fives']} |" in said


def test_rulings_and_house_rules_name_every_option(kit: Kit) -> None:
    said = _says()
    boxed = said.partition("Rulings of this edition")[2]
    singly = ("first_lead_no_pain", "first_trick_no_pain", "must_break")
    for option in kit.options.values():
        if option.name not in ("preset", "players"):
            chosen = option.find(option.default)
            assert chosen is not None
            assert chosen.says in boxed, option.name
        if option.name not in ("players", "bid_cap", "rounds", *singly):
            other = next(value for value in option.values if value.value != option.default)
            assert f"{option.title}. {other.says}" in boxed


@pytest.mark.parametrize(("players", "paper"), [(4, "a4"), thorough(4, "letter"), thorough(6, "letter")])
def test_the_zine_has_room_for_all_of_its_words(kit: Kit, players: int, paper: str) -> None:
    sheet = load_rules(kit, {"players": players}).on("zine")
    pages = zine_pages(sheet, Faces(kit), parse_paper(paper))
    assert [str(problem) for problem in sheet.problems] == []
    printed = " ".join(text.words for page in pages for text in page.items if isinstance(text, Text))
    for said in ("dealer", "eldest hand", "Follow suit", "Pain suit", "no chips left"):
        assert said in " ".join(printed.split())


def test_the_booklet_tells_each_settling_step_by_step(kit: Kit) -> None:
    sheet = load_rules(kit).on("booklet")
    assert list(sheet.problems) == []
    text = "".join(i.text if isinstance(i, TextRun) else " " for i in all_inlines(sheet.blocks))
    text = " ".join(text.split())
    assert "Cleo has bid 4. Ben took 9 pain cards, Cleo took 4. The pot is 4 + 13 = 17." in text
    assert "Ana and Dan take 8 each, and 1 chip stays." in text
    assert "Ana, Ben and Dan are clear, and more than two get nothing" in text
