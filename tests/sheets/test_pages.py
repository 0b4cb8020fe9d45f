"""The drawn pages: legible, inside the printable area, and furniture off the components, on any paper."""

from __future__ import annotations

from functools import cache
from itertools import combinations
from pathlib import Path as FilePath

import pytest

from cardgen.base.drawing import Art, Drawing, Page, Path, PlacedDrawing
from cardgen.base.units import PAPERS, Size
from cardgen.model import Kit
from cardgen.sheets import (
    BACKS,
    KitPlan,
    SheetSettings,
    component_pages,
    cut_minutes,
    draw_sheets,
    pictogram,
    pictogram_names,
    plan_kit,
)
from cardgen.sheets.guide.pagemap import draw_page_map, page_groups
from cardgen.sheets.guide.work import page_words
from cardgen.sheets.marks.pen import Pen
from cardgen.sheets.paper import Rect
from cardgen.sheets.plan.splits import text_boxes
from tests.games.kits import kit_of
from tests.sheets.plan_text import furniture_boxes, overlap, slot_text
from tests.sheets.sample_kits import BlankFaces, component, kit

SMALL = Size(148, 210)  # A5: no room for the guide, everything else fits


def tavern() -> Kit:
    board = "200 g/m², on 2 mm board"
    return kit(
        [
            component("cards", "decks", (63, 88), 20, corner=3, note="fifty drinks", stock="300 g/m²"),
            component("tiles", "tiles", (63, 63), 14, bleed=0, stock=board),
            component("rounds", "tokens", (25, 25), 40, shape="round", bleed=1.5, stock=board),
            component("squares", "tokens", (20, 20), 12, bleed=1.5, stock=board),
            component("hall", "boards", (420, 297), 1, back=None, title="Great hall"),
            component("mat", "mats", (220, 110), 2, back=None),
            component("aid", "aids", (63, 88), 5, back=None),
        ]
    )


@cache
def drawn(paper: str, backs: str) -> tuple[KitPlan, list[Page]]:
    made = tavern()
    size = SMALL if paper == "a5" else PAPERS[paper]
    plan = plan_kit(made, SheetSettings(size, paper, backs))  # type: ignore[arg-type]
    return plan, draw_sheets(plan, BlankFaces(made))


every_job = pytest.mark.parametrize(
    ("paper", "backs"),
    [
        *(("a4", b) for b in BACKS),
        *(("letter", b) for b in BACKS),
        ("a3", "long-edge"),
        ("tabloid", "fold"),
        ("a5", "long-edge"),
        ("a5", "fold"),
    ],
)


@every_job
def test_words_are_at_least_two_millimetres_high_and_inside_the_printable_area(
    paper: str, backs: str
) -> None:
    plan, pages = drawn(paper, backs)
    for page, sheet in zip(plan.pages, pages, strict=True):
        assert min((t.size for t in sheet.drawing.texts()), default=2.0) >= 2.0 - 1e-6
        for box in text_boxes(sheet.drawing):
            assert box.inside(page.paper.printable), f"{sheet.drawing.name}: {box}"


@every_job
def test_no_furniture_touches_a_component(paper: str, backs: str) -> None:
    plan, pages = drawn(paper, backs)
    for page, sheet in zip(plan.pages, pages, strict=True):
        for box in text_boxes(sheet.drawing):
            for slot in page.slots:
                assert not overlap(box, slot.art), (
                    f"{sheet.drawing.name}: words at {box} on {slot_text(slot)}"
                )


@every_job
def test_no_two_words_of_a_header_or_footer_overlap(paper: str, backs: str) -> None:
    plan, pages = drawn(paper, backs)
    for page, sheet in zip(plan.pages, pages, strict=True):
        for band in furniture_boxes(page):
            inside = [b for b in text_boxes(sheet.drawing) if b.inside(band, 0.6)]
            # Lines of one paragraph may share the space between them.
            for a, b in combinations(inside, 2):
                assert not overlap(a, b, 0.35), f"{sheet.drawing.name}: {a} {b}"


