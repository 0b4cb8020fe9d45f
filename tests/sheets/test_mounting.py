"""Pieces with a board between front and back, measured on rendered pages and on the pages of the shipped kits."""

from __future__ import annotations

import io
import math
from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import pypdfium2
import pytest
from scipy import ndimage

from cardgen.base.drawing import Page
from cardgen.base.units import PAPERS
from cardgen.export.pdf import write_pdf
from cardgen.export.plates import Press
from cardgen.model import Kit, MadeOf
from cardgen.model.kit import Card, Component
from cardgen.model.made import Deck, Tiles, Tokens
from cardgen.sheets import BACKS, SheetSettings, draw_sheets, plan_kit
from cardgen.sheets.marks.kinds import HeadingMark
from cardgen.source import load_kit, read_kit
from tests.conftest import MakeKit
from tests.games.kits import kit_of
from tests.sheets.printed_sheets import MarkedFaces
from tests.sheets.sample_kits import component, kit
from tests.sheets.test_on_paper import NO_PICTOGRAMS

DOTS = 12  # to a millimetre, 305 to an inch
NEAR = 0.2  # mm
SLUGS = ("auction-hearts", "bartender-2012", "bartender-aarwares", "biergarten", "cheers")
WORKBENCH = Path(__file__).parents[1] / "samples" / "workbench-project" / "data"
ON_BOARD = "200 g/m², on 2 mm board"


def rendered(
    made: Kit, paper: str, backs: str = "long-edge", ways: tuple[str, ...] = ()
) -> tuple[list[np.ndarray[Any, Any]], MarkedFaces]:
    """Return the pages as a viewer shows them, all or those of some ways, and which colour each face has."""
    faces = MarkedFaces(made)
    chosen = SheetSettings(PAPERS[paper], paper, backs, guide=False, test=False)  # type: ignore[arg-type]
    plan = plan_kit(made, chosen)
    plan = replace(plan, pages=tuple(one for one in plan.pages if not ways or one.way in ways))
    pages = [Page(s.drawing, s.trim_box, s.bleed_box) for s in draw_sheets(plan, faces)]
    target = io.BytesIO()
    write_pdf(pages, target, title="Test", press=Press(NO_PICTOGRAMS))
    pdf = pypdfium2.PdfDocument(target.getvalue())
    scale = DOTS * 25.4 / 72
    shown = (np.array(page.render(scale=scale).to_pil().convert("RGB")).astype(np.int32) for page in pdf)
    return [rgb[..., 0] << 16 | rgb[..., 1] << 8 | rgb[..., 2] for rgb in shown], faces


def dark(page: np.ndarray[Any, Any]) -> np.ndarray[Any, Any]:
    """Return what is nearly black; no face is, because every face has some red."""
    return (page & 0xFF < 47) & (page >> 8 & 0xFF < 47) & (page >> 16 < 47)


def middle(page: np.ndarray[Any, Any], x: float, y: float, reach: float = 2.6) -> tuple[float, float]:
    """Return the middle of what is black near a place, in mm."""
    x0, y0, r = round(x * DOTS), round(y * DOTS), round(reach * DOTS)
    ys, xs = np.nonzero(dark(page)[y0 - r : y0 + r, x0 - r : x0 + r])
    assert len(xs), "no target"
    return (x0 - r + xs.mean() + 0.5) / DOTS, (y0 - r + ys.mean() + 0.5) / DOTS


def boxes(
    pages: list[np.ndarray[Any, Any]], faces: MarkedFaces
) -> Iterator[tuple[str, str, int, tuple[float, ...]]]:
    codes = np.array(sorted(int(colour[1:], 16) for colour in faces.known))
    for number, page in enumerate(pages):
        places = np.searchsorted(codes, page).clip(max=len(codes) - 1)
        cards = np.where(codes[places] == page, places + 1, 0)
        cards[1:, 1:][(cards[1:, 1:] != cards[:-1, 1:]) | (cards[1:, 1:] != cards[1:, :-1])] = (
            0  # blends at edges
        )
        found = ndimage.find_objects(cards)
        for code, box in zip(codes, found, strict=False):
            if box:
                card, side = faces.known[f"#{code:06x}"]
                rows, columns = box
                yield (
                    card.id,
                    side,
                    number,
                    tuple(at / DOTS for at in (columns.start, rows.start, columns.stop, rows.stop)),
                )


