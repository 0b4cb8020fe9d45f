"""Hexagons and free shapes: what is printed, what is cut, and what lies behind a front, measured on rendered pages."""

from __future__ import annotations

import io
import math
from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path

import numpy as np
import pypdfium2
import pytest
import yaml
from PIL import Image
from scipy import ndimage

from cardgen.base.contour import Contour, crossing, distance, flattened
from cardgen.base.drawing import Drawing, Page, polygon, rect
from cardgen.base.svg_outline import commands_of
from cardgen.base.units import PAPERS, Size
from cardgen.export.pdf import write_pdf
from cardgen.export.plates import Press
from cardgen.model import Card, Component, Kit
from cardgen.model.kit import Layout
from cardgen.model.made import Tiles, Tokens
from cardgen.sheets.draw import placed
from cardgen.sheets.guide.work import work_steps
from cardgen.sheets.paper import Rect, Sheet, SheetSettings
from cardgen.sheets.plan.honeycomb import hexagons, straight_lines
from cardgen.sheets.plan.impose import plan_kit
from cardgen.source.game_file import load_kit
from cardgen.targets.cutting.contours import contours_of
from cardgen.targets.cutting.field import field_of
from cardgen.targets.cutting.layout import groups_of, sheets_of
from cardgen.targets.cutting.options import CuttingOptions
from tests.conftest import Cardgen
from tests.dots import dark

HOOK = "M0 0H20V8H9A1 1 0 0 0 8 9V30H0Z"  # no mirror of itself
LEAF = "M0 10C6 2 15 -2 25 1.6C31 3.6 33 8 36 8.4C32 16 26 19.6 16 17.6C8 16.8 3.4 14.6 0 10Z"
A = 20 / math.sqrt(3)
FLAT = f"M{A / 2} 0H{1.5 * A}L{2 * A} 10L{1.5 * A} 20H{A / 2}L0 10Z"
POINTY = f"M10 0L20 {A / 2}V{1.5 * A}L10 {2 * A}L0 {1.5 * A}V{A / 2}Z"
DPI = 600
DOT = 25.4 / DPI


def leaf_box() -> tuple[float, float, float, float]:
    """The box of the leaf as CairoSVG fills it."""
    drawn = filled([LEAF], (50, 40), 0, 10)
    ys, xs = np.nonzero(drawn)
    return tuple(round(v * DOT, 2) for v in (xs.min(), ys.min(), xs.max() + 1, ys.max() + 1))  # type: ignore[return-value]


def filled(paths: Sequence[str], size: tuple[float, float], dx: float = 0, dy: float = 0) -> np.ndarray:
    """Paths as CairoSVG fills them on a page of so many mm: True where they are."""
    w, h = size
    d = "".join(f'<path d="{path}" transform="translate({dx} {dy})"/>' for path in paths)
    svg = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {w} {h}">{d}</svg>'
    return dark(svg.encode(), w / DOT, h / DOT)


def a_kit(
    folder: Path, shape: str, size: str, path: str, box: tuple[float, float, float, float], more: str = ""
) -> Path:
    """A kit with black pieces on white paper: what is black on a page is what should be cut out."""
    x, y, x2, y2 = box
    w, h, b = x2 - x, y2 - y, 1.5
    root = folder / "data" / "ink"
    (root / "faces").mkdir(parents=True)
    (root / "art").mkdir()
    page = f'width="{w + 2 * b}mm" height="{h + 2 * b}mm" viewBox="{-b} {-b} {w + 2 * b} {h + 2 * b}"'
    for name, turn in (("front", f"translate({-x} {-y})"), ("back", f"translate({w + x} {-y}) scale(-1 1)")):
        (root / "faces" / f"{name}.svg").write_text(
            f'<svg xmlns="http://www.w3.org/2000/svg" {page}><path transform="{turn}" d="{path}"/></svg>'
        )
    (root / "art" / "cut.svg").write_text(
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{x - 1} {y - 1} {w + 2} {h + 2}">\n'
        f'<g transform="scale(0.5)"><path id="cut" transform="scale(2)" d="{path}"/></g></svg>'
    )
    (root / "game.yaml").write_text(
        'game: ink\ntitle: Ink\nversion: "1"\nplayers: {min: 1, max: 2}\ncredits: {design: A}\ntiles:\n  pieces:\n'
        f"    size: {size}\n    shape: {shape}\n    bleed: 1.5mm\n    face: faces/front.svg\n    back: faces/back.svg\n"
        f"{more}    cards: [{{id: A, count: 7}}]\n"
    )
    return folder