@every_job
def test_words_of_the_guide_do_not_run_into_each_other(paper: str, backs: str) -> None:
    plan, pages = drawn(paper, backs)
    guide = [sheet for page, sheet in zip(plan.pages, pages, strict=True) if page.role == "guide"]
    if not guide:
        assert paper == "a5"
        return
    boxes = list(text_boxes(guide[0].drawing))
    for a, b in combinations(boxes, 2):
        assert not overlap(a, b, 0.7), f"{a} {b}"


@pytest.mark.parametrize("slug", ["bartender-aarwares", "biergarten"])
def test_the_page_map_says_whole_names(slug: str) -> None:
    made = kit_of(slug)
    plan = plan_kit(made, SheetSettings())
    drawings = zip(plan.pages, draw_sheets(plan, BlankFaces(made)), strict=True)
    (guide,) = (sheet.drawing for page, sheet in drawings if page.role == "guide")
    assert not [text for text in guide.texts() if text.words.endswith("…")]


def test_a_page_map_of_very_many_pages_ends_with_how_many_more_there_are() -> None:
    plan = plan_kit(kit_of("biergarten"), SheetSettings())
    groups, box = page_groups(plan) * 12, Rect(10, 10, 190, 60)
    pen = Pen("#446688")
    draw_page_map(pen, groups, box, "")
    drawing = pen.drawing("map", plan.pages[0].paper)
    assert all(one.right <= box.right + 0.5 for one in text_boxes(drawing))
    shapes = [item for item in drawing.items if isinstance(item, Path)]
    assert max(x for item in shapes for command in item.commands for x in command[1::2]) <= box.right + 2
    *_, more = (text.words for text in drawing.texts() if text.words.startswith("+ "))
    assert 0 < int(more[2:]) < sum(len(group.numbers) for group in groups)


def test_all_marks_of_a_page_stay_in_the_printable_area() -> None:
    plan, pages = drawn("a4", "long-edge")
    for page, sheet in zip(plan.pages, pages, strict=True):
        if page.role == "test":
            continue  # its comb measures exactly what the printer can reach
        for item in sheet.drawing.items:
            if isinstance(item, Path):
                for command in item.commands:
                    for x, y in zip(command[1::2], command[2::2], strict=True):
                        assert Rect(float(x), float(y), 0, 0).inside(page.paper.printable, 0.05)


def test_the_guide_is_the_last_page_where_the_printer_turns_sheets_and_nothing_lies_behind_it() -> None:
    plan, pages = drawn("a4", "long-edge")
    assert [p.role for p in plan.pages[:3]] == ["test", "test", "cards"]
    assert plan.pages[-1].role == "guide"
    assert plan.pages[-1].sheet_no == plan.sheets
    assert pages[-1].bookmark == "Print guide"
    words = "".join(t.words for t in pages[0].drawing.texts()).replace(" ", "")
    assert f"Theprintguideispage{len(pages)}." in words


def test_one_sided_printers_get_the_guide_first_and_no_test() -> None:
    for backs in ("fold", "separate", "none"):
        plan, _ = drawn("a4", backs)
        assert [p.role for p in plan.pages].count("test") == 0
        assert plan.pages[0].role == "guide"


def test_no_page_stays_empty() -> None:
    for backs in BACKS:
        plan, _ = drawn("letter", backs)
        assert all(p.slots or p.role in ("guide", "test") for p in plan.pages)


def test_every_component_has_one_bookmark() -> None:
    _, pages = drawn("a4", "long-edge")
    marks = [p.bookmark for p in pages if p.bookmark]
    assert marks == [
        "Duplex test",
        "Cards",
        "Tiles",
        "Squares",  # they fill the sheet of the last tiles
        "Rounds",
        "Great hall",
        "Mat",
        "Aid",
        "Print guide",
    ]


