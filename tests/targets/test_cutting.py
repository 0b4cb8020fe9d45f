"""Sheets for machines that cut: what falls out when one cuts where the files say, and what guides the machine."""

from __future__ import annotations

import math
import re
from collections import Counter
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import ndimage

from cardgen.base.errors import Problems
from cardgen.base.units import PAPERS
from cardgen.model import Component
from cardgen.sheets.paper import Edges, Rect, Sheet
from cardgen.targets.cutting.contours import contours_of, extent
from cardgen.targets.cutting.field import field_of
from cardgen.targets.cutting.layout import groups_of, sheets_of
from cardgen.targets.cutting.options import CuttingOptions, MarksSays
from cardgen.targets.target import read_target
from tests.conftest import Cardgen
from tests.many import thorough
from tests.sheets.sample_kits import component
from tests.sheets.test_on_paper import NO_PICTOGRAMS
from tests.targets.cut_files import CRICUT, SILHOUETTE, Cut, Made, pieces_of, printed, read_dxf, read_svg

DPI = 100


def poker(n: int, corner: float = 0.0, **more: object) -> Component:
    return component("poker", size=(63, 88), cards=n, corner=corner, **more)  # type: ignore[arg-type]


def tiles(n: int, **more: object) -> Component:
    return component("tiles", "tiles", (63, 63), n, **more)  # type: ignore[arg-type]


def rounds(n: int, d: float = 22, id: str = "rounds", **more: object) -> Component:
    return component(id, "tokens", (d, d), n, shape="round", bleed=1.5, **more)  # type: ignore[arg-type]


MIXED = [
    tiles(5),
    component("cards", size=(63, 88), cards=3, corner=3, stock="300 g/m²"),
    rounds(7, stock="300 g/m²"),
    component("sticks", "tokens", (40, 12), 3, back=None, stock="300 g/m²", bleed=1.5),
]


def own(made: Made, number: int) -> tuple[list[Cut], list[Cut]]:
    name = made.cut_of(number)
    size, svg = read_svg(made.svg(name))
    return svg, read_dxf(made.dxf(name), size[1])


def edited(folder: Path, **edits: str) -> Path:
    """Silhouette's file with some of its lines changed."""
    lines = SILHOUETTE.read_text("utf-8").splitlines()
    for key, value in edits.items():
        (at,) = (n for n, line in enumerate(lines) if line.strip().startswith(f"{key}:"))
        lines[at] = f"{lines[at].partition(':')[0]}: {value}"
    file = folder / "mine.yaml"
    file.write_text("\n".join(lines), "utf-8")
    return file


def asked(shared: str) -> CuttingOptions:
    """What Silhouette's file says, but for the pieces that touch."""
    found = read_target(SILHOUETTE, Problems())
    assert found
    says = {name: getattr(found.asks, name) for name in CuttingOptions.__annotations__}
    return CuttingOptions(**{**says, "shared": shared})


# ---- what falls out


@pytest.mark.parametrize(
    ("paper", "backs"),
    [
        ("a4", "long-edge"),
        ("letter", "short-edge"),
        thorough("a4", "short-edge"),
        thorough("letter", "long-edge"),
    ],
)
def test_every_piece_falls_out_once_with_its_back_behind_its_front(paper: str, backs: str) -> None:
    made = Made(MIXED, paper=paper, backs=backs)
    out: Counter[str] = Counter()
    for number, pages in made.pages().items():
        for cuts in own(made, number):
            front = printed(pages[0], DPI)
            fell = pieces_of(front, cuts, made.faces.colours, DPI)
        out.update(made.faces.colours[colour] for colour, _ in fell)
        for colour, area in fell:
            card = made.kit.card(made.faces.colours[colour])
            made_of = made.kit.component(card.component)
            whole = made_of.size.width * made_of.size.height
            whole -= (4 - math.pi) * (
                made_of.size.width / 2 if made_of.shape == "round" else made_of.corner
            ) ** 2
            assert area == pytest.approx(whole, rel=0.12)
        if len(pages) > 1:
            back = printed(pages[1], DPI)
            mirrored = back.transpose(1 if backs == "short-edge" else 0)  # seen through the paper
            behind = pieces_of(mirrored, own(made, number)[0], made.faces.colours, DPI)
            ids = [made.faces.colours[colour] for colour, _ in fell]
            assert [made.faces.colours[colour] for colour, _ in behind] == ids
    assert out == Counter({card.id: card.count for c in MIXED for card in c.cards})