SHAPES = {
    "hook": ("art/cut.svg#cut", "20x30mm", HOOK, (0.0, 0.0, 20.0, 30.0), "    made_of: card\n"),
    "flat": ("hex", "20mm", FLAT, (0.0, 0.0, round(2 * A, 3), 20.0), "    layout: gap\n"),
    "pointy": (
        "{hex: pointy}",
        "20mm",
        POINTY,
        (0.0, 0.0, 20.0, round(2 * A, 3)),
        "    made_of: {board: 2mm, sides: pins}\n    layout: gap\n",
    ),
}


@pytest.mark.parametrize("name", [*SHAPES, pytest.param("leaf", marks=pytest.mark.thorough)])
def test_knife_and_back_follow_the_printed_edge(
    name: str, tmp_path: Path, cardgen: Cardgen, monkeypatch: pytest.MonkeyPatch
) -> None:
    if name == "leaf":
        left, top, right, low = leaf_box()
        box = (left, top - 10, right, low - 10)
        shape = ("art/cut.svg#cut", f"{right - left:g}x{low - top:.4g}mm", LEAF, box, "")
    else:
        shape = SHAPES[name]
    monkeypatch.chdir(a_kit(tmp_path, *shape))
    cardgen.works(
        "build", "ink", "--data", "data", "-o", "out", "--for", "silhouette", "--paper", "150x180mm"
    )
    folder = tmp_path / "out" / "ink" / "silhouette"
    (cuts,) = folder.glob("*.svg")
    inside = cuts.read_bytes().replace(b'fill="none" stroke="#ff0000" stroke-width="0.1"', b'fill="#000000"')
    cut = dark(inside, 150 / DOT, 180 / DOT)
    assert ndimage.label(cut)[1] == 7
    (pdf,) = folder.glob("*.pdf")
    pages = [
        np.asarray(page.render(scale=DPI / 72, grayscale=True).to_pil()) < 128
        for page in pypdfium2.PdfDocument(pdf)
    ]
    assert len(pages) == 2
    for page in (pages[0], pages[1][:, ::-1]):
        near = ndimage.maximum_filter(cut, 61)
        off = (page[: cut.shape[0], : cut.shape[1]] & near) ^ cut
        # 0.1 mm are 2.4 dots: a band of three dots is farther off
        assert not ndimage.binary_erosion(off, np.ones((3, 3))).any()


def test_bleed_follows_the_contour_and_shows_no_hole() -> None:
    notched = ((0, 0), (30, 0), (30, 30), (20, 30), (20, 12), (19, 12), (19, 30), (0, 30))
    for corners in (((0, 0), (20, 0), (20, 8), (8, 8), (8, 30), (0, 30)), notched, notched[::-1]):
        path = f"M{'L'.join(f'{x} {y}' for x, y in corners)}Z"
        contour = Contour(polygon(corners).commands)
        grown = contour.grown(1.5).commands
        line = [(c[1], c[2]) for c in grown if c != ("Z",) and distance(c[1:], contour.points) >= 1.499]
        assert len(line) > len(corners)
        assert max(abs(distance(point, contour.points) - 1.5) for point in line) < 0.01
        d = "".join(c[0] + " ".join(map(str, c[1:])) for c in grown)
        whole = filled([d], (40, 40), 4, 4)
        core = filled([path], (40, 40), 4, 4)
        wanted = ndimage.distance_transform_edt(~core) * DOT <= 1.5
        assert not ndimage.binary_erosion(whole ^ wanted, np.ones((3, 3))).any()


