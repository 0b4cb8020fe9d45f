"""Small kits for targets, and what comes out of them."""

from __future__ import annotations

import csv
import json
from pathlib import Path
from typing import Any

from tests.spreadsheets import HEAD, lay_out

SQUARE = (
    '<svg xmlns="http://www.w3.org/2000/svg" width="{w}mm" height="{h}mm" viewBox="-{b} -{b} {w} {h}">'
    '<rect x="-{b}" y="-{b}" width="{w}" height="{h}" fill="{fill}"/>{inside}</svg>'
)
WORDS = '<text id="name" x="{x}" y="{y}" style="font-family:Roboto;font-size:4px" data-fit="none">{{{{ card.name }}}}</text>'
CARDS = "[{id: A1, count: 2}, {id: A2}, {id: A3, count: 3}]"


def face(
    width: float = 63, height: float = 88, bleed: float = 3, fill: str = "#2a7f8c", inside: str | None = None
) -> str:
    """Return a template with the card's name in its middle, or something else inside."""
    words = WORDS.format(x=width / 2 - 3, y=height / 2)
    said = words.replace("{{{{", "{{").replace("}}}}", "}}") if inside is None else inside
    return SQUARE.format(w=width + 2 * bleed, h=height + 2 * bleed, b=bleed, fill=fill, inside=said)


def part(
    kind: str = "decks",
    name: str = "main",
    size: str = "63x88mm",
    cards: str = CARDS,
    more: str = "face: face.svg, back: back.svg",
) -> str:
    """Return a component of a game.yaml."""
    return f"{kind}:\n  {name}: {{size: {size}, {more}, cards: {cards}}}\n"


def lay(folder: Path, components: str | None = None, **files: str | bytes) -> Path:
    """Write a kit into `folder/kit`: three poker cards, or these components."""
    usual: dict[str, str | bytes] = {
        "game.yaml": HEAD + (components or part()),
        "face.svg": face(),
        "back.svg": face(fill="#883344", inside=""),
    }
    return lay_out(folder / "kit", {**usual, **files})


def bundle(folder: Path, target: str, kit: str = "kit") -> tuple[Path, dict[str, Any]]:
    """Return the folder of a bundle below `out`, and what kit.json says of it."""
    results = folder / "out" / kit
    builds = json.loads((results / "kit.json").read_text("utf-8"))["builds"]
    return results / target, builds[f"for {target} a4"]


def rows(file: Path) -> list[dict[str, str]]:
    """Return the lines of a table."""
    with file.open(encoding="utf-8", newline="") as stream:
        return list(csv.DictReader(stream))