def test_pages_of_one_kind_keep_backs_behind_their_fronts() -> None:
    plan, pages = drawn("a4", "long-edge")
    parts = component_pages(plan, pages)
    assert list(parts)[:2] == [("decks",), ("tiles",)]
    assert [p.label for p in parts["decks",]] == ["3", "4", "5", "6", "7", "8"]
    printed = [p.label for pages in parts.values() for p in pages]
    assert len(printed) == len(set(printed)), "a sheet is in one file"


def test_a_sheet_that_kinds_share_is_in_one_file_with_its_back() -> None:
    made = kit([component(cards=5), component("aid", "aids", cards=3)])
    plan = plan_kit(made, SheetSettings(guide=False, test=False))
    assert [p.component_ids for p in plan.pages] == [("cards", "aid"), ("cards", "aid")]
    parts = component_pages(plan, draw_sheets(plan, BlankFaces(made)))
    assert {kinds: [p.label for p in pages] for kinds, pages in parts.items()} == {
        ("decks", "aids"): ["1", "2"]
    }


def test_faces_are_placed_not_copied() -> None:
    plan, pages = drawn("a4", "long-edge")
    page = next(p for p, plan_page in zip(pages, plan.pages, strict=True) if plan_page.role == "cards")
    placed = [i.drawing.name for i in page.drawing.items if isinstance(i, PlacedDrawing)]
    assert "C1 front" in placed


def test_the_printers_offset_moves_the_whole_back_and_no_front() -> None:
    made = kit([component()])
    plan = plan_kit(made, SheetSettings(offset=(0.5, -1.0)))
    shifts = {page.side: page.shift for page in plan.pages}
    assert shifts["front"] == (0, 0)
    assert shifts["back"] == (0.5, -1.0)
    short = plan_kit(made, SheetSettings(backs="short-edge", offset=(0.5, -1.0)))
    assert {page.shift for page in short.pages if page.side == "back"} == {(-0.5, 1.0)}
    back = next(p for p in draw_sheets(plan, BlankFaces(made)) if p.label == "4")
    (moved,) = back.drawing.items
    assert isinstance(moved, PlacedDrawing)
    assert moved.matrix[4:] == (0.5, -1.0)
    front = next(p for p in plan.pages if p.side == "front" and p.slots)
    behind = next(p for p in plan.pages if p.side == "back" and p.slots)
    assert behind.trim_box == pytest.approx(front.trim_box.moved(0.5, -1.0)), (
        "a full page is its own mirror image"
    )
    assert behind.bleed_box == pytest.approx(front.bleed_box.moved(0.5, -1.0))


def test_what_is_printed_on_other_paper_is_on_other_pages() -> None:
    decks = [component("thin", cards=2, stock="200 g/m²"), component("thick", cards=2, stock="300 g/m²")]
    twins = [component("other", cards=2, stock="200 g/m²")]
    plan = plan_kit(kit([*decks, *twins]), SheetSettings(backs="none"))
    assert [p.component_ids for p in plan.pages if p.slots] == [("thin", "other"), ("thick",)]


def test_a_board_too_large_even_in_parts_is_a_problem_and_the_rest_is_planned() -> None:
    plan = plan_kit(kit([component("field", "boards", (1900, 1900), 1), component()]), SheetSettings())
    (problem,) = [p for p in plan.problems if p.level == "error"]
    assert problem.code == "too-large-for-paper"
    assert "Field is 1900 × 1900 mm" in problem.message
    assert [p.component_ids for p in plan.pages if p.slots] == [("cards",), ("cards",)]


def test_paper_too_small_for_anything_is_a_problem() -> None:
    plan = plan_kit(kit([component()]), SheetSettings(Size(80, 100), "80x100mm"))
    assert plan.pages == ()
    assert plan.problems[0].code == "paper-too-small"