@pytest.mark.parametrize("backs", ["long-edge", "fold"])
@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_backs_on_pins_are_the_mirror_of_their_fronts_and_so_are_the_targets(paper: str, backs: str) -> None:
    pages, faces = rendered(kit([component("a", "tiles", (63, 63), 9, stock=ON_BOARD)]), paper, backs)
    front, back = pages
    wide, tall = (PAPERS[paper].width, PAPERS[paper].height)
    found = {(card, side): (number, box) for card, side, number, box in boxes(pages, faces)}
    for card in {card for card, _ in found}:
        (on, one), (behind, other) = found[card, "front"], found[card, "back"]
        assert (on, behind) == (0, 1)
        assert (wide - other[2], other[1], wide - other[0], other[3]) == pytest.approx(one, abs=NEAR)
    holes = [(17, 15.6), (wide - 17, 15.6), (17, tall - 15.6), (wide - 33, tall - 15.6)]
    for x, y in holes:
        assert middle(front, x, y) == pytest.approx((x, y), abs=NEAR)
        assert middle(back, wide - x, y) == pytest.approx((wide - x, y), abs=NEAR)
    # turned by half a turn the sheets do not fit
    turned = [(wide - x, tall - y) for x, y in holes]
    assert max(min(math.dist(p, q) for q in holes) for p in turned) > 15


@pytest.mark.parametrize(
    ("board", "grams", "spine"), [("2mm", "200", 2.27), ("1.5mm", "200", 1.77), ("3mm", "300", 3.36)]
)
@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_a_wrap_meets_behind_the_board_with_a_spine_as_thick_as_it(
    paper: str, board: str, grams: str, spine: float
) -> None:
    made = component("a", "tiles", (63, 63), 3, stock=f"{grams} g/m², on {board.replace('mm', ' mm')} board")
    (page,), faces = rendered(kit([made]), paper)
    found = {(card, side): box for card, side, _, box in boxes([page], faces)}
    wide = PAPERS[paper].width if page.shape[1] < page.shape[0] else PAPERS[paper].height
    fronts = sorted(box for (_, side), box in found.items() if side == "front")
    assert fronts[0][0] + fronts[-1][2] == pytest.approx(wide, abs=NEAR)
    for card in ("A1", "A2", "A3"):
        front, back = found[card, "front"], found[card, "back"]
        assert (front[0], front[2]) == pytest.approx((back[0], back[2]), abs=NEAR)
        # art meets in the middle of the spine, trims are one spine apart
        assert front[3] == pytest.approx(back[1], abs=NEAR)
        assert back[3] - front[1] == pytest.approx(2 * 63 + 2 * 2 + spine, abs=NEAR)


def test_a_wrap_says_from_crease_to_crease_and_is_dashed_there() -> None:
    made = component("a", "tiles", (63, 63), 3, stock=ON_BOARD)
    (page,), faces = rendered(kit([made]), "a4")
    left = min(box[0] for _, _, _, box in boxes([page], faces))
    strip = dark(page)[:, round((left + 4) * DOTS) : round((left + 60) * DOTS)]
    lines = np.nonzero(strip.mean(axis=1) > 0.4)[0] / DOTS
    upper, lower = [lines[0], *(b for a, b in pairwise(lines) if b - a > 0.5)]
    assert lower - upper == pytest.approx(2 + 2 * 0.05 + math.pi / 4 * 0.22, abs=0.1)