@pytest.mark.parametrize("target", [SILHOUETTE, CRICUT])
def test_svg_and_dxf_say_the_same(target: Path) -> None:
    made = Made(MIXED, target)
    assert made.cuts
    for name in made.cuts:
        size, svg = read_svg(made.svg(name))
        dxf = read_dxf(made.dxf(name), size[1])
        assert size == (210, 297) or "cutout" in name
        assert [cut.layer for cut in svg] == [cut.layer for cut in dxf]
        for one, other in zip(svg, dxf, strict=True):
            assert one.box == pytest.approx(other.box, abs=0.001)
            assert one.closed == other.closed


def test_rounds_are_circles_and_corners_are_arcs() -> None:
    made = Made([rounds(4), poker(2, 3.0)])
    for number in made.pages():
        svg, dxf = own(made, number)
        circles = [cut for cut in dxf if cut.radii]
        assert {cut.radii for cut in circles} <= {(11.0,)}
        for cut in svg:
            assert set(cut.radii) in ({11.0}, {3.0})
            x, y, right, bottom = cut.box
            if set(cut.radii) == {11.0}:
                middle = (x + right) / 2, (y + bottom) / 2
                assert all(math.dist(middle, point) == pytest.approx(11, abs=0.002) for point in cut.points)
            else:
                assert sorted((right - x, bottom - y)) == pytest.approx([63, 88])


def test_cards_that_touch_share_edges_and_stars_fall_out(tmp_path: Path) -> None:
    made = Made([poker(9, 3.0)], edited(tmp_path, shared="always"))
    svg, dxf = own(made, 1)
    layers = Counter(cut.layer for cut in svg)
    assert list(layers) == ["cut-corners", "cut-edges"]
    assert layers == {"cut-corners": 36, "cut-edges": 24}
    (page, _), *_ = made.pages().values()
    for cuts in (svg, dxf):
        assert len(pieces_of(printed(page, DPI), cuts, made.faces.colours, DPI)) == 9


def test_square_pieces_share_straight_cuts_half_a_millimetre_longer() -> None:
    made = Made([tiles(12)])
    svg, _ = own(made, 1)
    assert [cut.layer for cut in svg] == ["cut-across"] * 5 + ["cut-down"] * 4
    boxes = [cut.box for cut in svg]
    assert {(round(b[0], 3), round(b[2], 3)) for b in boxes[:5]} == {(10.0, 200.0)}
    assert {(round(b[1], 3), round(b[3], 3)) for b in boxes[5:]} == {(22.0, 275.0)}
    middle = [abs((b[1] + b[3]) / 2 - 148.5) for b in boxes[:5]]
    assert middle == sorted(middle), "inside before outside"


def test_sheets_of_two_stocks_are_cut_apart_though_their_contours_are_alike() -> None:
    light, heavy = (component(id, size=(63, 88), cards=9, stock=f"{id} card") for id in ("light", "heavy"))
    made = Made([light, heavy])
    assert [name.rpartition("-")[2] for name in made.cuts] == ["01", "02"]
    assert [len(pdf.pages) for pdf in made.pdfs] == [2, 2]
    for number, name in ((1, "light"), (2, "heavy")):
        told = made.note.split(f"on {name} card")[1].split("\nPrint ")[0]
        assert f"sheet-0{number}.svg" in told


# ---- marks


def black_parts(made: Made, side: int = 0) -> set[tuple[float, ...]]:
    """What is black in the outer 25 mm of a page's corners, as boxes in mm."""
    page = next(iter(made.pages().values()))[side]
    dark = np.asarray(printed(page, 254).convert("L")) < 40
    tall, wide = dark.shape
    parts, _ = ndimage.label(dark)
    found = set()
    for place in ndimage.find_objects(parts):
        y, x = place
        box = (x.start / 10, y.start / 10, x.stop / 10, y.stop / 10)
        in_corner = min(box[0], wide / 10 - box[2]) < 25 and min(box[1], tall / 10 - box[3]) < 25
        if in_corner and min(box[2] - box[0], box[3] - box[1]) > 2:
            found.add(box)
    return found


