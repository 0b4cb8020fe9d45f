"""Punchboards: nicks, webs and rim, measured on the pages and cut files that cardgen writes for a kit."""

from __future__ import annotations

import math
from itertools import pairwise
from pathlib import Path

import ezdxf
import numpy as np
import pypdfium2
import pytest
from PIL import Image
from scipy import ndimage

from cardgen.base.contour import Contour, distance
from cardgen.sheets.guide.work import work_steps
from cardgen.sheets.paper import SheetSettings
from cardgen.sheets.plan.impose import plan_kit
from cardgen.source.game_file import load_kit
from cardgen.table.free_setup import free_table
from tests.conftest import Cardgen
from tests.dots import dark
from tests.sheets.test_kinds import a_kit, lines_in

SHIELD = "M0 2.6C3 3 8 2.2 13 0C18 2.2 23 3 26 2.6V15C26 23 19 28 13 30C7 28 0 23 0 15Z"
GAME = """\
tokens:
  coins: {{size: 22mm, face: faces/coin.svg, back: faces/coin.svg, made_of: {made}, cards: [{{id: C, count: {coins}}}]}}
  shields:
    size: 26x30mm
    shape: cut.svg#cut
    turns: {turns}
    face: faces/shield.svg
    back: faces/shield.svg
    made_of: {made}
    cards: [{{id: S, count: 3}}, {{id: T}}]
punchboards:
  pieces:
    size: {size}
    bleed: 1.5mm
    made_of: {made}
    frame: {{face: faces/frame.svg}}
    holds: {{coins: 6, shields: 4}}
{more}"""
PINS = "{board: 1.5mm, paper: 200 g/m², sides: pins}"


def punchboard(
    folder: Path,
    size: str = "130x100mm",
    more: str = "",
    turns: str = "90°",
    made: str = PINS,
    coins: int = 6,
) -> Path:
    """Black coins and shields, printed to their bleed, in a white frame."""
    w, h = (float(side) for side in size.removesuffix("mm").split("x"))
    found = a_kit(
        folder,
        GAME.format(size=size, more=more, turns=turns, made=made, coins=coins),
        coin='22 22 <circle cx="11" cy="11" r="11"/>',
        shield=f'26 30 <path d="{SHIELD}"/>',
        frame=f'{w} {h} <path d="M-1.5 -1.5h1v1h-1z"/>',
    )
    (found / "data" / "ink" / "cut.svg").write_text(
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 26 30"><path id="cut" d="{SHIELD}"/></svg>'
    )
    return found


def length(points: list[tuple[float, float]]) -> float:
    return sum(math.dist(a, b) for a, b in pairwise(points))


def board_files(folder: Path) -> tuple[Path, Path]:
    """The pages of the punchboard and its cut file."""
    made = folder / "out" / "ink" / "silhouette"
    (svg,) = (one for one in made.glob("*.svg") if b"cut-pieces-with-nicks" in one.read_bytes())
    (pdf,) = made.glob("*.pdf")
    return pdf, svg


def rings(lines: list[Contour], wide: float) -> list[list[list[tuple[float, float]]]]:
    """The lines round each piece: the end of one is a nick away from the start of the next."""
    left, found = [one.ends for one in lines], []
    while left:
        ring = [left.pop()]
        while near := [one for one in left if abs(math.dist(ring[-1][-1], one[0]) - wide) < 0.02]:
            left.remove(near[0])
            ring.append(near[0])
        assert abs(math.dist(ring[-1][-1], ring[0][0]) - wide) < 0.02
        found.append(ring)
    return found


