"""Sample kits whose rules are data, and small changes of them."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from cardgen.base.errors import CardgenError
from cardgen.games import make_game
from cardgen.model import Kit
from cardgen.source import load_kit

SAMPLES = Path(__file__).parents[1] / "samples"
CLASSICS = SAMPLES / "classics" / "data"
NAMES = tuple(sorted(path.parent.name for path in CLASSICS.glob("*/rules.yaml")))


@cache
def kit_of(name: str) -> Kit:
    """Return a sample kit."""
    return load_kit(CLASSICS / name)


def regatta(place: Path) -> tuple[Kit, Kit]:
    """Return the kit of Regatta whose cards have words in Python, which `place` declares, and one whose cards list deeds."""
    about = place / "regatta-0.1.0.dist-info"
    about.mkdir()
    (about / "METADATA").write_text("Metadata-Version: 2.1\nName: regatta\nVersion: 0.1.0\n", "utf-8")
    (about / "entry_points.txt").write_text("[cardgen.effects]\nregatta = regatta_words:Sailing\n", "utf-8")
    python, rules = SAMPLES / "regatta-project" / "data" / "regatta", SAMPLES / "classics" / "rules"
    folder = shutil.copytree(python, place / "data" / "regatta")
    shutil.copy(rules / "regatta.yaml", folder / "rules.yaml")
    shutil.copy(rules.parent / "regatta-orders.yaml", folder / "orders.yaml")
    game = folder / "game.yaml"
    game.write_text(game.read_text("utf-8").replace("effects_of: ORDER", "effects_of: deeds"), "utf-8")
    return load_kit(python), load_kit(folder)


def table(name: str, players: int = 0) -> Any:
    """Return a sample at a table, with its fewest players unless said otherwise."""
    kit = kit_of(name)
    return make_game(kit, players or kit.players.min)


def copied(name: str, place: Path) -> Path:
    """Return the folder of a copy of a sample's kit."""
    folder = place / "data" / name
    shutil.copytree(CLASSICS / name, folder)
    seeds = place / "seeds"
    seeds.mkdir(exist_ok=True)
    shutil.copy(CLASSICS.parent / "seeds" / f"{name}.yaml", seeds)
    return folder


def refused(make: Callable[[], Any]) -> list[tuple[str, int]]:
    """Return what is said of rules that cannot be made, each with its line; 0 where it has none."""
    with pytest.raises(CardgenError) as wrong:
        make()
    return [
        (one.message, one.where.line if one.where and one.where.line else 0) for one in wrong.value.problems
    ]


def changed(folder: Path, old: str, new: str) -> Path:
    """Change rules.yaml of a copied kit at one place, and return it."""
    path = folder / "rules.yaml"
    text = path.read_text("utf-8")
    assert old in text, old
    path.write_text(text.replace(old, new, 1), "utf-8")
    return path
