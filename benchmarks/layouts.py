"""Writes docs/layouts.md and its picture, one card of each layout of `cardgen new --layout`, and that of the places of boards."""

from __future__ import annotations

import os
import re
import sys
import tempfile
from pathlib import Path

from PIL import Image

import cardgen
from cardgen.app.layouts import layouts, looks, manual_of_layouts
from cardgen.app.start import begin

DOCS = Path(os.environ.get("CARDGEN_DOCS", Path(__file__).parents[1] / "docs"))
SMALL = DOCS.parent / "templates" / "layouts" / "small"
HIGH, WIDE, GAP, GROUND = 250, 1720, 12, "#d8d8d8"
WIDEST = 520  # of a picture much wider than high, such as a score track


def main(look: str = "night") -> None:
    """Begin a game with all layouts in each look, draw its faces small, and lay those of one look out in rows."""
    (DOCS / "layouts.md").write_text(manual_of_layouts(), "utf-8")
    for one in looks():
        with tempfile.TemporaryDirectory() as place:
            os.chdir(place)
            begin("layouts", "2-4", None, "Somebody", None, layout=",".join(layouts()), look=one)
            cardgen.build(Path("layouts/data/layouts"), out=Path(place) / "out", format="png")
            files = sorted(Path(place, "out").rglob("*.png"))
            small(files, one)
            if one == look:
                rows(files).save(DOCS / "images" / "layouts.webp", quality=80, method=6)


SIZES = {"track": "290x47", "grid": "180x180", "hexes": "130x94", "path": "120x80", "market": "301x120"}
BOARD = """\
{%- from "parts/board.svg.j2" import NAME -%}
<svg xmlns="http://www.w3.org/2000/svg" width="Wmm" height="Hmm" viewBox="0 0 W H"><rect width="W" height="H" fill="#f1e4c8"/>LINE</svg>
"""


def boards() -> None:
    """Write the picture of the parts of boards in docs/templates.md, from the lines of that page."""
    page = (DOCS / "templates.md").read_text("utf-8")
    with tempfile.TemporaryDirectory() as place:
        os.chdir(place)
        begin("boards", "2-4", "board", "Somebody", None)
        kit = Path("boards/data/boards")
        head = (kit / "game.yaml").read_text("utf-8").partition("\nboards:")[0] + "\nboards:\n"
        for name, size in SIZES.items():
            line = re.search(rf"^    (\{{\{{ {name}\(.*)$", page, re.M)
            wide, high = size.split("x")
            text = BOARD.replace("NAME", name).replace("LINE", line[1] if line else "")
            text = text.replace("W", wide).replace("H", high).replace("palette.ground", "'#d8a657'")
            (kit / "faces" / f"{name}.svg").write_text(text, "utf-8")
            (kit / f"{name}.yaml").write_text(f"[{{id: {name}, name: {name}}}]", "utf-8")
            head += f"  {name}: {{title: {name}, size: {size}mm, bleed: 0mm, face: faces/{name}.svg, cards: {name}.yaml}}\n"
        (kit / "game.yaml").write_text(head, "utf-8")
        cardgen.build(kit, out=Path(place) / "out", format="png", draft=True)
        files = sorted(Path(place, "out").rglob("*.png"))
        rows([file for file in files if any(name in file.stem for name in SIZES)]).save(
            DOCS / "images" / "boards.webp", quality=80, method=6
        )


def small(files: list[Path], look: str) -> None:
    """Write the picture of each layout in a look that the studio shows where a game is begun."""
    (SMALL / look).mkdir(parents=True, exist_ok=True)
    shown = {file.stem.removesuffix("-back").partition("-")[2].removesuffix("-1"): file for file in files}
    shown["back"] = next(file for file in files if file.stem.endswith("-back"))
    for name in layouts():
        if name in shown:
            file = next((f for f in files if f.stem.endswith(f"-{name}-1")), shown[name])
            picture = Image.open(file).convert("RGB")
            picture.thumbnail((280, 168))
            picture.save(SMALL / look / f"{name}.webp", quality=80, method=6)


def rows(files: list[Path]) -> Image.Image:
    """Return one picture with those of the files in rows, backs but one left out."""
    backs = [file for file in files if file.stem.endswith("-back")]
    lines: list[list[Image.Image]] = [[]]
    for file in [*(file for file in files if file not in backs), *backs[:1]]:
        picture = Image.open(file).convert("RGB")
        scale = min(HIGH / picture.height, WIDEST / picture.width)
        picture = picture.resize((round(picture.width * scale), round(picture.height * scale)))
        if sum(one.width + GAP for one in lines[-1]) + picture.width > WIDE - 2 * GAP:
            lines.append([])
        lines[-1].append(picture)
    sheet = Image.new("RGB", (WIDE, len(lines) * (HIGH + GAP) + GAP), GROUND)
    for n, line in enumerate(lines):
        left = GAP
        for picture in line:
            sheet.paste(picture, (left, GAP + n * (HIGH + GAP)))
            left += picture.width + GAP
    return sheet


if __name__ == "__main__":
    boards()
    main(*sys.argv[1:])
