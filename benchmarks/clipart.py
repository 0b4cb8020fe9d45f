"""SVG art of strangers: how much of a clip-art collection is drawn, how like a browser, and what is said of the rest.

    apt-get download openclipart-svg && dpkg -x openclipart-svg_*.deb clipart
    python benchmarks/clipart.py clipart/usr/share/openclipart/svg --count 400
    python benchmarks/clipart.py tests --count 400

Each drawing is the picture of a tile. `cardgen check` says which cannot be printed; the others are built as PNG and compared with
what Chromium shows of the same file: the mean difference of a channel, in parts of a hundred.
"""

from __future__ import annotations

import argparse
import json
import re
import shutil
import subprocess
import sys
from collections import Counter
from pathlib import Path
from typing import Any

from PIL import Image, ImageChops, ImageStat
from playwright.sync_api import sync_playwright

SIDE = 60  # mm
DPI = 127  # 5 dots to a mm
DOTS = SIDE * 5
FACE = f"""<svg xmlns="http://www.w3.org/2000/svg" width="{SIDE}mm" height="{SIDE}mm" viewBox="0 0 {SIDE} {SIDE}">
<rect width="{SIDE}" height="{SIDE}" fill="#ffffff"/>
<image href="{{{{ card.photo }}}}" width="{SIDE}" height="{SIDE}" data-fit="contain"/></svg>
"""
GAME = """game: clip
title: Clip art
version: "1"
players: {{min: 2, max: 4}}
tiles:
  art:
    size: {side}x{side}mm
    bleed: 0mm
    face: face.svg
    fields: {{photo: {{type: picture}}}}
    cards: cards.yaml
"""


def chosen(folder: Path, count: int) -> list[Path]:
    """Return so many of the folder's SVG files, evenly over their sorted names."""
    files = sorted(path for path in folder.rglob("*.svg") if b"{{" not in path.read_bytes())
    step = max(1.0, len(files) / count)
    return [files[int(n * step)] for n in range(min(count, len(files)))]


def laid(kit: Path, files: dict[str, Path]) -> None:
    """Write a kit with a tile for each file."""
    shutil.rmtree(kit, ignore_errors=True)
    (kit / "pics").mkdir(parents=True)
    (kit / "game.yaml").write_text(GAME.format(side=SIDE), "utf-8")
    (kit / "face.svg").write_text(FACE, "utf-8")
    (kit / "cards.yaml").write_text(
        "".join(f"- {{id: {id}, photo: pics/{id}.svg}}\n" for id in files), "utf-8"
    )
    for id, file in files.items():
        shutil.copyfile(file, kit / "pics" / f"{id}.svg")


def told(kit: Path) -> list[dict[str, Any]]:
    """Return what cardgen says of the kit."""
    command = [sys.executable, "-m", "cardgen", "check", str(kit), "--no-play", "--json"]
    said = subprocess.run(command, capture_output=True, text=True, check=False)
    return json.loads(said.stdout)["problems"]  # type: ignore[no-any-return]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder", type=Path)
    parser.add_argument("--count", type=int, default=400)
    parser.add_argument("--out", type=Path, default=Path("output/clipart"))
    given = parser.parse_args()
    files = {f"A{n:03}": file for n, file in enumerate(chosen(given.folder, given.count))}
    kit, out = given.out / "clip", given.out / "built"
    laid(kit, files)
    refused: dict[str, str] = {}
    placed = set()
    for problem in told(kit):
        if problem["level"] == "error" and (found := re.search(r"\bA\d{3}\b", json.dumps(problem))):
            refused.setdefault(found[0], f"{problem['code']}: {problem['message']}".splitlines()[0])
            if f"pics/{found[0]}.svg" in f"{problem.get('file')} {problem['message']}":
                placed.add(found[0])
    print(
        f"{len(files)} files, {len(refused)} refused, {len(placed)} of them with the name of their own file"
    )
    for why, many in Counter(text.split(":")[0] for text in refused.values()).most_common():
        print(f"  {many:4} {why}, such as {next(t for t in refused.values() if t.startswith(why))[:150]}")
    drawn = {id: file for id, file in files.items() if id not in refused}
    laid(kit, drawn)
    command = [
        sys.executable,
        "-m",
        "cardgen",
        "build",
        str(kit),
        "--format",
        "png",
        "--dpi",
        str(DPI),
        "--out",
        str(out),
    ]
    built = subprocess.run([*command, "--only", "art"], capture_output=True, text=True, check=False)
    print(built.stderr[-600:] if built.returncode else "built")
    pictures = {
        path.stem.rpartition("-")[2]: path for path in sorted(out.rglob("*.png")) if "back" not in path.stem
    }
    apart: dict[str, float] = {}
    with sync_playwright() as playwright:
        page = playwright.chromium.launch(
            executable_path="/usr/bin/chromium", args=["--no-sandbox"]
        ).new_page(viewport={"width": DOTS, "height": DOTS})
        for id in drawn:
            shown = (given.out / f"{id}-browser.png").resolve()
            html = given.out / "one.html"
            html.write_text(
                f"<body style='margin:0;background:#fff'><img src='clip/pics/{id}.svg' style='width:100vw;height:100vh;object-fit:contain'>"
            )
            page.goto(f"file://{html.resolve()}")
            page.screenshot(path=shown)
            if id not in pictures:
                continue
            ours = Image.open(pictures[id]).convert("RGB").resize((DOTS, DOTS))
            difference = ImageChops.difference(ours, Image.open(shown).convert("RGB"))
            apart[id] = sum(ImageStat.Stat(difference).mean) / 3 / 255 * 100
    values = sorted(apart.values())
    print(
        f"{len(values)} compared, mean {sum(values) / len(values):.2f} %, median {values[len(values) // 2]:.2f} %"
    )
    print("over 1 %:", sum(v > 1 for v in values), "over 5 %:", sum(v > 5 for v in values))
    for id in sorted(apart, key=lambda one: -apart[one])[:20]:
        print(f"  {apart[id]:6.2f} %  {id}  {files[id].relative_to(given.folder)}")


if __name__ == "__main__":
    main()