def test_a_landscape_page_turns_over_its_long_edge_like_a_calendar() -> None:
    plan = plan_kit(kit([component(cards=8)]), SheetSettings(PAPERS["letter"], "Letter", offset=(1.0, 0.0)))
    front, back = (p for p in plan.pages if p.slots)
    assert front.paper.landscape
    assert {s.rotation for s in back.slots} == {180}
    assert back.shift == (0.0, 1.0)


def test_minutes_follow_from_cuts_circles_corners_and_glue() -> None:
    plan = plan_kit(
        kit(
            [component(cards=9, corner=3), component("mugs", "tokens", (25, 25), 6, shape="round", bleed=1.5)]
        )
    )
    # 8 cuts of 12 s, 9 x 4 corners of 3 s, 6 circles of 40 s: 444 s, rounded up to 10 minutes
    assert cut_minutes(plan) == 10


def test_the_guide_says_what_the_kit_says() -> None:
    made = kit(
        [component(cards=9)],
        guide={"tagline": "Nine drinks.", "figure": {"value": 3, "unit": "mugs", "note": "to share"}},
    )
    plan = plan_kit(made)
    words = "".join(t.words for t in draw_sheets(plan, BlankFaces(made))[-1].drawing.texts())
    for said in ("Nine drinks.", "mugs", "to share", "Flip on the long edge", "TAVERN"):
        assert said in words


def test_the_radius_to_punch_is_that_of_the_cards_not_of_a_single_marker() -> None:
    made = kit(
        [
            component("cards", cards=18, corner=3),
            component("bids", size=(44, 63), cards=20, corner=2.5),
            component("marker", "tokens", (12, 12), 1, shape="rect", corner=1.4),
        ]
    )
    words = "".join(t.words for t in draw_sheets(plan_kit(made), BlankFaces(made))[-1].drawing.texts())
    assert "Radius 2.5 or 3 mm" in words


def test_page_numbers_read_as_people_say_them() -> None:
    assert page_words([21]) == "21"
    assert page_words([17, 18]) == "17, 18"
    assert page_words([5, 6, 7, 8, 21]) == "5 to 8, 21"


def test_every_pictogram_is_drawn_in_the_accent_of_the_kit() -> None:
    names = pictogram_names()
    arts = [art for name in names for art in pictogram(name, "#8e1b2c").arts()]
    assert len({art.key for art in arts}) == len(names) >= 24
    assert all(b"#2a6db3" not in art.svg for art in arts)
    assert any(b"#8e1b2c" in art.svg for art in arts)


def test_a_pictogram_is_drawn_once_per_document() -> None:
    _, pages = drawn("a4", "long-edge")
    keys = {art.key for page in pages for art in page.drawing.arts()}
    assert len(keys) <= 20  # 17 pictograms, and three pieces of the duplex test
    footers = [
        i.drawing
        for p in pages
        for i in p.drawing.items
        if isinstance(i, PlacedDrawing) and _is_art(i.drawing, "print-100")
    ]
    assert len({id(d) for d in footers}) == 1


def _is_art(drawing: Drawing, name: str) -> bool:
    return drawing.name == f"pictogram {name}" and isinstance(drawing.items[0], Art)


def test_a_kit_replaces_the_duplex_test_by_a_file_of_its_own(tmp_path: FilePath) -> None:
    own = tmp_path / "guide" / "duplex-test.svg"
    own.parent.mkdir()
    own.write_text(
        '<svg xmlns="http://www.w3.org/2000/svg" width="210mm" height="297mm" viewBox="0 0 210 297">'
        '<text x="20" y="40" style="font-family:Roboto;font-size:4px">ours {{ side }} {{ targets | length }}</text></svg>'
    )
    made = kit([component()], root=tmp_path)

    front, back = draw_sheets(plan_kit(made), BlankFaces(made))[:2]

    assert "ours front 2" in [text.words for text in front.drawing.texts()]
    assert "ours back 2" in [text.words for text in back.drawing.texts()]
