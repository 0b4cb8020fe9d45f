"""Pieces that stand, roll and turn: measured on the pages and cut files that cardgen writes for a kit."""

from __future__ import annotations

import math
from pathlib import Path

import numpy as np
import pypdfium2
import pytest
from lxml import etree
from PIL import Image
from scipy import ndimage

from cardgen.base.contour import Contour
from cardgen.base.drawing import translate
from cardgen.base.svg_outline import commands_of
from cardgen.languages.entries import entries_of
from cardgen.languages.reading import in_language
from cardgen.model.flattened import flattened_out
from cardgen.sheets.guide.work import work_steps
from cardgen.sheets.paper import SheetSettings
from cardgen.sheets.plan.impose import plan_kit
from cardgen.source.game_file import load_kit, read_kit
from tests.conftest import Cardgen
from tests.dots import dark

DPI = 600
DOT = 25.4 / DPI
FIGURE = "M6 0H16V5A1 1 0 0 0 17 6H22V20L18 30H4L0 18V8Z"  # no mirror of itself; straight on top and below
HEAD = 'game: ink\ntitle: Ink\nversion: "1"\nplayers: {min: 1, max: 2}\ncredits: {design: A}\n'


def a_kit(folder: Path, game: str, **faces: str) -> Path:
    """A kit of these components; each face is what is drawn in its box of w × h mm with 1.5 mm bleed: (w, h, svg)."""
    root = folder / "data" / "ink"
    (root / "faces").mkdir(parents=True)
    for name, drawn in faces.items():
        w, h, what = drawn.split(" ", 2)
        box = f"-1.5 -1.5 {float(w) + 3} {float(h) + 3}"
        page = f'width="{float(w) + 3}mm" height="{float(h) + 3}mm" viewBox="{box}"'
        (root / "faces" / f"{name}.svg").write_text(
            f'<svg xmlns="http://www.w3.org/2000/svg" {page}>{what}</svg>'
        )
    (root / "game.yaml").write_text(HEAD + game)
    return folder


def standees(folder: Path, path: str = FIGURE, more: str = "") -> Path:
    """Black figures on white paper."""
    made = a_kit(
        folder,
        "standees:\n  guests:\n    size: 22x30mm\n    shape: cut.svg#cut\n    face: faces/front.svg\n"
        f"    back: faces/back.svg\n    made_of: card\n{more}    cards: [{{id: A, name: Ann}}]\n",
        front=f'22 30 <path d="{FIGURE}"/>',
        back=f'22 30 <path transform="translate(22 0) scale(-1 1)" d="{FIGURE}"/>',
    )
    (made / "data" / "ink" / "cut.svg").write_text(
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 22 30"><path id="cut" d="{path}"/></svg>'
    )
    return made


def printed(pdf: Path, page: int = 0) -> np.ndarray:
    """A page as it is printed: True where it is dark."""
    return np.asarray(pypdfium2.PdfDocument(pdf)[page].render(scale=DPI / 72, grayscale=True).to_pil()) < 100


def cut_out(svg: Path, w: float, h: float) -> np.ndarray:
    """What the lines of a cut file enclose."""
    filled = svg.read_bytes().replace(b'fill="none" stroke="#ff0000" stroke-width="0.1"', b'fill="#000000"')
    return dark(filled, w / DOT, h / DOT)


def boxes(page: np.ndarray, least: float = 5.0) -> list[np.ndarray]:
    """The connected parts of a page that are larger than so many mm each way, each upright."""
    found = ndimage.find_objects(ndimage.label(page)[0])
    large = [page[box] for box in found if min(s.stop - s.start for s in box) * DOT > least]
    return [one if one.shape[0] >= one.shape[1] else np.rot90(one, -1) for one in large]


def differ(a: np.ndarray, b: np.ndarray, dots: int = 3) -> bool:
    """Say whether two pictures differ by more than a band of so many dots: 3 are 0.13 mm."""
    return bool(ndimage.binary_erosion(a ^ b, np.ones((dots, dots))).any())


# ---- standees


