"""Pieces that stand, roll and turn: measured on the pages and cut files that cardgen writes for a kit."""

from __future__ import annotations

import io
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pypdfium2
import pytest
from cairosvg import svg2png
from PIL import Image
from scipy import ndimage

from tests.conftest import Said

DPI = 600
DOT = 25.4 / DPI
FIGURE = "M6 0H16V6H22V20L18 30H4L0 18V8Z"  # no mirror of itself; straight on top and below
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
    drawn = svg2png(
        svg.read_bytes().replace(b'fill="none" stroke="#ff0000" stroke-width="0.1"', b'fill="#000000"'),
        output_width=round(w / DOT),
        output_height=round(h / DOT),
        background_color="white",
    )
    return np.asarray(Image.open(io.BytesIO(drawn)).convert("L")) < 128


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
    feet: str, tmp_path: Path, cardgen: Callable[..., Said], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(standees(tmp_path, more=f"    feet: {feet}\n"))
    run = cardgen("build", "ink", "--data", "data", "-o", "out", "--for", "silhouette", "--paper", "a4")
    assert run.code == 0, run.err
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
        page = ndimage.binary_closing(printed(next(folder.glob("*.pdf"))), np.ones((11, 11)))
        black = max(boxes(page, 15), key=np.sum)
        half = black.shape[0] // 2
        assert black.shape[0] * DOT == pytest.approx(60, abs=0.4)
        assert not differ(black[: half - 20], black[::-1][: half - 20], 4)
    else:
        slot = ~figure[-20, :] & ndimage.binary_fill_holes(figure.any(axis=0))
        wide = slot[round(4 / DOT) : round(18 / DOT)].sum() * DOT
        assert wide == pytest.approx(2 * 0.22 + 0.25, abs=0.06)


def test_a_standee_needs_a_straight_head_and_foot_and_no_board(
    tmp_path: Path, cardgen: Callable[..., Said], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(standees(tmp_path, "M11 0L22 20L14 30H10L0 18Z"))
    game = tmp_path / "data" / "ink" / "game.yaml"
    game.write_text(game.read_text().replace("made_of: card", "made_of: {board: 2mm}"))
    run = cardgen("check", "ink", "--data", "data")
    told = run.out + run.err
    assert run.code == 1
    assert "game.yaml:9:12: error: the upper edge is straight for 0.0 mm, expected at least 6.6 mm" in told
    assert "the lower edge is straight for 4.0 mm, expected at least 6.6 mm" in told
    assert "game.yaml:12:14: error: a standee is folded from paper or card, not from board of 2 mm" in told


def test_tables_and_services_get_a_figure_or_say_why_not(
    tmp_path: Path, cardgen: Callable[..., Said], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(standees(tmp_path))
    assert cardgen("build", "ink", "--data", "data", "-o", "out", "--for", "tts").code == 0
    said = (tmp_path / "out" / "ink" / "tts" / "ink.json").read_text()
    assert '"Figurine_Custom"' in said
    front, back = sorted((tmp_path / "out" / "ink" / "tts").glob("*-*.png"))
    alphas = [np.asarray(Image.open(one).getchannel("A")) > 127 for one in (front, back)]
    assert not differ(alphas[0], alphas[1][:, ::-1])
    run = cardgen("build", "ink", "--data", "data", "-o", "out", "--for", "tgc")
    assert "standees are cut and folded by hand" in run.out + run.err