@pytest.mark.parametrize(
    ("tool", "wide", "made"),
    [
        ("machine", 0.8, PINS),
        ("die", 0.4, PINS),
        ("laser", 0.254, PINS),
        ("machine", 0.5 + 0.2 * 0.33, "{paper: 300 g/m²}"),
    ],
)
def test_what_is_cut_and_what_holds_are_the_whole_outline(
    tool: str,
    wide: float,
    made: str,
    tmp_path: Path,
    cardgen: Cardgen,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.chdir(punchboard(tmp_path, more=f"    nicks: {{tool: {tool}}}\n", made=made))
    cardgen.works("build", "ink", "--data", "data", "-o", "out", "--for", "silhouette", "--paper", "a4")
    _, svg = board_files(tmp_path)
    lines = lines_in(svg, "cut-pieces-with-nicks")
    (frame,) = lines_in(svg, "cut-frame")
    outline = (
        math.pi * 22,
        length([*(kit_shield := load_kit(Path("data/ink")).tokens.shields.contour.points), kit_shield[0]]),
    )
    groups = rings(lines, wide)
    assert len(groups) == 10
    for group in groups:
        k = len(group)
        cut = sum(map(length, group))
        whole = outline[0] if abs(cut - outline[0]) < abs(cut - outline[1]) else outline[1]
        assert k == max(3, math.ceil(whole / 35))
        assert cut + k * wide == pytest.approx(whole, abs=0.15)
    x, y, x2, y2 = frame.box
    assert (x2 - x, y2 - y) == pytest.approx((130, 100), abs=0.001)
    every = [p for one in lines for p in one.ends]
    rim = min(min(px - x, py - y, x2 - px, y2 - py) for px, py in every)
    assert rim >= 6 - 0.001
    closed = [[p for line in group for p in line] for group in groups]
    web = min(distance(p, a) for n, a in enumerate(closed) for b in closed[:n] for p in b)
    assert 3.2 - 0.01 <= web < 3.7
    doc = ezdxf.readfile(svg.with_suffix(".dxf"))
    assert {e.dxf.layer for e in doc.modelspace()} == {"cut-pieces-with-nicks", "cut-frame"}
    assert len(doc.modelspace().query('*[layer=="cut-pieces-with-nicks"]')) == len(lines)


def test_a_long_piece_has_more_nicks_and_they_keep_off_corners(tmp_path: Path) -> None:
    game = "tokens:\n  bars: {size: 60x12mm, shape: rect, face: faces/bar.svg, cards: [{id: B, count: 2}]}\n"
    game += "punchboards:\n  all: {size: 80x60mm, made_of: card, holds: {bars: 2}}\n"
    kit = load_kit(a_kit(tmp_path, game, bar="60 12 <path/>") / "data" / "ink")
    board = kit.punchboards.all
    corners = [
        (one.x + i * w, one.y + j * h)
        for one in board.held
        for w, h in [(12, 60) if one.turned else (60, 12)]
        for i in (0, 1)
        for j in (0, 1)
    ]
    ends = [p for line in board.nicked for p in (line.ends[0], line.ends[-1])]
    assert len(board.nicked) == 2 * 5  # 144 mm: one for each 35 mm
    assert min(math.dist(p, corner) for p in ends for corner in corners) > 1.5 - 0.6 / 2


def test_the_printed_edge_is_where_the_knife_goes_and_the_back_mirrors_it(
    tmp_path: Path, cardgen: Cardgen, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(punchboard(tmp_path))
    cardgen.works("build", "ink", "--data", "data", "-o", "out", "--for", "silhouette", "--paper", "a4")
    pdf, svg = board_files(tmp_path)
    closed = svg.with_name("closed.svg")
    paths = [
        [p for line in ring for p in line] for ring in rings(lines_in(svg, "cut-pieces-with-nicks"), 0.8)
    ]
    drawn = "".join(f'<polygon points="{" ".join(f"{x},{y}" for x, y in path)}"/>' for path in paths)
    closed.write_text(f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 210 297">{drawn}</svg>')
    fine = 30  # dots for each mm, the same for both: at 600 dpi two roundings of the page alone were 0.08 mm
    x, y, wide, tall = 35, 45, 140, 110
    view = f'viewBox="{x} {y} {wide} {tall}"'
    part = closed.read_bytes().replace(b'viewBox="0 0 210 297"', view.encode())
    cut = dark(part, wide * fine, tall * fine)
    assert ndimage.label(cut)[1] == 10
    near = ndimage.maximum_filter(cut, 2 * fine)
    pt = 72 / 25.4
    for number, page in enumerate(pypdfium2.PdfDocument(pdf)):
        left = x if number == 0 else 210 - x - wide
        around = (left * pt, (297 - y - tall) * pt, (210 - left - wide) * pt, y * pt)
        drawing = page.render(scale=fine / pt, crop=around, grayscale=True).to_pil()
        ink = np.asarray(drawing) < 128
        ink = (ink if number == 0 else ink[:, ::-1])[: tall * fine, : wide * fine]
        off = (ink & near) ^ cut
        assert not ndimage.binary_erosion(off, np.ones((2, 2))).any()  # 0.07 mm


def test_turns_are_obeyed_and_what_does_not_fit_is_reported(
    tmp_path: Path, cardgen: Cardgen, monkeypatch: pytest.MonkeyPatch
) -> None:
    for turns, code in (("90°", 0), ("0", 1), ("any", 0)):  # 28 mm are free between the rims
        folder = tmp_path / turns.strip("°")
        monkeypatch.chdir(punchboard(folder, "300x38mm", turns=turns))
        run = cardgen("check", "ink", "--data", "data")
        assert run.code == code, run.out + run.err
        if code:
            told = run.out + run.err
            assert "game.yaml:22:12: error: not all pieces fit into the 288 × 26 mm inside the rim" in told
            assert "4 of Shields find no place" in told
            assert "a larger size, or fewer pieces" in told
        else:
            held = load_kit(Path("data/ink")).punchboards.pieces.held
            assert [one.turned for one in held] == [False] * 6 + [True] * 4


def test_pieces_in_a_frame_are_not_printed_again_and_the_rest_is(
    tmp_path: Path, cardgen: Cardgen, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(punchboard(tmp_path, coins=8))
    kit = load_kit(Path("data/ink"))
    plan = plan_kit(kit, SheetSettings(guide=False, test=False))
    fronts = [slot for page in plan.pages if not page.behind for slot in page.slots]
    assert sorted(slot.card.id for slot in fronts) == ["C", "C", "pieces"]
    titles = [step.title for step in work_steps(plan)]
    assert titles[titles.index("Hang the backs") + 1] == "Punch out"
    table = free_table(kit, 2, {"C": "", "S": "", "T": ""})
    assert sorted(piece.card for piece in table.pieces) == ["C"] * 8 + ["S"] * 3 + ["T"]
    cardgen.works("build", "ink", "--data", "data", "-o", "out", "--for", "tts")
    save = (tmp_path / "out" / "ink" / "tts" / "ink.json").read_text()
    assert "Pieces" not in save
    cardgen.works("build", "ink", "--data", "data", "-o", "out", "--for", "pcio")


def test_a_service_gets_a_slug_with_three_nicks_a_piece_or_is_told_why_not(
    tmp_path: Path, cardgen: Cardgen, monkeypatch: pytest.MonkeyPatch
) -> None:
    medium = "203.2x114.3mm"
    more = "    nicks: {tool: laser}\n"
    monkeypatch.chdir(punchboard(tmp_path / "machine", medium))
    run = cardgen("build", "ink", "--data", "data", "-o", "out", "--for", "tgc")
    assert "its nicks are made for a machine, and there a laser cuts" in run.out + run.err
    monkeypatch.chdir(punchboard(tmp_path / "laser", medium, more))
    cardgen.works("build", "ink", "--data", "data", "-o", "out", "--for", "tgc")
    made = tmp_path / "laser" / "out" / "ink" / "tgc"
    lines = lines_in(made / "slug-medium" / "pieces" / "cut.svg", "cut-pieces-with-nicks")
    found = rings(lines, 0.254)
    assert len(found) == 10
    assert min(map(len, found)) >= 3
    with Image.open(made / "slug-medium" / "pieces" / "pieces.png") as picture:
        assert picture.size[0] / picture.size[1] in (
            pytest.approx(4.75 / 8.25, abs=0.01),
            pytest.approx(8.25 / 4.75, abs=0.01),
        )
        ink = np.asarray(picture.convert("L")) < 128
    assert ndimage.label(ndimage.binary_erosion(ink, iterations=12))[1] == 10
    listed = (made / "cards.csv").read_text()
    assert "pieces" in listed
    assert "coins" not in listed
