"""Bartender (2012) as data beside the rules in Python that ship."""

from __future__ import annotations

import random
import re
import shutil
from functools import cache
from pathlib import Path
from typing import Any

import yaml

from cardgen.ruledata import game_of
from cardgen.source import load_kit
from tests.games.kits import kit_of
from tests.ruledata.kits import SAMPLES

RULES = SAMPLES / "classics" / "rules"
DATA = Path(__file__).parents[2] / "data"
FIELDS = """\
      does: {effects_of: deeds}
      text: {made_from: does.text}
      value: {type: int, default: 0}
      beside: {one_of: ["", REGULAR, ARTIST, TROUBLE, VIP], default: ""}
      why: {type: text, default: ""}
      then: {type: int, default: 0}
      adds: {type: int, default: 0}
      packs: {type: int, default: 0}
      stays: {type: bool, default: false}
"""


@cache
def kind_of(place: Path) -> Any:
    """Return the game of the data, and its kit: the one that ships, whose cards say what they do in words of the data."""
    folder = place / "data" / "barkeepers"
    shutil.copytree(DATA / "bartender-2012", folder)
    shutil.copy(RULES / "bartender-2012.yaml", folder / "rules.yaml")
    more = yaml.safe_load((RULES / "bartender-2012-cards.yaml").read_text("utf-8"))
    game = (folder / "game.yaml").read_text("utf-8").partition("\nchecks:")[0]
    game = game.replace("game: bartender-2012", "game: barkeepers")  # no game whose rules and effects are Python
    game = re.sub(r"      (value|changes|text): .*\n", "", game)
    game = re.sub(r"      effects: .*\n", lambda _: FIELDS, game)
    (folder / "game.yaml").write_text(game + "\n", "utf-8")
    for component in ("patrons", "schemes"):
        path = folder / f"{component}.yaml"
        cards = yaml.safe_load(path.read_text("utf-8"))
        for card, shipped in zip(cards, kit_of("bartender-2012").component(component).cards, strict=True):
            del card["effects"]
            card |= {"value": getattr(shipped, "value", 0), "does": [], **more.get(card["id"], {})}
        path.write_text(yaml.safe_dump(cards, allow_unicode=True), "utf-8")
    kit = load_kit(folder)
    return game_of(kit, folder / "rules.yaml"), kit


def _turned(shuffle: Any) -> Any:
    """Return a shuffle with the last card on top, as the deck in Python has it."""

    def turned(s: Any, pieces: list[int], *chance: random.Random, **_: bool) -> None:
        shuffle(s, pieces, *chance)
        pieces.reverse()

    return turned


def begun(data: Any, q: Any) -> Any:
    """Return the table of the data as the one in Python was dealt."""
    s = data.deal(0)
    follow(data, s, q)
    s.luck, s.turn, s.opener = q.luck, q.turn, q.opener
    return s


def follow(data: Any, s: Any, q: Any) -> None:
    """Put the cards where the table in Python has them."""
    for name, cards in lying(data, s, q).items():
        s.piles[name] = cards


def lying(data: Any, s: Any, q: Any) -> dict[str, list[int]]:
    """Return the cards of the table in Python by the zones of the data."""
    there = {name: list(getattr(q, name)) for name in ("breakage", "patrons", "schemes", "shown", "looked", "aside")}
    there["deck"] = q.deck[::-1]
    drafting = q.phase.name == "draft a card"
    for seat, name in enumerate(data.names):
        there[f"hand {name}"] = q.hands[seat][:]
        there[f"packet {name}"] = q.packets[seat][:]
        there[f"kept {name}"] = q.took[seat][:] if drafting else []
    return there
