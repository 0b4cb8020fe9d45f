"""The Biergarten kit against its component list: counts, walls, umbrellas, layouts, and checks that can fail."""

from __future__ import annotations

import math
import re
from collections import Counter
from pathlib import Path

import pytest

from cardgen.base.drawing import Drawing
from cardgen.base.files import shipped
from cardgen.base.units import PT_PER_MM
from cardgen.faces.compose import Faces
from cardgen.model import Card, Kit
from cardgen.source import load_kit
from tests.kits.breaking import Change, assert_a_check_fails, failures, swap, without, words
from tests.many import mostly_slow

DATA = shipped() / "data" / "biergarten"
SIDES = ("N", "E", "S", "W")
COLOURS = ("G", "Y", "R", "B")


@pytest.fixture(scope="module")
def kit() -> Kit:
    return load_kit(DATA)


def tiles(kit: Kit) -> tuple[Card, ...]:
    return kit.cards.common + kit.cards.home


# ---- the box ------------------------------------------------------------------------------------------


def test_the_box_holds_what_the_component_list_says(kit: Kit) -> None:
    totals = {component.id: component.total for component in kit.components}
    assert totals == {
        "common": 58,
        "home": 6,
        "cellar": 1,
        "mugs": 5,
        "first": 1,
        "marker": 1,
        "supply": 1,
        "aid": 5,
    }
    assert {component.id: str(component.size) for component in kit.components} == {
        "common": "63 × 63 mm",
        "home": "63 × 63 mm",
        "cellar": "200 × 130 mm",
        "mugs": "16 × 16 mm",
        "first": "30 × 30 mm",
        "marker": "20 × 20 mm",
        "supply": "230 × 90 mm",
        "aid": "63 × 88 mm",
    }
    assert {c.id: c.bleed for c in kit.components if c.shape == "round"} == {
        "mugs": 1.5,
        "first": 1.5,
        "marker": 1.5,
    }


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


def test_each_compass_side_has_29_walls_and_no_edge_is_both(kit: Kit) -> None:
    assert Counter(side for card in tiles(kit) for side in card.walls) == dict.fromkeys(SIDES, 29)
    assert [card.id for card in tiles(kit) if sorted(card.walls + card.shields) != sorted(SIDES)] == []


def test_each_colour_has_33_umbrellas_one_of_them_on_a_home(kit: Kit) -> None:
    for colour in COLOURS:
        assert sum(card.umbrellas[colour] for card in kit.cards.common) == 32
        assert sum(card.umbrellas[colour] for card in kit.cards.home) == 1
    assert all(card.umbrellas[c] == 0 for card in tiles(kit) for c in COLOURS if c not in card.colours)
    assert [card.id for card in kit.cards.home if any(card.umbrellas.values())] == ["H5", "H6"]


def test_all_64_tiles_differ(kit: Kit) -> None:
    assert len({(c.colours, c.walls, tuple(c.umbrellas.values()), c.wild) for c in tiles(kit)}) == 64


def test_the_options_are_those_of_the_rulings(kit: Kit) -> None:
    choices = {name: option.choices for name, option in kit.options.items()}
    assert choices == {
        "side": ("lagers", "ales"),
        "umbrella_shape": ("group", "line"),
        "shift": ("run", "whole_line", "none"),
        "connected": (True, False),
        "home_fixed": (False, True),
        "hole_is_exterior": (True, False),
        "deck_out": ("play_on", "final_round"),
        "equal_turns": (False, True),
        "shield_contact": (False, True),
        "first": ("seat", "random"),
    }
    assert all(option.default == option.choices[0] for option in kit.options.values())


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


def test_every_template_exists(kit: Kit) -> None:
    for component in kit.components:
        for template in filter(None, (component.face, component.back)):
            assert (DATA / template).is_file(), template


def test_templates_use_nothing_the_art_engine_gets_wrong() -> None:
    refused = re.compile(r"<filter|<mask|mix-blend-mode|paint-order|clip-rule|hsl\(|var\(")
    for path in DATA.glob("[abf]*/*.svg"):
        assert not refused.search(path.read_text()), path.name


def test_every_look_names_the_same_colours(kit: Kit) -> None:
    full, low = kit.looks["full"].palette, kit.looks["low-ink"].palette
    assert list(full) == list(low)
    for side in ("lagers", "ales"):
        palettes = kit.tables.board[side]["palette"]
        assert list(palettes["full"]) == list(palettes["low-ink"])


# ---- the faces --------------------------------------------------------------------------------------------


def test_every_face_composes_without_a_problem_in_both_looks(
    kit: Kit, faces: Faces, fronts: dict[str, Drawing]
) -> None:
    backs = [faces.back(card) for component in kit.components for card in component.cards]
    assert [str(problem) for problem in faces.problems] == []
    assert all(drawing.items for drawing in fronts.values())
    # blue, amber, the Ales side of the board, the other side of the aid
    assert len({id(back) for back in backs if back}) == 4


def test_all_faces_share_few_pieces_of_art(kit: Kit, faces: Faces, fronts: dict[str, Drawing]) -> None:
    backs = [faces.back(card) for component in kit.components for card in component.cards]
    keys = {art.key for drawing in (*fronts.values(), *filter(None, backs)) for art in drawing.arts()}
    assert len(keys) < 130


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