@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_labels_have_their_stop_edges_at_the_same_corner_of_the_board(paper: str) -> None:
    made = component("r", "tokens", (22, 22), 8, shape="round", bleed=1.5, stock="label, on 1.5 mm board")
    pages, faces = rendered(kit([made]), paper)
    front, back = pages
    wide, tall = (PAPERS[paper].width, PAPERS[paper].height)
    for page, x in ((front, 7), (back, wide - 7)):
        line = dark(page)[round(0.3 * tall * DOTS), :]
        solid = [at for at in np.nonzero(line)[0] / DOTS if abs(at - x) < 0.4]
        assert solid, "no stop edge A"
        below = dark(page)[:, round(0.3 * wide * DOTS)]
        assert [at for at in np.nonzero(below)[0] / DOTS if abs(at - (tall - 13)) < 0.4], "no stop edge B"
        corner = dark(page)[round((tall - 15) * DOTS), round((x + (2 if x < 20 else -2)) * DOTS)]
        assert corner, "the corner that goes on first is not black"
    found = {(card, side): box for card, side, _, box in boxes(pages, faces)}
    for card in {card for card, _ in found}:
        one, other = found[card, "front"], found[card, "back"]
        assert (wide - other[2], other[1], wide - other[0], other[3]) == pytest.approx(one, abs=NEAR)


# ---- the kits


