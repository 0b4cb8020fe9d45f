"""The Biergarten kit against its component list: colours, walls, umbrellas, layouts and pictures."""

from __future__ import annotations

import math
import re
from collections import Counter

import pytest

from cardgen.base.drawing import Drawing
from cardgen.base.files import shipped
from cardgen.faces.compose import Faces
from cardgen.model import Card, Kit
from tests.games.kits import kit_of
from tests.kits.breaking import words

DATA = shipped() / "data" / "biergarten"
SIDES = ("N", "E", "S", "W")
COLOURS = ("G", "Y", "R", "B")


@pytest.fixture(scope="module")
def kit() -> Kit:
    return kit_of(DATA.name)


def tiles(kit: Kit) -> tuple[Card, ...]:
    return kit.cards.common + kit.cards.home


# ---- the box ------------------------------------------------------------------------------------------


def test_ids_run_from_c01_to_c58_and_h1_to_h6(kit: Kit) -> None:
    assert [card.id for card in kit.cards.common] == [f"C{n:02}" for n in range(1, 59)]
    assert [card.id for card in kit.cards.home] == [f"H{n}" for n in range(1, 7)]


def test_every_pair_of_colours_has_six_commons_and_every_single_colour_three(kit: Kit) -> None:
    colours = Counter("".join(card.colours) for card in kit.cards.common if not card.wild)
    pairs = {"GY": 6, "GR": 6, "GB": 6, "YR": 6, "YB": 6, "RB": 6}
    assert colours == pairs | dict.fromkeys(COLOURS, 3)
    assert sorted("".join(card.colours) for card in kit.cards.home) == sorted(pairs)


def test_walls_are_spread_as_the_component_list_says(kit: Kit) -> None:
    plain = [card for card in kit.cards.common if not card.wild]
    assert Counter(len(card.walls) for card in plain) == {1: 16, 2: 20, 3: 12}
    pairs = Counter("".join(card.walls) for card in plain if len(card.walls) == 2)
    assert pairs == {"NE": 4, "ES": 4, "SW": 4, "NW": 4, "NS": 2, "EW": 2}
    open_sides = Counter(card.shields[0] for card in plain if len(card.walls) == 3)
    assert open_sides == dict.fromkeys(SIDES, 3)
    wilds = Counter("".join(card.walls) for card in kit.cards.common if card.wild)
    assert wilds == dict.fromkeys(["N", "E", "S", "W", "NE", "ES", "SW", "NW", "NS", "EW"], 1)


def test_one_umbrella_of_each_colour_is_on_a_home(kit: Kit) -> None:
    assert all(sum(card.umbrellas[colour] for card in kit.cards.home) == 1 for colour in COLOURS)
    assert all(card.umbrellas[c] == 0 for card in tiles(kit) for c in COLOURS if c not in card.colours)
    assert [card.id for card in kit.cards.home if any(card.umbrellas.values())] == ["H5", "H6"]


# ---- the gardens ----------------------------------------------------------------------------------------


def test_every_layout_has_a_parasol_for_every_umbrella_and_a_place_for_every_piece(kit: Kit) -> None:
    for card in tiles(kit):
        if card.wild:
            continue
        rows = kit.tables.layouts["yards" if card.component == "home" else "plazas"]
        layout = rows[card.layout]
        assert len(layout.get("parasols", ())) == sum(card.umbrellas.values()), card.id
        assert len(layout.get("places", ())) == len(card.plaza), card.id


def test_parasols_and_places_of_a_layout_never_touch(kit: Kit) -> None:
    room = {"medium": 6.0, "small": 3.5}
    for name, layout in kit.tables.layouts["plazas"].items():
        parasols = [p[:2] for p in layout.get("parasols", ())]
        for i, here in enumerate(parasols):
            assert all(math.dist(here, there) >= 17.3 for there in parasols[:i]), name
        for x, y, size in layout.get("places", ()):
            assert all(math.dist((x, y), p) >= 8.3 + room[size] for p in parasols), (name, x, y)