def test_small_print_is_5_and_a_half_points_and_all_other_text_7(
    kit: Kit, fronts: dict[str, Drawing]
) -> None:
    small = {card.id for card in tiles(kit)}
    for name, drawing in fronts.items():
        sizes = [text.size * PT_PER_MM for text in drawing.texts()]
        assert min(sizes, default=99) >= (5.5 if name in small else 7), name


# ---- the checks can fail ----------------------------------------------------------------------------------


def test_every_check_of_the_kit_holds() -> None:
    assert failures(DATA) == []


BROKEN: list[tuple[str, str, Change, str]] = [
    ("a missing common", "tiles.yaml", without("C48"), "== 64"),
    ("a tenth wild gone", "tiles.yaml", without("C58"), "'wild') | sum('count') == 10"),
    ("too few homes", "homes.yaml", without("H6"), "players.max + 1"),
    (
        "a wall that is a shield too",
        "tiles.yaml",
        swap("shields: [E, S, W]", "shields: [N, E, S, W]"),
        "ENSW",
    ),
    ("an edge with nothing", "tiles.yaml", swap("shields: [E, S, W]", "shields: [E, S]"), "ENSW"),
    (
        "a wall moved north",
        "tiles.yaml",
        swap("walls: [S]\n  shields: [N, E, W]", "walls: [N]\n  shields: [S, E, W]"),
        "'N'",
    ),
    (
        "a wall moved off the south",
        "tiles.yaml",
        swap("walls: [S]\n  shields: [N, E, W]", "walls: [E]\n  shields: [N, S, W]"),
        "'S'",
    ),
    (
        "a wall moved east",
        "tiles.yaml",
        swap("walls: [W]\n  shields: [N, E, S]", "walls: [E]\n  shields: [N, S, W]"),
        "'E'",
    ),
    (
        "a wall moved off the west",
        "tiles.yaml",
        swap("walls: [W]\n  shields: [N, E, S]", "walls: [N]\n  shields: [E, S, W]"),
        "'W'",
    ),
    ("a green umbrella more", "tiles.yaml", swap("{G: 1, Y: 1}", "{G: 2, Y: 1}"), "umbrellas.G"),
    ("a yellow umbrella more", "tiles.yaml", swap("{G: 1, Y: 1}", "{G: 1, Y: 2}"), "umbrellas.Y"),
    ("a red umbrella fewer", "tiles.yaml", swap("{R: 2, B: 1}", "{R: 1, B: 1}"), "umbrellas.R"),
    ("a blue umbrella fewer", "tiles.yaml", swap("{R: 2, B: 1}", "{R: 2}"), "umbrellas.B"),
    (
        "homes full of umbrellas",
        "homes.yaml",
        swap("  layout: hall-", "  umbrellas: {G: 1}\n  layout: hall-", 3),
        "home.total / 2",
    ),
    (
        "a wild with an umbrella",
        "tiles.yaml",
        swap("- id: C58\n", "- id: C58\n  umbrellas: {G: 1}\n"),
        "| sum == 0",
    ),
    (
        "two equal tiles",
        "tiles.yaml",
        swap(
            "colours: [G, Y]\n  walls: [S]\n  shields: [N, E, W]",
            "colours: [G, Y]\n  walls: [N]\n  shields: [E, S, W]",
        ),
        "unique",
    ),
    (
        "a player without a mug",
        "tokens.yaml",
        lambda text: text[: text.rindex("- {id: rose")],
        "tokens.mugs.total",
    ),
    ("a player without an aid", "game.yaml", swap("count: 5", "count: 4"), "aids.aid.total"),
    ("more players than the deck can serve", "game.yaml", swap("max: 5}", "max: 28}"), "2 * players.max + 3"),
    ("the Lagers line moved", "boards.yaml", swap("line: 15", "line: 16"), "lagers.line == 15"),
    ("the Ales line moved", "boards.yaml", swap("line: 10", "line: 9"), "ales.line == 10"),
    (
        "the Lagers line inside a vault",
        "boards.yaml",
        swap("barrels: 15, columns: 3, up: true", "barrels: 14, columns: 3, up: true"),
        "lagers.vaults[0]",
    ),
    ("the Ales line inside a vault", "boards.yaml", swap("barrels: 10", "barrels: 9"), "ales.vaults[0]"),
    ("a Lagers barrel gone", "boards.yaml", swap("barrels: 11", "barrels: 10"), "lagers.vaults | map"),
    ("an Ales barrel gone", "boards.yaml", swap("barrels: 20", "barrels: 19"), "ales.vaults | map"),
]


@pytest.mark.parametrize(
    ("file", "change", "said"),
    mostly_slow([row[1:] for row in BROKEN], fast=3, test=4),
    ids=[row[0] for row in BROKEN],
)
def test_a_broken_kit_fails_its_check_with_file_and_line(
    tmp_path: Path, file: str, change: Change, said: str
) -> None:
    assert_a_check_fails(DATA, tmp_path, file, change, said)


def test_each_check_of_the_kit_is_broken_by_a_test(kit: Kit) -> None:
    for check in kit.checks:
        assert any(said in check.that for *_, said in BROKEN), check.that