@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_marks_have_their_exact_measures_and_stand_on_fronts_alone(paper: str) -> None:
    made = Made([tiles(12, back="back.svg")], paper=paper)
    w, h = PAPERS[paper].width, PAPERS[paper].height
    expected = [(10, 10, 15, 15), (w - 15, 10, w - 10, 15), (10, h - 15, 15, h - 10)]
    found = sorted(black_parts(made))
    assert len(found) == 3
    for one, other in zip(found, sorted(expected), strict=True):
        assert one == pytest.approx(other, abs=0.11)
    picture = printed(made.pages()[1][0], 254).convert("L")
    assert picture.getpixel((125, 125)) < 40, "the square is full"
    for x, y, dark in (
        (w - 10.5, 14.5, True),
        (w - 14.5, 10.5, True),
        (w - 11.5, 11.5, False),
        (10.5, h - 14.5, True),
    ):
        value = picture.getpixel((round(x * 10), round(y * 10)))
        assert (value < 40) == dark, "an L stands with its corner outside, its arms 1 mm thick"
    assert black_parts(made, side=1) == set()


def test_other_marks_are_written_in_the_file_of_a_target(tmp_path: Path) -> None:
    corners = "{top-left: disc, top-right: cross, bottom-left: angle, bottom-right: square}"
    made = Made([tiles(2)], edited(tmp_path, corners=corners, inset="12mm", arms="8mm"))
    assert sorted(black_parts(made)) == [
        pytest.approx((12, 12, 17, 17), abs=0.11),
        pytest.approx((12, 277, 20, 285), abs=0.11),
        pytest.approx((190, 12, 198, 20), abs=0.11),
        pytest.approx((193, 280, 198, 285), abs=0.11),
    ]


def test_nothing_is_cut_in_the_corners_of_marks_or_outside_of_them() -> None:
    for components in (MIXED, [rounds(300, 12)], [component("minis", size=(44, 63), cards=40)]):
        made = Made(components)
        for name in made.cuts:
            for cut in read_svg(made.svg(name))[1]:
                for x, y in cut.points:
                    assert 10 - 1e-3 <= x <= 200 + 1e-3
                    assert 10 - 1e-3 <= y <= 287 + 1e-3
                    corner = (x < 16.499, x > 193.501, y < 16.499, y > 280.501)
                    assert not (corner[0] and corner[2])
                    assert not (corner[1] and corner[2])
                    assert not (corner[0] and corner[3])


def test_art_keeps_off_the_marks_and_the_words() -> None:
    made = Made([poker(9)])
    picture = np.asarray(printed(made.pages()[1][0], 127)).astype(int)  # 5 pixels a mm
    art = (np.abs(picture - 180).sum(axis=2) < 9) | (np.ptp(picture, axis=2) > 60)  # bleed or a face
    for x, y in ((10, 10), (195, 10), (10, 282)):  # a mark's own rim is grey, too
        art[5 * y - 1 : 5 * y + 27, 5 * x - 1 : 5 * x + 27] = False
    for box in ((10, 10, 16.5, 16.5), (193.5, 10, 200, 16.5), (10, 280.5, 16.5, 287)):
        x1, y1, x2, y2 = (round(5 * side) for side in box)
        assert not art[y1 + 2 : y2 - 2, x1 + 2 : x2 - 2].any()
    assert art[500, 47], "elsewhere art runs a little beyond the outermost cut"


# ---- grids


@pytest.mark.parametrize(
    ("paper", "shared", "piece", "expected"),
    [
        ("a4", "square", poker(60), (9, 10.5, 16.5)),
        ("a4", "always", poker(60, 3.0), (9, 10.5, 16.5)),
        ("a4", "square", poker(60, 3.0), (8, 15.5, 18.0)),
        ("a4", "square", tiles(60), (12, 10.5, 22.5)),
        ("letter", "square", poker(60, 3.0), (8, None, None)),
        ("letter", "square", tiles(60), (12, None, None)),
        ("letter", "always", poker(60, 3.0), (8, None, None)),
    ],
)
def test_sheets_hold_what_the_drawn_ones_hold(
    tmp_path: Path, paper: str, shared: str, piece: Component, expected: tuple[int, float, float]
) -> None:
    made = Made([piece], edited(tmp_path, shared=shared), paper)
    page = made.pages()[1][0]
    assert page.trim_box
    assert len(pieces_of(printed(page, DPI), own(made, 1)[0], made.faces.colours, DPI)) == expected[0]
    if expected[1] is not None:
        assert tuple(page.trim_box)[:2] == pytest.approx(expected[1:])