def test_what_stands_on_a_tile_has_its_part_drawn(kit: Kit) -> None:
    parts = kit.tables.parts
    for card in tiles(kit):
        assert set(card.corners) == {"NE", "SE", "SW"}, card.id
        pieces = {here["piece"] for here in card.corners.values() if here != "flowers"} - {"flowers"}
        assert pieces <= set(parts["lawn"]), card.id
        assert set(card.plaza) <= set(parts["plaza"]), card.id
    for file, names in parts.items():
        drawn = set(re.findall(r'<symbol id="([\w-]+)"', (DATA / "art" / f"{file}.svg").read_text()))
        assert set(names) <= drawn, file


def test_every_look_names_the_same_colours_of_a_board(kit: Kit) -> None:
    for side in ("lagers", "ales"):
        palettes = kit.tables.board[side]["palette"]
        assert list(palettes["full"]) == list(palettes["low-ink"])


# ---- the faces --------------------------------------------------------------------------------------------


def test_parasols_hedges_and_wild_shields_on_the_picture_are_those_of_the_data(
    kit: Kit, fronts: dict[str, Drawing]
) -> None:
    shown = {card.id: Counter(art.key for art in fronts[card.id].arts()) for card in tiles(kit)}
    drawn = {
        tuple(shown[card.id][key] for card in tiles(kit))
        for key in {key for counts in shown.values() for key in counts}
    }
    for colour in COLOURS:
        assert tuple(card.umbrellas[colour] for card in tiles(kit)) in drawn, colour
    for side in SIDES:
        assert tuple(int(side in card.walls) for card in tiles(kit)) in drawn, side
    assert tuple(len(card.shields) if card.wild else 0 for card in tiles(kit)) in drawn
    for pair in ("GY", "GR", "GB", "YR", "YB", "RB"):
        for side in SIDES:
            wanted = tuple(int("".join(c.colours) == pair and side in c.shields) for c in tiles(kit))
            assert wanted in drawn, (pair, side)


def test_a_tile_prints_its_id_and_nothing_else(kit: Kit, fronts: dict[str, Drawing]) -> None:
    assert {card.id: words(fronts[card.id]) for card in tiles(kit)} == {c.id: [c.id] for c in tiles(kit)}


def test_the_cellar_board_counts_from_0_to_40_and_shows_its_line(
    kit: Kit, faces: Faces, fronts: dict[str, Drawing]
) -> None:
    ales = faces.back(kit.card("cellar"))
    assert ales is not None
    for drawing, title, line in ((fronts["cellar"], "LAGERS", 15), (ales, "ALES", 10)):
        printed = Counter(words(drawing))
        assert all(printed[str(number)] >= 1 for number in range(41))
        assert printed["41"] == 0
        assert printed[str(line)] == 2  # its barrel and the sign on the post
        assert printed[title] == 1
    assert Counter(words(fronts["cellar"]))["7"] == 1 + len(COLOURS)  # space 7 and four groups of seven
    assert Counter(words(ales))["7"] == 1  # BG-051


def test_the_aid_prints_the_numbers_of_barrels_yaml(kit: Kit, fronts: dict[str, Drawing]) -> None:
    barrels = kit.tables.barrels
    numbers = Counter(word for word in words(fronts["aid"]) if word.isdigit())
    earned = [barrels[k] for k in ("one_colour", "two_colours", "all_colours", "walled_garden", "umbrellas")]
    lines = [15, 10]
    assert numbers == Counter(str(n) for n in [1, 2, 3, 4, *earned, barrels["umbrella_group"], *lines])


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({}, "it may bend and branch"),
        ({"umbrella_shape": "line"}, "one straight line"),
        ({}, "up to the first gap"),
        ({"shift": "none"}, "they are not pushed"),
        ({}, "outside or in a hole"),
        ({}, "Every other player has one more turn"),
        ({"equal_turns": True}, "the same number of turns"),
    ],
)
def test_behind_the_aid_stand_chains_pushes_and_the_end_as_they_are_played(
    kit: Kit, options: dict[str, object], said: str
) -> None:
    chosen = {option.name: option.default for option in kit.options.values()} | options
    back = Faces(kit, options=chosen).back(kit.card("aid"))
    assert back is not None
    assert said in " ".join(" ".join(words(back)).split())
