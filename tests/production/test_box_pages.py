"""The sheets of boxes: which there are, what lies where on them, what they say, what is told when they cannot be made."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from functools import cache

import pytest
from lxml import etree

from cardgen.base.drawing import Drawing, PlacedDrawing, Text
from cardgen.base.drawing import Path as Drawn
from cardgen.base.units import PAPERS
from cardgen.faces.compose import Faces
from cardgen.model import Kit
from cardgen.model.kit import Players
from cardgen.production import BoxSheets, box_pages
from cardgen.production.dielines import Tuck
from cardgen.source import read_kit
from cardgen.targets.boxes import dieline_svg
from tests.conftest import MakeKit
from tests.games.kits import kit_of
from tests.many import mostly_thorough, slow

KITS = ("auction-hearts", "bartender-2012", "bartender-aarwares", "biergarten", "cheers")


@cache
def drawn(slug: str) -> list[BoxSheets]:
    """The tuck boxes of a game on A4, in full colour: several tests look at them."""
    kit = kit_of(slug)
    return box_pages(kit, Faces(kit, kit.first_look), PAPERS["a4"], kinds=("tuck",))


def made(
    kit: Kit, paper: str = "a4", look: str = "", sleeved: bool | None = None
) -> tuple[list[BoxSheets], Faces]:
    faces = Faces(kit, look or kit.first_look)
    return box_pages(kit, faces, PAPERS[paper], sleeved=sleeved), faces


def words(drawing: Drawing) -> str:
    """All that is read on a page, without spaces: kerning parts words."""
    return "".join(text.words for text in drawing.texts()).replace(" ", "").replace("\u00a0", "")


def cut_lines(drawing: Drawing) -> list[Drawn]:
    """The lines that are cut: black, 0.12 mm, closed."""
    return [
        item
        for item in drawing.items
        if isinstance(item, Drawn) and item.width == 0.12 and item.commands[-1] == ("Z",)
    ]


@pytest.mark.parametrize(
    ("slug", "look", "paper", "sleeved"),
    mostly_thorough(
        [
            (slug, look, paper, sleeved)
            for slug in KITS
            for look in ("full", "low-ink")
            for paper in ("a4", "letter")
            for sleeved in (None, True)
        ],
        23,
    ),
)
def test_every_box_of_the_games_is_drawn_without_a_complaint(
    slug: str, look: str, paper: str, sleeved: bool | None
) -> None:
    sheets, faces = made(kit_of(slug), paper, look, sleeved)
    assert [str(problem) for problem in faces.problems] == []
    assert [one.stem for one in sheets] == [f"{slug}-box-{name}" for name in kit_of(slug).boxes]
    for one in sheets:
        for page in one.pages:
            for line in cut_lines(page.drawing):
                for x, y in points(line):
                    # between header and footer, where a printer reaches
                    assert 5 <= x <= page.drawing.width - 5
                    assert 11 <= y <= page.drawing.height - 10.8


def points(path: Drawn) -> Iterator[tuple[float, float]]:
    for command in path.commands:
        numbers = [float(value) for value in command[1:]]  # type: ignore[arg-type]
        yield from zip(numbers[::2], numbers[1::2], strict=True)


def test_a_box_that_is_too_large_for_a_page_is_made_of_halves() -> None:
    kit = kit_of("bartender-aarwares")
    (bare,), _ = made(kit)
    (sleeved,), _ = made(kit, sleeved=True)
    assert [len(bare.pages), len(sleeved.pages)] == [1, 2]
    assert "Twohalves".upper() in words(sleeved.pages[0].drawing).upper()
    assert "0.42" in words(sleeved.pages[0].drawing)


def test_a_sheet_says_what_the_box_was_measured_by() -> None:
    sheets = drawn("biergarten")
    said = words(sheets[0].pages[0].drawing)
    for fact in ("64×21×64.5", "stack19.2mm", "0.55D+3", "Solid:cut;dashed:fold", "2to5players·20minutes"):
        assert fact in said, fact


def test_facts_on_a_box_follow_the_kit() -> None:
    kit = kit_of("biergarten")
    fewer = tuple(replace(c, cards=c.cards[:-1]) if c.id == "common" else c for c in kit.components)
    tuck = {"tiles": kit.boxes["tiles"]}
    changed = replace(kit, players=Players(3, 4), minutes="45", version="7.3", components=fewer, boxes=tuck)
    said = words(made(changed)[0][0].pages[0].drawing)
    for fact in ("3to4players·45minutes", "v7.3", "63tiles", "57commontiles"):
        assert fact in said, fact


@pytest.mark.parametrize("slug", mostly_thorough([slow(slug) for slug in KITS], 3))
def test_credits_stand_on_every_box_and_that_it_is_unofficial(slug: str) -> None:
    kit = kit_of(slug)
    sheets = drawn(slug)
    said = words(sheets[0].pages[0].drawing)
    assert "nofficial" in said
    first = kit.credits["design"].replace(" ", "")
    assert first in said or (first == "Traditional" and "Atraditionalgame" in said)


def test_art_is_seen_to_the_cut_and_a_little_beyond_but_never_far_over_a_crease() -> None:
    (sheets, *_) = drawn("auction-hearts")
    (dieline,) = sheets.dielines[0]
    sides = {panel.name: panel for panel in dieline.panels}
    for panel in sides.values():
        left, top, width, height = panel.shows
        assert left <= panel.x
        assert top <= panel.y
        assert left + width >= panel.x + panel.width
        assert top + height >= panel.y + panel.height
        assert max(panel.x - left, panel.y - top) <= 2
    assert sides["front"].y - sides["front"].shows[1] == 2  # a cut above
    assert sides["back"].x + sides["back"].width + 1 == sides["back"].shows[0] + sides["back"].shows[2]
    assert sides["lid"].turn == 180  # read from the front, when the box stands before one


def test_the_art_of_a_side_lands_on_that_side() -> None:
    sheets = drawn("biergarten")
    places = [item for item in sheets[0].pages[0].drawing.items if isinstance(item, PlacedDrawing)]
    named = {place.drawing.name: place for place in places}
    (dieline,) = sheets[0].dielines[0]
    for panel in dieline.panels:
        place = named[f"box tiles, {panel.name}"]
        a, b, c, d, e, f = place.matrix
        corners = [
            (a * x + c * y + e, b * x + d * y + f) for x in (0, panel.width) for y in (0, panel.height)
        ]
        xs, ys = sorted(x for x, _ in corners), sorted(y for _, y in corners)
        assert xs[-1] - xs[0] == pytest.approx(panel.width)
        assert ys[-1] - ys[0] == pytest.approx(panel.height)
        first = named["box tiles, back"].matrix
        assert (xs[0] - first[4], ys[0] - first[5]) == pytest.approx((panel.x, panel.y), abs=1e-6)


PLAIN = """\
game: kit
title: Plain
version: "2.1"
players: {min: 2, max: 4}
credits: {design: Ada}
decks:
  cards:
    size: poker
    face: face.svg
    back: back.svg
    stock: 300 g/m²
    cards: [{id: A1, count: 30}, {id: A2, count: 24}]
