"""What is said about ink is what a picture of the printed page shows, the same in a warm and in a cold build."""

from __future__ import annotations

import json
import math
import subprocess
import sys
from pathlib import Path
from typing import Any

import pypdfium2
import pytest
from PIL import Image

from cardgen.app.ink import _spread
from cardgen.base.drawing import Drawing, circle, rect
from cardgen.export.ink import Measuring, Sample
from cardgen.sheets.ink import InkCoverage, ink_words, rated_pages, saving_words
from tests.app.test_build import SAMPLE, build, hashes, text_of

COLOURS = ("cyan", "magenta", "yellow", "black")


def covered(picture: Image.Image) -> list[float]:
    """Return the percentage of a picture that each ink covers, pixel by pixel."""
    counts = picture.convert("RGB").getcolors(picture.width * picture.height)
    assert counts
    sums = [0.0] * 4
    for n, (red, green, blue) in counts:
        black = 255 - max(red, green, blue)
        inks = [255 - red - black, 255 - green - black, 255 - blue - black, black]
        sums = [total + n * ink for total, ink in zip(sums, inks, strict=True)]
    return [total / 2.55 / (picture.width * picture.height) for total in sums]


def ink_of(folder: Path, file: str) -> Any:
    data = json.loads((folder / "kit.json").read_text("utf-8"))
    return next(
        entry["ink"] for made in data["builds"].values() for entry in made["files"] if entry["name"] == file
    )


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return build(SAMPLE, tmp_path_factory.mktemp("ink")).folder


def test_the_ink_of_every_page_is_what_a_picture_of_it_shows(built: Path) -> None:
    ink = ink_of(built, "harbour-kit-a4.pdf")

    assert ink["colours"] == list(COLOURS)
    with pypdfium2.PdfDocument(built / "harbour-kit-a4.pdf") as document:
        seen = [covered(page.render(scale=150 / 72).to_pil()) for page in document]
    assert len(ink["percent"]) == len(seen)
    for said, really in zip(ink["percent"], seen, strict=True):
        assert said == pytest.approx(really, abs=2.5)
    assert max(max(page) for page in seen) > 30  # there is something to be wrong about
    for colour in range(4):
        total = sum(page[colour] for page in seen)
        assert sum(page[colour] for page in ink["percent"]) == pytest.approx(total, rel=0.1, abs=3)


def test_the_guide_says_it_in_pages_as_cartridges_count_them(built: Path) -> None:
    ink = ink_of(built, "harbour-kit-a4.pdf")
    cyan = sum(page[0] for page in ink["percent"]) / 5  # all A4: 5 % of a page in each colour is one

    assert ink["rated_pages"][0] == pytest.approx(cyan, abs=0.2)
    assert f"about {round(cyan)} cyan" in " ".join(text_of(built / "harbour-kit-a4.pdf").split())


def test_another_look_says_how_much_of_the_ink_of_the_first_it_needs(built: Path, tmp_path: Path) -> None:
    result = build(SAMPLE, tmp_path, look="low-ink")

    full, low = (
        sum(sum(page) for page in ink_of(folder, file)["percent"][4:])
        for folder, file in ((built, "harbour-kit-a4.pdf"), (result.folder, "harbour-kit-a4-low-ink.pdf"))
    )
    share = ink_of(result.folder, "harbour-kit-a4-low-ink.pdf")["share_of_first_look"]
    assert share == pytest.approx(low / full, abs=0.05)
    assert share < 0.8
    guide = " ".join(text_of(result.folder / "harbour-kit-a4-low-ink.pdf").split())
    assert f"needs about {5 * round(20 * share)} % of the ink of" in guide
    assert f"this look needs about {round(100 * share)} % of the ink" in result.summary()
    assert "of the ink of" not in text_of(built / "harbour-kit-a4.pdf")


