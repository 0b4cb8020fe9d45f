"""Pictures that are packed while the next are drawn: all there at the end, and what goes wrong is not lost."""

from __future__ import annotations

from pathlib import Path

import pytest
from PIL import Image

from cardgen.export.plates import Press


def test_every_picture_is_on_disk_at_the_end(tmp_path: Path) -> None:
    with Press({}) as press:
        for number in range(20):
            press.save(Image.new("RGB", (50, 50), (number, 0, 0)), tmp_path / f"{number}.png", 300)
    for number in range(20):
        with Image.open(tmp_path / f"{number}.png") as picture:
            assert picture.getpixel((0, 0)) == (number, 0, 0)


def test_a_picture_that_cannot_be_written_is_told(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError), Press({}) as press:
        press.save(Image.new("RGB", (5, 5)), tmp_path / "nowhere" / "1.png", 300)


def test_settled_is_written(tmp_path: Path) -> None:
    with Press({}) as press:
        press.save(Image.new("RGB", (900, 900)), tmp_path / "1.png", 300)
        press.settle()
        with Image.open(tmp_path / "1.png") as picture:
            picture.load()


def test_without_others_it_is_written_at_once(tmp_path: Path) -> None:
    Press({}).save(Image.new("RGB", (5, 5)), tmp_path / "1.png", 300)
    assert (tmp_path / "1.png").is_file()