@pytest.mark.parametrize(("paper", "least"), [("a4", 76), ("letter", 72)])
def test_rounds_lie_like_a_honeycomb(paper: str, least: int) -> None:
    made = Made([rounds(least)], paper=paper)
    assert len(made.pages()) == 1
    assert len(own(made, 1)[1]) == least


def test_what_a_sheet_leaves_another_size_of_its_stock_has() -> None:
    made = Made([rounds(4, 30, "large"), rounds(5, 16, "small"), rounds(3, 25, "others", stock="card")])
    assert {name: len(read_svg(made.svg(name))[1]) for name in made.cuts} == {
        "tavern-a4-sheet-01": 9,
        "tavern-a4-sheet-02": 3,
    }


# ---- any kit

sizes = st.floats(10, 200).map(lambda side: round(side, 2))


@given(
    st.lists(
        st.tuples(sizes, sizes, st.floats(0, 12), st.integers(1, 40), st.booleans(), st.booleans()),
        min_size=1,
        max_size=4,
    ),
    st.sampled_from(["a4", "letter"]),
    st.sampled_from(["never", "square", "always"]),
)
@settings(max_examples=25)
def test_any_pieces_lie_once_apart_and_clear_of_the_marks(
    said: list[tuple[float, float, float, int, bool, bool]], paper: str, shared: str
) -> None:
    components = [
        component(
            f"c{n}",
            "tokens",
            (w, w if ring else h),
            count,
            corner=0 if ring else r,
            shape="round" if ring else "rect",
            bleed=1.5,
            back="b.svg" if two else None,
        )
        for n, (w, h, r, count, ring, two) in enumerate(said)
    ]
    asks = asked(shared)
    field = field_of(Sheet.portrait(PAPERS[paper]), asks)
    sheets, too_large = sheets_of(groups_of(components, asks, backs=True), field)
    seated = Counter(
        (slot.piece.component.id, slot.piece.card.id) for sheet in sheets for slot in sheet.slots
    )
    left_out = {c.id for c in too_large}
    assert seated == Counter((c.id, card.id) for c in components if c.id not in left_out for card in c.cards)
    for sheet in sheets:
        for number, slot in enumerate(sheet.slots):
            assert field.clear(slot.trim)
            assert slot.art.inside(field.printed)
            assert not any(_over(slot.art, corner) for corner in field.kept)
            for n, other in enumerate(sheet.slots):
                if n == number:
                    continue
                gap = 0.0 if {n, number} <= sheet.shared else 1.25
                if slot.round and other.round:
                    between = math.dist(
                        (slot.x + slot.width / 2, slot.y + slot.height / 2),
                        (other.x + other.width / 2, other.y + other.height / 2),
                    )
                    assert between + 1e-6 >= (slot.width + other.width) / 2 + gap
                    assert between + 1e-6 >= (slot.width + other.width) / 2 + slot.bleed.left
                else:
                    assert not _over(slot.trim.grown(Edges.all(gap)), other.trim)
                    assert not _over(slot.art, other.trim)
        for layer in contours_of(sheet, field, asks.over):
            for curve in layer.curves:
                assert extent(curve).inside(field.room, 1e-4)


def _over(a: Rect, b: Rect) -> bool:
    return min(a.right, b.right) - max(a.x, b.x) > 1e-6 and min(a.bottom, b.bottom) - max(a.y, b.y) > 1e-6


# ---- files


def test_one_file_of_contours_serves_all_sheets_that_are_cut_alike() -> None:
    made = Made([poker(5, 3.0, copies=100)])
    assert sorted(made.files) == [
        "tavern-a4-how-to-cut.txt",
        "tavern-a4-sheet-63.dxf",
        "tavern-a4-sheet-63.svg",
        "tavern-a4-sheets-01-to-62.dxf",
        "tavern-a4-sheets-01-to-62.svg",
        "tavern-a4-sheets-01-to-63-both-sides.pdf",
    ]
    assert "Sheets 01 to 62: " in made.note
    assert "at: 15.50 mm from the left, 18.00 mm from the top, 179.00 × 261.00 mm" in made.note