@pytest.mark.thorough
@pytest.mark.parametrize("paper", ["a4", "letter"])
@pytest.mark.parametrize("slug", ["auction-hearts", "biergarten", "cheers"])
def test_every_pinned_piece_of_a_kit_lies_behind_its_front_on_rendered_pages(slug: str, paper: str) -> None:
    made = kit_of(slug)
    pages, faces = rendered(made, paper, ways=("pins",))
    fronts, backs = pages[: len(pages) // 2], pages[len(pages) // 2 :]
    shown = [{(n, card): box for card, _, n, box in boxes(side, faces)} for side in (fronts, backs)]
    backed = {card.id for c in made.components for card in c.cards if card.back or c.back}
    assert set(shown[1]) == {(n, card) for n, card in shown[0] if card in backed}
    for (n, card), back in shown[1].items():
        wide = fronts[n].shape[1] / DOTS
        assert (wide - back[2], back[1], wide - back[0], back[3]) == pytest.approx(
            shown[0][n, card], abs=NEAR
        )
    for front, behind in zip(fronts, backs, strict=True):
        wide, tall = front.shape[1] / DOTS, front.shape[0] / DOTS
        for x, y in ((17, 15.6), (wide - 17, 15.6), (17, tall - 15.6), (wide - 33, tall - 15.6)):
            over, under = middle(front, x, y), middle(behind, wide - x, y)
            assert (wide - under[0], under[1]) == pytest.approx(over, abs=NEAR)


@pytest.mark.parametrize("paper", ["a4", "letter"])
@pytest.mark.parametrize("backs", BACKS)
@pytest.mark.parametrize("slug", [*SLUGS, "workbench", "workbench-stock"])
def test_no_mounted_piece_is_both_sides_of_one_sheet(slug: str, backs: str, paper: str) -> None:
    made = kit_of(slug) if slug in SLUGS else load_kit(WORKBENCH / slug)
    plan = plan_kit(made, SheetSettings(PAPERS[paper], backs=backs))  # type: ignore[arg-type]
    printed: dict[tuple[int, str], set[str]] = {}
    for page, slot in [(one, slot) for one in plan.pages for slot in one.slots]:
        component = slot.piece.component
        if "board" in component.paper and "no board" not in component.paper:
            assert "both sides" not in page.todo.words
            if page.pill != "fold" or page.way != "wrap":
                printed.setdefault((page.sheet_no, component.id), set()).add(slot.side)
    assert {len(sides) for sides in printed.values()} == {1}, printed
    for page in plan.pages:  # words about pieces without a back would stand over nothing
        if page.slots and all(slot.side == "back" for slot in page.slots):
            beside = [c.title for c in made.components if c.id not in page.component_ids]
            assert not [title for title in beside if title in page.title.split(" mm board")[0].split(", ")]
            lines = [mark for mark in page.marks if isinstance(mark, HeadingMark)]
            assert len(lines) <= len(page.component_ids), page.number


def made_of(said: MadeOf | str | None, **more: Any) -> Component:
    given: dict[str, Any] = {"size": "square-63", "back": "b.svg", **more}
    kind = {"tokens": Tokens, "decks": Deck}.get(given.pop("kind", ""), Tiles)
    count = given.pop("count", 9)
    return kind("a", [Card(f"A{n}") for n in range(count)], made_of=said, **given)


@pytest.mark.parametrize(
    ("said", "more", "way"),
    [
        (MadeOf(2.0), {"back": None}, "front"),
        (MadeOf(2.0, sides="front"), {}, "front"),
        ("card", {}, "duplex"),
        ("label", {}, "labels"),
        ("board", {}, "pins"),
        (MadeOf(0.5), {}, "duplex"),
        (MadeOf(0.6), {}, "pins"),
        (MadeOf(2.0), {"count": 4}, "wrap"),
        (MadeOf(2.0), {"count": 5}, "pins"),
        (MadeOf(2.0, edge="spine"), {}, "wrap"),
        (MadeOf(2.0), {"count": 4, "corner": 3.0}, "pins"),
        (MadeOf(2.0), {"kind": "tokens", "count": 2, "size": "20x20mm"}, "pins"),
        (MadeOf(2.0, "label"), {"kind": "tokens", "size": "20x20mm"}, "labels"),
        (MadeOf(2.0, sides="labels"), {}, "labels"),
        (None, {"stock": "200 g/m², on 2 mm board"}, "pins"),
        (None, {"stock": "200 g/m², no board"}, "duplex"),
    ],
)
def test_how_a_back_comes_behind_its_front(said: MadeOf | str | None, more: dict[str, Any], way: str) -> None:
    assert made_of(said, **more).sides == way


@pytest.mark.parametrize(
    ("words", "board", "grams", "spine"),
    [
        ("200 g/m², on 1.5 mm board", 1.5, 200, 1.7728),
        ("1 to 2 mm board", 2.0, 0, 2.2728),
        ("100 g/m² on board", 2.0, 100, 2.1942),
        ("400 gsm, on 3 mm board", 3.0, 400, 3.3592),
        ("180 g/m², on 1 mm board", 1.0, 180, 1.2571),
    ],
)
def test_words_for_people_say_what_a_piece_is_made_of(
    words: str, board: float, grams: int, spine: float
) -> None:
    made = made_of(None, stock=words).made
    assert (made.board, made.grams) == (board, grams)
    assert made.spine == pytest.approx(spine, abs=1e-3)


GAME = """
game: kit
title: Kit
version: "1"
players: {min: 2, max: 2}
credits: {design: A}
tiles:
  a:
    size: 20x20mm
    SHAPE
    face: faces/plain.svg
    back: faces/plain.svg
    MADE
    cards: [{id: x}]
"""


@pytest.mark.parametrize(
    ("made", "shape", "message", "hint"),
    [
        ("made_of: {board: 2mm, sides: duplex}", "", "is inside", "wrap"),
        ("made_of: {board: 2mm, sides: wrap}", "shape: round", "no sheet can be folded", "pins"),
        ("made_of: {board: 2mm, edge: spine}", "corner: 3mm", "no sheet can be folded", "pins"),
        ("made_of: {sides: wrap}", "", "there is no board", "board: 2mm"),
        ("made_of: bord", "", "made_of", "did you mean 'board'"),
        ("made_of: {board: 2mm, sides: pin}", "", "one of", "did you mean 'pins'"),
        (
            "stock: 200 g/m², on 2 mm board",
            "",
            "'stock' with a board is 'made_of' since",
            'made_of: {board: "2mm", paper: "200 g/m²"}',
        ),
    ],
)
def test_what_cannot_be_made_is_said_at_its_line(
    made: str, shape: str, message: str, hint: str, make_kit: MakeKit
) -> None:
    folder = make_kit(
        {"game.yaml": GAME.replace("MADE", made).replace("    SHAPE\n", f"    {shape}\n" if shape else "")}
    )
    _, problems = read_kit(folder)
    (problem,) = [p for p in problems if p.code not in ("credits",)]
    assert message in problem.message
    assert hint in problem.hint
    assert problem.where.line == 12 + bool(shape)