@pytest.mark.parametrize(
    "data",
    [
        "M5 20a12 7 30 1 1 20 5A9 9 0 0 1 8 34z",
        "M4 20A8 12 -20 1 0 30 22A4 4 0 0 0 20 30Z",
        "M5 5C10 0 15 10 20 5S30 0 35 8Q38 20 30 24T10 30t-4 -8L5 5",
        "m5 5h30v10l-10 20z",
    ],
)
def test_path_data_is_read_as_another_engine_draws_it(data: str) -> None:
    mine = filled(["".join(c[0] + " ".join(map(str, c[1:])) for c in commands_of(data))], (40, 40))
    theirs = filled([data], (40, 40))
    assert theirs.any()
    assert not ndimage.binary_erosion(mine ^ theirs, np.ones((3, 3))).any()


def test_pictures_for_tables_end_where_a_piece_is_cut(
    tmp_path: Path, cardgen: Cardgen, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(a_kit(tmp_path, *SHAPES["hook"]))
    cardgen.works("build", "ink", "--data", "data", "-o", "out", "--for", "screentop")
    front, back = sorted((tmp_path / "out" / "ink" / "screentop" / "pieces").glob("*.png"))
    for file, mirror in ((front, False), (back, True)):
        alpha = np.asarray(Image.open(file).getchannel("A").resize((round(20 / DOT), round(30 / DOT)))) > 127
        wanted = filled([HOOK], (20, 30))
        off = alpha ^ (wanted[:, ::-1] if mirror else wanted)
        assert not ndimage.binary_erosion(off, np.ones((5, 5))).any()


# ---- hexagons in three layouts


@pytest.mark.parametrize("flat", [40.0, 55.0, 80.0])
@pytest.mark.parametrize("room", [(189.0, 262.0), (194.9, 245.0)])
@pytest.mark.parametrize("layout", ["shared", "gap", "straight"])
def test_as_many_hexagons_as_the_formula_says_and_none_in_another(
    layout: Layout, room: tuple[float, float], flat: float
) -> None:
    gap = 3.0 if layout == "gap" else 0.0
    a = flat / math.sqrt(3)

    def count(w: float, h: float) -> int:
        if layout == "straight":
            r, n = 1 + int((h - flat) / flat + 1e-9), 1 + int((w - 2 * a) / (2 * a) + 1e-9)
            odd = n if w >= 2 * a * n + a else n - 1
            return -(-r // 2) * n + r // 2 * odd
        p = flat + gap
        c, r = 1 + int((w - 2 * a) / (p * math.sqrt(3) / 2)), 1 + int((h - flat) / p)
        low = 1 + int((h - flat - p / 2) / p)
        return -(-c // 2) * r + c // 2 * low

    w, h = room
    size = Size(round(2 * a, 3), flat)
    seats = hexagons(size, layout, gap, Rect(0, 0, w, h), 999)
    assert seats
    assert len(seats.boxes) == max(count(w, h), count(h, w))
    middles = [(box.x + box.width / 2, box.y + box.height / 2) for box in seats.boxes]
    near = min(math.dist(p, q) for n, p in enumerate(middles) for q in middles[:n])
    assert near == pytest.approx(2 * a if layout == "straight" else flat + gap, abs=0.01)
    assert all(box.inside(Rect(0, 0, w, h), 0.01) for box in seats.boxes)


@pytest.mark.parametrize("pointy", [False, True])
def test_no_line_of_a_ruler_enters_a_tile(pointy: bool) -> None:
    tiles = Tiles("t", [Card(f"T{n}") for n in range(19)], "40mm", shape="hex", bleed=2)
    if pointy:
        tiles = Tiles("t", [Card(f"T{n}") for n in range(19)], Size(40, 46.188), shape="hex", bleed=2)
    (page,) = plan_kit(Kit("k", (tiles,)), SheetSettings(guide=False)).pages
    outlines = [slot.contour for slot in page.slots]
    ways = straight_lines(one.points for one in outlines)
    assert len(ways) == 3
    assert page.cuts == sum(map(len, ways))
    for line in (one for way in ways for one in way):
        for k in range(101):
            x, y = (a + (b - a) * k / 100 for a, b in ((line.x1, line.x2), (line.y1, line.y2)))
            assert max(one.inside(x, y) for one in outlines) < 0.02


def test_a_face_lies_over_the_bleed_of_its_neighbour() -> None:
    tiles = Tiles("t", [Card(f"T{n}") for n in range(4)], "40mm", shape="hex", bleed=2, layout="shared")
    (page,) = plan_kit(Kit("k", (tiles,)), SheetSettings(guide=False)).pages
    colours = ["#ff0000", "#00ff00", "#0000ff", "#ffff00"]

    class Faces:
        def front(self, card: Card) -> Drawing:
            size = tiles.size
            whole = rect(-2, -2, size.width + 4, size.height + 4, fill=colours[int(card.id[1:])])
            return Drawing(card.id, -2, -2, size.width + 4, size.height + 4, (whole,))

        back = drawing = front

    items = tuple(placed(page.slots, Faces()))
    pdf = io.BytesIO()
    write_pdf(
        [Page(Drawing("page", 0, 0, page.paper.width, page.paper.height, items))],
        pdf,
        title="t",
        press=Press({}),
    )
    picture = pypdfium2.PdfDocument(pdf)[0].render(scale=200 / 72).to_pil().convert("RGB")
    for slot in page.slots:
        x, y = slot.x + slot.width / 2, slot.y + slot.height / 2
        for px, py in slot.contour.points:
            inner = (x + (px - x) * 0.97, y + (py - y) * 0.97)
            found = picture.getpixel((round(inner[0] * 200 / 25.4), round(inner[1] * 200 / 25.4)))
            assert "#{:02x}{:02x}{:02x}".format(*found) == colours[int(slot.card.id[1:])]


def test_a_machine_cuts_each_edge_of_a_honeycomb_once() -> None:
    tiles = Tiles("t", [Card(f"T{n}") for n in range(12)], "40mm", shape="hex", bleed=2, layout="shared")
    field = field_of(Sheet.portrait(PAPERS["a4"]), CuttingOptions())
    groups = groups_of([tiles], CuttingOptions(), backs=False)
    (sheet,), _ = sheets_of(groups, field)
    layers = {layer.name: layer.curves for layer in contours_of(sheet, field, 0.5)}
    assert [*layers] == ["cut-between", "cut-zigzags"]
    middles = [(s.x + s.width / 2, s.y + s.height / 2) for s in sheet.slots]
    shared = sum(math.dist(p, q) < 40.1 for n, p in enumerate(middles) for q in middles[:n])
    ways = [flattened(curve.commands)[::1] for curve in layers["cut-zigzags"]]
    ends = [((c.x1, c.y1), (c.x2, c.y2)) for c in layers["cut-between"]]
    length = sum(math.dist(a, b) for way in [*ways, *ends] for a, b in pairwise(way))
    assert shared >= 12
    assert length == pytest.approx((6 * 12 - shared) * 40 / math.sqrt(3), abs=0.1)


@pytest.mark.parametrize(
    ("layout", "title"),
    [("", "Hexagons, three times"), ("shared", "Cut the honeycomb"), ("gap", "Cut the outlines")],
)
def test_the_guide_asks_for_no_cut_through_a_honeycomb(layout: Layout, title: str) -> None:
    tiles = Tiles("t", [Card("A", count=9)], "40mm", shape="hex", layout=layout)
    titles = [step.title for step in work_steps(plan_kit(Kit("k", (tiles,))))]
    assert title in titles
    assert "Cut long lines first" not in titles


# ---- nesting


def forty() -> tuple[Component, ...]:
    """Forty tokens of six outlines."""
    hook = Contour(polygon([(0, 0), (20, 0), (20, 8), (8, 8), (8, 30), (0, 30)]).commands)
    kite = Contour(polygon([(13, 0), (26, 11), (13, 30), (0, 11)]).commands)
    tee = Contour(polygon([(0, 0), (36, 0), (36, 6), (22, 6), (22, 18), (14, 18), (14, 6), (0, 6)]).commands)
    said = [("hooks", "20x30mm", hook, 5), ("kites", "26x30mm", kite, 6), ("tees", "36x18mm", tee, 6)]
    return (
        *(Tokens(name, [Card(name, count=n)], size, shape=cut, back="b.svg") for name, size, cut, n in said),
        Tokens("hexes", [Card("hexes", count=5)], "30mm", shape="hex", back="b.svg"),
        Tokens("coins", [Card("coins", count=12)], "22mm", back="b.svg"),
        Tokens("chips", [Card("chips", count=6)], "16mm", back="b.svg"),
    )


@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_forty_tokens_of_six_outlines_take_one_sheet(paper: str) -> None:
    settings = SheetSettings(PAPERS[paper], paper, guide=False, test=False)
    plan = plan_kit(Kit("k", forty()), settings)
    assert plan.sheets == 1
    front, back = plan.pages
    assert len(front.slots) == len(back.slots) == 40
    outlines = [slot.contour.points for slot in front.slots]
    printable = Sheet.portrait(PAPERS[paper]).printable
    for n, points in enumerate(outlines):
        assert front.slots[n].art.inside(printable)
        for other in outlines[:n]:
            assert min(distance(p, other) for p in points[::4]) > 2.7
    for one, behind in zip(front.slots, back.slots, strict=True):
        mirrored = one.contour.mirrored(front.paper.width).points
        assert max(distance(p, behind.contour.points) for p in mirrored) < 0.01
    assert plan_kit(Kit("k", forty()), settings).pages == plan.pages


def test_fifty_five_sizes_twice_take_at_most_1_3_times_their_area() -> None:
    tokens = [
        Tokens(f"t{n}", [Card(f"T{n}", count=2)], Size(n, n), shape="rect", stock="card")
        for n in range(10, 65)
    ]
    plan = plan_kit(Kit("k", tuple(tokens)), SheetSettings(guide=False))
    room = Sheet.portrait(PAPERS["a4"]).printable
    area = sum(2 * n * n for n in range(10, 65)) / (room.width * room.height)
    assert sum(len(page.slots) for page in plan.pages) == 110
    assert plan.sheets <= 1.3 * area
    boxes = [[slot.art for slot in page.slots] for page in plan.pages]
    for some in boxes:
        for n, one in enumerate(some):
            for two in some[:n]:
                apart = max(one.x - two.right, two.x - one.right, one.y - two.bottom, two.y - one.bottom)
                assert apart > -1e-6


# ---- paths that cannot be cut

WRONG = {
    "open": ("M0 0H20V30", "the path is open", "close it"),
    "several": ("M0 0H20V30Z M2 2h3v3z", "has 2 parts", "Break Apart"),
    "crossing": ("M0 0L20 30H0L20 0Z", "crosses or touches itself at 10, 15", "Union"),
    "empty": ("", "the path is empty", "draw the line"),
    "broken": ("M0 0H20V30x", "data is broken at", "Simplify"),
    "flat": ("M0 0H20H5Z", "holds nothing", "draw the line"),
    "outside": ("M0 0H20V60H0Z", "outside of the drawing's viewBox", "Resize"),
    "wide": ("M0 0H30V30H0Z", "which does not fit 20 × 30 mm", "write size: 20x20mm"),
    "inner corner": (
        "M0 0H20V30H11V20H9V30H0Z",
        "an inner corner has a radius of 0.2 mm, expected 0.5 mm",
        "round it",
    ),
    "neck": (
        "M0 0H20V10C13 10 11.2 12 11.2 15S13 20 20 20V30H0V20C7 20 8.8 18 8.8 15S7 10 0 10Z",
        "the piece is narrower than 3 mm at 10",
        "make its neck wider",
    ),
    "far": ("M0 0H99999999V30Z", "too far", "Simplify"),
}


@pytest.mark.parametrize("name", WRONG)
def test_a_path_that_cannot_be_cut_is_reported_at_its_line(
    name: str, tmp_path: Path, cardgen: Cardgen, monkeypatch: pytest.MonkeyPatch
) -> None:
    path, message, hint = WRONG[name]
    monkeypatch.chdir(a_kit(tmp_path, "art/cut.svg#cut", "20x30mm", path, (0, 0, 30, 30)))
    run = cardgen.fails("check", "ink", "--data", "data")
    told = run.out + run.err
    assert "data/ink/art/cut.svg:2:33: error: #cut: " in told
    assert message in told
    assert hint in told
    assert "in tiles › pieces › shape" in told


def test_a_name_of_no_path_is_reported_where_it_is_written(
    tmp_path: Path, cardgen: Cardgen, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(a_kit(tmp_path, "art/cut.svg#cutt", "20x30mm", HOOK, (0, 0, 20, 30)))
    run = cardgen.fails("check", "ink", "--data", "data")
    told = run.out + run.err
    assert "game.yaml:9:12: error: art/cut.svg has no path 'cutt'" in told
    assert "did you mean 'cut'?" in told


def test_hexagons_say_their_measure_from_edge_to_edge() -> None:
    size = Tiles("t", [Card("A")], "40mm", shape="hex").size
    assert (size.width, size.height) == (46.188, 40)
    with pytest.raises(ValueError, match=r"a hexagon of 40 mm from edge to edge is 46.188 × 40 mm"):
        Tiles("t", [Card("A")], "50x40mm", shape="hex")
    assert crossing(Tiles("t", [Card("A")], "40mm", shape="hex").contour.points) is None


def test_the_samples_of_all_shapes_are_sound_and_show_each_kind_of_sheet(
    cardgen: Cardgen, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(Path(__file__).parents[1] / "samples" / "workbench-project")
    run = cardgen("check", "workbench", "workbench-stock")
    assert (run.code, "warning" in run.out + run.err) == (0, False), run.out + run.err
    shown = yaml.safe_load(Path("sheets.yaml").read_text("utf-8"))
    kits = [load_kit(Path("data", slug)) for slug in ("workbench", "workbench-stock")]
    pages = [page for kit in kits for page in plan_kit(kit, SheetSettings(guide=False, test=False)).pages]
    assert {f"{page.title}, {page.pill}" for page in pages} >= set(shown.values())
    nests = [page for page in pages if page.component_ids[0] in kits[0].tokens]
    assert [len(page.slots) for page in nests] == [40, 40]  # fronts, and their backs for the pins


def test_another_path_is_another_piece(
    tmp_path: Path, cardgen: Cardgen, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(a_kit(tmp_path, *SHAPES["hook"]))
    cardgen.works("build", "ink", "--data", "data", "-o", "was")
    path = tmp_path / "data" / "ink" / "art" / "cut.svg"
    again = cardgen("build", "ink", "--data", "data", "-o", "same", "--changed-since", "was/ink")
    path.write_text(path.read_text().replace("H9A1 1 0 0 0 8 9", "H9.5A1.5 1.5 0 0 0 8 9.5"))
    other = cardgen("build", "ink", "--data", "data", "-o", "now", "--changed-since", "was/ink")
    assert "nothing" in again.out + again.err
    assert "7 of 7" in other.out + other.err, other.out + other.err
