"""The deck of `deck99/` as one HTML page for WeasyPrint: same words, fonts, pictures, sheets and marks."""

from __future__ import annotations

import re
from html import escape
from pathlib import Path
from xml.etree import ElementTree

import yaml

from cardgen.base.drawing import FontKey
from cardgen.faces.text.fonts import font

FONTS = {("Alfa Slab One", 400), ("Zilla Slab", 400), ("Zilla Slab", 700)}
LEFT, TOP, WIDE, HIGH = 10.5, 16.5, 63, 88

STYLE = """
@page { size: A4; margin: 0 }
body { margin: 0; color: #2b1d1a; font: 3.3mm/1.25 'Zilla Slab' }
.sheet { position: relative; width: 210mm; height: 297mm; break-after: page; overflow: hidden }
.card { position: absolute; width: 63mm; height: 88mm; overflow: hidden; background: #4a1f0a }
.frame { position: absolute; left: 3mm; top: 3mm; width: 56.2mm; height: 81.2mm; border: .8mm solid #c8862b;
  border-radius: 3mm; background: #f7ead0 }
.card h1 { position: absolute; left: 0; right: 0; top: 9mm; margin: 0; text-align: center; font: 4.4mm/1.2 'Alfa Slab One';
  color: #4a1f0a }
.card img { position: absolute; left: 19.5mm; top: 19mm; width: 24mm; height: 24mm }
.card p { position: absolute; left: 7mm; top: 50mm; width: 49mm; margin: 0 }
.card i { position: absolute; right: 6mm; bottom: 4.5mm; font: 3.6mm 'Alfa Slab One'; color: #4a1f0a }
.card .back { left: 0; top: 0; width: 63mm; height: 88mm }
.marks { position: absolute; left: 0; top: 0; width: 210mm; height: 297mm }
"""


def cards_of(kit: Path) -> list[dict[str, str]]:
    """Return the cards as the kit's YAML has them."""
    found: list[dict[str, str]] = yaml.safe_load((kit / "cards.yaml").read_text("utf-8"))
    return found


def write_html(kit: Path, folder: Path) -> Path:
    """Write the page and its pictures into a folder and return the page."""
    for symbol in ElementTree.parse(kit / "art" / "pictures.svg").getroot():
        inside = "".join(ElementTree.tostring(child, encoding="unicode") for child in symbol)
        (folder / f"{symbol.get('id')}.svg").write_text(
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24">{inside}</svg>', "utf-8"
        )
    back = (kit / "backs" / "errand.svg").read_text("utf-8")
    back = back.replace('width="69mm" height="94mm" viewBox="-3 -3 69 94"', 'viewBox="0 0 63 88"')
    (folder / "back.svg").write_text(back, "utf-8")
    (folder / "marks.svg").write_text(_marks(), "utf-8")
    cards = cards_of(kit)
    sheets = []
    for start in range(0, len(cards), 9):
        fronts = [_front(card) for card in cards[start : start + 9]]
        backs = ['<img class="back" src="back.svg">'] * len(fronts)
        sheets += [_sheet(fronts, mirrored=False), _sheet(backs, mirrored=True)]
    page = folder / "deck.html"
    head = f"<!doctype html><html lang=en><meta charset=utf-8><title>Errands</title><style>{_faces()}{STYLE}</style>"
    page.write_text(head + "".join(sheets), "utf-8")
    return page


def _marks() -> str:
    lines = []
    for line in range(4):
        x, y = LEFT + WIDE * line, TOP + HIGH * line
        lines += [f"M{x} {at}v5" for at in (6, 286)] + [f"M{at} {y}h5" for at in (2, 203)]
    path = f'<path d="{"".join(lines)}" stroke="#000" stroke-width=".1"/>'
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 210 297">{path}</svg>'


def _faces() -> str:
    rules = []
    for family, weight in sorted(FONTS):
        path = font(FontKey(family, weight)).path.as_uri()
        rules.append(f"@font-face{{font-family:'{family}';font-weight:{weight};src:url({path})}}")
    return "".join(rules)


def _front(card: dict[str, str]) -> str:
    words = re.sub(r"\*\*(.+?)\*\*", r"<b>\1</b>", escape(card["text"]))
    return (
        f'<div class="frame"></div><h1>{escape(card["name"])}</h1><img src="{card["picture"]}.svg">'
        f"<p>{words}</p><i>{card['number']}</i>"
    )


def _sheet(cards: list[str], mirrored: bool) -> str:
    parts = []
    for index, card in enumerate(cards):
        column, row = index % 3, index // 3
        column = 2 - column if mirrored else column
        parts.append(
            f'<div class="card" style="left:{LEFT + WIDE * column}mm;top:{TOP + HIGH * row}mm">{card}</div>'
        )
    parts.append('<img class="marks" src="marks.svg">')
    return f'<div class="sheet">{"".join(parts)}</div>'
