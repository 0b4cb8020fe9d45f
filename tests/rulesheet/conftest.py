"""A small kit with a rule sheet written on the spot, and faces that need no templates."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from typing import Any

import pytest

from cardgen.base.drawing import Art, Drawing
from cardgen.base.errors import Problems
from cardgen.model import Card, Kit
from cardgen.rulesheet import RuleSheet, load_rules
from cardgen.source import load_kit
from tests.conftest import MakeKit

Make = Callable[..., RuleSheet]

GAME = """
game: kit
title: Tavern
subtitle: Pour, talk, win.
version: "1.0"
players: {min: 2, max: 4}
minutes: "30"
language: en
accent: "#1f6f78"
credits: {design: A. Designer, notice: A test.}
rules: rules.md.j2
looks:
  full: {title: Full, palette: {ink: "#222222"}}
decks:
  main:
    title: Cards
    size: poker
    face: face.svg
    back: face.svg
    cards:
      - {id: K1, name: Keg, count: 3}
      - {id: K2, name: "Mug [small]", count: 2}
options:
  tie:
    title: Ties
    ruling: XX-Q1
    default: first
    values: {first: The first player wins a tie., last: The last player wins a tie.}
"""
FACE = '<svg xmlns="http://www.w3.org/2000/svg" width="63mm" height="88mm" viewBox="0 0 63 88"><g/></svg>'

PICTURES = ("keg", "mug", "table", "draw", "bell", "sign")


class PlainFaces:
    """Faces without templates: every face is a grey rectangle, every picture 40 x 20 mm."""

    def __init__(self) -> None:
        self.problems = Problems()
        self.look = "full"
        self.asked: list[str] = []
        self._made: dict[str, Drawing] = {}

    def front(self, card: Card) -> Drawing:
        return self._drawing(card.id, 63, 88)

    def back(self, card: Card) -> Drawing:
        return self._drawing(f"{card.id} back", 63, 88)

    def drawing(self, template: str, name: str, **names: Any) -> Drawing:
        self.asked.append(template)
        told = sorted((key, str(value)) for key, value in names.items())
        return self._drawing(f"{name} {told}", names.get("width") or 40, names.get("height") or 20)

    def _drawing(self, name: str, width: float, height: float) -> Drawing:
        if name not in self._made:
            svg = f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}mm" height="{height}mm"/>'.encode()
            art = Art(svg, hashlib.sha256(svg).hexdigest(), 0, 0, width, height)
            self._made[name] = Drawing(name, 0, 0, width, height, (art,))
        return self._made[name]


@pytest.fixture
def faces() -> PlainFaces:
    return PlainFaces()


@pytest.fixture
def tavern(make_kit: MakeKit) -> Callable[..., Kit]:
    """Return a function that makes the tavern kit with this rule sheet and these other files."""

    def make(rules: str, **files: str) -> Kit:
        named = {name.replace("__", "/").replace("_yaml", ".yaml"): text for name, text in files.items()}
        named |= {f"rules/{name}.svg": FACE for name in PICTURES}
        named |= {"game.yaml": GAME, "face.svg": FACE, "rules.md.j2": rules}
        if "seeds.yaml" not in named:
            return load_kit(make_kit(named))
        seeds = {"seeds/kit.yaml": named.pop("seeds.yaml")}
        folder = make_kit({**{f"data/kit/{name}": text for name, text in named.items()}, **seeds})
        return load_kit(folder / "data" / "kit")

    return make


@pytest.fixture
def sheet_of(tavern: Callable[..., Kit]) -> Make:
    """Return a function that loads a rule sheet text as the tavern's."""

    def make(
        rules: str, options: dict[str, str] | None = None, numbers: bool = False, **files: str
    ) -> RuleSheet:
        return load_rules(tavern(rules, **files), options, numbers=numbers)

    return make
