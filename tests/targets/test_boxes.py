"""cardgen build GAME --for box."""

from __future__ import annotations

import io
import json
import re
from pathlib import Path

import numpy as np
import pikepdf
import pytest
from cairosvg import svg2png
from PIL import Image

from tests.conftest import Cardgen
from tests.spreadsheets import game, lay_out

CARDS = "[{id: A1, count: 20}, {id: A2, count: 25}]"


def test_a_strangers_kit_gets_its_box_and_its_lines(cardgen: Cardgen, tmp_path: Path) -> None:
    lay_out(tmp_path / "kit", {"game.yaml": game(CARDS)})
    said = cardgen.works("build", "kit", "--for", "box", "--out", "out")
    folder = tmp_path / "out" / "kit" / "box"
    with pikepdf.open(folder / "kit-box-main-a4.pdf") as pdf:
        assert len(pdf.pages) == 1
        box = [float(side) for side in pdf.pages[0].mediabox]
        assert (round(box[2]), round(box[3])) == (595, 842)
    assert "</svg>" in (folder / "kit-box-main-a4-lines.svg").read_text()
    listed = json.loads((tmp_path / "out" / "kit" / "kit.json").read_text())["builds"]["for box a4"]
    assert len(listed["files"]) == 3  # with README.txt
    said = (folder / "README.txt").read_text("utf-8")
    assert all(Path(file["name"]).name in said for file in listed["files"] if "README" not in file["name"])


def test_another_reader_of_svg_finds_the_lines_in_true_size(cardgen: Cardgen, tmp_path: Path) -> None:
    lay_out(tmp_path / "kit", {"game.yaml": game(CARDS)})
    cardgen.works("build", "kit", "--for", "box", "--out", "out")
    folder = tmp_path / "out" / "kit" / "box"
    dots = 20.0  # to a millimetre
    png = svg2png(url=str(folder / "kit-box-main-a4-lines.svg"), dpi=dots * 25.4, background_color="white")
    drawn = np.array(Image.open(io.BytesIO(png or b"")).convert("L")) < 200
    ys, xs = np.nonzero(drawn)
    found = ((xs.max() + 1 - xs.min()) / dots, (ys.max() + 1 - ys.min()) / dots)
    said = re.search(
        r'width="([\d.]+)mm" height="([\d.]+)mm"', (folder / "kit-box-main-a4-lines.svg").read_text()
    )
    assert said
    # 2 mm are free on each side, and half of a line of 0.1 mm is outside of the cut
    assert found == pytest.approx([float(side) - 4 + 0.1 for side in said.groups()], abs=0.1)
    assert drawn.shape == tuple(round(float(side) * dots) for side in reversed(said.groups()))


def test_sleeves_make_the_box_larger(cardgen: Cardgen, tmp_path: Path) -> None:
    lay_out(tmp_path / "kit", {"game.yaml": game(CARDS)})
    for more, wide in (((), 0), (("--sleeved",), 1)):
        cardgen.works("build", "kit", "--for", "box", "--out", f"out{wide}", *more)
    lines = [(tmp_path / f"out{i}" / "kit" / "box" / "kit-box-main-a4-lines.svg").read_text() for i in (0, 1)]
    widths = [float(one.split('width="')[1].split("mm")[0]) for one in lines]
    assert widths[1] > widths[0] + 6


def test_what_cannot_be_made_is_an_error_at_its_line(cardgen: Cardgen, tmp_path: Path) -> None:
    lay_out(tmp_path / "kit", {"game.yaml": game(CARDS, more="boxes: {a: {thickness: 3mm}}\n")})
    said = cardgen.fails("build", "kit", "--for", "box", "--out", "out")
    assert "kit/game.yaml:6:9: error: 45 pieces of 3.00 mm are a stack of 135.0 mm" in said.err
    assert not (tmp_path / "out" / "kit" / "box").exists()
