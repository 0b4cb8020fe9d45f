"""A small kit of two languages, for tests."""

from __future__ import annotations

GAME = """\
game: kit
title: Lantern Night
subtitle: Light the {{ decks.main.total }} lanterns.
version: "1.0"
players: {min: 2, max: 4}
language: en
credits: {design: Nobody, notice: Not for sale.}
rules: rules.md.j2
translate: [towns.*.title]
tables: {towns: towns.yaml}
decks:
  main:
    title: Lantern cards
    size: poker
    stock: 300 g/m², on 1 mm board
    note: one for each lantern
    face: face.svg
    fields:
      suit: {one_of: [sun, moon], translate: true}
      art: {type: text, default: "", translate: false}
      text: {type: text, default: ""}
      rows: {type: any, default: [], translate: [says]}
    cards: cards.yaml
options:
  wind:
    title: Wind
    default: "off"
    values: {"off": No wind blows., "on": The wind blows.}
"""
CARDS = """\
- {id: A1, name: First light, suit: sun, art: lamp, text: "Draw **two** {lamp} cards"}
- {id: B1, name: Last light, suit: moon, count: 3, rows: [{shows: lamp, says: Blow it out}]}
"""
FACE = """\
<svg xmlns="http://www.w3.org/2000/svg" width="69mm" height="94mm" viewBox="-3 -3 69 94">
<symbol id="lamp" viewBox="0 0 1 1"><rect width="1" height="1"/></symbol>
<rect id="box" x="5" y="20" width="53" height="50"/>
<g><text x="5" y="10" style="font-family:Lora;font-size:4px">{{ card.name }}, {{ _(card.suit) }}</text></g>
<g><text style="shape-inside:url(#box);font-family:Lora;font-size:4px">{{ card.text }}{% for row in card.rows %}{{ row.says }}{% endfor %}</text></g>
<g><text x="5" y="80" style="font-family:Lora;font-size:4px">YOUR TURN &amp; mine, {{ card.id }}</text></g>
<g><text x="5" y="84" style="font-family:Lora;font-size:4px">{{ _('still dark') if card.art else tables.towns[0].title }}</text></g>
</svg>
"""
RULES = """\
# {{ title }}

{{ players.min }} players.

## How to win

Light "all" the lanterns: {{ options.wind.says }}
"""
TOWNS = "- {title: Old town, key: old}\n"
FILES = {
    "game.yaml": GAME,
    "cards.yaml": CARDS,
    "face.svg": FACE,
    "rules.md.j2": RULES,
    "towns.yaml": TOWNS,
}

GERMAN = """\
language: de
kit:
  title: Laternennacht
components:
  main.title: Laternenkarten
  main.stock: 300 g/m², auf 1 mm Graupappe
cards:
  A1.name: Erstes Licht
  A1.text: "Zieh **zwei** {lamp}-Karten"
  B1.rows.1.says: Puste es aus
tables:
  towns.1.title: Altstadt
options:
  wind.off: Es geht kein Wind.
face.svg:
  "YOUR TURN & mine, {{ card.id }}": "DU & ich, {{ card.id }}"
words:
  still dark: noch dunkel
  sun: Sonne
"""
GERMAN_RULES = """\
# {{ title }}

Für {{ players.min }} Spieler.

## So gewinnst du

Zünde "alle" Laternen an: {{ options.wind.says }}
"""
