"""Bundles of print services, read with parsers that are not ours and compared with kit.json."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

import pikepdf
import pytest
from lxml import etree
from PIL import Image

from tests.targets.kits import rows

XSD = etree.XMLSchema(file=str(Path(__file__).with_name("autofill.xsd")))


class Ordered(NamedTuple):
    """What an order asks for: how often each pair of front and back, as paths."""

    pairs: Counter[tuple[Path, Path]]
    quantity: int


def ordered(file: Path) -> Ordered:
    """Return what an order in XML asks for, which the public schema allows."""
    tree = etree.parse(file)
    XSD.assertValid(tree)
    root = tree.getroot()
    fronts, backs = (_slots(file, root.find(name)) for name in ("fronts", "backs"))
    common = file.parent / str(root.findtext("cardback"))
    assert common.is_file()
    quantity = int(str(root.findtext("details/quantity")))
    assert sorted(fronts) == list(range(quantity)), "each slot has one front"
    assert set(backs) <= set(fronts)
    return Ordered(Counter((fronts[slot], backs.get(slot, common)) for slot in fronts), quantity)


def _slots(file: Path, cards: Any) -> dict[int, Path]:
    found: dict[int, Path] = {}
    for card in cards if cards is not None else ():
        picture = file.parent / card.findtext("id")
        assert picture.is_file()
        assert picture.name == card.findtext("name")
        assert picture.stem == card.findtext("query")
        for slot in map(int, card.findtext("slots").split(",")):
            assert slot not in found
            found[slot] = picture
    return found


def check_pictures(folder: Path, build: Mapping[str, Any], sizes: Mapping[str, tuple[int, int]]) -> None:
    """See that each picture of a bundle has the pixels of its size's folder and nothing see-through, and is listed."""
    pictures = {path.relative_to(folder.parent).as_posix() for path in folder.rglob("*.png")}
    assert pictures == {file["name"] for file in build["files"] if file["name"].endswith(".png")}
    for name in pictures:
        with Image.open(folder.parent / name) as picture:
            picture.load()
            assert picture.size == sizes[name.split("/")[1]], name
            assert picture.mode == "RGB"
            assert picture.info["dpi"][0] == pytest.approx(300, abs=0.1)


def copies_listed(table: Path) -> dict[str, int]:
    """Return how many copies a table asks for, by card; its pictures must be there."""
    found: Counter[str] = Counter()
    for row in rows(table):
        for side in ("front", "back"):
            name = row[side].partition("#")[0]
            assert not name or (table.parent / name).is_file(), row
        found[row["card"]] += int(row["copies"])
    return dict(found)


def boxes(page: pikepdf.Page, name: str) -> list[float]:
    """Return a box of a page in mm: left, low, right, high."""
    return [round(float(v) / 72 * 25.4, 2) for v in page.obj[name]]