def test_each_stock_is_a_file_to_print_and_the_note_names_all() -> None:
    made = Made(MIXED)
    assert [(pdf.name, pdf.duplex) for pdf in made.pdfs] == [
        ("tavern-a4-sheet-01-both-sides.pdf", "long-edge"),
        ("tavern-a4-sheet-02-both-sides.pdf", "long-edge"),
        ("tavern-a4-sheet-03-one-side.pdf", None),
    ]
    for name in made.files:
        assert name in made.note or name.endswith("how-to-cut.txt"), name
    assert "on 300 g/m²" in made.note
    assert (
        "Marks: square at the top left, angle at the top right, angle at the bottom left; 10 mm" in made.note
    )


def test_nobody_prints_on_the_board_that_a_sheet_is_glued_onto() -> None:
    chips = component("chips", "tokens", (40, 12), 3, back=None, stock="200 g/m², on 1.5 mm board")
    made = Made([chips, component("tiles", "tiles", (63, 63), 9, stock="1 to 2 mm board")])
    said = [*made.order.products, *made.note.splitlines()]
    assert not [
        line
        for line in said
        if re.search(r"\bon [^,]*\d mm board|^Print.*, on", line.partition(", glued")[0])
    ]
    assert (
        "Print tavern-a4-sheet-01-one-side.pdf on 200 g/m², glued onto 1.5 mm board, then cut"
        in "\n".join(said)
    )
    assert "  on the paper you like, glued onto 2 mm board" in said
    assert "  on one side only. Glue the sheet onto the board, then cut" in said


def test_the_same_bytes_twice() -> None:
    one, other = Made(MIXED), Made(MIXED)
    for name in one.cuts:
        assert one.dxf(name) == other.dxf(name)
        assert one.svg(name) == other.svg(name)


# ---- back modes, what does not fit


def test_backs_that_cannot_be_folded_come_on_pages_of_their_own() -> None:
    made = Made([poker(2)], backs="fold")
    (problem,) = made.problems
    assert problem.code == "fold-is-not-cut"
    assert [pdf.duplex for pdf in made.pdfs] == [None]
    assert len(made.pages()[1]) == 2
    assert "glue the two together, then cut from the front" in made.note


def test_without_backs_there_are_fronts_alone() -> None:
    made = Made([poker(2)], backs="none")
    assert [pdf.name for pdf in made.pdfs] == ["tavern-a4-sheet-01-one-side.pdf"]
    assert len(made.pages()[1]) == 1


def test_the_offset_of_a_printer_moves_backs_alone() -> None:
    at, moved = Made([poker(2)]).pages()[1], Made([poker(2)], offset=(1.0, 0.5)).pages()[1]
    assert at[0].trim_box == moved[0].trim_box
    assert at[1].trim_box
    assert moved[1].trim_box
    assert (
        moved[1].trim_box[0] - at[1].trim_box[0],
        moved[1].trim_box[1] - at[1].trim_box[1],
    ) == pytest.approx((1, 0.5))


def test_what_is_too_large_is_left_out_and_told() -> None:
    made = Made([poker(2), component("board", "boards", (300, 200), 1)])
    made.order.tell_refusals()
    (problem,) = made.problems
    assert problem.code == "left-out"
    assert (
        "left out for Silhouette: Board: 300 × 200 mm, and A4 has room for 190 × 276.4 mm inside the marks"
        in str(problem)
    )
    assert made.cuts == ["tavern-a4-sheet-01"]


def test_a_board_that_just_fits_between_the_marks_lies_between_them() -> None:
    made = Made([component("bar", "mats", (276, 110), 2, back=None)])
    assert list(made.problems) == []
    assert len(made.cuts) == 1


# ---- pictures with a transparent ground


@pytest.mark.thorough
def test_a_cutout_shows_pieces_alone_as_large_as_its_contours(tmp_path: Path) -> None:
    from PIL import Image

    from cardgen.export.plates import Press

    made = Made([poker(3, 3.0), rounds(5, 30)], CRICUT, "letter")
    assert black_parts(made) == set()
    pictures = sorted(name for name in made.files if name.endswith(".png"))
    assert pictures == [
        f"tavern-letter-sheet-0{end}.png" for end in ("1-back", "1-front", "2-back", "2-front")
    ]
    for name in pictures:
        made.files[name].write(tmp_path / name, Press(NO_PICTOGRAMS))
        picture = Image.open(tmp_path / name)
        number = int(name.split("sheet-")[1][:2])
        svg, _ = own(made, number)
        xs = [x for cut in svg for x, _ in cut.points]
        ys = [y for cut in svg for _, y in cut.points]
        size = ((max(xs) - min(xs)) / 25.4, (max(ys) - min(ys)) / 25.4)
        assert size[0] <= 6.75
        assert size[1] <= 9.25
        assert picture.mode == "RGBA"
        assert picture.size == (round(size[0] * 300), round(size[1] * 300))
        alpha = np.asarray(picture)[:, :, 3]
        parts, count = ndimage.label(alpha > 127)
        assert count == len(svg), "pieces keep apart, or they would be one contour"
        areas = np.bincount(parts.ravel())[1:] / (300 / 25.4) ** 2
        expected = sorted(_area(cut) for cut in svg)
        assert sorted(areas) == pytest.approx(expected, rel=0.01)
        solid = np.asarray(picture)[alpha == 255][:, :3].astype(int)
        assert not (np.abs(solid - 180).sum(axis=1) < 9).mean() > 0.01, "no bleed inside"


