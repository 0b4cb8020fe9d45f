"""Draws the pictures of the README and of docs/boxes.md anew: python -m benchmarks.pictures [FOLDER], by default docs/images.

`MADE` says of every picture of the manual by which command it is made; tests/test_docs.py runs these commands.
"""

from __future__ import annotations

import re
import sys
import tempfile
from collections.abc import Iterable
from pathlib import Path

import pypdfium2
from PIL import Image, ImageChops, ImageFilter

import cardgen
from benchmarks.howto import ROOT
from cardgen.games import SHIPPED

IMAGES = ROOT / "docs" / "images"
MADE = {
    "kits.png boxes.jpg": "python -m benchmarks.pictures",
    "layouts.webp boards.webp": "python -m benchmarks.layouts",
    "table.webp free-table.webp": "python -m benchmarks.table_pictures",
    "tour-*.webp": "CARDGEN_TOUR=docs/images pytest -m browser tests/browser/test_from_nothing.py",
    "containers/*.png": "pytest --golden tests/test_containers.py",
    "targets/*.png": "pytest --golden tests/targets/test_targets_page.py",
}
KITS = (
    ("biergarten", "kit", 20),
    ("biergarten", "kit", 5),
    ("biergarten", "rules", 1),
    ("biergarten", "rules", 2),
    ("auction-hearts", "kit", 5),
)
GROUND, PAPER, SIZE = "#efece5", (396, 560), (1640, 640)
WIDE, GAP = 1400, 14


def page(file: Path, number: int, high: int) -> Image.Image:
    """Return a page of a PDF file, so many dots high."""
    sheet = pypdfium2.PdfDocument(file)[number - 1]
    return sheet.render(scale=high / sheet.get_height()).to_pil().convert("RGB")


def kits(built: Path, to: Path) -> None:
    """Lay a print guide, a sheet of tiles, a rule sheet and a sheet of cards one over the other."""
    table = Image.new("RGB", SIZE, GROUND)
    step = (SIZE[0] - 60 - PAPER[0]) // (len(KITS) - 1)
    for n, (slug, part, number) in enumerate(KITS):
        (file,) = (built / slug).glob(f"{slug}-{part}*.pdf")
        at = (30 + n * step, (SIZE[1] - PAPER[1]) // 2)
        shadow = Image.new("L", SIZE)
        shadow.paste(90, (at[0] - 2, at[1] + 4, at[0] + PAPER[0] + 4, at[1] + PAPER[1] + 8))
        table.paste("#6b5f4d", mask=shadow.filter(ImageFilter.GaussianBlur(7)))
        table.paste(page(file, number, PAPER[1]).resize(PAPER), at)
    table.quantize(200).save(to / "kits.png", optimize=True)


def boxes(built: Path, to: Path) -> None:
    """Lay the nets of all boxes in rows of four."""
    nets = [
        net(file, number)
        for slug in SHIPPED
        for file in sorted((built / slug / "box").glob("*-box-*-a4.pdf"))
        for number in range(1, len(pypdfium2.PdfDocument(file)) + 1)
        if "dividers" not in file.name
    ]
    whole = [one for one in nets if one.width > one.height]
    halves = [one for one in nets if one.width <= one.height]  # of a lid and a tray
    rows = [level(part[n : n + 4]) for part in (whole, halves) for n in range(0, len(part), 4)]
    table = Image.new("RGB", (WIDE, sum(row.height for row in rows)), "white")
    y = 0
    for row in rows:
        table.paste(row, (0, y))
        y += row.height
    table.save(to / "boxes.jpg", quality=75, optimize=True)


def net(file: Path, number: int) -> Image.Image:
    """Return the net on a page, without the words above, below and beside it: its lines say how large it is."""
    sheet = page(file, number, 900)
    sheet = sheet.crop((0, 50, sheet.width, sheet.height - 60))
    left, top, right, low = ImageChops.invert(sheet).getbbox() or (0, 0, *sheet.size)
    lines = file.with_name(f"{file.stem}-lines.svg")
    if lines.is_file():
        dots = 900 / pypdfium2.PdfDocument(file)[number - 1].get_height() * 72 / 25.4
        wide, high = (float(n) * dots for n in re.findall(r'="([\d.]+)mm"', lines.read_text("utf-8"))[:2])
        sheet = sheet.crop((0, top, sheet.width, min(low, round(top + high))))
        left, top, right, low = ImageChops.invert(sheet).getbbox() or (0, 0, *sheet.size)
        right = min(right, round(left + wide))
    return sheet.crop((left, top, right, low))


def level(nets: Iterable[Image.Image]) -> Image.Image:
    """Return pictures side by side, as high as each other, as wide as the whole."""
    nets = list(nets)
    high = round((WIDE - GAP * (len(nets) + 1)) / max(2.4, sum(one.width / one.height for one in nets)))
    row = Image.new("RGB", (WIDE, high + GAP), "white")
    x = GAP
    for one in nets:
        one = one.resize((round(one.width * high / one.height), high))
        row.paste(one, (x, GAP // 2))
        x += one.width + GAP
    return row


def main(to: Path = IMAGES) -> None:
    """Build the kits and their boxes, and draw both pictures."""
    with tempfile.TemporaryDirectory() as place:
        for slug in dict.fromkeys(slug for slug, *_ in KITS):
            cardgen.build(ROOT / "data" / slug, out=Path(place))
        kits(Path(place), to)
    with tempfile.TemporaryDirectory() as place:
        for slug in SHIPPED:
            cardgen.build(ROOT / "data" / slug, out=Path(place), target="box")
        boxes(Path(place), to)


if __name__ == "__main__":
    main(*map(Path, sys.argv[1:]))
