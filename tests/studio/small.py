"""A small kit that the studio's tests save, break and mend."""

from __future__ import annotations

from pathlib import Path

GAME = """\
game: small
title: Small
version: "1.0"
players: {min: 2, max: 4}
minutes: "10"
accent: "#2a6db3"
credits: {design: Ada}
looks:
  full: {title: Full colour, palette: {ground: "#bcc06a"}}
  low-ink: {title: Low ink, palette: {ground: "#ffffff"}}
decks:
  main:
    title: Cards
    size: 63x88mm
    corner: 3mm
    stock: 300 g/m²
    face: faces/card.svg
    back: faces/back.svg
    fields:
      colour: {one_of: [red, blue]}
      text: {type: text, default: ""}
    cards: cards.yaml
"""
CARDS = """\
- id: A1
  name: Ace
  count: 2
  colour: red
  text: Draw one card.
- id: A2
  name: Deuce
  colour: blue
  text: Play again.
- id: A3
  name: Trey
  colour: red
"""
FACE = """\
<svg xmlns="http://www.w3.org/2000/svg" width="69mm" height="94mm" viewBox="-3 -3 69 94">
  <rect id="ground" x="-3" y="-3" width="69" height="94" fill="{{ palette.ground }}"/>
  <g id="sign"><circle cx="31.5" cy="30" r="14" fill="{{ card.colour }}"/></g>
  <g id="words">
    <rect id="box" x="6" y="55" width="51" height="25" fill="none"/>
    <text x="31.5" y="12" style="font-family:Roboto;font-size:5px;text-anchor:middle">{{ card.name }}</text>
    <text style="shape-inside:url(#box);font-family:Roboto;font-size:4px">{{ card.text }}</text>
  </g>
</svg>
"""
BACK = """\
<svg xmlns="http://www.w3.org/2000/svg" width="69mm" height="94mm" viewBox="-3 -3 69 94">
  <rect id="ground" x="-3" y="-3" width="69" height="94" fill="#333333"/>
</svg>
"""


def small_kit(folder: Path) -> Path:
    """Write the kit into a folder called `small` and return it."""
    kit = folder / "small"
    (kit / "faces").mkdir(parents=True)
    (kit / "game.yaml").write_text(GAME, "utf-8")
    (kit / "cards.yaml").write_text(CARDS, "utf-8")
    (kit / "faces" / "card.svg").write_text(FACE, "utf-8")
    (kit / "faces" / "back.svg").write_text(BACK, "utf-8")
    return kit


def edit(file: Path, old: str, new: str) -> None:
    """Save a file with something else in it."""
    text = file.read_text("utf-8")
    assert old in text
    file.write_text(text.replace(old, new), "utf-8")