def test_backs_that_are_alike_have_one_picture() -> None:
    made = Made([poker(1, 3.0, copies=9), rounds(2, 30, "other", stock="card")], CRICUT)
    pictures = [name for name in made.files if name.endswith(".png")]
    assert len([name for name in pictures if "front" in name]) < len(made.pages())
    for name in pictures:
        assert made.note.count(f"picture: {name}") >= 1
    for told in re.findall(r"picture: (.*)", made.note):
        assert told in pictures


def _area(cut: Cut) -> float:
    return abs(
        sum(x1 * y2 - x2 * y1 for (x1, y1), (x2, y2) in zip(cut.points, cut.points[1:], strict=False)) / 2
    )


# ---- the command line, and what a file may say


@pytest.mark.thorough
def test_a_stranger_builds_for_two_machines(cardgen: Cardgen, tmp_path: Path) -> None:
    harbour = Path(__file__).parents[1] / "samples" / "harbour-project" / "data" / "harbour"
    cardgen.works("build", str(harbour), "--for", "silhouette,cricut", "--out", "out")
    folder = tmp_path / "out" / "harbour"
    silhouette = sorted(file.name for file in (folder / "silhouette").iterdir())
    assert silhouette == [
        "README.txt",
        "harbour-a4-how-to-cut.txt",
        "harbour-a4-sheets-01-to-02-both-sides.pdf",
        "harbour-a4-sheets-01-to-02.dxf",
        "harbour-a4-sheets-01-to-02.svg",
        "harbour-rules.pdf",
    ]
    assert (folder / "cricut" / "harbour-a4-sheet-01-front.png").is_file()


def test_what_is_wrong_with_a_machine_is_told_at_its_place(cardgen: Cardgen, tmp_path: Path) -> None:
    from tests.spreadsheets import game, lay_out

    wrong = "title: M\ncutting:\n  marks:\n    corners: {top-lef: square, top-right: angel}\n  gap: 2\n  shared: squares\n"
    lay_out(tmp_path / "kit", {"game.yaml": game("[{id: A1}]"), "targets/m.yaml": wrong})
    said = cardgen.fails("build", "kit", "--for", "m")
    assert "corners has 'top-lef', expected one of top-left, top-right, bottom-left, bottom-right" in said.err
    assert "did you mean 'top-left'?" in said.err
    assert "'angel', expected one of square, angle, disc, cross" in said.err
    assert "expected a length such as 3mm or 0.125in" in said.err
    assert "'squares', expected one of never, square, always" in said.err


def test_the_machine_of_the_manual_is_one(tmp_path: Path) -> None:
    manual = (Path(__file__).parents[2] / "docs" / "cutting-machines.md").read_text("utf-8")
    (text,) = re.findall(r"```yaml\n(.*?)```", manual, re.S)
    (tmp_path / "mine.yaml").write_text(text, "utf-8")
    made = Made([tiles(2)], tmp_path / "mine.yaml")
    assert [name for name in made.files if name.endswith((".svg", ".dxf"))] == ["tavern-a4-sheet-01.dxf"]
    assert len(black_parts(made)) == 4
    for key in (*CuttingOptions.__annotations__, *MarksSays.__annotations__):
        assert f"`{key}`" in manual


def test_a_kit_of_one_card_is_one_sheet() -> None:
    made = Made([poker(1)])
    assert len(made.pages()) == 1
    assert [cut.layer for cut in own(made, 1)[0]] == ["cut-across"] * 2 + ["cut-down"] * 2
