"""Pictures as they are cut: for tables that take them one by one."""

from __future__ import annotations

import csv
from pathlib import Path

from PIL import Image

from tests.conftest import Cardgen
from tests.targets.online import KIT, counted, kit


def test_every_face_is_a_picture_of_ten_pixels_to_a_mm(cardgen: Cardgen, tmp_path: Path) -> None:
    kit(tmp_path)
    cardgen.works("build", "kit", "--for", "tabletopia", "--out", "out")
    folder = tmp_path / "out" / "kit" / "tabletopia"
    with (folder / "cards.csv").open(encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    cards, _ = counted(tmp_path / "out" / "kit")
    assert {row["card"]: int(row["copies"]) for row in rows} == cards
    for row in rows:
        for side in filter(None, (row["front"], row["back"])):
            with Image.open(folder / side) as picture:
                assert picture.size == (
                    round(10 * float(row["width mm"])),
                    round(10 * float(row["height mm"])),
                )
    for component in {
        row["component"] for row in rows
    }:  # it asks for the same pixels on both sides of all of a kind
        sides = {
            side for row in rows if row["component"] == component for side in (row["front"], row["back"])
        }
        assert len({Image.open(folder / side).size for side in sides - {""}}) == 1
    backs = {row["card"]: row["back"] for row in rows}
    assert backs["A1"] == backs["A2"] == "plain/back.png"
    assert (backs["T1"], backs["T2"]) == ("two_faced/T1-back.png", "two_faced/T2-back.png")
    assert backs["coin"] == ""


def test_corners_that_are_cut_off_are_transparent(cardgen: Cardgen, tmp_path: Path) -> None:
    kit(tmp_path)
    cardgen.works("build", "kit", "--for", "screentop", "--out", "out")
    folder = tmp_path / "out" / "kit" / "screentop"
    (coin,) = (folder / "coins").glob("coin-*.png")
    (ace,) = (folder / "plain").glob("A1-*.png")
    (two,) = (folder / "two_faced").glob("T1-??????????.png")
    with Image.open(coin) as picture:
        assert (picture.getpixel((0, 0))[3], picture.getpixel((78, 78))[3]) == (0, 255)  # type: ignore[index]
        # a circle of 157 pixels: its edge is a pixel from the picture's at the middle of each side
        assert picture.getpixel((78, 1))[3] == 255  # type: ignore[index]
        assert picture.getpixel((15, 15))[3] == 0  # type: ignore[index]
    with Image.open(ace) as picture:  # 2 mm are 16 pixels
        assert (picture.getpixel((1, 1))[3], picture.getpixel((16, 0))[3]) == (0, 255)  # type: ignore[index]
    with Image.open(two) as picture:
        assert picture.mode == "RGB"


def test_two_cards_that_would_be_one_file_are_told(cardgen: Cardgen, tmp_path: Path) -> None:
    kit(tmp_path, KIT.replace("{id: A3}", "{id: a1}"))
    said = cardgen.fails("build", "kit", "--for", "tabletopia", "--out", "out")
    assert "the front of A1 and the front of a1 would be one file, plain/a1.png" in said.err