@pytest.mark.parametrize("feet", ["fold", "slot", "plastic"])
def test_under_the_fold_the_back_has_the_outline_of_the_front(
    feet: str, tmp_path: Path, cardgen: Cardgen, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(standees(tmp_path, more=f"    feet: {feet}\n"))
    cardgen.works("build", "ink", "--data", "data", "-o", "out", "--for", "silhouette", "--paper", "a4")
    folder = tmp_path / "out" / "ink" / "silhouette"
    cut = cut_out(next(folder.glob("*.svg")), 210, 297)
    pieces = boxes(cut, 10)
    assert len(pieces) == (2 if feet == "slot" else 1)
    figure = max(pieces, key=len)
    reach = {"fold": 9.0, "slot": 0.0, "plastic": 0.0}[feet]  # 0.3 of its height, more than 8 mm
    assert figure.shape[0] * DOT == pytest.approx(2 * (30 + reach), abs=0.1)
    half = figure.shape[0] // 2
    assert not differ(figure[:half], figure[-half:][::-1])  # folded at the head
    assert differ(figure, figure[:, ::-1])
    if feet != "slot":  # there the slot is printed over
        page = ndimage.minimum_filter(ndimage.maximum_filter(printed(next(folder.glob("*.pdf"))), 11), 11)
        black = max(boxes(page, 15), key=np.sum)
        half = black.shape[0] // 2
        assert black.shape[0] * DOT == pytest.approx(60, abs=0.4)
        assert not differ(black[: half - 20], black[::-1][: half - 20], 4)
    else:
        slot = ~figure[-20, :] & ndimage.binary_fill_holes(figure.any(axis=0))
        wide = slot[round(4 / DOT) : round(18 / DOT)].sum() * DOT
        assert wide == pytest.approx(2 * 0.22 + 0.25, abs=0.06)


POINTED = "M11 0L22 20L18 30H4L0 18Z"  # no mirror of itself, and nothing to fold at its head


@pytest.mark.parametrize(
    ("made", "wide"), [("{board: 1.5mm, paper: 200 g/m²}", 2.19), ("{paper: 200 g/m², sides: pins}", 0.69)]
)
def test_a_standee_of_two_pieces_is_registered_by_pins(
    made: str, wide: float, tmp_path: Path, cardgen: Cardgen, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(standees(tmp_path, POINTED))
    game = tmp_path / "data" / "ink" / "game.yaml"
    game.write_text(game.read_text().replace("made_of: card", f"made_of: {made}"))
    cardgen.works("check", "ink", "--data", "data")
    kit = load_kit(game.parent)
    plan = plan_kit(kit, SheetSettings(guide=False, test=False))
    figures = [slot for page in plan.pages for slot in page.slots if slot.card.id == "A"]
    assert [slot.side for slot in figures] == ["front", "back"]
    ways = {page.way for page in plan.pages if any(slot.card.id == "A" for slot in page.slots)}
    assert ways == {"pins"}
    front, back = (slot.contour.points for slot in figures)
    across = plan.pages[0].paper.width
    assert max(min(math.dist((across - x, y), p) for p in back) for x, y in front) < 0.01
    steps = {step.title: step.words for step in work_steps(plan)}
    assert "Hang the backs" in steps
    assert "Fold the standees" not in steps
    assert ("Glue fronts, pierce" in steps, "Pierce the fronts" in steps) == (wide > 1, wide < 1)
    cardgen.works("build", "ink", "--data", "data", "-o", "out", "--for", "silhouette", "--paper", "a4")
    cut = [cut_out(one, 210, 297) for one in sorted((tmp_path / "out" / "ink" / "silhouette").glob("*.svg"))]
    pieces = [box for one in cut for box in boxes(one, 10)]
    figure = max(pieces, key=len)
    assert figure.shape[0] * DOT == pytest.approx(30, abs=0.1)
    upright = figure if figure[: len(figure) // 2].sum() < figure[len(figure) // 2 :].sum() else figure[::-1]
    slot = ~upright[-20, :] & ndimage.binary_fill_holes(upright.any(axis=0))
    assert slot[round(4 / DOT) : round(18 / DOT)].sum() * DOT == pytest.approx(wide, abs=0.06)
    assert len(pieces) == 2
    assert min(len(box) for box in pieces) * DOT == pytest.approx(25 if wide > 1 else 28, abs=0.1)


def test_a_standee_needs_a_straight_foot_and_a_head_to_fold_or_a_back_of_its_own(
    tmp_path: Path, cardgen: Cardgen, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(standees(tmp_path, "M11 0L22 20L14 30H10L0 18Z"))
    run = cardgen("check", "ink", "--data", "data")
    told = run.out + run.err
    assert run.code == 1
    assert "game.yaml:9:12: error: the upper edge is straight for 0.0 mm, expected at least 6.6 mm" in told
    assert "or write made_of: {paper: card, sides: pins}" in told
    assert "the lower edge is straight for 4.0 mm, expected at least 6.6 mm" in told
    game = tmp_path / "data" / "ink" / "game.yaml"
    said = game.read_text().replace("made_of: card", "made_of: {board: 2mm}\n    feet: fold")
    game.write_text(said.replace("    back: faces/back.svg\n", ""))
    told = cardgen("check", "ink", "--data", "data").err
    assert "the upper edge" not in told
    assert "game.yaml:12:11: error: feet is fold, but front and back of this figure are two pieces" in told
    assert "it has no back, and only a figure that is folded shows its front through the paper" in told


def test_tables_and_services_get_a_figure_or_say_why_not(
    tmp_path: Path, cardgen: Cardgen, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(standees(tmp_path))
    cardgen.works("build", "ink", "--data", "data", "-o", "out", "--for", "tts")
    said = (tmp_path / "out" / "ink" / "tts" / "ink.json").read_text()
    assert '"Figurine_Custom"' in said
    front, back = sorted((tmp_path / "out" / "ink" / "tts").glob("*-*.png"))
    alphas = [np.asarray(Image.open(one).getchannel("A")) > 127 for one in (front, back)]
    assert not differ(alphas[0], alphas[1][:, ::-1])
    run = cardgen("build", "ink", "--data", "data", "-o", "out", "--for", "tgc")
    assert "standees are cut and folded by hand" in run.out + run.err


# ---- dice


def cut_files(game: str, folder: Path, cardgen: Cardgen) -> tuple[Path, Path]:
    """The page and the lines of a kit that fits one sheet of a cutting machine."""
    a_kit(folder, game)
    cardgen.works("build", "ink", "--data", "data", "-o", "out", "--for", "silhouette", "--paper", "a4")
    (svg,) = (folder / "out" / "ink" / "silhouette").glob("*.svg")
    (pdf,) = (folder / "out" / "ink" / "silhouette").glob("*.pdf")
    return pdf, svg


def lines_in(svg: Path, layer: str) -> list[Contour]:
    """The lines of one layer of a cut file."""
    group = next(g for g in etree.parse(svg).getroot() if g.get("id") == layer)
    return [Contour(tuple(commands_of(path.get("d")))) for path in group]


def middle(contour: Contour) -> tuple[float, float]:
    """The middle of the box around a contour."""
    x, y, x2, y2 = contour.box
    return (x + x2) / 2, (y + y2) / 2


def test_a_net_closes_to_a_die_whose_opposite_sides_make_seven(tmp_path: Path, cardgen: Cardgen) -> None:
    edge = 20.0
    sides = ", ".join(f'{{id: S{n}, name: "{n}"}}' for n in range(1, 7))
    game = f"dice:\n  fate:\n    edge: {edge:g}mm\n    made_of: card\n    cards: [{sides}]\n"
    pdf, svg = cut_files(game, tmp_path, cardgen)
    text = pypdfium2.PdfDocument(pdf)[0].get_textpage()
    mm = 25.4 / 72
    printed_at: dict[int, tuple[float, float]] = {}
    for n in range(text.count_chars()):
        left, low, right, top = (v * mm for v in text.get_charbox(n))
        if max(right - left, top - low) > 3.2 and text.get_text_range(n, 1) in "123456":
            printed_at[int(text.get_text_range(n, 1))] = ((left + right) / 2, 297 - (low + top) / 2)
    assert sorted(printed_at) == [1, 2, 3, 4, 5, 6]
    x0, y0 = printed_at[1]
    cells = {(round((x - x0) / edge), round((y - y0) / edge)): n for n, (x, y) in printed_at.items()}
    scored = [((a[0] + b[0]) / 2, (a[1] + b[1]) / 2) for a, b in (c.ends for c in lines_in(svg, "score"))]
    assert len(scored) == 12  # a die has twelve edges: five between sides, seven with a tab

    # roll the die over its net: which way each side looks, and where its own right and down look
    looks = {(0, 0): tuple(map(np.array, ((0, 0, 1), (1, 0, 0), (0, 1, 0))))}
    steps = {(1, 0): 1, (0, 1): 2, (-1, 0): -1, (0, -1): -2}
    todo = [(0, 0)]
    while todo:
        x, y = todo.pop()
        for (dx, dy), axis in steps.items():
            there = (x + dx, y + dy)
            if there in cells and there not in looks:
                frame = [*looks[x, y]]
                sign, axis = (1 if axis > 0 else -1), abs(axis)
                frame[0], frame[axis] = sign * frame[axis], -sign * frame[0]
                looks[there] = tuple(frame)
                todo.append(there)
    normals = {tuple(map(int, frame[0])): cells[at] for at, frame in looks.items()}
    assert len(normals) == 6
    assert all(value + normals[-a, -b, -c] == 7 for (a, b, c), value in normals.items())

    edges: dict[tuple[int, ...], list[bool]] = {}
    for (x, y), (normal, right, down) in looks.items():
        for (dx, dy), axis in steps.items():
            at = (x0 + (x + dx / 2) * edge, y0 + (y + dy / 2) * edge)
            out = (right, down)[abs(axis) - 1] * (1 if axis > 0 else -1)
            is_scored = any(math.dist(at, one) < edge / 4 for one in scored)
            edges.setdefault(tuple(map(int, normal + out)), []).append(is_scored)
            assert ((x + dx, y + dy) in cells) <= is_scored
    assert len(edges) == 12
    inner = [pair for pair in edges.values() if all(pair)]
    glued = [pair for pair in edges.values() if sorted(pair) == [False, True]]
    assert (len(inner), len(glued)) == (5, 7)  # a tab meets an edge that has none


@pytest.mark.parametrize(("sides", "around"), [(8, 4), (10, 5)])
def test_a_net_of_triangles_or_kites_closes_and_counts_from_neighbour_to_neighbour(
    sides: int, around: int, tmp_path: Path, cardgen: Cardgen
) -> None:
    game = f"dice:\n  lives: {{sides: {sides}, count: 2, made_of: card}}\n"
    _, svg = cut_files(game, tmp_path, cardgen)
    kit = load_kit(tmp_path / "data" / "ink")
    assert (kit.dice.lives.total, kit.dice.lives.pieces) == (2 * sides, 2)
    (net,) = flattened_out(kit.components)
    assert net.flat is not None
    assert len(lines_in(svg, "cut")) == 2
    creases = [math.dist(*one.ends) for one in lines_in(svg, "score")]
    assert sorted(creases) == pytest.approx(
        sorted(2 * [math.dist(one[:2], one[2:]) for one in net.flat.folds]), abs=0.01
    )
    places = dict(enumerate((part.matrix for part in net.flat.parts[-sides:]), 1))
    own = net.flat.parts[-1].seen.commands
    flat = {n: Contour(own).moved(matrix).ends for n, matrix in places.items()}

    # fold it: by how much sides lean at their edges follows from the corners of a side
    corners = [np.array(p) for p in Contour(own).ends]
    k = len(corners)

    def turn(n: int) -> float:
        u, v = corners[n - 1] - corners[n], corners[(n + 1) % k] - corners[n]
        return math.acos(u @ v / np.linalg.norm(u) / np.linalg.norm(v))

    long = 2 * math.asin(math.cos(math.pi / around) / math.cos(turn(0) / 2))  # round a tip
    blunt, beside = turn(2), turn(1)  # three meet where a kite is blunt: one so, two with a side corner
    short = math.acos((math.cos(beside) - math.cos(blunt) * math.cos(beside)) / math.sin(blunt) / math.sin(beside))  # fmt: skip
    leans = dict.fromkeys(range(k), long) | ({1: short, 2: short} if k == 4 else {})
    solid = {1: np.array([(*p, 0.0) for p in flat[1]])}
    todo = [1]
    while todo:
        here = todo.pop()
        for there, k1, k2 in shared(flat, here):
            if there in solid:
                continue
            a, b = solid[here][k1], solid[here][(k1 + 1) % k]
            axis = (b - a) / np.linalg.norm(b - a)
            far = sum(solid[here]) / k - a
            inward = far - axis * (far @ axis)
            inward /= np.linalg.norm(inward)
            up = np.cross(axis, inward)
            out = inward * math.cos(leans[k1]) + up * math.sin(leans[k1])  # where the other side looks
            start, end = (np.array(flat[there][n % k]) for n in (k2 + 1, k2))
            unit = (end - start) / np.linalg.norm(end - start)
            across = np.array((unit[1], -unit[0]))
            across *= np.sign((sum(map(np.array, flat[there])) / k - start) @ across)
            solid[there] = np.array([a + axis * ((p - start) @ unit) + out * ((p - start) @ across) for p in map(np.array, flat[there])])  # fmt: skip
            todo.append(there)
    assert len(solid) == sides
    meet: dict[tuple[float, ...], list[tuple[int, bool]]] = {}
    for n, ends in solid.items():
        for e in range(k):
            (x1, y1), (x2, y2) = flat[n][e], flat[n][(e + 1) % k]
            scored = any(
                math.dist(((x1 + x2) / 2, (y1 + y2) / 2), ((a + c) / 2, (b + d) / 2)) < 0.01
                for a, b, c, d in net.flat.folds
            )
            at = tuple((np.round((ends[e] + ends[(e + 1) % k]) / 2, 1) + 0.0).tolist())
            meet.setdefault(at, []).append((n, scored))
    assert len(meet) == sides * k // 2
    assert all(len(pair) == 2 for pair in meet.values())
    assert [scored for pair in meet.values() for _, scored in pair].count(False) == len(net.flat.glue)
    assert sum(sorted(s for _, s in pair) == [False, True] for pair in meet.values()) == len(net.flat.glue)
    beside_each = {frozenset(n for n, _ in pair) for pair in meet.values()}
    assert all(frozenset((n, n % sides + 1)) in beside_each for n in range(1, sides + 1))


def shared(flat: dict[int, list[tuple[float, float]]], here: int) -> list[tuple[int, int, int]]:
    """The sides of a net that have an edge with another: which side, and which edge of each."""
    found = []
    own = flat[here]
    for there, other in flat.items():
        for a in range(len(own)):
            for b in range(len(own)):
                ends = math.dist(own[a], other[(b + 1) % len(own)]), math.dist(own[(a + 1) % len(own)], other[b])  # fmt: skip
                if there != here and max(ends) < 0.001:
                    found.append((there, a, b))
    return found


def test_a_die_has_as_many_sides_as_it_says_and_stickers_are_for_six(
    tmp_path: Path, cardgen: Cardgen
) -> None:
    eight = ", ".join(f"{{id: S{n}}}" for n in range(8))
    a_kit(
        tmp_path,
        f"dice:\n  one:\n    sides: 8\n    edge: 12mm\n    made_of: stickers\n  two:\n    cards: [{eight}]\n"
        "  three:\n    sides: 7\n",
    )
    run = cardgen("check", "ink", "--data", "data")
    told = run.out + run.err
    assert "game.yaml:9:11: error: edge is 12 mm, expected at least 16 mm for 8 sides" in told
    assert "game.yaml:10:14: error: stickers are made for six sides, this die has 8" in told
    assert "write made_of: card for a net to fold" in told
    assert "a die has 6 sides, 8 are listed" in told
    assert "list them in the order 1 to 6, or write sides: 8" in told
    assert "game.yaml:14:12: error: sides is 7, expected one of 6, 8, 10" in told


def test_stickers_keep_off_the_rounded_edges_of_a_die(tmp_path: Path, cardgen: Cardgen) -> None:
    game = "dice:\n  fate:\n    edge: 16mm\n    count: 2\n    made_of: stickers\n"
    pdf, svg = cut_files(game, tmp_path, cardgen)
    page = ~printed(pdf)
    found = lines_in(svg, "cut")
    pips = []
    for one in found:
        x, y, x2, y2 = one.box
        assert (x2 - x, y2 - y) == pytest.approx((12, 12), abs=0.001)
        inside = page[round(y / DOT) + 5 : round(y2 / DOT) - 5, round(x / DOT) + 5 : round(x2 / DOT) - 5]
        pips.append(ndimage.label(ndimage.binary_opening(inside, np.ones((9, 9))))[1])
    assert sorted(pips) == [1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6]
    run = cardgen("build", "ink", "--data", "data", "-o", "out", "--for", "tts")
    assert "Fate: its sides are no pieces" in run.out + run.err


# ---- dials and spinners


def polar(page: np.ndarray, at: tuple[float, float]) -> tuple[np.ndarray, np.ndarray]:
    """How far the dark dots of a page are from a point, in mm, and at which angle, clockwise from the top."""
    ys, xs = np.nonzero(page)
    dx, dy = (xs + 0.5) * DOT - at[0], (ys + 0.5) * DOT - at[1]
    return np.hypot(dx, dy), np.degrees(np.arctan2(dx, -dy)) % 360


def test_a_window_shows_one_value_at_each_stop_and_none_of_the_next(tmp_path: Path, cardgen: Cardgen) -> None:
    game = "dials:\n  score:\n    size: 84mm\n    values: 0-19\n    made_of: card\n"
    pdf, svg = cut_files(game, tmp_path, cardgen)
    discs = sorted(lines_in(svg, "cut"), key=lambda one: one.box[2] - one.box[0])
    assert [one.box[2] - one.box[0] for one in discs] == pytest.approx([76, 84], abs=0.01)
    cover, disc = map(middle, discs)
    holes = sorted(lines_in(svg, "cut-holes"), key=lambda one: one.area)
    assert [math.dist(middle(one), at) < 0.01 for one in holes[:2] for at in (cover, disc)].count(True) == 2
    assert holes[0].area == pytest.approx(math.pi * 4, rel=0.01)
    window = [(math.dist(p, cover), math.degrees(math.atan2(p[0] - cover[0], cover[1] - p[1]))) for p in holes[2].points]  # fmt: skip
    inner, outer = min(r for r, _ in window), max(r for r, _ in window)
    half = max(abs(angle) for _, angle in window)
    assert (inner, outer, half) == pytest.approx((26.5, 35.5, 9 - 0.8), abs=0.02)
    far, angles = polar(printed(pdf), disc)
    words = (far > 20) & (far < 38)
    values = np.round(angles / 18) % 20
    assert set(values[words]) == set(range(20))
    off = np.abs((angles[words] - values[words] * 18 + 180) % 360 - 180)
    assert (off < half).all()  # a value is seen as a whole
    assert ((far[words] > inner) & (far[words] < outer)).all()
    assert (18 - off > half).all()  # and nothing of it at the next stop


def test_sectors_are_as_wide_as_they_are_likely_and_the_arrow_balances(
    tmp_path: Path, cardgen: Cardgen
) -> None:
    game = (
        "spinners:\n  luck:\n    size: 86mm\n    sectors: {Ale: 2, Lager: 3, Stout: 1}\n    made_of: card\n"
    )
    pdf, svg = cut_files(game, tmp_path, cardgen)
    pieces = sorted(lines_in(svg, "cut"), key=lambda one: one.area)
    assert len(pieces) == 4  # two washers, the arrow, the disc
    at = middle(pieces[3])
    page = pypdfium2.PdfDocument(pdf)[0].render(scale=DPI / 72).to_pil().convert("RGB")
    image = np.asarray(page)
    ys, xs = np.ogrid[: image.shape[0], : image.shape[1]]
    far = np.hypot((xs + 0.5) * DOT - at[0], (ys + 0.5) * DOT - at[1])
    ring = image[(far > 33) & (far < 42)]
    colours, counts = np.unique(ring @ (65_536, 256, 1), return_counts=True)
    shares = np.sort(counts)[::-1][:3] / counts.sum()
    assert shares == pytest.approx([3 / 6, 2 / 6, 1 / 6], abs=0.01)
    assert len(colours) >= 3
    arrow = pieces[2]
    x, y, x2, y2 = arrow.box
    w, h = x2 - x, y2 - y
    alone = tmp_path / "arrow.svg"
    d = "".join(c[0] + " ".join(map(str, c[1:])) for c in arrow.moved(translate(-x, -y)).commands)
    alone.write_text(f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {w} {h}"><path d="{d}"/></svg>')
    filled = cut_out(alone, w, h)
    low, across = ndimage.center_of_mass(filled)
    pin = min((middle(one) for one in lines_in(svg, "cut-holes")), key=lambda p: math.dist(p, middle(arrow)))
    assert ((across + 0.5) * DOT + x, (low + 0.5) * DOT + y) == pytest.approx(pin, abs=0.1)


def test_what_comes_with_a_dial_or_a_spinner_is_called_in_the_language_of_the_kit(tmp_path: Path) -> None:
    game = "dials:\n  score: {size: 84mm, values: 0-19}\nspinners:\n  luck: {size: 86mm, sectors: {A: 1, B: 1}}\n"
    folder = a_kit(tmp_path, game) / "data" / "ink"
    assert [e.key for e in entries_of(load_kit(folder)) if e.section == "components"] == [
        *("score.title", "luck.title"),
    ]
    (folder / "i18n").mkdir()
    (folder / "i18n" / "pl.yaml").write_text("language: pl\ncomponents:\n  score.title: Punkty\n")
    kit, _ = read_kit(folder, in_language("pl"))
    assert kit is not None
    assert [c.title for c in kit.components] == [
        *("Punkty", "Punkty, tarcza górna", "Luck", "Luck, strzałka", "Luck, podkładka"),
    ]