def test_what_was_measured_is_kept_and_says_the_same(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CARDGEN_CACHE", str(tmp_path / "cache"))
    cold = hashes(build(SAMPLE, tmp_path / "cold").folder)

    monkeypatch.setattr(Measuring, "_seen", lambda self, pdf: pytest.fail("measured twice"))
    warm = hashes(build(SAMPLE, tmp_path / "warm").folder)

    assert warm == cold


def test_damaged_measurements_are_made_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CARDGEN_CACHE", str(tmp_path / "cache"))
    cold = hashes(build(SAMPLE, tmp_path / "cold", only=("kit",)).folder)
    (file,) = (tmp_path / "cache" / "ink").iterdir()
    file.write_bytes(b'{"5f 0": [1, 2')

    assert hashes(build(SAMPLE, tmp_path / "warm", only=("kit",)).folder) == cold


def test_colours_are_counted_in_the_inks_they_are_mixed_of() -> None:
    def face(colour: str, box: tuple[float, float, float, float] = (-3, -3, 69, 94)) -> Drawing:
        return Drawing("face", -3, -3, 69, 94, (rect(*box, fill=colour),))

    whole = (0.0, 0.0, 63.0, 88.0)
    disc = Drawing("disc", 0, 0, 20, 20, (circle(10, 10, 10, fill="#000000"),))
    samples = [
        Sample(face("#00ffff"), whole),
        Sample(face("#ff0000"), whole),
        Sample(face("#808080"), whole),
        Sample(face("#000000", (0, 0, 63, 44)), whole),
        Sample(face("#ffffff"), whole),
        Sample(disc, (0, 0, 20, 20), circle(10, 10, 10), math.pi / 4),
    ]

    found = Measuring(samples, {}).inks()

    wanted = [(1, 0, 0, 0), (0, 1, 1, 0), (0, 0, 0, 0.5), (0, 0, 0, 0.5), (0, 0, 0, 0), (0, 0, 0, 1)]
    for ink, shares in zip(found, wanted, strict=True):
        assert tuple(ink) == pytest.approx(shares, abs=0.015)


def test_what_cannot_be_measured_is_told_where_somebody_waits_for_it(monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(self: Measuring, pdf: object) -> list[InkCoverage]:
        raise MemoryError

    monkeypatch.setattr(Measuring, "_seen", fails)
    measuring = Measuring([Sample(Drawing("face", 0, 0, 9, 9), (0, 0, 9, 9))], {})

    with pytest.raises(MemoryError):
        measuring.inks()


def test_a_program_that_fails_meanwhile_ends_without_a_crash() -> None:
    said = "import sys, time; from cardgen.base.drawing import Drawing; from cardgen.export.ink import Measuring, Sample\n"
    slow = "Measuring._seen = lambda self, pdf: (time.sleep(0.1), print('seen'))\n"
    code = f"{said}{slow}Measuring([Sample(Drawing('face', 0, 0, 9, 9), (0, 0, 9, 9))], {{}}); sys.exit('disk full')"

    ended = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60)

    assert (ended.returncode, ended.stdout, ended.stderr) == (1, "seen\n", "disk full\n")


def test_a_cartridge_counts_pages_of_five_percent_of_a4() -> None:
    a4 = 210.0 * 297

    assert rated_pages(
        [(InkCoverage(0.05, 0.1, 0, 0.5), a4), (InkCoverage(0.05, 0, 0, 0), 2 * a4)]
    ) == pytest.approx((3, 2, 0, 10))
    assert ink_words(InkCoverage(3.2, 12.4, 61, 118), 10) == (
        "Ink, in rated pages of a cartridge: about 3 cyan, 12 magenta, 60 yellow, 120 black; on average up to 12 a sheet."
    )


@pytest.mark.parametrize(("share", "percent"), [(0.41, 40), (0.038, 4), (0.0001, 1), (1.2, 120)])
def test_a_saving_is_said_no_finer_than_it_can_be_known(share: float, percent: int) -> None:
    assert saving_words("Low ink", "Full colour", share) == (
        f"Low ink needs about {percent} % of the ink of Full colour."
    )


def test_faces_that_are_measured_are_spread_over_all() -> None:
    assert _spread(list(range(100)), 4) == [0, 25, 50, 75]
    assert _spread([1, 2], 4) == [1, 2]