"""
FACE = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="-3 -3 69 94"><rect width="63" height="88"/></svg>\n'


def own(make_kit: MakeKit, more: str = "", **files: str) -> Kit:
    folder = make_kit({"game.yaml": PLAIN + more, "face.svg": FACE, "back.svg": FACE, **files})
    kit, problems = read_kit(folder)
    assert kit, [str(problem) for problem in problems]
    return kit


@pytest.mark.parametrize("look", ["full", "low-ink"])
def test_a_kit_that_says_nothing_gets_a_box_with_its_title_its_faces_and_its_back(
    make_kit: MakeKit, look: str
) -> None:
    looks = "looks: {full: {palette: {}}, low-ink: {palette: {}}}\n"
    kit = own(make_kit, looks)
    (sheets,), faces = made(kit, look=look)
    assert not list(faces.problems)
    drawing = sheets.pages[0].drawing
    said = words(drawing)
    assert said.count("PLAIN") >= 5  # header, front, two sides, lid
    assert "54cards" in said.lower()
    assert "Ada" in said
    assert "2to4players" in said
    shown = {
        inner.drawing.name
        for item in drawing.items
        if isinstance(item, PlacedDrawing)
        for inner in item.drawing.items
        if isinstance(inner, PlacedDrawing)
    }
    assert {"A1 front", "A1 back"} <= shown
    grounds = {item.fill for item in drawing.items if isinstance(item, Drawn)}
    assert ("#2e2e2e" in grounds) == (look == "full")  # the flaps


def test_a_template_of_another_size_covers_its_side(make_kit: MakeKit) -> None:
    front = '<svg xmlns="http://www.w3.org/2000/svg" width="30mm" height="30mm" viewBox="0 0 30 30"><rect width="30" height="30" fill="#ff0000"/></svg>'
    kit = own(make_kit, "boxes: {a: {for: [cards], art: {front: front.svg}}}\n", **{"front.svg": front})
    (sheets,), _ = made(kit)
    (place,) = [
        item
        for item in sheets.pages[0].drawing.items
        if isinstance(item, PlacedDrawing) and item.drawing.name == "box a, front"
    ]
    tuck = Tuck(63, 88, 54 * 0.3)
    k = place.matrix[0]
    assert k == pytest.approx((tuck.H + 4) / 30)
    assert place.clip is not None
    xs = [x for x, _ in points(place.clip)]
    assert (max(xs) - min(xs)) * k == pytest.approx(tuck.W + 2)


def test_a_stack_on_board_is_told_with_numbers_and_the_rest_is_made(make_kit: MakeKit) -> None:
    kit = own(make_kit, "boxes:\n  thick: {for: [cards], thickness: 1.75mm}\n  thin: {for: [cards]}\n")
    sheets, faces = made(kit)
    assert [one.stem for one in sheets] == ["kit-box-thin"]
    (problem,) = faces.problems
    assert "54 pieces of 1.75 mm are a stack of 94.5 mm, expected at most 75 mm" in problem.message
    assert problem.where.line == 14


def test_a_tray_too_large_for_the_paper_names_the_paper_that_holds_it(make_kit: MakeKit) -> None:
    kit = own(make_kit, "boxes: {all: {kind: lid-tray, inside: 300x200x60mm}}\n")
    sheets, faces = made(kit)
    assert sheets == []
    said = list(faces.problems)
    assert [p.code for p in said] == ["box-too-large"] * 2
    assert "half of the tray is 228 × 327 mm" in said[1].message
    assert "expected at most 198 × 272 mm on this paper" in said[1].message
    assert said[1].hint == "Tabloid holds it: --paper tabloid"
    sheets, faces = made(kit, "tabloid")
    assert not list(faces.problems)
    assert len(sheets[0].pages) == 4


def test_dividers_with_tabs_are_as_wide_as_their_cards(make_kit: MakeKit) -> None:
    kit = own(make_kit, "boxes: {parts: {kind: dividers, for: [cards]}}\n")
    (sheets,), faces = made(kit)
    assert not list(faces.problems)
    ((dieline,),) = sheets.dielines
    assert (dieline.size.width, dieline.size.height) == (63, 97)
    assert "CARDS" in words(sheets.pages[0].drawing)


def test_lines_are_a_file_in_layers_and_true_size() -> None:
    dieline = Tuck(63, 88, 16).dieline()
    root = etree.fromstring(dieline_svg([dieline], "A box").encode())
    width, height = (float(root.get(side).removesuffix("mm")) for side in ("width", "height"))
    assert (width - 4, height - 4) == pytest.approx((dieline.size.width, dieline.size.height), abs=1e-3)
    assert [float(side) for side in root.get("viewBox").split()] == [0, 0, width, height]
    groups = root[1:]  # after the title
    layers = {group.get("id"): group for group in groups}
    assert list(layers) == ["glue", "fold", "cut"]
    (cut,) = layers["cut"]
    numbers = [float(n) for n in re.findall(r"-?[\d.]+", cut.get("d"))]
    assert min(numbers[::2]) == pytest.approx(2)
    assert max(numbers[::2]) == pytest.approx(width - 2, abs=1e-3)
    assert len(layers["fold"]) == len(dieline.folds)
    assert len(layers["glue"]) == 2
    for group in groups:
        assert group.get("stroke-width") == "0.1"
        assert group.get("fill") == "none"


def test_windows_are_cut_before_the_outline_that_holds_them() -> None:
    from cardgen.production.dielines import Divider, DividerSlot

    divider = Divider("a", 60, 30, (DividerSlot(20, True),)).dieline()
    root = etree.fromstring(dieline_svg([divider], "A box").encode())
    window, outline = next(group for group in root if group.get("id") == "cut")
    assert window.get("d").startswith("M21.5 ")
    assert outline.get("d").startswith("M2 2L62 2")


def test_words_of_a_page_are_set_by_us_and_not_drawn() -> None:
    (sheets, *_) = drawn("cheers")
    assert any(isinstance(item, Text) for item in sheets.pages[0].drawing.items)


def test_a_tray_that_is_too_small_is_made_with_a_warning(make_kit: MakeKit) -> None:
    more = "boxes:\n  narrow: {kind: lid-tray, inside: 80x60x30mm}\n  low: {kind: lid-tray, inside: 100x70x8mm}\n"
    kit = own(make_kit, more)
    sheets, faces = made(kit)
    assert len(sheets) == 2
    narrow, low = faces.problems
    assert narrow.message == "Cards (63 × 88 mm) does not lie in a tray of 80 × 60 mm inside"
    assert narrow.level == "warning"
    assert low.message == "the contents are 17.5 mm high, but the tray is 8 mm high inside"
    assert low.hint == "write inside: 100x70x17.5mm"


@pytest.mark.parametrize("size", ["20x30mm", slow("12x12mm"), slow("44x63mm"), slow("130x180mm")])
@pytest.mark.parametrize(
    "kind", ["tuck", "hinged", "sleeve", slow("dividers"), slow("lid-tray"), slow("token-tray")]
)
def test_plain_boxes_are_drawn_for_cards_of_any_size(make_kit: MakeKit, size: str, kind: str) -> None:
    text = PLAIN.replace("size: poker", f"size: {size}\n    bleed: 0mm").replace(
        "title: Plain", "title: Plain Boxes for Everybody"
    )
    width, height = size.removesuffix("mm").split("x")
    face = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}"><rect width="9" height="9"/></svg>'
    folder = make_kit(
        {"game.yaml": text + f"boxes: {{it: {{kind: {kind}}}}}\n", "face.svg": face, "back.svg": face}
    )
    kit, problems = read_kit(folder)
    assert kit, [str(problem) for problem in problems]
    sheets, faces = made(kit, "a3")
    assert [str(problem) for problem in faces.problems] == []
    assert len(sheets) == 1
